"""The player board: its marker, its horde cubes, and what the next turn will be."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from game.core.contract import Event
from game.kanata import barn
from game.kanata.effects.base import CARD, Number, Word, idle
from game.kanata.events import MarkerMoved, OmenSet
from game.kanata.state import OMENS

if TYPE_CHECKING:
    from game.kanata.state import KanataState


class NextTurn(Word, frozen=True):
    """`next_turn: one_die / stay / skip` — the subject's next turn: D is 1, or Stay only, or it is skipped."""

    words: ClassVar[tuple[str, ...]] = ("one_die", "stay", "skip")

    def run(self, s: KanataState, who: int, out: list[Event] | None) -> None:
        s.omens[who] |= OMENS[self.word]
        if out is not None:
            out.append(OmenSet(clauses=CARD, seat=who, omen=self.word))


class TrackBack(Number, frozen=True):
    """`track_back: n` — the marker goes n back, not below the Barn; no space effect."""

    def run(self, s: KanataState, who: int, out: list[Event] | None) -> None:
        s.track[who] = max(0, s.track[who] - self.n)
        if out is not None:
            kind = s.setup.content.human_track[s.track[who]]
            out.append(MarkerMoved(clauses=CARD, seat=who, index=s.track[who], kind=kind))


class HordeCubes(Number, frozen=True):
    """`horde_cube: 1 / -1` — a cube onto an empty horde symbol of the subject, or one off it (horde check)."""

    low: ClassVar[int] = -1

    def possible(self, s: KanataState, who: int) -> bool:
        if self.n < 0:
            return s.cubes[who] > 0
        return s.cubes[who] < (1 if s.panic else s.setup.horde_cubes)

    def run(self, s: KanataState, who: int, out: list[Event] | None) -> None:
        if self.possible(s, who):
            barn.change_cube(s, who, 1 if self.n > 0 else -1, "card", out, CARD)
        else:
            idle(s, who, "horde_cube", out)
