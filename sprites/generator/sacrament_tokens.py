"""Sacrament's small things: medallions of people and foes, wax seals, harm boxes, the ladder's rungs, the d20.

Numbers and words are drawn over them by the program.
"""

from __future__ import annotations

import math
from functools import partial
from itertools import pairwise

import numpy as np
from scipy.ndimage import gaussian_filter

from sprites.generator import carve, vector
from sprites.generator.canvas import put
from sprites.generator.catalogue import Sprite
from sprites.generator.dice import cutout
from sprites.generator.icons import placed
from sprites.generator.palette import BLOOD, BONE, GALL, INK, LIGHT_GOLD, OXBLOOD, Colour, mix, rgb
from sprites.generator.textures import Array, flat, grid, noise, smoothstep
from sprites.generator.town import shadowed
from sprites.generator.vector import circle, line, polar, poly, rect, ring
from sprites.generator.vellum import OCHRE, STONE, VELLUM, WOAD

SIDE = 256
VIEW = (100.0, 100.0)

PEOPLE: dict[str, tuple[str, Colour]] = {
    # pre-made characters, then the four paths for characters that somebody built: icon, ground
    "osric": ("sword-brandish", rgb("#3B4650")),
    "eadgyth": ("musical-notes", rgb("#8C8464")),
    "cuthbert": ("hatchet", rgb("#56433A")),
    "hereswith": ("whip", rgb("#6A3A34")),
    "wulfstan": ("candle-holder", rgb("#4C4A68")),
    "tova": ("spears", rgb("#3F5A4C")),
    "cantor": ("musical-score", rgb("#8C8464")),
    "arcane": ("spell-book", rgb("#4C4A68")),
    "penitent": ("crown-of-thorns", rgb("#6A3A34")),
    "warden": ("checked-shield", rgb("#3B4650")),
}
FOES: dict[str, str] = {
    "sexton": "trench-spade", "quick_buried": "hasty-grave", "shallow_dead": "shambling-zombie", "godric": "robin-hood-hat",
    "black_vein": "half-dead", "grave_hound": "hound", "bell_wisp": "ringing-bell", "chorister": "screaming",
    "leech": "leeching-worm", "tallow": "candles", "millwight": "water-mill", "prioress": "nun-face",
    "ink_scribe": "scroll-quill", "crow_host": "raven", "hollow_knight": "overlord-helm", "weeping": "evil-eyes",
    "choir_teeth": "lamprey-mouth", "marsh_hag": "witch-face", "bone_reeve": "skeleton", "iron_saint": "manacles",
    "black_abbot": "pope-crown", "bell_below": "carillon", "unburied": "horned-skull", "unknown": "daemon-skull",
}  # fmt: skip
THINGS: dict[str, str] = {
    "lantern_post": "old-lantern", "candle": "candle-light", "hub": "ship-wheel", "thing": "locked-chest",
}


def _mask(body: str, size: tuple[int, int] = (SIDE, SIDE), view: tuple[float, float] = VIEW) -> Array:
    return vector.mask(body, size, view)


def medallion(icon: str, ground: Colour, ink: Colour, metal: Colour, seed: int, *, scale: float = 0.56) -> Array:
    """Return a medallion: a cast rim, a hair line, the figure raised from a shaded ground. RGBA."""
    size = (SIDE, SIDE)
    x, y = grid(size)
    whole, field = _mask(circle(50, 48, 43)), _mask(circle(50, 48, 36))
    picture = flat(size, mix(INK, (0, 0, 0), 0.3))
    rim = np.clip(_mask(circle(50, 48, 41.6)) - _mask(circle(50, 48, 36.6)), 0, 1)
    shine = np.clip(1.18 - 0.75 * ((x + 1.6 * y) / (2.6 * SIDE)), 0.4, 1.3)
    put(picture, rim, np.clip(flat(size, metal) * (shine * (1 + 0.06 * noise(size, 1.2, seed)))[..., None], 0, 1))
    glow = np.clip(1.25 - np.hypot(x / SIDE - 0.44, y / SIDE - 0.38) * 1.35, 0.45, 1.3)
    put(picture, field, np.clip(flat(size, ground) * (glow * (1 + 0.05 * noise(size, 1.4, seed + 1)))[..., None], 0, 1))
    put(picture, _mask(ring(50, 48, 33.4, 0.9)), mix(ground, BONE, 0.55), 0.55)
    figure = carve.bleed(_mask(placed(icon, 50, 48, 100 * scale)), seed + 2, blur=1.0, specks=0.006)
    put(picture, carve.moved(gaussian_filter(figure, 2.0), 2, 4) * field, (0.02, 0.015, 0.01), 0.7)
    put(picture, figure * field, ink)
    put(picture, carve.rim(figure, (-0.5, -0.8), 3) * field, mix(ink, BONE, 0.6), 0.5)
    put(picture, carve.rim(whole, (-0.5, -0.8), 4), mix(metal, BONE, 0.4), 0.5)
    return shadowed(picture, whole, blur=6, opacity=0.75, move=(4, 8))


