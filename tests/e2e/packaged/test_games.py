"""Each game in the packaged program: begun, three turns played, closed, and gone on with at the same decision."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.registry import GAMES
from tests.e2e.packaged.person import Person
from tests.e2e.packaged.screen import Screen, Window
from tests.scenes.kingsport.people import KEYS, MOUSE

TURNS = 3


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("how", [MOUSE, KEYS])
def test_play_close_and_continue(
    screen: Screen, program: Path, window: Window, folder: Path, game: str, how: str
) -> None:
    person = Person(window, folder, folder.with_name("twin")).at_title().begin(game, how)
    person.keep_picture(f"{game}-{how}-1-begun")
    while person.hand.turns() < TURNS:
        assert not person.answer().is_terminal(), "the game is over too soon"
    person.keep_picture(f"{game}-{how}-2-played")
    state = person.table.session.state
    decision, digest = state.decision(), state.digest()
    person.close()
    assert window.close() == 0

    again = screen.start(program, "--user-dir", folder)
    try:
        later = Person(again, folder, folder.with_name("twin")).at_title().go_on(how)
        later.keep_picture(f"{game}-{how}-3-continued")
        state = later.table.session.state
        assert (state.decision(), state.digest()) == (decision, digest)
        later.answer()
        later.close()
        assert again.close() == 0
    finally:
        again.kill()
