"""Kingsport Festival: the game as the registry offers it, and its set-up (KPT-SETUP)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property, partial
from pathlib import Path
from typing import Any, Final

from game.core.content import ContentError, faults_of
from game.core.contract import Action, Event, Observation, Option, Reason, SetupError, State
from game.core.game import StackGame
from game.core.setup import SetupDraw, complete_options
from game.core.stack import Answers
from game.kingsport import observation as seen
from game.kingsport import position, scoring
from game.kingsport.actions import KingsportAction
from game.kingsport.cards import Cards, standard_cards
from game.kingsport.describe import describe
from game.kingsport.events import GameBegan, KingsportEvent
from game.kingsport.phrases import phrase
from game.kingsport.policy import AdeptPolicy, NovicePolicy
from game.kingsport.refusals import refuse
from game.kingsport.setup import Setup, blank
from game.kingsport.state import KingsportState
from game.kingsport.turn import ROUND_START

ANSWERS: Final = Answers(
    refuse=refuse,
    decision=seen.decision,
    returns=scoring.returns,
    outcome=scoring.outcome,
    observe=seen.observe,
    position=position.position,
    recall=seen.recall,
    reasons=seen.reasons,
    deal=seen.deal,
)


class Kingsport(StackGame[KingsportState]):
    """Kingsport Festival: The Card Game."""

    id = "kingsport"
    name = "kingsport.name"
    min_players = 3
    max_players = 5
    clause_prefix = "KPT"
    action_type: Any = KingsportAction
    event_type: Any = KingsportEvent
    policies = {"novice": NovicePolicy, "adept": AdeptPolicy}  # noqa: RUF012  # never changed
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
            found = self._setups[key] = Setup(self.cards, ANSWERS, *key)
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

    def read_position(
        self, mapping: Mapping[str, Any], script: tuple[object, ...], strict: bool, sink: list[Event] | None
    ) -> KingsportState:
        return position.from_position(self, mapping, script, strict, sink)

    def phrase(self, state: State, action: Action) -> Reason | None:
        assert isinstance(state, KingsportState)
        return phrase(state, action)

    def describe(self, observation: Observation) -> Sequence[tuple[str, Mapping[str, Any]]]:
        assert isinstance(observation, seen.KingsportObservation)
        return describe(self.cards, observation)

    def content_digest(self) -> str:
        return self.cards.digest

    def check(self, content: Path | None, maps: Path | None) -> list[ContentError]:
        return [] if content is None else faults_of([partial(Cards, content)])

    def _check_players(self, players: int) -> None:
        if not self.min_players <= players <= self.max_players:
            raise SetupError(f"Kingsport is for 3, 4 or 5 cultists; found {players}", "KPT-SETUP-01")


GAME = Kingsport()
