"""The table by mouse: moves with their ruler and costs, reasons, going back, dice, the baton, the token's pause."""

from __future__ import annotations

from typing import Any

import pygame
import pytest
from msgspec import structs

from game import registry
from game.ai.players import Player
from game.core.session import HUMAN, Closed, SeatPlan, Session
from game.sacrament import actions as act
from game.sacrament import events as ev
from game.sacrament.characters import Item
from scenes import shell
from scenes.curtain import Curtain
from scenes.dialogs import Question
from scenes.real_dice import RealDie
from scenes.sacrament import library
from scenes.sacrament.gm_sheets import rewinds
from scenes.sacrament.menu import targets_of
from scenes.sacrament.motion import ROLLS
from scenes.sacrament.sheets import DeedList, DiceSheet
from scenes.sacrament.shots import table as shot_table
from scenes.sacrament.table import SacramentTable
from scenes.sacrament.view import View
from scenes.seats import Seats
from scenes.settings import Settings
from scenes.shots import make_app
from scenes.table import TableScene
from scenes.title import Title
from scenes.widgets import ScrollArea
from tests.scenes.driver import Driver
from tests.scenes.players import Thoughtful, think_here
from tests.scenes.sacrament.people import answer, click_at, lift, sit, start

SOLO = ("gm", HUMAN, "adept", "adept")


def _my_turn(driver: Driver, **options: Any) -> SacramentTable:
    """A table at the person's first turn."""
    table = sit(driver, start(*SOLO, **{"fight": "churchyard", "seed": 4, **options}))
    for _ in range(200):
        if table.question == "next_pc":
            answer(driver, table, act.ChooseNext(ally=1))
        if table.question == "turn_action":
            return table
        driver.wait(16)
    raise AssertionError("the turn never comes")


def test_a_step_is_pressed_and_costs_a_token(quick: Driver) -> None:
    table = _my_turn(quick)
    space = next(action.space for action in table.state.legal_actions() if isinstance(action, act.Move))
    words = quick.find(f"space.{space}").tooltip
    assert words == f"Move to {space}, tokens: 1"
    click_at(quick, table.stage.sheet.rect(space).center)
    quick.wait(32)
    assert table.view.pcs[1].at == space
    assert table.view.pcs[1].tokens == 5


def test_a_token_is_dragged_to_a_tile(quick: Driver) -> None:
    table = _my_turn(quick)
    space = next(action.space for action in table.state.legal_actions() if isinstance(action, act.Move))
    quick.drag("pc.1", f"space.{space}")
    assert table.view.pcs[1].at == space


def test_dragging_shows_tiles_feet_and_band(quick: Driver) -> None:
    table = _my_turn(quick)
    space = next(action.space for action in table.state.legal_actions() if isinstance(action, act.Move))
    start_at, end = table.stage.token_box("pc.1").center, table.stage.sheet.rect(space).center
    quick.press(start_at)
    for share in (0.4, 1.0):
        at = tuple(round(a + (b - a) * share) for a, b in zip(start_at, end, strict=True))
        quick.point(at, (1, 0, 0))  # type: ignore[arg-type]
    with quick.app.text.record() as record:
        quick.pixels()
    assert any("30 feet" in mark.text for mark in record.marks)
    quick.release(end)
    quick.click("ruler")
    assert not table.stage.ruler


def test_a_tile_out_of_reach_says_why(quick: Driver) -> None:
    table = _my_turn(quick)
    click_at(quick, table.stage.sheet.rect("g2").center)
    bubble = quick.screen.ui.bubble
    assert bubble is not None
    assert bubble.why.clause.startswith("SAC-")


def test_a_dim_tile_says_why_and_stays_in_its_place(quick: Driver) -> None:
    table = _my_turn(quick)
    ids = [tile.id for tile in table.menu.tiles]
    strike = next(tile for tile in table.menu.tiles if tile.id.startswith("strike"))
    assert strike.reason is not None
    quick.click(strike.id)
    assert quick.screen.ui.bubble is not None
    answer(quick, table, act.GUARD)
    assert [tile.id for tile in table.menu.tiles] == ids


def _take_steps(driver: Driver, table: SacramentTable, count: int) -> None:
    """Steps that reveal nothing, until it is the person's choice again after each."""
    for _ in range(count):
        move = next(action for action in table.state.legal_actions() if isinstance(action, act.Move))
        answer(driver, table, move)
        for _ in range(200):
            if table.question == "turn_action" and table.ready:
                break
            driver.wait(16)


