"""One clause of a game's rules on a sheet, with what is related to it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from game import registry
from game.core.content import ContentError
from game.core.rules_text import Clause, load_rules
from scenes import theme
from scenes.dialogs import Dialog
from scenes.widgets import Chip, Label, ScrollArea

if TYPE_CHECKING:
    from scenes.app import App


def find_clause(clause: str, language: str) -> tuple[str, Clause] | None:
    """The game and the text of a clause id; ``None`` where no rulebook has it."""
    for game_id in registry.GAMES:
        if clause.startswith(registry.get(game_id).clause_prefix):
            try:
                found = load_rules(game_id, language).clauses.get(clause)
            except ContentError:
                return None
            if found is not None:
                return game_id, found
    return None


class RuleSheet(Dialog):
    """The text of one clause; the chips of related clauses turn the sheet to them."""

    name = "rule"
    width = 760.0

    def __init__(self, app: App, clause: str) -> None:
        super().__init__(app)
        self.clause = clause
        self._turn(clause)

    def _turn(self, clause: str) -> None:
        self.clause = clause
        found = find_clause(clause, self.app.settings.language)
        self.found = found[1] if found is not None else None
        self.title = self.found.title if self.found is not None else clause

    def open(self, clause: str) -> None:
        """Turn to another clause."""
        self._turn(clause)
        area = self.ui.find("content")
        if isinstance(area, ScrollArea):
            area.scroll_to(0)
        self.refresh()

    def fill(self, area: ScrollArea, width: int) -> None:
        app, gap = self.app, self.app.scale.px(14)
        y = 0

        def add(id: str, text: str, style: theme.Style, colour: theme.Colour) -> None:
            nonlocal y
            height = Label.height_for(app, text, style, width)
            area.add(Label(app, id, pygame.Rect(0, y, width, height), text, style, colour))
            y += height + gap

        add("clause", self.clause, theme.SECONDARY, theme.BLOOD if not app.settings.high_contrast else theme.INK)
        if self.found is None:
            add("text", app.tr("rule.unknown"), theme.BODY, theme.PRINT)
            return
        add("text", " ".join(self.found.text.split()), theme.BODY.sized(20), theme.PRINT)
        if self.found.example:
            add("example.title", app.tr("rule.example"), theme.BODY_BOLD, theme.PRINT)
            add("example", " ".join(self.found.example.split()), theme.BODY_ITALIC.sized(19), theme.PRINT)
        if self.found.see:
            add("see.title", app.tr("rule.see"), theme.BODY_BOLD, theme.PRINT)
            x = 0
            tallest = 0
            for other in self.found.see:
                chip_width, chip_height = Chip.size_for(app, other)
                chip_height = max(chip_height, app.scale.px(44))
                if x and x + chip_width > width:
                    x, y = 0, y + tallest + app.scale.px(8)
                chip = Chip(app, f"see.{other}", pygame.Rect(x, y, chip_width, chip_height), other)
                chip.on_press = lambda other=other: self.open(other)  # type: ignore[misc]
                area.add(chip)
                x += chip_width + app.scale.px(8)
                tallest = chip_height
            area.content_height = y + tallest + gap


def open_clause(app: App, clause: str) -> None:
    """Show the rule of a clause; on a sheet that is open already, turn to it."""
    if isinstance(app.manager.top, RuleSheet):
        app.manager.top.open(clause)
    else:
        app.manager.push(RuleSheet(app, clause))
