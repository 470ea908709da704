"""Kanata's board: ways, shots, clock, seats, sizes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pygame
import pytest

from game.core.session import HUMAN
from game.core.strings import PSEUDO
from game.kanata.actions import MOVE, STAY, AddDie, Fire, Shoot
from scenes.curtain import Curtain
from scenes.input import Do, Intent
from scenes.kanata import shots
from scenes.kanata.shots import SHOTS, first_as, new_table, position_table, settle
from scenes.kanata.table import KanataTable
from scenes.settings import Settings
from scenes.shots import make_app, show
from tests.scenes.driver import Driver


@pytest.fixture
def driver(tmp_path: Path) -> Iterator[Driver]:
    """A window of the full layout in which nothing waits for animations."""
    one = Driver(size=(1920, 1080), folder=tmp_path, settings=Settings(asked=True, my_speed=0.0, others_speed=0.0))
    yield one
    one.close()


def table_of(
    driver: Driver, changes: dict[str, Any] | None = None, *kinds: str, script: tuple[Any, ...] = ()
) -> KanataTable:
    """The night half lost, ready to be played."""
    table = position_table(driver.app, changes or {}, *kinds, script=script)
    driver.settle()
    return table


def walker(driver: Driver, *dice: int, **first: Any) -> KanataTable:
    """A table whose first character has rolled to move."""
    table = table_of(driver, first_as(**first), script=dice)
    settle(table, MOVE, AddDie())
    return table


# ---- ways --------------------------------------------------------------------------------------------------------


def test_a_way_is_walked_in_one_press_and_taken_back_in_one(driver: Driver) -> None:
    table = walker(driver, 4, 3)
    start = table.view.owner.space
    space = max(table.walking.reach(), key=lambda one: len(table.walking.reach()[one]))
    path = table.walking.reach()[space]
    assert len(path) > 3
    driver.click(f"space.{space}")
    assert table.view.owner.space == space
    driver.click("undo")
    assert table.view.owner.space == start
    driver.key("ctrl+y")
    assert table.view.owner.space == space


def test_the_way_is_drawn_before_it_is_walked(driver: Driver) -> None:
    table = walker(driver, 4, 3)
    space = max(table.walking.reach(), key=lambda one: len(table.walking.reach()[one]))
    widget = driver.find(f"space.{space}")
    before = driver.pixels()
    driver.point(widget.visible_box.center)
    assert len(table.stage.way_points(space)) == len(table.walking.reach()[space]) + 1
    assert driver.pixels() != before
    assert table.view.owner.space == "c14r5"


def test_the_way_leads_over_a_chosen_space(driver: Driver) -> None:
    table = walker(driver, 5, 5)
    reach = dict(table.walking.reach())
    via = next(space for space, path in reach.items() if len(path) == 2)
    others = [space for space, path in reach.items() if len(path) > 2 and via not in path]
    driver.click("via")
    driver.click(f"space.{via}")
    assert table.stage.via == [via]
    target = next(space for space in others if space in table.walking.reach())
    assert via in table.walking.reach()[target]
    assert table.walking.reach()[target][-1] == target
    table.stage.town.zoom_to(1.0)
    table.walking.press_space(target)
    stepped = [getattr(entry.action, "space", "") for entry in table.session.entries]
    assert stepped.index(via) < stepped.index(target)


def test_a_key_leads_the_way_over_the_space_that_is_looked_at(driver: Driver) -> None:
    table = walker(driver, 5, 5)
    via = next(space for space, path in table.walking.reach().items() if len(path) == 2)
    driver.go_to(f"space.{via}", 400)
    driver.key("v")
    assert table.stage.via == [via]
    driver.key("v")
    assert table.stage.via == []


def test_something_to_pick_up_interrupts_the_way(driver: Driver) -> None:
    table = walker(driver, 3, 3, space="c2r9", items=[])
    beyond = next(space for space, path in table.walking.reach().items() if "cornfield" in path[:-1])
    driver.click(f"space.{beyond}")
    assert table.view.owner.space == "cornfield"
    assert table.walking.rest
    taking = next(w.id for w in table.ui.all() if w.id.startswith("answer.") and "Axe" in w.text)
    driver.click(taking)
    assert any(item.startswith("axe") for item in table.view.owner.items)


def test_walking_on_after_an_interruption_goes_where_it_was_meant_to(driver: Driver) -> None:
    table = walker(driver, 3, 3, space="c2r9", items=[])
    beyond = next(space for space, path in table.walking.reach().items() if "cornfield" in path[:-1])
    driver.click(f"space.{beyond}")
    driver.click("walk_on")
    assert table.view.owner.space == beyond


def test_a_space_out_of_reach_says_why(driver: Driver) -> None:
    table = walker(driver, 1, 1)
    far = table.stage.space_box("c27r15")
    driver.point(far.center)
    driver.press(far.center)
    driver.release(far.center)
    assert table.ui.bubble is not None
    assert table.ui.bubble.why.clause.startswith("KAN-MOVE")
    assert table.view.owner.space == "c14r5"


# ---- acts --------------------------------------------------------------------------------------------------------


def test_a_dim_slot_answers_with_its_clause(driver: Driver) -> None:
    table = table_of(driver)
    driver.click("slot_search")
    assert table.ui.bubble is not None
    assert table.ui.bubble.why.clause.startswith("KAN-SEARCH")


def test_no_weapon_is_told_with_where_weapons_are(driver: Driver) -> None:
    table = table_of(driver, first_as(items=["protein"]))
    driver.click("slot_shoot")
    assert table.ui.bubble is not None
    assert table.ui.bubble.why.text == driver.app.tr("kan.no_weapon")


def test_shots_fall_one_by_one(driver: Driver) -> None:
    table = table_of(driver, script=(2, 4, 6, 2, 4, 6))
    driver.click("slot_shoot")
    driver.click(next(w.id for w in table.ui.all() if w.id.startswith("answer.") and "Shotgun" in w.text))
    driver.click("aim.abomination.1")
    assert table.view.ammo["shotgun_1"] == 7
    settle(table, Fire())
    assert table.view.ammo["shotgun_1"] == 6


def test_the_line_of_fire_says_how_far_and_how_likely(driver: Driver) -> None:
    table = table_of(driver)
    settle(table, Shoot(item="shotgun_1"))
    words = table.fire_words(table.stage.targets["aim.sheriff"])
    assert "88 %" in words  # one odd die of three: 7 in 8
    assert "4" in words  # four spaces down the road


def test_what_cannot_be_shot_says_which_building_is_in_the_way(driver: Driver) -> None:
    table = table_of(driver)
    settle(table, Shoot(item="pistol_1"))
    id = next(id for id in table.stage.barred if shots._by_wall(table, id))
    piece = table.stage.barred[id]
    stop, name = table.stage._first_wall(
        table.stage.town.point(*table.stage.spot(table.walker_space())), table.stage.piece_box(piece).center
    )
    assert name.startswith("property")
    assert table.stage.town.stage.collidepoint(stop)
    driver.click(id)
    assert table.ui.bubble is not None
    assert table.ui.bubble.why.clause == "KAN-SHOOT-06"


def test_an_item_of_the_board_offers_what_it_can_do(driver: Driver) -> None:
    table = table_of(driver)
    number = table.view.owner.items.index("protein_1")
    driver.click(f"slot.{number}")
    driver.click(next(w.id for w in table.ui.all() if w.id.startswith("answer.")))
    assert "protein_1" not in table.view.owner.items
    assert table.view.owner.health == 16


def test_the_dice_chain_says_what_binds(driver: Driver) -> None:
    table = table_of(driver)
    assert table.action_bar.chain_words() == driver.app.tr("kan.chain.0")
    settle(table, STAY)
    assert table.action_bar.chain_words() == driver.app.tr("kan.chain.1")


# ---- Feeding Ground ----------------------------------------------------------------------------------------------


def feeding(driver: Driver, *dice: int, timer: str = "printed") -> KanataTable:
    """An escape as the setting of the sand timer has it."""
    driver.app.set_setting("timer", timer)
    table = table_of(driver, first_as(space="feeding_ground"), script=dice)
    settle(table, STAY)
    driver.wait(32)
    assert table.question == "feeding_roll"
    return table


def test_the_clock_starts_with_the_first_die(driver: Driver) -> None:
    table = feeding(driver, 3)
    driver.wait(2000)
    assert table.feeding.left == 45_000
    driver.click("die.0.1")
    driver.wait(160)
    assert table.feeding.left < 45_000


def test_how_an_escape_is_measured_is_undone_with_what_led_to_it(driver: Driver) -> None:
    table = feeding(driver)
    driver.key("ctrl+z")
    assert table.question == "choose_action"


def test_a_window_that_opens_later_goes_on_with_what_was_left(driver: Driver) -> None:
    table = feeding(driver, 3, 5)
    driver.click("die.0.1")
    driver.wait(4800)
    driver.click("die.0.1")
    left = table.feeding.left
    assert left < 41_000
    table.feeding.whole = table.feeding.left = 0.0  # as in a window that has just opened
    driver.app.handle(Intent(Do.FOCUS_LOST))
    driver.wait(160)
    assert table.feeding.left == pytest.approx(left, abs=200)


def test_the_clock_stands_in_a_window_too_small_to_play_in(driver: Driver) -> None:
    table = feeding(driver, 3)
    driver.click("die.0.1")
    driver.app.window.fixed = None
    for size, runs in (((900, 600), False), ((1280, 720), True)):
        driver.app.window.surface = pygame.Surface(size)
        driver.app.rebuild()
        before = table.feeding.left
        driver.wait(320)
        assert (table.feeding.left < before) == runs


def test_the_clock_runs_only_while_somebody_looks(driver: Driver) -> None:
    table = feeding(driver, 3)
    driver.click("die.0.1")
    before = table.feeding.left
    driver.wait(320)
    assert table.feeding.left < before
    driver.app.handle(Intent(Do.FOCUS_LOST))
    still = table.feeding.left
    driver.wait(2000)
    assert table.feeding.left == still
    driver.app.handle(Intent(Do.FOCUS_GAINED))
    driver.wait(160)
    assert table.feeding.left < still


def test_the_clock_stops_under_a_sheet(driver: Driver) -> None:
    table = feeding(driver, 3)
    driver.click("die.0.1")
    driver.key("l")
    still = table.feeding.left
    driver.wait(1000)
    assert table.feeding.left == still


def test_dice_roll_no_faster_than_the_rules_of_the_clock_allow(driver: Driver) -> None:
    table = feeding(driver, 3, 5)
    driver.click("die.0.1")
    assert sorted(table.view.frame["dice"]) == [0, 0, 0, 0, 0, 3]
    driver.click("die.0.1")
    assert sorted(table.view.frame["dice"]) == [0, 0, 0, 0, 0, 3]
    assert table.ui.bubble is not None
    driver.wait(1300)
    driver.click("die.0.1")
    assert sorted(table.view.frame["dice"]) == [0, 0, 0, 0, 3, 5]


def test_time_up_ends_the_escape(driver: Driver) -> None:
    table = feeding(driver, 3)
    driver.click("die.0.1")
    table.feeding.left = 40.0
    out = len(table.view.abominations)
    driver.wait(100)
    assert table.question != "feeding_roll"
    assert len(table.view.abominations) == out + 1


@pytest.mark.parametrize(("timer", "left"), [("longer", 67_500), ("double", 90_000)])
def test_more_time_can_be_set(driver: Driver, timer: str, left: int) -> None:
    assert feeding(driver, timer=timer).feeding.left == left


def test_an_escape_without_a_clock_counts_its_rolls(driver: Driver) -> None:
    table = feeding(driver, 3, 3, timer="none")
    assert not table.feeding.timed
    table.feeding.roll(0)
    table.feeding.roll(0)
    assert table.view.frame["left"] == 32


# ---- seats -------------------------------------------------------------------------------------------------------


def test_no_curtain_falls_between_persons(driver: Driver) -> None:
    table = table_of(
        driver, {"abominations": [], "corpses": [], "sheriff": "S", "ambulance": None}, HUMAN, HUMAN, HUMAN, HUMAN
    )
    for _ in range(60):
        table.do(table.state.legal_actions()[0] if table.question != "trade_card" else table.state.legal_actions()[-1])
        driver.wait(16)
        assert not isinstance(driver.top, Curtain)
        if table.view.turn == 1:
            break
    assert table.my_choice


def test_another_seat_can_be_looked_at(driver: Driver) -> None:
    table = table_of(driver)
    driver.click("rail.seats")
    driver.click("seat.1")
    assert table.shown_person.seat == 1
    assert table.person_name(1) in driver.find("board.name").text


def test_the_turned_side_is_a_print_of_its_own(driver: Driver) -> None:
    human = table_of(driver)
    board = driver.find("board").box
    plain = pygame.transform.average_color(_shown(driver).subsurface(board))
    assert human.view.owner.status == "standing"
    table_of(driver, first_as(status="turned", health=0, horde_cubes=0, items=[], tokens={}))
    turned = pygame.transform.average_color(_shown(driver).subsurface(board))
    assert sum(turned[:3]) < sum(plain[:3]) / 2
    assert driver.find("board.title").text == driver.app.tr("kan.status.turned").upper()


def _shown(driver: Driver) -> pygame.Surface:
    driver.app.draw(driver.app.window.surface)
    return driver.app.window.surface


# ---- the town ----------------------------------------------------------------------------------------------------


def test_coming_nearer_keeps_what_is_under_the_pointer(driver: Driver) -> None:
    table = table_of(driver)
    town = table.stage.town
    at = (town.stage.left + 400, town.stage.top + 300)
    left, top = town.origin
    x, y = (at[0] - left) / town.tile, (at[1] - top) / town.tile
    driver.app.mapper.pointer = at
    for _ in range(4):
        driver.app.handle(Intent(Do.SCROLL, at, delta=1.0))
    assert town.camera.zoom > 1.9
    px, py = town.point(x, y)
    assert abs(px - at[0]) <= town.tile * 0.2
    assert abs(py - at[1]) <= town.tile * 0.2


def test_the_town_never_leaves_the_stage(driver: Driver) -> None:
    table = table_of(driver)
    town = table.stage.town
    town.zoom_to(3.0)
    for dx, dy in ((99_999, 0), (-99_999, 0), (0, 99_999), (0, -99_999)):
        town.pan(dx, dy)
        whole = town.rect(0, 0, town.town.width, town.town.height)
        assert whole.contains(town.stage)


def test_a_nearer_level_is_made_in_pieces_while_the_old_one_is_stretched(driver: Driver) -> None:
    table = table_of(driver)
    town = table.stage.town
    town.zoom_to(2.5)
    assert town.pending
    town.draw(_shown(driver))
    middle = _shown(driver).get_at(town.stage.center)
    assert tuple(middle)[:3] != (6, 9, 11)  # the old picture, not the empty ground
    rounds = 0
    while town.pending:
        town.work(0.0)
        rounds += 1
    assert rounds > 8


def test_keys_move_and_enlarge_the_town(driver: Driver) -> None:
    table = table_of(driver)
    town = table.stage.town
    driver.key("=")
    driver.key("=")
    assert town.camera.zoom > 1.4
    x = town.camera.x
    driver.key("shift+left")
    assert town.camera.x < x
    driver.key("c")
    assert abs(town.camera.x - table.stage.spot(table.view.owner.space)[0]) < 4
    driver.key("0")
    assert town.camera.zoom == 1.0


def test_every_space_can_be_found_on_the_map(driver: Driver) -> None:
    table = table_of(driver)
    names: tuple[str, ...] = table.session.game.town.names  # type: ignore[attr-defined]
    for name in names:
        x, y = table.stage.spot(name)
        assert table.stage.town.town.space_at(int(x), int(y)) == name
        assert driver.app.strings.has(f"kanata.space.{name}")


# ---- sizes -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("size", "scale", "text", "language"),
    [
        ((1280, 720), 100, 100, "en"), ((1920, 1080), 100, 100, "en"), ((3840, 2160), 100, 100, "en"),
        ((1366, 768), 125, 100, "en"), ((1920, 1080), 200, 100, "en"), ((1280, 720), 200, 100, "en"),
        ((1920, 1080), 100, 150, "en"), ((1920, 1080), 125, 200, "en"), ((1280, 720), 100, 200, PSEUDO),
        ((1920, 1080), 100, 100, PSEUDO), ((1920, 1080), 200, 100, PSEUDO),
    ],
)  # fmt: skip
def test_every_text_fits_in_every_state(
    tmp_path: Path, size: tuple[int, int], scale: int, text: int, language: str
) -> None:
    settings = Settings(asked=True, interface_scale=scale, text_scale=text, language=language)
    app = make_app(size, settings, tmp_path)
    faults = []
    for shot in SHOTS:
        with app.text.record() as record:
            show(app, shot)
        faults += [f"{shot.state}: {fault}" for fault in record.faults()]
    app.manager.reset()
    app.close()
    assert faults == []


def test_end_turn_and_undo_keep_apart(tmp_path: Path) -> None:
    for size, scale in (((1280, 720), 100), ((1920, 1080), 100), ((1920, 1080), 200), ((1280, 720), 200)):
        app = make_app(size, Settings(asked=True, interface_scale=scale), tmp_path)
        table = new_table(app, HUMAN, "adept")
        undo, end = table.ui.find("undo"), table.ui.find("end_turn")
        assert undo is not None
        assert end is not None
        assert end.box.left - undo.box.right >= app.scale.px(160) - 1
        app.manager.reset()
        app.close()


def test_high_contrast_draws_the_town_plainly(tmp_path: Path) -> None:
    app = make_app((1920, 1080), Settings(asked=True, high_contrast=True), tmp_path)
    table = position_table(app, {})
    app.draw(app.window.surface)
    colours = {
        tuple(app.window.surface.get_at(table.stage.town.rect(x, 5).move(3, 3).topleft))[:3] for x in range(6, 12)
    }
    assert len(colours) == 1
    app.manager.reset()
    app.close()
