"""From End turn to "show my hand" nothing on the screen depends on what nobody else may know."""

from __future__ import annotations

from typing import Any

import pytest

from game import registry
from game.core.session import HUMAN, Session
from game.kingsport.actions import END_TURN
from scenes.curtain import Curtain
from scenes.input import Do, Intent
from scenes.kingsport.table import KingsportTable
from tests.kingsport.table import twin
from tests.scenes.driver import Driver
from tests.scenes.kingsport.people import lift, plans, sit

HANDS = (["migo", "cthulhu"], ["xura", "nyarlathotep"])
"""Two hands of Lucy with the same backs; the other one lies with Larry, so that the piles are the same."""


def _deal(deal: int, kinds: tuple[str, ...], ledger: str) -> dict[str, Any]:
    lucy, asa = HANDS[deal], HANDS[1 - deal]
    computer = kinds[1] != HUMAN
    return {
        "players": 3, "ledger": ledger, "round": 4, "first": 0, "turn": 0, "phase": "end_turn", "seed": 5,
        "investigator": "dyer",
        "cultists": [
            {"hand": lucy, "sanity": 8, "dice": ["E"]},
            {"hand": ["yig"] if computer else ["byakhee"], "sanity": 7},
            {"hand": asa, "sanity": 6},
        ],
    }  # fmt: skip


def _frames(
    driver: Driver, deal: int, kinds: tuple[str, ...], ledger: str = "memory"
) -> tuple[bytes, list[bytes], Any]:
    """The frame before End turn, all frames from there to the next curtain and while it hangs, and the text view."""
    driver.app.manager.reset()
    session = Session.start(registry.get("kingsport"), plans(*kinds), position=_deal(deal, kinds, ledger))
    table = sit(driver, session)
    lift(driver, "mouse")
    widget = table.ui.find(f"hand.{HANDS[deal][1]}")
    assert widget is not None
    driver.app.handle(Intent(Do.POINT, widget.box.center))
    table.ui.tell(table.ui.last_why or _why(table), widget.box)
    driver.wait(500)
    before = driver.pixels()
    driver.key("e")
    frames = [driver.pixels()]
    for _ in range(1500):
        if isinstance(driver.top, Curtain):
            break
        driver.wait(16)
        frames.append(driver.pixels())
    assert isinstance(driver.top, Curtain)
    for _ in range(4):
        driver.wait(100)
        frames.append(driver.pixels())
    return before, frames, [scene.outline() for scene in driver.app.manager.stack]


def _why(table: KingsportTable) -> Any:
    from scenes.widgets import Why

    return Why(table.hand_text(table.view.hand[0]), "KPT-EXP-02")


@pytest.mark.parametrize("ledger", ["memory", "open"])
def test_between_two_persons_the_curtain_stands_in_the_same_frame(quick: Driver, ledger: str) -> None:
    kinds = (HUMAN, HUMAN, "adept")
    before, frames, words = _frames(quick, 0, kinds, ledger)
    other_before, other_frames, other_words = _frames(quick, 1, kinds, ledger)
    assert before != other_before, "the hands differ while Lucy may see hers"
    assert frames == other_frames
    assert words == other_words


def test_a_computer_between_two_persons_shows_nothing_either(slow: Driver) -> None:
    kinds = (HUMAN, "novice", HUMAN)
    before, frames, _ = _frames(slow, 0, kinds)
    other_before, other_frames, _ = _frames(slow, 1, kinds)
    assert before != other_before
    assert len(frames) > 20, "the computer's moves were seen"
    assert frames == other_frames


def test_after_the_curtain_the_next_person_sees_its_own_hand(quick: Driver) -> None:
    session = Session.start(
        registry.get("kingsport"), plans(HUMAN, HUMAN, "adept"), position=_deal(0, (HUMAN, HUMAN, "adept"), "memory")
    )
    table = sit(quick, session)
    lift(quick, "mouse")
    assert table.view.hand == HANDS[0]
    quick.key("e")
    assert table.view.hand == []
    assert table.ui.last_why is None
    lift(quick, "keys")
    assert table.viewer == 1
    assert table.view.hand == ["byakhee"]


def test_the_memory_log_names_older_gods_by_their_backs(quick: Driver) -> None:
    session = Session.start(
        registry.get("kingsport"), plans(HUMAN, "novice", "novice"), seed=9, options={"ledger": "memory"}
    )
    table = sit(quick, session)
    for _ in range(4000):
        if table.state.chapter() >= 3:
            break
        if table.my_choice:
            actions = table.state.legal_actions()
            table.act(actions[-2] if table.question == "invoke" and len(actions) > 1 else actions[0])
        quick.wait(16)
    lines = [table.wording.event(event) for entry in session.log(table.viewer) for event in entry.events]
    old = [line for line in lines[: len(lines) // 2] if "invokes" in line and "nothing" not in line]
    assert old
    assert all("Lesser" in line or "Elder" in line or "Great" in line for line in old)


def _all_that_is_told(driver: Driver, gods: tuple[str, str]) -> list[object]:
    """The screen, and everything that a person can get to read about a twin of a game."""
    driver.app.manager.reset()
    session, choices = twin(*gods)
    table = sit(driver, session)
    table.thinking.choices.update(choices)
    assert table.viewer == 2
    ui = table.ui
    told: list[object] = [driver.pixels(), table.outline(), table.recap_lines(2), table.undo_word(), table.prompt()]
    told += [(widget.id, widget.text, widget.tooltip, widget.reason, widget.tell_why()) for widget in ui.all()]
    table.thinking.explain_last()
    told.append(ui.last_why)
    for seat in range(3):
        table.inspect_seat(seat)
        driver.settle()
        told.append(driver.screen.outline())
        driver.key("escape")
    for key in ("l", "r", "k"):
        driver.key(key)
        driver.settle()
        told.append([(widget.text, widget.tooltip) for widget in driver.screen.ui.all()])
        driver.key("escape")
        driver.settle()
    told += [table.sheets.look_back(line) for line in range(9)]
    assert driver.top is table, "a round that is over is not looked back on"
    return told


def test_a_game_with_another_forgotten_god_shows_and_tells_the_same(quick: Driver) -> None:
    """Picture, texts, tooltips, reasons, log, recap, text view: nothing depends on which god it was."""
    assert _all_that_is_told(quick, ("yig", "nodens")) == _all_that_is_told(quick, ("nodens", "yig"))


def test_a_reason_of_the_round_that_is_over_is_not_told_again(quick: Driver) -> None:
    session, choices = twin("yig", "nodens", acts=8)
    table = sit(quick, session)
    table.thinking.choices.update(choices)
    table.thinking.explain_last()
    assert table.ui.last_why is not None
    assert "Nodens" in table.ui.last_why.text
    table.act(END_TURN)
    assert table.state.chapter() == 3
    assert table.ui.last_why is None
    assert table.ui.bubble is None
