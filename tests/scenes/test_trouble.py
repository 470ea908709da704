"""No sound device, no fonts, odd windows, a window that is closed: the program goes on."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pygame
import pytest

from game.core.session import HUMAN, SeatPlan
from scenes import shell
from scenes.app import App
from scenes.audio import Audio
from scenes.credits import Credits
from scenes.curtain import Curtain
from scenes.settings import Settings
from scenes.shell_shots import SHOTS
from scenes.shots import all_shots, make_app, show
from scenes.table import IDLE_CURTAIN, TableScene
from scenes.title import Title
from tests.scenes.driver import Driver

ROOT = Path(__file__).parents[2]


def _outline(app: App) -> list[str]:
    top = app.manager.top
    assert top is not None
    return [line for _, lines in top.outline() for line in lines]


# ------------------------------------------------------------------------------------------------------- sound


def test_without_a_sound_device_everything_is_silent_and_captions_show(
    driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(**more: object) -> None:
        raise pygame.error("No available audio device")

    monkeypatch.setattr(pygame.mixer, "init", refuse)
    app = driver.app
    app.audio = Audio(app.settings)
    app.audio.on_caption = app._caption
    app.audio.open()
    assert not app.audio.available
    app.settings.captions = True
    app.audio.music("drone")
    app.audio.play("knock")
    app.audio.refresh()
    app.audio.lower(True)
    assert [text for text, _ in app._captions] == ["a low hum, far off", "a dry knock"]
    app.manager.push(Title(app))
    before = driver.pixels()
    driver.wait(3000)
    assert driver.pixels() != before, "the caption has gone"
    app.manager.push(Credits(app))
    assert any("device" in line for line in _outline(app))
    app.audio.close()


def test_a_device_that_vanishes_while_playing_is_silence(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    audio = Audio(Settings())
    audio.open()
    assert audio.available

    class Gone:
        def set_volume(self, level: float) -> None:
            raise pygame.error("mixer not initialized")

    monkeypatch.setattr(audio, "_load", lambda name: Gone())
    audio.play("die")
    assert not audio.available
    audio.play("die")
    pygame.mixer.quit()


def test_a_missing_sound_file_is_noted_and_silent(tmp_path: Path) -> None:
    audio = Audio(Settings(), tmp_path)
    audio.open()
    audio.play("die")
    audio.music("drone")
    assert {"die", "drone"} <= set(audio.missing)
    audio.close()


# ------------------------------------------------------------------------------------------------------- fonts


def test_without_any_font_the_program_runs_and_the_credits_say_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scenes.text.FONTS", tmp_path / "no fonts")
    app = make_app((1280, 720), Settings(asked=True), tmp_path)
    shell.prepare(app)
    for shot in SHOTS:
        if shot.state not in ("icons", "pictures"):
            show(app, shot)
    app.manager.reset(Title(app), Credits(app))
    assert any("EBGaramond-400" in line for line in _outline(app))
    app.manager.reset()
    app.close()


# ------------------------------------------------------------------------------------------------------- window


@pytest.mark.parametrize("size", [(800, 600), (320, 240), (1279, 719)])
def test_below_the_minimum_the_window_says_so_and_hears_only_what_makes_sense(
    size: tuple[int, int], tmp_path: Path
) -> None:
    driver = Driver(size, tmp_path)
    driver.app.manager.push(Title(driver.app))
    driver.settle()
    with driver.app.text.record() as record:
        driver.pixels()
    assert "".join(mark.text for mark in record.marks).startswith("This window is too small")
    assert record.faults() == []
    driver.key("return")
    assert driver.top.name == "title", "nothing is pressed that cannot be seen"
    driver.key("m")
    assert driver.app.settings.mute, "mute works everywhere"
    driver.close()


@pytest.mark.parametrize("size", [(3440, 1440), (5120, 1440), (1280, 2000)])
def test_very_wide_and_very_high_windows_fit_every_screen(size: tuple[int, int], tmp_path: Path) -> None:
    app = make_app(size, Settings(asked=True), tmp_path)
    shell.prepare(app)
    faults = []
    for shot in SHOTS:
        if shot.scene in ("title", "seats", "load", "curtain", "credits"):
            with app.text.record() as record:
                show(app, shot)
            faults += [f"{shot.name}: {fault}" for fault in record.faults()]
    app.manager.reset()
    app.close()
    assert faults == []


def test_a_table_lives_through_a_window_that_is_dragged_to_any_size(driver: Driver) -> None:
    session = shell.start_session(
        driver.app, "kingsport", [SeatPlan(HUMAN), SeatPlan("novice"), SeatPlan("novice")], 5, {}
    )
    shell.show_table(driver.app, session)
    table = next(scene for scene in driver.app.manager.stack if isinstance(scene, TableScene))
    table.animator.finish()
    focus = table.ui.focus
    window = driver.app.window
    window.fixed = None
    for size in ((800, 600), (3440, 1440), (1280, 720), (640, 1400), (1920, 1080)):
        window.surface = pygame.display.set_mode(size, pygame.RESIZABLE)
        driver.post(pygame.event.Event(pygame.VIDEORESIZE, size=size, w=size[0], h=size[1]))
        assert driver.app.scale.window.size == size
        driver.pixels()
    assert not driver.app.scale.too_small
    assert focus is not None
    assert table.ui.focus is not None
    assert table.ui.focus.id == focus.id


def _sit(driver: Driver, *kinds: str) -> TableScene:
    session = shell.start_session(driver.app, "kingsport", [SeatPlan(kind) for kind in kinds], 5, {})
    shell.show_table(driver.app, session)
    driver.settle()
    table = next(scene for scene in driver.app.manager.stack if isinstance(scene, TableScene))
    if isinstance(driver.top, Curtain):
        driver.wait(500)
        driver.click("lift")
    table.animator.finish()
    driver.settle()
    return table


def _resize(driver: Driver, size: tuple[int, int]) -> None:
    driver.app.window.fixed = None
    driver.app.window.surface = pygame.Surface(size)
    driver.app.rebuild()


@pytest.mark.parametrize("before", ["nothing", "small", "sheet", "sheet_and_small"])
def test_the_curtain_falls_whatever_covers_the_table(before: str, driver: Driver) -> None:
    table = _sit(driver, HUMAN, HUMAN, HUMAN)
    viewer = table.viewer
    assert viewer is not None
    if "sheet" in before:
        driver.key("l")
        driver.settle()
        assert driver.top is not table
    if "small" in before:
        _resize(driver, (900, 600))
    driver.post(pygame.event.Event(pygame.WINDOWFOCUSLOST))
    assert not driver.app.focused
    assert isinstance(driver.top, Curtain)
    assert table.viewer is None
    _resize(driver, (1280, 720))
    driver.post(pygame.event.Event(pygame.WINDOWFOCUSGAINED))
    assert driver.app.focused
    driver.wait(500)
    driver.click("lift")
    assert table.viewer == viewer


@pytest.mark.parametrize("how", ["sheet", "small", "focus"])
def test_a_button_let_go_anywhere_ends_the_drag(how: str, driver: Driver) -> None:
    table = _sit(driver, HUMAN, "novice", "novice")
    while not table.my_choice:
        table.thinking.play_now()
        table.animator.finish()
    driver.wait(500)
    card = next(widget for widget in table.ui.all() if widget.payload is not None)
    at = card.visible_box.center
    driver.point(at)
    driver.press(at)
    driver.point((at[0] + 60, at[1] - 60), (1, 0, 0))
    assert table.ui.dragged is not None
    if how == "sheet":
        driver.key("l")
        driver.settle()
        driver.release((5, 5))
        driver.key("escape")
        driver.settle()
    elif how == "small":
        _resize(driver, (900, 600))
        driver.release((5, 5))
        _resize(driver, (1280, 720))
    else:
        driver.post(pygame.event.Event(pygame.WINDOWFOCUSLOST))
    driver.point((at[0] + 100, at[1] - 60))
    assert table.ui.dragged is None
    assert not any(widget.pressed for widget in table.ui.all())


NARROW = ((150, 800), (1, 1), (900, 12), (170, 170), (700, 500))


@pytest.mark.parametrize(
    "name", ["title", "seats", "settings", "load", "rule", "credits", "kingsport", "kanata", "sacrament"]
)
def test_every_screen_lives_through_a_window_too_small_for_a_word(name: str, tmp_path: Path) -> None:
    app = make_app((1280, 720), Settings(asked=True), tmp_path)
    for shot in [shot for shot in all_shots() if shot.scene == name][:3]:
        show(app, shot)
        app.window.fixed = None
        for size in (*NARROW, (1280, 720)):
            app.window.surface = pygame.Surface(size)
            app.rebuild()
            app.step(16)
            app.draw(app.window.surface)
    app.manager.reset()
    app.close()


@pytest.mark.parametrize("acts", [0, 7])
def test_closing_the_window_in_the_middle_of_a_game_keeps_the_very_decision(tmp_path: Path, acts: int) -> None:
    driver = Driver(folder=tmp_path)
    plans = [SeatPlan(HUMAN), SeatPlan(HUMAN), SeatPlan(HUMAN)]
    session = shell.start_session(driver.app, "kingsport", plans, 5, {})
    for _ in range(acts):
        session.apply(session.state.legal_actions()[0])
    digest, decision = session.state.digest(), session.state.decision()
    shell.show_table(driver.app, session)
    driver.post(pygame.event.Event(pygame.QUIT))
    assert not driver.app.running
    driver.close()
    again = Driver(folder=tmp_path)
    again.app.manager.push(Title(again.app))
    again.settle()
    assert again.focus == "continue"
    again.key("return")
    table = next(scene for scene in again.app.manager.stack if isinstance(scene, TableScene))
    assert table.session.state.digest() == digest
    assert table.session.state.decision() == decision
    again.close()


def test_a_program_without_sound_device_starts_and_ends(tmp_path: Path) -> None:
    """The whole program, its audio driver one that there is not."""
    code = (
        "import pygame, scenes.app as a, threading\n"
        "real = a.App.present\n"
        "def once(self):\n"
        "    real(self)\n"
        "    pygame.event.post(pygame.event.Event(pygame.QUIT))\n"
        "a.App.present = once\n"
        "import sys\n"
        "sys.exit(a.run(user_dir=sys.argv[1]))\n"
    )
    environment = {**os.environ, "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "no_such_driver"}
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path)],
        cwd=ROOT,
        env=environment,
        timeout=240,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("over", ["nothing", "sheet", "small", "sheet_and_small"])
def test_the_curtain_falls_where_nobody_does_anything_for_a_while(over: str, driver: Driver) -> None:
    table = _sit(driver, HUMAN, HUMAN, HUMAN)
    viewer = table.viewer
    if "sheet" in over:
        driver.key("l")
        driver.settle()
    driver.wait(IDLE_CURTAIN / 2)
    driver.key("down")  # somebody is there
    if "small" in over:
        _resize(driver, (900, 600))
    driver.wait(IDLE_CURTAIN / 2 + 1000)
    assert table.viewer == viewer
    driver.wait(IDLE_CURTAIN / 2)
    assert table.viewer is None
    _resize(driver, (1280, 720))
    driver.settle()
    assert isinstance(driver.top, Curtain)
    driver.click("lift")
    assert table.viewer == viewer


def test_computer_players_wait_while_the_window_is_too_small_to_be_seen(driver: Driver) -> None:
    table = _sit(driver, HUMAN, "novice", "novice")
    while table.person_to_act() is not None:
        table.act(table.state.legal_actions()[0])
        table.animator.finish()
    _resize(driver, (900, 600))
    entries = len(table.session.entries)
    driver.wait(20_000)
    assert len(table.session.entries) == entries
    assert table.person_to_act() is None
    _resize(driver, (1280, 720))
    for _ in range(500):
        driver.wait(100)
        if len(table.session.entries) > entries:
            break
    assert len(table.session.entries) > entries
