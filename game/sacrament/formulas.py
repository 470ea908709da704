"""Dice formulas: ``2d6+1``, ``d20-1``, ``2d6kh1`` (SAC-DICE-01). Wrong ones are refused with place, cause and cure."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from msgspec import Struct

from game.core.numbers import whole_number

MOST_DICE: Final = 100
MOST_SIDES: Final = 100
MOST_PLUS: Final = 999

_NUMBER = re.compile(r"[0-9]+")


class FormulaError(ValueError):
    """A formula that cannot be rolled. ``column`` counts from 1; ``found`` and ``expected`` say cause and cure."""

    def __init__(self, formula: str, column: int, found: str, expected: str) -> None:
        super().__init__(f"column {column}: found {found}, expected {expected}")
        self.formula, self.column, self.found, self.expected = formula, column, found, expected


class Formula(Struct, frozen=True):
    """``count`` dice of ``sides``, of which the highest ``keep`` count, and ``plus``."""

    count: int
    sides: int
    keep: int
    plus: int

    def total(self, dice: list[int]) -> int:
        """The sum that these dice make."""
        return sum(sorted(dice, reverse=True)[: self.keep]) + self.plus

    def span(self) -> tuple[int, int]:
        """The lowest and the highest sum."""
        return self.keep + self.plus, self.keep * self.sides + self.plus

    def __str__(self) -> str:
        kept = f"kh{self.keep}" if self.keep != self.count else ""
        plus = f"{self.plus:+d}" if self.plus else ""
        return f"{self.count}d{self.sides}{kept}{plus}"


@lru_cache(maxsize=1024)
def parse_formula(text: str) -> Formula:
    """The formula that ``text`` writes. Raises ``FormulaError``."""
    compact = text.lower()
    at = len(compact) - len(compact.lstrip())

    def number(low: int, high: int, what: str) -> int:
        nonlocal at
        match = _NUMBER.match(compact, at)
        if not match:
            found = repr(compact[at]) if at < len(compact) else "the end"
            raise FormulaError(text, at + 1, found, what)
        value = int(match[0]) if len(match[0]) < 9 else 10**9
        if not low <= value <= high:
            raise FormulaError(text, at + 1, match[0][:12], f"{what} from {low} to {high}")
        at = match.end()
        return value

    count = 1 if compact[at : at + 1] == "d" else number(1, MOST_DICE, "a number of dice")
    if compact[at : at + 1] != "d":
        found = repr(compact[at]) if at < len(compact) else "the end"
        raise FormulaError(text, at + 1, found, "d and the sides of the die, as in 2d6+1")
    at += 1
    sides = number(2, MOST_SIDES, "the sides of the die")
    keep = count
    if compact[at : at + 2] == "kh":
        at += 2
        keep = number(1, count, "how many dice to keep")
    plus = 0
    rest = compact[at:].strip()
    if rest:
        at += len(compact[at:]) - len(compact[at:].lstrip())
        sign = compact[at]
        if sign not in "+-":
            raise FormulaError(text, at + 1, repr(sign), "+ or - and a number, or nothing")
        at += 1
        plus = number(0, MOST_PLUS, "a number to add")
        plus = -plus if sign == "-" else plus
        if compact[at:].strip():
            raise FormulaError(text, at + 1, repr(compact[at]), "the end of the formula")
    return Formula(count, sides, keep, plus)


class Damage(Struct, frozen=True):
    """Damage or harm as content writes it: ``weapon`` times the weapon's dice, ``dice`` d6, and ``plus``."""

    weapon: int
    dice: int
    plus: int


@lru_cache(maxsize=1024)
def parse_damage(text: str | int) -> Damage:
    """``3``, ``2d6``, ``1d6-2``, ``W``, ``W+W``, ``W+1d6``. Raises ``FormulaError``."""
    if isinstance(text, int):
        return Damage(0, 0, text)
    weapon = 0
    rest = text.replace(" ", "")
    while rest[:1] == "W":
        weapon += 1
        rest = rest[1:].removeprefix("+")
    if weapon and not rest:
        return Damage(weapon, 0, 0)
    plain = whole_number(rest, -MOST_PLUS, MOST_PLUS)
    if plain is not None:
        return Damage(weapon, 0, plain)
    sign = -1 if rest.startswith("-") else 1
    formula = parse_formula(rest.removeprefix("-"))
    if formula.sides != 6:
        raise FormulaError(text, 1, f"d{formula.sides}", "d6")
    return Damage(weapon, sign * formula.count, formula.plus)
