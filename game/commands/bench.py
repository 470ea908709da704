"""Measure: decisions and games a second, what a clone costs, the window, start-up.

Play is uniformly random: whole games of the usual set-up, one after the other, their beginnings counted too, so that a
loop of one's own beside it finds the same. decisions_per_s counts every applied action through the trusting door with
events off; checked_per_s those through the checked door with events; real is the share that offered several choices.
Seconds of rules, thinking and start-up are seconds of a processor, so that what else the machine does counts less.
"""

from __future__ import annotations

import argparse
import os
import platform
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from random import Random
from statistics import median
from time import process_time
from typing import Any

from game.commands.common import GOOD, Screens, add_json_argument, print_json
from game.core import saves
from game.core.chance import Rng
from game.core.content import DATA
from game.core.contract import Game, State
from game.core.journal import encode
from game.core.numbers import shortened
from game.core.session import HUMAN, SeatPlan, Session
from game.registry import GAMES, get

_STARTS = 5
_KEPT = 1_000
_SLICES = 8
"""What is the same work each time is the best of so many stretches: what else the machine does only makes it slower."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's own arguments."""
    parser.add_argument("games", metavar="GAME", nargs="*", help="only these games (default: all)")
    parser.add_argument("--seconds", metavar="S", type=_seconds, default=2.0, help="how long each figure is taken (2)")
    parser.add_argument("--no-frames", action="store_true", help="leave the window's figures out")
    add_json_argument(parser)


def run(arguments: argparse.Namespace, screens: Screens) -> int:
    """Carry out the command."""
    games = [get(game_id) for game_id in arguments.games or GAMES]
    report: dict[str, Any] = {
        "machine": {"python": platform.python_version(), "system": platform.platform(), "cores": os.cpu_count()},
        "engine": {game.id: engine(game, arguments.seconds) for game in games},
        "search": {game.id: thinking(game, arguments.seconds) for game in games},
        "frames": {} if arguments.no_frames else screens.frames(arguments.games),
        "window": {} if arguments.no_frames else screens.window_figures(arguments.games),
        "startup": startup(),
        "files": kept_games(games[0]),
    }
    if arguments.json:
        print_json(report)
    else:
        _print_nested(report)
    return GOOD


def engine(game: Game, seconds: float) -> dict[str, Any]:
    """The figures of a game's rules, at four seats or what it has nearest to that."""
    players = max(game.min_players, min(4, game.max_players))
    play_at_random(game, players, seconds / 4, _checked)  # tables are built once and are not what is measured
    plain = play_at_random(game, players, seconds)
    checked = play_at_random(game, players, seconds, _checked)
    states = _sample(game, players)
    rng = Rng(1)
    return {
        "players": players,
        "decisions_per_s": plain["decisions_per_s"],
        "checked_per_s": checked["decisions_per_s"],
        "real": plain["real"],
        "games_per_s": plain["games_per_s"],
        "decisions_per_game": plain["decisions_per_game"],
        "clone_us": _cost(states, seconds / 4, lambda s: s.clone()),
        "resample_us": _cost(states, seconds / 4, lambda s: s.resample(s.current_player(), rng)),
        "observation_us": _cost(states, seconds / 4, lambda s: s.observation(s.current_player())),
        "digest_us": _cost(states, seconds / 4, lambda s: s.digest()),
    }


def thinking(game: Game, seconds: float) -> dict[str, Any]:
    """How long a computer player of each level thinks about a decision that offers a choice."""
    figures: dict[str, Any] = {}
    players = max(game.min_players, min(4, game.max_players))
    states = [state for state in _sample(game, players) if len(state.legal_actions()) > 1]
    for level in game.levels:
        policy = game.policy(level)
        rng = Rng(1)
        figures[f"{level}_ms"] = round(_cost(states, seconds / 2, lambda s: policy.choose(s, rng)) / 1000, 3)  # noqa: B023  # called at once
        rate = getattr(policy, "iterations_per_second", None)  # search players say how fast they search
        if rate is not None:
            figures["iterations_per_s"] = rate(states, seconds / 2)
    return figures


def startup() -> dict[str, float]:
    """Milliseconds of a processor that a fresh Python takes to import the engine, the median of some."""
    imports = {
        "game_ms": "import game.core.contract, game.core.session, game.registry",
        "command_line_ms": "import game.commands.cli",
        "games_ms": "from game.registry import GAMES, get; [get(game).options for game in GAMES]",
    }
    if getattr(sys, "frozen", False):
        return {}
    return {name: round(1000 * _import(code), 1) for name, code in imports.items()}


