"""What the table shows at a moment: a plain copy of everything open, moved on by events while pieces move.

Nothing in Kanata is hidden between seats (KAN-INV-05); order of decks and coming dice are not part of it.
"""

from __future__ import annotations

import copy
from dataclasses import dataclass, replace
from typing import Any

from game.core.contract import TERMINAL, Event
from game.kanata import events as ev

STANDING, DOWNED, CAPTURED, TURNED = "standing", "downed", "captured", "turned"
ABOMINATIONS = 3
"""How many different pictures there are of them."""


@dataclass(frozen=True)
class Person:
    """One character."""

    seat: int
    character: str
    status: str
    space: str
    health: int
    track: int
    cubes: int
    mount: str
    items: tuple[str, ...]
    tokens: tuple[tuple[str, int], ...]


@dataclass(frozen=True)
class Abomination:
    """One that is out of the barn. ``hunts``: whom for good, -1 for nobody."""

    number: int
    space: str
    dormant: bool
    hunts: int


@dataclass(frozen=True)
class Piece:
    """Something that stands on the town: its picture, where, whose."""

    id: str
    picture: str
    space: str
    seat: int | None = None
    enemy: bool = False
    dim: bool = False
    small: bool = False


@dataclass
class View:
    """The table."""

    round: int
    turn: int
    question: str
    asked: int
    """The seat that is to answer; ``TERMINAL`` at the end."""
    persons: list[Person]
    sheriff: str
    abominations: list[Abomination]
    stock: int
    """Abominations on, before and behind the barn."""
    corpses: list[str]
    cleared: list[str]
    ambulance: str
    tires: int
    bike: str
    gas: int
    van: str
    van_started: bool
    monoliths: int
    wall: int
    used: tuple[str, ...]
    supply: list[int]
    decks: dict[str, int]
    corn: tuple[str, ...]
    ammo: dict[str, int]
    scopes: dict[str, int]
    panic: bool
    dice: int
    """D: 0 while it is not fixed."""
    moved: str
    tracked: bool
    shots: int
    searches: int
    boost: bool
    frame: dict[str, Any]
    """The open question with its figures (dice rolled so far, steps left), as the position writes it."""
    human_track: tuple[str, ...]
    turned_track: tuple[str, ...]

    @classmethod
    def of(cls, game: Any, state: Any) -> View:
        """The table as it stands in `state`."""
        seen = state.observation(0)
        table: dict[str, Any] = seen.table
        now = table["this_turn"]
        persons, ammo, scopes = [], {}, {}
        for seat, row in enumerate(table["characters"]):
            items = []
            for entry in row["items"]:
                items.append(entry if isinstance(entry, str) else entry["item"])
                if not isinstance(entry, str):
                    ammo[items[-1]], scopes[items[-1]] = entry["ammo"], entry["scope"]
            tokens = dict(row["tokens"])
            if table["van_keys"] == seat:
                tokens["van_keys"] = 1
            persons.append(
                Person(
                    seat, row["character"], row["status"], row["space"], row["health"], row["track"],
                    row["horde_cubes"], row["mount"], tuple(items), tuple(tokens.items()),
                )
            )  # fmt: skip
        corn = [entry if isinstance(entry, str) else entry["item"] for entry in table["cornfield"]]
        if table["van_keys"] == "cornfield":
            corn.append("van_keys")
        return cls(
            round=table["round"],
            turn=table["turn"],
            question=seen.question,
            asked=seen.asked,
            persons=persons,
            sheriff=table["sheriff"],
            abominations=[
                Abomination(one["number"], one["space"], one["dormant"], -1 if one["hunts"] is None else one["hunts"])
                for one in table["abominations"]
            ],
            stock=sum(table["stock"].values()),
            corpses=list(table["corpses"]),
            cleared=list(table["cleared"]),
            ambulance=table["ambulance"]["space"] if table["ambulance"] else "",
            tires=table["ambulance"]["tires"] if table["ambulance"] else 0,
            bike=table["bike"]["space"] if table["bike"] else "",
            gas=table["bike"]["gas"] if table["bike"] else 0,
            van=table["van"]["space"],
            van_started=table["van"]["started"],
            monoliths=table["roadblock"]["monoliths"],
            wall=table["roadblock"]["wall"],
            used=tuple(table["roadblock"]["used"]),
            supply=list(table["cubes"]),
            decks={deck: sum(pile["unseen"].values()) + len(pile["known"]) for deck, pile in table["decks"].items()},
            corn=tuple(corn),
            ammo=ammo,
            scopes=scopes,
            panic=table["panic"],
            dice=now["dice"],
            moved=now["moved"],
            tracked=now["player_board"],
            shots=now["shots"],
            searches=now["searches"],
            boost=now["boost"],
            frame=table["frames"][-1] if table["frames"] else {},
            human_track=tuple(game.content.human_track),
            turned_track=tuple(game.content.turned_track),
        )

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.asked == TERMINAL

    @property
    def owner(self) -> Person:
        """Whose turn it is."""
        return self.persons[self.turn]

    def track_of(self, person: Person) -> tuple[str, ...]:
        """The kinds of the spaces of somebody's player board."""
        return self.turned_track if person.status == TURNED else self.human_track

    def copy(self) -> View:
        """An independent copy."""
        twin = copy.copy(self)
        twin.persons = self.persons[:]
        twin.abominations = self.abominations[:]
        twin.corpses, twin.cleared, twin.supply = self.corpses[:], self.cleared[:], self.supply[:]
        twin.decks = dict(self.decks)
        return twin

    def pieces(self) -> list[Piece]:
        """What stands on the town, from the back: vehicles, corpses, enemies, people."""
        found: list[Piece] = []
        if self.bike:
            found.append(Piece("bike", "bike", self.bike, dim=not self.gas))
        if self.van:
            found.append(Piece("van", "van", self.van, dim=not self.van_started))
        found += [Piece(f"corpse.{space}", "corpse", space, enemy=True) for space in self.corpses]
        if self.ambulance:
            found.append(Piece("ambulance", "ambulance", self.ambulance, enemy=True))
        found += [
            Piece(
                f"abomination.{one.number}",
                f"abomination{one.number % ABOMINATIONS}",
                one.space,
                seat=one.hunts if one.hunts >= 0 else None,
                enemy=True,
                dim=one.dormant,
            )
            for one in self.abominations
        ]
        found.append(Piece("sheriff", "sheriff", self.sheriff, enemy=True))
        for person in self.persons:
            if person.status == CAPTURED:
                continue
            turned = person.status == TURNED
            found.append(
                Piece(
                    f"seat.{person.seat}", "turned" if turned else person.character, person.space, person.seat,
                    enemy=turned, dim=person.status == DOWNED, small=person.mount != "foot",
                )
            )  # fmt: skip
        return found

    # Moving on

    def take(self, event: Event) -> None:
        """Let `event` happen here too."""
        method = getattr(self, f"_{event.__struct_config__.tag}", None)
        if method is not None:
            method(event)

    def _put(self, seat: int, **changes: Any) -> None:
        self.persons[seat] = replace(self.persons[seat], **changes)

    def _turn_began(self, event: ev.TurnBegan) -> None:
        self.turn, self.round = event.seat, event.round
        self.dice, self.moved, self.tracked, self.shots, self.searches = 0, "no", False, 0, 0

    def _dice_fixed(self, event: ev.DiceFixed) -> None:
        self.dice = event.dice

    def _stepped(self, event: ev.Stepped) -> None:
        person = self.persons[event.seat]
        if person.mount == "bike":
            self.bike = event.space
        if person.mount == "van":
            self.van = event.space
            for other in self.persons:
                if other.mount == "van":
                    self._put(other.seat, space=event.space)
        self._put(event.seat, space=event.space)

    def _hid(self, event: ev.Hid) -> None:
        self._put(event.seat, space=event.space)

    def _placed(self, event: ev.Placed) -> None:
        self._put(event.seat, space=event.space)

    def _marker_moved(self, event: ev.MarkerMoved) -> None:
        self._put(event.seat, track=event.index)

    def _health_changed(self, event: ev.HealthChanged) -> None:
        self._put(event.seat, health=event.now)

    def _downed(self, event: ev.Downed) -> None:
        self._put(event.seat, status=DOWNED, mount="foot", space=event.space)

    def _revived(self, event: ev.Revived) -> None:
        self._put(event.seat, status=STANDING, health=event.now)

    def _captured(self, event: ev.Captured) -> None:
        self._put(event.seat, status=CAPTURED, mount="foot")

    def _freed(self, event: ev.Freed) -> None:
        self._put(event.seat, status=STANDING, space=event.space)

    def _turned(self, event: ev.Turned) -> None:
        self._put(event.seat, status=TURNED, health=0, mount="foot", track=0, cubes=0, space=event.space)

    def _boarded(self, event: ev.Boarded) -> None:
        self._put(event.seat, mount=event.vehicle)

    def _left_vehicle(self, event: ev.LeftVehicle) -> None:
        self._put(event.seat, mount="foot")

    def _van_started(self, event: ev.VanStarted) -> None:
        self.van, self.van_started = event.space, True

    def _gas_used(self, event: ev.GasUsed) -> None:
        self.gas = event.left

    def _bike_smashed(self, event: ev.BikeSmashed) -> None:
        self.bike = ""

    def _horde_broke(self, event: ev.HordeBroke) -> None:
        self.panic = self.panic or event.panic

    def _horde_cube(self, event: ev.HordeCube) -> None:
        self._put(event.seat, cubes=event.now)

    def _cube_removed(self, event: ev.CubeRemoved) -> None:
        self.supply[event.property - 1] = event.left

    def _searched(self, event: ev.Searched) -> None:
        self.decks["search"] = event.left

    def _item_gained(self, event: ev.ItemGained) -> None:
        self._give(event.seat, event.item)
        self.corn = tuple(item for item in self.corn if item != event.item)

    def _item_dropped(self, event: ev.ItemDropped) -> None:
        self._take_away(event.seat, event.item)
        self.corn = (*self.corn, event.item)

    def _item_gone(self, event: ev.ItemGone) -> None:
        self._take_away(event.seat, event.item)

    def _item_traded(self, event: ev.ItemTraded) -> None:
        if event.item in self.persons[event.giver].items:
            self._take_away(event.giver, event.item)
            self._give(event.receiver, event.item)

    def _token_gained(self, event: ev.TokenGained) -> None:
        self._count_token(event.seat, event.token, 1)

    def _token_gone(self, event: ev.TokenGone) -> None:
        self._count_token(event.seat, event.token, -1)

    def _count_token(self, seat: int, token: str, change: int) -> None:
        tokens = dict(self.persons[seat].tokens)
        tokens[token] = tokens.get(token, 0) + change
        self._put(seat, tokens=tuple((name, count) for name, count in tokens.items() if count > 0))

    def _give(self, seat: int, item: str) -> None:
        self._put(seat, items=(*self.persons[seat].items, item))

    def _take_away(self, seat: int, item: str) -> None:
        self._put(seat, items=tuple(one for one in self.persons[seat].items if one != item))

    def _enemy_moved(self, event: ev.EnemyMoved) -> None:
        if not event.path:
            return
        there = event.path[-1]
        if event.enemy == "sheriff":
            self.sheriff = there
        elif event.enemy == "ambulance":
            self.ambulance = there
        else:
            self._change(event.number, space=there)

    def _sheriff_moved(self, event: ev.SheriffMoved) -> None:
        self.sheriff = event.space

    def _change(self, number: int, **changes: Any) -> None:
        self.abominations = [replace(one, **changes) if one.number == number else one for one in self.abominations]

    def _abomination_released(self, event: ev.AbominationReleased) -> None:
        self.abominations.append(Abomination(event.number, event.space, event.cause == "grave", -1))
        self.stock = max(0, self.stock - 1)

    def _abomination_woke(self, event: ev.AbominationWoke) -> None:
        self._change(event.number, dormant=False)

    def _abomination_slept(self, event: ev.AbominationSlept) -> None:
        self._change(event.number, dormant=True)

    def _abomination_gone(self, event: ev.AbominationGone) -> None:
        self.abominations = [one for one in self.abominations if one.number != event.number]
        self.stock += 1

    def _shot_fired(self, event: ev.ShotFired) -> None:
        if event.item in self.ammo:
            self.ammo = {**self.ammo, event.item: event.ammo}

    def _tire_shot(self, event: ev.TireShot) -> None:
        if event.enemy == "ambulance":
            self.tires = event.left

    def _corpse_hung(self, event: ev.CorpseHung) -> None:
        self.corpses = [*(space for space in self.corpses if space != event.moved), event.space]

    def _corpse_gone(self, event: ev.CorpseGone) -> None:
        self.corpses = [space for space in self.corpses if space != event.space]

    def _corpse_returned(self, event: ev.CorpseReturned) -> None:
        self.corpses = [*self.corpses, event.space]

    def _ambulance_came(self, event: ev.AmbulanceCame) -> None:
        self.ambulance, self.tires = event.space, 4

    def _ambulance_gone(self, event: ev.AmbulanceGone) -> None:
        self.ambulance = ""

    def _delivered(self, event: ev.Delivered) -> None:
        self._take_away(event.seat, event.item)
        self.monoliths, self.wall = event.monoliths, event.wall
        self.used = (*self.used, event.item)
