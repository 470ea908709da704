"""A PC's turn (SAC-TURN, SAC-TOKEN): its beginning, its actions one after the other, its end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Final

from game.core.contract import Action, Event, Values
from game.sacrament import actions as act
from game.sacrament.combat import end_zones, fight_is_over
from game.sacrament.deeds import DO, PLAIN
from game.sacrament.events import BatonPassed, GuardReady, TurnBegan, TurnEnded
from game.sacrament.frames import Frame
from game.sacrament.harm import bleed_and_burn, end_condition, end_until, give_tokens
from game.sacrament.horror import BETWEEN, WINDOW, is_asked
from game.sacrament.legal import legal_turn
from game.sacrament.values import BOXES

if TYPE_CHECKING:
    from game.sacrament.state import Pc, SacramentState

DAZED_TOKENS: Final = 2


class TurnStart(Frame, frozen=True, tag="turn_start"):
    """Own Guard expires, conditions bite, then the PC acts (SAC-TURN-06)."""

    who: int

    automatic: ClassVar[bool] = True

    def resolve(self, s: SacramentState, action: Action | None, out: list[Event] | None) -> None:
        s.drop()
        pc = s.pc(self.who)
        pc.spent = 0
        s.stack += _TURNS[self.who]
        if out is not None:
            assert s.fight is not None
            raised = ("SAC-ORDER-08",) if pc.stood == s.fight.round else ()
            out.append(TurnBegan(clauses=("SAC-ORDER-01", "SAC-TURN-06", *raised), seat=pc.seat))
        if pc.guard:
            pc.guard = False
            if out is not None:
                clauses = ("SAC-TURN-06", "SAC-ARMOUR-05")
                out.append(GuardReady(clauses=clauses, seat=pc.seat, ready=False, cause="expired"))
        if pc.mods:
            pc.mods = tuple([mod for mod in pc.mods if mod.until != "sot"])
        if s.zones:
            end_zones(s, ("sot",), pc.seat, out)
        if pc.conds:
            bleed_and_burn(s, pc, "bleeding", out)
            if pc.has("dazed"):
                give_tokens(pc, -DAZED_TOKENS, "dazed", out, ("SAC-HIT-08",))
                end_condition(pc, "dazed", out)
            end_until(pc, ("sot",), out)


class AfterAction(Frame, frozen=True, tag="after_action"):
    """An action is complete: end of fight, end of turn, or the Horror Token's window and on (``Turn``, step 4)."""

    who: int
    began: bool = False

    automatic: ClassVar[bool] = True

    def resolve(self, s: SacramentState, action: Action | None, out: list[Event] | None) -> None:
        s.drop()
        after_action(s, s.pc(self.who), out, began=self.began)


def after_action(s: SacramentState, pc: Pc, out: list[Event] | None, *, began: bool = False) -> None:
    """With the PC's ``Turn`` on top: on with it, unless fight or turn is over. ``began``: nothing was done yet."""
    if not fight_is_over(s, out):
        go_on(s, pc, out, began=began)


def go_on(s: SacramentState, pc: Pc, out: list[Event] | None, *, began: bool = False) -> None:
    """The same where the fight cannot be over."""
    if pc.tokens <= 0 or pc.harm >= BOXES or pc.dead:
        end_turn(s, pc, out)
    elif not began and is_asked(s):
        s.ask(WINDOW)


class Turn(Frame, frozen=True, tag="turn"):
    """TURN_ACTION: spend tokens until none are left or the PC stops (SAC-TURN-01)."""

    who: int

    name: ClassVar[str] = "turn_action"
    layout: ClassVar[str] = "spaces"
    is_turn: ClassVar[bool] = True
    is_between: ClassVar[bool] = True
    clauses: ClassVar[tuple[str, ...]] = ("SAC-TURN-01", "SAC-TURN-02", "SAC-TOKEN-04")

    def seat(self, s: SacramentState) -> int:
        return self.who

    def look_again(self, s: SacramentState) -> None:
        s.ask(AfterAction(self.who, began=True))

    def legal(self, s: SacramentState) -> tuple[Action, ...]:
        return legal_turn(s, s.pcs[self.who - 1])

    def resolve(self, s: SacramentState, action: Any, out: list[Event] | None) -> None:
        pc = s.pcs[self.who - 1]
        kind = type(action)
        if kind is act.EndTurn:
            end_turn(s, pc, out)
            return
        if kind is act.PassBaton:
            pass_baton(s, pc, action.ally, out)
            return
        plain = PLAIN.get(kind)
        if plain is not None:
            plain(s, pc, action, out)
            go_on(s, pc, out)
        else:
            s.stack += (_AFTER[self.who],)
            DO[kind](s, pc, action, out)

    def values(self, s: SacramentState) -> Values:
        return {"tokens": s.pc(self.who).tokens}


STARTS: Final = tuple(TurnStart(seat) for seat in range(8))
_TURNS: Final = tuple((Turn(seat), AfterAction(seat, began=True)) for seat in range(8))
_AFTER: Final = tuple(AfterAction(seat) for seat in range(8))


def pass_baton(s: SacramentState, pc: Pc, ally: int, out: list[Event] | None) -> None:
    """Before the first token another may go instead (SAC-ORDER-06)."""
    s.drop()
    assert s.fight is not None
    s.fight.named = ally
    if out is not None:
        out.append(BatonPassed(clauses=("SAC-ORDER-06",), seat=ally, chooser=pc.seat))
    s.ask(STARTS[ally])
    if is_asked(s):
        s.ask(BETWEEN)


def end_turn(s: SacramentState, pc: Pc, out: list[Event] | None) -> None:
    """With the PC's ``Turn`` on top: what lasts to its end is over; the pool stays for reactions (SAC-TOKEN-07)."""
    s.drop()
    assert s.fight is not None
    if pc.able and pc.conds:
        bleed_and_burn(s, pc, "burning", out)
        end_until(pc, ("eot",), out)
    if pc.mods:
        pc.mods = tuple([mod for mod in pc.mods if mod.until != "turn"])
    if pc.used:
        pc.used = tuple([mark for mark in pc.used if not mark.startswith("turn:")])
    if s.zones:
        end_zones(s, ("eot",), pc.seat, out)
    pc.acted = True
    s.fight.finisher = pc.seat
    s.fight.named = 0
    if out is not None:
        clauses = ("SAC-TURN-01", "SAC-TOKEN-07") + (() if pc.able else ("SAC-ORDER-09",))
        out.append(TurnEnded(clauses=clauses, seat=pc.seat, left=pc.tokens))
