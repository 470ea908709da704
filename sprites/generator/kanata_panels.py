"""What Kanata prints on paper: the player board and its turned side, case-file cards and their photographs.

No words: names and texts are typed over them by the game.
"""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

import numpy as np
from scipy.ndimage import gaussian_filter

from sprites.generator import carve, vector
from sprites.generator.canvas import Scene, put
from sprites.generator.catalogue import Sprite
from sprites.generator.icons import placed
from sprites.generator.palette import AGED, BLOOD, BONE, INK, PARCHMENT, Colour, mix, rgb
from sprites.generator.textures import Array, flat, noise, parchment, smoothstep, torn
from sprites.generator.town import shadowed
from sprites.generator.vector import (
    CUT,
    circle,
    ellipse,
    frame,
    lens,
    limb,
    line,
    mirrored,
    poly,
    rect,
    ring,
    taper,
)

BOARD = (544, 1382)
"""The rail of 340 by 864 units at 1.6 pixels a unit."""
CARD = (600, 840)
PHOTO = (448, 320)


# ---- player boards -----------------------------------------------------------------------------------------------


def _pines(y: float, height: float, count: int, seed: int, wide: float) -> str:
    rng = np.random.default_rng(seed)
    parts = []
    for i in range(count):
        x = wide * (i + 0.5) / count + float(rng.uniform(-10, 10))
        tall = height * float(rng.uniform(0.6, 1.0))
        for k in range(4):
            half = tall * (0.10 + 0.07 * k)
            top = y - tall + k * tall * 0.2
            parts.append(poly([(x, top), (x + half, top + tall * 0.34), (x - half, top + tall * 0.34)]))
        parts.append(rect(x - 3, y - tall * 0.1, 6, tall * 0.1 + 6))
    return "".join(parts)


def human_board() -> Array:
    """Return the human side: torn parchment, a fence with pines at its foot. RGBA."""
    w, h = BOARD
    sheet = parchment(BOARD, PARCHMENT, 5001, scale=1.6, edge=30)
    foot = _pines(h - 44, 150, 11, 5002, w) + rect(0, h - 46, w, 46)
    fence = "".join(poly([(x, h - 92), (x + 9, h - 106), (x + 18, h - 92), (x + 18, h - 30), (x, h - 30)]) for x in range(-4, w, 30))
    put(sheet, carve.bleed(vector.mask(foot, BOARD, (w, h)), 5003, blur=1.3), mix(INK, AGED, 0.35), 0.32)
    put(sheet, carve.bleed(vector.mask(fence + rect(0, h - 78, w, 9) + rect(0, h - 50, w, 9), BOARD, (w, h)), 5004, blur=1.2), INK, 0.5)
    border = frame(20, 20, w - 40, h - 40, 3, r=4) + frame(27, 27, w - 54, h - 54, 1.4, r=3)
    put(sheet, carve.bleed(vector.mask(border, BOARD, (w, h)), 5005, blur=0.9, specks=0.05), INK, 0.55)
    alpha = torn(vector.mask(rect(9, 9, w - 18, h - 18), BOARD, (w, h)), 5006, scale=1.4)
    return np.dstack([np.clip(sheet, 0, 1), alpha]).astype(np.float32)


def _antlers(w: float) -> str:
    beam = limb([(w / 2 - 26, 168), (w / 2 - 96, 148), (w / 2 - 170, 92), (w / 2 - 214, 26)], taper(22, 7))
    for root, tip in (((w / 2 - 86, 148), (w / 2 - 84, 66)), ((w / 2 - 130, 120), (w / 2 - 132, 40)), ((w / 2 - 176, 84), (w / 2 - 242, 96)), ((w / 2 - 196, 54), (w / 2 - 246, 40))):
        beam += limb([root, ((root[0] + tip[0]) / 2 - 6, (root[1] + tip[1]) / 2), tip], taper(13, 4))
    return mirrored(beam, w / 2)


