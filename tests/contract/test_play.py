"""Random play in every game: what never changes, and that wrong acts, copies, files and imagined deals do no harm."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from game.core.chance import Rng
from game.core.contract import TERMINAL, IllegalAction, State
from game.core.rules_text import clause_ids
from game.core.session import HUMAN, SeatPlan, Session
from game.registry import get
from tests.contract.samples import Sample, random_action, seats

ROOT = Path(__file__).parents[2]
WRONG = 12
RUNS_TO = 20_000


def check_legal(s: State) -> None:
    """What is listed is listed once, and not refused."""
    legal = s.legal_actions()
    assert legal, "nothing to do before the end"
    assert len(set(legal)) == len(legal), "one thing to do has one spelling"
    for action in legal:
        assert s.refusal(action) is None, f"{action} is listed and refused"


def check_over(sample: Sample, s: State) -> None:
    """What holds when a game is over."""
    assert s.current_player() == TERMINAL
    assert not s.legal_actions()
    assert s.decision() is None
    outcome = s.outcome()
    assert outcome is not None
    assert all(-1 <= value <= 1 for value in s.returns())
    assert len(outcome.ranks) == len(s.returns())
    assert set(outcome.winners) <= set(seats(s))
    sample.check(s)
    sample.check_end(s)


def test_random_games_keep_the_table_whole(sample: Sample, batch: int) -> None:
    for number in range(batch * sample.batch, (batch + 1) * sample.batch):
        s, rng = sample.table(number), Rng(number)
        for ply in range(sample.plies):
            if s.is_terminal():
                break
            if ply % sample.every == 0:
                sample.check(s)
                check_legal(s)
                assert s.decision() is not None
                assert s.outcome() is None
                assert not any(s.returns())
            s.step(random_action(s, rng))
        else:
            continue
        check_over(sample, s)


def test_games_that_grow_old_keep_the_table_whole(sample: Sample, old: int) -> None:
    """Played half sensibly."""
    s, rng = sample.table(old), Rng(old)
    for ply in range(min(sample.plies, RUNS_TO)):
        if s.is_terminal():
            check_over(sample, s)
            return
        sample.check(s)
        if ply % 7 == 0:
            check_legal(s)
        s.step(sample.lively(s, rng, ply))
    assert sample.plies < RUNS_TO, "the game does not end"


def check_refused(sample: Sample, s: State, clauses: frozenset[str], rng: Rng) -> None:
    """What is refused raises, names a clause of the rulebook and changes nothing."""
    before = s.digest()
    tries = sample.tries(s)
    for _ in range(WRONG):
        action = tries[rng.below(len(tries))]
        refusal = s.refusal(action)
        if refusal is None:
            continue
        assert action not in s.legal_actions()
        with pytest.raises(IllegalAction) as caught:
            s.apply_action(action)
        assert refusal == caught.value.refusal
        assert refusal.clause in clauses
    assert s.digest() == before


def check_copies(sample: Sample, s: State, rng: Rng) -> None:
    """A clone is equal and independent; a position, also through JSON, gives the same state."""
    before = s.digest()
    clone = s.clone()
    assert clone.digest() == before
    clone.step(random_action(clone, rng))
    for name in getattr(clone, "__match_args__", ()):
        value = getattr(clone, name)
        if isinstance(value, list):
            value.reverse()
            value.append(-1)
    assert s.digest() == before
    check_position(sample, s)


def check_position(sample: Sample, s: State) -> State:
    """A position, written and read, gives the same state: that one."""
    position = s.position()
    again = sample.game.from_position(msgspec.json.decode(msgspec.json.encode(position)))
    assert again.digest() == s.digest()
    assert again.position() == position
    assert list(again.legal_actions()) == list(s.legal_actions())
    return again


def check_imagined(sample: Sample, s: State, rng: Rng) -> None:
    """Another true deal with the same observation gives the same imagined deal from the same stream."""
    before = s.digest()
    player = rng.below(len(seats(s)))
    other = s.resample(player, Rng(rng.next()))
    seed = rng.next()
    imagined = s.resample(player, Rng(seed))
    assert imagined.digest() == s.resample(player, Rng(seed)).digest()
    assert s.digest() == before, "imagining changes nothing"
    assert bool(imagined.legal_actions()) != imagined.is_terminal()
    sample.check(imagined)
    if player not in sample.sees_all:
        assert other.observation(player) == imagined.observation(player) == s.observation(player)
        assert other.resample(player, Rng(seed)).digest() == imagined.digest()
        assert imagined.digest() != before or not sample.game.team_wins, "the chance to come is not known"


def test_nothing_harms_a_game(sample: Sample, deep: int, tmp_path: Path) -> None:
    """At many plies wrong actions, copies, positions and imagined deals; at the end the journal."""
    game, clauses = sample.game, clause_ids(sample.game.id)
    players, options = sample.set_up(deep)
    kinds = [game.seat_kinds(seat) for seat in range(players)]
    plans = [
        SeatPlan(HUMAN, person=seat) if HUMAN in kind else SeatPlan(kind[0]) for seat, kind in enumerate(kinds)
    ]
    path = tmp_path / "game.journal"
    session = Session.start(game, plans, seed=deep, options=options, path=path)
    session.state.strict = False  # type: ignore[attr-defined]  # nobody is there to roll real dice
    rng = Rng(1000 + deep)
    for ply in range(sample.deep_plies):
        s = session.state
        if s.is_terminal():
            break
        if ply % sample.deep_every == 0:
            check_refused(sample, s, clauses, rng)
            check_copies(sample, s, rng)
            check_imagined(sample, s, rng)
        session.apply(sample.lively(s, rng, ply) if deep % 3 else random_action(s, rng))
    digest, told = session.state.digest(), [entry.events for entry in session.entries]
    session.close()
    again = Session.open(path, get)
    again.close()
    assert again.state.digest() == digest
    assert [entry.events for entry in again.entries] == told


def test_same_arguments_same_game(sample: Sample) -> None:
    for number in range(6):
        one, two = sample.table(number), sample.table(number)
        assert one.position() == two.position()
        rng, same = Rng(1), Rng(1)
        for _ in range(60):
            if one.is_terminal():
                break
            one.step(random_action(one, rng))
            two.step(random_action(two, same))
        assert one.digest() == two.digest()


def digests(name: str) -> list[str]:
    """The digests of some games after some acts."""
    from tests.contract import samples

    sample, found = samples.found(name), []
    for number in range(12):
        s, rng = sample.table(number), Rng(number)
        for ply in range(120):
            if s.is_terminal():
                break
            s.step(sample.lively(s, rng, ply) if number % 2 else random_action(s, rng))
        found.append(s.digest())
    return found


@pytest.mark.cites("KPT-SETUP-09")
def test_a_game_is_the_same_under_every_hash_seed(sample: Sample) -> None:
    code = f"from tests.contract.test_play import digests; print(*digests({sample.game.id!r}))"
    printed = {
        subprocess.run(
            [sys.executable, "-c", code],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)},
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for seed in ("0", "4711")
    }
    assert printed == {" ".join(digests(sample.game.id)) + "\n"}
