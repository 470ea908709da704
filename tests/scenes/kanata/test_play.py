"""A whole game in the window, by mouse and by keys."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.core.session import HUMAN
from scenes.result import ResultScene
from tests.scenes.kanata.person import Person, open_table

TEAM = (HUMAN, "adept", "adept", "adept")


@pytest.mark.parametrize(
    ("size", "scale", "mouse", "seed"),
    [
        ((1920, 1080), 100, True, 17),
        ((1920, 1080), 100, False, 24),
        ((1280, 720), 100, False, 21),
        ((1280, 720), 200, True, 11),
    ],
    ids=["full-mouse", "full-keys", "compact-keys", "single-mouse"],
)
def test_a_game_is_played_to_its_end(tmp_path: Path, size: tuple[int, int], scale: int, mouse: bool, seed: int) -> None:
    """The seeds give short games."""
    driver, table = open_table(tmp_path, size, *TEAM, seed=seed, interface_scale=scale)
    person = Person(driver, table, mouse=mouse)
    person.play()
    assert isinstance(driver.top, ResultScene)
    assert table.state.is_terminal()
    assert {"slot_player_board", "space", "end_turn"} <= person.pressed
    driver.close()
