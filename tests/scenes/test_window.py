"""The program in a real window, on a display of its own."""

from __future__ import annotations

import contextlib
import os
import select
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from PIL import Image, ImageGrab

from scenes.settings import Settings, save_settings
from scenes.title import Title
from tests import system
from tests.scenes.driver import Driver

pytestmark = pytest.mark.needs_programs(*system.WINDOW)
ROOT = Path(__file__).parents[2]
PATIENCE = 240.0
"""Seconds that a step may take on a machine that is busy with other things."""
AGAIN = 3.0
"""Seconds after which a press that a screen that had just come up may not have heard is made once more."""


@pytest.fixture(scope="module")
def display() -> Iterator[str]:
    """A fresh X display of 1920x1080; the server picks a free number and says which.

    It is not reset when its last client leaves: while it is, nobody can connect.
    """
    reading, writing = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1920x1080x24", "-nolisten", "tcp", "-noreset"],
        pass_fds=(writing,),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    os.close(writing)
    number = b""
    while not number.endswith(b"\n"):  # the server writes digit by digit, the line break once it is ready
        ready, _, _ = select.select([reading], [], [], PATIENCE)
        assert ready, "the X server does not start"
        number += os.read(reading, 16)
    os.close(reading)
    yield f":{number.decode().strip()}"
    server.terminate()
    server.wait(timeout=PATIENCE)


def _start(display: str, folder: Path) -> subprocess.Popen[bytes]:
    environment = {
        **{name: value for name, value in os.environ.items() if name != "SDL_VIDEODRIVER"},
        "DISPLAY": display,
        "SDL_VIDEODRIVER": "x11",
        "SDL_AUDIODRIVER": "dummy",
        "SDL_FRAMEBUFFER_ACCELERATION": "0",
    }
    return subprocess.Popen([sys.executable, str(ROOT / "main.py"), "--user-dir", str(folder)], env=environment)


def _wait_for(
    display: str,
    program: subprocess.Popen[bytes],
    seen: Callable[[Image.Image], bool],
    press: Callable[[], None] = lambda: None,
) -> None:
    """Wait until `seen` says that the screen shows what is waited for. `press` is done at once, and again where nothing
    came of it: a screen does not hear presses in the first quarter of a second of its own time."""
    end, again = time.monotonic() + PATIENCE, 0.0
    while True:
        picture = ImageGrab.grab(xdisplay=display).convert("RGB")
        if seen(picture):
            return
        assert program.poll() is None, f"the program has ended with {program.returncode}"
        now = time.monotonic()
        assert now < end, f"it never shows; the screen has {_bright(picture, (0, 0, *picture.size))} light pixels"
        if now >= again:
            press()
            again = time.monotonic() + AGAIN
        time.sleep(0.05)


def _bright(picture: Image.Image, box: tuple[int, int, int, int]) -> int:
    """How many pixels in `box` are as light as the title's letters."""
    histogram = picture.crop(box).convert("L").histogram()
    return sum(histogram[200:])


def _tool(display: str, *arguments: str) -> None:
    subprocess.run(["xdotool", *arguments], env={**os.environ, "DISPLAY": display}, check=True, timeout=PATIENCE)


def _places(size: tuple[int, int], *ids: str) -> dict[str, tuple[int, int]]:
    """Where these entries of the title are in a window of that size."""
    driver = Driver(size)
    driver.app.manager.push(Title(driver.app))
    found = {id: driver.find(id).box.center for id in ids}
    driver.close()
    return found


@pytest.mark.timeout(1800)
def test_the_program_shows_its_title_takes_a_press_and_quits(display: str, tmp_path: Path) -> None:
    save_settings(Settings(asked=True, window_width=1280, window_height=720, window_x=40, window_y=60), tmp_path)
    places = _places((1280, 720), "credits", "quit")
    shown = {id: (str(40 + x), str(60 + y)) for id, (x, y) in places.items()}
    program = _start(display, tmp_path)
    click = partial(_tool, display, "click", "1")
    try:
        title = (40 + 50, 60 + 60, 40 + 440, 60 + 140)  # where the name stands in a window of 1280x720 at (40, 60)
        text = (40 + 300, 60 + 200, 40 + 900, 60 + 600)
        whole = (90, 90, 640, 190)  # where it stands when the window is the whole screen

        def wait(seen: Callable[[Image.Image], bool], press: Callable[[], None] = lambda: None) -> None:
            _wait_for(display, program, seen, press)

        wait(lambda picture: _bright(picture, title) > 1500)
        _tool(display, "mousemove", *shown["credits"])
        wait(lambda picture: _bright(picture, text) > 60_000, click)
        _tool(display, "key", "Escape")
        wait(lambda picture: _bright(picture, title) > 1500 and _bright(picture, text) < 60_000)
        _tool(display, "key", "F11")
        wait(lambda picture: _bright(picture, whole) > 3500 and picture.getpixel((4, 4)) != (0, 0, 0))
        _tool(display, "key", "F11")
        wait(lambda picture: _bright(picture, title) > 1500 and picture.getpixel((4, 4)) == (0, 0, 0))
        _tool(display, "mousemove", *shown["quit"])
        end = time.monotonic() + PATIENCE
        while program.poll() is None:
            assert time.monotonic() < end, "it does not quit"
            click()
            with contextlib.suppress(subprocess.TimeoutExpired):
                program.wait(timeout=AGAIN)
        assert program.returncode == 0
    finally:
        program.kill()
        program.wait()
