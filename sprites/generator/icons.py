"""Icons: which of the game-icons set are used, how they come into the repository, and their masks.

``sprites/icons/manifest.yaml`` names every icon and the needs it serves. :func:`extract` writes the SVG of each from
the npm package ``@iconify-json/game-icons``; nothing else of that package is kept. A few symbols are own drawings.
"""

from __future__ import annotations

import io
import json
import re
from functools import lru_cache
from pathlib import Path

import numpy as np
import pygame
import yaml

from sprites.generator.textures import Array

FOLDER = Path(__file__).resolve().parents[1] / "icons"
MANIFEST = FOLDER / "manifest.yaml"


def manifest() -> dict[str, list[str]]:
    """Return the icon ids in use, each with the needs that it serves."""
    loaded = yaml.safe_load(MANIFEST.read_text(encoding="utf-8"))
    return {entry["icon"]: list(entry["needs"]) for entry in loaded["icons"]}


def own_symbols() -> dict[str, list[str]]:
    """Return the ids of the symbols that were drawn for this program, each with its needs."""
    loaded = yaml.safe_load(MANIFEST.read_text(encoding="utf-8"))
    return {entry["icon"]: list(entry["needs"]) for entry in loaded["own"]}


def extract(package: Path) -> int:
    """Write every icon of the manifest as a plain white SVG, read from the package's ``icons.json``.

    Returns the number of files written. Raises KeyError for an icon that the package does not have.
    """
    source = json.loads(package.read_text(encoding="utf-8"))
    width, height = source.get("width", 512), source.get("height", 512)
    for icon in manifest():
        body = source["icons"][icon]["body"].replace("currentColor", "#fff")
        body = re.sub(r'fill="(#000|black)"', 'fill="#fff"', body)
        text = f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}">'
        (FOLDER / f"{icon}.svg").write_text(f"{text}{body}</svg>\n", encoding="utf-8")
    return len(manifest())


@lru_cache(maxsize=64)
def icon_mask(icon: str, pixels: int) -> Array:
    """Return the icon as a square mask of ``pixels``. The array is shared: do not write into it."""
    data = (FOLDER / f"{icon}.svg").read_bytes()
    surface = pygame.image.load_sized_svg(io.BytesIO(data), (pixels, pixels))
    alpha = pygame.surfarray.array_alpha(surface).T.astype(np.float32) / 255
    result = np.zeros((pixels, pixels), np.float32)
    result[: alpha.shape[0], : alpha.shape[1]] = alpha[:pixels, :pixels]
    result.setflags(write=False)
    return result


@lru_cache(maxsize=64)
def icon_svg(icon: str) -> str:
    """Return the icon as a fragment of 512 units, for use inside a larger drawing."""
    text = (FOLDER / f"{icon}.svg").read_text(encoding="utf-8")
    found = re.search(r"<svg[^>]*>(.*)</svg>", text, re.S)
    if found is None:
        raise ValueError(f"{icon}.svg holds no drawing")
    return found.group(1)


def placed(icon: str, x: float, y: float, side: float, *, fill: str = "#fff", flip: bool = False, turn: float = 0) -> str:
    """Return the icon as a fragment of ``side`` units, centred on (x, y)."""
    body = icon_svg(icon).replace("#fff", fill)
    scale = side / 512
    sx = -scale if flip else scale
    return (
        f'<g transform="translate({x:.2f} {y:.2f}) rotate({turn}) scale({sx:.5f} {scale:.5f}) translate(-256 -256)">'
        f"{body}</g>"
    )


def _round(x: float, y: float, rx: float, ry: float) -> str:
    return f"M{x - rx:g} {y:g}a{rx:g} {ry:g} 0 1 0 {2 * rx:g} 0a{rx:g} {ry:g} 0 1 0 {-2 * rx:g} 0Z"


OWN: dict[str, str] = {
    "domain-evil": _round(50, 50, 46, 46) + "M12 50Q50 14 88 50Q50 86 12 50Z" + _round(50, 50, 17, 17) + _round(50, 50, 5, 14),
    "domain-death": "M50 2L98 92H2ZM50 34C65 34 74 44 74 56C74 65 70 69 65 71V84H35V71C30 69 26 65 26 56C26 44 35 34 50 34Z"
    + _round(40, 57, 7, 7.5) + _round(60, 57, 7, 7.5) + "M50 64L45.5 71H54.5Z",
    "domain-destruction": "M6 6H94V94H6ZM53 12C58 28 78 36 78 59C78 76 65 88 50 88C35 88 22 76 22 59C22 46 29 41 33 31C36 39 39 42 43 43C41 31 44 20 53 12Z"
    "M50 47C56 56 64 59 64 69C64 78 58 83 50 83C42 83 36 78 36 69C36 62 41 59 43 51C46 55 48 56 49 56C49 52 49 50 50 47Z",
    "domain-any": _round(27, 28, 23, 23) + "M75 4L99 50H51ZM29 56H71V98H29Z",
}
"""Own symbols of 100 units: the three Domains with the shape that tells them apart without colour, and any of them."""


def write_own() -> int:
    """Write the symbols that are drawn here beside the others and return their number."""
    for name, d in OWN.items():
        head = '<svg xmlns="http://www.w3.org/2000/svg" width="512" height="512" viewBox="0 0 512 512">'
        body = f'<g transform="scale(5.12)"><path fill="#fff" fill-rule="evenodd" d="{d}"/></g>'
        (FOLDER / f"{name}.svg").write_text(f"{head}{body}</svg>\n", encoding="utf-8")
    return len(OWN)
