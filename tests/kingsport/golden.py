"""The golden games of Kingsport: how they are played (``tests/golden``)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from game.core.chance import Rng
from game.core.contract import Action, Event, State
from game.kingsport import actions as act
from game.kingsport.rules import GAME
from tests.golden import transcript


def play(players: int, seed: int, investigator: str, ledger: str, scenario: bool) -> str:
    """A game of hasty cultists: any legal answer, but no end while something can be done."""
    events: list[Event] = []
    state = GAME.new_game(players, seed, sink=events, investigator=investigator, ledger=ledger, scenario=scenario)
    rng = Rng(seed)
    title = f"kingsport: {players} cultists, seed {seed}, {investigator}, ledger {ledger}, scenario {scenario}"
    return transcript(title, state, events, partial(hasty, rng=rng))


def hasty(state: State, rng: Rng) -> Action:
    """Any legal answer but to stop, which comes last."""
    legal = [
        action for action in state.legal_actions() if not isinstance(action, (act.EndExpansion, act.Pass, act.Done))
    ]
    legal = legal or list(state.legal_actions())
    return legal[rng.below(len(legal))]


GAMES: dict[str, Callable[[], str]] = {
    "3-dyer-open": partial(play, 3, 1926, "dyer", "open", True),
    "4-olmstead-memory": partial(play, 4, 1931, "olmstead", "memory", True),
    "5-gilman-open": partial(play, 5, 1932, "gilman", "open", True),
    "4-whipple-beginners": partial(play, 4, 1924, "whipple", "open", False),
}
