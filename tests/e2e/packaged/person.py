"""A person at the packaged program.

Whatever the person does is done twice: at the real window by mouse and keys, and at a twin of it in this process, made
of the same sources, which knows where everything is and what it ought to look like. Before each press the real window
must show what the twin shows, to the last pixel; after each answer its journal must say what the twin's says. So no
test has to guess how long anything takes.
"""

from __future__ import annotations

import json
import shutil
import time
from collections.abc import Callable
from pathlib import Path

from PIL import Image, ImageChops

from game.core.contract import State
from game.core.saves import JOURNAL
from scenes.app import App
from scenes.scene import Scene
from scenes.settings import Settings, load_settings
from scenes.shell import open_table
from scenes.table import TableScene
from scenes.title import Title
from tests.e2e.packaged.hands import HANDS, Hand
from tests.e2e.packaged.screen import LOOK, PATIENCE, Window
from tests.scenes.driver import TICK, Driver
from tests.scenes.kingsport.people import press
from tests.scenes.players import think_here

SETTLED = 300.0
"""Milliseconds after which the twin hears presses and its own short movements are over."""
LONGEST = 60_000.0
"""Milliseconds of the twin's time after which something that still moves there will never stop."""
CORNER = (3, 3)
"""Where nothing lies that would answer to the pointer."""
LOOKS_AT_PLACE = 40
"""Looks at a window that shows something else, after which it is looked where it is."""
SEED = "Bells"
KEY_NAMES = {"return": "Return", "tab": "Tab", "escape": "Escape", "space": "space", "f6": "F6", "f11": "F11"} | {
    name: name.capitalize() for name in ("left", "right", "up", "down")
}
QUICK = Settings(
    asked=True, window_width=1280, window_height=720, my_speed=0.0, others_speed=0.0, auto_forced=False,
    think_seconds=15, curtain_on_focus_loss=False,
)  # fmt: skip
"""Settings with which no test waits for movements, and computer players have the time they need on a slow machine."""


