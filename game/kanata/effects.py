"""Effects of the event and Mystery cards: one class a word of `data/kanata/cards.yaml`.

An effect works on its subject: the turn owner, or each human of a group in turn. A list of effects is a block;
blocks are numbered, so a frame that is half-way through one holds two numbers. A new effect is a new class here and
a new word in the data, never a special case in a turn. ``vocabulary()`` lists the words for people.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from msgspec import Struct, structs

from game.core.content import ContentError, Table
from game.core.contract import Action, Event
from game.kanata import actions as act
from game.kanata import barn, enemies, ground, harm, items, move
from game.kanata.events import (
    CardsOrdered,
    CardsSeen,
    DiceRolled,
    EffectIdle,
    MarkerMoved,
    OmenSet,
    OptionChosen,
    TokenGained,
)
from game.kanata.frames import Frame
from game.kanata.state import (
    ABOMINATIONS_HELD,
    CAPTURED,
    DORMANT,
    DOWNED,
    FOOT,
    IN_CORN,
    OMENS,
    SHERIFF_HELD,
    SPACE_MASK,
    STANDING,
    VAN,
    number_of,
)

if TYPE_CHECKING:
    from game.kanata.state import KanataState

CARD: tuple[str, ...] = ("KAN-TRACK-03", "KAN-TRACK-04")
"""The clauses that make a card's effects happen: it was drawn from an event or the Mystery Deck."""
GROUPS = ("humans", "standing", "outside", "loose")
CONDITIONS = ("item", "weapon", "downed")


class Effect(Struct, frozen=True):
    """One effect word with its value."""

    def possible(self, s: KanataState, who: int) -> bool:
        """Whether it would change anything (asked by ``either``)."""
        return True

    def run(self, s: KanataState, who: int, out: list[Event] | None) -> None:
        """Carry it out on ``who``; questions are put on the stack."""
        raise AssertionError


class Block(Struct, frozen=True):
    """A list of effects of a card."""

    card: str
    effects: tuple[Effect, ...]


class RunBlock(Frame, frozen=True, tag="run_block"):
    """The rest of a block: the effect ``at`` is next. When the drawer has fallen, the rest is skipped (KAN-TURN-09)."""

    block: int
    at: int
    who: int

    automatic: ClassVar[bool] = True

    def resolve(self, s: KanataState, action: Action | None, out: list[Event] | None) -> None:
        s.drop()
        if self.who == s.turn and s.status[s.turn] != STANDING:
            return
        effects = s.setup.content.blocks[self.block].effects
        if self.at + 1 < len(effects):
            s.ask(RunBlock(self.block, self.at + 1, self.who))
        if effects:
            effects[self.at].run(s, self.who, out)


def begin(s: KanataState, block: int, who: int) -> None:
    """Carry out a block; an empty one does nothing."""
    if s.setup.content.blocks[block].effects:
        s.ask(RunBlock(block, 0, who))


# ------------------------------------------------------------------------------------------------------ reading


class Reader(Struct):
    """Where a card is read from, and what its effects may name."""

    table: Table[Any]
    card: str
    blocks: list[Block]
    gains: tuple[str, ...]
    decks: tuple[str, ...]

    def error(self, where: tuple[str | int, ...], found: object, expected: str) -> ContentError:
        """A fault inside the card."""
        return self.table.error(self.card, *where, found=repr(found), expected=expected)

    def amount(self, where: tuple[str | int, ...], value: object, low: int = 1, high: int = 12) -> int:
        """A whole number within bounds."""
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise self.error(where, value, f"a whole number from {low} to {high}")
        return value

    def word(self, where: tuple[str | int, ...], value: object, words: tuple[str, ...]) -> str:
        """One of some words."""
        if value not in words:
            raise self.error(where, value, f"one of {', '.join(words)}")
        return str(value)

    def fields(self, where: tuple[str | int, ...], value: object, names: tuple[str, ...]) -> dict[str, Any]:
        """A mapping with exactly these keys."""
        if not isinstance(value, dict) or set(value) != set(names):
            raise self.error(where, value, f"a mapping with {', '.join(names)}")
        return value


def read_block(reader: Reader, value: object, where: tuple[str | int, ...]) -> int:
    """Read a list of effects; the number of the block. Raises ``ContentError``."""
    if not isinstance(value, list):
        raise reader.error(where, value, "a list of effects")
    effects = tuple(read_effect(reader, entry, (*where, i)) for i, entry in enumerate(value))
    reader.blocks.append(Block(reader.card, effects))
    return len(reader.blocks) - 1


