"""What happens in Kanata. All of it is open to everybody: only the order of decks and coming dice are hidden."""

from __future__ import annotations

from typing import ClassVar, TypeAlias

from game.core.contract import Event, Values


class GameBegan(Event, frozen=True, tag="game_began"):
    """Set-up: the table is laid."""

    players: int
    difficulty: str
    characters: tuple[str, ...]
    first: int
    search_cards: int


class TurnBegan(Event, frozen=True, tag="turn_began"):
    """A turn starts."""

    seat: int
    round: int


class TurnSkipped(Event, frozen=True, tag="turn_skipped"):
    """A turn in which nothing is done. ``cause``: downed, captured, card, shot."""

    seat: int
    cause: str


class TurnEnded(Event, frozen=True, tag="turn_ended"):
    """A turn is over."""

    seat: int


class DiceRolled(Event, frozen=True, tag="dice_rolled"):
    """Dice. ``cause``: move, track, enemies, ambulance, card, puppet, occult, howl, whirl."""

    reveals: ClassVar[bool] = True

    seat: int
    dice: tuple[int, ...]
    total: int
    cause: str

    def told(self) -> tuple[str, Values]:
        return self.cause, {"count": self.total}


class DiceFixed(Event, frozen=True, tag="dice_fixed"):
    """How many dice the turn uses from now on (KAN-TURN-03)."""

    seat: int
    dice: int


class Stepped(Event, frozen=True, tag="stepped"):
    """A step on the board; ``left`` more may follow."""

    seat: int
    space: str
    left: int


class Stayed(Event, frozen=True, tag="stayed"):
    """Somebody stays."""

    seat: int
    space: str


class Arrived(Event, frozen=True, tag="arrived"):
    """A Move has ended."""

    seat: int
    space: str


class Hid(Event, frozen=True, tag="hid"):
    """Behind a cross."""

    seat: int
    space: str


class Placed(Event, frozen=True, tag="placed"):
    """Put on a space without moving there. ``cause``: card, sheriff, swap, shot, freed, revived."""

    seat: int
    space: str
    cause: str


class MarkerMoved(Event, frozen=True, tag="marker_moved"):
    """A marker on a player board; ``kind`` of the space."""

    seat: int
    index: int
    kind: str


class BarnPassed(Event, frozen=True, tag="barn_passed"):
    """A marker ended on or passed the Barn."""

    seat: int


class OccultRolled(Event, frozen=True, tag="occult_rolled"):
    """A turned player's d4. ``result``: gnaw, hang, howl, rouse."""

    reveals: ClassVar[bool] = True

    seat: int
    die: int
    result: str


class CardDrawn(Event, frozen=True, tag="card_drawn"):
    """An event or Mystery card."""

    reveals: ClassVar[bool] = True

    seat: int
    deck: str
    card: str


class Searched(Event, frozen=True, tag="searched"):
    """A Search card: an item, a Talisman or nothing (``empty``)."""

    reveals: ClassVar[bool] = True

    seat: int
    card: str
    left: int


class CubeRemoved(Event, frozen=True, tag="cube_removed"):
    """A search cube leaves a property."""

    spends: ClassVar[bool] = True

    seat: int
    property: int
    left: int

    def told(self) -> tuple[str, Values]:
        return "", {"count": self.left}


class NothingDrawn(Event, frozen=True, tag="nothing_drawn"):
    """A deck has run out."""

    seat: int
    deck: str


class DeckRebuilt(Event, frozen=True, tag="deck_rebuilt"):
    """The discards of an event deck are shuffled to a new deck."""

    deck: str
    cards: int


class CardsSeen(Event, frozen=True, tag="cards_seen"):
    """The top cards of a deck are looked at, in order from the top."""

    reveals: ClassVar[bool] = True

    seat: int
    deck: str
    cards: tuple[str, ...]


class CardsOrdered(Event, frozen=True, tag="cards_ordered"):
    """The top cards of a deck lie in a new order."""

    seat: int
    deck: str
    cards: tuple[str, ...]


class EffectIdle(Event, frozen=True, tag="effect_idle"):
    """An effect of a card that changes nothing."""

    seat: int
    effect: str


