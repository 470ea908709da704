"""The window: made, resized, full screen and back, remembered."""

from __future__ import annotations

import contextlib
import os

import pygame

from scenes.assets import Assets
from scenes.scale import MIN_HEIGHT, MIN_WIDTH
from scenes.settings import Settings

TITLE = "Unhallowed"
POINTERS = {
    # name: (hot spot of 48, the system's own for where the picture is missing)
    "arrow": ((4, 4), pygame.SYSTEM_CURSOR_ARROW),
    "hand": ((18, 4), pygame.SYSTEM_CURSOR_HAND),
    "text": ((24, 24), pygame.SYSTEM_CURSOR_IBEAM),
}
POINTER_SIZE = 36.0  # units


def prepare() -> None:
    """What has to be said to SDL before the display starts."""
    os.environ.setdefault("SDL_WINDOWS_DPI_AWARENESS", "permonitorv2")
    os.environ.setdefault("SDL_MOUSE_FOCUS_CLICKTHROUGH", "1")  # the press that fetches the window is answered too
    os.environ.setdefault("SDL_IME_SHOW_UI", "1")
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    os.environ.setdefault("SDL_VIDEO_ALLOW_SCREENSAVER", "1")


class Window:
    """The one window. `surface` is where frames are drawn; it changes whenever the size does."""

    def __init__(self, settings: Settings, size: tuple[int, int] | None = None) -> None:
        self.settings = settings
        self.fixed = size
        self.full_screen = settings.full_screen and size is None
        self.surface = self._open()

    @property
    def size(self) -> tuple[int, int]:
        return self.surface.get_size()

    def _desktop(self) -> tuple[int, int]:
        try:
            return pygame.display.get_desktop_sizes()[0]
        except (pygame.error, IndexError):
            return MIN_WIDTH, MIN_HEIGHT

    def _open(self) -> pygame.Surface:
        if self.settings.software_frames:
            os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")
        pygame.display.set_caption(TITLE)
        if self.fixed is not None:
            return pygame.display.set_mode(self.fixed)
        if self.full_screen:
            surface = pygame.display.set_mode(self._desktop(), pygame.NOFRAME)
            with contextlib.suppress(pygame.error):
                pygame.display.set_window_position((0, 0))
            return surface
        size = self._windowed_size()
        surface = pygame.display.set_mode(size, pygame.RESIZABLE)
        self._place(size)
        return surface

    def _windowed_size(self) -> tuple[int, int]:
        """The remembered size, or 80 % of the desktop where that no longer fits; never under the minimum."""
        wanted = (self.settings.window_width, self.settings.window_height)
        desktop = self._desktop()
        if wanted[0] > desktop[0] or wanted[1] > desktop[1]:
            wanted = (round(desktop[0] * 0.8), round(desktop[1] * 0.8))
        return max(MIN_WIDTH, wanted[0]), max(MIN_HEIGHT, wanted[1])

    def _place(self, size: tuple[int, int]) -> None:
        """Put the window where it was, if its title bar can be reached there."""
        x, y = self.settings.window_x, self.settings.window_y
        width, height = self._desktop()
        if x < 0 or y < 0 or x + min(size[0], 200) > width or y + 40 > height:
            return
        with contextlib.suppress(pygame.error):
            pygame.display.set_window_position((x, y))

    def remember_place(self) -> None:
        """Note where the window is now."""
        if self.full_screen or self.fixed is not None:
            return
        with contextlib.suppress(pygame.error):
            self.settings.window_x, self.settings.window_y = pygame.display.get_window_position()

    def resized(self) -> None:
        """The person dragged the window: take the new surface, remember the size."""
        current = pygame.display.get_surface()
        if current is not None:
            self.surface = current
        if not self.full_screen and self.fixed is None:
            self.settings.window_width, self.settings.window_height = self.size

    def set_full_screen(self, full: bool) -> None:
        """Borderless full screen, or a window of the remembered size. Where the system refuses, nothing changes."""
        if full == self.full_screen or self.fixed is not None:
            return
        self.full_screen = full
        try:
            self.surface = self._open()
        except pygame.error:
            self.full_screen = not full
            self.surface = self._open()
        self.settings.full_screen = self.full_screen

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
