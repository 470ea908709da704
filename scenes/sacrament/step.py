"""What the steps of the builder have in common."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.sacrament.characters import Character
from game.sacrament.content import Content

if TYPE_CHECKING:
    from scenes.app import App
    from scenes.sacrament.builder import Builder


class Step:
    """A part of the builder: it lays out one step and asks the builder to change the sheet."""

    def __init__(self, builder: Builder) -> None:
        self.builder = builder

    @property
    def app(self) -> App:
        return self.builder.app

    @property
    def sheet(self) -> Character:
        """The sheet as it is now."""
        return self.builder.sheet

    @property
    def content(self) -> Content:
        return self.builder.content
