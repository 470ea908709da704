"""Writing pictures: palette PNG, plain PNG, JPEG, WebP; and reading them back for comparison."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from PIL import Image

from sprites.generator.textures import Array

_EDGE_COLOURS = 24


def to_bytes(picture: Array) -> np.ndarray:
    """Return a float picture (0 to 1, RGB or RGBA) as bytes."""
    return np.round(np.clip(picture, 0, 1) * 255).astype(np.uint8)


def indexed(picture: Array, colours: int = 256) -> Image.Image:
    """Return the picture in a palette of at most ``colours``.

    With an alpha channel, pixels that are not opaque share a few entries: one per step of opacity, in their mean
    colour. That suits a card's corners and a token's rim; use truecolour for wide soft shadows.
    """
    data = to_bytes(picture)
    if data.shape[2] == 3:
        return Image.fromarray(data).quantize(colours, method=Image.Quantize.MEDIANCUT, kmeans=1, dither=Image.Dither.NONE)
    alpha = data[..., 3]
    solid = alpha >= 250
    rgb = Image.fromarray(data[..., :3])
    filled = np.array(rgb)
    filled[~solid] = np.median(filled[solid], axis=0).astype(np.uint8)
    base = Image.fromarray(filled).quantize(
        colours - _EDGE_COLOURS, method=Image.Quantize.MEDIANCUT, kmeans=1, dither=Image.Dither.NONE
    )
    table = (base.getpalette() or [])[: 3 * (colours - _EDGE_COLOURS)]
    used = len(table) // 3
    index = np.array(base)
    opacity = [255] * used
    steps = np.minimum(alpha.astype(int) * _EDGE_COLOURS // 250, _EDGE_COLOURS - 1)
    for step in range(_EDGE_COLOURS):
        here = ~solid & (steps == step)
        if not here.any():
            continue
        weight = alpha[here].astype(float) + 1e-6
        mean = (data[here][:, :3] * weight[:, None]).sum(0) / weight.sum()
        table += [round(v) for v in mean]
        opacity.append(0 if step == 0 else int(alpha[here].mean()))
        index[here] = len(opacity) - 1
    image = Image.fromarray(index.astype(np.uint8), mode="P")
    image.putpalette(table)
    image.info["transparency"] = bytes(opacity)
    return image


def write(picture: Array, target: Path, *, colours: int = 0, quality: int = 88) -> int:
    """Write ``picture`` to ``target`` (.png, .jpg, .webp, .ico or .icns) and return the bytes used.

    ``colours`` above 0 makes a palette PNG of so many; ``quality`` is for JPEG and WebP.
    """
    target.parent.mkdir(parents=True, exist_ok=True)
    if target.suffix == ".jpg":
        Image.fromarray(to_bytes(picture)).save(target, quality=quality, optimize=True, subsampling=0)
    elif target.suffix == ".webp":
        Image.fromarray(to_bytes(picture)).save(target, quality=quality, method=6, alpha_quality=100)
    elif target.suffix == ".ico":
        from sprites.generator.window_icon import SIZES, window_icon

        images = [Image.fromarray(to_bytes(window_icon(side))) for side in SIZES if side <= 256]
        images[-1].save(target, sizes=[image.size for image in images], append_images=images[:-1])
    elif target.suffix == ".icns":
        Image.fromarray(to_bytes(picture)).save(target)
    elif colours:
        image = indexed(picture, colours)
        image.save(target, optimize=True, **({"transparency": image.info["transparency"]} if "transparency" in image.info else {}))
    else:
        Image.fromarray(to_bytes(picture)).save(target, optimize=True)
    return target.stat().st_size


def read(path: Path) -> Array:
    """Return a written picture as floats from 0 to 1: RGBA where it has any transparency, else RGB."""
    with Image.open(path) as image:
        clear = "transparency" in image.info or image.mode in ("RGBA", "LA")
        return np.asarray(image.convert("RGBA" if clear else "RGB"), np.float32) / 255
