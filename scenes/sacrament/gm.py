"""The game master's screen (SAC-GM): scene, cast, notes; the map with all layers; adversaries, ladder, checks; an inset
of what the players see. Everything that is done here is an ordinary action."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import pygame

from game.sacrament import actions as act
from game.sacrament.content import standard_content
from game.sacrament.frames import GM
from scenes import theme
from scenes.dialogs import PickList
from scenes.frame import Frame
from scenes.sacrament.gm_scene import GmScene
from scenes.sacrament.gm_tools import GmTools
from scenes.sacrament.stage import OnMap
from scenes.scale import Layout
from scenes.widgets import Button, Drawn, Panel, ScrollArea, Ui, Why, Widget

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
        self.scene = GmScene(table)
        self.tools = GmTools(table)
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
        area.content_height = self.scene.fill(area, 0)
        ui.add(area)

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
        y = self.tools.fill(area, 0)
        if frame.layout == Layout.COMPACT:
            y = self.scene.fill(area, y + scale.px(10))
        area.content_height = y
        ui.add(area)

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
