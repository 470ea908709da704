"""No text of builder, table and game master's screen is cut off, outside its box or over another."""

from __future__ import annotations

from pathlib import Path

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
