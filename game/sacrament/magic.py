"""The Looming Horror: what raises and lowers the ladder, milestones (SAC-MAGIC, SAC-LADDER, SAC-MILESTONE)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from game.core.contract import Event
from game.sacrament.effects.base import Ctx
from game.sacrament.events import LadderMoved, MilestoneArmed, MilestonePassed
from game.sacrament.values import MILESTONES, TOP

if TYPE_CHECKING:
    from game.sacrament.content import Ability
    from game.sacrament.state import Pc, SacramentState

BANDS: Final = ((21, "risen"), (15, "waking"), (9, "stirring"), (0, "quiet"))
"""Dread bands (SAC-LADDER-05)."""
LADDER_CLAUSES = ("SAC-LADDER-01", "SAC-LADDER-02", "SAC-LADDER-04")


def dread(ladder: int) -> str:
    """The band of a ladder value: quiet, stirring, waking, risen."""
    return next(name for low, name in BANDS if ladder >= low)


def _band_clause(old: int, new: int) -> tuple[str, ...]:
    """Where the ladder comes into another band (SAC-LADDER-05)."""
    return ("SAC-LADDER-05",) if dread(old) != dread(new) else ()


def rise_of(s: SacramentState, pc: Pc, risk: int, *, spell: bool) -> int:
    """How far one use raises the ladder: its risk, never less than 1 (SAC-MAGIC-01, SAC-MAGIC-09)."""
    if spell:
        risk += pc.kit.risk + s.next_risk
    return max(1, risk)


def growth_of(ability: Ability, level: int) -> int:
    """The d6 that a spell's damage gains from its caster's level: one a token of its cost for each level above the
    spell's; one a level where it strikes several (SAC-MAGIC-10).
    """
    if not ability.is_spell:
        return 0
    several = ability.target in ("foes_in_tile", "all_foes")
    return max(0, level - ability.level) * (1 if several else ability.cost)


def raise_ladder(
    s: SacramentState, n: int, cause: str, seat: int, out: list[Event] | None, clauses: tuple[str, ...] = ()
) -> None:
    """The ladder goes up by ``n``, at most to 21; each armed milestone that it comes to is passed, lowest first."""
    old = s.ladder
    s.ladder = min(TOP, old + n)
    if out is not None and (s.ladder != old or clauses):
        out.append(
            LadderMoved(
                clauses=(*clauses, *LADDER_CLAUSES, "SAC-LADDER-03", *_band_clause(old, s.ladder)),
                cause=cause,
                old=old,
                new=s.ladder,
                seat=seat or None,
            )
        )
    for milestone in MILESTONES:
        if old < milestone <= s.ladder and milestone in s.armed:
            s.armed = tuple(other for other in s.armed if other != milestone)
            s.pending = (*s.pending, (milestone, seat))
            if out is not None:
                more = ("SAC-MILESTONE-03",) if len(s.pending) > 1 else ()
                out.append(
                    MilestonePassed(
                        clauses=("SAC-MILESTONE-01", "SAC-MILESTONE-02", "SAC-MILESTONE-04", *more), milestone=milestone
                    )
                )


def lower_ladder(
    s: SacramentState, n: int, cause: str, seat: int, out: list[Event] | None, clauses: tuple[str, ...], *, rearm: bool
) -> None:
    """The ladder goes down by ``n``, at least to 0.

    ``rearm``: milestones above it are armed again (SAC-MILESTONE-04).
    """
    old = s.ladder
    s.ladder = max(0, old - n)
    if out is not None:
        out.append(
            LadderMoved(
                clauses=(*clauses, "SAC-LADDER-02", "SAC-LADDER-03", "SAC-LADDER-04", *_band_clause(old, s.ladder)),
                cause=cause,
                old=old,
                new=s.ladder,
                seat=seat or None,
            )
        )
    if rearm:
        arm_milestones(s, out)


def arm_milestones(s: SacramentState, out: list[Event] | None) -> None:
    """Every milestone above the ladder is armed."""
    for milestone in MILESTONES:
        if s.ladder < milestone and milestone not in s.armed:
            s.armed = tuple(sorted((*s.armed, milestone)))
            if out is not None:
                out.append(MilestoneArmed(clauses=("SAC-MILESTONE-04",), milestone=milestone))


def draw_on_magic(s: SacramentState, pc: Pc, risk: int, name: str, out: list[Event] | None, *, spell: bool) -> None:
    """One use of a spell or a magic item: the ladder rises before its effect (SAC-MAGIC-02)."""
    n = rise_of(s, pc, risk, spell=spell)
    clauses: tuple[str, ...] = ("SAC-MAGIC-01", "SAC-MAGIC-02", "SAC-MAGIC-04")
    if pc.kit.risk and spell:
        clauses += ("SAC-MAGIC-09",)
    if not spell:
        clauses += ("SAC-MAGIC-05",)
    if s.fight is None:
        clauses += ("SAC-MAGIC-08",)
    if spell:
        s.next_risk = 0
    at_top = s.ladder >= TOP
    raise_ladder(s, n, name, pc.seat, out, (*clauses, "SAC-MILESTONE-06") if at_top else clauses)
    if at_top:
        # Magic keeps its price at the top (SAC-MILESTONE-06).
        s.pending = (*s.pending, (TOP, pc.seat))
    for foe in tuple(s.foes.values()):
        if spell and foe.block.on_spell and foe.special != -1 and s.band(foe.tile, pc.tile) < 3:
            foe.special = -1  # once a round
            s.setup.answers.run(s, foe.block.on_spell, Ctx(actor=pc.seat, foe=foe.token), out)
