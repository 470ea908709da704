"""Dice, counters and symbols: cubes seen from above, a Sanity dial, the Time counter, marks for gains and prices."""

from __future__ import annotations

import math
from functools import partial

import numpy as np
from scipy.ndimage import gaussian_filter

from sprites.generator import carve, vector
from sprites.generator.canvas import put
from sprites.generator.catalogue import Sprite
from sprites.generator.icons import placed
from sprites.generator.palette import (
    BONE,
    CULT_GREEN,
    DEATH,
    DESTRUCTION,
    EVIL,
    GOLD,
    INK,
    LIGHT_GOLD,
    OXBLOOD,
    RAID_BLUE,
    SEA_GREEN,
    Colour,
    mix,
    rgb,
)
from sprites.generator.textures import Array, flat, noise, smoothstep
from sprites.generator.vector import CUT, circle, ellipse, lens, path, polar, poly, rect, ring, star_points

SIDE = 256
SIZE = (SIDE, SIDE)
VIEW = (100.0, 100.0)
GREY = rgb("#857B6C")


def shape(body: str, side: int = SIDE) -> Array:
    """Return a fragment of 100 units as a mask."""
    return vector.mask(body, (side, side), VIEW)


def lit(colour: Colour, side: int, high: float = 1.18, low: float = 0.84) -> Array:
    """Return a square of ``colour`` with light from the top left."""
    y, x = np.mgrid[0:side, 0:side].astype(np.float32) / side
    tone = high + (low - high) * (0.3 * x + 0.7 * y)
    return np.clip(flat((side, side), colour) * tone[..., None], 0, 1).astype(np.float32)


def cutout(picture: Array, alpha: Array, *, drop: float = 0.0, move: tuple[float, float] = (0, 0), blur: float = 5.0) -> Array:
    """Return ``picture`` as RGBA through ``alpha``, on a soft shadow of opacity ``drop``."""
    if drop <= 0:
        return np.dstack([np.clip(picture, 0, 1), alpha]).astype(np.float32)
    dark = carve.moved(gaussian_filter(alpha, blur), *move) * drop
    total = alpha + dark * (1 - alpha)
    share = np.where(total > 0, alpha / np.maximum(total, 1e-6), 0)[..., None]
    return np.dstack([np.clip(picture * share, 0, 1), total]).astype(np.float32)


def cube(colour: Colour, mark: str, ink: Colour, seed: int) -> Array:
    """Return a die of ``colour`` whose upper face carries ``mark`` (100 units) in ``ink``."""
    body = shape(rect(7, 6, 86, 86, r=17))
    face = shape(rect(12, 10, 76, 75, r=13))
    side = lit(mix(colour, (0, 0, 0), 0.48), SIDE, 1.1, 0.7)
    put(side, face, lit(colour, SIDE))
    side *= 1 + 0.035 * noise(SIZE, 1.3, seed)[..., None]
    edge = carve.rim(face, (-0.5, -0.9), 4) * 0.8
    put(side, edge, mix(colour, BONE, 0.55))
    put(side, carve.rim(face, (0.5, 0.9), 4) * 0.5, mix(colour, (0, 0, 0), 0.6))
    stamped = carve.bleed(shape(mark), seed + 3, blur=1.0, specks=0.003)
    put(side, carve.moved(gaussian_filter(stamped, 1.5), 1.5, 3) * face, mix(colour, (0, 0, 0), 0.75), 0.75)
    put(side, stamped, ink)
    outline = np.clip(gaussian_filter(body, 1.2), 0, 1)
    put(side, np.clip(body - shape(rect(9, 8, 82, 82, r=15.5)), 0, 1), INK, 0.9)
    return cutout(side, smoothstep(0.3, 0.7, outline), drop=0.6, move=(3, 7), blur=5)


def evil_mark() -> str:
    """Return an eye in a disc."""
    return circle(50, 47.5, 31) + path("M24 47.5 Q50 22 76 47.5 Q50 73 24 47.5Z", CUT) + circle(50, 47.5, 13) + ellipse(50, 47.5, 3.6, 10.5, CUT)


