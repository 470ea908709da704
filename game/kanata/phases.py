"""The stack of a position: the frames as they were written, or those that a phase begins with."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

import msgspec

from game.core.contract import Event, PositionError
from game.core.positions import PositionReader, read_frames
from game.kanata import barn, corpses, enemies, feeding, harm, items, move, shooting, turned
from game.kanata import turn as turns
from game.kanata.cards import DECKS, EVENT_DECKS
from game.kanata.effects.base import RunBlock, begin_block
from game.kanata.effects.control import CardChoice
from game.kanata.effects.decks import OrderCards
from game.kanata.effects.foes import PickAbomination
from game.kanata.effects.people import PickHuman
from game.kanata.effects.places import PickSpace
from game.kanata.effects.things import Draws, PickCorn, PickDrop, PickGun
from game.kanata.events import CardDrawn
from game.kanata.state import LOST, RUNNING, STANDING, STATUS, TURNED, WON, number_of

if TYPE_CHECKING:
    from game.kanata.state import KanataState

AnyFrame: TypeAlias = (
    turns.TurnStart
    | turns.TurnEnd
    | turns.ChooseAction
    | turns.ChooseDice
    | turns.VanReroll
    | turns.Land
    | move.ChooseStep
    | move.RidePast
    | move.HideOffer
    | move.BoardVan
    | feeding.FeedingMode
    | feeding.FeedingRoll
    | feeding.FeedingExit
    | items.OverLimit
    | items.DynamiteVehicle
    | items.TradeCard
    | items.TradeAnswer
    | harm.UseNde
    | barn.Caught
    | barn.UseTalisman
    | barn.Repelled
    | enemies.EnemyAction
    | enemies.Advance
    | RunBlock
    | Draws
    | CardChoice
    | PickDrop
    | PickCorn
    | PickGun
    | PickHuman
    | PickAbomination
    | PickSpace
    | OrderCards
    | shooting.ShootTarget
    | shooting.ShootAgain
    | shooting.ShotReroll
    | shooting.LastRound
    | shooting.NextWeapon
    | shooting.Assign
    | shooting.BeltAgain
    | shooting.ThrowTarget
    | turned.OccultBoard
    | turned.Roused
    | turned.Rouse
    | corpses.CorpsePlace
    | turned.PuppetPick
    | turned.PuppetMove
)

PHASES = (
    "turn_start",
    "actions",
    "step",
    "end_move",
    "card",
    "feeding",
    "occult",
    "enemy",
    "puppet",
    "turn_end",
    "finished",
)
"""Where a hand-written position may begin (the states of the rules by name, and a few moments inside ACTIONS)."""


def restore(s: KanataState, frames: Any) -> None:
    """Put the written frames on the stack. Raises ``PositionError``."""
    s.stack = read_frames(frames, AnyFrame)
    for i, frame in enumerate(s.stack):
        if not _sound(s, frame):
            raise PositionError(f"frames.{i}", msgspec.to_builtins(frame), "seats, cards, items and spaces that exist")
    if bool(s.stack) == bool(s.result):
        raise PositionError("frames", frames, "none when the game is over, else what is being asked")


def _sound(s: KanataState, frame: Any) -> bool:
    """Whether the numbers of a frame name things that exist."""
    setup = s.setup
    blocks = setup.content.blocks
    limits = {
        "holder": setup.players,
        "friend": setup.players,
        "victim": setup.players,
        "who": setup.players,
        "item": len(setup.content.items),
        "block": len(blocks),
    }
    for name, limit in limits.items():
        value = getattr(frame, name, 0)
        if isinstance(value, int) and not 0 <= value < limit:
            return False
    if isinstance(frame, RunBlock) and not 0 <= frame.at < max(1, len(blocks[frame.block].effects)):
        return False
    if isinstance(frame, CardChoice) and not all(0 <= block < len(blocks) for block in frame.blocks):
        return False
    if isinstance(frame, PickSpace) and not all(0 <= space < setup.town.size for space in frame.spaces):
        return False
    if isinstance(frame, OrderCards):
        return frame.deck in DECKS and all(0 <= c < len(setup.deck_names[frame.deck]) for c in frame.left)
    if isinstance(frame, move.ChooseStep):
        return frame.mode in _MODES and 0 <= frame.left <= 99
    if isinstance(frame, move.BoardVan):
        return s.van_started
    if isinstance(frame, turned.PuppetMove):
        return any(number_of(packed) == frame.number for packed in s.aboms)
    if isinstance(frame, feeding.FeedingRoll):
        runs = frame.clock is None or (frame.timed and 0 < frame.clock <= feeding.LONGEST_CLOCK)
        return runs and bool(frame.dice) and frame.left > 0 and all(0 <= die <= 6 for die in frame.dice)
    return True


_MODES = (move.ON_FOOT, move.RIDING, move.DRIVING, move.HAUNTING, move.WALKING)


def begin(s: KanataState, read: PositionReader, sink: list[Event] | None) -> None:
    """Build the frames of a phase (none named: the start of a turn, or ACTIONS if something has happened in it)."""
    default = "actions" if read.mapping.get("this_turn") else "turn_start"
    phase = read.choice("phase", default, PHASES)
    if s.result != RUNNING and phase != "finished":
        raise PositionError("phase", phase, "finished: the game is over")
    if phase == "finished":
        if s.result == RUNNING:
            s.result = LOST if STANDING not in s.status else WON
        return
    if STANDING not in s.status:
        raise PositionError("characters", [STATUS[status] for status in s.status], "one standing human at least")
    if phase == "turn_start":
        s.ask(turns.TURN_START)
        return
    if s.status[s.turn] not in (STANDING, TURNED):
        raise PositionError("turn", s.turn, "a standing or turned character")
    if phase == "turn_end":
        s.ask(turns.TURN_END)
        return
    if phase in ("enemy", "puppet"):
        s.ask(turns.TURN_END)
        if s.status[s.turn] == TURNED:
            turned.begin_puppet(s)
        else:
            enemies.begin_enemy_action(s, sink)
        return
    s.ask(turns.CHOOSE_ACTION)
    mode = read.choice("mode", _mode_of(s), _MODES)
    if phase in ("step", "end_move"):
        s.moved = s.moved or 1
        if phase == "end_move":
            move.end_move(s, mode, sink)
        else:
            move.proceed(s, move.ChooseStep(mode, read.integer("steps", 6, 0, 99)), sink)
    elif phase == "card":
        _play_card(s, read, sink)
    elif phase == "feeding":
        feeding.begin_feeding(s, sink)
    elif phase == "occult":
        turned.occult(s, sink)


def _mode_of(s: KanataState) -> str:
    if s.status[s.turn] == TURNED:
        return move.HAUNTING
    return (move.ON_FOOT, move.RIDING, move.DRIVING)[s.mount[s.turn]]


def _play_card(s: KanataState, read: PositionReader, sink: list[Event] | None) -> None:
    """The card has just been drawn by the turn owner."""
    name = read.mapping.get("card")
    for deck in EVENT_DECKS:
        index = s.setup.content.card_index[deck].get(str(name))
        if index is not None:
            card = s.setup.content.decks[deck][index]
            if sink is not None:
                clause = "KAN-TRACK-04" if deck == "mystery" else "KAN-TRACK-03"
                sink.append(CardDrawn(clauses=(clause,), seat=s.turn, deck=deck, card=card.id))
            begin_block(s, card.block, s.turn)
            return
    raise PositionError("card", name, "the id of an event or Mystery card")
