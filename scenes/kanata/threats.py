"""What hunts whom in Kanata: the lines of the threats panel."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from scenes.kanata.words import Worded

LONE_BIKE = -1
"""The 4-wheeler itself is hunted. What lies below is a place to go home to."""


@dataclass(frozen=True)
class ThreatLine:
    """One line of the threats panel."""

    piece: str
    space: str
    words: str


def threat_lines(table: Worded) -> list[ThreatLine]:
    """Every enemy on the board in a sentence."""
    tr = table.app.tr
    state: Any = table.state
    lines: list[ThreatLine] = []
    told: set[str] = set()
    for threat in state.forecast():
        piece = threat.enemy if threat.enemy != "abomination" else f"abomination.{threat.number}"
        told.add(piece)
        hunts = [
            table.wording.names[seat] if seat >= 0 else tr("kan.the_bike") for seat in threat.hunts if seat >= LONE_BIKE
        ]
        values: dict[str, str | int] = {
            "enemy": tr(f"kan.enemy.{threat.enemy}", number=threat.number),
            "space": table.space_name(threat.space),
            "names": ", ".join(hunts),
            "steps": threat.needs,
            "dice": threat.dice,
            "chance": table.percent(threat.chance),
        }
        if not hunts:
            key = "kan.threat.nobody"
        elif not threat.chance:
            key = "kan.threat.never"
        elif threat.door:
            key = "kan.threat.door"
        else:
            key = "kan.threat"
        words = tr(key, values)
        if threat.enemy == "ambulance":
            words = f"{words} {tr('kan.threat.tires', tires=table.view.tires)}"
        lines.append(ThreatLine(piece, threat.space, words))
    if "sheriff" not in told:
        words = tr("kan.threat.held", space=table.space_name(table.view.sheriff))
        lines.insert(0, ThreatLine("sheriff", table.view.sheriff, words))
    for one in table.view.abominations:
        piece = f"abomination.{one.number}"
        if piece not in told:
            key = "kan.piece.dormant" if one.dormant else "kan.piece.abomination"
            lines.append(ThreatLine(piece, one.space, tr(key, number=one.number, space=table.space_name(one.space))))
    return lines
