"""Pure questions that screens and computer players share: they look and change nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from game.core.contract import Action, Decision
from game.sacrament import actions as act
from game.sacrament.effects.lists import Effects
from game.sacrament.effects.story import End
from game.sacrament.gm import Called
from game.sacrament.magic import rise_of
from game.sacrament.maps import BANDS, FEET
from game.sacrament.nodes import node_of
from game.sacrament.phrases import WAY
from game.sacrament.preparing import Prepare
from game.sacrament.prospects import check_card, pending_card, prepared_card

if TYPE_CHECKING:
    from game.sacrament.state import SacramentState


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


def ends_story(s: SacramentState, action: Action) -> bool:
    """Whether the story ends with a choice, no matter how a die falls."""
    if not isinstance(action, act.Choose) or s.fight is not None or not s.node:
        return False
    if action.choice.startswith(WAY):
        node = s.setup.scenario.nodes.get(action.choice.removeprefix(WAY))
        return node is not None and _has_end(node.on_enter)
    choice = node_of(s).choices.get(action.choice)
    return choice is not None and _has_end((*choice.effects, *choice.then))


def _has_end(effects: Effects) -> bool:
    return any(isinstance(effect, End) for effect in effects)


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


def bands(s: SacramentState, space: str) -> dict[str, str]:
    """The band of every tile of the running fight's map from ``space``: melee, near, far or out (SAC-DIST-02)."""
    grid = s.grid
    if grid is None or space not in grid.index:
        return {}
    row = grid.index[space] * grid.size
    return {name: BANDS[grid.band[row + tile]] for name, tile in grid.index.items()}


def lit_tiles(s: SacramentState) -> frozenset[str]:
    """The tiles that can be seen on a dark map, or all of them (SAC-VTT-06)."""
    grid = s.grid
    if grid is None:
        return frozenset()
    if not grid.dark:
        return frozenset(grid.names)
    mask = s.lit()
    return frozenset(name for tile, name in enumerate(grid.names) if mask >> tile & 1)


def odds(s: SacramentState, action: Action) -> float | None:
    """The chance that the check of an action succeeds, as far as the table knows it; ``None`` where it makes none."""
    top = s.stack[-1] if s.stack else None
    if isinstance(top, Called):
        card = pending_card(s, None) if isinstance(action, act.RollIt) else None
    elif isinstance(top, Prepare):
        card = prepared_card(s, action, None)
    else:
        card = check_card(s, action, None) if action in s.legal_actions() else None
    return None if card is None or card.hidden else card.chance


def rise(s: SacramentState, seat: int, id: str) -> int:
    """How far the ladder would rise if ``seat`` used this spell or thing (SAC-MAGIC-01); 0 for what is no magic."""
    pc = s.pc(seat)
    ability = s.setup.content.abilities.get(id)
    if ability is not None:
        return rise_of(s, pc, ability.risk, spell=True) if ability.is_spell else 0
    thing = pc.kit.things.get(id)
    return rise_of(s, pc, thing.risk, spell=False) if thing is not None and thing.magic else 0


def decision_of(s: SacramentState) -> Decision | None:
    """What is asked now, of whom, and by which clauses."""
    if not s.stack:
        return None
    top = s.stack[-1]
    return Decision(top.name, top.seat(s), f"sacrament.prompt.{top.name}", top.values(s), top.cites(s), top.layout)
