"""What the rails behind the game master's screen have in common: lines, headings, rows of keys."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import pygame

from game.core.contract import Action
from scenes import theme
from scenes.sacrament import paper
from scenes.widgets import Button, Choice, Label, ScrollArea, Why

if TYPE_CHECKING:
    from scenes.sacrament.table import SacramentTable


class GmPart:
    """A rail of the game master's screen, filled from top to bottom; each step returns the bottom."""

    def __init__(self, table: SacramentTable) -> None:
        self.table = table

    def _words(self, area: ScrollArea, id: str, words: str, style: theme.Style, colour: theme.Colour, y: int) -> int:
        app = self.table.app
        high = app.text.measure(words, style, area.inner_width)[1]
        area.add(
            Label(app, f"gm.{id}", pygame.Rect(0, y, area.inner_width, high), words, style, colour, region=area.region)
        )
        return y + high + app.scale.px(5)

    def _head(self, area: ScrollArea, id: str, y: int) -> int:
        return self._words(
            area,
            f"head.{id}",
            self.table.app.tr(f"sac.gm.head.{id}"),
            paper.UNCIAL.sized(21),
            theme.LIGHT_GOLD,
            y + self.table.app.scale.px(8),
        )

    def _row(
        self, area: ScrollArea, entries: Sequence[tuple[str, str, Callable[[], None], Why | None, bool]], y: int
    ) -> int:
        """Buttons side by side, all of one height."""
        app, scale = self.table.app, self.table.app.scale
        gap = scale.px(6)
        each = (area.inner_width - gap * (len(entries) - 1)) // len(entries)
        high = max(scale.px(46), max(Button.height_for(app, word, each) for _, word, _, _, _ in entries))
        for number, (id, word, press, reason, on) in enumerate(entries):
            place = pygame.Rect(number * (each + gap), y, each, high)
            key = Button(app, id, place, word, press, reason=reason, on=on, region=area.region, style=theme.LABEL_BOLD)
            area.add(key)
        return y + high + gap

    def _choices(
        self,
        area: ScrollArea,
        entries: Sequence[tuple[str, Sequence[tuple[Any, str]], Any, Callable[[Any], None], str]],
        y: int,
    ) -> int:
        """Choices side by side, or below each other where their words need the room; returns the bottom."""
        app, scale = self.table.app, self.table.app.scale
        gap, beside = scale.px(6), scale.px(68)
        each = (area.inner_width - gap * (len(entries) - 1)) // len(entries)
        words = [word for _, choices, *_ in entries for _, word in choices]
        stacked = max(app.text.measure(word, theme.LABEL_BOLD)[0] for word in words) + beside > each
        each = area.inner_width if stacked else each
        high = max(app.text.measure(word, theme.LABEL_BOLD, each - beside)[1] for word in words) + scale.px(14)
        high = max(high, app.text.control(46))
        for number, (id, choices, value, change, tip) in enumerate(entries):
            place = pygame.Rect(0 if stacked else number * (each + gap), y, each, high)
            area.add(Choice(app, id, place, "", choices, value, change, region="right", tooltip=tip))
            if stacked:
                y += high + gap
        return y if stacked else y + high + gap

    def _do(self, action: Action) -> None:
        self.table.act_out(action)
