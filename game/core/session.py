"""The session: one table being played. State, seats, log, undo, and the journal that keeps them all.

The table is changed through the session only. Each accepted action is a line of the journal before ``apply`` returns;
a session without a path keeps everything in memory. Where the journal's file is another one or gone (moved, replaced,
written to by somebody else), a new one is written from memory, and ``notices`` says so. Opening a journal or save runs
its actions again and checks the digest after each, so that what is restored is what was played.

Undo is a kept clone. It is free back to the last reveal, takes one press (a *group*) at a time, and never goes past a
computer's move or another person's act. It never makes anyone un-know something, and redo gives the same dice again.
Who lets a moment go by (``Event.passes``) does nothing that could be un-known: such a pass, a computer's or another
person's, belongs to the press before it and is taken back and done again with it. What follows from it closes undo
only by what it reveals. Where a rule lets somebody go back beyond a reveal (``rewind``), the log says so from then on.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import islice
from pathlib import Path
from typing import IO, Any, TypeAlias

import msgspec
from msgspec import Struct

from game.core import files, saves
from game.core.chance import NeedRoll, Rng
from game.core.contract import (
    TERMINAL,
    Action,
    Choice,
    Event,
    Game,
    IllegalAction,
    PositionError,
    Reason,
    Rewound,
    SetupError,
    State,
)
from game.core.journal import (
    Act,
    Checkpoint,
    Contents,
    Header,
    Note,
    Record,
    Redo,
    SaveError,
    SeatChange,
    Undo,
    current_format,
    read_header,
    read_journal,
    refusal_kind,
    seats_after,
)
from game.core.journal_writer import JournalWriter, hold
from game.core.names import clean_name, shown_file
from game.core.text import ActionTextError, action_from_mapping, action_text, normalize

HUMAN = "human"
_DRAWN = 0xD1CE  # the stream of what is drawn where a table has real dice

MAX_SEED = (1 << 64) - 1
"""Seeds have 64 bits; of a larger number the lowest are taken."""

FindGame: TypeAlias = Callable[[str], Game]
"""``game.registry.get``, passed in: the core knows no game."""


class SeatPlan(Struct, frozen=True, omit_defaults=True):
    """Who sits at a seat: ``human`` or a computer level. ``person``: which person leads it, ``None`` for computers."""

    kind: str
    name: str = ""
    person: int | None = None


class Entry(Struct, frozen=True):
    """One line of the log: an action and what happened by it. The first entry is the set-up (no action, no seat).

    ``decision`` names the question that was open, ``chapter`` is the state's before the action, ``person`` led the seat
    (``None``: a computer).
    """

    number: int
    seat: int | None
    group: int
    action: Action | None
    events: tuple[Event, ...]
    chapter: int
    decision: str
    person: int | None = None
    dice: tuple[int | str, ...] = ()
    """Results that people typed in for it (``apply``)."""
    phrase: Reason | None = None
    """How the action was called where it was done (``Game.phrase``)."""

    @property
    def is_pass(self) -> bool:
        """Whether the seat only let its moment go by (``Event.passes``)."""
        return self.action is not None and bool(self.events) and self.events[0].passes

    def is_choice(self, choice: Choice) -> bool:
        """Whether a computer player's ``choice`` is what was done here: after steps back it may be something else."""
        return self.person is None and self.action == choice.action


class Closed(Struct, frozen=True):
    """Why undo is closed: text key ``undo.<reason>`` (``start``, ``revealed``, ``computer``, ``person``, ``seat``).

    ``entry`` is the number of the log entry that closed it, ``event`` the event that revealed something.
    """

    reason: str
    entry: int
    event: Event | None = None


