"""The one text routine: cleans, measures, wraps, sets and keeps every text that is drawn.

Nothing here raises for odd text: control and zero-width characters go, lone surrogates and letters that no font has
become a mark, a heap of accents is cut. An icon in a text (``[[evil]]`` in its file) is as high as a letter.

Every drawn text can be recorded with the box it was meant for (`Typesetter.record`), so that a test can ask whether
anything is cut off, outside its box or over another text.
"""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import pygame

from game.core.letters import clean, in_fonts
from game.core.strings import ICON
from scenes.assets import Assets
from scenes.paths import FONTS
from scenes.scale import Scale
from scenes.theme import BONE, LABEL, Colour, Style, font_file

_ICON = re.compile("([a-z0-9_/-]+)".join(ICON))
_NO_LETTER = "\U000ffff0"  # private use: no font has it
_CACHE_BYTES = 64 * 1024 * 1024
_LONGEST_LINE = 600  # letters of a line that is not wrapped
ELLIPSIS = "\u2026"


@dataclass(frozen=True)
class Run:
    """A piece of a line: text in one font, or an icon (`font` is ``None``)."""

    x: float
    width: float
    text: str
    font: str | None


@dataclass(frozen=True)
class Line:
    runs: tuple[Run, ...]
    width: int


@dataclass(frozen=True)
class Laid:
    """A text laid out: its lines, its size in pixels, and whether some of it had to be left out."""

    lines: tuple[Line, ...]
    width: int
    height: int
    step: int
    cut: bool = False


