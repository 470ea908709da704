"""The stage: the night town with its places, pieces, ways to go and lines of fire."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import pygame

from game.core.contract import Action
from scenes import theme
from scenes.input import Intent
from scenes.kanata.cards import RATIO
from scenes.kanata.parts import ENEMY, GREEN, OnTown, SpaceTarget, draw_line, draw_piece
from scenes.kanata.roadblock import Roadblock
from scenes.kanata.town import TownView
from scenes.kanata.view import Piece
from scenes.widgets import Button, Drawn, IconButton, Ui, Widget

if TYPE_CHECKING:
    from scenes.kanata.table import KanataTable

PLATE = theme.Style("elite", 16, leading=1.1)
COUNT = theme.Style("label_bold", 16, leading=1.0)
CHIP = theme.Style("label_bold", 17, leading=1.2)
SIGHT = "KAN-SHOOT-06"
"""The clause that forbids shots through buildings."""
PIECE = 34.0
ROOMY = 34.0
"""Units of a tile from which plates may have letters larger than 16 units."""
READABLE = 24.0
"""Units of a tile under which plates show numbers only, and the table opens with a nearer view."""
DRAG = 6.0
DIE = 6
EDGE_CARD = 72.0
"""Units that a card at the edge of the stage is wide."""
EDGE_SHARE = 0.5
"""The share of the stage's width that the cards at its edge take at most."""


class Ground(Drawn):
    """The town itself: dragging it moves it, a press on a space that cannot be chosen says why."""

    def __init__(self, *args: Any, stage: Stage, **more: Any) -> None:
        super().__init__(*args, **more)
        self.stage = stage
        self._from: tuple[int, int] | None = None
        self._dragged = False

    def press_at(self, pos: tuple[int, int]) -> None:
        self._from, self._dragged = pos, False

    def drag_to(self, pos: tuple[int, int]) -> bool:
        if self._from is None:
            return False
        dx, dy = pos[0] - self._from[0], pos[1] - self._from[1]
        if not self._dragged and math.hypot(dx, dy) < DRAG * self.app.scale.u:
            return True
        self._dragged = True
        self._from = pos
        self.stage.town.pan(dx, dy)
        return True

    def activate(self) -> None:
        if not self._dragged:
            super().activate()
        self._dragged = False

    def handle(self, intent: Intent) -> bool:
        return False