class Session:
    """One table being played. Made by ``start``, ``open``, ``restore`` or ``resume``."""

    def __init__(self, game: Game, header: Header, state: State, events: Sequence[Event]) -> None:
        self.game = game
        self.header = header
        self.state = state
        self.seats = tuple(msgspec.convert(plan, SeatPlan) for plan in header.seats)
        self.notices: list[Reason] = []
        """What was left out or unusual when the table was opened, and what has happened to its file since."""
        self.records: list[Record] = []
        self.entries: list[Entry] = [Entry(0, None, 0, None, tuple(events), state.chapter(), "")]
        self.barrier: Closed | None = None
        """A seat that changed hands closes undo for what lies before it."""
        self._before: list[State | None] = [None]  # per entry: the state before it, while undo may need it
        self._redo: list[Entry] = []  # the entry to be done next is the last
        self._writer: JournalWriter | None = None
        self._later: Path | None = None
        """Where a journal is begun with the next line, while there is none."""
        self._problem: OSError | None = None

    # ---- starting, opening, closing -------------------------------------------------------------------------------

    @classmethod
    def start(
        cls,
        game: Game,
        seats: Sequence[SeatPlan],
        *,
        seed: int = 1,
        options: Mapping[str, Any] | None = None,
        path: Path | None = None,
        script: Sequence[Any] = (),
        strict: bool = False,
        position: Mapping[str, Any] | None = None,
        id: str = "",
        app: str = "",
    ) -> Session:
        """Set up a table; with ``path`` its journal is written there (the file must not exist yet).

        ``position`` starts from a written position instead of a new game. Raises ``SetupError``, ``PositionError`` or
        ``SaveError``; then there is no file.
        """
        plans = tuple(_complete(plan, seat) for seat, plan in enumerate(seats))
        for seat, plan in enumerate(plans):
            _check_kind(game, seat, plan)
        header = Header(
            format=current_format(),
            kind="journal",
            game=game.id,
            players=len(plans),
            id=id,
            app=app,
            content=game.content_digest(),
            seed=seed & MAX_SEED,
            options=dict(options or {}),
            script=tuple(script),
            strict=strict,
            position=None if position is None else dict(position),
            seats=tuple(msgspec.to_builtins(plan) for plan in plans),
        )
        state, events = _set_up(game, header)
        header = msgspec.structs.replace(header, digest=state.digest())
        session = cls(game, header, state, events)
        if path is not None:
            session._writer = JournalWriter.create(path, header)
        return session

    @classmethod
    def open(cls, path: Path, find: FindGame, *, journal: Path | None = None, id: str = "") -> Session:
        """The table of a journal or save, as it was after its last line.

        A journal is gone on with in its own file, which is locked before it is read. A save stays as it is, and so do a
        file that was kept as the one before, and a journal that may only be read: the table goes on in a new file
        ``journal`` (in memory without one), under the new ``id``. A finished game begins that file only when something
        is taken back. Raises ``SaveError``: what is wrong, where, and the cure.
        """
        file: IO[bytes] | None = None
        if read_header(path).kind == "journal" and not path.name.endswith(files.PREVIOUS):
            file = _hold_if_writable(path)
        try:
            contents = read_journal(path)
            session = cls.restore(contents, find, path)
            if file is not None:
                session._writer = JournalWriter.reopen(path, contents, file)
                return session
        except BaseException:
            if file is not None:
                file.close()
            raise
        if journal is not None:
            session.go_on_in(journal, id, later=session.state.is_terminal())
            if contents.header.kind == "journal" and not session.state.is_terminal():
                session.notices.append(Reason("save.goes_on", {"file": shown_file(path.name), "new": journal.name}))
        return session

    @classmethod
    def restore(cls, contents: Contents, find: FindGame, path: Path | None = None) -> Session:
        """The table of ``contents`` in memory, every digest checked. ``path`` names it in errors."""
        header = contents.header
        game = _game_of(header, find, path)
        if len(header.seats) != header.players:
            raise _diverged(path, 1, f"{len(header.seats)} seats", f"one for each of {header.players} players")
        state, events = _fitting(path, 1, lambda: _set_up(game, header))
        _check_digest(path, 1, "set-up", header.digest, state)
        session: Session = _fitting(path, 1, lambda: cls(game, header, state, events))
        for seat, plan in enumerate(session.seats):
            _fitting(path, 1, partial(_check_kind, game, seat, plan))
        if contents.torn:
            session.notices.append(Reason("save.torn", {"bytes": contents.torn}))
        if header.content != game.content_digest():
            session.notices.append(Reason("save.content_changed"))
        for number, record in enumerate(contents.records, 2):
            session.take(record, path, number)
        session.header = msgspec.structs.replace(header, format=current_format(), content=game.content_digest())
        return session

    @classmethod
    def resume(cls, path: Path, find: FindGame, *, journal: Path | None = None, id: str = "") -> Session:
        """A new table that starts at the checkpoint of a save whose moves no longer fit the rules or the content.

        Raises ``SaveError`` where there is no checkpoint or its position does not fit either.
        """
        contents = read_journal(path)
        checkpoint = contents.records[-1] if contents.records else None
        if not isinstance(checkpoint, Checkpoint):
            raise SaveError(path, "diverged", "no checkpoint", "a save", "Choose a save, not a running game.")
        game = _game_of(contents.header, find, path)
        header = msgspec.structs.replace(
            contents.header,
            kind="journal",
            format=current_format(),
            content=game.content_digest(),
            script=(),
            position=checkpoint.position,
            seats=seats_after(contents),
        )
        state, events = _fitting(path, len(contents.records) + 1, lambda: _set_up(game, header))
        header = msgspec.structs.replace(header, digest=state.digest())
        session = cls(game, header, state, events)
        if journal is not None:
            session.go_on_in(journal, id)
        return session

    @classmethod
    def recover(cls, path: Path, find: FindGame, journal: Path) -> Session:
        """The table of a damaged file, or of one that no longer fits, as far as it is sound, in the new ``journal``.

        The file stays as it is. Raises ``SaveError`` where nothing of it can be used; then there is no ``journal``.
        """
        saves.recover(path, journal)
        try:
            return cls.open(journal, find)
        except SaveError as error:
            journal.unlink()
            if not error.recoverable:
                raise
            saves.recover(path, journal, lines=(error.line or 1) - 1)
        return cls.open(journal, find)

    def go_on_in(self, path: Path, id: str = "", *, later: bool = False) -> None:
        """Keep a table that is in memory only in the new journal ``path`` from now on, as the table ``id``.

        ``later``: the file is begun with the next line. Raises ``SaveError`` where there is a file already or it cannot
        be written.
        """
        assert self._writer is None, "a table has one journal"
        header = msgspec.structs.replace(
            self.header, kind="journal", title="", id=id or self.header.id, origin=self.header.id
        )
        if not later:
            self._writer = JournalWriter.create(path, header, self.records)
        else:
            self._later = path
        self.header = header

    def keep_trying(self, path: Path, problem: OSError | None) -> None:
        """Keep a table that is in memory only in the new journal ``path`` as soon as the disk takes it; ``problem`` is
        why it does not at present."""
        self._later, self._problem = path, problem

    def take(self, record: Record, path: Path | None, line: int) -> None:
        """Take in line number ``line`` of a journal that is being read. Raises ``SaveError`` where it does not fit."""
        if isinstance(record, Act):
            action: Action = _fitting(path, line, lambda: action_from_mapping(self.game, record.action))
            _fitting(path, line, lambda: self._act(action, record.group, record.dice), action)
            _check_digest(path, line, action, record.digest, self.state)
        elif isinstance(record, Undo) and 1 <= record.keep < len(self.entries):
            _fitting(path, line, lambda: self._go_back(record))
        elif isinstance(record, Redo) and 1 <= record.count <= len(self._redo):
            _fitting(path, line, lambda: self._go_forward(record))
        elif isinstance(record, SeatChange) and 0 <= record.seat < len(self.seats):
            _fitting(path, line, lambda: self._change_seat(record))
        elif isinstance(record, Note):
            self.records.append(record)
        elif isinstance(record, Checkpoint):
            _check_digest(path, line, "the end", record.digest, self.state)
        else:
            raise _diverged(path, line, msgspec.json.encode(record).decode(), "a line that fits the table")

    def contents(self) -> Contents:
        """The lines of the table as a journal's, for a replay of the game so far."""
        return Contents(self.header, tuple(self.records), "", 0)

    @property
    def path(self) -> Path | None:
        """The running journal's file."""
        return self._writer.path if self._writer else None

    @property
    def problem(self) -> OSError | None:
        """Why the disk does not take the journal at present. The table plays on from memory and keeps trying."""
        return self._writer.problem if self._writer else self._problem

    def save_as(self, path: Path, title: str = "") -> None:
        """Write a save: the whole journal and the position as it is now. The file that was there is kept beside it.

        Raises ``SaveError`` where it cannot be written, or where the file there is no sound save of this program.
        """
        checkpoint = Checkpoint(
            position=self.state.position(),
            digest=self.state.digest(),
            chapter=self.state.chapter(),
            entries=len(self.entries),
            over=self.state.is_terminal(),
        )
        header = msgspec.structs.replace(self.header, kind="save", title=clean_name(title, ""))
        saves.write_save(path, header, [*self.records, checkpoint])

    def close(self) -> None:
        """Let the journal go. The session may still be looked at, and closed again."""
        if self._writer is not None and self._writer.closed:
            return
        self._keep(at_end=True)
        if self._writer:
            self._writer.close()

    # ---- playing --------------------------------------------------------------------------------------------------

    def next_group(self) -> int:
        """A number for the actions of one press of a person that sends several."""
        return max((entry.group for entry in (*self.entries, *self._redo)), default=0) + 1

    def apply(self, action: Action, *, group: int | None = None, dice: Sequence[int | str] = ()) -> list[Event]:
        """Carry ``action`` out and return what happened; its journal line is with the system by then.

        ``IllegalAction`` and ``NeedRoll`` pass through: then nothing has changed. ``group``: see ``next_group``.
        ``dice``: results that people rolled on the table, used first; the journal keeps them with the action.
        ``NeedRoll`` comes for the dice of people alone (its ``seat`` says whose, its ``dice`` what came before); in
        strict mode cards, random picks and the dice of computer players are drawn, and kept in the journal too.
        An action that no file can hold (a lone surrogate in a text) is an ``ActionTextError``.
        """
        try:
            msgspec.json.encode(action)
        except UnicodeEncodeError as error:
            raise ActionTextError(ascii(action), f"an action that can be written ({error})") from None
        group = self.next_group() if group is None else group
        thrown = tuple(dice)
        while True:
            try:
                record, events = self._act(action, group, thrown)
                break
            except NeedRoll as need:
                need.dice = thrown
                need.seat = self._roller(need, action)
                if need.seat is not None:
                    raise
                thrown = (*thrown, self.draw(need))
        self._write(record)
        return events

    def draw(self, need: NeedRoll) -> int | str:
        """What comes where nobody rolls ``need`` on the table. The same place in the same game gives the same again."""
        stream = Rng(self.header.seed).fork(_DRAWN).fork(len(self.entries)).fork(len(need.dice))
        return need.choices[stream.below(len(need.choices))]

    def _roller(self, need: NeedRoll, action: Action) -> int | None:
        """The seat of the person who rolls ``need``; ``None`` where no person does."""
        acts = self.state.current_player() if action.seat is None else action.seat
        seat = acts if need.seat is None else need.seat
        return None if need.drawn or self.seats[seat].person is None else seat

    def undirected(self, action: Action) -> tuple[Action, ...]:
        """What computer players do of themselves before a person's ``action``, in a game where that person answers for
        them too (``Game.undirected``).
        """
        seats = [seat for seat, plan in enumerate(self.seats) if plan.person is None]
        return self.game.undirected(self.state, action, seats)

    def note(self, text: str) -> None:
        """Keep a line in the journal that changes nothing in the game."""
        record = Note(text=text)
        self.records.append(record)
        self._write(record)

    def set_seat(self, seat: int, plan: SeatPlan) -> None:
        """Let somebody else lead ``seat`` from now on. Closes undo. Raises ``SetupError`` for a kind not on offer."""
        plan = _complete(plan, seat)
        _check_kind(self.game, seat, plan)
        self._change_seat(record := SeatChange(seat=seat, plan=msgspec.to_builtins(plan)))
        self._write(record)

    # ---- undo -----------------------------------------------------------------------------------------------------

    def undo_label(self) -> tuple[Action, ...] | Closed:
        """The actions that ``undo`` would take back, in the order they were done, or why it is closed."""
        last = self.entries[-1]
        closed = self._closing(last)
        if closed:
            return closed
        taken: list[Action] = []
        for entry in reversed(self.entries):
            if entry.group != last.group:
                break
            closed = self._closing(entry)
            if closed:
                return closed
            assert entry.action is not None
            taken.append(entry.action)
        return tuple(reversed(taken))

    def undo(self) -> tuple[Action, ...] | Closed:
        """Take the last press back; returns what ``undo_label`` said."""
        label = self.undo_label()
        if not isinstance(label, Closed):
            record = Undo(keep=len(self.entries) - len(label))
            self._go_back(record)
            self._write(record)
        return label

    def rewind(self, keep: int, clause: str) -> None:
        """Go back to where the log had ``keep`` entries, whatever was revealed since, by the rule of ``clause``.

        The last of them tells it (``Rewound``). What was taken back may be done again, with the same dice. The caller
        asks whether it is allowed; a seat that changed hands is never gone back beyond.
        """
        assert 1 <= keep < len(self.entries), f"there are {len(self.entries)} entries, not {keep} to go back to"
        assert self.barrier is None or keep > self.barrier.entry, "another led the seat then"
        record = Undo(keep=keep, clause=clause)
        self._go_back(record)
        self._write(record)

    def can_redo(self) -> bool:
        """Whether something was taken back and nothing else was done since."""
        return bool(self._redo)

    def redo(self) -> list[Event]:
        """Do again the press that was taken back last; returns what happens, the same as the first time."""
        if not self._redo:
            return []
        group = self._redo[-1].group
        count = 0
        for entry in reversed(self._redo):
            if entry.group != group:
                break
            count += 1
        record = Redo(count=count)
        events = self._go_forward(record)
        self._write(record)
        return events

    # ---- people ---------------------------------------------------------------------------------------------------

    def person_to_act(self) -> int | None:
        """The person who leads the current player, ``None`` for a computer's move and at the end."""
        seat = self.state.current_player()
        return None if seat == TERMINAL else self.seats[seat].person

    def persons(self) -> tuple[int, ...]:
        """The persons at the table, in the order of their first seats."""
        return tuple(dict.fromkeys(plan.person for plan in self.seats if plan.person is not None))

    def is_hidden_handover(self, previous: int | None, following: int | None) -> bool:
        """Whether the screen must be covered when, after ``previous``, ``following`` looks at it.

        The curtain falls between persons, not seats, and not at all where only one person plays.
        """
        return following is not None and following != previous and len(self.persons()) > 1

    def states(self) -> Iterator[State]:
        """The states after each entry of the log, the set-up first, played again. Each may be looked at until the next.

        The whole game is played for it: not for every frame.
        """
        state = _set_up(self.game, self.header)[0]
        yield state
        for entry in self.entries[1:]:
            assert entry.action is not None
            _roll_with(state, entry.dice).apply_action(entry.action)
            yield state

    def log(self, viewer: int | None) -> list[Entry]:
        """The entries as the seat ``viewer`` (``None``: nobody's) may read them now: foreign actions left out, with
        what was asked and the dice that were typed in for them.
        """
        return [recalled(self.state, entry, viewer) for entry in self.entries]

    def told_reasons(self, choice: Choice, number: int, viewer: int | None) -> tuple[Reason, ...]:
        """Why a computer player made the ``choice`` of entry ``number``, as the seat ``viewer`` may be told now."""
        entry = self.entries[number]
        assert entry.seat is not None
        return self.state.reasons(choice, entry.seat, entry.chapter, viewer)

    # ---- inside ---------------------------------------------------------------------------------------------------

    def _act(self, action: Action, group: int, dice: tuple[int | str, ...] = ()) -> tuple[Act, list[Event]]:
        """Carry out an action and enter it into log and records."""
        state = self.state
        action = normalize(state, action)
        seat = state.current_player() if action.seat is None else action.seat
        decision = state.decision()
        chapter = state.chapter()
        phrase = self.game.phrase(state, action)
        before = state.clone()
        try:
            events = _roll_with(state, dice).apply_action(action)
        except BaseException:
            self.state = before  # whatever went wrong, the table is as it was
            raise
        self._redo.clear()
        person = self.seats[seat].person
        name = decision.name if decision else ""
        entry = Entry(len(self.entries), seat, group, action, tuple(events), chapter, name, person, dice, phrase)
        if entry.is_pass:
            group = self.entries[-1].group
            entry = msgspec.structs.replace(entry, group=group)
        self.entries.append(entry)
        self._before.append(before)
        if self._closing(entry, whoever=True):
            self._before = [None] * len(self.entries)
        record = Act(
            action=msgspec.to_builtins(action),
            seat=seat,
            group=group,
            chapter=state.chapter(),
            digest=state.digest(),
            over=state.is_terminal(),
            dice=dice,
        )
        self.records.append(record)
        return record, events

    def _closing(self, entry: Entry, *, whoever: bool = False) -> Closed | None:
        """Why ``entry`` cannot be taken back; ``whoever``: by any person."""
        if entry.action is None:
            return Closed("start", entry.number)
        if self.barrier and self.barrier.entry >= entry.number:
            return self.barrier
        for event in entry.events:
            if event.reveals:
                return Closed("revealed", entry.number, event)
        if entry.is_pass:
            return None
        if entry.person is None:
            return Closed("computer", entry.number)
        person = self.person_to_act()
        if not whoever and person is not None and person != entry.person:
            return Closed("person", entry.number)
        return None

    def _go_back(self, record: Undo) -> None:
        """Keep only the first ``keep`` entries, by the kept clone or, where there is none, by playing again."""
        keep = record.keep
        before = self._before[keep]
        if before is not None:
            self.state = before
        else:
            self.state = next(islice(self.states(), keep - 1, None))
        self._redo.extend(reversed(self.entries[keep:]))
        if record.clause:
            count = sum(not entry.is_pass for entry in self.entries[keep:])
            mark = Rewound(clauses=(record.clause,), count=count)
            last = self.entries[keep - 1]
            self.entries[keep - 1] = msgspec.structs.replace(last, events=(*last.events, mark))
            self._before = [None] * keep
        del self.entries[keep:]
        del self._before[keep:]
        self.records.append(record)

    def _go_forward(self, record: Redo) -> list[Event]:
        """Do the ``count`` entries again that were taken back last."""
        waiting = self._redo[: -record.count]
        again = self._redo[-record.count :]
        events: list[Event] = []
        for entry in reversed(again):
            assert entry.action is not None
            events += self._act(entry.action, entry.group, entry.dice)[1]
            self.records.pop()
        self._redo = waiting
        self.records.append(record)
        return events

    def _change_seat(self, record: SeatChange) -> None:
        seats = list(self.seats)
        seats[record.seat] = plan = msgspec.convert(record.plan, SeatPlan)
        _check_kind(self.game, record.seat, plan)
        self.seats = tuple(seats)
        self.barrier = Closed("seat", len(self.entries) - 1)
        self._redo.clear()
        self._before = [None] * len(self.entries)
        self.records.append(record)

    def _write(self, record: Record) -> None:
        """Hand a line, which is among the records already, to the journal."""
        if self._writer:
            self._writer.append(record)
        self._keep()

    def _keep(self, *, at_end: bool = False) -> None:
        """Write a new journal from memory where the old one is lost, or where there is none yet but should be."""
        old = self._writer
        if old is not None:
            if not old.is_lost():
                return
            old.close()
            self._writer, self._later = None, old.path
        elif self._later is None or (at_end and self._problem is None):
            return
        path = self._later
        assert path is not None
        id = self.header.id
        there = os.path.lexists(path)
        lost = path.name
        if there:
            path = saves.free_path(path.parent, path.stem, saves.JOURNAL)
            id = path.stem
        header = msgspec.structs.replace(self.header, kind="journal", id=id)
        try:
            path.parent.mkdir(exist_ok=True)
            self._writer = JournalWriter.create(path, header, self.records)
        except (SaveError, OSError) as error:
            refused = error.refused if isinstance(error, SaveError) else error
            self._problem = refused or OSError(str(error))
            return
        self.header, self._later, self._problem = header, None, None
        if old is not None or there:
            key = "save.file_other" if there else "save.file_gone"
            self.notices.append(Reason(key, {"file": shown_file(lost), "new": path.name}))


