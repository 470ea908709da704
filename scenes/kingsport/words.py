"""Kingsport's table in words: what cards, seats, sums and rounds are called."""

from __future__ import annotations

from game.kingsport.cards import Cards, God
from scenes.kingsport import facts
from scenes.kingsport.motion import Motion
from scenes.kingsport.symbols import cost_groups
from scenes.kingsport.view import FACES, View
from scenes.table import TableScene


class Worded(TableScene):
    """A table that can say what lies on it."""

    cards: Cards
    gods: dict[str, God]
    view: View
    motion: Motion
    sent: set[str]
    """The gods gathered for the Raid, before they are named one by one."""

    def pile_text(self, card: str) -> str:
        """A pile in one sentence."""
        god = self.gods[card]
        return self.app.tr(
            "kpt.pile",
            god=f"@god.{card}.name",
            level=f"@level.{god.level}",
            count=self.view.piles[card],
            cost=self.cost_words(god),
            points=god.points,
            strength=god.strength,
        )

    def cost_words(self, god: God) -> str:
        """A cost in words."""
        tr = self.app.tr
        parts = []
        for kind, count, not_evil in cost_groups(god.price.terms):
            if kind in FACES:
                parts.append(tr(f"face.{kind}"))
            elif kind == "U":
                parts.append(tr("kpt.cost.different", dice=count))
            else:
                key = "kpt.cost.alike_not_evil" if not_evil else "kpt.cost.alike" if count > 1 else "kpt.cost.any"
                parts.append(tr(key, dice=count))
        return ", ".join(parts)

    def missing_words(self, card: str) -> str:
        """The tag of a pile that cannot be paid: what is missing."""
        if self.viewer is None or self.view.turn != self.viewer or self.view.phase not in ("expansion", "invocation"):
            return ""
        if not self.view.piles[card]:
            return ""
        if card in self.view.hand or card in self.view.in_play:
            return self.app.tr("kpt.tag.owned")
        god = self.gods[card]
        faces = facts.shortfall(god, self.view.dice)
        if faces == ():
            return ""
        if faces is not None and len(set(faces)) == 1:
            return self.app.tr("kpt.tag.face", count=len(faces), face=f"@face.{faces[0]}")
        return self.app.tr("kpt.tag.dice", count=facts.lacking(god, self.view.dice))

    def hand_text(self, card: str) -> str:
        """A card of the hand in one sentence."""
        god = self.gods[card]
        key = "kpt.hand_sent" if card in self.sent else "kpt.hand"
        return self.app.tr(
            key, god=f"@god.{card}.name", effect=f"@god.{card}.text", points=god.points, strength=god.strength
        )

    def raid_sum(self) -> facts.RaidSum | None:
        """What the gods gathered so far come to."""
        if self.question != "raid_cards" or self.viewer is None:
            return None
        return facts.sum_raid(self.state, self.viewer, self.in_order(self.sent))

    def equation_words(self) -> str:
        """The sum in large type: strength, the Investigator's, the difference."""
        shown = self.motion.equation
        if shown is not None:
            strength, against = shown
        else:
            total = self.raid_sum()
            if total is None:
                return ""
            strength, against = total.strength, total.against
        difference = strength - against
        sign = f"+{difference}" if difference > 0 else f"\u2212{-difference}" if difference < 0 else "0"
        return self.app.tr("kpt.equation", strength=strength, against=against, difference=sign)

    def seat_order(self) -> list[int]:
        """The own seat first, then the others as they sit."""
        first = self.viewer if self.viewer is not None else self.view.first
        return [(first + offset) % self.view.players for offset in range(self.view.players)]

    def seat_text(self, seat: int) -> str:
        """A cultist in one sentence."""
        lesser, elder, great = self.view.backs[seat]
        key = "kpt.seat.first" if seat == self.view.first else "kpt.seat"
        return self.app.tr(
            key,
            name=self.wording.names[seat],
            count=self.view.sanity[seat],
            cards=self.view.hand_size(seat),
            lesser=lesser,
            elder=elder,
            great=great,
        )

    def track_text(self) -> str:
        """The rounds in a sentence."""
        raids = ", ".join(
            self.app.tr("kpt.raid_in", round=number, strength=strength) for number, strength in self.view.raids.items()
        )
        return self.app.tr("kpt.track" if raids else "kpt.track_quiet", round=self.view.round, raids=raids)
