"""Sacrament's maps: ink on vellum, drawn from a map's tile layers; and the tiles themselves, for maps without a sheet.

A sheet is a torn piece of vellum with a ruled border, washes (multiplied, darker at their rim, broken by noise) and a
pen drawing over them. It reaches ``MARGIN`` pixels beyond the map on every side. Measures are those of the art guide
times 2.5, so that a tile of 64 pixels there is one of ``TILE`` here.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import pairwise
from pathlib import Path

import numpy as np
from scipy.ndimage import gaussian_filter

from game.core.tmx import TmxMap, read_tmx
from sprites.generator import carve, vector
from sprites.generator.canvas import put
from sprites.generator.catalogue import ROOT, Sprite
from sprites.generator.dice import cutout
from sprites.generator.palette import GALL, INK, Colour, mix, rgb
from sprites.generator.textures import Array, Size, noise, parchment, smoothstep, torn
from sprites.generator.vector import CUT, Point, circle, limb, rect

MAPS = ROOT.parent / "maps"
TILE = 160
MARGIN = 48

VELLUM = rgb("#E4D5B0")
MOSS = rgb("#4C5A3A")
MEADOW = rgb("#8E9A62")
PATH = rgb("#C29A63")
WATER = rgb("#4F7387")
STONE = rgb("#A9A08C")
FLOOR = rgb("#8A4A3C")
OCHRE = rgb("#B98A3A")
WOAD = rgb("#2F4B63")
PEN = 0.92
HATCH = 22.0

GROUND = ("earth", "boards", "wall", "grave", "shallows", "plank", "race", "dug")
OVERLAY = ("stone", "beam", "stall", "well")
ATLAS = (*GROUND, *OVERLAY)
"""The kinds in the order of the tileset, four to a row."""

Rng = np.random.Generator


# ---- the pen -----------------------------------------------------------------------------------------------------


def pen(points: Sequence[Point], rng: Rng, width: float = 4.2, wobble: float = 1.7, fill: str = vector.ADD) -> str:
    """Return one stroke through ``points`` whose hand is not quite steady and whose nib swells and thins."""
    spine: list[Point] = [points[0]]
    for (ax, ay), (bx, by) in pairwise(points):
        length = math.hypot(bx - ax, by - ay)
        steps = max(1, round(length / 46))
        nx, ny = -(by - ay) / (length or 1), (bx - ax) / (length or 1)
        for i in range(1, steps + 1):
            t, off = i / steps, float(rng.normal(0, wobble)) if i < steps else float(rng.normal(0, wobble * 0.5))
            spine.append((ax + (bx - ax) * t + nx * off, ay + (by - ay) * t + ny * off))
    phase, turns = float(rng.uniform(0, math.tau)), float(rng.uniform(1.0, 2.4))
    return limb(
        spine, lambda t: width * (0.74 + 0.26 * math.sin(phase + turns * math.tau * t)), fill, steps=3 if len(spine) > 2 else 1
    )


def closed(points: Sequence[Point], rng: Rng, width: float = 4.2, wobble: float = 1.7) -> str:
    """Return the outline of a shape, each side a stroke of its own that runs a little over its corners."""
    parts = []
    for a, b in zip(points, [*points[1:], points[0]], strict=True):
        parts.append(pen([a, b], rng, width, wobble))
    return "".join(parts)


def box(x: float, y: float, w: float, h: float) -> list[Point]:
    """Return the corners of a rectangle."""
    return [(x, y), (x + w, y), (x + w, y + h), (x, y + h)]


def arc(x: float, y: float, r: float, start: float, end: float, count: int = 10) -> list[Point]:
    """Return points along a circle from ``start`` to ``end`` degrees."""
    return [vector.polar(x, y, r, start + (end - start) * i / count) for i in range(count + 1)]


def hatch(x: float, y: float, w: float, h: float, rng: Rng, *, gap: float = HATCH, width: float = 2.8) -> str:
    """Return slanting strokes that fill a rectangle."""
    parts = []
    step = -h
    while step < w:
        a, b = max(0.0, step), min(w, step + h)
        if b > a:
            parts.append(pen([(x + a, y + h - (a - step)), (x + b, y + h - (b - step))], rng, width, 0.9))
        step += gap * float(rng.uniform(0.85, 1.15))
    return "".join(parts)


def tick(x: float, y: float, rng: Rng, size: float = 13.0) -> str:
    """Return a tuft of grass: two or three short strokes."""
    parts = []
    for lean in (-0.7, 0.5) if rng.random() < 0.7 else (-0.8, 0.0, 0.7):
        top = (x + lean * size * 0.7, y - size * float(rng.uniform(0.75, 1.1)))
        parts.append(pen([(x, y), top], rng, 3.0, 0.3))
    return "".join(parts)


# ---- things on tiles, in pixels from the tile's corner ------------------------------------------------------------


def headstone(x: float, y: float, rng: Rng, scale: float = 1.0) -> str:
    """Return a headstone with a cross, its foot in the ground at (x, y)."""
    s = scale
    w, h = 25 * s, 58 * s
    outline: list[Point] = [(x - w, y), (x - w, y - h * 0.55), *arc(x, y - h * 0.55, w, 180, 360, 8)[1:], (x + w, y)]
    parts = pen(outline, rng, 4.6, 0.8)
    parts += pen([(x - w * 1.5, y + 2), (x + w * 1.5, y + 1)], rng, 4.4, 1.2)
    parts += pen([(x, y - h * 0.82), (x, y - h * 0.25)], rng, 4.2, 0.4)
    parts += pen([(x - 9 * s, y - h * 0.62), (x + 9 * s, y - h * 0.62)], rng, 4.0, 0.4)
    parts += pen([(x + w - 6 * s, y - h * 0.5), (x + w - 6 * s, y - 5)], rng, 2.4, 0.6)
    return parts


def grave(rng: Rng) -> str:
    """Return a grave: a stone and the long mound before it."""
    x, y = 80 + float(rng.uniform(-10, 10)), 74 + float(rng.uniform(-5, 5))
    parts = headstone(x, y, rng)
    mound = [(x - 30, y + 16), (x - 36, y + 44), (x - 28, y + 66), (x, y + 72), (x + 28, y + 66), (x + 36, y + 44), (x + 30, y + 16)]
    parts += pen(mound, rng, 3.2, 1.4)
    for i in range(5):
        at = y + 24 + i * 9
        parts += pen([(x + 10 + i, at), (x + 28, at + 4)], rng, 2.4, 0.6)
    return parts


def tomb(rng: Rng) -> str:
    """Return a table tomb, high enough to kneel behind."""
    parts = closed(box(34, 38, 92, 56), rng, 5.0) + closed([(34, 94), (126, 94), (126, 122), (34, 122)], rng, 4.4)
    parts += hatch(36, 96, 88, 24, rng, gap=11, width=2.6)
    parts += pen([(80, 46), (80, 86)], rng, 4.4, 0.5) + pen([(66, 58), (94, 58)], rng, 4.2, 0.5)
    return parts


def beam(rng: Rng) -> str:
    """Return an upright of squared timber with braces."""
    parts = pen([(18, 62), (142, 62)], rng, 4.6) + pen([(18, 98), (142, 98)], rng, 4.6)
    parts += pen([(24, 62), (24, 98)], rng, 4) + pen([(136, 62), (136, 98)], rng, 4)
    for y in (71, 80, 89):
        parts += pen([(30, y + float(rng.uniform(-2, 2))), (130, y + float(rng.uniform(-2, 2)))], rng, 1.9, 1.6)
    parts += closed(box(52, 52, 56, 56), rng, 5.4) + pen([(54, 54), (106, 106)], rng, 3.2) + pen([(106, 54), (54, 106)], rng, 3.2)
    return parts


def stall(rng: Rng) -> str:
    """Return a choir stall: a high back, three seats, a desk."""
    parts = closed(box(26, 18, 108, 26), rng, 4.8) + hatch(28, 20, 104, 22, rng, gap=12, width=2.4)
    parts += closed(box(26, 44, 108, 50), rng, 4.4)
    for x in (62, 98):
        parts += pen([(x, 44), (x, 94)], rng, 3.6)
    for x in (44, 80, 116):
        parts += pen(arc(x, 62, 12, 20, 160, 6), rng, 3.0, 0.5)
    parts += closed(box(22, 112, 116, 18), rng, 4.4)
    return parts


def well(rng: Rng) -> str:
    """Return a well seen from above: two rings of stones round the dark."""
    parts = pen(arc(80, 80, 58, 0, 360, 26), rng, 5.2, 1.0) + pen(arc(80, 80, 36, 0, 360, 20), rng, 4.4, 0.8)
    for i in range(12):
        a = i * 30 + float(rng.uniform(-6, 6))
        parts += pen([vector.polar(80, 80, 37, a), vector.polar(80, 80, 57, a)], rng, 3.0, 0.5)
    for i in range(7):
        y = 58 + i * 7
        half = math.sqrt(max(0, 33**2 - (y - 80) ** 2))
        parts += pen([(80 - half, y + half * 0.3), (80 + half, y - half * 0.3)], rng, 3.4, 0.6)
    return parts


def dug(rng: Rng) -> str:
    """Return dug-over earth: spoil in heaps, a pit's edge, clods."""
    parts = ""
    for _ in range(3):
        x, y = float(rng.uniform(34, 116)), float(rng.uniform(46, 128))
        w = float(rng.uniform(18, 30))
        parts += pen([(x - w, y), (x - w * 0.4, y - w * 0.62), (x + w * 0.3, y - w * 0.55), (x + w, y)], rng, 3.8, 1.0)
        for i in range(3):
            parts += pen([(x + w * (0.1 + 0.2 * i), y - w * 0.42 + i * 3), (x + w * (0.32 + 0.2 * i), y - 3)], rng, 2.4, 0.5)
    for _ in range(7):
        x, y = rng.uniform(16, 144, 2)
        parts += pen([(x - 5, y), (x, y - 4), (x + 5, y), (x - 4, y + 1)], rng, 2.6, 0.5)
    return parts


