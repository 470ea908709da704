"""A screen in words: its regions, each thing one sentence, to be walked through by arrows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import pygame

from scenes import theme
from scenes.dialogs import Dialog
from scenes.widgets import Drawn, Label, ScrollArea, Widget

if TYPE_CHECKING:
    from scenes.app import App

Outline = Sequence[tuple[str, Sequence[str]]]


class TextView(Dialog):
    """What the scene beneath says of itself (`Scene.outline`)."""

    name = "text_view"
    width = 960.0

    def __init__(self, app: App, outline: Outline) -> None:
        super().__init__(app, app.tr("text_view.title"))
        self.outlined = [(region, list(lines)) for region, lines in outline]
        self.ui.focus_first("line.0")

    def fill(self, area: ScrollArea, width: int) -> None:
        app, gap = self.app, self.app.scale.px(4)
        y = number = 0
        for region, lines in self.outlined:
            word = app.tr(f"text_view.region.{region}")
            high = Label.height_for(app, word, theme.HEADING, width)
            area.add(Label(app, f"region.{region}", pygame.Rect(0, y, width, high), word, theme.HEADING, theme.BLOOD))
            y += high + gap
            for line in lines:
                high = Label.height_for(app, line, theme.BODY, width - self.app.scale.px(16))
                place = pygame.Rect(0, y, width, high + 2 * gap)
                area.add(Drawn(app, f"line.{number}", place, self._draw_line, _nothing, text=line))
                y += place.height
                number += 1
            y += 2 * gap
        if not self.outlined:
            word = app.tr("text_view.empty")
            y = Label.height_for(app, word, theme.BODY, width)
            area.add(Label(app, "empty", pygame.Rect(0, 0, width, y), word, theme.BODY, self.ink))
        area.content_height = y

    def _draw_line(self, surface: pygame.Surface, widget: Widget) -> None:
        place = widget.box.inflate(-self.app.scale.px(16), -self.app.scale.px(8))
        self.app.text.draw(surface, widget.text, place, theme.BODY, self.ink)

    def outline(self) -> list[tuple[str, list[str]]]:
        return self.outlined


def _nothing() -> None:
    """A line can have the focus, and does nothing when it is pressed."""
