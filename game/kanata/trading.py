"""What computer players hand each other: each thing to whom it serves the team best, and why (KAN-TRADE).

A deal is one card or token that changes hands between the turn owner and a friend within reach. What a seat holds has
a worth (`Hands.worth`); a deal is worth what it adds to the sum of both. As each deal adds more than ``MARGIN``, a
trade comes to an end, and nothing goes to and fro over a trifle.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

from game.core.contract import Reason
from game.kanata.cards import KEYS
from game.kanata.evaluation import danger, hunters_near, needed, parts_in, will_deliver
from game.kanata.items import askable, goods, near
from game.kanata.state import BIKE, FOOT, NOT_MOVED, STANDING, VAN, KanataState
from game.kanata.town import bits

if TYPE_CHECKING:
    from game.kanata.setup import Setup

MARGIN: Final = 2.0
"""What a deal has to add at least."""
_STEPS_A_TURN: Final = {FOOT: 6.0, BIKE: 13.0, VAN: 16.0}
"""About how far somebody in a hurry comes in a turn."""
_TALISMANS: Final = (8.0, 3.0, 1.0)
"""What the first, second and third Talisman of one person are worth."""
_NDES: Final = (6.0, 1.0)
"""The same for NDEs."""


class Deal(NamedTuple):
    """One thing that should change hands."""

    worth: float
    friend: int
    good: str
    give: bool
    """Whether the turn owner gives it; else it asks for it."""
    kind: str
    """What it is, for the reason: ``part``, ``weapon``, ``health``, ``burden``, ``charm``, ``token``."""

    def reason(self, s: KanataState) -> Reason:
        """Why, in words."""
        names = {
            "item": f"@kanata.thing.{self.good}",
            "friend": f"@character.{s.setup.characters[self.friend]}.name",
        }
        return Reason(f"kanata.reason.{'give' if self.give else 'ask'}.{self.kind}", names)


class Hands:
    """What things are worth in the hands of one seat, where it is now."""

    def __init__(self, s: KanataState, seat: int) -> None:
        town = s.setup.town
        self.s, self.seat = s, seat
        self.stands = s.status[seat] == STANDING
        space = s.space[seat]
        self.way = town.distance(space, town.start)
        self.risk = min(1.0, danger(s, seat, space, max(1, s.dice))) if self.stands else 1.0
        self.threat = min(1.0, hunters_near(s, space)) if self.stands else 0.0

    @property
    def enemies_first(self) -> float:
        """How many enemy actions come before it could reach the roadblock."""
        s = self.s
        acting = s.status.count(STANDING)
        if self.seat == s.turn:
            if not self.way:
                return 0.0
            wait = 0 if s.moved == NOT_MOVED and not s.must_stay else acting
        else:
            n = len(s.status)
            wait = sum(s.status[(s.turn + i) % n] == STANDING for i in range((self.seat - s.turn) % n))
        return wait + acting * max(0.0, self.way / _STEPS_A_TURN[s.mount[self.seat]] - 1)

    def worth(self, items: int, tokens: int) -> float:
        """What these items and tokens are worth to the team here."""
        setup = self.s.setup
        if not self.stands:
            return 4.0 * min(1, tokens >> 4 * setup.talisman & 15)
        runs = will_deliver(self.s, self.seat, items)
        load = parts_in(self.s, items & needed(self.s))
        value = self._parts(load, runs) + self._arms(items, tokens) + self._food(items & setup.health_items, runs)
        value += sum(_TALISMANS[: tokens >> 4 * setup.talisman & 15]) * (0.7 + self.risk + 0.25 * load)
        value += sum(_NDES[: tokens >> 4 * setup.nde & 15]) * (0.6 + (self.s.health[self.seat] <= 7) + 0.25 * load)
        return value - (5.0 if runs else 2.0) * bool(items & setup.dynamite)

    def _parts(self, load: int, runs: bool) -> float:
        """Together they come to the roadblock in one run; those who search on carry them about."""
        if not load:
            return 0.0
        each = 22.0 - 1.2 * self.enemies_first if runs else 14.0 - 0.1 * self.way
        return load * (each - 8.0 * self.risk) + 2.0 * (load - 1)

    def _arms(self, items: int, tokens: int) -> float:
        """The best weapon counts most, and all count most where something comes near."""
        s = self.s
        setup = s.setup
        powers = sorted((_power(setup, item, s.ammo) for item in bits(items & setup.weapons)), reverse=True)
        value = sum(power * 0.35**i for i, power in enumerate(powers)) * (10.0 + 25.0 * self.threat)
        if items & setup.scopable:
            loose = sum(tokens >> 4 * token & 15 for token in (*setup.ammo_tokens, *setup.scope_token.values()))
            value += loose * (3.0 + 3.0 * self.threat)
        return value

    def _food(self, items: int, runs: bool) -> float:
        """What is eaten soon is worth the most; a drink is for the last run."""
        s = self.s
        health = s.health[self.seat]
        missing = s.setup.most_health - health
        need = 0.9 if health <= 7 else 0.25 if health <= 12 else 0.08
        value = 0.0
        drinks = False
        for item in bits(items):
            entry = s.setup.content.items[item].entry
            drinks |= entry.drink
            used = min(entry.health, missing)
            missing -= used
            value += 1.0 + need * used
        return value + (4.0 if drinks and runs and self.way > 8 and s.mount[self.seat] == FOOT else 0.0)


def _power(setup: Setup, item: int, ammo: tuple[int, ...]) -> float:
    """How much good a weapon does, 0 to 1: the chance of a kill, less for few rounds and for an arm's reach."""
    entry, gun = setup.content.items[item].entry, setup.gun_of[item]
    kills = 1.0 - (1.0 - len(entry.kill) / 6) ** entry.dice
    return kills * (min(1.0, ammo[gun] / 3) if gun >= 0 else 0.6)


