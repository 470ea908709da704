"""Pictures that are kept while nothing that they show has changed."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pygame

from scenes.widgets import Widget


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


class Layer:
    """Widgets over a ground. Where few of them look different, only their places are drawn anew."""

    def __init__(self) -> None:
        self._still = Still()
        self._looks: dict[str, object] = {}

    def picture(
        self,
        size: tuple[int, int],
        looks: Mapping[Widget, object],
        ground: Callable[[pygame.Surface], None],
        margin: int,
    ) -> pygame.Surface:
        """The widgets as they look now, by `looks` of each (its place included), in their order. What they draw lies
        within `margin` pixels of their boxes."""
        named = {widget.id: look for widget, look in looks.items()}

        def draw(surface: pygame.Surface) -> None:
            ground(surface)
            for widget in looks:
                widget.draw(surface)

        places = {widget: widget.box.inflate(2 * margin, 2 * margin) for widget in looks}
        changed = [place for widget, place in places.items() if self._looks.get(widget.id) != named[widget.id]]
        touched = [(place, [one for one, other in places.items() if other.colliderect(place)]) for place in changed]
        anew = list(named) != list(self._looks) or sum(len(widgets) for _, widgets in touched) > len(looks)
        surface = self._still.picture(size, None, draw, anew=anew)
        for place, widgets in () if anew else touched:
            surface.set_clip(place)
            ground(surface)
            for widget in widgets:
                widget.draw(surface)
        surface.set_clip(None)
        self._looks = named
        return surface

    def forget(self) -> None:
        """Colours, sizes or the window have changed: keep nothing."""
        self._still.forget()
        self._looks = {}
