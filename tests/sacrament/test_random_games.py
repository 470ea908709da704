"""Random play of Sacrament beside the contract suite: fights end, and a game master's acts out of turn are kept."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.core.chance import Rng
from game.core.session import HUMAN, SeatPlan, Session
from game.registry import get
from game.sacrament import actions as act
from game.sacrament.frames import GM
from game.sacrament.rules import GAME
from tests.sacrament.table import FIGHTS, play_at_random


@pytest.mark.parametrize("fight", FIGHTS)
def test_fights_end(fight: str) -> None:
    s, rng = GAME.new_game(4, 5, fight=fight), Rng(8)
    play_at_random(s, rng, 30_000)
    assert s.is_terminal()
    outcome = s.outcome()
    assert outcome is not None
    assert outcome.reason in ("win", "defeat", "fled")
    assert s.returns() == [0.0] + [1.0 if outcome.winners else -1.0] * 3


def test_the_journal_brings_the_same_game_back(tmp_path: Path) -> None:
    plans = [SeatPlan(HUMAN, person=seat) for seat in range(4)]
    path = tmp_path / "game.journal"
    session = Session.start(GAME, plans, seed=4, options={"scenario": "wickham"}, path=path)
    rng = Rng(6)
    for _ in range(120):
        if session.state.is_terminal():
            break
        legal = session.state.legal_actions()
        session.apply(legal[rng.below(len(legal))])
    session.apply(act.Note(seat=GM, words="they trust the reeve"))
    digest = session.state.digest()
    session.close()
    assert Session.open(path, get).state.digest() == digest
