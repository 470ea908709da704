"""Set-up of Kingsport: a seed makes a game, and what is drawn is drawn evenly."""

from __future__ import annotations

import pytest

from game.kingsport.rules import GAME
from tests.kingsport.table import INVESTIGATORS


@pytest.mark.cites("KPT-SETUP-09")
def test_one_seed_one_game() -> None:
    assert GAME.new_game(4, 7).position() == GAME.new_game(4, 7).position()
    openings = {GAME.new_game(4, seed).digest() for seed in range(20)}
    assert len(openings) == 20


@pytest.mark.cites("KPT-SETUP-06", "KPT-SETUP-07")
def test_investigator_and_first_holder_are_drawn_evenly() -> None:
    games = [GAME.new_game(5, seed) for seed in range(1400)]
    drawn = [sum(s.setup.investigator == name for s in games) for name in INVESTIGATORS]
    leading = [sum(s.first == seat for s in games) for seat in range(5)]
    # 1,400 draws: 100 of each Investigator, 280 first players at each seat; five standard deviations either way.
    assert all(100 - 49 < count < 100 + 49 for count in drawn), drawn
    assert all(280 - 75 < count < 280 + 75 for count in leading), leading
