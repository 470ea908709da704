"""Print a finished (or running) game step by step, or with --verify run it again and check every digest."""

from __future__ import annotations

import argparse
from pathlib import Path

from game.commands.common import BAD, GOOD, Screens, add_json_argument, print_json
from game.core.replay import Replay, verify
from game.core.strings import Strings
from game.core.wording import Wording
from game.registry import get


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's own arguments."""
    parser.add_argument("file", metavar="FILE", type=Path, help="a journal, replay or save")
    parser.add_argument("--verify", action="store_true", help="recompute every digest; print nothing else")
    add_json_argument(parser)


def run(arguments: argparse.Namespace, screens: Screens) -> int:
    """Carry out the command."""
    if arguments.verify:
        return _verify(arguments)
    replay = Replay.open(arguments.file, get)
    wording = Wording(replay.game, Strings(), [plan.name or plan.kind for plan in replay.seats])
    for line in replay.text(wording):
        print(line)
    outcome = replay.state.outcome()
    if outcome is not None:
        print(*wording.outcome(outcome), sep="\n")
    return GOOD


def _verify(arguments: argparse.Namespace) -> int:
    verdict = verify(arguments.file, get)
    fault = verdict.fault
    if fault is not None and fault.reason in ("unreadable", "foreign", "newer", "unknown_game"):
        raise fault  # no replay that could be judged
    strings = Strings()
    notices = [strings.text(notice.key, notice.values) for notice in verdict.notices]
    if arguments.json:
        print_json({"sound": verdict.sound, "steps": verdict.steps, "fault": str(fault or ""), "notices": notices})
    else:
        print(*notices, f"{verdict.steps} steps {'verified' if verdict.sound else 'are sound'}", sep="\n")
        if fault is not None:
            print(fault)
    return GOOD if verdict.sound else BAD
