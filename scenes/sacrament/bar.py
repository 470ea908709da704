"""The lower edge: tiles for what can be done, and the dice tray with the last roll."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import pygame

from scenes import theme
from scenes.action_bar import TAKES_BACK, ActionBar
from scenes.sacrament import paper
from scenes.sacrament.menu import Tile
from scenes.scale import Layout
from scenes.widgets import Drawn, IconButton, Ui, Widget

if TYPE_CHECKING:
    from scenes.sacrament.table import SacramentTable

DIM_INK = theme.mix(theme.PRINT, theme.FAINT_ON_PAPER, 0.4)
"""Words on a tile that cannot be pressed, whose paper is darker."""
WORD = theme.Style("body_bold", 17, leading=1.05)
TRAY = 400.0
NARROW_DIE = 0.42
"""Of a narrow tray's width, that of the one die in it."""


class TileButton(Drawn):
    """An action tile: icon, word, cost as ochre dots, the rise of the ladder."""

    def __init__(self, table: SacramentTable, tile: Tile, rect: pygame.Rect, on: bool) -> None:
        super().__init__(
            table.app,
            tile.id,
            rect,
            self._paint,
            partial(table.press_tile, tile.id),
            region="actions",
            text=_sentence(table, tile),
            tooltip=_sentence(table, tile),
            reason=tile.reason,
            why=partial(table.why_tile, tile.id),
        )
        self.table, self.tile, self.on = table, tile, on
        self.legal = tile.reason is None

    def activate(self) -> None:
        self.app.audio.play("press", caption=False)
        super().activate()

    def _paint(self, surface: pygame.Surface, widget: Widget) -> None:
        app, scale, box, tile = self.app, self.app.scale, self.box, self.tile
        if self.ui is not None and self.ui.nudge > 0 and self.ui.nudged == self.id:
            box = box.move(scale.px(3) if self.ui.nudge > 33 else -scale.px(3), 0)
        look = "dim" if not self.legal else "on" if self.on else "hover" if self.hovered else "plain"
        if app.paint.plain:
            app.paint.button(surface, box, {"plain": "normal"}.get(look, look), "paper")
        else:
            surface.blit(paper.picture(app, f"tile_{look}", box.size), box)
        ink = theme.BONE if look == "on" else DIM_INK if look == "dim" else theme.PRINT
        if app.settings.high_contrast:
            ink = app.paint.button_ink({"plain": "normal"}.get(look, look), "paper")
        inner = box.inflate(-scale.px(14), -scale.px(12))
        inner.height -= scale.px(5)  # the last line's tails keep off the printed frame
        longest = max(tile.word.split(), key=lambda word: app.text.measure(word, WORD)[0])
        style = paper.fit(app, longest, WORD, inner.width, 10)
        high = app.text.measure(tile.word, style, inner.width)[1]
        most = round(inner.height * 0.56)
        while style.size > 10 and high > most:
            style = style.sized(style.size - 0.5)
            high = app.text.measure(tile.word, style, inner.width)[1]
        words = pygame.Rect(
            inner.left,
            inner.bottom - max(high, round(inner.height * 0.36)),
            inner.width,
            max(high, round(inner.height * 0.36)),
        )
        side = min(inner.width - scale.px(8), words.top - inner.top)
        if side >= scale.px(14):
            icon = app.assets.icon(tile.icon, side, ink)
            surface.blit(icon, icon.get_rect(midtop=(inner.centerx + (scale.px(6) if tile.cost else 0), inner.top)))
        app.text.draw(surface, tile.word, words, style, ink, align="center", valign="middle")
        if tile.cost:
            paper.draw_dots(app, surface, (inner.left, inner.top), tile.cost, max(7, scale.px(11)))
        if tile.rise:
            rise = app.text.font("AlegreyaSans-700", max(11, scale.px(16))).render(
                f"+{tile.rise}", True, ink if look == "on" else paper.red(app)
            )
            mark = app.assets.icon("evil-tower", max(10, scale.px(15)), ink if look == "on" else paper.red(app))
            surface.blit(rise, rise.get_rect(topright=(inner.right, inner.top)))
            surface.blit(mark, mark.get_rect(topright=(inner.right, inner.top + rise.get_height() - 2)))


def _sentence(table: SacramentTable, tile: Tile) -> str:
    """A tile in words: what, what it costs, how the ladder rises, what it does."""
    app = table.app
    parts = [tile.word]
    if tile.cost:
        parts.append(app.tr("sac.cost", count=tile.cost))
    if tile.rise:
        parts.append(app.tr("sac.rises", n=tile.rise))
    words = ", ".join(parts)
    return f"{words}. {tile.help}" if tile.help else words


