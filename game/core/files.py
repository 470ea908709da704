"""Files of the user: where they live, and writing that a crash cannot break.

A file is never written over in place: a temporary file in the same folder is filled, flushed to the disk and renamed
over the old one, so that at every moment either the whole old or the whole new file is there. The modules that only
writing needs are imported when something is written: they cost a fifth of the program's start.
"""

from __future__ import annotations

import contextlib
import errno
import os
import stat
import sys
from collections.abc import Iterator
from pathlib import Path
from time import sleep
from typing import IO

APP = "Unhallowed"
TEMPORARY = ".tmp"
PREVIOUS = ".previous"
"""Ending of the copy that a rewritten file leaves behind."""
PORTABLE = "portable"
"""A file of this name beside the program keeps the user's files there too, in the folder ``user``."""

_ROOM = 65_536
"""Bytes that a folder must have room for when the program starts; a settings file and a short journal fit."""
_STEM = 40
"""Characters of a file's name that its temporary file repeats: a long name must leave room for more."""

_HELD_BY_ANOTHER = (5, 32, 33)  # WinError: access denied, sharing violation, lock violation
_TRIES = 5
_WAITS = (0.01, 0.03, 0.06, 0.1, 0.2, 0.4, 0.6, 0.8)  # seconds, about 2 in all


class InUse(OSError):
    """Another running program holds the file."""


def program_folder() -> Path:
    """The folder that people see the program in: that of the packaged program, else the project's."""
    if not getattr(sys, "frozen", False):
        return Path(__file__).resolve().parents[2]
    program = Path(sys.executable).resolve()
    bundle = next((folder for folder in program.parents if folder.suffix == ".app"), None)  # macOS
    return (bundle or program).parent


def user_dir(override: str | Path | None = None, *, program: Path | None = None) -> Path:
    """The folder of the user's files, made if it is missing, in which files can be made.

    ``override`` (``--user-dir``) wins; then ``user`` beside the program, where a file ``portable`` lies there; then
    the place that the platform has for such things. ``program`` stands in for ``program_folder``. Raises ``OSError``
    if there is no such folder and none can be made, or nothing can be written into it.
    """
    import tempfile  # here, so that the commands that keep no files start without it

    import platformdirs  # likewise

    beside = program or program_folder()
    if override:
        folder = Path(override).expanduser()
    elif (beside / PORTABLE).exists():
        folder = beside / "user"
    else:
        folder = platformdirs.user_data_path(APP, appauthor=False)
    folder.mkdir(parents=True, exist_ok=True)
    try:  # a folder that only looks as if it could be written into is found out here, not in the middle of a game
        with tempfile.NamedTemporaryFile(dir=folder, prefix=".try.", suffix=TEMPORARY):
            return folder
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(folder)) from None


def no_room(folder: Path) -> OSError | None:
    """Why ``folder`` takes no data although files can be made in it (the disk is full), ``None`` if it takes some."""
    import tempfile  # likewise

    try:
        with tempfile.TemporaryFile(dir=folder, prefix=".try.", suffix=TEMPORARY, buffering=0) as file:
            rest = memoryview(bytes(_ROOM))
            while rest:
                rest = rest[file.write(rest) :]
    except OSError as error:
        return error
    return None


def open_plain(path: Path) -> IO[bytes]:
    """Open a plain file for reading. Raises ``OSError``, also for what is none: a pipe would be waited for for ever."""
    file = open(path, "rb", opener=_open_at_once)  # noqa: SIM115  (the caller closes it)
    if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
        file.close()
        raise OSError(None, "it is not a plain file", str(path))
    return file


def read_small(path: Path, most: int) -> bytes:
    """The bytes of a plain file. Raises ``OSError``, also where there are more than ``most``."""
    with open_plain(path) as file:
        content = file.read(most + 1)
    if len(content) > most:
        raise OSError(None, f"it has more than {most} bytes", str(path))
    return content


def ends(path: str, first: int, last: int) -> tuple[bytes, bytes]:
    """The first and the last bytes of a plain file, as cheaply as can be. Raises ``OSError``."""
    handle = _open_at_once(path, os.O_RDONLY | getattr(os, "O_BINARY", 0))
    try:
        about = os.fstat(handle)
        if not stat.S_ISREG(about.st_mode):
            raise OSError(None, "it is not a plain file", path)
        head = os.read(handle, first)
        os.lseek(handle, max(0, about.st_size - last), os.SEEK_SET)
        return head, os.read(handle, last)
    finally:
        os.close(handle)


