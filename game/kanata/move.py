"""Moving step by step, on foot, by 4-wheeler, by van or turned; the end of a move (KAN-MOVE, CROSS, BIKE, VAN)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from game.core.contract import Action, Event
from game.kanata import actions as act
from game.kanata import barn, corpses, feeding, ground, items, roadblock
from game.kanata.events import Arrived, Boarded, Declined, DoorRolled, GasUsed, Hid, Stepped, TraitUsed
from game.kanata.frames import Frame
from game.kanata.plan import CROSS
from game.kanata.state import BIKE, DOWNED, FOOT, NOWHERE, STANDING, TURNED, VAN

if TYPE_CHECKING:
    from game.kanata.state import KanataState

ON_FOOT, RIDING, DRIVING, HAUNTING, WALKING = "foot", "bike", "van", "turned", "walk"
"""How somebody moves; ``walk`` is a card's walk on foot, apart from the Move action."""


class Ground:
    """What holds for one step: where one can go, what is closed, and where one may not end."""

    __slots__ = ("closed", "no_end", "ways")

    def __init__(self, ways: Any, closed: int, no_end: int) -> None:
        self.ways, self.closed, self.no_end = ways, closed, no_end

    def escapes(self, here: int, steps: int) -> bool:
        """Whether one can get from ``here`` to a space where one may end, in ``steps`` steps."""
        seen = {here}
        edge = [here]
        while steps and edge:
            steps -= 1
            further: list[int] = []
            for space in edge:
                for there in self.ways[space]:
                    if there in seen or self.closed >> there & 1:
                        continue
                    if not self.no_end >> there & 1:
                        return True
                    seen.add(there)
                    further.append(there)
            edge = further
        return False


def ground_for(s: KanataState, seat: int, mode: str) -> Ground:
    """The ground under somebody who moves (KAN-MOVE-04, CORPSE-03, VAN-06, TURNED-05, TURNED-14)."""
    town = s.setup.town
    if mode == HAUNTING:
        return Ground(town.board.neighbours, ground.van_mask(s), haunt_barred(s))
    cleared = 0
    for space in s.cleared:
        cleared |= 1 << space
    if mode == DRIVING:
        return Ground(town.road.neighbours, ground.drive_mask(s), ground.abomination_mask(s) | cleared)
    return Ground(town.board.neighbours, ground.walk_mask(s, seat), cleared)


def haunt_barred(s: KanataState) -> int:
    """S, and the space in front of a cross that hides a human: no turned player may end there (KAN-TURNED-14)."""
    town = s.setup.town
    mask = 1 << town.start
    for seat, status in enumerate(s.status):
        if status != TURNED and town.crosses >> s.space[seat] & 1:
            mask |= 1 << town.front[s.space[seat]]
    return mask


def must_come_out(s: KanataState, seat: int) -> bool:
    """Three own turns in a row ended behind crosses: not a fourth, unless the way out is blocked (KAN-CROSS-03)."""
    if s.hidden_turns[seat] < s.setup.hiding_turns or not s.is_hidden(seat):
        return False
    return not ground.walk_mask(s, seat) >> s.setup.town.front[s.space[seat]] & 1


