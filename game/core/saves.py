"""Saves: files with a whole table in them, listed, written and recovered.

A save is a journal that ends with a checkpoint. It is written aside, flushed and renamed, and the file before it is
kept as ``<name>.previous``. A file that cannot be read is never written over. The running game's own journal is in
the folder ``games``; a finished one is a replay. What a file is says its header, not its ending.
"""

from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import count
from pathlib import Path
from typing import IO

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
    parse_journal,
    read_journal,
    seats_after,
    standing,
    unwritable,
)
from game.core.journal_writer import in_use
from game.core.names import MAX_NAME, clean_name, make_id

JOURNAL = ".journal"
SAVE = ".save"
ENDINGS = (JOURNAL, SAVE)
PLAYED = ".played"
"""The file beside the folder that names its journals in the order in which they were played, the latest first."""

_STAMP = re.compile(r"(-\d{8}-\d{6}|-[0-9a-f]{4}|-\d{1,3})+\Z")
_MOST_PLAYED = 50
_TAIL = 4_096
_HEAD = 8_192


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


def list_saves(folder: Path, look: Callable[[Path], SaveInfo] | None = None) -> list[SaveInfo]:
    """The saves and journals in ``folder``, the latest first. Each is read by itself: a bad one is listed as such.

    ``look``: how a file is looked at, ``inspect`` or ``glance``.
    """
    try:
        paths = [path for path in folder.iterdir() if path.suffix in ENDINGS and not path.name.startswith(".")]
    except OSError:
        return []
    return sorted(map(look or inspect, paths), key=lambda info: (-info.modified, info.path.name))


def note_played(path: Path) -> None:
    """Remember that the table of the journal at ``path`` is the one played last in its folder. A disk that refuses it
    harms nothing: then times decide."""
    names = [path.name, *(name for name in _played(path.parent) if name != path.name)]
    with contextlib.suppress(OSError, UnicodeEncodeError):
        files.write_atomic(path.parent.with_name(PLAYED), "\n".join(names[:_MOST_PLAYED]).encode())


def latest_running(folder: Path, games: Collection[str]) -> SaveInfo | None:
    """The journal to go on with: that of the table played last which is not over; ``None`` without one.

    What was noted as played comes before what has only a time, since clocks go wrong and copies have other times; of
    two files with one ``id`` that have only a time, the one with more lines is the later. One file after another is
    looked at, and finished ones and saves only at their ends, so that many cost little.
    """
    ranks = {name: rank for rank, name in enumerate(_played(folder))}
    try:
        with os.scandir(folder) as entries:
            named = [(entry.name, entry) for entry in entries if entry.name.endswith(ENDINGS)]
    except OSError:
        return None
    found = [
        (ranks.get(name, len(ranks)), -time, name, size)
        for name, entry in named
        if not name.startswith(".")
        for time, size in [_time_and_size(entry)]
    ]
    chosen: SaveInfo | None = None
    least = 0
    for rank, _, name, size in sorted(found):
        path = os.path.join(folder, name)  # a path object costs as much as reading
        if chosen is not None and (size <= least or not _has_id(path, chosen.id)):
            continue
        if not _goes_on(path):
            continue
        info = inspect(folder / name)
        if info.kind != "journal" or info.finished or info.state not in ("sound", "damaged") or info.game not in games:
            continue
        if chosen is None or (info.id == chosen.id and info.lines > chosen.lines):
            chosen, least = info, size
        if rank < len(ranks):
            break
    return chosen


def _played(folder: Path) -> list[str]:
    try:
        return files.read_small(folder.with_name(PLAYED), 100_000).decode().split("\n")
    except (OSError, UnicodeDecodeError):
        return []


def _time_and_size(entry: os.DirEntry[str]) -> tuple[float, int]:
    try:
        about = entry.stat()
    except OSError:
        return 0.0, 0
    return about.st_mtime, about.st_size


def _has_id(path: str, id: str) -> bool:
    """Whether the file's header begins as that of the table ``id``."""
    try:
        return bool(id) and f'"id":"{id}"'.encode() in files.ends(path, 400, 0)[0]
    except OSError:
        return False


def _goes_on(path: str) -> bool:
    """Whether the file may be a running journal, as far as its two ends tell: it is no save, and its last line does not
    end the game."""
    try:
        head, tail = files.ends(path, 80, _TAIL)
    except OSError:
        return True  # looked at in full, it says what is wrong
    last = tail.rstrip(b"\r\n").rpartition(b"\n")[2]
    return b'"kind":"save"' not in head and not (last.startswith(b'{"line":"act"') and b'"over":true' in last)


