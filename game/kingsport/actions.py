"""What a cultist can do. One class an answer; the questions are named after the rules' decision points."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct, field

from game.core.contract import Action


class Turn(Struct, frozen=True, order=True):
    """One die turned: the face it showed and its new face (``E``, ``D``, ``X``)."""

    origin: str = field(name="from")
    to: str


class Play(Action, frozen=True, tag="play"):
    """EXPANSION_ACTION: put a god from hand into play and carry out its Expansion effect."""

    card: str


class EndExpansion(Action, frozen=True, tag="end_expansion"):
    """EXPANSION_ACTION: no more gods; the Expansion is over."""


class Use(Action, frozen=True, tag="use"):
    """SCENARIO_REROLL: pay and roll the opening die again."""


class Decline(Action, frozen=True, tag="decline"):
    """SCENARIO_REROLL: keep the opening die."""


class ChooseFace(Action, frozen=True, tag="choose_face"):
    """CHOOSE_FACE: the face the gained die is set to."""

    face: str


class ChooseDice(Action, frozen=True, tag="choose_dice"):
    """CHOOSE_DICE: all dice at once, by their faces: those to roll again, or those to turn."""

    reroll: tuple[str, ...] = ()
    turn: tuple[Turn, ...] = ()


class ChooseVictim(Action, frozen=True, tag="choose_victim"):
    """CHOOSE_VICTIM: the cultist to steal from."""

    victim: int


class Discard(Action, frozen=True, tag="discard"):
    """PAY_DEFICIT: name one more god to discard, in layout order."""

    card: str


class Invoke(Action, frozen=True, tag="invoke"):
    """INVOKE: pay the god's cost with dice and take it into your hand."""

    card: str


class Pass(Action, frozen=True, tag="pass"):
    """INVOKE: invoke nothing."""


class Raid(Action, frozen=True, tag="raid"):
    """RAID_CARDS: name one more god for the Raid, in layout order."""

    card: str


class Done(Action, frozen=True, tag="done"):
    """RAID_CARDS: no further god."""


class EndTurn(Action, frozen=True, tag="end_turn"):
    """END_TURN: the turn is over."""


KingsportAction: TypeAlias = (
    Play
    | EndExpansion
    | Use
    | Decline
    | ChooseFace
    | ChooseDice
    | ChooseVictim
    | Discard
    | Invoke
    | Pass
    | Raid
    | Done
    | EndTurn
)

END_EXPANSION = EndExpansion()
USE, DECLINE = Use(), Decline()
PASS, DONE, END_TURN = Pass(), Done(), EndTurn()
