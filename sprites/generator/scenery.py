"""Large grounds: the table, the night village of the title with its three doors, curtain, result.

Grounds are 3840x2160 and written as JPEG, which is small and quick to load; doors are prints of their own in PNG.
"""

from __future__ import annotations

import math
from functools import partial

import numpy as np

from sprites.generator import carve, horizons, vector
from sprites.generator.canvas import Scene, put
from sprites.generator.catalogue import Sprite
from sprites.generator.icons import placed
from sprites.generator.palette import (
    BONE,
    GOLD,
    INK,
    MOON,
    PANEL_INK,
    WOOD,
    WOOD_DARK,
    Colour,
    mix,
    rgb,
)
from sprites.generator.textures import Array, grid, light_pool, noise, planks, smoothstep
from sprites.generator.vector import (
    CUT,
    circle,
    ellipse,
    eye,
    frame,
    lens,
    limb,
    line,
    mirrored,
    path,
    polar,
    poly,
    rect,
    ring,
    stroke,
    taper,
)

GROUND = (3840, 2160)
HALF = (1920, 1080)
GROUND_VIEW = (1920.0, 1080.0)
DOOR = (760, 1444)
DOOR_VIEW = (380.0, 722.0)
LEAF = (0.17, 0.17, 0.66, 0.80)
"""The opening of every door, in shares of the picture: left, top, width, height; its head is a half circle."""


def _doubled(picture: Array) -> Array:
    """Return a picture at twice its size: for soft grounds whose fine grain is added afterwards."""
    from scipy.ndimage import zoom

    return np.clip(zoom(picture, (2, 2, 1), order=1), 0, 1).astype(np.float32)


def _grain(picture: Array, seed: int, amount: float) -> Array:
    height, width = picture.shape[:2]
    tile = noise((1024, 1024), 1.1, seed)
    whole = np.tile(tile, (math.ceil(height / 1024), math.ceil(width / 1024)))[:height, :width]
    return np.clip(picture * (1 + amount * whole[..., None]), 0, 1).astype(np.float32)


def table(*, pool: float = 1.0, dim: float = 1.0, seed: int = 700) -> Array:
    """Return a table top of dark planks under a warm lamp of strength ``pool``."""
    wood = planks(GROUND, mix(WOOD_DARK, (0, 0, 0), 0.45), WOOD, seed, scale=4.0, count=6)
    glow = light_pool(GROUND, (1920, 960), (1750, 1180))[..., None]
    warm = np.array([1.05, 0.95, 0.80], np.float32)
    wood *= (0.34 + 0.80 * pool * glow * warm) * dim
    return _grain(wood.astype(np.float32), 5, 0.03)


def backdrop() -> Array:
    """Return the ground of the plain screens: the same table with its lamp turned low."""
    return table(pool=0.62, dim=0.85, seed=740)


