"""Saves, journals and replays on the command line: whole, damaged, foreign, no longer fitting."""

from __future__ import annotations

import errno
import io
import json
from pathlib import Path

import msgspec
import pytest

from game.ai.players import Player
from game.commands.cli import run
from game.core import files, saves
from game.core.journal import Act, Header, encode, read_journal
from game.core.session import SeatPlan, Session
from game.registry import get
from tests.commands.screens import NO_DISPLAY


@pytest.fixture
def journal(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Path:
    """The journal of a game in which a person made some moves and left."""
    monkeypatch.setattr("sys.stdin", io.StringIO("end_expansion\n1\nend_turn\nend_expansion\n"))
    line = ["play", "kingsport", "--text", "--seats", "human,novice,novice", "--seed", "5", "--set", "first_holder=2"]
    assert run([*line, "--user-dir", str(tmp_path / "user")], NO_DISPLAY) == 0
    (path,) = (tmp_path / "user" / "games").glob("*.journal")
    capsys.readouterr()
    return path


def go_on(path: Path, *more: str) -> int:
    """Open a file in the terminal with nothing typed."""
    return run([str(path), "--text", *more, "--user-dir", str(path.parents[1])], NO_DISPLAY)


@pytest.fixture(autouse=True)
def nothing_typed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(""))


def with_act(path: Path, number: int, act: Act) -> None:
    """Put another act in the place of one, with sums that are right."""
    contents = read_journal(path)
    records = [*contents.records]
    records[number] = act
    path.write_bytes(encode(contents.header, records)[0])


def test_a_journal_is_gone_on_with_in_its_own_file(journal: Path, capsys: pytest.CaptureFixture[str]) -> None:
    acts = len(read_journal(journal).records)
    assert go_on(journal) == 0
    assert f"This game is kept in {journal} as it is played." in capsys.readouterr().out
    assert len(read_journal(journal).records) == acts
    assert [*journal.parent.iterdir()] == [journal]


def test_a_save_is_gone_on_with_in_a_new_journal(journal: Path, capsys: pytest.CaptureFixture[str]) -> None:
    save = journal.parents[1] / "saves" / "evening.save"
    save.parent.mkdir()
    session = Session.open(journal, get)
    session.save_as(save, "Evening")
    session.close()
    before = save.read_bytes()
    assert go_on(save) == 0
    assert save.read_bytes() == before
    (new,) = set(journal.parent.iterdir()) - {journal}
    assert new.name.startswith("evening-")
    assert read_journal(new).header.origin == read_journal(journal).header.id


def test_a_flipped_byte_is_named_with_line_and_cure(journal: Path, capsys: pytest.CaptureFixture[str]) -> None:
    raw = bytearray(journal.read_bytes())
    at = raw.index(b'"end_turn"')
    raw[at + 1] ^= 1
    journal.write_bytes(raw)
    line = raw.count(b"\n", 0, at) + 1
    assert go_on(journal) == 2
    err = capsys.readouterr().err
    assert err.startswith(f"unhallowed: {journal}:{line}: found ")
    assert f"play {journal} --recover" in err
    assert run(["replay", str(journal)], NO_DISPLAY) == 2
    capsys.readouterr()
    assert run(["replay", str(journal), "--verify"], NO_DISPLAY) == 1
    out = capsys.readouterr().out
    assert f"{journal}:{line}: " in out
    assert f"{line - 2} steps are sound" in out, "the header is line 1"
    assert journal.read_bytes() == raw, "the damaged file was changed"


def test_a_damaged_file_is_recovered_into_a_new_one(journal: Path, capsys: pytest.CaptureFixture[str]) -> None:
    raw = bytearray(journal.read_bytes())
    raw[raw.index(b'"end_turn"') + 1] ^= 1
    journal.write_bytes(raw)
    assert go_on(journal, "--recover") == 0
    assert journal.read_bytes() == raw
    (new,) = set(journal.parent.iterdir()) - {journal}
    kinds = [record.action["action"] for record in read_journal(new).records if isinstance(record, Act)]
    assert kinds[:2] == ["end_expansion", kinds[1]]
    assert "end_turn" not in kinds[:2]
    assert capsys.readouterr().out