def read_effect(reader: Reader, value: object, where: tuple[str | int, ...]) -> Effect:
    """Read one effect: a mapping with one word."""
    if not isinstance(value, dict) or len(value) != 1:
        raise reader.error(where, value, "one effect word with its value")
    ((word, given),) = value.items()
    if word not in VERBS:
        raise reader.error(where, word, f"an effect word: {', '.join(VERBS)}")
    verb: Any = VERBS[word]
    found: Effect = verb.read(reader, given, (*where, word))
    return found


class Number(Effect, frozen=True):
    """An effect whose value is a number."""

    n: int

    low: ClassVar[int] = 1

    @classmethod
    def read(cls, reader: Reader, value: object, where: tuple[str | int, ...]) -> Effect:
        """From the file."""
        return cls(reader.amount(where, value, cls.low))


class Word(Effect, frozen=True):
    """An effect whose value is one of some words."""

    word: str

    words: ClassVar[tuple[str, ...]] = ()

    @classmethod
    def read(cls, reader: Reader, value: object, where: tuple[str | int, ...]) -> Effect:
        """From the file."""
        return cls(reader.word(where, value, cls.words))


def idle(s: KanataState, who: int, effect: str, out: list[Event] | None) -> None:
    """Say that an effect changed nothing."""
    if out is not None:
        out.append(EffectIdle(clauses=CARD, seat=who, effect=effect))


# ------------------------------------------------------------------------------------------------------ health


class LoseHealth(Number, frozen=True):
    """`lose_health: n` — the subject loses n health; standing humans only; at 0: NDE or down."""

    def run(self, s: KanataState, who: int, out: list[Event] | None) -> None:
        harm.lose_health(s, who, self.n, "card", out, CARD)


class GainHealth(Number, frozen=True):
    """`gain_health: n` — the subject gains n health, up to 20; standing or captured humans."""

    def run(self, s: KanataState, who: int, out: list[Event] | None) -> None:
        harm.gain_health(s, who, self.n, "card", out, CARD)


class Revive(Number, frozen=True):
    """`revive: n` — one downed human anywhere, your choice, stands up with n health."""

    def run(self, s: KanataState, who: int, out: list[Event] | None) -> None:
        pick_human(s, PickHuman("revive", self.n), out)


class One(Effect, frozen=True):
    """`one: {gain_health: n}` — one standing human of your choice gains n health."""

    n: int

    @classmethod
    def read(cls, reader: Reader, value: object, where: tuple[str | int, ...]) -> Effect:
        """From the file."""
        fields = reader.fields(where, value, ("gain_health",))
        return cls(reader.amount((*where, "gain_health"), fields["gain_health"]))

    def run(self, s: KanataState, who: int, out: list[Event] | None) -> None:
        pick_human(s, PickHuman("heal", self.n), out)


# ------------------------------------------------------------------------------------------------------- items


class Gain(Effect, frozen=True):
    """`gain: x` — take a special item or token: nde, talisman, ammo3, ammo5, scope4, scope8 or van_keys."""

    what: str

    @classmethod
    def read(cls, reader: Reader, value: object, where: tuple[str | int, ...]) -> Effect:
        """From the file."""
        return cls(reader.word(where, value, reader.gains))

    def run(self, s: KanataState, who: int, out: list[Event] | None) -> None:
        if self.what != "van_keys":
            items.gain_token(s, who, s.setup.content.token_index[self.what], "card", out)
            return
        s.keys = who
        if out is not None:
            out.append(
                TokenGained(clauses=("KAN-VAN-01", "KAN-DECK-02"), seat=who, token="van_keys", cause="card")
            )


class DrawSearch(Number, frozen=True):
    """`draw_search: n` — draw n Search cards without a cube; from an empty deck nothing."""

    def run(self, s: KanataState, who: int, out: list[Event] | None) -> None:
        s.ask(Draws(self.n, who))


class Draws(Frame, frozen=True, tag="draws"):
    """Search cards still to be drawn."""

    left: int
    who: int

    automatic: ClassVar[bool] = True

    def resolve(self, s: KanataState, action: Action | None, out: list[Event] | None) -> None:
        s.drop()
        if self.left > 1:
            s.ask(Draws(self.left - 1, self.who))
        items.draw_search(s, self.who, out, CARD)


class Drop(Number, frozen=True):
    """`drop: n` — put n own items of your choice in the Cornfield; fewer if you have fewer."""

    weapon: ClassVar[bool] = False

    def run(self, s: KanataState, who: int, out: list[Event] | None) -> None:
        PickDrop(self.n, self.weapon).ask_or_settle(s, out)


class DropWeapon(Drop, frozen=True):
    """`drop_weapon: n` — the same, weapons only."""

    weapon: ClassVar[bool] = True


