"""The Feeding Ground: six dice, one at a time, until all show one number (KAN-FEED)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Final

from game.core.contract import Action, Event
from game.kanata import actions as act
from game.kanata import barn, ground
from game.kanata.events import Declined, FeedingBegan, FeedingEnded, FeedingRolled, Stepped
from game.kanata.frames import Frame
from game.kanata.state import BIKE

if TYPE_CHECKING:
    from game.kanata.state import KanataState


def begin_feeding(s: KanataState, out: list[Event] | None) -> None:
    """A Move or Stay ended there (KAN-FEED-01)."""
    if out is not None:
        clauses = ("KAN-FEED-01",) + (("KAN-FEED-06",) if s.mount[s.turn] == BIKE else ())
        out.append(FeedingBegan(clauses=clauses, seat=s.turn))
    s.ask(FeedingMode())


class FeedingMode(Frame, frozen=True, tag="feeding_mode"):
    """FEEDING_MODE: by the clock or by a number of rolls (KAN-FEED-03); computer seats say ``rolls``."""

    own: ClassVar[bool] = True
    name: ClassVar[str] = "feeding_mode"
    clauses: ClassVar[tuple[str, ...]] = ("KAN-FEED-03",)

    def legal(self, s: KanataState) -> tuple[Action, ...]:
        return act.FEEDING_MODES

    def resolve(self, s: KanataState, action: Any, out: list[Event] | None) -> None:
        s.drop()
        timed = action.mode == "timed"
        board = s.setup.content.board["feeding"]
        s.ask(FeedingRoll(timed, board["timed_rolls"] if timed else board["rolls"], (0,) * board["dice"]))


LONGEST_CLOCK: Final = 600_000
"""More milliseconds than any clock of an escape has."""


class FeedingRoll(Frame, frozen=True, tag="feeding_roll", omit_defaults=True):
    """FEEDING_ROLL: which die to roll, by the face it shows (0: not rolled yet); in a timed escape ``time_up``.

    The clock of the window spaces the rolls; the rules cap their number (KAN-FEED-02, FEED-03). ``clock`` is what was
    left at the last roll, in milliseconds, so that whoever goes on later goes on with that; ``None``: not begun.
    """

    timed: bool
    left: int
    dice: tuple[int, ...]
    clock: int | None = None

    own: ClassVar[bool] = True
    name: ClassVar[str] = "feeding_roll"
    layout: ClassVar[str] = "dice"
    clauses: ClassVar[tuple[str, ...]] = ("KAN-FEED-02", "KAN-FEED-03")

    def legal(self, s: KanataState) -> tuple[Action, ...]:
        rolls = tuple([act.FEEDING_ROLLS[face] for face in dict.fromkeys(self.dice)])
        return (*rolls, act.TIME_UP) if self.timed else rolls

    def allows(self, action: act.FeedingRoll) -> bool:
        """Whether a roll may come with the clock that it tells: one never gains time."""
        left = LONGEST_CLOCK if self.clock is None else self.clock
        return self.timed and action.clock is not None and 0 < action.clock <= left and action.face in self.dice

    def resolve(self, s: KanataState, action: Any, out: list[Event] | None) -> None:
        s.drop()
        if type(action) is act.TimeUp:
            end_feeding(s, False, out, by_clock=True)
            return
        dice = list(self.dice)
        dice.remove(action.face)
        die = s.d6()
        dice = sorted([*dice, die])
        left = self.left - 1
        if out is not None:
            out.append(
                FeedingRolled(
                    clauses=("KAN-FEED-02",), seat=s.turn, face=die, dice=tuple(dice), left=left
                )
            )
        if dice[0] == dice[-1]:
            end_feeding(s, True, out)
        elif not left:
            end_feeding(s, False, out)
        else:
            clock = self.clock if action.clock is None else action.clock
            s.ask(FeedingRoll(self.timed, left, tuple(dice), clock))


def end_feeding(s: KanataState, escaped: bool, out: list[Event] | None, by_clock: bool = False) -> None:
    """Out onto a path (KAN-FEED-04), or something comes for you (KAN-FEED-05)."""
    if out is not None:
        clauses: tuple[str, ...] = ("KAN-FEED-04",) if escaped else ("KAN-FEED-05",)
        clauses += ("KAN-FEED-03",) if by_clock else ()
        out.append(FeedingEnded(clauses=(*clauses, "KAN-FEED-02"), seat=s.turn, escaped=escaped))
    if not escaped:
        barn.release_personal(s, s.turn, out)
    elif exits(s):
        s.ask(FeedingExit())


def exits(s: KanataState) -> list[int]:
    """The fronts of the ground without an enemy."""
    closed = ground.walk_mask(s, s.turn)
    return [front for front in s.setup.town.walk[s.setup.town.feeding] if not closed >> front & 1]


class FeedingExit(Frame, frozen=True, tag="feeding_exit"):
    """FEEDING_EXIT: a front, or none (KAN-FEED-04)."""

    own: ClassVar[bool] = True
    name: ClassVar[str] = "feeding_exit"
    layout: ClassVar[str] = "spaces"
    clauses: ClassVar[tuple[str, ...]] = ("KAN-FEED-04",)

    def legal(self, s: KanataState) -> tuple[Action, ...]:
        return (*[s.setup.tables.choose_space[space] for space in exits(s)], act.DECLINE)

    def resolve(self, s: KanataState, action: Any, out: list[Event] | None) -> None:
        s.drop()
        seat = s.turn
        if type(action) is act.Decline:
            if out is not None:
                out.append(Declined(clauses=("KAN-FEED-04",), seat=seat, what="exit"))
            return
        s.space[seat] = s.setup.town.index[action.space]
        if s.mount[seat] == BIKE:
            ground.roll_bike(s, s.space[seat])
        if out is not None:
            out.append(Stepped(clauses=("KAN-FEED-04",), seat=seat, space=action.space, left=0))
