"""The journal keeps every line, and notices every damage."""

import errno
import json
import os
import random
import tracemalloc
from pathlib import Path

import msgspec
import pytest

from game.core import files, journal
from game.core.journal import (
    Act,
    Header,
    JournalError,
    Note,
    Redo,
    SaveError,
    SeatChange,
    Undo,
    encode,
    parse_journal,
    read_journal,
    seats_after,
    standing,
)
from game.core.journal_writer import JournalWriter
from tests.core.tables import played

HERE = Path(__file__).parent
HEADER = Header(format=1, kind="journal", game="toy", players=2, seed=2**64 - 1)


def note(number: int) -> Note:
    return Note(text=f"note {number} — é")


def act(name: str) -> Act:
    return Act(action={"action": name}, seat=0, group=1, chapter=0, digest="d")


def test_lines_are_json_and_are_read_as_they_were_written(tmp_path):
    session = played(tmp_path / "t.journal")
    session.close()
    raw = (tmp_path / "t.journal").read_bytes()
    contents = read_journal(tmp_path / "t.journal")
    assert (contents.header, list(contents.records)) == (session.header, session.records)
    assert (contents.sound_bytes, contents.torn, contents.migrated_from) == (len(raw), 0, None)
    assert [json.loads(line)["line"] for line in raw.splitlines()] == [
        "header", "act", "act", "undo", "redo", "undo", *["act"] * 10, "note", "seat", "act",
    ]  # fmt: skip
    assert raw == encode(session.header, session.records)[0]


def test_the_largest_seed_survives(tmp_path):
    JournalWriter.create(tmp_path / "t", HEADER).close()
    assert read_journal(tmp_path / "t").header.seed == 2**64 - 1


def test_every_truncation_is_noticed_or_a_torn_end(tmp_path):
    session = played()
    raw, _ = encode(session.header, session.records)
    ends = [i + 1 for i, byte in enumerate(raw) if byte == 10]
    for length in range(len(raw)):
        whole = sum(end <= length for end in ends)
        if length + 1 in ends:
            whole += 1  # only the newline is missing: the line is there
        if whole == 0:
            with pytest.raises(SaveError):
                parse_journal(raw[:length], tmp_path)
            continue
        contents = parse_journal(raw[:length], tmp_path)
        assert list(contents.records) == session.records[: whole - 1]
        assert bool(contents.torn) == (length not in ends and length + 1 not in ends)


def test_every_flipped_bit_is_noticed():
    session = played()
    raw, _ = encode(session.header, session.records)
    rng = random.Random(1)
    starts = [0, *(i + 1 for i, byte in enumerate(raw) if byte == 10)]
    unnoticed = []
    for place in range(len(raw)):
        damaged = bytearray(raw)
        damaged[place] ^= 1 << rng.randrange(8)
        line = sum(start <= place for start in starts)
        result = outcome(bytes(damaged))
        if isinstance(result, JournalError):
            assert result.line == line or (result.line == line - 1 and damaged[place] == 10)
            kept = [] if result.sound is None else list(result.sound.records)
            assert kept == session.records[: max(0, result.line - 2)]
        elif isinstance(result, SaveError):
            assert (line, result.reason) in {(1, "foreign"), (1, "newer")}  # what the header's first words say
        else:
            unnoticed.append(place)
            assert list(result.records) == session.records[: len(result.records)]
    # The last newline alone: the end looks torn, and the line before it is left out.
    assert unnoticed == [len(raw) - 1]


def outcome(raw):
    """What reading gives: contents or the error."""
    try:
        return parse_journal(raw, Path("t.journal"))
    except SaveError as error:
        return error


