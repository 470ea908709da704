"""A Night in Wickham by mouse: alone from the title to an ending, and with people at every seat."""

from __future__ import annotations

from msgspec import structs

from game import registry
from game.ai.players import Player
from game.core.session import HUMAN, SeatPlan, Session
from game.sacrament import actions as act
from game.sacrament.campaign import campaign_of
from game.sacrament.faults import export_character
from scenes.result import ResultScene
from scenes.sacrament import library
from scenes.sacrament.ending import Ending
from scenes.sacrament.table import SacramentTable
from scenes.seats import Seats
from scenes.title import Title
from tests.scenes.driver import Driver
from tests.scenes.players import think_here
from tests.scenes.sacrament.people import play, sit, start


def test_alone_from_the_title_to_an_ending(quick: Driver) -> None:
    quick.app.manager.push(Title(quick.app))
    quick.settle()
    quick.click("new")
    quick.settle()
    seats = quick.top
    assert isinstance(seats, Seats)
    seats._set_game("sacrament")
    quick.wait(32)
    assert [row.kind for row in seats.rows] == ["gm", HUMAN, "adept", "adept", "empty", "empty"]
    quick.click("seed")
    quick.type("wickham")
    quick.click("start")
    quick.settle()
    table = quick.top
    assert isinstance(table, SacramentTable)
    think_here(table)
    curtains = play(quick, table)
    assert isinstance(quick.top, ResultScene)
    assert curtains == 0, "nothing is hidden where one person plays"
    state = table.session.state
    assert state.is_terminal()
    outcome = state.outcome()
    assert outcome is not None
    assert quick.app.strings.has(f"sacrament.outcome.{outcome.reason}")
    answered = {entry.decision for entry in table.session.entries if entry.person is not None}
    assert answered >= {"node_choice", "turn_action", "next_pc", "roller"}


def test_with_a_game_master_and_three_players(quick: Driver) -> None:
    session = start(HUMAN, HUMAN, HUMAN, HUMAN, seed=8, difficulty="gentle")
    table = sit(quick, session)
    curtains = play(quick, table)
    assert isinstance(quick.top, ResultScene)
    assert curtains > 2, "the curtain falls between the game master and the players"
    people = {entry.person for entry in session.entries if entry.person is not None}
    assert people == {0, 1, 2, 3}


def test_the_ending_says_that_the_game_master_went_back(quick: Driver) -> None:
    session = start(HUMAN, HUMAN, HUMAN, seed=3)
    session.apply(act.Note(seat=0, words="First.", to=0))
    session.apply(act.RollForShow(seat=1, formula="d20"))
    session.rewind(2, "SAC-GM-09")
    session.apply(act.Jump(seat=0, node="morning"))
    while not session.state.is_terminal():
        level = "gm" if session.state.current_player() == 0 else "adept"
        session.apply(Player(session.game, level).choose(session.state, 1).action)
    sit(quick, session)
    quick.wait(400)
    assert quick.has("rewound")
    assert quick.find("rewound").text == "The game master went back once beyond what had been seen."


def test_the_campaign_goes_on_to_another_story(quick: Driver) -> None:
    first = _ended(quick)
    quick.settle()
    page = quick.top
    assert isinstance(page, Ending)
    carried = campaign_of(first.session.state)  # type: ignore[arg-type]  # Sacrament's state
    quick.click("next.millrace")
    quick.settle()
    table = quick.top
    assert isinstance(table, SacramentTable)
    think_here(table)
    assert table.view.seen.scenario == "millrace"
    assert table.view.ladder == carried["ladder"]
    assert [pc.name for pc in table.view.pcs.values()] == [one["name"] for one in carried["characters"]]


def test_the_ending_tells_how_it_went(quick: Driver) -> None:
    table = _ended(quick)
    with quick.app.text.record() as record:
        quick.pixels()
    told = " ".join(mark.text for mark in record.marks)
    assert "The ladder stands at" in told
    assert all(pc.name in told for pc in table.view.pcs.values())


def _ended(driver: Driver) -> SacramentTable:
    """A story that computer players have told to its end."""
    session = start("gm", HUMAN, "adept", "adept", seed=3)
    for step in range(900):
        if session.state.is_terminal():
            break
        seat = session.state.current_player()
        session.apply(Player(session.game, "gm" if seat == 0 else "adept").choose(session.state, step).action)
    table = sit(driver, session)
    driver.wait(400)
    assert isinstance(driver.top, Ending)
    return table


def test_a_character_file_takes_over_what_the_story_gave_if_its_person_wants(quick: Driver) -> None:
    sheet = structs.replace(library.ready_made(quick.app, "tova"), name="Ælfrun", id="")
    path, sheet = library.save(quick.app, sheet, None)
    assert path is not None
    before = path.read_bytes()
    own = export_character(sheet)
    after = export_character(structs.replace(sheet, level=2, gold=99))
    plans = [SeatPlan("gm"), SeatPlan(HUMAN, "Lucy", 0), SeatPlan("adept")]
    where = {"scenario": "wickham", "phase": "downtime", "ending": "saved", "level": 2,
             "pcs": [{"character": after}, {"id": "osric"}]}  # fmt: skip
    options = {"scenario": "wickham", "pc1": own}
    session = Session.start(registry.get("sacrament"), plans, seed=3, options=options, position=where)
    while not session.state.is_terminal():
        session.apply(act.DONE)
    sit(quick, session)
    quick.wait(600)
    page = quick.top
    assert isinstance(page, Ending)
    assert page.kept_seats() == [1], "only people's own characters"
    quick.click("keep.1")
    quick.settle()
    assert "Level 2" in str(quick.top.outline()) or "level 2" in str(quick.top.outline())
    quick.key("escape")
    assert path.read_bytes() == before, "nothing is written unasked"
    quick.settle()
    quick.click("keep.1")
    quick.settle()
    quick.click("keep")
    quick.settle()
    kept = library.read(path).sheet
    assert kept is not None
    assert (kept.level, kept.gold) == (2, 99)
    assert [one.path for one in library.kept(quick.app)] == [path], "the same file, no other"
    assert not quick.find("keep.1").enabled
