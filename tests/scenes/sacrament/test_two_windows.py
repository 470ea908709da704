"""The players' table in a window of its own: both show one game, each what its people may see, with its own scale."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pygame
import pytest
from PIL import Image, ImageChops, ImageGrab, ImageStat

from game.core.session import HUMAN
from game.sacrament import actions as act
from scenes.curtain import Curtain
from scenes.sacrament.ending import Ending
from scenes.sacrament.table import SacramentTable
from scenes.settings import Settings
from scenes.side import SideApp
from tests import system
from tests.scenes.driver import Driver
from tests.scenes.sacrament.people import answer, lift, play, sit, start
from tests.scenes.test_window import display  # noqa: F401  a fixture

ROOT = Path(__file__).parents[3]
PATIENCE = 90.0


class Beside(Driver):
    """Somebody at the second window of a program."""

    def __init__(self, first: Driver) -> None:
        assert first.app.side is not None
        self.app = first.app.side
        self.first = first

    def wait(self, milliseconds: float = 16.0) -> None:
        self.first.wait(milliseconds)

    def post(self, *events: pygame.event.Event) -> None:
        side = self.app
        assert isinstance(side, SideApp)
        for event in events:
            self.first.app.dispatch(pygame.event.Event(event.type, {**event.dict, "window": side.window.window}))
        self.first.wait()


def _two(driver: Driver, *kinds: str, **options: object) -> tuple[SacramentTable, Beside, SacramentTable]:
    """The game master's table in the first window; somebody at the players', and that."""
    table = sit(driver, start(*kinds, **{"seed": 4, **options}))  # type: ignore[arg-type]
    lift(driver)
    if table.viewer != 0:
        driver.click("go_behind")
        lift(driver)
    driver.click("gm.window")
    other = Beside(driver)
    driver.post()  # the first window hears that it has lost the focus
    other.settle()
    players = other.top
    assert isinstance(players, SacramentTable)
    return table, other, players


def test_each_window_shows_what_its_people_may_see(quick: Driver) -> None:
    table, other, players = _two(quick, HUMAN, HUMAN, HUMAN, fight="churchyard", ladder=0)
    assert (table.viewer, players.viewer) == (0, 1)
    assert table.act_out(act.Place(seat=0, kind="grave_hound", space="a2", hidden=True))
    quick.wait(64)
    assert {foe.kind for foe in table.view.foes.values()} == {"sexton", "grave_hound"}
    assert {foe.kind for foe in players.view.foes.values()} == {"sexton"}
    assert not other.has("go_behind")
    assert not isinstance(quick.top, Curtain), "no curtain between people who look at different windows"
    assert other.app.window.size != quick.app.window.size
    assert other.app.scale.window.size == other.app.window.size


def test_two_secrets_give_the_players_window_the_same_frame(quick: Driver) -> None:
    frames = []
    for kind, space in (("grave_hound", "a2"), ("quick_buried", "g2")):
        quick.app.manager.reset()
        table, other, _ = _two(quick, HUMAN, HUMAN, HUMAN, fight="churchyard", ladder=0)
        assert table.act_out(act.Place(seat=0, kind=kind, space=space, hidden=True))
        assert table.act_out(act.Note(seat=0, words=f"{kind} waits.", to=0))
        other.point((2, 2))
        quick.wait(400)
        frames.append((quick.pixels(), other.pixels(), [scene.outline() for scene in other.app.manager.stack]))
    assert frames[0][0] != frames[1][0], "the game master sees the secrets"
    assert frames[0][1:] == frames[1][1:]


def test_a_note_for_one_of_several_is_under_a_seal_in_the_players_window(quick: Driver) -> None:
    table, other, players = _two(quick, HUMAN, HUMAN, HUMAN, fight="churchyard", ladder=0)
    assert table.act_out(act.Note(seat=0, words="You know that hand.", to=1))
    quick.wait(64)
    assert players.viewer == 1
    shown = str([scene.outline() for scene in other.app.manager.stack])
    assert "You know that hand." not in shown
    other.click("notes")
    assert isinstance(other.top, Curtain)
    other.wait(500)
    other.click("lift")
    other.settle()
    assert "You know that hand." in str(other.top.outline())


def test_what_is_done_in_one_window_is_seen_in_the_other(quick: Driver) -> None:
    table, other, players = _two(quick, HUMAN, HUMAN, HUMAN, fight="cloister", ladder=0)
    for _ in range(60):
        if players.question == "next_pc":
            answer(other, players, act.ChooseNext(ally=1))
        if players.question == "turn_action":
            break
        other.wait()
    move = next(action for action in players.state.legal_actions() if isinstance(action, act.Move))
    answer(other, players, move)
    other.wait(400)
    assert players.view.pcs[1].at == table.view.pcs[1].at == move.space
    assert table.viewer == 0
    other.click("undo")
    other.wait(64)
    assert players.view.pcs[1].at == table.view.pcs[1].at != move.space
    table.act_out(act.Hurt(seat=0, victim=1, n=2))
    quick.wait(64)
    assert players.view.pcs[1].harm == table.view.pcs[1].harm == 2


def test_it_closes_by_its_button_by_its_frame_and_with_the_table(quick: Driver) -> None:
    table, other, _ = _two(quick, HUMAN, HUMAN, HUMAN, fight="churchyard", ladder=0)
    quick.click("gm.out")
    assert quick.screen.ui.bubble is not None, "it says that the players have a window of their own"
    quick.click("gm.window")
    assert quick.app.side is None
    assert table.viewer == 0
    quick.click("gm.out")
    lift(quick)
    assert table.viewer == 1
    quick.click("go_behind")
    lift(quick)
    quick.click("gm.window")
    quick.post()
    Beside(quick).post(pygame.event.Event(pygame.WINDOWCLOSE))
    assert quick.app.side is None
    quick.click("gm.window")
    assert quick.app.side is not None
    quick.app.manager.pop()
    assert quick.app.side is None
    assert other.app.manager.stack == []


def test_closing_the_first_window_ends_the_program(quick: Driver) -> None:
    _two(quick, HUMAN, HUMAN, HUMAN, fight="churchyard", ladder=0)
    quick.app.dispatch(pygame.event.Event(pygame.WINDOWCLOSE))
    assert not quick.app.running


def test_where_the_system_makes_no_window_the_button_says_why(quick: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise pygame.error("no more windows")

    monkeypatch.setattr(pygame, "Window", refuse)
    table = sit(quick, start(HUMAN, HUMAN, HUMAN, fight="churchyard", ladder=7, seed=4))
    lift(quick)
    quick.click("go_behind")
    lift(quick)
    quick.click("gm.window")
    assert quick.app.side is None
    assert table.twin is None
    bubble = quick.screen.ui.bubble
    assert bubble is not None
    assert "no more windows" in bubble.why.text


def test_private_packs_need_one_window(quick: Driver) -> None:
    sit(quick, start(HUMAN, HUMAN, HUMAN, fight="churchyard", private_packs=True, ladder=7, seed=4))
    lift(quick)
    quick.click("go_behind")
    lift(quick)
    quick.click("gm.window")
    assert quick.app.side is None
    assert quick.screen.ui.bubble is not None


def test_a_fight_is_played_to_its_end_in_two_windows(quick: Driver) -> None:
    table, other, players = _two(quick, HUMAN, HUMAN, HUMAN, "adept", fight="churchyard", ladder=5)
    for _ in range(1500):
        if isinstance(quick.top, Ending):
            break
        if table.my_choice and quick.top is table:
            play(quick, table, most=1)
        elif players.my_choice and other.top is players:
            play(other, players, most=1)
        else:
            quick.wait()
    assert isinstance(quick.top, Ending)
    people = {entry.person for entry in table.session.entries if entry.person is not None}
    assert people == {0, 1, 2}


def show_two(folder: Path) -> None:
    """On a real display: the game master's screen and the players' table side by side, until the input ends."""
    driver = Driver((1600, 900), settings=Settings(asked=True, my_speed=0.0, others_speed=0.0))
    _, other, _ = _two(driver, HUMAN, HUMAN, HUMAN, fight="churchyard", ladder=0)
    pygame.display.set_window_position((0, 0))
    other.app.window.window.position = (40, 900)  # type: ignore[attr-defined]
    other.point((2, 2))
    driver.wait(500)
    for name, app in (("first", driver.app), ("second", other.app)):
        app.present()
        pygame.image.save(app.window.surface, folder / f"{name}.png")
    print("shown", flush=True)
    sys.stdin.read()
    driver.close()


@pytest.mark.needs_programs(*system.WINDOW)
def test_two_windows_on_a_real_display(display: str, tmp_path: Path) -> None:  # noqa: F811  the fixture
    """What each window should show is where it stands on the screen."""
    environment = {
        **os.environ, "DISPLAY": display, "SDL_VIDEODRIVER": "x11", "SDL_AUDIODRIVER": "dummy",
        "SDL_FRAMEBUFFER_ACCELERATION": "0",
    }  # fmt: skip
    words = "import sys; from pathlib import Path; from tests.scenes.sacrament.test_two_windows import show_two as show"
    program = subprocess.Popen(
        [sys.executable, "-c", f"{words}; show(Path(sys.argv[1]))", str(tmp_path)],
        env=environment, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    try:
        assert program.stdout is not None
        assert any(line.strip() == "shown" for line in program.stdout), "it never shows"
        screen = ImageGrab.grab(xdisplay=display).convert("RGB")
        for name, corner in (("first", (0, 0)), ("second", (40, 900))):
            wanted = Image.open(tmp_path / f"{name}.png").convert("RGB")
            there = screen.crop((*corner, min(1920, corner[0] + wanted.width), min(1080, corner[1] + wanted.height)))
            off = ImageStat.Stat(ImageChops.difference(there, wanted.crop((0, 0, *there.size)))).mean
            assert max(off) < 1.0, name
        program.communicate(timeout=PATIENCE)
        assert program.returncode == 0
    finally:
        program.kill()
        program.wait()


def test_the_players_window_fills_its_display_and_goes_back(quick: Driver) -> None:
    _, other, players = _two(quick, HUMAN, HUMAN, HUMAN, fight="churchyard", ladder=0)
    before, first = other.app.window.size, quick.app.window.size
    other.key("f11")
    other.wait(64)
    assert other.app.window.full_screen
    assert other.app.scale.window.size == other.app.window.size
    other.key("f11")
    other.wait(64)
    assert not other.app.window.full_screen
    assert other.app.window.size == before
    assert quick.app.window.size == first
    assert not quick.app.window.full_screen
    assert players.view.fight == "churchyard"
