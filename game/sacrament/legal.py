"""What a PC may do in its turn (SAC-TURN), and whom and what its abilities and things can be aimed at."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final, TypeAlias

from game.core.contract import Action
from game.sacrament import actions as act
from game.sacrament.maps import FAR, MELEE, NEAR
from game.sacrament.nodes import condition_holds
from game.sacrament.uses import ARMED, CALLS, PICK_UPS, SHOVES, UNARMED, Use
from game.sacrament.values import BOXES, BOXES_A_WOUND

if TYPE_CHECKING:
    from game.sacrament.maps import Grid
    from game.sacrament.scenarios import ObjectSpec
    from game.sacrament.state import Foe, Pc, SacramentState

STEADY_COST: Final = 2
USE_COST: Final = 1
ROUGH_COST: Final = 1
DEEDS: Final = {"shove": 1, "search": 1, "yield": 2, "drag": 2, "brace": 1, "recover": 2}
"""The listed deeds and their tokens; ``recover`` ends the silence of an aftershock."""
LEAP: Final = 3
"""Tiles of a ``tile_within_3``."""
MOST_SLOTS: Final = 3
"""No single thing fills more slots than a heavy suit."""
SEARCH, BRACE, RECOVER = (act.Improvise(deed=deed) for deed in ("search", "brace", "recover"))
_BATONS = tuple(act.PassBaton(ally=seat) for seat in range(8))

Seen: TypeAlias = "list[tuple[Foe, int]]"
"""Adversaries that a PC can aim at, each with its band."""
Aim: TypeAlias = Callable[["SacramentState", "Pc", Use, "Seen"], list[Action]]


def legal_turn(s: SacramentState, pc: Pc) -> tuple[Action, ...]:
    """Every action of a PC's turn, in the order: move, strike, guard, abilities, items, hands, deeds, end."""
    out: list[Action] = []
    kit, tokens, tile = pc.kit, pc.tokens, pc.tile
    grid = s.grid
    assert grid is not None
    seen = s.foes_in_sight(pc)
    close, here = [], []
    for entry in seen:
        foe, band = entry
        if band <= NEAR:
            close.append(entry)
            if band == MELEE:
                here.append(foe.token)
    beside = [other for other in s.pcs if other.tile == tile and other is not pc and not other.dead]
    unbound = not pc.conds
    if tokens:
        if unbound or not pc.has("rooted"):
            moves = (grid.moves if tokens > ROUGH_COST else grid.easy)[tile]
            closed = s.closed() if s.zones else ()
            out += [move for move in moves if grid.index[move.space] not in closed] if closed else moves
        if close:
            _strikes(pc, close, here, out)
        if not pc.guard:
            out.append(act.GUARD)
    for use in kit.powers:
        if use.cost <= tokens and ((unbound and not use.limited) or may_use(pc, use)):
            out += _AIMS[use.kind](s, pc, use, seen)
    if tokens:
        for use in kit.tools:
            if use.cost <= tokens and ((unbound and not use.limited) or may_use(pc, use)):
                out += _AIMS[use.kind](s, pc, use, seen)
        _around(s, pc, out)
    out += kit.draws if tokens or not pc.drawn else kit.quick_draws
    if tokens and beside:
        for other in beside:
            if other.harm < BOXES:
                out += _gifts(s, pc, other)
    out += kit.drops
    if tokens:
        _deeds(s, pc, close, out)
        if beside and tokens >= STEADY_COST:
            for other in beside:
                if other.harm >= BOXES:
                    _help(s, pc, other, grid, out)
    if not pc.spent and s.setup.order == "popcorn":
        out += [_BATONS[o.seat] for o in s.pcs if not o.acted and o.harm < BOXES and o is not pc and not o.dead]
    out.append(act.END_TURN)
    return tuple(out)


def _strikes(pc: Pc, close: Seen, here: list[str], out: list[Action]) -> None:
    """A strike with each weapon in hand at everyone it can reach, ``here`` in Melee; with empty hands unarmed
    (SAC-GEAR-06).
    """
    if not pc.sheet.hands:
        out += [UNARMED[token] for token in here]
    for arm in pc.kit.arms:
        if arm.mark and arm.mark in pc.used:
            continue
        ready = arm.strikes
        if not arm.near:
            if here:
                out += [ready[token] for token in here]
        else:
            out += [ready[foe.token] for foe, band in close if arm.melee or band == NEAR]


def may_use(pc: Pc, use: Use) -> bool:
    """Whether silence, use limits and boxes that are part of the cost allow it (harm may not come to 12 by them)."""
    if use.mark and use.mark in pc.used:
        return False
    if use.pays and pc.harm + use.pays >= BOXES:
        return False
    return not (use.is_spell and pc.conds and pc.has("silenced"))


# ------------------------------------------------------------------------------------------------------------ aims


