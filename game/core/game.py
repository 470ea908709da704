"""What a game says of itself unless it has more to say: the base class of games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from game.core.contract import Action, Command, Option, Reason, State
from game.core.yaml_reader import ContentError


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

    @property
    def benchmarks(self) -> Sequence[Mapping[str, Any]]:
        return ({},)

    def phrase(self, state: State, action: Action) -> Reason | None:
        return None

    def undirected(self, state: State, action: Action, seats: Sequence[int]) -> tuple[Action, ...]:
        return ()

    def seat_kinds(self, seat: int) -> tuple[str, ...]:
        return ("human", *self.levels)

    def check(self, content: Path | None, maps: Path | None) -> list[ContentError]:
        return []
