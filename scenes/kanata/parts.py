"""Things on Kanata's table that draw themselves: pieces, plates, tracks, dice; and widgets that lie on the town."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import pygame

from game.core.numbers import is_digits
from scenes import theme
from scenes.paint import seat_outline
from scenes.widgets import Drawn, Widget

if TYPE_CHECKING:
    from scenes.app import App
    from scenes.kanata.town import TownView

ENEMY = theme.rgb("#D8402E")
GREEN = theme.rgb("#5FB06A")
ITEM_ICONS = {
    "pistol": "pistol-gun",
    "shotgun": "sawed-off-shotgun",
    "mg": "thompson-m1",
    "sniper": "winchester-rifle",
    "abominator": "minigun",
    "axe": "fire-axe",
    "katana": "katana",
    "dynamite": "dynamite",
    "baloney": "sandwich",
    "pizza": "full-pizza",
    "energy": "soda-can",
    "protein": "water-bottle",
    "aid": "first-aid-kit",
    "thermos": "potion-ball",
    "chainsaw": "chainsaw",
    "handsaw": "hand-saw",
    "bow_saw": "crosscut-saw",
    "hacksaw": "circular-saw",
    "extinguisher": "fire-extinguisher",
    "nde": "life-support",
    "talisman": "gem-pendant",
    "ammo3": "bullets",
    "ammo5": "bullets",
    "scope4": "arrow-scope",
    "scope8": "arrow-scope",
    "van_keys": "car-key",
    "empty": "cancel",
}
"""The icon of every item, by what it is."""
TRACK_ICONS = {
    "barn": "barn",
    "fence": "wooden-fence",
    "event": "fog",
    "mystery": "uncertainty",
    "pillars": "ionic-column",
    "occult": "pentacle",
    "quiet": "plain-circle",
}
ICONS = {
    "move": "walk",
    "stay": "halt",
    "player_board": "divided-spiral",
    "shoot": "pistol-gun",
    "search": "magnifying-glass",
    "end_turn": "police-car",
    "add_die": "rolling-dices",
    "keep": "check-mark",
    "stop": "halt",
    "hide": "crucifix",
    "decline": "cancel",
    "get_on": "scooter",
    "get_off": "walk",
    "get_in": "surfer-van",
    "get_out": "exit-door",
    "rescue": "healing",
    "trade": "trade",
    "give": "card-play",
    "ask_for": "card-draw",
    "done": "check-mark",
    "accept": "check-mark",
    "refuse": "cancel",
    "deliver": "hand-saw",
    "put_away": "corn",
    "fire": "targeting",
    "cease": "halt",
    "use_nde": "life-support",
    "use_talisman": "gem-pendant",
    "use_trait": "upgrade",
    "choose_friend": "meeple",
    "choose_abomination": "floating-ghost",
}
"""The icon of an act, by its tag."""


def kind_of(item: str) -> str:
    """What an item is: ``pistol_2`` is a ``pistol``."""
    name, _, number = item.rpartition("_")
    return name if is_digits(number) and name else item


def item_icon(item: str) -> str:
    """The icon of an item or token."""
    return ITEM_ICONS.get(kind_of(item), "cube")


class OnTown(Drawn):
    """A widget that lies on the town and moves with it: `place` (tiles) says where."""

    def __init__(
        self,
        app: App,
        id: str,
        town: TownView,
        place: Callable[[], pygame.Rect],
        paint: Callable[[pygame.Surface, Widget], None],
        on_press: Callable[[], None] | None = None,
        **more: Any,
    ) -> None:
        super().__init__(app, id, place(), paint, on_press, **more)
        self.town = town
        self.place = place

    @property
    def box(self) -> pygame.Rect:
        return self.place()

    @property
    def visible_box(self) -> pygame.Rect:
        return self.place().clip(self.town.stage)

    def draw(self, surface: pygame.Surface) -> None:
        before = surface.get_clip()
        surface.set_clip(self.town.stage.clip(before))
        super().draw(surface)
        surface.set_clip(before)


class SpaceTarget(OnTown):
    """A space that can be chosen now. `steps`: how far it is, 0 for none."""

    legal = True

    def __init__(self, *args: Any, space: str, steps: int = 0, **more: Any) -> None:
        super().__init__(*args, **more)
        self.space = space
        self.steps = steps


# ---- drawing -----------------------------------------------------------------------------------------------------


def draw_piece(
    app: App,
    surface: pygame.Surface,
    name: str,
    centre: tuple[int, int],
    size: int,
    *,
    seat: int | None = None,
    enemy: bool = False,
    dim: bool = False,
) -> pygame.Rect:
    """A piece of the board `size` pixels across: ring in the seat's colour with shape and letter, red for enemies."""
    key = ("kanata-piece", name, size, seat, enemy, dim, app.settings.high_contrast)
    image = app.assets.kept(key)
    if image is None:
        image = app.assets.keep(key, _piece(app, name, size, seat, enemy, dim))
    box = image.get_rect(center=centre)
    surface.blit(image, box)
    return pygame.Rect(0, 0, size, size).move(centre[0] - size // 2, centre[1] - size // 2)


def _piece(app: App, name: str, size: int, seat: int | None, enemy: bool, dim: bool) -> pygame.Surface:
    side = round(size * 1.4)
    image = pygame.Surface((side, side), pygame.SRCALPHA)
    middle = side / 2
    disc = app.assets.sprite(f"kanata/tokens/{name}", (round(size * 1.25), round(size * 1.25)))
    if disc is not None:
        image.blit(disc, disc.get_rect(center=(round(middle), round(middle))))
    else:
        pygame.draw.circle(image, theme.SOOT, (middle, middle), size / 2)
    ring = ENEMY if enemy else theme.SEATS[seat % 6].colour if seat is not None else None
    if ring is not None:
        large = pygame.Surface((side * 3, side * 3), pygame.SRCALPHA)
        centre = (side * 1.5, side * 1.5)
        pygame.draw.circle(large, theme.INK, centre, size * 1.5, max(2, round(size * 0.27)))
        pygame.draw.circle(large, ring, centre, size * 1.44, max(2, round(size * 0.16)))
        image.blit(pygame.transform.smoothscale(large, (side, side)), (0, 0))
    if seat is not None:
        mark = max(app.scale.px(17), round(size * 0.46))
        app.paint.seat_mark(image, (round(side - mark * 0.62), round(side - mark * 0.62)), mark, seat)
    if dim:
        image.set_alpha(130)
    return image.convert_alpha() if pygame.display.get_surface() is not None else image


def draw_seat_shape(app: App, surface: pygame.Surface, centre: tuple[int, int], radius: float, seat: int) -> None:
    """The outline of a seat's shape, as the banner shows it."""
    mark = theme.SEATS[seat % 6]
    points = seat_outline(mark.shape, centre, radius)
    pygame.draw.polygon(surface, theme.INK, points)
    pygame.draw.polygon(surface, mark.colour, points, max(2, round(radius * 0.1)))


def draw_pips(
    app: App,
    surface: pygame.Surface,
    box: pygame.Rect,
    full: int,
    total: int,
    colour: theme.Colour,
    *,
    empty: theme.Colour = theme.ASH,
    gap: float = 2.0,
) -> None:
    """Small boxes in a row, `full` of `total` filled."""
    if total <= 0:
        return
    space = app.scale.px(gap)
    wide = max(2, (box.width - space * (total - 1)) // total)
    for number in range(total):
        place = pygame.Rect(box.left + number * (wide + space), box.top, wide, box.height)
        if number < full:
            surface.fill(colour, place)
        pygame.draw.rect(surface, theme.PRINT if number < full else empty, place, 1)


def draw_die(
    app: App, surface: pygame.Surface, face: int, centre: tuple[int, int], side: int, *, turn: int = 0
) -> None:
    """A bone die showing `face`; 0: not rolled yet."""
    key = ("kanata-die", face, side, turn)
    image = app.assets.kept(key)
    if image is None:
        made = app.assets.sprite(f"dice/d6_{face}", (side, side)) if face else None
        if made is None:
            made = pygame.Surface((side, side), pygame.SRCALPHA)
            body = pygame.Rect(0, 0, side, side).inflate(-side // 8, -side // 8)
            pygame.draw.rect(made, (*theme.BONE, 120), body, border_radius=side // 6)
            pygame.draw.rect(made, theme.FAINT_ON_PAPER, body, max(2, side // 24), border_radius=side // 6)
        image = app.assets.keep(key, pygame.transform.rotate(made, turn) if turn else made)
    surface.blit(image, image.get_rect(center=centre))


def draw_line(surface: pygame.Surface, colour: theme.Colour, points: Sequence[tuple[int, int]], width: int) -> None:
    """A thick polyline with round joints."""
    if len(points) < 2:
        return
    pygame.draw.lines(surface, colour, False, points, width)
    for point in points:
        pygame.draw.circle(surface, colour, point, width // 2)
