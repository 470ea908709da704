"""Movements show what has happened, any input ends them, and they end where the state is."""

from __future__ import annotations

from typing import Any

import pytest

from game import registry
from game.core.session import HUMAN, Session
from game.kingsport.actions import Play
from scenes.kingsport.table import KingsportTable
from scenes.kingsport.view import View
from tests.scenes.driver import Driver
from tests.scenes.kingsport.people import at_position, plans, sit

POSITION: dict[str, Any] = {
    "players": 3, "round": 3, "turn": 0, "phase": "expansion", "investigator": "dyer", "seed": 3,
    "cultists": [
        {"hand": ["byakhee", "nodens", "hydra", "xura"], "sanity": 6, "dice": ["D"]},
        {"hand": ["migo"], "sanity": 5},
        {"hand": ["yig"], "sanity": 4},
    ],
}  # fmt: skip


def _table(driver: Driver) -> KingsportTable:
    return at_position(driver, POSITION, HUMAN, "novice", "novice")


def _end(driver: Driver, table: KingsportTable) -> bytes:
    """The still picture, without pointer or focus ring."""
    table.ui.show_ring = False
    driver.point((2, 2))
    table.ui.set_focus(None)
    table.ui.bubble = None
    table.refresh()
    return driver.pixels()


@pytest.mark.parametrize("card", ["byakhee", "nodens", "hydra", "xura"])
def test_skipped_played_and_reduced_movements_end_alike(slow: Driver, card: str) -> None:
    pictures = []
    for how in ("played", "skipped", "reduced", "instant"):
        slow.app.manager.reset()
        slow.app.settings.reduced_motion = how == "reduced"
        slow.app.settings.my_speed = 0.0 if how == "instant" else 1.0
        table = _table(slow)
        table.act(Play(card=card))
        if how == "skipped":
            slow.key("right")
            assert not table.animator.busy
        for _ in range(400):
            if not table.animator.busy:
                break
            slow.wait(16)
        assert table.view == View.of(table.cards, table.state, 0)
        assert not table.motion.flights
        assert not table.motion.hidden
        pictures.append(_end(slow, table))
    assert pictures[0] == pictures[1] == pictures[2] == pictures[3]


def test_the_shown_table_lags_behind_the_state_while_it_moves(slow: Driver) -> None:
    table = _table(slow)
    table.act(Play(card="xura"))
    assert table.state.position()["cultists"][0]["sanity"] == 8
    assert table.view.sanity[0] == 6
    slow.wait(60)
    assert table.motion.flights
    assert slow.pixels() != slow.pixels() or table.animator.busy
    table.animator.finish()
    assert table.view.sanity[0] == 8


def test_a_press_during_a_movement_ends_it_and_is_heard(slow: Driver) -> None:
    table = _table(slow)
    table.act(Play(card="xura"))
    slow.wait(30)
    assert table.animator.busy
    slow.click("hand.hydra")
    assert table.state.position()["cultists"][0]["in_play"] == ["xura", "hydra"]


def test_computer_moves_are_announced_then_shown(slow: Driver) -> None:
    position = {**POSITION, "first": 1, "turn": 1, "phase": "expansion"}
    position["cultists"] = [
        {"hand": ["byakhee"]},
        {"hand": ["xura"], "sanity": 4, "dice": ["E", "E"]},
        {"hand": ["yig"]},
    ]
    session = Session.start(registry.get("kingsport"), plans(HUMAN, "novice", "novice"), position=position)
    table = sit(slow, session)
    banners = set()
    for _ in range(1500):
        slow.wait(16)
        if table.motion.banner is not None:
            banners.add(table.motion.banner[0])
        if table.my_choice and not table.animator.busy:
            break
    assert "Larry takes a turn" in banners
    told = {table.wording.event(event) for entry in session.log(0)[1:] for event in entry.events}
    assert any(words.startswith("James invokes") for words in banners & told), "a move is announced in the log's words"
    assert "Lucy, it is your turn" in banners
    slow.click("drawer")
    slow.click("explain")
    assert table.ui.bubble is not None
    assert table.ui.bubble.why.text


def test_a_forced_step_is_taken_by_itself_and_undone_with_the_press_before(slow: Driver) -> None:
    slow.app.settings.auto_forced = True
    position = {**POSITION, "cultists": [{"hand": ["xura"], "dice": ["D"], "sanity": 6}, {}, {}]}
    table = at_position(slow, position, HUMAN, "novice", "novice")
    before = table.state.digest()
    slow.click("hand.xura")
    for _ in range(400):
        slow.wait(16)
        if table.question == "invoke" and not table.animator.busy:
            break
    assert table.question == "invoke", "nothing was left to play, so Expansion ended by itself"
    slow.key("u")
    assert table.state.digest() == before


@pytest.mark.parametrize("speed", [0.0, 1.0])
def test_several_acts_of_one_press_are_shown_once(slow: Driver, speed: float) -> None:
    """Gods sent into a Raid are named one by one: no count falls below nothing, no card lies on the table twice."""
    slow.app.settings.my_speed = speed
    position = {**POSITION, "phase": "raid"}
    table = at_position(slow, position, HUMAN, "novice", "novice")
    for card in ("nodens", "hydra", "xura"):
        table.press_hand(card)
    table.send_raid()
    seen = []
    for _ in range(600):
        view = table.view
        seen.append((min(count for row in view.backs for count in row), len(view.in_play) - len(set(view.in_play))))
        assert sum(view.backs[0]) + len(view.in_play) == 4
        if not table.animator.busy:
            break
        slow.wait(16)
    assert set(seen) == {(0, 0)}
    assert table.view == View.of(table.cards, table.state, 0)
