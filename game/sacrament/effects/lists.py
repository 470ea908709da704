"""Words that hold lists of words: attacks and checks with what follows, choices, conditions. And how a list is run."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Final, Literal, TypeAlias

from msgspec import field, structs

from game.core.contract import Action, Event
from game.sacrament.actions import ChoosePc, Option
from game.sacrament.checks import end_focus, roll_attack, roll_check
from game.sacrament.effects.base import AFTERSHOCK, Ctx, Effect, foes_of, seats_of
from game.sacrament.effects.dread import Answer, Ladder, NextRisk, NoCleanse, Surge, UnsafeRest
from game.sacrament.effects.field import (
    Dark,
    Light,
    MakeZone,
    MoveTo,
    Pull,
    Push,
    Reveal,
    Skip,
    Summon,
    Wall,
    break_line,
)
from game.sacrament.effects.standing import (
    AddCond,
    Bonus,
    Clear,
    Durability,
    Evade,
    Martyr,
    Mirror,
    Redirect,
    Risk,
    Survive,
    TakeGuard,
    Tokens,
    Ward,
)
from game.sacrament.effects.story import (
    Clock,
    End,
    Flag,
    GiveItem,
    Goto,
    Lose,
    Provoke,
    Shop,
    StartFight,
    Surprise,
    TakeRest,
    Text,
    move_clock,
)
from game.sacrament.effects.wounds import Dmg, Harm, Heal, PayHarm, Rescue, Share, Spare
from game.sacrament.events import OptionTaken
from game.sacrament.frames import Frame
from game.sacrament.nodes import condition_holds

if TYPE_CHECKING:
    from game.sacrament.state import SacramentState


ASKED: Final = {
    "aftershock_choice": ("SAC-MILESTONE-05",),
    "spare": ("SAC-ATTACK-03",),
    "effect_choice": ("SAC-TURN-05",),
}
"""The questions that a list of effects may ask, and the clauses behind them."""
CHORISTER = "chorister"
"""Whom a drowned singer's coif deceives, until its wearer attacks one."""


class Attack(Effect, frozen=True, tag="attack"):
    """A check against each target's difficulty with the best of the attributes named; then ``hit`` or ``miss``."""

    attributes: tuple[str, ...] = field(name="with")
    plus: int = 0
    hit: Effects = ()
    miss: Effects = ()

    def apply(self, s: SacramentState, ctx: Ctx, out: list[Event] | None) -> None:
        pc = s.pc(ctx.actor)
        if s.zones:
            break_line(s, pc, out)
        if pc.mods and pc.mod("coif") and any(foe.kind == CHORISTER for foe in foes_of(s, ctx, "target")):
            pc.mods = tuple(mod for mod in pc.mods if mod.what != "coif")  # they know now who is under it
        attribute = max(self.attributes, key=lambda name: pc.kit.value[name])
        plus: tuple[tuple[str, int], ...] = ((ctx.source, self.plus),) if self.plus else ()
        if ctx.weapon:
            to_hit = s.setup.content.weapons[pc.kit.weapons[ctx.weapon].id].to_hit
            if to_hit:
                plus += ((ctx.weapon, to_hit),)
        hits: list[str] = []
        misses: list[str] = []
        for token in ctx.tokens:
            foe = s.foes.get(token)
            if foe is not None:
                good = roll_attack(s, pc, foe, ctx.source, attribute, plus, ctx.spell, out)
                (hits if good else misses).append(token)
        if ctx.spell:
            end_focus(pc)
        hurt = [token for token in hits if token in s.foes]
        if hits:
            s.setup.answers.offer_antiphon(s, pc, out)
            run(s, self.hit, structs.replace(ctx, tokens=tuple(hurt)), out)
        if misses and self.miss:
            run(s, self.miss, structs.replace(ctx, tokens=tuple(misses)), out)

    def inner(self) -> tuple[Effects, ...]:
        return (self.hit, self.miss)


