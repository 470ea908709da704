"""Saves are whole, the one before is kept, damage is told and mended beside, never over, the file."""

import errno
import os

import msgspec
import pytest

from game.core import files
from game.core.journal import JournalError, SaveError, parse_journal, read_journal
from game.core.saves import glance, inspect, list_saves, recover, ring_slot
from game.core.session import SeatPlan, Session
from tests.core.tables import GAME, played, table
from tests.toy.rules import Gain, find


@pytest.fixture
def save(tmp_path):
    """A sound save of a played table."""
    path = tmp_path / "s.save"
    played().save_as(path, "My game")
    return path


def test_a_save_ends_with_a_checkpoint(save):
    session = played()
    contents = read_journal(save)
    assert contents.header.kind == "save"
    assert list(contents.records[:-1]) == session.records
    last = contents.records[-1]
    assert (last.position, last.digest) == (session.state.position(), session.state.digest())
    assert (last.entries, last.chapter, last.over) == (13, session.state.chapter(), False)


def test_saving_again_keeps_the_file_before(save):
    first = save.read_bytes()
    session = Session.open(save, find)
    session.apply(Gain())
    session.save_as(save)
    assert files.previous_of(save).read_bytes() == first
    assert inspect(save).previous == files.previous_of(save)
    assert Session.open(save, find).state.digest() == session.state.digest()
    assert Session.open(files.previous_of(save), find).entries == session.entries[:-1]


def test_every_truncation_of_a_save_is_damage(save):
    raw = save.read_bytes()
    for length in range(len(raw) - 1):
        with pytest.raises(SaveError) as caught:
            parse_journal(raw[:length], save)
        if isinstance(caught.value, JournalError) and caught.value.sound:
            assert len(caught.value.sound.records) == raw[:length].count(b"\n") - 1 or raw[length : length + 1] == b"\n"
    assert parse_journal(raw[:-1], save).records == parse_journal(raw, save).records  # only the last newline is gone


def test_a_damaged_or_foreign_file_is_never_written_over(save, tmp_path):
    raw = bytearray(save.read_bytes())
    raw[500] ^= 1
    for name, content in (("damaged", bytes(raw)), ("foreign", b"my diary"), ("empty", b"")):
        path = tmp_path / f"{name}.save"
        path.write_bytes(content)
        with pytest.raises(SaveError) as caught:
            played().save_as(path)
        assert caught.value.reason == "exists"
        assert path.read_bytes() == content
        assert not files.previous_of(path).exists()


def test_a_running_journal_is_never_written_over_by_a_save(tmp_path):
    session = played(tmp_path / "t.journal")
    with pytest.raises(SaveError, match="found a sound journal"):
        session.save_as(tmp_path / "t.journal")
    session.apply(Gain())
    session.close()
    assert len(read_journal(tmp_path / "t.journal").records) == len(session.records)


@pytest.mark.parametrize("step", ["fsync", "replace"])
def test_a_full_disk_harms_neither_save_nor_table(save, monkeypatch, step):
    raw = save.read_bytes()
    session = Session.open(save, find)
    session.apply(Gain())

    def full(*_args):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, step, full)
    with pytest.raises(SaveError, match="No space left on device") as caught:
        session.save_as(save)
    assert caught.value.reason == "unwritable"
    assert save.read_bytes() == raw
    session.apply(Gain())
    assert len(session.entries) == 15


def test_the_list_shows_each_file_by_itself(tmp_path):
    session = played(tmp_path / "a.journal")
    session.save_as(tmp_path / "b.save", "Named")
    session.close()
    raw = (tmp_path / "b.save").read_bytes()
    lines = raw.splitlines(keepends=True)
    (tmp_path / "c.save").write_bytes(b"".join([*lines[:9], b"x" + lines[9], *lines[10:]]))
    (tmp_path / "d.save").write_bytes(b'{"line":"header","format":999}\n')
    (tmp_path / "e.journal").write_bytes(b"hello\n")
    (tmp_path / "f.journal").write_bytes(b"")
    (tmp_path / "g.save").mkdir()
    (tmp_path / "h.txt").write_bytes(b"")
    (tmp_path / ".b.save.xyz.tmp").write_bytes(b"")
    (tmp_path / "b.save.previous").write_bytes(b"")
    finished = table(tmp_path / "i.journal", options={"bonus": 11})
    finished.apply(Gain())
    finished.close()
    for number, name in enumerate("abcdefgi"):
        path = next(path for path in tmp_path.iterdir() if path.name in (f"{name}.save", f"{name}.journal"))
        os.utime(path, (1000 + number, 1000 + number))
    found = list_saves(tmp_path)
    assert [(info.path.name, info.state, info.kind) for info in found] == [
        ("i.journal", "sound", "journal"), ("g.save", "unreadable", ""), ("f.journal", "damaged", ""),
        ("e.journal", "foreign", ""), ("d.save", "newer", ""), ("c.save", "damaged", "save"),
        ("b.save", "sound", "save"), ("a.journal", "sound", "journal"),
    ]  # fmt: skip
    named = found[6]
    assert (named.game, named.id, named.title, named.app, named.seats) == ("toy", "t", "Named", "1.0", ("Ann", "Robot"))
    assert (named.chapter, named.lines, named.modified, named.finished) == (1, 20, 1001.0, False)
    assert named.previous == tmp_path / "b.save.previous"
    damaged = found[5]
    assert (damaged.game, damaged.lines, damaged.reason.line) == ("toy", 9, 10)
    assert "last sound line is 9" in str(damaged.reason)
    assert found[0].finished
    assert (found[0].lines, found[0].modified) == (2, 1007.0)
    assert all(info.reason is not None for info in found if info.state != "sound")


