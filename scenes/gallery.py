"""Everything there is to see and hear, in one place: controls in each state, marks, type, icons, pictures, sounds."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

import pygame

from game import registry
from game.core.rules_text import load_rules
from scenes import boards, theme
from scenes.paths import SPRITES
from scenes.scale import Layout
from scenes.screen import Screen
from scenes.widgets import (
    Button,
    Chip,
    Choice,
    Drawn,
    Label,
    Panel,
    ScrollArea,
    Slider,
    TextField,
    Toggle,
    Ui,
    Why,
    Widget,
    make_tabs,
)

if TYPE_CHECKING:
    from scenes.app import App

PAGES = ("widgets", "seats", "type", "cards", "icons", "pictures", "sounds")
_STATES = ("normal", "hover", "pressed", "dim", "on")
_KINDS = ("plain", "primary", "danger", "paper", "quiet")
_STYLES = {
    "game title": theme.GAME_TITLE,
    "screen title": theme.SCREEN_TITLE,
    "heading": theme.HEADING,
    "card title": theme.CARD_TITLE,
    "body": theme.BODY,
    "body italic": theme.BODY_ITALIC,
    "body bold": theme.BODY_BOLD,
    "label": theme.LABEL,
    "button": theme.BUTTON_TEXT,
    "secondary": theme.SECONDARY,
    "figures": theme.MONO,
    "flavour": theme.FLAVOUR,
}


class Gallery(Screen):
    """Pages by tabs."""

    name = "gallery"

    def __init__(self, app: App, page: str = PAGES[0]) -> None:
        super().__init__(app)
        self.page = page
        self.on = True
        self.choice = "first"
        self.number = 60
        self.field = "Æðelþryð"

    def _open(self, page: str) -> None:
        self.page = page
        self.refresh()

    def _set(self, name: str, value: Any) -> None:
        setattr(self, name, value)
        self.refresh()

    def build(self, ui: Ui) -> None:
        app, scale = self.app, self.app.scale
        edge = scale.px(24 if scale.layout == Layout.SINGLE else 48)
        high = max(scale.px(48), app.text.line_height(theme.BUTTON_TEXT) + scale.px(16))
        back_word = app.tr("button.back")
        back = pygame.Rect(0, 0, Button.width_for(app, back_word), high)
        back.topright = (scale.width - edge, edge // 2)
        names = [(page, app.tr(f"gallery.{page}")) for page in PAGES]
        tabs = pygame.Rect(edge, edge // 2, back.left - edge - scale.px(16), high)
        ui.add(*make_tabs(app, "page", tabs, names, self.page, self._open, region="top"))
        ui.add(Button(app, "back", back, back_word, self.back, region="top"))
        sheet = pygame.Rect(edge, tabs.bottom + scale.px(12), scale.width - 2 * edge, 0)
        sheet.height = scale.height - sheet.top - edge // 2
        paper = self.page == "type"
        ui.add(Panel(app, "sheet", sheet, "parchment" if paper else "soot"))
        area = ScrollArea(app, f"page.{self.page}", sheet.inflate(-2 * scale.px(28), -2 * scale.px(24)), paper=paper)
        fill = {
            "widgets": self._widgets,
            "seats": self._seats,
            "type": self._type,
            "cards": self._cards,
            "icons": self._icons,
            "pictures": self._pictures,
            "sounds": self._sounds,
        }[self.page]
        fill(area)
        ui.add(area)

    def _widgets(self, area: ScrollArea) -> None:
        app, scale = self.app, self.app.scale
        gap, y = scale.px(14), scale.px(8)
        columns = len(_STATES)
        width = (area.inner_width - gap * (columns - 1)) // columns
        words = [app.tr(f"gallery.state.{state}") for state in _STATES]
        high = max(Button.height_for(app, word, width, icon=True) for word in words)
        for kind in _KINDS:
            for number, (state, word) in enumerate(zip(_STATES, words, strict=True)):
                place = pygame.Rect(number * (width + gap), y, width, high)
                reason = Why(app.tr("gallery.why")) if state == "dim" else None
                button = Button(
                    app, f"{kind}.{state}", place, word, partial(app.audio.play, "press"), kind=kind, icon="cog",
                    on=state == "on", reason=reason,
                )  # fmt: skip
                button.hovered = state in ("hover", "pressed")
                button.pressed = state == "pressed"
                area.add(button)
            y += high + gap
        row = max(scale.px(52), app.text.line_height(theme.LABEL) + scale.px(16))
        half = min(area.inner_width, scale.px(760))
        choices = [(word, app.tr(f"gallery.{word}")) for word in ("first", "second", "third")]
        rows: list[Widget] = [
            Toggle(
                app, "toggle", pygame.Rect(0, 0, half, row), app.tr("gallery.toggle"), self.on,
                partial(self._set, "on"),
            ),
            Choice(
                app, "choice", pygame.Rect(0, 0, half, row), app.tr("gallery.choice"), choices, self.choice,
                partial(self._set, "choice"),
            ),
            Slider(
                app, "slider", pygame.Rect(0, 0, half, row), app.tr("gallery.slider"), self.number, 0, 100, 10,
                partial(self._set, "number"),
            ),
            TextField(
                app, "field", pygame.Rect(0, 0, half, row), self.field, partial(self._set, "field"),
                hint=app.tr("gallery.field"),
            ),
        ]  # fmt: skip
        for widget in rows:
            widget.rect.top = y
            area.add(widget)
            y += row + gap
        clause = next(iter(load_rules(next(iter(registry.GAMES))).clauses))
        chip_width, chip_high = Chip.size_for(app, clause)
        area.add(Chip(app, "chip", pygame.Rect(0, y, chip_width, chip_high), clause))
        area.content_height = y + chip_high + gap

    def _seats(self, area: ScrollArea) -> None:
        scale = self.app.scale
        side = scale.px(120)
        for seat in range(len(theme.SEATS)):
            place = pygame.Rect(seat * (side + scale.px(16)), scale.px(8), side, side)
            area.add(
                Drawn(
                    self.app, f"seat.{seat}", place, partial(self._draw_seat, seat=seat), text=theme.SEATS[seat].letter
                )
            )
        for density in range(5):
            place = pygame.Rect(density * (side + scale.px(16)), side + scale.px(40), side, side)
            area.add(Drawn(self.app, f"hatch.{density}", place, partial(self._draw_hatch, density=density)))

    def _draw_seat(self, surface: pygame.Surface, widget: Widget, *, seat: int) -> None:
        self.app.paint.seat_mark(surface, widget.box.center, widget.box.height - self.app.scale.px(10), seat)

    def _draw_hatch(self, surface: pygame.Surface, widget: Widget, *, density: int) -> None:
        self.app.paint.panel(surface, widget.box, "slip", f"hatch.{density}")
        self.app.paint.hatch(surface, widget.box.inflate(-16, -16), density, theme.PRINT)

    def _type(self, area: ScrollArea) -> None:
        y = 0
        doors = {game: boards.of(game).door.style for game in registry.GAMES}
        for name, style in {**_STYLES, **doors}.items():
            text = f"{name}: Unhallowed 0123456789 Æ ð þ é ü č ő"
            high = Label.height_for(self.app, text, style, area.inner_width)
            place = pygame.Rect(0, y, area.inner_width, high)
            area.add(Label(self.app, f"style.{name}", place, text, style, theme.PRINT))
            y += high + self.app.scale.px(6)

    def _grid(self, area: ScrollArea, names: list[str], cell: int, draw: Any) -> None:
        columns = max(1, area.inner_width // cell)
        for number, name in enumerate(names):
            place = pygame.Rect(number % columns * cell, number // columns * cell, cell, cell)
            area.add(Drawn(self.app, f"item.{name}", place, partial(draw, name=name), tooltip=name, text=name))

    def _cards(self, area: ScrollArea) -> None:
        """Every card of every game, as it is read."""
        gap = self.app.scale.px(20)
        columns = max(2, area.inner_width // self.app.scale.px(300))
        width = area.inner_width // columns - gap
        high = round(width * 1.4)
        for number, (name, face) in enumerate(boards.card_faces(self.app)):
            column, row = number % columns, number // columns
            place = pygame.Rect(column * (width + gap), row * (high + gap), width, high)
            area.add(Drawn(self.app, f"card.{number}", place, partial(self._draw_card, face=face), text=name))

    def _draw_card(self, surface: pygame.Surface, widget: Widget, *, face: Callable[[int], pygame.Surface]) -> None:
        surface.blit(face(widget.box.width), widget.box)

    def _icons(self, area: ScrollArea) -> None:
        names = sorted(path.stem for path in (SPRITES / "icons").glob("*.svg"))
        self._grid(area, names, self.app.scale.px(76), self._draw_icon)

    def _draw_icon(self, surface: pygame.Surface, widget: Widget, *, name: str) -> None:
        icon = self.app.assets.icon(name, self.app.scale.px(56))
        surface.blit(icon, icon.get_rect(center=widget.box.center))

    def _pictures(self, area: ScrollArea) -> None:
        folders = sorted(path for path in SPRITES.rglob("*") if path.is_dir() and path.name != "icons")
        names = [name for path in folders for name in self.app.assets.names(path.relative_to(SPRITES).as_posix())]
        self._grid(area, names, self.app.scale.px(240), self._draw_picture)

    def _draw_picture(self, surface: pygame.Surface, widget: Widget, *, name: str) -> None:
        original = self.app.assets.original(name)
        if original is None:
            return
        room = widget.box.inflate(-self.app.scale.px(16), -self.app.scale.px(16))
        factor = min(1.0, room.width / original.get_width(), room.height / original.get_height())
        size = (max(1, round(original.get_width() * factor)), max(1, round(original.get_height() * factor)))
        picture = self.app.assets.sprite(name, size)
        if picture is not None:
            surface.blit(picture, picture.get_rect(center=room.center))

    def _sounds(self, area: ScrollArea) -> None:
        app, gap = self.app, self.app.scale.px(12)
        names = app.audio.names()
        columns = max(1, area.inner_width // app.scale.px(340 * app.scale.text_factor))
        width = area.inner_width // columns - gap
        high = max((Button.height_for(app, name, width, icon=True) for name in names), default=0)
        for number, name in enumerate(names):
            column, row = number % columns, number // columns
            area.add(
                Button(
                    app,
                    f"sound.{name}",
                    pygame.Rect(column * (width + gap), row * (high + gap), width, high),
                    name,
                    partial(app.audio.play, name),
                    icon="sound-on",
                    sound="",
                )
            )
        if not names:
            text = app.tr("gallery.no_sounds")
            high = Label.height_for(app, text, theme.BODY, area.inner_width)
            area.add(Label(app, "none", pygame.Rect(0, 0, area.inner_width, high), text, theme.BODY, theme.BONE))
