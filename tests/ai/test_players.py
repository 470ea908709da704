"""Computer players at a seat: which stream they think with, and that illegal moves are noticed."""

from __future__ import annotations

import pytest

from game.ai.players import Player, UnfitChoice, choice_seed
from game.core.chance import Rng
from game.core.contract import Choice, State
from tests.toy.rules import TOY, Object


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
