"""The reason given for a refusal is true: where its condition is lifted, the refusal vanishes or another is given."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec import structs

from game.core.chance import Rng
from game.core.contract import Action
from game.kingsport import actions as act
from game.kingsport.effects import ChooseDice, ChooseFace, ChooseVictim
from game.kingsport.expansion import Expansion, ScenarioReroll
from game.kingsport.frames import Frame
from game.kingsport.invocation import Invocation
from game.kingsport.raid import RaidCards
from game.kingsport.refusals import OVER, ROWS
from game.kingsport.sanity import PayDeficit, eligible
from game.kingsport.state import NOTHING, KingsportState
from game.kingsport.turn import EndTurn
from tests.contract.samples import random_action
from tests.kingsport.table import ATTEMPTS, any_game

Lift = Callable[[KingsportState, Any], Any]
"""Takes a condition away on the table, or answers with the attempt in which it does not hold."""


def bit(s: KingsportState, a: Any) -> int:
    return s.setup.tables.bits.get(a.card, 0)


def fields(**values: Any) -> Lift:
    """These fields of the table have these values."""

    def lift(s: KingsportState, a: Any) -> None:
        for name, value in values.items():
            setattr(s, name, value)

    return lift


def another_card(s: KingsportState, a: Any) -> Any:
    """A god that can be put away, for dice or strength, that the first cultist asked may have."""
    tables = s.setup.tables
    usual = next(id for id, one in tables.bits.items() if one & tables.raidable and not one & tables.final)
    return structs.replace(a, card=usual)


def in_hand(s: KingsportState, a: Any) -> Any:
    a = a if bit(s, a) else another_card(s, a)
    s.hands[s.turn] |= bit(s, a)
    return a


def asked(s: KingsportState, a: Any) -> None:
    """Just that is asked which the attempt answers."""
    frames: dict[type[Action], Frame] = {
        act.Play: Expansion(),
        act.EndExpansion: Expansion(),
        act.Invoke: Invocation(),
        act.Pass: Invocation(),
        act.Raid: RaidCards(),
        act.Done: RaidCards(),
        act.Discard: PayDeficit(s.turn, 3, "effect", ()),
        act.EndTurn: EndTurn(),
        act.Use: ScenarioReroll(),
        act.Decline: ScenarioReroll(),
        act.ChooseFace: ChooseFace(0, 0),
        act.ChooseDice: ChooseDice(0, 0),
        act.ChooseVictim: ChooseVictim(0, 0),
    }
    s.stack = (frames[type(a)],)


def payable(s: KingsportState, a: Any) -> None:
    s.dice = next(dice for dice, gods in enumerate(s.setup.tables.payable) if gods & bit(s, a))


def not_owned(s: KingsportState, a: Any) -> None:
    s.hands[s.turn] &= ~bit(s, a)
    s.in_play &= ~bit(s, a)


def deficit(s: KingsportState) -> PayDeficit:
    frame = s.stack[-1]
    assert isinstance(frame, PayDeficit)
    return frame


def owned_by_payer(s: KingsportState, a: Any) -> Any:
    a = a if bit(s, a) else another_card(s, a)
    s.hands[deficit(s).payer] |= bit(s, a)
    return a


def nothing_named(s: KingsportState, a: Any) -> None:
    s.stack = (*s.stack[:-1], structs.replace(s.stack[-1], chosen=0))


def a_dearer_payment(s: KingsportState, a: Any) -> None:
    """So dear that all gods are needed."""
    frame = deficit(s)
    points = s.setup.tables.points(eligible(s, frame.payer, frame.excluded))
    s.stack = (*s.stack[:-1], structs.replace(frame, amount=s.sanity[frame.payer] + points))


def those_before_it_named(s: KingsportState, a: Any) -> None:
    frame, god = deficit(s), bit(s, a)
    chosen = next(c & (god - 1) for c in frame.sets(s) if c & god)
    s.stack = (*s.stack[:-1], structs.replace(frame, chosen=chosen))


def no_price_of_its_own(s: KingsportState, a: Any) -> None:
    s.stack = (*s.stack[:-1], structs.replace(s.stack[-1], excluded=None))


def rich(s: KingsportState, a: Any) -> None:
    s.sanity = [12] * len(s.sanity)


def no_dice(s: KingsportState, a: Any) -> None:
    s.dice = 0


LIFTS: dict[str, Lift] = {
    "round_05.seat": lambda s, a: structs.replace(a, seat=None),
    "round_05": asked,
    "exp_11": fields(invoked=NOTHING),
    "inv_01": fields(invoked=NOTHING),
    "exp_03": fields(in_play=0),
    "raid_03": fields(in_play=0),
    "exp_02": in_hand,
    "raid_02": in_hand,
    "aza_05": another_card,
    "aza_04": another_card,
    "invest_01": fields(played=0),
    "exp_06": no_dice,
    "exp_04": rich,
    "inv_03.unknown": another_card,
    "inv_04": not_owned,
    "inv_05": lambda s, a: fields(stocked=s.stocked | bit(s, a))(s, a),
    "inv_03": payable,
    "raid_04": another_card,
    "raid_04.order": nothing_named,
    "san_05": asked,
    "san_07.owner": owned_by_payer,
    "san_07": asked,
    "san_10.own_price": no_price_of_its_own,
    "san_09.order": nothing_named,
    "san_09.first": those_before_it_named,
    "san_09": a_dearer_payment,
    "exp_08.victim": lambda s, a: structs.replace(a, victim=(s.turn + 1) % s.setup.players),
    "exp_08.nobody": lambda s, a: structs.replace(a, victim=(s.turn + 1) % s.setup.players),
    "san_14": rich,
}
"""What takes the condition of a refusal away, by the key of its sentence."""

NOT_LIFTED = {
    "end_01": "the game is over: nothing can be tried anew",
    "end_02": "the game is over: nothing can be tried anew",
    "exp_05": "what a god's effect can do hangs on the whole table",
    "exp_08": "it says only that the choice is not on offer",
    "san_10": "what a god has printed cannot change",
}
"""The sentences whose condition no change of the table takes away, and why."""


def check_reason(s: KingsportState, action: Action) -> str:
    """The reason for a refusal vanishes with its condition; its key."""
    refusal = s.refusal(action)
    if refusal is None:
        return ""
    key = refusal.key.removeprefix("kingsport.refusal.")
    if key not in NOT_LIFTED:
        c = s.clone()
        c._legal = None
        attempt = s.canonical(action)
        attempt = LIFTS[key](c, attempt) or attempt
        c._legal = None
        again = c.refusal(attempt)
        assert again is None or again.key != refusal.key, (action, refusal, s.stack[-1])
    return key


def test_every_sentence_is_lifted_or_it_is_said_why_not() -> None:
    keys = {row.key for row in (*OVER, *(row for rows in ROWS.values() for row in rows))}
    assert keys == {*LIFTS, *NOT_LIFTED}
    assert not {*LIFTS} & {*NOT_LIFTED}


@pytest.mark.parametrize("number", range(18))
def test_a_refusal_falls_with_the_reason_given(number: int) -> None:
    s, rng = any_game(number), Rng(number)
    met: set[str] = set()
    while not s.is_terminal():
        met.update(check_reason(s, ATTEMPTS[rng.below(len(ATTEMPTS))]) for _ in range(20))
        s.step(random_action(s, rng))
    assert len(met) > 8
