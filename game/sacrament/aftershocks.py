"""Aftershocks: a d6 on the table of a milestone, applied between actions (SAC-MILESTONE)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.core.contract import Event
from game.sacrament.effects.base import AFTERSHOCK, Ctx, random_pc
from game.sacrament.effects.lists import run
from game.sacrament.events import Aftershock

if TYPE_CHECKING:
    from game.sacrament.state import SacramentState


def begin_aftershock(s: SacramentState, out: list[Event] | None) -> None:
    """The next milestone of the queue: rolled openly by the causer, its effects carried out (SAC-MILESTONE-05)."""
    (milestone, causer), s.pending = s.pending[0], s.pending[1:]
    if not s.living():
        return
    if not causer or s.pc(causer).dead:
        causer = random_pc(s, out)[0]
    die = s.d6(causer)
    if out is not None:
        clauses = ["SAC-MILESTONE-01", "SAC-MILESTONE-05", "SAC-DICE-04"]
        if milestone in s.setup.scenario.tables:
            clauses.append("SAC-MILESTONE-07")
        out.append(Aftershock(clauses=tuple(clauses), milestone=milestone, die=die, causer=causer))
    run(s, s.setup.tables[milestone][die - 1], Ctx(actor=causer, source=f"{AFTERSHOCK}{milestone}"), out)
