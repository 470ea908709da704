"""Scenarios: node graphs with their fights and endings, read from YAML and checked as a whole.

The form: ``data/sacrament/README.md``. ``read_scenario`` lists every fault with file, line and node.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any, Final, Literal

from msgspec import Meta, Struct, field

from game.core.content import ContentError, Lines, convert, digest, load_yaml
from game.core.names import is_id
from game.sacrament import conditions
from game.sacrament.characters import LEVELS
from game.sacrament.content import ATTRIBUTES, FOLDER, PRACTICES, Content, read_tables, standard_content, with_text_keys
from game.sacrament.effects.lists import AnyEffect, Effects, When
from game.sacrament.effects.reading import prepare, words_in
from game.sacrament.effects.standing import AddCond
from game.sacrament.effects.story import Clock, End, Flag, GiveItem, Goto, Shop, StartFight
from game.sacrament.maps import FOLDER as MAPS
from game.sacrament.maps import Grid, load_grid
from game.sacrament.values import TOP

SCENARIOS: Final = ("wickham", "millrace", "candles")
DIFFICULTIES: Final = ("written", "gentle", "normal", "grim", "damned")
KNACKS: Final = ("climb", "sneak", "open")
RULE_FLAGS: Final = ("risen",)
"""Flags that the rules set (aftershock 6 at 21)."""
RULE_ATOMS: Final = ("ladder", "cleansed")


class BonusIf(Struct, frozen=True, forbid_unknown_fields=True):
    """A situational bonus of a scenario's check (SAC-CHECK-08)."""

    condition: str = field(name="if")
    n: int = 0


class BonusItem(Struct, frozen=True, forbid_unknown_fields=True):
    """A bonus that one use of a thing buys."""

    id: str
    n: int


class CheckSpec(Struct, frozen=True, forbid_unknown_fields=True):
    """A check of a choice or object. ``fail`` is never empty (SAC-CHECK-04)."""

    attr: tuple[str, ...]
    dc: int
    fail: Effects
    ok: Effects = ()
    bonus_if: tuple[BonusIf, ...] = ()
    bonus_item: BonusItem | None = None
    vow_tag: str = ""
    retry: Literal["no", "other"] = "no"
    hidden: bool = False


class Choice(Struct, frozen=True, forbid_unknown_fields=True):
    """Something the party can do at a node."""

    id: str
    condition: str = field(default="true", name="if")
    once: bool = False
    who: Literal["any", "each", "group", "bedside"] = "any"
    cost: Effects = ()
    check: CheckSpec | None = None
    effects: Effects = ()
    then: Effects = ()
    group: str = ""
    tag: str = ""
    tried_with: str = ""
    per_pc: bool = False


class Way(Struct, frozen=True, forbid_unknown_fields=True):
    """A way on to another node."""

    to: str
    condition: str = field(default="true", name="if")


class Beat(Struct, frozen=True, forbid_unknown_fields=True):
    """What a Horror Token does here outside combat (SAC-HORROR-08)."""

    id: str
    effects: Effects


class Entry(Struct, frozen=True, forbid_unknown_fields=True):
    """Effects at every entry after the ``after``-th."""

    after: int
    effects: Effects


class RestSpec(Struct, frozen=True, forbid_unknown_fields=True):
    """The rest a node offers."""

    kinds: tuple[Literal["short", "night"], ...]
    interrupt: int = 0
    on_interrupt: Effects = ()
    night: Effects = ()


class Node(Struct, frozen=True, forbid_unknown_fields=True):
    """A place of the story."""

    id: str
    kind: Literal["scene", "rest", "fight"]
    fight: str = ""
    safe: str = "false"
    practices: tuple[str, ...] = ()
    npcs: tuple[str, ...] = ()
    on_enter: Effects = ()
    on_entry: tuple[Entry, ...] = ()
    beats: tuple[Beat, ...] = ()
    choices: dict[str, Choice] = {}
    ways: tuple[Way, ...] = ()
    ash: Effects | None = None
    limit: dict[str, int] = {}
    rest: RestSpec | None = None


