"""Effects as content writes them: in short form, checked, listed for the authors' page."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, get_args

from msgspec import Struct, structs

from game.core.content import Lines
from game.sacrament.effects.base import Effect
from game.sacrament.effects.lists import AnyEffect
from game.sacrament.formulas import FormulaError, parse_damage

_LISTS = frozenset({
    "effects", "hit", "miss", "ok", "fail", "then", "else", "on_enter", "rider", "out", "at_half", "on_spell",
    "round_end", "passive", "cost", "night", "on_interrupt", "on_end", "fled_effects", "win_effects", "ash",
})  # fmt: skip
"""Keys of content whose value, if it is a list, is a list of effects."""


@cache
def vocabulary() -> dict[str, type[Effect]]:
    """Every word and its class."""
    return {str(kind.__struct_config__.tag): kind for kind in get_args(AnyEffect)}


def prepare(value: Any, lines: Lines, at: tuple[str | int, ...]) -> Any:
    """Content with its effects in full form: ``{heal: 2}`` becomes ``{word: heal, n: 2}``. Raises ``ContentError``."""
    if isinstance(value, dict):
        out: dict[str, Any] = {}
        for key, inner in value.items():
            place = (*at, key)
            if key in _LISTS and isinstance(inner, list):
                out[key] = [_full(entry, lines, (*place, i)) for i, entry in enumerate(inner)]
            elif key == "options" and isinstance(inner, list) and all(isinstance(entry, list) for entry in inner):
                out[key] = [
                    [_full(entry, lines, (*place, i, j)) for j, entry in enumerate(option)]
                    for i, option in enumerate(inner)
                ]
            else:
                out[key] = prepare(inner, lines, place)
        return out
    if isinstance(value, list):
        return [prepare(entry, lines, (*at, i)) for i, entry in enumerate(value)]
    return value


def _full(entry: Any, lines: Lines, at: tuple[str | int, ...]) -> dict[str, Any]:
    words = vocabulary()
    if isinstance(entry, str):
        word, value = entry, None
    elif isinstance(entry, dict) and len(entry) == 1:
        ((word, value),) = entry.items()
    else:
        raise lines.error(at, f"{entry!r:.60}", "an effect: a word, or one word with its fields")
    kind = words.get(word)
    if kind is None:
        raise lines.error(at, f"the word {word}", f"one of {', '.join(sorted(words))}")
    if value is None:
        return {"word": word}
    if isinstance(value, dict):
        full = {"word": word, **prepare(value, lines, (*at, word))}
    else:
        first = structs.fields(kind)
        if not first:
            raise lines.error(at, f"{word} with {value!r:.30}", f"{word} alone")
        full = {"word": word, first[0].encode_name: value}
    for key in ("dice", "n"):
        if isinstance(full.get(key), str):
            try:
                parse_damage(full[key])
            except FormulaError as error:
                raise lines.error((*at, word), f"{full[key]!r}: {error}", "dice such as 2d6+1") from None
    return full


def words_in(value: Any) -> Iterator[AnyEffect]:
    """Every effect anywhere inside a piece of content."""
    if isinstance(value, get_args(AnyEffect)):
        yield value
    if isinstance(value, Struct):
        for name in value.__struct_fields__:
            yield from words_in(getattr(value, name))
    elif isinstance(value, (tuple, list)):
        for entry in value:
            yield from words_in(entry)
    elif isinstance(value, dict):
        for entry in value.values():
            yield from words_in(entry)


def vocabulary_table() -> str:
    """The words as a Markdown table, for the authors' page."""
    rows = ["| Word | Fields | Meaning |", "|---|---|---|"]
    for word, kind in sorted(vocabulary().items()):
        fields = ", ".join(f"`{f.encode_name}`{'' if f.required else '?'}" for f in structs.fields(kind))
        meaning = " ".join((kind.__doc__ or "").split())
        rows.append(f"| `{word}` | {fields or '–'} | {meaning} |")
    return "\n".join(rows) + "\n"
