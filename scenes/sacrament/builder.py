"""The character builder (SAC-BUILDER): steps in any order, a live sheet, unlimited undo. All answers are the rules'."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pygame

from game.sacrament import builder as rules
from game.sacrament.characters import Character, pick_counter
from game.sacrament.content import PRACTICES
from game.sacrament.faults import faults_of
from scenes import theme
from scenes.app import App
from scenes.input import Do, Intent
from scenes.sacrament import paper
from scenes.sacrament.draft import VOWS, Draft
from scenes.sacrament.sheet_view import SheetView
from scenes.sacrament.step_attributes import AttributeStep
from scenes.sacrament.step_gear import SHELVES, GearStep
from scenes.sacrament.step_paths import PathStep
from scenes.scale import Layout
from scenes.widgets import (
    Button,
    Choice,
    Drawn,
    IconButton,
    Label,
    ScrollArea,
    TextField,
    Ui,
    Why,
    Widget,
    make_tabs,
)

STEP_ICONS = {
    "name": "tied-scroll", "attributes": "biceps", "paths": "choice", "gear": "backpack", "practice": "prayer",
    "sheet": "scroll-quill",
}  # fmt: skip


class Builder(Draft):
    """The screen of the character on the desk."""

    name = "builder"
    backdrop = "table"

    def __init__(
        self,
        app: App,
        sheet: Character | None = None,
        path: Path | None = None,
        done: Callable[[Character], None] | None = None,
    ) -> None:
        super().__init__(app, sheet, path, done)
        self.shelf = SHELVES[0]
        self.tier = self.sheet.level
        self.attributes, self.paths, self.gear = AttributeStep(self), PathStep(self), GearStep(self)
        self._version = 0
        self._ground: tuple[object, pygame.Surface | None] = (None, None)
        self._still: tuple[object, pygame.Surface | None] = (None, None)
        self.ui.focus_first(f"step.{self.step}")

    # -------------------------------------------------------------------------------------------------- layout

    @property
    def room(self) -> Layout:
        """The layout class, taking the text's size into account."""
        wide = self.app.scale.wide / max(1.0, self.app.scale.text_factor**0.8)
        return Layout.FULL if wide >= 1500 else Layout.COMPACT if wide >= 1040 else Layout.SINGLE

    def build(self, ui: Ui) -> None:
        self._version += 1
        app, scale = self.app, self.app.scale
        edge, gap = scale.px(20), scale.px(14)
        top = self._build_head(ui, pygame.Rect(edge, edge // 2, scale.width - 2 * edge, 0))
        body = pygame.Rect(edge, top + gap, scale.width - 2 * edge, scale.height - top - gap - edge // 2)
        self.sheets: list[pygame.Rect] = []
        if self.room == Layout.FULL:
            left = pygame.Rect(body.left, body.top, scale.px(280), body.height)
            right = pygame.Rect(body.right - scale.px(450), body.top, scale.px(450), body.height)
            middle = pygame.Rect(left.right + gap, body.top, right.left - left.right - 2 * gap, body.height)
            self._build_steps(ui, left)
        else:
            high = app.text.control(52)
            names = [(step, app.tr(f"sac.step.{step}")) for step in rules.STEPS]
            strip = pygame.Rect(body.left, body.top, body.width, high)
            ui.add(*make_tabs(app, "step", strip, names, self.step, self.show_step, region="left"))
            rest = pygame.Rect(body.left, strip.bottom + gap // 2, body.width, body.bottom - strip.bottom - gap // 2)
            live = scale.px(360 * max(1.0, scale.text_factor) ** 0.5)
            right = pygame.Rect(rest.right - live, rest.top, live, rest.height)
            middle = rest.copy()
            if self.room == Layout.COMPACT:
                middle.width = right.left - gap - middle.left
        if self.room != Layout.SINGLE:
            self._build_live(ui, right)
        self._build_step(ui, middle)

    def draw_ground(self, surface: pygame.Surface) -> None:
        """The table and the sheets on it, kept as one picture until they lie otherwise."""
        key = (tuple(map(tuple, self.sheets)), surface.get_size())
        if self._ground[0] != key or self._ground[1] is None:
            ground = pygame.Surface(surface.get_size()).convert()
            super().draw_ground(ground)
            for sheet in self.sheets:
                paper.vellum(self.app, ground, sheet)
            self._ground = (key, ground)
        kept = self._ground[1]
        assert kept is not None
        surface.blit(kept, (0, 0))

    def draw(self, surface: pygame.Surface) -> None:
        """What has not changed since the last frame is shown again as it was."""
        ui = self.ui
        key = (
            self._version,
            tuple((w.id, w.hovered, w.pressed, w.focused) for w in ui.all() if w.hovered or w.pressed or w.focused),
            tuple(round(w.offset) for w in ui.widgets if isinstance(w, ScrollArea)),
            ui.show_ring,
            round(ui.nudge),
            surface.get_size(),
        )
        if self._still[0] != key or self._still[1] is None or ui.moving or self.app.text.recorder is not None:
            still = self._still[1] if self._still[1] is not None else pygame.Surface(surface.get_size()).convert()
            if still.get_size() != surface.get_size():
                still = pygame.Surface(surface.get_size()).convert()
            self.draw_ground(still)
            ui.draw(still)
            self._still = (key, still)
        kept = self._still[1]
        assert kept is not None
        surface.blit(kept, (0, 0))
        ui.draw_over(surface)

    def rebuild(self) -> None:
        self._ground = self._still = (None, None)
        super().rebuild()

    def _inside(self, place: pygame.Rect) -> pygame.Rect:
        """Lay a sheet of vellum and return the room on it."""
        self.sheets.append(place)
        return place.inflate(-2 * self.app.scale.px(26), -2 * self.app.scale.px(24))

    def _build_head(self, ui: Ui, row: pygame.Rect) -> int:
        """Name, pick counter, and the acts on the whole character; returns the bottom."""
        app, scale = self.app, self.app.scale
        side = max(scale.px(48), app.text.control())
        gap = scale.px(8)
        acts: list[tuple[str, str, str, Callable[[], None], Why | None]] = [
            (
                "undo",
                "return-arrow",
                app.tr("sac.build.undo"),
                self.undo,
                None if self._past else Why(app.tr("sac.build.no_undo")),
            ),
            (
                "redo",
                "clockwise-rotation",
                app.tr("sac.build.redo"),
                self.redo,
                None if self._ahead else Why(app.tr("sac.build.no_redo")),
            ),
            ("save", "save", app.tr("sac.build.save"), self.save, None),
            ("print", "scroll-quill", app.tr("sac.build.print"), self.print_sheet, None),
            ("back", "exit-door", app.tr("button.back"), self.back, None),
        ]
        x = row.right
        for id, icon, word, act, reason in reversed(acts):
            x -= side
            ui.add(
                IconButton(app, id, pygame.Rect(x, row.top, side, side), icon, word, act, reason=reason, region="top")
            )
            x -= gap
        x -= side
        place = pygame.Rect(x, row.top, side, side)
        ui.add(
            IconButton(
                app, "override", place, "crown", app.tr("sac.build.override"), self._turn_override, on=self.override,
                region="top", tooltip=app.tr("sac.build.override.help"),
            )
        )  # fmt: skip
        x -= gap
        earned, _, left = pick_counter(self.sheet)
        counter = app.tr("sac.picks.left", left=left, earned=earned)
        wide = app.text.measure(counter, theme.LABEL_BOLD)[0] + scale.px(46)
        box = pygame.Rect(x - wide, row.top, wide, side)
        ui.add(
            Drawn(
                app,
                "counter",
                box,
                partial(self._draw_counter, words=counter, left=left),
                text=counter,
                region="prompt",
            )
        )
        title = pygame.Rect(row.left, row.top, box.left - row.left - gap, side)
        words = self.sheet.name or app.tr("sac.build.new")
        style = paper.fit(app, words, paper.PAGE_TITLE.sized(34), title.width, 20)
        while style.size > 14 and app.text.measure(words, style)[1] > side:
            style = style.sized(style.size - 1)
        ui.add(Label(app, "title", title, words, style, theme.BONE, valign="middle", must_fit=False, tooltip=words))
        return row.top + side

    def _draw_counter(self, surface: pygame.Surface, widget: Widget, *, words: str, left: int) -> None:
        app, box = self.app, widget.box
        side = app.scale.px(26)
        app.paint.panel(surface, box, "ink", "counter")
        colour = theme.CANDLE if left > 0 else theme.BAD_ON_DARK if left < 0 else theme.BONE
        icon = app.assets.icon("choice", side, colour)
        surface.blit(icon, icon.get_rect(midleft=(box.left + app.scale.px(8), box.centery)))
        inside = pygame.Rect(
            box.left + side + app.scale.px(14), box.top, box.width - side - app.scale.px(18), box.height
        )
        app.text.draw(surface, words, inside, theme.LABEL_BOLD, colour, valign="middle", wrap=False)

    def _build_steps(self, ui: Ui, place: pygame.Rect) -> None:
        """The steps below each other, each with its state."""
        app, scale = self.app, self.app.scale
        inside = self._inside(place)
        states = rules.step_states(self.content, self.sheet)
        high = max(
            scale.px(60), app.text.line_height(theme.BUTTON_TEXT) + app.text.line_height(theme.SECONDARY) + scale.px(14)
        )
        y = inside.top
        for step in rules.STEPS:
            state = states[step]
            row = pygame.Rect(inside.left, y, inside.width, high)
            word = app.tr(f"sac.step.{step}")
            ui.add(
                Button(
                    app, f"step.{step}", row, word, partial(self.show_step, step), icon=STEP_ICONS[step], kind="paper",
                    on=step == self.step, align="left", detail=app.tr(f"sac.state.{state}"), region="left",
                )
            )  # fmt: skip
            mark = {"done": "check-mark", "open": "plain-circle", "conflict": "cancel"}[state]
            spot = pygame.Rect(row.right - scale.px(34), row.centery - scale.px(11), scale.px(22), scale.px(22))
            ui.add(
                Drawn(
                    app, f"state.{step}", spot, partial(self._draw_mark, icon=mark, on=step == self.step), region="left"
                )
            )
            y += high + scale.px(8)

    def _draw_mark(self, surface: pygame.Surface, widget: Widget, *, icon: str, on: bool) -> None:
        colour = theme.BONE if on else paper.RUBRIC if icon == "cancel" else theme.PRINT
        image = self.app.assets.icon(icon, widget.box.width, colour)
        surface.blit(image, widget.box)

    def _turn_override(self) -> None:
        self.override = not self.override
        self.refresh()

    def _build_live(self, ui: Ui, place: pygame.Rect) -> None:
        inside = self._inside(place)
        area = ScrollArea(self.app, "live", inside, region="right", paper=True)
        view = SheetView(self.app, self.content, area)
        view.whole(self.sheet)
        view.faults(faults_of(self.content, self.sheet))
        view.finish()
        ui.add(area)

    def _build_step(self, ui: Ui, place: pygame.Rect) -> None:
        inside = self._inside(place)
        {
            "name": self._step_name,
            "attributes": self.attributes.build,
            "paths": self.paths.build,
            "gear": self.gear.build,
            "practice": self._step_practice,
            "sheet": self._step_sheet,
        }[self.step](ui, inside)

    def heading(self, ui: Ui, inside: pygame.Rect, key: str) -> pygame.Rect:
        """The step's title and what it asks; returns the room below."""
        app = self.app
        title, help = app.tr(f"{key}.title"), app.tr(f"{key}.help")
        style = paper.fit(app, title, paper.UNCIAL.sized(32), inside.width, 20)
        high = app.text.measure(title, style, inside.width)[1]
        ui.add(
            Label(
                app,
                "step.title",
                pygame.Rect(inside.left, inside.top, inside.width, high),
                title,
                style,
                paper.red(app),
            )
        )
        low = app.text.measure(help, theme.BODY, inside.width)[1]
        ui.add(
            Label(
                app,
                "step.help",
                pygame.Rect(inside.left, inside.top + high, inside.width, low),
                help,
                theme.BODY,
                paper.ink(app),
            )
        )
        top = inside.top + high + low + app.scale.px(10)
        return pygame.Rect(inside.left, top, inside.width, inside.bottom - top)

    # Step: name, look, vow

    def _step_name(self, ui: Ui, inside: pygame.Rect) -> None:
        app, scale = self.app, self.app.scale
        room = self.heading(ui, inside, "sac.step.name")
        area = ScrollArea(app, "step", room, paper=True)
        width, y = area.inner_width, 0
        line, field = app.text.line_height(theme.LABEL), app.text.control(52)
        for name, longest in (("name", 40), ("player", 40), ("look", 200), ("vow", 200)):
            area.add(
                Label(
                    app,
                    f"label.{name}",
                    pygame.Rect(0, y, width, line),
                    app.tr(f"sac.field.{name}"),
                    theme.LABEL_BOLD,
                    paper.ink(app),
                )
            )
            y += line + scale.px(2)
            area.add(
                TextField(
                    app, name, pygame.Rect(0, y, width, field), getattr(self.sheet, name), partial(self._typed, name),
                    hint=app.tr(f"sac.hint.{name}"), longest=longest,
                )
            )  # fmt: skip
            y += field + scale.px(10)
        area.add(
            Choice(
                app, "vow_tag", pygame.Rect(0, y, width, field), app.tr("sac.field.vow_tag"),
                [("", app.tr("sac.about.none")), *self.vow_tags()], self.sheet.vow_tag, self._set_tag, paper=True,
                tooltip=app.tr("sac.about.help"),
            )
        )  # fmt: skip
        y += field + scale.px(10)
        levels = [(level, app.tr("sac.level", level=level)) for level in range(1, 6)]
        area.add(
            Choice(
                app, "level", pygame.Rect(0, y, width, field), app.tr("sac.field.level"), levels, self.sheet.level,
                self._set_level, paper=True,
            )
        )  # fmt: skip
        y += field + scale.px(14)
        area.add(
            Label(
                app,
                "vows.head",
                pygame.Rect(0, y, width, line),
                app.tr("sac.build.vows"),
                theme.LABEL_BOLD,
                paper.ink(app),
            )
        )
        y += line + scale.px(6)
        for tag in VOWS:
            words = app.tr(f"sac.vow.{tag}")
            high = Button.height_for(app, words, width, style=theme.BODY)
            area.add(
                Button(
                    app,
                    f"vow.{tag}",
                    pygame.Rect(0, y, width, high),
                    words,
                    partial(self._take_vow, tag),
                    kind="paper",
                    align="left",
                    style=theme.BODY,
                    on=self.sheet.vow_tag == tag and self.sheet.vow == words,
                )
            )
            y += high + scale.px(6)
        ui.add(area)

    def _set_level(self, level: int) -> None:
        self.tier = level
        self.change(rules.at_level(self.content, self.sheet, level))

    def _set_tag(self, tag: str) -> None:
        self._set(vow_tag=tag)

    def _take_vow(self, tag: str) -> None:
        self._set(vow=self.app.tr(f"sac.vow.{tag}"), vow_tag=tag)

    # Step: practice

    def _step_practice(self, ui: Ui, inside: pygame.Rect) -> None:
        app, scale = self.app, self.app.scale
        room = self.heading(ui, inside, "sac.step.practice")
        area = ScrollArea(app, "step", room, paper=True)
        y = 0
        for practice in PRACTICES:
            words, help = app.tr(f"practice.{practice}.name"), app.tr(f"sac.practice.{practice}")
            width = area.inner_width
            high = max(
                scale.px(84),
                app.text.line_height(theme.BUTTON_TEXT)
                + app.text.measure(help, theme.SECONDARY, width - scale.px(90))[1]
                + scale.px(22),
            )
            area.add(
                Button(
                    app,
                    f"practice.{practice}",
                    pygame.Rect(0, y, width, high),
                    words,
                    partial(self._set, practice=practice),
                    icon=paper.PRACTICE_ICONS[practice],
                    kind="paper",
                    on=self.sheet.practice == practice,
                    align="left",
                    detail=help,
                )
            )
            y += high + scale.px(10)
        area.content_height = y
        ui.add(area)

    # Step: the whole sheet

    def _step_sheet(self, ui: Ui, inside: pygame.Rect) -> None:
        app, scale = self.app, self.app.scale
        words = [
            ("save-whole", app.tr("sac.build.save"), self.save),
            ("print.whole", app.tr("sac.build.print"), self.print_sheet),
        ]
        wide = (inside.width - scale.px(12)) // 2
        high = max(Button.height_for(app, word, wide, icon=True) for _, word, _ in words)
        y = inside.bottom - high
        for number, (id, word, act) in enumerate(words):
            ui.add(
                Button(
                    app,
                    id,
                    pygame.Rect(inside.left + number * (wide + scale.px(12)), y, wide, high),
                    word,
                    act,
                    kind="paper",
                    icon="save" if number == 0 else "scroll-quill",
                )
            )
        area = ScrollArea(
            app, "whole", pygame.Rect(inside.left, inside.top, inside.width, y - inside.top - scale.px(10)), paper=True
        )
        view = SheetView(app, self.content, area, region="stage")
        view.faults(faults_of(self.content, self.sheet))
        view.whole(self.sheet, full=True)
        view.finish()
        ui.add(area)

    # ----------------------------------------------------------------------------------------------------- keys

    def handle(self, intent: Intent) -> bool:
        if intent.do == Do.UNDO:
            self.undo()
            return True
        if intent.do == Do.REDO:
            self.redo()
            return True
        if intent.do == Do.QUICK_SAVE:
            self.save()
            return True
        return super().handle(intent)
