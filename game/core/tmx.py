"""Tiled maps without pygame: the rules read the same ``.tmx`` file that the screen draws.

What is read is what the maps of this program use: orthogonal, finite maps, tile layers as CSV, object layers, external
tilesets (``.tsx``) whose tiles have a class. Everything else is refused with the way out, and so is what pytmx, which
draws the map, cannot read: a map that the rules take can be shown. No picture is opened here; ``picture_faults`` looks
at the head of each.
"""

from __future__ import annotations

import os
import re
import struct
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import defusedxml.ElementTree
from defusedxml.common import DefusedXmlException
from msgspec import Struct

from game.core import files
from game.core.numbers import whole_number
from game.core.yaml_reader import ContentError

MAX_BYTES: Final = 2_000_000
MAX_TILES: Final = 250_000
MAX_SIDE: Final = 1_000
MAX_TILE: Final = 1_024
"""Pixels of a tile's side."""
MAX_PICTURE: Final = 8_192
"""Pixels of a picture's side."""
MAX_TILES_OF_SET: Final = 10_000
MAX_NAME: Final = 100
"""Characters of a name, a class or a property in a map."""

_MOST: Final = 10**12
"""No number of a map is larger."""
_DECIMAL: Final = re.compile(r"[+-]?[0-9]{1,12}(\.[0-9]{1,17})?(e[+-]?[0-9]{1,3})?\Z", re.ASCII | re.IGNORECASE)
_FAR: Final = 1e6
"""Pixels: nothing lies farther from the corner of a map."""
_WHOLE_FIELDS: Final = frozenset({
    "columns", "firstgid", "gid", "id", "margin", "nextobjectid", "offsetx", "offsety", "spacing", "tilecount",
    "tileheight", "tilewidth",
})  # fmt: skip
_DECIMAL_FIELDS: Final = frozenset(
    {"height", "hexsidelength", "opacity", "pixelsize", "probability", "rotation", "width", "x", "y"}
)
_SWITCHES: Final = frozenset({"visible"})
_ELEMENTS: Final = frozenset({"map", "tileset", "tile", "layer", "objectgroup", "object", "imagelayer", "image"})
RESERVED: Final = frozenset({
    "add_layer", "add_tileset", "allow_duplicate_names", "append", "apply_transformations", "as_points",
    "background_color", "clear", "closed", "colliders", "color", "columns", "copy", "count",
    "custom_property_filename", "custom_types", "data", "draworder", "extend", "filename", "firstgid", "frames",
    "from_xml_string", "get_layer_by_name", "get_object_by_id", "get_object_by_name", "get_tile_colliders",
    "get_tile_gid", "get_tile_image", "get_tile_image_by_gid", "get_tile_locations_by_gid", "get_tile_properties",
    "get_tile_properties_by_gid", "get_tile_properties_by_layer", "get_tileset_from_gid", "gid", "gidmap", "height",
    "hexsidelength", "id", "image", "image_loader", "imagemap", "images", "index", "infinite", "insert", "invert_y",
    "iter_data", "layernames", "layers", "load_all_tiles", "map_gid", "map_gid2", "margin", "maxgid", "name",
    "nextlayerid", "nextobjectid", "objectgroups", "objects", "objects_by_id", "objects_by_name", "offset", "offsetx",
    "offsety", "opacity", "optional_gids", "orientation", "parent", "parse_json", "parse_xml", "points", "pop",
    "properties", "register_gid", "register_gid_check_flags", "reload_images", "remove", "renderorder", "reverse",
    "rotation", "set_tile_properties", "sort", "source", "spacing", "staggeraxis", "staggerindex", "template",
    "tile_properties", "tilecount", "tiledgidmap", "tiledversion", "tileheight", "tiles", "tilesets", "tilewidth",
    "trans", "type", "version", "visible", "visible_layers", "visible_object_groups", "visible_tile_layers", "width",
    "x", "y",
})  # fmt: skip
"""Names of properties that pytmx keeps for itself: a map that uses one cannot be drawn."""
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
    if not (1 <= tile_width <= MAX_TILE and 1 <= tile_height <= MAX_TILE):
        raise _fault(path, "map", f"tiles of {tile_width} × {tile_height}", f"1 to {MAX_TILE} pixels a side")
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
        elif child.tag == "imagelayer":
            _properties(path, child, f"layer {child.get('name', '')}")
            _picture(path, child, f"layer {child.get('name', '')}")
        elif child.tag == "group":
            raise _fault(path, f"group {child.get('name', '')}", "a group of layers", "layers side by side (ungroup)")
    seen: set[int] = set()
    for thing in objects:
        if thing.id in seen:
            raise _fault(path, f"object {thing.id}", "the id a second time", "each id once")
        seen.add(thing.id)
    for element in root.iter("object"):
        gid = element.get("gid")
        if gid is not None and not 1 <= int(gid) & ~_FLAGS <= max(kinds, default=0):
            raise _fault(path, f"object {element.get('id')}", f"the tile {gid}", "a tile of the map's tilesets")
    return TmxMap(
        str(path), width, height, tile_width, tile_height, layers, tuple(objects), _properties(path, root, "map")
    )


