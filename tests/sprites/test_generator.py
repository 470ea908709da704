"""The pictures: all there, in their sizes, told apart at a glance, and what the generator draws today."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
import yaml
from PIL import Image

from game.kingsport.cards import FAMILIES
from sprites.generator import icons, output
from sprites.generator.__main__ import main
from sprites.generator.cards import PICTURE_BOX, PORTRAIT_BOX, SIZE, pixels
from sprites.generator.catalogue import ROOT, all_sprites

DATA = ROOT.parent / "data" / "kingsport"
GODS = sorted(yaml.safe_load((DATA / "gods.yaml").read_text(encoding="utf-8"))["gods"])
PEOPLE = sorted(yaml.safe_load((DATA / "investigators.yaml").read_text(encoding="utf-8"))["investigators"])
THUMBNAIL = (96, 135)
ALIKE = 0.09
"""Two pictures whose colours differ by less than this on average (of 1) might be taken for each other."""

SPRITES = all_sprites()
DRAWN_FOLDERS = sorted({sprite.file.split("/")[0] for sprite in SPRITES.values()})


def thumbnail(path: Path, size: tuple[int, int] = THUMBNAIL) -> np.ndarray:
    with Image.open(path) as image:
        return np.asarray(image.convert("RGBA").convert("RGB").resize(size, Image.Resampling.BOX), np.float32) / 255


def window(path: Path, box: tuple[float, float, float, float]) -> np.ndarray:
    """The picture of a card alone, at the size it has on the smallest card of the table."""
    x, y, w, h = pixels(box)
    with Image.open(path) as image:
        part = image.convert("RGBA").convert("RGB").crop((x + 16, y + 16, x + w - 16, y + h - 60))
        return np.asarray(part.resize((81, 52), Image.Resampling.BOX), np.float32) / 255


@pytest.mark.parametrize("name", ["kingsport/symbols/cult_point", "tokens/seat_3_triangle", "sacrament/vellum"])
def test_a_sprite_drawn_now_is_the_committed_one(name: str, tmp_path: Path) -> None:
    assert main([name, "--out", str(tmp_path)]) == 0
    sprite = SPRITES[name]
    now, then = output.read(tmp_path / sprite.file), output.read(sprite.path)
    assert now.shape == then.shape
    assert np.abs(now - then).mean() < 0.01
    assert (np.abs(now - then).max(axis=2) > 0.12).mean() < 0.01


def test_drawing_twice_gives_the_same_picture() -> None:
    draw = SPRITES["kingsport/dice/E"].draw
    assert np.array_equal(draw(), draw())


def test_the_command_line_refuses_a_name_that_fits_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["kingsport/gods/nobody"]) == 2
    assert "no picture" in capsys.readouterr().err


@pytest.mark.parametrize("sprite", SPRITES.values(), ids=list(SPRITES))
def test_every_picture_of_the_catalogue_is_committed_and_can_be_read(sprite) -> None:  # type: ignore[no-untyped-def]
    picture = output.read(sprite.path)
    assert picture.ndim == 3
    assert picture.std() > 0.01, "an empty picture"


def test_nothing_lies_in_the_drawn_folders_that_no_code_draws() -> None:
    drawn = {sprite.path for sprite in SPRITES.values()}
    found = {
        path
        for folder in DRAWN_FOLDERS
        for path in (ROOT / folder).rglob("*")
        if path.suffix in (".png", ".webp", ".jpg", ".ico", ".icns")
    }
    assert found == drawn


@pytest.mark.parametrize(
    "name",
    [f"gods/{god}" for god in GODS]
    + [f"investigators/{person}" for person in PEOPLE]
    + [f"backs/{family}" for family in FAMILIES],
)
def test_every_card_has_its_picture_in_full_size_with_clear_corners(name: str) -> None:
    picture = output.read(ROOT / "kingsport" / f"{name}.webp")
    assert picture.shape == (SIZE[1], SIZE[0], 4)
    assert picture[0, 0, 3] == picture[-1, -1, 3] == 0
    assert (picture[60:-60, 60:-60, 3] == 1).all()


@pytest.mark.parametrize(
    ("names", "box"),
    [([f"gods/{god}" for god in GODS], PICTURE_BOX), ([f"investigators/{person}" for person in PEOPLE], PORTRAIT_BOX)],
    ids=["gods", "investigators"],
)
def test_no_two_pictures_look_alike_at_thumbnail_size(names: list[str], box: tuple[float, float, float, float]) -> None:
    small = {name: window(ROOT / "kingsport" / f"{name}.webp", box) for name in names}
    distances = {(a, b): float(np.abs(small[a] - small[b]).mean()) for a, b in combinations(names, 2)}
    closest = min(distances, key=lambda pair: distances[pair])
    assert distances[closest] > ALIKE, closest


def test_the_backs_differ_in_shape_as_well_as_in_colour() -> None:
    backs = [thumbnail(ROOT / "kingsport" / "backs" / f"{family}.webp") for family in FAMILIES]
    for a, b in combinations(backs, 2):
        assert np.abs(a - b).mean() > 0.06
        grey_a, grey_b = (x.mean(axis=2) - x.mean(axis=2).mean() for x in (a, b))
        assert np.abs(grey_a - grey_b).mean() > 0.02


def test_dice_faces_differ_without_colour() -> None:
    faces = [
        thumbnail(ROOT / "kingsport" / "dice" / f"{face}.png", (48, 48)).mean(axis=2) for face in ("E", "D", "X", "any")
    ]
    marks = [face > (face.max() + face.min()) / 2 for face in faces]
    for a, b in combinations(marks, 2):
        assert (a != b).mean() > 0.08


def test_pictures_stay_small_on_disk() -> None:
    cards = sum(
        path.stat().st_size
        for folder in ("gods", "investigators", "backs")
        for path in (ROOT / "kingsport" / folder).glob("*.webp")
    )
    assert cards < 8_000_000
    games = ("kanata/", "sacrament/")
    shared = sum(sprite.path.stat().st_size for name, sprite in SPRITES.items() if not name.startswith(games))
    assert shared < 15_000_000


def test_the_manifest_names_the_icons_that_are_there_and_each_need_once() -> None:
    named = icons.manifest() | icons.own_symbols()
    assert {path.stem for path in icons.FOLDER.glob("*.svg")} == set(named)
    needs = [need for list_of_needs in named.values() for need in list_of_needs]
    assert len(needs) == len(set(needs))
    assert all(re.fullmatch(r"(shared|kanata|kingsport|sacrament)\.[a-z0-9_]+", need) for need in needs)


@pytest.mark.parametrize("path", sorted(icons.FOLDER.glob("*.svg")), ids=lambda path: path.stem)
def test_a_symbol_is_plain_white_paths(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert "currentColor" not in text
    root = ET.fromstring(text)
    kinds = {element.tag.rsplit("}", 1)[-1] for element in root.iter()}
    assert kinds <= {"svg", "g", "path"}
    assert {element.get("fill") for element in root.iter() if element.tag.endswith("path")} <= {"#fff", None}
    shape = icons.icon_mask(path.stem, 32)
    assert shape.max() > 0.9
    assert 0.03 < shape.mean() < 0.9


def test_the_licence_of_the_icons_lies_beside_them() -> None:
    text = (icons.FOLDER / "LICENSE.txt").read_text(encoding="utf-8")
    assert "game-icons.net" in text
    assert "Attribution 3.0 Unported" in text
    assert len(text) > 15_000, "the whole legal code"


def test_the_layout_keeps_texts_apart_and_on_the_card() -> None:
    layout = yaml.safe_load((ROOT / "kingsport" / "card_layout.yaml").read_text(encoding="utf-8"))
    assert tuple(layout["size"]) == SIZE
    god, person = layout["god"], layout["investigator"]
    assert tuple(god["picture"]) == pixels(PICTURE_BOX)
    assert tuple(person["portrait"]) == pixels(PORTRAIT_BOX)
    groups = [
        [
            god["cost"]["area"],
            god["level"]["text"],
            god["name"],
            god["effect"]["text"],
            god["raid"]["text"],
            god["points"]["area"],
            god["strength"]["text"],
        ],
        [person["title"], person["name"], person["text"], *(raid["box"] for raid in person["raids"])],
    ]
    for boxes in groups:
        for x, y, w, h in boxes:
            assert x >= 45
            assert y >= 45
            assert x + w <= SIZE[0] - 45
            assert y + h <= SIZE[1] - 30
        for (ax, ay, aw, ah), (bx, by, bw, bh) in combinations(boxes, 2):
            assert ax + aw <= bx or bx + bw <= ax or ay + ah <= by or by + bh <= ay
