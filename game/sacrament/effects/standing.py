"""Words for what somebody bears: conditions, defence, tokens, bonuses; and those that reactions are made of."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import field

from game.core.contract import Event
from game.sacrament.effects.base import Ctx, Effect, foes_of, seats_of
from game.sacrament.events import BonusGained
from game.sacrament.harm import add_condition, change_durability, end_condition, give_tokens, set_ward, take_guard
from game.sacrament.values import Mod

if TYPE_CHECKING:
    from game.sacrament.state import SacramentState


class AddCond(Effect, frozen=True, tag="cond"):
    """A condition on the targets (adversaries or PCs), on all of a kind, or on ``who``."""

    name: str
    until: str
    who: str = "target"

    def apply(self, s: SacramentState, ctx: Ctx, out: list[Event] | None) -> None:
        foes = foes_of(s, ctx, self.who)
        for foe in foes:
            add_condition(foe, self.name, self.until, out)
        if not foes and not (self.who == "target" and ctx.tokens):
            for seat in seats_of(s, ctx, self.who, out):
                add_condition(s.pc(seat), self.name, self.until, out)


class Clear(Effect, frozen=True, tag="clear"):
    """Ends conditions."""

    names: tuple[str, ...]
    who: str = "target"

    def apply(self, s: SacramentState, ctx: Ctx, out: list[Event] | None) -> None:
        for seat in seats_of(s, ctx, self.who, out):
            for name in self.names:
                end_condition(s.pc(seat), name, out)


class Ward(Effect, frozen=True, tag="ward"):
    """Warded n: n dice more against the next hit."""

    n: int
    who: str = "target"

    def apply(self, s: SacramentState, ctx: Ctx, out: list[Event] | None) -> None:
        for seat in seats_of(s, ctx, self.who, out):
            set_ward(s.pc(seat), self.n, out)


class TakeGuard(Effect, frozen=True, tag="guard"):
    """A ready Guard for the user."""

    def apply(self, s: SacramentState, ctx: Ctx, out: list[Event] | None) -> None:
        take_guard(s.pc(ctx.actor), ctx.source, out)


class Tokens(Effect, frozen=True, tag="tokens"):
    """Tokens to the pool of the user or (``to: target``) of the target, within 0 and 6."""

    n: int
    to: str = "user"

    def apply(self, s: SacramentState, ctx: Ctx, out: list[Event] | None) -> None:
        for seat in seats_of(s, ctx, self.to, out):
            give_tokens(s.pc(seat), self.n, ctx.source, out, ("SAC-TOKEN-06",))


class Durability(Effect, frozen=True, tag="dur"):
    """Durability of the worn suit."""

    n: int
    who: str = "target"

    def apply(self, s: SacramentState, ctx: Ctx, out: list[Event] | None) -> None:
        for seat in seats_of(s, ctx, self.who, out):
            change_durability(s.pc(seat), self.n, out, ("SAC-ARMOUR-04",))


class Bonus(Effect, frozen=True, tag="bonus"):
    """A bonus: standing in a passive, else passing until ``next`` check, ``turn``, sot, eor, scene, scenario or
    ``used``.

    ``what``: an attribute, roll, attack, spell_attack, death, slots, durability, guard_dice, absorb, cleanse and
    others.
    ``if``: hurt (8 or more harm), light_or_bare (no more than light armour).
    """

    what: str
    n: int
    until: str = ""
    condition: str = field(default="", name="if")
    who: str = "target"

    def apply(self, s: SacramentState, ctx: Ctx, out: list[Event] | None) -> None:
        what = self.what
        for seat in seats_of(s, ctx, self.who if ctx.allies or self.who != "target" else "user", out):
            pc = s.pc(seat)
            if what == "lightless":
                pc.light = False
                s.relit()
            mods = [Mod(what, self.n, self.until)]
            if what == "next_on_tile":
                mods = [Mod(f"on:{foe.token}", self.n, "scene") for foe in s.foes.values() if foe.tile == ctx.tile]
            pc.mods = (*pc.mods, *mods)
            if out is not None:
                out.append(BonusGained(clauses=("SAC-CHECK-08",), seat=seat, what=what, n=self.n))


class Risk(Effect, frozen=True, tag="risk"):
    """Standing: the risk of the user's spells changes by n; the rise is never below 1."""

    n: int


class Evade(Effect, frozen=True, tag="evade"):
    """Reaction: a check against the attacker's difficulty; if it succeeds the attack misses."""

    attr: str


class Redirect(Effect, frozen=True, tag="redirect"):
    """Reaction: the user becomes the one who is hit; ``move``: after stepping to the ally's tile."""

    move: bool = False


class Mirror(Effect, frozen=True, tag="mirror"):
    """Reaction: the hit misses, and the attacker takes its own damage."""


class Martyr(Effect, frozen=True, tag="martyr"):
    """Reaction: stay up at 11 harm until the round ends; until then every attack hits."""


class Survive(Effect, frozen=True, tag="survive"):
    """Reaction: a death check succeeds."""
