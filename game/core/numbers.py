"""Whole numbers as people write them: the digits 0 to 9, perhaps with a sign before them.

Python's own ``int`` also reads digits of other scripts and ``1_000``, and it raises for 5,000 digits; ``str.isdigit``
says yes to ``²``, which ``int`` refuses. So whatever is typed or stands in a file is read here.
"""

from __future__ import annotations

import re
from typing import Final

MOST_DIGITS: Final = 20
"""As many as a seed of 64 bits has. What is longer is no number that any rule or setting takes."""
LARGEST: Final = 10**MOST_DIGITS - 1

_DIGITS = re.compile(r"[0-9]+")
_NUMBER = re.compile(r"[+-]?[0-9]+")


def is_digits(text: str) -> bool:
    """Whether ``text`` is nothing but the digits 0 to 9."""
    return _DIGITS.fullmatch(text) is not None


def is_number(text: str) -> bool:
    """Whether ``text`` is written as a whole number, however long; blanks around it do not count."""
    return _NUMBER.fullmatch(text.strip()) is not None


def whole_number(text: str, low: int = -LARGEST, high: int = LARGEST) -> int | None:
    """The whole number that ``text`` writes; ``None`` where it writes none, or one beyond ``low`` and ``high``."""
    text = text.strip()
    if not _NUMBER.fullmatch(text) or len(text.lstrip("+-").lstrip("0")) > MOST_DIGITS:
        return None
    digits = text.lstrip("+-").lstrip("0") or "0"
    value = -int(digits) if text[0] == "-" else int(digits)
    return value if low <= value <= high else None


def shortened(text: str, most: int = 24) -> str:
    """``text`` for a message about it: a very long one is cut."""
    return text if len(text) <= most else f"{text[:most]}…"
