"""What the first start asks: text size, motion, sound. All of it is in the settings too."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from scenes import theme
from scenes.app import App
from scenes.dialogs import Dialog
from scenes.settings import SETTINGS
from scenes.settings_screen import setting_widget
from scenes.widgets import Label, ScrollArea

ASKED = ("text_scale", "reduced_motion", "captions", "mute")


class FirstStart(Dialog):
    """A page over the title; leaving it in any way is an answer."""

    name = "first_start"

    def __init__(self, app: App) -> None:
        super().__init__(app, app.tr("first.title"))
        self.ui.focus_first("done")

    def fill(self, area: ScrollArea, width: int) -> None:
        app, scale = self.app, self.app.scale
        y = 0
        sample = app.tr("first.sample")
        for id, text, style in (("intro", app.tr("first.intro"), theme.BODY), ("sample", sample, theme.BODY_ITALIC)):
            high = Label.height_for(app, text, style, width)
            area.add(Label(app, id, pygame.Rect(0, y, width, high), text, style, self.ink))
            y += high + scale.px(12)
        for setting in SETTINGS:
            if setting.name in ASKED:
                high = app.text.control(52)
                area.add(setting_widget(app, setting, pygame.Rect(0, y, width, high), paper=True))
                y += high + scale.px(8)

    def buttons(self) -> Sequence[tuple[str, str, Callable[[], None], str]]:
        return (("done", self.app.tr("first.done"), self.back, "primary"),)

    def exit(self) -> None:
        self.app.settings.asked = True
        self.app.keep_settings()