def turned_board() -> Array:
    """Return the turned side: the block inverted, bone lines on black, a frame that grows antlers and roots. RGBA."""
    w, h = BOARD
    sheet = flat(BOARD, rgb("#171214")) * (1 + 0.10 * noise(BOARD, 1.4, 5101) + 0.05 * noise(BOARD, 0.7, 5102))[..., None]
    put(sheet, smoothstep(0.7, 1.9, noise(BOARD, 1.9, 5103)), rgb("#4A1412"), 0.55)
    horns = _antlers(w) + ellipse(w / 2, 176, 30, 24) + poly([(w / 2 - 22, 180), (w / 2 + 22, 180), (w / 2 + 10, 236), (w / 2 - 10, 236)])
    horns += circle(w / 2 - 13, 178, 6, CUT) + circle(w / 2 + 13, 178, 6, CUT)
    sides = []
    rng = np.random.default_rng(5104)
    for y in range(150, h - 60, 34):
        long = float(rng.uniform(16, 34))
        sides.append(lens((24, y), (24 + long, y - float(rng.uniform(-12, 18))), 8))
    thorns = mirrored("".join(sides) + limb([(24, 120), (30, h * 0.4), (20, h * 0.7), (28, h - 60)], lambda t: 9), w / 2)
    roots = "".join(limb([(w * f, h - 20), (w * f + (f - 0.5) * 40, h - 70), (w * f + (f - 0.5) * 130, h - 130 - 50 * (i % 2))], taper(16, 3)) for i, f in enumerate((0.12, 0.26, 0.4, 0.6, 0.74, 0.88)))
    put(sheet, carve.bleed(vector.mask(thorns + roots, BOARD, (w, h)), 5105, blur=1.1), mix(BONE, INK, 0.30), 0.75)
    put(sheet, carve.bleed(vector.mask(horns, BOARD, (w, h)), 5106, blur=1.1), BONE, 0.9)
    alpha = torn(vector.mask(rect(9, 9, w - 18, h - 18), BOARD, (w, h)), 5107, scale=1.8, strength=0.16)
    return np.dstack([np.clip(sheet, 0, 1), alpha]).astype(np.float32)


# ---- case-file cards ---------------------------------------------------------------------------------------------

FOLDERS: dict[str, Colour] = {
    "interior": rgb("#B5793E"),
    "exterior": rgb("#5E7A86"),
    "mystery": rgb("#6A3A5E"),
    "search": rgb("#5F7048"),
}
"""The folder of each deck."""
_STAMPS = {"interior": "entry-door", "exterior": "fog", "mystery": "uncertainty", "search": "magnifying-glass"}


def case_file(deck: str) -> Array:
    """Return a card front: a typed sheet in the deck's folder, a place for the photograph, a clip, the deck's stamp. RGBA."""
    w, h = CARD
    seed = 5200 + 40 * list(FOLDERS).index(deck)
    colour = FOLDERS[deck]
    folder = parchment(CARD, colour, seed, edge=26)
    tab = rect(36, 2, 200, 60, r=14)
    outline = vector.mask(rect(6, 34, w - 12, h - 40, r=16) + tab, CARD, (w, h))
    paper = parchment(CARD, mix(PARCHMENT, BONE, 0.35), seed + 3, edge=20)
    sheet = torn(vector.mask(rect(24, 62, w - 48, h - 88), CARD, (w, h)), seed + 4, scale=0.8, strength=0.05)
    folder *= 1 - (carve.moved(gaussian_filter(sheet, 6), 3, 5) * 0.5 * (1 - sheet))[..., None]
    put(folder, sheet, paper)
    rules = "".join(rect(48, y, w - 96, 1.3) for y in range(512, h - 50, 34))
    put(folder, carve.bleed(vector.mask(rules, CARD, (w, h)), seed + 5, blur=0.6) * sheet, mix(colour, INK, 0.2), 0.35)
    holes = circle(w / 2 - 110, 82, 10) + circle(w / 2 + 110, 82, 10)
    hole = vector.mask(holes, CARD, (w, h))
    put(folder, hole, mix(colour, INK, 0.35))
    put(folder, carve.rim(hole, (-0.4, -0.9), 3), INK, 0.5)
    stamp = ring(w - 104, h - 112, 52, 6) + ring(w - 104, h - 112, 42, 2.5) + placed(_STAMPS[deck], w - 104, h - 112, 54)
    put(folder, carve.bleed(vector.mask(f'<g transform="rotate(-14 {w - 104} {h - 112})">{stamp}</g>', CARD, (w, h)), seed + 7, blur=1.0, specks=0.16) * sheet, BLOOD, 0.5)
    return shadowed(folder, outline, blur=5, opacity=0.5, move=(2, 4))


