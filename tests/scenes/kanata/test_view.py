"""What the table shows while pieces move is where they stand when all is still."""

from __future__ import annotations

import random

import pytest

from game import registry
from scenes.kanata.view import View


def standing(view: View) -> dict[str, object]:
    """What a person sees of the pieces and boards."""
    return {
        "pieces": sorted((piece.id, piece.space, piece.picture, piece.dim) for piece in view.pieces()),
        "health": [person.health for person in view.persons],
        "track": [person.track for person in view.persons],
        "cubes": [person.cubes for person in view.persons],
        "items": [sorted(person.items) for person in view.persons],
        "supply": view.supply,
        "roadblock": (view.monoliths, view.wall),
        "turn": (view.turn, view.round),
        "stock": view.stock,
    }


@pytest.mark.parametrize("seed", range(8))
def test_events_lead_where_the_state_is(seed: int) -> None:
    game = registry.get("kanata")
    state = game.new_game(1 + seed % 6, seed)
    rng = random.Random(seed)
    for _ in range(500):
        if state.is_terminal():
            break
        view = View.of(game, state)
        action = rng.choice(state.legal_actions())
        for event in state.apply_action(action):
            view.take(event)
        assert standing(view) == standing(View.of(game, state)), action