def title() -> Array:
    """Return the village by night from the hill: sea, moon, roofs with a few lit panes, a bell that leans."""
    s = Scene(GROUND, GROUND_VIEW, 800)
    s.key = rgb("#0C1418")
    s.sky(rgb("#070B16"), rgb("#23504E"), star_count=520, bend=0.08)
    moon = (1256.0, 96.0)
    s.glow(moon, 430, MOON, 0.42)
    s.rays(moon, rgb("#7FA79A"), count=150, start=0.14, opacity=0.30, width=(3, 8), length=(0.06, 0.22))
    s.disc(moon, 112, MOON, lines=12)
    clouds = "".join(limb([(x, y), (x + w * 0.5, y - 8), (x + w, y + 4)], vector.swell(2, h)) for x, y, w, h in ((1130, 128, 300, 13), (1250, 60, 240, 9), (60, 330, 330, 12), (880, 330, 300, 12), (1240, 120, 380, 12), (1560, 200, 320, 10)))
    s.paint(clouds, rgb("#1A3438"), 0.8)
    s.sea(640, rgb("#0F2A2E"), rgb("#5F9088"), gap=9, opacity=0.55)
    s.gleam(1256, 640, rgb("#D9C27A"), spread=120, opacity=0.75)
    s.block(horizons.ridge([(1340, 648), (1480, 622), (1580, 626), (1650, 604), (1760, 600), (1940, 560)], 690, 0.05, 3), colour=rgb("#132629"), rim=4, rim_colour=rgb("#6E9A90"), engrave=0.45, depth=50, keyline=0)
    lighthouse = poly([(1626, 620), (1638, 470), (1662, 470), (1674, 620)]) + rect(1634, 452, 32, 18) + path("M1632 452 L1650 432 L1668 452Z")
    s.block(lighthouse, colour=rgb("#1B2E30"), rim=4, rim_colour=rgb("#A9C8BC"), engrave=0.5, depth=16)
    s.paint(rect(1640, 455, 20, 12), rgb("#FFD98A"))
    x, _ = grid(GROUND)
    beam = s.mask(poly([(1650, 461), (760, 380), (760, 486)])) * smoothstep(760, 1650, x / s.unit)
    put(s.rgb, beam, rgb("#FFE9B0"), 0.26)
    hill = [(-20, 760), (200, 720), (460, 742), (700, 690), (930, 700), (1180, 730), (1460, 690), (1700, 710), (1940, 680)]
    s.block(horizons.ridge(hill, 1120, 0.02, 14), colour=rgb("#101C1D"), rim=5, rim_colour=rgb("#5E8A80"), engrave=0.45, depth=70, keyline=0, light=(0.2, -1))
    church = vector.group(horizons.steeple(0, 0, 62, 330), at=(690, 712))
    s.block(church, colour=rgb("#0C1517"), rim=5, rim_colour=rgb("#8FB4A8"), engrave=0.45, depth=30)
    s.paint(path("M678 512 q12 -26 24 0 v44 h-24Z"), rgb("#E8B24A"))
    bell = vector.group(path("M-9 -10 C-7 -16 7 -16 9 -10 L13 8 H-13Z") + circle(0, 11, 4), at=(690, 536), turn=24)
    s.paint(bell, rgb("#1A0E06"))
    s.paint("".join(path(f"M{x} 690 v-30 q8 -16 16 0 v30Z") for x in (742, 774, 806)), rgb("#E8B24A"), 0.9)
    for y, height, seed, colour in ((800, 120, 4, "#101A1C"), (900, 150, 11, "#0C1416"), (1030, 190, 23, "#080E10")):
        houses, lights = horizons.town(-30, 1950, y, height, seed)
        s.block(houses, colour=rgb(colour), rim=4, rim_colour=rgb("#6A948A"), engrave=0.35, depth=26, light=(0.25, -1), keyline=3)
        rng = np.random.default_rng(seed)
        lit = "".join(part + ">" for part in lights.split(">")[:-1] if rng.random() < 0.6)
        s.paint(lit, rgb("#FFD07A"))
        fog = "".join(limb([(x, y + 16), (x + 260, y + 2), (x + 560, y + 20)], vector.swell(6, 46)) for x in range(-200, 1900, 420))
        s.paint(fog, rgb("#3E6A66"), 0.22, blur=14, specks=0)
    s.block(horizons.bare_tree(44, 1090, 520, 5, lean=9), colour=rgb("#05090A"), rim=4, rim_colour=rgb("#5E8A80"), engrave=0, keyline=3)
    birds = "".join(stroke(f"M{x - 16} {y - 5} Q{x - 8} {y - 12} {x} {y} Q{x + 8} {y - 12} {x + 16} {y - 5}", 3.4) for x, y in ((760, 250), (800, 226), (846, 262), (980, 330), (1020, 312)))
    s.paint(birds, rgb("#0A1214"))
    column = np.exp(-(((x / 2 - 200) / 340) ** 2))[..., None] * 0.45
    s.rgb *= 1 - column
    shade = light_pool(GROUND, (2560, 1180), (1700, 1100))[..., None]
    s.rgb *= 0.80 + 0.20 * shade
    return _grain(s.finish(0.55), 6, 0.015)


def curtain() -> Array:
    """Return the curtain that falls between two people: heavy folds, a fringe, one eye woven into the middle."""
    s = Scene(HALF, GROUND_VIEW, 860)
    s.key = rgb("#1A0708")
    x, y = grid(HALF)
    sway = 26 * np.sin(y / 520) + 10 * noise(HALF, 2.0, 861)
    fold = 0.5 + 0.5 * np.sin((x + sway) / 46)
    fold2 = 0.5 + 0.5 * np.sin((x + sway) / 17 + 1.3)
    tone = (0.25 + 0.60 * fold**1.6 + 0.12 * fold2)[..., None]
    s.rgb = (np.asarray(rgb("#1C0708"), np.float32) + (np.asarray(rgb("#5E1A1A"), np.float32) - np.asarray(rgb("#1C0708"), np.float32)) * tone).astype(np.float32)
    cuts = []
    rng = np.random.default_rng(7)
    for _ in range(330):
        cx, cy = float(rng.uniform(0, 1920)), float(rng.uniform(0, 1000))
        length = float(rng.uniform(60, 220))
        cuts.append(lens((cx, cy), (cx + float(rng.uniform(-5, 5)), cy + length), float(rng.uniform(1.6, 3.6))))
    s.paint("".join(cuts), rgb("#8A3A30"), 0.30)
    s.paint(rect(-10, 1016, 1940, 14) + "".join(lens((i * 16, 1030), (i * 16 + 2, 1078), 8) for i in range(121)), rgb("#A8823C"), 0.75)
    s.paint(rect(-10, -10, 1940, 34), rgb("#0E0405"))
    s.paint(rect(-10, 26, 1940, 5), GOLD, 0.8)
    centre = (960.0, 500.0)
    body = ring(*centre, 250, 5) + ring(*centre, 236, 2) + vector.chord_star(*centre, 236, 9, 4, 3.2)
    s.paint(body, rgb("#B08A3E"), 0.42)
    s.paint(circle(*centre, 92), rgb("#12060A"), 0.9)
    s.paint(ring(*centre, 92, 4) + eye(*centre, 140, 82, slit=True), rgb("#C9A45A"), 0.62)
    s.rgb *= (0.42 + 0.75 * light_pool(HALF, (960, 520), (900, 640)))[..., None]
    return _grain(_doubled(s.finish(0.6)), 8, 0.02)


