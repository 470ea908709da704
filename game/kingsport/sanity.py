"""Sanity (KPT-SAN): gains, losses, prices and the gods that make up for what is missing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from msgspec import structs

from game.core.contract import Action, Event
from game.kingsport.events import DeficitCovered, GodDiscarded, SanityChanged
from game.kingsport.frames import Frame

if TYPE_CHECKING:
    from game.kingsport.state import KingsportState

MOST_SANITY = 12


def change_sanity(
    s: KingsportState,
    seat: int,
    change: int,
    cause: str,
    out: list[Event] | None,
    clauses: tuple[str, ...],
    card: int | None = None,
    forced: bool = False,
) -> None:
    """Move a counter up or down, never above 12 (KPT-SAN-01); the caller sees to it that it stays above -1."""
    before = s.sanity[seat]
    now = before + change
    if now > MOST_SANITY:
        now = MOST_SANITY
    s.sanity[seat] = now
    if out is not None:
        if now == 0 or before == 0:
            clauses += ("KPT-SAN-02",)
        out.append(
            SanityChanged(
                clauses=clauses,
                seat=seat,
                change=now - before,
                now=now,
                cause=cause,
                lost=before + change - now,
                card=None if card is None else s.god_id(card),
                forced=forced,
            )
        )


def steal(
    s: KingsportState, victim: int, thief: int, most: int, out: list[Event] | None, god: int, forced: bool
) -> None:
    """Take what the victim has, up to ``most``; then the thief's cap applies (KPT-SAN-14).

    ``forced``: nobody else could have been chosen.
    """
    taken = min(most, s.sanity[victim])
    change_sanity(s, victim, -taken, "stolen", out, ("KPT-SAN-14", "KPT-SAN-03"), god, forced)
    change_sanity(s, thief, taken, "theft", out, ("KPT-SAN-14", "KPT-SAN-01"), card=god)


def eligible(s: KingsportState, seat: int, excluded: int | None) -> int:
    """The gods that may be discarded for a payment, as a mask (KPT-SAN-10): owned, with points, but never Azathoth
    and never the god whose own price is being paid."""
    gods = s.owned(seat) & s.setup.tables.discardable
    return gods if excluded is None else gods & ~(1 << excluded)


def affordable(s: KingsportState, seat: int, price: int, excluded: int | None) -> bool:
    """Whether a voluntary price can be paid (KPT-SAN-06)."""
    have = s.sanity[seat]
    return have >= price or have + s.setup.tables.points(eligible(s, seat, excluded)) >= price


def pay(
    s: KingsportState,
    seat: int,
    amount: int,
    cause: str,
    out: list[Event] | None,
    clauses: tuple[str, ...],
    excluded: int | None = None,
) -> bool:
    """Pay ``amount``: Sanity first (KPT-SAN-05), then gods for the rest (SAN-07).

    ``False`` where the rest leaves a choice: ``PayDeficit`` is on top of the stack then.
    """
    if s.sanity[seat] >= amount:
        change_sanity(s, seat, -amount, cause, out, clauses if out is None else (*clauses, "KPT-SAN-05"))
        return True
    ask = PayDeficit(payer=seat, amount=amount, cause=cause, excluded=excluded, because=clauses)
    gods = eligible(s, seat, excluded)
    if s.setup.tables.points(gods) <= amount - s.sanity[seat]:
        ask.settle(s, gods, out, forced=True)
        return True
    s.ask(ask)
    return ask.advance(s, out)


class PayDeficit(Frame, frozen=True, tag="pay_deficit"):
    """PAY_DEFICIT: which gods make up for missing Sanity. Asked card by card in layout order.

    ``chosen`` is a mask of the gods named so far; nothing is carried out before the set is complete.
    """

    payer: int
    amount: int
    cause: str
    because: tuple[str, ...]
    excluded: int | None = None
    chosen: int = 0

    secret: ClassVar[bool] = True
    name: ClassVar[str] = "pay_deficit"
    layout: ClassVar[str] = "set"
    clauses: ClassVar[tuple[str, ...]] = ("KPT-SAN-07", "KPT-SAN-08", "KPT-SAN-09")

    def seat(self, s: KingsportState) -> int:
        return self.payer

    def sets(self, s: KingsportState) -> tuple[int, ...]:
        """The complete sets that the gods named so far can still lead to."""
        gods = eligible(s, self.payer, self.excluded)
        found = s.setup.tables.covers[gods, self.amount - s.sanity[self.payer]]
        if not self.chosen:
            return found
        below = (1 << self.chosen.bit_length()) - 1
        return tuple([c for c in found if c & below == self.chosen])

    def next_gods(self, s: KingsportState) -> int:
        """The gods that may be named next, as a mask."""
        return self._next_of(self.sets(s))

    def _next_of(self, sets: tuple[int, ...]) -> int:
        """The lowest god of each set that is not named yet."""
        mask = 0
        for c in sets:
            rest = c & ~self.chosen
            mask |= rest & -rest
        return mask

    def legal(self, s: KingsportState) -> tuple[Action, ...]:
        return s.setup.tables.discard_actions[self.next_gods(s)]

    def resolve(self, s: KingsportState, action: Any, out: list[Event] | None) -> None:
        s.drop()
        named = structs.replace(self, chosen=self.chosen | 1 << s.setup.tables.index[action.card])
        s.ask(named)
        named.advance(s, out)

    def advance(self, s: KingsportState, out: list[Event] | None) -> bool:
        """With this frame on top: name what there is no choice about; settle when one set is left, else stay open.

        Returns whether it is settled.
        """
        frame, sets = self, self.sets(s)
        while len(sets) > 1:
            following = frame._next_of(sets)
            if following & (following - 1):
                break
            frame = structs.replace(frame, chosen=frame.chosen | following)
            sets = frame.sets(s)
        s.drop()
        if len(sets) == 1:
            self.settle(s, sets[0], out, forced=not self.chosen)
            return True
        s.ask(frame)
        return False

    def called_back_by(self, s: KingsportState) -> tuple[str, ...]:
        """The clauses by which a god that is discarded now may be invoked again in this very round."""
        scenario = s.setup.scenario.at if self.cause == "scenario" else ""
        if self.payer != s.turn:
            return ()
        if self.cause == "price" or scenario == "expansion_end":
            return ("KPT-INV-10",)
        others = (s.turn + 1) % s.setup.players != s.first
        return ("KPT-RAID-08",) if others and (self.cause == "raid" or scenario == "raid_end") else ()

    def settle(self, s: KingsportState, gods: int, out: list[Event] | None, forced: bool) -> None:
        """Sanity goes to 0, then the gods go back onto their piles (KPT-SAN-11)."""
        tables = s.setup.tables
        had = s.sanity[self.payer]
        deficit = self.amount - had
        if had or out is not None:
            change_sanity(s, self.payer, -had, self.cause, out, (*self.because, "KPT-SAN-07"))
        worth = tables.points(gods)
        discarded = ("KPT-SAN-11", "KPT-SAN-08", "KPT-SAN-10", "KPT-SAN-13", *self.called_back_by(s))
        for g in tables.indices(gods):
            s.give_back(self.payer, g)
            if out is not None:
                out.append(
                    GodDiscarded(
                        clauses=discarded,
                        seat=self.payer,
                        card=s.god_id(g),
                        points=tables.cult_points[g],
                        forced=forced,
                    )
                )
        if out is not None:
            clauses: tuple[str, ...] = ("KPT-SAN-07", "KPT-SAN-09")
            if worth < deficit:
                clauses += ("KPT-SAN-12",)
            out.append(
                DeficitCovered(
                    clauses=clauses,
                    seat=self.payer,
                    amount=self.amount,
                    sanity=had,
                    points=worth,
                    wasted=max(0, worth - deficit),
                    cancelled=max(0, deficit - worth),
                )
            )


class Loss(Frame, frozen=True, tag="loss"):
    """A loss by the Scenario effect, as a payment of its own (KPT-SAN-04)."""

    payer: int
    amount: int

    automatic: ClassVar[bool] = True

    def resolve(self, s: KingsportState, action: Action | None, out: list[Event] | None) -> None:
        s.drop()
        pay(s, self.payer, self.amount, "scenario", out, (*s.setup.loss_clauses, "KPT-SAN-04", "KPT-SAN-15"))
