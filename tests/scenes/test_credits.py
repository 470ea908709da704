"""Whose work is in this is named, with its licence, in the repository and on the screen; the licence texts ship."""

from __future__ import annotations

import re

import pytest

from scenes.credits import Credits, font_credits, icon_credit
from scenes.paths import FONTS, ROOT, SPRITES
from tests.scenes.driver import Driver

PAGE = (ROOT / "CREDITS.md").read_text(encoding="utf-8")
FONT_FILES = sorted(FONTS.glob("*.ttf"))
LIBRARIES = re.findall(r"^([A-Za-z0-9_-]+)==", (ROOT / "requirements.txt").read_text(encoding="utf-8"), re.MULTILINE)
OFL, APACHE = "SIL Open Font License 1.1", "Apache License 2.0"


@pytest.fixture
def sheet(driver: Driver) -> str:
    return "\n".join(text for text, _ in Credits(driver.app).paragraphs())


@pytest.mark.parametrize("font", FONT_FILES, ids=lambda path: path.stem)
def test_every_font_ships_its_licence_text(font: object) -> None:
    family = font.stem.partition("-")[0]  # type: ignore[attr-defined]
    text = (FONTS / "licences" / f"{family}.txt").read_text(encoding="utf-8")
    assert "SIL OPEN FONT LICENSE Version 1.1" in text or "Apache License" in text
    assert len(text) > 4000, "the whole text"


@pytest.mark.parametrize("credit", font_credits(), ids=lambda credit: credit[0])
def test_every_family_is_credited_with_owner_and_licence(credit: tuple[str, str, str], sheet: str) -> None:
    family, owner, licence = credit
    assert licence in (OFL, APACHE)
    row = next(line for line in PAGE.splitlines() if line.startswith(f"| {family} |"))
    assert licence in row
    assert family in sheet
    if owner:
        assert owner in sheet


def test_no_family_is_credited_that_does_not_ship() -> None:
    families = {path.stem.partition("-")[0] for path in FONT_FILES}
    assert {path.stem for path in (FONTS / "licences").glob("*.txt")} == families


def test_the_icons_are_credited_with_their_licence_which_ships_whole(sheet: str) -> None:
    credit, count = icon_credit()
    for page in (PAGE, sheet, (SPRITES / "icons" / "LICENSE.txt").read_text(encoding="utf-8")):
        assert "game-icons.net" in page
        assert "CC BY 3.0" in page
        assert "Lorc" in page
        assert "recolour" in page
    assert credit in sheet
    assert str(count) in sheet
    legal = (SPRITES / "icons" / "LICENSE.txt").read_text(encoding="utf-8")
    assert "Fair Dealing Rights" in legal
    assert "Termination" in legal


@pytest.mark.parametrize("library", LIBRARIES)
def test_every_library_is_credited(library: str, sheet: str) -> None:
    assert library.casefold() in PAGE.casefold()
    assert library.casefold() in sheet.casefold()
