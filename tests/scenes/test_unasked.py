"""Nobody spends unasked: what a table does by itself costs nothing and reveals nothing, in every game."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from game import registry
from game.commands.common import usual_seats
from game.core.contract import Event
from game.core.session import HUMAN, SeatPlan, Session
from game.kanata.actions import STAY, Shoot
from scenes import boards
from scenes.curtain import Curtain
from scenes.kanata.shots import first_as, position_table, settle
from scenes.settings import Settings
from scenes.table import TableScene
from tests.scenes.driver import Driver
from tests.scenes.players import think_here

GAMES = sorted(registry.GAMES)
OWNED = {"kanata": ("health", "items", "tokens"), "kingsport": ("sanity", "hand", "in_play"),
         "sacrament": ("tokens", "ward", "durability", "guard", "character")}  # fmt: skip
"""What somebody has, in the position of each game."""
HURT = ("harm", "wounds", "fades", "spent", "used")
"""What counts upwards while somebody loses."""


@pytest.fixture
def driver(tmp_path: Path) -> Iterator[Driver]:
    """A window that takes forced steps by itself and waits for no movement."""
    settings = Settings(asked=True, my_speed=0.0, others_speed=0.0, auto_forced=True)
    one = Driver(size=(1920, 1080), folder=tmp_path, settings=settings)
    yield one
    one.close()


def open_table(driver: Driver, game: str, seed: int) -> TableScene:
    """A new game of one person and computer players that answer here and now."""
    kinds = boards.of(game).first_seats or usual_seats(registry.get(game), person=True)
    plans = [SeatPlan(kind, f"Seat {n}", n if kind == HUMAN else None) for n, kind in enumerate(kinds)]
    session = Session.start(registry.get(game), plans, seed=seed)
    table = boards.make_table(driver.app, session, driver.app.manager.pop)
    think_here(table, registry.get(game).levels[0])
    driver.app.manager.push(table)
    driver.settle()
    return table


@pytest.mark.parametrize("game", GAMES)
def test_what_a_table_does_by_itself_spends_and_reveals_nothing(driver: Driver, game: str) -> None:
    rng = random.Random(7)
    unasked = 0
    for seed in (3, 5):
        table = open_table(driver, game, seed)
        pressed: set[int] = set()
        for _ in range(700):
            if isinstance(driver.top, Curtain):
                driver.wait(500)
                driver.click("lift")
            if table.state.is_terminal():
                break
            if table.my_choice and table.ready and driver.top is table:
                pressed.add(len(table.session.entries))
                table.act(rng.choice(table.state.legal_actions()))
            elif driver.top is not table:
                driver.app.manager.pop()
            driver.wait(16)
        for entry in table.session.entries:
            if entry.person is None or entry.action is None or entry.number in pressed:
                continue
            unasked += 1
            assert not [event for event in entry.events if event.spends or event.reveals], entry.action
    print(f"{unasked} answers by itself")


def holdings(game: str, position: Mapping[str, Any]) -> list[dict[str, Any]]:
    """What each seat has."""
    rows = next(position[name] for name in ("characters", "cultists", "pcs") if name in position)
    return [{name: row[name] for name in (*OWNED[game], *HURT) if name in row} for row in rows]


def lost(before: dict[str, Any], after: dict[str, Any]) -> list[str]:
    """Of what somebody has less."""
    return [name for name in before if _less(name, before[name], after[name])]


def _less(name: str, before: Any, after: Any) -> bool:
    if name == "character":
        return bool(before["gold"] > after["gold"] or len(before["items"]) > len(after["items"]))
    if name in HURT:
        return bool(_count(after) > _count(before))
    if isinstance(before, Mapping):
        return any(after.get(key, 0) < value for key, value in before.items())
    if isinstance(before, list):
        return any(_rounds(after, item) < _rounds(before, item) for item in before)
    return bool(after < before)


def _count(value: Any) -> int:
    return value if isinstance(value, int) else len(value)


def _rounds(items: list[Any], item: Any) -> int:
    """How much there is of an item: its rounds, else how often it is there."""
    name = item if isinstance(item, str) else item["item"]
    same = [one for one in items if (one if isinstance(one, str) else one["item"]) == name]
    return sum(1 if isinstance(one, str) else 1 + one["ammo"] for one in same)


TURN_ENDS = {"kingsport": {"turn_ended", "round_ended"}, "sacrament": {"turn_ended", "turn_began", "fight_began"},
             "kanata": set[str]()}  # fmt: skip
"""What gives back by itself what lay on the table: cards in play go to hand, tokens come anew."""


@pytest.mark.parametrize("game", OWNED)
def test_what_is_lost_is_told_by_an_event_that_spends(game: str) -> None:
    rng = random.Random(11)
    for seed in range(6):
        state = registry.get(game).new_game(max(3, registry.get(game).min_players), seed)
        for _ in range(250):
            if state.is_terminal():
                break
            before = holdings(game, state.position())
            events: list[Event] = []
            action = rng.choice(state.legal_actions())
            state.step(action, events)
            if any(event.spends or event.reveals for event in events):
                continue
            if TURN_ENDS[game] & {str(event.__struct_config__.tag) for event in events}:
                continue
            for old, new in zip(before, holdings(game, state.position()), strict=True):
                if game == "kingsport":
                    old["hand"], new["hand"] = old["hand"] + old.pop("in_play"), new["hand"] + new.pop("in_play")
                assert not lost(old, new), (action, events)


# ---- Kanata: the Shoot slot ------------------------------------------------------------------------------------------

ONE_ENEMY: dict[str, Any] = {
    "abominations": [{"number": 1, "space": "c14r6"}], "corpses": [], "ambulance": None, "sheriff": "c27r15",
}  # fmt: skip


def test_with_one_weapon_and_one_target_shoot_asks_with_the_odds_and_can_be_left(driver: Driver) -> None:
    table = position_table(driver.app, {**ONE_ENEMY, **first_as(items=["pistol"])}, script=[1])
    driver.settle()
    shot = next(one for one in table.state.legal_actions() if isinstance(one, Shoot))
    before, rounds = len(table.session.entries), table.view.ammo[shot.item]
    driver.click("slot_shoot")
    assert len(table.session.entries) == before
    answer = next(widget for widget in table.ui.all() if widget.id.startswith("answer."))
    assert "17 %" in answer.text
    assert "bomination 1" in answer.text
    driver.click("tray.close")
    assert not table.tray.open
    driver.click("slot_shoot")
    driver.click(answer.id)
    assert table.view.ammo[shot.item] == rounds - 1


def test_a_target_that_is_asked_for_can_be_left_without_a_shot(driver: Driver) -> None:
    changes = {**ONE_ENEMY, "corpses": ["c14r7"], **first_as(items=["pistol"])}
    table = position_table(driver.app, changes)
    driver.settle()
    settle(table, STAY)
    before = table.state.digest()
    driver.click("slot_shoot")
    assert table.question == "shoot_target"
    driver.click("tray.close")
    assert table.state.digest() == before
    assert table.question == "choose_action"


def test_the_abominator_asks_before_a_belt_is_spent(driver: Driver) -> None:
    table = position_table(driver.app, {**ONE_ENEMY, **first_as(items=["abominator"])})
    driver.settle()
    rounds = table.view.ammo["abominator"]
    driver.click("slot_shoot")
    assert table.view.ammo["abominator"] == rounds
    assert any("97 %" in widget.text for widget in table.ui.all() if widget.id.startswith("answer."))
