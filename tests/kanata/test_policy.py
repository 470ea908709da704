"""Computer players: humans share out the town and bring what is needed, the turned hunt, and all say why."""

from __future__ import annotations

from typing import Any

import pytest

from game.ai.players import Player, choice_seed
from game.core.chance import Rng
from game.core.contract import Action, SetupError
from game.core.strings import Strings
from game.core.wording import Wording
from game.kanata import actions as act
from game.kanata.evaluation import evaluate, share_properties
from game.kanata.items import OverLimit
from game.kanata.policy import UNSURE
from game.kanata.rules import GAME
from game.kanata.state import KanataState
from game.kanata.turn import VanReroll
from tests.kanata.table import any_game, lively_action


def choice(position: dict[str, Any], level: str = "adept") -> Any:
    """What a computer player does at that position, and the first of its reasons."""
    s = GAME.from_position(position)
    chosen = GAME.policy(level).choose(s, Rng(5))
    return chosen.action


def choose(s: KanataState, level: str) -> Action:
    """What a computer player does there."""
    return GAME.policy(level).choose(s, Rng(5)).action


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
    """A house each while there are houses for all; then two where cubes are left for two; never three."""
    s = GAME.new_game(6, 1)
    assert len(set(share_properties(s).values())) == 6
    s.supply = (0, 0, 0, 0, 4, 4, 4, 0, 0, 0, 0, 0)
    shares = list(share_properties(s).values())
    assert len(shares) == 6
    assert {shares.count(place) for place in shares} == {2}
    s.supply = (0, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0)
    assert len(share_properties(s)) == 2


def test_who_brings_something_claims_no_house() -> None:
    carrier = {"space": "S", "items": ["hacksaw"]}
    s = GAME.from_position({"characters": [carrier, {}], "sheriff": "c16r20", "phase": "actions"})
    assert set(share_properties(s)) == {1}


@pytest.mark.parametrize("number", range(8))
def test_novices_answer_as_adepts_where_nothing_can_be_misjudged(number: int) -> None:
    """What the rules lay down, what is free and what is plain to see: whatever stream they think with."""
    novice, adept = GAME.policy("novice"), GAME.policy("adept")
    s, rng = any_game(number), Rng(number)
    for ply in range(300):
        if s.is_terminal():
            break
        if s.stack[-1].name not in UNSURE:
            assert novice.choose(s, Rng(rng.next())) == adept.choose(s, Rng(ply))
        s.step(lively_action(s, rng, ply))


@pytest.mark.cites("KAN-TRADE-03", "KAN-FEED-03")
def test_no_answer_that_is_laid_down_is_ever_misjudged() -> None:
    trade = GAME.from_position({"characters": [{"space": "c10r11"}, {"space": "c10r11", "items": ["axe"]}]})
    trade.apply_action(act.Trade(friend=1))
    trade.apply_action(act.AskFor(item="axe_1"))
    feeding = GAME.from_position({"characters": [{"space": "feeding_ground"}, {}], "phase": "feeding"})
    hunted = {"space": "c10r11", "tokens": {"talisman": 1, "nde": 1}}
    enemy = {"phase": "enemy", "this_turn": {"dice": 2, "held": ["sheriff"]}, "abominations": ["c11r11"]}
    caught = GAME.from_position({"characters": [hunted, {}], **enemy})
    stabbed = GAME.from_position({"characters": [{**hunted, "health": 5}, {}], "phase": "card", "card": "stigmata"})
    wanted = [(trade, act.ACCEPT), (feeding, act.FEEDING_MODES[1]), (caught, act.USE_TALISMAN), (stabbed, act.USE_NDE)]
    novice = GAME.policy("novice")
    for s, answer in wanted:
        assert {novice.choose(s, Rng(seed)).action for seed in range(60)} == {answer}


