"""Check the content of all games: data, maps, rule texts, strings of every language, and which clauses are shown.

A clause counts as shown when a scenario case names it under rules (the case fails unless something carries it), or a
test is marked with it: @pytest.mark.cites("KPT-INFO-01").
"""

from __future__ import annotations

import argparse
import ast
import re
from collections.abc import Iterable
from functools import partial
from pathlib import Path
from typing import Any

from game.commands.common import BAD, GOOD, CommandError, Screens, add_json_argument, print_json
from game.commands.texts import missing_texts
from game.core.content import DATA, ContentError, faults_of, load_yaml
from game.core.contract import Game
from game.core.rules_text import FOLDER as RULES
from game.core.rules_text import read_rules
from game.core.scenario import case_files, load_cases
from game.core.strings import ENGLISH, languages, places, read_language
from game.core.strings import FOLDER as STRINGS
from game.core.tmx import picture_faults, read_tmx
from game.registry import GAMES, get

ROOT = DATA.parent
MAPS = ROOT / "maps"
SOURCES = ("game", "scenes")
TESTS = ROOT / "tests"

_KEY = re.compile(r"[a-z][a-z0-9_]*(\.[A-Za-z0-9_]+)+")
_FILE_ENDINGS = (".yaml", ".json", ".py", ".journal", ".save", ".png", ".tmx", ".ttf", ".txt")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's own arguments."""
    parser.add_argument("packs", metavar="PACK", nargs="*", help="a pack to check instead: its YAML files and maps")
    add_json_argument(parser)


def run(arguments: argparse.Namespace, screens: Screens) -> int:
    """Carry out the command."""
    if arguments.packs:
        errors = [error for pack in arguments.packs for error in check_pack(Path(pack))]
        clauses: dict[str, Any] = {}
    else:
        errors = check_data(DATA, MAPS)
        clauses, faults = coverage()
        errors += faults
    errors = list(dict.fromkeys(errors))  # one fault may be met on several ways
    if arguments.json:
        print_json({"errors": errors, "clauses": clauses})
    else:
        for error in errors:
            print(error)
        for prefix, row in clauses.items():
            uncited = ", ".join(row["uncited"]) or "none"
            print(f"{prefix}: {row['total']} clauses, without a scenario or test: {uncited}")
        print(f"{len(errors)} errors" if len(errors) != 1 else "1 error")
    return BAD if errors or any(row["uncited"] for row in clauses.values()) else GOOD


# ------------------------------------------------------------------------------------------------------------- games


def check_data(data: Path, maps: Path) -> list[str]:
    """The faults in a data folder, the game's own or a copy of it, and in the maps that go with it."""
    errors = check_strings(data / STRINGS.name)
    lacking = {error.partition("the text ")[2] for error in errors} - {""}
    for game in map(get, GAMES):
        errors += [error for error in check_game(game, data, maps) if error.partition("the text ")[2] not in lacking]
    return [*errors, *check_maps(maps)]


def check_game(game: Game, data: Path, maps: Path) -> list[str]:
    """The faults in a game's content, maps and rule texts, and the texts that it lacks."""
    faults: list[ContentError] = []
    read_rules(data / RULES.name / ENGLISH / f"{game.id}.yaml", faults)
    errors = [str(fault) for fault in [*faults, *game.check(data / game.id, maps)]]
    try:
        return errors + missing_texts(game, read_language(ENGLISH, data / STRINGS.name, []))
    except ContentError as error:
        return [*errors, str(error)]


def check_maps(folder: Path) -> list[str]:
    """What keeps the Tiled maps of a folder from being read or drawn."""
    errors = []
    for path in sorted(folder.glob("*.tmx")):
        try:
            read_tmx(path)
            errors += [str(fault) for fault in picture_faults(path)]
        except ContentError as error:
            errors.append(str(error))
    return errors


# ----------------------------------------------------------------------------------------------------------- strings


def check_strings(folder: Path = STRINGS) -> list[str]:
    """The faults in the string files of ``folder``.

    Among them keys that the program uses and nobody wrote, and places that another language changed.
    """
    faults: list[ContentError] = []
    english = read_language(ENGLISH, folder, faults)
    errors = [
        f"{place}: the text {key} is missing" for key, place in sorted(used_keys(english).items()) if key not in english
    ]
    for language in languages(folder):
        if language == ENGLISH:
            continue
        texts = read_language(language, folder, faults)
        for key, text in texts.items():
            if key not in english:
                errors.append(f"{language}: {key} is no key of the English texts")
            elif places(text) != places(english[key]):
                wrong = ", ".join(sorted(places(text) ^ places(english[key])))
                errors.append(f"{language}: {key} differs from the English text in its places: {wrong}")
    return [*map(str, faults), *errors]


