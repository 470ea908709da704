"""Kanata's town by daylight: the atlas of 128-pixel tiles, buildings, trees, and the layers that make it night.

``sprites/kanata/town_tiles.png`` holds the tiles in the order of ``maps/kanata.tsx`` (`TILES`): first one of each kind,
then the variants: roads and paths by the neighbours that they join (bits north 1, east 2, south 4, west 8), grass,
corn, trees. Buildings stand as pictures of their own, with a second picture of what shines in them. The game lays the
night over all of it when it draws the map (``scenes/kanata/town.py``).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache, partial

import numpy as np
from scipy.ndimage import gaussian_filter

from sprites.generator import carve, vector
from sprites.generator.canvas import put
from sprites.generator.catalogue import Sprite
from sprites.generator.icons import placed
from sprites.generator.palette import BONE, Colour, mix, rgb
from sprites.generator.textures import Array, flat, grid, noise, smoothstep
from sprites.generator.vector import CUT, circle, ellipse, lens, line, poly, rect, stroke

TILE = 128
SIZE = (TILE, TILE)
COLUMNS = 16
NORTH, EAST, SOUTH, WEST = 1, 2, 4, 8

GRASS = rgb("#56663F")
EARTH = rgb("#6B5A43")
WAY_LIFT = 1.34
"""Roads and paths are printed by so much lighter than their inks, so that the night leaves them readable."""


def lifted(code: str) -> Colour:
    """Return an ink as it is used on ways."""
    red, green, blue = rgb(code)
    return (min(1.0, red * WAY_LIFT), min(1.0, green * WAY_LIFT), min(1.0, blue * WAY_LIFT))


ASPHALT = lifted("#4A4A4E")
KERB = lifted("#7E7A70")
LANE = lifted("#D6B25C")
PATH = lifted("#A68A5E")
CORN, CORN_LIGHT = rgb("#8C7A35"), rgb("#C9A544")
TREES = tuple(map(rgb, ("#33472F", "#2B3F33", "#3D4A2C", "#2F4038")))
BARK = rgb("#4A3C30")
ROOFS = tuple(map(rgb, ("#6A4A38", "#4A5348", "#4C5A68", "#5B3B3B", "#7A5636")))
BARN_RED = rgb("#7C2B24")
WINDOW = rgb("#FFD98A")
STONE = rgb("#8A8880")
DARK: Colour = (0.05, 0.05, 0.06)

ROAD_HALF, KERB_WIDE, RIM_WIDE, PATH_HALF = 52.0, 6.5, 4.0, 37.0
"""Half widths in pixels: the asphalt, and what the kerb and its dark rim add; the path."""


def mask(body: str, size: tuple[int, int] = SIZE) -> Array:
    """Return a fragment in pixels as a mask."""
    return vector.mask(body, size, (float(size[0]), float(size[1])))


# ---- ground ------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=1)
def _lawn() -> Array:
    """The grass that every tile shares, so that no seam shows."""
    ground = flat(SIZE, GRASS) * (1 + 0.07 * noise(SIZE, 1.0, 11) + 0.05 * noise(SIZE, 0.4, 12))[..., None]
    patch = smoothstep(0.4, 1.6, noise(SIZE, 1.5, 13))
    put(ground, patch, mix(GRASS, EARTH, 0.4), 0.35)
    return ground


def tufts(seed: int, count: int) -> str:
    """Return blades of grass that stand together in small tufts."""
    rng = np.random.default_rng(seed)
    parts = []
    for _ in range(count):
        x, y = float(rng.uniform(10, TILE - 10)), float(rng.uniform(14, TILE - 8))
        for _ in range(3):
            lean = float(rng.uniform(-5, 5))
            parts.append(lens((x + lean * 0.3, y), (x + lean, y - float(rng.uniform(6, 11))), 2.2))
    return "".join(parts)


def grass(seed: int = 0, count: int = 16) -> Array:
    """Return a lawn with tufts in its own places."""
    ground = _lawn().copy()
    put(ground, mask(tufts(seed + 400, count)), mix(GRASS, (0.05, 0.09, 0.03), 0.45), 0.75)
    put(ground, mask(tufts(seed + 500, count // 2)), mix(GRASS, rgb("#B9B070"), 0.4), 0.55)
    return ground


def soil(colour: Colour, seed: int, cover: float = 1.0) -> Array:
    """Return worn ground with grass that creeps in from the edges."""
    ground = grass(seed, 8)
    x, y = grid(SIZE)
    inside = np.minimum(np.minimum(x, TILE - x), np.minimum(y, TILE - y)) + 9 * noise(SIZE, 1.4, seed + 3)
    bare = flat(SIZE, colour) * (1 + 0.10 * noise(SIZE, 1.1, seed) + 0.05 * noise(SIZE, 0.5, seed + 1))[..., None]
    put(ground, np.ones_like(x) if cover >= 1 else smoothstep(-4, 26, inside), bare, 0.92)
    return ground


# ---- ways --------------------------------------------------------------------------------------------------------

_ENDS = {NORTH: (64.0, -12.0), EAST: (140.0, 64.0), SOUTH: (64.0, 140.0), WEST: (-12.0, 64.0)}
_CORNERS = {
    NORTH | EAST: "M64 -12 L64 0 A64 64 0 0 0 128 64 L140 64",
    EAST | SOUTH: "M140 64 L128 64 A64 64 0 0 0 64 128 L64 140",
    SOUTH | WEST: "M64 140 L64 128 A64 64 0 0 0 0 64 L-12 64",
    WEST | NORTH: "M-12 64 L0 64 A64 64 0 0 0 64 0 L64 -12",
}
_BENDS = {NORTH | EAST: (83.0, 45.0), EAST | SOUTH: (83.0, 83.0), SOUTH | WEST: (45.0, 83.0), WEST | NORTH: (45.0, 45.0)}
"""The middle of a way that goes round a corner."""


def way(bits: int, width: float) -> str:
    """Return a way of `width` that joins the sides in `bits`; two neighbours round a corner make an arc."""
    if bits in _CORNERS:
        return stroke(_CORNERS[bits], width)
    if not bits:
        return circle(64, 64, width / 2)
    return "".join(line([(64, 64), end], width) for bit, end in _ENDS.items() if bits & bit)


def road(bits: int) -> Array:
    """Return a road tile: kerb, asphalt, lane marks, a joint at each side so that spaces can be counted."""
    ground = grass(60 + bits, 6)
    wide = 2 * ROAD_HALF
    put(ground, mask(way(bits, wide + 2 * (KERB_WIDE + RIM_WIDE))), DARK, 0.8)
    put(ground, mask(way(bits, wide + 2 * KERB_WIDE)), KERB)
    tone = 1 + 0.05 * noise(SIZE, 0.7, 21) + 0.05 * noise(SIZE, 1.5, 22)
    asphalt = mask(way(bits, wide))
    put(ground, asphalt, flat(SIZE, ASPHALT) * tone[..., None])
    cracks = smoothstep(0.0, 0.05, np.abs(noise(SIZE, 1.9, 300 + bits)))
    put(ground, (1 - cracks) * asphalt, DARK, 0.22)
    joints = "".join(
        {
            NORTH: rect(12, 0, 104, 1.6), SOUTH: rect(12, 126.4, 104, 1.6),
            EAST: rect(126.4, 12, 1.6, 104), WEST: rect(0, 12, 1.6, 104),
        }[bit]
        for bit in _ENDS if bits & bit
    )
    put(ground, mask(joints) * asphalt, DARK, 0.4)
    put(ground, carve.bleed(mask(_marks(bits)), 900 + bits, blur=0.8, specks=0.05) * asphalt, LANE, 0.8)
    return ground


def _marks(bits: int) -> str:
    """The painted lines of a road: two dashes on a straight or bent tile, crosswalks where more than two roads meet."""
    joined = [bit for bit in _ENDS if bits & bit]
    if bits in _CORNERS:
        return (
            f'<path d="{_CORNERS[bits]}" fill="none" stroke="#fff" stroke-width="4.5" '
            'stroke-dasharray="26 24" stroke-dashoffset="-25"/>'
        )
    if len(joined) <= 2:
        across = bits & (EAST | WEST)
        dashes = (19, 83)
        return "".join(rect(at, 61.7, 26, 4.6) if across else rect(61.7, at, 4.6, 26) for at in dashes)
    bars = []
    for bit in joined:
        for i in range(7):
            at = 19 + i * 14.0
            bars.append(
                {
                    NORTH: rect(at, 5, 6, 15), SOUTH: rect(at, 108, 6, 15),
                    WEST: rect(5, at, 15, 6), EAST: rect(108, at, 15, 6),
                }[bit]
            )
    return "".join(bars)


def path(bits: int) -> Array:
    """Return a path tile: trodden earth with a soft edge, and a pale ring so that spaces can be counted."""
    ground = grass(80 + bits, 10)
    body = gaussian_filter(mask(way(bits, 2 * PATH_HALF)), 2.2)
    edge = smoothstep(0.36, 0.64, body + 0.10 * noise(SIZE, 1.2, 31))
    put(ground, gaussian_filter(edge, 4), mix(GRASS, DARK, 0.5), 0.45)
    tone = 1 + 0.07 * noise(SIZE, 1.3, 32) + 0.06 * noise(SIZE, 0.5, 33)
    put(ground, edge, flat(SIZE, PATH) * tone[..., None])
    rng = np.random.default_rng(70 + bits)
    stones = "".join(
        ellipse(float(rng.uniform(30, 98)), float(rng.uniform(30, 98)), float(rng.uniform(2, 4)), float(rng.uniform(1.5, 3)))
        for _ in range(9)
    )
    put(ground, mask(stones) * edge, mix(PATH, DARK, 0.35), 0.6)
    middle = _BENDS.get(bits, (64.0, 64.0))
    put(ground, mask(vector.ring(*middle, 22, 5)), mix(PATH, BONE, 0.75), 0.62)
    return ground


# ---- growth ------------------------------------------------------------------------------------------------------


def canopy(seed: int, side: int = 224) -> Array:
    """Return a tree from above: lobes of leaves lit from the upper left, on a soft shadow. RGBA."""
    rng = np.random.default_rng(seed)
    size = (side, side)
    middle = side / 2
    colour = TREES[seed % 4]
    lobes = [(middle, middle, side * 0.27)]
    count = 9
    for i in range(count):
        angle = math.tau * (i + float(rng.uniform(-0.25, 0.25))) / count
        reach = side * float(rng.uniform(0.19, 0.25))
        lobes.append((middle + reach * math.cos(angle), middle + reach * math.sin(angle), side * float(rng.uniform(0.11, 0.16))))
    whole = mask("".join(circle(*lobe) for lobe in lobes), size)
    outline = smoothstep(0.40, 0.60, gaussian_filter(whole, 2.0) + 0.16 * noise(size, 1.0, seed + 2))
    rgb_ = flat(size, mix(colour, DARK, 0.5))
    outer = sorted(lobes[1:], key=lambda lobe: -math.hypot(lobe[0] - middle, lobe[1] - middle))
    for number, (cx, cy, r) in enumerate([*outer, lobes[0]]):
        shade = mask(circle(cx + r * 0.18, cy + r * 0.22, r * 1.05), size)
        put(rgb_, gaussian_filter(shade, 4), mix(colour, DARK, 0.8), 0.75)
        body = mask(circle(cx, cy, r), size)
        put(rgb_, smoothstep(0.35, 0.65, gaussian_filter(body, 2) + 0.18 * noise(size, 0.9, seed + 20 + number)), colour, 0.95)
        glint = mask(circle(cx - r * 0.26, cy - r * 0.30, r * 0.62), size)
        put(rgb_, gaussian_filter(glint, r * 0.2), mix(colour, rgb("#A9BC78"), 0.55), 0.75)
    leaves = []
    for _ in range(120):
        angle, reach = float(rng.uniform(0, math.tau)), side * 0.37 * math.sqrt(float(rng.uniform(0, 1)))
        x, y = middle + reach * math.cos(angle), middle + reach * math.sin(angle)
        leaves.append(lens((x, y), (x + float(rng.uniform(3, 8)), y + float(rng.uniform(-5, 5))), 3.2))
    put(rgb_, mask("".join(leaves[:70]), size), mix(colour, rgb("#A9B878"), 0.5), 0.5)
    put(rgb_, mask("".join(leaves[70:]), size), mix(colour, DARK, 0.6), 0.6)
    put(rgb_, carve.rim(outline, (0.6, 0.8), 5), mix(colour, DARK, 0.8), 0.7)
    return shadowed(rgb_, outline, blur=9, opacity=0.8, move=(10, 14))


def shadowed(picture: Array, alpha: Array, *, blur: float, opacity: float, move: tuple[float, float]) -> Array:
    """Return ``picture`` through ``alpha`` with the shadow that it throws to the lower right, as RGBA."""
    dark = carve.moved(gaussian_filter(alpha, blur), *move) * opacity
    total = alpha + dark * (1 - alpha)
    share = np.where(total > 0, alpha / np.maximum(total, 1e-6), 0)[..., None]
    return np.dstack([np.clip(picture * share, 0, 1), total]).astype(np.float32)


def bare_tree(seed: int, side: int = 224) -> Array:
    """Return a dead tree from above: forked limbs like a hand. RGBA."""
    rng = np.random.default_rng(seed)
    size = (side, side)
    middle = side / 2
    parts = [circle(middle, middle, side * 0.045)]

    def grow(x: float, y: float, angle: float, length: float, width: float, depth: int) -> None:
        bx, by = x + length * math.cos(angle), y + length * math.sin(angle)
        mid = (x + (bx - x) * 0.5 + float(rng.uniform(-6, 6)), y + (by - y) * 0.5 + float(rng.uniform(-6, 6)))
        parts.append(vector.limb([(x, y), mid, (bx, by)], vector.taper(width, width * 0.5), steps=6))
        if depth:
            for turn in (-1, 1):
                grow(bx, by, angle + turn * float(rng.uniform(0.3, 0.75)), length * float(rng.uniform(0.5, 0.72)), width * 0.5, depth - 1)

    for i in range(6):
        grow(middle, middle, math.tau * i / 6 + float(rng.uniform(-0.3, 0.3)), side * float(rng.uniform(0.15, 0.2)), 12, 2)
    shape = mask("".join(parts), size)
    bark = mix(BARK, BONE, 0.22)
    picture = flat(size, bark) * (1 + 0.12 * noise(size, 1.0, seed))[..., None]
    put(picture, carve.rim(shape, (-0.6, -0.8), 3), mix(bark, BONE, 0.6), 0.9)
    return shadowed(picture, shape, blur=4, opacity=0.55, move=(7, 9))


def over(ground: Array, picture: Array, side: int, at: tuple[int, int]) -> None:
    """Lay an RGBA picture, shrunk to ``side`` pixels, on the tile ``ground`` with its middle at ``at``."""
    step = picture.shape[0] / side
    index = (np.arange(side) * step).astype(int)
    small = gaussian_filter(picture, (step / 2.5, step / 2.5, 0))[np.ix_(index, index)]
    left, top = at[0] - side // 2, at[1] - side // 2
    x0, y0 = max(0, left), max(0, top)
    x1, y1 = min(TILE, left + side), min(TILE, top + side)
    piece = small[y0 - top : y1 - top, x0 - left : x1 - left]
    put(ground[y0:y1, x0:x1], piece[..., 3], piece[..., :3])


def forest_floor(seed: int) -> Array:
    """Return what lies under trees: dark moss, and a small crown for a map program that shows single tiles."""
    ground = grass(seed, 10)
    put(ground, gaussian_filter(mask(circle(64, 64, 50)), 14), mix(GRASS, DARK, 0.7), 0.6)
    over(ground, canopy(seed), 118, (64, 64))
    return ground


def corn(seed: int) -> Array:
    """Return rows of corn."""
    ground = soil(mix(EARTH, DARK, 0.25), 40, 1.0)
    rng = np.random.default_rng(seed)
    for colour, opacity, shift in ((mix(CORN, DARK, 0.45), 0.9, 3.0), (mix(CORN, CORN_LIGHT, 0.4), 0.95, 0.0), (mix(CORN_LIGHT, BONE, 0.25), 0.95, -2.0)):
        leaves = []
        for row in range(8):
            for plant in range(8):
                x = 8 + plant * 16 + float(rng.uniform(-3, 3)) + shift * 0.4
                y = 10 + row * 16 + float(rng.uniform(-2, 2)) + shift
                for _ in range(4 if opacity > 0.85 else 2):
                    angle = float(rng.uniform(0, math.tau))
                    leaves.append(lens((x, y), (x + 9 * math.cos(angle), y + 8 * math.sin(angle)), 3.0))
        put(ground, mask("".join(leaves)), colour, opacity)
    return ground


# ---- places ------------------------------------------------------------------------------------------------------


def with_shape(ground: Array, body: str, colour: Colour, seed: int, *, drop: float = 0.6, light: float = 0.45) -> None:
    """Set a small thing on the ground: its shadow, its body, a lit rim."""
    shape = mask(body)
    ground *= 1 - (carve.moved(gaussian_filter(shape, 2.5), 4, 5) * drop * (1 - shape))[..., None]
    put(ground, shape, flat(SIZE, colour) * (1 + 0.09 * noise(SIZE, 1.1, seed))[..., None])
    put(ground, carve.rim(shape, (-0.6, -0.8), 2.5), mix(colour, BONE, 0.6), light)
    put(ground, carve.rim(shape, (0.6, 0.8), 2.5), mix(colour, DARK, 0.7), 0.6)


def tombstone(x: float, y: float, w: float = 24, h: float = 30) -> str:
    """Return a headstone."""
    return (
        f'<path d="M{x - w / 2} {y + h / 2} V{y - h / 6} Q{x - w / 2} {y - h / 2} {x} {y - h / 2} '
        f'Q{x + w / 2} {y - h / 2} {x + w / 2} {y - h / 6} V{y + h / 2}Z" fill="#fff"/>'
    )


def cross_shape(x: float, y: float, height: float, width: float = 9) -> str:
    """Return a wooden cross whose foot stands at (x, y)."""
    arm = height * 0.3
    return rect(x - width / 2, y - height, width, height, r=1.5) + rect(x - arm, y - height * 0.76, 2 * arm, width, r=1.5)


def graves(seed: int) -> Array:
    """Return a piece of the Graveyard."""
    ground = soil(mix(GRASS, EARTH, 0.5), seed, 1.0) * 0.9
    mounds = ellipse(36, 50, 15, 22) + ellipse(92, 50, 15, 22) + ellipse(36, 112, 15, 18) + ellipse(92, 112, 15, 18)
    put(ground, gaussian_filter(mask(mounds), 2), mix(EARTH, DARK, 0.3), 0.7)
    stones = tombstone(36, 26) + (tombstone(92, 26) if seed % 2 else cross_shape(92, 42, 36)) + tombstone(92, 90, 22, 26)
    stones += cross_shape(36, 106, 32, 7) if seed % 3 else tombstone(36, 90, 22, 26)
    with_shape(ground, stones, STONE, seed)
    return ground


def lone_grave(seed: int) -> Array:
    """Return a quarter of the Lone Grave's bare hillock."""
    ground = soil(mix(EARTH, GRASS, 0.35), seed, 1.0) * 0.92
    over(ground, bare_tree(seed), 104, (70, 62))
    return ground


