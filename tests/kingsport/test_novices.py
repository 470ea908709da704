"""Novices misjudge, but like people: the same things all turn long, and never what is plain to see."""

from __future__ import annotations

import pytest

from game.ai.players import Player, choice_seed
from game.core.chance import Rng
from game.kingsport import actions as act
from game.kingsport.events import DiceRerolled, DiceRolled, GodInvoked
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


@pytest.mark.parametrize("number", range(6))
def test_the_god_that_an_adept_means_to_invoke_is_mostly_the_one_that_it_invokes(number: int) -> None:
    """Each aim told, if no die is rolled and no Sanity gained after it; what only brings Sanity is not for dice."""
    s, rng = GAME.new_game(3 + number % 3, number), Rng(number)
    policy = GAME.policy("adept")
    aims: list[str] = []
    told = kept = 0
    while not s.is_terminal():
        choice = policy.choose(s.resample(s.current_player(), rng), rng)
        reason = choice.reasons[0]
        if reason.key == "kingsport.reason.aim":
            aims.append(str(reason.values["god"]))
        if isinstance(choice.action, act.Play) and choice.action.card in ("xura", "tsathoggua", "hastur"):
            assert reason.key in ("kingsport.reason.sanity", "kingsport.reason.free")
        for event in s.apply_action(choice.action):
            if isinstance(event, (DiceRolled, DiceRerolled)) or getattr(event, "change", 0) > 0:
                aims.clear()  # with other dice, or more Sanity for prices, it plans anew
            elif isinstance(event, GodInvoked):
                told += len(aims)
                kept += aims.count(f"@god.{event.card}.name")
                aims.clear()
    assert told > 30
    assert kept > 0.9 * told  # a price may change what the rest of the plan is worth
