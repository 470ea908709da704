"""The game master's word on a check: attribute, any difficulty, what is at stake; what a failure costs, in words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import pygame

from game.sacrament.checks import DIFFICULTIES, HIGHEST, LOWEST, MOST_BONUS
from game.sacrament.content import ATTRIBUTES
from scenes import theme
from scenes.dialogs import Dialog
from scenes.sacrament import paper
from scenes.widgets import Choice, Label, ScrollArea, TextField

if TYPE_CHECKING:
    from scenes.app import App

LONGEST = 200


class CheckSheet(Dialog):
    """How a check is called. `done` is given attribute, difficulty, bonus, what it is for, and the stakes."""

    name = "check"
    width = 640.0

    def __init__(
        self, app: App, title: str, attribute: str, difficulty: int, bonus: int, reason: str | None,
        done: Callable[[str, int, int, str, str], None],
    ) -> None:  # fmt: skip
        """`reason` is ``None`` where the deed has said already what it is for."""
        super().__init__(app, title)
        self.attribute, self.difficulty, self.bonus = attribute, difficulty, bonus
        self.reason, self.stakes = reason, ""
        self.done = done
        self.ui.focus_first("stakes")

    def fill(self, area: ScrollArea, width: int) -> None:
        app, scale = self.app, self.app.scale
        names = {number: app.tr(f"sac.difficulty.{name}") for name, number in DIFFICULTIES.items()}
        numbers = [(number, names.get(number, str(number))) for number in range(LOWEST, HIGHEST + 1)]
        attributes = [(name, app.tr(f"attribute.{name}.name")) for name in ATTRIBUTES]
        bonuses = [(n, paper.signed(n)) for n in range(-MOST_BONUS, MOST_BONUS + 1)]
        high, gap, y = app.text.control(48), scale.px(8), 0
        choices: list[tuple[str, Sequence[tuple[Any, str]]]] = [
            ("attribute", attributes), ("difficulty", numbers), ("bonus", bonuses),
        ]  # fmt: skip
        for id, values in choices:
            place = pygame.Rect(0, y, width, high)
            label = app.tr(f"sac.judge.{id}")
            area.add(Choice(app, id, place, label, values, getattr(self, id), partial(self._set, id), paper=True))
            y += high + gap
        texts = ("stakes",) if self.reason is None else ("reason", "stakes")
        for id in texts:
            hint = app.tr(f"sac.judge.{id}")
            place = pygame.Rect(0, y, width, high)
            value = getattr(self, id)
            area.add(TextField(app, id, place, value, partial(self._type, id), hint=hint, longest=LONGEST))
            y += high + gap
        words = app.tr("sac.judge.help")
        tall = app.text.measure(words, theme.SECONDARY, width)[1]
        area.add(Label(app, "help", pygame.Rect(0, y, width, tall), words, theme.SECONDARY, self.ink))
        area.content_height = y + tall

    def _set(self, field: str, value: Any) -> None:
        setattr(self, field, value)
        self.refresh()

    def _type(self, field: str, text: str) -> None:
        setattr(self, field, text)

    def _call(self) -> None:
        self.app.manager.pop()
        words = (self.reason or "").strip(), self.stakes.strip()
        self.done(self.attribute, self.difficulty, self.bonus, *words)

    def buttons(self) -> Sequence[tuple[str, str, Callable[[], None], str]]:
        return (
            ("cancel", self.app.tr("button.cancel"), self.back, "plain"),
            ("call", self.app.tr("sac.judge.call"), self._call, "primary"),
        )


class WordsSheet(Dialog):
    """What a failure costs in the game master's own words."""

    name = "cost"
    width = 640.0

    def __init__(self, app: App, title: str, hint: str, done: Callable[[str], None]) -> None:
        super().__init__(app, title)
        self.hint, self.done, self.words = hint, done, ""
        self.ui.focus_first("words")

    def fill(self, area: ScrollArea, width: int) -> None:
        high = self.app.text.control(48)
        place = pygame.Rect(0, 0, width, high)
        area.add(TextField(self.app, "words", place, self.words, self._type, hint=self.hint, longest=LONGEST))
        area.content_height = high

    def _type(self, text: str) -> None:
        self.words = text

    def _say(self) -> None:
        self.app.manager.pop()
        self.done(self.words.strip())

    def buttons(self) -> Sequence[tuple[str, str, Callable[[], None], str]]:
        return (
            ("cancel", self.app.tr("button.cancel"), self.back, "plain"),
            ("say", self.app.tr("sac.judge.say"), self._say, "primary"),
        )
