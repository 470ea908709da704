"""A window on something higher than itself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import pygame

from scenes.input import Do, Intent
from scenes.widgets.base import Widget

if TYPE_CHECKING:
    from scenes.app import App


class ScrollArea(Widget):
    """Holds widgets whose places are in its content, the content's top left being the area's own.

    `content_height` grows with what is added. The area takes the focus itself only when nothing inside it can (a long
    text), so that keys reach the whole of it.
    """

    def __init__(
        self,
        app: App,
        id: str,
        rect: pygame.Rect,
        *,
        panel: str = "",
        paper: bool = False,
        stick: bool = False,
        **more: Any,
    ) -> None:
        super().__init__(app, id, rect, **more)
        self.panel = panel
        self.paper = paper
        self.stick = stick
        """Whether it stays at its end when it was there (a log that grows)."""
        self.children: list[Widget] = []
        self.offset = 0.0
        self.content_height = 0
        self._grabbed: tuple[int, float] | None = None

    @property
    def focusable(self) -> bool:  # type: ignore[override]
        return self.overflow > 0 and not any(child.focusable for child in self.children)

    @property
    def bar_width(self) -> int:
        return self.app.scale.px(14)

    @property
    def inner_width(self) -> int:
        """The width that children have, the scroll bar's place left out."""
        return self.rect.width - self.bar_width - self.app.scale.px(4)

    @property
    def window(self) -> pygame.Rect:
        return self.box

    @property
    def overflow(self) -> int:
        """How many pixels of the content do not fit."""
        return max(0, self.content_height - self.rect.height)

    def add(self, *children: Widget) -> None:
        for child in children:
            child.area = self
            child.ui = self.ui
            self.children.append(child)
            self.content_height = max(self.content_height, child.rect.bottom)

    def extend(self, children: Sequence[Widget]) -> None:
        self.add(*children)

    def on_screen(self, rect: pygame.Rect) -> pygame.Rect:
        return rect.move(self.rect.x, self.rect.y - round(self.offset))

    def scroll_to(self, offset: float) -> None:
        self.offset = min(float(self.overflow), max(0.0, offset))

    def show(self, rect: pygame.Rect) -> None:
        """Scroll as little as shows `rect` (in content), with a margin."""
        margin = self.app.scale.px(12)
        if rect.top - margin < self.offset:
            self.scroll_to(rect.top - margin)
        elif rect.bottom + margin > self.offset + self.rect.height:
            self.scroll_to(rect.bottom + margin - self.rect.height)

    def handle(self, intent: Intent) -> bool:
        step = self.app.scale.px(60)
        page = self.rect.height - step
        by = {
            Do.UP: -step,
            Do.DOWN: step,
            Do.PAGE_UP: -page,
            Do.PAGE_DOWN: page,
            Do.HOME: -self.content_height,
            Do.END: self.content_height,
        }.get(intent.do)
        if by is None or not self.overflow:
            return False
        before = self.offset
        self.scroll_to(self.offset + by)
        return self.offset != before or intent.do in (Do.PAGE_UP, Do.PAGE_DOWN)

    def wheel(self, notches: float) -> bool:
        before = self.offset
        self.scroll_to(self.offset - notches * self.app.scale.px(72))
        return self.offset != before

    # The bar

    def _bar(self) -> tuple[pygame.Rect, pygame.Rect]:
        track = pygame.Rect(self.box.right - self.bar_width, self.box.top, self.bar_width, self.box.height)
        length = max(self.app.scale.px(44), round(track.height * self.rect.height / max(1, self.content_height)))
        top = track.top + round((track.height - length) * self.offset / max(1, self.overflow))
        return track, pygame.Rect(track.left, top, track.width, length)

    def press_at(self, pos: tuple[int, int]) -> None:
        track, thumb = self._bar()
        self._grabbed = None
        if self.overflow and track.collidepoint(pos):
            if not thumb.collidepoint(pos):
                share = (pos[1] - track.top - thumb.height / 2) / max(1, track.height - thumb.height)
                self.scroll_to(share * self.overflow)
            self._grabbed = (pos[1], self.offset)

    def drag_to(self, pos: tuple[int, int]) -> bool:
        if self._grabbed is None:
            return False
        track, thumb = self._bar()
        start, offset = self._grabbed
        self.scroll_to(offset + (pos[1] - start) * self.overflow / max(1, track.height - thumb.height))
        return True

    def draw(self, surface: pygame.Surface) -> None:
        if self.panel:
            grown = self.box.inflate(self.app.scale.px(16), self.app.scale.px(16))
            self.app.paint.panel(surface, grown, self.panel, self.id)
        before = surface.get_clip()
        surface.set_clip(self.window.clip(before))
        self.app.text.scrolling += 1
        for child in self.children:
            if child.box.colliderect(self.window):
                child.draw(surface)
        self.app.text.scrolling -= 1
        surface.set_clip(before)
        if self.overflow:
            track, thumb = self._bar()
            held = self._grabbed is not None and self.pressed
            self.app.paint.scroll_bar(surface, track, thumb, paper=self.paper, held=held)

    def remember(self) -> Any:
        return None if self.stick and self.offset >= self.overflow - 2 else self.offset

    def recall(self, state: Any) -> None:
        self.scroll_to(float(state))
