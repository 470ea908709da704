"""Dialogs: a question with buttons, a list to choose from, a text to read. Esc always leads out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import pygame

from game.core.names import MAX_NAME
from scenes import theme
from scenes.input import Do, Intent
from scenes.screen import Screen
from scenes.widgets import Button, Label, Panel, ScrollArea, TextField, Ui, Why

if TYPE_CHECKING:
    from scenes.app import App


class Dialog(Screen):
    """A sheet over the scene beneath: title, content that scrolls, buttons that stay visible.

    Subclasses fill the content in `fill` and name the buttons in `buttons`. A press outside is Esc, unless something
    was entered that would be lost (`holds`). Enter in a text field presses the primary button.
    """

    name = "dialog"
    modal = True
    width = 720.0  # units
    paper = True
    head = 0.0  # units
    held = "dialog.holds"
    """The text key of what is said to a press outside while something is held."""

    def __init__(self, app: App, title: str = "") -> None:
        super().__init__(app)
        self.title = title
        self.sheet = pygame.Rect(0, 0, 1, 1)

    def fill(self, area: ScrollArea, width: int) -> None:
        """Add the content, `width` pixels wide, to the scroll area."""

    def fill_head(self, ui: Ui, place: pygame.Rect) -> None:
        """Add what stays above the content; `place` is `head` units high."""

    def buttons(self) -> Sequence[tuple[str, str, Callable[[], None], str]]:
        """Id, word, act and kind of each button, from the left."""
        return (("close", self.app.tr("button.close"), self.back, "plain"),)

    @property
    def ink(self) -> theme.Colour:
        """The colour of words on the sheet."""
        return theme.PRINT if self.paper else theme.BONE

    def build(self, ui: Ui) -> None:
        app, scale = self.app, self.app.scale
        pad = scale.px(32)
        width = min(scale.px(self.width * max(1.0, scale.text_factor**0.5)), round(scale.width * 0.8))
        inner = width - 2 * pad
        title_height = app.text.measure(self.title, theme.HEADING, inner)[1] + scale.px(14) if self.title else 0
        head = scale.px(self.head)
        rows = self._button_rows(inner)
        high = sum(max(height for *_, height in row) for row in rows) + scale.px(12) * len(rows) if rows else 0
        area = ScrollArea(app, "content", pygame.Rect(0, 0, inner, 10), paper=self.paper)
        self.fill(area, area.inner_width)
        room = round(scale.height * 0.8) - 2 * pad - title_height - head - high
        shown = min(area.content_height, max(scale.px(80), room))
        total = 2 * pad + title_height + head + shown + (high + scale.px(8) if high else 0)
        self.sheet = pygame.Rect(0, 0, width, min(total, scale.height - scale.px(16)))
        self.sheet.center = scale.window.center
        ui.add(Panel(app, f"{self.name}.panel", self.sheet, "parchment" if self.paper else "soot"))
        top = self.sheet.top + pad
        if self.title:
            place = pygame.Rect(self.sheet.left + pad, top, inner, title_height)
            ui.add(Label(app, "heading", place, self.title, theme.HEADING, self.ink))
            top += title_height
        if head:
            self.fill_head(ui, pygame.Rect(self.sheet.left + pad, top, inner, head))
            top += head
        area.rect = pygame.Rect(self.sheet.left + pad, top, inner, shown)
        area.scroll_to(area.offset)  # `fill` may have asked for the end before the height was known
        ui.add(area)
        y = self.sheet.bottom - pad - high + scale.px(12)
        for row in rows:
            x = self.sheet.right - pad - sum(w for *_, w, _ in row) - scale.px(12) * (len(row) - 1)
            tallest = max(height for *_, height in row)
            for id, word, act, kind, w, _ in row:
                ui.add(Button(app, id, pygame.Rect(x, y, w, tallest), word, act, kind=kind, region="actions"))
                x += w + scale.px(12)
            y += tallest + scale.px(12)

    def _button_rows(self, inner: int) -> list[list[tuple[str, str, Callable[[], None], str, int, int]]]:
        """The buttons in as many rows as their words need."""
        rows: list[list[tuple[str, str, Callable[[], None], str, int, int]]] = []
        used = 0
        for id, word, act, kind in self.buttons():
            width = min(inner, Button.width_for(self.app, word))
            height = Button.height_for(self.app, word, width)
            if not rows or used + width > inner:
                rows.append([])
                used = 0
            rows[-1].append((id, word, act, kind, width, height))
            used += width + self.app.scale.px(12)
        return rows

    def holds(self) -> bool:
        """Whether something was entered here that leaving would lose."""
        return bool(self.ui.typed)

    def _confirm(self) -> None:
        """Enter in a text field: what the primary button does, or says why not."""
        buttons = [one for one in self.ui.all() if isinstance(one, Button) and one.kind == "primary"]
        if buttons:
            self.ui.typed.clear()
            self.ui.activate(buttons[-1])

    def handle(self, intent: Intent) -> bool:
        focus = self.ui.focus
        if intent.do == Do.ACTIVATE and intent.key and isinstance(focus, TextField) and focus.on_done is None:
            self._confirm()
            return True
        if super().handle(intent):
            return True
        if intent.do == Do.PRESS and not self.sheet.collidepoint(intent.pos):
            if self.holds():
                self.ui.refuse(Why(self.app.tr(self.held)), self.ui.find("heading"))
            else:
                self.back()
        return True

    def draw_ground(self, surface: pygame.Surface) -> None:
        """Nothing: the scene beneath shows."""


class Message(Dialog):
    """Something to read. `paragraphs` are (style, text)."""

    name = "message"

    def __init__(self, app: App, title: str, paragraphs: Sequence[tuple[theme.Style, str]]) -> None:
        super().__init__(app, title)
        self.paragraphs = list(paragraphs)

    def fill(self, area: ScrollArea, width: int) -> None:
        y = 0
        for number, (style, text) in enumerate(self.paragraphs):
            height = self.app.text.measure(text, style, width)[1]
            area.add(Label(self.app, f"line.{number}", pygame.Rect(0, y, width, height), text, style, self.ink))
            y += height + self.app.scale.px(10)


class Question(Message):
    """A question with an answer that acts and one that leads out; the safe one has the focus."""

    name = "question"

    def __init__(
        self,
        app: App,
        title: str,
        text: str,
        answers: Sequence[tuple[str, str, Callable[[], None]]],
        *,
        cancel: str = "button.cancel",
        kind: str = "danger",
    ) -> None:
        super().__init__(app, title, [(theme.BODY, text)])
        self.answers = list(answers)
        self.cancel = cancel
        self.kind = kind
        """The look of the first answer: ``danger`` for what cannot be taken back."""
        self.ui.focus_first("cancel")

    def buttons(self) -> Sequence[tuple[str, str, Callable[[], None], str]]:
        def answer(act: Callable[[], None]) -> Callable[[], None]:
            def chosen() -> None:
                self.app.manager.pop()
                act()

            return chosen

        acts = [
            (id, word, answer(act), self.kind if number == 0 else "plain")
            for number, (id, word, act) in enumerate(self.answers)
        ]
        return [("cancel", self.app.tr(self.cancel), self.back, "plain"), *acts]


class NameDialog(Dialog):
    """Asks what something is to be called."""

    name = "name"
    width = 560.0

    def __init__(self, app: App, title: str, hint: str, word: str, wanted: str, on_name: Callable[[str], None]) -> None:
        """`hint` stands in the empty field, `word` on the button, `wanted` is the name to begin with."""
        super().__init__(app, title)
        self.hint, self.word = hint, word
        self.wanted = wanted
        self.on_name = on_name
        self.ui.focus_first("field")

    def fill(self, area: ScrollArea, width: int) -> None:
        place = pygame.Rect(0, 0, width, self.app.text.control(52))
        area.add(TextField(self.app, "field", place, self.wanted, self._set, hint=self.hint, longest=MAX_NAME))

    def _set(self, name: str) -> None:
        self.wanted = name

    def _done(self) -> None:
        self.app.manager.pop()
        self.on_name(self.wanted)

    def buttons(self) -> Sequence[tuple[str, str, Callable[[], None], str]]:
        return (
            ("cancel", self.app.tr("button.cancel"), self.back, "plain"),
            ("done", self.word, self._done, "primary"),
        )


class PickList(Dialog):
    """All choices below each other; the present one is marked."""

    name = "pick"
    width = 480.0

    def __init__(
        self, app: App, title: str, choices: Sequence[tuple[Any, str]], value: Any, on_change: Callable[[Any], None]
    ) -> None:
        super().__init__(app, title)
        self.choices = list(choices)
        self.value = value
        self.on_change = on_change
        chosen = next((number for number, (one, _) in enumerate(self.choices) if one == value), 0)
        self.ui.focus_first(f"choice.{chosen}")

    def fill(self, area: ScrollArea, width: int) -> None:
        y = 0
        for number, (value, word) in enumerate(self.choices):
            high = Button.height_for(self.app, word, width)
            button = Button(
                self.app, f"choice.{number}", pygame.Rect(0, y, width, high), word, partial(self._take, value),
                kind="paper", on=value == self.value, align="left",
            )  # fmt: skip
            area.add(button)
            y += high + self.app.scale.px(8)

    def _take(self, value: Any) -> None:
        self.app.manager.pop()
        self.on_change(value)

    def buttons(self) -> Sequence[tuple[str, str, Callable[[], None], str]]:
        return (("cancel", self.app.tr("button.cancel"), self.back, "plain"),)
