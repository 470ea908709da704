"""Refusals as the rows of a table: for each kind of attempt the first that applies is named."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from game.core.contract import Action, Refusal, Values

Test = Callable[[Any, Any], bool]
"""Whether a row applies: asked with the state and the attempt."""


class Row(NamedTuple):
    """One row: the clause it names, its text key after ``<game>.refusal.``, and whether it applies to this attempt."""

    clause: str
    key: str
    applies: Test


def first_refusal(
    game: str, rows: Iterable[Row], s: Any, action: Action, values: Callable[[Any, Action], Values]
) -> Refusal | None:
    """The refusal of the first row that applies, with the values that its sentence may name; ``None`` if none does."""
    for row in rows:
        if row.applies(s, action):
            return Refusal(row.clause, f"{game}.refusal.{row.key}", values(s, action))
    return None


def asked_other(*frames: type[Any]) -> Test:
    """Another question is open than those of these kinds."""
    return lambda s, a: not s.stack or not isinstance(s.stack[-1], frames)
