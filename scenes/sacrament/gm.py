"""The game master's screen (SAC-GM): scene, cast, notes; the map with all layers; adversaries, ladder, checks; an inset
of what the players see. Everything that is done here is an ordinary action."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import pygame

from game.sacrament import actions as act
from game.sacrament.frames import GM
from scenes import theme
from scenes.frame import Frame
from scenes.sacrament.gm_brushes import GmBrushes
from scenes.sacrament.gm_scene import GmScene
from scenes.sacrament.gm_tools import GmTools
from scenes.sacrament.stage import KEYS, OnMap
from scenes.scale import Layout
from scenes.widgets import Button, Drawn, Panel, ScrollArea, Ui, Why, Widget

if TYPE_CHECKING:
    from scenes.sacrament.table import SacramentTable

HEADING = theme.Style("label_bold", 16)
INSET = 9 / 16
"""Height of the inset as a share of its width."""
MOST_INSET = 0.34
"""The most of a rail's height that the inset takes."""
BESIDE = 340.0
"""Width of the game master's own strip of the stage where rails are not in view, in units."""


class GmScreen:
    """Builds the rails and the stage of the game master's view."""

    def __init__(self, table: SacramentTable) -> None:
        self.table = table
        self.brushes = GmBrushes(table)
        self.scene = GmScene(table)
        self.tools = GmTools(table)
        self._inset: tuple[object, pygame.Surface | None] = (None, None)

    # ------------------------------------------------------------------------------------------------- building

    def build(self, ui: Ui, frame: Frame) -> None:
        """Left scene and cast, middle the map or the page, right adversaries, ladder and checks. Where these
        are not in view, the inset and the brushes have a strip of the stage."""
        table = self.table
        if table.shows("stage"):
            self._build_stage(ui, frame)
        if table.shows("left"):
            if frame.layout == Layout.COMPACT:
                table.rails.build_strip(ui, frame.left)
            else:
                self._build_scene(ui, frame)
        if table.shows("right"):
            self._build_tools(ui, frame)

    @property
    def fighting(self) -> bool:
        """Whether a map lies on the stage."""
        return bool(self.table.view.fight and self.table.view.seen.map)

    def _build_stage(self, ui: Ui, frame: Frame) -> None:
        """Map or page; where the rails are not in view, a part of the stage is the game master's own."""
        table, stage, keys = self.table, frame.stage, None
        if frame.layout != Layout.FULL:
            stage, keys = self._build_beside(ui, stage, "left" if frame.layout == Layout.COMPACT else "stage")
        if self.fighting:
            table.stage.build(ui, stage, keys)
            self._build_tiles(ui)
        else:
            table.page.build(ui, stage)

    def _build_beside(self, ui: Ui, stage: pygame.Rect, region: str) -> tuple[pygame.Rect, pygame.Rect]:
        """A strip with what the players see and, in a fight, the brushes below it, or across the whole stage above it
        where they do not fit there. Returns what is left of the stage, and the strip: the map's keys are at its bottom.
        """
        scale, gap = self.table.app.scale, self.table.app.scale.px(8)
        strip = pygame.Rect(stage.left + gap, stage.top, scale.px(BESIDE), stage.height)
        inset = self._inset_place(strip.move(0, gap))
        if self.fighting:
            top = inset.bottom + gap
            brushes = self._brush_area(
                pygame.Rect(strip.left, top, strip.width, strip.bottom - scale.px(KEYS) - top), region
            )
            if brushes.overflow:
                place = pygame.Rect(strip.left, stage.top + gap, stage.width - 2 * gap, stage.height // 3)
                brushes = self._brush_area(place, region)
                brushes.rect.height = min(place.height, brushes.content_height)
                strip.height, strip.top = strip.bottom - brushes.rect.bottom, brushes.rect.bottom
                inset = self._inset_place(strip.move(0, gap))
            ui.add(brushes)
        else:
            strip.width = inset.width = self._inset_width(strip)
        ui.add(self._inset_widget(inset, region))
        return pygame.Rect(strip.right, strip.top, stage.right - strip.right, strip.height), strip

    def _brush_area(self, place: pygame.Rect, region: str) -> ScrollArea:
        area = ScrollArea(self.table.app, "gm.brushes", place, region=region)
        area.content_height = self.brushes.fill(area, 0)
        return area

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
                    partial(self.brushes.press_space, name),
                    text=name,
                    on_drop=partial(table.drop_on, name),
                )
                at = next(
                    (i for i, widget in enumerate(ui.widgets) if widget.id.startswith(("foe.", "pc."))), len(ui.widgets)
                )
                tile.ui = ui
                ui.widgets.insert(at, tile)

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

    def _build_scene(self, ui: Ui, frame: Frame) -> None:
        app, scale, rail = self.table.app, self.table.app.scale, frame.left
        ui.add(Panel(app, "gm.left", rail.inflate(-scale.px(8), -scale.px(8)), "soot", region="left"))
        area = ScrollArea(app, "gm.scene", rail.inflate(-scale.px(40), -scale.px(36)), region="left")
        y = self.scene.fill_title(area, 0)
        if self.fighting and frame.layout == Layout.FULL:
            y = self.brushes.fill(area, y)
        area.content_height = self.scene.fill(area, y)
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
        top = inner.top
        if frame.layout != Layout.COMPACT:
            inset = self._inset_place(inner)
            ui.add(self._inset_widget(inset, "right"))
            top = inset.bottom + scale.px(8)
        area = ScrollArea(
            app,
            "gm.tools",
            pygame.Rect(inner.left, top, inner.width, window.top - top - scale.px(8)),
            region="right",
        )
        y = self.tools.fill(area, 0)
        if frame.layout == Layout.COMPACT:
            y = self.scene.fill(area, self.scene.fill_title(area, y + scale.px(10)))
        area.content_height = y
        ui.add(area)

    # The inset

    def _inset_width(self, rail: pygame.Rect) -> int:
        """What it needs of the width of a rail, for its heading or the picture."""
        app = self.table.app
        words = app.text.measure(app.tr("sac.gm.inset"), HEADING)[0]
        return min(rail.width, max(words, round(rail.height * MOST_INSET / INSET)))

    def _inset_place(self, rail: pygame.Rect) -> pygame.Rect:
        """Its place at the top of a rail: a heading, and the picture below."""
        high = min(round(rail.width * INSET), round(rail.height * MOST_INSET))
        return pygame.Rect(rail.left, rail.top, rail.width, self.table.app.text.line_height(HEADING) + high)

    def _inset_widget(self, place: pygame.Rect, region: str) -> Drawn:
        words = self.table.app.tr("sac.gm.inset")
        return Drawn(self.table.app, "gm.inset", place, self._draw_inset, text=words, tooltip=words, region=region)

    def _draw_inset(self, surface: pygame.Surface, widget: Widget) -> None:
        app, place = self.table.app, widget.box
        heading = pygame.Rect(place.left, place.top, place.width, app.text.line_height(HEADING))
        app.text.draw(
            surface, app.tr("sac.gm.inset"), heading, HEADING, theme.BONE,
            align="center", valign="middle", wrap=False, must_fit=False,
        )  # fmt: skip
        high = place.bottom - heading.bottom
        box = pygame.Rect(0, heading.bottom, min(place.width, round(high / INSET)), high)
        box.centerx = place.centerx
        surface.blit(self.players_picture(box.size), box)
        pygame.draw.rect(surface, theme.CANDLE, box, max(2, app.scale.px(2)))

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
