"""The stack of open questions: what each frame promises.

A frame is a frozen value: it holds ids and numbers, never cards or players, so a state can be copied, saved and
printed at any question. What lies beneath a frame is what happens next.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from msgspec import Struct

from game.core.contract import Action, Event

if TYPE_CHECKING:
    from game.kingsport.state import KingsportState


class Frame(Struct, frozen=True, tag_field="frame"):
    """One open question, or (``automatic``) one step that settles by itself."""

    automatic: ClassVar[bool] = False
    secret: ClassVar[bool] = False
    """Whether the frame may hold what only the asked cultist knows."""
    name: ClassVar[str] = ""
    layout: ClassVar[str] = "buttons"
    clauses: ClassVar[tuple[str, ...]] = ()

    def seat(self, s: KingsportState) -> int:
        """Who answers: the acting cultist unless the frame says otherwise."""
        return s.turn

    def legal(self, s: KingsportState) -> tuple[Action, ...]:
        """The answers, in a stable order."""
        raise AssertionError(f"{self} is not a question")

    def resolve(self, s: KingsportState, action: Action | None, out: list[Event] | None) -> None:
        """Carry out the answer (``None`` for an automatic frame) and take this frame off the stack when it is done."""
        raise AssertionError(f"{self} cannot be resolved")