def result() -> Array:
    """Return the morning after: a wet quay, the sea gone out, one lantern still lit, far too many footprints."""
    s = Scene(GROUND, GROUND_VIEW, 900)
    s.key = rgb("#171412")
    s.sky(rgb("#1E2A36"), rgb("#B98A5E"), bend=0.10)
    s.clouds(rgb("#E8C89A"), amount=0.30, stretch=5)
    sun = (960.0, 600.0)
    s.glow(sun, 420, rgb("#F6DDA0"), 0.55)
    s.rays(sun, rgb("#F0D8A8"), count=120, start=0.22, opacity=0.32, width=(3, 9), length=(0.06, 0.2), spread=(180, 360))
    s.disc(sun, 150, rgb("#EFD390"), lines=10, shade=0.08)
    s.sea(612, rgb("#4A463E"), rgb("#D9BC8A"), gap=9, opacity=0.5)
    s.gleam(960, 612, rgb("#F6E2AE"), spread=130, opacity=0.8)
    left, _ = horizons.town(-30, 560, 690, 170, 31)
    right, _ = horizons.town(1380, 1950, 690, 170, 37)
    s.block(left + right + horizons.steeple(300, 680, 52, 330), colour=rgb("#2A2420"), rim=5, rim_colour=rgb("#E0B884"), engrave=0.4, depth=30)
    masts = "".join(line([(x, 700), (x, 440)], 6) + line([(x - 60, 520), (x + 60, 512)], 4) + path(f"M{x - 80} 690 h170 l-24 40 h-120Z") for x in (690, 1240))
    s.block(masts, colour=rgb("#241C18"), rim=4, rim_colour=rgb("#E0B884"), engrave=0.2, depth=8)
    quay = horizons.ridge([(-20, 800), (480, 786), (960, 800), (1440, 784), (1940, 800)], 1120, 0.006, 4)
    boards = "".join(line([(-20, y), (1940, y + 4)], 3, CUT) for y in (836, 884, 944, 1018))
    s.block(quay + boards, colour=rgb("#1C1714"), rim=5, rim_colour=rgb("#D9A870"), engrave=0.5, depth=60, light=(0, -1), keyline=0)
    rng = np.random.default_rng(3)
    prints = ""
    for i in range(26):
        t = i / 25
        px, py = 960 + math.sin(i * 1.3) * 60 * (0.4 + t) + (28 if i % 2 else -28) * (0.4 + t), 816 + 240 * t**1.5
        k = 0.35 + 0.75 * t
        foot = ellipse(0, 0, 10, 20) + "".join(limb([(d * 6, -16), (d * 11, -40)], taper(7, 2)) for d in (-1, 0, 1))
        prints += vector.group(foot, at=(px, py), scale=(k, k * 0.6), turn=180 + float(rng.uniform(-10, 10)))
    s.paint(prints, rgb("#6A5040"), 0.8)
    lamp = line([(1600, 1040), (1600, 560)], 14) + path("M1566 560 h68 l-10 76 h-48Z") + path("M1560 560 L1600 516 L1640 560Z")
    s.block(lamp, colour=rgb("#120E0C"), rim=5, rim_colour=rgb("#D9A870"), engrave=0.3, depth=12)
    s.paint(path("M1577 568 h46 l-7 58 h-32Z"), rgb("#FFD98A"))
    s.rgb *= 0.62
    return _grain(s.finish(0.6), 9, 0.015)


def _leaf_path(inset: float = 0.0, *, square: bool = False) -> str:
    w, h = DOOR_VIEW
    left, top, right, bottom = LEAF[0] * w + inset, LEAF[1] * h + inset, (LEAF[0] + LEAF[2]) * w - inset, (LEAF[1] + LEAF[3]) * h
    radius = (right - left) / 2
    if square:
        return path(f"M{left} {bottom} V{top} H{right} V{bottom}Z")
    return path(f"M{left} {bottom} V{top + radius} A{radius} {radius} 0 0 1 {right} {top + radius} V{bottom}Z")


