"""Planning a whole turn: which gods to play, in which order, for the best invocation.

Dice have 56 states and each god is played once, so a turn is a small expectimax over (dice, gods left to play, Sanity
left for prices) with a table of what each multiset of dice can invoke at the end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from game.kingsport import dice as dd
from game.kingsport.effects import Clause, Copy, Gain, GainSanity, Reroll, Roll, Steal, TurnDice
from game.kingsport.evaluation import (
    SANITY_WORTH,
    invocation_worth,
    raid_point_worth,
    sanity_worth,
)

if TYPE_CHECKING:
    from game.kingsport.state import KingsportState

Worth = Callable[[int], float]
"""The worth of going on with these dice."""
NO_GOD, ROLLED = -1, -2
"""Where a line leads when it invokes no god, or when dice decide which."""
MOST_PLANNED = 7
"""Gods that change dice taken into one plan; more would be played in vain with five dice."""


class Plan:
    """The expectimax of one cultist's turn from a state inside it. Reads the state, never changes it."""

    def __init__(self, s: KingsportState, depth: int = MOST_PLANNED) -> None:
        setup = s.setup
        self.s = s
        self.seat = s.turn
        tables = setup.tables
        open_gods = s.stocked & ~s.owned(self.seat)
        self.worths = {g: invocation_worth(s, self.seat, g) for g in tables.indices(open_gods)}
        self._finals: dict[int, tuple[float, int]] = {}
        self._memo: dict[tuple[int, int, int], float] = {}
        raid = raid_point_worth(s, self.seat)
        first = setup.first_price if not s.prices else 0
        self.costs: dict[int, float] = {}
        """What playing a god costs: its Sanity price and the strength it takes from this round's Raid."""
        self.prices: dict[int, int] = {}
        self.clauses: dict[int, tuple[Clause, ...]] = {}
        here = sanity_worth(s, s.sanity[self.seat])
        gods = []
        for g in tables.indices(s.hands[self.seat]):
            steps = setup.effects[g]
            if not steps:
                continue
            price = sum(step.price for step in steps)
            price += first if price else 0
            self.prices[g] = price
            self.costs[g] = here - sanity_worth(s, max(0, s.sanity[self.seat] - price)) + tables.strengths[g] * raid
            self.clauses[g] = tuple(step.effective for step in steps)
            if any(isinstance(clause, (Gain, Roll, Reroll, TurnDice)) for clause in self.clauses[g]):
                gods.append(g)
        self.dice_gods = sorted(gods, key=lambda g: self.costs[g])[:depth]
        left = setup.scenario.play_limit - s.played
        if len(self.dice_gods) > left:
            self.dice_gods = self.dice_gods[:left]
        self.gods_mask = sum(1 << g for g in self.dice_gods)

    # -- the end of the turn ---------------------------------------------------------------------------------------

    def final(self, dice: int) -> tuple[float, int]:
        """The best invocation these dice allow: its worth and the god (-1: none)."""
        found = self._finals.get(dice)
        if found is None:
            payable = self.s.setup.tables.payable[dice]
            best, god = 0.0, -1
            for g, worth in self.worths.items():
                if payable >> g & 1 and worth > best:
                    best, god = worth, g
            found = self._finals[dice] = (best - self._scenario_loss(dice), god)
        return found

    def _scenario_loss(self, dice: int) -> float:
        scenario = self.s.setup.scenario
        if scenario.at != "expansion_end":
            return 0.0
        shown = self.s.obtained | dd.SHOWS[dice]
        for word, value in scenario.when.items():
            if word == "dice_held":
                hit = dd.NUMBER[dice] == value
            elif word == "obtained":
                hit = bool(shown >> dd.FACE_INDEX[str(value)] & 1)
            elif word == "not_obtained":
                hit = not shown >> dd.FACE_INDEX[str(value)] & 1
            else:
                hit = self.s.had_hand and not self.s.played
            if not hit:
                return 0.0
        return scenario.lose * SANITY_WORTH * 1.3

    # -- the expectimax --------------------------------------------------------------------------------------------

    def worth(self, dice: int, gods: int, sanity: int) -> float:
        """The expected worth of the rest of the turn with these dice, gods still to play and Sanity for prices."""
        key = (dice, gods, sanity)
        found = self._memo.get(key)
        if found is None:
            found = self.final(dice)[0]
            for g in self.dice_gods:
                if gods >> g & 1:
                    value = self.play_worth(dice, gods, sanity, g)
                    if value is not None and value > found:
                        found = value
            self._memo[key] = found
        return found

    def play_worth(self, dice: int, gods: int, sanity: int, god: int) -> float | None:
        """The expected worth of playing ``god`` next; ``None`` where it cannot be played or changes no die."""
        price = self.prices[god]
        if price > sanity:
            return None
        rest, purse = gods & ~(1 << god), sanity - price
        extra, possible = 0.0, False

        def after(result: int) -> float:
            """The worth of going on with these dice."""
            return self.worth(result, rest, purse)

        value: float | None = None
        for clause in self.clauses[god]:
            if isinstance(clause, GainSanity):
                extra += self.sanity_gain(clause.amount - self.s.setup.gain_less)
            elif not clause.lacks(self.s.setup, dice):
                possible = True
                value = self.clause_worth(clause, dice, after)
        if not possible or value is None:
            return None
        return value + extra - self.costs[god]

    def sanity_gain(self, amount: int) -> float:
        """The worth of gaining Sanity now."""
        have = self.s.sanity[self.seat]
        return sanity_worth(self.s, min(12, have + max(0, amount))) - sanity_worth(self.s, have)

    def clause_worth(self, clause: Clause, dice: int, after: Worth) -> float:
        """The worth of carrying out one clause that changes dice: the best choice, the mean of the rolls."""
        if isinstance(clause, Gain):
            faces = clause.faces
            if isinstance(clause, Copy):
                faces = tuple(face for face in faces if dd.SHOWS[dice] >> face & 1)
            return max(after(dd.ADD[dice][face]) for face in faces)
        if isinstance(clause, Roll):
            return roll_worth(dice, clause.dice, after)
        if isinstance(clause, TurnDice):
            results = {dd.turned(dice, way) for way in dd.turns(dice, clause.origin, clause.target, clause.dice)}
            return max(after(result) for result in results)
        assert isinstance(clause, Reroll)
        return max(roll_worth(dd.minus(dice, part), dd.NUMBER[part], after) for part in dd.parts(dice, clause.dice))

    # -- what the policy asks --------------------------------------------------------------------------------------

    def rest(self, god: int | None = None) -> tuple[int, int]:
        """The gods still to play and the Sanity left for prices, ``god`` being played (its price already paid)."""
        gods = self.gods_mask if god is None else self.gods_mask & ~(1 << god)
        return gods, self.s.sanity[self.seat]

    def value_of_dice(self, dice: int, god: int | None = None) -> float:
        """The worth of having these dice now."""
        return self.worth(dice, *self.rest(god))

    def value_of_play(self, god: int) -> float:
        """The worth of playing ``god`` now."""
        if god in self.dice_gods:
            value = self.play_worth(self.s.dice, *self.rest(), god)
            if value is not None:
                return value
        gain = 0.0
        for clause in self.clauses[god]:
            if isinstance(clause, GainSanity):
                gain += self.sanity_gain(clause.amount - self.s.setup.gain_less)
            elif isinstance(clause, Steal):
                gain += self.sanity_gain(clause.amount) + 0.2
        return self.value_of_dice(self.s.dice, god) + gain - self.costs[god]

    def brings_sanity(self, god: int) -> bool:
        """Whether playing ``god`` now is for Sanity: nothing that it does to dice counts in the plan."""
        return any(
            isinstance(clause, Steal) or (isinstance(clause, GainSanity) and self.sanity_gain(clause.amount) > 0)
            for clause in self.clauses[god]
        )

    def changes_dice(self, god: int) -> bool:
        """Whether ``god``, played now, changes dice by the plan."""
        return god in self.dice_gods and self.play_worth(self.s.dice, *self.rest(), god) is not None

    # -- what a line leads to --------------------------------------------------------------------------------------

    def goal(self, dice: int, gods: int, sanity: int) -> int:
        """The god that the best line from there invokes; ``NO_GOD``, or ``ROLLED`` where dice decide on the way."""
        best, chosen = self.final(dice)[0], NO_GOD
        for g in self.dice_gods:
            value = self.play_worth(dice, gods, sanity, g) if gods >> g & 1 else None
            if value is not None and value > best:
                best, chosen = value, g
        return self.final(dice)[1] if chosen == NO_GOD else self.goal_of_play(dice, gods, sanity, chosen)

    def goal_of_play(self, dice: int, gods: int, sanity: int, god: int) -> int:
        """The god that the best line invokes when ``god`` is played next."""
        rest, purse = gods & ~(1 << god), sanity - self.prices[god]
        for clause in self.clauses[god]:
            if isinstance(clause, (Roll, Reroll)):
                return ROLLED
            results: Iterable[int] = ()
            if isinstance(clause, Gain) and not clause.lacks(self.s.setup, dice):
                faces = [f for f in clause.faces if not isinstance(clause, Copy) or dd.SHOWS[dice] >> f & 1]
                results = [dd.ADD[dice][face] for face in faces]
            elif isinstance(clause, TurnDice):
                results = [dd.turned(dice, w) for w in dd.turns(dice, clause.origin, clause.target, clause.dice)]
            dice = max(results, key=lambda result: self.worth(result, rest, purse), default=dice)
        return self.goal(dice, rest, purse)


def roll_worth(dice: int, n: int, after: Worth) -> float:
    """The mean worth after rolling ``n`` more dice."""
    total = 0.0
    for result, odds in dd.outcomes(n):
        total += odds * after(joined(dice, result))
    return total


def joined(a: int, b: int) -> int:
    """Two multisets together."""
    x, y = dd.MULTISETS[a], dd.MULTISETS[b]
    return dd.INDEX[(x[0] + y[0], x[1] + y[1], x[2] + y[2])]
