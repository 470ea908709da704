"""The program, built once, and one display for all tests of a process."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from scenes.settings import save_settings
from tests import system
from tests.e2e.packaged import build
from tests.e2e.packaged.person import QUICK
from tests.e2e.packaged.screen import Screen, Window, open_screen

PICTURES = build.ROOT / "build" / "pictures"
"""Where people find what the tests saw."""


LONGEST = 1500
"""Seconds for a test. They take a minute at most, but machines may be slow and busy with other things."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.timeout(LONGEST))
            item.add_marker(pytest.mark.needs_programs(*system.PACKAGED))


@pytest.fixture(scope="session")
def program() -> Path:
    """The packaged program's executable."""
    return build.program()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Where the program keeps its games, settled so that no movement has to be waited for."""
    folder = tmp_path / "games of Zoë"
    save_settings(QUICK, folder)
    return folder


@pytest.fixture
def window(screen: Screen, program: Path, folder: Path) -> Iterator[Window]:
    """The program, started."""
    window = screen.start(program, "--user-dir", folder)
    yield window
    window.kill()


@pytest.fixture(scope="session")
def screen() -> Iterator[Screen]:
    """A display with a window manager."""
    with open_screen(PICTURES) as screen:
        yield screen
