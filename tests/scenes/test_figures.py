"""The window's figures in time of the processor, with room for slow and busy machines: their order of magnitude.

The figures themselves are what `main.py bench` prints.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable
from typing import TypeVar

from scenes import frames
from scenes.paths import ROOT

ROOM = 3
"""What is measured may take so many times what is allowed."""
TURNS = 2_000_000
USUAL = 40e-9
"""Seconds of a processor that a turn of a bare loop takes on the machines that the allowances are for."""
Measured = TypeVar("Measured")


def _slowness() -> float:
    """How many times slower than those this machine is at the moment, at least 1."""
    began, total = time.process_time(), 0
    for number in range(TURNS):
        total += number
    return max(1.0, (time.process_time() - began) / TURNS / USUAL)


def _measured(measure: Callable[[], Measured]) -> tuple[Measured, float]:
    """A figure in time of the processor, and how many times what is allowed it may be: by how slow the machine is
    before and after."""
    before = _slowness()
    found = measure()
    return found, ROOM * max(before, _slowness())


def test_redraws_of_a_table_stay_within_a_frame() -> None:
    found, room = _measured(lambda: frames.measure(30, "kingsport"))
    assert "kingsport/flight" in found
    for name, figures in found.items():
        allowed = 16 if name == "kingsport/flight" else 8
        assert figures["cpu_p99_ms"] <= room * allowed, name


def test_a_press_is_answered_at_once_and_carried_out_soon() -> None:
    (pressed, acted), room = _measured(lambda: frames.answer_times(("kingsport", "title", "seats")))
    assert 0 < pressed <= room * 50
    assert 0 < acted <= room * 100


def test_an_idle_window_takes_next_to_nothing() -> None:
    share, room = _measured(lambda: frames.idle_share(1.0))
    assert 0 < share <= room * 0.05


def test_the_title_with_its_art_is_soon_there() -> None:
    (clock, own), room = _measured(lambda: frames.title_time(3))
    assert 0 < own <= room * 600
    assert clock > 0


def test_the_title_imports_nothing_of_a_board_and_no_rules() -> None:
    code = (
        "import sys, scenes.app as a, scenes.shell\n"
        "from scenes.title import Title\n"
        "app = a.App(size=(1280, 720), sound=False)\n"
        "app.manager.push(Title(app))\n"
        "app.step(16)\n"
        "games = ('kanata', 'kingsport', 'sacrament')\n"
        "print([m for m in sys.modules if any(m.startswith((f'scenes.{g}', f'game.{g}.')) for g in games)])\n"
    )
    environment = {**os.environ, "SDL_VIDEODRIVER": "dummy", "PYGAME_HIDE_SUPPORT_PROMPT": "1"}
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=environment, capture_output=True, text=True, check=True, timeout=240
    )
    assert done.stdout.strip() == "[]"
