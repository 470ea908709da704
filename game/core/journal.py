"""The journal of a table: a text file of JSON lines, written ahead, that nothing is ever cut out of.

The first line is the header: what game was set up, and how. Each further line is one thing that happened: an action,
an undo, a redo, a seat that changed hands, a note. Every line ends with ``"sum"``: the BLAKE2 hash of the sum before
it and of the line itself, so that the lines form a chain and a flipped bit, a lost or a foreign line is noticed.

Reading tells a *torn* end (the last line was being written when the power failed: it is dropped, with a notice, no
accepted action is in it) from *damage* (anything else: ``JournalError`` names the line and carries the sound lines).
"""

from __future__ import annotations

import errno
import hashlib
import io
import os
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import IO, Any, TypeAlias, TypeVar

import msgspec
from msgspec import Struct

from game.core import files
from game.core.names import clean_name, is_id, make_id, shown_file

MAX_BYTES = 64_000_000
"""A larger file is refused unread; a long game takes less than 1 MB."""
MAX_LINE = 8_000_000
"""No sound line is longer: a position takes less than 1 MB."""

_START = "unhallowed"
_SUM = 16  # hex digits
_SUFFIX = len(',"sum":""}') + _SUM


class SaveError(Exception):
    """A save, journal or replay that cannot be used (or written).

    ``reason`` is a word for the kind of fault (text key ``save.<reason>``): ``unreadable``, ``foreign``, ``newer``,
    ``damaged``, ``unknown_game``, ``diverged``, ``in_use``, ``exists``, ``unwritable``. ``line`` counts from 1.
    """

    def __init__(
        self, path: Path | None, reason: str, found: str, expected: str, cure: str, *, line: int | None = None
    ) -> None:
        place = f"{shown_file(path) if path else 'the game'}{f':{line}' if line else ''}"
        super().__init__(f"{place}: found {found}, expected {expected}. {cure}")
        self.path, self.reason, self.line = path, reason, line
        self.found, self.expected, self.cure = found, expected, cure
        self.refused: OSError | None = None
        """What the system said, where it was the system that refused."""

    @property
    def key(self) -> str:
        """The text key of what is wrong, for people."""
        return f"save.{self.reason}"

    @property
    def recoverable(self) -> bool:
        """Whether the file is sound before ``line``, so that the table can be gone on with from there."""
        return self.reason in ("damaged", "diverged") and (self.line or 0) > 1

    @property
    def cure_key(self) -> str:
        """The text key of what can be done."""
        if self.reason == "unwritable":
            return f"save.unwritable.{refusal_kind(self.refused)}"
        lost = self.reason in ("damaged", "diverged") and not self.recoverable
        return f"save.{self.reason}.{'lost' if lost else 'cure'}"

    @property
    def values(self) -> dict[str, str | int | float | bool]:
        """The values of that text: the file, the faulty line and the last sound one, what was found and expected."""
        line = self.line or 0
        return {
            "file": shown_file(self.path.name) if self.path else "",
            "line": line,
            "last": max(0, line - 1),
            "found": self.found,
            "expected": self.expected,
        }


_CURES = {
    "full": "Free some space on the disk, or choose another folder.",
    "name": "Choose a shorter name.",
    "forbidden": "Choose a folder in which you may write.",
    "gone": "Make the folder again, or choose another one.",
    "other": "Choose another folder.",
}
_KINDS = {
    errno.ENOSPC: "full",
    getattr(errno, "EDQUOT", errno.ENOSPC): "full",
    errno.EFBIG: "full",
    errno.ENAMETOOLONG: "name",
    errno.EACCES: "forbidden",
    errno.EPERM: "forbidden",
    errno.EROFS: "forbidden",
    errno.ENOENT: "gone",
    errno.ENOTDIR: "gone",
}


def refusal_kind(error: OSError | None) -> str:
    """Why the system does not take a file: ``full``, ``name``, ``forbidden``, ``gone`` or ``other``."""
    return _KINDS.get(error.errno or 0, "other") if error is not None else "other"


def unwritable(path: Path, error: OSError) -> SaveError:
    """The error for a file that the system does not take; its cure is that of the true reason."""
    found = error.strerror or type(error).__name__
    fault = SaveError(path, "unwritable", found, "a place that can be written", _CURES[refusal_kind(error)])
    fault.refused = error
    return fault


class Line(Struct, frozen=True, tag_field="line", omit_defaults=True, forbid_unknown_fields=True, kw_only=True):
    """One line of a journal."""


