"""The controls and grounds of the screens: sheets for panels, buttons, small widgets, pointers, seat tokens.

Sheets and buttons are cut into nine by the program: their frames are ``SHEET_BORDER`` and ``BUTTON_BORDER`` pixels wide.
"""

from __future__ import annotations

from functools import partial

import numpy as np
from scipy.ndimage import gaussian_filter

from sprites.generator import carve, vector
from sprites.generator.canvas import put
from sprites.generator.catalogue import Sprite
from sprites.generator.dice import cutout
from sprites.generator.palette import (
    AGED,
    ASH,
    BLOOD,
    BONE,
    CANDLE,
    GALL,
    INK,
    OXBLOOD,
    PANEL_INK,
    PAPER,
    PARCHMENT,
    SEATS,
    SOOT,
    Colour,
    mix,
    rgb,
)
from sprites.generator.textures import Array, flat, noise, parchment, smoothstep, torn
from sprites.generator.vector import circle, frame, line, path, polar, poly, rect, ring

SHEET_BORDER = 48
BUTTON_BORDER = 48


def _mask(body: str, size: tuple[int, int]) -> Array:
    return vector.mask(body, size, (float(size[0]), float(size[1])))


def paper_sheet(base: Colour, seed: int, *, side: int = 768, browned: float = 34.0, rule: bool = True) -> Array:
    """Return a torn sheet of paper with a dark rim and a thin ink rule inside, as RGBA."""
    size = (side, side)
    picture = parchment(size, base, seed, edge=browned)
    alpha = torn(_mask(rect(7, 7, side - 14, side - 14, r=10), size), seed + 11, strength=0.05)
    inner = gaussian_filter(alpha, 2.2)
    picture *= 1 - (0.55 * (1 - smoothstep(0.55, 0.98, inner)))[..., None] * np.array([0.85, 1.0, 1.1], np.float32)
    if rule:
        lines = _mask(frame(19, 19, side - 38, side - 38, 2.2, r=6) + frame(25, 25, side - 50, side - 50, 1.0, r=4), size)
        put(picture, carve.bleed(lines, seed + 12, blur=0.6, specks=0.02), GALL, 0.62)
    return cutout(picture, alpha)


def dark_sheet(base: Colour, line_colour: Colour, seed: int, *, side: int = 768) -> Array:
    """Return a panel of soot: dark card with a carved edge, a hair line and faint gouge marks, as RGBA."""
    size = (side, side)
    tone = 1 + 0.05 * noise(size, 1.8, seed) + 0.03 * gaussian_filter(noise(size, 1.0, seed + 1), 0.8)
    picture = flat(size, base) * tone[..., None]
    alpha = torn(_mask(rect(5, 5, side - 10, side - 10, r=10), size), seed + 11, strength=0.04)
    inner = gaussian_filter(alpha, 3.0)
    picture *= (0.5 + 0.5 * smoothstep(0.5, 0.98, inner))[..., None]
    lines = _mask(frame(12, 12, side - 24, side - 24, 2.6, r=9), size)
    put(picture, carve.bleed(lines, seed + 12, blur=0.7, specks=0.02), line_colour, 0.6)
    hair = _mask(frame(19, 19, side - 38, side - 38, 1.1, r=6), size)
    put(picture, carve.bleed(hair, seed + 13, blur=0.5, specks=0.03), line_colour, 0.35)
    return cutout(picture, alpha)


def paper(seed: int = 640) -> Array:
    """Return paper without an edge, for small cards."""
    return parchment((720, 1008), PARCHMENT, seed, edge=30)


BUTTON_KINDS = {
    "plain": rgb("#4A3F34"),
    "primary": rgb("#33503C"),
    "danger": OXBLOOD,
    "paper": AGED,
}
"""The face of each kind of button at rest."""
BUTTON_LOOKS = ("normal", "hover", "pressed", "on", "dim")


