"""Kanata: the game as the registry offers it, and its set-up (KAN-SETUP, DIFF)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, partial
from pathlib import Path
from typing import Any, Final

from game.core.content import ContentError, faults_of
from game.core.contract import Action, Event, Observation, Option, Reason, SetupError, State
from game.core.game import StackGame
from game.core.setup import SetupDraw, complete_options
from game.core.wording import SEAT
from game.kanata import ending, position, queries
from game.kanata import observation as seen
from game.kanata.actions import KanataAction
from game.kanata.cards import Content, standard_content
from game.kanata.events import GameBegan, KanataEvent
from game.kanata.phrases import phrase
from game.kanata.policy import AdeptPolicy, NovicePolicy
from game.kanata.refusals import refuse
from game.kanata.setup import ANY, Setup, blank
from game.kanata.state import KanataAnswers, KanataState
from game.kanata.town import Town, standard_town
from game.kanata.turn import TURN_START

SEATS: Final = 6
LEVEL: Final = "easy_medium"
"""The level for a first game (KAN-DIFF-03)."""
ANSWERS: Final = KanataAnswers(
    refuse=refuse,
    decision=seen.decision,
    returns=ending.returns,
    outcome=ending.outcome,
    observe=seen.observe,
    position=position.position,
    reachable=queries.reachable,
    odds=queries.odds,
    aims=queries.aims,
    forecast=queries.forecast,
)
_DIFFICULTY: Final = ("KAN-DIFF-01", "KAN-DIFF-03")
_SETUP_CLAUSES: Final = (
    *(f"KAN-SETUP-{n:02}" for n in range(1, 12)),
    "KAN-DIFF-01",
    "KAN-DIFF-02",
    "KAN-DIFF-04",
)


class Kanata(StackGame[KanataState]):
    """Kanata: The First Sacrament."""

    id = "kanata"
    name = "kanata.name"
    min_players = 1
    max_players = SEATS
    clause_prefix = "KAN"
    action_type: Any = KanataAction
    event_type: Any = KanataEvent
    policies = {"novice": NovicePolicy, "adept": AdeptPolicy}  # noqa: RUF012  # never changed
    team_wins = True
    words: Mapping[str, str] = {
        **dict.fromkeys(("seat", "friend", "victim", "giver", "receiver", "hunts", "first", "winners"), SEAT),
        **dict.fromkeys(("space", "path", "moved"), "kanata.space.{}"),
        **dict.fromkeys(("item", "token"), "kanata.thing.{}"),
        **dict.fromkeys(("card", "cards"), "kanata.card.{}.name"),
        "option": "kanata.choice.{}",
        "enemy": "kanata.enemy.{}",
        "deck": "kanata.deck.{}",
        "vehicle": "kanata.vehicle.{}",
        "omen": "kanata.omen.{}",
        "what": "kanata.declined.{}",
        "result": "kanata.occult.{}",
        "mode": "kanata.feeding.{}",
        "trait": "kanata.trait.{}",
        "characters": "character.{}.name",
        "difficulty": "kanata.option.difficulty.{}",
        "status": "kanata.status.{}",
        "held": "kanata.thing.{}",
        "kind": "kanata.track.{}",
    }

    def __init__(self, content: Content | None = None, town: Town | None = None) -> None:
        self._content, self._town = content, town
        self._setups: dict[tuple[Any, ...], Setup] = {}

    @cached_property
    def content(self) -> Content:
        """Cards, items and figures, read when they are first needed."""
        return self._content or standard_content()

    @cached_property
    def town(self) -> Town:
        """The map, read when it is first needed."""
        return self._town or standard_town()

    @cached_property
    def options(self) -> tuple[Option, ...]:
        """The set-up choices."""
        names = tuple(self.content.characters)
        keys = {ANY: "kanata.option.character.any", **{name: f"character.{name}.name" for name in names}}
        return (
            Option("difficulty", "choice", LEVEL, tuple(self.content.levels), clauses=_DIFFICULTY),
            *(
                Option(f"character_{i + 1}", "choice", ANY, (ANY, *names), keys, ("KAN-SETUP-09",), of_seat=i)
                for i in range(SEATS)
            ),
            Option("traits", "switch", False, clauses=("KAN-SETUP-09",)),
            Option("first_player", "seat", "random", ("random",), clauses=("KAN-SETUP-11",)),
        )

    def setup(self, players: int, difficulty: str, characters: tuple[str, ...], traits: bool) -> Setup:
        """The rules in force for these choices; the same object each time."""
        key = (players, difficulty, characters, traits)
        found = self._setups.get(key)
        if found is None:
            found = self._setups[key] = Setup(self.content, self.town, ANSWERS, *key)
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
    ) -> KanataState:
        if isinstance(players, bool) or not self.min_players <= players <= self.max_players:
            raise SetupError(f"Kanata is for 1 to 6 characters; found {players}", "KAN-SETUP-10")
        chosen = complete_options(self.id, self.options, options, players)
        draw = SetupDraw(seed, tuple(script), strict)
        first = chosen["first_player"]
        if first == "random":
            first = draw.one_of(tuple(range(players)), "first_player")
        characters = self.characters(players, chosen)
        s = blank(self.setup(players, chosen["difficulty"], characters, chosen["traits"]), seed)
        s.counter, s.script, s.strict = draw.counter, draw.script, strict
        s.first = s.turn = first
        if sink is not None:
            sink.append(
                GameBegan(
                    clauses=_SETUP_CLAUSES + (("KAN-DIFF-03",) if chosen["difficulty"] == LEVEL else ()),
                    players=players,
                    difficulty=chosen["difficulty"],
                    characters=characters,
                    first=first,
                    search_cards=s.search.size,
                )
            )
        s.ask(TURN_START)
        s.settle(sink)
        return s

    def read_position(
        self, mapping: Mapping[str, Any], script: tuple[object, ...], strict: bool, sink: list[Event] | None
    ) -> KanataState:
        return position.from_position(self, mapping, script, strict, sink)

    def phrase(self, state: State, action: Action) -> Reason | None:
        assert isinstance(state, KanataState)
        return phrase(state, action)

    def describe(self, observation: Observation) -> Sequence[tuple[str, Mapping[str, Any]]]:
        assert isinstance(observation, seen.KanataObservation)
        return seen.describe(observation)

    def content_digest(self) -> str:
        return self.content.digest + self.town.digest

    def check(self, content: Path | None, maps: Path | None) -> list[ContentError]:
        reads: list[Callable[[], object]] = []
        if content is not None:
            reads.append(partial(Content, content))
        if maps is not None:
            reads += [partial(Town, path) for path in sorted(maps.glob("kanata*.tmx"))]
        return faults_of(reads)

    def characters(self, players: int, chosen: Mapping[str, Any]) -> tuple[str, ...]:
        """Who plays whom: the chosen ones, the others in the order of the list (KAN-SETUP-09)."""
        wanted = [chosen[f"character_{i + 1}"] for i in range(players)]
        named = [name for name in wanted if name != ANY]
        if len(set(named)) != len(named):
            raise SetupError(f"two seats with one character: {', '.join(named)}", "KAN-SETUP-09")
        free = iter([name for name in self.content.characters if name not in named])
        return tuple(next(free) if name == ANY else name for name in wanted)


GAME = Kanata()
