"""Names that people give, and the ids and file names that are made from them."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

MAX_NAME: Final = 40
"""Characters of a name, as seen."""

_MAX_MARKS = 2
_LONGEST = 2_000
"""Characters that are looked at: a longer text is no name, and is cut before any work is done on it."""
_ID = re.compile(r"[a-z0-9_-]{1,40}\Z")
_DEVICES = frozenset(["con", "prn", "aux", "nul", *(f"com{i}" for i in range(10)), *(f"lpt{i}" for i in range(10))])
"""Words that Windows keeps for devices: no file may be called so, whatever its ending."""

LETTERS: Final = unicodedata.ucd_3_2_0
"""What a letter is, the same in every Python: the tables of a running Python grow with its version, and a name that
one accepts another would refuse. What came into Unicode later counts as a letter."""

_HIDDEN = re.compile(
    "["
    "\x00-\x1f\x7f-\x9f"  # control signs
    "\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"  # turn or join the writing
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e00ff"
    "\ud800-\udfff"  # halves of a pair
    "\ue000-\uf8ff\U000f0000-\U0010ffff"  # private use
    "\ufdd0-\ufdef\ufffe\uffff"  # never characters
    "]"
)
_WIDTHLESS = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180d\u180f\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)
"""Letters and marks that leave nothing on the paper. They do no harm in a text; a name may not be made of them."""
_NO_CHARACTER = re.compile("[" + "".join(f"\\U{plane:04x}fffe\\U{plane:04x}ffff" for plane in range(1, 17)) + "]")
_RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefe\U00010800-\U00010fff\U0001e800-\U0001efff]")
"""The blocks of scripts that are written from right to left."""
_WRITTEN_EITHER_WAY = frozenset({"AN", "EN", "ES", "ET", "CS", "NSM", "ON", "WS", "L"})


def is_hidden(char: str) -> bool:
    """Whether ``char`` cannot be seen or turns the writing round: a control, format or private one, half a pair."""
    return bool(_HIDDEN.match(char) or _NO_CHARACTER.match(char))


def shown_file(name: object) -> str:
    """A file's name or path as it can be shown anywhere: what is hidden in it, by whoever named it, is spelt out."""
    return "".join(ascii(char)[1:-1] if is_hidden(char) else char for char in str(name))


def runs_right_to_left(char: str) -> bool:
    """Whether ``char`` is a letter that is written from right to left."""
    return bool(_RIGHT_TO_LEFT.match(char)) and LETTERS.bidirectional(char) not in _WRITTEN_EITHER_WAY


def clean_name(text: str, otherwise: str = "?") -> str:
    """A name fit to be shown and stored; ``otherwise`` where nothing is left of it.

    NFC, blanks single, no character that cannot be seen (``is_hidden``), at most 2 combining marks on a character and
    40 characters as seen. A leading ``@`` goes: it would be read as a text key.
    """
    shown = "".join(" " if char.isspace() else char for char in text[:_LONGEST])
    kept = _WIDTHLESS.sub("", _NO_CHARACTER.sub("", _HIDDEN.sub("", shown)))
    out: list[str] = []
    seen = marks = 0
    for char in " ".join(LETTERS.normalize("NFC", kept).split()).lstrip("@ "):
        if LETTERS.category(char).startswith("M"):
            marks += 1
            if marks > _MAX_MARKS or not out:
                continue
        else:
            marks = 0
            seen += 1
            if seen > MAX_NAME:
                break
        out.append(char)
    return LETTERS.normalize("NFC", "".join(out)).lstrip("@ ").rstrip() or otherwise


def is_id(text: str) -> bool:
    """Whether ``text`` is an id: 1 to 40 of ``a-z 0-9 _ -``, and a file may be called so on every system."""
    return bool(_ID.match(text)) and text not in _DEVICES


_SPELT = str.maketrans({"Æ": "Ae", "æ": "ae", "Ð": "D", "ð": "d", "Þ": "Th", "þ": "th"})
"""Letters that are no others with an accent."""


def make_id(name: str, otherwise: str = "game") -> str:
    """An id that resembles ``name`` (accents dropped, other signs as hyphens); ``otherwise`` if nothing is left."""
    plain = unicodedata.normalize("NFKD", name.translate(_SPELT)).encode("ascii", "ignore").decode().lower()
    made = re.sub(r"[^a-z0-9_]+", "-", plain).strip("-")[:MAX_NAME].strip("-")
    return made if is_id(made) else otherwise
