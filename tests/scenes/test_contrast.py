"""Every text stands out from what it is drawn on, to every kind of sight; marks differ by more than colour."""

from __future__ import annotations

import itertools
from pathlib import Path
from statistics import median

import pygame
import pytest

from game import registry
from scenes.kingsport.cards import CardArt
from scenes.kingsport.symbols import ICONS
from scenes.settings import Settings
from scenes.shots import Shot, all_shots, make_app, show
from scenes.text import Mark
from scenes.theme import SEATS, SIGHTS, contrast, simulate
from tests.scenes.driver import Driver

LARGE = 24
"""Pixels from which on letters are large: 3 to 1 is enough for them."""


def _faults(shot: Shot, marks: list[Mark]) -> list[str]:
    """The texts of the topmost layer that cannot be read well, by the contrast at the middle of their places."""
    top = max((mark.layer for mark in marks), default=0)
    found = []
    for mark in marks:
        if mark.layer < top or not mark.ground:
            continue
        least = 3.0 if mark.size >= LARGE else 4.5
        ratio = median(contrast(mark.colour, ground) for ground in mark.ground)
        if ratio < least:
            found.append(f"{shot.name}: {mark.text[:40]!r} in {mark.colour} has {ratio:.2f} to 1")
        for sight in SIGHTS:
            seen = median(contrast(simulate(sight, mark.colour), simulate(sight, ground)) for ground in mark.ground)
            if seen < least * 0.95:  # the simulation rounds
                found.append(f"{shot.name}: {mark.text[:40]!r} in {mark.colour} has {seen:.2f} to 1 for {sight}")
    return found


@pytest.mark.parametrize("look", [{}, {"high_contrast": True}, {"texture": False}], ids=str)
def test_every_text_stands_out_from_its_ground(look: dict[str, bool], tmp_path: Path) -> None:
    app = make_app((1920, 1080), Settings(asked=True, **look), tmp_path)  # type: ignore[arg-type]
    faults = []
    for shot in all_shots():
        if shot.scene != "gallery" or shot.state in ("widgets", "type"):
            with app.text.record() as record:
                show(app, shot)
            faults += _faults(shot, record.marks)
    app.manager.reset()
    app.close()
    assert faults == []


def _shape(surface: pygame.Surface) -> list[bool]:
    """What is light and what is dark, without colour."""
    small = pygame.transform.smoothscale(surface, (24, 24))
    light = [sum(small.get_at((x, y))[:3]) * small.get_at((x, y)).a for y in range(24) for x in range(24)]
    middle = (max(light) + min(light)) / 2
    return [value > middle for value in light]


def _differ(one: pygame.Surface, other: pygame.Surface) -> float:
    """The share of places where two marks differ in shape."""
    pairs = list(zip(_shape(one), _shape(other), strict=True))
    return sum(a != b for a, b in pairs) / len(pairs)


@pytest.mark.parametrize("size", [28, 160])
def test_seats_differ_by_shape_and_letter(driver: Driver, size: int) -> None:
    marks = []
    for seat in range(len(SEATS)):
        surface = pygame.Surface((size, size), pygame.SRCALPHA)
        driver.app.paint.seat_mark(surface, (size // 2, size // 2), size, seat)
        marks.append(surface)
    assert all(_differ(one, other) > 0.04 for one, other in itertools.combinations(marks, 2))
    assert len({seat.letter for seat in SEATS}) == len({seat.shape for seat in SEATS}) == len(SEATS)


@pytest.mark.parametrize("size", [24, 58])
@pytest.mark.parametrize("pictures", [True, False])
def test_domains_differ_by_shape_and_letter(driver: Driver, size: int, pictures: bool) -> None:
    driver.app.settings.high_contrast = not pictures
    art = CardArt(driver.app, registry.get("kingsport").cards)  # type: ignore[attr-defined]
    faces = [art.die(face, size) for face in ("E", "D", "X")]
    assert all(_differ(one, other) > 0.05 for one, other in itertools.combinations(faces, 2))
    assert len(set(ICONS.values())) == 3


def test_the_letter_of_a_domain_is_on_its_die(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    art = CardArt(driver.app, registry.get("kingsport").cards)  # type: ignore[attr-defined]
    written: list[str] = []
    letter = CardArt._letter

    def note(self: CardArt, body: pygame.Surface, face: str, size: int) -> None:
        written.append(face)
        letter(self, body, face, size)

    monkeypatch.setattr(CardArt, "_letter", note)
    for face in ("E", "D", "X"):
        art.die(face, 48)
    assert written == ["E", "D", "X"]
