"""Noise, and what is made of it: paper, wood, night sky, shade.

Every function is a pure function of its arguments: the same seed gives the same array.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import gaussian_filter

from sprites.generator.palette import Colour

Array = NDArray[np.float32]
Size = tuple[int, int]
"""Width and height in pixels."""


def smoothstep(low: float, high: float, x: Array) -> Array:
    """Return 0 below ``low``, 1 above ``high`` and a smooth rise between them."""
    t = np.clip((x - low) / (high - low), 0.0, 1.0)
    return (t * t * (3.0 - 2.0 * t)).astype(np.float32)


@lru_cache(maxsize=32)
def _field(size: Size, beta: float, stretch: float) -> Array:
    """Return the one field of noise that all seeds of this size and kind look into."""
    width, height = size
    rng = np.random.default_rng(round(beta * 1000) + round(stretch * 10))
    fy = np.fft.fftfreq(height)[:, None] * height / min(size)
    fx = np.fft.rfftfreq(width)[None, :] * width / min(size)
    f = np.hypot(fx * stretch, fy)
    f[0, 0] = 1.0
    spectrum = (rng.normal(size=f.shape) + 1j * rng.normal(size=f.shape)) / f**beta
    spectrum[0, 0] = 0.0
    field = np.fft.irfft2(spectrum, s=(height, width))
    return ((field - field.mean()) / field.std()).astype(np.float32)


def noise(size: Size, beta: float, seed: int, stretch: float = 1.0) -> Array:
    """Return tiling noise of mean 0 and deviation 1.

    ``beta`` is the steepness of its spectrum: 0.8 grain, 1.1 fibre, 1.6 paper, 2.0 stains and fog.
    ``stretch`` above 1 draws it out along x, below 1 along y. Seeds are views of one field, mirrored and moved round:
    a new field for each would make up most of the time that a card takes.
    """
    rng = np.random.default_rng(seed)
    field = _field(size, beta, stretch)[:: int(rng.choice((-1, 1))), :: int(rng.choice((-1, 1)))]
    return np.roll(field, (int(rng.integers(size[1])), int(rng.integers(size[0]))), axis=(0, 1))


def grid(size: Size) -> tuple[Array, Array]:
    """Return the x and the y of every pixel's centre."""
    width, height = size
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    return x + 0.5, y + 0.5


def flat(size: Size, colour: Colour) -> Array:
    """Return a picture of one colour."""
    return np.full((size[1], size[0], 3), colour, np.float32)


def edge_distance(size: Size) -> Array:
    """Return how far each pixel is from the nearest border."""
    x, y = grid(size)
    return np.minimum(np.minimum(x, size[0] - x), np.minimum(y, size[1] - y))


def parchment(size: Size, base: Colour, seed: int, *, scale: float = 1.0, edge: float = 46.0) -> Array:
    """Return a sheet of old paper: fibres, stains, and a border browned over ``edge`` units of ``scale`` pixels."""
    fibre = noise(size, 1.1, seed + 2, 12.0)
    grain = gaussian_filter(noise(size, 0.9, seed + 1), 0.8 * scale)
    tone = 1 + 0.035 * noise(size, 1.7, seed) + 0.016 * grain + 0.010 * gaussian_filter(fibre, 0.5 * scale)
    sheet = flat(size, base) * tone[..., None]
    stain = smoothstep(0.6, 1.9, noise(size, 2.1, seed + 3))
    sheet *= 1 - 0.10 * stain[..., None] * np.array([0.6, 1.0, 1.6], np.float32)
    if edge > 0:
        reach = edge * scale
        near = edge_distance(size) + 0.28 * reach * noise(size, 1.6, seed + 4)
        brown = 1 - smoothstep(0.0, reach, near)
        sheet *= 1 - 0.42 * brown[..., None] * np.array([0.75, 1.0, 1.25], np.float32)
    return np.clip(sheet, 0, 1).astype(np.float32)


