"""Fights: beginning, rounds, order, end (SAC-ORDER), and the Horror Token's window (SAC-HORROR)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Final

from game.core.contract import Action, Event, Values
from game.sacrament import actions as act
from game.sacrament.characters import item_from
from game.sacrament.checks import roll_check
from game.sacrament.content import Block
from game.sacrament.effects.base import Ctx
from game.sacrament.effects.lists import run
from game.sacrament.events import (
    BatonPassed,
    FightBegan,
    FightEnded,
    FoeCame,
    FoesBegan,
    FoeWaits,
    RoundBegan,
    TokenHeld,
    TokenSpent,
    ZoneChanged,
)
from game.sacrament.frames import GM, Frame
from game.sacrament.gear import gain, rearm, store_durability
from game.sacrament.harm import end_until, mark_fades, scene_ends, steady, with_sheet
from game.sacrament.magic import lower_ladder
from game.sacrament.maps import NEAR, OUT
from game.sacrament.scenarios import FightSpec, Group
from game.sacrament.state import Fight, Foe, Pc, SacramentState
from game.sacrament.values import BOXES, OFF_MAP, POOL

if TYPE_CHECKING:
    from game.sacrament.maps import Grid

WRITTEN_FOR: Final = 3
"""PCs that fights are written for (SAC-GM-11)."""
DEATH_DC: Final = 12
START_DISTANCE: Final = 2
"""Foes beyond the letters stand this far from every start tile."""


# ------------------------------------------------------------------------------------------------------- beginning


def count_of(s: SacramentState, spec: FightSpec, group: Group) -> int:
    """How many of a group come: flags, then the party's size (content 9), then those already out."""
    n = group.n
    for change in spec.adjust:
        if change.adv == group.adv and change.round == group.round:
            n += change.n * s.flags.get(change.flag, 0)
    if group.adv == spec.leader:
        return max(1, n)
    party = len(s.pcs)
    n = max(0, n) * party // WRITTEN_FOR
    leader = s.setup.content.bestiary.get(spec.leader)
    followers = [g for g in spec.groups_at(s.setup.difficulty) if g.adv != spec.leader]
    if leader is not None and "elite" in leader.tags and followers and group == followers[0]:
        n += max(0, party - WRITTEN_FOR)
    if spec.keeps_fallen:
        n -= s.fallen.get(spec.id, {}).get(group.adv, 0)
    return max(0, n)


def begin_fight(s: SacramentState, id: str, out: list[Event] | None) -> None:
    """``Begin`` of the ledger's machine: counters, surprise, first draws."""
    spec = s.setup.scenario.fights[id]
    side = s.surprise if s.surprise != "none" else spec.surprise
    if side == "party" and any(pc.kit.never_surprised for pc in s.able()):
        side = "none"
    s.surprise = "none"
    fight = Fight(id=id, surprise=side, surge=s.next_surge)
    s.set_fight(fight)
    s.next_surge = False
    s.rested = False
    s.foes = {}
    s.zones = ()
    s.lights = ()
    grid = s.grid
    assert grid is not None
    if out is not None:
        clauses = ["SAC-ORDER-01", "SAC-DIST-02", "SAC-VTT-01", "SAC-GM-11", "SAC-CHECK-03"]
        clauses += ["SAC-ORDER-12"] if side != "none" else []
        out.append(FightBegan(clauses=tuple(clauses), fight=id, map=spec.map, surprise=side))
    _place_party(s, spec, grid, out)
    for group in spec.groups_at(s.setup.difficulty):
        if group.round == 0:
            for _ in range(count_of(s, spec, group)):
                add_foe(s, group.adv, _letter(s, grid, group.adv), "begin", out)
    for _ in range(s.next_foes):
        edge = [grid.names[t] for t in edge_tiles(s)]
        add_foe(s, "quick_buried", grid.index[s.pick(edge, "tile")], "begin", out)
    s.next_foes = 0
    leader = s.setup.leader_of(s)
    if leader is not None:
        if spec.leader_at is not None and s.flags.get(spec.leader_at.flag):
            leader.tile = grid.starts[spec.leader_at.start % len(grid.starts)]
        leader.provoked = s.provoked
    s.provoked = 0
    s.stack = (Round("start"),)
    for opening in spec.opening:
        from game.sacrament.exploration import condition_holds

        if condition_holds(s, opening.condition):
            run(s, opening.effects, Ctx(source=id), out)


