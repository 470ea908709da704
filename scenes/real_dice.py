"""Real dice: a person rolls on the table at home and types what the die shows; the rest is drawn by the program."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

import pygame

from game.core.chance import NeedRoll, face_of
from game.core.contract import Action
from game.core.numbers import shortened
from scenes import theme
from scenes.dialogs import Dialog
from scenes.widgets import Button, Label, ScrollArea, TextField, Why

if TYPE_CHECKING:
    from scenes.app import App
    from scenes.table import TableScene

Face = int | str


class RealDice:
    """Asks people, one after another, for the dice that an action needs; then it is carried out whole."""

    def __init__(self, table: TableScene) -> None:
        self.table = table
        self.thrown: tuple[Face, ...] = ()
        """What has come so far for the action that is being carried out."""
        self.left_at = -1
        """How many lines the session had when a die was left: no step is taken by itself then."""

    def ask(self, need: NeedRoll, action: Action, group: int | None, then: Callable[[], None], *, mine: bool) -> None:
        """Ask for a die that `action` needs; `then` follows when the action is done. Where it is left, or the table
        has changed meanwhile and the action no longer fits, nothing is done."""
        table = self.table
        assert need.seat is not None
        changes = len(table.session.records)
        values = {"name": table.wording.names[need.seat], "number": len(need.dice) + 1}
        if mine:
            words = table.app.tr("dice.for", values, deed=table.act_words(action))
        else:
            words = table.app.tr("dice.for_other", values, other=table.wording.names[table.current])

        def shown(value: Face) -> None:
            dice = (*need.dice, value)
            if len(table.session.records) != changes:
                dice = ()
                refusal = table.why_not(action)
                if refusal is not None or not mine:  # a computer player is asked anew
                    table.ui.tell(refusal or Why(table.app.tr("dice.changed")))
                    return
            if table.carry_on(action, group, then, dice, mine=mine):
                then()

        def left() -> None:
            self.left_at = changes

        table.app.manager.push(RealDie(table.app, need, words, shown, left, partial(table.session.draw, need)))


class RealDie(Dialog):
    """A die rolled on the real table, typed in or pressed; or left to the program."""

    name = "real_die"
    width = 640.0

    def __init__(
        self,
        app: App,
        need: NeedRoll,
        words: str,
        shown: Callable[[Face], None],
        left: Callable[[], None],
        draw: Callable[[], Face],
    ) -> None:
        """`shown` takes what the die shows, `left` hears that none is rolled, `draw` lets the program roll."""
        self.die = die_word(app, need)
        super().__init__(app, app.tr("dice.title", die=self.die))
        self.need, self.words, self.shown, self.left, self.draw_one = need, words, shown, left, draw
        self.typed = ""
        self.fault = ""
        self.ui.focus_first("value")

    def fill(self, area: ScrollArea, width: int) -> None:
        app, scale = self.app, self.app.scale
        high = app.text.measure(self.words, theme.BODY, width)[1]
        area.add(Label(app, "for", pygame.Rect(0, 0, width, high), self.words, theme.BODY, self.ink))
        y = high + scale.px(8)
        line = app.text.control(50)
        area.add(
            TextField(
                app, "value", pygame.Rect(0, y, width, line), self.typed, self._type,
                hint=faces_words(app, self.need), longest=12, on_done=self._enter,
            )
        )  # fmt: skip
        y += line + scale.px(8)
        faces = [(face, face_word(app, face)) for face in self.need.faces]
        side = max(scale.px(52), line, *(Button.width_for(app, word) for _, word in faces if len(word) > 3))
        gap = scale.px(8)
        per_row = max(1, (width + gap) // (side + gap))
        for number, (face, word) in enumerate(faces):
            row, column = divmod(number, per_row)
            place = pygame.Rect(column * (side + gap), y + row * (line + gap), side, line)
            area.add(Button(app, f"face.{face}", place, word, partial(self._take, face), kind="paper"))
        y += -(-len(faces) // per_row) * (line + gap)
        if self.fault:
            tall = app.text.measure(self.fault, theme.BODY, width)[1]
            area.add(Label(app, "fault", pygame.Rect(0, y, width, tall), self.fault, theme.BODY, theme.BLOOD))
            y += tall
        area.content_height = y

    def _type(self, text: str) -> None:
        self.typed = text

    def _enter(self) -> None:
        face = face_of(self.need, self.typed)
        if face is not None:
            self._take(face)
            return
        found = shortened(self.typed.strip()) or self.app.tr("dice.nothing")
        self.fault = self.app.tr("dice.fault", die=self.die, found=found, faces=faces_words(self.app, self.need))
        self.refresh()

    def _take(self, value: Face) -> None:
        self.app.manager.pop()
        self.shown(value)

    def back(self) -> None:
        """Not now: the action is not carried out."""
        self.app.manager.pop()
        self.left()

    def buttons(self) -> Sequence[tuple[str, str, Callable[[], None], str]]:
        return (
            ("leave", self.app.tr("button.cancel"), self.back, "plain"),
            ("program", self.app.tr("dice.program"), lambda: self._take(self.draw_one()), "plain"),
            ("enter", self.app.tr("dice.enter"), self._enter, "primary"),
        )


def die_word(app: App, need: NeedRoll) -> str:
    """What a die is called."""
    key = f"dice.die.{need.die}"
    return app.tr(key) if app.strings.has(key) else need.die


def face_word(app: App, face: Face) -> str:
    """What a face is called."""
    return app.tr(f"face.{face}") if isinstance(face, str) else str(face)


def faces_words(app: App, need: NeedRoll) -> str:
    """What a die can show, in words."""
    faces = need.faces
    if all(isinstance(face, int) for face in faces):
        return app.tr("dice.numbers", first=faces[0], last=faces[-1])
    return ", ".join(app.tr("dice.face", sign=face, face=f"@face.{face}") for face in faces)