def person(name: str) -> Array:
    """Return the medallion of a character, or of a path."""
    icon, ground = PEOPLE[name]
    return medallion(icon, ground, rgb("#F1E7CD"), mix(OCHRE, LIGHT_GOLD, 0.4), 9000 + 7 * list(PEOPLE).index(name))


def foe(name: str) -> Array:
    """Return the medallion of an adversary: blood, with a black rim."""
    return medallion(FOES[name], BLOOD, rgb("#F3E3CC"), rgb("#3A1614"), 9200 + 7 * list(FOES).index(name))


def thing(name: str) -> Array:
    """Return the medallion of a thing on the map: stone."""
    return medallion(THINGS[name], mix(STONE, INK, 0.35), rgb("#F3E9C8"), mix(STONE, BONE, 0.2), 9400 + list(THINGS).index(name), scale=0.5)


def wax(*, spent: bool) -> Array:
    """Return an action token: a seal of ochre wax with a flame; spent, the ring that it left on the vellum."""
    size, seed = (SIDE, SIDE), 9500 + spent
    rng = np.random.default_rng(seed)
    if spent:
        drawn = carve.bleed(_mask(ring(50, 50, 33, 4.4)), seed, blur=1.6, rough=0.16, specks=0.02)
        inner = carve.bleed(_mask(ring(50, 50, 26, 1.4)), seed + 1, blur=0.8, rough=0.2, specks=0.05)
        alpha = np.clip(drawn * 0.9 + inner * 0.4, 0, 1)
        return np.dstack([flat(size, GALL), alpha]).astype(np.float32)
    outline = [polar(50, 48, 39 + float(rng.normal(0, 1.5)), i * 24) for i in range(15)]
    whole = carve.bleed(_mask(vector.blob(outline)), seed, blur=1.5, rough=0.05, specks=0)
    press = _mask(circle(50, 48, 29))
    height = gaussian_filter(whole, 5) * 9 - gaussian_filter(press, 2.4) * 4
    flame = _mask(placed("candle-flame", 50, 46, 46))
    height += gaussian_filter(flame, 1.6) * 2.6
    gy, gx = np.gradient(height)
    light = np.clip(1.0 - 1.35 * (gx * 0.55 + gy * 0.83) , 0.35, 1.75)
    colour = flat(size, mix(OCHRE, rgb("#B4742A"), 0.35)) * (light * (1 + 0.05 * noise(size, 1.5, seed + 3)))[..., None]
    put(colour, flame, mix(INK, OCHRE, 0.08), 0.82)
    put(colour, np.clip(_mask(ring(50, 48, 29, 1.3)), 0, 1), mix(INK, OCHRE, 0.25), 0.6)
    return shadowed(np.clip(colour, 0, 1), whole, blur=5, opacity=0.6, move=(3, 6))


def harm_box(*, marked: bool) -> Array:
    """Return a harm box, ruled by pen; marked, crossed out in blood. 104 by 120 pixels."""
    size, view, seed = (104, 120), (104.0, 120.0), 9560 + marked
    rng = np.random.default_rng(seed)
    paper = _mask(rect(10, 10, 84, 100), size, view)
    picture = flat(size, mix(VELLUM, BONE, 0.35))
    put(picture, _mask(rect(0, 0, 104, 120), size, view), mix(VELLUM, BONE, 0.35))
    corners = [(10, 10), (94, 10), (94, 110), (10, 110), (10, 10)]
    drawn = "".join(line([a, b], 7.5) for a, b in pairwise(corners))
    edge = carve.bleed(_mask(drawn, size, view), seed, blur=1.3, rough=0.14, specks=0.01)
    put(picture, edge, GALL, 0.95)
    if marked:
        a = [(22 + float(rng.normal(0, 2)), 24), (52, 60), (82, 98)]
        b = [(84, 20), (54, 62), (20, 96)]
        cross = vector.limb(a, lambda t: 15 - 6 * t) + vector.limb(b, lambda t: 14 - 5 * t)
        put(picture, carve.bleed(_mask(cross, size, view), seed + 1, blur=1.4, rough=0.14, specks=0.02), BLOOD)
    alpha = np.maximum(paper * 0.82, edge)
    return np.dstack([np.clip(picture, 0, 1), alpha]).astype(np.float32)


