"""From the title to a table and back, by mouse alone and by keys alone; kept games, sound and damaged."""

from __future__ import annotations

from pathlib import Path

import pytest

from game import registry
from game.core import saves
from game.core.session import HUMAN, SeatPlan, Session
from game.core.yaml_reader import ContentError
from scenes import boards, shell
from scenes.curtain import Curtain
from scenes.dialogs import Message
from scenes.input import Do
from scenes.load import LoadScene
from scenes.rules import RuleSheet
from scenes.seats import EMPTY, Seats
from scenes.settings import Settings, load_settings
from scenes.settings_screen import KEYS, KeepOrRevert, SettingsScreen
from scenes.shots import Sleeper
from scenes.table import TableScene
from scenes.thinking import PLAY_NOW_AFTER
from scenes.title import Title
from tests.scenes.driver import Driver

GAME = "kingsport"


@pytest.fixture(autouse=True)
def _bare_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """The table without a board of its own: what all boards have in common."""
    for module in (boards, shell):
        monkeypatch.setattr(module, "make_table", lambda app, session, leave: TableScene(app, session, leave))


@pytest.fixture
def title(driver: Driver) -> Title:
    one = Title(driver.app)
    driver.app.manager.push(one)
    driver.settle()
    return one


def _plans(*kinds: str) -> list[SeatPlan]:
    return [SeatPlan(kind, f"Seat {number}") for number, kind in enumerate(kinds)]


def _session(driver: Driver, *kinds: str, seed: int = 5) -> Session:
    return shell.start_session(driver.app, GAME, _plans(*(kinds or (HUMAN, HUMAN, HUMAN))), seed, {})


def _table(driver: Driver, *kinds: str, seed: int = 5) -> TableScene:
    session = _session(driver, *kinds, seed=seed)
    shell.show_table(driver.app, session)
    table = next(scene for scene in driver.app.manager.stack if isinstance(scene, TableScene))
    driver.wait(500)
    return table


# ------------------------------------------------------------------------------------------------------- title


def test_without_a_game_there_is_no_continue_and_new_game_has_the_focus(driver: Driver, title: Title) -> None:
    assert not driver.has("continue")
    assert driver.focus == "new"


def test_a_door_leads_to_the_seats_of_its_game(driver: Driver, title: Title) -> None:
    assert all(driver.has(f"door.{game}") for game in registry.GAMES)
    driver.click(f"door.{GAME}")
    assert isinstance(driver.top, Seats)
    assert driver.top.game_id == GAME


def test_each_entry_leads_somewhere_and_esc_back(driver: Driver, title: Title) -> None:
    for entry in ("new", "load", "settings", "credits"):
        driver.click(entry)
        assert driver.top is not title, entry
        driver.settle()
        driver.key("escape")
        assert driver.top is title
        driver.settle()
    driver.key("escape")
    assert driver.top is title
    driver.click("quit")
    assert not driver.app.running


def test_the_first_start_asks_once(tmp_path: Path) -> None:
    driver = Driver(folder=tmp_path, settings=Settings())
    driver.app.manager.push(Title(driver.app))
    assert driver.top.name == "first_start"
    driver.settle()
    driver.click("done")
    assert driver.top.name == "title"
    driver.close()
    assert load_settings(tmp_path)[0].asked


# ------------------------------------------------------------------------------------------------------- seats


def test_a_game_is_begun_by_mouse_alone(driver: Driver, title: Title) -> None:
    driver.click(f"door.{GAME}")
    driver.settle()
    driver.click("name.0")
    driver.type("Lucy")
    driver.click("fill")
    driver.click("start")
    table = driver.app.manager.stack[-1]
    assert isinstance(table, TableScene)
    assert [plan.kind for plan in table.session.seats] == [HUMAN, *["novice"] * 4]
    assert table.session.seats[0].name == "Lucy"
    assert table.viewer in (0, None)


