"""The map on the stage: bands, fog, zones, tokens, the ruler, and what can be chosen there."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

import pygame

from game.core.numbers import is_digits
from game.sacrament.observation import SeenFoe, SeenPc
from game.sacrament.queries import bands, ruler
from scenes import theme
from scenes.sacrament import paper
from scenes.sacrament.mapsheet import MapSheet
from scenes.widgets import Drawn, IconButton, Ui, Widget

if TYPE_CHECKING:
    from scenes.sacrament.table import SacramentTable

NAME = theme.Style("label_bold", 17, leading=1.1)
KEY, KEYS = 44.0, 60.0
"""Side of a key of the map, and the height that their row takes, in units."""
TOKEN_SHARE = 0.62
ZONE_ICONS = {"chalk": "rune-stone", "soot": "fog", "line": "rune-stone", "wall": "padlock"}


class OnMap(Drawn):
    """A widget that lies on the map; `place` says where it is now."""

    def __init__(
        self,
        table: SacramentTable,
        id: str,
        place: Callable[[], pygame.Rect],
        paint: Callable[[pygame.Surface, Widget], None],
        on_press: Callable[[], None] | None = None,
        **more: Any,
    ) -> None:
        super().__init__(table.app, id, place(), paint, on_press, region="stage", **more)
        self.place, self.sheet = place, table.stage.sheet

    @property
    def box(self) -> pygame.Rect:
        return self.place()

    @property
    def visible_box(self) -> pygame.Rect:
        return self.place().clip(self.sheet.stage)


class Target(OnMap):
    """Something on the map that can be chosen now."""

    legal = True

    def __init__(self, *args: Any, space: str = "", **more: Any) -> None:
        super().__init__(*args, **more)
        self.space = space


class Ground(Drawn):
    """The sheet itself: dragging it moves the view, pressing a tile that is no target asks the rules why."""

    def __init__(self, stage: Stage, box: pygame.Rect, **more: Any) -> None:
        super().__init__(stage.table.app, "map", box, stage.draw, stage.press_ground, region="stage", **more)
        self.stage = stage
        self._last: tuple[int, int] | None = None

    def press_at(self, pos: tuple[int, int]) -> None:
        self._last = pos

    def drag_to(self, pos: tuple[int, int]) -> bool:
        if self.stage.sheet.zoom <= 1 or self._last is None:
            return False
        self.stage.sheet.pan(pos[0] - self._last[0], pos[1] - self._last[1])
        self._last = pos
        return True


def _nothing(surface: pygame.Surface, widget: Widget) -> None:
    """The stage draws it."""


class Stage:
    """Builds and draws what lies on the stage while a fight is on."""

    def __init__(self, table: SacramentTable) -> None:
        self.table = table
        self.sheet = MapSheet(table.app)
        self.selected = ""
        """The token that was pressed last: its bands are shown."""
        self.ruler = True
        self._spots: dict[str, tuple[float, float, float]] = {}
        self._crowd: dict[str, int] = {}
        """By token: how many share its tile."""

    # Building

    def build(self, ui: Ui, rect: pygame.Rect, keys: pygame.Rect | None = None) -> None:
        """Add the map and what lies on it. Its keys stand at the bottom of `keys`, where that is a place of its own."""
        table, view = self.table, self.table.view
        self.sheet.show(view.seen.map)
        self.sheet.place(rect)
        self.arrange()
        ui.add(Ground(self, rect, text=table.app.tr("sac.map", round=view.round)))
        targets = table.menu.targets() if table.ready and table.my_choice else {}
        grid = view.grid
        assert grid is not None
        for name, tile in grid.objects:
            if self.is_discovered(grid.names[tile]):
                self._add_object(ui, name, grid.names[tile])
        for kind, value in targets:
            if kind == "space":
                self._add_tile(ui, str(value))
        for foe in view.foes.values():
            if foe.at:
                self._add_token(
                    ui,
                    f"foe.{foe.token}",
                    ("token", foe.token),
                    table.foe_text(foe),
                    partial(table.inspect_foe, foe.token),
                )
        for pc in view.pcs.values():
            if pc.at and not pc.dead:
                self._add_token(
                    ui, f"pc.{pc.seat}", ("ally", pc.seat), table.pc_text(pc), partial(table.inspect_pc, pc.seat)
                )
        self._build_buttons(ui, rect if keys is None else keys, self.sheet.beside if keys is None else keys.width)

    def _add_tile(self, ui: Ui, space: str) -> None:
        table = self.table
        actions = table.menu.targets()[("space", space)]
        words = table.target_words(actions)
        ui.add(
            Target(
                table, f"space.{space}", partial(self.sheet.rect, space), _nothing,
                partial(table.press_target, ("space", space), f"space.{space}"), space=space, text=words, tooltip=words,
                on_drop=partial(table.drop_on, space), why=partial(table.why_target, ("space", space)),
            )
        )  # fmt: skip

    def _add_token(
        self, ui: Ui, id: str, target: tuple[str, str | int], text: str, inspect: Callable[[], None]
    ) -> None:
        table = self.table
        actions = table.menu.targets().get(target, []) if table.ready and table.my_choice else []
        if table.ready and table.my_choice:
            actions = [*actions, *(step for step in table.walk_to(target) if step not in actions)]
        tip = f"{text}\n{table.target_words(actions)}" if actions else text
        mover = id == f"pc.{table.view.turn}" and table.question == "turn_action"
        ui.add(
            Target(
                table, id, partial(self.token_box, id), _nothing, partial(table.press_target, target, id),
                text=tip, tooltip=tip, on_inspect=inspect, payload=id if mover or table.view.is_gm else None,
                why=partial(table.why_target, target),
            )
        )  # fmt: skip

    def _add_object(self, ui: Ui, name: str, space: str) -> None:
        table = self.table
        words = table.app.tr(f"{table.view.seen.scenario}.{table.view.fight}.{name}")
        ui.add(
            OnMap(
                table, f"thing.{name}@{space}", partial(self._object_box, space), _nothing,
                partial(table.press_object, name, space), text=words, tooltip=words,
            )
        )  # fmt: skip

    def _build_buttons(self, ui: Ui, rect: pygame.Rect, free: int) -> None:
        """The map's keys at the bottom of `rect`, of whose width so much is free of the map."""
        app, scale = self.table.app, self.table.app.scale
        side, gap = scale.px(KEY), scale.px((KEYS - KEY) / 2)
        acts: list[tuple[str, str, str, Callable[[], None], bool]] = [
            ("zoom_in", "magnifying-glass", app.tr("sac.zoom_in"), lambda: self._zoom(1), False),
            ("zoom_out", "expand", app.tr("sac.zoom_out"), lambda: self._zoom(-9), False),
            ("centre", "targeting", app.tr("sac.centre"), self.centre, False),
            (
                "ruler",
                "path-distance",
                app.tr("sac.ruler_off" if self.ruler else "sac.ruler_on"),
                self._toggle_ruler,
                self.ruler,
            ),
        ]
        place = pygame.Rect(rect.left + gap, rect.bottom - side - gap, side, side)
        step = (side + gap, 0)
        if side + 2 * gap <= free < len(acts) * step[0] + gap:  # a column fits beside the sheet, a row not
            place.y -= (len(acts) - 1) * step[0]
            step = (0, step[0])
        for id, icon, word, act, on in acts:
            ui.add(IconButton(app, id, place.copy(), icon, word, act, region="stage", on=on))
            place.move_ip(step)

    def _zoom(self, steps: int) -> None:
        self.sheet.zoom_by(steps)
        self.table.refresh()

    def _toggle_ruler(self) -> None:
        self.ruler = not self.ruler
        self.table.refresh()

    def centre(self) -> None:
        """Bring the one whose turn it is into the middle."""
        pc = self.table.view.pcs.get(self.table.view.turn)
        foe = self.table.view.foes.get(self.table.view.acting)
        space = pc.at if pc is not None and pc.at else foe.at if foe is not None else ""
        if space:
            self.sheet.look_at(*self.sheet.spot(space))
            self.table.refresh()

    # Where things are

    def arrange(self) -> None:
        """Tokens on one tile are fanned out (SAC-DIST-03)."""
        groups: dict[str, list[str]] = defaultdict(list)
        view = self.table.view
        for pc in view.pcs.values():
            if pc.at and not pc.dead:
                groups[pc.at].append(f"pc.{pc.seat}")
        for foe in view.foes.values():
            if foe.at:
                groups[foe.at].append(f"foe.{foe.token}")
        self._spots, self._crowd = {}, {}
        for space, ids in groups.items():
            x, y = self.sheet.spot(space)
            columns = 1 if len(ids) == 1 else 2 if len(ids) <= 4 else 3
            rows = -(-len(ids) // columns)
            size = TOKEN_SHARE if len(ids) == 1 else 0.5 if rows == 1 else 0.44 if columns == 2 else 0.34
            for number, id in enumerate(ids):
                row, column = divmod(number, columns)
                in_row = min(columns, len(ids) - row * columns)
                dx = (column - (in_row - 1) / 2) * min(0.48, 0.96 / columns)
                dy = (row - (rows - 1) / 2) * min(0.44, 0.9 / rows)
                self._spots[id] = (x + dx, y + dy - 0.04, size)
                self._crowd[id] = len(ids)

    def _at(self, id: str) -> str:
        """The tile that a token stands on."""
        view = self.table.view
        head, _, rest = id.partition(".")
        return view.pcs[int(rest)].at if head == "pc" else view.foes[rest].at

    def token_spot(self, id: str) -> tuple[float, float, float]:
        """Where a token stands (or moves) now, in tiles, and its size."""
        moving = self.table.motion.at.get(id)
        x, y, size = self._spots.get(id, (0.5, 0.5, TOKEN_SHARE))
        return (*moving, size) if moving is not None else (x, y, size)

    def token_box(self, id: str) -> pygame.Rect:
        x, y, size = self.token_spot(id)
        side = max(self.table.app.scale.px(34), round(self.sheet.tile * size))
        box = pygame.Rect(0, 0, side, side)
        box.center = self.sheet.point(x, y)
        return box

    def _object_box(self, space: str) -> pygame.Rect:
        tile = self.sheet.rect(space)
        side = max(self.table.app.scale.px(30), round(self.sheet.tile * 0.34))
        return pygame.Rect(tile.right - side - 2, tile.top + 2, side, side)

    # Pressing

    def press_ground(self) -> None:
        """A tile that is no target: the rules say why not."""
        space = self.sheet.space_at(self.table.app.mapper.pointer)
        if space:
            self.table.refuse_space(space)

    def select(self, id: str) -> None:
        """Show the bands of a token, or no longer."""
        self.selected = "" if self.selected == id else id
        self.table.refresh()

    # Drawing

    def looked_at(self) -> Target | None:
        """The target that is pointed at, or has the focus while keys are used."""
        ui = self.table.ui
        for widget in ui.widgets:
            if isinstance(widget, Target) and (widget.hovered or (widget.focused and ui.show_ring)):
                return widget
        return None

    def is_discovered(self, space: str) -> bool:
        """Whether a tile may be drawn: only the game master sees one that no light has ever fallen on, or in fog."""
        view = self.table.view
        grid = view.grid
        if view.is_gm or grid is None:
            return True
        return grid.index[space] not in view.seen.fog and (not grid.dark or self.table.sight.knows(space))

    def draw(self, surface: pygame.Surface, widget: Widget) -> None:
        """Sheet, darkness, zones, bands, targets, things, tokens, ruler."""
        table, view = self.table, self.table.view
        before = surface.get_clip()
        surface.set_clip(self.sheet.stage.clip(before))
        self.sheet.draw(surface)
        grid = view.grid
        if grid is None:
            surface.set_clip(before)
            return
        for number, name in enumerate(grid.names):
            if number in view.seen.fog:
                if view.is_gm:
                    self.sheet.darken(surface, name)
                else:
                    self.sheet.blank(surface, name)
            elif grid.dark and view.unlit(name):
                if self.is_discovered(name):
                    self.sheet.darken(surface, name)
                else:
                    self.sheet.blank(surface, name)
        for name, tile in grid.objects:
            if self.is_discovered(grid.names[tile]):
                self._draw_object(surface, name, grid.names[tile])
        for exit in grid.exits:
            if self.is_discovered(grid.names[exit]):
                self._draw_exit(surface, grid.names[exit])
        self._draw_zones(surface)
        self._draw_bands(surface)
        if table.ready and table.my_choice:
            self._draw_targets(surface)
        for foe in view.foes.values():
            if foe.at:
                self._draw_foe(surface, foe)
        for pc in view.pcs.values():
            if pc.at and not pc.dead:
                self._draw_pc(surface, pc)
        self.sheet.draw_names(surface)
        self._draw_ruler(surface)
        table.motion.draw_map(surface)
        surface.set_clip(before)

    def _draw_object(self, surface: pygame.Surface, name: str, space: str) -> None:
        box = self._object_box(space)
        app = self.table.app
        picture = f"things/{name}" if app.assets.has(f"sacrament/things/{name}") else "things/thing"
        paper.draw_medallion(app, surface, picture, box.center, box.width)

    def _draw_exit(self, surface: pygame.Surface, space: str) -> None:
        """A way out: a small arrow at the rim of its tile."""
        app, view = self.table.app, self.table.view
        grid = view.grid
        assert grid is not None
        column, row = ord(space[0]) - 97, int(space[1:]) - 1
        box = self.sheet.rect(space)
        side = max(12, round(self.sheet.tile * 0.16))
        icon = app.assets.icon("exit-door", side, theme.PRINT)
        at = {
            (True, False): (box.left + side // 2 + 4, box.bottom - side),
            (False, True): (box.centerx, box.bottom - side // 2 - 3),
        }.get((column == 0, row == grid.height - 1 and column != 0), (box.left + side, box.bottom - side))
        surface.blit(icon, icon.get_rect(center=at))

    def _draw_zones(self, surface: pygame.Surface) -> None:
        app, view = self.table.app, self.table.view
        grid = view.grid
        assert grid is not None
        for zone in view.seen.zones:
            if not 0 <= zone.tile < grid.size:
                continue
            box = self.sheet.rect(grid.names[zone.tile]).inflate(-self.sheet.tile // 7, -self.sheet.tile // 7)
            colour = {"soot": theme.INK, "wall": theme.PRINT}.get(zone.name, theme.BONE)
            pygame.draw.ellipse(surface, colour, box, max(2, self.sheet.tile // 28))
            icon = app.assets.icon(ZONE_ICONS.get(zone.name, "rune-stone"), max(14, self.sheet.tile // 5), theme.PRINT)
            surface.blit(icon, icon.get_rect(midtop=(box.centerx, box.top)))

    def band_source(self) -> str:
        """The tile whose bands are shown: of the chosen token, else of whose turn it is."""
        view = self.table.view
        head, _, rest = self.selected.partition(".")
        if head == "pc" and int(rest) in view.pcs:
            return view.pcs[int(rest)].at
        if head == "foe" and rest in view.foes:
            return view.foes[rest].at
        if self.table.my_choice and view.turn in view.pcs:
            return view.pcs[view.turn].at
        return ""

    def _draw_bands(self, surface: pygame.Surface) -> None:
        """Melee: a double line; Near: dashes; Far: none. With words."""
        source = self.band_source()
        if not source or not self.table.ready:
            return
        found = bands(self.table.state, source)
        app, scale = self.table.app, self.table.app.scale
        colour = theme.INK if app.settings.high_contrast else theme.mix(theme.PRINT, paper.OCHRE, 0.25)
        wide = max(2, scale.px(2.5))
        melee = self.sheet.rect(source).inflate(-scale.px(6), -scale.px(6))
        pygame.draw.rect(surface, colour, melee, wide, scale.px(6))
        pygame.draw.rect(surface, colour, melee.inflate(-4 * wide, -4 * wide), max(1, wide // 2), scale.px(4))
        near = [space for space, band in found.items() if band == "near"]
        inside = {*near, source}
        for space in near:
            box = self.sheet.rect(space)
            column, row = ord(space[0]), int(space[1:])
            for dx, dy, a, b in (
                (0, -1, box.topleft, box.topright), (0, 1, box.bottomleft, box.bottomright),
                (-1, 0, box.topleft, box.bottomleft), (1, 0, box.topright, box.bottomright),
            ):  # fmt: skip
                if f"{chr(column + dx)}{row + dy}" not in inside:
                    _dashes(surface, colour, a, b, scale.px(13), wide)
        if near:
            top = min(near, key=lambda space: (int(space[1:]), space[0]))
            self._tag(surface, app.tr("band.near"), self.sheet.rect(top).topleft, False)
        if not any(self._crowd[id] > 1 and self._at(id) == source for id in self._crowd):
            self._tag(surface, app.tr("band.melee"), melee.topleft, True)

    def _tag(self, surface: pygame.Surface, words: str, at: tuple[int, int], inner: bool) -> None:
        app, scale = self.table.app, self.table.app.scale
        style = paper.fit(app, words, theme.Style("label_bold", 16, leading=1.0), round(self.sheet.tile * 0.9))
        wide, high = app.text.measure(words, style)
        box = pygame.Rect(
            at[0] + scale.px(6), at[1] + scale.px(5 if inner else 3), wide + scale.px(8), high + scale.px(2)
        )
        tone = pygame.Surface(box.size, pygame.SRCALPHA)
        tone.fill((*paper.VELLUM, 205))
        surface.blit(tone, box)
        app.text.draw(surface, words, box, style, paper.ink(app), align="center", valign="middle", wrap=False)

    def _draw_targets(self, surface: pygame.Surface) -> None:
        table, scale = self.table, self.table.app.scale
        looked = self.looked_at()
        for kind, value in table.menu.targets():
            if kind == "space":
                box = self.sheet.rect(str(value)).inflate(-self.sheet.tile // 9, -self.sheet.tile // 9)
                lit = looked is not None and looked.space == value
                self._square(surface, box, 96 if lit else 50, lit)
            else:
                id = f"foe.{value}" if kind == "token" else f"pc.{value}"
                if id in self._spots and (table.menu.aim or kind == "token" or table.question != "turn_action"):
                    box = self.token_box(id)
                    colour = theme.CANDLE if looked is not None and looked.id == id else paper.OCHRE
                    pygame.draw.circle(
                        surface, theme.INK, box.center, box.width // 2 + scale.px(6), max(2, scale.px(6))
                    )
                    pygame.draw.circle(surface, colour, box.center, box.width // 2 + scale.px(5), max(2, scale.px(4)))

    def _square(self, surface: pygame.Surface, box: pygame.Rect, alpha: int, lit: bool) -> None:
        """A tile that can be chosen: an ochre square, filled lightly."""
        app = self.table.app
        key = ("sac-square", box.size, alpha)
        image = app.assets.kept(key)
        if image is None:
            image = pygame.Surface(box.size, pygame.SRCALPHA)
            radius = max(4, box.width // 9)
            pygame.draw.rect(image, (*paper.OCHRE, alpha), image.get_rect(), border_radius=radius)
            pygame.draw.rect(
                image,
                (*theme.mix(paper.OCHRE, theme.PRINT, 0.15), 217),
                image.get_rect(),
                max(2, app.scale.px(3 if lit else 2)),
                radius,
            )
            app.assets.keep(key, image)
        surface.blit(image, box)

    def _halo(self, surface: pygame.Surface, box: pygame.Rect) -> None:
        """The light round the one whose turn it is."""
        app = self.table.app
        side = round(box.width * 1.6)
        key = ("sac-halo", side)
        image = app.assets.kept(key)
        if image is None:
            image = pygame.Surface((side, side), pygame.SRCALPHA)
            for ring in range(12, 0, -1):
                pygame.draw.circle(image, (*theme.CANDLE, 12), (side // 2, side // 2), round(side / 2 * ring / 12))
            app.assets.keep(key, image)
        surface.blit(image, image.get_rect(center=box.center))
        pygame.draw.circle(
            surface, theme.CANDLE, (box.centerx, box.centery), box.width // 2 + app.scale.px(2), max(2, app.scale.px(3))
        )

    def _draw_pc(self, surface: pygame.Surface, pc: SeenPc) -> None:
        table, app = self.table, self.table.app
        id = f"pc.{pc.seat}"
        box = self.token_box(id)
        if pc.seat == table.view.turn:
            self._halo(surface, box)
        picture = paper.person_picture(app, pc.id, pc.abilities)
        paper.draw_medallion(app, surface, picture, box.center, box.width, seat=pc.seat, dim=pc.acted or pc.dying)
        if pc.guard:
            self._badge(surface, box, "shield", (1, -1))
        if pc.dying:
            self._badge(surface, box, "death-zone", (1, 1))
        elif pc.conditions:
            self._badge(surface, box, "hazard-sign", (1, 1))
        self._name(surface, box, id, pc.name)

    def _draw_foe(self, surface: pygame.Surface, foe: SeenFoe) -> None:
        table, app = self.table, self.table.app
        id = f"foe.{foe.token}"
        box = self.token_box(id)
        if foe.token == table.view.acting:
            self._halo(surface, box)
        paper.draw_medallion(app, surface, paper.foe_picture(app, foe.kind), box.center, box.width, dim=foe.hidden)
        if foe.conditions:
            self._badge(surface, box, "hazard-sign", (1, -1))
        if foe.left is not None:
            self._count(surface, box, str(foe.left))
        elif foe.state:
            self._hurt(surface, box, foe.state)
        self._name(surface, box, id, table.foe_name(foe.token), foe=True)

    def _badge(self, surface: pygame.Surface, box: pygame.Rect, icon: str, at: tuple[int, int]) -> None:
        app = self.table.app
        side = max(app.scale.px(16), round(box.width * 0.3))
        centre = (box.centerx + at[0] * round(box.width * 0.36), box.centery + at[1] * round(box.width * 0.34))
        pygame.draw.circle(surface, theme.INK, centre, side // 2 + 2)
        pygame.draw.circle(surface, theme.BONE, centre, side // 2)
        image = app.assets.icon(icon, round(side * 0.74), theme.PRINT)
        surface.blit(image, image.get_rect(center=centre))

    def _count(self, surface: pygame.Surface, box: pygame.Rect, words: str) -> None:
        """Boxes left, where they are known."""
        app = self.table.app
        side = max(app.scale.px(22), round(box.width * 0.36))
        centre = (box.left + side // 3, box.top + side // 3)
        pygame.draw.circle(surface, theme.INK, centre, side // 2 + 1)
        pygame.draw.circle(surface, theme.OXBLOOD, centre, side // 2 - 1)
        image = app.text.font("AlegreyaSans-700", max(11, round(side * 0.66))).render(words, True, theme.BONE)
        surface.blit(image, image.get_rect(center=centre))

    def _hurt(self, surface: pygame.Surface, box: pygame.Rect, state: str) -> None:
        """How hurt it looks: up to three strokes."""
        strokes = {"hurt": 1, "half": 2, "nearly": 3}.get(state, 0)
        wide = max(2, box.width // 18)
        for number in range(strokes):
            x = box.left + box.width // 5 + number * 2 * wide
            pygame.draw.line(surface, theme.INK, (x - wide, box.top + box.width // 3), (x + wide, box.top), wide + 3)
            pygame.draw.line(surface, theme.BONE, (x - wide, box.top + box.width // 3), (x + wide, box.top), wide)

    def _name(self, surface: pygame.Surface, box: pygame.Rect, id: str, words: str, *, foe: bool = False) -> None:
        """The name below a token, on a dark label."""
        app, scale = self.table.app, self.table.app.scale
        crowd = self._crowd.get(id, 1)
        number = words.rpartition(" ")[2]
        if crowd > 2:
            if not foe:
                return  # the seat's letter says who it is
            words = number if is_digits(number) else words[:2]
        elif crowd == 2 and foe and is_digits(number):
            words = number
        pad = scale.px(12)
        widest = round(self.sheet.tile * (0.46 if crowd > 1 else 0.97)) - pad
        style = paper.fit(app, words, NAME, widest, 12)
        wide, high = app.text.measure(words, style)
        wide = min(wide, widest)
        label = pygame.Rect(0, 0, wide + pad, high + scale.px(2))
        label.midtop = (box.centerx, box.bottom - high // 3)
        if box.bottom <= self.sheet.stage.bottom:
            label.bottom = min(label.bottom, self.sheet.stage.bottom)  # a small map's last row
        colour = theme.mix(theme.OXBLOOD, theme.INK, 0.35) if foe else theme.INK
        pygame.draw.rect(surface, colour, label, border_radius=scale.px(5))
        app.text.draw(
            surface, words, label, style, theme.BONE, align="center", valign="middle", wrap=False, must_fit=False
        )

    def _draw_ruler(self, surface: pygame.Surface) -> None:
        """While a token is carried or a target looked at: the line, tiles, feet and band (SAC-VTT-07)."""
        table = self.table
        if not self.ruler or not table.ready:
            return
        source, pointer = self.band_source(), self.sheet.space_at(table.app.mapper.pointer)
        looked = self.looked_at()
        dragged = table.ui.dragged
        if dragged is None and table.ui.carried is None and looked is None:
            return
        target = pointer
        if looked is not None and dragged is None and not looked.hovered:
            target = looked.space
        if not source or not target or source == target:
            return
        state: Any = table.state
        found = ruler(state, source, target)
        tiles, feet, band = found.tiles, found.feet, found.band
        a, b = self.sheet.rect(source).center, self.sheet.rect(target).center
        pygame.draw.line(surface, theme.BONE, a, b, max(3, table.app.scale.px(5)))
        _dashes(surface, theme.INK, a, b, table.app.scale.px(12), max(2, table.app.scale.px(3)))
        words = table.app.tr("sac.ruler", count=tiles, feet=feet, band=f"@band.{band}")
        style = theme.LABEL_BOLD.sized(17)
        wide, high = table.app.text.measure(words, style)
        box = pygame.Rect(0, 0, wide + table.app.scale.px(16), high + table.app.scale.px(6))
        box.midbottom = (b[0], b[1] - self.sheet.tile // 3)
        box.clamp_ip(self.sheet.stage)
        pygame.draw.rect(surface, theme.INK, box, border_radius=6)
        table.app.text.draw(surface, words, box, style, theme.BONE, align="center", valign="middle", wrap=False)


def _dashes(
    surface: pygame.Surface, colour: theme.Colour, a: tuple[int, int], b: tuple[int, int], long: int, wide: int
) -> None:
    """A dashed line."""
    start, end = pygame.Vector2(a), pygame.Vector2(b)
    length = start.distance_to(end)
    if length < 1:
        return
    way = (end - start) / length
    at = 0.0
    while at < length:
        stop = min(length, at + long * 0.6)
        pygame.draw.line(surface, colour, start + way * at, start + way * stop, wide)
        at += long


__all__ = ["OnMap", "Stage", "Target"]
