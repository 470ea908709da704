"""A path as a graph: nodes by level from left to right, strokes from what they branch from."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import pygame

from game.sacrament.characters import Standing
from game.sacrament.content import Ability
from scenes import theme
from scenes.sacrament import paper
from scenes.widgets import Drawn, Ui, Widget

if TYPE_CHECKING:
    from scenes.app import App

NODE = theme.Style("label_bold", 17, leading=1.1)
LEAST_HIGH = 56.0
MOST_HIGH = 112.0


class Graph:
    """Lays one path out and draws it. `way` are the abilities that Show the way marks."""

    def __init__(self, app: App) -> None:
        self.app = app
        self.boxes: dict[str, pygame.Rect] = {}

    def arrange(self, abilities: Sequence[Ability], area: pygame.Rect) -> None:
        """Where each ability stands: a column for each level, in each the order of the list."""
        levels = sorted({ability.level for ability in abilities})
        rows = max(sum(one.level == level for one in abilities) for level in levels)
        gap_x, gap_y = max(self.app.scale.px(18), area.width // 24), self.app.scale.px(14)
        wide = (area.width - gap_x * (len(levels) - 1)) // len(levels)
        least = max(self.app.scale.px(LEAST_HIGH), self.app.text.line_height(NODE) * 2 + self.app.scale.px(22))
        high = max(least, min(self.app.scale.px(MOST_HIGH), (area.height - gap_y * (rows - 1)) // rows))
        self.boxes = {}
        for column, level in enumerate(levels):
            found = [one for one in abilities if one.level == level]
            step = max(high + gap_y, (area.height - high) // max(1, rows - 1) if rows > 1 else 0)
            step = min(step, high + 8 * gap_y)
            top = area.top + max(
                0, (min(area.height, step * (rows - 1) + high) - (step * (len(found) - 1) + high)) // 2
            )
            for row, one in enumerate(found):
                self.boxes[one.id] = pygame.Rect(area.left + column * (wide + gap_x), top + row * step, wide, high)

    @property
    def bottom(self) -> int:
        """Where the lowest node ends."""
        return max((box.bottom for box in self.boxes.values()), default=0)

    def build(
        self,
        add: Callable[[Widget], None],
        abilities: Sequence[Ability],
        standings: dict[str, Standing],
        chosen: str,
        way: Sequence[str],
        press: Callable[[str], None],
        words: Callable[[Ability], str],
        ground: pygame.Rect,
    ) -> None:
        """Add the strokes and the nodes, each a widget ``node.<id>``."""
        add(_Strokes(self.app, ground, self, abilities, standings, way))
        for ability in abilities:
            node = _Node(
                self.app, self.boxes[ability.id], ability, standings[ability.id], ability.id == chosen, way, press
            )
            node.text = node.tooltip = words(ability)
            add(node)


class _Strokes(Widget):
    """The branches, under the nodes."""

    focusable = False

    def __init__(
        self,
        app: App,
        ground: pygame.Rect,
        graph: Graph,
        abilities: Sequence[Ability],
        standings: dict[str, Standing],
        way: Sequence[str],
    ) -> None:
        super().__init__(app, "branches", ground)
        self.graph, self.abilities, self.standings, self.way = graph, abilities, standings, tuple(way)

    def draw(self, surface: pygame.Surface) -> None:
        offset = pygame.Vector2(self.box.topleft) - pygame.Vector2(self.rect.topleft)
        scale = self.app.scale
        for ability in self.abilities:
            for parent in ability.parents:
                if parent not in self.graph.boxes:
                    continue
                a, b = self.graph.boxes[parent], self.graph.boxes[ability.id]
                start, end = pygame.Vector2(a.midright) + offset, pygame.Vector2(b.midleft) + offset
                known = self.standings[parent].state == "known"
                marked = ability.id in self.way and (parent in self.way or known)
                colour = (
                    paper.RUBRIC if marked else theme.PRINT if known else theme.mix(theme.PRINT, paper.VELLUM, 0.62)
                )
                wide = scale.px(4) if marked else scale.px(3) if known else max(1, scale.px(1.6))
                middle = (start.x + end.x) / 2
                points = [start]
                for step in range(1, 12):
                    t = step / 12
                    ease = t * t * (3 - 2 * t)
                    points.append(pygame.Vector2(start.x + (end.x - start.x) * t, start.y + (end.y - start.y) * ease))
                points.append(end)
                if a.left == b.left:
                    points = [start, pygame.Vector2(middle, start.y), pygame.Vector2(middle, end.y), end]
                pygame.draw.lines(surface, colour, False, points, wide)


class _Node(Drawn):
    """An ability: filled when owned, outlined when open, dotted when locked."""

    def __init__(
        self,
        app: App,
        rect: pygame.Rect,
        ability: Ability,
        standing: Standing,
        chosen: bool,
        way: Sequence[str],
        press: Callable[[str], None],
    ) -> None:
        super().__init__(app, f"node.{ability.id}", rect, self._paint, lambda: press(ability.id))
        self.ability, self.standing, self.chosen, self.marked = ability, standing, chosen, ability.id in way

    def _paint(self, surface: pygame.Surface, widget: Widget) -> None:
        app, scale, box = self.app, self.app.scale, self.box
        state = self.standing.state
        look = (
            "on"
            if state == "known"
            else "hover"
            if self.hovered or self.chosen
            else "plain"
            if state == "available"
            else "dim"
        )
        body = (
            paper.picture(app, f"tile_{look}", box.size)
            if app.assets.has("sacrament/tile_plain") and not app.paint.plain
            else None
        )
        if body is not None:
            surface.blit(body, box)
        else:
            app.paint.button(
                surface, box, "on" if state == "known" else "dim" if state == "locked" else "normal", "paper"
            )
        if state == "locked":
            self._dots(surface, box)
        if self.marked:
            pygame.draw.rect(
                surface, paper.RUBRIC, box.inflate(-scale.px(4), -scale.px(4)), max(2, scale.px(3)), scale.px(8)
            )
        if self.chosen:
            pygame.draw.rect(
                surface, paper.OCHRE, box.inflate(scale.px(4), scale.px(4)), max(2, scale.px(3)), scale.px(10)
            )
        colour = theme.BONE if state == "known" else theme.PRINT if state == "available" else theme.FAINT_ON_PAPER
        if app.paint.plain:
            colour = app.paint.button_ink({"known": "on", "locked": "dim"}.get(state, "normal"), "paper")
        inside = box.inflate(-scale.px(20), -scale.px(12))
        icon_side = min(scale.px(26), inside.height // 2)
        kind = {"spell": "spell-book", "passive": "aura", "action": "sword-brandish"}[self.ability.kind]
        icon = app.assets.icon(
            "healing" if "heal" in str(self.ability.effects)[:160] and self.ability.is_spell else kind,
            icon_side,
            colour,
        )
        surface.blit(icon, (inside.left, inside.centery - icon_side // 2))
        words = pygame.Rect(
            inside.left + icon_side + scale.px(7), inside.top, inside.width - icon_side - scale.px(7), inside.height
        )
        dot = scale.px(9)
        if self.ability.cost:
            words.height -= dot + scale.px(3)
        name = app.tr(f"ability.{self.ability.id}.name")
        longest = max(name.split(), key=lambda word: app.text.measure(word, NODE)[0])
        style = app.text.fitting(longest, NODE, words.width, 12)
        while style.size > 12 and app.text.measure(name, style, words.width)[1] > words.height:
            style = style.sized(style.size - 0.5)
        app.text.draw(surface, name, words, style, colour, valign="middle")
        if self.ability.cost:
            paper.draw_dots(app, surface, (words.left, inside.bottom - dot), self.ability.cost, dot)
        if state == "known":
            mark = app.assets.icon("check-mark", scale.px(16), theme.LIGHT_GOLD)
            surface.blit(mark, mark.get_rect(topright=(box.right - scale.px(7), box.top + scale.px(6))))

    def _dots(self, surface: pygame.Surface, box: pygame.Rect) -> None:
        """A dotted rim: what cannot be learned yet."""
        step, side = self.app.scale.px(9), max(1, self.app.scale.px(2))
        rim = box.inflate(-self.app.scale.px(7), -self.app.scale.px(7))
        for x in range(rim.left, rim.right, step):
            for y in (rim.top, rim.bottom):
                pygame.draw.circle(surface, theme.PRINT, (x, y), side)
        for y in range(rim.top, rim.bottom, step):
            for x in (rim.left, rim.right):
                pygame.draw.circle(surface, theme.PRINT, (x, y), side)


def level_heads(app: App, ui_add: Callable[[Widget], None], graph: Graph, abilities: Sequence[Ability], y: int) -> None:
    """Words over the columns: which level each is."""
    from scenes.widgets import Label

    high = app.text.line_height(theme.SECONDARY)
    seen: set[int] = set()
    for ability in abilities:
        if ability.level not in seen:
            seen.add(ability.level)
            box = graph.boxes[ability.id]
            ui_add(
                Label(
                    app, f"level.{ability.level}", pygame.Rect(box.left, y, box.width, high),
                    app.tr("sac.level", level=ability.level), theme.SECONDARY, paper.red(app), align="center",
                )
            )  # fmt: skip


__all__ = ["Graph", "Ui", "level_heads"]
