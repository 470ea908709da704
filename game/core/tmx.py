"""Tiled maps without pygame: the rules read the same ``.tmx`` file that the screen draws.

What is read is what the maps of this program use: orthogonal, finite maps, tile layers as CSV, object layers, external
tilesets (``.tsx``) whose tiles have a class. Everything else is refused with the way out. Only ``game/`` limits apply:
images are never opened here.
"""

from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Final

from msgspec import Struct

from game.core.yaml_reader import ContentError

MAX_BYTES: Final = 2_000_000
MAX_TILES: Final = 250_000
MAX_SIDE: Final = 1_000
_FLAGS: Final = 0xF0000000
"""The flip bits of a gid: they turn the picture, never the kind."""


class MapObject(Struct, frozen=True):
    """A thing of an object layer; ``x`` and ``y`` in pixels.

    ``points`` are those of a polygon or polyline, absolute.
    """

    id: int
    layer: str
    name: str
    kind: str
    x: float
    y: float
    width: float = 0.0
    height: float = 0.0
    points: tuple[tuple[float, float], ...] = ()
    properties: dict[str, str | int | float | bool] = {}


class TmxMap(Struct, frozen=True):
    """A map as it is written. ``layers`` give the class of each tile, row by row; an empty text where there is none."""

    file: str
    width: int
    height: int
    tile_width: int
    tile_height: int
    layers: dict[str, tuple[tuple[str, ...], ...]]
    objects: tuple[MapObject, ...]
    properties: dict[str, str | int | float | bool]

    def tile_of(self, thing: MapObject) -> tuple[int, int]:
        """The column and row that a point object, or the middle of a rectangle, lies in."""
        return (
            int((thing.x + thing.width / 2) // self.tile_width),
            int((thing.y + thing.height / 2) // self.tile_height),
        )

    def error(self, place: str, found: str, expected: str) -> ContentError:
        """The error for a fault that only the map's user can see."""
        return ContentError(self.file, None, place, found, expected)


def read_tmx(path: Path) -> TmxMap:
    """The map of a file. Raises ``ContentError``, which names file, layer or object, and the cure."""
    root = _parse(path, "map")
    if root.get("orientation", "orthogonal") != "orthogonal":
        raise _fault(path, "map", f"orientation {root.get('orientation')}", "orthogonal (Map, Map Properties)")
    if root.get("infinite", "0") != "0":
        raise _fault(path, "map", "an infinite map", "a finite one (untick Infinite in Map Properties)")
    width, height = _int(path, root, "width", "map"), _int(path, root, "height", "map")
    tile_width, tile_height = _int(path, root, "tilewidth", "map"), _int(path, root, "tileheight", "map")
    if not (1 <= width <= MAX_SIDE and 1 <= height <= MAX_SIDE and width * height <= MAX_TILES):
        raise _fault(path, "map", f"{width} × {height} tiles", f"1 to {MAX_SIDE} a side, {MAX_TILES} in all")
    if not (1 <= tile_width <= 1024 and 1 <= tile_height <= 1024):
        raise _fault(path, "map", f"tiles of {tile_width} × {tile_height}", "1 to 1024 pixels a side")
    kinds = _kinds(path, root)
    layers: dict[str, tuple[tuple[str, ...], ...]] = {}
    objects: list[MapObject] = []
    for child in root:
        if child.tag == "layer":
            name = child.get("name", "")
            if name in layers:
                raise _fault(path, f"layer {name}", "the name a second time", "each layer its own name")
            layers[name] = _tiles(path, child, name, width, height, kinds)
        elif child.tag == "objectgroup":
            objects += _objects(path, child)
        elif child.tag == "group":
            raise _fault(path, f"group {child.get('name', '')}", "a group of layers", "layers side by side (ungroup)")
    seen: set[int] = set()
    for thing in objects:
        if thing.id in seen:
            raise _fault(path, f"object {thing.id}", "the id a second time", "each id once")
        seen.add(thing.id)
    return TmxMap(
        str(path), width, height, tile_width, tile_height, layers, tuple(objects), _properties(path, root, "map")
    )


def _fault(path: Path, place: str, found: str, expected: str) -> ContentError:
    return ContentError(path, None, place, found, expected)


def _parse(path: Path, tag: str) -> ET.Element:
    try:
        with path.open("rb") as file:
            raw = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise _fault(path, "", error.strerror or type(error).__name__, "a readable file") from None
    if len(raw) > MAX_BYTES:
        raise _fault(path, "", f"more than {MAX_BYTES} bytes", "a smaller file")
    if b"<!DOCTYPE" in raw or b"<!ENTITY" in raw:
        raise _fault(path, "", "a DOCTYPE", "a file as Tiled writes it, without one")
    try:
        root = ET.fromstring(raw)
    except (ET.ParseError, ValueError, LookupError) as error:
        raise _fault(path, "", f"no XML ({error})", "a file as Tiled writes it") from None
    if root.tag != tag:
        raise _fault(path, "", f"the element {root.tag}", tag)
    return root


def _int(path: Path, element: ET.Element, name: str, place: str) -> int:
    text = element.get(name, "")
    if not text.lstrip("-").isdigit() or len(text) > 12:
        raise _fault(path, f"{place} {name}", repr(text), "a whole number")
    return int(text)


def _float(path: Path, element: ET.Element, name: str, place: str) -> float:
    text = element.get(name, "0")
    try:
        value = float(text)
    except ValueError:
        value = float("nan")
    if not -1e6 < value < 1e6:
        raise _fault(path, f"{place} {name}", repr(text), "a number")
    return value


def _class(element: ET.Element) -> str:
    """A class: Tiled 1.9 wrote ``class`` where all other versions write ``type``."""
    return element.get("type") or element.get("class") or ""


def _kinds(path: Path, root: ET.Element) -> dict[int, str]:
    """The class of each gid."""
    kinds: dict[int, str] = {}
    for tileset in root.iter("tileset"):
        first = _int(path, tileset, "firstgid", "tileset")
        source = tileset.get("source")
        if source is None:
            raise _fault(path, f"tileset {tileset.get('name', '')}", "an embedded tileset", "an external one (.tsx)")
        if Path(source).suffix != ".tsx":
            raise _fault(path, f"tileset {source}", "this format", "a .tsx tileset")
        target = (path.parent / source).resolve()
        if path.parent.resolve() not in target.parents:
            raise _fault(path, f"tileset {source}", "a file outside the map's folder", "a tileset beside the map")
        tiles = _parse(target, "tileset")
        count = _int(target, tiles, "tilecount", "tileset")
        if not 0 < count <= 10_000:
            raise _fault(target, "tileset tilecount", str(count), "1 to 10000")
        kinds.update({first + index: "" for index in range(count)})
        for tile in tiles.iter("tile"):
            number = _int(target, tile, "id", "tile")
            if not 0 <= number < count:
                raise _fault(target, f"tile {number}", "an id beyond the set", f"0 to {count - 1}")
            kinds[first + number] = _class(tile)
    return kinds


def _tiles(
    path: Path, layer: ET.Element, name: str, width: int, height: int, kinds: dict[int, str]
) -> tuple[tuple[str, ...], ...]:
    place = f"layer {name}"
    data = layer.find("data")
    if data is None or data.get("encoding") != "csv":
        raise _fault(path, place, "tiles in another encoding", "CSV (Map Properties, Tile Layer Format)")
    cells = [cell.strip() for cell in (data.text or "").split(",")]
    if len(cells) != width * height:
        raise _fault(path, place, f"{len(cells)} tiles", f"{width * height}")
    out: list[str] = []
    for index, cell in enumerate(cells):
        gid = int(cell) & ~_FLAGS if cell.isdigit() and len(cell) < 12 else -1
        if gid and gid not in kinds:
            raise _fault(path, f"{place}, column {index % width}, row {index // width}", cell, "a tile of its tilesets")
        out.append(kinds[gid] if gid else "")
    return tuple(tuple(out[row * width : (row + 1) * width]) for row in range(height))


def _objects(path: Path, group: ET.Element) -> list[MapObject]:
    layer = group.get("name", "")
    found = []
    for element in group.iter("object"):
        number = _int(path, element, "id", f"object in {layer}")
        place = f"object {number}"
        if element.get("template"):
            raise _fault(path, place, "an object template", "the object itself (Detach Template)")
        if element.get("gid") and _float(path, element, "rotation", place):
            raise _fault(path, place, "a rotated tile object", "one that is not rotated, or a point")
        x, y = _float(path, element, "x", place), _float(path, element, "y", place)
        found.append(
            MapObject(
                number,
                layer,
                element.get("name", ""),
                _class(element),
                x,
                y,
                _float(path, element, "width", place),
                _float(path, element, "height", place),
                _points(path, element, x, y, place),
                _properties(path, element, place),
            )
        )
    return found


def _points(path: Path, element: ET.Element, x: float, y: float, place: str) -> tuple[tuple[float, float], ...]:
    for tag in ("polyline", "polygon"):
        shape = element.find(tag)
        if shape is None:
            continue
        out = []
        for pair in shape.get("points", "").split():
            try:
                px, py = (float(part) for part in pair.split(","))
            except ValueError:
                raise _fault(path, f"{place} points", repr(pair), "x,y") from None
            out.append((x + px, y + py))
        return tuple(out)
    return ()


def _properties(path: Path, element: ET.Element, place: str) -> dict[str, str | int | float | bool]:
    out: dict[str, str | int | float | bool] = {}
    holder = element.find("properties")
    for entry in [] if holder is None else holder.findall("property"):
        name, kind = entry.get("name", ""), entry.get("type", "string")
        text = entry.get("value", entry.text or "")
        try:
            if kind == "bool":
                out[name] = {"true": True, "false": False}[text]
            elif kind == "int":
                out[name] = int(text)
            elif kind == "float":
                out[name] = float(text)
            else:
                out[name] = text
        except (ValueError, KeyError):
            raise _fault(path, f"{place}, property {name}", repr(text), f"a value of type {kind}") from None
    return out