def used_keys(english: Iterable[str]) -> dict[str, str]:
    """The text keys that stand in the source, and where: words with dots whose first word begins a known key.

    Ids of other things are written with hyphens, so that they are not taken for keys. Keys that are put together at run
    time are not seen here; the tests see to them. A packaged program has no source to look at.
    """
    spaces = {key.partition(".")[0] for key in english}
    found: dict[str, str] = {}
    for folder in SOURCES:
        for path in sorted((ROOT / folder).rglob("*.py")):
            nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
            pieces = {id(part) for node in nodes if isinstance(node, ast.JoinedStr) for part in node.values}
            for node in nodes:
                if not isinstance(node, ast.Constant) or not isinstance(node.value, str) or id(node) in pieces:
                    continue
                word = node.value.removeprefix("@")
                if _KEY.fullmatch(word) and word.partition(".")[0] in spaces and not word.endswith(_FILE_ENDINGS):
                    found.setdefault(word, f"{path.relative_to(ROOT).as_posix()}:{node.lineno}")
    return found


# ---------------------------------------------------------------------------------------------------------- coverage


def coverage() -> tuple[dict[str, Any], list[str]]:
    """By prefix how many clauses there are and which nothing shows; and the faults met on the way.

    In a packaged program, which has no tests, nothing is reported.
    """
    if not TESTS.is_dir():
        return {}, []
    cited = cited_by_tests()
    errors: list[str] = []
    for path in case_files([TESTS / "scenarios"]):
        try:
            cited.update(clause for written in load_cases(path) for clause in written.case.rules)
        except ContentError as error:
            errors.append(str(error))
    clauses: dict[str, Any] = {}
    known: set[str] = set()
    for game in map(get, GAMES):
        ids = read_rules(RULES / ENGLISH / f"{game.id}.yaml", []).clauses
        known.update(ids)
        clauses[game.clause_prefix] = {"total": len(ids), "uncited": [clause for clause in ids if clause not in cited]}
    prefixes = tuple(f"{prefix}-" for prefix in clauses)
    errors += [
        f"tests: {clause} is cited and is no clause" for clause in sorted(cited - known) if clause.startswith(prefixes)
    ]
    return clauses, errors


def cited_by_tests() -> set[str]:
    """The clauses that the tests' ``cites`` marks name, read from their source."""
    cited: set[str] = set()
    for path in TESTS.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "cites":
                cited.update(
                    argument.value
                    for argument in node.args
                    if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
                )
    return cited


# ------------------------------------------------------------------------------------------------------------- packs


def check_pack(folder: Path) -> list[str]:
    """The faults in a pack: its YAML files and its Tiled maps. Raises ``CommandError`` if there is no such folder.

    A copy of the program's folder, of its data folder or of one game's part of it is looked at as the original is.
    """
    if "\0" in str(folder) or not folder.is_dir():
        raise CommandError(f"{folder} is no folder with a pack in it")
    if (folder / DATA.name / STRINGS.name).is_dir():
        return check_data(folder / DATA.name, folder / MAPS.name)
    if (folder / STRINGS.name / ENGLISH).is_dir():
        beside = folder.parent / MAPS.name
        return check_data(folder, beside if beside.is_dir() else MAPS)
    files = sorted(path for path in folder.rglob("*") if path.suffix in (".yaml", ".tmx"))
    if not files:
        raise CommandError(f"{folder} has no YAML file and no map: it is no pack")
    errors = [str(fault) for fault in faults_of(partial(load_yaml, path) for path in files if path.suffix == ".yaml")]
    for place in sorted({path.parent for path in files if path.suffix == ".tmx"}):
        errors += check_maps(place)
        errors += [str(fault) for game in map(get, GAMES) for fault in game.check(None, place)]
    for game in map(get, GAMES):
        own = {path.name for path in (DATA / game.id).glob("*.yaml")}
        if own and own <= {path.name for path in folder.glob("*.yaml")}:
            errors += map(str, game.check(folder, None))
    return errors
