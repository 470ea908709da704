"""Golden games: whole games printed as text, every question, answer and event. A changed rule shows as a changed line.

``python -m tests.golden`` writes the files anew; a person reads the difference before it is committed.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec

from game.core.contract import Action, Event, State
from game.core.text import action_text

FOLDER = Path(__file__).parent


def transcript(title: str, state: State, events: list[Event], choose: Callable[[State], Action]) -> str:
    """A game from ``state``, which ``events`` led to, to its end. A digest closes each chapter."""
    lines = [title, "", "set-up", *map(told, events)]
    number = 0
    while not state.is_terminal():
        decision = state.decision()
        assert decision is not None
        number += 1
        chapter, count, action = state.chapter(), len(state.legal_actions()), choose(state)
        lines.append(f"{number}. seat {decision.seat}, {decision.name} ({count}): {action_text(action)}")
        lines += map(told, state.apply_action(action))
        if state.chapter() != chapter or state.is_terminal():
            lines += [f"= {state.digest()}", ""]
    return "\n".join(lines)


def told(event: Event) -> str:
    """An event on one line, without its clauses."""
    fields = msgspec.to_builtins(event)
    name = fields.pop("event")
    del fields["clauses"]
    parts = [f"{field}={written(value)}" for field, value in fields.items()]
    return " ".join(["   ", name, *parts])


def written(value: object) -> str:
    """A value in few signs."""
    if isinstance(value, (list, tuple)):
        return f"[{' '.join(map(written, value))}]"
    if isinstance(value, dict):
        return ">".join(map(written, value.values()))
    return "-" if value is None else str(value).lower() if isinstance(value, bool) else str(value)
