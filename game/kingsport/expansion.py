"""Expansion (KPT-EXP): one die, then any number of gods from hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from game.core.contract import Action, Event
from game.kingsport import dice as dd
from game.kingsport.actions import DECLINE, USE, EndExpansion, Use
from game.kingsport.effects import carry_on, price_now
from game.kingsport.events import DiceRerolled, DiceRolled, ExpansionEnded, GodPlayed, RerollDeclined
from game.kingsport.frames import Frame
from game.kingsport.sanity import affordable, pay
from game.kingsport.scenario import strikes

if TYPE_CHECKING:
    from game.kingsport.state import KingsportState


_ONE_DIE = dd.ADD[dd.NO_DICE]
"""By face: a single die that shows it."""


def begin_expansion(s: KingsportState, out: list[Event] | None) -> None:
    """The opening die is taken and rolled (KPT-EXP-01)."""
    face = s.roll_one()
    s.dice = _ONE_DIE[face]
    s.obtained = 1 << face
    if out is not None:
        out.append(
            DiceRolled(
                clauses=("KPT-EXP-01", "KPT-DICE-01", "KPT-SETUP-09"),
                seat=s.turn,
                faces=(dd.FACES[face],),
                cause="opening",
            )
        )
    price = s.setup.scenario.opening_reroll
    if price and affordable(s, s.turn, price, None):
        s.ask(SCENARIO_REROLL)


class ScenarioReroll(Frame, frozen=True, tag="scenario_reroll"):
    """SCENARIO_REROLL: pay to roll the opening die again, once."""

    name: ClassVar[str] = "scenario_reroll"
    clauses: ClassVar[tuple[str, ...]] = ("KPT-INVEST-01", "KPT-SAN-06")

    def legal(self, s: KingsportState) -> tuple[Action, ...]:
        return _REROLL_ANSWERS

    def resolve(self, s: KingsportState, action: Any, out: list[Event] | None) -> None:
        s.drop()
        if type(action) is Use:
            s.ask(RerollOpening())
            pay(s, s.turn, s.setup.scenario.opening_reroll, "price", out, ("KPT-INVEST-01", "KPT-SAN-06"))
        elif out is not None:
            out.append(RerollDeclined(clauses=("KPT-INVEST-01",), seat=s.turn))


_REROLL_ANSWERS = (USE, DECLINE)


class RerollOpening(Frame, frozen=True, tag="reroll_opening"):
    """The opening die is rolled again once its price has been paid."""

    automatic: ClassVar[bool] = True

    def resolve(self, s: KingsportState, action: Action | None, out: list[Event] | None) -> None:
        s.drop()
        before = dd.faces_of(s.dice)
        face = s.roll_one()
        s.set_dice(_ONE_DIE[face])
        if out is not None:
            out.append(
                DiceRerolled(
                    clauses=("KPT-INVEST-01", "KPT-DICE-04", "KPT-SETUP-09"),
                    seat=s.turn,
                    before=before,
                    after=(dd.FACES[face],),
                )
            )


class Expansion(Frame, frozen=True, tag="expansion_action"):
    """EXPANSION_ACTION: play one more god, or end the Expansion."""

    name: ClassVar[str] = "expansion_action"
    layout: ClassVar[str] = "cards"
    clauses: ClassVar[tuple[str, ...]] = ("KPT-EXP-02", "KPT-EXP-10")

    def legal(self, s: KingsportState) -> tuple[Action, ...]:
        setup = s.setup
        gods = s.hands[s.turn] & setup.feasible[s.dice]
        if gods and (gods & setup.stealing or s.sanity[s.turn] < setup.highest_price or s.played >= setup.play_limit):
            gods = playable(s)  # only then can it be less
        return setup.tables.play_actions[gods]

    def resolve(self, s: KingsportState, action: Any, out: list[Event] | None) -> None:
        if type(action) is EndExpansion:
            s.stack = s.stack[:-1]
            end_expansion(s, out)
            return
        setup = s.setup
        god = setup.tables.index[action.card]
        bit = 1 << god
        s.hands[s.turn] &= ~bit
        s.in_play |= bit
        if setup.hidden:
            s.show(s.turn, bit)
        s.played += 1
        if out is not None:
            out.append(GodPlayed(clauses=_PLAYED, seat=s.turn, card=action.card))
        carry_on(s, god, 0, out)


_PLAYED = ("KPT-EXP-02", "KPT-EXP-03", "KPT-EXP-05", "KPT-INFO-03")


def playable(s: KingsportState) -> int:
    """The gods that may be played now, as a mask (KPT-EXP-04 to EXP-06)."""
    setup = s.setup
    gods = s.hands[s.turn] & setup.feasible[s.dice]
    if not gods or s.played >= setup.play_limit:
        return 0
    if gods & setup.stealing and sum(s.sanity) == s.sanity[s.turn]:
        gods &= ~setup.stealing
    if s.sanity[s.turn] < setup.highest_price:
        for god, bit, price in setup.priced[s.dice]:
            if gods & bit and not affordable(s, s.turn, price_now(s, price), god):
                gods &= ~bit
    return gods


def end_expansion(s: KingsportState, out: list[Event] | None) -> None:
    """The Expansion is over: Scenario effects of its end, then Invocation (KPT-EXP-10)."""
    if out is not None:
        out.append(ExpansionEnded(clauses=("KPT-EXP-10",), seat=s.turn, dice=dd.faces_of(s.dice), played=s.played))
    scenario = s.setup.scenario
    if scenario.at == "expansion_end" and strikes(s, "expansion_end", s.turn):
        pay(s, s.turn, scenario.lose, "scenario", out, s.setup.loss_clauses)


EXPANSION = Expansion()
SCENARIO_REROLL = ScenarioReroll()
