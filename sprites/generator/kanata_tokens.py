"""Kanata's people and pieces: discs for the board, portraits of the six characters."""

from __future__ import annotations

from functools import partial

import numpy as np
from scipy.ndimage import gaussian_filter

from sprites.generator import carve, portraits, vector
from sprites.generator.canvas import Scene, put
from sprites.generator.catalogue import Sprite
from sprites.generator.icons import placed
from sprites.generator.palette import BONE, Colour, mix, rgb
from sprites.generator.portraits import Drawing, Person, nothing
from sprites.generator.textures import Array, flat, grid, noise
from sprites.generator.town import shadowed
from sprites.generator.vector import CUT, circle, ellipse, line, poly, rect, ring

SIDE = 224
VIEW = (100.0, 100.0)
INK: Colour = rgb("#16120F")

_VAN = (
    rect(34, 14, 32, 72, r=9) + rect(38, 26, 24, 11, CUT, r=3) + rect(39, 74, 22, 6, CUT, r=2)
    + rect(29, 24, 5, 13, r=2) + rect(66, 24, 5, 13, r=2) + rect(29, 66, 5, 14, r=2) + rect(66, 66, 5, 14, r=2)
)  # fmt: skip
_QUAD = (
    rect(42, 22, 16, 56, r=7) + rect(26, 18, 14, 22, r=6) + rect(60, 18, 14, 22, r=6) + rect(24, 60, 16, 24, r=6)
    + rect(60, 60, 16, 24, r=6) + line([(34, 30), (66, 30)], 5) + line([(33, 72), (67, 72)], 5)
    + line([(32, 44), (68, 44)], 4) + ellipse(50, 58, 6, 10, CUT)
)  # fmt: skip
_HANGED = placed("gibbet", 50, 50, 78) + circle(62, 47, 6) + rect(58.5, 52, 7, 20, r=3) + line([(60, 70), (58, 82)], 3) + line([(64, 70), (66, 82)], 3)


def _icon(name: str, side: float = 70, *, flip: bool = False) -> str:
    return placed(name, 50, 50, side, flip=flip)


PIECES: dict[str, tuple[str, Colour, Colour]] = {
    # name: (drawing, colour of the disc, colour of the drawing)
    "nora": (_icon("tow-truck"), rgb("#7A2E28"), BONE),
    "eli": (_icon("wolf-head"), rgb("#35553C"), BONE),
    "june": (_icon("first-aid-kit", 64), rgb("#8A7428"), BONE),
    "theo": (_icon("scroll-quill", 66), rgb("#2F4B6A"), BONE),
    "mae": (_icon("sprint"), rgb("#55386A"), BONE),
    "sal": (_icon("cog", 66), rgb("#8A4E22"), BONE),
    "sheriff": (_icon("police-car", 74), rgb("#EFE6D2"), rgb("#7A1512")),
    "ambulance": (_icon("ambulance", 74), rgb("#EFE6D2"), rgb("#7A1512")),
    "abomination0": (_icon("floating-ghost", 72), rgb("#1B1517"), rgb("#E6D9C4")),
    "abomination1": (_icon("fleshy-mass", 74), rgb("#1B1517"), rgb("#E6D9C4")),
    "abomination2": (_icon("shambling-zombie", 74), rgb("#1B1517"), rgb("#E6D9C4")),
    "corpse": (_HANGED, rgb("#1B1517"), rgb("#C9BFA8")),
    "turned": (_icon("stag-head", 78), rgb("#1B1517"), rgb("#E8B24A")),
    "bike": (_QUAD, rgb("#D9C8A0"), INK),
    "van": (_VAN, rgb("#D9C8A0"), INK),
    "marker": (_icon("divided-spiral", 70), rgb("#2E5A3A"), BONE),
}


def disc(name: str) -> Array:
    """Return a piece: a disc with a vertical gradient, a dark rim, its icon, and the shadow that it throws. RGBA."""
    drawing, ground, ink = PIECES[name]
    size = (SIDE, SIDE)
    seed = 3000 + 11 * list(PIECES).index(name)
    _, y = grid(size)
    round_ = vector.mask(circle(50, 50, 40), size, VIEW)
    inner = vector.mask(circle(50, 50, 36.5), size, VIEW)
    picture = flat(size, mix(ground, (0, 0, 0), 0.72))
    tone = 1.18 - 0.42 * (y / SIDE)
    put(picture, inner, np.clip(flat(size, ground) * tone[..., None] * (1 + 0.04 * noise(size, 1.3, seed))[..., None], 0, 1))
    put(picture, vector.mask(ring(50, 50, 35, 1.2), size, VIEW), mix(ground, BONE, 0.5), 0.6)
    shape = vector.mask(f'<g transform="translate(50 50) scale(.9) translate(-50 -50)">{drawing}</g>', size, VIEW)
    printed = carve.bleed(shape, seed + 1, blur=1.0, specks=0.006)
    put(picture, carve.moved(gaussian_filter(printed, 1.6), 2, 3) * inner, mix(ground, (0, 0, 0), 0.8), 0.55)
    put(picture, printed * inner, ink)
    put(picture, carve.rim(inner, (-0.5, -0.8), 5), mix(ground, BONE, 0.75), 0.5)
    return shadowed(picture, round_, blur=7, opacity=0.8, move=(5, 9))


