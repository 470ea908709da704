"""What moves over the table: tokens that walk, dice that tumble, the candle on the ladder, words across the stage."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import pygame

from game.core.contract import Event
from game.core.session import Entry
from game.sacrament import events as ev
from game.sacrament.formulas import parse_formula
from scenes import animation, theme
from scenes.animation import Tween, call, ease_out, wait
from scenes.sacrament import paper

if TYPE_CHECKING:
    from scenes.sacrament.table import SacramentTable

BANNER = 900.0
FLOAT = 900.0
READ = 650.0
KEPT = 10
"""Rolls that can be looked at again."""
ROLLS = (ev.CheckRolled, ev.DiceRolled)


@dataclass
class Roll:
    """The last roll as it lies in the tray. `good`: whether it succeeded, ``None`` where that is no question."""

    dice: list[tuple[int, int]]
    sum: str
    words: str
    good: bool | None = None
    gm: bool = False
    tumbling: bool = False
    share: float = 1.0

    def face(self, number: int, sides: int) -> int:
        """What a tumbling die shows now."""
        return 1 + (round(self.share * 14) * 7 + number * 5) % sides

    def angle(self, number: int) -> float:
        """How far a die is turned now."""
        return (1 - self.share) * (420 + 60 * number) if self.tumbling else 0.0


@dataclass
class Floating:
    """Words that rise from a token and fade."""

    words: str
    id: str
    colour: theme.Colour
    share: float = 0.0


class Motion:
    """Looks only: the state is ahead of it, and skipping lands in the same place."""

    def __init__(self, table: SacramentTable) -> None:
        self.table = table
        self.at: dict[str, tuple[float, float]] = {}
        self.floats: list[Floating] = []
        self.roll: Roll | None = None
        self._thrown: Roll | None = None
        """The last roll that is on its way: several dice of one action are queued before the first is shown."""
        self.rolls: list[Roll] = []
        """The last ones, the latest first."""
        self.banner: tuple[str, str, float] | None = None
        """Words across the stage, an icon, how strongly they show."""
        self._ladder: float | None = None

    # What is shown

    def ladder(self) -> float:
        """Where the candle stands now."""
        return self._ladder if self._ladder is not None else float(self.table.view.ladder)

    def harm(self, seat: int) -> int:
        """The boxes that are marked now."""
        return self.table.view.pcs[seat].harm

    def roll_words(self) -> str:
        """The last roll in words; nothing while its dice are still in the air."""
        return f"{self.roll.sum}. {self.roll.words}" if self.roll is not None and not self.roll.tumbling else ""

    def clear(self) -> None:
        """Nothing moves any more; the dice lie as they fell."""
        self.at.clear()
        self.floats.clear()
        self.banner = None
        self._ladder = self._thrown = None
        if self.roll is not None:
            self.roll.tumbling = False

    def recall(self, entries: Sequence[Entry]) -> None:
        """Lay the last rolls of a log in the tray, as after opening a table."""
        self.roll, self._thrown, self.rolls = None, None, []
        rolled = [event for entry in entries for event in entry.events if isinstance(event, ROLLS)]
        for event in rolled[-KEPT:]:
            self.show_roll(self._check(event) if isinstance(event, ev.CheckRolled) else self._plain(event))

    # Playing events

    def play(self, events: Sequence[Event], entry: Entry) -> None:
        """Queue the movements for the events of one action."""
        for event in events:
            method = getattr(self, f"_{event.__struct_config__.tag}", None)
            if method is not None:
                method(event)
            else:
                self.table.animator.play(call(partial(self._take, event)))
        self.table.animator.play(call(self.table.land))

    def _take(self, event: Event) -> None:
        self.table.view.take(event)
        self.table.touch()

    def _sound(self, name: str) -> None:
        self.table.app.audio.play(name)

    def _say(self, words: str, icon: str = "", duration: float = BANNER, sound: str = "") -> None:
        """Words across the stage for a while."""

        def start() -> None:
            if sound:
                self._sound(sound)

        def apply(t: float) -> None:
            strength = min(1.0, t * 6, (1 - t) * 4) if t < 1 else 0.0
            self.banner = (words, icon, strength) if strength > 0 else None

        self.table.animator.play(Tween(duration, apply, ease=lambda t: t, start=start, moves=False))

    def _float(self, id: str, words: str, colour: theme.Colour, event: Event | None = None) -> None:
        """Words rise from a token; `event` happens when they appear."""
        made = Floating(words, id, colour)

        def start() -> None:
            self.floats.append(made)
            if event is not None:
                self._take(event)

        def apply(t: float) -> None:
            made.share = t
            self.table.app.invalidate()

        def end() -> None:
            if made in self.floats:
                self.floats.remove(made)

        self.table.animator.play(Tween(FLOAT, apply, ease_out, start, end, moves=False))

    def _walk(self, id: str, origin: str, to: str, event: Event) -> None:
        """A token goes from tile to tile."""
        sheet = self.table.stage.sheet
        if not origin or not to or not self.table.view.fight:
            self.table.animator.play(call(lambda: self._take(event)))
            return
        a, b = sheet.spot(origin), sheet.spot(to)

        def start() -> None:
            self.at[id] = a
            self._sound("step")

        def apply(t: float) -> None:
            self.at[id] = (a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t)
            self.table.app.invalidate()

        def end() -> None:
            self.at.pop(id, None)
            self._take(event)

        self.table.animator.play(Tween(animation.STEP * 2.2, apply, ease_out, start, end))

    def _throw(self, roll: Roll, sound: bool = True) -> None:
        """Dice tumble in the tray and are then to be read."""

        self._thrown = roll

        def start() -> None:
            roll.tumbling, roll.share = True, 0.0
            self.roll = roll
            if sound:
                self._sound("die")
            self.table.refresh()

        def apply(t: float) -> None:
            roll.share = t
            self.table.touch()

        def end() -> None:
            roll.tumbling, roll.share = False, 1.0
            self.show_roll(roll)
            self.table.refresh()

        self.table.animator.play(Tween(animation.DIE, apply, ease_out, start, end), wait(READ))

    def show_roll(self, roll: Roll) -> None:
        """Lay a roll in the tray."""
        self.roll, self._thrown = roll, None if self._thrown is roll else self._thrown
        self.rolls = [roll, *self.rolls][:KEPT]

    # Events

    def _moved(self, event: ev.Moved) -> None:
        self._walk(
            f"pc.{event.seat}" if event.seat is not None else f"foe.{event.token}", event.origin, event.to, event
        )

    def _check_rolled(self, event: ev.CheckRolled) -> None:
        self._throw(self._check(event))

    def _check(self, event: ev.CheckRolled) -> Roll:
        """A check as it lies in the tray; of a hidden one only that it was rolled."""
        table = self.table
        name = table.wording.names[event.seat]
        if event.hidden and not event.die:
            return Roll([(20, 0)], "?", table.app.tr("sac.roll.hidden", name=name), None, gm=True)
        bonus = event.total - event.die
        key = "sac.roll.beats" if event.success else "sac.roll.short"
        total = table.app.tr(
            key if event.difficulty else f"{key}.veiled", die=event.die,
            bonus=paper.added(bonus), difficulty=event.difficulty,
        )  # fmt: skip
        if event.target:
            key = "sac.roll.hit" if event.success else "sac.roll.miss"
        else:
            key = "sac.roll.good" if event.success else "sac.roll.bad"
        words = table.app.tr(key, name=name, what=table.what_words(event))
        return Roll([(20, event.die)], total, words, event.success)

    def _dice_rolled(self, event: ev.DiceRolled) -> None:
        self._throw(self._plain(event))

    def _plain(self, event: ev.DiceRolled) -> Roll:
        """Dice that are no check; damage lies beside the attack that it came from."""
        sides = 20 if event.label == "death" else 6
        shown = [(sides, value) for value in event.dice]
        before = self._thrown or self.roll
        last = before.dice[0] if before is not None and before.dice else None
        if last is not None and last[0] == 20 and event.label == "damage" and event.seat is not None:
            shown = [last, *shown]
        return Roll(shown, str(event.total), self.table.dice_words(event))

    def _cleansed(self, event: ev.Cleansed) -> None:
        words = self.table.wording.event(event)
        self._throw(Roll([(6, value) for value in event.dice], str(event.total), words, True))
        self.table.animator.play(call(lambda: self._take(event)))

    def _gm_rolled(self, event: ev.GmRolled) -> None:
        app = self.table.app
        if not event.dice:
            self._throw(Roll([(20, 0)], "?", app.tr("sac.roll.gm"), None, gm=True))
            return
        self._throw(
            Roll(
                [(_sides(event.formula), value) for value in event.dice], str(event.total), event.formula, None, gm=True
            )
        )

    def _show_rolled(self, event: ev.ShowRolled) -> None:
        name = self.table.wording.names[event.seat]
        words = self.table.app.tr("sac.roll.show", name=name, formula=event.formula)
        self._throw(Roll([(_sides(event.formula), value) for value in event.dice], str(event.total), words))

    def _ladder_moved(self, event: ev.LadderMoved) -> None:
        self._climb(event.old, event.new, event)

    def _token_spent(self, event: ev.TokenSpent) -> None:
        self._say(self.table.app.tr("sac.banner.token", old=event.old, new=event.new), "evil-eyes", sound="bell")
        self.table.animator.play(call(lambda: self._take(event)))

    def _climb(self, old: int, new: int, event: Event) -> None:
        """The candle goes up or down the ladder."""

        def start() -> None:
            self._sound("seal" if new > old else "gain")

        def apply(t: float) -> None:
            self._ladder = old + (new - old) * t
            self.table.touch()

        def end() -> None:
            self._ladder = None
            self._take(event)

        self.table.animator.play(Tween(380.0, apply, ease_out, start, end))

    def _milestone_passed(self, event: ev.MilestonePassed) -> None:
        app = self.table.app
        self.table.animator.play(call(lambda: self._take(event)))
        self._say(
            app.tr(f"sac.milestone.{event.milestone}"), paper.MILESTONE_ICONS[event.milestone], BANNER * 1.4, "bell"
        )

    def _aftershock(self, event: ev.Aftershock) -> None:
        words = self.table.wording.event(event)
        self._throw(Roll([(6, event.die)], str(event.die), words))

    def _harm_marked(self, event: ev.HarmMarked) -> None:
        if not event.n:
            self.table.animator.play(call(lambda: self._take(event)))
            return
        self._float(f"pc.{event.seat}", f"−{event.n}", theme.BAD_ON_DARK, event)

    def _wounds_healed(self, event: ev.WoundsHealed) -> None:
        self._float(f"pc.{event.seat}", f"+{event.healed * 4}", theme.GOOD_ON_DARK, event)

    def _foe_hurt(self, event: ev.FoeHurt) -> None:
        self._float(f"foe.{event.token}", f"−{event.n}", theme.CANDLE, event)

    def _blow_missed(self, event: ev.BlowMissed) -> None:
        self._float(f"pc.{event.victim}", self.table.app.tr("sac.float.missed"), theme.BONE, event)

    def _foe_out(self, event: ev.FoeOut) -> None:
        self._float(f"foe.{event.token}", self.table.app.tr("sac.float.out"), theme.CANDLE)
        self.table.animator.play(call(lambda: self._take(event)))

    def _pc_fell(self, event: ev.PcFell) -> None:
        self.table.animator.play(call(lambda: self._take(event)))
        self._say(self.table.app.tr("sac.banner.fell", name=self.table.wording.names[event.seat]), "death-zone")

    def _fight_began(self, event: ev.FightBegan) -> None:
        self.table.animator.play(call(self.table.open_map))
        self._say(self.table.app.tr(f"sacrament.option.fight.{event.fight}"), "crossed-swords", BANNER * 1.3, "bell")

    def _round_began(self, event: ev.RoundBegan) -> None:
        self.table.animator.play(call(lambda: self._take(event)))
        self._say(self.table.app.tr("sac.banner.round", round=event.round), "hourglass")

    def _turn_began(self, event: ev.TurnBegan) -> None:
        self.table.animator.play(call(lambda: self._take(event)))
        if event.seat != self.table.viewer or len(self.table.session.persons()) > 1:
            self._say(self.table.app.tr("sac.banner.turn", name=self.table.wording.names[event.seat]), "")

    def _foes_began(self, event: ev.FoesBegan) -> None:
        self._say(self.table.app.tr("sac.banner.foes_early" if event.early else "sac.banner.foes"), "daemon-skull")

    def _fight_ended(self, event: ev.FightEnded) -> None:
        self._say(self.table.app.tr(f"sacrament.outcome.{event.result}"), "crossed-swords", BANNER * 1.3)

    def _scene_entered(self, event: ev.SceneEntered) -> None:
        self._sound("paper")
        self.table.animator.play(call(lambda: self._take(event)))

    def _note_taken(self, event: ev.NoteTaken) -> None:
        self._sound("quill")
        self.table.animator.play(call(lambda: self._take(event)))

    def _ending_reached(self, event: ev.EndingReached) -> None:
        self._say(self.table.app.tr(f"sacrament.outcome.{event.ending}"), "tied-scroll", BANNER * 2, "bell")

    # Drawing

    def draw_map(self, surface: pygame.Surface) -> None:
        """What lies over the tokens: words that rise."""
        app = self.table.app
        for one in self.floats:
            box = self.table.stage.token_box(one.id)
            if not self.table.stage.sheet.stage.colliderect(box):
                continue
            size = max(18, round(box.width * 0.5))
            font = app.text.font("AlegreyaSans-700", size)
            front, back = font.render(one.words, True, one.colour), font.render(one.words, True, theme.INK)
            centre = (box.centerx, box.top - round(box.height * 0.5 * one.share))
            alpha = round(255 * min(1.0, (1 - one.share) * 2.2))
            for image, dx, dy in ((back, 2, 2), (back, -1, -1), (front, 0, 0)):
                image.set_alpha(alpha)
                surface.blit(image, image.get_rect(center=(centre[0] + dx, centre[1] + dy)))

    def draw(self, surface: pygame.Surface) -> None:
        """The banner over the stage."""
        if self.banner is None:
            return
        words, icon, strength = self.banner
        app, scale, stage = self.table.app, self.table.app.scale, self.table.frame.stage
        style = paper.fit(app, words, paper.UNCIAL.sized(36), stage.width - scale.px(200), 16)
        key = ("sac-banner", words, icon, stage.size, style.size)
        image = app.assets.kept(key)
        if image is None:
            wide, high = app.text.measure(words, style)
            image = pygame.Surface((stage.width, high + scale.px(44)), pygame.SRCALPHA)
            image.fill((*theme.INK, 222))
            for y in (scale.px(5), image.get_height() - scale.px(6)):
                pygame.draw.line(image, theme.GOLD, (0, y), (image.get_width(), y), max(1, scale.px(1.5)))
            left = (image.get_width() - wide) // 2
            if icon:
                side = round(high * 0.86)
                mark = app.assets.icon(icon, side, theme.CANDLE)
                image.blit(mark, mark.get_rect(midright=(left - scale.px(12), image.get_height() // 2)))
            recorder, app.text.recorder = app.text.recorder, None
            place = pygame.Rect(left, 0, wide + 4, image.get_height())
            app.text.draw(image, words, place, style, theme.BONE, valign="middle", wrap=False)
            app.text.recorder = recorder
            app.assets.keep(key, image)
        image.set_alpha(round(255 * strength))
        surface.blit(image, image.get_rect(midtop=(stage.centerx, stage.top + round(stage.height * 0.3))))


def _sides(formula: str) -> int:
    """How many faces the dice of a rolled formula have, for their picture."""
    return parse_formula(formula).sides
