"""The sheet that is printed on: a float picture, and the scene of a card built up on it block by block."""

from __future__ import annotations

import math

import numpy as np
from scipy.ndimage import gaussian_filter

from sprites.generator import carve, vector
from sprites.generator.palette import BONE, KEY_BLOCK, VERDIGRIS, Colour, mix
from sprites.generator.textures import Array, Size, grid, night_sky, noise, smoothstep, stars, vignette
from sprites.generator.vector import Point


def put(rgb: Array, shape: Array, colour: Colour | Array, opacity: float = 1.0) -> None:
    """Print ``colour`` (one colour, or a picture of the same size) on ``rgb`` through the mask ``shape``."""
    m = (shape * opacity)[..., None]
    rgb *= 1 - m
    rgb += m * np.asarray(colour, np.float32)


def shadow(rgb: Array, shape: Array, *, blur: float, opacity: float, move: Point = (0, 0)) -> None:
    """Darken ``rgb`` under a thing of outline ``shape`` that floats above it."""
    soft = carve.moved(gaussian_filter(shape, blur), *move) if move != (0, 0) else gaussian_filter(shape, blur)
    rgb *= 1 - (soft * opacity)[..., None]


def _around(shape: Array, margin: int) -> tuple[slice, slice]:
    """Return the window that holds all of ``shape`` and ``margin`` pixels around it, so that less is computed."""
    ys, xs = np.nonzero(shape.max(axis=1))[0], np.nonzero(shape.max(axis=0))[0]
    if not len(ys):
        return slice(0, 2), slice(0, 2)
    return (
        slice(max(0, int(ys[0]) - margin), int(ys[-1]) + margin + 1),
        slice(max(0, int(xs[0]) - margin), int(xs[-1]) + margin + 1),
    )


