"""The page for whoever writes cases names every action, event, field, phase and frame; every clause is shown."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from game.commands.check import coverage
from game.core.contract import Action, Event
from game.kingsport import position
from game.kingsport.actions import KingsportAction
from game.kingsport.events import KingsportEvent
from game.kingsport.observation import KingsportObservation
from game.kingsport.rules import GAME

PAGES = (Path(__file__).parents[1] / "scenarios" / "README.md").read_text("utf-8")
PAGE = PAGES.partition("\n## Kingsport\n")[2].partition("\n## ")[0]
WORDS = set(re.findall(r"`([^`]+)`", PAGE))


def fields(kind: type[msgspec.Struct], base: type[msgspec.Struct] | None = None) -> list[str]:
    """The names of a struct's own fields, as they are written."""
    common = {field.name for field in msgspec.structs.fields(base)} if base else set()
    return [field.encode_name for field in msgspec.structs.fields(kind) if field.name not in common]


@pytest.mark.parametrize("kind", get_args(KingsportAction), ids=lambda kind: kind.__struct_config__.tag)
def test_actions_are_described(kind: type[Action]) -> None:
    assert kind.__struct_config__.tag in WORDS
    assert all(any(word.startswith(name) for word in WORDS) for name in fields(kind, Action))


@pytest.mark.parametrize("kind", get_args(KingsportEvent), ids=lambda kind: kind.__struct_config__.tag)
def test_events_are_described(kind: type[Event]) -> None:
    (row,) = (line for line in PAGE.splitlines() if line.startswith(f"| `{kind.__struct_config__.tag}` |"))
    assert set(fields(kind, Event)) <= set(re.findall(r"`(\w+)`", row))


def test_positions_are_described() -> None:
    s = GAME.from_position({})
    for name, value in s.position().items():
        if name == "this_turn":
            assert {f"this_turn.{inner}" for inner in value} <= WORDS
        elif name == "cultists":
            assert {f"cultists.N.{inner}" for inner in value[0]} <= WORDS
        else:
            assert name in WORDS
    assert set(position.PHASES) <= WORDS
    assert set(position.QUESTIONS) <= WORDS


@pytest.mark.parametrize("kind", get_args(position.AnyFrame), ids=lambda kind: kind.__struct_config__.tag)
def test_frames_are_described(kind: type[msgspec.Struct]) -> None:
    assert kind.__struct_config__.tag in WORDS
    assert set(fields(kind)) <= WORDS


def test_observations_are_described() -> None:
    assert set(fields(KingsportObservation)) - {"player"} <= WORDS


def test_every_clause_is_shown_by_a_case_or_a_test() -> None:
    clauses, errors = coverage()
    assert not [error for error in errors if "KPT-" in error or "kingsport" in error]
    assert clauses["KPT"]["total"] == 109
    assert clauses["KPT"]["uncited"] == []
