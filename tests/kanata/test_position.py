"""Positions that cannot be: the error names the place, what was found and what was expected."""

from __future__ import annotations

from typing import Any

import pytest

from game.core.chance import NeedRoll, ScriptError
from game.core.contract import PositionError
from game.kanata import actions as act
from game.kanata.rules import GAME

STANDING = {"space": "c10r11"}

BAD: dict[str, tuple[dict[str, Any], str]] = {
    "two characters alike": ({"characters": [{"character": "nora"}, {"character": "nora"}]}, "characters.1.character"),
    "health 21": ({"characters": [{"health": 21}]}, "characters.0.health"),
    "an unknown field": ({"colour": "red"}, "colour"),
    "an unknown field of a character": ({"characters": [{"hat": 1}]}, "characters.0.hat"),
    "another game": ({"game": "kingsport"}, "game"),
    "a newer format": ({"format": 2}, "format"),
    "seven characters": ({"players": 7}, "players"),
    "more characters than players": ({"players": 1, "characters": [{}, {}]}, "characters"),
    "characters that are no list": ({"characters": "nora"}, "characters"),
    "a space that is not there": ({"characters": [{"space": "c0r0"}]}, "characters.0.space"),
    "a Sheriff on a path": ({"sheriff": "o"}, "sheriff"),
    "an abomination behind a cross": ({"abominations": ["t1"]}, "abominations.0.space"),
    "a number twice": ({"abominations": [{"number": 1}, {"number": 1}]}, "abominations.1.number"),
    "a stock that does not add up": ({"stock": {"reserve": 3}}, "stock"),
    "25 abominations": ({"abominations": ["o"] * 25}, "abominations.24.number"),
    "a corpse in a house": ({"corpses": ["bnb"]}, "corpses.0"),
    "two corpses on a space": ({"corpses": ["c5r5", "c5r5"]}, "corpses"),
    "nine corpses": ({"corpses": [f"c{n}r11" for n in range(5, 14)]}, "corpses"),
    "an ambulance in a house": ({"ambulance": {"space": "bnb"}}, "ambulance.space"),
    "five tires": ({"ambulance": {"tires": 5}}, "ambulance.tires"),
    "a 4-wheeler in a house": ({"bike": {"space": "bnb"}}, "bike.space"),
    "a van on a path": ({"van": {"space": "o"}}, "van.space"),
    "a van that has moved by itself": ({"van": {"space": "c5r5", "started": False}}, "van.space"),
    "a rider away from the 4-wheeler": ({"characters": [{"mount": "bike", "space": "c5r5"}]}, "characters.0.mount"),
    "a passenger away from the van": ({"characters": [{"mount": "van", "space": "c5r5"}]}, "characters.0.mount"),
    "a turned rider": (
        {"characters": [{"status": "turned", "mount": "bike"}, {}], "bike": {"space": "c5r5"}},
        "characters.0.mount",
    ),
    "a turned player behind a cross": ({"characters": [{"status": "turned", "space": "t1"}, {}]}, "characters.0.space"),
    "a captive without an ambulance": ({"characters": [{"status": "captured"}, {}]}, "characters.0.status"),
    "health of the downed": ({"characters": [{"status": "downed", "health": 3}, {}]}, "characters.0.health"),
    "horde cubes of the turned": (
        {"characters": [{"status": "turned", "horde_cubes": 1}, {}]},
        "characters.0.horde_cubes",
    ),
    "six items": ({"characters": [{"items": ["axe", "axe", "katana", "katana", "mg", "aid"]}]}, "characters.0.items"),
    "an item that is not there": ({"characters": [{"items": ["spoon"]}]}, "characters.0.items.0"),
    "a third axe": ({"characters": [{"items": ["axe", "axe", "axe"]}]}, "characters.0.items.2"),
    "an item in two places": ({"characters": [{"items": ["aid"]}], "cornfield": ["aid"]}, "cornfield.0"),
    "ammo in an axe": ({"characters": [{"items": [{"item": "axe", "ammo": 2}]}]}, "characters.0.items.0"),
    "a scope on the Abominator": (
        {"characters": [{"items": [{"item": "abominator", "scope": 4}]}]},
        "characters.0.items.0.scope",
    ),
    "a strange scope": ({"characters": [{"items": [{"item": "mg", "scope": 5}]}]}, "characters.0.items.0.scope"),
    "a card that the level lacks": ({"difficulty": "hard", "cornfield": ["hacksaw"]}, "difficulty"),
    "a token that is not there": ({"characters": [{"tokens": {"crown": 1}}]}, "characters.0.tokens.crown"),
    "a flag that is not there": ({"characters": [{"omens": ["rain"]}]}, "characters.0.omens"),
    "keys in the moon": ({"van_keys": "moon"}, "van_keys"),
    "keys in a van that stands": ({"van_keys": "van"}, "van_keys"),
    "five cubes": ({"cubes": {"property2": 5}}, "cubes.property2"),
    "three numbers for twelve properties": ({"cubes": [1, 2, 3]}, "cubes"),
    "a property 13": ({"cubes": {"property13": 1}}, "cubes.property13"),
    "a used axe": ({"roadblock": {"used": ["axe"]}}, "roadblock.used.0"),
    "too many of a card": (
        {"decks": {"interior": {"discard": {"full_pantry": 3}}}},
        "decks.interior.unseen.full_pantry",
    ),
    "a card that is not there": ({"decks": {"mystery": {"known": ["crows"]}}}, "decks.mystery.known.0"),
    "an unknown phase": ({"phase": "tea"}, "phase"),
    "an unknown card": ({"phase": "card", "card": "ace"}, "card"),
    "nobody standing": ({"characters": [{"status": "turned"}]}, "characters"),
    "the turn of a downed": ({"characters": [{"status": "downed"}, {}], "phase": "actions"}, "turn"),
    "three dice": ({"this_turn": {"dice": 3}}, "this_turn.dice"),
    "a no of nobody": ({"this_turn": {"refused": [{"friend": 1, "item": "pizza"}]}}, "this_turn.refused.0.friend"),
    "a no to nothing": ({"this_turn": {"refused": [{"friend": 0, "item": "moon"}]}}, "this_turn.refused.0.item"),
    "a yes for a number": ({"round": True}, "round"),
    "a text for a switch": ({"panic": "yes"}, "panic"),
    "frames that are none": ({"frames": [{"frame": "tea"}]}, "frames"),
    "a frame of nobody": ({"frames": [{"frame": "over_limit", "holder": 9}]}, "frames.0"),
    "a frame of no block": ({"frames": [{"frame": "run_block", "block": 9999, "at": 0, "who": 0}]}, "frames.0"),
    "no frame in a running game": ({"frames": []}, "frames"),
    "a phase after the end": ({"result": "won", "phase": "actions"}, "phase"),
}