@pytest.mark.parametrize("level", GAME.levels)
def test_nobody_walks_to_and_fro(level: str) -> None:
    """One plan lasts for one Move: a space that was left is not entered again, but where something new came up."""
    player = Player(GAME, level)
    steps = back = 0
    for number in range(12):
        s = GAME.new_game(4, number)
        trail: list[int] = []
        ply = 0
        while not s.is_terminal():
            chosen = player.choose(s, choice_seed(number, s.current_player(), ply))
            if isinstance(chosen.action, act.Step) and s.stack[-1].name == "choose_step":
                trail.append(s.space[s.turn])
                steps += 1
                back += s.setup.town.index[chosen.action.space] in trail
            else:
                trail = []
            s.step(chosen.action)
            ply += 1
    assert back * 300 < steps


def test_a_poor_chance_is_not_worth_the_last_rounds() -> None:
    """One in six, again and again: the gun is never emptied so."""
    for target, space in (("c22r11", "c20r11"), ("c16r11", "c14r11")):
        position = {
            "characters": [{"space": space, "items": ["pistol"]}, {}],
            "sheriff": "c16r20",
            "abominations": [target],
            "phase": "actions",
        }
        s = GAME.from_position(position, script=[4] * 12)
        s.apply_action(act.Shoot(item="pistol_1"))
        if s.stack[-1].name == "shoot_target":
            s.apply_action(act.Aim(enemy="abomination", number=1))
        while s.stack[-1].name == "shoot_again":
            s.apply_action(GAME.policy("adept").choose(s, Rng(1)).action)
        assert s.ammo[0] >= 2


def test_no_belt_is_fired_at_those_who_have_been_thrown_back() -> None:
    people = [
        {"space": "c10r11", "items": ["abominator"]},
        {"status": "turned", "space": "o", "omens": ["skip"]},
        {"status": "turned", "space": "o", "omens": ["skip"]},
    ]
    position = {"characters": people, "sheriff": "c16r20", "phase": "actions"}
    assert choice(position) != act.Shoot(item="abominator")


def test_the_reason_given_is_the_one_that_decided() -> None:
    """Of dice: few for few, more for more. Of any answer but a misjudged one: the reason that speaks for it."""
    for level in GAME.levels:
        player = Player(GAME, level)
        for number in range(6):
            s = GAME.new_game(4, number)
            ply = 0
            while not s.is_terminal():
                chosen = player.choose(s, choice_seed(number, s.current_player(), ply))
                key = chosen.reasons[0].key.removeprefix("kanata.reason.")
                if isinstance(chosen.action, act.AddDie):
                    assert key in ("more_dice", "hunt", "misjudged")
                elif isinstance(chosen.action, act.Keep) and s.stack[-1].name == "choose_dice":
                    assert key in ("one_die", "near_enough", "misjudged")
                elif isinstance(chosen.action, act.Decline) and s.stack[-1].name == "hide":
                    assert key in ("open", "misjudged")
                elif isinstance(chosen.action, act.Hide):
                    assert key in ("hide", "misjudged")
                elif isinstance(chosen.action, act.Cease):
                    assert key in ("save_rounds", "no_target", "misjudged")
                elif isinstance(chosen.action, act.UseTalisman):
                    assert key == "talisman"
                assert level == "novice" or key != "misjudged"
                s.step(chosen.action)
                ply += 1


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


@pytest.mark.parametrize("level", ["novice", "adept"])
def test_food_that_would_do_no_good_is_left_for_the_others(level: str) -> None:
    person = {"space": "property2", "items": ["aid", "pizza", "baloney", "thermos", "energy"], "health": 20}
    position = {"characters": [person, {}], "phase": "actions", "this_turn": {"moved": "moved", "dice": 1}}
    s = GAME.from_position(position)
    s.ask(OverLimit(0))
    assert isinstance(choose(s, level), act.PutAway)
    s.health[0] = 9
    assert isinstance(choose(s, level), act.Consume)


@pytest.mark.parametrize(("dice", "again"), [((6, 6, 6, 5, 4), False), ((6, 6, 6, 5, 3), True), ((1,) * 5, True)])
def test_only_a_low_die_of_the_van_is_rolled_again(dice: tuple[int, ...], again: bool) -> None:
    person = {"character": "nora", "space": "c10r11", "mount": "van"}
    position = {"characters": [person, {}], "van": {"space": "c10r11", "started": True}, "traits": True}
    s = GAME.from_position({**position, "phase": "actions"})
    s.ask(VanReroll(dice))
    assert (choose(s, "adept") == act.REROLL) is again
