"""The game master's sheets: what is to be shown to the players, and any value to be edited."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import pygame

from game.core.contract import Action
from game.sacrament import actions as act
from game.sacrament.frames import GM
from scenes import theme
from scenes.dialogs import Dialog
from scenes.sacrament import paper
from scenes.widgets import Button, Label, ScrollArea, TextField, Toggle

if TYPE_CHECKING:
    from scenes.app import App
    from scenes.sacrament.gm import GmScreen
    from scenes.sacrament.table import SacramentTable


@dataclass(frozen=True)
class Hidden:
    """Something that the players do not see yet, and the actions that would show it."""

    words: str
    actions: tuple[Action, ...]


class ShowSheet(Dialog):
    """What is hidden, to be ticked; one press shows all that is ticked."""

    name = "show"
    width = 640.0

    def __init__(self, app: App, screen: GmScreen) -> None:
        super().__init__(app, app.tr("sac.gm.show.title"))
        self.screen = screen
        self.things = screen.hidden_things()
        self.ticked: set[int] = set()

    def fill(self, area: ScrollArea, width: int) -> None:
        y = 0
        for number, thing in enumerate(self.things):
            high = max(
                self.app.scale.px(52),
                self.app.text.measure(thing.words, theme.LABEL, width - self.app.scale.px(140))[1]
                + self.app.scale.px(10),
            )
            area.add(
                Toggle(
                    self.app,
                    f"show.{number}",
                    pygame.Rect(0, y, width, high),
                    thing.words,
                    number in self.ticked,
                    partial(self._tick, number),
                    paper=True,
                )
            )
            y += high + self.app.scale.px(6)
        area.content_height = y

    def _tick(self, number: int, on: bool) -> None:
        self.ticked.symmetric_difference_update({number} if on != (number in self.ticked) else set())
        self.refresh()

    def _show(self) -> None:
        self.app.manager.pop()
        for number in sorted(self.ticked):
            for action in self.things[number].actions:
                self.screen.table.act_out(action)

    def buttons(self) -> Sequence[tuple[str, str, Callable[[], None], str]]:
        return (
            ("cancel", self.app.tr("button.cancel"), self.back, "plain"),
            ("show", self.app.tr("sac.gm.show.do", count=len(self.ticked)), self._show, "primary"),
        )


class EditSheet(Dialog):
    """Any value by its path: walked to by keys, set with a reason that the log keeps (SAC-GM-08)."""

    name = "edit"
    width = 760.0

    def __init__(self, app: App, table: SacramentTable) -> None:
        super().__init__(app, app.tr("sac.gm.edit"))
        self.table = table
        self.path = ""
        self.value = ""
        self.reason = ""
        self.told = ""

    def _here(self) -> Any:
        data: Any = self.table.state.position()
        for part in self.path.split(".") if self.path else []:
            if isinstance(data, list) and part.isdigit() and int(part) < len(data):
                data = data[int(part)]
            elif isinstance(data, dict) and part in data:
                data = data[part]
            else:
                return None
        return data

    def _go(self, key: str) -> None:
        self.path = f"{self.path}.{key}" if self.path else key
        here = self._here()
        self.value = "" if isinstance(here, (dict, list)) else str(here)
        self.told = ""
        self.refresh()

    def _up(self) -> None:
        self.path = self.path.rpartition(".")[0]
        self.value = self.told = ""
        self.refresh()

    def _type(self, field: str, text: str) -> None:
        setattr(self, field, text)

    def _parsed(self) -> str | int | bool | None:
        text = self.value.strip()
        if text.lower() in ("true", "false"):
            return text.lower() == "true"
        if text.lower() in ("none", ""):
            return None
        return int(text) if text.lstrip("-").isdigit() else text

    def _carry_out(self) -> None:
        action = act.Edit(seat=GM, path=self.path, value=self._parsed(), reason=self.reason)
        refusal = self.table.state.refusal(action)
        if refusal is not None:
            self.told = self.table.as_why(refusal).text
        else:
            self.table.act_out(action)
            self.told = self.app.tr("sac.gm.edit.done", path=self.path, value=self.value)
        self.refresh()

    def fill(self, area: ScrollArea, width: int) -> None:
        app, scale = self.app, self.app.scale
        line, high = app.text.line_height(theme.BODY_BOLD), app.text.control(48)
        words = self.path or app.tr("sac.gm.edit.root")
        area.add(
            Label(
                app,
                "path",
                pygame.Rect(0, 0, width, line),
                words,
                theme.BODY_BOLD,
                paper.red(app),
                must_fit=False,
                tooltip=words,
            )
        )
        y = line + scale.px(6)
        if self.path:
            area.add(
                Button(
                    app,
                    "up",
                    pygame.Rect(0, y, width, high),
                    app.tr("sac.gm.edit.up"),
                    self._up,
                    kind="paper",
                    icon="return-arrow",
                )
            )
            y += high + scale.px(6)
        here = self._here()
        keys = (
            list(here)
            if isinstance(here, dict)
            else [str(i) for i in range(len(here))]
            if isinstance(here, list)
            else []
        )
        x = 0
        for key in map(str, keys):
            wide = min(width, Button.width_for(app, key, style=theme.LABEL))
            if x and x + wide > width:
                x, y = 0, y + high + scale.px(6)
            area.add(
                Button(
                    app,
                    f"key.{key}",
                    pygame.Rect(x, y, wide, high),
                    key,
                    partial(self._go, key),
                    kind="paper",
                    style=theme.LABEL,
                )
            )
            x += wide + scale.px(6)
        if keys:
            y += high + scale.px(6)
        elif self.path:
            area.add(
                TextField(
                    app,
                    "value",
                    pygame.Rect(0, y, width, high),
                    self.value,
                    partial(self._type, "value"),
                    hint=app.tr("sac.gm.edit.value"),
                    longest=200,
                )
            )
            y += high + scale.px(6)
            area.add(
                TextField(
                    app,
                    "reason",
                    pygame.Rect(0, y, width, high),
                    self.reason,
                    partial(self._type, "reason"),
                    hint=app.tr("sac.gm.edit.reason"),
                    longest=200,
                )
            )
            y += high + scale.px(6)
            area.add(
                Button(
                    app,
                    "set",
                    pygame.Rect(0, y, width, high),
                    app.tr("sac.gm.edit.set"),
                    self._carry_out,
                    kind="primary",
                )
            )
            y += high + scale.px(6)
        if self.told:
            tall = app.text.measure(self.told, theme.BODY, width)[1]
            area.add(Label(app, "told", pygame.Rect(0, y, width, tall), self.told, theme.BODY, self.ink))
            y += tall
        area.content_height = y
