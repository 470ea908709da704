"""Small values of a table: its limits, and the conditions, bonuses, zones and notes that lie on it."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from game.core.numbers import whole_number

POOL: Final = 6
"""Tokens a round (SAC-TOKEN-01)."""
BOXES: Final = 12
BOXES_A_WOUND: Final = 4
FADES: Final = 3
TOP: Final = 21
OFF_MAP: Final = -1
TIERS: Final = 5
"""SAC-GEAR-01."""
COUNT: Final = 1 << 30
"""As far as anything is counted that no rule limits."""
MOST_COMING: Final = 99
"""No more adversaries come at once, whatever flags and aftershocks say: maps have not even as many tiles."""
MILESTONES: Final = (9, 15, 21)
"""SAC-MILESTONE-01."""


def key_parts(key: str) -> tuple[str, int]:
    """The id and the tier that a key names (``spear.2``); tier 0 where what follows the point is none."""
    id, point, tier = key.partition(".")
    return id, whole_number(tier, 1, TIERS) or 0 if point else 1


class Cond(Struct, frozen=True, gc=False):
    """A condition and when it ends.

    ``until``: sot, eot, eor, scene, healed, knot, will15, or a node.
    """

    name: str
    until: str


class Mod(Struct, frozen=True, gc=False):
    """A passing bonus: ``next`` check, this ``turn``, to ``sot``, ``eor``, for the ``scene`` or ``scenario``,
    until ``used``.
    """

    what: str
    n: int
    until: str


class Zone(Struct, frozen=True, gc=False):
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
