"""The frames of Kingsport's cards: god front, investigator front, back.

All measures are in a drawing of 600x840 units; ``kingsport/card_layout.yaml`` has those that the screens need, in the
960x1344 pixels of the finished card. Nothing here writes a word: names, costs and texts are laid over at run time.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from scipy.ndimage import gaussian_filter

from sprites.generator import carve, vector
from sprites.generator.canvas import put, shadow
from sprites.generator.palette import (
    AGED,
    BONE,
    GALL,
    GOLD,
    INK,
    LIGHT_GOLD,
    OXBLOOD,
    PARCHMENT,
    Colour,
    mix,
    rgb,
)
from sprites.generator.textures import Array, flat, night_sky, noise, parchment, smoothstep, stars, vignette
from sprites.generator.vector import chord_star, circle, frame, line, path, polar, poly, rect, ring, star_points

WIDTH, HEIGHT = 960, 1344
SIZE = (WIDTH, HEIGHT)
VIEW = (600.0, 840.0)
UNIT = WIDTH / VIEW[0]
PICTURE_VIEW = (504.0, 372.0)
PICTURE_BOX = (48.0, 118.0, 504.0, 372.0)
PORTRAIT_VIEW = (504.0, 420.0)
PORTRAIT_BOX = (48.0, 118.0, 504.0, 420.0)

Box = tuple[float, float, float, float]


def pixels(box: Box) -> tuple[int, int, int, int]:
    """Return a box of units as whole pixels."""
    x, y, w, h = (round(v * UNIT) for v in box)
    return x, y, w, h


def card_mask(body: str) -> Array:
    """Return a fragment in card units as a mask of the whole card."""
    return vector.mask(body, SIZE, VIEW)


def _print(card: Array, body: str, colour: Colour, seed: int, *, opacity: float = 1.0, blur: float = 1.0) -> Array:
    shape = carve.bleed(card_mask(body), seed, blur=blur, specks=0.006)
    put(card, shape, colour, opacity)
    return shape


def outline() -> Array:
    """Return the silhouette of a card with its round corners, as opacity."""
    return card_mask(rect(0, 0, 600, 840, r=30))


def _lozenge(x: float, y: float, r: float) -> str:
    return poly([(x, y - r), (x + r * 0.8, y), (x, y + r), (x - r * 0.8, y)])


def _corner_ornament(level: int) -> str:
    """Return the ornament of the upper left corner, drawn between gold rule and picture; richer with every level."""
    parts = []
    if level == 1:
        parts.append(line([(40, 66), (40, 40), (66, 40)], 1.6) + circle(40, 40, 4))
    elif level == 2:
        parts.append(line([(40, 84), (40, 40), (84, 40)], 1.6) + _lozenge(40, 40, 8) + circle(84, 40, 2.6) + circle(40, 84, 2.6))
    elif level == 3:
        parts.append(vector.stroke("M40 100 L40 56 Q40 40 56 40 L100 40", 2))
        parts.append(vector.stroke("M34 60 Q52 58 54 34", 1.6) + circle(42, 42, 4.5) + circle(100, 40, 3) + circle(40, 100, 3))
    elif level == 4:
        width = vector.taper(6.5, 1.4)
        parts.append(vector.limb(vector.spiral(52, 52, 18, 1.35, 200, inner=0.15), width, steps=4))
        parts.append(line([(34, 58), (34, 118)], 1.8) + line([(58, 34), (112, 34)], 1.8) + _lozenge(34, 124, 5) + _lozenge(119, 34, 5))
    elif level == 5:
        parts.append(chord_star(50, 50, 20, 7, 3, 1.5) + ring(50, 50, 20, 1.6) + circle(50, 50, 4))
        parts.append(line([(35, 74), (35, 128)], 2.4) + line([(74, 35), (122, 35)], 2.4) + _lozenge(35, 134, 6) + _lozenge(129, 35, 6))
    else:
        parts.append(poly(star_points(50, 50, 22, 12, inner=0.45)) + circle(50, 50, 8, vector.CUT) + circle(50, 50, 4.5))
        parts.append(line([(35, 76), (35, 140)], 3) + line([(76, 35), (136, 35)], 3) + _lozenge(35, 148, 7) + _lozenge(144, 35, 7))
    return "".join(parts)


def _side_ornament(level: int) -> str:
    """Return what runs down the left edge beside the text, without touching it."""
    if level <= 2:
        return ""
    parts = []
    top, bottom = 560, 730
    if level == 3:
        parts += [circle(38, y, 2.2) for y in range(top, bottom, 24)]
    elif level == 4:
        parts += [_lozenge(38, y, 5) for y in range(top, bottom, 30)]
        parts += [circle(38, y + 15, 1.7) for y in range(top, bottom - 20, 30)]
    elif level == 5:
        for i, y in enumerate(range(top, bottom, 34)):
            parts.append(poly(star_points(38, y, 7, 5, inner=0.42)) if i % 2 else ring(38, y, 4.4, 1.8) + circle(39.4, y, 3.2))
    else:
        parts += [poly(star_points(38, y, 8, 8, inner=0.4)) for y in range(top, bottom, 28)]
    return "".join(parts)


def spandrels(level: int, view: tuple[float, float]) -> tuple[str, str]:
    """Return the masonry that narrows the picture's window towards its top, and the gold line work upon it.

    The window is square at level I, cut at II, shouldered at III, an arch at IV, a pointed arch at V, a sun's at VI.
    """
    w, h = view
    if level == 1:
        return "", ""
    if level == 2:
        solid = poly([(0, 0), (44, 0), (0, 44)])
        gold = line([(52, 6), (6, 52)], 1.8) + circle(14, 14, 3.2)
    elif level == 3:
        solid = path("M0 0 H64 V14 Q64 34 44 34 H34 V44 Q34 64 14 64 H0Z")
        gold = vector.stroke("M72 6 V14 Q72 42 44 42 H42 V44 Q42 72 14 72 H6", 1.8) + _lozenge(20, 20, 8)
    elif level == 4:
        solid = path(f"M0 0 H{w / 2} C{w * 0.25} 0 0 {h * 0.18} 0 {h * 0.5}Z")
        gold = vector.stroke(f"M{w / 2} 7 C{w * 0.27} 8 10 {h * 0.19} 8 {h * 0.5}", 1.8)
        gold += vector.limb(vector.spiral(34, 34, 16, 1.3, 200, inner=0.15), vector.taper(5, 1.2), steps=4)
    elif level == 5:
        solid = path(f"M0 0 H{w / 2} C{w * 0.34} 22 {w * 0.06} 44 0 {h * 0.62}Z")
        gold = vector.stroke(f"M{w / 2} 8 C{w * 0.35} 31 {w * 0.075} 52 8 {h * 0.62}", 2.0)
        gold += chord_star(38, 38, 20, 7, 3, 1.4) + ring(38, 38, 20, 1.4)
        gold += poly(star_points(96, 22, 6, 5, inner=0.4)) + poly(star_points(24, 100, 6, 5, inner=0.4))
    else:
        solid = path(f"M0 0 H{w / 2} A{w / 2} {w / 2} 0 0 0 0 {w * 0.46}Z")
        gold = vector.stroke(f"M{w / 2} 8 A{w / 2 - 8} {w / 2 - 8} 0 0 0 8 {w * 0.46}", 2.2)
        for angle in range(0, 91, 15):
            a, b = polar(14, 14, 16, angle), polar(14, 14, 44 if angle % 30 else 60, angle)
            gold += vector.lens(a, b, 4)
        gold += circle(14, 14, 9)
    return vector.mirrored(solid, w / 2), vector.mirrored(gold, w / 2)


def _window(card: Array, picture: Array, box: Box, seed: int, *, radius: float = 10.0, gold: float = 1.6) -> None:
    """Set a picture into the card: ink frame of 4 units, the print itself, gold rule inside."""
    x, y, w, h = box
    px, py, pw, ph = pixels(box)
    outer = card_mask(rect(x - 4, y - 4, w + 8, h + 8, r=radius + 3))
    shadow(card, outer, blur=6, opacity=0.45, move=(2, 4))
    put(card, carve.bleed(outer, seed, blur=0.8, specks=0.004), INK)
    sheet = flat(SIZE, INK)
    sheet[py : py + ph, px : px + pw] = picture
    put(card, card_mask(rect(x, y, w, h, r=radius)), sheet)
    rule = card_mask(frame(x + 7, y + 7, w - 14, h - 14, gold, r=radius - 4))
    put(card, carve.bleed(rule, seed + 3, blur=0.5, specks=0.03), GOLD, 0.9)


def _sheet(base: Colour, seed: int, accent: Colour, ornament: str) -> Array:
    """Return paper, ink border with a worn inner rim, gold rule and ornament: the ground of every front."""
    card = parchment(SIZE, base, seed, scale=UNIT, edge=52)
    border = card_mask(rect(0, 0, 600, 840) + rect(18, 18, 564, 804, vector.CUT, r=14))
    wear = noise(SIZE, 1.0, seed + 21)
    ink = np.clip(carve.bleed(border, seed + 20, blur=1.2, rough=0.16, specks=0.004), 0, 1)
    put(card, ink, mix(INK, (0, 0, 0), 0.25))
    put(card, ink * smoothstep(1.9, 3.0, wear), AGED, 0.35)
    rule = carve.bleed(card_mask(frame(28, 28, 544, 784, 2.4, r=8)), seed + 22, blur=0.6, specks=0.03)
    put(card, rule, GOLD, 0.95)
    if ornament:
        shape = carve.bleed(card_mask(ornament), seed + 23, blur=0.5, specks=0.02)
        put(card, shape, mix(GOLD, accent, 0.45), 0.95)
    return card


def _ribbon(card: Array, y: float, seed: int) -> None:
    """Lay the name ribbon across the foot of the picture: ink, a parchment face, notched ends."""
    x, w, h = 36.0, 528.0, 66.0
    notch = 15.0

    def shape(inset: float, cut: float) -> str:
        a, b, c, d = x + inset, x + w - inset, y + inset, y + h - inset
        return poly([(a, c), (b, c), (b - cut, (c + d) / 2), (b, d), (a, d), (a + cut, (c + d) / 2)])

    outer = card_mask(shape(0, notch))
    shadow(card, outer, blur=7, opacity=0.6, move=(2, 6))
    put(card, carve.bleed(outer, seed, blur=0.9, specks=0.004), INK)
    face = carve.bleed(card_mask(poly([(x + 26, y + 5), (x + w - 26, y + 5), (x + w - 26, y + h - 5), (x + 26, y + h - 5)])), seed + 1, specks=0.0)
    tails = card_mask(shape(5, notch + 1) + rect(x + 22, y, w - 44, h, vector.CUT))
    paper = parchment(SIZE, PARCHMENT, seed + 2, scale=UNIT, edge=0)
    put(card, face, paper)
    put(card, tails, paper * 0.78)
    hair = card_mask(line([(x + 34, y + 10.5), (x + w - 34, y + 10.5)], 1.1) + line([(x + 34, y + h - 10.5), (x + w - 34, y + h - 10.5)], 1.1))
    put(card, hair, GOLD, 0.8)


def _divider(card: Array, y: float, accent: Colour, seed: int) -> None:
    """Print the rule that parts two texts, with a lozenge in its middle."""
    left = card_mask(vector.lens((548, y), (300, y), 2.6) + vector.lens((52, y), (300, y), 2.6))
    put(card, carve.bleed(left, seed, blur=0.5, specks=0.01), GOLD, 0.8)
    _print(card, _lozenge(300, y, 7.5), accent, seed + 2, blur=0.7)


def _level_seal(card: Array, seed: int, fill: Colour, *, x: float = 514.0, y: float = 76.0, r: float = 38.0) -> None:
    """Print the round seal that takes the level's numeral: ink, gold ring, coloured ground with a soft light."""
    disc = card_mask(circle(x, y, r))
    shadow(card, disc, blur=6, opacity=0.5, move=(2, 4))
    put(card, carve.bleed(disc, seed, blur=0.8, specks=0), INK)
    put(card, card_mask(ring(x, y, r - 6, 3.2)), LIGHT_GOLD, 0.95)
    core = card_mask(circle(x, y, r - 8))
    tone = np.clip(1.18 - 0.30 * (np.arange(HEIGHT, dtype=np.float32) / UNIT - (y - r)) / (2 * r), 0.75, 1.2)
    put(card, core, flat(SIZE, fill) * tone[:, None, None])


