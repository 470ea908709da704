"""Shapes as SVG fragments, and their masks.

A fragment is a string of SVG elements. White adds to the mask and black cuts out of it, in painter's order, so a
silhouette with its eyes and gaps is one fragment. Curved limbs are polygons along a smooth spine whose width swells
and tapers, as a gouge leaves them.
"""

from __future__ import annotations

import io
import math
import os
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import numpy as np
import pygame

from sprites.generator.textures import Array, Size

Point = tuple[float, float]
ADD = "#fff"
CUT = "#000"


def mask(body: str, size: Size, view: tuple[float, float]) -> Array:
    """Return ``body``, drawn in a view box of ``view`` units, as a mask of ``size`` pixels."""
    text = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{size[0]}" height="{size[1]}" '
        f'viewBox="0 0 {view[0]} {view[1]}" preserveAspectRatio="none">'
        f'<rect x="-9999" y="-9999" width="30000" height="30000" fill="#000"/>{body}</svg>'
    )
    surface = pygame.image.load_sized_svg(io.BytesIO(text.encode()), size)
    found = pygame.surfarray.array3d(surface)[..., 0].T.astype(np.float32) / 255
    if found.shape == (size[1], size[0]):
        return found
    exact = np.zeros((size[1], size[0]), np.float32)
    height, width = min(size[1], found.shape[0]), min(size[0], found.shape[1])
    exact[:height, :width] = found[:height, :width]
    return exact


def _numbers(points: Iterable[Point]) -> str:
    return " ".join(f"{x:.2f},{y:.2f}" for x, y in points)


def poly(points: Iterable[Point], fill: str = ADD) -> str:
    """Return a filled polygon."""
    return f'<polygon points="{_numbers(points)}" fill="{fill}"/>'


def path(d: str, fill: str = ADD, *, rule: str = "nonzero") -> str:
    """Return a filled path."""
    return f'<path d="{d}" fill="{fill}" fill-rule="{rule}"/>'


def line(points: Iterable[Point], width: float, colour: str = ADD) -> str:
    """Return an open polyline with round ends."""
    return (
        f'<polyline points="{_numbers(points)}" fill="none" stroke="{colour}" stroke-width="{width}" '
        'stroke-linecap="round" stroke-linejoin="round"/>'
    )


def stroke(d: str, width: float, colour: str = ADD) -> str:
    """Return the outline of a path with round ends."""
    return (
        f'<path d="{d}" fill="none" stroke="{colour}" stroke-width="{width}" '
        'stroke-linecap="round" stroke-linejoin="round"/>'
    )


def circle(x: float, y: float, r: float, fill: str = ADD) -> str:
    """Return a disc."""
    return f'<circle cx="{x:.2f}" cy="{y:.2f}" r="{r:.2f}" fill="{fill}"/>'


def ring(x: float, y: float, r: float, width: float, colour: str = ADD) -> str:
    """Return a circle line."""
    return f'<circle cx="{x:.2f}" cy="{y:.2f}" r="{r:.2f}" fill="none" stroke="{colour}" stroke-width="{width}"/>'


def ellipse(x: float, y: float, rx: float, ry: float, fill: str = ADD, *, turn: float = 0.0) -> str:
    """Return an ellipse turned by ``turn`` degrees."""
    return (
        f'<ellipse cx="{x:.2f}" cy="{y:.2f}" rx="{rx:.2f}" ry="{ry:.2f}" fill="{fill}" '
        f'transform="rotate({turn:.2f} {x:.2f} {y:.2f})"/>'
    )


def rect(x: float, y: float, w: float, h: float, fill: str = ADD, *, r: float = 0.0) -> str:
    """Return a rectangle with corners of radius ``r``."""
    return f'<rect x="{x:.2f}" y="{y:.2f}" width="{w:.2f}" height="{h:.2f}" rx="{r}" ry="{r}" fill="{fill}"/>'


def frame(x: float, y: float, w: float, h: float, width: float, *, r: float = 0.0, colour: str = ADD) -> str:
    """Return a rectangle line."""
    return (
        f'<rect x="{x:.2f}" y="{y:.2f}" width="{w:.2f}" height="{h:.2f}" rx="{r}" ry="{r}" fill="none" '
        f'stroke="{colour}" stroke-width="{width}"/>'
    )


def group(body: str, *, at: Point = (0, 0), scale: float | Point = 1.0, turn: float = 0.0) -> str:
    """Return ``body`` scaled, then turned by ``turn`` degrees, then moved to ``at``."""
    sx, sy = (scale, scale) if isinstance(scale, (int, float)) else scale
    return f'<g transform="translate({at[0]:.2f} {at[1]:.2f}) rotate({turn:.2f}) scale({sx:.4f} {sy:.4f})">{body}</g>'