def _voussoirs(outer: float, step: float, seed: int) -> str:
    """Return the stones around the opening, ``outer`` units deep, as one fragment with its joints cut."""
    w, h = DOOR_VIEW
    left, top, right, bottom = LEAF[0] * w, LEAF[1] * h, (LEAF[0] + LEAF[2]) * w, (LEAF[1] + LEAF[3]) * h
    cx, radius = w / 2, (right - left) / 2
    body = path(
        f"M{left - outer} {bottom} V{top + radius} A{radius + outer} {radius + outer} 0 0 1 {right + outer} {top + radius} V{bottom}Z"
    )
    joints = "".join(
        line([polar(cx, top + radius, radius - 2, a), polar(cx, top + radius, radius + outer + 2, a)], 3, CUT) for a in np.linspace(180, 360, 10)
    )
    rng = np.random.default_rng(seed)
    y = top + radius + step
    while y < bottom:
        joints += line([(left - outer - 2, y), (left + 2, y + float(rng.uniform(-2, 2)))], 3, CUT)
        joints += line([(right - 2, y), (right + outer + 2, y + float(rng.uniform(-2, 2)))], 3, CUT)
        y += step
    return body + joints + _leaf_path().replace('fill="#fff"', f'fill="{CUT}"')


def _planked(s: Scene, wood: Colour, lit: Colour, seed: int, *, count: int = 6) -> None:
    """Print the door leaf: upright planks with grain."""
    w, h = DOOR_VIEW
    left, right = LEAF[0] * w, (LEAF[0] + LEAF[2]) * w
    gaps = "".join(rect(left + i * (right - left) / count - 1.2, 0, 2.4, h, CUT) for i in range(1, count))
    s.block(_leaf_path() + gaps, colour=wood, rim=4, rim_colour=lit, engrave=0.55, depth=16, period=7, angle=87, light=(-0.5, -0.8))
    rng = np.random.default_rng(seed)
    grain = "".join(
        lens((x, y), (x + float(rng.uniform(-3, 3)), y + float(rng.uniform(20, 90))), 2.4)
        for x, y in zip(rng.uniform(left + 6, right - 6, 70), rng.uniform(LEAF[1] * h + 20, h * 0.9, 70), strict=True)
    )
    put(s.rgb, carve.bleed(s.mask(grain), s.next_seed(), specks=0) * s.mask(_leaf_path(4)), mix(wood, INK, 0.6), 0.6)


def _door_ground(s: Scene, top: Colour, bottom: Colour, cut: Colour) -> None:
    w, h = DOOR_VIEW
    s.sky(top, bottom, star_count=60)
    s.rays((w / 2, h * 0.42), cut, count=72, start=0.50, opacity=0.45, width=(2.6, 5.5), length=(0.08, 0.22))
    s.lamp = (40, 0)


def _steps(s: Scene, stone: Colour, lit: Colour) -> None:
    w, h = DOOR_VIEW
    s.block(rect(30, h * 0.965, w - 60, 40) + rect(30, h * 0.985, w - 60, 2.4, CUT), colour=stone, rim=3, rim_colour=lit, engrave=0.4, depth=12, light=(0, -1))


def _inside(s: Scene, low: Colour, high: Colour) -> None:
    """Fill the opening with light that grows towards its middle."""
    w, h = DOOR_VIEW
    x, y = grid(s.size)
    d = np.hypot((x / s.unit - w / 2) / 130, (y / s.unit - h * 0.62) / 330)
    glow = np.exp(-(d**2)).astype(np.float32)[..., None]
    colour = np.asarray(low, np.float32) + (np.asarray(high, np.float32) - np.asarray(low, np.float32)) * glow
    put(s.rgb, s.mask(_leaf_path()), colour.astype(np.float32))


def _leaf_ajar(s: Scene, wood: Colour, lit: Colour) -> None:
    """Print the leaf swung inwards on its left hinge, seen foreshortened, and the light it lets out."""
    w, h = DOOR_VIEW
    left, top, bottom = LEAF[0] * w, LEAF[1] * h, (LEAF[1] + LEAF[3]) * h
    leaf = path(f"M{left} {bottom} V{top + 90} Q{left + 10} {top + 30} {left + 62} {top + 46} V{bottom - 34}Z")
    gaps = line([(left + 20, top), (left + 20, bottom)], 2.4, CUT) + line([(left + 40, top), (left + 40, bottom)], 2.4, CUT)
    s.block(leaf + gaps, colour=mix(wood, INK, 0.35), rim=4, rim_colour=lit, engrave=0.6, depth=12, light=(1, 0), angle=87)
    s.paint(poly([(left + 62, bottom), (w * 0.83, bottom), (w * 0.95, h), (w * 0.1, h)]), lit, 0.35, blur=6, specks=0)


