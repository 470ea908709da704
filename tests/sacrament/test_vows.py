"""A vow in a check that the game master called."""

from __future__ import annotations

import pytest

from game.core.chance import Rng
from game.core.strings import Strings
from game.core.wording import Wording
from game.sacrament import actions as act
from game.sacrament.events import CheckRolled, HarmMarked, VowInvoked
from game.sacrament.frames import GM
from game.sacrament.policy import policy
from game.sacrament.prospects import check_card
from game.sacrament.rules import GAME
from game.sacrament.state import SacramentState

CALL = act.CallCheck(seat=GM, who=(1,), attribute="wits", difficulty=12, reason="the tracks")


def table(die: int, **options: object) -> SacramentState:
    return GAME.new_game(3, 2, scenario="wickham", pc1="cuthbert", script=(f"d20={die}",), **options)


@pytest.mark.cites("SAC-PRACTICE-04", "SAC-GM-02")
@pytest.mark.parametrize(("die", "good"), [(9, True), (8, False)])
def test_a_vow_that_fits_adds_two_and_costs_a_box_where_it_fails(die: int, good: bool) -> None:
    s = table(die)
    s.apply_action(CALL)
    assert s.legal_actions() == (act.ROLL_IT, act.ACCEPT)
    s.apply_action(act.ACCEPT)
    assert (s.current_player(), s.stack[-1].name) == (GM, "grant_vow")
    decision = s.decision()
    assert decision is not None
    asked = Wording(GAME, Strings(), ["Gm", "Ann", "Ben"]).decision(decision)
    assert asked.startswith("Ann would act on the vow: “")
    again = GAME.from_position(s.position())
    assert again.digest() == s.digest()
    invoked = s.apply_action(act.ACCEPT)
    assert any(isinstance(event, VowInvoked) for event in invoked)
    card = check_card(s, act.ROLL_IT, 1)
    assert card is not None
    assert ("vow", 2) in card.parts
    assert s.legal_actions() == (act.ROLL_IT,)
    events = s.apply_action(act.ROLL_IT)
    rolled = next(event for event in events if isinstance(event, CheckRolled))
    assert ("vow", 2) in rolled.parts
    assert rolled.success is good
    assert [event.n for event in events if isinstance(event, HarmMarked)] == ([] if good else [1])
    if not good:
        s.apply_action(act.NameCost(kind="exposure"))
    s.apply_action(CALL)
    assert s.legal_actions() == (act.ROLL_IT,), "once a session"


@pytest.mark.cites("SAC-PRACTICE-04")
def test_a_vow_that_does_not_fit_is_kept() -> None:
    s = table(15)
    s.apply_action(CALL)
    s.apply_action(act.ACCEPT)
    s.apply_action(act.DECLINE)
    assert s.legal_actions() == (act.ROLL_IT,)
    assert s.odds(act.ROLL_IT) == 0.5
    rolled = next(event for event in s.apply_action(act.ROLL_IT) if isinstance(event, CheckRolled))
    assert all(name != "vow" for name, _ in rolled.parts)
    s.apply_action(CALL)
    assert act.ACCEPT in s.legal_actions()


@pytest.mark.cites("SAC-GM-04")
def test_no_vow_in_a_hidden_check() -> None:
    """The box that it costs would tell of the failure."""
    s = table(15)
    s.apply_action(act.CallCheck(seat=GM, who=(1,), attribute="wits", difficulty=12, hidden=True))
    assert s.legal_actions() == (act.ROLL_IT,)


@pytest.mark.cites("SAC-PRACTICE-04")
def test_the_difficulty_stays_the_game_masters_own_while_the_vow_is_asked_for() -> None:
    s = table(15, open_difficulties=False)
    s.apply_action(act.CallCheck(seat=GM, who=(1,), attribute="wits", difficulty=29))
    s.apply_action(act.ACCEPT)
    assert "29" not in str(s.observation(1).stack)
    assert "29" in str(s.observation(GM).stack)


def test_the_computer_game_master_agrees() -> None:
    s = table(15)
    s.apply_action(CALL)
    s.apply_action(act.ACCEPT)
    assert policy("gm").choose(s.resample(GM, Rng(1)), Rng(1)).action == act.ACCEPT
