"""Movements of the Kingsport table: each event as a short group of tweens, ending where the state already is."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import pygame

from game.core.contract import Event
from game.core.session import Entry
from game.kingsport import events as ev
from scenes import animation, theme
from scenes.animation import Tween, arc, call, ease_out, wait
from scenes.kingsport.view import View

if TYPE_CHECKING:
    from scenes.kingsport.table import KingsportTable

BANNER = 900
COUNT = 500


@dataclass
class Flight:
    """A picture on its way. `share` is how far it has come; `lift` how high an arc it takes, in pixels."""

    front: pygame.Surface
    start: pygame.Rect
    end: pygame.Rect
    back: pygame.Surface | None = None
    lift: float = 0.0
    share: float = 0.0
    spin: float = 0.0
    fades: bool = False
    _sized: dict[tuple[int, int, int], pygame.Surface] = field(default_factory=dict)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw it where it is now."""
        t = self.share
        width = self.start.width + (self.end.width - self.start.width) * t
        height = self.start.height + (self.end.height - self.start.height) * t
        x = self.start.centerx + (self.end.centerx - self.start.centerx) * t
        y = self.start.centery + (self.end.centery - self.start.centery) * t - self.lift * arc(t)
        image = self.front
        if self.back is not None:
            turn = math.cos(math.pi * t)
            image = self.back if turn > 0 else self.front
            width *= max(0.06, abs(turn))
        shown = self._at(image, max(1, round(width / 4) * 4), max(1, round(height / 4) * 4))
        if self.spin and t < 1:
            shown = pygame.transform.rotate(shown, round(self.spin * (1 - t) / 12) * 12)
        if self.fades:
            shown.set_alpha(round(255 * (1 - t)))
        surface.blit(shown, shown.get_rect(center=(round(x), round(y))))

    def _at(self, image: pygame.Surface, width: int, height: int) -> pygame.Surface:
        """`image` at a size, in steps of four pixels, so that few sizes are made on the way."""
        if image.get_size() == (width, height):
            return image
        key = (id(image), width, height)
        if key not in self._sized:
            self._sized[key] = pygame.transform.scale(image, (width, height))
        return self._sized[key]


