"""The Kingsport table: board, cards, sheets, movements."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from scenes import theme
from scenes.board import Board, DoorLook, Face

if TYPE_CHECKING:
    from scenes.app import App
    from scenes.shots import Shot
    from scenes.table import TableScene


class KingsportBoard(Board):
    """What Kingsport gives the shell."""

    door = DoorLook(theme.rgb("#2A5C58"), theme.MOON, "giant-squid", theme.Style("cinzel", 26, 2, 1.2))

    def table(self) -> type[TableScene]:
        from scenes.kingsport.table import KingsportTable

        return KingsportTable

    def shots(self) -> Sequence[Shot]:
        from scenes.kingsport.shots import SHOTS

        return SHOTS

    def card_faces(self, app: App) -> Sequence[Face]:
        from game.kingsport.rules import GAME
        from scenes.kingsport.cards import CardArt

        return CardArt(app, GAME.cards).faces()


BOARD = KingsportBoard()
