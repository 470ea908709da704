"""The town by night: the Tiled map, drawn by pytmx and graded once per zoom level, in pieces so that no frame waits.

A `Level` is the whole town at so many pixels a tile, made piece by piece, what is in sight first. While pieces of a
new level are missing, the last whole level is stretched in their place. Everything comes from the map file and PNG
layers under ``sprites/kanata/night``, laid over each other with blend modes, so that any map gets the same night.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pygame
import pytmx  # type: ignore[import-untyped]  # it comes without types

from game.core.tmx import MapObject, TmxMap, read_tmx
from game.kanata.plan import PLACES
from scenes import theme
from scenes.assets import scale_to
from scenes.paint import around, seed_of
from scenes.paths import ROOT

if TYPE_CHECKING:
    from scenes.app import App

MAP = ROOT / "maps" / "kanata.tmx"
MOST_TILE = 128
"""Pixels of a tile in the pictures: beyond that a level is stretched."""
ZOOM_STEP = 1.2
MOST_ZOOM = 3.0
CLOSE = 56.0
"""Units of a tile that can be reached at least, however small the stage is."""
BUDGET = 0.005
"""Seconds in a frame that may go into pieces of the map."""
KEPT_LEVELS = 3
PIECE = 160
"""Least pixels of a piece's side, about."""

NIGHT_MULT, NIGHT_ADD = (168, 189, 235), (3, 7, 15)
GREY_SHARE = 56
WARM, COOL = (115, 56, 0), (0, 0, 46)
"""What a lamp adds to the picture (times 0.45, 0.22, 0) and takes from its blue (0.18)."""
NIGHT = (6, 9, 11)
"""Beyond the edge of the town."""
RED_GLOW = (150, 20, 10)
LAMP_RADIUS, DOOR_RADIUS, GLOW_RADIUS = 1.9, 1.15, 3.4
LAMP_EVERY = 5
MOTTLE = 8
"""Tiles that one copy of the mottling covers (fewer where the picture would have to be enlarged)."""
_WAYS = frozenset({"road", "path"})
_CROWNS = {"trees": ("tree", 8), "death_forest": ("dead", 3)}
"""Which pictures stand on a kind of ground, and how many there are."""
_PLAIN = {
    "road": theme.rgb("#6A6A70"),
    "path": theme.rgb("#8A7448"),
    "property": theme.rgb("#3A2A22"),
    "bnb": theme.rgb("#3A2A3A"),
    "barn": theme.rgb("#5A1614"),
    "cornfield": theme.rgb("#5E5220"),
    "feeding_ground": theme.rgb("#4A1410"),
    "roadblock": theme.rgb("#3A1008"),
    "trees": theme.rgb("#101612"),
    "cross": theme.rgb("#24301F"),
    "fence": theme.rgb("#4A4030"),
}
"""The ground without texture, for high contrast."""


class Building(NamedTuple):
    """A tile object: its name, its picture and its place in tiles."""

    name: str
    picture: pygame.Surface
    place: pygame.FRect


class Place(NamedTuple):
    """A named place of the map: its rectangle in tiles, its class, and the number of a property (0: none)."""

    rect: pygame.FRect
    kind: str
    number: int


