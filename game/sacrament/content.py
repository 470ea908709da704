"""Content that all scenarios share: abilities, gear, bestiary, aftershock tables, pre-made characters.

Read from ``data/sacrament/*.yaml`` into typed structs and checked as a whole. The form: ``data/sacrament/README.md``.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias

from msgspec import Struct

from game.core.content import DATA, ContentError, Lines, convert, digest, load_yaml
from game.sacrament.effects.lists import AnyEffect, Effects
from game.sacrament.effects.reading import prepare, words_in
from game.sacrament.effects.standing import Bonus
from game.sacrament.values import MILESTONES, TIERS

FOLDER = DATA / "sacrament"
PATHS: Final = ("cantor", "arcane", "penitent", "warden")
ATTRIBUTES: Final = ("strength", "agility", "wits", "will")
INNATE: Final = ("move", "strike", "guard")
PRACTICES: Final = ("meditation", "prayer", "atonement", "vigil")
WEIGHTS: Final = {"light": (1, 3), "medium": (2, 4), "heavy": (3, 5)}
"""Slots and durability of a suit by its weight (SAC-ARMOUR-02)."""


Range: TypeAlias = Literal["self", "melee", "near", "far"]
Target: TypeAlias = Literal[
    "none", "self", "ally", "other_ally", "allies", "healing", "bleeding", "foe", "unholy_foe", "foes_in_tile",
    "all_foes", "dead_foes", "tile", "tile_within_3",
]  # fmt: skip
Trigger: TypeAlias = Literal[
    "", "hit_declared", "harm_due", "falling", "death_check", "ally_hits", "wounded"
]
Once: TypeAlias = Literal["", "turn", "round", "scene", "session"]


class Ability(Struct, frozen=True, forbid_unknown_fields=True):
    """An ability on a path (SAC-PATH-01). A reaction is an action with a trigger."""

    id: str
    path: Literal["innate", "cantor", "arcane", "penitent", "warden"]
    level: int
    kind: Literal["action", "spell", "passive"]
    parents: tuple[str, ...] = ()
    cost: int = 0
    risk: int = 0
    range: Range = "self"
    target: Target = "none"
    weapon: Literal["", "melee", "ranged", "bow"] = ""
    trigger: Trigger = ""
    once: Once = ""
    knack: tuple[str, ...] = ()
    effects: Effects = ()

    @property
    def is_spell(self) -> bool:
        """Whether using it raises the ladder (SAC-MAGIC-01)."""
        return self.kind == "spell"


class Weapon(Struct, frozen=True, forbid_unknown_fields=True):
    """A weapon; every tier has the same tags (SAC-GEAR-03)."""

    id: str
    ways: tuple[Literal["melee", "thrown", "shot"], ...]
    price: int
    thrown_with: tuple[str, ...] = ("agility",)
    hands: int = 1
    slots: int = 1
    small: bool = False
    fine: bool = False
    holy: bool = False
    quick: bool = False
    far: bool = False
    pierces: bool = False
    reroll_ones: bool = False
    to_hit: int = 0
    push: int = 0
    once: Once = ""
    checks: dict[str, int] = {}
    serves: tuple[str, ...] = ()


class Armour(Struct, frozen=True, forbid_unknown_fields=True):
    """A suit of armour."""

    id: str
    weight: Literal["light", "medium", "heavy"]
    prices: tuple[int, ...]


class Thing(Struct, frozen=True, forbid_unknown_fields=True):
    """A trinket or another thing that can be carried and perhaps used."""

    id: str
    price: int
    tier: int = 1
    trinket: bool = False
    magic: bool = False
    risk: int = 0
    cost: int = 0
    charges: int = 0
    refill: int = 0
    uses: int = 0
    hands: int = 0
    light: int = 0
    small: bool = False
    once: Once = ""
    range: Range = "self"
    target: Target = "none"
    trigger: Trigger = ""
    knack: tuple[str, ...] = ()
    checks: dict[str, int] = {}
    serves: tuple[str, ...] = ()
    passive: Effects = ()
    effects: Effects = ()


class Hide(Struct, frozen=True, forbid_unknown_fields=True):
    """Dice an adversary absorbs with (SAC-ATTACK-02)."""

    dice: int
    terrain: str = ""
    against: Literal["", "strike"] = ""


class Special(Struct, frozen=True, forbid_unknown_fields=True):
    """A listed move of an adversary besides its plain attack."""

    id: str
    effects: Effects
    range: Range = "near"
    target: Literal["one", "all"] = "one"
    every: int = 0
    once: bool = False
    instead: bool = False


class Rises(Struct, frozen=True, forbid_unknown_fields=True):
    """Once at 0, it rises with ``harm`` boxes while the ladder is at ``ladder`` or above."""

    harm: int
    ladder: int


class Block(Struct, frozen=True, forbid_unknown_fields=True):
    """An adversary's block."""

    id: str
    level: int
    difficulty: int
    harm: int
    dice: int
    attacks: int = 1
    speed: int = 1
    reach: int = 0
    crit: Literal["std", "any_6", "never"] = "std"
    tags: tuple[str, ...] = ()
    tactics: tuple[str, ...] = ()
    rider: Effects = ()
    special: Special | None = None
    hide: Hide | None = None
    out: Effects = ()
    at_half: Effects = ()
    on_spell: Effects = ()
    round_end: Effects = ()
    rises: Rises | None = None
    swims: bool = False
    still_when_lit: bool = False


