"""Loads and draws everything once, for ``--self-test``."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

import pygame
import pytmx

from scenes import boards
from scenes.app import App
from scenes.assets import ENDINGS
from scenes.board import Test
from scenes.paths import FONTS, ROOT, SOUNDS
from scenes.settings import Settings
from scenes.shots import Shot, all_shots, make_app, show
from scenes.theme import ROLES

SIZE = (1280, 720)
_ICON = 32


def run() -> Iterator[Test]:
    """What is tried, and how: the work returns what failed."""
    with tempfile.TemporaryDirectory() as folder:
        app = make_app(SIZE, Settings(asked=True), Path(folder))
        yield "type", _fonts
        yield "pictures and icons", partial(_pictures, app)
        yield "sounds", _sounds
        yield "maps as they are drawn", _maps
        for board in boards.every():
            yield from board.self_tests(app)
        for shot in all_shots():
            yield f"screen {shot.scene}, {shot.state}", partial(_screen, app, shot)
        app.manager.reset()
        app.close()


def _need(paths: Sequence[Path]) -> Sequence[Path]:
    assert paths, "there are none"
    return paths


def _fonts() -> list[str]:
    for name in sorted({name for fonts in ROLES.values() for name in fonts}):
        pygame.font.Font(str(FONTS / f"{name}.ttf"), 20).render("Ia! Æ é", True, "white")
    return []


def _pictures(app: App) -> list[str]:
    root = app.assets.root
    for path in _need(sorted(path for path in root.rglob("*") if path.suffix in ENDINGS)):
        app.assets.original(path.relative_to(root).with_suffix("").as_posix())
    app.assets.clear()  # all at once they are heavy
    for path in _need(sorted((root / "icons").glob("*.svg"))):
        app.assets.icon(path.stem, _ICON)
    return [f"{name}: {fault}" for name, fault in app.assets.missing.items()]


def _sounds() -> list[str]:
    os.environ["SDL_AUDIODRIVER"] = "dummy"
    pygame.mixer.init()
    for path in _need(sorted(SOUNDS.glob("*.ogg"))):
        pygame.mixer.Sound(str(path))
    pygame.mixer.quit()
    return []


def _maps() -> list[str]:
    for path in _need(sorted((ROOT / "maps").glob("*.tmx"))):
        pytmx.load_pygame(str(path))
    return []


def _screen(app: App, shot: Shot) -> list[str]:
    show(app, shot)
    faults = [f"{name}: {fault}" for name, fault in app.missing().items()]
    faults += [f"the text {key} is missing" for key in sorted(app.strings.missing)]
    for missing in (app.assets.missing, app.text.missing, app.audio.missing, app.strings.missing):
        missing.clear()
    return faults