class TownMap:
    """The map file as it is to be drawn. Needs a display."""

    def __init__(self, path: Path = MAP) -> None:
        plan = read_tmx(path)  # what is where, as the rules read it; pytmx gives the pictures
        tmx = pytmx.load_pygame(str(path))
        self.width, self.height = plan.width, plan.height
        self.kinds = plan.layers["terrain"]
        self.gids: list[list[int]] = [list(row) for row in tmx.get_layer_by_name("terrain").data]
        self.images: dict[int, pygame.Surface] = {}
        for gid in {gid for row in self.gids for gid in row if gid}:
            self.images[gid] = tmx.get_tile_image_by_gid(gid)
        self.buildings: list[Building] = []
        self.places: dict[str, Place] = {}
        """By the names that the rules give to spaces; a named cell has the rectangle of its tile."""
        self._names: dict[tuple[int, int], str] = {}
        for layer in tmx.layers:
            if isinstance(layer, pytmx.TiledObjectGroup):
                for thing in layer:
                    if thing.image is not None:
                        rect = _in_tiles(thing, plan)
                        self.buildings.append(Building(str(thing.name), thing.image, rect))
        for thing in plan.objects:
            if thing.layer == PLACES:
                self._add(thing, plan)

    def _add(self, thing: MapObject, plan: TmxMap) -> None:
        """Take in a place to know."""
        rect = _in_tiles(thing, plan)
        if not rect.width:
            rect = pygame.FRect(int(rect.x), int(rect.y), 1, 1)
        number = thing.properties.get("number", 0)
        self.places[thing.name] = Place(rect, thing.kind, number if isinstance(number, int) else 0)
        for y in range(int(rect.top), int(rect.bottom)):
            for x in range(int(rect.left), int(rect.right)):
                self._names[x, y] = thing.name

    def space_at(self, x: int, y: int) -> str:
        """The name of the space that a cell belongs to; empty for scenery."""
        if (x, y) in self._names:
            return self._names[x, y]
        return f"c{x}r{y}" if self.kind(x, y) in _WAYS else ""

    def space_rect(self, space: str) -> pygame.FRect:
        """Where a space lies, in tiles."""
        place = self.places.get(space)
        if place is not None:
            return place.rect
        column, _, row = space.removeprefix("c").partition("r")
        return pygame.FRect(int(column), int(row), 1, 1)

    def kind(self, x: int, y: int) -> str:
        """The class of a cell's tile; trees beyond the border."""
        if 0 <= x < self.width and 0 <= y < self.height:
            return self.kinds[y][x]
        return "trees"

    def lamps(self) -> Iterator[tuple[float, float]]:
        """Where street lamps stand: at crossings and every few spaces along the roads."""
        for y in range(self.height):
            for x in range(self.width):
                if self.kind(x, y) != "road":
                    continue
                around = [(0, -1), (1, 0), (0, 1), (-1, 0)]
                joined = sum(self.kind(x + dx, y + dy) == "road" for dx, dy in around)
                if joined > 2 or (x + 2 * y) % LAMP_EVERY == 0:
                    yield x + 0.5 + (0.42 if (x + y) % 2 else -0.42), y + 0.5 + (0.42 if y % 2 else -0.42)

    def glows(self) -> Iterator[tuple[float, float]]:
        """Where it shines red: the barn and the roadblock."""
        for building in self.buildings:
            if building.name == "barn":
                yield building.place.centerx, building.place.centery + 0.4
        cells = [(x, y) for y in range(self.height) for x in range(self.width) if self.kind(x, y) == "roadblock"]
        if cells:
            yield sum(x for x, _ in cells) / len(cells) + 0.9, sum(y for _, y in cells) / len(cells) + 0.5


def _in_tiles(thing: pytmx.TiledObject | MapObject, plan: TmxMap) -> pygame.FRect:
    """The rectangle of an object, in tiles. pytmx has moved a tile object to its upper left corner."""
    wide, high = plan.tile_width, plan.tile_height
    return pygame.FRect(thing.x / wide, thing.y / high, thing.width / wide, thing.height / high)


@lru_cache(maxsize=1)
def town_map() -> TownMap:
    """The town that comes with the program, read once."""
    return TownMap()


@dataclass
class Camera:
    """What of the town is in sight: `zoom` 1 to 3, and the middle of the stage in tiles."""

    zoom: float = 1.0
    x: float = 0.0
    y: float = 0.0


