"""Expansion effects (KPT-EXP): one class a word of `data/kingsport/gods.yaml`.

A card's effect is a list of clauses, carried out left to right. A new effect is a new class here and a new word in
the data, never a special case in a turn. ``vocabulary()`` lists the words for people.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar

from msgspec import Struct

from game.core.contract import Action, Event
from game.kingsport import actions as act
from game.kingsport import dice as dd
from game.kingsport.events import (
    ClauseIdle,
    DiceRerolled,
    DiceRolled,
    DiceTurned,
    DieGained,
)
from game.kingsport.frames import Frame
from game.kingsport.sanity import affordable, change_sanity, pay, steal

if TYPE_CHECKING:
    from game.kingsport.setup import Setup
    from game.kingsport.state import KingsportState

NO_SUPPLY = "KPT-EXP-06"
NOTHING_TO_DO = "KPT-EXP-05"
UNAFFORDABLE = "KPT-EXP-04"
PRICE_CLAUSES = ("KPT-EXP-07", "KPT-EXP-04")

FACE_ACTIONS = tuple(act.ChooseFace(face=face) for face in dd.FACES)
VICTIM_ACTIONS = tuple(act.ChooseVictim(victim=seat) for seat in range(5))


class Clause(Struct, frozen=True):
    """One clause of an Expansion effect."""

    question: ClassVar[type[ClauseQuestion] | None] = None

    def lacks(self, setup: Setup, dice: int) -> str:
        """The clause that keeps this from being carried out with these dice; empty if nothing does."""
        return ""

    def run(self, s: KingsportState, god: int, number: int, out: list[Event] | None) -> bool:
        """Carry it out; ``False`` if a question had to be asked first (then ``answer`` finishes it)."""
        raise AssertionError

    def options(self, s: KingsportState) -> tuple[Action, ...]:
        """The answers to this clause's question."""
        raise AssertionError

    def answer(self, s: KingsportState, god: int, action: Any, out: list[Event] | None, forced: bool) -> None:
        """Finish the clause with a chosen answer."""
        raise AssertionError

    def choose(self, s: KingsportState, god: int, number: int, out: list[Event] | None) -> bool:
        """Ask, unless there is only one answer: then it is taken at once, and the event says so."""
        options = self.options(s)
        if len(options) == 1:
            self.answer(s, god, options[0], out, True)
            return True
        assert self.question is not None
        s.ask(self.question(god, number))
        return False


class ClauseQuestion(Frame, frozen=True):
    """A choice inside the effect of a played god (KPT-EXP-08)."""

    god: int
    number: int

    clauses: ClassVar[tuple[str, ...]] = ("KPT-EXP-08",)

    def legal(self, s: KingsportState) -> tuple[Action, ...]:
        return s.setup.effects[self.god][self.number].effective.options(s)

    def resolve(self, s: KingsportState, action: Action | None, out: list[Event] | None) -> None:
        s.drop()
        s.setup.effects[self.god][self.number].effective.answer(s, self.god, action, out, False)
        carry_on(s, self.god, self.number + 1, out)


class ChooseFace(ClauseQuestion, frozen=True, tag="choose_face"):
    """CHOOSE_FACE: to which face a gained die is set."""

    name: ClassVar[str] = "choose_face"
    layout: ClassVar[str] = "dice"


class ChooseDice(ClauseQuestion, frozen=True, tag="choose_dice"):
    """CHOOSE_DICE: which dice are rolled again or turned, and how."""

    name: ClassVar[str] = "choose_dice"
    layout: ClassVar[str] = "dice"


class ChooseVictim(ClauseQuestion, frozen=True, tag="choose_victim"):
    """CHOOSE_VICTIM: from whom Sanity is taken."""

    name: ClassVar[str] = "choose_victim"
    layout: ClassVar[str] = "seats"


