"""The inks: every colour that the pictures share, as RGB triples from 0 to 1."""

from __future__ import annotations

Colour = tuple[float, float, float]


def rgb(code: str) -> Colour:
    """Return the colour written as ``#RRGGBB``."""
    code = code.removeprefix("#")
    return (int(code[0:2], 16) / 255, int(code[2:4], 16) / 255, int(code[4:6], 16) / 255)


def mix(a: Colour, b: Colour, share: float) -> Colour:
    """Return ``a`` with ``share`` (0 to 1) of ``b`` stirred in."""
    return (a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share, a[2] + (b[2] - a[2]) * share)


PARCHMENT = rgb("#E6D8B8")
AGED = rgb("#D9C8A0")
BONE = rgb("#F1E7CD")
INK = rgb("#231812")
GALL = rgb("#2A211C")
GOLD = rgb("#B08A3E")
LIGHT_GOLD = rgb("#D6BC72")
BLOOD = rgb("#8A1F1A")
OXBLOOD = rgb("#5A1614")
WOOD_DARK = rgb("#2E1F16")
WOOD = rgb("#3B2818")

NIGHT = rgb("#0A0F1C")
SEA_GREEN = rgb("#2A5C58")
VERDIGRIS = rgb("#7FA79A")
MOON = rgb("#D9C27A")
EVIL = rgb("#63399A")
DEATH = rgb("#1F1D22")
DESTRUCTION = rgb("#A52A1F")
RAID_BLUE = rgb("#2C5A88")
CULT_GREEN = rgb("#3B7446")
KEY_BLOCK = rgb("#12261F")

PANEL_INK = rgb("#14110F")
SOOT = rgb("#2A2622")
CANDLE = rgb("#E8B24A")
ASH = rgb("#8E8577")
PAPER = rgb("#EFE6D2")

SEATS = {
    "circle": rgb("#E69F00"),
    "square": rgb("#56B4E9"),
    "triangle": rgb("#D55E00"),
    "diamond": rgb("#CC79A7"),
    "hexagon": rgb("#009E73"),
    "cross": rgb("#F0E442"),
}
"""Seat shapes in the order of the seats, each with its colour."""
