"""Which board shows which game: the one place in `scenes` that names them. Literal imports, for a frozen build."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # the title asks this module what games add to it, and needs no table
    import pygame

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
    if session.game.id == "sacrament":
        from scenes.sacrament import SacramentTable

        return SacramentTable(app, session, leave)
    from scenes.table import TableScene

    return TableScene(app, session, leave)


def card_faces(app: App) -> list[tuple[str, Callable[[int], pygame.Surface]]]:
    """Every card of every game with its name, to be drawn at a width."""
    from game import registry
    from scenes.kanata.cards import CaseFiles
    from scenes.kingsport.cards import CardArt

    kingsport, kanata = registry.get("kingsport"), registry.get("kanata")
    return [
        *CardArt(app, kingsport.cards).faces(),  # type: ignore[attr-defined]
        *CaseFiles(app).faces(kanata.content.decks),  # type: ignore[attr-defined]
    ]


Entry = tuple[str, str, Callable[[], None]]
"""Id, word and act of something that a game adds to the title or to the seats' screen."""


def title_entries(app: App) -> list[Entry]:
    """What games add to the title. Nothing of a game is imported before it is asked for: the title stands sooner."""

    def characters() -> None:
        from scenes.sacrament.library import Characters

        app.manager.push(Characters(app))

    return [("characters", app.tr("sac.entry"), characters)]


def set_up_acts(app: App, game: str) -> list[Entry]:
    """What a game adds to the seats' screen, beside Back."""
    return title_entries(app) if game == "sacrament" else []


def first_seats(game: str) -> tuple[str, ...]:
    """Who sits at a game's seats before anybody has chosen; empty: a person and computer players."""
    seats = {"kanata": ("human", "adept", "adept", "adept"), "sacrament": ("gm", "human", "adept", "adept")}
    return seats.get(game, ())


def more_choices(app: App, game: str, option: str) -> list[tuple[str, str]]:
    """What the person's own files add to the choices of an option: value and word."""
    if game != "sacrament" or not option.startswith("pc"):
        return []
    from scenes.sacrament.library import own_choices

    return own_choices(app)


def finished_options(app: App, game: str, options: Mapping[str, Any]) -> dict[str, Any]:
    """The options as the rules take them: choices of the person's own files become what is in them."""
    if game != "sacrament":
        return dict(options)
    from scenes.sacrament.library import opened

    return {name: opened(app, value) if name.startswith("pc") else value for name, value in options.items()}


def board_shots() -> list[Shot]:
    """The shots of every board."""
    from scenes.kanata.shots import SHOTS as KANATA
    from scenes.kingsport.shots import SHOTS as KINGSPORT
    from scenes.sacrament.shots import SHOTS as SACRAMENT

    return [*KINGSPORT, *KANATA, *SACRAMENT]