def button(kind: str, look: str) -> Array:
    """Return a button of 384x192 pixels, as RGBA: block of ink, coloured face, carved line."""
    face, line_colour = _button_inks(kind, look)
    size, seed = (384, 192), 650
    sunk = look in ("pressed", "dim")
    view = (192.0, 96.0)
    body = carve.bleed(vector.mask(rect(6, 6, 180, 84, r=13), size, view), seed, blur=2.0, rough=0.12, specks=0)
    inner = vector.mask(rect(10, 11 if sunk else 10, 172, 76, r=10), size, view)
    inner = carve.bleed(inner, seed + 1, blur=1.6, rough=0.10, specks=0)
    picture = flat(size, PANEL_INK)
    y = np.linspace(0, 1, size[1], dtype=np.float32)[:, None, None]
    light = (0.95 + 0.05 * y) if sunk else (1.10 - 0.18 * y)
    toned = flat(size, face) * light * (1 + 0.04 * noise(size, 1.6, seed + 2))[..., None]
    put(picture, inner, np.clip(toned, 0, 1).astype(np.float32))
    carved = vector.mask(frame(15, 15, 162, 66, 2.2, r=7), size, view)
    put(picture, carve.bleed(carved, seed + 3, blur=1.0, specks=0.01), line_colour, 0.9)
    if not sunk:
        put(picture, carve.rim(inner, (0, -1), 5), mix(face, BONE, 0.4), 0.8)
    return cutout(picture, body, drop=0.0 if sunk else 0.45, move=(2, 6), blur=6)


def _button_inks(kind: str, look: str) -> tuple[Colour, Colour]:
    """Return the colours of a button's face and of the line carved into it."""
    base = BUTTON_KINDS[kind]
    if kind == "paper":
        lined = mix(GALL, PARCHMENT, 0.3)
        return {
            "hover": (mix(PARCHMENT, BONE, 0.3), GALL),
            "pressed": (mix(base, ASH, 0.2), lined),
            "on": (mix(BLOOD, PANEL_INK, 0.15), BONE),
            "dim": (mix(base, PARCHMENT, 0.25), mix(GALL, AGED, 0.6)),
        }.get(look, (mix(PARCHMENT, AGED, 0.4), lined))
    return {
        "hover": (mix(base, BONE, 0.09), mix(base, BONE, 0.75)),
        "pressed": (mix(base, PANEL_INK, 0.35), mix(base, BONE, 0.5)),
        "on": (mix(base, CANDLE, 0.08), CANDLE),
        "dim": (mix(SOOT, PANEL_INK, 0.2), mix(SOOT, ASH, 0.4)),
    }.get(look, (base, mix(base, BONE, 0.6)))


def _small(size: tuple[int, int], outline: str, fill: Colour, marks: str, ink: Colour, seed: int, *, drop: float = 0.4) -> Array:
    """Return a small part: block of ink with a coloured face and a mark, as RGBA."""
    body = carve.bleed(_mask(outline, size), seed, blur=1.0, specks=0)
    picture = flat(size, PANEL_INK)
    face = smoothstep(0.86, 0.98, gaussian_filter(body, 1.8))
    y = np.linspace(1.14, 0.86, size[1], dtype=np.float32)[:, None, None]
    put(picture, face, np.clip(flat(size, fill) * y, 0, 1).astype(np.float32))
    if marks:
        put(picture, carve.bleed(_mask(marks, size), seed + 1, blur=0.7, specks=0), ink)
    return cutout(picture, body, drop=drop, move=(1, 2), blur=2.5)


def seat_token(name: str) -> Array:
    """Return a turned wooden piece in the shape and colour of a seat, 256 pixels, without its letter."""
    side = 256
    size = (side, side)
    outline = {
        "circle": circle(128, 124, 96),
        "square": rect(40, 36, 176, 176, r=16),
        "triangle": path("M128 22 L226 198 Q232 214 214 214 H42 Q24 214 30 198Z"),
        "diamond": path("M128 14 L236 124 L128 234 L20 124Z"),
        "hexagon": poly([polar(128, 124, 108, i * 60) for i in range(6)]),
        "cross": path("M92 20 H164 V88 H232 V160 H164 V228 H92 V160 H24 V88 H92Z"),
    }[name]
    colour = SEATS[name]
    raw = _mask(outline, size)
    body = carve.bleed(raw, 31, blur=1.6, specks=0)
    picture = flat(size, INK)
    face = smoothstep(0.90, 0.985, gaussian_filter(raw, 5))
    x = np.linspace(0, 1, side, dtype=np.float32)
    tone = 1.14 - 0.26 * (0.3 * x[None, :] + 0.7 * x[:, None])
    grain = 1 + 0.05 * noise(size, 1.5, 33, 10.0)
    put(picture, face, np.clip(flat(size, colour) * (tone * grain)[..., None], 0, 1).astype(np.float32))
    lines = carve.engraving(face, (-0.6, -0.8), 34, depth=26, period=8)
    put(picture, lines * face, mix(colour, BONE, 0.5), 0.55)
    put(picture, carve.rim(face, (0.6, 0.8), 7) * face, mix(colour, (0, 0, 0), 0.5), 0.6)
    put(picture, carve.rim(face, (-0.6, -0.8), 5) * face, mix(colour, BONE, 0.65), 0.85)
    return cutout(picture, body, drop=0.6, move=(4, 7), blur=6)


