"""The golden games of Sacrament: how they are played (``tests/golden``)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from game.ai.players import Player, choice_seed
from game.core.contract import Action, Event, State
from game.sacrament.frames import GM
from game.sacrament.rules import GAME
from tests.golden import transcript


def play(title: str, seed: int, mind: str, **options: Any) -> str:
    """A game of the computer game master with three companions."""
    events: list[Event] = []
    state = GAME.new_game(4, seed, sink=events, **options)
    players = [Player(GAME, "gm"), *[Player(GAME, mind)] * 3]
    ply = 0

    def choose(at: State) -> Action:
        nonlocal ply
        seat = at.current_player()
        ply += 1
        return players[seat if seat > GM else GM].choose(at, choice_seed(seed, seat, ply)).action

    return transcript(f"sacrament: {title}, seed {seed}, three {mind}", state, events, choose)


GAMES: dict[str, Callable[[], str]] = {
    "wickham-adept": partial(play, "a night in Wickham", 1926, "adept", scenario="wickham", difficulty="written"),
    "millrace-novice": partial(play, "the millrace", 1931, "novice", scenario="millrace", difficulty="gentle"),
    "choir-grim": partial(play, "the choir, grim", 1937, "adept", fight="choir", difficulty="grim", level=2),
}
