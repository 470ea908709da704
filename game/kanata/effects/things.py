"""Items and tokens: gained, drawn, dropped, taken back, loaded."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from msgspec import structs

from game.core.contract import Action, Event
from game.kanata import actions as act
from game.kanata import inventory, items
from game.kanata.effects.base import CARD, CardQuestion, Effect, Number, idle
from game.kanata.events import TokenGained
from game.kanata.frames import Frame
from game.kanata.state import IN_CORN
from game.kanata.town import bits

if TYPE_CHECKING:
    from game.kanata.effects.reading import Reader
    from game.kanata.state import KanataState


class Gain(Effect, frozen=True):
    """`gain: x` — take a special item or token: nde, talisman, ammo3, ammo5, scope4, scope8 or van_keys."""

    what: str

    @classmethod
    def read(cls, reader: Reader, value: object, where: tuple[str | int, ...]) -> Effect:
        """From the file."""
        return cls(reader.word(where, value, reader.gains))

    def run(self, s: KanataState, who: int, out: list[Event] | None) -> None:
        if self.what != "van_keys":
            inventory.gain_token(s, who, s.setup.content.token_index[self.what], "card", out)
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
        return tuple([s.setup.tables.put_away[item] for item in bits(self.candidates(s))])

    def ask_or_settle(self, s: KanataState, out: list[Event] | None) -> None:
        """Ask, unless everything goes anyway."""
        mine = self.candidates(s)
        if mine.bit_count() > self.left:
            s.ask(self)
            return
        if not mine:
            idle(s, s.turn, "drop", out)
        for item in bits(mine):
            inventory.to_corn(s, s.turn, item, "card", out, (*CARD, "KAN-CORN-01"))

    def resolve(self, s: KanataState, action: Any, out: list[Event] | None) -> None:
        s.drop()
        inventory.to_corn(s, s.turn, s.setup.content.item_index[action.item], "card", out, (*CARD, "KAN-CORN-01"))
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
        return tuple([s.setup.tables.choose_item[item] for item in bits(s.items[s.turn] & s.setup.scopable)])

    def resolve(self, s: KanataState, action: Any, out: list[Event] | None) -> None:
        s.drop()
        items.add_ammo(s, s.turn, s.setup.content.item_index[action.item], self.rounds, out, CARD)
