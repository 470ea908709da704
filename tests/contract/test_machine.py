"""Hypothesis plays every game: any run of legal answers keeps the table whole, and all shortcuts lead the same way."""

from __future__ import annotations

from typing import Any

import msgspec
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from game.core.chance import Rng
from game.core.contract import Event
from game.core.rules_text import clause_ids
from game.core.text import action_text, parse_action
from tests.contract.samples import Sample, seats
from tests.contract.test_play import check_position, check_refused


class Table(RuleBasedStateMachine):
    """A table at which legal answers, nonsense, reloads, copies and imagined deals come in any order."""

    sample: Sample
    state: Any = None

    @initialize(number=st.integers(0, 2**32), seed=st.integers(0, 2**64 - 1))
    def begin(self, number: int, seed: int) -> None:
        players, options = self.sample.set_up(number)
        self.state = self.sample.game.new_game(players, seed, **options)
        self.state.strict = False  # nobody is there to roll real dice

    def open(self) -> bool:
        return self.state is not None and not self.state.is_terminal()

    @precondition(open)
    @rule(pick=st.integers(0, 10_000), times=st.integers(1, 12))
    def answer(self, pick: int, times: int) -> None:
        for i in range(times):
            if self.state.is_terminal():
                return
            legal = self.state.legal_actions()
            self.state.step(legal[(pick + 7 * i) % len(legal)])

    @precondition(open)
    @rule(pick=st.integers(0, 10_000))
    def both_doors_lead_to_the_same_place(self, pick: int) -> None:
        legal = self.state.legal_actions()
        action = legal[pick % len(legal)]
        assert parse_action(self.sample.game, action_text(action)) == action
        other = self.state.clone()
        sink: list[Event] = []
        other.step(action, sink)
        events = self.state.apply_action(action)
        assert events == sink
        assert self.state.digest() == other.digest()
        for event in events:
            written = msgspec.json.encode(event)
            assert msgspec.json.decode(written, type=self.sample.game.event_type) == event

    @precondition(open)
    @rule(seed=st.integers(0, 1 << 30))
    def wrong_answers_change_nothing(self, seed: int) -> None:
        check_refused(self.sample, self.state, clause_ids(self.sample.game.id), Rng(seed))

    @rule()
    def go_on_from_the_written_position(self) -> None:
        self.state = check_position(self.sample, self.state)

    @rule()
    def go_on_in_a_clone(self) -> None:
        self.state = self.state.clone()

    @precondition(open)
    @rule(seed=st.integers(0, 2**32), seat=st.integers(0, 5))
    def go_on_in_an_imagined_deal(self, seed: int, seat: int) -> None:
        """An imagined table is a table like any other."""
        player = seat % len(seats(self.state))
        imagined = self.state.resample(player, Rng(seed))
        if player not in self.sample.sees_all:
            assert imagined.observation(player) == self.state.observation(player)
        self.state = imagined

    @invariant()
    def whole(self) -> None:
        if self.state is not None:
            self.sample.check(self.state)
            assert bool(self.state.legal_actions()) != self.state.is_terminal()


def test_any_run_keeps_the_table_whole(sample: Sample) -> None:
    machine = type("Table", (Table,), {"sample": sample})
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=sample.examples,
            stateful_step_count=sample.steps,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
