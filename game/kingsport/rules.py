"""Kingsport Festival: the game as the registry offers it, set-up (KPT-SETUP) and the rules in force."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache, partial
from pathlib import Path
from typing import Any, Final

from game.core.content import ContentError, faults_of
from game.core.contract import Event, Observation, Option, Policy, SetupError
from game.core.game import GameBase
from game.core.setup import SetupDraw, complete_options
from game.kingsport import dice as dd
from game.kingsport.actions import KingsportAction
from game.kingsport.cards import Cards, standard_cards
from game.kingsport.effects import Step, step_of
from game.kingsport.events import GameBegan, KingsportEvent
from game.kingsport.scenario import Scenario
from game.kingsport.state import NOTHING, KingsportState
from game.kingsport.tables import Tables, mask_of
from game.kingsport.turn import ROUND_START

NO_SCENARIO: Final = Scenario()
FIRST_SANITY: Final = 10
"""KPT-SETUP-03."""


class Setup:
    """What stays the same all game long, with the tables that follow from it. States share it."""

    def __init__(self, cards: Cards, players: int, investigator: str | None, scenario: bool, ledger: str) -> None:
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


@lru_cache(maxsize=4)
def _tables(cards: Cards) -> Tables:
    return Tables(cards)


class Kingsport(GameBase):
    """Kingsport Festival: The Card Game."""

    id = "kingsport"
    name = "kingsport.name"
    min_players = 3
    max_players = 5
    clause_prefix = "KPT"
    action_type: Any = KingsportAction
    event_type: Any = KingsportEvent
    levels = ("novice", "adept")
    words: Mapping[str, str] = {
        **dict.fromkeys(("seat", "giver", "receiver", "victim", "holder", "winners"), "seat"),
        **dict.fromkeys(("card", "cards"), "god.{}.name"),
        **dict.fromkeys(("face", "faces", "before", "after", "from", "to", "dice", "paid", "reroll"), "face.{}"),
        "investigator": "investigator.{}.name",
        "turn": "kingsport.turned",
        "piles": "kingsport.pile",
        "raids": "kingsport.raid",
    }

    def __init__(self, cards: Cards | None = None) -> None:
        self._cards = cards
        self._setups: dict[tuple[Any, ...], Setup] = {}

    @cached_property
    def cards(self) -> Cards:
        """The card set, read when it is first needed."""
        return self._cards or standard_cards()

    @cached_property
    def options(self) -> tuple[Option, ...]:
        """The set-up choices."""
        names = tuple(self.cards.investigators)
        return (
            Option(
                "investigator",
                "choice",
                "random",
                ("random", *names),
                {name: f"investigator.{name}.name" for name in names},
                ("KPT-SETUP-06", "KPT-INVEST-03"),
            ),
            Option("scenario", "switch", True, clauses=("KPT-INVEST-02",), first=False),
            Option("ledger", "choice", "open", ("open", "memory"), clauses=("KPT-INFO-07", "KPT-INFO-08")),
            Option("first_holder", "seat", "random", ("random",), clauses=("KPT-SETUP-07",)),
        )

    def setup(self, players: int, investigator: str | None, scenario: bool, ledger: str) -> Setup:
        """The rules in force for these choices; the same object each time."""
        key = (players, investigator, scenario, ledger)
        found = self._setups.get(key)
        if found is None:
            found = self._setups[key] = Setup(self.cards, *key)
        return found

    def new_game(
        self,
        players: int = 4,
        seed: int = 1,
        *,
        script: Sequence[object] = (),
        strict: bool = False,
        sink: list[Event] | None = None,
        **options: Any,
    ) -> KingsportState:
        self._check_players(players)
        chosen = complete_options(self.id, self.options, options, players)
        draw = SetupDraw(seed, tuple(script), strict)
        investigator = chosen["investigator"]
        if investigator == "random":
            investigator = draw.one_of(tuple(self.cards.investigators), "investigator")
        holder = chosen["first_holder"]
        if holder == "random":
            holder = draw.one_of(tuple(range(players)), "first_holder")
        s = blank(self.setup(players, investigator, chosen["scenario"], chosen["ledger"]), seed)
        s.counter, s.script, s.strict = draw.counter, draw.script, strict
        s.first = s.turn = holder
        if sink is not None:
            clauses = ["KPT-SETUP-01", "KPT-SETUP-02", "KPT-SETUP-03", "KPT-SETUP-04", "KPT-SETUP-05", "KPT-SETUP-06"]
            clauses += ["KPT-SETUP-07", "KPT-SETUP-09", "KPT-INVEST-01"]
            if not chosen["scenario"]:
                clauses.append("KPT-INVEST-02")
            clauses.append("KPT-INFO-08" if s.setup.hidden else "KPT-INFO-07")
            if chosen["investigator"] != "random":
                clauses.append("KPT-INVEST-03")
            sink.append(
                GameBegan(
                    clauses=tuple(clauses),
                    players=players,
                    investigator=investigator,
                    scenario=chosen["scenario"],
                    ledger=chosen["ledger"],
                    holder=holder,
                    cards=sum(s.setup.copies),
                )
            )
        s.ask(ROUND_START)
        s.settle(sink)
        return s

    def from_position(
        self,
        mapping: Mapping[str, Any],
        *,
        script: Sequence[object] = (),
        strict: bool = False,
        sink: list[Event] | None = None,
    ) -> KingsportState:
        from game.kingsport.position import from_position

        return from_position(self, mapping, tuple(script), strict, sink)

    def policy(self, level: str) -> Policy:
        from game.kingsport.policy import policy

        return policy(level)

    def describe(self, observation: Observation) -> Sequence[tuple[str, Mapping[str, Any]]]:
        from game.kingsport.describe import describe
        from game.kingsport.observation import KingsportObservation

        assert isinstance(observation, KingsportObservation)
        return describe(self, observation)

    def content_digest(self) -> str:
        return self.cards.digest

    def check(self, content: Path | None, maps: Path | None) -> list[ContentError]:
        return [] if content is None else faults_of([partial(Cards, content)])

    def _check_players(self, players: int) -> None:
        if not self.min_players <= players <= self.max_players:
            raise SetupError(f"Kingsport is for 3, 4 or 5 cultists; found {players}", "KPT-SETUP-01")


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
        piles=sum(n << 3 * g for g, n in enumerate(setup.copies)),
        stocked=mask_of(g for g, n in enumerate(setup.copies) if n),
        obtained=0,
        played=0,
        prices=0,
        invoked=NOTHING,
        had_hand=False,
        azathoth=0,
        stack=(),
    )


GAME = Kingsport()
