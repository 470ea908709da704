"""A display of its own with a window manager, and windows of the program on it."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from PIL import Image, ImageGrab

SIZE = (1920, 1080)
PATIENCE = 120.0  # seconds; only what has failed takes so long
CLASS = "^Unhallowed$"
"""Of the program's windows, as the desktop entry names it too."""
CROSS = (10, 10)
"""Where openbox puts the cross of a frame: pixels to the left of and above the inside's right upper corner."""
LOOK = 0.05  # seconds between looks
STILL = 5  # looks alike after which nothing moves any more
RESTS = 48
"""Rests of the program's loop that take longer than the 250 ms in which a new screen hears no press."""


class Screen:
    """An X display. ``pictures`` is where what was seen is kept for a person to look at."""

    def __init__(self, display: str, pictures: Path) -> None:
        self.display = display
        self.pictures = pictures

    def tool(self, *arguments: str | int) -> str:
        """Let xdotool do something; what it prints."""
        line = ["xdotool", *map(str, arguments)]
        done = subprocess.run(
            line, env={**os.environ, "DISPLAY": self.display}, capture_output=True, text=True, timeout=PATIENCE
        )
        return done.stdout

    def grab(self) -> Image.Image:
        """All that is on the screen."""
        return ImageGrab.grab(xdisplay=self.display).convert("RGB")

    def wait_until_still(self) -> None:
        """Wait until nothing changes any more, for a picture."""
        end = time.monotonic() + PATIENCE
        looks: list[bytes] = []
        while len(looks) < STILL or len({*looks[-STILL:]}) > 1:
            assert time.monotonic() < end, "it never stops changing"
            looks.append(self.grab().tobytes())
            time.sleep(LOOK)

    def start(self, program: Path, *arguments: str | Path, env: Mapping[str, str] | None = None, **more: Any) -> Window:
        """Start the program and wait until keys go to its window."""
        return Window.begun(self, program, arguments, env, **more).ready()

    def launched(self, *line: str | Path, env: Mapping[str, str]) -> Window:
        """Let a desktop's own tool start the program; its window, the only one on the display."""
        subprocess.run(list(map(str, line)), env=on_display(self, env), check=True, timeout=PATIENCE)
        end = time.monotonic() + PATIENCE
        while not (found := self.tool("search", "--onlyvisible", "--class", CLASS).split()):
            assert time.monotonic() < end, "it starts nothing"
            time.sleep(LOOK)
        return Window(self, Stranger(int(self.tool("getwindowpid", found[-1])))).ready()


def on_display(screen: Screen, env: Mapping[str, str]) -> dict[str, str]:
    """The environment of a program on a display without a sound device or a graphics card."""
    cleared = {name: value for name, value in os.environ.items() if not name.startswith("SDL_")}
    own = {"DISPLAY": screen.display, "SDL_AUDIODRIVER": "dummy", "SDL_FRAMEBUFFER_ACCELERATION": "0"}
    return {**cleared, **own, **env}


class Stranger:
    """A process that something else has started: as much of ``Popen`` as a window needs."""

    returncode = 0
    """Nobody but its parent gets to know it."""

    def __init__(self, pid: int) -> None:
        self.pid = pid

    def poll(self) -> int | None:
        """``None`` as long as it runs."""
        try:
            status = Path(f"/proc/{self.pid}/status").read_text(encoding="ascii")
        except FileNotFoundError:
            return self.returncode
        return self.returncode if "State:\tZ" in status else None

    def wait(self, timeout: float) -> int:
        """Wait until it has ended."""
        end = time.monotonic() + timeout
        while self.poll() is None:
            assert time.monotonic() < end, "it never ends"
            time.sleep(LOOK)
        return self.returncode

    def send_signal(self, number: int) -> None:
        os.kill(self.pid, number)


