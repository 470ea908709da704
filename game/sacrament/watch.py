"""What an act shows to players and what it keeps from them: adversaries they do not know of, and what comes into sight
(SAC-HIT-08, SAC-VTT-06, SAC-GM-09).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct, structs

from game.core.contract import Event
from game.sacrament.events import BehindScreen, Uncovered

if TYPE_CHECKING:
    from game.sacrament.maps import Grid
    from game.sacrament.state import SacramentState


class Watch(Struct, gc=False):
    """What was hidden and what was seen before an act. ``start``: how many events came before it."""

    grid: Grid | None
    hidden: tuple[str, ...]
    seen: int
    tokens: tuple[str, ...]
    start: int


def begin_watch(s: SacramentState, out: list[Event]) -> Watch | None:
    """Look before an act; ``None`` where nothing on the map is hidden from anybody."""
    grid = s.grid
    if grid is None:
        return None
    hidden: tuple[str, ...] = ()
    for foe in s.foes.values():
        if foe.hidden:
            hidden += (foe.token,)
    if not hidden and not grid.dark and not s.fog:
        return None
    seen = s.seen()
    tokens = tuple([foe.token for foe in s.foes.values() if not foe.hidden and seen >> foe.tile & 1])
    return Watch(grid, hidden, seen, tokens, len(out))


def end_watch(s: SacramentState, before: Watch | None, out: list[Event] | None) -> None:
    """After the act: what concerns an adversary that stayed hidden is the game master's alone; what has come into sight
    is told, so that undo does not take it back.
    """
    if before is not None and before.hidden and out is not None:
        still = {token for token in before.hidden if token not in s.foes or s.foes[token].hidden}
        for at in range(before.start, len(out)):
            if still and not still.isdisjoint(_about(out[at])):
                out[at] = behind(out[at])
    grid = s.grid
    if grid is None or not (grid.dark or s.fog or s.discovered != -1):
        return
    if grid.dark:
        s._lit = s.lit()
    seen = s.seen()
    known = s.discovered
    for tile in s.fog:
        known &= ~(1 << tile)  # what fog lies over is to be discovered again
    s.discovered = known | seen
    if out is None or before is None or before.grid is not grid:
        return
    fresh = seen & ~before.seen & ~known
    spaces = tuple([name for tile, name in enumerate(grid.names) if fresh >> tile & 1])
    stood = tuple([
        foe.token for foe in s.foes.values()
        if not foe.hidden and seen >> foe.tile & 1 and foe.token not in before.tokens and foe.token not in before.hidden
    ])  # fmt: skip
    if spaces or stood:
        out.append(Uncovered(clauses=("SAC-VTT-06", "SAC-DIST-09", "SAC-GM-09"), spaces=spaces, tokens=stood))


def behind(event: Event) -> Event:
    """An event that only the game master knows of."""
    return BehindScreen(clauses=("SAC-GM-02",), truth=event)  # type: ignore[arg-type]  # any of this game


def in_sight(s: SacramentState, event: Event, **tiles: int) -> Event:
    """The event; its fields ``tiles`` are not told to players where they do not see those tiles."""
    dark = tuple([field for field, tile in tiles.items() if s.unseen(tile)])
    return structs.replace(event, unseen=dark) if dark else event


def _about(event: Event) -> tuple[str, ...]:
    """The adversaries that an event is about."""
    token = getattr(event, "token", "")
    return (token,) if token else tuple(getattr(event, "tokens", ()))