@pytest.mark.parametrize("ladder", [0, 7])
def test_back_to_the_turns_start_until_something_is_revealed(quick: Driver, ladder: int) -> None:
    """The computer game master lets the token's moment after each step go by: that reveals nothing."""
    table = _my_turn(quick, ladder=ladder, fight="cloister")
    digest = table.state.digest()
    _take_steps(quick, table, 2)
    held = [entry for entry in table.session.entries if entry.action == act.HOLD]
    assert bool(held) == (ladder > 0)
    assert table.view.pcs[1].tokens == 4
    quick.click("turn_start")
    quick.wait(32)
    assert table.state.digest() == digest
    assert table.view.pcs[1].tokens == 6
    quick.click("turn_start")
    assert quick.screen.ui.bubble is not None
    assert table.state.digest() == digest


def test_a_step_is_taken_back_with_the_moment_that_passed_after_it(quick: Driver) -> None:
    table = _my_turn(quick, ladder=7, fight="cloister")
    before, entries = table.state.digest(), len(table.session.entries)
    _take_steps(quick, table, 1)
    after = table.state.digest()
    assert len(table.session.entries) == entries + 2
    step = table.session.entries[entries].action
    assert isinstance(step, act.Move)
    assert f"Move to {step.space}" in quick.find("undo").text
    quick.click("undo")
    quick.wait(32)
    assert table.state.digest() == before
    quick.click("redo")
    quick.wait(32)
    assert table.state.digest() == after


def test_a_person_behind_the_screen_who_lets_the_moment_pass_closes_no_undo(quick: Driver) -> None:
    table = sit(quick, start(HUMAN, HUMAN, HUMAN, fight="cloister", ladder=7, seed=4))
    for _ in range(400):
        lift(quick)
        if table.question == "next_pc":
            answer(quick, table, act.ChooseNext(ally=1))
        if table.question == "turn_action":
            break
        quick.wait(16)
    before = table.state.digest()
    _take_steps(quick, table, 1)
    assert table.session.entries[-1].action == act.HOLD
    quick.click("undo")
    quick.wait(32)
    assert table.state.digest() == before


def test_who_is_done_names_the_next_by_a_portrait(quick: Driver) -> None:
    table = _my_turn(quick)
    quick.key("e")
    for _ in range(100):
        if table.question == "next_pc":
            break
        quick.wait(16)
    assert table.view.pcs[1].acted
    quick.click("order.3")
    for _ in range(50):
        quick.wait(16)
    assert any(entry.action == act.ChooseNext(ally=3) for entry in table.session.entries)


def test_the_dice_tray_refuses_a_wrong_formula_by_its_place(quick: Driver) -> None:
    _my_turn(quick)
    quick.click("dice")
    quick.settle()
    sheet = quick.top
    assert isinstance(sheet, DiceSheet)
    for wrong in ("2d", "999999d6", "1d0"):
        sheet._set(wrong)
        quick.click("roll")
        assert sheet.fault is not None
        assert quick.has("fault")
    digest = sheet.table.state.digest()
    counter = sheet.table.session.state.counter  # type: ignore[attr-defined]
    quick.click("quick.2d6+1")
    quick.settle()
    assert sheet.table.motion.roll is not None
    assert 3 <= int(sheet.table.motion.roll.sum) <= 13
    assert sheet.table.session.state.counter == counter, "dice for show leave the table's dice alone"  # type: ignore[attr-defined]
    assert sheet.table.state.digest() != digest


def test_the_key_for_a_token_waits_until_it_is_pressed(quick: Driver) -> None:
    """No question stops the players; at any moment between two actions the key spends a token (SAC-HORROR-06)."""
    table = sit(quick, start(HUMAN, HUMAN, HUMAN, fight="cloister", ladder=7, seed=4))
    lift(quick)
    quick.wait(64)
    assert table.question == "next_pc", "the moment passes at once"
    assert quick.find("interrupt").enabled
    answer(quick, table, act.ChooseNext(ally=1))
    quick.wait(64)
    assert table.question == "turn_action"
    answer(quick, table, next(one for one in table.state.legal_actions() if isinstance(one, act.Move)))
    quick.wait(64)
    quick.wait(5000)
    assert table.question == "turn_action"
    assert quick.find("interrupt").enabled
    quick.click("interrupt")
    quick.wait(64)
    assert table.session.entries[-1].action == act.SpendToken(seat=0)
    assert table.state.ladder == 6
    assert isinstance(quick.top, Curtain), "the adversaries are the game master's to play"


