"""What a seat can do. One class an answer; the questions are named after the rules' decision points.

Places are tiles by letter and number (``d4``), adversaries are tokens (``chorister_2``), PCs are seats. ``seat`` is
always the seat that acts; ``ally`` and ``victim`` are the PC that something is done to.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from game.core.contract import Action

# ---- a PC's turn (TURN_ACTION) ----------------------------------------------------------------------------------


class Move(Action, frozen=True, tag="move"):
    """One step to a neighbouring tile."""

    space: str


class Strike(Action, frozen=True, tag="strike"):
    """One weapon attack."""

    weapon: str
    token: str


class Guard(Action, frozen=True, tag="guard"):
    """A die more against the first hit."""


class Perform(Action, frozen=True, tag="perform"):
    """A learned action or spell, with its target."""

    ability: str
    token: str = ""
    ally: int = 0
    space: str = ""
    weapon: str = ""


class UseItem(Action, frozen=True, tag="use_item"):
    """A trinket or consumable, with its target."""

    item: str
    token: str = ""
    ally: int = 0
    space: str = ""


class Wield(Action, frozen=True, tag="wield"):
    """Draw a weapon or swap to it; what the hands cannot hold beside it is put away."""

    item: str


class HandOver(Action, frozen=True, tag="hand_over"):
    """Give a thing to somebody in Melee."""

    item: str
    ally: int


class DropItem(Action, frozen=True, tag="drop"):
    """Let a thing fall."""

    item: str


class PickUp(Action, frozen=True, tag="pick_up"):
    """Take a thing that lies on the tile."""

    item: str


class Operate(Action, frozen=True, tag="operate"):
    """Use an object of the map, on its tile."""

    thing: str
    space: str


class Steady(Action, frozen=True, tag="steady"):
    """Keep a dying ally in Melee alive."""

    ally: int


class Improvise(Action, frozen=True, tag="improvise"):
    """A deed of the list, or (``deed: free``) whatever ``words`` say at ``cost`` tokens; the game master judges it."""

    deed: str
    token: str = ""
    ally: int = 0
    space: str = ""
    words: str = ""
    cost: int = 1


class Douse(Action, frozen=True, tag="douse"):
    """Put out the fire on oneself."""


class Relight(Action, frozen=True, tag="relight"):
    """Light the lantern again."""


class PassBaton(Action, frozen=True, tag="pass_baton"):
    """Before the first token: let another go instead."""

    ally: int


class EndTurn(Action, frozen=True, tag="end_turn"):
    """The turn is over."""


# ---- order, reactions, choices ------------------------------------------------------------------------------------


class ChooseNext(Action, frozen=True, tag="choose_next"):
    """FIRST_OF_ROUND, NEXT_PC: who goes next."""

    ally: int


class React(Action, frozen=True, tag="react"):
    """REACTION: use this one."""

    ability: str


class Decline(Action, frozen=True, tag="decline"):
    """REACTION, VOW_USE, HELPER, FLEE: no."""


class Option(Action, frozen=True, tag="option"):
    """One of the things an effect offers, by its label."""

    option: str


class ChoosePc(Action, frozen=True, tag="choose_pc"):
    """ROLLER, HELPER and others: this PC."""

    ally: int


class ChooseSpace(Action, frozen=True, tag="choose_space"):
    """Where to: a push, a leap."""

    space: str


class Done(Action, frozen=True, tag="done"):
    """No more."""


class Accept(Action, frozen=True, tag="accept"):
    """Yes: act on the vow, flee, bring knack or rope to bear."""


class RollIt(Action, frozen=True, tag="roll_it"):
    """Roll the check the game master called."""


# ---- exploration, rest, downtime ----------------------------------------------------------------------------------


class Choose(Action, frozen=True, tag="choose"):
    """NODE_CHOICE: a choice of the node, or a way on (``to_<node>``)."""

    choice: str


class Rest(Action, frozen=True, tag="rest"):
    """REST: short or night."""

    kind: str


class Cleanse(Action, frozen=True, tag="cleanse"):
    """CLEANSE: who leads it, by which practice; ``incense`` makes the place safe for it."""

    leader: int
    practice: str
    incense: bool = False


class Tend(Action, frozen=True, tag="tend"):
    """A bandage use for a PC's loose boxes."""

    ally: int