def rung(kind: str) -> Array:
    """Return a rung of the ladder, 368 by 76 pixels: ``open`` vellum, ``filled`` blood, ``milestone`` with a gold frame."""
    size, view, seed = (368, 76), (368.0, 76.0), 9600 + len(kind)
    body = carve.bleed(_mask(rect(8, 8, 352, 60, r=9), size, view), seed, blur=1.0, rough=0.10, specks=0)
    fill = {"open": mix(VELLUM, BONE, 0.25), "filled": OXBLOOD, "milestone": mix(VELLUM, OCHRE, 0.45)}[kind]
    tone = 1 + 0.07 * noise(size, 1.6, seed + 1) - 0.10 * np.linspace(-1, 1, 76, dtype=np.float32)[:, None]
    picture = np.clip(flat(size, fill) * tone[..., None], 0, 1)
    edge = np.clip(body - _mask(rect(13, 13, 342, 50, r=6), size, view), 0, 1)
    put(picture, carve.bleed(edge, seed + 2, blur=0.7, specks=0.015), GALL if kind != "filled" else mix(OXBLOOD, (0, 0, 0), 0.55), 0.95)
    hair = carve.bleed(_mask(vector.frame(18, 18, 332, 40, 1.8, r=4), size, view), seed + 3, blur=0.5, specks=0.03)
    put(picture, hair, GALL if kind != "filled" else mix(OXBLOOD, BONE, 0.35), 0.5)
    return cutout(picture, body, drop=0.3, move=(1, 3), blur=3)


def candle(*, lit: bool = True) -> Array:
    """Return the candle that marks how high the ladder stands."""
    size = (SIDE, SIDE)
    body = carve.bleed(_mask(rect(36, 52, 28, 40, r=3) + poly([(34, 56), (66, 56), (64, 62), (36, 62)])), 9650, blur=1.1, specks=0.01)
    picture = flat(size, BLOOD) * (1.12 - 0.4 * grid(size)[0] / SIDE)[..., None]
    alpha = body
    if lit:
        flame = carve.bleed(_mask(placed("candle-flame", 50, 30, 56)), 9652, blur=1.0, specks=0)
        put(picture, flame, mix(BLOOD, OCHRE, 0.15))
        alpha = np.maximum(body, flame)
    return np.dstack([np.clip(picture, 0, 1), alpha]).astype(np.float32)


FACETS: tuple[tuple[tuple[int, int, int], float], ...] = (
    # corners of the ten facets seen: outer points 0 to 5 (0 up), inner points 6 to 8; brightness
    ((6, 7, 8), 1.12), ((0, 6, 8), 1.35), ((0, 1, 6), 1.14), ((1, 6, 7), 0.88), ((1, 2, 7), 0.70),
    ((2, 3, 7), 0.55), ((3, 7, 8), 0.76), ((3, 4, 8), 0.64), ((4, 5, 8), 0.92), ((5, 0, 8), 1.22),
)


def d20(colour: Colour, seed: int) -> Array:
    """Return a twenty-sided die: a hexagon of ten facets, its middle triangle left free for the number."""
    size = (320, 320)
    outer = [polar(50, 49, 44, -90 + i * 60) for i in range(6)]
    inner = [polar(50, 49, 25.5, -30), polar(50, 49, 25.5, 90), polar(50, 49, 25.5, 210)]
    points = [*outer, *inner]
    picture = flat(size, mix(colour, (0, 0, 0), 0.4))
    grain = (1 + 0.06 * noise(size, 1.7, seed))[..., None]
    for corners, bright in FACETS:
        shape = _mask(poly([points[i] for i in corners]), size)
        put(picture, shape, np.clip(flat(size, colour) * grain * bright, 0, 1))
    edges = "".join(line([points[a], points[b], points[c], points[a]], 0.9) for (a, b, c), _ in FACETS)
    put(picture, carve.bleed(_mask(edges, size), seed + 1, blur=0.7, specks=0.02), mix(colour, (0, 0, 0), 0.6), 0.75)
    glint = line([points[0], points[8]], 0.9) + line([points[8], points[6]], 0.9) + line([points[0], points[5]], 0.8)
    put(picture, gaussian_filter(_mask(glint, size), 0.8), mix(colour, BONE, 0.7), 0.65)
    whole = np.clip(gaussian_filter(_mask(poly(outer), size), 1.1), 0, 1)
    return cutout(picture, smoothstep(0.3, 0.7, whole), drop=0.65, move=(4, 8), blur=7)