def kept_or_trying(path: Path | None, make: Callable[[Path | None], Session]) -> Session:
    """The table that ``make`` keeps in the new journal ``path``; where the disk does not take that, one in memory that
    keeps trying. Raises ``SaveError`` for whatever else is wrong."""
    try:
        return make(path)
    except SaveError as error:
        if path is None or error.reason != "unwritable" or error.path != path:
            raise
        session = make(None)
        session.keep_trying(path, error.refused)
        return session


def _hold_if_writable(path: Path) -> IO[bytes] | None:
    """The journal at ``path``, locked for writing; ``None`` where it may only be read. Raises ``SaveError``."""
    try:
        return hold(path)
    except SaveError as error:
        if error.reason == "unwritable" and refusal_kind(error.refused) == "forbidden":
            return None
        raise


def recalled(state: State, entry: Entry, viewer: int | None) -> Entry:
    """``entry`` as the seat ``viewer`` may read it where the game stands at ``state``."""
    own = viewer is not None and entry.seat == viewer
    told = (state.recall(event, entry.chapter, viewer) for event in entry.events)
    return msgspec.structs.replace(
        entry,
        action=entry.action if own else None,
        phrase=entry.phrase if own else None,
        decision=entry.decision if own else "",
        dice=entry.dice if own else (),
        events=tuple(event for event in told if not event.forgotten),
    )