def _door_frame(picture: Array) -> Array:
    """Return the print with its carved ink border."""
    size = (picture.shape[1], picture.shape[0])
    w, h = DOOR_VIEW
    border = vector.mask(rect(0, 0, w, h) + rect(7, 7, w - 14, h - 14, CUT, r=5), size, DOOR_VIEW)
    put(picture, carve.bleed(border, 77, blur=1.4, rough=0.16, specks=0.002), PANEL_INK)
    rule = vector.mask(frame(11, 11, w - 22, h - 22, 1.4, r=4), size, DOOR_VIEW)
    put(picture, carve.bleed(rule, 78, blur=0.5, specks=0.03), GOLD, 0.75)
    return np.clip(picture, 0, 1).astype(np.float32)


def kanata_door(*, ajar: bool) -> Array:
    """Return the barn door of Kanata: red boards, a cross brace, a lantern, antlers; behind it a red glow and too many hands."""
    s = Scene(DOOR, DOOR_VIEW, 1000)
    s.key = rgb("#190B09")
    w, h = DOOR_VIEW
    wood, lit = rgb("#7C2B24"), rgb("#F0B890")
    _door_ground(s, rgb("#10131A"), rgb("#4A2A22"), rgb("#A8685A"))
    gable = poly([(-10, 250), (w / 2, 40), (w + 10, 250), (w + 10, h + 10), (-10, h + 10)])
    boards = "".join(rect(x, 0, 2.4, h, CUT) for x in range(12, 380, 23))
    s.block(gable + boards, colour=rgb("#4A1B17"), rim=5, rim_colour=lit, engrave=0.5, depth=14, angle=88, light=(-0.5, -0.8))
    roof = stroke(f"M-10 252 L{w / 2} 42 L{w + 10} 252", 18)
    s.block(roof, colour=rgb("#241513"), rim=3, rim_colour=lit, engrave=0.5, depth=8)
    s.block(_voussoirs(22, 70, 3), colour=rgb("#3A1D18"), rim=3.4, rim_colour=lit, engrave=0.5, depth=10)
    if ajar:
        _inside(s, rgb("#3A0806"), rgb("#F2552A"))
        figure = path("M190 330 C204 332 212 346 210 364 C226 372 238 400 240 450 L246 705 H138 L144 450 C146 400 156 372 172 364 C170 346 176 332 190 330Z")
        antler = mirrored(limb([(182, 338), (160, 306), (162, 270), (150, 240)], taper(9, 2)) + limb([(161, 290), (142, 276), (136, 258)], taper(6, 1.5)) + limb([(168, 316), (146, 312), (132, 300)], taper(6, 1.5)), w / 2)
        s.paint(figure + antler, rgb("#140404"))
        hands = ""
        for hx, hy, turn in ((292, 470, -70), (296, 540, -95), (298, 610, -80), (290, 400, -60)):
            hands += vector.group(limb([(0, 40), (0, 0)], taper(12, 10)) + "".join(limb([(0, 2), polar(0, 0, 15, a), polar(0, 0, 27, a + 5)], taper(5, 1.6)) for a in (-140, -112, -84, -56)), at=(hx, hy), turn=turn)
        s.paint(hands, rgb("#140404"))
        s.paint(mirrored(circle(184, 351, 2.2), w / 2), rgb("#FFD98A"))
        _leaf_ajar(s, wood, rgb("#F28A5A"))
    else:
        _planked(s, wood, lit, 5)
        brace = line([(72, 690), (308, 300)], 22) + line([(72, 300), (308, 690)], 22)
        s.block(f'<g>{brace}</g>' + _outside_leaf(), colour=rgb("#A0463A"), rim=3.4, rim_colour=rgb("#FFD9B8"), engrave=0.6, depth=9, light=(-0.6, -0.8))
        rails = rect(64, 288, 252, 22) + rect(64, 480, 252, 22) + rect(64, 668, 252, 22)
        s.block(rails + _outside_leaf(), colour=rgb("#A0463A"), rim=3, rim_colour=rgb("#FFD9B8"), engrave=0.6, depth=9, light=(-0.4, -0.9))
        s.block(_antlers(w / 2, 236), colour=rgb("#E6D8B8"), rim=0, engrave=0.5, depth=7, line_colour=rgb("#8A6A48"), keyline=3)
        s.block(line([(286, 500), (286, 560)], 9), colour=rgb("#1A100C"), rim=2, rim_colour=lit, engrave=0)
    lamp = line([(44, 250), (44, 300)], 4) + path("M32 300 H56 L60 316 V346 H28 V316Z")
    s.block(lamp, colour=rgb("#1A100C"), rim=2.4, rim_colour=rgb("#FFE2A8"), engrave=0)
    s.glow((44, 332), 54, rgb("#FFC766"), 0.6)
    s.paint(rect(35, 318, 18, 24, r=2), rgb("#FFE9A8"))
    s.paint(horizons.ridge([(-10, 700), (120, 694), (260, 702), (390, 696)], 740, 0.04, 4), rgb("#150E0A"))
    return _door_frame(s.finish(0.5))


