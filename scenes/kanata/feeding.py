"""The Feeding Ground: six dice, and a clock that only runs while somebody looks."""

from __future__ import annotations

import math
import re
from functools import partial
from typing import TYPE_CHECKING, Any

import pygame

from game.core.journal import Note
from game.kanata.actions import FEEDING_ROLLS, TIME_UP, FeedingMode, FeedingRoll
from scenes import theme
from scenes.kanata.parts import draw_die
from scenes.kanata.tray import TITLE
from scenes.widgets import Drawn, Label, Panel, Ui, Why, Widget

if TYPE_CHECKING:
    from scenes.kanata.table import KanataTable

SECONDS = 45.0
SPACING = 1250.0
"""Milliseconds between two rolls of a timed escape (KAN-FEED-03)."""
FACTORS = {"printed": 1.0, "longer": 1.5, "double": 2.0}
"""How long the clock runs by the setting ``timer``; any other value of it: no clock."""
DICE = 6
NOTE = "kanata: milliseconds left at the Feeding Ground:"
TOLD_EVERY = 1000.0
"""Milliseconds after which the journal is told what is left, so that a game gone on with has no more time."""


class Feeding:
    """The sheet, and its clock.

    The setting answers how an escape is measured. The clock starts with the first die, passes in the capped steps of
    the window's loop, and stops without focus. Each roll tells the game what is left, so a game gone on with later
    goes on from there.
    """

    def __init__(self, table: KanataTable) -> None:
        self.table = table
        self.whole = 0.0
        """Milliseconds of a timed escape; 0: none is open."""
        self.left = 0.0
        """Milliseconds left of it."""
        self.wait = 0.0
        """Milliseconds until its next roll."""
        self._told = 0.0
        """What was left when the journal was last told."""

    @property
    def timed(self) -> bool:
        """Whether a timed escape of this person is open."""
        return self.table.question == "feeding_roll" and bool(self.table.view.frame.get("timed"))

    @property
    def begun(self) -> bool:
        """Whether a die has been rolled."""
        return any(self.table.view.frame.get("dice", ()))

    @property
    def most_rolls(self) -> int:
        """The rolls of an escape without a clock."""
        content: Any = self.table.session.game.content  # type: ignore[attr-defined]  # Kanata's public face
        return int(content.board["feeding"]["rolls"])

    @property
    def paused(self) -> bool:
        """Whether the clock stands still."""
        app = self.table.app
        return not app.focused or app.scale.too_small or app.manager.top is not self.table

    def update(self, dt: float) -> bool:
        """Let time pass; whether the picture changed. Input has been taken before: a roll in the same frame counts."""
        timer = self.table.app.settings.timer
        if self.table.question == "feeding_mode" and self.table.ready and not self.paused:
            mode = FeedingMode(mode="timed" if timer in FACTORS else "rolls")
            return self.table.my_choice and self.table.take_unasked(mode)
        if not self.timed:
            self.whole = 0.0
            return False
        if not self.whole:
            self.whole = SECONDS * 1000 * FACTORS.get(timer, 1.0)
            kept = self.table.view.frame.get("clock")
            known = [self.whole, *(float(one) for one in (kept, self._noted()) if one is not None)]
            self.left = self._told = min(known)
            self.wait = 0.0
        if self.paused or not self.begun:
            return False
        self.left -= dt
        self.wait = max(0.0, self.wait - dt)
        if self._told - self.left >= TOLD_EVERY and self.left > 0:
            self._told = self.left
            self.table.session.note(f"{NOTE} {round(self.left)}")
        if self.left <= 0:
            self.whole = self.left = 0.0
            self.table.do(TIME_UP)
        return True

    def _noted(self) -> int | None:
        """What the journal says was left after the last roll: seconds in which nothing was rolled are gone too."""
        for record in reversed(self.table.session.records):
            if isinstance(record, Note):
                found = re.fullmatch(rf"{NOTE} ([0-9]{{1,6}})", record.text)
                if found:
                    return int(found[1])
            else:
                return None
        return None

    def roll(self, face: int) -> None:
        """Roll a die that shows `face`."""
        if self.timed and self.wait > 0:
            self.table.ui.refuse(Why(self.table.app.tr("kan.feeding.rolling"), "KAN-FEED-03"), self.table.ui.focus)
            return
        if self.timed:
            self.wait = SPACING
            self._told = self.left
            self.table.do(FeedingRoll(face=face, clock=max(1, round(self.left))))
        else:
            self.table.do(FEEDING_ROLLS[face])

    # Building

    def build(self, ui: Ui, stage: pygame.Rect) -> None:
        """Add the sheet to the stage."""
        table, app, scale = self.table, self.table.app, self.table.app.scale
        pad, gap = scale.px(24), scale.px(14)
        width = min(stage.width - scale.px(16), scale.px(760))
        inner = width - 2 * pad
        decision = table.state.decision()
        lines = [(app.tr("kan.feeding"), TITLE, theme.BLOOD)]
        if decision is not None:
            lines.append((table.wording.decision(decision), theme.BODY, theme.PRINT))
        highs = [app.text.measure(words, style, inner)[1] for words, style, _ in lines]
        side = min(scale.px(104), (inner - 5 * gap) // DICE)
        ring = max(scale.px(96), app.text.line_height(theme.HEADING) + scale.px(24))
        ring = max(ring, app.text.measure(self._beside(), theme.LABEL_BOLD, inner * 3 // 4 - ring)[1])
        body = side + gap + ring
        room = stage.height - scale.px(8) - 2 * pad
        if sum(highs) + gap * len(lines) + body > room:
            lines, highs = [], []  # the prompt line says it; what is left is for dice and clock
            if body > room:
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
        self._build_dice(ui, place, side, gap)
        clock = pygame.Rect(place.left, place.top + side + gap, inner, ring)
        ui.add(Drawn(app, "feeding.clock", clock, self._draw_clock, region="stage"))

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
        if self.timed and not self.begun:
            return self.table.app.tr("kan.feeding.waiting")
        return self.table.app.tr("kan.feeding.seconds" if self.timed else "kan.feeding.left")

    def _draw_clock(self, surface: pygame.Surface, widget: Widget) -> None:
        """The ring with its seconds, or the rolls that are left."""
        app, scale, box = self.table.app, self.table.app.scale, widget.box
        radius = box.height // 2 - scale.px(4)
        centre = (box.left + radius + box.width // 12, box.centery)
        left = int(self.table.view.frame.get("left", 0))
        if self.timed:
            share, words = self.left / max(1.0, self.whole), str(math.ceil(self.left / 1000))
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
