"""What a state that was read or edited must be, beyond what its fields can hold by themselves.

Bounds are the limits of the rules; what no rule limits may be as large as play can make it (``COUNT``).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING, Any, Final

from game.core.contract import PositionError
from game.core.names import is_id
from game.sacrament.adversaries import Attacked, Blow, FoeTurn, PhaseGate, WhoActs
from game.sacrament.characters import LEVELS
from game.sacrament.checks import HIGHEST, LOWEST
from game.sacrament.content import TACTICS, TAGS, Block
from game.sacrament.effects.field import PushTo
from game.sacrament.exploration import BeatWindow
from game.sacrament.faults import text_fault
from game.sacrament.horror import Window
from game.sacrament.preparing import Prepare
from game.sacrament.reactions import Reaction
from game.sacrament.rounds import Flee, Round, Select
from game.sacrament.state import Foe, Pc, SacramentState
from game.sacrament.turns import AfterAction, Turn, TurnStart
from game.sacrament.values import COUNT, MILESTONES, Cond

if TYPE_CHECKING:
    from game.sacrament.state import Fight

CONDITIONS: Final = (
    "rattled", "rooted", "dazed", "marked", "bleeding", "silenced", "shaken", "hidden", "burning",
)  # fmt: skip
"""SAC-HIT-07, SAC-HIT-08. Warded is a number of its own."""
UNTILS: Final = ("sot", "eot", "eor", "scene", "scenario", "healed", "knot", "will15", "next", "turn", "used")
BONUSES: Final = (
    "strength", "agility", "wits", "will", "roll", "gm", "attack", "spell_attack", "death", "slots", "durability",
    "guard_dice", "absorb", "cleanse", "cleanse_next", "evade", "gate", "coif", "lightless", "masked", "mend",
    "never_surprised",
)  # fmt: skip
ZONES: Final = ("chalk", "soot", "line", "wall")
SPANS: Final = ("turn", "round", "scene", "session")
"""How long a use is remembered: what stands before the colon of a mark."""
LONGEST_WORD: Final = 120
LONGEST_NOTE: Final = 500
MOST_BONUS: Final = 99
FIGHT_ENDS: Final = ("win", "defeat", "fled", "ended")

_ROUND = re.compile(r"round:[0-9]{1,9}")
_IN_FIGHTS = (
    Round, Select, Window, Turn, TurnStart, AfterAction, FoeTurn, Blow, WhoActs, PhaseGate, Flee, Attacked, Reaction,
    PushTo,
)  # fmt: skip


def check_state(s: SacramentState) -> None:
    """Raise ``PositionError`` for the first value that play could not make or could not go on from."""
    _check_story(s)
    for index, pc in enumerate(s.pcs):
        _check_pc(s, pc, f"pcs.{index}.")
    for index, foe in enumerate(s.foes.values()):
        _check_foe(s, foe, f"foes.{index}.")
    if s.fight is not None:
        _check_fight(s, s.fight)
    _check_field(s)
    _check_frames(s)


def _among(path: str, found: Any, known: Collection[Any]) -> None:
    if found not in known:
        raise PositionError(path, found, "one of " + ", ".join(map(str, known)))


def _within(path: str, found: int, low: int, high: int) -> None:
    if not low <= found <= high:
        raise PositionError(path, found, f"a whole number from {low} to {high}")


def _words(path: str, words: Iterable[str]) -> None:
    for word in words:
        fault = text_fault(path, word, LONGEST_WORD, "", empty=False)
        if fault is not None:
            raise PositionError(path, fault.found, fault.expected)


def _check_story(s: SacramentState) -> None:
    scenario = s.setup.scenario
    if not s.node and not s.setup.only_fight and s.stack:
        raise PositionError("node", s.node, "one of " + ", ".join(scenario.nodes))
    fights = [f"fight:{id}" for id in scenario.fights]
    if s.going:
        _among("going", s.going, (*scenario.nodes, *fights, "end"))
    for name in s.visits:
        _among(f"visits.{name}", name, scenario.nodes)
    for name in s.said:
        _among(f"said.{name}", name, scenario.npcs)
    for path, table, low in (("flags", s.flags, -COUNT), ("visits", s.visits, 0), ("said", s.said, 0)):
        _words(path, table)
        for name, number in table.items():
            _within(f"{path}.{name}", number, low, COUNT)
    _words("veiled", s.veiled)
    for name, known_value in s.veiled.items():
        _within(f"veiled.{name}", known_value or 0, -COUNT, COUNT)
    for path, names, known in (
        ("stopped", s.stopped, scenario.clocks), ("beats", s.beats, scenario.nodes), ("safe", s.safe, scenario.nodes),
    ):  # fmt: skip
        for name in names:
            _among(path, name, known)
    _words("tried", s.tried)
    for key, seats in s.tried.items():
        for seat in seats:
            _within(f"tried.{key}", seat, 0, len(s.pcs))
    for fight, kinds in s.fallen.items():
        _among(f"fallen.{fight}", fight, scenario.fights)
        for kind, number in kinds.items():
            _among(f"fallen.{fight}.{kind}", kind, s.setup.content.bestiary)
            _within(f"fallen.{fight}.{kind}", number, 0, COUNT)
    for result in s.results:
        _among("results", result.partition(":")[0], scenario.fights)
    _words("results", s.results)
    if s.ending:
        _among("ending", s.ending, (*(ending.id for ending in scenario.endings), *FIGHT_ENDS))
    for milestone, causer in s.pending:
        _among("pending", milestone, MILESTONES)
        _within("pending", causer, 0, len(s.pcs))
    for index, note in enumerate(s.notes):
        _within(f"notes.{index}.to", note.to, -1, len(s.pcs))
        for name in ("about", "text"):
            fault = text_fault(name, getattr(note, name), LONGEST_NOTE, "")
            if fault is not None:
                raise PositionError(f"notes.{index}.{name}", fault.found, fault.expected)


def _check_conditions(s: SacramentState, conds: tuple[Cond, ...], path: str) -> None:
    for cond in conds:
        _among(f"{path}conditions.{cond.name}", cond.name, CONDITIONS)
        _among(f"{path}conditions.{cond.name}", cond.until, (*UNTILS, *s.setup.scenario.nodes))


def _check_pc(s: SacramentState, pc: Pc, path: str) -> None:
    sheet = f"{path}character"
    if pc.sheet.level != s.level:
        raise PositionError(f"{sheet}.level", pc.sheet.level, f"{s.level}: the party's level")
    _words(f"{sheet}.vow_tag", (pc.sheet.vow_tag,) if pc.sheet.vow_tag else ())
    armour = s.setup.content.armour
    keys = [item.key for item in pc.sheet.items if item.id not in armour]
    for index, item in enumerate(pc.sheet.items):
        if keys.count(item.key) > 1:
            raise PositionError(f"{sheet}.items.{index}", item.key, "things of one kind in one entry")
    _within(f"{path}durability", pc.dur, 0, pc.kit.durability)
    _check_conditions(s, pc.conds, path)
    for mod in pc.mods:
        if not mod.what.startswith("on:"):
            _among(f"{path}bonuses", mod.what, BONUSES)
        _words(f"{path}bonuses", (mod.what,))
        _within(f"{path}bonuses", mod.n, -MOST_BONUS, MOST_BONUS)
        _among(f"{path}bonuses", mod.until, (*UNTILS, *s.setup.scenario.nodes))
    _words(f"{path}used", pc.used)
    for mark in pc.used:
        _among(f"{path}used", mark.partition(":")[0], SPANS)


def _check_foe(s: SacramentState, foe: Foe, path: str) -> None:
    if not is_id(foe.token):
        raise PositionError(f"{path}token", foe.token, "a-z, 0-9, _ and -")
    _check_conditions(s, foe.conds, path)
    for name in ("threat", "dealt"):
        amounts: tuple[int, ...] = getattr(foe, name)
        _within(f"{path}{name}", len(amounts), 0, len(s.pcs))
        for amount in amounts:
            _within(f"{path}{name}", amount, 0, COUNT)
    for seat in foe.called:
        _within(f"{path}called", seat, 1, len(s.pcs))
    if foe.block != s.setup.content.bestiary.get(foe.kind):
        _check_block(foe.block, f"{path}block.")


def _check_block(block: Block, path: str) -> None:
    for name, low, high in (
        ("level", 1, LEVELS), ("difficulty", LOWEST, HIGHEST), ("harm", 1, 9999), ("dice", 0, 20), ("attacks", 0, 9),
        ("speed", 0, 9), ("reach", 0, 99),
    ):  # fmt: skip
        _within(f"{path}{name}", getattr(block, name), low, high)
    for tag in block.tags:
        _among(f"{path}tags", tag, sorted(TAGS))
    for word in block.tactics:
        _among(f"{path}tactics", word, sorted(TACTICS))


def _check_fight(s: SacramentState, fight: Fight) -> None:
    _among("running.surprise", fight.surprise, ("none", "party", "foes"))
    for name in ("round", "token_round", "tokens"):
        _within(f"running.{name}", getattr(fight, name), 0, COUNT)
    for name in ("finisher", "named"):
        _within(f"running.{name}", getattr(fight, name), 0, len(s.pcs))
    _words("running.gone", fight.gone)
    _words("running.used", fight.used)
    for _, _, left in fight.loot:
        _within("running.loot", left, -1, COUNT)


def _check_field(s: SacramentState) -> None:
    for index, zone in enumerate(s.zones):
        _among(f"zones.{index}", zone.name, ZONES)
        if not _ROUND.fullmatch(zone.until):
            _among(f"zones.{index}", zone.until, ("sot", "eot", "scene", "round:1"))
        _within(f"zones.{index}", zone.seat, 1, len(s.pcs))
        _within(f"zones.{index}", zone.level, 0, LEVELS)
    for index, (_, radius) in enumerate(s.lights):
        _within(f"lights.{index}", radius, 0, MOST_BONUS)


def _check_frames(s: SacramentState) -> None:
    nodes = s.setup.scenario.nodes
    for index, frame in enumerate(s.stack):
        for name in ("who", "owner", "chooser", "victim", "roller"):
            seat = getattr(frame, name, 1)
            if not (0 if name == "roller" else 1) <= seat <= len(s.pcs):
                raise PositionError(f"frames.{index}.{name}", seat, f"a seat from 1 to {len(s.pcs)}")
        if isinstance(frame, (FoeTurn, Blow)) and frame.token not in s.foes:
            raise PositionError(f"frames.{index}.token", frame.token, "an adversary of the position")
        if isinstance(frame, Prepare):
            choice = nodes[s.node].choices.get(frame.choice) if s.node else None
            if choice is None or choice.check is None:
                raise PositionError(f"frames.{index}.choice", frame.choice, "a choice of the node with a check")
        if isinstance(frame, BeatWindow) and not (frame.node == s.node and nodes[s.node].beats):
            raise PositionError(f"frames.{index}.node", frame.node, "the node the party is at, with a beat")
        if isinstance(frame, _IN_FIGHTS) and s.fight is None:
            raise PositionError(f"frames.{index}", frame, "a running fight beneath it")
