"""Items and tokens: search, inventory, Cornfield, health items, trade, scopes, ammo (KAN-SEARCH, INV, CORN, TRADE)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from game.core.contract import Action, Event
from game.kanata import actions as act
from game.kanata import ground, harm
from game.kanata.events import (
    BoostTaken,
    CubeRemoved,
    ItemGained,
    ItemTraded,
    NothingDrawn,
    RoundsLoaded,
    Searched,
    TokenAttached,
    TokenGained,
    TokenGone,
    TradeAnswered,
    TradeAsked,
)
from game.kanata.frames import Frame
from game.kanata.inventory import gain_token, keeps_ammo, lose, put, to_corn, use_up
from game.kanata.state import BIKE, CAPTURED, DOWNED, FOOT, IN_CORN, NOT_MOVED, STANDING, TURNED
from game.kanata.town import bits

if TYPE_CHECKING:
    from game.kanata.state import KanataState


# --------------------------------------------------------------------------------------------------- inventory


def receive(
    s: KanataState, seat: int, item: int, cause: str, out: list[Event] | None, clauses: tuple[str, ...]
) -> None:
    """An item comes into an inventory; the limit holds at once, dynamite is no passenger (KAN-INV-02, ITEM-08)."""
    s.items[seat] |= 1 << item
    if out is not None:
        out.append(ItemGained(clauses=clauses, seat=seat, item=s.setup.content.items[item].id, cause=cause))
    settle_load(s, seat)


def settle_load(s: KanataState, seat: int) -> None:
    """Ask what follows from what somebody holds now."""
    mine = s.items[seat]
    if mine & s.setup.dynamite and s.mount[seat] != FOOT:
        s.ask(DynamiteVehicle(seat))
    if mine.bit_count() > s.setup.item_limit:
        s.ask(OverLimit(seat))


def eat(s: KanataState, seat: int, item: int, out: list[Event] | None, clauses: tuple[str, ...]) -> None:
    """Use a health item on yourself; a drink before this turn's Move gives a third die (KAN-ITEM-06, ITEM-07)."""
    entry = s.setup.content.items[item].entry
    if entry.drink:
        clauses += ("KAN-ITEM-05", "KAN-ITEM-07" if s.moved != NOT_MOVED else "KAN-ITEM-06")
    use_up(s, seat, item, "used", out, clauses)
    harm.gain_health(s, seat, entry.health, "item", out, clauses)
    if entry.drink and s.moved == NOT_MOVED and s.dice != 1 and not s.boost and seat == s.turn:
        s.boost = True
        if out is not None:
            out.append(BoostTaken(clauses=("KAN-ITEM-06", "KAN-ITEM-05"), seat=seat))


class OverLimit(Frame, frozen=True, tag="over_limit"):
    """OVER_LIMIT: a fifth item: one goes to the Cornfield, or a health item is consumed (KAN-INV-02)."""

    holder: int

    name: ClassVar[str] = "over_limit"
    layout: ClassVar[str] = "cards"
    clauses: ClassVar[tuple[str, ...]] = ("KAN-INV-01", "KAN-INV-02")

    def seat(self, s: KanataState) -> int:
        return self.holder

    def legal(self, s: KanataState) -> tuple[Action, ...]:
        tables = s.setup.tables
        mine = s.items[self.holder]
        found: list[Action] = [tables.put_away[item] for item in bits(mine)]
        if s.status[self.holder] == STANDING:
            found += [tables.consume[item] for item in bits(mine & s.setup.health_items)]
        return tuple(found)

    def resolve(self, s: KanataState, action: Any, out: list[Event] | None) -> None:
        s.drop()
        item = s.setup.content.item_index[action.item]
        if type(action) is act.Consume:
            eat(s, self.holder, item, out, ("KAN-INV-02", "KAN-HEAL-02"))
        else:
            to_corn(s, self.holder, item, "limit", out, ("KAN-INV-02", "KAN-CORN-01"))
        if s.items[self.holder].bit_count() > s.setup.item_limit:
            s.ask(self)