class Window:
    """A running program and its window. Places are pixels from the window's own corner."""

    id: str
    place: tuple[int, int, int, int]

    def __init__(self, screen: Screen, process: subprocess.Popen[bytes] | Stranger) -> None:
        self.screen = screen
        self.process = process

    @classmethod
    def begun(
        cls,
        screen: Screen,
        program: Path,
        arguments: Sequence[str | Path],
        env: Mapping[str, str] | None = None,
        **more: Any,
    ) -> Window:
        """The program, just started; its window is not looked for yet."""
        line = [str(program), *map(str, arguments)]
        environment = on_display(screen, env or {})
        return cls(screen, subprocess.Popen(line, env=environment, cwd="/", stdin=subprocess.DEVNULL, **more))

    def ready(self) -> Window:
        """Wait until it shows and keys go to it."""
        self.id = self.find()
        self.raise_()
        self.place = self.box
        return self

    def find(self) -> str:
        """The window of the process, once it is there."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            found = self.screen.tool("search", "--onlyvisible", "--pid", self.process.pid).split()
            if found:
                return found[-1]
            assert self.process.poll() is None, f"it ended with {self.process.returncode}"
            time.sleep(LOOK)
        raise AssertionError("its window never shows")

    @property
    def box(self) -> tuple[int, int, int, int]:
        """Where on the screen its inside is. xdotool is wrong about a window in a frame, but puts the pointer right."""
        where = ("mousemove", "--window", self.id, 0, 0, "getmouselocation", "--shell")
        said = self.screen.tool(*where, "getwindowgeometry", "--shell", self.id).split()
        place = dict(line.split("=") for line in reversed(said))  # the pointer's place is said first
        x, y = int(place["X"]), int(place["Y"])
        return x, y, x + int(place["WIDTH"]), y + int(place["HEIGHT"])

    def picture(self) -> Image.Image:
        """What its window shows, taken to be where it was when it was last moved here."""
        return self.screen.grab().crop(self.place)

    def keep_picture(self, name: str) -> Path:
        """Put a picture of the screen among those for people."""
        path = self.screen.pictures / f"{name}.png"
        self.screen.grab().save(path)
        return path

    def point(self, place: tuple[int, int]) -> None:
        self.screen.tool("mousemove", "--window", self.id, *place)

    def press(self, place: tuple[int, int]) -> None:
        self.screen.tool("mousemove", "--window", self.id, *place, "mousedown", 1)

    def release(self) -> None:
        self.screen.tool("mouseup", 1)

    def wheel(self, place: tuple[int, int], notches: int) -> None:
        """Turn the wheel at a place; up is positive."""
        button = 4 if notches > 0 else 5
        self.screen.tool("mousemove", "--window", self.id, *place, "click", "--repeat", abs(notches), button)

    def key(self, chord: str) -> None:
        self.screen.tool("key", chord)

    def type(self, text: str) -> None:
        self.screen.tool("type", text)

    def resize(self, size: tuple[int, int]) -> None:
        self.screen.tool("windowsize", "--sync", self.id, *size)
        self.place = self.box

    def wait_for_size(self, size: tuple[int, int]) -> None:
        """Wait until its inside has this size."""
        end = time.monotonic() + PATIENCE
        while (self.place[2] - self.place[0], self.place[3] - self.place[1]) != size:
            assert time.monotonic() < end, f"it never gets {size}, it is at {self.place}"
            self.place = self.box

    def let_turn(self) -> None:
        """Let its loop turn so often that it hears presses again, which it does not just after a change of screen.

        Its own clock goes slower than ours where it gets little of the processor, so what is waited for is the number
        of rests that its loop has taken. None is shorter than 8 ms.
        """
        end = time.monotonic() + PATIENCE
        wanted = self._rests() + RESTS
        while self._rests() < wanted:
            assert time.monotonic() < end, "its loop does not turn"
            time.sleep(LOOK)

    def _rests(self) -> int:
        """How often its main thread has gone to sleep."""
        lines = Path(f"/proc/{self.process.pid}/status").read_text(encoding="ascii").splitlines()
        return int(next(line.split()[1] for line in lines if line.startswith("voluntary_ctxt_switches:")))

    def raise_(self) -> None:
        """Bring it to the front, and wait until keys go to it."""
        end = time.monotonic() + PATIENCE
        while self.screen.tool("getwindowfocus").strip() != self.id:
            assert time.monotonic() < end, "keys never go to it"
            self.screen.tool("windowactivate", self.id)
            time.sleep(LOOK)

    def wait_for_dialog(self) -> None:
        """Wait until a window of another size, a dialog of the system, has taken its place (and maybe its number)."""
        size = self.place[2] - self.place[0], self.place[3] - self.place[1]
        end = time.monotonic() + PATIENCE
        while self._active_size() in (None, size):
            assert time.monotonic() < end, "no dialog shows"
            time.sleep(LOOK)

    def _active_size(self) -> tuple[int, int] | None:
        """The size of the window that keys go to, ``None`` where they go to none."""
        said = self.screen.tool("getactivewindow", "getwindowgeometry", "--shell").split()
        place = dict(line.split("=") for line in said)
        return (int(place["WIDTH"]), int(place["HEIGHT"])) if "WIDTH" in place else None

    def wait(self) -> int:
        """The exit code, once it has ended."""
        return self.process.wait(timeout=PATIENCE)

    def close(self) -> int:
        """Press the cross of its frame; the exit code."""
        _, top, right, _ = self.box
        self.screen.tool("mousemove", right - CROSS[0], top - CROSS[1], "click", 1)
        return self.wait()

    def kill(self) -> None:
        """End it at once, as a power cut would."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGKILL)
        self.process.wait(timeout=PATIENCE)


@contextmanager
def open_screen(pictures: Path) -> Iterator[Screen]:
    """A fresh display of 1920x1080 with openbox on it; the server picks a free number and says which."""
    pictures.mkdir(parents=True, exist_ok=True)
    reading, writing = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writing), "-screen", "0", f"{SIZE[0]}x{SIZE[1]}x24", "-nolisten", "tcp", "-noreset"],
        pass_fds=(writing,), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    os.close(writing)
    number = b""
    while not number.endswith(b"\n"):  # the server writes digit by digit, the line break once it is ready
        ready, _, _ = select.select([reading], [], [], PATIENCE)
        assert ready, "the X server does not start"
        number += os.read(reading, 16)
    os.close(reading)
    display = f":{number.decode().strip()}"
    quiet: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    manager = subprocess.Popen(["openbox", "--sm-disable"], env={**os.environ, "DISPLAY": display}, **quiet)
    try:
        yield Screen(display, pictures)
    finally:
        for process in (manager, server):
            process.terminate()
            process.wait(timeout=PATIENCE)