class Recover(Number, frozen=True):
    """`recover: n` — take up to n items of your choice from the Cornfield."""

    def run(self, s: KanataState, who: int, out: list[Event] | None) -> None:
        if s.corn or s.keys == IN_CORN:
            s.ask(PickCorn(self.n))
        else:
            idle(s, who, "recover", out)


class Ammo(Number, frozen=True):
    """`ammo: n` — n rounds into one own gun, not the Abominator."""

    def possible(self, s: KanataState, who: int) -> bool:
        return bool(s.items[who] & s.setup.scopable)

    def run(self, s: KanataState, who: int, out: list[Event] | None) -> None:
        guns = s.items[who] & s.setup.scopable
        if guns.bit_count() == 1:
            items.add_ammo(s, who, guns.bit_length() - 1, self.n, out, CARD)
        elif guns:
            s.ask(PickGun(self.n))


# -------------------------------------------------------------------------------------------------------- places


class MoveTo(Effect, frozen=True):
    """`move_to: place` — put the subject there (a location's name, `front`, `cross_front`, `{property_within: n}`)."""

    place: str
    within: int = 0

    @classmethod
    def read(cls, reader: Reader, value: object, where: tuple[str | int, ...]) -> Effect:
        """From the file."""
        if isinstance(value, dict):
            fields = reader.fields(where, value, ("property_within",))
            return cls("property", reader.amount((*where, "property_within"), fields["property_within"], high=60))
        return cls(reader.word(where, value, PLACES))

    def run(self, s: KanataState, who: int, out: list[Event] | None) -> None:
        town = s.setup.town
        here = s.space[who]
        if self.place == "property":
            spaces = [p for p in town.properties if 0 < town.distance(here, p) <= self.within]
            pick_space(s, spaces, who, out)
        elif self.place == "cross_front":
            closed = ground.enemy_mask(s)
            fronts = [town.front[cross] for cross in items.bits(town.crosses)]
            pick_space(s, [front for front in fronts if not closed >> front & 1], who, out)
        elif self.place == "front":
            closed = ground.enemy_mask(s)
            fronts = [front for front in town.board.neighbours[here] if not closed >> front & 1]
            ground.place(s, who, fronts[0] if fronts else town.order(here)[0], "card", out, CARD)
        else:
            ground.place(s, who, town.index[self.place], "card", out, CARD)


PLACES = ("front", "cross_front", "bnb", "graveyard", "cornfield", "junkyard", "lone_grave", "campsite")


class Whirl(Word, frozen=True):
    """`whirl: property` — the subject rolls two dice and is put in the property with that number."""

    words: ClassVar[tuple[str, ...]] = ("property",)

    def run(self, s: KanataState, who: int, out: list[Event] | None) -> None:
        dice = s.roll(2)
        if out is not None:
            out.append(DiceRolled(clauses=CARD, seat=who, dice=dice, total=sum(dice), cause="whirl"))
        ground.place(s, who, s.setup.town.properties[sum(dice) - 1], "card", out, (*CARD, "KAN-VAN-10"))


class OfferHide(Word, frozen=True):
    """`hide: offer` — in front of a cross you may go behind it."""

    words: ClassVar[tuple[str, ...]] = ("offer",)

    def run(self, s: KanataState, who: int, out: list[Event] | None) -> None:
        move.offer_hide(s, who)


class Walk(Number, frozen=True):
    """`walk: n` — you may walk up to n steps on foot; not in a vehicle."""

    def possible(self, s: KanataState, who: int) -> bool:
        return s.mount[who] == FOOT

    def run(self, s: KanataState, who: int, out: list[Event] | None) -> None:
        move.begin_walk(s, self.n, out)


class Swap(Word, frozen=True):
    """`swap: human` — exchange spaces with a standing human not in a vehicle, your choice; none: nothing."""

    words: ClassVar[tuple[str, ...]] = ("human",)

    def run(self, s: KanataState, who: int, out: list[Event] | None) -> None:
        pick_human(s, PickHuman("swap", 0), out)


# ------------------------------------------------------------------------------------------------------- enemies


class Release(Number, frozen=True):
    """`release: n` — n abominations come out of the barn."""

    def run(self, s: KanataState, who: int, out: list[Event] | None) -> None:
        for _ in range(self.n):
            barn.release(s, out, CARD)


class Dormant(Effect, frozen=True):
    """`dormant: place` — a reserve abomination, dormant, on the first free front of the place."""

    place: str

    @classmethod
    def read(cls, reader: Reader, value: object, where: tuple[str | int, ...]) -> Effect:
        """From the file."""
        return cls(reader.word(where, value, PLACES[2:]))

    def run(self, s: KanataState, who: int, out: list[Event] | None) -> None:
        barn.put_dormant(s, s.setup.town.index[self.place], out, CARD)