def case_back(deck: str) -> Array:
    """Return a card back: the closed folder, tied with a cord, the deck's mark on it. RGBA."""
    w, h = CARD
    seed = 5400 + 40 * list(FOLDERS).index(deck)
    colour = FOLDERS[deck]
    folder = parchment(CARD, mix(colour, INK, 0.12), seed, edge=40)
    outline = vector.mask(rect(6, 6, w - 12, h - 12, r=22), CARD, (w, h))
    lines = frame(34, 34, w - 68, h - 68, 4, r=12) + frame(46, 46, w - 92, h - 92, 1.6, r=8)
    put(folder, carve.bleed(vector.mask(lines, CARD, (w, h)), seed + 1, blur=0.9, specks=0.06), INK, 0.65)
    pines = _pines(h - 60, 200, 9, seed + 2, w)
    put(folder, carve.bleed(vector.mask(pines, CARD, (w, h)), seed + 3, blur=1.1), INK, 0.55)
    put(folder, carve.bleed(vector.mask(circle(w / 2, 350, 150) + circle(w / 2, 350, 138, CUT) + placed(_STAMPS[deck], w / 2, 350, 190), CARD, (w, h)), seed + 4, blur=1.2), INK, 0.85)
    cord = vector.mask(line([(w * 0.5, 10), (w * 0.5, 190)], 7) + line([(w * 0.5, 510), (w * 0.5, h - 10)], 7), CARD, (w, h))
    folder *= 1 - (carve.moved(gaussian_filter(cord, 3), 3, 4) * 0.5)[..., None]
    put(folder, cord, mix(BLOOD, INK, 0.1))
    return shadowed(folder, outline, blur=5, opacity=0.5, move=(2, 4))


class Photo(NamedTuple):
    """What a card's photograph shows: an icon (or two), where it is taken."""

    icon: str
    place: str = "room"
    second: str = ""
    side: float = 230.0
    flip: bool = False


PHOTOS: dict[str, Photo] = {
    # interior
    "ruth": Photo("witch-face", "room", "candle-flame"),
    "emmetts_keys": Photo("car-key", "shed", "surfer-van"),
    "nde": Photo("life-support", "void"),
    "ammo_token": Photo("bullets", "shed"),
    "scope_token": Photo("arrow-scope", "shed"),
    "dr_halloran": Photo("nurse-female", "room", "medicine-pills"),
    "widows_supper": Photo("cardboard-box", "room", "candles"),
    "cellar_door": Photo("entry-door", "cellar"),
    "boy_in_the_attic": Photo("baby-face", "cellar", "pencil"),
    "butcher_boone": Photo("sacrificial-dagger", "cellar", "death-skull"),
    "deputy_marsh": Photo("police-officer-head", "room", "police-badge"),
    "voice_on_the_radio": Photo("speaker", "room", "sonic-shout"),
    "preacher_cole": Photo("monk-face", "room", "crucifix"),
    "writing_on_the_walls": Photo("pencil", "cellar", "bleeding-eye"),
    "breathing_floor": Photo("lamprey-mouth", "cellar"),
    "locked_in": Photo("padlock", "cellar"),
    "wrong_mirror": Photo("half-dead", "room"),
    "full_pantry": Photo("sandwich", "room", "bread"),
    "gun_rack": Photo("winchester-rifle", "shed", "rifle"),
    "crawlspace": Photo("cave-entrance", "cellar"),
    "thing_in_the_bath": Photo("tentacle-strike", "cellar"),
    "choir_below": Photo("musical-notes", "cellar", "minions"),
    "sleepwalkers": Photo("shambling-zombie", "room", "evil-moon"),
    "stopped_clock": Photo("pocket-watch", "room"),
    "kind_neighbour": Photo("healing", "room", "house"),
    "bell_rope": Photo("ringing-bell", "room"),
    # exterior
    "swirling_mass": Photo("vortex", "sky"),
    "ambulance": Photo("ambulance", "road"),
    "hanging_corpse": Photo("tarot-12-the-hanged-man", "field"),
    "four_wheeler": Photo("jeep", "woods"),
    "ammo_token_outside": Photo("bullets", "field"),
    "heavy_ammo_token": Photo("bullets", "woods", "minigun"),
    "scope_token_outside": Photo("arrow-scope", "field", "wooden-fence"),
    "loose_abomination": Photo("floating-ghost", "field", "barn"),
    "grave_sleeper": Photo("fleshy-mass", "field", "graveyard"),
    "open_grave": Photo("hasty-grave", "field", "trench-spade"),
    "blood_rain": Photo("ragged-wound", "sky", "fog"),
    "crows": Photo("raven", "sky"),
    "farmer_dale": Photo("farmer", "field", "corn"),
    "siren": Photo("police-car", "road"),
    "nails_on_the_road": Photo("flat-tire", "road"),
    "headlights_in_fog": Photo("fog", "road"),
    "hitchhiker": Photo("hooded-figure", "road"),
    "pale_children": Photo("baby-face", "field", "meeple"),
    "the_well": Photo("well", "woods"),
    "lost_hour": Photo("hourglass", "road"),
    "second_wind": Photo("sprint", "road", "wind-slap"),
    "lightning": Photo("lightning-trio", "sky"),
    "scarecrow": Photo("scarecrow", "field"),
    "soft_ground": Photo("grasping-claws", "field", "swamp"),
    "wild_dogs": Photo("hound", "woods", "wolf-head"),
    "northern_lights": Photo("star-formation", "sky"),
    "man_with_a_lantern": Photo("old-lantern", "woods"),
    "groaning_fence": Photo("wooden-fence", "field"),
    # mystery
    "vision_of_the_pillars": Photo("ionic-column", "void", "all-seeing-eye"),
    "time_slips": Photo("backward-time", "void"),
    "blood_moon": Photo("evil-moon", "sky"),
    "their_names": Photo("screaming", "void", "talk"),
    "stigmata": Photo("ragged-wound", "void", "evil-hand"),
    "grace": Photo("prayer", "void", "candle-light"),
    "exchange": Photo("trade", "void"),
    "homecoming": Photo("bed", "room", "house-keys"),
    "the_calling": Photo("graveyard", "void"),
    "mercy": Photo("holy-water", "void"),
    "debt": Photo("coins", "void", "death-skull"),
    "unmaking": Photo("evil-hand", "void", "ghost"),
    "crossing": Photo("crucifix", "field"),
    "silence": Photo("speaker-off", "void", "police-car"),
    "the_count": Photo("minions", "void", "death-skull"),
    "small_feast": Photo("bread", "void"),
    "static": Photo("lightning-trio", "void", "speaker"),
    "the_bargain": Photo("devil-mask", "void", "tied-scroll"),
    "lullaby": Photo("musical-notes", "void", "moon-orbit"),
    "talisman": Photo("gem-pendant", "void"),
    "broken_siren": Photo("flat-tire", "void", "ambulance"),
    "first_sacrament": Photo("crown-of-thorns", "void", "candles"),
}
"""The photograph of every event and Mystery card, by the card's id."""

