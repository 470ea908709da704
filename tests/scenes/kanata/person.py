"""A person who plays Kanata in the window: the computer player's choices, carried out by mouse or by keys."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pygame

from game import registry
from game.ai.players import Player, choice_seed
from game.core.contract import Action
from game.core.session import HUMAN, SeatPlan, Session
from scenes.kanata.parts import SpaceTarget
from scenes.kanata.table import KanataTable
from scenes.result import ResultScene
from scenes.settings import Settings
from scenes.widgets import Widget
from tests.scenes.driver import Driver
from tests.scenes.players import think_here

NEAR = 3.0
"""The zoom from which everything on the town can be told apart."""
TRIES = 20
GRIP = 16
"""Pixels between the spots where the town may be taken hold of."""


def open_table(
    folder: Path, size: tuple[int, int], *kinds: str, seed: int = 5, **settings: Any
) -> tuple[Driver, KanataTable]:
    """A driver with a new table on top; nothing waits for animations."""
    chosen = Settings(asked=True, my_speed=0.0, others_speed=0.0, **settings)
    driver = Driver(size=size, folder=folder, settings=chosen)
    plans = [SeatPlan(kind, f"Seat {number}", number if kind == HUMAN else None) for number, kind in enumerate(kinds)]
    session = Session.start(registry.get("kanata"), plans, seed=seed, options={"first_player": 0})
    table = KanataTable(driver.app, session, driver.app.manager.pop)
    think_here(table, "novice")
    driver.app.manager.push(table)
    driver.settle()
    return driver, table


class Person:
    """Plays a table to its end with what a hand can do."""

    def __init__(self, driver: Driver, table: KanataTable, *, mouse: bool) -> None:
        self.driver, self.table, self.mouse = driver, table, mouse
        self._brain = Player(table.session.game, "novice")
        self.pressed: set[str] = set()
        """Kinds of things that were pressed, for a test to look at."""

    def choice(self) -> Action:
        """What the person wants to do now."""
        table = self.table
        return self._brain.choose(table.state, choice_seed(7, table.current, len(table.session.entries))).action

    def press(self, widget: Widget) -> None:
        """Press a widget as a hand would."""
        self.pressed.add(widget.id.split(".")[0])
        if self.mouse:
            self._show(widget)
            self.driver.click(widget.id)
        else:
            self._walk_to(widget)
            self.driver.key("return")

    def _show(self, widget: Widget) -> None:
        """Bring something on the town into sight, away from what lies over it: come nearer, and drag the town."""
        if not isinstance(widget, SpaceTarget):
            return
        town, ui = self.table.stage.town, self.table.ui
        for _ in range(TRIES):
            if ui.at(widget.visible_box.center) is widget:
                return
            if town.camera.zoom < NEAR:
                self.driver.wheel(town.stage.center, 1)
            self._drag_to_the_middle(widget)

    def _drag_to_the_middle(self, widget: Widget) -> None:
        """Take hold of the town where nothing lies on it, and drag it so that `widget` comes nearer to the middle."""
        stage, ui = self.table.stage.town.stage, self.table.ui
        way = pygame.Vector2(stage.center) - widget.box.center
        way.clamp_magnitude_ip(1, stage.height / 3)
        spots = ((x, y) for y in range(stage.top, stage.bottom, GRIP) for x in range(stage.left, stage.right, GRIP))
        free = (spot for spot in spots if getattr(ui.at(spot), "id", "") == "town")
        start = next(spot for spot in free if stage.collidepoint(spot + way))
        end = round(start[0] + way.x), round(start[1] + way.y)
        self.driver.point(start)
        self.driver.press(start)
        self.driver.point(end, (1, 0, 0))
        self.driver.release(end)

    def _walk_to(self, widget: Widget) -> None:
        """Tab through what can be pressed; region and arrow keys for what lies in a rail."""
        driver = self.driver
        tabbed = [w for w in self.table.ui.focusables() if w.enabled and w.region in ("actions", "stage")]
        if widget in tabbed or widget.id.startswith("free."):
            driver.go_to(widget.id, 400)
            return
        for _ in range(8):
            focus = self.table.ui.focus
            if focus is not None and focus.region == widget.region:
                break
            driver.key("f6")
        for key in ("down", "right", "down", "left", "up", "right", "down", "right", "right", "down", "left"):
            for _ in range(6):
                if driver.focus == widget.id:
                    return
                driver.key(key)
        raise AssertionError(f"no key reaches {widget.id}; the focus is on {driver.focus}")

    def act(self, action: Action) -> None:
        """Do it, opening a tray first where the way leads through one, or the pane that it lies on."""
        for _ in range(4):
            widget = self.table.widget_of(action) or self.table.ui.find("tab.left")
            assert widget is not None, (
                f"nothing on the screen does {action}; there are {[w.id for w in self.table.ui.all()]}"
            )
            before = len(self.table.session.entries)
            self.press(widget)
            if len(self.table.session.entries) > before or self.table.animator.busy:
                return
        raise AssertionError(f"pressing {widget.id} does not lead to {action}")

    def play(self, most: int = 4000) -> None:
        """Until the result is on the screen."""
        for _ in range(most):
            if isinstance(self.driver.top, ResultScene):
                return
            if self.table.my_choice and self.table.ready and not self.table.animator.busy:
                self.act(self.choice())
            else:
                self.driver.wait(16)
        raise AssertionError(f"no end after {most} looks; round {self.table.view.round}")
