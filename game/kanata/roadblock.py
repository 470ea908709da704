"""The hellish roadblock: three death monoliths and a burning wall (KAN-WIN)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.core.contract import Action, Event
from game.kanata import inventory
from game.kanata.ending import finish
from game.kanata.events import Delivered
from game.kanata.state import WON
from game.kanata.town import bits

if TYPE_CHECKING:
    from game.kanata.state import KanataState


def deliver_acts(s: KanataState, seat: int) -> list[Action]:
    """The items of somebody on S that still take a part away (KAN-WIN-01)."""
    setup = s.setup
    useful = (setup.saws if s.monoliths else 0) | (setup.extinguishers if s.wall else 0)
    return [setup.tables.deliver[item] for item in bits(s.items[seat] & useful)]


def deliver(s: KanataState, seat: int, item: str, out: list[Event] | None) -> None:
    """One part falls; with the fourth the humans escape at once (KAN-WIN-01 to 03)."""
    index = s.setup.content.item_index[item]
    inventory.lose(s, seat, index, out)
    s.used |= 1 << index
    if 1 << index & s.setup.saws:
        s.monoliths -= 1
    else:
        s.wall -= 1
    if out is not None:
        clauses = ("KAN-WIN-01", "KAN-WIN-02", "KAN-TURN-08")
        out.append(Delivered(clauses=clauses, seat=seat, item=item, monoliths=s.monoliths, wall=s.wall))
    if not s.monoliths and not s.wall:
        finish(s, WON, out)
