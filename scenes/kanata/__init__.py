"""Kanata on the screen: the town by night and everything round it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from scenes import theme
from scenes.board import Board, DoorLook, Face

if TYPE_CHECKING:
    from scenes.app import App
    from scenes.shots import Shot
    from scenes.table import TableScene


class KanataBoard(Board):
    """What Kanata gives the shell."""

    door = DoorLook(theme.rgb("#7C2B24"), theme.rgb("#FFD98A"), "barn", theme.Style("elite", 26, 2, 1.2))
    first_seats = ("human", "adept", "adept", "adept")

    def table(self) -> type[TableScene]:
        from scenes.kanata.table import KanataTable

        return KanataTable

    def shots(self) -> Sequence[Shot]:
        from scenes.kanata.shots import SHOTS

        return SHOTS

    def card_faces(self, app: App) -> Sequence[Face]:
        from game.kanata.rules import GAME
        from scenes.kanata.cards import CaseFiles

        return CaseFiles(app).faces(GAME.content.decks)


BOARD = KanataBoard()
