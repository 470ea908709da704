"""A person at the packaged program.

Whatever the person does is done twice: at the real window by mouse and keys, and at a twin of it in this process, made
of the same sources, which knows where everything is and what it ought to look like. Before each press the real window
must show what the twin shows; after each answer its journal must say what the twin's says.
"""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Collection, Sequence
from pathlib import Path

from PIL import Image, ImageChops, ImageStat

from game.core.contract import Action, State
from game.core.journal import SaveError
from game.core.saves import JOURNAL
from game.core.session import Session
from game.registry import get
from scenes import boards
from scenes.app import App
from scenes.kingsport import KingsportTable, facts
from scenes.scene import Scene
from scenes.settings import Settings, load_settings
from scenes.table import TableScene
from scenes.title import Title
from tests.e2e.packaged.screen import LOOK, PATIENCE, Window
from tests.scenes.driver import Driver
from tests.scenes.kingsport.people import KEYS, press
from tests.scenes.kingsport.people import answer as answer_kingsport
from tests.scenes.players import think_here

ALIKE = 2.5
"""How far two pictures of the same screen may lie apart, in levels (of 255) on the average."""
HEARD = 0.35
"""Seconds that a new screen needs before it hears a press."""
SETTLED = 300.0
"""Milliseconds after which the twin hears presses and its own short movements are over."""
CORNER = (3, 3)
REGIONS = ("stage", "actions")
TABS = 60
LEAVE_ALONE = ("undo", "redo", "hint", "log", "pause", "menu", "close", "cancel")
KEY_NAMES = {"return": "Return", "tab": "Tab", "escape": "Escape", "space": "space", "f11": "F11"}
QUICK = Settings(
    asked=True, window_width=1280, window_height=720, my_speed=0.0, others_speed=0.0, auto_forced=False,
    curtain_on_focus_loss=False,
)  # fmt: skip
"""Settings with which no test waits for movements."""


