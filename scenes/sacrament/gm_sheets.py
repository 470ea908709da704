"""The game master's sheets: what is to be shown to the players, and any value to be edited."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import pygame

from game.core.contract import Action
from game.core.numbers import whole_number
from game.sacrament import actions as act
from game.sacrament import events as ev
from game.sacrament.frames import GM
from game.sacrament.gm import DICE_PATHS, value_at
from scenes import theme
from scenes.dialogs import Dialog, Question
from scenes.sacrament import paper
from scenes.widgets import Button, Label, ScrollArea, TextField, Toggle

if TYPE_CHECKING:
    from scenes.app import App
    from scenes.sacrament.table import SacramentTable


MOST_REWINDS = 40
"""Acts that are offered to go back to."""


@dataclass(frozen=True)
class Hidden:
    """Something that the players do not see yet, and the actions that would show it."""

    words: str
    actions: tuple[Action, ...]


def hidden_things(table: SacramentTable) -> list[Hidden]:
    """What the players do not see yet and could be shown."""
    app, view = table.app, table.view
    found: list[Hidden] = []
    for number, (token, foe) in enumerate(view.foes.items()):
        if foe.hidden:
            path = f"foes.{number}.hidden"
            words = app.tr("sac.gm.show.foe", name=table.foe_name(token), at=foe.at)
            found.append(Hidden(words, (act.Edit(seat=GM, path=path, value=False),)))
    grid = view.grid
    if grid is not None and view.seen.fog:
        names = tuple(grid.names[tile] for tile in view.seen.fog)
        found.append(
            Hidden(app.tr("sac.gm.show.fog", spaces=", ".join(names)), (act.Fog(seat=GM, spaces=names, hidden=False),))
        )
    found += [
        Hidden(app.tr("sac.gm.show.note", text=note.text), (act.Note(seat=GM, words=note.text, to=-1),))
        for note in view.seen.notes
        if note.to == GM
    ]
    return found


class ShowSheet(Dialog):
    """What is hidden, to be ticked; one press shows all that is ticked."""

    name = "show"
    width = 640.0

    def __init__(self, app: App, table: SacramentTable) -> None:
        super().__init__(app, app.tr("sac.gm.show.title"))
        self.table = table
        self.things = hidden_things(table)
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

    def holds(self) -> bool:
        return bool(self.ticked)

    def _show(self) -> None:
        self.app.manager.pop()
        for number in sorted(self.ticked):
            for action in self.things[number].actions:
                self.table.act_out(action)

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
        return value_at(self.table.state.position(), self.path)

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
        number = whole_number(text)
        return text if number is None else number

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
            [key for key in here if self.path or key not in DICE_PATHS]  # dice are no values to edit (SAC-GM-07)
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
            for field, typed in (("value", self.value), ("reason", self.reason)):
                place = pygame.Rect(0, y, width, high)
                hint = app.tr(f"sac.gm.edit.{field}")
                area.add(TextField(app, field, place, typed, partial(self._type, field), hint=hint, longest=200))
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


def rewinds(table: SacramentTable) -> list[int]:
    """The log entries before which the game master may go back, the latest first: those since the scene began
    (SAC-GM-09).
    """
    session = table.session
    first = session.barrier.entry + 1 if session.barrier is not None else 1
    for entry in session.entries:
        if any(isinstance(event, (ev.SceneEntered, ev.FightBegan)) for event in entry.events):
            first = max(first, entry.number + 1)
    return [entry.number for entry in reversed(session.entries[first:]) if not entry.is_pass]


class RewindSheet(Dialog):
    """What was done in this scene, the latest first; a press goes back to before it, after one question."""

    name = "rewind"
    width = 640.0

    def __init__(self, app: App, table: SacramentTable) -> None:
        super().__init__(app, app.tr("sac.gm.rewind.title"))
        self.table = table
        self.numbers = rewinds(table)[:MOST_REWINDS]
        self.ui.focus_first("cancel")

    def fill(self, area: ScrollArea, width: int) -> None:
        app, y = self.app, 0
        words = app.tr("sac.gm.rewind.help")
        high = app.text.measure(words, theme.BODY, width)[1]
        area.add(Label(app, "help", pygame.Rect(0, y, width, high), words, theme.BODY, self.ink))
        y += high + app.scale.px(10)
        for number in self.numbers:
            words = self._words(number)
            high = Button.height_for(app, words, width)
            place = pygame.Rect(0, y, width, high)
            act = partial(self._ask, number)
            area.add(Button(app, f"before.{number}", place, words, act, kind="paper", align="left"))
            y += high + app.scale.px(6)
        area.content_height = y

    def _words(self, number: int) -> str:
        entry = self.table.session.entries[number]
        assert entry.seat is not None
        name = self.table.wording.names[entry.seat]
        return self.app.tr("sac.gm.rewind.before", name=name, deed=self.table.wording.done(entry))

    def _ask(self, number: int) -> None:
        app, session = self.app, self.table.session
        count = sum(not entry.is_pass for entry in session.entries[number:])
        answer = ("rewind", app.tr("sac.gm.rewind.do", count=count), partial(self._go_back, number))
        text = app.tr("sac.gm.rewind.ask", before=self._words(number), count=count)
        app.manager.push(Question(app, app.tr("sac.gm.rewind.title"), text, [answer]))

    def _go_back(self, number: int) -> None:
        self.app.manager.pop()
        self.table.rewind(number)
