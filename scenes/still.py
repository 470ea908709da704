"""A picture that is kept while nothing that it shows has changed."""

from __future__ import annotations

from collections.abc import Callable

import pygame


class Still:
    """The part of a screen that seldom changes, drawn once for each `key`."""

    def __init__(self) -> None:
        self._picture: pygame.Surface | None = None
        self._key: object = None

    def picture(
        self, size: tuple[int, int], key: object, draw: Callable[[pygame.Surface], None], *, anew: bool = False
    ) -> pygame.Surface:
        """The picture in this size, by `draw` where the key is another than last time, or `anew` asks for it."""
        if self._picture is None or self._picture.get_size() != size:
            self._picture = pygame.Surface(size).convert()
            anew = True
        if anew or key != self._key:
            draw(self._picture)
            self._key = key
        return self._picture

    def forget(self) -> None:
        """Colours, sizes or the window have changed: keep nothing."""
        self._picture = None
