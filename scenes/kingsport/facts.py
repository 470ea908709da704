"""What the table works out to help a person look ahead: asked of a copy of the game, never of a rule of its own.

A copy is dealt anew (`resample`) before it is played on, so that nothing hidden, no coming die least of all, can show
in an answer.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from game.core.chance import Rng
from game.core.contract import Action, Event
from game.kingsport import events as ev
from game.kingsport.actions import DONE, Discard, Play, Raid
from game.kingsport.cards import God
from game.kingsport.dice import FACE_INDEX, FACES, MULTISETS, of_faces
from game.kingsport.effects import Clause, Gain, Pay, Roll

MOST_SETS = 4000
"""So many ways to cover a deficit are looked through at most."""


@dataclass(frozen=True)
class Preview:
    """What playing a god would do: Sanity before and after, dice gained (``?`` is rolled), dice that cannot be had."""

    sanity: int
    after: int
    gained: tuple[str, ...] = ()
    blocked: int = 0
    deficit: int = 0
    asks: str = ""
    """The decision that would come up on the way."""
    turns: bool = False
    """Whether dice would be turned or rolled again."""
    lost: tuple[str, ...] = ()
    """Gods that would go back onto their piles, because no others could make up for the Sanity that is missing."""


def _copy(state: Any, seat: int) -> Any:
    return state.resample(seat, Rng(0))


def core_of(clause: Clause) -> Clause:
    """What a clause does once its price is paid."""
    return clause.then if isinstance(clause, Pay) else clause


def dice_of(god: God, number: int) -> int:
    """How many dice clause `number` (from 1) of a god's effect takes from the supply."""
    clause = core_of(god.effect[number - 1])
    if isinstance(clause, Roll):
        return clause.dice
    return 1 if isinstance(clause, Gain) else 0


def preview_play(state: Any, seat: int, god: God) -> Preview:
    """What `seat` would see happen if it played `god` now; where the rules refuse it, the dice it cannot give."""
    have = state.observation(seat).sanity[seat]
    action = Play(card=god.id)
    if state.refusal(action) is not None:
        wanted = sum(dice_of(god, number) for number in range(1, len(god.effect) + 1))
        return Preview(have, have, blocked=wanted)
    trial = _copy(state, seat)
    happened = trial.apply_action(action)
    gained: list[str] = []
    blocked = 0
    after = have
    turns = False
    lost = tuple(one.card for one in happened if isinstance(one, ev.GodDiscarded) and one.seat == seat)
    for event in happened:
        if isinstance(event, ev.SanityChanged) and event.seat == seat:
            after = event.now
        elif isinstance(event, ev.DiceRolled):
            gained += "?" * len(event.faces)
        elif isinstance(event, ev.DieGained):
            gained.append(event.face)
        elif isinstance(event, ev.ClauseIdle):
            blocked += dice_of(god, event.number)
        elif isinstance(event, (ev.DiceTurned, ev.DiceRerolled)):
            turns = True
    decision = trial.decision()
    asks = decision.name if decision is not None and decision.name != "expansion_action" else ""
    deficit = 0
    if asks == "pay_deficit":
        deficit, after = int(decision.values["deficit"]), 0
    if asks == "choose_face":
        gained.append("?")
    return Preview(have, after, tuple(gained), blocked, deficit, asks, turns or asks == "choose_dice", lost)


@dataclass(frozen=True)
class RaidSum:
    """What a Raid with a set of gods comes to."""

    strength: int
    against: int

    @property
    def difference(self) -> int:
        return self.strength - self.against


def raid_actions(cards: Sequence[str]) -> list[Action]:
    """The actions that send a whole set, in layout order, and end it."""
    return [*(Raid(card=card) for card in cards), DONE]


def sum_raid(state: Any, seat: int, cards: Sequence[str]) -> RaidSum | None:
    """The sum of a Raid with `cards` (in layout order); ``None`` if they cannot be sent."""
    trial = _copy(state, seat)
    for action in raid_actions(cards):
        decision = trial.decision()
        if decision is None or decision.name != "raid_cards":
            break
        if trial.refusal(action) is not None:
            return None
        for event in trial.apply_action(action):
            if isinstance(event, ev.RaidResolved):
                return RaidSum(event.strength, event.against)
    return None


@dataclass(frozen=True)
class Payment:
    """A complete set of gods that covers a deficit, the actions that name it, and what it is worth."""

    cards: tuple[str, ...]
    actions: tuple[Action, ...]
    points: int
    wasted: int


def payments(state: Any, seat: int) -> list[Payment]:
    """All sets that the rules accept for the open deficit, the cheapest first."""
    found = list(_payments(_copy(state, seat), seat, (), MOST_SETS))
    return sorted(found, key=lambda one: (one.points, len(one.cards)))


def _payments(state: Any, seat: int, named: tuple[Action, ...], most: int) -> Iterator[Payment]:
    for action in state.legal_actions():
        if most <= 0:
            return
        trial = state.clone()
        happened: list[Event] = trial.apply_action(action)
        cards = tuple(event.card for event in happened if isinstance(event, ev.GodDiscarded) and event.seat == seat)
        covered = next((event for event in happened if isinstance(event, ev.DeficitCovered)), None)
        if covered is not None:
            most -= 1
            yield Payment(cards, (*named, action), covered.points, covered.wasted)
        else:
            for payment in _payments(trial, seat, (*named, action), most):
                most -= 1
                yield payment


def discard_refusal(state: Any, seat: int, cards: Sequence[str]) -> Any:
    """Why the rules do not take `cards` (in layout order) for the open deficit; ``None`` if they are taken so far."""
    trial = _copy(state, seat)
    for card in cards:
        refusal = trial.refusal(Discard(card=card))
        if refusal is not None:
            return refusal
        trial.apply_action(Discard(card=card))
    return None


def shortfall(god: God, dice: Sequence[str]) -> tuple[str, ...] | None:
    """The fewest faces that these dice lack for the god's cost; ``()`` if they pay it.

    ``None`` where several different sets of faces would do equally well.
    """
    have = MULTISETS[of_faces(FACE_INDEX[face] for face in dice)]
    ways = set()
    for payment in god.price.payments:
        lacking = tuple(max(0, need - has) for need, has in zip(MULTISETS[payment], have, strict=True))
        ways.add(lacking)
    least = min(map(sum, ways))
    best = [way for way in ways if sum(way) == least]
    if len(best) > 1:
        return None
    return tuple(face for face, count in zip(FACES, best[0], strict=True) for _ in range(count))


def lacking(god: God, dice: Sequence[str]) -> int:
    """How many dice are lacking for the god's cost."""
    return god.price.missing(of_faces(FACE_INDEX[face] for face in dice))