def test_the_key_for_a_token_says_why_not(quick: Driver) -> None:
    table = sit(quick, start(HUMAN, HUMAN, HUMAN, fight="cloister", ladder=0, seed=4))
    lift(quick)
    quick.wait(64)
    reason = quick.find("interrupt").reason
    assert reason is not None
    assert reason.clause == "SAC-HORROR-02"
    quick.click("go_behind")
    lift(quick)
    reason = quick.find("gm.spend").reason
    assert reason is not None
    assert reason.clause == "SAC-HORROR-02"
    assert table.viewer == 0


def test_behind_the_screen_the_key_waits_too(quick: Driver) -> None:
    table = sit(quick, start(HUMAN, HUMAN, HUMAN, fight="cloister", ladder=7, seed=4))
    lift(quick)
    quick.wait(64)
    quick.click("go_behind")
    lift(quick)
    quick.wait(64)
    assert table.state.current_player() == 1
    quick.click("gm.spend")
    quick.wait(64)
    assert table.state.ladder == 6
    assert table.question == "adversary_turn"


def test_whoever_wants_to_be_asked_each_time_is_asked(quick: Driver) -> None:
    quick.app.settings.gm_pause = "ask"
    table = sit(quick, start(HUMAN, HUMAN, HUMAN, fight="cloister", ladder=7, seed=4))
    lift(quick)
    quick.wait(64)
    assert table.viewer == 0
    assert table.question == "horror_token"


def test_each_event_leads_to_the_picture_that_the_state_gives(quick: Driver) -> None:
    """The view moved on by events is the view taken anew, at every step of a fight."""
    session = start("gm", "adept", "adept", "adept", fight="churchyard", ladder=7, seed=12)
    state = session.state
    shown = View.of(state, 1)
    checked = 0
    for step in range(260):
        if state.is_terminal():
            break
        seat = state.current_player()
        action = Player(session.game, "gm" if seat == 0 else "adept").choose(state, step).action
        events = session.apply(action)
        state = session.state
        fresh = View.of(state, 1)
        shown.fresh = fresh
        for event in events:
            shown.take(event.seen_by(1))
        for name in ("ladder", "armed", *(["round"] if fresh.fight else [])):
            assert getattr(shown, name) == getattr(fresh, name), (name, action)
        for seat, pc in fresh.pcs.items():
            for part in ("harm", "tokens", "at", "dead", "guard", "fades"):
                if fresh.fight:
                    assert getattr(shown.pcs[seat], part) == getattr(pc, part), (part, action, events)
        assert set(shown.foes) >= {token for token, foe in fresh.foes.items() if foe.at}
        checked += 1
        shown = fresh
    assert checked > 60


def test_movements_may_be_skipped_at_any_moment(quick: Driver) -> None:
    quick.app.settings = Settings(asked=True, auto_forced=False)
    table = sit(quick, start(*SOLO, fight="churchyard", ladder=3, seed=4))
    for step in range(60):
        if table.state.is_terminal():
            break
        if table.my_choice and quick.top is table:
            action = Player(table.session.game, "adept").choose(table.state, step).action
            if targets_of(action) is not None or step % 2:
                table.act(action)
            else:
                answer(quick, table, action)
        quick.wait(48)
        table.animator.finish()
        assert table.view.pcs.keys() == View.of(table.state, table.viewer).pcs.keys()
    assert table.session.entries


