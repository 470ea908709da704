"""Health, being downed, turned or captured, and the things that prevent it (KAN-HEAL, DOWN, TURNED, AMB, ITEM-04)."""

from __future__ import annotations

from typing import ClassVar

from msgspec import structs

from game.core.contract import Action, Event
from game.kanata import actions as act
from game.kanata import barn, ground, items
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
    TalismanUsed,
    TokenGone,
    Turned,
)
from game.kanata.frames import Frame
from game.kanata.state import CAPTURED, DOWNED, IN_CORN, OMENS, SKIP_NEXT, STANDING, TURNED, KanataState

NDE_OR_NOT = (act.USE_NDE, act.DECLINE)
TALISMAN_OR_NOT = (act.USE_TALISMAN, act.DECLINE)


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
        clauses += _goes_on(s)
        out.append(Downed(clauses=clauses, seat=seat, space=ground.name(s, s.space[seat])))
    items.drop_all(s, seat, "downed", out, ("KAN-DOWN-03", "KAN-CORN-01"))
    check_loss(s, out)


def _goes_on(s: KanataState) -> tuple[str, ...]:
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
        out.append(Captured(clauses=("KAN-AMB-05", *_goes_on(s)), seat=seat, space=ground.name(s, s.space[seat])))
    items.drop_all(s, seat, "ambulance", out, ("KAN-AMB-05", "KAN-CORN-01"))
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


# ------------------------------------------------------------------------------------------------------ turning

ABOMINATION, TURNED_PLAYER = "abomination", "turned"


def catch(s: KanataState, victims: list[int], by: str, number: int, out: list[Event] | None) -> None:
    """Humans are reached: each is turned unless a Talisman prevents it. ``number``: of the abomination, or a seat.

    A catcher that a Talisman drives away goes when the last of them has been settled.
    """
    for seat in reversed(victims):
        s.ask(Caught(seat, by, number))


def others_wait(s: KanataState, by: str, number: int) -> bool:
    """Whether the catcher has reached others too, whose turn comes after this."""
    return any(_caught_by(frame, by, number) for frame in s.stack)


def _caught_by(frame: Frame, by: str, number: int) -> bool:
    return isinstance(frame, Caught) and (frame.by, frame.number) == (by, number)


def victims_at(s: KanataState, space: int) -> list[int]:
    """The exposed humans on a space, in seat order."""
    return [seat for seat in range(len(s.status)) if s.space[seat] == space and s.is_exposed(seat)]


class Caught(Frame, frozen=True, tag="caught"):
    """A human about to be turned."""

    victim: int
    by: str
    number: int

    automatic: ClassVar[bool] = True

    def resolve(self, s: KanataState, action: Action | None, out: list[Event] | None) -> None:
        s.drop()
        if s.status[self.victim] > DOWNED:
            return
        if s.token(self.victim, s.setup.talisman):
            s.ask(UseTalisman(self.victim, self.by, self.number))
        else:
            turn_human(s, self.victim, out, self.by)


class UseTalisman(Frame, frozen=True, tag="use_talisman"):
    """USE_TALISMAN: at the moment of the catch (KAN-ITEM-04)."""

    victim: int
    by: str
    number: int

    name: ClassVar[str] = "use_talisman"
    clauses: ClassVar[tuple[str, ...]] = ("KAN-ITEM-04",)

    def seat(self, s: KanataState) -> int:
        return self.victim

    def legal(self, s: KanataState) -> tuple[Action, ...]:
        return TALISMAN_OR_NOT

    def resolve(self, s: KanataState, action: Action | None, out: list[Event] | None) -> None:
        s.drop()
        seat = self.victim
        if action != act.USE_TALISMAN:
            if out is not None:
                out.append(Declined(clauses=("KAN-ITEM-04",), seat=seat, what="talisman"))
            turn_human(s, seat, out, self.by)
            return
        s.add_token(seat, s.setup.talisman, -1)
        if out is not None:
            clauses = ("KAN-ITEM-04", "KAN-DECK-03")
            out.append(TalismanUsed(clauses=clauses, seat=seat))
            out.append(TokenGone(clauses=clauses, seat=seat, token="talisman", cause="used"))
        repelled = Repelled(self.by, self.number)
        if others_wait(s, self.by, self.number):
            first = s.stack.index(next(frame for frame in s.stack if _caught_by(frame, self.by, self.number)))
            s.stack = (*s.stack[:first], repelled, *s.stack[first:])
        else:
            repelled.carry_out(s, out)


