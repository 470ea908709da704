"""What every word of the effect vocabulary is made of: whom it means, how much, in whose name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from game.core.contract import Event
from game.sacrament.events import DiceRolled, Picked, Told
from game.sacrament.formulas import parse_damage

if TYPE_CHECKING:
    from game.sacrament.effects.lists import Effects
    from game.sacrament.state import Foe, SacramentState


AFTERSHOCK = "aftershock_"
"""How ``Ctx.source`` of an aftershock begins; its milestone follows."""


class Ctx(Struct, frozen=True, omit_defaults=True):
    """Who does it, to whom, with what.

    ``actor``, ``allies``: seats; ``foe``: the acting adversary; ``tokens``: targets.
    """

    actor: int = 0
    foe: str = ""
    tokens: tuple[str, ...] = ()
    allies: tuple[int, ...] = ()
    tile: int = -1
    source: str = ""
    weapon: str = ""
    spell: bool = False
    grow: int = 0
    """Dice that a spell's damage gains from its caster's level (SAC-MAGIC-10)."""
    strike: bool = False
    reach: int = 1
    tier: int = 1
    helper: int = 0


class Effect(Struct, frozen=True, tag_field="word", forbid_unknown_fields=True, omit_defaults=True):
    """A word of the vocabulary."""

    def apply(self, s: SacramentState, ctx: Ctx, out: list[Event] | None) -> None:
        """Carry it out."""
        raise AssertionError(f"{self} cannot be carried out")

    def inner(self) -> tuple[Effects, ...]:
        """The lists of effects inside it."""
        return ()

    def beasts(self) -> tuple[str, ...]:
        """The adversaries it names."""
        return ()


def seats_of(s: SacramentState, ctx: Ctx, who: str, out: list[Event] | None = None) -> tuple[int, ...]:
    """The PCs that a word like ``roller``, ``all`` or ``random`` means now."""
    if who in ("target", "roller", "user", ""):
        if who == "target" and (ctx.allies or ctx.tokens):
            return ctx.allies
        if who == "roller" and ctx.helper:
            return tuple(sorted((ctx.actor, ctx.helper)))
        return (ctx.actor,) if ctx.actor else random_pc(s, out)
    if who in ("all", "each"):
        return tuple(pc.seat for pc in s.living())
    if who in ("one", "causer"):
        return (ctx.actor,) if ctx.actor and not s.pc(ctx.actor).dead else random_pc(s, out)
    if who == "random":
        return random_pc(s, out)
    if who == "last":
        return tuple(pc.seat for pc in s.living())[-1:]
    return ()


def random_pc(s: SacramentState, out: list[Event] | None) -> tuple[int, ...]:
    """One PC present and able, each equally likely, and written down (SAC-GM-12)."""
    able = [pc.seat for pc in s.able()] or [pc.seat for pc in s.living()]
    if not able:
        return ()
    seat = s.pick(able, "pc")
    if out is not None and len(able) > 1:
        out.append(Picked(clauses=("SAC-GM-12",), what="pc", seat=seat))
    return (seat,)


def foes_of(s: SacramentState, ctx: Ctx, who: str) -> list[Foe]:
    """The adversaries that ``who`` means: the targets, the leader, or all of a kind."""
    if who == "target":
        return [s.foes[token] for token in ctx.tokens if token in s.foes]
    if who == "leader":
        leader = s.setup.leader_of(s)
        return [leader] if leader else []
    return [foe for foe in s.foes.values() if foe.kind == who]


def amount(s: SacramentState, n: int | str, label: str, seat: int, out: list[Event] | None) -> int:
    """A number of content, its dice rolled."""
    if isinstance(n, int):
        return n
    parsed = parse_damage(n)
    dice = tuple(s.d6(seat or None) for _ in range(abs(parsed.dice)))
    total = (sum(dice) if parsed.dice >= 0 else -sum(dice)) + parsed.plus
    if out is not None and dice:
        out.append(
            DiceRolled(clauses=("SAC-DICE-04", "SAC-DICE-01"), label=label, dice=dice, total=total, seat=seat or None)
        )
    return total


def tell(s: SacramentState, key: str, out: list[Event] | None, about: str = "") -> None:
    """Words for the players."""
    if out is not None:
        clause = "SAC-CHECK-04" if about in ("fail", "cost") else "SAC-GM-02"
        out.append(Told(clauses=(clause,), key=key, about=about))