def junk(seed: int) -> Array:
    """Return heaps of scrap."""
    ground = soil(mix(EARTH, ASPHALT, 0.5), seed, 1.0)
    rng = np.random.default_rng(seed)
    for _ in range(9):
        x, y = float(rng.uniform(18, 110)), float(rng.uniform(18, 110))
        kind = int(rng.integers(0, 3))
        colour = [rgb("#7A4A34"), rgb("#6A7078"), rgb("#3A3A40"), rgb("#6E6650")][int(rng.integers(0, 4))]
        turn = float(rng.uniform(-40, 40))
        body = (
            circle(x, y, 13) + circle(x, y, 5, CUT)
            if kind == 0
            else f'<g transform="rotate({turn:.0f} {x:.1f} {y:.1f})">{rect(x - 17, y - 10, 34, 20, r=4)}</g>'
        )
        with_shape(ground, body, colour, seed, drop=0.55)
    return ground


def blood_ground(seed: int) -> Array:
    """Return the Feeding Ground: churned red earth with bones."""
    ground = soil(rgb("#5B2A20"), seed, 1.0)
    ground *= 1 + 0.16 * noise(SIZE, 1.7, seed + 8)[..., None]
    wet = smoothstep(0.5, 1.3, noise(SIZE, 1.8, seed + 9))
    put(ground, wet, rgb("#6E1512"), 0.75)
    rng = np.random.default_rng(seed)
    bones = []
    for _ in range(5):
        x, y, angle = float(rng.uniform(24, 104)), float(rng.uniform(24, 104)), float(rng.uniform(0, math.pi))
        dx, dy = 13 * math.cos(angle), 13 * math.sin(angle)
        bones.append(line([(x - dx, y - dy), (x + dx, y + dy)], 5) + circle(x - dx, y - dy, 5) + circle(x + dx, y + dy, 5))
    with_shape(ground, "".join(bones), rgb("#C9BD9C"), seed, drop=0.5)
    return ground


