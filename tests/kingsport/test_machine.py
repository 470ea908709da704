"""A rule-based machine that mixes legal answers, nonsense, reloads, copies and imagined deals in any order."""

from __future__ import annotations

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from game.core.chance import Rng
from game.core.contract import IllegalAction
from game.kingsport.rules import GAME
from game.kingsport.state import KingsportState
from tests.kingsport.table import ATTEMPTS, INVESTIGATORS
from tests.kingsport.test_random_games import check_table


class Table(RuleBasedStateMachine):
    """One table, and a copy of it that nobody touches between two rules."""

    s: KingsportState

    @initialize(
        players=st.integers(3, 5),
        seed=st.integers(0, 2**64 - 1),
        investigator=st.sampled_from(INVESTIGATORS),
        ledger=st.sampled_from(["open", "memory"]),
        scenario=st.booleans(),
    )
    def begin(self, players: int, seed: int, investigator: str, ledger: str, scenario: bool) -> None:
        self.s = GAME.new_game(players, seed, investigator=investigator, ledger=ledger, scenario=scenario)

    @rule(choice=st.integers(0, 999), times=st.integers(1, 8))
    def answer(self, choice: int, times: int) -> None:
        """Legal answers, through both doors."""
        for _ in range(times):
            if self.s.is_terminal():
                return
            legal = self.s.legal_actions()
            action = legal[choice % len(legal)]
            other = self.s.clone()
            other.step(action)
            self.s.apply_action(action)
            assert other == self.s, "the two doors lead to different places"

    @rule(attempt=st.sampled_from(ATTEMPTS))
    def try_anything(self, attempt: object) -> None:
        """What is not on offer is refused and changes nothing."""
        action = self.s.canonical(attempt)  # type: ignore[arg-type]
        if action in self.s.legal_actions():
            return
        before = self.s.digest()
        with pytest.raises(IllegalAction) as caught:
            self.s.apply_action(action)
        assert caught.value.refusal == self.s.refusal(action)
        assert self.s.digest() == before

    @rule()
    def reload(self) -> None:
        """Go on from the written position."""
        again = GAME.from_position(self.s.position())
        assert again == self.s
        self.s = again

    @rule()
    def go_on_in_a_clone(self) -> None:
        self.s = self.s.clone()

    @precondition(lambda self: not self.s.is_terminal())
    @rule(seed=st.integers(0, 2**32), seat=st.integers(0, 4))
    def go_on_in_an_imagined_deal(self, seed: int, seat: int) -> None:
        """An imagined table is a table like any other."""
        player = seat % self.s.setup.players
        imagined = self.s.resample(player, Rng(seed))
        assert imagined.observation(player) == self.s.observation(player)
        self.s = imagined

    @invariant()
    def whole(self) -> None:
        if hasattr(self, "s"):
            check_table(self.s)
            assert bool(self.s.legal_actions()) != self.s.is_terminal()


Table.TestCase.settings = settings(max_examples=40, stateful_step_count=50, deadline=None)
TestTable = Table.TestCase
