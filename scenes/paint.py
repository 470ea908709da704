"""What code draws: panels, buttons, rings, seat marks, hatching. Made once per size, with a carved edge.

Textures come from ``sprites/ui/`` where they are; without them the same shapes are filled plainly, and so they are in
high contrast and with the paper texture switched off.
"""

from __future__ import annotations

import math
import random
import zlib
from collections.abc import Callable
from typing import TYPE_CHECKING

import pygame

from scenes import theme
from scenes.theme import Colour

if TYPE_CHECKING:
    from scenes.app import App

Points = list[tuple[float, float]]

TOKEN_FROM = 60.0
"""Units from which on a seat's mark is a turned wooden piece."""
PAPER_KINDS = frozenset({"parchment", "card", "slip"})


def seed_of(key: object) -> int:
    """A number that is the same for the same key on every start (unlike `hash`)."""
    return zlib.crc32(repr(key).encode())


def carve(points: Points, jitter: float, step: float, seed: int) -> Points:
    """A closed outline with a point every `step` and each moved by up to `jitter`: cut by hand, always alike."""
    rng = random.Random(seed)
    carved: Points = []
    for (x0, y0), (x1, y1) in zip(points, points[1:] + points[:1], strict=True):
        pieces = max(1, round(math.hypot(x1 - x0, y1 - y0) / step))
        for piece in range(pieces):
            share = piece / pieces
            carved.append(
                (
                    x0 + (x1 - x0) * share + rng.uniform(-jitter, jitter),
                    y0 + (y1 - y0) * share + rng.uniform(-jitter, jitter),
                )
            )
    return carved


def rounded(rect: pygame.Rect | pygame.FRect, radius: float, arc_points: int = 6) -> Points:
    """The outline of a rectangle with round corners, clockwise."""
    points: Points = []
    radius = min(radius, rect.width / 2, rect.height / 2)
    corners = (
        (rect.right - radius, rect.top + radius, -90),
        (rect.right - radius, rect.bottom - radius, 0),
        (rect.left + radius, rect.bottom - radius, 90),
        (rect.left + radius, rect.top + radius, 180),
    )
    for x, y, start in corners:
        for number in range(arc_points + 1):
            angle = math.radians(start + 90 * number / arc_points)
            points.append((x + radius * math.cos(angle), y + radius * math.sin(angle)))
    return points


def around(outer: pygame.Rect, hole: pygame.Rect) -> list[pygame.Rect]:
    """The parts of `outer` that lie outside of `hole`: four strips at the most."""
    hole = hole.clip(outer)
    strips = (
        pygame.Rect(outer.left, outer.top, outer.width, hole.top - outer.top),
        pygame.Rect(outer.left, hole.top, hole.left - outer.left, hole.height),
        pygame.Rect(hole.right, hole.top, outer.right - hole.right, hole.height),
        pygame.Rect(outer.left, hole.bottom, outer.width, outer.bottom - hole.bottom),
    )
    return [strip for strip in strips if strip.width and strip.height]


def regular(sides: int, centre: tuple[float, float], radius: float, turn: float = -90) -> Points:
    """A regular polygon, its first point at `turn` degrees."""
    return [
        (
            centre[0] + radius * math.cos(math.radians(turn + 360 * number / sides)),
            centre[1] + radius * math.sin(math.radians(turn + 360 * number / sides)),
        )
        for number in range(sides)
    ]


def seat_outline(shape: str, centre: tuple[float, float], radius: float) -> Points:
    """The outline of a seat's shape, all of about the same area."""
    x, y = centre
    if shape == "circle":
        return regular(40, centre, radius * 0.92)
    if shape == "square":
        return regular(4, centre, radius * 1.15, 45)
    if shape == "triangle":
        return regular(3, (x, y + radius * 0.2), radius * 1.22)
    if shape == "diamond":
        return regular(4, centre, radius * 1.12, 0)
    if shape == "hexagon":
        return regular(6, centre, radius, 0)
    arm, half = radius * 0.98, radius * 0.42
    return [
        (x - half, y - arm), (x + half, y - arm), (x + half, y - half), (x + arm, y - half),
        (x + arm, y + half), (x + half, y + half), (x + half, y + arm), (x - half, y + arm),
        (x - half, y + half), (x - arm, y + half), (x - arm, y - half), (x - half, y - half),
    ]  # fmt: skip