def _fault(path: Path, place: str, found: str, expected: str) -> ContentError:
    return ContentError(path, None, place, found, expected)


def _parse(path: Path, tag: str) -> ET.Element:
    try:
        with files.open_plain(path) as file:
            raw = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise _fault(path, "", error.strerror or type(error).__name__, "a readable file") from None
    if len(raw) > MAX_BYTES:
        raise _fault(path, "", f"more than {MAX_BYTES} bytes", "a smaller file")
    try:
        root = defusedxml.ElementTree.fromstring(raw, forbid_dtd=True)
    except DefusedXmlException:
        raise _fault(path, "", "a DOCTYPE", "a file as Tiled writes it, without one") from None
    except (ET.ParseError, ValueError, LookupError) as error:
        raise _fault(path, "", f"no XML ({error})", "a file as Tiled writes it") from None
    if root.tag != tag:
        raise _fault(path, "", f"the element {root.tag:.40}", tag)
    _check_fields(path, root)
    return root  # type: ignore[no-any-return]  # defusedxml has no types


def _check_fields(path: Path, root: ET.Element) -> None:
    """Refuse what no reader of Tiled's format can take: text where a number belongs, names beyond all measure."""
    for element in root.iter():
        if element.tag not in _ELEMENTS:
            continue
        place = _place_of(element)
        for name, text in element.items():
            if name in _WHOLE_FIELDS and not _is_whole(text):
                raise _fault(path, f"{place} {name}", f"{text!r:.40}", "a whole number")
            if name in _DECIMAL_FIELDS and not (_DECIMAL.match(text) and -_FAR < float(text) < _FAR):
                raise _fault(path, f"{place} {name}", f"{text!r:.40}", f"a number between -{_FAR:.0f} and {_FAR:.0f}")
            if name in _SWITCHES and text not in ("0", "1"):
                raise _fault(path, f"{place} {name}", f"{text!r:.40}", "0 or 1")
            if name in ("name", "type", "class") and (len(text) > MAX_NAME or not text.isprintable()):
                cure = f"at most {MAX_NAME} characters, no control signs"
                raise _fault(path, f"{element.tag} {name}", f"{text!r:.40}", cure)


def _place_of(element: ET.Element) -> str:
    """An element as Tiled shows it: by its name, else by its id."""
    if element.tag == "map":
        return "map"
    return f"{'layer' if element.tag == 'imagelayer' else element.tag} {element.get('name') or element.get('id', '')}"


def _is_whole(text: str) -> bool:
    return whole_number(text, -_MOST, _MOST) is not None


def _int(path: Path, element: ET.Element, name: str, place: str) -> int:
    text = element.get(name, "")
    if not _is_whole(text):
        raise _fault(path, f"{place} {name}", f"{text!r:.40}", "a whole number")
    return int(text)


