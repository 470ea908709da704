"""Words that hurt and heal: damage and harm, Wounds healed, the fallen woken."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from msgspec import structs

from game.core.contract import Action, Event, Values
from game.sacrament.actions import ChoosePc, Done
from game.sacrament.effects.base import Ctx, Effect, amount, foes_of, seats_of
from game.sacrament.effects.field import ask_push
from game.sacrament.events import DiceRolled
from game.sacrament.formulas import parse_damage
from game.sacrament.frames import Frame
from game.sacrament.harm import HEAL_CLAUSES, SPELL_HEAL, heal_wounds, hurt_foe, mark_harm, take_guard

if TYPE_CHECKING:
    from game.sacrament.state import Foe, Pc, SacramentState


class Dmg(Effect, frozen=True, tag="dmg"):
    """Damage to each target, rolled once.

    ``W``: the weapon's dice; ``per_wound``: a d6 more for each Wound of the user.
    """

    dice: str
    per_wound: int = 0

    def apply(self, s: SacramentState, ctx: Ctx, out: list[Event] | None) -> None:
        foes = foes_of(s, ctx, "target")
        if not foes:
            return
        pc = s.pc(ctx.actor)
        parsed = parse_damage(self.dice)
        extra = parsed.dice + ctx.grow + self.per_wound * pc.wounds
        total, pierces = roll_damage(s, pc, ctx.weapon, parsed.weapon, extra, parsed.plus, foes, ctx, out)
        for foe in foes:
            hurt_foe(s, foe, total, ctx.actor, out, strike=ctx.strike, pierces=pierces)


def roll_damage(
    s: SacramentState,
    pc: Pc,
    weapon: str,
    times: int,
    extra: int,
    plus: int,
    foes: list[Foe],
    ctx: Ctx,
    out: list[Event] | None,
) -> tuple[int, bool]:
    """Damage dice of a hit: the weapon's ``times`` over, ``extra`` d6, ``plus``; and whether it pierces hide.

    Unarmed: a d6 halved, rounded up (SAC-GEAR-06).
    """
    content = s.setup.content
    pierces = False
    count = extra
    arms = None
    if times and weapon:
        item = pc.kit.weapons[weapon]
        arms = content.weapons[item.id]
        count += times * item.tier
        pierces = arms.pierces
    elif times:
        count += 1
    dice = [s.d6(pc.seat) for _ in range(count)]
    if arms is not None:
        if arms.reroll_ones:
            dice = [s.d6(pc.seat) if die == 1 else die for die in dice]
        if arms.holy and dice and any(tag in ("dead", "horror") for foe in foes for tag in foe.block.tags):
            low = min(range(len(dice)), key=dice.__getitem__)
            if dice[low] <= 3:
                dice[low] = s.d6(pc.seat)
    total = sum(dice) + plus
    if times and not weapon:
        total = (total + 1) // 2
    if out is not None:
        clauses: tuple[str, ...] = ("SAC-ATTACK-02", "SAC-DICE-04")
        if arms is not None:
            clauses += ("SAC-GEAR-02",)
        elif times:
            clauses += ("SAC-GEAR-06",)
        if ctx.grow:
            clauses += ("SAC-MAGIC-10",)
        if len(foes) > 1:
            clauses += ("SAC-ATTACK-05", "SAC-ATTACK-07")
        out.append(DiceRolled(clauses=clauses, label="damage", dice=tuple(dice), total=total, seat=pc.seat))
    if arms is not None and arms.push:
        for foe in foes:
            ask_push(s, pc.seat, foe, True, out)
    return total, pierces


class Harm(Effect, frozen=True, tag="harm"):
    """Harm without armour to PCs, or (``leader`` or a kind) to adversaries.

    ``scaled``: with the party's size and level.
    """

    n: int | str
    who: str = "target"
    scaled: bool = False

    def apply(self, s: SacramentState, ctx: Ctx, out: list[Event] | None) -> None:
        foes = [] if self.who == "target" and not ctx.tokens else foes_of(s, ctx, self.who)
        seats = () if foes else seats_of(s, ctx, self.who, out)
        for foe in foes:
            n = amount(s, self.n, "harm", 0, out)
            hurt_foe(s, foe, s.setup.scaled(s, n) if self.scaled else n, 0, out, hit=False)
        for seat in seats:
            pc = s.pc(seat)
            n = max(0, amount(s, self.n, "harm", seat, out))
            mark_harm(s, pc, n, ctx.source or "scenario", out, ("SAC-ARMOUR-10",))


class PayHarm(Effect, frozen=True, tag="pay_harm"):
    """The user marks boxes as part of the cost; not allowed if it would bring harm to 12."""

    n: int

    def apply(self, s: SacramentState, ctx: Ctx, out: list[Event] | None) -> None:
        mark_harm(s, s.pc(ctx.actor), self.n, ctx.source, out, ("SAC-ARMOUR-10",))


class Heal(Effect, frozen=True, tag="heal"):
    """Heals n Wounds of each target."""

    n: int
    who: str = "target"

    def apply(self, s: SacramentState, ctx: Ctx, out: list[Event] | None) -> None:
        seats = seats_of(s, ctx, self.who, out)
        clauses = SPELL_HEAL if ctx.spell else HEAL_CLAUSES
        for seat in seats:
            more = ("SAC-HEAL-08", "SAC-HEAL-03") if len(seats) > 1 else ()
            heal_wounds(s, s.pc(seat), self.n, ctx.source, out, (*clauses, *more))


class Share(Effect, frozen=True, tag="share"):
    """n Wounds in all, divided by the user among allies in range, one at a time.

    ``guard_raised``: who stands up is on guard.
    """

    n: int
    guard_raised: bool = False

    def apply(self, s: SacramentState, ctx: Ctx, out: list[Event] | None) -> None:
        s.ask(ShareOut(self.n, self.guard_raised, ctx))
        _settle_share(s, out)


class ShareOut(Frame, frozen=True, tag="share_out"):
    """Whom the next Wound is healed of."""

    left: int
    guard_raised: bool
    ctx: Ctx

    boundary: ClassVar[bool] = False
    name: ClassVar[str] = "share_healing"
    layout: ClassVar[str] = "seats"
    clauses: ClassVar[tuple[str, ...]] = ("SAC-HEAL-08",)

    def seat(self, s: SacramentState) -> int:
        return self.ctx.actor

    def choices(self, s: SacramentState) -> list[int]:
        user = s.pc(self.ctx.actor)
        return [
            pc.seat
            for pc in s.pcs
            if not pc.dead and pc.wounds and (s.fight is None or s.band(user.tile, pc.tile) <= self.ctx.reach)
        ]

    def legal(self, s: SacramentState) -> tuple[Action, ...]:
        return (*(ChoosePc(ally=seat) for seat in self.choices(s)), Done())

    def resolve(self, s: SacramentState, action: Any, out: list[Event] | None) -> None:
        s.drop()
        if type(action) is Done:
            return
        _heal_share(s, self, action.ally, out)
        if self.left > 1:
            s.ask(structs.replace(self, left=self.left - 1))
            _settle_share(s, out)

    def values(self, s: SacramentState) -> Values:
        return {"left": self.left}


def _heal_share(s: SacramentState, frame: ShareOut, seat: int, out: list[Event] | None) -> None:

    pc = s.pc(seat)
    was_dying = pc.dying
    heal_wounds(s, pc, 1, frame.ctx.source, out, (*SPELL_HEAL, "SAC-HEAL-08"))
    if was_dying and frame.guard_raised:
        take_guard(pc, frame.ctx.source, out)


def _settle_share(s: SacramentState, out: list[Event] | None) -> None:
    """With the share on top: nobody left to heal ends it."""
    frame = s.stack[-1]
    assert isinstance(frame, ShareOut)
    if not frame.choices(s):
        s.drop()


class Spare(Effect, frozen=True, tag="spare"):
    """After a defeat: PCs who are not dead wake with 8 harm."""

    def apply(self, s: SacramentState, ctx: Ctx, out: list[Event] | None) -> None:
        wake(s, out)


class Rescue(Effect, frozen=True, tag="rescue"):
    """The PCs who live are cut loose at 8 harm."""

    def apply(self, s: SacramentState, ctx: Ctx, out: list[Event] | None) -> None:
        wake(s, out)


def wake(s: SacramentState, out: list[Event] | None) -> None:
    """Who is not dead wakes with 8 harm (SAC-DYING-08)."""
    for pc in s.living():
        if pc.dying:
            heal_wounds(s, pc, 1, "spared", out, (*HEAL_CLAUSES, "SAC-DYING-08"))
