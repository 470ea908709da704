"""Where piles and hand lie on the stage: three rows of levels and the own cards below them, or two lists."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from game.kingsport.cards import Cards
from scenes.scale import Layout, Scale

CARD_WIDTH, CARD_HEIGHT = 128.0, 180.0
LEAST_HEIGHT = 135.0
HAND = 200.0
LEAST_HAND = 112.0
HEADING = 26.0
PLATE = 40.0
ROWS = ((1, 2), (3, 4), (5, 6))


@dataclass(frozen=True)
class Heading:
    """The plate that names a level, and how it stands: ``above`` its piles or at their ``side``."""

    level: int
    rect: pygame.Rect
    above: bool


@dataclass(frozen=True)
class StageLayout:
    """Places on the stage in pixels. `lists` says that piles and hand are lists in `pile_area` and `hand_area`."""

    lists: bool
    piles: dict[str, pygame.Rect]
    headings: tuple[Heading, ...]
    pile_area: pygame.Rect
    hand_area: pygame.Rect
    side: pygame.Rect
    """Free room beside the last row, for the filter."""


def stage_layout(scale: Scale, stage: pygame.Rect, cards: Cards) -> StageLayout:
    """Lay the stage out for its size; cards shrink to 96 by 135 units before they become lists."""
    pad, gap = scale.px(12), scale.px(10)
    grow = max(1.0, 1 + (scale.text_factor - 1) * 0.7)
    rows = [[god.id for god in cards.gods if god.level in pair] for pair in ROWS]
    levels = {god.id: god.level for god in cards.gods}
    widest = max(map(len, rows))
    hand_height = scale.px(HAND) if scale.layout == Layout.FULL else scale.px(HAND * 0.92)
    room = stage.height - 2 * pad - 2 * gap
    if room - hand_height < 3 * scale.px(LEAST_HEIGHT):
        hand_height = max(scale.px(LEAST_HAND), room - 3 * scale.px(LEAST_HEIGHT))
    if scale.layout == Layout.SINGLE or room - hand_height < 3 * scale.px(LEAST_HEIGHT) - 2:
        return _lists(scale, stage, pad)
    heading = scale.px(HEADING * grow)
    above = (room - hand_height) // 3 - heading >= scale.px(158)
    side_width = 0 if above else scale.px(PLATE)
    most_width = (stage.width - 2 * pad - 2 * side_width - (widest - 1) * gap) // widest
    height = min(scale.px(CARD_HEIGHT), (room - hand_height) // 3 - (heading if above else 0))
    width = round(height * CARD_WIDTH / CARD_HEIGHT)
    if width > most_width:
        width = most_width
        height = min(height, round(width * CARD_HEIGHT / CARD_WIDTH))
    piles: dict[str, pygame.Rect] = {}
    headings: list[Heading] = []
    step = height + (heading if above else 0) + gap
    top = stage.top + pad + max(0, (room + 2 * gap - hand_height - 3 * step + gap) // 2)
    last_right = stage.left
    for number, row in enumerate(rows):
        y = top + number * step
        x = stage.left + pad
        for level in ROWS[number]:
            own = [god for god in row if levels[god] == level]
            if not above:
                headings.append(Heading(level, pygame.Rect(x, y, side_width - scale.px(4), height), False))
                x += side_width
            else:
                span = len(own) * width + (len(own) - 1) * gap
                headings.append(Heading(level, pygame.Rect(x, y, span, heading), True))
            for god in own:
                piles[god] = pygame.Rect(x, y + (heading if above else 0), width, height)
                x += width + gap
        last_right = x
    last = next(iter(reversed(piles.values())))
    side = pygame.Rect(last_right + gap, last.top, stage.right - pad - last_right - gap, last.height)
    pile_area = pygame.Rect(stage.left, stage.top, stage.width, stage.height - hand_height)
    hand = pygame.Rect(stage.left + pad, stage.bottom - hand_height, stage.width - 2 * pad, hand_height)
    return StageLayout(False, piles, tuple(headings), pile_area, hand, side)


def _lists(scale: Scale, stage: pygame.Rect, pad: int) -> StageLayout:
    half = (stage.width - 3 * pad) // 2
    top = stage.inflate(-2 * pad, -2 * scale.px(6))
    return StageLayout(
        True,
        {},
        (),
        pygame.Rect(top.left, top.top, half, top.height),
        pygame.Rect(top.left + half + pad, top.top, half, top.height),
        pygame.Rect(0, 0, 0, 0),
    )


def hand_places(scale: Scale, area: pygame.Rect, count: int) -> list[pygame.Rect]:
    """The cards of a hand: side by side while there is room, then overlapping, the outer ones a little lower."""
    if not count:
        return []
    height = min(scale.px(CARD_HEIGHT), max(scale.px(LEAST_HEIGHT), area.height - scale.px(14)))
    width = round(height * CARD_WIDTH / CARD_HEIGHT)
    step = width + scale.px(8)
    if count > 1:
        step = min(step, (area.width - width) // (count - 1))
    total = width + step * (count - 1)
    left = area.centerx - total // 2
    middle = (count - 1) / 2
    places = []
    for number in range(count):
        sink = round(scale.px(7) * ((number - middle) / max(1.0, middle)) ** 2) if count > 2 else 0
        places.append(pygame.Rect(left + number * step, area.top + scale.px(8) + sink, width, height))
    return places


def raised(scale: Scale, place: pygame.Rect, area: pygame.Rect) -> pygame.Rect:
    """Where a card of the hand stands while it is looked at: larger and above the others."""
    grown = pygame.Rect(0, 0, round(place.width * 1.22), round(place.height * 1.22))
    grown.midbottom = (place.centerx, min(place.bottom - scale.px(6), area.bottom - scale.px(4)))
    grown.left = max(area.left, min(grown.left, area.right - grown.width))
    return grown
