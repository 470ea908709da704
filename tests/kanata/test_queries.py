"""Queries look and change nothing: where one can go, odds to be worked out on paper, what the enemies may reach."""

from __future__ import annotations

from itertools import product

import pytest

from game.core.chance import Rng
from game.core.contract import Event
from game.kanata import actions as act
from game.kanata import enemies
from game.kanata.actions import END_TURN
from game.kanata.events import AbominationSlept, BikeSmashed, DiceRolled, DoorRolled, EnemyMoved, SheriffCaught
from game.kanata.move import ChooseStep
from game.kanata.queries import dice_known, escape_chance, sum_at_least
from game.kanata.rules import GAME
from tests.kanata.table import any_game, lively_action, played


@pytest.mark.cites("KAN-MOVE-01", "KAN-MOVE-02")
def test_steps_and_paths() -> None:
    s = GAME.from_position({"characters": [{"space": "c10r11"}], "corpses": ["c12r11"], "phase": "step", "steps": 3})
    reach = s.reachable()
    assert reach.distance("c10r11") == 0
    assert reach.path("c10r11") == ()
    assert reach.path("c10r14") == ("property2", "c10r14")
    assert reach.distance("c12r12") == 2
    assert "c12r11" not in reach
    assert "c14r11" not in reach
    with pytest.raises(KeyError):
        reach.path("c14r11")


@pytest.mark.parametrize("number", range(12))
def test_every_space_in_reach_is_reached_by_its_path(number: int) -> None:
    """The steps of a path are legal one after another, and one may stop at the end."""
    rng = Rng(number)
    s = played(number, 40 + 7 * number)
    checked = 0
    for ply in range(400):
        if s.is_terminal() or checked > 6:
            break
        frame = s.stack[-1]
        if isinstance(frame, ChooseStep):
            checked += 1
            reach = s.reachable()
            before = s.digest()
            for name in list(reach)[::5]:
                trial = s.clone()
                for step in reach.path(name):
                    assert isinstance(trial.stack[-1], ChooseStep), (name, reach.path(name))
                    assert act.Step(space=step) in trial.legal_actions(), (frame, name, step)
                    trial.step(act.Step(space=step))
            assert s.digest() == before
        s.step(lively_action(s, rng, ply))


def test_reach_is_complete() -> None:
    """What a walker can stand on after three steps, by trying everything, is what the query names."""
    s = GAME.from_position({"characters": [{"space": "c5r9"}], "corpses": ["c5r7"], "phase": "step", "steps": 3})
    found = {s.setup.town.names[s.space[0]]}
    edge = [s]
    while edge:
        further = []
        for state in edge:
            for action in state.legal_actions():
                if isinstance(action, act.Step):
                    c = state.clone()
                    c.step(action)
                    found.add(c.setup.town.names[c.space[0]])
                    if isinstance(c.stack[-1], ChooseStep):
                        further.append(c)
        edge = further
    assert set(s.reachable()) == found


def test_from_behind_a_cross_the_first_step_is_free() -> None:
    s = GAME.from_position({"characters": [{"space": "t1"}], "phase": "step", "steps": 1})
    reach = s.reachable()
    assert reach.distance("c12r5") == 0
    assert reach.path("c13r5") == ("c12r5", "c13r5")


def test_odds_of_weapons() -> None:
    def odds(item: str, space: str = "c12r11", **more: object) -> float | None:
        person = {"space": "c10r11", "items": [item]}
        s = GAME.from_position({"characters": [person], "abominations": [space], "phase": "actions", **more})
        name = s.setup.content.items[s.setup.content.copies[item][0]].id
        return s.odds(act.Shoot(item=name))

    assert odds("pistol") == pytest.approx(1 / 6)
    assert odds("shotgun") == pytest.approx(1 - (5 / 6) ** 3)
    assert odds("mg") == pytest.approx(1 - (5 / 6) ** 4)
    assert odds("sniper") == pytest.approx(1 / 2)
    assert odds("axe") == pytest.approx(1 / 2)
    assert odds("abominator") == pytest.approx(1 - 1 / 2**5)
    assert odds("dynamite") == pytest.approx(5 / 6)


