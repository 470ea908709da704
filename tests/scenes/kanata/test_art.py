"""Kanata's pictures: one for everything the rules name, as large as the tilesets say, as the generator draws them."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from game import registry
from scenes.kanata.parts import ITEM_ICONS, TRACK_ICONS, kind_of
from scenes.kanata.table import ICONS
from scenes.kanata.view import ABOMINATIONS
from scenes.paths import ROOT, SPRITES
from sprites.generator import output
from sprites.generator.__main__ import main
from sprites.generator.catalogue import all_sprites

MAPS = ROOT / "maps"
CONTENT = registry.get("kanata").content  # type: ignore[attr-defined]  # Kanata's public face


def test_every_card_has_its_photograph() -> None:
    cards = {card.id for cards in CONTENT.decks.values() for card in cards}
    photos = {path.stem for path in (SPRITES / "kanata" / "photos").glob("*.webp")}
    assert cards == photos


def test_no_two_photographs_are_alike() -> None:
    seen: dict[bytes, str] = {}
    for path in sorted((SPRITES / "kanata" / "photos").glob("*.webp")):
        with Image.open(path) as image:
            small = image.convert("RGB").resize((24, 16), Image.Resampling.BOX).tobytes()
        assert small not in seen, f"{path.stem} looks like {seen[small]}"
        seen[small] = path.stem


def test_every_item_and_token_has_an_icon() -> None:
    things = {kind_of(item.id) for item in CONTENT.items} | set(CONTENT.tokens) | {"van_keys"}
    assert things <= set(ITEM_ICONS)


@pytest.mark.parametrize("icon", sorted({*ITEM_ICONS.values(), *TRACK_ICONS.values(), *ICONS.values()}))
def test_every_icon_in_use_is_vendored(icon: str) -> None:
    assert (SPRITES / "icons" / f"{icon}.svg").is_file()


def test_every_character_has_a_face_and_a_disc() -> None:
    for name in CONTENT.characters:
        assert (SPRITES / "kanata" / "faces" / f"{name}.png").is_file()
        assert (SPRITES / "kanata" / "tokens" / f"{name}.png").is_file()
    for number in range(ABOMINATIONS):
        assert (SPRITES / "kanata" / "tokens" / f"abomination{number}.png").is_file()


@pytest.mark.parametrize("tileset", ["kanata.tsx", "kanata_buildings.tsx"])
def test_the_pictures_have_the_sizes_that_the_tilesets_say(tileset: str) -> None:
    root = ET.parse(MAPS / tileset).getroot()
    images = list(root.iter("image"))
    assert images
    for image in images:
        path = (MAPS / str(image.get("source"))).resolve()
        assert path.is_relative_to(SPRITES)
        with Image.open(path) as picture:
            assert picture.size == (int(str(image.get("width"))), int(str(image.get("height"))))


@pytest.mark.parametrize("name", ["kanata/tokens/sheriff", "kanata/buildings/property6", "kanata/photos/crows"])
def test_a_picture_drawn_now_is_the_committed_one(name: str, tmp_path: Path) -> None:
    assert main([name, "--out", str(tmp_path)]) == 0
    sprite = all_sprites()[name]
    now, then = output.read(tmp_path / sprite.file), output.read(sprite.path)
    assert now.shape == then.shape
    assert np.abs(now - then).mean() < 0.01
