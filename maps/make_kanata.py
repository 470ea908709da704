"""Write Kanata's town: ``kanata.tmx`` and its tilesets ``kanata.tsx`` (ground) and ``kanata_buildings.tsx``.

    python maps/make_kanata.py

The grid below is where the town is drawn; Tiled can open and change the result just as well. A tile's class is its
kind and nothing else is read from the tileset, so a picture may be replaced, and a tileset may hold further variants
of a class, without any change to the rules. The pictures are drawn by ``python -m sprites.generator kanata/``. See
``README.md`` beside this file.
"""

from __future__ import annotations

from pathlib import Path
from xml.sax.saxutils import quoteattr

HERE = Path(__file__).resolve().parent
ART = "../sprites/kanata"
"""Where the pictures are, seen from the maps."""
TILE = 128
"""Pixels of a tile's side."""
COLUMNS = 16
"""Tiles in a row of the picture."""

GRID = """\
^^^^^^^^^^^^^^.OOO.^^^^^^^^^^^^^^
^^^^^^^DDD^.|||OOO|||.^^^^^....^^
^CCC:::DDD::hhh:o:hhh::LL::=NNN^^
^CCC^^^DDD.:....:....:.LL.^=NNN.^
^^:.^^^.:..:....:....:.:..^=.:..^
^.:::=======================.:..^
^.:..=..^:..t.=^.:..=.t^^..=.:.^^
^BBB.=::666...=:777.=...55:=.:.^^
^BBB:=..666:GG=.777:=:::55.=::..^
^.:..=t..:..GG=^.:..=..^.:.=.:.^^
^KKK.=.t.:.^..=..:..=.t..:^=.:t.^
^KKK:==========a============.:..^
^KKK.=^..222=.888.=..444...=.AA^^
^.:..=^^.222=^888.=..444^..=:AA.^
^t:::=.^..:.=^.:^t=::::::::=.AA^^
^^:..=..t.:.=..:..=.^.:..^.=.:.^^
^^:..==============...:.t..=.:t^^
^^::.=^..:..^:....==========::^^^
^^.:.=^.^33::EE::::999.=^.=..:^^^
RR.:.=.t^33.^EE.^^.999.=^111.:PP^
RRRS=============^..:..=.111.:PP^
RR.:.^...^^..:..========::::::^^^
^^^:::::::::::^^^..t^^^..JJJ^^^^^
^^^^^^t^^^^^^^^^^^^^^^^^^^^^^^^^^
""".strip().splitlines()


KINDS = {
    "=": "road",
    ":": "path",
    "S": "road",
    "a": "road",
    "h": "path",
    "o": "path",
    **dict.fromkeys("123456789ABC", "property"),
    "N": "bnb",
    "G": "graveyard",
    "K": "cornfield",
    "J": "junkyard",
    "L": "lone_grave",
    "E": "feeding_ground",
    "D": "death_forest",
    "P": "campsite",
    "t": "cross",
    "O": "barn",
    "|": "fence",
    "R": "roadblock",
    "^": "trees",
    ".": "ground",
}
"""The kind of ground by the characters of the grid: the classes of the first tiles, in this order."""
VARIANTS = {
    "road": tuple(range(32, 48)),
    "path": tuple(range(48, 64)),
    "ground": tuple(range(64, 70)),
    "cornfield": (70, 71),
    "trees": (72, 73, 74, 75),
    "death_forest": (24, 76, 77),
    "graveyard": (19, 78, 79),
    "junkyard": (21, 80, 81),
    "feeding_ground": (23, 82, 83),
    "campsite": (84, 25),
    "lone_grave": (22, 85),
    "roadblock": (29, 86, 87),
}
"""More tiles of a kind, by their ids. Roads and paths: sixteen, by the neighbours that they join (north 1, east 2,
south 4, west 8)."""
TILES = max(max(ids) for ids in VARIANTS.values()) + 1
HOUSES = (*(f"property{n}" for n in range(1, 13)), "bnb", "barn")
"""The buildings, in the order of their tiles."""

