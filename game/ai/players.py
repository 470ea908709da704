"""A computer player at a seat: what it is shown, which stream it thinks with, and what it answers.

The same two halves serve everybody. ``imagine`` runs where the true state is and hides what the seat may not know;
``think`` runs where the thinking is done, in the same process (simulations) or in a worker (at the table).
"""

from __future__ import annotations

from game.core.chance import Rng, mix
from game.core.contract import Choice, Game, Policy, Refusal, State

_DEAL, _THINK = 1, 2  # the two streams of one choice


def choice_seed(game_seed: int, seat: int, ply: int) -> int:
    """The seed of the choice that ``seat`` makes after ``ply`` actions: the same game again thinks the same again."""
    return mix(mix(game_seed, seat + 1), ply + 1)


def imagine(state: State, seat: int, seed: int) -> State:
    """``state`` as ``seat`` may imagine it: all that is hidden from it is dealt anew."""
    return state.resample(seat, Rng(seed).fork(_DEAL))


def think(policy: Policy, imagined: State, seed: int) -> Choice:
    """The choice of the current player of an imagined state."""
    return policy.choose(imagined, Rng(seed).fork(_THINK))


class UnfitChoice(Exception):
    """A computer player chose what the rules refuse."""

    def __init__(self, level: str, choice: Choice, refusal: Refusal) -> None:
        super().__init__(f"{level} chose {choice.action}, refused by {refusal.clause} ({refusal.key})")
        self.refusal = refusal


class Player:
    """A computer player that thinks in this process."""

    def __init__(self, game: Game, level: str) -> None:
        self.level = level
        self._policy = game.policy(level)

    def choose(self, state: State, seed: int) -> Choice:
        """The current player's choice in the true ``state``. Raises ``UnfitChoice`` if the rules refuse it."""
        choice = think(self._policy, imagine(state, state.current_player(), seed), seed)
        refusal = state.refusal(choice.action)
        if refusal is not None:
            raise UnfitChoice(self.level, choice, refusal)
        return choice
