"""Rounds and turns (KPT-ROUND): the counter is passed, each cultist takes a whole turn, cards and dice go back."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from game.core.contract import Action, Event
from game.kingsport import dice as dd
from game.kingsport.actions import END_TURN
from game.kingsport.events import CounterPassed, RoundEnded, TurnBegan, TurnEnded
from game.kingsport.expansion import EXPANSION, begin_expansion
from game.kingsport.frames import Frame
from game.kingsport.invocation import INVOKE
from game.kingsport.raid import RAID
from game.kingsport.sanity import Loss, change_sanity
from game.kingsport.scenario import strikes
from game.kingsport.scoring import ending
from game.kingsport.state import NOTHING, ROUNDS

if TYPE_CHECKING:
    from game.kingsport.state import KingsportState


class RoundStart(Frame, frozen=True, tag="round_start"):
    """The next round begins."""

    automatic: ClassVar[bool] = True

    def resolve(self, s: KingsportState, action: Action | None, out: list[Event] | None) -> None:
        s.drop()
        begin_round(s, out)


def begin_round(s: KingsportState, out: list[Event] | None) -> None:
    """The Time counter goes to the left; its giver is rewarded (KPT-ROUND-02). Then the first player's turn."""
    players = s.setup.players
    giver, s.first = s.first, (s.first + 1) % players
    s.turn = s.first
    s.round += 1
    s.seen = (0,) * players
    if out is not None:
        clauses = ("KPT-ROUND-02", "KPT-ROUND-01", "KPT-SETUP-08") + (("KPT-ROUND-03",) if s.round == 1 else ())
        out.append(CounterPassed(clauses=clauses, giver=giver, receiver=s.first, round=s.round))
    scenario = s.setup.scenario
    if scenario.handover_reward:
        change_sanity(s, giver, scenario.handover_reward, "handover", out, ("KPT-ROUND-02", "KPT-SAN-01"))
    if scenario.at != "round_start":
        begin_turn(s, out)
        return
    forget_turn(s)
    s.ask(TURN_START)
    # In turn order from the first player (KPT-SAN-15): the last frame put on the stack is settled first.
    for seat in reversed([(s.first + i) % players for i in range(players)]):
        if strikes(s, "round_start", seat):
            s.ask(Loss(seat, scenario.lose))


class TurnStart(Frame, frozen=True, tag="turn_start"):
    """The acting cultist's turn begins once all losses before it are settled."""

    automatic: ClassVar[bool] = True

    def resolve(self, s: KingsportState, action: Action | None, out: list[Event] | None) -> None:
        s.drop()
        begin_turn(s, out)


def begin_turn(s: KingsportState, out: list[Event] | None) -> None:
    """The phases lie ready, and the opening die is rolled (KPT-ROUND-05, KPT-EXP-01)."""
    s.played = s.prices = 0
    s.invoked = NOTHING
    s.had_hand = s.hands[s.turn] != 0
    if out is not None:
        out.append(TurnBegan(clauses=("KPT-ROUND-04", "KPT-ROUND-05"), seat=s.turn, round=s.round))
    s.stack += RAID_TURN if s.setup.raid_at[s.round] is not None else QUIET_TURN
    begin_expansion(s, out)


def forget_turn(s: KingsportState) -> None:
    """What was remembered of the turn before is over."""
    s.played = s.prices = s.obtained = 0
    s.invoked = NOTHING
    s.had_hand = False


class EndTurn(Frame, frozen=True, tag="end_turn"):
    """END_TURN: the acting cultist says that the turn is over (KPT-ROUND-11)."""

    name: ClassVar[str] = "end_turn"
    clauses: ClassVar[tuple[str, ...]] = ("KPT-ROUND-11",)

    def legal(self, s: KingsportState) -> tuple[Action, ...]:
        return _END_TURN_ONLY

    def resolve(self, s: KingsportState, action: Action | None, out: list[Event] | None) -> None:
        s.stack = s.stack[:-1]
        clean_up(s, out)


_END_TURN_ONLY = (END_TURN,)


def clean_up(s: KingsportState, out: list[Event] | None) -> None:
    """Cards back to hand, dice to the supply (KPT-ROUND-06, ROUND-07); then the next cultist, or the round ends."""
    s.hands[s.turn] |= s.in_play
    s.in_play = 0
    s.dice = dd.NO_DICE
    if out is not None:
        out.append(TurnEnded(clauses=_CLEANED, seat=s.turn))
    following = (s.turn + 1) % s.setup.players
    if following != s.first:
        s.turn = following
        begin_turn(s, out)
    else:
        end_round(s, out)


def end_round(s: KingsportState, out: list[Event] | None) -> None:
    """The next round, or the end of the game (KPT-END-01, KPT-END-02)."""
    last = s.round >= ROUNDS or bool(s.azathoth)
    if out is not None:
        clauses = ("KPT-ROUND-08", "KPT-ROUND-09") if last else ("KPT-ROUND-08",)
        out.append(RoundEnded(clauses=clauses, round=s.round))
    if last:
        finish(s, out)
    else:
        begin_round(s, out)


def finish(s: KingsportState, out: list[Event] | None) -> None:
    """Nothing is asked any more; scores and hands are open (KPT-END-03, KPT-INFO-05)."""
    forget_turn(s)
    if out is not None:
        out.append(ending(s))


_CLEANED = ("KPT-ROUND-06", "KPT-ROUND-07", "KPT-ROUND-10", "KPT-RAID-09", "KPT-INV-06")
ROUND_START = RoundStart()
TURN_START = TurnStart()
END_TURN_QUESTION = EndTurn()
QUIET_TURN = (END_TURN_QUESTION, INVOKE, EXPANSION)
"""A turn's phases as they lie on the stack, the first on top (KPT-ROUND-05)."""
RAID_TURN = (END_TURN_QUESTION, RAID, INVOKE, EXPANSION)
