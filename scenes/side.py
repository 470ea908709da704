"""A second window of the program, with a size, a scale and screens of its own: the table on a further display.

Settings, words, pictures and sounds are the program's. Where the system makes no second window, opening one raises
`pygame.error` with what it says.
"""

from __future__ import annotations

from collections.abc import Callable

import pygame

from game.core.strings import Strings
from scenes.app import App
from scenes.assets import Assets
from scenes.input import Mapper
from scenes.manager import Manager
from scenes.paint import Painter
from scenes.scale import at_least
from scenes.settings import Value
from scenes.text import Typesetter

SHARE = 0.8
"""Of the desktop's size, that of the window when it opens."""


class SideWindow:
    """The window itself, with what `App` asks of one."""

    fixed = None

    def __init__(self, title: str, size: tuple[int, int]) -> None:
        self.window = pygame.Window(title, size, resizable=True)
        self.full_screen = False
        self.surface = self.window.get_surface()

    @property
    def size(self) -> tuple[int, int]:
        return self.surface.get_size()

    def resized(self) -> None:
        """The person dragged the window: take the new surface."""
        self.surface = self.window.get_surface()

    def set_full_screen(self, full: bool) -> None:
        """Fill the display that the window is on, or go back to a window."""
        if full:
            self.window.set_fullscreen(desktop=True)
        else:
            self.window.set_windowed()
        self.full_screen = full
        self.resized()

    def show(self) -> None:
        """Show what has been drawn."""
        self.window.flip()

    def note_place(self) -> None:
        """Nor where it is moved to."""

    def set_maximised(self, maximised: bool) -> None:
        """Nor whether it is maximised."""

    def exposed(self) -> None:
        """The system wants a picture for the window."""

    def step(self) -> bool:
        """Its size is told by events alone."""
        return False

    def remember_place(self) -> None:
        """Nothing is remembered of a second window."""

    def set_pointer(self, name: str, assets: Assets, size: int) -> None:
        """The pointer is the program's; where it is over this window it looks as it does there."""

    def close(self) -> None:
        """The window is seen no more. Of one that is destroyed the system's last words name no window."""
        self.window.hide()


class SideApp(App):
    """The program as the screens in the second window see it. Its owner calls `take` and `step`."""

    def __init__(self, main: App, title: str, closed: Callable[[], None]) -> None:
        """`closed` is called when a person closes the window or leaves its last screen."""
        desktop = pygame.display.get_desktop_sizes()[-1]
        size = at_least(round(desktop[0] * SHARE), round(desktop[1] * SHARE))
        self.main = main
        self.side = None
        self._closed = closed
        self.folder, self.notes, self.report = main.folder, main.notes, None
        self.settings = main.settings
        self.running = self.dirty = True
        self.fades, self.focused = main.fades, False
        self.quiet = 0.0
        self.frame = None
        self.window = SideWindow(title, size)  # type: ignore[assignment]  # it has what an App asks of a window
        self.assets = main.assets
        self.text = Typesetter(self.assets, self._scale(), self.settings.font)
        self.paint = Painter(self)
        self.audio = main.audio
        self.mapper = Mapper(main.mapper.bindings)
        self.manager = Manager(self)
        self.open_clause = main.open_clause
        self._captions = []
        self._typing = None
        self._pointer = None

    @property
    def strings(self) -> Strings:  # type: ignore[override]  # the language is the program's
        return self.main.strings

    def set_setting(self, name: str, value: Value) -> None:
        self.main.set_setting(name, value)

    def keep_settings(self) -> None:
        self.main.keep_settings()

    def owns(self, event: pygame.event.Event) -> bool:
        """Whether an event happened in this window."""
        return getattr(event, "window", None) is self.window.window  # type: ignore[attr-defined]

    def take(self, event: pygame.event.Event) -> None:
        if event.type == pygame.WINDOWCLOSE:
            self._closed()
        else:
            super().take(event)

    def step(self, elapsed: float) -> None:
        super().step(elapsed)
        if not self.running:
            self._closed()

    def rebuild(self) -> None:
        self.text.configure(self._scale(), self.settings.font)
        self.frame = None
        self.manager.rebuild()

    def close(self) -> None:
        """Leave the screens and hide the window."""
        while self.manager.stack:
            self.manager.stack.pop().exit()
        self.window.close()  # type: ignore[attr-defined]
