"""The computer players of every game: legal, honest, the same again, and with reasons that can be read."""

from __future__ import annotations

import msgspec
import pytest

from game.ai.players import Player, choice_seed, imagine, think
from game.core.chance import Rng
from game.core.contract import State
from game.core.policies import RANDOM
from game.core.session import HUMAN
from game.core.strings import Strings
from game.core.wording import Wording
from tests.contract.samples import Sample, mid_game

TABLES = 5


def _midway(sample: Sample, seed: int, decisions: int) -> State:
    """A state some way into a game that hides the most."""
    return mid_game(sample.game, seed, decisions, **sample.hiding)


def _levels(sample: Sample, state: State) -> list[str]:
    """Who may sit at the open question."""
    return [kind for kind in sample.game.seat_kinds(state.current_player()) if kind != HUMAN]


def test_there_is_one_for_every_seat(sample: Sample) -> None:
    game = sample.game
    for seat in range(game.max_players):
        levels = [kind for kind in game.seat_kinds(seat) if kind != HUMAN]
        assert levels
        assert all(game.policy(level) for level in (*levels, RANDOM))


def test_the_same_seed_thinks_the_same_again(sample: Sample) -> None:
    state = _midway(sample, 4, 60)
    before = state.digest()
    for level in _levels(sample, state):
        choices = [Player(sample.game, level).choose(state, 77) for _ in range(2)]
        assert choices[0] == choices[1]
        assert state.digest() == before, "thinking moved something on the table"


def test_the_choice_does_not_depend_on_what_is_hidden(sample: Sample) -> None:
    """The true state and one with everything hidden dealt anew give the same choice."""
    for seed in range(1, 1 + TABLES):
        state = _midway(sample, seed, 90)
        seat = state.current_player()
        if seat in sample.sees_all:
            continue
        other = state.resample(seat, Rng(seed + 100))
        assert other.observation(seat) == state.observation(seat)
        for level in _levels(sample, state):
            player = Player(sample.game, level)
            assert player.choose(other, seed) == player.choose(state, seed)


def test_the_two_halves_make_the_whole(sample: Sample) -> None:
    state = _midway(sample, 9, 40)
    for level in _levels(sample, state):
        imagined = imagine(state, state.current_player(), 5)
        again = sample.game.from_position(msgspec.json.decode(msgspec.json.encode(imagined.position())))
        assert think(sample.game.policy(level), again, 5) == Player(sample.game, level).choose(state, 5)


def test_they_finish_what_they_begin_and_say_why(sample: Sample) -> None:
    """Some acts of every level that may sit there; each is legal (``Player`` sees to it), each reason has its words."""
    words = Wording(sample.game, Strings(), [f"Seat {seat}" for seat in range(sample.game.max_players)])
    players = {}
    for number in range(3):
        s = sample.table(number)
        for ply in range(60):
            if s.is_terminal():
                break
            seat = s.current_player()
            levels = _levels(sample, s)
            level = levels[ply % len(levels)]
            player = players.setdefault(level, Player(sample.game, level))
            choice = player.choose(s, choice_seed(number, seat, ply))
            for reason in (*choice.reasons, *s.reasons(choice, seat, s.chapter(), seat)):
                assert words.reason(reason).strip()
            assert not words.strings.missing
            s.apply_action(choice.action)


@pytest.mark.parametrize("level", ["genius", ""])
def test_there_is_none_of_an_unknown_level(sample: Sample, level: str) -> None:
    from game.core.contract import SetupError

    with pytest.raises(SetupError):
        sample.game.policy(level)
