"""Each clause of the rules is carried by what it makes: an event, a refusal, or a question.

A case may say beside an expectation which clause it shows. Here that does not count: something that happened must carry
the clause, in the cases or in games played out.
"""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from game.core import scenario
from game.core.chance import Rng
from game.core.contract import Action, Event
from game.core.rules_text import clause_ids
from game.core.scenario import case_files, load_cases
from game.kanata import actions as act
from game.kanata.rules import GAME
from tests.kanata.table import any_game, lively_action

SCENARIOS = Path(__file__).parents[1] / "scenarios" / "kanata"
CANNOT_ACT: dict[str, str] = {}
"""Clauses that nothing can carry, and why. None at present."""


class _Run(scenario._Run):
    """A case whose expectations carry nothing."""

    def _carry(self, rule: Any) -> None:
        """What a case says of itself does not count."""


@cache
def carried() -> frozenset[str]:
    """The clauses that something carried in the cases and in some games."""
    found: set[str] = set()
    for path in case_files([SCENARIOS]):
        for written in load_cases(path):
            run = _Run(written, GAME, None)
            with suppress(scenario.CaseFailed):  # the test of the cases themselves says what does not hold
                run.play()
            found |= run.carried
    for number in range(6):
        s, rng = any_game(number), Rng(number)
        ply = 0
        while not s.is_terminal() and ply < 400:
            decision = s.decision()
            assert decision is not None
            found.update(decision.clauses)
            for event in s.apply_action(lively_action(s, rng, ply)):
                found.update(event.clauses)
            ply += 1
    return frozenset(found)


def test_every_clause_is_carried_by_what_it_makes() -> None:
    clauses = set(clause_ids("kanata"))
    assert clauses - carried() == set(CANNOT_ACT)
    assert carried() <= clauses


def happens(position: dict[str, Any], *steps: Any, script: tuple[Any, ...] = ()) -> list[Event]:
    """All that happens from a position on."""
    sink: list[Event] = []
    s = GAME.from_position(position, script=script, sink=sink)
    for step in steps:
        sink += s.apply_action(step)
    return sink


def carries(events: list[Event], tag: str, clause: str) -> bool:
    return any(type(event).__struct_config__.tag == tag and clause in event.clauses for event in events)


AWAY = {"sheriff": "c16r20"}
HELD = {"dice": 1, "moved": "stayed", "player_board": True, "held": ["sheriff"]}


