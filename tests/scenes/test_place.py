"""Where the window is: what is remembered, what it goes back to, and which display it fills."""

from __future__ import annotations

from collections.abc import Iterator

import pygame
import pytest

from scenes.scale import Scale, at_least
from scenes.settings import Settings
from scenes.window import SAME_CHANGE, Window


class Desk:
    """A display on which the window lies, and a clock, as the system tells of them."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.place = (300, 200, 1300, 740)
        self.now = 10_000
        self.put: list[tuple[int, int]] = []
        self.told: list[str] = []
        monkeypatch.setattr(pygame.display, "get_window_position", lambda: self.place[:2])
        monkeypatch.setattr(pygame.display, "get_window_size", lambda: self.place[2:])
        monkeypatch.setattr(pygame.display, "set_window_position", self._put)
        monkeypatch.setattr(pygame.display, "get_desktop_sizes", lambda: [(1920, 1080)])
        monkeypatch.setattr(pygame.time, "get_ticks", lambda: self.now)
        desk = self

        class Same:
            """The window, as it can be maximised and fill its display."""

            def maximize(self) -> None:
                desk.told.append("maximize")

            def set_fullscreen(self, desktop: bool = False) -> None:
                assert desktop
                desk.told.append("full")

            def set_windowed(self) -> None:
                desk.told.append("windowed")

        monkeypatch.setattr(pygame, "Window", type("Window", (), {"from_display_module": staticmethod(Same)}))

    def _put(self, place: tuple[int, int]) -> None:
        self.put.append(place)
        self.place = (*place, *self.place[2:])

    def later(self, milliseconds: int = 10 * SAME_CHANGE) -> None:
        self.now += milliseconds

    def move(self, window: Window, *place: int) -> None:
        self.place = place  # type: ignore[assignment]
        window.note_place()


@pytest.fixture
def desk(monkeypatch: pytest.MonkeyPatch) -> Iterator[Desk]:
    pygame.display.init()
    yield Desk(monkeypatch)
    monkeypatch.undo()
    pygame.display.quit()


def _kept(settings: Settings) -> tuple[int, int, int, int]:
    return settings.window_x, settings.window_y, settings.window_width, settings.window_height


def test_the_whole_screen_and_back_is_where_it_was(desk: Desk) -> None:
    settings = Settings(window_x=40, window_y=60, window_width=1300, window_height=740)
    window = Window(settings)
    assert desk.put == [(40, 60)]
    desk.later()
    desk.move(window, 410, 230, 1300, 740)
    desk.later()
    window.set_full_screen(True)
    desk.move(window, 0, 0, 1920, 1080)
    desk.later()
    window.remember_place()
    assert settings.full_screen
    assert _kept(settings) == (410, 230, 1300, 740)
    window.set_full_screen(False)
    assert desk.told == ["full", "windowed"]
    assert desk.put[-1] == (410, 230)
    desk.move(window, 0, 0, 1300, 740)  # where the system has it for a moment
    desk.move(window, 410, 230, 1300, 740)
    desk.later()
    window.remember_place()
    assert _kept(settings) == (410, 230, 1300, 740)
    assert not settings.full_screen


@pytest.mark.parametrize("size_first", [False, True])
def test_the_maximised_size_is_not_the_normal_one(size_first: bool, desk: Desk) -> None:
    settings = Settings(window_width=1300, window_height=740)
    window = Window(settings)
    desk.later()
    if not size_first:
        window.set_maximised(True)
    desk.move(window, 0, 19, 1300, 740)
    desk.move(window, 0, 19, 1920, 1061)
    if size_first:
        window.set_maximised(True)
    desk.later()
    window.remember_place()
    assert _kept(settings) == (300, 200, 1300, 740)
    assert settings.maximised
    window.set_full_screen(True)
    window.set_maximised(False)  # what the system says of it on the way
    desk.later()
    window.set_full_screen(False)
    assert desk.told == ["full", "windowed", "maximize"]
    desk.later()
    window.remember_place()
    assert _kept(settings) == (300, 200, 1300, 740)
    assert settings.maximised
    window.set_maximised(False)
    desk.move(window, 300, 200, 1300, 740)
    assert not settings.maximised


def test_it_starts_as_it_was_left(desk: Desk) -> None:
    window = Window(Settings(maximised=True, full_screen=True, window_x=5, window_y=6))
    assert desk.put == [(5, 6)]
    assert desk.told == ["maximize", "full"]
    assert window.full_screen
    assert window.maximised


def test_a_system_that_refuses_leaves_the_window(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    window = Window(Settings())

    def refuse() -> None:
        raise pygame.error("no")

    monkeypatch.setattr(pygame.Window, "from_display_module", refuse)
    window.set_full_screen(True)
    assert not window.full_screen
    assert not window.settings.full_screen


def test_a_place_left_of_the_first_display_is_kept_where_there_are_several(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    Window(Settings(window_x=-1500, window_y=80))
    assert desk.put == []
    monkeypatch.setattr(pygame.display, "get_desktop_sizes", lambda: [(1920, 1080), (1600, 1200)])
    Window(Settings(window_x=-1500, window_y=80))
    assert desk.put == [(-1500, 80)]


@pytest.mark.parametrize(
    ("desktop", "size"),
    [((1080, 1920), (864, 1536)), ((1920, 1080), (1600, 900)), ((1366, 768), (1280, 720)), ((768, 1366), (720, 1280))],
)
def test_the_first_size_fits_the_display(
    desktop: tuple[int, int], size: tuple[int, int], desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pygame.display, "get_desktop_sizes", lambda: [desktop])
    assert Window(Settings()).size == size
    assert not Scale(*size).too_small


@pytest.mark.parametrize("size", [(1080, 1920), (720, 1280), (1280, 720), (1200, 1300)])
def test_a_window_may_stand_upright(size: tuple[int, int]) -> None:
    assert at_least(*size) == size
    for factor in (1.0, 1.5, 2.0):
        scale = Scale(*size, factor)
        assert not scale.too_small
        assert scale.wide >= 730


@pytest.mark.parametrize("size", [(719, 1280), (720, 1279), (1000, 1000), (1, 1), (150, 800)])
def test_a_side_that_is_too_short_is_known(size: tuple[int, int]) -> None:
    assert Scale(*size).too_small
