"""The one place that lists the games. Literal imports, so that a frozen program has them; each when it is asked for."""

from __future__ import annotations

import difflib
from functools import cache

from game.core.contract import Game

GAMES = ("kanata", "kingsport", "sacrament")
"""The ids, in the order in which the games are offered."""

COMMANDS = {"sheet": ("sacrament", "print a character's sheet as PDF")}
"""Commands that a game offers beside those of all games (``Game.command``): which game it is, what the command does."""


class UnknownGame(LookupError):
    """There is no such game; the message names those there are."""


@cache
def get(game_id: str) -> Game:
    """The game of that id. Raises ``UnknownGame``."""
    if game_id == "kanata":
        from game.kanata.rules import GAME as KANATA

        return KANATA
    if game_id == "kingsport":
        from game.kingsport.rules import GAME

        return GAME
    if game_id == "sacrament":
        from game.sacrament.rules import GAME as SACRAMENT

        return SACRAMENT
    near = difflib.get_close_matches(game_id, GAMES, n=1)
    raise UnknownGame(f"there is no game {game_id!r}; {f'did you mean {near[0]}?' if near else f'there is {_list()}'}")


def _list() -> str:
    return ", ".join(GAMES)
