"""What stands where: spaces that are blocked, and putting somebody on a space (KAN-MOVE-04, MOVE-06)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.core.contract import Event
from game.kanata.events import LeftVehicle, Placed
from game.kanata.state import BIKE, DOWNED, FOOT, NOWHERE, SATED, SPACE_MASK, TURNED, VAN

if TYPE_CHECKING:
    from game.kanata.state import KanataState

VEHICLES = ("", "bike", "van")


def enemy_mask(s: KanataState) -> int:
    """The spaces that hold the Sheriff's car, an abomination, a turned player, the ambulance or a corpse."""
    mask = 1 << s.sheriff
    for packed in s.aboms:
        mask |= 1 << (packed & SPACE_MASK)
    for space in s.corpses:
        mask |= 1 << space
    if s.ambulance >= 0:
        mask |= 1 << s.ambulance
    for seat, status in enumerate(s.status):
        if status == TURNED:
            mask |= 1 << s.space[seat]
    return mask


def walk_mask(s: KanataState, seat: int) -> int:
    """The spaces that a human on foot cannot enter: enemies, and a ridden 4-wheeler in the open (KAN-BIKE-07)."""
    mask = enemy_mask(s)
    return mask if s.mount[seat] == BIKE else mask | ridden_mask(s)


def ridden_mask(s: KanataState) -> int:
    """The space of a ridden 4-wheeler in the open: closed to walkers and to the van (KAN-BIKE-07, VAN-06)."""
    return 1 << s.bike if BIKE in s.mount and not s.setup.town.crosses >> s.bike & 1 else 0


def drive_mask(s: KanataState) -> int:
    """What blocks the van: the Sheriff, corpses, the ambulance, a ridden 4-wheeler; no abominations (KAN-VAN-06)."""
    mask = 1 << s.sheriff | ridden_mask(s)
    for space in s.corpses:
        mask |= 1 << space
    if s.ambulance >= 0:
        mask |= 1 << s.ambulance
    return mask


def abomination_mask(s: KanataState) -> int:
    """The spaces with an abomination or a turned player: the van may pass them, not stop there (KAN-VAN-06)."""
    mask = 0
    for packed in s.aboms:
        mask |= 1 << (packed & SPACE_MASK)
    for seat, status in enumerate(s.status):
        if status == TURNED:
            mask |= 1 << s.space[seat]
    return mask


def van_mask(s: KanataState) -> int:
    """The space of an occupied van, closed to enemies (KAN-VAN-07)."""
    return 1 << s.van if VAN in s.mount else 0


def exposed(s: KanataState, worst: int = DOWNED) -> list[int]:
    """The seats of all exposed humans (``KanataState.is_exposed``); ``worst`` ``STANDING``: of those on their feet."""
    crosses, space, mount = s.setup.town.crosses, s.space, s.mount
    return [
        seat
        for seat, status in enumerate(s.status)
        if status <= worst and mount[seat] != VAN and not crosses >> space[seat] & 1
    ]


def exposed_mask(s: KanataState) -> int:
    """The spaces with an exposed human (standing or downed)."""
    mask = 0
    for seat in exposed(s):
        mask |= 1 << s.space[seat]
    return mask


def first_free(s: KanataState, space: int) -> int:
    """``space`` if no enemy is there, else the first road or path cell without one in BFS order (KAN-MOVE-06)."""
    mask = enemy_mask(s)
    if not mask >> space & 1:
        return space
    for cell in s.setup.town.order(space):
        if not mask >> cell & 1:
            return cell
    return space


def roll_bike(s: KanataState, there: int) -> bool:
    """The 4-wheeler goes to a space; whether it is noticed only now, or again by who had reached it (KAN-BIKE-08)."""
    noticed = not s.bike_moved or any(packed & SATED for packed in s.aboms)
    s.bike = there
    s.bike_moved = True
    s.aboms = [packed & ~SATED for packed in s.aboms]
    return noticed


def get_off(s: KanataState, seat: int, out: list[Event] | None, clauses: tuple[str, ...]) -> None:
    """Leave the vehicle, which stays where it is."""
    mount = s.mount[seat]
    if mount != FOOT:
        s.mount[seat] = FOOT
        if out is not None:
            out.append(LeftVehicle(clauses=clauses, seat=seat, vehicle=VEHICLES[mount]))


def place(
    s: KanataState, seat: int, space: int, cause: str, out: list[Event] | None, clauses: tuple[str, ...] = ()
) -> None:
    """Put a human somewhere: out of the vehicle, no movement, never on an enemy (KAN-MOVE-06)."""
    mount = s.mount[seat]
    if mount != FOOT:
        get_off(s, seat, out, ("KAN-MOVE-06",) + (("KAN-VAN-11",) if mount == VAN else ("KAN-BIKE-11",)))
    s.space[seat] = first_free(s, space)
    if out is not None:
        names = s.setup.town.names
        if seat == s.turn:
            clauses += ("KAN-TURN-10",)
        out.append(Placed(clauses=("KAN-MOVE-06", *clauses), seat=seat, space=names[s.space[seat]], cause=cause))


def names(s: KanataState, spaces: list[int]) -> tuple[str, ...]:
    """Spaces by their names."""
    town = s.setup.town.names
    return tuple([town[space] for space in spaces])


def name(s: KanataState, space: int) -> str:
    """A space's name; empty for none."""
    return s.setup.town.names[space] if space != NOWHERE else ""
