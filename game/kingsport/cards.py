"""The card set: `data/kingsport/gods.yaml` and `investigators.yaml` as typed values."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Any, Final, NamedTuple

from msgspec import Struct

from game.core import content
from game.core.numbers import is_digits
from game.kingsport.costs import Cost
from game.kingsport.dice import FACE_INDEX
from game.kingsport.effects import VERBS, Clause, Copy, Gain, Pay, Reroll, Roll, TurnDice
from game.kingsport.scenario import CONDITIONS, MOMENTS, Scenario

DATA: Final = content.DATA / "kingsport"
FAMILIES: Final = ("lesser", "elder", "great")
"""The three backs: levels I–II, III–IV, V–VI (KPT-INFO-02)."""


class RaidEffect(Struct, frozen=True, forbid_unknown_fields=True):
    """Strength added in a Raid when the condition holds (exactly one key in ``when``)."""

    plus: int
    when: dict[str, int | str]


class AtEnd(Struct, frozen=True, forbid_unknown_fields=True):
    """Points given at the end of the game only (KPT-AZA-03)."""

    points: int
    per_round_left: int

    def worth(self, rounds_left: int) -> int:
        """The points when the game ended so many rounds before its last."""
        return self.points + self.per_round_left * rounds_left


class GodEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """A god as written in the file."""

    level: int
    copies: list[int]
    cost: list[str]
    effect: list[dict[str, Any]]
    strength: int
    points: int
    raid: RaidEffect | None = None
    final: AtEnd | None = None


class RaidEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """One Raid of an Investigator."""

    round: int
    strength: int


class InvestigatorEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """An Investigator as written in the file."""

    raids: list[RaidEntry]
    scenario: Scenario


class God(Struct, frozen=True):
    """One Elder God: all its copies are alike."""

    id: str
    level: int
    copies: tuple[int, ...]
    price: Cost
    effect: tuple[Clause, ...]
    strength: int
    points: int
    raid: RaidEffect | None
    final: AtEnd | None

    @property
    def family(self) -> str:
        """Its back (KPT-INFO-02)."""
        return FAMILIES[(self.level - 1) // 2]


class Investigator(Struct, frozen=True):
    """One Investigator card (KPT-INVEST-01)."""

    id: str
    raids: tuple[tuple[int, int], ...]
    scenario: Scenario


class Place(NamedTuple):
    """An entry of a file, for errors that only these checks can see."""

    table: content.Table[Any]
    id: str

    def error(self, path: str, found: object, expected: str) -> content.ContentError:
        """The fault at a dotted ``path`` inside the entry."""
        steps = (int(step) if is_digits(step) else step for step in path.split("."))
        return self.table.error(self.id, *steps, found=repr(found), expected=expected)


class Cards:
    """The whole card set, checked."""

    def __init__(self, folder: Path = DATA) -> None:
        gods = content.load_mapping(folder / "gods.yaml", "gods", GodEntry)
        investigators = content.load_mapping(folder / "investigators.yaml", "investigators", InvestigatorEntry)
        self.gods = tuple(_god(Place(gods, name), value) for name, value in gods.items())
        for before, after in pairwise(self.gods):
            if after.level < before.level:
                raise gods.error(
                    after.id, "level", found=f"level {after.level} after {before.level}", expected="gods by level"
                )
        self.investigators = {name: _investigator(Place(investigators, name), v) for name, v in investigators.items()}
        self.digest = content.digest(list(gods), gods, investigators)

    @cached_property
    def ids(self) -> frozenset[str]:
        """The ids of all gods."""
        return frozenset(god.id for god in self.gods)


@lru_cache(maxsize=1)
def standard_cards() -> Cards:
    """The set that comes with the program."""
    return Cards()


def _god(entry: Place, value: GodEntry) -> God:
    if not 1 <= value.level <= 6:
        raise entry.error("level", value.level, "1 to 6")
    if not value.copies or any(n not in (3, 4, 5) for n in value.copies):
        raise entry.error("copies", value.copies, "a list of minimum player numbers, 3 to 5")
    if len(value.copies) > 7:
        raise entry.error("copies", value.copies, "at most seven copies")
    for field in ("strength", "points"):
        if getattr(value, field) < 0:
            raise entry.error(field, getattr(value, field), "0 or more")
    try:
        price = Cost(tuple(value.cost))
    except ValueError as fault:
        raise entry.error("cost", value.cost, str(fault).partition("expected ")[2]) from None
    if value.raid is not None:
        _check_raid(entry, value.raid)
    effect = tuple(_clause(entry, f"effect.{i}", clause) for i, clause in enumerate(value.effect))
    return God(
        entry.id,
        value.level,
        tuple(sorted(value.copies)),
        price,
        effect,
        value.strength,
        value.points,
        value.raid,
        value.final,
    )


def _check_raid(entry: Place, raid: RaidEffect) -> None:
    if len(raid.when) != 1:
        raise entry.error("raid.when", raid.when, "exactly one condition")
    ((word, value),) = raid.when.items()
    if word not in ("investigator_strength", "beside", "beside_level"):
        raise entry.error("raid.when", word, "investigator_strength, beside or beside_level")
    if word == "beside" and (not isinstance(value, str) or value not in entry.table):
        raise entry.error("raid.when.beside", value, "the id of a god")
    if word != "beside" and not isinstance(value, int):
        raise entry.error(f"raid.when.{word}", value, "a whole number")


def _faces(entry: Place, path: str, value: object) -> tuple[int, ...]:
    faces = value if isinstance(value, list) else []
    if not faces or not all(isinstance(face, str) and face in FACE_INDEX for face in faces):
        raise entry.error(path, value, "a list of faces out of E, D, X")
    return tuple(FACE_INDEX[face] for face in faces)


def _amount(entry: Place, path: str, value: object, most: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= most:
        raise entry.error(path, value, f"a whole number from 1 to {most}")
    return value


def _clause(entry: Place, path: str, clause: dict[str, Any]) -> Clause:
    """One clause as written (``{gain: [E]}``) as a value."""
    if not isinstance(clause, dict) or len(clause) != 1:
        raise entry.error(path, clause, "one effect word with its value")
    ((word, value),) = clause.items()
    if word not in VERBS:
        raise entry.error(path, word, "an effect word: " + ", ".join(VERBS))
    verb: Any = VERBS[word]
    where = f"{path}.{word}"
    if verb is Pay:
        if not isinstance(value, dict) or set(value) != {"price", "then"}:
            raise entry.error(where, value, "price and then")
        then = _clause(entry, f"{where}.then", value["then"])
        if isinstance(then, Pay):
            raise entry.error(f"{where}.then", value["then"], "a clause without a price of its own")
        return Pay(_amount(entry, f"{where}.price", value["price"], 12), then)
    if verb is TurnDice:
        if not isinstance(value, dict) or set(value) != {"from", "to", "dice"}:
            raise entry.error(where, value, "from, to and dice")
        origin = _faces(entry, f"{where}.from", value["from"])
        target = _faces(entry, f"{where}.to", value["to"])
        return TurnDice(frozenset(origin), frozenset(target), _amount(entry, f"{where}.dice", value["dice"], 5))
    if verb in (Gain, Copy):
        built: Clause = verb(_faces(entry, where, value))
    else:
        built = verb(_amount(entry, where, value, 5 if verb in (Roll, Reroll) else 12))
    return built


class Setting(NamedTuple):
    """What a condition word wants as its value."""

    fits: Callable[[object], bool]
    words: str


_SETTINGS = {
    "str": Setting(lambda value: value in FACE_INDEX, "a face: E, D or X"),
    "bool": Setting(lambda value: value is True, "true"),
    "int": Setting(lambda value: isinstance(value, int) and not isinstance(value, bool), "a whole number"),
}
"""By the type of the value that the condition's function takes."""


