"""A person at the program: presses keys and buttons as real pygame events, and looks at what is on the screen."""

from __future__ import annotations

from pathlib import Path

import pygame

from scenes import shell
from scenes.app import App
from scenes.scene import Scene
from scenes.screen import Screen
from scenes.settings import Settings
from scenes.widgets import Widget

TICK = 16.0
_MODS = {"ctrl": pygame.KMOD_LCTRL, "shift": pygame.KMOD_LSHIFT, "alt": pygame.KMOD_LALT}


class Driver:
    """Drives one app. Time passes only by `wait`."""

    def __init__(
        self, size: tuple[int, int] = (1280, 720), folder: Path | None = None, settings: Settings | None = None
    ) -> None:
        self.app = App(size=size, settings=settings or Settings(asked=True), folder=folder, sound=False)
        self.app.fades = False
        shell.prepare(self.app)
        pygame.event.get()  # what the window said when it came up

    # What is seen

    @property
    def top(self) -> Scene:
        assert self.app.manager.top is not None
        return self.app.manager.top

    @property
    def screen(self) -> Screen:
        assert isinstance(self.top, Screen)
        return self.top

    def find(self, id: str) -> Widget:
        widget = self.screen.ui.find(id)
        assert widget is not None, f"{id} is not among {[w.id for w in self.screen.ui.all()]}"
        return widget

    def has(self, id: str) -> bool:
        return self.screen.ui.find(id) is not None

    @property
    def focus(self) -> str:
        return self.screen.ui.focus.id if self.screen.ui.focus is not None else ""

    def pixels(self) -> bytes:
        """The frame as it would be shown now."""
        self.app.draw(self.app.window.surface)
        return pygame.image.tobytes(self.app.window.surface, "RGB")

    # What is done

    def wait(self, milliseconds: float = TICK) -> None:
        while milliseconds > 0:
            self.app.step(min(TICK, milliseconds))
            milliseconds -= TICK

    def settle(self) -> None:
        """Let a screen be heard that has just come up."""
        self.wait(300)

    def rest(self, limit: int = 5000) -> None:
        """Let time pass until nothing moves and nothing is made in the background any more."""
        for _ in range(limit):
            if not self.app.active:
                return
            self.app.step(TICK)
        raise AssertionError("it never comes to rest")

    def post(self, *events: pygame.event.Event) -> None:
        for event in events:
            pygame.event.post(event)
        for event in pygame.event.get():
            self.app.dispatch(event)
        self.app.step(TICK)

    def key(self, chord: str) -> None:
        *mods, name = chord.split("+") if len(chord) > 1 else [chord]
        code = pygame.key.key_code(name)
        mod = sum(_MODS[one] for one in mods)
        self.post(
            pygame.event.Event(pygame.KEYDOWN, key=code, mod=mod, unicode="", scancode=0),
            pygame.event.Event(pygame.KEYUP, key=code, mod=mod, unicode="", scancode=0),
        )

    def type(self, text: str) -> None:
        self.post(pygame.event.Event(pygame.TEXTINPUT, text=text))

    def point(self, pos: tuple[int, int], buttons: tuple[int, int, int] = (0, 0, 0)) -> None:
        self.post(pygame.event.Event(pygame.MOUSEMOTION, pos=pos, rel=(1, 1), buttons=buttons))

    def press(self, pos: tuple[int, int]) -> None:
        self.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=pos, button=1))

    def release(self, pos: tuple[int, int]) -> None:
        self.post(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=pos, button=1))

    def wheel(self, pos: tuple[int, int], notches: int) -> None:
        """Turn the wheel at a place; up is positive."""
        self.point(pos)
        step = 1 if notches > 0 else -1
        for _ in range(abs(notches)):
            self.post(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=step, precise_x=0.0, precise_y=float(step)))

    def click(self, id: str) -> None:
        """Press and let go on a widget, scrolled to where it can be seen."""
        widget = self.find(id)
        if widget.area is not None:
            widget.area.show(widget.rect)
        pos = widget.visible_box.center
        assert self.screen.ui.at(pos) is widget, f"{id} is covered at {pos}"
        self.point(pos)
        self.press(pos)
        self.release(pos)

    def drag(self, source: str, target: str) -> None:
        start, end = self.find(source).visible_box.midleft, self.find(target).visible_box.midleft
        start, end = (start[0] + 4, start[1]), (end[0] + 4, end[1])
        self.press(start)
        for share in (0.3, 0.6, 1.0):
            at = (round(start[0] + (end[0] - start[0]) * share), round(start[1] + (end[1] - start[1]) * share))
            self.point(at, (1, 0, 0))
        self.release(end)

    def go_to(self, id: str, limit: int = 200) -> None:
        """Walk the focus to a widget with Tab."""
        for _ in range(limit):
            if self.focus == id:
                return
            self.key("tab")
        raise AssertionError(f"Tab never reaches {id}; it ends at {self.focus}")

    def close(self) -> None:
        self.app.close()
