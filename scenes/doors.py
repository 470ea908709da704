"""The doors of the title: a linocut door for each game."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pygame

from scenes import theme
from scenes.paint import Points, carve, seed_of
from scenes.widgets.base import Widget

if TYPE_CHECKING:
    from collections.abc import Callable

    from scenes.app import App
    from scenes.board import DoorLook


class Door(Widget):
    """A door with its game's name under it; with the pointer or focus on it, it opens a hand's breadth."""

    OPENING = 140.0

    def __init__(
        self,
        app: App,
        rect: pygame.Rect,
        game: str,
        look: DoorLook,
        on_press: Callable[[], None],
        *,
        caption: int,
        **more: Any,
    ) -> None:
        name = app.tr(f"door.{game}")
        super().__init__(app, f"door.{game}", rect, **{"text": f"{name}. {app.tr(f'door.{game}.line')}", **more})
        self.game, self.door, self.name, self.on_press = game, look, name, on_press
        self.caption = caption
        """Height in pixels under the door for the name."""
        self._open = 0.0

    @property
    def lit(self) -> bool:
        return self.hovered or self.focused

    def activate(self) -> None:
        self.app.audio.play("door")
        self.on_press()

    def update(self, dt: float) -> bool:
        target = 1.0 if self.lit and self.enabled else 0.0
        if self._open == target:
            return False
        step = 1.0 if self.app.settings.reduced_motion else dt / self.OPENING
        self._open = min(target, self._open + step) if target > self._open else max(target, self._open - step)
        return True

    @property
    def frame(self) -> pygame.Rect:
        return pygame.Rect(self.box.left, self.box.top, self.box.width, self.box.height - self.caption)

    def draw(self, surface: pygame.Surface) -> None:
        frame = self.frame
        self.app.paint.shadow(surface, frame)
        shut = self._art("", frame.size)
        if shut is not None:
            surface.blit(shut, frame)
            ajar = self._art("_open", frame.size) if self._open > 0 else None
            if ajar is not None:
                ajar.set_alpha(round(255 * self._open))
                surface.blit(ajar, frame)
        else:
            surface.blit(self.app.paint.made(("door", self.game), frame.size, self._draw_door), frame)
            self._draw_light(surface, frame)
        self._draw_name(surface)

    def _art(self, state: str, size: tuple[int, int]) -> pygame.Surface | None:
        name = f"ui/door_{self.game}{state}"
        if self.app.settings.high_contrast or not self.app.assets.has(name):
            return None
        return self.app.assets.sprite(name, size)

    def _draw_light(self, surface: pygame.Surface, frame: pygame.Rect) -> None:
        """The slit of light along the leaf that stands open, 12 units at most."""
        width = round(self.app.scale.px(12) * self._open)
        if width <= 0:
            return
        leaf = self._leaf(pygame.Rect(0, 0, *frame.size)).move(frame.topleft)
        slit = pygame.Rect(
            leaf.right - width, leaf.top + round(leaf.width * 0.46), width, leaf.height - round(leaf.width * 0.46)
        )
        surface.fill(self.door.light, slit)
        glow = self._glow((self.app.scale.px(90), slit.height))
        glow.set_alpha(round(150 * self._open))
        before = surface.get_clip()
        surface.set_clip(frame.clip(before))
        surface.blit(glow, (slit.right, slit.top), special_flags=pygame.BLEND_RGB_ADD)
        surface.set_clip(before)

    def _glow(self, size: tuple[int, int]) -> pygame.Surface:
        key = ("glow", size, self.door.light)
        kept = self.app.assets.kept(key)
        if kept is not None:
            return kept
        strip = pygame.Surface((32, 1))
        for x in range(32):
            strip.set_at((x, 0), theme.mix(self.door.light, (0, 0, 0), 0.55 + 0.45 * x / 31))
        return self.app.assets.keep(key, pygame.transform.smoothscale(strip, size))

    def _draw_name(self, surface: pygame.Surface) -> None:
        frame = self.frame
        gap = self.app.scale.px(10)
        place = pygame.Rect(self.box.left, frame.bottom + gap, self.box.width, self.caption - gap)
        style = self.app.text.fitting(self.name, self.door.style, place.width, 13)
        colour = theme.CANDLE if self.lit and self.enabled else (theme.BONE if self.enabled else theme.FAINT_ON_DARK)
        self.app.text.draw(surface, self.name, place, style, colour, align="center", shadow=theme.INK)

    @staticmethod
    def _leaf(area: pygame.Rect) -> pygame.Rect:
        """The opening of the door in its frame."""
        return pygame.Rect(
            area.left + round(area.width * 0.17),
            area.top + round(area.height * 0.17),
            round(area.width * 0.66),
            area.bottom - area.top - round(area.height * 0.17) - round(area.height * 0.03),
        )

    def _draw_door(self, large: pygame.Surface, k: int) -> None:
        """The plain linocut: a stone arch against the night, planks, iron bands, the game's sign."""
        u = self.app.scale.u * k
        area = large.get_rect()
        seed = seed_of(self.game)
        pygame.draw.polygon(large, theme.INK, carve(_box(area), 0.8 * u, 18 * u, seed))
        sky = area.inflate(-round(10 * u), -round(10 * u))
        for row in range(sky.height):
            share = row / max(1, sky.height)
            colour = theme.mix(theme.NIGHT, theme.mix(self.door.wood, theme.NIGHT, 0.55), share)
            pygame.draw.line(large, colour, (sky.left, sky.top + row), (sky.right, sky.top + row))
        self._cuts(large, sky, u, seed)
        leaf = self._leaf(area)
        stone = leaf.inflate(round(leaf.width * 0.24), 0)
        stone.height += round(leaf.width * 0.12)
        stone.bottom = leaf.bottom
        pygame.draw.polygon(large, theme.INK, _arch(stone.inflate(round(6 * u), round(6 * u))))
        pygame.draw.polygon(large, theme.rgb("#6E675B"), _arch(stone))
        self._stones(large, stone, leaf, u)
        pygame.draw.polygon(large, theme.INK, _arch(leaf.inflate(round(5 * u), round(5 * u))))
        pygame.draw.polygon(large, self.door.wood, _arch(leaf))
        self._planks(large, leaf, u, seed)
        side = round(leaf.width * 0.62)
        icon = self.app.assets.icon(self.door.sign, side, theme.mix(self.door.light, self.door.wood, 0.12))
        shade = self.app.assets.icon(self.door.sign, side, theme.mix(self.door.wood, theme.INK, 0.7))
        place = icon.get_rect(center=(leaf.centerx, leaf.top + round(leaf.height * 0.42)))
        large.blit(shade, place.move(round(3 * u), round(4 * u)))
        large.blit(icon, place)
        knob = (leaf.right - round(leaf.width * 0.12), leaf.top + round(leaf.height * 0.66))
        pygame.draw.circle(large, theme.INK, knob, round(leaf.width * 0.055))
        pygame.draw.circle(large, theme.GOLD, knob, round(leaf.width * 0.04))

    def _cuts(self, large: pygame.Surface, sky: pygame.Rect, u: float, seed: int) -> None:
        """Linocut rays around the door, and a few stars."""
        rng = random.Random(seed)
        centre = pygame.Vector2(sky.centerx, sky.top + sky.height * 0.45)
        reach = pygame.Vector2(sky.width, sky.height).length() / 2
        tone = theme.mix(self.door.light, theme.NIGHT, 0.62)
        for number in range(72):
            ray = pygame.Vector2(1, 0).rotate(number * 5 + rng.uniform(-1.5, 1.5))
            start = reach * rng.uniform(0.5, 0.66)
            end = start + reach * rng.uniform(0.12, 0.3)
            side = ray.rotate(90) * rng.uniform(1.0, 2.4) * u
            middle = centre + ray * (start + end) / 2
            pygame.draw.polygon(large, tone, [centre + ray * start, middle + side, centre + ray * end, middle - side])
        for _ in range(26):
            at = (rng.uniform(sky.left, sky.right), rng.uniform(sky.top, sky.top + sky.height * 0.5))
            pygame.draw.circle(large, theme.mix(theme.BONE, theme.NIGHT, 0.25), at, rng.uniform(0.6, 1.5) * u)

    @staticmethod
    def _stones(large: pygame.Surface, stone: pygame.Rect, leaf: pygame.Rect, u: float) -> None:
        ink = theme.mix(theme.INK, theme.rgb("#6E675B"), 0.15)
        step = max(8, round(leaf.width * 0.17))
        for y in range(leaf.top + leaf.width // 2, stone.bottom, step):
            pygame.draw.line(large, ink, (stone.left, y), (leaf.left, y), max(1, round(2 * u)))
            pygame.draw.line(large, ink, (leaf.right, y), (stone.right, y), max(1, round(2 * u)))
        centre = pygame.Vector2(leaf.centerx, leaf.top + leaf.width / 2)
        for angle in range(0, 181, 20):
            ray = pygame.Vector2(1, 0).rotate(-angle)
            inner, outer = centre + ray * leaf.width / 2, centre + ray * stone.width / 2
            pygame.draw.line(large, ink, inner, outer, max(1, round(2 * u)))

    def _planks(self, large: pygame.Surface, leaf: pygame.Rect, u: float, seed: int) -> None:
        rng = random.Random(seed + 9)
        mask = pygame.Surface(large.get_size(), pygame.SRCALPHA)
        dark = theme.mix(self.door.wood, theme.INK, 0.55)
        each = leaf.width / 5
        for number in range(5):
            left = leaf.left + number * each
            if number:
                pygame.draw.line(mask, dark, (left, leaf.top), (left, leaf.bottom), max(1, round(2.4 * u)))
            for _ in range(7):
                x = left + rng.uniform(0.15, 0.85) * each
                y = leaf.top + rng.uniform(0.0, 0.95) * leaf.height
                length = rng.uniform(0.05, 0.2) * leaf.height
                pygame.draw.polygon(
                    mask,
                    theme.mix(self.door.wood, theme.INK, 0.34),
                    [(x, y), (x + 1.3 * u, y + length / 2), (x, y + length), (x - 1.3 * u, y + length / 2)],
                )
        for share in (0.24, 0.82):
            band = pygame.Rect(leaf.left, leaf.top + round(leaf.height * share), leaf.width, round(leaf.width * 0.075))
            mask.fill(theme.mix(theme.INK, self.door.wood, 0.12), band)
            for number in range(6):
                x = band.left + (number + 0.5) * band.width / 6
                pygame.draw.circle(
                    mask, theme.mix(self.door.wood, theme.BONE, 0.3), (x, band.centery), max(1, round(2.4 * u))
                )
        shape = pygame.Surface(large.get_size(), pygame.SRCALPHA)
        pygame.draw.polygon(shape, (255, 255, 255, 255), _arch(leaf))
        mask.blit(shape, (0, 0), special_flags=pygame.BLEND_RGBA_MIN)
        large.blit(mask, (0, 0))


def _box(rect: pygame.Rect) -> Points:
    return [
        (rect.left, rect.top),
        (rect.right - 1, rect.top),
        (rect.right - 1, rect.bottom - 1),
        (rect.left, rect.bottom - 1),
    ]


def _arch(rect: pygame.Rect) -> Points:
    """A round-headed opening."""
    radius = rect.width / 2
    centre = pygame.Vector2(rect.left + radius, rect.top + radius)
    head = [centre + pygame.Vector2(radius, 0).rotate(-angle) for angle in range(0, 181, 6)]
    return [(rect.right, rect.bottom), *((point.x, point.y) for point in head), (rect.left, rect.bottom)]
