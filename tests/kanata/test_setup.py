"""Set-up: options and their faults, the same game from the same seed, and the script that comes before chance."""

from __future__ import annotations

from typing import Any

import pytest

from game.core.chance import NeedRoll, ScriptError
from game.core.contract import Event, SetupError
from game.kanata.rules import GAME

BAD: dict[str, tuple[dict[str, Any], str]] = {
    "no player": ({"players": 0}, "1 to 6"),
    "seven players": ({"players": 7}, "1 to 6"),
    "a switch for a number": ({"players": True}, "1 to 6"),
    "an unknown option": ({"weather": "fog"}, "unknown option 'weather'"),
    "an unknown level": ({"difficulty": "brutal"}, "easy_medium"),
    "an unknown character": ({"character_1": "bob"}, "nora"),
    "a character twice": ({"character_1": "sal", "character_3": "sal"}, "two seats"),
    "a text for a switch": ({"traits": "yes"}, "true or false"),
    "a first player who is not there": ({"first_player": 4}, "0 to 3"),
    "a first player by name": ({"first_player": "nora"}, "random or a seat"),
}


@pytest.mark.parametrize("fault", BAD)
def test_a_bad_set_up_says_what_is_there(fault: str) -> None:
    arguments, message = BAD[fault]
    with pytest.raises(SetupError, match=message):
        GAME.new_game(**{"players": 4, **arguments})


def test_a_character_of_an_empty_seat_does_not_count() -> None:
    s = GAME.new_game(2, character_1="sal", character_5="sal")
    assert s.setup.characters == ("sal", "nora")


@pytest.mark.cites("KAN-SETUP-04")
def test_the_same_seed_is_the_same_game() -> None:
    one, two, other = GAME.new_game(4, 12), GAME.new_game(4, 12), GAME.new_game(4, 13)
    assert one == two
    assert one.digest() == two.digest()
    assert one != other


def test_the_largest_seed() -> None:
    seed = (1 << 64) - 1
    s = GAME.new_game(3, seed)
    assert GAME.from_position(s.position()).seed == seed


def test_the_script_comes_first_and_must_fit() -> None:
    assert GAME.new_game(4, script=(3,)).turn == 3
    with pytest.raises(ScriptError, match="0, 1, 2, 3"):
        GAME.new_game(4, script=(4,))
    with pytest.raises(NeedRoll, match="first_player"):
        GAME.new_game(4, strict=True)
    assert GAME.new_game(4, strict=True, first_player=2).turn == 2


def test_the_set_up_is_told() -> None:
    sink: list[Event] = []
    GAME.new_game(5, 3, sink=sink, difficulty="hard")
    assert [type(event).__struct_config__.tag for event in sink] == ["game_began", "turn_began"]


def test_options_can_be_drawn() -> None:
    names = [option.name for option in GAME.options]
    assert names == ["difficulty", *(f"character_{n}" for n in range(1, 7)), "traits", "first_player"]
    for option in GAME.options:
        if option.kind == "choice":
            assert option.default in option.choices
    assert GAME.seat_kinds(0) == ("human", "novice", "adept")
