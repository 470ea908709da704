"""Fetch the type of the game from npm and write it as TrueType into this folder.

Development only (needs npm, fonttools and brotli)::

    python data/fonts/convert.py

`@fontsource/NAME` packages hold subsets as woff2. Where the licence allows a changed file under the same name, the
subsets `latin` and `latin-ext` are merged into one, and in the families that stand in for the others (see
`game/core/letters.py`) those of Cyrillic, Greek and Vietnamese too; a font with a Reserved Font Name is only taken out
of its container, which changes no glyph and no name. Licence texts are written beside, one a family.
"""

from __future__ import annotations

import shutil
import subprocess
import tarfile
import tempfile
from dataclasses import dataclass
from pathlib import Path

from fontTools.merge import Merger
from fontTools.ttLib import TTFont

HERE = Path(__file__).resolve().parent


@dataclass(frozen=True)
class Family:
    """One npm package: which faces are taken from it, and under which file name."""

    package: str
    version: str
    stem: str
    faces: tuple[str, ...]  # fontsource's own words: "400-normal", "400-italic", …
    reserved_name: bool = False  # the licence reserves the name: convert the container only
    scripts: tuple[str, ...] = ()  # subsets that are merged in besides the Latin ones


SCRIPTS = ("cyrillic", "cyrillic-ext", "greek", "greek-ext", "vietnamese")
FAMILIES = (
    Family("cinzel", "5.3.0", "Cinzel", ("700-normal",)),
    Family("special-elite", "5.3.0", "SpecialElite", ("400-normal",)),
    Family("uncial-antiqua", "5.3.0", "UncialAntiqua", ("400-normal",), reserved_name=True),
    Family("im-fell-english", "5.3.0", "IMFellEnglish", ("400-normal", "400-italic")),
    Family("eb-garamond", "5.3.0", "EBGaramond", ("400-normal", "400-italic", "600-normal"), scripts=SCRIPTS),
    Family("alegreya-sans", "5.3.0", "AlegreyaSans", ("400-normal", "700-normal"), scripts=SCRIPTS),
    Family("courier-prime", "5.3.0", "CourierPrime", ("700-normal",)),
    Family("atkinson-hyperlegible", "5.3.0", "AtkinsonHyperlegible", ("400-normal", "400-italic", "700-normal")),
    Family("opendyslexic", "5.3.0", "OpenDyslexic", ("400-normal", "400-italic", "700-normal"), reserved_name=True),
)


def face_name(family: Family, face: str) -> str:
    """File name of a face: `EBGaramond-400Italic.ttf`."""
    weight, slant = face.split("-")
    return f"{family.stem}-{weight}{'Italic' if slant == 'italic' else ''}.ttf"


def unpack(family: Family, work: Path) -> Path:
    """Download the package into `work` and return its folder."""
    target = work / family.package
    target.mkdir()
    spec = f"@fontsource/{family.package}@{family.version}"
    name = subprocess.run(
        ["npm", "pack", "--silent", spec], cwd=target, check=True, capture_output=True, text=True
    ).stdout.split()[-1]
    with tarfile.open(target / name) as archive:
        archive.extractall(target, filter="data")
    return target / "package"


def as_truetype(woff: Path, target: Path) -> None:
    """Take one font out of its woff2 container, keeping its own time stamps."""
    font = TTFont(woff, recalcTimestamp=False)
    font.flavor = None
    font.save(target)


def name_accents(font: TTFont) -> None:
    """Let accents be found by themselves that the subsets hold only as parts of letters."""
    named = font.getBestCmap()
    for code in range(0x300, 0x370):
        glyph = f"uni{code:04X}"
        if code not in named and glyph in font.getGlyphOrder():
            for table in font["cmap"].tables:
                if table.isUnicode():
                    table.cmap[code] = glyph


def convert(family: Family, work: Path) -> None:
    package = unpack(family, work)
    for face in family.faces:
        parts = []
        for subset in ("latin",) if family.reserved_name else ("latin", "latin-ext", *family.scripts):
            woff = package / "files" / f"{family.package}-{subset}-{face}.woff2"
            if woff.exists():
                part = work / f"{subset}.ttf"
                as_truetype(woff, part)
                parts.append(part)
        target = HERE / face_name(family, face)
        if len(parts) == 1:
            shutil.copyfile(parts[0], target)
        else:
            merged = Merger().merge([str(part) for part in parts])
            merged.recalcTimestamp = False
            name_accents(merged)
            merged.save(target)
        print(f"{target.name}: {target.stat().st_size // 1024} KB")
    shutil.copyfile(package / "LICENSE", HERE / "licences" / f"{family.stem}.txt")


def main() -> None:
    (HERE / "licences").mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        for family in FAMILIES:
            convert(family, Path(folder))


if __name__ == "__main__":
    main()
