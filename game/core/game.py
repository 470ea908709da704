"""What a game says of itself unless it has more to say: the base class of games."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Generic, TypeVar

from game.core.contract import Action, Command, Event, Option, Policy, Reason, State
from game.core.policies import policy_of
from game.core.yaml_reader import ContentError

S = TypeVar("S", bound=State)
"""A game's own kind of state."""


class GameBase:
    """The parts of ``Game`` that a plain game can leave as they are."""

    levels: tuple[str, ...] = ()
    team_wins = False

    @property
    def options(self) -> tuple[Option, ...]:
        return ()

    @property
    def words(self) -> Mapping[str, str | tuple[str, ...]]:
        return {"seat": "seat"}

    @property
    def commands(self) -> Mapping[str, str]:
        return {}

    def command(self, name: str) -> Command:
        raise LookupError(name)

    def phrase(self, state: State, action: Action) -> Reason | None:
        return None

    def undirected(self, state: State, action: Action, seats: Sequence[int]) -> tuple[Action, ...]:
        return ()

    def seat_kinds(self, seat: int) -> tuple[str, ...]:
        return ("human", *self.levels)

    def check(self, content: Path | None, maps: Path | None) -> list[ContentError]:
        return []


class StackGame(GameBase, Generic[S]):
    """A game whose states are a stack of questions (``core.stack``): its positions and computer players."""

    id: str
    policies: Mapping[str, Callable[[], Policy]] = {}
    """The computer players by level, weakest first."""

    @property
    def levels(self) -> tuple[str, ...]:  # type: ignore[override]  # the base class has it as a plain attribute
        return tuple(self.policies)

    def policy(self, level: str) -> Policy:
        return policy_of(self.id, level, self.policies)

    def from_position(
        self,
        mapping: Mapping[str, Any],
        *,
        script: Sequence[object] = (),
        strict: bool = False,
        sink: list[Event] | None = None,
    ) -> S:
        return self.read_position(mapping, tuple(script), strict, sink)

    def read_position(
        self, mapping: Mapping[str, Any], script: tuple[object, ...], strict: bool, sink: list[Event] | None
    ) -> S:
        """The state of a position that may leave things out. Raises ``PositionError``."""
        raise AssertionError
