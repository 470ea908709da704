"""Tiled maps: what the rules read can be drawn, and what cannot be drawn is refused with file, place and cure."""

from __future__ import annotations

import random
import re
import shutil
from pathlib import Path

import pygame
import pytest
import pytmx

from game.commands.check import check_maps
from game.core.content import ContentError
from game.core.tmx import RESERVED, picture_faults, read_tmx
from game.kanata.town import MAP, Town

ROOT = Path(__file__).parents[2]
MAPS = sorted((ROOT / "maps").glob("*.tmx"))
NOTES = '<objectgroup id="90" name="notes"><object id="900" name="n" x="0" y="0" {}>{}</object></objectgroup>'
POINT = "<point/>"


def property_(text: str) -> str:
    return f"<properties><property {text}</properties>{POINT}"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A copy of the maps, beside the program's pictures."""
    shutil.copytree(ROOT / "maps", tmp_path / "maps", ignore=shutil.ignore_patterns("*.py", "*.md"))
    (tmp_path / "sprites").symlink_to(ROOT / "sprites")
    return tmp_path / "maps"


def add(home: Path, text: str, name: str = "kanata") -> Path:
    """A map with ``text`` put before its end."""
    path = home / f"{name}.tmx"
    path.write_text(path.read_text(encoding="utf-8").replace("</map>", text + "</map>"), encoding="utf-8")
    return path


def change(path: Path, old: str, new: str) -> Path:
    text = path.read_text(encoding="utf-8")
    assert old in text, f"{old} is not in {path.name}"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return path


def test_the_maps_of_the_program_have_no_faults() -> None:
    assert check_maps(ROOT / "maps") == []


REFUSED = {
    "a property of a class": (
        NOTES.format("", property_('name="who" type="class" propertytype="W"><properties/></property>')),
        "object 900, property who: found a property of a class",
    ),
    "a property with a name of Tiled's own": (
        NOTES.format("", property_('name="x" value="3"/>')), "property x: found a name that Tiled's own fields have",
    ),
    "a property of the layer with such a name": (
        '<objectgroup id="9" name="notes"><properties><property name="visible" value="no"/></properties></objectgroup>',
        "layer notes, property visible",
    ),
    "a whole number with a fraction": (
        NOTES.format("", property_('name="n" type="int" value="1.5"/>')), "found '1.5', expected a value of type int",
    ),
    "a whole number in other digits": (
        NOTES.format("", property_('name="n" type="int" value="²"/>')), "found '²', expected a value of type int",
    ),
    "a number that is none": (
        NOTES.format("", property_('name="n" type="float" value="nan"/>')), "'nan', expected a value of type float",
    ),
    "an unknown type": (NOTES.format("", property_('name="n" type="list" value="1"/>')), "found the type 'list'"),
    "text as a width": (NOTES.format('width="wide"', POINT), "object n width: found 'wide', expected a number"),
    "an endless height": (NOTES.format('height="inf"', POINT), "object n height: found 'inf'"),
    "text as a switch": (NOTES.format('visible="maybe"', POINT), "object n visible: found 'maybe', expected 0 or 1"),
    "half a pixel": ('<imagelayer id="9" name="i" offsetx="0.5"><image source="a.png"/></imagelayer>', "offsetx"),
    "an image layer without a picture": ('<imagelayer id="9" name="sky"/>', "layer sky: found no picture"),
    "a picture that is a program": (
        '<imagelayer id="9" name="sky"><image source="sky.svg"/></imagelayer>', "the picture 'sky.svg', expected a PNG",
    ),
    "a picture elsewhere": (
        '<imagelayer id="9" name="sky"><image source="../../a.png"/></imagelayer>', "outside the program's folders",
    ),
    "a line beyond all measure": (
        NOTES.format("", '<polyline points="0,0 409600000000,0"/>'), "object 900 points: found '409600000000,0'",
    ),
    "a line of no number": (NOTES.format("", '<polyline points="0,0 nan,5"/>'), "points: found 'nan,5'"),
    "a line without points": (NOTES.format("", '<polyline points=""/>'), "a polyline without points"),
    "a tile that is not there": (NOTES.format('gid="5000" width="9"', ""), "object 900: found the tile 5000"),
    "a name with a control sign": (NOTES.format('type="a&#9;b"', POINT), "object type"),
}


@pytest.mark.parametrize(("text", "says"), REFUSED.values(), ids=REFUSED)
def test_what_cannot_be_drawn_is_refused(home: Path, text: str, says: str) -> None:
    path = add(home, text)
    with pytest.raises(ContentError) as caught:
        read_tmx(path)
    assert str(path) in str(caught.value)
    assert says in str(caught.value)
    assert says in "\n".join(check_maps(home))


def test_a_document_type_is_refused_in_every_encoding(tmp_path: Path) -> None:
    text = '<?xml version="1.0" encoding="{}"?><!DOCTYPE map [<!ENTITY a "b">]><map/>'
    for encoding in ("utf-8", "utf-16"):
        path = tmp_path / "map.tmx"
        path.write_bytes(text.format(encoding).encode(encoding))
        with pytest.raises(ContentError, match="found a DOCTYPE"):
            read_tmx(path)


