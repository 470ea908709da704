"""What is wrong with a sheet, field by field, and sheets to and from files (SAC-BUILDER-04, SAC-BUILDER-06)."""

from __future__ import annotations

import json
import stat
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
from msgspec import structs

from game.core.names import is_hidden, is_id, runs_right_to_left
from game.sacrament.characters import (
    DEALT,
    FORMAT,
    LEVELS,
    MAX_LOOK,
    MAX_VOW,
    Character,
    Fault,
    pick_fault,
)
from game.sacrament.content import ATTRIBUTES, PRACTICES, Content
from game.sacrament.kit import kit_of
from game.sacrament.values import COUNT, TIERS

MOST_BYTES = 200_000
"""A larger file is not read: a character has a few thousand bytes."""


def text_fault(field: str, text: str, longest: int, clause: str, *, empty: bool = True) -> Fault | None:
    """Why a text cannot stand: too long, empty, or with signs that cannot be seen or that turn the writing round."""
    if len(text) > longest:
        return Fault(field, clause, f"{len(text)} signs", f"at most {longest}")
    for index, char in enumerate(text):
        turns = runs_right_to_left(char)
        if turns or is_hidden(char):
            what = "right-to-left sign" if turns else "control sign"
            return Fault(field, clause, f"the {what} U+{ord(char):04X} at place {index + 1}", "text without it")
    if not empty and not text.strip():
        return Fault(field, clause, "nothing", f"1 to {longest} signs")
    return None


def faults_of(content: Content, sheet: Character) -> tuple[Fault, ...]:
    """All that keeps a character from play (SAC-BUILDER-04). Breaches that a GM allowed are not among them."""
    found: list[Fault | None] = [
        text_fault("name", sheet.name, 40, "SAC-BUILDER-04", empty=False),
        text_fault("player", sheet.player, 40, "SAC-BUILDER-04"),
        text_fault("look", sheet.look, MAX_LOOK, "SAC-BUILDER-04"),
        text_fault("vow", sheet.vow, MAX_VOW, "SAC-PRACTICE-02", empty=False),
    ]
    if not 1 <= sheet.level <= LEVELS:
        found.append(Fault("level", "SAC-LEVEL-02", str(sheet.level), f"1 to {LEVELS}"))
    if set(sheet.attributes) != set(ATTRIBUTES):
        found.append(Fault("attributes", "SAC-ATTR-01", ", ".join(sheet.attributes), ", ".join(ATTRIBUTES)))
    elif sorted(sheet.attributes.values(), reverse=True) != list(DEALT):
        dealt = ", ".join(f"{value:+d}" for value in sheet.attributes.values())
        found.append(Fault("attributes", "SAC-ATTR-02", dealt, "one each of +2, +1, 0, −1"))
    if sheet.practice not in PRACTICES:
        found.append(Fault("practice", "SAC-PRACTICE-01", sheet.practice or "nothing", ", ".join(PRACTICES)))
    found += _pick_faults(content, sheet)
    found += _gear_faults(content, sheet)
    return tuple(fault for fault in found if fault is not None)


def _pick_faults(content: Content, sheet: Character) -> list[Fault]:
    """The picks bought one after the other, as they were (SAC-PATH-07)."""
    found: list[Fault] = []
    growing = structs.replace(sheet, picks=())
    for index, pick in enumerate(sheet.picks):
        fault = pick_fault(content, growing, pick)
        if fault is not None and f"{pick} ({fault.clause})" not in sheet.overrides:
            found.append(structs.replace(fault, field=f"picks[{index}]"))
        growing = structs.replace(growing, picks=(*growing.picks, pick))
    return found


