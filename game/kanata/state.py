"""A Kanata game being played: plain ints and masks, a stack of questions, two doors."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Final

from msgspec import Struct, structs

from game.core.chance import NeedRoll, ScriptError, below, mix, scripted
from game.core.contract import Action, Event
from game.core.stack import Answers, StackState, digest_of, table_state
from game.kanata.frames import Frame

if TYPE_CHECKING:
    from game.kanata.actions import Aim
    from game.kanata.observation import KanataObservation
    from game.kanata.queries import Reach, Threat
    from game.kanata.setup import Setup

STANDING, DOWNED, CAPTURED, TURNED = range(4)
"""What a character is: the first three are human."""
STATUS: Final = ("standing", "downed", "captured", "turned")
FOOT, BIKE, VAN = range(3)
MOUNTS: Final = ("foot", "bike", "van")
ONE_DIE, STAY_NEXT, SKIP_NEXT = 1, 2, 4
"""Flags for somebody's next turn."""
OMENS: Final = {"one_die": ONE_DIE, "stay": STAY_NEXT, "skip": SKIP_NEXT}
SHERIFF_HELD, ABOMINATIONS_HELD = 1, 2
"""Who does not move in this turn's enemy action."""
NOT_MOVED, MOVED, STAYED = range(3)
RUNNING, WON, LOST = range(3)
NOWHERE: Final = -1
IN_DECK, IN_CORN, IN_VAN = -1, 6, 7
"""Where the van keys are, beside a seat's number."""
_SIX: Final = (1 << 64) - (1 << 64) % 6

# An abomination on the board is one int: its space, whether it is dormant, whom it hunts for good, whether it has
# reached the unridden 4-wheeler (KAN-BIKE-08), and its number.
SPACE_MASK: Final = 0x1FF
DORMANT: Final = 0x200
_HUNT_SHIFT: Final = 10
SATED: Final = 0x2000
_NUMBER_SHIFT: Final = 14


def abomination(number: int, space: int, dormant: bool = False, hunts: int = -1, sated: bool = False) -> int:
    """Pack an abomination."""
    return (
        space | (DORMANT if dormant else 0) | hunts + 1 << _HUNT_SHIFT | (SATED if sated else 0)
        | number << _NUMBER_SHIFT
    )  # fmt: skip


def number_of(packed: int) -> int:
    """Its number, 1 and up."""
    return packed >> _NUMBER_SHIFT


def hunted_by(packed: int) -> int:
    """The seat that it always hunts; -1: nobody's."""
    return (packed >> _HUNT_SHIFT & 7) - 1


class Deck(Struct, frozen=True):
    """Counts of the cards whose place nobody knows, those known to lie on top (first first), and the discards."""

    unseen: tuple[int, ...]
    known: tuple[int, ...] = ()
    discard: tuple[int, ...] = ()

    @property
    def size(self) -> int:
        """Cards left to draw."""
        return sum(self.unseen) + len(self.known)


class KanataAnswers(Answers, frozen=True, kw_only=True):
    """With the queries that look ahead."""

    reachable: Callable[[KanataState, int | None], Reach]
    odds: Callable[[KanataState, Action], float | None]
    aims: Callable[[KanataState, str], tuple[Aim, ...]]
    forecast: Callable[[KanataState, int | None], tuple[Threat, ...]]


