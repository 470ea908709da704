"""Somebody at Sacrament's table: answers by mouse or by keys alone, as pygame events."""

from __future__ import annotations

from typing import Any

from game import registry
from game.ai.players import Player
from game.core.contract import Action
from game.core.session import HUMAN, SeatPlan, Session
from game.sacrament import actions as act
from scenes.curtain import Curtain
from scenes.dialogs import Question
from scenes.sacrament.menu import targets_of
from scenes.sacrament.sheets import DeedList
from scenes.sacrament.table import SacramentTable
from tests.scenes.driver import Driver
from tests.scenes.kingsport.people import KEYS, MOUSE, press
from tests.scenes.players import think_here

NAMES = ("Lucy", "James", "Larry", "Steve")
AIMED_AT = {"space": "space", "token": "foe", "ally": "card"}
"""How the id of a widget begins that stands for a target."""


def start(*kinds: str, seed: int = 3, **options: Any) -> Session:
    """A table of Sacrament in memory; every person is somebody else."""
    plans = [
        SeatPlan(kind, NAMES[seat] if kind == HUMAN else "", seat if kind == HUMAN else None)
        for seat, kind in enumerate(kinds)
    ]
    return Session.start(registry.get("sacrament"), plans, seed=seed, options=options)


def sit(driver: Driver, session: Session) -> SacramentTable:
    """Show a table."""
    table = SacramentTable(driver.app, session, driver.app.manager.pop)
    think_here(table)
    driver.app.manager.push(table)
    driver.settle()
    return table


def lift(driver: Driver) -> None:
    """Lift the curtain if it hangs."""
    if isinstance(driver.top, Curtain):
        driver.wait(500)
        driver.click("lift")
        driver.settle()


def click_at(driver: Driver, pos: tuple[int, int]) -> None:
    """Press and let go at a place."""
    driver.point(pos)
    driver.press(pos)
    driver.release(pos)


def answer(driver: Driver, table: SacramentTable, action: Action, how: str = MOUSE) -> None:
    """Carry out one answer the way a person would."""
    if isinstance(action, (act.EndTurn, act.EndFoe)):
        press(driver, "end_turn", how)
        driver.wait(32)
        return
    tile = next(tile for tile in table.menu.tiles if action in tile.actions)
    while not driver.has(tile.id):
        press(driver, "tiles.on", how)
    press(driver, tile.id, how)
    if table.menu.aim == tile.id:
        _aim(driver, table, action, how)
    _pick(driver, action, how)
    driver.wait(32)


def _aim(driver: Driver, table: SacramentTable, action: Action, how: str) -> None:
    """Choose what an action is aimed at: on the map, or a portrait."""
    target = targets_of(action)
    assert target is not None
    kind, value = target
    if kind == "ally" or how == KEYS:
        press(driver, f"{AIMED_AT[kind]}.{value}", how)
    elif kind == "space":
        click_at(driver, table.stage.sheet.rect(str(value)).center)
    else:
        click_at(driver, table.stage.token_box(f"foe.{value}").center)


def _pick(driver: Driver, action: Action, how: str) -> None:
    """Choose a deed on the list, if one has opened."""
    sheet = driver.top
    if isinstance(sheet, Question) and driver.has("end"):  # the last choice is asked for once more
        driver.settle()
        press(driver, "end", how)
        driver.settle()
    if isinstance(sheet, DeedList):
        driver.settle()
        number = next(number for number, (one, _, _) in enumerate(sheet.deeds) if one == action)
        press(driver, f"deed.{number}", how)
        driver.settle()


def by_hand(action: Action) -> Action:
    """A person names one PC where the computer lets the rules draw among several."""
    among = getattr(action, "among", ())
    return type(action)(victim=among[0]) if among else action  # type: ignore[call-arg]  # both kinds name a victim


def play(driver: Driver, table: SacramentTable, most: int = 4000) -> int:
    """Play on until the result, as the computer players would advise; how many curtains fell."""
    from scenes.result import ResultScene

    curtains = 0
    advisers = {kind: Player(table.session.game, kind) for kind in ("gm", "adept")}
    for step in range(most):
        if isinstance(driver.top, ResultScene):
            break
        if isinstance(driver.top, Curtain):
            curtains += 1
            lift(driver)
        elif table.my_choice and driver.top is table:
            asked = table.state.current_player()
            choice = advisers["gm" if asked == 0 else "adept"].choose(table.state, step)
            answer(driver, table, by_hand(choice.action))
        else:
            driver.wait(16)
    return curtains
