"""The program looks at itself: everything is loaded once, played once, kept once and drawn once.

For a packaged program, where a file may have been forgotten. Prints what was tried and what failed; what fails for a
fault that was reported already counts no second time.
"""

from __future__ import annotations

import argparse
import contextlib
import re
import tempfile
import traceback
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

from game.ai.worker import Worker
from game.commands import logfile
from game.commands.check import MAPS, check_game, check_maps, check_strings
from game.commands.common import BAD, GOOD, Screens
from game.core import files
from game.core.content import DATA
from game.core.contract import Game, State
from game.core.replay import verify
from game.core.session import HUMAN, SeatPlan, Session
from game.core.yaml_reader import ContentError
from game.registry import GAMES, get
from game.version import VERSION

_ACTS = 12
_MISSING = re.compile(r"(?:[Nn]o such file|[Nn]ot found).*?([\w-]+\.\w+)\W*\Z")
_SEED = 5

Test = tuple[str, Callable[[], Sequence[str]]]
"""What is tried, and the faults that trying it finds. An exception is a fault too."""


def run(arguments: argparse.Namespace, screens: Screens) -> int:
    """Carry out ``--self-test``."""
    with contextlib.suppress(OSError):
        logfile.open_log(files.user_dir(arguments.user_dir))
    failed = 0
    reported: set[str] = set()
    print(f"Unhallowed {VERSION}")
    for name, work in tests(screens):
        faults = _faults(work)
        fresh = {fault: lines for fault, lines in faults.items() if fault not in reported}
        reported.update(fresh)
        print(f"{'FAILED' if fresh else 'same  ' if faults else 'good  '}  {name}", flush=True)
        for lines in fresh.values():
            for line in lines:
                print(f"        {line}")
        failed += bool(fresh)
    print(f"{failed} failed" if failed else "all is well")
    return BAD if failed else GOOD


def _faults(work: Callable[[], Sequence[str]]) -> dict[str, Sequence[str]]:
    """What trying finds: each fault by what tells it from others, with the lines that are printed of it."""
    try:
        return {_telling(fault): [fault] for fault in work()}
    except ContentError as error:  # a file is at fault: where in the program it was read says nothing
        return {str(error): [str(error)]}
    except Exception as error:
        lines = traceback.format_exc().splitlines()
        place = traceback.extract_tb(error.__traceback__)[-1]
        return {_telling(lines[-1], f"{place.filename}:{place.lineno}: "): lines}


def _telling(fault: str, place: str = "") -> str:
    """What tells a fault from others: the file, where one is missing, whoever missed it and however that was said."""
    missing = _MISSING.search(fault)
    return missing[1] if missing else place + fault


def tests(screens: Screens) -> Iterator[Test]:
    """All that is tried."""
    yield "texts of all languages", check_strings
    yield "maps", _maps
    for game_id in GAMES:
        yield f"{game_id}: content, rules and texts", partial(_content, game_id)
        yield f"{game_id}: a position, read again", partial(_position, game_id)
        yield f"{game_id}: a game, kept, opened, verified", partial(_kept, game_id)
        yield f"{game_id}: a computer player's move, in a process of its own", partial(_thought, game_id)
    yield from _as_far_as_they_can_be_listed(screens.self_test())


def _as_far_as_they_can_be_listed(tried: Iterator[Test]) -> Iterator[Test]:
    """The tests, and one that fails with what kept the rest from being listed: a screen whose content is at fault."""
    while True:
        try:
            test = next(tried)
        except StopIteration:
            return
        except Exception as error:
            yield "the screens that follow", partial(_fail, error)
            return
        yield test


def _fail(error: Exception) -> Sequence[str]:
    raise error


def _content(game_id: str) -> list[str]:
    return check_game(get(game_id), DATA, MAPS)


def _maps() -> list[str]:
    return check_maps(MAPS) if any(MAPS.glob("*.tmx")) else ["there are none"]


def _new(game: Game) -> State:
    return game.new_game(game.min_players, _SEED)


def _position(game_id: str) -> list[str]:
    game = get(game_id)
    state = _new(game)
    again = game.from_position(state.position())
    return [] if again.digest() == state.digest() else ["the game read from it is another one"]


def _kept(game_id: str) -> list[str]:
    """Play some actions with a journal, save, and open both again."""
    game = get(game_id)
    plans = [SeatPlan(_kind(game, seat)) for seat in range(game.min_players)]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "a.journal"
        save = path.with_suffix(".save")
        session = Session.start(game, plans, seed=_SEED, path=path, id="a")
        for _ in range(_ACTS):
            if not session.state.is_terminal():
                session.apply(session.state.legal_actions()[0])
        session.save_as(save)
        session.close()
        found = []
        for file in (path, save):
            opened = Session.open(file, get)
            found.append(opened.state.digest())
            opened.close()
        verdict = verify(path, get)
    if not verdict.sound:
        return [str(verdict.fault)]
    return [] if found == [session.state.digest()] * 2 else ["what was opened is not what was kept"]


def _kind(game: Game, seat: int) -> str:
    """Who may sit at ``seat``: a person where one may."""
    kinds = game.seat_kinds(seat)
    return HUMAN if HUMAN in kinds else kinds[0]


def _thought(game_id: str) -> list[str]:
    """Start a worker, ask it for a move, and see that it is one of its own."""
    game = get(game_id)
    state = _new(game)
    level = next(kind for kind in game.seat_kinds(state.current_player()) if kind != HUMAN)
    worker = Worker(game, level)
    try:
        worker.ask(state, _SEED)
        worker.wait()
        return [*worker.faults]
    finally:
        worker.close()
