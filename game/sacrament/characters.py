"""Characters: the sheet, what follows from it, and the builder's questions as pure queries (SAC-BUILDER).

A character is a frozen value. What was chosen is stored (attributes as dealt, picks in their order, things carried);
everything else is derived, so a sheet cannot disagree with itself.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

import msgspec
from msgspec import Struct, structs

from game.core.names import is_id
from game.sacrament.content import (
    ATTRIBUTES,
    INNATE,
    PRACTICES,
    TIERS,
    WEIGHTS,
    Content,
    bonuses_of,
    standard_content,
)
from game.sacrament.effects.standing import Risk
from game.sacrament.uses import DROPS, WIELDS, Arm, GiftsTo, ability_use, thing_use

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


class Item(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
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


def slots_used(content: Content, items: Sequence[Item], gold: int) -> int:
    """Slots filled by things and by gold (SAC-PACK-02 to 04)."""
    small = sum(-(-item.n // SMALL_A_SLOT) for item in items if is_small(content, item.id))
    large = sum(slots_of(content, item) for item in items if not is_small(content, item.id))
    return small + large + gold // GOLD_A_SLOT


class Training:
    """What follows from what a character has learned, whatever it carries."""

    def __init__(self, picks: tuple[str, ...], attributes: tuple[tuple[str, int], ...]) -> None:
        abilities = standard_content().abilities
        known = (*INNATE, *(pick for pick in picks if pick not in RAISES))
        learned = [abilities[id] for id in known if id in abilities]
        self.known = frozenset(known)
        self.abilities = tuple(sorted(self.known))
        self.base = dict.fromkeys(ATTRIBUTES, 0) | dict(attributes)
        for name in ATTRIBUTES:
            self.base[name] += picks.count(f"+{name}")
        self.standing = tuple(b for a in learned if a.kind == "passive" for b in bonuses_of(a.effects))
        self.risk = sum(e.n for a in learned if a.kind == "passive" for e in a.effects if isinstance(e, Risk))
        self.actions = tuple(a for a in learned if a.kind != "passive" and not a.trigger and a.id not in INNATE)
        uses = [ability_use(ability.id) for ability in self.actions]
        self.powers = tuple(use for use in uses if not use.tells)
        """Abilities that do something in a fight."""
        self.reactions = {
            trigger: tuple(a for a in learned if a.trigger == trigger)
            for trigger in ("hit_declared", "harm_due", "falling", "ally_hits", "wounded")
        }
        self.reacts = any(self.reactions[t] for t in ("hit_declared", "harm_due", "falling"))
        """Whether it could answer a blow."""
        self.heals = any("heal" in str(ability.effects) for ability in learned)


class Kit:
    """What follows from a sheet: values that the rules ask for at every turn. Made once for each sheet."""

    def __init__(
        self, training: Training, items: tuple[Item, ...], worn: str, hands: tuple[str, ...], gold: int, level: int
    ) -> None:
        content = standard_content()
        things = {
            item.key: content.things[item.id]
            for item in items
            if item.id in content.things and content.things[item.id].tier <= level
        }
        standing = [*training.standing, *(bonus for thing in things.values() for bonus in bonuses_of(thing.passive))]
        plain = {bonus.what: 0 for bonus in standing}
        for bonus in standing:
            if not bonus.condition:
                plain[bonus.what] += bonus.n
        self.known = training.known
        self.abilities = training.abilities
        self.listed = tuple((item.key, item.n, item.left) for item in items)
        """What is carried, for others to see."""
        self.base = training.base
        self.bonus = {name: plain.get(name, 0) for name in ATTRIBUTES}
        self.value = {name: self.base[name] + self.bonus[name] for name in ATTRIBUTES}
        """Effective attributes: base and bonus (SAC-ATTR-04)."""
        self.capacity = BASE_SLOTS + max(0, self.value["strength"]) + plain.get("slots", 0)
        self.used = slots_used(content, items, gold)
        self.free = self.capacity - self.used
        self.risk = training.risk
        self.death = plain.get("death", 0)
        self.cleanse = plain.get("cleanse", 0)
        self.guard_dice = 1 + plain.get("guard_dice", 0)
        self.never_surprised = bool(plain.get("never_surprised"))
        self.masked = bool(plain.get("masked"))
        self.mends = bool(plain.get("mend"))
        self.hurt_attack = sum(b.n for b in standing if b.what == "attack" and b.condition == "hurt")
        self.light_absorb = sum(b.n for b in standing if b.what == "absorb" and b.condition == "light_or_bare")
        self.armour = next((item for item in items if item.key == worn), None)
        self.armour_dice = self.armour.tier if self.armour else 0
        self.armour_weight = content.armour[self.armour.id].weight if self.armour else ""
        self.durability = durability(content, self.armour, plain.get("durability", 0)) if self.armour else 0
        self.weapons = {item.key: item for item in items if item.id in content.weapons and item.tier <= level}
        self.actions = training.actions
        self.powers = training.powers
        self.reactions = training.reactions
        self.reacts = training.reacts
        self.heals = training.heals
        self.things = things
        self.usable = tuple(
            (item.key, things[item.key], item)
            for item in items
            if item.key in things and things[item.key].effects and not things[item.key].trigger
        )
        self.tools = tuple(thing_use(key) for key, thing, item in self.usable if item.left or not thing.charges)
        """Things that can be used now: not those whose charges are spent."""
        self.light = any(thing.light for thing in things.values())
        self.strikes: dict[str, tuple[int, str, int, str]] = {}
        """By weapon: the best attribute value and its name in Melee, then at Near (empty name: not possible)."""
        for key, item in self.weapons.items():
            weapon = content.weapons[item.id]
            melee: list[str] = []
            near: list[str] = []
            if "melee" in weapon.ways:
                melee += ["strength", *(["agility"] if weapon.fine else [])]
            if "thrown" in weapon.ways:
                near += weapon.thrown_with
                melee += weapon.thrown_with
            if "shot" in weapon.ways:
                near.append("agility")
            self.strikes[key] = (*self._best(melee), *self._best(near))
        held = [(key, content.weapons[self.weapons[key].id]) for key in hands if key in self.weapons]
        self.arms = tuple(Arm(key, self.strikes[key][1], self.strikes[key][3], weapon) for key, weapon in held)
        """What is in the hands."""
        stowed = [key for key in self.weapons if key not in hands]
        self.draws = tuple(WIELDS[key] for key in stowed)
        self.quick_draws = tuple(WIELDS[key] for key in stowed if content.weapons[self.weapons[key].id].quick)
        self.loose = tuple(dict.fromkeys(item.key for item in items if item is not self.armour))
        """What is neither worn nor the only one of its key that is."""
        self.drops = tuple(DROPS[key] for key in self.loose)
        self.gifts = GiftsTo(self.loose)

    def _best(self, names: Sequence[str]) -> tuple[int, str]:
        if not names:
            return 0, ""
        name = max(names, key=lambda n: self.value[n])
        return self.value[name], name


_training = lru_cache(maxsize=1 << 12)(Training)
_kit = lru_cache(maxsize=1 << 13)(Kit)


def kit_of(sheet: Character) -> Kit:
    """The kit of a sheet; the same object for sheets that differ in nothing that matters to it."""
    training = _training(sheet.picks, tuple(sheet.attributes.items()))
    return _kit(training, sheet.items, sheet.worn, sheet.hands, sheet.gold, sheet.level)


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
    if pick.startswith("+"):
        name = pick[1:]
        if name not in ATTRIBUTES:
            return Fault("picks", "SAC-ATTR-01", pick, " or ".join(RAISES))
        if base_attribute(sheet, name) >= BASE_CAP:
            return Fault("picks", "SAC-ATTR-05", f"{pick} at a base of +2", "an attribute below +2")
    else:
        ability = content.abilities.get(pick)
        if ability is None or pick in INNATE:
            innate = pick in INNATE
            clause = "SAC-PATH-06" if innate else "SAC-PATH-02"
            return Fault("picks", clause, pick, "no pick: it is innate" if innate else "an ability of a path")
        known = abilities_of(sheet)
        if pick in known:
            return Fault("picks", "SAC-PICK-06", pick, "each ability once")
        if ability.level > sheet.level:
            return Fault("picks", "SAC-LEVEL-01", f"{pick} at level {sheet.level}", f"level {ability.level}")
        if ability.parents and not any(parent in known for parent in ability.parents):
            return Fault("picks", "SAC-PATH-03", pick, f"first {' or '.join(ability.parents)}")
    if pick_counter(sheet)[2] <= 0:
        return Fault("picks", "SAC-PICK-05", f"{pick} without a pick left", f"{picks_earned(sheet.level)} picks")
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
    rest = (structs.replace(taken, n=taken.n - n, left=-1),) if taken.n > n else ()
    items = (*items[:at], *rest, *items[at + 1 :])
    if rest or any(item.key == key for item in items):
        return structs.replace(sheet, items=items)
    worn = "" if sheet.worn == key else sheet.worn
    return structs.replace(sheet, items=items, worn=worn, hands=tuple(held for held in sheet.hands if held != key))


def item_from(key: str, left: int = -1) -> Item:
    """One thing of a key (``spear.2``)."""
    id, _, tier = key.partition(".")
    return Item(id, int(tier or 1), left=left)


def item_of(sheet: Character, key: str) -> Item | None:
    """The entry of the pack that ``key`` names; of two suits of a kind the one that is not worn."""
    found = [item for item in sheet.items if item.key == key]
    return found[-1 if key == sheet.worn else 0] if found else None


def fits(content: Content, sheet: Character, item: Item) -> bool:
    """Whether the pack has room for it (SAC-PACK-05)."""
    return slots_used(content, add_item(content, sheet, item).items, sheet.gold) <= kit_of(sheet).capacity


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
    return structs.replace(sheet, hands=best_hands(content, sheet))


# ------------------------------------------------------------------------------------------------------ validation


def text_fault(field: str, text: str, longest: int, clause: str, *, empty: bool = True) -> Fault | None:
    """Why a text cannot stand: too long, empty, or with signs that cannot be seen or that turn the writing round."""
    for index, char in enumerate(text):
        kind = unicodedata.category(char)
        turns = unicodedata.bidirectional(char) in ("R", "AL", "RLE", "RLO", "RLI")
        if turns or kind in ("Cc", "Cf", "Cs", "Co", "Cn"):
            what = "right-to-left sign" if kind not in ("Cc", "Cs") else "control sign"
            return Fault(field, clause, f"the {what} U+{ord(char):04X} at place {index + 1}", "text without it")
    if len(text) > longest:
        return Fault(field, clause, f"{len(text)} signs", f"at most {longest}")
    if not empty and not text.strip():
        return Fault(field, clause, "nothing", f"1 to {longest} signs")
    return None


def faults_of(content: Content, sheet: Character) -> tuple[Fault, ...]:
    """All that keeps a character from play (SAC-BUILDER-04). Breaches that a GM allowed are not among them."""
    found: list[Fault | None] = [
        text_fault("name", sheet.name, 40, "SAC-BUILDER-04", empty=False),
        text_fault("player", sheet.player, 40, "SAC-BUILDER-04"),
        text_fault("look", sheet.look, MAX_LOOK, "SAC-BUILDER-04"),
        text_fault("vow", sheet.vow, MAX_VOW, "SAC-PRACTICE-02", empty=False),
    ]
    if not 1 <= sheet.level <= LEVELS:
        found.append(Fault("level", "SAC-LEVEL-02", str(sheet.level), f"1 to {LEVELS}"))
    if set(sheet.attributes) != set(ATTRIBUTES):
        found.append(Fault("attributes", "SAC-ATTR-01", ", ".join(sheet.attributes), ", ".join(ATTRIBUTES)))
    elif sorted(sheet.attributes.values(), reverse=True) != list(DEALT):
        dealt = ", ".join(f"{value:+d}" for value in sheet.attributes.values())
        found.append(Fault("attributes", "SAC-ATTR-02", dealt, "one each of +2, +1, 0, −1"))
    if sheet.practice not in PRACTICES:
        found.append(Fault("practice", "SAC-PRACTICE-01", sheet.practice or "nothing", ", ".join(PRACTICES)))
    found += _pick_faults(content, sheet)
    found += _gear_faults(content, sheet)
    return tuple(fault for fault in found if fault is not None)


def _pick_faults(content: Content, sheet: Character) -> list[Fault]:
    """The picks bought one after the other, as they were (SAC-PATH-07)."""
    found: list[Fault] = []
    growing = structs.replace(sheet, picks=())
    for index, pick in enumerate(sheet.picks):
        fault = pick_fault(content, growing, pick)
        if fault is not None and f"{pick} ({fault.clause})" not in sheet.overrides:
            found.append(structs.replace(fault, field=f"picks[{index}]"))
        growing = structs.replace(growing, picks=(*growing.picks, pick))
    return found


def _gear_faults(content: Content, sheet: Character) -> list[Fault]:
    found: list[Fault] = []
    for index, item in enumerate(sheet.items):
        field = f"items[{index}]"
        if not content.is_item(item.id):
            found.append(Fault(field, "SAC-GEAR-01", item.id, "the id of a thing"))
            return found
        tiered = item.id in content.weapons or item.id in content.armour
        if not 1 <= item.tier <= (TIERS if tiered else 1) or item.n < 1:
            found.append(Fault(field, "SAC-GEAR-01", f"tier {item.tier}, {item.n} of them", f"tier 1 to {TIERS}"))
            return found
        trinket = content.things.get(item.id)
        tier = trinket.tier if trinket else item.tier
        held = item.key in (sheet.worn, *sheet.hands)
        if held and tier > sheet.level and f"{item.key} (SAC-GEAR-01)" not in sheet.overrides:
            found.append(Fault(field, "SAC-GEAR-01", f"tier {tier} in use", f"tier {sheet.level} or lower"))
    keys = {item.key for item in sheet.items}
    if sheet.worn and (sheet.worn not in keys or sheet.worn.partition(".")[0] not in content.armour):
        found.append(Fault("worn", "SAC-ARMOUR-09", sheet.worn, "a suit that is carried, or nothing"))
        return found
    hands = 0
    for held_key in sheet.hands:
        weapon = content.weapons.get(held_key.partition(".")[0])
        if held_key not in keys or weapon is None:
            found.append(Fault("hands", "SAC-GEAR-05", held_key, "weapons that are carried"))
            return found
        hands += weapon.hands
    if hands > 2:
        found.append(Fault("hands", "SAC-GEAR-05", f"{hands} hands full", "at most two"))
    if sheet.gold < 0:
        found.append(Fault("gold", "SAC-KIT-02", str(sheet.gold), "0 or more"))
    kit = kit_of(sheet)
    if kit.used > kit.capacity and f"slots {kit.used} (SAC-PACK-01)" not in sheet.overrides:
        found.append(Fault("items", "SAC-PACK-01", f"{kit.used} slots filled", f"at most {kit.capacity}"))
    return found


def export_character(sheet: Character) -> dict[str, Any]:
    """A character as it is written to its own file (SAC-BUILDER-06)."""
    data: dict[str, Any] = msgspec.to_builtins(sheet)
    return data


def import_character(content: Content, data: object) -> tuple[Character | None, tuple[Fault, ...]]:
    """A character from a file, and every fault by field.

    What is sound is loaded; ``None`` if nothing can be made of it.
    """
    if not isinstance(data, Mapping):
        return None, (Fault("file", "SAC-BUILDER-06", type(data).__name__, "a mapping of fields"),)
    faults: list[Fault] = []
    number = data.get("format", FORMAT)
    if number != FORMAT:
        return None, (Fault("format", "SAC-BUILDER-06", str(number), f"{FORMAT}; update the program"),)
    fields = {field.encode_name: field for field in structs.fields(Character)}
    good: dict[str, Any] = {}
    for name, value in data.items():
        field = fields.get(str(name))
        if field is None:
            faults.append(Fault(str(name), "SAC-BUILDER-06", "an unknown field", f"one of {', '.join(fields)}"))
            continue
        try:
            good[field.name] = msgspec.convert(value, field.type)
        except (msgspec.ValidationError, RecursionError) as error:
            faults.append(Fault(str(name), "SAC-BUILDER-06", f"{value!r:.40}", str(error).lower()))
    for name in ("name", "attributes"):
        if name not in good:
            faults.append(Fault(name, "SAC-BUILDER-06", "nothing", "this field"))
            good[name] = "" if name == "name" else dict(zip(ATTRIBUTES, DEALT, strict=True))
    sheet = Character(**good)
    if sheet.id and not is_id(sheet.id):
        faults.append(Fault("id", "SAC-BUILDER-06", f"{sheet.id!r:.40}", "a-z, 0-9, _ and -"))
        sheet = structs.replace(sheet, id="")
    return sheet, (*faults, *faults_of(content, sheet))
