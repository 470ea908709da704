"""The settings: groups, a search, and for each line what it does, its default and a way back to it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import pygame

from scenes import theme
from scenes.app import App
from scenes.dialogs import Dialog
from scenes.heading import Heading
from scenes.input import DEFAULT_KEYS, BindingClash, Do, chord_label
from scenes.screen import Screen
from scenes.settings import GROUPS, SETTINGS, Setting, Value, speed_name
from scenes.widgets import (
    Button,
    Choice,
    IconButton,
    Label,
    Panel,
    ScrollArea,
    Slider,
    TextField,
    Toggle,
    Ui,
    Widget,
    make_tabs,
)

KEEP_TIME = 10_000.0
_SIZES = frozenset({"text_scale", "interface_scale", "font", "full_screen"})
KEYS = "keys"


def value_word(app: App, setting: Setting, value: Value) -> str:
    """How a value is called."""
    if setting.name == "language":
        return app.tr(f"language.{value}")
    if isinstance(value, float):
        return app.tr(f"settings.others_speed.{speed_name(value)}")
    if isinstance(value, bool):
        return app.tr("toggle.on" if value else "toggle.off")
    if isinstance(value, int):
        return f"{value} %" if setting.kind == "choice" or setting.unit == "%" else f"{value} {setting.unit}"
    return app.tr(f"settings.{setting.name}.{value}")


def change(app: App, setting: Setting, value: Value) -> None:
    """Set it; a change of size asks within ten seconds whether it may stay."""
    before: Value = getattr(app.settings, setting.name)
    app.set_setting(setting.name, value)
    if setting.name in _SIZES and before != value:
        app.manager.push(KeepOrRevert(app, partial(app.set_setting, setting.name, before)))


def setting_widget(app: App, setting: Setting, rect: pygame.Rect, *, paper: bool = False) -> Widget:
    """The control of a setting."""
    label = app.tr(f"settings.{setting.name}")
    value: Value = getattr(app.settings, setting.name)
    act = partial(change, app, setting)
    id = f"setting.{setting.name}"
    if setting.kind == "switch":
        return Toggle(app, id, rect, label, bool(value), act, paper=paper)
    if setting.kind == "choice":
        choices = [(choice, value_word(app, setting, choice)) for choice in setting.choices]
        return Choice(app, id, rect, label, choices, value, act, paper=paper)
    return Slider(
        app,
        id,
        rect,
        label,
        int(value),
        setting.low,
        setting.high,
        setting.step,
        act,
        unit=f" {setting.unit}",
        paper=paper,
    )


class SettingsScreen(Screen):
    """All changes act at once. Nothing needs a restart."""

    name = "settings"

    def __init__(self, app: App, group: str = GROUPS[0]) -> None:
        super().__init__(app)
        self.group = group
        self.search = ""
        self.ui.focus_first(f"group.{group}")

    def _shown(self) -> list[Setting]:
        if not self.search:
            return [setting for setting in SETTINGS if setting.group == self.group]
        wanted = self.search.casefold()
        tr = self.app.tr

        def words(setting: Setting) -> str:
            keys = (f"settings.{setting.name}", f"settings.{setting.name}.help", f"settings.group.{setting.group}")
            return " ".join(map(tr, keys)).casefold()

        return [setting for setting in SETTINGS if wanted in words(setting)]

    def _keys_found(self) -> list[Do]:
        """The acts whose word, or one of whose keys, is looked for. A letter alone is a key only by itself."""
        wanted = self.search.casefold()

        def is_found(do: Do) -> bool:
            keys = [label.casefold() for label in self.app.mapper.bindings.labels(do)]
            return (
                wanted in self.app.tr(f"key.{do}").casefold()
                or wanted in self.app.tr(f"settings.group.{KEYS}").casefold()
                or any(wanted == key or (len(wanted) > 1 and wanted in key) for key in keys)
            )

        return [do for do in DEFAULT_KEYS if is_found(do)]

    def build(self, ui: Ui) -> None:
        app, scale = self.app, self.app.scale
        search = min(scale.px(340), scale.width // 4)
        heading = Heading(self, app.tr("settings.title"), beside=search + scale.px(16))
        heading.add(ui)
        edge = heading.edge
        top = heading.title.bottom + scale.px(20)
        body = pygame.Rect(edge, top, scale.width - 2 * edge, scale.height - top - edge // 2)
        names = [(group, app.tr(f"settings.group.{group}")) for group in (*GROUPS, KEYS)]
        tabs_width = min(scale.px(300 * scale.text_factor), body.width // 4)
        tabs_area = ScrollArea(app, "groups", pygame.Rect(body.left, top, tabs_width, body.height), region="left")
        tabs = make_tabs(
            app, "group", pygame.Rect(0, scale.px(6), tabs_area.inner_width, 0), names,
            "" if self.search else self.group, self._open, region="left", vertical=True,
        )  # fmt: skip
        tabs_area.add(*tabs)
        tabs_area.content_height += scale.px(8)
        ui.add(tabs_area)
        sheet = pygame.Rect(
            tabs_area.rect.right + scale.px(16), top, body.right - tabs_area.rect.right - scale.px(16), body.height
        )
        ui.add(Panel(app, "sheet", sheet, "soot"))
        area = ScrollArea(app, f"lines.{self.group}", sheet.inflate(-2 * scale.px(28), -2 * scale.px(20)))
        if self.group == KEYS and not self.search:
            self._fill_keys(area)
        else:
            self._fill(area)
        ui.add(area)
        place, hint = heading.beside_back(search), app.tr("settings.search")
        ui.add(TextField(app, "search", place, self.search, self._find, hint=hint, region="top"))

    def _fill(self, area: ScrollArea) -> None:
        app, scale = self.app, self.app.scale
        reset = scale.px(48)
        width = area.inner_width - reset - scale.px(12)
        y = scale.px(4)
        shown = self._shown()
        for setting in shown:
            label = app.tr(f"settings.{setting.name}")
            high = max(scale.px(52), app.text.measure(label, theme.LABEL, width // 3)[1] + scale.px(8))
            area.add(setting_widget(app, setting, pygame.Rect(0, y, width, high)))
            changed = getattr(app.settings, setting.name) != setting.default
            if changed:
                word = app.tr("settings.reset", name=label)
                place = pygame.Rect(width + scale.px(12), y + (high - reset) // 2, reset, reset)
                act = partial(change, app, setting, setting.default)
                area.add(IconButton(app, f"reset.{setting.name}", place, "return-arrow", word, act, kind="quiet"))
            y += high
            default = app.tr("settings.default", value=value_word(app, setting, setting.default))
            text = f"{app.tr(f'settings.{setting.name}.help')} {default}"
            help_width = min(width, scale.px(720 * max(1.0, scale.text_factor)))
            help_high = Label.height_for(app, text, theme.SECONDARY, help_width)
            place = pygame.Rect(0, y, help_width, help_high)
            area.add(Label(app, f"help.{setting.name}", place, text, theme.SECONDARY, theme.FAINT_ON_DARK))
            y += help_high + scale.px(18)
        keys = self._keys_found() if self.search else []
        if keys:
            word = app.tr(f"settings.group.{KEYS}")
            high = Label.height_for(app, word, theme.HEADING, width)
            area.add(Label(app, "keys", pygame.Rect(0, y, width, high), word, theme.HEADING, theme.LIGHT_GOLD))
            y = self._add_keys(area, keys, y + high + scale.px(8))
        if not shown and not keys:
            text = app.tr("settings.nothing", words=self.search)
            high = Label.height_for(app, text, theme.BODY, width)
            area.add(Label(app, "nothing", pygame.Rect(0, y, width, high), text, theme.BODY, theme.BONE))
            y += high
        area.content_height = y

    def _fill_keys(self, area: ScrollArea) -> None:
        """What each key does; pressing a line binds another key."""
        app, scale = self.app, self.app.scale
        width = area.inner_width
        y = self._add_keys(area, tuple(DEFAULT_KEYS), scale.px(4))
        word = app.tr("keys.reset")
        button = min(width, Button.width_for(app, word))
        high = Button.height_for(app, word, button)
        area.add(Button(app, "keys.reset", pygame.Rect(0, y + scale.px(10), button, high), word, self._reset_keys))
        area.content_height = y + scale.px(16) + high

    def _add_keys(self, area: ScrollArea, acts: Sequence[Do], y: int) -> int:
        """A line for each act; returns the bottom."""
        app, width = self.app, area.inner_width
        for do in acts:
            high = KeyRow.height(app, do, width)
            area.add(KeyRow(app, pygame.Rect(0, y, width, high), do))
            y += high + app.scale.px(6)
        return y

    def _reset_keys(self) -> None:
        self.app.mapper.bindings.reset()
        self.app.keep_settings()
        self.refresh()

    def _open(self, group: str) -> None:
        self.group, self.search = group, ""
        self.refresh()

    def _find(self, words: str) -> None:
        self.search = words
        self.refresh()


class KeyRow(Button):
    """An act and its keys; a press asks for another key."""

    def __init__(self, app: App, rect: pygame.Rect, do: Do) -> None:
        self.do = do
        self.word = app.tr(f"key.{do}")
        self.chords = "   ".join(app.mapper.bindings.labels(do)) or app.tr("keys.none")
        text = app.tr("keys.bind", act=self.word, chords=self.chords)
        super().__init__(app, f"key.{do}", rect, text, partial(app.manager.push, KeyCapture(app, do)), kind="quiet")

    @staticmethod
    def height(app: App, do: Do, width: int) -> int:
        half = width // 2 - app.scale.px(24)
        word = app.text.measure(app.tr(f"key.{do}"), theme.LABEL, half)[1]
        chords = "   ".join(app.mapper.bindings.labels(do)) or app.tr("keys.none")
        return max(app.scale.px(44), word, app.text.measure(chords, theme.LABEL_BOLD, half)[1])

    def draw(self, surface: pygame.Surface) -> None:
        look = self.drawn_look
        self.app.paint.button(surface, self.box, look, self.kind)
        pad, half = self.app.scale.px(12), self.box.width // 2
        left = pygame.Rect(self.box.left + pad, self.box.top, half - 2 * pad, self.box.height)
        right = pygame.Rect(self.box.left + half + pad, self.box.top, half - 2 * pad, self.box.height)
        self.app.text.draw(surface, self.word, left, theme.LABEL, theme.BONE, valign="middle")
        self.app.text.draw(surface, self.chords, right, theme.LABEL_BOLD, theme.CANDLE, valign="middle")


class KeyCapture(Dialog):
    """Waits for the key that an act is to have; one that is taken is refused with the name of who has it."""

    name = "key_capture"
    width = 560.0

    def __init__(self, app: App, do: Do) -> None:
        super().__init__(app, app.tr("keys.title", act=f"@key.{do}"))
        self.do = do
        self.words = app.tr("keys.press")

    def enter(self) -> None:
        super().enter()
        self.app.mapper.capture = self._take

    def exit(self) -> None:
        self.app.mapper.capture = None

    def _take(self, chord: str) -> None:
        if chord == "escape":
            self.back()
            return
        try:
            self.app.mapper.bindings.bind(self.do, (chord,))
        except BindingClash as clash:
            self.app.audio.play("knock")
            self.words = self.app.tr("keys.taken", chord=chord_label(chord), act=f"@key.{clash.taken_by}")
            self.refresh()
            return
        self.app.keep_settings()
        self.app.manager.pop()
        self.app.manager.rebuild()

    def fill(self, area: ScrollArea, width: int) -> None:
        high = Label.height_for(self.app, self.words, theme.BODY, width)
        area.add(Label(self.app, "words", pygame.Rect(0, 0, width, high), self.words, theme.BODY, self.ink))

    def buttons(self) -> Sequence[tuple[str, str, Callable[[], None], str]]:
        return (("cancel", self.app.tr("button.cancel"), self.back, "plain"),)


class KeepOrRevert(Dialog):
    """Asks whether a new size may stay; without an answer the old one comes back."""

    name = "keep"
    width = 560.0
    held = "keep.held"

    def __init__(self, app: App, revert: Callable[[], None]) -> None:
        super().__init__(app, app.tr("keep.title"))
        self.revert = revert
        self.left = KEEP_TIME
        self.ui.focus_first("keep")

    @property
    def seconds(self) -> int:
        return max(0, -int(-self.left // 1000))

    def fill(self, area: ScrollArea, width: int) -> None:
        text = self.app.tr("keep.text", count=self.seconds)
        longest = self.app.tr("keep.text", count=10)
        high = Label.height_for(self.app, longest, theme.BODY, width)
        area.add(Label(self.app, "text", pygame.Rect(0, 0, width, high), text, theme.BODY, self.ink))

    def buttons(self) -> Sequence[tuple[str, str, Callable[[], None], str]]:
        return (
            ("revert", self.app.tr("keep.revert"), self.back, "plain"),
            ("keep", self.app.tr("keep.keep"), self.app.manager.pop, "primary"),
        )

    def back(self) -> None:
        self.app.manager.pop()
        self.revert()

    def holds(self) -> bool:
        """A press beside it is no answer."""
        return True

    def update(self, dt: float) -> bool:
        before = self.seconds
        self.left -= dt
        if self.left <= 0 and self.app.manager.top is self:
            self.back()
            return True
        if self.seconds != before:
            self.refresh()
        return super().update(dt)

    @property
    def waiting(self) -> bool:
        return True
