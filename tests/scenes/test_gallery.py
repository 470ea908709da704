"""The gallery shows everything there is to see and hear, and can be reached."""

from __future__ import annotations

import pytest

from game import registry
from scenes.assets import ENDINGS
from scenes.boards import card_faces
from scenes.credits import Credits
from scenes.gallery import Gallery
from scenes.paths import SOUNDS, SPRITES
from scenes.theme import SEATS
from tests.scenes.driver import Driver


def _texts(driver: Driver, page: str) -> set[str]:
    gallery = Gallery(driver.app, page)
    driver.app.manager.push(gallery)
    return {widget.text for widget in gallery.ui.all()}


def test_it_is_reached_from_the_credits(driver: Driver) -> None:
    driver.app.manager.push(Credits(driver.app))
    driver.settle()
    driver.click("gallery")
    assert driver.top.name == "gallery"


def test_every_card_of_every_game_is_shown_and_drawn(driver: Driver) -> None:
    shown = _texts(driver, "cards")
    app = driver.app
    cards = registry.get("kingsport").cards  # type: ignore[attr-defined]
    decks = registry.get("kanata").content.decks  # type: ignore[attr-defined]
    assert {app.tr(f"god.{god.id}.name") for god in cards.gods} <= shown
    assert {app.tr(f"investigator.{one}.name") for one in cards.investigators} <= shown
    faces = card_faces(app)
    assert len(faces) == len(cards.gods) + len(cards.investigators) + 3 + sum(len(deck) + 1 for deck in decks.values())
    assert all(face(96).get_width() == 96 for _, face in faces)
    assert app.strings.missing == set()


@pytest.mark.parametrize(
    ("page", "wanted"),
    [
        ("seats", {seat.letter for seat in SEATS}),
        ("icons", {path.stem for path in (SPRITES / "icons").glob("*.svg")}),
        ("sounds", {path.stem for path in SOUNDS.glob("*.ogg")}),
        (
            "pictures",
            {
                path.relative_to(SPRITES).with_suffix("").as_posix()
                for path in SPRITES.rglob("*")
                if path.suffix in ENDINGS
            },
        ),
    ],
)
def test_every_mark_icon_picture_and_sound_is_shown(driver: Driver, page: str, wanted: set[str]) -> None:
    assert wanted <= _texts(driver, page)


def test_every_state_of_the_controls_is_shown(driver: Driver) -> None:
    gallery = Gallery(driver.app, "widgets")
    driver.app.manager.push(gallery)
    ids = {widget.id for widget in gallery.ui.all()}
    kinds, states = ("plain", "primary", "danger", "paper", "quiet"), ("normal", "hover", "pressed", "dim", "on")
    assert {f"{kind}.{state}" for kind in kinds for state in states} <= ids
    assert {"toggle", "choice", "slider", "field", "chip"} <= ids
