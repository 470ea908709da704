"""Characters: the sheet, things in the pack, and the builder's questions as pure queries (SAC-BUILDER).

A character is a frozen value. What was chosen is stored (attributes as dealt, picks in their order, things carried);
everything else is derived, so a sheet cannot disagree with itself.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from msgspec import Struct, structs

from game.sacrament.content import ATTRIBUTES, INNATE, WEIGHTS, Content, standard_content
from game.sacrament.values import key_parts

FORMAT: Final = 1
DEALT: Final = (2, 1, 0, -1)
"""The values dealt at creation (SAC-ATTR-02)."""
BASE_CAP: Final = 2
LEVELS: Final = 5
KIT_GOLD: Final = 35
GOLD_A_LEVEL: Final = 60
BASE_SLOTS: Final = 10
GOLD_A_SLOT: Final = 100
SMALL_A_SLOT: Final = 5
MAX_VOW: Final = 200
MAX_LOOK: Final = 200
RAISES: Final = tuple(f"+{name}" for name in ATTRIBUTES)


class Item(Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True):
    """Things of one kind and tier in the pack.

    ``left``: durability or uses of the first, charges of all together; -1: whole.
    """

    id: str
    tier: int = 1
    n: int = 1
    left: int = -1

    @property
    def key(self) -> str:
        """How actions name it: the id, and the tier above 1."""
        return self.id if self.tier == 1 else f"{self.id}.{self.tier}"


class Character(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A character sheet.

    ``picks`` are ability ids and raises (``+wits``) in the order they were bought (SAC-PATH-07).
    """

    name: str
    attributes: dict[str, int]
    picks: tuple[str, ...] = ()
    practice: str = ""
    vow: str = ""
    format: int = FORMAT
    id: str = ""
    player: str = ""
    look: str = ""
    level: int = 1
    vow_tag: str = ""
    items: tuple[Item, ...] = ()
    worn: str = ""
    hands: tuple[str, ...] = ()
    gold: int = 0
    plan: tuple[tuple[str, ...], ...] = ()
    """Suggested picks for the levels after the first."""
    overrides: tuple[str, ...] = ()
    """What a game master allowed against the rules; stamped on the sheet."""


class Fault(Struct, frozen=True):
    """Something wrong with a character or an imported file: where, by which clause, what was found, and the cure."""

    field: str
    clause: str
    found: str
    expected: str
    key: str = ""
    """A text that says it in names, where there is one: ``found`` and ``expected`` are in the words of files."""
    values: dict[str, str | int] = {}

    def __str__(self) -> str:
        return f"{self.field}: found {self.found}, expected {self.expected} ({self.clause})"


class CharacterError(Exception):
    """A character that cannot enter play; ``faults`` names every one."""

    def __init__(self, name: str, faults: Sequence[Fault]) -> None:
        super().__init__(f"{name}: " + "; ".join(map(str, faults)))
        self.faults = tuple(faults)


# --------------------------------------------------------------------------------------------------------- derived


def picks_earned(level: int) -> int:
    """SAC-PICK-01."""
    return 3 + 2 * (level - 1)


def base_attribute(sheet: Character, name: str) -> int:
    """The dealt value and what picks raised it by (SAC-ATTR-03)."""
    return sheet.attributes.get(name, 0) + sheet.picks.count(f"+{name}")


def abilities_of(sheet: Character) -> tuple[str, ...]:
    """The learned abilities in the order they were bought; the innate three go without saying."""
    return tuple(pick for pick in sheet.picks if not pick.startswith("+"))


def durability(content: Content, item: Item, bonus: int) -> int:
    """The whole durability of a suit (SAC-ARMOUR-02, war.mend)."""
    return WEIGHTS[content.armour[item.id].weight][1] + bonus


def uses_left(content: Content, item: Item) -> tuple[int, int]:
    """The charges or uses left in all things of an entry, and how many whole ones have; zeros for what has none."""
    thing = content.things.get(item.id)
    whole = (thing.charges or thing.uses) if thing is not None else 0
    most = whole * item.n
    if thing is None or item.left < 0:
        return most, most
    return (min(item.left, most) if thing.charges else most - whole + min(item.left, whole)), most


def slots_of(content: Content, item: Item) -> int:
    """Slots that all of this entry fill; ``small`` things count in ``slots_used`` (SAC-PACK-02)."""
    if item.id in content.armour:
        return WEIGHTS[content.armour[item.id].weight][0] * item.n
    if item.id in content.weapons:
        return content.weapons[item.id].slots * item.n
    return item.n