@pytest.mark.parametrize("action", [{"action": "end_turn"}, {"action": "invoke", "card": "azathoth"}])
def test_an_illegal_action_in_a_replay_is_named(
    journal: Path, action: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    (first, *_) = read_journal(journal).records
    assert isinstance(first, Act)
    with_act(journal, 0, msgspec.structs.replace(first, action=action))
    raw = journal.read_bytes()
    assert run(["replay", str(journal), "--verify", "--json"], NO_DISPLAY) == 1
    verdict = json.loads(capsys.readouterr().out)
    assert (verdict["sound"], verdict["steps"]) == (False, 0)
    assert f"{journal}:2: " in verdict["fault"]
    assert "KPT-" in verdict["fault"]
    assert go_on(journal) == 2
    assert "KPT-" in capsys.readouterr().err
    assert go_on(journal, "--recover") == 0
    assert journal.read_bytes() == raw


def test_an_action_that_does_not_exist_in_a_replay_is_named(
    journal: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (first, *_) = read_journal(journal).records
    assert isinstance(first, Act)
    with_act(journal, 0, msgspec.structs.replace(first, action={"action": "dance"}))
    assert run(["replay", str(journal), "--verify"], NO_DISPLAY) == 1
    assert "'dance'" in capsys.readouterr().out


def test_another_digest_than_was_played_is_named(journal: Path, capsys: pytest.CaptureFixture[str]) -> None:
    second = read_journal(journal).records[1]
    assert isinstance(second, Act)
    with_act(journal, 1, msgspec.structs.replace(second, digest="0" * 16))
    assert run(["replay", str(journal), "--verify"], NO_DISPLAY) == 1
    out = capsys.readouterr().out
    assert out.startswith("1 steps are sound\n")
    assert f"{journal}:3: found the digest " in out


def test_a_file_of_a_newer_version_is_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "user" / "new.journal"
    path.parent.mkdir()
    path.write_bytes(encode(Header(format=99, kind="journal", game="kingsport", players=3), [])[0])
    raw = path.read_bytes()
    for line in ([str(path), "--text"], ["replay", str(path)], ["replay", str(path), "--verify"]):
        assert run([*line, "--user-dir", str(tmp_path)], NO_DISPLAY) == 2
        assert "found format 99, expected format 1 or older" in capsys.readouterr().err
    assert path.read_bytes() == raw


def test_a_file_of_an_unknown_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "chess.journal"
    path.write_bytes(encode(Header(format=1, kind="journal", game="chess", players=2), [])[0])
    for line in (["play", str(path), "--text"], ["replay", str(path), "--verify"]):
        assert run([*line, "--user-dir", str(tmp_path)], NO_DISPLAY) == 2
        assert "the game 'chess'" in capsys.readouterr().err


def test_an_empty_file_and_one_of_zeros(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, raw in (("empty.journal", b""), ("zeros.journal", b"\0" * 500)):
        path = tmp_path / name
        path.write_bytes(raw)
        assert run([str(path), "--text", "--user-dir", str(tmp_path)], NO_DISPLAY) == 2
        assert f"{path}:1: found " in capsys.readouterr().err
        assert path.read_bytes() == raw


# -------------------------------------------------------------------------------------------------------------- menu


def menu(monkeypatch: pytest.MonkeyPatch, folder: Path, typed: str) -> int:
    """The program without a command and without a window."""
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    return run(["--user-dir", str(folder)], NO_DISPLAY)


def test_the_menu_goes_on_with_the_game_that_was_left(
    journal: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    acts = len(read_journal(journal).records)
    assert menu(monkeypatch, journal.parents[1], "1\nundo\npass\n") == 0
    out = capsys.readouterr().out
    assert "UNHALLOWED\n   1  Continue: Kingsport Festival: The Card Game, " in out
    assert len(read_journal(journal).records) > acts


def test_the_menu_recovers_a_damaged_game(
    journal: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    raw = bytearray(journal.read_bytes())
    raw[raw.index(b'"end_turn"') + 1] ^= 1
    journal.write_bytes(raw)
    assert menu(monkeypatch, journal.parents[1], "1\n") == 0
    out = capsys.readouterr().out
    assert "   1  Recover: Kingsport Festival: The Card Game, " in out
    assert len([*journal.parent.glob("*.journal")]) == 2
    assert journal.read_bytes() == raw


def test_the_menu_sets_up_a_new_game_and_asks_again_where_it_must(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed = "7\nnonsense\n2\nhuman,human\nhuman,adept,novice\nsherlock\ndyer\noff\n\n\nword\nquit\n"
    assert menu(monkeypatch, tmp_path, typed) == 0
    out = capsys.readouterr().out
    assert out.count("Type a number from 1 to 4.") == 2
    assert "found 2 seats, kingsport needs 3 to 5" in out
    assert "investigator has no 'sherlock'" in out
    (path,) = (tmp_path / "games").glob("*.journal")
    header = read_journal(path).header
    assert [plan["kind"] for plan in header.seats] == ["human", "adept", "novice"]
    assert header.options == {"investigator": "dyer", "scenario": False}


def test_the_menu_asks_whom_a_seat_plays_only_where_somebody_sits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert menu(monkeypatch, tmp_path, "1\nhuman\n\nsal\n\n\n\nquit\n") == 0
    assert "Character of seat 2" not in capsys.readouterr().out
    (path,) = (tmp_path / "games").glob("*.journal")
    assert read_journal(path).header.options == {"character_1": "sal"}


@pytest.mark.parametrize("typed", ["4\n", ""])
def test_the_menu_is_left_by_quit_and_by_the_end_of_input(
    typed: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert menu(monkeypatch, tmp_path, typed) == 0
    assert saves.list_saves(tmp_path / "games") == []


def test_a_running_game_is_printed_as_its_log_stands_and_a_finished_one_whole(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = get("kingsport")
    plans = [SeatPlan("novice")] * 3
    session = Session.start(game, plans, seed=4, options={"ledger": "memory"}, path=tmp_path / "t.journal")
    player = Player(game, "novice")
    while session.state.chapter() < 4:
        session.apply(player.choose(session.state, len(session.entries)).action)
    session.close()
    assert run(["replay", str(tmp_path / "t.journal")], NO_DISPLAY) == 0
    first, *lines = capsys.readouterr().out.splitlines()
    assert first.startswith("This game still runs.")
    calls = [line for line in lines if "invokes" in line and "nothing" not in line]
    assert calls
    assert all(" a Lesser god" in line or " an Elder god" in line or " a Great god" in line for line in calls)
    told = [line for line in lines if "Invoke nothing" not in line]  # which names no god
    assert not [line for line in told if "Roll again" in line or "Play " in line or "Invoke " in line]
    session = Session.open(tmp_path / "t.journal", get)
    while not session.state.is_terminal():
        session.apply(player.choose(session.state, len(session.entries)).action)
    session.close()
    assert run(["replay", str(tmp_path / "t.journal")], NO_DISPLAY) == 0
    printed = capsys.readouterr().out
    assert "still runs" not in printed
    assert ": Invoke " in printed
    assert " a Lesser god" not in printed


def test_a_finished_game_is_looked_at_where_nothing_can_be_kept(
    journal: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    session = Session.open(journal, get)
    running, over = tmp_path / "running.save", tmp_path / "over.save"
    session.save_as(running)
    while not session.state.is_terminal():
        session.apply(session.state.legal_actions()[0])
    session.save_as(over)
    session.close()

    def refuse(folder: object) -> Path:
        raise PermissionError(13, "Permission denied", str(folder))

    monkeypatch.setattr("game.core.files.user_dir", refuse)
    before = sorted(tmp_path.rglob("*"))
    assert go_on(over) == 0
    assert "wins" in capsys.readouterr().out
    assert go_on(running) == 2
    assert "Permission denied" in capsys.readouterr().err
    assert sorted(tmp_path.rglob("*")) == before


@pytest.mark.parametrize("saved", [False, True], ids=["new game", "save"])
def test_at_a_full_disk_the_terminal_plays_from_memory_and_says_so(
    saved: bool, journal: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    save = journal.parents[1] / "evening.save"
    with_open = Session.open(journal, get)
    with_open.save_as(save)
    with_open.close()
    line = [str(save)] if saved else ["play", "kingsport", "--seats", "human,novice,novice", "--seed", "5"]
    line += ["--text", "--user-dir", str(journal.parents[1])]

    def full(*_args: object, **_more: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(files, "write_atomic", full)
        patch.setattr("sys.stdin", io.StringIO("end_turn\n"))
        assert run(line, NO_DISPLAY) == 2, "what was played is lost when the program ends, which is told"
    told = capsys.readouterr()
    assert "This game cannot be written down at present (No space left on device)." in told.out
    assert "Free some space" in told.out
    assert "Every move is kept" not in told.out
    assert "What could not be written down is lost." in told.out
    assert told.err.splitlines()[-1] == "unhallowed: the game could not be kept: No space left on device"
    assert [*journal.parent.iterdir()] == [journal]
    assert run(line, NO_DISPLAY) == 0, "with some space free it is kept as ever"
    assert "written down" not in capsys.readouterr().out
    assert len([*journal.parent.iterdir()]) == 2
