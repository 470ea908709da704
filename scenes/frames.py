"""Figures of the window for `bench`: frame times at 1920x1080, how soon a press is answered, what an idle window costs,
how soon the title stands."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Collection
from pathlib import Path

import pygame

from scenes import shell
from scenes.app import App
from scenes.paths import ROOT
from scenes.screen import Screen
from scenes.settings import Settings
from scenes.shots import Shot, all_shots, make_app, show
from scenes.title import Title

SIZE = (1920, 1080)
FRAMES = 60
PLACES = 4
"""So many things of a screen are pressed, from its first to its last."""
TICK = 1000 / 60
SETTLED = 500.0
"""Milliseconds after which a screen that has come up hears presses."""


def measure(frames: int = FRAMES, scenes: Collection[str] = ()) -> dict[str, dict[str, float]]:
    """``{"scene/state": {"p50_ms", "p99_ms", "cpu_p99_ms"}}`` of full redraws, caches warm; while something moves it
    goes on moving, so that states in the middle of a movement count its updates too. ``cpu_p99_ms`` is what the
    program itself took, on a machine that others use as well. Of all scenes, or of these."""
    found: dict[str, dict[str, float]] = {}
    with tempfile.TemporaryDirectory() as folder:
        app = make_app(SIZE, Settings(asked=True), Path(folder))
        for shot in all_shots():
            if not scenes or shot.scene in scenes:
                found[f"{shot.scene}/{shot.state}"] = _measure_one(app, shot, frames)
        app.manager.reset()
        app.close()
    return found


def _measure_one(app: App, shot: Shot, frames: int) -> dict[str, float]:
    show(app, shot)
    times: list[float] = []
    own: list[float] = []
    while len(times) < frames:
        if shot.mid and not app.manager.moving:
            show(app, shot)
        start, began = time.perf_counter(), time.process_time()
        if shot.mid:
            app.manager.update(TICK)
        app.draw(app.window.surface)
        times.append((time.perf_counter() - start) * 1000)
        own.append((time.process_time() - began) * 1000)
    return {
        "p50_ms": round(sorted(times)[len(times) // 2], 2),
        "p99_ms": round(_slowest(times), 2),
        "cpu_p99_ms": round(_slowest(own), 2),
    }


def _slowest(times: list[float]) -> float:
    """The time that one in a hundred is above."""
    return sorted(times)[min(len(times) - 1, int(len(times) * 0.99))]


def window_figures(scenes: Collection[str] = ()) -> dict[str, float]:
    """``press_ms``: from a press to the frame that answers it, the slowest of all screens; ``act_ms``: from letting go
    to the frame that shows what was done, the slowest act that stays on its screen; ``idle_percent`` of a core that a
    window takes in which nothing happens; ``title_ms`` and ``title_cpu_ms``: from the start of Python to the first
    frame of the title, its art included, warm. The first two of all scenes, or of these."""
    pressed, acted = answer_times(scenes)
    title, title_cpu = title_time()
    return {
        "press_ms": round(pressed, 1),
        "act_ms": round(acted, 1),
        "idle_percent": round(100 * idle_share(), 1),
        "title_ms": round(title),
        "title_cpu_ms": round(title_cpu),
    }


def answer_times(scenes: Collection[str] = ()) -> tuple[float, float]:
    """Milliseconds of this process from a press to the frame that shows it, and from letting go to the frame that shows
    what was done, the slowest of some places on every screen (of these scenes)."""
    slowest = [0.0, 0.0]
    with tempfile.TemporaryDirectory() as folder:
        app = make_app(SIZE, Settings(asked=True), Path(folder))
        shell.prepare(app)
        for shot in all_shots():
            if scenes and shot.scene not in scenes:
                continue
            show(app, shot)
            if shot.mid or not isinstance(app.manager.top, Screen):
                continue
            spots = [w.visible_box.center for w in app.manager.top.ui.focusables() if min(w.visible_box.size) > 0]
            for spot in spots[:: max(1, len(spots) // PLACES)]:
                show(app, shot)
                app.manager.update(SETTLED)
                app.step(TICK)
                top = app.manager.top
                for number, kind in enumerate((pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP)):
                    start = time.process_time()
                    app.dispatch(pygame.event.Event(kind, pos=spot, button=1))
                    app.step(TICK)
                    if app.manager.top is top:
                        slowest[number] = max(slowest[number], (time.process_time() - start) * 1000)
        app.manager.reset()
        app.close()
    return slowest[0], slowest[1]


def idle_share(seconds: float = 2.0) -> float:
    """The share of a core that the title takes in a real loop while nobody does anything."""
    with tempfile.TemporaryDirectory() as folder:
        app = make_app(SIZE, Settings(asked=True), Path(folder))
        app.manager.push(Title(app))
        app.step(TICK)  # its art is read before the clock starts
        while app.active:
            app.step(TICK)
        began: list[float] = []
        leave = threading.Timer(seconds + 0.5, lambda: setattr(app, "running", False))
        warm = threading.Timer(0.5, lambda: began.append(time.process_time()))
        for timer in (leave, warm):
            timer.start()
        app.run(Title(app))
        return (time.process_time() - began[0]) / seconds


_FIRST_FRAME = """
import sys, scenes.app as program
present = program.App.present
def first(app):
    present(app)
    app.running = False
program.App.present = first
sys.exit(program.run(user_dir=sys.argv[1]))
"""


def title_time(starts: int = 4) -> tuple[float, float]:
    """Milliseconds from the start of Python to the title's first frame, by the clock and of the processor: the best of
    some starts, of which the first warms up. Zeros in a packaged program, which has no Python to start."""
    if getattr(sys, "frozen", False):
        return 0.0, 0.0
    clock, own = [], []
    environment = {**os.environ, "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(starts):
            before, start = os.times(), time.perf_counter()
            subprocess.run([sys.executable, "-c", _FIRST_FRAME, folder], cwd=ROOT, env=environment, check=True)
            clock.append((time.perf_counter() - start) * 1000)
            after = os.times()
            spent = after.children_user + after.children_system - before.children_user - before.children_system
            own.append(spent * 1000)
    return min(clock), min(own)
