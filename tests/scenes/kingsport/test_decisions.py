"""Every decision point of the rules is answered once by mouse alone and once by keys alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest

from game.core.contract import Action
from game.core.session import HUMAN
from game.kingsport import actions as act
from tests.scenes.driver import Driver
from tests.scenes.kingsport.people import KEYS, MOUSE, answer, at_position

OTHERS = ({"hand": ["byakhee", "xura"], "sanity": 7}, {"hand": ["migo"], "sanity": 5})


@dataclass(frozen=True)
class Case:
    """A position, the answer given there, and what must be so afterwards."""

    decision: str
    cultist: Mapping[str, Any]
    answers: Sequence[Action]
    expect: Mapping[str, Any]
    more: Mapping[str, Any] = field(default_factory=dict)
    before: Action | None = None
    script: Sequence[Any] = ()


CASES = (
    Case(
        "scenario_reroll", {"hand": ["migo"], "sanity": 8}, [act.USE], {"sanity": 7, "dice": ["X"]},
        {"phase": "turn_roll", "investigator": "gilman"}, script=["E", "X"],
    ),
    Case(
        "scenario_reroll", {"hand": ["migo"], "sanity": 8}, [act.DECLINE], {"sanity": 8, "dice": ["E"]},
        {"phase": "turn_roll", "investigator": "gilman"}, script=["E", "X"],
    ),
    Case(
        "expansion_action", {"hand": ["byakhee", "migo"], "dice": ["D"]}, [act.Play(card="byakhee")],
        {"dice": ["E", "D"], "in_play": ["byakhee"]},
    ),
    Case("expansion_action", {"hand": ["byakhee", "migo"], "dice": ["D"]}, [act.END_EXPANSION], {"in_play": []}),
    Case(
        "choose_face", {"hand": ["yig"], "sanity": 9, "dice": ["X"]}, [act.ChooseFace(face="D")],
        {"dice": ["D", "X"], "sanity": 8}, before=act.Play(card="yig"),
    ),
    Case(
        "choose_dice", {"hand": ["nyarlathotep"], "sanity": 9, "dice": ["E", "X", "X"]},
        [act.ChooseDice(turn=(act.Turn("X", "D"), act.Turn("X", "E")))],
        {"dice": ["E", "E", "D"]}, before=act.Play(card="nyarlathotep"),
    ),
    Case(
        "choose_dice", {"hand": ["yithian"], "sanity": 9, "dice": ["E", "D"]}, [act.ChooseDice(reroll=("D",))],
        {"dice": ["E", "X"]}, before=act.Play(card="yithian"), script=["X"],
    ),
    Case(
        "choose_victim", {"hand": ["hastur"], "sanity": 6, "dice": ["E"]}, [act.ChooseVictim(victim=2)],
        {"sanity": 8}, before=act.Play(card="hastur"),
    ),
    Case(
        "pay_deficit", {"hand": ["cthulhu", "nodens", "dagon"], "sanity": 1, "dice": ["E"]},
        [act.Discard(card="dagon")], {"sanity": 0, "hand": ["nodens"]}, before=act.Play(card="cthulhu"),
        script=["E", "E", "E"],
    ),
    Case(
        "pay_deficit", {"hand": ["cthulhu", "migo", "xura", "yig"], "sanity": 1, "dice": ["E"]},
        [act.Discard(card="migo"), act.Discard(card="yig")],
        {"sanity": 0, "hand": ["xura"]}, before=act.Play(card="cthulhu"), script=["E", "E", "E"],
    ),
    Case(
        "invoke", {"hand": ["migo"], "dice": ["E", "E"]}, [act.Invoke(card="nodens")],
        {"hand": ["migo", "nodens"]}, {"phase": "invocation"},
    ),
    Case("invoke", {"hand": ["migo"], "dice": ["E", "E"]}, [act.PASS], {"hand": ["migo"]}, {"phase": "invocation"}),
    Case(
        "raid_cards", {"hand": ["migo", "nodens", "dagon"], "sanity": 6, "dice": ["E"]},
        [act.Raid(card="migo"), act.Raid(card="dagon"), act.DONE],
        {"sanity": 6, "in_play": ["migo", "dagon"]}, {"phase": "raid", "round": 3, "investigator": "dyer"},
    ),
    Case(
        "raid_cards", {"hand": ["migo"], "sanity": 6, "dice": ["E"]}, [act.DONE], {"sanity": 3},
        {"phase": "raid", "round": 3, "investigator": "dyer"},
    ),
    Case("end_turn", {"hand": ["migo"], "dice": ["E"]}, [act.END_TURN], {"dice": []}, {"phase": "end_turn"}),
)  # fmt: skip

DECISIONS = {
    "scenario_reroll", "expansion_action", "choose_face", "choose_dice", "choose_victim", "pay_deficit", "invoke",
    "raid_cards", "end_turn",
}  # fmt: skip
"""Those of the rules that are asked in the game (CHOOSE_INVESTIGATOR is an option of the new game)."""


def test_no_decision_is_left_out() -> None:
    assert {case.decision for case in CASES} == DECISIONS


@pytest.mark.parametrize("how", [MOUSE, KEYS])
@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.decision}-{type(case.answers[0]).__name__}")
def test_a_decision_is_answered(quick: Driver, case: Case, how: str) -> None:
    position = {
        "players": 3, "ledger": "memory", "turn": 0, "round": 2, "phase": "expansion", **case.more,
        "cultists": [case.cultist, *OTHERS],
    }  # fmt: skip
    table = at_position(quick, position, HUMAN, HUMAN, "adept", script=case.script)
    if case.before is not None:
        answer(quick, table, [case.before], how)
    decision = table.state.decision()
    assert decision is not None
    assert decision.name == case.decision
    answer(quick, table, list(case.answers), how)
    after = table.state.position()["cultists"][0]
    assert {name: after[name] for name in case.expect} == dict(case.expect)


@pytest.mark.parametrize("how", [MOUSE, KEYS])
def test_the_sets_of_one_press_are_one_undo(quick: Driver, how: str) -> None:
    position = {
        "players": 3, "turn": 0, "round": 3, "investigator": "dyer", "phase": "raid",
        "cultists": [{"hand": ["migo", "nodens", "dagon"], "sanity": 6}, *OTHERS],
    }  # fmt: skip
    table = at_position(quick, position, HUMAN, "adept", "adept")
    before = table.state.digest()
    answer(quick, table, [act.Raid(card="migo"), act.Raid(card="nodens"), act.DONE], how)
    assert table.question == "end_turn"
    if how == MOUSE:
        quick.click("undo")
    else:
        quick.key("u")
    assert table.state.digest() == before
    quick.key("ctrl+y")
    assert table.question == "end_turn"
