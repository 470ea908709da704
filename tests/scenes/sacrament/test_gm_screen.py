"""The game master's screen: what the players see is always in view, and no key lies over the map."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from game.core.session import HUMAN
from game.sacrament import actions as act
from game.sacrament.gm import DICE_PATHS
from scenes.sacrament.gm_sheets import EditSheet
from scenes.sacrament.judging import CheckSheet
from scenes.sacrament.shots import SHOTS
from scenes.sacrament.table import SacramentTable
from scenes.settings import Settings
from scenes.shots import make_app, show
from scenes.widgets import ScrollArea
from tests.scenes.driver import Driver
from tests.scenes.sacrament.people import lift, sit, start
from tests.scenes.test_fit import SIZES

LOOKS = (
    *((size, {"text_scale": text}) for text in (100, 150) for size in SIZES),
    ((1280, 720), {"text_scale": 150, "interface_scale": 150}),
)
PARTS = ("gm.inset", "gm.brushes", "gm.scene", "gm.tools", "page")
"""What may not overlap, where it is shown, nor lie over the map."""


@pytest.mark.parametrize(("size", "look"), LOOKS)
def test_inset_and_brushes_have_places_of_their_own(
    size: tuple[int, int], look: dict[str, int], tmp_path: Path
) -> None:
    app = make_app(size, Settings(asked=True, **look), tmp_path)  # type: ignore[arg-type]
    for shot in SHOTS:
        if shot.state not in ("gm_scene", "gm_fight"):
            continue
        show(app, shot)
        table = app.manager.top
        assert isinstance(table, SacramentTable)
        places = [found.box for id in PARTS if (found := table.ui.find(id)) is not None]
        if shot.state == "gm_fight":
            sheet = table.stage.sheet
            places += [sheet.rect("a1").union(sheet.rect("g6"))]
            assert all(table.ui.find(f"brush.{mode}") is not None for mode in ("fog", "clear", "place", "hide"))
        inset = table.ui.find("gm.inset")
        assert inset is not None
        assert inset.box.height >= 0.25 * table.frame.stage.height or inset.box.width >= app.scale.px(300)
        assert all(app.scale.window.contains(place) for place in places)
        overlaps = [(one, two) for n, one in enumerate(places) for two in places[:n] if one.colliderect(two)]
        assert overlaps == []
    app.manager.reset()
    app.close()


@pytest.fixture
def fight(tmp_path: Path) -> Iterator[SacramentTable]:
    """A fight before the game master, in Compact."""
    app = make_app((1280, 720), Settings(asked=True), tmp_path)
    show(app, next(shot for shot in SHOTS if shot.state == "gm_fight"))
    table = app.manager.top
    assert isinstance(table, SacramentTable)
    yield table
    app.manager.reset()
    app.close()


def test_in_compact_the_inset_stays_beside_the_open_drawer(fight: SacramentTable) -> None:
    fight.toggle_drawer()
    inset, tools = fight.ui.find("gm.inset"), fight.ui.find("gm.tools")
    assert inset is not None
    assert isinstance(tools, ScrollArea)
    assert not inset.box.colliderect(fight.frame.right)
    assert [widget.id for widget in fight.ui.widgets].count("gm.inset") == 1


def test_the_map_stays_where_it_is_when_the_inset_is_drawn_anew(fight: SacramentTable) -> None:
    before = fight.stage.sheet.rect("a1")
    fight.gm.players_picture((160, 90))
    assert fight.stage.sheet.rect("a1") == before


def test_any_difficulty_is_called_and_the_stakes_are_asked_for(quick: Driver) -> None:
    table = sit(quick, start(HUMAN, HUMAN, scenario="wickham", seed=4))
    lift(quick)
    quick.click("go_behind")
    lift(quick)
    quick.click("gm.check.other")
    quick.settle()
    sheet = quick.top
    assert isinstance(sheet, CheckSheet)
    assert [value for value, _ in sheet.ui.find("difficulty").choices] == list(range(2, 31))  # type: ignore[union-attr]
    sheet._set("difficulty", 17)
    quick.click("reason")
    quick.type("The shutter")
    quick.click("stakes")
    quick.type("They hear you.")
    quick.click("call")
    quick.settle()
    called = next(entry.action for entry in reversed(table.session.entries) if isinstance(entry.action, act.CallCheck))
    assert (called.difficulty, called.reason, called.stakes) == (17, "The shutter", "They hear you.")
    quick.click("gm.out")
    lift(quick)
    assert "At stake: They hear you." in quick.find("stakes").text


def test_what_a_failure_costs_is_said_in_words(quick: Driver) -> None:
    session = start(HUMAN, HUMAN, scenario="wickham", seed=4)
    session.apply(act.CallCheck(seat=0, who=(1,), attribute="wits", difficulty=30))
    session.apply(act.ROLL_IT)
    table = sit(quick, session)
    lift(quick)
    assert table.question == "fail_cost"
    quick.click("own_words")
    quick.settle()
    quick.click("words")
    quick.type("The dog barks.")
    quick.click("say")
    quick.settle()
    assert table.session.entries[-1].action == act.NameCost(kind="text", words="The dog barks.")


def test_the_edit_sheet_offers_no_dice(quick: Driver) -> None:
    """Seed and counter are no values to edit (SAC-GM-07)."""
    table = sit(quick, start(HUMAN, HUMAN, scenario="wickham", seed=4))
    lift(quick)
    quick.click("go_behind")
    lift(quick)
    quick.app.manager.push(EditSheet(quick.app, table))
    quick.settle()
    assert quick.has("key.ladder")
    assert [path for path in DICE_PATHS if quick.has(f"key.{path}")] == []
