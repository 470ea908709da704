"""The packaged program where things are not as they should be: killed, resized, twice at once, nowhere to write."""

from __future__ import annotations

import os
import shutil
import stat
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from game.core.journal import SaveError
from scenes import theme
from scenes.app import App
from scenes.dialogs import Message
from scenes.scene import Scene
from scenes.shell import stopped_last_time, words_at_start
from scenes.trouble import save_fault
from tests.e2e.packaged import build
from tests.e2e.packaged.person import Person
from tests.e2e.packaged.screen import SIZE, Screen, Window
from tests.scenes.kingsport.people import MOUSE, press

NOBODY = 65534
SMALL, TOO_SMALL = (1366, 768), (800, 600)


def twin(window: Window, folder: Path) -> Person:
    """A person at the title of ``window``."""
    return Person(window, folder, folder.with_name("twin")).at_title()


def test_a_killed_game_is_offered_again_and_its_file_opens_it(
    screen: Screen, program: Path, window: Window, folder: Path
) -> None:
    person = twin(window, folder).begin("kingsport", MOUSE)
    state = person.answer()
    window.kill()
    (journal,) = person.journals()
    person.close()
    for arguments in ((), (journal,)):
        again = screen.start(program, "--user-dir", folder, *arguments)
        try:
            later = Person(again, folder, folder.with_name("twin"))
            later = later.open(journal, MOUSE) if arguments else later.at_title().go_on(MOUSE)
            assert later.table.session.state.digest() == state.digest()
            state = later.answer()
            later.close()
        finally:
            again.kill()


def test_any_size_and_full_screen(window: Window, folder: Path) -> None:
    twin(window, folder).close()
    for size in ((1600, 900), TOO_SMALL, SMALL):
        window.resize(size)
        person = twin(window, folder)
        person.keep_picture(f"title-{size[0]}x{size[1]}")
        person.close()
    window.key("F11")
    window.wait_for_size(SIZE)
    person = twin(window, folder)
    person.keep_picture("title-full-screen")
    person.close()
    window.key("F11")
    window.wait_for_size(SMALL)
    twin(window, folder).close()
    assert window.close() == 0


def test_a_second_program_leaves_the_first_ones_game_alone(
    screen: Screen, program: Path, window: Window, folder: Path
) -> None:
    first = twin(window, folder).begin("kingsport", MOUSE)
    state = first.answer()
    (journal,) = first.journals()
    kept = journal.read_bytes()
    first.close()
    second = screen.start(program, "--user-dir", folder)
    try:
        person = twin(second, folder)
        press(person, "continue", MOUSE)  # the twin, whose copy is free, opens it; the window must say that it is taken
        person.close()
        said = Person(second, folder, folder.with_name("twin")).at_title_with(lambda app: in_use(app, journal))
        said.keep_picture("second-program")
        said.close()
        assert journal.read_bytes() == kept
        assert second.close() == 0
    finally:
        second.kill()
    assert (folder / "log" / "unhallowed-2.log").exists()
    window.raise_()
    again = Person(window, folder, folder.with_name("twin")).open(journal, MOUSE)
    assert again.table.session.state.digest() == state.digest()
    again.answer()
    again.close()


def in_use(app: App, path: Path) -> Scene:
    """What says that a game is open elsewhere."""
    fault = SaveError(path, "in_use", "a table that is open in another window", "a free one", "Close the game there.")
    return Message(app, app.tr("load.failed"), [(theme.BODY, save_fault(app, fault))])


@pytest.fixture
def far_away(program: Path) -> Iterator[Path]:
    """The program in a folder with blanks and foreign letters, where nothing can be written."""
    place = Path(tempfile.mkdtemp(prefix="unhallowed "))
    place.chmod(0o755)
    moved = build.copy_to(place / "Spiele für Æðelþryð 暗", program)
    forbid(moved.parent)
    yield moved
    forbid(moved.parent, write=True)
    shutil.rmtree(place)


def forbid(folder: Path, *, write: bool = False) -> None:
    """Take away, or give back, the right to write below ``folder``."""
    for path in [folder, *folder.rglob("*")]:
        mode = stat.S_IMODE(path.stat().st_mode)
        path.chmod(mode | stat.S_IWUSR if write else mode & ~(stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH))


def unprivileged() -> dict[str, Any]:
    """How to start a process for which a read-only folder is one, also where the tests run as root."""
    return {"user": NOBODY, "group": NOBODY, "extra_groups": ()} if os.geteuid() == 0 else {}


def test_with_nothing_to_write_to_it_says_so_and_plays(screen: Screen, far_away: Path, tmp_path: Path) -> None:
    home = far_away.parent
    window = screen.start(far_away, env={"HOME": str(home), "XDG_DATA_HOME": str(home / "data")}, **unprivileged())
    try:
        person = Person(window, None, tmp_path / "twin")
        person.at_title_with(lambda app: words_at_start(app, f"{home / 'data'}: Permission denied")[-1])
        person.keep_picture("nothing-can-be-kept")
        press(person, "close", MOUSE)
        person.begin("kanata", MOUSE)
        while person.hand.turns() < 1:
            person.answer()
        person.keep_picture("plays-without-keeping")
        person.close()
        assert window.close() == 0
    finally:
        window.kill()


def test_without_a_sound_device(screen: Screen, program: Path, folder: Path) -> None:
    window = screen.start(
        program, "--user-dir", folder, env={"SDL_AUDIODRIVER": "alsa", "ALSA_CONFIG_PATH": os.devnull}
    )
    try:
        person = twin(window, folder).begin("kingsport", MOUSE)
        person.answer()
        person.close()
        assert window.close() == 0
    finally:
        window.kill()
    assert "device: " in (folder / "log" / "unhallowed.log").read_text(encoding="utf-8")


def test_a_fault_is_told_and_told_again_at_the_next_start(
    screen: Screen, program: Path, folder: Path, tmp_path: Path
) -> None:
    broken = build.copy_to(tmp_path / "broken", program)
    licence = next((broken.parent / "_internal" / "data" / "fonts" / "licences").glob("*.txt"))
    licence.write_text("", encoding="utf-8")  # a fault in a game's content would not stop it
    window = screen.start(broken, "--user-dir", folder)
    try:
        person = twin(window, folder)
        press(person, "credits", MOUSE)
        person.close()
        window.wait_for_dialog()
        screen.wait_until_still()
        window.keep_picture("fault-told")
        window.key("Return")
        assert window.wait() == 2
    finally:
        window.kill()
    (report,) = folder.glob("crash-*.txt")
    assert "font_credits" in report.read_text(encoding="utf-8")
    put_away = folder / "log" / report.name
    again = screen.start(program, "--user-dir", folder)
    try:
        later = Person(again, folder, folder.with_name("twin"))
        later.at_title_with(lambda app: stopped_last_time(app, put_away)).keep_picture("fault-told-again")
        later.close()
        assert again.close() == 0
    finally:
        again.kill()
    assert put_away.exists()
    assert not report.exists()
