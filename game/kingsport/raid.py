"""Raids (KPT-RAID): gods from hand against the Investigator."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from game.core.contract import Action, Event
from game.kingsport import actions as act
from game.kingsport.events import RaidPlayed, RaidResolved
from game.kingsport.frames import Frame
from game.kingsport.sanity import Loss, change_sanity, pay
from game.kingsport.scenario import strikes

if TYPE_CHECKING:
    from game.kingsport.cards import RaidEffect
    from game.kingsport.state import KingsportState


class RaidCards(Frame, frozen=True, tag="raid_cards"):
    """RAID_CARDS: which gods are committed. Asked card by card in layout order; ``chosen`` is a mask of those named."""

    chosen: int = 0

    secret: ClassVar[bool] = True
    name: ClassVar[str] = "raid_cards"
    layout: ClassVar[str] = "set"
    clauses: ClassVar[tuple[str, ...]] = ("KPT-RAID-02", "KPT-RAID-04")

    def legal(self, s: KingsportState) -> tuple[Action, ...]:
        return s.setup.tables.raid_actions[self.next_gods(s)]

    def next_gods(self, s: KingsportState) -> int:
        """The gods that may be named next, as a mask."""
        above = -1 << self.chosen.bit_length()
        return s.hands[s.turn] & s.setup.tables.raidable & above

    def resolve(self, s: KingsportState, action: Any, out: list[Event] | None) -> None:
        s.drop()
        if type(action) is act.Done:
            resolve_raid(s, self.chosen, out)
            return
        named = RaidCards(self.chosen | s.setup.tables.bits[action.card])
        if named.next_gods(s):
            s.ask(named)
        else:
            resolve_raid(s, named.chosen, out)


def investigator_strength(s: KingsportState) -> int:
    """The Investigator's strength against the acting cultist in this round's Raid (0 where there is none)."""
    against = s.setup.raid_at[s.round] or 0
    return against + s.setup.scenario.raid_first_player if s.turn == s.first else against


def bonus(s: KingsportState, gods: int, against: int) -> int:
    """Strength added by the Raid effects of ``gods`` played together."""
    return sum(
        effect.plus
        for bit, effect in s.setup.tables.raid_effects
        if gods & bit and _applies(s, effect, bit, gods, against)
    )


def _applies(s: KingsportState, effect: RaidEffect, bit: int, gods: int, against: int) -> bool:
    tables = s.setup.tables
    ((word, value),) = effect.when.items()
    if word == "investigator_strength":
        return against >= int(value)
    if word == "beside":
        return bool(gods & tables.bits[str(value)])
    return bool(gods & ~bit & tables.level_masks[int(value)])


def resolve_raid(s: KingsportState, gods: int, out: list[Event] | None) -> None:
    """All gods are committed together, then strengths are compared (KPT-RAID-04, RAID-05)."""
    tables = s.setup.tables
    against = investigator_strength(s)
    strength = tables.strength(gods)
    if gods & tables.raid_effect_gods:
        strength += bonus(s, gods, against)
    difference = strength - against
    s.hands[s.turn] &= ~gods
    s.in_play |= gods
    if s.setup.hidden:
        s.show(s.turn, gods)
    if out is not None:
        out.append(
            RaidPlayed(clauses=("KPT-RAID-02", "KPT-RAID-04", "KPT-RAID-01"), seat=s.turn, cards=tables.names(gods))
        )
        out.append(
            RaidResolved(
                clauses=("KPT-RAID-05", "KPT-RAID-07"),
                seat=s.turn,
                strength=strength,
                against=against,
                difference=difference,
            )
        )
    if s.setup.scenario.at == "raid_end" and strikes(s, "raid_end", s.turn, difference):
        s.ask(Loss(s.turn, s.setup.scenario.lose))
    if difference > 0:
        change_sanity(s, s.turn, difference, "raid", out, ("KPT-RAID-05", "KPT-SAN-01"))
    elif difference < 0:
        pay(s, s.turn, -difference, "raid", out, ("KPT-RAID-05", "KPT-RAID-06"))


RAID = RaidCards()
