"""A position or a file in which something was changed is refused by name, or is a sound game. Nothing falls over."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from game.core.chance import Rng
from game.core.contract import PositionError
from game.core.journal import SaveError
from game.core.session import HUMAN, SeatPlan, Session
from game.registry import get
from tests.contract.samples import Sample, random_action
from tests.contract.test_play import check_position

BENT = (None, True, -1, 7, 10**12, 1.5, "", "nowhere", [], {}, [None], {"nowhere": 1})
"""What a leaf of a position is changed to."""
CHANGES = 120
FILES = 40


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The paths to all that a position holds, mappings and lists too."""
    if path:
        yield path
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from leaves(inner, (*path, key))
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            yield from leaves(inner, (*path, number))


def bent(position: Any, path: tuple[Any, ...], value: Any) -> Any:
    """The position with another value there; ``leaves``: without it, for a mapping."""
    changed = copy.deepcopy(position)
    place = changed
    for step in path[:-1]:
        place = place[step]
    if value is leaves and isinstance(place, dict):
        del place[path[-1]]
    else:
        place[path[-1]] = None if value is leaves else value
    return changed


def test_a_changed_position_is_refused_or_sound(sample: Sample) -> None:
    rng = Rng(5)
    for number in range(3):
        s = sample.table(number)
        for _ in range(25):
            if not s.is_terminal():
                s.step(random_action(s, rng))
        position = msgspec.json.decode(msgspec.json.encode(s.position()))
        paths = list(leaves(position))
        for _ in range(CHANGES):
            path = paths[rng.below(len(paths))]
            value = (*BENT, leaves)[rng.below(len(BENT) + 1)]
            try:
                state = sample.game.from_position(bent(position, path, value))
            except PositionError:
                continue
            check_position(sample, state)
            assert bool(state.legal_actions()) != state.is_terminal(), (path, value)


def test_an_unknown_field_of_a_position_is_refused(sample: Sample) -> None:
    with pytest.raises(PositionError):
        sample.game.from_position({**sample.table(0).position(), "no_such_field": 1})


def test_a_damaged_file_is_told_and_its_sound_part_goes_on(sample: Sample, tmp_path: Path) -> None:
    """One byte of a journal and of a save is another: the file says so, or the game is the one that was played."""
    game, rng = sample.game, Rng(9)
    kinds = [game.seat_kinds(seat) for seat in range(game.min_players)]
    plans = [
        SeatPlan(HUMAN, person=seat) if HUMAN in kind else SeatPlan(kind[0]) for seat, kind in enumerate(kinds)
    ]
    session = Session.start(game, plans, seed=3, path=tmp_path / "a.journal")
    for _ in range(12):
        if not session.state.is_terminal():
            session.apply(random_action(session.state, rng))
    session.save_as(tmp_path / "a.save")
    digest = session.state.digest()
    session.close()
    for kind in ("journal", "save"):
        whole = (tmp_path / f"a.{kind}").read_bytes()
        for number in range(FILES // 2):
            at = rng.below(len(whole))
            path = tmp_path / f"b{number}.{kind}"
            path.write_bytes(whole[:at] + bytes([whole[at] ^ (1 + rng.below(255))]) + whole[at + 1 :])
            try:
                again = Session.open(path, get)
            except SaveError as error:
                if error.recoverable:
                    Session.recover(path, get, tmp_path / f"c{number}.{kind}.journal").close()
                continue
            assert again.state.digest() == digest or again.notices
            again.close()
