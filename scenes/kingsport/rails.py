"""The rails: the cultists at the left, Investigator, rounds and log at the right."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import pygame

from game.kingsport.actions import ChooseVictim
from scenes import theme
from scenes.frame import Frame
from scenes.kingsport.parts import CardWidget, Part, draw_backs, draw_dial, draw_track
from scenes.scale import Layout
from scenes.widgets import Drawn, Panel, ScrollArea, Ui, Widget

if TYPE_CHECKING:
    from game.core.session import Entry
    from scenes.kingsport.table import KingsportTable


class Rails(Part):
    """The rails: the cultists at the left, Investigator, rounds and log at the right."""

    def __init__(self, table: KingsportTable) -> None:
        super().__init__(table)
        self._log: ScrollArea | None = None
        self._log_of: Entry | None = None
        self._log_key: object = None

    def build_seats_rail(self, ui: Ui, rail: pygame.Rect) -> None:
        scale = self.app.scale
        area = ScrollArea(self.app, "cultists", rail.inflate(-scale.px(16), -scale.px(12)), region="left")
        width = min(area.inner_width + (area.bar_width if self.frame.layout == Layout.FULL else 0), scale.px(560))
        y = 0
        if self.frame.layout == Layout.SINGLE:
            bar = self.table.action_bar
            helpers = bar.helper_buttons((0, 0), bar.helpers(), region="left")
            for button in helpers:
                area.add(button)
            y = helpers[-1].rect.bottom + scale.px(10)
        for seat in self.table.seat_order():
            y = self._add_seat(area, seat, y, width) + scale.px(10)
        area.content_height = y
        ui.add(area)

    def _add_seat(self, area: ScrollArea, seat: int, y: int, width: int) -> int:
        """A cultist's panel, with dice and cards in play while acting; returns its bottom."""
        scale = self.app.scale
        own = seat == self.table.viewer
        acting = seat == self.view.turn and not self.view.over
        head = max(scale.px(34), self.app.text.line_height(theme.LABEL_BOLD) + scale.px(4))
        body = scale.px(84 if own else 66)
        play = scale.px(80) if acting else 0
        dice = scale.px(40) if acting else 0
        high = head + body + play + dice + scale.px(18)
        press = None
        if self.table.question == "choose_victim" and self.table.ready and seat != self.table.viewer:
            press = partial(self.table.do, ChooseVictim(victim=seat), f"seat.{seat}")
        area.add(
            Drawn(
                self.app,
                f"seat.{seat}",
                pygame.Rect(0, y, width, high),
                partial(self._draw_seat_panel, seat=seat, head=head, body=body),
                press,
                text=self.table.seat_text(seat),
                tooltip=self.table.seat_text(seat),
                region="left",
                on_inspect=partial(self.table.inspect_seat, seat),
                why=lambda: self.table.why_seat(seat),
            )
        )
        if acting:
            self._add_in_play(
                area, pygame.Rect(scale.px(12), y + head + body + dice + scale.px(10), width - scale.px(24), play)
            )
        return y + high

    def _add_in_play(self, area: ScrollArea, box: pygame.Rect) -> None:
        scale = self.app.scale
        high = box.height - scale.px(6)
        wide = round(high * 0.8)
        count = len(self.view.in_play)
        step = min(wide + scale.px(6), (box.width - wide) // max(1, count - 1)) if count > 1 else 0
        for number, card in enumerate(self.view.in_play):
            area.add(
                CardWidget(
                    self.app,
                    f"play.{card}",
                    pygame.Rect(box.left + number * step, box.top, wide, high),
                    partial(self._draw_in_play, card=card),
                    card,
                    art=self.art,
                    region="left",
                    text=self.app.tr("kpt.in_play", god=f"@god.{card}.name"),
                    tooltip=self.app.tr(f"god.{card}.name"),
                    on_inspect=lambda card=card: self.table.inspect(card),
                )
            )

    def _draw_in_play(self, surface: pygame.Surface, widget: Widget, *, card: str) -> None:
        if f"play.{card}" not in self.motion.hidden:
            surface.blit(self.art.tile(card, *widget.box.size), widget.box)

    def _draw_seat_panel(self, surface: pygame.Surface, widget: Widget, *, seat: int, head: int, body: int) -> None:
        view = self.view
        acting = seat == view.turn and not view.over
        own = view.points() if seat == self.table.viewer else -1
        dice = (
            tuple((number in self.motion.hidden_dice, face) for number, face in enumerate(view.dice)) if acting else ()
        )
        key = (
            "panel",
            seat,
            head,
            body,
            self._seat_role(seat),
            seat == view.first,
            acting,
            own,
            tuple(view.backs[seat]),
            dice,
        )
        self.still(surface, key, widget.box, partial(self._paint_seat_panel, seat=seat, head=head, body=body))
        box = widget.box
        dial = pygame.Rect(box.left + self.app.scale.px(12), box.top + head + self.app.scale.px(9), body, body)
        draw_dial(self.app, surface, dial, self.motion.sanity(seat))

    def _paint_seat_panel(self, surface: pygame.Surface, box: pygame.Rect, *, seat: int, head: int, body: int) -> None:
        scale = self.app.scale
        acting = seat == self.view.turn and not self.view.over
        self.app.paint.panel(surface, box, "soot", f"seat{seat}")
        if acting:
            pygame.draw.rect(
                surface,
                theme.CANDLE,
                pygame.Rect(box.left + scale.px(2), box.top + scale.px(8), scale.px(4), box.height - scale.px(16)),
            )
        pad = scale.px(12)
        side = scale.px(28)
        top = pygame.Rect(box.left + pad, box.top + scale.px(7), box.width - 2 * pad, head)
        self.app.paint.seat_mark(surface, (top.left + side // 2, top.centery), side, seat)
        right = top.right
        if seat == self.view.first:
            icon = self._counter(side)
            surface.blit(icon, icon.get_rect(midright=(right, top.centery)))
            right -= side + scale.px(6)
        role = self._seat_role(seat)
        role_width = min(self.app.text.measure(role, theme.SECONDARY)[0], top.width // 2)
        place = pygame.Rect(right - role_width, top.top, role_width, top.height)
        self.app.text.draw(
            surface,
            role,
            place,
            theme.SECONDARY,
            theme.FAINT_ON_DARK,
            align="right",
            valign="middle",
            wrap=False,
            must_fit=False,
        )
        name = pygame.Rect(
            top.left + side + scale.px(8), top.top, place.left - top.left - side - scale.px(14), top.height
        )
        self.app.text.draw(
            surface,
            self.table.wording.names[seat],
            name,
            theme.LABEL_BOLD,
            theme.BONE,
            valign="middle",
            wrap=False,
            must_fit=False,
        )
        middle = pygame.Rect(top.left, top.bottom + scale.px(2), top.width, body)
        dial = pygame.Rect(middle.left, middle.top, body, body)
        right_part = pygame.Rect(dial.right + scale.px(12), middle.top, middle.right - dial.right - scale.px(12), body)
        fan = right_part.copy()
        if seat == self.table.viewer:
            line = self.app.text.line_height(theme.SECONDARY)
            fan.height -= line
            words = self.app.tr("kpt.points", count=self.view.points())
            self.app.text.draw(
                surface,
                words,
                pygame.Rect(fan.left, fan.bottom, fan.width, line),
                theme.SECONDARY,
                theme.GOOD_ON_DARK,
                wrap=False,
                must_fit=False,
            )
        fan.inflate_ip(0, -scale.px(10))
        draw_backs(self.app, self.art, surface, fan, self.view.backs[seat])
        if acting:
            row = pygame.Rect(top.left, middle.bottom + scale.px(4), top.width, scale.px(34))
            for number, face in enumerate(self.view.dice):
                if number in self.motion.hidden_dice:
                    continue
                image = self.art.die(face, row.height)
                surface.blit(image, (row.left + number * (row.height + scale.px(6)), row.top))

    def _counter(self, side: int) -> pygame.Surface:
        """The Time counter, which the first player holds."""
        picture = (
            None if self.app.settings.high_contrast else self.app.assets.sprite("kingsport/time_watch", (side, side))
        )
        return picture if picture is not None else self.app.assets.icon("pocket-watch", side, theme.LIGHT_GOLD)

    def _seat_role(self, seat: int) -> str:
        plan = self.table.session.seats[seat]
        if self.table.thinking.seat == seat:
            return self.app.tr("kpt.role.thinking")
        if plan.person is None:
            return self.app.tr(f"kpt.role.{plan.kind}")
        return self.app.tr("kpt.role.you") if seat == self.table.viewer else self.app.tr("kpt.role.person")

    def build_strip(self, ui: Ui, rail: pygame.Rect) -> None:
        """Compact: each cultist as a narrow panel: mark, dial, backs in digits."""
        scale = self.app.scale
        gap = scale.px(6)
        count = self.view.players
        high = min(scale.px(150), (rail.height - gap * (count + 1)) // count)
        y = rail.top + gap
        for seat in self.table.seat_order():
            place = pygame.Rect(rail.left + scale.px(4), y, rail.width - scale.px(8), high)
            press = None
            if self.table.question == "choose_victim" and self.table.ready and seat != self.table.viewer:
                press = partial(self.table.do, ChooseVictim(victim=seat), f"seat.{seat}")
            ui.add(
                Drawn(
                    self.app,
                    f"seat.{seat}",
                    place,
                    partial(self._draw_strip_seat, seat=seat),
                    press,
                    text=self.table.seat_text(seat),
                    tooltip=self.table.seat_text(seat),
                    region="left",
                    why=lambda seat=seat: self.table.why_seat(seat),
                    on_inspect=partial(self.table.inspect_seat, seat),
                )
            )
            y += high + gap

    def _draw_strip_seat(self, surface: pygame.Surface, widget: Widget, *, seat: int) -> None:
        scale, box = self.app.scale, widget.box
        self.app.paint.panel(surface, box, "soot", f"seat{seat}")
        if seat == self.view.turn and not self.view.over:
            pygame.draw.rect(
                surface,
                theme.CANDLE,
                pygame.Rect(box.left + scale.px(2), box.top + scale.px(8), scale.px(4), box.height - scale.px(16)),
            )
        side = min(scale.px(26), box.height // 4)
        self.app.paint.seat_mark(
            surface, (box.left + scale.px(10) + side // 2, box.top + scale.px(6) + side // 2), side, seat
        )
        if seat == self.view.first:
            icon = self._counter(side)
            surface.blit(icon, icon.get_rect(topright=(box.right - scale.px(8), box.top + scale.px(6))))
        low = max(scale.px(20), box.height // 5)
        dial = pygame.Rect(box.left, box.top + side + scale.px(6), box.width, box.height - side - low - scale.px(12))
        draw_dial(
            self.app,
            surface,
            dial,
            self.motion.sanity(seat),
            self.table.dice.ghost_sanity() if seat == self.table.viewer else None,
        )
        each = (box.width - scale.px(12)) // 3
        font = self.app.text.font("AlegreyaSans-700", max(11, round(low * 0.75)))
        for family, number in enumerate(self.view.backs[seat]):
            centre = (box.left + scale.px(6) + family * each + each // 2, box.bottom - low // 2 - scale.px(4))
            image = self.art.back(family, max(6, round(low * 0.62)))
            place = image.get_rect(center=centre)
            digit = font.render(str(number), True, theme.BONE)
            if image.get_width() + digit.get_width() + scale.px(2) <= each:
                place.left = centre[0] - each // 2
                surface.blit(image, place)
                surface.blit(digit, digit.get_rect(midleft=(place.right + scale.px(2), centre[1])))
                continue
            if not number:  # no room beside it: the number stands upon the back
                image = image.copy()
                image.set_alpha(90)
            surface.blit(image, place)
            spot = digit.get_rect(center=centre)
            edge = font.render(str(number), True, theme.INK)
            for step in ((-1, 0), (1, 0), (0, -1), (0, 1), (-1, -1), (1, 1), (-1, 1), (1, -1)):
                surface.blit(edge, spot.move(step))
            surface.blit(digit, spot)

    # Right: the Investigator, the rounds, the log

    def build_right(self, ui: Ui, frame: Frame) -> None:
        scale = self.app.scale
        rail = frame.right
        if frame.layout == Layout.COMPACT:
            ui.add(Panel(self.app, "drawer.panel", rail, "ink"))
        pad = scale.px(12)
        inner = rail.inflate(-2 * pad, -2 * pad)
        y = inner.top
        if frame.layout == Layout.COMPACT:
            bar = self.table.action_bar
            helpers = bar.helper_buttons((inner.left, y), bar.helpers()[2:], region="right")
            ui.add(*helpers)
            y = helpers[-1].rect.bottom + scale.px(10)
        log = inner
        if frame.layout == Layout.SINGLE:
            half = (inner.width - pad) // 2
            log = pygame.Rect(inner.left + half + pad, inner.top, half, inner.height)
            inner = pygame.Rect(inner.left, inner.top, half, inner.height)
        if self.view.investigator is not None:
            y = self._build_investigator(ui, pygame.Rect(inner.left, y, inner.width, inner.height)) + scale.px(8)
        track = pygame.Rect(inner.left, y, inner.width, scale.px(78))
        if track.bottom <= inner.bottom:
            ui.add(self._track_widget(track))
            y = track.bottom + scale.px(10)
        if frame.layout != Layout.SINGLE:
            log = pygame.Rect(inner.left, y, inner.width, inner.bottom - y)
        if log.height > scale.px(90):
            self._add_log(ui, log)

    def _add_log(self, ui: Ui, place: pygame.Rect) -> None:
        """The log, laid out anew only when there is something new in it: that costs more than all the rest."""
        entries, settings = self.table.session.entries, self.app.settings
        key = (len(entries), self.table.viewer, tuple(place), self.state.chapter(), self.state.is_terminal())
        look = (self.app.scale, settings.language, settings.font, settings.high_contrast)
        if self._log is not None and self._log_of is entries[-1] and self._log_key == (key, look):
            ui.add(self._log)
            return
        self._log = self.table.add_log(ui, place)
        self._log_of, self._log_key = entries[-1], (key, look)

    def _track_widget(self, place: pygame.Rect) -> Drawn:
        text = self.table.track_text()
        return Drawn(self.app, "track", place, self._draw_track, text=text, tooltip=text, region="right")

    def _draw_track(self, surface: pygame.Surface, widget: Widget) -> None:
        view = self.view
        self.still(surface, ("track", view.round, view.investigator), widget.box, self._paint_track)

    def _paint_track(self, surface: pygame.Surface, box: pygame.Rect) -> None:
        draw_track(self.app, self.art, surface, box, self.view)

    def _build_investigator(self, ui: Ui, box: pygame.Rect) -> int:
        scale = self.app.scale
        id = self.view.investigator
        assert id is not None
        portrait = scale.px(112)
        name = self.app.tr(f"investigator.{id}.name")
        effect = self.app.tr(f"investigator.{id}.text") if self.view.scenario else self.app.tr("kpt.no_scenario")
        words = box.width - portrait - scale.px(36)
        name_high = self.app.text.measure(name, theme.CARD_TITLE.sized(19), words)[1]
        effect_high = self.app.text.measure(effect, theme.BODY, words)[1]
        high = max(round(portrait * 0.92), name_high + effect_high + scale.px(4)) + scale.px(24)
        place = pygame.Rect(box.left, box.top, box.width, min(high, box.height))
        ui.add(
            Drawn(
                self.app,
                "investigator",
                place,
                partial(self._draw_investigator, id=id, portrait=portrait),
                self.table.inspect_investigator,
                region="right",
                text=self.app.tr("kpt.investigator", name=name, effect=effect),
                on_inspect=self.table.inspect_investigator,
            )
        )
        return place.bottom

    def _draw_investigator(self, surface: pygame.Surface, widget: Widget, *, id: str, portrait: int) -> None:
        key = ("investigator", id, self.view.scenario)
        self.still(surface, key, widget.box, partial(self._paint_investigator, id=id, portrait=portrait))

    def _paint_investigator(self, surface: pygame.Surface, box: pygame.Rect, *, id: str, portrait: int) -> None:
        scale = self.app.scale
        self.app.paint.panel(surface, box, "slip", "investigator")
        pad = scale.px(12)
        frame = pygame.Rect(box.left + pad, box.top + pad, portrait, min(round(portrait * 0.92), box.height - 2 * pad))
        surface.blit(self.art.portrait(id, frame.size), frame)
        pygame.draw.rect(surface, theme.PRINT, frame, max(1, scale.px(2.5)))
        left = frame.right + pad
        name = self.app.tr(f"investigator.{id}.name")
        effect = self.app.tr(f"investigator.{id}.text") if self.view.scenario else self.app.tr("kpt.no_scenario")
        words = box.right - pad - left
        style = theme.CARD_TITLE.sized(19)
        high = self.app.text.measure(name, style, words)[1]
        self.app.text.draw(surface, name, pygame.Rect(left, box.top + pad, words, high), style, theme.BLOOD)
        below = pygame.Rect(
            left, box.top + pad + high + scale.px(4), words, box.bottom - box.top - pad - high - scale.px(8)
        )
        self.app.text.draw(surface, effect, below, theme.BODY, theme.PRINT)
