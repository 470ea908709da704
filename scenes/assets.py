"""Pictures and icons by name, scaled once per size and kept; plain stand-ins for what is missing.

Pictures are PNG, WebP (large ones with detail) or JPEG (grounds) under ``sprites/``; their names have no ending
(``ui/parchment`` is ``sprites/ui/parchment.webp``). They are only ever shrunk. Icons are SVGs of one colour under
``sprites/icons/``, rendered at the exact pixel size. Nothing here raises for a file that is missing or broken:
`missing` says what and why, for the credits page.
"""

from __future__ import annotations

import io
import re
from collections import OrderedDict
from collections.abc import Callable
from pathlib import Path

import pygame

from scenes.ahead import Ahead
from scenes.paths import SPRITES
from scenes.theme import BONE, Colour

ENDINGS = (".png", ".webp", ".jpg")
"""Those of pictures, in the order in which they are looked for."""
_LARGE = 3_000_000  # pixels
_CACHE_BYTES = 220 * 1024 * 1024


class _Cache:
    """Surfaces by key, the least recently used going first when they are too heavy together."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._bytes = 0
        self._items: OrderedDict[object, pygame.Surface] = OrderedDict()

    def get(self, key: object) -> pygame.Surface | None:
        surface = self._items.get(key)
        if surface is not None:
            self._items.move_to_end(key)
        return surface

    def put(self, key: object, surface: pygame.Surface) -> pygame.Surface:
        self._items[key] = surface
        self._bytes += surface.get_width() * surface.get_height() * 4
        while self._bytes > self._limit and len(self._items) > 1:
            _, old = self._items.popitem(last=False)
            self._bytes -= old.get_width() * old.get_height() * 4
        return surface

    def clear(self) -> None:
        self._items.clear()
        self._bytes = 0


class Assets:
    """The pictures of the program. `clear` after the display changed: converted surfaces are stale then."""

    def __init__(self, root: Path = SPRITES, ahead: Ahead | None = None) -> None:
        self.root = root
        self._ahead = ahead
        """Pictures that have been read already."""
        self.missing: dict[str, str] = {}
        self._cache = _Cache(_CACHE_BYTES)
        self._raw: dict[str, pygame.Surface | None] = {}
        self._svg: dict[str, str | None] = {}

    def clear(self) -> None:
        self._cache.clear()
        self._raw.clear()

    def _file(self, name: str) -> Path:
        """Where a picture lies; of one that is missing, where its PNG would."""
        places = [self.root / f"{name}{ending}" for ending in ENDINGS]
        return next((place for place in places if place.is_file()), places[0])

    def has(self, name: str) -> bool:
        return self._file(name).is_file()

    def names(self, folder: str) -> list[str]:
        """The pictures in a folder of ``sprites/``, sorted, as names for `sprite`."""
        found = [path for path in (self.root / folder).glob("*") if path.suffix in ENDINGS]
        return sorted(f"{folder}/{path.stem}" for path in found)

    def original(self, name: str) -> pygame.Surface | None:
        """A picture at its own size, converted for the display; ``None`` if it cannot be had."""
        if name not in self._raw:
            try:
                file = self._file(name)
                image = self._ahead.take(file) if self._ahead is not None else None
                self._raw[name] = _convert(image or pygame.image.load(str(file)))
            except (pygame.error, OSError) as error:
                self.missing[name] = str(error)
                self._raw[name] = None
        return self._raw[name]

    def _made(
        self,
        key: tuple[object, ...],
        name: str,
        size: tuple[int, int],
        make: Callable[[pygame.Surface], pygame.Surface],
    ) -> pygame.Surface | None:
        """What `make` makes of a picture for `size`, kept as `key`; ``None`` if it cannot be had."""
        kept = self._cache.get(key)
        if kept is not None:
            return kept
        original = self.original(name)
        if original is None or min(size) < 1:
            return None
        return self._cache.put(key, make(original))

    def sprite(self, name: str, size: tuple[int, int]) -> pygame.Surface | None:
        """A picture at exactly `size` pixels; ``None`` if it cannot be had (draw something plain then)."""
        return self._made(("sprite", name, size), name, size, lambda original: scale_to(original, size))

    def cover(self, name: str, size: tuple[int, int]) -> pygame.Surface | None:
        """A picture that fills `size`, keeping its proportions; what juts out on two sides is cut off."""

        def cut(original: pygame.Surface) -> pygame.Surface:
            width, height = original.get_size()
            factor = max(size[0] / width, size[1] / height)
            part = pygame.Rect(0, 0, min(width, round(size[0] / factor)), min(height, round(size[1] / factor)))
            part.center = (width // 2, height // 2)
            if width * height > _LARGE:
                self._raw.pop(name)  # too heavy to keep for a change of size that may never come
            return _convert(scale_to(original.subsurface(part), size))

        return self._made(("cover", name, size), name, size, cut)

    def tile(self, name: str, size: tuple[int, int], scale: float = 1.0) -> pygame.Surface | None:
        """`size` pixels covered with a picture that repeats without seams, each copy shrunk by `scale`."""

        def lay(original: pygame.Surface) -> pygame.Surface:
            one = (max(1, round(original.get_width() * scale)), max(1, round(original.get_height() * scale)))
            piece = self.sprite(name, one) or original
            target = pygame.Surface(size, pygame.SRCALPHA) if has_alpha(piece) else pygame.Surface(size)
            for top in range(0, size[1], one[1]):
                for left in range(0, size[0], one[0]):
                    target.blit(piece, (left, top))
            return _convert(target)

        return self._made(("tile", name, size, scale), name, size, lay)

    def nine(self, name: str, size: tuple[int, int], border: int, scale: float = 1.0) -> pygame.Surface | None:
        """A panel of `size`: corners of the picture kept, edges and middle stretched.

        `border` is the width of the frame in the picture's own pixels, `scale` what a pixel of it becomes.
        """
        return self._made(
            ("nine", name, size, border, scale),
            name,
            size,
            lambda original: _convert(nine_slice(original, size, border, scale)),
        )

    def icon(self, name: str, size: int, colour: Colour = BONE) -> pygame.Surface:
        """An icon `size` pixels square in one colour. A missing one becomes a ring with the name's first letter."""
        key = ("icon", name, size, colour)
        kept = self._cache.get(key)
        if kept is not None:
            return kept
        return self._cache.put(key, self._render_icon(name, max(1, size), colour))

    def _render_icon(self, name: str, size: int, colour: Colour) -> pygame.Surface:
        source = self._svg_source(name)
        if source is not None:
            code = "#{:02x}{:02x}{:02x}".format(*colour)
            try:
                surface = pygame.image.load_sized_svg(
                    io.BytesIO(source.replace("currentColor", code).encode()), (size, size)
                )
                return _convert(surface)
            except (pygame.error, ValueError) as error:
                self.missing[f"icons/{name}"] = str(error)
        return _letter_icon(name, size, colour)

    def _svg_source(self, name: str) -> str | None:
        if name not in self._svg:
            path = self.root / "icons" / f"{name}.svg"
            try:
                text = path.read_text(encoding="utf-8")
                if "currentColor" not in text:
                    text = re.sub(r'fill="(?!none)[^"]*"', 'fill="currentColor"', text)
                if "currentColor" not in text:
                    text = text.replace("<svg ", '<svg fill="currentColor" ', 1)
                self._svg[name] = text
            except (OSError, UnicodeDecodeError) as error:
                self.missing[f"icons/{name}"] = str(error)
                self._svg[name] = None
        return self._svg[name]

    def kept(self, key: object) -> pygame.Surface | None:
        """The surface that `keep` was given under `key`, for drawings that code makes once per size."""
        return self._cache.get(("made", key))

    def keep(self, key: object, surface: pygame.Surface) -> pygame.Surface:
        """Keep a drawing under `key` and return it."""
        return self._cache.put(("made", key), surface)


