"""Somebody restless at the window, in a process of their own that is going to be killed: goes on with Continue, then
presses keys that mostly mean something, and reports after every press how far the table has come."""

from __future__ import annotations

import os
import random
from multiprocessing.connection import Connection
from pathlib import Path

from scenes.assets import Assets
from scenes.curtain import Curtain
from scenes.result import ResultScene
from scenes.settings import Settings
from scenes.table import TableScene
from scenes.title import Title
from tests.scenes.driver import Driver

KEYS = ("tab", "tab", "tab", "return", "return", "e", "u", "ctrl+y", "left", "right", "i", "escape", "l")


def play(folder: str, seed: int, reports: Connection) -> None:
    """Send ``(table's id, lines in its journal, digest)`` at once after Continue, then after every press, for ever."""
    os.environ["SDL_VIDEODRIVER"] = os.environ["SDL_AUDIODRIVER"] = "dummy"
    driver = Driver(folder=Path(folder), settings=Settings(asked=True, my_speed=0.0, others_speed=0.0, hints=False))
    driver.app.assets = driver.app.text.assets = Assets(Path("no pictures"))  # half a second less at every start
    chance = random.Random(seed)
    driver.app.manager.push(Title(driver.app))
    driver.app.manager.deafen(0)
    driver.wait(300)
    assert driver.focus == "continue", "the title offers to go on"
    driver.key("return")
    while True:
        table = next(scene for scene in driver.app.manager.stack if isinstance(scene, TableScene))
        session = table.session
        reports.send((session.header.id, len(session.records), session.state.digest()))
        driver.wait(260)  # until a screen that has just come up hears
        if isinstance(driver.top, (Curtain, ResultScene)):
            driver.wait(200)
            driver.go_to("lift" if isinstance(driver.top, Curtain) else "again")
            driver.key("return")
        elif driver.top is not table and chance.random() < 0.5:
            driver.key("escape")
        elif driver.top.name != "pause":
            driver.key(chance.choice(KEYS))
        else:
            driver.key("escape")
