"""What companions do of themselves where a person answers for the party."""

from __future__ import annotations

import io

import pytest

from game.core.session import HUMAN, SeatPlan, Session
from game.core.strings import Strings
from game.sacrament import actions as act
from game.sacrament.characters import item_from, pick_counter
from game.sacrament.frames import GM
from game.sacrament.rules import GAME


def risen_party() -> Session:
    """A person, two companions and the days after a story in which the party gained a level."""
    plans = [SeatPlan("gm"), SeatPlan(HUMAN, "Ann", 0), SeatPlan("adept"), SeatPlan("novice")]
    session = Session.start(GAME, plans, seed=3, options={"scenario": "wickham"})
    session.apply(act.RaiseLevel(seat=GM))
    return session


def to_downtime(session: Session) -> None:
    """The story is over: its downtime is on."""
    from game.sacrament.campaign import reach_ending

    reach_ending(session.state, None)  # type: ignore[arg-type]
    session.state.settle(None)  # type: ignore[attr-defined]
    session.state._legal = None  # type: ignore[attr-defined]


@pytest.mark.cites("SAC-PICK-03", "SAC-GEAR-08", "SAC-LEVEL-04")
def test_companions_spend_picks_and_trade_gear_before_the_days_are_over() -> None:
    session = risen_party()
    to_downtime(session)
    s = session.state
    assert s.stack[-1].name == "downtime"  # type: ignore[attr-defined]
    wishes = session.undirected(act.DONE)
    assert {wish.ally for wish in wishes} == {2, 3}  # type: ignore[attr-defined]
    for wish in (*wishes, act.DONE):
        s.apply_action(wish)
    for pc in s.pcs:  # type: ignore[attr-defined]
        left = pick_counter(pc.sheet)[2]
        suit, arms = item_from(pc.sheet.worn).tier, max(item_from(key).tier for key in pc.sheet.hands)
        if pc.seat == 1:
            assert (left > 0, suit, arms) == (True, 1, 1), "a person decides for the own character"
        else:
            assert (left, suit, arms) == (0, s.level, s.level), pc.sheet.name  # type: ignore[attr-defined]


def test_what_a_person_has_chosen_for_a_companion_stands() -> None:
    session = risen_party()
    to_downtime(session)
    s = session.state
    learn = next(a for a in s.legal_actions() if isinstance(a, act.Learn) and a.ally == 2 and a.pick.startswith("+"))
    s.apply_action(learn)
    wishes = [wish for wish in session.undirected(act.DONE) if isinstance(wish, act.Learn) and wish.ally == 2]
    assert len(wishes) == 1


def test_nothing_is_done_before_other_answers_nor_for_people() -> None:
    session = risen_party()
    assert session.undirected(act.DONE) == ()
    to_downtime(session)
    assert session.undirected(act.Cleanse(leader=1, practice="vigil")) == ()
    people = [SeatPlan("gm"), SeatPlan(HUMAN, "Ann", 0), SeatPlan(HUMAN, "Bob", 1)]
    alone = Session.start(GAME, people, seed=3, options={"scenario": "wickham"})
    alone.apply(act.RaiseLevel(seat=GM))
    to_downtime(alone)
    assert alone.undirected(act.DONE) == ()


def test_in_the_terminal_too() -> None:
    from game.commands.terminal import Terminal

    session = risen_party()
    to_downtime(session)
    terminal = Terminal(session, Strings("en"), io.StringIO(), io.StringIO())
    terminal._apply([act.DONE])
    assert pick_counter(session.state.pcs[1].sheet)[2] == 0  # type: ignore[attr-defined]
