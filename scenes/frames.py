"""Frame times: how long a whole redraw of every screen takes at 1920x1080, for `bench`."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

from scenes.app import App
from scenes.settings import Settings
from scenes.shots import Shot, all_shots, make_app, show

SIZE = (1920, 1080)
FRAMES = 60
TICK = 1000 / 60


def measure(frames: int = FRAMES, scene: str | None = None) -> dict[str, dict[str, float]]:
    """``{"scene/state": {"p50_ms", "p99_ms"}}`` of full redraws, caches warm; while something moves it goes on moving,
    so that states in the middle of a movement count its updates too."""
    found: dict[str, dict[str, float]] = {}
    with tempfile.TemporaryDirectory() as folder:
        app = make_app(SIZE, Settings(asked=True), Path(folder))
        for shot in all_shots():
            if scene is None or shot.scene == scene:
                found[f"{shot.scene}/{shot.state}"] = _measure_one(app, shot, frames)
        app.manager.reset()
        app.close()
    return found


def _measure_one(app: App, shot: Shot, frames: int) -> dict[str, float]:
    show(app, shot)
    times: list[float] = []
    while len(times) < frames:
        if shot.mid and not app.manager.moving:
            show(app, shot)
        start = time.perf_counter()
        if shot.mid:
            app.manager.update(TICK)
        app.draw(app.window.surface)
        times.append((time.perf_counter() - start) * 1000)
    times.sort()
    return {
        "p50_ms": round(times[len(times) // 2], 2),
        "p99_ms": round(times[min(len(times) - 1, int(len(times) * 0.99))], 2),
    }
