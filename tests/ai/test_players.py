"""Computer players at a seat: what they are shown, which stream they think with, and that illegal moves are noticed."""

from __future__ import annotations

import msgspec
import pytest

from game.ai.players import Player, UnfitChoice, choice_seed, imagine, think
from game.core.chance import Rng
from game.core.contract import Choice, State
from game.registry import GAMES, get
from tests.core.toy import TOY, Object
from tests.random_play import mid_game

HIDING = {"kingsport": {"ledger": "memory"}}
"""By game the set-up options that hide the most."""

LEVELS = [(game_id, level) for game_id in GAMES for level in get(game_id).levels]


def hiding(game_id: str, seed: int, decisions: int) -> State:
    """A state some way into a game that hides the most."""
    return mid_game(get(game_id), seed, decisions, **HIDING.get(game_id, {}))


@pytest.mark.parametrize(("game_id", "level"), LEVELS)
def test_the_same_seed_thinks_the_same_again(game_id: str, level: str) -> None:
    state = hiding(game_id, 4, 60)
    before = state.digest()
    choices = [Player(get(game_id), level).choose(state, 77) for _ in range(2)]
    assert choices[0] == choices[1]
    assert state.digest() == before, "thinking moved something on the table"


@pytest.mark.parametrize(("game_id", "level"), LEVELS)
def test_the_choice_does_not_depend_on_what_is_hidden(game_id: str, level: str) -> None:
    """The true state and one with everything hidden dealt anew give the same choice."""
    game = get(game_id)
    player = Player(game, level)
    for seed in range(1, 6):
        state = hiding(game_id, seed, 90)
        seat = state.current_player()
        other = state.resample(seat, Rng(seed + 100))
        assert other.observation(seat) == state.observation(seat)
        assert other.digest() != state.digest()
        assert player.choose(other, seed) == player.choose(state, seed)


def test_the_two_halves_make_the_whole() -> None:
    for game_id, level in LEVELS:
        game = get(game_id)
        state = hiding(game_id, 9, 40)
        imagined = imagine(state, state.current_player(), 5)
        again = game.from_position(msgspec.json.decode(msgspec.json.encode(imagined.position())))
        assert think(game.policy(level), again, 5) == Player(game, level).choose(state, 5)


def test_every_seat_and_every_ply_has_its_own_seed() -> None:
    seeds = {choice_seed(game, seat, ply) for game in (0, 1, 2) for seat in range(5) for ply in range(200)}
    assert len(seeds) == 3 * 5 * 200
    assert choice_seed(7, 1, 3) == 15673753217524345152


def test_a_choice_that_the_rules_refuse_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    class Stubborn:
        def choose(self, state: State, rng: Rng) -> Choice:
            return Choice(Object(yes=True))

    monkeypatch.setattr(type(TOY), "policy", lambda self, level: Stubborn())
    with pytest.raises(UnfitChoice, match="refused by TOY-03"):
        Player(TOY, "novice").choose(TOY.new_game(), 1)
