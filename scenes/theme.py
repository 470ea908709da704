"""Colours, seats and type: the look in numbers, and the arithmetic that keeps it readable."""

from __future__ import annotations

from dataclasses import dataclass, replace

Colour = tuple[int, int, int]


def rgb(code: str) -> Colour:
    """``#E8B24A`` as a triple."""
    code = code.lstrip("#")
    return int(code[0:2], 16), int(code[2:4], 16), int(code[4:6], 16)


# Shell, panels and controls.
INK = rgb("#14110F")
SOOT = rgb("#2A2622")
BONE = rgb("#EFE6D2")
CANDLE = rgb("#E8B24A")
ASH = rgb("#8E8577")

# Common to all pictures.
PARCHMENT = rgb("#E6D8B8")
AGED = rgb("#D9C8A0")
PRINT = rgb("#231812")
"""The ink of everything printed on paper."""
GOLD = rgb("#B08A3E")
LIGHT_GOLD = rgb("#D6BC72")
BLOOD = rgb("#8A1F1A")
OXBLOOD = rgb("#5A1614")
WOOD_DARK = rgb("#2E1F16")
WOOD = rgb("#3B2818")

# Kingsport.
NIGHT = rgb("#0A0F1C")
SEA = rgb("#2A5C58")
VERDIGRIS = rgb("#7FA79A")
MOON = rgb("#D9C27A")
EVIL = rgb("#63399A")
DEATH = rgb("#1F1D22")
DESTRUCTION = rgb("#A52A1F")
EVIL_ON_DARK = rgb("#B79AD6")
DESTRUCTION_ON_DARK = rgb("#E0604E")
RAID = rgb("#2C5A88")
CULT = rgb("#3B7446")

GOOD_ON_DARK = rgb("#8FC79B")
BAD_ON_DARK = rgb("#E8938A")
FAINT_ON_DARK = rgb("#BDB3A1")
"""Secondary words on dark: quieter than bone, still above 4.5 to 1."""
FAINT_ON_PAPER = rgb("#574638")
BUTTON = rgb("#3A332B")
BUTTON_HOVER = rgb("#4B4237")
BUTTON_DIM = rgb("#2B2723")
PRIMARY = rgb("#2F4A38")
PRIMARY_HOVER = rgb("#3A5B45")


@dataclass(frozen=True)
class SeatMark:
    """How a seat is told apart: colour, shape and letter, never colour alone."""

    colour: Colour
    shape: str
    letter: str


SEATS = (
    SeatMark(rgb("#E69F00"), "circle", "A"),
    SeatMark(rgb("#56B4E9"), "square", "B"),
    SeatMark(rgb("#D55E00"), "triangle", "C"),
    SeatMark(rgb("#CC79A7"), "diamond", "D"),
    SeatMark(rgb("#009E73"), "hexagon", "E"),
    SeatMark(rgb("#F0E442"), "cross", "F"),
)


@dataclass(frozen=True)
class Pair:
    """Two colours used on each other, and the contrast they must have."""

    name: str
    front: Colour
    back: Colour
    least: float = 4.5


TEXT_PAIRS = (
    Pair("bone on ink", BONE, INK),
    Pair("bone on soot", BONE, SOOT),
    Pair("bone on button", BONE, BUTTON),
    Pair("bone on hovered button", BONE, BUTTON_HOVER),
    Pair("bone on primary", BONE, PRIMARY),
    Pair("bone on hovered primary", BONE, PRIMARY_HOVER),
    Pair("bone on oxblood", BONE, OXBLOOD),
    Pair("bone on evil", BONE, EVIL),
    Pair("bone on death", BONE, DEATH),
    Pair("bone on destruction", BONE, DESTRUCTION),
    Pair("bone on raid", BONE, RAID),
    Pair("bone on night", BONE, NIGHT),
    Pair("faint on soot", FAINT_ON_DARK, SOOT),
    Pair("faint on dim button", FAINT_ON_DARK, BUTTON_DIM),
    Pair("faint on ink", FAINT_ON_DARK, INK),
    Pair("candle on ink", CANDLE, INK),
    Pair("candle on soot", CANDLE, SOOT),
    Pair("good on soot", GOOD_ON_DARK, SOOT),
    Pair("bad on soot", BAD_ON_DARK, SOOT),
    Pair("print on parchment", PRINT, PARCHMENT),
    Pair("print on aged parchment", PRINT, AGED),
    Pair("faint on parchment", FAINT_ON_PAPER, PARCHMENT),
    Pair("faint on aged parchment", FAINT_ON_PAPER, AGED),
    Pair("blood on aged parchment", BLOOD, AGED),
    Pair("blood on parchment", BLOOD, PARCHMENT),
    Pair("light gold on night", LIGHT_GOLD, NIGHT),
)