class ChooseStep(Frame, frozen=True, tag="choose_step"):
    """CHOOSE_STEP: any legal neighbour, or stop."""

    mode: str
    left: int
    begun: bool = False

    past_corn: ClassVar[bool] = False
    """Whether the step before led past the Cornfield."""

    own: ClassVar[bool] = True
    name: ClassVar[str] = "choose_step"
    layout: ClassVar[str] = "spaces"
    clauses: ClassVar[tuple[str, ...]] = ("KAN-MOVE-01", "KAN-MOVE-02", "KAN-MOVE-05")

    def carried(self, s: KanataState) -> tuple[str, ...]:
        beside = s.setup.town.walk[s.space[s.turn]]
        clauses = self.clauses
        if self.mode != HAUNTING and any(space in s.corpses for space in beside):
            clauses += ("KAN-CORPSE-01",)
        closing = _BLOCKED.get(self.mode)
        if closing and any(ground.enemy_mask(s) >> space & 1 for space in beside):
            clauses += (closing,)
        return clauses

    def legal(self, s: KanataState) -> tuple[Action, ...]:
        seat = s.turn
        here = s.space[seat]
        mode = self.mode
        found: list[Action] = []
        steps = s.setup.tables.step
        town = s.setup.town
        on = ground_for(s, seat, mode)
        if town.kinds[here] == CROSS:
            front = town.front[here]
            if not on.closed >> front & 1:
                found.append(steps[front])
            if not (mode != WALKING and not self.begun and must_come_out(s, seat)):
                found.append(act.STOP)
            return tuple(found)
        if self.left:
            if mode == RIDING:
                closed = on.closed
                for there, past in town.bike[here]:
                    if closed >> there & 1 or (past >= 0 and closed >> past & 1):
                        continue
                    # Nobody ends where a corpse will hang again; from there the way back is always open.
                    if not on.no_end >> there & 1 or self.left > 1:
                        found.append(steps[there])
            elif mode == HAUNTING:
                found += haunt_steps(s, here, self.left, on)
            else:
                for there in on.ways[here]:
                    if not on.closed >> there & 1 and (
                        not on.no_end >> there & 1 or on.escapes(there, self.left - 1)
                    ):
                        found.append(steps[there])
        if mode != HAUNTING:
            if here == town.cornfield or self.past_corn:
                found += items.corn_acts(s, seat)
            elif here == town.start:
                found += roadblock.deliver_acts(s, seat)
            trait = s.setup.traits and s.setup.trait_of(s, seat)
            if (trait == "extra_steps" and mode == ON_FOOT) or (trait == "free_ride" and mode == RIDING):
                found.append(act.USE_TRAIT)
        if not on.no_end >> here & 1 or not found:
            found.append(act.STOP)
        return tuple(found)

    def resolve(self, s: KanataState, action: Any, out: list[Event] | None) -> None:
        kind = type(action)
        if kind is act.Step:
            s.drop()
            self._step(s, s.setup.town.index[action.space], out)
        elif kind is act.Stop:
            s.drop()
            end_move(s, self.mode, out)
        elif kind is act.Take:
            items.take_corn(s, s.turn, action.item, out, past=self.past_corn)
            if self.past_corn and not self.left and s.stack[-1] is self and self.legal(s) == (act.STOP,):
                s.drop()
                end_move(s, self.mode, out)
        elif kind is act.Deliver:
            roadblock.deliver(s, s.turn, action.item, out)
        else:
            s.drop()
            self._use_trait(s, out)

    def _use_trait(self, s: KanataState, out: list[Event] | None) -> None:
        trait = s.setup.trait_of(s, s.turn)
        s.traits_used |= 1 << s.turn
        if out is not None:
            out.append(TraitUsed(clauses=("KAN-SETUP-09",), seat=s.turn, trait=trait))
        if self.mode == RIDING:
            s.gas += 1
            s.ask(self)
        else:
            s.ask(ChooseStep(self.mode, self.left + 3, self.begun))

    def _step(self, s: KanataState, there: int, out: list[Event] | None) -> None:
        seat = s.turn
        here = s.space[seat]
        hidden = s.setup.town.kinds[here] == CROSS
        left = self.left if hidden else self.left - 1
        if self.mode == HAUNTING:
            haunt(s, seat, there, left, out)
            return
        s.space[seat] = there
        noticed = False
        if self.mode == RIDING:
            noticed = ground.roll_bike(s, there)
        elif self.mode == DRIVING:
            s.van = there
            for other, mount in enumerate(s.mount):
                if mount == VAN:
                    s.space[other] = there
        if out is not None:
            clauses = _STEP_CLAUSES[self.mode]
            if hidden:
                clauses += ("KAN-CROSS-03",)
            if noticed:
                clauses += ("KAN-BIKE-08",)
            clauses += self._shared(s, seat, there)
            if there == s.setup.town.feeding and left:
                clauses += ("KAN-FEED-01",)
            out.append(Stepped(clauses=clauses, seat=seat, space=ground.name(s, there), left=left))
        kind = ChooseStep
        if self.mode == RIDING and (there, s.setup.town.cornfield) in s.setup.town.bike[here]:
            kind = RidePast
        proceed(s, kind(self.mode, left, True), out)


    def _shared(self, s: KanataState, seat: int, there: int) -> tuple[str, ...]:
        """Clauses of a step onto a space with another human, or with a parked 4-wheeler."""
        people = any(
            other != seat and s.space[other] == there and status <= DOWNED and s.mount[other] == FOOT
            for other, status in enumerate(s.status)
        )
        parked = s.bike == there and BIKE not in s.mount
        return (("KAN-MOVE-03",) if people else ()) + (("KAN-BIKE-07",) if parked else ())