def is_small(content: Content, id: str) -> bool:
    """Whether five share a slot."""
    return content.weapons[id].small if id in content.weapons else id in content.things and content.things[id].small


def entry_slots(content: Content, item: Item) -> int:
    """Slots that an entry of the pack fills: small things five to a slot (SAC-PACK-02)."""
    return -(-item.n // SMALL_A_SLOT) if is_small(content, item.id) else slots_of(content, item)


def slots_used(content: Content, items: Sequence[Item], gold: int) -> int:
    """Slots filled by things and by gold (SAC-PACK-02 to 04)."""
    return sum([entry_slots(content, item) for item in items]) + gold // GOLD_A_SLOT


def more_slots(content: Content, items: Sequence[Item], item: Item) -> int:
    """Slots that ``item`` fills when it is packed beside ``items`` (``add_item``)."""
    if item.id not in content.armour:
        key = item.key
        for other in items:
            if other.id == item.id and other.key == key:
                return entry_slots(content, _together(content, other, item)) - entry_slots(content, other)
    return entry_slots(content, item)


def charges(item: Item, whole: int) -> int:
    """The charges left in all trinkets of an entry."""
    return whole * item.n if item.left < 0 else min(item.left, whole * item.n)


# --------------------------------------------------------------------------------------------------------- builder


class Standing(Struct, frozen=True):
    """An ability in the builder (SAC-BUILDER-02): ``known``, ``available`` or ``locked``, and why it is locked."""

    id: str
    state: str
    reason: str = ""
    needs: tuple[str, ...] = ()


def pick_counter(sheet: Character) -> tuple[int, int, int]:
    """Picks earned, spent, left."""
    earned = picks_earned(sheet.level)
    return earned, len(sheet.picks), earned - len(sheet.picks)


def pick_fault(content: Content, sheet: Character, pick: str) -> Fault | None:
    """Why ``pick`` cannot be bought next; ``None`` if it can (SAC-PICK, SAC-PATH, SAC-ATTR)."""
    values: dict[str, str | int] = {"level": sheet.level, "picks": picks_earned(sheet.level)}

    def fault(clause: str, key: str, found: str, expected: str) -> Fault:
        return Fault("picks", clause, found, expected, f"sacrament.refusal.pick.{key}", values)

    if pick.startswith("+"):
        name = pick[1:]
        if name not in ATTRIBUTES:
            return fault("SAC-ATTR-01", "no_attribute", pick, " or ".join(RAISES))
        values["attribute"] = f"@attribute.{name}.name"
        if base_attribute(sheet, name) >= BASE_CAP:
            return fault("SAC-ATTR-05", "capped", f"{pick} at a base of +2", "an attribute below +2")
    else:
        ability = content.abilities.get(pick)
        if ability is None:
            return fault("SAC-PATH-02", "no_ability", pick, "an ability of a path")
        values["ability"] = f"@ability.{pick}.name"
        if pick in INNATE:
            return fault("SAC-PATH-06", "innate", pick, "no pick: it is innate")
        known = abilities_of(sheet)
        if pick in known:
            return fault("SAC-PICK-06", "known", pick, "each ability once")
        if ability.level > sheet.level:
            values["needed"] = ability.level
            return fault("SAC-LEVEL-01", "level", f"{pick} at level {sheet.level}", f"level {ability.level}")
        if ability.parents and not any(parent in known for parent in ability.parents):
            values["parent"], values["other"] = (f"@ability.{ability.parents[n]}.name" for n in (0, -1))
            one = len(ability.parents) == 1
            expected = f"first {' or '.join(ability.parents)}"
            return fault("SAC-PATH-03", "parent" if one else "parents", pick, expected)
    if pick_counter(sheet)[2] <= 0:
        earned = picks_earned(sheet.level)
        return fault("SAC-PICK-05", "spent", f"{pick} without a pick left", f"{earned} picks")
    return None


def standings(content: Content, sheet: Character) -> dict[str, Standing]:
    """Every ability as the builder shows it."""
    known = abilities_of(sheet)
    found = {}
    for ability in content.abilities.values():
        if ability.id in INNATE or ability.id in known:
            found[ability.id] = Standing(ability.id, "known")
            continue
        fault = pick_fault(content, sheet, ability.id)
        if fault is None:
            found[ability.id] = Standing(ability.id, "available")
        else:
            reason = {"SAC-LEVEL-01": "level", "SAC-PATH-03": "parent"}.get(fault.clause, "picks")
            found[ability.id] = Standing(ability.id, "locked", reason, ability.parents)
    return found


def show_the_way(content: Content, sheet: Character, id: str) -> tuple[str, ...]:
    """The shortest chain of abilities still to learn, ``id`` last; fewest picks, ties by the order of the parents."""
    known = set(abilities_of(sheet))
    if id in known or id in INNATE:
        return ()
    ways: dict[str, tuple[str, ...]] = {}

    def way(at: str) -> tuple[str, ...]:
        if at in known:
            return ()
        if at not in ways:
            parents = content.abilities[at].parents
            ways[at] = (*(min((way(parent) for parent in parents), key=len) if parents else ()), at)
        return ways[at]

    return way(id)


def falls_with(content: Content, sheet: Character, pick: str) -> tuple[str, ...]:
    """What is taken back with ``pick`` because nothing else supports it, ``pick`` first (SAC-BUILDER-03)."""
    if pick not in sheet.picks:
        return ()
    if pick.startswith("+"):
        return (pick,)
    left = [other for other in abilities_of(sheet) if other != pick]
    fallen = [pick]
    changed = True
    while changed:
        supported = _supported(content, left)
        lost = [other for other in left if other not in supported]
        fallen += lost
        left = [other for other in left if other in supported]
        changed = bool(lost)
    return tuple(fallen)


def _supported(content: Content, abilities: Sequence[str]) -> set[str]:
    """Those that hang together from the roots."""
    found: set[str] = set()
    grown = True
    while grown:
        more = {
            id
            for id in abilities
            if id not in found
            and id in content.abilities
            and (not content.abilities[id].parents or found & set(content.abilities[id].parents))
        }
        found |= more
        grown = bool(more)
    return found


def take_pick(content: Content, sheet: Character, pick: str, *, override: bool = False) -> Character:
    """The sheet with ``pick`` bought. Raises ``CharacterError``; with ``override`` the breach is stamped instead."""
    fault = pick_fault(content, sheet, pick)
    if fault is None:
        return structs.replace(sheet, picks=(*sheet.picks, pick))
    if not override or fault.clause in ("SAC-ATTR-01", "SAC-PATH-02", "SAC-PATH-06", "SAC-PICK-06"):
        raise CharacterError(sheet.name, [fault])
    return structs.replace(sheet, picks=(*sheet.picks, pick), overrides=(*sheet.overrides, f"{pick} ({fault.clause})"))


def take_back(content: Content, sheet: Character, pick: str) -> Character:
    """The sheet without ``pick`` and all that falls with it."""
    gone = set(falls_with(content, sheet, pick))
    if pick.startswith("+"):
        at = len(sheet.picks) - 1 - sheet.picks[::-1].index(pick)
        return structs.replace(sheet, picks=sheet.picks[:at] + sheet.picks[at + 1 :])
    return structs.replace(sheet, picks=tuple(other for other in sheet.picks if other not in gone))


def add_item(content: Content, sheet: Character, item: Item) -> Character:
    """The sheet with ``item`` packed; things of one key lie together, the used one uppermost. Suits lie apart: each has
    its own durability.
    """
    if item.id in content.armour:
        return structs.replace(sheet, items=(*sheet.items, *[structs.replace(item, n=1)] * item.n))
    for index, other in enumerate(sheet.items):
        if other.key == item.key:
            items = (*sheet.items[:index], _together(content, other, item), *sheet.items[index + 1 :])
            return structs.replace(sheet, items=items)
    return structs.replace(sheet, items=(*sheet.items, item))


def _together(content: Content, one: Item, other: Item) -> Item:
    """Two entries of one key as one.

    Where both are used, their uses are counted together.
    """
    n = one.n + other.n
    thing = content.things.get(one.id)
    if one.left < 0 or other.left < 0:
        used = max(one, other, key=lambda item: item.left)
        fresh = other if used is one else one
        more = thing.charges * fresh.n if thing is not None and used.left >= 0 else 0
        return structs.replace(one, n=n, left=used.left + more)
    if thing is not None and thing.charges:
        return structs.replace(one, n=n, left=one.left + other.left)
    whole = thing.uses if thing is not None else 0
    if not whole:
        return structs.replace(one, n=n, left=min(one.left, other.left))
    uses = one.left + other.left
    return structs.replace(one, n=n, left=uses - whole) if uses > whole else structs.replace(
        one, n=n - 1, left=-1 if uses == whole else uses
    )


def take_item(sheet: Character, key: str, n: int = 1) -> Character:
    """The sheet without ``n`` of the things ``key``; what is worn or in hand is put away with the last."""
    items = sheet.items
    taken = item_of(sheet, key)
    if taken is None:
        return sheet
    at = next(index for index, item in enumerate(items) if item is taken)
    rest = (parted(taken, n)[1],) if taken.n > n else ()
    items = (*items[:at], *rest, *items[at + 1 :])
    if rest or any(item.key == key for item in items):
        return structs.replace(sheet, items=items)
    worn = "" if sheet.worn == key else sheet.worn
    return structs.replace(sheet, items=items, worn=worn, hands=tuple(held for held in sheet.hands if held != key))


def parted(item: Item, n: int = 1) -> tuple[Item, Item]:
    """``n`` of the things of an entry, and the others: those that are used most go. Charges are neither gained nor lost
    by that.
    """
    stay = item.n - n
    thing = standard_content().things.get(item.id)
    whole = thing.charges if thing is not None else 0
    if not whole or item.left < 0:
        return structs.replace(item, n=n), structs.replace(item, n=stay, left=-1)
    total = min(item.left, whole * item.n)
    kept = min(total, whole * stay)
    gone = total - kept
    return (
        structs.replace(item, n=n, left=-1 if gone == whole * n else gone),
        structs.replace(item, n=stay, left=-1 if kept == whole * stay else kept),
    )


def item_from(key: str, left: int = -1) -> Item:
    """One thing of a key (``spear.2``)."""
    return Item(*key_parts(key), left=left)


def item_of(sheet: Character, key: str) -> Item | None:
    """The entry of the pack that ``key`` names; of two suits of a kind the one that is not worn."""
    found = [item for item in sheet.items if item.key == key]
    return found[-1 if key == sheet.worn else 0] if found else None


def best_hands(content: Content, sheet: Character) -> tuple[str, ...]:
    """What a character holds by default: the weapons of the pack as far as two hands go, in the order carried."""
    free, held = 2, []
    for item in sheet.items:
        weapon = content.weapons.get(item.id)
        if weapon and item.tier <= sheet.level and weapon.hands <= free:
            held.append(item.key)
            free -= weapon.hands
    return tuple(held)


def blank_character(content: Content, level: int = 1) -> Character:
    """A character nobody has made yet: attributes in order, starting kit (SAC-KIT-01, SAC-GEAR-07)."""
    items = tuple(
        Item(id, tier=level if id in content.weapons or id in content.armour else 1) for id in content.kit
    )
    sheet = Character(
        name="",
        attributes=dict(zip(ATTRIBUTES, DEALT, strict=True)),
        level=level,
        items=items,
        gold=KIT_GOLD + GOLD_A_LEVEL * (level - 1),
    )
    worn = next((item.key for item in items if item.id in content.armour), "")
    return structs.replace(sheet, worn=worn, hands=best_hands(content, sheet))


def premade(content: Content, id: str, level: int = 1, names: Mapping[str, str] | None = None) -> Character:
    """A pre-made character at a level.

    ``names`` gives the texts ``name``, ``look`` and ``vow``; else their keys stand.
    """
    made = content.premades[id]
    texts = names or {}
    sheet = blank_character(content, level)
    weapon = made.main if level > 1 and made.main else made.weapon
    items = [Item(weapon, tier=item.tier) if item.id == "arming_sword" else item for item in sheet.items]
    sheet = structs.replace(
        sheet,
        id=id,
        name=texts.get("name", f"@character.{id}.name"),
        look=texts.get("look", f"@character.{id}.look"),
        vow=texts.get("vow", f"@character.{id}.vow"),
        attributes=made.attributes,
        picks=made.picks + tuple(pick for step in made.next[: level - 1] for pick in step),
        practice=made.practice,
        vow_tag=made.vow_tag,
        items=tuple(items),
        plan=made.next,
    )
    for bought in made.buys:
        if bought == weapon:
            continue
        sheet = add_item(content, sheet, Item(bought))
        sheet = structs.replace(sheet, gold=sheet.gold - content.price(bought, 1))
    if level > 1:
        sheet = add_item(content, sheet, Item(made.trinkets[level - 2]))
    return structs.replace(sheet, hands=best_hands(content, sheet))


# ------------------------------------------------------------------------------------------------------ validation
