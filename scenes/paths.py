"""Where the program's own files lie."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DATA = ROOT / "data"
SPRITES = ROOT / "sprites"
FONTS = DATA / "fonts"
SOUNDS = DATA / "sounds"
