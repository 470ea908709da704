"""The barn and its stock: releases, hordes, panic, dormant abominations; and turning those whom one of them reaches.

One module (KAN-HORDE, ABOM-06, TURNED, ITEM-04), for a human turned may break a horde loose, which may turn others.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from msgspec import structs

from game.core.contract import Action, Event
from game.kanata import actions as act
from game.kanata import ground, harm
from game.kanata.ending import check_loss
from game.kanata.events import (
    AbominationGone,
    AbominationReleased,
    AbominationSlept,
    AbominationWoke,
    Declined,
    HordeBroke,
    HordeCube,
    Placed,
    TalismanUsed,
    TokenGone,
    Turned,
)
from game.kanata.frames import Frame
from game.kanata.inventory import drop_all
from game.kanata.state import (
    DORMANT,
    DOWNED,
    IN_CORN,
    SKIP_NEXT,
    SPACE_MASK,
    TURNED,
    abomination,
    number_of,
)

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
    victims = victims_at(s, space)
    if victims:
        go_dormant(s, number, "sated", out, ("KAN-ABOM-08", "KAN-HORDE-03"))
        catch(s, victims, ABOMINATION, number, out)
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


# ------------------------------------------------------------------------------------------------------ turning

ABOMINATION, TURNED_PLAYER = "abomination", "turned"
TALISMAN_OR_NOT = (act.USE_TALISMAN, act.DECLINE)


def catch(s: KanataState, victims: list[int], by: str, number: int, out: list[Event] | None) -> None:
    """Humans are reached: each is turned unless a Talisman prevents it. ``number``: of the abomination, or a seat.

    A catcher that a Talisman drives away goes when the last of them has been settled.
    """
    for seat in reversed(victims):
        s.ask(Caught(seat, by, number))


def others_wait(s: KanataState, by: str, number: int) -> bool:
    """Whether the catcher has reached others too, whose turn comes after this."""
    return any(_caught_by(frame, by, number) for frame in s.stack)


def _caught_by(frame: Frame, by: str, number: int) -> bool:
    return isinstance(frame, Caught) and (frame.by, frame.number) == (by, number)


def victims_at(s: KanataState, space: int) -> list[int]:
    """The exposed humans on a space, in seat order."""
    if space not in s.space:
        return []
    return [seat for seat in ground.exposed(s) if s.space[seat] == space]


class Caught(Frame, frozen=True, tag="caught"):
    """A human about to be turned."""

    victim: int
    by: str
    number: int

    automatic: ClassVar[bool] = True

    def resolve(self, s: KanataState, action: Action | None, out: list[Event] | None) -> None:
        s.drop()
        if s.status[self.victim] > DOWNED:
            return
        if s.token(self.victim, s.setup.talisman):
            s.ask(UseTalisman(self.victim, self.by, self.number))
        else:
            turn_human(s, self.victim, out, self.by)


class UseTalisman(Frame, frozen=True, tag="use_talisman"):
    """USE_TALISMAN: at the moment of the catch (KAN-ITEM-04)."""

    victim: int
    by: str
    number: int

    name: ClassVar[str] = "use_talisman"
    clauses: ClassVar[tuple[str, ...]] = ("KAN-ITEM-04",)

    def seat(self, s: KanataState) -> int:
        return self.victim

    def legal(self, s: KanataState) -> tuple[Action, ...]:
        return TALISMAN_OR_NOT

    def resolve(self, s: KanataState, action: Action | None, out: list[Event] | None) -> None:
        s.drop()
        seat = self.victim
        if action != act.USE_TALISMAN:
            if out is not None:
                out.append(Declined(clauses=("KAN-ITEM-04",), seat=seat, what="talisman"))
            turn_human(s, seat, out, self.by)
            return
        s.add_token(seat, s.setup.talisman, -1)
        if out is not None:
            clauses = ("KAN-ITEM-04", "KAN-DECK-03")
            out.append(TalismanUsed(clauses=clauses, seat=seat))
            out.append(TokenGone(clauses=clauses, seat=seat, token="talisman", cause="used"))
        repelled = Repelled(self.by, self.number)
        if others_wait(s, self.by, self.number):
            first = s.stack.index(next(frame for frame in s.stack if _caught_by(frame, self.by, self.number)))
            s.stack = (*s.stack[:first], repelled, *s.stack[first:])
        else:
            repelled.carry_out(s, out)


class Repelled(Frame, frozen=True, tag="repelled"):
    """A Talisman has driven the catcher away: it goes when all whom it reached have been settled (KAN-ITEM-04)."""

    by: str
    number: int

    automatic: ClassVar[bool] = True

    def resolve(self, s: KanataState, action: Action | None, out: list[Event] | None) -> None:
        s.drop()
        self.carry_out(s, out)

    def carry_out(self, s: KanataState, out: list[Event] | None) -> None:
        """Back to the barn."""
        if self.by == TURNED_PLAYER:
            send_to_barn(s, self.number, "talisman", out, ("KAN-ITEM-04",))
        else:
            to_reserve(s, self.number, "talisman", out, ("KAN-ITEM-04",))


def send_to_barn(s: KanataState, seat: int, cause: str, out: list[Event] | None, clauses: tuple[str, ...]) -> None:
    """A turned player's standee is put on o; being put there catches nobody (KAN-TURNED-12)."""
    if s.status[seat] != TURNED:
        return
    s.space[seat] = s.setup.town.barn_front
    if out is not None:
        out.append(Placed(clauses=clauses, seat=seat, space=ground.name(s, s.space[seat]), cause=cause))


