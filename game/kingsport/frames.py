"""The stack of open questions: what a frame of Kingsport promises beyond ``core.stack.Frame``."""

from __future__ import annotations

from typing import ClassVar

from game.core import stack


class Frame(stack.Frame, frozen=True):
    """One open question of the acting cultist unless it says otherwise, or one step that settles by itself."""

    secret: ClassVar[bool] = False
    """Whether the frame may hold what only the asked cultist knows."""