def ripples(rng: Rng, *, count: int = 6, flow: bool = False) -> str:
    """Return water: short waves, or long lines of a stream that runs down."""
    parts = ""
    for i in range(count):
        if flow:
            x, y = 14 + i * 132 / max(1, count - 1) + float(rng.uniform(-6, 6)), float(rng.uniform(0, 40))
            length = float(rng.uniform(60, 112))
            line = [(x, y), (x + 7, y + length * 0.33), (x - 5, y + length * 0.66), (x + 3, y + length)]
        else:
            x, y = float(rng.uniform(14, 96)), 16 + i * 130 / count + float(rng.uniform(-6, 6))
            w = float(rng.uniform(26, 52))
            line = [(x, y), (x + w * 0.25, y - 6), (x + w * 0.5, y), (x + w * 0.75, y - 6), (x + w, y - 1)]
        parts += pen(line, rng, 2.7, 0.6)
    return parts


def bridge(rng: Rng) -> str:
    """Return planks over water, nailed at both ends."""
    parts = pen([(0, 30), (160, 30)], rng, 4.8) + pen([(0, 130), (160, 130)], rng, 4.8)
    for x in range(12, 160, 27):
        parts += pen([(x, 31), (x + float(rng.uniform(-3, 3)), 129)], rng, 3.2, 1.2)
        parts += circle(x + 13, 42, 2.4) + circle(x + 13, 118, 2.4)
    return parts


