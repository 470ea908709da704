"""How good a Kanata position is for the humans, and what each of them should be doing: numbers for computer players.

Everything here reads what is public. Points are arbitrary: a part of the roadblock is worth ``PART``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from game.kanata.queries import sum_at_least
from game.kanata.state import CAPTURED, DORMANT, DOWNED, SHERIFF_HELD, SPACE_MASK, STANDING, TURNED, VAN, WON

if TYPE_CHECKING:
    from game.kanata.state import KanataState

PART: Final = 40.0
"""A part of the roadblock that is gone."""
CARRIED: Final = 22.0
"""A needed item in a standing human's hands, next to the roadblock; it loses a little with each step away."""
IN_CORN: Final = 8.0
STANDS: Final = 30.0
LIES: Final = 8.0
RIDES: Final = 10.0
HEALTH: Final = 0.6
CUBE: Final = 1.5
"""A horde cube on a board."""


def needed(s: KanataState) -> int:
    """The roadblock items that still take a part away, as a mask."""
    return (s.setup.saws if s.monoliths else 0) | (s.setup.extinguishers if s.wall else 0)


def parts_in(s: KanataState, mask: int) -> int:
    """How many parts the items of a mask can take away."""
    saws = min((mask & s.setup.saws).bit_count(), s.monoliths)
    return saws + min((mask & s.setup.extinguishers).bit_count(), s.wall)


def danger(s: KanataState, seat: int, space: int, dice: int) -> float:
    """How likely somebody is to be caught on a space in an enemy action with so many dice; the Sheriff weighs less."""
    town = s.setup.town
    if s.mount[seat] == VAN or town.crosses >> space & 1:
        return 0.0
    inside = bool(town.interiors >> space & 1)
    safe = 1.0
    row = town.front[space] * town.size
    distances = town.board.distances
    for packed in s.aboms:
        if packed & DORMANT:
            continue
        needs = distances[row + (packed & SPACE_MASK)]
        if needs <= 12:
            reach = sum_at_least(dice, needs - 1 if inside else needs)
            safe *= 1 - (reach / 2 if inside else reach)
    if TURNED in s.status:
        for other, status in enumerate(s.status):
            if status == TURNED:
                needs = distances[row + s.space[other]]
                if needs <= 12:
                    safe *= 1 - 0.7 * sum_at_least(1, needs - (1 if inside else 0)) / (2 if inside else 1)
    total = 1 - safe
    if not inside:
        if not s.held & SHERIFF_HELD and town.roads >> space & 1:
            needs = town.road.distance(s.sheriff, space)
            load = 0.12 + 0.08 * s.items[seat].bit_count()
            total += load * sum_at_least(dice, needs) if needs <= 12 else 0.0
        if s.ambulance >= 0:
            total += 0.5 * sum_at_least(1, distances[row + s.ambulance])
    return total


def hunters_near(s: KanataState, space: int) -> float:
    """How close those are who hunt: 0 for nobody within twelve steps, 1 and more for one or two at the door."""
    distance = s.setup.town.distance
    spaces = [packed & SPACE_MASK for packed in s.aboms if not packed & DORMANT]
    spaces += [s.space[seat] for seat, status in enumerate(s.status) if status == TURNED]
    return sum(max(0, 12 - distance(space, other)) for other in spaces) / 18


def evaluate(s: KanataState) -> float:
    """The humans' prospects. A finished game is worth more than anything else."""
    if s.result:
        return 1000.0 if s.result == WON else -1000.0
    setup = s.setup
    town = setup.town
    value = PART * (3 - s.monoliths + 1 - s.wall)
    useful = needed(s)
    held = 0
    dice = max(1, s.dice)
    for seat, status in enumerate(s.status):
        if status == TURNED:
            value -= 6.0
            continue
        value += CUBE * s.cubes[seat]
        if status == DOWNED:
            value += LIES
        elif status == CAPTURED:
            value += RIDES + HEALTH * s.health[seat]
        else:
            space = s.space[seat]
            value += STANDS + HEALTH * s.health[seat] - (6.0 if s.health[seat] <= 5 else 0.0)
            value -= 22.0 * danger(s, seat, space, dice)
            mine = s.items[seat]
            load = parts_in(s, mine & useful)
            if load:
                value += load * (CARRIED - 0.35 * town.distance(space, town.start))
            held |= mine
            value += 3.0 * (mine & setup.weapons & ~setup.dynamite).bit_count()
            value += 1.5 * (mine & setup.health_items).bit_count()
            value += 9.0 * min(3, s.token(seat, setup.talisman)) + 8.0 * s.token(seat, setup.nde)
            value -= 4.0 * bool(s.omens[seat])
    value += IN_CORN * parts_in(s, s.corn & useful & ~held)
    return value - 2.5 * sum(1 for packed in s.aboms if not packed & DORMANT)


