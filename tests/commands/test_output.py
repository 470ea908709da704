"""Output in any encoding, arguments in any bytes: a sign that cannot be written or read ends no game."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

from game.commands import output
from game.commands.cli import run
from game.core.strings import ENGLISH, languages, load_language
from tests.commands.screens import NO_DISPLAY

ROOT = Path(__file__).parents[2]


def test_signs_that_an_encoding_lacks_are_written_with_those_that_it_has(monkeypatch: pytest.MonkeyPatch) -> None:
    raw = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(raw, encoding="cp1252"))
    output.prepare()
    print("−1 Sanity “Æthelþryð” Nguyễn Иван → 2×3 — é", flush=True)
    assert raw.getvalue().decode("cp1252").rstrip() == "-1 Sanity “Æthelþryð” Nguyen ???? -> 2×3 — é"
    raw = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(raw, encoding="ascii"))
    output.prepare()
    print("−1 “Æthelþryð” Nguyễn", "\udcff", flush=True)
    assert raw.getvalue().decode("ascii").rstrip() == '-1 "Aethelthryd" Nguyen ?'


def test_a_complaint_moves_no_cursor(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["replay", str(tmp_path / "a\x1b[2J\u202eb.save")], NO_DISPLAY) == 2
    assert "a\\x1b[2J\\u202eb.save" in capsys.readouterr().err


def test_every_sign_of_our_texts_has_a_likeness() -> None:
    texts = {char for language in languages() for text in load_language(language).values() for char in text}
    assert ENGLISH in languages()
    assert {char for char in texts if char > "\x7f" and output.nearest(char) == "?"} == set()


@pytest.mark.parametrize("encoding", ["ascii", "cp1252"])
@pytest.mark.parametrize("game", ["kingsport", "kanata", "sacrament"])
def test_a_game_is_played_into_a_file_of_any_encoding(game: str, encoding: str, tmp_path: Path) -> None:
    seats = {"sacrament": "gm,novice,novice", "kanata": "novice"}.get(game, "novice,novice,novice")
    line = [sys.executable, str(ROOT / "main.py"), "play", game, "--text", "--seats", seats, "--seed", "3"]
    if game == "sacrament":
        line += ["--set", "fight=churchyard"]
    environment = {**os.environ, "PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"}
    out = tmp_path / "out.txt"
    with out.open("wb") as file:
        done = subprocess.run(
            [*line, "--user-dir", str(tmp_path / "user")], stdout=file, stderr=subprocess.PIPE, env=environment,
            stdin=subprocess.DEVNULL,
        )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, b"")
    assert len(out.read_text(encoding).splitlines()) > 20


def test_a_python_that_does_not_look_beside_the_script_starts_it_all_the_same() -> None:
    environment = {**os.environ, "PYTHONSAFEPATH": "1"}
    line = [sys.executable, str(ROOT / "main.py"), "--version"]
    done = subprocess.run(line, capture_output=True, text=True, env=environment, cwd="/")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("Unhallowed ")


WRONG = {
    "a seed that is no text": (["sim", "kingsport", "--seed", "caf\udce9"], "--seed: found bytes that are no text"),
    "as many games as nobody plays": (["sim", "kingsport", "--games", "9" * 200], "expected a whole number from 1 up"),
    "games in other digits": (["sim", "kingsport", "--games", "²"], "found '²', expected a whole number from 1 up"),
    "processes without end": (["sim", "kingsport", "--jobs", "9" * 5000], "expected a whole number from 1 up"),
    "a command that is no text": (["pl\udce9y"], "there is no command or file"),
    "a pack that is no text": (["check", "pa\udce9ck"], "is no folder with a pack in it"),
    "an option that is no text": (["sim", "kingsport", "--set", "ledger=\udce9"], "ledger has no"),
    "a seat that is no text": (["sim", "kingsport", "--seats", "\udce9,adept,adept"], "entry 1 is"),
}


@pytest.mark.parametrize(("line", "says"), WRONG.values(), ids=WRONG)
def test_wrong_arguments_are_one_clear_line(
    line: list[str], says: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert run([*line, "--user-dir", str(tmp_path)], NO_DISPLAY) == 2
    err = capfd.readouterr().err
    assert says in err
    assert err.count("\n") == 1
    assert len(err) < 300