@pytest.mark.parametrize("change", ["dropped", "doubled", "swapped", "foreign", "two bad"])
def test_lines_cannot_be_moved(tmp_path, change):
    lines = encode(HEADER, [note(n) for n in range(6)])[0].splitlines(keepends=True)
    other = encode(HEADER, [note(9)])[0].splitlines(keepends=True)[1]
    changed = {
        "dropped": [*lines[:3], *lines[4:]],
        "doubled": [*lines[:4], *lines[3:]],
        "swapped": [*lines[:3], lines[4], lines[3], *lines[5:]],
        "foreign": [*lines[:3], other, *lines[4:]],
        "two bad": [*lines[:3], b"x\n", lines[4], b"\0\0\n"],
    }[change]
    with pytest.raises(JournalError) as caught:
        parse_journal(b"".join(changed), Path("t.journal"))
    error = caught.value
    line = 5 if change == "doubled" else 4
    assert (error.reason, error.line) == ("damaged", line)
    assert error.sound is not None
    assert [record.text for record in error.sound.records] == [note(n).text for n in range(line - 2)]
    assert f"t.journal:{line}: found " in str(error)
    assert f"The last sound line is {line - 1}." in str(error)
    assert error.values["last"] == line - 1


@pytest.mark.parametrize(
    ("raw", "reason"),
    [
        (b"", "damaged"),
        (b"\0" * 4096, "damaged"),
        (b'{"line":"header","for', "damaged"),
        (b'{"line":"header","format":1}\n', "damaged"),
        (b"hello\nworld\n", "foreign"),
        (b"{}", "foreign"),
        (b"[1, 2]\n", "foreign"),
        (b"[" * 100_000, "foreign"),
        (b"\x89PNG\r\n\x1a\n", "foreign"),
        (b'{"line":"header","format":true}\n', "damaged"),
        (b'{"line":"header","format":0}\n', "foreign"),
        (b'{"line":"header","format":2,"new":"things"}\n{"other":"sums"}\n', "newer"),
    ],
)
def test_what_is_no_journal(tmp_path, raw, reason):
    path = tmp_path / "t.journal"
    path.write_bytes(raw)
    with pytest.raises(SaveError) as caught:
        read_journal(path)
    assert caught.value.reason == reason
    assert caught.value.key == f"save.{reason}"
    assert path.read_bytes() == raw


def test_a_missing_file_and_a_folder_are_unreadable(tmp_path):
    for path in (tmp_path / "none", tmp_path):
        with pytest.raises(SaveError) as caught:
            read_journal(path)
        assert caught.value.reason == "unreadable"


def test_a_giant_file_is_not_read(tmp_path, monkeypatch):
    monkeypatch.setattr(journal, "MAX_BYTES", 10)
    (tmp_path / "t").write_bytes(b"x" * 11)
    with pytest.raises(SaveError, match="more than 10 bytes"):
        read_journal(tmp_path / "t")


@pytest.mark.parametrize(
    "record",
    [Note(text=""), Redo(count=1), Undo(keep=1), SeatChange(seat=0, plan={}), act("")],
    ids=lambda record: type(record).__name__,
)
def test_a_file_of_short_lines_takes_no_more_memory_than_its_lines_are_worth(tmp_path, record):
    path = tmp_path / "t"
    raw, total = encode(HEADER, [])
    lines = [raw]
    for _ in range(20_000):
        line, total = journal.encode_line(record, total)
        lines.append(line)
    path.write_bytes(b"".join(lines))
    del lines, raw
    tracemalloc.start()
    try:
        contents = read_journal(path)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert len(contents.records) == 20_000
    assert peak < 4 * path.stat().st_size  # 60 MB in 300 MB, with room for the program


def test_nothing_but_line_ends_is_damage_at_the_first_of_them(tmp_path):
    path = tmp_path / "t"
    path.write_bytes(encode(HEADER, [note(1)])[0] + b"\n" * 1_000_000)
    with pytest.raises(JournalError) as caught:
        read_journal(path)
    assert caught.value.line == 3


def test_a_line_without_end_is_damage(monkeypatch):
    monkeypatch.setattr(journal, "MAX_LINE", 1_000)
    raw = encode(HEADER, [note(1), Note(text="x" * 2_000), note(3)])[0]
    with pytest.raises(JournalError, match="more than 1000 bytes") as caught:
        parse_journal(raw, Path("t"))
    assert caught.value.line == 3
    assert caught.value.sound is not None
    assert caught.value.sound.records == (note(1),)


