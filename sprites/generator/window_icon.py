"""The icon of the program: a lit doorway in the dark, and what looks out of it."""

from __future__ import annotations

from functools import partial

import numpy as np
from scipy.ndimage import gaussian_filter

from sprites.generator import carve, vector
from sprites.generator.canvas import put
from sprites.generator.catalogue import Sprite
from sprites.generator.palette import BONE, CANDLE, OXBLOOD, PANEL_INK, mix, rgb
from sprites.generator.textures import Array, flat, grid, noise
from sprites.generator.vector import ellipse, lens, path, polar, rect, stroke

SIZES = (16, 24, 32, 48, 64, 128, 256, 512)


def window_icon(side: int) -> Array:
    """Return the icon at ``side`` pixels, as RGBA; below 48 pixels without its fine cuts."""
    large = max(side * 4, 256) if side < 256 else side
    size = (large, large)

    def mask(body: str) -> Array:
        return vector.mask(body, size, (100.0, 100.0))

    fine = side >= 48
    plate = mask(rect(2, 2, 96, 96, r=20))
    picture = flat(size, PANEL_INK) * (1 + 0.05 * noise(size, 1.6, 3))[..., None]
    x, y = grid(size)
    d = np.hypot(x / large - 0.5, y / large - 0.52)
    put(picture, np.exp(-((d / 0.36) ** 2)).astype(np.float32), rgb("#3A2412"), 0.9)
    if fine:
        cuts = "".join(lens(polar(50, 50, 41, a), polar(50, 50, 54 + (a // 12 % 2) * 6, a), 1.6) for a in range(0, 360, 12))
        put(picture, mask(cuts), mix(CANDLE, PANEL_INK, 0.45), 0.8)
    arch = "M24 90 V46 A26 26 0 0 1 76 46 V90Z"
    glow = mask(path(arch))
    put(picture, np.clip(gaussian_filter(glow, large * 0.05) * 1.2, 0, 1), CANDLE, 0.55)
    light = np.clip(1.12 - 0.45 * (y / large - 0.2), 0.7, 1.15)[..., None]
    put(picture, carve.bleed(glow, 5, blur=large / 512, specks=0.0), np.clip(flat(size, rgb("#F0C25C")) * light, 0, 1).astype(np.float32))
    if fine:
        put(picture, mask(stroke(arch, 2.0)), OXBLOOD)
    eye = path("M26 57 Q50 33 74 57 Q50 81 26 57Z")
    put(picture, carve.bleed(mask(eye), 6, blur=large / 600, specks=0.0), PANEL_INK)
    put(picture, mask(path("M33 57 Q50 41 67 57 Q50 73 33 57Z")), BONE)
    put(picture, mask(ellipse(50, 57, 9.5, 9.5)), rgb("#A5281E"))
    put(picture, mask(ellipse(50, 57, 3.2, 8.6)), PANEL_INK)
    if fine:
        put(picture, mask(ellipse(46.5, 53, 1.8, 1.8)), BONE)
        lashes = "".join(lens(polar(50, 60, 27, a), polar(50, 60, 35, a), 2.4) for a in range(220, 321, 20))
        put(picture, mask(lashes), PANEL_INK)
    rim = np.clip(plate - mask(rect(4.5, 4.5, 91, 91, r=17.5)), 0, 1)
    put(picture, rim, mix(CANDLE, PANEL_INK, 0.35))
    result = np.dstack([np.clip(picture, 0, 1), plate]).astype(np.float32)
    while result.shape[0] > side and result.shape[0] % 2 == 0 and result.shape[0] // 2 >= side:
        result = result.reshape(result.shape[0] // 2, 2, result.shape[1] // 2, 2, 4).mean(axis=(1, 3))
    return result if result.shape[0] == side else _shrunk(result, side)


def _shrunk(picture: Array, side: int) -> Array:
    """Return the picture at ``side`` pixels."""
    from PIL import Image

    from sprites.generator.output import to_bytes

    image = Image.fromarray(to_bytes(picture)).resize((side, side), Image.Resampling.LANCZOS)
    return np.asarray(image, np.float32) / 255


def sprites() -> list[Sprite]:
    """Return the icon for the window, for Windows and for macOS."""
    found = [Sprite(f"icon/icon_{side}.png", partial(window_icon, side)) for side in SIZES]
    found.append(Sprite("ui/icon.png", partial(window_icon, 256)))
    found.append(Sprite("icon/icon.ico", partial(window_icon, 256)))
    found.append(Sprite("icon/icon.icns", partial(window_icon, 512)))
    return found
