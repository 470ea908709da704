"""How a fight begins: counters, surprise, first draws."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from game.core.contract import Event
from game.sacrament.combat import add_foe, count_of, edge_tiles
from game.sacrament.effects.base import Ctx
from game.sacrament.effects.lists import run
from game.sacrament.events import FightBegan
from game.sacrament.gear import rearm
from game.sacrament.harm import with_sheet
from game.sacrament.nodes import condition_holds
from game.sacrament.rounds import ROUNDS
from game.sacrament.state import Fight, SacramentState
from game.sacrament.values import POOL

if TYPE_CHECKING:
    from game.sacrament.maps import Grid
    from game.sacrament.scenarios import FightSpec


START_DISTANCE: Final = 2
"""Foes beyond the letters stand this far from every start tile."""


def begin_fight(s: SacramentState, id: str, out: list[Event] | None) -> None:
    """Counters, surprise, first draws."""
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
    s.stack = (ROUNDS["start"],)
    for opening in spec.opening:
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
