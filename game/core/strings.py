"""Texts that people read: flat dotted keys from ``data/strings/<language>/*.yaml``, English standing in for gaps.

A text has places ``{name}`` that are filled with the values handed over and with nothing else: no attribute, no index,
no padding can be reached. A value that starts with ``@`` is itself a key. Where a value ``count`` is given and is 1
(in French also 0), the text ``<key>.one`` is taken if there is one: whole sentences rather than glued parts.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path

from game.core.content import DATA, ContentError, load_yaml
from game.core.contract import Values

ENGLISH = "en"

PSEUDO = "pseudo"
"""A made-up language, 40 % longer than English, that shows where a text would not fit or is hard-wired."""

FOLDER = DATA / "strings"

_PLACE = re.compile(r"\{([a-z_][a-z0-9_]*)\}")
_KEY = re.compile(r"[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*\Z")
ICON = ("\ue000", "\ue001")
"""What stands round the name of an icon in a text: signs that no name has, so that ``[[skull]]`` typed by a person
stays what it is. In the files of texts an icon is written ``[[skull]]``."""

_WRITTEN_ICON = re.compile(r"\[\[([a-z0-9_/-]+)\]\]")
_KEEP = re.compile("(\\{[a-z_][a-z0-9_]*\\}|" + "[a-z0-9_/-]+".join(ICON) + ")")  # places and drawn signs
_ACCENTS = str.maketrans("aeiouyAEIOUYcnsz", "åéîöûýÅÉÎÖÛÝçñšž")
_FILLER = "öå éîû "
_LONGER = 0.4
_DEPTH = 4  # keys within keys
_ZERO_IS_ONE = ("fr",)


def load_language(language: str, folder: Path | None = None) -> Mapping[str, str]:
    """All texts of one language; raises the first ``ContentError``. Empty for a language without files."""
    return _load(language, folder or FOLDER)


@lru_cache(maxsize=8)
def _load(language: str, folder: Path) -> Mapping[str, str]:
    problems: list[ContentError] = []
    texts = read_language(language, folder, problems)
    if problems:
        raise problems[0]
    return texts


def read_language(language: str, folder: Path, problems: list[ContentError]) -> dict[str, str]:
    """The sound texts of one language; faults (no text, a key twice, a lone brace) go to ``problems``."""
    texts: dict[str, str] = {}
    origin: dict[str, str] = {}
    for path in sorted((folder / language).glob("*.yaml")):
        try:
            data, lines = load_yaml(path)
        except ContentError as error:
            problems.append(error)
            continue
        if not isinstance(data, dict):
            problems.append(lines.error((), "no mapping", "keys and texts"))
            continue
        for key, text in data.items():
            if not isinstance(text, str):
                problems.append(lines.error((key,), f"{text!r}", "a text; put it in quotes"))
            elif not isinstance(key, str) or not _KEY.match(key):
                problems.append(lines.error((key,), "this key", "words with dots between them"))
            elif key in texts:
                problems.append(lines.error((key,), f"the key a second time (first in {origin[key]})", "each key once"))
            elif re.search(r"[{}]", _PLACE.sub("", text)):
                problems.append(lines.error((key,), f"a brace that holds no name in {text!r}", "{name}"))
            else:
                texts[key], origin[key] = _WRITTEN_ICON.sub(r"\1".join(ICON), text), path.name
    return texts


def languages(folder: Path | None = None) -> tuple[str, ...]:
    """The languages that there are texts for, English first."""
    found = sorted(path.name for path in (folder or FOLDER).iterdir() if path.is_dir())
    return tuple(sorted(found, key=lambda name: name != ENGLISH))


def places(text: str) -> frozenset[str]:
    """The names of the values that ``text`` asks for."""
    return frozenset(_PLACE.findall(text))


def lengthen(text: str) -> str:
    """``text`` in the pseudo-language: accents on the vowels, and four signs for every ten more than it had."""
    parts = _KEEP.split(text)
    letters = sum(len(part) for part in parts[::2])
    accented = "".join(part if index % 2 else part.translate(_ACCENTS) for index, part in enumerate(parts))
    extra = max(1, round(letters * _LONGER)) if letters else 0
    filler = (_FILLER * (extra // len(_FILLER) + 1))[:extra]
    return accented + (f"{filler[:-1]}ö" if filler.endswith(" ") else filler)


class Strings:
    """The texts of one language. ``more``: texts of a pack, which lie over the language's own."""

    def __init__(
        self, language: str = ENGLISH, *, folder: Path | None = None, more: Sequence[Mapping[str, str]] = ()
    ) -> None:
        self.language = language
        own = {} if language in (ENGLISH, PSEUDO) else load_language(language, folder)
        self._texts: dict[str, str] = {**load_language(ENGLISH, folder), **own}
        for texts in more:
            self._texts.update(texts)
        self.missing: set[str] = set()
        """Keys and places that were asked for in vain. Tests require it to stay empty."""

    def has(self, key: str) -> bool:
        """Whether there is a text for ``key``."""
        return key in self._texts

    def raw(self, key: str) -> str | None:
        """The text with its places unfilled, ``None`` if there is none."""
        text = self._texts.get(key)
        return lengthen(text) if text is not None and self.language == PSEUDO else text

    def text(self, key: str, values: Values | None = None) -> str:
        """The text of ``key`` with its places filled. What is missing is shown by its name, so that it can be found."""
        return self._fill(key, values or {}, _DEPTH)

    def _fill(self, key: str, values: Values, depth: int) -> str:
        text = self.raw(f"{key}.one") if self._is_one(values.get("count")) else None
        if text is None:
            text = self.raw(key)
        if text is None or not depth:
            self.missing.add(key)
            return key

        def fill(match: re.Match[str]) -> str:
            name = match[1]
            if name in values:
                return self._value(values[name], values, depth)
            self.missing.add(f"{key} {match[0]}")
            return match[0]

        return _PLACE.sub(fill, text)

    def _value(self, value: object, values: Values, depth: int) -> str:
        if isinstance(value, str) and value.startswith("@"):
            return self._fill(value[1:], values, depth - 1)
        if isinstance(value, int) and not isinstance(value, bool) and value < 0:
            return f"\u2212{-value}"  # the minus sign of the type, not a hyphen
        return str(value)

    def _is_one(self, count: object) -> bool:
        return count == 1 or (count == 0 and self.language in _ZERO_IS_ONE)