class Check(Effect, frozen=True, tag="check"):
    """A check of ``who`` (user, all, target, chosen: the party names one); then ``ok`` or ``fail`` for each."""

    attr: str
    dc: int
    who: str = "target"
    ok: Effects = ()
    fail: Effects = ()

    def apply(self, s: SacramentState, ctx: Ctx, out: list[Event] | None) -> None:
        if self.who == "chosen":
            able = [pc.seat for pc in s.able()]
            if len(able) > 1:
                s.ask(NamePc(self, ctx))
                return
            self.by(s, ctx, tuple(able), out)
            return
        self.by(s, ctx, seats_of(s, ctx, self.who, out), out)

    def by(self, s: SacramentState, ctx: Ctx, seats: tuple[int, ...], out: list[Event] | None) -> None:
        """The check of each of these seats in turn, then what it brings."""
        for seat in seats:
            pc = s.pc(seat)
            if not pc.able:
                continue
            good = roll_check(s, pc, ctx.source, self.attr, self.dc, (), out)
            run(s, self.ok if good else self.fail, structs.replace(ctx, actor=seat, allies=(seat,), tokens=()), out)

    def inner(self) -> tuple[Effects, ...]:
        return (self.ok, self.fail)


def question_of(ctx: Ctx) -> str:
    """The name of a question that an effect asks: of an aftershock, or of anything else."""
    return "aftershock_choice" if ctx.source.startswith(AFTERSHOCK) else "effect_choice"


class NamePc(Frame, frozen=True, tag="name_pc"):
    """The party names the PC who makes a check."""

    check: Check
    ctx: Ctx

    boundary: ClassVar[bool] = False
    party: ClassVar[bool] = True
    layout: ClassVar[str] = "seats"

    @property
    def name(self) -> str:  # type: ignore[override]  # it follows from what asks
        return question_of(self.ctx)

    @property
    def clauses(self) -> tuple[str, ...]:  # type: ignore[override]  # likewise
        return ASKED[self.name]

    def legal(self, s: SacramentState) -> tuple[Action, ...]:
        return tuple(ChoosePc(ally=pc.seat) for pc in s.able())

    def resolve(self, s: SacramentState, action: Any, out: list[Event] | None) -> None:
        s.drop()
        self.check.by(s, self.ctx, (action.ally,), out)


class Choose(Effect, frozen=True, tag="choose"):
    """One of several lists, chosen by the user, by the party, or by each PC; ``asks`` names the question."""

    options: tuple[Effects, ...]
    labels: tuple[str, ...]
    by: str = "user"
    asks: Literal["", "spare"] = ""

    def apply(self, s: SacramentState, ctx: Ctx, out: list[Event] | None) -> None:
        if self.by == "each":
            for pc in reversed(s.able()):
                s.ask(Pick(self, pc.seat, structs.replace(ctx, actor=pc.seat, allies=(), tokens=())))
        else:
            s.ask(Pick(self, s.speaker() if self.by == "party" else ctx.actor, ctx))

    def inner(self) -> tuple[Effects, ...]:
        return self.options


class Pick(Frame, frozen=True, tag="pick"):
    """Which of several things an effect does."""

    effect: Choose
    chooser: int
    ctx: Ctx

    boundary: ClassVar[bool] = False

    @property
    def name(self) -> str:  # type: ignore[override]  # it follows from what asks
        return self.effect.asks or question_of(self.ctx)

    @property
    def clauses(self) -> tuple[str, ...]:  # type: ignore[override]  # likewise
        return ASKED[self.name]

    @property
    def party(self) -> bool:  # type: ignore[override]  # only what the party chooses may be said by anybody
        return self.effect.by == "party"

    def seat(self, s: SacramentState) -> int:
        return self.chooser

    def legal(self, s: SacramentState) -> tuple[Action, ...]:
        return tuple(Option(option=label) for label in self.effect.labels)

    def resolve(self, s: SacramentState, action: Any, out: list[Event] | None) -> None:
        s.drop()
        if out is not None:
            out.append(OptionTaken(clauses=self.clauses, seat=self.chooser, option=action.option))
        run(s, self.effect.options[self.effect.labels.index(action.option)], self.ctx, out)


class When(Effect, frozen=True, tag="when"):
    """One list if a condition holds, else another."""

    condition: str = field(name="if")
    then: Effects = ()
    otherwise: Effects = field(default=(), name="else")

    def apply(self, s: SacramentState, ctx: Ctx, out: list[Event] | None) -> None:
        run(s, self.then if condition_holds(s, self.condition) else self.otherwise, ctx, out)

    def inner(self) -> tuple[Effects, ...]:
        return (self.then, self.otherwise)