class OptionChosen(Event, frozen=True, tag="option_chosen"):
    """What somebody chose of a card."""

    seat: int
    card: str
    option: str


class ItemGained(Event, frozen=True, tag="item_gained"):
    """An item comes into an inventory. ``cause``: search, cornfield, card."""

    seat: int
    item: str
    cause: str


class ItemDropped(Event, frozen=True, tag="item_dropped"):
    """An item goes to the Cornfield. ``cause``: limit, sheriff, ambulance, downed, turned, card, dynamite, shot."""

    spends: ClassVar[bool] = True

    seat: int
    item: str
    cause: str


class ItemGone(Event, frozen=True, tag="item_gone"):
    """An item leaves the game. ``cause``: used, spent, thrown."""

    spends: ClassVar[bool] = True

    seat: int
    item: str
    cause: str


class ItemTraded(Event, frozen=True, tag="item_traded"):
    """A card or token changes hands."""

    spends: ClassVar[bool] = True

    giver: int
    receiver: int
    item: str


class TradeAsked(Event, frozen=True, tag="trade_asked"):
    """Somebody asks for a card or token."""

    seat: int
    friend: int
    item: str


class TradeAnswered(Event, frozen=True, tag="trade_answered"):
    """The answer."""

    seat: int
    item: str
    given: bool


class TokenGained(Event, frozen=True, tag="token_gained"):
    """A special item or token. ``cause``: card, search, cornfield, weapon (the scope of one that is gone)."""

    seat: int
    token: str
    cause: str


class TokenGone(Event, frozen=True, tag="token_gone"):
    """A special item or token leaves its holder. ``cause``: used, turned, deck, cornfield."""

    spends: ClassVar[bool] = True

    seat: int
    token: str
    cause: str


class TokenAttached(Event, frozen=True, tag="token_attached"):
    """A scope or ammo on a gun."""

    spends: ClassVar[bool] = True

    seat: int
    token: str
    item: str
    ammo: int
    scope: int


class RoundsLoaded(Event, frozen=True, tag="rounds_loaded"):
    """Loose rounds into a gun."""

    spends: ClassVar[bool] = True

    seat: int
    item: str
    ammo: int


class HealthChanged(Event, frozen=True, tag="health_changed"):
    """Health goes up or down. ``cause``: card, item, sheriff, shot, blade, blast, nde."""

    spends: ClassVar[bool] = True

    seat: int
    change: int
    now: int
    cause: str

    def told(self) -> tuple[str, Values]:
        return "" if self.change else "same", {}


class Downed(Event, frozen=True, tag="downed"):
    """Somebody lies on the ground."""

    spends: ClassVar[bool] = True

    seat: int
    space: str


class Revived(Event, frozen=True, tag="revived"):
    """A downed human stands up. ``cause``: nde, item, card."""

    seat: int
    now: int
    cause: str


class Captured(Event, frozen=True, tag="captured"):
    """Into the ambulance."""

    spends: ClassVar[bool] = True

    seat: int
    space: str


class Freed(Event, frozen=True, tag="freed"):
    """Out of the ambulance."""

    seat: int
    space: str


class Turned(Event, frozen=True, tag="turned"):
    """A human becomes an abomination."""

    spends: ClassVar[bool] = True

    seat: int
    space: str


class NdeUsed(Event, frozen=True, tag="nde_used"):
    """Back from the far side."""

    spends: ClassVar[bool] = True

    seat: int


class TalismanUsed(Event, frozen=True, tag="talisman_used"):
    """A turning is cancelled."""

    spends: ClassVar[bool] = True

    seat: int


class Declined(Event, frozen=True, tag="declined"):
    """Somebody said no. ``what``: nde, talisman, hide, van, puppet, exit."""

    seat: int
    what: str


class AbominationReleased(Event, frozen=True, tag="abomination_released"):
    """One comes out. ``cause``: barn, horde, feeding, grave."""

    number: int
    space: str
    cause: str


class AbominationWoke(Event, frozen=True, tag="abomination_woke"):
    """A dormant one becomes active."""

    number: int


class AbominationSlept(Event, frozen=True, tag="abomination_slept"):
    """One becomes dormant. ``cause``: sated, door, card."""

    number: int
    cause: str


