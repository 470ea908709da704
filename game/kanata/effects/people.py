"""Health, and the humans whom a card lets one choose."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from game.core.contract import Action, Event
from game.kanata import actions as act
from game.kanata import ground, harm
from game.kanata.effects.base import CARD, CardQuestion, Effect, Number, Word, idle
from game.kanata.state import DOWNED, FOOT, STANDING

if TYPE_CHECKING:
    from game.kanata.effects.reading import Reader
    from game.kanata.state import KanataState


class LoseHealth(Number, frozen=True):
    """`lose_health: n` — the subject loses n health; standing humans only; at 0: NDE or down."""

    def run(self, s: KanataState, who: int, out: list[Event] | None) -> None:
        harm.lose_health(s, who, self.n, "card", out, CARD)


class GainHealth(Number, frozen=True):
    """`gain_health: n` — the subject gains n health, up to 20; standing or captured humans."""

    def run(self, s: KanataState, who: int, out: list[Event] | None) -> None:
        harm.gain_health(s, who, self.n, "card", out, CARD)


class Revive(Number, frozen=True):
    """`revive: n` — one downed human anywhere, your choice, stands up with n health."""

    def run(self, s: KanataState, who: int, out: list[Event] | None) -> None:
        pick_human(s, PickHuman("revive", self.n), out)


class One(Effect, frozen=True):
    """`one: {gain_health: n}` — one standing human of your choice gains n health."""

    n: int

    @classmethod
    def read(cls, reader: Reader, value: object, where: tuple[str | int, ...]) -> Effect:
        """From the file."""
        fields = reader.fields(where, value, ("gain_health",))
        return cls(reader.amount((*where, "gain_health"), fields["gain_health"]))

    def run(self, s: KanataState, who: int, out: list[Event] | None) -> None:
        pick_human(s, PickHuman("heal", self.n), out)


class Swap(Word, frozen=True):
    """`swap: human` — exchange spaces with a standing human not in a vehicle, your choice; none: nothing."""

    words: ClassVar[tuple[str, ...]] = ("human",)

    def run(self, s: KanataState, who: int, out: list[Event] | None) -> None:
        pick_human(s, PickHuman("swap", 0), out)


class PickHuman(CardQuestion, frozen=True, tag="pick_human"):
    """Which human: to revive, to heal or to change places with."""

    purpose: str
    n: int

    layout: ClassVar[str] = "seats"

    def candidates(self, s: KanataState) -> list[int]:
        """The seats in question."""
        if self.purpose == "revive":
            return [seat for seat, status in enumerate(s.status) if status == DOWNED]
        standing = [seat for seat, status in enumerate(s.status) if status == STANDING]
        if self.purpose == "heal":
            return standing
        return [seat for seat in standing if seat != s.turn and s.mount[seat] == FOOT]

    def legal(self, s: KanataState) -> tuple[Action, ...]:
        return tuple([act.FRIENDS[seat] for seat in self.candidates(s)])

    def resolve(self, s: KanataState, action: Any, out: list[Event] | None) -> None:
        s.drop()
        self.settle(s, action.friend, out)

    def settle(self, s: KanataState, seat: int, out: list[Event] | None) -> None:
        """Carry it out."""
        if self.purpose == "revive":
            harm.stand_up(s, seat, self.n, "card", out, CARD)
        elif self.purpose == "heal":
            harm.gain_health(s, seat, self.n, "card", out, CARD)
        else:
            mine, theirs = s.space[s.turn], s.space[seat]
            ground.place(s, s.turn, theirs, "swap", out, CARD)
            ground.place(s, seat, mine, "swap", out, CARD)


def pick_human(s: KanataState, question: PickHuman, out: list[Event] | None) -> None:
    """Ask, unless there is only one, or none."""
    seats = question.candidates(s)
    if len(seats) > 1:
        s.ask(question)
    elif seats:
        question.settle(s, seats[0], out)
    else:
        idle(s, s.turn, question.purpose, out)