@pytest.mark.parametrize(
    "body",
    [
        {"line": "note"},
        {"line": "note", "text": 5},
        {"line": "note", "text": "x", "more": 1},
        {"line": "dance"},
        {"line": "act", "action": [], "seat": 0, "group": 1, "chapter": 0, "digest": ""},
        {"line": "header", "format": 1, "kind": "journal", "game": "toy", "players": 2},
    ],
)
def test_a_line_with_a_good_sum_must_still_fit(body):
    raw, total = encode(HEADER, [note(1)])
    text = msgspec.json.encode(body)
    raw += text[:-1] + f',"sum":"{journal.chain(total, text)}"}}\n'.encode()
    with pytest.raises(JournalError) as caught:
        parse_journal(raw, Path("t"))
    assert caught.value.sound is not None
    assert caught.value.sound.records == (note(1),)


def test_windows_line_ends_do_no_harm():
    raw, _ = encode(HEADER, [note(1), note(2)])
    assert parse_journal(raw.replace(b"\n", b"\r\n"), Path("t")).records == (note(1), note(2))


def test_a_torn_end_is_written_over_and_the_rest_stays(tmp_path):
    path = tmp_path / "t"
    writer = JournalWriter.create(path, HEADER)
    writer.append(note(1))
    writer.close()
    sound = path.read_bytes()
    path.write_bytes(sound + b'{"line":"note","te')
    contents = read_journal(path)
    assert contents.torn == 18
    writer = JournalWriter.reopen(path, contents)
    writer.append(note(2))
    writer.close()
    assert path.read_bytes() == encode(HEADER, [note(1), note(2)])[0]


def test_a_missing_last_newline_is_put_back(tmp_path):
    path = tmp_path / "t"
    path.write_bytes(encode(HEADER, [note(1)])[0][:-1])
    writer = JournalWriter.reopen(path, read_journal(path))
    writer.append(note(2))
    writer.close()
    assert path.read_bytes() == encode(HEADER, [note(1), note(2)])[0]


def test_a_line_is_with_the_system_before_append_returns(tmp_path):
    writer = JournalWriter.create(tmp_path / "t", HEADER)
    for number in range(5):
        writer.append(note(number))
        assert len(read_journal(tmp_path / "t").records) == number + 1
    writer.close()


def test_the_disk_keeps_the_lines(tmp_path, monkeypatch):
    synced = []
    real = os.fsync
    monkeypatch.setattr(os, "fsync", lambda handle: (synced.append(handle), real(handle))[1])
    writer = JournalWriter.create(tmp_path / "t", HEADER)
    before = len(synced)
    writer.append(note(1))
    writer.close()
    assert len(synced) > before
    writer.close()  # a second time does nothing


def test_two_programs_do_not_write_to_one_journal(tmp_path):
    writer = JournalWriter.create(tmp_path / "t", HEADER)
    with pytest.raises(SaveError) as caught:
        JournalWriter.reopen(tmp_path / "t", read_journal(tmp_path / "t"))
    assert caught.value.reason == "in_use"
    writer.append(note(1))
    writer.close()
    JournalWriter.reopen(tmp_path / "t", read_journal(tmp_path / "t")).close()
    assert len(read_journal(tmp_path / "t").records) == 1


def test_a_new_journal_never_replaces_a_file(tmp_path):
    (tmp_path / "t").write_bytes(b"precious")
    with pytest.raises(SaveError) as caught:
        JournalWriter.create(tmp_path / "t", HEADER)
    assert caught.value.reason == "exists"
    assert (tmp_path / "t").read_bytes() == b"precious"


def test_a_place_that_cannot_be_written(tmp_path):
    with pytest.raises(SaveError) as caught:
        JournalWriter.create(tmp_path / "none" / "t", HEADER)
    assert caught.value.reason == "unwritable"


class FullDisk:
    """A file on a disk that takes ``room`` more bytes."""

    def __init__(self, file, room):
        self.file, self.room = file, room

    def write(self, data):
        if not self.room:
            raise OSError(errno.ENOSPC, "No space left on device")
        part = bytes(data[: self.room])
        self.room -= len(part)
        return self.file.write(part)

    def __getattr__(self, name):
        return getattr(self.file, name)


