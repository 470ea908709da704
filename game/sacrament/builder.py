"""The builder's steps as pure queries beyond the picks: attributes, gear before the first session, what is still open.

Nothing here changes a character: every function answers with a new sheet, a ``Fault``, or a list.
"""

from __future__ import annotations

from typing import Final

from msgspec import structs

from game.sacrament.characters import (
    GOLD_A_LEVEL,
    Character,
    CharacterError,
    Fault,
    Item,
    add_item,
    best_hands,
    take_item,
)
from game.sacrament.content import ATTRIBUTES, Content
from game.sacrament.faults import faults_of
from game.sacrament.kit import fits, kit_of
from game.sacrament.values import TIERS

STEPS: Final = ("name", "attributes", "paths", "gear", "practice", "sheet")
"""The steps in the order of the rulebook; they may be gone through in any (SAC-BUILDER-01)."""
_STEP_OF: Final = {
    "name": "name", "player": "name", "look": "name", "vow": "name", "level": "name", "attributes": "attributes",
    "picks": "paths", "practice": "practice", "items": "gear", "worn": "gear", "hands": "gear", "gold": "gear",
}  # fmt: skip


def step_of(fault: Fault) -> str:
    """The step in which a fault is mended."""
    return _STEP_OF.get(fault.field.partition("[")[0], "sheet")


def step_states(content: Content, sheet: Character) -> dict[str, str]:
    """How each step stands: ``done``, ``open`` (something is still to be chosen) or ``conflict`` (SAC-BUILDER-04)."""
    faults = faults_of(content, sheet)
    states = dict.fromkeys(STEPS, "done")
    for fault in faults:
        step = step_of(fault)
        states[step] = "open" if fault.found == "nothing" and states[step] != "conflict" else "conflict"
    if states["paths"] == "done" and len(sheet.picks) < 3 + 2 * (sheet.level - 1):
        states["paths"] = "open"
    if states["gear"] == "done" and sheet.level > 1 and chosen_trinket(content, sheet) is None:
        states["gear"] = "open"  # one comes free (SAC-GEAR-07)
    states["sheet"] = "done" if not faults else "open"
    return states


def assign_attribute(sheet: Character, name: str, value: int) -> Character:
    """The sheet with ``value`` dealt to ``name``; who held it takes the value that was there (SAC-ATTR-02)."""
    other = next((one for one in ATTRIBUTES if sheet.attributes.get(one) == value), "")
    dealt = {**sheet.attributes, name: value}
    if other and other != name:
        dealt[other] = sheet.attributes[name]
    return structs.replace(sheet, attributes={one: dealt[one] for one in ATTRIBUTES})


# ------------------------------------------------------------------------------------------------------------ gear


def is_tiered(content: Content, id: str) -> bool:
    """Whether a thing is made in every tier."""
    return id in content.weapons or id in content.armour


def is_trinket(content: Content, id: str) -> bool:
    """Whether a thing is a trinket."""
    return id in content.things and content.things[id].trinket


def free_things(content: Content, sheet: Character) -> tuple[Item, ...]:
    """What came without gold: the first weapon and suit, the rest of the kit, a trinket above level 1 (SAC-GEAR-07)."""
    found: list[Item] = []
    weapon = next((item for item in sheet.items if item.id in content.weapons), None)
    suit = next((item for item in sheet.items if item.id in content.armour), None)
    found += [item for item in (weapon, suit) if item is not None]
    found += [item for item in sheet.items if item.id in content.kit and not is_tiered(content, item.id)]
    chosen = chosen_trinket(content, sheet)
    return (*found, *([chosen] if chosen is not None else []))


def chosen_trinket(content: Content, sheet: Character) -> Item | None:
    """The trinket that came with a level above 1."""
    if sheet.level == 1:
        return None
    return next((i for i in sheet.items if is_trinket(content, i.id) and i.id not in content.kit), None)


def choices(content: Content, sheet: Character, kind: str) -> tuple[Item, ...]:
    """What may stand in the free place of a ``kind`` (weapon, armour, trinket), at the highest tier that is allowed.

    At level 1 only the sword may be exchanged (SAC-KIT-02).
    """
    if kind == "weapon":
        return tuple(Item(id, tier=sheet.level) for id in content.weapons)
    if sheet.level == 1:
        return ()
    if kind == "armour":
        return tuple(Item(id, tier=sheet.level) for id in content.armour)
    return tuple(Item(id) for id, thing in content.things.items() if thing.trinket and thing.tier <= sheet.level)


