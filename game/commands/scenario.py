"""Run scenario files (rule cases in YAML, see tests/scenarios/README.md) and say which cases fail, where and why."""

from __future__ import annotations

import argparse

import msgspec

from game.commands.common import BAD, GOOD, CommandError, Screens, add_json_argument, print_json
from game.core.rules_text import clause_ids
from game.core.scenario import Result, Written, case_files, load_cases, run_case
from game.registry import UnknownGame, get


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's own arguments."""
    parser.add_argument("files", metavar="FILE", nargs="+", help="a scenario file, or a folder of them")
    parser.add_argument("--id", metavar="CASE", action="append", default=[], help="only this case; may be repeated")
    add_json_argument(parser)


def run(arguments: argparse.Namespace, screens: Screens) -> int:
    """Carry out the command."""
    cases = [case for file in case_files(arguments.files) for case in load_cases(file)]
    if arguments.id:
        unknown = set(arguments.id) - {written.case.id for written in cases}
        if unknown:
            raise CommandError(f"--id: no case {', '.join(sorted(unknown))} in these files")
        cases = [written for written in cases if written.case.id in arguments.id]
    if not cases:
        raise CommandError(f"no cases in {', '.join(arguments.files)}")
    results = [play(written) for written in cases]
    failed = [result for result in results if not result.passed]
    if arguments.json:
        rows = [msgspec.to_builtins(result) for result in results]
        print_json({"passed": len(results) - len(failed), "failed": len(failed), "cases": rows})
    else:
        for result in failed:
            print(result)
        print(f"{len(results) - len(failed)} passed, {len(failed)} failed")
    return BAD if failed else GOOD


def play(written: Written) -> Result:
    """Run one case of any game."""
    case = written.case
    try:
        game = get(case.game)
    except UnknownGame as error:
        return Result(written.lines.file, written.line("game"), case.id, case.rules, (), f"game: {error}")
    return run_case(written, game, clause_ids(game.id))
