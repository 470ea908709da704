"""The window: made, resized, full screen and back, remembered."""

from __future__ import annotations

import contextlib
import os
import warnings
from collections.abc import Iterator

import pygame

from scenes.assets import Assets
from scenes.scale import MIN_LONG, MIN_SHORT, at_least
from scenes.settings import Settings

TITLE = "Unhallowed"
POINTERS = {
    # name: (hot spot of 48, the system's own for where the picture is missing)
    "arrow": ((4, 4), pygame.SYSTEM_CURSOR_ARROW),
    "hand": ((18, 4), pygame.SYSTEM_CURSOR_HAND),
    "text": ((24, 24), pygame.SYSTEM_CURSOR_IBEAM),
}
POINTER_SIZE = 36.0  # units
UNPLACED = (-1, -1)
"""The place in the settings that lets the system choose."""
SAME_CHANGE = 400
"""Milliseconds within which moves and new sizes of the window belong together."""

Place = tuple[int, int, int, int]


def _desktops() -> list[tuple[int, int]]:
    """The sizes of the displays, the first one first."""
    try:
        return pygame.display.get_desktop_sizes() or [(MIN_LONG, MIN_SHORT)]
    except pygame.error:
        return [(MIN_LONG, MIN_SHORT)]


def _is_x11() -> bool:
    return pygame.display.get_driver() == "x11"


