"""Scenario effects of the Investigators (KPT-INVEST).

An Investigator's effect is data: numbers that change a rule (``Scenario``'s plain fields) or a loss at a moment of
the turn when conditions hold. One function a condition word.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from game.kingsport.dice import FACE_INDEX, NUMBER

if TYPE_CHECKING:
    from game.kingsport.state import KingsportState

MOMENTS = ("round_start", "expansion_end", "invocation_end", "raid_end")


class Scenario(Struct, frozen=True, forbid_unknown_fields=True):
    """What an Investigator changes all game long. The defaults change nothing."""

    at: str | None = None
    """The moment of a loss: one of ``MOMENTS``."""
    lose: int = 0
    when: dict[str, str | int | bool] = {}
    """Condition words with their values; all must hold."""
    handover_reward: int = 1
    """Sanity for passing the Time counter (KPT-ROUND-02)."""
    raid_first_player: int = 0
    """Added to the Investigator's strength against the first player."""
    first_price: int = 0
    """Added to the first Sanity price of each Expansion."""
    play_limit: int = 66
    """Gods that may be played in one Expansion."""
    gain_less: int = 0
    """Taken from each gain of Sanity by a god."""
    opening_reroll: int = 0
    """The price of rolling the opening die again, once; 0: not offered."""
    clauses: tuple[str, ...] = ()
    """Clauses that speak of this very Investigator."""


def obtained(s: KingsportState, seat: int, face: str, margin: int) -> bool:
    """`obtained: F` — a die of yours showed F at any moment of this Expansion"""
    return bool(s.obtained >> FACE_INDEX[face] & 1)


def not_obtained(s: KingsportState, seat: int, face: str, margin: int) -> bool:
    """`not_obtained: F` — no die of yours showed F at any moment of this Expansion"""
    return not s.obtained >> FACE_INDEX[face] & 1


def kept_back(s: KingsportState, seat: int, value: bool, margin: int) -> bool:
    """`kept_back: true` — you had a card at the start of the turn and played no god"""
    return s.had_hand and not s.played


def dice_held(s: KingsportState, seat: int, number: int, margin: int) -> bool:
    """`dice_held: n` — you hold n dice"""
    return NUMBER[s.dice] == number


def invoked_at_least(s: KingsportState, seat: int, level: int, margin: int) -> bool:
    """`invoked_at_least: n` — you invoked a god of level n or higher"""
    return s.invoked >= 0 and s.setup.tables.levels[s.invoked] >= level


def invoked_at_most(s: KingsportState, seat: int, level: int, margin: int) -> bool:
    """`invoked_at_most: n` — you invoked nothing, or a god of level n or lower"""
    return s.invoked < 0 or s.setup.tables.levels[s.invoked] <= level


def from_round(s: KingsportState, seat: int, number: int, margin: int) -> bool:
    """`from_round: n` — it is round n or later"""
    return s.round >= number


def beaten(s: KingsportState, seat: int, value: bool, margin: int) -> bool:
    """`beaten: true` — the Investigator was stronger in this Raid"""
    return margin < 0


def sanest(s: KingsportState, seat: int, value: bool, margin: int) -> bool:
    """`sanest: true` — you have more Sanity than any other cultist"""
    return all(s.sanity[seat] > other for i, other in enumerate(s.sanity) if i != seat)


CONDITIONS: Mapping[str, Callable[[Any, int, Any, int], bool]] = {
    f.__name__: f
    for f in (
        obtained,
        not_obtained,
        kept_back,
        dice_held,
        invoked_at_least,
        invoked_at_most,
        from_round,
        beaten,
        sanest,
    )
}


def strikes(s: KingsportState, moment: str, seat: int, margin: int = 0) -> bool:
    """Whether the Scenario effect makes ``seat`` lose Sanity at this moment. ``margin``: the Raid's difference."""
    scenario = s.setup.scenario
    if scenario.at != moment:
        return False
    for word, value in scenario.when.items():  # noqa: SIM110  # asked several times a turn: a loop is the quickest
        if not CONDITIONS[word](s, seat, value, margin):
            return False
    return True


def vocabulary() -> str:
    """The condition words as a Markdown table, from the docstrings above."""
    rows = []
    for function in CONDITIONS.values():
        word, _, meaning = (function.__doc__ or "").partition(" — ")
        rows.append(f"| {word} | {meaning} |")
    return "\n".join(["| condition | holds when |", "| --- | --- |", *rows])