def test_real_dice_are_typed_in_and_the_journal_keeps_them(quick: Driver) -> None:
    table = sit(quick, start("gm", HUMAN, "adept", "adept", real_dice=True, seed=5))
    quick.wait(64)
    listen = act.Choose(choice="listen")
    answer(quick, table, listen)
    answers = 0
    while not isinstance(quick.top, RealDie) and answers < 6:
        action = next(
            (one for one in table.state.legal_actions() if isinstance(one, (act.ChoosePc, act.Decline))), None
        )
        assert action is not None
        answer(quick, table, action)
        answers += 1
    sheet = quick.top
    assert isinstance(sheet, RealDie)
    assert sheet.need.die == "d20"
    quick.settle()
    quick.click("value")
    quick.type("21")
    quick.click("enter")
    assert quick.has("fault")
    quick.settle()
    quick.click("face.17")
    quick.wait(64)
    rolled = [event for entry in table.session.entries for event in entry.events if isinstance(event, ev.CheckRolled)]
    assert [event.die for event in rolled] == [17]
    again = Session.restore(table.session.contents(), registry.get)
    assert again.state.digest() == table.state.digest()


def test_a_real_die_that_is_not_rolled_changes_nothing(quick: Driver) -> None:
    table = sit(quick, start("gm", HUMAN, "adept", "adept", real_dice=True, seed=5))
    quick.wait(64)
    answer(quick, table, act.Choose(choice="listen"))
    while not isinstance(quick.top, RealDie):
        digest = table.state.digest()
        action = next(one for one in table.state.legal_actions() if isinstance(one, (act.ChoosePc, act.Decline)))
        answer(quick, table, action)
    quick.settle()
    quick.key("escape")
    quick.wait(64)
    assert table.state.digest() == digest
    assert table.my_choice


def test_a_turn_by_keys_alone(quick: Driver) -> None:
    table = _my_turn(quick)
    quick.go_to("guard")
    quick.key("return")
    assert table.view.pcs[1].guard
    space = next(action.space for action in table.state.legal_actions() if isinstance(action, act.Move))
    quick.go_to(f"space.{space}")
    quick.key("return")
    quick.wait(32)
    assert table.view.pcs[1].at == space
    quick.key("w")
    quick.key("e")
    quick.wait(32)
    assert table.view.pcs[1].acted


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
@pytest.mark.parametrize("interface", [100, 200])
def test_every_act_is_there_in_every_class(size: tuple[int, int], interface: int) -> None:
    app = make_app(size, Settings(asked=True, interface_scale=min(interface, 150) if size[0] < 1900 else interface))
    scene = shot_table(app, fight="churchyard", ladder=7, seed=5, steps=1)
    app.manager.push(scene)
    wanted = {tile.id for tile in scene.menu.tiles}
    assert wanted
    found: set[str] = set()
    for page in range(len(wanted)):
        scene.bar.page = page
        scene.refresh()
        found |= {widget.id for widget in scene.ui.all()}
    assert wanted <= found
    assert {"undo", "end_turn", "dice"} <= found
    scene.drawer_open = True
    for tab in ("stage", "left", "right"):
        scene.show_tab(tab)
        found |= {widget.id for widget in scene.ui.all()}
    assert {"ladder", "card.1", "map", "ask_gm", "hint", "turn_start"} <= found
    app.manager.reset()
    app.close()


def test_an_own_character_takes_a_seat(quick: Driver) -> None:
    sheet = structs.replace(library.ready_made(quick.app, "tova"), name="Ælfrun", id="")
    library.save(quick.app, sheet, None)
    quick.app.manager.push(Seats(quick.app, "sacrament"))
    quick.settle()
    seats = quick.top
    assert isinstance(seats, Seats)
    seats._set_option("pc1", library.own_choices(quick.app)[0][0])
    quick.settle()
    assert "Ælfrun" in quick.find("option.pc1").text
    quick.click("characters")
    quick.settle()
    assert isinstance(quick.top, library.Characters)
    quick.key("escape")
    quick.settle()
    quick.click("start")
    quick.settle()
    table = quick.top
    assert isinstance(table, SacramentTable)
    think_here(table)
    assert table.view.pcs[1].name == "Ælfrun"
    assert table.view.pcs[2].name == "Eadgyth"


