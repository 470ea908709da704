"""A row of tabs; the one that is open stands out by shape."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

import pygame

from scenes import theme
from scenes.widgets.basic import Button

if TYPE_CHECKING:
    from scenes.app import App


class Tab(Button):
    """One tab: open ones are of the panel's colour and joined to it, with a candle line on top."""

    def draw(self, surface: pygame.Surface) -> None:
        if not self.on:
            super().draw(surface)
            return
        scale = self.app.scale
        body = pygame.Rect(self.box.left, self.box.top - scale.px(4), self.box.width, self.box.height + scale.px(4))
        self.app.paint.button(surface, body, "hover", self.kind)
        pygame.draw.rect(
            surface,
            theme.CANDLE,
            (body.left + scale.px(8), body.top + scale.px(3), body.width - scale.px(16), scale.px(4)),
        )
        ink = self.app.paint.button_ink("hover", self.kind)
        self.app.text.draw(
            surface, self.label, body.inflate(-scale.px(16), 0), self.style, ink, align="center", valign="middle"
        )


def make_tabs(
    app: App,
    id: str,
    rect: pygame.Rect,
    names: Sequence[tuple[str, str]],
    open_one: str,
    on_change: Callable[[str], None],
    *,
    region: str = "stage",
    vertical: bool = False,
) -> list[Tab]:
    """Tabs side by side (or one below the other) in `rect`; `names` pairs each value with its word."""
    tabs = []
    gap = app.scale.px(6)
    for number, (value, word) in enumerate(names):
        if vertical:
            high = app.scale.px(48)
            place = pygame.Rect(rect.x, rect.y + number * (high + gap), rect.width, high)
        else:
            left = rect.x + round(number * (rect.width + gap) / len(names))
            right = rect.x + round((number + 1) * (rect.width + gap) / len(names)) - gap
            place = pygame.Rect(left, rect.y, right - left, rect.height)
        chosen = value == open_one
        tab = Tab(app, f"{id}.{value}", place, word, partial(on_change, value), on=chosen, region=region)
        tab.text = app.tr("tab.open" if chosen else "tab.closed", name=word)
        tabs.append(tab)
    return tabs