class AbominationGone(Event, frozen=True, tag="abomination_gone"):
    """One goes to the reserve behind the barn. ``cause``: shot, blade, blast, card, talisman."""

    number: int
    cause: str


class HordeBroke(Event, frozen=True, tag="horde_broke"):
    """All horde cubes are gone; the first time people panic."""

    released: int
    panic: bool


class HordeCube(Event, frozen=True, tag="horde_cube"):
    """A cube on a horde symbol comes or goes. ``cause``: barn, card, gnaw, horde, turned."""

    spends: ClassVar[bool] = True

    seat: int
    change: int
    now: int
    cause: str

    def told(self) -> tuple[str, Values]:
        return "", {"count": self.now}


class EnemyMoved(Event, frozen=True, tag="enemy_moved"):
    """``enemy``: sheriff, abomination, ambulance; ``path`` from the first space it enters, empty where it stays."""

    enemy: str
    number: int
    path: tuple[str, ...]
    target: int

    def told(self) -> tuple[str, Values]:
        if not self.path:
            return "stays", {}
        return self.enemy, {"count": len(self.path), "space": self.path[-1]}


class EnemyHeld(Event, frozen=True, tag="enemy_held"):
    """Somebody does not move in this enemy action. ``enemy``: sheriff, abominations."""

    enemy: str


class TieRolled(Event, frozen=True, tag="tie_rolled"):
    """Who is hunted: the lowest die. Seat -1 is the 4-wheeler."""

    reveals: ClassVar[bool] = True

    enemy: str
    number: int
    seats: tuple[int, ...]
    dice: tuple[int, ...]
    hunted: int


class DoorRolled(Event, frozen=True, tag="door_rolled"):
    """An abomination (``number``) or a turned player (``seat``) at a door."""

    reveals: ClassVar[bool] = True

    seat: int
    number: int
    space: str
    die: int
    broken: bool

    def told(self) -> tuple[str, Values]:
        return "broken" if self.broken else "", {}


class SheriffCaught(Event, frozen=True, tag="sheriff_caught"):
    """The car reaches somebody."""

    seat: int
    space: str


class SheriffMoved(Event, frozen=True, tag="sheriff_moved"):
    """The car is put somewhere."""

    space: str


class BikeSmashed(Event, frozen=True, tag="bike_smashed"):
    """The Sheriff smashes the 4-wheeler."""

    spends: ClassVar[bool] = True

    space: str


class ShotFired(Event, frozen=True, tag="shot_fired"):
    """A shot or a blow. ``ammo`` is what is left; ``victim`` the seat of a player that is shot at."""

    spends: ClassVar[bool] = True

    reveals: ClassVar[bool] = True

    seat: int
    item: str
    enemy: str
    number: int | None
    space: str | None
    victim: int | None
    dice: tuple[int, ...]
    hit: bool
    ammo: int

    def told(self) -> tuple[str, Values]:
        return "hit" if self.hit else "", {}


class TireShot(Event, frozen=True, tag="tire_shot"):
    """A tire is out. ``left``: of the ambulance."""

    enemy: str
    left: int


class ShotBarred(Event, frozen=True, tag="shot_barred"):
    """The ambulance cannot be shot at again this turn."""

    seat: int


class DynamiteThrown(Event, frozen=True, tag="dynamite_thrown"):
    """It goes off, or fizzles."""

    spends: ClassVar[bool] = True

    reveals: ClassVar[bool] = True

    seat: int
    space: str
    die: int


class CorpseHung(Event, frozen=True, tag="corpse_hung"):
    """A hanging corpse; ``moved`` from another space when the supply is out."""

    space: str
    moved: str | None


class CorpseGone(Event, frozen=True, tag="corpse_gone"):
    """A corpse is away. ``cause``: shot, blast."""

    space: str
    cause: str


class CorpseReturned(Event, frozen=True, tag="corpse_returned"):
    """A shot corpse hangs again."""

    space: str


class AmbulanceCame(Event, frozen=True, tag="ambulance_came"):
    """Nobody called it."""

    space: str
    hunts: int


class AmbulanceGone(Event, frozen=True, tag="ambulance_gone"):
    """No tire is left."""

    space: str


class Delivered(Event, frozen=True, tag="delivered"):
    """An item takes a part of the roadblock away."""

    spends: ClassVar[bool] = True

    seat: int
    item: str
    monoliths: int
    wall: int