class DynamiteVehicle(Frame, frozen=True, tag="dynamite_vehicle"):
    """DYNAMITE_VEHICLE: dynamite in a vehicle: it goes to the Cornfield, or you get out here (KAN-ITEM-08)."""

    holder: int

    name: ClassVar[str] = "dynamite_vehicle"
    clauses: ClassVar[tuple[str, ...]] = ("KAN-ITEM-08",)

    def seat(self, s: KanataState) -> int:
        return self.holder

    def legal(self, s: KanataState) -> tuple[Action, ...]:
        if not s.items[self.holder] & s.setup.dynamite or s.mount[self.holder] == FOOT:
            return (act.DONE,)
        return (s.setup.tables.put_away[s.setup.dynamite.bit_length() - 1], act.GET_OUT)

    def resolve(self, s: KanataState, action: Any, out: list[Event] | None) -> None:
        s.drop()
        if type(action) is act.PutAway:
            to_corn(s, self.holder, s.setup.content.item_index[action.item], "dynamite", out, ("KAN-ITEM-08",))
        elif type(action) is act.GetOut:
            ground.get_off(s, self.holder, out, ("KAN-ITEM-08",))


# ------------------------------------------------------------------------------------------------------ search


def can_search(s: KanataState, seat: int) -> bool:
    """On foot, in the property where this turn's Move ended or which the Stay was in, with a cube (KAN-SEARCH-01)."""
    space = s.space[seat]
    number = s.setup.town.number[space]
    return bool(number and s.arrived == space and s.supply[number - 1] and s.mount[seat] == FOOT)


def search(s: KanataState, seat: int, out: list[Event] | None) -> None:
    """A cube away, a card drawn (KAN-SEARCH-01)."""
    number = s.setup.town.number[s.space[seat]]
    left = s.supply[number - 1] - 1
    s.supply = put(s.supply, number - 1, left)
    s.searches += 1
    if out is not None:
        clauses: tuple[str, ...] = ("KAN-SEARCH-01", "KAN-TURN-01")
        if s.searches == 2:
            clauses += ("KAN-SEARCH-03", "KAN-HORDE-04")
        if not left:
            clauses += ("KAN-SEARCH-02",)
        if s.status[seat] == TURNED:
            clauses += ("KAN-TURNED-09",)
        out.append(CubeRemoved(clauses=clauses, seat=seat, property=number, left=left))
    draw_search(s, seat, out, ("KAN-SEARCH-01",))


def draw_search(s: KanataState, seat: int, out: list[Event] | None, clauses: tuple[str, ...]) -> None:
    """Draw a Search card, with or without a cube; an empty deck yields nothing (KAN-SEARCH-04)."""
    deck = s.search
    if not deck.size:
        if out is not None:
            out.append(NothingDrawn(clauses=("KAN-SEARCH-04",), seat=seat, deck="search"))
        return
    content = s.setup.content
    names = content.search_names
    # Copies of a card come out in the order of the box, so the unseen need no order of their own.
    card, s.search = s.draw(deck, names, "search")
    if out is not None:
        out.append(Searched(clauses=clauses, seat=seat, card=names[card], left=s.search.size))
    if card < len(content.item_names):
        left = s.search.unseen[card] + s.search.known.count(card)
        copy = content.copies[names[card]][s.setup.search_counts[card] - left - 1]
        clauses = ("KAN-SEARCH-01",)
        if content.items[copy].gun >= 0:
            clauses += ("KAN-SHOOT-12",)
        receive(s, seat, copy, "search", out, clauses)
    elif names[card] == "talisman":
        gain_token(s, seat, s.setup.talisman, "search", out)


# ---------------------------------------------------------------------------------------------------- Cornfield


