"""What the self-test tries of Sacrament beside its screens."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

from game.sacrament.sheet import PAPERS
from scenes.app import App
from scenes.board import Test
from scenes.sacrament import library

_PAPER_WIDTHS = {"A4": 595.28, "Letter": 612.0}  # points
_SHEET_PAGES = 2
_SHEET_FONTS = 3


def tests(app: App) -> Iterator[Test]:
    """What is tried, and how."""
    yield "a character's sheet as PDF", partial(_sheet, app)


def _sheet(app: App) -> list[str]:
    """Print a character as a person does, on each paper, and look at what came of it: size, pages, type."""
    folder = library.folder_of(app)
    assert folder is not None, "there is nowhere to print to"
    character = library.ready_made(app, "osric")
    path = folder / f"{library.stem_of(character)}.pdf"
    faults = []
    for paper in PAPERS:
        path.unlink(missing_ok=True)
        said = library.print_sheet(app, character, paper_size=paper)
        if not path.exists():
            faults.append(f"{paper}: {said}")
            continue
        printed = path.read_bytes()
        sizes = {float(width) for width in re.findall(rb"/MediaBox \[0 0 ([\d.]+) ", printed)}
        found = (sizes, len(re.findall(rb"/Type /Page\b", printed)), printed.count(b"/FontFile2"))
        if found != ({_PAPER_WIDTHS[paper]}, _SHEET_PAGES, _SHEET_FONTS):
            faults.append(f"{paper}: {found[1]} pages of {found[0]} points with {found[2]} fonts in them")
    return faults