def ability_tile(look: str) -> Array:
    """Return an action tile of 270 by 240 pixels: ``plain``, ``on`` (blood) or ``dim``."""
    size, view, seed = (270, 240), (270.0, 240.0), 9700 + len(look)
    body = carve.bleed(_mask(rect(7, 7, 256, 226, r=14), size, view), seed, blur=1.1, rough=0.10, specks=0)
    fill = {"plain": mix(VELLUM, BONE, 0.22), "hover": mix(VELLUM, BONE, 0.6), "on": OXBLOOD, "dim": mix(VELLUM, STONE, 0.55)}[look]
    tone = 1 + 0.045 * noise(size, 1.7, seed + 1)
    picture = np.clip(flat(size, fill) * tone[..., None], 0, 1)
    edge = np.clip(body - _mask(rect(12.5, 12.5, 245, 215, r=10), size, view), 0, 1)
    ink = mix(GALL, STONE, 0.35) if look == "dim" else GALL
    put(picture, carve.bleed(edge, seed + 2, blur=0.8, specks=0.015), ink, 0.95)
    hair = carve.bleed(_mask(vector.frame(20, 20, 230, 200, 1.6, r=7), size, view), seed + 3, blur=0.5, specks=0.04)
    put(picture, hair, mix(OXBLOOD, BONE, 0.5) if look == "on" else ink, 0.45)
    return cutout(picture, body, drop=0.35, move=(2, 4), blur=4)


def baton() -> Array:
    """Return the baton that passes from one to the next: a rolled writ with a seal."""
    size = (SIDE, SIDE)
    x0, y0, x1, y1 = 20, 78, 80, 22
    body = line([(x0, y0), (x1, y1)], 21)
    whole = carve.bleed(_mask(body), 9750, blur=1.4, specks=0)
    x, y = grid(size)
    across = (x - SIDE / 2) * math.sin(math.atan2(y1 - y0, x1 - x0)) - (y - SIDE / 2) * math.cos(math.atan2(y1 - y0, x1 - x0))
    picture = flat(size, VELLUM) * np.clip(1.1 - np.abs(across / SIDE + 0.02) * 3.2, 0.55, 1.12)[..., None]
    ends = "".join(ring(px, py, 7, 1.6) + ring(px, py, 3.5, 1.2) for px, py in ((x1, y1),))
    put(picture, carve.bleed(_mask(ends), 9751, blur=0.8), GALL, 0.8)
    edge = np.clip(whole - _mask(line([(x0, y0), (x1, y1)], 18.4)), 0, 1)
    put(picture, carve.bleed(edge, 9752, blur=0.7), GALL, 0.9)
    put(picture, carve.bleed(_mask(line([(43, 41), (57, 59)], 7)), 9753, blur=0.9), BLOOD)
    seal = carve.bleed(_mask(circle(52, 52, 13)), 9754, blur=1.4)
    put(picture, seal, BLOOD)
    put(picture, carve.bleed(_mask(ring(52, 52, 9, 1.4)), 9755, blur=0.7), mix(BLOOD, BONE, 0.4), 0.8)
    return shadowed(np.clip(picture, 0, 1), np.maximum(whole, seal), blur=5, opacity=0.6, move=(4, 7))


def sprites() -> list[Sprite]:
    """Return medallions, seals, boxes, rungs, tiles and the die."""
    found = [Sprite(f"sacrament/people/{name}.webp", partial(person, name)) for name in PEOPLE]
    found += [Sprite(f"sacrament/foes/{name}.webp", partial(foe, name)) for name in FOES]
    found += [Sprite(f"sacrament/things/{name}.png", partial(thing, name)) for name in THINGS]
    found += [
        Sprite("sacrament/wax.png", partial(wax, spent=False)),
        Sprite("sacrament/wax_spent.png", partial(wax, spent=True)),
        Sprite("sacrament/harm.png", partial(harm_box, marked=True)),
        Sprite("sacrament/harm_open.png", partial(harm_box, marked=False)),
        Sprite("sacrament/candle.png", candle),
        Sprite("sacrament/baton.png", baton),
        Sprite("sacrament/d20.png", partial(d20, rgb("#8E2A24"), 9800)),
        Sprite("sacrament/d20_gm.png", partial(d20, mix(WOAD, STONE, 0.15), 9810)),
    ]
    found += [Sprite(f"sacrament/rung_{kind}.png", partial(rung, kind)) for kind in ("open", "filled", "milestone")]
    found += [Sprite(f"sacrament/tile_{look}.png", partial(ability_tile, look)) for look in ("plain", "hover", "on", "dim")]
    return found