class PricePaid(Frame, frozen=True, tag="price_paid"):
    """Go on with the clause of a god whose price has just been paid (KPT-EXP-07)."""

    god: int
    number: int

    automatic: ClassVar[bool] = True

    def resolve(self, s: KingsportState, action: Action | None, out: list[Event] | None) -> None:
        s.drop()
        clause = s.setup.effects[self.god][self.number].effective
        if clause.run(s, self.god, self.number, out):
            carry_on(s, self.god, self.number + 1, out)


class Gain(Clause, frozen=True):
    """`gain: [F…]` — take one die, set to a face of the set (the cultist's choice)."""

    faces: tuple[int, ...]
    question: ClassVar[type[ClauseQuestion] | None] = ChooseFace

    def lacks(self, setup: Setup, dice: int) -> str:
        return NO_SUPPLY if dd.NUMBER[dice] == dd.MOST_DICE else ""

    def run(self, s: KingsportState, god: int, number: int, out: list[Event] | None) -> bool:
        if len(self.faces) == 1:
            if out is None:
                s.set_dice(dd.ADD[s.dice][self.faces[0]])
            else:
                self.answer(s, god, FACE_ACTIONS[self.faces[0]], out, True)
            return True
        return self.choose(s, god, number, out)

    def options(self, s: KingsportState) -> tuple[Action, ...]:
        return _face_actions(self.faces)

    def answer(self, s: KingsportState, god: int, action: Any, out: list[Event] | None, forced: bool) -> None:
        face = dd.FACE_INDEX[action.face]
        s.set_dice(dd.ADD[s.dice][face])
        if out is not None:
            clauses = (
                ("KPT-DICE-03", "KPT-DICE-02", "KPT-EXP-02") if forced else ("KPT-DICE-03", "KPT-DICE-02", "KPT-EXP-08")
            )
            out.append(DieGained(clauses=clauses, seat=s.turn, face=action.face, card=s.god_id(god), forced=forced))


class Copy(Gain, frozen=True):
    """`copy: [F…]` — take one die, set to a face of the set that one of your dice shows now."""

    def lacks(self, setup: Setup, dice: int) -> str:
        if dd.NUMBER[dice] == dd.MOST_DICE:
            return NO_SUPPLY
        return "" if any(dd.SHOWS[dice] >> face & 1 for face in self.faces) else NOTHING_TO_DO

    def options(self, s: KingsportState) -> tuple[Action, ...]:
        return _face_actions(tuple(face for face in self.faces if dd.SHOWS[s.dice] >> face & 1))


class Roll(Clause, frozen=True):
    """`roll: n` — take n dice and roll them."""

    dice: int

    def lacks(self, setup: Setup, dice: int) -> str:
        return NO_SUPPLY if dd.NUMBER[dice] + self.dice > dd.MOST_DICE else ""

    def run(self, s: KingsportState, god: int, number: int, out: list[Event] | None) -> bool:
        faces = s.roll(self.dice)
        held = s.dice
        for face in faces:
            held = dd.ADD[held][face]
        s.set_dice(held)
        if out is not None:
            out.append(
                DiceRolled(
                    clauses=("KPT-EXP-02", "KPT-DICE-01", "KPT-DICE-02", "KPT-SETUP-09"),
                    seat=s.turn,
                    faces=tuple(dd.FACES[f] for f in faces),
                    cause="effect",
                    card=s.god_id(god),
                )
            )
        return True


