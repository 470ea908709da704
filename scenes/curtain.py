"""The curtain between two persons at one computer: nothing private is on the screen while it hangs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import pygame

from scenes import theme
from scenes.input import Intent
from scenes.screen import Screen
from scenes.widgets import Button, Label, ScrollArea, Ui

if TYPE_CHECKING:
    from scenes.app import App

DEAF = 400.0
LINES = 7


class Curtain(Screen):
    """Stands in the very frame in which it is pushed. One button, far from End turn, deaf at first, lifts it."""

    name = "curtain"
    sudden = True
    backdrop = "curtain"

    def __init__(self, app: App, seat: int, name: str, lines: Sequence[str], on_lift: Callable[[], None]) -> None:
        super().__init__(app)
        self.seat, self.seat_name = seat, name
        self.lines = list(lines)[-LINES:]
        self.on_lift = on_lift

    def enter(self) -> None:
        self.app.manager.deafen(DEAF)
        super().enter()
        self.app.audio.play("bell", caption=False)

    def build(self, ui: Ui) -> None:
        app, scale = self.app, self.app.scale
        pad = scale.px(24)
        width = min(scale.px(760), scale.width - 2 * pad)
        left = (scale.width - width) // 2
        mark = min(scale.px(160), scale.height // 5)
        y = max(pad, round(scale.height * 0.09))
        self.mark = pygame.Rect(left, y, width, mark)
        y += mark + scale.px(10)

        def add(id: str, text: str, style: theme.Style, colour: theme.Colour) -> None:
            nonlocal y
            style = app.text.fitting(text, style, width, 20)
            high = Label.height_for(app, text, style, width)
            ui.add(Label(app, id, pygame.Rect(left, y, width, high), text, style, colour, align="center"))
            y += high + scale.px(6)

        add("name", self.seat_name, theme.SCREEN_TITLE, theme.BONE)
        word = app.tr("curtain.lift", name=self.seat_name)
        button_width = min(width, max(scale.px(420), Button.width_for(app, word, icon=True)))
        button_height = max(scale.px(64), Button.height_for(app, word, button_width, icon=True))
        bottom = scale.height - max(pad, round(scale.height * 0.17)) - button_height
        if self.lines:
            add("while", app.tr("curtain.meanwhile"), theme.FLAVOUR.sized(22), theme.LIGHT_GOLD)
            area = ScrollArea(app, "recap", pygame.Rect(left, y, width, max(scale.px(40), bottom - y - pad)))
            line_y = 0
            for number, line in enumerate(self.lines):
                high = Label.height_for(app, line, theme.BODY, area.inner_width)
                place = pygame.Rect(0, line_y, area.inner_width, high)
                area.add(Label(app, f"recap.{number}", place, line, theme.BODY, theme.BONE, align="center"))
                line_y += high + scale.px(6)
            area.rect.height = min(area.rect.height, max(scale.px(20), line_y))
            ui.add(area)
        place = pygame.Rect((scale.width - button_width) // 2, bottom, button_width, button_height)
        ui.add(Button(app, "lift", place, word, self._lift, kind="primary", icon="open-book", region="actions"))
        ui.focus_first("lift")

    def _lift(self) -> None:
        self.app.manager.pop()
        self.on_lift()

    def back(self) -> None:
        """Esc does not lift a curtain."""

    def handle(self, intent: Intent) -> bool:
        super().handle(intent)
        return True

    def draw_ground(self, surface: pygame.Surface) -> None:
        self.app.paint.backdrop(surface, self.backdrop)
        self.app.paint.seat_mark(surface, self.mark.center, self.mark.height, self.seat)