class Wake(Word, frozen=True):
    """`wake: all` / `wake: nearest` — all dormant abominations, or the nearest, become active."""

    words: ClassVar[tuple[str, ...]] = ("all", "nearest")

    def run(self, s: KanataState, who: int, out: list[Event] | None) -> None:
        if self.word == "all":
            barn.wake_all(s, out, (*CARD, "KAN-ABOM-06"))
            return
        number = nearest_abomination(s, who, dormant=True)
        if number:
            barn.wake(s, number, out, CARD)


class Sleep(Word, frozen=True):
    """`sleep: nearest` / `sleep: all` — the nearest active abomination, or all, become dormant."""

    words: ClassVar[tuple[str, ...]] = ("nearest", "all")

    def run(self, s: KanataState, who: int, out: list[Event] | None) -> None:
        if self.word == "all":
            for packed in list(s.aboms):
                barn.go_dormant(s, number_of(packed), "card", out, CARD)
            return
        number = nearest_abomination(s, who, dormant=False)
        if number:
            barn.go_dormant(s, number, "card", out, CARD)
        else:
            idle(s, who, "sleep", out)


def nearest_abomination(s: KanataState, who: int, dormant: bool | None, within: int = 99) -> int:
    """The number of the nearest abomination by board distance, the oldest release of several; 0: none."""
    found, best = 0, within + 1
    for packed in s.aboms:
        if dormant is None or bool(packed & DORMANT) == dormant:
            distance = s.setup.town.distance(s.space[who], packed & SPACE_MASK)
            if distance < best:
                found, best = number_of(packed), distance
    return found


class Kill(Effect, frozen=True):
    """`kill: {nearest: n}` / `kill: any` — the nearest abomination within n steps, or any one, goes to the reserve."""

    within: int

    @classmethod
    def read(cls, reader: Reader, value: object, where: tuple[str | int, ...]) -> Effect:
        """From the file."""
        if value == "any":
            return cls(0)
        fields = reader.fields(where, value, ("nearest",))
        return cls(reader.amount((*where, "nearest"), fields["nearest"], high=99))

    def possible(self, s: KanataState, who: int) -> bool:
        return bool(nearest_abomination(s, who, None, self.within) if self.within else s.aboms)

    def run(self, s: KanataState, who: int, out: list[Event] | None) -> None:
        if self.within:
            barn.to_reserve(s, nearest_abomination(s, who, None, self.within), "card", out, CARD)
        elif len(s.aboms) == 1:
            barn.to_reserve(s, number_of(s.aboms[0]), "card", out, CARD)
        elif s.aboms:
            s.ask(PickAbomination())
        else:
            idle(s, who, "kill", out)


class AbomAdvance(Number, frozen=True):
    """`abom_advance: n` — every active abomination moves n by its own rules at once."""

    def run(self, s: KanataState, who: int, out: list[Event] | None) -> None:
        enemies.advance_abominations(s, self.n)


class SheriffAdvance(Number, frozen=True):
    """`sheriff_advance: n` — the Sheriff's car moves n by its own rules at once."""

    def run(self, s: KanataState, who: int, out: list[Event] | None) -> None:
        enemies.move_sheriff(s, self.n, out)


class SheriffTo(Word, frozen=True):
    """`sheriff_to: S` — the car is put on S without catching; if a human is on S it stays where it is."""

    words: ClassVar[tuple[str, ...]] = ("S",)

    def run(self, s: KanataState, who: int, out: list[Event] | None) -> None:
        enemies.sheriff_to_start(s, out)


class Hold(Word, frozen=True):
    """`hold: sheriff` / `hold: abominations` — they do not move in this turn's enemy action."""

    words: ClassVar[tuple[str, ...]] = ("sheriff", "abominations")

    def run(self, s: KanataState, who: int, out: list[Event] | None) -> None:
        s.held |= SHERIFF_HELD if self.word == "sheriff" else ABOMINATIONS_HELD


class Corpse(Word, frozen=True):
    """`corpse: near` — a hanging corpse on the legal cell nearest the subject, at distance 1 or more."""

    words: ClassVar[tuple[str, ...]] = ("near",)

    def run(self, s: KanataState, who: int, out: list[Event] | None) -> None:
        enemies.hang_near(s, who, out)


class CallAmbulance(Word, frozen=True):
    """`ambulance: call` — the ambulance comes and hunts the subject."""

    words: ClassVar[tuple[str, ...]] = ("call",)

    def run(self, s: KanataState, who: int, out: list[Event] | None) -> None:
        enemies.call_ambulance(s, who, out)