def floorboards(rng: Rng, row: int) -> str:
    """Return the seams of a boarded floor; joints are staggered from row to row."""
    parts = ""
    for i in range(4):
        y = 20 + i * 40
        parts += pen([(0, y), (160, y + float(rng.uniform(-1, 1)))], rng, 1.7, 1.0)
        x = (46 + 67 * ((i + row) % 3)) % 150
        parts += pen([(x, y - 40), (x, y)], rng, 1.7, 0.6)
    return parts


def masonry(rng: Rng) -> str:
    """Return courses of stone."""
    parts = ""
    for i in range(5):
        y = i * 32
        if i:
            parts += pen([(2, y), (158, y)], rng, 2.0, 1.4)
        for x in (24 + (i % 2) * 28, 80 + (i % 2) * 28, 136 if i % 2 == 0 else 0):
            if x:
                parts += pen([(x, y + 2), (x, y + 30)], rng, 1.9, 0.8)
    return parts


def tree(x: float, y: float, r: float, rng: Rng) -> tuple[str, str]:
    """Return a tree from above: a scalloped outline, hatched at its lower right; and its disc for the wash."""
    lobes = max(9, round(r / 6.2))
    turn = float(rng.uniform(0, 360))
    outline: list[Point] = []
    for i in range(lobes):
        a, step = turn + i * 360 / lobes, 360 / lobes
        reach = r * float(rng.uniform(0.94, 1.06))
        outline += [vector.polar(x, y, reach * 0.91, a), vector.polar(x, y, reach * 1.06, a + step * 0.3), vector.polar(x, y, reach * 1.07, a + step * 0.7)]
    outline.append(outline[0])
    parts = limb(outline, lambda t: 4.4 + 1.2 * math.sin(t * 19), steps=3)
    for i in range(7):
        a = 8 + i * 13
        start = vector.polar(x, y, r * 0.86, a)
        end = vector.polar(x, y, r * float(rng.uniform(0.38, 0.6)), a + 6)
        parts += pen([start, end], rng, 3.0, 0.8)
    for _ in range(4):
        a, d = float(rng.uniform(120, 330)), r * float(rng.uniform(0.2, 0.62))
        at = vector.polar(x, y, d, a)
        parts += pen(arc(at[0], at[1], r * 0.13, 190, 350, 5), rng, 2.8, 0.4)
    return parts, circle(x, y, r * 0.98)


