"""Computer players in the test's own process, so that no test waits for another process."""

from __future__ import annotations

from abc import ABC, abstractmethod

from game.ai.players import Player
from game.core.contract import Choice, State
from scenes.table import TableScene


class _Instant(ABC):
    """Answers at the next look; what it answers is for a subclass to say."""

    def __init__(self) -> None:
        self.faults: list[str] = []
        self._asked: tuple[State, int] | None = None

    def ask(self, state: State, seed: int) -> None:
        """Take the question."""
        self._asked = state, seed

    def poll(self, timeout: float = 0) -> Choice | None:
        """The answer, if something was asked."""
        if self._asked is None:
            return None
        state, seed = self._asked
        self._asked = None
        return self.choose(state, seed)

    @abstractmethod
    def choose(self, state: State, seed: int) -> Choice:
        """What it does."""

    def cancel(self) -> None:
        """Forget the question."""
        self._asked = None

    def close(self) -> None:
        """Nothing to end but the question."""
        self.cancel()


class Thoughtful(_Instant):
    """Plays as its level does."""

    def __init__(self, table: TableScene, level: str) -> None:
        super().__init__()
        self._player = Player(table.session.game, level)

    def choose(self, state: State, seed: int) -> Choice:
        return self._player.choose(state, seed)


class Hasty(_Instant):
    """Takes the first legal action."""

    def choose(self, state: State, seed: int) -> Choice:
        return Choice(state.legal_actions()[0])


def think_here(table: TableScene, level: str = "") -> None:
    """Let the table's computer players think in this process, as `level` where one is named, else as their own."""
    table.thinking.close()
    table.thinking.make = lambda own: Thoughtful(table, level or own)


def hurry(table: TableScene) -> None:
    """Let the table's computer players take the first legal action."""
    table.thinking.make = lambda level: Hasty()