def planks(size: Size, dark: Colour, light: Colour, seed: int, *, scale: float, count: int = 5) -> Array:
    """Return a table top of ``count`` horizontal planks; ``scale`` is pixels for one unit of grain."""
    width, height = size
    rng = np.random.default_rng(seed)
    _, y = grid(size)
    result = np.zeros((height, width, 3), np.float32)
    seam = np.zeros((height, width), np.float32)
    bounds = [round(height * i / count) for i in range(count + 1)]
    low, high = np.array(dark, np.float32), np.array(light, np.float32)
    for top, bottom in pairwise(bounds):
        part = (width, bottom - top)
        figure = noise(part, 1.5, int(rng.integers(1 << 30)), 14.0)
        ripple = noise(part, 2.0, int(rng.integers(1 << 30)), 6.0)
        fine = noise(part, 0.7, int(rng.integers(1 << 30)), 30.0)
        rings = np.sin(y[top:bottom] / (9 * scale) + 1.5 * ripple)
        tone = 0.5 + 0.20 * figure + 0.16 * rings + 0.06 * fine + float(rng.uniform(-0.16, 0.16))
        result[top:bottom] = low + (high - low) * np.clip(tone, -0.6, 1.5)[..., None]
    wobble = 1.2 * scale * noise((width, 1), 1.6, seed + 9)[0]
    for bound in bounds[1:-1]:
        offset = np.abs(y - bound - wobble[None, :]) / (2.5 * scale)
        seam = np.maximum(seam, np.exp(-(offset**2)).astype(np.float32))
    result *= 1 - 0.85 * seam[..., None]
    return np.clip(result, 0, 1).astype(np.float32)


def light_pool(size: Size, centre: tuple[float, float], radii: tuple[float, float]) -> Array:
    """Return a soft pool of light, 1 in its ``centre``."""
    x, y = grid(size)
    return np.exp(-(((x - centre[0]) / radii[0]) ** 2) - ((y - centre[1]) / radii[1]) ** 2).astype(np.float32)


def night_sky(size: Size, top: Colour, bottom: Colour, seed: int, *, bend: float = 0.10) -> Array:
    """Return a vertical gradient from ``top`` to ``bottom``, bent by clouds of noise."""
    _, y = grid(size)
    t = np.clip(y / size[1] + bend * noise(size, 1.9, seed), 0, 1)
    low, high = np.array(top, np.float32), np.array(bottom, np.float32)
    return (low + (high - low) * t[..., None]).astype(np.float32)


def stars(size: Size, count: int, seed: int, *, scale: float = 1.0) -> Array:
    """Return a mask of ``count`` stars, each a point with a small and a wide glow."""
    rng = np.random.default_rng(seed)
    points = np.zeros((size[1], size[0]), np.float32)
    xs, ys = rng.integers(0, size[0], count), rng.integers(0, size[1], count)
    points[ys, xs] = rng.uniform(0.25, 1.0, count) ** 2
    area = scale * scale
    small = gaussian_filter(points, 0.9 * scale) * 2.2 * area * 2.0
    wide = gaussian_filter(points, 3.0 * scale) * 5.0 * area
    return np.clip(points + small + wide, 0, 1).astype(np.float32)


def vignette(size: Size, strength: float, power: float = 2.4) -> Array:
    """Return factors that darken towards the corners by at most about ``strength``."""
    x, y = grid(size)
    r = np.hypot((x / size[0] - 0.5) * 2, (y / size[1] - 0.5) * 2) / np.sqrt(2.0)
    return (1 - strength * r**power).astype(np.float32)


def torn(mask: Array, seed: int, *, scale: float = 1.0, strength: float = 0.10) -> Array:
    """Return ``mask`` (0 to 1) with its outline torn as hand-made paper is."""
    size = (mask.shape[1], mask.shape[0])
    ragged = gaussian_filter(mask, 3.0 * scale) + strength * noise(size, 1.2, seed)
    return smoothstep(0.42, 0.58, ragged)
