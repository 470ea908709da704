"""The command line: which command is meant, one message for each thing that may be wrong, the exit code.

0: good. 1: it ran and the answer is bad (a case failed, ``check`` found errors, a replay does not verify).
2: it could not run (usage, input).
"""

from __future__ import annotations

import argparse
import contextlib
import difflib
import os
import sys
import traceback
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NoReturn

from game.commands import output
from game.commands.common import GOOD, UNUSABLE, CommandError, Screens
from game.core.chance import NeedRoll, ScriptError
from game.core.content import ContentError
from game.core.contract import PositionError, SetupError
from game.core.journal import SaveError
from game.registry import UnknownGame, get
from game.registry import commands as commands_of_games
from game.version import VERSION

COMMANDS = {
    "play": "play a game, or go on with one",
    "sim": "play many games between computer players and count",
    "replay": "print a game, or verify it",
    "scenario": "run rule cases written in YAML",
    "check": "check content, strings and rule coverage",
    "shots": "write a picture of every screen",
    "bench": "measure speed",
}

INPUT_ERRORS = (
    CommandError, ContentError, NeedRoll, PositionError, SaveError, ScriptError, SetupError, UnknownGame,
)  # fmt: skip
"""What wrong input raises; each message names the place and the cure."""

_DESCRIPTION = """Unhallowed: three games at one table. Without a command the program opens its window.
With a FILE (a save or a replay) it opens that."""


def run(arguments: Sequence[str], screens: Screens) -> int:
    """Carry out a command line; returns the exit code."""
    output.prepare()
    try:
        given, command = _with_command(arguments)
        parsed = _parser(given, command).parse_args(given)
        code: int = parsed.run(parsed, screens)
        sys.stdout.flush()
        return code
    except INPUT_ERRORS as error:
        return _complain(str(error))
    except BrokenPipeError:  # the reader of a pipe (head, less) has seen enough
        with contextlib.suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return GOOD
    except SystemExit as stop:  # --help and --version
        return int(stop.code or GOOD)
    except KeyboardInterrupt:
        return _complain("stopped")
    except OSError as error:
        return _complain(f"{error.filename or 'input or output'}: {error.strerror or error}")
    except Exception:
        traceback.print_exc()
        return _complain(f"this is a fault of the program (version {VERSION}); the lines above say where")


def _complain(message: str) -> int:
    print(f"unhallowed: {output.visible(message)}", file=sys.stderr)
    return UNUSABLE


class _Parser(argparse.ArgumentParser):
    """Says what is wrong in one line, without the usage."""

    def error(self, message: str) -> NoReturn:
        raise CommandError(f"{message[:1].lower()}{message[1:]} (see {self.prog} --help)")


def _name() -> str:
    """What the person typed to start the program."""
    return Path(sys.executable).name if getattr(sys, "frozen", False) else "main.py"


def _parser(given: Sequence[str], chosen: str | None) -> argparse.ArgumentParser:
    """The parser; only the ``chosen`` command is filled in. What games offer is asked only where it is told or meant:
    that imports them.
    """
    layout = argparse.RawDescriptionHelpFormatter
    parser = _Parser(prog=_name(), description=_DESCRIPTION, formatter_class=layout, allow_abbrev=False)
    parser.add_argument("--version", action="version", version=f"Unhallowed {VERSION}")
    parser.add_argument("--user-dir", metavar="DIR", help="where saves and settings live")
    parser.add_argument("--self-test", action="store_true", help="load, play, keep and draw everything once")
    parser.set_defaults(run=_run_menu)
    commands = parser.add_subparsers(metavar="COMMAND")
    wanted = chosen not in COMMANDS if chosen else not {"-h", "--help"}.isdisjoint(given)
    more = {name: text for name, (_, text) in commands_of_games().items()} if wanted else {}
    for name, text in {**more, **COMMANDS}.items():
        if name != chosen:
            commands.add_parser(name, help=text)
            continue
        module = _module(name)
        command = commands.add_parser(name, help=text, description=module.__doc__, allow_abbrev=False)
        command.add_argument("--user-dir", metavar="DIR", default=argparse.SUPPRESS, help=argparse.SUPPRESS)
        module.add_arguments(command)
        command.set_defaults(run=module.run)
    return parser


def _module(name: str) -> Any:
    """The module of a command, loaded when it is asked for; literal imports, so that a frozen program has them."""
    match name:
        case "play":
            from game.commands import play

            return play
        case "sim":
            from game.commands import sim

            return sim
        case "replay":
            from game.commands import replay

            return replay
        case "scenario":
            from game.commands import scenario

            return scenario
        case "check":
            from game.commands import check

            return check
        case "shots":
            from game.commands import shots

            return shots
        case "bench":
            from game.commands import bench

            return bench
    return get(commands_of_games()[name][0]).command(name)


def _run_menu(arguments: argparse.Namespace, screens: Screens) -> int:
    """Without a command: the program itself, or its test of itself."""
    if arguments.self_test:
        from game.commands import selftest

        return selftest.run(arguments, screens)
    from game.commands import play

    return play.run_menu(arguments, screens)


def _with_command(arguments: Sequence[str]) -> tuple[list[str], str | None]:
    """The arguments, with ``play`` put before a FILE that stands where a command would, and the command.

    Raises ``CommandError`` for a word that is neither.
    """
    given = list(arguments)
    at = 0
    while at < len(given) and given[at].startswith("-"):
        at += 2 if given[at] == "--user-dir" else 1
    if at >= len(given):
        return given, None
    word = given[at]
    if word in COMMANDS:
        return given, word
    named_as_file = bool(Path(word).suffix) or os.sep in word
    every = (*COMMANDS, *(() if named_as_file else commands_of_games()))
    if word in every:
        return given, word
    if named_as_file or Path(word).exists():
        return [*given[:at], "play", *given[at:]], "play"
    near = difflib.get_close_matches(word, every, n=1)
    cure = f"did you mean {near[0]}?" if near else f"there is {', '.join(every)}"
    raise CommandError(f"there is no command or file {word!r}; {cure}")
