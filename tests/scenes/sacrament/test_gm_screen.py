"""The game master's screen: what the players see is always in view, and no key lies over the map."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from scenes.sacrament import SacramentTable
from scenes.sacrament.shots import SHOTS
from scenes.settings import Settings
from scenes.shots import make_app, show
from scenes.widgets import ScrollArea
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
