"""The door as a person uses it: ``main.py`` started from any folder, with and without a display, stopped at will."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from pathlib import Path

from game.version import VERSION
from tests.e2e.program import command, run

NO_DISPLAY = {"DISPLAY": "", "WAYLAND_DISPLAY": "", "SDL_VIDEODRIVER": ""}


def test_the_version_comes_from_any_folder(tmp_path: Path) -> None:
    answer = run("--version", cwd=tmp_path)
    assert (answer.returncode, answer.stdout, answer.stderr) == (0, f"Unhallowed {VERSION}\n", "")


def test_without_a_display_there_is_a_menu_that_plays_a_game(tmp_path: Path) -> None:
    answer = run("--user-dir", tmp_path, typed="2\nnovice,novice,novice\n\n\n\n\n8\n", env=NO_DISPLAY)
    assert answer.returncode == 0, answer.stderr
    assert answer.stdout.startswith("UNHALLOWED\n   1  New game: Kanata: The First Sacrament\n   2  New game: ")
    assert "Nine rounds have been played." in answer.stdout or "Azathoth" in answer.stdout
    assert len([*tmp_path.glob("games/*.journal")]) == 1
    again = run("--user-dir", tmp_path, typed="4\n", env=NO_DISPLAY)
    assert "Continue" not in again.stdout, "a finished game is not gone on with"


def test_figures_are_nothing_but_json() -> None:
    answer = run("sim", "kingsport", "--games", "2", "--jobs", "2", "--json")
    assert json.loads(answer.stdout)["finished"] == 2
    assert answer.stderr == ""


def test_wrong_usage_ends_with_two() -> None:
    answer = run("sim", "kingsport", "--seats", "adept,master,adept")
    assert (answer.returncode, answer.stdout) == (2, "")
    assert answer.stderr.startswith("unhallowed: --seats: entry 2 is 'master'")


def test_an_interrupt_ends_it_quietly_with_all_moves_kept(tmp_path: Path) -> None:
    options = ["--seed", "5", "--set", "first_holder=2", "--set", "investigator=dyer", "--user-dir", tmp_path]
    line = command("play", "kingsport", "--text", "--seats", "human,novice,novice", *options)
    pipe = subprocess.PIPE
    with subprocess.Popen(
        line, stdin=pipe, stdout=pipe, stderr=pipe, text=True, start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # a background run ignores it
    ) as table:  # fmt: skip
        assert table.stdout is not None
        assert any("1  End Expansion" in shown for shown in table.stdout)
        os.killpg(table.pid, signal.SIGINT)  # as Ctrl-C does: to the table and to its workers
        _, err = table.communicate(timeout=60)
    assert table.returncode == 2
    assert err == "unhallowed: stopped\n"
    assert run("replay", *tmp_path.glob("games/*.journal"), "--verify").returncode == 0


def test_a_closed_pipe_is_no_fault(tmp_path: Path) -> None:
    seats = ["--seats", "novice,novice,novice", "--user-dir", str(tmp_path)]
    with subprocess.Popen(
        command("play", "kingsport", "--text", *seats), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as table:
        assert table.stdout is not None
        assert table.stderr is not None
        table.stdout.readline()
        table.stdout.close()
        err = table.stderr.read()
    assert (table.returncode, err) == (0, "")
