"""Domain dice as a multiset (KPT-DICE): five indistinguishable dice have 56 states, so a state is one small int.

Faces are 0 Evil, 1 Death, 2 Destruction; as text ``E``, ``D``, ``X``.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import combinations_with_replacement, product
from typing import Final

FACES: Final = "EDX"
FACE_INDEX: Final = {face: i for i, face in enumerate(FACES)}
DIE: Final = (0, 0, 0, 1, 1, 2)
"""The six sides of a die: three Evil, two Death, one Destruction (KPT-DICE-01)."""
MOST_DICE: Final = 5
"""KPT-DICE-02."""

Counts = tuple[int, int, int]

_UP_TO_FIVE = range(MOST_DICE + 1)
MULTISETS: Final[tuple[Counts, ...]] = tuple(
    sorted(
        ((e, d, x) for e in _UP_TO_FIVE for d in _UP_TO_FIVE for x in _UP_TO_FIVE if e + d + x <= MOST_DICE),
        key=lambda c: (sum(c), [-n for n in c]),
    )
)
INDEX: Final = {counts: i for i, counts in enumerate(MULTISETS)}
NO_DICE: Final = INDEX[(0, 0, 0)]
NUMBER: Final = tuple(sum(c) for c in MULTISETS)
SHOWS: Final = tuple(sum(1 << f for f in range(3) if c[f]) for c in MULTISETS)
"""Bit f is set where a die shows face f."""


def _plus(counts: Counts, face: int) -> int:
    more = [n + (f == face) for f, n in enumerate(counts)]
    return INDEX.get((more[0], more[1], more[2]), -1)


ADD: Final = tuple(tuple(_plus(c, f) for f in range(3)) for c in MULTISETS)
"""``ADD[dice][face]``: the dice with one more, -1 where the supply has none left."""


@cache
def minus(dice: int, taken: int) -> int:
    """The dice without those of the sub-multiset ``taken``."""
    a, b = MULTISETS[dice], MULTISETS[taken]
    return INDEX[(a[0] - b[0], a[1] - b[1], a[2] - b[2])]


def holds(dice: int, part: int) -> bool:
    """Whether ``part`` is a sub-multiset of ``dice``."""
    a, b = MULTISETS[dice], MULTISETS[part]
    return a[0] >= b[0] and a[1] >= b[1] and a[2] >= b[2]


def of_faces(faces: Iterable[int]) -> int:
    """The multiset of these faces; ``KeyError`` beyond five dice."""
    counts = [0, 0, 0]
    for face in faces:
        counts[face] += 1
    return INDEX[(counts[0], counts[1], counts[2])]


@cache
def faces_of(dice: int) -> tuple[str, ...]:
    """The faces as text, Evil first."""
    return tuple(FACES[f] for f in range(3) for _ in range(MULTISETS[dice][f]))


@cache
def parts(dice: int, most: int) -> tuple[int, ...]:
    """The non-empty sub-multisets of up to ``most`` dice, smallest first."""
    return tuple(i for i in range(1, len(MULTISETS)) if NUMBER[i] <= most and holds(dice, i))


@cache
def outcomes(n: int) -> tuple[tuple[int, float], ...]:
    """What ``n`` dice can show when rolled: each multiset with its probability (the whole sums to one)."""
    odds = (3 / 6, 2 / 6, 1 / 6)
    found: dict[int, float] = {}
    for faces in product(range(3), repeat=n):
        p = 1.0
        for f in faces:
            p *= odds[f]
        key = of_faces(faces)
        found[key] = found.get(key, 0.0) + p
    return tuple(sorted(found.items()))


@cache
def turns(
    dice: int, origin: frozenset[int], target: frozenset[int], most: int
) -> tuple[tuple[tuple[int, int], ...], ...]:
    """The ways to turn 1 to ``most`` dice from a face of ``origin`` to another face of ``target`` (KPT-EXP-08).

    Each way is a sorted tuple of (old face, new face); dice are alike, so each way is listed once.
    """
    counts = MULTISETS[dice]
    pairs = [(a, b) for a in sorted(origin) if counts[a] for b in sorted(target) if a != b]
    return tuple(
        way
        for n in range(1, most + 1)
        for way in combinations_with_replacement(pairs, n)
        if all(sum(1 for a, _ in way if a == f) <= counts[f] for f in range(3))
    )


def turned(dice: int, way: tuple[tuple[int, int], ...]) -> int:
    """The dice after ``way``."""
    counts = list(MULTISETS[dice])
    for a, b in way:
        counts[a] -= 1
        counts[b] += 1
    return INDEX[(counts[0], counts[1], counts[2])]
