"""Every question, action, event and refusal of Kanata has its sentence, and each gets the values it names."""

from __future__ import annotations

from typing import Any

import pytest

from game.core.contract import Action, Event
from game.core.rules_text import load_rules
from game.core.strings import ENGLISH, Strings, load_language
from game.core.text import action_kinds
from game.core.wording import Wording
from game.kanata import actions as act
from game.kanata.effects.control import ChooseOne
from game.kanata.events import CubeRemoved, DiceRolled, EnemyMoved, HealthChanged, HordeCube
from game.kanata.refusals import OVER, ROWS
from game.kanata.rules import GAME

TEXTS = load_language(ENGLISH)
NAMES = ("Larry", "Lucy", "James", "Steve", "Harvey", "Iris")
def test_every_refusal_has_a_text_and_a_clause() -> None:
    clauses = load_rules("kanata").clauses
    for row in (*OVER, *(row for rows in ROWS.values() for row in rows)):
        assert f"kanata.refusal.{row.key}" in TEXTS, row.key
        assert row.clause in clauses


def test_every_kind_of_attempt_has_its_rows() -> None:
    assert {kind.__struct_config__.tag for kind in ROWS} == set(action_kinds(GAME))


def test_every_thing_has_a_name() -> None:
    content, town = GAME.content, GAME.town
    for name in (*content.item_index, *content.item_names, *content.token_names, "van_keys"):
        assert f"kanata.thing.{name}" in TEXTS
    for name in (*content.item_names, *content.token_names, "van_keys"):
        assert f"kanata.thing.{name}.text" in TEXTS
    for name in town.names:
        assert f"kanata.space.{name}" in TEXTS
    for name in content.search_names:
        assert f"kanata.card.{name}.name" in TEXTS
    for cards in content.decks.values():
        for card in cards:
            for part in ("name", "text", "flavour"):
                assert f"kanata.card.{card.id}.{part}" in TEXTS
    for name, character in content.characters.items():
        assert f"character.{name}.name" in TEXTS
        assert f"character.{name}.line" in TEXTS
        assert f"kanata.trait.{character.trait}" in TEXTS
    for block in content.blocks:
        for effect in block.effects:
            if isinstance(effect, ChooseOne):
                for option in effect.options:
                    assert f"kanata.choice.{option.option}" in TEXTS


def test_the_rulebook_tells_every_clause_once() -> None:
    rules = load_rules("kanata")
    assert len(rules.clauses) == 190
    assert sum(len(rules.of(section.id)) for section in rules.sections) == 190
    for clause in rules.clauses.values():
        assert clause.id.split("-")[1].lower() == clause.section
        assert clause.see, clause.id


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (DiceRolled(clauses=(), seat=0, dice=(1,), total=1, cause="enemies"), "The enemies roll 1: 1 step."),
        (DiceRolled(clauses=(), seat=0, dice=(1, 6), total=7, cause="enemies"), "The enemies roll 1, 6: 7 steps."),
        (DiceRolled(clauses=(), seat=1, dice=(6,), total=6, cause="card"), "Lucy rolls 6."),
        (HealthChanged(clauses=(), seat=1, change=0, now=20, cause="card"), "Lucy still has 20 health."),
        (EnemyMoved(clauses=(), enemy="sheriff", number=0, path=(), target=-1), "Nowhere to go: the Sheriff's car."),
        (
            EnemyMoved(clauses=(), enemy="sheriff", number=0, path=("property7", "graveyard"), target=0),
            "On the move: the Sheriff's car, 2 steps to the Graveyard.",
        ),
        (
            EnemyMoved(clauses=(), enemy="abomination", number=3, path=("graveyard",), target=0),
            "Abomination 3 goes 1 step to the Graveyard.",
        ),
        (CubeRemoved(clauses=(), seat=0, property=3, left=1), "Larry searches; 1 cube is left here."),
        (HordeCube(clauses=(), seat=0, change=-1, now=1, cause="card"), "Larry has 1 horde cube."),
    ],
)
def test_one_step_no_change_and_no_way_are_said_as_such(event: Event, line: str) -> None:
    assert Wording(GAME, Strings(), NAMES).event(event) == line


def test_no_two_things_are_called_the_same() -> None:
    names = [TEXTS[f"kanata.thing.{name}"] for name in (*GAME.content.item_index, *GAME.content.token_index)]
    assert sorted(set(names)) == sorted(names)


@pytest.mark.parametrize(
    ("item", "more", "action", "wanted"),
    [
        ("pistol", {"sheriff": "c12r11"}, act.Shoot(item="pistol_1"), "At the Sheriff's car"),
        ("pistol", {"abominations": ["c12r11"]}, act.Shoot(item="pistol_1"), "At abomination 1"),
        ("axe", {"abominations": ["c11r11"]}, act.Shoot(item="axe_1"), "At abomination 1"),
    ],
)
def test_a_weapon_that_shoots_at_once_says_at_what(
    item: str, more: dict[str, Any], action: Action, wanted: str
) -> None:
    person = {"space": "c10r11", "items": [item]}
    s = GAME.from_position({"characters": [person, {}], "sheriff": "S", "abominations": [], "phase": "actions", **more})
    assert action in s.legal_actions()
    assert wanted in Wording(GAME, Strings(), NAMES).action(action, s)
    assert s.odds(action)  # the terminal and the window tell it beside the words


def test_each_shot_that_is_offered_says_at_what() -> None:
    person = {"space": "c10r11", "items": ["pistol"]}
    position = {"characters": [person, {}], "sheriff": "c12r11", "abominations": ["c13r11"], "phase": "actions"}
    s = GAME.from_position(position, script=(2,))
    words = Wording(GAME, Strings(), NAMES)
    assert words.action(act.Shoot(item="pistol_1"), s) == "Use the Pistol 1"  # at what is asked next
    s.apply_action(act.Shoot(item="pistol_1"))
    assert sorted(words.action(one, s) for one in s.legal_actions()) == [
        "At abomination 1", "At the Sheriff's car",
    ]  # fmt: skip
    s.apply_action(act.Aim(enemy="sheriff"))
    assert words.action(act.FIRE, s) == "Shoot again. At the Sheriff's car"
