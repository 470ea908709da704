"""Pure questions that screens and computer players share: they look and change nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from game.core.contract import Action
from game.sacrament import actions as act
from game.sacrament.checks import attack_parts
from game.sacrament.checks import odds as chance
from game.sacrament.effects.lists import Attack
from game.sacrament.exploration import Prepare, best_attribute, bonuses
from game.sacrament.frames import GM
from game.sacrament.gm import Called
from game.sacrament.maps import BANDS, FEET
from game.sacrament.turns import Turn

if TYPE_CHECKING:
    from game.sacrament.state import Pc, SacramentState


class Ruler(Struct, frozen=True):
    """What the ruler shows between two tiles (SAC-VTT-07)."""

    tiles: int
    feet: int
    band: str


def ruler(s: SacramentState, a: str, b: str) -> Ruler:
    """Tiles, feet and band between two tiles of the running fight's map. ``KeyError`` for a tile that is none."""
    grid = s.grid
    if grid is None:
        raise KeyError(a)
    at = grid.index[a] * grid.size + grid.index[b]
    tiles = grid.distance[at]
    return Ruler(tiles, tiles * FEET, BANDS[grid.band[at]])


def bands(s: SacramentState, seat: int) -> dict[str, str]:
    """The band of every tile seen from a PC's (edge patterns of the table, SAC-VTT-03)."""
    grid = s.grid
    tile = s.pc(seat).tile
    if grid is None or tile < 0:
        return {}
    return {grid.names[t]: BANDS[grid.band[tile * grid.size + t]] for t in range(grid.size) if grid.passable[t]}


def reachable(s: SacramentState, seat: int) -> dict[str, int]:
    """The tiles that a PC can walk to with the tokens left, and what the cheapest way costs."""
    grid = s.grid
    pc = s.pc(seat)
    if grid is None or pc.tile < 0 or pc.has("rooted"):
        return {}
    closed = s.closed()
    cost = {pc.tile: 0}
    front = [pc.tile]
    while front:
        tile = min(front, key=cost.__getitem__)
        front.remove(tile)
        for step in grid.steps[tile]:
            price = cost[tile] + (2 if grid.rough[step] else 1)
            if step not in closed and price <= pc.tokens and price < cost.get(step, 99):
                cost[step] = price
                front.append(step)
    del cost[pc.tile]
    return {grid.names[t]: n for t, n in sorted(cost.items())}


def odds(s: SacramentState, action: Action) -> float | None:
    """The chance that the check of an action succeeds, as far as the table knows it; ``None`` where it makes none."""
    top = s.stack[-1] if s.stack else None
    if not s.setup.open_difficulties:
        return None
    if isinstance(top, Turn):
        return _attack_odds(s, s.pc(top.who), action)
    if isinstance(top, Called) and not top.hidden:
        pc = s.pc(top.who)
        return chance(pc.kit.value[top.attribute] + top.bonus, top.difficulty)
    if isinstance(top, Prepare) and top.roller:
        _, check = top.spec(s)
        pc = s.pc(top.roller)
        if check.hidden:
            return None
        bonus = pc.kit.value[best_attribute(pc, check)] + sum(n for _, n in bonuses(s, top))
        return chance(bonus, check.dc)
    return None


def _attack_odds(s: SacramentState, pc: Pc, action: Action) -> float | None:
    foe = s.foes.get(getattr(action, "token", ""))
    if foe is None or action not in s.legal_actions():
        return None
    plus = 0
    if isinstance(action, act.Strike):
        strikes = pc.kit.strikes.get(action.weapon, (0, "strength", 0, ""))
        attribute = strikes[1] if foe.tile == pc.tile else strikes[3]
        spell = False
    elif isinstance(action, act.Perform):
        ability = s.setup.content.abilities[action.ability]
        effect = next((e for e in ability.effects if isinstance(e, Attack)), None)
        if effect is None:
            return None
        attribute = max(effect.attributes, key=lambda name: pc.kit.value[name])
        plus, spell = effect.plus, ability.is_spell
    else:
        return None
    weapon = getattr(action, "weapon", "")
    if weapon:
        plus += s.setup.content.weapons[pc.kit.weapons[weapon].id].to_hit
    parts = attack_parts(s, pc, foe, attribute, (), spell)
    return 1.0 if pc.martyr else chance(plus + sum(n for _, n in parts), foe.block.difficulty)


def rise(s: SacramentState, action: Action) -> int | None:
    """How far the ladder would rise by an action, shown before the press; ``None`` where it stays."""
    from game.sacrament.magic import rise_of

    seat = s.current_player()
    if seat == GM or not s.stack:
        return None
    pc = s.pc(seat)
    if isinstance(action, act.Perform):
        ability = s.setup.content.abilities.get(action.ability)
        return rise_of(s, pc, ability.risk, spell=True) if ability is not None and ability.is_spell else None
    if isinstance(action, act.UseItem):
        thing = pc.kit.things.get(action.item)
        return rise_of(s, pc, thing.risk, spell=False) if thing is not None and thing.magic else None
    return None
