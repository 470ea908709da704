"""Wrong input: one message that names place and cure, exit code 2, nothing half-loaded, nothing overwritten."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.commands.cli import run
from tests.commands.screens import NO_DISPLAY

TOO_FEW = "--seats: found 2 seats, kingsport needs 3 to 5"

CASES = {
    "unknown command": ("plya", "did you mean play?"),
    "unknown game": ("play kingport --text", "did you mean kingsport?"),
    "no game at all": ("sim", "arguments are required: GAME (see main.py sim --help)"),
    "unknown flag": ("play kingsport --fast", "--fast"),
    "two players": ("play kingsport --text --seats human,adept", TOO_FEW),
    "six players": ("sim kingsport --seats adept,adept,adept,adept,adept,adept", "found 6 seats"),
    "no seats": ("sim kingsport --seats=", "found 1 seat,"),
    "a level that is not there yet": ("sim kingsport --seats adept,master,adept", "entry 2 is 'master'"),
    "a person in a simulation": ("sim kingsport --seats human,adept,adept", "entry 1 is 'human'"),
    "chance at the table": ("play kingsport --text --seats human,random,adept", "entry 2 is 'random'"),
    "unknown option": ("play kingsport --text --set ledgr=open", "no option 'ledgr'; did you mean ledger?"),
    "option without value": ("play kingsport --text --set ledger", "expected OPTION=VALUE"),
    "option twice": ("play kingsport --text --set ledger=open --set ledger=open", "ledger is set twice"),
    "wrong choice": ("sim kingsport --set investigator=sherlock", "investigator has no 'sherlock', it has random, "),
    "wrong switch": ("sim kingsport --set scenario=perhaps", "scenario is on or off, found 'perhaps'"),
    "wrong seat": ("sim kingsport --set first_holder=me", "a seat number or random, found 'me'"),
    "seat out of range": ("sim kingsport --set first_holder=3", "expected random or a seat from 0 to 2"),
    "seed too large": ("sim kingsport --seed 99999999999999999999999", "does not fit"),
    "negative seed": ("sim kingsport --seed=-4", "does not fit"),
    "no games": ("sim kingsport --games 0", "expected a whole number from 1 up"),
    "games in words": ("sim kingsport --games many", "found 'many'"),
    "seconds out of range": ("bench --seconds 0", "expected seconds above 0"),
    "a file that is not there": ("play gone.save --text", "gone.save: found No such file"),
    "a replay that is not there": ("replay gone.journal", "gone.journal: found No such file"),
    "a replay to verify that is not there": ("replay gone.journal --verify", "gone.journal: found No such file"),
    "a file that opens by itself and is not there": ("gone.save", "gone.save: found No such file"),
    "seats for a file": ("play some.journal --text --seats adept,adept,adept", "leave --seats, --seed and --set away"),
    "recovery of a game": ("play kingsport --text --recover", "--recover is for a damaged file"),
    "scenario file that is not there": ("scenario gone.yaml", "gone.yaml: found No such file"),
    "pack that is not there": ("check gone", "gone is no folder"),
    "size without a cross": ("shots out --size 1920", "expected WIDTHxHEIGHT"),
    "setting without value": ("shots out --set language", "expected SETTING=VALUE"),
}


@pytest.mark.parametrize(("line", "says"), CASES.values(), ids=CASES)
def test_wrong_usage_is_one_clear_line(
    line: str, says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run([*line.split(), "--user-dir", str(tmp_path / "user")], NO_DISPLAY) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("unhallowed: ")
    assert err.count("\n") == 1
    assert says in err
    assert not [path for path in tmp_path.rglob("*") if path.is_file()], "a file was left behind"


def test_a_foreign_file_is_no_save(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "letter.journal"
    path.write_text("Dear Ann,\n", encoding="utf-8")
    for command in (["play", "--text"], ["replay"], ["replay", "--verify"]):
        assert run([command[0], str(path), *command[1:], "--user-dir", str(tmp_path)], NO_DISPLAY) == 2
        assert "found another kind of file, expected a save or replay" in capsys.readouterr().err
    assert path.read_text(encoding="utf-8") == "Dear Ann,\n"


def test_a_folder_for_saves_that_cannot_be_made(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    place = tmp_path / "file" / "user"
    seats = "novice,novice,novice"
    assert run(["play", "kingsport", "--text", "--seats", seats, "--user-dir", str(place)], NO_DISPLAY) == 2
    assert "cannot be made" in (err := capsys.readouterr().err)
    assert "name another with --user-dir" in err


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("- id: x\n  game: kingsport\n  new: {}\n  dice: [E\n", "case.yaml:"),
        ("- id: x\n  game: kingsport\n  new: {}\n  rules: KPT-EXP-01\n", "case.yaml:4: [0].rules: found the text"),
        ("[]\n", "no cases in"),
    ],
)
def test_a_scenario_file_that_cannot_be_read(
    text: str, says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "case.yaml"
    path.write_text(text, encoding="utf-8")
    assert run(["scenario", str(path)], NO_DISPLAY) == 2
    assert says in capsys.readouterr().err


@pytest.mark.parametrize(
    ("position", "says"),
    [
        ("{cultists: [{hand: [cthulu]}]}", "cthulu"),
        ("{cultists: [{sanity: 13}, {}, {}]}", "sanity"),
        ("{players: 6}", "players"),
        ("{phase: lunch}", "phase"),
        ("{colour: red}", "colour"),
    ],
)
def test_a_wrong_position_fails_its_case_and_names_the_place(
    position: str, says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "case.yaml"
    path.write_text(f"- id: x\n  game: kingsport\n  position: {position}\n", encoding="utf-8")
    assert run(["scenario", str(path)], NO_DISPLAY) == 1
    out = capsys.readouterr().out
    assert out.startswith(f"{path}:3: x: position: ")
    assert says in out
    assert "expected" in out
    assert out.endswith("0 passed, 1 failed\n")


def test_a_case_of_an_unknown_game_fails_at_its_place(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "case.yaml"
    path.write_text("- id: x\n  game: chess\n  position: {}\n", encoding="utf-8")
    assert run(["scenario", str(path)], NO_DISPLAY) == 1
    out = capsys.readouterr().out
    assert out.startswith(f"{path}:2: x: game: there is no game 'chess'; there is ")
    assert out.endswith("0 passed, 1 failed\n")


def test_a_fault_of_the_program_says_so(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    from game.commands import sim

    monkeypatch.setattr(sim, "read_seats", lambda *given, **more: 1 / 0)
    assert run(["sim", "kingsport"], NO_DISPLAY) == 2
    err = capsys.readouterr().err
    assert "ZeroDivisionError" in err
    assert err.splitlines()[-1].startswith("unhallowed: this is a fault of the program (version ")