def mirrored(body: str, axis: float) -> str:
    """Return ``body`` and its reflection in the vertical line x = ``axis``."""
    return body + f'<g transform="translate({2 * axis:.2f} 0) scale(-1 1)">{body}</g>'


def smooth(points: Sequence[Point], steps: int = 12) -> list[Point]:
    """Return a Catmull-Rom curve through ``points``."""
    if len(points) < 3:
        return list(points)
    padded = [points[0], *points, points[-1]]
    curve: list[Point] = []
    for a, b, c, d in zip(padded, padded[1:], padded[2:], padded[3:], strict=False):
        for i in range(steps):
            t = i / steps
            curve.append(
                (
                    0.5 * (2 * b[0] + (c[0] - a[0]) * t + (2 * a[0] - 5 * b[0] + 4 * c[0] - d[0]) * t**2
                           + (3 * b[0] - a[0] - 3 * c[0] + d[0]) * t**3),
                    0.5 * (2 * b[1] + (c[1] - a[1]) * t + (2 * a[1] - 5 * b[1] + 4 * c[1] - d[1]) * t**2
                           + (3 * b[1] - a[1] - 3 * c[1] + d[1]) * t**3),
                )
            )
    curve.append(points[-1])
    return curve


def blob(points: Sequence[Point], fill: str = ADD) -> str:
    """Return a closed smooth shape through ``points``."""
    wrapped = [points[-1], *points, points[0], points[1]]
    curve = smooth(wrapped, 10)[10:-10]
    return poly(curve, fill)


def _along(curve: Sequence[Point]) -> list[tuple[Point, Point]]:
    """Return each point of ``curve`` with its unit normal."""
    found = []
    for i, point in enumerate(curve):
        a, b = curve[max(0, i - 1)], curve[min(len(curve) - 1, i + 1)]
        dx, dy = b[0] - a[0], b[1] - a[1]
        length = math.hypot(dx, dy) or 1.0
        found.append((point, (-dy / length, dx / length)))
    return found


def taper(start: float, end: float, power: float = 1.0) -> Callable[[float], float]:
    """Return widths that run from ``start`` to ``end`` along a limb."""
    return lambda t: start + (end - start) * t**power


def swell(ends: float, middle: float) -> Callable[[float], float]:
    """Return widths that are ``ends`` at both ends and ``middle`` half way."""
    return lambda t: ends + (middle - ends) * math.sin(math.pi * t)


def limb(spine: Sequence[Point], width: Callable[[float], float], fill: str = ADD, *, steps: int = 12) -> str:
    """Return a limb along a smooth ``spine``; ``width`` gives its full width from 0 (root) to 1 (tip)."""
    curve = smooth(spine, steps)
    last = len(curve) - 1
    left, right = [], []
    for i, ((x, y), (nx, ny)) in enumerate(_along(curve)):
        half = width(i / last) / 2
        left.append((x + nx * half, y + ny * half))
        right.append((x - nx * half, y - ny * half))
    caps = circle(*curve[0], width(0.0) / 2, fill) + circle(*curve[-1], width(1.0) / 2, fill)
    return poly([*left, *reversed(right)], fill) + caps


def beads(
    spine: Sequence[Point],
    width: Callable[[float], float],
    count: int,
    *,
    side: float = 0.5,
    size: float = 0.22,
    fill: str = CUT,
    span: tuple[float, float] = (0.08, 0.9),
) -> str:
    """Return ``count`` suckers or scales along a limb, ``side`` half widths off its spine."""
    curve = smooth(spine, 12)
    along = _along(curve)
    parts = []
    for i in range(count):
        t = span[0] + (span[1] - span[0]) * i / max(1, count - 1)
        (x, y), (nx, ny) = along[round(t * (len(curve) - 1))]
        half = width(t) / 2
        parts.append(circle(x + nx * half * side, y + ny * half * side, max(0.5, width(t) * size), fill))
    return "".join(parts)


def bands(
    spine: Sequence[Point],
    width: Callable[[float], float],
    count: int,
    thickness: float,
    *,
    fill: str = CUT,
    reach: tuple[float, float] = (-0.9, 0.3),
    span: tuple[float, float] = (0.06, 0.95),
) -> str:
    """Return ``count`` tapered rings cut across a limb, from ``reach[0]`` to ``reach[1]`` half widths off its spine."""
    curve = smooth(spine, 12)
    along = _along(curve)
    parts = []
    for i in range(count):
        t = span[0] + (span[1] - span[0]) * i / max(1, count - 1)
        (x, y), (nx, ny) = along[round(t * (len(curve) - 1))]
        half = width(t) / 2
        a = (x + nx * half * reach[0], y + ny * half * reach[0])
        b = (x + nx * half * reach[1], y + ny * half * reach[1])
        parts.append(lens(a, b, min(thickness, width(t) * 0.25), fill))
    return "".join(parts)


