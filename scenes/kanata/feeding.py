"""The Feeding Ground: six dice, and a clock that only runs while somebody looks."""

from __future__ import annotations

import math
from functools import partial
from typing import TYPE_CHECKING, Any

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
    def most_rolls(self) -> int:
        """The rolls of an escape without a clock."""
        content: Any = self.table.session.game.content  # type: ignore[attr-defined]  # Kanata's public face
        return int(content.board["feeding"]["rolls"])

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
        asking = table.question == "feeding_mode"
        decision = table.state.decision()
        lines = [(app.tr("kan.feeding"), TITLE, theme.BLOOD)]
        if decision is not None:
            lines.append((table.wording.decision(decision), theme.BODY, theme.PRINT))
        highs = [app.text.measure(words, style, inner)[1] for words, style, _ in lines]
        side = min(scale.px(104), (inner - 5 * gap) // DICE)
        ring = max(scale.px(96), app.text.line_height(theme.HEADING) + scale.px(24))
        ring = max(ring, app.text.measure(self._beside(), theme.LABEL_BOLD, inner * 3 // 4 - ring)[1])
        body = self._modes_height(inner, gap) if asking else side + gap + ring
        room = stage.height - scale.px(8) - 2 * pad
        if sum(highs) + gap * len(lines) + body > room:
            lines, highs = [], []  # the prompt line says it; what is left is for dice and clock
            if not asking and body > room:
                side = min(side, max(scale.px(44), round((room - gap) * 0.55)))
                ring = max(scale.px(44), room - gap - side)
                body = side + gap + ring
        box = pygame.Rect(0, 0, width, 2 * pad + sum(highs) + gap * len(lines) + body)
        box.center = stage.center
        ui.add(Panel(app, "feeding", box, "parchment", region="stage"))
        y = box.top + pad
        for number, ((words, style, colour), high) in enumerate(zip(lines, highs, strict=True)):
            place = pygame.Rect(box.left + pad, y, inner, high)
            ui.add(
                Label(app, f"feeding.{number}", place, words, style, colour, align="center", region="stage"),
            )
            y += high + gap
        place = pygame.Rect(box.left + pad, y, inner, body)
        if asking:
            self._build_modes(ui, place, gap)
        else:
            self._build_dice(ui, place, side, gap)
            clock = pygame.Rect(place.left, place.top + side + gap, inner, ring)
            ui.add(Drawn(app, "feeding.clock", clock, self._draw_clock, region="stage"))

    def _modes(self) -> list[tuple[str, str, str, float]]:
        """Id, words, mode and factor of each way to measure the escape."""
        tr = self.table.app.tr
        timed = [
            (f"mode.{factor}", tr("kan.feeding.timed", seconds=round(SECONDS * factor)), "timed", factor)
            for factor in FACTORS
        ]
        return [*timed, ("mode.rolls", tr("kan.feeding.rolls", rolls=self.most_rolls), "rolls", 1.0)]

    def _modes_height(self, inner: int, gap: int) -> int:
        half = (inner - gap) // 2
        high = max(Button.height_for(self.table.app, words, half) for _, words, _, _ in self._modes())
        return 2 * high + gap

    def _build_modes(self, ui: Ui, place: pygame.Rect, gap: int) -> None:
        half, high = (place.width - gap) // 2, (place.height - gap) // 2
        for number, (id, words, mode, factor) in enumerate(self._modes()):
            row, column = divmod(number, 2)
            spot = pygame.Rect(place.left + column * (half + gap), place.top + row * (high + gap), half, high)
            act = partial(self.choose, mode, factor)
            ui.add(Button(self.table.app, id, spot, words, act, kind="paper", region="stage"))

    def _build_dice(self, ui: Ui, place: pygame.Rect, side: int, gap: int) -> None:
        table, app = self.table, self.table.app
        dice = tuple(table.view.frame.get("dice", ()))
        total = len(dice) * (side + gap) - gap
        seen: dict[int, int] = {}
        for number, face in enumerate(dice):
            copy = seen[face] = seen.get(face, 0) + 1
            spot = pygame.Rect(place.centerx - total // 2 + number * (side + gap), place.top, side, side)
            words = app.tr("kan.feeding.die", face=face) if face else app.tr("kan.feeding.fresh")
            ui.add(
                Drawn(
                    app,
                    f"die.{face}.{copy}",
                    spot,
                    partial(self._draw_die, face=face),
                    partial(self.roll, face),
                    text=words,
                    tooltip=words,
                    region="stage",
                    why=partial(table.why_action, FEEDING_ROLLS[face]),
                )
            )

    def _draw_die(self, surface: pygame.Surface, widget: Widget, *, face: int) -> None:
        app, box = self.table.app, widget.box
        app.paint.button(surface, box, widget.look, "paper")
        draw_die(app, surface, face, box.center, round(box.width * 0.8))

    def _beside(self) -> str:
        """What the figure in the ring means."""
        if self.timed and self.paused:
            return self.table.app.tr("kan.feeding.paused")
        return self.table.app.tr("kan.feeding.seconds" if self.timed else "kan.feeding.left")

    def _draw_clock(self, surface: pygame.Surface, widget: Widget) -> None:
        """The ring with its seconds, or the rolls that are left."""
        app, scale, box = self.table.app, self.table.app.scale, widget.box
        radius = box.height // 2 - scale.px(4)
        centre = (box.left + radius + box.width // 12, box.centery)
        left = int(self.table.view.frame.get("left", 0))
        if self.timed:
            share = self.left / (SECONDS * 1000 * self.factor) if self._running else 1.0
            words = str(math.ceil(self.left / 1000)) if self._running else str(round(SECONDS * self.factor))
        else:
            share, words = left / max(1, self.most_rolls), str(left)
        pygame.draw.circle(surface, theme.AGED, centre, radius)
        pygame.draw.circle(surface, theme.PRINT, centre, radius, scale.px(2))
        arc = pygame.Rect(0, 0, 2 * radius - scale.px(8), 2 * radius - scale.px(8))
        arc.center = centre
        if share > 0:
            start = math.pi / 2
            pygame.draw.arc(surface, theme.BLOOD, arc, start, start + math.tau * min(0.9999, share), scale.px(9))
        place = pygame.Rect(0, 0, radius, app.text.line_height(theme.HEADING))
        place.center = centre
        app.text.draw(
            surface,
            words,
            place,
            app.text.fitting(words, theme.HEADING, place.width),
            theme.PRINT,
            align="center",
            valign="middle",
            wrap=False,
        )
        beside = pygame.Rect(
            centre[0] + radius + scale.px(12), box.top, box.right - centre[0] - radius - scale.px(12), box.height
        )
        app.text.draw(surface, self._beside(), beside, theme.LABEL_BOLD, theme.PRINT, valign="middle")
