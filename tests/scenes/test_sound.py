"""Sounds: each that is played is there, each with a meaning has its caption, and one key silences all."""

from __future__ import annotations

import ast
import subprocess
import sys
from functools import partial
from pathlib import Path
from typing import Any

import pygame
import pytest

from game import registry
from game.core.session import HUMAN, SeatPlan
from game.kingsport import events as ev
from scenes import shell
from scenes.audio import Audio
from scenes.curtain import Curtain
from scenes.gallery import Gallery
from scenes.kanata.motion import SOUNDS as SOUNDS_OF_EVENTS
from scenes.kingsport.shots import FULL_HANDS, position_table
from scenes.kingsport.table import KingsportTable
from scenes.paths import ROOT, SOUNDS
from scenes.settings import Settings
from scenes.shell_shots import SHOTS
from scenes.title import Title
from tests.scenes.driver import Driver

FILES = {path.stem for path in SOUNDS.glob("*.ogg")}
RULE = ("KPT-EXP-03",)
HEARING = [s for s in SHOTS if s.state not in ("icons", "pictures") and s.name != "settings--key"]
"""Screens that hear keys as what they mean: not the one that waits for a key to bind."""
PLAYING = {"play", "music", "_sound"}


def _played() -> dict[str, bool]:
    """The names of sounds that the scenes play, and whether at least one place wants a caption for it."""
    found: dict[str, bool] = dict.fromkeys(SOUNDS_OF_EVENTS.values(), True)
    for path in (ROOT / "scenes").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            named = [word for word in node.keywords if word.arg == "sound"]
            values = [word.value for word in named] or (node.args[:1] if name in PLAYING else [])
            silent = any(word.arg == "caption" for word in node.keywords)
            for value in values:
                words = [value] if not isinstance(value, ast.IfExp) else [value.body, value.orelse]
                for one in words:
                    if isinstance(one, ast.Constant) and isinstance(one.value, str) and one.value:
                        found[one.value] = found.get(one.value, False) or not (silent or one.value == "press")
    return found


def test_every_sound_that_is_played_is_there() -> None:
    assert set(_played()) <= FILES


def test_every_sound_that_is_there_is_played() -> None:
    drones = {"drone", *(f"drone_{game}" for game in registry.GAMES)}
    assert FILES - drones - set(_played()) == set()


def test_every_sound_with_a_meaning_has_its_caption(driver: Driver) -> None:
    wanted = {name for name, captioned in _played().items() if captioned} | {n for n in FILES if n.startswith("drone")}
    assert {name for name in wanted if not driver.app.strings.has(f"sound.{name}")} == set()


class Ear:
    """Notes what an `Audio` is asked for."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, audio: Audio) -> None:
        self.heard: list[str] = []
        monkeypatch.setattr(audio, "play", lambda name, **more: self.heard.append(name))
        monkeypatch.setattr(audio, "music", lambda name: self.heard.append(f"music {name}"))


def test_the_shell_sounds_like_what_it_does(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    ear = Ear(monkeypatch, driver.app.audio)
    title = Title(driver.app)
    driver.app.manager.push(title)
    driver.settle()
    driver.click("door.kingsport")
    assert ear.heard == ["music drone", "door"]
    driver.settle()
    driver.click("fill")
    assert ear.heard[-1] == "press"
    driver.click("up.0")
    assert ear.heard[-1] == "knock", "a refusal knocks"


@pytest.mark.parametrize("game", ["kanata", "kingsport"])
def test_each_game_has_its_own_drone(driver: Driver, monkeypatch: pytest.MonkeyPatch, game: str) -> None:
    ear = Ear(monkeypatch, driver.app.audio)
    plans = [SeatPlan(HUMAN, name) for name in ("Lucy", "James", "Larry")]
    shell.show_table(driver.app, shell.start_session(driver.app, game, plans, 3, {}))
    assert f"music drone_{game}" in ear.heard
    assert ("bell" in ear.heard) == any(isinstance(scene, Curtain) for scene in driver.app.manager.stack)


def _kingsport(driver: Driver) -> KingsportTable:
    return position_table(driver.app, FULL_HANDS, HUMAN, HUMAN, "adept", "novice", "adept")


@pytest.mark.parametrize(
    ("event", "sound"),
    [
        (ev.TurnBegan(clauses=RULE, seat=1, round=6), "turn"),
        (ev.SanityChanged(clauses=RULE, seat=0, change=1, now=10, cause="god"), "gain"),
        (ev.SanityChanged(clauses=RULE, seat=0, change=-1, now=8, cause="god"), "lose"),
        (ev.DiceRolled(clauses=RULE, seat=0, faces=("E",), cause="opening"), "die"),
        (ev.GodPlayed(clauses=RULE, seat=0, card="byakhee"), "card"),
        (ev.GodInvoked(clauses=RULE, seat=0, card="hastur", paid=("E",)), "whisper"),
        (ev.DiceTurned(clauses=RULE, seat=0, turn=(), card="migo"), "flip"),
        (ev.RaidResolved(clauses=RULE, seat=0, strength=3, against=4, difference=-1), "raid"),
    ],
    ids=lambda value: value if isinstance(value, str) else type(value).__name__,
)
def test_what_happens_in_kingsport_is_heard(
    driver: Driver, monkeypatch: pytest.MonkeyPatch, event: Any, sound: str
) -> None:
    table = _kingsport(driver)
    ear = Ear(monkeypatch, driver.app.audio)
    table.motion._queue(event)
    table.animator.finish()
    assert ear.heard == [sound]


def test_a_caption_is_written_while_its_sound_is_heard_and_mute_does_not_take_it_away(driver: Driver) -> None:
    app = driver.app
    app.settings.captions = app.settings.mute = True
    app.manager.push(Title(app))
    with app.text.record() as record:
        app.audio.play("raid")
        driver.pixels()
    assert "a door is forced" in "".join(mark.text for mark in record.marks)
    assert record.faults() == []


def test_ten_equal_sounds_at_once_are_one(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pygame.time, "get_ticks", lambda: 1000)
    captions: list[str] = []
    driver.app.audio.on_caption = captions.append
    for _ in range(10):
        driver.app.audio.play("card")
    driver.app.audio.play("die")
    assert captions == ["card", "die"]


@pytest.mark.parametrize("shot", HEARING, ids=lambda shot: shot.name)
def test_the_mute_key_works_on_every_screen(driver: Driver, shot: Any) -> None:
    app = driver.app
    shot.make(app)
    driver.settle()
    assert not app.settings.mute
    driver.key("m")
    assert app.settings.mute
    driver.key("m")
    assert not app.settings.mute


class Player:
    """The one piece of music that plays, as the mixer has it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.done: list[str] = []
        self.busy = False
        for name in ("fadeout", "load", "play", "set_volume"):
            monkeypatch.setattr(pygame.mixer.music, name, partial(self._do, name))
        monkeypatch.setattr(pygame.mixer.music, "get_busy", lambda: self.busy)

    def _do(self, name: str, *values: Any, **more: Any) -> None:
        assert not (name == "load" and self.busy), "to load a piece while another fades out is to wait for it"
        if name == "load":
            self.done.append(Path(values[0]).stem)
        elif name == "fadeout":
            self.done.append(name)
        self.busy = self.busy or name == "play"


