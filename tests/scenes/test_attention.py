"""What keys, tooltips and bubbles speak of: the thing under the pointer, the open question, what is still there."""

from __future__ import annotations

from typing import Any

import pygame
import pytest

from game import registry
from game.core.contract import Choice
from game.core.session import HUMAN, SeatPlan, Session
from game.kingsport import actions as act
from scenes import boards
from scenes.dialogs import Dialog, Message, NameDialog
from scenes.kingsport.table import KingsportTable
from scenes.looking_back import LookingBack
from scenes.screen import Screen
from scenes.settings_screen import KeepOrRevert, SettingsScreen
from scenes.table import TableScene
from scenes.title import Title
from scenes.widgets import Button, Drawn, ScrollArea, TextField, Ui, Why
from tests.scenes.driver import Driver
from tests.scenes.kingsport.people import at_position, plans, sit
from tests.scenes.players import think_here


class Pair(Screen):
    """Two things beside each other, each with something to say; the first can go, or move away."""

    name = "pair"

    def __init__(self, app: Any) -> None:
        super().__init__(app)
        self.seen: list[str] = []
        self.first: pygame.Rect | None = pygame.Rect(40, 40, 160, 48)

    def build(self, ui: Ui) -> None:
        places = {"one": self.first, "two": pygame.Rect(240, 40, 160, 48)}
        for id, place in places.items():
            if place is not None:
                widget = Drawn(
                    self.app, id, place, lambda s, w: None, lambda: None, tooltip=f"This is {id}.",
                    why=Why(f"Because of {id}."), on_inspect=lambda id=id: self.seen.append(id),
                )  # fmt: skip
                ui.add(widget)
        area = ScrollArea(self.app, "area", pygame.Rect(40, 200, 300, 120))
        for number in range(8):
            place = pygame.Rect(0, number * 60, 250, 48)
            area.add(Button(self.app, f"row.{number}", place, str(number), lambda: None, tooltip=f"Row {number}"))
        ui.add(area)


@pytest.fixture
def pair(driver: Driver) -> Pair:
    one = Pair(driver.app)
    driver.app.manager.push(one)
    driver.settle()
    return one


def test_i_and_w_ask_about_the_thing_under_the_pointer_until_the_focus_is_moved(driver: Driver, pair: Pair) -> None:
    assert driver.focus == "one"
    driver.point(driver.find("two").box.center)
    driver.key("i")
    driver.key("w")
    assert pair.seen == ["two"]
    assert pair.ui.bubble is not None
    assert pair.ui.bubble.why.text == "Because of two."
    assert not pair.ui.show_ring, "the mouse is in use"
    driver.key("tab")
    driver.key("shift+tab")
    driver.key("i")
    driver.key("w")
    assert pair.seen == ["two", "one"]
    assert pair.ui.bubble.why.text == "Because of one."
    driver.point((700, 500))
    driver.key("i")
    assert pair.seen == ["two", "one", "one"], "nothing is under the pointer"


def test_a_tooltip_goes_with_what_it_speaks_of(driver: Driver, pair: Pair) -> None:
    spot = driver.find("one").box.center
    driver.point(spot)
    driver.wait(500)
    assert pair.ui.tooltip == "This is one."
    pair.refresh()
    assert pair.ui.tooltip == "This is one.", "it is still there"
    pair.first = pygame.Rect(500, 40, 160, 48)
    pair.refresh()
    assert pair.ui.tooltip == ""
    driver.wait(1000)
    assert pair.ui.tooltip == ""
    pair.first = None
    pair.refresh()
    assert pair.ui.tooltip == ""


def test_a_tooltip_goes_when_the_pointer_leaves_the_window(driver: Driver, pair: Pair) -> None:
    driver.point(driver.find("one").box.center)
    driver.wait(500)
    assert pair.ui.tooltip
    driver.post(pygame.event.Event(pygame.WINDOWLEAVE))
    assert pair.ui.tooltip == ""
    assert not driver.find("one").hovered


def test_what_comes_to_lie_under_a_resting_pointer_says_nothing_by_itself(driver: Driver, pair: Pair) -> None:
    row = driver.find("row.0").visible_box
    driver.point(row.center)
    driver.wait(500)
    assert pair.ui.tooltip == "Row 0"
    driver.wheel(row.center, -1)
    assert pair.ui.tooltip == ""
    hovered = [widget.id for widget in pair.ui.all() if widget.hovered]
    assert hovered != ["row.0"]
    driver.app.manager.push(Message(driver.app, "Over it", []))
    assert not [widget for widget in pair.ui.all() if widget.hovered]


