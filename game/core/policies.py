"""What the computer players of all games share: choosing one by its level, and the one that only rolls dice."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping

from game.core.chance import Rng
from game.core.contract import Choice, Policy, Reason, SetupError, State

RANDOM = "random"
"""The level of ``RandomPolicy``: a yardstick for simulations, not offered at the table."""


class RandomPolicy:
    """Uniformly random legal play."""

    def __init__(self, game: str) -> None:
        self.reasons = (Reason(f"{game}.reason.chance"),)

    def choose(self, state: State, rng: Rng) -> Choice:
        actions = state.legal_actions()
        return Choice(actions[rng.below(len(actions))], self.reasons)


class Doubt:
    """What somebody misjudges while one plan lasts: of the same thing always the same, whatever is asked between.

    ``plan``: what everybody can see and what stays as it is while the plan lasts. So no memory is needed, and equal
    observations still give equal choices.
    """

    def __init__(self, *plan: object) -> None:
        self._plan = repr(plan).encode()

    def of(self, thing: object) -> float:
        """A number from 0 to 1 for a thing."""
        found = hashlib.blake2b(repr(thing).encode(), digest_size=8, key=hashlib.blake2b(self._plan).digest())
        return int.from_bytes(found.digest(), "big") / 2**64


def policy_of(game: str, level: str, makers: Mapping[str, Callable[[], Policy]]) -> Policy:
    """The policy of a level out of ``makers``, or ``RANDOM``. Raises ``SetupError`` for one that is not there."""
    if level == RANDOM:
        return RandomPolicy(game)
    if level not in makers:
        levels = ", ".join(makers)
        raise SetupError(f"{game} has no computer player {level!r}; it has: {levels} (and random for simulations)")
    return makers[level]()
