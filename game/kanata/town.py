"""The town: spaces, ways, distances and sight, read from the Tiled map that the screen draws (KAN-MOVE, KAN-SHOOT).

The tile layer says what each cell is (a tile's class is its kind), the object layer names the places. Everything that
follows from them is worked out once; sight and the legal places for corpses when they are first asked for.
"""

from __future__ import annotations

from array import array
from collections import deque
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Final, NamedTuple

from game.core.content import digest
from game.kanata.plan import CROSS, EXTERIOR, INTERIOR, PATH, PROPERTIES, ROAD, Cell, Plan, cell_name

MAP: Final = Path(__file__).resolve().parents[2] / "maps" / "kanata.tmx"
FAR: Final = 255
"""A distance that means: no way."""
NO_SIGHT: Final = 1 << 20
"""A squared range that no weapon has."""


class Step(NamedTuple):
    """A step of the 4-wheeler: where to, and past which location (-1: none), which must hold no enemy."""

    to: int
    past: int


class Ways:
    """One kind of traveller's graph: neighbours in the order north, east, south, west, and all distances."""

    def __init__(self, neighbours: list[tuple[int, ...]]) -> None:
        self.neighbours = neighbours
        self.size = len(neighbours)
        self.distances = b"".join(bytes(flood(neighbours, start)) for start in range(self.size))
        self._fields: dict[tuple[int, int], bytes] = {}

    def distance(self, a: int, b: int) -> int:
        """Fewest steps, ``FAR`` if there is no way."""
        return self.distances[a * self.size + b]

    def field(self, goal: int, closed: int) -> bytes:
        """Steps to ``goal`` from everywhere when the spaces of the mask ``closed`` cannot be entered."""
        key = (goal, closed)
        found = self._fields.get(key)
        if found is None:
            if len(self._fields) > 4096:
                self._fields.clear()
            found = self._fields[key] = bytes(flood(self.neighbours, goal, closed))
        return found


def flood(neighbours: list[tuple[int, ...]], start: int, closed: int = 0) -> list[int]:
    """Steps from ``start`` to every space; closed ones are reached but not passed."""
    steps = [FAR] * len(neighbours)
    steps[start] = 0
    queue = [start]
    for here in queue:
        if closed >> here & 1 and here != start:
            continue
        further = steps[here] + 1
        for there in neighbours[here]:
            if steps[there] == FAR:
                steps[there] = further
                queue.append(there)
    return steps


