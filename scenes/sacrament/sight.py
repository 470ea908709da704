"""What the party has seen of the running fight's map: undiscovered, seen before, seen now (SAC-VTT-06)."""

from __future__ import annotations

from typing import Any

from game.core.session import Session
from game.sacrament.queries import lit_tiles

Known = tuple[str, frozenset[str]]
"""A fight and the tiles of its map that have been seen."""


class Sight:
    """The tiles that light has fallen on since the fight began, after each entry of the log."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self._known: list[Known] = []
        for state in session.states():
            self._known.append(self._with(state))

    def _with(self, state: Any) -> Known:
        """What is known in `state`, after what was known before it."""
        if state.fight is None:
            return "", frozenset()
        fight, tiles = self._known[-1] if self._known else ("", frozenset())
        lit = lit_tiles(state)
        return state.fight.id, (tiles | lit if fight == state.fight.id else lit)

    def look(self) -> None:
        """Something was done, or taken back: what was seen later is forgotten, what is lit now is seen."""
        del self._known[len(self.session.entries) :]
        while len(self._known) < len(self.session.entries):
            self._known.append(self._with(self.session.state))

    def knows(self, space: str) -> bool:
        """Whether the party has seen a tile."""
        return space in self._known[-1][1]
