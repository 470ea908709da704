"""How fast a table moves: own and others' speeds, step by step, hurrying others on, steps taken by themselves."""

from __future__ import annotations

import pytest

from game import registry
from game.core.session import HUMAN, SeatPlan, Session
from scenes import animation, boards, shell
from scenes.input import Do
from scenes.log import entry_lines
from scenes.table import TableScene
from tests.scenes.driver import Driver
from tests.scenes.players import hurry

GAME = "kingsport"
NAMES = ("Lucy", "James", "Larry")


@pytest.fixture(autouse=True)
def _bare_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """The table without a board of its own."""
    for module in (boards, shell):
        monkeypatch.setattr(module, "make_table", lambda app, session, leave: TableScene(app, session, leave))


def _table(driver: Driver, *kinds: str, seed: int = 5) -> TableScene:
    plans = [SeatPlan(kind, name) for kind, name in zip(kinds, NAMES, strict=True)]
    session = shell.start_session(driver.app, GAME, plans, seed, {})
    table = TableScene(driver.app, session, driver.app.manager.pop)
    hurry(table)
    driver.app.manager.push(table)
    driver.app.manager.deafen(0)
    driver.wait(300)
    return table


def _end_own_turn(driver: Driver, table: TableScene) -> None:
    """Play the first legal action until others are to choose."""
    while table.my_choice:
        table.act(table.state.legal_actions()[0])
        table.animator.finish()


def _entries(table: TableScene) -> int:
    return len(table.session.entries)


def test_own_moves_and_those_of_others_have_their_own_speed(driver: Driver) -> None:
    driver.app.settings.my_speed, driver.app.settings.others_speed = 4.0, 0.5
    table = _table(driver, HUMAN, "novice", "novice")
    while not table.my_choice:
        table.thinking.play_now()
    table.act(table.state.legal_actions()[0])
    assert table.animator.speed == 4.0
    _end_own_turn(driver, table)
    driver.wait(100)
    assert table.animator.speed == 0.5


def test_step_mode_waits_for_a_key_after_each_move(driver: Driver) -> None:
    driver.app.settings.step_mode = True
    table = _table(driver, "novice", "novice", "novice")
    driver.wait(3000)
    stood = _entries(table)
    driver.wait(5000)
    assert _entries(table) == stood, "nothing moves on by itself"
    assert "next move" in table.prompt()


@pytest.mark.parametrize("key", ["space", "return", "down"])
def test_a_key_in_step_mode_shows_one_more_move(driver: Driver, key: str) -> None:
    driver.app.settings.step_mode = True
    table = _table(driver, "novice", "novice", "novice")
    driver.wait(3000)
    stood = _entries(table)
    driver.key(key)
    driver.wait(5000)
    assert _entries(table) == stood + 1


def test_enter_skips_a_movement_of_others_and_presses_nothing(driver: Driver) -> None:
    table = _table(driver, "novice", "novice", "novice")
    driver.wait(50)
    assert table.thinking.announced is not None
    before = _entries(table)
    table.ui.set_focus(table.ui.find("menu"))
    driver.key("return")
    assert driver.top is table, "the menu under the focus was not pressed"
    assert _entries(table) == before + 1, "the announcement is over, and the move is made"


def test_space_hurries_others_on_and_a_recap_tells_what_they_did(driver: Driver) -> None:
    table = _table(driver, HUMAN, "novice", "novice")
    if table.my_choice:
        _end_own_turn(driver, table)
    before = _entries(table)
    driver.wait(20)
    assert table.watching
    driver.key("space")
    for _ in range(100):
        driver.wait(16)
        if driver.top is not table:
            break
    assert driver.top.name == "message"
    assert table.my_choice
    assert _entries(table) > before
    told = [line for _, lines in driver.top.outline() for line in lines]
    happened = [text for entry in table.session.entries[before:] for text, _ in entry_lines(table.wording, entry)]
    assert set(happened) & set(told)
    driver.settle()
    driver.key("escape")
    assert driver.top is table
    assert driver.app.settings.others_speed == 1.0
    assert table.others_speed == 1.0, "only those moves were hurried"


def test_space_and_enter_are_themselves_again_when_a_person_is_to_choose(driver: Driver) -> None:
    table = _table(driver, HUMAN, "novice", "novice")
    for _ in range(200):
        driver.wait(50)
        if table.my_choice and not table.animator.busy:
            break
    assert not table.watching
    assert driver.app.mapper.bindings.act("space") == Do.ACTIVATE
    table.ui.set_focus(table.ui.find("menu"))
    driver.key("space")
    assert driver.top.name == "pause"


def test_an_input_during_a_movement_ends_it_and_is_heard(driver: Driver) -> None:
    table = _table(driver, HUMAN, "novice", "novice")
    table.animator.play(animation.wait(5000))
    driver.key("l")
    assert not table.animator.busy
    assert driver.top.name == "log"


def _forced_table(driver: Driver) -> TableScene:
    position = {
        "players": 3, "round": 3, "turn": 0, "phase": "expansion",
        "cultists": [{"dice": ["D"], "sanity": 6}, {}, {}],
    }  # fmt: skip
    plans = [SeatPlan(kind, name) for kind, name in zip((HUMAN, "novice", "novice"), NAMES, strict=True)]
    session = Session.start(registry.get(GAME), plans, position=position)
    table = TableScene(driver.app, session, driver.app.manager.pop)
    hurry(table)
    driver.app.manager.push(table)
    return table


def test_a_forced_step_is_taken_by_itself_with_a_line_in_the_log(driver: Driver) -> None:
    table = _forced_table(driver)
    assert len(table.state.legal_actions()) == 1
    before = _entries(table)
    assert table.take_forced(("expansion_action",))
    assert _entries(table) == before + 1
    table.sheets.log()
    told = [line for _, lines in driver.top.outline() for line in lines]
    assert any("by itself: nothing else was possible" in line for line in told)


def test_forced_steps_wait_for_the_person_where_the_setting_says_so(driver: Driver) -> None:
    driver.app.settings.auto_forced = False
    assert not _forced_table(driver).take_forced(("expansion_action",))


def test_only_the_questions_that_a_board_names_are_answered_by_themselves(driver: Driver) -> None:
    assert not _forced_table(driver).take_forced(("invoke",))


def test_undo_says_what_it_takes_back_and_redo_brings_it_again(driver: Driver) -> None:
    table = _table(driver, HUMAN, HUMAN, HUMAN)
    driver.settle()
    driver.click("lift")
    safe = next(
        (a for a in table.state.legal_actions() if not any(e.reveals for e in table.state.clone().apply_action(a))),
        None,
    )
    assert safe is not None
    digest = table.state.digest()
    table.act(safe)
    after = table.state.digest()
    assert table.viewer is not None, "the act did not hand the table over"
    word, reason = table.undo_word()
    assert reason is None
    assert word == f"Undo: {table.wording.action(safe)}"
    driver.key("u")
    assert table.state.digest() == digest
    driver.key("ctrl+y")
    assert table.state.digest() == after
    driver.key("ctrl+z")
    assert table.state.digest() == digest
    driver.key("ctrl+shift+z")
    assert table.state.digest() == after
