"""The game master's screen (SAC-GM): scene, cast, notes; the map with all layers; adversaries, ladder, checks; an inset
of what the players see. Everything that is done here is an ordinary action."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import pygame

from game.core.contract import Action
from game.sacrament import actions as act
from game.sacrament.checks import DIFFICULTIES
from game.sacrament.content import ATTRIBUTES, standard_content
from game.sacrament.frames import GM
from scenes import theme
from scenes.dialogs import PickList
from scenes.frame import Frame
from scenes.sacrament import paper
from scenes.sacrament.gm_sheets import EditSheet, Hidden, ShowSheet
from scenes.sacrament.sheets import DeedList
from scenes.sacrament.stage import OnMap
from scenes.scale import Layout
from scenes.widgets import Button, Choice, Drawn, Label, Panel, ScrollArea, TextField, Toggle, Ui, Why, Widget

if TYPE_CHECKING:
    from scenes.sacrament.table import SacramentTable

MODES = ("", "fog", "clear", "place", "hide")
INSET = 9 / 16
"""Height of the inset as a share of its width."""


class GmScreen:
    """Builds the rails and the stage of the game master's view."""

    def __init__(self, table: SacramentTable) -> None:
        self.table = table
        self.mode = ""
        """What a press on a tile does: nothing, fog, clear it, place an adversary, place one hidden."""
        self.kind = "shallow_dead"
        self.note = ""
        self.note_to = 0
        self.attribute = ATTRIBUTES[0]
        self.who = 0
        self.hidden = False
        self.bonus = 0
        self._inset: tuple[object, pygame.Surface | None] = (None, None)

    # ------------------------------------------------------------------------------------------------- building

    def build(self, ui: Ui, frame: Frame) -> None:
        """Left scene and cast, middle the map or the page, right adversaries, ladder and checks."""
        table = self.table
        if table.shows("stage"):
            if table.view.fight and table.view.seen.map:
                table.stage.build(ui, frame.stage)
                self._build_tiles(ui)
                self._build_brushes(ui, frame.stage)
            else:
                table.page.build(ui, frame.stage)
        if table.shows("left"):
            if frame.layout == Layout.COMPACT:
                table.rails.build_strip(ui, frame.left)
            else:
                self._build_scene(ui, frame.left)
        if table.shows("right"):
            self._build_tools(ui, frame)

    def _build_tiles(self, ui: Ui) -> None:
        """Every tile takes what is dragged to it, and the brush."""
        table = self.table
        grid = table.view.grid
        assert grid is not None
        taken = {widget.id for widget in ui.widgets}
        for number, name in enumerate(grid.names):
            if grid.passable[number] and f"space.{name}" not in taken:
                tile = OnMap(
                    table,
                    f"tile.{name}",
                    partial(table.stage.sheet.rect, name),
                    _nothing,
                    partial(self._press_tile, name),
                    text=name,
                    on_drop=partial(table.drop_on, name),
                )
                at = next(
                    (i for i, widget in enumerate(ui.widgets) if widget.id.startswith(("foe.", "pc."))), len(ui.widgets)
                )
                tile.ui = ui
                ui.widgets.insert(at, tile)

    def _build_brushes(self, ui: Ui, stage: pygame.Rect) -> None:
        """Which brush is in the hand: fog, clearing, placing."""
        app, scale = self.table.app, self.table.app.scale
        high = max(scale.px(44), app.text.control(40))
        gap, x, y = scale.px(8), stage.left + scale.px(8), stage.top + scale.px(8)
        for mode in MODES[1:]:
            word = app.tr(f"sac.gm.brush.{mode}")
            wide = Button.width_for(app, word)
            if x + wide > stage.right:
                x, y = stage.left + scale.px(8), y + high + gap
            ui.add(
                Button(
                    app,
                    f"brush.{mode}",
                    pygame.Rect(x, y, wide, high),
                    word,
                    partial(self._take, mode),
                    on=self.mode == mode,
                    region="stage",
                )
            )
            x += wide + gap

    def _take(self, mode: str) -> None:
        if mode in ("place", "hide") and self.mode != mode:
            kinds = [(id, self._foe_words(id)) for id in standard_content().bestiary]

            def chosen(kind: str) -> None:
                self.kind, self.mode = kind, mode
                self.table.refresh()

            self.table.app.manager.push(
                PickList(self.table.app, self.table.app.tr(f"sac.gm.brush.{mode}"), kinds, self.kind, chosen)
            )
            return
        self.mode = "" if self.mode == mode else mode
        self.table.refresh()

    def _foe_words(self, kind: str) -> str:
        app, block = self.table.app, standard_content().bestiary[kind]
        return app.tr(
            "sac.gm.foe",
            name=f"@foe.{kind}.name",
            level=block.level,
            difficulty=block.difficulty,
            harm=block.harm,
            dice=block.dice,
        )

    def press_space(self, space: str) -> bool:
        """A tile under the brush; whether there is one in the hand."""
        if not self.mode:
            return False
        if self.mode in ("fog", "clear"):
            self.table.act_out(act.Fog(seat=GM, spaces=(space,), hidden=self.mode == "fog"))
        else:
            self.table.act_out(act.Place(seat=GM, kind=self.kind, space=space, hidden=self.mode == "hide"))
        return True

    def _press_tile(self, space: str) -> None:
        self.press_space(space)

    def _spend(self) -> None:
        self.table.act_for_gm(act.SPEND_TOKEN)

    def shift(self, id: str, space: str) -> None:
        """A token was dragged: moved freely (or as its turn's step, where that is what is asked)."""
        head, _, rest = id.partition(".")
        if head == "foe" and self.table.view.acting == rest and self.table.my_choice:
            step = act.Step(space=space)
            if self.table.why_not(step) is None:
                self.table.act(step)
                return
        action = (
            act.Shift(seat=GM, space=space, token=rest)
            if head == "foe"
            else act.Shift(seat=GM, space=space, ally=int(rest))
        )
        self.table.act_out(action)

    # Left: the scene, its cast, notes

    def _build_scene(self, ui: Ui, rail: pygame.Rect) -> None:
        app, scale = self.table.app, self.table.app.scale
        ui.add(Panel(app, "gm.left", rail.inflate(-scale.px(8), -scale.px(8)), "soot", region="left"))
        area = ScrollArea(app, "gm.scene", rail.inflate(-scale.px(40), -scale.px(36)), region="left")
        area.content_height = self._fill_scene(area, 0)
        ui.add(area)

    def _fill_scene(self, area: ScrollArea, y: int) -> int:
        """Where the story stands, the cast, the notes; returns the bottom."""
        app, scale = self.table.app, self.table.app.scale
        y = self._words(area, "title", self.table.page.place_name(), paper.UNCIAL.sized(26), theme.LIGHT_GOLD, y)
        view = self.table.view
        for name, value in view.seen.clocks.items():
            y = self._words(
                area,
                f"clock.{name}",
                app.tr("sac.gm.clock", clock=f"@sacrament.clock.{name}", value=value),
                theme.BODY,
                theme.BONE,
                y,
            )
        flags = ", ".join(sorted(name for name, value in (view.seen.flags or {}).items() if value))
        if flags:
            y = self._words(area, "flags", app.tr("sac.gm.flags", flags=flags), theme.SECONDARY, theme.FAINT_ON_DARK, y)
        y = self._head(area, "cast", y)
        for seat in sorted(view.pcs):
            pc = view.pcs[seat]
            high = max(
                scale.px(54),
                app.text.line_height(theme.LABEL_BOLD) + app.text.line_height(theme.SECONDARY) + scale.px(12),
            )
            words = app.tr("sac.gm.pc", harm=pc.harm, wounds=pc.wounds, tokens=pc.tokens)
            area.add(
                Button(
                    app,
                    f"gm.pc.{seat}",
                    pygame.Rect(0, y, area.inner_width, high),
                    pc.name,
                    partial(self._touch_pc, seat),
                    align="left",
                    detail=words,
                    region=area.region,
                    on_inspect=partial(self.table.inspect_pc, seat),
                    icon="meeple",
                )
            )
            y += high + scale.px(6)
        y = self._head(area, "notes", y)
        for number, note in enumerate(view.seen.notes):
            key = "sac.gm.note.private" if note.to == GM else "sac.gm.note.all" if note.to < 0 else "sac.gm.note.one"
            name = self.table.wording.names[note.to] if note.to > 0 else ""
            y = self._words(area, f"note.{number}", app.tr(key, text=note.text, name=name), theme.BODY, theme.BONE, y)
        high = app.text.control(48)
        area.add(
            TextField(
                app,
                "gm.note",
                pygame.Rect(0, y, area.inner_width, high),
                self.note,
                self._type_note,
                hint=app.tr("sac.gm.note.hint"),
                longest=200,
                region=area.region,
                on_done=self._send_note,
            )
        )
        y += high + scale.px(6)
        names = [
            (GM, app.tr("sac.gm.to.self")),
            (-1, app.tr("sac.gm.to.all")),
            *((seat, view.pcs[seat].name) for seat in sorted(view.pcs)),
        ]
        area.add(
            Choice(
                app,
                "gm.note.to",
                pygame.Rect(0, y, area.inner_width, high),
                "",
                names,
                self.note_to,
                self._note_to,
                region=area.region,
            )
        )
        y += high + scale.px(6)
        area.add(
            Button(
                app,
                "gm.note.send",
                pygame.Rect(0, y, area.inner_width, high),
                app.tr("sac.gm.note.send"),
                self._send_note,
                region=area.region,
                icon="tied-scroll",
            )
        )
        return y + high

    def _words(self, area: ScrollArea, id: str, words: str, style: theme.Style, colour: theme.Colour, y: int) -> int:
        app = self.table.app
        high = app.text.measure(words, style, area.inner_width)[1]
        area.add(
            Label(app, f"gm.{id}", pygame.Rect(0, y, area.inner_width, high), words, style, colour, region=area.region)
        )
        return y + high + app.scale.px(5)

    def _head(self, area: ScrollArea, id: str, y: int) -> int:
        return self._words(
            area,
            f"head.{id}",
            self.table.app.tr(f"sac.gm.head.{id}"),
            paper.UNCIAL.sized(21),
            theme.LIGHT_GOLD,
            y + self.table.app.scale.px(8),
        )

    def _type_note(self, text: str) -> None:
        self.note = text

    def _note_to(self, to: int) -> None:
        self.note_to = to
        self.table.refresh()

    def _send_note(self) -> None:
        if self.note.strip() and self.table.act_out(act.Note(seat=GM, words=self.note.strip(), to=self.note_to)):
            self.note = ""
            self.table.refresh()

    def _touch_pc(self, seat: int) -> None:
        """What the game master may do to a character."""
        app, pc = self.table.app, self.table.view.pcs[seat]
        index = seat - 1
        deeds: list[tuple[Action, str, str]] = [
            (
                act.Hurt(seat=GM, victim=seat, n=n, armour=armour),
                app.tr("sac.gm.hurt.armour" if armour else "sac.gm.hurt", n=n),
                "ragged-wound",
            )
            for armour in (False, True)
            for n in (1, 2, 4)
        ]
        if pc.harm:
            deeds.append(
                (
                    act.Edit(seat=GM, path=f"pcs.{index}.harm", value=max(0, pc.harm - 4)),
                    app.tr("sac.gm.heal"),
                    "healing",
                )
            )
        deeds += [
            (
                act.Edit(seat=GM, path=f"pcs.{index}.tokens", value=min(6, pc.tokens + 1)),
                app.tr("sac.gm.token"),
                "candle-flame",
            ),
            (act.Edit(seat=GM, path=f"pcs.{index}.guard", value=not pc.guard), app.tr("sac.gm.guard"), "shield"),
        ]
        app.manager.push(DeedList(app, pc.name, deeds, self._do))

    def _do(self, action: Action) -> None:
        self.table.act_out(action)

    # Right: the inset, the ladder, checks, adversaries, the rest

    def _out_button(self, place: pygame.Rect) -> Button:
        """To the players, where they have no window of their own and the game master is not asked first."""
        table, app = self.table, self.table.app
        reason = None
        if table.twin is not None:
            reason = Why(app.tr("sac.gm.two_windows"), "SAC-VTT-08")
        elif not table.gm_open and table.current == GM:
            reason = Why(app.tr("sac.gm.asked"), "SAC-VTT-08")
        return Button(
            app, "gm.out", place, app.tr("sac.gm.out"), table.come_out, kind="primary", icon="exit-door",
            reason=reason, region="right",
        )  # fmt: skip

    def _window_button(self, place: pygame.Rect) -> Button:
        """The players' table into a second window, and back."""
        table, app = self.table, self.table.app
        word = app.tr("sac.gm.window.on" if table.twin is not None else "sac.gm.window")
        return Button(
            app, "gm.window", place, word, table.open_window, icon="expand", on=table.twin is not None,
            reason=table.window_reason(), region="right", tooltip=app.tr("sac.gm.window.help"),
        )  # fmt: skip

    def _build_tools(self, ui: Ui, frame: Frame) -> None:
        app, scale = self.table.app, self.table.app.scale
        rail = frame.right
        ui.add(Panel(app, "gm.right", rail.inflate(-scale.px(8), -scale.px(8)), "soot", region="right"))
        inner = rail.inflate(-scale.px(36), -scale.px(32))
        out_high = max(scale.px(52), app.text.control(50))
        out = pygame.Rect(inner.left, inner.bottom - out_high, inner.width, out_high)
        window = out.move(0, -out_high - scale.px(8))
        ui.add(self._out_button(out), self._window_button(window))
        wide = min(inner.width, round((inner.height * 0.34) / INSET))
        inset = pygame.Rect(inner.left, inner.top, wide, round(wide * INSET))
        inset.centerx = inner.centerx
        ui.add(
            Drawn(
                app,
                "gm.inset",
                inset,
                self._draw_inset,
                text=app.tr("sac.gm.inset"),
                tooltip=app.tr("sac.gm.inset"),
                region="right",
            )
        )
        area = ScrollArea(
            app,
            "gm.tools",
            pygame.Rect(inner.left, inset.bottom + scale.px(8), inner.width, window.top - inset.bottom - scale.px(16)),
            region="right",
        )
        y = self._tools_ladder(area, 0)
        y = self._tools_check(area, y)
        if self.table.view.fight:
            y = self._tools_foes(area, y)
        y = self._tools_rest(area, y)
        if frame.layout == Layout.COMPACT:
            y = self._fill_scene(area, y + scale.px(10))
        area.content_height = y
        ui.add(area)

    def _row(
        self, area: ScrollArea, entries: Sequence[tuple[str, str, Callable[[], None], Why | None, bool]], y: int
    ) -> int:
        """Buttons side by side, all of one height."""
        app, scale = self.table.app, self.table.app.scale
        gap = scale.px(6)
        each = (area.inner_width - gap * (len(entries) - 1)) // len(entries)
        high = max(scale.px(46), max(Button.height_for(app, word, each) for _, word, _, _, _ in entries))
        for number, (id, word, press, reason, on) in enumerate(entries):
            place = pygame.Rect(number * (each + gap), y, each, high)
            area.add(Button(app, id, place, word, press, reason=reason, on=on, region="right", style=theme.LABEL_BOLD))
        return y + high + gap

    def _tools_ladder(self, area: ScrollArea, y: int) -> int:
        """The ladder, the token with what it would do, and the pause between actions."""
        app, view = self.table.app, self.table.view
        y = self._words(area, "ladder", self.table.rails.ladder_text(), theme.BODY_BOLD, theme.BONE, y)
        waiting = [self.table.foe_name(foe.token) for foe in view.foes.values() if not foe.acted]
        spend = act.SPEND_TOKEN
        reason = (
            self.table.why_not(spend)
            if self.table.state.current_player() == GM
            else Why(app.tr("sac.gm.no_window"), "SAC-HORROR-06")
        )
        preview = app.tr(
            "sac.gm.spend",
            old=view.ladder,
            new=max(0, view.ladder - 1),
            foes=", ".join(waiting) or app.tr("sac.nothing"),
        )
        y = self._row(area, [("gm.spend", preview, self._spend, reason, False)], y)
        index = "ladder"
        y = self._row(
            area,
            [
                (
                    "gm.down",
                    app.tr("sac.gm.ladder.down"),
                    partial(self._edit, index, max(0, view.ladder - 1)),
                    None,
                    False,
                ),
                (
                    "gm.up",
                    app.tr("sac.gm.ladder.up"),
                    partial(self._edit, index, min(21, view.ladder + 1)),
                    None,
                    False,
                ),
                ("gm.tables", app.tr("sac.gm.tables"), self.table.inspect_ladder, None, False),
            ],
            y,
        )
        pauses = [(pause, app.tr(f"settings.gm_pause.{pause}")) for pause in ("off", "short", "ask")]
        y = self._words(area, "pause-label", app.tr("settings.gm_pause"), theme.LABEL, theme.BONE, y)
        help = app.tr("settings.gm_pause.help")
        return self._choices(area, [("gm.pause", pauses, app.settings.gm_pause, self._set_pause, help)], y)

    def _choices(
        self,
        area: ScrollArea,
        entries: Sequence[tuple[str, Sequence[tuple[Any, str]], Any, Callable[[Any], None], str]],
        y: int,
    ) -> int:
        """Choices side by side, or below each other where their words need the room; returns the bottom."""
        app, scale = self.table.app, self.table.app.scale
        gap, beside = scale.px(6), scale.px(68)
        each = (area.inner_width - gap * (len(entries) - 1)) // len(entries)
        words = [word for _, choices, *_ in entries for _, word in choices]
        stacked = max(app.text.measure(word, theme.LABEL_BOLD)[0] for word in words) + beside > each
        each = area.inner_width if stacked else each
        high = max(app.text.measure(word, theme.LABEL_BOLD, each - beside)[1] for word in words) + scale.px(14)
        high = max(high, app.text.control(46))
        for number, (id, choices, value, change, tip) in enumerate(entries):
            place = pygame.Rect(0 if stacked else number * (each + gap), y, each, high)
            area.add(Choice(app, id, place, "", choices, value, change, region="right", tooltip=tip))
            if stacked:
                y += high + gap
        return y if stacked else y + high + gap

    def _edit(self, path: str, value: object) -> None:
        self.table.act_out(act.Edit(seat=GM, path=path, value=value))  # type: ignore[arg-type]

    def _set_pause(self, pause: str) -> None:
        self.table.app.set_setting("gm_pause", pause)

    def _tools_check(self, area: ScrollArea, y: int) -> int:
        """Call a check: who, which attribute, hidden or open, and the five difficulties as large keys."""
        app, scale, view = self.table.app, self.table.app.scale, self.table.view
        y = self._head(area, "check", y)
        people = [
            (0, app.tr("sac.gm.everyone")),
            *((seat, view.pcs[seat].name) for seat in sorted(view.pcs) if not view.pcs[seat].dead),
        ]
        attributes = [(name, app.tr(f"attribute.{name}.name")) for name in ATTRIBUTES]
        bonuses = [(n, paper.signed(n)) for n in range(-2, 3)]
        y = self._choices(
            area,
            [
                ("gm.who", people, self.who, partial(self._set, "who"), ""),
                ("gm.attribute", attributes, self.attribute, partial(self._set, "attribute"), ""),
            ],
            y,
        )
        y = self._choices(
            area, [("gm.bonus", bonuses, self.bonus, partial(self._set, "bonus"), app.tr("sac.gm.bonus"))], y
        )
        word = app.tr("sac.gm.hidden")
        high = max(app.text.control(46), app.text.measure(word, theme.LABEL, area.inner_width - scale.px(150))[1])
        place = pygame.Rect(0, y, area.inner_width, high)
        area.add(Toggle(app, "gm.hidden", place, word, self.hidden, partial(self._set, "hidden"), region="right"))
        y += high + scale.px(6)
        return self._row(
            area,
            [
                (f"gm.check.{name}", str(number), partial(self._call, number), None, False)
                for name, number in DIFFICULTIES.items()
            ],
            y,
        )

    def _set(self, field: str, value: object) -> None:
        setattr(self, field, value)
        self.table.refresh()

    def _call(self, difficulty: int) -> None:
        view = self.table.view
        who = (
            (self.who,) if self.who in view.pcs else tuple(seat for seat in sorted(view.pcs) if not view.pcs[seat].dead)
        )
        self.table.act_out(
            act.CallCheck(
                seat=GM, who=who, attribute=self.attribute, difficulty=difficulty, hidden=self.hidden, bonus=self.bonus
            )
        )

    def _tools_foes(self, area: ScrollArea, y: int) -> int:
        """Each adversary with difficulty, damage and harm; a press offers what can be done to it."""
        app, scale = self.table.app, self.table.app.scale
        y = self._head(area, "foes", y)
        for token, foe in self.table.view.foes.items():
            block = standard_content().bestiary[foe.kind]
            words = app.tr(
                "sac.gm.foe.line",
                difficulty=foe.difficulty,
                dice=block.dice,
                left=foe.left if foe.left is not None else "?",
                at=foe.at,
            )
            high = max(
                scale.px(52),
                app.text.line_height(theme.LABEL_BOLD) + app.text.line_height(theme.SECONDARY) + scale.px(10),
            )
            area.add(
                Button(
                    app,
                    f"gm.foe.{token}",
                    pygame.Rect(0, y, area.inner_width, high),
                    self.table.foe_name(token),
                    partial(self._touch_foe, token),
                    detail=words,
                    align="left",
                    region="right",
                    on_inspect=partial(self.table.inspect_foe, token),
                    icon="daemon-skull",
                )
            )
            y += high + scale.px(6)
        return y

    def _touch_foe(self, token: str) -> None:
        app, view = self.table.app, self.table.view
        foe = view.foes[token]
        path = f"foes.{list(view.foes).index(token)}"
        deeds: list[tuple[Action, str, str]] = []
        if self.table.my_choice and self.table.why_not(act.Activate(token=token)) is None:
            app.manager.push(
                DeedList(
                    app,
                    self.table.foe_name(token),
                    [(act.Activate(token=token), app.tr("sac.gm.activate"), "daemon-skull")],
                    self.table.do,
                )
            )
            return
        if foe.taken is not None:
            deeds += [
                (
                    act.Edit(seat=GM, path=f"{path}.harm", value=max(0, foe.taken + n)),
                    app.tr("sac.gm.foe.harm", n=paper.signed(n)),
                    "ragged-wound",
                )
                for n in (1, 4, -4)
                if foe.taken + n >= 0
            ]
        deeds += [
            (
                act.Edit(seat=GM, path=f"{path}.hidden", value=not foe.hidden),
                app.tr("sac.gm.foe.show" if foe.hidden else "sac.gm.foe.hide"),
                "hidden",
            ),
            (act.Edit(seat=GM, path=f"{path}.acted", value=not foe.acted), app.tr("sac.gm.foe.acted"), "hourglass"),
            (act.RemoveFoe(seat=GM, token=token), app.tr("sac.gm.foe.remove"), "cancel"),
        ]
        app.manager.push(DeedList(app, self.table.foe_name(token), deeds, self._do))

    def _tools_rest(self, area: ScrollArea, y: int) -> int:
        """Show, edit, jump, end: the acts that are rarer."""
        app = self.table.app
        y = self._head(area, "more", y)
        y = self._row(
            area,
            [
                (
                    "gm.show",
                    app.tr("sac.gm.show"),
                    self._open_show,
                    None if self.hidden_things() else Why(app.tr("sac.gm.show.none")),
                    False,
                ),
                ("gm.edit", app.tr("sac.gm.edit"), self._open_edit, None, False),
            ],
            y,
        )
        others: list[tuple[Action, str, str]] = []
        for action in (
            self.table.state.legal_actions(GM) if self.table.state.current_player() != GM else self._table_acts()
        ):
            if isinstance(action, act.Jump):
                others.append((action, self.table.act_words(action), "walk"))
            elif isinstance(action, (act.EndFight, act.RaiseLevel)):
                others.append((action, self.table.act_words(action), "tied-scroll"))
        reason = None if others else Why(app.tr("sac.gm.more.none"), "SAC-TURN-05")
        return self._row(
            area,
            [
                ("gm.others", app.tr("sac.gm.others"), partial(self._open_others, others), reason, False),
                ("gm.rewind", app.tr("sac.gm.rewind"), self.table.undo, None, False),
            ],
            y,
        )

    def _table_acts(self) -> list[Action]:
        """The finite acts out of turn while the game master is also the one who is asked."""
        from game.sacrament.gm import finite_acts

        state: Any = self.table.state
        return list(finite_acts(state))

    def _open_others(self, others: list[tuple[Action, str, str]]) -> None:
        self.table.app.manager.push(DeedList(self.table.app, self.table.app.tr("sac.gm.others"), others, self._do))

    # Showing

    def hidden_things(self) -> list[Hidden]:
        """What the players do not see yet and could be shown."""
        table, app, view = self.table, self.table.app, self.table.view
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
                Hidden(
                    app.tr("sac.gm.show.fog", spaces=", ".join(names)), (act.Fog(seat=GM, spaces=names, hidden=False),)
                )
            )
        found += [
            Hidden(app.tr("sac.gm.show.note", text=note.text), (act.Note(seat=GM, words=note.text, to=-1),))
            for note in view.seen.notes
            if note.to == GM
        ]
        return found

    def _open_show(self) -> None:
        self.table.app.manager.push(ShowSheet(self.table.app, self))

    def _open_edit(self) -> None:
        self.table.app.manager.push(EditSheet(self.table.app, self.table))

    # The inset

    def _draw_inset(self, surface: pygame.Surface, widget: Widget) -> None:
        app, box = self.table.app, widget.box
        picture = self.players_picture(box.size)
        surface.blit(picture, box)
        pygame.draw.rect(surface, theme.CANDLE, box, max(2, app.scale.px(2)))
        words = app.tr("sac.gm.inset")
        style = theme.Style("label_bold", 16)
        wide, high = app.text.measure(words, style)
        tag = pygame.Rect(box.left, box.top, min(box.width, wide + app.scale.px(12)), high)
        pygame.draw.rect(surface, theme.INK, tag)
        app.text.draw(
            surface, words, tag, style, theme.BONE, align="center", valign="middle", wrap=False, must_fit=False
        )

    def players_picture(self, size: tuple[int, int]) -> pygame.Surface:
        """What the players' table looks like now, small. Made anew only when something has happened."""
        table = self.table
        key = (len(table.session.entries), table.session.state.digest(), size, table.app.scale.window.size)
        if self._inset[0] == key and self._inset[1] is not None:
            return self._inset[1]
        whole = table.players_view()
        picture = pygame.transform.smoothscale(whole, size)
        self._inset = (key, picture)
        return picture


def _nothing(surface: pygame.Surface, widget: Widget) -> None:
    """The stage draws it."""
