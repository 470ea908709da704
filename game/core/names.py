"""Names that people give, and the ids and file names that are made from them."""

from __future__ import annotations

import re
import unicodedata

MAX_NAME = 40
"""Characters of a name, as seen."""

_MAX_MARKS = 2
_ID = re.compile(r"[a-z0-9_-]{1,40}\Z")
_DEVICES = frozenset(["con", "prn", "aux", "nul", *(f"com{i}" for i in range(10)), *(f"lpt{i}" for i in range(10))])
"""Words that Windows keeps for devices: no file may be called so, whatever its ending."""


def clean_name(text: str, otherwise: str = "?") -> str:
    """A name fit to be shown and stored; ``otherwise`` where nothing is left of it.

    NFC, blanks single, no control, format (bidi, zero-width), private or surrogate characters, at most 2 combining
    marks on a character and 40 characters as seen. A leading ``@`` goes: it would be read as a text key.
    """
    shown = (" " if char.isspace() else char for char in text)
    kept = "".join(char for char in shown if not unicodedata.category(char).startswith("C"))
    out: list[str] = []
    seen = marks = 0
    for char in " ".join(unicodedata.normalize("NFC", kept).split()).lstrip("@ "):
        if unicodedata.category(char).startswith("M"):
            marks += 1
            if marks > _MAX_MARKS or not out:
                continue
        else:
            marks = 0
            seen += 1
            if seen > MAX_NAME:
                break
        out.append(char)
    return unicodedata.normalize("NFC", "".join(out)).lstrip("@ ").rstrip() or otherwise


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