def glance(path: Path) -> SaveInfo:
    """What the file at ``path`` says of itself at its two ends, as cheaply as can be: a long journal that ends with an
    act counts as sound, and its seats are those of its beginning. Whatever else it is, is read as by ``inspect``."""
    try:
        about = path.stat()
        head, tail = files.ends(str(path), _HEAD, _TAIL)
        if about.st_size > _HEAD and head.startswith(b'{"line":"header"') and b"\n" in head and tail.endswith(b"\n"):
            contents = parse_journal(head[: head.index(b"\n") + 1], path)
            last = msgspec.json.decode(tail.splitlines()[-1], type=_LastAct)
            info = _describe(path, about.st_mtime, previous_file(path), contents, None)
            if info.kind == "journal":
                return msgspec.structs.replace(info, chapter=last.chapter, finished=last.over)
    except (OSError, ValueError, SaveError, msgspec.DecodeError):
        pass  # looked at in full, it says what is wrong
    return inspect(path)


class _LastAct(Struct, tag_field="line", tag="act"):
    """What the last line of a journal tells of the table."""

    chapter: int
    over: bool = False


def inspect(path: Path) -> SaveInfo:
    """What the file at ``path`` is. Never raises; nothing is run, so a table that no longer fits looks sound here."""
    try:
        modified = path.stat().st_mtime
    except (OSError, ValueError):
        modified = 0.0
    previous = previous_file(path)
    try:
        return _describe(path, modified, previous, read_journal(path), None)
    except JournalError as error:
        return _describe(path, modified, previous, error.sound, error)
    except SaveError as error:
        return SaveInfo(path, error.reason, modified, error, previous=previous)


def previous_file(path: Path) -> Path | None:
    """The file that was kept when ``path`` was written last, if there is one."""
    before = files.previous_of(path)
    return before if os.path.isfile(before) else None


def new_stem(name: str, stamp: str) -> str:
    """What the file of a new table is called: after ``name`` (a game, or the file that it goes on from) without its
    endings and the stamp that it got when it was new, and with its own ``stamp`` (a time and a word of chance)."""
    stem = _STAMP.sub("", make_id(name.partition(".")[0], "game"))
    return f"{make_id(stem[: MAX_NAME - 1 - len(stamp)])}-{stamp}"


def free_path(folder: Path, name: str, ending: str, otherwise: str = "game") -> Path:
    """A file in ``folder`` that is not there yet, called after ``name`` and no longer than an id, a number and the
    ending, however long the name is."""
    stem = make_id(name, otherwise)
    paths = (folder / f"{stem}{f'-{number}' if number > 1 else ''}{ending}" for number in count(1))
    return next(path for path in paths if not os.path.lexists(path))


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
    """Give a save or journal another title; its time stays.

    Raises ``SaveError`` where a table is open on it, in this program or another, where it is not sound or cannot be
    written; the file is as before then.
    """
    with _alone(path) as file:
        contents = read_journal(path)
        header = msgspec.structs.replace(contents.header, title=clean_name(title, ""), format=current_format())
        try:
            times = path.stat()
            files.write_atomic(path, encode(header, contents.records)[0], held=file)
            os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))
        except OSError as error:
            raise unwritable(path, error) from None


def discard(path: Path, bin: Path) -> None:
    """Put a file and the one before it into the folder ``bin``, with the present time.

    Raises ``SaveError`` where a table is open on it, in this program or another, or where it cannot be moved.
    """
    previous = previous_file(path)
    with _alone(path) as file:
        try:
            bin.mkdir(exist_ok=True)
            target = bin / path.name
            for number in count(2):
                if not os.path.lexists(target):
                    break
                target = bin / f"{path.stem[:40]}-{number}{path.suffix}"
            if file is not None and os.name == "nt":
                file.close()  # there an open file cannot be moved, by nobody
            os.replace(path, target)
            os.utime(target, follow_symlinks=os.utime not in os.supports_follow_symlinks)
        except OSError as error:
            raise unwritable(path, error) from None
    if previous is not None:
        with contextlib.suppress(OSError):
            os.replace(previous, files.previous_of(target))
            os.utime(files.previous_of(target))


@contextlib.contextmanager
def _alone(path: Path) -> Iterator[IO[bytes] | None]:
    """Keep every program from opening a table on ``path`` meanwhile. Raises ``SaveError``."""
    try:
        with files.held(path) as file:
            yield file
    except files.InUse:
        raise in_use(path) from None


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
