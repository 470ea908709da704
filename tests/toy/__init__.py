"""A fourth game, for tests alone: laid out as a real one is, with its rules, texts and table."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from game import registry
from game.core import rules_text, strings
from scenes import boards

DATA = Path(__file__).parent / "data"


@contextmanager
def registered(folder: Path) -> Iterator[None]:
    """The toy is one of the games: a line in each of the two tables, and its texts beside those of the others in
    ``folder``."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(registry.GAMES, "toy", "tests.toy.rules")
        patch.setitem(boards.BOARDS, "toy", "tests.toy.board")
        for module in (strings, rules_text):
            texts = folder / module.FOLDER.name
            if not texts.exists():
                shutil.copytree(module.FOLDER, texts)
                shutil.copytree(DATA / texts.name, texts, dirs_exist_ok=True)
            patch.setattr(module, "FOLDER", texts)
        yield
