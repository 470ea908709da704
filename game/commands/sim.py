"""Play games between computer players and count: win rates with confidence intervals, scores, outcomes, length.

Seats are rotated between the games. The same seed gives the same figures whatever --jobs says. A team wins together:
its victory is one for each of its members. Rivals who share a victory get a part of it each.
"""

from __future__ import annotations

import argparse
import math
import multiprocessing
import signal
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from statistics import fmean, quantiles
from time import perf_counter
from typing import Any

from msgspec import Struct

from game.ai.players import Player, choice_seed
from game.commands.common import (
    GOOD,
    CommandError,
    Screens,
    add_json_argument,
    add_table_arguments,
    print_json,
    read_count,
    read_options,
    read_seats,
    read_seed,
    usual_seats,
)
from game.core.chance import mix
from game.core.contract import Game
from game.registry import get

MOST_DECISIONS = 50_000
"""A game that is not over by then counts as unfinished."""

_CHUNK = 5  # games that a process is given at a time


class Plan(Struct, frozen=True):
    """What is simulated: everything a process needs to play any of its games."""

    game: str
    players: tuple[str, ...]
    """The entries of ``--seats``."""
    options: dict[str, Any]
    seed: int


class Row(Struct, frozen=True):
    """How one game ended. Scores and winners are by entry of ``--seats``, not by seat."""

    finished: bool
    reason: str
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    decisions: int


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's own arguments."""
    parser.add_argument("game", metavar="GAME")
    add_table_arguments(parser, seats="computer levels, or random (uniformly random play); default: the weakest")
    parser.add_argument("--games", metavar="N", type=read_count, default=100, help="how many (default 100)")
    parser.add_argument("--jobs", metavar="N", type=read_count, default=1, help="processes (default 1)")
    parser.add_argument("--scheduler", metavar="ADDRESS", help="play on a Dask cluster (needs dask.distributed)")
    add_json_argument(parser)


def run(arguments: argparse.Namespace, screens: Screens) -> int:
    """Carry out the command."""
    game = get(arguments.game)
    players = read_seats(game, arguments.seats, usual_seats(game, person=False), computers_only=True)
    options = read_options(game, arguments.set)
    plan = Plan(game.id, tuple(players), options, read_seed(arguments.seed, 1))
    game.new_game(len(players), plan.seed, **options)  # a wrong option shows here, before any process is started
    began = perf_counter()
    rows = list(_with_progress(_rows(plan, arguments), arguments.games))
    report = figures(plan, rows, perf_counter() - began)
    if arguments.json:
        print_json(report)
    else:
        _print_table(report, plan, rows)
    return GOOD


def rotated(game: Game, players: int, index: int) -> list[int]:
    """Which entry of ``--seats`` sits on each seat in game ``index``.

    Entries change places among seats that take the same kinds of player, so a game master's seat stays.
    """
    kinds = [game.seat_kinds(seat) for seat in range(players)]
    entries = [0] * players
    for kind in dict.fromkeys(kinds):
        seats = [seat for seat in range(players) if kinds[seat] == kind]
        for place, seat in enumerate(seats):
            entries[seat] = seats[(place - index) % len(seats)]
    return entries


def play_games(plan: Plan, indices: Sequence[int]) -> list[Row]:
    """Play the games of these numbers. Depends on nothing but its arguments."""
    game = get(plan.game)
    levels = {level: Player(game, level) for level in dict.fromkeys(plan.players)}
    return [_play(game, plan, levels, index) for index in indices]


def _play(game: Game, plan: Plan, levels: dict[str, Player], index: int) -> Row:
    seed = mix(plan.seed, index + 1)
    entries = rotated(game, len(plan.players), index)
    state = game.new_game(len(plan.players), seed, **plan.options)
    state.strict = False  # nobody is there to roll real dice
    decisions = 0
    while not state.is_terminal() and decisions < MOST_DECISIONS:
        seat = state.current_player()
        choice = levels[plan.players[entries[seat]]].choose(state, choice_seed(seed, seat, decisions))
        state.step(choice.action)
        decisions += 1
    outcome = state.outcome()
    if outcome is None:
        return Row(False, "unfinished", (), (), decisions)
    scores = [0] * len(outcome.scores)
    for seat, score in enumerate(outcome.scores):
        scores[entries[seat]] = score
    winners = () if outcome.lost else tuple(entries[seat] for seat in outcome.winners)
    return Row(True, outcome.reason, winners, tuple(scores), decisions)


