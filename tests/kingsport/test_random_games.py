"""A thousand games of random play: what never changes, and that illegal actions, copies and files are harmless.

The series runs through 3, 4 and 5 cultists, all Investigators, both ledgers, with and without Scenario effects.
"""

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
from game.kingsport import dice as dd
from game.kingsport.rules import GAME
from game.kingsport.state import ROUNDS, KingsportState
from game.registry import get
from tests.kingsport.table import ATTEMPTS, CARDS, INVESTIGATORS, any_game, random_action

GAMES = 1000
DEEP = 50
BATCH = 50
WRONG = 20


def check_table(s: KingsportState) -> None:
    """What holds at every moment of every game."""
    tables = s.setup.tables
    piles = [s.pile(god) for god in range(len(tables.ids))]
    owned = [s.owned(seat) for seat in range(s.setup.players)]
    assert sum(piles) + sum(map(int.bit_count, owned)) == CARDS[s.setup.players], "cards"
    assert not s.in_play & s.hands[s.turn], "the same god in hand and in play"
    for god, size in enumerate(piles):
        owners = sum(gods >> god & 1 for gods in owned)
        assert size + owners == s.setup.copies[god], f"copies of {tables.ids[god]}"
    assert all(0 <= sanity <= 12 for sanity in s.sanity), "Sanity"
    assert 0 <= s.dice < len(dd.MULTISETS), "dice"
    assert dd.NUMBER[s.dice] <= 5, "dice"
    assert 1 <= s.round <= ROUNDS, "round"


@pytest.mark.parametrize("batch", range(GAMES // BATCH))
def test_random_games_keep_the_table_whole(batch: int) -> None:
    for number in range(batch * BATCH, (batch + 1) * BATCH):
        s, rng = any_game(number), Rng(number)
        while not s.is_terminal():
            check_table(s)
            legal = s.legal_actions()
            assert legal, "nothing to do before the end"
            assert len(set(legal)) == len(legal), "one thing to do has one spelling"
            for action in legal:
                assert s.refusal(action) is None, f"{action} is listed and refused"
            s.step(legal[rng.below(len(legal))])
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
    plans = [SeatPlan(HUMAN, person=seat) for seat in range(3 + number % 3)]
    options = {
        "investigator": INVESTIGATORS[number % len(INVESTIGATORS)],
        "ledger": ("open", "memory")[number // 3 % 2],
        "scenario": number // 6 % 4 > 0,
    }
    path = tmp_path / "game.journal"
    session = Session.start(GAME, plans, seed=number, options=options, path=path)
    rng = Rng(1000 + number)
    while not session.state.is_terminal():
        s = session.state
        assert isinstance(s, KingsportState)
        check_wrong_actions(s, rng)
        check_copies(s, rng)
        check_imagined(s, rng)
        session.apply(random_action(s, rng))
    digest = session.state.digest()
    entries = len(session.entries)
    session.close()
    again = Session.open(path, get)
    again.close()
    assert again.state.digest() == digest
    assert len(again.entries) == entries
    assert [entry.events for entry in again.entries] == [entry.events for entry in session.entries]


def check_wrong_actions(s: KingsportState, rng: Rng) -> None:
    """Twenty actions that are not on offer raise and change nothing."""
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
        assert refusal.clause.startswith("KPT-")
    assert s.digest() == before


def check_copies(s: KingsportState, rng: Rng) -> None:
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
    written = msgspec.json.decode(msgspec.json.encode(position))
    again = GAME.from_position(written)
    assert again == s
    assert again.digest() == before
    assert again.position() == position
    assert again.legal_actions() == s.legal_actions()


def check_imagined(s: KingsportState, rng: Rng) -> None:
    """Another true deal with the same observation gives the same imagined deal from the same stream."""
    player = rng.below(s.setup.players)
    other = s.resample(player, Rng(rng.next()))
    check_table(other)
    seen = s.observation(player)
    assert other.observation(player) == seen
    seed = rng.next()
    imagined = s.resample(player, Rng(seed))
    assert imagined == other.resample(player, Rng(seed))
    assert imagined.observation(player) == seen
    assert imagined.seed != s.seed
    assert not imagined.script
    assert imagined.legal_actions(), "a question that nobody could have been asked"


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
    root = Path(__file__).parents[2]
    found = [
        subprocess.run(
            [sys.executable, "-c", command],
            env={**os.environ, "PYTHONHASHSEED": seed},
            cwd=root,
            capture_output=True,
            text=True,
            check=True,
        ).stdout.split()
        for seed in ("0", "1")
    ]
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
