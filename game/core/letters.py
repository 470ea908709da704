"""Letters as they are drawn, on the screen and on paper alike: what is left out, which fonts stand in, what marks a
letter that no font has.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from typing import Final

from game.core.strings import ICON

STAND_INS: Final = ("EBGaramond-400", "AlegreyaSans-400", "AtkinsonHyperlegible-400", "OpenDyslexic-400")
"""The fonts that are asked, in this order, for a letter that the font of a text lacks."""

UNKNOWN: Final = "\ufffd"
"""Drawn in the place of a letter that no font has."""

_LONGEST = 20_000  # letters of a text
_MOST_MARKS = 2  # accents on one letter
_SELECTORS = frozenset(map(chr, (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0), *range(0x180B, 0x1810), 0x034F)))
"""Marks without any width: they choose a letter's variant, which no font here has."""


def clean(text: object, *, piece: bool = False) -> str:
    """`text` in NFC without what cannot or must not be drawn: control, bidi and zero-width characters, and accents
    beyond two on one letter. Line breaks stay, a tab becomes a space.

    Lone surrogates, and letters that this Python does not know (a newer one may), stay visible: as the mark for
    letters that no font has. A `piece` is put into another text: it may begin with accents, for the letter before it.
    """
    kept: list[str] = []
    marks = 0
    normal = unicodedata.normalize("NFC", str(text)[:_LONGEST].replace("\r\n", "\n").replace("\t", " "))
    for letter in normal:
        category = unicodedata.category(letter)
        if letter == "\n" or letter in ICON:
            kept.append(letter)
        elif category in ("Cs", "Co", "Cn"):
            marks = 0
            kept.append(UNKNOWN)
        elif category in ("Cc", "Cf", "Zl", "Zp") or letter in _SELECTORS:
            continue
        elif category in ("Mn", "Me"):
            marks += 1
            if marks <= _MOST_MARKS and (kept or piece):
                kept.append(letter)
        else:
            marks = 0
            kept.append(letter)
    return "".join(kept)


def in_fonts(text: str, first: str, has: Callable[[str, str], bool]) -> list[tuple[str, str]]:
    """`text` in pieces of one font each: `first` where it can, else the first font that stands in.

    `has` says whether a font has a letter. A letter and its accents come from one font wherever one has them all. A
    letter that no font has whole is put together from its parts; one that has no parts becomes the mark (or a question
    mark, should no font have that either).
    """
    fonts = (first, *(name for name in STAND_INS if name != first))
    pieces: list[tuple[str, str]] = []

    def put(letters: str) -> bool:
        name = next((name for name in fonts if all(has(name, letter) for letter in letters)), None)
        if name is None:
            return False
        if pieces and pieces[-1][1] == name:
            pieces[-1] = (pieces[-1][0] + letters, name)
        else:
            pieces.append((letters, name))
        return True

    for cluster in _clusters(text):
        if put(cluster) or put(unicodedata.normalize("NFD", cluster)):
            continue
        for letter in cluster:
            if not put(letter) and not put(UNKNOWN):
                put("?")
    return pieces


def _clusters(text: str) -> list[str]:
    """The letters of `text`, each with the accents on it."""
    clusters: list[str] = []
    for letter in text:
        if clusters and unicodedata.combining(letter):
            clusters[-1] += letter
        else:
            clusters.append(letter)
    return clusters
