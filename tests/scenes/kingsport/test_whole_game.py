"""Two persons and an adept play a memory game from the first curtain to the result, by mouse alone, by keys alone."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import pytest

from game import registry
from game.core.contract import Action
from game.core.session import HUMAN, Session
from game.kingsport import actions as act
from scenes.curtain import Curtain
from scenes.kingsport import facts
from scenes.kingsport.table import KingsportTable
from scenes.result import ResultScene
from tests.scenes.driver import Driver
from tests.scenes.kingsport.people import KEYS, MOUSE, answer, lift, plans, sit


def _choose(table: KingsportTable, rng: random.Random) -> Sequence[Action]:
    """What this person does: plays what it has, calls the dearest god, sends all it can; dice at random."""
    actions: Sequence[Any] = table.state.legal_actions()
    question = table.question
    if question == "pay_deficit":
        return facts.payments(table.state, table.viewer or 0)[0].actions
    if question == "raid_cards":
        cards = [action.card for action in actions if isinstance(action, act.Raid)]
        needed: list[Action] = []
        trial = table.state.clone()
        for action in facts.raid_actions(cards):
            decision = trial.decision()
            if decision is None or decision.name != "raid_cards":
                break
            needed.append(action)
            trial.apply_action(action)
        return needed
    if question == "invoke" and len(actions) > 1:
        return [actions[-2]]
    if question == "expansion_action":
        return [actions[0]]
    return [rng.choice(actions)]


@pytest.mark.parametrize("how", [MOUSE, KEYS])
def test_a_whole_game(quick: Driver, how: str) -> None:
    rng = random.Random(3)
    options = {"ledger": "memory", "investigator": "gilman", "first_holder": 2}
    session = Session.start(registry.get("kingsport"), plans(HUMAN, HUMAN, "adept"), seed=11, options=options)
    table = sit(quick, session)
    curtains = 0
    for _ in range(2000):
        if isinstance(quick.top, ResultScene):
            break
        if isinstance(quick.top, Curtain):
            curtains += 1
            lift(quick, how)
        elif table.my_choice:
            answer(quick, table, _choose(table, rng), how)
        else:
            quick.wait(16)
    assert isinstance(quick.top, ResultScene)
    assert session.state.is_terminal()
    hands = [entry.person for entry in session.entries if entry.person is not None]
    assert curtains == 1 + sum(one != other for one, other in pairwise(hands)), "one each time another person looks"
    played = {(entry.seat, entry.decision) for entry in session.entries if entry.person is not None}
    assert {name for _, name in played} >= {"expansion_action", "invoke", "raid_cards", "end_turn", "scenario_reroll"}
    assert quick.app.strings.missing == set()


def test_the_result_adds_up_card_by_card(quick: Driver) -> None:
    position = {
        "players": 3, "round": 9, "first": 1, "turn": 0, "phase": "end_turn", "azathoth_round": 7,
        "investigator": "carter",
        "cultists": [{"hand": ["cthulhu", "azathoth"], "sanity": 6}, {"hand": ["dagon"]}, {"hand": ["yig"]}],
    }  # fmt: skip
    session = Session.start(registry.get("kingsport"), plans(HUMAN, "adept", "adept"), position=position)
    sit(quick, session)
    quick.key("e")
    quick.wait(400)
    result = quick.top
    assert isinstance(result, ResultScene)
    for seat, row in result.reckonings.items():
        assert sum(points for _, points in row.lines) == result.outcome.scores[seat]


def test_a_tie_is_broken_step_by_step(quick: Driver) -> None:
    position = {
        "players": 3, "round": 9, "first": 1, "turn": 0, "phase": "end_turn", "investigator": "carter",
        "cultists": [
            {"hand": ["cthulhu", "migo", "dagon"], "sanity": 6},
            {"hand": ["nyarlathotep", "yogsothoth"], "sanity": 6},
            {"hand": ["shubniggurath", "tulzscha"], "sanity": 3},
        ],
    }  # fmt: skip
    session = Session.start(registry.get("kingsport"), plans(HUMAN, "adept", "adept"), position=position)
    sit(quick, session)
    quick.key("e")
    quick.wait(400)
    result = quick.top
    assert isinstance(result, ResultScene)
    assert result.outcome.winners == (1,)
    assert list(result.tie_lines) == [
        "Tied at 10 points: Lucy, James.",
        "Sanity: Lucy 6, James 6.",
        "Gods of level VI: Lucy 0, James 0.",
        "Gods of level V: Lucy 1, James 2.",
        "That decides it for James.",
    ]
