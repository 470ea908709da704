"""The program, built once, and one display for all tests of a process."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.e2e.packaged import build
from tests.e2e.packaged.screen import Screen, open_screen

PICTURES = build.ROOT / "build" / "pictures"
"""Where people find what the tests saw."""


@pytest.fixture(scope="session")
def program() -> Path:
    """The packaged program's executable."""
    return build.program()


@pytest.fixture(scope="session")
def screen() -> Iterator[Screen]:
    """A display with a window manager."""
    with open_screen(PICTURES) as screen:
        yield screen
