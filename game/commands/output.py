"""What is printed reaches every output: signs that its encoding lacks are written with those that it has.

On Windows a pipe or a file is written in the code page of the system, on others perhaps in ASCII. A minus sign or the
name of a person must not end a game there.
"""

from __future__ import annotations

import codecs
import sys
import unicodedata
from typing import Final

from game.core.names import is_hidden
from game.core.strings import ICON

HANDLER: Final = "unhallowed.nearest"

_NEAREST: Final = {
    "\u2212": "-", "\u2013": "-", "\u2014": "-", "\u2010": "-", "\u2011": "-", "\u2018": "'", "\u2019": "'",
    "\u201c": '"', "\u201d": '"', "\u2026": "...", "\u00d7": "x", "\u2192": "->", "\u2190": "<-", "\u2264": "<=",
    "\u2265": ">=", "\u00b7": "-", "\u2022": "*", "\u00c6": "Ae", "\u00e6": "ae", "\u00d0": "D", "\u00f0": "d",
    "\u00de": "Th", "\u00fe": "th", "\u00d8": "O", "\u00f8": "o", "\u00df": "ss", "\u00a0": " ", "\u202f": " ",
    "\u221e": "oo", ICON[0]: "[", ICON[1]: "]",
}  # fmt: skip


def nearest(char: str) -> str:
    """``char`` in ASCII, as near as may be; a question mark for what has no likeness."""
    if char in _NEAREST:
        return _NEAREST[char]
    plain = unicodedata.normalize("NFKD", char).encode("ascii", "ignore").decode()
    return plain or ("" if unicodedata.combining(char) else "?")


def visible(text: str) -> str:
    """``text`` from a file or its name, fit for a terminal: what would move the cursor or turn lines is spelt out."""
    return "".join(char if char == "\n" or not is_hidden(char) else repr(char)[1:-1] for char in text)


def _handle(error: UnicodeError) -> tuple[str | bytes, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(map(nearest, error.object[error.start : error.end])), error.end


def prepare() -> None:
    """From now on nothing that is printed fails for its signs. UTF-8 outputs print all of them."""
    codecs.register_error(HANDLER, _handle)
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors=HANDLER)
