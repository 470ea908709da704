"""Chance: one counter-based generator, and scripted results that come before it.

The generator is splitmix64 (Steele, Lea, Flood: *Fast Splittable Pseudorandom Number Generators*, 2014) read at a
counter, so it is two integers: free to copy, the same on every machine and Python.
"""

from __future__ import annotations

import hashlib

from game.core.numbers import LARGEST, is_number, whole_number

SEED_BITS = 64
"""As long is a seed that nobody named: too many to try them all against a seal or an open die."""

_MASK = (1 << 64) - 1
_GAMMA = 0x9E3779B97F4A7C15
_STEP = 0xD1342543DE82EF95


def mix(seed: int, counter: int) -> int:
    """The ``counter``-th 64-bit number of the stream ``seed``."""
    z = (seed + counter * _GAMMA) & _MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
    return z ^ (z >> 31)


def below(seed: int, counter: int, n: int) -> tuple[int, int]:
    """A number from 0 to ``n`` - 1, each equally likely, and the counter after it (rejection, no modulo bias)."""
    limit = (1 << 64) - (1 << 64) % n
    while True:
        value = mix(seed, counter)
        counter += 1
        if value < limit:
            return value % n, counter


def seed_from(word: str | int) -> int:
    """A seed as people give it: an integer stays, a word becomes the first 8 bytes of its SHA-256.

    A number that is too long for any seed becomes one that no table takes, never a word.
    """
    if isinstance(word, int):
        return word
    if is_number(word):
        number = whole_number(word)
        return LARGEST if number is None else number
    return int.from_bytes(hashlib.sha256(word.encode()).digest()[:8], "big")


def is_seed(number: int) -> bool:
    """Whether ``number`` is a seed that a person may give: others would be cut to another one."""
    return 0 <= number < 1 << SEED_BITS


class NeedRoll(Exception):
    """Strict mode: a result was asked for beyond the script. ``die`` names it (``domain``, ``d6``, ``investigator``…).

    Nothing has changed. ``choices``: what it may be, what is likelier several times. ``drawn``: it is no die but a
    card or a random pick, which nobody rolls. ``seat``: who rolls by the rules, where that is not who acts.
    """

    def __init__(
        self, die: str, choices: tuple[int | str, ...] = (), *, drawn: bool = False, seat: int | None = None
    ) -> None:
        super().__init__(f"the script has ended; a result of {die} is needed")
        self.die, self.choices, self.drawn, self.seat = die, choices, drawn, seat
        self.dice: tuple[int | str, ...] = ()
        """The results of the same action before this one, those that were drawn among them (set by the session)."""

    @property
    def faces(self) -> tuple[int | str, ...]:
        """What a die can show, each once."""
        return tuple(dict.fromkeys(self.choices))


def face_of(need: NeedRoll, typed: str) -> int | str | None:
    """What a person means who typed this for a die, ``None`` where the die cannot show it."""
    number, word = whole_number(typed), typed.strip().casefold()
    return next((face for face in need.faces if face == number or str(face).casefold() == word), None)


class ScriptError(Exception):
    """A scripted result that the asked die cannot show."""

    def __init__(self, die: str, found: object, expected: str) -> None:
        super().__init__(f"scripted result for {die}: found {found!r}, expected {expected}")
        self.die, self.found = die, found


def scripted(entry: object, die: str) -> object:
    """The result an entry of a script gives for ``die``; ``d20=13`` names the die and is checked against it."""
    if isinstance(entry, str) and "=" in entry:
        name, _, text = entry.partition("=")
        if name.strip() != die:
            raise ScriptError(die, entry, f"a result of {die}")
        value = text.strip()
        number = whole_number(value)
        return value if number is None else number
    return entry


class Rng:
    """A stream for everything outside the rules' own (computer players, dealing anew, tests)."""

    __slots__ = ("counter", "seed")

    def __init__(self, seed: int, counter: int = 0) -> None:
        self.seed = seed & _MASK
        self.counter = counter

    def next(self) -> int:
        """64 random bits."""
        self.counter += 1
        return mix(self.seed, self.counter)

    def fresh_seed(self) -> int:
        """The seed of a stream of its own, for a state that is dealt anew. Cheaper than ``next``.

        Seeds step by another odd constant than streams do (``_GAMMA``), so that two streams do not run into each other.
        """
        self.counter += 1
        return (self.seed + self.counter * _STEP) & _MASK

    def below(self, n: int) -> int:
        """0 to ``n`` - 1, each equally likely."""
        value, self.counter = below(self.seed, self.counter + 1, n)
        return value

    def random(self) -> float:
        """A float in [0, 1)."""
        return (self.next() >> 11) * (1.0 / (1 << 53))

    def shuffled(self, items: list[int]) -> list[int]:
        """A new list in random order (Fisher–Yates)."""
        out = items[:]
        for i in range(len(out) - 1, 0, -1):
            j = self.below(i + 1)
            out[i], out[j] = out[j], out[i]
        return out

    def fork(self, label: int) -> Rng:
        """An independent stream named by ``label``."""
        return Rng(mix(self.seed, label ^ 0x5DEECE66D))