class Tires(Number, frozen=True):
    """`tires: n` — the ambulance loses n tires; none on the board: nothing."""

    def possible(self, s: KanataState, who: int) -> bool:
        return s.ambulance >= 0

    def run(self, s: KanataState, who: int, out: list[Event] | None) -> None:
        if s.ambulance >= 0:
            enemies.lose_tires(s, self.n, out, CARD)


# -------------------------------------------------------------------------------------------------- decks, omens


class Peek(Effect, frozen=True):
    """`peek: {deck: d, cards: n}` — look at the top n cards."""

    deck: str
    n: int

    @classmethod
    def read(cls, reader: Reader, value: object, where: tuple[str | int, ...]) -> Effect:
        """From the file."""
        fields = reader.fields(where, value, ("deck", "cards"))
        deck = reader.word((*where, "deck"), fields["deck"], reader.decks)
        return cls(deck, reader.amount((*where, "cards"), fields["cards"]))

    def run(self, s: KanataState, who: int, out: list[Event] | None) -> None:
        look_at(s, who, self.deck, self.n, out)


class Order(Peek, frozen=True):
    """`order: {deck: d, cards: n}` — look at the top n cards and put them back in any order."""

    def run(self, s: KanataState, who: int, out: list[Event] | None) -> None:
        cards = look_at(s, who, self.deck, self.n, out)
        if len(set(cards)) > 1:
            s.ask(OrderCards(self.deck, tuple(sorted(cards)), ()))


def look_at(s: KanataState, who: int, deck: str, n: int, out: list[Event] | None) -> tuple[int, ...]:
    """Make the top cards of a deck known to all."""
    names = s.setup.deck_names[deck]
    seen = s.look(getattr(s, deck), n, names, deck)
    setattr(s, deck, seen)
    cards: tuple[int, ...] = seen.known[:n]
    if out is not None:
        out.append(CardsSeen(clauses=CARD, seat=who, deck=deck, cards=tuple(names[c] for c in cards)))
    return cards


class NextTurn(Word, frozen=True):
    """`next_turn: one_die / stay / skip` — the subject's next turn: D is 1, or Stay only, or it is skipped."""

    words: ClassVar[tuple[str, ...]] = ("one_die", "stay", "skip")

    def run(self, s: KanataState, who: int, out: list[Event] | None) -> None:
        s.omens[who] |= OMENS[self.word]
        if out is not None:
            out.append(OmenSet(clauses=CARD, seat=who, omen=self.word))


class TrackBack(Number, frozen=True):
    """`track_back: n` — the marker goes n back, not below the Barn; no space effect."""

    def run(self, s: KanataState, who: int, out: list[Event] | None) -> None:
        s.track[who] = max(0, s.track[who] - self.n)
        if out is not None:
            kind = s.setup.content.human_track[s.track[who]]
            out.append(MarkerMoved(clauses=CARD, seat=who, index=s.track[who], kind=kind))


class HordeCubes(Number, frozen=True):
    """`horde_cube: 1 / -1` — a cube onto an empty horde symbol of the subject, or one off it (horde check)."""

    low: ClassVar[int] = -1

    def possible(self, s: KanataState, who: int) -> bool:
        if self.n < 0:
            return s.cubes[who] > 0
        return s.cubes[who] < (1 if s.panic else s.setup.horde_cubes)

    def run(self, s: KanataState, who: int, out: list[Event] | None) -> None:
        if self.possible(s, who):
            barn.change_cube(s, who, 1 if self.n > 0 else -1, "card", out, CARD)
        else:
            idle(s, who, "horde_cube", out)


# ------------------------------------------------------------------------------------------------------ control


class Option(Struct, frozen=True):
    """One way to go."""

    option: str
    only_if: str
    block: int


class ChooseOne(Effect, frozen=True):
    """`choose: [{option: id, only_if: item / weapon / downed, do: […]}, …]` — you pick one."""

    options: tuple[Option, ...]

    @classmethod
    def read(cls, reader: Reader, value: object, where: tuple[str | int, ...]) -> Effect:
        """From the file."""
        if not isinstance(value, list) or len(value) < 2:
            raise reader.error(where, value, "two options or more")
        options = []
        for i, entry in enumerate(value):
            at = (*where, i)
            names = ("option", "do", "only_if") if isinstance(entry, dict) and "only_if" in entry else ("option", "do")
            fields = reader.fields(at, entry, names)
            condition = reader.word((*at, "only_if"), fields.get("only_if", ""), ("", *CONDITIONS))
            options.append(Option(str(fields["option"]), condition, read_block(reader, fields["do"], (*at, "do"))))
        return cls(tuple(options))

    def open_options(self, s: KanataState, who: int) -> list[Option]:
        """Those whose condition holds."""
        return [option for option in self.options if _holds(s, who, option.only_if)]

    def run(self, s: KanataState, who: int, out: list[Event] | None) -> None:
        options = self.open_options(s, who)
        if len(options) == 1:
            begin(s, options[0].block, who)
        else:
            s.ask(CardChoice(tuple(option.option for option in options), tuple(o.block for o in options)))