@table_state
class KanataState(StackState):
    """Spaces are the town's ints, sets of items masks over the box order; lists are per seat."""

    open_ended: ClassVar[bool] = True
    """A roll of a timed escape is listed without the clock that it may tell."""

    setup: Setup
    """The rules in force: content, town, difficulty. Shared, never changed."""
    seed: int
    counter: int
    script: tuple[Any, ...]
    """Coming results that are used before the generator."""
    strict: bool
    round: int
    first: int
    turn: int
    """The turn owner."""
    result: int
    # -- people
    status: list[int]
    space: list[int]
    health: list[int]
    track: list[int]
    cubes: list[int]
    """Cubes on the horde symbols."""
    mount: list[int]
    items: list[int]
    tokens: list[int]
    """Four bits a kind of token."""
    omens: list[int]
    hidden_turns: list[int]
    """Own turns in a row that ended behind a cross (KAN-CROSS-03)."""
    traits_used: int
    served: int
    """Who has taken a turn as a turned player, as a mask (KAN-LOSE-01)."""
    # -- things
    ammo: tuple[int, ...]
    scopes: tuple[int, ...]
    """Per gun of the box: rounds left, reach of the scope on it."""
    corn: int
    used: int
    """Items used on the roadblock."""
    keys: int
    """Where the van keys are: ``IN_DECK``, a seat, ``IN_CORN``, ``IN_VAN``."""
    monoliths: int
    wall: int
    supply: tuple[int, ...]
    """Search cubes of properties 1 to 12."""
    search: Deck
    interior: Deck
    exterior: Deck
    mystery: Deck
    # -- enemies
    sheriff: int
    aboms: list[int]
    """In order of release."""
    top: int
    rank: int
    reserve: int
    corpses: tuple[int, ...]
    cleared: tuple[int, ...]
    """Shot away until the end of this turn."""
    ambulance: int
    tires: int
    quarry: int
    """Whom the ambulance hunts first; -1: the nearest."""
    panic: bool
    # -- vehicles
    bike: int
    gas: int
    bike_moved: bool
    van: int
    van_started: bool
    # -- this turn
    dice: int = 0
    """D, 0 while it is not fixed (KAN-TURN-03)."""
    moved: int = NOT_MOVED
    tracked: bool = False
    shots: int = 0
    searches: int = 0
    boost: bool = False
    must_stay: bool = False
    arrived: int = NOWHERE
    """Where this turn's Move or Stay ended; ``NOWHERE`` before."""
    held: int = 0
    barred: bool = False
    refused: tuple[tuple[int, str], ...] = ()
    """What friends have refused to hand over this turn: who, and which card or token (KAN-TRADE-03)."""
    began_as: int = STANDING
    """What the turn owner was when the turn began: standing or turned. Else the turn ends (KAN-TURN-09)."""
    stack: tuple[Frame, ...] = ()
    _legal: tuple[Action, ...] | None = None

    if TYPE_CHECKING:

        def observation(self, player: int) -> KanataObservation: ...

    # -- the contract ------------------------------------------------------------------------------------------

    def digest(self) -> str:
        """Of all but ``served``, which follows from the moves: so games kept before it was counted still fit."""
        key = self.key()
        place = self.__match_args__.index("served")
        return digest_of((*key[:place], *key[place + 1 :]))

    def step(self, action: Action, sink: list[Event] | None = None) -> None:
        self._legal = None
        self.stack[-1].resolve(self, action, sink)
        self.settle(sink)

    def settle(self, sink: list[Event] | None) -> None:
        """Carry out the automatic frames on top; leave the owner's questions when the owner cannot act any more."""
        while stack := self.stack:
            top = stack[-1]
            if top.automatic:
                top.resolve(self, None, sink)
            elif top.own and self.status[self.turn] != self.began_as:
                top.abandon(self, sink)
            else:
                break

    def canonical(self, action: Action) -> Action:
        """The one spelling of an action: no seat for the current player, spaces and items by their full names.

        A cell may be named by column and row even if it has a name, an item by what it is (``pistol``): then the first
        such item that the listed actions name is meant.
        """
        if action.seat is not None and action.seat == self.current_player():
            action = structs.replace(action, seat=None)
        space = getattr(action, "space", None)
        town = self.setup.town
        if space is not None and space in town.index and town.names[town.index[space]] != space:
            action = structs.replace(action, space=town.names[town.index[space]])
        item = getattr(action, "item", None)
        if item in self.setup.content.copies and item not in self.setup.content.item_index:
            for copy in self.setup.content.copies[item]:
                named = structs.replace(action, item=self.setup.content.items[copy].id)
                if named in self.legal_actions():
                    return named
        return action

    # -- queries beside the contract ---------------------------------------------------------------------------

    def reachable(self, steps: int | None = None) -> Reach:
        """Where the current player can go now, each space with its steps and path (``queries.reachable``)."""
        return self.setup.answers.reachable(self, steps)

    def odds(self, action: Action) -> float | None:
        """The chance that ``action`` succeeds, ``None`` where nothing is rolled (``queries.odds``)."""
        return self.setup.answers.odds(self, action)

    def aims(self, item: str) -> tuple[Aim, ...]:
        """What a weapon of whose turn it is could be used on now (``queries.aims``)."""
        return self.setup.answers.aims(self, item)

    def forecast(self, dice: int | None = None) -> tuple[Threat, ...]:
        """What each enemy may reach in the next enemy action, with so many dice (``queries.forecast``)."""
        return self.setup.answers.forecast(self, dice)

    # -- for the rules -----------------------------------------------------------------------------------------

    def ask(self, frame: Frame) -> None:
        """Put a frame on top of the stack; nothing is asked any more when the game is over."""
        if not self.result:
            self.stack += (frame,)
            self._legal = None

    def drop(self) -> None:
        """Take the top frame off."""
        self.stack = self.stack[:-1]
        self._legal = None

    def is_exposed(self, seat: int) -> bool:
        """Standing or downed, not hidden behind a cross, not captured, not in the van."""
        return (
            self.status[seat] <= DOWNED
            and self.mount[seat] != VAN
            and not self.setup.town.crosses >> self.space[seat] & 1
        )

    def is_hidden(self, seat: int) -> bool:
        """Behind a cross."""
        return bool(self.setup.town.crosses >> self.space[seat] & 1)

    def humans(self) -> list[int]:
        """The seats that are not turned, from the turn owner on."""
        n = len(self.status)
        return [seat for i in range(n) if self.status[seat := (self.turn + i) % n] != TURNED]

    def token(self, seat: int, kind: int) -> int:
        """How many tokens of a kind somebody holds."""
        return self.tokens[seat] >> 4 * kind & 15

    def add_token(self, seat: int, kind: int, n: int = 1) -> None:
        """Tokens come (or go, with a negative number)."""
        self.tokens[seat] += n << 4 * kind if n > 0 else -(-n << 4 * kind)

    def rider(self) -> int:
        """Who rides the 4-wheeler; -1: nobody."""
        for seat, mount in enumerate(self.mount):
            if mount == BIKE:
                return seat
        return -1

    def van_occupied(self) -> bool:
        """Whether anybody is in the van."""
        return VAN in self.mount

    # -- chance ------------------------------------------------------------------------------------------------

    def d6(self, die: str = "d6") -> int:
        """Roll a six-sided die."""
        if self.script or self.strict:
            return self._scripted_die(die, 6)
        counter = self.counter
        value = mix(self.seed, counter)
        while value >= _SIX:
            counter += 1
            value = mix(self.seed, counter)
        self.counter = counter + 1
        return value % 6 + 1

    def d4(self) -> int:
        """Roll the four-sided die."""
        if self.script or self.strict:
            return self._scripted_die("d4", 4)
        self.counter += 1
        return (mix(self.seed, self.counter - 1) & 3) + 1

    def roll(self, n: int) -> tuple[int, ...]:
        """Roll ``n`` six-sided dice."""
        if n == 1:
            return (self.d6(),)
        if n == 2:
            return (self.d6(), self.d6())
        return tuple([self.d6() for _ in range(n)])

    def _scripted_die(self, die: str, sides: int) -> int:
        if not self.script:
            if self.strict:
                raise NeedRoll(die, tuple(range(1, sides + 1)), seat=self.turn)
            value, self.counter = below(self.seed, self.counter, sides)
            return value + 1
        face = scripted(self.script[0], die)
        if isinstance(face, bool) or not isinstance(face, int) or not 1 <= face <= sides:
            raise ScriptError(die, self.script[0], f"a number from 1 to {sides}")
        self.script = self.script[1:]
        return face

    def draw(self, deck: Deck, names: Sequence[str], what: str) -> tuple[int, Deck]:
        """The top card of a deck that is not empty, and the deck without it."""
        if deck.known:
            return deck.known[0], Deck(deck.unseen, deck.known[1:], deck.discard)
        card = self._unseen(deck, names, what)
        return card, Deck(_less(deck.unseen, card), deck.known, deck.discard)

    def look(self, deck: Deck, n: int, names: Sequence[str], what: str) -> Deck:
        """The deck when its top ``n`` cards (fewer if there are not so many) are known."""
        while len(deck.known) < n and any(deck.unseen):
            card = self._unseen(deck, names, what)
            deck = structs.replace(deck, unseen=_less(deck.unseen, card), known=(*deck.known, card))
        return deck

    def _unseen(self, deck: Deck, names: Sequence[str], what: str) -> int:
        if self.script:
            name = scripted(self.script[0], what)
            if name not in names or not deck.unseen[names.index(str(name))]:
                raise ScriptError(what, self.script[0], f"a card that is left in the {what} deck")
            self.script = self.script[1:]
            return names.index(str(name))
        if self.strict:
            cards = tuple(names[card] for card, count in enumerate(deck.unseen) for _ in range(count))
            raise NeedRoll(what, cards, drawn=True)
        pick, self.counter = below(self.seed, self.counter, sum(deck.unseen))
        for card, count in enumerate(deck.unseen):
            pick -= count
            if pick < 0:
                return card
        raise AssertionError("an empty deck")


def _less(counts: tuple[int, ...], card: int) -> tuple[int, ...]:
    return (*counts[:card], counts[card] - 1, *counts[card + 1 :])
