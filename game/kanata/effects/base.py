"""What all effects share: blocks of them, how they are read, and the questions of cards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from msgspec import Struct

from game.core.content import ContentError, Table
from game.core.contract import Action, Event
from game.kanata.events import EffectIdle
from game.kanata.frames import Frame
from game.kanata.state import STANDING

if TYPE_CHECKING:
    from game.kanata.state import KanataState

CARD: tuple[str, ...] = ("KAN-TRACK-03", "KAN-TRACK-04")
"""The clauses that make a card's effects happen: it was drawn from an event or the Mystery Deck."""


class Effect(Struct, frozen=True):
    """One effect word with its value."""

    @classmethod
    def read(cls, reader: Reader, value: object, where: tuple[str | int, ...]) -> Effect:
        """From the file. Raises ``ContentError``."""
        raise AssertionError

    def possible(self, s: KanataState, who: int) -> bool:
        """Whether it would change anything (asked by ``either``)."""
        return True

    def run(self, s: KanataState, who: int, out: list[Event] | None) -> None:
        """Carry it out on ``who``; questions are put on the stack."""
        raise AssertionError


class Block(Struct, frozen=True):
    """A list of effects of a card."""

    card: str
    effects: tuple[Effect, ...]


class RunBlock(Frame, frozen=True, tag="run_block"):
    """The rest of a block: the effect ``at`` is next. When the drawer has fallen, the rest is skipped (KAN-TURN-09)."""

    block: int
    at: int
    who: int

    automatic: ClassVar[bool] = True

    def resolve(self, s: KanataState, action: Action | None, out: list[Event] | None) -> None:
        s.drop()
        if self.who == s.turn and s.status[s.turn] != STANDING:
            return
        effects = s.setup.content.blocks[self.block].effects
        if self.at + 1 < len(effects):
            s.ask(RunBlock(self.block, self.at + 1, self.who))
        if effects:
            effects[self.at].run(s, self.who, out)


def begin(s: KanataState, block: int, who: int) -> None:
    """Carry out a block; an empty one does nothing."""
    if s.setup.content.blocks[block].effects:
        s.ask(RunBlock(block, 0, who))


class Reader(Struct):
    """Where a card is read from, which effect words there are, and what they may name."""

    table: Table[Any]
    card: str
    blocks: list[Block]
    verbs: Mapping[str, type[Effect]]
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
        if word not in self.verbs:
            raise self.error(where, word, f"an effect word: {', '.join(self.verbs)}")
        return self.verbs[word].read(self, given, (*where, word))


class Number(Effect, frozen=True):
    """An effect whose value is a number."""

    n: int

    low: ClassVar[int] = 1

    @classmethod
    def read(cls, reader: Reader, value: object, where: tuple[str | int, ...]) -> Effect:
        """From the file."""
        return cls(reader.amount(where, value, cls.low))


class Word(Effect, frozen=True):
    """An effect whose value is one of some words."""

    word: str

    words: ClassVar[tuple[str, ...]] = ()

    @classmethod
    def read(cls, reader: Reader, value: object, where: tuple[str | int, ...]) -> Effect:
        """From the file."""
        return cls(reader.word(where, value, cls.words))


def idle(s: KanataState, who: int, effect: str, out: list[Event] | None) -> None:
    """Say that an effect changed nothing."""
    if out is not None:
        out.append(EffectIdle(clauses=CARD, seat=who, effect=effect))


class CardQuestion(Frame, frozen=True):
    """CARD_CHOICE: something that the drawer chooses."""

    own: ClassVar[bool] = True
    name: ClassVar[str] = "card_choice"
    clauses: ClassVar[tuple[str, ...]] = CARD