def finish(card: Array) -> Array:
    """Return the card as RGBA with rounded corners."""
    return np.dstack([np.clip(card, 0, 1), outline()]).astype(np.float32)


LEVEL_PAPER: dict[int, Colour] = {
    1: rgb("#E8DCBF"),
    2: rgb("#E6D8B8"),
    3: rgb("#DFD3B2"),
    4: rgb("#E0CFA6"),
    5: rgb("#D9C8A0"),
    6: rgb("#D2BE93"),
}
LEVEL_ACCENT: dict[int, Colour] = {
    1: OXBLOOD,
    2: OXBLOOD,
    3: rgb("#2F5F57"),
    4: rgb("#2F5F57"),
    5: rgb("#4A2A6E"),
    6: rgb("#1F1D22"),
}


def god_front(level: int, picture: Array, seed: int) -> Array:
    """Return the front of a god of ``level`` (1 to 6) around its picture, as RGBA."""
    accent = LEVEL_ACCENT[level]
    ornament = vector.mirrored(_side_ornament(level), 300)
    corner = _corner_ornament(level)
    ornament += f'<g transform="translate(0 840) scale(1 -1)">{vector.mirrored(corner, 300) if level < 4 else ""}</g>'
    card = _sheet(LEVEL_PAPER[level], seed, accent, ornament)
    framed = picture.copy()
    size = (picture.shape[1], picture.shape[0])
    solid, gold = spandrels(level, PICTURE_VIEW)
    if solid:
        stone = vector.mask(solid, size, PICTURE_VIEW)
        shadow(framed, stone, blur=8, opacity=0.6, move=(0, 4))
        put(framed, carve.bleed(stone, seed + 50, blur=0.9, specks=0.003), mix(INK, accent, 0.22))
        put(framed, carve.bleed(vector.mask(gold, size, PICTURE_VIEW), seed + 51, blur=0.5, specks=0.01), LIGHT_GOLD, 0.95)
    _window(card, framed, PICTURE_BOX, seed + 30)
    _ribbon(card, 466, seed + 40)
    _divider(card, 634, accent, seed + 44)
    _level_seal(card, seed + 46, mix(OXBLOOD, accent, 0.0 if level < 3 else 0.75))
    return finish(card)


