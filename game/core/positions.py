"""Reading a position field by field: each is checked, and a fault is named by its path."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

import msgspec

from game.core.contract import PositionError


class PositionReader:
    """The fields of a mapping inside a position; ``path`` leads to it (``cultists.0.``; empty: the position itself).

    Raises ``PositionError`` for what is no mapping and for keys that are not ``known``; each reading method for a
    value that cannot be.
    """

    def __init__(self, mapping: Any, path: str, known: Collection[str]) -> None:
        if not isinstance(mapping, Mapping):
            raise PositionError(path.rstrip(".") or "the position", mapping, "a mapping")
        for name in mapping:
            if name not in known:
                raise PositionError(f"{path}{name}", name, "one of " + ", ".join(sorted(known)))
        self.mapping, self.path = mapping, path

    def integer(self, name: str, default: int, low: int, high: int) -> int:
        """A whole number within bounds."""
        value = self.mapping.get(name, default)
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise PositionError(self.path + name, value, f"a whole number from {low} to {high}")
        return value

    def switch(self, name: str, default: bool) -> bool:
        """True or false."""
        value = self.mapping.get(name, default)
        if not isinstance(value, bool):
            raise PositionError(self.path + name, value, "true or false")
        return value

    def choice(self, name: str, default: Any, choices: Collection[Any]) -> Any:
        """One of some values."""
        value = self.mapping.get(name, default)
        if value not in choices:
            raise PositionError(self.path + name, value, "one of " + ", ".join(map(str, choices)))
        return value

    def list(self, name: str, of: str = "a list") -> list[Any]:
        """A list, empty where nothing is written; ``of`` says what is expected."""
        value = self.mapping.get(name)
        if value is None:
            return []
        if not isinstance(value, (list, tuple)):
            raise PositionError(self.path + name, value, of)
        return [*value]

    def value(self, name: str, type: Any, default: Any) -> Any:
        """A value of a type, as msgspec converts it."""
        if name not in self.mapping:
            return default
        try:
            return msgspec.convert(self.mapping[name], type)
        except (msgspec.ValidationError, RecursionError) as error:
            raise PositionError(self.path + name, self.mapping[name], str(error).lower()) from None


def read_frames(frames: Any, kinds: Any) -> Any:
    """The stack that a position writes as ``frames``; ``kinds``: the union of the game's. Raises ``PositionError``."""
    try:
        return msgspec.convert(frames, tuple[kinds, ...])
    except (msgspec.ValidationError, RecursionError) as fault:
        raise PositionError("frames", frames, f"frames as a position writes them ({fault})") from None
