"""Whole numbers that people type: one reader for all of them, and nothing typed stops the program."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from game.commands.cli import run
from game.core.chance import SEED_BITS, seed_from
from game.core.numbers import is_digits, is_number, shortened, whole_number
from game.core.text import ActionTextError, parse_action
from game.registry import GAMES, get
from tests.commands.screens import NO_DISPLAY

ROOT = Path(__file__).parents[2]
LONG = "9" * 5000
STRANGE = ("²", "½", "٣", "３", "Ⅷ", "--5", "+-5", "5-", "1_000", "1.5", "1e3", "0x1f", "", " ", "−5", LONG, f"-{LONG}")
"""What is no number, or none that anything takes: ``int`` reads some of them and raises for others."""


@pytest.mark.parametrize(
    ("text", "number"),
    [("0", 0), ("7", 7), (" 7\n", 7), ("007", 7), ("-5", -5), ("+5", 5), ("0" * 5000 + "7", 7), ("9" * 20, 10**20 - 1)],
)
def test_numbers(text: str, number: int) -> None:
    assert whole_number(text) == number
    assert is_number(text)


@pytest.mark.parametrize("text", STRANGE)
def test_no_numbers(text: str) -> None:
    assert whole_number(text) is None


def test_bounds_and_words_about_numbers() -> None:
    assert whole_number("5", 1, 4) is None
    assert whole_number("-1", 0, 4) is None
    assert is_digits("12")
    assert not any(map(is_digits, ("²", "٣", "-1", "1 2", "")))
    assert shortened(LONG) == "9" * 24 + "…"


@pytest.mark.parametrize("text", ["²", "1_000", "٣", "Wickham"])
def test_what_is_no_number_is_a_word_for_a_seed(text: str) -> None:
    assert 0 <= seed_from(text) < 1 << SEED_BITS


@pytest.mark.parametrize("text", STRANGE[:-1])
def test_no_number_on_the_command_line_stops_the_program(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    for line in (
        ["sim", "kingsport", f"--games={text}"],
        ["sim", "sacrament", f"--set=ladder={text}"],
        ["sim", "kingsport", f"--set=first_holder={text}"],
        ["shots", "out", f"--size={text}x{text}"],
    ):
        assert run(line, NO_DISPLAY) == 2
        err = capsys.readouterr().err
        assert err.startswith("unhallowed: ")
        assert len(err) < 1000, "a long one is not repeated"


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("value", [LONG, f"[{LONG}]", f'{{"a":{LONG}}}', "1" + "0" * 25, "[" + "1" + "0" * 25 + "]"])
def test_typed_actions_with_numbers_beyond_all_sense(game: str, value: str) -> None:
    with pytest.raises(ActionTextError) as caught:
        parse_action(get(game), f"talk seat={value}" if game == "sacrament" else f"end_turn seat={value}")
    assert len(str(caught.value)) < 300


def test_nobody_reads_numbers_in_a_way_of_their_own() -> None:
    """``isdigit`` and its sisters say yes to what ``int`` refuses."""
    own = re.compile(r"\.is(digit|decimal|numeric)\(")
    found = {
        str(path.relative_to(ROOT))
        for folder in ("game", "scenes")
        for path in (ROOT / folder).rglob("*.py")
        if own.search(path.read_text("utf-8"))
    }
    assert found == set()
