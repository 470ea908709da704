"""The stack of open questions: what a frame of Sacrament promises beyond ``core.stack.Frame``."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from game.core import stack
from game.core.contract import Values

if TYPE_CHECKING:
    from game.sacrament.state import SacramentState

GM: Final = 0
"""The game master's seat (SAC-GM-10)."""


def first_asked(s: SacramentState) -> int:
    """Whom a question about what is carried goes to: the party (0), or where packs are private each PC in turn."""
    return s.living()[0].seat if s.setup.private_packs and s.living() else 0


def next_asked(s: SacramentState, one: int) -> int:
    """Who is asked such a question after ``one``; 0: nobody any more."""
    return next((pc.seat for pc in s.living() if one and pc.seat > one), 0)


class Frame(stack.Frame, frozen=True, gc=False):  # a frozen value: nothing in it points back
    """One open question, or (``automatic``) one step that settles by itself."""

    boundary: ClassVar[bool] = True
    """Whether an action is complete here, so that aftershocks and changes of scene may come in (SAC-TURN-05)."""
    party: ClassVar[bool] = False
    """Whether the party answers as one: any player may speak (SAC-ORDER-03)."""
    is_turn: ClassVar[bool] = False
    """Whether it is a PC's turn."""
    is_blow: ClassVar[bool] = False
    """Whether it is an adversary's blow on its way."""
    is_between: ClassVar[bool] = False
    """Whether the fight stands between two actions here (SAC-HORROR-06)."""

    def seat(self, s: SacramentState) -> int:
        """Who answers; for a question to the party its speaker."""
        return s.speaker()

    def look_again(self, s: SacramentState) -> None:
        """On top of the stack: something came between two actions, and who is asked may have fallen (SAC-HORROR-07)."""

    def cites(self, s: SacramentState) -> tuple[str, ...]:
        """The clauses behind the question as it is asked now."""
        return self.clauses

    def values(self, s: SacramentState) -> Values:
        """What the sentence of the question may name."""
        return {}
