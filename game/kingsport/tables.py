"""Ready tables of the card set, made once: which dice pay for what, points and strength of any set of gods, actions.

A set of gods is an int mask; bit i is the i-th god in layout order (level, then name; KPT-SETUP-05).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from game.core.contract import Action
from game.kingsport import actions as act
from game.kingsport.cards import FAMILIES, Cards
from game.kingsport.dice import MULTISETS

_MEMO: Final = 1 << 16


class Tables:
    """What follows from the card set alone."""

    def __init__(self, cards: Cards) -> None:
        gods = cards.gods
        self.cards = cards
        self.ids = tuple(god.id for god in gods)
        self.index = {god.id: i for i, god in enumerate(gods)}
        self.bits = {god.id: 1 << i for i, god in enumerate(gods)}
        self.cult_points = tuple(god.points for god in gods)
        self.strengths = tuple(god.strength for god in gods)
        self.levels = tuple(god.level for god in gods)
        self.family_of = tuple(god.family for god in gods)
        self.families = tuple(mask_of(i for i, god in enumerate(gods) if god.family == f) for f in FAMILIES)
        self.level_masks = tuple(mask_of(i for i, god in enumerate(gods) if god.level == n) for n in range(7))
        self.final = mask_of(i for i, god in enumerate(gods) if god.final is not None)
        """Gods whose points come at the end of the game only: Azathoth (KPT-AZA-03)."""
        self.discardable = mask_of(i for i, god in enumerate(gods) if god.points and god.final is None)
        self.raidable = mask_of(i for i, god in enumerate(gods) if god.strength or god.raid is not None)
        self.raid_effect_gods = mask_of(i for i, god in enumerate(gods) if god.raid is not None)
        self.raid_effects = tuple((1 << i, god.raid) for i, god in enumerate(gods) if god.raid is not None)
        self.payments = tuple(tuple(god.price.payment(d) for d in range(len(MULTISETS))) for god in gods)
        """``payments[god][dice]``: the dice taken for its cost, None if it cannot be paid."""
        self.payable = tuple(
            mask_of(i for i in range(len(gods)) if self.payments[i][d] is not None) for d in range(len(MULTISETS))
        )
        self._half = len(gods) // 2
        self._low_bits = (1 << self._half) - 1
        self._points = self._sums(self.cult_points)
        self._strength = self._sums(self.strengths)
        self.covers = Covers(self.cult_points)
        self.play_actions = Listing(tuple(act.Play(card=god.id) for god in gods), act.END_EXPANSION)
        self.invoke_actions = Listing(tuple(act.Invoke(card=god.id) for god in gods), act.PASS)
        self.raid_actions = Listing(tuple(act.Raid(card=god.id) for god in gods), act.DONE)
        self.discard_actions = Listing(tuple(act.Discard(card=god.id) for god in gods), None)

    def _sums(self, values: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Sums over any subset, for the lower and the upper half of the gods."""
        halves = values[: self._half], values[self._half :]
        low, high = (tuple(sum(half[i] for i in indices_of(m)) for m in range(1 << len(half))) for half in halves)
        return low, high

    def points(self, gods: int) -> int:
        """The printed Cult points of a set of gods."""
        low, high = self._points
        return low[gods & self._low_bits] + high[gods >> self._half]

    def strength(self, gods: int) -> int:
        """The printed strength of a set of gods."""
        low, high = self._strength
        return low[gods & self._low_bits] + high[gods >> self._half]

    @staticmethod
    def indices(gods: int) -> Iterator[int]:
        """The gods of a mask in layout order."""
        return indices_of(gods)

    def names(self, gods: int) -> tuple[str, ...]:
        """The ids of a mask in layout order."""
        return tuple(self.ids[i] for i in indices_of(gods))

    def mask(self, ids: list[str] | tuple[str, ...]) -> int:
        """The mask of these ids; ``KeyError`` for an unknown one."""
        mask = 0
        for name in ids:
            mask |= self.bits[name]
        return mask


class Covers(dict[tuple[int, int], tuple[int, ...]]):
    """From a mask of gods and a deficit to the sets out of them that pay it; made when first asked for."""

    def __init__(self, points: tuple[int, ...]) -> None:
        super().__init__()
        self.points = points

    def __missing__(self, key: tuple[int, int]) -> tuple[int, ...]:
        if len(self) >= _MEMO:
            self.clear()
        gods, deficit = key
        points = tuple((god, self.points[god]) for god in indices_of(gods))
        found = self[key] = covering_sets(points, deficit)
        return found


def covering_sets(points: tuple[tuple[int, int], ...], deficit: int) -> tuple[int, ...]:
    """The sets of gods (masks) that cover ``deficit`` with no god to spare (KPT-SAN-09).

    ``points``: (index, Cult points) of the gods that may go, in layout order. A set is free of spare gods when
    without its cheapest one it no longer covers.
    """
    # The dearest first: the god that first makes enough is then the cheapest of its set, so the set spares none.
    dearest = sorted([(worth, 1 << god) for god, worth in points], reverse=True)
    found: list[int] = []

    def choose(start: int, chosen: int, missing: int) -> None:
        for at in range(start, len(dearest)):
            worth, bit = dearest[at]
            if worth >= missing:
                found.append(chosen | bit)
            else:
                choose(at + 1, chosen | bit, missing - worth)

    choose(0, 0, deficit)
    found.sort()
    return tuple(found)


class Listing(dict[int, tuple[Action, ...]]):
    """From a mask of gods to the tuple of their actions, ``last`` at the end; made when first asked for."""

    def __init__(self, each: tuple[Action, ...], last: Action | None) -> None:
        super().__init__()
        self.each = each
        self.tail = () if last is None else (last,)

    def __missing__(self, gods: int) -> tuple[Action, ...]:
        if len(self) >= _MEMO:
            self.clear()
        found = self[gods] = (*[self.each[i] for i in indices_of(gods)], *self.tail)
        return found


def indices_of(mask: int) -> Iterator[int]:
    """The set bits, lowest first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def mask_of(indices: Iterator[int]) -> int:
    """The mask with these bits."""
    mask = 0
    for i in indices:
        mask |= 1 << i
    return mask
