"""Hypothesis plays: any run of legal answers keeps the table whole, and every shortcut leads to the same place."""

from __future__ import annotations

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize

from game.kingsport.rules import GAME
from tests.kingsport.table import ATTEMPTS, INVESTIGATORS, check_table
from tests.random_play import GameMachine


class Table(GameMachine):
    game = GAME
    attempts = ATTEMPTS

    @initialize(
        players=st.integers(3, 5),
        seed=st.integers(0, 2**64 - 1),
        investigator=st.sampled_from(INVESTIGATORS),
        ledger=st.sampled_from(["open", "memory"]),
        scenario=st.booleans(),
    )
    def begin(self, players: int, seed: int, investigator: str, ledger: str, scenario: bool) -> None:
        self.state = GAME.new_game(players, seed, investigator=investigator, ledger=ledger, scenario=scenario)

    def check(self) -> None:
        check_table(self.state)


TestTable = Table.TestCase
TestTable.settings = settings(max_examples=40, stateful_step_count=50, deadline=None)
