"""An encounter map on the stage: the TMX by pytmx, its sheet drawn to size, fog and darkness laid over it.

A map with an image layer shows that sheet; one without is drawn from its tiles. The rules read the same file.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame
import pytmx

from scenes import theme
from scenes.assets import scale_to
from scenes.paths import ROOT
from scenes.sacrament import paper

if TYPE_CHECKING:
    from scenes.app import App

MARGIN = 48 / 160
"""How far a sheet reaches beyond its map, in tiles."""
ZOOMS = (1.0, 1.35, 1.8, 2.4)
_PLAIN = {
    "wall": theme.rgb("#8E8577"), "grave": theme.rgb("#C9B98A"), "shallows": theme.rgb("#9AB4BF"),
    "race": theme.rgb("#6E8FA0"), "dug": theme.rgb("#B99C70"), "plank": theme.rgb("#C8A878"),
}  # fmt: skip


class Drawing:
    """The pictures of one map file, at their own size. Needs a display."""

    def __init__(self, id: str) -> None:
        tmx = pytmx.load_pygame(str(ROOT / "maps" / f"sacrament_{id}.tmx"))
        self.id = id
        self.width, self.height = tmx.width, tmx.height
        self.tile = tmx.tilewidth
        self.sheet: pygame.Surface | None = None
        self.offset = (0.0, 0.0)
        for layer in tmx.layers:
            if isinstance(layer, pytmx.TiledImageLayer) and layer.image is not None:
                self.sheet = layer.image
                self.offset = (
                    float(getattr(layer, "offsetx", 0) or 0) / self.tile,
                    float(getattr(layer, "offsety", 0) or 0) / self.tile,
                )
                break
        if self.sheet is None:
            self.sheet = self._from_tiles(tmx)

    def _from_tiles(self, tmx: pytmx.TiledMap) -> pygame.Surface:
        """The map put together from the pictures of its tiles."""
        sheet = pygame.Surface((tmx.width * self.tile, tmx.height * self.tile), pygame.SRCALPHA)
        for layer in tmx.visible_layers:
            if isinstance(layer, pytmx.TiledTileLayer):
                for x, y, image in layer.tiles():
                    sheet.blit(image, (x * self.tile, y * self.tile))
        return sheet


class MapSheet:
    """Where a map lies on the stage, and its picture at that size."""

    def __init__(self, app: App) -> None:
        self.app = app
        self.stage = pygame.Rect(0, 0, 1, 1)
        self.drawing: Drawing | None = None
        self.tile = 64
        self.origin = (0, 0)
        self.zoom = 1.0
        self.centre = pygame.Vector2(0, 0)
        """What the stage is centred on while the map is enlarged, in tiles."""
        self._scaled: tuple[object, pygame.Surface | None] = (None, None)

    def show(self, id: str) -> None:
        """Lay another map on the stage."""
        if self.drawing is None or self.drawing.id != id:
            self.drawing = Drawing(id)
            self.zoom = 1.0
            self.centre = pygame.Vector2(self.drawing.width / 2, self.drawing.height / 2)

    def forget(self) -> None:
        """The display changed: pictures are stale."""
        self.drawing = None
        self._scaled = (None, None)

    def place(self, stage: pygame.Rect) -> None:
        """Fit the map into `stage`."""
        assert self.drawing is not None
        self.stage = stage
        wide, high = self.drawing.width + 2 * MARGIN, self.drawing.height + 2 * MARGIN
        fit = min(stage.width / wide, stage.height / high)
        self.tile = max(16, int(fit * self.zoom))
        self._clamp()

    def _clamp(self) -> None:
        assert self.drawing is not None
        for axis, count in ((0, self.drawing.width), (1, self.drawing.height)):
            room = self.stage.size[axis] / self.tile
            low, high = -MARGIN + room / 2, count + MARGIN - room / 2
            self.centre[axis] = count / 2 if low >= high else min(high, max(low, self.centre[axis]))
        self.origin = (
            round(self.stage.centerx - self.centre.x * self.tile),
            round(self.stage.centery - self.centre.y * self.tile),
        )

    @property
    def beside(self) -> int:
        """How much of the stage lies free left of the sheet, in pixels."""
        return max(0, self.origin[0] - round(MARGIN * self.tile) - self.stage.left)

    def zoom_by(self, steps: int) -> None:
        """Nearer or further."""
        index = min(range(len(ZOOMS)), key=lambda i: abs(ZOOMS[i] - self.zoom))
        self.zoom = ZOOMS[min(len(ZOOMS) - 1, max(0, index + steps))]
        self.place(self.stage)
        self.app.invalidate()

    def pan(self, dx: int, dy: int) -> None:
        """Move what is seen by pixels."""
        self.centre -= pygame.Vector2(dx, dy) / self.tile
        self._clamp()
        self.app.invalidate()

    def look_at(self, x: float, y: float) -> None:
        """Bring a place (in tiles) into the middle, where the map is enlarged."""
        self.centre.update(x, y)
        self._clamp()
        self.app.invalidate()

    # Where things are

    def point(self, x: float, y: float) -> tuple[int, int]:
        """The pixel of a place in tiles."""
        return round(self.origin[0] + x * self.tile), round(self.origin[1] + y * self.tile)

    def spot(self, space: str) -> tuple[float, float]:
        """The middle of a tile, in tiles."""
        return ord(space[0]) - 97 + 0.5, int(space[1:]) - 0.5

    def rect(self, space: str) -> pygame.Rect:
        """A tile on the screen."""
        x, y = self.spot(space)
        left, top = self.point(x - 0.5, y - 0.5)
        return pygame.Rect(left, top, self.tile, self.tile)

    def space_at(self, pos: tuple[int, int]) -> str:
        """The tile under a point, empty off the map."""
        if self.drawing is None or not self.stage.collidepoint(pos):
            return ""
        x, y = (pos[0] - self.origin[0]) // self.tile, (pos[1] - self.origin[1]) // self.tile
        if 0 <= x < self.drawing.width and 0 <= y < self.drawing.height:
            return f"{chr(97 + x)}{y + 1}"
        return ""

    # Drawing

    def draw(self, surface: pygame.Surface) -> None:
        """The sheet; the caller has set the clip."""
        assert self.drawing is not None
        assert self.drawing.sheet is not None
        if self.app.settings.high_contrast:
            self._draw_plain(surface)
            return
        key = (self.drawing.id, self.tile)
        if self._scaled[0] != key or self._scaled[1] is None:
            sheet = self.drawing.sheet
            factor = self.tile / self.drawing.tile
            size = (max(1, round(sheet.get_width() * factor)), max(1, round(sheet.get_height() * factor)))
            self._scaled = (key, scale_to(sheet, size))
        picture = self._scaled[1]
        assert picture is not None
        at = (
            self.origin[0] + round(self.drawing.offset[0] * self.tile),
            self.origin[1] + round(self.drawing.offset[1] * self.tile),
        )
        surface.blit(picture, at)

    def _draw_plain(self, surface: pygame.Surface) -> None:
        """Flat tiles with their borders, for high contrast."""
        from game.sacrament.maps import load_grid

        assert self.drawing is not None
        grid = load_grid(self.drawing.id)
        for number, name in enumerate(grid.names):
            box = self.rect(name)
            pygame.draw.rect(surface, _PLAIN.get(grid.kinds[number], theme.BONE), box)
            pygame.draw.rect(surface, theme.INK, box, 1)
            if grid.cover[number]:
                pygame.draw.rect(
                    surface, theme.INK, box.inflate(-box.width // 3, -box.height // 3), max(2, self.tile // 30)
                )

    def draw_names(self, surface: pygame.Surface) -> None:
        """The letters of the columns and the numbers of the rows in the sheet's margin, or at the edge of what is seen
        of it: the log and the keys call tiles by them."""
        assert self.drawing is not None
        side, off = max(16, round(MARGIN * self.tile * 0.74)), round(MARGIN * self.tile * 0.46)
        edge_x = max(self.stage.left + side // 2 + 1, self.origin[0] - off)
        edge_y = max(self.stage.top + side // 2 + 1, self.origin[1] - off)
        for column in range(self.drawing.width):
            x = self.point(column + 0.5, 0)[0]
            if x - side > edge_x or column == 0:
                self._draw_name(surface, chr(97 + column), (x, edge_y), side)
        for row in range(self.drawing.height):
            y = self.point(0, row + 0.5)[1]
            if y - side > edge_y or row == 0:
                self._draw_name(surface, str(row + 1), (edge_x, y), side)

    def _draw_name(self, surface: pygame.Surface, words: str, centre: tuple[int, int], side: int) -> None:
        """One of them, on a plate that can be told from any ground."""
        key = ("sac-name", words, side)
        image = self.app.assets.kept(key)
        if image is None:
            image = pygame.Surface((side, side), pygame.SRCALPHA)
            pygame.draw.circle(image, (*theme.INK, 215), (side // 2, side // 2), side // 2)
            letter = self.app.text.font("AlegreyaSans-700", max(11, round(side * 0.72))).render(words, True, theme.BONE)
            image.blit(letter, letter.get_rect(center=(side // 2, side // 2)))
            self.app.assets.keep(key, image)
        surface.blit(image, image.get_rect(center=centre))

    def blank(self, surface: pygame.Surface, space: str) -> None:
        """A tile that nobody has found: bare vellum (SAC-VTT-06)."""
        box = self.rect(space).inflate(2, 2)
        key = ("sac-blank", box.size)
        image = self.app.assets.kept(key)
        if image is None:
            image = pygame.Surface(box.size)
            source = self.app.assets.original("sacrament/vellum")
            if source is None or self.app.settings.high_contrast:
                image.fill(theme.BONE)
            else:
                side = min(300, source.get_width() - 240)
                part = source.subsurface(pygame.Rect(200, 200, side, side))
                image.blit(pygame.transform.smoothscale(part, box.size), (0, 0))
            self.app.assets.keep(key, image)
        surface.blit(image, box)

    def darken(self, surface: pygame.Surface, space: str) -> None:
        """A tile that lies in the dark: hatched over (SAC-VTT-06)."""
        box = self.rect(space)
        key = ("sac-dark", box.size, self.app.settings.high_contrast)
        image = self.app.assets.kept(key)
        if image is None:
            image = pygame.Surface(box.size, pygame.SRCALPHA)
            image.fill((*theme.mix(theme.INK, paper.WOAD, 0.25), 118))
            gap, tone = max(7, self.tile // 13), (*theme.INK, 120)
            for at in range(-box.height, box.width, gap):
                pygame.draw.line(image, tone, (at, box.height), (at + box.height, 0), max(1, self.tile // 70))
            self.app.assets.keep(key, image)
        surface.blit(image, box)
