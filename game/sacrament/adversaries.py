"""Adversaries' turns and blows (SAC-ORDER-10, SAC-ORDER-11, SAC-HIT, SAC-CRIT). Seat 0 plays them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from msgspec import structs

from game.core.contract import Action, Event, Values
from game.sacrament import actions as act
from game.sacrament.combat import in_reach
from game.sacrament.effects.base import Ctx
from game.sacrament.effects.field import place_foe
from game.sacrament.effects.lists import run
from game.sacrament.events import (
    BlowAimed,
    BlowFell,
    BlowMissed,
    DiceRolled,
    FoeActs,
    FoesBegan,
    FoeWaits,
    GuardReady,
    Picked,
    Revealed,
    WardChanged,
)
from game.sacrament.frames import GM, Frame
from game.sacrament.harm import (
    change_durability,
    end_condition,
    end_until,
    foe_out,
    hurt_foe,
    mark_fades,
    mark_harm,
)
from game.sacrament.reactions import offer
from game.sacrament.uses import ACTIVATES
from game.sacrament.watch import in_sight

if TYPE_CHECKING:
    from game.sacrament.state import Foe, Pc, SacramentState


# ------------------------------------------------------------------------------------------------------- the phase


def begin_phase(
    s: SacramentState, out: list[Event] | None, *, early: bool, clauses: tuple[str, ...] = ()
) -> None:
    """All adversaries with an unused turn act, one after the other (SAC-HORROR-04)."""
    if out is not None:
        more = ("SAC-HORROR-03", "SAC-HORROR-04") if early else ("SAC-ORDER-07",)
        out.append(FoesBegan(clauses=("SAC-ORDER-10", *more, *clauses), early=early))
    s.ask(PHASE)


def begin_foes_early(s: SacramentState, out: list[Event] | None) -> None:
    """All adversaries with an unused turn act now, without a token."""
    begin_phase(s, out, early=True)


class PhaseGate(Frame, frozen=True, tag="phase_gate"):
    """Between two adversaries: settles the next one where there is no choice, or ends the phase."""

    automatic: ClassVar[bool] = True

    def resolve(self, s: SacramentState, action: Action | None, out: list[Event] | None) -> None:
        waiting = [foe for foe in s.foes.values() if not foe.acted]
        if not waiting or not s.anyone_able():
            s.drop()
        elif len(waiting) == 1:
            begin_turn(s, waiting[0], out)
        else:
            s.ask(CHOICE)


class WhoActs(Frame, frozen=True, tag="who_acts"):
    """ADVERSARY_TURN: which adversary acts next, the game master's choice (SAC-ORDER-10)."""

    name: ClassVar[str] = "adversary_turn"
    clauses: ClassVar[tuple[str, ...]] = ("SAC-ORDER-10",)

    def seat(self, s: SacramentState) -> int:
        return GM

    def look_again(self, s: SacramentState) -> None:
        s.drop()  # asked anew by what lies beneath

    def legal(self, s: SacramentState) -> tuple[Action, ...]:
        return tuple([ACTIVATES[foe.token] for foe in s.foes.values() if not foe.acted])

    def resolve(self, s: SacramentState, action: Any, out: list[Event] | None) -> None:
        s.drop()
        begin_turn(s, s.foes[action.token], out)


PHASE = PhaseGate()
CHOICE = WhoActs()


# --------------------------------------------------------------------------------------------------------- a turn


def begin_turn(s: SacramentState, foe: Foe, out: list[Event] | None) -> None:
    """An adversary's turn begins: what its conditions leave of movement and attacks."""
    foe.acted = True
    if out is not None:
        clauses = ("SAC-ORDER-11", "SAC-GM-02")
        out.append(FoeActs(clauses=clauses, token=foe.token))
    block = foe.block
    steps = 0 if foe.has("rooted") else block.speed
    grid = s.grid
    if block.still_when_lit and grid is not None and (not grid.dark or s.lit() >> foe.tile & 1):
        steps = 0  # somebody looks
    attacks = foe.attacks
    spec = s.spec
    if spec is not None and spec.leader_attacks is not None and foe.kind == spec.leader:
        change = spec.leader_attacks
        if s.flags.get(change.flag) and s.fight is not None and s.fight.round == change.round:
            attacks = change.n
    s.ask(FoeTurn(foe.token, steps, attacks, foe.has("dazed")))
    _go_on(s, out)