def test_a_change_of_music_waits_for_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    player, audio = Player(monkeypatch), Audio(Settings())
    audio.available = True
    audio.music("drone")
    assert player.done == ["drone"]
    audio.music("drone_kanata")
    audio.step()
    assert player.done == ["drone", "fadeout"]
    player.busy = False
    audio.step()
    audio.step()
    assert player.done == ["drone", "fadeout", "drone_kanata"]
    audio.music("drone")
    audio.music("drone_kanata")  # back before the first has faded out
    player.busy = False
    audio.step()
    assert player.done[3:] == ["fadeout", "drone_kanata"]
    audio.music(None)
    player.busy = False
    audio.step()
    assert player.done[5:] == ["fadeout"]


def test_the_clock_of_sounds_runs() -> None:
    """Else no sound would ever be heard a second time."""
    code = (
        "import pygame\nfrom scenes.app import App\nfrom scenes.settings import Settings\n"
        "App(size=(1280, 720), settings=Settings(asked=True), sound=False)\n"
        "pygame.time.wait(5)\nprint(pygame.time.get_ticks() > 0)"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.split()[-1] == "True"


def test_mute_takes_hold_of_what_is_playing(monkeypatch: pytest.MonkeyPatch) -> None:
    levels: list[float] = []
    monkeypatch.setattr(pygame.mixer.music, "set_volume", levels.append)
    audio = Audio(Settings())
    audio.available = True
    audio.refresh()
    audio.settings.mute = True
    audio.refresh()
    audio.settings.mute = False
    audio.lower(True)
    assert levels == pytest.approx([0.48, 0.0, 0.12])


def test_the_gallery_plays_every_sound(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    ear = Ear(monkeypatch, driver.app.audio)
    driver.app.manager.push(Gallery(driver.app, "sounds"))
    driver.settle()
    for name in sorted(FILES):
        driver.click(f"sound.{name}")
    assert [name for name in ear.heard if name in FILES] == sorted(FILES)


def test_winning_and_losing_sound_different(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    heard = set()
    for seed in range(1, 12):
        plans = [SeatPlan(HUMAN, "Lucy"), SeatPlan("novice", "James"), SeatPlan("novice", "Larry")]
        session = shell.start_session(driver.app, "kingsport", plans, seed, {})
        while not session.state.is_terminal():
            legal = session.state.legal_actions()
            session.apply(legal[seed % len(legal)])
        ear = Ear(monkeypatch, driver.app.audio)
        shell.show_table(driver.app, session)
        driver.wait(400)
        outcome = session.state.outcome()
        assert outcome is not None
        expected = "win" if 0 in outcome.winners else "loss"
        assert expected in ear.heard
        heard.add(expected)
        if len(heard) == 2:
            break
    assert heard == {"win", "loss"}
