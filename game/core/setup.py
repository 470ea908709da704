"""What every set-up shares: options completed and checked, and draws that take the script first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from game.core.chance import NeedRoll, ScriptError, below, scripted
from game.core.contract import Option, SetupError


def complete_options(game: str, known: Sequence[Option], given: Mapping[str, Any], players: int) -> dict[str, Any]:
    """The options of ``game`` completed by their defaults.

    Raises ``SetupError`` naming the option, the value found and what was expected.
    """
    chosen: dict[str, Any] = {option.name: option.default for option in known}
    if not given:
        return chosen
    by_name = {option.name: option for option in known}
    for name, value in given.items():
        if name not in by_name:
            raise SetupError(f"unknown option {name!r}; {game} has: {', '.join(by_name)}")
        option = by_name[name]
        if option.kind == "switch":
            if not isinstance(value, bool):
                raise SetupError(f"option {name}: found {value!r}, expected true or false")
        elif option.kind == "seat":
            if value != "random" and not _is_number(value, 0, players - 1):
                expected = f"random or a seat from 0 to {players - 1}"
                raise SetupError(f"option {name}: found {value!r}, expected {expected}")
        elif option.kind == "number":
            least, most = map(int, option.choices)
            if not _is_number(value, least, most):
                clause = option.clauses[0] if option.clauses else None
                raise SetupError(f"option {name}: found {value!r}, expected {least} to {most}", clause)
        elif value not in option.choices:
            expected = ", ".join(map(str, option.choices))
            raise SetupError(f"option {name}: found {value!r}, expected one of: {expected}")
        chosen[name] = value
    return chosen


def _is_number(value: object, least: int, most: int) -> bool:
    """Whether it is a whole number within these bounds; ``True`` and ``False`` are none."""
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most


class SetupDraw:
    """The draws of a set-up: from the script first, then from the generator.

    ``counter`` and ``script`` are what is left for the game.
    """

    def __init__(self, seed: int, script: tuple[object, ...], strict: bool) -> None:
        self.seed, self.counter, self.script, self.strict = seed, 0, script, strict

    def one_of(self, choices: tuple[Any, ...], what: str) -> Any:
        """One of ``choices``, each equally likely, or the scripted one."""
        if self.script:
            found = scripted(self.script[0], what)
            if found not in choices:
                raise ScriptError(what, self.script[0], f"one of {', '.join(map(str, choices))}")
            self.script = self.script[1:]
            return found
        if self.strict:
            raise NeedRoll(what, tuple(choices), drawn=True)
        index, self.counter = below(self.seed, self.counter, len(choices))
        return choices[index]