def _cursor(body: str, cut: str = "") -> Array:
    """Return a pointer of 96 pixels: bone with an ink outline that shows on any ground."""
    size = (96, 96)
    inner = vector.mask(body + cut, size, (48, 48))
    outer = np.clip(gaussian_filter(vector.mask(body, size, (48, 48)), 2.0) * 3.2, 0, 1)
    picture = flat(size, PANEL_INK)
    put(picture, inner, PAPER)
    return cutout(picture, outer, drop=0.4, move=(2, 3), blur=2)


def arrow_cursor() -> Array:
    """Return the arrow; its hot spot is (4, 4) of 48."""
    return _cursor(path("M4 4 L4 36 L12 29 L18 43 L25 40 L19 26 L30 25Z"))


def hand_cursor() -> Array:
    """Return the pointing hand; its hot spot is (18, 4) of 48."""
    hand = path("M15 7 Q15 4 18 4 Q21 4 21 7 V21 Q23 18 26 19 Q28 20 28 22 Q31 20 33 22 Q35 23 35 25 Q38 24 40 26 Q41 28 41 31 Q41 40 36 45 H21 Q17 41 13 35 L8 28 Q7 24 11 24 L15 27Z")
    cut = line([(21, 21), (21, 28)], 1.3, vector.CUT) + line([(28, 23), (28, 29)], 1.3, vector.CUT) + line([(35, 26), (35, 31)], 1.3, vector.CUT)
    return _cursor(hand, cut)


def text_cursor() -> Array:
    """Return the text bar; its hot spot is (24, 24) of 48."""
    return _cursor(path("M16 6 Q22 6 23 9 Q24 6 32 6 V9 Q26 9 25.6 12 V36 Q26 39 32 39 V42 Q24 42 24 39 Q23 42 16 42 V39 Q22 39 22.4 36 V12 Q22 9 16 9Z"))


def sprites() -> list[Sprite]:
    """Return sheets, controls, pointers and tokens."""
    brown = BUTTON_KINDS["plain"]
    found = [
        Sprite("ui/parchment.webp", partial(paper_sheet, PARCHMENT, 600, browned=62)),
        Sprite("ui/card.webp", partial(paper_sheet, mix(PARCHMENT, BONE, 0.35), 610, browned=22)),
        Sprite("ui/slip.png", partial(paper_sheet, AGED, 620, side=384, browned=16, rule=False), 192),
        Sprite("ui/soot.png", partial(dark_sheet, SOOT, ASH, 630), 192),
        Sprite("ui/ink.png", partial(dark_sheet, PANEL_INK, mix(ASH, PANEL_INK, 0.3), 635), 192),
        Sprite("ui/paper.webp", paper),
        Sprite("ui/scroll_thumb.png", partial(_small, (48, 128), rect(8, 6, 32, 114, r=14), mix(brown, BONE, 0.2), "", BONE, 662)),
        Sprite("ui/slider_track.png", partial(_small, (192, 48), rect(6, 17, 180, 14, r=7), mix(SOOT, PANEL_INK, 0.3), "", BONE, 663, drop=0.0)),
        Sprite("ui/slider_knob.png", partial(_small, (96, 96), circle(48, 46, 36), rgb("#B08A3E"), ring(48, 46, 22, 3.4) + circle(48, 46, 7), INK, 664)),
        Sprite("ui/checkbox_off.png", partial(_small, (96, 96), rect(12, 10, 72, 72, r=10), PAPER, "", INK, 665)),
        Sprite("ui/checkbox_on.png", partial(_small, (96, 96), rect(12, 10, 72, 72, r=10), PAPER, path("M26 48 L38 38 L46 52 L68 24 L76 32 L48 72Z"), rgb("#2F5A38"), 665)),
        Sprite("cursors/arrow.png", arrow_cursor),
        Sprite("cursors/hand.png", hand_cursor),
        Sprite("cursors/text.png", text_cursor),
    ]
    found += [
        Sprite(f"ui/button_{kind}_{look}.png", partial(button, kind, look))
        for kind in BUTTON_KINDS
        for look in BUTTON_LOOKS
    ]
    found += [Sprite(f"tokens/seat_{number}_{name}.png", partial(seat_token, name)) for number, name in enumerate(SEATS, 1)]
    return found


