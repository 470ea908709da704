"""The stack of open questions: what each frame promises.

A frame is a frozen value: it holds ids, numbers and content words, never characters or functions, so a state can be
copied, saved and printed at any question. What lies beneath a frame is what happens next.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from msgspec import Struct

from game.core.contract import Action, Event, Values

if TYPE_CHECKING:
    from game.sacrament.state import SacramentState

GM: Final = 0
"""The game master's seat (SAC-GM-10)."""


class Frame(Struct, frozen=True, tag_field="frame"):
    """One open question, or (``automatic``) one step that settles by itself."""

    automatic: ClassVar[bool] = False
    boundary: ClassVar[bool] = True
    """Whether an action is complete here, so that aftershocks and changes of scene may come in (SAC-TURN-05)."""
    party: ClassVar[bool] = False
    """Whether the party answers as one: any player may speak (SAC-ORDER-03)."""
    name: ClassVar[str] = ""
    layout: ClassVar[str] = "buttons"
    clauses: ClassVar[tuple[str, ...]] = ()

    def seat(self, s: SacramentState) -> int:
        """Who answers; for a question to the party its speaker."""
        return s.speaker()

    def legal(self, s: SacramentState) -> tuple[Action, ...]:
        """The answers, in a stable order."""
        raise AssertionError(f"{self} is not a question")

    def resolve(self, s: SacramentState, action: Action | None, out: list[Event] | None) -> None:
        """Carry out the answer (``None`` for an automatic frame) and take this frame off the stack when it is done."""
        raise AssertionError(f"{self} cannot be resolved")

    def values(self, s: SacramentState) -> Values:
        """What the sentence of the question may name."""
        return {}
