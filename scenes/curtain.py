"""The curtain between two persons at one computer: nothing private is on the screen while it hangs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import pygame

from scenes import theme
from scenes.input import Intent
from scenes.screen import Screen
from scenes.widgets import Button, Label, Panel, ScrollArea, Ui

if TYPE_CHECKING:
    from scenes.app import App

DEAF = 400.0
LINES = 7
EMBLEM = 0.465
"""Where the emblem on the curtain is, as a share of the height: the sheet is pinned over it."""


class Curtain(Screen):
    """Stands in the very frame in which it is pushed. One button, far from End turn, deaf at first, lifts it."""

    name = "curtain"
    sudden = True
    backdrop = "curtain"

    def __init__(
        self,
        app: App,
        seat: int,
        name: str,
        lines: Sequence[str],
        on_lift: Callable[[], None],
        word: str = "curtain.lift",
    ) -> None:
        """`word` is the text key of the button, with `{name}`."""
        super().__init__(app)
        self.word = word
        self.seat, self.seat_name = seat, name
        self.lines = list(lines)[-LINES:]
        self.on_lift = on_lift

    def enter(self) -> None:
        self.app.manager.deafen(DEAF)
        super().enter()
        self.app.audio.play("bell")

    def build(self, ui: Ui) -> None:
        app, scale = self.app, self.app.scale
        pad = scale.px(24)
        width = min(scale.px(760), scale.width - 2 * pad)
        left = (scale.width - width) // 2
        mark = min(scale.px(160), scale.height // 6)
        y = max(pad, round(scale.height * 0.06))
        self.mark = pygame.Rect(left, y, width, mark)
        y += mark + scale.px(10)

        def add(id: str, text: str, style: theme.Style, colour: theme.Colour) -> None:
            nonlocal y
            style = app.text.fitting(text, style, width, 20)
            high = Label.height_for(app, text, style, width)
            ui.add(Label(app, id, pygame.Rect(left, y, width, high), text, style, colour, align="center"))
            y += high + scale.px(6)

        add("name", self.seat_name, theme.SCREEN_TITLE, theme.BONE)
        word = app.tr(self.word, name=self.seat_name)
        button_width = min(width, max(scale.px(420), Button.width_for(app, word, icon=True)))
        button_height = max(scale.px(64), Button.height_for(app, word, button_width, icon=True))
        bottom = scale.height - max(pad, round(scale.height * 0.12)) - button_height
        if self.lines:
            self._add_recap(ui, pygame.Rect(left, y + scale.px(14), width, bottom - y - scale.px(14) - pad))
        place = pygame.Rect((scale.width - button_width) // 2, bottom, button_width, button_height)
        ui.add(Button(app, "lift", place, word, self._lift, kind="primary", icon="open-book", region="actions"))
        ui.focus_first("lift")

    def _add_recap(self, ui: Ui, room: pygame.Rect) -> None:
        """What happened meanwhile, on a sheet as high as its lines, in the middle of `room`."""
        app, scale = self.app, self.app.scale
        pad = scale.px(28)
        heading = app.tr("curtain.meanwhile")
        area = ScrollArea(app, "recap", pygame.Rect(room.left + pad, 0, room.width - 2 * pad, 10), paper=True)
        width = area.inner_width
        y = 0
        style = theme.FLAVOUR.sized(24)
        for id, text, one, colour in (
            ("while", heading, style, theme.BLOOD),
            *((f"recap.{number}", line, theme.BODY.sized(20), theme.PRINT) for number, line in enumerate(self.lines)),
        ):
            high = Label.height_for(app, text, one, width)
            area.add(Label(app, id, pygame.Rect(0, y, width, high), text, one, colour, align="center"))
            y += high + scale.px(6)
        sheet = room.copy()
        sheet.height = max(scale.px(60), min(room.height, y + 2 * pad))
        sheet.centery = round(scale.height * EMBLEM)
        sheet.clamp_ip(room)
        area.content_height = y
        area.rect.top, area.rect.height = sheet.top + pad, max(scale.px(20), sheet.height - 2 * pad)
        ui.add(Panel(app, "sheet", sheet, "parchment"), area)

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
