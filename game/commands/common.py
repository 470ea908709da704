"""What the commands share: the one kind of usage error, reading seats, options and seeds, printing figures."""

from __future__ import annotations

import argparse
import difflib
import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Protocol

from game.core.chance import SEED_BITS, is_seed, seed_from
from game.core.contract import Game, Option
from game.core.numbers import is_number, shortened, whole_number

GOOD, BAD, UNUSABLE = 0, 1, 2
"""Exit codes: it ran and all is well; it ran and the answer is bad; it could not run."""

MOST_COUNTED = 1_000_000_000
"""The most that a command counts to: games of a simulation and the like."""

LEAVING = ("quit", "exit", "q")
"""What a person types to leave, wherever the terminal asks."""


class CommandError(Exception):
    """It could not run: the message says what was found and what helps."""


class Screens(Protocol):
    """What ``scenes/`` offers to the command line (handed in by ``main.py``: nothing here may import it)."""

    def have_display(self) -> bool:
        """Whether a window can be shown here."""

    def window(self, **arguments: Any) -> int:
        """Open the window; the exit code when it is closed."""

    def shots(self, folder: str, **arguments: Any) -> int:
        """Write a picture of every screen into ``folder``."""

    def self_test(self) -> Iterator[tuple[str, Callable[[], Sequence[str]]]]:
        """Load and draw everything: what is tried, and the work that returns what failed."""

    def frames(self, games: Sequence[str] = ()) -> dict[str, dict[str, float]]:
        """Frame times by scene and state: of everything, or only of the scenes of ``games``."""

    def window_figures(self, games: Sequence[str] = ()) -> dict[str, float]:
        """How soon a press is answered (in all scenes, or in those of ``games``), what an idle window costs, how soon
        the title stands.
        """


def add_table_arguments(parser: argparse.ArgumentParser, *, seats: str) -> None:
    """``--seats``, ``--seed`` and ``--set``, which say what table is set up."""
    parser.add_argument("--seats", metavar="A,B,…", help=seats)
    parser.add_argument("--seed", metavar="SEED", help="an integer, or a word that becomes one")
    parser.add_argument(
        "--set", metavar="OPTION=VALUE", action="append", default=[], help="a set-up option; may be repeated"
    )


def add_json_argument(parser: argparse.ArgumentParser) -> None:
    """``--json``."""
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")


def read_seats(game: Game, text: str | None, default: Sequence[str], *, computers_only: bool = False) -> list[str]:
    """The kinds of player that ``--seats`` names, one a seat. Raises ``CommandError``.

    ``computers_only``: nobody is there to play a ``human`` seat; ``random`` (uniformly random play) is let in.
    """
    kinds = [kind.strip() for kind in text.split(",")] if text is not None else [*default]
    if not game.min_players <= len(kinds) <= game.max_players:
        raise CommandError(
            f"--seats: found {_count(len(kinds), 'seat')}, {game.id} needs {game.min_players} to {game.max_players}"
        )
    for seat, kind in enumerate(kinds):
        known = list(game.seat_kinds(seat))
        if computers_only:
            known = [name for name in known if name != "human"] + ["random"]
        if kind not in known:
            raise CommandError(f"--seats: entry {seat + 1} is {kind!r}, {game.id} has {', '.join(known)} there")
    return kinds


def usual_seats(game: Game, *, person: bool) -> list[str]:
    """Who sits there where nobody says it: as few as may be, each the first computer player that its seat takes, at the
    first seat that takes one a ``person``.
    """
    kinds = [game.seat_kinds(seat) for seat in range(game.min_players)]
    seats = [next(kind for kind in of_seat if kind != "human") for of_seat in kinds]
    if person:
        seats[next(seat for seat, of_seat in enumerate(kinds) if "human" in of_seat)] = "human"
    return seats


def read_options(game: Game, settings: Sequence[str]) -> dict[str, Any]:
    """The set-up options that ``--set`` names, typed. Raises ``CommandError``."""
    options: dict[str, Any] = {}
    known = {option.name: option for option in game.options}
    for setting in settings:
        name, equals, value = setting.partition("=")
        if not equals:
            raise CommandError(f"--set: found {setting!r}, expected OPTION=VALUE")
        if name not in known:
            near = difflib.get_close_matches(name, known, n=1)
            cure = f"did you mean {near[0]}?" if near else f"{game.id} has {', '.join(known)}"
            raise CommandError(f"--set: {game.id} has no option {name!r}; {cure}")
        if name in options:
            raise CommandError(f"--set: {name} is set twice")
        options[name] = _option_value(known[name], value)
    return options


def _option_value(option: Option, text: str) -> str | int | bool:
    if option.kind == "switch":
        words = {"on": True, "true": True, "yes": True, "off": False, "false": False, "no": False}
        if text.lower() not in words:
            raise CommandError(f"--set: {option.name} is on or off, found {text!r}")
        return words[text.lower()]
    if option.kind == "choice":
        choices = {str(choice): choice for choice in option.choices}
        if text not in choices:
            raise CommandError(f"--set: {option.name} has no {text!r}, it has {', '.join(choices)}")
        return choices[text]
    if option.kind == "seat" and text == "random":
        return text
    number = whole_number(text)
    if number is None:
        expected = "a seat number or random" if option.kind == "seat" else "a whole number"
        raise CommandError(f"--set: {option.name} is {expected}, found {shortened(text)!r}")
    return number


def read_seed(text: str | None, default: int) -> int:
    """The seed that ``--seed`` gives: a number, or a word turned into one. Raises ``CommandError``."""
    if text is None:
        return default
    if not is_text(text):
        raise CommandError("--seed: found bytes that are no text, expected a whole number or a word in UTF-8")
    seed = seed_from(text)
    if not is_seed(seed):
        most = (1 << SEED_BITS) - 1
        raise CommandError(f"--seed: {shortened(text)} does not fit; a whole number from 0 to {most}, or a word")
    return seed


def is_text(argument: str) -> bool:
    """Whether an argument of the command line is text, and no bytes that the system could not read as such."""
    return not any("\ud800" <= char <= "\udfff" for char in argument)


def read_count(text: str) -> int:
    """A whole number above 0, for argparse."""
    number = whole_number(text, 1, MOST_COUNTED)
    if number is None:
        found = shortened(text)
        expected = f"a whole number from 1 up to {MOST_COUNTED:,}" if is_number(text) else "a whole number from 1 up"
        raise argparse.ArgumentTypeError(f"found {found!r}, expected {expected}")
    return number


def print_json(figures: Mapping[str, Any] | Sequence[Mapping[str, Any]]) -> None:
    """Print figures as JSON, in signs that every output takes."""
    print(json.dumps(figures, indent=2, ensure_ascii=not (sys.stdout.encoding or "").lower().startswith("utf")))


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
