"""A thousand games of random play: what never changes, and that illegal actions, copies and files are harmless.

The series runs through 3, 4 and 5 cultists, all Investigators, both ledgers, with and without Scenario effects.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from game.core.chance import Rng
from game.core.contract import Action, State
from game.kingsport.rules import GAME
from game.kingsport.state import KingsportState
from tests.kingsport.table import ATTEMPTS, INVESTIGATORS, any_game, check_table
from tests.random_play import (
    check_copies,
    check_imagined,
    check_legal,
    check_wrong_actions,
    play_from_a_journal,
    printed,
    random_action,
)

GAMES = 1000
DEEP = 50
BATCH = 50
WRONG = 20


@pytest.mark.parametrize("batch", range(GAMES // BATCH))
def test_random_games_keep_the_table_whole(batch: int) -> None:
    for number in range(batch * BATCH, (batch + 1) * BATCH):
        s, rng = any_game(number), Rng(number)
        while not s.is_terminal():
            check_table(s)
            check_legal(s)
            s.step(random_action(s, rng))
        check_table(s)
        assert s.current_player() == -4
        assert s.legal_actions() == ()
        assert s.decision() is None
        outcome = s.outcome()
        assert outcome is not None
        assert sum(s.returns()) == pytest.approx(0)
        assert [seat for seat, rank in enumerate(outcome.ranks) if rank == 1] == list(outcome.winners)


@pytest.mark.parametrize("number", range(DEEP))
def test_nothing_harms_a_game(number: int, tmp_path: Path) -> None:
    """At each ply wrong actions, copies, positions and imagined deals; at the end the journal."""
    options = {
        "investigator": INVESTIGATORS[number % len(INVESTIGATORS)],
        "ledger": ("open", "memory")[number // 3 % 2],
        "scenario": number // 6 % 4 > 0,
    }
    rng = Rng(1000 + number)

    def choose(s: State) -> Action:
        assert isinstance(s, KingsportState)
        check_wrong_actions(s, ATTEMPTS, WRONG, "KPT-", rng)
        check_copies(GAME, s, rng)
        other, imagined = check_imagined(s, rng)
        assert isinstance(other, KingsportState)
        check_table(other)
        assert imagined.legal_actions(), "a question that nobody could have been asked"
        return random_action(s, rng)

    play_from_a_journal(GAME, 3 + number % 3, number, options, tmp_path / "game.journal", choose)


def digests(games: int) -> list[str]:
    """The digests of the first games of the series at their ends."""
    found = []
    for number in range(games):
        s, rng = any_game(number), Rng(number)
        while not s.is_terminal():
            s.step(random_action(s, rng))
        found.append(s.digest())
    return found


@pytest.mark.cites("KPT-SETUP-09")
def test_the_same_games_whatever_the_hash_seed() -> None:
    command = "from tests.kingsport.test_random_games import digests; print(*digests(42))"
    found = [printed(command, seed).split() for seed in ("0", "1")]
    assert found[0] == found[1] == digests(42)


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