def test_a_full_disk_stops_no_game_and_loses_no_line(tmp_path):
    path = tmp_path / "t"
    writer = JournalWriter.create(path, HEADER)
    writer.append(note(1))
    full = FullDisk(writer._file, 20)
    writer._file = full
    writer.append(note(2))
    assert writer.problem is not None
    assert writer.problem.errno == errno.ENOSPC
    assert read_journal(path).records == (note(1),)  # the part that was written looks torn
    writer.append(note(3))
    assert writer.problem is not None
    full.room = 10_000
    writer.append(note(4))
    assert writer.problem is None
    writer.close()
    assert read_journal(path).records == tuple(note(n) for n in (1, 2, 3, 4))


def test_acts_that_stand():
    a, b, c, d = map(act, "abcd")
    assert standing([a, b, Undo(keep=2), c]) == [(2, a), (5, c)]
    assert standing([a, b, Undo(keep=1), Redo(count=1), note(1), c]) == [(2, a), (7, c)]
    assert standing([a, b, c, Undo(keep=3), Undo(keep=2), Redo(count=2), d]) == [(2, a), (3, b), (4, c), (8, d)]
    assert standing([a, Undo(keep=1), SeatChange(seat=0, plan={}), Redo(count=1)]) == []
    assert standing([a, Undo(keep=-5), Redo(count=99)]) == [(2, a)]


def test_seats_that_changed_hands(tmp_path):
    session = played()
    contents = parse_journal(encode(session.header, session.records)[0], tmp_path)
    assert [plan["name"] for plan in contents.header.seats] == ["Ann", "Bob"]
    assert [plan["name"] for plan in seats_after(contents)] == ["Ann", "Robot"]


def test_the_sample_of_format_1_is_read():
    contents = read_journal(HERE / "samples" / "format-1.journal")
    session = played()
    assert (contents.header, list(contents.records)) == (session.header, session.records)


def lift_notes(lines):
    """Format 1 to an imagined format 2, in which notes are called remarks and the header says more."""
    lines[0]["title"] = "lifted"
    for line in lines:
        if line["line"] == "note":
            line["text"] = f"remark: {line['text']}"
    return lines


def test_an_older_format_is_lifted_by_numbered_steps(tmp_path, monkeypatch):
    path = tmp_path / "t.journal"
    old = (HERE / "samples" / "format-1.journal").read_bytes()
    path.write_bytes(old)
    monkeypatch.setattr(journal, "STEPS", (lift_notes,))
    contents = read_journal(path)
    assert (contents.migrated_from, contents.header.title) == (1, "lifted")
    assert Note(text="remark: time is up") in contents.records
    assert path.read_bytes() == old  # reading changes nothing
    writer = JournalWriter.reopen(path, contents)
    writer.append(note(1))
    writer.close()
    again = read_journal(path)
    assert (again.migrated_from, again.header.format, again.header.title) == (None, 2, "lifted")
    assert again.records == (*contents.records, note(1))
    assert files.previous_of(path).read_bytes() == old


def test_a_step_that_fails_is_a_damaged_file(monkeypatch):
    monkeypatch.setattr(journal, "STEPS", (lambda lines: [lines[0]["no such field"]],))
    with pytest.raises(JournalError, match="a line that does not fit"):
        read_journal(HERE / "samples" / "format-1.journal")


HOSTILE = "\x1b[2J\u202e" + "Ann" * 70_000


def test_names_in_a_file_are_cleaned_when_it_is_read(tmp_path):
    plan = {"kind": "human", "name": HOSTILE, "person": 0}
    header = Header(
        format=1, kind="journal", game="toy", players=2, id="a", title=HOSTILE, app=HOSTILE,
        seats=(plan, {"kind": "novice", "name": "B\x07ob"}),
    )  # fmt: skip
    path = tmp_path / "a.journal"
    path.write_bytes(encode(header, [SeatChange(seat=0, plan=plan)])[0])
    contents = read_journal(path)
    clean = ("[2J" + "Ann" * 70_000)[:40]
    assert (contents.header.title, contents.header.app) == (clean, clean)
    assert [seat["name"] for seat in contents.header.seats] == [clean, "Bob"]
    assert contents.records[0].plan["name"] == clean
    assert path.read_bytes() == encode(header, [SeatChange(seat=0, plan=plan)])[0], "the file stays as it is"
