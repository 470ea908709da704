"""Labels, panels, buttons, switches, choices, sliders."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import pygame

from scenes import theme
from scenes.input import Do, Intent
from scenes.theme import Colour, Style
from scenes.widgets.base import Widget

if TYPE_CHECKING:
    from scenes.app import App


class Label(Widget):
    """A text that is only read. Its box must hold it: measure with `Label.height_for` where it may be long."""

    focusable = False

    def __init__(
        self,
        app: App,
        id: str,
        rect: pygame.Rect,
        content: str,
        style: Style = theme.BODY,
        colour: Colour = theme.BONE,
        *,
        align: str = "left",
        valign: str = "top",
        must_fit: bool = True,
        shadow: Colour | None = None,
        **more: Any,
    ) -> None:
        super().__init__(app, id, rect, **{"text": content, **more})
        self.content = content
        self.style = style
        self.colour = colour
        self.align, self.valign = align, valign
        self.must_fit = must_fit
        self.shadow = shadow

    @staticmethod
    def height_for(app: App, content: str, style: Style, width: int) -> int:
        """The height in pixels that `content` takes at that width."""
        return app.text.measure(content, style, width)[1]

    def draw(self, surface: pygame.Surface) -> None:
        self.app.text.draw(
            surface,
            self.content,
            self.box,
            self.style,
            self.colour,
            align=self.align,
            valign=self.valign,
            must_fit=self.must_fit,
            shadow=self.shadow,
        )


class Panel(Widget):
    """A ground behind other widgets."""

    focusable = False

    def __init__(self, app: App, id: str, rect: pygame.Rect, kind: str = "soot", **more: Any) -> None:
        super().__init__(app, id, rect, **more)
        self.kind = kind

    def draw(self, surface: pygame.Surface) -> None:
        self.app.paint.shadow(surface, self.box)
        self.app.paint.panel(surface, self.box, self.kind, self.id)


class Drawn(Widget):
    """A place where a scene draws by itself: a picture, a card, a track."""

    def __init__(
        self,
        app: App,
        id: str,
        rect: pygame.Rect,
        paint: Callable[[pygame.Surface, Widget], None],
        on_press: Callable[[], None] | None = None,
        **more: Any,
    ) -> None:
        super().__init__(app, id, rect, **more)
        self.paint = paint
        self.on_press = on_press

    @property
    def focusable(self) -> bool:  # type: ignore[override]
        return any(x is not None for x in (self.on_press, self.on_inspect, self.payload, self.on_drop, self.reason))

    def activate(self) -> None:
        if self.on_press is not None:
            self.on_press()
        elif self.payload is not None and self.ui is not None:
            self.ui.carried = None if self.ui.carried is self else self

    def draw(self, surface: pygame.Surface) -> None:
        self.paint(surface, self)


class Button(Widget):
    """A word (and an icon) that does something. Its label never changes; a dim one says why."""

    def __init__(
        self,
        app: App,
        id: str,
        rect: pygame.Rect,
        label: str,
        on_press: Callable[[], None],
        *,
        icon: str = "",
        kind: str = "plain",
        on: bool = False,
        align: str = "center",
        style: Style = theme.BUTTON_TEXT,
        detail: str = "",
        sound: str = "press",
        **more: Any,
    ) -> None:
        super().__init__(app, id, rect, **{"text": f"{label}. {detail}" if detail else label, **more})
        self.label = label
        self.on_press = on_press
        self.icon = icon
        self.kind = kind
        self.on = on
        self.align = align
        self.style = style
        self.detail = detail
        self.sound = sound

    @staticmethod
    def width_for(app: App, label: str, *, icon: bool = False, style: Style = theme.BUTTON_TEXT) -> int:
        """The width in pixels a button needs for its word, at least its target size."""
        words = app.text.measure(label, style)[0]
        beside = round(app.scale.text_px(style.size) * 1.7) if icon else 0
        return max(app.scale.px(96), words + beside + app.scale.px(40))

    @staticmethod
    def height_for(app: App, label: str, width: int, *, icon: bool = False, style: Style = theme.BUTTON_TEXT) -> int:
        """The height in pixels at that width, at least the target size."""
        beside = round(app.scale.text_px(style.size) * 1.7) if icon else 0
        inside = max(1, width - app.scale.px(28) - beside)
        return max(app.scale.px(48), app.text.measure(label, style, inside)[1] + app.scale.px(18))

    @property
    def drawn_look(self) -> str:
        return "on" if self.on and self.look in ("normal", "hover") else self.look

    def activate(self) -> None:
        self.app.audio.play(self.sound, caption=False)
        self.on_press()

    def draw(self, surface: pygame.Surface) -> None:
        look = self.drawn_look
        box = self.box
        if self.ui is not None and self.ui.nudge > 0 and self.ui.nudged == self.id:
            box = box.move(self.app.scale.px(3) if self.ui.nudge > 33 else -self.app.scale.px(3), 0)
        self.app.paint.button(surface, box, look, self.kind)
        ink = self.app.paint.button_ink(look, self.kind)
        inside = box.inflate(-self.app.scale.px(28), -self.app.scale.px(8))
        if look == "pressed":
            inside.move_ip(0, max(1, self.app.scale.px(1)))
        size = self.app.scale.text_px(self.style.size)
        if self.icon:
            side = round(size * 1.35)
            gap = round(size * 0.35)
            words = min(self.app.text.lay(self.label, self.style).width, inside.width - side - gap)
            left = (
                inside.left if self.align == "left" else inside.left + max(0, (inside.width - words - side - gap) // 2)
            )
            surface.blit(self.app.assets.icon(self.icon, side, ink), (left, inside.centery - side // 2))
            inside = pygame.Rect(left + side + gap, inside.top, inside.right - left - side - gap, inside.height)
        if self.detail and self._detail_fits(inside):
            self._draw_two_lines(surface, inside, ink)
            return
        align = "left" if self.icon else self.align
        style = self._fitting_style(inside)
        self.app.text.draw(surface, self.label, inside, style, ink, align=align, valign="middle")

    def _fitting_style(self, inside: pygame.Rect) -> Style:
        """The style, smaller where the longest word is wider than the button or the lines are higher."""
        text, style = self.app.text, self.style
        longest = max(self.label.split(" "), key=lambda word: text.measure(word, style)[0])
        style = text.fitting(longest, style, inside.width)
        least = 12 / self.app.scale.text_factor
        while style.size > least and text.measure(self.label, style, inside.width)[1] > inside.height + 2:
            style = style.sized(style.size - 1)
        return style

    def _detail_fits(self, inside: pygame.Rect) -> bool:
        """Whether the second line has room; where it has not, tooltip and text view tell it."""
        lines = (self.label, self.style), (self.detail, theme.SECONDARY)
        room = inside.height - self.app.scale.px(6)
        return sum(self.app.text.measure(text, style, inside.width)[1] for text, style in lines) <= room

    def _draw_two_lines(self, surface: pygame.Surface, inside: pygame.Rect, ink: Colour) -> None:
        align = "left" if self.icon or self.align == "left" else "center"
        first = self.app.text.measure(self.label, self.style, inside.width)[1]
        second = self.app.text.measure(self.detail, theme.SECONDARY, inside.width)[1]
        top = inside.centery - (first + second) // 2
        self.app.text.draw(
            surface, self.label, pygame.Rect(inside.x, top, inside.width, first), self.style, ink, align=align
        )
        below = pygame.Rect(inside.x, top + first, inside.width, second)
        faint = theme.mix(ink, self.app.paint.button_colours(self.look, self.kind)[0], 0.15)
        self.app.text.draw(surface, self.detail, below, theme.SECONDARY, faint, align=align)


class IconButton(Button):
    """An icon alone; its word is the tooltip. `badge`: a sign or two beside the icon that say how it stands."""

    def __init__(
        self,
        app: App,
        id: str,
        rect: pygame.Rect,
        icon: str,
        word: str,
        on_press: Callable[[], None],
        *,
        turn: float = 0.0,
        badge: str = "",
        **more: Any,
    ) -> None:
        super().__init__(app, id, rect, word, on_press, icon=icon, **{"tooltip": word, **more})
        self.badge = badge
        self.turn = turn
        """Degrees by which the icon is turned, against the clock."""

    def draw(self, surface: pygame.Surface) -> None:
        look = self.drawn_look
        self.app.paint.button(surface, self.box, look, self.kind)
        side = round(min(self.box.size) * (0.44 if self.badge else 0.58))
        ink = self.app.paint.button_ink(look, self.kind)
        image = self.app.assets.icon(self.icon, side, ink)
        if self.turn:
            image = pygame.transform.rotate(image, self.turn)
        place = image.get_rect(center=self.box.center)
        if self.badge:
            place.top = self.box.top + round(self.box.height * 0.1)
            sign = self.app.text.font("AlegreyaSans-700", round(self.box.height * 0.36)).render(self.badge, True, ink)
            widest = self.box.width - self.app.scale.px(6)
            if sign.get_width() > widest:
                sign = pygame.transform.smoothscale_by(sign, widest / sign.get_width())
            surface.blit(sign, sign.get_rect(center=(self.box.centerx, (place.bottom + self.box.bottom) // 2)))
        surface.blit(image, place)


class Chip(Button):
    """A clause id that opens its rule."""

    keeps_focus = False

    def __init__(self, app: App, id: str, rect: pygame.Rect, clause: str, *, paper: bool = True, **more: Any) -> None:
        super().__init__(
            app, id, rect, clause, lambda: app.open_clause(clause), kind="paper" if paper else "plain",
            style=theme.SECONDARY, **{"text": app.tr("chip.text", clause=clause), **more},
        )  # fmt: skip
        self.paper = paper

    @staticmethod
    def size_for(app: App, clause: str) -> tuple[int, int]:
        width, height = app.text.measure(clause, theme.SECONDARY)
        return width + app.scale.px(32), max(app.scale.px(36), height + app.scale.px(10))

    def draw(self, surface: pygame.Surface) -> None:
        self.app.paint.button(surface, self.box, self.drawn_look, self.kind)
        colour = (
            theme.BLOOD
            if self.paper and not self.app.settings.high_contrast
            else self.app.paint.button_ink(self.look, self.kind)
        )
        self.app.text.draw(
            surface, self.label, self.box, self.style, colour, align="center", valign="middle", wrap=False
        )


class Toggle(Widget):
    """On or off, said by place, mark and word."""

    def __init__(
        self,
        app: App,
        id: str,
        rect: pygame.Rect,
        label: str,
        value: bool,
        on_change: Callable[[bool], None],
        *,
        paper: bool = False,
        **more: Any,
    ) -> None:
        state = app.tr("toggle.on" if value else "toggle.off")
        super().__init__(app, id, rect, **{"text": f"{label}: {state}", **more})
        self.label, self.value, self.on_change = label, value, on_change
        self.paper = paper
        self.word = state

    def activate(self) -> None:
        self.app.audio.play("press", caption=False)
        self.on_change(not self.value)

    def handle(self, intent: Intent) -> bool:
        if intent.do in (Do.LEFT, Do.RIGHT) and self.enabled and (intent.do == Do.RIGHT) != self.value:
            self.activate()
            return True
        return False

    def draw(self, surface: pygame.Surface) -> None:
        scale = self.app.scale
        box = self.box
        side = min(scale.px(38), box.height)
        square = pygame.Rect(0, 0, side, side)
        square.midright = (box.right, box.centery)
        self.app.paint.check_box(surface, square, self.value, self.look)
        ink = _ink(self)
        words = pygame.Rect(box.left, box.top, square.left - box.left - scale.px(12), box.height)
        state_width = self.app.text.measure(self.word, theme.SECONDARY)[0] + scale.px(8)
        if self.label:
            name = pygame.Rect(words.left, words.top, words.width - state_width, words.height)
            self.app.text.draw(surface, self.label, name, theme.LABEL, ink, valign="middle")
        self.app.text.draw(surface, self.word, words, theme.SECONDARY, ink, align="right", valign="middle", wrap=False)


class Choice(Widget):
    """One of several, walked through by its arrows (on keys or under the pointer) or opened as a list by a press.

    `choices` pairs each value with its word. `open_list` is called to show all of them (see `dialogs.pick`).
    """

    def __init__(
        self,
        app: App,
        id: str,
        rect: pygame.Rect,
        label: str,
        choices: Sequence[tuple[Any, str]],
        value: Any,
        on_change: Callable[[Any], None],
        *,
        paper: bool = False,
        **more: Any,
    ) -> None:
        self.words = dict(choices)
        super().__init__(
            app,
            id,
            rect,
            **{
                "text": f"{label}: {self.words.get(value, value)}" if label else str(self.words.get(value, value)),
                **more,
            },
        )
        self.label, self.choices, self.value, self.on_change = label, list(choices), value, on_change
        self.paper = paper
        self._press_x: int | None = None

    def _index(self) -> int:
        return next((number for number, (value, _) in enumerate(self.choices) if value == self.value), 0)

    def handle(self, intent: Intent) -> bool:
        self._press_x = None
        if intent.do not in (Do.LEFT, Do.RIGHT) or not self.enabled:
            return False
        index = self._index() + (1 if intent.do == Do.RIGHT else -1)
        if 0 <= index < len(self.choices):
            self._take(index)
        return True

    def _take(self, index: int) -> None:
        self.app.audio.play("press", caption=False)
        self.on_change(self.choices[index][0])

    def activate(self) -> None:
        side, self._press_x = self._arrow_at(self._press_x), None
        if side and 0 <= self._index() + side < len(self.choices):
            self._take(self._index() + side)
            return
        if len(self.choices) <= 2:
            self._take((self._index() + 1) % len(self.choices))
            return
        from scenes.dialogs import PickList  # a dialog is a scene, and scenes are made of widgets

        self.app.manager.push(PickList(self.app, self.label, self.choices, self.value, self.on_change))

    def press_at(self, pos: tuple[int, int]) -> None:
        self._press_x = pos[0]

    def _arrow_at(self, x: int | None) -> int:
        """Which arrow ``x`` is on: -1, 1, or 0 for none (``None``: a key was pressed)."""
        body = self._body
        wide = min(self.app.scale.px(44), body.width // 3)
        if x is None or x <= body.left:  # the label opens the list
            return 0
        return int(x >= body.right - wide) - int(x < body.left + wide)

    @property
    def _body(self) -> pygame.Rect:
        """The part that shows the value; the label stands before it."""
        if not self.label:
            return self.box
        width = min(self.box.width, max(self.box.width // 2, self.app.scale.px(200)))
        body = pygame.Rect(0, self.box.top, width, self.box.height)
        body.right = self.box.right
        return body

    def draw(self, surface: pygame.Surface) -> None:
        scale = self.app.scale
        body = self._body
        kind = "paper" if self.paper else "plain"
        self.app.paint.button(surface, body, self.look, kind)
        ink = self.app.paint.button_ink(self.look, kind)
        arm = scale.px(8)
        pad = scale.px(14)
        for side, x in ((-1, body.left + pad), (1, body.right - pad)):
            colour = (
                ink
                if 0 <= self._index() + side < len(self.choices)
                else theme.mix(ink, self.app.paint.button_colours(self.look, kind)[0], 0.65)
            )
            pygame.draw.polygon(
                surface,
                colour,
                [
                    (x + side * arm // 2, body.centery),
                    (x - side * arm // 2, body.centery - arm * 3 // 4),
                    (x - side * arm // 2, body.centery + arm * 3 // 4),
                ],
            )
        inside = body.inflate(-2 * (pad + arm), 0)
        self.app.text.draw(
            surface,
            self.words.get(self.value, str(self.value)),
            inside,
            theme.LABEL_BOLD,
            ink,
            align="center",
            valign="middle",
        )
        if self.label:
            name = pygame.Rect(self.box.left, self.box.top, body.left - self.box.left - scale.px(12), self.box.height)
            self.app.text.draw(surface, self.label, name, theme.LABEL, _ink(self), valign="middle")


class Slider(Widget):
    """A number between two ends, in steps."""

    def __init__(
        self,
        app: App,
        id: str,
        rect: pygame.Rect,
        label: str,
        value: int,
        low: int,
        high: int,
        step: int,
        on_change: Callable[[int], None],
        *,
        unit: str = "%",
        paper: bool = False,
        **more: Any,
    ) -> None:
        super().__init__(app, id, rect, **{"text": f"{label}: {value}{unit}", **more})
        self.label, self.value = label, value
        self.low, self.high, self.step = low, high, step
        self.on_change = on_change
        self.unit = unit
        self.paper = paper
        self._dragged = False

    @property
    def _track(self) -> pygame.Rect:
        scale = self.app.scale
        number = self.app.text.measure(f"{self.high}{self.unit}", theme.LABEL_BOLD)[0] + scale.px(16)
        width = max(scale.px(120), self.box.width // 2 - number) if self.label else self.box.width - number
        return pygame.Rect(self.box.right - number - width, self.box.centery - scale.px(3), width, scale.px(6))

    def _set(self, value: float) -> None:
        stepped = self.low + round((value - self.low) / self.step) * self.step
        stepped = min(self.high, max(self.low, stepped))
        if stepped != self.value:
            self.value = stepped
            self.on_change(stepped)

    def handle(self, intent: Intent) -> bool:
        by = {Do.LEFT: -1, Do.RIGHT: 1, Do.PAGE_DOWN: -4, Do.PAGE_UP: 4}.get(intent.do)
        if by is None or not self.enabled:
            return False
        self._set(self.value + by * self.step)
        return True

    def press_at(self, pos: tuple[int, int]) -> None:
        if self.enabled:
            self.drag_to(pos)

    def drag_to(self, pos: tuple[int, int]) -> bool:
        if not self.enabled:
            return False
        track = self._track
        self._set(self.low + (self.high - self.low) * (pos[0] - track.left) / max(1, track.width))
        return True

    def draw(self, surface: pygame.Surface) -> None:
        scale = self.app.scale
        track = self._track
        ink = _ink(self)
        share = (self.value - self.low) / max(1, self.high - self.low)
        groove = track.inflate(0, scale.px(34) - track.height)
        self.app.paint.slider(surface, groove, share, "pressed" if self.pressed else self.look)
        number = pygame.Rect(track.right, self.box.top, self.box.right - track.right, self.box.height)
        self.app.text.draw(
            surface,
            f"{self.value}{self.unit}",
            number,
            theme.LABEL_BOLD,
            ink,
            align="right",
            valign="middle",
            wrap=False,
        )
        if self.label:
            name = pygame.Rect(self.box.left, self.box.top, track.left - self.box.left - scale.px(20), self.box.height)
            self.app.text.draw(surface, self.label, name, theme.LABEL, ink, valign="middle")


def _ink(widget: Any) -> Colour:
    """The colour of words that stand beside a control on a panel."""
    if widget.app.settings.high_contrast:
        return theme.INK if widget.paper else theme.BONE
    if widget.paper:
        return theme.PRINT if widget.enabled else theme.FAINT_ON_PAPER
    return theme.BONE if widget.enabled else theme.FAINT_ON_DARK