class FoeTurn(Frame, frozen=True, tag="foe_turn"):
    """ADVERSARY_TURN: move and attack, in either order (SAC-ORDER-11).

    ``dazed``: movement or one attack is lost, whichever is used second. ``stopped``: no more steps.
    """

    token: str
    steps: int
    attacks: int
    dazed: bool = False
    moved: bool = False
    struck: bool = False

    name: ClassVar[str] = "adversary_turn"
    layout: ClassVar[str] = "spaces"
    clauses: ClassVar[tuple[str, ...]] = ("SAC-ORDER-11",)

    def seat(self, s: SacramentState) -> int:
        return GM

    def look_again(self, s: SacramentState) -> None:
        s.ask(ATTACKED)

    def may_step(self) -> bool:
        """Movement comes wholly before or wholly after the attacks."""
        return self.steps > 0 and not (self.moved and self.struck)

    def way_left(self) -> int:
        """Steps that it could still take before an attack."""
        return self.steps if self.may_step() and not self.struck and not (self.dazed and self.attacks < 2) else 0

    def may_use(self, s: SacramentState, foe: Foe) -> bool:
        """Whether its listed move can still be used this turn; one that is made instead of an attack needs an
        attack.
        """
        special = foe.block.special
        return (
            special is not None
            and not self.struck
            and special_ready(s, foe)
            and (self.attacks > 0 or not special.instead)
        )

    def legal(self, s: SacramentState) -> tuple[Action, ...]:
        foe = s.foes[self.token]
        out: list[Action] = []
        grid = s.grid
        if grid is not None and self.may_step():
            if s.zones:
                shut = shut_tiles(s, foe)
                out += [step for step in grid.foe_steps[foe.tile] if grid.index[step.space] not in shut]
            else:
                out += grid.foe_steps[foe.tile]
        if self.attacks > 0:
            out += [_ATTACKS[pc.seat] for pc in targets(s, foe, self.way_left())]
        special = foe.block.special
        if special is not None and self.may_use(s, foe):
            seats = special_targets(s, foe)
            if special.target == "all":
                out += [act.DoSpecial()] if seats else []
            else:
                out += [act.DoSpecial(victim=seat) for seat in seats]
        if not self.moved and self.steps and foe.has("burning"):
            out.append(act.DOUSE)
        out.append(act.END_FOE)
        return tuple(out)

    def resolve(self, s: SacramentState, action: Any, out: list[Event] | None) -> None:
        s.drop()
        foe = s.foes[self.token]
        kind = type(action)
        if kind is act.EndFoe:
            end_turn(s, foe, out, waited=not self.moved and not self.struck)
            return
        if foe.hidden:
            foe.hidden = False  # until it acts (SAC-HIT-08)
            if out is not None:
                space = s.place_name(foe.tile)
                revealed = Revealed(clauses=("SAC-HIT-08",), space=space, tokens=(foe.token,))
                out.append(in_sight(s, revealed, space=foe.tile))
        if kind is act.Step:
            grid = s.grid
            assert grid is not None
            tile = grid.index[action.space]
            steps = self.steps - 1
            if grid.rough[tile] and not (foe.block.swims and grid.water[tile]):
                steps = 0  # entering rough ground ends movement (SAC-DIST-06)
            attacks = self.attacks - 1 if self.dazed and not self.moved else self.attacks
            place_foe(s, foe, tile, "step", out)
            s.ask(FoeTurn(self.token, steps, attacks, self.dazed, True, self.struck))
            if not steps or self.struck or not s.anyone_able():  # else it may go on
                _go_on(s, out)
            return
        if kind is act.Douse:
            end_condition(foe, "burning", out)
            s.ask(structs.replace(self, steps=0, moved=True))
            _go_on(s, out)
            return
        left = self.attacks - 1
        steps = 0 if self.dazed and left == 0 and not self.moved else self.steps
        special = foe.block.special
        if kind is act.DoSpecial:
            assert special is not None
            left = 0 if special.instead else self.attacks
            steps = 0 if self.dazed and special.instead and not self.moved else self.steps
            s.ask(structs.replace(self, attacks=left, steps=steps, struck=True))
            _do_special(s, foe, action, out)
            return
        victim = action.victim
        cause = ""
        if action.among:
            victim = s.pick(list(action.among), "pc")
            cause = "random"
            if out is not None:
                out.append(Picked(clauses=("SAC-GM-12",), what="pc", seat=victim))
        s.ask(structs.replace(self, attacks=left, steps=steps, struck=True))
        s.ask(ATTACKED)
        aim(s, foe, victim, cause, out)

    def values(self, s: SacramentState) -> Values:
        return {"token": self.token, "steps": self.steps, "attacks": self.attacks}


