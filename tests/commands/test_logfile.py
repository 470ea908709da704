"""The log stands in for output that is not there, is kept small, and is not shared."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from game.commands import logfile
from game.core import files


@pytest.fixture
def begin(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], None]]:
    """Begins as the program does where there is no output, as in a windowed program on Windows."""

    def begin() -> None:
        for name in ("stdin", "stdout", "stderr"):  # here: pytest puts its own there before each test
            monkeypatch.setattr(sys, name, None)
        logfile.stand_in()

    logfile.close_log()
    yield begin
    logfile.close_log()


def test_what_is_said_before_the_log_is_opened_is_in_it(begin: Callable[[], None], tmp_path: Path) -> None:
    begin()
    print("early")
    path = logfile.open_log(tmp_path)
    print("late\x1b[31m", file=sys.stderr)
    assert path == tmp_path / "log" / "unhallowed.log"
    lines = path.read_text(encoding="utf-8").splitlines()
    assert [line.split(" ", 3)[3] for line in lines] == ["INFO early", "ERROR late\\x1b[31m"]
    assert sys.stdin.read() == ""


def test_a_traceback_is_one_entry(begin: Callable[[], None], tmp_path: Path) -> None:
    begin()
    path = logfile.open_log(tmp_path)
    assert path is not None
    try:
        raise ValueError("the floor")
    except ValueError:
        logfile.LOG.exception("stopped")
    first, *rest = path.read_text(encoding="utf-8").splitlines()
    assert first.endswith("ERROR stopped")
    assert rest[-1] == "    ValueError: the floor"
    assert all(line.startswith("    ") for line in rest)


def test_the_log_stays_below_a_megabyte_and_a_bit(begin: Callable[[], None], tmp_path: Path) -> None:
    begin()
    logfile.open_log(tmp_path)
    for _ in range(12_000):
        logfile.LOG.info("x" * 100)
    sizes = [path.stat().st_size for path in (tmp_path / "log").glob("unhallowed.log*")]
    assert len(sizes) == 4
    assert sum(sizes) < 1_100_000


def test_a_second_program_has_a_log_of_its_own(begin: Callable[[], None], tmp_path: Path) -> None:
    (tmp_path / "log").mkdir()
    with (tmp_path / "log" / "unhallowed.lock").open("ab") as held:
        files.lock(held)  # as another program does
        begin()
        assert logfile.open_log(tmp_path) == tmp_path / "log" / "unhallowed-2.log"


def test_where_no_log_can_be_written_nothing_happens(begin: Callable[[], None], tmp_path: Path) -> None:
    (tmp_path / "log").write_text("a file is in the way", encoding="utf-8")
    begin()
    assert logfile.open_log(tmp_path) is None
    print("said to nobody")


def test_a_file_named_portable_keeps_everything_beside_the_program(tmp_path: Path) -> None:
    (tmp_path / files.PORTABLE).touch()
    assert files.user_dir(program=tmp_path) == tmp_path / "user"
    assert files.user_dir(tmp_path / "named", program=tmp_path) == tmp_path / "named"


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(**arguments: object) -> None:
        raise PermissionError(13, "Permission denied", "a temporary name")

    monkeypatch.setattr("tempfile.NamedTemporaryFile", refuse)
    with pytest.raises(OSError, match="Permission denied") as caught:
        files.user_dir(tmp_path)
    assert caught.value.filename == str(tmp_path)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pipes with a name in a folder")
@pytest.mark.parametrize("name", ["unhallowed.log", "unhallowed.lock"])
@pytest.mark.parametrize("kind", ["pipe", "folder"])
def test_what_is_no_file_in_the_place_of_the_log_is_passed_by(
    name: str, kind: str, begin: Callable[[], None], tmp_path: Path
) -> None:
    place = tmp_path / "log" / name
    place.parent.mkdir()
    if kind == "folder":
        place.mkdir()
    else:
        os.mkfifo(place)
    begin()
    path = logfile.open_log(tmp_path)
    print("a line")
    assert path == tmp_path / "log" / "unhallowed-2.log"
    assert "a line" in path.read_text(encoding="utf-8")