class Bar(ActionBar):
    """Builds the row between Undo and End turn."""

    table: SacramentTable

    def __init__(self, table: SacramentTable) -> None:
        super().__init__(table)
        self.page = 0

    def build_row(self, ui: Ui, row: pygame.Rect) -> None:
        """Helpers, tiles (in pages where they do not fit), the dice tray."""
        table, app, scale = self.table, self.table.app, self.table.app.scale
        gap = scale.px(8)
        full = table.frame.layout == Layout.FULL
        x = row.left
        small = min(scale.px(44), (row.height - gap) // 2)
        helpers = table.helpers()
        columns = -(-len(helpers) // 2) if full else 1
        for number, (id, icon, word, act) in enumerate(helpers[: 2 * columns]):
            place = pygame.Rect(x + (number // 2) * (small + gap), row.top + (number % 2) * (small + gap), small, small)
            button = IconButton(app, id, place, icon, word, act, region="actions")
            button.by_choice = id in TAKES_BACK
            ui.add(button)
        x += columns * (small + gap)
        tray = scale.px(TRAY if full else 250 if table.frame.layout == Layout.COMPACT else 120)
        tray = min(tray, row.width // 3)
        right = pygame.Rect(row.right - tray, row.top, tray, row.height)
        self.add_tray(ui, right)
        self._add_tiles(ui, pygame.Rect(x, row.top, right.left - gap - x, row.height))

    def _add_tiles(self, ui: Ui, row: pygame.Rect) -> None:
        table, app, scale = self.table, self.table.app, self.table.app.scale
        tiles = table.menu.tiles if table.view.fight else []
        if not tiles or row.width < scale.px(90):
            return
        gap = scale.px(6)
        least = max(scale.px(96), round(scale.text_px(WORD.size) * 5.4))
        wide = min(max(least, round(row.height * 1.05)), scale.px(190))
        fit = max(1, (row.width + gap) // (wide + gap))
        if len(tiles) > fit:
            arrow = scale.px(44)
            fit = max(1, (row.width - 2 * (arrow + gap) + gap) // (wide + gap))
            pages = -(-len(tiles) // fit)
            self.page = min(self.page, pages - 1)
            for id, icon, by, word, left in (
                ("tiles.back", "previous-button", -1, app.tr("sac.tiles.back"), row.left),
                ("tiles.on", "next-button", 1, app.tr("sac.tiles.on"), row.right - arrow),
            ):
                place = pygame.Rect(left, row.centery - arrow // 2, arrow, arrow)
                ui.add(IconButton(app, id, place, icon, word, partial(self._turn, by, pages), region="actions"))
            row = row.inflate(-2 * (arrow + gap), 0)
        else:
            self.page = 0
        shown = tiles[self.page * fit : (self.page + 1) * fit]
        total = len(shown) * wide + gap * (len(shown) - 1)
        x = row.centerx - total // 2
        for tile in shown:
            ui.add(TileButton(table, tile, pygame.Rect(x, row.top, wide, row.height), tile.id == table.menu.aim))
            x += wide + gap

    def _turn(self, by: int, pages: int) -> None:
        self.page = (self.page + by) % pages
        self.table.refresh()

    def show_tile(self, id: str) -> None:
        """Turn to the page that holds a tile."""
        for page in range(12):
            if self.table.ui.find(id) is not None:
                return
            self.page = page
            self.table.refresh()

    # The dice tray

    def add_tray(self, ui: Ui, place: pygame.Rect) -> None:
        table = self.table
        ui.add(
            Drawn(
                table.app,
                "dice",
                place,
                self._draw_tray,
                table.open_dice,
                text=table.motion.roll_words() or table.app.tr("sac.dice.tray"),
                tooltip=table.app.tr("sac.dice.tray"),
                region="actions",
            )
        )

    def _draw_tray(self, surface: pygame.Surface, widget: Widget) -> None:
        draw_tray(self.table, surface, widget.box)


def draw_tray(table: SacramentTable, surface: pygame.Surface, box: pygame.Rect) -> None:
    """The tray's felt, the dice of the last roll as they lie or tumble, and what they come to."""
    app, scale = table.app, table.app.scale
    app.paint.panel(surface, box, "ink", "tray")
    roll = table.motion.roll
    inner = box.inflate(-2 * scale.px(12), -2 * scale.px(8))
    if roll is None:
        side = min(inner.height, scale.px(72))
        image = paper.picture(app, "d20", (side, side))
        at = image.get_rect(midleft=inner.midleft) if inner.width > 2 * side else image.get_rect(center=inner.center)
        surface.blit(image, at)
        if inner.width > 2 * side:
            words = app.tr("sac.dice.rest")
            place = pygame.Rect(
                inner.left + side + scale.px(10), inner.top, inner.width - side - scale.px(10), inner.height
            )
            style = paper.fit(app, words, theme.Style("flavour", 18), place.width, 10)
            app.text.draw(surface, words, place, style, theme.FAINT_ON_DARK, valign="middle", must_fit=False)
        return
    left = inner.left
    narrow = inner.width < scale.px(230)
    side = min(inner.height, scale.px(86), round(inner.width * NARROW_DIE) if narrow else inner.width)
    for number, (sides, value) in enumerate(roll.dice[: 1 if narrow else 5]):
        wide = side if sides == 20 or number == 0 else round(side * 0.66)
        spot = pygame.Rect(left, 0, wide, wide)
        spot.centery = inner.centery
        draw_die(
            app,
            surface,
            spot,
            sides,
            value if not roll.tumbling else roll.face(number, sides),
            roll.angle(number),
            roll.gm,
        )
        left += wide + scale.px(5)
    if roll.tumbling:
        return
    colour = theme.GOOD_ON_DARK if roll.good else theme.BAD_ON_DARK if roll.good is False else theme.BONE
    if narrow:
        _draw_narrow_sum(table, surface, inner, left, colour)
        return
    place = pygame.Rect(left + scale.px(6), inner.top, inner.right - left - scale.px(6), inner.height)
    head = paper.fit(app, roll.sum, theme.Style("title", 24), place.width, 10)
    high = app.text.line_height(head)
    tail = paper.fit(
        app, max(roll.words.split() or [""], key=len), theme.Style("flavour", 17, leading=1.1), place.width, 9
    )
    low = min(app.text.measure(roll.words, tail, place.width)[1], place.height - high)
    top = place.centery - (high + low) // 2
    app.text.draw(surface, roll.sum, pygame.Rect(place.left, top, place.width, high), head, colour, wrap=False)
    app.text.draw(
        surface, roll.words, pygame.Rect(place.left, top + high, place.width, low), tail, theme.BONE, must_fit=False
    )


def _draw_narrow_sum(
    table: SacramentTable, surface: pygame.Surface, inner: pygame.Rect, left: int, colour: theme.Colour
) -> None:
    """What the roll came to, in lines beside the one die; where not even a word has room, a tick or a cross on it."""
    app, roll = table.app, table.motion.roll
    assert roll is not None
    place = pygame.Rect(left, inner.top, inner.right - left, inner.height)
    style = theme.LABEL_BOLD
    longest = max((app.text.measure(word, style)[0] for word in roll.sum.split()), default=0)
    if longest <= place.width and app.text.measure(roll.sum, style, place.width)[1] <= place.height:
        app.text.draw(surface, roll.sum, place, style, colour, align="center", valign="middle")
    elif roll.good is not None:
        size = app.scale.px(30)
        mark = app.assets.icon("check-mark" if roll.good else "cancel", size, colour)
        pygame.draw.circle(surface, theme.INK, (left - size // 2, inner.bottom - size // 2), round(size * 0.62))
        surface.blit(mark, mark.get_rect(center=(left - size // 2, inner.bottom - size // 2)))


def draw_die(
    app: Any, surface: pygame.Surface, box: pygame.Rect, sides: int, value: int, angle: float, gm: bool = False
) -> None:
    """A die: a bone cube for a d6, the many-faced one with its number for every other."""
    if sides == 6 and 1 <= value <= 6:
        image = app.assets.sprite(f"dice/d6_{value}", box.size)
        if image is not None:
            if angle:
                image = pygame.transform.rotate(image, round(angle / 15) * 15)
            surface.blit(image, image.get_rect(center=box.center))
            return
    image = paper.picture(app, "d20_gm" if gm else "d20", box.size)
    if angle:
        image = pygame.transform.rotate(image, round(angle / 15) * 15)
    surface.blit(image, image.get_rect(center=box.center))
    digits = app.text.font("IMFellEnglish-400", max(10, round(box.width * 0.26))).render(
        str(value) if value else "?", True, theme.BONE
    )
    surface.blit(digits, digits.get_rect(center=(box.centerx, box.centery + round(box.width * 0.005))))
