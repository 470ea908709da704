"""The open end of a journal: lines are handed to the system at once, and to the disk by a thread of their own."""

from __future__ import annotations

import os
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import IO, ClassVar

import msgspec

from game.core import files
from game.core.journal import (
    Contents,
    Header,
    Record,
    SaveError,
    current_format,
    encode,
    encode_line,
    unwritable,
)


class JournalWriter:
    """The open end of a journal. One writer a file: others are refused (``SaveError``, ``in_use``).

    ``append`` hands a line to the system before it returns, so that a killed program loses nothing; a thread of its own
    makes the disk keep it (fsync), many lines at a time, so that a failing power supply loses little. While the disk
    refuses lines (full, gone) they are kept and tried again with each ``append`` and ``flush``; ``problem`` says so.
    Where the name no longer leads to this file, or somebody else has written to it, nothing is written any more: it is
    ``lost``, and the table needs a new one.
    """

    _waiting: ClassVar[float] = 30.0
    """Seconds that ``close`` waits for the disk."""

    def __init__(self, path: Path, last_sum: str, sound_bytes: int, file: IO[bytes] | None = None) -> None:
        """``file``: the one at ``path``, opened by ``hold``."""
        self.path = path
        self.problem: OSError | None = None
        self.lost = False
        self._sum = last_sum
        self._pending: list[bytes] = []
        self._file = hold(path) if file is None else file
        try:
            self._start(sound_bytes)
        except OSError as error:
            self._file.close()
            raise unwritable(path, error) from None
        self._dirty = threading.Event()
        self._closing = False
        self._thread = threading.Thread(target=self._sync, name="journal", daemon=True)
        self._thread.start()

    @classmethod
    def create(cls, path: Path, header: Header, records: Sequence[Record] = ()) -> JournalWriter:
        """Start a new file, whole from its first moment. Raises ``SaveError`` if there is one already."""
        if os.path.lexists(path):
            raise SaveError(path, "exists", "a file", "a free name", "Choose another name.")
        return cls._write(path, header, records)

    @classmethod
    def reopen(cls, path: Path, contents: Contents, file: IO[bytes] | None = None) -> JournalWriter:
        """Go on writing a file that was read as ``contents``. A torn end goes; an older format is lifted first.

        ``file``: the one at ``path``, held since before it was read. What was written to it since it was read is never
        cut off: then it counts as in use.
        """
        file = hold(path) if file is None else file
        try:
            if os.fstat(file.fileno()).st_size != contents.sound_bytes + contents.torn:
                raise in_use(path)
            if contents.migrated_from is None:
                return cls(path, contents.last_sum, contents.sound_bytes, file)
            header = msgspec.structs.replace(contents.header, format=current_format())
            data, last_sum = encode(header, contents.records)
            files.write_atomic(path, data, keep_previous=True, held=file)
        except OSError as error:
            file.close()
            raise unwritable(path, error) from None
        except SaveError:
            file.close()
            raise
        file.close()
        return cls(path, last_sum, len(data))

    @classmethod
    def _write(cls, path: Path, header: Header, records: Sequence[Record]) -> JournalWriter:
        data, last_sum = encode(header, records)
        try:
            files.write_atomic(path, data)
        except OSError as error:
            raise unwritable(path, error) from None
        return cls(path, last_sum, len(data))

    def append(self, record: Record) -> None:
        """Write one line. Never raises for the disk's sake: see ``problem``."""
        data, self._sum = encode_line(record, self._sum)
        self._pending.append(data)
        self.flush()

    def flush(self) -> None:
        """Hand the kept lines to the system, if it takes them."""
        if self.is_lost():
            return
        data = b"".join(self._pending)
        try:
            self._file.seek(self._end)
            if self.problem is not None:
                self._file.truncate()  # part of a line may have been written
            rest = memoryview(data)
            while rest:
                rest = rest[self._file.write(rest) :]
        except OSError as error:
            self.problem = error
            return
        self._pending.clear()
        self._end += len(data)
        self.problem = None
        self._dirty.set()

    def is_lost(self) -> bool:
        """Whether the file at ``path`` is another one or gone, or somebody else has written to it."""
        if not self.lost:
            try:
                grown = self.problem is None and os.fstat(self._file.fileno()).st_size != self._end
            except OSError:  # a disk that is gone: writing will say so
                grown = False
            self.lost = grown or not files.same_file(self._file, self.path)
        return self.lost

    @property
    def closed(self) -> bool:
        """Whether the file was let go."""
        return self._file.closed

    def close(self) -> None:
        """Let the disk keep all lines and let the file go."""
        if self.closed:
            return
        self.flush()
        self._closing = True
        self._dirty.set()
        self._thread.join(self._waiting)
        self._keep()  # the thread may have left before the last lines came
        self._file.close()

    def _start(self, sound_bytes: int) -> None:
        self._file.truncate(sound_bytes)
        self._end = sound_bytes
        self._file.seek(sound_bytes - 1)
        if self._file.read(1) != b"\n":
            self._pending.append(b"\n")

    def _sync(self) -> None:
        while not self._closing:
            self._dirty.wait()
            self._dirty.clear()
            self._keep()

    def _keep(self) -> None:
        try:
            os.fsync(self._file.fileno())
        except (OSError, ValueError) as error:  # ValueError: closed, after waiting in vain
            self.problem = self.problem or OSError(str(error))


def hold(path: Path) -> IO[bytes]:
    """Open the journal at ``path`` for writing and keep other programs from it. Raises ``SaveError``."""
    try:
        return files.open_locked(path)
    except files.InUse:
        raise in_use(path) from None
    except OSError as error:
        raise unwritable(path, error) from None


def in_use(path: Path) -> SaveError:
    """The error for a file that another program, or another table of this one, has open."""
    cure = "Close the game there first."
    return SaveError(path, "in_use", "a table that is open in another window", "a free one", cure)