def corn_acts(s: KanataState, seat: int) -> list[Action]:
    """What may be picked up by somebody who stands in or passes the Cornfield (KAN-CORN-02)."""
    take = s.setup.tables.take
    found: list[Action] = [take[item] for item in bits(s.corn)]
    if s.keys == IN_CORN and s.status[seat] != TURNED:
        found.append(s.setup.tables.take_keys)
    if s.mount[seat] != FOOT and found:
        found = [action for action in found if action != take[s.setup.dynamite.bit_length() - 1]]
    return found


def take_corn(s: KanataState, seat: int, item: str, out: list[Event] | None, past: bool = False) -> None:
    """Pick up one thing, ``past``: while riding past the Cornfield."""
    clauses: tuple[str, ...] = ("KAN-CORN-02",) if s.status[seat] != TURNED else ("KAN-CORN-03",)
    if s.mount[seat] == BIKE:
        clauses += ("KAN-BIKE-06", "KAN-MOVE-05") if past else ("KAN-BIKE-06",)
    if item == "van_keys":
        s.keys = seat
        if out is not None:
            out.append(TokenGained(clauses=clauses, seat=seat, token=item, cause="cornfield"))
        return
    index = s.setup.content.item_index[item]
    s.corn &= ~(1 << index)
    receive(s, seat, index, "cornfield", out, clauses + keeps_ammo(s, index))


# --------------------------------------------------------------------------------------------- scopes and ammo


def attach_acts(s: KanataState, seat: int) -> list[Action]:
    """Scopes and ammo that may be put on one of your guns now (KAN-SHOOT-11)."""
    guns = s.items[seat] & s.setup.scopable
    if not guns:
        return []
    setup = s.setup
    found: list[Action] = []
    tokens = s.tokens[seat]
    for gun_item in bits(guns):
        gun = setup.gun_of[gun_item]
        for reach, token in setup.scope_token.items():
            loose = tokens >> 4 * token & 15
            mounted = any(s.scopes[setup.gun_of[i]] == reach for i in bits(guns) if i != gun_item)
            if (loose or mounted) and s.scopes[gun] != reach:
                found.append(setup.tables.attach[token, gun_item])
        found += [setup.tables.attach[token, gun_item] for token in setup.ammo_tokens if tokens >> 4 * token & 15]
    return found


def attach(s: KanataState, seat: int, token_name: str, item_id: str, out: list[Event] | None) -> None:
    """Put a token on a gun. A scope moves from where it is; the one that it replaces goes back to the tokens."""
    setup = s.setup
    token = setup.content.token_index[token_name]
    item = setup.content.item_index[item_id]
    gun = setup.gun_of[item]
    entry = setup.content.tokens[token_name]
    if entry.rounds:
        s.add_token(seat, token, -1)
        s.ammo = put(s.ammo, gun, s.ammo[gun] + entry.rounds)
    else:
        if s.scopes[gun]:
            s.add_token(seat, setup.scope_token[s.scopes[gun]])
        if s.token(seat, token):
            s.add_token(seat, token, -1)
        else:
            mine = [setup.gun_of[i] for i in bits(s.items[seat] & setup.scopable)]
            source = next(other for other in mine if s.scopes[other] == entry.reach)
            s.scopes = put(s.scopes, source, 0)
        s.scopes = put(s.scopes, gun, entry.reach)
    if out is not None:
        clauses = ("KAN-SHOOT-11", "KAN-TURN-08")
        out.append(
            TokenAttached(
                clauses=clauses, seat=seat, token=token_name, item=item_id, ammo=s.ammo[gun], scope=s.scopes[gun]
            )
        )


def add_ammo(
    s: KanataState, seat: int, item: int, rounds: int, out: list[Event] | None, clauses: tuple[str, ...]
) -> None:
    """Rounds into one gun, above the printed maximum if need be."""
    gun = s.setup.gun_of[item]
    s.ammo = put(s.ammo, gun, s.ammo[gun] + rounds)
    if out is not None:
        name = s.setup.content.items[item].id
        out.append(RoundsLoaded(clauses=clauses, seat=seat, item=name, ammo=s.ammo[gun]))


