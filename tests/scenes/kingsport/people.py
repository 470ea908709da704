"""Somebody at the Kingsport table: answers decisions by mouse alone or by keys alone, as pygame events."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from game import registry
from game.core.contract import Action
from game.core.session import HUMAN, SeatPlan, Session
from game.kingsport import actions as act
from scenes.curtain import Curtain
from scenes.kingsport.sheets import DeficitSheet
from scenes.kingsport.table import KingsportTable
from tests.scenes.driver import Driver
from tests.scenes.players import think_here

MOUSE, KEYS = "mouse", "keys"
NAMES = ("Lucy", "James", "Larry", "Steve", "Æðelþryð")


def plans(*kinds: str) -> list[SeatPlan]:
    return [SeatPlan(kind, NAMES[i], i if kind == HUMAN else None) for i, kind in enumerate(kinds)]


def sit(driver: Driver, session: Session) -> KingsportTable:
    """Show a table, its computer players answering at once."""
    table = KingsportTable(driver.app, session, driver.app.manager.pop)
    think_here(table)
    driver.app.manager.push(table)
    driver.settle()
    return table


def at_position(driver: Driver, position: Mapping[str, Any], *kinds: str, script: Sequence[Any] = ()) -> KingsportTable:
    """A table from a written position, its curtain lifted."""
    session = Session.start(registry.get("kingsport"), plans(*kinds), position=position, script=script)
    table = sit(driver, session)
    lift(driver, MOUSE)
    return table


def lift(driver: Driver, how: str) -> None:
    """Lift the curtain if it hangs."""
    if isinstance(driver.top, Curtain):
        driver.wait(500)
        press(driver, "lift", how)
        driver.settle()


def press(driver: Driver, id: str, how: str) -> None:
    """Press the widget of that id."""
    if how == MOUSE:
        driver.click(id)
    elif id == "end_turn":
        driver.key("e")
    else:
        driver.go_to(id)
        driver.key("return")


def answer(driver: Driver, table: KingsportTable, actions: Sequence[Action], how: str) -> None:
    """Carry out one answer (for a set: all of its actions) the way a person would."""
    first = actions[0]
    if isinstance(first, (act.Raid, act.Done)):
        for action in actions:
            if isinstance(action, act.Raid):
                press(driver, f"hand.{action.card}", how)
        press(driver, "raid", how)
    elif isinstance(first, act.Discard):
        _discard(driver, table, actions, how)
    elif isinstance(first, act.ChooseDice):
        _dice(driver, table, first, how)
    else:
        press(driver, _button(first), how)
    driver.wait(32)


def _button(action: Action) -> str:
    if isinstance(action, act.Play):
        return f"hand.{action.card}"
    if isinstance(action, act.Invoke):
        return f"pile.{action.card}"
    if isinstance(action, act.ChooseFace):
        return f"face.{action.face}"
    if isinstance(action, act.ChooseVictim):
        return f"victim.{action.victim}"
    return str(action.__struct_config__.tag)


def _discard(driver: Driver, table: KingsportTable, actions: Sequence[Action], how: str) -> None:
    """Choose exactly the gods of a payment on the sheet, and pay."""
    if not isinstance(driver.top, DeficitSheet):
        driver.wait(500)
    sheet = driver.top
    assert isinstance(sheet, DeficitSheet)
    wanted = next(set(one.cards) for one in sheet.payments if list(one.actions) == list(actions))
    driver.settle()
    for card in sorted(sheet.chosen ^ wanted):
        press(driver, f"discard.{card}", how)
    press(driver, "pay", how)
    driver.settle()


def _dice(driver: Driver, table: KingsportTable, action: act.ChooseDice, how: str) -> None:
    free = dict(enumerate(table.view.dice))
    for face in action.reroll:
        number = next(n for n, shown in free.items() if shown == face)
        del free[number]
        press(driver, f"pick.{number}", how)
    for turn in action.turn:
        number = next(n for n, shown in free.items() if shown == turn.origin)
        del free[number]
        press(driver, f"turn.{number}.{turn.to}", how)
    press(driver, "confirm_dice", how)
