"""Pictures that are read while the program is being loaded."""

from __future__ import annotations

from pathlib import Path

import pygame

from game import registry
from scenes.ahead import Ahead, title_pictures
from scenes.assets import Assets


def test_the_title_finds_its_ground_and_its_closed_doors_read() -> None:
    names = [path.stem for path in title_pictures()]
    assert names[0] == "backdrop"
    assert names[1:]
    assert set(names[1:]) <= {f"door_{game}" for game in registry.GAMES}, "each is the door of a game"


def test_a_picture_read_ahead_is_the_one_that_would_be_read() -> None:
    file = title_pictures()[0]
    plain, ahead = Assets(), Assets(ahead=Ahead([file]))
    name = f"ui/{file.stem}"
    wanted, found = plain.original(name), ahead.original(name)
    assert wanted is not None
    assert found is not None
    assert pygame.image.tobytes(found, "RGB") == pygame.image.tobytes(wanted, "RGB")


def test_a_picture_is_taken_once_and_others_are_not_there() -> None:
    file = title_pictures()[0]
    ahead = Ahead([file])
    assert ahead.take(file) is not None
    assert ahead.take(file) is None
    assert ahead.take(Path("another.png")) is None


def test_a_broken_picture_is_told_by_whoever_asks_for_it(tmp_path: Path) -> None:
    file = tmp_path / "broken.png"
    file.write_bytes(b"no picture")
    assets = Assets(tmp_path, Ahead([file]))
    assert assets.original("broken") is None
    assert "broken" in assets.missing