# ---- the sheet ---------------------------------------------------------------------------------------------------


def wash(picture: Array, shape: Array, colour: Colour, strength: float, seed: int) -> None:
    """Lay a wash of ``colour`` through ``shape``: multiplied, darker at its rim, broken by noise."""
    if not shape.any():
        return
    size = (shape.shape[1], shape.shape[0])
    ragged = smoothstep(0.38, 0.62, gaussian_filter(shape, 4.0) + 0.09 * noise(size, 1.3, seed))
    deep = gaussian_filter(ragged, 12.0)
    rim = np.clip(ragged - deep, 0, 1) * 0.75
    pool = np.clip(0.80 + 0.20 * noise(size, 1.9, seed + 1), 0.25, 1.25)
    amount = np.clip(ragged * (0.78 * pool + rim), 0, 1) * strength
    picture *= 1 - amount[..., None] * (1 - np.asarray(colour, np.float32))


class Sheet:
    """One map being drawn."""

    def __init__(self, tmx: TmxMap, seed: int) -> None:
        self.tmx = tmx
        self.rng = np.random.default_rng(seed)
        self.seed = seed
        self.size: Size = (tmx.width * TILE + 2 * MARGIN, tmx.height * TILE + 2 * MARGIN)
        self.lines: list[str] = []
        self.light: list[str] = []
        self.washes: list[tuple[str, Colour, float]] = []

    def kind(self, x: int, y: int, layer: str = "ground") -> str:
        """The kind of a tile; beyond the border the border's own goes on."""
        x, y = min(max(x, 0), self.tmx.width - 1), min(max(y, 0), self.tmx.height - 1)
        return self.tmx.layers[layer][y][x]

    def at(self, x: float, y: float) -> Point:
        """The pixel of a place in tiles."""
        return (MARGIN + x * TILE, MARGIN + y * TILE)

    def put(self, body: str, x: int, y: int) -> None:
        """Draw a fragment of one tile."""
        self.lines.append(vector.group(body, at=self.at(x, y)))

    def cells(self, *kinds: str, layer: str = "ground") -> Iterable[tuple[int, int]]:
        """The tiles of these kinds."""
        for y, row in enumerate(self.tmx.layers[layer]):
            for x, kind in enumerate(row):
                if kind in kinds:
                    yield x, y

    def area(self, cells: Iterable[tuple[int, int]], grow: float = 0.0) -> str:
        """A fragment that covers tiles."""
        return "".join(rect(*self.at(x, y), TILE, TILE) if not grow else rect(
            self.at(x, y)[0] - grow, self.at(x, y)[1] - grow, TILE + 2 * grow, TILE + 2 * grow) for x, y in cells)

    def draw_tiles(self) -> None:
        """Draw what every tile is."""
        rng = self.rng
        for x, y in self.cells("earth", "grave", "dug"):
            for _ in range(int(rng.integers(1, 5)) if self.kind(x, y) == "earth" else 1):
                self.lines.append(tick(*self.at(x + float(rng.uniform(0.08, 0.92)), y + float(rng.uniform(0.12, 0.95))), rng))
        makers: dict[str, Callable[[Rng], str]] = {
            "grave": grave, "dug": dug, "shallows": ripples, "race": partial(ripples, count=7, flow=True), "plank": bridge,
        }
        for kind, make in makers.items():
            for x, y in self.cells(kind):
                self.put(make(rng), x, y)
        for x, y in self.cells("boards"):
            self.light.append(vector.group(floorboards(rng, y), at=self.at(x, y)))
        for x, y in self.cells("wall"):
            self.light.append(vector.group(masonry(rng), at=self.at(x, y)))
        for kind, make in {"stone": tomb, "beam": beam, "stall": stall, "well": well}.items():
            for x, y in self.cells(kind, layer="overlay"):
                self.put(make(rng), x, y)

    def draw_washes(self) -> None:
        """Lay the colours that each kind of ground has."""
        earth = list(self.cells("earth", "grave", "dug"))
        self.washes.append((self.area(earth), MEADOW, 0.34))
        self.washes.append((self.area(self.cells("grave")), PATH, 0.16))
        self.washes.append((self.area(self.cells("dug"), -8), rgb("#8A6A4A"), 0.55))
        self.washes.append((self.area(self.cells("boards")), mix(PATH, FLOOR, 0.35), 0.42))
        self.washes.append((self.area(self.cells("shallows", "plank")), WATER, 0.62))
        self.washes.append((self.area(self.cells("race")), mix(WATER, WOAD, 0.55), 0.80))
        self.washes.append((self.area(self.cells("wall")), mix(STONE, INK, 0.18), 0.72))
        for x, y in self.cells("plank"):
            self.washes.append((rect(self.at(x, y)[0], self.at(x, y)[1] + 30, TILE, 100), PATH, 0.8))
        for kind, colour in (("stone", STONE), ("beam", PATH), ("stall", FLOOR), ("well", WOAD)):
            cells = list(self.cells(kind, layer="overlay"))
            shapes = "".join(vector.group({"stone": rect(34, 38, 92, 84), "beam": rect(18, 60, 124, 40) + rect(52, 52, 56, 56),
                                           "stall": rect(24, 18, 112, 112), "well": circle(80, 80, 56)}[kind], at=self.at(x, y))
                             for x, y in cells)
            self.washes.append((shapes, colour, 0.62))

    def draw_walls(self) -> None:
        """Draw the faces of walls: two lines and the hatch between them, inside the wall's own tiles."""
        rng, thick = self.rng, 24.0
        for x, y in self.cells("wall"):
            px, py = self.at(x, y)
            sides = {
                (0, 1): (px, py + TILE - thick, TILE, thick, [(px, py + TILE - thick), (px + TILE, py + TILE - thick)], [(px, py + TILE), (px + TILE, py + TILE)]),
                (0, -1): (px, py, TILE, thick, [(px, py + thick), (px + TILE, py + thick)], [(px, py), (px + TILE, py)]),
                (1, 0): (px + TILE - thick, py, thick, TILE, [(px + TILE - thick, py), (px + TILE - thick, py + TILE)], [(px + TILE, py), (px + TILE, py + TILE)]),
                (-1, 0): (px, py, thick, TILE, [(px + thick, py), (px + thick, py + TILE)], [(px, py), (px, py + TILE)]),
            }
            for (dx, dy), (bx, by, bw, bh, inner, outer) in sides.items():
                column, row = x + dx, y + dy
                if 0 <= column < self.tmx.width and 0 <= row < self.tmx.height and self.kind(column, row) != "wall":
                    self.lines.append(pen(outer, rng, 6.4, 1.2) + pen(inner, rng, 4.0, 1.2) + hatch(bx, by, bw, bh, rng, gap=HATCH * 0.62, width=2.9))
        scale = TILE / self.tmx.tile_width
        for thing in self.tmx.objects:
            if thing.layer == "edges":
                points = [(MARGIN + px * scale, MARGIN + py * scale) for px, py in thing.points]
                self.lines.append(pen(points, rng, 13, 1.0) + pen(points, rng, 5, 1.0, CUT))

    def finish(self) -> Array:
        """Return the whole sheet as RGBA."""
        width, height = self.size
        picture = parchment(self.size, VELLUM, self.seed, edge=0, scale=1.5)
        stain = smoothstep(0.5, 1.9, noise(self.size, 2.0, self.seed + 40))
        picture *= 1 - 0.11 * stain[..., None] * np.array([0.3, 0.75, 1.5], np.float32)
        inside = vector.mask(rect(MARGIN, MARGIN, width - 2 * MARGIN, height - 2 * MARGIN), self.size, (width, height))
        for number, (body, colour, strength) in enumerate(self.washes):
            if body:
                shape = vector.mask(body, self.size, (width, height))
                wash(picture, np.minimum(shape, np.maximum(inside, 0)), colour, strength, self.seed + 50 + 2 * number)
        rules = vector.mask(self._grid(), self.size, (width, height))
        put(picture, rules, GALL, 0.17)
        faint = carve.bleed(vector.mask("".join(self.light), self.size, (width, height)), self.seed + 3, blur=0.7, rough=0.14, specks=0.03)
        put(picture, faint, GALL, 0.40)
        drawn = carve.bleed(vector.mask("".join(self.lines), self.size, (width, height)), self.seed + 4, blur=0.8, rough=0.12, specks=0.012)
        put(picture, drawn * np.clip(inside + 0.0, 0, 1), GALL, PEN)
        border = carve.bleed(vector.mask(self._border(), self.size, (width, height)), self.seed + 5, blur=0.8, specks=0.015)
        put(picture, border, GALL, PEN)
        return _torn(picture, self.seed + 6)

    def _grid(self) -> str:
        parts = ""
        for x in range(1, self.tmx.width):
            parts += rect(MARGIN + x * TILE - 1.2, MARGIN, 2.4, self.tmx.height * TILE)
        for y in range(1, self.tmx.height):
            parts += rect(MARGIN, MARGIN + y * TILE - 1.2, self.tmx.width * TILE, 2.4)
        return parts

    def _border(self) -> str:
        width, height = self.size
        parts = ""
        for inset, thick in ((MARGIN - 3, 5.2), (MARGIN - 13, 2.6)):
            parts += closed(box(inset, inset, width - 2 * inset, height - 2 * inset), self.rng, thick, 1.2)
        return parts