@contextlib.contextmanager
def _same_window() -> Iterator[pygame.Window]:
    """The window of `pygame.display` as a `pygame.Window`, which can be maximised, and fill the display it is on."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        window = pygame.Window.from_display_module()
    yield window


def prepare() -> None:
    """What has to be said to SDL before the display starts."""
    os.environ.setdefault("SDL_WINDOWS_DPI_AWARENESS", "permonitorv2")
    os.environ.setdefault("SDL_MOUSE_FOCUS_CLICKTHROUGH", "1")  # the press that fetches the window is answered too
    os.environ.setdefault("SDL_IME_SHOW_UI", "1")
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    os.environ.setdefault("SDL_VIDEO_ALLOW_SCREENSAVER", "1")


class Window:
    """The one window. `surface` is where frames are drawn; it changes whenever the size does.

    `place` is where the window is (x, y, width, height) while it is neither maximised nor the whole screen: what is
    gone back to, and what is remembered.
    """

    def __init__(self, settings: Settings, size: tuple[int, int] | None = None) -> None:
        self.settings = settings
        self.fixed = size
        self.full_screen = False
        self.maximised = False
        self.place: Place | None = None
        self._place_before: Place | None = None
        self._moved_at = -SAME_CHANGE
        self._went_back_at = -SAME_CHANGE
        self._asked_at: int | None = None
        """When the window was asked to fill its display, until it is seen to have changed."""
        self._over_all = False
        """Whether it lies over the whole display by itself, as a window without a frame."""
        full, maximised = (one and size is None for one in (settings.full_screen, settings.maximised))
        self.surface = self._open()
        if full and _is_x11() and len(_desktops()) == 1:
            self.full_screen, self.maximised = self._lie_over_all(), maximised
            return
        if maximised:
            self._maximise()
        self.set_full_screen(full)

    @property
    def size(self) -> tuple[int, int]:
        return self.surface.get_size()

    def _open(self) -> pygame.Surface:
        if self.settings.software_frames:
            os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")
        pygame.display.set_caption(TITLE)
        if self.fixed is not None:
            return pygame.display.set_mode(self.fixed)
        size = self._windowed_size()
        surface = pygame.display.set_mode(size, pygame.RESIZABLE)
        self._put(size)
        self.note_place()
        return surface

    def _windowed_size(self) -> tuple[int, int]:
        """The remembered size, or 80 % of the first display where it fits none any more; never too small to play."""
        wanted = (self.settings.window_width, self.settings.window_height)
        desktops = _desktops()
        if all(wanted[0] > wide or wanted[1] > high for wide, high in desktops):
            wanted = (round(desktops[0][0] * 0.8), round(desktops[0][1] * 0.8))
        return at_least(*wanted)

    def _put(self, size: tuple[int, int]) -> None:
        """Put the window where it was, if its title bar can be reached there."""
        x, y = self.settings.window_x, self.settings.window_y
        if (x, y) == UNPLACED:
            return
        desktops = _desktops()
        if len(desktops) == 1:  # of several it is not told how they lie, and a place may be left of the first
            wide, high = desktops[0]
            if x < 0 or y < 0 or x + min(size[0], 200) > wide or y + 40 > high:
                return
        with contextlib.suppress(pygame.error):
            pygame.display.set_window_position((x, y))

    # Where it is

    def note_place(self) -> None:
        """The window was moved or has another size: note where it is. Called at each such event, so often while it is
        dragged."""
        if self.fixed is not None or self.full_screen or self.maximised or self._going_back:
            return
        try:
            place = (*pygame.display.get_window_position(), *pygame.display.get_window_size())
        except pygame.error:
            return
        if place == self.place:
            return
        now = pygame.time.get_ticks()
        if now - self._moved_at >= SAME_CHANGE:
            self._place_before = self.place
        self.place, self._moved_at = place, now
        self._keep()

    def set_maximised(self, maximised: bool) -> None:
        """The system has maximised the window, or restored it. What it became by that is not its place; some systems
        tell of the new size first."""
        if self.full_screen or self._going_back or maximised == self.maximised:
            return
        self.maximised = maximised
        if maximised and self._place_before is not None and pygame.time.get_ticks() - self._moved_at < SAME_CHANGE:
            self.place, self._place_before = self._place_before, None
        self._keep()

    def remember_place(self) -> None:
        """Note in the settings where the window is, for the next start."""
        if self.fixed is not None:
            return
        self.note_place()
        self._keep()

    def _keep(self) -> None:
        settings = self.settings
        settings.maximised = self.maximised
        if self.place is not None:
            settings.window_x, settings.window_y, settings.window_width, settings.window_height = self.place

    def resized(self) -> None:
        """The size has changed: take the new surface."""
        current = pygame.display.get_surface()
        if current is not None:
            self.surface = current
        self.note_place()

    # The whole screen

    def set_full_screen(self, full: bool) -> None:
        """Fill the display that the window is on, without a frame; or go back to the window as it was. Where the system
        refuses, nothing changes. The new size is told by an event."""
        if full == self.full_screen or self.fixed is not None:
            return
        if full:
            self.note_place()
        before, self.full_screen = self.full_screen, True  # what the system tells meanwhile is no place of the window
        try:
            if full:
                with _same_window() as window:
                    window.set_fullscreen(desktop=True)
                self._asked_at = pygame.time.get_ticks() if _is_x11() else None
            elif self._over_all:
                self._over_all, self._asked_at = False, None
                size = self.place[2:] if self.place is not None else self._windowed_size()
                self.surface = pygame.display.set_mode(size, pygame.RESIZABLE)
            else:
                self._asked_at = None
                with _same_window() as window:
                    window.set_windowed()
        except pygame.error:
            self.full_screen = before
            return
        self.full_screen = full
        if not full:
            self._go_back()
        self.resized()
        self.settings.full_screen = full

    def exposed(self) -> None:
        """The system wants a picture for the window."""
        self._asked_at = None

    def step(self) -> bool:
        """Let time pass; whether there is a new surface. An X display without a window manager lets no window fill it:
        nothing comes of having asked. There the window is made anew, without a frame and as large as the display."""
        if self._asked_at is None or pygame.time.get_ticks() - self._asked_at < SAME_CHANGE:
            return False
        self._asked_at = None
        with contextlib.suppress(pygame.error), _same_window() as window:
            window.set_windowed()
        return self._lie_over_all()

    def _lie_over_all(self) -> bool:
        """Make the window anew, without a frame and as large as the display; whether that was possible."""
        try:
            self.surface = pygame.display.set_mode(_desktops()[0], pygame.NOFRAME)
            pygame.display.set_window_position((0, 0))
        except pygame.error:
            return False
        self._over_all = True
        return True

    @property
    def _going_back(self) -> bool:
        return pygame.time.get_ticks() - self._went_back_at < SAME_CHANGE

    def _go_back(self) -> None:
        """From the whole screen to where the window was. What the system tells on the way is not where it stays."""
        self._went_back_at = pygame.time.get_ticks()
        if self.maximised:
            self._maximise()
        elif self.place is not None:
            with contextlib.suppress(pygame.error):
                pygame.display.set_window_position(self.place[:2])

    def _maximise(self) -> None:
        self.maximised = True
        with contextlib.suppress(pygame.error), _same_window() as window:
            window.maximize()

    def show(self) -> None:
        """Show what has been drawn."""
        pygame.display.flip()

    def set_pointer(self, name: str, assets: Assets, size: int) -> None:
        """Show the pointer `name` (of `POINTERS`), `size` pixels high; where there is none, nothing happens."""
        (x, y), plain = POINTERS[name]
        picture = assets.sprite(f"cursors/{name}", (size, size))
        cursor = (
            pygame.cursors.Cursor(plain)
            if picture is None
            else pygame.cursors.Cursor((round(x * size / 48), round(y * size / 48)), picture)
        )
        with contextlib.suppress(pygame.error):
            pygame.mouse.set_cursor(cursor)

    def set_icon(self, assets: Assets) -> None:
        picture = assets.original("icon/icon_64")
        if picture is not None:
            pygame.display.set_icon(picture)
