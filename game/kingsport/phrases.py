"""What takes the state to name: a price that Sanity does not cover says which god goes, where no other could."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from game.core.chance import NeedRoll
from game.core.contract import Action, Event, Reason
from game.kingsport import actions as act
from game.kingsport.events import GodDiscarded

if TYPE_CHECKING:
    from game.kingsport.state import KingsportState


def phrase(s: KingsportState, action: Action) -> Reason | None:
    """The text key and values of an action at the question that is open in ``s``; ``None``: its kind's own text."""
    if not isinstance(action, (act.Play, act.Use)) or not s.stack or action not in s.legal_actions():
        return None
    if s.sanity[s.turn] >= max(s.setup.highest_price, s.setup.scenario.opening_reroll):
        return None
    happened: list[Event] = []
    with suppress(NeedRoll):  # a die that people roll comes after the price
        s.clone().step(action, happened)
    lost = [event.card for event in happened if isinstance(event, GodDiscarded)]
    if not lost:
        return None
    values: dict[str, str | int] = {"god": f"@god.{lost[0]}.name", "count": len(lost)}
    if isinstance(action, act.Play):
        values["card"] = action.card
    return Reason(f"kingsport.action.{'play' if isinstance(action, act.Play) else 'use'}.lost", values)
