"""What stands behind the subjects: hills, woods, towns, ruins. All return SVG fragments."""

from __future__ import annotations

import numpy as np

from sprites.generator import vector
from sprites.generator.vector import CUT, Point, jagged, poly


def ridge(points: list[Point], bottom: float, roughness: float, seed: int, *, depth: int = 4) -> str:
    """Return land whose skyline is ``points``, broken by ``roughness``."""
    edge = jagged(points, roughness, seed, depth=depth)
    return poly([*edge, (edge[-1][0], bottom), (edge[0][0], bottom)])


def fir(x: float, y: float, height: float, seed: int) -> str:
    """Return a fir whose foot stands at (x, y)."""
    rng = np.random.default_rng(seed)
    left: list[Point] = []
    right: list[Point] = []
    tiers = 6
    for i in range(tiers):
        t = (i + 1) / tiers
        level = y - height * (1 - t * 0.9)
        half = height * 0.24 * t * float(rng.uniform(0.8, 1.1))
        left += [(x - half, level), (x - half * 0.45, level - height * 0.02)]
        right += [(x + half * float(rng.uniform(0.85, 1.1)), level), (x + half * 0.45, level - height * 0.02)]
    trunk = vector.rect(x - height * 0.025, y - height * 0.14, height * 0.05, height * 0.16)
    return poly([(x, y - height), *right, *reversed(left)]) + trunk


def firs(left: float, right: float, y: float, height: float, count: int, seed: int) -> str:
    """Return a row of ``count`` firs of about ``height``."""
    rng = np.random.default_rng(seed)
    parts = []
    for i in range(count):
        x = left + (right - left) * (i + float(rng.uniform(0.1, 0.9))) / count
        parts.append(fir(x, y + float(rng.uniform(-2, 4)), height * float(rng.uniform(0.6, 1.15)), seed + i))
    return "".join(parts)


def bare_tree(x: float, y: float, height: float, seed: int, *, lean: float = 0.0) -> str:
    """Return a leafless tree that forks five times."""
    rng = np.random.default_rng(seed)
    parts: list[str] = []

    def grow(base: Point, angle: float, length: float, width: float, left: int) -> None:
        bend = float(rng.uniform(-14, 14))
        middle = vector.polar(*base, length * 0.55, angle + bend)
        tip = vector.polar(*middle, length * 0.5, angle - bend * 0.6)
        parts.append(vector.limb([base, middle, tip], vector.taper(width, width * 0.55), steps=5))
        if left == 0:
            return
        for side in (-1, 1):
            turn = side * float(rng.uniform(18, 42))
            grow(tip, angle + turn, length * float(rng.uniform(0.6, 0.8)), width * 0.55, left - 1)
        if rng.random() < 0.45:
            side = 1 if rng.random() < 0.5 else -1
            grow(middle, angle + side * float(rng.uniform(40, 65)), length * 0.5, width * 0.4, max(0, left - 2))

    grow((x, y), -90 + lean, height * 0.36, height * 0.075, 4)
    return "".join(parts)


def gable(x: float, y: float, w: float, h: float, *, roof: float = 0.55, chimney: bool = True) -> str:
    """Return a house front with a steep gable, its ground line at ``y``."""
    top = y - h
    body = poly([(x, y), (x, top + h * roof), (x + w / 2, top), (x + w, top + h * roof), (x + w, y)])
    return body + (vector.rect(x + w * 0.68, top + h * 0.02, w * 0.12, h * 0.4) if chimney else "")


def windows(x: float, y: float, w: float, h: float, columns: int, rows: int, size: Point) -> str:
    """Return a block of small windows inside the rectangle."""
    return "".join(
        vector.rect(x + w * (i + 0.5) / columns - size[0] / 2, y + h * (j + 0.5) / rows - size[1] / 2, *size)
        for i in range(columns)
        for j in range(rows)
    )


def town(left: float, right: float, y: float, height: float, seed: int) -> tuple[str, str]:
    """Return a row of gabled houses and, apart, its lit windows."""
    rng = np.random.default_rng(seed)
    houses, lights = [], []
    x = left
    while x < right:
        w = height * float(rng.uniform(0.35, 0.65))
        h = height * float(rng.uniform(0.65, 1.1))
        foot = y + float(rng.uniform(-2, 3))
        houses.append(gable(x, foot, w, h, chimney=bool(rng.random() < 0.7)) + vector.rect(x, foot - 1, w, 40))
        if rng.random() < 0.75:
            side = w * 0.13
            lights.append(vector.rect(x + w * float(rng.uniform(0.2, 0.6)), foot - h * 0.32, side, side * 1.5))
        x += w * float(rng.uniform(0.75, 1.0))
    return "".join(houses), "".join(lights)


def steeple(x: float, y: float, w: float, h: float) -> str:
    """Return a church tower with a spire and a cross, its foot at (x, y), and a nave to its right."""
    tower = vector.rect(x - w / 2, y - h * 0.55, w, h * 0.55)
    cap = poly([(x - w * 0.62, y - h * 0.55), (x, y - h * 0.93), (x + w * 0.62, y - h * 0.55)])
    cross = vector.rect(x - w * 0.04, y - h, w * 0.08, h * 0.1) + vector.rect(x - w * 0.14, y - h * 0.975, w * 0.28, h * 0.015)
    nave = poly([(x, y), (x, y - h * 0.25), (x + w * 0.4, y - h * 0.38), (x + w * 2.0, y - h * 0.38), (x + w * 2.4, y - h * 0.22), (x + w * 2.4, y)])
    return tower + cap + cross + nave


def obelisks(spots: list[tuple[float, float, float, float]]) -> str:
    """Return leaning monoliths, each (x, foot, width, height)."""
    return "".join(
        poly([(x - w / 2, y), (x - w * 0.36, y - h * 0.92), (x, y - h), (x + w * 0.40, y - h * 0.9), (x + w / 2, y)])
        for x, y, w, h in spots
    )


def columns(spots: list[tuple[float, float, float, float]]) -> str:
    """Return broken fluted columns, each (x, foot, width, height)."""
    parts = []
    for i, (x, y, w, h) in enumerate(spots):
        top = jagged([(x - w / 2, y - h), (x, y - h * 0.93), (x + w / 2, y - h * 1.04)], 0.12, 40 + i)
        parts.append(poly([(x - w / 2, y), *top, (x + w / 2, y)]))
        parts.append(vector.rect(x - w * 0.68, y - w * 0.35, w * 1.36, w * 0.35))
        parts += [vector.rect(x + w * (k - 1) * 0.26 - 0.8, y - h * 0.88, 1.6, h * 0.84 - w * 0.35, CUT) for k in range(3)]
    return "".join(parts)


def crystals(x: float, y: float, size: float, seed: int, *, count: int = 7) -> str:
    """Return a burst of ice needles around the foot (x, y)."""
    rng = np.random.default_rng(seed)
    parts = []
    for i in range(count):
        angle = -90 + (i - (count - 1) / 2) * 100 / count + float(rng.uniform(-6, 6))
        tip = vector.polar(x, y, size * float(rng.uniform(0.55, 1.0)), angle)
        a, b = vector.polar(x, y, size * 0.12, angle - 90), vector.polar(x, y, size * 0.12, angle + 90)
        shoulder = 0.78
        sa = (a[0] + (tip[0] - x) * shoulder, a[1] + (tip[1] - y) * shoulder)
        sb = (b[0] + (tip[0] - x) * shoulder * 0.9, b[1] + (tip[1] - y) * shoulder * 0.9)
        parts.append(poly([a, sa, tip, sb, b]))
    return "".join(parts)