def death_wood(seed: int) -> Array:
    """Return the Death Forest's floor: black needles and a bare tree."""
    ground = soil(rgb("#2C2B22"), seed, 1.0)
    over(ground, bare_tree(seed), 122, (64, 64))
    return ground


def camp(seed: int) -> Array:
    """Return a quarter of the hidden campsite; the odd ones have the tent, the others the fire."""
    ground = soil(mix(EARTH, GRASS, 0.3), seed, 1.0)
    if seed % 2:
        with_shape(ground, poly([(64, 18), (112, 104), (16, 104)]), rgb("#6E6A46"), seed)
        put(ground, mask(poly([(64, 18), (112, 104), (64, 104)])), rgb("#4E4C34"), 0.8)
        put(ground, mask(poly([(64, 52), (80, 104), (48, 104)])), DARK, 0.9)
    else:
        stones = "".join(circle(*vector.polar(64, 66, 27, i * 40), 8) for i in range(9))
        with_shape(ground, stones, STONE, seed)
        put(ground, gaussian_filter(mask(circle(64, 66, 17)), 3), rgb("#E07A2A"), 0.9)
        put(ground, gaussian_filter(mask(circle(64, 66, 8)), 2), rgb("#FFE2A0"), 0.9)
    return ground


def cross(seed: int) -> Array:
    """Return a roadside cross between bushes that hide who kneels behind it."""
    ground = grass(seed, 16)
    for x, y, s in ((34, 92, 66), (96, 96, 70)):
        over(ground, canopy(seed + x), s, (x, y))
    with_shape(ground, cross_shape(64, 112, 80, 12), rgb("#9A8A70"), seed, drop=0.8, light=0.9)
    return ground


