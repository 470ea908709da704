"""Abominations, the Sheriff, corpses and the ambulance."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from game.core.contract import Action, Event
from game.kanata import actions as act
from game.kanata import barn, corpses, enemies
from game.kanata.effects.base import CARD, CardQuestion, Effect, Number, Word, idle
from game.kanata.effects.places import PLACES
from game.kanata.state import ABOMINATIONS_HELD, DORMANT, SHERIFF_HELD, SPACE_MASK, number_of

if TYPE_CHECKING:
    from game.kanata.effects.reading import Reader
    from game.kanata.state import KanataState


class Release(Number, frozen=True):
    """`release: n` — n abominations come out of the barn."""

    def run(self, s: KanataState, who: int, out: list[Event] | None) -> None:
        for _ in range(self.n):
            barn.release(s, out, CARD)


class Dormant(Effect, frozen=True):
    """`dormant: place` — a reserve abomination, dormant, on the first free front of the place."""

    place: str

    @classmethod
    def read(cls, reader: Reader, value: object, where: tuple[str | int, ...]) -> Effect:
        """From the file."""
        return cls(reader.word(where, value, PLACES[2:]))

    def run(self, s: KanataState, who: int, out: list[Event] | None) -> None:
        barn.put_dormant(s, s.setup.town.index[self.place], out, CARD)


class Wake(Word, frozen=True):
    """`wake: all` / `wake: nearest` — all dormant abominations, or the nearest, become active."""

    words: ClassVar[tuple[str, ...]] = ("all", "nearest")

    def run(self, s: KanataState, who: int, out: list[Event] | None) -> None:
        if self.word == "all":
            barn.wake_all(s, out, (*CARD, "KAN-ABOM-06"))
            return
        number = nearest_abomination(s, who, dormant=True)
        if number:
            barn.wake(s, number, out, CARD)


class Sleep(Word, frozen=True):
    """`sleep: nearest` / `sleep: all` — the nearest active abomination, or all, become dormant."""

    words: ClassVar[tuple[str, ...]] = ("nearest", "all")

    def run(self, s: KanataState, who: int, out: list[Event] | None) -> None:
        if self.word == "all":
            for packed in list(s.aboms):
                barn.go_dormant(s, number_of(packed), "card", out, CARD)
            return
        number = nearest_abomination(s, who, dormant=False)
        if number:
            barn.go_dormant(s, number, "card", out, CARD)
        else:
            idle(s, who, "sleep", out)


def nearest_abomination(s: KanataState, who: int, dormant: bool | None, within: int = 99) -> int:
    """The number of the nearest abomination by board distance, the oldest release of several; 0: none."""
    found, best = 0, within + 1
    for packed in s.aboms:
        if dormant is None or bool(packed & DORMANT) == dormant:
            distance = s.setup.town.distance(s.space[who], packed & SPACE_MASK)
            if distance < best:
                found, best = number_of(packed), distance
    return found


class Kill(Effect, frozen=True):
    """`kill: {nearest: n}` / `kill: any` — the nearest abomination within n steps, or any one, goes to the reserve."""

    within: int

    @classmethod
    def read(cls, reader: Reader, value: object, where: tuple[str | int, ...]) -> Effect:
        """From the file."""
        if value == "any":
            return cls(0)
        fields = reader.fields(where, value, ("nearest",))
        return cls(reader.amount((*where, "nearest"), fields["nearest"], high=99))

    def possible(self, s: KanataState, who: int) -> bool:
        return bool(nearest_abomination(s, who, None, self.within) if self.within else s.aboms)

    def run(self, s: KanataState, who: int, out: list[Event] | None) -> None:
        if self.within:
            barn.to_reserve(s, nearest_abomination(s, who, None, self.within), "card", out, CARD)
        elif len(s.aboms) == 1:
            barn.to_reserve(s, number_of(s.aboms[0]), "card", out, CARD)
        elif s.aboms:
            s.ask(PickAbomination())
        else:
            idle(s, who, "kill", out)


class PickAbomination(CardQuestion, frozen=True, tag="pick_abomination"):
    """Which abomination goes to the reserve."""

    layout: ClassVar[str] = "spaces"

    def legal(self, s: KanataState) -> tuple[Action, ...]:
        return tuple([act.NUMBERS[number_of(packed)] for packed in s.aboms])

    def resolve(self, s: KanataState, action: Any, out: list[Event] | None) -> None:
        s.drop()
        barn.to_reserve(s, action.number, "card", out, CARD)


class AbomAdvance(Number, frozen=True):
    """`abom_advance: n` — every active abomination moves n by its own rules at once."""

    def run(self, s: KanataState, who: int, out: list[Event] | None) -> None:
        enemies.advance_abominations(s, self.n)


class SheriffAdvance(Number, frozen=True):
    """`sheriff_advance: n` — the Sheriff's car moves n by its own rules at once."""

    def run(self, s: KanataState, who: int, out: list[Event] | None) -> None:
        enemies.move_sheriff(s, self.n, out)


class SheriffTo(Word, frozen=True):
    """`sheriff_to: S` — the car is put on S without catching; if a human is on S it stays where it is."""

    words: ClassVar[tuple[str, ...]] = ("S",)

    def run(self, s: KanataState, who: int, out: list[Event] | None) -> None:
        enemies.sheriff_to_start(s, out)


class Hold(Word, frozen=True):
    """`hold: sheriff` / `hold: abominations` — they do not move in this turn's enemy action."""

    words: ClassVar[tuple[str, ...]] = ("sheriff", "abominations")

    def run(self, s: KanataState, who: int, out: list[Event] | None) -> None:
        s.held |= SHERIFF_HELD if self.word == "sheriff" else ABOMINATIONS_HELD


class Corpse(Word, frozen=True):
    """`corpse: near` — a hanging corpse on the legal cell nearest the subject, at distance 1 or more."""

    words: ClassVar[tuple[str, ...]] = ("near",)

    def run(self, s: KanataState, who: int, out: list[Event] | None) -> None:
        corpses.hang_near(s, who, out)


class CallAmbulance(Word, frozen=True):
    """`ambulance: call` — the ambulance comes and hunts the subject."""

    words: ClassVar[tuple[str, ...]] = ("call",)

    def run(self, s: KanataState, who: int, out: list[Event] | None) -> None:
        enemies.call_ambulance(s, who, out)


class Tires(Number, frozen=True):
    """`tires: n` — the ambulance loses n tires; none on the board: nothing."""

    def possible(self, s: KanataState, who: int) -> bool:
        return s.ambulance >= 0

    def run(self, s: KanataState, who: int, out: list[Event] | None) -> None:
        if s.ambulance >= 0:
            enemies.lose_tires(s, self.n, out, CARD)
