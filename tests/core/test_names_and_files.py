"""Names are safe to show and store; files are whole or not there."""

import errno
import os
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.core import files
from game.core.names import LETTERS, MAX_NAME, clean_name, is_hidden, is_id, make_id


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("  Ann \t of\nKingsport ", "Ann of Kingsport"),
        ("e\u0301", "é"),
        ("a\u202eb\u200bc\x00d\ud800e", "abcde"),
        ("@god.migo.name", "god.migo.name"),
        ("a" + "\u0316" * 300, "a" + "\u0316" * 2),
        ("x" * 300, "x" * MAX_NAME),
        ("Ærø Þór", "Ærø Þór"),
        ("\u0301 \u200b", "?"),
        ("", "?"),
    ],
)
def test_names_are_cleaned(text, name):
    assert clean_name(text) == name


@given(st.text())
def test_every_cleaned_name_can_be_stored_and_is_clean(text):
    name = clean_name(text)
    assert name.encode("utf-8")
    assert clean_name(name) == name
    assert not any(unicodedata.category(char) in ("Cc", "Cs", "Co") or is_hidden(char) for char in name)
    assert name == unicodedata.normalize("NFC", name) or any(map(is_newer, name))


def is_newer(char):
    """Whether a character is younger than the tables that say what a letter is."""
    return LETTERS.category(char) == "Cn"


def test_what_counts_as_a_letter_is_the_same_in_every_python():
    assert clean_name("\U0001fae8 Ann") == "\U0001fae8 Ann", "a face of Unicode 15"
    assert clean_name("\U0001cc00 Ann") == "\U0001cc00 Ann", "a sign of Unicode 16, which Python 3.11 does not know"
    assert clean_name("\u0378 Ann") == "\u0378 Ann", "a place that nobody has filled yet"
    assert clean_name("\ufdd0\U0001ffffAnn") == "Ann", "what will never be a character"
    assert clean_name("\u3164\u115f\ufe0f") == "?", "letters that leave nothing on the paper"
    assert clean_name("\u2066Ann\u2069\U000e0041") == "Ann"


def test_a_name_without_end_is_cut_before_it_is_looked_at():
    assert clean_name("a\u0301" * 200_000) == "á" * MAX_NAME
    assert clean_name(" " * 200_000 + "Ann") == "?"


@pytest.mark.parametrize(
    ("name", "id"),
    [
        ("My Game!", "my-game"),
        ("Élan Vital", "elan-vital"),
        ("con", "game"),
        ("...", "game"),
        ("a_b-C", "a_b-c"),
        ("Æðelþryð", "aedelthryd"),
    ],
)
def test_ids_are_made_from_names(name, id):
    assert make_id(name) == id


@given(st.text())
def test_every_made_id_is_one(text):
    assert is_id(make_id(text))


@pytest.mark.parametrize("text", ["", "a" * 41, "A", "a.b", "../a", "a/b", "nul", "com1", "é", "a\n"])
def test_what_is_no_id(text):
    assert not is_id(text)


def test_the_users_folder_can_be_named(tmp_path):
    assert files.user_dir(tmp_path / "a" / "b") == tmp_path / "a" / "b"
    assert (tmp_path / "a" / "b").is_dir()


def test_the_users_folder_is_where_the_platform_wants_it(tmp_path, monkeypatch):
    monkeypatch.setattr("platformdirs.user_data_path", lambda app, appauthor: tmp_path / app)
    assert files.user_dir() == tmp_path / "Unhallowed"


def names(folder):
    return sorted(path.name for path in folder.iterdir())


def test_a_write_replaces_the_file_and_keeps_the_previous(tmp_path):
    path = tmp_path / "a.save"
    for text in (b"one", b"two", b"three"):
        files.write_atomic(path, text, keep_previous=True)
    assert path.read_bytes() == b"three"
    assert files.previous_of(path).read_bytes() == b"two"
    assert names(tmp_path) == ["a.save", "a.save.previous"]


