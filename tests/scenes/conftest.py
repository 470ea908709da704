"""What the screens' tests share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.scenes.driver import Driver


@pytest.fixture
def driver(tmp_path: Path) -> Iterator[Driver]:
    """A program that shows nothing, with a folder of its own."""
    one = Driver(folder=tmp_path)
    yield one
    one.close()
