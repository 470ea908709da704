"""Refusals: for each kind of attempt the rows of the rules' table, the first that applies is named."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from game.core.contract import Action, Refusal, Values
from game.core.refusals import Row, asked_other, first_refusal
from game.kingsport import actions as act
from game.kingsport.effects import ChooseDice, ChooseFace, ChooseVictim, price_now
from game.kingsport.expansion import Expansion, ScenarioReroll
from game.kingsport.invocation import Invocation
from game.kingsport.raid import RaidCards
from game.kingsport.sanity import PayDeficit, affordable, eligible
from game.kingsport.state import NOTHING
from game.kingsport.turn import EndTurn

if TYPE_CHECKING:
    from game.kingsport.state import KingsportState

def _god(s: KingsportState, a: Any) -> int:
    return s.setup.tables.index.get(a.card, -1)


def _bit(s: KingsportState, a: Any) -> int:
    return s.setup.tables.bits.get(a.card, 0)


def _unknown(s: KingsportState, a: Any) -> bool:
    return a.card not in s.setup.tables.bits


def _no_step(s: KingsportState, a: Any) -> bool:
    """No clause of the god's effect can be carried out now."""
    return all(step.obstacle(s) for step in s.setup.effects[_god(s, a)])


def _too_few_dice(s: KingsportState, a: Any) -> bool:
    steps = s.setup.effects[_god(s, a)]
    return _no_step(s, a) and bool(steps) and steps[0].obstacle(s) == "KPT-EXP-06"


def _no_price(s: KingsportState, a: Any) -> bool:
    god = _god(s, a)
    return any(
        step.price and not step.obstacle(s) and not affordable(s, s.turn, price_now(s, step.price), god)
        for step in s.setup.effects[god]
    )


def _own_price(s: KingsportState, a: Any) -> bool:
    frame = s.stack[-1]
    return isinstance(frame, PayDeficit) and frame.excluded == _god(s, a)


def _ineligible(s: KingsportState, a: Any) -> bool:
    frame = s.stack[-1]
    return isinstance(frame, PayDeficit) and not eligible(s, frame.payer, frame.excluded) & _bit(s, a)


def _not_payers(s: KingsportState, a: Any) -> bool:
    frame = s.stack[-1]
    return isinstance(frame, PayDeficit) and not s.owned(frame.payer) & _bit(s, a)


def _passed(s: KingsportState, a: Any) -> bool:
    """Named already, or before those named so far in layout order."""
    frame = s.stack[-1]
    return isinstance(frame, PayDeficit) and _bit(s, a) <= frame.chosen


def _too_early(s: KingsportState, a: Any) -> bool:
    """It may be one of those that go, but with it go others that come before it in layout order."""
    frame = s.stack[-1]
    return isinstance(frame, PayDeficit) and any(c & _bit(s, a) for c in frame.sets(s)) and _superfluous(s, a)


def _superfluous(s: KingsportState, a: Any) -> bool:
    frame = s.stack[-1]
    return isinstance(frame, PayDeficit) and not frame.next_gods(s) & _bit(s, a)


def _not_next(s: KingsportState, a: Any) -> bool:
    frame = s.stack[-1]
    return isinstance(frame, RaidCards) and not frame.next_gods(s) & _bit(s, a)


def _elsewhere(s: KingsportState, a: Action) -> bool:
    """By another cultist than the one who is asked."""
    return a.seat is not None and a.seat != s.current_player()


def _not_an_option(s: KingsportState, a: Action) -> bool:
    return a not in s.legal_actions()


OVER = (
    Row("KPT-END-02", "end_02", lambda s, a: not s.stack and bool(s.azathoth)),
    Row("KPT-END-01", "end_01", lambda s, a: not s.stack),
    Row("KPT-ROUND-05", "round_05.seat", _elsewhere),
)
"""Asked first, whatever the attempt."""

