"""A scene made of widgets: most of them are."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from scenes.input import Do, Intent
from scenes.scene import Scene
from scenes.widgets import Ui

if TYPE_CHECKING:
    from scenes.app import App


class Screen(Scene):
    """Lays its widgets out in `build` (again on every change, see `refresh`) and draws its ground in `draw_ground`.

    Esc calls `back`. What `build` reads must lie in the scene itself, so that it can run at any time.
    """

    backdrop = "backdrop"

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self.ui = Ui(app, self.build)

    def build(self, ui: Ui) -> None:
        """Add the widgets for the window as it is now."""

    def back(self) -> None:
        """Esc, or the Back button."""
        self.app.manager.pop()

    def refresh(self) -> None:
        """Lay the widgets out anew: something they show has changed."""
        self.ui.rebuild()

    def enter(self) -> None:
        self.ui.rebuild()

    def pause(self) -> None:
        self.ui.look_away()
        self.let_go()

    def rebuild(self) -> None:
        self.ui.rebuild()

    def handle(self, intent: Intent) -> bool:
        if self.ui.handle(intent):
            return True
        if intent.do == Do.BACK:
            self.back()
            return True
        return False

    def let_go(self) -> None:
        self.ui.let_go()

    def update(self, dt: float) -> bool:
        return self.ui.update(dt)

    def draw_ground(self, surface: pygame.Surface) -> None:
        """What lies behind the widgets."""
        self.app.paint.backdrop(surface, self.backdrop)

    def draw(self, surface: pygame.Surface) -> None:
        self.draw_ground(surface)
        self.ui.draw(surface)
        self.ui.draw_over(surface)

    @property
    def moving(self) -> bool:
        return self.ui.moving

    @property
    def pointer(self) -> str:
        return self.ui.pointer

    def typing_at(self) -> pygame.Rect | None:
        return self.ui.typing_at()

    def outline(self) -> list[tuple[str, list[str]]]:
        return self.ui.outline()