class Activate(Effect, frozen=True, tag="activate"):
    """Adversaries that have not acted this round act now, without a token; out of combat ``else``."""

    otherwise: Effects = field(default=(), name="else")

    def apply(self, s: SacramentState, ctx: Ctx, out: list[Event] | None) -> None:
        if s.fight is None:
            run(s, self.otherwise, ctx, out)
        else:
            s.setup.answers.begin_foes_early(s, out)

    def inner(self) -> tuple[Effects, ...]:
        return (self.otherwise,)


class Worse(Effect, frozen=True, tag="worse"):
    """The running main clock n steps towards its bad end; without one, ``else``."""

    n: int
    otherwise: Effects = field(default=(), name="else")

    def apply(self, s: SacramentState, ctx: Ctx, out: list[Event] | None) -> None:
        clock = next((name for name in s.clocks if name not in s.stopped), None)
        if clock is None:
            run(s, self.otherwise, ctx, out)
            return
        spec = s.setup.clock(clock)
        move_clock(s, clock, self.n if spec.end > spec.start else -self.n, out)

    def inner(self) -> tuple[Effects, ...]:
        return (self.otherwise,)


class Gold(Effect, frozen=True, tag="gold"):
    """Gold found (shared out from the roller on), or paid; where the party has too little, ``else``."""

    n: int
    who: str = "party"
    otherwise: Effects = field(default=(), name="else")

    def apply(self, s: SacramentState, ctx: Ctx, out: list[Event] | None) -> None:
        change_gold, gain_gold = s.setup.answers.change_gold, s.setup.answers.gain_gold
        first = ctx.actor or s.speaker()
        if self.n > 0:
            for seat in reversed([pc.seat for pc in s.living()]) if self.who == "each" else (first,):
                gain_gold(s, seat, self.n, "scenario", out)
            return
        if self.who == "each":
            for pc in s.living():
                change_gold(s, pc, max(-pc.sheet.gold, self.n), "scenario", out)
            return
        if self.n < 0 and sum(pc.sheet.gold for pc in s.living()) < -self.n and self.otherwise:
            run(s, self.otherwise, ctx, out)
            return
        left = self.n
        for pc in sorted(s.living(), key=lambda other: (other.seat != first, other.seat)):
            part = max(-pc.sheet.gold, left)
            change_gold(s, pc, part, "scenario", out)
            left -= part

    def inner(self) -> tuple[Effects, ...]:
        return (self.otherwise,)


AnyEffect: TypeAlias = (
    Attack | Check | Dmg | Harm | PayHarm | Heal | Share | AddCond | Clear | Ward | TakeGuard | Tokens | Durability
    | Bonus | Risk | Evade | Redirect | Mirror | Martyr | Survive | Ladder | NextRisk | Surge | NoCleanse | UnsafeRest
    | Answer | Worse | MoveTo | Push | Pull | Summon | MakeZone | Wall | Light | Dark | Reveal | Activate | Skip
    | Choose | Text | Flag | Clock | Goto | StartFight | End | Surprise | Provoke | Spare | Rescue | When | GiveItem
    | Lose | Gold | Shop | TakeRest
)  # fmt: skip
Effects: TypeAlias = tuple[AnyEffect, ...]


def run(s: SacramentState, effects: Effects, ctx: Ctx, out: list[Event] | None) -> None:
    """Carry out a list in order. Where an effect asks something, the rest waits beneath the question."""
    for index, effect in enumerate(effects):
        depth = len(s.stack)
        effect.apply(s, ctx, out)
        if len(s.stack) > depth and index + 1 < len(effects):
            s.stack = (*s.stack[:depth], Rest(effects[index + 1 :], ctx), *s.stack[depth:])
            return


class Rest(Frame, frozen=True, tag="rest_of_effects"):
    """What is left of a list of effects."""

    effects: Effects
    ctx: Ctx

    automatic: ClassVar[bool] = True
    boundary: ClassVar[bool] = False

    def resolve(self, s: SacramentState, action: Action | None, out: list[Event] | None) -> None:
        s.drop()
        run(s, self.effects, self.ctx, out)


def ask_spare(s: SacramentState, killed: Effects, ctx: Ctx, out: list[Event] | None) -> None:
    """Whoever struck a living human down says whether it lives (SAC-ATTACK-03); ``killed``: what its death brings."""
    run(s, (Choose(((Text("subdued"),), killed), ("subdue", "kill"), asks="spare"),), ctx, out)