_SKIES: dict[str, tuple[Colour, Colour, Colour]] = {
    # top, bottom, light
    "room": (rgb("#241A12"), rgb("#6A4A2A"), rgb("#F0D49A")),
    "cellar": (rgb("#12110F"), rgb("#3C3A30"), rgb("#C8C0A0")),
    "shed": (rgb("#1C1812"), rgb("#565038"), rgb("#E0D0A0")),
    "road": (rgb("#0C121C"), rgb("#2C3C4C"), rgb("#E8E2C8")),
    "field": (rgb("#0E1418"), rgb("#3A4A42"), rgb("#D8DCC0")),
    "woods": (rgb("#0A120E"), rgb("#2A3E30"), rgb("#C8D8B0")),
    "sky": (rgb("#0C0E1C"), rgb("#33445E"), rgb("#D8D8E8")),
    "void": (rgb("#120A18"), rgb("#4E2A4A"), rgb("#E6C8DC")),
}


def _backdrop(s: Scene, place: str, ink: Colour, light: Colour) -> None:
    """Print what stands behind the subject of a photograph."""
    mid = mix(ink, light, 0.22)
    if place in ("room", "cellar", "shed"):
        s.block(poly([(0, 232), (448, 232), (448, 320), (0, 320)]), colour=mid, rim=2, rim_colour=light, engrave=0.4, angle=0, depth=30)
        boards = "".join(line([(x, 320), (224 + (x - 224) * 0.5, 232)], 1.6) for x in range(-200, 700, 52))
        s.paint(boards, ink, 0.6)
        wall = rect(28, 40, 70, 96) + rect(350, 40, 70, 96) if place == "room" else "".join(rect(x, 0, 5, 232) for x in range(20, 448, 58))
        s.block(wall, colour=mix(ink, light, 0.10), rim=2, rim_colour=mid, engrave=0.2)
    elif place == "road":
        s.block(poly([(0, 320), (190, 210), (258, 210), (448, 320)]), colour=mid, rim=2, rim_colour=light, engrave=0.4, depth=30)
        s.paint("".join(poly([(222 - k, 226 + 30 * k / 4), (226 + k, 226 + 30 * k / 4), (227 + k, 240 + 30 * k / 4), (221 - k, 240 + 30 * k / 4)]) for k in (0, 4, 9)), light, 0.7)
    elif place in ("field", "woods"):
        s.block(poly([*vector.jagged([(0, 240), (448, 226)], 0.03, s.next_seed()), (448, 320), (0, 320)]), colour=mid, rim=2, rim_colour=light, engrave=0.5, depth=30)
        s.block(_pines(244, 190 if place == "woods" else 70, 9 if place == "woods" else 15, s.next_seed(), 448), colour=mix(ink, light, 0.08), rim=1.5, rim_colour=mid, engrave=0.2)
    elif place == "void":
        s.paint("".join(ring(224, 160, r, 1.4) for r in (120, 140, 168, 200, 236)), mid, 0.8)