def _outside_leaf() -> str:
    """Return black that cuts away whatever lies outside the opening."""
    w, h = DOOR_VIEW
    left, top, right, bottom = LEAF[0] * w, LEAF[1] * h, (LEAF[0] + LEAF[2]) * w, (LEAF[1] + LEAF[3]) * h
    radius = (right - left) / 2
    return path(
        f"M-50 -50 H{w + 50} V{h + 50} H-50Z M{left + 2} {bottom} H{right - 2} V{top + radius} A{radius - 2} {radius - 2} 0 0 0 {left + 2} {top + radius}Z",
        CUT,
        rule="evenodd",
    )


def _antlers(x: float, y: float) -> str:
    """Return a bleached deer skull with antlers."""
    skull = path(f"M{x} {y - 16} C{x + 18} {y - 16} {x + 24} {y} {x + 18} {y + 16} L{x + 10} {y + 54} Q{x} {y + 62} {x - 10} {y + 54} L{x - 18} {y + 16} C{x - 24} {y} {x - 18} {y - 16} {x} {y - 16}Z")
    holes = mirrored(ellipse(x - 10, y + 6, 5, 6, CUT), x) + mirrored(lens((x - 3, y + 40), (x - 3, y + 54), 3, CUT), x)
    horn = limb([(x - 12, y - 12), (x - 40, y - 30), (x - 52, y - 66), (x - 40, y - 96)], taper(9, 2.4))
    horn += limb([(x - 48, y - 50), (x - 74, y - 62), (x - 82, y - 84)], taper(6, 1.8)) + limb([(x - 32, y - 26), (x - 62, y - 30), (x - 78, y - 46)], taper(6, 1.8))
    return mirrored(horn, x) + skull + holes


