"""Effects as the cards write them: the words, and how they are read."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from game.core.content import ContentError, Table
from game.kanata.effects import boards, control, decks, foes, people, places, things
from game.kanata.effects.base import Block, Effect

VERBS: dict[str, type[Effect]] = {
    "lose_health": people.LoseHealth,
    "gain_health": people.GainHealth,
    "revive": people.Revive,
    "one": people.One,
    "gain": things.Gain,
    "draw_search": things.DrawSearch,
    "drop": things.Drop,
    "drop_weapon": things.DropWeapon,
    "recover": things.Recover,
    "ammo": things.Ammo,
    "move_to": places.MoveTo,
    "whirl": places.Whirl,
    "hide": places.OfferHide,
    "walk": places.Walk,
    "swap": people.Swap,
    "release": foes.Release,
    "dormant": foes.Dormant,
    "wake": foes.Wake,
    "sleep": foes.Sleep,
    "kill": foes.Kill,
    "abom_advance": foes.AbomAdvance,
    "sheriff_advance": foes.SheriffAdvance,
    "sheriff_to": foes.SheriffTo,
    "hold": foes.Hold,
    "corpse": foes.Corpse,
    "ambulance": foes.CallAmbulance,
    "tires": foes.Tires,
    "peek": decks.Peek,
    "order": decks.Order,
    "next_turn": boards.NextTurn,
    "track_back": boards.TrackBack,
    "horde_cube": boards.HordeCubes,
    "choose": control.ChooseOne,
    "roll": control.RollTable,
    "each": control.Each,
    "either": control.Either,
}


def vocabulary() -> str:
    """The effect words as a Markdown table, from the docstrings of their classes."""
    rows = []
    for verb in VERBS.values():
        word, _, meaning = " ".join((verb.__doc__ or "").split()).partition(" — ")
        rows.append(f"| {word} | {meaning} |")
    return "\n".join(["| word | meaning |", "| --- | --- |", *rows])


class Reader(Struct):
    """Where a card is read from, and what its effects may name."""

    table: Table[Any]
    card: str
    blocks: list[Block]
    gains: tuple[str, ...]
    decks: tuple[str, ...]

    def error(self, where: tuple[str | int, ...], found: object, expected: str) -> ContentError:
        """A fault inside the card."""
        return self.table.error(self.card, *where, found=repr(found), expected=expected)

    def amount(self, where: tuple[str | int, ...], value: object, low: int = 1, high: int = 12) -> int:
        """A whole number within bounds."""
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise self.error(where, value, f"a whole number from {low} to {high}")
        return value

    def word(self, where: tuple[str | int, ...], value: object, words: tuple[str, ...]) -> str:
        """One of some words."""
        if value not in words:
            raise self.error(where, value, f"one of {', '.join(words)}")
        return str(value)

    def fields(self, where: tuple[str | int, ...], value: object, names: tuple[str, ...]) -> dict[str, Any]:
        """A mapping with exactly these keys."""
        if not isinstance(value, dict) or set(value) != set(names):
            raise self.error(where, value, f"a mapping with {', '.join(names)}")
        return value

    def block(self, where: tuple[str | int, ...], value: object) -> int:
        """A list of effects: the number of its block. Raises ``ContentError``."""
        if not isinstance(value, list):
            raise self.error(where, value, "a list of effects")
        effects = tuple(self.effect((*where, i), entry) for i, entry in enumerate(value))
        self.blocks.append(Block(self.card, effects))
        return len(self.blocks) - 1

    def effect(self, where: tuple[str | int, ...], value: object) -> Effect:
        """One effect: a mapping with one word. Raises ``ContentError``."""
        if not isinstance(value, dict) or len(value) != 1:
            raise self.error(where, value, "one effect word with its value")
        ((word, given),) = value.items()
        if word not in VERBS:
            raise self.error(where, word, f"an effect word: {', '.join(VERBS)}")
        return VERBS[word].read(self, given, (*where, word))
