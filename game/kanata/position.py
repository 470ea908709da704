"""A Kanata position: a readable mapping, complete when written, lenient when read (its stack: ``phases``)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from game.core.contract import Event, PositionError
from game.core.positions import PositionReader
from game.kanata import phases
from game.kanata.cards import DECKS, KEYS
from game.kanata.plan import CROSS
from game.kanata.setup import ANY, Setup, blank
from game.kanata.state import (
    ABOMINATIONS_HELD,
    BIKE,
    CAPTURED,
    DORMANT,
    DOWNED,
    FOOT,
    IN_CORN,
    IN_DECK,
    IN_VAN,
    MOUNTS,
    NOWHERE,
    OMENS,
    SATED,
    SHERIFF_HELD,
    SPACE_MASK,
    STATUS,
    TURNED,
    VAN,
    Deck,
    KanataState,
    abomination,
    hunted_by,
    number_of,
)
from game.kanata.town import bits

if TYPE_CHECKING:
    from game.kanata.rules import Kanata

COUNT = 1 << 30
"""As far as anything is counted that no rule limits: rounds, rounds in a gun, turns behind a cross."""
RESULTS = ("running", "won", "lost")
HELD = {"sheriff": SHERIFF_HELD, "abominations": ABOMINATIONS_HELD}
MOVES = ("no", "moved", "stayed")
KEY_PLACES = {"deck": IN_DECK, "cornfield": IN_CORN, "van": IN_VAN}
_FIELDS = (
    "game", "format", "players", "difficulty", "traits", "round", "first", "turn", "result", "phase", "steps", "mode",
    "card", "characters", "cornfield", "van_keys", "roadblock", "cubes", "decks", "sheriff", "abominations", "stock",
    "corpses", "cleared", "ambulance", "bike", "smashed", "van", "panic", "this_turn", "frames", "seed", "counter",
    "script", "strict",
)  # fmt: skip
_CHARACTER = (
    "character", "status", "space", "health", "track", "horde_cubes", "mount", "items", "tokens", "omens",
    "hidden_turns", "trait_used", "served",
)  # fmt: skip
_THIS_TURN = (
    "dice", "moved", "player_board", "shots", "searches", "boost", "must_stay", "arrived", "held", "barred",
    "refused", "began_as",
)  # fmt: skip


# ------------------------------------------------------------------------------------------------------- writing


def position(s: KanataState) -> dict[str, Any]:
    """The whole state; ``from_position`` of it is equal to it."""
    setup = s.setup
    names = setup.town.names
    content = setup.content
    data: dict[str, Any] = {
        "game": "kanata",
        "format": 1,
        "players": setup.players,
        "difficulty": setup.difficulty,
        "traits": setup.traits,
        "round": s.round,
        "first": s.first,
        "turn": s.turn,
        "result": RESULTS[s.result],
        "phase": s.stack[-1].name if s.stack else "finished",
        "characters": [_character(s, seat) for seat in range(setup.players)],
        "cornfield": [_item(s, item) for item in bits(s.corn)],
        "van_keys": next((word for word, place in KEY_PLACES.items() if place == s.keys), s.keys),
        "roadblock": {
            "monoliths": s.monoliths,
            "wall": s.wall,
            "used": [content.items[item].id for item in bits(s.used)],
        },
        "cubes": list(s.supply),
        "decks": {deck: _deck(setup.deck_names[deck], getattr(s, deck)) for deck in DECKS},
        "sheriff": names[s.sheriff],
        "abominations": [_abomination(s, packed) for packed in s.aboms],
        "stock": {"top": s.top, "front_rank": s.rank, "reserve": s.reserve},
        "corpses": [names[space] for space in s.corpses],
        "cleared": [names[space] for space in s.cleared],
        "ambulance": None
        if s.ambulance < 0
        else {"space": names[s.ambulance], "tires": s.tires, "hunts": s.quarry if s.quarry >= 0 else None},
        "bike": None if s.bike < 0 else {"space": names[s.bike], "gas": s.gas, "moved": s.bike_moved},
        "van": {"space": names[s.van], "started": s.van_started},
        "panic": s.panic,
        "this_turn": _this_turn(s),
        "frames": msgspec.to_builtins(s.stack),
        "seed": s.seed,
        "counter": s.counter,
        "script": list(s.script),
        "strict": s.strict,
    }
    if s.bike < 0 and (s.gas != setup.full_gas or s.bike_moved):
        data["smashed"] = {"gas": s.gas, "moved": s.bike_moved}
    return data


def _abomination(s: KanataState, packed: int) -> dict[str, Any]:
    return {
        "number": number_of(packed),
        "space": s.setup.town.names[packed & SPACE_MASK],
        "dormant": bool(packed & DORMANT),
        "hunts": hunted_by(packed) if hunted_by(packed) >= 0 else None,
        "sated": bool(packed & SATED),
    }


def _this_turn(s: KanataState) -> dict[str, Any]:
    return {
        "dice": s.dice,
        "moved": MOVES[s.moved],
        "player_board": s.tracked,
        "shots": s.shots,
        "searches": s.searches,
        "boost": s.boost,
        "must_stay": s.must_stay,
        "arrived": s.setup.town.names[s.arrived] if s.arrived >= 0 else None,
        "held": [word for word, bit in HELD.items() if s.held & bit],
        "barred": s.barred,
        "refused": [{"friend": friend, "item": good} for friend, good in s.refused],
        "began_as": STATUS[s.began_as],
    }


def _character(s: KanataState, seat: int) -> dict[str, Any]:
    tokens = s.setup.content.token_names
    return {
        "character": s.setup.characters[seat],
        "status": STATUS[s.status[seat]],
        "space": s.setup.town.names[s.space[seat]],
        "health": s.health[seat],
        "track": s.track[seat],
        "horde_cubes": s.cubes[seat],
        "mount": MOUNTS[s.mount[seat]],
        "items": [_item(s, item) for item in bits(s.items[seat])],
        "tokens": {name: s.token(seat, i) for i, name in enumerate(tokens) if s.token(seat, i)},
        "omens": [omen for omen, bit in OMENS.items() if s.omens[seat] & bit],
        "hidden_turns": s.hidden_turns[seat],
        "trait_used": bool(s.traits_used >> seat & 1),
        "served": bool(s.served >> seat & 1),
    }


def _item(s: KanataState, item: int) -> Any:
    """An item by its id; a gun with its ammo and scope."""
    card = s.setup.content.items[item]
    if card.gun < 0:
        return card.id
    return {"item": card.id, "ammo": s.ammo[card.gun], "scope": s.scopes[card.gun]}


def _deck(names: tuple[str, ...], deck: Deck) -> dict[str, Any]:
    return {
        "unseen": {names[i]: count for i, count in enumerate(deck.unseen) if count},
        "known": [names[card] for card in deck.known],
        "discard": {names[i]: count for i, count in enumerate(deck.discard) if count},
    }


# ------------------------------------------------------------------------------------------------------- reading


class _Reader(PositionReader):
    """Beside what all positions hold: seats and spaces."""

    def seat(self, name: str, default: int, players: int) -> int:
        value = self.mapping.get(name)
        return default if value is None else self.integer(name, default, 0, players - 1)

    def space(self, setup: Setup, name: str, default: int) -> int:
        value = self.mapping.get(name)
        return default if value is None else find_space(setup, self.path + name, value)


def find_space(setup: Setup, path: str, value: object) -> int:
    """The space of that name. Raises ``PositionError``."""
    if not isinstance(value, str) or value not in setup.town.index:
        raise PositionError(path, value, "a space of the town, such as property3, S, t1 or c26r18")
    return setup.town.index[value]


def from_position(
    game: Kanata, mapping: Mapping[str, Any], script: tuple[object, ...], strict: bool, sink: list[Event] | None
) -> KanataState:
    """The state of a perhaps partial position. Raises ``PositionError``; nothing half-made is left."""
    read = _Reader(mapping, "", _FIELDS)
    read.choice("game", "kanata", ("kanata",))
    read.choice("format", 1, (1,))
    people = read.list("characters")
    players = read.integer("players", max(1, len(people)), game.min_players, game.max_players)
    if len(people) > players:
        raise PositionError("characters", len(people), f"at most {players} characters")
    s = _blank(game, read, people, players)
    s.counter = read.integer("counter", 0, 0, 1 << 62)
    s.script = script or tuple(read.list("script"))
    s.strict = strict or read.switch("strict", False)
    s.round = read.integer("round", 1, 1, COUNT)
    s.first = read.integer("first", 0, 0, players - 1)
    s.turn = read.integer("turn", s.first, 0, players - 1)
    s.result = RESULTS.index(read.choice("result", "running", RESULTS))
    s.panic = read.switch("panic", False)
    _read_vehicles(s, read)
    _read_enemies(s, read)
    loads = _Loads(s)
    for seat, entry in enumerate(people):
        _read_character(s, seat, entry, loads)
    for i, entry in enumerate(read.list("cornfield")):
        s.corn |= 1 << loads.item(f"cornfield.{i}", entry)
    _read_roadblock(s, read, loads)
    _read_keys(s, read)
    _read_cubes(s, read)
    _read_decks(s, read)
    loads.finish()
    _check_people(s)
    _read_turn(s, read)
    if "frames" in mapping:
        phases.restore(s, mapping["frames"])
    else:
        phases.begin(s, read, sink)
    s.settle(sink)
    return s


def _blank(game: Kanata, read: _Reader, people: list[Any], players: int) -> KanataState:
    names = []
    for seat, entry in enumerate([*people, *[{}] * (players - len(people))]):
        reader = _Reader(entry, f"characters.{seat}.", _CHARACTER)
        name = reader.choice("character", ANY, (ANY, *game.content.characters))
        if name != ANY and name in names:
            raise PositionError(f"characters.{seat}.character", name, "another character than the others'")
        names.append(name)
    free = iter([name for name in game.content.characters if name not in names])
    characters = tuple(next(free) if name == ANY else name for name in names)
    difficulty = read.choice("difficulty", "easy_medium", tuple(game.content.levels))
    setup = game.setup(players, difficulty, characters, read.switch("traits", False))
    return blank(setup, read.integer("seed", 1, 0, (1 << 64) - 1))


def _read_vehicles(s: KanataState, read: _Reader) -> None:
    setup = s.setup
    if "bike" in read.mapping:
        if read.mapping["bike"] is None:
            s.bike = NOWHERE
            smashed = _Reader(read.mapping.get("smashed") or {}, "smashed.", ("gas", "moved"))
            s.gas = smashed.integer("gas", s.gas, 0, 20)
            s.bike_moved = smashed.switch("moved", False)
        else:
            bike = _Reader(read.mapping["bike"], "bike.", ("space", "gas", "moved"))
            s.bike = bike.space(setup, "space", s.bike)
            if setup.town.interiors >> s.bike & 1:
                raise PositionError("bike.space", bike.mapping["space"], "no house (KAN-BIKE-05)")
            s.gas = bike.integer("gas", s.gas, 0, 20)
            s.bike_moved = bike.switch("moved", s.bike != setup.town.campsite)
    van = _Reader(read.mapping.get("van") or {}, "van.", ("space", "started"))
    s.van = van.space(setup, "space", s.van)
    s.van_started = van.switch("started", s.van != setup.town.properties[0])
    if s.van_started and not setup.town.roads >> s.van & 1:
        raise PositionError("van.space", setup.town.names[s.van], "a road (KAN-VAN-06)")
    if not s.van_started and s.van != setup.town.properties[0]:
        raise PositionError("van.space", setup.town.names[s.van], "property1 until it is started (KAN-SETUP-07)")


def _read_enemies(s: KanataState, read: _Reader) -> None:
    setup = s.setup
    town = setup.town
    s.sheriff = read.space(setup, "sheriff", s.sheriff)
    if not town.roads >> s.sheriff & 1:
        raise PositionError("sheriff", town.names[s.sheriff], "a road (KAN-SHERIFF-01)")
    for i, entry in enumerate(read.list("abominations")):
        path = f"abominations.{i}."
        fields = {"space": entry} if isinstance(entry, str) else entry
        given = _Reader(fields, path, ("number", "space", "dormant", "hunts", "sated"))
        used = {number_of(packed) for packed in s.aboms}
        number = given.integer("number", next(n for n in range(1, 99) if n not in used), 1, setup.stock)
        if number in used:
            raise PositionError(f"{path}number", number, "each number once")
        space = given.space(setup, "space", town.barn_front)
        if town.kinds[space] == CROSS:
            raise PositionError(f"{path}space", town.names[space], "no hiding place (KAN-ABOM-01)")
        hunts = given.seat("hunts", -1, setup.players)
        s.aboms.append(abomination(number, space, given.switch("dormant", False), hunts, given.switch("sated", False)))
    stock = _Reader(read.mapping.get("stock") or {}, "stock.", ("top", "front_rank", "reserve"))
    left = setup.stock - len(s.aboms)
    if left < 0:
        raise PositionError("abominations", len(s.aboms), f"at most {setup.stock}")
    s.top = stock.integer("top", min(1, left), 0, 1)
    s.rank = stock.integer("front_rank", min(setup.front_rank, left - s.top), 0, setup.front_rank)
    s.reserve = stock.integer("reserve", left - s.top - s.rank, 0, setup.stock)
    if s.top + s.rank + s.reserve != left:
        raise PositionError("stock", s.top + s.rank + s.reserve, f"{left}: all that are not on the board")
    s.corpses = _corpse_list(s, read, "corpses")
    s.cleared = _corpse_list(s, read, "cleared")
    if len({*s.corpses, *s.cleared}) != len(s.corpses) + len(s.cleared):
        raise PositionError("corpses", read.list("corpses"), "one corpse on a space")
    if len(s.corpses) + len(s.cleared) > setup.corpse_count:
        raise PositionError("corpses", len(s.corpses) + len(s.cleared), f"at most {setup.corpse_count}")
    if read.mapping.get("ambulance") is not None:
        given = _Reader(read.mapping["ambulance"], "ambulance.", ("space", "tires", "hunts"))
        s.ambulance = given.space(setup, "space", town.bay)
        if town.interiors >> s.ambulance & 1 or town.kinds[s.ambulance] == CROSS:
            raise PositionError("ambulance.space", town.names[s.ambulance], "a road, path or exterior (KAN-AMB-03)")
        s.tires = given.integer("tires", setup.full_tires, 1, setup.full_tires)
        s.quarry = given.seat("hunts", -1, setup.players)


def _corpse_list(s: KanataState, read: _Reader, name: str) -> tuple[int, ...]:
    spaces = []
    for i, value in enumerate(read.list(name)):
        space = find_space(s.setup, f"{name}.{i}", value)
        if not s.setup.town.ground >> space & 1:
            raise PositionError(f"{name}.{i}", value, "a road or path cell (KAN-CORPSE-02)")
        spaces.append(space)
    return tuple(spaces)


class _Loads:
    """Items as they are found in inventories, the Cornfield and the roadblock: each once, guns with their ammo."""

    def __init__(self, s: KanataState) -> None:
        self.s = s
        self.found = 0
        self.ammo = list(s.ammo)
        self.scopes = list(s.scopes)

    def item(self, path: str, entry: object, owner: bool = False) -> int:
        """The item of an entry: an id, a name (the next free copy), or a mapping with ammo and scope."""
        content = self.s.setup.content
        reader = _Reader({"item": entry} if isinstance(entry, str) else entry, f"{path}.", ("item", "ammo", "scope"))
        name = reader.mapping.get("item")
        if name in content.item_index:
            item = content.item_index[str(name)]
        elif name in content.copies:
            free = [copy for copy in content.copies[str(name)] if not self.found >> copy & 1]
            if not free:
                raise PositionError(path, name, f"no more than {len(content.copies[str(name)])} of them")
            item = free[0]
        else:
            raise PositionError(path, name, f"an item: {', '.join(content.item_names)}")
        if self.found >> item & 1:
            raise PositionError(path, name, "each item in one place")
        self.found |= 1 << item
        gun = content.items[item].gun
        if gun >= 0:
            self.ammo[gun] = reader.integer("ammo", content.full_ammo[gun], 0, COUNT)
            self.scopes[gun] = reader.choice("scope", 0, (0, *self.s.setup.scope_token) if owner else (0,))
            if self.scopes[gun] and not self.s.setup.scopable >> item & 1:
                raise PositionError(f"{path}.scope", self.scopes[gun], "no scope on the Abominator (KAN-SHOOT-11)")
        elif "ammo" in reader.mapping or "scope" in reader.mapping:
            raise PositionError(path, entry, "ammo and scope with guns only")
        return item

    def finish(self) -> None:
        """Guns that are out of the game are empty."""
        s = self.s
        content = s.setup.content
        for card, name in enumerate(content.item_names):
            left = s.search.unseen[card] + s.search.known.count(card)
            drawn = s.setup.search_counts[card] - left
            for n, copy in enumerate(content.copies[name]):
                gun = content.items[copy].gun
                if self.found >> copy & 1:
                    if n >= s.setup.search_counts[card]:
                        wanted = f"a level with {content.items[copy].id} in its deck (KAN-DIFF-01)"
                        raise PositionError("difficulty", s.setup.difficulty, wanted)
                    if n >= drawn:
                        most = s.setup.search_counts[card] - n - 1
                        raise PositionError(f"decks.search.unseen.{name}", left, f"at most {most}")
                elif n < drawn and gun >= 0:
                    self.ammo[gun] = 0
        s.ammo = tuple(self.ammo)
        s.scopes = tuple(self.scopes)


def _read_character(s: KanataState, seat: int, entry: Any, loads: _Loads) -> None:
    setup = s.setup
    town = setup.town
    path = f"characters.{seat}."
    read = _Reader(entry, path, _CHARACTER)
    status = s.status[seat] = STATUS.index(read.choice("status", "standing", STATUS))
    start = {DOWNED: 0, TURNED: 0}.get(status, setup.start_health)
    s.health[seat] = read.integer("health", start, 0, setup.most_health)
    if s.health[seat] and status in (DOWNED, TURNED):
        raise PositionError(f"{path}health", s.health[seat], "0 for the downed and the turned (KAN-DOWN-01)")
    length = len(setup.content.turned_track if status == TURNED else setup.content.human_track)
    s.track[seat] = read.integer("track", 0, 0, length - 1)
    cubes = 0 if status == TURNED else 1 if s.panic else setup.horde_cubes
    s.cubes[seat] = read.integer("horde_cubes", cubes, 0, 0 if status == TURNED else setup.horde_cubes)
    s.mount[seat] = MOUNTS.index(read.choice("mount", "foot", MOUNTS))
    home = {BIKE: s.bike, VAN: s.van}.get(s.mount[seat], town.bnb)
    s.space[seat] = read.space(setup, "space", s.ambulance if status == CAPTURED else home)
    for i, value in enumerate(read.list("items")):
        s.items[seat] |= 1 << loads.item(f"{path}items.{i}", value, owner=True)
    if s.items[seat].bit_count() > setup.item_limit + 1:
        raise PositionError(f"{path}items", read.list("items"), f"at most {setup.item_limit} (KAN-INV-01)")
    tokens = _Reader(read.mapping.get("tokens") or {}, f"{path}tokens.", setup.content.token_names)
    for i, name in enumerate(setup.content.token_names):
        s.add_token(seat, i, tokens.integer(name, 0, 0, 15))
    for omen in read.list("omens"):
        if omen not in OMENS:
            raise PositionError(f"{path}omens", omen, f"one of {', '.join(OMENS)}")
        s.omens[seat] |= OMENS[omen]
    s.hidden_turns[seat] = read.integer("hidden_turns", 0, 0, COUNT)
    s.traits_used |= read.switch("trait_used", False) << seat
    s.served |= (read.switch("served", status == TURNED) and status == TURNED) << seat


def _check_people(s: KanataState) -> None:
    """What no single field shows: vehicles, hiding, the captured."""
    town = s.setup.town
    riders = [seat for seat, mount in enumerate(s.mount) if mount == BIKE]
    for seat in range(s.setup.players):
        path = f"characters.{seat}."
        mount, status, space = s.mount[seat], s.status[seat], s.space[seat]
        if mount != FOOT and (status in (TURNED, CAPTURED) or (status == DOWNED and mount != VAN)):
            raise PositionError(f"{path}mount", MOUNTS[mount], "on foot unless standing")
        if mount == BIKE and (s.bike != space or len(riders) > 1):
            raise PositionError(f"{path}mount", "bike", "one rider, on the space of the 4-wheeler (KAN-BIKE-01)")
        if mount == VAN and (s.van != space or not s.van_started):
            raise PositionError(f"{path}mount", "van", "on the space of the started van (KAN-VAN-01)")
        if status == TURNED and town.kinds[space] == CROSS:
            raise PositionError(f"{path}space", town.names[space], "no hiding place (KAN-TURNED-05)")
        if status == CAPTURED and (s.ambulance < 0 or s.ambulance != space):
            raise PositionError(f"{path}status", "captured", "an ambulance on that space (KAN-AMB-05)")


def _read_roadblock(s: KanataState, read: _Reader, loads: _Loads) -> None:
    given = _Reader(read.mapping.get("roadblock") or {}, "roadblock.", ("monoliths", "wall", "used"))
    for i, entry in enumerate(given.list("used")):
        item = loads.item(f"roadblock.used.{i}", entry)
        if not s.setup.roadblock_items >> item & 1:
            raise PositionError(f"roadblock.used.{i}", entry, "a saw or an extinguisher (KAN-WIN-01)")
        s.used |= 1 << item
    s.monoliths = given.integer("monoliths", 3 - (s.used & s.setup.saws).bit_count(), 0, 3)
    s.wall = given.integer("wall", 1 - min(1, (s.used & s.setup.extinguishers).bit_count()), 0, 1)


def _read_keys(s: KanataState, read: _Reader) -> None:
    default = IN_VAN if s.van_started else IN_DECK
    value = read.mapping.get("van_keys", default)
    if isinstance(value, str):
        value = KEY_PLACES.get(value, value)
    seat = isinstance(value, int) and not isinstance(value, bool) and 0 <= value < s.setup.players
    if not seat and (isinstance(value, bool) or value not in KEY_PLACES.values()):
        raise PositionError("van_keys", value, "a seat, deck, cornfield or van")
    s.keys = value
    if (s.keys == IN_VAN) != s.van_started:
        raise PositionError("van_keys", read.mapping.get("van_keys"), "in the van when it is started, and only then")


def _read_cubes(s: KanataState, read: _Reader) -> None:
    given = read.mapping.get("cubes")
    if given is None:
        return
    if isinstance(given, Mapping):
        supply = list(s.supply)
        reader = _Reader(given, "cubes.", [f"property{n}" for n in range(1, len(supply) + 1)])
        for n in range(len(supply)):
            supply[n] = reader.integer(f"property{n + 1}", supply[n], 0, 4)
        s.supply = tuple(supply)
        return
    values = read.list("cubes")
    if len(values) != len(s.supply):
        raise PositionError("cubes", values, f"{len(s.supply)} numbers, or a mapping by property")
    for n, value in enumerate(values):
        if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= 4:
            raise PositionError(f"cubes.{n}", value, "a whole number from 0 to 4")
    s.supply = tuple(values)


def _read_decks(s: KanataState, read: _Reader) -> None:
    given = _Reader(read.mapping.get("decks") or {}, "decks.", DECKS)
    for deck in DECKS:
        names = s.setup.deck_names[deck]
        entry = _Reader(given.mapping.get(deck) or {}, f"decks.{deck}.", ("unseen", "known", "discard"))
        known = []
        for i, name in enumerate(entry.list("known")):
            if name not in names:
                raise PositionError(f"decks.{deck}.known.{i}", name, f"a card of the {deck} deck")
            known.append(names.index(name))
        discard = _counts(entry, "discard", names, [0] * len(names), 99) if deck != "search" else ()
        most = s.setup.search_counts if deck == "search" else s.setup.event_counts[deck]
        default = _rest(s, deck, known, discard)
        unseen = _counts(entry, "unseen", names, default, max(99, *most))
        named = entry.mapping.get("unseen")
        if isinstance(named, Mapping):  # what is left out there is none; nothing at all is the rest of the deck
            unseen = tuple(named.get(name, 0) for name in names)
        for card, name in enumerate(names):
            total = unseen[card] + known.count(card) + (discard[card] if discard else 0)
            if total > most[card]:
                raise PositionError(f"decks.{deck}.unseen.{name}", total, f"at most {most[card]} in all")
        setattr(s, deck, Deck(unseen, tuple(known), discard))


def _counts(
    read: _Reader, name: str, names: tuple[str, ...], default: Sequence[int], most: int
) -> tuple[int, ...]:
    reader = _Reader(read.mapping.get(name) or {}, f"{read.path}{name}.", names)
    return tuple(reader.integer(card, default[i], 0, most) for i, card in enumerate(names))


def _rest(s: KanataState, deck: str, known: list[int], discard: tuple[int, ...]) -> list[int]:
    """What a deck holds when nothing is said of it: all cards but those that are known to be elsewhere."""
    setup = s.setup
    if deck == "search":
        left = list(setup.search_counts)
        table = s.corn | s.used
        for mine in s.items:
            table |= mine
        for card, name in enumerate(setup.content.item_names):
            out = [n for n, copy in enumerate(setup.content.copies[name]) if table >> copy & 1]
            left[card] -= max(out, default=-1) + 1
    else:
        left = [count - gone for count, gone in zip(setup.event_counts[deck], discard, strict=True)]
        if deck == "interior":
            left[setup.nde_card] -= sum(s.token(seat, setup.nde) for seat in range(setup.players))
            if s.keys != IN_DECK:
                left[setup.content.card_index["interior"]["emmetts_keys"]] -= 1
    for card in known:
        left[card] -= 1
    return [max(0, count) for count in left]


def _read_turn(s: KanataState, read: _Reader) -> None:
    given = _Reader(read.mapping.get("this_turn") or {}, "this_turn.", _THIS_TURN)
    s.dice = given.integer("dice", 0, 0, 2)
    s.moved = MOVES.index(given.choice("moved", "no", MOVES))
    s.tracked = given.switch("player_board", False)
    s.shots = given.integer("shots", 0, 0, 2)
    s.searches = given.integer("searches", 0, 0, 2)
    s.boost = given.switch("boost", False)
    s.must_stay = given.switch("must_stay", False)
    s.arrived = given.space(s.setup, "arrived", s.space[s.turn] if s.moved else NOWHERE)
    if "arrived" in given.mapping and given.mapping["arrived"] is None:
        s.arrived = NOWHERE
    for word in given.list("held"):
        if word not in HELD:
            raise PositionError("this_turn.held", word, f"one of {', '.join(HELD)}")
        s.held |= HELD[word]
    s.barred = given.switch("barred", False)
    s.refused = tuple(_refused(s, f"this_turn.refused.{i}.", entry) for i, entry in enumerate(given.list("refused")))
    s.began_as = STATUS.index(given.choice("began_as", STATUS[s.status[s.turn]], STATUS))


def _refused(s: KanataState, path: str, entry: Any) -> tuple[int, str]:
    """Who has refused to hand over what."""
    given = _Reader(entry, path, ("friend", "item"))
    content = s.setup.content
    goods = (*content.item_index, *content.token_names, KEYS)
    return given.integer("friend", -1, 0, s.setup.players - 1), given.choice("item", None, goods)
