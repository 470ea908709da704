"""Conditions of scenarios: ``godric_held or confessed and not ladder >= 9``.

Atoms: a flag, ``item.<id>`` (a PC carries it), ``knows.<ability>``, ``present.<character>``, ``clock.<name>``,
``ladder``, ``cleansed``, ``true``, ``false``. A number makes a comparison: ``ladder <= 8``. ``and`` binds
closer than ``or``; parentheses as usual.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from itertools import product
from typing import Any, TypeAlias

Tree: TypeAlias = tuple[Any, ...]
"""``("or", a, b)``, ``("and", a, b)``, ``("not", a)``, ``("is", atom)``, ``("cmp", atom, operator, number)``."""

_TOKEN = re.compile(r"\s*(?:(?P<word>[a-z_][a-z0-9_.]*)|(?P<number>-?\d+)|(?P<op><=|>=|==|!=|<|>)|(?P<mark>[()]))")
_COMPARE: dict[str, Callable[[int, int], bool]] = {
    "<=": lambda a, b: a <= b,
    ">=": lambda a, b: a >= b,
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    ">": lambda a, b: a > b,
}


class ConditionError(ValueError):
    """A condition that cannot be read; ``column`` counts from 1."""

    def __init__(self, text: str, column: int, found: str, expected: str) -> None:
        super().__init__(f"column {column} of {text!r}: found {found}, expected {expected}")
        self.found, self.expected = f"{found} at column {column} of {text!r}", expected


@lru_cache(maxsize=4096)
def parse(text: str) -> Tree:
    """The tree of a condition. Raises ``ConditionError``."""
    tokens: list[tuple[str, str, int]] = []
    at = 0
    while text[at:].strip():
        match = _TOKEN.match(text, at)
        if not match:
            raise ConditionError(text, at + 1, repr(text[at:].strip()[:1]), "a flag, a number, and, or, not, ( or )")
        kind = match.lastgroup or ""
        tokens.append((kind, match[kind], match.start(kind) + 1))
        at = match.end()
    tree, rest = _either(text, tokens, 0)
    if rest < len(tokens):
        raise ConditionError(text, tokens[rest][2], tokens[rest][1], "the end, and, or")
    return tree


def _either(text: str, tokens: list[tuple[str, str, int]], at: int) -> tuple[Tree, int]:
    left, at = _both(text, tokens, at)
    while at < len(tokens) and tokens[at][1] == "or":
        right, at = _both(text, tokens, at + 1)
        left = ("or", left, right)
    return left, at


def _both(text: str, tokens: list[tuple[str, str, int]], at: int) -> tuple[Tree, int]:
    left, at = _one(text, tokens, at)
    while at < len(tokens) and tokens[at][1] == "and":
        right, at = _one(text, tokens, at + 1)
        left = ("and", left, right)
    return left, at


def _one(text: str, tokens: list[tuple[str, str, int]], at: int) -> tuple[Tree, int]:
    if at >= len(tokens):
        raise ConditionError(text, len(text) + 1, "the end", "a flag, not or (")
    kind, word, column = tokens[at]
    if word == "not":
        tree, at = _one(text, tokens, at + 1)
        return ("not", tree), at
    if word == "(":
        tree, at = _either(text, tokens, at + 1)
        if at >= len(tokens) or tokens[at][1] != ")":
            raise ConditionError(text, len(text) + 1, "no closing parenthesis", ")")
        return tree, at + 1
    if kind != "word" or word in ("and", "or"):
        raise ConditionError(text, column, word, "a flag, not or (")
    if word == "false":
        return ("not", ("is", "true")), at + 1
    if at + 1 < len(tokens) and tokens[at + 1][0] == "op":
        if at + 2 >= len(tokens) or tokens[at + 2][0] != "number":
            raise ConditionError(text, tokens[at + 1][2], tokens[at + 1][1], "a number after it")
        return ("cmp", word, tokens[at + 1][1], int(tokens[at + 2][1])), at + 3
    return ("is", word), at + 1


def holds(tree: Tree, value: Callable[[str], int]) -> bool:
    """Whether the condition holds where ``value`` gives the number of an atom (0: no)."""
    kind = tree[0]
    if kind == "is":
        return tree[1] == "true" or bool(value(tree[1]))
    if kind == "cmp":
        return _COMPARE[tree[2]](value(tree[1]), tree[3])
    if kind == "not":
        return not holds(tree[1], value)
    if kind == "and":
        return holds(tree[1], value) and holds(tree[2], value)
    return holds(tree[1], value) or holds(tree[2], value)


def atoms(tree: Tree) -> frozenset[str]:
    """The atoms that a condition asks for."""
    if tree[0] in ("is", "cmp"):
        return frozenset() if tree[1] == "true" else frozenset((tree[1],))
    return frozenset().union(*(atoms(part) for part in tree[1:]))


def can_hold(tree: Tree) -> bool:
    """Whether some values of the atoms make it hold; each is tried at its interesting numbers."""
    numbers: dict[str, set[int]] = {name: {0, 1} for name in atoms(tree)}

    def collect(part: Tree) -> None:
        if part[0] == "cmp":
            numbers[part[1]].update((part[3] - 1, part[3], part[3] + 1))
        elif part[0] != "is":
            for inner in part[1:]:
                collect(inner)

    collect(tree)
    names = sorted(numbers)
    if len(names) > 10:
        return True
    tries = product(*(sorted(numbers[name]) for name in names))
    return any(holds(tree, dict(zip(names, values, strict=True)).__getitem__) for values in tries)
