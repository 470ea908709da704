"""Print a character's sheet as a PDF: a ready character by name, or a character's own file (JSON or YAML)."""

from __future__ import annotations

import argparse
from pathlib import Path

from game.core.content import load_yaml
from game.core.contract import SetupError
from game.core.files import write_atomic
from game.core.letters import UNKNOWN
from game.core.strings import Strings
from game.sacrament.characters import LEVELS, Character, premade
from game.sacrament.content import standard_content
from game.sacrament.faults import import_character
from game.sacrament.faults import read_character as read_json
from game.sacrament.people import texts_of
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
    unknown: set[str] = set()
    if target.suffix == ".txt":
        write_atomic(target, sheet_text(standard_content(), sheet, Strings()).encode("utf-8"))
        pages = 1
    elif target.suffix == ".pdf":
        pages = write_sheet(
            standard_content(),
            sheet,
            target,
            Strings(),
            paper=arguments.paper,
            saving=arguments.save_ink,
            unknown=unknown,
        )
    else:
        raise SetupError(f"--out: found {arguments.out!r}, expected a name that ends in .pdf or .txt")
    print(f"{target}: {sheet.name}, {pages} page{'' if pages == 1 else 's'}")
    if unknown:
        print(f"letters that no font here has, printed as {UNKNOWN}: {' '.join(sorted(unknown))}")
    return 0


def read_character(name: str, level: int) -> Character:
    """A ready character by id, or the character of a file. Raises ``SetupError`` or ``ContentError``."""
    content = standard_content()
    if name in content.premades:
        return premade(content, name, level, texts_of(name))
    path = Path(name)
    if not path.exists():
        raise SetupError(f"there is no file or ready character {name!r}; there is {', '.join(content.premades)}")
    sheet, faults = read_json(content, path)
    if sheet is None:  # YAML is asked second: it has no letters written as two halves, as JSON may
        sheet, faults = import_character(content, load_yaml(path)[0])
    if sheet is None or faults:
        raise SetupError(f"{path}: " + "; ".join(map(str, faults)))
    return sheet