def spend_round(s: KanataState, item: int) -> int:
    """One round is shot; what is left."""
    gun = s.setup.gun_of[item]
    s.ammo = put(s.ammo, gun, s.ammo[gun] - 1)
    return s.ammo[gun]


# -------------------------------------------------------------------------------------------------- rescue, trade


def near(s: KanataState, seat: int, friend: int) -> bool:
    """Whether two humans can trade: board distance 3; those in the van are all on its cell (KAN-TRADE-01)."""
    if friend == seat or s.status[friend] in (CAPTURED, TURNED):
        return False
    town = s.setup.town
    apart = town.board.distances[town.front[s.space[seat]] * town.size + town.front[s.space[friend]]]
    return bool(apart <= s.setup.trade_distance)


def rescue_acts(s: KanataState, seat: int) -> list[Action]:
    """Health items and NDEs that would put a downed friend back on their feet (KAN-DOWN-04)."""
    found: list[Action] = []
    mine = s.items[seat] & s.setup.health_items
    nde = s.token(seat, s.setup.nde)
    if not mine and not nde:
        return found
    for friend, status in enumerate(s.status):
        if status == DOWNED and near(s, seat, friend):
            found += [s.setup.tables.rescue(friend, item) for item in bits(mine)]
            if nde:
                found.append(s.setup.tables.rescue_nde[friend])
    return found


def rescue(s: KanataState, seat: int, friend: int, item: str, out: list[Event] | None) -> None:
    """A friend stands up; what was given is used at once (KAN-HEAL-03, DOWN-04)."""
    clauses = ("KAN-DOWN-04", "KAN-HEAL-03", "KAN-TRADE-01")
    if item == "nde":
        s.add_token(seat, s.setup.nde, -1)
        if out is not None:
            out.append(TokenGone(clauses=(*clauses, "KAN-DECK-04"), seat=seat, token="nde", cause="used"))
        harm.stand_up(s, friend, s.setup.nde_health, "nde", out, clauses)
        return
    index = s.setup.content.item_index[item]
    health = s.setup.content.items[index].entry.health + s.setup.trait_bonus(seat, "better_aid")
    use_up(s, seat, index, "used", out, clauses)
    harm.stand_up(s, friend, health, "item", out, clauses)


def trade_acts(s: KanataState, seat: int) -> list[Action]:
    """The humans one could trade with, if either has anything."""
    found: list[Action] = []
    setup = s.setup
    town = setup.town
    reach, front, distances = setup.trade_distance, town.front, town.board.distances
    row = front[s.space[seat]] * town.size
    space, items, tokens, keys, refused = s.space, s.items, s.tokens, s.keys, s.refused
    mine = items[seat] or tokens[seat] or keys == seat
    for friend, other in enumerate(s.status):
        if other <= DOWNED and friend != seat and distances[row + front[space[friend]]] <= reach:
            give = mine and other == STANDING
            if give or ((items[friend] or tokens[friend] or keys == friend) and (not refused or askable(s, friend))):
                found.append(act.TRADES[friend])
    return found


def goods(s: KanataState, seat: int) -> tuple[str, ...]:
    """What somebody has that can change hands, items first."""
    return s.setup.tables.goods(s.items[seat], s.tokens[seat], s.keys == seat)


def askable(s: KanataState, friend: int) -> tuple[str, ...]:
    """What one may ask a friend for: an owner's no stands for the rest of the turn (KAN-TRADE-03)."""
    theirs = goods(s, friend)
    if s.refused:
        return tuple([good for good in theirs if (friend, good) not in s.refused])
    return theirs