def _torn(picture: Array, seed: int) -> Array:
    """Tear the edge of a sheet and brown it."""
    height, width = picture.shape[:2]
    size = (width, height)
    alpha = torn(vector.mask(rect(8, 8, width - 16, height - 16, r=9), size, (width, height)), seed, scale=1.6, strength=0.07)
    reach = gaussian_filter(alpha, 16.0)
    brown = 1 - smoothstep(0.52, 1.0, reach + 0.05 * noise(size, 1.6, seed + 1))
    picture *= 1 - 0.55 * brown[..., None] * np.array([0.72, 1.0, 1.22], np.float32)
    return cutout(np.clip(picture, 0, 1), alpha, drop=0.55, move=(4, 7), blur=7)


# ---- what is peculiar to a place ----------------------------------------------------------------------------------


def _trees(sheet: Sheet, places: Sequence[tuple[float, float, float]]) -> None:
    for x, y, r in places:
        body, disc = tree(*sheet.at(x, y), r * TILE, sheet.rng)
        sheet.lines.append(disc.replace(vector.ADD, CUT) + body)
        sheet.washes.append((disc, mix(MOSS, MEADOW, 0.35), 0.72))


def _churchyard(sheet: Sheet) -> None:
    """The church's south side with its chancel and pews, the way to its door, trees along the wall."""
    rng = sheet.rng
    width = sheet.tmx.width
    way = [sheet.at(-0.3, 5.6), sheet.at(1.0, 5.5), sheet.at(2.3, 4.9), sheet.at(3.3, 4.1), sheet.at(3.86, 3.1), sheet.at(4.0, 2.0), sheet.at(4.0, 1.0)]
    sheet.washes.insert(1, (limb(way, lambda t: 0.30 * TILE - 6 * t, steps=8), PATH, 0.62))
    floor = rect(*sheet.at(0, 0), 1.9 * TILE, TILE - 22)
    nave = rect(*sheet.at(1.9, 0), (width - 1.9) * TILE, TILE - 22)
    sheet.light.clear()
    sheet.washes.append((floor, FLOOR, 0.75))
    sheet.washes.append((nave, PATH, 0.30))
    x, y = sheet.at(0.62, 0.14)
    sheet.lines.append(closed(box(x, y, 62, 88), rng, 5) + pen([(x + 31, y + 18), (x + 31, y + 68)], rng, 4.4, 0.5)
                       + pen([(x + 18, y + 34), (x + 44, y + 34)], rng, 4.2, 0.5))
    sheet.lines.append(pen([sheet.at(1.9, 0.0), sheet.at(1.9, 0.86)], rng, 4.6))
    for column in (2.25, 2.75, 3.25, 4.6, 5.1, 5.6, 6.1, 6.6):
        px, py = sheet.at(column, 0.12)
        sheet.lines.append(closed(box(px, py, 26, 96), rng, 3.8, 1.2))
    dx, dy = sheet.at(3.72, 0.85)
    sheet.lines.append(rect(dx, dy - 4, 0.56 * TILE, 34, CUT) + pen([(dx, dy - 6), (dx, dy + 26)], rng, 6) + pen(
        [(dx + 0.56 * TILE, dy - 6), (dx + 0.56 * TILE, dy + 26)], rng, 6))
    _trees(sheet, ((0.28, 4.02, 0.27), (6.72, 4.62, 0.34), (6.12, 5.72, 0.25), (5.42, 4.85, 0.2), (6.78, 5.62, 0.2)))
    gx, gy = sheet.at(0.06, 5.1)
    sheet.lines.append(closed(box(gx, gy, 22, 22), rng, 4.6) + closed(box(gx, gy + 0.78 * TILE, 22, 20), rng, 4.6)
                       + pen([(gx + 11, gy + 22), (gx + 11, gy + 0.78 * TILE)], rng, 2.6) + hatch(gx, gy, 22, 22, rng, gap=8))


