"""A thousand random games for each number of players: what never changes; wrong actions, copies, files do no harm."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from game.core.chance import Rng
from game.core.contract import IllegalAction
from game.core.session import HUMAN, SeatPlan, Session
from game.kanata.rules import GAME
from game.kanata.state import KanataState
from game.registry import get
from tests.kanata.table import ATTEMPTS, LEVELS, any_game, check_table, lively_action, random_action

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
        legal = s.legal_actions()
        assert len(set(legal)) == len(legal), "one thing to do has one spelling"
        if ply % 7 == 0:
            for action in legal:
                assert s.refusal(action) is None, f"{action} is listed and refused"
        s.step(lively_action(s, rng, ply))
        ply += 1
        assert ply < 20_000, "the game does not end"
    check_table(s)


@pytest.mark.parametrize("number", range(DEEP))
def test_nothing_harms_a_game(number: int, tmp_path: Path) -> None:
    """At each ply wrong actions, copies, positions and imagined games; at the end the journal."""
    plans = [SeatPlan(HUMAN, person=seat) for seat in range(1 + number % 6)]
    options = {"difficulty": LEVELS[number % len(LEVELS)], "traits": number % 2 == 1}
    path = tmp_path / "game.journal"
    session = Session.start(GAME, plans, seed=number, options=options, path=path)
    rng = Rng(1000 + number)
    ply = 0
    while not session.state.is_terminal() and ply < 250:
        s = session.state
        assert isinstance(s, KanataState)
        check_wrong_actions(s, rng)
        check_copies(s, rng)
        check_imagined(s, rng)
        session.apply(lively_action(s, rng, ply) if number % 3 else random_action(s, rng))
        ply += 1
    digest = session.state.digest()
    entries = len(session.entries)
    session.close()
    again = Session.open(path, get)
    again.close()
    assert again.state.digest() == digest
    assert len(again.entries) == entries
    assert [entry.events for entry in again.entries] == [entry.events for entry in session.entries]


def check_wrong_actions(s: KanataState, rng: Rng) -> None:
    """Actions that are not on offer raise and change nothing."""
    before = s.digest()
    legal = set(s.legal_actions())
    tried = 0
    while tried < WRONG:
        action = ATTEMPTS[rng.below(len(ATTEMPTS))]
        if s.canonical(action) in legal:
            continue
        tried += 1
        with pytest.raises(IllegalAction) as caught:
            s.apply_action(action)
        refusal = s.refusal(action)
        assert refusal is not None
        assert refusal == caught.value.refusal
        assert refusal.clause.startswith("KAN-")
    assert s.digest() == before


def check_copies(s: KanataState, rng: Rng) -> None:
    """A clone is equal and independent; a position, also through JSON, gives the same state."""
    before = s.digest()
    clone = s.clone()
    assert clone == s
    clone.step(random_action(clone, rng))
    for name in clone.__struct_fields__:
        value = getattr(clone, name)
        if isinstance(value, list):
            value.reverse()
            value.append(-1)
    assert s.digest() == before
    position = s.position()
    again = GAME.from_position(msgspec.json.decode(msgspec.json.encode(position)))
    assert again == s
    assert again.digest() == before
    assert again.position() == position
    assert again.legal_actions() == s.legal_actions()


def check_imagined(s: KanataState, rng: Rng) -> None:
    """Everybody sees the same, and imagines the same from the same stream, whatever the true dice will be."""
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
    root = Path(__file__).resolve().parents[2]
    digests = {
        subprocess.run(
            [sys.executable, "-c", code],
            cwd=root,
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(root)},
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for seed in ("0", "1", "4711")
    }
    assert len(digests) == 1
