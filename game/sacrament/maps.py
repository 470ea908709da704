"""Encounter maps (SAC-DIST, SAC-VTT-01): square tiles of 30 feet, read from a Tiled file, and what follows from them.

A tile is an int (row × width + column); people write it as a letter and a number, ``a1`` being the upper left one. A
tile's class is its kind; what a kind means for the rules is said here, not in the file.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Final, TypeAlias

from game.core.content import DATA
from game.core.tmx import TmxMap, read_tmx
from game.sacrament.actions import Move, Step

FOLDER = DATA.parent / "maps"
FEET: Final = 30
MELEE, NEAR, FAR, OUT = 0, 1, 2, 3
BANDS: Final = ("melee", "near", "far", "out")
NO_WAY: Final = 1 << 15
"""Between tiles without a way: more than any way on the largest map, which has 676 tiles."""

WALL_KINDS = frozenset({"wall"})
ROUGH_KINDS = frozenset({"grave", "shallows", "race", "dug"})
WATER_KINDS = frozenset({"shallows", "race"})
COVER_KINDS = frozenset({"stone", "beam", "stall", "well"})
GROUND_KINDS = frozenset({"earth", "boards", "plank"}) | WALL_KINDS | ROUGH_KINDS
OBJECT_KINDS = frozenset({"start", "foe", "exit", "object"})
MOST_SIDE: Final = 26
Ways: TypeAlias = Sequence[int]
"""Steps of the shortest way: ``ways[a * size + b]``; ``NO_WAY`` where there is none."""
MOST_KEPT: Final = 64
"""As many answers of a kind a map keeps."""


class Grid:
    """A map as the rules use it: who can go where, and how far anything is from anything."""

    def __init__(self, id: str, tmx: TmxMap) -> None:
        self.id = id
        self.tmx = tmx
        self.width, self.height = tmx.width, tmx.height
        if self.width > MOST_SIDE or self.height > MOST_SIDE:
            raise tmx.error("map", f"{self.width} × {self.height} tiles", f"at most {MOST_SIDE} a side")
        self.size = self.width * self.height
        self.dark = bool(tmx.properties.get("dark", False))
        ground = self._layer("ground", GROUND_KINDS)
        cover = self._layer("overlay", COVER_KINDS)
        self.kinds = ground
        self.overlay = cover
        self.passable = tuple(kind not in WALL_KINDS for kind in ground)
        self.rough = tuple(kind in ROUGH_KINDS for kind in ground)
        self.water = tuple(kind in WATER_KINDS for kind in ground)
        self.cover = tuple(kind in COVER_KINDS for kind in cover)
        self.edges = self._edges()
        self.distance = bytes(self._chebyshev(a, b) for a in range(self.size) for b in range(self.size))
        """Tiles between two tiles, diagonals counting as one (SAC-DIST-02)."""
        self.steps = tuple(tuple(self._steps(a)) for a in range(self.size))
        """The tiles that one step from a tile can reach (SAC-DIST-05)."""
        self.band = bytes(self._band(a, b) for a in range(self.size) for b in range(self.size))
        """``band[a * size + b]``: ``MELEE``, ``NEAR``, ``FAR`` or ``OUT``."""
        self.around = tuple(
            sum(1 << b for b in range(self.size) if self.distance[a * self.size + b] <= 1) for a in range(self.size)
        )
        """The tile itself and its neighbours, as a mask."""
        self.names = tuple(f"{chr(97 + t % self.width)}{t // self.width + 1}" for t in range(self.size))
        self.index = {name: tile for tile, name in enumerate(self.names)}
        self.moves = tuple(tuple(Move(space=self.names[t]) for t in self.steps[a]) for a in range(self.size))
        """A PC's steps from each tile, ready made; ``easy`` without those onto rough ground."""
        self.easy = tuple(
            tuple(move for move, t in zip(self.moves[a], self.steps[a], strict=True) if not self.rough[t])
            for a in range(self.size)
        )
        self.foe_steps = tuple(tuple(Step(space=self.names[t]) for t in self.steps[a]) for a in range(self.size))
        """An adversary's steps from each tile, ready made."""
        self.walk = self._walks(())
        self._within: dict[tuple[int, int], int] = {}
        self._glow: dict[tuple[tuple[int, int], ...], int] = {}
        self._in_band: dict[tuple[int, int], tuple[str, ...]] = {}
        self._walled: dict[tuple[int, ...], Ways] = {(): self.walk}
        self.starts: tuple[int, ...] = ()
        self.exits: frozenset[int] = frozenset()
        self.letters: tuple[tuple[str, int], ...] = ()
        self.objects: tuple[tuple[str, int], ...] = ()
        self._things()

    def within(self, tile: int, radius: int) -> int:
        """The tiles at most ``radius`` away, as a mask."""
        found = self._within.get((tile, radius))
        if found is None:
            row = tile * self.size
            found = sum(1 << t for t in range(self.size) if self.distance[row + t] <= radius)
            self._within[tile, radius] = found
        return found

    def glow(self, lights: tuple[tuple[int, int], ...]) -> int:
        """The tiles that these lights reach, each a tile and a radius, as a mask."""
        found = self._glow.get(lights)
        if found is None:
            if len(self._glow) > MOST_KEPT:
                self._glow.clear()
            found = 0
            for tile, radius in lights:
                found |= self.within(tile, radius)
            self._glow[lights] = found
        return found

    def in_band(self, tile: int, band: int) -> tuple[str, ...]:
        """The names of the passable tiles seen from ``tile`` that lie no farther than ``band``."""
        found = self._in_band.get((tile, band))
        if found is None:
            row = tile * self.size
            near = [t for t in range(self.size) if self.passable[t] and self.band[row + t] <= band]
            found = self._in_band[tile, band] = tuple(self.names[t] for t in near)
        return found

    def walks(self, closed: tuple[int, ...]) -> Ways:
        """Steps of the shortest way between tiles when the tiles ``closed`` cannot be entered."""
        found = self._walled.get(closed)
        if found is None:
            if len(self._walled) > MOST_KEPT:
                self._walled = {(): self.walk}
            found = self._walled[closed] = self._walks(closed)
        return found

    # ------------------------------------------------------------------------------------------------ reading

    def _layer(self, name: str, known: frozenset[str]) -> tuple[str, ...]:
        rows = self.tmx.layers.get(name)
        if rows is None:
            raise self.tmx.error("", f"no layer {name}", "the layers ground and overlay")
        flat = tuple(kind for row in rows for kind in row)
        for tile, kind in enumerate(flat):
            if kind not in known and (kind or name == "ground"):
                place = f"layer {name}, column {tile % self.width}, row {tile // self.width}"
                raise self.tmx.error(place, repr(kind), f"one of {', '.join(sorted(known))}")
        return flat

    def _edges(self) -> frozenset[tuple[int, int]]:
        """Pairs of tiles with a wall between them: polylines of the layer ``edges`` along tile borders."""
        found: set[tuple[int, int]] = set()
        size = self.tmx.tile_width
        for thing in self.tmx.objects:
            if thing.layer != "edges":
                continue
            for (ax, ay), (bx, by) in zip(thing.points, thing.points[1:], strict=False):
                if ax == bx and ax % size == 0:
                    column = int(ax // size)
                    for row in range(int(min(ay, by) // size), int(max(ay, by) // size)):
                        self._edge(found, (column - 1, row), (column, row))
                elif ay == by and ay % size == 0:
                    row = int(ay // size)
                    for column in range(int(min(ax, bx) // size), int(max(ax, bx) // size)):
                        self._edge(found, (column, row - 1), (column, row))
                else:
                    raise self.tmx.error(f"object {thing.id}", "a wall off the tile borders", "lines along borders")
        return frozenset(found)

    def _edge(self, found: set[tuple[int, int]], a: tuple[int, int], b: tuple[int, int]) -> None:
        if all(0 <= x < self.width and 0 <= y < self.height for x, y in (a, b)):
            one, two = (y * self.width + x for x, y in (a, b))
            found |= {(one, two), (two, one)}

    def _things(self) -> None:
        starts, exits, letters, objects = [], set(), [], []
        for thing in self.tmx.objects:
            if thing.layer != "objects":
                continue
            column, row = self.tmx.tile_of(thing)
            place = f"object {thing.id}"
            if thing.kind not in OBJECT_KINDS:
                raise self.tmx.error(place, f"the class {thing.kind!r}", f"one of {', '.join(sorted(OBJECT_KINDS))}")
            if not (0 <= column < self.width and 0 <= row < self.height):
                raise self.tmx.error(place, "a place off the map", "a place on it")
            tile = row * self.width + column
            if not self.passable[tile]:
                raise self.tmx.error(place, f"a {thing.kind} in a wall", "a passable tile")
            if thing.kind in ("foe", "object") and not thing.name:
                raise self.tmx.error(place, "no name", f"the id of the {thing.kind}")
            if thing.kind == "start":
                starts.append(tile)
            elif thing.kind == "exit":
                exits.add(tile)
            elif thing.kind == "foe":
                letters.append((thing.name, tile))
            else:
                objects.append((thing.name, tile))
        if not starts:
            raise self.tmx.error("layer objects", "no start", "at least one object of class start")
        lost = [t for t in range(self.size) if self.passable[t] and self.walk[starts[0] * self.size + t] == NO_WAY]
        if lost:
            raise self.tmx.error(f"tile {self.names[lost[0]]}", "no way to it from the start", "connected ground")
        self.starts = tuple(sorted(starts))
        self.exits = frozenset(exits)
        self.letters = tuple(sorted(letters, key=lambda letter: letter[1]))
        self.objects = tuple(sorted(objects, key=lambda thing: thing[1]))

    # ----------------------------------------------------------------------------------------------- geometry

    def _xy(self, tile: int) -> tuple[int, int]:
        return tile % self.width, tile // self.width

    def _chebyshev(self, a: int, b: int) -> int:
        (ax, ay), (bx, by) = self._xy(a), self._xy(b)
        return max(abs(ax - bx), abs(ay - by))

    def _steps(self, a: int) -> list[int]:
        if not self.passable[a]:
            return []
        x, y = self._xy(a)
        out = []
        for dy in (-1, 0, 1):
            for dx in (-1, 0, 1):
                column, row = x + dx, y + dy
                if (not dx and not dy) or not (0 <= column < self.width and 0 <= row < self.height):
                    continue
                b = row * self.width + column
                if self.passable[b] and not self._is_barred(a, b, dx, dy):
                    out.append(b)
        return out

    def _is_barred(self, a: int, b: int, dx: int, dy: int) -> bool:
        """A wall edge, or a corner whose both sides are closed (SAC-DIST-05)."""
        if not dx or not dy:
            return (a, b) in self.edges
        beside, along = a + dx, a + dy * self.width
        first = not self.passable[beside] or (a, beside) in self.edges or (beside, b) in self.edges
        second = not self.passable[along] or (a, along) in self.edges or (along, b) in self.edges
        return first and second

    def _band(self, a: int, b: int) -> int:
        if not self.sees(a, b):
            return OUT
        return min(self._chebyshev(a, b), FAR)

    def sees(self, a: int, b: int) -> bool:
        """A straight line between the centres crosses no wall; the tiles of either end never block (SAC-DIST-09)."""
        (ax, ay), (bx, by) = self._xy(a), self._xy(b)
        if a == b:
            return True
        # Quarter steps on a doubled grid keep everything in whole numbers: tile centres are odd.
        n = 4 * max(abs(ax - bx), abs(ay - by))
        before = a
        for i in range(1, n + 1):
            px, py = (2 * ax + 1) * n + 2 * (bx - ax) * i, (2 * ay + 1) * n + 2 * (by - ay) * i
            if px % (2 * n) == 0 and py % (2 * n) == 0:
                # Through a corner point: open unless both tiles beside it are closed.
                column, row = px // (2 * n), py // (2 * n)
                sides = [
                    row_ * self.width + column_
                    for column_, row_ in ((column - 1, row), (column, row - 1), (column - 1, row - 1), (column, row))
                    if 0 <= column_ < self.width and 0 <= row_ < self.height
                ]
                ahead_x = (2 * ax + 1) * n + 2 * (bx - ax) * (i + 1)
                ahead_y = (2 * ay + 1) * n + 2 * (by - ay) * (i + 1)
                beyond = ahead_y // (2 * n) * self.width + ahead_x // (2 * n)
                beside = [tile for tile in sides if tile not in (before, beyond)]
                if beside and all(
                    not self.passable[t] or (before, t) in self.edges or (t, beyond) in self.edges for t in beside
                ):
                    return False
                continue
            tile = py // (2 * n) * self.width + px // (2 * n)
            if tile != before:
                if (before, tile) in self.edges or (tile not in (a, b) and not self.passable[tile]):
                    return False
                before = tile
        return True

    def _walks(self, closed: tuple[int, ...]) -> Ways:
        table = array("H", [NO_WAY]) * (self.size * self.size)
        for start in range(self.size):
            if not self.passable[start]:
                continue
            row = start * self.size
            table[row + start] = 0
            front, far = [start], 0
            while front:
                far += 1
                following = []
                for tile in front:
                    for step in self.steps[tile]:
                        if table[row + step] == NO_WAY and step not in closed:
                            table[row + step] = far
                            following.append(step)
                front = following
        return table


@lru_cache(maxsize=64)
def load_grid(id: str, folder: Path = FOLDER) -> Grid:
    """The map ``sacrament_<id>.tmx``. Raises ``ContentError``."""
    return Grid(id, read_tmx(folder / f"sacrament_{id}.tmx"))
