"""The stack of scenes: who is on top, who hears an intent, what a frame consists of."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from scenes.animation import PANEL
from scenes.input import Do, Intent
from scenes.scene import Scene

if TYPE_CHECKING:
    from scenes.app import App

GUARD = 250.0
"""Milliseconds after a change of screen in which a second activation is not heard."""

_GUARDED = frozenset({Do.ACTIVATE, Do.PRESS, Do.END_TURN, Do.SKIP, Do.FASTER})


class Manager:
    """Holds the scenes. Changes take effect at once; the picture crosses over in a short fade, input does not wait."""

    def __init__(self, app: App) -> None:
        self.app = app
        self.stack: list[Scene] = []
        self._deaf = 0.0
        self._old_picture: pygame.Surface | None = None
        self._fade = 0.0
        self._swallow_release = False

    @property
    def top(self) -> Scene | None:
        return self.stack[-1] if self.stack else None

    def push(self, scene: Scene) -> None:
        """Put `scene` on top; the one beneath is kept."""
        self._changing(scene)
        if self.stack:
            self.stack[-1].pause()
        self.stack.append(scene)
        scene.enter()

    def pop(self) -> None:
        """Take the top scene off; the program ends with the last one."""
        if not self.stack:
            return
        self._changing(None)
        self.stack.pop().exit()
        if self.stack:
            self.stack[-1].resume()
        else:
            self.app.running = False

    def replace(self, scene: Scene) -> None:
        """Put `scene` in the place of the top one."""
        self._changing(scene)
        if self.stack:
            self.stack.pop().exit()
        self.stack.append(scene)
        scene.enter()

    def reset(self, *scenes: Scene) -> None:
        """Leave everything and start from these, the last one on top."""
        self._changing(scenes[-1] if scenes else None)
        while self.stack:
            self.stack.pop().exit()
        for scene in scenes:
            self.stack.append(scene)
            scene.enter()

    def deafen(self, milliseconds: float) -> None:
        """Hear no activation for so long."""
        self._deaf = max(self._deaf, milliseconds)

    def _changing(self, scene: Scene | None) -> None:
        self._deaf = max(self._deaf, GUARD)
        self._old_picture = None
        sudden = (scene is not None and scene.sudden) or any(one.sudden for one in self.stack[-1:])
        if self.stack and not sudden and self.app.fades and self.app.frame is not None:
            self._old_picture = self.app.frame.copy()
            self._fade = 0.0
        self.app.invalidate()

    def tell_focus(self, intent: Intent) -> None:
        """The window has lost the focus or has it again: that concerns the scenes below too (a table under a sheet).
        Whatever was held by the pointer is let go."""
        self.let_go()
        for scene in reversed(self.stack[:]):
            if scene in self.stack:
                scene.handle(intent)

    def let_go(self) -> None:
        """The button of the pointer is no longer held, wherever that happened."""
        for scene in self.stack:
            scene.let_go()

    def handle(self, intent: Intent) -> bool:
        """Give `intent` to the top scene, unless it is too early after a change of screen."""
        if intent.do in _GUARDED and self._deaf > 0:
            self._swallow_release = intent.do == Do.PRESS
            return True
        if intent.do == Do.PRESS:
            self._swallow_release = False
        if intent.do == Do.RELEASE:
            for scene in self.stack[:-1]:
                scene.let_go()
            if self._swallow_release:
                self._swallow_release = False
                return True
        return self.top.handle(intent) if self.top is not None else False

    def update(self, dt: float) -> None:
        self._deaf = max(0.0, self._deaf - dt)
        if self._old_picture is not None:
            self._fade += dt / PANEL
            if self._fade >= 1:
                self._old_picture = None
            self.app.invalidate()
        for scene in list(self.stack):
            if scene.update(dt):
                self.app.invalidate()

    @property
    def moving(self) -> bool:
        return self._old_picture is not None or any(scene.moving for scene in self.visible())

    @property
    def waiting(self) -> bool:
        return any(scene.waiting for scene in self.stack)

    def visible(self) -> list[Scene]:
        """The scenes that a frame shows, from the back."""
        first = len(self.stack) - 1
        while first > 0 and self.stack[first].modal:
            first -= 1
        return self.stack[max(0, first) :]

    def draw(self, surface: pygame.Surface) -> None:
        for number, scene in enumerate(self.visible()):
            if number:
                self.app.text.next_layer()
                if scene.veil:
                    self.app.paint.veil(surface, scene.veil)
            scene.draw(surface)
        if self._old_picture is not None and self._old_picture.get_size() == surface.get_size():
            self._old_picture.set_alpha(round(255 * (1 - self._fade)))
            surface.blit(self._old_picture, (0, 0))

    def rebuild(self) -> None:
        """Everything changed size, language or look."""
        self._old_picture = None
        for scene in self.stack:
            scene.rebuild()
        self.app.invalidate()
