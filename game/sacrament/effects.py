"""The effect vocabulary: one class per word. Abilities, items, adversaries, aftershocks and scenarios use only these.

Content writes a word with its fields, or with its first field alone: ``{heal: 2}``, ``{bonus: {what: will, n: 1}}``,
``guard``. The table in ``data/sacrament/README.md`` is made from the docstrings here.

An effect that asks a question puts a frame on the stack; ``run`` sees to it that what follows waits beneath.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias, get_args

from msgspec import Struct, field, structs

from game.core.content import Lines
from game.core.contract import Event, Values
from game.sacrament.actions import ChoosePc, ChooseSpace, Done, Option
from game.sacrament.formulas import FormulaError, parse_damage
from game.sacrament.frames import Frame

if TYPE_CHECKING:
    from game.core.contract import Action
    from game.sacrament.state import Foe, Pc, SacramentState


CHORISTER = "chorister"
"""Whom a drowned singer's coif deceives, until its wearer attacks one."""


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


# ------------------------------------------------------------------------------------------------------------ whom


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
    from game.sacrament.events import Picked

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
    dice = tuple(s.d6() for _ in range(abs(parsed.dice)))
    total = (sum(dice) if parsed.dice >= 0 else -sum(dice)) + parsed.plus
    if out is not None and dice:
        from game.sacrament.events import DiceRolled

        out.append(
            DiceRolled(clauses=("SAC-DICE-04", "SAC-DICE-01"), label=label, dice=dice, total=total, seat=seat or None)
        )
    return total


# ------------------------------------------------------------------------------------------------------- attacks


class Attack(Effect, frozen=True, tag="attack"):
    """A check against each target's difficulty with the best of the attributes named; then ``hit`` or ``miss``."""

    attributes: tuple[str, ...] = field(name="with")
    plus: int = 0
    hit: Effects = ()
    miss: Effects = ()

    def apply(self, s: SacramentState, ctx: Ctx, out: list[Event] | None) -> None:
        from game.sacrament.checks import roll_attack
        from game.sacrament.reactions import offer_antiphon

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
        hurt = [token for token in hits if token in s.foes]
        if hits:
            offer_antiphon(s, pc, out)
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
        from game.sacrament.checks import roll_check

        for seat in seats:
            pc = s.pc(seat)
            if not pc.able:
                continue
            good = roll_check(s, pc, ctx.source, self.attr, self.dc, (), out)
            run(s, self.ok if good else self.fail, structs.replace(ctx, actor=seat, allies=(seat,), tokens=()), out)

    def inner(self) -> tuple[Effects, ...]:
        return (self.ok, self.fail)


class NamePc(Frame, frozen=True, tag="name_pc"):
    """The party names the PC who makes a check."""

    check: Check
    ctx: Ctx

    boundary: ClassVar[bool] = False
    party: ClassVar[bool] = True
    name: ClassVar[str] = "aftershock_choice"
    layout: ClassVar[str] = "seats"
    clauses: ClassVar[tuple[str, ...]] = ("SAC-MILESTONE-05",)

    def legal(self, s: SacramentState) -> tuple[Action, ...]:
        return tuple(ChoosePc(ally=pc.seat) for pc in s.able())

    def resolve(self, s: SacramentState, action: Any, out: list[Event] | None) -> None:
        s.drop()
        self.check.by(s, self.ctx, (action.ally,), out)


class Dmg(Effect, frozen=True, tag="dmg"):
    """Damage to each target, rolled once.

    ``W``: the weapon's dice; ``per_wound``: a d6 more for each Wound of the user.
    """

    dice: str
    per_wound: int = 0

    def apply(self, s: SacramentState, ctx: Ctx, out: list[Event] | None) -> None:
        from game.sacrament.combat import roll_damage
        from game.sacrament.harm import hurt_foe

        foes = foes_of(s, ctx, "target")
        if not foes:
            return
        pc = s.pc(ctx.actor)
        parsed = parse_damage(self.dice)
        extra = parsed.dice + ctx.grow + self.per_wound * pc.wounds
        total, pierces = roll_damage(s, pc, ctx.weapon, parsed.weapon, extra, parsed.plus, foes, ctx, out)
        for foe in foes:
            hurt_foe(s, foe, total, ctx.actor, out, strike=ctx.strike, pierces=pierces)


