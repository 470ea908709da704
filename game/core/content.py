"""Content: YAML files into typed structs, with errors that name file, line, place, what was found and the cure.

``load_yaml`` gives plain data, ``load_mapping`` a table of typed entries, ``convert`` types a part of plain data.
Pass a list as ``problems`` to gather errors and go on (``check``); without one the first error is raised.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Collection, Iterable, Iterator
from pathlib import Path
from typing import Any, Generic, TypeVar

import msgspec

from game.core.yaml_reader import ContentError, Lines, Where, dotted, load_yaml, read_yaml

__all__ = [
    "DATA", "ContentError", "Lines", "Table", "Where", "convert", "digest", "dotted", "faults_of", "load_mapping",
    "load_yaml", "read_yaml",
]

DATA = Path(__file__).resolve().parents[2] / "data"
"""The folder of the game's own content, from source and in a frozen program alike."""

T = TypeVar("T")

_MESSAGE = re.compile(r"(?P<text>.*?)(?: - at (?:`(?P<key>key)` in )?`\$(?P<path>.*)`)?\Z", re.DOTALL)
_STEP = re.compile(r"\.(?P<name>[^.\[]+)|\[(?P<index>\d+)\]|(?P<any>\[\.\.\.\])")
_UNKNOWN = re.compile(r"Object contains unknown field `(.*)`")
_MISSING = re.compile(r"Object missing required field `(.*)`")
_EXPECTED = re.compile(r"Expected `(?P<types>[a-z |]+)`(?P<limit>[^,]*?)(?:, got .*)?\Z")
_WORDS = {
    "int": "a whole number",
    "float": "a number",
    "str": "text",
    "bool": "true or false",
    "array": "a list",
    "object": "a mapping",
    "null": "nothing",
}


class Table(dict[str, T], Generic[T]):
    """The typed entries of a file by id, in the file's order, and where each stands."""

    def __init__(self, lines: Lines, key: str) -> None:
        super().__init__()
        self.lines = lines
        self.key = key

    def error(self, entry: str, *rest: str | int, found: str, expected: str) -> ContentError:
        """The error for a fault that only the reader's own checks can see (a dangling id, a wrong sum)."""
        return self.lines.error((self.key, entry, *rest), found, expected)


def load_mapping(
    path: str | Path,
    key: str,
    type: type[T],
    *,
    beside: Collection[str] = (),
    problems: list[ContentError] | None = None,
) -> Table[T]:
    """The entries of the mapping ``key`` of a file, each as ``type``.

    A field ``id`` of ``type`` is filled with the entry's key. Other keys at the top of the file are refused, unless
    they are named in ``beside``.
    """
    table: Table[T] = Table(Lines(path), key)
    try:
        data, lines = load_yaml(path)
        table.lines = lines
        entries = _entries(data, lines, key, beside)
    except ContentError as error:
        _report(error, problems)
        return table
    takes_id = any(field.name == "id" for field in _fields(type))
    for name, entry in entries.items():
        try:
            if not isinstance(name, str):
                raise lines.error((key, name), f"the number {name} as an id", "a word; put it in quotes")
            given = {"id": name, **entry} if takes_id and isinstance(entry, dict) else entry
            table[name] = convert(given, lines, type, at=(key, name))
        except ContentError as error:
            _report(error, problems)
    return table


def convert(data: Any, lines: Lines, type: Any, *, at: Where = ()) -> Any:
    """``data``, which stands at ``at`` of its file, as ``type``. Raises ``ContentError``."""
    try:
        return msgspec.convert(data, type)
    except msgspec.ValidationError as error:
        raise _explain(str(error), data, lines, type, at) from None
    except RecursionError:
        raise lines.error(at, "nesting too deep", "fewer levels") from None


def faults_of(reads: Iterable[Callable[[], object]]) -> list[ContentError]:
    """What is wrong with content: the fault that stops each of the ``reads``."""
    faults = []
    for read in reads:
        try:
            read()
        except ContentError as error:
            faults.append(error)
    return faults


def digest(*parsed: Any) -> str:
    """A hash of parsed content: the same whatever the path, the line endings, the comments and the order of keys."""
    return hashlib.sha256(msgspec.json.encode(parsed, order="sorted")).hexdigest()[:16]


