"""The stack of scenes, the window and the loop."""

from __future__ import annotations

from pathlib import Path

import pygame

from scenes.app import App
from scenes.dialogs import Message
from scenes.input import Do, Intent
from scenes.scene import Scene
from scenes.settings import Settings
from scenes.theme import BODY
from scenes.title import Title
from tests.scenes.driver import Driver


class Plain(Scene):
    """Counts what happens to it."""

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self.seen: list[str] = []
        self.drawn = 0

    def enter(self) -> None:
        self.seen.append("enter")

    def exit(self) -> None:
        self.seen.append("exit")

    def pause(self) -> None:
        self.seen.append("pause")

    def resume(self) -> None:
        self.seen.append("resume")

    def rebuild(self) -> None:
        self.seen.append("rebuild")

    def handle(self, intent: Intent) -> bool:
        self.seen.append(str(intent.do))
        return True

    def draw(self, surface: pygame.Surface) -> None:
        self.drawn += 1


def test_scenes_are_told_when_they_come_and_go(driver: Driver) -> None:
    one, two = Plain(driver.app), Plain(driver.app)
    manager = driver.app.manager
    manager.push(one)
    manager.push(two)
    manager.pop()
    manager.replace(Plain(driver.app))
    assert one.seen == ["enter", "pause", "resume", "exit"]
    assert two.seen == ["enter", "exit"]
    manager.reset()
    assert manager.top is None


def test_the_program_ends_with_its_last_scene(driver: Driver) -> None:
    driver.app.manager.push(Plain(driver.app))
    driver.app.manager.pop()
    assert not driver.app.running


def test_a_second_activation_right_after_a_change_of_screen_is_not_heard(driver: Driver) -> None:
    one = Plain(driver.app)
    driver.app.manager.push(one)
    driver.key("return")
    driver.press((5, 5))
    driver.release((5, 5))
    assert one.seen == ["enter"]
    driver.key("down")
    driver.wait(260)
    driver.key("return")
    assert one.seen == ["enter", "down", "activate"]


def test_a_dialog_shows_what_is_beneath_and_esc_leads_out(driver: Driver) -> None:
    one = Plain(driver.app)
    driver.app.manager.push(one)
    driver.app.manager.push(Message(driver.app, "Title", [(BODY, "Words.")]))
    driver.wait()
    before = one.drawn
    driver.app.invalidate()
    driver.wait()
    assert one.drawn == before + 1
    driver.key("escape")
    assert driver.top is one


def test_a_press_outside_of_a_dialog_leads_out_too(driver: Driver) -> None:
    one = Plain(driver.app)
    driver.app.manager.push(one)
    driver.app.manager.push(Message(driver.app, "Title", [(BODY, "Words.")]))
    driver.settle()
    driver.press((3, 3))
    assert driver.top is one


def test_nothing_is_drawn_while_nothing_changes(driver: Driver) -> None:
    one = Plain(driver.app)
    driver.app.manager.push(one)
    driver.wait(500)
    drawn = one.drawn
    driver.wait(2000)
    assert one.drawn == drawn
    assert not driver.app.active


def test_a_long_standstill_counts_as_no_time(driver: Driver) -> None:
    passed: list[float] = []
    one = Plain(driver.app)
    one.update = lambda dt: bool(passed.append(dt))  # type: ignore[method-assign]
    driver.app.manager.push(one)
    driver.app.step(30)
    driver.app.step(400)
    driver.app.step(5000)
    assert passed == [30, 50, 0]


def test_closing_the_window_ends_the_program_in_order(driver: Driver) -> None:
    one = Plain(driver.app)
    driver.app.manager.push(one)
    driver.post(pygame.event.Event(pygame.QUIT))
    assert not driver.app.running
    driver.app.close()
    assert one.seen[-1] == "exit"


def test_mute_works_everywhere_and_is_kept(tmp_path: Path) -> None:
    driver = Driver(folder=tmp_path)
    driver.app.manager.push(Plain(driver.app))
    driver.key("m")
    driver.close()
    again = App(folder=tmp_path, size=(1280, 720), sound=False)
    assert again.settings.mute
    again.close()


def test_a_window_under_the_minimum_says_so_and_comes_back(tmp_path: Path) -> None:
    app = App(folder=tmp_path, sound=False, settings=Settings(asked=True))
    app.fades = False
    app.manager.push(Title(app))
    for size in ((800, 600), (300, 200), (3440, 1440), (1280, 720)):
        app.window.surface = pygame.display.set_mode(size, pygame.RESIZABLE)
        app.window.resized()
        app.rebuild()
        with app.text.record() as record:
            app.draw(app.window.surface)
        small = size[0] < 1280 or size[1] < 720
        assert any("too small" in mark.text for mark in record.marks) == small
        assert any(mark.text == "Unhallowed" for mark in record.marks) != small
    assert app.settings.window_width == 1280
    app.close()


def test_without_a_sound_device_everything_is_silent(driver: Driver) -> None:
    audio = driver.app.audio
    assert not audio.available
    audio.play("die")
    audio.music("drone")
    audio.refresh()
    audio.close()
    assert audio.missing == {}


def test_a_sound_that_cannot_be_played_is_noted_and_captioned(driver: Driver, tmp_path: Path) -> None:
    audio = driver.app.audio
    audio.folder = tmp_path
    audio.open()
    driver.app.settings.captions = True
    audio.play("knock")
    assert "knock" in audio.missing or not audio.available
    with driver.app.text.record() as record:
        driver.app.manager.push(Plain(driver.app))
        driver.pixels()
    assert any(mark.text == driver.app.tr("sound.knock") for mark in record.marks)


def test_a_missing_picture_is_replaced_and_noted(driver: Driver) -> None:
    assets = driver.app.assets
    assert assets.sprite("ui/no-such", (40, 40)) is None
    assert assets.icon("no-such-icon", 40).get_size() == (40, 40)
    assert {"ui/no-such", "icons/no-such-icon"} <= set(assets.missing)


def test_a_broken_picture_is_replaced_and_noted(driver: Driver, tmp_path: Path) -> None:
    (tmp_path / "ui").mkdir()
    (tmp_path / "ui" / "broken.png").write_bytes(b"\x89PNG\r\n\x1a\nnothing")
    driver.app.assets.root = tmp_path
    assert driver.app.assets.nine("ui/broken", (40, 40), 8) is None
    assert "ui/broken" in driver.app.assets.missing


def test_pictures_are_scaled_once_per_size(driver: Driver) -> None:
    assets = driver.app.assets
    name = assets.names("ui")[0]
    assert assets.sprite(name, (64, 64)) is assets.sprite(name, (64, 64))
    assert driver.app.assets.icon("cog", 32) is driver.app.assets.icon("cog", 32)


def test_unknown_intents_harm_nobody(driver: Driver) -> None:
    driver.app.manager.push(Title(driver.app))
    for do in Do:
        if do not in (Do.QUIT, Do.FULL_SCREEN):
            driver.app.handle(Intent(do, key=True, text="x"))
    driver.pixels()
    assert driver.app.running