class Premade(Struct, frozen=True, forbid_unknown_fields=True):
    """A ready character at level 1, and the picks it takes later."""

    id: str
    attributes: dict[str, int]
    picks: tuple[str, ...]
    practice: Literal["meditation", "prayer", "atonement", "vigil"]
    vow_tag: str
    next: tuple[tuple[str, ...], ...]
    trinkets: tuple[str, ...]
    """The trinket that comes with each level from 2 on (SAC-GEAR-07)."""
    weapon: str = "arming_sword"
    main: str = ""
    """The weapon that comes with a level above 1; else ``weapon``."""
    buys: tuple[str, ...] = ()


TACTICS: Final = frozenset({
    "herd", "cruel", "threat", "restless", "relentless", "coward", "yields", "skirmish", "duel", "guard_ally", "mobile",
    "command", "ghoulish", "shy", "split", "casters",
})  # fmt: skip
TAGS: Final = frozenset({"human", "dead", "horror", "beast", "swarm", "elite", "innocent", "song"})


class Content(Struct, frozen=True):
    """All of it. Never changed after reading."""

    abilities: dict[str, Ability]
    weapons: dict[str, Weapon]
    armour: dict[str, Armour]
    things: dict[str, Thing]
    tier_factor: tuple[int, ...]
    kit: tuple[str, ...]
    bestiary: dict[str, Block]
    tables: dict[int, tuple[Effects, ...]]
    premades: dict[str, Premade]
    digest: str

    def is_item(self, id: str) -> bool:
        """Whether there is such a thing to carry."""
        return id in self.weapons or id in self.armour or id in self.things

    def on_path(self, path: str) -> tuple[Ability, ...]:
        """The abilities of a path in reading order."""
        return tuple(ability for ability in self.abilities.values() if ability.path == path)

    def children(self, id: str) -> tuple[str, ...]:
        """The abilities that branch from one."""
        return tuple(ability.id for ability in self.abilities.values() if id in ability.parents)

    def price(self, id: str, tier: int) -> int:
        """The list price."""
        if id in self.weapons:
            return self.weapons[id].price * self.tier_factor[tier - 1]
        if id in self.armour:
            return self.armour[id].prices[tier - 1]
        return self.things[id].price


