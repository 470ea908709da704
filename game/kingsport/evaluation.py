"""How good things are for a cultist, in Cult points: gods to invoke, Sanity, gods to lose.

The figures are estimates of ours, tuned by self-play (``data/README.md`` holds what they reach).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.kingsport import dice as dd
from game.kingsport.effects import Copy, Gain, GainSanity, Reroll, Roll, Steal, Step, TurnDice
from game.kingsport.scoring import score
from game.kingsport.state import ROUNDS

if TYPE_CHECKING:
    from game.kingsport.state import KingsportState

DIE_WORTH = 1.2
"""Of one more die a turn, while fewer than five are to be had."""
SPARE_DIE_WORTH = 0.12
TURN_WORTH = 0.35
REROLL_WORTH = 0.3
SANITY_WORTH = 0.18
"""Of a point of Sanity in the middle of the game."""
LAST_SANITY_WORTH = 0.9
"""Of a point below which gods must be discarded."""
COMFORT = 4
"""Sanity below this is worth more than a point above it."""
DESTRUCTION_WORTH = 0.12
"""Added for a sure Destruction, the rarest face."""


def sanity_worth(s: KingsportState, sanity: int) -> float:
    """The worth of a whole Sanity total: steep near 0, flat above, fading as fewer rounds are left."""
    left = (ROUNDS - s.round + 1) / ROUNDS
    low = min(sanity, COMFORT)
    return low * (LAST_SANITY_WORTH * left + 0.05) + (sanity - low) * (SANITY_WORTH * left + 0.02)


def raids_left(s: KingsportState, after: bool) -> int:
    """The Raids still to come; ``after``: not counting this round's."""
    return sum(strength is not None for strength in s.setup.raid_at[s.round + after :])


def die_engines(s: KingsportState, gods: int) -> int:
    """How many dice these gods can add in a turn, beside the opening die."""
    number = 0
    for g in s.setup.tables.indices(gods):
        for step in s.setup.effects[g]:
            clause = step.effective
            number += clause.dice if isinstance(clause, Roll) else isinstance(clause, Gain)
    return number


def effect_worth(s: KingsportState, step: Step, dice_before: int) -> float:
    """The worth of one clause in each round to come, ``dice_before`` being those the hand already brings."""
    clause = step.effective
    room = dd.MOST_DICE - 1 - dice_before
    if isinstance(clause, Roll):
        useful = max(0, min(clause.dice, room))
        worth = useful * DIE_WORTH + (clause.dice - useful) * SPARE_DIE_WORTH
    elif isinstance(clause, Gain):
        worth = DIE_WORTH if room > 0 else SPARE_DIE_WORTH
        worth += DESTRUCTION_WORTH * (clause.faces == (2,)) - 0.1 * isinstance(clause, Copy)
    elif isinstance(clause, TurnDice):
        worth = TURN_WORTH * (1 + 0.4 * (clause.dice > 1)) + DESTRUCTION_WORTH * (2 in clause.target)
    elif isinstance(clause, Reroll):
        worth = REROLL_WORTH
    elif isinstance(clause, GainSanity):
        worth = SANITY_WORTH * max(0, clause.amount - s.setup.gain_less)
    elif isinstance(clause, Steal):
        worth = SANITY_WORTH * clause.amount * 1.3
    else:
        worth = 0.0
    # A price makes it something for the turns that need it.
    return max(worth - SANITY_WORTH * step.price, 0.25 * worth)


def engine_worth(s: KingsportState, seat: int, god: int) -> float:
    """What owning ``god`` brings in the rounds after this one, its points apart."""
    left = ROUNDS - s.round
    others = s.owned(seat) & ~(1 << god)
    dice = die_engines(s, others)
    worth = left * sum(effect_worth(s, step, dice) for step in s.setup.effects[god]) * 0.85
    tables = s.setup.tables
    strength = tables.strengths[god] + 0.5 * any(bit == 1 << god for bit, _ in tables.raid_effects)
    return worth + strength * SANITY_WORTH * 1.2 * raids_left(s, after=True)


def invocation_worth(s: KingsportState, seat: int, god: int) -> float:
    """What invoking ``god`` now is worth to ``seat``."""
    tables = s.setup.tables
    final = tables.cards.gods[god].final
    if final is not None:
        gain = final.points + final.per_round_left * (ROUNDS - s.round)
        # It ends the game with this round: only good for whoever is ahead then.
        rivals = max(score(s, other) for other in range(s.setup.players) if other != seat)
        return gain if score(s, seat) + gain > rivals + 3 else -3.0
    worth = tables.cult_points[god] + engine_worth(s, seat, god)
    if s.setup.raid_at[s.round] is not None:
        worth += tables.strengths[god] * raid_point_worth(s, seat)
    scenario = s.setup.scenario
    if scenario.at == "invocation_end":
        level, when = tables.levels[god], scenario.when
        if level >= int(when.get("invoked_at_least", 7)) or (
            level <= int(when.get("invoked_at_most", 0)) and s.round >= int(when.get("from_round", 1))
        ):
            worth -= scenario.lose * SANITY_WORTH
    return worth


def raid_point_worth(s: KingsportState, seat: int) -> float:
    """The worth of one point of strength in this round's Raid."""
    against = s.setup.raid_at[s.round]
    if against is None:
        return 0.0
    shortfall = against - s.setup.tables.strength(s.owned(seat))
    if shortfall > s.sanity[seat]:
        return 1.0
    now = sanity_worth(s, max(0, s.sanity[seat] - max(0, shortfall)))
    return sanity_worth(s, max(0, s.sanity[seat] - max(0, shortfall)) + 1) - now


def loss_worth(s: KingsportState, seat: int, god: int) -> float:
    """What losing ``god`` costs its owner."""
    return s.setup.tables.cult_points[god] + engine_worth(s, seat, god)