def kingsport_door(*, ajar: bool) -> Array:
    """Return the town door of Kingsport: sea-green panels, a fanlight, a knocker with arms; behind it stairs that go down to the tide."""
    s = Scene(DOOR, DOOR_VIEW, 1100)
    s.key = rgb("#0B1A1A")
    w, h = DOOR_VIEW
    wood, lit = rgb("#2A5C58"), rgb("#CFE8D8")
    _door_ground(s, rgb("#0A0F1C"), rgb("#2A5C58"), rgb("#7FA79A"))
    s.crescent((w / 2, 66), 30, MOON)
    wall = rect(-10, 120, w + 20, h)
    bricks = "".join(rect(-20 + (row % 2) * 22 + i * 44, 120 + row * 20, 41, 17.5) for row in range(32) for i in range(11))
    s.block(wall, colour=rgb("#16211F"), rim=0, engrave=0, keyline=0)
    s.block(bricks, colour=rgb("#3E322C"), rim=2, rim_colour=rgb("#A88E78"), engrave=0.35, depth=7, keyline=0, light=(-0.5, -0.8))
    cornice = rect(18, 96, w - 36, 26) + poly([(30, 96), (w / 2, 40), (w - 30, 96)])
    s.block(cornice + poly([(70, 90), (w / 2, 56), (w - 70, 90)], CUT), colour=rgb("#5A6A62"), rim=4, rim_colour=lit, engrave=0.5, depth=12, light=(-0.4, -0.9))
    s.block(_voussoirs(26, 60, 5), colour=rgb("#4C5A54"), rim=3.4, rim_colour=lit, engrave=0.55, depth=12)
    if ajar:
        _inside(s, rgb("#04181A"), rgb("#6FE0B4"))
        stairs = "".join(poly([(78 + i * 11, 690 - i * 34), (302 - i * 11, 690 - i * 34), (302 - i * 11 - 4, 676 - i * 34), (78 + i * 11 + 4, 676 - i * 34)]) for i in range(8))
        s.paint(stairs, rgb("#06262A"))
        walkers = "".join(vector.group(path("M0 -40 C10 -38 14 -28 13 -20 C22 -12 26 10 28 34 H-28 C-26 10 -22 -12 -13 -20 C-14 -28 -10 -38 0 -40Z"), at=(x, y), scale=k) for x, y, k in ((190, 420, 0.62), (172, 466, 0.82), (208, 516, 1.0)))
        s.paint(walkers, rgb("#031214"))
        arms = "".join(limb(spine, taper(16, 3)) for spine in ([(300, 640), (262, 600), (284, 560), (258, 530)], [(310, 560), (280, 520), (296, 470), (270, 452)], [(84, 300), (130, 320), (120, 350), (146, 366)]))
        s.paint(arms, rgb("#04282A"))
        s.paint(circle(190, 330, 20), rgb("#E9FFE8"), 0.7)
        _leaf_ajar(s, wood, rgb("#9FF0CC"))
    else:
        s.block(_leaf_path(), colour=wood, rim=4, rim_colour=lit, engrave=0.55, depth=30, angle=87, light=(-0.5, -0.8))
        cx, cy = w / 2, LEAF[1] * h + LEAF[2] * w / 2
        fan = path(f"M{cx - 104} {cy - 6} A104 104 0 0 1 {cx + 104} {cy - 6}Z")
        bars = "".join(line([(cx, cy - 6), polar(cx, cy - 6, 110, a)], 5, CUT) for a in range(202, 341, 23)) + ring(cx, cy - 6, 46, 4, CUT)
        s.paint(fan, INK)
        s.paint(fan + bars, rgb("#F2D68A"))
        panels = "".join(frame(x, y, 84, hh, 7, r=2) for x in (88, 208) for y, hh in ((274, 150), (452, 210)))
        s.block(panels, colour=rgb("#3E7A72"), rim=3, rim_colour=rgb("#E6F6EA"), engrave=0.4, depth=6, light=(-0.6, -0.8))
        knock = placed("octopus", cx, 360, 74)
        s.block(knock, colour=GOLD, rim=2.4, rim_colour=rgb("#FFF0B8"), engrave=0.4, depth=6, keyline=3)
        s.block(ring(cx, 404, 20, 6), colour=GOLD, rim=2.4, rim_colour=rgb("#FFF0B8"), engrave=0, keyline=2)
        s.block(circle(300, 450, 9), colour=GOLD, rim=3, rim_colour=rgb("#FFF0B8"), engrave=0.3, depth=6)
        s.block(rect(cx - 40, 560, 80, 14, r=3), colour=rgb("#B08A3E"), rim=2, rim_colour=rgb("#FFF0B8"), engrave=0)
    _steps(s, rgb("#55625C"), lit)
    return _door_frame(s.finish(0.5))


