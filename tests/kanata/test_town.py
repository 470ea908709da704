"""The town: the map file against the rules' grid and figures, and maps that are no town (KAN-MOVE, KAN-SHOOT)."""

from __future__ import annotations

import shutil
import xml.etree.ElementTree as ET
from collections.abc import Callable
from itertools import combinations
from pathlib import Path

import pytest

from game.core.content import ContentError
from game.kanata.plan import CROSS, EXTERIOR, INTERIOR, PATH, ROAD
from game.kanata.town import MAP, NO_SIGHT, Town, standard_town

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
""".splitlines()
"""The town as the game was designed with it, one sign a cell."""

KINDS = {"=": "road", "S": "road", "a": "road", ":": "path", "h": "path", "o": "path", "t": "cross", "O": "barn"}
KINDS |= {"|": "fence", "R": "roadblock", "^": "trees", ".": "ground", "N": "bnb", "G": "graveyard", "K": "cornfield"}
KINDS |= {"J": "junkyard", "L": "lone_grave", "E": "feeding_ground", "D": "death_forest", "P": "campsite"}
KINDS |= dict.fromkeys("123456789ABC", "property")
FRONTS = {
    "property1": "c26r18 c25r21 c26r21 c27r21",
    "property2": "c9r11 c10r11 c11r11 c12r12 c12r13 c10r14",
    "property3": "c9r20 c10r20 c9r17 c11r18",
    "property4": "c21r11 c22r11 c23r11 c21r14 c22r14 c23r14",
    "property5": "c26r7 c23r8 c25r9",
    "property6": "c9r6 c7r7 c11r8 c9r9",
    "property7": "c17r6 c15r7 c19r8 c17r9",
    "property8": "c14r11 a c16r11 c15r14",
    "property9": "c19r17 c20r17 c21r17 c18r18 c20r20",
    "property10": "c29r11 c28r13 c29r15",
    "property11": "c2r6 c4r8 c2r9",
    "property12": "c4r2 c2r4",
    "bnb": "c27r2 c27r3 c29r4",
    "graveyard": "c14r8 c14r9 c11r8",
    "cornfield": "c2r9 c4r11 c2r13",
    "junkyard": "c25r21 c26r21 c27r21",
    "lone_grave": "c22r2 c25r2 c23r4",
    "feeding_ground": "c13r20 c14r20 c13r17 c12r18 c15r18",
    "death_forest": "c6r2 c10r2 c8r4",
    "campsite": "c29r19 c29r20",
}
CROSSES = [
    *("c12r5", "c22r5", "c5r9", "c7r11", "c22r11", "c29r10", "c2r14"),
    *("c18r14", "c8r16", "c24r17", "c29r16", "c7r20", "c19r21", "c6r22"),
]
FROM_BARN = [23, 15, 21, 13, 12, 11, 6, 11, 18, 20, 15, 11]


def tile_classes() -> dict[int, str]:
    """The class of each tile number of the map."""
    classes = {}
    for tileset in ET.parse(MAP).getroot().findall("tileset"):
        for tile in ET.parse(MAP.parent / tileset.attrib["source"]).getroot().findall("tile"):
            if "type" in tile.attrib:
                classes[int(tileset.attrib["firstgid"]) + int(tile.attrib["id"])] = tile.attrib["type"]
    return classes


def tile(kind: str) -> int:
    """A tile number of that class."""
    return next(gid for gid, name in tile_classes().items() if name == kind)


@pytest.fixture(scope="module")
def town() -> Town:
    return standard_town()


def test_the_map_is_the_grid() -> None:
    """A tile's class is its sign's kind, cell by cell."""
    classes = tile_classes()
    data = ET.parse(MAP).getroot().find("layer[@name='terrain']/data")
    assert data is not None
    assert data.text is not None
    rows = [row.strip(",").split(",") for row in data.text.strip().splitlines()]
    assert [[classes[int(gid)] for gid in row] for row in rows] == [[KINDS[sign] for sign in row] for row in GRID]


def test_the_spaces_of_the_town(town: Town) -> None:
    assert town.size == 293
    assert [town.kinds.count(kind) for kind in (ROAD, PATH, INTERIOR, EXTERIOR, CROSS)] == [139, 120, 13, 7, 14]
    assert len(town.names) == len(set(town.names))
    for y, row in enumerate(GRID):
        for x, sign in enumerate(row):
            there = [space for space, cells in enumerate(town.cells) if (x, y) in cells]
            assert len(there) == (sign not in "O|R^."), f"cell {x},{y}"


def test_places_and_their_fronts(town: Town) -> None:
    for place, fronts in FRONTS.items():
        near = {town.names[space] for space in town.board.neighbours[town.index[place]]}
        assert near == set(fronts.split()), place
    assert [town.names[town.front[town.index[f"t{n}"]]] for n in range(1, 15)] == CROSSES
    named = {"S": (3, 20), "a": (15, 11), "o": (16, 2), "h1": (12, 2), "h3": (14, 2), "h4": (18, 2), "h6": (20, 2)}
    for name, cell in named.items():
        assert town.cells[town.index[name]] == (cell,)
    assert town.names[town.van_front] == "c26r18"


def test_the_checked_figures(town: Town) -> None:
    assert town.distance(town.bnb, town.start) == 34
    between = [town.distance(a, b) for a, b in combinations(town.properties, 2)]
    assert round(sum(between) / len(between), 1) == 13.6
    assert (min(between), max(between)) == (4, 32)
    assert [town.distance(town.barn_front, place) for place in town.properties] == FROM_BARN
    assert town.distance(town.barn_front, town.bnb) == 11
    assert town.distance(town.barn_front, town.start) == 26
    assert town.road.distance(town.van_front, town.start) == 29
    dead_ends = [town.names[i] for i, near in enumerate(town.road.neighbours) if len(near) == 1]
    assert sorted(dead_ends) == ["S", "c26r18", "c27r2"]
    edges = sum(map(len, town.road.neighbours)) // 2
    assert edges - 139 + 1 == 7, "loops of the road network"


def test_no_single_space_is_a_bottleneck(town: Town) -> None:
    assert town.corpse_cells(0) == town.ground & ~(1 << town.start | 1 << town.barn_front)


def test_corpses_never_cut_anything_off(town: Town) -> None:
    """The quick answer against a plain flood, on corpses that hang ever closer round the Sawmill and the diner."""
    keys = [*town.properties, town.bnb, town.cornfield, town.start]
    for hung in (["c4r2"], ["c26r7", "c23r8"], ["c5r2", "c8r4", "c10r2"], ["c27r10", "c29r9", "c25r9"]):
        corpses = [town.index[name] for name in hung]
        mask = sum(1 << space for space in corpses)
        legal = town.corpse_cells(mask)
        for cell in range(town.size):
            if not town.ground >> cell & 1 or cell in (*corpses, town.start, town.barn_front):
                assert not legal >> cell & 1
                continue
            closed = {*corpses, cell}
            seen, edge = {town.start}, [town.start]
            while edge:
                edge = [n for here in edge for n in town.board.neighbours[here] if n not in closed and n not in seen]
                seen.update(edge)
            assert bool(legal >> cell & 1) == all(key in seen for key in keys), (hung, town.names[cell])


def test_distances_are_symmetric_and_hiding_places_count_as_their_fronts(town: Town) -> None:
    for a in range(0, town.size, 7):
        for b in range(0, town.size, 11):
            assert town.distance(a, b) == town.distance(b, a)
    assert town.distance(town.index["t1"], town.index["c12r5"]) == 0


@pytest.mark.cites("KAN-SHOOT-05", "KAN-SHOOT-06")
def test_sight(town: Town) -> None:
    def squared(a: str, b: str) -> int:
        found = town.range_squared(town.index[a], town.index[b])
        assert found == town.range_squared(town.index[b], town.index[a]), "sight is mutual"
        return found

    assert squared("c10r11", "c17r11") == 49
    assert squared("c10r11", "c10r14") == NO_SIGHT, "through the store"
    assert squared("property2", "c10r14") == 1, "from a window"
    assert squared("c5r11", "c27r11") == 22**2, "the whole of Main Street"
    assert squared("o", "property7") == 5**2, "the schoolhouse does not hide itself"
    assert squared("c15r2", "c17r2") == 4
    assert squared("c12r2", "c20r2") == 64, "fences do not block"


@pytest.mark.cites("KAN-SHOOT-06")
def test_a_touched_corner_does_not_block() -> None:
    """Exact: a diagonal that runs along the corner of a house sees through, one that enters it by a hair does not."""
    from game.kanata.town import _crosses

    assert not _crosses((0, 0), (2, 2), (1, 0))
    assert not _crosses((0, 0), (2, 2), (0, 1))
    assert _crosses((0, 0), (2, 2), (1, 1))
    assert _crosses((0, 0), (3, 1), (1, 0))
    assert not _crosses((0, 0), (1, 1), (1, 0))
    assert _crosses((0, 0), (5, 2), (1, 0))
    assert not _crosses((0, 0), (0, 5), (1, 2))


@pytest.mark.cites("KAN-SHOOT-04")
def test_a_straight_run(town: Town) -> None:
    index = town.index
    assert town.straight(index["c5r11"], index["c27r11"])
    assert not town.straight(index["c10r11"], index["c11r5"])
    assert not town.straight(index["c12r2"], index["c10r14"])
    assert not town.straight(index["c10r11"], index["c10r14"]), "the store is a gap"


def test_both_methods_agree_on_straight_runs(town: Town) -> None:
    for a in range(0, town.size, 5):
        for b in range(town.size):
            if a != b and town.straight(a, b):
                (ax, ay), (bx, by) = town.cells[a][0], town.cells[b][0]
                assert town.range_squared(a, b) == (abs(ax - bx) + abs(ay - by)) ** 2


# ---------------------------------------------------------------------------------------------------- bad maps


def copy_tilesets(folder: Path) -> None:
    for path in MAP.parent.glob("kanata*.tsx"):
        shutil.copy(path, folder / path.name)


Change = Callable[[str], str]


def replaced(old: str, new: str, count: int = 1) -> Change:
    def change(text: str) -> str:
        assert old in text, f"the map has no {old!r}"
        return text.replace(old, new, count)

    return change


def without_object(name: str) -> Change:
    def change(text: str) -> str:
        root = ET.fromstring(text)
        layer = root.find("objectgroup[@name='places']")
        assert layer is not None
        layer.remove(next(entry for entry in layer if entry.get("name") == name))
        return ET.tostring(root, encoding="unicode")

    return change


def with_tile(column: int, row: int, gid: int) -> Change:
    def change(text: str) -> str:
        root = ET.fromstring(text)
        data = root.find("layer[@name='terrain']/data")
        assert data is not None
        numbers = (data.text or "").replace("\n", "").split(",")
        numbers[row * len(GRID[0]) + column] = str(gid)
        data.text = ",".join(numbers)
        return ET.tostring(root, encoding="unicode")

    return change


def with_attribute(path: str, name: str, value: str) -> Change:
    """An attribute of the map (path "."), of a part of it, or of an object by its name (``@S``)."""

    def change(text: str) -> str:
        root = ET.fromstring(text)
        wanted = f"objectgroup[@name='places']/object[@name='{path[1:]}']" if path.startswith("@") else path
        found = root.find(wanted)
        assert found is not None, path
        found.set(name, value)
        return ET.tostring(root, encoding="unicode")

    return change


def with_property(place: str, name: str, value: str) -> Change:
    def change(text: str) -> str:
        root = ET.fromstring(text)
        found = root.find(f"objectgroup[@name='places']/object[@name='{place}']/properties/property[@name='{name}']")
        assert found is not None
        found.set("value", value)
        return ET.tostring(root, encoding="unicode")

    return change


def one_tile_short(text: str) -> str:
    root = ET.fromstring(text)
    data = root.find("layer[@name='terrain']/data")
    assert data is not None
    data.text = (data.text or "").strip().rpartition(",")[0]
    return ET.tostring(root, encoding="unicode")


def cut_off(text: str) -> str:
    """The Sawmill without its two ways."""
    return with_tile(2, 4, tile("trees"))(with_tile(4, 2, tile("trees"))(text))


FAULTS: dict[str, tuple[Change, str, str]] = {
    "without S": (without_object("S"), "layer places", "no point S"),
    "without the barn front": (without_object("o"), "layer places", "no point o"),
    "without a horde space": (without_object("h4"), "layer places", "no point h4"),
    "without a property": (without_object("property7"), "layer places", "no property7"),
    "a place without its rectangle": (without_object("cornfield"), "layer places", "no cornfield"),
    "a 13th property": (with_property("property5", "number", "13"), "property5", "number 13"),
    "a number twice": (with_property("property5", "number", "4"), "property5", "number 4"),
    "a disconnected road": (with_tile(27, 3, tile("trees")), "", "a road apart"),
    "a place nobody can reach": (cut_off, "property12", "no way"),
    "an unknown tile": (with_tile(5, 5, 999), "layer terrain, column 5, row 5", "999"),
    "a tile that does not fit its place": (with_tile(9, 12, tile("road")), "property2", "road at"),
    "a house without a place": (with_tile(6, 12, tile("property")), "cell", "property without a place"),
    "a cross away from its front": (with_property("t1", "front", "13,5"), "t1", "front '13,5'"),
    "a bad size": (with_attribute(".", "width", "34"), "layer terrain", "792 tiles"),
    "too large": (with_attribute(".", "width", "3300"), "map", "3300"),
    "no number": (with_attribute(".", "width", "nan"), "map width", "nan"),
    "too short": (one_tile_short, "layer terrain", "791 tiles"),
    "compressed": (with_attribute("layer/data", "encoding", "base64"), "layer terrain", "another encoding"),
    "infinite": (with_attribute(".", "infinite", "1"), "map", "an infinite map"),
    "hexagonal": (with_attribute(".", "orientation", "hexagonal"), "map", "hexagonal"),
    "an entity": (replaced("<map ", '<!DOCTYPE map [<!ENTITY a "b">]>\n<map '), "", "a DOCTYPE"),
    "a tileset elsewhere": (with_attribute("tileset", "source", "../../etc/kanata.tsx"), "tileset", "etc"),
    "a json tileset": (with_attribute("tileset", "source", "kanata.tsj"), "tileset", "tsj"),
    "a template": (with_attribute("@S", "template", "a.tx"), "object 21", "template"),
    "two of a name": (with_attribute("@h2", "name", "h1"), "object h1", "h1"),
    "outside": (with_attribute("@S", "x", "99999"), "object S", "outside"),
    "S on the grass": (with_attribute("@S", "x", "4"), "object S", "roadblock"),
    "an HTML page": (lambda text: "<html><body/></html>", "", "the element html"),
    "no XML": (lambda text: text[:-20], "", "no XML"),
    "another class": (with_attribute("@graveyard", "type", "churchyard"), "object graveyard", "churchyard"),
    "no terrain": (with_attribute("layer", "name", "ground"), "layer terrain", "no layer of that name"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_bad_map_is_an_error_that_says_where(fault: str, tmp_path: Path) -> None:
    change, where, found = FAULTS[fault]
    path = tmp_path / "kanata.tmx"
    copy_tilesets(tmp_path)
    path.write_text(change(MAP.read_text("utf-8")), "utf-8")
    with pytest.raises(ContentError) as caught:
        Town(path)
    assert caught.value.file == str(path)
    assert where in caught.value.path
    assert found in str(caught.value)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(ContentError, match="a readable file"):
        Town(tmp_path / "nothing.tmx")


def test_turned_tiles_keep_their_kind(tmp_path: Path) -> None:
    """A tile that the artist has mirrored is still road."""
    copy_tilesets(tmp_path)
    path = tmp_path / "kanata.tmx"
    path.write_text(with_tile(6, 5, tile("road") | 0x80000000)(MAP.read_text("utf-8")), "utf-8")
    assert Town(path).digest == standard_town().digest
