"""A table and its file: locked before it is read, noticed when it is another, called something short and safe."""

import errno
import json
import os
from pathlib import Path

import pytest

from game.core import files, saves
from game.core.journal import Header, SaveError, chain, encode, read_header, read_journal, refusal_kind, unwritable
from game.core.journal_writer import JournalWriter
from game.core.names import is_id, shown_file
from game.core.session import Session
from tests.core.tables import played, table, write_lines
from tests.toy.rules import Gain, find


def acts(path):
    return list(read_journal(path).records)


def keys(session):
    return [notice.key for notice in session.notices]


# ---- two programs, one file -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "act",
    [
        lambda path: saves.rename(path, "Our evening"),
        lambda path: saves.discard(path, path.parent / "bin"),
        lambda path: Session.open(path, find),
    ],
    ids=["rename", "delete", "open"],
)
def test_what_is_played_is_left_alone(tmp_path, act):
    path = tmp_path / "t.journal"
    session = played(path)
    with pytest.raises(SaveError) as caught:
        act(path)
    assert caught.value.reason == "in_use"
    session.apply(Gain())
    session.close()
    assert acts(path) == session.records


def test_a_file_is_locked_before_it_is_read(tmp_path, monkeypatch):
    path = tmp_path / "t.journal"
    played(path).close()
    tried = []
    real = read_journal

    def read(where):
        with pytest.raises(SaveError) as caught:
            JournalWriter.reopen(path, real(path))
        tried.append(caught.value.reason)
        return real(where)

    monkeypatch.setattr("game.core.session.read_journal", read)
    session = Session.open(path, find)
    session.close()
    assert tried == ["in_use"]


def test_what_was_written_since_reading_is_not_cut_off(tmp_path):
    path = tmp_path / "t.journal"
    played(path).close()
    stale = read_journal(path)
    session = Session.open(path, find)
    session.apply(Gain())
    session.close()
    before = path.read_bytes()
    with pytest.raises(SaveError) as caught:
        JournalWriter.reopen(path, stale)
    assert caught.value.reason == "in_use"
    assert path.read_bytes() == before


def test_a_table_that_cannot_be_set_up_lets_its_file_go(tmp_path, monkeypatch):
    path = tmp_path / "t.journal"
    played(path).close()

    def fail(*_):
        raise SaveError(path, "diverged", "x", "y", "z", line=3)

    with monkeypatch.context() as patch:
        patch.setattr(Session, "take", fail)
        with pytest.raises(SaveError):
            Session.open(path, find)
    Session.open(path, find).close()


def test_a_file_that_another_program_puts_there_while_it_is_opened_is_the_one_that_is_locked(tmp_path, monkeypatch):
    path = tmp_path / "a"
    path.write_bytes(b"old")
    real = files.lock
    replaced = []

    def late(file):
        if not replaced:
            files.write_atomic(path, b"new")
            replaced.append(path)
        real(file)

    monkeypatch.setattr(files, "lock", late)
    with files.open_locked(path) as file:
        assert file.read() == b"new"


def elsewhere(path, kept):
    """The folder's file was given another name."""
    os.replace(path, path.with_name("moved.journal"))


def another(path, kept):
    """A copy of before was put back over it, by somebody who does not ask for locks."""
    files.write_atomic(path, kept)


def appended(path, kept):
    with path.open("ab") as file:
        file.write(b'{"line":"note","text":"mine"}\n')


