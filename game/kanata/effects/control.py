"""Which effects happen, and to whom: choices, tables, groups, alternatives."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import Struct

from game.core.contract import Action, Event
from game.core.numbers import whole_number
from game.kanata import actions as act
from game.kanata.effects.base import CARD, CardQuestion, Effect, begin_block
from game.kanata.events import DiceRolled, OptionChosen
from game.kanata.state import CAPTURED, DOWNED, STANDING, VAN

if TYPE_CHECKING:
    from game.kanata.effects.reading import Reader
    from game.kanata.state import KanataState

GROUPS = ("humans", "standing", "outside", "loose")
CONDITIONS = ("item", "weapon", "downed")


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
            options.append(Option(str(fields["option"]), condition, reader.block((*at, "do"), fields["do"])))
        return cls(tuple(options))

    def open_options(self, s: KanataState, who: int) -> list[Option]:
        """Those whose condition holds."""
        return [option for option in self.options if _holds(s, who, option.only_if)]

    def run(self, s: KanataState, who: int, out: list[Event] | None) -> None:
        options = self.open_options(s, who)
        if len(options) == 1:
            begin_block(s, options[0].block, who)
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
        begin_block(s, block, s.turn)


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
            block = reader.block((*where, key), effects)
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
        begin_block(s, self.blocks[die - 1], who)


def _faces(key: str) -> tuple[int, ...]:
    if key in ("odd", "even"):
        return (1, 3, 5) if key == "odd" else (2, 4, 6)
    low, _, high = key.partition("-")
    first, last = whole_number(low, 1, 6), whole_number(high or low, 1, 6)
    return () if first is None or last is None else tuple(range(first, last + 1))


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
        block = reader.block((*where, "do"), fields["do"])
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
            begin_block(s, self.block, seat)


class Either(Effect, frozen=True):
    """`either: {first: effect, else: effect}` — the first if it can change anything, else the other."""

    first: Effect
    other: Effect

    @classmethod
    def read(cls, reader: Reader, value: object, where: tuple[str | int, ...]) -> Effect:
        """From the file."""
        fields = reader.fields(where, value, ("first", "else"))
        first = reader.effect((*where, "first"), fields["first"])
        return cls(first, reader.effect((*where, "else"), fields["else"]))

    def run(self, s: KanataState, who: int, out: list[Event] | None) -> None:
        (self.first if self.first.possible(s, who) else self.other).run(s, who, out)