@pytest.mark.parametrize(
    ("clause", "tag", "position", "steps", "script"),
    [
        ("KAN-DOWN-05", "turned",
         {**AWAY, "characters": [{"space": "property9"}, {"status": "downed", "space": "c10r11"}],
          "abominations": ["c11r11"], "phase": "enemy", "this_turn": HELD}, (), (6,)),
        ("KAN-TURN-09", "turn_ended",
         {"characters": [{"space": "c10r11", "health": 5}, {}], "phase": "card", "card": "stigmata"}, (), ()),
        ("KAN-TURN-10", "placed",
         {"characters": [{"space": "c10r11"}, {"space": "property9"}], "sheriff": "c12r11", "phase": "enemy",
          "this_turn": {"dice": 1, "moved": "stayed", "player_board": True}}, (), (6,)),
        ("KAN-BIKE-03", "stayed",
         {"characters": [{"space": "c10r11", "mount": "bike"}, {}], "bike": {"space": "c10r11"}}, (act.STAY,), ()),
        ("KAN-BIKE-08", "stepped",
         {"characters": [{"space": "campsite", "mount": "bike"}, {}], "bike": {"space": "campsite"}, "phase": "step"},
         (act.Step(space="c29r19"),), ()),
        ("KAN-BIKE-08", "enemy_moved",
         {"players": 1, "characters": [{"space": "property9"}], "bike": {"space": "c10r11", "moved": True},
          "sheriff": "c13r11", "phase": "enemy",
          "this_turn": {"dice": 1, "moved": "stayed", "player_board": True}}, (), (6,)),
        ("KAN-AMB-06", "enemy_moved",
         {"characters": [{"status": "captured"}, {"space": "c27r11"}], "ambulance": {"space": "c10r11"}, "turn": 1,
          "sheriff": "c11r11", "phase": "enemy",
          "this_turn": {"dice": 1, "moved": "stayed", "player_board": True}}, (), (1, 1)),
        ("KAN-VAN-08", "enemy_moved",
         {"characters": [{"space": "c20r11", "mount": "van"}, {"space": "c5r11"}], "sheriff": "c22r11",
          "van": {"space": "c20r11", "started": True}, "phase": "enemy",
          "this_turn": {"dice": 1, "moved": "stayed", "player_board": True}}, (), (1,)),
        ("KAN-SHOOT-11", "token_gained",
         {"characters": [{"items": [{"item": "pistol", "scope": 4}]}, {}]},
         (act.Trade(friend=1), act.Give(item="pistol_1")), ()),
        ("KAN-SHOOT-11", "shot_fired",
         {**AWAY, "players": 2, "characters": [{"space": "c10r11", "items": [{"item": "pistol", "scope": 4}]}],
          "abominations": ["c22r11"]}, (act.Shoot(item="pistol_1"),), (1,)),
        ("KAN-SHOOT-12", "item_traded",
         {"characters": [{"items": ["pistol"]}, {}]}, (act.Trade(friend=1), act.Give(item="pistol_1")), ()),
        ("KAN-SHOOT-12", "item_gained",
         {"players": 2, "characters": [{"space": "cornfield"}], "cornfield": [{"item": "pistol", "ammo": 2}],
          "phase": "actions"}, (act.Take(item="pistol_1"),), ()),
        ("KAN-ITEM-05", "health_changed",
         {"players": 2, "characters": [{"items": ["energy"], "health": 10}], "phase": "actions"},
         (act.UseItem(item="energy_1"),), ()),
        ("KAN-SETUP-10", "game_ended",
         {"players": 1, "characters": [{"space": "o"}], "phase": "card", "card": "loose_abomination"}, (), ()),
        ("KAN-LOSE-02", "downed",
         {"characters": [{"space": "c10r11", "health": 5}, {}], "phase": "card", "card": "stigmata"}, (), ()),
        ("KAN-TRADE-04", "item_traded",
         {"characters": [{"items": ["pistol"]}, {"items": ["axe", "katana", "aid", "pizza"]}]},
         (act.Trade(friend=1), act.Give(item="pistol_1")), ()),
    ],
)  # fmt: skip
def test_a_clause_is_carried_where_it_acts(
    clause: str, tag: str, position: dict[str, Any], steps: tuple[Any, ...], script: tuple[Any, ...]
) -> None:
    events = happens(position, *steps, script=script)
    assert carries(events, tag, clause), events


def test_a_corpse_beside_the_way_is_carried_by_the_question() -> None:
    position = {"players": 2, "characters": [{"space": "c9r5"}], "corpses": ["c10r5"], "phase": "step"}
    decision = GAME.from_position(position).decision()
    assert decision is not None
    assert "KAN-CORPSE-01" in decision.clauses
    decision = GAME.from_position({**position, "corpses": []}).decision()
    assert decision is not None
    assert "KAN-CORPSE-01" not in decision.clauses


@pytest.mark.parametrize(
    ("position", "attempt", "clause"),
    [
        ({"card": "crawlspace"}, act.ChooseSpace(space="property1"), "KAN-TRACK-03"),
        ({"card": "cellar_door"}, act.Choose(option="none_such"), "KAN-TRACK-03"),
        ({"card": "kind_neighbour"}, act.ChooseFriend(friend=2), "KAN-TRACK-03"),
        ({"card": "vision_of_the_pillars"}, act.ChooseCard(card="none_such"), "KAN-TRACK-03"),
    ],
)
def test_what_a_card_does_not_offer_is_refused_by_what_makes_the_card_act(
    position: dict[str, Any], attempt: Action, clause: str
) -> None:
    people = [{"space": "property2"}, {"space": "property4"}, {"space": "a", "status": "captured"}]
    table = {"characters": people, "ambulance": {"space": "a", "tires": 4}, "phase": "card", **position}
    s = GAME.from_position(table)
    if position["card"] == "crawlspace":
        s.apply_action(next(one for one in s.legal_actions() if "crawl" in str(one) or s.legal_actions()[0] is one))
    refusal = s.refusal(attempt)
    assert refusal is not None
    assert refusal.clause == clause