def _race(sheet: Sheet) -> None:
    """Reeds on the bank, the sluice where the water comes in."""
    rng = sheet.rng
    for y in range(1, 5):
        for _ in range(6):
            px, py = sheet.at(0.86 + float(rng.uniform(0, 0.16)), y + float(rng.uniform(0.1, 0.95)))
            top = (px + float(rng.uniform(-8, 8)), py - float(rng.uniform(24, 40)))
            sheet.lines.append(pen([(px, py), top], rng, 2.8, 0.8) + vector.ellipse(*top, 3.4, 8.0))
    x, y = sheet.at(6.1, 4.0)
    sheet.lines.append(pen([(x, y + 14), (x, y + TILE - 8)], rng, 8) + "".join(
        pen([(x - 12, y + 24 + i * 22), (x + 14, y + 24 + i * 22)], rng, 3.4) for i in range(6)))
    _trees(sheet, ((0.42, 1.5, 0.22), (0.3, 4.62, 0.24)))


def _wheel(sheet: Sheet) -> None:
    """The great wheel, standing over its race."""
    rng = sheet.rng
    cx, cy = sheet.at(4.5, 1.5)
    for r, w in ((0.60, 6.2), (0.50, 4.6), (0.16, 6.0), (0.09, 4.0)):
        sheet.lines.append(pen(arc(cx, cy, r * TILE, 0, 360, 26), rng, w, 0.9))
    for i in range(10):
        sheet.lines.append(pen([vector.polar(cx, cy, 0.16 * TILE, i * 36), vector.polar(cx, cy, 0.5 * TILE, i * 36)], rng, 4.4, 0.7))
        a, b = vector.polar(cx, cy, 0.5 * TILE, i * 36 + 6), vector.polar(cx, cy, 0.64 * TILE, i * 36 + 11)
        sheet.lines.append(pen([a, b], rng, 6.2, 0.5))
    sheet.washes.append((circle(cx, cy, 0.6 * TILE), PATH, 0.42))
    mx, my = sheet.at(2.5, 2.5)
    sheet.lines.append(pen(arc(mx, my, 0.40 * TILE, 0, 360, 24), rng, 4.8, 1.0) + pen(arc(mx, my, 0.08 * TILE, 0, 360, 12), rng, 4.0, 0.6))
    for i in range(12):
        sheet.lines.append(pen([vector.polar(mx, my, 0.10 * TILE, i * 30), vector.polar(mx, my, 0.38 * TILE, i * 30 + 16)], rng, 2.6, 0.6))
    sheet.washes.append((circle(mx, my, 0.4 * TILE), STONE, 0.55))


