"""The table as it was after a line of the log: to be looked at only, in a border of paper."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
import pygame

from game.core.contract import Game
from game.core.journal import standing
from game.core.session import Session
from scenes import theme
from scenes.input import Do, Intent
from scenes.screen import Screen

if TYPE_CHECKING:
    from scenes.app import App
    from scenes.table import TableScene

BORDER = 8.0
_CLOSED = frozenset(
    {Do.UNDO, Do.REDO, Do.END_TURN, Do.HINT, Do.RECAP, Do.QUICK_SAVE, Do.QUICK_LOAD, Do.FASTER, Do.SKIP}
)
"""What belongs to the table as it is now."""


def can_look_back(session: Session, line: int, viewer: int | None) -> bool:
    """Whether the table after log entry `line` tells `viewer` no more than the log still does: what a memory game has
    taken out of the log since could be told from how the table differs, or from what lies open on it."""
    state, entries = session.state, session.entries
    now = state.chapter()
    then = entries[line + 1].chapter if line + 1 < len(entries) else now
    return not any(
        state.recall(event, entry.chapter, viewer) != state.recall(event, now, viewer)
        for entry in entries
        if entry.number > line or entry.chapter >= then
        for event in entry.events
    )


def session_at(session: Session, line: int) -> Session:
    """The same table after log entry `line`, in memory: its acts up to there are carried out again."""
    contents = session.contents()
    acts = tuple(act for _, act in standing(contents.records)[:line])

    def find(_: str) -> Game:
        return session.game

    past = Session.restore(msgspec.structs.replace(contents, records=acts), find)
    past.seats = session.seats
    return past


class LookingBack(Screen):
    """Shows `table`, which stands where the game stood after the entry `table.past`; Esc returns."""

    name = "looking_back"

    def __init__(self, app: App, table: TableScene) -> None:
        super().__init__(app)
        self.table = table
        self.ui = table.ui

    def enter(self) -> None:
        self.table.refresh()
        self.table.ui.focus_first("looking_back")

    def rebuild(self) -> None:
        self.table.rebuild()

    def handle(self, intent: Intent) -> bool:
        table = self.table
        bubble = intent.do == Do.BACK and table.ui.bubble is not None
        if intent.do in (Do.BACK, Do.PAUSE, Do.LOG) and not bubble:
            self.app.manager.pop()
            return True
        if intent.do == Do.FOCUS_LOST and self.app.settings.curtain_on_focus_loss:
            while self in self.app.manager.stack:
                self.app.manager.pop()
            return True
        if intent.do in _CLOSED:
            table.ui.refuse(table.not_mine)
            return True
        return table.handle(intent)

    def update(self, dt: float) -> bool:
        return self.table.update(dt)

    def draw(self, surface: pygame.Surface) -> None:
        self.table.draw(surface)
        scale = self.app.scale
        wide = scale.px(BORDER)
        high = self.app.settings.high_contrast
        pygame.draw.rect(surface, theme.BONE if high else theme.AGED, scale.window, wide)
        pygame.draw.rect(surface, theme.PRINT, scale.window.inflate(-2 * wide, -2 * wide), max(1, scale.px(2)))

    @property
    def moving(self) -> bool:
        return self.table.moving
