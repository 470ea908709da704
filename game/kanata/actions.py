"""What a character can do. One class an answer; the questions are named after the rules' decision points.

Spaces, items, tokens and cards are named by their ids, people by their seats (``friend``, ``victim``).
"""

from __future__ import annotations

from typing import TypeAlias

from game.core.contract import Action


class Move(Action, frozen=True, tag="move"):
    """CHOOSE_ACTION: move, on foot, by 4-wheeler or by van, as you are."""


class Stay(Action, frozen=True, tag="stay"):
    """CHOOSE_ACTION: stay where you are."""


class PlayerBoard(Action, frozen=True, tag="player_board"):
    """CHOOSE_ACTION: roll for the marker on your player board."""


class Shoot(Action, frozen=True, tag="shoot"):
    """CHOOSE_ACTION, NEXT_WEAPON: use a weapon of yours (dynamite is thrown)."""

    item: str


class Search(Action, frozen=True, tag="search"):
    """CHOOSE_ACTION: search the property you are in."""


class EndTurn(Action, frozen=True, tag="end_turn"):
    """CHOOSE_ACTION: your actions are over; the enemies move."""


class AddDie(Action, frozen=True, tag="add_die"):
    """CHOOSE_DICE: roll one more die."""


class Keep(Action, frozen=True, tag="keep"):
    """CHOOSE_DICE: keep what you have rolled."""


class Step(Action, frozen=True, tag="step"):
    """CHOOSE_STEP, PUPPET_MOVE: go to a neighbouring space."""

    space: str


class Stop(Action, frozen=True, tag="stop"):
    """CHOOSE_STEP, PUPPET_MOVE: the move ends here."""


class Hide(Action, frozen=True, tag="hide"):
    """HIDE: behind the cross."""


class Decline(Action, frozen=True, tag="decline"):
    """HIDE, BOARD_VAN, USE_NDE, USE_TALISMAN, PUPPET_PICK, FEEDING_EXIT and the like: no."""


class GetOn(Action, frozen=True, tag="get_on"):
    """VEHICLE: get on the 4-wheeler."""


class GetOff(Action, frozen=True, tag="get_off"):
    """VEHICLE: get off the 4-wheeler."""


class GetIn(Action, frozen=True, tag="get_in"):
    """VEHICLE, BOARD_VAN: get into the van."""


class GetOut(Action, frozen=True, tag="get_out"):
    """VEHICLE, DYNAMITE_VEHICLE: get out of the van, or off the 4-wheeler."""


class Take(Action, frozen=True, tag="take"):
    """TAKE_CORN: take an item that lies in the Cornfield."""

    item: str


class UseItem(Action, frozen=True, tag="use_item"):
    """USE_HEALTH: eat or drink it."""

    item: str


class Rescue(Action, frozen=True, tag="rescue"):
    """GIVE_HEALTH: give a downed friend a health item, or ``nde``: they stand up."""

    friend: int
    item: str


class Trade(Action, frozen=True, tag="trade"):
    """TRADE_WITH: begin to trade with a friend within 3 spaces."""

    friend: int


class Give(Action, frozen=True, tag="give"):
    """TRADE_CARD: give one card or token."""

    item: str


class AskFor(Action, frozen=True, tag="ask_for"):
    """TRADE_CARD: ask for one card or token."""

    item: str


class Done(Action, frozen=True, tag="done"):
    """TRADE_CARD: enough traded."""


class Accept(Action, frozen=True, tag="accept"):
    """TRADE_ANSWER: hand it over."""


class Refuse(Action, frozen=True, tag="refuse"):
    """TRADE_ANSWER: keep it."""


class Attach(Action, frozen=True, tag="attach"):
    """ATTACH_SCOPE, ATTACH_AMMO: put a token on a gun (a scope may come from another gun of yours)."""

    token: str
    item: str


class Deliver(Action, frozen=True, tag="deliver"):
    """DELIVER: use an item on the roadblock."""

    item: str


class PutAway(Action, frozen=True, tag="put_away"):
    """OVER_LIMIT, DYNAMITE_VEHICLE, CARD_CHOICE: put an item in the Cornfield."""

    item: str


class Consume(Action, frozen=True, tag="consume"):
    """OVER_LIMIT: eat or drink an item instead of putting one away."""

    item: str


class Aim(Action, frozen=True, kw_only=True, tag="aim"):
    """SHOOT_TARGET, ASSIGN_ABOMINATOR: what is shot at.

    ``enemy``: sheriff, ambulance, abomination (with ``number``), corpse (with ``space``), turned or human (with
    ``victim``).
    """

    number: int | None = None
    space: str | None = None
    victim: int | None = None
    enemy: str


