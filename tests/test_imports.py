"""Which part may import which, read from the source: scenes -> game, each game -> core, and never back."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from game.registry import GAMES

ROOT = Path(__file__).parents[1]
SCREEN_LIBRARIES = {"pygame", "pytmx", "scenes"}


def modules(folder: str) -> list[Path]:
    """All modules below a folder of the project."""
    found = sorted((ROOT / folder).rglob("*.py"))
    assert found, f"no modules in {folder}"
    return found


def imports(path: Path) -> Iterator[tuple[int, str]]:
    """The modules that a file imports anywhere in it, with the line, absolute."""
    package = path.relative_to(ROOT).with_suffix("").parts[:-1]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            start = package[: len(package) - node.level + 1] if node.level else ()
            base = ".".join([*start, *([node.module] if node.module else [])])
            yield node.lineno, base
            yield from ((node.lineno, f"{base}.{alias.name}") for alias in node.names)


def offences(paths: list[Path], forbidden: set[str]) -> list[str]:
    """Imports of a forbidden module or anything below it."""
    return [
        f"{path.relative_to(ROOT)}:{line}: {name}"
        for path in paths
        for line, name in imports(path)
        if any(name == module or name.startswith(f"{module}.") for module in forbidden)
    ]


def test_the_rule_engine_imports_no_screens() -> None:
    assert offences(modules("game"), SCREEN_LIBRARIES) == []


def test_the_core_knows_no_game_and_nothing_built_on_it() -> None:
    above = {f"game.{part}" for part in (*GAMES, "ai", "registry", "commands")}
    assert offences(modules("game/core"), above) == []


@pytest.mark.parametrize("game_id", GAMES)
def test_a_game_imports_the_core_and_itself_only(game_id: str) -> None:
    others = {f"game.{part}" for part in (*GAMES, "ai", "registry", "commands") if part != game_id}
    assert offences(modules(f"game/{game_id}"), others) == []


def test_computer_players_and_commands_know_no_particular_game() -> None:
    games = {f"game.{game_id}" for game_id in GAMES}
    assert offences([*modules("game/ai"), *modules("game/commands"), ROOT / "main.py"], games) == []
    assert offences(modules("game/ai"), {"game.commands"}) == []


SHARED = [
    ROOT / "main.py",
    *(path for folder in ("game/core", "game/ai", "game/commands", "scenes/widgets") for path in modules(folder)),
    *(path for path in sorted((ROOT / "scenes").glob("*.py")) if path.name != "boards.py"),
]
"""What every game uses. The two tables, `game/registry.py` and `scenes/boards.py`, are not among it."""


def names_in(node: ast.AST) -> Iterator[str]:
    """What a node of the syntax tree spells out: a name, an import, a text (docstrings are texts)."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    for field in ("id", "attr", "name", "asname", "arg", "module"):
        value = getattr(node, field, None)
        if isinstance(value, str):
            yield value


@pytest.mark.parametrize("path", SHARED, ids=lambda path: str(path.relative_to(ROOT)))
def test_what_games_share_names_none_of_them(path: Path) -> None:
    games = re.compile("|".join(GAMES), re.IGNORECASE)
    found = [
        f"{getattr(node, 'lineno', '?')}: {name}"
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        for name in names_in(node)
        if games.search(name)
    ]
    assert found == []


def test_the_rules_read_no_clock_and_no_global_random() -> None:
    folders = ["game/core", "game/ai", *(f"game/{game_id}" for game_id in GAMES)]
    rules = [path for folder in folders for path in modules(folder) if path.name != "files.py"]
    assert offences(rules, {"time", "datetime", "random", "secrets", "uuid"}) == []


def test_the_engine_is_imported_without_the_screens_and_what_is_heavy() -> None:
    code = (
        "import sys, game.core.contract, game.core.session, game.registry;"
        "heavy = ('pygame', 'pytmx', 'numpy', 'fpdf', 'PIL', 'fontTools', 'dask');"
        "print(*(name for name in heavy if name in sys.modules))"
    )
    answer = subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True, capture_output=True, text=True)
    assert answer.stdout.split() == []


def test_importing_the_door_does_nothing() -> None:
    """Every worker process imports ``main`` again: that must load nothing of the program and print nothing."""
    code = "import sys, main; print([name for name in sys.modules if name.split('.')[0] in ('game', 'scenes')])"
    answer = subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True, capture_output=True, text=True)
    assert (answer.stdout.strip(), answer.stderr) == ("[]", "")