class Group(Struct, frozen=True, forbid_unknown_fields=True):
    """Adversaries of a fight: from the beginning, or at the start of round ``round``, ``at`` tiles of a kind."""

    adv: str
    n: int = 1
    round: int = 0
    at: str = ""


class Adjust(Struct, frozen=True, forbid_unknown_fields=True):
    """``n`` more (or fewer) of a group for each point of a flag."""

    flag: str
    adv: str
    n: int
    round: int = 0


class LeaderAt(Struct, frozen=True, forbid_unknown_fields=True):
    """With the flag, the leader stands on a start tile (counted from 0)."""

    flag: str
    start: int


class LeaderAttacks(Struct, frozen=True, forbid_unknown_fields=True):
    """With the flag, the leader has ``n`` attacks in that round."""

    flag: str
    round: int
    n: int


class StartOn(Struct, frozen=True, forbid_unknown_fields=True):
    """With the flag, the party starts on tiles of a kind."""

    flag: str
    terrain: str


class Opening(Struct, frozen=True, forbid_unknown_fields=True):
    """Effects when the counters are on the map."""

    condition: str = field(name="if")
    effects: Effects = ()


class ObjectSpec(Struct, frozen=True, forbid_unknown_fields=True):
    """An object of the map that a PC can use."""

    id: str
    cost: int
    condition: str = field(default="true", name="if")
    reach: int = 0
    once: bool = False
    check: CheckSpec | None = None
    effects: Effects = ()


class FightSpec(Struct, frozen=True, forbid_unknown_fields=True):
    """An encounter: its map, who is there at which difficulty, and where the story goes on."""

    id: str
    map: str
    groups: dict[str, tuple[Group, ...]]
    win: str
    defeat: str
    fled: str
    leader: str = ""
    lanterns: bool = False
    keeps_fallen: bool = False
    adjust: tuple[Adjust, ...] = ()
    leader_at: LeaderAt | None = None
    leader_attacks: LeaderAttacks | None = None
    start_on: StartOn | None = None
    opening: tuple[Opening, ...] = ()
    objects: dict[str, ObjectSpec] = {}
    surprise: Literal["none", "party", "foes"] = "none"
    win_effects: Effects = ()
    fled_effects: Effects = ()

    def groups_at(self, difficulty: str) -> tuple[Group, ...]:
        """The groups of a difficulty; a missing one falls back as the author's page says."""
        back = {"written": "gentle", "grim": "normal", "damned": "grim", "gentle": "normal"}
        while difficulty not in self.groups:
            difficulty = back[difficulty]
        return self.groups[difficulty]


class PerMove(Struct, frozen=True, forbid_unknown_fields=True):
    """A clock that moves with every move between nodes after the ``after``-th."""

    after: int
    n: int


class ClockSpec(Struct, frozen=True, forbid_unknown_fields=True):
    """A clock from ``start`` to ``end``; what its end brings; the node that stops it."""

    id: str
    start: int
    end: int
    on_end: Effects
    stopped_by: str = ""
    per_move: PerMove | None = None


class Ending(Struct, frozen=True, forbid_unknown_fields=True):
    """An ending; the first whose condition holds is played."""

    id: str
    condition: str = field(default="true", name="if")
    effects: Effects = ()
    level_up: bool = False


class Scenario(Struct, frozen=True):
    """A whole adventure."""

    id: str
    level: int
    start: str
    ladder_start: int | None
    clocks: dict[str, ClockSpec]
    npcs: dict[str, int]
    nodes: dict[str, Node]
    fights: dict[str, FightSpec]
    endings: tuple[Ending, ...]
    tables: dict[int, tuple[Effects, ...]]
    digest: str


class _Head(Struct, frozen=True):
    """What a file says of the whole story, beside its parts."""

    id: str = ""
    level: Annotated[int, Meta(ge=1, le=LEVELS)] = 1
    start: str = ""
    ladder_start: Annotated[int, Meta(ge=0, le=TOP)] | None = None
    npcs: dict[str, int] = {}


_TOP = {*_Head.__struct_fields__, "clocks", "nodes", "fights", "endings", "tables"}


