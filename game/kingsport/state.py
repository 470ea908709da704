"""A Kingsport game being played: plain ints, a stack of questions, two doors."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from msgspec import structs

from game.core.chance import NeedRoll, ScriptError, mix, scripted
from game.core.contract import Action, Event
from game.core.stack import StackState, table_state
from game.kingsport import dice as dd
from game.kingsport.actions import ChooseDice
from game.kingsport.frames import Frame

if TYPE_CHECKING:
    from game.kingsport.observation import KingsportObservation
    from game.kingsport.setup import Setup

ROUNDS: Final = 9
NOTHING: Final = -1
"""``KingsportState.invoked``: no god yet this turn."""
_SIX: Final = (1 << 64) - (1 << 64) % 6
_DIE: Final = dd.DIE
_FACES: Final = tuple(dd.FACES[side] for side in dd.DIE)


@table_state
class KingsportState(StackState):
    """Sets of gods are masks over the layout order, dice a multiset's index (``dice.MULTISETS``)."""

    setup: Setup
    """The rules in force: cards, Investigator, modes. Shared, never changed."""
    seed: int
    counter: int
    script: tuple[Any, ...]
    """Coming results that are used before the generator."""
    strict: bool
    round: int
    first: int
    """The holder of the Time counter, first player of the round."""
    turn: int
    """The acting cultist."""
    hands: list[int]
    sanity: list[int]
    seen: tuple[int, ...]
    """Memory game: per cultist the gods seen face up with him since the round began (KPT-INFO-08)."""
    in_play: int
    """Gods in front of the acting cultist; nobody else has any (KPT-ROUND-10)."""
    dice: int
    piles: int
    """Three bits a pile, in layout order."""
    stocked: int
    """The gods whose pile is not empty."""
    obtained: int
    """Faces that dice of the acting cultist showed in this Expansion, one bit a face."""
    played: int
    """Gods played in this Expansion."""
    prices: int
    """Sanity prices paid in this Expansion."""
    invoked: int
    """The god invoked this turn, or ``NOTHING``."""
    had_hand: bool
    """Whether the acting cultist had a card when the turn began."""
    azathoth: int
    """The round in which Azathoth was invoked; 0: not yet."""
    stack: tuple[Frame, ...]
    _legal: tuple[Action, ...] | None = None

    if TYPE_CHECKING:

        def observation(self, player: int) -> KingsportObservation: ...

    # -- the contract ------------------------------------------------------------------------------------------

    def step(self, action: Action, sink: list[Event] | None = None) -> None:
        self._legal = None
        self.stack[-1].resolve(self, action, sink)
        stack = self.stack
        if stack and stack[-1].automatic:
            self.settle(sink)

    def settle(self, sink: list[Event] | None) -> None:
        """Carry out the automatic frames on top."""
        while self.stack and self.stack[-1].automatic:
            self.stack[-1].resolve(self, None, sink)

    def canonical(self, action: Action) -> Action:
        """The one spelling of an action: no seat for the current player, dice in face order."""
        if action.seat is not None and action.seat == self.current_player():
            action = structs.replace(action, seat=None)
        if isinstance(action, ChooseDice):
            order = dd.FACES
            reroll = tuple(sorted(action.reroll, key=lambda face: order.find(face)))
            turn = tuple(sorted(action.turn, key=lambda die: (order.find(die.origin), order.find(die.to))))
            action = structs.replace(action, reroll=reroll, turn=turn)
        return action

    # -- for the rules -----------------------------------------------------------------------------------------

    def ask(self, frame: Frame) -> None:
        """Put a frame on top of the stack."""
        self.stack += (frame,)

    def god_id(self, god: int) -> str:
        """The id of a god by its index."""
        return self.setup.tables.ids[god]

    def owned(self, seat: int) -> int:
        """A cultist's gods in hand and in play."""
        return self.hands[seat] | self.in_play if seat == self.turn else self.hands[seat]

    def set_dice(self, dice: int) -> None:
        """Change the acting cultist's dice and remember the faces shown (KPT-INVEST-04)."""
        self.dice = dice
        self.obtained |= dd.SHOWS[dice]

    def roll(self, n: int) -> list[int]:
        """Roll ``n`` Domain dice; faces as indices (KPT-DICE-01, KPT-SETUP-09)."""
        return [self.roll_one() for _ in range(n)]

    def roll_one(self) -> int:
        """Roll one Domain die."""
        if self.script:
            return self._scripted_face()
        if self.strict:
            raise NeedRoll("domain", _FACES, seat=self.turn)
        counter = self.counter
        value = mix(self.seed, counter)
        while value >= _SIX:
            counter += 1
            value = mix(self.seed, counter)
        self.counter = counter + 1
        return _DIE[value % 6]

    def _scripted_face(self) -> int:
        face = scripted(self.script[0], "domain")
        if face not in dd.FACE_INDEX:
            raise ScriptError("domain", self.script[0], "a face: E, D or X")
        self.script = self.script[1:]
        return dd.FACE_INDEX[str(face)]

    def take(self, seat: int, god: int) -> None:
        """The top card of a god's pile goes to a hand, seen by all."""
        bit = 1 << god
        self.piles -= 1 << 3 * god
        if not self.piles >> 3 * god & 7:
            self.stocked &= ~bit
        self.hands[seat] |= bit
        if self.setup.hidden:
            self.show(seat, bit)

    def give_back(self, seat: int, god: int) -> None:
        """An owned god goes face up onto its pile (KPT-SAN-11)."""
        bit = 1 << god
        if seat == self.turn:
            self.in_play &= ~bit
        self.hands[seat] &= ~bit
        if self.setup.hidden:
            self.seen = tuple(gods & ~bit if at == seat else gods for at, gods in enumerate(self.seen))
        self.piles += 1 << 3 * god
        self.stocked |= bit

    def show(self, seat: int, gods: int) -> None:
        """These gods of a cultist are face up now; in a memory game that is remembered until the round ends."""
        if self.setup.hidden:
            self.seen = tuple(seen | gods if at == seat else seen for at, seen in enumerate(self.seen))

    def pile(self, god: int) -> int:
        """How many cards a pile holds."""
        return self.piles >> 3 * god & 7
