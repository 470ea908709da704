"""The rules in force at a table (KPT-SETUP): what stays the same all game long, and the table before round 1."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from game.core.stack import Answers
from game.kingsport import dice as dd
from game.kingsport.cards import Cards
from game.kingsport.effects import Step, step_of
from game.kingsport.scenario import Scenario
from game.kingsport.state import NOTHING, KingsportState
from game.kingsport.tables import Tables, mask_of

NO_SCENARIO: Final = Scenario()
FIRST_SANITY: Final = 10
"""KPT-SETUP-03."""


class Setup:
    """What stays the same all game long, with the tables that follow from it. States share it."""

    def __init__(
        self, cards: Cards, answers: Answers, players: int, investigator: str | None, scenario: bool, ledger: str
    ) -> None:
        self.answers = answers
        self.tables: Tables = _tables(cards)
        self.players: int = players
        self.investigator = investigator
        self.scenario_on = scenario
        self.ledger = ledger
        self.key = (players, investigator, scenario, ledger, cards.digest)
        self.hidden = ledger == "memory"
        card = None if investigator is None else cards.investigators[investigator]
        self.scenario: Scenario = card.scenario if card and scenario else NO_SCENARIO
        raids: list[int | None] = [None] * 10
        for number, strength in card.raids if card else ():
            raids[number] = strength
        self.raid_at = tuple(raids)
        """The Investigator's strength by round, None where there is no Raid."""
        self.gain_less = self.scenario.gain_less
        self.first_price = self.scenario.first_price
        self.play_limit = self.scenario.play_limit
        self.loss_clauses = ("KPT-INVEST-06", *self.scenario.clauses)
        gods = cards.gods
        self.effects: tuple[tuple[Step, ...], ...] = tuple(
            tuple(step_of(clause, self) for clause in god.effect) for god in gods
        )
        self.stealing = mask_of(
            i for i, steps in enumerate(self.effects) if steps and all(step.steals for step in steps)
        )
        self.priced = tuple(
            tuple(
                (i, 1 << i, step.price)
                for i, steps in enumerate(self.effects)
                for step in steps
                if step.price and not step.obstacles[d]
            )
            for d in range(len(dd.MULTISETS))
        )
        """By dice: gods with a priced clause that can be carried out, and the price (KPT-EXP-04)."""
        prices = [step.price for steps in self.effects for step in steps]
        self.highest_price = max(prices, default=0) + self.first_price
        self.feasible = tuple(
            mask_of(i for i, steps in enumerate(self.effects) if any(not step.obstacles[d] for step in steps))
            for d in range(len(dd.MULTISETS))
        )
        """By dice: the gods of whose effect a clause can be carried out, prices and victims apart (KPT-EXP-05)."""
        self.copies = tuple(sum(n <= players for n in god.copies) for god in gods)
        """Cards of each god in the layout (KPT-SETUP-04)."""
        self.full_piles = sum(n << 3 * god for god, n in enumerate(self.copies))
        self.full_stock = mask_of(god for god, n in enumerate(self.copies) if n)


@lru_cache(maxsize=4)
def _tables(cards: Cards) -> Tables:
    return Tables(cards)


def blank(setup: Setup, seed: int) -> KingsportState:
    """The table before round 1: all cards in the layout, empty hands, 10 Sanity each (KPT-SETUP-03, SETUP-04)."""
    return KingsportState(
        setup=setup,
        seed=seed,
        counter=0,
        script=(),
        strict=False,
        round=0,
        first=0,
        turn=0,
        hands=[0] * setup.players,
        sanity=[FIRST_SANITY] * setup.players,
        seen=(0,) * setup.players,
        in_play=0,
        dice=dd.NO_DICE,
        piles=setup.full_piles,
        stocked=setup.full_stock,
        obtained=0,
        played=0,
        prices=0,
        invoked=NOTHING,
        had_hand=False,
        azathoth=0,
        stack=(),
    )
