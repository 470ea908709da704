"""The enemy action: Sheriff, abominations, ambulance (KAN-ENEMY, SHERIFF, ABOM, AMB)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from game.core.contract import Action, Event
from game.kanata import barn, ground, harm, inventory
from game.kanata.events import (
    AmbulanceCame,
    AmbulanceGone,
    BikeSmashed,
    DiceRolled,
    DoorRolled,
    EnemyHeld,
    EnemyMoved,
    SheriffCaught,
    SheriffMoved,
    TieRolled,
    TireShot,
)
from game.kanata.frames import Frame
from game.kanata.plan import EXTERIOR, PATH, ROAD
from game.kanata.state import (
    ABOMINATIONS_HELD,
    BIKE,
    CAPTURED,
    DORMANT,
    DOWNED,
    NOWHERE,
    SATED,
    SHERIFF_HELD,
    SPACE_MASK,
    STANDING,
    VAN,
    hunted_by,
    number_of,
)
from game.kanata.town import FAR, Ways

if TYPE_CHECKING:
    from game.kanata.state import KanataState

ON_BIKE = -1
"""The unridden 4-wheeler, among those that are hunted."""
Prey = tuple[int, int, int]
"""Distance, space, seat (or ``ON_BIKE``)."""


class EnemyAction(Frame, frozen=True, tag="enemy_action"):
    """The enemies move one after another; an offer to a victim may come between (KAN-ENEMY-02)."""

    allowance: int
    queue: tuple[int, ...]
    """Abominations still to move, in order of release."""
    stage: int = 0
    """0 the Sheriff, 1 abominations, 2 the ambulance."""

    automatic: ClassVar[bool] = True

    def resolve(self, s: KanataState, action: Action | None, out: list[Event] | None) -> None:
        s.drop()
        self.carry_out(s, out)

    def carry_out(self, s: KanataState, out: list[Event] | None) -> None:
        """With this frame off the stack: move those whose stage it is; the stages after it go onto the stack."""
        depth = len(s.stack)
        if self.stage == 0:
            if self.queue or s.ambulance >= 0:
                s.ask(EnemyAction(self.allowance, self.queue, 1))
            if s.held & SHERIFF_HELD:
                if out is not None:
                    out.append(EnemyHeld(clauses=("KAN-SHERIFF-07", "KAN-SHOOT-08"), enemy="sheriff"))
            else:
                move_sheriff(s, self.allowance, out)
        elif self.stage == 1:
            queue = self.queue
            if s.held & ABOMINATIONS_HELD:
                if out is not None:
                    out.append(EnemyHeld(clauses=("KAN-ENEMY-01",), enemy="abominations"))
                queue = ()
            while queue:
                number, queue = queue[0], queue[1:]
                i = barn.index_of(s, number)
                if i < 0 or s.aboms[i] & DORMANT:
                    continue
                s.ask(EnemyAction(self.allowance, queue, 1))
                move_abomination(s, number, self.allowance, out)
                if len(s.stack) != depth + 1:
                    return
                s.drop()
            if s.ambulance >= 0:
                s.ask(EnemyAction(self.allowance, (), 2))
        elif s.ambulance >= 0:
            die = s.d6()
            if out is not None:
                out.append(
                    DiceRolled(clauses=("KAN-AMB-02",), seat=s.turn, dice=(die,), total=die, cause="ambulance")
                )
            move_ambulance(s, die, out)


def begin_enemy_action(s: KanataState, out: list[Event] | None) -> None:
    """Roll D dice once for the Sheriff and every active abomination (KAN-ENEMY-01, TURN-07)."""
    count = max(1, s.dice)
    dice = s.roll(count)
    total = sum(dice)
    if out is not None:
        clauses = ("KAN-ENEMY-01", "KAN-ENEMY-02", "KAN-TURN-07", "KAN-TURN-03", "KAN-TURN-02")
        out.append(DiceRolled(clauses=clauses, seat=s.turn, dice=dice, total=total, cause="enemies"))
    EnemyAction(total, tuple([number_of(packed) for packed in s.aboms if not packed & DORMANT])).carry_out(s, out)


def lowest(
    s: KanataState, tied: list[Prey], enemy: str, number: int, out: list[Event] | None, clauses: tuple[str, ...]
) -> Prey:
    """Who of equally near prey is hunted: each rolls, the lowest is; the lowest roll again (KAN-SHERIFF-03).

    Those who share a space are hunted together, so they do not roll against each other only.
    """
    while len(tied) > 1 and any(prey[1] != tied[0][1] for prey in tied):
        dice = s.roll(len(tied))
        least = min(dice)
        left = [prey for prey, die in zip(tied, dice, strict=True) if die == least]
        if out is not None:
            seats = tuple(prey[2] for prey in tied)
            out.append(
                TieRolled(clauses=clauses, enemy=enemy, number=number, seats=seats, dice=dice, hunted=left[0][2])
            )
        tied = left
    return tied[0]


def nearest(prey: list[Prey]) -> list[Prey]:
    """Those at the least distance."""
    least = min(prey)[0]
    return [one for one in prey if one[0] == least]


def lone_bike(s: KanataState) -> bool:
    """An unridden 4-wheeler that counts as a player: moved from the campsite, not hidden (KAN-BIKE-08)."""
    return (
        s.bike != NOWHERE and s.bike_moved and BIKE not in s.mount and not s.setup.town.crosses >> s.bike & 1
    )


def passed_over(s: KanataState, why: str, packed: int = 0) -> tuple[str, ...]:
    """The clauses by which somebody or something is not hunted by whoever moves now (``packed``: an abomination)."""
    clauses: tuple[str, ...] = ("KAN-AMB-06",) if CAPTURED in s.status else ()
    if any(status <= DOWNED and s.is_hidden(seat) for seat, status in enumerate(s.status)):
        clauses += ("KAN-CROSS-02",)
    if s.van_started:
        clauses += ("KAN-VAN-08",)
    parked = s.bike != NOWHERE and BIKE not in s.mount
    if lone_bike(s) or packed & SATED or (parked and why in ("barn", "roadblock")):
        clauses += ("KAN-BIKE-08",)
    return clauses


def travel(ways: Ways, here: int, goal: int, steps: int, closed: int, stops: int) -> tuple[int, list[int]]:
    """Go up to ``steps`` along a shortest way, never into ``closed``, not past a space of ``stops`` (KAN-ENEMY-03)."""
    path: list[int] = []
    field = ways.field(goal, closed) if closed else ways.distances[goal * ways.size : (goal + 1) * ways.size]
    while steps and here != goal and field[here] != FAR:
        wanted = field[here] - 1
        for there in ways.neighbours[here]:
            if field[there] == wanted and not closed >> there & 1:
                break
        else:
            break
        here = there
        path.append(here)
        steps -= 1
        if stops >> here & 1:
            break
    return here, path


# ----------------------------------------------------------------------------------------------------- Sheriff


def sheriff_prey(s: KanataState) -> tuple[list[Prey], str]:
    """Whom the Sheriff may hunt now, all equally near, and why: road, path, van or roadblock (KAN-SHERIFF-02)."""
    return _sheriff_prey(s, _on_foot(s))


def _on_foot(s: KanataState) -> list[tuple[int, int]]:
    """Who and what the Sheriff catches or smashes: the space of each, and the seat (or ``ON_BIKE``)."""
    found = [(s.space[seat], seat) for seat in ground.exposed(s, STANDING)]
    if s.bike_moved and lone_bike(s):
        found.append((s.bike, ON_BIKE))
    return found


def _sheriff_prey(s: KanataState, catchable: list[tuple[int, int]]) -> tuple[list[Prey], str]:
    town = s.setup.town
    here = s.sheriff
    on_road: list[Prey] = []
    on_path: list[Prey] = []
    kinds = town.kinds
    for space, who in catchable:
        kind = kinds[space]
        if kind == ROAD:
            on_road.append((town.road.distance(here, space), space, who))
        elif kind in (PATH, EXTERIOR):
            on_path.append((town.distance(here, space), space, who))
    if on_road:
        return nearest(on_road), "road"
    if on_path:
        return nearest(on_path), "path"
    if s.van_started and s.van_occupied():
        return [(town.road.distance(here, s.van), s.van, s.mount.index(VAN))], "van"
    return [(town.road.distance(here, town.start), town.start, -2)], "roadblock"


_SHERIFF_CLAUSES = {
    "road": ("KAN-SHERIFF-02",),
    "path": ("KAN-SHERIFF-02", "KAN-SHERIFF-04"),
    "van": ("KAN-SHERIFF-02",),
    "roadblock": ("KAN-SHERIFF-02",),
}


def move_sheriff(s: KanataState, steps: int, out: list[Event] | None) -> None:
    """KAN-SHERIFF-01 to 08."""
    catchable = _on_foot(s)
    tied, why = _sheriff_prey(s, catchable)
    _, space, who = lowest(s, tied, "sheriff", 0, out, ("KAN-SHERIFF-03",)) if len(tied) > 1 else tied[0]
    closed = sheriff_closed(s)
    stops = 0
    for there, _ in catchable:
        stops |= 1 << there
    goal = nearest_road(s, space, s.sheriff) if why == "path" else space
    here, path = _sheriff_way(s, goal, steps, closed, stops)
    s.sheriff = here
    if out is not None:
        clauses = ("KAN-SHERIFF-01", *_SHERIFF_CLAUSES[why], "KAN-ENEMY-03", "KAN-ENEMY-04", *passed_over(s, why))
        if not path:
            clauses += ("KAN-SHERIFF-08",)
        if closed:
            clauses += ("KAN-VAN-07",)
        out.append(
            EnemyMoved(clauses=clauses, enemy="sheriff", number=0, path=ground.names(s, path), target=who)
        )
    if stops >> here & 1:
        _sheriff_arrives(s, out)


def sheriff_closed(s: KanataState) -> int:
    """The road space of an occupied van, closed to him."""
    return ground.van_mask(s) & s.setup.town.roads


def sheriff_way(s: KanataState, goal: int, steps: int) -> tuple[int, list[int]]:
    """Where so many steps towards a road space bring him; he stops where he catches somebody, at once if here."""
    stops = 0
    for there, _ in _on_foot(s):
        stops |= 1 << there
    return _sheriff_way(s, goal, steps, sheriff_closed(s), stops)


def _sheriff_way(s: KanataState, goal: int, steps: int, closed: int, stops: int) -> tuple[int, list[int]]:
    if stops >> s.sheriff & 1:
        return s.sheriff, []
    return travel(s.setup.town.road, s.sheriff, goal, steps, closed, stops)


def nearest_road(s: KanataState, space: int, here: int) -> int:
    """The road space nearest to ``space`` by board distance, of several the nearest to the car (KAN-SHERIFF-04)."""
    town = s.setup.town
    best = s.setup.nearest_roads(space)
    return min(best, key=lambda road: (town.road.distance(here, road), road)) if len(best) > 1 else best[0]


def _sheriff_arrives(s: KanataState, out: list[Event] | None) -> None:
    """Whoever stands on his space is caught, a 4-wheeler there is smashed (KAN-SHERIFF-05, 06, BIKE-09)."""
    here = s.sheriff
    victims = [seat for seat in ground.exposed(s, STANDING) if s.space[seat] == here] if here in s.space else []
    if s.bike == here and (lone_bike(s) or s.rider() in victims):
        rider = s.rider()
        if rider >= 0:
            ground.get_off(s, rider, out, ("KAN-BIKE-09",))
        s.bike = NOWHERE
        if out is not None:
            out.append(BikeSmashed(clauses=("KAN-BIKE-09",), space=ground.name(s, here)))
    for seat in victims:
        if out is not None:
            clauses = ("KAN-SHERIFF-05", "KAN-ENEMY-05")
            out.append(SheriffCaught(clauses=clauses, seat=seat, space=ground.name(s, here)))
        inventory.drop_all(s, seat, "sheriff", out, ("KAN-SHERIFF-05", "KAN-CORN-01"))
        harm.lose_health(s, seat, s.setup.sheriff_damage, "sheriff", out, ("KAN-SHERIFF-05",), home=True)


def sheriff_to_start(s: KanataState, out: list[Event] | None) -> None:
    """Put on S without catching; if a human is there he stays where he is."""
    start = s.setup.town.start
    if any(
        s.space[seat] == start and s.status[seat] in (STANDING, DOWNED) for seat in range(len(s.status))
    ):
        return
    s.sheriff = start
    if out is not None:
        out.append(SheriffMoved(clauses=("KAN-SHERIFF-01",), space=ground.name(s, start)))


# ------------------------------------------------------------------------------------------------- abominations


def abomination_prey(s: KanataState, packed: int) -> tuple[list[Prey], str]:
    """Whom an abomination may hunt now, all equally near, and why: personal, near, van or barn (KAN-ABOM-02, 03)."""
    town = s.setup.town
    here = packed & SPACE_MASK
    row = town.board.distances
    base = here * town.size
    hunted = hunted_by(packed)
    if hunted >= 0 and s.is_exposed(hunted):
        return [(row[base + s.space[hunted]], s.space[hunted], hunted)], "personal"
    prey: list[Prey] = [
        (row[base + s.space[seat]], s.space[seat], seat) for seat in ground.exposed(s)
    ]
    if not packed & SATED and lone_bike(s):
        prey.append((row[base + s.bike], s.bike, ON_BIKE))
    if prey:
        return nearest(prey), "near"
    if s.van_started and s.van_occupied():
        return [(row[base + s.van], s.van, s.mount.index(VAN))], "van"
    return [(row[base + town.barn_front], town.barn_front, -2)], "barn"


_ABOM_CLAUSES = {
    "personal": ("KAN-ABOM-02", "KAN-FEED-05"),
    "near": ("KAN-ABOM-02",),
    "van": ("KAN-VAN-07",),
    "barn": ("KAN-ABOM-03",),
}


def move_abomination(s: KanataState, number: int, steps: int, out: list[Event] | None) -> None:
    """KAN-ABOM-01 to 08."""
    town = s.setup.town
    i = barn.index_of(s, number)
    packed = s.aboms[i]
    here = packed & SPACE_MASK
    if barn.caught_here(s, number, here, out):
        return
    tied, why = abomination_prey(s, packed)
    _, goal, who = lowest(s, tied, "abomination", number, out, ("KAN-ABOM-02",)) if len(tied) > 1 else tied[0]
    indoors = ground.exposed_mask(s) & town.interiors
    door = bool(indoors >> goal & 1)
    here, path = abomination_way(s, here, goal, steps)
    if path:
        s.aboms[i] = packed = packed & ~SPACE_MASK | here
    if out is not None:
        clauses = ("KAN-ABOM-01", *_ABOM_CLAUSES[why], "KAN-ENEMY-03", *passed_over(s, why, packed))
        if indoors & ~(1 << goal):
            clauses += ("KAN-ABOM-07",)
        out.append(
            EnemyMoved(clauses=clauses, enemy="abomination", number=number, path=ground.names(s, path), target=who)
        )
    if barn.caught_here(s, number, here, out):
        return
    if door and goal in town.board.neighbours[here]:
        try_door(s, number, goal, out)
    elif lone_bike(s) and here == s.bike:  # reached, whomever it hunted
        s.aboms[i] = packed | SATED


def abomination_way(s: KanataState, here: int, goal: int, steps: int) -> tuple[int, list[int]]:
    """Where so many steps towards a goal bring an abomination: before a house with somebody inside it stops.

    Nobody is passed indoors without a door roll, and an occupied van is closed (KAN-ABOM-07, VAN-07).
    """
    town = s.setup.town
    exposed = ground.exposed_mask(s)
    indoors = exposed & town.interiors
    door = bool(indoors >> goal & 1)
    if door and goal in town.board.neighbours[here]:
        return here, []
    stops = exposed & ~indoors
    if door:
        for front in town.board.neighbours[goal]:
            stops |= 1 << front
    return travel(town.board, here, goal, steps, indoors & ~(1 << goal) | ground.van_mask(s), stops)


def try_door(s: KanataState, number: int, location: int, out: list[Event] | None) -> None:
    """Odd: it enters and turns all inside; even: it stays outside. Either way it falls dormant (KAN-ABOM-05, 06)."""
    die = s.d6("d6")
    broken = bool(die & 1)
    if out is not None:
        where = ground.name(s, location)
        out.append(DoorRolled(clauses=("KAN-ABOM-05",), seat=-1, number=number, space=where, die=die, broken=broken))
    barn.go_dormant(
        s,
        number,
        "sated" if broken else "door",
        out,
        ("KAN-ABOM-08",) if broken else ("KAN-ABOM-06",),
    )
    if broken:
        barn.catch(s, barn.victims_at(s, location), barn.ABOMINATION, number, out)


def advance_abominations(s: KanataState, steps: int) -> None:
    """A card makes every active abomination move at once."""
    s.ask(Advance(steps, tuple([number_of(packed) for packed in s.aboms if not packed & DORMANT])))


class Advance(Frame, frozen=True, tag="advance"):
    """Abominations that a card (or Rouse) makes move, one after another."""

    steps: int
    queue: tuple[int, ...]

    automatic: ClassVar[bool] = True

    def resolve(self, s: KanataState, action: Action | None, out: list[Event] | None) -> None:
        s.drop()
        if not self.queue:
            return
        s.ask(Advance(self.steps, self.queue[1:]))
        i = barn.index_of(s, self.queue[0])
        if i >= 0 and not s.aboms[i] & DORMANT:
            move_abomination(s, self.queue[0], self.steps, out)


# --------------------------------------------------------------------------------------------------- ambulance


def call_ambulance(s: KanataState, seat: int, out: list[Event] | None) -> None:
    """KAN-AMB-01, AMB-08."""
    s.quarry = seat
    if s.ambulance >= 0:
        if out is not None:
            there = ground.name(s, s.ambulance)
            out.append(AmbulanceCame(clauses=("KAN-AMB-08",), space=there, hunts=seat))
        return
    town = s.setup.town
    people = 0
    for other in range(len(s.status)):
        if s.status[other] <= DOWNED:
            people |= 1 << s.space[other]
    space = town.bay
    if people >> space & 1:
        roads = [cell for cell in town.order(space) if town.roads >> cell & 1]
        space = next((cell for cell in roads if not people >> cell & 1), space)
    s.ambulance = space
    s.tires = s.setup.full_tires
    if out is not None:
        out.append(AmbulanceCame(clauses=("KAN-AMB-01",), space=ground.name(s, space), hunts=seat))


def ambulance_prey(s: KanataState) -> list[Prey]:
    """Whom the ambulance may hunt now: its discoverer, else the nearest exposed standing humans (KAN-AMB-04)."""
    town = s.setup.town
    here = s.ambulance
    quarry = s.quarry
    if quarry >= 0 and s.status[quarry] == STANDING and s.is_exposed(quarry):
        return [(town.distance(here, s.space[quarry]), s.space[quarry], quarry)]
    prey = [
        (town.distance(here, s.space[seat]), s.space[seat], seat) for seat in ground.exposed(s, STANDING)
    ]
    return nearest(prey) if prey else []


def move_ambulance(s: KanataState, steps: int, out: list[Event] | None) -> None:
    """KAN-AMB-02 to 05."""
    tied = ambulance_prey(s)
    if not tied:
        return
    _, space, who = lowest(s, tied, "ambulance", 0, out, ("KAN-AMB-04",)) if len(tied) > 1 else tied[0]
    mask = _ambulance_stops(s)
    here, path = ambulance_way(s, space, steps)
    s.ambulance = here
    for seat, status in enumerate(s.status):
        if status == CAPTURED:
            s.space[seat] = here
    if out is not None:
        out.append(
            EnemyMoved(
                clauses=("KAN-AMB-03", "KAN-AMB-04", "KAN-ENEMY-02", "KAN-ENEMY-03"),
                enemy="ambulance",
                number=0,
                path=ground.names(s, path),
                target=who,
            )
        )
    if mask >> here & 1:
        for seat in barn.victims_at(s, here):
            if s.status[seat] == STANDING:
                harm.capture(s, seat, out)
        if s.quarry >= 0 and s.status[s.quarry] != STANDING:
            s.quarry = -1


def _ambulance_stops(s: KanataState) -> int:
    """Where it captures somebody, as a mask."""
    mask = 0
    for seat in ground.exposed(s, STANDING):
        if s.setup.town.is_exterior(s.space[seat]):
            mask |= 1 << s.space[seat]
    return mask


def ambulance_way(s: KanataState, space: int, steps: int) -> tuple[int, list[int]]:
    """Where so many steps towards somebody bring the ambulance.

    Doors stop it without a roll: it waits at the nearest front (KAN-AMB-03).
    """
    town, here = s.setup.town, s.ambulance
    stops = _ambulance_stops(s)
    if stops >> here & 1:
        return here, []
    goal = space
    if town.interiors >> space & 1:
        goal = min(town.board.neighbours[space], key=lambda front: (town.drive.distance(here, front), front))
    return travel(town.drive, here, goal, steps, ground.van_mask(s), stops)


def lose_tires(s: KanataState, n: int, out: list[Event] | None, clauses: tuple[str, ...]) -> None:
    """Tires of the ambulance are out; without any it leaves the board (KAN-AMB-07)."""
    s.tires = max(0, s.tires - n)
    if out is not None:
        out.append(TireShot(clauses=clauses, enemy="ambulance", left=s.tires))
    if not s.tires:
        space, s.ambulance = s.ambulance, NOWHERE
        s.quarry = -1
        if out is not None:
            out.append(AmbulanceGone(clauses=("KAN-AMB-07", "KAN-SHOOT-10"), space=ground.name(s, space)))
        harm.free_captives(s, space, out)
