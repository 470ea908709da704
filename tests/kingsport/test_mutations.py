"""The cases notice what is switched off: one effect word, god, Raid effect, Investigator or refusal at a time."""

from __future__ import annotations

import copy
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from game.core.contract import Action
from game.core.rules_text import clause_ids
from game.core.scenario import Written, case_files, load_cases, run_case
from game.kingsport import effects, refusals
from game.kingsport import setup as rules_in_force
from game.kingsport.cards import Cards, standard_cards
from game.kingsport.effects import VERBS, Clause, Step
from game.kingsport.rules import Kingsport
from game.kingsport.setup import NO_SCENARIO, Setup

CARDS = standard_cards()
FOLDER = Path(__file__).parents[1] / "scenarios" / "kingsport"


@cache
def cases() -> tuple[Written, ...]:
    """All cases of the game."""
    return tuple(case for file in case_files([FOLDER]) for case in load_cases(file))


def first_red(game: Kingsport, *words: str) -> str:
    """The id of the first case that does not hold; those that speak of ``words`` are tried first. Empty: none."""
    ordered = sorted(cases(), key=lambda written: not any(word in repr(written.case) for word in words))
    for written in ordered:
        try:
            passed = run_case(written, game, clause_ids("kingsport")).passed
        except (AssertionError, LookupError):  # the mutilated engine falls over
            passed = False
        if not passed:
            return written.case.id
    return ""


def game_with(**changed: Any) -> Kingsport:
    """The game with a card set in which some parts are changed."""
    cards: Cards = copy.copy(CARDS)
    vars(cards).update(changed)
    return Kingsport(cards)


def gods_using(word: str) -> tuple[str, ...]:
    """The gods with this effect word."""
    verb = VERBS[word]
    found = []
    for god in CARDS.gods:
        clauses: list[Any] = list(god.effect)
        clauses += [clause.then for clause in clauses if isinstance(clause, effects.Pay)]
        if any(type(clause) is verb for clause in clauses):
            found.append(god.id)
    return tuple(found)


def test_the_whole_engine_passes() -> None:
    assert first_red(Kingsport(CARDS)) == ""


@pytest.mark.parametrize("word", VERBS)
def test_an_effect_word_switched_off(word: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if word == "pay":
        free = effects.step_of

        def without_price(clause: Clause, setup: Setup) -> Step:
            return structs.replace(free(clause, setup), price=0)

        monkeypatch.setattr(rules_in_force, "step_of", without_price)
    else:
        heirs = [verb for verb in VERBS.values() if issubclass(verb, VERBS[word]) and verb is not VERBS[word]]
        for heir in heirs:  # keep what they inherit
            monkeypatch.setattr(heir, "run", heir.run)
        monkeypatch.setattr(VERBS[word], "run", lambda *arguments: True)
    assert first_red(Kingsport(CARDS), *gods_using(word))


@pytest.mark.parametrize("name", [god.id for god in CARDS.gods if god.effect])
def test_a_god_without_its_effect(name: str) -> None:
    gods = tuple(structs.replace(god, effect=()) if god.id == name else god for god in CARDS.gods)
    assert first_red(game_with(gods=gods), name)


@pytest.mark.parametrize("name", [god.id for god in CARDS.gods if god.raid])
def test_a_god_without_its_raid_effect(name: str) -> None:
    gods = tuple(structs.replace(god, raid=None) if god.id == name else god for god in CARDS.gods)
    assert first_red(game_with(gods=gods), name)


@pytest.mark.parametrize("name", CARDS.investigators)
def test_an_investigator_without_scenario_effect(name: str) -> None:
    plain = structs.replace(CARDS.investigators[name], scenario=NO_SCENARIO)
    assert first_red(game_with(investigators={**CARDS.investigators, name: plain}), name)


@pytest.mark.parametrize("name", CARDS.investigators)
def test_a_scenario_effect_that_beginner_mode_does_not_switch_off(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = Kingsport(CARDS)
    real = game.setup

    def always_on(players: int, investigator: str | None, scenario: bool, ledger: str) -> Setup:
        found = real(players, investigator, scenario, ledger)
        if investigator != name or scenario:
            return found
        full = real(players, investigator, True, ledger)
        other = copy.copy(full)
        other.scenario_on = False
        return other

    monkeypatch.setattr(game, "setup", always_on)
    assert first_red(game, f"{name}-off-in-beginner-mode")


def _rows() -> list[Any]:
    found = [pytest.param(None, row, id=f"any-{row.key}") for row in refusals.OVER]
    for kind, rows in refusals.ROWS.items():
        found += [pytest.param(kind, row, id=f"{kind.__name__}-{row.key}") for row in rows]
    return found


@pytest.mark.parametrize(("kind", "row"), _rows())
def test_a_refusal_switched_off(kind: type[Action] | None, row: refusals.Row, monkeypatch: pytest.MonkeyPatch) -> None:
    if kind is None:
        monkeypatch.setattr(refusals, "OVER", tuple(other for other in refusals.OVER if other is not row))
    else:
        rest = tuple(other for other in refusals.ROWS[kind] if other is not row)
        monkeypatch.setitem(refusals.ROWS, kind, rest)
    assert first_red(Kingsport(CARDS), row.clause)
