"""Seals of hidden rolls (SAC-GM-04): they fix the result, tell nothing of it, and are opened when the game is over."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

import pytest

from game.core.chance import Rng
from game.core.contract import Event
from game.core.replay import Replay, verify
from game.core.session import HUMAN, SeatPlan, Session
from game.core.strings import Strings
from game.core.wording import Wording
from game.registry import get
from game.sacrament import actions as act
from game.sacrament.events import CheckRolled, GmRolled, RollSealed
from game.sacrament.frames import GM
from game.sacrament.rules import GAME
from game.sacrament.state import SacramentState

ROLL = act.GmRoll(seat=GM, formula="3d6")
CHECK = act.CallCheck(seat=GM, who=(2,), attribute="wits", difficulty=17, hidden=True)
NAMES = ["The game master", "Osric", "Eadgyth"]


def rolled(*dice: str, **options: bool) -> tuple[SacramentState, list[Event]]:
    """A table after a hidden roll and a hidden check, and what happened."""
    s = GAME.new_game(3, 2, scenario="wickham", script=dice, **options)
    return s, [*s.apply_action(ROLL), *s.apply_action(CHECK), *s.apply_action(act.ROLL_IT)]


def seals(events: list[Event]) -> list[RollSealed]:
    return [event for event in events if isinstance(event, RollSealed)]


def test_a_seal_is_the_hash_of_what_it_holds_and_that_is_the_result() -> None:
    _, events = rolled("d6=2", "d6=6", "d6=1", "d20=9")
    roll, check = seals(events)
    nonces = [sha256(f"seal 2 {number}".encode()).hexdigest()[:32] for number in (0, 1)]
    checked = next(event for event in events if isinstance(event, CheckRolled))
    assert roll.sealed == f"{nonces[0]} 3d6: 2 6 1 total 9"
    assert check.sealed == f"{nonces[1]} seat 2 wits against 17: 9 total {checked.total}"
    for one in (roll, check):
        assert one.seal == sha256(one.sealed.encode()).hexdigest()[:12]


def test_another_result_has_another_seal_and_nothing_else_tells_them_apart() -> None:
    s, events = rolled("d6=2", "d6=6", "d6=1", "d20=9")
    other, changed = rolled("d6=2", "d6=5", "d6=2", "d20=8")
    again = rolled("d6=2", "d6=6", "d6=1", "d20=9")[1]
    assert events == again
    assert all(one.seal != two.seal for one, two in zip(seals(events), seals(changed), strict=True))
    for seat in (1, 2):
        assert s.observation(seat) == other.observation(seat)
        assert s.resample(seat, Rng(4)).digest() == other.resample(seat, Rng(4)).digest()
        shown, shown_other = ([e.seen_by(seat) for e in one] for one in (events, changed))
        assert [e for e in shown if not isinstance(e, RollSealed)] == [
            e for e in shown_other if not isinstance(e, RollSealed)
        ]
        assert all(one.sealed == "" for one in seals(shown))


def test_equal_results_have_different_seals() -> None:
    """Also where people type their dice in, and the generator stands still."""
    s = GAME.new_game(3, 2, scenario="wickham", script=["d6=4"] * 6)
    one, two = (seals(s.apply_action(ROLL))[0] for _ in range(2))
    assert one.sealed.partition(" ")[2] == two.sealed.partition(" ")[2]
    assert one.seal != two.seal


def test_sealing_touches_no_dice() -> None:
    hidden, bare = (GAME.new_game(3, 2, scenario="wickham") for _ in range(2))
    hidden.apply_action(ROLL)
    (plain,) = bare.apply_action(act.GmRoll(seat=GM, formula="3d6", hidden=False))
    assert isinstance(plain, GmRolled)
    assert hidden.counter == bare.counter
    assert hidden.shows == bare.shows + 1


def test_a_table_may_leave_hidden_rolls_unmarked() -> None:
    wording = Wording(GAME, Strings(), NAMES)
    _, marked = rolled()
    s, silent = rolled(silent_rolls=True)
    assert s.shows == 0
    assert [event for event in marked if not isinstance(event, RollSealed)] == silent
    lines = [[line for e in events if (line := wording.event(e.seen_by(1)))] for events in (marked, silent)]
    called = [line for line in lines[1] if line.startswith("A check is called")]
    assert lines[1] == called
    assert len(lines[0]) == len(called) + 2


def played(path: Path, *dice: str) -> Session:
    """A fight that the game master ends after one hidden roll with real dice."""
    plans = [SeatPlan(HUMAN), SeatPlan(HUMAN), SeatPlan(HUMAN)]
    session = Session.start(GAME, plans, seed=5, options={"fight": "churchyard"}, path=path)
    session.apply(ROLL, dice=dice)
    return session


def test_seals_are_opened_when_the_game_is_over(tmp_path: Path) -> None:
    path = tmp_path / "fight.journal"
    session = played(path, "d6=3", "d6=3", "d6=5")
    (sealed,) = seals(list(session.log(1)[-1].events))
    assert sealed.sealed == ""
    session.apply(act.EndFight(seat=GM, result="win"))
    assert session.state.is_terminal()
    opened = session.log(1)[1].events
    (whole,) = seals(list(opened))
    assert whole.seal == sealed.seal == sha256(whole.sealed.encode()).hexdigest()[:12]
    assert next(event for event in opened if isinstance(event, GmRolled)).dice == (3, 3, 5)
    session.close()
    assert verify(path, get).sound
    printed = "\n".join(Replay.open(path, get).text(Wording(GAME, Strings(), NAMES)))
    assert sealed.seal in printed
    assert whole.sealed in printed
    assert "3, 3, 5" in printed


@pytest.mark.parametrize("dice", [("d6=3", "d6=3", "d6=6"), ("d6=3", "d6=5", "d6=3")])
def test_a_journal_with_another_result_does_not_print_the_seal_that_was_shown(
    tmp_path: Path, dice: tuple[str, ...]
) -> None:
    session = played(tmp_path / "played", "d6=3", "d6=3", "d6=5")
    (shown,) = seals(list(session.log(1)[-1].events))
    played(tmp_path / "changed", *dice).close()
    session.close()
    printed = "\n".join(Replay.open(tmp_path / "changed", get).text(Wording(GAME, Strings(), NAMES)))
    assert "Rolled unseen" in printed
    assert shown.seal not in printed