def lens(a: Point, b: Point, width: float, fill: str = ADD) -> str:
    """Return one gouge cut from ``a`` to ``b``, widest at 60 % of its way."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = math.hypot(dx, dy) or 1.0
    nx, ny = -dy / length * width / 2, dx / length * width / 2
    mx, my = a[0] + dx * 0.6, a[1] + dy * 0.6
    return poly([a, (mx + nx, my + ny), b, (mx - nx, my - ny)], fill)


def spiral(x: float, y: float, r: float, turns: float, start: float, *, steps: int = 14, inner: float = 0.08) -> list[Point]:
    """Return points that wind from radius ``r`` inwards; ``start`` in degrees, negative ``turns`` wind the other way."""
    count = max(3, int(abs(turns) * steps))
    points = []
    for i in range(count + 1):
        t = i / count
        angle = math.radians(start) + t * turns * math.tau
        radius = r * (1 - t * (1 - inner))
        points.append((x + radius * math.cos(angle), y + radius * math.sin(angle)))
    return points


def polar(x: float, y: float, r: float, degrees: float) -> Point:
    """Return the point ``r`` away from (x, y) in the direction ``degrees`` (0 right, 90 down)."""
    return (x + r * math.cos(math.radians(degrees)), y + r * math.sin(math.radians(degrees)))


def star_points(x: float, y: float, r: float, points: int, *, inner: float, turn: float = -90.0) -> list[Point]:
    """Return the outline of a star whose notches lie at ``inner`` of its radius."""
    return [polar(x, y, r if i % 2 == 0 else r * inner, turn + i * 180 / points) for i in range(points * 2)]


def chord_star(x: float, y: float, r: float, points: int, step: int, width: float, *, turn: float = -90.0) -> str:
    """Return the line star that joins every ``step``-th of ``points`` points on a circle."""
    corners = [polar(x, y, r, turn + i * 360 / points) for i in range(points)]
    return "".join(line([corners[i], corners[(i + step) % points]], width) for i in range(points))


def eye(x: float, y: float, w: float, h: float, *, slit: bool = False, fill: str = ADD, hole: str = CUT) -> str:
    """Return an almond eye with a round or slit pupil."""
    lid = path(
        f"M{x - w / 2} {y} Q{x} {y - h} {x + w / 2} {y} Q{x} {y + h} {x - w / 2} {y}Z",
        fill,
    )
    pupil = ellipse(x, y, w * 0.07, h * 0.46, hole) if slit else circle(x, y, h * 0.34, hole)
    return lid + pupil


def bat_wing(root: Point, wrist: Point, tips: Sequence[Point], hip: Point, *, sag: float = 0.28) -> str:
    """Return a leather wing: arm from ``root`` to ``wrist``, a finger to each tip, webs that hang between them."""
    outline = f"M{root[0]} {root[1]} L{wrist[0]} {wrist[1]} L{tips[0][0]} {tips[0][1]}"
    previous = tips[0]
    for tip in [*tips[1:], hip]:
        mx, my = (previous[0] + tip[0]) / 2, (previous[1] + tip[1]) / 2
        cx, cy = mx + (wrist[0] - mx) * sag, my + (wrist[1] - my) * sag
        outline += f" Q{cx:.1f} {cy:.1f} {tip[0]} {tip[1]}"
        previous = tip
    claw = lens(wrist, (wrist[0] * 1.25 - root[0] * 0.25, wrist[1] * 1.25 - root[1] * 0.25), 5)
    return path(outline + "Z") + claw


def wing_bones(root: Point, wrist: Point, tips: Sequence[Point], width: float, colour: str = ADD) -> str:
    """Return the arm and finger bones of the wing that :func:`bat_wing` draws."""
    bones = lens(wrist, root, width * 1.4, colour)
    for tip in tips:
        bones += lens(tip, wrist, width, colour)
    return bones


def jagged(points: Sequence[Point], roughness: float, seed: int, *, depth: int = 3) -> list[Point]:
    """Return ``points`` with every stretch broken ``depth`` times by a random bend of ``roughness`` of its length."""
    rng = np.random.default_rng(seed)
    current = list(points)
    for _ in range(depth):
        finer: list[Point] = []
        for a, b in pairwise(current):
            length = math.hypot(b[0] - a[0], b[1] - a[1])
            bend = float(rng.uniform(-1, 1)) * roughness * length
            nx, ny = -(b[1] - a[1]) / (length or 1), (b[0] - a[0]) / (length or 1)
            finer += [a, ((a[0] + b[0]) / 2 + nx * bend, (a[1] + b[1]) / 2 + ny * bend)]
        current = [*finer, current[-1]]
    return current
