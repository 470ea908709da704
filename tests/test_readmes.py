"""What stands as code in a README is run, and what it says of files and commands is there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from game.commands.cli import COMMANDS, run
from game.commands.scenario import play
from game.core.scenario import load_cases
from game.registry import commands as commands_of_games
from tests.commands.screens import NO_DISPLAY
from tests.scenes.driver import Driver

ROOT = Path(__file__).parents[1]
PAGES = sorted(
    path for path in ROOT.rglob("*.md") if not {".venv", "build", "dist"} & set(path.relative_to(ROOT).parts)
)
NAMES = [str(page.relative_to(ROOT)) for page in PAGES]
GAME_COMMANDS = commands_of_games()
_BLOCK = re.compile(r"^ *```(\w*)\n(.*?)^ *```", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"\]\(([^)#]+)(?:#[^)]*)?\)")


def blocks(page: str, language: str) -> Iterator[str]:
    for found in _BLOCK.finditer((ROOT / page).read_text("utf-8")):
        if found[1] == language:
            yield found[2]


def test_the_code_of_the_engines_page_runs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    names: dict[str, Any] = {"journal": tmp_path / "table.journal", "path": tmp_path / "mine.save"}
    count = 0
    for block in blocks("game/README.md", "python"):
        exec(compile(block, "game/README.md", "exec"), names)
        count += 1
    assert count >= 2
    assert "Outcome(" in capsys.readouterr().out
    assert names["session"].records, "the session played"


@pytest.mark.parametrize("page", ["game/README.md", "scenes/README.md"])
def test_what_a_page_shows_of_the_toy_stands_in_it(page: str) -> None:
    """An excerpt is marked ``py``: it is read and not run."""
    source = "\n".join(path.read_text("utf-8") for path in sorted((ROOT / "tests" / "toy").glob("*.py")))
    plain = re.sub(r"^ +", "", source, flags=re.MULTILINE)
    excerpts = [re.sub(r"^ +", "", block, flags=re.MULTILINE) for block in blocks(page, "py")]
    assert excerpts
    assert [excerpt for excerpt in excerpts if excerpt not in plain] == []


def test_the_screen_of_the_scenes_page_works() -> None:
    (block,) = blocks("scenes/README.md", "python")
    names: dict[str, Any] = {}
    head = "from scenes.screen import Screen\nfrom scenes.widgets import Button, Why\n"
    exec(compile(head + block, "scenes/README.md", "exec"), names)
    driver = Driver()
    scene = names["Hello"](driver.app)
    driver.app.manager.push(scene)
    driver.settle()
    for _ in range(3):
        driver.click("go")
        driver.settle()
    assert scene.count == 3
    driver.click("go")
    assert scene.count == 3, "the third press was the last: it is dim and gives its reason"


def test_the_rule_case_of_the_page_on_cases_passes(tmp_path: Path) -> None:
    (block,) = blocks("tests/scenarios/README.md", "yaml")
    path = tmp_path / "case.yaml"
    path.write_text(block, "utf-8")
    for written in load_cases(path):
        result = play(written)
        assert result.passed, str(result)


@pytest.mark.parametrize("page", NAMES)
def test_yaml_on_a_page_is_well_formed(page: str) -> None:
    for block in blocks(page, "yaml"):
        yaml.safe_load(block)


@pytest.mark.parametrize("page", NAMES)
def test_links_lead_somewhere(page: str) -> None:
    here = (ROOT / page).parent
    targets = [target for target in _LINK.findall((ROOT / page).read_text("utf-8")) if "://" not in target]
    assert [target for target in targets if not (here / target).exists()] == []


def test_the_table_of_commands_names_all_and_no_other() -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    table = text[text.index("## Commands") : text.index("## How it is built")]
    named = {word for row in re.findall(r"^\| `([a-z]+)[ `]", table, re.MULTILINE) for word in [row]}
    assert named == {*COMMANDS, *GAME_COMMANDS}


@pytest.mark.parametrize("name", [*COMMANDS, *GAME_COMMANDS])
def test_every_option_of_a_command_in_the_readme_is_one(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    table = text[text.index("## Commands") : text.index("## How it is built")]
    (row,) = re.findall(rf"^\| `{name}[ `].*$", table, re.MULTILINE)
    assert run([name, "--help"], NO_DISPLAY) == 0
    helped = capsys.readouterr().out
    assert [option for option in re.findall(r"--[a-z-]+", row) if option not in helped] == []
