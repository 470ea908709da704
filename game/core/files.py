"""Files of the user: where they live, and writing that a crash cannot break.

A file is never written over in place: a temporary file in the same folder is filled, flushed to the disk and renamed
over the old one, so that at every moment either the whole old or the whole new file is there. The modules that only
writing needs are imported when something is written: they cost a fifth of the program's start.
"""

from __future__ import annotations

import contextlib
import os
import sys
from pathlib import Path
from time import sleep
from typing import IO

APP = "Unhallowed"
TEMPORARY = ".tmp"
PREVIOUS = ".previous"
"""Ending of the copy that a rewritten file leaves behind."""
PORTABLE = "portable"
"""A file of this name beside the program keeps the user's files there too, in the folder ``user``."""

_HELD_BY_ANOTHER = (5, 32, 33)  # WinError: access denied, sharing violation, lock violation
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
    import tempfile

    import platformdirs

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


def write_atomic(path: Path, data: bytes, *, keep_previous: bool = False) -> None:
    """Put ``data`` at ``path``, whole or not at all.

    With ``keep_previous`` the old file stays beside it, as ``<name>.previous``. Raises ``OSError`` (disk full, folder
    not writable…): then the old file is untouched and nothing temporary is left.
    """
    temporary = _write_temporary(path, data)
    try:
        if keep_previous and path.exists():
            _keep(path)
        _replace(temporary, path)
    except BaseException:
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise
    sync_folder(path.parent)


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
        import msvcrt

        position = file.tell()
        file.seek(1 << 40)  # a byte that nobody reads: Windows would refuse reading a locked one
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            raise InUse(f"{file.name} is in use by another program") from None
        finally:
            file.seek(position)
    else:
        import fcntl

        try:
            fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise InUse(f"{file.name} is in use by another program") from None
        except OSError:
            return


def _write_temporary(path: Path, data: bytes) -> Path:
    import tempfile

    with tempfile.NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}.", suffix=TEMPORARY, delete=False) as file:
        temporary = Path(file.name)
        try:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        except BaseException:
            file.close()
            temporary.unlink()
            raise
    return temporary


def _keep(path: Path) -> None:
    """Give ``path`` its second name without a moment in which it has none."""
    copy = path.with_name(f".{path.name}.{os.getpid()}{TEMPORARY}")
    copy.unlink(missing_ok=True)
    try:
        try:
            os.link(path, copy)
        except OSError:  # a file system without hard links
            import shutil

            shutil.copy2(path, copy)
        _replace(copy, previous_of(path))
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
