"""What the contract suite needs to know of Kanata."""

from __future__ import annotations

from game.kanata.rules import GAME
from game.kanata.state import KanataState
from tests.contract.samples import Sample
from tests.kanata.golden import GAMES
from tests.kanata.table import ATTEMPTS, check_table, lively_action, set_up


def check_end(s: KanataState) -> None:
    """The team has won or lost."""
    outcome = s.outcome()
    assert outcome is not None
    assert outcome.reason in ("escaped", "all_turned", "captured", "downed")
    for seat, value in enumerate(s.returns()):
        assert value == (1.0 if seat in outcome.winners else -1.0)


SAMPLE = Sample(
    GAME,
    set_up,
    attempts=ATTEMPTS,
    check=check_table,
    check_end=check_end,
    lively=lively_action,
    games=6000,
    batch=250,
    every=8,
    old_games=30,
    deep=18,
    deep_plies=250,
    told=18,
    told_plies=400,
    examples=25,
    steps=30,
    goldens=GAMES,
)
