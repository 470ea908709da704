"""Set-up options: each kind takes its values, and refuses others by name, value and what was expected."""

from __future__ import annotations

import pytest

from game.core.contract import Option, SetupError
from game.core.setup import complete_options

KNOWN = (
    Option("level", "choice", "easy", ("easy", "hard")),
    Option("open", "switch", False),
    Option("first", "seat", "random", ("random",)),
    Option("bonus", "number", 3, (0, 5), clauses=("TOY-10",)),
)


def test_what_nobody_chose_is_the_default() -> None:
    assert complete_options("toy", KNOWN, {}, 2) == {"level": "easy", "open": False, "first": "random", "bonus": 3}


@pytest.mark.parametrize(
    ("name", "value"),
    [("level", "hard"), ("open", True), ("first", 1), ("first", "random"), ("bonus", 0), ("bonus", 5)],
)
def test_a_value_of_the_kind_is_taken(name: str, value: object) -> None:
    assert complete_options("toy", KNOWN, {name: value}, 2)[name] == value


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("level", "normal", "easy, hard"),
        ("open", 1, "true or false"),
        ("first", 2, "0 to 1"),
        ("first", True, "0 to 1"),
        ("bonus", 6, "0 to 5"),
        ("bonus", -1, "0 to 5"),
        ("bonus", True, "0 to 5"),
        ("bonus", "3", "0 to 5"),
        ("bonus", 2.0, "0 to 5"),
    ],
)
def test_another_value_is_refused(name: str, value: object, expected: str) -> None:
    with pytest.raises(SetupError) as caught:
        complete_options("toy", KNOWN, {name: value}, 2)
    assert f"option {name}: found {value!r}, expected" in str(caught.value)
    assert expected in str(caught.value)
    assert caught.value.clause == ("TOY-10" if name == "bonus" else None)


def test_an_unknown_option_is_refused() -> None:
    with pytest.raises(SetupError, match=r"toy has: level, open, first, bonus"):
        complete_options("toy", KNOWN, {"colour": "red"}, 2)
