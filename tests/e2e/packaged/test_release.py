"""What people download and unpack: the zip, and on Linux the way into the menu."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from game.core.session import HUMAN, SeatPlan, Session
from game.registry import get
from game.version import VERSION
from scenes.settings import save_settings
from tests.e2e.packaged import build
from tests.e2e.packaged.person import QUICK, Person
from tests.e2e.packaged.screen import Screen
from tests.scenes.kingsport.people import MOUSE

MOMENT = 1_700_000_000
DAY = 86_400


def pack(folder: Path, moment: int) -> Path:
    """The zip of a built folder, packed with all files as old as ``moment`` says."""
    for path in folder.rglob("*"):
        os.utime(path, (moment, moment))
    line = [sys.executable, build.ROOT / ".ci" / "pack.py", folder, VERSION]
    subprocess.run(line, env={**os.environ, "SOURCE_DATE_EPOCH": str(MOMENT)}, check=True, stdout=subprocess.DEVNULL)
    (packed,) = folder.parent.glob("*.zip")
    return packed


@pytest.fixture(scope="module")
def packed(program: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The program as people get it."""
    return pack(build.copy_to(tmp_path_factory.mktemp("packed") / "Unhallowed", program).parent, MOMENT)


def test_the_same_files_give_the_same_zip(program: Path, packed: Path, tmp_path: Path) -> None:
    again = pack(build.copy_to(tmp_path / "Unhallowed", program).parent, MOMENT + DAY)
    assert again.name == packed.name
    assert again.read_bytes() == packed.read_bytes()


def test_the_zip_holds_all_and_says_so(program: Path, packed: Path, tmp_path: Path) -> None:
    digest, name = packed.with_suffix(".zip.sha256").read_text(encoding="utf-8").split()
    assert (name, digest) == (packed.name, hashlib.sha256(packed.read_bytes()).hexdigest())
    with zipfile.ZipFile(packed) as archive:
        archive.extractall(tmp_path / "unpacked")
        told = {entry.filename: entry for entry in archive.infolist()}
    lines = packed.with_suffix(".files.txt").read_text(encoding="utf-8").splitlines()
    listed = {name: digest for digest, _, name in (line.partition("  ") for line in lines)}
    assert list(listed) == sorted(told, key=lambda name: Path(name).parts)
    for name, digest in listed.items():
        unpacked = tmp_path / "unpacked" / name
        assert hashlib.sha256(unpacked.read_bytes()).hexdigest() == digest
        assert unpacked.read_bytes() == (program.parent / Path(name).relative_to("Unhallowed")).read_bytes()
    assert told["Unhallowed/Unhallowed"].external_attr >> 16 & 0o111, "it can be started"
    assert {"Unhallowed/LICENSE", "Unhallowed/CREDITS.md", "Unhallowed/CHANGELOG.md"} <= set(listed)


def test_a_double_click_opens_a_game(screen: Screen, program: Path, tmp_path: Path) -> None:
    """Wherever the folder lies: blanks, foreign letters and what shells make something of are in its name."""
    moved = build.copy_to(tmp_path / 'a "game" for $HOME & Æðelþryð `暗` \\', program)
    (moved.parent / "portable").touch()
    user = moved.parent / "user"
    save_settings(QUICK, user)
    journal = user / "games" / "mine.journal"
    journal.parent.mkdir()
    Session.start(get("kanata"), [SeatPlan(HUMAN, "Lucy", 0)], seed=5, path=journal, id="mine").close()
    desktop = {"XDG_DATA_HOME": str(tmp_path / "share"), "HOME": str(tmp_path)}
    installed = tmp_path / "share" / "applications" / "unhallowed.desktop"

    subprocess.run([moved.parent / "desktop" / "install"], env={**os.environ, **desktop}, check=True)
    assert kind_of(journal, desktop) == "application/x-unhallowed-game"
    assert "unhallowed.desktop" in gio("mime", "application/x-unhallowed-game", env=desktop)
    window = screen.launched("gio", "launch", installed, journal, env=desktop)
    try:
        person = Person(window, user, tmp_path / "twin").open(journal, MOUSE)
        person.keep_picture("double-click")
        person.answer()
        person.close()
        window.close()
    finally:
        window.kill()
    subprocess.run([moved.parent / "desktop" / "install", "--remove"], env={**os.environ, **desktop}, check=True)
    assert not [path for path in (tmp_path / "share").rglob("*unhallowed*") if path.is_file()]


def kind_of(path: Path, env: dict[str, str]) -> str:
    """What kind of file the desktop takes it for."""
    return gio("info", "-a", "standard::content-type", path, env=env).split()[-1]


def gio(*arguments: str | Path, env: dict[str, str]) -> str:
    """What the desktop's own tool says."""
    line = ["gio", *map(str, arguments)]
    done = subprocess.run(line, env={**os.environ, **env, "LANG": "C"}, capture_output=True, text=True, check=True)
    return done.stdout