def death_mark() -> str:
    """Return a skull in a triangle."""
    frame = path("M50 13 L84 77 Q85 80 82 80 L18 80 Q15 80 16 77Z")
    skull = path("M50 34 C61 34 68 42 68 52 C68 59 65 62 61 64 L61 75 L39 75 L39 64 C35 62 32 59 32 52 C32 42 39 34 50 34Z", CUT)
    eyes = ellipse(42.5, 53, 5.4, 5.8) + ellipse(57.5, 53, 5.4, 5.8) + poly([(50, 58), (47, 64), (53, 64)])
    teeth = rect(44.5, 67, 2, 8) + rect(49, 67, 2, 8) + rect(53.5, 67, 2, 8)
    return frame + skull + eyes + teeth


def destruction_mark() -> str:
    """Return a flame in a square."""
    frame = rect(20, 17.5, 60, 60, r=3)
    flame = path("M52 20 C56 32 70 37 70 54 C70 66 61 74 50 74 C39 74 30 66 30 54 C30 45 35 41 38 34 C40 40 42 42 45 43 C44 34 46 26 52 20Z", CUT)
    heart = path("M50 46 C54 52 60 55 60 62 C60 68 56 71 50 71 C44 71 40 68 40 62 C40 57 44 55 45 51 C47 53 48 54 49 54 C49 51 49 48 50 46Z")
    return frame + flame + heart


def any_mark() -> str:
    """Return circle, triangle and square side by side: any face."""
    return circle(31, 30, 17) + poly([(69, 11), (89, 46), (49, 46)]) + rect(35, 52, 30, 30, r=2)


PIPS = {
    1: [(50, 47.5)],
    2: [(33, 31), (67, 64)],
    3: [(31, 29), (50, 47.5), (69, 66)],
    4: [(33, 31), (67, 31), (33, 64), (67, 64)],
    5: [(32, 30), (68, 30), (50, 47.5), (32, 65), (68, 65)],
    6: [(33, 28), (67, 28), (33, 47.5), (67, 47.5), (33, 67), (67, 67)],
}


def bone_die(value: int) -> Array:
    """Return a bone cube with the pips of ``value``."""
    return cube(rgb("#E9DCBC"), "".join(circle(x, y, 8.2) for x, y in PIPS[value]), rgb("#6E1A16") if value != 1 else rgb("#8A1F1A"), 60 + value)


def _medal(body: str, fill: Colour, mark: str, ink: Colour, seed: int, *, rule: str = "", side: int = 192) -> Array:
    """Return a flat printed mark: ink outline, fill with light, gold rule, symbol."""
    whole = shape(body, side)
    picture = flat((side, side), INK)
    inner = gaussian_filter(whole, 3.2)
    inside = smoothstep(0.93, 0.99, inner)
    put(picture, inside, lit(fill, side, 1.22, 0.80))
    put(picture, inside, flat((side, side), fill) * (1 + 0.06 * noise((side, side), 1.2, seed)[..., None]), 0.35)
    if rule:
        put(picture, carve.bleed(shape(rule, side), seed + 1, blur=0.5, specks=0.01), LIGHT_GOLD, 0.95)
    put(picture, carve.bleed(shape(mark, side), seed + 2, blur=0.7, specks=0.008), ink)
    return cutout(picture, whole, drop=0.45, move=(2, 4), blur=4)


SHIELD = "M50 95 C24 84 12 66 12 44 V12 Q32 14 50 6 Q68 14 88 12 V44 C88 66 76 84 50 95Z"
_SHIELD_RULE = "M50 87 C29 78 18.5 63 18.5 44 V18.6 Q35 19.6 50 13 Q65 19.6 81.5 18.6 V44 C81.5 63 71 78 50 87Z"



def cult_point() -> Array:
    """Return the gain of one Cult point: a green disc with a pentacle, no points around it."""
    return _medal(circle(50, 50, 46), CULT_GREEN, vector.chord_star(50, 50, 30, 5, 2, 4.6) + ring(50, 50, 31, 4), BONE, 11, rule=ring(50, 50, 40, 1.8))


def raid_shield() -> Array:
    """Return a god's strength: a blue shield, no points around it."""
    return _medal(path(SHIELD), RAID_BLUE, "", BONE, 21, rule=vector.stroke(_SHIELD_RULE, 2.0))