class _Reader:
    """Reads the entries of files, each fault with its place; faults are gathered when a list is given."""

    def __init__(self, problems: list[ContentError] | None) -> None:
        self.problems = problems

    def fault(self, error: ContentError) -> None:
        if self.problems is None:
            raise error
        self.problems.append(error)

    def entries(self, data: Any, lines: Lines, key: str, type: Any, **fixed: Any) -> dict[str, Any]:
        found: dict[str, Any] = {}
        section = data.get(key) if isinstance(data, dict) else None
        if not isinstance(section, dict):
            self.fault(lines.error((key,), "no such key", f"a mapping {key} from ids to entries"))
            return found
        for id, entry in section.items():
            try:
                if not isinstance(entry, dict):
                    raise lines.error((key, id), "no mapping", "the fields of an entry")
                prepared = prepare(entry, lines, (key, id))
                found[str(id)] = convert({"id": str(id), **prepared, **fixed}, lines, type, at=(key, id))
            except ContentError as error:
                self.fault(error)
        return found


    def part(self, data: Any, lines: Lines, key: str, type: Any, otherwise: Any) -> Any:
        """The value of a key at the top of a file as ``type``; ``otherwise`` where it is missing or wrong."""
        if not isinstance(data, dict) or key not in data:
            return otherwise
        try:
            return convert(data[key], lines, type, at=(key,))
        except ContentError as error:
            self.fault(error)
            return otherwise


def read_content(folder: Path = FOLDER, problems: list[ContentError] | None = None) -> Content:
    """The content of a folder. Raises the first ``ContentError``, or gathers them all in ``problems``."""
    read = _Reader(problems)
    raw: list[Any] = []
    sources: dict[str, tuple[Any, Lines]] = {}
    for name in ("abilities", "gear", "bestiary", "aftershocks", "characters"):
        try:
            sources[name] = load_yaml(folder / f"{name}.yaml")
        except ContentError as error:
            read.fault(error)
            sources[name] = ({}, Lines(folder / f"{name}.yaml"))
        raw.append(sources[name][0])
    data, lines = sources["abilities"]
    abilities = read.entries(data, lines, "abilities", Ability)
    _check_paths(abilities, lines, read)
    gear, gear_lines = sources["gear"]
    weapons = read.entries(gear, gear_lines, "weapons", Weapon)
    armour = read.entries(gear, gear_lines, "armour", Armour)
    things = {
        **read.entries(gear, gear_lines, "trinkets", Thing, trinket=True),
        **read.entries(gear, gear_lines, "goods", Thing),
    }
    factor = read.part(gear, gear_lines, "tiers", dict[str, tuple[int, ...]], {}).get("weapon", ())
    if len(factor) != TIERS:
        read.fault(gear_lines.error(("tiers",), f"{len(factor)} factors", f"weapon: a list of {TIERS} numbers"))
    for suit in armour.values():
        if len(suit.prices) != TIERS:
            read.fault(gear_lines.error(("armour", suit.id), f"{len(suit.prices)} prices", f"{TIERS}, one a tier"))
    kit: tuple[str, ...] = read.part(gear, gear_lines, "kit", tuple[str, ...], ())
    known = {*weapons, *armour, *things}
    for id in kit:
        if id not in known:
            read.fault(gear_lines.error(("kit",), repr(id), "the id of a weapon, suit or thing"))
    beasts, beast_lines = sources["bestiary"]
    bestiary = read.entries(beasts, beast_lines, "bestiary", Block)
    for block in bestiary.values():
        for word, allowed in (("tags", TAGS), ("tactics", TACTICS)):
            for tag in getattr(block, word):
                if tag not in allowed:
                    read.fault(beast_lines.error(("bestiary", block.id, word), tag, ", ".join(sorted(allowed))))
    shocks, shock_lines = sources["aftershocks"]
    tables = read_tables(shocks, shock_lines, read.problems)
    people, people_lines = sources["characters"]
    premades = read.entries(people, people_lines, "characters", Premade)
    for made in premades.values():
        found = [things[id].tier if id in things and things[id].trinket else TIERS + 1 for id in made.trinkets]
        if len(found) != TIERS - 1 or any(tier > level for level, tier in enumerate(found, 2)):
            expected = "a trinket for each of the levels 2 to 5, of no higher tier"
            read.fault(people_lines.error(("characters", made.id, "trinkets"), ", ".join(made.trinkets), expected))
    everything = (*abilities.values(), *things.values(), *bestiary.values())
    for entry in everything:
        for effect in words_in(entry):
            for id in effect.beasts():
                if id not in bestiary:
                    read.fault(beast_lines.error(("bestiary",), f"{id} in {entry.id}", "the id of an adversary"))
    return Content(
        abilities, weapons, armour, things, factor, kit, bestiary, tables, premades, digest(with_text_keys(raw))
    )


