"""Replays: a journal looked at step by step, verified, printed, or played on from.

A step is an act that stands (after all undos). Step 0 is the set-up.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec
from msgspec import Struct

from game.core.contract import Reason, State
from game.core.journal import Act, Contents, JournalError, Record, SaveError, read_journal, seats_after, standing
from game.core.session import Entry, FindGame, SeatPlan, Session, recalled
from game.core.wording import Wording


class Verdict(Struct, frozen=True):
    """What ``verify`` found. ``steps`` acts were checked, undone ones included.

    ``fault`` says which line differs first, what was found there and what was expected; the line before it is the last
    sound one.
    """

    sound: bool
    steps: int
    fault: SaveError | None = None
    notices: tuple[Reason, ...] = ()


class Replay:
    """A journal to be watched: ``state`` and ``entry`` are those of the present ``step``.

    ``contents`` may be the sound part of a damaged file. Where an act does not fit the game, going there raises
    ``SaveError`` and the replay stays at the last step that fits.
    """

    def __init__(self, contents: Contents, find: FindGame, path: Path | None = None) -> None:
        self.header = contents.header
        self.path = path
        self._find = find
        self._acts = standing(contents.records)
        self._seats = seats_after(contents)
        # One table plays ahead as far as was asked for; the states on the way are kept, for going back.
        self._table = Session.restore(msgspec.structs.replace(contents, records=(), torn=0), find, path)
        self._states: list[State] = [self._table.state.clone()]
        self.game = self._table.game
        self.step = 0

    @classmethod
    def open(cls, path: Path, find: FindGame) -> Replay:
        """The replay of a finished or running journal, or of a save. Raises ``SaveError``."""
        return cls(read_journal(path), find, path)

    def __len__(self) -> int:
        """The number of steps after the set-up."""
        return len(self._acts)

    @property
    def state(self) -> State:
        """The state after the present step. To be looked at only."""
        return self._states[self.step]

    @property
    def entry(self) -> Entry:
        """The log entry of the present step: who did what, and what happened."""
        return self._table.entries[self.step]

    @property
    def seats(self) -> tuple[SeatPlan, ...]:
        """Who sat where at the end."""
        return tuple(msgspec.convert(plan, SeatPlan) for plan in self._seats)

    def jump(self, step: int) -> Entry:
        """Go to a step (beyond the end: to the last) and return its entry."""
        step = max(0, min(step, len(self)))
        while len(self._states) <= step:
            self._play(len(self._states))
        self.step = step
        return self.entry

    def forward(self) -> Entry | None:
        """Go one step on; ``None`` at the end."""
        return self.jump(self.step + 1) if self.step < len(self) else None

    def back(self) -> Entry | None:
        """Go one step back; ``None`` at the set-up."""
        return self.jump(self.step - 1) if self.step else None

    def play_on(self, *, journal: Path | None = None, id: str = "") -> Session:
        """A new table that has come as far as the present step, under the same seats."""
        header = msgspec.structs.replace(self.header, seats=self._seats)
        contents = Contents(header, tuple(act for _, act in self._acts[: self.step]), "", 0)
        session = Session.restore(contents, self._find, self.path)
        if journal is not None:
            session.go_on_in(journal, id)
        return session

    def text(self, wording: Wording, viewer: int | None = None, *, open: bool = True) -> Iterator[str]:
        """The game as lines of text from the set-up on: a number, who, what, and below it what happened.

        ``open`` prints everything as it was; otherwise as the seat ``viewer`` may read it where the file ends: an act
        of another only where all that came of it is told.
        """
        last = None if open else self.last_state()
        for step in range(len(self) + 1):
            entry = self.jump(step)
            told = entry if last is None else recalled(last, entry, viewer)
            public = bool(entry.events) and told.events == entry.events
            if entry.action is not None and entry.seat is not None and (told.action is not None or public):
                yield f"{step:4}  {wording.names[entry.seat]}: {wording.done(entry)}"
            for event in told.events:
                line = wording.event(event)
                if line:
                    yield f"        {line}"

    def last_state(self) -> State:
        """The state where the game stands at the end of the file, or after the last step that fits the game."""
        while len(self._states) <= len(self):
            try:
                self._play(len(self._states))
            except SaveError:
                break
        return self._states[-1]

    def _play(self, step: int) -> None:
        """Let the table play the act that leads to ``step``."""
        line, act = self._acts[step - 1]
        self._table.take(act, self.path, line)
        self._states.append(self._table.state.clone())


def verify(path: Path, find: FindGame) -> Verdict:
    """Run a journal again, undone acts too, and check every digest. Never raises for what is in the file.

    Of a damaged file the sound part is run: its first line that differs is the fault, else the damage is.
    """
    damage: JournalError | None = None
    records: tuple[Record, ...] = ()
    try:
        try:
            contents = read_journal(path)
        except JournalError as error:
            if error.sound is None:
                raise
            damage, contents = error, error.sound
        records = contents.records
        session = Session.restore(contents, find, path)
    except SaveError as error:
        return Verdict(False, _acts_before(records, error.line or 1), error)
    return Verdict(damage is None, _acts_before(records, len(records) + 2), damage, tuple(session.notices))


def _acts_before(records: Sequence[Record], line: int) -> int:
    """How many acts stand before ``line`` of the file (the header is line 1)."""
    return sum(isinstance(record, Act) for record in records[: max(0, line - 2)])

