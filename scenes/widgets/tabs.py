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
    """Tabs side by side in `rect`, or one below the other from its top; `names` pairs each value with its word.

    Side by side the wider words get more room, and smaller letters where that is not enough.
    """
    tabs = []
    gap, pad = app.scale.px(6), app.scale.px(32)
    style = theme.BUTTON_TEXT
    widths = [app.text.measure(word, style)[0] + pad for _, word in names]
    room = rect.width - gap * (len(names) - 1)
    if not vertical and sum(widths) > room:
        share = room / sum(widths)
        for (_, word), width in zip(names, widths, strict=True):
            style = app.text.fitting(word, style, round(width * share) - pad, 12)
    extra = 0 if vertical else (room - sum(widths)) / len(names)
    if extra < 0:
        widths, extra = [round(width * room / sum(widths)) for width in widths], 0
    x, y = float(rect.x), rect.y
    for (value, word), width in zip(names, widths, strict=True):
        if vertical:
            place = pygame.Rect(rect.x, y, rect.width, Button.height_for(app, word, rect.width))
            y = place.bottom + gap
        else:
            place = pygame.Rect(round(x), rect.y, round(x + width + extra) - round(x), rect.height)
            x += width + extra + gap
        chosen = value == open_one
        act = partial(on_change, value)
        tab = Tab(app, f"{id}.{value}", place, word, act, on=chosen, region=region, style=style)
        tab.text = app.tr("tab.open" if chosen else "tab.closed", name=word)
        tabs.append(tab)
    return tabs
