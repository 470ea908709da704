"""Words of the ladder, and of what the horror does to all at once (SAC-LADDER, SAC-MAGIC)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.core.contract import Event
from game.sacrament.effects.base import Ctx, Effect, amount, tell
from game.sacrament.magic import lower_ladder, raise_ladder

if TYPE_CHECKING:
    from game.sacrament.state import SacramentState


class Ladder(Effect, frozen=True, tag="ladder"):
    """Moves the ladder by n (a number or dice), or ``to`` a value. A fall by this re-arms no milestone."""

    n: int | str = 0
    to: int | None = None

    def apply(self, s: SacramentState, ctx: Ctx, out: list[Event] | None) -> None:
        cause = ctx.source or ("foe" if ctx.foe else "scenario")
        n = amount(s, self.n, "ladder", ctx.actor, out) if self.to is None else self.to - s.ladder
        if n > 0:
            clauses = ("SAC-MAGIC-06",) if ctx.foe else ()
            raise_ladder(s, n, cause, ctx.actor, out, clauses)
        elif n < 0:
            lower_ladder(s, -n, cause, ctx.actor, out, ("SAC-MILESTONE-04",), rearm=False)


class NextRisk(Effect, frozen=True, tag="next_risk"):
    """The next spell has n more risk."""

    n: int

    def apply(self, s: SacramentState, ctx: Ctx, out: list[Event] | None) -> None:
        s.next_risk += self.n


class Surge(Effect, frozen=True, tag="surge"):
    """All adversaries heal half their harm; PCs' attacks −1 until the fight ends (out of combat: the next fight)."""

    def apply(self, s: SacramentState, ctx: Ctx, out: list[Event] | None) -> None:
        if s.fight is None:
            s.next_surge = True
            return
        s.fight.surge = True
        for foe in s.foes.values():
            foe.harm -= foe.harm // 2


class NoCleanse(Effect, frozen=True, tag="no_cleanse"):
    """No cleanse at the next rest."""

    def apply(self, s: SacramentState, ctx: Ctx, out: list[Event] | None) -> None:
        s.no_cleanse = True


class UnsafeRest(Effect, frozen=True, tag="unsafe_rest"):
    """The next rest is unsafe."""

    def apply(self, s: SacramentState, ctx: Ctx, out: list[Event] | None) -> None:
        s.unsafe = True


class Answer(Effect, frozen=True, tag="answer"):
    """A dead thing asks one question and gets the truth."""

    def apply(self, s: SacramentState, ctx: Ctx, out: list[Event] | None) -> None:
        tell(s, "sacrament.answered", out, "answer")
