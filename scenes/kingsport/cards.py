"""Cards as they are printed: the picture of `sprites/kingsport/` with name, cost, effect, points laid over it.

Two looks of the same card. `front` is the whole card, for reading; `small` is the one on the table, with the picture,
cost, name, points and strength large enough to be read at a card's width of 96 units. Both are made once per size.

Measures are those of the drawing, 600 by 840.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

import pygame

from game.kingsport.cards import FAMILIES, Cards, God, Investigator
from game.kingsport.effects import GainSanity, Pay, Steal
from scenes import theme
from scenes.kingsport.symbols import NUMERALS, Symbols
from scenes.paint import regular, seed_of

if TYPE_CHECKING:
    from scenes.app import App

VIEW = (600, 840)
RATIO = VIEW[1] / VIEW[0]
PICTURE = (48, 118, 504, 372)
PORTRAIT = (48, 118, 504, 420)
SKIES = (
    (theme.NIGHT, theme.SEA),
    (theme.rgb("#160F22"), theme.rgb("#4A2A5E")),
    (theme.rgb("#1A0D0C"), theme.rgb("#6A2A1E")),
)
NAME = theme.Style("body_bold", 17, 0, 1.14)
LEAST_TYPE = 8.0
"""Pixels below which no type is set, whatever the card."""


def sanity_of(god: God) -> tuple[int, bool] | None:
    """The Sanity that a god's effect is about, and whether it is a price (else a gain); ``None`` without any."""
    for clause in god.effect:
        if isinstance(clause, Pay):
            return clause.price, True
        if isinstance(clause, GainSanity | Steal):
            return clause.amount, False
    return None


