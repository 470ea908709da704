"""What follows from a sheet: what a character knows, carries and can do at every turn."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache

from game.core.contract import Action
from game.sacrament.characters import (
    BASE_SLOTS,
    GOLD_A_SLOT,
    RAISES,
    Character,
    Item,
    durability,
    entry_slots,
    item_from,
    more_slots,
)
from game.sacrament.content import ATTRIBUTES, INNATE, Content, Thing, bonuses_of, standard_content
from game.sacrament.effects.standing import Risk
from game.sacrament.uses import DROPS, WIELDS, Arm, GiftsTo, ability_use, thing_use


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


class Boons:
    """What training and ``things`` that help by being carried bring together, whatever else is carried."""

    def __init__(self, training: Training, things: tuple[str, ...]) -> None:
        every = standard_content().things
        worn = [every[id] for id in things]
        standing = [*training.standing, *(bonus for thing in worn for bonus in bonuses_of(thing.passive))]
        plain: dict[str, int] = {}
        for bonus in standing:
            if not bonus.condition:
                plain[bonus.what] = plain.get(bonus.what, 0) + bonus.n
        self.bonus = {name: plain.get(name, 0) for name in ATTRIBUTES}
        self.value = {name: training.base[name] + self.bonus[name] for name in ATTRIBUTES}
        self.capacity = BASE_SLOTS + max(0, self.value["strength"]) + plain.get("slots", 0)
        self.death = plain.get("death", 0)
        self.cleanse = plain.get("cleanse", 0)
        self.guard_dice = 1 + plain.get("guard_dice", 0)
        self.never_surprised = bool(plain.get("never_surprised"))
        self.masked = bool(plain.get("masked"))
        self.mends = bool(plain.get("mend"))
        self.durability = plain.get("durability", 0)
        self.hurt_attack = sum(b.n for b in standing if b.what == "attack" and b.condition == "hurt")
        self.light_absorb = sum(b.n for b in standing if b.what == "absorb" and b.condition == "light_or_bare")
        self.light = any(thing.light for thing in worn)
        self._strikes: dict[str, tuple[int, str, int, str]] = {}

    def strikes(self, id: str) -> tuple[int, str, int, str]:
        """Of a weapon: the best attribute value and its name in Melee, then at Near (empty name: not possible)."""
        found = self._strikes.get(id)
        if found is None:
            weapon = standard_content().weapons[id]
            melee: list[str] = []
            near: list[str] = []
            if "melee" in weapon.ways:
                melee += ["strength", *(["agility"] if weapon.fine else [])]
            if "thrown" in weapon.ways:
                near += weapon.thrown_with
                melee += weapon.thrown_with
            if "shot" in weapon.ways:
                near.append("agility")
            found = self._strikes[id] = (*self._best(melee), *self._best(near))
        return found

    def _best(self, names: Sequence[str]) -> tuple[int, str]:
        if not names:
            return 0, ""
        name = max(names, key=lambda n: self.value[n])
        return self.value[name], name


class Kit:
    """What follows from a sheet: values that the rules ask for at every turn. Made once for each sheet."""

    def __init__(
        self, training: Training, items: tuple[Item, ...], worn: str, hands: tuple[str, ...], gold: int, level: int
    ) -> None:
        content = standard_content()
        every_thing, every_weapon = content.things, content.weapons
        things: dict[str, Thing] = {}
        weapons: dict[str, Item] = {}
        listed: list[tuple[str, int, int]] = []
        loose: dict[str, None] = {}
        usable: list[tuple[str, Thing, Item]] = []
        armour: Item | None = None
        used = gold // GOLD_A_SLOT
        for item in items:
            id = item.id
            key = id if item.tier == 1 else item.key
            listed.append((key, item.n, item.left))
            used += entry_slots(content, item)
            if key == worn and armour is None:
                armour = item
            else:
                loose[key] = None
            if id in every_weapon:
                if item.tier <= level:
                    weapons[key] = item
            elif id in every_thing:
                thing = every_thing[id]
                if thing.tier <= level:
                    things[key] = thing
                    if thing.effects and not thing.trigger:
                        usable.append((key, thing, item))
        boons = _boons(training, tuple([thing.id for thing in things.values() if thing.passive or thing.light]))
        self._take_over(training, boons)
        self.listed = tuple(listed)
        """What is carried, for others to see."""
        self.used = used
        self.free = boons.capacity - used
        self.armour = armour
        self.armour_dice = armour.tier if armour else 0
        self.armour_weight = content.armour[armour.id].weight if armour else ""
        self.durability = durability(content, armour, boons.durability) if armour else 0
        self.weapons: dict[str, Item] = weapons
        self.things = things
        self.usable = tuple(usable)
        self.tools = tuple([thing_use(key) for key, thing, item in self.usable if item.left or not thing.charges])
        """Things that can be used now: not those whose charges are spent."""
        self._sort_weapons(boons, hands)
        self.loose = tuple(loose)
        """What is neither worn nor the only one of its key that is."""
        self.drops = tuple([DROPS[key] for key in loose])
        self.gifts = GiftsTo(self.loose)
        self._items = items
        self._fills: dict[str, int] = {}
        self.offers: dict[tuple[object, ...], tuple[Action, ...]] = {}
        """What can be bought, sold and exchanged with it; ``offers`` fills it."""

    def _take_over(self, training: Training, boons: Boons) -> None:
        """What does not hang on the rest of the pack."""
        self.known: frozenset[str] = training.known
        self.abilities = training.abilities
        self.base = training.base
        self.bonus = boons.bonus
        self.value = boons.value
        """Effective attributes: base and bonus (SAC-ATTR-04)."""
        self.capacity = boons.capacity
        self.risk = training.risk
        self.death = boons.death
        self.cleanse = boons.cleanse
        self.guard_dice = boons.guard_dice
        self.never_surprised = boons.never_surprised
        self.masked = boons.masked
        self.mends = boons.mends
        self.hurt_attack = boons.hurt_attack
        self.light_absorb = boons.light_absorb
        self.actions = training.actions
        self.powers = training.powers
        self.reactions = training.reactions
        self.reacts = training.reacts
        self.heals = training.heals
        self.light = boons.light

    def _sort_weapons(self, boons: Boons, hands: tuple[str, ...]) -> None:
        """What is in the hands, what could be, and what each strikes with."""
        weapons, every_weapon = self.weapons, standard_content().weapons
        self.strikes = {key: boons.strikes(item.id) for key, item in weapons.items()}
        """By weapon: the best attribute value and its name in Melee, then at Near (empty name: not possible)."""
        self.arms = tuple([
            _arm(key, weapons[key].id, self.strikes[key][1], self.strikes[key][3]) for key in hands if key in weapons
        ])
        """What is in the hands."""
        stowed = [key for key in weapons if key not in hands]
        self.draws = tuple([WIELDS[key] for key in stowed])
        self.quick_draws = tuple([WIELDS[key] for key in stowed if every_weapon[weapons[key].id].quick])

    def fills(self, key: str) -> int:
        """Slots that one whole thing of a key would fill more (SAC-PACK-02)."""
        found = self._fills.get(key)
        if found is None:
            found = self._fills[key] = more_slots(standard_content(), self._items, item_from(key))
        return found


@cache
def _arm(key: str, id: str, melee: str, near: str) -> Arm:
    return Arm(key, melee, near, standard_content().weapons[id])


_training = lru_cache(maxsize=1 << 12)(Training)
_boons = lru_cache(maxsize=1 << 12)(Boons)
_kit = lru_cache(maxsize=1 << 13)(Kit)


def kit_of(sheet: Character) -> Kit:
    """The kit of a sheet; the same object for sheets that differ in nothing that matters to it."""
    training = _training(sheet.picks, tuple(sheet.attributes.items()))
    return _kit(training, sheet.items, sheet.worn, sheet.hands, sheet.gold, sheet.level)


def fits(content: Content, sheet: Character, item: Item, more: int = 0) -> bool:
    """Whether the pack has room for it (SAC-PACK-05). ``more``: slots that passing bonuses add or take."""
    return more_slots(content, sheet.items, item) <= kit_of(sheet).free + more