def investigator_shield() -> Array:
    """Return the Investigator's strength: an oxblood shield that points surround."""
    body = f'<g transform="translate(14 12) scale(0.72 0.76)">{path(SHIELD)}</g>' + _ring_of_points(path_only=True)
    inner = f'<g transform="translate(14 12) scale(0.72 0.76)">{vector.stroke(_SHIELD_RULE, 2.4)}</g>'
    return _medal(body, OXBLOOD, _ring_of_points(path_only=False), LIGHT_GOLD, 31, rule=inner)


def _ring_of_points(*, path_only: bool) -> str:
    """Return the points that mark a price, as outlines (``path_only``) or as their gold cores."""
    radius = 6.2 if path_only else 3.6
    spots = [(50, 7), (20, 10), (80, 10), (6, 30), (94, 30), (8, 56), (92, 56), (22, 80), (78, 80), (50, 94)]
    return "".join(circle(x, y, radius) for x, y in spots)


def sanity(*, price: bool) -> Array:
    """Return the mark of Sanity: a pale brain on a disc; with points around it when it is a price."""
    mark = placed("brain", 50, 50, 52 if price else 60)
    if not price:
        return _medal(circle(50, 50, 46), SEA_GREEN, mark, BONE, 41, rule=ring(50, 50, 40, 1.8))
    spots = [polar(50, 50, 43, i * 36 - 90) for i in range(10)]
    body = circle(50, 50, 37) + "".join(circle(x, y, 6.2) for x, y in spots)
    return _medal(body, rgb("#5A4638"), mark + "".join(circle(x, y, 3.6) for x, y in spots), BONE, 51)


DIAL_START, DIAL_STEP = 120.0, 25.0
"""Direction of 0 on the Sanity dial, and the turn from one value to the next, in degrees (0 right, 90 down)."""


def sanity_dial() -> Array:
    """Return the dial of one cultist: thirteen places from 0 (lower left) over the top to 12, no digits, no hand."""
    side = 512
    picture = lit(rgb("#D9C8A0"), side, 1.08, 0.84)
    picture *= 1 + 0.05 * noise((side, side), 1.6, 61)[..., None]
    put(picture, shape(ring(50, 50, 46, 7), side), mix(INK, (0, 0, 0), 0.2))
    put(picture, carve.bleed(shape(ring(50, 50, 46, 1.4) + ring(50, 50, 41.4, 0.8), side), 62, blur=0.7, specks=0.01), LIGHT_GOLD)
    marks, studs = [], []
    for value in range(13):
        angle = DIAL_START + value * DIAL_STEP
        studs.append(circle(*polar(50, 50, 34.5, angle), 4.6))
        marks.append(lens(polar(50, 50, 28, angle), polar(50, 50, 24 if value % 3 else 20, angle), 1.7 if value % 3 else 2.6))
    put(picture, carve.bleed(shape("".join(studs), side), 63, specks=0.004), INK, 0.92)
    put(picture, carve.bleed(shape("".join(marks), side), 65, specks=0.004), OXBLOOD)
    arc = "".join(lens(polar(50, 50, 38.8, DIAL_START + i * 5), polar(50, 50, 38.8, DIAL_START + i * 5 + 4), 0.5 + 1.5 * i / 60) for i in range(61))
    put(picture, carve.bleed(shape(arc, side), 66, blur=0.7), mix(SEA_GREEN, INK, 0.3))
    put(picture, carve.bleed(shape(placed("brain", 50, 50, 26), side), 64), INK, 0.30)
    put(picture, carve.bleed(shape(poly(star_points(50, 88, 4, 5, inner=0.4)), side), 67), GOLD)
    return cutout(picture, shape(circle(50, 50, 49), side), drop=0.5, move=(3, 5), blur=6)


def sanity_hand() -> Array:
    """Return the hand of the dial, pointing right, its axis in the middle of the picture."""
    side = 512
    body = poly([(46, 47.4), (76, 49.2), (82, 50), (76, 50.8), (46, 52.6), (30, 53.6), (26, 50), (30, 46.4)]) + circle(50, 50, 5.4)
    mask = shape(body, side)
    picture = lit(OXBLOOD, side, 1.4, 0.9)
    put(picture, np.clip(mask - smoothstep(0.9, 0.98, gaussian_filter(mask, 2.2)), 0, 1), INK)
    put(picture, shape(circle(50, 50, 2.6), side), LIGHT_GOLD)
    return cutout(picture, mask, drop=0.55, move=(2, 4), blur=3)


