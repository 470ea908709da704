"""The widget kit through real events: focus, pointer, reasons, typing, scrolling, dragging."""

from __future__ import annotations

from typing import Any

import pygame
import pytest

from scenes.input import Do, Intent
from scenes.screen import Screen
from scenes.widgets import (
    Button,
    Choice,
    Drawn,
    Label,
    ScrollArea,
    Slider,
    TextField,
    Toggle,
    Ui,
    Why,
    make_tabs,
)
from tests.scenes.driver import Driver


class Board(Screen):
    """A screen with one of everything."""

    name = "board"

    def __init__(self, app: Any) -> None:
        super().__init__(app)
        self.log: list[Any] = []
        self.on = False
        self.choice = "b"
        self.number = 50
        self.field = ""
        self.tab = "x"
        self.gone = False
        self.bare = False
        self.rows = 30

    def note(self, what: Any) -> None:
        self.log.append(what)

    def put(self, name: str, value: Any) -> None:
        setattr(self, name, value)
        self.refresh()

    def build(self, ui: Ui) -> None:
        app = self.app
        rect = pygame.Rect
        if not (self.gone or self.bare):
            ui.add(Button(app, "go", rect(40, 40, 160, 48), "Go", lambda: self.note("go"), region="actions"))
        if not self.bare:
            ui.add(
                Button(app, "next", rect(220, 40, 160, 48), "Next", lambda: self.note("next"), region="actions"),
                Button(
                    app, "dim", rect(400, 40, 160, 48), "Dim", lambda: self.note("dim"), region="actions",
                    reason=Why("Not now.", "KPT-EXP-03"), tooltip="A dim one",
                ),
            )  # fmt: skip
        ui.add(
            Toggle(app, "toggle", rect(40, 120, 400, 48), "Switch", self.on, lambda v: self.put("on", v)),
            Choice(
                app, "choice", rect(40, 180, 400, 48), "Choice", [("a", "A"), ("b", "B"), ("c", "C")], self.choice,
                lambda v: self.put("choice", v),
            ),
            Slider(
                app, "slider", rect(40, 240, 400, 48), "Number", self.number, 0, 100, 10,
                lambda v: self.put("number", v),
            ),
            TextField(app, "field", rect(40, 300, 400, 48), self.field, lambda v: self.put("field", v), longest=12),
            *make_tabs(
                app, "tab", rect(40, 360, 400, 48), [("x", "X"), ("y", "Y")], self.tab, lambda v: self.put("tab", v)
            ),
            Drawn(app, "card", rect(700, 40, 100, 140), lambda s, w: None, payload="card", tooltip="A card"),
            Drawn(app, "pile", rect(900, 40, 100, 140), lambda s, w: None, on_drop=lambda p: self.note(("pile", p))),
            Drawn(
                app, "shut", rect(1040, 40, 100, 140), lambda s, w: None, on_drop=lambda p: self.note(("shut", p)),
                accepts=lambda p: Why("Full.", "KPT-EXP-04"),
            ),
            Label(app, "label", rect(40, 420, 400, 30), "Only words"),
        )  # fmt: skip
        area = ScrollArea(app, "area", rect(700, 220, 300, 300), region="right")
        for number in range(self.rows):
            area.add(
                Button(app, f"row.{number}", rect(0, number * 60, 250, 48), str(number), lambda n=number: self.note(n))
            )  # type: ignore[misc]
        for child in area.children:
            child.region = "right"
        ui.add(area)


@pytest.fixture
def board(driver: Driver) -> Board:
    one = Board(driver.app)
    driver.app.manager.push(one)
    driver.settle()
    return one


def test_a_press_acts_when_it_ends_where_it_began(driver: Driver, board: Board) -> None:
    driver.click("go")
    assert board.log == ["go"]
    driver.press(driver.find("go").box.center)
    driver.release(driver.find("next").box.center)
    assert board.log == ["go"]


def test_tab_and_arrows_walk_and_enter_and_space_act(driver: Driver, board: Board) -> None:
    assert driver.focus == "go"
    driver.key("tab")
    assert driver.focus == "next"
    driver.key("return")
    driver.key("left")
    assert driver.focus == "go"
    driver.key("space")
    assert board.log == ["next", "go"]
    driver.key("shift+tab")
    assert driver.focus == "row.29"


def test_f6_visits_the_regions_in_their_order(driver: Driver, board: Board) -> None:
    seen = []
    for _ in range(4):
        seen.append(driver.find(driver.focus).region)
        driver.key("f6")
    assert seen == ["actions", "stage", "right", "actions"]
    driver.key("shift+f6")
    assert driver.find(driver.focus).region == "actions"


def test_every_widget_that_can_have_the_focus_is_reached_by_tab(driver: Driver, board: Board) -> None:
    wanted = {widget.id for widget in board.ui.focusables()}
    seen = set()
    for _ in range(len(wanted)):
        seen.add(driver.focus)
        driver.key("tab")
    assert seen == wanted


