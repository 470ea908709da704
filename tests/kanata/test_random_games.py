"""A thousand random games for each number of players: what never changes; wrong actions, copies, files do no harm."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.core.chance import Rng
from game.core.contract import Action, State
from game.kanata.rules import GAME
from game.kanata.state import KanataState
from tests.kanata.table import ATTEMPTS, LEVELS, any_game, check_table, lively_action
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
"""For each number of players."""
BATCH = 250
DEEP = 18
LIVELY = 30
WRONG = 12


@pytest.mark.parametrize("players", range(1, 7))
@pytest.mark.parametrize("batch", range(GAMES // BATCH))
def test_random_games_keep_the_table_whole(players: int, batch: int) -> None:
    for number in range(batch * BATCH, (batch + 1) * BATCH):
        s, rng = any_game(number, players), Rng(number)
        ply = 0
        while not s.is_terminal():
            if ply % 8 == 0:
                check_table(s)
            legal = s.legal_actions()
            assert legal, "nothing to do before the end"
            s.step(legal[rng.below(len(legal))])
            ply += 1
        check_table(s)
        assert s.current_player() == -4
        assert s.legal_actions() == ()
        assert s.decision() is None
        outcome = s.outcome()
        assert outcome is not None
        assert outcome.reason in ("escaped", "all_turned", "captured", "downed")
        for seat, value in enumerate(s.returns()):
            assert value == (1.0 if seat in outcome.winners else -1.0)


@pytest.mark.parametrize("number", range(LIVELY))
def test_games_that_grow_old_keep_the_table_whole(number: int) -> None:
    """Played half sensibly: hordes, panic, vehicles, captives, deliveries."""
    s, rng = any_game(number), Rng(number)
    ply = 0
    while not s.is_terminal():
        check_table(s)
        if ply % 7 == 0:
            check_legal(s)
        s.step(lively_action(s, rng, ply))
        ply += 1
        assert ply < 20_000, "the game does not end"
    check_table(s)


@pytest.mark.parametrize("number", range(DEEP))
def test_nothing_harms_a_game(number: int, tmp_path: Path) -> None:
    """At each ply wrong actions, copies, positions and imagined games; at the end the journal."""
    options = {"difficulty": LEVELS[number % len(LEVELS)], "traits": number % 2 == 1}
    rng = Rng(1000 + number)
    plies = iter(range(250))

    def choose(s: State) -> Action | None:
        assert isinstance(s, KanataState)
        check_wrong_actions(s, ATTEMPTS, WRONG, "KAN-", rng)
        check_copies(GAME, s, rng)
        check_imagined(s, rng)
        ply = next(plies, None)
        if ply is None:
            return None
        return lively_action(s, rng, ply) if number % 3 else random_action(s, rng)

    play_from_a_journal(GAME, 1 + number % 6, number, options, tmp_path / "game.journal", choose)


def test_a_game_is_the_same_under_every_hash_seed() -> None:
    code = (
        "from tests.kanata.table import any_game, lively_action\n"
        "from game.core.chance import Rng\n"
        "s, rng = any_game(11), Rng(11)\n"
        "for ply in range(300):\n"
        "    if s.is_terminal(): break\n"
        "    s.apply_action(lively_action(s, rng, ply))\n"
        "print(s.digest())"
    )
    assert len({printed(code, seed) for seed in ("0", "1", "4711")}) == 1
