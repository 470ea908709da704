"""The table of every game: through its door, to its seats, and on until something is decided; nothing is missing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from game.core.chance import Rng
from scenes import boards
from scenes.settings import Settings
from scenes.shots import show
from scenes.table import TableScene
from scenes.title import Title
from tests.contract.samples import Sample
from tests.scenes.driver import Driver
from tests.scenes.players import think_here

ACTS = 40
PATIENCE = 400


@pytest.fixture
def driver(sample: Sample, tmp_path: Path) -> Iterator[Driver]:
    """A window that waits for no movement; it reads the texts of the game that is tried."""
    one = Driver(folder=tmp_path, settings=Settings(asked=True, my_speed=0.0, others_speed=0.0))
    yield one
    one.close()


def _table(driver: Driver, sample: Sample) -> TableScene:
    """The table of a new game, begun as a person begins it."""
    driver.app.manager.push(Title(driver.app))
    driver.settle()
    driver.click(f"door.{sample.game.id}")
    driver.settle()
    assert driver.top.name == "seats"
    driver.click("start")
    table = next(scene for scene in driver.app.manager.stack if isinstance(scene, TableScene))
    think_here(table, "" if boards.of(sample.game.id).first_seats else sample.game.levels[0])
    return table


def test_a_game_is_begun_at_its_door_and_played(driver: Driver, sample: Sample) -> None:
    table, rng, acts = _table(driver, sample), Rng(3), 0
    for turn in range(PATIENCE):
        driver.wait(48)
        if table.state.is_terminal() or acts >= ACTS:
            break
        if driver.top is not table:
            driver.key("return" if turn % 2 else "escape")
        elif table.my_choice:
            legal = table.state.legal_actions()
            acts += table.act(legal[rng.below(len(legal))])
    assert acts or table.state.is_terminal()
    with driver.app.text.record() as record:
        driver.pixels()
    assert record.faults() == []
    assert driver.app.strings.missing == set()
    assert table.session.path is not None, "it is kept from its first act"


def test_what_a_person_presses_for_an_act_is_on_the_table(driver: Driver, sample: Sample) -> None:
    """A hint points at it: for some act at least of the first question that a person is asked."""
    table = _table(driver, sample)
    for turn in range(PATIENCE):
        driver.wait(48)
        if driver.top is not table:
            driver.key("return" if turn % 2 else "escape")
        elif table.my_choice:
            break
    driver.rest()
    targets = [table.next_part(action)[0] for action in table.state.legal_actions()]
    assert any(target is not None and target.enabled for target in targets)


def test_its_pictures_are_drawn_and_nothing_is_missing(driver: Driver, sample: Sample) -> None:
    shots = boards.of(sample.game.id).shots()
    assert shots, "at least one picture of its table"
    for shot in shots[:3]:
        show(driver.app, shot)
        assert driver.app.strings.missing == set()