def test_a_folder_that_is_not_there_has_no_saves(tmp_path):
    assert list_saves(tmp_path / "none") == []
    gone = inspect(tmp_path / "none.save")
    assert (gone.state, gone.modified) == ("unreadable", 0.0)


def test_an_undone_end_is_no_end(tmp_path):
    session = table(tmp_path / "t.journal", options={"bonus": 11})
    session.apply(Gain())
    session.undo()
    session.close()
    assert not inspect(tmp_path / "t.journal").finished


def test_a_damaged_file_is_recovered_beside_itself(save, tmp_path):
    raw = bytearray(save.read_bytes())
    lines = save.read_bytes().splitlines(keepends=True)
    raw[sum(map(len, lines[:7])) + 20] ^= 1  # in line 8
    save.write_bytes(raw)
    target = tmp_path / "saved.journal"
    contents = recover(save, target)
    assert (contents.header.kind, len(contents.records)) == ("journal", 6)
    assert save.read_bytes() == raw
    session = Session.open(target, find)
    assert [entry.action for entry in session.entries[1:]] == list(GAME[:2])
    session.apply(Gain())
    session.close()
    with pytest.raises(SaveError, match="a free name"):
        recover(save, target)


def test_a_save_without_its_end_is_recovered_in_full(save, tmp_path):
    raw = save.read_bytes()
    save.write_bytes(raw[: raw.rindex(b'{"line":"checkpoint"')])
    assert inspect(save).state == "damaged"
    recover(save, tmp_path / "r.journal")
    session = Session.open(tmp_path / "r.journal", find)
    assert session.records == played().records
    session.close()


def test_a_table_that_no_longer_fits_is_recovered_up_to_there(tmp_path):
    played().save_as(tmp_path / "s.save")
    contents = recover(tmp_path / "s.save", tmp_path / "r.journal", lines=7)
    assert len(contents.records) == 6
    assert len(recover(tmp_path / "s.save", tmp_path / "all.journal").records) == len(played().records)
    assert recover(tmp_path / "s.save", tmp_path / "none.journal", lines=0).records == ()


def test_nothing_can_be_recovered_from_nothing(tmp_path):
    for content in (b"", b"\0" * 100, b"diary"):
        (tmp_path / "x.save").write_bytes(content)
        with pytest.raises(SaveError):
            recover(tmp_path / "x.save", tmp_path / "r.journal")
    assert not (tmp_path / "r.journal").exists()


def test_the_last_turns_are_kept_in_a_ring(tmp_path):
    session = table()
    written = []
    for turn in range(7):
        session.apply(Gain())
        path = ring_slot(tmp_path, "t", size=3)
        session.save_as(path)
        os.utime(path, (1000 + turn, 1000 + turn))
        written.append(path.name)
    assert written == ["t.0.save", "t.1.save", "t.2.save", "t.0.save", "t.1.save", "t.2.save", "t.0.save"]
    assert sorted(info.lines for info in list_saves(tmp_path)) == [7, 8, 9]  # header, acts and checkpoint of turns 5–7


def test_seats_without_names_are_listed_by_kind(tmp_path):
    table(tmp_path / "t.journal", [SeatPlan("human"), SeatPlan("novice")]).close()
    assert inspect(tmp_path / "t.journal").seats == ("human", "novice")


# ---- at a glance ----------------------------------------------------------------------------------------------------


def test_at_a_glance_a_file_is_what_it_is_in_full(tmp_path):
    """Whatever the file: only damage between its two ends, which a glance cannot see, makes a difference."""
    session = table(path=tmp_path / "long.journal")
    for number in range(400):
        session.note(f"note {number}")
    session.apply(Gain())
    session.save_as(tmp_path / "long.save", "evening")
    session.close()
    whole = (tmp_path / "long.journal").read_bytes()
    assert len(whole) > 2 * 8_192
    undone = Session.open(tmp_path / "long.journal", find)
    undone.undo()
    undone.close()
    hostile = {
        "undone": (tmp_path / "long.journal").read_bytes(),
        "whole": whole,
        "torn": whole[:-5],
        "no_end": whole[:-1],
        "empty": b"",
        "nul": b"\0" * 20_000,
        "header": whole.partition(b"\n")[0] + b"\n",
        "half_header": whole[:100] + b"x" * 20_000 + b"\n" + whole,
        "foreign": b"hello\n" * 5_000,
        "foreign_end": whole + b"hello\n",
        "blank_end": whole + b"\n\n",
        "nested_end": whole + b'{"line":"act","chapter":' + b"[" * 100_000 + b"\n",
        "big_end": whole + b'{"line":"act","chapter":' + b"9" * 5_000 + b"}\n",
        "flipped": whole.replace(b"note 50", b"note 51"),
        "newer": whole.replace(b'"format":1,', b'"format":99,'),
    }
    for name, content in hostile.items():
        (tmp_path / f"{name}.journal").write_bytes(content)
    (tmp_path / "folder.journal").mkdir()
    (tmp_path / "link.journal").symlink_to(tmp_path / "nowhere")
    for path in tmp_path.glob("*.*"):
        full, quick = inspect(path), glance(path)
        quick, full = (msgspec.structs.replace(info, lines=0, reason=None) for info in (quick, full))
        if path.stem == "flipped":
            assert (quick.state, full.state) == ("sound", "damaged")
        else:
            assert quick == full, path