def _float(element: ET.Element, name: str) -> float:
    """A number of an element; its form was looked at when the file was read."""
    return float(element.get(name, "0"))


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
        _properties(target, tiles, "tileset")
        count = _int(target, tiles, "tilecount", "tileset")
        if not 0 < count <= MAX_TILES_OF_SET:
            raise _fault(target, "tileset tilecount", str(count), f"1 to {MAX_TILES_OF_SET}")
        sheet = tiles.find("image")
        found: dict[int, str] = {}
        for tile in tiles.iter("tile"):
            number = _int(target, tile, "id", "tile")
            place = f"tile {number}"
            # Of a collection single pictures may have been taken out: the ids have gaps then, and go beyond the count.
            most = count if sheet is not None else MAX_TILES_OF_SET
            if not 0 <= number < most:
                raise _fault(target, place, "an id beyond the set", f"0 to {most - 1}")
            _properties(target, tile, place)
            if sheet is None:
                _picture(target, tile, place)
            found[number] = _class(tile)
        if sheet is not None:
            _picture(target, tiles, "tileset")
            _cut(target, tiles, sheet, count)
            found = {number: found.get(number, "") for number in range(count)}
        elif not found:
            raise _fault(target, "tileset", "neither a picture nor tiles with pictures", "one of them")
        for number, kind in found.items():
            if first + number in kinds:
                raise _fault(path, f"tileset {source}", f"the tile {first + number} a second time", "each number once")
            kinds[first + number] = kind
    return kinds


def _picture(path: Path, element: ET.Element, place: str) -> Path:
    """The picture of a tileset, a tile or an image layer, inside the folder that holds the map's folder."""
    image = element.find("image")
    source = "" if image is None else image.get("source", "")
    if image is None or not source:
        raise _fault(path, place, "no picture", "a picture (a PNG file)")
    if "\0" in source or Path(source).suffix.lower() != ".png":
        raise _fault(path, place, f"the picture {source!r:.80}", "a PNG file")
    target = Path(os.path.normpath(path.absolute().parent / source))
    if path.absolute().parents[1] not in target.parents:
        raise _fault(path, place, f"the picture {source:.80} outside the program's folders", "one inside them")
    for name in ("width", "height"):
        if image.get(name) is not None and not 1 <= _int(path, image, name, place) <= MAX_PICTURE:
            raise _fault(path, f"{place} {name}", str(image.get(name)), f"1 to {MAX_PICTURE} pixels")
    return target