@pytest.mark.parametrize("fault", BAD)
def test_a_bad_position_says_where(fault: str) -> None:
    mapping, path = BAD[fault]
    with pytest.raises(PositionError) as caught:
        GAME.from_position(mapping)
    assert caught.value.path == path


def test_an_empty_position_is_the_start_of_a_turn() -> None:
    s = GAME.from_position({})
    assert s.setup.players == 1
    assert s.decision() is not None
    assert s.health == [20]
    assert s.space == [s.setup.town.bnb]


def test_cells_and_items_have_more_than_one_name() -> None:
    """S is also c3r20; a pistol is the first that one has."""
    s = GAME.from_position({"characters": [{"space": "c4r20"}], "sheriff": "c16r20", "phase": "step"})
    s.apply_action(act.Step(space="c3r20"))
    assert s.space[0] == s.setup.town.start
    armed = {"characters": [{"items": ["pistol_2"]}], "abominations": ["c27r5"], "phase": "actions"}
    shooter = GAME.from_position(armed)
    assert shooter.refusal(act.Shoot(item="pistol")) is None


def test_strict_dice_are_asked_for_and_nothing_changes() -> None:
    s = GAME.from_position({"players": 2}, strict=True)
    before = s.digest()
    with pytest.raises(NeedRoll, match="d6"):
        s.apply_action(act.MOVE)
    assert s.digest() == before


def test_a_result_that_no_die_shows() -> None:
    s = GAME.from_position({"players": 2}, script=(7,))
    with pytest.raises(ScriptError, match="1 to 6"):
        s.apply_action(act.MOVE)
    search = GAME.from_position(
        {"characters": [{"space": "property2"}], "this_turn": {"moved": "stayed"}}, script=("ruth",)
    )
    with pytest.raises(ScriptError, match="search deck"):
        search.apply_action(act.SEARCH)


def test_who_has_served_the_town_is_kept_but_not_in_the_digest() -> None:
    """Games kept before it was counted still fit; a position keeps it."""
    people = [{}, {"status": "turned", "space": "c10r11"}]
    served = GAME.from_position({"characters": people})
    fresh = GAME.from_position({"characters": [people[0], {**people[1], "served": False}]})
    assert served != fresh
    assert served.digest() == fresh.digest()
    assert GAME.from_position(fresh.position()) == fresh


def test_whatever_play_reaches_can_be_written_and_read() -> None:
    """A 4-wheeler smashed after a ride, and counts that a very long game reaches."""
    start = {"characters": [{"space": "c10r11", "mount": "bike"}], "bike": {"space": "c10r11", "gas": 3, "moved": True}}
    s = GAME.from_position(start)
    s.mount[0], s.bike = 0, -1
    again = GAME.from_position(s.position())
    assert (again.gas, again.bike_moved) == (3, True)
    assert again.digest() == s.digest()
    long = {"round": 200_000, "characters": [{"space": "c10r11", "items": [{"item": "pistol", "ammo": 2000}]}]}
    s = GAME.from_position(long)
    assert GAME.from_position(s.position()).digest() == s.digest()