def test_a_layer_of_notes_is_no_part_of_the_town(home: Path) -> None:
    path = add(home, NOTES.format('width="4224" height="3072"', ""))
    change(path, 'name="n" x="0"', 'name="property1" x="0"')
    assert Town(path).names == Town(MAP).names
    pygame.init()
    pygame.display.set_mode((1, 1))
    from scenes.kanata.town import TownMap

    ours, theirs = TownMap(path), TownMap()
    assert ours.places == theirs.places
    assert [ours.space_at(x, y) for x in range(ours.width) for y in range(ours.height)] == [
        theirs.space_at(x, y) for x in range(theirs.width) for y in range(theirs.height)
    ]


def test_a_map_written_by_tiled_1_9_is_the_same_town_on_the_screen(home: Path) -> None:
    for name in ("kanata.tmx", "kanata.tsx"):
        path = home / name
        path.write_text(re.sub(r'(<(?:object|tile) [^>]*?)\btype=', r"\1class=", path.read_text("utf-8")), "utf-8")
    pygame.init()
    pygame.display.set_mode((1, 1))
    from scenes.kanata.town import TownMap

    ours, theirs = TownMap(home / "kanata.tmx"), TownMap()
    assert ours.places == theirs.places
    assert ours.kinds == theirs.kinds


def test_a_collection_with_a_gap_is_read(home: Path) -> None:
    path = change(home / "kanata_buildings.tsx", 'tilecount="14"', 'tilecount="13"')
    path.write_text(re.sub(r' <tile id="3">.*\n', "", path.read_text("utf-8")), "utf-8")
    assert read_tmx(home / "kanata.tmx").layers == read_tmx(MAP).layers
    pygame.init()
    pygame.display.set_mode((1, 1))
    pytmx.load_pygame(str(home / "kanata.tmx"))


PICTURES = {
    "missing": (None, "found kanata.png: No such file or directory"),
    "no picture": (b"<svg/>", "found kanata.png, which is no PNG"),
    "too large": (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\xff\xff\0\0\xff\xff", "with 65535 × 65535 pixels"),
}


@pytest.mark.parametrize(("content", "says"), PICTURES.values(), ids=PICTURES)
def test_a_tileset_whose_picture_cannot_be_shown(home: Path, content: bytes | None, says: str) -> None:
    change(home / "kanata.tsx", "../sprites/kanata/town_tiles.png", "kanata.png")
    if content is not None:
        (home / "kanata.png").write_bytes(content)
    assert says in "\n".join(map(str, picture_faults(home / "kanata.tmx")))
    assert says in "\n".join(check_maps(home))


def test_a_tileset_that_is_larger_than_its_picture(home: Path) -> None:
    change(home / "kanata.tsx", 'tilecount="96"', 'tilecount="97"')
    with pytest.raises(ContentError, match="97 tiles on a picture that has 96"):
        read_tmx(home / "kanata.tmx")


def test_the_names_that_pytmx_keeps_for_itself_are_all_known() -> None:
    kinds = (
        pytmx.TiledMap, pytmx.TiledObjectGroup, pytmx.TiledObject, pytmx.TiledTileLayer, pytmx.TiledImageLayer,
        pytmx.TiledTileset,
    )  # fmt: skip
    names = {name for kind in kinds for name in dir(kind)}
    for path in MAPS:
        tmx = pytmx.TiledMap(str(path))
        for thing in (tmx, *tmx.layers, *tmx.objects, *tmx.tilesets):
            names |= set(vars(thing))
    assert {name for name in names if not name.startswith("_")} <= RESERVED


def test_every_map_that_the_rules_take_can_be_loaded_for_drawing(home: Path) -> None:
    """Attributes of maps and tilesets bent at random: refused by the rules, or loaded by pytmx."""
    pygame.init()
    pygame.display.set_mode((1, 1))
    rng = random.Random(14)
    junk = ["", "x", "-1", "0", "1.5", "1e9", "nan", "inf", "²", "٣", "9" * 20, "true", "../x.png", "a\tb"]
    names = ["sacrament_wheel.tmx", "sacrament_theatre.tmx", "sacrament.tsx"]
    originals = {name: (home / name).read_text("utf-8") for name in names}
    read = 0
    for _ in range(120):
        name = rng.choice(names)
        text = originals[name]
        found = rng.choice(list(re.finditer(r'(\w+)="([^"]*)"', text)))
        (home / name).write_text(f'{text[: found.start(2)]}{rng.choice(junk)}{text[found.end(2) :]}', "utf-8")
        for path in (home / "sacrament_wheel.tmx", home / "sacrament_theatre.tmx"):
            try:
                read_tmx(path)
            except ContentError:
                continue
            if not [*picture_faults(path)]:
                pytmx.load_pygame(str(path))
                read += 1
        (home / name).write_text(text, "utf-8")
    assert read > 40, "too few maps were read for the test to say anything"
