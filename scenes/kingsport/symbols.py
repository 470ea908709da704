"""The symbols of Kingsport: Domain dice, costs, points, Sanity, shields, seals of the levels."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import pygame

from game.kingsport.costs import TERM
from scenes import theme
from scenes.paint import regular, rounded

if TYPE_CHECKING:
    from scenes.app import App

ICONS = {"E": "evil-eyes", "D": "death-skull", "X": "burning-meteor"}
"""The symbol of each face: a shape of its own, beside colour and letter."""
FACE_COLOURS = {"E": theme.EVIL, "D": theme.DEATH, "X": theme.DESTRUCTION, "?": theme.rgb("#857B6C")}
LEVEL_SEALS = {
    1: theme.OXBLOOD,
    2: theme.OXBLOOD,
    3: theme.rgb("#2F5F57"),
    4: theme.rgb("#2F5F57"),
    5: theme.rgb("#4A2A6E"),
    6: theme.DEATH,
}
NUMERALS = ("", "I", "II", "III", "IV", "V", "VI")


def cost_groups(terms: Sequence[str]) -> list[tuple[str, int, bool]]:
    """A cost as groups of dice: face or kind (``U`` all different, ``S`` all alike), how many, not Evil."""
    groups = []
    for term in terms:
        match = TERM.match(term)
        assert match is not None, term
        groups.append((match["face"] or match["kind"], int(match["count"] or 1), bool(match["not_evil"])))
    return groups


class Symbols:
    """Draws the symbols of one window, each once per size."""

    def __init__(self, app: App) -> None:
        self.app = app

    def die(self, face: str, size: int, *, ghost: bool = False, struck: bool = False) -> pygame.Surface:
        """A Domain die: colour, the face's symbol, and its letter in a corner. ``?`` is any face."""

        def draw(large: pygame.Surface, k: int) -> None:
            side = size * k
            box = pygame.Rect(0, 0, side, side).inflate(-round(side * 0.06), -round(side * 0.06))
            base = FACE_COLOURS[face]
            radius = round(side * 0.2)
            pygame.draw.polygon(large, theme.INK, rounded(box.inflate(round(side * 0.05), round(side * 0.05)), radius))
            layer = pygame.Surface(box.size, pygame.SRCALPHA)
            for y in range(box.height):
                light = 0.17 - 0.42 * y / box.height
                tone = theme.mix(base, theme.BONE, light) if light > 0 else theme.mix(base, theme.INK, -light)
                pygame.draw.line(layer, tone, (0, y), (box.width, y))
            large.blit(self._round(layer, radius), box)
            pygame.draw.rect(
                large,
                theme.mix(base, theme.BONE, 0.42),
                box.inflate(-round(side * 0.05), -round(side * 0.05)),
                max(1, round(side * 0.022)),
                round(radius * 0.8),
            )

        picture = self.app.assets.sprite(f"kingsport/dice/{'any' if face == '?' else face}", (size, size))
        if picture is not None and not self.app.settings.high_contrast:
            body = picture.copy()
        else:
            body = self.app.paint.made(("die", face), (size, size), draw).copy()
            if face in ICONS:
                icon = self.app.assets.icon(ICONS[face], round(size * 0.64), theme.BONE)
            else:
                icon = self.app.assets.icon("uncertainty", round(size * 0.64), theme.BONE)
            body.blit(icon, icon.get_rect(center=(size // 2, size // 2)))
        if face in ICONS and size >= 34:
            self._letter(body, face, size)
        if struck:
            self._strike(body)
        if ghost:
            body.set_alpha(150)
        return body

    def _letter(self, body: pygame.Surface, face: str, size: int) -> None:
        """The face's letter in a corner of its die."""
        place = pygame.Rect(0, 0, round(size * 0.34), round(size * 0.34))
        place.bottomright = (round(size * 0.97), round(size * 0.97))
        pygame.draw.circle(body, theme.INK, place.center, place.width // 2)
        pygame.draw.circle(body, FACE_COLOURS[face], place.center, place.width // 2 - max(1, round(size * 0.02)))
        letter = self.app.text.font("AlegreyaSans-700", max(10, round(size * 0.27))).render(face, True, theme.BONE)
        body.blit(letter, letter.get_rect(center=place.center))

    def _strike(self, surface: pygame.Surface) -> None:
        width, height = surface.get_size()
        thick = max(2, round(width * 0.1))
        for colour, more in ((theme.INK, 2), (theme.CANDLE, 0)):
            pygame.draw.line(
                surface, colour, (width * 0.08, height * 0.92), (width * 0.92, height * 0.08), thick + more
            )

    def cost(self, terms: Sequence[str], size: int, room: int) -> pygame.Surface:
        """The dice that a god costs: separate grey ones differ, overlapping ones are alike, a struck eye: not Evil."""
        key = ("cost", tuple(terms), size, room)
        kept = self.app.assets.kept(key)
        if kept is not None:
            return kept
        groups = cost_groups(terms)
        gap = max(1, round(size * 0.14))
        overlap = round(size * 0.58)

        def width_of(group: tuple[str, int, bool]) -> int:
            kind, count, _ = group
            return size + (count - 1) * (overlap if kind == "S" else size + gap)

        total = sum(map(width_of, groups)) + gap * (len(groups) - 1)
        if total > room and size > 8:
            return self.app.assets.keep(key, self.cost(terms, max(8, min(size - 1, size * room // total)), room))
        surface = pygame.Surface((total, size), pygame.SRCALPHA)
        x = 0
        for kind, count, not_evil in groups:
            face = kind if kind in ICONS else "?"
            for number in range(count):
                surface.blit(self.die(face, size), (x + number * (overlap if kind == "S" else size + gap), 0))
            if not_evil:
                side = max(6, round(size * 0.5))
                mark = self.die("E", side, struck=True)
                surface.blit(mark, (x + width_of((kind, count, not_evil)) - side, size - side))
            x += width_of((kind, count, not_evil)) + gap
        return self.app.assets.keep(key, surface)

    def points_mark(self, size: int) -> pygame.Surface:
        """One Cult point: a green disc with a pentacle."""
        picture = self.app.assets.sprite("kingsport/symbols/cult_point", (size, size))
        if picture is not None:
            return picture

        def draw(large: pygame.Surface, k: int) -> None:
            side = size * k
            pygame.draw.circle(large, theme.INK, (side / 2, side / 2), side * 0.48)
            pygame.draw.circle(large, theme.CULT, (side / 2, side / 2), side * 0.42)
            pygame.draw.circle(
                large,
                theme.mix(theme.CULT, theme.BONE, 0.45),
                (side / 2, side / 2),
                side * 0.38,
                max(1, round(side * 0.03)),
            )

        body = self.app.paint.made("points", (size, size), draw).copy()
        icon = self.app.assets.icon("pentacle", round(size * 0.66), theme.BONE)
        body.blit(icon, icon.get_rect(center=(size // 2, size // 2)))
        return body

    def sanity_mark(self, amount: int, size: int, *, price: bool) -> pygame.Surface:
        """Sanity with its amount: what is paid has points around it, what is gained has none (KPT-INFO-06)."""
        picture = self.app.assets.sprite(f"kingsport/symbols/sanity_{'price' if price else 'gain'}", (size, size))

        def draw(large: pygame.Surface, k: int) -> None:
            side = size * k
            inner = side * (0.34 if price else 0.46)
            pygame.draw.circle(large, theme.INK, (side / 2, side / 2), inner)
            pygame.draw.circle(large, theme.WOOD if price else theme.SEA, (side / 2, side / 2), inner * 0.9)
            if price:
                for x, y in regular(10, (side / 2, side / 2), side * 0.43):
                    pygame.draw.circle(large, theme.INK, (x, y), side * 0.065)

        if picture is not None:
            body = picture.copy()
        else:
            body = self.app.paint.made(("sanity", price), (size, size), draw).copy()
            icon = self.app.assets.icon("brain", round(size * 0.5), theme.BONE)
            body.blit(icon, icon.get_rect(center=(size // 2, size // 2)))
        badge = pygame.Rect(0, 0, round(size * 0.5), round(size * 0.5))
        badge.bottomright = (size, size)
        pygame.draw.circle(body, theme.PRINT, badge.center, badge.width // 2)
        face = self.app.text.font("AlegreyaSans-700", max(8, round(size * 0.46))).render(str(amount), True, theme.BONE)
        body.blit(face, face.get_rect(center=badge.center))
        return body

    def shield(self, number: str, height: int, *, points: bool = False) -> pygame.Surface:
        """Strength on a shield. With `points` around it it is the Investigator's (KPT-INFO-06)."""
        picture = self.app.assets.has("kingsport/symbols/strength")
        width = height if picture else round(height * 0.9)

        def draw(large: pygame.Surface, k: int) -> None:
            w, h = width * k, height * k
            shape = [
                (w * 0.06, h * 0.06),
                (w * 0.94, h * 0.06),
                (w * 0.94, h * 0.52),
                (w * 0.5, h * 0.97),
                (w * 0.06, h * 0.52),
            ]
            if points:
                shape = [(w * 0.5 + (x - w * 0.5) * 0.62, h * 0.48 + (y - h * 0.48) * 0.62) for x, y in shape]
            inner = [(w * 0.5 + (x - w * 0.5) * 0.82, h * 0.48 + (y - h * 0.48) * 0.82) for x, y in shape]
            pygame.draw.polygon(large, theme.INK, shape)
            pygame.draw.polygon(large, theme.RAID if not points else theme.OXBLOOD, inner)
            pygame.draw.polygon(
                large,
                theme.mix(theme.RAID, theme.BONE, 0.5) if not points else theme.LIGHT_GOLD,
                inner,
                max(1, round(h * 0.03)),
            )
            if points:
                for x, y in regular(10, (w / 2, h / 2), h * 0.43):
                    pygame.draw.circle(large, theme.INK, (x, y), h * 0.065)
                    pygame.draw.circle(large, theme.LIGHT_GOLD, (x, y), h * 0.045)

        name = "kingsport/symbols/investigator_strength" if points else "kingsport/symbols/strength"
        image = self.app.assets.sprite(name, (width, height)) if picture else None
        body = (
            image.copy() if image is not None else self.app.paint.made(("shield", points), (width, height), draw).copy()
        )
        share = 0.36 if points else 0.5
        face = self.app.text.font("Cinzel-700", max(9, round(height * share))).render(number, True, theme.BONE)
        body.blit(face, face.get_rect(center=(width // 2, round(height * 0.47))))
        return body

    def seal(self, level: int, size: int) -> pygame.Surface:
        """The round seal with the level's numeral."""

        def draw(large: pygame.Surface, k: int) -> None:
            side = size * k
            centre = (side / 2, side / 2)
            pygame.draw.circle(large, theme.INK, centre, side * 0.48)
            pygame.draw.circle(large, theme.LIGHT_GOLD, centre, side * 0.42)
            pygame.draw.circle(large, LEVEL_SEALS[level], centre, side * 0.37)

        body = self.app.paint.made(("seal", level), (size, size), draw).copy()
        numeral = self.app.text.font("Cinzel-700", max(8, round(size * 0.42))).render(NUMERALS[level], True, theme.BONE)
        if numeral.get_width() > size * 0.62:
            numeral = self.app.text.font("Cinzel-700", max(7, round(size * 0.3))).render(
                NUMERALS[level], True, theme.BONE
            )
        body.blit(numeral, numeral.get_rect(center=(size // 2, size // 2)))
        return body

    def _round(self, surface: pygame.Surface, radius: int) -> pygame.Surface:
        """`surface` with round corners."""
        mask = pygame.Surface(surface.get_size(), pygame.SRCALPHA)
        pygame.draw.rect(mask, (255, 255, 255, 255), mask.get_rect(), border_radius=radius)
        cut = surface.convert_alpha()
        cut.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
        return cut
