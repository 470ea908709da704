"""What a person can try at the table beside playing: looking up, asking, dragging, hiding the hand."""

from __future__ import annotations

from typing import Any

import pytest

from game.core.session import HUMAN
from game.kingsport.actions import Play
from scenes.kingsport.sheets import CardSheet, DeficitSheet, InvestigatorSheet, SeatSheet
from scenes.kingsport.table import KingsportTable
from scenes.log import LogSheet
from tests.scenes.driver import Driver
from tests.scenes.kingsport.people import at_position

POSITION: dict[str, Any] = {
    "players": 3, "round": 3, "turn": 0, "phase": "expansion", "investigator": "dyer", "seed": 3,
    "cultists": [
        {"hand": ["byakhee", "nodens", "cthulhu"], "sanity": 6, "dice": ["D", "E"]},
        {"hand": ["migo"], "sanity": 5},
        {"hand": ["yig"], "sanity": 4},
    ],
}  # fmt: skip


@pytest.fixture
def table(quick: Driver) -> KingsportTable:
    return at_position(quick, POSITION, HUMAN, "novice", "novice")


def _invocation(driver: Driver, **cultist: Any) -> KingsportTable:
    rows = [{**POSITION["cultists"][0], **cultist}, *POSITION["cultists"][1:]]
    return at_position(driver, {**POSITION, "phase": "invocation", "cultists": rows}, HUMAN, "novice", "novice")


def test_an_impossible_press_is_refused_with_its_clause_and_can_be_read_again(
    quick: Driver, table: KingsportTable
) -> None:
    before = table.state.digest()
    quick.click("pile.azathoth")
    assert table.ui.bubble is not None
    assert table.ui.bubble.why.clause == "KPT-ROUND-05"
    assert table.state.digest() == before
    quick.wait(5000)
    assert table.ui.bubble is None
    quick.key("w")
    assert table.ui.bubble is not None
    assert table.ui.bubble.why.clause == "KPT-ROUND-05"


def test_the_clause_of_a_refusal_opens_its_rule(quick: Driver, table: KingsportTable) -> None:
    opened: list[str] = []
    quick.app.open_clause = opened.append
    quick.click("pile.azathoth")
    quick.pixels()
    assert table.ui.bubble is not None
    assert table.ui.bubble.chip is not None
    quick.press(table.ui.bubble.chip.center)
    assert opened == ["KPT-ROUND-05"]


def test_a_pile_says_what_its_cost_lacks(quick: Driver) -> None:
    table = _invocation(quick, dice=["X", "X"])
    assert table.missing_words("azathoth") == "3 Destruction"
    assert table.missing_words("dagon") == "3 more dice"
    assert table.missing_words("nodens") == "Yours"
    assert table.missing_words("migo") == ""
    assert table.payable("migo")
    quick.click("pile.dagon")
    assert table.ui.bubble is not None
    assert table.ui.bubble.why.clause == "KPT-INV-03"


def test_a_filter_leaves_only_what_it_names_bright(quick: Driver) -> None:
    table = _invocation(quick, dice=["X", "X"])
    table.stage._set_filter("payable")
    bright = {card for card in table.gods if table.stage.shown_by_filter(card)}
    assert bright == {card for card in table.gods if table.payable(card)}
    table.stage._set_filter("sanity")
    assert {card for card in table.gods if table.stage.shown_by_filter(card)} == {
        "xura",
        "hydra",
        "tsathoggua",
        "hastur",
    }


def test_a_preview_shows_only_while_a_card_is_looked_at(quick: Driver, table: KingsportTable) -> None:
    assert table.shown_preview() is None
    quick.point(table.ui.find("hand.byakhee").box.center)  # type: ignore[union-attr]
    preview = table.shown_preview()
    assert preview is not None
    assert preview.gained == ("E",)
    quick.point((2, 2))
    assert table.shown_preview() is None


def test_looking_never_changes_the_game(quick: Driver, table: KingsportTable) -> None:
    before = table.state.digest()
    for id, kind in (
        ("hand.cthulhu", CardSheet),
        ("pile.azathoth", CardSheet),
        ("seat.1", SeatSheet),
    ):
        table.ui.set_focus(table.ui.find(id))
        quick.key("i")
        assert isinstance(quick.top, kind)
        quick.settle()
        quick.key("escape")
        assert quick.top is table
    table.inspect_investigator()
    assert isinstance(quick.top, InvestigatorSheet)
    quick.key("escape")
    quick.key("l")
    assert isinstance(quick.top, LogSheet)
    quick.key("escape")
    assert table.state.digest() == before


def test_the_adept_gives_a_hint_with_its_reasons(quick: Driver, table: KingsportTable) -> None:
    quick.key("h")
    quick.wait(64)
    assert table.ui.bubble is not None
    assert table.ui.bubble.why.text.startswith("Hint: ")
    assert quick.focus in {"hand.byakhee", "hand.nodens", "hand.cthulhu", "end_expansion"}
    assert table.state.position()["cultists"][0]["in_play"] == []


def test_a_card_can_be_dragged_onto_the_table_and_a_god_into_the_hand(quick: Driver, table: KingsportTable) -> None:
    quick.drag("hand.byakhee", "pile.polyps")
    assert table.state.position()["cultists"][0]["in_play"] == ["byakhee"]
    table = _invocation(quick, dice=["X", "X"])
    quick.drag("pile.migo", "hand.byakhee")
    assert "migo" in table.state.position()["cultists"][0]["hand"]


def test_a_drop_that_the_rules_forbid_says_why(quick: Driver, table: KingsportTable) -> None:
    before = table.state.digest()
    quick.drag("pile.migo", "hand.byakhee")
    assert table.ui.bubble is not None
    assert table.ui.bubble.why.clause == "KPT-ROUND-05"
    assert table.state.digest() == before


