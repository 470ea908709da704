"""How a game ended: who won and by what, the places, what next."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pygame

from game.core.contract import Outcome
from game.core.session import Session
from game.core.wording import Wording
from scenes import theme
from scenes.screen import Screen
from scenes.widgets import Button, Drawn, Label, Panel, ScrollArea, Ui, Widget

if TYPE_CHECKING:
    from scenes.app import App


@dataclass(frozen=True)
class Reckoning:
    """One row of the standings, told in full: the lines add up to the score (text, points)."""

    seat: int
    lines: Sequence[tuple[str, int]] = ()


class ResultScene(Screen):
    """The standings, with the points of each seat line by line, and how a tie was broken.

    A board says what the points came from (`reckonings`) and in which words a tie was broken (`tie_lines`).
    """

    name = "result"
    backdrop = "result"

    def __init__(
        self,
        app: App,
        session: Session,
        wording: Wording,
        outcome: Outcome,
        *,
        again: Callable[[], None],
        look_back: Callable[[], None],
        to_title: Callable[[], None],
        reckonings: Sequence[Reckoning] = (),
        tie_lines: Sequence[str] = (),
        fates: Mapping[int, str] | None = None,
    ) -> None:
        super().__init__(app)
        self.session, self.wording, self.outcome = session, wording, outcome
        self.again, self.look_back, self.to_title = again, look_back, to_title
        self.reckonings = {one.seat: one for one in reckonings}
        self.tie_lines = list(tie_lines)
        self.fates = dict(fates or {})
        """What became of each seat, in words."""
        self.ui.focus_first("again")

    def enter(self) -> None:
        super().enter()
        people = [seat for seat, plan in enumerate(self.session.seats) if plan.person is not None]
        won = not self.outcome.lost and (not people or any(seat in self.outcome.winners for seat in people))
        self.app.audio.play("win" if won else "loss")

    def back(self) -> None:
        self.to_title()

    @property
    def headline(self) -> str:
        if self.outcome.lost:
            return self.app.tr(f"{self.session.game.id}.outcome.lost")
        names = [self.wording.names[seat] for seat in self.outcome.winners]
        if not names:
            return self.app.tr("result.nobody")
        if len(names) == 1:
            return self.app.tr("result.winner", name=names[0])
        return self.app.tr("result.winners", names=", ".join(names))

    def build(self, ui: Ui) -> None:
        app, scale = self.app, self.app.scale
        pad = scale.px(32)
        sheet = scale.window.inflate(-2 * pad, -2 * pad)
        sheet.width = min(sheet.width, scale.px(1240 * max(1.0, scale.text_factor**0.5)))
        sheet.centerx = scale.window.centerx
        panel = Panel(app, "sheet", sheet, "parchment")
        ui.add(panel)
        inner = sheet.inflate(-2 * scale.px(48), -2 * scale.px(36))
        y = inner.top
        style = app.text.fitting(self.headline, theme.SCREEN_TITLE, inner.width, 26)
        reason = app.tr(f"{self.session.game.id}.outcome.{self.outcome.reason}")
        if self.outcome.lost:
            reason = " ".join([reason, *self.wording.served(self.outcome)])
        for id, text, one, colour in (
            ("headline", self.headline, style, theme.BLOOD),
            ("reason", reason, theme.FLAVOUR, theme.PRINT),
        ):
            high = Label.height_for(app, text, one, inner.width)
            ui.add(Label(app, id, pygame.Rect(inner.left, y, inner.width, high), text, one, colour, align="center"))
            y += high + scale.px(6)
        buttons = (
            ("again", app.tr("result.again"), self.again, "primary"),
            ("look", app.tr("result.look_back"), self.look_back, "plain"),
            ("title", app.tr("result.title"), self.to_title, "plain"),
        )
        gap = scale.px(16)
        width = (inner.width - gap * (len(buttons) - 1)) // len(buttons)
        high = max(Button.height_for(app, word, width) for _, word, _, _ in buttons)
        bottom = inner.bottom - high
        for number, (id, word, act, kind) in enumerate(buttons):
            place = pygame.Rect(inner.left + number * (width + gap), bottom, width, high)
            ui.add(Button(app, id, place, word, act, kind=kind, region="actions"))
        area = ScrollArea(
            app, "standings", pygame.Rect(inner.left, y + gap, inner.width, bottom - y - 2 * gap), paper=True
        )
        self._fill(area)
        ui.add(area)
        spare = area.rect.height - area.content_height
        if spare > 0:
            self._draw_together(ui, panel, area, spare)

    def _draw_together(self, ui: Ui, panel: Panel, area: ScrollArea, spare: int) -> None:
        """Make the sheet as high as what is on it, in the middle of the window."""
        panel.rect.height -= spare
        area.rect.height -= spare
        for widget in ui.widgets:
            if widget is not panel and widget is not area and widget.rect.top > area.rect.top:
                widget.rect.move_ip(0, -spare)
        for widget in ui.widgets:
            widget.rect.move_ip(0, spare // 2)

    def _fill(self, area: ScrollArea) -> None:
        app, scale = self.app, self.app.scale
        y = scale.px(4)
        ranks = self.outcome.ranks
        order = sorted(range(len(ranks)), key=lambda seat: (0 if self.outcome.lost else ranks[seat], seat))
        for seat in order:
            y = self._add_row(area, seat, y)
        if self.tie_lines:
            y += scale.px(10)
        for number, line in enumerate(self.tie_lines):
            high = Label.height_for(app, line, theme.BODY, area.inner_width)
            area.add(
                Label(app, f"tie.{number}", pygame.Rect(0, y, area.inner_width, high), line, theme.BODY, theme.PRINT)
            )
            y += high + scale.px(6)
        area.content_height = y

    def _add_row(self, area: ScrollArea, seat: int, y: int) -> int:
        app, scale = self.app, self.app.scale
        width = area.inner_width
        name = self.wording.names[seat]
        score = self.outcome.scores[seat] if self.outcome.scores else None
        high = max(scale.px(56), app.text.line_height(theme.HEADING) + scale.px(8))
        if score is not None:
            text = app.tr("result.row", rank=self.outcome.ranks[seat], name=name, score=score)
        elif self.outcome.lost:
            text = name
        else:
            text = app.tr("result.place", rank=self.outcome.ranks[seat], name=name)
        row = Drawn(app, f"row.{seat}", pygame.Rect(0, y, width, high), lambda s, w: self._row(s, w, seat), text=text)
        area.add(row)
        y += high
        lines = self.reckonings[seat].lines if seat in self.reckonings else ()
        indent = scale.px(120)
        fate = self.fates.get(seat, "")
        if fate:
            fate_high = Label.height_for(app, fate, theme.BODY_ITALIC, width - indent)
            place = pygame.Rect(indent, y - scale.px(8), width - indent, fate_high)
            area.add(Label(app, f"row.{seat}.fate", place, fate, theme.BODY_ITALIC, theme.PRINT))
            y += fate_high - scale.px(8)
        for number, (words, points) in enumerate(lines):
            line_width = width - indent - scale.px(110)
            line_high = Label.height_for(app, words, theme.BODY, line_width)
            area.add(
                Label(
                    app,
                    f"row.{seat}.{number}",
                    pygame.Rect(indent, y, line_width, line_high),
                    words,
                    theme.BODY,
                    theme.PRINT,
                ),
                Label(
                    app,
                    f"row.{seat}.{number}.points",
                    pygame.Rect(width - scale.px(110), y, scale.px(90), line_high),
                    f"{points:+d}" if points < 0 else str(points),
                    theme.LABEL_BOLD,
                    theme.PRINT,
                    align="right",
                ),
            )
            y += line_high
        return y + scale.px(10)

    def _row(self, surface: pygame.Surface, widget: Widget, seat: int) -> None:
        app, scale, box = self.app, self.app.scale, widget.box
        won = not self.outcome.lost and seat in self.outcome.winners
        pygame.draw.line(surface, theme.GOLD, (box.left, box.top), (box.right, box.top), max(1, scale.px(1.5)))
        rank = pygame.Rect(box.left, box.top, scale.px(56), box.height)
        rank_text = "" if self.outcome.lost else f"{self.outcome.ranks[seat]}."
        app.text.draw(
            surface, rank_text, rank, theme.HEADING, theme.BLOOD if won else theme.PRINT, valign="middle", wrap=False
        )
        app.paint.seat_mark(surface, (box.left + scale.px(84), box.centery), scale.px(40), seat, paper=True)
        trophy = scale.px(34)
        score_width = scale.px(110)
        place = pygame.Rect(
            box.left + scale.px(120), box.top, box.width - scale.px(130) - score_width - trophy, box.height
        )
        app.text.draw(
            surface, self.wording.names[seat], place, theme.HEADING, theme.PRINT, valign="middle", wrap=False,
            must_fit=False,
        )  # fmt: skip
        if won:
            icon = app.assets.icon("laurels-trophy", trophy, theme.GOLD)
            surface.blit(icon, icon.get_rect(midright=(box.right - score_width, box.centery)))
        if self.outcome.scores:
            score = pygame.Rect(box.right - score_width, box.top, score_width - scale.px(20), box.height)
            app.text.draw(
                surface, str(self.outcome.scores[seat]), score, theme.HEADING, theme.PRINT, align="right",
                valign="middle", wrap=False,
            )  # fmt: skip
