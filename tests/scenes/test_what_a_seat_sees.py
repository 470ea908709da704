"""What stands on the screen follows from what the seat that looks may know: two tables that it cannot tell apart give
the same picture and the same words, in every game, in the second window and at the end.
"""

from __future__ import annotations

from typing import Any

import pytest

from game import registry
from game.core.chance import Rng
from game.core.session import HUMAN, SeatPlan, Session
from scenes.boards import make_table
from scenes.curtain import Curtain
from scenes.result import ResultScene
from scenes.sacrament.table import SacramentTable
from scenes.widgets import ScrollArea, Widget
from tests.scenes.driver import Driver
from tests.scenes.sacrament.conftest import quick  # noqa: F401  a fixture
from tests.scenes.sacrament.people import lift
from tests.test_what_a_seat_is_told import gm_acts, imagined

FIGHTS = ("churchyard", "cloister", "race", "churchyard")


def played(game: str, number: int) -> Session:
    """A table of people only, some way into a game; in Sacrament the game master hides things."""
    found = registry.get(game)
    count = 4 if game == "kingsport" else 3
    options: dict[str, Any] = {}
    if game == "sacrament":
        options = {"fight": FIGHTS[number % 4], "ladder": 6, "foe_harm": ("rough", "exact")[number % 2]}
        options["open_difficulties"] = number % 3 != 0
    plans = [SeatPlan(HUMAN, f"P{seat}", seat) for seat in range(count)]
    session = Session.start(found, plans, seed=number, options=options)
    rng = Rng(number)
    for ply in range(14 + 9 * number):
        if session.state.is_terminal():
            break
        state: Any = session.state
        legal = state.legal_actions()
        if game == "sacrament" and state.grid is not None and ply % 4 == 0:
            legal = gm_acts(state, rng)
        action = legal[rng.below(len(legal))]
        if state.refusal(action) is None:
            session.apply(action)
    return session


def words(widgets: list[Widget]) -> list[Any]:
    """Everything that can be read on them: texts, tooltips, reasons, what W tells."""
    found: list[Any] = []
    for widget in widgets:
        why = widget.tell_why()
        found.append((widget.id, widget.text, widget.tooltip, why.text if why is not None else ""))
        if isinstance(widget, ScrollArea):
            found += words(list(widget.children))
    return found


def shown(driver: Driver, session: Session, seat: int) -> list[Any]:
    """All that `seat` sees of a table."""
    driver.app.manager.reset()
    table = make_table(driver.app, session, lambda: None)
    driver.app.manager.push(table)
    driver.wait(500)
    lift(driver)
    if table.viewer != seat:
        table.person, table.viewer = session.seats[seat].person, seat
        table.refresh()
        driver.wait(32)
    driver.point((2, 2))
    seen: list[Any] = [driver.pixels(), words(driver.screen.ui.widgets), driver.screen.outline()]
    if isinstance(table, SacramentTable):
        seen.append(table.players_view().get_buffer().raw)
    return seen


def with_state(session: Session, state: Any) -> Session:
    """The same table with another state and the same log."""
    other = Session.restore(session.contents(), registry.get)
    other.state = state
    return other


@pytest.mark.parametrize("number", range(4))
@pytest.mark.parametrize("game", ["sacrament", "kanata", "kingsport"])
def test_tables_that_a_seat_cannot_tell_apart_look_alike(quick: Driver, game: str, number: int) -> None:  # noqa: F811
    session = played(game, number)
    seat = session.state.current_player()
    if seat < 0 or (game == "sacrament" and seat == 0):
        seat = 1
    state = imagined(session.state, seat, number)
    assert state.observation(seat) == session.state.observation(seat)
    one = shown(quick, with_state(session, session.state.clone()), seat)
    other = shown(quick, with_state(session, state), seat)
    for name, mine, theirs in zip(("picture", "words", "text view", "inset"), one, other, strict=False):
        assert mine == theirs, name


@pytest.mark.parametrize("number", range(2))
def test_so_do_the_players_window_and_the_ending(quick: Driver, number: int) -> None:  # noqa: F811
    """The game master's table is in the first window, the players' in the second; the fight is given up at the end."""
    from game.sacrament import actions as act
    from tests.scenes.sacrament.test_two_windows import Beside

    session = played("sacrament", number)
    frames = []
    for state in (session.state.clone(), imagined(session.state, 1, number)):
        quick.app.manager.reset()
        table = SacramentTable(quick.app, with_state(session, state), lambda: None)
        quick.app.manager.push(table)
        quick.wait(300)
        lift(quick)
        if table.viewer != 0:
            table.go_behind()
            lift(quick)
        table.open_window()
        other = Beside(quick)
        quick.post()
        other.settle()
        other.point((2, 2))
        seen: list[Any] = [other.pixels(), words(other.screen.ui.widgets), other.screen.outline()]
        table.close_window()
        if table.state.refusal(act.EndFight(seat=0, result="fled")) is None:
            table.act_out(act.EndFight(seat=0, result="fled"))
            quick.wait(400)
            while isinstance(quick.top, Curtain):
                lift(quick)
            assert isinstance(quick.top, ResultScene)
            quick.point((2, 2))
            seen += [quick.pixels(), words(quick.screen.ui.widgets)]
        frames.append(seen)
    for mine, theirs in zip(*frames, strict=True):
        assert mine == theirs


def test_the_comparison_finds_a_secret(quick: Driver, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: F811
    """Were an adversary's harm value read from the state, one of the tables would show it."""
    monkeypatch.setattr(SacramentTable, "foe_text", lambda table, foe: str(table.state.foes[foe.token].most))
    with pytest.raises(AssertionError):
        test_tables_that_a_seat_cannot_tell_apart_look_alike(quick, "sacrament", 2)
