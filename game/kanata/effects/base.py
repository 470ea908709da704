"""What all effects share: the blocks that they stand in, their values, and the questions of cards."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from msgspec import Struct

from game.core.contract import Action, Event
from game.kanata.events import EffectIdle
from game.kanata.frames import Frame
from game.kanata.state import STANDING

if TYPE_CHECKING:
    from game.kanata.effects.reading import Reader
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


def begin_block(s: KanataState, block: int, who: int) -> None:
    """Carry out a block; an empty one does nothing."""
    if s.setup.content.blocks[block].effects:
        s.ask(RunBlock(block, 0, who))


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
