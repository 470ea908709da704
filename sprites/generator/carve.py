"""The cutter's hand: gouge cuts, ink that bleeds into paper, rim light and engraved shading of silhouettes."""

from __future__ import annotations

import math

import numpy as np
from scipy.ndimage import distance_transform_edt, gaussian_filter, shift

from sprites.generator.textures import Array, grid, noise, smoothstep
from sprites.generator.vector import Point, lens

_TILE = 1024


def texture(shape: Array, beta: float, seed: int) -> Array:
    """Return noise for an array like ``shape``, taken at an offset of its own from one tile per ``beta``."""
    height, width = shape.shape
    dy, dx = np.random.default_rng(seed).integers(0, _TILE, 2)
    tile = noise((_TILE, _TILE), beta, 7)
    return tile[np.ix_((np.arange(height) + dy) % _TILE, (np.arange(width) + dx) % _TILE)]


def bleed(shape: Array, seed: int, *, blur: float = 1.0, rough: float = 0.10, specks: float = 0.012) -> Array:
    """Return ``shape`` as ink on paper has it: soft corners, an uneven rim, a few specks without ink."""
    soft = gaussian_filter(shape, blur)
    printed = smoothstep(0.40, 0.60, soft + rough * texture(shape, 0.8, seed)) * smoothstep(0.0, 0.08, soft)
    if specks > 0:
        pits = texture(shape, 0.9, seed + 1)
        limit = float(np.quantile(noise((_TILE, _TILE), 0.9, 7)[::8, ::8], specks))
        printed = printed * smoothstep(limit - 0.25, limit + 0.1, pits)
    return printed.astype(np.float32)


def rays(
    centre: Point,
    half: float,
    count: int,
    seed: int,
    *,
    start: float = 0.36,
    width: tuple[float, float] = (3.0, 6.5),
    length: tuple[float, float] = (0.1, 0.3),
    spread: tuple[float, float] = (0.0, 360.0),
) -> str:
    """Return the gouge cuts that stream away from ``centre``; ``half`` is half the diagonal of the picture."""
    rng = np.random.default_rng(seed)
    parts = []
    for i in range(count):
        angle = math.radians(spread[0] + (spread[1] - spread[0]) * (i + float(rng.uniform(-0.35, 0.35))) / count)
        c, s = math.cos(angle), math.sin(angle)
        inner = half * (start + float(rng.uniform(0, 0.06)))
        for _ in range(2):
            outer = inner + half * float(rng.uniform(*length))
            far = min(1.0, inner / half)
            thick = (width[0] + (width[1] - width[0]) * far) * float(rng.uniform(0.7, 1.1))
            a = (centre[0] + c * inner, centre[1] + s * inner)
            b = (centre[0] + c * outer, centre[1] + s * outer)
            parts.append(lens(a, b, thick))
            inner = outer + half * float(rng.uniform(0.02, 0.12))
    return "".join(parts)


def waves(left: float, right: float, top: float, bottom: float, seed: int, *, gap: float = 9.0) -> str:
    """Return rows of lens cuts for water, longer and wider apart towards the viewer."""
    rng = np.random.default_rng(seed)
    parts = []
    y = top
    while y < bottom:
        near = (y - top) / (bottom - top)
        x = left - float(rng.uniform(0, 40))
        while x < right:
            long = float(rng.uniform(14, 34)) * (0.7 + 1.1 * near)
            parts.append(lens((x, y + float(rng.uniform(-1.5, 1.5))), (x + long, y), 1.3 + 2.4 * near))
            x += long * float(rng.uniform(1.25, 2.3))
        y += gap * (0.6 + 0.75 * near)
    return "".join(parts)


def moved(shape: Array, dx: float, dy: float) -> Array:
    """Return ``shape`` moved by (dx, dy) pixels, empty where nothing came from."""
    return shift(shape, (dy, dx), order=1, mode="constant", cval=0.0, prefilter=False).astype(np.float32)


def rim(shape: Array, light: Point, width: float) -> Array:
    """Return the edge of ``shape`` that faces ``light`` (a direction towards the lamp), ``width`` pixels wide."""
    length = math.hypot(*light) or 1.0
    away = moved(shape, -light[0] / length * width, -light[1] / length * width)
    return np.clip(shape - away, 0, 1)


def engraving(
    shape: Array,
    light: Point,
    seed: int,
    *,
    period: float = 7.5,
    depth: float = 26.0,
    gain: float = 1.0,
    angle: float | None = None,
) -> Array:
    """Return the lines that model ``shape`` as a wood engraver would.

    The silhouette is puffed up as a cushion (``depth`` pixels to its flat top) and lit from ``light``; lines ``period``
    pixels apart swell where the cushion faces the lamp. They run at ``angle`` degrees, or across the light when None.
    """
    inside = distance_transform_edt(shape > 0.5).astype(np.float32)
    t = np.clip(inside / depth, 0, 1)
    height = np.sqrt(np.clip(1 - (1 - t) ** 2, 0, 1)) * depth
    height = gaussian_filter(height, depth * 0.12)
    gy, gx = np.gradient(height)
    length = math.hypot(*light) or 1.0
    facing = -(gx * light[0] + gy * light[1]) / length / np.sqrt(1 + gx * gx + gy * gy)
    x, y = grid((shape.shape[1], shape.shape[0]))
    turn = math.atan2(light[0], -light[1]) + 0.35 if angle is None else math.radians(angle)
    across = -x * math.sin(turn) + y * math.cos(turn)
    wobble = 0.22 * period * texture(shape, 1.7, seed)
    saw = 0.5 + 0.5 * np.cos((across + wobble) * math.tau / period)
    cut = smoothstep(-0.10, 0.10, facing * gain * 0.95 - (1 - saw) - 0.04)
    keep = smoothstep(2.0, 4.5, inside)
    return (cut * keep).astype(np.float32)
