"""What random play must never do, whatever the game: wrong actions, copies, files and imagined deals harm nothing."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from game.core.chance import Rng
from game.core.contract import Action, Event, Game, IllegalAction, State
from game.core.session import HUMAN, SeatPlan, Session
from game.core.text import action_text, parse_action
from game.registry import get

ROOT = Path(__file__).resolve().parents[1]


def random_action(s: State, rng: Rng) -> Action:
    """A legal action, each equally likely."""
    legal = s.legal_actions()
    return legal[rng.below(len(legal))]


def mid_game(game: Game, seed: int, decisions: int, **options: Any) -> State:
    """A state after so many random decisions, at one that offers a choice; the first try that is not over by then."""
    for attempt in range(20):
        state = game.new_game(max(3, game.min_players), seed, **options)
        rng = Rng(seed + 100 * attempt)
        left = decisions
        while not state.is_terminal() and (left > 0 or len(state.legal_actions()) < 2):
            state.step(random_action(state, rng))
            left -= 1
        if not state.is_terminal():
            return state
    raise AssertionError(f"every random game of {game.id} is over after {decisions} decisions")


def check_legal(s: State) -> None:
    """What is listed is listed once, and not refused."""
    legal = s.legal_actions()
    assert legal, "nothing to do before the end"
    assert len(set(legal)) == len(legal), "one thing to do has one spelling"
    for action in legal:
        assert s.refusal(action) is None, f"{action} is listed and refused"


def check_wrong_actions(s: Any, attempts: Sequence[Action], count: int, clauses: str, rng: Rng) -> None:
    """So many actions that are not on offer raise, name a clause of the rules and change nothing."""
    before = s.digest()
    legal = set(s.legal_actions())
    tried = 0
    while tried < count:
        action = attempts[rng.below(len(attempts))]
        if s.canonical(action) in legal:
            continue
        tried += 1
        check_refused(s, action, clauses)
    assert s.digest() == before


def check_refused(s: State, action: Action, clauses: str) -> None:
    """An action that is not on offer raises and names a clause of the rules."""
    with pytest.raises(IllegalAction) as caught:
        s.apply_action(action)
    refusal = s.refusal(action)
    assert refusal is not None
    assert refusal == caught.value.refusal
    assert refusal.clause.startswith(clauses)


def check_copies(game: Game, s: Any, rng: Rng) -> None:
    """A clone is equal and independent; a position, also through JSON, gives the same state."""
    before = s.digest()
    clone = s.clone()
    assert clone == s
    clone.step(random_action(clone, rng))
    for name in clone.__match_args__:
        value = getattr(clone, name)
        if isinstance(value, list):
            value.reverse()
            value.append(-1)
    assert s.digest() == before
    check_position(game, s)


def check_position(game: Game, s: State) -> State:
    """A position, written and read, gives the same state: that one."""
    position = s.position()
    again = game.from_position(msgspec.json.decode(msgspec.json.encode(position)))
    assert again == s
    assert again.digest() == s.digest()
    assert again.position() == position
    assert again.legal_actions() == s.legal_actions()
    return again


def check_imagined(s: Any, rng: Rng) -> tuple[State, State]:
    """Another true deal with the same observation gives the same imagined deal from the same stream; both deals."""
    player = rng.below(s.setup.players)
    other = s.resample(player, Rng(rng.next()))
    seen = s.observation(player)
    assert other.observation(player) == seen
    seed = rng.next()
    imagined = s.resample(player, Rng(seed))
    assert imagined == other.resample(player, Rng(seed))
    assert imagined.observation(player) == seen
    assert imagined.seed != s.seed
    assert not imagined.script
    return other, imagined


def play_from_a_journal(
    game: Game, players: int, seed: int, options: dict[str, Any], path: Path, choose: Callable[[State], Action | None]
) -> None:
    """Play at a table that keeps a journal until the end or ``None``: the journal brings the same game back."""
    plans = [SeatPlan(HUMAN, person=seat) for seat in range(players)]
    session = Session.start(game, plans, seed=seed, options=options, path=path)
    while not session.state.is_terminal():
        action = choose(session.state)
        if action is None:
            break
        session.apply(action)
    digest = session.state.digest()
    entries = session.entries
    session.close()
    again = Session.open(path, get)
    again.close()
    assert again.state.digest() == digest
    assert [entry.events for entry in again.entries] == [entry.events for entry in entries]


def printed(code: str, hash_seed: str) -> str:
    """What a Python with that hash seed prints when it runs ``code`` in the project's folder."""
    return subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(ROOT)},
        check=True,
        capture_output=True,
        text=True,
    ).stdout


class GameMachine(RuleBasedStateMachine):
    """A table at which legal answers, nonsense, reloads, copies and imagined deals come in any order.

    A game's machine names the game, what anybody might try, how it begins, and what always holds (``check``).
    """

    game: Game
    attempts: Sequence[Action]
    state: Any

    def check(self) -> None:
        """What holds at every moment."""
        raise AssertionError

    def open(self) -> bool:
        return not self.state.is_terminal()

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
        assert parse_action(self.game, action_text(action)) == action
        other = self.state.clone()
        sink: list[Event] = []
        other.step(action, sink)
        events = self.state.apply_action(action)
        assert events == sink
        assert self.state == other
        for event in events:
            written = msgspec.json.encode(event)
            assert msgspec.json.decode(written, type=self.game.event_type) == event

    @precondition(open)
    @rule(pick=st.integers(0, 1 << 30))
    def a_wrong_answer_changes_nothing(self, pick: int) -> None:
        action = self.attempts[pick % len(self.attempts)]
        if self.state.canonical(action) in self.state.legal_actions():
            return
        before = self.state.digest()
        check_refused(self.state, action, self.game.clause_prefix)
        assert self.state.digest() == before

    @rule()
    def go_on_from_the_written_position(self) -> None:
        self.state = check_position(self.game, self.state)

    @rule()
    def go_on_in_a_clone(self) -> None:
        self.state = self.state.clone()

    @precondition(open)
    @rule(seed=st.integers(0, 2**32), seat=st.integers(0, 5))
    def go_on_in_an_imagined_deal(self, seed: int, seat: int) -> None:
        """An imagined table is a table like any other."""
        player = seat % self.state.setup.players
        imagined = self.state.resample(player, Rng(seed))
        assert imagined.observation(player) == self.state.observation(player)
        self.state = imagined

    @invariant()
    def whole(self) -> None:
        if hasattr(self, "state"):
            self.check()
            assert bool(self.state.legal_actions()) != self.state.is_terminal()
