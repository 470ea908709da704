"""Kingsport's cards: which god and which investigator gets which picture, seed and level."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from sprites.generator import cards, gods_elder, gods_great, gods_lesser, vector
from sprites.generator.canvas import Scene
from sprites.generator.catalogue import Sprite
from sprites.generator.palette import GOLD, rgb
from sprites.generator.portraits import PEOPLE, portrait
from sprites.generator.textures import Array
from sprites.generator.vector import (
    CUT,
    beads,
    chord_star,
    circle,
    eye,
    lens,
    limb,
    polar,
    poly,
    ring,
    spiral,
    star_points,
    taper,
)

Picture = Callable[[Scene], None]

GODS: dict[str, tuple[int, Picture]] = {
    "byakhee": (1, gods_lesser.byakhee),
    "nightgaunt": (1, gods_lesser.nightgaunt),
    "migo": (1, gods_lesser.migo),
    "xura": (1, gods_lesser.xura),
    "yithian": (2, gods_lesser.yithian),
    "polyps": (2, gods_lesser.polyps),
    "nodens": (2, gods_lesser.nodens),
    "yig": (2, gods_lesser.yig),
    "hydra": (3, gods_elder.hydra),
    "dagon": (3, gods_elder.dagon),
    "haunter": (3, gods_elder.haunter),
    "tsathoggua": (3, gods_elder.tsathoggua),
    "tulzscha": (4, gods_elder.tulzscha),
    "rhantegoth": (4, gods_elder.rhantegoth),
    "hastur": (4, gods_elder.hastur),
    "cthulhu": (5, gods_great.cthulhu),
    "shubniggurath": (5, gods_great.shubniggurath),
    "yogsothoth": (5, gods_great.yogsothoth),
    "nyarlathotep": (5, gods_great.nyarlathotep),
    "azathoth": (6, gods_great.azathoth),
}
"""Level and picture of each god."""


def god_picture(god: str) -> Array:
    """Return the linocut of a god without its frame."""
    _, picture = GODS[god]
    _, _, width, height = cards.pixels(cards.PICTURE_BOX)
    scene = Scene((width, height), cards.PICTURE_VIEW, 1000 + 400 * list(GODS).index(god))
    picture(scene)
    return scene.finish()


def god_card(god: str) -> Array:
    """Return the whole front of a god."""
    return cards.god_front(GODS[god][0], god_picture(god), 70 + 90 * list(GODS).index(god))


def investigator_card(person: str) -> Array:
    """Return the whole front of an investigator."""
    number = list(PEOPLE).index(person)
    _, _, width, height = cards.pixels(cards.PORTRAIT_BOX)
    picture = portrait(PEOPLE[person], (width, height), 20000 + 400 * number)
    return cards.investigator_front(picture, 5000 + 90 * number)


def _lesser_emblem() -> str:
    body = chord_star(300, 420, 132, 5, 2, 6) + ring(300, 420, 132, 3)
    moon = circle(300, 420, 34) + circle(312, 412, 29, CUT)
    return body + circle(300, 420, 48, CUT) + ring(300, 420, 48, 3) + moon + "".join(circle(*polar(300, 420, 144, a), 4) for a in range(-54, 306, 72))


def _elder_emblem() -> str:
    body = chord_star(300, 420, 134, 7, 3, 5.5)
    almond = eye(300, 420, 78, 44, slit=False)
    return body + circle(300, 420, 56, CUT) + ring(300, 420, 56, 4) + almond + "".join(circle(*polar(300, 420, 146, a), 4) for a in range(-64, 290, 51))


def _great_emblem() -> str:
    rays = "".join(lens(polar(300, 420, 150, i * 15), polar(300, 420, 66 if i % 2 else 84, i * 15), 9 if i % 2 else 5) for i in range(24))
    star = poly(star_points(300, 420, 100, 9, inner=0.62)) + circle(300, 420, 56, CUT)
    lobes = "".join(
        f'<g transform="rotate({a} 300 420)">{vector.ellipse(300, 394, 17, 25)}{vector.ellipse(300, 392, 5, 15, CUT)}</g>' for a in (0, 120, 240)
    )
    return rays + star + ring(300, 420, 56, 4) + lobes + circle(300, 420, 7, CUT) + circle(300, 420, 4)


def _lesser_corner() -> str:
    """Return a bat wing folded into the corner."""
    root, wrist = (44.0, 44.0), (150.0, 76.0)
    tips = [(216.0, 50.0), (196.0, 132.0), (120.0, 178.0), (58.0, 190.0)]
    wing = vector.bat_wing(root, wrist, tips, (44, 120), sag=0.36)
    bones = "".join(lens(tip, wrist, 6, CUT) for tip in tips)
    return wing + bones


def _elder_corner() -> str:
    """Return a curled tentacle that grows out of the border."""
    spine = [(40.0, 216.0), (58.0, 130.0), (110.0, 66.0), *spiral(142, 120, 54, 1.25, -105, steps=8, inner=0.22)]
    width = taper(52, 9)
    return limb(spine, width, steps=6) + beads(spine, width, 17, side=-0.5, size=0.15, span=(0.03, 0.94))


def _great_corner() -> str:
    """Return a quarter of a burning sun, cut by the border, with two arms that wind away from it."""
    parts = [poly(star_points(36, 36, 132, 28, inner=0.72, turn=0)), circle(36, 36, 84, CUT), circle(36, 36, 74), circle(36, 36, 50, CUT), circle(36, 36, 42)]
    parts += [lens(polar(36, 36, 92, 6 + i * 13), polar(36, 36, 122, 6 + i * 13), 5, CUT) for i in range(7)]
    parts.append(eye(58, 58, 30, 17))
    for bend in (1, -1):
        spine = [polar(36, 36, r, 45 - bend * a) for r, a in ((120, 24), (168, 30), (206, 24), (228, 33), (214, 39))]
        width = taper(20, 4)
        parts.append(limb(spine, width) + beads(spine, width, 10, side=0.0, size=0.15))
    return "".join(parts)


BACKS = {
    "lesser": partial(cards.back, rgb("#1A1030"), rgb("#4A3260"), rgb("#A48CC0"), _lesser_emblem, _lesser_corner, 1, 301, metal=rgb("#B9A6C8"), ground=rgb("#0C0716")),
    "elder": partial(cards.back, rgb("#0A1020"), rgb("#173A40"), rgb("#7FA79A"), _elder_emblem, _elder_corner, 2, 401, metal=GOLD),
    "great": partial(cards.back, rgb("#1C0507"), rgb("#5A1614"), rgb("#C97A4A"), _great_emblem, _great_corner, 3, 501, metal=rgb("#D6A94C"), ground=rgb("#120304")),
}


def sprites() -> list[Sprite]:
    """Return gods, investigators and backs."""
    found = [Sprite(f"kingsport/gods/{god}.webp", partial(god_card, god)) for god in GODS]
    found += [Sprite(f"kingsport/investigators/{person}.webp", partial(investigator_card, person)) for person in PEOPLE]
    found += [Sprite(f"kingsport/backs/{family}.webp", draw) for family, draw in BACKS.items()]
    return found