def test_a_dim_one_can_have_the_focus_and_says_why(driver: Driver, board: Board) -> None:
    driver.click("dim")
    assert board.log == []
    assert board.ui.bubble is not None
    assert board.ui.bubble.why == Why("Not now.", "KPT-EXP-03")
    driver.wait(4100)
    assert board.ui.bubble is None
    driver.key("w")
    assert board.ui.bubble is not None
    driver.key("escape")
    assert board.ui.bubble is None
    assert driver.top is board


def test_the_clause_of_a_reason_opens_its_rule(driver: Driver, board: Board) -> None:
    opened: list[str] = []
    driver.app.open_clause = opened.append
    driver.click("dim")
    driver.pixels()
    assert board.ui.bubble is not None
    assert board.ui.bubble.chip is not None
    driver.press(board.ui.bubble.chip.center)
    assert opened == ["KPT-EXP-03"]


def test_the_tooltip_comes_after_a_moment_with_the_reason(driver: Driver, board: Board) -> None:
    driver.point(driver.find("dim").box.center)
    assert board.ui.tooltip == ""
    driver.wait(400)
    assert board.ui.tooltip == "A dim one\nNot now."
    driver.point((5, 700))
    assert board.ui.tooltip == ""


def test_no_tooltip_comes_up_over_what_was_just_pressed(driver: Driver, board: Board) -> None:
    dim = driver.find("card")
    driver.press(dim.box.center)
    driver.release(dim.box.center)
    driver.wait(2000)
    assert board.ui.tooltip == ""
    driver.point((5, 700))
    driver.point(dim.box.center)
    driver.wait(500)
    assert board.ui.tooltip == "A card"


