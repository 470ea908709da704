"""The list of kept games: found, sorted, called something, copied; what is open is left alone."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from game.core import saves
from game.core.session import HUMAN, SeatPlan
from scenes import shell
from scenes.load import LoadScene
from scenes.table import TableScene
from tests.scenes.driver import Driver

START = 1_700_000_000


def _keep(driver: Driver, game: str, acts: int, age: int) -> Path:
    """A kept game, `age` days old."""
    session = shell.start_session(
        driver.app, game, [SeatPlan(HUMAN, name) for name in ("Lucy", "James", "Larry")], 5, {}
    )
    for _ in range(acts):
        session.apply(session.state.legal_actions()[0])
    session.close()
    assert session.path is not None
    os.utime(session.path, (START - age * 86_400,) * 2)
    return session.path


@pytest.fixture
def kept(driver: Driver) -> list[Path]:
    """Three games, the latest first."""
    return [_keep(driver, "kingsport", 3, 1), _keep(driver, "kanata", 3, 2), _keep(driver, "kingsport", 9, 3)]


@pytest.fixture
def load(driver: Driver, kept: list[Path]) -> LoadScene:
    scene = LoadScene(driver.app)
    driver.app.manager.push(scene)
    driver.settle()
    return scene


def _paths(load: LoadScene) -> list[Path]:
    return [info.path for info in load.infos]


def test_games_are_sorted_by_time_and_by_name(driver: Driver, load: LoadScene, kept: list[Path]) -> None:
    assert _paths(load) == kept
    driver.go_to("order")
    driver.key("right")
    assert _paths(load) == kept[::-1]
    driver.key("right")
    assert [info.game for info in load.infos] == ["kanata", "kingsport", "kingsport"]


def test_games_are_filtered_and_an_empty_choice_says_so(driver: Driver, load: LoadScene, kept: list[Path]) -> None:
    driver.go_to("filter")
    driver.key("right")
    assert _paths(load) == [kept[1]]
    load._show_game("no such game")
    assert load.infos == []
    assert "No such game" in driver.find("empty").text
    load._show_game("")
    assert _paths(load) == kept


def test_a_game_is_given_a_name_and_keeps_its_time(driver: Driver, load: LoadScene, kept: list[Path]) -> None:
    driver.click("rename.0")
    driver.settle()
    assert driver.focus == "field"
    driver.type("The long night of Æðelþryð")
    driver.click("done")
    assert load.infos[0].title == "The long night of Æðelþryð"
    assert driver.find("name.0").text == "The long night of Æðelþryð"
    assert _paths(load) == kept
    session = shell.open_session(driver.app, kept[0])
    assert len(session.entries) == 4
    session.close()


def test_a_copy_is_a_game_of_its_own(driver: Driver, load: LoadScene, kept: list[Path]) -> None:
    before = kept[0].read_bytes()
    driver.click("copy.0")
    assert len(load.infos) == 4
    copy = load.infos[0]
    assert copy.path not in kept
    assert copy.title == "Kingsport Festival: The Card Game (copy)"
    one, other = shell.open_session(driver.app, kept[0]), shell.open_session(driver.app, copy.path)
    assert one.state.digest() == other.state.digest()
    assert one.header.id != other.header.id
    other.apply(other.state.legal_actions()[0])
    other.close()
    one.close()
    assert kept[0].read_bytes() == before


def test_a_copy_of_a_copy_is_called_no_longer(driver: Driver, load: LoadScene) -> None:
    info = load.infos[0]
    for _ in range(3):
        load._copy(info)
        info = load.infos[0]
        assert info.title == "Kingsport Festival: The Card Game (copy)"
    load._rename(info.path, "x" * 60)
    load._copy(next(one for one in load.infos if one.path == info.path))
    assert load.infos[0].title == "x" * 33 + " (copy)"


def test_the_game_that_is_open_is_not_touched(driver: Driver, kept: list[Path]) -> None:
    shell.open_table(driver.app, kept[0])
    table = next(scene for scene in driver.app.manager.stack if isinstance(scene, TableScene))
    table.sheets.load()
    driver.wait(500)
    before = kept[0].read_bytes()
    for act in ("rename", "copy", "delete"):
        driver.click(f"{act}.0")
        assert driver.screen.ui.last_why is not None
        assert "open at the moment" in driver.screen.ui.last_why.text
        assert isinstance(driver.top, LoadScene)
    assert kept[0].read_bytes() == before


def test_a_damaged_file_is_neither_renamed_nor_copied(driver: Driver, kept: list[Path]) -> None:
    content = bytearray(kept[0].read_bytes())
    content[len(content) * 2 // 3] ^= 0x20
    kept[0].write_bytes(content)
    load = LoadScene(driver.app)
    driver.app.manager.push(load)
    driver.settle()
    number = _paths(load).index(kept[0])
    for act in ("rename", "copy"):
        driver.click(f"{act}.{number}")
        assert load.ui.last_why is not None
        assert "not sound" in load.ui.last_why.text
    with pytest.raises(saves.SaveError):
        saves.rename(kept[0], "a name")
    assert kept[0].read_bytes() == bytes(content)


def test_a_disk_that_refuses_a_copy_is_told(
    driver: Driver, load: LoadScene, kept: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*args: object, **more: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(saves.files, "write_atomic", refuse)
    driver.click("copy.0")
    assert load.ui.last_why is not None
    assert "No space left" in load.ui.last_why.text
    assert len(load.infos) == 3


def test_a_long_list_is_there_at_once_and_read_on_while_it_is_shown(
    driver: Driver, kept: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(20):
        other = kept[0].with_name(f"other-{number}.journal")
        other.write_bytes(kept[0].read_bytes())
        os.utime(other, (START - 30 * 86_400,) * 2)
    damaged = kept[0].with_name("long.journal")
    session = shell.start_session(driver.app, "kingsport", [SeatPlan(HUMAN, "Lucy")] * 3, 5, {})
    while len(session.entries) < 100:
        session.apply(session.state.legal_actions()[0])
    session.close()
    assert session.path is not None
    lines = session.path.read_bytes().split(b"\n")
    session.path.unlink()
    lines[len(lines) // 2] = b"{}"
    damaged.write_bytes(b"\n".join(lines))
    os.utime(damaged, (START - 40 * 86_400,) * 2)
    monkeypatch.setattr("scenes.load._READ_AT_ONCE", 10_000)
    load = LoadScene(driver.app)
    driver.app.manager.push(load)
    assert len(load.infos) == 24
    assert load.infos[-1].state == "sound", "as far as its ends tell"
    assert load.waiting
    driver.settle()
    while load.waiting:
        driver.wait(50)
    assert [info.path.name for info in load.infos if info.state != "sound"] == ["long.journal"]
    assert load.infos[-1].state == "damaged"
