"""The barn and its stock: releases, hordes, panic, dormant abominations (KAN-HORDE, ABOM-06)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.core.contract import Event
from game.kanata import ground, harm
from game.kanata.events import (
    AbominationGone,
    AbominationReleased,
    AbominationSlept,
    AbominationWoke,
    HordeBroke,
    HordeCube,
)
from game.kanata.state import DORMANT, SPACE_MASK, TURNED, abomination, number_of

if TYPE_CHECKING:
    from game.kanata.state import KanataState


def release(s: KanataState, out: list[Event] | None, clauses: tuple[str, ...], cause: str = "barn") -> None:
    """The barn-top abomination comes out onto o, a reserve one takes its place (KAN-HORDE-01)."""
    if not s.top:
        return
    s.top = 0
    _put(s, s.setup.town.barn_front, cause, out, (*clauses, "KAN-HORDE-01"))
    _refill_top(s)


def release_personal(s: KanataState, seat: int, out: list[Event] | None) -> None:
    """One from the reserve, in the player's colour, hunts that player always (KAN-FEED-05)."""
    if s.reserve:
        s.reserve -= 1
        _put(s, s.setup.town.barn_front, "feeding", out, ("KAN-FEED-05",), hunts=seat)


def put_dormant(s: KanataState, place: int, out: list[Event] | None, clauses: tuple[str, ...]) -> None:
    """A reserve one, dormant, on the first free front of a place (BFS order); no reserve: nothing."""
    if not s.reserve:
        return
    taken = ground.enemy_mask(s)
    for space in s.space:
        taken |= 1 << space
    free = [cell for cell in s.setup.town.order(place) if not taken >> cell & 1]
    if free:
        s.reserve -= 1
        _put(s, free[0], "grave", out, clauses, dormant=True)


def _put(
    s: KanataState,
    space: int,
    cause: str,
    out: list[Event] | None,
    clauses: tuple[str, ...],
    hunts: int = -1,
    dormant: bool = False,
) -> None:
    used = 0
    for packed in s.aboms:
        used |= 1 << number_of(packed)
    number = 1
    while used >> number & 1:
        number += 1
    s.aboms.append(abomination(number, space, dormant, hunts))
    if out is not None:
        out.append(AbominationReleased(clauses=clauses, number=number, space=ground.name(s, space), cause=cause))
    if not dormant:
        caught_here(s, number, space, out)


def caught_here(s: KanataState, number: int, space: int, out: list[Event] | None) -> bool:
    """An abomination is on an open space: the exposed humans there are caught, it is sated (KAN-HORDE-03, ABOM-08)."""
    if s.setup.town.interiors >> space & 1:
        return False
    victims = harm.victims_at(s, space)
    if victims:
        go_dormant(s, number, "sated", out, ("KAN-ABOM-08", "KAN-HORDE-03"))
        harm.catch(s, victims, harm.ABOMINATION, number, out)
    return bool(victims)


def index_of(s: KanataState, number: int) -> int:
    """Where an abomination stands in the order of release; -1: it is not on the board."""
    for i, packed in enumerate(s.aboms):
        if number_of(packed) == number:
            return i
    return -1


def go_dormant(s: KanataState, number: int, cause: str, out: list[Event] | None, clauses: tuple[str, ...]) -> None:
    """An abomination falls asleep where it is."""
    i = index_of(s, number)
    if i >= 0 and not s.aboms[i] & DORMANT:
        s.aboms[i] |= DORMANT
        if out is not None:
            out.append(AbominationSlept(clauses=clauses, number=number, cause=cause))


def wake(s: KanataState, number: int, out: list[Event] | None, clauses: tuple[str, ...]) -> None:
    """A dormant abomination becomes active."""
    i = index_of(s, number)
    s.aboms[i] &= ~DORMANT
    if out is not None:
        out.append(AbominationWoke(clauses=clauses, number=number))
    caught_here(s, number, s.aboms[i] & SPACE_MASK, out)


def wake_all(s: KanataState, out: list[Event] | None, clauses: tuple[str, ...]) -> None:
    """Every dormant abomination becomes active."""
    for number in [number_of(packed) for packed in s.aboms if packed & DORMANT]:
        wake(s, number, out, clauses)


def to_reserve(s: KanataState, number: int, cause: str, out: list[Event] | None, clauses: tuple[str, ...]) -> None:
    """A killed or banished one goes behind the barn; a personal one loses its mark (KAN-HORDE-07, FEED-05)."""
    i = index_of(s, number)
    if i < 0:
        return
    del s.aboms[i]
    s.reserve += 1
    if out is not None:
        out.append(AbominationGone(clauses=(*clauses, "KAN-HORDE-07"), number=number, cause=cause))


def _refill_top(s: KanataState) -> None:
    if not s.top and s.reserve:
        s.top = 1
        s.reserve -= 1


def change_cube(
    s: KanataState, seat: int, change: int, cause: str, out: list[Event] | None, clauses: tuple[str, ...]
) -> None:
    """A cube on a horde symbol of a board comes or goes; then the horde check."""
    s.cubes[seat] += change
    if out is not None:
        out.append(HordeCube(clauses=clauses, seat=seat, change=change, now=s.cubes[seat], cause=cause))
    if change < 0:
        check_horde(s, out)


def check_horde(s: KanataState, out: list[Event] | None) -> None:
    """All human boards count, also of the downed and captured (KAN-HORDE-06)."""
    human = False
    for seat, status in enumerate(s.status):
        if status != TURNED:
            if s.cubes[seat]:
                return
            human = True
    if human and not s.result:
        horde(s, out)


def horde(s: KanataState, out: list[Event] | None) -> None:
    """The front rank goes to the horde spaces, the top to o; refilled; panic; a cube back each (KAN-HORDE-02 to 05)."""
    count, s.rank = s.rank, 0
    top, s.top = s.top, 0
    first, s.panic = not s.panic, True
    _refill_top(s)
    s.rank = min(s.setup.front_rank, s.reserve)
    s.reserve -= s.rank
    if out is not None:
        extra = ("KAN-HORDE-04", "KAN-HORDE-05") if first else ("KAN-HORDE-05",)
        out.append(HordeBroke(clauses=("KAN-HORDE-02", "KAN-HORDE-06", *extra), released=count + top, panic=first))
    for seat, status in enumerate(s.status):
        if status != TURNED:
            s.cubes[seat] += 1
            if out is not None:
                out.append(HordeCube(clauses=("KAN-HORDE-05",), seat=seat, change=1, now=s.cubes[seat], cause="horde"))
    spaces = [*s.setup.town.hordes[:count], *[s.setup.town.barn_front] * top]
    for space in spaces:
        _put(s, space, "horde", out, ("KAN-HORDE-02",))