def photograph(card: str) -> Array:
    """Return the photograph of a card, cut in lino."""
    photo = PHOTOS[card]
    top, bottom, light = _SKIES[photo.place]
    ink = mix(top, (0, 0, 0), 0.5)
    s = Scene(PHOTO, (448.0, 320.0), 6000 + 90 * list(PHOTOS).index(card))
    s.key, s.rim_colour, s.cut_colour = ink, light, mix(bottom, light, 0.35)
    rng = np.random.default_rng(s.seed)
    s.sky(top, bottom, star_count=40 if photo.place in ("sky", "field", "road", "woods") else 0)
    lamp = (float(rng.uniform(150, 300)), float(rng.uniform(90, 150)))
    s.glow(lamp, 150, light, 0.6)
    s.rays(lamp, s.cut_colour, count=64, opacity=0.34)
    if photo.place in ("sky", "field") and rng.uniform() < 0.7:
        s.disc((lamp[0] + 60, 80), 40, mix(light, bottom, 0.2))
    _backdrop(s, photo.place, ink, light)
    if photo.second:
        s.block(placed(photo.second, 352 if rng.uniform() < 0.5 else 96, 196, 118), colour=mix(ink, bottom, 0.5), rim=3, engrave=0.5, depth=12)
    s.block(placed(photo.icon, 224, 164, photo.side, flip=photo.flip), colour=ink, rim=4.5, engrave=0.75, depth=22, keyline=4)
    return s.finish(0.5)


# ---- endings -----------------------------------------------------------------------------------------------------

ENDING = (1152, 864)


def _wood(s: Scene, low: float, high: float, count: int, colour: Colour, rim: Colour) -> None:
    """Print a wall of pines that leaves the middle open."""
    rng = np.random.default_rng(s.next_seed())
    parts = []
    for i in range(count):
        x = 1152 * (i + 0.5) / count + float(rng.uniform(-14, 14))
        open_ = abs(x - 576) / 576
        tall = (low + (high - low) * open_**1.4) * float(rng.uniform(0.8, 1.1))
        base = 560 + 60 * open_
        for k in range(6):
            half = tall * (0.06 + 0.035 * k)
            top = base - tall + k * tall * 0.15
            parts.append(poly([(x, top), (x + half, top + tall * 0.26), (x - half, top + tall * 0.26)]))
    s.block("".join(parts), colour=colour, rim=3, rim_colour=rim, engrave=0.3, depth=14)