def _cut(path: Path, tiles: ET.Element, sheet: ET.Element, count: int) -> None:
    """That the tiles of a set lie on its picture."""
    margin, spacing = int(tiles.get("margin", "0")), int(tiles.get("spacing", "0"))
    if not (0 <= margin <= MAX_TILE and 0 <= spacing <= MAX_TILE):
        raise _fault(path, "tileset", f"the margin {margin} and spacing {spacing}", f"each 0 to {MAX_TILE} pixels")
    fitting = 1
    for side in ("width", "height"):
        tile = _int(path, tiles, f"tile{side}", "tileset")
        if not 1 <= tile <= MAX_TILE:
            raise _fault(path, f"tileset tile{side}", str(tile), f"1 to {MAX_TILE} pixels")
        fitting *= max(0, (_int(path, sheet, side, "picture") - 2 * margin + spacing) // (tile + spacing))
    if fitting < count:
        raise _fault(path, "tileset tilecount", f"{count} tiles on a picture that has {fitting}", f"at most {fitting}")


def picture_faults(path: Path) -> Iterator[ContentError]:
    """What is wrong with the pictures that a map shows: missing, no PNG, too large, of another size than is written.

    ``path`` is a map that ``read_tmx`` takes. The head of each picture is read, no more.
    """
    root = _parse(path, "map")
    for layer in root.iter("imagelayer"):
        yield from _picture_fault(path, layer, f"layer {layer.get('name', '')}")
    for tileset in root.iter("tileset"):
        target = (path.parent / tileset.get("source", "")).resolve()
        tiles = _parse(target, "tileset")
        if tiles.find("image") is not None:
            yield from _picture_fault(target, tiles, "tileset")
            continue
        for tile in tiles.iter("tile"):
            yield from _picture_fault(target, tile, f"tile {tile.get('id')}")


def _picture_fault(path: Path, element: ET.Element, place: str) -> Iterator[ContentError]:
    picture = _picture(path, element, place)
    image = element.find("image")
    assert image is not None
    try:
        with files.open_plain(picture) as file:
            head = file.read(24)
    except OSError as error:
        found = f"{picture.name}: {error.strerror or type(error).__name__}"
        yield _fault(path, place, found, "a picture that can be read")
        return
    if len(head) < 24 or head[:8] != b"\x89PNG\r\n\x1a\n" or head[12:16] != b"IHDR":
        yield _fault(path, place, f"{picture.name}, which is no PNG", "a PNG file")
        return
    width, height = struct.unpack(">II", head[16:24])
    if not (1 <= width <= MAX_PICTURE and 1 <= height <= MAX_PICTURE):
        found = f"{picture.name} with {width} × {height} pixels"
        yield _fault(path, place, found, f"at most {MAX_PICTURE} a side")
        return
    for name, is_so in (("width", width), ("height", height)):
        written = image.get(name)
        if written is not None and int(written) != is_so:
            yield _fault(path, f"{place} {name}", f"{written}, but {picture.name} has {is_so}", str(is_so))


def _tiles(
    path: Path, layer: ET.Element, name: str, width: int, height: int, kinds: dict[int, str]
) -> tuple[tuple[str, ...], ...]:
    place = f"layer {name}"
    _properties(path, layer, place)
    data = layer.find("data")
    if data is None or data.get("encoding") != "csv":
        raise _fault(path, place, "tiles in another encoding", "CSV (Map Properties, Tile Layer Format)")
    cells = [cell.strip() for cell in (data.text or "").split(",")]
    if len(cells) != width * height:
        raise _fault(path, place, f"{len(cells)} tiles", f"{width * height}")
    out: list[str] = []
    for index, cell in enumerate(cells):
        gid = int(cell) & ~_FLAGS if _is_whole(cell) and int(cell) >= 0 else -1
        if gid and gid not in kinds:
            where = f"{place}, column {index % width}, row {index // width}"
            raise _fault(path, where, f"{cell!r:.40}", "a tile of its tilesets")
        out.append(kinds[gid] if gid else "")
    return tuple(tuple(out[row * width : (row + 1) * width]) for row in range(height))


def _objects(path: Path, group: ET.Element) -> list[MapObject]:
    layer = group.get("name", "")
    _properties(path, group, f"layer {layer}")
    found = []
    for element in group.iter("object"):
        number = _int(path, element, "id", f"object in {layer}")
        place = f"object {number}"
        if element.get("template"):
            raise _fault(path, place, "an object template", "the object itself (Detach Template)")
        if element.get("gid") and _float(element, "rotation"):
            raise _fault(path, place, "a rotated tile object", "one that is not rotated, or a point")
        x, y = _float(element, "x"), _float(element, "y")
        found.append(
            MapObject(
                number,
                layer,
                element.get("name", ""),
                _class(element),
                x,
                y,
                _float(element, "width"),
                _float(element, "height"),
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
            parts = pair.split(",")
            if len(parts) != 2 or not all(_DECIMAL.match(part) and -_FAR < float(part) < _FAR for part in parts):
                cure = f"x,y, each between -{_FAR:.0f} and {_FAR:.0f}"
                raise _fault(path, f"{place} points", f"{pair!r:.40}", cure)
            out.append((x + float(parts[0]), y + float(parts[1])))
        if not out:
            raise _fault(path, place, f"a {tag} without points", "points, as x,y")
        return tuple(out)
    return ()


def _properties(path: Path, element: ET.Element, place: str) -> dict[str, str | int | float | bool]:
    out: dict[str, str | int | float | bool] = {}
    holder = element.find("properties")
    for entry in [] if holder is None else holder.findall("property"):
        name, kind = entry.get("name", ""), entry.get("type", "string")
        text = entry.get("value", entry.text or "")
        where = f"{place}, property {name:.40}"
        if not name or len(name) > MAX_NAME or not name.isprintable():
            raise _fault(path, f"{place}, a property", f"the name {name!r:.40}", f"1 to {MAX_NAME} characters")
        if name in RESERVED:
            raise _fault(path, where, "a name that Tiled's own fields have", f"another name, as my_{name}")
        if name in out:
            raise _fault(path, where, "the name a second time", "each name once")
        if kind == "class" or entry.find("properties") is not None:
            raise _fault(path, where, "a property of a class", "a property for each of its values")
        if kind == "bool" and text in ("true", "false"):
            out[name] = text == "true"
        elif kind in ("int", "object") and _is_whole(text):
            out[name] = int(text)
        elif kind == "float" and _DECIMAL.match(text) and -_FAR < float(text) < _FAR:
            out[name] = float(text)
        elif kind in ("string", "color", "file"):
            out[name] = text
        elif kind in ("bool", "int", "object", "float"):
            raise _fault(path, where, f"{text!r:.40}", f"a value of type {kind}")
        else:
            raise _fault(path, where, f"the type {kind!r:.40}", "string, int, float, bool, color, file or object")
    return out