class Harm(Effect, frozen=True, tag="harm"):
    """Harm without armour to PCs, or (``leader`` or a kind) to adversaries.

    ``scaled``: with the party's size and level.
    """

    n: int | str
    who: str = "target"
    scaled: bool = False

    def apply(self, s: SacramentState, ctx: Ctx, out: list[Event] | None) -> None:
        from game.sacrament.harm import hurt_foe, mark_harm

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
        from game.sacrament.harm import mark_harm

        mark_harm(s, s.pc(ctx.actor), self.n, ctx.source, out, ("SAC-ARMOUR-10",))


# -------------------------------------------------------------------------------------------------------- healing


class Heal(Effect, frozen=True, tag="heal"):
    """Heals n Wounds of each target."""

    n: int
    who: str = "target"

    def apply(self, s: SacramentState, ctx: Ctx, out: list[Event] | None) -> None:
        from game.sacrament.harm import HEAL_CLAUSES, SPELL_HEAL, heal_wounds

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
    from game.sacrament.harm import SPELL_HEAL, heal_wounds, take_guard

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


# ----------------------------------------------------------------------------------------- conditions and defence


class AddCond(Effect, frozen=True, tag="cond"):
    """A condition on the targets (adversaries or PCs), on all of a kind, or on ``who``."""

    name: str
    until: str
    who: str = "target"

    def apply(self, s: SacramentState, ctx: Ctx, out: list[Event] | None) -> None:
        from game.sacrament.harm import add_condition

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
        from game.sacrament.harm import end_condition

        for seat in seats_of(s, ctx, self.who, out):
            for name in self.names:
                end_condition(s.pc(seat), name, out)


class Ward(Effect, frozen=True, tag="ward"):
    """Warded n: n dice more against the next hit."""

    n: int
    who: str = "target"

    def apply(self, s: SacramentState, ctx: Ctx, out: list[Event] | None) -> None:
        from game.sacrament.harm import set_ward

        for seat in seats_of(s, ctx, self.who, out):
            set_ward(s.pc(seat), self.n, out)


class TakeGuard(Effect, frozen=True, tag="guard"):
    """A ready Guard for the user."""

    def apply(self, s: SacramentState, ctx: Ctx, out: list[Event] | None) -> None:
        from game.sacrament.harm import take_guard

        take_guard(s.pc(ctx.actor), ctx.source, out)


class Tokens(Effect, frozen=True, tag="tokens"):
    """Tokens to the pool of the user or (``to: target``) of the target, within 0 and 6."""

    n: int
    to: str = "user"

    def apply(self, s: SacramentState, ctx: Ctx, out: list[Event] | None) -> None:
        from game.sacrament.harm import give_tokens

        for seat in seats_of(s, ctx, self.to, out):
            give_tokens(s.pc(seat), self.n, ctx.source, out, ("SAC-TOKEN-06",))


class Durability(Effect, frozen=True, tag="dur"):
    """Durability of the worn suit."""

    n: int
    who: str = "target"

    def apply(self, s: SacramentState, ctx: Ctx, out: list[Event] | None) -> None:
        from game.sacrament.harm import change_durability

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
        from game.sacrament.events import BonusGained
        from game.sacrament.state import Mod

        what = self.what
        for seat in seats_of(s, ctx, self.who if ctx.allies or self.who != "target" else "user", out):
            pc = s.pc(seat)
            if what == "lightless":
                pc.light = False
            mods = [Mod(what, self.n, self.until)]
            if what == "next_on_tile":
                mods = [Mod(f"on:{foe.token}", self.n, "scene") for foe in s.foes.values() if foe.tile == ctx.tile]
            pc.mods = (*pc.mods, *mods)
            if out is not None:
                out.append(BonusGained(clauses=("SAC-CHECK-08",), seat=seat, what=what, n=self.n))


class Risk(Effect, frozen=True, tag="risk"):
    """Standing: the risk of the user's spells changes by n; the rise is never below 1."""

    n: int


# -------------------------------------------------------------------------------------------------------- reactions


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


# ----------------------------------------------------------------------------------------------------- the ladder


