"""Saves: files with a whole table in them, listed, written and recovered.

A save is a journal that ends with a checkpoint. It is written aside, flushed and renamed, and the file before it is
kept as ``<name>.previous``. A file that cannot be read is never written over. The running game's own journal is in
the folder ``games``; a finished one is a replay.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

import msgspec
from msgspec import Struct

from game.core import files
from game.core.journal import (
    Checkpoint,
    Contents,
    Header,
    JournalError,
    Record,
    SaveError,
    current_format,
    encode,
    read_journal,
    seats_after,
    standing,
    unwritable,
)
from game.core.names import clean_name

JOURNAL = ".journal"
SAVE = ".save"
ENDINGS = (JOURNAL, SAVE)


class SaveInfo(Struct, frozen=True):
    """A file of the list. ``state``: ``sound``, ``damaged``, ``newer``, ``foreign`` or ``unreadable``.

    What could be read is filled in, also for a damaged file. ``modified`` is the file's time (seconds since 1970),
    ``lines`` grows with the table, so that of two files with one ``id`` the one with more lines is the later.
    ``previous`` is the file before this one, if it was kept.
    """

    path: Path
    state: str
    modified: float
    reason: SaveError | None = None
    kind: str = ""
    game: str = ""
    id: str = ""
    title: str = ""
    app: str = ""
    seats: tuple[str, ...] = ()
    chapter: int = 0
    lines: int = 0
    finished: bool = False
    previous: Path | None = None


def list_saves(folder: Path) -> list[SaveInfo]:
    """The saves and journals in ``folder``, the latest first. Each is read by itself: a bad one is listed as such."""
    try:
        paths = [path for path in folder.iterdir() if path.suffix in ENDINGS and not path.name.startswith(".")]
    except OSError:
        return []
    return sorted((inspect(path) for path in paths), key=lambda info: (-info.modified, info.path.name))


def inspect(path: Path) -> SaveInfo:
    """What the file at ``path`` is. Never raises; nothing is run, so a table that no longer fits looks sound here."""
    try:
        modified = path.stat().st_mtime
    except OSError:
        modified = 0.0
    before = files.previous_of(path)
    previous = before if before.exists() else None
    try:
        return _describe(path, modified, previous, read_journal(path), None)
    except JournalError as error:
        return _describe(path, modified, previous, error.sound, error)
    except SaveError as error:
        return SaveInfo(path, error.reason, modified, error, previous=previous)


def write_save(path: Path, header: Header, records: Sequence[Record]) -> None:
    """Write a save, keeping the file that was there as the previous one.

    Raises ``SaveError``: ``exists`` where something lies there that is not a sound save (a running game's journal, a
    damaged file), ``unwritable`` where the disk refuses. Nothing is lost then.
    """
    there = inspect(path) if path.exists() else None
    if there and (there.state, there.kind) != ("sound", "save"):
        found = f"a {there.state} {there.kind or 'file'}"
        raise SaveError(path, "exists", found, "a free name or a sound save", "Choose another name.")
    header = msgspec.structs.replace(header, kind="save", format=current_format())
    try:
        files.write_atomic(path, encode(header, records)[0], keep_previous=True)
    except OSError as error:
        raise unwritable(path, error) from None


def recover(path: Path, target: Path, *, lines: int | None = None) -> Contents:
    """Write the sound lines of a damaged file to the new file ``target`` (a journal); the damaged one stays as it is.

    ``lines`` keeps fewer, for a table that no longer fits the rules from some line on. Raises ``SaveError`` where
    nothing can be kept or ``target`` exists.
    """
    if target.exists():
        raise SaveError(target, "exists", "a file", "a free name", "Choose another name.")
    try:
        contents = read_journal(path)
    except JournalError as error:
        if error.sound is None:
            raise
        contents = error.sound
    records = [record for record in contents.records if not isinstance(record, Checkpoint)]
    if lines is not None:
        records = records[: max(0, lines - 1)]
    header = msgspec.structs.replace(contents.header, kind="journal", format=current_format())
    try:
        files.write_atomic(target, encode(header, records)[0])
    except OSError as error:
        raise unwritable(target, error) from None
    return read_journal(target)


def rename(path: Path, title: str) -> None:
    """Give a save or journal another title; its time stays. No table may be open on it.

    Raises ``SaveError`` where it is not sound or cannot be written; the file is as before then.
    """
    contents = read_journal(path)
    header = msgspec.structs.replace(contents.header, title=clean_name(title, ""), format=current_format())
    try:
        times = path.stat()
        files.write_atomic(path, encode(header, contents.records)[0])
        os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))
    except OSError as error:
        raise unwritable(path, error) from None


def copy(path: Path, target: Path, title: str) -> None:
    """Write a sound save or journal to the new file ``target`` as a table of its own, named after the file.

    Raises ``SaveError`` where it is not sound, ``target`` exists or cannot be written.
    """
    if target.exists():
        raise SaveError(target, "exists", "a file", "a free name", "Choose another name.")
    contents = read_journal(path)
    header = msgspec.structs.replace(
        contents.header,
        id=target.stem,
        origin=contents.header.id,
        title=clean_name(title, ""),
        format=current_format(),
    )
    try:
        files.write_atomic(target, encode(header, contents.records)[0])
    except OSError as error:
        raise unwritable(target, error) from None


def ring_slot(folder: Path, id: str, size: int = 10) -> Path:
    """Where the next of the last ``size`` turns of table ``id`` is kept: a free slot, else the oldest."""
    slots = [folder / f"{id}.{number}{SAVE}" for number in range(size)]
    return min(slots, key=lambda path: (path.stat().st_mtime_ns, path.name) if path.exists() else (0, path.name))


def _describe(
    path: Path, modified: float, previous: Path | None, contents: Contents | None, error: JournalError | None
) -> SaveInfo:
    state = "damaged" if error else "sound"
    if contents is None:
        return SaveInfo(path, state, modified, error, previous=previous)
    header, records = contents.header, contents.records
    seats = [str(plan.get("name") or plan.get("kind", "")) for plan in seats_after(contents)]
    acts = standing(records)
    last = acts[-1][1] if acts else None
    return SaveInfo(
        path=path,
        state=state,
        modified=modified,
        reason=error,
        kind=header.kind,
        game=header.game,
        id=header.id,
        title=header.title,
        app=header.app,
        seats=tuple(seats),
        chapter=last.chapter if last else 0,
        lines=len(records) + 1,
        finished=last.over if last else False,
        previous=previous,
    )