class Town:
    """The board. A space is an int; ``names`` are what people, positions and actions call it."""

    def __init__(self, path: Path = MAP) -> None:
        plan = Plan(path)
        self.width, self.height = plan.width, plan.height
        self.cells: list[tuple[Cell, ...]] = [cells for _, _, cells in plan.spaces]
        self.kinds = [kind for _, kind, _ in plan.spaces]
        self.names = tuple(name for name, _, _ in plan.spaces)
        self.index = {name: i for i, name in enumerate(self.names)}
        self.size = len(self.names)
        self.digest = digest([[list(map(list, c)) for c in self.cells], self.kinds, list(self.names)])
        self._at = {cell: i for i, cells in enumerate(self.cells) for cell in cells}
        self.index.update({cell_name(cells[0]): i for i, cells in enumerate(self.cells) if len(cells) == 1})
        self.sight_blocks = plan.buildings
        self._name_places(plan)
        self._make_ways(plan)
        self._sight: dict[int, array[int]] = {}
        self._orders: dict[int, tuple[int, ...]] = {}
        self._corpse_cells: dict[int, int] = {}
        self.check(plan)

    def _name_places(self, plan: Plan) -> None:
        index = self.index
        self.start, self.bay, self.barn_front = index["S"], index["a"], index["o"]
        self.hordes = tuple(index[f"h{i}"] for i in range(1, 7))
        self.bnb, self.cornfield = index["bnb"], index["cornfield"]
        self.feeding, self.forest, self.campsite = index["feeding_ground"], index["death_forest"], index["campsite"]
        self.properties = tuple(index[f"property{n}"] for n in range(1, PROPERTIES + 1))
        self.number = [0] * self.size
        """Which property a space is; 0: none."""
        for n, space in enumerate(self.properties, 1):
            self.number[space] = n
        self.masks = [mask_of(i for i, k in enumerate(self.kinds) if k == kind) for kind in range(5)]
        self.roads, self.interiors, self.crosses = self.masks[ROAD], self.masks[INTERIOR], self.masks[CROSS]
        self.ground = self.masks[ROAD] | self.masks[PATH]
        """Road and path cells."""

    def _make_ways(self, plan: Plan) -> None:
        walk: list[tuple[int, ...]] = []
        for i in range(self.size):
            seen: dict[int, None] = {}
            for cell in self.cells[i]:
                for there in self._beside(cell):
                    if there != i and self._joined(i, there, plan):
                        seen[there] = None
            walk.append(tuple(seen))
        self.walk = walk
        """Where a human can go from each space."""
        self.front = [walk[i][0] if kind == CROSS and walk[i] else i for i, kind in enumerate(self.kinds)]
        """For a hiding place the space in front; every other space is its own."""
        self.cross_at = [-1] * self.size
        """The hiding place behind a space in front of a cross; -1: none."""
        for i, kind in enumerate(self.kinds):
            if kind == CROSS:
                self.cross_at[self.front[i]] = i
        open_ways = [tuple(j for j in near if self.kinds[j] != CROSS) for near in walk]
        for i, kind in enumerate(self.kinds):
            if kind == CROSS:
                open_ways[i] = ()
        self.board = Ways(open_ways)
        """Roads, paths, locations: abominations, turned players, and every board distance."""
        self.road = Ways(self._only(open_ways, lambda k: k == ROAD))
        self.drive = Ways(self._only(open_ways, lambda k: k != INTERIOR))
        """Where the ambulance goes."""
        self.bike = [self._bike_steps(i) for i in range(self.size)]
        self.van_front = next((j for j in open_ways[self.properties[0]] if self.kinds[j] == ROAD), -1)
        """Where the van stands when it has been taken (KAN-VAN-01)."""

    def _beside(self, cell: Cell) -> Iterable[int]:
        x, y = cell
        for there in ((x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y)):
            if there in self._at:
                yield self._at[there]

    def _joined(self, a: int, b: int, plan: Plan) -> bool:
        """A hiding place is joined to the space in front of it only."""
        for hiding, other in ((a, b), (b, a)):
            if self.kinds[hiding] == CROSS and plan.fronts[self.cells[hiding][0]] not in self.cells[other]:
                return False
        return True

    def _only(self, ways: list[tuple[int, ...]], fits: object) -> list[tuple[int, ...]]:
        assert callable(fits)
        return [
            tuple(j for j in near if fits(self.kinds[j])) if fits(self.kinds[i]) else () for i, near in enumerate(ways)
        ]

    def _bike_steps(self, here: int) -> tuple[Step, ...]:
        """KAN-BIKE-05: round a location from front to front in one step; an exterior one may also be stopped in."""
        if self.kinds[here] == INTERIOR:
            return ()
        steps: dict[int, int] = {}
        for there in self.walk[here]:
            if self.kinds[there] not in (INTERIOR, CROSS):
                steps[there] = -1
        for there in self.walk[here]:
            if self.kinds[there] in (INTERIOR, EXTERIOR) and self.kinds[here] in (ROAD, PATH):
                for front in self.walk[there]:
                    if front != here and front not in steps:
                        steps[front] = there
        return tuple(Step(to, past) for to, past in steps.items())

    # -- questions -----------------------------------------------------------------------------------------------

    def is_exterior(self, space: int) -> bool:
        """Whether events there are exterior ones (KAN-MOVE-07, TRACK-03)."""
        return not self.interiors >> space & 1

    def distance(self, a: int, b: int) -> int:
        """Board distance; a hiding place counts as the space in front of it."""
        front = self.front
        return self.board.distances[front[a] * self.size + front[b]]

    def order(self, space: int) -> tuple[int, ...]:
        """Road and path cells in breadth-first order from ``space`` (itself first if it is one)."""
        found = self._orders.get(space)
        if found is None:
            start = self.front[space]
            seen = {start}
            queue = deque([start])
            out = []
            while queue:
                here = queue.popleft()
                if self.ground >> here & 1:
                    out.append(here)
                for there in self.board.neighbours[here]:
                    if there not in seen:
                        seen.add(there)
                        queue.append(there)
            found = self._orders[space] = tuple(out)
        return found

    def range_squared(self, a: int, b: int) -> int:
        """The smallest squared distance between cells of the two spaces in clear sight; ``NO_SIGHT`` if none is.

        KAN-SHOOT-05, SHOOT-06; exact, in whole numbers.
        """
        row = self.sight_row(a)
        found = row[b]
        if found < 0:
            found = row[b] = self._range_squared(a, b)
        return found

    def sight_row(self, a: int) -> array[int]:
        """``range_squared`` from ``a`` to every space, -1 where it has not been worked out yet."""
        row = self._sight.get(a)
        if row is None:
            row = self._sight[a] = array("l", [-1]) * self.size
        return row

    def _range_squared(self, a: int, b: int) -> int:
        pairs = sorted(
            ((p[0] - q[0]) ** 2 + (p[1] - q[1]) ** 2, p, q) for p in self.cells[a] for q in self.cells[b]
        )
        own = {*self.cells[a], *self.cells[b]}
        for squared, p, q in pairs:
            if not any(_crosses(p, q, cell) for cell in self._between(p, q) if cell not in own):
                return squared
        return NO_SIGHT

    def _between(self, p: Cell, q: Cell) -> list[Cell]:
        left, right = sorted((p[0], q[0]))
        top, bottom = sorted((p[1], q[1]))
        return [(x, y) for x, y in self.sight_blocks if left <= x <= right and top <= y <= bottom]

    def reach_squared(self, a: int, b: int) -> int:
        """As ``range_squared``, but through everything (the Abominator)."""
        return min((p[0] - q[0]) ** 2 + (p[1] - q[1]) ** 2 for p in self.cells[a] for q in self.cells[b])

    def straight(self, a: int, b: int) -> bool:
        """Whether two cells lie in one straight run of road and path without a gap (KAN-SHOOT-04)."""
        (ax, ay), (bx, by) = self.cells[a][0], self.cells[b][0]
        if not (self.ground >> a & 1 and self.ground >> b & 1) or (ax != bx and ay != by):
            return False
        dx, dy = (bx > ax) - (bx < ax), (by > ay) - (by < ay)
        for i in range(max(abs(bx - ax), abs(by - ay))):
            there = self._at.get((ax + dx * i, ay + dy * i))
            if there is None or not self.ground >> there & 1:
                return False
        return True

    def corpse_cells(self, corpses: int) -> int:
        """Where one more corpse cuts no property, the B&B, the Cornfield or S off from the rest (KAN-CORPSE-02).

        ``corpses``: the mask of those that hang already. S, the barn front and these cells are left out.
        """
        found = self._corpse_cells.get(corpses)
        if found is None:
            if len(self._corpse_cells) > 20_000:
                self._corpse_cells.clear()
            keys = mask_of((*self.properties, self.bnb, self.cornfield, self.start))
            cuts = _cutting(self.board.neighbours, self.start, corpses, keys)
            closed = corpses | cuts | 1 << self.start | 1 << self.barn_front
            found = self._corpse_cells[corpses] = self.ground & ~closed
        return found

    # -- proof ---------------------------------------------------------------------------------------------------

    def check(self, plan: Plan) -> None:
        """What the rules need of a map. Raises ``ContentError``."""
        for name, space in (("bnb", self.bnb), *((f"t{i}", s) for i, s in enumerate(bits(self.crosses), 1))):
            if not self.walk[space]:
                raise plan.error(f"object {name}", "no way in", "a road or path beside it")
        for space, kind in enumerate(self.kinds):
            if kind == CROSS:
                continue
            if self.board.distance(self.start, space) == FAR:
                raise plan.error(
                    f"layer terrain, {self.names[space]}", "no way to the roadblock", "one connected town"
                )
            if kind == ROAD and self.road.distance(self.start, space) == FAR:
                raise plan.error(f"layer terrain, {self.names[space]}", "a road apart", "all roads connected")
        if self.van_front < 0:
            raise plan.error("object property1", "no road beside it", "a road front for the van")
        if self.size > 500:
            raise plan.error("layer terrain", f"{self.size} spaces", "at most 500")