class Mend(Action, frozen=True, tag="mend"):
    """A repair kit use (or a Field Mend) on a PC's armour."""

    ally: int
    item: str = "repair_kit"


class Learn(Action, frozen=True, tag="learn"):
    """SPEND_PICK: buy an ability or a raise (``+wits``)."""

    ally: int
    pick: str


class Buy(Action, frozen=True, tag="buy"):
    """BUY_SELL_REPAIR: buy for a PC, for that PC's gold."""

    ally: int
    item: str


class Sell(Action, frozen=True, tag="sell"):
    """BUY_SELL_REPAIR: sell at half price."""

    ally: int
    item: str


class Repair(Action, frozen=True, tag="repair"):
    """BUY_SELL_REPAIR: a smith restores the worn suit."""

    ally: int


class Refill(Action, frozen=True, tag="refill"):
    """BUY_SELL_REPAIR: fill a trinket's charges."""

    ally: int
    item: str


class Exchange(Action, frozen=True, tag="exchange"):
    """A new level: one weapon and one suit for pieces up to the new tier, free."""

    ally: int
    given: str
    taken: str


class Wear(Action, frozen=True, tag="wear"):
    """Change the suit, at a rest."""

    ally: int
    item: str


class Overflow(Action, frozen=True, tag="overflow"):
    """OVERFLOW: ``refuse`` the new thing, ``drop`` or ``stash`` one, or ``give`` it to an ally."""

    way: str
    item: str = ""
    ally: int = 0


# ---- the game master ----------------------------------------------------------------------------------------------


class SpendToken(Action, frozen=True, tag="spend_token"):
    """HORROR_TOKEN: the ladder drops by one, the adversaries act now (or the scene's beat falls)."""


class Hold(Action, frozen=True, tag="hold"):
    """HORROR_TOKEN: not now."""


class Activate(Action, frozen=True, tag="activate"):
    """ADVERSARY_TURN: this one acts next."""

    token: str


class Step(Action, frozen=True, tag="step"):
    """ADVERSARY_TURN: one step of the acting adversary."""

    space: str


class Attack(Action, frozen=True, tag="attack"):
    """ADVERSARY_TURN: attack a PC; ``among``: one of these, drawn by the rules."""

    victim: int = 0
    among: tuple[int, ...] = ()


class DoSpecial(Action, frozen=True, tag="special"):
    """ADVERSARY_TURN: the listed move, at a PC where it needs one."""

    victim: int = 0
    among: tuple[int, ...] = ()


class EndFoe(Action, frozen=True, tag="end_foe"):
    """ADVERSARY_TURN: its turn is over."""


class SetCheck(Action, frozen=True, tag="set_check"):
    """SET_CHECK: attribute, any difficulty from 2 to 30, and what is at stake in an improvised deed."""

    attribute: str
    difficulty: int
    bonus: int = 0
    stakes: str = ""


class NoCheck(Action, frozen=True, tag="no_check"):
    """SET_CHECK: the outcome is not in doubt; it is done."""


class NameCost(Action, frozen=True, tag="name_cost"):
    """FAIL_COST: harm (n boxes), ladder, time, item, exposure, position, text."""

    kind: str
    n: int = 1
    words: str = ""


class CallCheck(Action, frozen=True, tag="call_check"):
    """Out of turn: call a check. ``stakes``: what a failure may cost, said before the roll; ``hidden``: only the game
    master sees it.
    """

    who: tuple[int, ...]
    attribute: str
    difficulty: int
    hidden: bool = False
    bonus: int = 0
    reason: str = ""
    stakes: str = ""


class Hurt(Action, frozen=True, tag="hurt"):
    """Out of turn: harm to a PC, with or without an armour roll."""

    victim: int
    n: int
    armour: bool = False


