"""Ready-made tables of the toy game for the tests of journals, saves, sessions and replays."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from game.core.contract import Action
from game.core.journal import Header, Record, encode
from game.core.session import SeatPlan, Session
from tests.toy.rules import TOY, End, Gain, Look, Object, Remark, Roll, Stake

TWO = (SeatPlan("human", "Ann"), SeatPlan("human", "Bob"))
ALONE = (SeatPlan("human", "Ann"), SeatPlan("novice", "Robot"))

GAME: Sequence[Action] = (
    Gain(), Stake(points=2), Roll(), End(), Object(yes=True), Look(), Remark(text="so — {it} goes", seat=0), Roll(),
    End(), Object(yes=False), Gain(),
)  # fmt: skip


def table(path: Path | None = None, seats: Sequence[SeatPlan] = TWO, **more: Any) -> Session:
    """A fresh table with its journal at ``path``."""
    return Session.start(TOY, seats, path=path, **{"seed": 5, "id": "t", "app": "1.0", **more})


def played(path: Path | None = None) -> Session:
    """A table that has seen every kind of line: acts, undo, redo, a seat change, a note."""
    session = table(path)
    for action in GAME[:2]:
        session.apply(action)
    session.undo()
    session.redo()
    session.undo()
    for action in GAME[1:]:
        session.apply(action)
    session.note("time is up")
    session.set_seat(1, SeatPlan("novice", "Robot"))
    session.apply(Gain())
    return session


def write_lines(path: Path, header: Header, records: Sequence[Record]) -> Path:
    """A file with a sound chain around whatever it says."""
    path.write_bytes(encode(header, records)[0])
    return path
