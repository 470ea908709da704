"""The window's figures, with room for machines that others use too: what is kept is their order of magnitude.

The figures themselves are what `main.py bench` prints.
"""

from __future__ import annotations

import os
import subprocess
import sys

from scenes import frames
from scenes.paths import ROOT

ROOM = 3
"""A busy or slow machine may take so many times what is allowed."""


def test_redraws_of_a_table_stay_within_a_frame() -> None:
    found = frames.measure(30, "kingsport")
    assert "kingsport/flight" in found
    for name, figures in found.items():
        allowed = 16 if name == "kingsport/flight" else 8
        assert figures["cpu_p99_ms"] <= ROOM * allowed, name
        assert figures["p50_ms"] <= ROOM * allowed, name


def test_a_press_is_answered_at_once_and_carried_out_soon() -> None:
    pressed, acted = frames.answer_times(("kingsport", "title", "seats"))
    assert 0 < pressed <= ROOM * 50
    assert 0 < acted <= ROOM * 100


def test_an_idle_window_takes_next_to_nothing() -> None:
    assert 0 < frames.idle_share(1.0) <= ROOM * 0.05


def test_the_title_with_its_art_is_soon_there() -> None:
    clock, own = frames.title_time(3)
    assert 0 < own <= ROOM * 600
    assert clock >= own * 0.5


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
        [sys.executable, "-c", code], cwd=ROOT, env=environment, capture_output=True, text=True, check=True, timeout=120
    )
    assert done.stdout.strip() == "[]"
