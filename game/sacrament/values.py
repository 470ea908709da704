"""Small values of a table: its limits, and the conditions, bonuses, zones and notes that lie on it."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

POOL: Final = 6
"""Tokens a round (SAC-TOKEN-01)."""
BOXES: Final = 12
BOXES_A_WOUND: Final = 4
FADES: Final = 3
TOP: Final = 21
OFF_MAP: Final = -1
MILESTONES: Final = (9, 15, 21)
"""SAC-MILESTONE-01."""


class Cond(Struct, frozen=True):
    """A condition and when it ends (ledger section 13).

    ``until``: sot, eot, eor, scene, healed, knot, will15, or a node.
    """

    name: str
    until: str


class Mod(Struct, frozen=True):
    """A passing bonus: ``next`` check, this ``turn``, to ``sot``, ``eor``, for the ``scene`` or ``scenario``,
    until ``used``.
    """

    what: str
    n: int
    until: str


class Zone(Struct, frozen=True):
    """Chalk, soot, a line or a wall on a tile.

    ``until``: eot or sot of ``seat``, scene, or ``round:<n>``: end of that round.
    """

    name: str
    tile: int
    until: str
    seat: int
    level: int = 0


class GmNote(Struct, frozen=True):
    """A note; ``to`` 0: private, -1: for all, else for one seat."""

    to: int
    about: str
    text: str