SHAPE_PAIRS = (
    Pair("bone on cult", BONE, CULT, 3.0),
    Pair("candle on soot", CANDLE, SOOT, 3.0),
    Pair("ash on ink", ASH, INK, 3.0),
    Pair("evil mark on soot", EVIL_ON_DARK, SOOT, 3.0),
    Pair("destruction mark on soot", DESTRUCTION_ON_DARK, SOOT, 3.0),
    Pair("bone on soot", BONE, SOOT, 3.0),
    *(Pair(f"seat {seat.letter} on ink", seat.colour, INK, 3.0) for seat in SEATS),
)


def luminance(colour: Colour) -> float:
    """Relative luminance as WCAG defines it, 0 to 1."""

    def linear(value: int) -> float:
        part = value / 255
        return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4

    red, green, blue = map(linear, colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Colour, other: Colour) -> float:
    """Contrast ratio as WCAG defines it, 1 to 21."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


# Viénot, Brettel and Mollon 1999 for protanopia and deuteranopia, Brettel's plane for tritanopia in one matrix;
# applied to linear RGB. "grey" is luminance alone.
_MATRICES = {
    "protan": ((0.11238, 0.88762, 0.0), (0.11238, 0.88762, 0.0), (0.00401, -0.00401, 1.0)),
    "deutan": ((0.29275, 0.70725, 0.0), (0.29275, 0.70725, 0.0), (-0.02234, 0.02234, 1.0)),
    "tritan": ((1.01277, 0.13548, -0.14826), (-0.01243, 0.86812, 0.14431), (0.07589, 0.80500, 0.11911)),
    "grey": ((0.2126, 0.7152, 0.0722),) * 3,
}
SIGHTS = tuple(_MATRICES)


def simulate(sight: str, colour: Colour) -> Colour:
    """`colour` as seen with that `sight` (one of `SIGHTS`)."""
    linear = [(v / 255) / 12.92 if v / 255 <= 0.04045 else ((v / 255 + 0.055) / 1.055) ** 2.4 for v in colour]

    def back(part: float) -> int:
        part = min(1.0, max(0.0, part))
        return round(255 * (part * 12.92 if part <= 0.0031308 else 1.055 * part ** (1 / 2.4) - 0.055))

    red, green, blue = (back(sum(k * v for k, v in zip(row, linear, strict=True))) for row in _MATRICES[sight])
    return red, green, blue


def mix(one: Colour, other: Colour, share: float) -> Colour:
    """`share` of `other` in `one`."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue


@dataclass(frozen=True)
class Style:
    """How a text is set: the role of its font, its size in units, letter-spacing in units, line height."""

    role: str
    size: float
    spacing: float = 0.0
    leading: float = 1.4

    def sized(self, size: float) -> Style:
        return replace(self, size=size)


SECONDARY = Style("label", 16)
BODY = Style("body", 18)
BODY_ITALIC = Style("body_italic", 18)
BODY_BOLD = Style("body_bold", 18)
LABEL = Style("label", 18)
LABEL_BOLD = Style("label_bold", 18)
BUTTON_TEXT = Style("label_bold", 20, leading=1.2)
CARD_TITLE = Style("cinzel", 20, spacing=1.5, leading=1.2)
HEADING = Style("title", 28, leading=1.2)
SCREEN_TITLE = Style("title", 48, spacing=1, leading=1.15)
GAME_TITLE = Style("title", 72, spacing=6, leading=1.1)
MONO = Style("mono", 18)
FLAVOUR = Style("flavour", 20)

ROLES: dict[str, tuple[str, str, str]] = {
    # role: (period, plain, dyslexic)
    "title": ("IMFellEnglish-400", "AtkinsonHyperlegible-700", "OpenDyslexic-700"),
    "flavour": ("IMFellEnglish-400Italic", "AtkinsonHyperlegible-400Italic", "OpenDyslexic-400Italic"),
    "body": ("EBGaramond-400", "AtkinsonHyperlegible-400", "OpenDyslexic-400"),
    "body_italic": ("EBGaramond-400Italic", "AtkinsonHyperlegible-400Italic", "OpenDyslexic-400Italic"),
    "body_bold": ("EBGaramond-600", "AtkinsonHyperlegible-700", "OpenDyslexic-700"),
    "label": ("AlegreyaSans-400", "AtkinsonHyperlegible-400", "OpenDyslexic-400"),
    "label_bold": ("AlegreyaSans-700", "AtkinsonHyperlegible-700", "OpenDyslexic-700"),
    "mono": ("CourierPrime-700", "AtkinsonHyperlegible-700", "OpenDyslexic-700"),
    "cinzel": ("Cinzel-700", "AtkinsonHyperlegible-700", "OpenDyslexic-700"),
    "elite": ("SpecialElite-400", "AtkinsonHyperlegible-700", "OpenDyslexic-700"),
    "uncial": ("UncialAntiqua-400", "AtkinsonHyperlegible-700", "OpenDyslexic-700"),
}
FONT_SETS = ("period", "plain", "dyslexic")


def font_file(role: str, font_set: str) -> str:
    """Name (without .ttf) of the font that plays `role`."""
    return ROLES[role][FONT_SETS.index(font_set)]