class Ladder(Effect, frozen=True, tag="ladder"):
    """Moves the ladder by n (a number or dice), or ``to`` a value. A fall by this re-arms no milestone."""

    n: int | str = 0
    to: int | None = None

    def apply(self, s: SacramentState, ctx: Ctx, out: list[Event] | None) -> None:
        from game.sacrament.magic import lower_ladder, raise_ladder

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


# ------------------------------------------------------------------------------------------------- the battlefield


class MoveTo(Effect, frozen=True, tag="move"):
    """The user leaps to the chosen tile within n."""

    n: int

    def apply(self, s: SacramentState, ctx: Ctx, out: list[Event] | None) -> None:
        if s.fight is not None and ctx.tile >= 0:
            place_pc(s, s.pc(ctx.actor), ctx.tile, "spell", out)


class Push(Effect, frozen=True, tag="push"):
    """Each target goes one tile away from the user, who names the tile; stops at walls. ``optional``: or stays."""

    n: int
    optional: bool = False

    def apply(self, s: SacramentState, ctx: Ctx, out: list[Event] | None) -> None:
        for foe in reversed(foes_of(s, ctx, "target")):
            ask_push(s, ctx.actor, foe, self.optional, out)


class Pull(Effect, frozen=True, tag="pull"):
    """Each PC hit goes n tiles towards the adversary; stops at walls."""

    n: int

    def apply(self, s: SacramentState, ctx: Ctx, out: list[Event] | None) -> None:
        foe = s.foes.get(ctx.foe)
        grid = s.grid
        if foe is None or grid is None:
            return
        for seat in ctx.allies:
            pc = s.pc(seat)
            for _ in range(self.n):
                nearer = [t for t in grid.steps[pc.tile] if grid.walk[t * grid.size + foe.tile]
                          < grid.walk[pc.tile * grid.size + foe.tile]]  # fmt: skip
                if nearer and not pc.has("rooted"):
                    place_pc(s, pc, nearer[0], "pull", out)