def shoot_turned(s: KanataState, seat: int, cause: str, out: list[Event] | None) -> None:
    """A hit on a turned player: to o, items to the Cornfield, the next turn skipped (KAN-TURNED-12)."""
    send_to_barn(s, seat, "shot", out, ("KAN-TURNED-12",))
    drop_all(s, seat, cause, out, ("KAN-TURNED-12", "KAN-CORN-01"))
    s.omens[seat] |= SKIP_NEXT


def turn_human(s: KanataState, seat: int, out: list[Event] | None, by: str) -> None:
    """KAN-TURNED-01 to 03: the board is flipped; NDEs go back, Talismans out, items and keys to the Cornfield."""
    downed = s.status[seat] == DOWNED
    had_cubes = s.cubes[seat]
    ground.get_off(s, seat, out, ("KAN-BIKE-10",))
    harm.drop_omens(s, seat, out)
    s.status[seat] = TURNED
    s.health[seat] = s.track[seat] = s.cubes[seat] = s.hidden_turns[seat] = 0
    if out is not None:
        clauses: tuple[str, ...] = ("KAN-TURNED-01",)
        clauses += ("KAN-TURNED-06",) if by == TURNED_PLAYER else ("KAN-ABOM-04", "KAN-ENEMY-05")
        clauses += (("KAN-DOWN-05",) if downed else ()) + harm.goes_on(s)
        out.append(Turned(clauses=clauses, seat=seat, space=ground.name(s, s.space[seat])))
    drop_all(s, seat, "turned", out, ("KAN-TURNED-03", "KAN-CORN-01"))
    _lose_tokens(s, seat, out)
    if s.quarry == seat:
        s.quarry = -1
    if s.keys == seat:
        s.keys = IN_CORN
        if out is not None:
            out.append(
                TokenGone(clauses=("KAN-TURNED-03", "KAN-INV-04"), seat=seat, token="van_keys", cause="cornfield")
            )
    check_loss(s, out)
    if had_cubes and not s.result:
        check_horde(s, out)


def _lose_tokens(s: KanataState, seat: int, out: list[Event] | None) -> None:
    setup = s.setup
    for _ in range(s.token(seat, setup.talisman)):
        s.add_token(seat, setup.talisman, -1)
        if out is not None:
            out.append(TokenGone(clauses=("KAN-TURNED-03",), seat=seat, token="talisman", cause="turned"))
    ndes = s.token(seat, setup.nde)
    if ndes:
        s.add_token(seat, setup.nde, -ndes)
        unseen = list(s.interior.unseen)
        unseen[setup.nde_card] += ndes
        for card in s.interior.known:
            unseen[card] += 1
        s.interior = structs.replace(s.interior, unseen=tuple(unseen), known=())
        if out is not None:
            out.append(TokenGone(clauses=("KAN-TURNED-02", "KAN-DECK-04"), seat=seat, token="nde", cause="deck"))
