"""One program for as many tests of the table as possible, so that its pictures are read once."""

from __future__ import annotations

from collections.abc import Iterator

import pygame
import pytest

from scenes.settings import Settings
from tests.scenes.driver import Driver

_ROOM: list[Driver] = []


def _room() -> Driver:
    """The program of this process; a new one where another test has closed the window meanwhile."""
    if not _ROOM or pygame.display.get_surface() is not _ROOM[0].app.window.surface:
        _ROOM[:] = [Driver()]
    return _ROOM[0]


@pytest.fixture
def quick() -> Iterator[Driver]:
    """An empty stage on which movements end at once and no step is taken by itself."""
    yield from _cleared(Settings(asked=True, my_speed=0.0, others_speed=0.0, auto_forced=False))


@pytest.fixture
def slow() -> Iterator[Driver]:
    """An empty stage on which movements take their time."""
    yield from _cleared(Settings(asked=True, auto_forced=False))


def _cleared(settings: Settings) -> Iterator[Driver]:
    room = _room()
    room.app.settings = settings
    room.app.manager.reset()
    room.app.running = True
    yield room
    room.app.manager.reset()
