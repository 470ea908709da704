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
from game.core.contract import Event
from game.core.rules_text import clause_ids
from game.core.scenario import case_files, load_cases
from game.kingsport import actions as act
from game.kingsport.rules import GAME
from tests.contract.samples import random_action

SCENARIOS = Path(__file__).parents[1] / "scenarios" / "kingsport"
CANNOT_ACT = {
    "KPT-INFO-01": "what a seat is shown: the tests of observations",
    "KPT-INFO-02": "what a seat is shown: the tests of observations",
    "KPT-INFO-04": "what computer players are given: the tests of imagined deals",
    "KPT-INFO-06": "how cards are drawn",
    "KPT-INFO-09": "what computer players are given: the tests of imagined deals",
    "KPT-INVEST-05": "the figures of one card: the test of the card set compares them",
}
"""Clauses that nothing which happens can carry, and why."""


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
        began: list[Event] = []
        s = GAME.new_game(3 + number % 3, number, sink=began, ledger=("open", "memory")[number % 2])
        rng = Rng(number)
        found.update(clause for event in began for clause in event.clauses)
        while not s.is_terminal():
            decision = s.decision()
            assert decision is not None
            found.update(decision.clauses)
            for event in s.apply_action(random_action(s, rng)):
                found.update(event.clauses)
    return frozenset(found) - {""}  # a wrong option of a new game breaks no rule


def test_every_clause_is_carried_by_what_it_makes() -> None:
    clauses = set(clause_ids("kingsport"))
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
    """Whether an event of that kind carries the clause."""
    return any(event.__struct_config__.tag == tag and clause in event.clauses for event in events)


def invoking(dice: list[str], card: str, hand: list[str]) -> list[Event]:
    """What happens when a god is invoked."""
    cultists: list[dict[str, Any]] = [{"dice": dice, "hand": hand}]
    return happens({"players": 3, "cultists": cultists, "phase": "invoke"}, act.Invoke(card=card))


@pytest.mark.parametrize(
    ("dice", "card", "hand", "clauses"),
    [
        (["E"], "byakhee", [], set()),
        (["E", "D"], "byakhee", [], {"KPT-COST-09", "KPT-INV-06"}),
        (["E", "D"], "migo", [], {"KPT-COST-08", "KPT-COST-09", "KPT-INV-06"}),
        (["E", "E", "D", "D"], "hastur", ["byakhee"], {"KPT-INV-08"}),
        (["E", "D", "X"], "polyps", [], {"KPT-COST-08", "KPT-COST-09", "KPT-INV-06"}),
        (["E", "E", "E", "E"], "tsathoggua", ["xura"], {"KPT-COST-09", "KPT-INV-06", "KPT-INV-08"}),
    ],
)
def test_an_invocation_names_what_decided_about_its_dice(
    dice: list[str], card: str, hand: list[str], clauses: set[str]
) -> None:
    named = {"KPT-COST-08", "KPT-COST-09", "KPT-INV-06", "KPT-INV-08"}
    invoked = next(one for one in invoking(dice, card, hand) if one.__struct_config__.tag == "god_invoked")
    assert named & set(invoked.clauses) == clauses


def test_a_god_that_is_given_up_says_who_may_call_it_back() -> None:
    poor = {"hand": ["nightgaunt", "nodens"], "sanity": 1, "dice": ["E"]}
    played = happens({"players": 3, "cultists": [poor], "phase": "expansion"}, act.Play(card="nodens"), script=("E",))
    assert carries(played, "god_discarded", "KPT-INV-10")
    for turn, wanted in ((0, True), (1, True), (2, False)):
        cultists: list[dict[str, Any]] = [{}, {}, {}]
        cultists[turn] = {"hand": ["nightgaunt", "yithian"], "sanity": 0}
        position = {
            "players": 3, "investigator": "dyer", "round": 3, "first": 0, "turn": turn, "phase": "raid",
            "cultists": cultists,
        }  # fmt: skip
        assert carries(happens(position, act.DONE), "god_discarded", "KPT-RAID-08") is wanted