def _armed(s: SacramentState, pc: Pc, use: Use, seen: Seen) -> list[Action]:
    """With each weapon in hand that fits: at one adversary each, or around oneself."""
    out: list[Action] = []
    if not seen:
        return out
    grid = s.grid
    assert grid is not None
    for arm in pc.kit.arms:
        if arm.mark and arm.mark in pc.used:
            continue
        if use.weapon == "melee":
            low, high, fit = MELEE, MELEE, arm.fights
        elif use.weapon == "ranged":
            low, high, fit = NEAR if arm.shoots else MELEE, NEAR, arm.flies
        else:
            low, high, fit = NEAR, FAR, arm.far
        if not fit:
            continue
        tokens = [foe.token for foe, band in seen if low <= band <= high]
        if use.target == "foes_in_tile":
            out += [use.around[arm.key, grid.names[pc.tile]]] if tokens else []
        else:
            out += [use.with_weapon[arm.key, token] for token in tokens]
    return out


def _alone(s: SacramentState, pc: Pc, use: Use, seen: Seen) -> list[Action]:
    return [use.alone]


def _foe(s: SacramentState, pc: Pc, use: Use, seen: Seen) -> list[Action]:
    ready, reach = use.at_foe, use.reach
    return [ready[foe.token] for foe, band in seen if band <= reach] if seen else []


def _unholy_foe(s: SacramentState, pc: Pc, use: Use, seen: Seen) -> list[Action]:
    return [
        use.at_foe[foe.token]
        for foe, band in seen
        if band <= use.reach and ("dead" in foe.block.tags or "horror" in foe.block.tags)
    ]


def _foes_in_tile(s: SacramentState, pc: Pc, use: Use, seen: Seen) -> list[Action]:
    if not seen:
        return []
    grid = s.grid
    assert grid is not None
    tiles = dict.fromkeys(foe.tile for foe, band in seen if band <= use.reach)
    return [use.at_space[grid.names[tile]] for tile in tiles]


def _all_foes(s: SacramentState, pc: Pc, use: Use, seen: Seen) -> list[Action]:
    return [use.alone] if any(band <= use.reach for _, band in seen) else []


def _dead_foes(s: SacramentState, pc: Pc, use: Use, seen: Seen) -> list[Action]:
    found = any(band <= use.reach and "dead" in foe.block.tags for foe, band in seen)
    return [use.alone] if found else []


def _ally(s: SacramentState, pc: Pc, use: Use, seen: Seen) -> list[Action]:
    ready = use.at_ally
    return [ready[other.seat] for other in ally_targets(s, pc, use)]


def _bleeding(s: SacramentState, pc: Pc, use: Use, seen: Seen) -> list[Action]:
    return [
        use.at_ally[other.seat]
        for other in s.pcs
        if other.conds and not other.dead and other.has("bleeding") and s.band(pc.tile, other.tile) <= use.reach
    ]


def _healing(s: SacramentState, pc: Pc, use: Use, seen: Seen) -> list[Action]:
    found = any(o.wounds and not o.dead and s.band(pc.tile, o.tile) <= use.reach for o in s.pcs)
    return [use.alone] if found else []


def _tile(s: SacramentState, pc: Pc, use: Use, seen: Seen) -> list[Action]:
    return [use.at_space[name] for name in tile_targets(s, pc, use)]


_AIMS: Final[dict[str, Aim]] = {
    ARMED: _armed, "none": _alone, "self": _alone, "allies": _alone, "foe": _foe, "unholy_foe": _unholy_foe,
    "foes_in_tile": _foes_in_tile, "all_foes": _all_foes, "dead_foes": _dead_foes, "ally": _ally, "other_ally": _ally,
    "bleeding": _bleeding, "healing": _healing, "tile": _tile, "tile_within_3": _tile,
}  # fmt: skip


def ally_targets(s: SacramentState, pc: Pc, use: Use) -> list[Pc]:
    """The allies that it can be used on: Wound healing needs a Wound (SAC-HEAL-03), anything else somebody up."""
    grid, heals = s.grid, use.heals
    out = []
    for other in s.pcs:
        if (other.harm < BOXES_A_WOUND if heals else other.harm >= BOXES) or other.dead:
            continue
        if other is pc:
            if use.target == "other_ally":
                continue
        elif grid is not None and grid.band[pc.tile * grid.size + other.tile] > use.reach:
            continue
        out.append(other)
    return out


def tile_targets(s: SacramentState, pc: Pc, use: Use) -> Sequence[str]:
    """The tiles that it can be aimed at, by name."""
    grid = s.grid
    if grid is None:
        return ()
    here = pc.tile
    if use.target == "tile_within_3":
        if pc.has("rooted"):
            return ()  # it cannot change its tile by a spell either (SAC-HIT-08)
        row, closed = here * grid.size, s.closed()
        seen = [(name, grid.index[name]) for name in grid.in_band(here, FAR)]
        return [name for name, tile in seen if 0 < grid.distance[row + tile] <= LEAP and tile not in closed]
    tiles = grid.in_band(here, use.reach)
    if not use.closes:
        return tiles
    lit = s.seen()  # who stands in the dark or hidden is not told by where it cannot be aimed
    taken = {grid.names[foe.tile] for foe in s.foes.values() if not foe.hidden and lit >> foe.tile & 1}
    taken |= {grid.names[other.tile] for other in s.living()}
    return [name for name in tiles if name not in taken]


