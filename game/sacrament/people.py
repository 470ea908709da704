"""Characters coming into play, ready ones with their texts."""

from __future__ import annotations

from functools import lru_cache

from game.core.strings import Strings
from game.sacrament.characters import Character
from game.sacrament.gear import load_durability
from game.sacrament.state import Pc


@lru_cache(maxsize=32)
def _words(id: str) -> tuple[tuple[str, str], ...]:
    strings = Strings()
    keys = {name: f"character.{id}.{name}" for name in ("name", "look", "vow")}
    return tuple((name, strings.text(key)) for name, key in keys.items())


def texts_of(id: str) -> dict[str, str]:
    """Name, look and vow of a pre-made character: they become the person's own to change."""
    return dict(_words(id))


def make_pc(seat: int, sheet: Character) -> Pc:
    """A character comes into play, whole."""
    pc = Pc(seat=seat, sheet=sheet)
    pc.set_sheet(sheet)
    load_durability(pc)
    pc.light = pc.kit.light
    return pc