class Painter:
    """Draws the controls and grounds of one window in its scale and settings."""

    def __init__(self, app: App) -> None:
        self.app = app

    @property
    def plain(self) -> bool:
        """Whether textures are off."""
        return self.app.settings.high_contrast or not self.app.settings.texture

    def made(self, key: object, size: tuple[int, int], draw: Callable[[pygame.Surface, int], None]) -> pygame.Surface:
        """The drawing kept under `key`, made now if need be: at three times the size (two when large) and shrunk.

        `draw` gets the large surface and its factor.
        """
        full = (key, size, self.app.scale.u, self.plain, self.app.settings.high_contrast)
        kept = self.app.assets.kept(full)
        if kept is not None:
            return kept
        factor = 3 if size[0] * size[1] < 250_000 else 2
        large = pygame.Surface((max(1, size[0]) * factor, max(1, size[1]) * factor), pygame.SRCALPHA)
        draw(large, factor)
        small = pygame.transform.smoothscale(large, (max(1, size[0]), max(1, size[1])))
        if pygame.display.get_surface() is not None:
            small = small.convert_alpha()
        return self.app.assets.keep(full, small)

    # Grounds

    def backdrop(self, surface: pygame.Surface, name: str = "backdrop") -> None:
        """Fill the window: a picture that covers it (``ui/<name>``), the dark table, or plain ink."""
        size = surface.get_size()
        picture = None if self.app.settings.high_contrast else self.app.assets.cover(f"ui/{name}", size)
        if picture is not None:
            surface.blit(picture, (0, 0))
            return
        if self.app.settings.high_contrast:
            surface.fill(theme.INK)
            return
        surface.blit(self._table(size), (0, 0))

    def _table(self, size: tuple[int, int]) -> pygame.Surface:
        """A dark table of planks, drawn plainly."""
        key = ("table", size, self.app.scale.u)
        kept = self.app.assets.kept(key)
        if kept is not None:
            return kept
        ground = pygame.Surface(size).convert()
        rng = random.Random(7)
        plank = self.app.scale.px(220)
        for number, top in enumerate(range(0, size[1], plank)):
            colour = theme.mix(theme.INK, theme.WOOD_DARK, 0.45 + 0.12 * rng.random())
            ground.fill(colour, (0, top, size[0], plank))
            for _ in range(26):
                y = top + rng.randrange(max(1, plank))
                pygame.draw.line(
                    ground, theme.mix(colour, theme.INK, 0.3 * rng.random()), (0, y), (size[0], y + rng.randint(-6, 6))
                )
            if number:
                pygame.draw.line(ground, theme.INK, (0, top), (size[0], top), self.app.scale.px(3))
        return self.app.assets.keep(key, ground)

    def panel(self, surface: pygame.Surface, rect: pygame.Rect, kind: str = "soot", key: object = None) -> None:
        """A ground for other things: ``soot`` and ``ink`` dark, ``parchment``, ``card`` and ``slip`` of paper.

        `key` keeps the carving of one object the same; by default it follows from place and size.
        """
        if rect.width < 2 or rect.height < 2:
            return
        texture = None
        if not self.plain:
            texture = self.app.assets.nine(f"ui/{kind}", rect.size, 48, self.app.scale.u * 0.5)
        if texture is not None:
            surface.blit(texture, rect)
            return
        name = ("panel", kind, seed_of(key) if key is not None else None)
        surface.blit(self.made(name, rect.size, lambda large, k: self._panel(large, k, kind, seed_of(key))), rect)

    def _panel(self, large: pygame.Surface, k: int, kind: str, seed: int) -> None:
        u = self.app.scale.u * k
        paper = kind in PAPER_KINDS
        high = self.app.settings.high_contrast
        fill: Colour = {
            "ink": theme.INK,
            "parchment": theme.PARCHMENT,
            "card": theme.PARCHMENT,
            "slip": theme.AGED,
        }.get(kind, theme.SOOT)
        edge: Colour = theme.PRINT if paper else theme.ASH
        if high:
            fill, edge = (theme.BONE, theme.INK) if paper else (theme.INK, theme.BONE)
        area = large.get_rect().inflate(-round(4 * u), -round(4 * u))
        outline = carve(rounded(area, 7 * u), 0.6 * u, 15 * u, seed)
        pygame.draw.polygon(large, fill, outline)
        if not high and not self.plain:
            self._shade(large, outline, fill, u, seed)
        pygame.draw.polygon(large, edge, outline, max(1, round((3 if high else 1.6) * u)))
        if not high:
            inner = carve(rounded(area.inflate(-round(9 * u), -round(9 * u)), 4 * u), 0.5 * u, 15 * u, seed + 1)
            pygame.draw.polygon(large, theme.mix(fill, edge, 0.35), inner, max(1, round(0.9 * u)))

    def _shade(self, large: pygame.Surface, outline: Points, fill: Colour, u: float, seed: int) -> None:
        """Darker towards the rim in a few carved steps."""
        for number, share in enumerate((0.10, 0.06, 0.03)):
            pygame.draw.polygon(large, theme.mix(fill, theme.INK, share), outline, max(1, round((14 - number * 4) * u)))

    # Controls

    def button(self, surface: pygame.Surface, rect: pygame.Rect, look: str, kind: str = "plain") -> None:
        """A button's body. `look`: normal, hover, pressed, dim, on. `kind`: plain, primary, danger, paper, quiet
        (plain, but nothing while it rests)."""
        if kind == "quiet":
            if look == "normal" and not self.app.settings.high_contrast:
                return
            kind = "plain"
        if not self.plain:
            block = self.app.assets.nine(f"ui/button_{kind}_{look}", rect.size, 48, self.app.scale.u * 0.25)
            if block is not None:
                surface.blit(block, rect)
                return
        surface.blit(
            self.made(("button", look, kind), rect.size, lambda large, k: self._button(large, k, look, kind)), rect
        )

    def _button(self, large: pygame.Surface, k: int, look: str, kind: str) -> None:
        u = self.app.scale.u * k
        high = self.app.settings.high_contrast
        fill, edge = self.button_colours(look, kind)
        area = large.get_rect().inflate(-round(2 * u), -round(2 * u))
        seed = seed_of((kind, large.get_size()))
        outline = carve(rounded(area, 6 * u), 0.5 * u, 16 * u, seed)
        pygame.draw.polygon(large, fill, outline)
        if not high and look != "dim":
            band = pygame.Rect(
                area.left + round(6 * u), area.top + round(3.5 * u), area.width - round(12 * u), max(1, round(1.2 * u))
            )
            if look != "pressed":
                large.fill(theme.mix(fill, theme.BONE, 0.16), band)
            band.bottom = area.bottom - round(3.5 * u)
            large.fill(theme.mix(fill, theme.INK, 0.35), band)
        pygame.draw.polygon(large, theme.INK if not high else edge, outline, max(1, round((3 if high else 2.4) * u)))
        if not high:
            inner = carve(rounded(area.inflate(-round(6 * u), -round(6 * u)), 4 * u), 0.35 * u, 18 * u, seed + 3)
            pygame.draw.polygon(large, edge, inner, max(1, round(1.3 * u)))

    def button_colours(self, look: str, kind: str) -> tuple[Colour, Colour]:
        """Fill and inner line of a button."""
        if self.app.settings.high_contrast:
            return (theme.BONE, theme.INK) if look in ("pressed", "on") else (theme.INK, theme.BONE)
        if kind == "paper":
            fill = {
                "hover": theme.mix(theme.PARCHMENT, theme.BONE, 0.6),
                "pressed": theme.AGED,
                "dim": theme.mix(theme.AGED, theme.ASH, 0.12),
                "on": theme.BLOOD,
            }
            return fill.get(look, theme.PARCHMENT), theme.mix(theme.PRINT, theme.PARCHMENT, 0.25)
        if look == "dim":
            return theme.BUTTON_DIM, theme.mix(theme.BUTTON_DIM, theme.ASH, 0.35)
        base, hover = {
            "primary": (theme.PRIMARY, theme.PRIMARY_HOVER),
            "danger": (theme.OXBLOOD, theme.mix(theme.OXBLOOD, theme.BLOOD, 0.45)),
        }.get(kind, (theme.BUTTON, theme.BUTTON_HOVER))
        line = theme.mix(base, theme.BONE, 0.62)
        if look == "on":
            return theme.mix(base, theme.CANDLE, 0.24), theme.CANDLE
        return {"hover": hover, "pressed": theme.mix(base, theme.INK, 0.4)}.get(look, base), line

    def button_ink(self, look: str, kind: str) -> Colour:
        """The colour of words and icons on a button."""
        if self.app.settings.high_contrast:
            return theme.INK if look in ("pressed", "on") else theme.BONE
        if kind == "paper":
            return theme.BONE if look == "on" else (theme.FAINT_ON_PAPER if look == "dim" else theme.PRINT)
        return theme.FAINT_ON_DARK if look == "dim" else theme.BONE

    def check_box(self, surface: pygame.Surface, rect: pygame.Rect, on: bool, look: str) -> None:
        """A square that is ticked or not; brighter under the pointer, faint where it cannot be changed."""
        name = f"ui/checkbox_{'on' if on else 'off'}"
        box = None if self.plain else self.app.assets.sprite(name, rect.size)
        if box is None:
            self.button(surface, rect, "on" if on and look != "dim" else look, "paper")
            if on:
                ink = self.button_ink("dim" if look == "dim" else "on", "paper")
                tick = self.app.assets.icon("check-mark", round(rect.width * 0.7), ink)
                surface.blit(tick, tick.get_rect(center=rect.center))
        elif look == "dim":
            faint = box.copy()
            faint.set_alpha(110)
            surface.blit(faint, rect)
        else:
            surface.blit(box, rect)
        if look in ("hover", "pressed"):
            width = max(2, self.app.scale.px(2.5))
            pygame.draw.rect(surface, theme.CANDLE, rect, width, self.app.scale.px(5))

    def slider(self, surface: pygame.Surface, track: pygame.Rect, share: float, look: str) -> None:
        """A groove filled up to `share` (0 to 1) with a knob there. `track` is as high as the knob."""
        u = self.app.scale.u
        groove = pygame.Rect(track.left, 0, track.width, max(4, round(9 * u)))
        groove.centery = track.centery
        knob = pygame.Rect(0, 0, track.height, track.height)
        knob.center = (track.left + round(track.width * share), track.centery)
        wide = groove.inflate(round(6 * u), round(22 * u))
        cut = None if self.plain else self.app.assets.nine("ui/slider_track", wide.size, 16, wide.height / 48)
        if cut is not None:
            surface.blit(cut, wide)
        else:
            edge = theme.BONE if self.app.settings.high_contrast else theme.ASH
            pygame.draw.rect(surface, theme.INK, groove.inflate(4, 4), border_radius=groove.height)
            pygame.draw.rect(surface, edge, groove.inflate(4, 4), max(1, round(1.5 * u)), border_radius=groove.height)
        filled = groove.inflate(-round(4 * u), -round(4 * u))
        filled.width = round(filled.width * share)
        pygame.draw.rect(surface, theme.ASH if look == "dim" else theme.CANDLE, filled, border_radius=filled.height)
        turned = None if self.plain else self.app.assets.sprite("ui/slider_knob", knob.size)
        if turned is None:
            self.button(surface, knob, look, "plain")
        else:
            surface.blit(turned, knob)
        if look in ("hover", "pressed"):
            pygame.draw.circle(surface, theme.CANDLE, knob.center, knob.width / 2, max(2, round(2.5 * u)))

    def scroll_bar(
        self, surface: pygame.Surface, track: pygame.Rect, thumb: pygame.Rect, *, paper: bool, held: bool
    ) -> None:
        """The bar of a scroll area: a line, and on it the part that is in view."""
        ink = theme.PRINT if paper else theme.ASH
        faint = theme.mix(ink, theme.PARCHMENT if paper else theme.SOOT, 0.5)
        thick = max(1, self.app.scale.px(1.5))
        pygame.draw.line(surface, faint, (track.centerx, track.top), (track.centerx, track.bottom), thick)
        grip = None if self.plain else self.app.assets.nine("ui/scroll_thumb", thumb.size, 20, thumb.width / 48)
        slim = thumb.inflate(-self.app.scale.px(6), 0)
        if grip is not None:
            surface.blit(grip, thumb)
        if grip is None or held:
            colour = theme.CANDLE if held else ink
            pygame.draw.rect(surface, colour, slim, 0 if grip is None else thick + 1, self.app.scale.px(4))

    def focus_ring(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        """The mark of what has the focus: a candle-coloured line, ink outside, corner brackets."""
        u = self.app.scale.u
        line, gap = max(2, round(3 * u)), max(1, round(3 * u))
        outer = rect.inflate(2 * (line + gap), 2 * (line + gap))
        pygame.draw.rect(
            surface,
            theme.INK,
            outer.inflate(2 * max(1, round(u)), 2 * max(1, round(u))),
            max(1, round(u)),
            round(8 * u),
        )
        pygame.draw.rect(surface, theme.CANDLE, outer, line, round(7 * u))
        arm = min(round(14 * u), outer.width // 3, outer.height // 3)
        thick = line + max(1, round(2 * u))
        for x, y, dx, dy in (
            (outer.left, outer.top, 1, 1),
            (outer.right - 1, outer.top, -1, 1),
            (outer.left, outer.bottom - 1, 1, -1),
            (outer.right - 1, outer.bottom - 1, -1, -1),
        ):
            across = pygame.Rect(min(x, x + dx * arm), y if dy > 0 else y - thick + 1, arm, thick)
            down = pygame.Rect(x if dx > 0 else x - thick + 1, min(y, y + dy * arm), thick, arm)
            surface.fill(theme.CANDLE, across)
            surface.fill(theme.CANDLE, down)

    # Marks

    def seat_mark(
        self,
        surface: pygame.Surface,
        centre: tuple[int, int],
        size: int,
        seat: int,
        *,
        paper: bool = False,
        letter: bool = True,
    ) -> pygame.Rect:
        """A seat's shape in its colour, `size` pixels across, with its letter (always on paper)."""
        number = seat % len(theme.SEATS)
        mark = theme.SEATS[number]
        box = pygame.Rect(0, 0, size, size)
        box.center = centre
        token = None
        if size >= self.app.scale.px(TOKEN_FROM) and not self.plain:
            token = self.app.assets.sprite(f"tokens/seat_{number + 1}_{mark.shape}", (size, size))

        def draw(large: pygame.Surface, k: int) -> None:
            side = size * k
            points = seat_outline(mark.shape, (side / 2, side / 2), side * 0.43)
            pygame.draw.polygon(large, mark.colour, points)
            pygame.draw.polygon(large, theme.INK, points, max(1, round(2 * self.app.scale.u * k)))

        surface.blit(token or self.made(("seat", seat, paper), (size, size), draw), box)
        if letter or paper:
            nudge = round(size * 0.06) if mark.shape == "triangle" else 0
            pixels = max(9, round(size * 0.46))
            face = self.app.text.font("AlegreyaSans-700", pixels)
            image = face.render(mark.letter, True, theme.INK)
            surface.blit(image, image.get_rect(center=(box.centerx, box.centery + nudge)))
        return box

    def hatch(self, surface: pygame.Surface, rect: pygame.Rect, density: int, colour: Colour, alpha: int = 150) -> None:
        """Carved shade: 0 to 4 sets of lines, each 45 degrees from the last."""
        if density <= 0 or min(rect.size) < 2:
            return
        gap = max(4, self.app.scale.px(9))
        key = ("hatch", rect.size, density, colour, alpha, gap)
        image = self.app.assets.kept(key)
        if image is None:
            image = pygame.Surface(rect.size, pygame.SRCALPHA)
            width, height = rect.size
            tone = (*colour, alpha)
            for number in range(min(4, density)):
                for at in range(-height, width + height, gap):
                    if number == 0:
                        pygame.draw.aaline(image, tone, (at, height), (at + height, 0))
                    elif number == 1:
                        pygame.draw.aaline(image, tone, (at, 0), (at + height, height))
                    elif number == 2:
                        pygame.draw.aaline(image, tone, (0, at), (width, at))
                    else:
                        pygame.draw.aaline(image, tone, (at, 0), (at, height))
            self.app.assets.keep(key, image)
        surface.blit(image, rect)

    def veil(self, surface: pygame.Surface, alpha: int = 150) -> None:
        """Darken everything drawn so far."""
        key = ("veil", surface.get_size(), alpha)
        image = self.app.assets.kept(key)
        if image is None:
            image = pygame.Surface(surface.get_size(), pygame.SRCALPHA)
            image.fill((*theme.INK, alpha))
            self.app.assets.keep(key, image)
        surface.blit(image, (0, 0))

    def shade(self, surface: pygame.Surface, rect: pygame.Rect, side: str, alpha: int) -> None:
        """Darken towards one side (``left`` or ``bottom``), so that words can be read on a picture."""
        if self.app.settings.high_contrast or min(rect.size) < 2:
            return
        key = ("shade", rect.size, side, alpha)
        image = self.app.assets.kept(key)
        if image is None:
            steps = 64
            small = pygame.Surface((steps, 1) if side == "left" else (1, steps), pygame.SRCALPHA)
            for step in range(steps):
                share = step / (steps - 1) if side == "bottom" else 1 - step / (steps - 1)
                tone = (*theme.INK, round(alpha * min(1.0, 1.35 * share * share * (3 - 2 * share))))
                small.set_at((step, 0) if side == "left" else (0, step), tone)
            image = self.app.assets.keep(key, pygame.transform.smoothscale(small, rect.size))
        surface.blit(image, rect)

    def shadow(self, surface: pygame.Surface, rect: pygame.Rect, strength: int = 130) -> None:
        """A soft shadow under `rect`, falling to the lower right."""
        if self.app.settings.high_contrast:
            return
        u = self.app.scale.u
        spread = max(2, round(10 * u))
        key = ("shadow", rect.size, spread, strength)
        image = self.app.assets.kept(key)
        if image is None:
            size = (rect.width + 4 * spread, rect.height + 4 * spread)
            small = pygame.Surface((max(1, size[0] // 4), max(1, size[1] // 4)), pygame.SRCALPHA)
            core = pygame.Rect(2 * spread // 4, 2 * spread // 4, max(1, rect.width // 4), max(1, rect.height // 4))
            for ring in range(max(1, spread // 4), -1, -1):
                share = 1 - ring / (spread // 4 + 1)
                tone = (*theme.INK, round(strength * share))
                pygame.draw.rect(small, tone, core.inflate(2 * ring, 2 * ring), border_radius=ring + 1)
            image = pygame.transform.smoothscale(small, size)
            self.app.assets.keep(key, image)
        surface.blit(image, (rect.x - 2 * spread + round(3 * u), rect.y - 2 * spread + round(5 * u)))

    def rule(self, surface: pygame.Surface, left: int, right: int, y: int, colour: Colour = theme.ASH) -> None:
        """A dividing line with a lozenge in its middle."""
        u = self.app.scale.u
        thick = max(1, round(1.4 * u))
        pygame.draw.line(surface, colour, (left, y), (right, y), thick)
        middle, half = (left + right) // 2, max(2, round(5 * u))
        pygame.draw.polygon(
            surface, colour, [(middle, y - half), (middle + half, y), (middle, y + half), (middle - half, y)]
        )
