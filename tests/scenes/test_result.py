"""The last sheet: a table that has lost is told so, and nobody gets a laurel for it."""

from __future__ import annotations

from typing import Any

import pytest

from game.core.session import HUMAN, SeatPlan, Session
from game.core.strings import Strings
from game.core.wording import Wording
from game.kanata.rules import GAME
from scenes.result import ResultScene
from tests.scenes.driver import Driver

NAMES = ["Ada", "Ben"]


def result(driver: Driver, people: list[dict[str, Any]]) -> ResultScene:
    """The sheet of a game whose last human has just been turned."""
    start = {"characters": people, "phase": "card", "card": "loose_abomination"}
    outcome = GAME.from_position(start).outcome()
    assert outcome is not None
    seats = [SeatPlan(HUMAN, name, person) for person, name in enumerate(NAMES[: len(people)])]
    session = Session.start(GAME, seats)
    names = NAMES[: len(people)]
    pop = driver.app.manager.pop
    wording = Wording(GAME, Strings(), names)
    scene = ResultScene(driver.app, session, wording, outcome, again=pop, look_back=pop, to_title=pop)
    driver.app.manager.push(scene)
    driver.settle()
    return scene


def words(driver: Driver) -> str:
    return " ".join(widget.text for widget in driver.screen.ui.all())


@pytest.mark.cites("KAN-LOSE-01")
def test_who_played_alone_and_was_turned_has_lost(driver: Driver) -> None:
    scene = result(driver, [{"space": "o"}])
    assert scene.headline == "The humans have lost"
    assert "wins" not in words(driver)
    assert "Served" not in words(driver)


@pytest.mark.cites("KAN-LOSE-01")
def test_who_served_the_town_is_named_in_a_defeat(driver: Driver) -> None:
    scene = result(driver, [{"space": "o"}, {"status": "turned", "space": "c20r11"}])
    assert scene.headline == "The humans have lost"
    assert "Served the town as one of the turned: Ben." in words(driver)
    assert "wins" not in words(driver)
