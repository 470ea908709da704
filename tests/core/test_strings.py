"""Texts are filled from given values only; what is missing is shown and noted."""

import pytest

from game.core import strings
from game.core.content import ContentError
from game.core.strings import (
    ENGLISH,
    ICON,
    PSEUDO,
    Strings,
    languages,
    lengthen,
    places,
    read_language,
)


@pytest.fixture
def folder(tmp_path):
    for language, text in {
        "en": 'a.b: "{name} takes {card}."\ncard.x: "the X"\nloop: "{me}"\n'
        'gods: "{count} gods"\ngods.one: "one god"\nonly: "only English"\n',
        "fr": 'a.b: "{name} prend {card}."\ncard.x: "le X"\ngods: "{count} dieux"\ngods.one: "{count} dieu"\n',
    }.items():
        (tmp_path / language).mkdir()
        (tmp_path / language / "all.yaml").write_text(text, encoding="utf-8")
    strings._load.cache_clear()
    return tmp_path


def test_places_are_filled_and_keys_looked_up(folder):
    english, french = Strings(folder=folder), Strings("fr", folder=folder)
    values = {"name": "Ann", "card": "@card.x"}
    assert english.text("a.b", values) == "Ann takes the X."
    assert french.text("a.b", values) == "Ann prend le X."
    assert french.text("only") == "only English"
    assert english.text("a.b", {"name": -3, "card": True}) == "−3 takes True."
    assert not english.missing | french.missing
    assert languages(folder) == (ENGLISH, "fr")


def test_one_has_its_own_sentence(folder):
    english, french = Strings(folder=folder), Strings("fr", folder=folder)
    assert [english.text("gods", {"count": n}) for n in (0, 1, 2)] == ["0 gods", "one god", "2 gods"]
    assert [french.text("gods", {"count": n}) for n in (0, 1, 2)] == ["0 dieu", "1 dieu", "2 dieux"]
    assert english.text("only", {"count": 1}) == "only English"


def test_what_is_missing_is_shown_and_noted(folder):
    strings = Strings(folder=folder)
    assert strings.text("no.such") == "no.such"
    assert strings.text("a.b", {"card": "@no.card"}) == "{name} takes no.card."
    assert strings.missing == {"no.such", "a.b {name}", "no.card"}


def test_a_text_that_holds_itself_ends(folder):
    strings = Strings(folder=folder)
    assert strings.text("loop", {"me": "@loop"}) == "loop"
    assert strings.missing == {"loop"}


@pytest.mark.parametrize("value", ["{0.__init__.__globals__}", "{name}", "%s", "{x:>9999999}", "\\1", "\\g<0>"])
def test_values_are_not_read_as_texts(folder, value):
    assert Strings(folder=folder).text("a.b", {"name": value, "card": ""}) == f"{value} takes ."


def test_texts_of_a_pack_lie_over_the_languages(folder):
    strings = Strings(folder=folder, more=[{"card.x": "my X", "card.y": "Y {name}"}])
    assert strings.text("a.b", {"name": "Ann", "card": "@card.x"}) == "Ann takes my X."
    assert strings.text("card.y", {"name": "@card.x"}) == "Y my X"
    assert strings.has("card.y")
    assert Strings(folder=folder).raw("card.y") is None


def test_faults_name_file_and_line_and_the_rest_is_read(folder):
    (folder / "en" / "more.yaml").write_text(
        'a.b: "again"\nx: 5\ny: "{0.__class__}"\nz: "{name:>99}"\nq q: "w"\nw: "{"\nfine: "fine"\n', encoding="utf-8"
    )
    (folder / "en" / "odd.yaml").write_text("- a", encoding="utf-8")
    (folder / "en" / "broken.yaml").write_text("a: [", encoding="utf-8")
    problems: list[ContentError] = []
    texts = read_language("en", folder, problems)
    assert texts["fine"] == "fine"
    assert texts["a.b"] == "{name} takes {card}."
    assert [(error.file.rpartition("/")[2], error.line) for error in problems] == [
        ("broken.yaml", 1), ("more.yaml", 1), ("more.yaml", 2), ("more.yaml", 3), ("more.yaml", 4), ("more.yaml", 5),
        ("more.yaml", 6), ("odd.yaml", 1),
    ]  # fmt: skip
    with pytest.raises(ContentError, match="broken"):
        Strings(folder=folder)


def test_the_pseudo_language_is_40_percent_longer_and_keeps_its_places(folder):
    strings = Strings(PSEUDO, folder=folder)
    text = strings.text("a.b", {"name": "BOB", "card": "@card.x"})
    assert "BOB" in text
    assert text != Strings(folder=folder).text("a.b", {"name": "BOB", "card": "@card.x"})
    for key in ("only", "gods.one"):
        plain, long = Strings(folder=folder).text(key), strings.text(key)
        assert len(long) == len(plain) + round(0.4 * len(plain))
    icon = "die/x".join(ICON)
    assert places(lengthen(f"{{a}} of {{b_c}} {icon}")) == {"a", "b_c"}
    assert icon in lengthen(f"{{a}} of {{b_c}} {icon}")
    assert lengthen("{a}") == "{a}"


def test_the_texts_of_the_program_are_sound():
    problems: list[ContentError] = []
    for language in languages():
        assert read_language(language, strings.FOLDER, problems)
    assert problems == []


def test_the_words_for_files_and_undo_are_there():
    strings = Strings()
    for kind in ("full", "name", "forbidden", "gone", "other"):
        strings.text(f"save.unwritable.{kind}", {"file": "a", "found": "x"})
    for reason in ("unreadable", "foreign", "newer", "damaged", "diverged", "unknown_game", "in_use", "exists"):
        for key in (f"save.{reason}", f"save.{reason}.cure"):
            strings.text(key, {"file": "a", "line": 1, "last": 0, "found": "x", "expected": "y"})
    for reason in ("start", "revealed", "computer", "person", "seat"):
        strings.text(f"undo.{reason}")
    strings.text("save.torn", {"bytes": 3})
    strings.text("save.content_changed")
    assert strings.missing == set()
