"""Kanata: the game as the registry offers it, set-up (KAN-SETUP, DIFF) and the rules in force."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, lru_cache, partial
from pathlib import Path
from typing import Any, Final

from game.core.content import ContentError, faults_of
from game.core.contract import Action, Event, Observation, Option, Policy, Reason, SetupError, State
from game.core.game import GameBase
from game.core.setup import SetupDraw, complete_options
from game.core.wording import SEAT
from game.kanata.actions import KanataAction
from game.kanata.cards import EVENT_DECKS, EXTINGUISHER, SAW, Content, standard_content
from game.kanata.events import GameBegan, KanataEvent
from game.kanata.plan import PROPERTIES
from game.kanata.state import IN_DECK, NOWHERE, Deck, KanataState
from game.kanata.tables import Tables
from game.kanata.town import Town, mask_of, standard_town
from game.kanata.turn import TURN_START

SEATS: Final = 6
ANY: Final = "any"
"""A character option that has not been chosen: the next free one."""
LEVEL: Final = "easy_medium"
"""The level for a first game (KAN-DIFF-03)."""
TRAITS: Final = ("reroll_van_die", "reroll_shot", "better_aid", "look_at_search", "extra_steps", "free_ride")


class Setup:
    """What stays the same all game long, with the tables that follow from it. States share it."""

    content: Content
    town: Town
    dynamite_item: int

    def __init__(
        self, content: Content, town: Town, players: int, difficulty: str, characters: tuple[str, ...], traits: bool
    ) -> None:
        self.content = content
        self.town = town
        self.players = players
        self.difficulty = difficulty
        self.characters = characters
        self.traits = traits
        self.key = (players, difficulty, characters, traits, content.digest, town.digest)
        self.level = content.levels[difficulty]
        self.tables = _tables(content, town)
        self._read_figures()
        self._read_items()
        self.search_counts = content.search_deck(self.level)
        self.event_counts = {deck: content.event_deck(deck, self.level) for deck in EVENT_DECKS}
        self.deck_names: dict[str, tuple[str, ...]] = {
            "search": content.search_names,
            **{deck: tuple(card.id for card in cards) for deck, cards in content.decks.items()},
        }
        self.nde_card = content.card_index["interior"]["nde"]
        self._traits = tuple(content.characters[name].trait if traits else "" for name in characters)
        self._nearest_roads: dict[int, tuple[int, ...]] = {}

    def _read_figures(self) -> None:
        board = self.content.board
        health, inventory, stock = board["health"], board["inventory"], board["stock"]
        self.start_health, self.most_health = health["start"], health["most"]
        self.nde_health, self.sheriff_damage = health["nde"], health["sheriff"]
        self.blade_damage, self.blast_damage = health["blade"], health["blast"]
        self.item_limit, self.trade_distance = inventory["items"], inventory["trade_distance"]
        self.blade_reach, self.throw_reach = inventory["blade_reach"], inventory["throw"]
        self.horde_cubes = inventory["horde_cubes"]
        self.stock, self.front_rank, self.corpse_count = stock["abominations"], stock["front_rank"], stock["corpses"]
        self.full_tires, self.full_gas = stock["tires"], stock["gas"]
        self.hiding_turns = board["hiding"]["turns"]

    def _read_items(self) -> None:
        content = self.content
        cards = content.items

        def mask(*kinds: str) -> int:
            return mask_of(i for i, item in enumerate(cards) if item.kind in kinds)

        self.gun_of = tuple(item.gun for item in cards)
        self.weapons = mask("gun", "belt", "blade", "dynamite")
        self.scopable = mask("gun")
        self.scopable_or_blade = mask("gun", "blade")
        self.health_items = mask("health")
        self.dynamite = mask("dynamite")
        self.dynamite_item = self.dynamite.bit_length() - 1
        self.saws, self.extinguishers = mask(SAW), mask(EXTINGUISHER)
        self.roadblock_items = self.saws | self.extinguishers
        index = content.token_index
        self.nde, self.talisman = index["nde"], index["talisman"]
        self.ammo_tokens = tuple(i for name, i in index.items() if content.tokens[name].rounds)
        self.scope_token = {entry.reach: index[name] for name, entry in content.tokens.items() if entry.reach}
        """The token of a scope by its reach."""

    def trait_of(self, s: KanataState, seat: int) -> str:
        """The trait that somebody can use now; empty for none."""
        trait = self._traits[seat]
        if trait in ("reroll_van_die", "better_aid"):
            return trait
        return "" if s.traits_used >> seat & 1 else trait

    def trait_bonus(self, seat: int, trait: str) -> int:
        """1 for the holder of the trait."""
        return int(self._traits[seat] == trait)

    def nearest_roads(self, space: int) -> tuple[int, ...]:
        """The road spaces at the least board distance from a space (KAN-SHERIFF-04)."""
        found = self._nearest_roads.get(space)
        if found is None:
            town = self.town
            roads = [road for road in range(town.size) if town.roads >> road & 1]
            least = min(town.distance(space, road) for road in roads)
            found = tuple(road for road in roads if town.distance(space, road) == least)
            self._nearest_roads[space] = found
        return found


@lru_cache(maxsize=4)
def _tables(content: Content, town: Town) -> Tables:
    return Tables(content, town)


class Kanata(GameBase):
    """Kanata: The First Sacrament."""

    id = "kanata"
    name = "kanata.name"
    min_players = 1
    max_players = SEATS
    clause_prefix = "KAN"
    action_type: Any = KanataAction
    event_type: Any = KanataEvent
    levels = ("novice", "adept")
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
            found = self._setups[key] = Setup(self.content, self.town, *key)
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

    def from_position(
        self,
        mapping: Mapping[str, Any],
        *,
        script: Sequence[object] = (),
        strict: bool = False,
        sink: list[Event] | None = None,
    ) -> KanataState:
        from game.kanata.position import from_position

        return from_position(self, mapping, tuple(script), strict, sink)

    def policy(self, level: str) -> Policy:
        from game.kanata.policy import policy

        return policy(level)

    def phrase(self, state: State, action: Action) -> Reason | None:
        from game.kanata.phrases import phrase

        assert isinstance(state, KanataState)
        return phrase(state, action)

    def describe(self, observation: Observation) -> Sequence[tuple[str, Mapping[str, Any]]]:
        from game.kanata.observation import KanataObservation, describe

        assert isinstance(observation, KanataObservation)
        return describe(observation)

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


_DIFFICULTY: Final = ("KAN-DIFF-01", "KAN-DIFF-03")
_SETUP_CLAUSES: Final = (
    *(f"KAN-SETUP-{n:02}" for n in range(1, 12)),
    "KAN-DIFF-01",
    "KAN-DIFF-02",
    "KAN-DIFF-04",
)


def blank(setup: Setup, seed: int) -> KanataState:
    """The table before the first turn (KAN-SETUP-01 to 09)."""
    n = setup.players
    content, town = setup.content, setup.town
    decks = {deck: Deck(setup.event_counts[deck], (), (0,) * len(setup.event_counts[deck])) for deck in EVENT_DECKS}
    guns = len(content.full_ammo)
    return KanataState(
        setup=setup,
        seed=seed,
        counter=0,
        script=(),
        strict=False,
        round=1,
        first=0,
        turn=0,
        result=0,
        status=[0] * n,
        space=[town.bnb] * n,
        health=[setup.start_health] * n,
        track=[0] * n,
        cubes=[setup.horde_cubes] * n,
        mount=[0] * n,
        items=[0] * n,
        tokens=[0] * n,
        omens=[0] * n,
        hidden_turns=[0] * n,
        traits_used=0,
        served=0,
        ammo=content.full_ammo,
        scopes=(0,) * guns,
        corn=0,
        used=0,
        keys=IN_DECK,
        monoliths=3,
        wall=1,
        supply=(1, *[4] * (PROPERTIES - 1)),
        search=Deck(setup.search_counts, (), ()),
        interior=decks["interior"],
        exterior=decks["exterior"],
        mystery=decks["mystery"],
        sheriff=town.start,
        aboms=[],
        top=1,
        rank=setup.front_rank,
        reserve=setup.stock - 1 - setup.front_rank,
        corpses=(),
        cleared=(),
        ambulance=NOWHERE,
        tires=0,
        quarry=-1,
        panic=False,
        bike=town.campsite,
        gas=setup.full_gas,
        bike_moved=False,
        van=town.properties[0],
        van_started=False,
        dice=0,
        moved=0,
        tracked=False,
        shots=0,
        searches=0,
        boost=False,
        must_stay=False,
        arrived=NOWHERE,
        held=0,
        barred=False,
        refused=(),
        began_as=0,
        stack=(),
    )


GAME = Kanata()