def test_the_game_master_goes_back_beyond_a_roll_and_the_log_tells_everybody(quick: Driver) -> None:
    session = start(HUMAN, HUMAN, HUMAN, scenario="wickham", seed=4)
    session.apply(act.CallCheck(seat=0, who=(1,), attribute="wits", difficulty=28))
    before = session.state.digest()
    die = session.apply(act.ROLL_IT)[0].die  # type: ignore[attr-defined]
    session.apply(act.NameCost(kind="time"))
    table = sit(quick, session)
    lift(quick)
    if table.viewer != 0:
        quick.click("go_behind")
        lift(quick)
    quick.click("gm.rewind")
    quick.settle()
    words = [quick.find(f"before.{number}").text for number in (3, 2, 1)]
    assert words == ["Lucy: Lost time", "Osric: Roll", "Lucy: Call a check of Wits against 28"]
    quick.click("before.2")
    quick.settle()
    quick.click("rewind")
    quick.settle()
    assert table.state.digest() == before
    assert table.viewer == 0, "the game master is still behind the screen"
    told = [table.wording.event(event) for entry in session.log(1) for event in entry.events]
    assert "The game master goes back: 2 acts are undone." in told
    assert isinstance(session.undo_label(), Closed)
    assert session.apply(act.ROLL_IT)[0].die == die  # type: ignore[attr-defined]


def test_the_game_master_goes_back_no_further_than_the_scene(quick: Driver) -> None:
    session = start(HUMAN, HUMAN, HUMAN, scenario="wickham", seed=4)
    session.apply(act.Note(seat=0, words="First.", to=0))
    session.apply(act.Jump(seat=0, node="street"))
    table = sit(quick, session)
    assert rewinds(table) == []
    session.apply(act.Note(seat=0, words="Second.", to=0))
    assert rewinds(table) == [3]
    session.set_seat(2, SeatPlan("adept"))
    assert rewinds(table) == []


def test_an_answer_leaves_the_focus_with_the_answers_and_the_log_at_its_end(quick: Driver) -> None:
    table = sit(quick, start(*SOLO, seed=5))
    assert quick.focus == "answer.0"
    for step in range(5):
        answer(quick, table, Player(table.session.game, "adept").choose(table.state, step).action)
        quick.wait(64)
        assert table.my_choice
        assert quick.focus == "answer.0"
        log = quick.find("log")
        assert isinstance(log, ScrollArea)
        assert log.overflow > 0
        assert log.offset == log.overflow


def test_tiles_are_undiscovered_then_seen_then_remembered(quick: Driver) -> None:
    """What was seen cannot be taken back; a table that is opened again remembers it."""
    table = _my_turn(quick, ladder=0)
    start_tiles = {name for name in table.view.grid.names if table.sight.knows(name)}  # type: ignore[union-attr]
    assert start_tiles == table.view.lit
    assert table.view.lit < set(table.view.grid.names)  # type: ignore[union-attr]
    for _ in range(3):
        quick.wait(64)
        moves = [action for action in table.state.legal_actions() if isinstance(action, act.Move)]
        answer(quick, table, min(moves, key=lambda move: (int(move.space[1:]), move.space)))
    quick.wait(64)
    known = {name for name in table.view.grid.names if table.sight.knows(name)}  # type: ignore[union-attr]
    assert known > table.view.lit, "what was seen before is remembered"
    assert known > start_tiles
    again = SacramentTable(quick.app, Session.restore(table.session.contents(), registry.get), lambda: None)
    assert {name for name in table.view.grid.names if again.sight.knows(name)} == known  # type: ignore[union-attr]
    quick.click("turn_start")
    quick.wait(64)
    assert quick.screen.ui.bubble is not None, "what has come into sight closes undo"
    assert {name for name in table.view.grid.names if table.sight.knows(name)} == known  # type: ignore[union-attr]


def test_the_map_is_blank_where_no_light_has_fallen(quick: Driver) -> None:
    table = _my_turn(quick, ladder=0)
    unseen, seen = "a1", table.view.pcs[1].at
    assert not table.sight.knows(unseen)
    frames = []
    for known in (False, True):
        if known:
            table.sight.knows = lambda space: True  # type: ignore[method-assign]
        quick.app.invalidate()
        quick.pixels()
        picture = quick.app.window.surface
        frames.append(
            [pygame.image.tobytes(picture.subsurface(table.stage.sheet.rect(one)), "RGB") for one in (unseen, seen)]
        )
    assert frames[0][0] != frames[1][0], "a tile that was seen before is hatched, not blank"
    assert frames[0][1] == frames[1][1]