def _holds(s: KanataState, who: int, condition: str) -> bool:
    if condition == "item":
        return bool(s.items[who])
    if condition == "weapon":
        return bool(s.items[who] & s.setup.weapons)
    if condition == "downed":
        return DOWNED in s.status
    return True


class RollTable(Effect, frozen=True):
    """`roll: {"1-2": […], "3-6": […]}` / `roll: {odd: […], even: […]}` — one die decides."""

    blocks: tuple[int, ...]
    """By the face, 1 to 6."""

    @classmethod
    def read(cls, reader: Reader, value: object, where: tuple[str | int, ...]) -> Effect:
        """From the file."""
        if not isinstance(value, dict):
            raise reader.error(where, value, "faces and what they do")
        by_face: dict[int, int] = {}
        for key, effects in value.items():
            block = read_block(reader, effects, (*where, key))
            for face in _faces(str(key)):
                if face in by_face:
                    raise reader.error((*where, key), key, "each face once")
                by_face[face] = block
        if sorted(by_face) != [1, 2, 3, 4, 5, 6]:
            raise reader.error(where, sorted(value), 'all six faces, as "1-2", "3", odd, even')
        return cls(tuple(by_face[face] for face in range(1, 7)))

    def run(self, s: KanataState, who: int, out: list[Event] | None) -> None:
        die = s.d6()
        if out is not None:
            out.append(DiceRolled(clauses=CARD, seat=who, dice=(die,), total=die, cause="card"))
        begin(s, self.blocks[die - 1], who)


def _faces(key: str) -> tuple[int, ...]:
    if key in ("odd", "even"):
        return (1, 3, 5) if key == "odd" else (2, 4, 6)
    low, _, high = key.partition("-")
    if not low.isdigit() or not (high or low).isdigit():
        return ()
    return tuple(range(int(low), int(high or low) + 1))


class Each(Effect, frozen=True):
    """`each: {group: g, do: […]}` — for every human of a group, from you on clockwise.

    Groups: humans, standing, outside (not in a house, not in the van), loose (not captured, not in the van),
    `{within: n}` (standing, board distance, you excluded).
    """

    group: str
    within: int
    block: int

    @classmethod
    def read(cls, reader: Reader, value: object, where: tuple[str | int, ...]) -> Effect:
        """From the file."""
        fields = reader.fields(where, value, ("group", "do"))
        block = read_block(reader, fields["do"], (*where, "do"))
        group = fields["group"]
        if isinstance(group, dict):
            within = reader.fields((*where, "group"), group, ("within",))["within"]
            return cls("within", reader.amount((*where, "group", "within"), within, high=60), block)
        return cls(reader.word((*where, "group"), group, GROUPS), 0, block)

    def members(self, s: KanataState, who: int) -> list[int]:
        """The humans of the group."""
        return [seat for seat in s.humans() if self._belongs(s, seat, who)]

    def _belongs(self, s: KanataState, seat: int, who: int) -> bool:
        if self.group == "humans":
            return True
        if self.group == "standing":
            return s.status[seat] == STANDING
        if s.status[seat] == CAPTURED:
            return False
        if self.group == "loose":
            return s.mount[seat] != VAN
        if self.group == "outside":
            return s.setup.town.is_exterior(s.space[seat]) and s.mount[seat] != VAN
        if seat == who or s.status[seat] != STANDING:
            return False
        return s.setup.town.distance(s.space[seat], s.space[who]) <= self.within

    def run(self, s: KanataState, who: int, out: list[Event] | None) -> None:
        for seat in reversed(self.members(s, who)):
            begin(s, self.block, seat)


class Either(Effect, frozen=True):
    """`either: {first: effect, else: effect}` — the first if it can change anything, else the other."""

    first: Effect
    other: Effect

    @classmethod
    def read(cls, reader: Reader, value: object, where: tuple[str | int, ...]) -> Effect:
        """From the file."""
        fields = reader.fields(where, value, ("first", "else"))
        first = read_effect(reader, fields["first"], (*where, "first"))
        return cls(first, read_effect(reader, fields["else"], (*where, "else")))

    def run(self, s: KanataState, who: int, out: list[Event] | None) -> None:
        (self.first if self.first.possible(s, who) else self.other).run(s, who, out)


