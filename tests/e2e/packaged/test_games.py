"""Each game in the packaged program: begun, played, closed or killed, and gone on with at the same decision."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from game.registry import GAMES
from scenes.settings import save_settings
from tests.e2e.packaged.person import QUICK, Person
from tests.e2e.packaged.screen import Screen, Window
from tests.scenes.kingsport.people import KEYS, MOUSE, press

ANSWERS = 3
TURNS = 3


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Where the program keeps its games, settled so that no movement has to be waited for."""
    folder = tmp_path / "games of Zoë"
    save_settings(QUICK, folder)
    return folder


@pytest.fixture
def window(screen: Screen, program: Path, folder: Path) -> Iterator[Window]:
    """The program, started."""
    window = screen.start(program, "--user-dir", folder)
    yield window
    window.kill()


def begin(window: Window, folder: Path, game: str, how: str) -> Person:
    """Sit down at a new table, from the title."""
    person = Person(window, folder, folder.with_name("twin")).at_title()
    press(person, f"door.{game}", how)
    press(person, "start", how)
    person.sit()
    return person


def play(person: Person, how: str) -> None:
    """Play three turns, or a dozen answers where turns are long."""
    mine, turns = 0, 0
    while mine < ANSWERS and turns < TURNS and not person.table.session.state.is_terminal():
        seat = person.table.current
        person.answer(how)
        state = person.my_turn()
        mine += 1
        since = person.table.session.entries[-1]
        turns += since.seat != seat or state.is_terminal()
    assert mine >= TURNS


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("how", [MOUSE, KEYS])
def test_play_close_and_continue(
    screen: Screen, program: Path, window: Window, folder: Path, game: str, how: str
) -> None:
    person = begin(window, folder, game, how)
    window.keep_picture(f"{game}-{how}-1-begun")
    play(person, how)
    window.keep_picture(f"{game}-{how}-2-played")
    decision, digest = person.table.session.state.decision(), person.table.session.state.digest()
    person.close()
    assert window.close() == 0

    again = screen.start(program, "--user-dir", folder)
    try:
        later = Person(again, folder, folder.with_name("twin")).at_title()
        press(later, "continue", how)
        later.sit()
        again.keep_picture(f"{game}-{how}-3-continued")
        state = later.table.session.state
        assert (state.decision(), state.digest()) == (decision, digest)
        later.answer(how)
        later.my_turn()
        later.close()
        assert again.close() == 0
    finally:
        again.kill()
