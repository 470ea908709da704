"""Play a game, or go on with one: in the window, or with --text in the terminal."""

from __future__ import annotations

import argparse
import secrets
import sys
from functools import partial
from pathlib import Path
from time import strftime

from game.commands.common import (
    GOOD,
    CommandError,
    Screens,
    add_table_arguments,
    read_options,
    read_seats,
    read_seed,
    usual_seats,
)
from game.core import files, saves
from game.core.chance import SEED_BITS
from game.core.journal import SaveError
from game.core.names import shown_file
from game.core.session import SeatPlan, Session, kept_or_trying
from game.core.strings import Strings
from game.registry import GAMES, get
from game.version import VERSION


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's own arguments."""
    parser.add_argument("target", metavar="GAME|FILE", help=f"a game ({', '.join(GAMES)}), or a save or journal")
    add_table_arguments(parser, seats="human or a computer level for each seat; default: one human, the rest weakest")
    parser.add_argument("--text", action="store_true", help="in the terminal, without a window")
    parser.add_argument(
        "--recover", action="store_true", help="go on from the sound part of a damaged FILE, in a new file"
    )


def run(arguments: argparse.Namespace, screens: Screens) -> int:
    """Carry out the command."""
    path = Path(arguments.target)
    if path.suffix in saves.ENDINGS or path.exists():
        return _run_file(path, arguments, screens)
    if arguments.recover:
        raise CommandError(f"--recover is for a damaged file; {arguments.target!r} is none")
    game = get(arguments.target)
    kinds = read_seats(game, arguments.seats, usual_seats(game, person=True))
    options = read_options(game, arguments.set)
    seed = read_seed(arguments.seed, secrets.randbits(SEED_BITS))
    game.new_game(len(kinds), seed, **options)  # a wrong option shows here, before there is a file or a window
    if screens.have_display() and not arguments.text:
        return screens.window(game=game.id, seats=kinds, options=options, seed=seed, user_dir=arguments.user_dir)
    session = start_table(game.id, kinds, seed, options, games_folder(arguments.user_dir))
    return play_in_terminal(session, asked=arguments.text)


def run_menu(arguments: argparse.Namespace, screens: Screens) -> int:
    """The program without a command: the window, or where there is none a menu in the terminal."""
    if screens.have_display():
        return screens.window(user_dir=arguments.user_dir)
    from game.commands.menu import Menu

    return Menu(games_folder(arguments.user_dir), Strings()).run()


def _run_file(path: Path, arguments: argparse.Namespace, screens: Screens) -> int:
    if arguments.seats or arguments.seed or arguments.set:
        raise CommandError(f"{path} says its own seats, seed and options: leave --seats, --seed and --set away")
    if screens.have_display() and not arguments.text:
        return screens.window(path=path, user_dir=arguments.user_dir)
    try:
        folder = games_folder(arguments.user_dir)
    except CommandError:
        session = None if arguments.recover else _looked_at(path)
        if session is None:
            raise
    else:
        session = recovered_table(path, folder) if arguments.recover else open_table(path, folder)
    return play_in_terminal(session, asked=arguments.text)


def _looked_at(path: Path) -> Session | None:
    """The table of a file that needs no new one: a finished game, or a journal that can be written where it is."""
    session = Session.open(path, get)
    if session.path is not None or session.state.is_terminal():
        return session
    session.close()
    return None


def games_folder(user_dir: str | None) -> Path:
    """Where the journals of running games are, made if it is missing. Raises ``CommandError``."""
    folder = Path(user_dir or "")
    try:
        folder = files.user_dir(user_dir)
        games = folder / "games"
        games.mkdir(exist_ok=True)
    except OSError as error:
        found = f"{error.filename or folder}: {error.strerror}"
        raise CommandError(f"the folder for saves cannot be made ({found}); name another with --user-dir DIR") from None
    return games


def start_table(game_id: str, kinds: list[str], seed: int, options: dict[str, object], folder: Path) -> Session:
    """A new table with its journal in ``folder``; in memory while the disk takes none."""
    strings = Strings()
    seats = [
        SeatPlan(kind, strings.text(f"terminal.name.{kind}", {"number": seat + 1})) for seat, kind in enumerate(kinds)
    ]
    path = _new_journal(folder, game_id)
    table = partial(Session.start, get(game_id), seats, seed=seed, options=options, id=path.stem, app=VERSION)
    return _noted(kept_or_trying(path, lambda journal: table(path=journal)), folder)


def open_table(path: Path, folder: Path) -> Session:
    """The table of a file. What is no running journal goes on in a new one in ``folder``. Raises ``SaveError``."""
    try:
        place = _new_journal(folder, path.name)
        return _noted(
            kept_or_trying(place, lambda journal: Session.open(path, get, journal=journal, id=place.stem)), folder
        )
    except SaveError as error:
        if error.reason not in ("damaged", "diverged"):
            raise
        previous = saves.previous_file(path)
        ways: list[str] = []
        if error.recoverable:
            ways.append(f"to go on from what is sound, in a new file: play {shown_file(path)} --recover")
        if previous is not None:
            ways.append(f"the file before it is {shown_file(previous)}")
        if not ways:
            raise
        raise CommandError(f"{error} What you can do: {'; or '.join(ways)}. The file itself stays as it is.") from None


def recovered_table(path: Path, folder: Path) -> Session:
    """The table of a damaged file as far as it is sound, in a new journal in ``folder``. Raises ``SaveError``."""
    return _noted(Session.recover(path, get, _new_journal(folder, path.name)), folder)


def _new_journal(folder: Path, name: str) -> Path:
    """The place of a new table's journal, called after a game or a file; its stem is the table's id."""
    stem = saves.new_stem(name, f"{strftime('%Y%m%d-%H%M%S')}-{secrets.token_hex(2)}")
    return folder / f"{stem}{saves.JOURNAL}"


def _noted(session: Session, folder: Path) -> Session:
    """The table, which is the one played last in ``folder`` from now on, if its journal is there."""
    if session.path is not None and session.path.parent == folder:
        saves.note_played(session.path)
    return session


def play_in_terminal(session: Session, *, asked: bool = True) -> int:
    """Play ``session`` in the terminal until it is over or left; the exit code. ``asked``: with ``--text``."""
    from game.commands.terminal import Terminal

    strings = Strings()
    if not asked:
        print(strings.text("terminal.no_display"), file=sys.stderr)
    terminal = Terminal(session, strings, sys.stdin, sys.stdout)
    try:
        terminal.play()
    finally:
        terminal.close()
    if session.problem is not None:
        where = f"{session.path}: " if session.path is not None else ""
        raise CommandError(f"the game could not be kept: {where}{session.problem.strerror or session.problem}")
    return GOOD
