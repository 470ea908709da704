"""States whose open questions are frames on a stack: what they share, whatever the game.

The top frame is being asked; what lies beneath it is what happens next. A frame is a frozen value: it holds ids and
numbers, never pieces or players, so a state can be copied, saved and printed at any question.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeVar, dataclass_transform

import msgspec
from msgspec import Struct

from game.core.chance import Rng
from game.core.contract import (
    TERMINAL,
    Action,
    Choice,
    Decision,
    Event,
    IllegalAction,
    Observation,
    Outcome,
    Reason,
    Refusal,
)


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


def _event_itself(s: Any, event: Event, chapter: int, viewer: int | None) -> Event:
    return event


def _all_reasons(s: Any, choice: Choice, seat: int, chapter: int, viewer: int | None) -> tuple[Reason, ...]:
    return choice.reasons


def _nothing_hidden(s: Any, player: int, rng: Rng) -> None:
    pass


class Answers(Struct, frozen=True):
    """What a game answers about a state by functions that rest on the state, never the other way round.

    The state finds them as ``setup.answers``.
    """

    refuse: Callable[[Any, Action], Refusal | None]
    """Why an action in its one spelling, which is not on offer, is refused."""
    decision: Callable[[Any], Decision | None]
    returns: Callable[[Any], list[float]]
    outcome: Callable[[Any], Outcome]
    """Asked at the end only."""
    observe: Callable[[Any, int], Observation]
    position: Callable[[Any], dict[str, Any]]
    recall: Callable[[Any, Event, int, int | None], Event] = _event_itself
    reasons: Callable[[Any, Choice, int, int, int | None], tuple[Reason, ...]] = _all_reasons
    deal: Callable[[Any, int, Rng], None] = _nothing_hidden
    """Deals a resampled state anew as far as its chance does not do that already."""


State = TypeVar("State")


@dataclass_transform(eq_default=False)
def table_state(cls: type[State]) -> type[State]:
    """A state with slots for its fields, and a ``clone`` that copies its lists and shares all else.

    Slots, for their values are set at a seventh of the time that a field of a Struct takes; a written-out clone is as
    quick as a Struct's copy.
    """
    made = dataclass(slots=True, eq=False)(cls)
    copies = [
        f"    c.{field.name} = self.{field.name}{'[:]' if str(field.type).startswith('list[') else ''}\n"
        for field in fields(made)  # type: ignore[arg-type]  # made a dataclass the line before
    ]
    scope: dict[str, Any] = {"new": object.__new__, "cls": made}
    exec(f"def clone(self):\n    c = new(cls)\n{''.join(copies)}    return c\n", scope)
    made.clone = scope["clone"]  # type: ignore[attr-defined]
    return made


class StackState:
    """The parts of the contract that follow from the stack, the script and the fields in their order.

    A game's state declares the fields: ``setup`` (the rules in force, with a ``key`` and ``answers``) first; what
    follows from the rest (``_legal``) last.
    """

    if not TYPE_CHECKING:  # with it the type checker would know none of the fields below
        __slots__ = ()

    open_ended: ClassVar[bool] = False
    """Whether an action may be legal by its free parameters without being listed: then ``refuse`` answers ``None``."""

    if TYPE_CHECKING:
        __match_args__: ClassVar[tuple[str, ...]]
        """The names of the fields in their order."""
        setup: Any
        seed: int
        counter: int
        script: tuple[Any, ...]
        strict: bool
        round: int
        stack: tuple[Any, ...]
        _legal: tuple[Action, ...] | None

    def clone(self) -> Self:
        """An independent copy (made by ``table_state``)."""
        raise AssertionError

    def canonical(self, action: Action) -> Action:
        """The one spelling of an action."""
        raise AssertionError

    def legal_actions(self, player: int | None = None) -> Sequence[Action]:
        legal = self._legal
        if legal is None:
            stack = self.stack
            legal = self._legal = stack[-1].legal(self) if stack else ()
        return legal if player is None or player == self.current_player() else ()

    def step(self, action: Action, sink: list[Event] | None = None) -> None:
        """The trusting door."""
        raise AssertionError

    def refuse(self, action: Action) -> Refusal | None:
        refusal: Refusal | None = self.setup.answers.refuse(self, action)
        return refusal

    def decision(self) -> Decision | None:
        decision: Decision | None = self.setup.answers.decision(self)
        return decision

    def returns(self) -> list[float]:
        values: list[float] = self.setup.answers.returns(self)
        return values

    def outcome(self) -> Outcome | None:
        outcome: Outcome | None = None if self.stack else self.setup.answers.outcome(self)
        return outcome

    def observation(self, player: int) -> Observation:
        seen: Observation = self.setup.answers.observe(self, player)
        return seen

    def resample(self, player: int, rng: Rng) -> Self:
        c = self.clone()
        c.seed = rng.fresh_seed()
        c.counter = 0
        c.script = ()
        c.strict = False
        c._legal = None
        if c.stack:
            c.setup.answers.deal(c, player, rng)
        return c

    def position(self) -> dict[str, Any]:
        position: dict[str, Any] = self.setup.answers.position(self)
        return position

    def chapter(self) -> int:
        return self.round

    def recall(self, event: Event, chapter: int, viewer: int | None) -> Event:
        told: Event = self.setup.answers.recall(self, event, chapter, viewer)
        return told

    def reasons(self, choice: Choice, seat: int, chapter: int, viewer: int | None) -> tuple[Reason, ...]:
        reasons: tuple[Reason, ...] = self.setup.answers.reasons(self, choice, seat, chapter, viewer)
        return reasons

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
        for name in type(self).__match_args__:  # of the class: a Struct's instances do not have it
            setattr(self, name, getattr(other, name))

    def refusal(self, action: Action) -> Refusal | None:
        action = self.canonical(action)
        return None if action in self.legal_actions() else self.refuse(action)

    def key(self) -> tuple[Any, ...]:
        """All that makes this state what it is, in a fixed order."""
        return (self.setup.key, *(getattr(self, name) for name in type(self).__match_args__[1:-1]))

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