def test_a_hand_kept_face_down_shows_only_on_demand(quick: Driver) -> None:
    quick.app.settings.peek = True
    table = at_position(quick, POSITION, HUMAN, "novice", "novice")
    assert not quick.has("hand.cthulhu")
    quick.click("peek")
    assert quick.has("hand.cthulhu")
    quick.click("peek")
    assert not quick.has("hand.cthulhu")
    assert table.viewer == 0


def test_end_turn_names_what_is_left_and_is_refused_before(quick: Driver, table: KingsportTable) -> None:
    _, reason, undone = table.end_turn()
    assert reason is not None
    assert reason.clause == "KPT-ROUND-05"
    assert undone == "Still open: Expansion, Invocation, Raid"
    before = table.state.digest()
    quick.key("e")
    assert table.state.digest() == before


def test_the_deficit_sheet_marks_the_cheapest_and_says_why_azathoth_stays(quick: Driver) -> None:
    rows = [{"hand": ["migo", "nodens", "dagon", "cthulhu", "azathoth"], "sanity": 1, "dice": ["E"]}, {}, {}]
    position = {**POSITION, "round": 8, "azathoth_round": 8, "cultists": rows}
    table = at_position(quick, position, HUMAN, "novice", "novice")
    table.act(Play(card="cthulhu"))
    quick.wait(400)
    sheet = quick.top
    assert isinstance(sheet, DeficitSheet)
    assert sheet.chosen == {"nodens"}
    assert sheet.summary() == "2 points cover 2 exactly."
    quick.click("discard.azathoth")
    assert sheet.ui.bubble is not None
    assert sheet.ui.bubble.why.clause == "KPT-AZA-04"
    quick.click("discard.dagon")
    assert quick.find("pay").reason is not None
    quick.click("discard.nodens")
    assert sheet.summary() == "3 points cover 2. Wasted: 1."
    quick.click("look")
    assert quick.top is table
    quick.settle()
    quick.click("deficit")
    assert isinstance(quick.top, DeficitSheet)


def test_tab_walks_what_can_be_done_now(quick: Driver, table: KingsportTable) -> None:
    seen = set()
    for _ in range(12):
        quick.key("tab")
        seen.add(quick.focus)
    assert {"hand.byakhee", "hand.nodens", "end_expansion"} <= seen
    assert not any(id.startswith("pile.") for id in seen)
    assert not {"hint", "redo", "recap"} & seen, "helpers have keys of their own"


def test_tab_and_enter_alone_lead_through_a_turn(quick: Driver, table: KingsportTable) -> None:
    quick.go_to("end_expansion")
    for following in ("pass", "raid", "end_turn"):
        quick.key("return")
        quick.key("tab")
        assert quick.focus == following, "what takes back comes last"


def test_when_a_movement_ends_what_can_be_done_is_told_anew() -> None:
    driver = Driver(size=(1920, 1080))
    table = at_position(driver, POSITION, HUMAN, "novice", "novice")
    driver.click("end_expansion")
    assert not table.ready, "the phase is shown to change"
    while not table.ready:
        driver.wait(100)
    assert driver.find("pile.byakhee").reason is not None
    assert driver.find("pile.migo").reason is None
    driver.close()


def test_a_closed_undo_tells_what_was_revealed(quick: Driver, table: KingsportTable) -> None:
    quick.click("hand.nodens")
    rolled = next(event for event in table.session.entries[-1].events if event.reveals)
    quick.key("u")
    why = table.ui.last_why
    assert why is not None
    assert table.wording.event(rolled) in why.text
    assert why.clause in rolled.clauses


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
def test_every_decision_is_reachable_in_each_layout(size: tuple[int, int]) -> None:
    for interface in (100, 200):
        driver = Driver(size=size)
        driver.app.set_setting("interface_scale", interface)
        driver.app.set_setting("my_speed", 0.0)
        table = at_position(driver, POSITION, HUMAN, "novice", "novice")
        driver.click("hand.byakhee")
        assert table.state.position()["cultists"][0]["in_play"] == ["byakhee"]
        driver.click("end_expansion")
        driver.click("pile.migo")
        assert "migo" in table.state.position()["cultists"][0]["hand"]
        driver.close()


def test_sounds_that_are_played_are_there(quick: Driver, table: KingsportTable) -> None:
    named: list[str] = []
    table.app.audio.play = lambda name, caption=True: named.append(name)  # type: ignore[method-assign]
    try:
        table.act(Play(card="byakhee"))
        table.act(Play(card="nodens"))
        for _ in range(60):
            quick.wait(16)
            if table.my_choice:
                table.act(table.state.legal_actions()[-1])
    finally:
        del table.app.audio.play
    assert {"card", "die", "turn", "lose"} <= set(named)
    assert set(named) <= set(table.app.audio.names())


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
def test_the_kept_picture_is_always_the_one_that_would_be_drawn_anew(size: tuple[int, int]) -> None:
    driver = Driver(size=size)
    driver.app.set_setting("my_speed", 0.0)
    table = at_position(driver, POSITION, HUMAN, "novice", "novice")

    def check() -> None:
        shown = driver.pixels()
        table.still.forget()
        table._lower.forget()
        assert driver.pixels() == shown

    check()
    for id in ("pile.migo", "pile.polyps", "hand.cthulhu", "end_expansion", "menu", "seat.1"):
        driver.point(driver.find(id).box.center)
        check()
    for chord in ("tab", "tab", "f6", "right"):
        driver.key(chord)
        check()
    driver.click("hand.byakhee")
    check()
    table.stage._set_filter("payable")
    check()
    driver.click("end_expansion")
    check()
    driver.click("pile.migo")
    check()
    driver.key("u")
    check()
    driver.close()
