"""Hypothesis plays: any run of legal answers keeps the table whole, and every shortcut leads to the same place."""

from __future__ import annotations

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize

from game.kanata.rules import GAME
from tests.kanata.table import ATTEMPTS, LEVELS, check_table
from tests.random_play import GameMachine


class Table(GameMachine):
    game = GAME
    attempts = ATTEMPTS

    @initialize(players=st.integers(1, 6), seed=st.integers(0, 2**64 - 1), level=st.sampled_from(LEVELS))
    def begin(self, players: int, seed: int, level: str) -> None:
        self.state = GAME.new_game(players, seed, difficulty=level)

    def check(self) -> None:
        check_table(self.state)


TestTable = Table.TestCase
TestTable.settings = settings(
    max_examples=25, stateful_step_count=30, deadline=None, suppress_health_check=list(HealthCheck)
)