def _samples(surface: pygame.Surface, place: pygame.Rect) -> tuple[Colour, ...]:
    """The colours at some places of `surface` inside `place`."""
    inside = place.clip(surface.get_clip())
    if inside.width < 2 or inside.height < 2:
        return ()
    spots = [
        (inside.x + inside.width * column // 10, inside.y + inside.height * row // 6)
        for column in (1, 3, 5, 7, 9)
        for row in (1, 3, 5)
    ]
    return tuple((one.r, one.g, one.b) for one in map(surface.get_at, spots))


@dataclass(frozen=True)
class Mark:
    """One text that was drawn: what, where its ink went, the box meant for it, and what was wrong.

    `cut` says that an ellipsis stands for the rest; `kept` that the text may not be cut (rules). `clip` is what the
    surface let through: inside a scroll area a text may be partly out of it.
    """

    text: str
    ink: pygame.Rect
    box: pygame.Rect
    clip: pygame.Rect
    cut: bool
    must_fit: bool
    layer: int
    scrolls: bool
    colour: Colour
    ground: tuple[Colour, ...]
    """What was under the text at some places before it was drawn."""
    size: int
    """Of its letters, in pixels."""

    @property
    def overflows(self) -> bool:
        """Whether ink lies outside the box (a pixel of rounding allowed) or a text that must not be cut was."""
        return (self.cut and self.must_fit) or not self.box.inflate(3, 3).contains(self.ink)

    @property
    def clipped(self) -> bool:
        """Whether the surface cut some of it off where nothing scrolls."""
        return not self.scrolls and not self.clip.contains(
            self.ink.clip(self.box) if self.ink.size != (0, 0) else self.ink
        )


@dataclass
class Record:
    """All texts drawn while recording, in order."""

    marks: list[Mark] = field(default_factory=list)
    layer: int = 0

    def faults(self) -> list[str]:
        """What is wrong, in words: overflowing, clipped, and overlapping texts of one layer."""
        found = [
            f"{mark.text[:60]!r} does not fit: ink {mark.ink}, box {mark.box}" for mark in self.marks if mark.overflows
        ]
        found += [
            f"{mark.text[:60]!r} is clipped: ink {mark.ink}, clip {mark.clip}" for mark in self.marks if mark.clipped
        ]
        seen = [mark for mark in self.marks if mark.ink.width and mark.ink.height]
        for index, one in enumerate(seen):
            for other in seen[index + 1 :]:
                if one.layer != other.layer:
                    continue
                shared = one.ink.clip(one.clip).clip(other.ink.clip(other.clip))
                if shared.width > 2 and shared.height > 0.35 * min(one.ink.height, other.ink.height):
                    found.append(f"{one.text[:40]!r} and {other.text[:40]!r} overlap at {shared}")
        return found


class Typesetter:
    """Sets text at the scale and in the fonts of one window."""

    def __init__(self, assets: Assets, scale: Scale, font_set: str = "period") -> None:
        self.assets = assets
        self.scale = scale
        self.font_set = font_set
        self.missing: dict[str, str] = {}
        self.recorder: Record | None = None
        self.scrolling = 0
        self._fonts: dict[tuple[str, int], pygame.font.Font] = {}
        self._covers: dict[tuple[str, str], bool] = {}
        self._words: dict[tuple[str, str], tuple[tuple[str, str | None], ...]] = {}
        self._laid: OrderedDict[tuple[object, ...], Laid] = OrderedDict()
        self._kept: OrderedDict[tuple[object, ...], pygame.Surface] = OrderedDict()
        self._bytes = 0

    def configure(self, scale: Scale, font_set: str) -> None:
        """Use another scale or font set from now on; everything kept is dropped."""
        self.scale, self.font_set = scale, font_set
        self.clear()

    def clear(self) -> None:
        self._fonts.clear()
        self._laid.clear()
        self._kept.clear()
        self._bytes = 0

    @contextmanager
    def record(self) -> Iterator[Record]:
        """Record every text drawn inside the ``with``."""
        before, self.recorder = self.recorder, Record()
        try:
            yield self.recorder
        finally:
            self.recorder = before

    @contextmanager
    def unrecorded(self) -> Iterator[None]:
        """Record nothing inside the ``with``: what is drawn is a picture of its own, to be laid elsewhere."""
        before, self.recorder = self.recorder, None
        try:
            yield
        finally:
            self.recorder = before

    def next_layer(self) -> None:
        """What is drawn from here on lies over what came before (a dialog): texts may cover each other."""
        if self.recorder is not None:
            self.recorder.layer += 1

    # Fonts

    def font(self, name: str, size: int) -> pygame.font.Font:
        """The vendored font `name` at `size` pixels; pygame's own if the file is missing or broken."""
        key = (name, size)
        if key not in self._fonts:
            try:
                self._fonts[key] = pygame.font.Font(str(FONTS / f"{name}.ttf"), size)
            except (OSError, pygame.error) as error:
                self.missing[name] = str(error)
                self._fonts[key] = pygame.font.Font(None, size)
        return self._fonts[key]

    def _has_glyph(self, name: str, letter: str) -> bool:
        """Whether the font `name` has a drawing for `letter` of its own (pygame draws a box or nothing otherwise)."""
        key = (name, letter)
        if key not in self._covers:
            face = self.font(name, 24)
            nothing = face.render(_NO_LETTER, True, BONE)
            try:
                drawn = face.render(letter, True, BONE)
            except pygame.error:  # a letter of no width
                drawn = nothing
            self._covers[key] = (
                letter.isspace()
                or drawn.get_size() != nothing.get_size()
                or pygame.image.tobytes(drawn, "RGBA") != pygame.image.tobytes(nothing, "RGBA")
            )
        return self._covers[key]

    def _atoms(self, word: str, first: str) -> tuple[tuple[str, str | None], ...]:
        """`word` in pieces of one font each, an icon having none; a letter that no font has becomes a mark."""
        key = (word, first)
        kept = self._words.get(key)
        if kept is not None:
            return kept
        pieces: list[tuple[str, str | None]] = []
        for number, part in enumerate(_ICON.split(word)):
            if number % 2:
                pieces.append((part, None))
                continue
            for piece, name in in_fonts(part, first, self._has_glyph):
                if pieces and pieces[-1][1] == name:
                    pieces[-1] = (pieces[-1][0] + piece, name)
                else:
                    pieces.append((piece, name))
        if len(self._words) > 20_000:
            self._words.clear()
        self._words[key] = tuple(pieces)
        return self._words[key]

    # Laying out

    def _size(self, style: Style) -> int:
        return self.scale.text_px(style.size)

    def line_height(self, style: Style) -> int:
        """Pixels from one line to the next."""
        return round(self._size(style) * style.leading)

    def control(self, units: float = 48) -> int:
        """The height in pixels of a control with one line of words in it: `units`, more for larger text."""
        return max(self.scale.px(units), self.line_height(LABEL) + self.scale.px(14))

    def _advance(self, text: str, font: str, size: int, spacing: float) -> float:
        face = self.font(font, size)
        if not spacing:
            return float(face.size(text)[0])
        return sum(face.size(letter)[0] + spacing for letter in text)

    def _set_line(self, words: list[str], style: Style, size: int, spacing: float) -> Line:
        """A line of `words` joined by single spaces, in as few runs as its fonts and icons need."""
        first = font_file(style.role, self.font_set)
        pieces: list[tuple[str, str | None]] = []
        for index, word in enumerate(words):
            atoms = self._atoms(word, first)
            if index:
                if atoms and atoms[0][1] == first:
                    atoms = ((" " + atoms[0][0], first), *atoms[1:])
                else:
                    atoms = ((" ", first), *atoms)
            for text, font in atoms:
                if font is not None and pieces and pieces[-1][1] == font:
                    pieces[-1] = (pieces[-1][0] + text, font)
                else:
                    pieces.append((text, font))
        runs: list[Run] = []
        x = 0.0
        for text, name in pieces:
            width = size * 1.15 if name is None else self._advance(text, name, size, spacing)
            runs.append(Run(x, width, text, name))
            x += width
        if spacing and runs and runs[-1].font is not None:
            x -= spacing
        return Line(tuple(runs), max(0, round(x)))

    def lay(self, text: object, style: Style, width: int | None = None, height: int | None = None) -> Laid:
        """`text` in lines of at most `width` pixels; lines beyond `height` go, an ellipsis standing for them."""
        key = (text if isinstance(text, str) else str(text), style, width, height)
        kept = self._laid.get(key)
        if kept is not None:
            self._laid.move_to_end(key)
            return kept
        laid = self._lay(clean(text), style, width, height)
        self._laid[key] = laid
        if len(self._laid) > 4000:
            self._laid.popitem(last=False)
        return laid

    def _lay(self, text: str, style: Style, width: int | None, height: int | None) -> Laid:
        size = self._size(style)
        spacing = style.spacing * self.scale.u * self.scale.text_factor
        step = self.line_height(style)
        if width is not None:
            width = max(width, size)  # a narrower line would hold no letter
        lines: list[Line] = []
        for paragraph in text.split("\n"):
            lines += self._wrap(paragraph, style, size, spacing, width)
        cut = False
        most = None if height is None else max(1, (height + step // 4) // step)
        if most is not None and len(lines) > most:
            cut = True
            lines = lines[:most]
            pieces = (run.text.join(ICON) if run.font is None else run.text for run in lines[-1].runs)
            words = "".join(pieces).split(" ")
            lines[-1] = self._with_ellipsis(words, style, size, spacing, width)
        longest = max((line.width for line in lines), default=0)
        return Laid(tuple(lines), longest, step * len(lines), step, cut)

    def _wrap(self, paragraph: str, style: Style, size: int, spacing: float, width: int | None) -> list[Line]:
        if width is None:
            if len(paragraph) > _LONGEST_LINE:
                paragraph = paragraph[:_LONGEST_LINE] + ELLIPSIS
            return [self._set_line(paragraph.split(" "), style, size, spacing)]
        words = paragraph.split(" ")
        most = 4 + 8 * width // size  # letters that a line can hold at the very most
        lines: list[Line] = []
        current: list[str] = []
        fitted: Line | None = None
        for word in words:
            if len(word) <= most:
                tried = self._set_line([*current, word], style, size, spacing)
                if tried.width <= width:
                    current, fitted = [*current, word], tried
                    continue
            if fitted is not None:
                lines.append(fitted)
            while len(word) > 1 and not _ICON.search(word):
                if len(word) <= most and self._set_line([word], style, size, spacing).width <= width:
                    break
                head = self._fitting_head(word[: most + 1], style, size, spacing, width)
                lines.append(self._set_line([head], style, size, spacing))
                word = word[len(head) :]
            current, fitted = [word], self._set_line([word], style, size, spacing)
        lines.append(fitted if fitted is not None else Line((), 0))
        return lines

    def _fitting_head(self, word: str, style: Style, size: int, spacing: float, width: int) -> str:
        """As much of `word` as a line holds, one letter at least and not the last one."""
        low, high = 1, len(word) - 1
        while low < high:
            middle = (low + high + 1) // 2
            if self._set_line([word[:middle]], style, size, spacing).width <= width:
                low = middle
            else:
                high = middle - 1
        return word[:low]

    def _with_ellipsis(self, words: list[str], style: Style, size: int, spacing: float, width: int | None) -> Line:
        while True:
            line = self._set_line([*words[:-1], words[-1] + ELLIPSIS], style, size, spacing)
            if width is None or line.width <= width or (len(words) == 1 and not words[0]):
                return line
            if len(words[-1]) > 1 and not _ICON.search(words[-1]):
                words = [*words[:-1], words[-1][:-1]]
            else:
                words = words[:-1] or [""]

    def measure(self, text: object, style: Style, width: int | None = None) -> tuple[int, int]:
        """Width and height in pixels that `text` takes, wrapped at `width`."""
        laid = self.lay(text, style, width)
        return laid.width, laid.height

    def fitting(self, text: object, style: Style, width: int, least: float = 12.0) -> Style:
        """`style`, made smaller in steps until `text` fits one line of `width` pixels, not below `least` units."""
        size = style.size
        while size > least and self.lay(text, style.sized(size)).width > width:
            size -= 1
        return style.sized(size)

    # Drawing

    def render(self, laid: Laid, style: Style, colour: Colour, align: str = "left") -> pygame.Surface:
        """The lines as a surface of their own, transparent behind. Kept: the same request costs nothing."""
        key = (laid, style, colour, align)
        kept = self._kept.get(key)
        if kept is not None:
            self._kept.move_to_end(key)
            return kept
        size = self._size(style)
        spacing = style.spacing * self.scale.u * self.scale.text_factor
        overhang = max(2, size // 4)
        surface = pygame.Surface((laid.width + 2 * overhang, laid.height + 2 * overhang), pygame.SRCALPHA)
        for number, line in enumerate(laid.lines):
            left = (
                overhang + {"left": 0, "center": (laid.width - line.width) / 2, "right": laid.width - line.width}[align]
            )
            baseline = overhang + number * laid.step + round(laid.step / 2 + size * 0.33)
            for run in line.runs:
                self._render_run(surface, run, left, baseline, size, spacing, colour)
        self._kept[key] = surface
        self._bytes += surface.get_width() * surface.get_height() * 4
        while self._bytes > _CACHE_BYTES and len(self._kept) > 1:
            _, old = self._kept.popitem(last=False)
            self._bytes -= old.get_width() * old.get_height() * 4
        return surface

    def _render_run(
        self, surface: pygame.Surface, run: Run, left: float, baseline: int, size: int, spacing: float, colour: Colour
    ) -> None:
        if run.font is None:
            side = round(size * 1.05)
            icon = self.assets.icon(run.text, side, colour)
            surface.blit(icon, (round(left + run.x + size * 0.05), baseline - round(size * 0.85)))
            return
        face = self.font(run.font, size)
        top = baseline - face.get_ascent()
        if not spacing:
            if run.text.strip():
                surface.blit(face.render(run.text, True, colour), (round(left + run.x), top))
            return
        x = left + run.x
        for letter in run.text:
            if letter.strip():
                surface.blit(face.render(letter, True, colour), (round(x), top))
            x += face.size(letter)[0] + spacing

    def draw(
        self,
        surface: pygame.Surface,
        text: object,
        box: pygame.Rect,
        style: Style,
        colour: Colour = BONE,
        *,
        align: str = "left",
        valign: str = "top",
        wrap: bool = True,
        must_fit: bool = True,
        shadow: Colour | None = None,
    ) -> pygame.Rect:
        """Draw `text` in `box` and return where its ink went.

        With `must_fit` (rules, labels, anything that has to be read) all of it is drawn whatever the box, and a
        recording test finds what does not fit; without it (names, single lines beside a tooltip) an ellipsis stands
        for what does not fit.
        """
        width = box.width if wrap or not must_fit else None
        height = None if must_fit else box.height if wrap else self.line_height(style)
        laid = self.lay(text, style, max(1, width) if width is not None else None, height)
        image = self.render(laid, style, colour, align)
        overhang = max(2, self._size(style) // 4)
        x = box.x + {"left": 0, "center": (box.width - laid.width) // 2, "right": box.width - laid.width}[align]
        y = box.y + {"top": 0, "middle": (box.height - laid.height) // 2, "bottom": box.height - laid.height}[valign]
        ink = pygame.Rect(x, y, laid.width, laid.height)
        ground = _samples(surface, ink) if self.recorder is not None and laid.width else ()
        if shadow is not None:
            offset = max(1, self.scale.px(1.5))
            surface.blit(self.render(laid, style, shadow, align), (x - overhang + offset, y - overhang + offset))
        surface.blit(image, (x - overhang, y - overhang))
        if self.recorder is not None and laid.width:
            offset_x, offset_y = surface.get_abs_offset()
            self.recorder.marks.append(
                Mark(
                    clean(text),
                    ink.move(offset_x, offset_y),
                    box.move(offset_x, offset_y),
                    surface.get_clip().move(offset_x, offset_y),
                    laid.cut,
                    must_fit,
                    self.recorder.layer,
                    self.scrolling > 0,
                    colour,
                    ground,
                    self._size(style),
                )
            )
        return ink