PLACES = {
    "1": "Scrap Yard",
    "2": "Pritchard's General Store",
    "3": "Last Chance Gas",
    "4": "Sheriff's Office",
    "5": "Copper Kettle Diner",
    "6": "Church of the First Sacrament",
    "7": "Schoolhouse",
    "8": "Halloran Clinic",
    "9": "Fire Hall",
    "A": "Pine Motel",
    "B": "Dale Farmhouse",
    "C": "Sawmill",
    "N": "B&B",
    "G": "Graveyard",
    "K": "Cornfield",
    "J": "Junkyard",
    "L": "Lone Grave",
    "E": "Feeding Ground",
    "D": "Death Forest",
    "P": "Hidden campsite",
}
INTERIOR = "123456789ABCN"
CROSSES = (
    "12,6 12,5", "22,6 22,5", "6,9 5,9", "7,10 7,11", "22,10 22,11", "30,10 29,10", "1,14 2,14", "17,14 18,14",
    "8,15 8,16", "24,16 24,17", "30,16 29,16", "7,19 7,20", "19,22 19,21", "6,23 6,22",
)  # fmt: skip
"""Hiding place and the space in front of it, t1 to t14."""


def cells(character: str) -> list[tuple[int, int]]:
    """Where a character stands, row by row."""
    return [(x, y) for y, row in enumerate(GRID) for x, found in enumerate(row) if found == character]


def neighbours(x: int, y: int) -> str:
    """The characters north, east, south and west of a cell; trees beyond the border."""
    around = ((x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y))
    return "".join(GRID[b][a] if 0 <= b < len(GRID) and 0 <= a < len(GRID[0]) else "^" for a, b in around)


def tile(x: int, y: int) -> int:
    """The id of the tile that is drawn at a cell."""
    character = GRID[y][x]
    kind = KINDS[character]
    ids = VARIANTS.get(kind, (list(KINDS).index(character),))
    if kind in ("road", "path"):
        joined = [KINDS[other] for other in neighbours(x, y)]
        ways = ("road",) if kind == "road" else ("road", "path", *(KINDS[other] for other in PLACES))
        return ids[sum(1 << i for i, other in enumerate(joined) if other in ways)]
    return ids[(x * 7 + y * 13 + x * y * 3) % len(ids)]


def tileset() -> str:
    """The external tileset of the ground: one tile a character, then the variants; the class is the kind."""
    kinds = dict(enumerate(KINDS.values()))
    kinds |= {id: kind for kind, ids in VARIANTS.items() for id in ids}
    rows = -(-TILES // COLUMNS)
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<tileset version="1.10" tiledversion="1.11.0" name="kanata" tilewidth="{TILE}" tileheight="{TILE}" '
        f'tilecount="{rows * COLUMNS}" columns="{COLUMNS}">',
        f' <image source="{ART}/town_tiles.png" width="{COLUMNS * TILE}" height="{rows * TILE}"/>',
    ]
    lines += [f' <tile id="{i}" type={quoteattr(kind)}/>' for i, kind in sorted(kinds.items())]
    return "\n".join([*lines, "</tileset>", ""])


def building_size(name: str) -> tuple[int, int]:
    """Width and height of a building in tiles."""
    x, y, right, bottom = _extent(name)
    return right - x + 1, bottom - y + 1


def building_tileset() -> str:
    """The external tileset of the buildings: a collection of pictures, one a building."""
    sizes = [building_size(name) for name in HOUSES]
    wide, high = max(w for w, _ in sizes) * TILE, max(h for _, h in sizes) * TILE
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<tileset version="1.10" tiledversion="1.11.0" name="kanata_buildings" tilewidth="{wide}" tileheight="{high}" '
        f'tilecount="{len(HOUSES)}" columns="0">',
        ' <grid orientation="orthogonal" width="1" height="1"/>',
    ]
    for i, (name, (w, h)) in enumerate(zip(HOUSES, sizes, strict=True)):
        image = f'<image source="{ART}/buildings/{name}.png" width="{w * TILE}" height="{h * TILE}"/>'
        lines.append(f' <tile id="{i}">{image}</tile>')
    return "\n".join([*lines, "</tileset>", ""])