def test_without_hard_links_the_previous_is_copied(tmp_path, monkeypatch):
    monkeypatch.setattr(os, "link", _raising(OSError(errno.EPERM, "no links here")))
    path = tmp_path / "a.save"
    files.write_atomic(path, b"one", keep_previous=True)
    files.write_atomic(path, b"two", keep_previous=True)
    assert files.previous_of(path).read_bytes() == b"one"
    assert names(tmp_path) == ["a.save", "a.save.previous"]


def test_a_kill_after_keeping_leaves_nothing_odd(tmp_path):
    path = tmp_path / "a.save"
    path.write_bytes(b"one")
    os.link(path, files.previous_of(path))  # killed between the two renames
    files.write_atomic(path, b"two", keep_previous=True)
    assert (path.read_bytes(), files.previous_of(path).read_bytes()) == (b"two", b"one")
    assert names(tmp_path) == ["a.save", "a.save.previous"]


@pytest.mark.parametrize("step", ["fsync", "replace"])
def test_a_failed_write_changes_nothing(tmp_path, monkeypatch, step):
    path = tmp_path / "a.save"
    path.write_bytes(b"old")
    monkeypatch.setattr(os, step, _raising(OSError(errno.ENOSPC, "No space left on device")))
    with pytest.raises(OSError, match="No space"):
        files.write_atomic(path, b"new")
    assert path.read_bytes() == b"old"
    assert names(tmp_path) == ["a.save"]


@pytest.mark.parametrize("where", ["write", "close", "fsync"])
def test_a_full_disk_leaves_nothing_temporary(tmp_path, monkeypatch, where):
    """Wherever the system says it: in the middle of the data, at the end of it, or with the file already closed."""
    real = getattr(os, where)
    said = []

    def full(handle, *args):
        if said and where == "write":
            raise OSError(errno.ENOSPC, "No space left on device")
        said.append(handle)
        done = real(handle, *(part[:10] for part in args))
        if where == "write":
            return done
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, where, full)
    with pytest.raises(OSError, match="No space"):
        files.write_atomic(tmp_path / "a.save", b"x" * 100)
    monkeypatch.undo()
    assert names(tmp_path) == []


@pytest.mark.skipif(os.name == "nt", reason="files have no such modes there")
@pytest.mark.parametrize("mask", [0o022, 0o027, 0o077])
def test_a_new_file_has_the_mode_that_the_umask_gives_and_a_rewritten_one_keeps_its_own(tmp_path, mask):
    before = os.umask(mask)
    try:
        files.write_atomic(tmp_path / "a.save", b"one")
        files.write_atomic(tmp_path / "b.save", b"one")
    finally:
        os.umask(before)
    assert (tmp_path / "a.save").stat().st_mode & 0o777 == 0o666 & ~mask
    (tmp_path / "b.save").chmod(0o640)
    files.write_atomic(tmp_path / "b.save", b"two", keep_previous=True)
    assert (tmp_path / "b.save").stat().st_mode & 0o777 == 0o640


def test_a_link_stays_one_and_what_it_leads_to_is_written(tmp_path):
    (tmp_path / "there").mkdir()
    real, link = tmp_path / "there" / "real", tmp_path / "a.save"
    real.write_bytes(b"one")
    link.symlink_to(real)
    files.write_atomic(link, b"two", keep_previous=True)
    assert link.is_symlink()
    assert real.read_bytes() == b"two"
    assert files.previous_of(link).read_bytes() == b"one"
    assert not files.previous_of(link).is_symlink()
    real.unlink()  # it leads nowhere: the file it means is made
    files.write_atomic(link, b"three")
    assert link.is_symlink()
    assert real.read_bytes() == b"three"
    assert names(tmp_path / "there") == ["real"]


