"""The rules in force at a table: what stays the same all game long, and the table before the first turn (KAN-SETUP)."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from game.kanata.cards import EVENT_DECKS, EXTINGUISHER, SAW, Content
from game.kanata.plan import PROPERTIES
from game.kanata.state import IN_DECK, NOWHERE, Deck, KanataAnswers, KanataState
from game.kanata.tables import Tables
from game.kanata.town import Town, mask_of

ANY: Final = "any"
"""A character option that has not been chosen: the next free one."""


class Setup:
    """What stays the same all game long, with the tables that follow from it. States share it."""

    content: Content
    town: Town
    dynamite_item: int

    def __init__(
        self,
        content: Content,
        town: Town,
        answers: KanataAnswers,
        players: int,
        difficulty: str,
        characters: tuple[str, ...],
        traits: bool,
    ) -> None:
        self.answers = answers
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
    )
