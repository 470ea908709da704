"""The content of the box: `data/kanata/*.yaml` as typed values, checked (its lists and how many there are of each)."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from msgspec import Struct

from game.core import content
from game.kanata.effects.base import Block
from game.kanata.effects.reading import Reader

DATA: Final = content.DATA / "kanata"
EVENT_DECKS: Final = ("interior", "exterior", "mystery")
DECKS: Final = ("search", *EVENT_DECKS)
SAW, EXTINGUISHER = "saw", "extinguisher"
EMPTY: Final = "empty"
"""The Search card that holds nothing."""
TALISMAN: Final = "talisman"
KEYS: Final = "van_keys"
TRACK_SPACES: Final = {
    "B": "barn",
    "F": "fence",
    "E": "event",
    "M": "mystery",
    "P": "pillars",
    "O": "occult",
    "Q": "quiet",
}
ITEM_KINDS: Final = ("gun", "belt", "blade", "dynamite", "health", SAW, EXTINGUISHER)
FATES: Final = ("discard", "out", "keep")


class ItemEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """Item cards that are alike, as written in the file."""

    kind: str
    count: int
    range: int = 0
    ammo: int = 0
    dice: int = 1
    kill: tuple[int, ...] = ()
    tire: tuple[int, ...] = ()
    corpse: tuple[int, ...] = ()
    health: int = 0
    drink: bool = False
    deal: tuple[int, ...] = ()


class TokenEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """A special item or token as written."""

    rounds: int = 0
    reach: int = 0


class LevelEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """A difficulty (KAN-DIFF)."""

    saws: int
    extinguishers: int
    talismans: int
    empty: int
    harsh_cards: bool


class CharacterEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """A character."""

    colour: str
    trait: str


class CardEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """An event or Mystery card as written."""

    kind: str
    count: int
    fate: str
    effect: list[dict[str, Any]]
    harsh: bool = False


class Item(Struct, frozen=True):
    """One item card. ``gun`` is its place among the weapons with ammo, -1 if it has none."""

    id: str
    kind: str
    name: str
    """The id that its like share: the key of its texts."""
    entry: ItemEntry
    gun: int


class Card(Struct, frozen=True):
    """One event or Mystery card; copies are alike."""

    id: str
    deck: str
    kind: str
    count: int
    fate: str
    harsh: bool
    block: int


class Content:
    """Everything that is printed, checked."""

    def __init__(self, folder: Path = DATA) -> None:
        self._read_board(content.load_mapping(folder / "board.yaml", "board", dict[str, Any]))
        items = content.load_mapping(folder / "items.yaml", "items", ItemEntry, beside=("tokens",))
        self.tokens = content.load_mapping(folder / "items.yaml", "tokens", TokenEntry, beside=("items",))
        levels = content.load_mapping(folder / "levels.yaml", "levels", LevelEntry)
        characters = content.load_mapping(folder / "characters.yaml", "characters", CharacterEntry)
        self._read_items(items)
        self.levels = dict(levels)
        self.characters = dict(characters)
        if len(characters) < 6:
            raise content.ContentError(folder / "characters.yaml", None, "characters", str(len(characters)), "six")
        for name, level in levels.items():
            if level.saws < 3 or level.extinguishers < 1 or level.saws > 6 or level.extinguishers > 6:
                raise levels.error(name, found="too few or too many roadblock cards", expected="3 to 6 saws, 1 to 6 …")
        self.blocks: list[Block] = []
        self.token_names = tuple(self.tokens)
        self.token_index = {name: i for i, name in enumerate(self.token_names)}
        decks = {}
        for deck in EVENT_DECKS:
            others = tuple(d for d in EVENT_DECKS if d != deck)
            decks[deck] = content.load_mapping(folder / "cards.yaml", deck, CardEntry, beside=others)
        self.decks = {deck: tuple(self._card(deck, table, name) for name in table) for deck, table in decks.items()}
        self.card_index = {
            deck: {card.id: i for i, card in enumerate(cards)} for deck, cards in self.decks.items()
        }
        self._check_ids(decks)
        self.digest = content.digest(
            [self.human_track, self.turned_track, self.board], items, self.tokens, levels, characters, decks
        )

    def _read_board(self, board: content.Table[dict[str, Any]]) -> None:
        wanted = {
            "human_track": ("spaces",),
            "turned_track": ("spaces",),
            "stock": ("abominations", "front_rank", "corpses", "tires", "gas"),
            "health": ("start", "most", "nde", "sheriff", "blade", "blast"),
            "inventory": ("items", "trade_distance", "blade_reach", "throw", "horde_cubes"),
            "feeding": ("dice", "rolls", "timed_rolls"),
            "dice": ("bike", "van", "drink"),
            "hiding": ("turns",),
        }
        for part, names in wanted.items():
            if part not in board:
                raise content.ContentError(board.lines.file, None, "board", f"no {part}", f"the key {part}")
            for name in names:
                value = board[part].get(name)
                if name != "spaces" and (not isinstance(value, int) or isinstance(value, bool) or value < 0):
                    raise board.error(part, name, found=repr(value), expected="a whole number of 0 or more")
            for name in board[part]:
                if name not in names:
                    raise board.error(part, name, found=f"the unknown key {name}", expected=f"only {', '.join(names)}")
        self.board = {part: dict(board[part]) for part in wanted}
        tracks = []
        for part, letters in (("human_track", "BFEMP"), ("turned_track", "BOPQ")):
            spaces = board[part].get("spaces")
            if not isinstance(spaces, str) or not spaces.startswith("B") or set(spaces) - set(letters):
                raise board.error(part, "spaces", found=repr(spaces), expected=f"a Barn, then letters of {letters}")
            tracks.append(tuple(TRACK_SPACES[letter] for letter in spaces))
        self.human_track, self.turned_track = tracks

    def _read_items(self, items: content.Table[ItemEntry]) -> None:
        found: list[Item] = []
        guns = 0
        for name, entry in items.items():
            if entry.kind not in ITEM_KINDS:
                raise items.error(name, "kind", found=repr(entry.kind), expected=", ".join(ITEM_KINDS))
            if not 1 <= entry.count <= 9:
                raise items.error(name, "count", found=str(entry.count), expected="1 to 9")
            if entry.kind in (SAW, EXTINGUISHER) and len(entry.deal) != entry.count:
                raise items.error(name, "deal", found=str(list(entry.deal)), expected="a place for each copy")
            for face in (*entry.kill, *entry.tire, *entry.corpse):
                if not 1 <= face <= 6:
                    raise items.error(name, found=f"face {face}", expected="faces from 1 to 6")
            for n in range(entry.count):
                gun = -1
                if entry.kind in ("gun", "belt"):
                    gun, guns = guns, guns + 1
                found.append(Item(f"{name}_{n + 1}" if entry.count > 1 else name, entry.kind, name, entry, gun))
        self.items = tuple(found)
        self.item_index = {item.id: i for i, item in enumerate(found)}
        self.item_names = tuple(dict.fromkeys(item.name for item in found))
        self.full_ammo = tuple(item.entry.ammo for item in found if item.gun >= 0)
        self.copies = {name: tuple(i for i, item in enumerate(found) if item.name == name) for name in self.item_names}
        self.search_names = (*self.item_names, TALISMAN, EMPTY)

    def search_deck(self, level: LevelEntry) -> tuple[int, ...]:
        """How many of each Search card a level has (KAN-DIFF-01, DIFF-04)."""
        counts = []
        for name in self.item_names:
            entry = self.items[self.copies[name][0]].entry
            most = {SAW: level.saws, EXTINGUISHER: level.extinguishers}.get(entry.kind)
            counts.append(entry.count if most is None else sum(place <= most for place in entry.deal))
        return (*counts, level.talismans, level.empty)

    def event_deck(self, deck: str, level: LevelEntry) -> tuple[int, ...]:
        """How many of each card of a deck take part (KAN-DIFF-02)."""
        return tuple(card.count if level.harsh_cards or not card.harsh else 0 for card in self.decks[deck])

    def _card(self, deck: str, table: content.Table[CardEntry], name: str) -> Card:
        entry = table[name]
        if entry.fate not in FATES:
            raise table.error(name, "fate", found=repr(entry.fate), expected=", ".join(FATES))
        if not 1 <= entry.count <= 9:
            raise table.error(name, "count", found=str(entry.count), expected="1 to 9")
        reader = Reader(table, name, self.blocks, (*self.token_names, KEYS), DECKS)
        block = reader.block(("effect",), entry.effect)
        return Card(name, deck, entry.kind, entry.count, entry.fate, entry.harsh, block)

    def _check_ids(self, decks: dict[str, content.Table[CardEntry]]) -> None:
        seen: set[str] = set()
        for table in decks.values():
            for name in table:
                if name in seen:
                    raise table.error(name, found=f"the id {name} again", expected="each card id once")
                seen.add(name)


@lru_cache(maxsize=1)
def standard_content() -> Content:
    """What comes with the program."""
    return Content()