class Repelled(Frame, frozen=True, tag="repelled"):
    """A Talisman has driven the catcher away: it goes when all whom it reached have been settled (KAN-ITEM-04)."""

    by: str
    number: int

    automatic: ClassVar[bool] = True

    def resolve(self, s: KanataState, action: Action | None, out: list[Event] | None) -> None:
        s.drop()
        self.carry_out(s, out)

    def carry_out(self, s: KanataState, out: list[Event] | None) -> None:
        """Back to the barn."""
        if self.by == TURNED_PLAYER:
            send_to_barn(s, self.number, "talisman", out, ("KAN-ITEM-04",))
        else:
            barn.to_reserve(s, self.number, "talisman", out, ("KAN-ITEM-04",))


def send_to_barn(s: KanataState, seat: int, cause: str, out: list[Event] | None, clauses: tuple[str, ...]) -> None:
    """A turned player's standee is put on o; being put there catches nobody (KAN-TURNED-12)."""
    if s.status[seat] != TURNED:
        return
    s.space[seat] = s.setup.town.barn_front
    if out is not None:
        out.append(Placed(clauses=clauses, seat=seat, space=ground.name(s, s.space[seat]), cause=cause))


def shoot_turned(s: KanataState, seat: int, cause: str, out: list[Event] | None) -> None:
    """A hit on a turned player: to o, items to the Cornfield, the next turn skipped (KAN-TURNED-12)."""
    send_to_barn(s, seat, "shot", out, ("KAN-TURNED-12",))
    items.drop_all(s, seat, cause, out, ("KAN-TURNED-12", "KAN-CORN-01"))
    s.omens[seat] |= SKIP_NEXT


def turn_human(s: KanataState, seat: int, out: list[Event] | None, by: str) -> None:
    """KAN-TURNED-01 to 03: the board is flipped; NDEs go back, Talismans out, items and keys to the Cornfield."""
    downed = s.status[seat] == DOWNED
    had_cubes = s.cubes[seat]
    ground.get_off(s, seat, out, ("KAN-BIKE-10",))
    drop_omens(s, seat, out)
    s.status[seat] = TURNED
    s.health[seat] = s.track[seat] = s.cubes[seat] = s.hidden_turns[seat] = 0
    if out is not None:
        clauses: tuple[str, ...] = ("KAN-TURNED-01",)
        clauses += ("KAN-TURNED-06",) if by == TURNED_PLAYER else ("KAN-ABOM-04", "KAN-ENEMY-05")
        clauses += (("KAN-DOWN-05",) if downed else ()) + _goes_on(s)
        out.append(Turned(clauses=clauses, seat=seat, space=ground.name(s, s.space[seat])))
    items.drop_all(s, seat, "turned", out, ("KAN-TURNED-03", "KAN-CORN-01"))
    _lose_tokens(s, seat, out)
    if s.quarry == seat:
        s.quarry = -1
    if s.keys == seat:
        s.keys = IN_CORN
        if out is not None:
            out.append(
                TokenGone(clauses=("KAN-TURNED-03", "KAN-INV-04"), seat=seat, token="van_keys", cause="cornfield")
            )
    check_loss(s, out)
    if had_cubes and not s.result:
        barn.check_horde(s, out)


def _lose_tokens(s: KanataState, seat: int, out: list[Event] | None) -> None:
    setup = s.setup
    for _ in range(s.token(seat, setup.talisman)):
        s.add_token(seat, setup.talisman, -1)
        if out is not None:
            out.append(TokenGone(clauses=("KAN-TURNED-03",), seat=seat, token="talisman", cause="turned"))
    ndes = s.token(seat, setup.nde)
    if ndes:
        s.add_token(seat, setup.nde, -ndes)
        unseen = list(s.interior.unseen)
        unseen[setup.nde_card] += ndes
        for card in s.interior.known:
            unseen[card] += 1
        s.interior = structs.replace(s.interior, unseen=tuple(unseen), known=())
        if out is not None:
            out.append(TokenGone(clauses=("KAN-TURNED-02", "KAN-DECK-04"), seat=seat, token="nde", cause="deck"))