def town() -> str:
    """The map: the tile layer ``terrain``, the object layers ``places`` (for the rules) and ``buildings``."""
    width, height = len(GRID[0]), len(GRID)
    rows = ",\n".join(",".join(str(tile(x, y) + 1) for x in range(width)) for y in range(height))
    objects = [*_locations(), *_points()]
    first = -(-TILES // COLUMNS) * COLUMNS + 1
    buildings = _buildings(first)
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<map version="1.10" tiledversion="1.11.0" orientation="orthogonal" renderorder="right-down" '
        f'width="{width}" height="{height}" tilewidth="{TILE}" tileheight="{TILE}" infinite="0" '
        f'nextlayerid="4" nextobjectid="{len(objects) + len(buildings) + 1}">',
        ' <tileset firstgid="1" source="kanata.tsx"/>',
        f' <tileset firstgid="{first}" source="kanata_buildings.tsx"/>',
        f' <layer id="1" name="terrain" width="{width}" height="{height}">',
        f'  <data encoding="csv">\n{rows}\n</data>',
        " </layer>",
        ' <objectgroup id="3" name="buildings">',
        *(f'  <object id="{i}" {body}' for i, body in enumerate(buildings, len(objects) + 1)),
        " </objectgroup>",
        ' <objectgroup id="2" name="places">',
        *(f'  <object id="{i}" {body}' for i, body in enumerate(objects, 1)),
        " </objectgroup>",
        "</map>",
        "",
    ]
    return "\n".join(lines)


def _extent(name: str) -> tuple[int, int, int, int]:
    """First column and row, last column and row of a building."""
    character = {"bnb": "N", "barn": "O"}.get(name) or "123456789ABC"[int(name.removeprefix("property")) - 1]
    found = cells(character)
    return (*found[0], *found[-1])


def _buildings(first: int) -> list[str]:
    """Each building as a tile object; Tiled counts their places from the bottom left."""
    out = []
    for i, name in enumerate(HOUSES):
        x, _, _, bottom = _extent(name)
        wide, high = building_size(name)
        out.append(
            f'name="{name}" type="building" gid="{first + i}" x="{x * TILE}" y="{(bottom + 1) * TILE}" '
            f'width="{wide * TILE}" height="{high * TILE}"/>'
        )
    return out


def _locations() -> list[str]:
    out = []
    for character, title in PLACES.items():
        found = cells(character)
        (x, y), (right, bottom) = found[0], found[-1]
        kind = KINDS[character]
        number = "123456789ABC".find(character) + 1
        properties = [f'<property name="title" value={quoteattr(title)}/>']
        properties.append(f'<property name="interior" type="bool" value="{str(character in INTERIOR).lower()}"/>')
        if number:
            properties.append(f'<property name="number" type="int" value="{number}"/>')
        out.append(
            f'name="{kind}{number or ""}" type="{kind}" x="{x * TILE}" y="{y * TILE}" '
            f'width="{(right - x + 1) * TILE}" height="{(bottom - y + 1) * TILE}">'
            f"<properties>{''.join(properties)}</properties></object>"
        )
    return out


def _points() -> list[str]:
    points = [("S", "start", *cells("S")), ("a", "bay", *cells("a")), ("o", "barn_front", *cells("o"))]
    points += [(f"h{i}", "horde", cell) for i, cell in enumerate(sorted(cells("h")), 1)]
    out = [f"{_point(name, kind, cell)}<point/></object>" for name, kind, cell in points]
    for i, text in enumerate(CROSSES, 1):
        place, front = text.split()
        x, y = map(int, place.split(","))
        out.append(
            f'{_point(f"t{i}", "cross", (x, y))}<properties><property name="front" value="{front}"/></properties>'
            "<point/></object>"
        )
    return out


def _point(name: str, kind: str, cell: tuple[int, int]) -> str:
    x, y = (n * TILE + TILE // 2 for n in cell)
    return f'name="{name}" type="{kind}" x="{x}" y="{y}">'


def main() -> None:
    """Write the files."""
    for name, text in (("kanata.tsx", tileset()), ("kanata_buildings.tsx", building_tileset()), ("kanata.tmx", town())):
        (HERE / name).write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
