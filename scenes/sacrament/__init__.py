"""Sacrament on the screen: the table, the game master's screen, the character builder."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from scenes import theme
from scenes.board import Board, DoorLook, Entry, Test

if TYPE_CHECKING:
    from scenes.app import App
    from scenes.shots import Shot
    from scenes.table import TableScene

CHARACTER = "pc"
"""What the names of the options begin with that take a character."""


class SacramentBoard(Board):
    """What Sacrament gives the shell."""

    door = DoorLook(theme.rgb("#4C5A3A"), theme.rgb("#D6BC72"), "church", theme.Style("uncial", 27, 0, 1.2))
    first_seats = ("gm", "human", "adept", "adept")

    def table(self) -> type[TableScene]:
        from scenes.sacrament.table import SacramentTable

        return SacramentTable

    def shots(self) -> Sequence[Shot]:
        from scenes.sacrament.shots import SHOTS

        return SHOTS

    def title_entries(self, app: App) -> Sequence[Entry]:
        def characters() -> None:
            from scenes.sacrament.library import Characters

            app.manager.push(Characters(app))

        return [("characters", app.tr("sac.entry"), characters)]

    def more_choices(self, app: App, option: str) -> Sequence[tuple[str, str]]:
        if not option.startswith(CHARACTER):
            return ()
        from scenes.sacrament.library import own_choices

        return own_choices(app)

    def finished_options(self, app: App, options: Mapping[str, Any]) -> dict[str, Any]:
        from scenes.sacrament.library import opened

        return {name: opened(app, value) if name.startswith(CHARACTER) else value for name, value in options.items()}

    def self_tests(self, app: App) -> Iterator[Test]:
        from scenes.sacrament.self_test import tests

        return tests(app)


BOARD = SacramentBoard()