def test_the_tiles_stay_in_their_places_while_the_tokens_moment_passes(quick: Driver) -> None:
    table = _my_turn(quick, ladder=7)
    ids = [tile.id for tile in table.menu.tiles]
    prompt = quick.find("prompt").text
    slow = Thoughtful(table, "gm")
    slow.poll = lambda timeout=0: None  # type: ignore[method-assign]  # it has not answered yet
    table.thinking.workers["gm"] = slow  # type: ignore[assignment]
    move = next(action for action in table.state.legal_actions() if isinstance(action, act.Move))
    table.act(move)
    quick.wait(64)
    assert table.current == 0, "the game master is still thinking"
    assert [tile.id for tile in table.menu.tiles] == ids
    assert not any(tile.actions for tile in table.menu.tiles)
    assert quick.find("prompt").text == prompt.replace("6", "5")
    quick.click("guard")
    assert quick.screen.ui.bubble is not None
    assert quick.screen.ui.bubble.why.clause == "SAC-HORROR-06"
    del slow.poll
    for _ in range(60):
        quick.wait(16)
    assert table.question == "turn_action"
    assert [tile.id for tile in table.menu.tiles] == ids


CLOSE = {
    "fight": "cloister", "phase": "turn",
    "pcs": [{"id": "osric", "at": "d5"}, {"id": "eadgyth", "at": "d4"}, {"id": "tova", "at": "c5"}],
    "foes": [{"kind": "quick_buried", "at": "d5"}, {"kind": "quick_buried", "at": "e5"}],
}  # fmt: skip
"""An adversary on the tile of the one whose turn it is, another one tile off, and friends on the tiles beside it."""


def _close(driver: Driver) -> SacramentTable:
    """A table at which somebody stands on every side."""
    plans = [SeatPlan("gm"), SeatPlan(HUMAN, "Lucy", 1), SeatPlan("adept"), SeatPlan("adept")]
    table = sit(driver, Session.start(registry.get("sacrament"), plans, seed=4, position=CLOSE))
    while table.question != "turn_action" or not table.ready:
        driver.wait(16)
    return table


def _press_token(driver: Driver, table: SacramentTable, id: str) -> None:
    click_at(driver, table.stage.token_box(id).center)
    driver.settle()


def test_pressing_an_adversary_asks_before_it_strikes(quick: Driver) -> None:
    table = _close(quick)
    foe = next(foe.token for foe in table.view.foes.values() if foe.at == "d5")
    before = len(table.session.entries)
    _press_token(quick, table, f"foe.{foe}")
    assert isinstance(quick.top, DeedList)
    assert all(isinstance(action, act.Strike) for action, _, _ in quick.top.deeds)
    assert all("%" in words for _, words, _ in quick.top.deeds), "with the odds"
    quick.click("cancel")
    quick.settle()
    assert len(table.session.entries) == before
    strike = next(tile for tile in table.menu.tiles if tile.id.startswith("strike"))
    quick.click(strike.id)
    _press_token(quick, table, f"foe.{foe}")
    assert len(table.session.entries) > before, "what is armed strikes at once"


@pytest.mark.parametrize("id", ["pc.2", "pc.3", "foe"])
def test_a_press_steps_onto_a_tile_that_holds_somebody(quick: Driver, id: str) -> None:
    table = _close(quick)
    if id == "foe":
        id = next(f"foe.{foe.token}" for foe in table.view.foes.values() if foe.at == "e5")
    space = table.stage._at(id)
    assert "Move to" in quick.find(id).tooltip
    _press_token(quick, table, id)
    if isinstance(quick.top, DeedList):  # a strike is possible too
        number = next(n for n, (action, _, _) in enumerate(quick.top.deeds) if isinstance(action, act.Move))
        quick.click(f"deed.{number}")
        quick.settle()
    assert table.view.pcs[1].at == space


def test_a_press_on_a_portrait_walks_nowhere(quick: Driver) -> None:
    table = _close(quick)
    quick.click("card.2")
    quick.wait(32)
    assert table.view.pcs[1].at == "d5"


