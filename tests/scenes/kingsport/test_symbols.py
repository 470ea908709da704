"""What a god costs and what it gives are drawn so that no one takes one for the other (KPT-INFO-06)."""

from __future__ import annotations

import pygame
import pytest

from game import registry
from scenes.assets import Assets
from scenes.kingsport.cards import CardArt, sanity_of
from scenes.settings import Settings
from tests.scenes.driver import Driver

CARDS = registry.get("kingsport").cards  # type: ignore[attr-defined]
POINTED, PLAIN = {"investigator_strength", "sanity_price"}, {"strength", "sanity_gain", "cult_point"}


@pytest.fixture
def art(driver: Driver) -> CardArt:
    return CardArt(driver.app, CARDS)


def _symbols(art: CardArt, monkeypatch: pytest.MonkeyPatch, card: str) -> set[str]:
    """The symbols that a card is drawn with."""
    used: set[str] = set()
    sprite = Assets.sprite

    def note(self: Assets, name: str, size: tuple[int, int]) -> pygame.Surface | None:
        if name.startswith("kingsport/symbols/"):
            used.add(name.rpartition("/")[2])
        return sprite(self, name, size)

    monkeypatch.setattr(Assets, "sprite", note)
    if card in art.gods:
        art.draw_front(art.gods[card], 300)
        art.draw_small(art.gods[card], 128, 180)
    else:
        art.draw_investigator(CARDS.investigators[card], 300)
    return used


@pytest.mark.cites("KPT-INFO-06")
@pytest.mark.parametrize("god", CARDS.gods, ids=lambda god: god.id)
def test_a_gods_prices_have_points_and_its_gains_have_none(
    art: CardArt, monkeypatch: pytest.MonkeyPatch, god: object
) -> None:
    used = _symbols(art, monkeypatch, god.id)  # type: ignore[attr-defined]
    sanity = sanity_of(god)  # type: ignore[arg-type]
    assert ("sanity_price" in used) == (sanity is not None and sanity[1])
    assert ("sanity_gain" in used) == (sanity is not None and not sanity[1])
    assert "investigator_strength" not in used
    assert ("cult_point" in used) == (god.points > 0)  # type: ignore[attr-defined]


@pytest.mark.cites("KPT-INFO-06")
@pytest.mark.parametrize("investigator", CARDS.investigators)
def test_an_investigators_strength_has_points(
    art: CardArt, monkeypatch: pytest.MonkeyPatch, investigator: str
) -> None:
    assert _symbols(art, monkeypatch, investigator) == {"investigator_strength"}


def _silhouette(surface: pygame.Surface) -> list[bool]:
    """Where something is drawn, row by row: the shape without its colours."""
    small = pygame.transform.smoothscale(surface, (24, 24))
    return [small.get_at((x, y)).a > 127 for y in range(24) for x in range(24)]


@pytest.mark.cites("KPT-INFO-06")
@pytest.mark.parametrize("pictures", [True, False])
@pytest.mark.parametrize("size", [24, 48, 96])
def test_points_change_the_outline_so_that_colour_is_not_needed(pictures: bool, size: int) -> None:
    driver = Driver(settings=Settings(asked=True))
    if not pictures:
        driver.app.assets = driver.app.text.assets = Assets(driver.app.assets.root / "nowhere")
    art = CardArt(driver.app, CARDS)
    pairs = (
        (art.sanity_mark(2, size, price=True), art.sanity_mark(2, size, price=False)),
        (art.shield("3", size, points=True), art.shield("3", size)),
    )
    for priced, given in pairs:
        differ = sum(a != b for a, b in zip(_silhouette(priced), _silhouette(given), strict=True))
        assert differ > 24, "more than a row of the outline"
    driver.close()


def test_all_symbols_of_the_two_kinds_are_there() -> None:
    found = {name.rpartition("/")[2] for name in Assets().names("kingsport/symbols")}
    assert found == POINTED | PLAIN
