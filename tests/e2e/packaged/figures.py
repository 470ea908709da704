"""Figures of the packaged program: ``python -m tests.e2e.packaged.figures [PROGRAM] [--cold]`` prints them as JSON.

Seconds to the first frame of the title and to a Kanata table, seconds of a processor until that frame (which other
programs on the machine do not lengthen), share of a core and memory of the idle title, size of the folder and of a zip
beside it, and what a turn of a bare loop takes meanwhile, for machines differ. On a display of its own without a
graphics card. ``--cold`` empties the system's file cache first (root).
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
import time
from pathlib import Path

from scenes.settings import Settings, save_settings
from tests.e2e.packaged import build
from tests.e2e.packaged.screen import LOOK, PATIENCE, SIZE, Screen, Window, open_screen

SCREENS = {"title": (), "kanata_table": ("play", "kanata")}
STARTS = 7
REST = 0.03
"""Seconds between looks: a look keeps the display's server busy for as long, and the program needs it to draw."""
TURNS = 1_000_000
IDLE = 10.0  # seconds
_TICKS = os.sysconf("SC_CLK_TCK")


def measure(program: Path, cold: bool) -> dict[str, object]:
    """All figures."""
    files = [path for path in program.parent.rglob("*") if path.is_file()]
    figures: dict[str, object] = {"folder_mb": round(sum(path.stat().st_size for path in files) / 1e6, 1)}
    for packed in program.parents[1].glob("*.zip"):
        figures["zip_mb"] = round(packed.stat().st_size / 1e6, 1)
    figures["bare_loop_ns"] = bare_loop()
    with tempfile.TemporaryDirectory() as name, open_screen(build.BUILD) as screen:
        folder = Path(name)
        save_settings(Settings(asked=True, full_screen=True), folder)
        for what, arguments in SCREENS.items():
            figures |= starts(screen, what, cold, program, *arguments, "--user-dir", folder)
        _, window = first_frame(screen, program, "--user-dir", folder)
        figures["idle_core_percent"], figures["memory_mb"] = idle(window)
        window.kill()
    return figures


def starts(screen: Screen, what: str, cold: bool, program: Path, *arguments: str | Path) -> dict[str, object]:
    """Start it some times up to the first frame: seconds that pass, and seconds of a processor, the least of all."""
    seconds, busy = [], []
    for _ in range(STARTS):
        if cold:
            os.sync()
            Path("/proc/sys/vm/drop_caches").write_text("3", encoding="ascii")
        passed, window = first_frame(screen, program, *arguments)
        seconds.append(passed)
        busy.append(ticks(window.process.pid) / _TICKS)
        window.kill()
    between = sorted(seconds)[STARTS // 2]
    return {
        f"{what}_s": {"best": round(min(seconds), 2), "median": round(between, 2)},
        f"{what}_processor_s": round(min(busy), 2),
    }


def first_frame(screen: Screen, program: Path, *arguments: str | Path) -> tuple[float, Window]:
    """Seconds from the start to a screen with a picture on it, full as the window is."""
    while not is_empty(screen):
        time.sleep(LOOK)
    begun = time.monotonic()
    window = Window.begun(screen, program, arguments)
    while is_empty(screen):
        assert time.monotonic() < begun + PATIENCE, "it never shows anything"
        time.sleep(REST)
    return time.monotonic() - begun, window


def bare_loop() -> float:
    """Nanoseconds that this Python takes for a turn of a loop that adds up."""
    total, begun = 0, time.perf_counter()
    for number in range(TURNS):
        total += number
    return round((time.perf_counter() - begun) / TURNS * 1e9, 1)


def is_empty(screen: Screen) -> bool:
    """Whether the screen shows no picture, which has more colours than an empty one or an empty window."""
    return screen.grab().getcolors(256) is not None


def idle(window: Window) -> tuple[float, float]:
    """The share of a core that it takes in percent, and its memory in MB, its workers not counted."""
    time.sleep(2.0)
    before, begun = ticks(window.process.pid), time.monotonic()
    time.sleep(IDLE)
    used = (ticks(window.process.pid) - before) / _TICKS / (time.monotonic() - begun)
    lines = Path(f"/proc/{window.process.pid}/status").read_text(encoding="ascii").splitlines()
    resident = next(int(line.split()[1]) for line in lines if line.startswith("VmRSS"))
    return round(used * 100, 1), round(resident / 1000, 1)


def ticks(pid: int) -> int:
    """The processor time that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return int(fields[11]) + int(fields[12])


if __name__ == "__main__":
    words = [word for word in sys.argv[1:] if not word.startswith("-")]
    chosen = Path(words[0]).resolve() if words else build.program()
    print(json.dumps({"size": SIZE, **measure(chosen, "--cold" in sys.argv)}, indent=2))
