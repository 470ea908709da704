"""Invocation (KPT-INV): at most one god, paid for with dice."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from game.core.contract import Action, Event
from game.kingsport import dice as dd
from game.kingsport.actions import Pass
from game.kingsport.events import GodInvoked, InvocationPassed
from game.kingsport.frames import Frame
from game.kingsport.sanity import pay
from game.kingsport.scenario import strikes

if TYPE_CHECKING:
    from game.kingsport.state import KingsportState


class Invocation(Frame, frozen=True, tag="invoke"):
    """INVOKE: take one god from the layout, or pass."""

    name: ClassVar[str] = "invoke"
    layout: ClassVar[str] = "cards"
    clauses: ClassVar[tuple[str, ...]] = ("KPT-INV-01", "KPT-INV-02")

    def legal(self, s: KingsportState) -> tuple[Action, ...]:
        # What the dice pay for, is still there, and is not owned yet (KPT-INV-03 to INV-05).
        tables = s.setup.tables
        return tables.invoke_actions[tables.payable[s.dice] & s.stocked & ~(s.hands[s.turn] | s.in_play)]

    def resolve(self, s: KingsportState, action: Any, out: list[Event] | None) -> None:
        s.stack = s.stack[:-1]
        if type(action) is Pass:
            if out is not None:
                out.append(InvocationPassed(clauses=("KPT-INV-02",), seat=s.turn))
        else:
            _invoke(s, action.card, out)
        if s.setup.scenario.at == "invocation_end":
            end_invocation(s, out)


def end_invocation(s: KingsportState, out: list[Event] | None) -> None:
    """Scenario effects after Invocation or passing."""
    scenario = s.setup.scenario
    if strikes(s, "invocation_end", s.turn):
        pay(s, s.turn, scenario.lose, "scenario", out, (*s.setup.loss_clauses, "KPT-INV-07"))


def _invoke(s: KingsportState, card: str, out: list[Event] | None) -> None:
    """Pay and take the top card of the pile into the hand."""
    tables = s.setup.tables
    god = tables.index[card]
    taken = tables.payments[god][s.dice]
    assert taken is not None
    clauses: tuple[str, ...] = ()
    if out is not None:
        clauses = _clauses(s, god, taken)
    s.dice = dd.minus(s.dice, taken)
    s.take(s.turn, god)
    s.invoked = god
    final = tables.final >> god & 1
    if final:
        s.azathoth = s.round
    if out is not None:
        out.append(GodInvoked(clauses=clauses, seat=s.turn, card=card, paid=dd.faces_of(taken)))


def _clauses(s: KingsportState, god: int, taken: int) -> tuple[str, ...]:
    """The clauses of an invocation that is about to be paid for."""
    tables = s.setup.tables
    cost = tables.cards.gods[god].price
    clauses = (*cost.clauses, "KPT-INV-09")
    if sum(dd.holds(s.dice, payment) for payment in cost.payments) > 1:
        clauses += ("KPT-COST-08",)
    if dd.NUMBER[s.dice] > dd.NUMBER[taken]:
        clauses += ("KPT-COST-09", "KPT-INV-06")
    if s.owned(s.turn):
        clauses += ("KPT-INV-08",)
    return (*clauses, "KPT-AZA-01", "KPT-AZA-02") if tables.final >> god & 1 else clauses


INVOKE = Invocation()
