"""The roadblock on the town: three death monoliths behind a burning wall of bodies. Each falls with its part."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import pygame

from scenes import theme

if TYPE_CHECKING:
    from scenes.kanata.stage import Stage

MONOLITHS = 3
STONE, SHADE, CRACK = theme.rgb("#5A504C"), theme.rgb("#2A2422"), theme.rgb("#E0571E")
FLAME, CORE = theme.rgb("#E0571E"), theme.rgb("#F6C14B")
ASHES = theme.rgb("#6A625C")
HIGH, WIDE = 1.25, 0.7
"""Tiles that a standing monolith is high and wide."""


class Roadblock:
    """Draws what still stands of it, where the map has its cells: the wall nearest to the way out, monoliths beyond."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        town = stage.town.town
        cells = [(x, y) for y in range(town.height) for x in range(town.width) if town.kind(x, y) == "roadblock"]
        start = town.places.get("S")
        if start is not None:
            at = start.rect.center
            cells.sort(key=lambda cell: math.dist((cell[0] + 0.5, cell[1] + 0.5), at))
        others = sorted(cells[1:], key=lambda cell: (cell[1], cell[0]))
        few = len(others) < MONOLITHS
        self.cells = [] if few else [cells[0], others[0], others[len(others) // 2], others[-2]]
        """The wall's cell, then the monoliths', the northernmost first; none where the map has too few."""
        self.whole = pygame.Rect(0, 0, 0, 0)
        """All its cells, in tiles."""
        if self.cells:
            (left, top), (right, bottom) = map(min, zip(*cells, strict=True)), map(max, zip(*cells, strict=True))
            self.whole = pygame.Rect(left, top, right - left + 1, bottom - top + 1)
        self.falling = 0.0
        """How far the part that was removed last still stands, 1 to 0."""
        self.fallen_last = ""

    def box(self) -> pygame.Rect:
        """Where it lies on the screen."""
        return self.stage.town.rect(*self.whole)

    def fall(self, item: str, share: float) -> None:
        """The part that an item removes falls: `share` from 0 to 1."""
        self.fallen_last = "wall" if item.startswith("extinguisher") else "monolith"
        self.falling = 1 - share

    def draw(self, surface: pygame.Surface) -> None:
        """What stands and what has fallen."""
        if not self.cells:
            return
        view, town = self.stage.table.view, self.stage.town
        standing = view.monoliths
        for number, (x, y) in enumerate(self.cells[1:]):
            upright = 1.0 if number >= MONOLITHS - standing else 0.0
            if self.fallen_last == "monolith" and number == MONOLITHS - standing - 1:
                upright = max(upright, self.falling)
            self._monolith(surface, town.point(x + 0.5, y + 0.85), upright)
        wall = 1.0 if view.wall else self.falling if self.fallen_last == "wall" else 0.0
        x, y = self.cells[0]
        self._wall(surface, town.rect(x, y), wall)
        plate = self.stage.plate(self.stage.table.app.tr("kan.roadblock.plate"))
        box = self.box()
        place = plate.get_rect(midbottom=(box.centerx, box.top))
        inside = town.stage
        if place.colliderect(inside) and plate.get_width() < inside.width:
            place.left = max(place.left, inside.left + 4) if town.camera.zoom <= 1 else place.left
            surface.blit(plate, place)

    def _monolith(self, surface: pygame.Surface, foot: tuple[int, int], upright: float) -> None:
        """A stone that stands on `foot`, or lies there."""
        paint, tile = self.stage.table.app.paint, self.stage.town.tile
        size = (max(4, round(tile * WIDE)), max(8, round(tile * HIGH)))
        lit = upright > 0

        def make(target: pygame.Surface, factor: int) -> None:
            w, h = target.get_size()
            shape = [(0.08 * w, h - 1), (0.2 * w, 0.2 * h), (0.5 * w, 0), (0.82 * w, 0.2 * h), (0.94 * w, h - 1)]
            pygame.draw.polygon(target, STONE if lit else ASHES, shape)
            pygame.draw.polygon(target, SHADE, [(0.5 * w, 0), (0.82 * w, 0.2 * h), (0.94 * w, h - 1), (0.6 * w, h - 1)])
            crack = [(0.42 * w, 0.2 * h), (0.5 * w, 0.45 * h), (0.38 * w, 0.62 * h), (0.48 * w, 0.9 * h)]
            pygame.draw.lines(target, CRACK if lit else SHADE, False, crack, max(1, round(0.08 * w)))
            pygame.draw.polygon(target, theme.INK, shape, max(1, round(0.05 * w)))

        image = paint.made(("kanata-monolith", lit), size, make)
        if upright >= 1:
            surface.blit(image, image.get_rect(midbottom=foot))
            return
        turned = pygame.transform.rotate(image, 90 * (1 - upright))
        if not lit:
            turned = pygame.transform.smoothscale(turned, (turned.get_width() * 3 // 4, turned.get_height() * 3 // 4))
        surface.blit(turned, turned.get_rect(midbottom=foot))

    def _wall(self, surface: pygame.Surface, box: pygame.Rect, burning: float) -> None:
        """A heap that burns, or what is left of it."""
        paint = self.stage.table.app.paint
        size = (max(6, round(box.width * 1.1)), max(6, round(box.height * 1.5)))

        def make(target: pygame.Surface, factor: int) -> None:
            w, h = target.get_size()
            for x, lean in ((0.2, -0.06), (0.4, 0.05), (0.62, -0.04), (0.82, 0.06)):
                heap = pygame.Rect(0, 0, round(0.3 * w), round(0.2 * h))
                heap.center = (round(x * w), round(0.88 * h))
                pygame.draw.ellipse(target, SHADE, heap)
                pygame.draw.ellipse(target, ASHES, heap, max(1, round(0.02 * w)))
                if burning > 0:
                    for colour, wide, high in ((FLAME, 0.13, 0.66), (CORE, 0.06, 0.4)):
                        top = (x + lean) * w, (0.86 - high * burning) * h
                        side = wide * w
                        flame = [(x * w - side, 0.84 * h), top, (x * w + side, 0.84 * h), (x * w, 0.92 * h)]
                        pygame.draw.polygon(target, colour, flame)

        image = paint.made(("kanata-wall", round(burning * 8)), size, make)
        surface.blit(image, image.get_rect(midbottom=(box.centerx, box.bottom)))
