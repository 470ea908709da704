"""The things on the table that draw themselves: dial, sockets, round track, a cultist's panel, cards as widgets."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import pygame

from scenes import theme
from scenes.kingsport.cards import CardArt
from scenes.kingsport.view import MOST_SANITY, ROUNDS, View
from scenes.widgets import Drawn, Widget

if TYPE_CHECKING:
    from game.core.contract import State
    from game.kingsport.cards import Cards, God
    from scenes.app import App
    from scenes.frame import Frame
    from scenes.kingsport.motion import Motion
    from scenes.kingsport.table import KingsportTable
    from scenes.widgets import Ui

SOCKETS = 5


class DropZone(Drawn):
    """A place where a dragged card may be let go. It is found by dragging only: its twin is a press on the card."""

    focusable = False


class CardWidget(Drawn):
    """A card that can be looked at and mostly pressed. `legal`: pressing it now does something."""

    def __init__(
        self,
        app: App,
        id: str,
        rect: pygame.Rect,
        paint: Callable[[pygame.Surface, Widget], None],
        card: str,
        *,
        legal: bool = False,
        lifted: pygame.Rect | None = None,
        art: CardArt | None = None,
        **more: Any,
    ) -> None:
        super().__init__(app, id, rect, paint, **more)
        self.card = card
        self.legal = legal
        self.lifted = lifted
        self.art = art

    @property
    def raised(self) -> bool:
        """Whether it stands above the others of a hand: pointed at, or with the focus while keys are used."""
        if self.lifted is None or self.ui is None:
            return False
        return self.hovered or (self.focused and self.ui.show_ring)

    @property
    def box(self) -> pygame.Rect:
        return self.lifted if self.raised and self.lifted is not None else super().box

    def hit(self, pos: tuple[int, int]) -> bool:
        return super().hit(pos) or (self.area is None and self.rect.collidepoint(pos))

    def draw_tip(self, surface: pygame.Surface, tip: str) -> None:
        """The whole card beside it, with the reason below where there is one."""
        if self.art is None:
            super().draw_tip(surface, tip)
            return
        scale = self.app.scale
        pad = scale.px(12)
        width = min(scale.px(300), round((scale.height - 8 * pad) / 1.9))
        card = self.art.front(self.card, width)
        words = self.reason.text if self.reason is not None else ""
        high = self.app.text.measure(words, theme.BODY, width)[1] + pad if words else 0
        window = scale.window.inflate(-2 * pad, -2 * pad)
        box = pygame.Rect(0, 0, width + 2 * pad, card.get_height() + high + 2 * pad)
        around = self.visible_box
        box.midleft = (around.right + pad, around.centery)
        if box.right > window.right:
            box.right = around.left - pad
        box.clamp_ip(window)
        self.app.paint.shadow(surface, box)
        self.app.paint.panel(surface, box, "ink", "peek")
        surface.blit(card, (box.left + pad, box.top + pad))
        if words:
            below = pygame.Rect(box.left + pad, box.top + pad + card.get_height() + pad // 2, width, high)
            self.app.text.draw(surface, words, below, theme.BODY, theme.BONE)


def draw_dial(app: App, surface: pygame.Surface, box: pygame.Rect, value: float, ghost: int | None = None) -> None:
    """The Sanity dial: 0 to 12 round a bone face, the pointer, the number in the middle."""
    side = min(box.size)
    place = pygame.Rect(0, 0, side, side)
    place.center = box.center

    def mark(number: float) -> pygame.Vector2:
        """The direction in which a number stands on the dial: 0 at the lower left, 12 at the lower right."""
        angle = math.radians(120 + 25 * max(0.0, min(float(MOST_SANITY), number)))
        return pygame.Vector2(math.cos(angle), math.sin(angle))

    def draw(large: pygame.Surface, k: int) -> None:
        w = side * k
        middle = (w / 2, w / 2)
        pygame.draw.circle(large, theme.INK, middle, w * 0.49)
        pygame.draw.circle(large, theme.GOLD, middle, w * 0.46)
        pygame.draw.circle(large, theme.PARCHMENT, middle, w * 0.42)
        for number in range(MOST_SANITY + 1):
            pygame.draw.circle(large, theme.PRINT, pygame.Vector2(middle) + mark(number) * w * 0.345, w * 0.045)

    art = None if app.settings.high_contrast else app.assets.sprite("kingsport/sanity_dial", (side, side))
    surface.blit(art if art is not None else app.paint.made("dial", (side, side), draw), place)
    centre = pygame.Vector2(place.center)
    for number, colour, ink in ((ghost, theme.VERDIGRIS, theme.INK), (value, theme.BLOOD, theme.BONE)):
        if number is None:
            continue
        way = mark(number)
        across = pygame.Vector2(-way.y, way.x)
        foot = centre + way * side * 0.2
        pygame.draw.polygon(
            surface, colour, [centre + way * side * 0.32, foot + across * side * 0.06, foot - across * side * 0.06]
        )
        at = centre + way * side * 0.35
        radius = max(4, side * 0.085)
        pygame.draw.circle(surface, theme.INK, at, radius + max(1, side * 0.012))
        pygame.draw.circle(surface, colour, at, radius)
        if side >= app.scale.px(90):
            digit = app.text.font("AlegreyaSans-700", max(9, round(side * 0.13))).render(str(round(number)), True, ink)
            surface.blit(digit, digit.get_rect(center=(round(at.x), round(at.y))))
    pygame.draw.circle(surface, theme.mix(theme.PARCHMENT, theme.BONE, 0.5), centre, side * 0.225)
    pygame.draw.circle(surface, theme.PRINT, centre, side * 0.225, max(1, round(side * 0.018)))
    digits = app.text.font("Cinzel-700", max(12, round(side * 0.3))).render(str(round(value)), True, theme.PRINT)
    surface.blit(digits, digits.get_rect(center=(place.centerx, place.centery)))


def socket_places(box: pygame.Rect, gap: int) -> list[pygame.Rect]:
    """Five squares side by side, centred in `box`."""
    side = min(box.height, (box.width - gap * (SOCKETS - 1)) // SOCKETS)
    left = box.centerx - (side * SOCKETS + gap * (SOCKETS - 1)) // 2
    return [pygame.Rect(left + number * (side + gap), box.centery - side // 2, side, side) for number in range(SOCKETS)]


def draw_socket(app: App, surface: pygame.Surface, place: pygame.Rect) -> None:
    """An empty place for a die: a hollow cut into the bar."""

    def draw(large: pygame.Surface, k: int) -> None:
        side = place.width * k
        box = pygame.Rect(0, 0, side, side).inflate(-round(side * 0.05), -round(side * 0.05))
        pygame.draw.rect(large, theme.mix(theme.INK, (0, 0, 0), 0.5), box, border_radius=round(side * 0.2))
        pygame.draw.rect(
            large, theme.mix(theme.SOOT, theme.ASH, 0.45), box, max(1, round(side * 0.03)), round(side * 0.2)
        )

    surface.blit(app.paint.made("socket", place.size, draw), place)


def draw_backs(
    app: App,
    art: CardArt,
    surface: pygame.Surface,
    box: pygame.Rect,
    backs: Sequence[int],
    ink: theme.Colour = theme.BONE,
) -> None:
    """A hand as others see it: a small fan of each kind of back with its number."""
    height = box.height
    width = round(height * 0.714)
    each = box.width // 3
    faint = theme.FAINT_ON_DARK if ink == theme.BONE else theme.FAINT_ON_PAPER
    for family, count in enumerate(backs):
        left = box.left + family * each
        number = app.text.font("AlegreyaSans-700", max(12, round(app.scale.text_px(20)))).render(
            str(count), True, ink if count else faint
        )
        room = max(0, each - number.get_width() - app.scale.px(10) - width)
        shown = min(count, 6)
        step = min(round(width * 0.3), room // max(1, shown - 1)) if shown > 1 else 0
        for index in range(max(1, shown)):
            image = art.back(family, width)
            if not count:
                image = image.copy()
                image.set_alpha(60)
            surface.blit(image, (left + index * step, box.top))
        surface.blit(
            number, number.get_rect(midleft=(left + step * max(0, shown - 1) + width + app.scale.px(5), box.centery))
        )


def draw_track(app: App, art: CardArt, surface: pygame.Surface, box: pygame.Rect, view: View) -> None:
    """Nine rounds; the Time counter on the present one, a shield with points on those with a Raid."""
    u = app.scale.u
    each = box.width / ROUNDS
    size = round(min(each - 4 * u, box.height * 0.52))
    for number in range(1, ROUNDS + 1):
        place = pygame.Rect(0, 0, size, size)
        place.midbottom = (round(box.left + each * (number - 0.5)), box.bottom - round(2 * u))
        now, past = number == view.round, number < view.round

        def draw(large: pygame.Surface, k: int, now: bool = now, past: bool = past) -> None:
            side = large.get_width()
            pygame.draw.circle(large, theme.INK, (side / 2, side / 2), side * 0.49)
            pygame.draw.circle(large, theme.CANDLE if now else theme.GOLD, (side / 2, side / 2), side * 0.45)
            pygame.draw.circle(
                large,
                theme.PARCHMENT if now else theme.mix(theme.SOOT, theme.INK, 0.3 if past else 0.0),
                (side / 2, side / 2),
                side * 0.39,
            )

        if now:
            place = place.inflate(round(10 * u), round(10 * u))
        counter = (
            app.assets.sprite("kingsport/time_counter", place.size) if now and not app.settings.high_contrast else None
        )
        surface.blit(counter if counter is not None else app.paint.made(("round", now, past), place.size, draw), place)
        colour = (
            theme.BONE if counter is not None else theme.PRINT if now else theme.FAINT_ON_DARK if past else theme.BONE
        )
        word = app.text.font("Cinzel-700", max(10, round(size * 0.46))).render(str(number), True, colour)
        surface.blit(word, word.get_rect(center=place.center))
        if number in view.raids:
            shield = art.shield(str(view.raids[number]), round(min(box.height * 0.52, each * 1.1)), points=True)
            surface.blit(shield, shield.get_rect(midbottom=(place.centerx, place.top - round(u))))


class Part:
    """A region of the table: it builds and draws its widgets, and leaves what is done to the table."""

    def __init__(self, table: KingsportTable) -> None:
        self.table = table

    def still(
        self,
        surface: pygame.Surface,
        key: object,
        box: pygame.Rect,
        draw: Callable[[pygame.Surface, pygame.Rect], None],
    ) -> None:
        """Draw a thing at `box` from a picture kept under `key`, which names all that its look depends on.

        `draw` is called for a new key only, and always while texts are recorded: they are looked for on the window.
        """
        if self.app.text.recorder is not None:
            draw(surface, box)
            return
        margin = self.app.scale.px(24)
        full = ("still", key, box.size)
        kept = self.app.assets.kept(full)
        if kept is None:
            kept = pygame.Surface((box.width + 2 * margin, box.height + 2 * margin), pygame.SRCALPHA)
            draw(kept, pygame.Rect(margin, margin, *box.size))
            self.app.assets.keep(full, kept)
        surface.blit(kept, (box.x - margin, box.y - margin))

    @property
    def app(self) -> App:
        return self.table.app

    @property
    def view(self) -> View:
        return self.table.view

    @property
    def art(self) -> CardArt:
        return self.table.art

    @property
    def gods(self) -> Mapping[str, God]:
        return self.table.gods

    @property
    def cards(self) -> Cards:
        return self.table.cards

    @property
    def motion(self) -> Motion:
        return self.table.motion

    @property
    def state(self) -> State:
        return self.table.state

    @property
    def ui(self) -> Ui:
        return self.table.ui

    @property
    def frame(self) -> Frame:
        return self.table.frame
