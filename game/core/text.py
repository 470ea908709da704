"""The text form of actions, for logs, goldens, the terminal and bug reports: ``play card=migo``.

A word (the action's tag), then ``field=value`` in the order of the fields; fields at their default are left out. A
value is a bare word where it can be one, else compact JSON: ``choose_dice turn=[{"from":"X","to":"E"}]``. Reading
takes bare words where the field is text, and JSON everywhere.
"""

from __future__ import annotations

import difflib
import json
import re
from collections.abc import Mapping
from functools import cache
from typing import Any, cast, get_args

import msgspec

from game.core.contract import Action, Game, State
from game.core.numbers import shortened

_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_.:-]*\Z")
_CONSTANTS = ("true", "false", "null")
_FIELD = re.compile(r"([A-Za-z_][A-Za-z0-9_]*)=")
_JSON = json.JSONDecoder()
_LIMIT = 1 << 63
_LONGEST_NAME = 64


class ActionTextError(ValueError):
    """A text or mapping that is no action: ``found`` and ``expected``; ``column`` counts from 1, 0 is none."""

    def __init__(self, found: str, expected: str, column: int = 0) -> None:
        super().__init__(f"{f'column {column}: ' if column else ''}found {found}, expected {expected}")
        self.found, self.expected, self.column = found, expected, column


def action_text(action: Action) -> str:
    """The text form of ``action``."""
    fields: dict[str, Any] = msgspec.to_builtins(action)
    name = fields.pop("action")
    return " ".join([name, *(f"{field}={_value_text(value)}" for field, value in fields.items())])


def parse_action(game: Game, text: str) -> Action:
    """The action that ``text`` writes. Raises ``ActionTextError``; whether it is legal is not asked here."""
    head, _, _ = text.strip().partition(" ")
    fields: dict[str, Any] = {"action": head}
    at = len(text) - len(text.lstrip()) + len(head)
    while text[at:].strip():
        at += len(text[at:]) - len(text[at:].lstrip())
        field = _FIELD.match(text, at)
        if not field:
            raise ActionTextError(repr(shortened(text[at:])), "field=value", at + 1)
        if field[1] in fields:
            raise ActionTextError(f"{field[1]} a second time", "each field once", at + 1)
        fields[field[1]], at = _read_value(text, field.end())
    return action_from_mapping(game, fields)


def action_from_mapping(game: Game, mapping: Mapping[str, Any]) -> Action:
    """The action of a mapping such as ``{action: play, card: migo}``. Raises ``ActionTextError``."""
    kinds = action_kinds(game)
    name = mapping.get("action")
    if not isinstance(name, str) or name not in kinds:
        near = difflib.get_close_matches(str(name)[:_LONGEST_NAME], kinds, n=3)
        raise ActionTextError(
            f"the action {shortened(str(name))!r}" if name else "no action",
            f"{' or '.join(near)}" if near else f"one of {', '.join(sorted(kinds))}",
        )
    known = kinds[name].__struct_encode_fields__
    for field in mapping:
        if field != "action" and field not in known:
            targets = [word for word in known if word != "seat"]
            raise ActionTextError(f"the field {field!r}", f"{name} with {', '.join(targets) or 'no field'}")
    if _too_large(mapping):
        raise ActionTextError("a number too large for any rule", "a number of a sensible length")
    try:
        return cast(Action, msgspec.convert(mapping, game.action_type))
    except msgspec.ValidationError as error:
        message, _, place = str(error).partition(" - at ")
        expected, _, got = message.partition(", got ")
        found = f"{got.replace('`', '')}{' in ' + place.replace('`', '').removeprefix('$.') if place else ''}"
        raise ActionTextError(found if got else f"{name} incomplete or wrong", _plain(expected)) from None
    except RecursionError:
        raise ActionTextError("nesting too deep", "fewer brackets") from None


def action_kinds(game: Game) -> dict[str, type[Action]]:
    """The actions of a game by name."""
    return _kinds(game.action_type)


@cache
def _kinds(action_type: Any) -> dict[str, type[Action]]:
    types = get_args(action_type) or (action_type,)
    return {str(type_.__struct_config__.tag): type_ for type_ in types}


def normalize(state: State, action: Action) -> Action:
    """``action`` with the seat left out where it is the current player's: one thing to do has one spelling."""
    if action.seat is not None and action.seat == state.current_player():
        return msgspec.structs.replace(action, seat=None)
    return action


def _too_large(value: Any, depth: int = 8) -> bool:
    """Whether a whole number stands in it that no journal could keep (64 bits), as far down as fields of actions go."""
    if isinstance(value, int):
        return not -_LIMIT <= value < _LIMIT
    inside = value.values() if isinstance(value, Mapping) else value if isinstance(value, (list, tuple)) else ()
    return depth > 0 and any(_too_large(one, depth - 1) for one in inside)


def _plain(expected: str) -> str:
    text = expected.replace("`", "")
    return text.removeprefix("Expected ") if text.startswith("Expected ") else text[:1].lower() + text[1:]


def _value_text(value: Any) -> str:
    if isinstance(value, str) and _WORD.match(value) and value not in _CONSTANTS:
        return value
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _read_value(text: str, at: int) -> tuple[Any, int]:
    """The value that starts at ``at`` and the place after it."""
    word = re.compile(r"\S*").match(text, at)
    assert word is not None
    if not word[0]:
        raise ActionTextError("nothing after =", "a value", at + 1)
    if text[at] not in '"[{':
        try:
            value = json.loads(word[0])
        except (ValueError, RecursionError):
            return word[0], word.end()
        return (word[0] if isinstance(value, float) else value), word.end()
    try:
        value, end = _JSON.raw_decode(text, at)
    except json.JSONDecodeError as error:
        raise ActionTextError(repr(text[at : at + 30]), f"JSON ({error.msg})", error.pos + 1) from None
    except ValueError:  # a number of more digits than Python reads
        raise ActionTextError(repr(shortened(text[at:])), "numbers of a sensible length", at + 1) from None
    except RecursionError:
        raise ActionTextError("nesting too deep", "fewer brackets", at + 1) from None
    if end < len(text) and not text[end].isspace():
        raise ActionTextError(repr(text[end:]), "a blank", end + 1)
    return value, end
