"""Nothing that happens on Kanata's table is lost to the eye: ways, cards, banners, marker, roadblock, what items do."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from game import registry
from game.core.session import HUMAN, SeatPlan, Session
from game.kanata import events as ev
from game.kanata.actions import END_TURN, MOVE, PLAYER_BOARD, STAY, AddDie
from scenes.input import Do, Intent
from scenes.kanata import motion as moving
from scenes.kanata.shots import NIGHT, first_as, position_table, settle
from scenes.kanata.table import KanataTable
from scenes.kanata.threats import threat_lines
from scenes.kanata.view import View
from scenes.result import ResultScene
from scenes.settings import Settings
from tests.scenes.driver import Driver
from tests.scenes.players import think_here

ROUND = 20_000.0
"""Milliseconds that three computer players may take together."""
WATCHED = 30
QUIET: dict[str, Any] = {"abominations": [], "corpses": [], "sheriff": "S", "ambulance": None}


@pytest.fixture
def driver(tmp_path: Path) -> Iterator[Driver]:
    """A window of the full layout, everything at its normal speed."""
    one = Driver(size=(1920, 1080), folder=tmp_path, settings=Settings(asked=True))
    yield one
    one.close()


def night(driver: Driver, changes: dict[str, Any] | None = None, script: tuple[Any, ...] = ()) -> KanataTable:
    """The night half lost, nothing moving."""
    table = position_table(driver.app, changes or {}, script=script)
    driver.settle()
    return table


def watch(driver: Driver, seed: int) -> KanataTable:
    """A new game of one person and three computer players that answer at once."""
    kinds = (HUMAN, "adept", "adept", "adept")
    plans = [SeatPlan(kind, f"Seat {n}", n if kind == HUMAN else None) for n, kind in enumerate(kinds)]
    session = Session.start(registry.get("kanata"), plans, seed=seed, options={"first_player": 0})
    table = KanataTable(driver.app, session, driver.app.manager.pop)
    think_here(table)
    driver.app.manager.push(table)
    driver.settle()
    return table


def own_turn(driver: Driver, table: KanataTable) -> None:
    """The person stays, rolls, and lets the enemies come; none of it is waited for."""
    for _ in range(40):
        if table.view.turn != 0 or not table.my_choice:
            return
        wanted = [STAY, PLAYER_BOARD, END_TURN]
        legal = table.state.legal_actions()
        table.act(next((one for one in wanted if one in legal), legal[-1]))
        table.animator.finish()
        table.update(1)


# ---- pace ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [3, 9])
def test_three_computer_players_take_a_round_in_a_time_that_people_wait(driver: Driver, seed: int) -> None:
    table = watch(driver, seed)
    rounds = []
    for _ in range(3):
        own_turn(driver, table)
        taken = 0.0
        while not (table.my_choice and not table.animator.busy) and taken < 2 * ROUND:
            driver.wait(WATCHED)
            taken += WATCHED
        rounds.append(taken)
    assert max(rounds) <= ROUND, rounds
    assert min(rounds) > ROUND / 10, "it is shown, not skipped"


def test_a_computer_player_walks_in_one_glide(driver: Driver) -> None:
    table = watch(driver, 3)
    own_turn(driver, table)
    glides: list[int] = []
    walked: list[int] = []
    before = table.motion._walk

    def walk(run: Any) -> None:
        if isinstance(run[0], ev.Stepped):
            glides.append(len(run))
        before(run)

    table.motion._walk = walk  # type: ignore[method-assign]
    first = len(table.session.entries)
    for _ in range(2000):
        driver.wait(WATCHED)
        if table.my_choice:
            break
    steps = 0
    for entry in table.session.entries[first:]:
        if any(isinstance(event, ev.Stepped) for event in entry.events):
            steps += 1
        elif steps and entry.decision != "choose_step":
            walked.append(steps)
            steps = 0
    walked += [steps] if steps else []
    assert sum(glides) == sum(walked)
    assert max(walked) > 1
    assert len(glides) <= len(walked) + 1, (glides, walked)


def test_a_person_walks_in_one_glide(driver: Driver) -> None:
    table = night(driver, {**QUIET, **first_as(space="c14r11")}, script=(4, 3))
    settle(table, MOVE, AddDie())
    space = max(table.walking.reach(), key=lambda one: len(table.walking.reach()[one]))
    table.walking.press_space(space)
    assert not table._unshown
    shown: list[tuple[float, float]] = []
    while table.animator.busy:
        driver.wait(16)
        if "seat.0" in table.motion.at:
            shown.append(table.motion.at["seat.0"])
    assert len(shown) > 10
    assert all(one != other for one, other in pairwise(shown)), "it never stands still on its way"
    assert table.view.owner.space == space


def test_what_is_shown_of_a_walk_is_where_the_game_stands_afterwards(driver: Driver) -> None:
    table = watch(driver, 3)
    own_turn(driver, table)
    for _ in range(2000):
        driver.wait(WATCHED)
        if table.my_choice and table.ready:
            break
    assert not table._unshown
    assert [one.space for one in table.view.persons] == [
        row["space"] for row in table.state.position()["characters"]
    ]


# ---- cards -----------------------------------------------------------------------------------------------------------


def drawn(driver: Driver) -> KanataTable:
    """The person has landed on an event."""
    table = night(driver, {**QUIET, **first_as(track=1)}, script=(1, "crows", 3))
    settle(table, STAY)
    table.do(PLAYER_BOARD)
    driver.wait(9000)
    return table


def test_a_card_stays_until_somebody_presses(driver: Driver) -> None:
    table = drawn(driver)
    assert table.motion.card is not None
    assert table.motion.card[:2] == ("exterior", "crows")
    assert not table.ready
    driver.wait(60_000)
    assert table.motion.card is not None
    assert driver.has("card_on")
    entries = len(table.session.entries)
    driver.press((900, 500))
    driver.release((900, 500))
    assert table.motion.card is None
    driver.wait(3000)
    assert table.ready
    assert len(table.session.entries) == entries, "the press went on, and did nothing else"


def test_a_key_goes_on_too_and_a_sheet_leaves_the_card_where_it_is(driver: Driver) -> None:
    table = drawn(driver)
    driver.key("l")
    assert driver.top.name == "log"
    driver.settle()
    driver.key("escape")
    driver.settle()
    assert table.motion.card is not None
    driver.key("return")
    assert table.motion.card is None


def test_nothing_is_drawn_anew_while_a_card_waits(driver: Driver) -> None:
    table = drawn(driver)
    driver.rest()
    assert table.animator.waits
    assert not table.animator.moving


def test_cards_of_computer_players_lie_at_the_edge_until_they_are_read(driver: Driver) -> None:
    table = watch(driver, 3)
    own_turn(driver, table)
    for _ in range(2000):
        driver.wait(WATCHED)
        if table.my_choice and table.ready:
            break
    cards = [
        event.card
        for entry in table.session.entries
        if entry.person is None
        for event in entry.events
        if isinstance(event, (ev.CardDrawn, ev.Searched))
    ]
    assert cards
    assert [card for _, card, _ in table.kept] == cards[-len(table.kept) :]
    number = len(table.kept) - 1
    driver.click(f"kept.{number}")
    assert driver.top.name == "kanata_card"
    driver.settle()
    driver.key("escape")
    assert len(table.kept) == number


# ---- banners ---------------------------------------------------------------------------------------------------------


def banners(driver: Driver, table: KanataTable, milliseconds: float) -> set[str]:
    """What is told across the stage while time passes."""
    seen = set()
    for _ in range(int(milliseconds / WATCHED)):
        driver.wait(WATCHED)
        if table.motion.banner is not None:
            seen.add(table.motion.banner.words)
        if table.animator.waits:
            driver.key("return")
    return seen


def test_releases_panic_and_hordes_have_a_banner(driver: Driver) -> None:
    people = [{**one, "horde_cubes": 0} for one in NIGHT["characters"]]
    people[0] = {**people[0], "horde_cubes": 1, "track": 47}
    table = night(driver, {**QUIET, "characters": people}, script=(1,))
    settle(table, STAY)
    table.do(PLAYER_BOARD)
    told = [event for entry in table.session.entries for event in entry.events]
    assert any(isinstance(event, ev.HordeBroke) and event.panic for event in told), told
    seen = banners(driver, table, 20_000)
    horde = next(event for event in told if isinstance(event, ev.HordeBroke))
    assert table.wording.event(horde) in seen
    assert driver.app.tr("kan.panic") in seen
    for release in [one for one in told if isinstance(one, ev.AbominationReleased) and one.cause != "horde"]:
        assert table.wording.event(release) in seen


TOLD_OTHERWISE = {
    "turn_ended", "arrived", "barn_passed", "cards_ordered", "declined", "trade_answered", "trade_asked", "stayed",
    "option_chosen", "enemy_held", "token_attached", "rounds_loaded", "trait_used", "boost_taken", "omen_dropped",
    "shot_barred", "feeding_began", "feeding_rolled",
}  # fmt: skip
"""Events that the next ones, a word above the piece that acts, or the question that follows them show."""


@pytest.mark.parametrize("seed", range(6))
def test_whatever_happens_moves_something_or_says_something(seed: int) -> None:
    game = registry.get("kanata")
    state = game.new_game(1 + seed, seed)
    rng = random.Random(seed)
    for _ in range(500):
        if state.is_terminal():
            break
        view = View.of(game, state)
        for event in state.apply_action(rng.choice(state.legal_actions())):
            tag = str(event.__struct_config__.tag)
            before = dict(vars(view.copy()))
            view.take(event)
            shown = isinstance(event, (*moving.TOLD, ev.Stepped, ev.EnemyMoved)) or hasattr(moving.Motion, f"_{tag}")
            assert shown or tag in TOLD_OTHERWISE or vars(view) != before, event


# ---- the player board ------------------------------------------------------------------------------------------------


def test_the_marker_never_runs_back(driver: Driver) -> None:
    table = night(driver, {**QUIET, **first_as(track=3)}, script=(4,))
    settle(table, STAY)
    table.do(PLAYER_BOARD)
    table.motion._time = lambda duration: duration  # type: ignore[method-assign]
    places = []
    for _ in range(300):
        driver.wait(16)
        shown = table.rails._now(table.view.persons[0])
        places.append(table.motion.marker(shown))
        if table.animator.waits:
            driver.key("return")
    assert places == sorted(places)
    assert places[0] < places[-1]


def test_the_board_shows_health_as_the_pieces_do_while_things_move(driver: Driver) -> None:
    table = night(driver)
    person = table.view.persons[0]
    table.view.take(ev.HealthChanged(clauses=("KAN-HEAL-01",), seat=0, change=-4, now=9, cause="card"))
    assert table.rails._now(person).health == 9


def test_turned_boards_show_what_the_d4_does(driver: Driver) -> None:
    changes = first_as(status="turned", space="c17r5", health=0, track=5, horde_cubes=0, items=[], tokens={})
    night(driver, changes)
    for name in ("gnaw", "hang", "howl", "rouse"):
        assert driver.app.tr(f"kan.occult.{name}") in driver.find(f"board.occult.{name}").text
    night(driver)
    assert not driver.has("board.occult.gnaw")


# ---- items -----------------------------------------------------------------------------------------------------------


def test_items_say_what_they_do_on_hover_in_the_sheet_and_on_the_card(driver: Driver) -> None:
    table = night(driver)
    does = driver.app.tr("kanata.thing.pistol.text")
    number = next(n for n, item in enumerate(table.view.owner.items) if item.startswith("pistol"))
    assert does in driver.find(f"slot.{number}").tooltip
    assert driver.app.tr("kanata.thing.talisman.text") in driver.find("token.talisman").tooltip
    table.inspect_piece(next(one for one in table.view.pieces() if one.id == "seat.0"))
    assert any(does in widget.text for widget in driver.screen.ui.all())
    assert does in table.art.words("pistol_1", "search")[1]


def test_every_item_and_token_has_its_sentence(driver: Driver) -> None:
    table = night(driver)
    content = table.session.game.content  # type: ignore[attr-defined]
    for item in [*content.item_index, "nde", "talisman", "ammo3", "ammo5", "scope4", "scope8", "van_keys"]:
        assert table.item_does(item)


# ---- the town --------------------------------------------------------------------------------------------------------


def test_the_roadblock_falls_with_its_parts(driver: Driver) -> None:
    pictures = set()
    for monoliths, wall in ((3, 1), (2, 1), (1, 1), (1, 0)):
        table = night(driver, {"roadblock": {"monoliths": monoliths, "wall": wall, "used": []}})
        driver.app.draw(driver.app.window.surface)
        box = table.stage.roadblock.box().inflate(20, 20).clip(table.stage.town.stage)
        pictures.add(bytes(driver.app.window.surface.subsurface(box).copy().get_buffer()))
    assert len(pictures) == 4


def test_the_reach_of_one_and_of_two_dice_is_drawn_while_it_is_asked(driver: Driver) -> None:
    table = night(driver, script=(4,))
    before = driver.pixels()
    settle(table, MOVE)
    assert table.question == "choose_dice"
    prospect = table.stage.prospect()
    ways = table.state.reachable(10)  # type: ignore[attr-defined]
    assert {space for space, needs in prospect.items() if not needs} == set(table.state.reachable(4))  # type: ignore[attr-defined]
    assert prospect == {space: max(0, ways.distance(space) - 4) for space in ways}
    assert driver.pixels() != before


# ---- danger ----------------------------------------------------------------------------------------------------------

FAR: dict[str, Any] = {
    **QUIET, "sheriff": "c22r11", "characters": [{"space": "c14r11"}, *NIGHT["characters"][1:]],
}  # fmt: skip


def test_while_the_dice_are_open_both_numbers_are_told(driver: Driver) -> None:
    table = night(driver, FAR)
    words = threat_lines(table)[0].words
    assert "cannot get there" not in words
    assert "with 1 die" in words
    assert "with 2" in words


def test_that_something_cannot_get_there_is_said_only_when_nobody_moves_any_more(driver: Driver) -> None:
    table = night(driver, {**FAR, "characters": [{"space": "c14r11", "track": 3}, *NIGHT["characters"][1:]]},
                  script=(1,))  # fmt: skip
    settle(table, STAY)
    assert "cannot get there" not in threat_lines(table)[0].words
    settle(table, PLAYER_BOARD)
    assert "cannot get there this turn" in threat_lines(table)[0].words


# ---- the end ---------------------------------------------------------------------------------------------------------


def test_a_lost_game_is_shown_as_lost(driver: Driver) -> None:
    """One character that is turned: nobody has won, nobody has a laurel."""
    position = {
        "players": 1, "characters": [{"space": "c14r5", "items": []}], "sheriff": "S",
        "abominations": [{"number": 1, "space": "c14r6"}], "phase": "actions",
        "this_turn": {"dice": 1, "moved": "stayed", "player_board": True},
    }  # fmt: skip
    session = Session.start(registry.get("kanata"), [SeatPlan(HUMAN, "Ada", 0)], position=position, script=(6,))
    table = KanataTable(driver.app, session, driver.app.manager.pop)
    driver.app.manager.push(table)
    driver.settle()
    table.act(END_TURN)
    table.animator.finish()
    driver.wait(500)
    assert isinstance(driver.top, ResultScene)
    said = " ".join(widget.text for widget in driver.screen.ui.all())
    assert "Ada wins" not in said
    assert "Place 1" not in said
    assert driver.find("row.0.fate").text == driver.app.tr("kan.fate.turned")
    assert driver.top.headline == driver.app.tr("kanata.outcome.lost")



def test_a_clock_that_ran_is_not_refilled_by_going_on(driver: Driver, tmp_path: Path) -> None:
    """At the Feeding Ground: neither by another window nor by undo."""
    game = registry.get("kanata")
    position = {**NIGHT, **first_as(space="feeding_ground")}
    plans = [SeatPlan(HUMAN, f"Seat {n}", 0) for n in range(4)]
    path = tmp_path / "feeding.journal"
    session = Session.start(game, plans, position=position, script=(3,), path=path)
    table = KanataTable(driver.app, session, driver.app.manager.pop)
    driver.app.manager.push(table)
    settle(table, STAY)
    driver.wait(3000)
    driver.click("die.0.1")
    driver.wait(12_000)
    left = table.feeding.left
    assert left < 36_000
    driver.app.manager.pop()
    again = Session.open(path, registry.get)
    table = KanataTable(driver.app, again, driver.app.manager.pop)
    driver.app.manager.push(table)
    driver.settle()
    assert left - 1500 < table.feeding.left < left + 1100
    driver.wait(60_000)
    assert table.question != "feeding_roll", "the time is up"
    before = len(again.entries)
    driver.key("ctrl+z")
    assert len(again.entries) == before, "what the clock has decided is not taken back"
    driver.app.manager.pop()
    assert Session.open(path, registry.get).state.digest() == again.state.digest()


def test_a_press_ends_words_that_nothing_waits_for(driver: Driver) -> None:
    table = night(driver)
    table.animator.play_beside(moving.Tween(5000))
    driver.app.handle(Intent(Do.PRESS, (5, 5)))
    assert not table.animator.moving
