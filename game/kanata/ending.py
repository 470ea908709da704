"""The end: the roadblock falls, or nobody can stand against it any more (KAN-WIN, LOSE)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.core.contract import Event, Outcome
from game.kanata.events import GameEnded
from game.kanata.state import CAPTURED, DOWNED, LOST, STANDING, STATUS, TURNED, WON

if TYPE_CHECKING:
    from game.kanata.state import KanataState


def check_loss(s: KanataState, out: list[Event] | None) -> None:
    """No human stands any more, hidden and in vehicles included (KAN-LOSE-01, LOSE-02). A win was checked before."""
    if not s.result and STANDING not in s.status:
        finish(s, LOST, out)


def finish(s: KanataState, result: int, out: list[Event] | None) -> None:
    """Nothing is asked any more."""
    s.result = result
    s.stack = ()
    if out is not None:
        clauses: tuple[str, ...] = ("KAN-WIN-03", "KAN-SETUP-11") if result == WON else ("KAN-LOSE-01",)
        if result == LOST and len(s.status) == 1:
            clauses += ("KAN-SETUP-10",)
        out.append(GameEnded(clauses=clauses, reason=reason(s), winners=winners(s)))


def reason(s: KanataState) -> str:
    """How it ended: escaped, or how the last could no longer act (a captive, else a downed human, among them)."""
    if s.result == WON:
        return "escaped"
    if CAPTURED in s.status:
        return "captured"
    return "downed" if DOWNED in s.status else "all_turned"


def winners(s: KanataState) -> tuple[int, ...]:
    """Humans after an escape; after a loss the turned who have served the town for a turn (KAN-WIN-03, LOSE-01)."""
    if s.result == LOST:
        return tuple(seat for seat, status in enumerate(s.status) if status == TURNED and s.served >> seat & 1)
    return tuple(seat for seat, status in enumerate(s.status) if status != TURNED)


def returns(s: KanataState) -> list[float]:
    """1 for each who has reached the own side's goal, -1 for the others."""
    if not s.result:
        return [0.0] * len(s.status)
    won = winners(s)
    return [1.0 if seat in won else -1.0 for seat in range(len(s.status))]


def outcome(s: KanataState) -> Outcome:
    """Who won, and how it stood."""
    won = winners(s)
    return Outcome(
        reason=reason(s),
        winners=won,
        lost=s.result == LOST,
        ranks=tuple(1 if seat in won else 2 if won else 1 for seat in range(len(s.status))),
        scores=(),
        details={
            "rounds": s.round,
            "status": tuple(STATUS[status] for status in s.status),
            "monoliths": s.monoliths,
            "wall": s.wall,
            "cubes_left": sum(s.supply),
            "panic": s.panic,
        },
    )
