"""Icons: which of the game-icons set are used, how they come into the repository, and their masks.

``sprites/icons/manifest.yaml`` names every icon and the needs it serves. :func:`extract` writes the SVG of each from
the npm package ``@iconify-json/game-icons``; nothing else of that package is kept.
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