class Reroll(Clause, frozen=True):
    """`reroll: n` — roll 1 to n of your dice again, all at once."""

    dice: int
    question: ClassVar[type[ClauseQuestion] | None] = ChooseDice

    def lacks(self, setup: Setup, dice: int) -> str:
        return "" if dice else NOTHING_TO_DO

    def run(self, s: KingsportState, god: int, number: int, out: list[Event] | None) -> bool:
        return self.choose(s, god, number, out)

    def options(self, s: KingsportState) -> tuple[Action, ...]:
        return _reroll_actions(s.dice, self.dice)

    def answer(self, s: KingsportState, god: int, action: Any, out: list[Event] | None, forced: bool) -> None:
        taken = _taken(action.reroll)
        kept = dd.minus(s.dice, taken)
        faces = s.roll(dd.NUMBER[taken])
        for face in faces:
            kept = dd.ADD[kept][face]
        s.set_dice(kept)
        if out is not None:
            out.append(
                DiceRerolled(
                    clauses=("KPT-DICE-04", "KPT-EXP-08", "KPT-DICE-05"),
                    seat=s.turn,
                    before=action.reroll,
                    after=tuple(dd.FACES[f] for f in faces),
                    card=s.god_id(god),
                    forced=forced,
                )
            )


class TurnDice(Clause, frozen=True):
    """`turn: {from: [F…], to: [F…], dice: n}` — set 1 to n dice from a face of one set to another face of the other."""

    origin: frozenset[int]
    target: frozenset[int]
    dice: int
    question: ClassVar[type[ClauseQuestion] | None] = ChooseDice

    def lacks(self, setup: Setup, dice: int) -> str:
        return "" if _turn_actions(dice, self.origin, self.target, self.dice) else NOTHING_TO_DO

    def run(self, s: KingsportState, god: int, number: int, out: list[Event] | None) -> bool:
        return self.choose(s, god, number, out)

    def options(self, s: KingsportState) -> tuple[Action, ...]:
        return _turn_actions(s.dice, self.origin, self.target, self.dice)

    def answer(self, s: KingsportState, god: int, action: Any, out: list[Event] | None, forced: bool) -> None:
        s.set_dice(_turned(s.dice, action.turn))
        if out is not None:
            out.append(
                DiceTurned(
                    clauses=("KPT-DICE-04", "KPT-EXP-08", "KPT-DICE-05"),
                    seat=s.turn,
                    turn=action.turn,
                    card=s.god_id(god),
                    forced=forced,
                )
            )


class GainSanity(Clause, frozen=True):
    """`sanity: n` — gain n Sanity, up to 12."""

    amount: int

    def lacks(self, setup: Setup, dice: int) -> str:
        # A gain brought down to 0 is no gain; one at 12 Sanity is still a gain (KPT-EXP-09).
        return "" if self.amount > setup.gain_less else NOTHING_TO_DO

    def run(self, s: KingsportState, god: int, number: int, out: list[Event] | None) -> bool:
        clauses: tuple[str, ...] = ("KPT-SAN-01", "KPT-SAN-03", "KPT-EXP-02")
        if s.sanity[s.turn] == 12:
            clauses += ("KPT-EXP-09",)
        change_sanity(s, s.turn, self.amount - s.setup.gain_less, "effect", out, clauses, card=god)
        return True


class Steal(Clause, frozen=True):
    """`steal: n` — one other cultist of your choice loses up to n Sanity; you gain as much."""

    amount: int
    question: ClassVar[type[ClauseQuestion] | None] = ChooseVictim

    def run(self, s: KingsportState, god: int, number: int, out: list[Event] | None) -> bool:
        return self.choose(s, god, number, out)

    def options(self, s: KingsportState) -> tuple[Action, ...]:
        return tuple(VICTIM_ACTIONS[v] for v, sanity in enumerate(s.sanity) if sanity and v != s.turn)

    def answer(self, s: KingsportState, god: int, action: Any, out: list[Event] | None, forced: bool) -> None:
        steal(s, action.victim, s.turn, self.amount, out, god, forced)


class Pay(Clause, frozen=True):
    """`pay: {price: n, then: …}` — pay n Sanity, then carry out the clause; the price comes first."""

    price: int
    then: Clause

    def lacks(self, setup: Setup, dice: int) -> str:
        return self.then.lacks(setup, dice)