def _crosses(p: Cell, q: Cell, cell: Cell) -> bool:
    """Whether the segment between two cell centres passes through the interior of a third cell.

    Centres and sides in half cells; the parameter along the segment is scaled to whole numbers.
    """
    low, high = 0, 1
    scale = 1
    for axis in (0, 1):
        start, end, side = 2 * p[axis] + 1, 2 * q[axis] + 1, 2 * cell[axis]
        d = end - start
        if d == 0:
            if not side < start < side + 2:
                return False
            continue
        near, far = (side - start, side + 2 - start) if d > 0 else (start - side - 2, start - side)
        d = abs(d)
        # near/d and far/d bound the parameter; bring both pairs to one denominator.
        low, high, near, far, scale = low * d, high * d, near * scale, far * scale, scale * d
        low, high = max(low, near), min(high, far)
    return low < high


def _cutting(neighbours: list[tuple[int, ...]], root: int, closed: int, keys: int) -> int:
    """The spaces whose loss would part some of ``keys`` from others (articulation points, by depth-first search)."""
    size = len(neighbours)
    order = [-1] * size  # when each was first reached
    low = [0] * size  # the earliest that its branch leads back to
    inside = [0] * size  # keys in its branch
    order[root] = 0
    inside[root] = keys >> root & 1
    total = keys.bit_count()
    reached = 1
    cuts = 0
    stack = [(root, -1, iter(neighbours[root]))]
    while stack:
        here, parent, rest = stack[-1]
        for there in rest:
            if closed >> there & 1 or there == parent:
                continue
            when = order[there]
            if when < 0:
                order[there] = low[there] = reached
                reached += 1
                inside[there] = keys >> there & 1
                stack.append((there, here, iter(neighbours[there])))
                break
            if when < low[here]:
                low[here] = when
        else:
            stack.pop()
            if parent >= 0:
                if low[here] < low[parent]:
                    low[parent] = low[here]
                held = inside[here]
                inside[parent] += held
                if held and low[here] >= order[parent] and held < total - (keys >> parent & 1):
                    cuts |= 1 << parent
    return cuts


def mask_of(spaces: Iterable[int]) -> int:
    """The mask with these bits."""
    mask = 0
    for space in spaces:
        mask |= 1 << space
    return mask


def bits(mask: int) -> Iterator[int]:
    """The set bits, lowest first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


@lru_cache(maxsize=1)
def standard_town() -> Town:
    """The town that comes with the program."""
    return Town()
