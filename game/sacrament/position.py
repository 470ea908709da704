"""A Sacrament position: a readable mapping, complete when written, lenient when read.

The fields: ``tests/scenarios/README.md``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeAlias

import msgspec
from msgspec import structs

from game.core.contract import Event, PositionError, SetupError
from game.core.positions import PositionReader, read_frames
from game.sacrament.adversaries import Attacked, Blow, FoeTurn, PhaseGate, WhoActs, begin_phase
from game.sacrament.campaign import Downtime, Homeward, NewPc, reach_ending
from game.sacrament.characters import LEVELS, Character, Item, add_item, best_hands, premade
from game.sacrament.combat import Onward, add_foe
from game.sacrament.content import Block, Content
from game.sacrament.effects.field import PushTo
from game.sacrament.effects.lists import NamePc, Pick, Rest
from game.sacrament.effects.wounds import ShareOut
from game.sacrament.exploration import AfterChoice, BeatWindow, EnterNode, NodeChoice, OwnThings, begin
from game.sacrament.faults import faults_of, import_character
from game.sacrament.frames import first_asked
from game.sacrament.gear import GiveUp, TooFull, TooMuch, TooMuchGold
from game.sacrament.gm import Called, FailCost, Judge, VowAsked
from game.sacrament.horror import Window
from game.sacrament.opening import begin_fight
from game.sacrament.people import make_pc, texts_of
from game.sacrament.position_checks import check_state
from game.sacrament.preparing import NextRoller, Prepare, Then
from game.sacrament.reactions import Falling, Reaction
from game.sacrament.rests import Market, RestActs, begin_rest
from game.sacrament.rounds import Coin, DeathCheck, Flee, Round, Select
from game.sacrament.scenarios import DIFFICULTIES, SCENARIOS, fight_owner, load_scenario
from game.sacrament.setup import DEFAULT_PARTY, TABLE_OPTIONS, Setup, blank
from game.sacrament.state import Fight, Foe, Pc, SacramentState
from game.sacrament.turns import AfterAction, Turn, TurnStart
from game.sacrament.values import (
    BOXES,
    COUNT,
    FADES,
    MILESTONES,
    MOST_COMING,
    OFF_MAP,
    POOL,
    TOP,
    Cond,
    GmNote,
    Mod,
    Zone,
    key_parts,
)

if TYPE_CHECKING:
    from game.sacrament.rules import Sacrament

AnyFrame: TypeAlias = (
    Round | Select | Window | DeathCheck | Coin | Flee | Onward | TurnStart | Turn | AfterAction | PhaseGate | WhoActs
    | FoeTurn | Attacked | Blow | Reaction | Falling | Rest | NamePc | Pick | PushTo | ShareOut | EnterNode | NodeChoice
    | AfterChoice | OwnThings | BeatWindow | Prepare | NextRoller | Then | GiveUp | TooMuch | TooMuchGold | TooFull
    | Judge | Called | VowAsked | FailCost | RestActs
    | Market | Homeward | Downtime | NewPc
)  # fmt: skip

PHASES = (
    "begin", "round_start", "select", "turn", "adversary_phase", "round_end", "enter_node", "choose", "rest", "night",
    "ending", "downtime", "finished",
)  # fmt: skip
"""The states of the rules by name; a position may begin at any of them. ``turn`` needs ``turn: <seat>``."""

_PLAIN = (
    "seed", "counter", "shows", "ladder", "node", "going", "moves", "rested", "unsafe", "no_cleanse", "cleansed",
    "surprise", "provoked", "next_risk", "next_surge", "next_foes", "chapters", "level", "ending", "strict",
)  # fmt: skip
_TABLES = ("flags", "clocks", "visits", "said")
_LISTS = ("stopped", "beats", "safe", "results")
_FIELDS = {
    "game", "format", "scenario", "fight", "difficulty", "order", "options", "phase", "turn", "players", "armed",
    "pending", "pcs", "foes", "running", "tried", "fallen", "zones", "lights", "fog", "discovered", "veiled", "notes",
    "frames", "script", *_PLAIN, *_TABLES, *_LISTS,
}  # fmt: skip
_PC = {
    "id", "character", "harm", "fades", "steady", "dead", "tokens", "guard", "ward", "at", "light", "acted", "spent",
    "drawn", "martyr", "stood", "conditions", "bonuses", "used", "durability", "gold", "hands", "wounds", "dying",
    "items", "picks",
}  # fmt: skip
_FOE = {
    "token", "kind", "at", "harm", "most", "dice", "attacks", "acted", "hidden", "known", "last", "before", "provoked",
    "half", "risen", "special", "conditions", "threat", "dealt", "called", "block",
}  # fmt: skip


def position(s: SacramentState) -> dict[str, Any]:
    """The whole state; ``from_position`` of it is equal to it."""
    setup = s.setup
    grid = s.grid

    def place(tile: int) -> str | None:
        return grid.names[tile] if grid is not None and tile >= 0 else None

    data: dict[str, Any] = {
        "game": "sacrament",
        "format": 1,
        "scenario": setup.scenario.id,
        "fight": setup.only_fight or None,
        "difficulty": setup.difficulty,
        "order": setup.order,
        "options": dict(setup.options),
        "players": 1 + len(s.pcs),
        "phase": s.stack[-1].name or "settling" if s.stack else "finished",
        "armed": list(s.armed),
        "pending": [list(entry) for entry in s.pending],
        "pcs": [_pc_data(pc, place) for pc in s.pcs],
        "foes": [_foe_data(foe, place, setup.content) for foe in s.foes.values()],
        "running": None if s.fight is None else _running(s.fight, place),
        "tried": {key: list(seats) for key, seats in s.tried.items()},
        "fallen": {fight: dict(kinds) for fight, kinds in s.fallen.items()},
        "zones": [[zone.name, place(zone.tile), zone.until, zone.seat, zone.level] for zone in s.zones],
        "lights": [[place(tile), radius] for tile, radius in s.lights],
        "fog": [place(tile) for tile in s.fog],
        "notes": msgspec.to_builtins(s.notes),
        "frames": msgspec.to_builtins(s.stack),
        "script": list(s.script),
    }
    if grid is not None and s.discovered != s.seen():
        data["discovered"] = [name for tile, name in enumerate(grid.names) if s.discovered >> tile & 1]
    if s.veiled:
        data["veiled"] = dict(s.veiled)
    for name in _PLAIN:
        data[name] = getattr(s, name)
    for name in _TABLES:
        data[name] = dict(getattr(s, name))
    for name in _LISTS:
        data[name] = list(getattr(s, name))
    return data


def _pc_data(pc: Pc, place: Callable[[int], str | None]) -> dict[str, Any]:
    return {
        "character": msgspec.to_builtins(pc.sheet),
        "harm": pc.harm,
        "wounds": pc.wounds,
        "fades": pc.fades,
        "dying": pc.dying and not pc.dead,
        "steady": pc.steady,
        "dead": pc.dead,
        "tokens": pc.tokens,
        "guard": pc.guard,
        "ward": pc.ward,
        "at": place(pc.tile),
        "light": pc.light,
        "acted": pc.acted,
        "spent": pc.spent,
        "drawn": pc.drawn,
        "martyr": pc.martyr,
        "stood": pc.stood,
        "conditions": {cond.name: cond.until for cond in pc.conds},
        "bonuses": [[mod.what, mod.n, mod.until] for mod in pc.mods],
        "used": list(pc.used),
        "durability": pc.dur,
    }


def _foe_data(foe: Foe, place: Callable[[int], str | None], content: Content) -> dict[str, Any]:
    return {
        "token": foe.token,
        "kind": foe.kind,
        "at": place(foe.tile),
        "harm": foe.harm,
        "most": foe.most,
        "dice": foe.dice,
        "attacks": foe.attacks,
        "acted": foe.acted,
        "hidden": foe.hidden,
        "known": foe.known,
        "last": foe.last,
        "before": foe.before,
        "provoked": foe.provoked,
        "half": foe.half,
        "risen": foe.risen,
        "special": foe.special,
        "conditions": {cond.name: cond.until for cond in foe.conds},
        "threat": list(foe.threat),
        "dealt": list(foe.dealt),
        "called": list(foe.called),
        "block": None
        if foe.block == content.bestiary.get(foe.kind)
        else msgspec.to_builtins(foe.block),
    }


def _running(fight: Fight, place: Any) -> dict[str, Any]:
    data: dict[str, Any] = msgspec.to_builtins(fight)
    data["loot"] = [[place(tile), key, left] for tile, key, left in fight.loot]
    return data


def from_position(
    game: Sacrament,
    mapping: Mapping[str, Any],
    script: tuple[object, ...],
    strict: bool,
    sink: list[Event] | None,
    settle: bool = True,
) -> SacramentState:
    """The state of a perhaps partial position. Raises ``PositionError``; nothing half-made is left."""
    read = PositionReader(mapping, "", _FIELDS)
    read.choice("game", "sacrament", ("sacrament",))
    read.choice("format", 1, (1,))
    people = mapping.get("pcs", [{}])
    if not isinstance(people, (list, tuple)) or not 1 <= len(people) <= 5:
        raise PositionError("pcs", people, "a list of 1 to 5 characters")
    read.integer("players", 1 + len(people), 1 + len(people), 1 + len(people))
    setup = _setup_of(game, read, len(people))
    level = read.integer("level", 1, 1, LEVELS)
    s = blank(setup, read.integer("seed", 1, 0, (1 << 64) - 1), level)
    s.counter = read.integer("counter", 0, 0, 1 << 62)
    s.shows = read.integer("shows", 0, 0, 1 << 62)
    s.script = script or tuple(read.value("script", list[Any], []))
    s.strict = strict or read.switch("strict", False)
    s.ladder = read.integer("ladder", 0, 0, TOP)
    armed = read.value("armed", tuple[int, ...], tuple(m for m in MILESTONES if m > s.ladder))
    if not set(armed) <= set(MILESTONES):
        raise PositionError("armed", armed, "milestones out of 9, 15, 21")
    s.armed = tuple(sorted(set(armed)))
    s.pending = read.value("pending", tuple[tuple[int, int], ...], ())
    s.pcs = [_read_pc(setup, level, seat, entry) for seat, entry in enumerate(people, 1)]
    _read_story(s, read)
    phase = read.choice("phase", "round_start" if setup.only_fight else "choose", _phases(mapping))
    if mapping.get("running") is not None:
        _read_running(s, read)
    elif setup.only_fight and "frames" not in mapping:
        _begin_by_hand(s, mapping, sink)
    _read_places(s, mapping, people)
    if "frames" in mapping:
        s.stack = _read_frames(mapping["frames"])
    elif phase != "finished":
        _begin_phase(s, phase, read, sink)
    check_state(s)
    if settle:
        s.settle(sink)
    s.discovered = s.seen()
    for name in read.value("discovered", tuple[str, ...], ()):
        s.discovered |= 1 << _tile(s, "discovered", name)
    if s.stack and not s.stack[-1].automatic and not s.legal_actions():
        raise PositionError("frames", mapping.get("frames", phase), "an open question with an answer")
    return s


def _phases(mapping: Mapping[str, Any]) -> tuple[Any, ...]:
    """Beside the phases: whatever name stands in a position that brings its own frames."""
    return (mapping.get("phase"), *PHASES) if "frames" in mapping else PHASES


def _setup_of(game: Sacrament, read: PositionReader, pcs: int) -> Setup:
    fight = read.value("fight", str | None, None) or ""
    known = [id for name in SCENARIOS for id in _fights(name)]
    if fight and fight not in known:
        raise PositionError("fight", fight, "one of " + ", ".join(known))
    scenario = read.choice("scenario", fight_owner(fight) if fight else "wickham", SCENARIOS)
    if fight and fight not in _fights(scenario):
        raise PositionError("scenario", scenario, f"the scenario of {fight}: {fight_owner(fight)}")
    options = read.value("options", dict[str, Any], {})
    try:
        chosen = game.check_options(options, 1 + pcs)
    except SetupError as error:
        raise PositionError("options", options, str(error)) from None
    return game.setup(
        scenario,
        fight,
        read.choice("difficulty", "normal", DIFFICULTIES),
        read.choice("order", "popcorn", ("popcorn", "around")),
        pcs,
        tuple((name, chosen[name]) for name in TABLE_OPTIONS),
    )


def _fights(scenario: str) -> tuple[str, ...]:
    return tuple(load_scenario(scenario).fights)


def _conditions(read: PositionReader) -> tuple[Cond, ...]:
    found = read.value("conditions", dict[str, str], {})
    return tuple(Cond(name, until) for name, until in found.items())


def _read_pc(setup: Setup, level: int, seat: int, entry: Any) -> Pc:
    path = f"pcs.{seat - 1}."
    read = PositionReader(entry, path, _PC)
    pc = make_pc(seat, _read_sheet(setup, level, read, DEFAULT_PARTY[seat - 1]))
    pc.harm = read.integer("harm", 0, 0, BOXES)
    pc.fades = read.integer("fades", 0, 0, FADES)
    pc.steady = read.switch("steady", False)
    pc.dead = read.switch("dead", False)
    pc.tokens = read.integer("tokens", POOL, 0, POOL)
    pc.guard = read.switch("guard", False)
    pc.ward = read.integer("ward", 0, 0, 20)
    pc.light = read.switch("light", pc.light)
    pc.acted = read.switch("acted", False)
    pc.spent = read.integer("spent", 0, 0, COUNT)
    pc.drawn = read.switch("drawn", False)
    pc.martyr = read.switch("martyr", False)
    pc.stood = read.integer("stood", 0, 0, COUNT)
    pc.conds = _conditions(read)
    pc.mods = tuple(Mod(*mod) for mod in read.value("bonuses", tuple[tuple[str, int, str], ...], ()))
    pc.used = read.value("used", tuple[str, ...], ())
    pc.dur = read.integer("durability", pc.dur, 0, 20)
    for name, right in (("wounds", pc.wounds), ("dying", pc.dying and not pc.dead)):
        if name in read.mapping and read.mapping[name] != right:
            raise PositionError(path + name, read.mapping[name], f"{right}: it follows from harm")
    return pc


def _read_sheet(setup: Setup, level: int, read: PositionReader, default: str) -> Character:
    """The character: written out, or a pre-made one by id with a few fields changed."""
    content = setup.content
    if "character" in read.mapping:
        sheet, found = import_character(content, read.mapping["character"])
        # In play a pack may hold too much until the next scene (SAC-PACK-06).
        faults = [fault for fault in found if fault.clause != "SAC-PACK-01"]
        if sheet is None or faults:
            fault = faults[0]
            raise PositionError(f"{read.path}character.{fault.field}", fault.found, fault.expected)
        return sheet
    id = read.choice("id", default, tuple(content.premades))
    sheet = premade(content, id, level, texts_of(id))
    changes: dict[str, Any] = {}
    if "gold" in read.mapping:
        changes["gold"] = read.integer("gold", 0, 0, COUNT)
    if "picks" in read.mapping:
        changes["picks"] = read.value("picks", tuple[str, ...], ())
    sheet = structs.replace(sheet, **changes)
    if "items" in read.mapping:
        sheet = structs.replace(sheet, items=(), worn="", hands=())
        for key in read.value("items", tuple[str, ...], ()):
            name, tier = key_parts(key)
            if not content.is_item(name) or not tier:
                raise PositionError(f"{read.path}items", key, "the id of a thing, and its tier as in spear.2")
            sheet = add_item(content, sheet, Item(name, tier))
        worn = next((item.key for item in sheet.items if item.id in content.armour), "")
        sheet = structs.replace(sheet, worn=worn, hands=best_hands(content, sheet))
    if "hands" in read.mapping:
        sheet = structs.replace(sheet, hands=read.value("hands", tuple[str, ...], ()))
    for fault in faults_of(content, sheet):
        raise PositionError(f"{read.path}{fault.field}", fault.found, f"{fault.expected} ({fault.clause})")
    return sheet


def _read_story(s: SacramentState, read: PositionReader) -> None:
    scenario = s.setup.scenario
    s.node = read.choice("node", "" if s.setup.only_fight else scenario.start, ("", *scenario.nodes))
    s.going = read.value("going", str, "")
    s.moves = read.integer("moves", 0, 0, COUNT)
    for name in ("rested", "unsafe", "no_cleanse", "cleansed", "next_surge"):
        setattr(s, name, read.switch(name, False))
    s.surprise = read.choice("surprise", "none", ("none", "party", "foes"))
    s.provoked = read.integer("provoked", 0, 0, len(s.pcs))
    s.next_risk = read.integer("next_risk", 0, 0, COUNT)
    s.next_foes = read.integer("next_foes", 0, 0, MOST_COMING)
    s.chapters = read.integer("chapters", 1, 0, COUNT)
    s.ending = read.value("ending", str, "")
    s.flags = read.value("flags", dict[str, int], {})
    s.veiled = read.value("veiled", dict[str, int | None], {})
    clocks = read.value("clocks", dict[str, int], {})
    for name, value in clocks.items():
        if name not in scenario.clocks:
            raise PositionError(f"clocks.{name}", name, "one of " + ", ".join(scenario.clocks))
        spec = scenario.clocks[name]
        if not min(spec.start, spec.end) <= value <= max(spec.start, spec.end):
            raise PositionError(f"clocks.{name}", value, f"{spec.start} to {spec.end}")
    s.clocks = {**s.clocks, **clocks}
    s.visits = read.value("visits", dict[str, int], {})
    s.said = read.value("said", dict[str, int], {})
    s.stopped = read.value("stopped", tuple[str, ...], ())
    s.beats = read.value("beats", tuple[str, ...], ())
    s.safe = read.value("safe", tuple[str, ...], ())
    s.results = read.value("results", tuple[str, ...], ())
    s.tried = read.value("tried", dict[str, tuple[int, ...]], {})
    s.fallen = read.value("fallen", dict[str, dict[str, int]], {})
    s.notes = read.value("notes", tuple[GmNote, ...], ())


def _read_running(s: SacramentState, read: PositionReader) -> None:
    running = read.mapping["running"]
    if not isinstance(running, Mapping):
        raise PositionError("running", running, "a mapping")
    data = dict(running)
    loot = data.pop("loot", [])
    try:
        fight = msgspec.convert(data, Fight)
    except msgspec.ValidationError as error:
        raise PositionError("running", data, str(error).lower()) from None
    if fight.id not in s.setup.scenario.fights:
        raise PositionError("running.id", fight.id, "one of " + ", ".join(s.setup.scenario.fights))
    s.set_fight(fight)
    try:
        lying = msgspec.convert(loot, list[tuple[str, str, int]])
    except msgspec.ValidationError as error:
        raise PositionError("running.loot", loot, str(error).lower()) from None
    for _, key, _ in lying:
        id, tier = key_parts(key)
        if not s.setup.content.is_item(id) or not tier:
            raise PositionError("running.loot", key, "the id of a thing")
    s.set_loot(tuple((_tile(s, "running.loot", place), key, left) for place, key, left in lying))


def _begin_by_hand(s: SacramentState, mapping: Mapping[str, Any], sink: list[Event] | None) -> None:
    """A hand-written fight: counters as the scenario places them, unless the position names adversaries."""
    counter, script = s.counter, s.script
    given = "foes" in mapping
    if given:
        s.set_fight(Fight(id=s.setup.only_fight))
        spec = s.spec
        assert spec is not None
        for pc, entry in zip(s.pcs, mapping.get("pcs", [{}]), strict=True):
            pc.light = pc.light or (spec.lanterns and "light" not in entry)
        return
    acted = [(pc.acted, pc.tokens, pc.guard, pc.spent) for pc in s.pcs]
    begin_fight(s, s.setup.only_fight, sink)
    for pc, (done, tokens, guard, spent) in zip(s.pcs, acted, strict=True):
        pc.acted, pc.tokens, pc.guard, pc.spent = done, tokens, guard, spent
    s.stack = ()
    s.counter, s.script = counter, script


def _tile(s: SacramentState, path: str, place: object) -> int:
    grid = s.grid
    if place is None:
        return OFF_MAP
    if grid is None or not isinstance(place, str) or place not in grid.index:
        raise PositionError(path, place, "a tile of the map such as c4")
    if path not in ("fog", "discovered") and not grid.passable[grid.index[place]]:
        raise PositionError(path, place, "a tile that is no wall")
    return grid.index[place]


def _read_places(s: SacramentState, mapping: Mapping[str, Any], people: Any) -> None:
    for pc, entry in zip(s.pcs, people, strict=True):
        path = f"pcs.{pc.seat - 1}.at"
        if "at" in entry:
            pc.tile = _tile(s, path, entry["at"])
        elif s.grid is not None and pc.tile == OFF_MAP:
            pc.tile = s.grid.starts[(pc.seat - 1) % len(s.grid.starts)]
        if s.grid is not None and pc.tile == OFF_MAP and not pc.dead:
            raise PositionError(path, None, "a tile of the map such as c4 for a living PC in a fight")
    foes = mapping.get("foes")
    if foes is not None:
        if not isinstance(foes, (list, tuple)):
            raise PositionError("foes", foes, "a list of adversaries")
        s.foes = {}
        for index, entry in enumerate(foes):
            foe = _read_foe(s, index, entry)
            if foe.token in s.foes:
                raise PositionError(f"foes.{index}.token", foe.token, "each token once")
            s.foes = {**s.foes, foe.token: foe}
    read = PositionReader(mapping, "", _FIELDS)
    s.zones = tuple(
        Zone(name, _tile(s, "zones", place), until, seat, level)
        for name, place, until, seat, level in read.value("zones", list[tuple[str, str, str, int, int]], [])
    )
    s.lights = tuple(
        (_tile(s, "lights", place), radius) for place, radius in read.value("lights", list[tuple[str, int]], [])
    )
    s.fog = tuple(_tile(s, "fog", place) for place in read.value("fog", list[str], []))


def _read_foe(s: SacramentState, index: int, entry: Any) -> Foe:
    path = f"foes.{index}."
    read = PositionReader(entry, path, _FOE)
    bestiary = s.setup.content.bestiary
    kind = read.value("kind", str, "")
    written = read.mapping.get("block")
    if written is None and kind not in bestiary:
        raise PositionError(path + "kind", kind, "the id of an adversary")
    if s.fight is None:
        raise PositionError(path + "token", entry, "no adversaries outside a fight")
    block = bestiary[kind] if written is None else read.value("block", Block, None)
    others = s.foes
    foe = add_foe(s, kind, OFF_MAP, "begin", None, block=block)
    s.foes = others  # its number may be that of one that was read before it
    token = read.value("token", str, foe.token)
    foe.token = token
    foe.tile = _tile(s, path + "at", read.mapping.get("at"))
    if foe.tile == OFF_MAP:
        raise PositionError(path + "at", None, "a tile of the map such as c4")
    foe.most = read.integer("most", foe.most, 1, COUNT)
    foe.harm = read.integer("harm", 0, 0, foe.most - 1)
    foe.dice = read.integer("dice", foe.dice, 0, 20)
    foe.attacks = read.integer("attacks", foe.attacks, 0, 9)
    foe.acted = read.switch("acted", False)
    for name in ("hidden", "known", "half", "risen"):
        setattr(foe, name, read.switch(name, False))
    for name in ("last", "before", "provoked"):
        setattr(foe, name, read.integer(name, 0, 0, len(s.pcs)))
    foe.special = read.integer("special", 0, -1, COUNT)
    foe.conds = _conditions(read)
    for name in ("threat", "dealt", "called"):
        setattr(foe, name, read.value(name, tuple[int, ...], ()))
    return foe


def _read_frames(frames: Any) -> tuple[Any, ...]:
    stack: tuple[Any, ...] = read_frames(frames, AnyFrame)
    return stack


def _begin_phase(s: SacramentState, phase: str, read: PositionReader, sink: list[Event] | None) -> None:
    """Build the stack for a phase that a hand-written position names."""
    fighting = phase in ("round_start", "select", "turn", "adversary_phase", "round_end")
    if fighting and s.fight is None:
        raise PositionError("phase", phase, "fight: the id of a fight")
    if fighting and s.fight is not None and phase != "round_start" and not s.fight.round:
        s.fight.round = 1
    if phase == "begin":
        begin(s, sink)
    elif phase == "round_start":
        s.stack = (Round("start"),)
    elif phase == "select":
        s.stack = (Round("select"),)
    elif phase == "turn":
        seat = read.integer("turn", 1, 1, len(s.pcs))
        assert s.fight is not None
        s.fight.named = seat
        s.stack = (Round("select"), Turn(seat))
    elif phase == "adversary_phase":
        s.stack = (Round("end"),)
        begin_phase(s, sink, early=False)
    elif phase == "round_end":
        s.stack = (Round("end"),)
    elif phase == "enter_node":
        s.stack = (EnterNode(s.node),)
    elif phase in ("rest", "night"):
        s.visits = s.visits or {s.node: 1}
        s.stack = (NodeChoice(),)
        begin_rest(s, "night" if phase == "night" else "short", sink)
    elif phase == "ending":
        reach_ending(s, sink)
    elif phase == "downtime":
        s.stack = (Downtime(may_exchange=tuple(pc.seat for pc in s.pcs) * 2, one=first_asked(s)),)
    else:
        s.visits = s.visits or {s.node: 1}
        s.stack = (NodeChoice(),)
