"""The open end of a journal: lines are handed to the system at once, and to the disk by a thread of their own."""

from __future__ import annotations

import os
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

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
    """

    _waiting: ClassVar[float] = 30.0
    """Seconds that ``close`` waits for the disk."""

    def __init__(self, path: Path, last_sum: str, sound_bytes: int) -> None:
        self.path = path
        self.problem: OSError | None = None
        self._sum = last_sum
        self._pending: list[bytes] = []
        try:
            self._file = path.open("r+b", buffering=0)
        except OSError as error:
            raise unwritable(path, error) from None
        try:
            files.lock(self._file)
            self._start(sound_bytes)
        except files.InUse:
            self._file.close()
            cure = "Close the game there first."
            raise SaveError(path, "in_use", "a table that is open in another window", "a free one", cure) from None
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
        if path.exists():
            raise SaveError(path, "exists", "a file", "a free name", "Choose another name.")
        return cls._write(path, header, records)

    @classmethod
    def reopen(cls, path: Path, contents: Contents) -> JournalWriter:
        """Go on writing a file that was read as ``contents``. A torn end goes; an older format is lifted first."""
        if contents.migrated_from is not None:
            header = msgspec.structs.replace(contents.header, format=current_format())
            return cls._write(path, header, contents.records, keep_previous=True)
        return cls(path, contents.last_sum, contents.sound_bytes)

    @classmethod
    def _write(
        cls, path: Path, header: Header, records: Sequence[Record], *, keep_previous: bool = False
    ) -> JournalWriter:
        data, last_sum = encode(header, records)
        try:
            files.write_atomic(path, data, keep_previous=keep_previous)
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

    def close(self) -> None:
        """Let the disk keep all lines and let the file go."""
        if self._file.closed:
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
