"""Whatever changes the table while a computer player thinks: what it was asked is forgotten, and asked anew."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from game.core.contract import Choice, State
from game.core.session import HUMAN, SeatPlan
from game.sacrament import actions as act
from scenes.sacrament.table import SacramentTable
from tests.scenes.driver import Driver
from tests.scenes.players import Thoughtful
from tests.scenes.sacrament.people import answer, lift, sit, start


class Slow(Thoughtful):
    """Takes one question at a time, as a process does, and answers when it is let."""

    def __init__(self, table: SacramentTable, level: str) -> None:
        super().__init__(table, level)
        self.free = False
        self.asked: list[str] = []
        """The table at each question."""

    def ask(self, state: State, seed: int) -> None:
        assert self._asked is None, "one question at a time"
        self.asked.append(state.digest())
        super().ask(state, seed)

    def poll(self, timeout: float = 0) -> Choice | None:
        return super().poll(timeout) if self.free else None


def _thinking(driver: Driver, *kinds: str, until: str = "novice", **options: object) -> tuple[SacramentTable, Slow]:
    """A fight in which the computer player `until` thinks and does not answer yet."""
    table = sit(driver, start(*kinds, **{"seed": 4, "fight": "churchyard", **options}))  # type: ignore[arg-type]
    table.thinking.close()
    slow = Slow(table, until)
    table.thinking.workers[until] = slow
    for _ in range(400):
        lift(driver)
        if slow.asked:
            return table, slow
        if table.question == "next_pc":
            computer = next(seat for seat, plan in enumerate(table.session.seats) if plan.kind == until)
            table.act(act.ChooseNext(ally=computer))
        elif table.my_choice and driver.top is table:
            table.act(table.state.legal_actions()[0])
        driver.wait(16)
    raise AssertionError("nobody is ever asked")


def _fog(table: SacramentTable) -> None:
    table.act_out(act.Fog(seat=0, spaces=("a1", "a2")))


def _show(table: SacramentTable) -> None:
    table.act_out(act.RollForShow(seat=0, formula="1d20"))


def _talk(table: SacramentTable) -> None:
    table.act_out(act.Talk(seat=0, words="Something stirs."))


def _edit(table: SacramentTable) -> None:
    table.act_out(act.Edit(seat=0, path="ladder", value=5))


def _rewind(table: SacramentTable) -> None:
    table.rewind(len(table.session.entries) - 1)


def _undo_and_redo(table: SacramentTable) -> None:
    _talk(table)
    table.session.undo()
    table.session.redo()


CHANGES = (_fog, _show, _talk, _edit, _rewind, _undo_and_redo)


@pytest.mark.parametrize("change", CHANGES)
def test_it_is_asked_anew_about_the_table_as_it_is(change: Callable[[SacramentTable], None], quick: Driver) -> None:
    table, slow = _thinking(quick, HUMAN, "novice", "adept")
    change(table)
    quick.wait(64)
    for _ in range(100):  # after a step back somebody else may be asked first
        if slow.asked[-1] == table.state.digest():
            break
        if table.my_choice:
            table.act(table.state.legal_actions()[0])
        lift(quick)
        quick.wait(16)
    assert slow.asked[-1] == table.state.digest()
    entries = len(table.session.entries)
    slow.free = True
    quick.wait(600)
    assert len(table.session.entries) > entries


@pytest.mark.parametrize("change", [_fog, _talk, _edit])
def test_a_move_that_is_announced_is_thought_about_again(
    change: Callable[[SacramentTable], None], quick: Driver
) -> None:
    table, slow = _thinking(quick, HUMAN, "novice", "adept")
    slow.free, quick.app.settings.others_speed = True, 1.0
    for _ in range(20):
        quick.wait(16)
        if table.thinking.announced is not None:
            break
    assert table.thinking.announced is not None
    slow.free, questions = False, len(slow.asked)
    change(table)
    quick.wait(1000)
    assert table.thinking.announced is None
    assert len(slow.asked) > questions
    assert slow.asked[-1] == table.state.digest()


def test_another_level_at_the_seat_is_asked_instead(quick: Driver) -> None:
    table, slow = _thinking(quick, HUMAN, "novice", "adept")
    seat = table.current
    table.session.set_seat(seat, SeatPlan("adept"))
    table.thinking.workers["adept"] = other = Slow(table, "adept")
    quick.wait(32)
    assert slow._asked is None
    assert other.asked == [table.state.digest()]
    table.session.set_seat(seat, SeatPlan(HUMAN, "Lucy"))
    quick.wait(32)
    assert other._asked is None, "a person chooses now"
    assert not table.thinking.asked


def test_the_second_window_opens_and_closes_while_one_thinks(quick: Driver) -> None:
    table, slow = _thinking(quick, HUMAN, "novice", HUMAN)
    table.go_behind()
    lift(quick)
    for _ in range(2):
        questions = len(slow.asked)
        table.open_window()  # the second time it closes
        quick.wait(64)
        assert len(slow.asked) == questions + 1
        assert slow.asked[-1] == table.state.digest()


def test_a_hint_is_asked_for_anew_while_it_is_wanted_and_not_longer(quick: Driver) -> None:
    table = sit(quick, start("gm", HUMAN, "novice", seed=4, fight="churchyard"))
    table.thinking.close()
    for _ in range(200):
        if table.question == "next_pc":
            answer(quick, table, act.ChooseNext(ally=1))
        if table.question == "turn_action":
            break
        quick.wait(16)
    table.thinking.workers[table.hint_level] = slow = Slow(table, table.hint_level)
    quick.key("h")
    assert slow.asked == [table.state.digest()]
    table.act_out(act.RollForShow(seat=1, formula="1d6"))
    quick.wait(32)
    assert len(slow.asked) == 2
    assert slow.asked[-1] == table.state.digest()
    table.act(next(action for action in table.state.legal_actions() if isinstance(action, act.Move)))
    quick.wait(32)
    assert len(slow.asked) == 2
    assert not table.thinking.hinting


def test_reasons_are_told_of_what_stands_alone(quick: Driver) -> None:
    table, slow = _thinking(quick, HUMAN, "novice", "adept")
    slow.free = True
    number = len(table.session.entries)
    quick.wait(32)
    assert table.thinking.last_choice() is not None
    slow.free = False
    table.rewind(number)
    table.act_out(act.Talk(seat=0, words="Not so."))
    assert number not in (table.thinking.last_choice(), table.thinking.last_choice(0))