def choose(content: Content, sheet: Character, kind: str, item: Item) -> Character:
    """The sheet with ``item`` in the free place of ``kind``. Raises ``CharacterError`` for what is not on offer."""
    if item not in choices(content, sheet, kind):
        clause = "SAC-KIT-02" if sheet.level == 1 else "SAC-GEAR-07"
        expected = f"a {kind} of tier {sheet.level} or lower" if sheet.level > 1 else "the starting kit's"
        raise CharacterError(sheet.name, [_named(clause, "not_offered", item, expected)])
    if kind == "trinket":
        old = chosen_trinket(content, sheet)
    else:
        among = content.weapons if kind == "weapon" else content.armour
        old = next((one for one in sheet.items if one.id in among), None)
    worn_before = sheet.worn
    items = list(sheet.items)
    if old is None:
        items.append(item)
    elif old.n > 1:
        items[items.index(old)] = structs.replace(old, n=old.n - 1)
        items.insert(0, item)
    else:
        items[items.index(old)] = item
    changed = structs.replace(sheet, items=tuple(items))
    worn = item.key if kind == "armour" and (old is None or worn_before == old.key) else worn_before
    return structs.replace(changed, worn=worn, hands=best_hands(content, changed))


def _named(clause: str, key: str, item: Item, expected: str) -> Fault:
    """A fault of a thing, with a sentence that calls the thing by its name."""
    return Fault(
        "items", clause, item.key, expected, f"sacrament.refusal.{key}", {"item": f"@item.{item.id}.name"}
    )


def buy_fault(content: Content, sheet: Character, item: Item) -> Fault | None:
    """Why a thing cannot be bought before the first session; ``None`` if it can (SAC-KIT-02, SAC-PACK-05)."""
    if not content.is_item(item.id) or not 1 <= item.tier <= TIERS:
        return Fault("items", "SAC-GEAR-01", item.key, "a thing of the lists", "sacrament.refusal.no_item")
    price = content.price(item.id, item.tier)
    if not price:
        return _named("SAC-KIT-02", "not_for_sale", item, "a thing that is for sale")
    if price > sheet.gold:
        return Fault("gold", "SAC-KIT-02", f"{sheet.gold} gold", f"{price} gold", "sacrament.refusal.gold")
    if not fits(content, structs.replace(sheet, gold=sheet.gold - price), item):
        kit = kit_of(add_item(content, structs.replace(sheet, gold=sheet.gold - price), item))
        found, expected = f"{kit.used} slots", f"at most {kit.capacity}"
        return Fault("items", "SAC-PACK-01", found, expected, "sacrament.refusal.no_room")
    return None


def buy(content: Content, sheet: Character, item: Item) -> Character:
    """The sheet with a thing bought at list price. Raises ``CharacterError``."""
    fault = buy_fault(content, sheet, item)
    if fault is not None:
        raise CharacterError(sheet.name, [fault])
    paid = structs.replace(sheet, gold=sheet.gold - content.price(item.id, item.tier))
    bought = add_item(content, paid, item)
    return structs.replace(bought, hands=best_hands(content, bought))


def return_fault(content: Content, sheet: Character, item: Item) -> Fault | None:
    """Why a thing cannot go back to the shop: what came with the character is not for sale yet (SAC-KIT-03)."""
    free = sum(1 for one in free_things(content, sheet) if one.key == item.key)
    held = sum(one.n for one in sheet.items if one.key == item.key)
    if held <= free:
        return _named("SAC-KIT-03", "not_bought", item, "a thing that was bought")
    return None


def give_back(content: Content, sheet: Character, item: Item) -> Character:
    """The sheet with a purchase undone, at the price that was paid. Raises ``CharacterError``."""
    fault = return_fault(content, sheet, item)
    if fault is not None:
        raise CharacterError(sheet.name, [fault])
    without = take_item(sheet, item.key)
    without = structs.replace(without, gold=without.gold + content.price(item.id, item.tier))
    worn = without.worn or next((one.key for one in without.items if one.id in content.armour), "")
    return structs.replace(without, worn=worn, hands=best_hands(content, without))


def at_level(content: Content, sheet: Character, level: int) -> Character:
    """The sheet at another level: what was chosen stays, even where it no longer fits; gold and gear of the level come
    anew, purchases are kept (SAC-GEAR-07). ``faults_of`` says what is to be mended."""
    if level == sheet.level:
        return sheet
    items = list(sheet.items)
    for among in (content.weapons, content.armour):
        at = next((index for index, item in enumerate(items) if item.id in among), None)
        if at is not None and items[at].n == 1:
            items[at] = structs.replace(items[at], tier=level)
    worn = next((item.key for item in items if item.id in content.armour), "") if sheet.worn else ""
    gold = sheet.gold + GOLD_A_LEVEL * (level - sheet.level)
    changed = _ready_trinket(content, structs.replace(sheet, items=tuple(items)), level)
    changed = structs.replace(changed, level=level, worn=worn, gold=gold)
    return structs.replace(changed, hands=best_hands(content, changed))


def _ready_trinket(content: Content, sheet: Character, level: int) -> Character:
    """A ready character with the trinket that comes with another level, unless somebody chose another one."""
    made = content.premades.get(sheet.id)
    if made is None:
        return sheet
    before, after = ("" if n == 1 else made.trinkets[n - 2] for n in (sheet.level, level))
    old = chosen_trinket(content, sheet)
    if (old.id if old is not None else "") != before:
        return sheet
    lighter = take_item(sheet, before) if before else sheet
    return add_item(content, lighter, Item(after)) if after else lighter