class Level:
    """The whole town at `tile` pixels a tile, in pieces of `span` tiles, each made when it is needed."""

    def __init__(self, town: TownMap, tile: int) -> None:
        self.tile = tile
        self.size = (town.width * tile, town.height * tile)
        self.pieces: dict[tuple[int, int], pygame.Surface] = {}
        self.span = max(1, round(PIECE / tile))
        self.columns, self.rows = -(-town.width // self.span), -(-town.height // self.span)
        self.missing = {(c, r) for r in range(self.rows) for c in range(self.columns)}
        self.tiles: dict[int, pygame.Surface] = {}
        self.trees: dict[tuple[str, int], pygame.Surface] = {}
        self.houses: dict[str, tuple[pygame.Surface, pygame.Surface | None]] = {}
        self.discs: dict[tuple[int, tuple[int, int, int]], pygame.Surface] = {}
        self.mottling: pygame.Surface | None = None

    def piece_rect(self, piece: tuple[int, int]) -> pygame.Rect:
        """Where a piece lies in the picture, in pixels."""
        side = self.span * self.tile
        return pygame.Rect(piece[0] * side, piece[1] * side, side, side).clip(pygame.Rect((0, 0), self.size))

    def inside(self, part: pygame.Rect) -> Iterator[tuple[int, int]]:
        """The pieces that `part` of the picture touches."""
        side = self.span * self.tile
        for r in range(max(0, part.top // side), min(self.rows - 1, (part.bottom - 1) // side) + 1):
            for c in range(max(0, part.left // side), min(self.columns - 1, (part.right - 1) // side) + 1):
                yield c, r

    def draw(self, target: pygame.Surface, part: pygame.Rect, at: tuple[int, int]) -> None:
        """Draw the pieces that are there of `part` of the picture, its top left corner at `at`."""
        before = target.get_clip()
        target.set_clip(pygame.Rect(at, part.size).clip(before))
        dx, dy = at[0] - part.left, at[1] - part.top
        for piece in self.inside(part):
            made = self.pieces.get(piece)
            if made is not None:
                rect = self.piece_rect(piece)
                target.blit(made, (rect.left + dx, rect.top + dy))
        target.set_clip(before)

    def missing_in(self, part: pygame.Rect) -> list[tuple[int, int]]:
        """The missing pieces that `part` of the picture touches, the middle ones first."""
        found = [piece for piece in self.inside(part) if piece in self.missing]
        middle = pygame.Vector2(part.center)
        return sorted(found, key=lambda one: middle.distance_squared_to(self.piece_rect(one).center))


class TownView:
    """Draws the town on the stage and keeps its levels."""

    def __init__(self, app: App, town: TownMap | None = None) -> None:
        self.app = app
        self.town = town or town_map()
        self.camera = Camera()
        self.stage = pygame.Rect(0, 0, 1, 1)
        self.fit = 4
        """Pixels a tile when the whole town is in sight."""
        self.levels: OrderedDict[int, Level] = OrderedDict()
        self._spots = [(x, y, LAMP_RADIUS) for x, y in self.town.lamps()]
        self._spots += [(b.place.centerx, b.place.bottom, DOOR_RADIUS) for b in self.town.buildings if b.name != "barn"]
        self._glows = list(self.town.glows())
        self._stretched: tuple[object, pygame.Surface] | None = None

    # Where things are

    def place(self, stage: pygame.Rect) -> None:
        """The stage has this rectangle from now on."""
        if stage != self.stage:
            fresh = self.stage.size == (1, 1)
            self.stage = pygame.Rect(stage)
            self.fit = max(4, min(stage.width // self.town.width, stage.height // self.town.height))
            if fresh:
                self.camera = Camera(1.0, self.town.width / 2, self.town.height / 2)
            self.clamp()

    @property
    def tile(self) -> int:
        """Pixels a tile has on the stage now."""
        return max(self.fit, round(self.fit * self.camera.zoom))

    @property
    def level_tile(self) -> int:
        """Pixels a tile has in the level that is shown."""
        return min(self.tile, MOST_TILE)

    @property
    def origin(self) -> tuple[int, int]:
        """Where the town's top left corner is on the screen."""
        tile = self.tile
        return (
            self.stage.centerx - round(self.camera.x * tile),
            self.stage.centery - round(self.camera.y * tile),
        )

    def point(self, x: float, y: float) -> tuple[int, int]:
        """A place in tiles as a place on the screen."""
        left, top = self.origin
        return left + round(x * self.tile), top + round(y * self.tile)

    def rect(self, x: float, y: float, wide: float = 1, high: float = 1) -> pygame.Rect:
        """A rectangle in tiles as one on the screen."""
        left, top = self.point(x, y)
        right, bottom = self.point(x + wide, y + high)
        return pygame.Rect(left, top, right - left, bottom - top)

    def clamp(self) -> None:
        """Keep the town on the stage."""
        half_x = self.stage.width / 2 / self.tile
        half_y = self.stage.height / 2 / self.tile
        self.camera.x = _inside(self.camera.x, half_x, self.town.width)
        self.camera.y = _inside(self.camera.y, half_y, self.town.height)

    def pan(self, dx: float, dy: float) -> None:
        """Move the picture by so many pixels."""
        self.camera.x -= dx / self.tile
        self.camera.y -= dy / self.tile
        self.clamp()
        self.app.invalidate()

    @property
    def most_zoom(self) -> float:
        """How near one can come."""
        return max(MOST_ZOOM, self.app.scale.px(CLOSE) / self.fit)

    def zoom_by(self, notches: int, pos: tuple[int, int] | None = None) -> None:
        """Come nearer or go further, keeping what is under `pos` where it is."""
        self.zoom_to(self.camera.zoom * ZOOM_STEP**notches, pos)

    def zoom_to(self, zoom: float, pos: tuple[int, int] | None = None) -> None:
        """Show the town at `zoom`."""
        at = pos or self.stage.center
        left, top = self.origin
        tile_x, tile_y = (at[0] - left) / self.tile, (at[1] - top) / self.tile
        self.camera.zoom = min(self.most_zoom, max(1.0, zoom))
        self.camera.x = tile_x - (at[0] - self.stage.centerx) / self.tile
        self.camera.y = tile_y - (at[1] - self.stage.centery) / self.tile
        self.clamp()
        self.app.invalidate()

    # Levels

    def _level(self, tile: int) -> Level:
        level = self.levels.get(tile)
        if level is None:
            level = self.levels[tile] = Level(self.town, tile)
        self.levels.move_to_end(tile)
        while len(self.levels) > KEPT_LEVELS:
            spare = next(one for one in self.levels if one not in (tile, self.fit))
            del self.levels[spare]
        return level

    def _in_level(self) -> pygame.Rect:
        """The part of the level's picture that the stage shows."""
        share = self.level_tile / self.tile
        left, top = self.origin
        part = pygame.Rect(
            round((self.stage.left - left) * share), round((self.stage.top - top) * share),
            round(self.stage.width * share), round(self.stage.height * share),
        )  # fmt: skip
        return part.clip(pygame.Rect(0, 0, self.town.width * self.level_tile, self.town.height * self.level_tile))

    @property
    def pending(self) -> bool:
        """Whether something in sight is still to be made."""
        level = self.levels.get(self.level_tile)
        return level is None or bool(level.missing_in(self._in_level()))

    def work(self, seconds: float = BUDGET) -> bool:
        """Make pieces for so long; whether something in sight changed."""
        level = self._level(self.level_tile)
        begun = time.perf_counter()
        pieces = level.missing_in(self._in_level())
        for number, piece in enumerate(pieces):
            if number and time.perf_counter() - begun > seconds:
                break
            self._make(level, piece)
        return bool(pieces)

    def finish(self) -> None:
        """Make all that is in sight now, however long it takes (pictures of a scene, the first frame)."""
        while self.pending:
            self.work(1.0)

    def forget(self) -> None:
        """The display changed: everything made for it goes."""
        self.levels.clear()
        self._stretched = None

    # Drawing

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the town on the stage."""
        before = surface.get_clip()
        surface.set_clip(self.stage.clip(before))
        if not self.levels:
            self._level(self.level_tile)
            self.finish()
        level = self.levels.get(self.level_tile)
        part = self._in_level()
        missing = level.missing_in(part) if level is not None else [(0, 0)]
        left, top = self.origin
        shown = pygame.Rect(left, top, self.town.width * self.tile, self.town.height * self.tile).clip(self.stage)
        whole = level is not None and not missing
        for part_beside in around(self.stage, shown) if whole else (self.stage,):
            surface.fill(NIGHT, part_beside)
        if level is None or missing:
            self._draw_stretched(surface, self.levels.get(self.fit), shown)
        if level is not None:
            if self.level_tile == self.tile:
                level.draw(surface, part, shown.topleft)
            elif not missing:
                self._draw_stretched(surface, level, shown)
        surface.set_clip(before)

    def _draw_stretched(self, surface: pygame.Surface, level: Level | None, shown: pygame.Rect) -> None:
        """A level of another size in the place of one whose pieces are still to come, or that is not made at all."""
        if level is None:
            return
        share = level.tile / self.tile
        left, top = self.origin
        part = pygame.Rect(
            round((shown.left - left) * share), round((shown.top - top) * share),
            max(1, round(shown.width * share)), max(1, round(shown.height * share)),
        ).clip(pygame.Rect((0, 0), level.size))  # fmt: skip
        if not part.width or not part.height or level.missing_in(part):
            return
        key = (level.tile, tuple(part), shown.size)
        if self._stretched is None or self._stretched[0] != key:
            piece = pygame.Surface(part.size)
            level.draw(piece, part, (0, 0))
            self._stretched = (key, pygame.transform.scale(piece, shown.size))
        surface.blit(self._stretched[1], shown)

    # Making a piece

    def _make(self, level: Level, piece: tuple[int, int]) -> None:
        """Draw one piece of a level: ground, buildings, trees, then the night over them."""
        rect = level.piece_rect(piece)
        level.missing.discard(piece)
        part = pygame.Surface(rect.size)
        if self.app.paint.plain:
            self._plain_ground(part, level, rect)
            level.pieces[piece] = part
            return
        self._ground(part, level, rect)
        self._houses(part, level, rect)
        self._trees(part, level, rect)
        self._night(part, level, rect)
        level.pieces[piece] = part

    def _cells(self, level: Level, rect: pygame.Rect, margin: int = 0) -> Iterator[tuple[int, int]]:
        tile = level.tile
        for y in range(max(0, rect.top // tile - margin), min(self.town.height, -(-rect.bottom // tile) + margin)):
            for x in range(max(0, rect.left // tile - margin), min(self.town.width, -(-rect.right // tile) + margin)):
                yield x, y

    def _plain_ground(self, part: pygame.Surface, level: Level, rect: pygame.Rect) -> None:
        tile = level.tile
        for x, y in self._cells(level, rect):
            colour = _PLAIN.get(self.town.kind(x, y), theme.rgb("#1C241C"))
            place = pygame.Rect(x * tile - rect.x, y * tile - rect.y, tile, tile)
            part.fill(colour, place)
            if self.town.kind(x, y) in _WAYS:
                pygame.draw.rect(part, theme.INK, place, 1)

    def _ground(self, part: pygame.Surface, level: Level, rect: pygame.Rect) -> None:
        tile = level.tile
        for x, y in self._cells(level, rect):
            gid = self.town.gids[y][x]
            image = level.tiles.get(gid)
            if image is None and gid:
                image = level.tiles[gid] = scale_to(self.town.images[gid], (tile, tile)).convert()
            if image is not None:
                part.blit(image, (x * tile - rect.x, y * tile - rect.y))

    def _house(self, level: Level, building: Building) -> tuple[pygame.Surface, pygame.Surface | None]:
        kept = level.houses.get(building.name)
        if kept is None:
            size = (round(building.place.width * level.tile), round(building.place.height * level.tile))
            lights = self.app.assets.original(f"kanata/buildings/{building.name}_lights")
            kept = level.houses[building.name] = (
                scale_to(building.picture, size).convert_alpha(),
                scale_to(lights, size).convert() if lights is not None else None,
            )
        return kept

    def _houses(self, part: pygame.Surface, level: Level, rect: pygame.Rect, *, lights: bool = False) -> None:
        tile = level.tile
        for building in self.town.buildings:
            place = building.place
            box = pygame.Rect(
                round(place.x * tile), round(place.y * tile), round(place.width * tile), round(place.height * tile)
            )
            if not box.colliderect(rect):
                continue
            picture, shine = self._house(level, building)
            if not lights:
                part.blit(picture, box.move(-rect.x, -rect.y))
            elif shine is not None:
                part.blit(shine, box.move(-rect.x, -rect.y), special_flags=pygame.BLEND_ADD)

    def _trees(self, part: pygame.Surface, level: Level, rect: pygame.Rect) -> None:
        """The woods, over everything that stands on the ground: two crowns a cell, each in its own place."""
        for x, y in self._cells(level, rect, 1):
            kind = self.town.kind(x, y)
            if kind in _CROWNS:
                name, count = _CROWNS[kind]
                for half in range(2):
                    self._crown(part, level, rect, f"{name}{seed_of((x, y, half)) % count}", (x, y, half))

    def _crown(
        self, part: pygame.Surface, level: Level, rect: pygame.Rect, name: str, spot: tuple[int, int, int]
    ) -> None:
        seed, tile = seed_of((*spot, "crown")), level.tile
        size = seed % 3
        image = level.trees.get((name, size))
        if image is None:
            made = self.app.assets.original(f"kanata/trees/{name}")
            if made is None:
                return
            side = round(tile * (1.05, 1.25, 1.5)[size])
            image = level.trees[name, size] = scale_to(made, (side, side)).convert_alpha()
        dx, dy = (seed >> 8) % 100 / 100 - 0.5, (seed >> 16) % 100 / 100 - 0.5
        shift = 0.22 if spot[2] else -0.22
        x, y = spot[0] + 0.5 + dx * 0.3 + shift, spot[1] + 0.5 + dy * 0.3 + shift * (1 if seed & 1 else -1)
        part.blit(image, image.get_rect(center=(x * tile - rect.x, y * tile - rect.y)))

    def _night(self, part: pygame.Surface, level: Level, rect: pygame.Rect) -> None:
        tile = level.tile
        self._mottle(part, level, rect)
        grey = pygame.transform.grayscale(part)
        grey.set_alpha(GREY_SHARE)
        part.blit(grey, (0, 0))
        part.fill(NIGHT_MULT, special_flags=pygame.BLEND_MULT)
        part.fill(NIGHT_ADD, special_flags=pygame.BLEND_ADD)
        near = [spot for spot in self._spots if _touches(spot, rect, tile)]
        if near:
            self._warm(part, level, rect, near)
        for x, y in self._glows:
            if _touches((x, y, GLOW_RADIUS), rect, tile):
                self._disc(part, level, rect, (x, y, GLOW_RADIUS), RED_GLOW, pygame.BLEND_ADD)
        self._layer(part, level, rect, "kanata/night/fog", 0)
        self._layer(part, level, rect, "kanata/night/dusk", pygame.BLEND_MULT)
        self._houses(part, level, rect, lights=True)

    def _mottle(self, part: pygame.Surface, level: Level, rect: pygame.Rect) -> None:
        if level.mottling is None:
            made = self.app.assets.original("kanata/night/mottling")
            if made is None:
                return
            side = min(made.get_width(), level.tile * MOTTLE)
            level.mottling = scale_to(made, (side, side)).convert()
        side = level.mottling.get_width()
        for top in range(rect.top // side * side, rect.bottom, side):
            for left in range(rect.left // side * side, rect.right, side):
                part.blit(level.mottling, (left - rect.x, top - rect.y), special_flags=pygame.BLEND_MULT)

    def _warm(
        self, part: pygame.Surface, level: Level, rect: pygame.Rect, spots: list[tuple[float, float, float]]
    ) -> None:
        """Lamplight: the picture times (1.45, 1.22, 0.82) where the lamps shine."""
        glow = pygame.Surface(rect.size)
        cool = pygame.Surface(rect.size)
        cool.fill((255, 255, 255))
        for spot in spots:
            self._disc(glow, level, rect, spot, WARM, pygame.BLEND_MAX)
            self._disc(cool, level, rect, spot, COOL, pygame.BLEND_SUB)
        lit = part.copy()
        lit.blit(glow, (0, 0), special_flags=pygame.BLEND_MULT)
        part.blit(cool, (0, 0), special_flags=pygame.BLEND_MULT)
        part.blit(lit, (0, 0), special_flags=pygame.BLEND_ADD)
        glow.fill((52, 66, 0), special_flags=pygame.BLEND_MULT)
        part.blit(glow, (0, 0), special_flags=pygame.BLEND_ADD)

    def _disc(
        self, target: pygame.Surface, level: Level, rect: pygame.Rect, spot: tuple[float, float, float],
        colour: tuple[int, int, int], flag: int,
    ) -> None:  # fmt: skip
        x, y, radius = spot
        side = max(2, round(2 * radius * level.tile))
        disc = level.discs.get((side, colour))
        if disc is None:
            made = self.app.assets.original("kanata/night/lamp")
            if made is None:
                return
            disc = scale_to(made, (side, side)).convert()
            disc.fill(colour, special_flags=pygame.BLEND_MULT)
            level.discs[side, colour] = disc
        place = disc.get_rect(center=(x * level.tile - rect.x, y * level.tile - rect.y))
        target.blit(disc, place, special_flags=flag)

    def _layer(self, part: pygame.Surface, level: Level, rect: pygame.Rect, name: str, flag: int) -> None:
        """The piece of a picture that lies over the whole map, with a margin so that pieces meet."""
        made = self.app.assets.original(name)
        if made is None:
            return
        kx, ky = made.get_width() / level.size[0], made.get_height() / level.size[1]
        left, top = int(rect.left * kx) - 2, int(rect.top * ky) - 2
        right, bottom = int(rect.right * kx) + 3, int(rect.bottom * ky) + 3
        source = pygame.Rect(left, top, right - left, bottom - top).clip(made.get_rect())
        box = pygame.Rect(
            round(source.left / kx), round(source.top / ky), round(source.width / kx), round(source.height / ky)
        )
        piece = pygame.transform.smoothscale(made.subsurface(source), box.size)
        part.blit(piece, box.move(-rect.x, -rect.y), special_flags=flag)


def _inside(value: float, half: float, size: int) -> float:
    """`value` moved so that `half` on both sides lies within `size`; the middle where that cannot be."""
    return size / 2 if 2 * half >= size else max(half, min(size - half, value))


def _touches(spot: tuple[float, float, float], rect: pygame.Rect, tile: int) -> bool:
    x, y, radius = spot
    reach = radius * tile
    left, top = x * tile - rect.left, y * tile - rect.top
    return -reach < left < rect.width + reach and -reach < top < rect.height + reach
