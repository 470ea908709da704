"""The pause menu of a table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import pygame

from scenes.dialogs import Dialog
from scenes.widgets import Button, ScrollArea

if TYPE_CHECKING:
    from scenes.app import App

Entry = tuple[str, str, str, Callable[[], None]]
"""Id, word, icon, act."""


class PauseMenu(Dialog):
    """What can be done besides playing. Each act leaves the menu first."""

    name = "pause"
    width = 460.0
    paper = False

    def __init__(self, app: App, entries: Sequence[Entry]) -> None:
        super().__init__(app, app.tr("pause.title"))
        self.entries = list(entries)
        self.ui.focus_first(self.entries[0][0])

    def fill(self, area: ScrollArea, width: int) -> None:
        y = 0
        for id, word, icon, act in self.entries:
            high = Button.height_for(self.app, word, width, icon=True)
            place = pygame.Rect(0, y, width, high)
            area.add(Button(self.app, id, place, word, lambda act=act: self._leave(act), icon=icon, align="left"))  # type: ignore[misc]
            y += high + self.app.scale.px(10)

    def _leave(self, act: Callable[[], None]) -> None:
        self.app.manager.pop()
        act()

    def buttons(self) -> Sequence[tuple[str, str, Callable[[], None], str]]:
        return (("resume", self.app.tr("pause.resume"), self.back, "primary"),)