class Throw(Action, frozen=True, tag="throw"):
    """SHOOT_TARGET: where the dynamite goes."""

    space: str


class Fire(Action, frozen=True, tag="fire"):
    """SHOOT_AGAIN: one more shot at the same target."""


class Cease(Action, frozen=True, tag="cease"):
    """SHOOT_AGAIN, NEXT_WEAPON, ATTACH_AMMO, ASSIGN_ABOMINATOR: no more."""


class Choose(Action, frozen=True, tag="choose"):
    """CARD_CHOICE: an option of the card."""

    option: str


class ChooseItem(Action, frozen=True, tag="choose_item"):
    """CARD_CHOICE: an item."""

    item: str


class ChooseFriend(Action, frozen=True, tag="choose_friend"):
    """CARD_CHOICE, OCCULT_BOARD: a human."""

    friend: int


class ChooseAbomination(Action, frozen=True, tag="choose_abomination"):
    """CARD_CHOICE, PUPPET_PICK: an abomination by its number."""

    number: int


class ChooseSpace(Action, frozen=True, tag="choose_space"):
    """CARD_CHOICE, CORPSE_PLACE, FEEDING_EXIT: a space."""

    space: str


class ChooseCard(Action, frozen=True, tag="choose_card"):
    """CARD_CHOICE: the card that lies next in the new order, from the top."""

    card: str


class FeedingMode(Action, frozen=True, tag="feeding_mode"):
    """FEEDING_MODE: ``timed`` (by the clock of the window) or ``rolls`` (a number of rolls)."""

    mode: str


class FeedingRoll(Action, frozen=True, tag="feeding_roll"):
    """FEEDING_ROLL: roll a die that shows ``face``; 0: one that has not been rolled yet.

    ``clock``: the milliseconds that a timed escape has left at this roll; not told: as after the roll before.
    """

    face: int
    clock: int | None = None


class TimeUp(Action, frozen=True, tag="time_up"):
    """FEEDING_ROLL: the clock of a timed escape has run out."""


class UseNde(Action, frozen=True, tag="use_nde"):
    """USE_NDE: come back."""


class UseTalisman(Action, frozen=True, tag="use_talisman"):
    """USE_TALISMAN: break it and stay human."""


class Reroll(Action, frozen=True, tag="reroll"):
    """TRAIT: roll again (Nora's van die, Eli's shot)."""


class UseTrait(Action, frozen=True, tag="use_trait"):
    """CHOOSE_ACTION, CHOOSE_STEP: your character's trait, once per game."""


KanataAction: TypeAlias = (
    Move
    | Stay
    | PlayerBoard
    | Shoot
    | Search
    | EndTurn
    | AddDie
    | Keep
    | Step
    | Stop
    | Hide
    | Decline
    | GetOn
    | GetOff
    | GetIn
    | GetOut
    | Take
    | UseItem
    | Rescue
    | Trade
    | Give
    | AskFor
    | Done
    | Accept
    | Refuse
    | Attach
    | Deliver
    | PutAway
    | Consume
    | Aim
    | Throw
    | Fire
    | Cease
    | Choose
    | ChooseItem
    | ChooseFriend
    | ChooseAbomination
    | ChooseSpace
    | ChooseCard
    | FeedingMode
    | FeedingRoll
    | TimeUp
    | UseNde
    | UseTalisman
    | Reroll
    | UseTrait
)

MOVE, STAY, PLAYER_BOARD, SEARCH, END_TURN = Move(), Stay(), PlayerBoard(), Search(), EndTurn()
ADD_DIE, KEEP, STOP, HIDE, DECLINE = AddDie(), Keep(), Stop(), Hide(), Decline()
GET_ON, GET_OFF, GET_IN, GET_OUT = GetOn(), GetOff(), GetIn(), GetOut()
DONE, ACCEPT, REFUSE, FIRE, CEASE = Done(), Accept(), Refuse(), Fire(), Cease()
TIME_UP, USE_NDE, USE_TALISMAN, REROLL, USE_TRAIT = TimeUp(), UseNde(), UseTalisman(), Reroll(), UseTrait()
TRADES = tuple(Trade(friend=seat) for seat in range(6))
FRIENDS = tuple(ChooseFriend(friend=seat) for seat in range(6))
NUMBERS = tuple(ChooseAbomination(number=n) for n in range(33))
FEEDING_ROLLS = tuple(FeedingRoll(face=face) for face in range(7))
FEEDING_MODES = (FeedingMode(mode="timed"), FeedingMode(mode="rolls"))