class Person(Driver):
    """Somebody at a window whose games are in ``folder`` (``None``: it keeps none). ``own`` is for the twin's."""

    def __init__(self, window: Window, folder: Path | None, own: Path) -> None:
        shutil.rmtree(own, ignore_errors=True)
        if folder is not None and folder.is_dir():
            shutil.copytree(folder, own, ignore=shutil.ignore_patterns("log"))
        own.mkdir(parents=True, exist_ok=True)
        self.window = window
        self.real = folder
        self._heard_by: object = None
        self._pointer: tuple[int, int] | None = None
        left, top, right, bottom = window.box
        super().__init__((right - left, bottom - top), own if folder is not None else None, load_settings(own)[0])

    def at_title(self) -> Person:
        """The twin shows the title; wait for the window to do so."""
        self.app.manager.reset(Title(self.app))
        self.meet()
        return self

    def at_title_with(self, make: Callable[[App], Scene]) -> Person:
        """The twin shows something over the title; wait for the window to do so."""
        self.app.manager.reset(Title(self.app), make(self.app))
        self.meet()
        return self

    def begin(self, game: str, how: str) -> Person:
        """Sit down at a new table, from the title. Chance is named, so that every run of a test is the same."""
        press(self, f"door.{game}", how)
        press(self, "seed", how)
        self.type(SEED)
        press(self, "start", how)
        return self.sit(how)

    def go_on(self, how: str) -> Person:
        """Continue, from the title."""
        press(self, "continue", how)
        return self.sit(how)

    def open(self, path: Path, how: str) -> Person:
        """The window was started with the file of a table; let the twin open its own copy."""
        assert self.real is not None
        assert self.app.folder is not None
        open_table(self.app, self.app.folder / path.relative_to(self.real))
        return self.sit(how)

    def sit(self, how: str) -> Person:
        """There is a table before the person, who will answer there by mouse or by keys."""
        table = self.top
        assert isinstance(table, TableScene), f"there is no table, but {table}"
        self.table = table
        think_here(table)
        table.thinking.settle()  # whoever was asked already is asked again
        self.hand: Hand = HANDS[table.session.game.id](self, table, how)
        self.my_turn()
        return self

    # What is seen

    def meet(self) -> None:
        """Wait until the window shows what the twin shows, and hears presses."""
        if self._pointer != CORNER:
            self.point(CORNER)
        ought = self._ought()
        end = time.monotonic() + PATIENCE
        looks = 0
        while (seen := self.window.picture()).tobytes() != ought.tobytes():
            if time.monotonic() > end:
                raise AssertionError(f"the window does not show what it should; compare {self._keep(seen, ought)}")
            time.sleep(LOOK)
            looks += 1
            if looks % LOOKS_AT_PLACE == 0:  # the window manager may have moved it
                self.window.place = self.window.box
                self.window.point(CORNER)
        if self.top is not self._heard_by:
            self.window.let_turn()
            self._heard_by = self.top

    def _ought(self) -> Image.Image:
        """What the twin shows once nothing moves any more."""
        self.wait(SETTLED)
        self._wait_while(lambda: self.app.active)
        return Image.frombytes("RGB", self.app.window.surface.get_size(), self.pixels())

    def _wait_while(self, goes_on: Callable[[], bool]) -> None:
        """Let the twin's time pass."""
        left = LONGEST
        while goes_on():
            assert left > 0, f"{self.top} never comes to rest"
            self.wait(TICK)
            left -= TICK

    def _keep(self, seen: Image.Image, ought: Image.Image) -> str:
        """Put what is seen, what ought to be and where they differ among the pictures for people; the place."""
        folder = self.window.screen.pictures
        seen.save(folder / "unlike-seen.png")
        ought.save(folder / "unlike-ought.png")
        if seen.size == ought.size:
            where = ImageChops.difference(seen, ought).point(lambda level: 255 if level else 0)
            where.save(folder / "unlike-where.png")
        return str(folder / "unlike-*.png")

    def keep_picture(self, name: str) -> None:
        """Put what the window shows, now that it shows what it should, among the pictures for people."""
        self.meet()
        self.window.keep_picture(name)

    # What is done

    def click(self, id: str) -> None:
        self._scroll_to(id)
        self.meet()
        widget = self.find(id)
        pos = widget.visible_box.center
        assert self.screen.ui.at(pos) is widget, f"{id} is covered at {pos}"
        self.point(pos)
        self.press(pos)
        self.release(pos)

    def _scroll_to(self, id: str) -> None:
        """Turn the wheel over what scrolls until all of a widget in it is in sight."""
        area = self.find(id).area
        if area is None:
            return
        for _ in range(area.overflow):
            box = self.find(id).box
            if area.window.contains(box) or area.window.height < box.height:
                return
            self.meet()
            self.wheel(area.window.center, 1 if box.top < area.window.top else -1)

    def point(self, pos: tuple[int, int], buttons: tuple[int, int, int] = (0, 0, 0)) -> None:
        self._pointer = pos
        self.window.point(pos)
        super().point(pos, buttons)

    def press(self, pos: tuple[int, int]) -> None:
        self.window.press(pos)
        super().press(pos)

    def release(self, pos: tuple[int, int]) -> None:
        self.window.release()
        super().release(pos)

    def wheel(self, pos: tuple[int, int], notches: int) -> None:
        self.window.wheel(pos, notches)
        super().wheel(pos, notches)

    def key(self, chord: str) -> None:
        self.window.key("+".join(KEY_NAMES.get(part, part) for part in chord.split("+")))
        super().key(chord)

    def type(self, text: str) -> None:
        self.meet()
        self.window.type(text)
        super().type(text)

    def go_to(self, id: str, limit: int = 200) -> None:
        self.meet()
        super().go_to(id, limit)

    # At a table

    def journals(self) -> list[Path]:
        """The window's running games."""
        return sorted(self.real.glob(f"games/*{JOURNAL}")) if self.real is not None else []

    def my_turn(self) -> State:
        """Wait until the person must choose, and the window's journal says the same as the twin's."""
        table = self.table
        self._wait_while(lambda: not (table.my_choice or table.session.state.is_terminal()) or self.app.active)
        state = table.session.state
        ours = state.digest()
        end = time.monotonic() + PATIENCE
        while self.real is not None and (theirs := self._kept()) != ours:
            assert time.monotonic() < end, f"the window's journal ends with {theirs}, the twin is at {ours}"
            time.sleep(LOOK)
        return state

    def answer(self) -> State:
        """Answer the open question; the next one that the person is asked."""
        self._put_away_what_was_read()
        before = len(self.table.session.entries)
        self.hand.answer()
        self.wait(TICK)
        assert len(self.table.session.entries) > before, "nothing was answered"
        return self.my_turn()

    def _put_away_what_was_read(self) -> None:
        """A card that was drawn lies there until somebody has read it."""
        while self.table.animator.waits:
            self.meet()
            self.key("return")
            self.wait(TICK)
            self._wait_while(lambda: self.app.active)

    def _kept(self) -> str:
        """The digest of the state that the window's journal ends with; empty as long as there is none."""
        for journal in self.journals():
            *whole, _ = journal.read_bytes().split(b"\n")  # the last may just be being written
            if whole:
                return str(json.loads(whole[-1])["digest"])
        return ""
