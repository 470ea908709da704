"""Content bent at random, and by hand: it is read, or refused with file, line, place and cure. Nothing else happens."""

from __future__ import annotations

import copy
import os
import random
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from game.commands.cli import run
from game.commands.scenario import play
from game.core.content import DATA, ContentError, faults_of, load_yaml, read_yaml
from game.core.rules_text import read_rules
from game.core.scenario import load_cases
from game.kanata.cards import Content as KanataContent
from game.kingsport.cards import Cards
from game.sacrament.content import read_content, standard_content
from game.sacrament.formulas import FormulaError, parse_damage, parse_formula
from game.sacrament.scenarios import read_scenario
from tests.commands.screens import NO_DISPLAY

SACRAMENT = DATA / "sacrament"
STORIES = sorted((SACRAMENT / "scenarios").glob("*.yaml"))
CASES = sorted((Path(__file__).parents[1] / "scenarios").rglob("*.yaml"))
JUNK = [
    5, -1, 10**17, True, None, "", "²", "--5", "٣", "a\tb", "\u0000", [], [1], {}, {"x": 1}, [[]], 1.5, "x" * 300,
    "9" * 400, {"a": {"b": [1]}},
]  # fmt: skip
BENDS = 12
"""How often each file is bent."""

Where = tuple[Any, ...]


def places(value: Any, at: Where = ()) -> Iterator[Where]:
    yield at
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in parts:
        yield from places(part, (*at, key))


def put(value: Any, at: Where, new: Any) -> Any:
    if not at:
        return new
    other = copy.copy(value)
    other[at[0]] = put(value[at[0]], at[1:], new)
    return other


def bent(path: Path, seed: str) -> Iterator[str]:
    """The file with one value after another replaced by something else."""
    rng = random.Random(f"{path.name} {seed}")
    data, _ = load_yaml(path)
    where = list(places(data))
    for _ in range(BENDS):
        yield yaml.safe_dump(put(data, rng.choice(where), rng.choice(JUNK)), allow_unicode=True, sort_keys=False)


def in_folder(folder: str, read: Callable[[Path], object]) -> Callable[[Path, Path, str], None]:
    """Reads a whole folder of content of which one file is bent."""

    def reader(original: Path, tmp: Path, text: str) -> None:
        copied = tmp / folder
        if not copied.exists():
            shutil.copytree(DATA / folder, copied)
        (copied / original.name).write_text(text, "utf-8")
        read(copied)

    return reader


def alone(read: Callable[[Path], object]) -> Callable[[Path, Path, str], None]:
    """Reads the bent file by itself."""

    def reader(original: Path, tmp: Path, text: str) -> None:
        path = tmp / original.name
        path.write_text(text, "utf-8")
        read(path)

    return reader


def run_cases(path: Path) -> None:
    for written in load_cases(path):
        play(written)


def assert_told(path: Path, read: Callable[[], object]) -> None:
    """Whatever is wrong is told as a fault of that file."""
    told = [str(fault) for fault in faults_of([read])]
    assert all(path.name in fault for fault in told)


READERS: list[tuple[Path, Callable[[Path, Path, str], None]]] = [
    *((path, alone(lambda path: read_scenario(path, standard_content(), []))) for path in STORIES),
    *((path, in_folder("sacrament", lambda path: read_content(path, []))) for path in sorted(SACRAMENT.glob("*.yaml"))),
    *((path, in_folder("kanata", KanataContent)) for path in sorted((DATA / "kanata").glob("*.yaml"))),
    *((path, in_folder("kingsport", Cards)) for path in sorted((DATA / "kingsport").glob("*.yaml"))),
    *((path, alone(lambda path: read_rules(path, []))) for path in sorted((DATA / "rules" / "en").glob("*.yaml"))),
]


@pytest.mark.parametrize(("path", "read"), READERS, ids=[f"{p.parent.name}-{p.stem}" for p, _ in READERS])
def test_bent_content_is_read_or_refused(path: Path, read: Callable[[Path, Path, str], None], tmp_path: Path) -> None:
    for text in bent(path, "content"):
        assert_told(path, lambda text=text: read(path, tmp_path, text))  # type: ignore[misc]  # bound at once


@pytest.mark.parametrize("path", CASES, ids=[f"{path.parent.name}-{path.stem}" for path in CASES])
def test_a_bent_rule_case_passes_fails_or_is_refused(path: Path, tmp_path: Path) -> None:
    rng = random.Random(path.name)
    data, _ = load_yaml(path)
    for _ in range(BENDS):
        case = rng.choice(data)
        where = [place for place in places(case) if place]
        text = yaml.safe_dump([put(case, rng.choice(where), rng.choice(JUNK))], allow_unicode=True, sort_keys=False)
        assert_told(path, lambda text=text: alone(run_cases)(path, tmp_path, text))  # type: ignore[misc]  # bound at once


def refused(tmp_path: Path, change: Callable[[Any], None], story: str = "wickham") -> list[str]:
    """What is wrong with a story after a change."""
    data, _ = load_yaml(SACRAMENT / "scenarios" / f"{story}.yaml")
    change(data)
    path = tmp_path / f"{story}.yaml"
    path.write_text(yaml.safe_dump(data, allow_unicode=True, sort_keys=False), "utf-8")
    problems: list[ContentError] = []
    read_scenario(path, standard_content(), problems)
    return [str(problem) for problem in problems]


