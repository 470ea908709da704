"""The golden games of Kanata: how they are played (``tests/golden``)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from game.core.chance import Rng
from game.core.contract import Action, Event, State
from game.kanata.rules import GAME
from game.kanata.state import KanataState
from tests.golden import transcript
from tests.kanata.table import lively_action


def play(players: int, seed: int, difficulty: str, traits: bool) -> str:
    """A game of people who are sensible three times in four."""
    events: list[Event] = []
    state = GAME.new_game(players, seed, sink=events, difficulty=difficulty, traits=traits)
    title = f"kanata: {players} characters, seed {seed}, {difficulty}, traits {traits}"
    return transcript(title, state, events, _Lively(seed))


class _Lively:
    """Remembers its stream and how far the game is."""

    def __init__(self, seed: int) -> None:
        self.rng, self.ply = Rng(seed), 0

    def __call__(self, state: State) -> Action:
        assert isinstance(state, KanataState)
        self.ply += 1
        return lively_action(state, self.rng, self.ply)


GAMES: dict[str, Callable[[], str]] = {
    "1-easy": partial(play, 1, 1957, "easy", False),
    "4-medium": partial(play, 4, 1977, "medium", False),
    "6-hard-traits": partial(play, 6, 1999, "hard", True),
}
