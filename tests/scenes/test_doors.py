"""A door for every game, however many there are."""

from __future__ import annotations

import pytest

from game import registry
from game.core.strings import Strings
from scenes.doors import Door
from scenes.settings import Settings
from scenes.title import Title
from tests.scenes.driver import Driver

SIZES = ((1280, 720), (1920, 1080), (720, 1280))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("text_scale", [100, 150])
@pytest.mark.parametrize("count", range(1, 7))
def test_the_doors_stand_apart_inside_the_window(
    count: int, text_scale: int, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    games = [*registry.GAMES, *(f"another{number}" for number in range(count))][:count]
    for game in registry.GAMES.keys() - games:
        monkeypatch.delitem(registry.GAMES, game)
    for game in games:
        monkeypatch.setitem(registry.GAMES, game, registry.GAMES.get(game, "game.kanata.rules"))
    texts = {f"door.{game}{part}": game.title() for game in games for part in ("", ".line", ".facts")}
    driver = Driver(size=size, settings=Settings(asked=True, text_scale=text_scale))
    driver.app.strings = Strings(more=[texts])
    title = Title(driver.app)
    driver.app.manager.push(title)
    driver.settle()
    with driver.app.text.record() as record:
        driver.pixels()
    doors = [widget for widget in title.ui.all() if isinstance(widget, Door)]
    assert [door.game for door in doors] == games
    window = driver.app.window.surface.get_rect()
    menu = driver.find("menu").box
    for number, door in enumerate(doors):
        assert window.contains(door.box)
        assert not door.box.colliderect(menu)
        assert door.frame.height >= door.frame.width >= driver.app.scale.px(60)
        assert not [other for other in doors[:number] if other.box.colliderect(door.box)]
    assert record.faults() == []
    assert driver.app.strings.missing == set()
    for door in doors:
        driver.go_to(door.id)
    driver.click(doors[-1].id)
    assert driver.top.name == "seats"
    driver.close()