def sacrament_door(*, ajar: bool) -> Array:
    """Return the church door of Sacrament: moss-grey oak, hinges that branch as thorns, a cross; behind it candles and an empty altar."""
    s = Scene(DOOR, DOOR_VIEW, 1200)
    s.key = rgb("#161A10")
    w, h = DOOR_VIEW
    wood, lit = rgb("#5A5334"), rgb("#EFE2B0")
    _door_ground(s, rgb("#141810"), rgb("#6E7650"), rgb("#B4B482"))
    s.paint(horizons.bare_tree(34, 600, 560, 8, lean=4) + horizons.bare_tree(352, 600, 540, 13, lean=-5), rgb("#20241A"))
    wall = path(f"M-10 {h} V150 L{w / 2} 24 L{w + 10} 150 V{h}Z")
    courses = "".join(line([(-10, y), (w + 10, y)], 2, CUT) for y in range(170, 730, 46))
    courses += "".join(line([(x + (k % 2) * 34, 170 + k * 46), (x + (k % 2) * 34, 216 + k * 46)], 2, CUT) for k in range(12) for x in range(-10, 400, 68))
    s.block(wall + courses, colour=rgb("#4A4C3C"), rim=4, rim_colour=lit, engrave=0.5, depth=16, light=(-0.5, -0.8))
    s.block(_voussoirs(40, 56, 7), colour=rgb("#77745C"), rim=3.4, rim_colour=lit, engrave=0.55, depth=14, light=(-0.5, -0.8))
    s.paint(stroke(f"M{LEAF[0] * w - 20} {h * 0.97} V{LEAF[1] * h + 125} A{LEAF[2] * w / 2 + 20} {LEAF[2] * w / 2 + 20} 0 0 1 {(LEAF[0] + LEAF[2]) * w + 20} {LEAF[1] * h + 125} V{h * 0.97}", 3), rgb("#26281C"))
    cross = rect(w / 2 - 6, 34, 12, 62) + rect(w / 2 - 24, 50, 48, 11)
    s.block(cross, colour=rgb("#2A2C20"), rim=2.6, rim_colour=lit, engrave=0.3, depth=6)
    if ajar:
        _inside(s, rgb("#1E1608"), rgb("#F6CE74"))
        window = path("M166 330 V270 Q190 220 214 270 V330Z") + line([(190, 236), (190, 330)], 4, CUT) + line([(160, 290), (220, 290)], 4, CUT)
        s.paint(window, rgb("#FFF4CC"), 0.9)
        altar = rect(136, 560, 108, 70) + rect(126, 548, 128, 14)
        s.paint(altar, rgb("#2A1C0A"))
        candles = "".join(rect(x - 4, y, 8, 548 - y) for x, y in ((140, 506), (160, 520), (220, 520), (240, 506)))
        s.paint(candles, rgb("#3A2A12"))
        s.paint("".join(ellipse(x, y - 12, 5, 11) for x, y in ((140, 506), (160, 520), (220, 520), (240, 506))), rgb("#FFFBE0"))
        pews = "".join(poly([(76 + i * 10, 640 + i * 18 - 20), (130 - i * 2, 640 + i * 18 - 20), (122 - i * 4, 660 + i * 18), (72 + i * 6, 660 + i * 18)]) for i in range(3))
        s.paint(mirrored(pews, w / 2), rgb("#241808"))
        kneel = path("M190 596 C200 598 206 610 204 622 C216 634 222 664 224 700 H156 C158 664 164 634 176 622 C174 610 180 598 190 596Z")
        s.paint(kneel, rgb("#120C04"))
        rope = line([(250, 250), (254, 500)], 3) + ellipse(254, 512, 5, 16)
        s.paint(rope, rgb("#2A1C0A"))
        _leaf_ajar(s, wood, rgb("#FFE2A0"))
    else:
        _planked(s, wood, lit, 9, count=5)
        hinge = limb([(64, 0), (150, 2), (250, -2), (292, 4)], taper(13, 4))
        for x in (120, 176, 232):
            hinge += limb([(x, 0), (x + 14, -18), (x + 4, -34), (x - 12, -28)], taper(6, 2)) + limb([(x, 2), (x + 14, 20), (x + 4, 36), (x - 12, 30)], taper(6, 2))
        irons = vector.group(hinge, at=(0, 318)) + vector.group(hinge, at=(0, 592))
        s.block(irons + _outside_leaf(), colour=rgb("#1E2018"), rim=2.8, rim_colour=rgb("#D9D0A0"), engrave=0.4, depth=5, keyline=2.4)
        studs = "".join(circle(x, y, 4.6) for x in (84, 138, 190, 242, 296) for y in (400, 450, 510, 660))
        s.block(studs, colour=rgb("#1E2018"), rim=2, rim_colour=rgb("#D9D0A0"), engrave=0, keyline=1.5)
        mark = rect(184, 206, 12, 74) + rect(160, 228, 60, 12)
        s.block(mark, colour=rgb("#C9A45A"), rim=2.4, rim_colour=rgb("#FFF0B8"), engrave=0.3, depth=5)
        s.block(ring(286, 470, 17, 6) + circle(286, 452, 6), colour=rgb("#1E2018"), rim=2.4, rim_colour=rgb("#D9D0A0"), engrave=0)
        s.block(circle(w / 2, 478, 26), colour=rgb("#7A1F1A"), rim=3, rim_colour=rgb("#F0B0A0"), engrave=0.5, depth=12)
        s.paint(placed("candle-flame", w / 2, 478, 32), rgb("#2A0806"))
    candles = "".join(rect(x, y, 12, 704 - y, r=2) for x, y in ((22, 660), (38, 674), (340, 668), (356, 652)))
    s.block(candles, colour=rgb("#D9C49A"), rim=2, rim_colour=BONE, engrave=0.3, depth=5)
    for x, y in ((28, 650), (44, 664), (346, 658), (362, 642)):
        s.glow((x, y), 26, rgb("#FFC766"), 0.5)
        s.paint(ellipse(x, y, 3.6, 8), rgb("#FFF0B0"))
    _steps(s, rgb("#6A6850"), lit)
    return _door_frame(s.finish(0.5))


DOORS = {"kanata": kanata_door, "kingsport": kingsport_door, "sacrament": sacrament_door}


def sprites() -> list[Sprite]:
    """Return the grounds, and each door shut (``door_<game>``) and open (``door_<game>_open``)."""
    found = [
        Sprite("ui/table.jpg", table, quality=86),
        Sprite("ui/backdrop.jpg", backdrop, quality=86),
        Sprite("ui/title.jpg", title, quality=88),
        Sprite("ui/curtain.jpg", curtain, quality=86),
        Sprite("ui/result.jpg", result, quality=86),
    ]
    for game, draw in DOORS.items():
        found.append(Sprite(f"ui/door_{game}.webp", partial(draw, ajar=False)))
        found.append(Sprite(f"ui/door_{game}_open.webp", partial(draw, ajar=True)))
    return found