def test_switch_choice_slider_and_tabs_by_both_hands(driver: Driver, board: Board) -> None:
    driver.click("toggle")
    assert board.on
    driver.key("left")
    assert not board.on
    driver.go_to("choice")
    driver.key("right")
    driver.key("right")
    assert board.choice == "c"
    driver.key("left")
    assert board.choice == "b"
    driver.go_to("slider")
    driver.key("right")
    driver.key("pageup")
    assert board.number == 100
    slider = driver.find("slider")
    assert isinstance(slider, Slider)
    driver.press(slider._track.midleft)
    driver.point((slider._track.left + slider._track.width * 3 // 10, slider.box.centery), (1, 0, 0))
    driver.release((slider._track.left, slider.box.centery))
    assert board.number == 30
    driver.click("tab.y")
    assert board.tab == "y"


def test_a_choice_opens_as_a_list(driver: Driver, board: Board) -> None:
    driver.click("choice")
    assert driver.top.name == "pick"
    assert driver.focus == "choice.1"
    driver.settle()
    driver.click("choice.2")
    assert driver.top is board
    assert board.choice == "c"


def test_a_choice_is_walked_through_by_presses_on_its_arrows(driver: Driver, board: Board) -> None:
    box = driver.find("choice").box
    right, left = (box.right - 10, box.centery), (box.centerx + 10, box.centery)  # the label fills the left half

    def press(pos: tuple[int, int]) -> None:
        driver.press(pos)
        driver.release(pos)
        driver.settle()

    press(right)
    assert board.choice == "c"
    press(left)
    press(left)
    assert board.choice == "a"
    assert driver.top is board
    press(left)
    assert driver.top.name == "pick", "there is nothing before the first: the list opens"
    driver.key("escape")
    driver.settle()
    driver.press(right)
    driver.release((5, 700))  # not a press after all
    driver.key("return")
    assert (driver.top.name, board.choice) == ("pick", "a")


def test_typing_edits_selects_and_is_cut_to_its_length(driver: Driver, board: Board) -> None:
    driver.click("field")
    driver.type("Æðelþryð")
    assert board.field == "Æðelþryð"
    driver.key("home")
    driver.key("delete")
    driver.type("Ac")
    driver.key("left")
    driver.key("backspace")
    assert board.field == "cðelþryð"
    driver.key("end")
    driver.type(" of the Marsh")
    assert board.field == "cðelþryð of "
    driver.key("ctrl+a")
    driver.type("x")
    assert board.field == "x"


@pytest.mark.parametrize("text", ["\x00", "\u202eabc", "\ud800", "a\nb\r\nc", "\u200b" * 9])
def test_hostile_texts_are_cleaned_as_they_are_typed(driver: Driver, board: Board, text: str) -> None:
    driver.click("field")
    board.ui.handle(Intent(Do.TEXT, text=text, key=True))
    assert all(letter.isprintable() for letter in board.field)


@pytest.mark.parametrize(
    ("pieces", "value"),
    [
        (("Nguye", "\u0302", "\u0303", "n"), "Nguy\u1ec5n"),
        (("\u0e19", "\u0e49", "\u0e33"), "\u0e19\u0e49\u0e33"),
        (("\u05e9", "\u05c1", "\u05dc"), "\u05e9\u05c1\u05dc"),
        (("q", "\u0301"), "q\u0301"),
        (("\u0301", "a"), "a"),
        (("e", "\u0301" * 5), "\u00e9\u0301"),
        (("abcdefghijkq", "\u0301"), "abcdefghijkq"),
        (("abcdefghijke", "\u0301"), "abcdefghijk\u00e9"),
        (("abcdefghijklmnop",), "abcdefghijkl"),
    ],
)
def test_an_accent_that_comes_by_itself_joins_its_letter(
    pieces: tuple[str, ...], value: str, driver: Driver, board: Board
) -> None:
    driver.click("field")
    for piece in pieces:
        driver.type(piece)
    field = driver.find("field")
    assert isinstance(field, TextField)
    assert field.value == board.field == value
    assert field.caret == len(value)


def test_an_accent_joins_the_letter_before_the_caret(driver: Driver, board: Board) -> None:
    driver.click("field")
    for piece in ("ab", "\u0301"):
        driver.type(piece)
        driver.key("left")
    driver.type("\u0308")
    assert board.field == "\u00e1b", "before the first letter there is none to join"


def test_keys_are_letters_in_a_field_and_acts_outside(driver: Driver, board: Board) -> None:
    driver.click("field")
    muted = driver.app.settings.mute
    driver.key("m")
    assert driver.app.settings.mute == muted
    driver.key("tab")
    driver.key("m")
    assert driver.app.settings.mute != muted


def test_a_list_scrolls_by_wheel_by_bar_and_by_focus(driver: Driver, board: Board) -> None:
    area = driver.find("area")
    assert isinstance(area, ScrollArea)
    driver.point(area.box.center)
    driver.post(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=-3, precise_y=-3.0))
    assert area.offset > 0
    driver.press((area.box.right - 4, area.box.bottom - 2))
    driver.release((area.box.right - 4, area.box.bottom - 2))
    assert area.offset == area.overflow
    driver.go_to("row.0")
    assert area.offset < 60
    assert area.window.contains(driver.find("row.0").box)
    assert board.log == []


def test_what_is_scrolled_away_cannot_be_pressed(driver: Driver, board: Board) -> None:
    below = driver.find("row.29").box.center
    driver.press(below)
    driver.release(below)
    assert board.log == []


def test_dragging_and_choosing_then_target_end_in_the_same(driver: Driver, board: Board) -> None:
    driver.drag("card", "pile")
    driver.click("card")
    assert board.ui.carried is driver.find("card")
    driver.click("pile")
    driver.go_to("card")
    driver.key("return")
    driver.go_to("pile")
    driver.key("return")
    assert board.log == [("pile", "card")] * 3


def test_a_drop_on_an_illegal_place_says_why_and_returns(driver: Driver, board: Board) -> None:
    driver.drag("card", "shut")
    assert board.log == []
    assert board.ui.last_why == Why("Full.", "KPT-EXP-04")
    assert board.ui.moving
    driver.wait(200)
    assert not board.ui.moving


def test_escape_puts_down_what_is_carried(driver: Driver, board: Board) -> None:
    driver.click("card")
    driver.key("escape")
    assert board.ui.carried is None
    assert driver.top is board


def test_focus_scroll_place_and_caret_stay_over_a_rebuild(driver: Driver, board: Board) -> None:
    driver.click("field")
    driver.type("abcd")
    driver.key("left")
    area = driver.find("area")
    assert isinstance(area, ScrollArea)
    area.scroll_to(300)
    board.refresh()
    assert driver.focus == "field"
    assert driver.find("field").caret == 3  # type: ignore[attr-defined]
    assert driver.find("area").offset == 300  # type: ignore[attr-defined]


def test_the_focus_moves_to_the_nearest_when_its_object_goes(driver: Driver, board: Board) -> None:
    assert driver.focus == "go"
    board.gone = True
    board.refresh()
    assert driver.focus == "next"


def test_the_focus_comes_back_to_a_region_that_was_empty_for_a_while(driver: Driver, board: Board) -> None:
    driver.click("go")
    board.bare = True
    board.refresh()
    assert driver.screen.ui.focus is not None
    assert driver.screen.ui.focus.region != "actions"
    board.refresh()
    board.bare = False
    board.refresh()
    assert driver.focus == "go"


def test_the_outline_tells_every_thing_by_region(driver: Driver, board: Board) -> None:
    told = dict(board.outline())
    assert told["actions"] == ["Go", "Next", "Dim (Not now.)"]
    assert "Switch: off" in told["stage"]
    assert "Only words" in told["stage"]


def test_the_mouse_hides_the_ring_and_keys_show_it(driver: Driver, board: Board) -> None:
    driver.key("tab")
    assert board.ui.show_ring
    driver.click("go")
    assert not board.ui.show_ring
