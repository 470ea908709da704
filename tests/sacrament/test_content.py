"""Content, maps and stories: the good ones are good, and faults are named with file, line and cure."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from game.core.content import DATA, ContentError
from game.core.strings import Strings
from game.core.tmx import read_tmx
from game.sacrament.content import FOLDER, read_content, standard_content
from game.sacrament.effects.reading import vocabulary_table, words_in
from game.sacrament.effects.story import Flag
from game.sacrament.maps import FOLDER as MAPS
from game.sacrament.maps import MOST_SIDE, NO_WAY, load_grid
from game.sacrament.queries import ruler
from game.sacrament.rules import GAME
from game.sacrament.scenarios import SCENARIOS, load_scenario, read_scenario
from game.sacrament.state import Fight

CONTENT = standard_content()
WICKHAM = (FOLDER / "scenarios" / "wickham.yaml").read_text("utf-8")


def faults(tmp_path: Path, old: str, new: str) -> list[str]:
    """The faults of Wickham with one thing changed."""
    assert old in WICKHAM
    path = tmp_path / "wickham.yaml"
    path.write_text(WICKHAM.replace(old, new, 1), encoding="utf-8")
    found: list[ContentError] = []
    try:
        read_scenario(path, CONTENT, found)
    except ContentError as error:
        found.append(error)
    return [str(error) for error in found]


def test_every_story_has_all_its_words() -> None:
    strings = Strings()
    keys: list[str] = []
    for name in SCENARIOS:
        story = load_scenario(name)
        keys += [f"{name}.title", f"{name}.blurb"]
        keys += [f"{name}.npc.{npc}.{n}" for npc, lines in story.npcs.items() for n in range(1, lines + 1)]
        keys += [f"{name}.ending.{ending.id}" for ending in story.endings]
        for node in story.nodes.values():
            stem = f"{name}.{node.id}"
            keys += [f"{stem}.name", f"{stem}.text", *(f"{stem}.beat.{beat.id}" for beat in node.beats)]
            keys += [f"{stem}.ash"] if node.ash is not None else []
            for choice in node.choices.values():
                keys += [f"{stem}.{choice.id}"]
                keys += [f"{stem}.{choice.id}.{end}" for end in (("ok", "fail") if choice.check else ("done",))]
    for id in CONTENT.abilities:
        keys += [f"ability.{id}.name", f"ability.{id}.text"]
    for id in (*CONTENT.weapons, *CONTENT.armour, *CONTENT.things):
        keys += [f"item.{id}.name", f"item.{id}.text"]
    for id in CONTENT.bestiary:
        keys += [f"foe.{id}.name", f"foe.{id}.text"]
    assert [key for key in keys if not strings.has(key)] == []


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("fail: [{clock: {name: night, n: 1}}]", "fail: []", "a check without a failure"),
        ("          fail: [{flag: godric_warns}]\n", "", "a check without a failure"),
        ("ways: [street]", "ways: [nowhere]", "nowhere"),
        ("{goto: step}", "{goto: cellar}", "cellar"),
        ("start: tavern", "start: defeat", "nobody begins with a defeat"),
        ("if: leofwyn or bell_true", "if: leofwyn or (bell_true", "no closing parenthesis"),
        ("if: leofwyn or bell_true", "if: sun_up", "sun_up"),
        ("dc: 15", "dc: 31", "SAC-CHECK-02"),
        ("attr: [will]", "attr: [luck]", "luck"),
        ("{item: chest_key}", "{item: magic_wand}", "magic_wand"),
        ("{flag: leofwyn}", "{flagg: leofwyn}", "flagg"),
        ("n: 1d6-2", "n: 1d0", "1d0"),
        ("map: churchyard", "map: moon", "moon"),
        ("{adv: sexton}", "{adv: dragon}", "dragon"),
        ("lantern_post:", "street_lamp:", "street_lamp"),
        ("win: graves", "win: heaven", "heaven"),
        ("  - id: risen\n    if: risen\n", "  - id: risen\n", "never reached"),
        ("if: defeated or fled", "if: defeated and not defeated", "never holds"),
        ("ways: [vestry, tower, churchyard, tavern,", "ways: [vestry, churchyard, tavern,", "nothing leads to"),
        ("kind: scene\n    safe", "kind: dream\n    safe", "dream"),
        ("group: fallen", "group: risen_ones", "risen_ones"),
        ("npcs: [hild, godric, leofwyn]", "npcs: [hild, gandalf]", "gandalf"),
    ],
)
def test_a_broken_story_is_refused(tmp_path: Path, old: str, new: str, told: str) -> None:
    found = faults(tmp_path, old, new)
    assert any(told in fault for fault in found), found
    assert all("wickham.yaml:" in fault for fault in found), "file and line"


@pytest.mark.cites("SAC-MILESTONE-07")
def test_a_story_may_bring_its_own_aftershocks(tmp_path: Path) -> None:
    rows = "".join("    - [{flag: risen}]\n" for _ in range(6))
    path = tmp_path / "wickham.yaml"
    path.write_text(WICKHAM + f"tables:\n  9:\n{rows}", encoding="utf-8")
    story = read_scenario(path, CONTENT)
    assert len(story.tables[9]) == 6
    assert story.tables[9] != CONTENT.tables[9]
    path.write_text(WICKHAM + "tables:\n  10:\n    - []\n", encoding="utf-8")
    with pytest.raises(ContentError, match="9, 15 or 21"):
        read_scenario(path, CONTENT)


@pytest.mark.parametrize(
    ("file", "old", "new", "told"),
    [
        ("abilities", "parents: [can.note, can.litany]", "parents: [can.nothing]", "can.nothing"),
        ("abilities", "level: 1\n    kind: spell\n    cost: 2\n    risk: 1", "level: 7\n    kind: spell", "1 to 5"),
        ("abilities", "heal: 1", "heel: 1", "heel"),
        ("gear", "price: 15, quick: true", "price: dear", "price"),
        ("bestiary", "tactics: [herd]", "tactics: [dance]", "dance"),
        ("bestiary", "{summon: {adv: shallow_dead", "{summon: {adv: nobody", "nobody"),
        ("aftershocks", "[surge]", "surge", "surge"),
        ("characters", "practice: vigil", "practice: sleeping", "practice"),
    ],
)
def test_broken_content_is_refused(tmp_path: Path, file: str, old: str, new: str, told: str) -> None:
    shutil.copytree(FOLDER, tmp_path / "sacrament")
    path = tmp_path / "sacrament" / f"{file}.yaml"
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    problems: list[ContentError] = []
    read_content(tmp_path / "sacrament", problems)
    assert any(told in str(problem) for problem in problems), problems
    assert all(f"{file}.yaml" in str(problem) for problem in problems)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('encoding="csv"', 'encoding="base64"', "CSV"),
        ('infinite="0"', 'infinite="1"', "finite"),
        ('width="7" height="6" tilewidth', 'width="8" height="6" tilewidth', "48"),
        ('source="sacrament.tsx"', 'source="../../secret.tsx"', "outside"),
        ("<map ", "<!DOCTYPE map><map ", "DOCTYPE"),
        ("3,3,3,3,3,3,3", "3,3,99,3,3,3,3", "99"),
        ('type="start"', 'type="begin"', "begin"),
        ('name="ground"', 'name="soil"', "ground"),
    ],
)
def test_a_broken_map_is_refused(tmp_path: Path, old: str, new: str, told: str) -> None:
    text = (MAPS / "sacrament_churchyard.tmx").read_text("utf-8")
    assert old in text
    shutil.copy(MAPS / "sacrament.tsx", tmp_path)
    (tmp_path / "sacrament_bad.tmx").write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(ContentError, match=told):
        load_grid("bad", tmp_path)


def test_the_maps_are_those_of_the_stories() -> None:
    grid = load_grid("churchyard")
    assert (grid.width, grid.height, grid.dark) == (7, 6, True)
    assert [grid.names[t] for t in grid.starts] == ["c6", "d6", "e6"]
    sexton = dict(grid.letters)["sexton"]
    assert all(grid.band[start * grid.size + sexton] == 1 for start in grid.starts), "Near every start, as in the book"
    assert read_tmx(MAPS / "sacrament_race.tmx").width == 7


@pytest.mark.cites("SAC-VTT-07", "SAC-DIST-02")
def test_the_ruler() -> None:
    s = GAME.from_position({"fight": "churchyard", "phase": "select"})
    measured = ruler(s, "c6", "d5")
    assert (measured.tiles, measured.feet, measured.band) == (1, 30, "near")
    assert ruler(s, "c6", "c6").band == "melee"
    assert (ruler(s, "a6", "g6").feet, ruler(s, "a6", "g6").band) == (180, "far")


@pytest.mark.cites("SAC-DIST-11")
def test_theatre_mode_is_one_line_of_bands() -> None:
    grid = load_grid("theatre")
    assert grid.height == 1
    bands = [grid.band[4 * grid.size + t] for t in range(grid.size)]
    assert bands == [2, 2, 2, 1, 0, 1, 2, 2, 2]
    assert [len(steps) for steps in grid.steps] == [1, 2, 2, 2, 2, 2, 2, 2, 1], "a Move shifts one band, to or from"


def test_walls_edges_and_corners(tmp_path: Path) -> None:
    text = (MAPS / "sacrament_theatre.tmx").read_text("utf-8")
    wall = '<object id="9" x="128" y="0"><polyline points="0,0 0,64"/></object>'
    line = f' <objectgroup id="3" name="edges">\n  {wall}\n </objectgroup>'
    shutil.copy(MAPS / "sacrament.tsx", tmp_path)
    path = tmp_path / "sacrament_walled.tmx"
    path.write_text(text.replace(' <objectgroup id="3" name="edges"/>', line), encoding="utf-8")
    with pytest.raises(ContentError, match="connected"):
        load_grid("walled", tmp_path)
    wheel = load_grid("wheel")
    assert wheel.index["a3"] not in wheel.steps[wheel.index["c3"]]


def test_a_way_may_be_as_long_as_a_map_lets_it(tmp_path: Path) -> None:
    """On the largest map, walled to one long lane that winds from the first corner to the last."""
    side = MOST_SIDE
    lane = [[1] * side if row % 2 == 0 else [3] * side for row in range(side)]
    for row in range(1, side, 2):
        lane[row][-1 if row % 4 == 1 else 0] = 1
    lane[-1] = [3] * side
    ground = ",\n".join(",".join(map(str, row)) for row in lane)
    empty = ",\n".join([",".join("0" * side)] * side)
    text = (MAPS / "sacrament_race.tmx").read_text("utf-8")
    head = text[: text.index(" <layer")]
    objects = text[text.index(' <objectgroup id="3"') : text.index('  <object id="2"')]
    layers = "".join(
        f' <layer id="{number}" name="{name}" width="{side}" height="{side}">\n'
        f'  <data encoding="csv">\n{data}\n</data>\n </layer>\n'
        for number, (name, data) in enumerate((("ground", ground), ("overlay", empty)), 1)
    )
    head = head.replace('width="7" height="5"', f'width="{side}" height="{side}"')
    start = objects.replace('type="exit" x="80" y="240"', 'type="start" x="80" y="80"')
    shutil.copy(MAPS / "sacrament.tsx", tmp_path)
    (tmp_path / "sacrament_lane.tmx").write_text(f"{head}{layers}{start} </objectgroup>\n</map>\n", encoding="utf-8")
    grid = load_grid("lane", tmp_path)
    ways = [grid.walk[tile] for tile in range(grid.size) if grid.passable[tile]]
    assert sorted(set(ways)) == list(range(max(ways) + 1)), "each tile of the lane has its own distance"
    assert 255 < max(ways) < NO_WAY


def test_the_authors_page_has_the_vocabulary() -> None:
    page = (DATA / "sacrament" / "README.md").read_text("utf-8")
    assert vocabulary_table() in page, "write the table anew: python -c 'from game.sacrament.effects.reading import …'"


def test_a_fight_without_a_map_is_at_arms_length() -> None:
    s = GAME.from_position({"scenario": "wickham", "node": "tavern"})
    assert s.band(3, 9) == 0
    assert s.grid is None
    assert Fight(id="x").surprise == "none"


@pytest.mark.cites("SAC-GM-04")
@pytest.mark.parametrize("name", SCENARIOS)
def test_flags_tell_nothing_that_was_rolled_unseen(name: str) -> None:
    """Every seat sees the flags: what sets one is open to all."""
    checks = [choice.check for node in load_scenario(name).nodes.values() for choice in node.choices.values()]
    setting = [c for c in checks if c is not None and any(isinstance(e, Flag) for e in words_in((c.ok, c.fail)))]
    assert setting
    assert not any(check.hidden for check in setting)