class Scene:
    """One linocut picture, printed from back to front.

    Shapes are SVG fragments in ``view`` units; ``unit`` is the number of pixels of one such unit. Every step draws its
    own noise from ``seed``, in the order of the calls.
    """

    def __init__(self, size: Size, view: tuple[float, float], seed: int) -> None:
        self.size = size
        self.view = view
        self.unit = size[0] / view[0]
        self.seed = seed
        self.rgb: Array = np.zeros((size[1], size[0], 3), np.float32)
        self.lamp: Point = (view[0] / 2, view[1] / 2)
        self.cut_colour: Colour = VERDIGRIS
        self.rim_colour: Colour = mix(VERDIGRIS, BONE, 0.35)
        self.key: Colour = KEY_BLOCK

    def next_seed(self) -> int:
        """Return a fresh seed; the n-th call gives the same one in every run."""
        self.seed += 17
        return self.seed

    def mask(self, body: str) -> Array:
        """Return the mask of an SVG fragment."""
        return vector.mask(body, self.size, self.view)

    def sky(self, top: Colour, bottom: Colour, *, star_count: int = 0, bend: float = 0.10) -> None:
        """Fill the picture with a sky, with ``star_count`` stars."""
        self.rgb = night_sky(self.size, top, bottom, self.next_seed(), bend=bend)
        if star_count:
            put(self.rgb, stars(self.size, star_count, self.next_seed(), scale=self.unit * 0.8), BONE, 0.9)

    def clouds(self, colour: Colour, *, amount: float = 0.5, beta: float = 2.0, stretch: float = 3.0) -> None:
        """Lay drifting cloud or smoke of ``colour`` over what is there."""
        field = noise(self.size, beta, self.next_seed(), stretch)
        put(self.rgb, smoothstep(0.1, 1.7, field), colour, amount)

    def glow(self, centre: Point, radius: float, colour: Colour, opacity: float = 0.55) -> None:
        """Add a round glow."""
        x, y = grid(self.size)
        d = np.hypot(x / self.unit - centre[0], y / self.unit - centre[1]) / radius
        put(self.rgb, np.exp(-(d**2)).astype(np.float32), colour, opacity)

    def rays(
        self,
        centre: Point,
        colour: Colour,
        *,
        count: int = 84,
        start: float = 0.36,
        opacity: float = 0.40,
        length: tuple[float, float] = (0.1, 0.3),
        width: tuple[float, float] = (3.0, 6.5),
        spread: tuple[float, float] = (0.0, 360.0),
    ) -> None:
        """Cut rays that stream from ``centre``, and make it the lamp of all that follows."""
        self.lamp = centre
        half = math.hypot(*self.view) / 2
        body = carve.rays(
            centre, half, count, self.next_seed(), start=start, width=width, length=length, spread=spread
        )
        put(self.rgb, carve.bleed(self.mask(body), self.next_seed(), blur=0.8, specks=0), colour, opacity)

    def paint(
        self, body: str, colour: Colour, opacity: float = 1.0, *, blur: float = 1.0, specks: float = 0.012
    ) -> Array:
        """Print a fragment flat in ``colour`` and return its mask."""
        whole = self.mask(body)
        window = _around(whole, 8)
        put(self.rgb[window], carve.bleed(whole[window], self.next_seed(), blur=blur, specks=specks), colour, opacity)
        return whole

    def disc(self, centre: Point, radius: float, colour: Colour, *, lines: int = 9, shade: float = 0.16) -> None:
        """Print a moon: a disc with engraved ring lines that thin out towards its lower right."""
        body = vector.circle(*centre, radius)
        shape = self.paint(body, colour)
        rings = "".join(
            vector.ring(centre[0] - i * 0.9, centre[1] - i * 0.9, radius * (1 - (i + 0.5) / (lines + 3)), 1.5)
            for i in range(lines)
        )
        grain = smoothstep(-0.8, 1.2, noise(self.size, 1.7, self.next_seed()))
        put(self.rgb, carve.bleed(self.mask(rings), self.next_seed(), blur=0.6) * shape * grain, mix(colour, self.key, 0.5),
            shade * 2.4)
        seas = smoothstep(0.5, 1.4, noise(self.size, 2.0, self.next_seed()))
        put(self.rgb, seas * shape, mix(colour, self.key, 0.6), shade)

    def crescent(self, centre: Point, radius: float, colour: Colour, *, bite: Point = (0.42, -0.18)) -> None:
        """Print a crescent whose bite lies at ``bite`` radii from the centre."""
        body = vector.circle(*centre, radius) + vector.circle(
            centre[0] + bite[0] * radius, centre[1] + bite[1] * radius, radius * 0.88, vector.CUT
        )
        self.paint(body, colour)

    def block(
        self,
        body: str,
        *,
        colour: Colour | None = None,
        rim: float = 5.0,
        rim_colour: Colour | None = None,
        engrave: float = 0.75,
        period: float = 7.5,
        depth: float = 26.0,
        angle: float | None = None,
        light: Point | None = None,
        keyline: float = 3.0,
        line_colour: Colour | None = None,
    ) -> Array:
        """Print a silhouette: dark outline, key colour, engraved lines of strength ``engrave``, rim light.

        Light comes from the lamp unless ``light`` (a direction) is given. Returns the mask.
        """
        whole = self.mask(body)
        window = _around(whole, 16)
        raw = whole[window]
        rgb = self.rgb[window]
        shape = carve.bleed(raw, self.next_seed(), blur=0.9)
        key = self.key if colour is None else colour
        if keyline > 0:
            halo = smoothstep(0.08, 0.5, gaussian_filter(raw, keyline))
            put(rgb, halo, mix(key, (0, 0, 0), 0.55), 0.85)
        put(rgb, shape, key)
        if light is None:
            light = (-0.6, -0.8)
            ys, xs = np.nonzero(whole[::4, ::4] > 0.5)
            if len(xs):
                towards = (self.lamp[0] - 4 * float(xs.mean()) / self.unit, self.lamp[1] - 4 * float(ys.mean()) / self.unit)
                light = towards if math.hypot(*towards) >= 12 else light
        lit = self.rim_colour if rim_colour is None else rim_colour
        if engrave > 0:
            lines = carve.engraving(raw, light, self.next_seed(), period=period, depth=depth, angle=angle)
            tone = mix(lit, key, 0.25) if line_colour is None else line_colour
            put(rgb, carve.bleed(lines, self.next_seed(), blur=0.5, specks=0), tone, engrave)
        if rim > 0:
            edge = carve.bleed(carve.rim(raw, light, rim), self.next_seed(), blur=0.7, specks=0.0)
            put(rgb, edge * shape, lit, 0.85)
        return whole

    def sea(self, top: float, colour: Colour, cut: Colour, *, opacity: float = 0.65, gap: float = 9.0) -> None:
        """Fill the picture below ``top`` with water and its rows of cuts."""
        width, height = self.view
        edge = vector.jagged([(-10, top), (width + 10, top)], 0.006, self.next_seed(), depth=5)
        self.paint(vector.poly([*edge, (width + 10, height + 10), (-10, height + 10)]), colour)
        body = carve.waves(-10, width + 10, top + 5, height, self.next_seed(), gap=gap)
        put(self.rgb, carve.bleed(self.mask(body), self.next_seed(), blur=0.7, specks=0), cut, opacity)

    def gleam(self, x: float, top: float, colour: Colour, *, spread: float = 70.0, opacity: float = 0.8) -> None:
        """Cut the broken reflection of a moon at ``x`` into the water below ``top``."""
        rng = np.random.default_rng(self.next_seed())
        parts = []
        y = top + 3
        while y < self.view[1]:
            near = (y - top) / (self.view[1] - top)
            half = spread * (0.35 + 0.65 * near) * float(rng.uniform(0.35, 1))
            shift = float(rng.uniform(-0.3, 0.3)) * half
            parts.append(vector.lens((x + shift - half, y), (x + shift + half, y), 1.6 + 2.6 * near))
            y += 4.5 + 6 * near
        self.paint("".join(parts), colour, opacity)

    def finish(self, strength: float = 0.55) -> Array:
        """Darken the corners, add the grain of the paper and return the picture."""
        self.rgb *= vignette(self.size, strength)[..., None]
        self.rgb *= 1 + 0.03 * gaussian_filter(noise(self.size, 1.2, self.next_seed()), 1.0)[..., None]
        self.rgb = np.clip(self.rgb, 0, 1)
        return self.rgb
