"""The end (KPT-END) and ties (KPT-TIE)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.core.contract import Outcome
from game.kingsport.events import GameEnded
from game.kingsport.state import ROUNDS

if TYPE_CHECKING:
    from game.kingsport.state import KingsportState


def score(s: KingsportState, seat: int) -> int:
    """Cult points of all owned gods and, with its invoker, Azathoth's (KPT-END-03, KPT-AZA-03)."""
    tables = s.setup.tables
    gods = s.owned(seat)
    total = tables.points(gods & ~tables.final)
    for g in tables.indices(gods & tables.final):
        final = tables.cards.gods[g].final
        assert final is not None
        total += final.worth(ROUNDS - s.azathoth)
    return total


CRITERIA = ("sanity", "level_6", "level_5", "level_4", "level_3", "level_2", "level_1")
"""Tie-breaks in order (KPT-TIE-01, KPT-TIE-02)."""


def ranking_key(s: KingsportState, seat: int) -> tuple[int, ...]:
    """Score, then the tie-breaks; more is better."""
    gods = s.owned(seat)
    levels = (int.bit_count(gods & s.setup.tables.level_masks[n]) for n in (6, 5, 4, 3, 2, 1))
    return (score(s, seat), s.sanity[seat], *levels)


def outcome(s: KingsportState) -> Outcome:
    """Ranks by score and tie-breaks; those still level share the place (KPT-TIE-04, KPT-TIE-05)."""
    keys = [ranking_key(s, seat) for seat in range(s.setup.players)]
    best = max(keys)
    ranks = tuple(1 + sum(other > key for other in keys) for key in keys)
    contenders = [key for key in keys if key[0] == best[0]]
    used = []
    for i, criterion in enumerate(CRITERIA, start=1):
        if len(contenders) < 2:
            break
        used.append(criterion)
        contenders = [key for key in contenders if key[i] == best[i]]
    tables = s.setup.tables
    return Outcome(
        reason="azathoth" if s.azathoth else "rounds",
        winners=tuple(seat for seat, key in enumerate(keys) if key == best),
        ranks=ranks,
        scores=tuple(key[0] for key in keys),
        tie_break=tuple(used),
        details={
            "rounds": s.round,
            "sanity": list(s.sanity),
            "keys": [list(key) for key in keys],
            "gods": [list(tables.names(s.owned(seat))) for seat in range(s.setup.players)],
            "azathoth_round": s.azathoth,
        },
    )


def returns(s: KingsportState) -> list[float]:
    """The sole winner 1, the others -1/(n-1); k winners share (n-k)/k/(n-1). All 0 before the end."""
    n = s.setup.players
    if s.stack:
        return [0.0] * n
    winners = outcome(s).winners
    k = len(winners)
    return [(n - k) / k / (n - 1) if seat in winners else -1 / (n - 1) for seat in range(n)]


def ending(s: KingsportState) -> GameEnded:
    """The event that closes the game; hands are revealed (KPT-INFO-05)."""
    result = outcome(s)
    clauses = ["KPT-END-03", "KPT-END-04", "KPT-INFO-05"]
    if s.round == ROUNDS:
        clauses.append("KPT-END-01")
    if s.azathoth:
        clauses += ["KPT-END-02", "KPT-AZA-02", "KPT-AZA-03", "KPT-AZA-06"]
    if result.tie_break:
        clauses += ["KPT-TIE-01", "KPT-TIE-03", "KPT-TIE-05"]
    if len(result.tie_break) > 1:
        clauses.append("KPT-TIE-02")
    if len(result.winners) > 1:
        clauses.append("KPT-TIE-04")
    return GameEnded(
        clauses=tuple(clauses),
        reason=result.reason,
        scores=result.scores,
        winners=result.winners,
        tie_break=result.tie_break,
        hands=tuple(s.setup.tables.names(hand) for hand in s.hands),
    )
