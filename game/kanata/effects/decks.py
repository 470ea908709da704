"""Cards that are looked at and put in order."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from msgspec import structs

from game.core.contract import Action, Event
from game.kanata import actions as act
from game.kanata.effects.base import CARD, CardQuestion, Effect
from game.kanata.events import CardsOrdered, CardsSeen

if TYPE_CHECKING:
    from game.kanata.effects.reading import Reader
    from game.kanata.state import KanataState


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
