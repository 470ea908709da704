"""The log: who did what, what came of it, and by which rule."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import pygame

from game.core.contract import Action
from game.core.session import Entry
from game.core.wording import Wording
from scenes import theme
from scenes.dialogs import Dialog
from scenes.theme import Colour
from scenes.widgets import Chip, Choice, Label, ScrollArea, TextField, Ui, Why, Widget

if TYPE_CHECKING:
    from scenes.app import App

LATEST = 40
"""Entries that the panel beside the table holds; the sheet has all."""


LookBack = Callable[[int], Why | None]
"""Shows the table as it was after an entry, or says why not."""
Forced = Mapping[int, Action]
"""Steps that were taken by themselves, by the number of their entry."""


def entry_lines(wording: Wording, entry: Entry, forced: Forced | None = None) -> list[tuple[str, tuple[str, ...]]]:
    """The sentences of an entry, each with its clauses; silent events are left out. A step of `forced` says so."""
    lines = [(wording.event(event), event.clauses) for event in entry.events]
    if forced and entry.action is not None and forced.get(entry.number) == entry.action:
        lines.insert(0, (wording.strings.text("log.forced", {"what": wording.done(entry)}), ()))
    return [(text, clauses) for text, clauses in lines if text]


class _Heading(Widget):
    """The seat's mark and name above what it did."""

    focusable = False

    def __init__(self, app: App, id: str, rect: pygame.Rect, seat: int, name: str, colour: Colour, paper: bool) -> None:
        super().__init__(app, id, rect, text=name)
        self.seat, self.name, self.colour, self.paper = seat, name, colour, paper

    def draw(self, surface: pygame.Surface) -> None:
        side = min(self.box.height, self.app.scale.px(26))
        self.app.paint.seat_mark(
            surface, (self.box.left + side // 2, self.box.centery), side, self.seat, paper=self.paper
        )
        place = self.box.copy()
        place.left += side + self.app.scale.px(8)
        place.width -= side + self.app.scale.px(8)
        self.app.text.draw(
            surface, self.name, place, theme.LABEL_BOLD, self.colour, valign="middle", wrap=False, must_fit=False
        )


class LogLine(Label):
    """A sentence of the log; pressed, it shows the table as it was then."""

    focusable = True
    keeps_focus = False

    def __init__(
        self, app: App, id: str, rect: pygame.Rect, text: str, colour: Colour, entry: int, look_back: LookBack
    ) -> None:
        super().__init__(app, id, rect, text, theme.BODY, colour, tooltip=app.tr("log.look_back"))
        self.entry, self.look_back = entry, look_back

    def activate(self) -> None:
        why = self.look_back(self.entry)
        if self.ui is not None:
            self.ui.go_home()
        if why is not None and self.ui is not None:
            self.ui.refuse(why, self)
        else:
            self.app.audio.play("paper", caption=False)

    def draw(self, surface: pygame.Surface) -> None:
        super().draw(surface)
        if self.hovered:
            line = max(1, self.app.scale.px(1.5))
            surface.fill(self.colour, (self.box.left, self.box.bottom - line, self.box.width, line))


def fill_log(
    app: App,
    area: ScrollArea,
    wording: Wording,
    entries: Sequence[Entry],
    forced: Forced | None = None,
    *,
    paper: bool = True,
    look_back: LookBack | None = None,
) -> None:
    """Lay the entries out in a scroll area, the oldest on top, and scroll to the end."""
    scale = app.scale
    ink = theme.PRINT if paper else theme.BONE
    width = area.inner_width
    y = scale.px(4)
    last_seat: int | None = -1
    for entry in entries:
        lines = entry_lines(wording, entry, forced)
        if not lines:
            continue
        if entry.seat is not None and entry.seat != last_seat:
            high = max(scale.px(30), app.text.line_height(theme.LABEL_BOLD))
            y += scale.px(6)
            place = pygame.Rect(0, y, width, high)
            area.add(_Heading(app, f"log.{entry.number}", place, entry.seat, wording.names[entry.seat], ink, paper))
            y += high + scale.px(2)
        last_seat = entry.seat
        for number, (text, clauses) in enumerate(lines):
            y = _add_line(app, area, f"log.{entry.number}.{number}", text, clauses, y, width, ink, paper, look_back)
    area.content_height = y + scale.px(4)
    area.scroll_to(area.overflow)


def _add_line(
    app: App, area: ScrollArea, id: str, text: str, clauses: Sequence[str], y: int, width: int, ink: Colour,
    paper: bool, look_back: LookBack | None,
) -> int:  # fmt: skip
    scale = app.scale
    chip_width, chip_height = Chip.size_for(app, clauses[0]) if clauses else (0, 0)
    beside = width - chip_width - scale.px(8) if clauses else width
    narrow = clauses and beside < scale.px(150 * scale.text_factor)
    room = width if narrow else beside
    height = app.text.measure(text, theme.BODY, room)[1]
    place = pygame.Rect(0, y, room, height)
    if look_back is None:
        area.add(Label(app, f"{id}.text", place, text, theme.BODY, ink))
    else:
        area.add(LogLine(app, f"{id}.text", place, text, ink, int(id.split(".")[1]), look_back))
    bottom = y + height
    if clauses:
        top = bottom + scale.px(2) if narrow else y
        place = pygame.Rect(width - chip_width, top, chip_width, chip_height)
        area.add(Chip(app, f"{id}.chip", place, clauses[0], paper=paper, tooltip="  ".join(clauses)))
        bottom = max(bottom, place.bottom)
    return bottom + scale.px(4)


class LogSheet(Dialog):
    """The whole log, filtered by seat and by words."""

    name = "log"
    width = 960.0
    head = 64.0

    def __init__(
        self, app: App, wording: Wording, entries: Callable[[], Sequence[Entry]], forced: Forced | None = None,
        *, look_back: LookBack | None = None,
    ) -> None:  # fmt: skip
        super().__init__(app, app.tr("log.title"))
        self.wording = wording
        self.entries = entries
        self.forced = forced
        self.look_back = look_back
        self.seat: int | None = None
        self.search = ""
        self.ui.focus_first("close")

    def _shown(self) -> list[Entry]:
        found = [entry for entry in self.entries() if self.seat is None or entry.seat == self.seat]
        if self.search:
            wanted = self.search.casefold()
            found = [
                entry
                for entry in found
                if any(wanted in text.casefold() for text, _ in entry_lines(self.wording, entry, self.forced))
            ]
        return found

    def fill(self, area: ScrollArea, width: int) -> None:
        shown = self._shown()
        fill_log(self.app, area, self.wording, shown, self.forced, look_back=self.look_back)
        if not shown:
            text = self.app.tr("log.nothing")
            height = Label.height_for(self.app, text, theme.BODY, width)
            area.add(Label(self.app, "nothing", pygame.Rect(0, 0, width, height), text, theme.BODY, self.ink))
        area.scroll_to(area.overflow)

    def fill_head(self, ui: Ui, place: pygame.Rect) -> None:
        half = (place.width - self.app.scale.px(16)) // 2
        high = self.app.text.control()
        seats: list[tuple[Any, str]] = [(None, self.app.tr("log.everyone")), *enumerate(self.wording.names)]
        left = pygame.Rect(place.x, place.y, half, high)
        right = pygame.Rect(place.right - half, place.y, half, high)
        ui.add(
            Choice(self.app, "filter.seat", left, "", seats, self.seat, self._filter),
            TextField(self.app, "filter.search", right, self.search, self._find, hint=self.app.tr("log.search")),
        )

    def holds(self) -> bool:
        """Words that are looked for are nothing to lose."""
        return False

    def _filter(self, seat: int | None) -> None:
        self.seat = seat
        self.refresh()

    def _find(self, search: str) -> None:
        self.search = search
        self.refresh()