class RidePast(ChooseStep, frozen=True, tag="ride_past"):
    """CHOOSE_STEP of a rider who has just gone past the Cornfield, from front to front (KAN-BIKE-06, CORN-02)."""

    past_corn: ClassVar[bool] = True

    clauses: ClassVar[tuple[str, ...]] = (*ChooseStep.clauses, "KAN-BIKE-06", "KAN-CORN-02")


_BLOCKED = {ON_FOOT: "KAN-MOVE-04", WALKING: "KAN-MOVE-04", RIDING: "KAN-BIKE-12"}
"""By which clause an enemy closes a space."""
_STEP_CLAUSES = {
    ON_FOOT: ("KAN-MOVE-01", "KAN-MOVE-02"),
    WALKING: ("KAN-MOVE-01",),
    RIDING: ("KAN-BIKE-05", "KAN-MOVE-01"),
    DRIVING: ("KAN-VAN-06", "KAN-MOVE-01"),
    HAUNTING: ("KAN-TURNED-05",),
}


def proceed(s: KanataState, frame: ChooseStep, out: list[Event] | None) -> None:
    """Ask for the next step, or end the move where there is nothing more to choose."""
    passes = frame.past_corn and items.corn_acts(s, s.turn)
    if not frame.left and not s.is_hidden(s.turn) and not passes:
        end_move(s, frame.mode, out)
        return
    legal = frame.legal(s)
    if len(legal) == 1 and legal[0] is act.STOP:
        end_move(s, frame.mode, out)
    else:
        s.ask(frame)
        s._legal = legal


def begin_walk(s: KanataState, steps: int, out: list[Event] | None) -> None:
    """A card's walk on foot; D and the Move action are untouched."""
    proceed(s, ChooseStep(WALKING, steps), out)


def _arrival(s: KanataState, mode: str, space: int) -> tuple[str, ...]:
    """The clauses of a Move that ends on a space."""
    town = s.setup.town
    if mode != HAUNTING:
        return ("KAN-MOVE-01", "KAN-DEATHF-01") if space == town.forest else ("KAN-MOVE-01",)
    clauses: tuple[str, ...] = ("KAN-MOVE-01", "KAN-FEED-06") if space == town.feeding else ("KAN-MOVE-01",)
    # Only who has just caught somebody ends there.
    return (*clauses, "KAN-TURNED-14") if haunt_barred(s) >> space & 1 else clauses


def end_move(s: KanataState, mode: str, out: list[Event] | None) -> None:
    """Feeding Ground, cross, vehicle, Death Forest (END_MOVE)."""
    seat = s.turn
    space = s.space[seat]
    town = s.setup.town
    if mode != WALKING:
        s.arrived = space
    if out is not None:
        out.append(Arrived(clauses=_arrival(s, mode, space), seat=seat, space=ground.name(s, space)))
    if mode == HAUNTING:
        if space == town.forest:
            corpses.place_corpse(s, out, ("KAN-TURNED-13", "KAN-DEATHF-01"))
        return
    if mode == RIDING and not s.gas:
        ground.get_off(s, seat, out, ("KAN-BIKE-03",))
    if mode == DRIVING:
        for other in reversed(range(len(s.status))):
            here = s.mount[other] == FOOT and s.space[other] == space and s.status[other] <= DOWNED
            if here and not s.items[other] & s.setup.dynamite:
                s.ask(BoardVan(other))
    elif space == town.feeding:
        feeding.begin_feeding(s, out)
    else:
        offer_hide(s, seat)


# -------------------------------------------------------------------------------------------------------- hiding


class HideOffer(Frame, frozen=True, tag="hide"):
    """HIDE: behind the cross, or not (KAN-CROSS-01)."""

    own: ClassVar[bool] = True
    name: ClassVar[str] = "hide"
    clauses: ClassVar[tuple[str, ...]] = ("KAN-CROSS-01",)

    def legal(self, s: KanataState) -> tuple[Action, ...]:
        return (act.HIDE, act.DECLINE)

    def resolve(self, s: KanataState, action: Any, out: list[Event] | None) -> None:
        s.drop()
        seat = s.turn
        if action != act.HIDE:
            if out is not None:
                out.append(Declined(clauses=("KAN-CROSS-01",), seat=seat, what="hide"))
            return
        s.space[seat] = cross = s.setup.town.cross_at[s.space[seat]]
        if s.mount[seat] == BIKE:
            ground.roll_bike(s, cross)
        if s.moved and s.arrived != NOWHERE:
            s.arrived = cross
        if out is not None:
            clauses: tuple[str, ...] = ("KAN-CROSS-01", "KAN-CROSS-02")
            clauses += ("KAN-BIKE-06", "KAN-BIKE-08") if s.mount[seat] == BIKE else ()
            out.append(Hid(clauses=clauses, seat=seat, space=ground.name(s, cross)))


