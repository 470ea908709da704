"""YAML to plain data with line numbers, by a strict and small part of the language.

libyaml does the scanning (about ten times as fast as the pure Python scanner, which stands in where it is missing).
What a file may hold: mappings, lists, texts, whole numbers (``12``), decimals (``1.5``), ``true``, ``false``, ``null``.
Everything else that YAML would guess from bare words (``no``, ``1:30``, ``010``, ``2024-01-02``) stays the text that
was written, and anchors, aliases, merge keys, tags and a second document are refused: none is needed in content, and
each has a way to surprise.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeAlias

import yaml

from game.core import files

MAX_BYTES = 1_000_000
"""A larger file is refused unread: content is written by hand."""

MAX_DEPTH = 60
"""Brackets within brackets beyond this are refused."""

Where: TypeAlias = tuple[str | int, ...]
"""The place of a value: keys and list indices from the top."""

_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_CONTROL = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_INT = re.compile(r"[-+]?(0|[1-9][0-9]{0,17})\Z")
_FLOAT = re.compile(r"[-+]?(0|[1-9][0-9]{0,17})\.[0-9]{1,17}\Z")
_WORDS = {"true": True, "false": False, "null": None, "~": None, "": None}


class ContentError(Exception):
    """Content that cannot be used: where (file, line, path in the file), what was found, what was expected."""

    def __init__(self, file: str | Path, line: int | None, path: str, found: str, expected: str) -> None:
        place = f"{file}:{line}" if line else f"{file}"
        super().__init__(f"{place}: {path + ': ' if path else ''}found {found}, expected {expected}")
        self.file, self.line, self.path = str(file), line, path
        self.found, self.expected = found, expected


class Lines:
    """Which line of a file each value stands on (for a value in a mapping: the line of its key)."""

    def __init__(self, file: str | Path) -> None:
        self.file = str(file)
        self._at: dict[Where, int] = {}

    def put(self, where: Where, line: int) -> None:
        """Note that the value at ``where`` stands on ``line`` (counted from 1)."""
        self._at[where] = line

    def __getitem__(self, where: Where) -> int:
        """The line of the value at ``where``, or of the nearest value around it."""
        while where not in self._at and where:
            where = where[:-1]
        return self._at.get(where, 1)

    def error(self, where: Where, found: str, expected: str) -> ContentError:
        """The error for the value at ``where``."""
        return ContentError(self.file, self[where], dotted(where), found, expected)


def dotted(where: Where) -> str:
    """A place as people read it: ``gods.migo.cost[0]``."""
    out = ""
    for part in where:
        out += f"[{part}]" if isinstance(part, int) else f".{part}" if out else part
    return out


def load_yaml(path: str | Path) -> tuple[Any, Lines]:
    """The data of a YAML file and the lines its values stand on. Raises ``ContentError``."""
    return read_yaml(_text(Path(path)), path)


def read_yaml(text: str, file: str | Path) -> tuple[Any, Lines]:
    """The data of YAML ``text``; ``file`` names it in errors. Raises ``ContentError``.

    The text is read in its composed form (NFC): an é of one character and one of two are the same key.
    """
    lines = Lines(file)
    text = unicodedata.normalize("NFC", text)
    bad = _CONTROL.search(text)
    if bad:
        line = text.count("\n", 0, bad.start()) + 1
        raise ContentError(file, line, "", f"the control character {bad.group()!a}", "text without it")
    try:
        return _build(yaml.parse(text, Loader=_LOADER), lines), lines
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        fault = f"a fault {error.context or ''} ({error.problem})".replace("  ", " ")
        at = min(mark.line + 1, len(text.splitlines())) if mark else None  # the end of the file is a line too far
        raise ContentError(file, at, "", fault, "well-formed YAML") from None
    except (yaml.YAMLError, ValueError, AttributeError, RecursionError) as error:
        raise ContentError(file, None, "", f"{type(error).__name__}: {error}", "well-formed YAML") from None


def _text(path: Path) -> str:
    try:
        with files.open_plain(path) as file:
            raw = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise ContentError(path, None, "", error.strerror or type(error).__name__, "a readable file") from None
    if len(raw) > MAX_BYTES:
        raise ContentError(path, None, "", "more than 1 MB", "at most 1 MB; split the file")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise ContentError(path, line, "", "bytes that are not UTF-8", "a file saved as UTF-8") from None


class _Open:
    """A collection whose end has not been read yet."""

    __slots__ = ("data", "key", "keys", "where")

    def __init__(self, data: dict[Any, Any] | list[Any], where: Where) -> None:
        self.data = data
        self.where = where
        self.key: str | int | None = None
        self.keys: dict[str | int, int] = {}


def _build(events: Iterator[Any], lines: Lines) -> Any:
    """Build the one document by an explicit stack: no input makes it recurse."""
    root: list[Any] = []
    stack: list[_Open] = []
    for event in events:
        line = event.start_mark.line + 1
        top = stack[-1] if stack else None
        if isinstance(event, yaml.DocumentStartEvent) and root:
            raise ContentError(lines.file, line, "", "a second document (---)", "one document in a file")
        if isinstance(event, (yaml.SequenceEndEvent, yaml.MappingEndEvent)):
            stack.pop()
        elif isinstance(event, yaml.NodeEvent):
            where = _next_place(top)
            _refuse_surprises(event, lines, where, line)
            if top and isinstance(top.data, dict) and top.key is None:
                top.key = _key(event, top, lines, line)
                continue
            value: Any
            if isinstance(event, yaml.ScalarEvent):
                value = _scalar(event)
            else:
                value = {} if isinstance(event, yaml.MappingStartEvent) else []
                stack.append(_Open(value, where))
                if len(stack) > MAX_DEPTH:
                    raise ContentError(lines.file, line, "", f"more than {MAX_DEPTH} levels of nesting", "fewer")
            if top is None:
                root.append(value)
                lines.put((), line)
            elif isinstance(top.data, list):
                top.data.append(value)
                lines.put(where, line)
            else:
                top.data[top.key] = value
                top.key = None
    if not root or root[0] is None:
        raise ContentError(lines.file, None, "", "an empty file", "content")
    return root[0]


def _next_place(top: _Open | None) -> Where:
    if top is None:
        return ()
    if isinstance(top.data, list):
        return (*top.where, len(top.data))
    return top.where if top.key is None else (*top.where, top.key)


def _refuse_surprises(event: Any, lines: Lines, where: Where, line: int) -> None:
    if isinstance(event, yaml.AliasEvent):
        raise ContentError(lines.file, line, dotted(where), f"the alias *{event.anchor}", "the value written out")
    if event.anchor:
        raise ContentError(lines.file, line, dotted(where), f"the anchor &{event.anchor}", "the value without it")
    if event.tag is not None:
        raise ContentError(lines.file, line, dotted(where), f"the tag {event.tag}", "the value without it")


def _key(event: Any, top: _Open, lines: Lines, line: int) -> str | int:
    place = dotted(top.where)
    if not isinstance(event, yaml.ScalarEvent):
        raise ContentError(lines.file, line, place, "a collection as a key", "a word as a key")
    key = _scalar(event)
    if key == "<<" and event.implicit[0]:
        raise ContentError(lines.file, line, place, "the merge key <<", "the keys written out")
    if key is None or isinstance(key, (bool, float)):
        found = f"the key {event.value}" if event.value else "an empty key"
        raise ContentError(lines.file, line, place, found, "a word; put it in quotes")
    if key in top.keys:
        raise ContentError(
            lines.file, line, dotted((*top.where, key)), f"the key a second time (first on line {top.keys[key]})",
            "each key once",
        )
    top.keys[key] = line
    lines.put((*top.where, key), line)
    return key  # type: ignore[no-any-return]  # bool, float and None went above


def _scalar(event: Any) -> Any:
    """The value of a scalar: a quoted one is text, a bare one may be a number, true, false or null."""
    text: str = event.value
    if not event.implicit[0]:
        return text
    if text in _WORDS:
        return _WORDS[text]
    if _INT.match(text):
        return int(text)
    return float(text) if _FLOAT.match(text) else text