def _open_at_once(path: str, flags: int) -> int:
    """Open without waiting for somebody at the other end of a pipe."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def write_atomic(path: Path, data: bytes, *, keep_previous: bool = False, held: IO[bytes] | None = None) -> None:
    """Put ``data`` at ``path``, whole or not at all. A link stays one: what it leads to is written.

    With ``keep_previous`` the old file stays beside it, as ``<name>.previous``. ``held``: the old file, opened and
    locked by the caller. The new file has the old one's mode, else what the umask gives. Raises ``OSError`` (disk full,
    folder not writable…): then the old file is untouched and nothing temporary is left.
    """
    if "\0" in str(path):
        raise OSError(errno.EINVAL, os.strerror(errno.EINVAL), str(path))  # as for any other name that cannot be
    target = Path(os.path.realpath(path)) if path.is_symlink() else path
    if target.is_char_device():  # such as /dev/null: written to, never replaced
        target.write_bytes(data)
        return
    try:
        temporary = _write_temporary(target, data)
    except OSError as error:  # of the file, not of one that nobody has heard of
        raise OSError(error.errno, error.strerror, str(path)) from None
    try:
        if keep_previous and target.exists():
            _keep(target, previous_of(path))
        if held is not None and sys.platform == "win32":
            held.close()  # there an open file cannot be replaced, by nobody
        _replace(temporary, target)
    except BaseException:
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise
    sync_folder(target.parent)


def previous_of(path: Path) -> Path:
    """Where ``write_atomic`` keeps the file that ``path`` was before."""
    return path.with_name(path.name + PREVIOUS)


def sync_folder(folder: Path) -> None:
    """Make renames in ``folder`` survive a power cut, where the system can."""
    if sys.platform == "win32":
        return
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def sweep(folder: Path, now: float, age: float = 86_400.0) -> int:
    """Remove temporary files that a kill left in ``folder`` more than ``age`` seconds before ``now``; how many."""
    removed = 0
    for path in folder.glob(f".*{TEMPORARY}"):
        with contextlib.suppress(OSError):
            if now - path.stat().st_mtime > age:
                path.unlink()
                removed += 1
    return removed


def lock(file: IO[bytes]) -> None:
    """Keep other programs from writing to the open ``file`` until it is closed. Raises ``InUse``.

    The system lets go of the lock when the program ends, however it ends. File systems without locks are let be.
    """
    if sys.platform == "win32":
        import msvcrt  # Windows alone has it

        position = file.tell()
        file.seek(1 << 40)  # a byte that nobody reads: Windows would refuse reading a locked one
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            raise InUse(f"{file.name} is in use by another program") from None
        finally:
            file.seek(position)
    else:
        import fcntl  # and Windows alone has not

        try:
            fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise InUse(f"{file.name} is in use by another program") from None
        except OSError:
            return


def same_file(file: IO[bytes], path: Path) -> bool:
    """Whether ``path`` still leads to the open ``file``, as far as can be told."""
    try:
        return os.path.samestat(os.fstat(file.fileno()), os.stat(path))
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError:
        return True


def open_locked(path: Path, *, writing: bool = True) -> IO[bytes]:
    """The file at ``path``, opened without a buffer and locked until it is closed. Raises ``InUse`` or ``OSError``."""
    for _ in range(_TRIES):
        file = open(path, "r+b" if writing else "rb", buffering=0, opener=_open_at_once)  # noqa: SIM115
        try:
            lock(file)
            if same_file(file, path):  # else another program has put a new file there meanwhile
                return file
        except BaseException:
            file.close()
            raise
        file.close()
    raise InUse(f"{path} is in use by another program")


@contextlib.contextmanager
def held(path: Path) -> Iterator[IO[bytes] | None]:
    """Keep other programs from opening the file at ``path`` for a while. Raises ``InUse``.

    What may not be opened at all (``None``) no program can have opened either.
    """
    file: IO[bytes] | None = None
    for writing in (True, False):  # a lock on a network needs a file that may be written; a read-only one has others
        try:
            file = open_locked(path, writing=writing)
            break
        except InUse:
            raise
        except OSError:
            continue
    try:
        yield file
    finally:
        if file is not None:
            file.close()


def _write_temporary(path: Path, data: bytes) -> Path:
    """A new hidden file beside ``path`` with ``data`` in it, on the disk."""
    temporary = path.with_name(f".{path.name[:_STEM]}.{os.urandom(4).hex()}{TEMPORARY}")
    handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o666)
    try:
        try:
            rest = memoryview(data)
            while rest:
                rest = rest[os.write(handle, rest) :]
            with contextlib.suppress(OSError):  # a new file, or a file system without modes
                os.chmod(temporary, stat.S_IMODE(path.stat().st_mode))
            os.fsync(handle)
        finally:
            os.close(handle)
    except BaseException:
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise
    return temporary


def _keep(path: Path, previous: Path) -> None:
    """Give ``path`` its second name ``previous`` without a moment in which it has none."""
    copy = previous.with_name(f".{previous.name[:_STEM]}.{os.getpid()}{TEMPORARY}")
    copy.unlink(missing_ok=True)
    try:
        try:
            os.link(path, copy)
        except OSError:  # a file system without hard links
            import shutil  # hardly ever needed

            shutil.copy2(path, copy)
        _replace(copy, previous)
    finally:
        copy.unlink(missing_ok=True)  # renaming over another name of the same file does nothing and leaves it


def _replace(source: Path, target: Path) -> None:
    """Rename over ``target``. On Windows a virus scanner or indexer may hold it for a moment: try for 2 seconds."""
    for wait in (*_WAITS, None):
        try:
            os.replace(source, target)
            return
        except OSError as error:
            if wait is None or getattr(error, "winerror", None) not in _HELD_BY_ANOTHER:
                raise
            sleep(wait)