def fence(seed: int) -> Array:
    """Return a length of paling."""
    ground = grass(seed, 12)
    boards = rect(0, 46, TILE, 9) + rect(0, 78, TILE, 9)
    boards += "".join(
        poly([(x, 30), (x + 6, 20), (x + 12, 30), (x + 12, 104), (x, 104)]) for x in range(2, TILE, 16)
    )
    with_shape(ground, boards, rgb("#6A5A44"), seed, drop=0.7)
    return ground


def roadblock(seed: int) -> Array:
    """Return burning ground before the monoliths of the roadblock."""
    ground = soil(rgb("#2A1814"), seed, 1.0)
    ash = smoothstep(0.1, 1.2, noise(SIZE, 1.7, seed))
    put(ground, ash, rgb("#17100E"), 0.8)
    embers = smoothstep(1.3, 2.0, noise(SIZE, 1.0, seed + 4))
    put(ground, embers, rgb("#E0571E"), 0.9)
    with_shape(ground, poly([(40, 106), (46, 34), (64, 16), (84, 34), (90, 106)]), rgb("#3A3230"), seed, drop=0.9)
    put(ground, mask(lens((64, 30), (60, 96), 5) + lens((72, 44), (76, 92), 4)), rgb("#B03A1C"), 0.8)
    return ground


