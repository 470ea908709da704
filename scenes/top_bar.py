"""The top bar of a table: menu, phases, seats in their order, small switches."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

import pygame

from scenes import theme
from scenes.frame import Frame
from scenes.input import Do, Intent
from scenes.scale import Layout
from scenes.settings import speed_name
from scenes.widgets import Drawn, IconButton, Ui, Why, Widget

if TYPE_CHECKING:
    from scenes.table import TableScene

LEAST_NAME = 14.0
"""Pixels below which a seat's name is cut rather than made smaller."""
_SPEEDS = (0.5, 1.0, 2.0, 4.0, 0.0)


class TopBar:
    """Builds the top bar of a table."""

    def __init__(self, table: TableScene) -> None:
        self.table = table
        self.app = table.app

    def build(self, ui: Ui, frame: Frame) -> None:
        """Add the bar's widgets; none where the window is too low for a bar."""
        scale = self.app.scale
        bar = frame.top
        if bar.height <= 0:
            return
        side = min(bar.height - scale.px(8), scale.px(48))
        top = bar.centery - side // 2
        gap = scale.px(8)
        x = bar.left + gap
        ui.add(self._switch("menu", pygame.Rect(x, top, side, side), "hamburger-menu", "pause.title"))
        x += side + gap
        right = bar.right - gap
        for id, icon, word in self._switches(frame):
            right -= side
            ui.add(self._switch(id, pygame.Rect(right, top, side, side), icon, word))
            right -= gap
        self._build_seats(ui, pygame.Rect(x, bar.top, right - x, bar.height))

    def _switches(self, frame: Frame) -> list[tuple[str, str, str]]:
        """Id, icon and word's key of each switch, from the right."""
        muted = self.app.settings.mute
        switches = [
            ("open_log", "scroll-unfurled", "log.title"),
            ("open_rules", "rule-book", "pause.rules"),
            ("mute", "sound-off", "top.unmute") if muted else ("mute", "sound-on", "top.mute"),
            ("speed", "fast-forward-button", "top.speed"),
        ]
        if frame.layout == Layout.COMPACT and self.table.has_drawer:
            switches.insert(0, ("drawer", "expand", "table.drawer"))
        return switches

    def _switch(self, id: str, place: pygame.Rect, icon: str, word: str) -> IconButton:
        table = self.table
        acts: dict[str, Callable[[], object]] = {
            "menu": table.sheets.pause,
            "open_log": table.sheets.log,
            "open_rules": table.sheets.rules,
            "mute": lambda: self.app.handle(Intent(Do.MUTE)),
            "speed": self._next_speed,
            "drawer": table.toggle_drawer,
        }
        badge = self.app.tr(f"top.speed.{self._speed_name}") if id == "speed" else ""
        return IconButton(self.app, id, place, icon, self._word(word), acts[id], region="top", badge=badge)

    @property
    def _speed_name(self) -> str:
        return speed_name(self.app.settings.others_speed)

    def _word(self, word: str) -> str:
        return self.app.tr(word, speed=f"@settings.others_speed.{self._speed_name}")

    def _next_speed(self) -> None:
        """The next speed, and which it is now."""
        now = self.app.settings.others_speed
        index = _SPEEDS.index(now) if now in _SPEEDS else 1
        self.app.set_setting("others_speed", _SPEEDS[(index + 1) % len(_SPEEDS)])
        self.table.refresh()
        self.table.ui.tell(Why(self._word("top.speed")), self.table.ui.find("speed"))

    def _build_seats(self, ui: Ui, place: pygame.Rect) -> None:
        """The phase strip, then the seats in order; who must choose stands out."""
        app, scale = self.app, self.app.scale
        phases = list(self.table.phases())
        if phases and self.table.frame.layout != Layout.SINGLE:
            width = min(place.width // 2, sum(app.text.measure(w, theme.LABEL)[0] + scale.px(28) for w, _ in phases))
            strip = pygame.Rect(place.left, place.top, width, place.height)
            text = ", ".join(word for word, now in phases if now)
            ui.add(Drawn(app, "phases", strip, partial(self._draw_phases, phases=phases), text=text, region="top"))
            left = strip.right + scale.px(16)
            place = pygame.Rect(left, place.top, place.right - left, place.height)
        seats = range(len(self.table.session.seats))
        each = max(1, place.width // max(1, len(seats)))
        for seat in seats:
            box = pygame.Rect(place.left + seat * each, place.top, min(each, scale.px(220)), place.height)
            words = self._seat_text(seat)
            paint = partial(self._draw_seat, seat=seat)
            ui.add(Drawn(app, f"top.seat.{seat}", box, paint, text=words, tooltip=words, region="top"))

    def _seat_text(self, seat: int) -> str:
        table = self.table
        plan = table.session.seats[seat]
        if table.thinking.seat == seat:
            role = "thinking"
        elif plan.person is None:
            role = "computer"
        else:
            role = "you" if plan.person == table.person and table.viewer is not None else "person"
        return self.app.tr(f"top.seat.{role}", name=table.wording.names[seat])

    def _draw_phases(self, surface: pygame.Surface, widget: Widget, *, phases: Sequence[tuple[str, bool]]) -> None:
        """The phases side by side, each as wide as its word asks for; where they do not fit, only the present one."""
        scale, box, text = self.app.scale, widget.box, self.app.text
        gap = scale.px(24)

        def wide(style: theme.Style) -> int:
            return sum(text.measure(word, style)[0] + gap for word, _ in shown)

        shown = list(phases)
        style = theme.LABEL
        least = 13 / (scale.u * scale.text_factor)
        while style.size > least and wide(style) > box.width:
            style = style.sized(style.size - 0.5)
        if wide(style) > box.width:
            shown = [(word, now) for word, now in phases if now] or shown[:1]
            style = text.fitting(shown[0][0], theme.LABEL, box.width - gap, least)
        spare = (box.width - wide(style)) // len(shown)
        x = box.left
        for word, now in shown:
            place = pygame.Rect(x, box.top, text.measure(word, style)[0] + gap + spare, box.height)
            colour = theme.CANDLE if now else theme.FAINT_ON_DARK
            text.draw(surface, word, place, style, colour, align="center", valign="middle", wrap=False)
            if now:
                self._draw_now(surface, place.inflate(-scale.px(16), 0))
            x = place.right

    def _draw_now(self, surface: pygame.Surface, place: pygame.Rect) -> None:
        """The line below whose turn, or which phase, it is."""
        scale = self.app.scale
        surface.fill(theme.CANDLE, (place.left, place.bottom - scale.px(8), place.width, scale.px(4)))

    def _draw_seat(self, surface: pygame.Surface, widget: Widget, *, seat: int) -> None:
        scale, box = self.app.scale, widget.box
        side = min(scale.px(36), box.height - scale.px(8))
        now = seat == self.table.current
        if now:
            self._draw_now(surface, pygame.Rect(box.left, box.top, box.width - scale.px(8), box.height))
        self.app.paint.seat_mark(surface, (box.left + side // 2, box.centery), side, seat)
        place = pygame.Rect(box.left + side + scale.px(8), box.top, box.width - side - scale.px(16), box.height)
        if place.width < scale.px(40):
            return
        name = self.table.wording.names[seat]
        if self.table.thinking.seat == seat:
            name = self.app.tr("top.thinking", name=name)
        least = LEAST_NAME / (scale.u * scale.text_factor)
        style = self.app.text.fitting(name, theme.LABEL_BOLD if now else theme.LABEL, place.width, least)
        self.app.text.draw(surface, name, place, style, theme.BONE, valign="middle", wrap=False, must_fit=False)