def best_deal(s: KanataState, friend: int) -> Deal | None:
    """The deal of the turn owner with a friend that adds most; ``None`` when none adds enough."""
    seat = s.turn
    if not near(s, seat, friend):
        return None
    mine, theirs = Hands(s, seat), Hands(s, friend)
    found = [*_deals(s, mine, theirs, goods(s, seat))] if theirs.stands else []
    found += _deals(s, theirs, mine, askable(s, friend))
    best = max(found, key=lambda deal: deal.worth, default=None)
    return best if best is not None and best.worth > MARGIN else None


def _deals(s: KanataState, giver: Hands, receiver: Hands, offered: tuple[str, ...]) -> Iterator[Deal]:
    """What each thing adds that could change hands. The keys serve nobody better: whoever finds the van may drive."""
    setup = s.setup
    give = giver.seat == s.turn
    friend = receiver.seat if give else giver.seat
    from_items, from_tokens = s.items[giver.seat], s.tokens[giver.seat]
    to_items, to_tokens = s.items[receiver.seat], s.tokens[receiver.seat]
    before = giver.worth(from_items, from_tokens) + receiver.worth(to_items, to_tokens)
    full = to_items.bit_count() >= setup.item_limit
    for good in offered:
        item = setup.content.item_index.get(good)
        if good == KEYS or (item is not None and full):
            continue
        items = 0 if item is None else 1 << item
        tokens = 0 if item is not None else 1 << 4 * setup.content.token_index[good]
        after = giver.worth(from_items & ~items, from_tokens - tokens)
        after += receiver.worth(to_items | items, to_tokens + tokens)
        yield Deal(after - before, friend, good, give, _kind(setup, items, good))


def _kind(setup: Setup, items: int, good: str) -> str:
    """What a good is, for the reason."""
    if items & setup.roadblock_items:
        return "part"
    if items & setup.health_items:
        return "health"
    if items & setup.dynamite:
        return "burden"
    if items:
        return "weapon"
    return "charm" if good in ("nde", "talisman") else "token"