def time_counter(*, watch: bool) -> Array:
    """Return the ten-sided Time counter: its Watch face, or the plain face that takes the round's number."""
    side = 512
    corners = [polar(50, 50, 47, -90 + i * 36) for i in range(10)]
    body = shape(poly(corners), side)
    picture = lit(rgb("#6E1F1A"), side, 1.2, 0.7)
    for i in range(10):
        a, b = corners[i], corners[(i + 1) % 10]
        inner_a, inner_b = polar(50, 50, 31, -90 + i * 36), polar(50, 50, 31, -54 + i * 36)
        facing = math.cos(math.radians(-72 + i * 36 + 125))
        put(picture, shape(poly([a, b, inner_b, inner_a]), side), mix(rgb("#6E1F1A"), BONE if facing > 0 else (0, 0, 0), abs(facing) * 0.34))
    face = shape(poly([polar(50, 50, 31, -90 + i * 36) for i in range(10)]), side)
    put(picture, face, lit(rgb("#7A2620"), side, 1.15, 0.9))
    picture *= 1 + 0.04 * noise((side, side), 1.5, 71)[..., None]
    lines = "".join(vector.line([corners[i], polar(50, 50, 31, -90 + i * 36)], 0.9) for i in range(10))
    lines += "".join(vector.line([polar(50, 50, 31, -90 + i * 36), polar(50, 50, 31, -54 + i * 36)], 1.1) for i in range(10))
    put(picture, carve.bleed(shape(lines, side), 72, blur=0.7), LIGHT_GOLD, 0.75)
    if watch:
        dial = shape(circle(50, 50, 23), side)
        put(picture, dial, lit(rgb("#E6D8B8"), side))
        ticks = "".join(lens(polar(50, 50, 21, i * 30), polar(50, 50, 17.4, i * 30), 1.5) for i in range(12))
        hands = lens(polar(50, 50, 4, 100), polar(50, 50, 17, -80), 2) + lens(polar(50, 50, 4, 210), polar(50, 50, 12, 30), 2.4) + circle(50, 50, 1.8)
        put(picture, carve.bleed(shape(ring(50, 50, 23, 1.8) + ticks + hands, side), 73, blur=0.7), INK)
    else:
        put(picture, carve.bleed(shape(ring(50, 50, 24, 0.9), side), 74, blur=0.6), LIGHT_GOLD, 0.7)
    put(picture, np.clip(body - shape(poly([polar(50, 50, 45.6, -90 + i * 36) for i in range(10)]), side), 0, 1), INK)
    return cutout(picture, body, drop=0.6, move=(3, 6), blur=6)


def sprites() -> list[Sprite]:
    """Return dice, counters and symbols."""
    white = BONE
    faces = {
        "E": partial(cube, EVIL, evil_mark(), white, 1),
        "D": partial(cube, mix(DEATH, BONE, 0.06), death_mark(), white, 2),
        "X": partial(cube, DESTRUCTION, destruction_mark(), white, 3),
        "any": partial(cube, GREY, any_mark(), white, 4),
        "blank": partial(cube, GREY, "", white, 5),
    }
    found = [Sprite(f"kingsport/dice/{name}.png", draw) for name, draw in faces.items()]
    found += [Sprite(f"dice/d6_{value}.png", partial(bone_die, value)) for value in PIPS]
    found += [
        Sprite("kingsport/symbols/cult_point.png", cult_point),
        Sprite("kingsport/symbols/strength.png", raid_shield),
        Sprite("kingsport/symbols/investigator_strength.png", investigator_shield),
        Sprite("kingsport/symbols/sanity_gain.png", partial(sanity, price=False)),
        Sprite("kingsport/symbols/sanity_price.png", partial(sanity, price=True)),
        Sprite("kingsport/sanity_dial.png", sanity_dial),
        Sprite("kingsport/sanity_hand.png", sanity_hand),
        Sprite("kingsport/time_counter.png", partial(time_counter, watch=False)),
        Sprite("kingsport/time_watch.png", partial(time_counter, watch=True)),
    ]
    return found
