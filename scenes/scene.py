"""What a screen is to the manager."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import pygame

from scenes.input import Intent

if TYPE_CHECKING:
    from scenes.app import App


class Scene:
    """One screen on the stack. It shows something, turns intents into acts, and computes no rule."""

    name: ClassVar[str] = "scene"
    modal: ClassVar[bool] = False
    """Whether the scene beneath is still seen: it is drawn first, darkened."""
    veil: ClassVar[int] = 150
    """How dark the scene beneath becomes, 0 to 255."""
    sudden: ClassVar[bool] = False
    """Whether the scene stands in the very frame in which it is pushed, without a cross-fade (the curtain)."""

    def __init__(self, app: App) -> None:
        self.app = app

    def enter(self) -> None:
        """Called once, when the scene comes onto the stack."""

    def exit(self) -> None:
        """Called once, when it leaves the stack."""

    def pause(self) -> None:
        """Another scene came on top."""

    def resume(self) -> None:
        """The scene is on top again."""

    def rebuild(self) -> None:
        """Window, scale, language or a setting changed: lay everything out anew, keeping focus and state."""

    def handle(self, intent: Intent) -> bool:
        """Take an intent; whether it was used."""
        return False

    def update(self, dt: float) -> bool:
        """Let `dt` milliseconds pass; whether something has to be drawn anew."""
        return False

    def let_go(self) -> None:
        """The button of the pointer was let go where this scene did not hear it: nothing is pressed or dragged any
        more."""

    def draw(self, surface: pygame.Surface) -> None:
        """Draw everything. Must not change anything but caches."""

    @property
    def moving(self) -> bool:
        """Whether frames are needed now (an animation runs)."""
        return False

    @property
    def waiting(self) -> bool:
        """Whether something outside is awaited (a computer player): `update` is called often, frames are not made."""
        return False

    @property
    def pointer(self) -> str:
        """How the pointer looks now: ``arrow``, ``hand`` over what can be pressed, ``text`` over what takes typing."""
        return "arrow"

    @property
    def watching(self) -> bool:
        """Whether others are acting, so that Space and Enter hurry them on (see `input.WATCHING`)."""
        return False

    def typing_at(self) -> pygame.Rect | None:
        """Where the text field with the focus is, ``None`` without one."""
        return None

    def outline(self) -> list[tuple[str, list[str]]]:
        """The screen in words: regions, each with its things in one sentence."""
        return []
