"""What follows from a sheet: what a character knows, carries and can do at every turn."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from game.sacrament.characters import BASE_SLOTS, RAISES, Character, Item, add_item, durability, slots_used
from game.sacrament.content import ATTRIBUTES, INNATE, Content, bonuses_of, standard_content
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


def fits(content: Content, sheet: Character, item: Item, more: int = 0) -> bool:
    """Whether the pack has room for it (SAC-PACK-05). ``more``: slots that passing bonuses add or take."""
    return slots_used(content, add_item(content, sheet, item).items, sheet.gold) <= kit_of(sheet).capacity + more
