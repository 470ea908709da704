"""States whose open questions are frames on a stack: what they share, whatever the game.

The top frame is being asked; what lies beneath it is what happens next. A frame is a frozen value: it holds ids and
numbers, never pieces or players, so a state can be copied, saved and printed at any question.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

import msgspec
from msgspec import Struct

from game.core.contract import TERMINAL, Action, Choice, Event, IllegalAction, Reason, Refusal

if TYPE_CHECKING:
    from typing import Self


class Frame(Struct, frozen=True, tag_field="frame"):
    """One open question, or (``automatic``) one step that settles by itself."""

    automatic: ClassVar[bool] = False
    name: ClassVar[str] = ""
    """The rules' decision point, in lower case."""
    layout: ClassVar[str] = "buttons"
    clauses: ClassVar[tuple[str, ...]] = ()

    def seat(self, s: Any) -> int:
        """Who answers: whoever's turn it is unless the frame says otherwise."""
        turn: int = s.turn
        return turn

    def legal(self, s: Any) -> tuple[Action, ...]:
        """The answers, in a stable order."""
        raise AssertionError(f"{self} is not a question")

    def resolve(self, s: Any, action: Action | None, out: list[Event] | None) -> None:
        """Carry out the answer (``None`` for an automatic frame) and take this frame off the stack when it is done."""
        raise AssertionError(f"{self} cannot be resolved")


def digest_of(key: tuple[Any, ...]) -> str:
    """The stable hash of a state's key, the same on every machine."""
    return hashlib.blake2b(msgspec.json.encode(key), digest_size=8).hexdigest()


class StackState(Struct, eq=False):
    """The parts of the contract that follow from the stack, the script and the fields in their order.

    A game's state declares the fields: ``setup`` (the rules in force, with a ``key``) first; what follows from the
    rest (``_legal``) last.
    """

    open_ended: ClassVar[bool] = False
    """Whether an action may be legal by its free parameters without being listed: then ``refuse`` answers ``None``."""

    if TYPE_CHECKING:
        setup: Any
        script: tuple[Any, ...]
        strict: bool
        stack: tuple[Any, ...]

    def clone(self) -> Self:
        """An independent copy."""
        raise AssertionError

    def canonical(self, action: Action) -> Action:
        """The one spelling of an action."""
        raise AssertionError

    def refuse(self, action: Action) -> Refusal | None:
        """Why an action in its one spelling, which is not on offer, is refused."""
        raise AssertionError

    def legal_actions(self, player: int | None = None) -> Sequence[Action]:
        """What is on offer."""
        raise AssertionError

    def step(self, action: Action, sink: list[Event] | None = None) -> None:
        """The trusting door."""
        raise AssertionError

    def current_player(self) -> int:
        seat: int = self.stack[-1].seat(self) if self.stack else TERMINAL
        return seat

    def is_terminal(self) -> bool:
        return not self.stack

    def apply_action(self, action: Action) -> list[Event]:
        legal = self.legal_actions()
        if action not in legal:
            action = self.canonical(action)
            if action not in legal:
                refusal = self.refusal(action)
                if refusal is not None:
                    raise IllegalAction(refusal, action)
                assert self.open_ended, f"{action} is neither legal nor refused"
        sink: list[Event] = []
        if not self.script and not self.strict:
            self.step(action, sink)
            return sink
        # A script may end or not fit in the middle of the action: act on a copy and take it over whole.
        trial = self.clone()
        trial.step(action, sink)
        self.become(trial)
        return sink

    def trial(self) -> Self:
        """A copy to try actions on: it asks nobody for dice."""
        copy = self.clone()
        copy.strict = False
        return copy

    def become(self, other: Self) -> None:
        """Take over everything of ``other``."""
        for name in self.__struct_fields__:
            setattr(self, name, getattr(other, name))

    def refusal(self, action: Action) -> Refusal | None:
        action = self.canonical(action)
        return None if action in self.legal_actions() else self.refuse(action)

    def reasons(self, choice: Choice, seat: int, chapter: int, viewer: int | None) -> tuple[Reason, ...]:
        """The reasons of a choice that may be told: all of them, unless the game hides something."""
        return choice.reasons

    def key(self) -> tuple[Any, ...]:
        """All that makes this state what it is, in a fixed order."""
        return (self.setup.key, *(getattr(self, name) for name in self.__struct_fields__[1:-1]))

    def digest(self) -> str:
        return digest_of(self.key())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, type(self)) and self.key() == other.key()

    def __ne__(self, other: object) -> bool:
        # A Struct compares in C, so "not equal" does not follow from "equal" by itself.
        return not self == other

    def drop(self) -> None:
        """Take the top frame off."""
        self.stack = self.stack[:-1]
