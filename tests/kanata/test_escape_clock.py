"""The clock of a timed escape belongs to the game: nothing refills it, and time that has run out stays so."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.core.contract import IllegalAction
from game.core.session import HUMAN, Closed, SeatPlan, Session
from game.kanata import actions as act
from game.kanata.feeding import FeedingRoll
from game.kanata.rules import GAME
from game.registry import get

SEATS = [SeatPlan(HUMAN, "Ann", 0), SeatPlan("adept")]


def escape(path: Path | None = None) -> Session:
    """A table at which a timed escape has just been chosen."""
    start = GAME.from_position({"characters": [{"space": "feeding_ground"}, {}], "phase": "feeding", "seed": 5})
    options = {"first_player": 0}
    session = Session.start(GAME, SEATS, seed=5, options=options, position=start.position(), path=path)
    session.apply(act.FeedingMode(mode="timed"))
    return session


def clock(session: Session) -> int | None:
    frame = session.state.stack[-1]  # type: ignore[attr-defined]  # Kanata's state
    assert isinstance(frame, FeedingRoll)
    return frame.clock


@pytest.mark.cites("KAN-FEED-03")
def test_each_roll_keeps_what_the_clock_has_left(tmp_path: Path) -> None:
    session = escape(tmp_path / "a.journal")
    assert clock(session) is None
    session.apply(act.FeedingRoll(face=0, clock=45_000))
    session.apply(act.FeedingRoll(face=0, clock=41_250))
    assert clock(session) == 41_250
    session.apply(act.FeedingRoll(face=0))
    assert clock(session) == 41_250
    session.close()
    again = Session.open(tmp_path / "a.journal", get)
    assert clock(again) == 41_250
    again.close()
    position = session.state.position()
    assert GAME.from_position(position).position() == position


@pytest.mark.parametrize("more", [41_251, 0, -1, 10**12])
def test_nothing_refills_it(more: int) -> None:
    session = escape()
    session.apply(act.FeedingRoll(face=0, clock=41_250))
    with pytest.raises(IllegalAction) as caught:
        session.apply(act.FeedingRoll(face=0, clock=more))
    assert caught.value.refusal.clause == "KAN-FEED-03"
    assert clock(session) == 41_250


def test_an_escape_by_rolls_has_no_clock() -> None:
    s = GAME.from_position({"characters": [{"space": "feeding_ground"}, {}], "phase": "feeding"})
    s.apply_action(act.FeedingMode(mode="rolls"))
    refusal = s.refusal(act.FeedingRoll(face=0, clock=40_000))
    assert refusal is not None
    assert (refusal.clause, refusal.key) == ("KAN-FEED-03", "kanata.refusal.feed_03")


def test_time_that_has_run_out_is_not_taken_back() -> None:
    session = escape()
    session.apply(act.FeedingRoll(face=0, clock=45_000))
    session.apply(act.TIME_UP)
    label = session.undo_label()
    assert isinstance(label, Closed)
    assert label.reason == "revealed"


def test_an_escape_that_tells_no_clock_is_kept_as_it_always_was() -> None:
    """So games kept before the clock was told still fit."""
    s = GAME.from_position({"characters": [{"space": "feeding_ground"}, {}], "phase": "feeding"})
    s.apply_action(act.FeedingMode(mode="timed"))
    assert "clock" not in s.position()["frames"][-1]
