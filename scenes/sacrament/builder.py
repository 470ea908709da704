"""The character builder (SAC-BUILDER): steps in any order, a live sheet, unlimited undo. All answers are the rules'."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pygame
from msgspec import structs

from game.sacrament import builder as rules
from game.sacrament.characters import (
    Character,
    CharacterError,
    Fault,
    Item,
    blank_character,
    falls_with,
    faults_of,
    is_small,
    kit_of,
    pick_counter,
    pick_fault,
    show_the_way,
    slots_of,
    standings,
    take_back,
    take_pick,
)
from game.sacrament.content import ATTRIBUTES, PATHS, PRACTICES, Ability, standard_content
from scenes import theme
from scenes.app import App
from scenes.dialogs import Question
from scenes.input import Do, Intent
from scenes.sacrament import library, paper
from scenes.sacrament.graph import Graph, level_heads
from scenes.sacrament.sheet_view import SheetView, fault_words, item_words
from scenes.scale import Layout
from scenes.screen import Screen
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

SHELVES = ("weapons", "armour", "trinkets", "goods")
VOWS = ("dead", "innocent", "bell", "truth", "mending", "water", "light", "guard", "hunt", "mercy")
STEP_ICONS = {
    "name": "tied-scroll", "attributes": "biceps", "paths": "choice", "gear": "backpack", "practice": "prayer",
    "sheet": "scroll-quill",
}  # fmt: skip


class Builder(Screen):
    """One character being made or changed. `path`: its file, once it has one; `done` is called with what was saved."""

    name = "builder"
    backdrop = "table"

    def __init__(
        self,
        app: App,
        sheet: Character | None = None,
        path: Path | None = None,
        done: Callable[[Character], None] | None = None,
    ) -> None:
        super().__init__(app)
        self.content = standard_content()
        self.sheet = sheet if sheet is not None else blank_character(self.content)
        self.path, self.done = path, done
        self.kept = self.sheet
        """The sheet as it was last saved or opened."""
        self.step = "name" if sheet is None else "paths"
        self.lane = paper.leaning(self.sheet.picks) if self.sheet.picks else PATHS[0]
        self.chosen = ""
        self.way: tuple[str, ...] = ()
        self.shelf = SHELVES[0]
        self.tier = self.sheet.level
        self.override = False
        self._past: list[Character] = []
        self._ahead: list[Character] = []
        self._graph = Graph(app)
        self._version = 0
        self._ground: tuple[object, pygame.Surface | None] = (None, None)
        self._still: tuple[object, pygame.Surface | None] = (None, None)
        self.ui.focus_first(f"step.{self.step}")

    # ------------------------------------------------------------------------------------------------- changing

    def change(self, sheet: Character) -> None:
        """Another sheet, which undo can take back."""
        if sheet == self.sheet:
            return
        self._past.append(self.sheet)
        self._ahead.clear()
        self._show(sheet)

    def _show(self, sheet: Character) -> None:
        self.sheet = sheet
        self.way = tuple(id for id in self.way if id not in sheet.picks)
        self.refresh()

    def undo(self) -> None:
        if self._past:
            self._ahead.append(self.sheet)
            self.app.audio.play("paper", caption=False)
            self._show(self._past.pop())
        else:
            self.ui.refuse(Why(self.app.tr("sac.build.no_undo")), self.ui.find("undo"))

    def redo(self) -> None:
        if self._ahead:
            self._past.append(self.sheet)
            self._show(self._ahead.pop())
        else:
            self.ui.refuse(Why(self.app.tr("sac.build.no_redo")), self.ui.find("redo"))

    def _set(self, **fields: Any) -> None:
        self.change(structs.replace(self.sheet, **fields))

    def _typed(self, field: str, text: str) -> None:
        """Typing is one step of undo for as long as it goes on in one field."""
        old = self._past[-1] if self._past else None
        fresh = structs.replace(self.sheet, **{field: text})
        if old is not None and structs.replace(old, **{field: text}) == fresh:
            self.sheet = fresh
            self._ahead.clear()
            self.refresh()
        else:
            self.change(fresh)

    def _try(self, act: Callable[[], Character], widget_id: str) -> None:
        """Carry out a change that the rules may refuse."""
        try:
            changed = act()
        except CharacterError as error:
            self._refuse(error.faults[0], widget_id)
            return
        self.app.audio.play("paper", caption=False)
        self.change(changed)

    def _refuse(self, fault: Fault, widget_id: str) -> None:
        self.ui.refuse(self.why(fault), self.ui.find(widget_id))

    def why(self, fault: Fault) -> Why:
        """A fault as a reason, with its clause."""
        return Why(fault_words(self.app, fault), fault.clause)

    def show_step(self, step: str) -> None:
        self.step = step
        self.refresh()

    # ---------------------------------------------------------------------------------------------------- picks

    def press_node(self, id: str) -> None:
        """An ability of the graph: looked at, and with a second press learned or taken back."""
        if self.chosen != id:
            self.chosen, self.way = id, ()
            self.refresh()
            return
        if id in self.sheet.picks:
            self.give_up(id)
        else:
            self.learn(id)

    def learn(self, pick: str) -> None:
        widget = f"node.{pick}" if not pick.startswith("+") else f"raise.{pick[1:]}"
        fault = pick_fault(self.content, self.sheet, pick)
        if fault is not None and not self.override:
            self._refuse(fault, widget)
            return
        self._try(lambda: take_pick(self.content, self.sheet, pick, override=self.override), widget)

    def give_up(self, pick: str) -> None:
        """Take an ability back, and with it (asked once) all that hangs on it."""
        fallen = falls_with(self.content, self.sheet, pick)
        if len(fallen) <= 1:
            self.change(take_back(self.content, self.sheet, pick))
            return
        names = ", ".join(self.app.tr(f"ability.{id}.name") for id in fallen[1:])
        text = self.app.tr("sac.build.falls", ability=f"@ability.{pick}.name", others=names, n=len(fallen))
        answers = [
            (
                "take_back",
                self.app.tr("sac.build.take_all"),
                lambda: self.change(take_back(self.content, self.sheet, pick)),
            )
        ]
        self.app.manager.push(
            Question(self.app, self.app.tr("sac.build.falls.title"), text, answers, cancel="sac.build.keep_all")
        )

    def mark_way(self) -> None:
        """Show the shortest chain to the chosen ability."""
        self.way = show_the_way(self.content, self.sheet, self.chosen)
        self.refresh()

    def _way_fault(self) -> Why | None:
        """Why the marked chain cannot be bought whole."""
        sheet = self.sheet
        for pick in self.way:
            fault = pick_fault(self.content, sheet, pick)
            if fault is not None and not self.override:
                return self.why(fault)
            sheet = take_pick(self.content, sheet, pick, override=self.override)
        return None

    def walk_way(self) -> None:
        """Buy the whole marked chain, as far as the picks reach."""
        sheet = self.sheet
        for pick in self.way:
            fault = pick_fault(self.content, sheet, pick)
            if fault is not None and not self.override:
                self._refuse(fault, "walk_way")
                return
            sheet = take_pick(self.content, sheet, pick, override=self.override)
        self.change(sheet)

    # --------------------------------------------------------------------------------------------------- files

    def save(self) -> None:
        """Write the character to its own file."""
        faults = [fault for fault in faults_of(self.content, self.sheet) if fault.field == "name"]
        if faults:
            self._refuse(faults[0], "save")
            return
        try:
            self.path, self.sheet = library.save(self.app, self.sheet, self.path)
        except OSError as error:
            self.ui.refuse(
                Why(self.app.tr("sac.build.unwritable", found=error.strerror or str(error))), self.ui.find("save")
            )
            return
        self.kept = self.sheet
        self.refresh()
        self.ui.tell(Why(self.app.tr("sac.build.saved", file=self.path.name if self.path else "")))
        if self.done is not None:
            self.done(self.sheet)

    def print_sheet(self) -> None:
        """Write the sheet as a PDF beside the character's file."""
        self.app.manager.push(library.PrintSheet(self.app, self.sheet, lambda words: self.ui.tell(Why(words))))

    def back(self) -> None:
        if self.sheet == self.kept:
            self.app.manager.pop()
            return
        answers = [("leave", self.app.tr("sac.build.leave"), self.app.manager.pop)]
        self.app.manager.push(
            Question(self.app, self.app.tr("sac.build.unsaved"), self.app.tr("sac.build.unsaved.text"), answers)
        )

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
            "attributes": self._step_attributes,
            "paths": self._step_paths,
            "gear": self._step_gear,
            "practice": self._step_practice,
            "sheet": self._step_sheet,
        }[self.step](ui, inside)

    def _heading(self, ui: Ui, inside: pygame.Rect, key: str) -> pygame.Rect:
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
        room = self._heading(ui, inside, "sac.step.name")
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

    def _take_vow(self, tag: str) -> None:
        self._set(vow=self.app.tr(f"sac.vow.{tag}"), vow_tag=tag)

    # Step: attributes

    def _step_attributes(self, ui: Ui, inside: pygame.Rect) -> None:
        app, scale = self.app, self.app.scale
        room = self._heading(ui, inside, "sac.step.attributes")
        area = ScrollArea(app, "step", room, paper=True)
        line = app.text.line_height(theme.LABEL)
        high = max(scale.px(112), 2 * line + app.text.control() + scale.px(24))
        y = 0
        for name in ATTRIBUTES:
            row = pygame.Rect(0, y, area.inner_width, high)
            area.add(
                Drawn(
                    app, f"row.{name}", row, partial(self._draw_attribute, name=name), text=self._attribute_words(name)
                )
            )
            side = max(scale.px(50), app.text.control())
            x = row.left + scale.px(70)
            top = row.bottom - side - scale.px(8)
            for value in (2, 1, 0, -1):
                mine = self.sheet.attributes.get(name) == value
                chip = Button(
                    app, f"deal.{name}.{value}", pygame.Rect(x, top, side, side), paper.signed(value),
                    partial(self._deal, name, value), kind="paper", on=mine, style=paper.UNCIAL.sized(22),
                    payload=(name, value) if mine else None, on_drop=partial(self._drop_value, name),
                    text=app.tr("sac.build.deal", attribute=f"@attribute.{name}.name", value=paper.signed(value)),
                    tooltip=app.tr("sac.build.deal", attribute=f"@attribute.{name}.name", value=paper.signed(value)),
                )  # fmt: skip
                area.add(chip)
                x += side + scale.px(8)
            fault = pick_fault(self.content, self.sheet, f"+{name}")
            word, less = app.tr("sac.build.raise"), app.tr("sac.build.lower")
            raised = self.sheet.picks.count(f"+{name}")
            wide = min(scale.px(230), (row.right - x - scale.px(24)) // 2)
            area.add(
                Button(
                    app, f"raise.{name}", pygame.Rect(row.right - 2 * wide - scale.px(16), top, wide, side), word,
                    partial(self.learn, f"+{name}"), kind="paper", icon="upgrade" if wide > scale.px(180) else "",
                    reason=self.why(fault) if fault is not None and not self.override else None,
                    tooltip=app.tr("sac.build.raise.help", cap=paper.signed(2)),
                ),
                Button(
                    app, f"lower.{name}", pygame.Rect(row.right - wide - scale.px(4), top, wide, side), less,
                    partial(self.give_up, f"+{name}"), kind="paper",
                    reason=None if raised else Why(app.tr("sac.build.no_raise"), "SAC-ATTR-03"),
                ),
            )  # fmt: skip
            y += high + scale.px(10)
        ui.add(area)

    def _deal(self, name: str, value: int) -> None:
        self.change(rules.assign_attribute(self.sheet, name, value))

    def _drop_value(self, name: str, payload: Any) -> None:
        if isinstance(payload, tuple) and len(payload) == 2:
            self._deal(name, payload[1])

    def _attribute_words(self, name: str) -> str:
        kit = kit_of(self.sheet)
        return self.app.tr(
            "sac.build.attribute", attribute=f"@attribute.{name}.name", base=paper.signed(kit.base[name]),
            bonus=paper.signed(kit.bonus[name]), value=paper.signed(kit.value[name]),
        )  # fmt: skip

    def _draw_attribute(self, surface: pygame.Surface, widget: Widget, *, name: str) -> None:
        app, scale, box = self.app, self.app.scale, widget.box
        rim = theme.mix(theme.PRINT, paper.VELLUM, 0.5)
        pygame.draw.line(surface, rim, box.bottomleft, box.bottomright, max(1, scale.px(1.5)))
        side = scale.px(44)
        icon = app.assets.icon(paper.ATTRIBUTE_ICONS[name], side, paper.ink(app))
        surface.blit(icon, icon.get_rect(center=(box.left + scale.px(36), box.centery)))
        left = box.left + scale.px(70)
        line = app.text.line_height(paper.UNCIAL)
        words = app.tr(f"attribute.{name}.name")
        style = paper.fit(app, words, paper.UNCIAL, box.width // 3, 20)
        wide = app.text.measure(words, style)[0]
        app.text.draw(
            surface, words, pygame.Rect(left, box.top + scale.px(6), wide + 4, line), style, paper.red(app), wrap=False
        )
        rest = pygame.Rect(
            left + wide + scale.px(16), box.top + scale.px(6), box.right - left - wide - scale.px(28), line
        )
        told = self._attribute_words(name).partition(": ")[2] or self._attribute_words(name)
        small = paper.fit(app, told, theme.BODY, rest.width, 12)
        app.text.draw(surface, told, rest, small, paper.ink(app), valign="middle", wrap=False)

    # Step: paths

    def _step_paths(self, ui: Ui, inside: pygame.Rect) -> None:
        app, scale = self.app, self.app.scale
        tabs_high = app.text.control(50)
        names = [(path, app.tr(f"path.{path}.name")) for path in PATHS]
        strip = pygame.Rect(inside.left, inside.top, inside.width, tabs_high)
        ui.add(*make_tabs(app, "lane", strip, names, self.lane, self._set_lane))
        detail_high = max(scale.px(190), round(inside.height * 0.27))
        detail = pygame.Rect(inside.left, inside.bottom - detail_high, inside.width, detail_high)
        line = app.text.line_height(theme.SECONDARY)
        head = strip.bottom + scale.px(8)
        room = pygame.Rect(inside.left, head, inside.width, detail.top - head - scale.px(10))
        area = ScrollArea(app, "graph", room, paper=True)
        abilities = self.content.on_path(self.lane)
        ground = pygame.Rect(0, line + scale.px(4), area.inner_width, room.height - line - scale.px(12))
        self._graph.arrange(abilities, ground)
        level_heads(app, area.add, self._graph, abilities, 0)
        self._graph.build(
            area.add, abilities, standings(self.content, self.sheet), self.chosen, self.way, self.press_node,
            self._node_words, pygame.Rect(0, 0, area.inner_width, max(ground.bottom, self._graph.bottom)),
        )  # fmt: skip
        area.content_height = max(self._graph.bottom + scale.px(6), 0)
        ui.add(area)
        self._build_detail(ui, detail)

    def _set_lane(self, lane: str) -> None:
        self.lane, self.chosen, self.way = lane, "", ()
        self.refresh()

    def _node_words(self, ability: Ability) -> str:
        standing = standings(self.content, self.sheet)[ability.id]
        name = self.app.tr(f"ability.{ability.id}.name")
        return f"{name}. {self.standing_words(ability, standing.state, standing.reason)}"

    def standing_words(self, ability: Ability, state: str, reason: str) -> str:
        """How an ability stands: known, open, or what it needs."""
        app = self.app
        if state != "locked":
            return app.tr(f"sac.node.{state}")
        parents = app.tr("sac.or").join(app.tr(f"ability.{parent}.name") for parent in ability.parents)
        key = {"level": "sac.node.level", "parent": "sac.node.parent"}.get(reason, "sac.node.picks")
        return app.tr(key, level=ability.level, parents=parents)

    def _build_detail(self, ui: Ui, place: pygame.Rect) -> None:
        """The chosen ability: its text, what it needs, and what can be done with it."""
        app, scale = self.app, self.app.scale
        ui.add(
            Drawn(app, "detail.ground", place, lambda surface, widget: paper.vellum(app, surface, widget.box, "slip"))
        )
        inner = place.inflate(-2 * scale.px(22), -2 * scale.px(18))
        ability = self.content.abilities.get(self.chosen)
        if ability is None:
            words = app.tr("sac.build.pick_one")
            ui.add(
                Label(
                    app, "detail.none", inner, words, theme.BODY_ITALIC, paper.ink(app), valign="middle", align="center"
                )
            )
            return
        standing = standings(self.content, self.sheet)[ability.id]
        acts = self._detail_acts(ability, standing.state)
        wide = max(Button.width_for(app, word) for _, word, _, _ in acts)
        wide = min(wide, inner.width // 3)
        high = max(scale.px(48), max(Button.height_for(app, word, wide) for _, word, _, _ in acts))
        y = inner.top
        for id, word, act, reason in acts:
            ui.add(
                Button(app, id, pygame.Rect(inner.right - wide, y, wide, high), word, act, kind="paper", reason=reason)
            )
            y += high + scale.px(8)
        area = ScrollArea(
            app,
            "detail",
            pygame.Rect(inner.left, inner.top, inner.width - wide - scale.px(16), inner.height),
            paper=True,
        )
        view = SheetView(app, self.content, area, region="stage")
        view.words("detail.name", view.ability_line(ability.id), theme.BODY_BOLD.sized(20), paper.red(app))
        facts = app.tr(
            "sac.node.facts", level=ability.level, range=f"@sac.range.{ability.range}", kind=f"@sac.kind.{ability.kind}"
        )
        view.words("detail.facts", facts, theme.SECONDARY, paper.ink(app))
        view.words("detail.text", app.tr(f"ability.{ability.id}.text"), theme.BODY, paper.ink(app))
        view.words(
            "detail.state",
            self.standing_words(ability, standing.state, standing.reason),
            theme.BODY_ITALIC,
            paper.ink(app),
        )
        if self.way:
            chain = ", ".join(app.tr(f"ability.{id}.name") for id in self.way)
            view.words(
                "detail.way", app.tr("sac.build.way", chain=chain, n=len(self.way)), theme.BODY_BOLD, paper.red(app)
            )
        view.finish()
        ui.add(area)

    def _detail_acts(self, ability: Ability, state: str) -> list[tuple[str, str, Callable[[], None], Why | None]]:
        app = self.app
        if state == "known":
            return [("take_back", app.tr("sac.build.take_back"), partial(self.give_up, ability.id), None)]
        fault = pick_fault(self.content, self.sheet, ability.id)
        reason = self.why(fault) if fault is not None and not self.override else None
        acts = [("learn", app.tr("sac.build.learn"), partial(self.learn, ability.id), reason)]
        if self.way:
            acts.append(("walk_way", app.tr("sac.build.walk_way", n=len(self.way)), self.walk_way, self._way_fault()))
        else:
            acts.append(("show_way", app.tr("sac.build.show_way"), self.mark_way, None))
        return acts

    # Step: gear

    def _step_gear(self, ui: Ui, inside: pygame.Rect) -> None:
        app, scale = self.app, self.app.scale
        kit = kit_of(self.sheet)
        words = app.tr("sac.slots", used=kit.used, capacity=kit.capacity, gold=self.sheet.gold)
        line = app.text.line_height(theme.LABEL_BOLD)
        ui.add(
            Label(
                app,
                "slots",
                pygame.Rect(inside.left, inside.top, inside.width, line),
                words,
                theme.LABEL_BOLD,
                paper.red(app),
            )
        )
        side = scale.px(58)
        count = max(kit.capacity, kit.used)
        per_row = max(1, (inside.width + scale.px(6)) // (side + scale.px(6)))
        rows = -(-count // per_row)
        top = inside.top + line + scale.px(4)
        for number, (item, whole) in enumerate(self._slots(count)):
            place = pygame.Rect(
                inside.left + number % per_row * (side + scale.px(6)),
                top + number // per_row * (side + scale.px(6)),
                side,
                side,
            )
            name = (
                item_words(app, item)
                if item is not None
                else app.tr("sac.slot.free" if number < kit.capacity else "sac.slot.over")
            )
            act = partial(self._give_back, item) if item is not None else None
            ui.add(
                Drawn(
                    app,
                    f"slot.{number}",
                    place,
                    partial(self._draw_slot, item=item, whole=whole, over=number >= kit.capacity),
                    act,
                    text=name,
                    tooltip=name,
                    region="stage",
                )
            )
        y = top + rows * (side + scale.px(6)) + scale.px(8)
        tabs_high = app.text.control(48)
        names = [(shelf, app.tr(f"sac.shelf.{shelf}")) for shelf in SHELVES]
        ui.add(
            *make_tabs(
                app, "shelf", pygame.Rect(inside.left, y, inside.width, tabs_high), names, self.shelf, self._set_shelf
            )
        )
        y += tabs_high + scale.px(8)
        if self.shelf in ("weapons", "armour") and self.sheet.level > 1:
            tiers = [(tier, app.tr("sac.tier", tier=tier)) for tier in range(1, self.sheet.level + 1)]
            high = app.text.control(48)
            ui.add(
                Choice(
                    app,
                    "tier",
                    pygame.Rect(inside.left, y, inside.width, high),
                    app.tr("sac.build.tier"),
                    tiers,
                    min(self.tier, self.sheet.level),
                    self._set_tier,
                    paper=True,
                )
            )
            y += high + scale.px(8)
        self._build_shelf(ui, pygame.Rect(inside.left, y, inside.width, inside.bottom - y))

    def _slots(self, count: int) -> list[tuple[Item | None, bool]]:
        """What lies in each box of the pack; `whole` marks the first box of a thing."""
        found: list[tuple[Item | None, bool]] = []
        small = [item for item in self.sheet.items if slots_of(self.content, item) and self._is_small(item)]
        for item in self.sheet.items:
            if not self._is_small(item):
                found += [(item, number == 0) for number in range(slots_of(self.content, item))]
        for item in small:
            found += [(item, number == 0) for number in range(-(-item.n // 5))]
        coins = self.sheet.gold // 100
        found += [(Item("gold", n=100), True)] * coins
        return found + [(None, False)] * max(0, count - len(found))

    def _is_small(self, item: Item) -> bool:
        return is_small(self.content, item.id)

    def _draw_slot(
        self, surface: pygame.Surface, widget: Widget, *, item: Item | None, whole: bool, over: bool
    ) -> None:
        app, scale, box = self.app, self.app.scale, widget.box
        pygame.draw.rect(
            surface,
            theme.mix(paper.VELLUM, theme.BONE, 0.4) if item else theme.mix(paper.VELLUM, paper.STONE, 0.35),
            box,
            border_radius=scale.px(5),
        )
        colour = paper.RUBRIC if over else theme.PRINT
        pygame.draw.rect(surface, colour, box, max(1, scale.px(3 if widget.hovered or over else 2)), scale.px(5))
        if item is None:
            return
        if item.id == "gold":
            icon = "coins"
        else:
            armour = self.content.armour.get(item.id)
            icon = paper.item_icon(item.id, armour.weight if armour else "")
        tone = theme.PRINT if whole else theme.mix(theme.PRINT, paper.VELLUM, 0.6)
        image = app.assets.icon(icon, round(box.width * 0.66), tone)
        surface.blit(image, image.get_rect(center=box.center))
        if item.n > 1 and whole and item.id != "gold":
            style = theme.LABEL_BOLD.sized(16)
            app.text.draw(
                surface,
                str(item.n),
                box.inflate(-scale.px(8), -scale.px(2)),
                style,
                paper.RUBRIC,
                align="right",
                valign="bottom",
                wrap=False,
            )

    def _set_shelf(self, shelf: str) -> None:
        self.shelf = shelf
        self.refresh()

    def _set_tier(self, tier: int) -> None:
        self.tier = tier
        self.refresh()

    def _stock(self) -> list[Item]:
        content = self.content
        tier = min(self.tier, self.sheet.level)
        if self.shelf == "weapons":
            return [Item(id, tier=tier) for id in content.weapons]
        if self.shelf == "armour":
            return [Item(id, tier=tier) for id in content.armour]
        trinkets = self.shelf == "trinkets"
        return [Item(id) for id, thing in content.things.items() if thing.trinket == trinkets and thing.price]

    def _build_shelf(self, ui: Ui, room: pygame.Rect) -> None:
        """The shop: choose the free piece of a kind, or buy."""
        app, scale = self.app, self.app.scale
        area = ScrollArea(app, "shelf.list", room, paper=True)
        kind = {"weapons": "weapon", "armour": "armour", "trinkets": "trinket"}.get(self.shelf, "")
        free = set(rules.choices(self.content, self.sheet, kind)) if kind else set()
        came = {item.key for item in rules.free_things(self.content, self.sheet)}
        buy_word, free_word = app.tr("sac.build.buy"), app.tr("sac.build.free")
        wide = max(Button.width_for(app, word) for word in (buy_word, free_word))
        high = max(
            scale.px(60), app.text.line_height(theme.BODY_BOLD) + app.text.line_height(theme.SECONDARY) + scale.px(12)
        )
        y = 0
        for item in self._stock():
            key = item.key
            row = pygame.Rect(0, y, area.inner_width, high)
            area.add(
                Drawn(app, f"stock.{key}", row, partial(self._draw_stock, item=item), text=self._stock_words(item))
            )
            fault = rules.buy_fault(self.content, self.sheet, item)
            buttons = [(f"buy.{key}", buy_word, partial(self._buy, item), self.why(fault) if fault else None)]
            if item in free:
                taken = Why(app.tr("sac.build.have_free"), "SAC-GEAR-07") if key in came else None
                buttons.insert(0, (f"free.{key}", free_word, partial(self._choose, kind, item), taken))
            x = row.right - wide
            tall = row.height - scale.px(10)
            for id, word, act, reason in reversed(buttons):
                place = pygame.Rect(x, row.top + scale.px(5), wide, tall)
                area.add(Button(app, id, place, word, act, kind="paper", reason=reason))
                x -= wide + scale.px(8)
            y += high + scale.px(4)
        area.content_height = y
        ui.add(area)

    def _stock_words(self, item: Item) -> str:
        app = self.app
        price = self.content.price(item.id, item.tier)
        slots = slots_of(self.content, item)
        return app.tr(
            "sac.stock",
            item=item_words(app, item),
            price=price,
            slots=app.tr("sac.small") if self._is_small(item) else slots,
        )

    def _draw_stock(self, surface: pygame.Surface, widget: Widget, *, item: Item) -> None:
        app, scale, box = self.app, self.app.scale, widget.box
        pygame.draw.line(surface, theme.mix(theme.PRINT, paper.VELLUM, 0.55), box.bottomleft, box.bottomright, 1)
        side = scale.px(40)
        armour = self.content.armour.get(item.id)
        image = app.assets.icon(paper.item_icon(item.id, armour.weight if armour else ""), side, paper.ink(app))
        surface.blit(image, image.get_rect(midleft=(box.left + scale.px(6), box.centery)))
        left = box.left + side + scale.px(16)
        wide = (
            box.width
            - side
            - scale.px(16)
            - 2 * (max(Button.width_for(app, app.tr(k)) for k in ("sac.build.buy", "sac.build.free")) + scale.px(8))
        )
        name = item_words(app, item)
        price = self.content.price(item.id, item.tier)
        slots = (
            app.tr("sac.small")
            if self._is_small(item)
            else app.tr("sac.slot.count", count=slots_of(self.content, item))
        )
        first = app.text.line_height(theme.BODY_BOLD)
        style = paper.fit(app, name, theme.BODY_BOLD, max(20, wide), 11)
        top = box.centery - (first + app.text.line_height(theme.SECONDARY)) // 2
        app.text.draw(
            surface, name, pygame.Rect(left, top, wide, first), style, paper.ink(app), wrap=False, must_fit=False
        )
        told = app.tr("sac.stock.line", price=price, slots=slots)
        small = paper.fit(app, told, theme.SECONDARY, max(20, wide), 11)
        app.text.draw(
            surface,
            told,
            pygame.Rect(left, top + first, wide, box.bottom - top - first),
            small,
            paper.ink(app),
            wrap=False,
            must_fit=False,
        )

    def _buy(self, item: Item) -> None:
        self._try(lambda: rules.buy(self.content, self.sheet, item), f"buy.{item.key}")

    def _choose(self, kind: str, item: Item) -> None:
        self._try(lambda: rules.choose(self.content, self.sheet, kind, item), f"free.{item.key}")

    def _give_back(self, item: Item) -> None:
        fault = rules.return_fault(self.content, self.sheet, item)
        if fault is not None:
            self.ui.refuse(self.why(fault))
            return
        self._try(lambda: rules.give_back(self.content, self.sheet, item), "slots")

    # Step: practice

    def _step_practice(self, ui: Ui, inside: pygame.Rect) -> None:
        app, scale = self.app, self.app.scale
        room = self._heading(ui, inside, "sac.step.practice")
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
