"""The builder's step for paths: the graph of each path, and what the chosen ability is (SAC-PATH, SAC-PICK)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

import pygame

from game.sacrament.characters import pick_fault, standings
from game.sacrament.content import PATHS, Ability
from scenes import theme
from scenes.sacrament import paper
from scenes.sacrament.graph import Graph, level_heads
from scenes.sacrament.sheet_view import SheetView
from scenes.sacrament.step import Step
from scenes.widgets import Button, Drawn, Label, ScrollArea, Ui, Why, make_tabs

if TYPE_CHECKING:
    from scenes.sacrament.builder import Builder


class PathStep(Step):
    """A path is looked at as a graph; an ability is read, learned, taken back, or the way to it shown."""

    def __init__(self, builder: Builder) -> None:
        super().__init__(builder)
        self.graph = Graph(builder.app)

    def build(self, ui: Ui, inside: pygame.Rect) -> None:
        app, scale = self.app, self.app.scale
        tabs_high = app.text.control(50)
        names = [(path, app.tr(f"path.{path}.name")) for path in PATHS]
        strip = pygame.Rect(inside.left, inside.top, inside.width, tabs_high)
        ui.add(*make_tabs(app, "lane", strip, names, self.builder.lane, self._set_lane))
        detail_high = max(scale.px(190), round(inside.height * 0.27))
        detail = pygame.Rect(inside.left, inside.bottom - detail_high, inside.width, detail_high)
        line = app.text.line_height(theme.SECONDARY)
        head = strip.bottom + scale.px(8)
        room = pygame.Rect(inside.left, head, inside.width, detail.top - head - scale.px(10))
        area = ScrollArea(app, "graph", room, paper=True)
        abilities = self.content.on_path(self.builder.lane)
        ground = pygame.Rect(0, line + scale.px(4), area.inner_width, room.height - line - scale.px(12))
        self.graph.arrange(abilities, ground)
        level_heads(app, area.add, self.graph, abilities, 0)
        self.graph.build(
            area.add,
            abilities,
            standings(self.content, self.sheet),
            self.builder.chosen,
            self.builder.way,
            self.builder.press_node,
            self._node_words,
            pygame.Rect(0, 0, area.inner_width, max(ground.bottom, self.graph.bottom)),
        )
        area.content_height = max(self.graph.bottom + scale.px(6), 0)
        ui.add(area)
        self._build_detail(ui, detail)

    def _set_lane(self, lane: str) -> None:
        self.builder.lane, self.builder.chosen, self.builder.way = lane, "", ()
        self.builder.refresh()

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
        ability = self.content.abilities.get(self.builder.chosen)
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
        if self.builder.way:
            chain = ", ".join(app.tr(f"ability.{id}.name") for id in self.builder.way)
            view.words(
                "detail.way",
                app.tr("sac.build.way", chain=chain, n=len(self.builder.way)),
                theme.BODY_BOLD,
                paper.red(app),
            )
        view.finish()
        ui.add(area)

    def _detail_acts(self, ability: Ability, state: str) -> list[tuple[str, str, Callable[[], None], Why | None]]:
        app = self.app
        if state == "known":
            return [("take_back", app.tr("sac.build.take_back"), partial(self.builder.give_up, ability.id), None)]
        fault = pick_fault(self.content, self.sheet, ability.id)
        reason = self.builder.why(fault) if fault is not None and not self.builder.override else None
        acts: list[tuple[str, str, Callable[[], None], Why | None]] = [
            ("learn", app.tr("sac.build.learn"), partial(self.builder.learn, ability.id), reason)
        ]
        if self.builder.way:
            acts.append(
                (
                    "walk_way",
                    app.tr("sac.build.walk_way", n=len(self.builder.way)),
                    self.builder.walk_way,
                    self.builder.way_fault(),
                )
            )
        else:
            acts.append(("show_way", app.tr("sac.build.show_way"), self.builder.mark_way, None))
        return acts