def read_tables(data: Any, lines: Lines, problems: list[ContentError] | None = None) -> dict[int, tuple[Effects, ...]]:
    """Aftershock tables: six lists of effects for each milestone (SAC-MILESTONE-01)."""
    tables: dict[int, tuple[Effects, ...]] = {}
    read = _Reader(problems)
    section = data.get("tables") if isinstance(data, dict) else None
    if section is not None and not isinstance(section, dict):
        read.fault(lines.error(("tables",), f"{section!r:.40}", "a mapping from milestones to lists of effects"))
        section = None
    for milestone, rows in (section or {}).items():
        at = ("tables", milestone)
        if milestone not in MILESTONES or not isinstance(rows, list) or len(rows) != 6:
            read.fault(lines.error(at, f"{milestone} with {rows!r:.40}", "9, 15 or 21, each with six lists of effects"))
            continue
        try:
            prepared = prepare({"rows": [{"effects": row} for row in rows]}, lines, at)
            tables[milestone] = tuple(
                convert(row["effects"], lines, Effects, at=(*at, number)) for number, row in enumerate(prepared["rows"])
            )
        except ContentError as error:
            read.fault(error)
    return tables


def _check_paths(abilities: dict[str, Ability], lines: Lines, read: _Reader) -> None:
    """Parents exist, lie on the same path and are not of a higher level; passives cost nothing (SAC-PATH-03)."""
    for ability in abilities.values():
        at = ("abilities", ability.id)
        if not 1 <= ability.level <= 5:
            read.fault(lines.error((*at, "level"), str(ability.level), "1 to 5"))
        for parent in ability.parents:
            other = abilities.get(parent)
            if other is None:
                read.fault(lines.error((*at, "parents"), repr(parent), "the id of an ability"))
            elif other.level > ability.level or other.path != ability.path:
                read.fault(lines.error((*at, "parents"), repr(parent), "an ability of the path, not of a higher level"))
        if ability.kind == "passive" and (ability.cost or ability.risk):
            read.fault(lines.error(at, "a passive with a cost", "cost and risk left out"))
        if ability.path not in ("innate", *PATHS):
            read.fault(lines.error((*at, "path"), ability.path, ", ".join(PATHS)))
    for name in INNATE:
        if name not in abilities:
            read.fault(lines.error(("abilities",), f"no {name}", f"the innate {', '.join(INNATE)}"))
    orphans = {id for id, ability in abilities.items() if ability.parents}
    changed = True
    while changed:
        found = {id for id in orphans if any(parent not in orphans for parent in abilities[id].parents)}
        changed = bool(found)
        orphans -= found
    for id in sorted(orphans):
        read.fault(lines.error(("abilities", id, "parents"), "a circle", "a way down to an ability without parents"))


def with_text_keys(value: Any) -> Any:
    """Parsed data with every key as text, fit for a digest."""
    if isinstance(value, dict):
        return {str(key): with_text_keys(entry) for key, entry in value.items()}
    return [with_text_keys(entry) for entry in value] if isinstance(value, list) else value


@lru_cache(maxsize=1)
def standard_content() -> Content:
    """The game's own content."""
    return read_content()


def bonuses_of(effects: tuple[AnyEffect, ...]) -> tuple[Bonus, ...]:
    """The standing bonuses among the effects of a passive."""
    return tuple(effect for effect in effects if isinstance(effect, Bonus))