ROWS: dict[type[Action], tuple[Row, ...]] = {
    act.Play: (
        Row("KPT-EXP-11", "exp_11", lambda s, a: s.invoked != NOTHING and s.invoked == _god(s, a)),
        Row("KPT-EXP-03", "exp_03", lambda s, a: bool(s.in_play & _bit(s, a))),
        Row("KPT-ROUND-05", "round_05", asked_other(Expansion)),
        Row("KPT-EXP-02", "exp_02", lambda s, a: not s.hands[s.turn] & _bit(s, a)),
        Row("KPT-AZA-05", "aza_05", lambda s, a: bool(s.setup.tables.final & _bit(s, a))),
        Row("KPT-INVEST-01", "invest_01", lambda s, a: s.played >= s.setup.scenario.play_limit),
        Row("KPT-EXP-06", "exp_06", _too_few_dice),
        Row("KPT-EXP-05", "exp_05", _no_step),
        Row("KPT-EXP-04", "exp_04", _no_price),
    ),
    act.Invoke: (
        Row("KPT-INV-01", "inv_01", lambda s, a: s.invoked != NOTHING),
        Row("KPT-ROUND-05", "round_05", asked_other(Invocation)),
        Row("KPT-INV-03", "inv_03.unknown", _unknown),
        Row("KPT-INV-04", "inv_04", lambda s, a: bool(s.owned(s.turn) & _bit(s, a))),
        Row("KPT-INV-05", "inv_05", lambda s, a: not s.stocked & _bit(s, a)),
        Row("KPT-INV-03", "inv_03", lambda s, a: not s.setup.tables.payable[s.dice] & _bit(s, a)),
    ),
    act.Raid: (
        Row("KPT-ROUND-05", "round_05", asked_other(RaidCards)),
        Row("KPT-RAID-03", "raid_03", lambda s, a: bool(s.in_play & _bit(s, a))),
        Row("KPT-RAID-02", "raid_02", lambda s, a: not s.hands[s.turn] & _bit(s, a)),
        Row("KPT-RAID-04", "raid_04", lambda s, a: not s.setup.tables.raidable & _bit(s, a)),
        Row("KPT-RAID-04", "raid_04.order", _not_next),
    ),
    act.Discard: (
        Row("KPT-SAN-05", "san_05", asked_other(PayDeficit)),
        Row("KPT-SAN-07", "san_07.owner", _not_payers),
        Row("KPT-AZA-04", "aza_04", lambda s, a: bool(s.setup.tables.final & _bit(s, a))),
        Row("KPT-SAN-10", "san_10.own_price", _own_price),
        Row("KPT-SAN-10", "san_10", _ineligible),
        Row("KPT-SAN-09", "san_09.order", _passed),
        Row("KPT-SAN-09", "san_09.first", _too_early),
        Row("KPT-SAN-09", "san_09", _superfluous),
    ),
    act.Done: (
        Row("KPT-SAN-07", "san_07", lambda s, a: type(s.stack[-1]) is PayDeficit),
        Row("KPT-ROUND-05", "round_05", asked_other(RaidCards)),
    ),
    act.ChooseVictim: (
        Row("KPT-ROUND-05", "round_05", asked_other(ChooseVictim)),
        Row("KPT-EXP-08", "exp_08.victim", lambda s, a: a.victim == s.turn),
        Row("KPT-EXP-08", "exp_08.nobody", lambda s, a: not 0 <= a.victim < s.setup.players),
        Row("KPT-SAN-14", "san_14", lambda s, a: not s.sanity[a.victim]),
    ),
    act.ChooseFace: (
        Row("KPT-ROUND-05", "round_05", asked_other(ChooseFace)),
        Row("KPT-EXP-08", "exp_08", _not_an_option),
    ),
    act.ChooseDice: (
        Row("KPT-ROUND-05", "round_05", asked_other(ChooseDice)),
        Row("KPT-EXP-08", "exp_08", _not_an_option),
    ),
    act.EndExpansion: (Row("KPT-ROUND-05", "round_05", asked_other(Expansion)),),
    act.Pass: (Row("KPT-ROUND-05", "round_05", asked_other(Invocation)),),
    act.EndTurn: (Row("KPT-ROUND-05", "round_05", asked_other(EndTurn)),),
    act.Use: (Row("KPT-ROUND-05", "round_05", asked_other(ScenarioReroll)),),
    act.Decline: (Row("KPT-ROUND-05", "round_05", asked_other(ScenarioReroll)),),
}
"""The rules' table of refusals; several clauses: the first that applies."""


def refuse(s: KingsportState, action: Action) -> Refusal | None:
    """The refusal of an action in its canonical spelling; ``None`` if no row applies."""
    return first_refusal("kingsport", (*OVER, *ROWS[type(action)]), s, action, _values)


def _values(s: KingsportState, action: Action) -> Values:
    """What the sentences of the refusals may name."""
    values: dict[str, str | int] = {"limit": s.setup.scenario.play_limit}
    card = getattr(action, "card", None)
    if card is not None:
        known = card in s.setup.tables.index
        values["god"] = f"@god.{card}.name" if known else str(card)
        if known:
            prices = [price_now(s, step.price) for step in s.setup.effects[s.setup.tables.index[card]] if step.price]
            values["price"] = max(prices, default=0)
            if s.stack:
                values["missing"] = s.setup.tables.cards.gods[s.setup.tables.index[card]].price.missing(s.dice)
    if s.stack:
        frame = s.stack[-1]
        values["question"] = f"@kingsport.question.{frame.name}"
        values["asked"] = frame.seat(s)
        if isinstance(frame, PayDeficit):
            values["deficit"] = frame.amount - s.sanity[frame.payer] - s.setup.tables.points(frame.chosen)
    return values