def test_a_bubble_goes_with_what_it_speaks_of(driver: Driver, pair: Pair) -> None:
    pair.ui.tell(Why("About one."), pair.ui.find("one"))
    pair.refresh()
    assert pair.ui.bubble is not None
    pair.first = pygame.Rect(500, 40, 160, 48)
    pair.refresh()
    assert pair.ui.bubble.anchor.left == 500, "it follows"
    pair.first = None
    pair.refresh()
    assert pair.ui.bubble is None
    pair.ui.tell(Why("About the table."), pygame.Rect(0, 0, 10, 10))
    pair.refresh()
    assert pair.ui.bubble is not None


# ---- dialogs


class Asked(Dialog):
    """A text, and something to do with it."""

    name = "asked"

    def __init__(self, app: Any) -> None:
        super().__init__(app, "A word")
        self.word = "old"
        self.taken: list[str] = []
        self.ui.focus_first("word")

    def fill(self, area: ScrollArea, width: int) -> None:
        area.add(TextField(self.app, "word", pygame.Rect(0, 0, width, 48), self.word, self._set))

    def _set(self, word: str) -> None:
        self.word = word

    def _take(self) -> None:
        self.app.manager.pop()
        self.taken.append(self.word)

    def buttons(self) -> Any:
        return (("cancel", "Cancel", self.back, "plain"), ("take", "Take it", self._take, "primary"))


def test_enter_in_a_text_confirms_its_dialog(driver: Driver, pair: Pair) -> None:
    dialog = Asked(driver.app)
    driver.app.manager.push(dialog)
    driver.settle()
    driver.type("er")
    driver.key("return")
    assert dialog.taken == ["older"]
    assert driver.top is pair


def test_the_name_of_a_kept_game_is_confirmed_by_enter(driver: Driver, pair: Pair) -> None:
    names: list[str] = []
    driver.app.manager.push(NameDialog(driver.app, "Name it", "a name", "Keep", "Mine", names.append))
    driver.settle()
    driver.type("!")
    driver.key("return")
    assert names == ["Mine!"]


def test_a_press_beside_a_dialog_loses_nothing_that_was_typed(driver: Driver, pair: Pair) -> None:
    dialog = Asked(driver.app)
    driver.app.manager.push(dialog)
    driver.settle()
    driver.type("er")
    driver.press((3, 3))
    driver.release((3, 3))
    assert driver.top is dialog
    assert dialog.word == "older"
    assert dialog.ui.bubble is not None
    driver.key("escape")
    driver.key("escape")
    assert driver.top is pair
    driver.app.manager.push(Asked(driver.app))
    driver.settle()
    driver.press((3, 3))
    assert driver.top is pair, "nothing was typed"


def test_a_press_beside_the_question_about_a_size_is_no_answer(driver: Driver, pair: Pair) -> None:
    answers: list[str] = []
    dialog = KeepOrRevert(driver.app, lambda: answers.append("revert"))
    driver.app.manager.push(dialog)
    driver.settle()
    driver.press((3, 3))
    assert driver.top is dialog
    assert not answers


# ---- settings


def test_the_search_of_the_settings_finds_keys_by_act_and_by_key(driver: Driver) -> None:
    driver.app.manager.push(SettingsScreen(driver.app))
    driver.settle()
    driver.click("search")
    driver.type("rulebook")
    assert driver.has("key.rulebook")
    assert not driver.has("key.log")
    for _ in range(8):
        driver.key("backspace")
    driver.type("f1")
    assert driver.has("key.rulebook")
    assert not driver.has("nothing")
    driver.type("x")
    assert driver.has("nothing")
    for _ in range(3):
        driver.key("backspace")
    driver.type("ctrl")
    assert driver.has("key.undo")
    assert not driver.has("key.hint")
    for _ in range(4):
        driver.key("backspace")
    driver.type("keys")
    assert driver.has("key.hint"), "the name of the group"


# ---- tables


