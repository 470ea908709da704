"""The stack of open questions: what each frame promises.

A frame is a frozen value: it holds ids and numbers, never pieces or players, so a state can be copied, saved and
printed at any question. What lies beneath a frame is what happens next.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from msgspec import Struct

from game.core.contract import Action, Event

if TYPE_CHECKING:
    from game.kanata.state import KanataState


class Frame(Struct, frozen=True, tag_field="frame"):
    """One open question, or (``automatic``) one step that settles by itself."""

    automatic: ClassVar[bool] = False
    own: ClassVar[bool] = False
    """Part of the turn owner's own actions: dropped when the owner can act no more (KAN-TURN-09)."""
    name: ClassVar[str] = ""
    layout: ClassVar[str] = "buttons"
    clauses: ClassVar[tuple[str, ...]] = ()

    def seat(self, s: KanataState) -> int:
        """Who answers: the turn owner unless the frame says otherwise."""
        return s.turn

    def legal(self, s: KanataState) -> tuple[Action, ...]:
        """The answers, in a stable order."""
        raise AssertionError(f"{self} is not a question")

    def resolve(self, s: KanataState, action: Action | None, out: list[Event] | None) -> None:
        """Carry out the answer (``None`` for an automatic frame) and take this frame off the stack when it is done."""
        raise AssertionError(f"{self} cannot be resolved")

    def abandon(self, s: KanataState, out: list[Event] | None) -> None:
        """The owner has fallen in the middle of this (only ``own`` frames): leave it."""
        s.drop()