def read_scenario(
    path: Path, content: Content, problems: list[ContentError] | None = None, maps: Path = MAPS
) -> Scenario:
    """The scenario of a file. Raises the first ``ContentError``, or gathers all of them in ``problems``."""
    faults: list[ContentError] = []
    data, lines = load_yaml(path)
    if not isinstance(data, dict):
        raise lines.error((), "no mapping", "a scenario: id, level, start, nodes, fights, endings")
    known = f"only {', '.join(sorted(_TOP))}"
    faults += [lines.error((key,), f"the unknown key {key}", known) for key in data if key not in _TOP]

    def table(value: Any, key: tuple[str | int, ...], type: Any) -> dict[str, Any]:
        found: dict[str, Any] = {}
        if not isinstance(value, dict):
            faults.append(lines.error(key, "no mapping", "a mapping from ids to entries"))
            return found
        for id, entry in value.items():
            try:
                if not isinstance(entry, dict):
                    raise lines.error((*key, id), f"{entry!r:.30}", "a mapping of fields")
                _refuse_costless(entry, lines, (*key, id))
                prepared = _prepared(entry, lines, (*key, id))
                found[str(id)] = convert({"id": str(id), **prepared}, lines, type, at=(*key, id))
            except ContentError as error:
                faults.append(error)
        return found

    nodes = table(data.get("nodes"), ("nodes",), Node)
    fights = table(data.get("fights", {}), ("fights",), FightSpec)
    clocks = table(data.get("clocks", {}), ("clocks",), ClockSpec)
    endings = _read_endings(data, lines, faults)
    head = _Head()
    try:
        head = convert({key: data[key] for key in _Head.__struct_fields__ if key in data}, lines, _Head)
    except ContentError as error:
        faults.append(error)
    scenario = Scenario(
        id=head.id or path.stem,
        level=head.level,
        start=head.start,
        ladder_start=head.ladder_start,
        clocks=clocks,
        npcs=head.npcs,
        nodes=nodes,
        fights=fights,
        endings=endings,
        tables=read_tables(data, lines, faults) if "tables" in data else {},
        digest=digest(with_text_keys(data)),
    )
    if not faults:
        faults += _Checker(scenario, lines, content, maps).faults()
    if problems is None and faults:
        raise faults[0]
    if problems is not None:
        problems += faults
    return scenario


def _read_endings(data: dict[str, Any], lines: Lines, faults: list[ContentError]) -> tuple[Ending, ...]:
    endings: list[Ending] = []
    written = data.get("endings") or []
    if not isinstance(written, list):
        faults.append(lines.error(("endings",), f"{written!r:.40}", "a list of endings"))
        written = []
    for index, entry in enumerate(written):
        try:
            prepared = prepare(entry, lines, ("endings", index))
            endings.append(convert(prepared, lines, Ending, at=("endings", index)))
        except ContentError as error:
            faults.append(error)
    return tuple(endings)


def _refuse_costless(entry: Any, lines: Lines, at: tuple[str | int, ...]) -> None:
    """A check without a failure outcome has its own message (SAC-CHECK-04)."""
    if isinstance(entry, dict):
        for key, value in entry.items():
            if key == "check" and isinstance(value, dict) and not value.get("fail"):
                cure = "fail: what it costs, never empty (SAC-CHECK-04)"
                raise lines.error((*at, key), "a check without a failure", cure)
            _refuse_costless(value, lines, (*at, key))
    elif isinstance(entry, list):
        for index, value in enumerate(entry):
            _refuse_costless(value, lines, (*at, index))


def _prepared(entry: dict[str, Any], lines: Lines, at: tuple[str | int, ...]) -> dict[str, Any]:
    """Short forms in full: ways as words, ids of choices and objects."""
    out = prepare(entry, lines, at)
    if isinstance(out.get("ways"), list):
        out["ways"] = [{"to": way} if isinstance(way, str) else way for way in out["ways"]]
    for key in ("choices", "objects"):
        if isinstance(out.get(key), dict):
            for name, value in out[key].items():
                if value is not None and not isinstance(value, dict):
                    raise lines.error((*at, key, name), f"{value!r:.40}", "a mapping of fields")
            out[key] = {name: {"id": str(name), **(value or {})} for name, value in out[key].items()}
    return dict(out)