class Stage:
    """Builds and draws what lies on the stage."""

    def __init__(self, table: KanataTable) -> None:
        self.table = table
        self.town = TownView(table.app)
        self.via: list[str] = []
        """Middle spaces that the way is to lead over, in order."""
        self.choosing_via = False
        self.targets: dict[str, Action] = {}
        """What a press on a widget of the stage does, by the widget's id."""
        self.barred: dict[str, Piece] = {}
        """Enemies that cannot be shot at, by their widgets' ids."""
        self._spots: dict[str, tuple[float, float]] = {}
        self.cards_bottom = 0
        """Where the cards at the edge end."""
        self._prospect: tuple[int, dict[str, int]] = (-1, {})
        self.roadblock = Roadblock(self)

    # Building

    def build(self, ui: Ui, rect: pygame.Rect) -> None:
        """Add the town, its pieces and everything that can be chosen on it."""
        table, app = self.table, self.table.app
        first = self.town.stage.size == (1, 1)
        self.town.place(rect)
        if first and self.town.fit < app.scale.px(READABLE):
            self.town.zoom_to(app.scale.px(PIECE) * 1.2 / self.town.fit)
            self.centre()
        ui.add(
            Ground(
                app, "town", rect, self.draw, self._press_ground, stage=self, region="stage", text=app.tr("kan.town"),
            )
        )  # fmt: skip
        self.targets.clear()
        self.barred.clear()
        self.arrange()
        for piece in table.view.pieces():
            ui.add(
                OnTown(
                    app, f"piece.{piece.id}", self.town, partial(self.piece_box, piece), _nothing,
                    on_inspect=partial(table.inspect_piece, piece), tooltip=table.piece_text(piece),
                    text=table.piece_text(piece), region="stage",
                )
            )  # fmt: skip
        if self.roadblock.cells:
            words = app.tr("kan.roadblock.left", monoliths=table.view.monoliths, wall=table.view.wall)
            ui.add(
                OnTown(app, "roadblock", self.town, self.roadblock.box, _nothing, tooltip=words, text=words,
                       region="stage")
            )  # fmt: skip
        if table.ready and table.my_choice:
            self._build_targets(ui)
        self._build_view_buttons(ui, rect)
        self._build_cards(ui, rect)

    def _build_cards(self, ui: Ui, rect: pygame.Rect) -> None:
        """The cards at the edge; and what takes away the one in the middle that waits to be read."""
        table, app, scale = self.table, self.table.app, self.table.app.scale
        wide, gap = min(scale.px(EDGE_CARD), rect.height // 6, rect.width // 6), scale.px(8)
        self.cards_bottom = rect.top + gap + round(wide * RATIO)
        room = max(1, int(rect.width * EDGE_SHARE) // (wide + gap))
        for number, (deck, card, seat) in list(enumerate(table.kept))[-room:]:
            row = number - max(0, len(table.kept) - room)
            place = pygame.Rect(rect.left + gap + row * (wide + gap), rect.top + gap, wide, round(wide * RATIO))
            name, text = table.art.words(card, deck)
            words = app.tr("kan.card.kept", name=table.wording.names[seat], card=name)
            words = f"{words}\n{text}"
            ui.add(
                Drawn(
                    app, f"kept.{number}", place, partial(self._draw_kept, deck=deck, card=card, seat=seat),
                    partial(table.read_kept, number), text=words, tooltip=words, region="stage",
                )
            )  # fmt: skip
        if table.kept:
            side = scale.px(36)
            place = pygame.Rect(rect.left + gap + min(room, len(table.kept)) * (wide + gap), rect.top + gap, side, side)
            word = app.tr("kan.card.put_away")
            ui.add(IconButton(app, "kept_away", place, "cancel", word, table.put_cards_away, region="stage"))
        if table.motion.reading and table.motion.card is not None:
            deck, card, _ = table.motion.card
            box = table.motion.card_box(rect)
            name, text = table.art.words(card, deck)
            ui.add(Drawn(app, "card", box, _nothing, text=f"{name}. {text}", region="stage",
                         on_inspect=partial(table.inspect_card, deck, card)))  # fmt: skip
            word = app.tr("kan.card.on")
            button = pygame.Rect(0, 0, Button.width_for(app, word), scale.px(48))
            button.midbottom = (box.centerx, rect.bottom - gap)
            ui.add(Button(app, "card_on", button, word, _go_on, kind="primary", region="stage"))

    def _draw_kept(self, surface: pygame.Surface, widget: Widget, *, deck: str, card: str, seat: int) -> None:
        table, app, box = self.table, self.table.app, widget.box
        surface.blit(table.art.front(deck, card, box.width), box)
        if widget.look in ("hover", "pressed"):
            pygame.draw.rect(surface, theme.CANDLE, box.inflate(4, 4), app.scale.px(2), app.scale.px(4))
        mark = app.scale.px(24)
        app.paint.seat_mark(surface, (box.right - mark // 2, box.bottom - mark // 2), mark, seat)

    def _build_targets(self, ui: Ui) -> None:
        table, app = self.table, self.table.app
        if table.question in ("choose_step", "puppet_move"):
            reach = table.walking.reach()
            for space, steps in reach.items():
                if steps:
                    ui.add(
                        SpaceTarget(
                            app, f"space.{space}", self.town, partial(self.space_box, space), _nothing,
                            partial(table.walking.press_space, space), space=space, steps=len(steps), region="stage",
                            text=app.tr("kan.go", space=table.space_name(space), steps=len(steps)),
                            tooltip=app.tr("kan.go", space=table.space_name(space), steps=len(steps)),
                            on_inspect=partial(table.walking.toggle_via, space),
                        )
                    )  # fmt: skip
            return
        for action in table.state.legal_actions():
            self._build_target(ui, action)
        if table.shooting:
            self._build_barred(ui)

    def _build_barred(self, ui: Ui) -> None:
        """Enemies that cannot be shot at: a press says why not."""
        table, app = self.table, self.table.app
        self.barred.clear()
        for piece in table.view.pieces():
            id = f"aim.{piece.id}"
            action = table.aim_at(piece)
            if action is None or id in self.targets:
                continue
            why = table.why_not(action)
            if why is None:
                continue
            self.barred[id] = piece
            ui.add(
                SpaceTarget(
                    app, id, self.town, partial(self.piece_box, piece), _nothing, space=piece.space, reason=why,
                    region="stage", text=table.piece_text(piece), tooltip=table.piece_text(piece),
                )
            )  # fmt: skip

    def _build_target(self, ui: Ui, action: Action) -> None:
        table, app = self.table, self.table.app
        piece = table.piece_of(action)
        space = getattr(action, "space", None)
        if piece:
            found = next((one for one in table.view.pieces() if one.id == piece), None)
            if found is None:
                return
            id, place, at = f"aim.{piece}", partial(self.piece_box, found), found.space
        elif space is not None:
            id, place, at = f"space.{space}", partial(self.space_box, space), space
        else:
            return
        words = table.wording.action(action)
        self.targets[id] = action
        ui.add(
            SpaceTarget(
                app, id, self.town, place, _nothing, partial(table.press_target, action, id), space=at,
                region="stage", text=words, tooltip="" if table.shooting else table.target_words(action),
                why=partial(table.why_action, action),
            )
        )  # fmt: skip

    def _build_view_buttons(self, ui: Ui, rect: pygame.Rect) -> None:
        app, scale = self.table.app, self.table.app.scale
        side, gap = scale.px(44), scale.px(8)
        acts: Sequence[tuple[str, str, str, Callable[[], None]]] = (
            ("zoom_in", "magnifying-glass", app.tr("kan.zoom_in"), lambda: self.zoom(1)),
            ("zoom_out", "expand", app.tr("kan.zoom_out"), lambda: self.zoom(-9)),
            ("centre", "targeting", app.tr("kan.centre"), self.centre),
        )
        x = rect.left + gap
        for id, icon, word, act in acts:
            place = pygame.Rect(x, rect.bottom - side - gap, side, side)
            ui.add(IconButton(app, id, place, icon, word, act, region="stage"))
            x += side + gap

    # Moving the view

    def zoom(self, notches: int, pos: tuple[int, int] | None = None) -> None:
        """Nearer or further."""
        self.town.zoom_by(notches, pos)

    def centre(self) -> None:
        """Bring the one whose turn it is into the middle."""
        spot = self.spot(self.table.view.owner.space)
        self.town.camera.x, self.town.camera.y = spot
        self.town.clamp()
        self.table.app.invalidate()

    def see(self, spots: Sequence[tuple[float, float]]) -> None:
        """Bring these places into sight, if they are not (only while the town is enlarged)."""
        if self.town.camera.zoom <= 1 or not spots:
            return
        inside = self.town.stage.inflate(-self.town.tile, -self.town.tile)
        if all(inside.collidepoint(self.town.point(*spot)) for spot in spots):
            return
        self.town.camera.x = sum(x for x, _ in spots) / len(spots)
        self.town.camera.y = sum(y for _, y in spots) / len(spots)
        self.town.clamp()
        self.table.app.invalidate()

    # Where things are

    def spot(self, space: str) -> tuple[float, float]:
        """The middle of a space in tiles."""
        rect = self.town.town.space_rect(space)
        return rect.centerx, rect.centery

    def space_box(self, space: str) -> pygame.Rect:
        """Where a space can be pressed, on the screen."""
        rect = self.town.town.space_rect(space)
        return self.town.rect(rect.x, rect.y, rect.width, rect.height)

    @property
    def piece_size(self) -> int:
        """Pixels that a piece is wide."""
        least = self.table.app.scale.px(PIECE)
        if self.town.tile < self.table.app.scale.px(READABLE):
            least = round(least * 0.6)
        return max(least, round(self.town.tile * 0.92))

    def arrange(self) -> None:
        """Where each piece stands, so that those on one space do not hide each other."""
        groups: dict[str, list[Piece]] = defaultdict(list)
        for piece in self.table.view.pieces():
            groups[piece.space].append(piece)
        self._spots = {}
        for space, group in groups.items():
            rect = self.town.town.space_rect(space)
            columns = min(len(group), max(2, round(rect.width * 1.2)))
            step = min(0.95, (rect.width + 0.35) / max(1, columns)) if rect.width > 1 else 0.55
            rows = -(-len(group) // columns)
            for number, piece in enumerate(group):
                row, column = divmod(number, columns)
                in_row = min(columns, len(group) - row * columns)
                self._spots[piece.id] = (
                    rect.centerx + (column - (in_row - 1) / 2) * step,
                    rect.centery + (row - (rows - 1) / 2) * step,
                )

    def piece_spot(self, piece: Piece) -> tuple[float, float]:
        """Where a piece stands (or moves) now, in tiles."""
        moving = self.table.motion.at.get(piece.id)
        if moving is not None:
            return moving
        return self._spots.get(piece.id) or self.spot(piece.space)

    def piece_box(self, piece: Piece) -> pygame.Rect:
        """Where a piece is on the screen."""
        box = pygame.Rect(0, 0, self.piece_size, self.piece_size)
        box.center = self.town.point(*self.piece_spot(piece))
        return box

    # Pressing

    def _press_ground(self) -> None:
        """Something that is no target was pressed: the rules say why not."""
        table = self.table
        left, top = self.town.origin
        x, y = table.app.mapper.pointer
        space = self.town.town.space_at((x - left) // self.town.tile, (y - top) // self.town.tile)
        if space:
            table.refuse_space(space)

    # Drawing

    def looked_at(self) -> SpaceTarget | None:
        """The target that is pointed at, or has the focus while keys are used."""
        ui = self.table.ui
        for widget in ui.widgets:
            if isinstance(widget, SpaceTarget) and (widget.hovered or (widget.focused and ui.show_ring)):
                return widget
        return None

    def draw(self, surface: pygame.Surface, widget: Widget) -> None:
        """Town, ways, plates, pieces, lines."""
        table = self.table
        before = surface.get_clip()
        surface.set_clip(self.town.stage.clip(before))
        self.town.draw(surface)
        looked = self.looked_at()
        if table.ready and table.my_choice:
            self._draw_targets(surface, looked)
            self._draw_prospect(surface)
        self.roadblock.draw(surface)
        self._draw_plates(surface)
        if looked is not None and table.question in ("choose_step", "puppet_move"):
            self._draw_way(surface, looked.space)
        for piece in table.view.pieces():
            self._draw_piece(surface, piece)
        if table.shooting:
            self._draw_fire(surface, looked)
        elif table.tray.open and table.my_choice:
            self._draw_aims(surface)
        table.motion.draw_town(surface)
        surface.set_clip(before)

    def _draw_piece(self, surface: pygame.Surface, piece: Piece) -> None:
        size = self.piece_size
        if piece.small:
            size = round(size * 0.8)
        centre = self.town.point(*self.piece_spot(piece))
        if not self.town.stage.inflate(size, size).collidepoint(centre):
            return
        if piece.id == f"seat.{self.table.view.turn}":
            self._halo(surface, centre, size)
        draw_piece(
            self.table.app, surface, piece.picture, centre, size, seat=piece.seat, enemy=piece.enemy, dim=piece.dim
        )

    def _halo(self, surface: pygame.Surface, centre: tuple[int, int], size: int) -> None:
        """The light under the one whose turn it is."""
        app = self.table.app
        key = ("kanata-halo", size)
        image = app.assets.kept(key)
        if image is None:
            side = size * 3
            disc = app.assets.sprite("kanata/night/lamp", (side, side))
            image = pygame.Surface((side, side)).convert()
            if disc is not None:
                image.blit(disc, (0, 0))
            image.fill((150, 110, 50), special_flags=pygame.BLEND_MULT)
            app.assets.keep(key, image)
        surface.blit(image, image.get_rect(center=centre), special_flags=pygame.BLEND_ADD)

    def _draw_targets(self, surface: pygame.Surface, looked: SpaceTarget | None) -> None:
        app = self.table.app
        for widget in self.table.ui.widgets:
            if not isinstance(widget, SpaceTarget):
                continue
            box = widget.box
            if not box.colliderect(self.town.stage):
                continue
            if widget.id in self.barred:
                continue
            if widget.id.startswith("aim."):
                radius = box.width // 2 + app.scale.px(6)
                width = app.scale.px(4 if widget is looked else 2.5)
                pygame.draw.circle(surface, theme.INK, box.center, radius + app.scale.px(1), width + 2)
                pygame.draw.circle(surface, theme.CANDLE, box.center, radius, width)
                continue
            mark = box.inflate(-app.scale.px(5), -app.scale.px(5))
            surface.blit(self._mark(mark.size, widget is looked, widget.space in self.via), mark)
            if widget.steps and min(mark.size) >= app.scale.px(20):
                self._count(surface, str(widget.steps), mark)

    def prospect(self) -> dict[str, int]:
        """While one more die may be rolled to move: each space that a move could end on, with how much the die must
        show at least (0: what is rolled is enough)."""
        table = self.table
        frame = table.view.frame
        if table.question != "choose_dice" or frame.get("purpose") != "move":
            return {}
        key = len(table.session.entries)
        if self._prospect[0] != key:
            state: Any = table.state
            total = sum(frame.get("dice", ()))
            ways = state.reachable(total + DIE)
            self._prospect = (key, {space: max(0, ways.distance(space) - total) for space in ways})
        return self._prospect[1]

    def _draw_prospect(self, surface: pygame.Surface) -> None:
        """How far what is rolled leads, and how far one more die may: fainter the less likely."""
        app = self.table.app
        if not self.prospect():
            return
        start = self.table.walker_space()
        for space, needs in self.prospect().items():
            box = self.space_box(space)
            if space == start or not box.colliderect(self.town.stage):
                continue
            mark = box.inflate(-app.scale.px(5), -app.scale.px(5))
            if not needs:
                surface.blit(self._mark(mark.size, False, False), mark)
                continue
            surface.blit(self._faint_mark(mark.size, needs), mark)
            if min(mark.size) >= app.scale.px(20):
                self._count(surface, app.tr("kan.reach.needs", needs=needs), mark)
        edge = self.table.ui.find("kept_away")
        top = app.scale.px(24) + (self.town.stage.top if edge is None else self.cards_bottom)
        self.chip(surface, app.tr("kan.reach.legend"), (self.town.stage.centerx, top), app.scale.px(620))

    def _faint_mark(self, size: tuple[int, int], needs: int) -> pygame.Surface:
        """A space that another die may lead to, if it shows `needs`."""
        app = self.table.app
        key = ("kanata-faint", size, needs, app.settings.high_contrast)
        image = app.assets.kept(key)
        if image is None:
            image = pygame.Surface(size, pygame.SRCALPHA)
            share = (DIE + 1 - needs) / DIE
            area = image.get_rect()
            radius = max(3, min(size) // 4)
            pygame.draw.rect(image, (*theme.CANDLE, round(20 + 50 * share)), area, 0, radius)
            edge = max(2, app.scale.px(2))
            step = max(4, app.scale.px(6))
            alpha = round(90 + 150 * share)
            for x in range(edge, size[0] - edge, step):
                for y in (0, size[1] - edge):
                    image.fill((*theme.CANDLE, alpha), (x, y, edge, edge))
            for y in range(edge, size[1] - edge, step):
                for x in (0, size[0] - edge):
                    image.fill((*theme.CANDLE, alpha), (x, y, edge, edge))
            app.assets.keep(key, image)
        return image

    def _mark(self, size: tuple[int, int], looked: bool, via: bool) -> pygame.Surface:
        """A space that can be chosen: a rounded square with a lifted edge, fill 20 %, line 85 %."""
        app = self.table.app
        key = ("kanata-mark", size, looked, via, app.settings.high_contrast)
        image = app.assets.kept(key)
        if image is None:
            image = pygame.Surface(size, pygame.SRCALPHA)
            colour = GREEN if via else theme.CANDLE if looked else theme.BONE
            radius = max(3, min(size) // 4)
            area = image.get_rect()
            shadow = area.move(0, app.scale.px(1.5))
            pygame.draw.rect(image, (*theme.INK, 150), shadow, app.scale.px(2), radius)
            area.height -= app.scale.px(1.5)
            pygame.draw.rect(image, (*colour, 110 if looked or via else 51), area, 0, radius)
            pygame.draw.rect(image, (*colour, 217), area, app.scale.px(2.5 if looked or via else 1.6), radius)
            app.assets.keep(key, image)
        return image

    def _count(self, surface: pygame.Surface, text: str, box: pygame.Rect) -> None:
        """A small number that can be read on any ground. Not text for the recorder: it lies in its mark."""
        app = self.table.app
        key = ("kanata-count", text, app.scale.u, app.scale.text_factor)
        image = app.assets.kept(key)
        if image is None:
            face = app.text.font("AlegreyaSans-700", max(10, round(16 * app.scale.u)))
            plain, dark = face.render(text, True, theme.BONE), face.render(text, True, theme.INK)
            image = pygame.Surface((plain.get_width() + 2, plain.get_height() + 2), pygame.SRCALPHA)
            for dx, dy in ((0, 1), (2, 1), (1, 0), (1, 2)):
                image.blit(dark, (dx, dy))
            image.blit(plain, (1, 1))
            app.assets.keep(key, image)
        surface.blit(image, image.get_rect(center=box.center))

    def way_points(self, space: str) -> list[tuple[int, int]]:
        """The way to a space as points on the screen, from where the walker stands."""
        table = self.table
        steps = table.walking.reach().get(space, ())
        start = table.walker_space()
        return [self.town.point(*self.spot(one)) for one in (start, *steps)]

    def _draw_way(self, surface: pygame.Surface, space: str) -> None:
        points = self.way_points(space)
        scale = self.table.app.scale
        draw_line(surface, theme.INK, points, scale.px(9))
        draw_line(surface, theme.CANDLE, points, scale.px(5))
        if points:
            pygame.draw.circle(surface, theme.INK, points[-1], scale.px(9))
            pygame.draw.circle(surface, theme.CANDLE, points[-1], scale.px(7))
        for via in self.via:
            spot = self.town.point(*self.spot(via))
            pygame.draw.circle(surface, theme.INK, spot, scale.px(9))
            pygame.draw.circle(surface, GREEN, spot, scale.px(7))

    def _draw_fire(self, surface: pygame.Surface, looked: SpaceTarget | None) -> None:
        """Lines from the shooter to what can be shot; the one that is looked at says how far and how likely."""
        table, scale = self.table, self.table.app.scale
        start = self.town.point(*self.spot(table.walker_space()))
        aims = [one for one in table.ui.widgets if isinstance(one, SpaceTarget) and one.id in self.targets]
        for widget in aims:
            end = widget.box.center
            wide = scale.px(4) if widget is looked else scale.px(1.6)
            draw_line(surface, theme.INK, (start, end), wide + 2)
            draw_line(surface, theme.CANDLE if widget is looked else ENEMY, (start, end), wide)
        if looked is None:
            return
        middle = ((start[0] + looked.box.centerx) // 2, (start[1] + looked.box.centery) // 2)
        if looked.id in self.targets:
            self.chip(surface, table.fire_words(self.targets[looked.id]), middle)
        elif looked.id in self.barred and looked.reason is not None:
            stop, name = self._first_wall(start, looked.box.center)
            draw_line(surface, theme.INK, (start, stop), scale.px(5))
            draw_line(surface, theme.ASH, (start, stop), scale.px(3))
            arm = scale.px(8)
            for sign in (1, -1):
                ends = ((stop[0] - arm, stop[1] - arm * sign), (stop[0] + arm, stop[1] + arm * sign))
                draw_line(surface, theme.BAD_ON_DARK, ends, scale.px(4))
            words = (
                f"{looked.reason.text}\n{table.space_name(name)}"
                if name and looked.reason.clause == SIGHT
                else looked.reason.text
            )
            self.chip(surface, words, stop)

    def _draw_aims(self, surface: pygame.Surface) -> None:
        """Lines to what the weapon that is looked at in the tray could be used on."""
        table, scale = self.table, self.table.app.scale
        weapon = table.tray.looked_at()
        start = self.town.point(*self.spot(table.walker_space()))
        wanted = {table.piece_of(aim) for aim in table.aims(weapon)} if weapon is not None else set()
        for piece in table.view.pieces():
            if piece.id in wanted:
                end = self.piece_box(piece).center
                draw_line(surface, theme.INK, (start, end), scale.px(5))
                draw_line(surface, theme.CANDLE, (start, end), scale.px(3))

    def _first_wall(self, start: tuple[int, int], end: tuple[int, int]) -> tuple[tuple[int, int], str]:
        """Where a line from `start` first meets a building that neither end stands in, and which; else its end."""
        best: tuple[float, tuple[int, int], str] | None = None
        for building in self.town.town.buildings:
            rect = self.town.rect(*building.place)
            if rect.collidepoint(start) or rect.collidepoint(end):
                continue
            crossed = rect.clipline(start, end)
            if crossed:
                far = pygame.Vector2(crossed[0]).distance_to(start)
                if best is None or far < best[0]:
                    best = (far, crossed[0], building.name)
        return (best[1], best[2]) if best is not None else (end, "")

    def chip(self, surface: pygame.Surface, words: str, at: tuple[int, int], most: int = 0) -> None:
        """A dark slip with a few words on the town, at most `most` pixels wide."""
        app, scale = self.table.app, self.table.app.scale
        width, height = app.text.measure(words, CHIP, min(most or scale.px(300), self.town.stage.width - scale.px(40)))
        box = pygame.Rect(0, 0, width + scale.px(20), height + scale.px(12))
        box.center = at
        box.clamp_ip(self.town.stage.inflate(-scale.px(8), -scale.px(8)))
        app.text.next_layer()
        app.paint.panel(surface, box, "ink", "fire")
        app.text.draw(surface, words, box.inflate(-scale.px(18), 0), CHIP, theme.BONE, align="center", valign="middle")

    # Plates

    def _draw_plates(self, surface: pygame.Surface) -> None:
        """The names of the places, with the numbers of the properties and the cubes that are left in them."""
        app = self.table.app
        for name, place in self.town.town.places.items():
            key = f"kan.place.{name}"
            if not app.strings.has(key):
                continue
            cubes = self.table.view.supply[place.number - 1] if place.number else None
            far = self.town.tile < app.scale.px(READABLE)
            if far and not place.number:
                continue
            image = self._plate("" if far else app.tr(key), place.number, cubes)
            middle, bottom = self.town.point(place.rect.centerx, place.rect.bottom)
            at = image.get_rect(midtop=(middle, bottom - round(self.town.tile * 0.5)))
            if at.colliderect(self.town.stage):
                inside = self.town.stage.inflate(-app.scale.px(4), -app.scale.px(4))
                if self.town.camera.zoom <= 1:
                    at.clamp_ip(inside)
                surface.blit(image, at)

    def plate(self, name: str) -> pygame.Surface:
        """A plate with a name; empty where the town is so far away that plates show numbers only."""
        far = self.town.tile < self.table.app.scale.px(READABLE)
        return pygame.Surface((1, 1), pygame.SRCALPHA) if far else self._plate(name, 0, None)

    def _plate_style(self) -> theme.Style:
        """The letters of the plates: larger text makes them larger as far as the town leaves room for them."""
        scale = self.table.app.scale
        room = max(1.0, self.town.tile / scale.px(ROOMY))
        return PLATE.sized(round(PLATE.size * min(scale.text_factor, room) / scale.text_factor, 1))

    def _plate(self, name: str, number: int, cubes: int | None) -> pygame.Surface:
        app, scale = self.table.app, self.table.app.scale
        style = self._plate_style()
        key = ("kanata-plate", name, number, cubes, scale.u, style, scale.text_factor, app.settings.font)
        kept = app.assets.kept(key)
        if kept is not None:
            return kept
        words = name.upper()
        laid = app.text.lay(words, style)
        pad, high = scale.px(6), max(scale.px(24), laid.height + scale.px(4))
        disc = high if number else 0
        pips = scale.px(13) + app.text.lay("0", COUNT).width + scale.px(8) if cubes is not None else 0
        size = (disc + laid.width + 2 * pad + pips, high)
        image = pygame.Surface((size[0] + scale.px(3), size[1] + scale.px(3)), pygame.SRCALPHA)
        area = pygame.Rect(0, 0, *size)
        pygame.draw.rect(image, (*theme.INK, 140), area.move(scale.px(2), scale.px(3)), 0, scale.px(4))
        pygame.draw.rect(image, theme.PARCHMENT, area, 0, scale.px(4))
        pygame.draw.rect(image, theme.PRINT, area, max(1, scale.px(1.4)), scale.px(4))
        overhang = max(2, app.scale.text_px(style.size) // 4)
        text = app.text.render(laid, style, theme.PRINT)
        image.blit(text, (disc + pad - overhang, (high - laid.height) // 2 - overhang))
        if number:
            centre = (high // 2, high // 2)
            pygame.draw.circle(image, theme.BLOOD, centre, high // 2 - scale.px(2))
            count = app.text.fitting(str(number), COUNT, high - scale.px(9), 8)
            rendered = app.text.render(app.text.lay(str(number), count), count, theme.BONE)
            image.blit(rendered, rendered.get_rect(center=centre))
        if cubes is not None:
            self._cubes(image, pygame.Rect(area.right - pips, 0, pips, high), cubes)
        return app.assets.keep(key, image.convert_alpha())

    def _cubes(self, image: pygame.Surface, box: pygame.Rect, cubes: int) -> None:
        """Search cubes as pips and digit."""
        app, scale = self.table.app, self.table.app.scale
        side = scale.px(5.5)
        for n in range(4):
            place = pygame.Rect(
                box.left + (n % 2) * (side + 1), box.centery - side + (n // 2) * (side + 1) - 1, side, side
            )
            if n < cubes:
                image.fill(theme.PRINT, place)
            else:
                pygame.draw.rect(image, theme.mix(theme.PRINT, theme.PARCHMENT, 0.5), place, 1)
        digit = app.text.lay(str(cubes), COUNT)
        rendered = app.text.render(digit, COUNT, theme.PRINT)
        image.blit(rendered, rendered.get_rect(center=(box.right - scale.px(10), box.centery)))


def _go_on() -> None:
    """Any press goes on; the table takes it before the button does."""


def _nothing(surface: pygame.Surface, widget: Widget) -> None:
    """The stage draws everything itself, in its own order."""