class Header(Line, frozen=True, tag="header"):
    """The first line: all that is needed to set the same table up again."""

    format: int
    kind: str
    """``journal`` (grows) or ``save`` (ends with a checkpoint)."""
    game: str
    players: int
    id: str = ""
    """The table's own id; copies and saves of one table share it."""
    origin: str = ""
    """The id of the table that this one was continued from."""
    title: str = ""
    app: str = ""
    content: str = ""
    """Digest of the content that the rules read."""
    seed: int = 0
    options: dict[str, Any] = {}
    script: tuple[Any, ...] = ()
    strict: bool = False
    position: dict[str, Any] | None = None
    """Where the table began, if not at the set-up of a new game."""
    seats: tuple[dict[str, Any], ...] = ()
    digest: str = ""
    """Of the state before the first action."""

    def __post_init__(self) -> None:
        # Files are named after ids. Whatever another program wrote there, from here on it is one.
        for name in ("id", "origin"):
            text = getattr(self, name)
            if text and not is_id(text):
                msgspec.structs.force_setattr(self, name, make_id(text))


class Act(Line, frozen=True, tag="act"):
    """An action that was carried out, and the digest of the state after it."""

    action: dict[str, Any]
    seat: int
    group: int
    chapter: int
    digest: str
    over: bool = False
    """Whether the game ended with it."""
    dice: tuple[int | str, ...] = ()
    """Results that people typed in for it, in the order in which they were asked for."""


class Undo(Line, frozen=True, tag="undo"):
    """Acts were taken back: ``keep`` entries of the log stay (the set-up is the first).

    ``clause``: the rule by which somebody went back beyond what had been revealed; empty for a plain undo.
    """

    keep: int
    clause: str = ""


class Redo(Line, frozen=True, tag="redo"):
    """The ``count`` acts that were taken back last were done again."""

    count: int


class SeatChange(Line, frozen=True, tag="seat"):
    """A seat changed hands."""

    seat: int
    plan: dict[str, Any]


class Note(Line, frozen=True, tag="note"):
    """Something worth keeping that changes nothing in the game."""

    text: str


class Checkpoint(Line, frozen=True, tag="checkpoint"):
    """The last line of a save: the state as a readable position, its digest, and the table as it was."""

    position: dict[str, Any]
    digest: str
    chapter: int
    entries: int
    over: bool = False


Record: TypeAlias = Act | Undo | Redo | SeatChange | Note | Checkpoint

Step: TypeAlias = Callable[[list[dict[str, Any]]], list[dict[str, Any]]]
"""Turns the lines (header first) of one format into those of the next."""

STEPS: tuple[Step, ...] = ()
"""``STEPS[n - 1]`` lifts format ``n`` to ``n + 1``. Each has a stored sample under test."""


def current_format() -> int:
    """The format that is written."""
    return len(STEPS) + 1


def standing(records: Iterable[Record]) -> list[tuple[int, Act]]:
    """The acts that stand after all undos and redos, in order, each with its line in the file."""
    acts: list[tuple[int, Act]] = []
    undone: list[tuple[int, Act]] = []
    for line, record in enumerate(records, 2):  # the header is line 1
        if isinstance(record, Act):
            acts.append((line, record))
            undone.clear()
        elif isinstance(record, Undo):
            keep = max(0, record.keep - 1)  # the set-up is an entry, not an act
            undone.extend(reversed(acts[keep:]))
            del acts[keep:]
        elif isinstance(record, Redo):
            acts.extend(undone.pop() for _ in range(min(record.count, len(undone))))
        elif isinstance(record, SeatChange):
            undone.clear()
    return acts


class Contents(Struct, frozen=True):
    """A journal as read. ``sound_bytes``: where the next line belongs; ``migrated_from``: its format, if older."""

    header: Header
    records: tuple[Record, ...]
    last_sum: str
    sound_bytes: int
    torn: int = 0
    """Bytes of a last line that was not written whole; they are left out."""
    migrated_from: int | None = None


def seats_after(contents: Contents) -> tuple[dict[str, Any], ...]:
    """The plans of the seats after all changes."""
    seats = list(contents.header.seats)
    for record in contents.records:
        if isinstance(record, SeatChange) and 0 <= record.seat < len(seats):
            seats[record.seat] = record.plan
    return tuple(seats)


class JournalError(SaveError):
    """A damaged journal. ``sound`` holds the lines before the damage, if the header is among them."""

    def __init__(self, path: Path, line: int, found: str, expected: str, sound: Contents | None) -> None:
        last = f"The last sound line is {line - 1}." if sound else "Nothing can be read from it."
        super().__init__(path, "damaged", found, expected, last, line=line)
        self.sound = sound


