"""Words of the story: flags and clocks, where it goes on, things found and lost, shops and rests."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.core.contract import Event
from game.sacrament.effects.base import Ctx, Effect, seats_of
from game.sacrament.events import ClockMoved, FlagSet

if TYPE_CHECKING:
    from game.sacrament.state import SacramentState


class Text(Effect, frozen=True, tag="text"):
    """Words only: what changed is told by the scenario's text of that name."""

    key: str

    def apply(self, s: SacramentState, ctx: Ctx, out: list[Event] | None) -> None:
        return


class Flag(Effect, frozen=True, tag="flag"):
    """Sets a flag to ``v``, or changes its number by ``add`` (never below 0)."""

    name: str
    v: int = 1
    add: int = 0

    def apply(self, s: SacramentState, ctx: Ctx, out: list[Event] | None) -> None:
        value = max(0, s.flags.get(self.name, 0) + self.add) if self.add else self.v
        s.flags = {**s.flags, self.name: value}
        if self.name in s.veiled:  # the story tells it now
            s.veiled = {name: known for name, known in s.veiled.items() if name != self.name}
        if out is not None:
            out.append(FlagSet(clauses=("SAC-GM-02",), name=self.name, value=value))


class Clock(Effect, frozen=True, tag="clock"):
    """Moves a clock by n, never past either end. ``again``: a stopped clock runs again first."""

    name: str
    n: int
    again: bool = False

    def apply(self, s: SacramentState, ctx: Ctx, out: list[Event] | None) -> None:
        if self.again and self.name in s.stopped:
            s.stopped = tuple(other for other in s.stopped if other != self.name)
            spec = s.setup.clock(self.name)
            s.clocks = {**s.clocks, self.name: spec.start}
        move_clock(s, self.name, self.n, out)


def move_clock(s: SacramentState, name: str, n: int, out: list[Event] | None) -> None:
    """A clock moves within its ends; when it comes to its end, what that brings happens once."""
    if name in s.stopped or name not in s.clocks:
        return
    spec = s.setup.clock(name)
    old = s.clocks[name]
    low, high = min(spec.start, spec.end), max(spec.start, spec.end)
    new = max(low, min(high, old + n))
    if new == old:
        return
    s.clocks = {**s.clocks, name: new}
    rung = new == spec.end
    if out is not None:
        out.append(ClockMoved(clauses=("SAC-CHECK-04",), clock=name, old=old, new=new, rung=rung))
    if rung:
        s.stopped = (*s.stopped, name)
        s.setup.answers.run(s, spec.on_end, Ctx(source=name), out)


class Goto(Effect, frozen=True, tag="goto"):
    """The story goes on at a node."""

    node: str

    def apply(self, s: SacramentState, ctx: Ctx, out: list[Event] | None) -> None:
        s.going = self.node


class StartFight(Effect, frozen=True, tag="fight"):
    """A fight begins."""

    id: str

    def apply(self, s: SacramentState, ctx: Ctx, out: list[Event] | None) -> None:
        s.going = f"fight:{self.id}"


class End(Effect, frozen=True, tag="end"):
    """The scenario ends; the first ending whose condition holds is played."""

    def apply(self, s: SacramentState, ctx: Ctx, out: list[Event] | None) -> None:
        s.going = "end"


class Surprise(Effect, frozen=True, tag="surprise"):
    """The coming fight opens with one side surprised: party or foes."""

    side: str

    def apply(self, s: SacramentState, ctx: Ctx, out: list[Event] | None) -> None:
        s.surprise = self.side


class Provoke(Effect, frozen=True, tag="provoke"):
    """The leader's first target in the coming fight is this PC."""

    who: str

    def apply(self, s: SacramentState, ctx: Ctx, out: list[Event] | None) -> None:
        s.provoked = ctx.actor


class GiveItem(Effect, frozen=True, tag="item"):
    """Things found (n > 0, by the finder) or gone."""

    id: str
    n: int = 1
    who: str = "user"

    def apply(self, s: SacramentState, ctx: Ctx, out: list[Event] | None) -> None:
        if self.n > 0:
            s.setup.answers.find(s, ctx.actor or s.speaker(), self.id, self.n, out)
            return
        seats = seats_of(s, ctx, self.who, out)
        carriers = [seat for seat in seats if any(i.id == self.id for i in s.pc(seat).sheet.items)]
        for seat in carriers:
            s.setup.answers.lose(s, s.pc(seat), self.id, -self.n, "lost", out)


class Lose(Effect, frozen=True, tag="lose"):
    """A thing is lost: ``small`` (a light one), ``light`` (candle, incense, else 5 gold), or of the party's choice."""

    kind: str
    who: str = "one"

    def apply(self, s: SacramentState, ctx: Ctx, out: list[Event] | None) -> None:
        for seat in reversed(seats_of(s, ctx, self.who, out)):
            s.setup.answers.lose_by_kind(s, s.pc(seat), self.kind, out)


class Shop(Effect, frozen=True, tag="shop"):
    """Goods are on sale here."""

    items: tuple[str, ...]

    def apply(self, s: SacramentState, ctx: Ctx, out: list[Event] | None) -> None:
        s.setup.answers.open_market(s, self.items)


class TakeRest(Effect, frozen=True, tag="rest"):
    """The party rests."""

    kind: str

    def apply(self, s: SacramentState, ctx: Ctx, out: list[Event] | None) -> None:
        s.setup.answers.begin_rest(s, self.kind, out)
