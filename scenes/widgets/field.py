"""A line of text to type into."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pygame

from scenes import theme
from scenes.input import Do, Intent
from scenes.text import clean
from scenes.widgets.base import Widget

if TYPE_CHECKING:
    from scenes.app import App

BLINK = 530.0


class TextField(Widget):
    """One line, cleaned as it is typed or pasted, at most `longest` letters.

    `on_change` gets the text after every change; `on_done` when Enter is pressed. Compositions of an input method are
    shown underlined and belong to it until it hands the text over.
    """

    takes_text = True

    def __init__(
        self,
        app: App,
        id: str,
        rect: pygame.Rect,
        value: str,
        on_change: Callable[[str], None],
        *,
        hint: str = "",
        longest: int = 40,
        on_done: Callable[[], None] | None = None,
        **more: Any,
    ) -> None:
        super().__init__(app, id, rect, **{"text": f"{hint}: {value}", **more})
        self.value = clean(value).replace("\n", " ")
        self.on_change = on_change
        self.on_done = on_done
        self.hint = hint
        self.longest = longest
        self.caret = len(self.value)
        self.anchor = self.caret
        self.composition = ""
        self._blink = 0.0

    # Editing

    @property
    def selection(self) -> tuple[int, int]:
        return min(self.caret, self.anchor), max(self.caret, self.anchor)

    def _replace(self, text: str) -> None:
        """Put `text` in the place of what is selected. Accents in it, and those behind the place, join the letter that
        they follow then; what is too long is left out at its end."""
        start, end = self.selection
        head, tail = self.value[:start], self.value[end:]
        text = clean(text, piece=True).replace("\n", " ")
        while True:
            before = clean(head + text)
            value = clean(before + tail)
            if len(value) <= self.longest or not text:
                break
            text = text[: max(0, min(len(text) - 1, self.longest - len(head) - len(tail)))]
        self.caret = self.anchor = min(len(value), len(before))
        if value != self.value:
            self.value = value
            if self.ui is not None:
                self.ui.typed.add(self.id)
            self.on_change(value)

    def _move(self, caret: int, extend: bool) -> None:
        self.caret = min(len(self.value), max(0, caret))
        if not extend:
            self.anchor = self.caret
        self._blink = 0.0

    def handle(self, intent: Intent) -> bool:
        if not self.enabled:
            return False
        if intent.do == Do.TEXT:
            self.composition = ""
            self._replace(intent.text)
        elif intent.do == Do.COMPOSE:
            self.composition = intent.text
        elif intent.do in (Do.BACKSPACE, Do.DELETE):
            if self.caret == self.anchor:
                self.anchor = min(len(self.value), max(0, self.caret + (-1 if intent.do == Do.BACKSPACE else 1)))
            self._replace("")
        elif intent.do in (Do.LEFT, Do.RIGHT):
            start, end = self.selection
            if start != end and not intent.extend:
                self._move(start if intent.do == Do.LEFT else end, False)
            else:
                self._move(self.caret + (-1 if intent.do == Do.LEFT else 1), intent.extend)
        elif intent.do in (Do.HOME, Do.END):
            self._move(0 if intent.do == Do.HOME else len(self.value), intent.extend)
        elif intent.do == Do.SELECT_ALL:
            self.anchor, self.caret = 0, len(self.value)
        elif intent.do in (Do.COPY, Do.CUT):
            self._copy(cut=intent.do == Do.CUT)
        elif intent.do == Do.PASTE:
            self._replace(_clipboard())
        elif intent.do == Do.ACTIVATE and intent.key and self.on_done is not None:
            if self.ui is not None:
                self.ui.typed.discard(self.id)
            self.on_done()
        else:
            return False
        self._blink = 0.0
        return True

    def _copy(self, *, cut: bool) -> None:
        start, end = self.selection
        if start == end:
            return
        try:
            pygame.scrap.put_text(self.value[start:end])
        except (pygame.error, ValueError):
            return  # no clipboard: the selection stays as it is
        if cut:
            self._replace("")

    # Pointer

    def _text_box(self) -> pygame.Rect:
        return self.box.inflate(-self.app.scale.px(24), 0)

    def _x_of(self, index: int) -> int:
        return self.app.text.lay(self.value[:index], theme.LABEL).width if index else 0

    def _shift(self) -> int:
        """How far the text is moved left so that the caret is seen."""
        return max(0, self._x_of(self.caret) - self._text_box().width + self.app.scale.px(4))

    def press_at(self, pos: tuple[int, int]) -> None:
        x = pos[0] - self._text_box().left + self._shift()
        nearest = min(range(len(self.value) + 1), key=lambda index: abs(self._x_of(index) - x))
        self._move(nearest, False)

    def update(self, dt: float) -> bool:
        if not self.focused:
            return False
        before = self._blink < BLINK
        self._blink = (self._blink + dt) % (2 * BLINK)
        return before != (self._blink < BLINK)

    def draw(self, surface: pygame.Surface) -> None:
        scale = self.app.scale
        self.app.paint.button(surface, self.box, "hover" if self.focused or self.hovered else self.look, "paper")
        ink = theme.INK if self.app.settings.high_contrast else theme.PRINT
        if self.app.settings.high_contrast:
            pygame.draw.rect(surface, theme.BONE, self.box.inflate(-scale.px(8), -scale.px(8)))
        inside = self._text_box()
        before = surface.get_clip()
        surface.set_clip(inside.inflate(scale.px(4), -scale.px(4)).clip(before))
        shift = self._shift() if self.focused else 0
        line = pygame.Rect(inside.left - shift, inside.top, max(inside.width, 8000), inside.height)
        self.app.text.scrolling += 1
        if self.focused and self.selection[0] != self.selection[1]:
            start, end = (inside.left - shift + self._x_of(index) for index in self.selection)
            high = self.app.text.line_height(theme.LABEL)
            pygame.draw.rect(
                surface,
                theme.mix(theme.CANDLE, theme.PARCHMENT, 0.35),
                (start, inside.centery - high // 2, end - start, high),
            )
        if self.value or self.composition:
            shown = self.value[: self.caret] + self.composition + self.value[self.caret :]
            self.app.text.draw(surface, shown, line, theme.LABEL, ink, valign="middle", wrap=False)
        elif self.hint:
            self.app.text.draw(surface, self.hint, line, theme.LABEL, theme.FAINT_ON_PAPER, valign="middle", wrap=False)
        self.app.text.scrolling -= 1
        if self.composition:
            start = inside.left - shift + self._x_of(self.caret)
            width = self.app.text.lay(self.composition, theme.LABEL).width
            y = inside.centery + self.app.text.line_height(theme.LABEL) // 2 - scale.px(3)
            pygame.draw.line(surface, theme.BLOOD, (start, y), (start + width, y), max(1, scale.px(2)))
        if self.focused and self._blink < BLINK:
            x = inside.left - shift + self._x_of(self.caret)
            high = self.app.text.line_height(theme.LABEL)
            pygame.draw.line(
                surface, ink, (x, inside.centery - high // 2), (x, inside.centery + high // 2), max(1, scale.px(2))
            )
        surface.set_clip(before)

    def remember(self) -> Any:
        return (self.caret, self.anchor)

    def recall(self, state: Any) -> None:
        caret, anchor = state
        self.caret, self.anchor = min(caret, len(self.value)), min(anchor, len(self.value))


def _clipboard() -> str:
    try:
        return pygame.scrap.get_text() or ""
    except (pygame.error, ValueError, UnicodeError):
        return ""