def _roll_with(state: Any, dice: tuple[int | str, ...]) -> Any:
    """``state`` with results put behind those that are scripted already. Every game keeps them in ``script``."""
    if dice:
        state.script = (*state.script, *dice)
    return state


def _complete(plan: SeatPlan, seat: int) -> SeatPlan:
    """A plan with a clean name, and a person exactly where a person sits."""
    person = (seat if plan.person is None else plan.person) if plan.kind == HUMAN else None
    return SeatPlan(plan.kind, clean_name(plan.name, ""), person)


def _check_kind(game: Game, seat: int, plan: SeatPlan) -> None:
    kinds = game.seat_kinds(seat)
    if plan.kind not in kinds:
        raise SetupError(f"seat {seat}: found {plan.kind!r}, expected {' or '.join(kinds)}")


def _game_of(header: Header, find: FindGame, path: Path | None) -> Game:
    try:
        return find(header.game)
    except (LookupError, SetupError):
        cure = "Update the program, or choose another file."
        raise SaveError(path, "unknown_game", f"the game {header.game!r}", "a game of this program", cure) from None


def _set_up(game: Game, header: Header) -> tuple[State, list[Event]]:
    events: list[Event] = []
    if header.position is not None:
        state = game.from_position(header.position, script=header.script, strict=header.strict, sink=events)
    else:
        state = game.new_game(
            header.players, header.seed, script=header.script, strict=header.strict, sink=events, **header.options
        )
    return state, events