def _cloister(sheet: Sheet) -> None:
    """The arcades' bases along the walks and a kerb round the garth."""
    rng = sheet.rng
    x, y = sheet.at(0.62, 0.62)
    w, h = (sheet.tmx.width - 1.24) * TILE, (sheet.tmx.height - 1.24) * TILE
    sheet.washes.insert(1, ("".join(rect(*sheet.at(a, b), c * TILE, d * TILE) for a, b, c, d in (
        (0, 0, 7, 0.62), (0, 5.38, 7, 0.62), (0, 0, 0.62, 6), (6.38, 0, 0.62, 6))), STONE, 0.5))
    sheet.lines.append(closed(box(x, y, w, h), rng, 4.2, 1.4))
    for i in range(11):
        for px, py in ((x + w * i / 10, y), (x + w * i / 10, y + h)):
            sheet.lines.append(rect(px - 9, py - 9, 18, 18, CUT) + closed(box(px - 9, py - 9, 18, 18), rng, 3.6, 0.6) + hatch(px - 9, py - 9, 18, 18, rng, gap=8, width=2))
    for i in range(1, 9):
        for px, py in ((x, y + h * i / 9), (x + w, y + h * i / 9)):
            sheet.lines.append(rect(px - 9, py - 9, 18, 18, CUT) + closed(box(px - 9, py - 9, 18, 18), rng, 3.6, 0.6) + hatch(px - 9, py - 9, 18, 18, rng, gap=8, width=2))
    _trees(sheet, ((1.02, 1.02, 0.2), (5.98, 4.98, 0.2)))