VERBS: dict[str, type[Effect]] = {
    "lose_health": LoseHealth,
    "gain_health": GainHealth,
    "revive": Revive,
    "one": One,
    "gain": Gain,
    "draw_search": DrawSearch,
    "drop": Drop,
    "drop_weapon": DropWeapon,
    "recover": Recover,
    "ammo": Ammo,
    "move_to": MoveTo,
    "whirl": Whirl,
    "hide": OfferHide,
    "walk": Walk,
    "swap": Swap,
    "release": Release,
    "dormant": Dormant,
    "wake": Wake,
    "sleep": Sleep,
    "kill": Kill,
    "abom_advance": AbomAdvance,
    "sheriff_advance": SheriffAdvance,
    "sheriff_to": SheriffTo,
    "hold": Hold,
    "corpse": Corpse,
    "ambulance": CallAmbulance,
    "tires": Tires,
    "peek": Peek,
    "order": Order,
    "next_turn": NextTurn,
    "track_back": TrackBack,
    "horde_cube": HordeCubes,
    "choose": ChooseOne,
    "roll": RollTable,
    "each": Each,
    "either": Either,
}


def vocabulary() -> str:
    """The effect words as a Markdown table, from the docstrings above."""
    rows = []
    for verb in VERBS.values():
        word, _, meaning = " ".join((verb.__doc__ or "").split()).partition(" — ")
        rows.append(f"| {word} | {meaning} |")
    return "\n".join(["| word | meaning |", "| --- | --- |", *rows])


# ---------------------------------------------------------------------------------------------- the questions


class CardQuestion(Frame, frozen=True):
    """CARD_CHOICE: something that the drawer chooses."""

    own: ClassVar[bool] = True
    name: ClassVar[str] = "card_choice"
    clauses: ClassVar[tuple[str, ...]] = CARD


class CardChoice(CardQuestion, frozen=True, tag="card_choice"):
    """An option of the card."""

    options: tuple[str, ...]
    blocks: tuple[int, ...]

    def legal(self, s: KanataState) -> tuple[Action, ...]:
        return tuple([act.Choose(option=option) for option in self.options])

    def resolve(self, s: KanataState, action: Any, out: list[Event] | None) -> None:
        s.drop()
        block = self.blocks[self.options.index(action.option)]
        if out is not None:
            card = s.setup.content.blocks[block].card
            out.append(OptionChosen(clauses=CARD, seat=s.turn, card=card, option=action.option))
        begin(s, block, s.turn)


class PickDrop(CardQuestion, frozen=True, tag="pick_drop"):
    """Which items go to the Cornfield."""

    left: int
    weapon: bool

    layout: ClassVar[str] = "cards"

    def candidates(self, s: KanataState) -> int:
        """What may be dropped, as a mask."""
        mine = s.items[s.turn]
        return mine & s.setup.weapons if self.weapon else mine

    def legal(self, s: KanataState) -> tuple[Action, ...]:
        return tuple([s.setup.tables.put_away[item] for item in items.bits(self.candidates(s))])

    def ask_or_settle(self, s: KanataState, out: list[Event] | None) -> None:
        """Ask, unless everything goes anyway."""
        mine = self.candidates(s)
        if mine.bit_count() > self.left:
            s.ask(self)
            return
        if not mine:
            idle(s, s.turn, "drop", out)
        for item in items.bits(mine):
            items.to_corn(s, s.turn, item, "card", out, (*CARD, "KAN-CORN-01"))

    def resolve(self, s: KanataState, action: Any, out: list[Event] | None) -> None:
        s.drop()
        items.to_corn(s, s.turn, s.setup.content.item_index[action.item], "card", out, (*CARD, "KAN-CORN-01"))
        if self.left > 1:
            structs.replace(self, left=self.left - 1).ask_or_settle(s, out)


class PickCorn(CardQuestion, frozen=True, tag="pick_corn"):
    """Which items are taken back from the Cornfield."""

    left: int

    layout: ClassVar[str] = "cards"

    def legal(self, s: KanataState) -> tuple[Action, ...]:
        return (*items.corn_acts(s, s.turn), act.DONE)

    def resolve(self, s: KanataState, action: Any, out: list[Event] | None) -> None:
        s.drop()
        if type(action) is act.Done:
            return
        if self.left > 1:
            s.ask(PickCorn(self.left - 1))
        items.take_corn(s, s.turn, action.item, out)


class PickGun(CardQuestion, frozen=True, tag="pick_gun"):
    """Which gun the rounds go into."""

    rounds: int

    layout: ClassVar[str] = "cards"

    def legal(self, s: KanataState) -> tuple[Action, ...]:
        return tuple([s.setup.tables.choose_item[item] for item in items.bits(s.items[s.turn] & s.setup.scopable)])

    def resolve(self, s: KanataState, action: Any, out: list[Event] | None) -> None:
        s.drop()
        items.add_ammo(s, s.turn, s.setup.content.item_index[action.item], self.rounds, out, CARD)