def _table(driver: Driver, game: str, *kinds: str, acts: int = 0) -> TableScene:
    people = [SeatPlan(kind, f"P{seat}", 0 if kind == HUMAN else None) for seat, kind in enumerate(kinds)]
    session = Session.start(registry.get(game), people, seed=5)
    for _ in range(acts):
        session.apply(session.state.legal_actions()[-1])
    table = boards.make_table(driver.app, session, driver.app.manager.pop)
    think_here(table)
    driver.app.manager.push(table)
    driver.settle()
    driver.rest()
    return table


def test_space_after_a_line_of_the_log_was_pressed_does_what_it_did_before(driver: Driver) -> None:
    table = _table(driver, "kingsport", HUMAN, HUMAN, HUMAN, acts=4)
    table.toggle_drawer()
    before = driver.focus
    line = next(widget for widget in table.ui.all() if getattr(widget, "entry", None) and widget.visible_box.height > 9)
    driver.click(line.id)
    assert isinstance(driver.top, LookingBack)
    driver.key("escape")
    driver.settle()
    assert driver.focus == before
    driver.key("space")
    assert not isinstance(driver.top, LookingBack)
    table.ui.set_focus(table.ui.find(line.id))  # the same by keys
    driver.key("return")
    assert isinstance(driver.top, LookingBack)
    driver.key("escape")
    driver.settle()
    assert driver.focus != line.id
    driver.key("space")
    assert not isinstance(driver.top, LookingBack)


@pytest.mark.parametrize("game", sorted(registry.GAMES))
def test_the_speed_button_says_its_state(driver: Driver, game: str) -> None:
    kinds = {"sacrament": ("gm", HUMAN, HUMAN)}.get(game, (HUMAN, HUMAN, HUMAN))
    table = _table(driver, game, *kinds)
    seen = []
    for _ in range(5):
        driver.click("speed")
        badge = getattr(driver.find("speed"), "badge", "")
        assert table.ui.bubble is not None
        seen.append((badge, table.ui.bubble.why.text))
        assert driver.find("speed").text in table.ui.bubble.why.text
    assert len(set(seen)) == 5
    assert all(badge for badge, _ in seen)


def test_a_second_enter_while_a_table_opens_presses_nothing_there(driver: Driver) -> None:
    """A start that takes long: what was pressed meanwhile is heard by nobody, hurrying others on included."""
    driver.app.manager.push(Title(driver.app))
    driver.settle()
    session = Session.start(registry.get("kingsport"), plans("novice", "novice", HUMAN), seed=3)
    table = KingsportTable(driver.app, session, driver.app.manager.pop)
    think_here(table)
    driver.app.manager.push(table)
    driver.app._follow_watching()
    assert table.watching
    for chord in ("return", "space", "e"):
        driver.app.step(2000)  # the first frame stood that long
        driver.key(chord)
    assert not table._hurried
    assert len(session.entries) == 1


# ---- hints


@pytest.mark.parametrize("picked", [[], [0], [3]])
def test_a_hint_names_the_next_part_of_an_answer_in_dice(driver: Driver, picked: list[int]) -> None:
    position = {"players": 3, "phase": "expansion", "cultists": [{"hand": ["yithian"], "dice": ["E", "E", "D", "X"]}]}
    table = at_position(driver, position, HUMAN, HUMAN, HUMAN)
    table.act(act.Play(card="yithian"))
    driver.rest()
    assert table.question == "choose_dice"
    for number in picked:
        table.tray.pick_die(number)
    hint = act.ChooseDice(reroll=("E", "D"))
    parts = []
    for _ in range(6):
        target, part = table.next_part(hint)
        assert target is not None
        assert part
        assert target.enabled
        parts.append(target.id)
        if target.id == "confirm_dice":
            break
        driver.click(target.id)
    expected = {(): ["pick.0", "pick.2"], (0,): ["pick.2"], (3,): ["pick.3", "pick.0", "pick.2"]}[tuple(picked)]
    assert parts == [*expected, "confirm_dice"]


def test_a_hint_for_a_raid_names_the_next_god_then_the_raid(driver: Driver) -> None:
    position = {
        "investigator": "peaslee", "round": 3, "phase": "raid", "players": 3,
        "cultists": [{"hand": ["byakhee", "migo", "nodens", "hydra"]}],
    }  # fmt: skip
    table = at_position(driver, position, HUMAN, HUMAN, HUMAN)
    parts = []
    for _ in range(5):
        driver.key("h")
        driver.wait(200)
        assert table.ui.bubble is not None
        parts.append(driver.focus)
        assert driver.find(driver.focus).enabled
        if driver.focus == "raid":
            break
        driver.key("return")
    assert parts == ["hand.migo", "hand.nodens", "hand.hydra", "raid"]


