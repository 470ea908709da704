"""What somebody holds: items and tokens come and go, one by one or all at once (KAN-INV, CORN)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.core.contract import Event
from game.kanata.events import ItemDropped, ItemGone, TokenGained, TokenGone
from game.kanata.state import TURNED
from game.kanata.town import bits

if TYPE_CHECKING:
    from game.kanata.state import KanataState


def lose(s: KanataState, seat: int, item: int, out: list[Event] | None) -> None:
    """An item leaves an inventory; its scope goes back to the tokens (KAN-SHOOT-11)."""
    s.items[seat] &= ~(1 << item)
    gun = s.setup.gun_of[item]
    if gun >= 0 and s.scopes[gun]:
        token = s.setup.scope_token[s.scopes[gun]]
        s.add_token(seat, token)
        s.scopes = put(s.scopes, gun, 0)
        if out is not None:
            name = s.setup.content.token_names[token]
            out.append(TokenGained(clauses=("KAN-SHOOT-11",), seat=seat, token=name, cause="weapon"))


def keeps_ammo(s: KanataState, item: int) -> tuple[str, ...]:
    """The clause of a gun that changes its place with the rounds in it (KAN-SHOOT-12)."""
    return ("KAN-SHOOT-12",) if s.setup.gun_of[item] >= 0 else ()


def to_corn(
    s: KanataState, seat: int, item: int, cause: str, out: list[Event] | None, clauses: tuple[str, ...]
) -> None:
    """An item goes to the Cornfield (KAN-CORN-01); nothing of the roadblock ever leaves the game (KAN-INV-04)."""
    lose(s, seat, item, out)
    s.corn |= 1 << item
    if out is not None:
        clauses += keeps_ammo(s, item)
        if 1 << item & s.setup.roadblock_items:
            clauses += ("KAN-INV-04",)
        out.append(ItemDropped(clauses=clauses, seat=seat, item=s.setup.content.items[item].id, cause=cause))


def drop_all(s: KanataState, seat: int, cause: str, out: list[Event] | None, clauses: tuple[str, ...]) -> None:
    """All items go to the Cornfield; special items and tokens stay (KAN-INV-03)."""
    for item in bits(s.items[seat]):
        to_corn(s, seat, item, cause, out, (*clauses, "KAN-INV-03"))


def use_up(s: KanataState, seat: int, item: int, cause: str, out: list[Event] | None, clauses: tuple[str, ...]) -> None:
    """An item leaves the game."""
    lose(s, seat, item, out)
    if out is not None:
        out.append(ItemGone(clauses=clauses, seat=seat, item=s.setup.content.items[item].id, cause=cause))


def gain_token(s: KanataState, seat: int, token: int, cause: str, out: list[Event] | None) -> None:
    """A special item; a Talisman that a turned player finds leaves the game (KAN-TURNED-09)."""
    name = s.setup.content.token_names[token]
    turned = s.status[seat] == TURNED
    if not turned:
        s.add_token(seat, token)
    if out is not None:
        clauses = ("KAN-TURNED-09",) if turned else ("KAN-INV-03", "KAN-DECK-02")
        event = TokenGone if turned else TokenGained
        out.append(event(clauses=clauses, seat=seat, token=name, cause=cause))


def put(values: tuple[int, ...], i: int, value: int) -> tuple[int, ...]:
    """The values with one of them changed."""
    return (*values[:i], value, *values[i + 1 :])