def cut(path, kept):
    path.write_bytes(kept[: len(kept) // 2])


def folder_gone(path, kept):
    os.rename(path.parent, path.parent.with_name("elsewhere"))


@pytest.mark.parametrize("at_end", [False, True], ids=["at the next move", "on leaving"])
@pytest.mark.parametrize(
    ("change", "key"),
    [
        (lambda path, kept: path.unlink(), "save.file_gone"),
        (elsewhere, "save.file_gone"),
        (folder_gone, "save.file_gone"),
        (another, "save.file_other"),
        (appended, "save.file_other"),
        (cut, "save.file_other"),
    ],
    ids=["deleted", "renamed", "folder gone", "replaced", "appended to", "cut"],
)
def test_a_file_that_is_another_or_gone_is_written_anew_from_memory(tmp_path, change, key, at_end):
    folder = tmp_path / "games"
    folder.mkdir()
    path = folder / "t.journal"
    session = played(path)
    change(path, encode(session.header, session.records[:3])[0])
    there = path.read_bytes() if path.exists() else None
    if not at_end:
        session.apply(Gain())
        assert keys(session) == [key]
        session.apply(Gain())
    session.close()
    assert keys(session) == [key]
    assert session.problem is None
    assert session.path is not None
    assert acts(session.path) == session.records
    if there is None:
        assert session.path == path
    else:
        assert session.path != path
        assert path.read_bytes() == there
        assert read_header(session.path).id == session.path.stem
    again = Session.open(session.path, find)
    assert again.state.digest() == session.state.digest()
    again.close()


def test_a_lost_file_is_tried_again_until_the_disk_takes_a_new_one(tmp_path, monkeypatch):
    path = tmp_path / "t.journal"
    session = played(path)
    path.unlink()

    def full(*_args, **_more):
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(files, "write_atomic", full)
        session.apply(Gain())
        assert session.problem is not None
        assert session.problem.errno == errno.ENOSPC
    session.apply(Gain())
    assert session.problem is None
    session.close()
    assert acts(path) == session.records


def test_a_table_in_memory_begins_its_file_when_the_disk_takes_it(tmp_path):
    session = played()
    session.keep_trying(tmp_path / "t.journal", OSError(errno.ENOSPC, "No space left on device"))
    assert session.problem is not None
    session.close()  # the last chance
    assert session.problem is None
    assert acts(tmp_path / "t.journal") == session.records


# ---- what may only be read ------------------------------------------------------------------------------------------


@pytest.fixture
def read_only(monkeypatch):
    """Nothing that is there may be written."""

    def refuse(path, *, writing=True):
        raise PermissionError(errno.EACCES, "Permission denied", str(path))

    monkeypatch.setattr(files, "open_locked", refuse)


def finished(path):
    session = table(path, options={"bonus": 11})
    session.apply(Gain())
    session.close()
    assert session.state.is_terminal()
    return session


def test_a_finished_game_in_a_read_only_folder_opens(tmp_path, read_only):
    (tmp_path / "games").mkdir()
    path = write_lines(tmp_path / "t.journal", *(lambda one: (one.header, one.records))(finished(None)))
    session = Session.open(path, find, journal=tmp_path / "games" / "n.journal", id="n")
    assert session.state.is_terminal()
    session.close()
    assert [*(tmp_path / "games").iterdir()] == []


def test_a_running_game_that_may_only_be_read_goes_on_in_a_new_file(tmp_path, monkeypatch):
    path = tmp_path / "t.journal"
    played(path).close()
    before = path.read_bytes()
    real = files.open_locked

    def refuse(where, *, writing=True):
        if where == path:
            raise OSError(errno.EROFS, "Read-only file system", str(where))
        return real(where, writing=writing)

    monkeypatch.setattr(files, "open_locked", refuse)
    session = Session.open(path, find, journal=tmp_path / "n.journal", id="n")
    session.apply(Gain())
    session.close()
    assert keys(session) == ["save.goes_on"]
    assert acts(tmp_path / "n.journal") == session.records
    assert path.read_bytes() == before


def test_a_finished_save_begins_a_file_only_when_something_is_taken_back(tmp_path):
    finished(None).save_as(tmp_path / "s.save")
    new = tmp_path / "n.journal"
    session = Session.open(tmp_path / "s.save", find, journal=new, id="n")
    session.close()
    assert not new.exists()
    session = Session.open(tmp_path / "s.save", find, journal=new, id="n")
    session.undo()
    session.close()
    assert acts(new) == session.records
    assert read_header(new).id == "n"


# ---- what a file is, says its header --------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["s.save", "s.save.previous", "s.journal", "s", "s.txt"])
def test_a_save_goes_on_in_a_new_file_whatever_it_is_called(tmp_path, name):
    played().save_as(tmp_path / name)
    before = (tmp_path / name).read_bytes()
    session = Session.open(tmp_path / name, find, journal=tmp_path / "n.journal", id="n")
    session.apply(Gain())
    session.close()
    assert session.path == tmp_path / "n.journal"
    assert (tmp_path / name).read_bytes() == before


@pytest.mark.parametrize("name", ["s.save", "s.journal", "s.txt"])
def test_a_journal_goes_on_in_its_own_file_whatever_it_is_called(tmp_path, name):
    played(tmp_path / name).close()
    session = Session.open(tmp_path / name, find, journal=tmp_path / "n.journal", id="n")
    session.apply(Gain())
    session.close()
    assert acts(tmp_path / name) == session.records
    assert not (tmp_path / "n.journal").exists()


def test_the_journal_before_one_goes_on_in_a_new_file(tmp_path):
    before = tmp_path / "s.journal.previous"
    played(before).close()
    session = Session.open(before, find, journal=tmp_path / "n.journal", id="n")
    assert session.path == tmp_path / "n.journal"
    session.close()


def test_continue_asks_the_header_too(tmp_path):
    folder = tmp_path / "games"
    folder.mkdir()
    played().save_as(folder / "a.journal")
    session = table(folder / "b.save")
    session.close()
    found = saves.latest_running(folder, ["toy"])
    assert found is not None
    assert found.path == folder / "b.save"


# ---- which game goes on ---------------------------------------------------------------------------------------------


def kept(folder, *names):
    folder.mkdir(exist_ok=True)
    for age, name in enumerate(names):
        table(folder / name).close()
        os.utime(folder / name, (2_000_000 - age, 2_000_000 - age))


def going_on(folder):
    found = saves.latest_running(folder, ["toy"])
    return found.path.name if found is not None else None


def test_the_game_played_last_goes_on_whatever_the_clock_said(tmp_path):
    folder = tmp_path / "games"
    kept(folder, "a.journal", "b.journal", "c.journal")
    assert going_on(folder) == "a.journal"  # nothing is noted: the latest
    saves.note_played(folder / "c.journal")
    assert going_on(folder) == "c.journal"
    saves.note_played(folder / "b.journal")
    (folder / "b.journal").unlink()
    assert going_on(folder) == "c.journal"


def test_of_two_files_of_one_table_the_longer_goes_on_whatever_their_times(tmp_path):
    folder = tmp_path / "games"
    kept(folder, "other.journal")
    session = played()
    for name, records, time in (("new.journal", session.records[:4], 3_000_000), ("old.journal", session.records, 9)):
        os.utime(write_lines(folder / name, session.header, records), (time, time))
    assert going_on(folder) == "old.journal"
    saves.note_played(folder / "new.journal")  # somebody has chosen to go on from there
    assert going_on(folder) == "new.journal"


@pytest.mark.parametrize("content", [b"", b"\xff\xfe\0", b"../../a\n/etc/passwd\n\0\n", b"\n" * 200_000])
def test_a_hostile_note_of_what_was_played_is_passed_over(tmp_path, content):
    folder = tmp_path / "games"
    kept(folder, "a.journal", "b.journal")
    folder.with_name(saves.PLAYED).write_bytes(content)
    assert going_on(folder) == "a.journal"
    saves.note_played(folder / "b.journal")
    assert going_on(folder) == "b.journal"


def test_finished_games_saves_and_what_is_no_game_are_passed_over(tmp_path):
    folder = tmp_path / "games"
    kept(folder, "z.journal")
    finished(folder / "a.journal")
    played().save_as(folder / "b.save")
    (folder / "c.journal").write_bytes(b"diary")
    (folder / "d.journal").mkdir()
    (folder / "e.journal").write_bytes(b"")
    assert going_on(folder) == "z.journal"
    assert saves.latest_running(folder, ["another game"]) is None
    assert saves.latest_running(tmp_path / "none", ["toy"]) is None


def test_an_end_that_was_taken_back_goes_on(tmp_path):
    folder = tmp_path / "games"
    folder.mkdir()
    session = table(folder / "a.journal", options={"bonus": 11})
    session.apply(Gain())
    session.undo()
    session.close()
    assert going_on(folder) == "a.journal"


def test_a_thousand_kept_games_are_not_read(tmp_path, monkeypatch):
    folder = tmp_path / "games"
    folder.mkdir()
    running, over = table(), finished(None)
    for number in range(500):
        write_lines(folder / f"r{number}.journal", running.header, running.records)
        write_lines(folder / f"o{number}.journal", over.header, over.records)
    read = []
    real = read_journal
    monkeypatch.setattr(saves, "read_journal", lambda path: (read.append(path), real(path))[1])
    assert going_on(folder) is not None
    assert len(read) == 1
    read.clear()
    for number in range(500):
        (folder / f"r{number}.journal").unlink()
    assert going_on(folder) is None
    assert read == []


# ---- names ----------------------------------------------------------------------------------------------------------


def test_names_do_not_grow_from_save_to_save():
    for first in ("kingsport", "My evening.save", "x" * 240 + ".save", "夜.save", "../evil.save", "a\0b.save.previous"):
        name = first
        for generation in range(20):
            name = saves.new_stem(name, f"20261201-1200{generation:02}-{generation:04x}")
            assert is_id(name)
            name += ".journal"
    assert saves.new_stem("evening-20261201-120000-ab12-2.journal", "20261202-130000-cd34") == (
        "evening-20261202-130000-cd34"
    )
    assert saves.new_stem("mine.save.previous", "20261202-130000-cd34") == "mine-20261202-130000-cd34"


def test_a_free_name_is_beside_those_that_are_taken(tmp_path):
    for expected in ("my-evening.save", "my-evening-2.save", "my-evening-3.save"):
        path = saves.free_path(tmp_path, "My evening!", ".save")
        assert path == tmp_path / expected
        path.touch()
    assert saves.free_path(tmp_path, "夜", ".save", "kingsport-1") == tmp_path / "kingsport-1.save"


def test_a_file_with_the_longest_name_is_written_renamed_and_deleted(tmp_path):
    path = tmp_path / ("x" * 250 + ".save")
    played().save_as(path)
    saves.rename(path, "Long")
    assert read_header(path).title == "Long"
    saves.discard(path, tmp_path / "bin")
    assert not path.exists()


def test_two_files_of_one_name_lie_in_the_bin_beside_each_other(tmp_path):
    for _ in range(3):
        played().save_as(tmp_path / "a.save")
        played().save_as(tmp_path / "a.save")
        saves.discard(tmp_path / "a.save", tmp_path / "bin")
    names = sorted(path.name for path in (tmp_path / "bin").iterdir())
    assert names == sorted(f"a{more}.save{end}" for more in ("", "-2", "-3") for end in ("", ".previous"))
    assert [path.name for path in tmp_path.iterdir()] == ["bin"]


@pytest.mark.parametrize("make", [Path.mkdir, lambda path: path.write_bytes(b"diary"), lambda path: path.touch()])
def test_what_is_no_game_can_be_deleted(tmp_path, make):
    make(tmp_path / "a.save")
    saves.discard(tmp_path / "a.save", tmp_path / "bin")
    assert (tmp_path / "bin" / "a.save").exists()


def test_what_is_gone_cannot_be_deleted_and_says_so(tmp_path):
    with pytest.raises(SaveError) as caught:
        saves.discard(tmp_path / "a.save", tmp_path / "bin")
    assert caught.value.reason == "unwritable"


HOSTILE = ["../../../evil", "/tmp/evil", "C:\\evil", "a\0b", "CON", "x" * 300, "a/b", "..", " ", "\u202eevil", "名"]


@pytest.mark.parametrize("field", ["id", "origin"])
@pytest.mark.parametrize("text", HOSTILE)
def test_ids_of_a_header_are_ids_once_it_is_read(tmp_path, text, field):
    header = table().header
    raw = encode(header, [])[0].split(b'"sum"')[0]  # as another program would write it
    line = json.loads(raw.rstrip(b",") + b"}")
    line[field] = text
    body = json.dumps(line, separators=(",", ":")).encode()
    path = tmp_path / "t.journal"
    path.write_bytes(body[:-1] + f',"sum":"{chain("unhallowed", body)}"}}\n'.encode())
    for read in (read_header(path), read_journal(path).header):
        assert is_id(getattr(read, field))
    session = Session.open(path, find)
    session.apply(Gain())
    session.close()
    assert len(acts(path)) == 1


def test_the_id_of_a_copy_is_one_whatever_the_file_is_called(tmp_path):
    played().save_as(tmp_path / "a.save")
    saves.copy(tmp_path / "a.save", tmp_path / "Ein Abend.save", "x")
    assert is_id(read_header(tmp_path / "Ein Abend.save").id)


# ---- what keeps a file from being written ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("number", "kind"),
    [
        (errno.ENOSPC, "full"), (errno.EFBIG, "full"), (errno.ENAMETOOLONG, "name"), (errno.EACCES, "forbidden"),
        (errno.EROFS, "forbidden"), (errno.ENOENT, "gone"), (errno.EIO, "other"),
    ],
)  # fmt: skip
def test_the_disk_is_blamed_only_where_it_is_full(number, kind):
    error = OSError(number, os.strerror(number))
    assert refusal_kind(error) == kind
    fault = unwritable(Path("a"), error)
    assert fault.cure_key == f"save.unwritable.{kind}"
    assert ("space" in fault.cure) == (kind == "full")


def test_a_name_that_no_file_can_have_is_told(tmp_path):
    for name in ("a\0b", "x" * 300):
        with pytest.raises(SaveError):
            read_journal(tmp_path / name)
        with pytest.raises(SaveError):
            JournalWriter.create(tmp_path / name, Header(format=1, kind="journal", game="toy", players=2))


@pytest.mark.parametrize("name", ["\x1b[31mred", "\u202eevil", "\udcff\udcfe", "a\nb", "a\x9bb"])
def test_a_files_name_is_told_without_what_is_hidden_in_it(tmp_path, name):
    fault = SaveError(tmp_path / name, "foreign", "x", "y", "z")
    for told in (str(fault), fault.values["file"]):
        assert told.isprintable()
        assert told.encode()
    assert shown_file("Ein Abend – 夜.save") == "Ein Abend – 夜.save"


def test_a_table_is_closed_twice_like_once(tmp_path):
    session = played(tmp_path / "t.journal")
    session.close()
    session.close()
    assert session.path == tmp_path / "t.journal"
    assert acts(tmp_path / "t.journal") == session.records
