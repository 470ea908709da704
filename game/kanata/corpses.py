"""Corpses: where they may hang, those that are hung and those that come back (KAN-CORPSE)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from game.core.contract import Action, Event
from game.kanata import actions as act
from game.kanata import ground
from game.kanata.events import CorpseHung, CorpseReturned
from game.kanata.frames import TurnedQuestion
from game.kanata.state import CAPTURED, DOWNED, NOWHERE

if TYPE_CHECKING:
    from game.kanata.state import KanataState


def corpse_cells(s: KanataState) -> int:
    """Where one more corpse may be hung (KAN-CORPSE-02), as a mask."""
    corpses = list(s.corpses)
    if len(corpses) + len(s.cleared) >= s.setup.corpse_count and corpses:
        del corpses[0]
    hung = 0
    for space in (*corpses, *s.cleared):
        hung |= 1 << space
    closed = ground.enemy_mask(s)
    for seat, status in enumerate(s.status):
        if status != CAPTURED:
            closed |= 1 << s.space[seat]
    if s.bike != NOWHERE:
        closed |= 1 << s.bike
    if s.van_started:
        closed |= 1 << s.van
    return s.setup.town.corpse_cells(hung) & ~closed


def hang_corpse(s: KanataState, space: int, out: list[Event] | None, clauses: tuple[str, ...]) -> None:
    """A corpse on a legal cell; when the supply is out the longest hanging one is moved."""
    moved = None
    if len(s.corpses) + len(s.cleared) >= s.setup.corpse_count:
        if not s.corpses:
            return
        moved = ground.name(s, s.corpses[0])
        s.corpses = s.corpses[1:]
    s.corpses = (*s.corpses, space)
    if out is not None:
        out.append(CorpseHung(clauses=(*clauses, "KAN-CORPSE-01"), space=ground.name(s, space), moved=moved))


def hang_near(s: KanataState, seat: int, out: list[Event] | None) -> None:
    """The card: on the legal cell nearest to you, at distance 1 or more."""
    mask = corpse_cells(s) & ~(1 << s.setup.town.front[s.space[seat]])
    for cell in s.setup.town.order(s.space[seat]):
        if mask >> cell & 1:
            hang_corpse(s, cell, out, ("KAN-CORPSE-02",))
            return


def return_corpses(s: KanataState, out: list[Event] | None) -> None:
    """At the end of the turn; where somebody stands, to the first legal free cell in BFS order (KAN-CORPSE-03)."""
    cleared, s.cleared = s.cleared, ()
    for space in cleared:
        legal = corpse_cells(s)
        there = space
        occupied = 0
        for seat, status in enumerate(s.status):
            if status <= DOWNED:
                occupied |= 1 << s.space[seat]
        if occupied >> space & 1:
            there = next((cell for cell in s.setup.town.order(space) if legal >> cell & 1), NOWHERE)
        if there == NOWHERE:
            continue
        s.corpses = (*s.corpses, there)
        if out is not None:
            out.append(CorpseReturned(clauses=("KAN-CORPSE-03", "KAN-TURN-11"), space=ground.name(s, there)))


def place_corpse(s: KanataState, out: list[Event] | None, clauses: tuple[str, ...]) -> None:
    """A corpse of your choice; where none may hang, nothing (KAN-CORPSE-02)."""
    if corpse_cells(s):
        s.ask(CorpsePlace(clauses))


class CorpsePlace(TurnedQuestion, frozen=True, tag="corpse_place"):
    """CORPSE_PLACE: where the corpse hangs."""

    because: tuple[str, ...]

    name: ClassVar[str] = "corpse_place"
    layout: ClassVar[str] = "spaces"
    clauses: ClassVar[tuple[str, ...]] = ("KAN-CORPSE-02", "KAN-TURNED-07")

    def legal(self, s: KanataState) -> tuple[Action, ...]:
        cells = corpse_cells(s)
        if not cells:
            return (act.DECLINE,)
        return tuple([action for space, action in s.setup.tables.ground_spaces if cells >> space & 1])

    def resolve(self, s: KanataState, action: Any, out: list[Event] | None) -> None:
        s.drop()
        if type(action) is act.ChooseSpace:
            hang_corpse(s, s.setup.town.index[action.space], out, (*self.because, "KAN-CORPSE-02"))
