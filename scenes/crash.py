"""When the program stops by a fault of its own: a report in the person's folder, a dialog, a word at the next start.

The game is safe in its journal by then. Nothing is sent anywhere.
"""

from __future__ import annotations

import contextlib
import os
import platform
import sys
import time
import traceback
from collections.abc import Sequence
from pathlib import Path

import pygame

from game.core.strings import Strings
from game.version import VERSION
from scenes.window import TITLE

READ = "log"
"""The folder in the person's own where reports go once they have been told of."""


def write_report(folder: Path | None, notes: Sequence[str]) -> Path | None:
    """Write down the exception that is being handled and the program's notes; where, or ``None`` if that fails."""
    if folder is None:
        return None
    path = folder / f"crash-{time.strftime('%Y%m%d-%H%M%S')}.txt"
    system = f"Python {sys.version}, pygame-ce {pygame.ver}, SDL {pygame.get_sdl_version()}, {platform.platform()}"
    lines = [f"Unhallowed {VERSION}", system, *notes, traceback.format_exc()]
    try:
        path.write_text("\n".join(lines), encoding="utf-8", errors="backslashreplace")
    except OSError:
        return None
    return path


def show_alarm(words: str) -> None:
    """Say `words` in a dialog of the system and wait for the press. Where it has none (no display), nothing happens."""
    if os.environ.get("SDL_VIDEODRIVER") == "dummy":
        return
    with contextlib.suppress(pygame.error):
        pygame.display.message_box(TITLE, words, "error")


def tell(strings: Strings, report: Path | None) -> None:
    """Tell the person, after the window is gone, that the program stopped and what is safe."""
    words = [strings.text("crash.text")]
    if report is not None:
        words.append(strings.text("crash.report", {"path": str(report)}))
    show_alarm("\n\n".join(words))


def take_report(folder: Path | None) -> Path | None:
    """The report of a stop that nobody was told of at a start yet, put away among the logs; ``None`` without one."""
    reports = sorted(folder.glob("crash-*.txt")) if folder is not None else []
    if not reports or folder is None:
        return None
    try:
        (folder / READ).mkdir(exist_ok=True)
        for report in reports:
            os.replace(report, folder / READ / report.name)
    except OSError:
        return reports[-1]
    return folder / READ / reports[-1].name
