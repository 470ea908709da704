"""The text routine: never raises, measures what it draws, and tells what does not fit."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

import pygame
import pytest
from fontTools.ttLib import TTFont
from hypothesis import given, settings
from hypothesis import strategies as st

from game.core.letters import STAND_INS, UNKNOWN
from game.core.strings import ICON, Strings
from scenes.assets import Assets
from scenes.paths import FONTS
from scenes.scale import Scale
from scenes.text import ELLIPSIS, Typesetter, clean
from scenes.theme import BODY, BONE, FONT_SETS, GAME_TITLE, ROLES, Style, font_file


@pytest.fixture(scope="module")
def type_() -> Iterator[Typesetter]:
    pygame.display.init()
    pygame.font.init()
    pygame.display.set_mode((1280, 720))
    yield Typesetter(Assets(), Scale(1920, 1080))
    pygame.display.quit()


@pytest.fixture(scope="module")
def sheet(type_: Typesetter) -> pygame.Surface:
    return pygame.Surface((1280, 720))


HOSTILE = (
    "",
    "\x00",
    "a\x00b",
    "\ud800",
    "\u200b\u200d",
    "e" + "\u0301" * 300,
    "W" * 5000,
    "\u202eabc\u202c",
    "[[no-such-icon]]",
    "no-such-icon".join(ICON),
    ICON[0],
    "[[",
    "\n\n\n",
    "\U0001f600 \u4e2d\u6587",
    " " * 50,
)


@pytest.mark.parametrize("text", HOSTILE)
@pytest.mark.parametrize("width", [None, 1, 30, 400])
def test_hostile_texts_are_drawn_without_a_fault(
    type_: Typesetter, sheet: pygame.Surface, text: str, width: int | None
) -> None:
    box = pygame.Rect(10, 10, width or 400, 100)
    ink = type_.draw(sheet, text, box, BODY, wrap=width is not None, must_fit=False)
    assert ink.height <= 200


def test_an_icon_comes_from_our_texts_and_never_from_a_name(type_: Typesetter) -> None:
    runs = type_.lay("[[vintage-robot]] Ann", BODY).lines[0].runs
    assert "".join(run.text for run in runs) == "[[vintage-robot]] Ann"
    assert all(run.font is not None for run in runs)
    ours = Strings().text("kpt.role.novice")
    assert [run.text for run in type_.lay(ours, BODY).lines[0].runs if run.font is None] == ["vintage-robot"]
    assert "[[" not in Strings("pseudo").text("kpt.role.novice")


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=60))
def test_any_text_wraps_within_its_width(text: str) -> None:
    pygame.font.init()
    type_ = Typesetter(Assets(), Scale(1280, 720))
    assert type_.lay(text, BODY, 300).width <= 300


def test_cleaning_keeps_letters_and_drops_what_cannot_be_drawn() -> None:
    assert clean("Æ\u0000ð\u200bþ\tx\r\ny") == "Æðþ x\ny"
    assert clean("a" + "\u0324" * 9) == "a" + "\u0324" * 2


def test_wrapping_loses_no_word(type_: Typesetter) -> None:
    text = "Pay 2 Sanity: roll one more Domain die and keep it, whatever it shows tonight."
    laid = type_.lay(text, BODY, 180)
    assert len(laid.lines) > 2
    assert " ".join("".join(run.text for run in line.runs) for line in laid.lines) == text


def test_a_long_word_is_broken_rather_than_cut(type_: Typesetter) -> None:
    laid = type_.lay("x" * 200, BODY, 100)
    assert sum(len(run.text) for line in laid.lines for run in line.runs) == 200


def test_letters_that_a_font_lacks_come_from_another(type_: Typesetter) -> None:
    fonts = {run.font for run in type_.lay("tő†", Style("title", 20)).lines[0].runs}
    assert "IMFellEnglish-400" in fonts
    assert len(fonts) == 2


def test_a_letter_that_no_font_has_becomes_a_mark(type_: Typesetter) -> None:
    runs = type_.lay("a\u4e2db", BODY).lines[0].runs
    assert "".join(run.text for run in runs) == f"a{UNKNOWN}b"


@pytest.mark.parametrize("font_set", FONT_SETS)
@pytest.mark.parametrize("text", ["Мария Ґалаґан", "Ἀθηνᾶ Ωμέγα", "Nguyễn Thị Hạnh ở Huế", "q\u0302 e\u0331"])
def test_names_of_other_scripts_are_drawn_in_every_role(type_: Typesetter, text: str, font_set: str) -> None:
    for role in ROLES:
        type_.font_set = font_set
        runs = type_.lay(text, Style(role, 20)).lines[0].runs
        type_.font_set = "period"
        assert "".join(run.text for run in runs) == text


def test_screen_and_paper_have_the_same_letters(type_: Typesetter) -> None:
    """The screen asks by drawing, the paper reads the tables of the fonts."""
    tables = set().union(*(TTFont(FONTS / f"{name}.ttf").getBestCmap() for name in STAND_INS))
    for code in (*range(0x21, 0x17F), *range(0x370, 0x530), *range(0x590, 0x600, 9), *range(0x1E00, 0x2000, 3)):
        letter = chr(code)
        if clean(letter) != letter or letter.isspace():
            continue
        drawn = any(type_._has_glyph(name, letter) for name in STAND_INS)
        assert drawn == all(ord(one) in tables for one in unicodedata.normalize("NFD", letter)) or code in tables, (
            letter
        )


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("font_set", FONT_SETS)
def test_every_font_is_there_and_has_the_old_letters(type_: Typesetter, role: str, font_set: str) -> None:
    name = font_file(role, font_set)
    assert (FONTS / f"{name}.ttf").is_file()
    assert (FONTS / "licences" / f"{name.split('-')[0]}.txt").is_file()
    assert all(type_._has_glyph(name, letter) for letter in "ÆæÐðÞþéü")


@pytest.mark.parametrize("name", ["EBGaramond-400", "AtkinsonHyperlegible-400", "OpenDyslexic-400", "AlegreyaSans-400"])
def test_reading_fonts_have_accents_and_marks(type_: Typesetter, name: str) -> None:
    assert [letter for letter in "čőşłßœñ€–—…“”‘’†−×·½" if not type_._has_glyph(name, letter)] == []


def test_a_missing_font_is_replaced_and_noted(type_: Typesetter) -> None:
    assert type_.font("NoSuchFont-400", 20).size("abc")[0] > 0
    assert "NoSuchFont-400" in type_.missing


def test_an_ellipsis_stands_for_what_does_not_fit(type_: Typesetter) -> None:
    laid = type_.lay("a name that is far too long for its place", BODY, 120, type_.line_height(BODY))
    assert laid.cut
    assert len(laid.lines) == 1
    assert laid.lines[0].runs[-1].text.endswith(ELLIPSIS)
    assert laid.width <= 120


def test_letter_spacing_widens_and_fitting_shrinks(type_: Typesetter) -> None:
    plain, spaced = Style("cinzel", 30), Style("cinzel", 30, spacing=5)
    assert type_.lay("NODENS", spaced).width > type_.lay("NODENS", plain).width + 20
    fitted = type_.fitting("NODENS", spaced, 80)
    assert fitted.size < 30
    assert type_.lay("NODENS", fitted).width <= 80


def test_the_record_finds_overflow_cuts_and_overlaps(type_: Typesetter, sheet: pygame.Surface) -> None:
    with type_.record() as record:
        type_.draw(sheet, "fits", pygame.Rect(10, 10, 200, 40), BODY)
        assert record.faults() == []
        type_.draw(sheet, "much too long for this", pygame.Rect(10, 200, 40, 10), BODY)
        assert len(record.faults()) == 1
    with type_.record() as record:
        type_.draw(sheet, "one", pygame.Rect(10, 10, 200, 40), BODY)
        type_.draw(sheet, "two", pygame.Rect(12, 12, 200, 40), BODY)
        assert "overlap" in record.faults()[0]
        type_.next_layer()
        type_.draw(sheet, "three", pygame.Rect(12, 100, 200, 40), BODY)
        assert len(record.faults()) == 1
    with type_.record() as record:
        type_.draw(sheet, "below the edge", pygame.Rect(10, 700, 200, 40), BODY)
        assert "clipped" in record.faults()[0]


def test_the_same_text_is_rendered_once(type_: Typesetter) -> None:
    laid = type_.lay("Unhallowed", GAME_TITLE)
    assert type_.render(laid, GAME_TITLE, BONE) is type_.render(laid, GAME_TITLE, BONE)


@pytest.mark.parametrize("text", ["0\U000e0100", "\U000e0100", "a\ufe0f", "\u034f", "\u180b"])
def test_marks_of_no_width_are_left_out(type_: Typesetter, text: str) -> None:
    assert type_.lay(text, BODY).width == type_.lay(text[0] if text[0].isascii() else "", BODY).width


@pytest.mark.parametrize("width", [-200, -1, 0, 1, 5, 12])
@pytest.mark.parametrize("text", ["Unhallowed", "m" * 3000, "a b c", "[[evil-eyes]]two", "e\u0301" * 40, " " * 30, ""])
def test_a_line_that_can_hold_nothing_holds_one_letter(text: str, width: int, type_: Typesetter) -> None:
    laid = type_.lay(text, BODY, width)
    set_letters = "".join(run.text for line in laid.lines for run in line.runs if run.font)
    assert set_letters.replace(" ", "") == clean(text).replace(" ", "")
    assert len(laid.lines) <= len(text) + 1
    assert len(type_.lay(text, BODY, width, 10).lines) == 1
    assert type_.fitting(text, BODY, width).size >= 12