class Motion:
    """What moves over the table. Looks only: the state is ahead of it, and skipping lands in the same place."""

    def __init__(self, table: KingsportTable) -> None:
        self.table = table
        self._landings = 0
        """How often the table is still to land."""
        self.flights: list[Flight] = []
        self.hidden: set[str] = set()
        """Widgets whose thing is still on its way to them."""
        self.hidden_dice: set[int] = set()
        self.equation: tuple[int, int] | None = None
        self.banner: tuple[str, int | None, float] | None = None
        """Words across the stage, the seat they are about, and how strongly they show (0 to 1)."""
        self.stills = 0
        """Grows whenever something changes that the still picture shows (a dial, a hidden die)."""
        self._dials: dict[int, float] = {}
        self._looks = random.Random(5)  # how dice tumble: not the game's chance

    @property
    def moved(self) -> bool:
        """Whether something has to be drawn over the still picture."""
        return bool(self.flights) or self.banner is not None

    def sanity(self, seat: int) -> float:
        """Where a cultist's pointer is now."""
        return self._dials.get(seat, float(self.table.view.sanity[seat]))

    def clear(self) -> None:
        """Nothing moves any more."""
        self.flights.clear()
        self.hidden.clear()
        self.hidden_dice.clear()
        self._dials.clear()
        self.equation = self.banner = None
        self.stills += 1

    # Playing events

    def play(self, events: Sequence[Event], entry: Entry) -> None:
        """Queue the movements for the events of one action."""
        table = self.table
        if entry.person is None and entry.seat is not None and entry.number == len(table.session.entries) - 1:
            self._announce(events, entry.seat)
        covered = table.viewer is None and len(table.session.persons()) > 1 and entry.person is not None
        for event in events:
            if covered and isinstance(event, ev.TurnBegan):
                break  # the rest is for whoever comes next
            self._queue(event)
        self._then_land()

    def _then_land(self) -> None:
        """After all that is queued the table is as the state is. One press may be several acts: what is queued for a
        later one has to move the view on itself, so only the last of them lands."""
        self._landings += 1

        def land() -> None:
            self._landings -= 1
            if not self._landings:
                self.table.land()

        self.table.animator.play(call(land))

    def replay_opening(self) -> None:
        """After the curtain: the banner and the opening dice of the turn, which were not to be seen before."""
        table = self.table
        events = table.session.entries[-1].events
        began = [number for number, event in enumerate(events) if isinstance(event, ev.TurnBegan)]
        if not began or not table.my_choice:
            return
        rest = events[began[-1] :]
        view = View.of(table.cards, table.state, table.viewer)
        for event in reversed(rest):
            if isinstance(event, ev.SanityChanged):
                view.sanity[event.seat] = event.now - event.change
        view.dice = []
        table.animator.speed = table.app.settings.my_speed
        table.animator.reduced = table.app.settings.reduced_motion
        for event in rest:
            self._queue(event)
        self._then_land()
        if table.animator.busy:
            table.view = view
            table.refresh()

    def _queue(self, event: Event) -> None:
        method = getattr(self, f"_{event.__struct_config__.tag}", None)
        if method is not None:
            method(event)
        else:
            self.table.animator.play(call(lambda: self.table.view.take(event)))

    def _take(self, event: Event) -> None:
        """Let the shown view move on, and lay the table out for it."""
        self.table.view.take(event)
        self.table.refresh()

    def _box(self, *ids: str) -> pygame.Rect | None:
        """Where the first of these widgets is that is on the screen."""
        for id in ids:
            widget = self.table.ui.find(id)
            if widget is not None:
                return widget.box.copy()
        return None

    def _place(self, *ids: str) -> pygame.Rect:
        box = self._box(*ids)
        if box is None:
            box = pygame.Rect(0, 0, 20, 28)
            box.center = self.table.frame.stage.center
        return box

    def _seat_box(self, seat: int) -> pygame.Rect:
        """A small place on a cultist's panel, where cards come from and go to."""
        panel = self._place(f"seat.{seat}", f"top.seat.{seat}")
        box = pygame.Rect(0, 0, self.table.app.scale.px(36), self.table.app.scale.px(50))
        box.center = panel.center
        return box

    def _sound(self, name: str) -> None:
        self.table.app.audio.play(name)

    def _still(self) -> None:
        self.stills += 1
        self.table.app.invalidate()

    def _fly(
        self, make: Callable[[], tuple[Flight, str]], *, duration: float = animation.CARD_MOVE, sound: str = "card"
    ) -> Tween:
        """A tween that makes its flight when its turn comes; the widget of the given id is hidden until it is there."""
        made: list[tuple[Flight, str]] = []

        def start() -> None:
            flight, target = make()
            made.append((flight, target))
            self.flights.append(flight)
            if target:
                self.hidden.add(target)
            self._still()
            if sound:
                self._sound(sound)

        def apply(t: float) -> None:
            if made:
                made[0][0].share = t

        def end() -> None:
            flight, target = made[0]
            if flight in self.flights:
                self.flights.remove(flight)
            self.hidden.discard(target)
            self._still()

        return Tween(duration, apply, ease_out, start, end)

    # Words over the table

    def show_banner(self, words: Callable[[], str], seat: int | None, duration: float = BANNER) -> None:
        """Words across the stage for a while."""

        def apply(t: float) -> None:
            strength = min(1.0, t * 6, (1 - t) * 4) if t < 1 else 0.0
            self.banner = (words(), seat, strength) if strength > 0 else None

        self.table.animator.play(Tween(duration, apply, ease=lambda t: t, moves=False))

    def _announce(self, events: Sequence[Event], seat: int) -> None:
        """What a computer player is about to do, before it is seen."""
        table = self.table
        telling = (ev.GodPlayed, ev.GodInvoked, ev.RaidPlayed, ev.InvocationPassed, ev.GodDiscarded)
        first = next((event for event in events if isinstance(event, telling)), None)
        if first is not None:
            words = table.wording.event(first)
            self.show_banner(lambda: words, seat, animation.ANNOUNCE)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw what is on its way, then the banner."""
        for flight in self.flights:
            flight.draw(surface)
        if self.banner is not None:
            self._draw_banner(surface, *self.banner)

    def _draw_banner(self, surface: pygame.Surface, words: str, seat: int | None, strength: float) -> None:
        table = self.table
        scale = table.app.scale
        stage = table.frame.stage
        style = table.app.text.fitting(words, theme.Style("cinzel", 30, 2, 1.2), stage.width - scale.px(160), 15)
        width, height = table.app.text.measure(words, style, stage.width - scale.px(160))
        band = pygame.Rect(stage.left, 0, stage.width, height + scale.px(40))
        band.centery = stage.top + round(stage.height * 0.36)
        key = ("banner", words, seat, band.size, style.size)
        image = table.app.assets.kept(key)
        if image is None:
            image = pygame.Surface(band.size, pygame.SRCALPHA)
            image.fill((*theme.INK, 225))
            for y in (scale.px(5), band.height - scale.px(6)):
                pygame.draw.line(image, theme.GOLD, (0, y), (band.width, y), max(1, scale.px(1.5)))
            left = (band.width - width) // 2
            if seat is not None:
                side = scale.px(40)
                table.app.paint.seat_mark(image, (left - scale.px(36), band.height // 2), side, seat)
            place = pygame.Rect(left, 0, width, band.height)
            with table.app.text.unrecorded():
                table.app.text.draw(image, words, place, style, theme.BONE, align="center", valign="middle")
            table.app.assets.keep(key, image)
        image.set_alpha(round(255 * strength))
        surface.blit(image, band)

    # Events

    def _counter_passed(self, event: ev.CounterPassed) -> None:
        table = self.table
        table.animator.play(call(lambda: self._take(event)))
        self.show_banner(lambda: table.app.tr("kpt.banner.round", round=event.round), None)

    def _turn_began(self, event: ev.TurnBegan) -> None:
        table = self.table
        table.animator.play(call(lambda: self._take(event)))
        table.animator.play(call(lambda: self._sound("turn")))
        key = "kpt.banner.you" if event.seat == table.viewer else "kpt.banner.turn"
        self.show_banner(lambda: table.app.tr(key, name=table.wording.names[event.seat]), event.seat)

    def _sanity_changed(self, event: ev.SanityChanged) -> None:
        before = float(event.now - event.change)

        def apply(t: float) -> None:
            self._dials[event.seat] = before + event.change * t
            self._still()

        def end() -> None:
            self._dials.pop(event.seat, None)
            self.table.view.take(event)
            self._still()

        def start() -> None:
            self._sound("gain" if event.change > 0 else "lose")

        self.table.animator.play(Tween(350 if event.change else 0, apply, start=start, end=end))

    def _god_played(self, event: ev.GodPlayed) -> None:
        self.table.animator.play(self._from_hand(event, event.card, event.seat))

    def _from_hand(self, event: Event | None, card: str, seat: int) -> Tween:
        """A card from a hand to before its cultist, turning its face up where it was not seen."""
        table = self.table

        def make() -> tuple[Flight, str]:
            own = seat == table.viewer
            start = self._place(f"hand.{card}") if own and table.ui.find(f"hand.{card}") else self._seat_box(seat)
            if event is not None:
                self._take(event)
            end = self._place(f"play.{card}", f"seat.{seat}", f"top.seat.{seat}")
            if end.width > table.app.scale.px(130):
                end = self._seat_box(seat)
            front = table.art.small(card, *self._shape(start if own else end))
            back = None if own else table.art.back(table.view.family(card), max(8, start.width))
            return Flight(front, start, end, back, lift=table.app.scale.px(40)), f"play.{card}"

        return self._fly(make)

    def _shape(self, box: pygame.Rect) -> tuple[int, int]:
        """A card's size not below what its face needs."""
        width = max(box.width, self.table.app.scale.px(96))
        return width, round(width * 180 / 128)

    def _god_invoked(self, event: ev.GodInvoked) -> None:
        table = self.table

        def make() -> tuple[Flight, str]:
            start = self._place(f"pile.{event.card}")
            size = start.size if start.width < start.height else self._shape(start)
            self._take(event)
            own = event.seat == table.viewer
            end = (
                self._place(f"hand.{event.card}")
                if own and table.ui.find(f"hand.{event.card}")
                else self._seat_box(event.seat)
            )
            front = table.art.small(event.card, *size)
            if own:
                return Flight(front, start, end, lift=table.app.scale.px(50)), f"hand.{event.card}"
            back = table.art.back(table.view.family(event.card), max(8, end.width))
            return Flight(back, start, end, front, lift=table.app.scale.px(50)), ""

        table.animator.play(self._fly(make, duration=animation.CARD_MOVE * 1.6, sound="whisper"))

    def _god_discarded(self, event: ev.GodDiscarded) -> None:
        table = self.table

        def make() -> tuple[Flight, str]:
            start = self._box(f"play.{event.card}")
            if start is None:
                own = event.seat == table.viewer and table.ui.find(f"hand.{event.card}") is not None
                start = self._place(f"hand.{event.card}") if own else self._seat_box(event.seat)
            self._take(event)
            end = self._place(f"pile.{event.card}")
            return Flight(table.art.small(event.card, *self._shape(end)), start, end, lift=table.app.scale.px(30)), ""

        table.animator.play(self._fly(make))

    def _raid_played(self, event: ev.RaidPlayed) -> None:
        table = self.table
        if not event.cards:
            table.animator.play(call(lambda: self._take(event)))
            return
        starts = {}

        def begin() -> None:
            for card in event.cards:
                own = event.seat == table.viewer and table.ui.find(f"hand.{card}") is not None
                starts[card] = self._place(f"hand.{card}") if own else self._seat_box(event.seat)
            self._take(event)

        def one(card: str) -> Tween:
            def make() -> tuple[Flight, str]:
                end = self._place(f"play.{card}", f"seat.{event.seat}", f"top.seat.{event.seat}")
                if end.width > table.app.scale.px(130):
                    end = self._seat_box(event.seat)
                return Flight(
                    table.art.small(card, *self._shape(starts[card])), starts[card], end, lift=table.app.scale.px(40)
                ), f"play.{card}"

            return self._fly(make)

        table.animator.play(call(begin))
        table.animator.play_each([one(card) for card in event.cards], stagger=70)

    def _raid_resolved(self, event: ev.RaidResolved) -> None:
        table = self.table

        def apply(t: float) -> None:
            shown = (round(event.strength * min(1.0, 2 * t)), round(event.against * max(0.0, 2 * t - 1)))
            if shown != self.equation:
                self.equation = shown
                table.refresh()

        def end() -> None:
            self.equation = (event.strength, event.against)
            table.view.take(event)
            table.refresh()
            self._sound("raid")

        table.animator.play(Tween(COUNT, apply, end=end, moves=False))
        table.animator.play(wait(animation.HOLD))
        table.animator.play(call(self._no_equation))

    def _no_equation(self) -> None:
        self.equation = None
        self.table.refresh()

    def _dice_rolled(self, event: ev.DiceRolled) -> None:
        self._throw(event, len(event.faces))

    def _dice_rerolled(self, event: ev.DiceRerolled) -> None:
        self._throw(event, len(event.after))

    def _throw(self, event: Any, count: int) -> None:
        """Dice tumble into their sockets; what they show was fixed before."""
        table = self.table
        flights: list[Flight] = []
        chosen: list[int] = []

        def start() -> None:
            before = list(table.view.dice)
            if isinstance(event, ev.DiceRerolled):
                for face in event.before:
                    before.remove(face)
            self._take(event)
            rest = before[:]
            for number, face in enumerate(table.view.dice):
                if face in rest:
                    rest.remove(face)
                else:
                    chosen.append(number)
            self.hidden_dice.update(chosen)
            for number in chosen[:count]:
                end = self._place(f"die.{number}")
                size = max(16, round(end.width * 0.88))
                end = pygame.Rect(0, 0, size, size).move(end.centerx - size // 2, end.centery - size // 2)
                begin = end.move(
                    self._looks.randint(120, 320) * size // 60, -round(size * (2.2 + 2 * self._looks.random()))
                )
                flight = Flight(
                    table.art.die(table.view.dice[number], size),
                    begin,
                    end,
                    lift=size * 1.4,
                    spin=self._looks.choice((-1, 1)) * 900,
                )
                flights.append(flight)
                self.flights.append(flight)
            self._sound("die")
            self._still()

        def apply(t: float) -> None:
            for flight in flights:
                flight.share = t

        def end_throw() -> None:
            for flight in flights:
                if flight in self.flights:
                    self.flights.remove(flight)
            self.hidden_dice.difference_update(chosen)
            self._still()

        table.animator.play(Tween(animation.DIE, apply, ease_out, start, end_throw))
        table.animator.play(wait(animation.DIE_READ if table.view.turn == table.viewer else animation.DIE_READ / 2))

    def _die_gained(self, event: ev.DieGained) -> None:
        table = self.table

        def make() -> tuple[Flight, str]:
            start = self._place(f"play.{event.card}", f"seat.{event.seat}", f"top.seat.{event.seat}")
            self._take(event)
            number = max(index for index, face in enumerate(table.view.dice) if face == event.face)
            end = self._place(f"die.{number}")
            size = max(16, round(end.width * 0.88))
            begin = pygame.Rect(0, 0, size // 2, size // 2)
            begin.center = start.center
            return Flight(
                table.art.die(event.face, size), begin, end.inflate(size - end.width, size - end.height), lift=size
            ), ""

        table.animator.play(self._fly(make, duration=animation.CARD_MOVE * 1.5, sound="die"))

    def _dice_turned(self, event: ev.DiceTurned) -> None:
        table = self.table
        table.animator.play(Tween(animation.FLIP, start=lambda: self._sound("flip"), end=lambda: self._take(event)))

    def _turn_ended(self, event: ev.TurnEnded) -> None:
        table = self.table
        cards = list(table.view.in_play)

        def begin() -> None:
            for card in table.view.in_play:
                start = self._box(f"play.{card}")
                if start is not None:
                    self.flights.append(
                        Flight(table.art.tile(card, *start.size), start, self._seat_box(event.seat), fades=True)
                    )
            self._take(event)

        def apply(t: float) -> None:
            for flight in self.flights:
                flight.share = t

        def end() -> None:
            self.flights.clear()
            self._still()

        table.animator.play(Tween(animation.CARD_MOVE if cards else 0, apply, start=begin, end=end))
