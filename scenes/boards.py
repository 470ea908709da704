"""The one place in ``scenes`` that lists the games' boards: a line for each."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING

from game import registry
from scenes.board import Board, Entry, Face

if TYPE_CHECKING:
    from game.core.session import Session
    from scenes.app import App
    from scenes.shots import Shot
    from scenes.table import TableScene

BOARDS = {
    "kanata": "scenes.kanata",
    "kingsport": "scenes.kingsport",
    "sacrament": "scenes.sacrament",
}
"""By a game's id the package whose ``BOARD`` it is. It is imported when it is first asked for. A packaged program holds
every module of ``scenes`` (``build.spec``), so a line here is enough for it too."""


def of(game: str) -> Board:
    """The board of a game; the plain one where it has none of its own."""
    module = BOARDS.get(game)
    if module is None:
        return Board()
    board: Board = import_module(module).BOARD
    return board


def every() -> list[Board]:
    """The boards of all games, in the order of the registry."""
    return [of(game) for game in registry.GAMES]


def make_table(app: App, session: Session, leave: Callable[[], None]) -> TableScene:
    """The scene that shows `session`; `leave` goes back to the title."""
    return of(session.game.id).table()(app, session, leave)


def card_faces(app: App) -> list[Face]:
    """Every card of every game with its name, to be drawn at a width."""
    return [face for board in every() for face in board.card_faces(app)]


def title_entries(app: App) -> list[Entry]:
    """What games add to the title."""
    return [entry for board in every() for entry in board.title_entries(app)]


def board_shots() -> list[Shot]:
    """The shots of every board."""
    return [shot for board in every() for shot in board.shots()]
