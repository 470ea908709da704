"""What the window does about files: saves that are named, files that are hostile, gone or in use, a full disk."""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from game.core import files
from game.core.journal import encode, read_header, read_journal
from game.core.saves import SaveInfo
from game.core.session import HUMAN, SeatPlan, Session
from game.registry import GAMES
from scenes import shell
from scenes.app import App
from scenes.dialogs import Message
from scenes.load import LoadScene
from scenes.scene import Scene
from scenes.seats import Seats
from scenes.settings import FILE_NAME, load_settings
from scenes.table import TableScene
from scenes.title import Title, describe_save
from tests.scenes.driver import Driver

GAME = "kingsport"


def _start(driver: Driver) -> Session:
    plans = [SeatPlan(HUMAN, "Ann"), SeatPlan("novice", "N1"), SeatPlan("novice", "N2")]
    return shell.start_session(driver.app, GAME, plans, 5, {})


def _table(driver: Driver) -> TableScene:
    return next(scene for scene in driver.app.manager.stack if isinstance(scene, TableScene))


def _show(driver: Driver, session: Session | None = None) -> TableScene:
    shell.show_table(driver.app, session or _start(driver))
    driver.settle()
    return _table(driver)


def _act(session: Session, count: int = 1) -> None:
    for _ in range(count):
        session.apply(session.state.legal_actions()[0])


def _games(driver: Driver) -> Path:
    folder = shell.games_folder(driver.app)
    assert folder is not None
    return folder


def _folder(driver: Driver) -> Path:
    assert driver.app.folder is not None
    return driver.app.folder


def _names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def _words(message: Scene) -> str:
    assert isinstance(message, Message)
    return " ".join(text for _, text in message.paragraphs)


def _finished(driver: Driver) -> Session:
    session = _start(driver)
    while not session.state.is_terminal():
        session.apply(session.state.legal_actions()[0])
    return session


# ------------------------------------------------------------------------------------------------------- saves


def test_save_a_copy_asks_for_a_name(driver: Driver) -> None:
    table = _show(driver)
    driver.key("escape")
    driver.settle()
    driver.click("save")
    driver.settle()
    assert driver.focus == "field"
    assert "round" in driver.find("field").value  # type: ignore[attr-defined]
    driver.key("ctrl+a")
    driver.key("backspace")
    driver.type("Before the storm")
    driver.click("done")
    assert driver.top is table
    assert table.ui.last_why is not None
    assert "before-the-storm.save" in table.ui.last_why.text
    assert read_header(_games(driver) / "before-the-storm.save").title == "Before the storm"
    table.keeping._save("Before the storm")
    assert (_games(driver) / "before-the-storm-2.save").exists()


def test_a_save_of_a_save_is_called_no_longer(driver: Driver) -> None:
    table = _show(driver)
    lengths = set()
    for _ in range(4):
        table.keeping._save()
        latest = max(_games(driver).glob("*.save"), key=lambda path: path.stat().st_mtime_ns)
        shell.open_table(driver.app, latest)
        driver.settle()
        table = _table(driver)
        assert table.session.path is not None
        lengths.add(len(table.session.path.name))
    assert len(lengths) == 1


