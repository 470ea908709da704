"""Which board shows which game: the one place in `scenes` that names them. Literal imports, for a frozen build."""

from __future__ import annotations

from collections.abc import Callable

from game.core.session import Session
from scenes.app import App
from scenes.shots import Shot
from scenes.table import TableScene


def make_table(app: App, session: Session, leave: Callable[[], None]) -> TableScene:
    """The scene that shows `session`; `leave` goes back to the title."""
    if session.game.id == "kingsport":
        from scenes.kingsport import KingsportTable

        return KingsportTable(app, session, leave)
    if session.game.id == "kanata":
        from scenes.kanata import KanataTable

        return KanataTable(app, session, leave)
    return TableScene(app, session, leave)


def board_shots() -> list[Shot]:
    """The shots of every board."""
    from scenes.kanata.shots import SHOTS as KANATA
    from scenes.kingsport.shots import SHOTS as KINGSPORT

    return [*KINGSPORT, *KANATA]
