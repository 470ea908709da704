"""What a character can learn, put on, buy, sell and exchange, as ready actions.

All of it follows from the sheet, so the lists are kept with the kit and made once for each sheet: a shop asks for those
of the whole party again after everything that one of them buys.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING, Final

from game.core.contract import Action
from game.sacrament import actions as act
from game.sacrament.characters import (
    GOLD_A_SLOT,
    SMALL_A_SLOT,
    Character,
    Item,
    charges,
    entry_slots,
    is_small,
    item_from,
    pick_counter,
    pick_fault,
)
from game.sacrament.content import ATTRIBUTES, standard_content

if TYPE_CHECKING:
    from game.sacrament.state import Pc

DEAREST_GOODS: Final = 50
"""Goods of this price and above no town sells."""


@lru_cache(maxsize=64)
def stock_of(level: int) -> tuple[str, ...]:
    """What a town sells: goods, and gear up to the party's tier."""
    content = standard_content()
    things = content.things.items()
    goods = [id for id, thing in things if thing.price and not thing.trinket and thing.price < DEAREST_GOODS]
    trinkets = [id for id, thing in things if thing.trinket and thing.tier <= level]
    arms = [Item(id, tier).key for id in (*content.weapons, *content.armour) for tier in range(1, level + 1)]
    return (*goods, *trinkets, *arms)


@lru_cache(maxsize=256)
def _price_list(items: tuple[str, ...]) -> tuple[tuple[str, str, int, int, int], ...]:
    """Of each ware: how it is asked for, its key in a pack, price, tier, and slots (0: five share one)."""
    content = standard_content()
    found = []
    for key in items:
        item = item_from(key)
        slots = 0 if is_small(content, item.id) else entry_slots(content, item)
        found.append((key, item.key, content.price(item.id, item.tier), item.tier, slots))
    return tuple(found)


@cache
def _buy(seat: int, key: str) -> act.Buy:
    return act.Buy(ally=seat, item=key)


def purchases_of(pc: Pc, items: tuple[str, ...]) -> tuple[Action, ...]:
    """What it can pay for and carry (SAC-KIT-03, SAC-PACK-05). Gold paid may free a slot (SAC-PACK-03)."""
    kit, seat, more = pc.kit, pc.seat, pc.mod("slots")
    found = kit.offers.get((seat, items, more))
    if found is None:
        gold, level = pc.sheet.gold, pc.sheet.level
        room = kit.free + more + gold // GOLD_A_SLOT
        """Free slots if there were no gold."""
        piles: dict[str, int] = {}
        for item in pc.sheet.items:
            piles.setdefault(item.key, item.n)
        found = kit.offers[seat, items, more] = tuple([
            _buy(seat, key)
            for key, held, price, tier, slots in _price_list(items)
            if price <= gold
            and tier <= level
            and (slots or piles.get(held, 0) % SMALL_A_SLOT == 0) + (gold - price) // GOLD_A_SLOT <= room
        ])
    return found


def sales_of(pc: Pc) -> tuple[Action, ...]:
    """What it can sell: nothing worn or in hand, nothing without a price."""
    kit, seat = pc.kit, pc.seat
    found = kit.offers.get((seat, "sell"))
    if found is None:
        content, hands = standard_content(), pc.sheet.hands
        found = kit.offers[seat, "sell"] = tuple([
            act.Sell(ally=seat, item=item.key)
            for item in map(item_from, kit.loose)
            if item.key not in hands and content.price(item.id, item.tier) > 1
        ])
    return found


def refills_of(pc: Pc) -> tuple[Action, ...]:
    """The trinkets whose charges it can pay for."""
    kit, seat = pc.kit, pc.seat
    found = kit.offers.get((seat, "refill"))
    if found is None:
        out = []
        for item in pc.sheet.items:
            thing = standard_content().things.get(item.id)
            spent = thing is not None and thing.charges and charges(item, thing.charges) < thing.charges * item.n
            if thing is not None and spent and thing.refill <= pc.sheet.gold:
                out.append(act.Refill(ally=seat, item=item.key))
        found = kit.offers[seat, "refill"] = tuple(out)
    return found


def wearable_by(pc: Pc) -> tuple[Action, ...]:
    """Suits that it could put on instead (SAC-ARMOUR-09)."""
    kit, seat = pc.kit, pc.seat
    found = kit.offers.get((seat, "wear"))
    if found is None:
        suits, level = standard_content().armour, pc.sheet.level
        found = kit.offers[seat, "wear"] = tuple([
            act.Wear(ally=seat, item=item.key)
            for item in map(item_from, kit.loose)
            if item.id in suits and item.tier <= level
        ])
    return found


def exchanges_of(pc: Pc, level: int, weapon: bool, armour: bool) -> tuple[Action, ...]:
    """Pieces that it can give up for any other of a tier up to ``level`` (SAC-GEAR-08): of those two kinds."""
    kit, seat = pc.kit, pc.seat
    found = kit.offers.get((seat, level, weapon, armour))
    if found is None:
        content = standard_content()
        out: list[Action] = []
        for item in {item.key: item for item in pc.sheet.items}.values():
            is_weapon = item.id in content.weapons
            if (is_weapon and weapon) or (not is_weapon and armour and item.id in content.armour):
                pieces = tuple(content.weapons if is_weapon else content.armour)
                keys = [Item(id, tier).key for tier in range(level, 0, -1) for id in pieces]
                out += [act.Exchange(ally=seat, given=item.key, taken=key) for key in keys if key != item.key]
        found = kit.offers[seat, level, weapon, armour] = tuple(out)
    return found


def picks_open_to(pc: Pc) -> tuple[Action, ...]:
    """Picks that it can buy now (SAC-PICK-02, SAC-PICK-03)."""
    sheet = pc.sheet
    if pick_counter(sheet)[2] <= 0:
        return ()
    open_now = _open_picks(sheet.picks, tuple(sheet.attributes.items()), sheet.level)
    return tuple([_learn(pc.seat, pick) for pick in open_now])


@cache
def _learn(seat: int, pick: str) -> act.Learn:
    return act.Learn(ally=seat, pick=pick)


@lru_cache(maxsize=1 << 12)
def _open_picks(picks: tuple[str, ...], attributes: tuple[tuple[str, int], ...], level: int) -> tuple[str, ...]:
    content = standard_content()
    sheet = Character(name="", attributes=dict(attributes), picks=picks, level=level)
    every = (*content.abilities, *(f"+{name}" for name in ATTRIBUTES))
    return tuple([pick for pick in every if pick_fault(content, sheet, pick) is None])