def escaped() -> Array:
    """Return the print of an escape: the broken roadblock, the road beyond it, first light."""
    ink, light, dawn = rgb("#14181C"), rgb("#F2DFA8"), rgb("#C9783E")
    s = Scene(ENDING, (1152.0, 864.0), 7001)
    s.key, s.rim_colour, s.cut_colour = ink, light, dawn
    s.sky(rgb("#20324A"), rgb("#D99A55"), star_count=50)
    s.glow((576, 470), 420, light, 0.85)
    s.rays((576, 470), light, count=110, opacity=0.45)
    s.disc((576, 470), 92, light)
    _wood(s, 130, 520, 34, rgb("#1E2A2A"), mix(dawn, ink, 0.3))
    s.block(poly([*vector.jagged([(0, 572), (420, 520), (732, 520), (1152, 572)], 0.01, s.next_seed()), (1152, 864), (0, 864)]), colour=rgb("#2A322C"), rim=3, rim_colour=dawn, engrave=0.5, depth=40)
    s.block(poly([(120, 864), (548, 512), (604, 512), (1032, 864)]), colour=rgb("#38383C"), rim=4, rim_colour=light, engrave=0.35, depth=60)
    s.paint("".join(poly([(574 - k * 2.2, 540 + k * k * 3.1), (578 + k * 2.2, 540 + k * k * 3.1), (579 + k * 2.8, 556 + k * k * 4.0), (573 - k * 2.8, 556 + k * k * 4.0)]) for k in range(9)), light, 0.8)
    stumps = poly([(150, 760), (176, 600), (214, 578), (240, 622), (262, 650), (286, 764)]) + poly([(880, 764), (900, 640), (936, 668), (968, 590), (1004, 612), (1024, 768)])
    s.block(stumps, colour=rgb("#241C1A"), rim=5, rim_colour=light, engrave=0.8, depth=26)
    rubble = "".join(poly([(x, y), (x + w, y - 14), (x + w + 18, y + 10), (x + 8, y + 22)]) for x, y, w in ((300, 772, 60), (386, 812, 44), (770, 800, 66), (860, 836, 50), (220, 828, 70)))
    s.block(rubble, colour=rgb("#241C1A"), rim=4, rim_colour=dawn, engrave=0.5, depth=12)
    people = placed("walk", 500, 640, 128) + placed("walk", 590, 618, 104) + placed("walk", 668, 650, 132, flip=True)
    s.block(people, colour=ink, rim=4, rim_colour=light, engrave=0.4, depth=10)
    return s.finish(0.5)


def lost() -> Array:
    """Return the print of a defeat: the barn's open door under a red moon, and too many who wait before it."""
    ink, light, red = rgb("#0E0A0C"), rgb("#D8B090"), rgb("#8A1F1A")
    s = Scene(ENDING, (1152.0, 864.0), 7101)
    s.key, s.rim_colour, s.cut_colour = ink, light, red
    s.sky(rgb("#12090C"), rgb("#5A1A16"), star_count=20)
    s.glow((576, 250), 380, red, 0.9)
    s.rays((576, 250), red, count=96, opacity=0.5)
    s.disc((576, 230), 150, rgb("#B8402E"))
    _wood(s, 240, 560, 30, rgb("#160E10"), mix(red, ink, 0.4))
    barn = poly([(330, 640), (330, 430), (400, 330), (576, 250), (752, 330), (822, 430), (822, 640)])
    s.block(barn, colour=rgb("#2A1012"), rim=5, rim_colour=light, engrave=0.7, depth=60, angle=90)
    s.paint(rect(476, 420, 200, 230), rgb("#D8421E"), 0.92, blur=3)
    s.glow((576, 560), 190, rgb("#FF7A2A"), 0.75)
    s.block(poly([(476, 420), (410, 440), (410, 668), (476, 650)]) + poly([(676, 420), (742, 440), (742, 668), (676, 650)]), colour=rgb("#1C0C0E"), rim=4, rim_colour=light, engrave=0.6, depth=20, angle=90)
    s.block(poly([*vector.jagged([(0, 660), (576, 640), (1152, 660)], 0.02, s.next_seed()), (1152, 864), (0, 864)]), colour=rgb("#1A0F10"), rim=3, rim_colour=red, engrave=0.5, depth=40)
    rng = np.random.default_rng(7102)
    for row in range(3):
        count = 7 - row
        for i in range(count):
            x = 576 + (i - (count - 1) / 2) * (150 + 34 * row) + float(rng.uniform(-14, 14))
            icon = ("shambling-zombie", "hooded-figure", "shambling-zombie", "stag-head")[(i + row) % 4]
            s.block(
                placed(icon, x, 676 + row * 62, 128 + 34 * row, flip=bool(rng.integers(0, 2))),
                colour=ink, rim=3, rim_colour=rgb("#D8683E"), engrave=0.4, depth=12, keyline=5,
            )  # fmt: skip
    return s.finish(0.6)


def sprites() -> list[Sprite]:
    """Return boards, card fronts, backs and photographs."""
    found = [Sprite("kanata/boards/human.webp", human_board), Sprite("kanata/boards/turned.webp", turned_board)]
    found += [Sprite(f"kanata/cards/{deck}.webp", partial(case_file, deck)) for deck in FOLDERS]
    found += [Sprite(f"kanata/cards/{deck}_back.webp", partial(case_back, deck)) for deck in FOLDERS]
    found += [Sprite("kanata/endings/escaped.webp", escaped), Sprite("kanata/endings/lost.webp", lost)]
    found += [Sprite(f"kanata/photos/{card}.webp", partial(photograph, card)) for card in PHOTOS]
    return found