def kept_games(game: Game) -> dict[str, float]:
    """Milliseconds of a processor that the title takes to find the game to go on with among a thousand: where all are
    over, and where the one played last is not."""
    kinds = [game.seat_kinds(seat) for seat in range(game.min_players)]
    session = Session.start(game, [SeatPlan(HUMAN if HUMAN in seat else seat[0]) for seat in kinds], seed=1)
    running = encode(session.header, session.records)[0]
    rng = Random(1)
    while actions := session.state.legal_actions():
        session.apply(actions[int(rng.random() * len(actions))])
    over = encode(session.header, session.records)[0]
    figures: dict[str, float] = {}
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "games"
        folder.mkdir()
        for number in range(_KEPT):
            (folder / f"{number}{saves.JOURNAL}").write_bytes(over)
        figures["thousand_over_ms"] = _least(lambda: saves.latest_running(folder, GAMES))
        (folder / f"running{saves.JOURNAL}").write_bytes(running)
        figures["thousand_and_one_running_ms"] = _least(lambda: saves.latest_running(folder, GAMES))
    return figures


def _least(work: Callable[[], object]) -> float:
    """The fewest milliseconds of a processor that ``work`` took."""
    best = float("inf")
    for _ in range(_SLICES):
        began = process_time()
        work()
        best = min(best, process_time() - began)
    return round(1000 * best, 1)


def _import(code: str) -> float:
    timed = f"from time import process_time as now; began = now(); {code}; print(now() - began)"
    fresh = [sys.executable, "-c", timed]
    times = [
        float(subprocess.run(fresh, check=True, cwd=DATA.parent, capture_output=True, text=True).stdout)
        for _ in range(_STARTS)
    ]
    return median(times)


def _trusting(state: State, rng: Random) -> tuple[int, int]:
    """Play a game to its end through the trusting door; how many decisions there were, and how many were real."""
    decisions = real = 0
    step, legal, draw = state.step, state.legal_actions, rng.random
    while actions := legal():  # empty only at the end
        count = len(actions)
        decisions += 1
        if count > 1:
            real += 1
            step(actions[int(draw() * count)])
        else:
            step(actions[0])
    return decisions, real


def _checked(state: State, rng: Random) -> tuple[int, int]:
    """The same through the checked door, with events."""
    decisions = real = 0
    while actions := state.legal_actions():
        decisions += 1
        real += len(actions) > 1
        state.apply_action(actions[int(rng.random() * len(actions))])
    return decisions, real


def play_at_random(
    game: Game, players: int, seconds: float, play: Callable[[State, Random], tuple[int, int]] = _trusting
) -> dict[str, Any]:
    """All decisions over all seconds: games differ, and the best stretch would be the one with the easiest of them."""
    rng = Random(7)
    games = decisions = real = 0
    began = process_time()
    while (took := process_time() - began) < seconds or not games:
        one, choices = play(game.new_game(players, games + 1), rng)
        games, decisions, real = games + 1, decisions + one, real + choices
    return {
        "decisions_per_s": round(decisions / took),
        "games_per_s": round(games / took, 1),
        "real": round(real / decisions, 3),
        "decisions_per_game": round(decisions / games, 1),
    }


def _sample(game: Game, players: int, games: int = 5) -> list[State]:
    """States from all over a few random games."""
    rng = Rng(11)
    states: list[State] = []
    for seed in range(games):
        state = game.new_game(players, seed + 1)
        while not state.is_terminal():
            states.append(state.clone())
            actions = state.legal_actions()
            state.step(actions[rng.below(len(actions))])
    return states


def _cost(states: list[State], seconds: float, work: Callable[[State], object]) -> float:
    """Microseconds that ``work`` takes on one state."""
    best = float("inf")
    for _ in range(_SLICES):
        done = 0
        began = process_time()
        while (took := process_time() - began) < seconds / _SLICES or not done:
            for state in states:
                work(state)
            done += len(states)
        best = min(best, took / done)
    return round(best * 1e6, 2)


def _print_nested(report: dict[str, Any], indent: str = "") -> None:
    for name, value in report.items():
        if isinstance(value, dict):
            print(f"{indent}{name}")
            _print_nested(value, indent + "  ")
        else:
            shown = f"{value:,}" if isinstance(value, int) else value
            print(f"{indent + name:24} {shown}")


def _seconds(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value <= 600:
        raise argparse.ArgumentTypeError(f"found {shortened(text)!r}, expected seconds above 0, at most 600")
    return value
