"""Design units, layout classes and text sizes: how one design fits every window."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

import pygame

MIN_LONG, MIN_SHORT = 1280, 720
"""Pixels of a window's longer and shorter side at least: it may stand upright."""
LEAST_WIDE = 731.0
"""Units across that every screen can be laid out in; where the interface is enlarged, a narrower window keeps them."""
MAX_PRODUCT = 2.5
"""Interface scale times text scale is capped here."""


def at_least(width: int, height: int) -> tuple[int, int]:
    """A size, made as large as screens need it."""
    if height > width:
        return max(MIN_SHORT, width), max(MIN_LONG, height)
    return max(MIN_LONG, width), max(MIN_SHORT, height)


class Layout(StrEnum):
    """How much room there is, in units: what a scene lays itself out by."""

    FULL = "full"
    COMPACT = "compact"
    SINGLE = "single"


@dataclass(frozen=True)
class Scale:
    """The measures of one window. `interface` and `text` are factors: 1.0 is 100 %."""

    width: int
    height: int
    interface: float = 1.0
    text: float = 1.0

    @cached_property
    def u(self) -> float:
        """Pixels in one design unit."""
        u = max(0.875, min(self.width / 1920, self.height / 1080)) * self.interface
        return max(0.875, min(u, self.width / LEAST_WIDE))

    @cached_property
    def text_factor(self) -> float:
        """What text is enlarged by on top of `u`."""
        return min(self.text, MAX_PRODUCT / self.interface)

    @property
    def wide(self) -> float:
        """Effective width in units."""
        return self.width / self.u

    @property
    def high(self) -> float:
        """Effective height in units."""
        return self.height / self.u

    @cached_property
    def layout(self) -> Layout:
        if self.wide >= 1800:
            return Layout.FULL
        return Layout.COMPACT if self.wide >= 1100 else Layout.SINGLE

    @property
    def too_small(self) -> bool:
        """Whether the window is under the size that any screen is made for."""
        return (self.width, self.height) != at_least(self.width, self.height)

    def px(self, units: float) -> int:
        """Pixels of a length in units, at least 1 for anything that is not 0."""
        pixels = round(units * self.u)
        return pixels if pixels or not units else (1 if units > 0 else -1)

    def text_px(self, units: float) -> int:
        """The pixel size of a font of `units`."""
        return max(8, round(units * self.u * self.text_factor))

    def rect(self, x: float, y: float, width: float, height: float) -> pygame.Rect:
        """A rectangle in pixels; neighbours that share an edge in units share it in pixels too."""
        left, top = round(x * self.u), round(y * self.u)
        return pygame.Rect(left, top, round((x + width) * self.u) - left, round((y + height) * self.u) - top)

    @property
    def window(self) -> pygame.Rect:
        return pygame.Rect(0, 0, self.width, self.height)