def _fitting(path: Path | None, line: int, act: Callable[[], Any], step: Action | None = None) -> Any:
    """What ``act`` gives; whatever does not fit the game becomes a ``SaveError`` that names the line."""
    try:
        return act()
    except SaveError:
        raise
    except ActionTextError as error:
        raise _diverged(path, line, error.found, error.expected) from None
    except IllegalAction as error:
        refused = step or error.action
        found = f"{action_text(refused) if refused else 'an action'}, which {error.refusal.clause} forbids"
        raise _diverged(path, line, found, "an action that the rules allow") from None
    except (SetupError, PositionError, msgspec.ValidationError) as error:
        raise _diverged(path, line, f"what does not fit ({error})", "what this game can set up") from None
    except Exception as error:  # a hostile file: whatever the rules make of it, the file is what is wrong
        found = f"{action_text(step) + ': ' if step else ''}{type(error).__name__}: {error}"
        raise _diverged(path, line, found, "a step that the rules allow") from error


def _check_digest(path: Path | None, line: int, step: Action | str, expected: str, state: State) -> None:
    found = state.digest()
    if expected and found != expected:
        name = step if isinstance(step, str) else action_text(step)
        raise _diverged(path, line, f"the digest {found} after {name}", f"{expected} as played")


def _diverged(path: Path | None, line: int, found: str, expected: str) -> SaveError:
    sound = f"The game is sound up to line {line - 1}: go on from there, or open" if line > 1 else "Open"
    cure = f"{sound} it with the version that wrote it."
    return SaveError(path, "diverged", found, expected, cure, line=line)