def offer_hide(s: KanataState, seat: int) -> None:
    """Ask, where there is a cross and hiding is still allowed."""
    if (
        s.setup.town.cross_at[s.space[seat]] >= 0
        and s.mount[seat] != VAN
        and s.hidden_turns[seat] < s.setup.hiding_turns
    ):
        s.ask(HideOffer())


class BoardVan(Frame, frozen=True, tag="board_van"):
    """BOARD_VAN: the van ended on your space: in, or not. For a downed friend the driver says (KAN-VAN-03)."""

    friend: int

    name: ClassVar[str] = "board_van"
    clauses: ClassVar[tuple[str, ...]] = ("KAN-VAN-03",)

    def seat(self, s: KanataState) -> int:
        return self.friend if s.status[self.friend] == STANDING else s.turn

    def legal(self, s: KanataState) -> tuple[Action, ...]:
        return _IN_OR_OUT

    def resolve(self, s: KanataState, action: Any, out: list[Event] | None) -> None:
        s.drop()
        if action == act.GET_IN:
            s.mount[self.friend] = VAN
            if out is not None:
                out.append(Boarded(clauses=("KAN-VAN-03", "KAN-VAN-02"), seat=self.friend, vehicle="van"))
        elif out is not None:
            out.append(Declined(clauses=("KAN-VAN-03",), seat=self.friend, what="van"))


_IN_OR_OUT = (act.GET_IN, act.DECLINE)


# ------------------------------------------------------------------------------------------------ turned players


def haunt_steps(s: KanataState, here: int, left: int, on: Ground) -> list[Action]:
    """Where a turned player (or a led abomination) can go: into humans, at doors, past everything (KAN-TURNED-05, 06).

    A door may not be tried from a space where the move must not end.
    """
    town = s.setup.town
    exposed = ground.exposed_mask(s)
    doors = exposed & town.interiors
    prey = exposed & ~doors
    # A catch ends the move lawfully anywhere; from a barred space every way on counts as an escape but a door.
    free = Ground(on.ways, on.closed | doors, on.no_end & ~prey)
    barred_here = on.no_end >> here & 1
    found: list[Action] = []
    for there in on.ways[here]:
        if on.closed >> there & 1 or (doors >> there & 1 and barred_here):
            continue
        if free.no_end >> there & 1 and not free.escapes(there, left - 1):
            continue
        found.append(s.setup.tables.step[there])
    return found


def haunt(s: KanataState, seat: int, there: int, left: int, out: list[Event] | None) -> None:
    """One step of a turned player (KAN-TURNED-06)."""
    town = s.setup.town
    victims = barn.victims_at(s, there)
    if victims and town.interiors >> there & 1:
        die = s.d6()
        broken = bool(die & 1)
        if out is not None:
            where = ground.name(s, there)
            out.append(
                DoorRolled(clauses=("KAN-TURNED-06",), seat=seat, number=0, space=where, die=die, broken=broken)
            )
        if broken:
            s.space[seat] = there
        end_move(s, HAUNTING, out)
        if broken:
            barn.catch(s, victims, barn.TURNED_PLAYER, seat, out)
        return
    s.space[seat] = there
    if out is not None:
        out.append(Stepped(clauses=("KAN-TURNED-05",), seat=seat, space=ground.name(s, there), left=left))
    if victims:
        end_move(s, HAUNTING, out)
        barn.catch(s, victims, barn.TURNED_PLAYER, seat, out)
    else:
        proceed(s, ChooseStep(HAUNTING, left, True), out)


def use_gas(s: KanataState, out: list[Event] | None) -> None:
    """Each riding Move costs one (KAN-BIKE-03)."""
    s.gas -= 1
    if out is not None:
        out.append(GasUsed(clauses=("KAN-BIKE-03",), left=s.gas))

