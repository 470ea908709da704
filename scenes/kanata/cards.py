"""Case-file cards: the printed sheet with its photograph, and the typed name and text laid over it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import pygame

from scenes import theme
from scenes.kanata.parts import item_icon, kind_of

if TYPE_CHECKING:
    from scenes.app import App

RATIO = 840 / 600
PHOTO = (76, 122, 448, 320)
"""Where the photograph lies on a card of 600 by 840."""
NAME = theme.Style("elite", 25, leading=1.15)
TEXT = theme.Style("mono", 17, leading=1.3)


class CaseFiles:
    """Draws the cards of one window, each once per size."""

    def __init__(self, app: App) -> None:
        self.app = app

    def faces(self, decks: Mapping[str, Sequence[Any]]) -> list[tuple[str, Callable[[int], pygame.Surface]]]:
        """Every card of `decks` with its name, to be drawn at a width; the back of each deck after its cards."""
        found: list[tuple[str, Callable[[int], pygame.Surface]]] = []
        for deck, cards in decks.items():
            found += [(self.words(card.id, deck)[0], partial(self.front, deck, card.id)) for card in cards]
            found.append((self.app.tr(f"kanata.deck.{deck}"), partial(self.back, deck)))
        return found

    def words(self, card: str, deck: str) -> tuple[str, str]:
        """Name and text of a card."""
        tr, has = self.app.tr, self.app.strings.has
        if deck == "search":
            key = f"kanata.thing.{card}"
            text = tr(f"kan.search.text.{_search_kind(card)}")
            if _search_kind(card) == "item":
                text = f"{tr(f'kanata.thing.{kind_of(card)}.text')}\n{text}"
            return tr(key if has(key) else f"kan.search.{card}"), text
        flavour = f"kanata.card.{card}.flavour"
        text = tr(f"kanata.card.{card}.text")
        return tr(f"kanata.card.{card}.name"), f"{text}\n{tr(flavour)}" if has(flavour) else text

    def front(self, deck: str, card: str, width: int) -> pygame.Surface:
        """A card, `width` pixels wide."""
        settings = self.app.settings
        key = ("kanata-card", deck, card, width, settings.language, settings.font, self.app.scale.text_factor)
        kept = self.app.assets.kept(key)
        if kept is None:
            with self.app.text.unrecorded():
                kept = self.app.assets.keep(key, self._front(deck, card, width))
        return kept

    def back(self, deck: str, width: int) -> pygame.Surface:
        """The back of a deck."""
        size = (width, round(width * RATIO))
        made = self.app.assets.sprite(f"kanata/cards/{deck}_back", size)
        if made is not None:
            return made
        plain = pygame.Surface(size, pygame.SRCALPHA)
        self.app.paint.panel(plain, plain.get_rect(), "soot", deck)
        return plain

    def _front(self, deck: str, card: str, width: int) -> pygame.Surface:
        app, k = self.app, width / 600
        size = (width, round(width * RATIO))
        sheet = pygame.Surface(size, pygame.SRCALPHA)
        ground = None if app.settings.high_contrast else app.assets.sprite(f"kanata/cards/{deck}", size)
        if ground is not None:
            sheet.blit(ground, (0, 0))
        else:
            app.paint.panel(sheet, sheet.get_rect(), "card", deck)
        x, y, w, h = (round(value * k) for value in PHOTO)
        self._photo(sheet, deck, card, pygame.Rect(x, y, w, h), k)
        name, text = self.words(card, deck)
        u = app.scale.u * app.scale.text_factor
        room = width - round(92 * k)
        left, top = round(46 * k), y + h + round(26 * k)
        style = NAME.sized(NAME.size * k * 1.55 / u)
        while app.text.measure(name, style, room)[0] > room and style.size > 8:
            style = style.sized(style.size - 1)
        high = app.text.measure(name, style, room)[1]
        app.text.draw(sheet, name, pygame.Rect(left, top, room, high), style, theme.BLOOD, align="center")
        top += high + round(10 * k)
        rest = pygame.Rect(left, top, room, size[1] - top - round(44 * k))
        body = TEXT.sized(TEXT.size * k * 1.65 / u)
        while app.text.measure(text, body, room)[1] > rest.height and body.size > 7:
            body = body.sized(body.size - 0.5)
        app.text.draw(sheet, text, rest, body, theme.PRINT)
        return sheet.convert_alpha() if pygame.display.get_surface() is not None else sheet

    def _photo(self, sheet: pygame.Surface, deck: str, card: str, place: pygame.Rect, k: float) -> None:
        app = self.app
        border = max(2, round(10 * k))
        photo = pygame.Surface((place.width + 2 * border, place.height + 2 * border), pygame.SRCALPHA)
        photo.fill(theme.rgb("#F4EDDC"))
        picture = app.assets.sprite(f"kanata/photos/{card}", place.size) if deck != "search" else None
        if picture is not None:
            photo.blit(picture, (border, border))
        else:
            photo.fill(theme.rgb("#2C2A24"), (border, border, *place.size))
            side = round(place.height * 0.72)
            icon = app.assets.icon(item_icon(card), side, theme.PARCHMENT)
            photo.blit(icon, icon.get_rect(center=(photo.get_width() // 2, photo.get_height() // 2)))
        turned = pygame.transform.rotozoom(photo, -1.6 if len(card) % 2 else 1.3, 1.0)
        shadow = pygame.Surface(turned.get_size(), pygame.SRCALPHA)
        shadow.fill((*theme.INK, 70))
        spot = turned.get_rect(center=place.center)
        sheet.blit(shadow, spot.move(round(4 * k), round(6 * k)))
        sheet.blit(turned, spot)
        clip = pygame.Rect(0, 0, max(3, round(16 * k)), max(8, round(64 * k)))
        clip.midtop = (place.centerx + round(place.width * 0.36), place.top - round(34 * k))
        pygame.draw.rect(sheet, theme.rgb("#8A8C90"), clip, max(1, round(4 * k)), clip.width // 2)


def _search_kind(card: str) -> str:
    if card in ("empty", "talisman"):
        return card
    if card in ("chainsaw", "handsaw", "bow_saw", "hacksaw"):
        return "saw"
    return "extinguisher" if card == "extinguisher" else "item"
