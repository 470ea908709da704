"""Novices misjudge, but like people: the same things all turn long, and never what is plain to see."""

from __future__ import annotations

import pytest

from game.ai.players import Player, choice_seed
from game.core.chance import Rng
from game.kingsport.policy import NovicePolicy
from game.kingsport.rules import GAME
from tests.kingsport.table import any_game


@pytest.mark.parametrize("number", range(4))
def test_a_misjudgement_lasts_and_does_not_hang_on_chance(number: int) -> None:
    """At each question the same answer with any stream; all strength is shown in a Raid."""
    novice = GAME.policy("novice")
    assert isinstance(novice, NovicePolicy)
    player = Player(GAME, "novice")
    s, rng = any_game(number), Rng(number)
    misjudged = 0
    for ply in range(120):
        if s.is_terminal():
            break
        chosen = player.choose(s, choice_seed(number, s.current_player(), ply))
        name = s.stack[-1].name
        seen = s.resample(s.current_player(), Rng(3))
        assert novice.choose(seen, Rng(rng.next())).action == novice.choose(seen, Rng(rng.next())).action
        key = chosen.reasons[0].key
        misjudged += key == "kingsport.reason.misjudged"
        if name in novice.plain:
            assert key != "kingsport.reason.misjudged"
            assert chosen.action.__struct_config__.tag in ("raid", "done", "end_turn")
        s.step(chosen.action)
    assert misjudged