@pytest.mark.parametrize("brush", ["fog", "clear", "light"])
@pytest.mark.parametrize("what", ["pc.1", "foe", "space", "thing"])
def test_a_press_with_an_armed_brush_only_paints(quick: Driver, brush: str, what: str) -> None:
    table = sit(quick, start(HUMAN, "adept", "adept", "adept", fight="churchyard", seed=4))
    for _ in range(4000):
        steps = any(widget.id.startswith("space.") for widget in table.ui.widgets)
        if table.question == "adversary_turn" and table.ready and steps:
            break
        if isinstance(quick.top, Curtain):
            lift(quick)
        elif table.my_choice and table.ready:
            table.act(table.state.legal_actions()[0])
        quick.wait(16)
    assert table.question == "adversary_turn"
    assert table.view.is_gm
    quick.click(f"brush.{brush}")
    before = len(table.session.entries)
    if what == "foe":
        what = f"foe.{next(foe.token for foe in table.view.foes.values() if foe.at)}"
    elif what == "space":
        what = next(widget.id for widget in table.ui.widgets if widget.id.startswith("space."))
    elif what == "thing":
        what = next(widget.id for widget in table.ui.widgets if widget.id.startswith("thing."))
    click_at(quick, quick.find(what).visible_box.center)
    quick.wait(64)
    assert isinstance(quick.top, SacramentTable)
    done = [entry.action for entry in table.session.entries[before:]]
    assert len(done) == 1
    assert isinstance(done[0], act.Light if brush == "light" else act.Fog)


def test_the_tray_shows_what_was_just_rolled_when_it_has_landed(quick: Driver) -> None:
    quick.app.settings.my_speed = quick.app.settings.others_speed = 1.0
    table = _close(quick)
    table.motion.rolls.clear()
    strike = next(action for action in table.state.legal_actions() if isinstance(action, act.Strike))
    number = len(table.session.entries)
    table.act(strike)
    events = [event for event in table.session.entries[number].events if isinstance(event, ROLLS)]
    check = events[0]
    assert isinstance(check, ev.CheckRolled)
    thrown: list[Any] = []
    for _ in range(600):
        roll = table.motion.roll
        if roll is not None and roll.tumbling:
            assert table.motion.roll_words() == "", "nothing is told while the die is in the air"
            assert roll not in table.motion.rolls
            if roll not in thrown:
                thrown.append(roll)
        if len(table.motion.rolls) == len(events):
            break
        quick.wait(16)
    assert len(thrown) == len(events) > 1
    assert thrown[0].dice == [(20, check.die)]
    assert thrown[1].dice[0] == (20, check.die), "damage lies beside the attack that it came from"
    table.motion.recall(table.session.entries)
    assert [roll.dice for roll in table.motion.rolls[: len(events)]] == [roll.dice for roll in reversed(thrown)]


@pytest.mark.parametrize("game", ["sacrament", "kanata", "kingsport"])
def test_after_continue_a_key_too_many_takes_nothing_back(quick: Driver, game: str) -> None:
    quick.app.settings.others_speed = 1.0
    kinds = ["gm", HUMAN, "novice", "novice"] if game == "sacrament" else [HUMAN, "novice", "novice"]
    options = {"fight": "churchyard"} if game == "sacrament" else {}
    plans = [SeatPlan(kind, "Lucy" if kind == HUMAN else "") for kind in kinds]
    session = shell.start_session(quick.app, game, plans, 5, options)
    for _ in range(12):
        session.apply(session.state.legal_actions()[0])
    path = session.path
    session.close()
    assert path is not None
    quick.app.manager.push(Title(quick.app))
    quick.settle()
    quick.click("continue")
    for wait in (16, 300, 1000):
        quick.wait(wait)
        top = quick.top
        kept = len(top.session.records) if isinstance(top, TableScene) else 0
        if isinstance(top, TableScene):
            assert quick.focus not in ("undo", "redo", "turn_start")
        quick.key("return")
        if isinstance(top, TableScene):
            assert len(top.session.records) >= kept


def _in_the_story(driver: Driver, node: str, **more: Any) -> SacramentTable:
    """A table at a place of the first story."""
    plans = [SeatPlan("gm"), SeatPlan(HUMAN, "Lucy", 1), SeatPlan("adept"), SeatPlan("adept")]
    position = {"scenario": "wickham", "node": node, "pcs": [{"id": "osric"}, {}, {}], **more}
    table = sit(driver, Session.start(registry.get("sacrament"), plans, seed=4, position=position))
    while not table.my_choice or not table.ready:
        driver.wait(16)
    return table


