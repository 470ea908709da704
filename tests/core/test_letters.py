"""Letters as they are drawn: cleaned, each from a font that has it, marked where none has."""

from __future__ import annotations

import unicodedata

import pytest

from game.core.letters import STAND_INS, UNKNOWN, clean, in_fonts


def has(name: str, letter: str) -> bool:
    """Fonts of little: the first of a text has small letters and an acute, the stand-ins more."""
    return letter in {"first": "abcdefgh\u0301", STAND_INS[0]: "abcABC\u0302" + UNKNOWN, STAND_INS[-1]: "xyz"}.get(
        name, ""
    )


def test_each_letter_comes_from_the_first_font_that_has_it() -> None:
    assert in_fonts("abAxa", "first", has) == [
        ("ab", "first"), ("A", STAND_INS[0]), ("x", STAND_INS[-1]), ("a", "first"),
    ]  # fmt: skip


def test_a_letter_and_its_accents_come_from_one_font() -> None:
    assert in_fonts("ba\u0302b", "first", has) == [("b", "first"), ("a\u0302", STAND_INS[0]), ("b", "first")]


def test_a_letter_that_no_font_has_whole_is_put_together() -> None:
    assert in_fonts("á", "first", has) == [("a\u0301", "first")]


def test_a_letter_that_no_font_has_is_marked() -> None:
    assert in_fonts("a漢b", "first", has) == [("a", "first"), (UNKNOWN, STAND_INS[0]), ("b", "first")]
    assert in_fonts("漢", "first", lambda name, letter: letter == "?") == [("?", "first")]


@pytest.mark.parametrize("text", ["Nguyễn Thị Hạnh", "Čapek", "ᾳδης", "Ёжик", "Ÿ"])
def test_decomposed_letters_are_whole_again(text: str) -> None:
    assert clean(unicodedata.normalize("NFD", text)) == text


def test_letters_that_this_python_does_not_know_stay_visible() -> None:
    assert clean("a\U0003fffdb\ue002\ud800") == f"a{UNKNOWN}b{UNKNOWN}{UNKNOWN}"
