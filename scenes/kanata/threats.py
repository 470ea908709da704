"""What hunts whom in Kanata: the lines of the threats panel."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from game.kanata.queries import LONE_BIKE, Threat, dice_known
from scenes.kanata.words import Worded


@dataclass(frozen=True)
class ThreatLine:
    """One line of the threats panel."""

    piece: str
    space: str
    words: str


def _key(threat: Threat, more: Threat, *, hunts: bool, both: bool) -> str:
    """The text that is true of a threat. While the dice of the turn are not fixed it tells of one and of two; that
    something cannot happen is said only where it cannot."""
    if not hunts:
        return "kan.threat.nobody"
    if threat.barred:
        return "kan.threat.barred"
    if not (more if both else threat).chance:
        return "kan.threat.far_both" if both else "kan.threat.far"
    door = ".door" if threat.door else ""
    return f"kan.threat{door}.both" if both else f"kan.threat{door}"


def _names(table: Worded, seats: Sequence[int]) -> str:
    """Those who are hunted, by their names."""
    bike = table.app.tr("kan.the_bike")
    return ", ".join(table.wording.names[seat] if seat >= 0 else bike for seat in seats if seat >= LONE_BIKE)


def threat_lines(table: Worded) -> list[ThreatLine]:
    """Every enemy on the board in a sentence."""
    tr = table.app.tr
    state: Any = table.state
    lines: list[ThreatLine] = []
    told: set[str] = set()
    both = not dice_known(state)
    second = state.forecast(2)
    for threat, more in zip(state.forecast(1 if both else None), second, strict=True):
        piece = threat.enemy if threat.enemy != "abomination" else f"abomination.{threat.number}"
        told.add(piece)
        hunts = _names(table, threat.hunts)
        whom = tr("kan.threat.lowest", names=hunts) if threat.tied else hunts
        if threat.meets:
            whom = tr("kan.threat.on_the_way", names=whom, met=_names(table, threat.meets))
        values: dict[str, str | int] = {
            "enemy": tr(f"kan.enemy.{threat.enemy}", number=threat.number),
            "space": table.space_name(threat.space),
            "names": whom,
            "steps": threat.needs,
            "dice": tr("kan.dice", count=threat.dice),
            "chance": table.percent(threat.chance),
            "second": table.percent(more.chance),
        }
        key = _key(threat, more, hunts=bool(hunts), both=both and threat.enemy != "ambulance")
        if key == "kan.threat.far" and table.view.moved != "no" and table.view.tracked:
            key = "kan.threat.never"  # nobody moves any more before the enemies do
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