def test_the_end_of_a_story_is_asked_for(quick: Driver) -> None:
    table = _in_the_story(quick, "morning")
    leave = act.Choose(choice="leave")
    tile = next(tile for tile in table.menu.tiles if leave in tile.actions)
    for id in ("cancel", "end"):
        assert not table.state.is_terminal()
        assert table.view.node == "morning"
        quick.click(tile.id)
        quick.settle()
        assert isinstance(quick.top, Question)
        quick.click(id)
        quick.settle()
    assert table.session.entries[-1].action is not None
    assert any(entry.action == leave for entry in table.session.entries)


def test_what_ends_no_story_is_not_asked_for(quick: Driver) -> None:
    table = _in_the_story(quick, "tavern")
    tile = next(tile for tile in table.menu.tiles if act.Choose(choice="leofwyn") in tile.actions)
    quick.click(tile.id)
    quick.wait(32)
    assert quick.top is table


def test_the_clock_of_the_night_is_in_sight(quick: Driver) -> None:
    table = _in_the_story(quick, "tavern", clocks={"night": 2})
    with quick.app.text.record() as record:
        quick.pixels()
    seen = [mark.text for mark in record.marks]
    assert seen.count("Night: 2 of 4") == 2, "on the page and in the top bar"
    assert record.faults() == []
    assert table.phases()[1] == ("Night: 2 of 4", False)


def test_the_sheet_counts_what_is_carried(quick: Driver) -> None:
    table = _in_the_story(quick, "tavern")
    pc = table.state.pc(1)
    things = (Item("rations", n=2, left=1), Item("chalk_ward", left=2), Item("salve", n=3))
    pc.set_sheet(structs.replace(pc.sheet, items=things, worn="", hands=()))
    table.inspect_pc(1)
    quick.settle()
    told = " ".join(widget.text for widget in quick.screen.ui.all())
    assert "Rations × 2 (4 of 6 left)" in told
    assert "Chalk Ward (2 of 3 left)" in told
    assert "Wound salve × 3" in told


def test_the_map_names_its_columns_and_rows(quick: Driver) -> None:
    table = _close(quick)
    grid = table.view.grid
    assert grid is not None
    drawn: dict[str, tuple[int, int]] = {}
    sheet = table.stage.sheet
    sheet._draw_name = lambda surface, words, centre, side: drawn.update({words: centre})  # type: ignore[method-assign]
    names = {*(chr(97 + n) for n in range(grid.width)), *(str(n + 1) for n in range(grid.height))}
    for zoom in range(4):
        drawn.clear()
        sheet.draw_names(quick.app.window.surface)
        assert drawn.keys() == names if zoom == 0 else drawn.keys() <= names
        for name, (x, y) in drawn.items():
            tile = sheet.rect(f"{name}1" if name.isalpha() else f"a{name}")
            assert abs(x - tile.centerx if name.isalpha() else y - tile.centery) <= 1
            assert sheet.stage.left <= x if name.isdigit() else sheet.stage.top <= y, "in sight at every zoom"
        sheet.zoom_by(1)


def test_a_character_whose_file_is_gone_is_told_at_the_start(quick: Driver) -> None:
    path, _ = library.save(quick.app, structs.replace(library.ready_made(quick.app, "tova"), name="Zoe", id=""), None)
    assert path is not None
    seats = Seats(quick.app, "sacrament")
    quick.app.manager.push(seats)
    quick.settle()
    seats._set_option("pc1", library.own_choices(quick.app)[0][0])
    path.unlink()
    quick.settle()
    quick.click("start")
    quick.settle()
    assert quick.top is seats
    assert seats.ui.bubble is not None
    assert seats.ui.bubble.why.text.startswith("zoe.character.json cannot be played any more. File: found ")


def test_the_game_master_steps_an_adversary_onto_a_tile_that_holds_somebody(quick: Driver) -> None:
    plans = [SeatPlan(HUMAN, "James", 0), SeatPlan("adept"), SeatPlan("adept"), SeatPlan("adept")]
    position = {**CLOSE, "phase": "adversary_phase", "foes": [{"kind": "quick_buried", "at": "e5"}]}
    table = sit(quick, Session.start(registry.get("sacrament"), plans, seed=4, position=position))
    for _ in range(400):
        if table.question == "adversary_turn" and table.ready:
            break
        if table.my_choice and table.ready:
            table.act(table.state.legal_actions()[0])
        quick.wait(16)
    _press_token(quick, table, "pc.1")
    assert [foe.at for foe in table.view.foes.values()] == ["d5"]