def test_a_story_whose_arrivals_go_in_a_circle_is_refused(tmp_path: Path) -> None:
    def circle(data: Any) -> None:
        first, second = list(data["nodes"])[:2]
        data["nodes"][first]["on_entry"] = [{"after": 1, "effects": [{"goto": second}]}]
        data["nodes"][second]["on_entry"] = [{"after": 1, "effects": [{"goto": first}]}]

    found = refused(tmp_path, circle)
    assert len(found) == 2
    assert all("sends the party on and on until it is here again" in fault for fault in found)


def test_an_arrival_that_leads_on_once_is_none(tmp_path: Path) -> None:
    def onward(data: Any) -> None:
        first, second = list(data["nodes"])[:2]
        data["nodes"][first]["on_entry"] = [{"after": 1, "effects": [{"goto": second}]}]

    assert refused(tmp_path, onward) == []


WRONG_STORIES: dict[str, tuple[Callable[[Any], None], str]] = {
    "people as a list": (lambda data: data.update(npcs=[1]), "npcs: found a list of length 1, expected a mapping"),
    "a choice that is a number": (
        lambda data: next(iter(data["nodes"].values())).update(choices={"buy": 5}),
        "choices.buy: found 5, expected a mapping of fields",
    ),
    "a map with a NUL in its name": (
        lambda data: next(iter(data["fights"].values())).update(map="a\x00b"),
        "map: found 'a\\x00b', expected the name",
    ),
    "a map elsewhere": (
        lambda data: next(iter(data["fights"].values())).update(map="../../x"),
        "map: found '../../x', expected the name",
    ),
    "endings as a number": (lambda data: data.update(endings=5), "endings: found 5, expected a list of endings"),
    "a level beyond all levels": (lambda data: data.update(level=9), "level: found the number 9, expected a whole"),
    "a ladder of words": (lambda data: data.update(ladder_start="high"), "ladder_start: found the text 'high'"),
}  # fmt: skip


@pytest.mark.parametrize(("change", "says"), WRONG_STORIES.values(), ids=WRONG_STORIES)
def test_a_wrong_story_is_refused_with_its_place(change: Callable[[Any], None], says: str, tmp_path: Path) -> None:
    assert says in "\n".join(refused(tmp_path, change))


WRONG_CASES = {
    "do: [{expect: 5}]": "do[0].expect: found the number 5, expected a mapping",
    "do: [{events: roll}]": "do[0].events: found the text 'roll', expected a list",
    "do: [{action: [1]}]": "do[0].action: found a list of length 1, expected text",
    "do: [{refuse: 3}]": "do[0].refuse: found the number 3",
    "do: [{legal: {count: many}}]": "do[0].legal.count: found the text 'many'",
    "refuse: [{action: {a: 1}}]": "refuse[0].action: found a mapping, expected text",
    "legal: {include: [{action: [1]}]}": "legal.include[0].action: found a list",
    "refuse: [{new: {players: x}}]": "refuse[0].new.players: found the text 'x', expected a whole number",
    "dice: [{a: 1}]": "dice[0]: found a mapping",
}


@pytest.mark.parametrize(("line", "says"), WRONG_CASES.items(), ids=list(WRONG_CASES))
def test_a_wrong_rule_case_is_refused_with_its_line(
    line: str, says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "case.yaml"
    path.write_text(f"- id: a\n  game: kingsport\n  position: {{players: 3}}\n  {line}\n", "utf-8")
    assert run(["scenario", str(path)], NO_DISPLAY) == 2
    said = capsys.readouterr().err
    assert f"{path}:4: [0].{says}" in said


@pytest.mark.parametrize("text", ["²", "--5", "--1d6", "٣", "1d٦", "9" * 5000, "", "W+²", "+"])
def test_a_damage_formula_in_other_signs_is_refused(text: str) -> None:
    with pytest.raises(FormulaError):
        parse_damage(text)
    if "W" not in text:
        with pytest.raises(FormulaError):
            parse_formula(text)


def test_keys_that_look_the_same_are_the_same() -> None:
    with pytest.raises(ContentError, match="the key a second time"):
        read_yaml("caf\u00e9: 1\ncafe\u0301: 2\n", "a.yaml")


def test_a_copy_of_the_data_folder_is_checked_as_at_home(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shutil.copytree(DATA, tmp_path / "data", ignore=shutil.ignore_patterns("fonts", "sounds"))
    changes = [
        ("kingsport/gods.yaml", "strength: ", "strenght: "),
        ("kanata/cards.yaml", "deck: ", "dekc: "),
        ("sacrament/scenarios/wickham.yaml", "start: ", "start: no-"),
        ("strings/en/terminal.yaml", '"Quit"', '"Quit {now"'),
        ("rules/en/kanata.yaml", "section: ", "section: no-"),
    ]
    for name, old, new in changes:
        path = tmp_path / "data" / name
        text = path.read_text("utf-8")
        assert old in text
        path.write_text(text.replace(old, new, 1), "utf-8")
    assert run(["check", str(tmp_path / "data")], NO_DISPLAY) == 1
    said = capsys.readouterr().out
    assert [name for name, _, _ in changes if str(tmp_path / "data" / name) not in said] == []
    for part in ("kingsport", "kanata"):  # a game's part of it by itself
        assert run(["check", str(tmp_path / "data" / part)], NO_DISPLAY) == 1
        assert f"{tmp_path / 'data' / part}" in capsys.readouterr().out


@pytest.mark.skipif(os.name == "nt", reason="Windows has no pipes with a name in a folder")
def test_a_pipe_in_the_place_of_content_is_refused_and_never_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.yaml")
    with pytest.raises(ContentError, match="not a plain file"):
        load_yaml(tmp_path / "pipe.yaml")