# ------------------------------------------------------------------------------------------------- hands and objects


def _around(s: SacramentState, pc: Pc, out: list[Action]) -> None:
    """What lies or stands near: objects of the map, things to pick up; fire on oneself, a lantern gone out."""
    fight, spec = s.fight, s.spec
    assert fight is not None
    assert spec is not None
    stands = s.setup.stands[fight.id][pc.tile]
    if stands:
        out += [operate for operate, thing, mark in stands if operable(s, pc, thing, mark)]
    if pc.conds and pc.has("burning"):
        out.append(act.DOUSE)
    if not pc.light and (pc.kit.light or spec.lanterns) and not pc.mod("lightless"):
        out.append(act.RELIGHT)
    here = pc.tile
    if s.lying >> here & 1:
        lying = dict.fromkeys([key for tile, key, _ in fight.loot if tile == here])
        kit = pc.kit
        free = kit.free + pc.mod("slots")
        out += [PICK_UPS[key] for key in lying if free >= MOST_SLOTS or kit.fills(key) <= free]


def operable(s: SacramentState, pc: Pc, thing: ObjectSpec, mark: str) -> bool:
    """Whether a PC in reach of an object of the map can use it now; ``mark`` names it and its tile."""
    assert s.fight is not None
    if pc.tokens < thing.cost or (thing.once and mark in s.fight.used) or (pc.used and f"turn:{mark}" in pc.used):
        return False
    if thing.condition == "true":
        return True
    return condition_holds(s, thing.condition)


def _gifts(s: SacramentState, pc: Pc, other: Pc) -> Sequence[Action]:
    """The things that ``other`` has room for; all of them where packs are private and nobody can tell."""
    gifts = pc.kit.gifts[other.seat]
    kit = other.kit
    free = kit.free + other.mod("slots")
    if free >= MOST_SLOTS or s.setup.private_packs:
        return gifts
    return [gift for gift in gifts if kit.fills(gift.item) <= free]


def wield_cost(s: SacramentState, pc: Pc, key: str) -> int:
    """Drawing or swapping is a Use; the first of a fight and a quick weapon are free (SAC-GEAR-05)."""
    if not pc.drawn or s.setup.content.weapons[pc.kit.weapons[key].id].quick:
        return 0
    return USE_COST


# ----------------------------------------------------------------------------------------------------------- deeds


def _deeds(s: SacramentState, pc: Pc, close: Seen, out: list[Action]) -> None:
    """The listed deeds that need nobody of the party (SAC-TURN-03)."""
    tokens = pc.tokens
    for foe, band in close:
        if band == MELEE:
            out.append(SHOVES[foe.token])
        if tokens >= DEEDS["yield"] and may_call(s, pc, foe):
            out.append(CALLS[foe.token])
    if "turn:search" not in pc.used:
        out.append(SEARCH)
    if not pc.mod("evade"):
        out.append(BRACE)
    if pc.conds and tokens >= DEEDS["recover"] and any(cond.until == "will15" for cond in pc.conds):
        out.append(RECOVER)


def _help(s: SacramentState, pc: Pc, other: Pc, grid: Grid, out: list[Action]) -> None:
    """For somebody dying in Melee (SAC-DYING-05, SAC-TURN-03)."""
    if not other.steady and f"turn:steady_{other.seat}" not in pc.used:
        out.append(act.Steady(ally=other.seat))
    if not pc.has("rooted") and not other.has("rooted"):
        closed = s.closed()
        steps = [grid.names[t] for t in grid.steps[pc.tile] if t not in closed]
        out += [act.Improvise(deed="drag", ally=other.seat, space=name) for name in steps]


def may_call(s: SacramentState, pc: Pc, foe: Foe) -> bool:
    """Whether it can be called on to yield: a human or yielding one, half hurt or alone, not asked by this PC yet.

    Where the table hides harm it may always be tried, so that the offer tells nothing; it yields only if it would.
    """
    if "human" not in foe.block.tags and "yields" not in foe.block.tactics:
        return False
    told = s.setup.foe_harm != "hidden" or foe.known
    return pc.seat not in foe.called and (not told or would_yield(s, foe))


def would_yield(s: SacramentState, foe: Foe) -> bool:
    """Whether an adversary listens at all: half hurt, or nobody is seen beside it."""
    return foe.harm * 2 >= foe.most or all(other is foe or other.hidden for other in s.foes.values())