def investigator_front(portrait: Array, seed: int) -> Array:
    """Return the front of an investigator around the portrait: a case file with photograph corners, as RGBA."""
    blue = rgb("#2C4A66")
    ornament = "".join(vector.stroke(f"M{x} {y + 26 * sy} V{y} H{x + 26 * sx}", 1.8) + circle(x + 7 * sx, y + 7 * sy, 2.2)
                       for x, y, sx, sy in ((38, 38, 1, 1), (562, 38, -1, 1), (38, 802, 1, -1), (562, 802, -1, -1)))
    card = _sheet(rgb("#DDD3BC"), seed, blue, ornament)
    _window(card, portrait, PORTRAIT_BOX, seed + 30, radius=6)
    x, y, w, _ = PORTRAIT_BOX
    for cx, cy, sx, sy in ((x, y, 1, 1), (x + w, y, -1, 1)):
        corner = card_mask(poly([(cx - 8 * sx, cy - 8 * sy), (cx + 40 * sx, cy - 8 * sy), (cx - 8 * sx, cy + 40 * sy)]))
        shadow(card, corner, blur=4, opacity=0.5, move=(2, 3))
        put(card, carve.bleed(corner, seed + 60), rgb("#3A2E24"))
        put(card, card_mask(line([(cx + 30 * sx, cy - 4 * sy), (cx - 4 * sx, cy + 30 * sy)], 1.4)), GOLD, 0.8)
    _ribbon(card, 510, seed + 40)
    _divider(card, 694, blue, seed + 44)
    boxes = "".join(frame(48 + i * 172, 706, 160, 96, 2.2, r=8) for i in range(3))
    wash = "".join(rect(48 + i * 172, 706, 160, 96, r=8) for i in range(3))
    put(card, card_mask(wash), mix(AGED, rgb("#8A7A58"), 0.35), 0.35)
    _print(card, boxes, GALL, seed + 70, blur=0.7, opacity=0.9)
    return finish(card)


