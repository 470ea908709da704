"""No text of the shell is cut off, outside its box or over another, at any size, scale, font and language."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.commands.common import CommandError
from scenes.boards import board_shots
from scenes.screen import Screen
from scenes.settings import Settings
from scenes.shell_shots import SHOTS
from scenes.shots import Shot, make_app, run, show

SIZES = (
    (1280, 720),
    (1366, 768),
    (1600, 900),
    (1920, 1080),
    (1920, 1200),
    (2560, 1080),
    (2560, 1440),
    (3440, 1440),
    (3840, 2160),
)
UPRIGHT = ((1080, 1920), (720, 1280))
LOOKS: tuple[tuple[tuple[int, int], dict[str, object]], ...] = (
    *((size, {}) for size in SIZES),
    *((size, {"text_scale": 150, "language": "pseudo"}) for size in SIZES),
    *((size, {}) for size in UPRIGHT),
    ((1280, 720), {"text_scale": 200, "language": "pseudo"}),
    ((1920, 1080), {"text_scale": 200, "language": "pseudo"}),
    ((1920, 1080), {"interface_scale": 200, "text_scale": 125, "language": "pseudo"}),
    ((1280, 720), {"interface_scale": 150, "text_scale": 150}),
    ((1920, 1080), {"font": "dyslexic", "text_scale": 150}),
    ((1280, 720), {"font": "plain", "high_contrast": True}),
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("games")


@pytest.mark.parametrize(
    ("size", "look"), LOOKS, ids=lambda value: "x".join(map(str, value)) if isinstance(value, tuple) else str(value)
)
def test_every_text_fits(size: tuple[int, int], look: dict[str, object], folder: Path) -> None:
    app = make_app(size, Settings(asked=True, **look), folder)  # type: ignore[arg-type]
    faults = []
    for shot in SHOTS:
        if shot.scene == "gallery" and shot.state in ("icons", "pictures", "cards"):
            continue  # no text but on pictures
        with app.text.record() as record:
            show(app, shot)
        assert record.marks, shot.name
        faults += [f"{shot.name}: {fault}" for fault in record.faults()]
    app.manager.reset()
    app.close()
    assert faults == []


def _targets(shot: Shot, folder: Path) -> list[str]:
    app = make_app((1920, 1080), Settings(asked=True), folder)
    show(app, shot)
    top = app.manager.top
    assert isinstance(top, Screen)
    least = app.scale.px(30)
    small = [f"{widget.id} is {widget.rect.size}" for widget in top.ui.focusables() if min(widget.rect.size) < least]
    app.manager.reset()
    app.close()
    return small


@pytest.mark.parametrize(
    "shot", [shot for shot in SHOTS if shot.scene in ("seats", "load", "settings")], ids=lambda s: s.name
)
def test_targets_are_large_enough_to_hit(shot: Shot, folder: Path) -> None:
    assert _targets(shot, folder) == []


def test_shots_writes_a_picture_of_each_state(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(tmp_path, (1280, 720), "rule", {"text_scale": "150"}) == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["rule--clause.png", "rule--unknown.png"]
    assert "  " not in capsys.readouterr().out


def test_shots_refuses_what_it_does_not_know(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="no-such-scene"):
        run(tmp_path, (1280, 720), "no-such-scene")
    with pytest.raises(CommandError, match="text_scale"):
        run(tmp_path, (1280, 720), "rule", {"text_scale": "huge"})
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("size", UPRIGHT)
def test_every_text_of_a_table_fits_an_upright_window(size: tuple[int, int], folder: Path) -> None:
    app = make_app(size, Settings(asked=True), folder)
    faults = []
    for shot in board_shots()[::4]:
        with app.text.record() as record:
            show(app, shot)
        assert not app.scale.too_small
        faults += [f"{shot.name}: {fault}" for fault in record.faults()]
    app.manager.reset()
    app.close()
    assert faults == []
