"""Each game in the packaged program: begun, played, closed or killed, and gone on with at the same decision."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.registry import GAMES
from tests.e2e.packaged.person import Person
from tests.e2e.packaged.screen import Screen, Window
from tests.scenes.kingsport.people import KEYS, MOUSE, press

ANSWERS = 4
TURNS = 3


def play(person: Person, how: str) -> None:
    """Play three turns of Kingsport; of the others, whose turns are long, a few answers."""
    table, answers = person.table, 0
    while table.session.state.chapter() < TURNS + 1 if table.session.game.id == "kingsport" else answers < ANSWERS:
        person.answer(how)
        person.my_turn()
        answers += 1
    assert not table.session.state.is_terminal()


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("how", [MOUSE, KEYS])
def test_play_close_and_continue(
    screen: Screen, program: Path, window: Window, folder: Path, game: str, how: str
) -> None:
    person = Person(window, folder, folder.with_name("twin")).begin(game, how)
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
