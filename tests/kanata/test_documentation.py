"""The page for whoever writes cases names all actions, events, fields and frames; the data page all effect words."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from game.commands.check import coverage
from game.core.content import DATA
from game.core.contract import Action, Event, Observation
from game.kanata import phases
from game.kanata.actions import KanataAction
from game.kanata.effects.reading import VERBS
from game.kanata.events import KanataEvent
from game.kanata.observation import KanataObservation
from game.kanata.rules import GAME

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "scenarios" / "README.md").read_text("utf-8").partition("## Kanata")[2].partition("## Kingsport")[0]
WORDS = set(re.findall(r"`([^`]+)`", PAGE))


def fields(kind: type[msgspec.Struct], base: type[msgspec.Struct] | None = None) -> list[str]:
    """The names of a struct's own fields, as they are written."""
    common = {field.name for field in msgspec.structs.fields(base)} if base else set()
    return [field.encode_name for field in msgspec.structs.fields(kind) if field.name not in common]


def row(tag: str) -> str:
    (found,) = (line for line in PAGE.splitlines() if line.startswith(f"| `{tag}` |"))
    return found


def rows(tag: str) -> list[str]:
    return [line for line in PAGE.splitlines() if line.startswith(f"| `{tag}` |")]


@pytest.mark.parametrize("kind", get_args(KanataAction), ids=lambda kind: kind.__struct_config__.tag)
def test_actions_are_described(kind: type[Action]) -> None:
    named = rows(str(kind.__struct_config__.tag))
    assert any(set(fields(kind, Action)) <= set(re.findall(r"`(\w+)`", line)) for line in named)


@pytest.mark.parametrize("kind", get_args(KanataEvent), ids=lambda kind: kind.__struct_config__.tag)
def test_events_are_described(kind: type[Event]) -> None:
    assert set(fields(kind, Event)) <= set(re.findall(r"`(\w+)`", row(str(kind.__struct_config__.tag))))


@pytest.mark.parametrize("kind", get_args(phases.AnyFrame), ids=lambda kind: kind.__struct_config__.tag)
def test_frames_are_described(kind: type[msgspec.Struct]) -> None:
    named = rows(str(kind.__struct_config__.tag))
    assert any(set(fields(kind)) <= set(re.findall(r"`(\w+)`", line)) for line in named)


def test_positions_are_described() -> None:
    for name, value in GAME.from_position({}).position().items():
        if name == "this_turn":
            assert {f"this_turn.{inner}" for inner in value} <= WORDS
        elif name == "characters":
            assert {f"characters.N.{inner}" for inner in value[0]} <= WORDS
        else:
            assert name in WORDS, name
    assert set(phases.PHASES) <= WORDS


def test_observations_are_described() -> None:
    assert set(fields(KanataObservation, Observation)) <= WORDS


def test_effect_words_are_described() -> None:
    page = (DATA / "README.md").read_text("utf-8")
    for word in VERBS:
        assert f"`{{{word}: " in page or f"`{word}: " in page, word


def test_every_clause_is_shown() -> None:
    clauses, faults = coverage()
    assert faults == []
    assert clauses["KAN"]["uncited"] == []