# ------------------------------------------------------------------------------------------------------ what to do


def goal(s: KanataState, seat: int) -> tuple[int, str]:
    """Where a human should go now, and why: deliver, rescue, recover or search (``property``)."""
    town = s.setup.town
    here = s.space[seat]
    useful = needed(s)
    recovers = parts_in(s, s.corn & useful & ~held_by_team(s)) and _is_nearest(s, seat, town.cornfield)
    more_first = (
        recovers
        and parts_in(s, s.items[seat] & useful) < 2
        and s.items[seat].bit_count() < s.setup.item_limit
        and town.distance(here, town.cornfield) < town.distance(here, town.start)
    )
    if will_deliver(s, seat, s.items[seat]) and not more_first:
        return town.start, "deliver"
    if s.items[seat] & s.setup.health_items or s.token(seat, s.setup.nde):
        for friend, status in enumerate(s.status):
            if status == DOWNED and town.distance(here, s.space[friend]) <= 12:
                return s.space[friend], "rescue"
    if recovers:
        return town.cornfield, "recover"
    shared = share_properties(s).get(seat)
    if shared is not None:
        return shared, "property"
    if parts_in(s, s.items[seat] & useful):
        return town.start, "deliver"
    return (town.cornfield, "recover") if s.corn & useful else (town.start, "wait")


def held_by_team(s: KanataState) -> int:
    """What all who stand hold together, as a mask."""
    team = 0
    for seat, status in enumerate(s.status):
        if status == STANDING:
            team |= s.items[seat]
    return team


def will_deliver(s: KanataState, seat: int, items: int) -> bool:
    """Whether somebody with these items should make for the roadblock now instead of searching on."""
    load = parts_in(s, items & needed(s))
    if not load:
        return False
    return (
        load >= 2
        or s.setup.town.distance(s.space[seat], s.setup.town.start) <= 10
        or items.bit_count() >= s.setup.item_limit
        or not any(s.supply)
        or parts_in(s, held_by_team(s) & needed(s)) >= s.monoliths + s.wall
    )


def _is_nearest(s: KanataState, seat: int, space: int) -> bool:
    town = s.setup.town
    mine = town.distance(s.space[seat], space)
    return all(
        town.distance(s.space[other], space) >= mine
        for other, status in enumerate(s.status)
        if status == STANDING and other != seat
    )


def share_properties(s: KanataState) -> dict[int, int]:
    """Each searching human's property: the nearest pairs first, so that nobody crosses another's way.

    Each house is one person's while there are houses for all; then a second may come where enough cubes are left. Who
    brings something to the roadblock claims no house.
    """
    town = s.setup.town
    people = [
        seat
        for seat, status in enumerate(s.status)
        if status == STANDING and not will_deliver(s, seat, s.items[seat])
    ]
    pairs = []
    for seat in people:
        for n, space in enumerate(town.properties):
            cubes = s.supply[n]
            if cubes:
                distance = town.distance(s.space[seat], space)
                risk = 6.0 * danger(s, seat, space, 1)
                pairs.append((distance - 1.2 * cubes + risk, seat, n))
    pairs.sort()
    found: dict[int, int] = {}
    taken = [0] * len(s.supply)
    for most in (1, 2):
        for _, seat, n in pairs:
            if seat not in found and taken[n] < min(most, max(1, s.supply[n] // 2)):
                found[seat] = town.properties[n]
                taken[n] += 1
    return found


def item_worth(s: KanataState, seat: int, item: int) -> float:
    """What an item is worth to a human who may have to put one away."""
    setup = s.setup
    bit = 1 << item
    if bit & setup.roadblock_items:
        mine = s.items[seat] & needed(s)
        spare = parts_in(s, mine) == parts_in(s, mine & ~bit)
        return 1.0 if spare else 50.0
    card = setup.content.items[item]
    if bit & setup.dynamite:
        return 2.0
    if card.kind == "gun":
        return 4.0 + min(8, s.ammo[card.gun]) * 0.8 + (6.0 if card.name == "sniper" else 0.0)
    if card.kind == "belt":
        return 14.0
    if card.kind == "blade":
        return 7.0
    missing = setup.most_health - s.health[seat]
    return 3.0 + 0.3 * card.entry.health + (2.0 if missing > 8 else 0.0)

