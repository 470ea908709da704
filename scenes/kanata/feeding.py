"""The Feeding Ground: six dice, and a clock that only runs while somebody looks."""

from __future__ import annotations

import math
from functools import partial
from typing import TYPE_CHECKING

import pygame

from game.kanata.actions import FEEDING_ROLLS, TIME_UP, FeedingMode
from scenes import theme
from scenes.kanata.parts import draw_die
from scenes.kanata.tray import TITLE
from scenes.widgets import Button, Drawn, Label, Panel, Ui, Why, Widget

if TYPE_CHECKING:
    from scenes.kanata.table import KanataTable

SECONDS = 45.0
SPACING = 1250.0
"""Milliseconds between two rolls of a timed escape (KAN-FEED-03)."""
FACTORS = (1.0, 1.5, 2.0)
DICE = 6


class Feeding:
    """The sheet, and its clock. Time passes in the capped steps of the window's loop, and stops without focus."""

    def __init__(self, table: KanataTable) -> None:
        self.table = table
        self.factor = 1.0
        self.left = 0.0
        """Milliseconds left of a timed escape."""
        self.wait = 0.0
        """Milliseconds until the next roll of a timed escape."""
        self._running = False

    @property
    def timed(self) -> bool:
        """Whether a timed escape of this person is open."""
        return self.table.question == "feeding_roll" and bool(self.table.view.frame.get("timed"))

    @property
    def paused(self) -> bool:
        """Whether the clock stands still."""
        return not self.table.app.focused or self.table.app.manager.top is not self.table

    def update(self, dt: float) -> bool:
        """Let time pass; whether the picture changed. Input has been taken before: a roll in the same frame counts."""
        if not self.timed:
            self._running = False
            return False
        if not self._running:
            self._running = True
            self.left, self.wait = SECONDS * 1000 * self.factor, 0.0
        if self.paused:
            return False
        self.left -= dt
        self.wait = max(0.0, self.wait - dt)
        if self.left <= 0:
            self.left = 0.0
            self._running = False
            self.table.do(TIME_UP)
        return True

    def choose(self, mode: str, factor: float) -> None:
        """Answer how the escape is to be measured."""
        self.factor = factor
        self.table.do(FeedingMode(mode=mode))

    def roll(self, face: int) -> None:
        """Roll a die that shows `face`."""
        if self.timed and self.wait > 0:
            self.table.ui.refuse(Why(self.table.app.tr("kan.feeding.rolling"), "KAN-FEED-03"), self.table.ui.focus)
            return
        if self.timed:
            self.wait = SPACING
        self.table.do(FEEDING_ROLLS[face])

    # Building

    def build(self, ui: Ui, stage: pygame.Rect) -> None:
        """Add the sheet to the stage."""
        table, app, scale = self.table, self.table.app, self.table.app.scale
        pad, gap = scale.px(24), scale.px(14)
        width = min(stage.width - scale.px(16), scale.px(760))
        inner = width - 2 * pad
        decision = table.state.decision()
        title = app.tr("kan.feeding")
        words = table.wording.decision(decision) if decision is not None else ""
        title_high = app.text.measure(title, TITLE, inner)[1]
        words_high = app.text.measure(words, theme.BODY, inner)[1]
        asking = table.question == "feeding_mode"
        choices = [(f"mode.{factor}", "timed", factor) for factor in FACTORS] + [("mode.rolls", "rolls", 1.0)]
        labels = {
            id: app.tr("kan.feeding.rolls")
            if mode == "rolls"
            else app.tr("kan.feeding.timed", seconds=round(SECONDS * factor))
            for id, mode, factor in choices
        }
        half = (inner - gap) // 2
        button_high = max(Button.height_for(app, label, half) for label in labels.values())
        side = min(scale.px(104), (inner - 5 * gap) // DICE)
        ring = scale.px(96)
        high = 2 * (button_high + gap) if asking else side + gap + ring
        box = pygame.Rect(
            0, 0, width, min(stage.height - scale.px(8), 2 * pad + title_high + words_high + 2 * gap + high)
        )
        box.center = stage.center
        ui.add(Panel(app, "feeding", box, "parchment", region="stage"))
        y = box.top + pad
        ui.add(
            Label(
                app,
                "feeding.title",
                pygame.Rect(box.left + pad, y, inner, title_high),
                title,
                TITLE,
                theme.BLOOD,
                align="center",
                region="stage",
            )
        )
        y += title_high + gap
        ui.add(
            Label(
                app,
                "feeding.words",
                pygame.Rect(box.left + pad, y, inner, words_high),
                words,
                theme.BODY,
                theme.PRINT,
                align="center",
                region="stage",
            )
        )
        y += words_high + gap
        if asking:
            for number, (id, mode, factor) in enumerate(choices):
                row, column = divmod(number, 2)
                place = pygame.Rect(
                    box.left + pad + column * (half + gap), y + row * (button_high + gap), half, button_high
                )
                ui.add(
                    Button(app, id, place, labels[id], partial(self.choose, mode, factor), kind="paper", region="stage")
                )
            return
        dice = tuple(table.view.frame.get("dice", ()))
        total = len(dice) * (side + gap) - gap
        seen: dict[int, int] = {}
        for number, face in enumerate(dice):
            copy = seen[face] = seen.get(face, 0) + 1
            place = pygame.Rect(box.centerx - total // 2 + number * (side + gap), y, side, side)
            words = app.tr("kan.feeding.die", face=face) if face else app.tr("kan.feeding.fresh")
            ui.add(
                Drawn(
                    app, f"die.{face}.{copy}", place, partial(self._draw_die, face=face), partial(self.roll, face),
                    text=words, tooltip=words, region="stage", why=partial(table.why_action, FEEDING_ROLLS[face]),
                )
            )  # fmt: skip
        y += side + gap
        ui.add(
            Drawn(app, "feeding.clock", pygame.Rect(box.left + pad, y, inner, ring), self._draw_clock, region="stage")
        )

    def _draw_die(self, surface: pygame.Surface, widget: Widget, *, face: int) -> None:
        app, box = self.table.app, widget.box
        app.paint.button(surface, box, widget.look, "paper")
        draw_die(app, surface, face, box.center, round(box.width * 0.8))

    def _draw_clock(self, surface: pygame.Surface, widget: Widget) -> None:
        """The ring with its seconds, or the rolls that are left."""
        app, scale, box = self.table.app, self.table.app.scale, widget.box
        radius = box.height // 2 - scale.px(4)
        centre = (box.left + box.width // 4, box.centery)
        left = int(self.table.view.frame.get("left", 0))
        if self.timed:
            share = self.left / (SECONDS * 1000 * self.factor) if self._running else 1.0
            words = str(math.ceil(self.left / 1000)) if self._running else str(round(SECONDS * self.factor))
        else:
            share, words = left / 34, str(left)
        pygame.draw.circle(surface, theme.AGED, centre, radius)
        pygame.draw.circle(surface, theme.PRINT, centre, radius, scale.px(2))
        arc = pygame.Rect(0, 0, 2 * radius - scale.px(8), 2 * radius - scale.px(8))
        arc.center = centre
        if share > 0:
            start = math.pi / 2
            pygame.draw.arc(surface, theme.BLOOD, arc, start, start + math.tau * min(0.9999, share), scale.px(9))
        place = pygame.Rect(0, 0, radius, scale.px(44))
        place.center = centre
        app.text.draw(surface, words, place, theme.HEADING, theme.PRINT, align="center", valign="middle", wrap=False)
        side = (
            app.tr("kan.feeding.paused")
            if self.timed and self.paused
            else app.tr("kan.feeding.seconds" if self.timed else "kan.feeding.left")
        )
        beside = pygame.Rect(
            centre[0] + radius + scale.px(12), box.top, box.right - centre[0] - radius - scale.px(12), box.height
        )
        app.text.draw(surface, side, beside, theme.LABEL_BOLD, theme.PRINT, valign="middle")