def has_alpha(surface: pygame.Surface) -> bool:
    return bool(surface.get_flags() & pygame.SRCALPHA)


def _convert(surface: pygame.Surface) -> pygame.Surface:
    """The surface in the display's format; as it is while there is no display."""
    if not pygame.display.get_init() or pygame.display.get_surface() is None:
        return surface.convert_alpha() if surface.get_bitsize() != 32 and pygame.display.get_init() else surface
    opaque = not has_alpha(surface) and surface.get_colorkey() is None
    return surface.convert() if opaque else surface.convert_alpha()


def scale_to(surface: pygame.Surface, size: tuple[int, int]) -> pygame.Surface:
    """`surface` at `size`, smoothly; palette pictures are widened first."""
    if surface.get_bitsize() not in (24, 32):
        surface = surface.convert_alpha() if has_alpha(surface) or surface.get_colorkey() else surface.convert(32)
    if surface.get_size() == size:
        return surface.copy()
    return pygame.transform.smoothscale(surface, size)


def nine_slice(picture: pygame.Surface, size: tuple[int, int], border: int, scale: float = 1.0) -> pygame.Surface:
    """`picture` stretched to `size` with its frame of `border` pixels kept, each becoming `scale` pixels."""
    width, height = picture.get_size()
    edge = max(1, min(round(border * scale), size[0] // 2, size[1] // 2))
    target = pygame.Surface(size, pygame.SRCALPHA)
    columns = (
        (0, border, 0, edge),
        (border, width - 2 * border, edge, size[0] - 2 * edge),
        (width - border, border, size[0] - edge, edge),
    )
    rows = (
        (0, border, 0, edge),
        (border, height - 2 * border, edge, size[1] - 2 * edge),
        (height - border, border, size[1] - edge, edge),
    )
    for source_y, source_h, y, h in rows:
        for source_x, source_w, x, w in columns:
            if min(source_w, source_h, w, h) > 0:
                piece = picture.subsurface((source_x, source_y, source_w, source_h))
                target.blit(scale_to(piece, (w, h)), (x, y))
    return target


def _letter_icon(name: str, size: int, colour: Colour) -> pygame.Surface:
    surface = pygame.Surface((size, size), pygame.SRCALPHA)
    pygame.draw.circle(surface, colour, (size / 2, size / 2), size * 0.42, max(1, size // 12))
    if pygame.font.get_init() and size >= 12:
        letter = pygame.font.Font(None, round(size * 0.6)).render(name[:1].upper() or "?", True, colour)
        surface.blit(letter, letter.get_rect(center=(size // 2, size // 2)))
    return surface
