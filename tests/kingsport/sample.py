"""What the contract suite needs to know of Kingsport."""

from __future__ import annotations

import pytest

from game.kingsport.rules import GAME
from game.kingsport.state import KingsportState
from tests.contract.samples import Sample
from tests.kingsport.golden import GAMES
from tests.kingsport.table import ATTEMPTS, check_table, set_up


def check_end(s: KingsportState) -> None:
    """Rivals share one victory."""
    outcome = s.outcome()
    assert outcome is not None
    assert sum(s.returns()) == pytest.approx(0)
    assert [seat for seat, rank in enumerate(outcome.ranks) if rank == 1] == list(outcome.winners)


SAMPLE = Sample(
    GAME,
    set_up,
    attempts=ATTEMPTS,
    check=check_table,
    check_end=check_end,
    hiding={"ledger": "memory"},
    games=1000,
    batch=50,
    deep=50,
    deep_plies=10_000,
    told=30,
    told_plies=10_000,
    examples=40,
    steps=50,
    goldens=GAMES,
)
