"""What rests on what inside a package: its modules lie in layers, and no imports that run go round in a circle.

A module may import what lies below it, and its neighbours in its own layer as long as these do not lead back to it.
Imports for the type checker only (``if TYPE_CHECKING``) may point anywhere; those inside functions count as any other.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

LAYERS: dict[str, tuple[tuple[str, tuple[str, ...]], ...]] = {
    "game.core": (
        ("plain values and files", ("numbers", "names", "files", "yaml_reader", "chance")),
        ("content", ("content", "tmx")),
        ("the contract", ("contract", "journal", "journal_writer")),
        ("for the rules", ("setup", "stack", "policies", "positions", "refusals", "game")),
        ("words", ("strings", "text", "rules_text", "letters")),
        ("tables that are played and kept", ("saves", "session", "wording", "replay", "scenario")),
    ),
    "game.kanata": (
        ("values", ("actions", "events", "plan", "town")),
        ("the state", ("frames", "state")),
        (
            "chapters of the rules",
            (
                *("ground", "ending", "inventory", "harm", "corpses", "barn", "items", "roadblock", "feeding"),
                *("enemies", "move", "shooting", "turned", "effects.base", "turn"),
            ),
        ),
        (
            "effects of cards",
            (
                *("effects", "effects.boards", "effects.control", "effects.decks", "effects.foes", "effects.people"),
                *("effects.places", "effects.reading", "effects.things"),
            ),
        ),
        ("content and set-up", ("cards", "tables", "setup")),
        ("questions about a state", ("queries", "observation", "phrases", "refusals", "phases", "position")),
        ("computer players", ("evaluation", "trading", "policy")),
        ("the game", ("rules",)),
    ),
    "game.kingsport": (
        ("values", ("actions", "events", "dice", "costs")),
        ("the state", ("frames", "state")),
        (
            "chapters of the rules",
            ("sanity", "scoring", "scenario", "effects", "raid", "invocation", "expansion", "turn"),
        ),
        ("content and set-up", ("cards", "tables", "setup")),
        ("questions about a state", ("observation", "describe", "phrases", "refusals", "position")),
        ("computer players", ("evaluation", "planner", "policy")),
        ("the game", ("rules",)),
    ),
    "game.sacrament": (
        ("values", ("actions", "conditions", "events", "formulas", "maps", "phrases", "values")),
        (
            "what effects rest on",
            ("calls", "checks", "effects.base", "frames", "harm", "magic", "nodes", "seals", "watch"),
        ),
        (
            "effects, the words of the content",
            (
                *("effects", "effects.dread", "effects.field", "effects.lists", "effects.reading"),
                *("effects.standing", "effects.story", "effects.wounds"),
            ),
        ),
        (
            "content and characters",
            ("content", "characters", "uses", "kit", "offers", "scenarios", "faults", "builder", "sheet"),
        ),
        ("the state", ("state",)),
        (
            "chapters of the rules",
            (
                *("gear", "legal", "people", "combat", "preparing", "reactions", "rests", "adversaries", "campaign"),
                *("deeds", "horror", "turns", "rounds", "opening", "aftershocks", "exploration", "gm"),
            ),
        ),
        ("set-up", ("setup",)),
        (
            "questions about a state",
            ("observation", "position_checks", "position", "prospects", "queries", "refusals"),
        ),
        ("computer players", ("evaluation", "scene_play", "game_master", "policy")),
        ("the game", ("rules", "sheet_command")),
    ),
}
"""By package: its layers from the ground up, each with its name and its modules."""


def modules(package: str) -> dict[str, Path]:
    """The modules of a package by their names in it; the package itself, which is only its docstring, left out."""
    folder = ROOT.joinpath(*package.split("."))
    found = {}
    for path in sorted(folder.rglob("*.py")):
        name = ".".join(path.relative_to(folder).with_suffix("").parts).removesuffix("__init__").rstrip(".")
        if name:
            found[name] = path
    return found


def running(nodes: Iterator[ast.AST]) -> Iterator[ast.Import | ast.ImportFrom]:
    """The imports that run some time, at load or later."""
    for node in nodes:
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            yield node
        elif isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            yield from running(iter(node.orelse))
        else:
            yield from running(ast.iter_child_nodes(node))


@cache
def imports(package: str) -> dict[str, set[str]]:
    """By module of the package, the others of it that it imports."""
    known = modules(package)
    found: dict[str, set[str]] = {}
    for name, path in known.items():
        found[name] = set()
        for node in running(ast.iter_child_nodes(ast.parse(path.read_text(encoding="utf-8")))):
            if isinstance(node, ast.ImportFrom):
                assert not node.level, f"{path}: imports are written in full"
                whole = [f"{node.module}.{alias.name}" for alias in node.names] + [str(node.module)]
            else:
                whole = [alias.name for alias in node.names]
            inside = {one.removeprefix(f"{package}.") for one in whole if one.startswith(f"{package}.")}
            found[name] |= (inside & known.keys()) - {name}
    return found


def circle(graph: dict[str, set[str]]) -> list[str]:
    """Modules each of which imports the next, and the last the first; empty if there are none."""
    done: set[str] = set()

    def search(way: list[str]) -> list[str]:
        for there in sorted(graph[way[-1]] - done):
            if there in way:
                return way[way.index(there) :]
            found = search([*way, there])
            if found:
                return found
        done.add(way[-1])
        return []

    for start in sorted(graph):
        found = search([start])
        if found:
            return found
    return []


@pytest.mark.parametrize("package", LAYERS)
def test_every_module_lies_in_one_layer(package: str) -> None:
    named = [name for _, layer in LAYERS[package] for name in layer]
    assert sorted(named) == sorted(modules(package))


@pytest.mark.parametrize("package", LAYERS)
def test_a_module_imports_nothing_from_a_layer_above(package: str) -> None:
    height = {name: at for at, (_, layer) in enumerate(LAYERS[package]) for name in layer}
    upward = [
        f"{name} imports {other}"
        for name, others in imports(package).items()
        for other in sorted(others)
        if height[other] > height[name]
    ]
    assert upward == []


@pytest.mark.parametrize("package", LAYERS)
def test_no_imports_go_round_in_a_circle(package: str) -> None:
    assert circle(imports(package)) == []


@pytest.mark.parametrize("package", LAYERS)
def test_an_import_inside_a_function_says_why(package: str) -> None:
    silent = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for path in modules(package).values()
        for function in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(function, (ast.FunctionDef, ast.AsyncFunctionDef))
        for node in running(iter(function.body))
        if "#" not in path.read_text(encoding="utf-8").splitlines()[node.lineno - 1]
    ]
    assert silent == []


def test_a_circle_is_found_wherever_it_begins() -> None:
    assert circle({"a": {"b"}, "b": {"c"}, "c": {"d"}, "d": {"b"}}) == ["b", "c", "d"]
    assert circle({"a": {"b", "c"}, "b": {"c"}, "c": set()}) == []
