"""``check``, ``bench``, ``scenario`` and the options that stand for themselves."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

from game.commands import bench, check
from game.commands.cli import COMMANDS, run
from game.core.contract import State
from game.registry import GAMES, get
from game.version import VERSION
from tests.commands.screens import NO_DISPLAY, Screens

ROOT = Path(__file__).parents[2]


def report(capsys: pytest.CaptureFixture[str], *line: str, code: int = 0, screens: Screens = NO_DISPLAY) -> Any:
    """What a command prints as JSON."""
    assert run(line, screens) == code
    return json.loads(capsys.readouterr().out)


# ------------------------------------------------------------------------------------------------- version and help


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--version"], NO_DISPLAY) == 0
    assert capsys.readouterr().out == f"Unhallowed {VERSION}\n"


def test_the_changelog_begins_with_this_version() -> None:
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    first = re.search(r"^## (\S+)", text, re.MULTILINE)
    assert first
    assert first[1] == VERSION


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run([name, "--help"], NO_DISPLAY) == 0
    assert capsys.readouterr().out.startswith(f"usage: main.py {name} ")
    assert run(["--help"], NO_DISPLAY) == 0
    assert re.search(rf"^ +{name} +\S", capsys.readouterr().out, re.MULTILINE)


# ------------------------------------------------------------------------------------------------------------ bench


def test_bench_measures_every_game(capsys: pytest.CaptureFixture[str]) -> None:
    figures = report(capsys, "bench", "--seconds", "0.1", "--json", screens=Screens(display=False))
    assert set(figures["engine"]) == set(GAMES)
    for row in figures["engine"].values():
        named = ("decisions_per_s", "checked_per_s", "games_per_s", "clone_us", "resample_us")
        assert all(row[name] > 0 for name in named)
        assert 0 < row["real"] <= 1
    assert set(figures["search"]) == set(GAMES)
    assert figures["frames"] == {"title/start": {"p50_ms": 1.0, "p99_ms": 2.0}}
    assert figures["window"] == {"press_ms": 3.0}
    assert set(figures["startup"]) == {"game_ms", "command_line_ms", "games_ms"}


def test_bench_plays_whole_games_of_the_usual_set_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """What it counts is what anybody counts who plays the game at random."""
    for game in map(get, GAMES):
        begun: list[tuple[int, int, State]] = []
        new_game = game.new_game

        def note(players: int, seed: int, new_game: Any = new_game, begun: Any = begun) -> State:
            state: State = new_game(players, seed)
            begun.append((players, seed, state))
            return state

        monkeypatch.setattr(game, "new_game", note)
        figures = bench.play_at_random(game, 4, 0.05)
        assert [(players, seed) for players, seed, _ in begun] == [(4, number + 1) for number in range(len(begun))]
        assert all(state.is_terminal() for _, _, state in begun), "each is played to its end"
        rng, decisions = Random(7), 0
        for _, seed, _ in begun:
            state = new_game(4, seed)
            while actions := state.legal_actions():
                decisions += 1
                if len(actions) > 1:
                    state.step(actions[int(rng.random() * len(actions))])
                else:
                    state.step(actions[0])
        assert figures["decisions_per_game"] == round(decisions / len(begun), 1)


def test_bench_of_a_game_measures_its_frames_alone(capsys: pytest.CaptureFixture[str]) -> None:
    screens = Screens(display=False)
    report(capsys, "bench", "kanata", "--seconds", "0.05", "--json", screens=screens)
    assert screens.measured == [("kanata",), ("kanata",)]


def test_bench_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["bench", next(iter(GAMES)), "--seconds", "0.05", "--no-frames"], NO_DISPLAY) == 0
    assert re.search(r"^ +decisions_per_s +[\d,]+$", capsys.readouterr().out, re.MULTILINE)


# ------------------------------------------------------------------------------------------------------------ check


def test_the_content_of_every_game_is_sound(capsys: pytest.CaptureFixture[str]) -> None:
    found = report(capsys, "check", "--json", code=0)
    assert found["errors"] == []
    for game in map(get, GAMES):
        row = found["clauses"][game.clause_prefix]
        assert row["total"] > 0
        assert row["uncited"] == []


def test_check_finds_texts_that_are_used_and_missing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    source = tmp_path / "game"
    source.mkdir()
    (source / "x.py").write_text('KEYS = ["menu.quit", "menu.nap", "@menu.rest", "os.path", "menu.yaml"]\n', "utf-8")
    monkeypatch.setattr(check, "ROOT", tmp_path)
    errors = check.check_strings()
    assert [error for error in errors if error.startswith("game/")] == [
        "game/x.py:1: the text menu.nap is missing",
        "game/x.py:1: the text menu.rest is missing",
    ]


def test_check_compares_other_languages_with_english(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for language, text in (("en", 'a.b: "{name} sleeps"\na.c: "x"\n'), ("fr", 'a.b: "{nom} dort"\na.d: "y"\n')):
        (tmp_path / language).mkdir()
        (tmp_path / language / "texts.yaml").write_text(text, encoding="utf-8")
    monkeypatch.setattr(check, "ROOT", tmp_path)
    assert check.check_strings(tmp_path) == [
        "fr: a.b differs from the English text in its places: name, nom",
        "fr: a.d is no key of the English texts",
    ]


def test_check_knows_what_cites_a_clause(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "scenarios").mkdir()
    case = "- {id: a, game: kingsport, new: {}, rules: [KPT-EXP-01, KPT-EXP-77]}\n"
    (tmp_path / "scenarios" / "a.yaml").write_text(case, encoding="utf-8")
    (tmp_path / "scenarios" / "b.yaml").write_text("nonsense\n", encoding="utf-8")
    test = 'import pytest\n\n@pytest.mark.cites("KPT-EXP-02", "KPT-EXP-03")\ndef test_x(): ...\n'
    (tmp_path / "test_x.py").write_text(test, encoding="utf-8")
    monkeypatch.setattr(check, "TESTS", tmp_path)
    clauses, errors = check.coverage()
    uncited = clauses["KPT"]["uncited"]
    assert clauses["KPT"]["total"] == len(uncited) + 3
    assert not {"KPT-EXP-01", "KPT-EXP-02", "KPT-EXP-03"} & set(uncited)
    assert len(errors) == 2
    assert "b.yaml:1: found no list" in errors[0]
    assert errors[1] == "tests: KPT-EXP-77 is cited and is no clause"


def test_check_without_tests_says_nothing_of_coverage(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(check, "TESTS", tmp_path / "gone")
    assert check.coverage() == ({}, [])


def test_check_of_a_pack_names_file_and_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "cards.yaml").write_text("a: 1\na: 2\n", encoding="utf-8")
    found = report(capsys, "check", str(tmp_path), "--json", code=1)
    assert found["clauses"] == {}
    assert found["errors"] == [
        f"{tmp_path / 'cards.yaml'}:2: a: found the key a second time (first on line 1), expected each key once"
    ]
    (tmp_path / "cards.yaml").write_text("a: 1\n", encoding="utf-8")
    assert run(["check", str(tmp_path)], NO_DISPLAY) == 0
    assert capsys.readouterr().out == "0 errors\n"


# --------------------------------------------------------------------------------------------------------- scenario

RAID = """
- id: gathered
  rules: [KPT-RAID-02]
  game: kingsport
  position: {players: 3, phase: raid, round: 3, investigator: dyer, cultists: [{hand: [yithian, dagon, cthulhu]}]}
  do:
    - {action: raid, cards: [yithian, cthulhu]}
    - {decision: end_turn}
    - {action: end_turn}
  events: [{event: raid_played, cards: [yithian, cthulhu]}]