def test_odds_of_dice() -> None:
    for dice, total in product((1, 2), range(14)):
        rolls = list(product(range(1, 7), repeat=dice))
        assert sum_at_least(dice, total) == pytest.approx(sum(sum(r) >= total for r in rolls) / len(rolls))


@pytest.mark.cites("KAN-FEED-03")
def test_the_escape_is_won_two_times_in_three() -> None:
    """34 rolls, keeping to the first number."""
    assert escape_chance((0,) * 6, 34) == pytest.approx(0.66, abs=0.03)
    assert escape_chance((4, 4, 4, 4, 4, 1), 1) == pytest.approx(1 / 6)
    assert escape_chance((4,) * 6, 0) == 1.0


def test_what_the_enemies_may_reach() -> None:
    position = {
        "characters": [{"space": "c10r11"}, {"space": "property2"}],
        "sheriff": "c16r11",
        "abominations": [{"number": 4, "space": "c5r11"}, {"number": 5, "space": "c5r5", "dormant": True}],
        "ambulance": {"space": "a", "hunts": 0},
        "phase": "actions",
        "this_turn": {"dice": 1},
    }
    s = GAME.from_position(position)
    before = s.digest()
    sheriff, abomination, ambulance = s.forecast()
    assert s.digest() == before
    assert (sheriff.enemy, sheriff.hunts, sheriff.needs) == ("sheriff", (0,), 6)
    assert sheriff.chance == pytest.approx(1 / 6)
    assert (abomination.number, abomination.needs) == (4, 5)
    assert abomination.tied  # five steps to the one, four to the door of the other
    assert abomination.chance == pytest.approx((2 / 6 + 3 / 6) / 2)
    assert (ambulance.hunts, ambulance.needs) == ((0,), 5)


def test_a_door_is_rolled_for_one_step_before() -> None:
    people = [{"space": "property2"}]
    s = GAME.from_position({"characters": people, "abominations": ["c14r11"], "this_turn": {"dice": 1}})
    threat = next(t for t in s.forecast() if t.enemy == "abomination")
    assert threat.door
    assert threat.needs == 4
    assert threat.chance == pytest.approx(4 / 6)


def test_no_forecast_after_the_end() -> None:
    s = any_game(3)
    rng = Rng(3)
    while not s.is_terminal():
        s.step(s.legal_actions()[rng.below(len(s.legal_actions()))])
    assert s.forecast() == ()


@pytest.mark.parametrize("seed", range(6))
def test_what_the_forecast_rules_out_does_not_happen(seed: int) -> None:
    """Whom an enemy is said not to reach with the dice of this turn, it does not reach; nobody moves in between."""
    s = any_game(3 + seed % 3)
    rng = Rng(seed)
    looked = 0
    while not s.is_terminal() and looked < 40:
        legal = s.legal_actions()
        if END_TURN not in legal or s.observation(0).question != "choose_action" or not s.dice:
            s.step(legal[rng.below(len(legal))])
            continue
        looked += 1
        sheriff = next((one for one in s.forecast() if one.enemy == "sheriff"), None)
        events: list[Event] = []
        s.step(END_TURN, events)
        if sheriff is None:
            continue
        moved = next((one for one in events if isinstance(one, EnemyMoved) and one.enemy == "sheriff"), None)
        if moved is None:
            continue
        after = events[events.index(moved) + 1 :][:1]
        caught = bool(after) and isinstance(after[0], (SheriffCaught, BikeSmashed))
        roll = next(one.total for one in events if isinstance(one, DiceRolled) and one.cause == "enemies")
        if sheriff.chance == 0:
            assert not caught, sheriff
        elif len(sheriff.hunts) == 1:
            assert caught == (roll >= sheriff.needs), (sheriff, roll)


def test_a_closed_way_is_no_way() -> None:
    """The Sheriff has nobody on a road: he only draws near, however many steps he has."""
    people = [{"space": "c16r4"}]
    s = GAME.from_position({"characters": people, "abominations": [], "sheriff": "c14r5", "this_turn": {"dice": 2}})
    sheriff = s.forecast()[0]
    assert sheriff.barred
    assert sheriff.chance == 0


def test_both_numbers_of_dice_can_be_asked_for() -> None:
    people = [{"space": "c10r11"}]
    s = GAME.from_position({"characters": people, "abominations": [], "sheriff": "c18r11"})
    assert s.forecast(1)[0].chance == 0
    assert s.forecast(2)[0].chance == pytest.approx(15 / 36)


