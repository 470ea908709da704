"""The window's figures are measured, each of what it says. How large they are `main.py bench` prints: no test asserts a
time, because machines are slow and busy with other things.
"""

from __future__ import annotations

import os
import subprocess
import sys

from scenes import frames
from scenes.paths import ROOT


def test_the_redraws_of_a_table_are_measured() -> None:
    found = frames.measure(3, ["kingsport"])
    assert "kingsport/flight" in found
    assert {name.partition("/")[0] for name in found} == {"kingsport"}
    assert all(figures["p99_ms"] >= figures["p50_ms"] > 0 and figures["cpu_p99_ms"] > 0 for figures in found.values())


def test_a_press_and_an_act_are_measured() -> None:
    pressed, acted = frames.answer_times(("kingsport",))
    assert pressed > 0
    assert acted > 0


def test_an_idle_window_is_measured() -> None:
    assert 0 < frames.idle_share(0.3) <= 1


def test_the_start_of_the_title_is_measured() -> None:
    clock, own = frames.title_time(1)
    assert clock > 0
    assert own > 0


def test_the_title_imports_nothing_of_a_board_and_no_rules() -> None:
    code = (
        "import sys, scenes.app as a, scenes.shell\n"
        "from scenes.title import Title\n"
        "app = a.App(size=(1280, 720), sound=False)\n"
        "app.manager.push(Title(app))\n"
        "app.step(16)\n"
        "from game.registry import GAMES\n"
        "assert len(GAMES) > 2 and 'scenes.kanata' in sys.modules, 'a board is asked for its door'\n"
        "print([m for m in sys.modules if any(m.startswith((f'scenes.{g}.', f'game.{g}')) for g in GAMES)])\n"
    )
    environment = {**os.environ, "SDL_VIDEODRIVER": "dummy", "PYGAME_HIDE_SUPPORT_PROMPT": "1"}
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=environment, capture_output=True, text=True, check=True, timeout=240
    )
    assert done.stdout.strip() == "[]"