def _place_party(s: SacramentState, spec: FightSpec, grid: Grid, out: list[Event] | None) -> None:
    starts: tuple[int, ...] = grid.starts
    if spec.start_on is not None and s.flags.get(spec.start_on.flag):
        kind = spec.start_on.terrain
        found = [t for t in range(grid.size) if grid.kinds[t] == kind]
        starts = tuple(sorted(found, key=lambda t: (grid.walk[grid.starts[0] * grid.size + t], t)))[: len(s.pcs)]
    tied = bool(s.flags.get("peace_cords"))
    for index, pc in enumerate(s.living()):
        pc.tile = starts[index % len(starts)]
        pc.tokens = POOL
        pc.acted = False
        pc.spent = 0
        pc.guard = pc.martyr = False
        pc.stood = 0
        pc.drawn = tied
        if tied:
            with_sheet(pc, hands=())
        else:
            rearm(s, pc)
        pc.light = (spec.lanterns or pc.kit.light) and not pc.mod("lightless")
    if tied:
        s.flags = {**s.flags, "peace_cords": 0}


def _letter(s: SacramentState, grid: Grid, adv: str) -> int:
    """The next letter of its kind in reading order; beyond them a random tile two or more from every start."""
    taken = {foe.tile for foe in s.foes.values() if foe.kind == adv}
    for name, tile in grid.letters:
        if name == adv and tile not in taken:
            return tile
    far = [
        grid.names[t]
        for t in range(grid.size)
        if grid.passable[t] and all(grid.distance[t * grid.size + p] >= START_DISTANCE for p in grid.starts)
    ]
    return grid.index[s.pick(far, "tile")]