class CardArt(Symbols):
    """Draws the cards of one set in one window."""

    def __init__(self, app: App, cards: Cards) -> None:
        super().__init__(app)
        self.cards = cards
        self.gods = {god.id: god for god in cards.gods}

    def faces(self) -> list[tuple[str, Callable[[int], pygame.Surface]]]:
        """Every card with its name, to be drawn at a width: the gods, the Investigators, the backs."""
        tr = self.app.tr
        found = [(tr(f"god.{god.id}.name"), partial(self.front, god.id)) for god in self.cards.gods]
        found += [(tr(f"investigator.{id}.name"), partial(self.investigator, id)) for id in self.cards.investigators]
        return found + [(tr(f"back.{name}"), partial(self.back, family)) for family, name in enumerate(FAMILIES)]

    # Kept surfaces

    def _key(self, *parts: object) -> tuple[object, ...]:
        settings = self.app.settings
        return (*parts, settings.language, settings.font, settings.high_contrast, self.app.scale.text_factor)

    def front(self, god: str, width: int) -> pygame.Surface:
        """The whole card of a god, `width` pixels wide."""
        key = self._key("front", god, width)
        kept = self.app.assets.kept(key)
        if kept is None:
            with self.app.text.unrecorded():
                kept = self.app.assets.keep(key, self.draw_front(self.gods[god], width))
        return kept

    def small(self, god: str, width: int, height: int) -> pygame.Surface:
        """The card of a god as it lies on the table."""
        key = self._key("small", god, width, height)
        kept = self.app.assets.kept(key)
        if kept is None:
            with self.app.text.unrecorded():
                kept = self.app.assets.keep(key, self.draw_small(self.gods[god], width, height))
        return kept

    def tile(self, god: str, width: int, height: int) -> pygame.Surface:
        """Only the picture, framed: for cards in play and rows of a list."""
        key = self._key("tile", god, width, height)
        kept = self.app.assets.kept(key)
        if kept is not None:
            return kept
        u = self.app.scale.u
        card = pygame.Surface((width, height), pygame.SRCALPHA)
        border = max(1, round(2.5 * u))
        card.blit(
            self._round(self.picture(god, (width - 2 * border, height - 2 * border)), round(4 * u)), (border, border)
        )
        pygame.draw.rect(card, theme.PRINT, card.get_rect(), border, round(6 * u))
        pygame.draw.rect(
            card, theme.GOLD, card.get_rect().inflate(-2 * border, -2 * border), max(1, round(u)), round(4 * u)
        )
        return self.app.assets.keep(key, card)

    def back(self, family: int, width: int) -> pygame.Surface:
        """A back; each family is drawn differently, as the rules intend (KPT-INFO-02)."""
        height = round(width * RATIO)
        key = self._key("back", family, width)
        kept = self.app.assets.kept(key)
        if kept is not None:
            return kept
        picture = self.app.assets.sprite(f"kingsport/backs/{FAMILIES[family]}", (width, height))
        return self.app.assets.keep(
            key, picture.copy() if picture is not None else self._plain_back(family, width, height)
        )

    def investigator(self, id: str, width: int) -> pygame.Surface:
        """The whole card of an Investigator."""
        key = self._key("investigator", id, width)
        kept = self.app.assets.kept(key)
        if kept is None:
            with self.app.text.unrecorded():
                kept = self.app.assets.keep(key, self.draw_investigator(self.cards.investigators[id], width))
        return kept

    # Pictures

    def picture(self, god: str, size: tuple[int, int]) -> pygame.Surface:
        """The picture of a god alone, cut to `size`."""
        return self._cut(f"kingsport/gods/{god}", PICTURE, size, god)

    def portrait(self, id: str, size: tuple[int, int]) -> pygame.Surface:
        """The portrait of an Investigator alone."""
        return self._cut(f"kingsport/investigators/{id}", PORTRAIT, size, id)

    def _cut(self, name: str, box: tuple[int, int, int, int], size: tuple[int, int], seed: str) -> pygame.Surface:
        key = ("cut", name, size)
        kept = self.app.assets.kept(key)
        if kept is not None:
            return kept
        original = self.app.assets.original(name) if self.app.assets.has(name) else None
        if original is None:
            return self.app.assets.keep(key, self._plain_picture(seed, size))
        k = original.get_width() / VIEW[0]
        x, y, w, h = (round(v * k) for v in box)
        inset = round(10 * k)
        part = pygame.Rect(x + inset, y + inset, w - 2 * inset, h - 2 * inset)
        share = size[0] / size[1]
        if part.width / part.height > share:
            part = pygame.Rect(0, 0, round(part.height * share), part.height).move(
                part.centerx - round(part.height * share) // 2, part.y
            )
        else:
            part = pygame.Rect(
                part.x, part.centery - round(part.width / share / 2), part.width, round(part.width / share)
            )
        cut = pygame.transform.smoothscale(original.subsurface(part.clip(original.get_rect())).convert_alpha(), size)
        return self.app.assets.keep(key, cut)

    def _plain_picture(self, seed: str, size: tuple[int, int]) -> pygame.Surface:
        """A moon over the sea with the god's symbol, where there is no picture."""
        rng = random.Random(seed_of(seed))
        top, bottom = SKIES[rng.randrange(len(SKIES))]
        surface = pygame.Surface(size, pygame.SRCALPHA)
        width, height = size
        for y in range(height):
            pygame.draw.line(surface, theme.mix(top, bottom, y / max(1, height)), (0, y), (width, y))
        centre = (width // 2 + rng.randint(-width // 8, width // 8), round(height * 0.45))
        pygame.draw.circle(surface, theme.MOON, centre, round(min(size) * 0.36))
        for line in range(round(height * 0.78), height, max(2, height // 24)):
            pygame.draw.line(surface, theme.mix(bottom, theme.INK, 0.7), (0, line), (width, line), max(1, height // 60))
        icon = self.app.assets.icon("floating-tentacles", round(min(size) * 0.62), theme.rgb("#12261F"))
        surface.blit(icon, icon.get_rect(center=centre))
        return surface

    def _plain_back(self, family: int, width: int, height: int) -> pygame.Surface:
        card = pygame.Surface((width, height), pygame.SRCALPHA)
        k = width / VIEW[0]
        top, bottom = (
            (theme.NIGHT, theme.SEA),
            (theme.rgb("#1B0D12"), theme.OXBLOOD),
            (theme.rgb("#0E0A1C"), theme.rgb("#3A2A66")),
        )[family]
        body = pygame.Surface((width, height))
        for y in range(height):
            pygame.draw.line(body, theme.mix(top, bottom, y / height), (0, y), (width, y))
        card.blit(self._round(body, round(30 * k)), (0, 0))
        _gold_rule(card, k, 26, 3, 12)
        centre, radius = (width / 2, height / 2), 165 * k
        pygame.draw.circle(card, theme.NIGHT, centre, radius)
        pygame.draw.circle(card, theme.LIGHT_GOLD, centre, radius, max(1, round(5 * k)))
        sides = 5 + 2 * family
        points = regular(sides, centre, radius * 0.9)
        for number in range(sides):
            pygame.draw.aaline(card, theme.LIGHT_GOLD, points[number], points[(number + sides // 2) % sides])
        for number in range(family + 1):
            x = width / 2 + (number - family / 2) * 40 * k
            pygame.draw.polygon(card, theme.LIGHT_GOLD, regular(4, (x, 660 * k), max(2, 14 * k)))
        return card

    # The card on the table

    def draw_small(self, god: God, width: int, height: int) -> pygame.Surface:
        """The table card: picture above, then the cost, the name on its ribbon, points and strength."""
        app, u = self.app, self.app.scale.u
        card = pygame.Surface((width, height), pygame.SRCALPHA)
        border, radius = max(2, round(3 * u)), round(7 * u)
        pygame.draw.rect(card, theme.PRINT, card.get_rect(), border_radius=radius)
        paper = card.get_rect().inflate(-2 * border, -2 * border)
        self._paper(card, paper, radius - border)
        inner = paper.inflate(-round(6 * u), -round(6 * u))
        pygame.draw.rect(
            card, theme.GOLD, inner.inflate(round(3 * u), round(3 * u)), max(1, round(u)), max(1, radius - border)
        )
        lines, step, picture = self._small_places(god.id, inner)
        name_height = step * len(lines) + round(5 * u)
        card.blit(self.picture(god.id, picture.size), picture)
        pygame.draw.rect(card, theme.PRINT, picture, max(1, round(1.6 * u)))
        ribbon = pygame.Rect(
            inner.left - round(2 * u), picture.bottom - round(u), inner.width + round(4 * u), name_height
        )
        pygame.draw.rect(card, theme.PRINT, ribbon)
        pygame.draw.rect(card, theme.mix(theme.PARCHMENT, theme.BONE, 0.4), ribbon.inflate(0, -max(2, round(2.4 * u))))
        y = ribbon.top + round(2.5 * u)
        for text, one in lines:
            line = pygame.Rect(ribbon.left, y, ribbon.width, step)
            app.text.draw(card, text, line, one, theme.PRINT, align="center", valign="middle", wrap=False)
            y += step
        self._small_cost(card, god, picture)
        bottom = pygame.Rect(
            inner.left, ribbon.bottom + round(2 * u), inner.width, inner.bottom - ribbon.bottom - round(2 * u)
        )
        self._small_foot(card, god, bottom)
        return card

    def _small_places(self, god: str, inner: pygame.Rect) -> tuple[list[tuple[str, theme.Style]], int, pygame.Rect]:
        """The name's lines and their step, and the picture's place, inside the gold rule."""
        app, u = self.app, self.app.scale.u
        lines = self._name_lines(app.tr(f"god.{god}.name"), NAME, inner.width - round(4 * u), max(16 * u, 16))
        step = max(app.text.line_height(style) for _, style in lines)
        foot = max(round(20 * u), round((inner.height + 12 * u) * 0.135))
        name_height = step * len(lines) + round(5 * u)
        high = inner.height - name_height - foot - round(4 * u)
        return lines, step, pygame.Rect(inner.left, inner.top, inner.width, high)

    def picture_bottom(self, god: str, width: int, height: int) -> int:
        """How far down a table card's picture reaches."""
        u = self.app.scale.u
        border = max(2, round(3 * u))
        inner = pygame.Rect(0, 0, width, height).inflate(-2 * border, -2 * border).inflate(-round(6 * u), -round(6 * u))
        return self._small_places(god, inner)[2].bottom

    def _small_cost(self, card: pygame.Surface, god: God, picture: pygame.Rect) -> None:
        u = self.app.scale.u
        size = max(12, round(picture.width * 0.205))
        seal = max(14, round(picture.width * 0.25))
        cost = self.cost(
            god.price.terms, size, picture.width - round(6 * u) - (seal if len(god.price.terms) < 9 else 0)
        )
        plate = pygame.Surface((cost.get_width() + round(5 * u), cost.get_height() + round(5 * u)), pygame.SRCALPHA)
        pygame.draw.rect(plate, (*theme.INK, 150), plate.get_rect(), border_radius=round(5 * u))
        card.blit(plate, (picture.left + round(u), picture.top + round(u)))
        card.blit(cost, (picture.left + round(3.5 * u), picture.top + round(3.5 * u)))
        mark = self.seal(god.level, seal)
        card.blit(mark, mark.get_rect(topright=(picture.right - round(2 * u), picture.top + round(2 * u))))

    def _small_foot(self, card: pygame.Surface, god: God, box: pygame.Rect) -> None:
        """Cult points at the left, strength at the right."""
        u = self.app.scale.u
        side = min(box.height, round(box.width * 0.19))
        step = round(side * 0.92)
        x = box.left + round(u)
        if god.final is not None:
            icon = self.app.assets.icon("hourglass", side, theme.OXBLOOD)
            card.blit(icon, icon.get_rect(midleft=(x, box.centery)))
            final = self.app.text.font("Cinzel-700", max(10, round(side * 0.62))).render(
                f"{god.final.points}+", True, theme.PRINT
            )
            card.blit(final, final.get_rect(midleft=(x + side + round(2 * u), box.centery)))
        elif god.points > 2:
            mark = self.points_mark(side)
            card.blit(mark, mark.get_rect(midleft=(x, box.centery)))
            points = self.app.text.font("Cinzel-700", max(10, round(side * 0.72))).render(
                str(god.points), True, theme.PRINT
            )
            card.blit(points, points.get_rect(midleft=(x + side + round(2 * u), box.centery)))
        else:
            for number in range(god.points):
                mark = self.points_mark(side)
                card.blit(mark, mark.get_rect(midleft=(x + number * step, box.centery)))
        if god.strength or god.raid is not None:
            text = f"{god.strength}+" if god.raid is not None else str(god.strength)
            shield = self.shield(text, min(box.height + round(5 * u), round(side * 1.4)))
            card.blit(shield, shield.get_rect(midright=(box.right - round(u), box.centery)))

    def _name_lines(self, name: str, style: theme.Style, room: int, limit: float) -> list[tuple[str, theme.Style]]:
        """The name in one or two lines, each as large as the text setting asks for and the card allows."""
        app = self.app
        unit = app.scale.u * app.scale.text_factor
        least, floor = limit / unit, LEAST_TYPE / unit
        single = app.text.fitting(name, style, room, least)
        if app.text.lay(name, single).width <= room and (
            single.size >= style.size - 1.5 or (" " not in name and "-" not in name)
        ):
            return [(name, single)]
        for mark in (" ", "-"):
            if mark in name:
                cuts = [i + 1 for i, letter in enumerate(name) if letter == mark]
                cut = min(cuts, key=lambda i: max(i, len(name) - i))
                parts = [name[:cut].strip(), name[cut:].strip()]
                size = min(app.text.fitting(part, style, room, least).size for part in parts)
                if size > single.size or app.text.lay(name, single).width > room:
                    return [(part, app.text.fitting(part, style.sized(size), room, floor)) for part in parts]
        return [(name, app.text.fitting(name, single, room, floor))]

    def _paper(self, surface: pygame.Surface, box: pygame.Rect, radius: int) -> None:
        """Parchment, from the texture where it is there."""
        texture = None if self.app.paint.plain else self.app.assets.cover("ui/paper", box.size)
        if texture is None:
            pygame.draw.rect(
                surface, theme.BONE if self.app.settings.high_contrast else theme.PARCHMENT, box, border_radius=radius
            )
            return
        surface.blit(self._round(texture, radius), box)

    # The card for reading

    def _scaled(self, width: int) -> float:
        return width / VIEW[0]

    def _text_size(self, units: float, k: float) -> float:
        """The style size (in design units) that gives `units` of the drawing on a card scaled by `k`."""
        return units * k / (self.app.scale.u * self.app.scale.text_factor)

    def _fit_block(self, text: str, style: theme.Style, width: int, height: int, least: float) -> theme.Style:
        """`style`, smaller in steps until `text` wrapped at `width` is no higher than `height`."""
        while style.size > least and self.app.text.measure(text, style, width)[1] > height:
            style = style.sized(style.size - 0.5)
        return style

    def _ground(
        self,
        name: str,
        size: tuple[int, int],
        picture: pygame.Surface | None,
        box: tuple[int, int, int, int],
        ribbon: int,
    ) -> pygame.Surface:
        """The painted card, or a plain one with the same places."""
        art = self.app.assets.sprite(name, size) if self.app.assets.has(name) else None
        if art is not None:
            return art.copy()
        k = size[0] / VIEW[0]
        card = pygame.Surface(size, pygame.SRCALPHA)
        pygame.draw.rect(card, theme.PRINT, card.get_rect(), border_radius=round(30 * k))
        paper = card.get_rect().inflate(-round(36 * k), -round(36 * k))
        self._paper(card, paper, round(14 * k))
        _gold_rule(card, k, 28, 2.4, 8)
        place = pygame.Rect(*(round(v * k) for v in box))
        if picture is not None:
            card.blit(picture, place)
        pygame.draw.rect(
            card, theme.PRINT, place.inflate(round(8 * k), round(8 * k)), max(1, round(4 * k)), round(10 * k)
        )
        band = pygame.Rect(round(36 * k), round(ribbon * k), round(528 * k), round(66 * k))
        pygame.draw.rect(card, theme.PRINT, band)
        pygame.draw.rect(card, theme.PARCHMENT, band.inflate(-round(52 * k), -round(10 * k)))
        return card

    def draw_front(self, god: God, width: int) -> pygame.Surface:
        """The whole card: cost and level above the picture, name, effects, points and strength."""
        app, k = self.app, self._scaled(width)
        size = (width, round(width * RATIO))

        def at(x: float, y: float, w: float, h: float) -> pygame.Rect:
            return pygame.Rect(round(x * k), round(y * k), round(w * k), round(h * k))

        picture = None
        if not app.assets.has(f"kingsport/gods/{god.id}"):
            picture = self.picture(god.id, at(*PICTURE).size)
        card = self._ground(f"kingsport/gods/{god.id}", size, picture, PICTURE, 466)
        cost = self.cost(god.price.terms, round(58 * k), round(410 * k))
        card.blit(cost, cost.get_rect(midleft=(round(50 * k), round(75 * k))))
        if picture is not None:
            card.blit(self.seal(god.level, round(76 * k)), at(476, 38, 76, 76))
        else:
            numeral = NUMERALS[god.level]
            face = app.text.font("Cinzel-700", max(8, round((32 if len(numeral) < 3 else 26) * k))).render(
                numeral, True, theme.BONE
            )
            card.blit(face, face.get_rect(center=(round(514 * k), round(76 * k))))
        name = app.tr(f"god.{god.id}.name").upper()
        style = theme.Style("cinzel", self._text_size(38, k), 5 * k / (app.scale.u * app.scale.text_factor), 1.2)
        place = at(72, 466, 404, 66)
        while style.size > 6 and app.text.lay(name, style).width > place.width:
            style = theme.Style("cinzel", style.size - 0.5, style.spacing * 0.93, 1.2)
        app.text.draw(card, name, place, style, theme.PRINT, align="center", valign="middle", wrap=False)
        least = at(485, 478, 42, 42)
        pygame.draw.rect(card, theme.PRINT, least, border_radius=round(6 * k))
        fewest = app.text.font("Cinzel-700", max(8, round(26 * k))).render(str(min(god.copies)), True, theme.BONE)
        card.blit(fewest, fewest.get_rect(center=least.center))
        text = app.tr(f"god.{god.id}.text")
        raid = app.tr(f"god.{god.id}.raid") if god.raid is not None else ""
        sanity = sanity_of(god)
        side = round((40 if sanity is None else 48) * k)
        sign = (
            app.assets.icon("rolling-dices", side, theme.BLOOD)
            if sanity is None
            else self.sanity_mark(sanity[0], side, price=sanity[1])
        )
        self._block(card, at(54, 548, 492, 80 if raid else 82), sign, text, "body", 31, k)
        if raid:
            sign = app.assets.icon("magnifying-glass", round(40 * k), theme.RAID)
            self._block(card, at(54, 644, 492, 84), sign, raid, "body_italic", 30, k)
        else:
            self._block(card, at(54, 644, 492, 84), None, app.tr(f"god.{god.id}.flavour"), "flavour", 27, k)
        if god.final is not None:
            icon = app.assets.icon("hourglass", round(44 * k), theme.OXBLOOD)
            card.blit(icon, icon.get_rect(midleft=(round(56 * k), round(776 * k))))
        for number in range(god.points):
            mark = self.points_mark(round(48 * k))
            card.blit(mark, mark.get_rect(midleft=(round((54 + 54 * number) * k), round(776 * k))))
        if god.strength or god.raid is not None:
            shield = self.shield(f"{god.strength}+" if god.raid is not None else str(god.strength), round(96 * k))
            card.blit(shield, shield.get_rect(center=(round(514 * k), round(768 * k))))
        return card

    def _block(
        self,
        card: pygame.Surface,
        place: pygame.Rect,
        sign: pygame.Surface | None,
        text: str,
        role: str,
        size: float,
        k: float,
    ) -> None:
        """A paragraph of the card, with its sign before it; without one it stands in the middle."""
        app = self.app
        if sign is not None:
            card.blit(sign, sign.get_rect(midtop=(place.left + round(20 * k), place.top + round(2 * k))))
            place = pygame.Rect(place.left + round(50 * k), place.top, place.width - round(50 * k), place.height)
        style = self._fit_block(
            text, theme.Style(role, self._text_size(size, k), 0, 1.16), place.width, place.height, 5
        )
        app.text.draw(
            card,
            text,
            place,
            style,
            theme.PRINT,
            valign="middle" if sign is None else "top",
            align="left" if sign is not None else "center",
        )

    def draw_investigator(self, investigator: Investigator, width: int) -> pygame.Surface:
        """The whole card: portrait, name, Scenario effect, three Raids with points around their strength."""
        app, k = self.app, self._scaled(width)
        size = (width, round(width * RATIO))

        def at(x: float, y: float, w: float, h: float) -> pygame.Rect:
            return pygame.Rect(round(x * k), round(y * k), round(w * k), round(h * k))

        name = f"kingsport/investigators/{investigator.id}"
        picture = None if app.assets.has(name) else self.portrait(investigator.id, at(*PORTRAIT).size)
        card = self._ground(name, size, picture, PORTRAIT, 510)
        title = app.tr("card.investigator").upper()
        style = theme.Style("cinzel", self._text_size(26, k), 4 * k / (app.scale.u * app.scale.text_factor), 1.2)
        app.text.draw(card, title, at(60, 44, 480, 66), style, theme.BLOOD, align="center", valign="middle", wrap=False)
        words = app.tr(f"investigator.{investigator.id}.name").upper()
        style = theme.Style("cinzel", self._text_size(34, k), 3 * k / (app.scale.u * app.scale.text_factor), 1.2)
        place = at(80, 510, 440, 66)
        while style.size > 6 and app.text.lay(words, style).width > place.width:
            style = theme.Style("cinzel", style.size - 0.5, style.spacing * 0.9, 1.2)
        app.text.draw(card, words, place, style, theme.PRINT, align="center", valign="middle", wrap=False)
        text = app.tr(f"investigator.{investigator.id}.text")
        self._block(card, at(58, 584, 484, 104), None, text, "body", 31, k)
        for number, (round_number, strength) in enumerate(investigator.raids):
            box = at(48 + number * 172, 706, 160, 96)
            if picture is not None:
                pygame.draw.rect(card, theme.PRINT, box, max(1, round(2 * k)), round(8 * k))
            shield = self.shield(str(strength), round(84 * k), points=True)
            card.blit(shield, shield.get_rect(midright=(box.right - round(4 * k), box.centery)))
            words = app.tr("card.round", round=round_number)
            left = pygame.Rect(
                box.left + round(6 * k), box.top, box.width - shield.get_width() - round(16 * k), box.height
            )
            style = theme.Style("label_bold", self._text_size(26, k), 0, 1.1)
            longest = max(words.split(" "), key=len)
            while style.size > 1 and app.text.lay(longest, style).width > left.width:
                style = style.sized(style.size - 0.5)
            app.text.draw(card, words, left, style, theme.PRINT, align="center", valign="middle")
        return card


def _gold_rule(card: pygame.Surface, k: float, inset: float, width: float, radius: float) -> None:
    """The gold line round a card, measures in the card's own units of `k` pixels."""
    place = card.get_rect().inflate(-round(2 * inset * k), -round(2 * inset * k))
    pygame.draw.rect(card, theme.GOLD, place, max(1, round(width * k)), round(radius * k))