def test_the_file_before_a_damaged_save_goes_on_in_a_journal(driver: Driver) -> None:
    session = _start(driver)
    save = _games(driver) / "mine.save"
    session.save_as(save)
    _act(session)
    session.save_as(save)
    session.close()
    raw = bytearray(save.read_bytes())
    raw[len(raw) // 2] ^= 1
    save.write_bytes(raw)
    shell.open_table(driver.app, save)
    driver.settle()
    driver.click("previous")
    driver.settle()
    table = _table(driver)
    assert table.session.path is not None
    _act(table.session, 3)
    shell.to_title(driver.app)
    assert list(read_journal(table.session.path).records) == table.session.records
    assert _games(driver) == table.session.path.parent
    driver.app.manager.reset(Title(driver.app))
    driver.settle()
    assert driver.app.manager.top.latest.path == table.session.path  # type: ignore[union-attr]


@pytest.mark.parametrize("id", ["../../../evil", "/tmp/unhallowed-evil", "a\0b", "x" * 300])
@pytest.mark.parametrize("kind", ["journal", "save"])
def test_an_id_of_a_file_leads_nowhere_else(driver: Driver, tmp_path: Path, id: str, kind: str) -> None:
    session = _start(driver)
    _act(session, 2)
    records = session.records
    if kind == "save":
        session.save_as(_games(driver) / "s.save")
        records = list(read_journal(_games(driver) / "s.save").records)
    session.close()
    header = msgspec.structs.replace(session.header, kind=kind)
    msgspec.structs.force_setattr(header, "id", id)
    path = _games(driver) / f"hostile.{kind}"
    path.write_bytes(encode(header, records)[0])
    outside = set(tmp_path.parent.iterdir())
    shell.open_table(driver.app, path)
    driver.settle()
    table = _table(driver)
    driver.key("f5")
    assert len([*_games(driver).glob(f"{GAME}-*.save")]) == 1
    _act(table.session)
    assert set(tmp_path.parent.iterdir()) == outside
    assert not Path("/tmp/unhallowed-evil").exists()


def test_opening_a_finished_game_adds_no_row(driver: Driver) -> None:
    session = _finished(driver)
    session.save_as(_games(driver) / "end.save")
    session.close()
    before = _names(_games(driver))
    for name in sorted(before):
        shell.open_table(driver.app, _games(driver) / name)
        driver.settle()
        assert driver.app.manager.top is not None
        shell.to_title(driver.app)
        driver.settle()
    assert _names(_games(driver)) == before


# ------------------------------------------------------------------------------------------------------- two programs


def test_a_game_that_is_played_elsewhere_is_neither_renamed_nor_deleted(driver: Driver) -> None:
    session = _start(driver)
    path = session.path
    assert path is not None
    load = LoadScene(driver.app)
    driver.app.manager.push(load)
    driver.settle()
    driver.click("rename.0")
    driver.settle()
    driver.type("Ours")
    driver.click("done")
    assert load.ui.last_why is not None
    assert "open in another window" in load.ui.last_why.text
    driver.wait(5000)
    driver.click("delete.0")
    driver.settle()
    load.ui.last_why = None
    driver.click("delete")
    assert load.ui.last_why is not None
    assert "open in another window" in load.ui.last_why.text
    _act(session, 3)
    session.close()
    assert len(read_journal(path).records) == 3


def test_a_file_that_is_gone_is_written_anew_and_that_is_told(driver: Driver) -> None:
    table = _show(driver)
    path = table.session.path
    assert path is not None
    path.unlink()
    _act(table.session)
    driver.wait(50)
    assert table.ui.last_why is not None
    assert path.name in table.ui.last_why.text
    assert "written anew" in table.ui.last_why.text
    assert list(read_journal(path).records) == table.session.records


def test_the_game_that_was_played_last_goes_on_whatever_the_clock_says(driver: Driver) -> None:
    first, second = _start(driver), None
    _show(driver, first)
    shell.to_title(driver.app)
    second = _start(driver)
    _show(driver, second)
    shell.to_title(driver.app)
    driver.settle()
    assert first.path is not None
    assert second.path is not None
    os.utime(second.path, (1_000_000, 1_000_000))
    assert shell.latest(driver.app).path == second.path  # type: ignore[union-attr]
    again = shell.open_session(driver.app, first.path)
    table = _show(driver, again)
    _act(table.session)
    shell.to_title(driver.app)
    os.utime(first.path, (1_000, 1_000))
    assert shell.latest(driver.app).path == first.path  # type: ignore[union-attr]


# ------------------------------------------------------------------------------------------------------- full disk


def _full(*_args: object, **_more: object) -> None:
    raise OSError(errno.ENOSPC, "No space left on device")


def test_at_a_full_disk_the_start_says_so_and_a_game_begins_in_memory(
    driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(files, "no_room", lambda folder: OSError(errno.ENOSPC, "No space left on device"))
        patch.setattr(files, "write_atomic", _full)
        (said,) = shell.words_at_start(driver.app, "")
        assert "No space left on device" in _words(said)
        table = _show(driver)
        assert table.session.path is None
        _act(table.session)
        driver.wait(50)
        assert table.ui.last_why is not None
        assert "No space left" in table.ui.last_why.text
        assert "Free some space" in table.ui.last_why.text
    _act(table.session)
    driver.wait(50)
    assert table.ui.last_why is not None
    assert "written down again" in table.ui.last_why.text
    assert table.session.path is not None
    assert list(read_journal(table.session.path).records) == table.session.records


def test_a_disk_with_room_is_not_complained_of(driver: Driver) -> None:
    assert shell.words_at_start(driver.app, "") == ()


# ------------------------------------------------------------------------------------------------------- hostile files

NESTED = b"[" * 100_000
SETTINGS = {
    "nested under a name of the future": b'{"future": ' + NESTED + b"]" * 100_000 + b"}",
    "nested keys": b'{"keys": ' + b'{"a":' * 50_000 + b"1" + b"}" * 50_000 + b"}",
    "nested tables": b'{"tables": ' + b'{"a":' * 50_000 + b"1" + b"}" * 50_000 + b"}",
    "large": b'{"font": "' + b"x" * 2_000_000 + b'"}',
    "binary": bytes(range(256)),
    "a number": b"5",
}


@pytest.mark.parametrize("name", SETTINGS)
def test_settings_that_cannot_be_read_are_told_of_at_the_start(tmp_path: Path, name: str) -> None:
    (tmp_path / FILE_NAME).write_bytes(SETTINGS[name])
    app = App(size=(1280, 720), folder=tmp_path, sound=False)
    shell.prepare(app)
    (said,) = shell.words_at_start(app, "")
    assert FILE_NAME in _words(said)
    assert "settings.damaged.json" in _words(said)
    app.close()
    assert (tmp_path / "settings.damaged.json").read_bytes() == SETTINGS[name]
    assert load_settings(tmp_path)[1] is None


def _pipe(path: Path) -> None:
    if not hasattr(os, "mkfifo"):
        pytest.skip("this system has no named pipes")
    os.mkfifo(path)


@pytest.mark.parametrize("make", [Path.mkdir, _pipe], ids=["folder", "pipe"])
def test_what_is_no_file_is_read_as_no_settings(tmp_path: Path, make: Callable[[Path], object]) -> None:
    make(tmp_path / FILE_NAME)
    app = App(size=(1280, 720), folder=tmp_path, sound=False)
    assert len(shell.words_at_start(app, "")) == 1
    app.close()
    assert (tmp_path / FILE_NAME).is_file()


def test_linked_settings_stay_linked(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    real = tmp_path / "mine" / "dotfile.json"
    for content in (b"{}", b"{", None):
        if content is not None:
            real.write_bytes(content)
        link = tmp_path / FILE_NAME
        if not link.is_symlink():
            link.symlink_to(real)
        app = App(size=(1280, 720), folder=tmp_path, sound=False)
        app.set_setting("captions", not app.settings.captions)
        app.close()
        assert link.is_symlink()
        assert json.loads(real.read_bytes())["captions"] == app.settings.captions


def _everything(driver: Driver) -> None:
    """Look at every screen that reads the person's files, and start a game."""
    from scenes.sacrament.library import Characters

    for make in (Title, LoadScene, Characters, Seats):
        driver.app.manager.push(make(driver.app))
        driver.settle()
        driver.pixels()
    driver.app.manager.reset(Title(driver.app))
    table = _show(driver)
    _act(table.session)
    driver.wait(50)
    table.keeping._save("A name")
    shell.to_title(driver.app)
    driver.settle()


@pytest.mark.parametrize("names", [("games", "characters", "log", ".played"), ("games/bin",)], ids=["folders", "bin"])
@pytest.mark.parametrize(
    "make", [Path.mkdir, _pipe, lambda path: path.write_bytes(NESTED)], ids=["dir", "pipe", "file"]
)
def test_whatever_lies_where_the_program_keeps_things_stops_nothing(
    driver: Driver, names: tuple[str, ...], make: Callable[[Path], object]
) -> None:
    for name in names:
        path = _folder(driver) / name
        path.parent.mkdir(exist_ok=True)
        make(path)
    _everything(driver)


HOSTILE: dict[str, Callable[[Path], object]] = {
    "dir": Path.mkdir,
    "pipe": _pipe,
    "nested": lambda path: path.write_bytes(NESTED),
    "header": lambda path: path.write_bytes(b'{"line":"header","format":1,"kind":[' + NESTED),
    "deep": lambda path: path.write_bytes(b'{"name": ' + NESTED + b"}"),
    "odd": lambda path: path.write_bytes(b'{"name": "\\u0000", "level": 1e999, "faults": null}'),
    "binary": lambda path: path.write_bytes(bytes(range(256)) * 10),
    "dangling": lambda path: path.symlink_to("nowhere"),
    "circle": lambda path: path.symlink_to(path.name),
}


@pytest.mark.parametrize("ending", [".journal", ".save", ".save.previous", ".character.json"])
def test_hostile_games_and_characters_stop_nothing(driver: Driver, ending: str) -> None:
    folder = _folder(driver) / ("characters" if "character" in ending else "games")
    folder.mkdir(exist_ok=True)
    for name, make in HOSTILE.items():
        make(folder / f"{name}{ending}")
    _everything(driver)
    for name in HOSTILE:
        if ending in (".journal", ".save"):
            shell.open_table(driver.app, folder / f"{name}{ending}")
            assert driver.top.name in ("message", "question")
            driver.app.manager.pop()


@pytest.mark.parametrize("time", [-(2**40), -1, 2**33, 2**37, 2**45])
def test_a_file_of_any_time_is_listed(driver: Driver, time: int) -> None:
    session = _start(driver)
    session.close()
    assert session.path is not None
    try:
        os.utime(session.path, (time, time))
    except (OSError, OverflowError):
        pytest.skip("this disk keeps no such time")
    _everything(driver)


@pytest.mark.parametrize("time", [1e30, -1e30, float("inf"), float("nan")])
def test_a_time_that_no_clock_shows_is_left_out(driver: Driver, time: float) -> None:
    assert describe_save(driver.app, SaveInfo(Path("a.save"), "sound", time)) == ""


# ------------------------------------------------------------------------------------------------------- seats


def test_seats_names_and_options_are_remembered(driver: Driver, tmp_path: Path) -> None:
    seats = Seats(driver.app, GAME)
    driver.app.manager.push(seats)
    driver.settle()
    seats._set_kind(1, "human")
    seats._set_name(0, "Lucy")
    seats._set_kind(2, "with.0")
    seats._set_option("ledger", "memory")
    seats._set_seed("moon")
    seats.start()
    driver.settle()
    driver.close()
    again = Driver(folder=tmp_path, settings=load_settings(tmp_path)[0])
    seats = Seats(again.app, GAME)
    kinds = [row.kind for row in seats.rows]
    assert kinds[:3] == ["human", "human", "human"]
    assert kinds[3:] == ["empty"] * (seats.game.max_players - 3)
    assert seats.rows[0].name == "Lucy"
    assert seats.rows[2].lead is seats.rows[0]
    assert seats.options["ledger"] == "memory"
    assert seats.seed_word == ""
    other = Seats(again.app, "kanata")
    assert other.options == {one.name: one.default for one in other.game.options}
    again.close()


@pytest.mark.parametrize("game", GAMES)
def test_the_table_of_every_game_comes_back_as_it_was(driver: Driver, game: str) -> None:
    seats = Seats(driver.app, game)
    empty = next((row for row in seats.rows if row.kind == "empty"), None)
    if empty is not None:  # a gap in the middle
        seats.rows.remove(empty)
        seats.rows.insert(1, empty)
    for option in seats.game.options:
        if option.kind == "switch":
            seats.options[option.name] = not seats.options[option.name]
        elif option.kind == "number":
            seats.options[option.name] = option.choices[1]
        elif option.choices:
            seats.options[option.name] = option.choices[-1]
    seats._keep()
    again = Seats(driver.app, game)
    assert [(row.kind, row.name) for row in again.rows] == [(row.kind, row.name) for row in seats.rows]
    assert again.options == seats.options


def test_whose_person_leads_a_seat_is_remembered_among_seats_without_names(driver: Driver) -> None:
    seats = Seats(driver.app, GAME)
    seats._set_kind(1, "human")
    seats._set_kind(2, "with.1")
    driver.app.manager.push(seats)
    driver.settle()
    assert driver.find("kind-2").value == "with.1"  # type: ignore[attr-defined]
    seats.start()
    again = Seats(driver.app, GAME)
    assert again.rows[2].lead is again.rows[1]


@pytest.mark.parametrize(
    "table",
    [
        {"seats": [{"kind": "wizard"}] * 3},
        {"seats": [{"kind": "human", "lead": 10**9}] * 90},
        {"seats": [{"kind": "human", "lead": 0}] * 3},
        {"seats": [{"kind": "novice", "lead": 1}, {"kind": "human", "lead": 2}, {"kind": "human", "lead": 1}]},
        {"seats": [{"kind": "human", "name": "\0" * 50 + "x" * 5000}] * 3},
        {"seats": []},
        {"options": {"ledger": 5, "scenario": "yes", "investigator": 10**30, "no such": "x"}},
    ],
)
def test_what_is_remembered_is_used_as_far_as_it_fits(tmp_path: Path, table: dict[str, object]) -> None:
    (tmp_path / FILE_NAME).write_text(json.dumps({"asked": True, "tables": {GAME: table, "other": table}}))
    settings, complaint = load_settings(tmp_path)
    assert complaint is None
    driver = Driver(folder=tmp_path, settings=settings)
    seats = Seats(driver.app, GAME)
    driver.app.manager.push(seats)
    driver.settle()
    driver.pixels()
    seats.start()
    driver.settle()
    assert _table(driver).session.game.id == GAME
    driver.close()