def figures(plan: Plan, rows: Sequence[Row], seconds: float) -> dict[str, Any]:
    """The figures of the games, ready for JSON. A victory that rivals share counts as a part of one for each, the
    victory of a team as a whole one for each of its members (``Game.team_wins``).
    """
    team = get(plan.game).team_wins
    finished = [row for row in rows if row.finished]
    players = []
    for entry, name in enumerate(plan.players):
        wins = math.fsum(1 / (1 if team else len(row.winners)) for row in finished if entry in row.winners)
        scores = _scores(finished, entry)
        players.append(
            {
                "player": name,
                "win_rate": round(wins / len(finished), 4) if finished else 0.0,
                "ci95": [round(bound, 4) for bound in wilson(wins, len(finished))],
                "mean_score": round(fmean(scores), 3) if scores else None,
            }
        )
    return {
        "game": plan.game,
        "games": len(rows),
        "finished": len(finished),
        "players": players,
        "outcomes": dict(sorted(Counter(row.reason for row in rows).items())),
        "mean_decisions": round(fmean(row.decisions for row in rows), 2),
        "seconds": round(seconds, 2),
    }


def wilson(wins: float, games: int) -> tuple[float, float]:
    """Wilson's 95 % interval for a rate (E. B. Wilson 1927): right near 0 and 1 too; (0, 1) without games."""
    if not games:
        return 0.0, 1.0
    z = 1.959963984540054
    rate = wins / games
    middle = rate + z * z / (2 * games)
    half = z * math.sqrt(rate * (1 - rate) / games + z * z / (4 * games * games))
    scale = 1 + z * z / games
    return max(0.0, (middle - half) / scale), min(1.0, (middle + half) / scale)


def _rows(plan: Plan, arguments: argparse.Namespace) -> Iterator[Row]:
    """The rows in the order of the games, wherever they are played."""
    chunks = [range(at, min(at + _CHUNK, arguments.games)) for at in range(0, arguments.games, _CHUNK)]
    if arguments.scheduler:
        yield from _rows_of_cluster(plan, chunks, arguments.scheduler)
    elif arguments.jobs == 1:
        for index in range(arguments.games):
            yield from play_games(plan, [index])
    else:
        yield from _rows_of_processes(plan, chunks, arguments.jobs)


def _rows_of_processes(plan: Plan, chunks: Sequence[Sequence[int]], jobs: int) -> Iterator[Row]:
    from concurrent.futures import ProcessPoolExecutor

    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(min(jobs, len(chunks)), context, _leave_interrupts_to_parent)
    try:
        for rows in pool.map(play_games, [plan] * len(chunks), chunks):
            yield from rows
    finally:
        pool.shutdown(cancel_futures=True)


def _leave_interrupts_to_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _rows_of_cluster(plan: Plan, chunks: Sequence[Sequence[int]], address: str) -> Iterator[Row]:
    try:
        from distributed import Client
    except ImportError:
        raise CommandError("--scheduler needs Dask; install it (pip install distributed) or use --jobs") from None
    try:
        client = Client(address, timeout="10s")
    except (OSError, ValueError) as error:
        raise CommandError(f"--scheduler: no Dask scheduler answers at {address} ({error})") from None
    with client:
        try:
            for future in client.map(play_games, [plan] * len(chunks), chunks, pure=False):
                yield from future.result()
        except (ImportError, RuntimeError) as error:
            cure = "start scheduler and workers with PYTHONPATH set to the folder of this project"
            reason = str(error).splitlines()[0]
            raise CommandError(f"--scheduler: the cluster cannot play ({reason}); {cure}") from None


def _with_progress(rows: Iterable[Row], total: int) -> Iterable[Row]:
    """A bar on the error stream while somebody watches it."""
    from tqdm import tqdm

    bar: Iterable[Row] = tqdm(rows, total=total, unit="game", leave=False, file=sys.stderr, disable=None)
    return bar


def _scores(rows: Iterable[Row], entry: int) -> list[int]:
    return [row.scores[entry] for row in rows if row.scores]


def _print_table(report: dict[str, Any], plan: Plan, rows: Sequence[Row]) -> None:
    """The figures for people, with the spread of the scores (lowest, quartiles, highest)."""
    finished = [row for row in rows if row.finished]
    print(f"{report['game']}: {report['finished']} of {report['games']} games finished in {report['seconds']} s")
    print(f"{'player':12} {'wins':>7}  {'95 %':>15}  {'score':>7}  lowest, quartiles, highest")
    for entry, player in enumerate(report["players"]):
        low, high = player["ci95"]
        scores = _scores(finished, entry)
        spread = ""
        if len(scores) > 1:
            middle = ", ".join(f"{cut:g}" for cut in quantiles(scores, n=4))
            spread = f"{min(scores)}, {middle}, {max(scores)}"
        mean = f"{player['mean_score']:.1f}" if scores else "–"
        bounds = f"{low:.1%} – {high:.1%}"
        print(f"{player['player']:12} {player['win_rate']:>7.1%}  {bounds:>15}  {mean:>7}  {spread}")
    print("outcomes: " + ", ".join(f"{name} {count}" for name, count in report["outcomes"].items()))
    print(f"decisions a game: {report['mean_decisions']}")
