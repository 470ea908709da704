"""Looking back: a line of the log shows the table as it was then, and nothing can be done there."""

from __future__ import annotations

import pytest

from game import registry
from game.ai.players import Player
from game.core.session import HUMAN, SeatPlan, Session
from scenes import boards
from scenes.looking_back import LookingBack, can_look_back, session_at
from scenes.table import TableScene
from tests.scenes.driver import Driver
from tests.scenes.players import think_here

ACTS = 24


def _session(game: str, *, acts: int = ACTS, options: dict[str, object] | None = None) -> Session:
    """A game some acts old, every seat led by the same person."""
    found = registry.get(game)
    kinds = [found.seat_kinds(seat)[0] for seat in range(max(3, found.min_players))]
    plans = [SeatPlan(kind, f"Seat {seat}", 0 if kind == HUMAN else None) for seat, kind in enumerate(kinds)]
    session = Session.start(found, plans, seed=5, options=options or {})
    level = found.levels[0]
    for number in range(acts):
        seat = session.state.current_player()
        player = Player(found, "gm" if "gm" in found.seat_kinds(seat) else level)
        session.apply(player.choose(session.state, number).action)
    return session


def _table(driver: Driver, session: Session) -> TableScene:
    table = boards.make_table(driver.app, session, driver.app.manager.pop)
    think_here(table)
    driver.app.manager.push(table)
    driver.settle()
    driver.rest()
    return table


@pytest.mark.parametrize("game", sorted(registry.GAMES))
def test_the_session_at_a_line_is_the_table_as_it_was(game: str) -> None:
    session = _session(game, acts=0)
    digests = [session.state.digest()]
    for number in range(12):
        session.apply(session.state.legal_actions()[number % 2 - 1])
        digests.append(session.state.digest())
    session.undo()
    for line in (0, 1, len(session.entries) - 1):
        past = session_at(session, line)
        assert past.state.digest() == digests[line]
        assert len(past.entries) == line + 1
        assert past.path is None, "nothing of it is written"


@pytest.mark.parametrize("game", sorted(registry.GAMES))
def test_a_line_of_the_log_shows_the_table_of_that_moment_and_esc_returns(driver: Driver, game: str) -> None:
    session = _session(game)
    table = _table(driver, session)
    now = driver.pixels()
    digest, entries = session.state.digest(), len(session.entries)
    driver.key("l")
    driver.settle()
    line = next(w for w in driver.top.ui.all() if getattr(w, "entry", None) and w.visible_box.height > 20)  # type: ignore[attr-defined, union-attr]
    driver.click(line.id)
    past = driver.top
    assert isinstance(past, LookingBack)
    assert past.table.past == line.entry
    assert past.table.state.digest() == session_at(session, line.entry).state.digest()
    assert f"line {line.entry}" in driver.find("prompt").text
    for chord in ("e", "u", "h", "r", "f5", "f9", "return"):
        driver.key(chord)
        if driver.top is not past:
            driver.app.manager.pop()
            driver.app.manager.push(past)
    for action in list(past.table.state.legal_actions())[:3]:
        assert not past.table.act(action)
    assert (session.state.digest(), len(session.entries)) == (digest, entries)
    assert len(past.table.session.entries) == line.entry + 1
    driver.key("escape")
    driver.key("escape")
    assert driver.top.name == "log"
    driver.key("escape")
    assert driver.top is table
    assert driver.pixels() == now


def test_the_mouse_returns_too(driver: Driver) -> None:
    table = _table(driver, _session("kingsport"))
    assert table.sheets.look_back(3) is None
    driver.settle()
    driver.click("looking_back")
    assert driver.top is table


def test_a_memory_game_shows_no_table_from_which_more_could_be_told_than_from_its_log(driver: Driver) -> None:
    game = registry.get("kingsport")
    option = next(option.name for option in game.options if option.name == "ledger")
    session = _session("kingsport", acts=0, options={option: "memory"})
    player = Player(game, "novice")
    while session.state.chapter() < 3:
        session.apply(player.choose(session.state, len(session.entries)).action)
    first = next(entry.number for entry in session.entries if entry.chapter == 1 and entry.number)
    last = len(session.entries) - 1
    assert not can_look_back(session, first, 0)
    assert can_look_back(session, last, 0)
    table = _table(driver, session)
    why = table.sheets.look_back(first)
    assert why is not None
    assert "memory game" in why.text
    assert driver.top is table