def test_a_hint_never_points_at_what_cannot_be_pressed_and_goes_with_its_question(driver: Driver) -> None:
    position = {"players": 3, "phase": "invocation", "cultists": [{"hand": [], "dice": ["E"]}]}
    table = at_position(driver, position, HUMAN, HUMAN, HUMAN)
    focus = driver.focus
    table.thinking._hinting = _Answer(act.Invoke(card="azathoth"))
    driver.wait(32)
    assert driver.focus == focus
    assert table.ui.bubble is not None
    table.act(act.PASS)
    driver.wait(32)
    assert table.ui.bubble is None


class _Answer:
    """A player that has answered already."""

    def __init__(self, action: Any) -> None:
        self.faults: list[str] = []
        self.choice = Choice(action)

    def ask(self, state: Any, seed: int) -> None:
        """Nothing more is thought about."""

    def poll(self, timeout: float = 0) -> Choice:
        return self.choice

    def cancel(self) -> None:
        """There is nothing to forget."""

    def close(self) -> None:
        """There is no process."""


# ---- what is asked and told


@pytest.mark.parametrize(
    ("card", "dice", "words"),
    [
        ("yithian", ["E", "D", "X"], "1 to 3"),
        ("haunter", ["E", "D", "X"], "Choose one die"),
        ("haunter", ["E", "E", "E"], "1 to 2"),
        ("nyarlathotep", ["E", "D"], "1 to 2"),
    ],
)
def test_a_question_about_dice_counts_the_dice_that_are_there(
    driver: Driver, card: str, dice: list[str], words: str
) -> None:
    position = {"players": 3, "phase": "expansion", "cultists": [{"hand": [card], "dice": dice}]}
    table = at_position(driver, position, HUMAN, HUMAN, HUMAN)
    table.act(act.Play(card=card))
    driver.rest()
    if table.question == "choose_dice":  # one way only is taken by itself
        assert words in table.prompt()
    else:
        assert "one" in words


def test_the_recap_tells_the_round(driver: Driver) -> None:
    session = Session.start(registry.get("kingsport"), plans(HUMAN, "novice", "novice"), seed=9)
    table = sit(driver, session)
    for _ in range(4000):
        if table.my_choice and table.state.chapter() == 3:
            break
        if table.my_choice:
            table.act(table.state.legal_actions()[-1])
        driver.wait(16)
    driver.key("r")
    driver.settle()
    told = [widget.text for widget in driver.screen.ui.all() if widget.id.startswith("line.")]
    assert any(text.startswith("Round ") for text in told[:2])
    assert told[0].startswith("Round ")


def test_a_step_into_the_own_turn_the_recap_still_tells_what_came_before(driver: Driver) -> None:
    session = Session.start(registry.get("kingsport"), plans(HUMAN, "novice", "novice"), seed=9)
    table = sit(driver, session)
    for _ in range(4000):
        if table.my_choice and table.state.chapter() == 2:
            break
        if table.my_choice:
            table.act(table.state.legal_actions()[-1])
        driver.wait(16)
    before = table.recap_lines(0)
    assert before
    table.act(table.state.legal_actions()[-1])
    assert table.my_choice
    assert table.recap_lines(0) == before


def test_the_gods_chosen_for_missing_sanity_stay_where_their_sheet_is_put_away(driver: Driver) -> None:
    position = {
        "players": 3, "investigator": "peaslee", "round": 3, "phase": "raid",
        "cultists": [{"sanity": 0, "hand": ["nodens", "yithian", "tulzscha", "cthulhu"]}],
    }  # fmt: skip
    table = at_position(driver, position, HUMAN, HUMAN, HUMAN)
    table.act(act.DONE)
    for _ in range(200):
        driver.wait(16)
        if driver.top.name == "deficit":
            break
    driver.settle()
    cheapest = set(table.paying)
    driver.click("discard.cthulhu")
    chosen = set(table.paying)
    assert chosen != cheapest
    driver.press((3, 3))
    driver.release((3, 3))
    driver.settle()
    assert driver.top is table
    driver.click("deficit")
    driver.settle()
    assert table.paying == chosen
