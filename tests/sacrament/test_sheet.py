"""The printed sheet: both papers, embedded fonts, nothing lost, a second page where it is needed."""

from __future__ import annotations

import argparse
import json
import re
import unicodedata
from pathlib import Path
from typing import Any, Literal

import msgspec
import pytest
from fpdf import FPDF
from msgspec import structs

from game.core.contract import SetupError
from game.core.letters import UNKNOWN, clean
from game.core.strings import Strings
from game.sacrament.characters import LEVELS, Character, Item, add_item, premade
from game.sacrament.content import standard_content
from game.sacrament.faults import export_character
from game.sacrament.people import texts_of
from game.sacrament.rules import GAME
from game.sacrament.sheet import PAPERS, sheet_text, write_sheet
from game.sacrament.sheet_command import read_character, run

CONTENT = standard_content()


def person(id: str, level: int) -> Character:
    return premade(CONTENT, id, level, texts_of(id))


@pytest.mark.cites("SAC-BUILDER-05")
@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize(("id", "level"), [("osric", 1), ("eadgyth", 5), ("hereswith", 3)])
def test_a_sheet_prints(tmp_path: Path, paper: str, id: str, level: int) -> None:
    strings = Strings()
    path = tmp_path / "sheet.pdf"
    pages = write_sheet(CONTENT, person(id, level), path, strings, paper=paper)
    raw = path.read_bytes()
    assert raw.startswith(b"%PDF")
    assert raw.count(b"/FontFile2") >= 3, "fonts are embedded"
    assert 1 <= pages <= 2
    box = re.search(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", raw)
    assert box is not None
    assert round(float(box[1])) == (595 if paper == "A4" else 612)
    assert not strings.missing


def test_the_text_has_every_field() -> None:
    sheet = structs.replace(person("eadgyth", 5), name="Eadgyþ of Æsc", overrides=("pen.brand (SAC-LEVEL-01)",))
    text = sheet_text(CONTENT, sheet, Strings())
    for word in (
        "Eadgyþ of Æsc", "Level 5", "Prayer", "Will: +2 +1 = +3", "11 earned, 11 spent", "The Last Stave", "ladder +3",
        "Arming sword (relic)", "5d6", "Vestment", "Chalk Ward (3/3)", "275 gold", "pen.brand (SAC-LEVEL-01)",
    ):  # fmt: skip
        assert word in text, word
    assert text.count("[ ]") == 6 + 12 + 3 + 3, "tokens, harm, Fades, durability"


def test_a_heavy_pack_takes_another_page_instead_of_being_cut(tmp_path: Path) -> None:
    sheet = person("tova", 5)
    for id in (*CONTENT.things, *CONTENT.weapons):
        sheet = add_item(CONTENT, sheet, Item(id))
    pages = write_sheet(CONTENT, sheet, tmp_path / "heavy.pdf", Strings(), saving=True)
    assert 2 <= pages <= 3
    assert "Heart of Saint Aelfgyth" in sheet_text(CONTENT, sheet, Strings())


@pytest.mark.parametrize("paper", PAPERS)
def test_the_pack_lies_on_one_page(tmp_path: Path, paper: str, monkeypatch: pytest.MonkeyPatch) -> None:
    pages: dict[str, set[int]] = {}
    cell = FPDF.cell

    def noted(page: FPDF, *given: Any, **named: Any) -> bool:
        broken = cell(page, *given, **named)
        if len(given) > 2 and re.match(r"(Pack|\d+\. .*)$", given[2]):
            pages.setdefault(who, set()).add(page.page_no())
        return broken

    monkeypatch.setattr(FPDF, "cell", noted)
    for id in CONTENT.premades:
        for level in range(1, LEVELS + 1):
            who = f"{id} {level}"
            write_sheet(CONTENT, person(id, level), tmp_path / "sheet.pdf", Strings(), paper=paper)
    assert len(pages) == len(CONTENT.premades) * LEVELS
    assert {who for who, found in pages.items() if len(found) > 1} == set()


@pytest.mark.cites("SAC-MAGIC-10")
@pytest.mark.parametrize(
    ("who", "level", "spell", "figures"),
    [
        ("eadgyth", 1, "Dissonant Note", "spell, 2 tokens, ladder +1, Near"),
        ("eadgyth", 2, "Dissonant Note", "spell, 2 tokens, ladder +1, 4d6 at your level, Near"),
        ("eadgyth", 5, "Dissonant Note", "spell, 2 tokens, ladder +1, 10d6 at your level, Near"),
        ("eadgyth", 5, "Shattering Chord", "spell, 3 tokens, ladder +2, 5d6 at your level, Near"),
        ("eadgyth", 5, "Litany of Mending", "spell, 2 tokens, ladder +1, Near"),
    ],
)
def test_spells_are_printed_with_the_dice_of_the_level(who: str, level: int, spell: str, figures: str) -> None:
    assert f"{spell} ({figures})" in sheet_text(CONTENT, person(who, level), Strings())


def test_the_command_reads_ready_characters_and_files(tmp_path: Path) -> None:
    assert read_character("osric", 2).level == 2
    path = tmp_path / "wat.json"
    path.write_bytes(msgspec.json.encode(export_character(person("tova", 1))))
    assert read_character(str(path), 1) == person("tova", 1)
    path.write_text("name: Wat\nattributes: {strength: 5}\n", encoding="utf-8")
    with pytest.raises(SetupError, match=r"attributes.*SAC-ATTR-01"):
        read_character(str(path), 1)
    with pytest.raises(SetupError, match="osric"):
        read_character("nobody", 1)
    assert list(GAME.commands) == ["sheet"]
    assert GAME.command("sheet").run


OTHER_SCRIPTS = ("Мария Ґалаґан", "Ἀθηνᾶ Ωμέγα", "Nguyễn Thị Hạnh ở Huế", "ẹ́ q\u0302 e\u0331 ĉĥ")


def printed(sheet: Character, path: Path) -> tuple[str, set[str]]:
    """What the PDF says, read by its own tables, and the letters it could not print."""
    unknown: set[str] = set()
    write_sheet(CONTENT, sheet, path, Strings(), unknown=unknown)
    codes = re.findall(rb"^<[0-9A-F]{4}> <([0-9A-F]+)>$", path.read_bytes(), re.MULTILINE)
    return "".join(bytes.fromhex(code.decode()).decode("utf-16-be") for code in codes), unknown


@pytest.mark.cites("SAC-BUILDER-05")
@pytest.mark.parametrize("text", OTHER_SCRIPTS)
@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_names_of_other_scripts_are_printed(tmp_path: Path, text: str, form: Literal["NFC", "NFD"]) -> None:
    words = unicodedata.normalize(form, text)
    sheet = structs.replace(person("osric", 1), name=words, player=words, look=words, vow=words)
    said, unknown = printed(sheet, tmp_path / "sheet.pdf")
    assert not unknown
    assert set(clean(words)) - {" "} <= set(said)
    assert UNKNOWN not in said


@pytest.mark.cites("SAC-BUILDER-05")
@pytest.mark.parametrize("letter", ["漢", "😀", "ש", "\U0003fffd"])
def test_a_letter_that_no_font_has_is_printed_as_a_mark_and_told(tmp_path: Path, letter: str) -> None:
    said, unknown = printed(structs.replace(person("osric", 1), name=f"O{letter}"), tmp_path / "sheet.pdf")
    assert unknown == {clean(letter)}
    assert UNKNOWN in said


def test_the_command_tells_which_letters_are_missing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "osric.character.json"
    data = export_character(structs.replace(person("osric", 1), look="smiles 😀"))
    path.write_text(json.dumps(data), encoding="ascii")  # as two halves: \\ud83d\\ude00
    arguments = argparse.Namespace(
        character=str(path), level=1, out=str(tmp_path / "osric.pdf"), paper="A4", save_ink=False
    )
    assert run(arguments, None) == 0
    assert capsys.readouterr().out.splitlines()[-1] == f"letters that no font here has, printed as {UNKNOWN}: 😀"