# ---- the atlas ---------------------------------------------------------------------------------------------------

Picture = Callable[[], Array]

_YARD = mix(EARTH, GRASS, 0.55)
KINDS: tuple[Picture, ...] = (
    partial(road, EAST | WEST), partial(path, EAST | WEST), partial(road, EAST | WEST), partial(road, EAST | WEST),
    partial(path, EAST | WEST), partial(path, EAST | WEST),
    *(partial(soil, _YARD, 120 + i, 1.0) for i in range(12)),
    partial(soil, _YARD, 140, 1.0), partial(graves, 151), partial(corn, 161), partial(junk, 171), partial(lone_grave, 181),
    partial(blood_ground, 191), partial(death_wood, 201), partial(camp, 211), partial(cross, 221),
    partial(soil, mix(EARTH, DARK, 0.3), 231, 1.0), partial(fence, 241), partial(roadblock, 251),
    partial(forest_floor, 260), partial(grass, 0),
)
"""One picture a kind, in the order of the kinds in ``maps/make_kanata.py``."""
TILES: tuple[Picture, ...] = (
    *KINDS,
    *(partial(road, bits) for bits in range(16)),
    *(partial(path, bits) for bits in range(16)),
    *(partial(grass, i, 10 + 3 * i) for i in range(6)),
    *(partial(corn, 161 + i) for i in range(2)),
    *(partial(forest_floor, 260 + i) for i in range(4)),
    partial(death_wood, 204), partial(death_wood, 207), partial(graves, 152), partial(graves, 153),
    partial(junk, 174), partial(junk, 178), partial(blood_ground, 195), partial(blood_ground, 199),
    partial(camp, 212), partial(lone_grave, 184), partial(roadblock, 254), partial(roadblock, 257),
)
"""All tiles: the kinds, 16 roads, 16 paths, six lawns, two cornfields, four woods, and more of the places."""


