"""The town's map as it is written: what each cell is, and the places on it, checked one by one."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from game.core.content import ContentError
from game.core.numbers import is_digits, whole_number
from game.core.tmx import MapObject, read_tmx

ROAD, PATH, INTERIOR, EXTERIOR, CROSS = range(5)
"""What a space is."""
LOCATIONS: Final = {
    "property": INTERIOR,
    "bnb": INTERIOR,
    "graveyard": EXTERIOR,
    "cornfield": EXTERIOR,
    "junkyard": EXTERIOR,
    "lone_grave": EXTERIOR,
    "feeding_ground": EXTERIOR,
    "death_forest": EXTERIOR,
    "campsite": EXTERIOR,
}
CELLS: Final = {"road": ROAD, "path": PATH, "cross": CROSS}
SCENERY: Final = ("barn", "fence", "roadblock", "trees", "ground")
POINTS: Final = {"S": ROAD, "a": ROAD, "o": PATH, **{f"h{i}": PATH for i in range(1, 7)}}
"""The named cells and what they stand on."""
PROPERTIES: Final = 12
PLACES: Final = "places"
"""The layer of the places. Objects of other layers (buildings to draw, notes) are no places."""
MOST_CELLS: Final = 64 * 64

Cell = tuple[int, int]


def cell_name(cell: Cell) -> str:
    """A cell's name, by column and row from the top left."""
    return f"c{cell[0]}r{cell[1]}"


