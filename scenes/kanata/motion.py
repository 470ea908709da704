"""Movements of the Kanata table: each event as a short group of tweens, ending where the state already is."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import pygame

from game.core.contract import Event
from game.core.session import Entry
from game.kanata import actions as act
from game.kanata import events as ev
from scenes import animation, theme
from scenes.animation import Tween, call, ease_out
from scenes.kanata.cards import RATIO
from scenes.kanata.parts import ENEMY, draw_die, draw_line, draw_seat_shape
from scenes.kanata.view import Person

if TYPE_CHECKING:
    from scenes.kanata.table import KanataTable

BANNER = 1200
TURN = 1600
"""How long the words of a new turn stay; the turn does not wait for them."""
ENDING = 4200
A_LETTER = 40
"""Milliseconds that somebody needs to read a letter."""
FLOAT = 900
MARKER = 720
SHOWN_CARD = 650
"""How long a card that somebody else drew lies in the middle, before it lies at the edge to be read."""
DICE_STAY = 1500
"""How long dice stay in sight while what they bring goes on."""
FEW = 3
"""Enemies that move one after another without hurrying."""
BRISK, READ_BRISK = 0.5, 0.75
"""The share of a movement's time that it takes in a computer player's move, and of words that are to be read."""
BANNER_TEXT = theme.Style("elite", 34, spacing=1, leading=1.2)
FLOAT_TEXT = theme.Style("label_bold", 26, leading=1.0)
TOLD = (
    ev.SheriffCaught, ev.Turned, ev.Captured, ev.Downed, ev.HordeBroke, ev.AmbulanceCame, ev.BikeSmashed,
    ev.Freed, ev.Revived, ev.FeedingEnded, ev.NothingDrawn, ev.DeckRebuilt, ev.TurnSkipped, ev.TalismanUsed,
    ev.NdeUsed, ev.VanStarted, ev.AmbulanceGone, ev.AbominationWoke, ev.CardsSeen,
)  # fmt: skip
"""Events that are told across the stage."""
QUIET_ACTS = (
    act.Stay, act.AskFor, act.Refuse, act.Attach, act.UseItem, act.Consume, act.Rescue, act.GetOn, act.GetOff,
    act.GetIn, act.GetOut, act.UseTrait, act.Choose, act.ChooseFriend, act.Cease, act.Accept,
)  # fmt: skip
"""What computer players do without a movement on the town."""
SOUNDS: dict[type[Event], str] = {
    ev.SheriffCaught: "loss",
    ev.Turned: "growl",
    ev.Captured: "door",
    ev.Downed: "loss",
    ev.HordeBroke: "bell",
    ev.AmbulanceCame: "engine",
    ev.BikeSmashed: "knock",
    ev.Freed: "gain",
    ev.Revived: "gain",
    ev.TalismanUsed: "seal",
}
"""What such an event sounds like."""


@dataclass
class Banner:
    """Words across the stage, the seat they are about, and how strongly they show."""

    words: str
    seat: int | None
    share: float = 0.0


@dataclass
class Floating:
    """A few words that rise from a piece."""

    words: str
    spot: tuple[float, float]
    colour: theme.Colour
    share: float = 0.0
    row: int = 0
    """How many others rise already: it keeps below them."""


@dataclass
class Roll:
    """Dice on the stage: they tumble until `share` is 1, then show their faces."""

    dice: tuple[int, ...]
    words: str
    share: float = 0.0


def _runs(events: Sequence[Event]) -> list[list[Event]]:
    """The events in order, the steps of one piece that follow each other together: they are one way."""
    runs: list[list[Event]] = []
    for event in events:
        if runs and _follows(runs[-1][-1], event):
            runs[-1].append(event)
        else:
            runs.append([event])
    return runs


def _follows(before: Event, event: Event) -> bool:
    if isinstance(before, ev.Stepped) and isinstance(event, ev.Stepped):
        return before.seat == event.seat
    if isinstance(before, ev.EnemyMoved) and isinstance(event, ev.EnemyMoved):
        return (before.enemy, before.number) == (event.enemy, event.number)
    return False


class Motion:
    """What moves over the town. Looks only: the state is ahead of it, and skipping lands in the same place."""

    def __init__(self, table: KanataTable) -> None:
        self.table = table
        self.at: dict[str, tuple[float, float]] = {}
        """Where pieces are that are on their way, in tiles."""
        self.path: list[tuple[float, float]] = []
        """The way that an enemy is about to take."""
        self.banner: Banner | None = None
        self.floating: list[Floating] = []
        self.roll: Roll | None = None
        self.card: tuple[str, str, float] | None = None
        """Deck, card, and how far it has come to the middle."""
        self.reading = False
        """Whether that card waits until somebody has read it."""
        self.shot: tuple[tuple[float, float], tuple[float, float]] | None = None
        self.ending = ""
        """The print that lies over the stage at the end."""
        self.last_dice: tuple[int, ...] = ()
        self._marker: dict[int, float] = {}
        self._crowd = 1.0
        """By how much enemies hurry, because many move one after another."""
        self._brisk = False
        """Whether what is queued now is a computer player's move."""
        self._looks = random.Random(11)  # how dice tumble: not the game's chance

    @property
    def moved(self) -> bool:
        """Whether something is drawn over the still picture."""
        return bool(self.at or self.path or self.shot or self.floating) or any(
            one is not None for one in (self.banner, self.roll, self.card)
        )

    @property
    def marking(self) -> bool:
        """Whether a marker is on its way round a player board."""
        return bool(self._marker)

    def marker(self, person: Person) -> float:
        """Where somebody's marker is on the player board now."""
        return self._marker.get(person.seat, float(person.track))

    def clear(self) -> None:
        """Nothing moves any more."""
        self.at.clear()
        self._marker.clear()
        self.path = []
        self.card = self.shot = None
        self.ending = ""

    # Playing events

    def play(self, shown: Sequence[tuple[Sequence[Event], Entry]]) -> None:
        """Queue the movements for the events of some actions."""
        self._brisk = shown[-1][1].person is None
        runs = _runs([event for events, _ in shown for event in events])
        self._crowd = max(1.0, sum(isinstance(run[0], ev.EnemyMoved) for run in runs) / FEW)
        for run in runs:
            event = run[-1]
            method = getattr(self, f"_{event.__struct_config__.tag}", None)
            if isinstance(event, (ev.Stepped, ev.EnemyMoved)):
                self._walk(run)
            elif method is not None:
                method(event)
            elif isinstance(event, TOLD):
                self._tell(event)
            else:
                self._take(event)
        if not self.table.state.is_terminal():
            for _, entry in shown:
                self._act_word(entry)
        self.table.animator.play(call(partial(self.table.land, len(shown))))

    def _time(self, duration: float) -> float:
        """How long something takes: less while computer players move."""
        return duration * BRISK if self._brisk else duration

    def _act_word(self, entry: Entry) -> None:
        """What a computer player did that nothing else on the town shows: a word above its piece."""
        if entry.person is None and entry.action is not None and type(entry.action) in QUIET_ACTS:
            self._float(self.table.wording.done(entry), f"seat.{entry.seat}", theme.CANDLE)

    def _take(self, event: Event) -> None:
        def take() -> None:
            self.table.view.take(event)
            self.table.touch()

        self.table.animator.play(call(take))

    def _tell(self, event: Event) -> None:
        """Words across the stage, and what happened with them."""
        words = self.table.wording.event(event)
        seat = getattr(event, "seat", None)
        self._take(event)
        whose = seat if isinstance(seat, int) and seat >= 0 else None
        aside = self._brisk and isinstance(event, ev.CardsSeen)  # nothing on the town waits for it
        self._banner(words, whose, sound=SOUNDS.get(type(event), ""), stays=not aside)

    def _banner(
        self, words: str, seat: int | None, duration: float = BANNER, sound: str = "", *, stays: bool = True
    ) -> None:
        """Words across the stage; with `stays` what follows waits for them."""
        shown = Banner(words, seat)

        def show() -> None:
            self.banner = shown
            if sound:
                self.table.app.audio.play(sound)

        def move(t: float) -> None:
            shown.share = min(1.0, t * 6, (1 - t) * 6)

        def end() -> None:
            if self.banner is shown:
                self.banner = None

        duration = max(duration, A_LETTER * len(words))
        duration = duration * READ_BRISK if self._brisk and stays else duration
        tween = Tween(duration, move, lambda t: t, show, end, moves=False)
        animator = self.table.animator
        animator.play(tween if stays else call(lambda: animator.play_beside(tween)))

    def _turn_began(self, event: ev.TurnBegan) -> None:
        self._take(event)
        words = self.table.app.tr("kan.turn_of", name=self.table.person_name(event.seat), round=event.round)

        def fresh() -> None:
            self.last_dice = ()
            self.table.touch()

        self.table.animator.play(call(fresh))
        self._banner(words, event.seat, TURN, stays=False)

    def _delivered(self, event: ev.Delivered) -> None:
        """A part of the roadblock falls, and who brought what brought it down."""
        table = self.table

        def start() -> None:
            table.view.take(event)
            table.touch()
            table.stage.see([(x + 0.5, y + 0.5) for x, y in table.stage.roadblock.cells])

        def move(t: float) -> None:
            table.stage.roadblock.fall(event.item, t)

        self._banner(table.wording.event(event), event.seat, sound="seal", stays=False)
        table.animator.play(Tween(BANNER, move, lambda t: t * t, start, moves=False))

    def _horde_broke(self, event: ev.HordeBroke) -> None:
        """The horde, and the first time what panic brings."""
        self._tell(event)
        if event.panic:
            self._banner(self.table.app.tr("kan.panic"), None, BANNER * 1.5, "bell")

    def _travel(
        self, piece: str, spots: Sequence[tuple[float, float]], each: float, longest: float, land: Callable[[], None]
    ) -> None:
        """A piece goes from spot to spot."""
        legs = len(spots) - 1
        if legs < 1:
            self.table.animator.play(call(land))
            return

        def move(t: float) -> None:
            place = t * legs
            leg = min(legs - 1, int(place))
            share = place - leg
            (x0, y0), (x1, y1) = spots[leg], spots[leg + 1]
            self.at[piece] = (x0 + (x1 - x0) * share, y0 + (y1 - y0) * share)

        def end() -> None:
            land()
            self.at.pop(piece, None)
            self.table.arrange()

        self.table.animator.play(Tween(min(longest, each * legs), move, lambda t: t, None, end))

    def _spot(self, space: str) -> tuple[float, float]:
        return self.table.stage.spot(space)

    def _hid(self, event: ev.Hid) -> None:
        self._walk([event])

    def _placed(self, event: ev.Placed) -> None:
        self._go(f"seat.{event.seat}", [event.space], [event], 420)

    def _walk(self, run: Sequence[Event]) -> None:
        """One way of one piece: a person's steps, or where an enemy goes; an enemy's way is drawn first."""
        first = run[0]
        if isinstance(first, (ev.Stepped, ev.Hid)):
            spaces = [event.space for event in run if isinstance(event, (ev.Stepped, ev.Hid))]
            duration = min(animation.PATH_LONGEST, animation.STEP * len(spaces))
            self._go(f"seat.{first.seat}", spaces, run, duration, "step")
            return
        assert isinstance(first, ev.EnemyMoved)
        spaces = [space for event in run if isinstance(event, ev.EnemyMoved) for space in event.path]
        if not spaces:
            return
        piece = first.enemy if first.enemy != "abomination" else f"abomination.{first.number}"

        def announce() -> None:
            self.path = [self._here(piece, spaces[0]), *map(self._spot, spaces)]
            self.table.stage.see(self.path)
            self.table.app.audio.play("growl" if first.enemy == "abomination" else "engine")

        hurry = self._crowd if self._brisk else 1.0
        self.table.animator.play(Tween(self._time(animation.ANNOUNCE) / hurry, start=announce, moves=False))
        duration = self._time(min(animation.PATH_LONGEST, animation.STEP * max(3, len(spaces)))) / hurry
        self._go(piece, spaces, run, duration)

    def _here(self, piece: str, otherwise: str) -> tuple[float, float]:
        """Where the shown view has a piece, in tiles."""
        return self._spot(next((one.space for one in self.table.view.pieces() if one.id == piece), otherwise))

    def _go(
        self, piece: str, spaces: Sequence[str], run: Sequence[Event], duration: float, sound: str = "step"
    ) -> None:
        """A piece glides over `spaces` from wherever the shown view has it by then; then `run` has happened."""
        table = self.table
        spots: list[tuple[float, float]] = []

        def start() -> None:
            spots[:] = [self._here(piece, spaces[0]), *map(self._spot, spaces)]
            if sound:
                table.app.audio.play(sound, caption=False)

        def move(t: float) -> None:
            legs = len(spots) - 1
            if legs < 1:
                return
            leg = min(legs - 1, int(t * legs))
            share = t * legs - leg
            (x0, y0), (x1, y1) = spots[leg], spots[leg + 1]
            self.at[piece] = (x0 + (x1 - x0) * share, y0 + (y1 - y0) * share)

        def end() -> None:
            for event in run:
                table.view.take(event)
            self.at.pop(piece, None)
            self.path = []
            table.arrange()

        table.animator.play(Tween(duration, move, lambda t: t, start, end))

    def _dice_rolled(self, event: ev.DiceRolled) -> None:
        words = self.table.app.tr(f"kan.roll.{event.cause}", total=event.total)
        self._dice(event.dice, words)

        def keep() -> None:
            self.last_dice = event.dice

        self.table.animator.play(call(keep))

    def _dice(self, dice: tuple[int, ...], words: str) -> None:
        """Dice tumble, then can be read: in a computer player's move while what they bring goes on already."""
        roll = Roll(dice, words)
        animator = self.table.animator

        def show() -> None:
            self.roll = roll
            self.table.app.audio.play("die")

        def move(t: float) -> None:
            roll.share = t

        def end() -> None:
            roll.share = 1.0

        def over() -> None:
            if self.roll is roll:
                self.roll = None

        animator.play(Tween(self._time(animation.DIE), move, ease_out, show, end, moves=False))
        if self._brisk:
            animator.play(call(lambda: animator.play_beside(Tween(DICE_STAY, end=over, moves=False))))
        else:
            animator.play(Tween(animation.DIE_READ, end=over, moves=False))

    def _tie_rolled(self, event: ev.TieRolled) -> None:
        self._dice(event.dice, self.table.wording.event(event))

    def _door_rolled(self, event: ev.DoorRolled) -> None:
        self.table.animator.play(call(lambda: self.table.app.audio.play("door")))
        self._dice((event.die,), self.table.wording.event(event))

    def _occult_rolled(self, event: ev.OccultRolled) -> None:
        self._banner(self.table.wording.event(event), event.seat)

    def _dynamite_thrown(self, event: ev.DynamiteThrown) -> None:
        self._dice((event.die,), self.table.wording.event(event))

    def _shot_fired(self, event: ev.ShotFired) -> None:
        table = self.table
        start = self._spot(table.view.persons[event.seat].space)
        ids = {"sheriff": "sheriff", "ambulance": "ambulance", "abomination": f"abomination.{event.number}"}
        piece = ids.get(event.enemy, f"seat.{event.victim}")
        space = event.space or next((one.space for one in table.view.pieces() if one.id == piece), "")

        def flash() -> None:
            if space:
                self.shot = (start, self._spot(space))
            table.app.audio.play("shot")

        def over() -> None:
            self.shot = None

        table.animator.play(Tween(self._time(240), start=flash, moves=False))
        self._dice(event.dice, table.wording.event(event))
        self._take(event)
        table.animator.play(call(over))

    def _marker_moved(self, event: ev.MarkerMoved) -> None:
        """The marker goes forward to where it stands then, and stays there."""
        table = self.table
        ends: list[int] = []

        def start() -> None:
            person = table.view.persons[event.seat]
            total = len(table.view.track_of(person))
            ends[:] = [person.track, person.track + (event.index - person.track) % total]
            table.show_person(event.seat)

        def move(t: float) -> None:
            if ends:
                self._marker[event.seat] = ends[0] + (ends[1] - ends[0]) * t

        def end() -> None:
            table.view.take(event)
            self._marker.pop(event.seat, None)
            table.touch()

        table.animator.play(Tween(self._time(MARKER), move, lambda t: t, start, end))

    def _card_drawn(self, event: ev.CardDrawn) -> None:
        self._take(event)
        self._show_card(event.deck, event.card, event.seat)

    def _searched(self, event: ev.Searched) -> None:
        self._take(event)
        self._show_card("search", event.card, event.seat)

    def _show_card(self, deck: str, card: str, seat: int) -> None:
        """A card comes and is turned over. A person's own stays until somebody presses; one that others draw lies at
        the edge from then on, to be read whenever people want to."""
        table, animator = self.table, self.table.animator

        def show() -> None:
            self.card = (deck, card, 0.0)
            self.roll = None
            table.app.audio.play("card")

        def move(t: float) -> None:
            self.card = (deck, card, t)

        def read() -> None:
            self.reading = True
            table.tab = "stage"
            table.refresh()
            table.ui.focus_first("card_on")

        def end() -> None:
            self.card = None
            if self.reading:
                self.reading = False
                table.refresh()

        def keep() -> None:
            self.card = None
            table.keep_card(deck, card, seat)

        animator.play(Tween(self._time(animation.CARD_MOVE + animation.FLIP), move, ease_out, show))
        if self._brisk or animator.speed == animation.INSTANT:
            animator.play(Tween(SHOWN_CARD, end=keep, moves=False))
        elif table.open_card() == (deck, card):
            animator.play(call(end))  # it lies over its question
        else:
            animator.play(call(read))
            animator.play(animation.until_pressed(end))

    def _health_changed(self, event: ev.HealthChanged) -> None:
        self._take(event)
        sign = f"+{event.change}" if event.change > 0 else f"\u2212{-event.change}"
        colour = theme.GOOD_ON_DARK if event.change > 0 else theme.BAD_ON_DARK
        self._float(sign, f"seat.{event.seat}", colour, "gain" if event.change > 0 else "lose")

    def _item_gained(self, event: ev.ItemGained) -> None:
        self._take(event)
        if event.cause != "search":
            self._float(self.table.item_name(event.item), f"seat.{event.seat}", theme.CANDLE)

    def _token_gained(self, event: ev.TokenGained) -> None:
        self._take(event)
        self._float(self.table.item_name(event.token), f"seat.{event.seat}", theme.CANDLE)

    def _omen_set(self, event: ev.OmenSet) -> None:
        self._take(event)
        self._float(self.table.wording.event(event), f"seat.{event.seat}", theme.BAD_ON_DARK)

    def _effect_idle(self, event: ev.EffectIdle) -> None:
        self._float(self.table.wording.event(event), f"seat.{event.seat}", theme.BONE)

    def _horde_cube(self, event: ev.HordeCube) -> None:
        self._take(event)
        if event.cause != "horde":  # then everybody gets one
            self._float(self.table.wording.event(event), f"seat.{event.seat}", theme.BAD_ON_DARK)

    def _item_traded(self, event: ev.ItemTraded) -> None:
        self._take(event)
        self._float(self.table.item_name(event.item), f"seat.{event.receiver}", theme.CANDLE)

    def _float(self, words: str, piece: str, colour: theme.Colour, sound: str = "") -> None:
        """Words rise from a piece; nothing waits for them."""
        table, animator = self.table, self.table.animator
        shown: list[Floating] = []

        def show() -> None:
            found = next((one for one in table.view.pieces() if one.id == piece), None)
            if found is not None:
                shown.append(Floating(words, table.stage.piece_spot(found), colour, row=len(self.floating)))
                self.floating.append(shown[0])
                if sound:
                    table.app.audio.play(sound)

        def move(t: float) -> None:
            if shown:
                shown[0].share = t

        def end() -> None:
            if shown and shown[0] in self.floating:
                self.floating.remove(shown[0])

        tween = Tween(FLOAT, move, ease_out, show, end, moves=False)
        animator.play(call(lambda: animator.play_beside(tween)))
        animator.play(animation.wait(self._time(FLOAT / 4)))

    def _abomination_released(self, event: ev.AbominationReleased) -> None:
        table = self.table
        self._take(event)
        piece = f"abomination.{event.number}"
        barn = next((b.place for b in table.stage.town.town.buildings if b.name == "barn"), None)
        spots = [(barn.centerx, barn.centery) if barn is not None else self._spot(event.space), self._spot(event.space)]
        table.animator.play(call(lambda: table.stage.see(spots)))
        if event.cause != "horde":  # the horde has its own words
            self._banner(table.wording.event(event), None, sound="growl", stays=not self._brisk)
        self._travel(piece, spots, self._time(420), self._time(420), table.arrange)

    def _game_ended(self, event: ev.GameEnded) -> None:
        """One print over the whole stage, and what has happened in a sentence; any key goes on."""
        self._take(event)
        name = "escaped" if event.reason == "escaped" else "lost"
        sound = "win" if event.reason == "escaped" else "loss"

        def show() -> None:
            self.ending = name
            self.table.refresh()

        self.table.animator.play(call(show))
        self._banner(self.table.app.tr(f"kan.ended.{event.reason}"), None, ENDING, sound)

    # Drawing

    def draw_town(self, surface: pygame.Surface) -> None:
        """What lies on the town: ways, shots, rising words."""
        table, scale = self.table, self.table.app.scale
        town = table.stage.town
        if self.path:
            points = [town.point(*spot) for spot in self.path]
            draw_line(surface, theme.INK, points, scale.px(8))
            draw_line(surface, ENEMY, points, scale.px(4))
            pygame.draw.circle(surface, ENEMY, points[-1], scale.px(8))
            pygame.draw.circle(surface, theme.INK, points[-1], scale.px(8), scale.px(2))
        if self.shot is not None:
            ends = [town.point(*spot) for spot in self.shot]
            draw_line(surface, theme.CANDLE, ends, scale.px(6))
            draw_line(surface, theme.BONE, ends, scale.px(2))
        for one in self.floating:
            x, y = town.point(*one.spot)
            place = pygame.Rect(0, 0, scale.px(360), scale.px(36))
            place.center = (x, y - scale.px(30) - round(scale.px(34) * one.share) + one.row * scale.px(30))
            place.clamp_ip(table.stage.town.stage)
            slip = pygame.Rect(0, 0, min(place.width, table.app.text.measure(one.words, FLOAT_TEXT)[0]), place.height)
            slip.center = place.center
            table.app.paint.panel(surface, slip.inflate(scale.px(20), 0), "ink", "float")
            table.app.text.next_layer()
            table.app.text.draw(
                surface, one.words, place, FLOAT_TEXT, one.colour, align="center", valign="middle", wrap=False,
                must_fit=False, shadow=theme.INK,
            )  # fmt: skip

    def draw(self, surface: pygame.Surface) -> None:
        """What lies over the stage: dice, cards, words across it."""
        stage = self.table.stage.town.stage
        if self.ending:
            picture = self.table.app.assets.cover(f"kanata/endings/{self.ending}", stage.size)
            if picture is not None:
                surface.blit(picture, stage)
        if self.card is not None:
            self._draw_card(surface, stage)
        if self.roll is not None:
            self._draw_roll(surface, stage)
        if self.banner is not None:
            self._draw_banner(surface, stage)

    def card_box(self, stage: pygame.Rect) -> pygame.Rect:
        """Where a card lies in the middle of the stage, with room for a button below it."""
        scale = self.table.app.scale
        high = min(stage.height - scale.px(80), round(scale.px(420) * RATIO), round(stage.width * 0.6 * RATIO))
        box = pygame.Rect(0, 0, round(high / RATIO), high)
        box.midtop = (stage.centerx, stage.top + (stage.height - scale.px(64) - high) // 2)
        return box

    def _draw_card(self, surface: pygame.Surface, stage: pygame.Rect) -> None:
        assert self.card is not None
        deck, card, share = self.card
        app = self.table.app
        width = self.card_box(stage).width
        turn = min(1.0, share * 1.6)
        art = self.table.art
        front = turn > 0.5 or app.settings.reduced_motion
        image = art.front(deck, card, width) if front else art.back(deck, width)
        squeeze = abs(2 * turn - 1) if not app.settings.reduced_motion else 1.0
        shown = max(8, round(width * max(0.04, squeeze)))
        if shown != width:
            image = pygame.transform.scale(image, (shown, image.get_height()))
        rise = round((1 - share) * app.scale.px(60))
        surface.blit(image, image.get_rect(midtop=(stage.centerx, self.card_box(stage).top + rise)))

    def _draw_roll(self, surface: pygame.Surface, stage: pygame.Rect) -> None:
        assert self.roll is not None
        app, scale = self.table.app, self.table.app.scale
        side = scale.px(72)
        gap = scale.px(14)
        settled = self.roll.share >= 1.0 or app.settings.reduced_motion
        wide = min(stage.width - scale.px(24), max(len(self.roll.dice) * (side + gap) + scale.px(40), scale.px(300)))
        words_high = app.text.measure(self.roll.words, theme.LABEL_BOLD, wide - scale.px(32))[1]
        box = pygame.Rect(0, 0, wide, side + words_high + scale.px(52))
        box.midbottom = (stage.centerx, stage.bottom - scale.px(70))
        app.paint.shadow(surface, box)
        app.paint.panel(surface, box, "parchment", "roll")
        total = len(self.roll.dice) * (side + gap) - gap
        for number, face in enumerate(self.roll.dice):
            centre = (box.centerx - total // 2 + number * (side + gap) + side // 2, box.top + scale.px(16) + side // 2)
            if settled:
                draw_die(app, surface, face, centre, side)
            else:
                phase = int(self.roll.share * 12) + number * 5
                shown = 1 + (phase * 5 + face) % 6
                hop = round(
                    abs(((self.roll.share * 3 + number * 0.3) % 1) - 0.5) * scale.px(28) * (1 - self.roll.share)
                )
                draw_die(app, surface, shown, (centre[0], centre[1] - hop), side, turn=(phase * 30) % 90)
        if settled:
            place = pygame.Rect(
                box.left + scale.px(16), box.bottom - words_high - scale.px(16), wide - scale.px(32), words_high
            )
            app.text.next_layer()
            app.text.draw(surface, self.roll.words, place, theme.LABEL_BOLD, theme.PRINT, align="center")

    def _draw_banner(self, surface: pygame.Surface, stage: pygame.Rect) -> None:
        assert self.banner is not None
        app, scale = self.table.app, self.table.app.scale
        mark = scale.px(84) if self.banner.seat is not None else 0
        room = stage.width - mark - scale.px(80)
        style = (
            BANNER_TEXT if app.text.measure(self.banner.words, BANNER_TEXT, room)[1] < scale.px(120) else theme.HEADING
        )
        words_high = app.text.measure(self.banner.words, style, room)[1]
        high = max(mark, words_high) + scale.px(36)
        key = ("kanata-banner", stage.width, high)
        band = app.assets.kept(key)
        if band is None:
            band = pygame.Surface((stage.width, high), pygame.SRCALPHA)
            band.fill((*theme.INK, 205))
            pygame.draw.line(band, theme.CANDLE, (0, scale.px(4)), (stage.width, scale.px(4)), scale.px(2))
            pygame.draw.line(
                band, theme.CANDLE, (0, high - scale.px(5)), (stage.width, high - scale.px(5)), scale.px(2)
            )
            app.assets.keep(key, band)
        place = band.get_rect(center=(stage.centerx, stage.top + round(stage.height * 0.36)))
        band.set_alpha(round(255 * self.banner.share))
        surface.blit(band, place)
        if self.banner.share < 0.6:
            return
        left = place.left + scale.px(30)
        if self.banner.seat is not None:
            draw_seat_shape(app, surface, (left + mark // 2, place.centery), mark * 0.46, self.banner.seat)
            app.paint.seat_mark(surface, (left + mark // 2, place.centery), round(mark * 0.5), self.banner.seat)
            left += mark + scale.px(16)
        words = pygame.Rect(left, place.centery - words_high // 2, place.right - left - scale.px(24), words_high)
        app.text.next_layer()
        align = "left" if self.banner.seat is not None else "center"
        app.text.draw(surface, self.banner.words, words, style, theme.BONE, align=align)