class Edit(Action, frozen=True, tag="edit"):
    """Out of turn: any value by its path in the position (``pcs.0.harm``)."""

    path: str
    value: str | int | bool | tuple[str, ...] | None
    reason: str = ""
    secret: bool = False


class Note(Action, frozen=True, tag="note"):
    """Out of turn: a note. ``to``: 0 keeps it private, a seat hands it to that player, -1 to all."""

    words: str
    to: int = 0
    about: str = ""


class GmRoll(Action, frozen=True, tag="gm_roll"):
    """Out of turn: any dice, hidden or open."""

    formula: str
    hidden: bool = True


class Place(Action, frozen=True, tag="place"):
    """Out of turn: put an adversary on the map."""

    kind: str
    space: str
    hidden: bool = False


class Shift(Action, frozen=True, tag="shift"):
    """Out of turn: move a counter freely."""

    space: str
    token: str = ""
    ally: int = 0


class RemoveFoe(Action, frozen=True, tag="remove_foe"):
    """Out of turn: take an adversary off the map."""

    token: str


class Fog(Action, frozen=True, tag="fog"):
    """Out of turn: hide or show tiles."""

    spaces: tuple[str, ...]
    hidden: bool = True


class Light(Action, frozen=True, tag="light"):
    """Out of turn: light tiles of a dark map, or take lights away."""

    spaces: tuple[str, ...]
    lit: bool = True


class Jump(Action, frozen=True, tag="jump"):
    """Out of turn: go to a node."""

    node: str


class EndFight(Action, frozen=True, tag="end_fight"):
    """Out of turn: the fight is over (win, defeat, fled)."""

    result: str


class RaiseLevel(Action, frozen=True, tag="raise_level"):
    """Out of turn: the party gains a level."""


class AllowCleanse(Action, frozen=True, tag="allow_cleanse"):
    """Out of turn: the party may cleanse once more."""


# ---- anybody --------------------------------------------------------------------------------------------------------


class RollForShow(Action, frozen=True, tag="roll_for_show"):
    """Out of turn: dice that change nothing."""

    formula: str


class Talk(Action, frozen=True, tag="talk"):
    """Out of turn: words at the table."""

    words: str


SacramentAction: TypeAlias = (
    Move | Strike | Guard | Perform | UseItem | Wield | HandOver | DropItem | PickUp | Operate | Steady | Improvise
    | Douse | Relight | PassBaton | EndTurn | ChooseNext | React | Decline | Option | ChoosePc | ChooseSpace | Done
    | Accept | RollIt | Choose | Rest | Cleanse | Tend | Mend | Learn | Buy | Sell | Repair | Refill | Exchange | Wear
    | Overflow | SpendToken | Hold | Activate | Step | Attack | DoSpecial | EndFoe | SetCheck | NoCheck | NameCost
    | CallCheck | Hurt | Edit | Note | GmRoll | Place | Shift | RemoveFoe | Fog | Light | Jump | EndFight | RaiseLevel
    | AllowCleanse | RollForShow | Talk
)  # fmt: skip

GUARD, END_TURN, DECLINE, DONE, ACCEPT = Guard(), EndTurn(), Decline(), Done(), Accept()
DOUSE, RELIGHT, ROLL_IT = Douse(), Relight(), RollIt()
SPEND_TOKEN, HOLD, END_FOE, NO_CHECK = SpendToken(), Hold(), EndFoe(), NoCheck()

GM_ACTS: Final = (
    CallCheck, Hurt, Edit, Note, GmRoll, Place, Shift, RemoveFoe, Fog, Light, Jump, EndFight, RaiseLevel,
    AllowCleanse,
)  # fmt: skip
"""What the game master may do while another seat is asked (SAC-GM-02, SAC-GM-08)."""
TABLE_ACTS: Final = (RollForShow, Talk)
"""What any seat may do at any moment (SAC-DICE-05, SAC-TURN-04)."""
