"""One program for as many tests of the table as possible, so that its pictures are read once."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from scenes.settings import Settings
from tests.scenes.driver import Driver

_ROOM: list[Driver] = []


@pytest.fixture
def quick(tmp_path: Path) -> Iterator[Driver]:
    """An empty stage at 1920×1080 on which movements end at once and no step is taken by itself."""
    if not _ROOM or pygame.display.get_surface() is not _ROOM[0].app.window.surface:
        _ROOM[:] = [Driver((1920, 1080))]
    room = _ROOM[0]
    room.app.settings = Settings(asked=True, my_speed=0.0, others_speed=0.0, auto_forced=False)
    room.app.folder = tmp_path
    room.app.manager.reset()
    room.app.running = True
    room.app.strings.missing.clear()
    yield room
    room.app.manager.reset()
