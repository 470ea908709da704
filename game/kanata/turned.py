"""Turned players: Occult actions and the abomination they lead (KAN-TURNED-07, 08, 13)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from game.core.contract import Action, Event
from game.kanata import actions as act
from game.kanata import barn, corpses, enemies, ground, move
from game.kanata.events import Declined, DiceRolled, DoorRolled, EnemyMoved, OccultRolled
from game.kanata.frames import Frame, TurnedQuestion
from game.kanata.state import DORMANT, SPACE_MASK, TURNED, number_of

if TYPE_CHECKING:
    from game.kanata.state import KanataState

GNAW, HANG, HOWL, ROUSE = RESULTS = ("gnaw", "hang", "howl", "rouse")
ROUSE_STEPS = 3


def occult(s: KanataState, out: list[Event] | None) -> None:
    """The d4 of an Occult space (KAN-TURNED-07)."""
    seat = s.turn
    die = s.d4()
    result = RESULTS[die - 1]
    if out is not None:
        out.append(OccultRolled(clauses=("KAN-TURNED-07",), seat=seat, die=die, result=result))
    if result == GNAW:
        boards = richest_boards(s)
        if len(boards) > 1:
            s.ask(OccultBoard())
        elif boards:
            gnaw(s, boards[0], out)
    elif result == HANG:
        corpses.place_corpse(s, out, ("KAN-TURNED-07",))
    elif result == HOWL:
        steps = s.d6()
        if out is not None:
            out.append(
                DiceRolled(clauses=("KAN-TURNED-07",), seat=seat, dice=(steps,), total=steps, cause="howl")
            )
        enemies.move_sheriff(s, steps, out)
    else:
        s.ask(Roused())
        barn.wake_all(s, out, ("KAN-TURNED-07", "KAN-ABOM-06"))


def richest_boards(s: KanataState) -> list[int]:
    """The human boards with the most horde cubes; none if there is no cube."""
    most = max((s.cubes[seat] for seat, status in enumerate(s.status) if status != TURNED), default=0)
    return [seat for seat, status in enumerate(s.status) if status != TURNED and s.cubes[seat] == most and most]


def gnaw(s: KanataState, seat: int, out: list[Event] | None) -> None:
    """A human board loses a horde cube."""
    barn.change_cube(s, seat, -1, "gnaw", out, ("KAN-TURNED-07",))


class OccultBoard(TurnedQuestion, frozen=True, tag="occult_board"):
    """OCCULT_BOARD: whose board is gnawed at."""

    name: ClassVar[str] = "occult_board"
    layout: ClassVar[str] = "seats"
    clauses: ClassVar[tuple[str, ...]] = ("KAN-TURNED-07",)

    def legal(self, s: KanataState) -> tuple[Action, ...]:
        return tuple([act.FRIENDS[seat] for seat in richest_boards(s)])

    def resolve(self, s: KanataState, action: Any, out: list[Event] | None) -> None:
        s.drop()
        gnaw(s, action.friend, out)


def active(s: KanataState) -> list[int]:
    """The numbers of the active abominations."""
    return [number_of(packed) for packed in s.aboms if not packed & DORMANT]


class Roused(Frame, frozen=True, tag="roused"):
    """All are awake: one active abomination moves, of several the one that the turned player names."""

    automatic: ClassVar[bool] = True

    def resolve(self, s: KanataState, action: Action | None, out: list[Event] | None) -> None:
        s.drop()
        numbers = active(s)
        if len(numbers) > 1:
            s.ask(Rouse())
        elif numbers:
            enemies.move_abomination(s, numbers[0], ROUSE_STEPS, out)


class Rouse(TurnedQuestion, frozen=True, tag="rouse"):
    """Which active abomination moves by its own rules."""

    name: ClassVar[str] = "occult_rouse"
    layout: ClassVar[str] = "spaces"
    clauses: ClassVar[tuple[str, ...]] = ("KAN-TURNED-07",)

    def legal(self, s: KanataState) -> tuple[Action, ...]:
        return tuple([act.NUMBERS[number] for number in active(s)])

    def resolve(self, s: KanataState, action: Any, out: list[Event] | None) -> None:
        s.drop()
        enemies.move_abomination(s, action.number, ROUSE_STEPS, out)


# --------------------------------------------------------------------------------------------------------- leading


def begin_puppet(s: KanataState) -> None:
    """Instead of the enemy action (KAN-TURNED-08)."""
    if s.aboms:
        s.ask(PuppetPick())


class PuppetPick(TurnedQuestion, frozen=True, tag="puppet_pick"):
    """PUPPET_PICK: an abomination to lead, or none."""

    name: ClassVar[str] = "puppet_pick"
    layout: ClassVar[str] = "spaces"
    clauses: ClassVar[tuple[str, ...]] = ("KAN-TURNED-08",)

    def legal(self, s: KanataState) -> tuple[Action, ...]:
        return (*[act.NUMBERS[number_of(packed)] for packed in s.aboms], act.DECLINE)

    def resolve(self, s: KanataState, action: Any, out: list[Event] | None) -> None:
        s.drop()
        if type(action) is not act.ChooseAbomination:
            if out is not None:
                out.append(Declined(clauses=("KAN-TURNED-08",), seat=s.turn, what="puppet"))
            return
        steps = s.d4()
        if out is not None:
            out.append(
                DiceRolled(clauses=("KAN-TURNED-08",), seat=s.turn, dice=(steps,), total=steps, cause="puppet")
            )
        lead(s, PuppetMove(action.number, steps))


class PuppetMove(TurnedQuestion, frozen=True, tag="puppet_move"):
    """PUPPET_MOVE: where it goes next, or stop."""

    number: int
    left: int

    name: ClassVar[str] = "puppet_move"
    layout: ClassVar[str] = "spaces"
    clauses: ClassVar[tuple[str, ...]] = ("KAN-TURNED-08",)

    def legal(self, s: KanataState) -> tuple[Action, ...]:
        here = s.aboms[barn.index_of(s, self.number)] & SPACE_MASK
        on = move.ground_for(s, s.turn, move.HAUNTING)
        found = move.haunt_steps(s, here, self.left, on) if self.left else []
        if not on.no_end >> here & 1 or not found:
            found.append(act.STOP)
        return tuple(found)

    def resolve(self, s: KanataState, action: Any, out: list[Event] | None) -> None:
        s.drop()
        if type(action) is act.Step:
            self._step(s, s.setup.town.index[action.space], out)

    def _step(self, s: KanataState, there: int, out: list[Event] | None) -> None:
        i = barn.index_of(s, self.number)
        victims = barn.victims_at(s, there)
        door = bool(victims) and not s.setup.town.is_exterior(there)
        if not door:
            s.aboms[i] = s.aboms[i] & ~SPACE_MASK | there
            if out is not None:
                out.append(
                    EnemyMoved(
                        clauses=("KAN-TURNED-08",),
                        enemy="abomination",
                        number=self.number,
                        path=(ground.name(s, there),),
                        target=-2,
                    )
                )
        if door:
            die = s.d6()
            broken = bool(die & 1)
            if out is not None:
                where = ground.name(s, there)
                out.append(
                    DoorRolled(
                        clauses=("KAN-TURNED-08", "KAN-ABOM-05"),
                        seat=-1,
                        number=self.number,
                        space=where,
                        die=die,
                        broken=broken,
                    )
                )
            barn.go_dormant(s, self.number, "sated" if broken else "door", out, ("KAN-ABOM-08", "KAN-ABOM-06"))
            if broken:
                barn.catch(s, victims, barn.ABOMINATION, self.number, out)
        elif victims:
            barn.go_dormant(s, self.number, "sated", out, ("KAN-ABOM-08",))
            barn.catch(s, victims, barn.ABOMINATION, self.number, out)
        else:
            lead(s, PuppetMove(self.number, self.left - 1))


def lead(s: KanataState, frame: PuppetMove) -> None:
    """Ask for the next step while there is one to choose."""
    if frame.left and frame.legal(s) != (act.STOP,):
        s.ask(frame)
