"""Drawn controls and pointers: each used, readable, and replaced where its picture cannot be had."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pygame
import pytest

from scenes.assets import Assets
from scenes.credits import Credits
from scenes.gallery import Gallery
from scenes.paths import SPRITES
from scenes.settings import Settings
from scenes.shell_shots import SHOTS
from scenes.shots import make_app, show
from scenes.theme import contrast
from scenes.title import Title
from scenes.window import POINTERS
from tests.scenes.driver import Driver

KINDS = ("plain", "primary", "danger", "paper")
LOOKS = ("normal", "hover", "pressed", "on", "dim")


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("look", LOOKS)
def test_words_on_a_drawn_button_can_be_read_anywhere_on_its_face(driver: Driver, kind: str, look: str) -> None:
    app = driver.app
    surface = pygame.Surface((300, 80))
    app.paint.button(surface, surface.get_rect(), look, kind)
    ink = app.paint.button_ink(look, kind)
    spots = [surface.get_at((x, y)) for x in range(30, 270, 10) for y in range(22, 58, 6)]
    worst = min(contrast(ink, (spot.r, spot.g, spot.b)) for spot in spots)
    assert worst >= 4.5


@pytest.mark.parametrize("look", ["normal", "hover", "pressed", "on", "dim"])
def test_a_buttons_looks_differ(driver: Driver, look: str) -> None:
    def drawn(one: str) -> bytes:
        surface = pygame.Surface((300, 80))
        driver.app.paint.button(surface, surface.get_rect(), one, "plain")
        return pygame.image.tobytes(surface, "RGB")

    assert all(drawn(look) != drawn(other) for other in LOOKS if other != look)


def test_every_control_and_pointer_that_is_drawn_is_used(
    driver: Driver, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    asked: set[str] = set()
    original = Assets.original

    def note(self: Assets, name: str) -> pygame.Surface | None:
        asked.add(name)
        return original(self, name)

    monkeypatch.setattr(Assets, "original", note)
    app = driver.app
    app.manager.push(Gallery(app, "widgets"))
    driver.pixels()
    for kind in KINDS:
        for look in LOOKS:
            app.paint.button(app.window.surface, pygame.Rect(0, 0, 90, 40), look, kind)
    for on in (True, False):
        app.paint.check_box(app.window.surface, pygame.Rect(0, 0, 32, 32), on, "normal")
    app.paint.scroll_bar(
        app.window.surface, pygame.Rect(0, 0, 14, 90), pygame.Rect(0, 0, 14, 40), paper=True, held=False
    )
    for name in POINTERS:
        app.window.set_pointer(name, app.assets, 36)
    controls = ("button_", "checkbox_", "slider_", "scroll_", "tab_")
    drawn = {f"ui/{path.stem}" for path in (SPRITES / "ui").glob("*.png") if path.name.startswith(controls)}
    drawn |= {f"cursors/{path.stem}" for path in (SPRITES / "cursors").glob("*.png")}
    assert drawn <= asked


def test_the_pointer_shows_what_can_be_done_where_it_is(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[str] = []
    monkeypatch.setattr(driver.app.window, "set_pointer", lambda name, assets, size: shown.append(name))
    driver.app.manager.push(Gallery(driver.app, "widgets"))
    driver.settle()
    for id, pointer in (("slider", "hand"), ("field", "text"), ("sheet", "arrow"), ("plain.normal", "hand")):
        widget = driver.find(id)
        spot = (8, driver.app.scale.height - 8) if id == "sheet" else widget.visible_box.center
        driver.point(spot)
        assert shown[-1] == pointer, id


def test_a_pointer_without_its_picture_is_the_systems_own(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[Any] = []
    monkeypatch.setattr(pygame.mouse, "set_cursor", shown.append)
    driver.app.window.set_pointer("hand", Assets(Path("nowhere")), 36)
    driver.app.window.set_pointer("hand", driver.app.assets, 36)
    assert shown[0].type == "system"
    assert shown[1].type == "color"
    assert shown[1].data[0] == (round(18 * 36 / 48), round(4 * 36 / 48))


def test_without_any_picture_every_screen_is_drawn_plainly_and_the_credits_say_so(tmp_path: Path) -> None:
    app = make_app((1280, 720), Settings(asked=True), tmp_path)
    app.assets = app.text.assets = Assets(tmp_path / "no sprites")
    for shot in SHOTS:
        if shot.state not in ("icons", "pictures"):
            with app.text.record() as record:
                show(app, shot)
            assert record.faults() == [], shot.name
    app.manager.reset(Title(app), Credits(app))
    told = [line for _, lines in app.manager.stack[-1].outline() for line in lines]
    assert any("ui/button_plain_normal" in line for line in told)
    app.manager.reset()
    app.close()


def test_a_broken_picture_is_replaced_like_a_missing_one(tmp_path: Path) -> None:
    (tmp_path / "ui").mkdir()
    (tmp_path / "ui" / "soot.png").write_bytes(b"\x89PNG\r\n\x1a\n but no more")
    (tmp_path / "icons").mkdir()
    (tmp_path / "icons" / "cog.svg").write_text("<svg", encoding="utf-8")
    app = make_app((1280, 720), Settings(asked=True), None)
    app.assets = app.text.assets = Assets(tmp_path)
    app.manager.push(Gallery(app, "widgets"))
    app.draw(app.window.surface)
    assert {"ui/soot", "icons/cog"} <= set(app.assets.missing)
    app.manager.reset()
    app.close()


def _door(driver: Driver, name: str) -> bytes:
    door = driver.find(f"door.{name}")
    driver.app.draw(driver.app.window.surface)
    return pygame.image.tobytes(driver.app.window.surface.subsurface(door.box.inflate(-60, -60)), "RGB")


@pytest.mark.parametrize("reduced", [False, True])
def test_a_lit_door_fades_over_to_what_is_behind_it_and_back(driver: Driver, reduced: bool) -> None:
    driver.app.settings.reduced_motion = reduced
    driver.app.manager.push(Title(driver.app))
    driver.settle()
    shut = _door(driver, "kingsport")
    driver.point(driver.find("door.kingsport").box.center)
    driver.wait(32)
    ajar = _door(driver, "kingsport")
    driver.wait(400)
    wide_open = _door(driver, "kingsport")
    assert shut != wide_open
    assert (ajar == wide_open) == reduced, "in reduced motion it stands open at once"
    driver.point((5, 5))
    driver.wait(400)
    assert _door(driver, "kingsport") == shut
