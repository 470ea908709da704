"""Hypothesis plays: any run of legal answers keeps the table whole, and every shortcut leads to the same place."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from game.core.contract import Event, IllegalAction
from game.core.text import action_text, parse_action
from game.kanata.rules import GAME
from game.kanata.state import KanataState
from tests.kanata.table import ATTEMPTS, LEVELS, check_table


class Table(RuleBasedStateMachine):
    """One game; at each step an answer, through either door, or something that must not matter."""

    state: KanataState

    @initialize(players=st.integers(1, 6), seed=st.integers(0, 2**64 - 1), level=st.sampled_from(LEVELS))
    def begin(self, players: int, seed: int, level: str) -> None:
        self.state = GAME.new_game(players, seed, difficulty=level)

    def open(self) -> bool:
        return not self.state.is_terminal()

    @precondition(open)
    @rule(pick=st.integers(0, 10_000), count=st.integers(1, 12))
    def answer(self, pick: int, count: int) -> None:
        for i in range(count):
            if self.state.is_terminal():
                return
            legal = self.state.legal_actions()
            self.state.step(legal[(pick + 7 * i) % len(legal)])

    @precondition(open)
    @rule(pick=st.integers(0, 10_000))
    def both_doors_lead_to_the_same_place(self, pick: int) -> None:
        legal = self.state.legal_actions()
        action = legal[pick % len(legal)]
        assert parse_action(GAME, action_text(action)) == action
        other = self.state.clone()
        sink: list[Event] = []
        other.step(action, sink)
        events = self.state.apply_action(action)
        assert events == sink
        assert self.state == other
        for event in events:
            written = msgspec.json.encode(event)
            assert msgspec.json.decode(written, type=GAME.event_type) == event

    @precondition(open)
    @rule(pick=st.integers(0, len(ATTEMPTS) - 1))
    def a_wrong_answer_changes_nothing(self, pick: int) -> None:
        action = ATTEMPTS[pick]
        if self.state.canonical(action) in self.state.legal_actions():
            return
        before = self.state.digest()
        with pytest.raises(IllegalAction) as caught:
            self.state.apply_action(action)
        assert caught.value.refusal == self.state.refusal(action)
        assert self.state.digest() == before

    @rule()
    def written_and_read(self) -> None:
        written = msgspec.json.decode(msgspec.json.encode(self.state.position()))
        again = GAME.from_position(written)
        assert again == self.state
        self.state = again

    @invariant()
    def whole(self) -> None:
        if hasattr(self, "state"):
            check_table(self.state)


TestTable = Table.TestCase
TestTable.settings = settings(
    max_examples=25, stateful_step_count=30, deadline=None, suppress_health_check=list(HealthCheck)
)
