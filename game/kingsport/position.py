"""A Kingsport position: a readable mapping, complete when written, lenient when read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeAlias

import msgspec

from game.core.contract import Event, PositionError
from game.core.positions import PositionReader, read_frames
from game.kingsport import dice as dd
from game.kingsport.effects import ChooseDice, ChooseFace, ChooseVictim, ClauseQuestion, PricePaid
from game.kingsport.expansion import Expansion, RerollOpening, ScenarioReroll, end_expansion
from game.kingsport.frames import Frame
from game.kingsport.invocation import Invocation, end_invocation
from game.kingsport.raid import RAID, RaidCards
from game.kingsport.sanity import Loss, PayDeficit
from game.kingsport.setup import blank
from game.kingsport.state import NOTHING, ROUNDS, KingsportState
from game.kingsport.turn import (
    END_TURN_QUESTION,
    QUIET_TURN,
    RAID_TURN,
    ROUND_START,
    TURN_START,
    EndTurn,
    TurnStart,
    clean_up,
    end_round,
    finish,
)

if TYPE_CHECKING:
    from game.kingsport.rules import Kingsport

AnyFrame: TypeAlias = (
    Expansion
    | ScenarioReroll
    | RerollOpening
    | ChooseFace
    | ChooseDice
    | ChooseVictim
    | PricePaid
    | PayDeficit
    | Invocation
    | RaidCards
    | EndTurn
    | TurnStart
    | Loss
)

PHASES = (
    "setup",
    "round_start",
    "turn_roll",
    "expansion",
    "exp_end",
    "invocation",
    "inv_end",
    "raid",
    "raid_end",
    "turn_end",
    "cleanup",
    "round_end",
    "scoring",
    "finished",
)
"""The states of the rules by name; a hand-written position may begin at any of them."""

_FIELDS = {
    "game",
    "format",
    "players",
    "investigator",
    "scenario",
    "ledger",
    "round",
    "first",
    "turn",
    "phase",
    "cultists",
    "piles",
    "this_turn",
    "azathoth_round",
    "frames",
    "seed",
    "counter",
    "script",
    "strict",
}
_CULTIST = {"hand", "in_play", "sanity", "dice", "seen"}
_THIS_TURN = {"hand_at_start", "played", "prices", "obtained", "invoked"}


def position(s: KingsportState) -> dict[str, Any]:
    """The whole state; ``from_position`` of it is equal to it."""
    tables = s.setup.tables
    return {
        "game": "kingsport",
        "format": 1,
        "players": s.setup.players,
        "investigator": s.setup.investigator,
        "scenario": s.setup.scenario_on,
        "ledger": s.setup.ledger,
        "round": s.round,
        "first": s.first,
        "turn": s.turn,
        "phase": s.stack[-1].name if s.stack else "finished",
        "cultists": [
            {
                "sanity": s.sanity[seat],
                "hand": list(tables.names(s.hands[seat])),
                "in_play": list(tables.names(s.in_play)) if seat == s.turn else [],
                "dice": list(dd.faces_of(s.dice)) if seat == s.turn else [],
                "seen": list(tables.names(s.seen[seat])),
            }
            for seat in range(s.setup.players)
        ],
        "piles": {god: s.pile(g) for g, god in enumerate(tables.ids)},
        "this_turn": {
            "hand_at_start": s.had_hand,
            "played": s.played,
            "prices": s.prices,
            "obtained": [face for f, face in enumerate(dd.FACES) if s.obtained >> f & 1],
            "invoked": None if s.invoked == NOTHING else s.god_id(s.invoked),
        },
        "azathoth_round": s.azathoth,
        "frames": msgspec.to_builtins(s.stack),
        "seed": s.seed,
        "counter": s.counter,
        "script": list(s.script),
        "strict": s.strict,
    }


class _Reader(PositionReader):
    """Beside what all positions hold: gods and faces."""

    def gods(self, name: str, ids: Mapping[str, int]) -> int:
        mask = 0
        for i, god in enumerate(self.list(name, "a list of gods")):
            if not isinstance(god, str) or god not in ids:
                raise PositionError(f"{self.path}{name}.{i}", god, "the id of a god")
            if mask & ids[god]:
                raise PositionError(f"{self.path}{name}.{i}", god, "no god twice with one cultist (KPT-INV-04)")
            mask |= ids[god]
        return mask

    def faces(self, name: str) -> list[int]:
        value = self.mapping.get(name, [])
        if not isinstance(value, (list, tuple)) or any(face not in tuple(dd.FACES) for face in value):
            raise PositionError(self.path + name, value, "a list of faces out of E, D, X")
        if len(value) > dd.MOST_DICE:
            raise PositionError(self.path + name, value, "at most five dice (KPT-DICE-02)")
        return [dd.FACE_INDEX[face] for face in value]


def from_position(
    game: Kingsport, mapping: Mapping[str, Any], script: tuple[object, ...], strict: bool, sink: list[Event] | None
) -> KingsportState:
    """The state of a perhaps partial position. Raises ``PositionError``; nothing half-made is left."""
    read = _Reader(mapping, "", _FIELDS)
    read.choice("game", "kingsport", ("kingsport",))
    read.choice("format", 1, (1,))
    cultists = read.list("cultists")
    players = read.integer("players", max(3, len(cultists)), game.min_players, game.max_players)
    if len(cultists) > players:
        raise PositionError("cultists", len(cultists), f"at most {players} cultists")
    setup = game.setup(
        players,
        read.choice("investigator", None, (None, *game.cards.investigators)),
        read.switch("scenario", True),
        read.choice("ledger", "open", ("open", "memory")),
    )
    s = blank(setup, read.integer("seed", 1, 0, (1 << 64) - 1))
    s.counter = read.integer("counter", 0, 0, 1 << 62)
    s.script = script or tuple(read.list("script", "a list of coming results"))
    s.strict = strict or read.switch("strict", False)
    s.round = read.integer("round", 1, 1, ROUNDS)
    s.first = read.integer("first", 0, 0, players - 1)
    s.turn = read.integer("turn", s.first, 0, players - 1)
    _read_cultists(s, cultists)
    _read_piles(s, mapping)
    _read_turn(s, mapping)
    if "frames" in mapping:
        _read_frames(s, mapping["frames"])
    else:
        _begin_phase(s, read.choice("phase", "turn_roll", PHASES + QUESTIONS), sink)
    s.settle(sink)
    return s


def _read_cultists(s: KingsportState, cultists: Any) -> None:
    bits = s.setup.tables.bits
    for seat, entry in enumerate(cultists):
        path = f"cultists.{seat}."
        read = _Reader(entry, path, _CULTIST)
        s.sanity[seat] = read.integer("sanity", s.sanity[seat], 0, 12)
        s.hands[seat] = read.gods("hand", bits)
        seen = read.gods("seen", bits)
        in_play = read.gods("in_play", bits)
        dice = read.faces("dice")
        if seat != s.turn and (in_play or dice):
            raise PositionError(
                path + ("in_play" if in_play else "dice"), entry, "nothing: not the acting cultist (KPT-ROUND-10)"
            )
        if in_play & s.hands[seat]:
            raise PositionError(path + "in_play", entry["in_play"], "no god that is also in hand (KPT-INV-04)")
        if seen & ~(s.hands[seat] | in_play):
            raise PositionError(path + "seen", entry["seen"], "gods of that cultist")
        s.show(seat, seen | in_play)
        if seat == s.turn:
            s.in_play = in_play
            s.set_dice(dd.of_faces(dice))


def _read_piles(s: KingsportState, mapping: Mapping[str, Any]) -> None:
    tables = s.setup.tables
    given = mapping.get("piles", {})
    read = _Reader(given, "piles.", set(tables.ids))
    s.piles = s.stocked = 0
    owners = [sum(s.owned(seat) >> g & 1 for seat in range(s.setup.players)) for g in range(len(tables.ids))]
    for g, god in enumerate(tables.ids):
        rest = s.setup.copies[g] - owners[g]
        if rest < 0:
            raise PositionError(
                "cultists", f"{owners[g]} of {god}", f"at most {s.setup.copies[g]} with {s.setup.players} cultists"
            )
        size = read.integer(god, rest, 0, s.setup.copies[g])
        if size != rest:
            raise PositionError(f"piles.{god}", size, f"{rest}: what nobody owns")
        s.piles |= size << 3 * g
        s.stocked |= bool(size) << g


def _read_turn(s: KingsportState, mapping: Mapping[str, Any]) -> None:
    read = _Reader(mapping.get("this_turn", {}), "this_turn.", _THIS_TURN)
    tables = s.setup.tables
    s.had_hand = read.switch("hand_at_start", bool(s.owned(s.turn)))
    s.played = read.integer("played", int.bit_count(s.in_play), 0, 66)
    s.prices = read.integer("prices", 0, 0, 66)
    if "obtained" in read.mapping:
        s.obtained = 0
        for face in read.faces("obtained"):
            s.obtained |= 1 << face
    invoked = read.choice("invoked", None, (None, *tables.ids))
    s.invoked = NOTHING if invoked is None else tables.index[invoked]
    owners = [seat for seat in range(s.setup.players) if s.owned(seat) & tables.final]
    s.azathoth = _Reader(mapping, "", _FIELDS).integer("azathoth_round", s.round if owners else 0, 0, s.round)
    if owners and not s.azathoth:
        raise PositionError("azathoth_round", 0, "the round in which the owned Azathoth was invoked")
    if s.azathoth and not owners:
        raise PositionError("azathoth_round", s.azathoth, "0: nobody owns Azathoth")


def _read_frames(s: KingsportState, frames: Any) -> None:
    s.stack = read_frames(frames, AnyFrame)
    if not s.stack:
        return
    kinds = tuple(type(frame) for frame in s.stack)
    plan = tuple(type(frame) for frame in _plan(s))
    depth = 1 if kinds[0] is TurnStart else sum(kind in plan for kind in kinds)
    if kinds[:depth] not in ((TurnStart,), *(plan[:n] for n in range(1, len(plan) + 1))):
        raise PositionError("frames", frames, "below all else a turn's phases, those to come first (KPT-ROUND-05)")
    for i, frame in enumerate(s.stack):
        expected = _frame_fault(s, frame, kinds[depth - 1])
        if i >= depth and (frame.automatic == (i == len(kinds) - 1) or isinstance(frame, _PHASES)):
            expected = "steps that settle by themselves, then one question that is not a phase"
        if expected:
            raise PositionError(f"frames.{i}", msgspec.to_builtins(frame), expected)
    if kinds == (TurnStart,):
        raise PositionError("frames", frames, "a question on top")


def _frame_fault(s: KingsportState, frame: Frame, phase: type[Any]) -> str:
    """What is expected of a frame that cannot stand where it is; ``phase`` is the one under way."""
    if isinstance(frame, (ScenarioReroll, RerollOpening)):
        fits = phase is Expansion and s.setup.scenario.opening_reroll and dd.NUMBER[s.dice] == 1
        return "" if fits else "an Investigator who lets you roll your only die again"
    if isinstance(frame, (ClauseQuestion, PricePaid)):
        if phase is not Expansion or not 0 <= frame.god < len(s.setup.effects):
            return "the index of a god, in an Expansion"
        steps = s.setup.effects[frame.god]
        if not 0 <= frame.number < len(steps) or steps[frame.number].obstacle(s):
            return "a clause of the god that can be carried out"
        fits = isinstance(frame, PricePaid) or steps[frame.number].effective.question is type(frame)
        return "" if fits else "the question that the clause asks"
    if isinstance(frame, (PayDeficit, Loss)):
        if not 0 <= frame.payer < s.setup.players or not 0 < frame.amount <= MOST_OWED:
            return f"a payer from 0 to {s.setup.players - 1} and an amount from 1 to {MOST_OWED}"
        if isinstance(frame, Loss):
            return ""
        if frame.cause not in CAUSES or frame.excluded not in (None, *range(len(s.setup.effects))):
            return f"a cause out of {', '.join(CAUSES)} and as excluded the index of a god or nothing"
        owes = frame.amount > s.sanity[frame.payer] and frame.sets(s)
        return "" if owes else "an amount beyond Sanity, and gods named that can lead to its cover"
    if isinstance(frame, RaidCards) and frame.chosen:
        spare = frame.chosen & ~(s.hands[s.turn] & s.setup.tables.raidable)
        return "gods in hand that can raid, and others to name after them" if spare or not frame.next_gods(s) else ""
    return ""


_PHASES = (TurnStart, Expansion, Invocation, RaidCards, EndTurn)
MOST_OWED = 100
CAUSES = ("price", "raid", "scenario")
"""Why somebody may owe Sanity."""


def _plan(s: KingsportState) -> tuple[Frame, ...]:
    """The phases of a turn in this round, the first on top."""
    return QUIET_TURN if s.setup.raid_at[s.round] is None else RAID_TURN


QUESTIONS = ("expansion_action", "invoke", "raid_cards", "end_turn")
"""The decision points that are phases too, under their own names."""


def _begin_phase(s: KingsportState, phase: str, sink: list[Event] | None) -> None:
    """Build the stack for a phase that a hand-written position names."""
    plan = _plan(s)
    if phase in ("setup", "round_start"):
        s.round = 0 if phase == "setup" else s.round - 1
        s.ask(ROUND_START)
    elif phase == "turn_roll":
        if s.dice:
            raise PositionError("phase", phase, "no dice before the opening roll, or the phase expansion")
        s.ask(TURN_START)
    elif phase in ("expansion", "expansion_action"):
        s.stack = plan
    elif phase == "exp_end":
        s.stack = plan[:-1]
        end_expansion(s, sink)
    elif phase in ("invocation", "invoke"):
        s.stack = plan[:-1]
    elif phase == "inv_end":
        s.stack = plan[:-2]
        end_invocation(s, sink)
    elif phase in ("raid", "raid_cards"):
        if s.setup.raid_at[s.round] is None:
            raise PositionError("phase", phase, f"a round with a Raid (KPT-RAID-01); round {s.round} has none")
        s.stack = (END_TURN_QUESTION, RAID)
    elif phase in ("raid_end", "turn_end", "end_turn"):
        s.stack = (END_TURN_QUESTION,)
    elif phase == "cleanup":
        clean_up(s, sink)
    elif phase == "round_end":
        end_round(s, sink)
    elif phase == "scoring":
        finish(s, sink)
