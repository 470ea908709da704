"""Where cards put people, and what they may walk."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from game.core.contract import Action, Event
from game.kanata import ground, move
from game.kanata.effects.base import CARD, CardQuestion, Effect, Number, Word, idle
from game.kanata.events import DiceRolled
from game.kanata.state import FOOT
from game.kanata.town import bits

if TYPE_CHECKING:
    from game.kanata.effects.reading import Reader
    from game.kanata.state import KanataState

PLACES = ("front", "cross_front", "bnb", "graveyard", "cornfield", "junkyard", "lone_grave", "campsite")


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
            fronts = [town.front[cross] for cross in bits(town.crosses)]
            pick_space(s, [front for front in fronts if not closed >> front & 1], who, out)
        elif self.place == "front":
            closed = ground.enemy_mask(s)
            fronts = [front for front in town.board.neighbours[here] if not closed >> front & 1]
            ground.place(s, who, fronts[0] if fronts else town.order(here)[0], "card", out, CARD)
        else:
            ground.place(s, who, town.index[self.place], "card", out, CARD)


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
