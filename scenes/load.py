"""The games that are kept: what each is, whether it is sound, and what can be done with it."""

from __future__ import annotations

import contextlib
import os
import time
from functools import partial
from pathlib import Path

import pygame

from game.core import saves
from game.core.saves import SaveInfo
from scenes import theme
from scenes.app import App
from scenes.dialogs import Question
from scenes.scale import Layout
from scenes.screen import Screen
from scenes.table import save_fault
from scenes.title import describe_save
from scenes.widgets import Button, Drawn, IconButton, Label, Panel, ScrollArea, Ui, Widget

BIN = "bin"
BIN_DAYS = 30


class LoadScene(Screen):
    """The list, the latest first. A damaged file is listed with its reason; choosing it offers a way on."""

    name = "load"

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self.infos: list[SaveInfo] = []

    def enter(self) -> None:
        self._read()
        super().enter()

    def resume(self) -> None:
        self._read()
        self.refresh()

    def _read(self) -> None:
        from scenes.shell import games_folder

        folder = games_folder(self.app)
        self.infos = saves.list_saves(folder) if folder is not None else []
        if folder is not None:
            _empty_bin(folder / BIN, time.time())
        self.ui.focus_first("open.0" if self.infos else "new")

    def _open(self, info: SaveInfo) -> None:
        from scenes.shell import open_table

        open_table(self.app, info.path)

    def _ask_delete(self, info: SaveInfo) -> None:
        app = self.app
        text = app.tr("load.delete.text", name=describe_save(app, info), days=BIN_DAYS)
        answers = [("delete", app.tr("load.delete"), partial(self._delete, info.path))]
        app.manager.push(Question(app, app.tr("load.delete.title"), text, answers))

    def _delete(self, path: Path) -> None:
        """Into the bin, from where it goes after thirty days."""
        try:
            (path.parent / BIN).mkdir(exist_ok=True)
            target = path.parent / BIN / path.name
            os.replace(path, target)
            os.utime(target)
        except OSError as error:
            self.app.notes.append(str(error))
        self._read()
        self.refresh()

    def _new(self) -> None:
        from scenes.seats import Seats

        self.app.manager.replace(Seats(self.app))

    # How it is laid out

    def build(self, ui: Ui) -> None:
        app, scale = self.app, self.app.scale
        edge = scale.px(24 if scale.layout == Layout.SINGLE else 64)
        title_high = app.text.line_height(theme.SCREEN_TITLE)
        back_word = app.tr("button.back")
        back = pygame.Rect(
            0, 0, Button.width_for(app, back_word, icon=True), max(scale.px(48), round(title_high * 0.8))
        )
        back.midright = (scale.width - edge, edge // 2 + title_high // 2)
        title = pygame.Rect(edge, edge // 2, back.left - edge - scale.px(16), title_high)
        style = app.text.fitting(app.tr("load.title"), theme.SCREEN_TITLE, title.width, 20)
        ui.add(Label(app, "title", title, app.tr("load.title"), style, theme.BONE, valign="middle"))
        body = pygame.Rect(edge, title.bottom + scale.px(16), scale.width - 2 * edge, 0)
        body.height = scale.height - body.top - edge // 2
        ui.add(Panel(app, "panel", body, "soot"))
        area = ScrollArea(app, "list", body.inflate(-2 * scale.px(24), -2 * scale.px(20)))
        if self.infos:
            y = scale.px(4)
            for number, info in enumerate(self.infos):
                y = self._add_row(area, number, info, y)
            area.content_height = y
        else:
            self._add_empty(area)
        ui.add(area)
        ui.add(Button(app, "back", back, back_word, self.back, icon="return-arrow", region="top"))

    def _add_empty(self, area: ScrollArea) -> None:
        app, scale = self.app, self.app.scale
        text = app.tr("load.empty")
        high = Label.height_for(app, text, theme.HEADING, area.inner_width)
        y = scale.px(40)
        place = pygame.Rect(0, y, area.inner_width, high)
        area.add(Label(app, "empty", place, text, theme.HEADING, theme.BONE, align="center"))
        word = app.tr("title.new")
        width = Button.width_for(app, word)
        high = Button.height_for(app, word, width)
        y = place.bottom + scale.px(24)
        place = pygame.Rect((area.inner_width - width) // 2, y, width, high)
        area.add(Button(app, "new", place, word, self._new, kind="primary"))

    def state_words(self, info: SaveInfo) -> str:
        """Whether the file is sound, and if not, why."""
        if info.state == "sound":
            return self.app.tr("load.finished" if info.finished else "load.sound")
        if info.reason is not None:
            return save_fault(self.app, info.reason)
        return self.app.tr(f"load.state.{info.state}")

    def _add_row(self, area: ScrollArea, number: int, info: SaveInfo, y: int) -> int:
        app, scale = self.app, self.app.scale
        pad, side = scale.px(14), scale.px(48)
        open_word = app.tr("load.open")
        open_width = Button.width_for(app, open_word)
        open_high = Button.height_for(app, open_word, open_width)
        left = scale.px(84)
        text_width = area.inner_width - left - open_width - side - 3 * pad
        heading = info.title or (app.tr(f"{info.game}.name") if info.game else info.path.name)
        lines = (
            ("name", heading, theme.LABEL_BOLD.sized(20), theme.BONE),
            ("about", describe_save(app, info), theme.LABEL, theme.FAINT_ON_DARK),
            (
                "state",
                self.state_words(info),
                theme.SECONDARY,
                theme.GOOD_ON_DARK if info.state == "sound" else theme.BAD_ON_DARK,
            ),
        )
        heights = [Label.height_for(app, text, style, text_width) for _, text, style, _ in lines]
        high = max(scale.px(84), sum(heights) + 2 * pad)
        row = pygame.Rect(0, y, area.inner_width, high)
        area.add(Drawn(app, f"row.{number}", row, partial(self._draw_row, info=info), text=describe_save(app, info)))
        top = y + (high - sum(heights)) // 2
        for (id, text, style, colour), tall in zip(lines, heights, strict=True):
            area.add(Label(app, f"{id}.{number}", pygame.Rect(left, top, text_width, tall), text, style, colour))
            top += tall
        x = left + text_width + pad
        area.add(
            Button(
                app, f"open.{number}", pygame.Rect(x, row.centery - open_high // 2, open_width, open_high), open_word,
                partial(self._open, info), kind="primary" if info.state == "sound" else "plain",
            ),
            IconButton(
                app, f"delete.{number}", pygame.Rect(x + open_width + pad, row.centery - side // 2, side, side),
                "trash-can", app.tr("load.delete"), partial(self._ask_delete, info),
            ),
        )  # fmt: skip
        return y + high + scale.px(10)

    def _draw_row(self, surface: pygame.Surface, widget: Widget, *, info: SaveInfo) -> None:
        scale, box = self.app.scale, widget.box
        self.app.paint.button(surface, box, "normal" if info.state == "sound" else "dim", "plain")
        from scenes.doors import DOORS

        sign = next((door.sign for door in DOORS if door.game == info.game), "uncertainty")
        if info.state != "sound":
            sign = "hazard-sign"
        side = scale.px(48)
        colour = theme.LIGHT_GOLD if info.state == "sound" else theme.BAD_ON_DARK
        icon = self.app.assets.icon(sign, side, colour)
        surface.blit(icon, icon.get_rect(center=(box.left + scale.px(42), box.centery)))


def _empty_bin(folder: Path, now: float) -> None:
    """Remove what has lain in the bin for its time."""
    if not folder.is_dir():
        return
    for path in folder.iterdir():
        with contextlib.suppress(OSError):
            if now - path.stat().st_mtime > BIN_DAYS * 86_400:
                path.unlink()
