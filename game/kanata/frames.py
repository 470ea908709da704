"""The stack of open questions: what a frame of Kanata promises beyond ``core.stack.Frame``."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from game.core import stack
from game.core.contract import Event

if TYPE_CHECKING:
    from game.kanata.state import KanataState


class Frame(stack.Frame, frozen=True):
    """One open question of the turn owner unless it says otherwise, or one step that settles by itself."""

    own: ClassVar[bool] = False
    """Part of the turn owner's own actions: dropped when the owner can act no more (KAN-TURN-09)."""

    def carried(self, s: KanataState) -> tuple[str, ...]:
        """The clauses by which it is asked now: those of every time, and those that act on this table."""
        return self.clauses

    def abandon(self, s: KanataState, out: list[Event] | None) -> None:
        """The owner has fallen in the middle of this (only ``own`` frames): leave it."""
        s.drop()


class TurnedQuestion(Frame, frozen=True):
    """A question to a turned player."""

    own: ClassVar[bool] = True