class Person(Driver):
    """Somebody at a window whose games are in ``folder``. ``own`` is for the twin's games."""

    def __init__(self, window: Window, folder: Path, own: Path) -> None:
        shutil.rmtree(own, ignore_errors=True)
        if folder.is_dir():
            shutil.copytree(folder, own, ignore=shutil.ignore_patterns("log"))
        own.mkdir(parents=True, exist_ok=True)
        self.window = window
        self.real = folder
        self._heard_by: object = None
        left, top, right, bottom = window.box
        super().__init__((right - left, bottom - top), own, load_settings(own)[0])

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
        """Sit down at a new table, from the title."""
        self.at_title()
        press(self, f"door.{game}", how)
        press(self, "start", how)
        self.sit()
        return self

    # What is seen

    def meet(self) -> None:
        """Wait until the window shows what the twin shows, and hears presses."""
        self.window.point(CORNER)
        super().point(CORNER)
        self.wait(SETTLED)
        ought = self._ought()
        end = time.monotonic() + PATIENCE
        while (far := difference(self.window.picture(), ought)) >= ALIKE:
            if time.monotonic() > end:
                self._keep_pictures()
                raise AssertionError(f"the window does not show what it should ({far:.1f})")
            time.sleep(LOOK)
            self.window.place = self.window.box  # the window manager may just have moved it
        if self.top is not self._heard_by:
            time.sleep(HEARD)
            self._heard_by = self.top

    def _keep_pictures(self) -> None:
        """What is seen and what ought to be, for a person to look at."""
        path = self.window.keep_picture("unlike-seen")
        self._ought().save(path.with_name("unlike-ought.png"))

    def _ought(self) -> Image.Image:
        """What the twin shows."""
        return Image.frombytes("RGB", self.app.window.surface.get_size(), self.pixels())

    # What is done

    def click(self, id: str) -> None:
        self.meet()
        super().click(id)

    def press(self, pos: tuple[int, int]) -> None:
        self.window.press(pos)
        super().press(pos)

    def release(self, pos: tuple[int, int]) -> None:
        self.window.release()
        super().release(pos)

    def key(self, chord: str) -> None:
        self.window.key("+".join(KEY_NAMES.get(part, part) for part in chord.split("+")))
        super().key(chord)

    def go_to(self, id: str, limit: int = 200) -> None:
        self.meet()
        super().go_to(id, limit)

    # At a table

    def journals(self) -> list[Path]:
        """The window's running games."""
        return sorted(self.real.glob(f"games/*{JOURNAL}"))

    def sit(self) -> TableScene:
        """Let the twin show the one table that the window has just opened, and wait for the person's turn."""
        end = time.monotonic() + PATIENCE
        while not self.journals():
            assert time.monotonic() < end, "no journal is begun"
            time.sleep(LOOK)
        (path,) = self.journals()
        self.app.manager.reset()
        copy = self.app.folder / "games" / f"twin{JOURNAL}"  # type: ignore[operator]
        copy.parent.mkdir(exist_ok=True)
        shutil.copy(path, copy)
        session = Session.open(copy, get)
        self.table: TableScene = boards.make_table(self.app, session, self.app.manager.pop)
        think_here(self.table)
        self.app.manager.reset(Title(self.app), self.table)
        self.my_turn()
        return self.table

    def my_turn(self) -> State:
        """Wait until the person must choose, and the window's journal says the same as the twin's."""
        for _ in range(20_000):
            if self.table.my_choice or self.table.session.state.is_terminal():
                break
            super().wait(16)
        end = time.monotonic() + PATIENCE
        ours = self.table.session.state.digest()
        while (theirs := self.kept().digest()) != ours:
            if time.monotonic() > end:
                self._keep_pictures()
                raise AssertionError(f"the window's journal ends with {theirs}, the twin is at {ours}")
            time.sleep(LOOK)
        return self.table.session.state

    def answer(self, how: str) -> None:
        """Answer the open question somehow: at Kingsport as its own tests do, else by what a press carries out."""
        if isinstance(self.table, KingsportTable):
            answer_kingsport(self, self.table, _kingsport_choice(self.table), how)
        else:
            self._press_about(how)

    def _press_about(self, how: str) -> None:
        """Press one thing after another until an action is carried out."""
        before, tried = len(self.table.session.entries), set(LEAVE_ALONE)
        while len(self.table.session.entries) == before:
            id = self._next_by_keys(tried) if how == KEYS else self._next_in_sight(tried)
            if id is None:
                assert self.top is not self.table, f"nothing that can be pressed does anything; tried {sorted(tried)}"
                self.key("escape")
                continue
            tried.add(id)
            press(self, id, how)
            self.wait(48)

    def _next_in_sight(self, tried: Collection[str]) -> str | None:
        """Something that can be pressed and was not tried."""
        ui = self.screen.ui
        widgets = [widget for widget in ui.focusables() if widget.enabled and widget.region in REGIONS]
        seen = [widget.id for widget in widgets if ui.at(widget.visible_box.center) is widget]
        return next((id for id in seen if id not in tried), None)

    def _next_by_keys(self, tried: Collection[str]) -> str | None:
        """The next thing that Tab comes to and was not tried; the focus is on it."""
        self.meet()
        for _ in range(TABS):
            if self.focus and self.focus not in tried and self.find(self.focus).enabled:
                return self.focus
            self.key("tab")
        return None

    def kept(self) -> State:
        """The state that the window's journal ends with."""
        (path,) = self.journals()
        copy = self.app.folder / f"look{JOURNAL}"  # type: ignore[operator]
        shutil.copy(path, copy)
        try:
            session = Session.open(copy, get)
        except SaveError as error:  # a line was just being written
            raise AssertionError(str(error)) from None
        session.close()
        return session.state


def _kingsport_choice(table: KingsportTable) -> Sequence[Action]:
    """Plays what it has, calls the dearest god, sends nobody on raids."""
    actions = table.state.legal_actions()
    if table.question == "pay_deficit":
        return facts.payments(table.state, table.viewer or 0)[0].actions
    if table.question == "raid_cards":
        return facts.raid_actions([])
    if table.question == "invoke" and len(actions) > 1:
        return [actions[-2]]
    return [actions[0]]


def difference(one: Image.Image, other: Image.Image) -> float:
    """How far two pictures lie apart: the mean over all pixels and colours, 0 to 255; the most for another size."""
    if one.size != other.size:
        return 255.0
    means = ImageStat.Stat(ImageChops.difference(one, other)).mean
    return sum(means) / len(means)
