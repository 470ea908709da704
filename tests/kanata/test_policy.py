"""Computer players: humans share out the town and bring what is needed, the turned hunt, and all say why."""

from __future__ import annotations

from typing import Any

import pytest

from game.ai.players import Player, choice_seed
from game.core.chance import Rng
from game.core.contract import SetupError
from game.core.strings import Strings
from game.core.wording import Wording
from game.kanata import actions as act
from game.kanata.evaluation import evaluate, share_properties
from game.kanata.rules import GAME
from game.kanata.state import KanataState
from tests.kanata.table import any_game


def choice(position: dict[str, Any], level: str = "adept") -> Any:
    """What a computer player does at that position, and the first of its reasons."""
    s = GAME.from_position(position)
    chosen = GAME.policy(level).choose(s, Rng(5))
    return chosen.action


def play(number: int, level: str, players: int = 4) -> KanataState:
    s = GAME.new_game(players, number, difficulty="easy")
    player = Player(GAME, level)
    wording = Wording(GAME, Strings(), [f"seat {seat}" for seat in range(players)])
    ply = 0
    while not s.is_terminal():
        chosen = player.choose(s, choice_seed(number, s.current_player(), ply))
        assert chosen.reasons
        assert wording.reason(chosen.reasons[0])
        s.step(chosen.action)
        ply += 1
        assert ply < 5000, "computer players go round in circles"
    assert not wording.strings.missing
    return s


@pytest.mark.parametrize("level", GAME.levels)
@pytest.mark.parametrize("players", range(1, 7))
def test_they_play_to_the_end(level: str, players: int) -> None:
    play(players, level, players)


def test_a_team_escapes_often_on_the_easy_level() -> None:
    won = sum(play(number, "adept").result == 1 for number in range(24))
    assert won >= 7


def test_adepts_do_better_than_chance() -> None:
    won = 0
    for number in range(24):
        s, rng = any_game(number, 4), Rng(number)
        while not s.is_terminal():
            s.step(s.legal_actions()[rng.below(len(s.legal_actions()))])
        won += s.result == 1
    assert won == 0


def test_an_unknown_level() -> None:
    with pytest.raises(SetupError, match="novice, adept"):
        GAME.policy("prophet")


def test_properties_are_shared_out() -> None:
    s = GAME.new_game(6, 1)
    shares = share_properties(s)
    assert len(shares) == 6
    assert max(list(shares.values()).count(place) for place in shares.values()) <= 2


def test_what_is_needed_is_delivered() -> None:
    position = {"characters": [{"space": "S", "items": ["hacksaw"]}, {}], "sheriff": "c16r20", "phase": "actions"}
    assert choice(position) == act.Deliver(item="hacksaw")


def test_drinks_are_for_the_last_run() -> None:
    carrier = {"space": "c18r16", "items": ["hacksaw", "extinguisher", "energy"]}
    run = {"characters": [carrier, {}], "roadblock": {"used": ["chainsaw", "handsaw"]}, "phase": "actions"}
    assert choice(run) == act.UseItem(item="energy_1")
    search = {"characters": [{"space": "c18r16", "items": ["energy"]}, {}], "phase": "actions"}
    assert choice(search) != act.UseItem(item="energy_1")


def test_what_threatens_a_friend_is_shot_at() -> None:
    position = {
        "characters": [{"space": "c10r11", "items": ["sniper"]}, {"space": "c20r11"}],
        "abominations": [{"number": 1, "space": "c22r11"}],
        "phase": "actions",
    }
    assert choice(position) == act.Shoot(item="sniper")


def test_a_downed_friend_is_helped() -> None:
    position = {"characters": [{"space": "c10r11", "items": ["pizza"]}, {"status": "downed", "space": "c12r11"}]}
    assert choice(position) == act.Rescue(friend=1, item="pizza")


@pytest.mark.cites("KAN-TRADE-03", "KAN-FEED-03")
def test_they_consent_and_count_rolls() -> None:
    trade = GAME.from_position({"characters": [{"space": "c10r11"}, {"space": "c10r11", "items": ["axe"]}]})
    trade.apply_action(act.Trade(friend=1))
    trade.apply_action(act.AskFor(item="axe_1"))
    assert GAME.policy("adept").choose(trade, Rng(1)).action == act.ACCEPT
    assert choice({"characters": [{"space": "feeding_ground"}], "phase": "feeding"}) == act.FeedingMode(mode="rolls")


def test_the_turned_go_for_humans() -> None:
    people = [{"status": "turned", "space": "c10r11"}, {"space": "c12r11"}]
    position = {"characters": people, "phase": "step", "steps": 4}
    assert choice(position) == act.Step(space="c11r11")


def test_the_sides_want_opposite_things() -> None:
    good = GAME.from_position({"characters": [{}, {}], "roadblock": {"used": ["chainsaw", "handsaw"]}})
    bad = GAME.from_position({"characters": [{}, {"status": "turned", "space": "c10r11"}]})
    assert evaluate(good) > evaluate(bad)