class Plan:
    """A map file, read and checked tile by tile and place by place. Raises ``ContentError``."""

    def __init__(self, path: Path) -> None:
        self.map = read_tmx(path)
        self.width, self.height = self.map.width, self.map.height
        if self.width * self.height > MOST_CELLS:
            raise self.error("map", f"{self.width} × {self.height}", f"at most {MOST_CELLS} cells")
        self.ground = self._terrain()
        self.places = self._places()
        self.buildings = frozenset(
            cell for cell, kind in self.ground.items() if LOCATIONS.get(kind) == INTERIOR or kind == "barn"
        )
        self.fronts: dict[Cell, Cell] = {}
        self.spaces = self._spaces()

    def error(self, path: str, found: str, expected: str) -> ContentError:
        """A fault at a layer, an object or the whole map."""
        return self.map.error(path, found, expected)

    def _terrain(self) -> dict[Cell, str]:
        rows = self.map.layers.get("terrain")
        if rows is None:
            raise self.error("layer terrain", "no layer of that name", "exactly one")
        known = {*LOCATIONS, *CELLS, *SCENERY}
        ground = {(x, y): kind for y, row in enumerate(rows) for x, kind in enumerate(row)}
        for (x, y), kind in ground.items():
            if kind not in known:
                found = f"a tile of class {kind!r}" if kind else "a tile without a class"
                raise self.error(f"layer terrain, cell {x},{y}", found, f"a class out of {', '.join(sorted(known))}")
        return ground

    def _places(self) -> dict[str, MapObject]:
        found: dict[str, MapObject] = {}
        for thing in self.map.objects:
            if thing.layer == PLACES:
                if not thing.name or thing.name in found:
                    where = f"layer places, object {thing.name or thing.id}"
                    raise self.error(where, repr(thing.name), "a name of its own")
                found[thing.name] = thing
        return found

    def _cell(self, name: str, thing: MapObject) -> Cell:
        x, y = int(thing.x) // self.map.tile_width, int(thing.y) // self.map.tile_height
        if (x, y) not in self.ground:
            where = f"object {name}"
            raise self.error(where, f"a place outside ({x},{y})", f"0 to {self.width - 1}, 0 to {self.height - 1}")
        return x, y

    def _spaces(self) -> list[tuple[str, int, tuple[Cell, ...]]]:
        """Name, kind and cells of every space, in reading order of the first cell."""
        spaces: dict[Cell, tuple[str, int, tuple[Cell, ...]]] = {}
        taken: dict[Cell, str] = {}
        for name, thing in self.places.items():
            if thing.width or thing.height:
                kind, cells = self._location(name, thing)
                for cell in cells:
                    if cell in taken:
                        raise self.error(f"object {name}", f"cell {cell} of {taken[cell]} too", "places side by side")
                    taken[cell] = name
                spaces[cells[0]] = (name, kind, cells)
        self._complete(spaces)
        for cell, kind_name in self.ground.items():
            if kind_name in LOCATIONS and cell not in taken:
                raise self.error(f"layer terrain, cell {cell}", f"{kind_name} without a place", "a rectangle round it")
            if kind_name in CELLS:
                spaces[cell] = (cell_name(cell), CELLS[kind_name], (cell,))
        self._points(spaces)
        return [spaces[cell] for cell in sorted(spaces, key=lambda c: (c[1], c[0]))]

    def _location(self, name: str, thing: MapObject) -> tuple[int, tuple[Cell, ...]]:
        where = f"object {name}"
        kind = thing.kind
        if kind not in LOCATIONS:
            raise self.error(where, f"class {kind!r}", f"a point, or a class out of {', '.join(LOCATIONS)}")
        x, y = self._cell(name, thing)
        width, height = int(thing.width) // self.map.tile_width, int(thing.height) // self.map.tile_height
        cells = tuple((x + i, y + j) for j in range(height) for i in range(width))
        if not cells or len(cells) > 100:
            raise self.error(where, f"a size of {width} × {height} cells", "a rectangle round the location's tiles")
        for cell in cells:
            if self.ground.get(cell) != kind:
                raise self.error(where, f"{self.ground.get(cell)} at {cell}", f"{kind} in the whole rectangle")
        inside = LOCATIONS[kind] == INTERIOR
        if thing.properties.get("interior") is not inside:
            raise self.error(where, "another interior", f"interior {str(inside).lower()}")
        if kind == "property":
            number = thing.properties.get("number")
            if not isinstance(number, int) or not 1 <= number <= PROPERTIES:
                raise self.error(where, f"number {number}", f"1 to {PROPERTIES}")
            if name != f"property{number}":
                raise self.error(where, f"number {number}", f"the name property{number}")
        elif name != kind:
            raise self.error(where, f"class {kind}", f"the name {kind}")
        return LOCATIONS[kind], cells

    def _complete(self, spaces: dict[Cell, tuple[str, int, tuple[Cell, ...]]]) -> None:
        names = {name for name, _, _ in spaces.values()}
        wanted = {f"property{n}" for n in range(1, PROPERTIES + 1)} | (set(LOCATIONS) - {"property"})
        for name in sorted(wanted - names):
            raise self.error("layer places", f"no {name}", "every location once")
        for name in POINTS:
            if name not in self.places:
                raise self.error("layer places", f"no point {name}", "every named cell once")

    def _points(self, spaces: dict[Cell, tuple[str, int, tuple[Cell, ...]]]) -> None:
        crosses = 0
        for name, thing in self.places.items():
            if thing.width or thing.height:
                continue
            cell = self._cell(name, thing)
            there = spaces.get(cell)
            wanted = POINTS.get(name, CROSS)
            if there is None or there[1] != wanted or there[0] != cell_name(cell):
                raise self.error(f"object {name}", self.ground[cell], "a road, path or hiding place of its own")
            if wanted == CROSS:
                crosses += 1
                if not (name[0] == "t" and is_digits(name[1:])):
                    raise self.error(f"object {name}", repr(name), "S, a, o, h1 to h6 or t1, t2 …")
                self.fronts[cell] = self._front(name, thing, cell, spaces)
            spaces[cell] = (name, there[1], there[2])
        if crosses != sum(kind == "cross" for kind in self.ground.values()):
            raise self.error("layer places", f"{crosses} crosses", "a point t1, t2 … on each cross tile")
        doubles = len(self.fronts) - len(set(self.fronts.values()))
        if doubles:
            raise self.error("layer places", f"{doubles} shared fronts", "a space in front of each cross of its own")

    def _front(
        self, name: str, thing: MapObject, cell: Cell, spaces: dict[Cell, tuple[str, int, tuple[Cell, ...]]]
    ) -> Cell:
        text = str(thing.properties.get("front", ""))
        x, _, y = text.partition(",")
        column, row = whole_number(x, 0, MOST_CELLS), whole_number(y, 0, MOST_CELLS)
        front = (-9, -9) if column is None or row is None else (column, row)
        beside = abs(front[0] - cell[0]) + abs(front[1] - cell[1]) == 1
        if not beside or front not in spaces or spaces[front][1] not in (ROAD, PATH):
            raise self.error(f"object {name}", f"front {text!r}", "the road or path cell beside it, as column,row")
        return front