class FeedingBegan(Event, frozen=True, tag="feeding_began"):
    """The ground wants you."""

    seat: int


class FeedingRolled(Event, frozen=True, tag="feeding_rolled"):
    """One die of the escape; ``dice`` after it."""

    reveals: ClassVar[bool] = True

    seat: int
    face: int
    dice: tuple[int, ...]
    left: int

    def told(self) -> tuple[str, Values]:
        return "", {"count": self.left}


class FeedingEnded(Event, frozen=True, tag="feeding_ended"):
    """Escaped or not. Time that has run out is not taken back (KAN-FEED-03)."""

    reveals: ClassVar[bool] = True

    seat: int
    escaped: bool

    def told(self) -> tuple[str, Values]:
        return "escaped" if self.escaped else "", {}


class Boarded(Event, frozen=True, tag="boarded"):
    """``vehicle``: bike, van."""

    seat: int
    vehicle: str


class LeftVehicle(Event, frozen=True, tag="left_vehicle"):
    """``vehicle``: bike, van."""

    seat: int
    vehicle: str


class VanStarted(Event, frozen=True, tag="van_started"):
    """The engine runs; the keys stay in it."""

    seat: int
    space: str


class GasUsed(Event, frozen=True, tag="gas_used"):
    """The 4-wheeler's tracker."""

    spends: ClassVar[bool] = True

    left: int

    def told(self) -> tuple[str, Values]:
        return "", {"count": self.left}


class BoostTaken(Event, frozen=True, tag="boost_taken"):
    """A drink before moving: a third die for movement."""

    spends: ClassVar[bool] = True

    seat: int


class OmenSet(Event, frozen=True, tag="omen_set"):
    """What holds for somebody's next turn: one_die, stay, skip."""

    seat: int
    omen: str


class OmenDropped(Event, frozen=True, tag="omen_dropped"):
    """A card's flag falls on somebody who cannot act."""

    seat: int
    omen: str


class TraitUsed(Event, frozen=True, tag="trait_used"):
    """A character's trait."""

    spends: ClassVar[bool] = True

    seat: int
    trait: str


class GameEnded(Event, frozen=True, tag="game_ended"):
    """``reason``: escaped, all_turned, captured, downed."""

    reveals: ClassVar[bool] = True

    reason: str
    winners: tuple[int, ...]

    def told(self) -> tuple[str, Values]:
        return self.reason, {}


KanataEvent: TypeAlias = (
    GameBegan
    | TurnBegan
    | TurnSkipped
    | TurnEnded
    | DiceRolled
    | DiceFixed
    | Stepped
    | Stayed
    | Arrived
    | Hid
    | Placed
    | MarkerMoved
    | BarnPassed
    | OccultRolled
    | CardDrawn
    | Searched
    | CubeRemoved
    | NothingDrawn
    | DeckRebuilt
    | CardsSeen
    | CardsOrdered
    | EffectIdle
    | OptionChosen
    | ItemGained
    | ItemDropped
    | ItemGone
    | ItemTraded
    | TradeAsked
    | TradeAnswered
    | TokenGained
    | TokenGone
    | TokenAttached
    | RoundsLoaded
    | HealthChanged
    | Downed
    | Revived
    | Captured
    | Freed
    | Turned
    | NdeUsed
    | TalismanUsed
    | Declined
    | AbominationReleased
    | AbominationWoke
    | AbominationSlept
    | AbominationGone
    | HordeBroke
    | HordeCube
    | EnemyMoved
    | EnemyHeld
    | TieRolled
    | DoorRolled
    | SheriffCaught
    | SheriffMoved
    | BikeSmashed
    | ShotFired
    | TireShot
    | ShotBarred
    | DynamiteThrown
    | CorpseHung
    | CorpseGone
    | CorpseReturned
    | AmbulanceCame
    | AmbulanceGone
    | Delivered
    | FeedingBegan
    | FeedingRolled
    | FeedingEnded
    | Boarded
    | LeftVehicle
    | VanStarted
    | GasUsed
    | BoostTaken
    | OmenSet
    | OmenDropped
    | TraitUsed
    | GameEnded
)