class Step(Struct, frozen=True):
    """A clause as the engine runs it under the rules in force."""

    price: int
    """0: free."""
    effective: Clause
    """What the price pays for."""
    steals: bool
    obstacles: tuple[str, ...]
    """By dice: the clause that forbids it, its price and victims apart; empty if none does."""

    def obstacle(self, s: KingsportState) -> str:
        """The clause that forbids it now, its price apart; empty if none does."""
        if self.steals and sum(s.sanity) == s.sanity[s.turn]:
            return NOTHING_TO_DO
        return self.obstacles[s.dice]


def step_of(clause: Clause, setup: Setup) -> Step:
    """A printed clause, taken apart."""
    price, then = (clause.price, clause.then) if isinstance(clause, Pay) else (0, clause)
    obstacles = tuple(then.lacks(setup, dice) for dice in range(len(dd.MULTISETS)))
    return Step(price, then, isinstance(then, Steal), obstacles)


def price_now(s: KingsportState, price: int) -> int:
    """A price with the Investigator's surcharge on the first one of the Expansion."""
    return price + s.setup.first_price if price and not s.prices else price


def carry_on(s: KingsportState, god: int, number: int, out: list[Event] | None) -> None:
    """Carry out the clauses of a played god from ``number`` on, until a question is open or all are done."""
    steps = s.setup.effects[god]
    for at in range(number, len(steps)):
        step = steps[at]
        obstacle = step.obstacles[s.dice] if not step.steals else step.obstacle(s)
        price = step.price
        if price and not obstacle:
            if not s.prices:
                price += s.setup.first_price
            if s.sanity[s.turn] >= price:
                s.prices += 1
                pay(s, s.turn, price, "price", out, PRICE_CLAUSES, excluded=god)
            elif not affordable(s, s.turn, price, god):
                obstacle = UNAFFORDABLE
            else:
                s.prices += 1
                s.ask(PricePaid(god, at))
                if not pay(s, s.turn, price, "price", out, PRICE_CLAUSES, excluded=god):
                    return
                s.drop()
        if obstacle:
            if out is not None:
                out.append(ClauseIdle(clauses=(obstacle,), seat=s.turn, card=s.god_id(god), number=at + 1))
        elif not step.effective.run(s, god, at, out):
            return


@cache
def _face_actions(faces: tuple[int, ...]) -> tuple[Action, ...]:
    return tuple(FACE_ACTIONS[face] for face in faces)


@cache
def _reroll_actions(dice: int, most: int) -> tuple[Action, ...]:
    return tuple(act.ChooseDice(reroll=dd.faces_of(part)) for part in dd.parts(dice, most))


@cache
def _turn_actions(dice: int, origin: frozenset[int], target: frozenset[int], most: int) -> tuple[Action, ...]:
    return tuple(
        act.ChooseDice(turn=tuple(act.Turn(dd.FACES[a], dd.FACES[b]) for a, b in way))
        for way in dd.turns(dice, origin, target, most)
    )


@cache
def _turned(dice: int, turn: tuple[act.Turn, ...]) -> int:
    return dd.turned(dice, tuple((dd.FACE_INDEX[t.origin], dd.FACE_INDEX[t.to]) for t in turn))


@cache
def _taken(faces: tuple[str, ...]) -> int:
    return dd.of_faces(dd.FACE_INDEX[face] for face in faces)


VERBS: dict[str, type[Clause]] = {
    "gain": Gain,
    "roll": Roll,
    "copy": Copy,
    "reroll": Reroll,
    "turn": TurnDice,
    "sanity": GainSanity,
    "steal": Steal,
    "pay": Pay,
}


def vocabulary() -> str:
    """The effect words as a Markdown table, from the docstrings above."""
    rows = []
    for verb in VERBS.values():
        word, _, meaning = (verb.__doc__ or "").partition(" — ")
        rows.append(f"| {word} | {meaning} |")
    return "\n".join(["| word | meaning |", "| --- | --- |", *rows])