def _investigator(entry: Place, value: InvestigatorEntry) -> Investigator:
    rounds = [raid.round for raid in value.raids]
    if len(rounds) != 3 or sorted(set(rounds)) != rounds or not all(1 <= n <= 9 for n in rounds):
        raise entry.error("raids", rounds, "three Raids in ascending rounds from 1 to 9")
    if any(raid.strength < 0 for raid in value.raids):
        raise entry.error("raids", [raid.strength for raid in value.raids], "strengths of 0 or more")
    scenario = value.scenario
    if scenario.at is not None and scenario.at not in MOMENTS:
        raise entry.error("scenario.at", scenario.at, ", ".join(MOMENTS))
    if (scenario.at is None) != (scenario.lose == 0):
        raise entry.error("scenario", {"at": scenario.at, "lose": scenario.lose}, "at and lose together")
    for word, setting in scenario.when.items():
        if word not in CONDITIONS:
            raise entry.error("scenario.when", word, "a condition word: " + ", ".join(CONDITIONS))
        expected = _SETTINGS[tuple(CONDITIONS[word].__annotations__.values())[2]]
        if not expected.fits(setting):
            raise entry.error(f"scenario.when.{word}", setting, expected.words)
    return Investigator(entry.id, tuple((raid.round, raid.strength) for raid in value.raids), scenario)