class _Checker:
    """Everything that only shows when the scenario is seen as a whole."""

    def __init__(self, scenario: Scenario, lines: Lines, content: Content, maps: Path) -> None:
        self.scenario = scenario
        self.lines = lines
        self.content = content
        self.maps = maps
        self.found: list[ContentError] = []

    def fault(self, at: tuple[str | int, ...], found: str, expected: str) -> None:
        self.found.append(self.lines.error(at, found, expected))

    def faults(self) -> list[ContentError]:
        scenario = self.scenario
        if scenario.start not in scenario.nodes:
            self.fault(("start",), repr(scenario.start), "the id of a node")
            return self.found
        if scenario.start == "defeat":
            self.fault(("start",), "defeat", "another node: nobody begins with a defeat")
        self._links()
        self._words()
        self._conditions()
        self._fights()
        self._ways_on()
        self._circles()
        self._endings()
        return self.found

    def parts(self) -> Iterator[tuple[tuple[str | int, ...], Any]]:
        """Every piece that holds effects, with its place."""
        for id, node in self.scenario.nodes.items():
            yield ("nodes", id), node
        for id, fight in self.scenario.fights.items():
            yield ("fights", id), fight
        for id, clock in self.scenario.clocks.items():
            yield ("clocks", id), clock
        for index, ending in enumerate(self.scenario.endings):
            yield ("endings", index), ending

    def _links(self) -> None:
        nodes, fights = self.scenario.nodes, self.scenario.fights
        for id, node in nodes.items():
            for way in node.ways:
                if way.to not in nodes:
                    self.fault(("nodes", id, "ways"), f"the way to {way.to}", "the id of a node")
            if node.kind == "fight" and node.fight not in fights:
                self.fault(("nodes", id, "fight"), repr(node.fight), "the id of a fight")
            for npc in node.npcs:
                if npc not in self.scenario.npcs:
                    self.fault(("nodes", id, "npcs"), npc, "a name of npcs")
            for practice in node.practices:
                if practice not in PRACTICES:
                    self.fault(("nodes", id, "practices"), practice, ", ".join(PRACTICES))
            for choice in node.choices.values():
                at = ("nodes", id, "choices", choice.id)
                if choice.group and choice.group not in node.limit:
                    self.fault(at, f"the group {choice.group}", f"limit: {{{choice.group}: n}} at the node")
                if choice.check is None and not choice.effects:
                    self.fault(at, "neither check nor effects", "one of them")
                if choice.check is not None and choice.effects:
                    self.fault(at, "check and effects", "one of them; what follows a check is ok and fail")
                if choice.tag and choice.tag not in KNACKS:
                    self.fault((*at, "tag"), choice.tag, ", ".join(KNACKS))
        for id, fight in fights.items():
            for name in ("win", "defeat", "fled"):
                if getattr(fight, name) not in nodes:
                    self.fault(("fights", id, name), repr(getattr(fight, name)), "the id of a node")
        for id, clock in self.scenario.clocks.items():
            if clock.start == clock.end:
                self.fault(("clocks", id), "a clock that starts at its end", "different start and end")
            if clock.stopped_by and clock.stopped_by not in nodes:
                self.fault(("clocks", id, "stopped_by"), clock.stopped_by, "the id of a node")

    def _words(self) -> None:
        for at, part in self.parts():
            for effect in words_in(part):
                self._word(at, effect)
            for check in _checks_in(part):
                for name in check.attr:
                    if name not in ATTRIBUTES:
                        self.fault(at, f"the attribute {name}", ", ".join(ATTRIBUTES))
                if not 2 <= check.dc <= 30:
                    self.fault(at, f"difficulty {check.dc}", "2 to 30 (SAC-CHECK-02)")
                if not check.fail:
                    self.fault(at, "a check without a failure", "fail: what it costs, never empty (SAC-CHECK-04)")

    def _word(self, at: tuple[str | int, ...], effect: AnyEffect) -> None:
        scenario = self.scenario
        if isinstance(effect, Goto) and effect.node not in scenario.nodes:
            self.fault(at, f"goto {effect.node}", "the id of a node")
        elif isinstance(effect, StartFight) and effect.id not in scenario.fights:
            self.fault(at, f"fight {effect.id}", "the id of a fight")
        elif isinstance(effect, Clock) and effect.name not in scenario.clocks:
            self.fault(at, f"the clock {effect.name}", "the id of a clock")
        elif isinstance(effect, GiveItem) and not self.content.is_item(effect.id):
            self.fault(at, f"the item {effect.id}", "the id of a thing")
        elif isinstance(effect, Shop):
            for id in effect.items:
                if not self.content.is_item(id):
                    self.fault(at, f"{id} on sale", "the id of a thing")
        elif isinstance(effect, AddCond) and effect.who not in _WHO and effect.who not in self.content.bestiary:
            self.fault(at, f"who: {effect.who}", "a word for PCs, leader, or the id of an adversary")
        for id in effect.beasts():
            if id not in self.content.bestiary:
                self.fault(at, id, "the id of an adversary")

    def _conditions(self) -> None:
        set_flags = {*RULE_FLAGS}
        for _, part in self.parts():
            set_flags |= {effect.name for effect in words_in(part) if isinstance(effect, Flag)}
        for at, text in self._all_conditions():
            try:
                tree = conditions.parse(text)
            except conditions.ConditionError as error:
                self.fault(at, error.found, error.expected)
                continue
            for atom in sorted(conditions.atoms(tree)):
                head, _, rest = atom.partition(".")
                good = (
                    atom in RULE_ATOMS
                    or (head == "item" and self.content.is_item(rest))
                    or (head == "knows" and rest in self.content.abilities)
                    or (head == "present" and bool(rest))
                    or (head == "clock" and rest in self.scenario.clocks)
                    or atom in set_flags
                )
                if not good:
                    cure = "a flag that something sets, or a known item or clock"
                    self.fault(at, f"the condition asks for {atom}", cure)

    def _all_conditions(self) -> Iterator[tuple[tuple[str | int, ...], str]]:
        for at, part in self.parts():
            for text in _conditions_in(part):
                yield at, text

    def _fights(self) -> None:
        for id, fight in self.scenario.fights.items():
            at = ("fights", id)
            if not is_id(fight.map):
                self.fault((*at, "map"), f"{fight.map!r:.60}", "the name of a map: letters, digits, - and _")
                continue
            try:
                grid = load_grid(fight.map, self.maps)
            except ContentError as error:
                self.fault((*at, "map"), str(error), "a map that can be read")
                continue
            if "normal" not in fight.groups:
                self.fault((*at, "groups"), f"only {', '.join(fight.groups)}", "at least normal")
            for name, groups in fight.groups.items():
                if name not in DIFFICULTIES:
                    self.fault((*at, "groups"), name, ", ".join(DIFFICULTIES))
                for group in groups:
                    if group.adv not in self.content.bestiary:
                        self.fault((*at, "groups", name), group.adv, "the id of an adversary")
                    if group.at and group.at not in grid.kinds:
                        self.fault((*at, "groups", name), f"at {group.at}", "a kind of tile of the map")
            for thing in fight.objects:
                if thing not in {name for name, _ in grid.objects}:
                    self.fault((*at, "objects", thing), "no such object on the map", f"an object named {thing} in it")
            if fight.leader and fight.leader not in self.content.bestiary:
                self.fault((*at, "leader"), fight.leader, "the id of an adversary")
            if not grid.exits:
                self.fault((*at, "map"), "no exit", "at least one object of class exit")

    def _ways_on(self) -> None:
        """Every node can be reached, and can be left."""
        reached = {self.scenario.start}
        front = [self.scenario.start]
        for clock in self.scenario.clocks.values():
            front += [t for t in self._targets(clock) if t not in reached]
            reached |= set(front)
        while front:
            node = self.scenario.nodes.get(front.pop())
            if node is None:
                continue
            targets = [way.to for way in node.ways] + self._targets(node)
            if node.kind == "fight" and node.fight in self.scenario.fights:
                fight = self.scenario.fights[node.fight]
                targets += [fight.win, fight.defeat, fight.fled, *self._targets(fight)]
            fresh = [target for target in targets if target not in reached]
            reached |= set(fresh)
            front += fresh
        for id, node in self.scenario.nodes.items():
            if id not in reached:
                self.fault(("nodes", id), "a node that nothing leads to", "a way, goto or fight that leads here")
            ways = [way.condition for way in node.ways] + [choice.condition for choice in node.choices.values()]
            if node.kind != "fight" and not any(_may_hold(text) for text in ways):
                self.fault(("nodes", id), "no choice that can ever be made", "a choice or way whose condition can hold")

    def _circles(self) -> None:
        """Arriving never leads on for ever: nodes that send the party on at every entry do not form a circle."""
        onward = {
            id: self._targets(tuple(entry.effects for entry in node.on_entry))
            for id, node in self.scenario.nodes.items()
        }
        for id in onward:
            seen: set[str] = set()
            front = [*onward[id]]
            while front:
                node = front.pop()
                if node == id:
                    found = "an arrival that sends the party on and on until it is here again"
                    self.fault(("nodes", id, "on_entry"), found, "a choice or a way somewhere in the circle")
                    break
                if node not in seen:
                    seen.add(node)
                    front += onward.get(node, [])

    def _targets(self, part: Any) -> list[str]:
        """The nodes that effects inside ``part`` lead to."""
        out = []
        for effect in words_in(part):
            if isinstance(effect, Goto):
                out.append(effect.node)
            elif isinstance(effect, StartFight):
                out += [id for id, node in self.scenario.nodes.items() if node.fight == effect.id]
        return out

    def _endings(self) -> None:
        endings = self.scenario.endings
        if not endings:
            self.fault(("endings",), "none", "at least one ending")
            return
        if not any(isinstance(effect, End) for _, part in self.parts() for effect in words_in(part)):
            self.fault(("endings",), "endings that nothing leads to", "the effect end somewhere")
        for index, ending in enumerate(endings):
            last = index == len(endings) - 1
            open_ended = ending.condition == "true"
            if last and not open_ended:
                self.fault(("endings", index), f"{ending.id} with a condition", "a last ending without one")
            if not last and open_ended:
                cure = f"a condition on {ending.id} before it"
                self.fault(("endings", index + 1), "an ending that is never reached", cure)
            if not _may_hold(ending.condition):
                self.fault(("endings", index), f"{ending.id}, whose condition never holds", "a condition that can hold")