def test_who_is_held_is_no_threat() -> None:
    people = [{"space": "c10r11"}]
    turn = {"dice": 1, "held": ["abominations", "sheriff"]}
    s = GAME.from_position({"characters": people, "abominations": ["c14r11"], "this_turn": turn})
    assert s.forecast() == ()


def test_in_the_turn_of_the_turned_no_dice_are_known() -> None:
    """The next enemy action is that of the human whose turn comes then."""
    people = [{"status": "turned", "space": "c29r4"}, {"space": "c10r11"}]
    turn = {"dice": 2, "held": ["sheriff"], "moved": "moved", "player_board": True}
    s = GAME.from_position({"characters": people, "sheriff": "c18r11", "this_turn": turn})
    assert dice_known(s) == 0
    assert s.forecast(2)[0].chance == pytest.approx(15 / 36)


@pytest.mark.parametrize("seed", range(4))
def test_an_abomination_comes_as_far_as_the_forecast_says(seed: int) -> None:
    """Of each by itself, with every number of steps: it gets to the one it hunts, or to the door, or it does not."""
    s, rng = any_game(5 + seed), Rng(seed)
    checked = 0
    for ply in range(600):
        if s.is_terminal() or checked > 60:
            break
        for threat in s.forecast(2):
            if threat.enemy != "abomination" or len(threat.hunts) != 1 or threat.hunts[0] < 0:
                continue
            checked += 1
            for steps in range(1, 13):
                trial = s.clone()
                events: list[Event] = []
                enemies.move_abomination(trial, threat.number, steps, events)
                there = any(isinstance(one, (DoorRolled, AbominationSlept)) for one in events)
                wanted = not threat.barred and steps >= threat.needs - threat.door
                assert there == wanted or (there and threat.barred), (threat, steps)
        s.step(lively_action(s, rng, ply))


@pytest.mark.parametrize(
    ("sheriff", "spaces", "shares"),
    [
        ("c14r11", ["c10r11", "c18r11"], [(4, 1 / 2), (4, 1 / 2)]),  # one each way
        ("c14r11", ["c10r11", "c10r11", "c18r11"], [(4, 2 / 3), (4, 1 / 3)]),  # two on one space, hunted together
        ("c14r11", ["c9r11", "c19r11", "c14r6"], [(5, 1 / 3), (5, 1 / 3), (5, 1 / 3)]),
    ],
)
def test_of_those_who_tie_each_counts_for_its_share(
    sheriff: str, spaces: list[str], shares: list[tuple[int, float]]
) -> None:
    people = [{"space": space} for space in spaces]
    position = {"characters": people, "abominations": [], "sheriff": sheriff, "this_turn": {"dice": 2}}
    s = GAME.from_position(position)
    for dice in (1, 2):
        threat = s.forecast(dice)[0]
        assert threat.tied
        assert threat.chance == pytest.approx(sum(share * sum_at_least(dice, steps) for steps, share in shares))


def test_a_closed_way_to_one_of_those_who_tie_counts_for_nothing() -> None:
    """Behind a cross of the road nobody is hunted; the van closes the way to one of two."""
    people = [{"space": "c10r11"}, {"space": "c18r11"}, {"space": "c12r11", "mount": "van"}]
    van = {"space": "c12r11", "started": True}
    position = {"characters": people, "abominations": [], "sheriff": "c14r11", "van": van, "this_turn": {"dice": 1}}
    s = GAME.from_position(position)
    threat = s.forecast()[0]
    assert threat.chance == pytest.approx(1 / 2 * 3 / 6), threat


def test_who_stands_in_the_way_of_what_hunts_another_is_named() -> None:
    people = [{"space": "c20r11"}, {"space": "c12r11"}]
    mark = {"number": 1, "space": "c10r11", "hunts": 0}
    s = GAME.from_position({"characters": people, "abominations": [mark], "this_turn": {"dice": 1}})
    threat = next(one for one in s.forecast() if one.enemy == "abomination")
    assert (threat.hunts, threat.meets, threat.needs) == ((0,), (1,), 2)
    assert threat.chance == pytest.approx(5 / 6)
