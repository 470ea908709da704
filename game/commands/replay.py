"""Print games step by step, or with --verify run them again and check every digest.

A finished game is printed whole. Of one that still runs only what its log tells everybody is printed.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from game.commands.common import BAD, GOOD, Screens, add_json_argument, print_json
from game.core.replay import Replay, verify
from game.core.strings import Strings
from game.core.wording import Wording
from game.registry import get


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's own arguments."""
    parser.add_argument("files", metavar="FILE", type=Path, nargs="+", help="journals, replays or saves")
    parser.add_argument("--verify", action="store_true", help="recompute every digest; print nothing else")
    add_json_argument(parser)


def run(arguments: argparse.Namespace, screens: Screens) -> int:
    """Carry out the command."""
    if arguments.verify:
        return _verify(arguments.files, arguments.json)
    for path in arguments.files:
        replay = Replay.open(path, get)
        wording = Wording(replay.game, Strings(), [plan.name or plan.kind for plan in replay.seats])
        last = replay.last_state()
        if not last.is_terminal():
            print(wording.text("terminal.replay_running"))
        for line in replay.text(wording, open=last.is_terminal()):
            print(line)
        outcome = last.outcome()
        if outcome is not None:
            print(*wording.outcome(outcome), sep="\n")
    return GOOD


def _verify(paths: Sequence[Path], as_json: bool) -> int:
    """Verify each file; with several, each line says which it is about, and JSON is a list."""
    strings = Strings()
    figures = []
    for path in paths:
        verdict = verify(path, get)
        fault = verdict.fault
        if fault is not None and fault.reason in ("unreadable", "foreign", "newer", "unknown_game"):
            raise fault  # no replay that could be judged
        notices = [strings.text(notice.key, notice.values) for notice in verdict.notices]
        figures.append({"sound": verdict.sound, "steps": verdict.steps, "fault": str(fault or ""), "notices": notices})
        if not as_json:
            which = f"{path}: " if len(paths) > 1 else ""
            steps = f"{verdict.steps} steps {'verified' if verdict.sound else 'are sound'}"
            print(*(f"{which}{line}" for line in [*notices, steps, *([fault] if fault else [])]), sep="\n")
    if as_json:
        print_json(figures[0] if len(paths) == 1 else figures)
    return GOOD if all(row["sound"] for row in figures) else BAD
