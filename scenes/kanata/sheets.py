"""Sheets over the table: a case-file card to read, a character with everything they carry."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

import pygame

from scenes import theme
from scenes.dialogs import Dialog
from scenes.kanata.cards import RATIO
from scenes.widgets import Drawn, Label, ScrollArea, Widget

if TYPE_CHECKING:
    from scenes.app import App
    from scenes.kanata.table import KanataTable

CARD = 400.0
FACE = 240.0


class _PictureDialog(Dialog, ABC):
    """A picture at the left and sentences at the right, or below it where the sheet is narrow."""

    width = 960.0

    def __init__(self, app: App, table: KanataTable, title: str) -> None:
        super().__init__(app, title)
        self.table = table
        self.ui.focus_first("close")

    @abstractmethod
    def picture(self, size: tuple[int, int]) -> pygame.Surface | None:
        """The picture at a size."""

    @abstractmethod
    def picture_size(self, width: int) -> tuple[int, int]:
        """The picture's size, at most `width` wide."""

    def lines(self) -> list[tuple[theme.Style, str]]:
        """Style and text of each sentence."""
        return []

    def _draw(self, surface: pygame.Surface, widget: Widget) -> None:
        image = self.picture(widget.box.size)
        if image is not None:
            surface.blit(image, widget.box)

    def fill(self, area: ScrollArea, width: int) -> None:
        app, scale = self.app, self.app.scale
        size = self.picture_size(width)
        gap = scale.px(24)
        beside = width - size[0] - gap >= scale.px(300) * scale.text_factor
        left = 0 if beside else (width - size[0]) // 2
        area.add(Drawn(app, "picture", pygame.Rect(left, 0, *size), self._draw, text=self.title))
        x = size[0] + gap if beside else 0
        y = 0 if beside else size[1] + gap
        for number, (style, text) in enumerate(self.lines()):
            high = app.text.measure(text, style, width - x)[1]
            area.add(Label(app, f"line.{number}", pygame.Rect(x, y, width - x, high), text, style, self.ink))
            y += high + scale.px(10)


class CardSheet(_PictureDialog):
    """A card, large, with its words beside it."""

    name = "kanata_card"

    def __init__(self, app: App, table: KanataTable, deck: str, card: str) -> None:
        self.deck, self.card = deck, card
        super().__init__(app, table, table.art.words(card, deck)[0])

    def picture_size(self, width: int) -> tuple[int, int]:
        scale = self.app.scale
        wide = min(scale.px(CARD), width, round((scale.height * 0.8 - scale.px(200)) / RATIO))
        return wide, round(wide * RATIO)

    def picture(self, size: tuple[int, int]) -> pygame.Surface:
        return self.table.art.front(self.deck, self.card, size[0])

    def lines(self) -> list[tuple[theme.Style, str]]:
        return [(theme.BODY, self.table.art.words(self.card, self.deck)[1])]


class PersonSheet(_PictureDialog):
    """A character: where, how, with what."""

    name = "kanata_person"

    def __init__(self, app: App, table: KanataTable, seat: int) -> None:
        self.seat = seat
        super().__init__(app, table, table.person_name(seat))

    def picture_size(self, width: int) -> tuple[int, int]:
        wide = min(self.app.scale.px(FACE), width)
        return wide, round(wide / 1.2)

    def picture(self, size: tuple[int, int]) -> pygame.Surface | None:
        return self.app.assets.cover(f"kanata/faces/{self.table.view.persons[self.seat].character}", size)

    def lines(self) -> list[tuple[theme.Style, str]]:
        table, tr = self.table, self.app.tr
        person = table.view.persons[self.seat]
        lines = []
        key = f"character.{person.character}.line"
        if self.app.strings.has(key):
            lines.append((theme.BODY_ITALIC, tr(key)))
        lines.append((theme.BODY, table.rails.words(person)))
        lines += [(theme.BODY, table.item_words(item)) for item in person.items]
        lines += [(theme.BODY, table.token_words(name, count)) for name, count in person.tokens]
        return lines
