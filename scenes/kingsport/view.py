"""What the table shows at a moment: a plain copy of public things and one cultist's hand, moved on by events.

The screen never reads the state while something moves. It holds a `View`, lets each event change it (`View.take`), and
takes a fresh one when all is still; both ways lead to the same picture. An event that it knows of already (somebody
sat down in the middle of a movement) takes no count below nothing and puts no card into a hand twice.
"""

from __future__ import annotations

import copy
from dataclasses import dataclass, field
from typing import Any

from game.core.contract import TERMINAL, Event
from game.kingsport import events as ev
from game.kingsport.cards import FAMILIES, Cards

ROUNDS = 9
MOST_SANITY = 12
FACES = ("E", "D", "X")


@dataclass
class View:
    """The table as `viewer` sees it; ``None`` sees nobody's hand."""

    cards: Cards
    viewer: int | None
    players: int
    investigator: str | None
    scenario: bool
    ledger: str
    round: int
    first: int
    turn: int
    question: str
    asked: int
    """The seat that is to answer; ``TERMINAL`` at the end."""
    sanity: list[int]
    dice: list[str]
    in_play: list[str]
    hand: list[str]
    backs: list[list[int]]
    """Per seat how many Lesser, Elder and Great backs its hand shows."""
    piles: dict[str, int]
    played: int
    invoked: str | None
    azathoth: int
    scores: tuple[int, ...] = ()
    winners: tuple[int, ...] = ()
    waiting: tuple[str, ...] = ()
    """The questions that come after the open one in this turn, the next one last."""
    raided: bool = field(default=False)
    """Whether the acting cultist's Raid of this turn is over."""

    @classmethod
    def of(cls, cards: Cards, state: Any, viewer: int | None) -> View:
        """The table as it stands in `state`."""
        asked = state.current_player()
        seen = state.observation(viewer if viewer is not None else 0)
        decision = state.decision()
        outcome = state.outcome()
        ids = [god.id for god in cards.gods]
        return cls(
            cards=cards,
            viewer=viewer,
            players=seen.players,
            investigator=seen.investigator,
            scenario=seen.scenario,
            ledger=seen.ledger,
            round=seen.round,
            first=seen.first,
            turn=seen.turn,
            question=decision.name if decision is not None else "",
            asked=asked,
            sanity=list(seen.sanity),
            dice=list(seen.dice),
            in_play=list(seen.in_play),
            hand=list(seen.hand) if viewer is not None else [],
            backs=[list(row) for row in seen.backs],
            piles=dict(zip(ids, seen.piles, strict=True)),
            played=seen.played,
            invoked=ids[seen.invoked] if seen.invoked >= 0 else None,
            azathoth=seen.azathoth,
            scores=outcome.scores if outcome is not None else (),
            winners=outcome.winners if outcome is not None else (),
            waiting=tuple(frame.name for frame in seen.stack[:-1] if frame.name),
            raided=decision is not None and decision.name == "end_turn",
        )

    def copy(self) -> View:
        """An independent copy."""
        twin = copy.copy(self)
        twin.sanity, twin.dice, twin.in_play, twin.hand = self.sanity[:], self.dice[:], self.in_play[:], self.hand[:]
        twin.backs = [row[:] for row in self.backs]
        twin.piles = dict(self.piles)
        return twin

    # What follows from it

    @property
    def over(self) -> bool:
        return self.asked == TERMINAL

    @property
    def raids(self) -> dict[int, int]:
        """The rounds with a Raid and the Investigator's printed strength in each."""
        return dict(self.cards.investigators[self.investigator].raids) if self.investigator else {}

    @property
    def phase(self) -> str:
        """Which part of the turn it is: ``expansion``, ``invocation``, ``raid`` or ``end``."""
        phases = {"expansion_action": "expansion", "invoke": "invocation", "raid_cards": "raid", "end_turn": "end"}
        if self.question in phases:
            return phases[self.question]
        # a choice inside an effect, or missing Sanity: the part of the turn before the one that comes next
        if "end_turn" not in self.waiting or "expansion_action" in self.waiting or "invoke" in self.waiting:
            return "expansion"
        return "raid" if self.round in self.raids and "raid_cards" not in self.waiting else "invocation"

    def family(self, card: str) -> int:
        """Which back a god has: 0 Lesser, 1 Elder, 2 Great."""
        return FAMILIES.index(self._god(card).family)

    def hand_size(self, seat: int) -> int:
        return sum(self.backs[seat])

    def points(self) -> int:
        """The Cult points of the viewer's own gods, in hand and in play (the final god's come at the end)."""
        own = self.hand + (self.in_play if self.viewer == self.turn else [])
        return sum(self._god(card).points for card in own)

    def _god(self, card: str) -> Any:
        return next(god for god in self.cards.gods if god.id == card)

    def _sort(self, ids: list[str]) -> None:
        order = {god.id: number for number, god in enumerate(self.cards.gods)}
        ids.sort(key=lambda one: order.get(one, -1))

    # Moving on

    def take(self, event: Event) -> None:
        """Let `event` happen here too."""
        method = getattr(self, f"_{event.__struct_config__.tag}", None)
        if method is not None:
            method(event)

    def _counter_passed(self, event: ev.CounterPassed) -> None:
        self.first = self.turn = event.receiver
        self.round = event.round

    def _sanity_changed(self, event: ev.SanityChanged) -> None:
        self.sanity[event.seat] = event.now

    def _turn_began(self, event: ev.TurnBegan) -> None:
        self.turn = event.seat
        self.dice, self.in_play, self.played, self.invoked = [], [], 0, None
        self.raided = False

    def _set_dice(self, dice: list[str]) -> None:
        self.dice = sorted(dice, key=FACES.index)

    def _without(self, faces: tuple[str, ...]) -> list[str]:
        rest = self.dice[:]
        for face in faces:
            if face in rest:
                rest.remove(face)
        return rest

    def _dice_rolled(self, event: ev.DiceRolled) -> None:
        self._set_dice([*self.dice, *event.faces])

    def _dice_rerolled(self, event: ev.DiceRerolled) -> None:
        self._set_dice([*self._without(event.before), *event.after])

    def _die_gained(self, event: ev.DieGained) -> None:
        self._set_dice([*self.dice, event.face])

    def _dice_turned(self, event: ev.DiceTurned) -> None:
        rest = self._without(tuple(turn.origin for turn in event.turn))
        self._set_dice([*rest, *(turn.to for turn in event.turn)])

    def _leave_hand(self, seat: int, card: str) -> None:
        backs, family = self.backs[seat], self.family(card)
        backs[family] = max(0, backs[family] - 1)
        if card in self.hand and seat == self.viewer:
            self.hand.remove(card)

    def _enter_hand(self, seat: int, card: str) -> None:
        self.backs[seat][self.family(card)] += 1
        if seat == self.viewer and card not in self.hand:
            self.hand.append(card)
            self._sort(self.hand)

    def _god_played(self, event: ev.GodPlayed) -> None:
        self._leave_hand(event.seat, event.card)
        self.in_play.append(event.card)
        self._sort(self.in_play)
        self.played += 1

    def _god_invoked(self, event: ev.GodInvoked) -> None:
        self.piles[event.card] = max(0, self.piles[event.card] - 1)
        self._set_dice(self._without(event.paid))
        self._enter_hand(event.seat, event.card)
        self.invoked = event.card
        if self._god(event.card).final is not None:
            self.azathoth = self.round

    def _raid_played(self, event: ev.RaidPlayed) -> None:
        for card in event.cards:
            self._leave_hand(event.seat, card)
        self.in_play += event.cards
        self._sort(self.in_play)

    def _raid_resolved(self, event: ev.RaidResolved) -> None:
        self.raided = True

    def _god_discarded(self, event: ev.GodDiscarded) -> None:
        self.piles[event.card] += 1
        if event.seat == self.turn and event.card in self.in_play:
            self.in_play.remove(event.card)
        else:
            self._leave_hand(event.seat, event.card)

    def _turn_ended(self, event: ev.TurnEnded) -> None:
        for card in self.in_play:
            self._enter_hand(event.seat, card)
        self.dice, self.in_play, self.played, self.invoked = [], [], 0, None
        self.raided = False

    def _game_ended(self, event: ev.GameEnded) -> None:
        self.scores, self.winners = event.scores, event.winners
