"""No text of builder, table and game master's screen is cut off, outside its box or over another."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pygame
import pytest

from scenes.sacrament.shots import SHOTS
from scenes.settings import Settings
from scenes.shots import make_app, show
from tests.scenes.test_fit import LOOKS


@pytest.mark.parametrize(
    ("size", "look"), LOOKS, ids=lambda value: "x".join(map(str, value)) if isinstance(value, tuple) else str(value)
)
def test_every_text_fits(size: tuple[int, int], look: dict[str, object], tmp_path: Path) -> None:
    app = make_app(size, Settings(asked=True, **look), tmp_path)  # type: ignore[arg-type]
    faults = []
    for shot in SHOTS:
        with app.text.record() as record:
            show(app, shot)
        assert record.marks, shot.name
        faults += [f"{shot.name}: {fault}" for fault in record.faults()]
    missing = set(app.strings.missing)
    app.manager.reset()
    app.close()
    assert faults == []
    assert missing == set()


@pytest.mark.cites("SAC-VTT-04")
@pytest.mark.parametrize("state", ["story", "fight"])
def test_the_ladder_is_in_sight_at_every_size(state: str, tmp_path: Path) -> None:
    """As a sheet in the rail, or where that is closed as a strip over the stage."""
    shot = next(shot for shot in SHOTS if shot.state == state)
    for size, look in LOOKS:
        app = make_app(size, Settings(asked=True, **look), tmp_path)  # type: ignore[arg-type]
        show(app, shot)
        table: Any = app.manager.top
        ladders = [widget for widget in table.ui.all() if widget.id in ("ladder", "ladder.strip")]
        window = pygame.Rect((0, 0), size)
        boxes = [ladder.visible_box for ladder in ladders]
        app.manager.reset()
        app.close()
        assert any(window.contains(box) and box.height >= 20 for box in boxes), (size, look, boxes)
