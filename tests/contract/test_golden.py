"""Whole games, answer by answer, as they were when somebody last read them (``python -m tests.golden`` rewrites)."""

from __future__ import annotations

import pytest

from tests.contract.samples import NAMES, found
from tests.golden import FOLDER


@pytest.mark.parametrize(("game", "name"), [(game, name) for game in NAMES for name in found(game).goldens])
def test_golden_game(game: str, name: str) -> None:
    assert found(game).goldens[name]() == (FOLDER / game / f"{name}.txt").read_text("utf-8")


def test_no_golden_game_is_forgotten() -> None:
    kept = {(path.parent.name, path.stem) for path in FOLDER.glob("*/*.txt")}
    assert kept == {(game, name) for game in NAMES for name in found(game).goldens}