def edge_tiles(s: SacramentState) -> list[int]:
    """The passable tiles at the map's edge."""
    grid = s.grid
    assert grid is not None
    return [
        t
        for t in range(grid.size)
        if grid.passable[t]
        and (t % grid.width in (0, grid.width - 1) or t // grid.width in (0, grid.height - 1))
    ]


def add_foe(
    s: SacramentState,
    kind: str,
    tile: int,
    cause: str,
    out: list[Event] | None,
    *,
    hidden: bool = False,
    block: Block | None = None,
) -> Foe:
    """An adversary comes onto the map, made for this party (SAC-GM-11)."""
    block = block or s.setup.content.bestiary[kind]
    assert s.fight is not None
    spec = s.spec
    number = 1 + sum(1 for token in (*s.foes, *s.fight.gone) if token == kind or token.startswith(f"{kind}_"))
    leads = spec is not None and kind == spec.leader
    token = kind if leads and number == 1 else f"{kind}_{number}"
    most, attacks = block.harm, block.attacks
    if leads:
        most = max(1, most * len(s.pcs) // WRITTEN_FOR)
        if "elite" in block.tags and len(s.pcs) < WRITTEN_FOR:
            attacks = 1
    above = s.setup.level_factor(s)
    if above:
        most = most * s.level // s.setup.scenario.level
    foe = Foe(
        token=token, kind=kind, most=most, tile=tile, dice=above, attacks=attacks, hidden=hidden, block=block
    )
    if cause in ("begin", "gm") and s.fight.surprise == "foes" and s.fight.round <= 1 and cause == "begin":
        foe.acted = True
    s.foes = {**s.foes, token: foe}
    if out is not None:
        clauses = {"wave": ("SAC-ORDER-14", "SAC-GM-11"), "gm": ("SAC-GM-02",)}.get(cause, ("SAC-GM-11", "SAC-VTT-02"))
        out.append(
            FoeCame(clauses=clauses, token=token, kind=kind, to=s.place_name(tile), cause=cause)
        )
    return foe


# ---------------------------------------------------------------------------------------------------------- rounds


class Round(Frame, frozen=True, tag="round"):
    """The round's course: start, select, foes, end (SAC-ORDER-01)."""

    stage: str

    automatic: ClassVar[bool] = True

    def resolve(self, s: SacramentState, action: Action | None, out: list[Event] | None) -> None:
        _STAGES[self.stage](s, out)


def _to_stage(s: SacramentState, stage: str) -> None:
    """With a ``Round`` on top: go on to another stage."""
    s.stack = (*s.stack[:-1], _ROUNDS[stage])


def _start_round(s: SacramentState, out: list[Event] | None) -> None:
    """Reinforcements, full pools, fresh turns (SAC-TOKEN-02, SAC-ORDER-14)."""
    fight = s.fight
    assert fight is not None
    fight.round += 1
    s.chapters += 1
    spec = s.spec
    for group in spec.groups_at(s.setup.difficulty) if spec else ():
        if group.round == fight.round and spec is not None:
            for _ in range(count_of(s, spec, group)):
                add_foe(s, group.adv, _rising_tile(s, group.at), "wave", out)
    for pc in s.pcs:
        pc.tokens = POOL
        pc.acted = False
        pc.spent = 0
        if pc.used:
            pc.used = tuple(mark for mark in pc.used if not mark.startswith(("round:", "turn:")))
    first = fight.round == 1 and fight.surprise == "foes"
    for foe in s.foes.values():
        foe.acted = first
        if foe.special == -1:
            foe.special = 0
    if out is not None:
        out.append(
            RoundBegan(clauses=("SAC-ORDER-01", "SAC-TOKEN-01", "SAC-TOKEN-02"), round=fight.round)
        )
        for foe in s.foes.values() if first else ():
            out.append(FoeWaits(clauses=("SAC-ORDER-12",), token=foe.token, cause="surprised"))
    fight.finisher = fight.named = 0
    _to_stage(s, "select")
    if fight.round == 1 and fight.surprise == "party":
        from game.sacrament.adversaries import begin_phase

        begin_phase(s, out, early=True, clauses=("SAC-ORDER-12",))
    elif can_spend(s):
        s.ask(WINDOW)


def _rising_tile(s: SacramentState, kind: str) -> int:
    """A random tile of a kind, empty ones first."""
    grid = s.grid
    assert grid is not None
    tiles = [t for t in range(grid.size) if grid.kinds[t] == kind] if kind else edge_tiles(s)
    taken = {foe.tile for foe in s.foes.values()} | {pc.tile for pc in s.living()}
    empty = [t for t in tiles if t not in taken] or tiles
    return grid.index[s.pick([grid.names[t] for t in empty], "tile")]


def eligible(s: SacramentState) -> list[Pc]:
    """PCs who can act and have had no turn this round (SAC-ORDER-04, SAC-ORDER-08)."""
    return [pc for pc in s.pcs if not pc.acted and pc.harm < BOXES and not pc.dead]


def _select(s: SacramentState, out: list[Event] | None) -> None:
    """Who goes next; with nobody left the adversaries act (SAC-ORDER-04, SAC-ORDER-10)."""
    if fight_is_over(s, out):
        return
    waiting = eligible(s)
    if not waiting:
        _to_stage(s, "foes")
    elif s.setup.order == "around" or len(waiting) == 1:
        name_next(s, waiting[0].seat, 0, out)
    else:
        s.ask(SELECT)


def name_next(s: SacramentState, seat: int, chooser: int, out: list[Event] | None) -> None:
    """A PC gets the baton; between naming and acting a Horror Token may come in (SAC-ORDER-06)."""
    from game.sacrament.turns import STARTS

    assert s.fight is not None
    s.fight.named = seat
    if out is not None:
        clause = "SAC-ORDER-02" if s.setup.order == "around" else "SAC-ORDER-04" if chooser else "SAC-ORDER-03"
        out.append(BatonPassed(clauses=(clause,), seat=seat, chooser=chooser))
    s.ask(STARTS[seat])
    if can_spend(s):
        s.ask(BETWEEN)


class Select(Frame, frozen=True, tag="select"):
    """FIRST_OF_ROUND and NEXT_PC: who goes next, in popcorn order."""

    party: ClassVar[bool] = True
    name: ClassVar[str] = "next_pc"
    layout: ClassVar[str] = "seats"
    clauses: ClassVar[tuple[str, ...]] = ("SAC-ORDER-03", "SAC-ORDER-04")

    def seat(self, s: SacramentState) -> int:
        assert s.fight is not None
        finisher = s.fight.finisher
        return finisher if finisher and s.pc(finisher).able else s.speaker()

    def legal(self, s: SacramentState) -> tuple[Action, ...]:
        return tuple([_NEXT[pc.seat] for pc in eligible(s)])

    def resolve(self, s: SacramentState, action: Any, out: list[Event] | None) -> None:
        s.drop()
        assert s.fight is not None
        finisher = s.fight.finisher
        name_next(s, action.ally, finisher if finisher and s.pc(finisher).able else 0, out)


def _foes_act(s: SacramentState, out: list[Event] | None) -> None:
    from game.sacrament.adversaries import begin_phase

    _to_stage(s, "end")
    begin_phase(s, out, early=False)


def _end_round(s: SacramentState, out: list[Event] | None) -> None:
    """Death checks in seat order, what lasts to the round's end, end and flight (SAC-DYING-02, SAC-ORDER-13)."""
    _to_stage(s, "close")
    for pc in reversed(s.pcs):
        if pc.dying and not pc.dead and not pc.steady:
            s.ask(DeathCheck(pc.seat))
    for foe in s.foes.values():
        if foe.block.round_end:
            run(s, foe.block.round_end, Ctx(foe=foe.token, source=foe.kind), out)


def _close_round(s: SacramentState, out: list[Event] | None) -> None:
    assert s.fight is not None
    for pc in s.pcs:
        if pc.conds:
            end_until(pc, ("eor",), out)
        if pc.mods:
            pc.mods = tuple(mod for mod in pc.mods if mod.until != "eor")
        if pc.martyr:
            from game.sacrament.harm import fall

            fall(s, pc, out)
    for foe in s.foes.values():
        if foe.conds:
            end_until(foe, ("eor",), out)
    end_zones(s, (f"round:{s.fight.round}",), 0, out)
    if fight_is_over(s, out):
        return
    _to_stage(s, "start")
    if on_exits(s):
        s.ask(FLEE)


def end_zones(s: SacramentState, untils: tuple[str, ...], seat: int, out: list[Event] | None) -> None:
    """Zones that last until now are gone; ``seat``: only those made by it (0: by anybody)."""
    gone = [zone for zone in s.zones if zone.until in untils and (not seat or zone.seat == seat)]
    for zone in gone:
        s.zones = tuple(other for other in s.zones if other is not zone)
        if out is not None:
            space = s.place_name(zone.tile)
            out.append(ZoneChanged(clauses=("SAC-ARMOUR-08",), zone=zone.name, space=space, on=False))


def on_exits(s: SacramentState) -> bool:
    """Whether every living PC stands on an exit or out of every adversary's sight (SAC-ORDER-13)."""
    grid = s.grid
    if grid is None or not s.anyone_able():
        return False
    for pc in s.pcs:
        if pc.dead or pc.tile in grid.exits:
            continue
        if not s.foes or any(s.band(foe.tile, pc.tile) != OUT for foe in s.foes.values()):
            return False
    return True


class Flee(Frame, frozen=True, tag="flee"):
    """FLEE: the whole party stands on exits at the end of a round and may leave."""

    party: ClassVar[bool] = True
    name: ClassVar[str] = "flee"
    clauses: ClassVar[tuple[str, ...]] = ("SAC-ORDER-13",)

    def legal(self, s: SacramentState) -> tuple[Action, ...]:
        return (act.ACCEPT, act.DECLINE)

    def resolve(self, s: SacramentState, action: Any, out: list[Event] | None) -> None:
        s.drop()
        if type(action) is act.Accept:
            end_fight(s, "fled", out)


class DeathCheck(Frame, frozen=True, tag="death_check"):
    """A dying PC who is not steadied: d20 + Will against 12; failure is a Fade (SAC-DYING-02)."""

    who: int
    asked: bool = False

    automatic: ClassVar[bool] = True
    boundary: ClassVar[bool] = False

    def resolve(self, s: SacramentState, action: Action | None, out: list[Event] | None) -> None:
        s.drop()
        pc = s.pc(self.who)
        if not pc.dying or pc.dead or pc.steady:
            return
        if not self.asked and coin_of(pc):
            s.ask(DeathCheck(self.who, asked=True))
            s.ask(Coin(self.who))
            return
        extra = (("death", pc.kit.death),) if pc.kit.death else ()
        clauses = ("SAC-DYING-02", "SAC-CHECK-01", "SAC-CHECK-09")
        if not roll_check(s, pc, "death", "will", DEATH_DC, extra, out, clauses):
            mark_fades(s, pc, 1, out, ("SAC-DYING-02", "SAC-DYING-04"))


def coin_of(pc: Pc) -> str:
    """The item that lets a death check succeed, if it may still be used."""
    for key, thing in pc.kit.things.items():
        if thing.trigger == "death_check" and not (thing.once and f"{thing.once}:{key}" in pc.used):
            return key
    return ""


class Coin(Frame, frozen=True, tag="coin"):
    """REACTION: let the death check succeed."""

    owner: int

    boundary: ClassVar[bool] = False
    name: ClassVar[str] = "reaction"
    clauses: ClassVar[tuple[str, ...]] = ("SAC-DYING-02",)

    def seat(self, s: SacramentState) -> int:
        return self.owner

    def legal(self, s: SacramentState) -> tuple[Action, ...]:
        return (act.React(ability=coin_of(s.pc(self.owner))), act.DECLINE)

    def resolve(self, s: SacramentState, action: Any, out: list[Event] | None) -> None:
        from game.sacrament.magic import draw_on_magic

        s.drop()
        if type(action) is act.Decline:
            return
        pc = s.pc(self.owner)
        s.drop()  # the death check succeeds
        thing = pc.kit.things[action.ability]
        if thing.once:
            pc.used = (*pc.used, f"{thing.once}:{action.ability}")
        if thing.magic:
            draw_on_magic(s, pc, thing.risk, action.ability, out, spell=False)

    def values(self, s: SacramentState) -> Values:
        return {"trigger": "@sacrament.trigger.death_check"}


# ------------------------------------------------------------------------------------------------------------- end


def waves_to_come(s: SacramentState) -> bool:
    """Whether reinforcements are still to come."""
    spec = s.spec
    if spec is None or s.fight is None:
        return False
    return any(
        group.round > s.fight.round and count_of(s, spec, group) for group in spec.groups_at(s.setup.difficulty)
    )


def fight_is_over(s: SacramentState, out: list[Event] | None) -> bool:
    """End the fight if it is over: nobody left to fight, or nobody able to (SAC-ORDER-13)."""
    if not s.anyone_able():
        end_fight(s, "defeat", out)
        return True
    if s.foes or waves_to_come(s):
        return False
    end_fight(s, "win", out)
    return True


class Onward(Frame, frozen=True, tag="onward"):
    """The fight is over; the story goes on."""

    automatic: ClassVar[bool] = True

    def resolve(self, s: SacramentState, action: Action | None, out: list[Event] | None) -> None:
        s.drop()


ONWARD = Onward()


def end_fight(s: SacramentState, result: str, out: list[Event] | None) -> None:
    """Steady the dying if it was won; conditions end; the story goes to the node of the result (``End``)."""
    fight = s.fight
    assert fight is not None
    spec = s.spec
    assert spec is not None
    if out is not None:
        clauses = ("SAC-ORDER-13",) + (("SAC-DYING-08",) if result == "defeat" else ())
        out.append(FightEnded(clauses=clauses, fight=fight.id, result=result, rounds=fight.round))
    if result in ("win", "ended"):
        for pc in s.pcs:
            if pc.dying and not pc.dead:
                steady(pc, out, ("SAC-DYING-07",))
    scene_ends(s, out, fight=True)
    for pc in s.pcs:
        store_durability(pc)
        pc.tile = OFF_MAP
        pc.tokens = POOL
    s.foes = {}
    s.zones = ()
    s.lights = ()
    s.fog = ()
    s.set_fight(None)
    s.results = (*s.results, f"{fight.id}:{result}:{fight.round}:{fight.tokens}")
    if s.setup.only_fight:
        s.ending = result
        s.stack = ()
        return
    s.stack = (ONWARD,)
    for _, key, left in fight.loot if result == "win" else ():
        gain(s, s.speaker(), item_from(key, left), "found", out)
    ctx = Ctx(source=fight.id)
    if result == "win":
        run(s, spec.win_effects, ctx, out)
    elif result == "fled":
        run(s, spec.fled_effects, ctx, out)
    if not s.going:
        s.going = {"win": spec.win, "ended": spec.win, "defeat": spec.defeat}.get(result, spec.fled)


# -------------------------------------------------------------------------------------------------- Horror Tokens


def can_spend(s: SacramentState) -> bool:
    """Whether a Horror Token may be spent: a step to give back, and a turn to bring forward (SAC-HORROR-02, 05)."""
    if s.ladder <= 0 or s.fight is None:
        return False
    for foe in s.foes.values():  # noqa: SIM110  # asked at every step, and a generator costs as much again
        if not foe.acted:
            return True
    return False


def spend_token(s: SacramentState, out: list[Event] | None) -> None:
    """The ladder drops by 1, the adversaries act now (SAC-HORROR-01, 03, 09, 10)."""
    from game.sacrament.adversaries import begin_phase

    assert s.fight is not None
    old = s.ladder
    lower_ladder(s, 1, "token", 0, out, ("SAC-HORROR-01", "SAC-HORROR-09"), rearm=False)
    s.fight.token_round = s.fight.round
    s.fight.tokens += 1
    if out is not None:
        clauses = ("SAC-HORROR-01", "SAC-HORROR-03", "SAC-HORROR-06", "SAC-HORROR-10")
        out.append(TokenSpent(clauses=clauses, old=old, new=s.ladder))
    begin_phase(s, out, early=True)


def look_again(s: SacramentState) -> None:
    """Something came between two actions: whoever was asked may have fallen, whoever acts may be gone (SAC-
    HORROR-07).
    """
    from game.sacrament.adversaries import ATTACKED, FoeTurn, WhoActs
    from game.sacrament.turns import AfterAction, Turn

    top = s.stack[-1] if s.stack else None
    if isinstance(top, Turn):
        s.ask(AfterAction(top.who, began=True))
    elif isinstance(top, Window) and len(s.stack) > 1 and isinstance(s.stack[-2], Turn):
        s.stack = (*s.stack[:-1], AfterAction(s.stack[-2].who, began=True), top)
    elif isinstance(top, FoeTurn):
        s.ask(ATTACKED)
    elif isinstance(top, (Select, WhoActs)):
        s.drop()  # asked anew by what lies beneath


class Window(Frame, frozen=True, tag="window"):
    """HORROR_TOKEN: spend one now or not. ``between``: a PC has the baton but has not begun."""

    between: bool = False

    name: ClassVar[str] = "horror_token"
    clauses: ClassVar[tuple[str, ...]] = ("SAC-HORROR-06", "SAC-HORROR-05")

    def seat(self, s: SacramentState) -> int:
        return GM

    def legal(self, s: SacramentState) -> tuple[Action, ...]:
        return _WINDOW_ACTIONS

    def resolve(self, s: SacramentState, action: Any, out: list[Event] | None) -> None:
        s.drop()
        if type(action) is act.Hold or not can_spend(s):
            if out is not None:
                out.append(TokenHeld(clauses=("SAC-HORROR-06",)))
            return
        if self.between:
            # The last finisher's choice is open again (SAC-ORDER-06).
            s.drop()
            assert s.fight is not None
            s.fight.named = 0
        else:
            look_again(s)
        spend_token(s, out)

    def values(self, s: SacramentState) -> Values:
        return {"ladder": s.ladder}


_NEXT = tuple(act.ChooseNext(ally=seat) for seat in range(8))
_WINDOW_ACTIONS = (act.SPEND_TOKEN, act.HOLD)
WINDOW, BETWEEN = Window(), Window(between=True)
SELECT, FLEE = Select(), Flee()
_ROUNDS = {stage: Round(stage) for stage in ("start", "select", "foes", "end", "close")}
_STAGES = {
    "start": _start_round, "select": _select, "foes": _foes_act, "end": _end_round, "close": _close_round,
}  # fmt: skip


def begun_early(early: bool, clauses: tuple[str, ...]) -> FoesBegan:
    """The event of the adversaries' phase."""
    more = ("SAC-HORROR-03", "SAC-HORROR-04") if early else ("SAC-ORDER-07",)
    return FoesBegan(clauses=("SAC-ORDER-10", *more, *clauses), early=early)


def in_reach(s: SacramentState, foe: Foe, pc: Pc, reach: int) -> bool:
    """Whether an adversary can attack a PC from where it stands (SAC-HIT-01, SAC-ATTACK-04)."""
    grid = s.grid
    if grid is None:
        return True
    at = foe.tile * grid.size + pc.tile
    if pc.tile < 0 or grid.distance[at] > reach or grid.band[at] == OUT:
        return False
    if not s.zones and not pc.conds:
        return True
    return foe.tile == pc.tile or not (pc.has("hidden") or s.in_soot(pc.tile))


def near(s: SacramentState, a: int, b: int) -> bool:
    """Whether two tiles are at most Near."""
    return s.band(a, b) <= NEAR


__all__ = ["Round", "Select", "Window", "begin_fight", "end_fight"]
