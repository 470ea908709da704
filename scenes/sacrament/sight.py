"""What the party has seen of the running fight's map: undiscovered, seen before, seen now (SAC-VTT-06)."""

from __future__ import annotations

from typing import Any

from game.core.session import Session


class Sight:
    """The tiles that the party has seen since the fight began."""

    def __init__(self, session: Session) -> None:
        self.session = session

    def knows(self, space: str) -> bool:
        """Whether the party has seen a tile."""
        state: Any = self.session.state
        return state.grid is not None and bool(state.discovered >> state.grid.index[space] & 1)
