"""Seals of hidden rolls (SAC-GM-04): shown when the game master rolls unseen, opened when the game is over.

What is sealed is one line of text: a nonce of 32 hexadecimal digits, a space, and the result in words of ASCII. The
seal is the first 12 digits of the line's SHA-256, so anybody can check an opened one with any tool that knows SHA-256.
The nonce is the first 32 digits of the SHA-256 of ``seal <seed> <number>``, both decimal: ``number`` is the state's
count of ``shows``. Playing the journal again therefore makes the same seals, the dice are not touched, and two equal
results have different seals. A seal tells as much as the seed can be guessed, and so no more than open dice do.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Final

from game.core.contract import Event
from game.sacrament.events import RollSealed

if TYPE_CHECKING:
    from game.sacrament.state import SacramentState

NONCE_DIGITS: Final = 32
SEAL_DIGITS: Final = 12


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def seal_of(sealed: str) -> str:
    """The seal of a line."""
    return _sha256(sealed)[:SEAL_DIGITS]


def seal_roll(s: SacramentState, result: str, out: list[Event] | None) -> None:
    """Put a hidden result (ASCII) under a seal; nothing at a table that does not mark hidden rolls."""
    if s.setup.silent_rolls:
        return
    number = s.shows
    s.shows += 1
    if out is not None:
        sealed = f"{_sha256(f'seal {s.seed} {number}')[:NONCE_DIGITS]} {result}"
        out.append(RollSealed(clauses=("SAC-GM-04",), seal=seal_of(sealed), sealed=sealed))