_DECODER: msgspec.json.Decoder[Header | Record] = msgspec.json.Decoder(Header | Record)


def chain(previous: str, body: bytes) -> str:
    """The sum of a line whose JSON without the sum is ``body``."""
    return _hash(previous, memoryview(body)[:-1])


def _hash(previous: str, opened: bytes | memoryview) -> str:
    """The sum of a line whose JSON without the sum and the last brace is ``opened``."""
    total = hashlib.blake2b(previous.encode(), digest_size=_SUM // 2)
    total.update(opened)
    total.update(b"}")
    return total.hexdigest()


def encode_line(line: Header | Record, previous: str) -> tuple[bytes, str]:
    """A line as bytes (newline included) and its sum."""
    body = msgspec.json.encode(line)
    total = chain(previous, body)
    return body[:-1] + f',"sum":"{total}"}}\n'.encode(), total


def encode(header: Header, records: Iterable[Record]) -> tuple[bytes, str]:
    """A whole journal as bytes, and its last sum."""
    out = bytearray()
    total = _START
    for line in (header, *records):
        data, total = encode_line(line, total)
        out += data
    return bytes(out), total


def read_journal(path: Path) -> Contents:
    """The sound contents of the journal or save at ``path``.

    Raises ``JournalError`` if it is damaged, ``SaveError`` if it is foreign, newer or cannot be read. Older formats
    are lifted in memory; the file stays as it is.
    """
    return _read(path, _contents)


def read_header(path: Path) -> Header:
    """The header of the journal or save at ``path``; no other line is looked at. Raises as ``read_journal``."""
    return _read(path, _header)


def parse_journal(raw: bytes, path: Path) -> Contents:
    """The contents of the bytes of a journal; ``path`` names it in errors. See ``read_journal``."""
    return _contents(io.BytesIO(raw), path)


_T = TypeVar("_T")


def _read(path: Path, read: Callable[[IO[bytes], Path], _T]) -> _T:
    cure = "Choose another file."
    try:
        with files.open_plain(path) as file:
            if os.fstat(file.fileno()).st_size > MAX_BYTES:
                raise SaveError(path, "foreign", f"more than {MAX_BYTES} bytes", "a journal", cure)
            return read(file, path)
    except OSError as error:
        raise SaveError(path, "unreadable", error.strerror or type(error).__name__, "a readable file", cure) from None
    except ValueError as error:  # a name that no file can have
        raise SaveError(path, "unreadable", str(error), "a readable file", cure) from None


def _header(file: IO[bytes], path: Path) -> Header:
    line, _ = next(iter(_Lines(file, path)))
    assert isinstance(line, Header)
    return line


def _contents(file: IO[bytes], path: Path) -> Contents:
    lines = _Lines(file, path)
    records: list[Record] = []
    header: Header | None = None
    for line, _ in lines:
        if header is None:
            assert isinstance(line, Header)
            header = line
        elif isinstance(line, Header):
            lines.stop(len(records) + 2, "a second header", "one header")
        else:
            records.append(line)
    assert header is not None
    migrated = None if lines.version == current_format() else lines.version
    contents = Contents(header, tuple(records), lines.total, lines.end, lines.torn, migrated)
    fault = lines.fault
    ends = bool(records) and isinstance(records[-1], Checkpoint)
    if fault is None and header.kind == "save" and (lines.torn or not ends):
        found = "half a line" if lines.torn else "the end of the file"
        fault = (len(records) + 2, found, "the checkpoint that ends a save")
    if fault is not None:
        raise JournalError(path, *fault, contents)
    return contents


_Fault: TypeAlias = tuple[int, str, str]
"""The line, what was found there, what was expected."""


class _Lines:
    """The lines of a journal, typed, one after another as far as they are sound: never the whole file at once.

    After the last one ``fault`` says what is wrong with the next, if anything is; ``total`` is the sum of the last
    sound line, ``end`` where the next belongs.
    """

    def __init__(self, file: IO[bytes], path: Path) -> None:
        self._file, self._path = file, path
        self.version = current_format()
        self.total, self.end, self.torn = _START, 0, 0
        self.fault: _Fault | None = None
        self._before = (_START, 0)

    def stop(self, number: int, found: str, expected: str) -> None:
        """The line that was just given does not belong there: it counts as not sound."""
        self.fault = (number, found, expected)
        self.total, self.end = self._before

    def __iter__(self) -> Iterator[tuple[Header | Record, int]]:
        first = self._file.readline(MAX_LINE + 1)
        self.version = _version(first.rstrip(b"\n"), self._path)
        bodies = self._bodies(first)
        given = False
        typed: Iterable[tuple[Header | Record | None, int]]
        if self.version == current_format():
            typed = ((self._typed(body, number), number) for body, number in bodies)
        else:
            typed = self._lifted(bodies)
        for line, number in typed:
            if line is None or not (given or isinstance(line, Header)):
                break
            given = True
            yield line, number
            if self.fault is not None:
                return
        if not given:
            number, found, expected = self.fault or (1, "half a header", "a whole header")
            raise JournalError(self._path, number, found, expected, None)

    def _bodies(self, raw: bytes) -> Iterator[tuple[bytes, int]]:
        """The lines without their sums as far as the chain holds, beginning with ``raw``."""
        number = 1
        while raw:
            if len(raw) > MAX_LINE:
                self.fault = (number, f"more than {MAX_LINE} bytes", "a line of a journal")
                return
            whole = raw.endswith(b"\n")
            line = memoryview(raw.rstrip(b"\r\n"))
            opened, given = line[:-_SUFFIX], bytes(line[-_SUFFIX:])
            expected = _hash(self.total, opened)
            if given != f',"sum":"{expected}"}}'.encode():
                if not whole:
                    self.torn = len(raw)
                    return
                word = given[8:-2].decode("ascii", "replace")
                found = f"the sum {word!r}" if given.startswith(b',"sum":"') else "no sum"
                self.fault = (number, found, f"the sum {expected!r}")
                return
            self._before = self.total, self.end
            self.total, self.end = expected, self.end + len(raw)
            yield b"".join((opened, b"}")), number
            raw = self._file.readline(MAX_LINE + 1)
            number += 1

    def _typed(self, body: bytes, number: int) -> Header | Record | None:
        """A line as what it is, ``None`` where it does not fit."""
        try:
            return _with_clean_names(_DECODER.decode(body))
        except _MISFITS as error:
            self.stop(number, f"a line that does not fit ({error})", "a line of the format")
        return None

    def _lifted(self, bodies: Iterable[tuple[bytes, int]]) -> Iterator[tuple[Header | Record | None, int]]:
        """The lines of an older format, lifted step by step, all of them together."""
        plain: list[dict[str, Any]] = []
        total, end, number = self.total, self.end, 1
        try:
            plain.extend(msgspec.json.decode(body) for body, _ in bodies)
            total, end = self.total, self.end
            for step in STEPS[self.version - 1 :]:
                plain = step(plain)
            for number, line in enumerate(plain, 1):
                yield _with_clean_names(msgspec.convert(line, Header | Record)), number
        except _MISFITS as error:
            self.total, self.end = total, end
            self.fault = (number, f"a line that does not fit ({error})", "a line of the format")


_MISFITS = (msgspec.DecodeError, RecursionError, UnicodeDecodeError, LookupError, TypeError, ValueError)
"""What reading a line that is no line of the format ends in."""


def _version(first: bytes, path: Path) -> int:
    """The format that a first line names. Raises ``SaveError`` where it is not a journal or too new."""
    try:
        header = msgspec.json.decode(first)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        header = None
    if not isinstance(header, dict) or header.get("line") != "header" or type(header.get("format")) is not int:
        if not first.strip(b"\0\r ") or first.lstrip().startswith(b'{"line":"header"'):
            raise JournalError(path, 1, "nothing" if not first else "an unreadable header", "a header", None)
        raise SaveError(path, "foreign", "another kind of file", "a save or replay", "Choose another file.")
    version: int = header["format"]
    if version > current_format():
        cure = "It was written by a newer version: open it with that one. The file is left as it is."
        raise SaveError(path, "newer", f"format {version}", f"format {current_format()} or older", cure)
    if version < 1:
        raise SaveError(path, "foreign", f"format {version}", "a save or replay", "Choose another file.")
    return version


def _with_clean_names(line: Header | Record) -> Header | Record:
    """A line whose names, which anybody may have written into the file, can be shown anywhere."""
    if isinstance(line, Header):
        seats = tuple(_with_clean_name(plan) for plan in line.seats)
        title, app = clean_name(line.title, ""), clean_name(line.app, "")
        return msgspec.structs.replace(line, title=title, app=app, seats=seats)
    if isinstance(line, SeatChange):
        return msgspec.structs.replace(line, plan=_with_clean_name(line.plan))
    return line


def _with_clean_name(plan: dict[str, Any]) -> dict[str, Any]:
    name = plan.get("name")
    return {**plan, "name": clean_name(name, "")} if isinstance(name, str) else plan
