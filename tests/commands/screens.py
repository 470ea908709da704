"""Stand-ins for what ``scenes/`` offers to the command line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


class Screens:
    """Screens with or without a display; remembers what was asked of them."""

    def __init__(self, *, display: bool) -> None:
        self.display = display
        self.measured: list[tuple[str, ...]] = []
        """Of which games frames and answers were measured."""
        self.calls: list[tuple[str, dict[str, Any]]] = []

    def have_display(self) -> bool:
        return self.display

    def window(self, **arguments: Any) -> int:
        self.calls.append(("window", arguments))
        return 0

    def shots(self, folder: str, **arguments: Any) -> int:
        self.calls.append((folder, arguments))
        return 0

    def frames(self, games: Sequence[str] = ()) -> dict[str, dict[str, float]]:
        self.measured.append(tuple(games))
        return {"title/start": {"p50_ms": 1.0, "p99_ms": 2.0}}

    def window_figures(self, games: Sequence[str] = ()) -> dict[str, float]:
        self.measured.append(tuple(games))
        return {"press_ms": 3.0}


NO_DISPLAY = Screens(display=False)