class Attacked(Frame, frozen=True, tag="attacked"):
    """An attack of an adversary is over; its turn goes on, or ends when nothing is left."""

    automatic: ClassVar[bool] = True

    def resolve(self, s: SacramentState, action: Action | None, out: list[Event] | None) -> None:
        s.drop()
        _go_on(s, out)


ATTACKED = Attacked()
_ATTACKS = tuple(act.Attack(victim=seat) for seat in range(8))


def _go_on(s: SacramentState, out: list[Event] | None) -> None:
    """With the ``FoeTurn`` on top: end it when the adversary is gone or can do nothing more."""
    frame = s.stack[-1]
    assert isinstance(frame, FoeTurn)
    foe = s.foes.get(frame.token)
    if foe is None:
        s.drop()
        return
    if not s.anyone_able() or (
        not frame.may_step()
        and not (frame.attacks > 0 and targets(s, foe, frame.way_left()))
        and not (frame.may_use(s, foe) and special_targets(s, foe))
        and not (not frame.moved and frame.steps and foe.has("burning"))
    ):
        s.drop()
        end_turn(s, foe, out, waited=not frame.moved and not frame.struck)


def end_turn(s: SacramentState, foe: Foe, out: list[Event] | None, *, waited: bool) -> None:
    """End of an adversary's turn: fire, knots, conditions."""
    if waited and out is not None:
        out.append(FoeWaits(clauses=("SAC-HORROR-04",), token=foe.token, cause="wait"))
    foe.before, foe.threat, foe.provoked, foe.called = foe.last, (), 0, ()
    if foe.conds:
        if foe.has("burning"):
            n = s.d6(GM)
            if out is not None:
                clauses = ("SAC-HIT-08",)
                out.append(DiceRolled(clauses=clauses, label="burning", dice=(n,), total=n, token=foe.token))
            hurt_foe(s, foe, n, 0, out, hit=False)
        if foe.token in s.foes:
            if any(cond.until == "knot" for cond in foe.conds):
                die = s.d6(GM)
                if out is not None:
                    out.append(
                        DiceRolled(clauses=("SAC-HIT-08",), label="knot", dice=(die,), total=die, token=foe.token)
                    )
                if die >= 5:
                    end_until(foe, ("knot",), out)
            end_until(foe, ("eot",), out)
    if foe.harm * 2 >= foe.most and "coward" in foe.block.tactics and foe.token in s.foes:
        grid = s.grid
        assert grid is not None
        if foe.tile in grid.exits:
            foe_out(s, foe, "fled", out)


def shut_tiles(s: SacramentState, foe: Foe) -> set[int]:
    """Tiles it may not enter: conjured walls, chalk lines of a level as high as its own."""
    shut = set(s.closed())
    return shut | {zone.tile for zone in s.zones if zone.name == "line" and foe.block.level <= zone.level}


def reach_of(foe: Foe) -> int:
    """How far its attack reaches now: a silenced singer only strikes in Melee."""
    if foe.block.reach and "song" in foe.block.tags and foe.has("silenced"):
        return 0
    return foe.block.reach