- id: nothing
  game: kingsport
  position: {players: 3, phase: raid, round: 3, investigator: dyer, cultists: [{hand: [yithian]}]}
  do: [{action: raid, cards: []}]
  events: [{event: raid_resolved, strength: 0}]
- id: unordered
  game: kingsport
  position: {players: 3, phase: raid, round: 3, investigator: dyer, cultists: [{hand: [yithian, dagon, cthulhu]}]}
  refuse: [{action: raid, cards: [dagon, yithian], rule: KPT-RAID-04}]
- id: superfluous
  game: kingsport
  position: {players: 3, phase: raid, round: 3, investigator: dyer, cultists: [{hand: [yithian]}]}
  refuse: [{action: raid, cards: [yithian]}]
"""


def test_a_gathered_set_is_sent_one_by_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "raid.yaml"
    path.write_text(RAID, encoding="utf-8")
    assert run(["scenario", str(path)], NO_DISPLAY) == 1
    out = capsys.readouterr().out
    assert out == (
        f"{path}:23: superfluous: refuse: {{action: raid, cards: [yithian]}} is not refused\n3 passed, 1 failed\n"
    )
    assert run(["scenario", str(path), "--id", "gathered", "--id", "nothing"], NO_DISPLAY) == 0
    assert capsys.readouterr().out == "2 passed, 0 failed\n"
    assert run(["scenario", str(path), "--id", "gatherd"], NO_DISPLAY) == 2
    assert "no case gatherd" in capsys.readouterr().err


def test_the_results_of_cases_as_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "raid.yaml"
    path.write_text(RAID, encoding="utf-8")
    found = report(capsys, "scenario", str(tmp_path), "--json", code=1)
    assert (found["passed"], found["failed"]) == (3, 1)
    assert [case["id"] for case in found["cases"]] == ["gathered", "nothing", "unordered", "superfluous"]
    assert found["cases"][0]["error"] == ""
    assert "KPT-RAID-02" in found["cases"][0]["carried"]


def test_the_example_in_the_page_for_writers_passes(tmp_path: Path) -> None:
    text = (ROOT / "tests" / "scenarios" / "README.md").read_text(encoding="utf-8")
    (example, *_) = re.findall(r"```yaml\n(.*?)```", text, re.DOTALL)
    path = tmp_path / "example.yaml"
    path.write_text(example, encoding="utf-8")
    assert run(["scenario", str(path)], NO_DISPLAY) == 0
