"""The games that are kept: what each is, whether it is sound, and what can be done with it."""

from __future__ import annotations

import contextlib
import secrets
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pygame

from game import registry
from game.core import saves
from game.core.journal import SaveError
from game.core.names import MAX_NAME, shown_file
from game.core.saves import SaveInfo
from scenes import boards, theme
from scenes.app import App
from scenes.dialogs import NameDialog, Question
from scenes.heading import Heading
from scenes.screen import Screen
from scenes.table import TableScene
from scenes.title import describe_save
from scenes.trouble import save_fault
from scenes.widgets import (
    Button,
    Choice,
    Drawn,
    IconButton,
    Label,
    Panel,
    ScrollArea,
    Ui,
    Why,
    Widget,
)

ORDERS = ("latest", "oldest", "name")
BIN = "bin"
BIN_DAYS = 30
_READ_AT_ONCE = 200_000
_LEAST_READ = 2_000
"""Bytes of files that are read in full in one frame, and what each file counts for at least."""


class LoadScene(Screen):
    """The list, the latest first. A damaged file is listed with its reason; choosing it offers a way on."""

    name = "load"

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self.infos: list[SaveInfo] = []
        """The kept games that are shown, in the order in which they are."""
        self.all: list[SaveInfo] = []
        self.game = ""
        """Whose games are shown; empty: all."""
        self.order = ORDERS[0]
        self._unread: list[SaveInfo] = []
        """The files that were only glanced at, the last to be read first."""
        self._differs = False
        """Whether a file turned out to be another than it looked at a glance."""

    def enter(self) -> None:
        self._read()
        super().enter()

    def resume(self) -> None:
        self._read()
        self.refresh()

    def _read(self) -> None:
        from scenes.shell import games_folder

        folder = games_folder(self.app)
        self.all = saves.list_saves(folder, saves.glance) if folder is not None else []
        self._unread = self.all[::-1]
        self._read_on()
        self._arrange()
        if folder is not None:
            _empty_bin(folder / BIN, time.time())
        self.ui.focus_first("open.0" if self.infos else "new")

    def _read_on(self) -> None:
        """Read some of the files in full: a thousand of them must not keep the list waiting."""
        room = _READ_AT_ONCE
        read: dict[Path, SaveInfo] = {}
        while self._unread and room > 0:
            glanced = self._unread.pop()
            info = saves.inspect(glanced.path)
            try:
                room -= max(_LEAST_READ, glanced.path.stat().st_size)
            except (OSError, ValueError):
                room -= _LEAST_READ
            if self._look(info) != self._look(glanced):
                read[info.path] = info
        if read:
            self.all = [read.get(info.path, info) for info in self.all]
            self._differs = True

    @staticmethod
    def _look(info: SaveInfo) -> tuple[object, ...]:
        """What of a file the list shows."""
        return info.state, info.kind, info.game, info.title, info.seats, info.chapter, info.finished

    def update(self, dt: float) -> bool:
        changed = super().update(dt)
        if self._unread:
            self._read_on()
        if self._differs and not self._unread:
            self._differs = False
            self._arrange()
            self.refresh()
            return True
        return changed

    @property
    def waiting(self) -> bool:
        return bool(self._unread)

    def _arrange(self) -> None:
        """Filter and sort the list."""
        chosen = [info for info in self.all if self.game in ("", info.game)]
        if self.order == "oldest":
            chosen.reverse()
        elif self.order == "name":
            chosen.sort(key=lambda info: self.heading(info).casefold())
        self.infos = chosen

    def _show_game(self, game: str) -> None:
        self.game = game
        self._arrange()
        self.refresh()

    def _sort(self, order: str) -> None:
        self.order = order
        self._arrange()
        self.refresh()

    def heading(self, info: SaveInfo) -> str:
        """What a kept game is called: its title, else the game, else the file."""
        return info.title or (self.app.tr(f"{info.game}.name") if info.game else shown_file(info.path.name))

    def _why_fixed(self, info: SaveInfo, *, sound: bool = True) -> Why | None:
        """Why a file cannot be changed now: a table is open on it, or it is not sound."""
        tables = [scene for scene in self.app.manager.stack if isinstance(scene, TableScene)]
        if any(table.session.path == info.path for table in tables):
            return Why(self.app.tr("load.in_use"))
        return Why(self.app.tr("load.not_sound")) if sound and info.state != "sound" else None

    def _ask_name(self, info: SaveInfo) -> None:
        app = self.app
        words = app.tr("load.rename.title"), app.tr("load.rename.hint"), app.tr("load.rename")
        app.manager.push(NameDialog(app, *words, info.title, partial(self._rename, info.path)))

    def _rename(self, path: Path, title: str) -> None:
        self._try(partial(saves.rename, path, title))

    def _copy(self, info: SaveInfo) -> None:
        """A second game that begins where this one is."""
        mark = self.app.tr("load.copy_of", name="")
        name = self.heading(info).removesuffix(mark)  # a copy of a copy is called no longer
        title = self.app.tr("load.copy_of", name=name[: MAX_NAME - len(mark)].rstrip())
        stem = f"{info.game}-{time.strftime('%Y%m%d-%H%M%S')}-{secrets.token_hex(2)}"
        target = saves.free_path(info.path.parent, stem, info.path.suffix)
        self._try(partial(saves.copy, info.path, target, title))

    def _try(self, act: Callable[[], None]) -> None:
        """Do something to a file; whatever keeps it from being done is told."""
        try:
            act()
        except SaveError as error:
            self.ui.refuse(Why(save_fault(self.app, error)))
        self._read()
        self.refresh()

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
        self._try(partial(saves.discard, path, path.parent / BIN))

    def _new(self) -> None:
        from scenes.seats import Seats

        self.app.manager.replace(Seats(self.app))

    # How it is laid out

    def build(self, ui: Ui) -> None:
        app, scale = self.app, self.app.scale
        heading = Heading(self, app.tr("load.title"))
        heading.add(ui)
        edge = heading.edge
        body = pygame.Rect(edge, heading.title.bottom + scale.px(16), scale.width - 2 * edge, 0)
        body.height = scale.height - body.top - edge // 2
        ui.add(Panel(app, "panel", body, "soot"))
        inside = body.inflate(-2 * scale.px(24), -2 * scale.px(20))
        if self.all:
            head = pygame.Rect(inside.left, inside.top, inside.width, app.text.control())
            self._add_head(ui, head)
            inside.top, inside.height = head.bottom + scale.px(12), inside.height - head.height - scale.px(12)
        area = ScrollArea(app, "list", inside)
        if self.infos:
            y = scale.px(4)
            for number, info in enumerate(self.infos):
                y = self._add_row(area, number, info, y)
            area.content_height = y
        else:
            self._add_empty(area)
        ui.add(area)

    def _add_head(self, ui: Ui, place: pygame.Rect) -> None:
        """Which games, in which order."""
        app, gap = self.app, self.app.scale.px(16)
        half = (place.width - gap) // 2
        games = [("", app.tr("load.all")), *((game, app.tr(registry.get(game).name)) for game in registry.GAMES)]
        orders = [(order, app.tr(f"load.order.{order}")) for order in ORDERS]
        left, right = pygame.Rect(place.left, place.top, half, place.height), place.copy()
        right.left, right.width = place.right - half, half
        ui.add(
            Choice(app, "filter", left, "", games, self.game, self._show_game, tooltip=app.tr("load.filter")),
            Choice(app, "order", right, "", orders, self.order, self._sort, tooltip=app.tr("load.order")),
        )

    def _add_empty(self, area: ScrollArea) -> None:
        app, scale = self.app, self.app.scale
        text = app.tr("load.none_of" if self.all else "load.empty")
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
        gap = scale.px(8)
        text_width = area.inner_width - left - open_width - 3 * side - 2 * pad - 3 * gap
        lines = (
            ("name", self.heading(info), theme.LABEL_BOLD.sized(20), theme.BONE),
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
        )  # fmt: skip
        x += open_width + gap
        for id, icon, act, fixed in (
            ("rename", "pencil", self._ask_name, self._why_fixed(info)),
            ("copy", "card-draw", self._copy, self._why_fixed(info)),
            ("delete", "trash-can", self._ask_delete, self._why_fixed(info, sound=False)),
        ):
            place = pygame.Rect(x, row.centery - side // 2, side, side)
            word = app.tr(f"load.{id}")
            area.add(IconButton(app, f"{id}.{number}", place, icon, word, partial(act, info), reason=fixed))
            x += side + gap
        return y + high + scale.px(10)

    def _draw_row(self, surface: pygame.Surface, widget: Widget, *, info: SaveInfo) -> None:
        scale, box = self.app.scale, widget.box
        self.app.paint.button(surface, box, "normal" if info.state == "sound" else "dim", "plain")
        sign = boards.of(info.game).door.sign if info.game in registry.GAMES else "uncertainty"
        if info.state != "sound":
            sign = "hazard-sign"
        side = scale.px(48)
        colour = theme.LIGHT_GOLD if info.state == "sound" else theme.BAD_ON_DARK
        icon = self.app.assets.icon(sign, side, colour)
        surface.blit(icon, icon.get_rect(center=(box.left + scale.px(42), box.centery)))


def _empty_bin(folder: Path, now: float) -> None:
    """Remove what has lain in the bin for its time."""
    try:
        paths = [*folder.iterdir()]
    except OSError:
        return
    for path in paths:
        with contextlib.suppress(OSError):
            if now - path.stat().st_mtime > BIN_DAYS * 86_400:
                path.unlink()