def _gear_faults(content: Content, sheet: Character) -> list[Fault]:
    found: list[Fault] = []
    for index, item in enumerate(sheet.items):
        field = f"items[{index}]"
        if not content.is_item(item.id):
            found.append(Fault(field, "SAC-GEAR-01", item.id, "the id of a thing"))
            return found
        tiered = item.id in content.weapons or item.id in content.armour
        if not 1 <= item.tier <= (TIERS if tiered else 1) or not 1 <= item.n <= COUNT:
            found.append(Fault(field, "SAC-GEAR-01", f"tier {item.tier}, {item.n} of them", f"tier 1 to {TIERS}"))
            return found
        if not -1 <= item.left <= COUNT:
            found.append(Fault(field, "SAC-GEAR-01", f"{item.left} left", "-1 (whole), or what is left"))
            return found
        trinket = content.things.get(item.id)
        tier = trinket.tier if trinket else item.tier
        held = item.key in (sheet.worn, *sheet.hands)
        if held and tier > sheet.level and f"{item.key} (SAC-GEAR-01)" not in sheet.overrides:
            found.append(Fault(field, "SAC-GEAR-01", f"tier {tier} in use", f"tier {sheet.level} or lower"))
    keys = {item.key for item in sheet.items}
    if sheet.worn and (sheet.worn not in keys or sheet.worn.partition(".")[0] not in content.armour):
        found.append(Fault("worn", "SAC-ARMOUR-09", sheet.worn, "a suit that is carried, or nothing"))
        return found
    hands = 0
    for held_key in sheet.hands:
        weapon = content.weapons.get(held_key.partition(".")[0])
        if held_key not in keys or weapon is None:
            found.append(Fault("hands", "SAC-GEAR-05", held_key, "weapons that are carried"))
            return found
        hands += weapon.hands
    if hands > 2:
        found.append(Fault("hands", "SAC-GEAR-05", f"{hands} hands full", "at most two"))
    for held_key in set(sheet.hands):
        carried = sum(item.n for item in sheet.items if item.key == held_key)
        if sheet.hands.count(held_key) > carried:
            found.append(Fault("hands", "SAC-GEAR-05", f"{held_key} twice", f"{carried}, as many as are carried"))
    if not 0 <= sheet.gold <= COUNT:
        found.append(Fault("gold", "SAC-KIT-02", str(sheet.gold), f"0 to {COUNT}"))
    kit = kit_of(sheet)
    if kit.used > kit.capacity and f"slots {kit.used} (SAC-PACK-01)" not in sheet.overrides:
        found.append(Fault("items", "SAC-PACK-01", f"{kit.used} slots filled", f"at most {kit.capacity}"))
    return found


def export_character(sheet: Character) -> dict[str, Any]:
    """A character as it is written to its own file (SAC-BUILDER-06)."""
    data: dict[str, Any] = msgspec.to_builtins(sheet)
    return data


def import_character(content: Content, data: object) -> tuple[Character | None, tuple[Fault, ...]]:
    """A character from a file, and every fault by field.

    What is sound is loaded; ``None`` if nothing can be made of it.
    """
    if not isinstance(data, Mapping):
        return None, (Fault("file", "SAC-BUILDER-06", type(data).__name__, "a mapping of fields"),)
    faults: list[Fault] = []
    number = data.get("format", FORMAT)
    if number != FORMAT:
        return None, (Fault("format", "SAC-BUILDER-06", str(number), f"{FORMAT}; update the program"),)
    fields = {field.encode_name: field for field in structs.fields(Character)}
    good: dict[str, Any] = {}
    for name, value in data.items():
        field = fields.get(str(name))
        if field is None:
            faults.append(Fault(str(name), "SAC-BUILDER-06", "an unknown field", f"one of {', '.join(fields)}"))
            continue
        try:
            good[field.name] = msgspec.convert(value, field.type)
        except (msgspec.ValidationError, RecursionError, UnicodeError) as error:
            faults.append(Fault(str(name), "SAC-BUILDER-06", f"{value!r:.40}", str(error).lower()))
    for name in ("name", "attributes"):
        if name not in good:
            faults.append(Fault(name, "SAC-BUILDER-06", "nothing", "this field"))
            good[name] = "" if name == "name" else dict(zip(ATTRIBUTES, DEALT, strict=True))
    sheet = Character(**good)
    if sheet.id and not is_id(sheet.id):
        faults.append(Fault("id", "SAC-BUILDER-06", f"{sheet.id!r:.40}", "a-z, 0-9, _ and -"))
        sheet = structs.replace(sheet, id="")
    return sheet, (*faults, *faults_of(content, sheet))


def read_character(content: Content, path: Path) -> tuple[Character | None, tuple[Fault, ...]]:
    """The character of a file (JSON), and every fault by field. Whatever is wrong with the file is a fault too."""

    def unread(found: str, expected: str) -> tuple[None, tuple[Fault, ...]]:
        return None, (Fault("file", "SAC-BUILDER-06", found, expected),)

    try:
        about = path.stat()
        if not stat.S_ISREG(about.st_mode):
            return unread("a folder or a device", "a file")
        if about.st_size > MOST_BYTES:
            return unread("too large a file", f"at most {MOST_BYTES} bytes")
        data = json.loads(path.read_text(encoding="utf-8-sig"))
    except OSError as error:
        return unread(error.strerror or str(error), "a file that can be read")
    except (ValueError, RecursionError) as error:
        line = getattr(error, "lineno", 0)
        return unread(
            f"line {line}: {getattr(error, 'msg', error)}" if line else str(error), "JSON as this program writes it"
        )
    return import_character(content, data)
