"""Horror Tokens in a fight (SAC-HORROR): when one may be spent, and what comes of it."""

from __future__ import annotations

from typing import Any, ClassVar

from game.core.contract import Action, Event, Values
from game.sacrament import actions as act
from game.sacrament.adversaries import begin_phase
from game.sacrament.events import TokenHeld, TokenSpent
from game.sacrament.frames import GM, Frame
from game.sacrament.magic import lower_ladder
from game.sacrament.state import SacramentState


def can_spend(s: SacramentState) -> bool:
    """Whether a Horror Token may be spent: a step to give back, and a turn to bring forward (SAC-HORROR-02, 05)."""
    if s.ladder <= 0 or s.fight is None:
        return False
    for foe in s.foes.values():  # noqa: SIM110  # asked at every step, and a generator costs as much again
        if not foe.acted:
            return True
    return False


def is_asked(s: SacramentState) -> bool:
    """Whether the game master is asked for one: not where only those still have their turn whom nobody knows of, as the
    question would tell of them (SAC-HIT-08). The game master may spend one there all the same.
    """
    if s.ladder <= 0 or s.fight is None:
        return False
    for foe in s.foes.values():  # noqa: SIM110  # likewise
        if not foe.acted and not foe.hidden:
            return True
    return False


def is_moment(s: SacramentState) -> bool:
    """Whether the fight stands between two actions: before the first turn of a round, between two turns, between two
    actions of one turn (SAC-HORROR-06). At any of these a token may be spent, whether or not the question is asked.
    """
    return bool(s.stack) and s.stack[-1].is_between


def spend_now(s: SacramentState, out: list[Event] | None) -> None:
    """A token is spent while somebody else is asked: that question is looked at again when the adversaries have acted
    (SAC-HORROR-07).
    """
    look_again(s)
    spend_token(s, out)


def spend_token(s: SacramentState, out: list[Event] | None, *, between: bool = False) -> None:
    """The ladder drops by 1, the adversaries act now (SAC-HORROR-01, 03, 09, 10). ``between``: who had the baton has
    not begun, and the choice is open again (SAC-ORDER-06). Whose turn it cuts in two goes on after it (SAC-HORROR-07).
    """
    assert s.fight is not None
    old = s.ladder
    lower_ladder(s, 1, "token", 0, out, ("SAC-HORROR-01", "SAC-HORROR-09"), rearm=False)
    s.fight.token_round = s.fight.round
    s.fight.tokens += 1
    if out is not None:
        clauses: tuple[str, ...] = ("SAC-HORROR-01", "SAC-HORROR-03", "SAC-HORROR-06", "SAC-HORROR-10")
        clauses += ("SAC-ORDER-06",) if between else ()
        clauses += ("SAC-HORROR-07",) if any(frame.is_turn for frame in s.stack) else ()
        out.append(TokenSpent(clauses=clauses, old=old, new=s.ladder))
    begin_phase(s, out, early=True)


def look_again(s: SacramentState) -> None:
    """Something came between two actions: who was asked may have fallen, who acts may be gone (SAC-HORROR-07)."""
    if s.stack:
        s.stack[-1].look_again(s)


class Window(Frame, frozen=True, tag="window"):
    """HORROR_TOKEN: spend one now or not. ``between``: a PC has the baton but has not begun."""

    between: bool = False

    is_between: ClassVar[bool] = True
    name: ClassVar[str] = "horror_token"
    clauses: ClassVar[tuple[str, ...]] = ("SAC-HORROR-06", "SAC-HORROR-05")

    def seat(self, s: SacramentState) -> int:
        return GM

    def look_again(self, s: SacramentState) -> None:
        if len(s.stack) > 1 and s.stack[-2].is_turn:  # it is asked first, then the turn looked at again
            s.drop()
            s.stack[-1].look_again(s)
            s.ask(self)

    def legal(self, s: SacramentState) -> tuple[Action, ...]:
        return _WINDOW_ACTIONS

    def resolve(self, s: SacramentState, action: Any, out: list[Event] | None) -> None:
        s.drop()
        if type(action) is act.Hold or not can_spend(s):
            if out is not None:
                out.append(TokenHeld(clauses=("SAC-HORROR-06",)))
            return
        if self.between:
            # The last finisher's choice is open again (SAC-ORDER-06).
            s.drop()
            assert s.fight is not None
            s.fight.named = 0
        else:
            look_again(s)
        spend_token(s, out, between=self.between)

    def values(self, s: SacramentState) -> Values:
        return {"ladder": s.ladder}


_WINDOW_ACTIONS = (act.SPEND_TOKEN, act.HOLD)
WINDOW, BETWEEN = Window(), Window(between=True)