def test_a_game_is_begun_by_keys_alone(driver: Driver, title: Title) -> None:
    driver.go_to(f"door.{GAME}")
    driver.key("return")
    driver.settle()
    driver.go_to("seed")
    driver.type("harbour bell")
    driver.go_to("start")
    driver.key("return")
    table = driver.app.manager.stack[-1]
    assert isinstance(table, TableScene)
    same = registry.get(GAME).new_game(3, table.session.header.seed, scenario=False)
    assert table.session.header.seed == Seats.seed(_seats_with("harbour bell", driver))
    assert same.digest() == table.session.header.digest


def _seats_with(word: str, driver: Driver) -> Seats:
    seats = Seats(driver.app, GAME)
    seats.seed_word = word
    return seats


def test_a_fault_in_a_games_files_is_told_and_ends_nothing(
    driver: Driver, title: Title, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(self: object) -> str:
        raise ContentError("gods.yaml", 3, "gods.migo", "a fault", "none")

    monkeypatch.setattr(type(registry.get(GAME)), "content_digest", broken)
    driver.click(f"door.{GAME}")
    driver.settle()
    driver.click("start")
    assert isinstance(driver.top, Message)
    driver.settle()
    driver.key("escape")
    assert isinstance(driver.top, Seats)
    monkeypatch.undo()
    driver.settle()
    driver.click("start")
    assert isinstance(driver.top, (TableScene, Curtain))


def test_start_says_what_is_missing(driver: Driver) -> None:
    seats = Seats(driver.app, GAME)
    driver.app.manager.push(seats)
    driver.settle()
    for row in seats.rows[2:]:
        row.kind = EMPTY
    seats.refresh()
    driver.click("start")
    assert driver.top is seats
    assert seats.ui.last_why is not None
    assert "3 seats; 2 are set" in seats.ui.last_why.text
    seats.rows[2].kind = "adept"
    seats.rows[1].name = seats.rows[2].name = "James"
    seats.refresh()
    why = seats.missing()
    assert why is not None
    assert "James" in why.text


def test_seats_change_places_by_drag_by_buttons_and_at_random(driver: Driver) -> None:
    seats = Seats(driver.app, GAME)
    driver.app.manager.push(seats)
    driver.settle()
    seats.rows[0].name = "Lucy"
    seats.refresh()
    driver.drag("row.0", "row.2")
    assert seats.rows[2].name == "Lucy"
    driver.click("up.2")
    assert seats.rows[1].name == "Lucy"
    driver.click("order")
    assert sorted(row.kind == EMPTY for row in seats.rows) == [False] * 3 + [True] * 2


def test_one_person_leads_several_seats(driver: Driver) -> None:
    seats = Seats(driver.app, GAME)
    driver.app.manager.push(seats)
    driver.settle()
    seats.rows[0].name = "Lucy"
    driver.click("fill")
    driver.go_to("kind-1")
    driver.key("left")  # from the weakest level to Lucy, who stands between it and a person of their own
    assert "With Lucy" in driver.find("kind-1").text
    driver.go_to("kind-2")
    driver.key("left")
    driver.key("left")
    driver.go_to("kind-3")
    driver.key("left")
    assert [plan.person for plan in seats.plans()] == [0, 0, 2, 2, None]
    seats._move(0, 1)
    assert [plan.person for plan in seats.plans()][:2] == [0, 0], "they stay together when their seats change places"
    seats._set_kind(1, "adept")
    assert [plan.person for plan in seats.plans()] == [0, None, 2, 2, None], "the other seat has its person still"
    driver.click("start")
    table = next(scene for scene in driver.app.manager.stack if isinstance(scene, TableScene))
    assert table.session.persons() == (0, 2)


def test_between_seats_of_one_person_no_curtain_falls(driver: Driver) -> None:
    plans = [SeatPlan(HUMAN, name, 0) for name in ("Lucy", "James")] + [SeatPlan(HUMAN, "Larry", 1)]
    session = shell.start_session(driver.app, GAME, plans, 5, {})
    shell.show_table(driver.app, session)
    table = next(scene for scene in driver.app.manager.stack if isinstance(scene, TableScene))
    curtains: set[int | None] = set()
    seen: set[int] = set()
    for _ in range(400):
        if isinstance(driver.top, Curtain):
            curtains.add(session.person_to_act())
            driver.wait(420)
            driver.click("lift")
        elif table.my_choice:
            seen.add(table.current)
            table.act(table.state.legal_actions()[-1])
            table.animator.finish()
        if len(seen) == 3:
            break
        between = table.viewer is None and not isinstance(driver.top, Curtain)
        assert not between, "somebody always looks, or a curtain hangs"
    assert seen == {0, 1, 2}
    assert curtains == {0, 1}


def test_every_option_shows_its_help_and_clauses(driver: Driver) -> None:
    driver.app.manager.push(Seats(driver.app, GAME))
    driver.settle()
    for option in registry.get(GAME).options:
        assert driver.has(f"option.{option.name}")
        for clause in option.clauses:
            assert driver.has(f"option.{option.name}.help.{clause}")
    driver.click("option.scenario.help.KPT-INVEST-02")
    assert isinstance(driver.top, RuleSheet)


def test_whom_a_seat_plays_is_asked_where_somebody_sits(driver: Driver) -> None:
    driver.app.manager.push(seats := Seats(driver.app, "kanata"))
    assert [plan.person for plan in seats.plans()] == [0, None, None, None], "one person and three computer players"
    assert driver.has("option.character_4")
    assert not driver.has("option.character_5")
    seats._set_kind(4, "novice")
    assert driver.has("option.character_5")
    assert driver.has("cast.help.KAN-SETUP-09")


def test_an_option_reaches_the_rules(driver: Driver) -> None:
    seats = Seats(driver.app, GAME)
    driver.app.manager.push(seats)
    driver.settle()
    driver.click("option.ledger")
    driver.click("option.scenario")
    driver.click("start")
    table = driver.app.manager.stack[-1]
    assert isinstance(table, TableScene)
    assert table.session.header.options["ledger"] == "memory"
    assert table.session.header.options["scenario"] is True


def test_a_first_game_begins_as_the_text_advises(driver: Driver) -> None:
    seats = Seats(driver.app, "kingsport")
    assert seats.options["scenario"] is False
    driver.app.manager.push(seats)
    driver.settle()
    driver.click("start")
    table = driver.app.manager.stack[-1]
    assert isinstance(table, TableScene)
    assert table.session.header.options["scenario"] is False
    (option,) = (one for one in registry.get("kingsport").options if one.name == "scenario")
    assert option.default is True, "what a command or an old file leaves out is as ever"


# ------------------------------------------------------------------------------------------------------- table


def test_between_persons_the_curtain_falls_and_one_button_lifts_it(driver: Driver) -> None:
    table = _table(driver)
    assert isinstance(driver.top, Curtain)
    assert table.viewer is None
    driver.key("escape")
    driver.press((10, 10))
    driver.release((10, 10))
    assert isinstance(driver.top, Curtain)
    driver.wait(400)
    driver.click("lift")
    assert driver.top is table
    assert table.viewer == table.current


def test_the_curtain_is_deaf_at_first(driver: Driver) -> None:
    session = _session(driver)
    shell.show_table(driver.app, session)
    driver.key("return")
    assert isinstance(driver.top, Curtain)
    driver.wait(420)
    driver.key("return")
    assert isinstance(driver.top, TableScene)


def test_losing_the_window_brings_the_curtain_back(driver: Driver) -> None:
    import pygame

    table = _table(driver)
    driver.click("lift")
    assert table.viewer is not None
    driver.post(pygame.event.Event(pygame.WINDOWFOCUSLOST))
    assert isinstance(driver.top, Curtain)
    assert table.viewer is None


def test_a_minute_without_input_brings_the_curtain_back(driver: Driver) -> None:
    table = _table(driver)
    driver.click("lift")
    driver.wait(59_000)
    assert driver.top is table
    driver.key("tab")
    driver.wait(59_000)
    assert driver.top is table
    driver.wait(2_000)
    assert isinstance(driver.top, Curtain)


def test_one_person_alone_sees_no_curtain(driver: Driver) -> None:
    table = _table(driver, HUMAN, "novice", "novice")
    assert not any(isinstance(scene, Curtain) for scene in driver.app.manager.stack)
    assert table.viewer == 0


def test_an_illegal_act_is_refused_with_its_clause(driver: Driver) -> None:
    table = _table(driver)
    driver.click("lift")
    legal = {str(action) for action in table.state.legal_actions()}
    other = registry.get(GAME).new_game(3, 99)
    while not other.is_terminal():
        action = other.legal_actions()[-1]
        if str(action) not in legal and table.why_not(action) is not None:
            break
        other.apply_action(action)
    entries = len(table.session.entries)
    assert not table.act(action)
    assert table.ui.last_why is not None
    assert table.ui.last_why.clause.startswith("KPT-")
    assert len(table.session.entries) == entries


def test_undo_is_open_back_to_a_reveal_and_says_why_not(driver: Driver) -> None:
    table = _table(driver)
    driver.click("lift")
    _, reason = table.undo_word()
    assert reason is not None
    driver.key("u")
    assert table.ui.last_why is not None
    assert table.ui.last_why.text == reason.text


def test_a_computer_plays_on_while_the_window_runs(driver: Driver) -> None:
    driver.app.settings.others_speed = 0.0
    session = _session(driver, "novice", "novice", "novice")
    shell.show_table(driver.app, session)
    table = driver.top
    assert isinstance(table, TableScene)
    for _ in range(20_000):
        driver.wait(16)
        if len(session.entries) > 4:
            break
        table.thinking.workers["novice"].poll(0.01)
    assert len(session.entries) > 4
    assert table.thinking.choices


def test_a_move_is_announced_before_it_is_made(driver: Driver) -> None:
    session = _session(driver, "novice", "novice", "novice")
    shell.show_table(driver.app, session)
    table = driver.top
    assert isinstance(table, TableScene)
    driver.wait(16)
    worker = table.thinking.workers["novice"]
    choice = worker.wait()
    worker.poll = lambda timeout=0: choice  # type: ignore[method-assign, assignment]
    before = len(session.entries)
    driver.wait(100)
    assert len(session.entries) == before
    driver.wait(350)
    assert len(session.entries) == before + 1
    assert session.entries[-1].action == choice.action


def test_play_now_does_not_wait(driver: Driver) -> None:
    driver.app.settings.others_speed = 0.0
    session = _session(driver, "adept", "adept", "adept")
    table = TableScene(driver.app, session, driver.app.manager.pop)
    table.thinking.make = Sleeper
    driver.app.manager.push(table)
    driver.wait(PLAY_NOW_AFTER - 100)
    assert table.ui.find("play_now") is None
    driver.wait(200)
    button = driver.find("play_now")
    assert "A quick move" in button.text, "it says that it is not the move that is being thought about"
    assert "Novice" in button.tooltip
    before = len(session.entries)
    driver.click("play_now")
    assert len(session.entries) == before + 1


def test_log_rules_recap_and_pause_open_and_close(driver: Driver) -> None:
    table = _table(driver, HUMAN, "novice", "novice")
    for key, name in (("l", "log"), ("f1", "rule"), ("r", "message"), ("escape", "pause")):
        driver.key(key)
        assert driver.top.name == name
        driver.settle()
        driver.key("escape")
        assert driver.top is table
        driver.settle()


def test_leaving_to_the_title_offers_to_go_on(driver: Driver) -> None:
    table = _table(driver)
    digest = table.state.digest()
    driver.click("lift")
    driver.settle()
    driver.key("escape")
    driver.settle()
    driver.click("title")
    assert isinstance(driver.top, Title)
    driver.settle()
    assert driver.focus == "continue"
    driver.key("return")
    again = next(scene for scene in driver.app.manager.stack if isinstance(scene, TableScene))
    assert again.state.digest() == digest


def test_a_finished_game_shows_its_result_and_begins_again_with_seats_turned(driver: Driver) -> None:
    driver.app.settings.others_speed = 0.0
    session = _session(driver, HUMAN, "novice", "novice")
    while not session.state.is_terminal():
        session.apply(session.state.legal_actions()[0])
    shell.show_table(driver.app, session)
    driver.wait(50)
    assert driver.top.name == "result"
    driver.pixels()
    driver.settle()
    driver.click("again")
    table = next(scene for scene in driver.app.manager.stack if isinstance(scene, TableScene))
    assert [plan.name for plan in table.session.seats] == ["Seat 2", "Seat 0", "Seat 1"]


# ------------------------------------------------------------------------------------------------------- kept games


def _damage(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[len(content) * 2 // 3] ^= 0x20
    path.write_bytes(content)


def _kept(driver: Driver, acts: int = 12) -> Path:
    session = _session(driver)
    for _ in range(acts):
        session.apply(session.state.legal_actions()[0])
    session.close()
    assert session.path is not None
    return session.path


def test_a_damaged_game_is_listed_with_its_reason_and_recovered_into_a_new_file(driver: Driver) -> None:
    path = _kept(driver)
    _damage(path)
    before = path.read_bytes()
    driver.app.manager.push(LoadScene(driver.app))
    driver.settle()
    assert "damaged" in driver.find("state.0").text
    driver.click("open.0")
    assert driver.top.name == "question"
    driver.settle()
    driver.click("recover")
    table = next(scene for scene in driver.app.manager.stack if isinstance(scene, TableScene))
    assert table.session.path is not None
    assert table.session.path != path
    assert path.read_bytes() == before


def test_a_file_that_is_no_game_is_listed_and_harms_nobody(driver: Driver) -> None:
    folder = shell.games_folder(driver.app)
    assert folder is not None
    (folder / "list.save").write_bytes(b"candles, rope, salt")
    (folder / "empty.journal").write_bytes(b"")
    driver.app.manager.push(LoadScene(driver.app))
    driver.settle()
    for number in range(2):
        driver.click(f"open.{number}")
        assert driver.top.name in ("message", "question")
        driver.settle()
        driver.key("escape")
        driver.settle()
    driver.pixels()


def test_a_deleted_game_lies_in_the_bin(driver: Driver) -> None:
    path = _kept(driver)
    driver.app.manager.push(LoadScene(driver.app))
    driver.settle()
    driver.click("delete.0")
    driver.settle()
    assert driver.focus == "cancel"
    driver.click("delete")
    assert not path.exists()
    assert (path.parent / "bin" / path.name).exists()
    assert driver.has("empty")


def test_quick_save_writes_a_save_that_opens(driver: Driver) -> None:
    table = _table(driver, HUMAN, "novice", "novice")
    driver.key("f5")
    folder = shell.games_folder(driver.app)
    assert folder is not None
    (path,) = folder.glob(f"*{saves.SAVE}")
    session = shell.open_session(driver.app, path)
    assert session.state.digest() == table.state.digest()
    session.close()


# ------------------------------------------------------------------------------------------------------- settings


def test_a_change_of_size_comes_back_unless_it_is_kept(driver: Driver) -> None:
    driver.app.manager.push(SettingsScreen(driver.app))
    driver.settle()
    driver.go_to("setting.text_scale")
    driver.key("right")
    assert driver.app.settings.text_scale == 125
    assert isinstance(driver.top, KeepOrRevert)
    driver.wait(10_100)
    assert driver.app.settings.text_scale == 100
    assert isinstance(driver.top, SettingsScreen)
    driver.key("right")
    driver.settle()
    driver.click("keep")
    driver.wait(11_000)
    assert driver.app.settings.text_scale == 125


def test_settings_are_found_reset_and_kept(driver: Driver, tmp_path: Path) -> None:
    screen = SettingsScreen(driver.app)
    driver.app.manager.push(screen)
    driver.settle()
    driver.click("search")
    driver.type("captions")
    assert driver.has("setting.captions")
    assert not driver.has("setting.mute")
    driver.click("setting.captions")
    assert load_settings(tmp_path)[0].captions
    driver.click("reset.captions")
    assert not load_settings(tmp_path)[0].captions
    driver.click("search")
    driver.type("zzz")
    assert driver.has("nothing")


def test_every_key_of_the_shell_has_its_text(driver: Driver) -> None:
    from scenes import shell_shots
    from scenes.shots import show

    for shot in shell_shots.SHOTS:
        show(driver.app, shot)
        driver.app.manager.reset()
    assert driver.app.strings.missing == set()


def test_a_key_is_bound_anew_and_a_taken_one_refused_by_name(driver: Driver, tmp_path: Path) -> None:
    driver.app.manager.push(SettingsScreen(driver.app, KEYS))
    driver.settle()
    driver.click("key.hint")
    assert driver.top.name == "key_capture"
    driver.key("e")
    assert "End turn" in driver.find("words").text
    driver.key("ctrl+j")
    assert driver.top.name == "settings"
    assert driver.app.mapper.bindings.act("ctrl+j") == Do.HINT
    assert load_settings(tmp_path)[0].keys == {"hint": ["ctrl+j"]}
    driver.settle()
    driver.click("keys.reset")
    assert driver.app.mapper.bindings.act("h") == Do.HINT
    driver.settle()
    driver.click("key.log")
    driver.key("escape")
    assert driver.top.name == "settings"
    assert driver.app.mapper.bindings.act("l") == Do.LOG


def test_the_text_view_tells_the_screen_and_is_walked_by_arrows(driver: Driver, title: Title) -> None:
    driver.key("k")
    assert driver.top.name == "text_view"
    told = [line for _, lines in driver.top.outline() for line in lines]
    assert "New game" in told
    assert driver.focus == "line.0"
    driver.key("down")
    assert driver.focus == "line.1"
    driver.key("k")
    assert driver.top is title


def test_a_disk_that_refuses_is_told_once_and_the_game_goes_on(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    table = _table(driver, HUMAN, "novice", "novice")
    problem: list[OSError | None] = [OSError(28, "No space left on device")]
    monkeypatch.setattr(Session, "problem", property(lambda self: problem[0]))
    driver.wait(50)
    assert table.ui.last_why is not None
    assert "No space left" in table.ui.last_why.text
    table.ui.bubble = None
    driver.wait(200)
    assert table.ui.bubble is None
    problem[0] = None
    driver.wait(50)
    assert table.ui.bubble is not None


def test_a_crash_leaves_a_report_and_the_window_closes(driver: Driver, tmp_path: Path) -> None:
    class Faulty(Title):
        def update(self, dt: float) -> bool:
            raise RuntimeError("the floor gives way")

    with pytest.raises(RuntimeError):
        driver.app.run(Faulty(driver.app))
    (report,) = tmp_path.glob("crash-*.txt")
    assert "the floor gives way" in report.read_text(encoding="utf-8")


@pytest.mark.parametrize("word", ["-1", "18446744073709551616", "9" * 60])
def test_a_number_that_is_no_seed_is_refused_with_the_reason(word: str, driver: Driver, title: Title) -> None:
    driver.go_to(f"door.{GAME}")
    driver.key("return")
    driver.settle()
    driver.go_to("seed")
    driver.type(word)
    driver.go_to("start")
    driver.key("return")
    seats = driver.top
    assert isinstance(seats, Seats)
    why = seats.missing()
    assert why is not None
    assert "a whole number from 0 to 18446744073709551615, or a word" in why.text
    seats._set_seed("18446744073709551615")
    assert seats.missing() is None
