"""What lower chapters of the rules ask of higher ones: an effect begins a rest, a wound is answered by a reaction.

The set-up brings these functions (``setup.answers``), so that no module imports what rests on it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from game.core.contract import Action, Event
from game.core.stack import Answers

if TYPE_CHECKING:
    from game.sacrament.effects.base import Ctx
    from game.sacrament.effects.lists import Effects
    from game.sacrament.state import Foe, Pc, SacramentState

Out: TypeAlias = "list[Event] | None"
"""Where events go, if anybody wants them."""


class SacramentAnswers(Answers, frozen=True, kw_only=True):
    """The functions of a table. Those that need no word more are named as where they are defined."""

    # effects
    run: Callable[[SacramentState, Effects, Ctx, Out], None]
    ask_spare: Callable[[SacramentState, Effects, Ctx, Out], None]
    # things
    find: Callable[[SacramentState, int, str, int, Out], None]
    lose: Callable[[SacramentState, Pc, str, int, str, Out], None]
    lose_by_kind: Callable[[SacramentState, Pc, str, Out], None]
    change_gold: Callable[[SacramentState, Pc, int, str, Out], None]
    gain_gold: Callable[[SacramentState, int, int, str, Out], None]
    open_market: Callable[[SacramentState, tuple[str, ...]], None]
    exchange_again: Callable[[SacramentState], None]
    # fights
    add_foe: Callable[[SacramentState, str, int, str, Out], Foe]
    edge_tiles: Callable[[SacramentState], list[int]]
    begin_foes_early: Callable[[SacramentState, Out], None]
    offer_antiphon: Callable[[SacramentState, Pc, Out], None]
    ask_falling: Callable[[SacramentState, int], None]
    # the story
    begin_aftershock: Callable[[SacramentState, Out], None]
    depart: Callable[[SacramentState, Out], None]
    read_ash: Callable[[SacramentState, Ctx, Out], None]
    begin_rest: Callable[[SacramentState, str, Out], None]
    # the game master
    carry_out: Callable[[SacramentState, Any, Out], None]
    finite_acts: Callable[[SacramentState], Sequence[Action]]
    ask_judgement: Callable[[SacramentState, Pc, str], None]
    read_position: Callable[[dict[str, Any]], SacramentState]
    # questions about a state
    odds: Callable[[SacramentState, Action], float | None]
    reachable: Callable[[SacramentState, int], dict[str, int]]
    rise: Callable[[SacramentState, int, str], int]