# ---- portraits ---------------------------------------------------------------------------------------------------


def _road(s: Scene, p: Person) -> None:
    """A night road with two headlamps."""
    s.block(poly([(150, 420), (236, 250), (268, 250), (354, 420)]), colour=mix(p.ink, p.tone, 0.4), rim=2, engrave=0.3)
    s.paint(circle(60, 250, 14) + circle(100, 250, 14), p.paper, 0.95)
    s.glow((80, 250), 90, p.paper, 0.5)


def _pines(s: Scene, p: Person) -> None:
    """A row of pines."""
    trees = "".join(placed("pine-tree", 30 + i * 74, 250 - (i % 2) * 34, 190) for i in range(7))
    s.block(trees, colour=mix(p.ink, p.tone, 0.35), rim=3, engrave=0.4, depth=16)


def _houses(s: Scene, p: Person) -> None:
    """Roofs with a lit window."""
    roofs = "".join(poly([(x, 330), (x, 240), (x + 44, 196), (x + 88, 240), (x + 88, 330)]) for x in (10, 110, 330, 420))
    s.block(roofs, colour=mix(p.ink, p.tone, 0.3), rim=3, engrave=0.5, depth=18)
    s.paint(rect(40, 258, 20, 24) + rect(446, 262, 20, 24), p.paper, 0.9)


def _lamp_street(s: Scene, p: Person) -> None:
    """A street light."""
    s.glow((420, 120), 150, p.paper, 0.5)
    s.block(placed("street-light", 420, 210, 260), colour=mix(p.ink, p.tone, 0.2), rim=3, engrave=0.3)


def _workshop(s: Scene, p: Person) -> None:
    """Tools on a wall."""
    tools = placed("hand-saw", 70, 130, 110, turn=20) + placed("car-wheel", 440, 140, 120) + placed("crosscut-saw", 430, 280, 120)
    s.block(tools, colour=mix(p.ink, p.tone, 0.45), rim=2, engrave=0.4, depth=12)


def _prop(icon: str, x: float, y: float, side: float, *, turn: float = 0.0) -> Drawing:
    return portraits._hold(icon, x, y, side, turn=turn)


CHARACTERS: dict[str, Person] = {
    "nora": Person(rgb("#EFD9C4"), rgb("#A2564A"), rgb("#26110E"), _road, hair="long", hat="cap", coat="trench", jaw=21,
                   prop=_prop("car-key", 400, 322, 104, turn=15)),
    "eli": Person(rgb("#DFE6C8"), rgb("#6F8A60"), rgb("#141D12"), _pines, hair="long", coat="uniform", jaw=27, flip=True,
                  prop=_prop("flashlight", 396, 318, 118, turn=-20)),
    "june": Person(rgb("#F0E6BE"), rgb("#A08A44"), rgb("#241C0C"), _houses, hair="parted", coat="lapels", jaw=19,
                   prop=_prop("first-aid-kit", 398, 330, 104)),
    "theo": Person(rgb("#D9E3EC"), rgb("#6484A4"), rgb("#101A26"), _lamp_street, hair="short", glasses="round", coat="lapels", jaw=23, flip=True,
                   prop=_prop("scroll-quill", 396, 330, 104)),
    "mae": Person(rgb("#E6DCEE"), rgb("#8468A0"), rgb("#1A1226"), _lamp_street, hair="wild", coat="robe", jaw=18, long=0.97, prop=nothing),
    "sal": Person(rgb("#F0DCC0"), rgb("#B0743C"), rgb("#28160A"), _workshop, hair="bald", hat="flat", beard="walrus", coat="trench", age=2, jaw=30,
                  prop=_prop("tow-truck", 398, 340, 100)),
}  # fmt: skip


def face(name: str) -> Array:
    """Return a character's portrait, 504 by 420 units shrunk to 420 by 350 pixels."""
    return portraits.portrait(CHARACTERS[name], (420, 350), 42000 + 400 * list(CHARACTERS).index(name))


def sprites() -> list[Sprite]:
    """Return discs and portraits."""
    found = [Sprite(f"kanata/tokens/{name}.png", partial(disc, name)) for name in PIECES]
    found += [Sprite(f"kanata/faces/{name}.png", partial(face, name), 256) for name in CHARACTERS]
    return found
