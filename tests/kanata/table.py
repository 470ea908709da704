"""What several of these tests need: ways to play, what must always hold, and actions that anybody might try."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from game.ai.players import choice_seed, imagine, think
from game.core.chance import Rng
from game.core.contract import Action
from game.kanata import actions as act
from game.kanata.plan import CROSS, EXTERIOR, INTERIOR, PATH, ROAD
from game.kanata.rules import GAME
from game.kanata.state import (
    BIKE,
    CAPTURED,
    DOWNED,
    FOOT,
    IN_CORN,
    IN_DECK,
    IN_VAN,
    SPACE_MASK,
    STANDING,
    TURNED,
    VAN,
    KanataState,
    number_of,
)
from game.kanata.town import bits
from tests.contract.samples import random_action

LEVELS = tuple(GAME.content.levels)
CARDS = {"easy": 43, "easy_medium": 42, "medium": 42, "medium_hard": 44, "hard": 45}


def any_game(number: int, players: int | None = None) -> KanataState:
    """The ``number``-th game of a series through all player counts, levels, with and without traits."""
    usual, options = set_up(number)
    return GAME.new_game(players or usual, number, **options)


def set_up(number: int) -> tuple[int, dict[str, Any]]:
    """Players and options of that game."""
    return 1 + number % 6, {"difficulty": LEVELS[number // 6 % len(LEVELS)], "traits": number // 3 % 2 == 1}


def lively_action(s: KanataState, rng: Rng, ply: int) -> Action:
    """Mostly what an adept would do, so that games grow old; else anything."""
    if rng.below(4) == 0:
        return random_action(s, rng)
    seed = choice_seed(rng.next(), s.current_player(), ply)
    return think(_ADEPT, imagine(s, s.current_player(), seed), seed).action


_ADEPT = GAME.policy("adept")


def played(number: int, plies: int, lively: bool = True) -> KanataState:
    """``any_game`` after so many answers, or the last state before it ended."""
    s, rng = any_game(number), Rng(number)
    for ply in range(plies):
        before = s.clone()
        s.step(lively_action(s, rng, ply) if lively else random_action(s, rng))
        if s.is_terminal():
            return before
    return s


def check_table(s: KanataState) -> None:
    """What holds at every moment of every game."""
    _check_pieces(s)
    _check_cards(s)
    _check_people(s)


def _check_pieces(s: KanataState) -> None:
    setup, town = s.setup, s.setup.town
    assert len(s.aboms) + s.top + s.rank + s.reserve == 24, "abominations"
    assert 0 <= s.top <= 1, "barn top"
    assert 0 <= s.rank <= 6, "front rank"
    assert s.reserve >= 0, "reserve"
    numbers = [number_of(packed) for packed in s.aboms]
    assert len(set(numbers)) == len(numbers), "numbers of abominations"
    assert all(town.kinds[packed & SPACE_MASK] != CROSS for packed in s.aboms), "an abomination behind a cross"
    hung = (*s.corpses, *s.cleared)
    assert len(set(hung)) == len(hung) <= 8, "corpses"
    assert all(town.kinds[space] in (ROAD, PATH) for space in hung), "corpses on road and path"
    assert not set(hung) & {town.start, town.barn_front}, "corpses away from S and o"
    assert town.kinds[s.sheriff] == ROAD, "the Sheriff's road"
    assert s.ambulance < 0 or town.kinds[s.ambulance] in (ROAD, PATH, EXTERIOR), "the ambulance"
    assert s.ambulance < 0 or 1 <= s.tires <= 4, "tires"
    assert s.bike < 0 or town.kinds[s.bike] != INTERIOR, "the 4-wheeler outside"
    assert not s.van_started or town.kinds[s.van] == ROAD, "the van's road"
    assert 0 <= s.gas <= 5, "gas"
    assert sum(s.supply) <= 45, "cubes"
    assert all(0 <= cubes <= 4 for cubes in s.supply), "cubes"
    assert 0 <= s.monoliths <= 3, "monoliths"
    assert 0 <= s.wall <= 1, "wall"
    assert setup.players == len(s.status), "seats"


def _check_cards(s: KanataState) -> None:
    setup = s.setup
    content = setup.content
    places = [*s.items, s.corn, s.used]
    table = 0
    for mask in places:
        assert not table & mask, "an item in two places"
        table |= mask
    assert sum(setup.search_counts) == CARDS[setup.difficulty], "Search Deck"
    for card, name in enumerate(content.item_names):
        left = s.search.unseen[card] + s.search.known.count(card)
        drawn = setup.search_counts[card] - left
        copies = content.copies[name]
        here = [n for n, copy in enumerate(copies) if table >> copy & 1]
        assert all(n < drawn for n in here), f"copies of {name}"
        if content.items[copies[0]].kind in ("saw", "extinguisher"):
            assert len(here) == drawn, f"{name} has left the game (KAN-INV-04)"
    parts = (s.used & setup.saws).bit_count(), (s.used & setup.extinguishers).bit_count()
    assert parts == (3 - s.monoliths, 1 - s.wall), "parts of the roadblock"
    ndes = s.interior.unseen[setup.nde_card] + s.interior.known.count(setup.nde_card)
    held = sum(s.token(seat, setup.nde) for seat in range(setup.players))
    assert ndes + held <= 2, "NDEs"
    talismans = sum(s.token(seat, setup.talisman) for seat in range(setup.players))
    out_of_decks = setup.level.talismans - s.search.unseen[len(content.item_names)] + 1
    assert talismans <= out_of_decks, "Talismans"
    for deck in ("interior", "exterior", "mystery"):
        pile = getattr(s, deck)
        for card, most in enumerate(setup.event_counts[deck]):
            count = pile.unseen[card] + pile.known.count(card) + pile.discard[card]
            fate = content.decks[deck][card].fate
            assert count <= most, f"copies of {content.decks[deck][card].id}"
            assert fate != "discard" or count == most, f"{content.decks[deck][card].id} has left the game"
    keys_in_deck = s.interior.unseen[content.card_index["interior"]["emmetts_keys"]]
    assert (s.keys == IN_DECK) == bool(keys_in_deck), "van keys"
    assert (s.keys == IN_VAN) == s.van_started, "van keys"
    scopes = [0, 0]
    for seat in range(setup.players):
        scopes[0] += s.token(seat, content.token_index["scope4"])
        scopes[1] += s.token(seat, content.token_index["scope8"])
        for item in bits(s.items[seat]):
            gun = setup.gun_of[item]
            if gun >= 0 and s.scopes[gun]:
                scopes[s.scopes[gun] == 8] += 1
    assert scopes[0] <= 1, "scopes"
    assert scopes[1] <= 1, "scopes"


def _check_people(s: KanataState) -> None:
    setup, town = s.setup, s.setup.town
    assert s.mount.count(BIKE) <= 1, "riders"
    for seat, status in enumerate(s.status):
        assert 0 <= s.health[seat] <= 20, "health"
        assert 0 <= s.track[seat] < (28 if status == TURNED else 48), "track"
        assert 0 <= s.cubes[seat] <= 2, "horde cubes"
        if status in (DOWNED, TURNED):
            assert s.health[seat] == 0, "health of the fallen"
        if status != STANDING:
            assert s.mount[seat] == FOOT or (status == DOWNED and s.mount[seat] == VAN), "the fallen in vehicles"
        if status in (DOWNED, CAPTURED):
            assert not s.items[seat], "items of the fallen"
            assert not s.omens[seat], "flags of the fallen"
        if status == CAPTURED:
            assert s.space[seat] == s.ambulance, "captives ride along"
        if status == TURNED:
            assert not s.cubes[seat], "horde cubes of the turned"
            assert town.kinds[s.space[seat]] != CROSS, "the turned behind a cross"
            assert not s.token(seat, setup.talisman), "Talisman of the turned"
            assert s.keys != seat, "keys of the turned"
        if s.mount[seat] == BIKE:
            assert s.space[seat] == s.bike, "the rider's space"
        if s.mount[seat] == VAN:
            assert s.van_started, "the van has been started"
            assert s.space[seat] == s.van, "the passenger's space"
        asked = any(getattr(frame, "holder", -1) == seat for frame in s.stack)
        assert s.items[seat].bit_count() <= (5 if asked else 4), "four items"
    assert IN_CORN == 6, "more seats than places for the keys"


def _attempts() -> Iterator[Action]:
    content, town = GAME.content, GAME.town
    names = [*content.item_index, *content.token_names, "van_keys", "pistol", "ghost"]
    kinds: tuple[Any, ...] = (
        act.Shoot, act.Take, act.UseItem, act.Give, act.AskFor, act.Deliver, act.PutAway, act.Consume, act.ChooseItem,
    )  # fmt: skip
    for kind in kinds:
        yield from (kind(item=name) for name in names)
    for space in (*town.names[::3], "S", "t1", "property2", "c10r11", "nowhere"):
        yield from (act.Step(space=space), act.ChooseSpace(space=space), act.Throw(space=space))
        yield act.Aim(enemy="corpse", space=space)
    for seat in range(-1, 7):
        yield from (act.Trade(friend=seat), act.ChooseFriend(friend=seat), act.Rescue(friend=seat, item="pizza"))
        yield from (act.Rescue(friend=seat, item="nde"), act.Aim(enemy="turned", victim=seat))
        yield from (act.Aim(enemy="human", victim=seat), act.Stay(seat=seat))
    for number in range(26):
        yield from (act.ChooseAbomination(number=number), act.Aim(enemy="abomination", number=number))
    yield from (act.Aim(enemy=enemy) for enemy in ("sheriff", "ambulance", "abomination", "human", "moon"))
    for token in content.token_names:
        yield from (act.Attach(token=token, item="pistol"), act.Attach(token=token, item="abominator"))
    yield from (act.Choose(option="x"), act.ChooseCard(card="axe"), *act.FEEDING_MODES, *act.FEEDING_ROLLS)
    yield from (
        act.MOVE, act.STAY, act.PLAYER_BOARD, act.SEARCH, act.END_TURN, act.ADD_DIE, act.KEEP, act.STOP, act.HIDE,
        act.DECLINE, act.GET_ON, act.GET_OFF, act.GET_IN, act.GET_OUT, act.DONE, act.ACCEPT, act.REFUSE, act.FIRE,
        act.CEASE, act.TIME_UP, act.USE_NDE, act.USE_TALISMAN, act.REROLL, act.USE_TRAIT,
    )  # fmt: skip


ATTEMPTS = tuple(_attempts())
"""Actions that anybody might try at any moment."""
