"""What the tests of a game know beyond the contract: ``SAMPLE`` in ``tests/<game>/sample.py``, where there is one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from game import registry
from game.commands import texts
from game.core.chance import Rng
from game.core.contract import Action, Event, Game, State

NAMES = (*registry.GAMES, "toy")
"""Every game, and the toy, which is registered while its tests run (``conftest.py``)."""


def nothing(state: Any) -> None:
    """Nothing more is known of what must hold."""


def random_action(state: State, rng: Rng) -> Action:
    """A legal action, each equally likely."""
    legal = state.legal_actions()
    return legal[rng.below(len(legal))]


def mid_game(game: Game, seed: int, decisions: int, **options: Any) -> State:
    """A state after so many random decisions, at one that offers a choice; of a short game after fewer."""
    while decisions:
        for attempt in range(20):
            state = game.new_game(min(max(3, game.min_players), game.max_players), seed, **options)
            rng = Rng(seed + 100 * attempt)
            left = decisions
            while not state.is_terminal() and (left > 0 or len(state.legal_actions()) < 2):
                state.step(random_action(state, rng))
                left -= 1
            if not state.is_terminal():
                return state
        decisions //= 2
    raise AssertionError(f"no game of {game.id} offers a choice")


@dataclass(frozen=True)
class Sample:
    """How a game is tried. Every part has a default that any game can give."""

    game: Game
    set_up: Callable[[int], tuple[int, dict[str, Any]]]
    """Players and options of the ``number``-th game of a series through all set-ups."""
    attempts: Sequence[Action] = ()
    """Whatever a person might try at any question; none: made from the game's types (``game.commands.texts``)."""
    check: Callable[[Any], None] = nothing
    """What holds at every moment."""
    check_end: Callable[[Any], None] = nothing
    """What holds when a game is over."""
    lively: Callable[[Any, Rng, int], Action] = field(default=lambda state, rng, ply: random_action(state, rng))
    """An answer half sensible, so that games grow old, given how many were before it."""
    sees_all: frozenset[int] = frozenset()
    """Seats from which nothing is hidden, such as a game master's."""
    hiding: Mapping[str, Any] = field(default_factory=dict)
    """The options that hide the most."""
    games: int = 200
    """So many games of random play, in batches; in each the table is looked at after every ``every`` acts."""
    batch: int = 50
    every: int = 1
    plies: int = 100_000
    """So many acts at most."""
    old_games: int = 4
    deep: int = 12
    """So many games in which everything is tried at many of the first ``deep_plies`` acts, each ``deep_every``-th."""
    deep_plies: int = 150
    deep_every: int = 1
    told: int = 6
    """So many games are told in words."""
    told_plies: int = 120
    examples: int = 10
    """So many runs of hypothesis, each of so many ``steps``."""
    steps: int = 20
    goldens: Mapping[str, Callable[[], str]] = field(default_factory=dict)
    """Whole games as text by the name of their file in ``tests/golden/<game>``."""

    def table(self, number: int, sink: list[Event] | None = None) -> Any:
        """The beginning of the ``number``-th game of the series. Nobody is there to roll real dice."""
        players, options = self.set_up(number)
        state: Any = self.game.new_game(players, number, sink=sink, **options)
        state.strict = False
        return state

    def tries(self, state: State) -> Sequence[Action]:
        """What anybody might try in ``state``."""
        return self.attempts or texts.attempts(self.game, state.legal_actions())


def of(game: Game) -> Sample:
    """The sample of a game, or the plain one."""
    place = f"tests.{game.id}.sample"
    if find_spec(f"tests.{game.id}") is not None and find_spec(place) is not None:
        sample: Sample = import_module(place).SAMPLE
        return sample
    return Sample(game, lambda number: texts.set_up(game, number))


def found(name: str) -> Sample:
    """The sample of a game by its id, the toy among them, before anything is registered."""
    if name in registry.GAMES:
        return of(registry.get(name))
    from tests.toy.rules import GAME

    return of(GAME)


def seats(state: State) -> range:
    """The seats of a game."""
    return range(len(state.returns()))