def targets(s: SacramentState, foe: Foe, steps: int = 0) -> list[Pc]:
    """The PCs it may attack from where it stands; who holds the gate in its tile comes first.

    The dying are left alone while another PC can be reached at all, with ``steps`` still to go (SAC-DYING-10).
    """
    reach, grid = reach_of(foe), s.grid
    assert grid is not None
    row, far = foe.tile * grid.size, grid.distance
    near = [pc for pc in s.pcs if far[row + pc.tile] <= reach and not pc.dead and in_reach(s, foe, pc, reach)]
    if not near:
        return near
    gate = [pc for pc in near if pc.mods and pc.tile == foe.tile and pc.able and pc.mod("gate")]
    if gate:
        return gate
    if "ghoulish" in foe.block.tactics:
        return near
    able = [pc for pc in near if pc.harm < 12]
    if able or (steps and _could_reach(s, foe, steps)):
        return able
    return near


def _could_reach(s: SacramentState, foe: Foe, steps: int) -> bool:
    """Whether it could stand, within so many steps, where a PC who is up is in its reach."""
    grid = s.grid
    assert grid is not None
    shut = shut_tiles(s, foe)
    reach = reach_of(foe)
    here = foe.tile
    found = False
    seen, front = {here}, [here]
    for _ in range(steps):
        front = [t for at in front for t in grid.steps[at] if t not in seen and t not in shut]
        seen.update(front)
        for tile in front:
            foe.tile = tile
            found = found or any(pc.able and in_reach(s, foe, pc, reach) for pc in s.pcs)
        front = [t for t in front if not grid.rough[t] or (foe.block.swims and grid.water[t])]
    foe.tile = here
    return found


def special_ready(s: SacramentState, foe: Foe) -> bool:
    """Whether its listed move may be used now."""
    special = foe.block.special
    if special is None or s.fight is None:
        return False
    if "song" in foe.block.tags and foe.has("silenced"):
        return False  # no song moves (SAC-HIT-08)
    if special.once:
        return foe.special == 0
    return not special.every or (s.fight.round % special.every == 0 and foe.special != s.fight.round)


def special_targets(s: SacramentState, foe: Foe) -> list[int]:
    """Whom its listed move can touch."""
    special = foe.block.special
    assert special is not None
    reach = {"melee": 0, "near": 1}.get(special.range, 99)
    return [pc.seat for pc in s.able() if in_reach(s, foe, pc, reach)]


def _do_special(s: SacramentState, foe: Foe, action: act.DoSpecial, out: list[Event] | None) -> None:
    special = foe.block.special
    assert special is not None
    assert s.fight is not None
    foe.special = 1 if special.once else s.fight.round
    seats = tuple(special_targets(s, foe))
    if special.target == "one":
        seats = (s.pick(list(action.among), "pc") if action.among else action.victim,)
    s.ask(ATTACKED)
    run(s, special.effects, Ctx(foe=foe.token, allies=seats, source=special.id), out)


# ----------------------------------------------------------------------------------------------------------- blows


class Blow(Frame, frozen=True, tag="blow"):
    """An adversary's attack on its way: ``declared``, ``roll``, ``due``, ``mark`` (SAC-HIT-03, SAC-DICE-04).

    ``reacted``: seats that have answered this hit. ``bearer``: who marks the harm, if not the one struck.
    """

    token: str
    victim: int
    dice: int
    stage: str
    reacted: tuple[int, ...] = ()
    damage: int = 0
    absorbed: int = 0
    crit: bool = False
    bearer: int = 0

    automatic: ClassVar[bool] = True
    boundary: ClassVar[bool] = False
    is_blow: ClassVar[bool] = True

    def resolve(self, s: SacramentState, action: Action | None, out: list[Event] | None) -> None:
        s.drop()
        _BLOW[self.stage](s, self, out)


def dice_of(foe: Foe) -> int:
    """The damage dice of an adversary's attack: those of its block, and one for each level that the party is above the
    scenario's (SAC-GM-11).
    """
    return foe.block.dice + foe.dice