_WHO = ("target", "roller", "user", "all", "each", "one", "random", "last", "causer", "leader", "chosen")


def _may_hold(text: str) -> bool:
    try:
        return conditions.can_hold(conditions.parse(text))
    except conditions.ConditionError:
        return True  # its own fault is named elsewhere


def _checks_in(value: Any) -> Iterator[CheckSpec]:
    if isinstance(value, CheckSpec):
        yield value
    elif isinstance(value, dict):
        for entry in value.values():
            yield from _checks_in(entry)
    elif isinstance(value, Struct):
        for name in value.__struct_fields__:
            yield from _checks_in(getattr(value, name))


def _conditions_in(value: Any) -> Iterator[str]:
    if isinstance(value, (Choice, Way, BonusIf, Opening, ObjectSpec, Ending, When)):
        yield value.condition
    if isinstance(value, Node):
        yield value.safe
    if isinstance(value, Struct):
        for name in value.__struct_fields__:
            yield from _conditions_in(getattr(value, name))
    elif isinstance(value, dict):
        for entry in value.values():
            yield from _conditions_in(entry)
    elif isinstance(value, tuple):
        for entry in value:
            yield from _conditions_in(entry)


@lru_cache(maxsize=8)
def load_scenario(id: str) -> Scenario:
    """A scenario of the game by id."""
    return read_scenario(FOLDER / "scenarios" / f"{id}.yaml", standard_content())


def fight_owner(id: str) -> str:
    """The scenario that a fight of the game belongs to."""
    return next(name for name in SCENARIOS if id in load_scenario(name).fights)


__all__ = ["DIFFICULTIES", "SCENARIOS", "FightSpec", "Grid", "Node", "Scenario", "load_scenario", "read_scenario"]
