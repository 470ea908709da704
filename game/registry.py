"""The one place that lists the games: a line for each. Everything else about a game lies in its own folders."""

from __future__ import annotations

import difflib
from importlib import import_module

from game.core.contract import Game

GAMES = {
    "kanata": "game.kanata.rules",
    "kingsport": "game.kingsport.rules",
    "sacrament": "game.sacrament.rules",
}
"""The games by id, in the order in which they are offered, each with the module whose ``GAME`` it is. It is imported
when it is first asked for. A packaged program holds every module of ``game`` (``build.spec``), so a line here is enough
for it too."""


class UnknownGame(LookupError):
    """There is no such game; the message names those there are."""


def get(game_id: str) -> Game:
    """The game of that id. Raises ``UnknownGame``."""
    module = GAMES.get(game_id)
    if module is None:
        near = difflib.get_close_matches(game_id, GAMES, n=1)
        cure = f"did you mean {near[0]}?" if near else f"there is {', '.join(GAMES)}"
        raise UnknownGame(f"there is no game {game_id!r}; {cure}")
    game: Game = import_module(module).GAME
    return game


def commands() -> dict[str, tuple[str, str]]:
    """The commands that games offer beside those of all games (``Game.commands``): by name the game's id and what the
    command does. This imports every game.
    """
    return {name: (game_id, text) for game_id in GAMES for name, text in get(game_id).commands.items()}
