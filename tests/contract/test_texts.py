"""``check`` finds every text that a game can ask for and does not have."""

from __future__ import annotations

from pathlib import Path

import pytest

from game import registry
from game.commands.check import check_data, check_game
from game.commands.texts import missing_texts
from game.core.strings import ENGLISH, load_language
from tests import toy
from tests.contract.samples import Sample

OWN = "toy.table."
"""Texts of the toy's table: ``check`` reads them in the source of ``scenes``, where the toy's table does not lie."""


def test_nothing_is_missing(sample: Sample) -> None:
    assert missing_texts(sample.game, load_language(ENGLISH)) == []


def _keys() -> list[str]:
    return [key for key in load_language(ENGLISH, toy.DATA / "strings") if not key.startswith(OWN)]


def test_each_text_that_is_deleted_is_reported(texts_folder: Path) -> None:
    with toy.registered(texts_folder):
        texts = load_language(ENGLISH)
        for key in _keys():
            rest = {name: text for name, text in texts.items() if name != key}
            assert missing_texts(registry.get("toy"), rest) == [f"toy: the text {key} is missing"]


def test_a_place_that_nothing_fills_is_reported(texts_folder: Path) -> None:
    with toy.registered(texts_folder):
        texts = {**load_language(ENGLISH), "toy.event.rolled": "{seat} rolls {die}."}
        (fault,) = missing_texts(registry.get("toy"), texts)
        assert fault == "toy: nothing fills {die} in the text toy.event.rolled"


@pytest.mark.parametrize("kind", ["seats.kind.{}", "seats.default.{}", "terminal.name.{}"])
def test_a_level_of_its_own_needs_its_words(kind: str, texts_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with toy.registered(texts_folder):
        game = registry.get("toy")
        monkeypatch.setattr(type(game), "seat_kinds", lambda self, seat: ("human", "sleepy"))
        missing = missing_texts(game, load_language(ENGLISH))
        assert f"toy: the text {kind.format('sleepy')} is missing" in missing


def test_check_of_a_data_folder_reports_them_all(texts_folder: Path, tmp_path: Path) -> None:
    """Five texts of a new game are deleted: five errors."""
    with toy.registered(texts_folder):
        path = texts_folder / "strings" / ENGLISH / "toy.yaml"
        whole = path.read_text("utf-8")
        deleted = ("toy.action.dare", "toy.event.waved", "toy.not_your_turn", "toy.objection", "toy.outcome.goal")
        lines = [line for line in whole.splitlines() if line.partition(":")[0] not in deleted]
        path.write_text("\n".join(lines) + "\n", "utf-8")
        try:
            found = check_game(registry.get("toy"), texts_folder, tmp_path)
            assert sorted(found) == sorted(f"toy: the text {key} is missing" for key in deleted)
            assert set(found) <= set(check_data(texts_folder, tmp_path))
        finally:
            path.write_text(whole, "utf-8")
