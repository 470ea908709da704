"""Print a character's sheet as a PDF: a ready character by name, or a character's own file (JSON or YAML)."""

from __future__ import annotations

import argparse
from pathlib import Path

from game.core.content import load_yaml
from game.core.contract import SetupError
from game.core.strings import Strings
from game.sacrament.characters import LEVELS, Character, premade
from game.sacrament.content import standard_content
from game.sacrament.faults import import_character
from game.sacrament.rules import texts_of
from game.sacrament.sheet import PAPERS, sheet_text, write_sheet


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's own arguments."""
    people = ", ".join(standard_content().premades)
    parser.add_argument("character", metavar="CHARACTER", help=f"a character's file, or one of {people}")
    parser.add_argument("--out", metavar="FILE.pdf", required=True, help="where to (FILE.txt: as plain text)")
    parser.add_argument("--paper", choices=PAPERS, default="A4", help="A4 (default) or Letter")
    parser.add_argument("--level", type=int, choices=range(1, LEVELS + 1), default=1, help="of a ready character")
    parser.add_argument("--save-ink", action="store_true", help="no grey fills")


def run(arguments: argparse.Namespace, screens: object) -> int:
    """Carry out the command; the exit code. No screen is needed."""
    sheet = read_character(arguments.character, arguments.level)
    target = Path(arguments.out)
    if target.suffix == ".txt":
        target.write_text(sheet_text(standard_content(), sheet, Strings()), encoding="utf-8")
        pages = 1
    elif target.suffix == ".pdf":
        pages = write_sheet(
            standard_content(), sheet, target, Strings(), paper=arguments.paper, saving=arguments.save_ink
        )
    else:
        raise SetupError(f"--out: found {arguments.out!r}, expected a name that ends in .pdf or .txt")
    print(f"{target}: {sheet.name}, {pages} page{'' if pages == 1 else 's'}")
    return 0


def read_character(name: str, level: int) -> Character:
    """A ready character by id, or the character of a file. Raises ``SetupError`` or ``ContentError``."""
    content = standard_content()
    if name in content.premades:
        return premade(content, name, level, texts_of(name))
    path = Path(name)
    if not path.exists():
        raise SetupError(f"there is no file or ready character {name!r}; there is {', '.join(content.premades)}")
    data, _ = load_yaml(path)  # JSON is YAML
    sheet, faults = import_character(content, data)
    if sheet is None or faults:
        raise SetupError(f"{path}: " + "; ".join(map(str, faults)))
    return sheet
