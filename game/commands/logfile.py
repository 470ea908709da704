"""The log: what the program says when nobody may be looking.

A windowed program on Windows has no output at all (``sys.stdout`` is ``None``): ``stand_in`` puts the log there. The
log file is in ``log`` in the user's folder, rotated, one line an entry, and never grows beyond a megabyte. A second
program with the same folder writes a file of its own.
"""

from __future__ import annotations

import contextlib
import io
import logging
import os
import sys
from logging.handlers import MemoryHandler, RotatingFileHandler
from pathlib import Path
from typing import IO

from game.core import files

LOG = logging.getLogger("unhallowed")
FOLDER = "log"

_BYTES, _OLD = 256_000, 3
_PROGRAMS = 20
_KEPT_BEFORE = 10_000


class _OneLine(logging.Formatter):
    """An entry on one line, its control characters as escapes; a traceback's lines follow indented."""

    def format(self, record: logging.LogRecord) -> str:
        lines = super().format(record).splitlines()
        return "\n    ".join("".join(c if c.isprintable() else repr(c)[1:-1] for c in line) for line in lines)


class _LogFile(RotatingFileHandler):
    """A log file, reserved for this program by a lock on ``held``. A disk that refuses it stops nothing."""

    def __init__(self, path: Path, held: IO[bytes]) -> None:
        super().__init__(path, "a", _BYTES, _OLD, encoding="utf-8", delay=True, errors="backslashreplace")
        self.setFormatter(_OneLine("%(asctime)s %(process)d %(levelname)s %(message)s"))
        self._held = held

    def handleError(self, record: logging.LogRecord) -> None:
        """Nothing: a complaint would go to the log."""

    def close(self) -> None:
        super().close()
        self._held.close()


class _Said(io.TextIOBase):
    """Text output that becomes lines of the log."""

    def __init__(self, level: int) -> None:
        super().__init__()
        self._level = level
        self._line = ""

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        *lines, self._line = (self._line + text).split("\n")
        for line in lines:
            LOG.log(self._level, "%s", line)
        return len(text)


def stand_in() -> None:
    """Let the log, from now on, take what is printed, if there is no output. Nothing is lost before it is opened."""
    LOG.setLevel(logging.INFO)
    LOG.propagate = False
    if not LOG.handlers:
        LOG.addHandler(MemoryHandler(_KEPT_BEFORE, flushLevel=logging.CRITICAL + 1))
    if sys.stdin is None:
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115  (as long as the program)
    if sys.stdout is None:
        sys.stdout = _Said(logging.INFO)
    if sys.stderr is None:
        sys.stderr = _Said(logging.ERROR)


def open_log(folder: Path) -> Path | None:
    """Begin to write the log below the user's ``folder``; the file, or ``None`` where it cannot be written."""
    for number in range(1, _PROGRAMS + 1):
        name = "unhallowed.log" if number == 1 else f"unhallowed-{number}.log"
        path = folder / FOLDER / name
        lock = path.with_suffix(".lock")
        try:
            path.parent.mkdir(exist_ok=True)
            if any(file.exists() and not file.is_file() for file in (path, lock)):
                continue  # a pipe would be waited for, by every line anew
            held = lock.open("ab")
        except OSError:
            return None
        try:
            files.lock(held)
        except files.InUse:
            held.close()
            continue
        _take_over(_LogFile(path, held))
        return path
    return None


def close_log() -> None:
    """End the log file; what is said after it is dropped."""
    for handler in [*LOG.handlers]:
        LOG.removeHandler(handler)
        handler.close()


def _take_over(file: _LogFile) -> None:
    """Write into ``file`` from now on, what was said before it first."""
    before = [*LOG.handlers]
    LOG.addHandler(file)
    for handler in before:
        LOG.removeHandler(handler)
        if isinstance(handler, MemoryHandler):
            handler.setTarget(file)
        with contextlib.suppress(ValueError):
            handler.close()
