"""Health, being downed or captured, and the things that prevent it (KAN-HEAL, DOWN, AMB)."""

from __future__ import annotations

from typing import ClassVar

from game.core.contract import Action, Event
from game.kanata import actions as act
from game.kanata import ground
from game.kanata.ending import check_loss
from game.kanata.events import (
    Captured,
    Declined,
    Downed,
    Freed,
    HealthChanged,
    NdeUsed,
    OmenDropped,
    Placed,
    Revived,
    TokenGone,
)
from game.kanata.frames import Frame
from game.kanata.inventory import drop_all
from game.kanata.state import CAPTURED, DOWNED, OMENS, STANDING, KanataState

NDE_OR_NOT = (act.USE_NDE, act.DECLINE)


def lose_health(
    s: KanataState, seat: int, n: int, cause: str, out: list[Event] | None, clauses: tuple[str, ...], home: bool = False
) -> None:
    """A standing human loses health; at 0 an NDE is offered, else the human goes down (KAN-DOWN-01, DOWN-04).

    ``home``: caught by the Sheriff, who sends a human that stands afterwards to the B&B (KAN-SHERIFF-05, 06).
    """
    if s.status[seat] != STANDING:
        return
    before = s.health[seat]
    now = s.health[seat] = max(0, before - n)
    if out is not None:
        extra = ("KAN-DOWN-01",) if now == 0 else ("KAN-HEAL-01",)
        out.append(HealthChanged(clauses=(*clauses, *extra), seat=seat, change=now - before, now=now, cause=cause))
    if now:
        if home:
            ground.place(s, seat, s.setup.town.bnb, "sheriff", out, ("KAN-SHERIFF-05",))
    elif s.token(seat, s.setup.nde):
        s.ask(UseNde(seat, home))
    else:
        go_down(s, seat, out, home)


def gain_health(
    s: KanataState, seat: int, n: int, cause: str, out: list[Event] | None, clauses: tuple[str, ...]
) -> None:
    """Up to the most; standing and captured humans only (KAN-HEAL-01)."""
    if s.status[seat] not in (STANDING, CAPTURED):
        return
    before = s.health[seat]
    now = s.health[seat] = min(s.setup.most_health, before + n)
    if out is not None:
        clauses += ("KAN-HEAL-01",)
        out.append(HealthChanged(clauses=clauses, seat=seat, change=now - before, now=now, cause=cause))


class UseNde(Frame, frozen=True, tag="use_nde"):
    """USE_NDE: at 0 health, at any moment: come back, or lie down (KAN-DOWN-04)."""

    victim: int
    home: bool = False

    name: ClassVar[str] = "use_nde"
    clauses: ClassVar[tuple[str, ...]] = ("KAN-DOWN-04",)

    def seat(self, s: KanataState) -> int:
        return self.victim

    def legal(self, s: KanataState) -> tuple[Action, ...]:
        return NDE_OR_NOT

    def resolve(self, s: KanataState, action: Action | None, out: list[Event] | None) -> None:
        s.drop()
        seat = self.victim
        if action != act.USE_NDE:
            if out is not None:
                out.append(Declined(clauses=("KAN-DOWN-04",), seat=seat, what="nde"))
            go_down(s, seat, out, self.home)
            return
        s.add_token(seat, s.setup.nde, -1)
        s.health[seat] = s.setup.nde_health
        if out is not None:
            clauses = ("KAN-DOWN-04", "KAN-DECK-04", "KAN-DECK-03")
            out.append(NdeUsed(clauses=clauses, seat=seat))
            out.append(TokenGone(clauses=clauses, seat=seat, token="nde", cause="used"))
            now = s.health[seat]
            out.append(HealthChanged(clauses=("KAN-DOWN-04",), seat=seat, change=now, now=now, cause="nde"))
        if self.home:
            ground.place(s, seat, s.setup.town.bnb, "sheriff", out, ("KAN-SHERIFF-05", "KAN-SHERIFF-06"))


def go_down(s: KanataState, seat: int, out: list[Event] | None, by_sheriff: bool = False) -> None:
    """KAN-DOWN-01, DOWN-03: the human lies where it is, its items go to the Cornfield, special items stay."""
    hidden = s.is_hidden(seat)
    ground.get_off(s, seat, out, ("KAN-DOWN-03",))
    s.status[seat] = DOWNED
    s.hidden_turns[seat] = 0
    drop_omens(s, seat, out)
    if out is not None:
        clauses: tuple[str, ...] = ("KAN-DOWN-01", "KAN-DOWN-03")
        if hidden:
            clauses += ("KAN-DOWN-06",)
        if by_sheriff:
            clauses += ("KAN-SHERIFF-06",)
        clauses += goes_on(s)
        out.append(Downed(clauses=clauses, seat=seat, space=ground.name(s, s.space[seat])))
    drop_all(s, seat, "downed", out, ("KAN-DOWN-03", "KAN-CORN-01"))
    check_loss(s, out)


def goes_on(s: KanataState) -> tuple[str, ...]:
    """Somebody has fallen: while another stands the game goes on (KAN-LOSE-02)."""
    return ("KAN-LOSE-02",) if STANDING in s.status else ()


def stand_up(s: KanataState, seat: int, n: int, cause: str, out: list[Event] | None, clauses: tuple[str, ...]) -> None:
    """A downed human is active again; off an enemy's space by KAN-MOVE-06."""
    s.status[seat] = STANDING
    s.health[seat] = min(s.setup.most_health, n)
    if out is not None:
        out.append(Revived(clauses=clauses, seat=seat, now=s.health[seat], cause=cause))
    space = s.space[seat]
    free = ground.first_free(s, space)
    if free != space and not s.is_hidden(seat):
        s.space[seat] = free
        if out is not None:
            placed = ground.name(s, free)
            out.append(Placed(clauses=("KAN-MOVE-06",), seat=seat, space=placed, cause="revived"))


def capture(s: KanataState, seat: int, out: list[Event] | None) -> None:
    """Into the ambulance (KAN-AMB-05): health and special items are kept, a 4-wheeler stays where it was."""
    ground.get_off(s, seat, out, ("KAN-AMB-05",))
    s.status[seat] = CAPTURED
    s.hidden_turns[seat] = 0
    drop_omens(s, seat, out)
    if out is not None:
        out.append(Captured(clauses=("KAN-AMB-05", *goes_on(s)), seat=seat, space=ground.name(s, s.space[seat])))
    drop_all(s, seat, "ambulance", out, ("KAN-AMB-05", "KAN-CORN-01"))
    check_loss(s, out)


def free_captives(s: KanataState, space: int, out: list[Event] | None) -> None:
    """No tire is left: the captives stand on the ambulance's space (KAN-AMB-07)."""
    for seat, status in enumerate(s.status):
        if status == CAPTURED:
            s.status[seat] = STANDING
            s.space[seat] = ground.first_free(s, space)
            if out is not None:
                there = ground.name(s, s.space[seat])
                out.append(Freed(clauses=("KAN-AMB-07",), seat=seat, space=there))


def drop_omens(s: KanataState, seat: int, out: list[Event] | None) -> None:
    """One-shot flags of cards fall off somebody who cannot act."""
    if s.omens[seat]:
        if out is not None:
            for omen, bit in OMENS.items():
                if s.omens[seat] & bit:
                    out.append(OmenDropped(clauses=("KAN-TURN-12",), seat=seat, omen=omen))
        s.omens[seat] = 0
