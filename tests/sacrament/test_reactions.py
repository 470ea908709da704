"""A reaction is asked with who strikes whom, with how much, and with the odds of what is rolled for it."""

from __future__ import annotations

from typing import Any

import pytest

from game.core.strings import Strings
from game.core.wording import Wording
from game.sacrament import actions as act
from game.sacrament.prospects import check_card
from game.sacrament.rules import GAME
from game.sacrament.state import SacramentState

SIDE, DECLINE = act.React(ability="war.side"), act.DECLINE


def struck(*, hidden: bool = False, pcs: list[dict[str, Any]] | None = None, **more: Any) -> SacramentState:
    """The sexton attacks Osric, who knows Sidestep."""
    people = pcs or [{"id": "osric", "at": "d5", "picks": ["war.hew", "war.side"]}, {"id": "eadgyth", "at": "a2"}]
    s = GAME.from_position({
        "fight": "churchyard", "phase": "adversary_phase", "pcs": people,
        "foes": [{"kind": "sexton", "at": "d5", "hidden": hidden}], **more,
    })  # fmt: skip
    if s.stack[-1].name == "adversary_turn" and any(isinstance(a, act.Activate) for a in s.legal_actions()):
        s.apply_action(act.Activate(token="sexton"))
    s.apply_action(act.Attack(victim=1))
    return s


def asked(s: SacramentState) -> str:
    decision = s.decision()
    assert decision is not None
    names = ["Ann", *(pc.sheet.name for pc in s.pcs)]
    return Wording(GAME, Strings(), names).decision(decision)


@pytest.mark.cites("SAC-HIT-03", "SAC-HIT-04")
def test_who_strikes_whom_with_how_many_dice_and_the_odds() -> None:
    s = struck()
    assert (s.stack[-1].name, s.current_player()) == ("reaction", 1)
    decision = s.decision()
    assert decision is not None
    assert decision.values["victim"] == 1
    assert decision.values["count"] == 2
    words = asked(s)
    assert "Osric" in words
    assert "2 dice" in words
    assert SIDE in s.legal_actions()
    agility = s.pcs[0].kit.value["agility"]
    assert s.odds(SIDE) == pytest.approx((21 - (s.foes["sexton"].block.difficulty - agility)) / 20)
    assert s.odds(DECLINE) is None


@pytest.mark.cites("SAC-HIT-04", "SAC-TURN-03")
def test_the_odds_count_what_holds_for_the_evader() -> None:
    plain = struck()
    knows: dict[str, Any] = {"id": "osric", "at": "d5", "picks": ["war.hew", "war.side"]}
    braced = struck(pcs=[{**knows, "bonuses": [["evade", 1, "scene"]]}])
    shaken = struck(pcs=[{**knows, "conditions": {"rattled": "scene"}}])
    chance, better, worse = (s.odds(SIDE) for s in (plain, braced, shaken))
    assert chance is not None
    assert better == pytest.approx(chance + 0.05)
    assert worse == pytest.approx(chance - 0.10)


@pytest.mark.cites("SAC-CHECK-03", "SAC-GM-04")
def test_no_odds_where_difficulties_are_hidden() -> None:
    s = struck(options={"open_difficulties": False})
    assert s.odds(SIDE) is None
    card = check_card(s, SIDE, 1)
    assert card is not None
    assert card.hidden
    assert str(s.foes["sexton"].block.difficulty) not in asked(s)


@pytest.mark.cites("SAC-HIT-03")
def test_of_harm_about_to_be_marked_it_says_how_much() -> None:
    s = struck(
        pcs=[{"id": "osric", "at": "d5"}, {"id": "eadgyth", "at": "d5", "picks": ["can.note", "pen.bear"]}],
        script=["d6=6", "d6=5", "d6=1"],
    )  # fmt: skip
    while s.stack[-1].name == "reaction" and act.React(ability="pen.bear") not in s.legal_actions():
        s.apply_action(DECLINE)
    assert s.current_player() == 2
    decision = s.decision()
    assert decision is not None
    assert (decision.values["victim"], decision.values["count"]) == (1, 10)
    assert "10 harm" in asked(s)


@pytest.mark.cites("SAC-CHECK-07", "SAC-PRACTICE-04")
def test_the_odds_of_an_answer_count_what_it_brings() -> None:
    s = GAME.from_position({
        "scenario": "wickham", "node": "tavern", "phase": "choose",
        "pcs": [{"id": "cuthbert"}, {"id": "osric"}, {"id": "eadgyth"}],
    })  # fmt: skip
    s.apply_action(act.Choose(choice="listen"))
    assert s.stack[-1].name == "roller"
    tries = {a.ally: s.odds(a) for a in s.legal_actions() if isinstance(a, act.ChoosePc)}
    bonus = {pc.seat: pc.kit.value["will"] for pc in s.pcs}
    assert tries == {seat: pytest.approx((21 - 12 + n) / 20) for seat, n in bonus.items()}
    s.apply_action(act.ChoosePc(ally=1))
    helps = [a for a in s.legal_actions() if isinstance(a, act.ChoosePc)]
    alone = s.odds(DECLINE)
    assert alone == tries[1]
    assert helps
    assert alone is not None
    assert [s.odds(a) for a in helps] == [pytest.approx(alone + 0.05)] * len(helps)
