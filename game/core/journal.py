"""The journal of a table: a text file of JSON lines, written ahead, that nothing is ever cut out of.

The first line is the header: what game was set up, and how. Each further line is one thing that happened: an action,
an undo, a redo, a seat that changed hands, a note. Every line ends with ``"sum"``: the BLAKE2 hash of the sum before
it and of the line itself, so that the lines form a chain and a flipped bit, a lost or a foreign line is noticed.

Reading tells a *torn* end (the last line was being written when the power failed: it is dropped, with a notice, no
accepted action is in it) from *damage* (anything else: ``JournalError`` names the line and carries the sound lines).
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, TypeAlias

import msgspec
from msgspec import Struct

from game.core.names import clean_name

MAX_BYTES = 64_000_000
"""A larger file is refused unread; a long game takes less than 1 MB."""

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
        place = f"{path or 'the game'}{f':{line}' if line else ''}"
        super().__init__(f"{place}: found {found}, expected {expected}. {cure}")
        self.path, self.reason, self.line = path, reason, line
        self.found, self.expected, self.cure = found, expected, cure

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
        lost = self.reason in ("damaged", "diverged") and not self.recoverable
        return f"save.{self.reason}.{'lost' if lost else 'cure'}"

    @property
    def values(self) -> dict[str, str | int | float | bool]:
        """The values of that text: the file, the faulty line and the last sound one, what was found and expected."""
        line = self.line or 0
        return {
            "file": self.path.name if self.path else "",
            "line": line,
            "last": max(0, line - 1),
            "found": self.found,
            "expected": self.expected,
        }


def unwritable(path: Path, error: OSError) -> SaveError:
    """The error for a disk that does not take a file."""
    found = error.strerror or type(error).__name__
    return SaveError(path, "unwritable", found, "a place that can be written", "Choose another folder, or free space.")


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
    return hashlib.blake2b(previous.encode() + body, digest_size=_SUM // 2).hexdigest()


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
    try:
        with path.open("rb") as file:
            raw = file.read(MAX_BYTES + 1)
    except OSError as error:
        cure = "Choose another file."
        raise SaveError(path, "unreadable", error.strerror or type(error).__name__, "a readable file", cure) from None
    if len(raw) > MAX_BYTES:
        raise SaveError(path, "foreign", f"more than {MAX_BYTES} bytes", "a journal", "Choose another file.")
    return parse_journal(raw, path)


def parse_journal(raw: bytes, path: Path) -> Contents:
    """The contents of the bytes of a journal; ``path`` names it in errors. See ``read_journal``."""
    lines = raw.split(b"\n")
    tail = lines.pop()
    version = _version(lines[0] if lines else tail, path)
    bodies, total, fault = _sound_bodies(lines)
    end = sum(len(line) + 1 for line in lines[: len(bodies)])
    torn = 0
    if tail and fault is None:
        whole, tail_sum, _ = _sound_bodies([tail], total)
        if whole:  # all but the newline was written
            bodies, total, end = bodies + whole, tail_sum, end + len(tail)
        else:
            torn = len(tail)
    typed, misfit = _decode(bodies, version)
    if misfit is not None:
        fault = misfit
        total = _sound_bodies(lines[: len(typed)])[1]
        end = sum(len(line) + 1 for line in lines[: len(typed)])
    if not typed or not isinstance(typed[0], Header):
        number, found, expected = fault or (1, "half a header", "a whole header")
        raise JournalError(path, number, found, expected, None)
    records = tuple(record for record in typed[1:] if not isinstance(record, Header))
    contents = Contents(typed[0], records, total, end, torn, None if version == current_format() else version)
    if fault is None and len(records) < len(typed) - 1:
        fault = (2, "a second header", "one header")
    ends = bool(records) and isinstance(records[-1], Checkpoint)
    if fault is None and contents.header.kind == "save" and (torn or not ends):
        fault = (len(typed) + 1, "half a line" if torn else "the end of the file", "the checkpoint that ends a save")
    if fault is not None:
        raise JournalError(path, *fault, contents)
    return contents


_Fault: TypeAlias = tuple[int, str, str]
"""The line, what was found there, what was expected."""


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


def _sound_bodies(lines: Sequence[bytes], total: str = _START) -> tuple[list[bytes], str, _Fault | None]:
    """The lines without their sums as far as the chain holds, its last sum, and where it breaks."""
    bodies: list[bytes] = []
    for number, line in enumerate(lines, 1):
        line = line.rstrip(b"\r")
        body, given = line[:-_SUFFIX] + b"}", line[-_SUFFIX:]
        expected = chain(total, body)
        if given != f',"sum":"{expected}"}}'.encode():
            word = given[8:-2].decode("ascii", "replace")
            found = f"the sum {word!r}" if given.startswith(b',"sum":"') else "no sum"
            return bodies, total, (number, found, f"the sum {expected!r}")
        bodies.append(body)
        total = expected
    return bodies, total, None


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


def _decode(bodies: list[bytes], version: int) -> tuple[list[Header | Record], _Fault | None]:
    """The typed lines as far as they fit, and the first that does not. Older formats are lifted first."""
    typed: list[Header | Record] = []
    try:
        if version == current_format():
            typed.extend(_DECODER.decode(body) for body in bodies)
        else:
            plain = [msgspec.json.decode(body) for body in bodies]
            for step in STEPS[version - 1 :]:
                plain = step(plain)
            typed.extend(msgspec.convert(line, Header | Record) for line in plain)
        typed = [_with_clean_names(line) for line in typed]
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError, LookupError, TypeError, ValueError) as error:
        return typed, (len(typed) + 1, f"a line that does not fit ({error})", "a line of the format")
    return typed, None