def test_a_device_is_written_to_and_never_replaced(tmp_path, monkeypatch):
    if not os.path.exists(os.devnull) or os.name == "nt":
        pytest.skip("this system has no file for its null device")
    monkeypatch.setattr(os, "replace", _raising(AssertionError("it was replaced")))
    (tmp_path / "null").symlink_to(os.devnull)
    for path in (files.Path(os.devnull), tmp_path / "null"):
        files.write_atomic(path, b"one")


def test_a_folder_without_room_is_told(tmp_path, monkeypatch):
    assert files.no_room(tmp_path) is None
    assert names(tmp_path) == []

    class Full:
        def __enter__(self):
            return self

        def __exit__(self, *_):
            pass

        def write(self, data):
            raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("tempfile.TemporaryFile", lambda **_: Full())
    refused = files.no_room(tmp_path)
    assert refused is not None
    assert refused.errno == errno.ENOSPC


def test_only_plain_files_of_bounded_size_are_read(tmp_path):
    (tmp_path / "a").write_bytes(b"12345")
    assert files.read_small(tmp_path / "a", 5) == b"12345"
    with pytest.raises(OSError, match="more than 4 bytes"):
        files.read_small(tmp_path / "a", 4)
    with pytest.raises((IsADirectoryError, PermissionError)):
        files.read_small(tmp_path, 5)
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe")
        with pytest.raises(OSError, match="not a plain file"):
            files.read_small(tmp_path / "pipe", 5)


def test_a_file_held_by_a_virus_scanner_is_tried_again(tmp_path, monkeypatch):
    path = tmp_path / "a.save"
    path.write_bytes(b"old")
    waits = []
    real = os.replace

    def busy(source, target):
        if len(waits) < 3:
            error = PermissionError(errno.EACCES, "in use")
            error.winerror = 32
            raise error
        real(source, target)

    monkeypatch.setattr(os, "replace", busy)
    monkeypatch.setattr(files, "sleep", waits.append)
    files.write_atomic(path, b"new")
    assert path.read_bytes() == b"new"
    assert len(waits) == 3
    assert waits == sorted(waits)


def test_a_file_held_for_good_is_an_error_after_two_seconds(tmp_path, monkeypatch):
    waits = []
    error = PermissionError(errno.EACCES, "in use")
    error.winerror = 5
    monkeypatch.setattr(os, "replace", _raising(error))
    monkeypatch.setattr(files, "sleep", waits.append)
    with pytest.raises(PermissionError):
        files.write_atomic(tmp_path / "a.save", b"new")
    assert 1.5 < sum(waits) < 3
    assert names(tmp_path) == []


def test_only_old_temporary_files_are_swept(tmp_path):
    for name in (".a.save.x1.tmp", ".b.save.x2.tmp", "c.save", "d.tmp"):
        (tmp_path / name).write_bytes(b"")
    os.utime(tmp_path / ".a.save.x1.tmp", (1000, 1000))
    os.utime(tmp_path / ".b.save.x2.tmp", (90_000, 90_000))
    assert files.sweep(tmp_path, now=90_001) == 1
    assert names(tmp_path) == [".b.save.x2.tmp", "c.save", "d.tmp"]


def test_a_lock_keeps_others_out_until_it_is_closed(tmp_path):
    path = tmp_path / "a"
    path.write_bytes(b"x")
    with path.open("r+b") as one, path.open("r+b") as two:
        files.lock(one)
        with pytest.raises(files.InUse):
            files.lock(two)
        assert one.tell() == 0
        one.close()
        files.lock(two)


def _raising(error):
    def raises(*_args, **_kwargs):
        raise error

    return raises


@pytest.mark.parametrize("where", ["nowhere/a.save", "file/a.save"])
def test_a_refused_file_is_named_as_the_person_knows_it(tmp_path, where):
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(OSError, match=r"a\.save") as caught:
        files.write_atomic(tmp_path / where, b"one")
    assert caught.value.filename == str(tmp_path / where)