class Summon(Effect, frozen=True, tag="summon"):
    """n adversaries (``per``: for that many PCs, at least 1) on edge tiles or near the summoner; else in the next
    fight.
    """

    adv: str
    n: int
    per: int = 0
    where: str = "edge"

    def apply(self, s: SacramentState, ctx: Ctx, out: list[Event] | None) -> None:
        from game.sacrament.combat import add_foe, edge_tiles

        count = max(1, self.n * len(s.pcs) // self.per) if self.per else self.n
        if s.fight is None or s.grid is None:
            s.next_foes += count
            return
        grid = s.grid
        assert grid is not None
        summoner = s.foes.get(ctx.foe)
        near = self.where == "near" and summoner is not None
        for _ in range(count):
            tiles = list(grid.steps[summoner.tile]) if near and summoner else edge_tiles(s)
            add_foe(s, self.adv, grid.index[s.pick([grid.names[t] for t in tiles], "tile")], "summon", out)

    def beasts(self) -> tuple[str, ...]:
        return (self.adv,)


class MakeZone(Effect, frozen=True, tag="zone"):
    """A zone (chalk, soot, line) on the chosen tile or (``at: user``) the user's."""

    name: str
    until: str
    at: str = "target"

    def apply(self, s: SacramentState, ctx: Ctx, out: list[Event] | None) -> None:
        pc = s.pc(ctx.actor)
        if s.fight is not None:
            add_zone(s, self.name, pc.tile if self.at == "user" else ctx.tile, self.until, pc, out)


class Wall(Effect, frozen=True, tag="wall"):
    """The chosen tile cannot be entered."""

    until: str

    def apply(self, s: SacramentState, ctx: Ctx, out: list[Event] | None) -> None:
        if s.fight is not None:
            add_zone(s, "wall", ctx.tile, self.until, s.pc(ctx.actor), out)


class Light(Effect, frozen=True, tag="light"):
    """A light of radius n at the object."""

    n: int

    def apply(self, s: SacramentState, ctx: Ctx, out: list[Event] | None) -> None:
        from game.sacrament.events import LightChanged

        s.lights = (*s.lights, (ctx.tile, self.n))
        if out is not None:
            out.append(LightChanged(clauses=("SAC-VTT-06",), on=True, space=s.place_name(ctx.tile)))


class Dark(Effect, frozen=True, tag="dark"):
    """Every light in Near of the causer goes out until it is lit again."""

    around: str

    def apply(self, s: SacramentState, ctx: Ctx, out: list[Event] | None) -> None:
        from game.sacrament.events import LightChanged

        seat = seats_of(s, ctx, self.around, out)[0]
        for pc in s.pcs:
            if pc.light and (s.fight is None or s.band(s.pc(seat).tile, pc.tile) <= 1):
                pc.light = False
                if out is not None:
                    out.append(LightChanged(clauses=("SAC-VTT-06",), on=False, seat=pc.seat))
        if s.fight is not None:
            s.lights = tuple(light for light in s.lights if s.band(s.pc(seat).tile, light[0]) > 1)


class Reveal(Effect, frozen=True, tag="reveal"):
    """In combat ends Hidden on the chosen tile and shows exact harm; outside, the node answers the question."""

    def apply(self, s: SacramentState, ctx: Ctx, out: list[Event] | None) -> None:
        from game.sacrament.events import Revealed

        if s.fight is None:
            from game.sacrament.exploration import read_ash

            read_ash(s, ctx, out)
            return
        found = [foe for foe in s.foes.values() if foe.tile == ctx.tile]
        for foe in found:
            foe.hidden = False
            foe.known = True
        if out is not None:
            name = s.place_name(ctx.tile)
            out.append(
                Revealed(clauses=("SAC-HIT-08", "SAC-VTT-02"), space=name, tokens=tuple(foe.token for foe in found))
            )


class Activate(Effect, frozen=True, tag="activate"):
    """Adversaries that have not acted this round act now, without a token; out of combat ``else``."""

    otherwise: Effects = field(default=(), name="else")

    def apply(self, s: SacramentState, ctx: Ctx, out: list[Event] | None) -> None:
        from game.sacrament.adversaries import begin_phase

        if s.fight is None:
            run(s, self.otherwise, ctx, out)
        else:
            begin_phase(s, out, early=True)

    def inner(self) -> tuple[Effects, ...]:
        return (self.otherwise,)


class Skip(Effect, frozen=True, tag="skip"):
    """Each target loses its turn of this round; ``roll``: only on a d6 of at most that."""

    roll: int = 6

    def apply(self, s: SacramentState, ctx: Ctx, out: list[Event] | None) -> None:
        from game.sacrament.events import DiceRolled, FoeWaits

        for foe in foes_of(s, ctx, "target"):
            die = s.d6()
            if out is not None:
                clauses = ("SAC-DICE-04",)
                out.append(DiceRolled(clauses=clauses, label="skip", dice=(die,), total=die, token=foe.token))
            if die <= self.roll and not foe.acted:
                foe.acted = True
                if out is not None:
                    out.append(FoeWaits(clauses=("SAC-HORROR-04",), token=foe.token, cause="skip"))


# ------------------------------------------------------------------------------------------------------- choices


class Choose(Effect, frozen=True, tag="choose"):
    """One of several lists, chosen by the user, by the party, or by each PC."""

    options: tuple[Effects, ...]
    labels: tuple[str, ...]
    by: str = "user"

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
    name: ClassVar[str] = "aftershock_choice"
    clauses: ClassVar[tuple[str, ...]] = ("SAC-MILESTONE-05",)

    @property
    def party(self) -> bool:  # type: ignore[override]  # only what the party chooses may be said by anybody
        return self.effect.by == "party"

    def seat(self, s: SacramentState) -> int:
        return self.chooser

    def legal(self, s: SacramentState) -> tuple[Action, ...]:
        return tuple(Option(option=label) for label in self.effect.labels)

    def resolve(self, s: SacramentState, action: Any, out: list[Event] | None) -> None:
        from game.sacrament.events import OptionTaken

        s.drop()
        if out is not None:
            out.append(OptionTaken(clauses=self.clauses, seat=self.chooser, option=action.option))
        run(s, self.effect.options[self.effect.labels.index(action.option)], self.ctx, out)


class PushTo(Frame, frozen=True, tag="push_to"):
    """Where an adversary is pushed."""

    chooser: int
    token: str
    optional: bool

    boundary: ClassVar[bool] = False
    name: ClassVar[str] = "push"
    layout: ClassVar[str] = "spaces"
    clauses: ClassVar[tuple[str, ...]] = ("SAC-DIST-05",)

    def seat(self, s: SacramentState) -> int:
        return self.chooser

    def legal(self, s: SacramentState) -> tuple[Action, ...]:
        grid = s.grid
        foe = s.foes.get(self.token)
        assert grid is not None
        if foe is None:
            return (Done(),)
        spaces = tuple(ChooseSpace(space=grid.names[t]) for t in push_tiles(s, self.chooser, foe))
        return (*spaces, Done()) if self.optional or not spaces else spaces

    def resolve(self, s: SacramentState, action: Any, out: list[Event] | None) -> None:
        s.drop()
        grid = s.grid
        foe = s.foes.get(self.token)
        if type(action) is ChooseSpace and foe is not None and grid is not None:
            place_foe(s, foe, grid.index[action.space], "push", out)

    def values(self, s: SacramentState) -> Values:
        return {"token": self.token}


def push_tiles(s: SacramentState, seat: int, foe: Foe) -> list[int]:
    """The tiles one step farther from the pusher."""
    grid = s.grid
    if grid is None:
        return []
    mine = s.pc(seat).tile * grid.size
    closed = s.closed()
    return [t for t in grid.steps[foe.tile]
            if grid.distance[mine + t] > grid.distance[mine + foe.tile] and t not in closed]  # fmt: skip


def ask_push(s: SacramentState, seat: int, foe: Foe, optional: bool, out: list[Event] | None) -> None:
    """Ask where to, unless there is nowhere, or one place and no choice."""
    tiles = push_tiles(s, seat, foe)
    if not tiles or foe.has("rooted"):
        return
    if len(tiles) == 1 and not optional:
        place_foe(s, foe, tiles[0], "push", out)
    else:
        s.ask(PushTo(seat, foe.token, optional))


# ----------------------------------------------------------------------------------------------------- the story


class Text(Effect, frozen=True, tag="text"):
    """Words only: what changed is told by the scenario's text of that name."""

    key: str

    def apply(self, s: SacramentState, ctx: Ctx, out: list[Event] | None) -> None:
        return


class Flag(Effect, frozen=True, tag="flag"):
    """Sets a flag to ``v``, or changes its number by ``add`` (never below 0)."""

    name: str
    v: int = 1
    add: int = 0

    def apply(self, s: SacramentState, ctx: Ctx, out: list[Event] | None) -> None:
        from game.sacrament.events import FlagSet

        value = max(0, s.flags.get(self.name, 0) + self.add) if self.add else self.v
        s.flags = {**s.flags, self.name: value}
        if out is not None:
            out.append(FlagSet(clauses=("SAC-GM-02",), name=self.name, value=value))


class Clock(Effect, frozen=True, tag="clock"):
    """Moves a clock by n, never past either end. ``again``: a stopped clock runs again first."""

    name: str
    n: int
    again: bool = False

    def apply(self, s: SacramentState, ctx: Ctx, out: list[Event] | None) -> None:
        if self.again and self.name in s.stopped:
            s.stopped = tuple(other for other in s.stopped if other != self.name)
            spec = s.setup.clock(self.name)
            s.clocks = {**s.clocks, self.name: spec.start}
        move_clock(s, self.name, self.n, out)


class Goto(Effect, frozen=True, tag="goto"):
    """The story goes on at a node."""

    node: str

    def apply(self, s: SacramentState, ctx: Ctx, out: list[Event] | None) -> None:
        s.going = self.node


class StartFight(Effect, frozen=True, tag="fight"):
    """A fight begins."""

    id: str

    def apply(self, s: SacramentState, ctx: Ctx, out: list[Event] | None) -> None:
        s.going = f"fight:{self.id}"


class End(Effect, frozen=True, tag="end"):
    """The scenario ends; the first ending whose condition holds is played."""

    def apply(self, s: SacramentState, ctx: Ctx, out: list[Event] | None) -> None:
        s.going = "end"


class Surprise(Effect, frozen=True, tag="surprise"):
    """The coming fight opens with one side surprised: party or foes."""

    side: str

    def apply(self, s: SacramentState, ctx: Ctx, out: list[Event] | None) -> None:
        s.surprise = self.side


class Provoke(Effect, frozen=True, tag="provoke"):
    """The leader's first target in the coming fight is this PC."""

    who: str

    def apply(self, s: SacramentState, ctx: Ctx, out: list[Event] | None) -> None:
        s.provoked = ctx.actor


class Spare(Effect, frozen=True, tag="spare"):
    """After a defeat: PCs who are not dead wake with 8 harm."""

    def apply(self, s: SacramentState, ctx: Ctx, out: list[Event] | None) -> None:
        wake(s, out)


class Rescue(Effect, frozen=True, tag="rescue"):
    """The PCs who live are cut loose at 8 harm."""

    def apply(self, s: SacramentState, ctx: Ctx, out: list[Event] | None) -> None:
        wake(s, out)


class When(Effect, frozen=True, tag="when"):
    """One list if a condition holds, else another."""

    condition: str = field(name="if")
    then: Effects = ()
    otherwise: Effects = field(default=(), name="else")

    def apply(self, s: SacramentState, ctx: Ctx, out: list[Event] | None) -> None:
        from game.sacrament.exploration import condition_holds

        run(s, self.then if condition_holds(s, self.condition) else self.otherwise, ctx, out)

    def inner(self) -> tuple[Effects, ...]:
        return (self.then, self.otherwise)


class GiveItem(Effect, frozen=True, tag="item"):
    """Things found (n > 0, by the finder) or gone."""

    id: str
    n: int = 1
    who: str = "user"

    def apply(self, s: SacramentState, ctx: Ctx, out: list[Event] | None) -> None:
        from game.sacrament.characters import Item
        from game.sacrament.gear import gain, lose

        if self.n > 0:
            gain(s, ctx.actor or s.speaker(), Item(self.id, n=self.n), "found", out)
            return
        seats = seats_of(s, ctx, self.who, out)
        carriers = [seat for seat in seats if any(i.id == self.id for i in s.pc(seat).sheet.items)]
        for seat in carriers:
            lose(s, s.pc(seat), self.id, -self.n, "lost", out)


class Lose(Effect, frozen=True, tag="lose"):
    """A thing is lost: ``small`` (a light one), ``light`` (candle, incense, else 5 gold), or of the party's choice."""

    kind: str
    who: str = "one"

    def apply(self, s: SacramentState, ctx: Ctx, out: list[Event] | None) -> None:
        from game.sacrament.gear import lose_by_kind

        for seat in reversed(seats_of(s, ctx, self.who, out)):
            lose_by_kind(s, s.pc(seat), self.kind, out)


class Gold(Effect, frozen=True, tag="gold"):
    """Gold found (shared out from the roller on), or paid; where the party has too little, ``else``."""

    n: int
    who: str = "party"
    otherwise: Effects = field(default=(), name="else")

    def apply(self, s: SacramentState, ctx: Ctx, out: list[Event] | None) -> None:
        from game.sacrament.gear import change_gold

        if self.who == "each":
            for pc in s.living():
                change_gold(s, pc, max(-pc.sheet.gold, self.n), "scenario", out)
            return
        if self.n < 0 and sum(pc.sheet.gold for pc in s.living()) < -self.n and self.otherwise:
            run(s, self.otherwise, ctx, out)
            return
        left = self.n
        first = ctx.actor or s.speaker()
        for pc in sorted(s.living(), key=lambda other: (other.seat != first, other.seat)):
            part = left if left > 0 else max(-pc.sheet.gold, left)
            change_gold(s, pc, part, "scenario", out)
            left -= part

    def inner(self) -> tuple[Effects, ...]:
        return (self.otherwise,)


class Shop(Effect, frozen=True, tag="shop"):
    """Goods are on sale here."""

    items: tuple[str, ...]

    def apply(self, s: SacramentState, ctx: Ctx, out: list[Event] | None) -> None:
        from game.sacrament.rests import Market

        s.ask(Market(self.items))


class TakeRest(Effect, frozen=True, tag="rest"):
    """The party rests."""

    kind: str

    def apply(self, s: SacramentState, ctx: Ctx, out: list[Event] | None) -> None:
        from game.sacrament.rests import begin_rest

        begin_rest(s, self.kind, out)


AnyEffect: TypeAlias = (
    Attack | Check | Dmg | Harm | PayHarm | Heal | Share | AddCond | Clear | Ward | TakeGuard | Tokens | Durability |
    Bonus
    | Risk | Evade | Redirect | Mirror | Martyr | Survive | Ladder | NextRisk | Surge | NoCleanse | UnsafeRest | Answer
    | Worse | MoveTo | Push | Pull | Summon | MakeZone | Wall | Light | Dark | Reveal | Activate | Skip | Choose | Text
    | Flag | Clock | Goto | StartFight | End | Surprise | Provoke | Spare | Rescue | When | GiveItem | Lose | Gold |
    Shop
    | TakeRest
)  # fmt: skip
Effects: TypeAlias = tuple[AnyEffect, ...]


# ------------------------------------------------------------------------------------------------------- helpers


def tell(s: SacramentState, key: str, out: list[Event] | None, about: str = "") -> None:
    """Words for the players."""
    from game.sacrament.events import Told

    if out is not None:
        clause = "SAC-CHECK-04" if about in ("fail", "cost") else "SAC-GM-02"
        out.append(Told(clauses=(clause,), key=key, about=about))


def move_clock(s: SacramentState, name: str, n: int, out: list[Event] | None) -> None:
    """A clock moves within its ends; when it comes to its end, what that brings happens once."""
    from game.sacrament.events import ClockMoved

    if name in s.stopped or name not in s.clocks:
        return
    spec = s.setup.clock(name)
    old = s.clocks[name]
    low, high = min(spec.start, spec.end), max(spec.start, spec.end)
    new = max(low, min(high, old + n))
    if new == old:
        return
    s.clocks = {**s.clocks, name: new}
    rung = new == spec.end
    if out is not None:
        out.append(ClockMoved(clauses=("SAC-CHECK-04",), clock=name, old=old, new=new, rung=rung))
    if rung:
        s.stopped = (*s.stopped, name)
        run(s, spec.on_end, Ctx(source=name), out)


def place_pc(s: SacramentState, pc: Pc, tile: int, cause: str, out: list[Event] | None) -> None:
    """A PC's counter to a tile."""
    from game.sacrament.events import Moved

    before, pc.tile = pc.tile, tile
    if out is not None:
        out.append(
            Moved(
                clauses=("SAC-DIST-05", "SAC-DIST-03", "SAC-DIST-07"),
                origin=s.place_name(before),
                to=s.place_name(tile),
                cause=cause,
                seat=pc.seat,
            )
        )


def place_foe(s: SacramentState, foe: Foe, tile: int, cause: str, out: list[Event] | None) -> None:
    """An adversary's counter to a tile."""
    from game.sacrament.events import Moved

    before, foe.tile = foe.tile, tile
    if out is not None:
        out.append(
            Moved(
                clauses=("SAC-DIST-05", "SAC-ORDER-11"),
                origin=s.place_name(before),
                to=s.place_name(tile),
                cause=cause,
                token=foe.token,
            )
        )


def add_zone(s: SacramentState, name: str, tile: int, until: str, pc: Pc, out: list[Event] | None) -> None:
    """A zone on a tile; ``eor_next`` means the end of the coming round."""
    from game.sacrament.events import ZoneChanged
    from game.sacrament.state import Zone

    if s.fight is not None and until == "eor_next":
        until = f"round:{s.fight.round + 1}"
    s.zones = (*s.zones, Zone(name, tile, until, pc.seat, pc.sheet.level))
    if out is not None:
        space = s.place_name(tile)
        out.append(ZoneChanged(clauses=("SAC-ARMOUR-08",), zone=name, space=space))


def break_line(s: SacramentState, pc: Pc, out: list[Event] | None) -> None:
    """A chalk line is broken when a PC attacks from its tile."""
    from game.sacrament.events import ZoneChanged

    for zone in s.zones:
        if zone.name == "line" and zone.tile == pc.tile:
            s.zones = tuple(other for other in s.zones if other is not zone)
            if out is not None:
                space = s.place_name(zone.tile)
                out.append(ZoneChanged(clauses=("SAC-ARMOUR-08",), zone=zone.name, space=space, on=False))


def wake(s: SacramentState, out: list[Event] | None) -> None:
    """Who is not dead wakes with 8 harm (SAC-DYING-08)."""
    from game.sacrament.harm import HEAL_CLAUSES, heal_wounds

    for pc in s.living():
        if pc.dying:
            heal_wounds(s, pc, 1, "spared", out, (*HEAL_CLAUSES, "SAC-DYING-08"))


# ------------------------------------------------------------------------------------------------------- reading

_LISTS = frozenset({
    "effects", "hit", "miss", "ok", "fail", "then", "else", "on_enter", "rider", "out", "at_half", "on_spell",
    "round_end", "passive", "cost", "night", "on_interrupt", "on_end", "fled_effects", "win_effects", "ash",
})  # fmt: skip
"""Keys of content whose value, if it is a list, is a list of effects."""


@cache
def vocabulary() -> dict[str, type[Effect]]:
    """Every word and its class."""
    return {str(kind.__struct_config__.tag): kind for kind in get_args(AnyEffect)}


def prepare(value: Any, lines: Lines, at: tuple[str | int, ...]) -> Any:
    """Content with its effects in full form: ``{heal: 2}`` becomes ``{word: heal, n: 2}``. Raises ``ContentError``."""
    if isinstance(value, dict):
        out: dict[str, Any] = {}
        for key, inner in value.items():
            place = (*at, key)
            if key in _LISTS and isinstance(inner, list):
                out[key] = [_full(entry, lines, (*place, i)) for i, entry in enumerate(inner)]
            elif key == "options" and isinstance(inner, list) and all(isinstance(entry, list) for entry in inner):
                out[key] = [
                    [_full(entry, lines, (*place, i, j)) for j, entry in enumerate(option)]
                    for i, option in enumerate(inner)
                ]
            else:
                out[key] = prepare(inner, lines, place)
        return out
    if isinstance(value, list):
        return [prepare(entry, lines, (*at, i)) for i, entry in enumerate(value)]
    return value


def _full(entry: Any, lines: Lines, at: tuple[str | int, ...]) -> dict[str, Any]:
    words = vocabulary()
    if isinstance(entry, str):
        word, value = entry, None
    elif isinstance(entry, dict) and len(entry) == 1:
        ((word, value),) = entry.items()
    else:
        raise lines.error(at, f"{entry!r:.60}", "an effect: a word, or one word with its fields")
    kind = words.get(word)
    if kind is None:
        raise lines.error(at, f"the word {word}", f"one of {', '.join(sorted(words))}")
    if value is None:
        return {"word": word}
    if isinstance(value, dict):
        full = {"word": word, **prepare(value, lines, (*at, word))}
    else:
        first = structs.fields(kind)
        if not first:
            raise lines.error(at, f"{word} with {value!r:.30}", f"{word} alone")
        full = {"word": word, first[0].encode_name: value}
    for key in ("dice", "n"):
        if isinstance(full.get(key), str):
            try:
                parse_damage(full[key])
            except FormulaError as error:
                raise lines.error((*at, word), f"{full[key]!r}: {error}", "dice such as 2d6+1") from None
    return full


def words_in(value: Any) -> Iterator[AnyEffect]:
    """Every effect anywhere inside a piece of content."""
    if isinstance(value, get_args(AnyEffect)):
        yield value
    if isinstance(value, Struct):
        for name in value.__struct_fields__:
            yield from words_in(getattr(value, name))
    elif isinstance(value, (tuple, list)):
        for entry in value:
            yield from words_in(entry)
    elif isinstance(value, dict):
        for entry in value.values():
            yield from words_in(entry)


def vocabulary_table() -> str:
    """The words as a Markdown table, for the authors' page."""
    rows = ["| Word | Fields | Meaning |", "|---|---|---|"]
    for word, kind in sorted(vocabulary().items()):
        fields = ", ".join(f"`{f.encode_name}`{'' if f.required else '?'}" for f in structs.fields(kind))
        meaning = " ".join((kind.__doc__ or "").split())
        rows.append(f"| `{word}` | {fields or '–'} | {meaning} |")
    return "\n".join(rows) + "\n"
