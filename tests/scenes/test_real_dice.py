"""Real dice in the window: people roll theirs and type them in, everything else is drawn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from game import registry
from game.core.session import HUMAN, SeatPlan, Session
from scenes.boards import make_table
from scenes.curtain import Curtain
from scenes.real_dice import RealDie
from scenes.table import TableScene
from tests.scenes.driver import Driver
from tests.scenes.players import think_here

EXPANDING = {
    "players": 3,
    "phase": "expansion",
    "turn": 0,
    "cultists": [{"dice": ["E", "E"], "hand": ["xura"]}, {}, {}],
}
TABLES: list[tuple[str, tuple[str, ...], Mapping[str, Any]]] = [
    ("kingsport", (HUMAN, "novice", HUMAN), {"position": EXPANDING, "strict": True}),
    ("kanata", (HUMAN, "novice", HUMAN), {"position": {"players": 3}, "strict": True}),
    ("sacrament", ("gm", HUMAN, "novice"), {"options": {"fight": "churchyard", "real_dice": True}}),
    ("sacrament", (HUMAN, HUMAN, "novice"), {"options": {"fight": "churchyard", "real_dice": True}}),
    ("sacrament", ("gm", HUMAN, "novice"), {"options": {"real_dice": True}}),
]


def _sit(driver: Driver, game: str, kinds: tuple[str, ...], set_up: Mapping[str, Any], seed: int = 4) -> TableScene:
    plans = [SeatPlan(kind, f"P{seat}", seat if kind == HUMAN else None) for seat, kind in enumerate(kinds)]
    session = Session.start(registry.get(game), plans, seed=seed, **set_up)
    table = make_table(driver.app, session, driver.app.manager.pop)
    think_here(table)
    driver.app.manager.push(table)
    driver.settle()
    return table


def _until_a_die(driver: Driver, table: TableScene) -> RealDie:
    """Play on until a person is to roll."""
    for step in range(3000):
        if isinstance(driver.top, RealDie):
            driver.settle()
            return driver.top
        if isinstance(driver.top, Curtain):
            driver.settle()
            driver.wait(500)
            driver.click("lift")
        elif driver.top is not table:
            driver.settle()
            driver.key("escape")
        elif table.my_choice and not table.animator.busy:
            legal = table.state.legal_actions()
            table.act(legal[step * 7 % len(legal)])
        driver.wait(32)
    raise AssertionError("nobody is ever to roll")


@pytest.mark.parametrize(("game", "kinds", "set_up"), TABLES)
def test_people_roll_their_dice_and_the_rest_is_drawn(
    game: str, kinds: tuple[str, ...], set_up: Mapping[str, Any], driver: Driver
) -> None:
    driver.app.settings.my_speed = driver.app.settings.others_speed = 0.0
    table = _sit(driver, game, kinds, set_up)
    for _ in range(5):
        sheet = _until_a_die(driver, table)
        assert table.session.seats[sheet.need.seat or 0].person is not None
        entries = len(table.session.entries)
        face = sheet.need.faces[-1]
        driver.click(f"face.{face}")
        driver.wait(32)
        assert isinstance(driver.top, RealDie) or len(table.session.entries) > entries
        if len(table.session.entries) == entries + 1:
            assert face in table.session.entries[entries].dice
    again = Session.restore(table.session.contents(), registry.get)
    assert again.state.digest() == table.state.digest()


@pytest.mark.parametrize("typed", ["", "0", "7", "²", "٣", "-1", "1.0", "seven"])
def test_what_a_die_cannot_show_is_refused(typed: str, driver: Driver) -> None:
    driver.app.settings.my_speed = driver.app.settings.others_speed = 0.0
    table = _sit(driver, "kanata", (HUMAN, "novice"), {"position": {"players": 2}, "strict": True})
    _until_a_die(driver, table)
    driver.click("value")
    if typed:
        driver.type(typed)
    driver.click("enter")
    assert driver.has("fault")
    driver.settle()
    driver.click("program")
    driver.wait(32)
    assert len(table.session.entries) > 1


def test_a_die_that_is_left_changes_nothing_and_is_not_asked_for_again(driver: Driver) -> None:
    driver.app.settings.my_speed = driver.app.settings.others_speed = 0.0
    table = _sit(driver, "kanata", (HUMAN, "novice"), {"position": {"players": 2}, "strict": True})
    _until_a_die(driver, table)
    before = (table.state.digest(), len(table.session.records))
    driver.key("escape")
    driver.wait(500)
    assert driver.top is table
    assert (table.state.digest(), len(table.session.records)) == before


def test_a_die_for_a_table_that_has_changed_is_not_used(driver: Driver) -> None:
    driver.app.settings.my_speed = driver.app.settings.others_speed = 0.0
    table = _sit(driver, "sacrament", ("gm", HUMAN, "novice"), TABLES[2][2])
    sheet = _until_a_die(driver, table)
    table.session.apply(_talk())
    digest = table.state.digest()
    driver.click(f"face.{sheet.need.faces[0]}")
    driver.wait(32)
    assert table.state.digest() == digest or table.session.entries[-1].dice[:1] == (sheet.need.faces[0],)
    again = Session.restore(table.session.contents(), registry.get)
    assert again.state.digest() == table.state.digest()


def _talk() -> Any:
    from game.sacrament.actions import Talk

    return Talk(seat=1, words="Wait.")