def _choir(sheet: Sheet) -> None:
    """A carpet down the choir, the altar step, two windows."""
    rng = sheet.rng
    sheet.washes.append((rect(*sheet.at(3.06, 0.0), 0.88 * TILE, 5 * TILE), FLOOR, 0.66))
    for x in (3.06, 3.94):
        sheet.lines.append(pen([sheet.at(x, 0.9), sheet.at(x, 5)], rng, 3.4))
    sheet.lines.append(pen([sheet.at(1, 0.92), sheet.at(6, 0.92)], rng, 5.0) + pen([sheet.at(1, 0.98), sheet.at(6, 0.98)], rng, 2.8))
    ax, ay = sheet.at(3.12, 0.06)
    sheet.lines.append(closed(box(ax, ay, 0.76 * TILE, 42), rng, 5.0) + pen([(ax + 60, ay + 6), (ax + 60, ay + 36)], rng, 4) + pen([(ax + 48, ay + 16), (ax + 72, ay + 16)], rng, 4))
    sheet.washes.append((rect(ax, ay, 0.76 * TILE, 42), STONE, 0.6))


PLACES: dict[str, Callable[[Sheet], None]] = {
    "churchyard": _churchyard, "race": _race, "wheel": _wheel, "cloister": _cloister, "choir": _choir,
}


def sheet(id: str, folder: Path = MAPS) -> Array:
    """Return the drawn sheet of the map ``sacrament_<id>.tmx``."""
    tmx = read_tmx(folder / f"sacrament_{id}.tmx")
    page = Sheet(tmx, 7000 + 61 * list(PLACES).index(id))
    page.draw_washes()
    page.draw_tiles()
    page.draw_walls()
    PLACES[id](page)
    return page.finish()


def tile(kind: str) -> Array:
    """Return one tile as RGB, ground; or as RGBA, a thing that lies on it."""
    seed = 8200 + 13 * ATLAS.index(kind)
    ground = "earth" if kind in OVERLAY else kind
    tmx = TmxMap("", 1, 1, TILE, TILE, {"ground": ((ground,),), "overlay": ((kind if kind in OVERLAY else "",),)}, (), {})
    page = Sheet(tmx, seed)
    page.draw_washes()
    page.draw_tiles()
    picture = page.finish()[MARGIN : MARGIN + TILE, MARGIN : MARGIN + TILE].copy()
    if kind not in OVERLAY:
        picture[..., 3] = 1
        return picture
    things = {"stone": rect(34, 38, 92, 84), "beam": rect(18, 52, 124, 56), "stall": rect(20, 18, 120, 114), "well": circle(80, 80, 60)}
    picture[..., 3] = smoothstep(0.2, 0.8, gaussian_filter(vector.mask(things[kind], (TILE, TILE), (TILE, TILE)), 3.0))
    return picture


def atlas() -> Array:
    """Return the tileset of maps without a sheet: four tiles to a row."""
    rows = -(-len(ATLAS) // 4)
    picture = np.zeros((rows * TILE, 4 * TILE, 4), np.float32)
    for number, kind in enumerate(ATLAS):
        y, x = number // 4 * TILE, number % 4 * TILE
        picture[y : y + TILE, x : x + TILE] = tile(kind)
    return picture


def scrap(seed: int, size: Size, *, browned: float = 54.0) -> Array:
    """Return a torn piece of vellum without a rule, for cards and panels, as RGBA."""
    picture = parchment(size, VELLUM, seed, edge=browned, scale=1.2)
    stain = smoothstep(0.4, 1.8, noise(size, 2.0, seed + 40))
    picture *= 1 - 0.15 * stain[..., None] * np.array([0.3, 0.8, 1.5], np.float32)
    return _torn(picture, seed + 6)


def sprites() -> list[Sprite]:
    """Return the sheets, the tileset and the scraps."""
    found = [Sprite(f"sacrament/maps/{id}.png", partial(sheet, id), 255) for id in PLACES]
    found.append(Sprite("sacrament/tiles.png", atlas))
    found += [
        Sprite("sacrament/vellum.webp", partial(scrap, 7700, (768, 768), browned=40)),
        Sprite("sacrament/slip.webp", partial(scrap, 7731, (640, 460), browned=30)),
    ]
    return found
