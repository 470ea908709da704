"""Questions to the rules that change nothing: where one can go, how likely a hit is, what the enemies may reach.

Screens and computer players share them (``KanataState.reachable``, ``odds``, ``forecast``).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from msgspec import Struct

from game.core.contract import Action
from game.kanata import actions as act
from game.kanata import barn, enemies, feeding, ground, move, shooting
from game.kanata.plan import CROSS
from game.kanata.state import (
    ABOMINATIONS_HELD,
    BIKE,
    DORMANT,
    SHERIFF_HELD,
    SPACE_MASK,
    STANDING,
    TURNED,
    VAN,
    number_of,
)
from game.kanata.town import FAR, Town

if TYPE_CHECKING:
    from game.kanata.state import KanataState


class Reach:
    """The spaces that can be reached: steps to each, and a shortest path."""

    __slots__ = ("_before", "_start", "_town", "steps")

    def __init__(self, town: Town, start: int, steps: dict[int, int], before: dict[int, int]) -> None:
        self.steps = steps
        """Steps by space (ints of the town)."""
        self._town, self._start, self._before = town, start, before

    def __len__(self) -> int:
        return len(self.steps)

    def __iter__(self) -> Iterator[str]:
        return (self._town.names[space] for space in self.steps)

    def __contains__(self, name: object) -> bool:
        return self._town.index.get(str(name), -1) in self.steps

    def distance(self, name: str) -> int:
        """Steps to the space of that name. ``KeyError`` if it cannot be reached."""
        return self.steps[self._index(name)]

    def path(self, name: str) -> tuple[str, ...]:
        """The spaces to step on, the last one ``name``; empty where one stands already."""
        space = self._index(name)
        path = []
        while space != self._start:
            path.append(self._town.names[space])
            space = self._before[space]
        return tuple(reversed(path))

    def _index(self, name: str) -> int:
        space = self._town.index[name]
        if space not in self.steps:
            raise KeyError(name)
        return space


def reachable(s: KanataState, steps: int | None = None) -> Reach:
    """Where the current player can end a move with ``steps`` steps (``None``: those that are left now).

    Away from a move it answers for the turn owner's next one; a hiding place counts no step of its own, one may only
    leave it. Spaces where a move may not end are passed but not listed.
    """
    seat = s.turn
    frame = s.stack[-1] if s.stack else None
    if isinstance(frame, move.ChooseStep):
        mode, left = frame.mode, frame.left
    else:
        mode, left = _mode(s, seat), 0
    if steps is not None:
        left = steps
    town = s.setup.town
    start = s.space[seat]
    on = move.ground_for(s, seat, mode)
    exposed = ground.exposed_mask(s) if mode == move.HAUNTING else 0
    first = start
    found: dict[int, int] = {start: 0}
    before: dict[int, int] = {}
    if town.kinds[start] == CROSS:
        first = town.front[start]
        if on.closed >> first & 1:
            return Reach(town, start, found, before)
        found[first] = 0
        before[first] = start
    edge = [first]
    closed = on.closed
    no_end = on.no_end
    for n in range(1, left + 1):
        further: list[int] = []
        for here in edge:
            if exposed >> here & 1:
                continue
            if mode == move.RIDING:
                near = [to for to, past in town.bike[here] if past < 0 or not closed >> past & 1]
            else:
                near = on.ways[here]
            for there in near:
                if there not in found and not closed >> there & 1:
                    found[there] = n
                    before[there] = here
                    further.append(there)
        if not further:
            break
        edge = further
    if no_end:
        for space in [space for space in found if no_end >> space & 1 and space != start]:
            if not exposed >> space & 1:
                del found[space]
    return Reach(town, start, found, before)


def _mode(s: KanataState, seat: int) -> str:
    if s.status[seat] == TURNED:
        return move.HAUNTING
    return {BIKE: move.RIDING, VAN: move.DRIVING}.get(s.mount[seat], move.ON_FOOT)


# ---------------------------------------------------------------------------------------------------------- odds


def odds(s: KanataState, action: Action) -> float | None:
    """The chance that an action succeeds, before its dice; ``None`` where nothing is rolled for success.

    Shots and blows: a hit (of the Abominator: at least one). An escape: all dice alike in time, keeping to the
    commonest number. A step to a door: it breaks.
    """
    frame = s.stack[-1] if s.stack else None
    if isinstance(action, act.Aim) and isinstance(frame, shooting.ShootTarget):
        return hit_chance(s, frame.item, action)
    if isinstance(action, act.Fire) and isinstance(frame, shooting.ShootAgain):
        return hit_chance(s, frame.item, frame.target)
    if isinstance(action, act.Fire) and isinstance(frame, shooting.BeltAgain):
        return _belt_chance(s, frame.item)
    if isinstance(action, act.Shoot) and action.item in s.setup.content.item_index:
        item = s.setup.content.item_index[action.item]
        if s.setup.content.items[item].kind == "belt":
            return _belt_chance(s, item)
        if isinstance(frame, shooting.NextWeapon):
            return hit_chance(s, item, frame.target)
        if s.setup.content.items[item].kind == "dynamite":
            return 5 / 6
        aims = shooting.targets(s, s.turn, item)
        return max((hit_chance(s, item, aim) for aim in aims), default=None)
    if isinstance(action, act.Throw):
        return 5 / 6
    if isinstance(action, act.FeedingRoll) and isinstance(frame, feeding.FeedingRoll):
        return escape_chance(frame.dice, frame.left)
    if isinstance(action, act.Step) and s.status[s.turn] == TURNED and action.space in s.setup.town.index:
        space = s.setup.town.index[action.space]
        if not s.setup.town.is_exterior(space) and barn.victims_at(s, space):
            return 0.5
    return None


def aims(s: KanataState, item: str) -> tuple[act.Aim, ...]:
    """What a gun or blade of whose turn it is could be used on now, in the order of the question; dynamite aims at
    spaces, not at somebody.
    """
    index = s.setup.content.item_index[item]
    if s.setup.content.items[index].kind == "dynamite":
        return ()
    return tuple(shooting.targets(s, s.turn, index))


def hit_chance(s: KanataState, item: int, target: act.Aim) -> float:
    """The chance that one shot or blow at a target hits."""
    faces = len(shooting.hitting_faces(s, item, target))
    dice = 1 if s.status[s.turn] == TURNED else s.setup.content.items[item].entry.dice
    return float(1 - (1 - faces / 6) ** dice)


def _belt_chance(s: KanataState, item: int) -> float:
    face = 1 / 6 if s.status[s.turn] == TURNED else 1 / 2
    return float(1 - (1 - face) ** s.setup.content.items[item].entry.dice)


def escape_chance(dice: tuple[int, ...], left: int) -> float:
    """The chance that ``left`` rolls make all dice show their commonest number."""
    shown = [die for die in dice if die]
    missing = len(dice) - max((shown.count(face) for face in shown), default=0)
    if not shown:
        # The first die fixes the number.
        return _successes(left - 1, len(dice) - 1)
    return _successes(left, missing)


@lru_cache(maxsize=1024)
def _successes(rolls: int, needed: int) -> float:
    if needed <= 0:
        return 1.0
    if rolls < needed:
        return 0.0
    return _successes(rolls - 1, needed - 1) / 6 + _successes(rolls - 1, needed) * 5 / 6


# ------------------------------------------------------------------------------------------------------- forecast


class Threat(Struct, frozen=True):
    """One enemy in the coming enemy action: whom it hunts and how likely it gets there, as everybody stands now.

    Of several at different spaces (``tied``) the lowest die is hunted; ``chance`` weighs each of them, so it is that of
    getting to whoever it will be. It is before door rolls (``door`` says whether there is one) and with ``dice`` dice.
    ``needs`` is how many steps the shortest of its ways has, what closes it considered (the distance where it is
    ``barred``: no number of steps brings it there). ``meets`` are others whom it comes to on the way, where it stops.
    """

    enemy: str
    number: int
    space: str
    hunts: tuple[int, ...]
    needs: int
    dice: int
    chance: float
    door: bool
    barred: bool = False
    tied: bool = False
    meets: tuple[int, ...] = ()


FURTHEST = 200
"""More steps than any way in the town has."""


def forecast(s: KanataState, dice: int | None = None) -> tuple[Threat, ...]:
    """What each enemy may reach in the next enemy action as everybody stands now, with so many dice (by default those
    of this turn, 1 while they are not fixed; the ambulance always rolls one).

    Who does not move in it is left out. In the turn of a turned player the next enemy action is another's: neither its
    dice nor who is held then is known.
    """
    if s.result:
        return ()
    fixed, held = dice_known(s), s.held if s.status[s.turn] != TURNED else 0
    count = dice or max(1, fixed)
    threats = []
    if not held & SHERIFF_HELD:
        threats.append(_threat(s, "sheriff", 0, s.sheriff, enemies.sheriff_prey(s)[0], count))
    for packed in s.aboms:
        if not packed & DORMANT and not held & ABOMINATIONS_HELD:
            prey = enemies.abomination_prey(s, packed)[0]
            threats.append(_threat(s, "abomination", number_of(packed), packed & SPACE_MASK, prey, count))
    if s.ambulance >= 0:
        threats.append(_threat(s, "ambulance", 0, s.ambulance, enemies.ambulance_prey(s), 1))
    return tuple(threats)


def dice_known(s: KanataState) -> int:
    """With how many dice the next enemy action is rolled, 0 while nobody can know."""
    return s.dice if s.status[s.turn] != TURNED else 0


def _threat(s: KanataState, enemy: str, number: int, space: int, prey: list[enemies.Prey], dice: int) -> Threat:
    town = s.setup.town
    hunts = tuple(one[2] for one in prey)
    door = bool(prey) and enemy == "abomination" and not town.is_exterior(prey[0][1])
    needs = prey[0][0] if prey else FAR
    chance, barred, meets = 0.0, True, set[int]()
    if prey and prey[0][2] >= LONE_BIKE:
        for goal, share in Counter(one[1] for one in prey).items():  # each of those who tie is as likely as another
            arrives, path = _way(s, enemy, space, goal)
            met = () if arrives else _met(s, enemy, path[-1] if path else space)
            if not arrives and not met:
                continue
            behind = arrives and enemy == "abomination" and not town.is_exterior(goal)
            steps = len(path) + behind
            if barred or steps < needs:
                door, needs = behind, steps
            barred = False
            chance += share / len(prey) * sum_at_least(dice, len(path))
            meets.update(met)
    tied = len({one[1] for one in prey}) > 1
    name = town.names[space]
    return Threat(enemy, number, name, hunts, needs, dice, chance, door, barred, tied, tuple(sorted(meets)))


def _met(s: KanataState, enemy: str, space: int) -> tuple[int, ...]:
    """Whom an enemy catches on a space where it stops on its way to somebody else."""
    if not s.setup.town.is_exterior(space):
        return ()
    seats = tuple(one for one in barn.victims_at(s, space) if enemy == "abomination" or s.status[one] == STANDING)
    bike = enemy == "sheriff" and enemies.lone_bike(s) and s.bike == space
    return (*seats, LONE_BIKE) if bike else seats


LONE_BIKE = -1
"""In ``Threat.hunts``: the 4-wheeler without a rider. What lies below is a place to go to."""


def _way(s: KanataState, enemy: str, here: int, goal: int) -> tuple[bool, list[int]]:
    """Whether an enemy ever gets to somebody, or to the door there, and its way by the rules."""
    town = s.setup.town
    if enemy == "sheriff":
        if not town.roads >> goal & 1:
            return False, []
        end, path = enemies.sheriff_way(s, goal, FURTHEST)
    elif enemy == "ambulance":
        end, path = enemies.ambulance_way(s, goal, FURTHEST)
    elif barn.victims_at(s, here) and town.is_exterior(here):
        return True, []
    else:
        end, path = enemies.abomination_way(s, here, goal, FURTHEST)
        if not town.is_exterior(goal):
            return goal in town.board.neighbours[end], path
    return end == goal, path


@lru_cache(maxsize=256)
def sum_at_least(dice: int, total: int) -> float:
    """The chance that so many dice show ``total`` or more together."""
    if total <= dice:
        return 1.0
    if dice == 1:
        return max(0, 7 - total) / 6
    return sum(sum_at_least(dice - 1, total - face) if total - face > 0 else 1.0 for face in range(1, 7)) / 6