def _entries(data: Any, lines: Lines, key: str, beside: Collection[str]) -> dict[Any, Any]:
    if not isinstance(data, dict):
        raise lines.error((), _show(data), f"a mapping with the key {key}")
    for name in data:
        if name != key and name not in beside:
            raise lines.error((name,), f"the unknown key {name}", f"only {', '.join([key, *beside])}")
    if key not in data:
        raise lines.error((), "no such key", f"the key {key}")
    entries = data[key]
    if not isinstance(entries, dict):
        raise lines.error((key,), _show(entries), "a mapping from ids to entries")
    return entries


def _report(error: ContentError, problems: list[ContentError] | None) -> None:
    if problems is None:
        raise error
    problems.append(error)


def _fields(type: Any) -> tuple[msgspec.structs.FieldInfo, ...]:
    try:
        return msgspec.structs.fields(type)
    except TypeError:
        return ()


def _explain(message: str, data: Any, lines: Lines, type: Any, at: Where) -> ContentError:
    """msgspec's one-line message as a ``ContentError``."""
    parts = _MESSAGE.match(message)
    assert parts is not None
    text, path = parts["text"], parts["path"] or ""
    steps = list(_STEP.finditer(path))
    where = _locate(data, type, steps, message)
    if parts["key"]:
        where = _culprit(data, type, where, message)
        return lines.error(at + where, f"the key {where[-1]}", _expected(text, None))
    unknown, missing = _UNKNOWN.match(text), _MISSING.match(text)
    if unknown:
        return lines.error((*at, *where, unknown[1]), f"the unknown key {unknown[1]}", _known_keys(type, steps))
    if missing:
        return lines.error(at + where, "no such key", f"the key {missing[1]}")
    value = _at(data, where)
    return lines.error(at + where, _show(value), _expected(text, value))


def _known_keys(type: Any, steps: list[re.Match[str]]) -> str:
    """The keys that may stand there, where that is plain to see (at the top of an entry)."""
    names = [] if steps else [field.encode_name for field in _fields(type)]
    return f"only {', '.join(names)}" if names else "a key that is known here"


def _locate(data: Any, type: Any, steps: list[re.Match[str]], message: str) -> Where:
    """The place that msgspec's path means. It hides the keys of mappings (``[...]``): those are found by trial."""
    where: Where = ()
    for step in steps:
        if step["name"]:
            where = (*where, step["name"])
        elif step["index"]:
            where = (*where, int(step["index"]))
        else:
            where = _culprit(data, type, where, message)
    return where


def _culprit(data: Any, type: Any, where: Where, message: str) -> Where:
    """The entry of the mapping at ``where`` that alone gives the same message."""
    mapping = _at(data, where)
    for key in mapping if isinstance(mapping, dict) else ():
        try:
            msgspec.convert(_with(data, where, {key: mapping[key]}), type)
        except msgspec.ValidationError as error:
            if str(error) == message:
                return (*where, key)
    return where


def _at(data: Any, where: Where) -> Any:
    for part in where:
        data = data[part]
    return data


def _with(data: Any, where: Where, value: Any) -> Any:
    """``data`` with the value at ``where`` replaced; the original stays."""
    if not where:
        return value
    copy = data.copy()
    copy[where[0]] = _with(data[where[0]], where[1:], value)
    return copy


def _expected(text: str, value: Any) -> str:
    """The expectation in words, with the cure where a missing or needless quote is the likely cause."""
    parts = _EXPECTED.match(text)
    if not parts:
        return text[:1].lower() + text[1:].replace("`", "")
    types = parts["types"].split(" | ")
    words = " or ".join(_words(types)) + parts["limit"].replace("`", "")
    if "str" in types and (isinstance(value, (bool, int, float)) or value is None):
        return f'{words}; put it in quotes: "{_source(value)}"'
    if isinstance(value, str) and {"int", "float"} & set(types):
        return f"{words} in plain digits, without quotes"
    if isinstance(value, str) and "bool" in types:
        return f"{words}, without quotes"
    return words


def _words(types: list[str]) -> Iterator[str]:
    return (_WORDS.get(name, name) for name in types)


def _show(value: Any) -> str:
    if isinstance(value, str):
        return f"the text {value!r}" if len(value) <= 40 else f"the text {value[:40]!r}…"
    if isinstance(value, list):
        return f"a list of length {len(value)}"
    if isinstance(value, dict):
        return "a mapping"
    if value is None:
        return "nothing"
    return _source(value) if isinstance(value, bool) else f"the number {value}"


def _source(value: bool | int | float | None) -> str:
    """A bare value as it is written in YAML."""
    if value is None:
        return "null"
    return str(value).lower() if isinstance(value, bool) else str(value)