class TradeCard(Frame, frozen=True, tag="trade_card"):
    """TRADE_CARD: give one, ask for one, or done; what has passed stays passed (KAN-TRADE-01, 02)."""

    friend: int

    own: ClassVar[bool] = True
    name: ClassVar[str] = "trade_card"
    layout: ClassVar[str] = "cards"
    clauses: ClassVar[tuple[str, ...]] = ("KAN-TRADE-01", "KAN-TRADE-02")

    def legal(self, s: KanataState) -> tuple[Action, ...]:
        seat, friend = s.turn, self.friend
        if not near(s, seat, friend):
            return (act.DONE,)
        tables = s.setup.tables
        give = tables.goods(s.items[seat], s.tokens[seat], s.keys == seat) if s.status[friend] == STANDING else ()
        return tables.trades(give, askable(s, friend))

    def resolve(self, s: KanataState, action: Any, out: list[Event] | None) -> None:
        if type(action) is act.Done:
            s.drop()
        elif type(action) is act.Give:
            hand_over(s, s.turn, self.friend, action.item, out)
            self.close_if_empty(s)
        elif s.status[self.friend] == DOWNED:
            hand_over(s, self.friend, s.turn, action.item, out)
            self.close_if_empty(s)
        else:
            if out is not None:
                out.append(TradeAsked(clauses=("KAN-TRADE-03",), seat=s.turn, friend=self.friend, item=action.item))
            s.ask(TradeAnswer(self.friend, action.item))

    def close_if_empty(self, s: KanataState) -> None:
        """With this frame on top: nothing is left to trade."""
        if s.stack and s.stack[-1] is self:
            legal = self.legal(s)
            if len(legal) == 1:
                s.drop()
            else:
                s._legal = legal


class TradeAnswer(Frame, frozen=True, tag="trade_answer"):
    """TRADE_ANSWER: the owner consents, or not (KAN-TRADE-03); computer players always do."""

    friend: int
    item: str

    own: ClassVar[bool] = True
    name: ClassVar[str] = "trade_answer"
    clauses: ClassVar[tuple[str, ...]] = ("KAN-TRADE-03",)

    def seat(self, s: KanataState) -> int:
        return self.friend

    def legal(self, s: KanataState) -> tuple[Action, ...]:
        return (act.ACCEPT, act.REFUSE)

    def resolve(self, s: KanataState, action: Any, out: list[Event] | None) -> None:
        s.drop()
        given = type(action) is act.Accept
        if out is not None:
            out.append(TradeAnswered(clauses=("KAN-TRADE-03",), seat=self.friend, item=self.item, given=given))
        if given:
            hand_over(s, self.friend, s.turn, self.item, out)
        else:
            s.refused += ((self.friend, self.item),)
        trade = s.stack[-1]
        if isinstance(trade, TradeCard):
            trade.close_if_empty(s)


def hand_over(s: KanataState, giver: int, receiver: int, item: str, out: list[Event] | None) -> None:
    """A card or token changes hands; the receiver's limit is enforced at once (KAN-TRADE-04)."""
    content = s.setup.content
    if out is not None:
        clauses: tuple[str, ...] = ("KAN-TRADE-01", "KAN-INV-05")
        clauses += () if item in content.item_index else ("KAN-TRADE-02",)
        if s.status[giver] == DOWNED:
            clauses += ("KAN-TRADE-03",)
        if item in content.item_index:
            clauses += keeps_ammo(s, content.item_index[item])
            if s.items[receiver].bit_count() >= s.setup.item_limit:
                clauses += ("KAN-TRADE-04",)
        out.append(ItemTraded(clauses=clauses, giver=giver, receiver=receiver, item=item))
    if item == "van_keys":
        s.keys = receiver
    elif item in content.token_index:
        token = content.token_index[item]
        s.add_token(giver, token, -1)
        s.add_token(receiver, token)
    else:
        index = content.item_index[item]
        lose(s, giver, index, out)
        s.items[receiver] |= 1 << index
        settle_load(s, receiver)
