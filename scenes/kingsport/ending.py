"""The end of Kingsport in words: each seat's points card by card, and how a tie was broken."""

from __future__ import annotations

from collections.abc import Sequence

from game.core.contract import Outcome
from game.kingsport.state import ROUNDS
from scenes.kingsport.words import Worded
from scenes.result import Reckoning


class Ended(Worded):
    """A table that can say what each seat's points came from."""

    def reckonings(self, outcome: Outcome) -> Sequence[Reckoning]:
        tr = self.app.tr
        rows = []
        for seat, owned in enumerate(outcome.details["gods"]):
            lines: list[tuple[str, int]] = []
            for card in owned:
                god = self.gods[card]
                if god.final is not None:
                    left = ROUNDS - int(outcome.details["azathoth_round"])
                    named = tr("kpt.points_final", god=f"@god.{card}.name", rounds=left)
                    lines.append((named, god.final.worth(left)))
                else:
                    lines.append((tr(f"god.{card}.name"), god.points))
            rows.append(Reckoning(seat, lines))
        return rows

    def tie_lines(self, outcome: Outcome) -> Sequence[str]:
        tr = self.app.tr
        if not outcome.tie_break:
            return ()
        keys = outcome.details["keys"]
        best = max(key[0] for key in keys)
        tied = [seat for seat, key in enumerate(keys) if key[0] == best]
        lines = [tr("kpt.tie.start", names=", ".join(self.wording.names[seat] for seat in tied), score=best)]
        for number, criterion in enumerate(outcome.tie_break, start=1):
            top = max(keys[seat][number] for seat in tied)
            values = ", ".join(f"{self.wording.names[seat]} {keys[seat][number]}" for seat in tied)
            tied = [seat for seat in tied if keys[seat][number] == top]
            name = (
                tr("kpt.tie.sanity") if criterion == "sanity" else tr("kpt.tie.level", level=f"@level.{criterion[-1]}")
            )
            lines.append(tr("kpt.tie.step", criterion=name, values=values))
        lines.append(
            tr(
                "kpt.tie.shared" if len(tied) > 1 else "kpt.tie.won",
                names=", ".join(self.wording.names[seat] for seat in tied),
            )
        )
        return lines