def aim(s: SacramentState, foe: Foe, victim: int, cause: str, out: list[Event] | None) -> None:
    """The attack is declared: no die is rolled to hit (SAC-HIT-01). Reactions come before the damage dice."""
    pc = s.pc(victim)
    foe.last = victim
    grid = s.grid
    dice = dice_of(foe)
    clauses: tuple[str, ...] = ("SAC-HIT-01", "SAC-ORDER-11")
    if grid is not None and foe.tile != pc.tile and grid.cover[pc.tile]:
        dice = max(1, dice - 1)
        clauses += ("SAC-DIST-10", "SAC-HIT-05")
    if foe.conds and foe.has("rattled"):
        dice -= 1
        clauses += ("SAC-HIT-07", "SAC-HIT-05")
        end_condition(foe, "rattled", out)
    if out is not None:
        out.append(BlowAimed(clauses=clauses, token=foe.token, victim=victim, dice=dice, cause=cause))
    if dice <= 0:
        if out is not None:
            out.append(BlowMissed(clauses=("SAC-HIT-07",), token=foe.token, victim=victim, cause="no_dice"))
        return
    blow = Blow(foe.token, victim, dice, "roll")
    s.ask(blow)
    offer(s, "hit_declared", blow)


def _roll(s: SacramentState, blow: Blow, out: list[Event] | None) -> None:
    """Damage dice, and whether they are critical (SAC-CRIT-01, SAC-CRIT-02); then the armour."""
    foe = s.foes.get(blow.token)
    if foe is None:
        return
    pc = s.pc(blow.victim)
    natural = False
    clauses: tuple[str, ...]
    if s.setup.attack_rolls:
        die = s.d20(GM)
        natural = die == 20
        total = die + foe.block.level + 2
        if out is not None:
            clauses = ("SAC-HIT-06",)
            out.append(DiceRolled(clauses=clauses, label="to_hit", dice=(die,), total=total, token=foe.token))
        if total < 10 + pc.kit.value["agility"] and not natural:
            if out is not None:
                clauses = ("SAC-HIT-06",)
                out.append(BlowMissed(clauses=clauses, token=blow.token, victim=blow.victim, cause="defended"))
            return
    dice = [s.d6(GM) for _ in range(blow.dice)]
    crit = natural if s.setup.attack_rolls else is_critical(foe.block.crit, dice)
    damage = sum(dice)
    if out is not None:
        clauses = ("SAC-HIT-02", "SAC-DICE-04", "SAC-CRIT-01")
        if foe.block.crit != "std":
            clauses += ("SAC-CRIT-02",)
        out.append(DiceRolled(clauses=clauses, label="damage", dice=tuple(dice), total=damage, token=foe.token))
    if pc.dying:
        _strike_dying(s, blow, damage, crit, out)
        return
    absorbed = absorb(s, pc, out)
    blow = structs.replace(blow, stage="mark", damage=damage, absorbed=absorbed, crit=crit)
    s.ask(blow)
    if damage > absorbed:
        offer(s, "harm_due", blow)


def is_critical(rule: str, dice: list[int]) -> bool:
    """Two sixes among two or more dice, or what the block says instead (SAC-CRIT-01, SAC-CRIT-02)."""
    if rule == "never":
        return False
    sixes = dice.count(6)
    return sixes >= 1 if rule == "any_6" else len(dice) >= 2 and sixes >= 2


def _strike_dying(s: SacramentState, blow: Blow, damage: int, crit: bool, out: list[Event] | None) -> None:
    """A hit on the dying marks a Fade, two if critical, and nothing else (SAC-DYING-03)."""
    pc = s.pc(blow.victim)
    pc.steady = False
    if out is not None:
        clauses = ("SAC-DYING-03", "SAC-DYING-10")
        out.append(
            BlowFell(
                clauses=clauses, token=blow.token, victim=blow.victim, damage=damage, absorbed=0, harm=0, crit=crit
            )
        )
    mark_fades(s, pc, 2 if crit else 1, out, ("SAC-DYING-03",))


