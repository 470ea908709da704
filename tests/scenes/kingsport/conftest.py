"""One program for all tests of the table, so that its pictures are read once."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from scenes.settings import Settings
from tests.scenes.driver import Driver


@pytest.fixture(scope="session")
def room() -> Iterator[Driver]:
    one = Driver()
    yield one
    one.close()


@pytest.fixture
def quick(room: Driver) -> Iterator[Driver]:
    """An empty stage on which movements end at once and no step is taken by itself."""
    yield from _cleared(room, Settings(asked=True, my_speed=0.0, others_speed=0.0, auto_forced=False))


@pytest.fixture
def slow(room: Driver) -> Iterator[Driver]:
    """An empty stage on which movements take their time."""
    yield from _cleared(room, Settings(asked=True, auto_forced=False))


def _cleared(room: Driver, settings: Settings) -> Iterator[Driver]:
    room.app.settings = settings
    room.app.manager.reset()
    room.app.running = True
    yield room
    room.app.manager.reset()
