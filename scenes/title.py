"""The title: what can be done on the left, the doors of the games on the right."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from time import localtime, strftime
from typing import Any

import pygame

from game import registry
from game.core.saves import SaveInfo
from game.version import VERSION
from scenes import boards, theme
from scenes.app import App
from scenes.board import DoorLook
from scenes.doors import Door
from scenes.input import Do, Intent
from scenes.scale import Layout
from scenes.screen import Screen
from scenes.widgets import Button, IconButton, Label, ScrollArea, Ui

ENTRY = theme.Style("title", 30, 0, 1.2)


class Title(Screen):
    """The first screen. Continue is there only when there is a game to go on with, and has the focus then."""

    name = "title"
    backdrop = "title"

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self.latest: SaveInfo | None = None

    def enter(self) -> None:
        self._look()
        super().enter()
        self.app.audio.music("drone")
        if not self.app.settings.asked and self.app.folder is not None:
            from scenes.first_start import FirstStart  # over the title, once

            self.app.manager.push(FirstStart(self.app))

    def resume(self) -> None:
        self._look()
        self.refresh()

    def _look(self) -> None:
        from scenes.shell import latest  # the shell makes titles

        self.latest = latest(self.app)
        self.ui.focus_first("continue" if self.latest is not None else "new")

    def back(self) -> None:
        """Esc on the title leaves nothing: Quit is its own entry."""

    # What can be done

    def _entries(self) -> list[tuple[str, str, str, Callable[[], None]]]:
        """Id, word, second line and act of each entry."""
        app = self.app
        entries: list[tuple[str, str, str, Callable[[], None]]] = []
        if self.latest is not None:
            damaged = self.latest.state != "sound"
            word = app.tr("title.recover" if damaged else "title.continue")
            entries.append(("continue", word, describe_save(app, self.latest), self._continue))
        entries += [
            ("new", app.tr("title.new"), "", self._new_game),
            *((id, word, "", act) for id, word, act in boards.title_entries(app)),
            ("load", app.tr("title.load"), "", self._load),
            ("settings", app.tr("settings.title"), "", self._settings),
            ("credits", app.tr("credits.title"), "", self._credits),
            ("quit", app.tr("title.quit"), "", app.manager.pop),
        ]
        return entries

    def _continue(self) -> None:
        from scenes.shell import open_table

        if self.latest is not None:
            open_table(self.app, self.latest.path)

    def _new_game(self, game: str | None = None) -> None:
        from scenes.seats import Seats

        self.app.manager.push(Seats(self.app, game))

    def _load(self) -> None:
        from scenes.load import LoadScene

        self.app.manager.push(LoadScene(self.app))

    def _settings(self) -> None:
        from scenes.settings_screen import SettingsScreen

        self.app.manager.push(SettingsScreen(self.app))

    def _credits(self) -> None:
        from scenes.credits import Credits

        self.app.manager.push(Credits(self.app))

    # How it is laid out

    def build(self, ui: Ui) -> None:
        app, scale = self.app, self.app.scale
        single = scale.layout == Layout.SINGLE
        edge = scale.px(40 if single else 96 if scale.layout == Layout.FULL else 64)
        column = scale.px(340 if single else 520 if scale.layout == Layout.FULL else 430)
        column = min(round(column * min(1.4, max(1.0, scale.text_factor))), round(scale.width * 0.42))
        y = round(scale.height * (0.05 if single else 0.09))
        style = theme.GAME_TITLE.sized(56 if single else 92 if scale.layout == Layout.FULL else 76)
        style = app.text.fitting(app.tr("app.name"), style, column, 30)
        for id, text, one, colour in (
            ("name", app.tr("app.name"), style, theme.BONE),
            ("tagline", app.tr("app.tagline"), theme.FLAVOUR.sized(18 if single else 23), theme.LIGHT_GOLD),
        ):
            high = Label.height_for(app, text, one, column)
            ui.add(Label(app, id, pygame.Rect(edge, y, column, high), text, one, colour, shadow=theme.INK))
            y += high
        self.shade_to = edge + column + scale.px(160)
        foot = scale.px(56)
        bottom = scale.height - foot - scale.px(16)
        self._build_menu(ui, pygame.Rect(edge, y + scale.px(20), column, bottom - y - scale.px(20)))
        left = edge + column + scale.px(30 if single else 70)
        doors = pygame.Rect(left, round(scale.height * 0.1), scale.width - edge - left, 0)
        doors.height = bottom - doors.top
        self._build_doors(ui, doors)
        self.foot_top = scale.height - foot
        self._build_foot(ui, pygame.Rect(edge, scale.height - foot, scale.width - 2 * edge, foot))

    def _build_menu(self, ui: Ui, place: pygame.Rect) -> None:
        app, scale = self.app, self.app.scale
        area = ScrollArea(app, "menu", place, region="stage")
        y = scale.px(8)
        for id, word, detail, act in self._entries():
            high = MenuEntry.height(app, word, detail, area.inner_width)
            entry = MenuEntry(app, id, pygame.Rect(0, y, area.inner_width, high), word, act, detail=detail)
            area.add(entry)
            y += high + scale.px(6)
        area.content_height = y
        area.rect.height = min(area.rect.height, y + scale.px(4))
        ui.add(area)

    def _build_doors(self, ui: Ui, place: pygame.Rect) -> None:
        app, scale = self.app, self.app.scale
        single = scale.layout == Layout.SINGLE
        gap = scale.px(24 if single else 44)
        line = scale.px(20 if single else 96 * max(1.0, scale.text_factor))
        looks = [(game, boards.of(game).door) for game in registry.GAMES]
        room = pygame.Rect(place.left, place.top, place.width, place.height - line)
        columns, width, height, caption = max(
            (self._door_size(looks, room, gap, columns) for columns in _columns(len(looks))),
            key=lambda size: size[1] * (size[2] - size[3]),
        )
        rows = [looks[first : first + columns] for first in range(0, len(looks), columns)]
        top = place.top + max(0, (room.height - len(rows) * height - (len(rows) - 1) * gap) // 2)
        for row in rows:
            x = place.left + (place.width - len(row) * width - (len(row) - 1) * gap) // 2
            for game, look in row:
                act = partial(self._new_game, game)
                ui.add(Door(app, pygame.Rect(x, top, width, height), game, look, act, caption=caption, region="right"))
                x += width + gap
            top += height + gap
        self.line = pygame.Rect(place.left, top - gap + scale.px(14), place.width, line)

    def _door_size(
        self, looks: Sequence[tuple[str, DoorLook]], room: pygame.Rect, gap: int, columns: int
    ) -> tuple[int, int, int, int]:
        """What doors in so many columns measure: the columns, width and height of each, and how much of the height is
        for the name."""
        app, scale = self.app, self.app.scale
        rows = -(-len(looks) // columns)
        width = min(scale.px(360), (room.width - (columns - 1) * gap) // columns)
        high = (room.height - (rows - 1) * gap) // rows
        if rows > 1:  # no door is broader than it is high
            width = min(width, round(high * 0.6))
        names = [(app.tr(f"door.{game}"), look.style) for game, look in looks]
        caption = scale.px(16) + max(
            app.text.measure(name, app.text.fitting(name, style, width, 13), width)[1] for name, style in names
        )
        return columns, width, min(high, round(width * 1.9) + caption), caption

    def _build_foot(self, ui: Ui, place: pygame.Rect) -> None:
        app, scale = self.app, self.app.scale
        side = scale.px(44)
        version = app.tr("title.version", version=VERSION)
        ui.add(
            Label(
                app, "version", pygame.Rect(place.left, place.top, place.width // 2, place.height), version,
                theme.SECONDARY, theme.FAINT_ON_DARK, valign="middle", region="top",
            )
        )  # fmt: skip
        muted = app.settings.mute
        word = app.tr("top.unmute" if muted else "top.mute")
        ui.add(
            IconButton(
                app, "mute", pygame.Rect(place.right - side, place.centery - side // 2, side, side),
                "sound-off" if muted else "sound-on", word, lambda: app.handle(Intent(Do.MUTE)), region="top",
                kind="quiet",
            )
        )  # fmt: skip

    def draw(self, surface: pygame.Surface) -> None:
        self.draw_ground(surface)
        self.ui.draw(surface)
        self._draw_line(surface)
        self.ui.draw_over(surface)

    def draw_ground(self, surface: pygame.Surface) -> None:
        super().draw_ground(surface)
        self.app.paint.shade(surface, pygame.Rect(0, 0, self.shade_to, surface.get_height()), "left", 235)
        low = self.app.scale.px(210)
        self.app.paint.shade(
            surface, pygame.Rect(0, surface.get_height() - low, surface.get_width(), low), "bottom", 190
        )

    def _draw_line(self, surface: pygame.Surface) -> None:
        """One line about the door that the pointer or focus is on."""
        scale = self.app.scale
        lit = next((w for w in self.ui.all() if isinstance(w, Door) and w.lit), None)
        if lit is None or self.line.height < scale.px(60):
            return
        game = lit.game
        text = self.app.tr(f"door.{game}.line")
        width = min(self.line.width, scale.px(900))
        place = pygame.Rect(0, self.line.top, width, 0)
        place.centerx = self.line.centerx
        place.height = self.app.text.measure(text, theme.FLAVOUR, width)[1]
        self.app.text.draw(surface, text, place, theme.FLAVOUR, theme.BONE, align="center", shadow=theme.INK)
        facts = self.app.tr(f"door.{game}.facts")
        below = pygame.Rect(place.left, place.bottom, width, self.app.text.measure(facts, theme.SECONDARY, width)[1])
        if below.bottom > self.foot_top:
            return
        self.app.text.draw(surface, facts, below, theme.SECONDARY, theme.FAINT_ON_DARK, align="center")


class MenuEntry(Button):
    """A line of the menu: words in the title's type; the one that is lit has a lozenge before it."""

    def __init__(self, app: App, id: str, rect: pygame.Rect, word: str, act: Callable[[], None], **more: Any) -> None:
        super().__init__(app, id, rect, word, act, style=ENTRY, align="left", **more)

    @staticmethod
    def height(app: App, word: str, detail: str, width: int) -> int:
        inside = width - app.scale.px(36)
        words = app.text.measure(word, ENTRY, inside)[1]
        second = app.text.measure(detail, theme.SECONDARY, inside)[1] if detail else 0
        return max(app.scale.px(48), words + second + app.scale.px(8))

    def draw(self, surface: pygame.Surface) -> None:
        scale, box = self.app.scale, self.box
        lit = self.hovered or self.focused
        colour = theme.CANDLE if lit else theme.BONE
        left = box.left + scale.px(30)
        inside = pygame.Rect(left, box.top, box.right - left - scale.px(6), box.height)
        words = self.app.text.measure(self.label, ENTRY, inside.width)[1]
        second = self.app.text.measure(self.detail, theme.SECONDARY, inside.width)[1] if self.detail else 0
        top = box.centery - (words + second) // 2
        if lit:
            half = scale.px(6)
            middle = (box.left + scale.px(12), top + words // 2)
            pygame.draw.polygon(
                surface,
                theme.CANDLE,
                [
                    (middle[0], middle[1] - half),
                    (middle[0] + half, middle[1]),
                    (middle[0], middle[1] + half),
                    (middle[0] - half, middle[1]),
                ],
            )
        place = pygame.Rect(inside.left, top, inside.width, words)
        self.app.text.draw(surface, self.label, place, ENTRY, colour, shadow=theme.INK)
        if self.detail:
            below = pygame.Rect(inside.left, top + words, inside.width, second)
            self.app.text.draw(surface, self.detail, below, theme.SECONDARY, theme.FAINT_ON_DARK)


def _columns(doors: int) -> Sequence[int]:
    """In how many columns so many doors may stand: up to three of them in one row."""
    return (doors,) if doors <= 3 else range(2, doors + 1)


def describe_save(app: App, info: SaveInfo) -> str:
    """Game, turn, seats and time of a save in one line; the time alone where the file says nothing."""
    try:
        date = strftime("%Y-%m-%d %H:%M", localtime(info.modified))
    except (OverflowError, OSError, ValueError):  # no clock has ever shown that
        date = ""
    if not info.game:
        return date
    name = app.tr(f"{info.game}.name")
    return app.tr("save.line", game=name, chapter=info.chapter, seats=", ".join(info.seats), date=date)