def absorb(s: SacramentState, pc: Pc, out: list[Event] | None) -> int:
    """What the struck PC absorbs: armour dice, Guard, wards, each source once a hit (SAC-ARMOUR-01, 05, 08)."""
    total = 0
    broken = pc.kit.armour is not None and pc.dur <= 0
    dice = 0 if broken else pc.kit.armour_dice
    if dice:
        rolled = tuple([s.d6(pc.seat) for _ in range(dice)])
        total += sum(rolled)
        if out is not None:
            clauses: tuple[str, ...] = ("SAC-ARMOUR-01", "SAC-DICE-04", "SAC-HIT-02")
            out.append(DiceRolled(clauses=clauses, label="armour", dice=rolled, total=sum(rolled), seat=pc.seat))
    elif broken and out is not None:
        out.append(DiceRolled(clauses=("SAC-ARMOUR-04",), label="broken", dice=(), total=0, seat=pc.seat))
    if pc.guard:
        pc.guard = False
        rolled = tuple([s.d6(pc.seat) for _ in range(pc.kit.guard_dice)])
        total += sum(rolled)
        if out is not None:
            clauses = ("SAC-ARMOUR-05",) + (("SAC-ARMOUR-07",) if broken or not pc.kit.armour_dice else ())
            out.append(DiceRolled(clauses=clauses, label="guard", dice=rolled, total=sum(rolled), seat=pc.seat))
            out.append(GuardReady(clauses=("SAC-ARMOUR-05",), seat=pc.seat, ready=False, cause="spent"))
    extra = 0
    if pc.kit.light_absorb and not broken and pc.kit.armour_weight in ("", "light"):
        extra += pc.kit.light_absorb
    if s.zones and any(zone.name == "chalk" and zone.tile == pc.tile for zone in s.zones):
        extra += 1
    if pc.ward:
        extra += pc.ward
        pc.ward = 0
        if out is not None:
            out.append(WardChanged(clauses=("SAC-HIT-08",), seat=pc.seat, n=0))
    if extra:
        rolled = tuple([s.d6(pc.seat) for _ in range(extra)])
        total += sum(rolled)
        if out is not None:
            out.append(
                DiceRolled(clauses=("SAC-ARMOUR-08",), label="ward", dice=rolled, total=sum(rolled), seat=pc.seat)
            )
    return total


def _mark(s: SacramentState, blow: Blow, out: list[Event] | None) -> None:
    """Harm is what got past the armour (SAC-HIT-02); then the critical's loss and rider (SAC-CRIT-03)."""
    pc = s.pc(blow.victim)
    harm = max(0, blow.damage - blow.absorbed)
    if out is not None:
        clauses: tuple[str, ...] = ("SAC-HIT-02",) + (("SAC-CRIT-01", "SAC-CRIT-03") if blow.crit else ())
        out.append(
            BlowFell(
                clauses=clauses,
                token=blow.token,
                victim=blow.victim,
                damage=blow.damage,
                absorbed=blow.absorbed,
                harm=harm,
                crit=blow.crit,
            )
        )
    bearer = s.pc(blow.bearer or blow.victim)
    before = bearer.wounds
    mark_harm(s, bearer, harm, "blow", out)
    if bearer.harm // 4 > before:
        _on_wound(s, bearer, out)
    foe = s.foes.get(blow.token)
    if blow.crit and foe is not None:
        if pc.kit.armour is not None and pc.dur > 0:
            change_durability(pc, -1, out, ("SAC-ARMOUR-03", "SAC-CRIT-03"))
        if foe.block.rider and not pc.dead:
            run(s, foe.block.rider, Ctx(foe=foe.token, allies=(pc.seat,), source=foe.kind), out)


def _on_wound(s: SacramentState, pc: Pc, out: list[Event] | None) -> None:
    """A hit gave a Wound: abilities that answer to that (Cilice)."""
    for ability in pc.kit.reactions["wounded"]:
        mark = f"round:{ability.id}"
        if mark not in pc.used and pc.able:
            pc.used = (*pc.used, mark)
            run(s, ability.effects, Ctx(actor=pc.seat, source=ability.id), out)


_BLOW = {"roll": _roll, "mark": _mark}