def atlas() -> Array:
    """Return all tiles in rows of ``COLUMNS``."""
    rows = -(-len(TILES) // COLUMNS)
    sheet = np.zeros((rows * TILE, COLUMNS * TILE, 3), np.float32)
    for number, draw in enumerate(TILES):
        x, y = number % COLUMNS * TILE, number // COLUMNS * TILE
        sheet[y : y + TILE, x : x + TILE] = draw()
    return np.clip(sheet, 0, 1)


# ---- buildings ---------------------------------------------------------------------------------------------------

WALL = 15
"""Pixels of the south wall that show below the eaves."""


class House:
    """One building from above: its size in tiles, the colour of its roof, and what makes it that house."""

    def __init__(self, wide: int, high: int, roof: Colour, emblem: str = "", *, gable: bool = False, extra: Picture | None = None) -> None:
        self.wide, self.high, self.roof, self.emblem, self.gable, self.extra = wide, high, roof, emblem, gable, extra


HOUSES = {
    "property1": House(3, 2, ROOFS[1], "car-wheel"),
    "property2": House(3, 2, ROOFS[4], "shop"),
    "property3": House(2, 2, ROOFS[3], "gas-pump"),
    "property4": House(3, 2, ROOFS[2], "police-badge"),
    "property5": House(2, 2, ROOFS[0], "coffee-cup"),
    "property6": House(3, 2, ROOFS[2], "crucifix"),
    "property7": House(3, 2, ROOFS[0], "desk"),
    "property8": House(3, 2, rgb("#6B6660"), "hospital-cross"),
    "property9": House(3, 2, rgb("#6E3A30"), "fire-extinguisher"),
    "property10": House(2, 3, ROOFS[1], "bed"),
    "property11": House(3, 2, ROOFS[4], "farmer"),
    "property12": House(3, 2, ROOFS[0], "circular-saw"),
    "bnb": House(3, 2, ROOFS[3], "house-keys"),
    "barn": House(3, 2, BARN_RED, "", gable=True),
}
_EMBLEMS = {
    "hospital-cross": rect(-50, -17, 100, 34) + rect(-17, -50, 34, 100),
    "coffee-cup": '<path d="M-44 -40 H28 V6 Q28 42 -8 42 Q-44 42 -44 6Z M28 -28 H40 Q58 -28 58 -8 Q58 14 28 16 V2 Q42 0 42 -8 Q42 -14 28 -14Z" fill="#fff"/>',
}


def _facets(house: House, box: tuple[float, float, float, float]) -> list[tuple[str, float]]:
    """The four facets of the roof with their brightness, and the ridge's ends."""
    x0, y0, x1, y1 = box
    w, h = x1 - x0, y1 - y0
    cut = 0.0 if house.gable else min(w, h) / 2
    if w >= h:
        a, b = (x0 + cut, (y0 + y1) / 2), (x1 - cut, (y0 + y1) / 2)
        return [
            (poly([(x0, y0), (x1, y0), b, a]), 1.18),
            (poly([(x0, y1), (x1, y1), b, a]), 0.82),
            (poly([(x0, y0), a, (x0, y1)]), 1.0),
            (poly([(x1, y0), b, (x1, y1)]), 0.70),
        ]
    a, b = ((x0 + x1) / 2, y0 + cut), ((x0 + x1) / 2, y1 - cut)
    return [
        (poly([(x0, y0), (x1, y0), a]), 1.18),
        (poly([(x0, y1), (x1, y1), b]), 0.82),
        (poly([(x0, y0), a, b, (x0, y1)]), 1.0),
        (poly([(x1, y0), a, b, (x1, y1)]), 0.70),
    ]


def _panes(house: House) -> list[tuple[float, float]]:
    """Where the windows of the south wall are: the left ends of panes 20 pixels wide."""
    width = house.wide * TILE
    return [width * f - 10 for f in ((0.28, 0.40, 0.62, 0.74) if house.wide > 2 else (0.32, 0.66))]


def building(name: str) -> Array:
    """Return a building as RGBA: hip roof of four facets, rows of tiles, ridge, chimney, south wall, shadow."""
    house = HOUSES[name]
    size = (house.wide * TILE, house.high * TILE)
    seed = 600 + 7 * list(HOUSES).index(name)
    inset = 9.0
    box = (inset, inset, size[0] - inset, size[1] - inset - WALL)
    wall = mask(rect(inset + 5, size[1] - inset - WALL - 6, size[0] - 2 * inset - 10, WALL + 6), size)
    roof = mask(rect(box[0], box[1], box[2] - box[0], box[3] - box[1], r=2), size)
    picture = flat(size, mix(house.roof, BONE, 0.28)) * (1 + 0.06 * noise(size, 1.2, seed))[..., None]
    put(picture, mask("".join(rect(x, size[1] - inset - WALL + 1, 20, 11) for x in _panes(house)), size), DARK, 0.85)
    door = size[0] / 2
    put(picture, mask(rect(door - 9, size[1] - inset - WALL, 18, WALL), size), mix(BARK, DARK, 0.3))
    x, y = grid(size)
    rng = np.random.default_rng(seed)
    for facet, tone in _facets(house, box):
        put(picture, mask(facet, size), np.clip(np.array(house.roof, np.float32) * tone, 0, 1))
    across = house.wide >= house.high
    along, down = (x, y) if across else (y, x)
    row = (down // 13).astype(int)
    column = ((along + (row % 2) * 11) // 22).astype(int)
    table = rng.uniform(-1, 1, (64, 64))
    speckle = table[row % 64, column % 64]
    picture *= 1 - (roof * (speckle > 0.74) * 0.13)[..., None]
    picture *= 1 + (roof * (speckle < -0.80) * 0.10)[..., None]
    picture *= 1 - (roof * ((down % 13) < 2.4) * 0.22)[..., None]
    picture *= 1 - (roof * (((along + (row % 2) * 11) % 22) < 1.4) * 0.10)[..., None]
    picture *= 1 + (roof * 0.05 * noise(size, 1.5, seed + 2))[..., None]
    _ridge(picture, house, box, size)
    if house.emblem:
        put(picture, carve.bleed(_emblem(house, size), seed, blur=1.0, specks=0.02), mix(house.roof, BONE, 0.55), 0.55)
    if name == "barn":
        put(picture, _barn_marks(size), mix(BARN_RED, DARK, 0.6), 0.9)
    else:
        _chimney(picture, size, seed)
    put(picture, carve.rim(roof, (0.0, 1.0), 3.0), DARK, 0.7)
    put(picture, carve.rim(roof, (-0.7, -0.7), 2.5), mix(house.roof, BONE, 0.55), 0.8)
    alpha = np.clip(roof + wall, 0, 1)
    return shadowed(picture, alpha, blur=8, opacity=0.75, move=(8, 10))


def _ridge(picture: Array, house: House, box: tuple[float, float, float, float], size: tuple[int, int]) -> None:
    x0, y0, x1, y1 = box
    w, h = x1 - x0, y1 - y0
    cut = 0.0 if house.gable else min(w, h) / 2
    middle_x, middle_y = (x0 + x1) / 2, (y0 + y1) / 2
    if w >= h:
        a, b = (x0 + cut, middle_y), (x1 - cut, middle_y)
        hips = [((x0, y0), a), ((x0, y1), a), ((x1, y0), b), ((x1, y1), b)]
    else:
        a, b = (middle_x, y0 + cut), (middle_x, y1 - cut)
        hips = [((x0, y0), a), ((x1, y0), a), ((x0, y1), b), ((x1, y1), b)]
    lines = line([a, b], 7) + ("" if house.gable else "".join(line([p, q], 4) for p, q in hips))
    put(picture, carve.moved(mask(lines, size), 2, 3), DARK, 0.5)
    put(picture, mask(lines, size), mix(house.roof, BONE, 0.42))


def _emblem(house: House, size: tuple[int, int]) -> Array:
    middle = (size[0] / 2, (size[1] - WALL) / 2)
    if house.emblem in _EMBLEMS:
        return mask(f'<g transform="translate({middle[0]} {middle[1]}) scale(0.85)">{_EMBLEMS[house.emblem]}</g>', size)
    return mask(placed(house.emblem, middle[0], middle[1], 104), size)


def _chimney(picture: Array, size: tuple[int, int], seed: int) -> None:
    rng = np.random.default_rng(seed + 5)
    x, y = size[0] * float(rng.choice([0.24, 0.76])), size[1] * 0.3
    put(picture, gaussian_filter(mask(rect(x - 10, y - 6, 34, 34), size), 4), DARK, 0.5)
    put(picture, mask(rect(x - 13, y - 13, 26, 26), size), rgb("#6B5148"))
    put(picture, mask(rect(x - 7, y - 7, 14, 14), size), DARK)


def _barn_marks(size: tuple[int, int]) -> Array:
    """The barn's great doors in the south wall's middle and the hay-loft's crossed boards."""
    x, y = size[0] / 2, size[1] - WALL - 9
    return mask(rect(x - 46, y - 40, 92, 40) + "".join(rect(x - 46 + 23 * i, y - 40, 2, 40, CUT) for i in range(1, 4)), size)


def lights(name: str) -> Array:
    """Return what shines in a building, to be added to the picture of the night: lit panes and their glow. RGB."""
    house = HOUSES[name]
    size = (house.wide * TILE, house.high * TILE)
    panes = mask("".join(rect(x, size[1] - 9 - WALL + 1, 20, 11) for x in _panes(house)), size)
    panes -= mask("".join(rect(x + 9, size[1] - 9 - WALL + 1, 2, 11) for x in _panes(house)), size)
    if name == "barn":
        x, y = size[0] / 2, size[1] - WALL - 9
        gap = mask(lens((x, y - 40), (x, y), 9), size)
        red = np.array(rgb("#E8441E"), np.float32)
        glow = gap + 0.9 * gaussian_filter(gap, 9) + 1.4 * gaussian_filter(gap, 26)
        return np.clip(glow[..., None] * red, 0, 1).astype(np.float32)
    glow = np.clip(panes, 0, 1) * 0.95 + 0.5 * gaussian_filter(panes, 5)
    return np.clip(glow[..., None] * np.array(WINDOW, np.float32), 0, 1).astype(np.float32)


# ---- night layers ------------------------------------------------------------------------------------------------


def mottling() -> Array:
    """Return the tiling grey (middle 0.9) that the ground is multiplied with, so that no lawn is flat."""
    size = (512, 512)
    tone = 0.90 + 0.075 * noise(size, 1.8, 41)
    return np.clip(np.repeat(tone[..., None], 3, 2), 0, 1).astype(np.float32)


def lamp() -> Array:
    """Return the disc of a lamp's light as grey: full in the middle, gone at the rim."""
    size = (256, 256)
    x, y = grid(size)
    r = np.hypot(x - 128, y - 128) / 128
    disc = smoothstep(0.0, 1.0, np.clip(1 - r, 0, 1)) ** 1.2
    return np.repeat(disc[..., None], 3, 2).astype(np.float32)


def fog() -> Array:
    """Return the night's fog over the whole map, 11 by 8: drifting banks, thick at the rim. RGBA."""
    size = (1056, 768)
    x, y = grid(size)
    field = 0.5 + 0.28 * noise(size, 2.0, 51, 2.0)
    rim = np.clip(np.maximum(np.abs(x / size[0] - 0.5), np.abs(y / size[1] - 0.5)) * 2, 0, 1)
    thick = smoothstep(0.72, 1.02, rim + 0.06 * noise(size, 1.8, 52))
    alpha = 0.40 * np.clip(smoothstep(0.66, 1.2, field) * 0.45 + thick * 0.9, 0, 1)
    colour = flat(size, rgb("#4A626C")) * (1 + 0.05 * noise(size, 1.7, 53))[..., None]
    return np.dstack([np.clip(colour, 0, 1), alpha]).astype(np.float32)


def dusk() -> Array:
    """Return the vignette of the whole map as grey, to be multiplied."""
    from sprites.generator.textures import vignette

    tone = vignette((528, 384), 0.36, 2.4)
    return np.repeat(np.clip(tone, 0, 1)[..., None], 3, 2).astype(np.float32)


def sprites() -> list[Sprite]:
    """Return everything the town is drawn from."""
    found = [Sprite("kanata/town_tiles.png", atlas)]
    found += [Sprite(f"kanata/buildings/{name}.png", partial(building, name)) for name in HOUSES]
    found += [Sprite(f"kanata/buildings/{name}_lights.png", partial(lights, name)) for name in HOUSES]
    found += [Sprite(f"kanata/trees/tree{i}.png", partial(canopy, 260 + i)) for i in range(8)]
    found += [Sprite(f"kanata/trees/dead{i}.png", partial(bare_tree, 201 + 3 * i)) for i in range(3)]
    found += [
        Sprite("kanata/night/mottling.png", mottling),
        Sprite("kanata/night/lamp.png", lamp),
        Sprite("kanata/night/fog.png", fog),
        Sprite("kanata/night/dusk.png", dusk),
    ]
    return found