BACK_GROUND = rgb("#070A12")


def back(
    top: Colour,
    bottom: Colour,
    ornament: Colour,
    emblem: Callable[[], str],
    corner: Callable[[], str],
    lozenges: int,
    seed: int,
    *,
    metal: Colour = GOLD,
    ground: Colour = BACK_GROUND,
) -> Array:
    """Return a card back: night, cuts, two rules, corner pieces, a ring with its emblem, a count of lozenges."""
    card = night_sky(SIZE, top, bottom, seed)
    put(card, stars(SIZE, 150, seed + 1, scale=1.25), BONE, 0.8)
    half = math.hypot(*VIEW) / 2
    cuts = carve.rays((300, 420), half, 72, seed + 2, start=0.38)
    put(card, carve.bleed(card_mask(cuts), seed + 3, blur=0.8, specks=0), ornament, 0.38)
    card *= vignette(SIZE, 0.6)[..., None]
    border = card_mask(rect(0, 0, 600, 840) + rect(16, 16, 568, 808, vector.CUT, r=16))
    put(card, carve.bleed(border, seed + 4, rough=0.14, specks=0.002), mix(top, (0, 0, 0), 0.7))
    rules = card_mask(frame(26, 26, 548, 788, 2.4, r=9) + frame(34, 34, 532, 772, 1.4, r=6))
    put(card, carve.bleed(rules, seed + 5, blur=0.5, specks=0.03), metal, 0.95)
    one = corner()
    both = vector.mirrored(one, 300)
    pieces = both + f'<g transform="translate(0 840) scale(1 -1)">{both}</g>'
    raw = card_mask(pieces) * card_mask(rect(36, 36, 528, 768, r=5))
    shape = carve.bleed(raw, seed + 6, specks=0.01)
    shadow(card, shape, blur=8, opacity=0.7, move=(3, 5))
    put(card, shape, mix(ornament, top, 0.30))
    lines = carve.engraving(raw, (-0.6, -0.8), seed + 7, depth=18)
    put(card, lines * shape, mix(ornament, BONE, 0.35), 0.6)
    put(card, carve.rim(raw, (-0.6, -0.8), 5) * shape, mix(ornament, BONE, 0.45), 0.8)
    disc = card_mask(circle(300, 420, 165))
    shadow(card, disc, blur=16, opacity=0.6)
    put(card, carve.bleed(disc, seed + 8, specks=0), ground)
    put(card, gaussian_filter(card_mask(circle(300, 420, 60)), 60) * disc, ornament, 0.35)
    ring_lines = card_mask(ring(300, 420, 165, 4) + ring(300, 420, 155, 1.4))
    put(card, carve.bleed(ring_lines, seed + 9, blur=0.6, specks=0.02), metal)
    put(card, carve.bleed(card_mask(emblem()), seed + 10, blur=0.6, specks=0.008), LIGHT_GOLD)
    diamonds = "".join(_lozenge(300 + (i - (lozenges - 1) / 2) * 26, 660, 9) for i in range(lozenges))
    diamonds += f'<g transform="translate(0 840) scale(1 -1)">{diamonds}</g>'
    put(card, carve.bleed(card_mask(diamonds), seed + 11, blur=0.6), metal)
    return finish(card)
