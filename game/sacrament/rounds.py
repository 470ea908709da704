"""Rounds of a fight (SAC-ORDER): pools filled, who goes next, the adversaries, death checks, flight."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from game.core.contract import Action, Event, Values
from game.sacrament import actions as act
from game.sacrament.adversaries import begin_phase
from game.sacrament.checks import roll_check
from game.sacrament.combat import add_foe, count_of, edge_tiles, end_fight, end_zones, fight_is_over
from game.sacrament.effects.base import Ctx
from game.sacrament.effects.lists import run
from game.sacrament.events import BatonPassed, FoeWaits, RoundBegan
from game.sacrament.frames import Frame
from game.sacrament.harm import end_until, fall, mark_fades
from game.sacrament.horror import BETWEEN, WINDOW, is_asked
from game.sacrament.magic import draw_on_magic
from game.sacrament.maps import OUT
from game.sacrament.state import Pc, SacramentState
from game.sacrament.turns import STARTS
from game.sacrament.uses import remember, thing_use
from game.sacrament.values import BOXES, POOL

DEATH_DC: Final = 12


class Round(Frame, frozen=True, tag="round"):
    """The round's course: start, select, foes, end (SAC-ORDER-01)."""

    stage: str

    automatic: ClassVar[bool] = True

    def resolve(self, s: SacramentState, action: Action | None, out: list[Event] | None) -> None:
        _STAGES[self.stage](s, out)


def _to_stage(s: SacramentState, stage: str) -> None:
    """With a ``Round`` on top: go on to another stage."""
    s.stack = (*s.stack[:-1], ROUNDS[stage])


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
            pc.used = tuple([mark for mark in pc.used if not mark.startswith(("round:", "turn:"))])
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
        begin_phase(s, out, early=True, clauses=("SAC-ORDER-12",))
    elif is_asked(s):
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
    assert s.fight is not None
    s.fight.named = seat
    if out is not None:
        clause = "SAC-ORDER-02" if s.setup.order == "around" else "SAC-ORDER-04" if chooser else "SAC-ORDER-03"
        fallen = ("SAC-ORDER-05",) if finisher_fell(s) and s.setup.order != "around" else ()
        out.append(BatonPassed(clauses=(clause, *fallen), seat=seat, chooser=chooser))
    s.ask(STARTS[seat])
    if is_asked(s):
        s.ask(BETWEEN)


def finisher_fell(s: SacramentState) -> bool:
    """Whether the PC who finished last is dying or gone: then the party chooses who is next (SAC-ORDER-05)."""
    assert s.fight is not None
    return bool(s.fight.finisher) and not s.pc(s.fight.finisher).able


class Select(Frame, frozen=True, tag="select"):
    """FIRST_OF_ROUND and NEXT_PC: who goes next, in popcorn order."""

    party: ClassVar[bool] = True
    name: ClassVar[str] = "next_pc"
    layout: ClassVar[str] = "seats"
    is_between: ClassVar[bool] = True
    clauses: ClassVar[tuple[str, ...]] = ("SAC-ORDER-03", "SAC-ORDER-04")

    def look_again(self, s: SacramentState) -> None:
        s.drop()  # asked anew by what lies beneath

    def seat(self, s: SacramentState) -> int:
        assert s.fight is not None
        finisher = s.fight.finisher
        return finisher if finisher and s.pc(finisher).able else s.speaker()

    def cites(self, s: SacramentState) -> tuple[str, ...]:
        return (*self.clauses, "SAC-ORDER-05") if finisher_fell(s) else self.clauses

    def legal(self, s: SacramentState) -> tuple[Action, ...]:
        return tuple([_NEXT[pc.seat] for pc in eligible(s)])

    def resolve(self, s: SacramentState, action: Any, out: list[Event] | None) -> None:
        s.drop()
        assert s.fight is not None
        finisher = s.fight.finisher
        name_next(s, action.ally, finisher if finisher and s.pc(finisher).able else 0, out)


def _foes_act(s: SacramentState, out: list[Event] | None) -> None:
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
            pc.mods = tuple([mod for mod in pc.mods if mod.until != "eor"])
        if pc.martyr:
            fall(s, pc, out)
    for foe in s.foes.values():
        if foe.conds:
            end_until(foe, ("eor",), out)
    if s.zones:
        end_zones(s, (f"round:{s.fight.round}",), 0, out)
    if fight_is_over(s, out):
        return
    _to_stage(s, "start")
    if on_exits(s):
        s.ask(FLEE)


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
        if thing.trigger == "death_check" and thing_use(key).mark not in pc.used:
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
        s.drop()
        if type(action) is act.Decline:
            return
        pc = s.pc(self.owner)
        s.drop()  # the death check succeeds
        thing = pc.kit.things[action.ability]
        remember(pc, thing_use(action.ability))
        if thing.magic:
            draw_on_magic(s, pc, thing.risk, action.ability, out, spell=False)

    def values(self, s: SacramentState) -> Values:
        return {"trigger": "@sacrament.trigger.death_check"}


_NEXT = tuple(act.ChooseNext(ally=seat) for seat in range(8))
SELECT, FLEE = Select(), Flee()
ROUNDS = {stage: Round(stage) for stage in ("start", "select", "foes", "end", "close")}
_STAGES = {
    "start": _start_round, "select": _select, "foes": _foes_act, "end": _end_round, "close": _close_round,
}  # fmt: skip
