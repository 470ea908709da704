"""Every fight is harder at each difficulty than at the one before, played by companions as ``sim`` plays them."""

from __future__ import annotations

from itertools import pairwise

import pytest

from game.commands.sim import Plan, play_games
from tests.sacrament.table import FIGHTS

GAMES = 48
SLACK = 3
"""So few games differ by chance; the levels differ by more."""


@pytest.mark.cites("SAC-GM-06", "SAC-GM-11")
@pytest.mark.parametrize("fight", FIGHTS)
def test_fights_get_harder_from_gentle_to_damned(fight: str) -> None:
    won = []
    for difficulty in ("gentle", "normal", "grim", "damned"):
        plan = Plan("sacrament", ("gm", "adept", "adept", "adept"), {"fight": fight, "difficulty": difficulty}, 1)
        won.append(sum(row.reason == "win" for row in play_games(plan, range(GAMES))))
    assert all(harder <= easier + SLACK for easier, harder in pairwise(won)), won
    assert won[0] > won[2] > won[3], won