class PickHuman(CardQuestion, frozen=True, tag="pick_human"):
    """Which human: to revive, to heal or to change places with."""

    purpose: str
    n: int

    layout: ClassVar[str] = "seats"

    def candidates(self, s: KanataState) -> list[int]:
        """The seats in question."""
        if self.purpose == "revive":
            return [seat for seat, status in enumerate(s.status) if status == DOWNED]
        standing = [seat for seat, status in enumerate(s.status) if status == STANDING]
        if self.purpose == "heal":
            return standing
        return [seat for seat in standing if seat != s.turn and s.mount[seat] == FOOT]

    def legal(self, s: KanataState) -> tuple[Action, ...]:
        return tuple([act.FRIENDS[seat] for seat in self.candidates(s)])

    def resolve(self, s: KanataState, action: Any, out: list[Event] | None) -> None:
        s.drop()
        self.settle(s, action.friend, out)

    def settle(self, s: KanataState, seat: int, out: list[Event] | None) -> None:
        """Carry it out."""
        if self.purpose == "revive":
            harm.stand_up(s, seat, self.n, "card", out, CARD)
        elif self.purpose == "heal":
            harm.gain_health(s, seat, self.n, "card", out, CARD)
        else:
            mine, theirs = s.space[s.turn], s.space[seat]
            ground.place(s, s.turn, theirs, "swap", out, CARD)
            ground.place(s, seat, mine, "swap", out, CARD)


def pick_human(s: KanataState, question: PickHuman, out: list[Event] | None) -> None:
    """Ask, unless there is only one, or none."""
    seats = question.candidates(s)
    if len(seats) > 1:
        s.ask(question)
    elif seats:
        question.settle(s, seats[0], out)
    else:
        idle(s, s.turn, question.purpose, out)


class PickAbomination(CardQuestion, frozen=True, tag="pick_abomination"):
    """Which abomination goes to the reserve."""

    layout: ClassVar[str] = "spaces"

    def legal(self, s: KanataState) -> tuple[Action, ...]:
        return tuple([act.NUMBERS[number_of(packed)] for packed in s.aboms])

    def resolve(self, s: KanataState, action: Any, out: list[Event] | None) -> None:
        s.drop()
        barn.to_reserve(s, action.number, "card", out, CARD)


class PickSpace(CardQuestion, frozen=True, tag="pick_space"):
    """Where the drawer is put."""

    spaces: tuple[int, ...]

    layout: ClassVar[str] = "spaces"

    def legal(self, s: KanataState) -> tuple[Action, ...]:
        return tuple([s.setup.tables.choose_space[space] for space in self.spaces])

    def resolve(self, s: KanataState, action: Any, out: list[Event] | None) -> None:
        s.drop()
        ground.place(s, s.turn, s.setup.town.index[action.space], "card", out, CARD)


def pick_space(s: KanataState, spaces: list[int], who: int, out: list[Event] | None) -> None:
    """Ask, unless there is only one, or none."""
    if len(spaces) > 1:
        s.ask(PickSpace(tuple(spaces)))
    elif spaces:
        ground.place(s, who, spaces[0], "card", out, CARD)
    else:
        idle(s, who, "move_to", out)


class OrderCards(CardQuestion, frozen=True, tag="order_cards"):
    """Which of the cards looked at lies next, from the top; the last one is settled by itself."""

    deck: str
    left: tuple[int, ...]
    placed: tuple[int, ...]

    layout: ClassVar[str] = "cards"

    def legal(self, s: KanataState) -> tuple[Action, ...]:
        names = s.setup.deck_names[self.deck]
        return tuple([act.ChooseCard(card=names[card]) for card in dict.fromkeys(self.left)])

    def resolve(self, s: KanataState, action: Any, out: list[Event] | None) -> None:
        s.drop()
        names = s.setup.deck_names[self.deck]
        card = names.index(action.card)
        left = list(self.left)
        left.remove(card)
        placed = (*self.placed, card)
        if len(set(left)) > 1:
            s.ask(OrderCards(self.deck, tuple(left), placed))
            return
        placed += tuple(left)
        deck = getattr(s, self.deck)
        setattr(s, self.deck, structs.replace(deck, known=placed + deck.known[len(placed) :]))
        if out is not None:
            order = tuple(names[c] for c in placed)
            out.append(CardsOrdered(clauses=CARD, seat=s.turn, deck=self.deck, cards=order))

