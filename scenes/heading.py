"""The head of a page of the shell: its title at the left, Back at the right."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from scenes import theme
from scenes.scale import Layout
from scenes.widgets import Button, Label, Ui

if TYPE_CHECKING:
    from scenes.screen import Screen

LEAST_TITLE = 20.0


class Heading:
    """Where title and Back of a page lie, `edge` pixels from the window's sides; `beside` is kept free between them."""

    def __init__(self, page: Screen, words: str, *, beside: int = 0) -> None:
        self.page, self.words = page, words
        app, scale = page.app, page.app.scale
        self.edge = scale.px(24 if scale.layout == Layout.SINGLE else 64)
        high = app.text.line_height(theme.SCREEN_TITLE)
        width = Button.width_for(app, app.tr("button.back"), icon=True)
        self.back = pygame.Rect(0, 0, width, max(scale.px(48), round(high * 0.8)))
        self.back.midright = (scale.width - self.edge, self.edge // 2 + high // 2)
        right = self.back.left - scale.px(16) - beside
        self.title = pygame.Rect(self.edge, self.edge // 2, right - self.edge, high)

    def add(self, ui: Ui) -> None:
        """Add the title and Back."""
        app = self.page.app
        style = app.text.fitting(self.words, theme.SCREEN_TITLE, self.title.width, LEAST_TITLE)
        ui.add(
            Label(app, "title", self.title, self.words, style, theme.BONE, valign="middle"),
            Button(
                app, "back", self.back, app.tr("button.back"), self.page.back, icon="return-arrow", region="top"
            ),
        )  # fmt: skip

    def beside_back(self, width: int) -> pygame.Rect:
        """A place of that width at the left of Back, as high as it."""
        return pygame.Rect(self.back.left - self.page.app.scale.px(16) - width, self.back.top, width, self.back.height)
