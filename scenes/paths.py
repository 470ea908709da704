"""Where the program's own files lie, and where a person's do."""

from __future__ import annotations

from pathlib import Path

from game.core import files

ROOT = Path(__file__).resolve().parent.parent
DATA = ROOT / "data"
SPRITES = ROOT / "sprites"
FONTS = DATA / "fonts"
SOUNDS = DATA / "sounds"


def user_dir(override: str | Path | None = None) -> Path:
    """The folder of a person's settings and games.

    `override` (the command line's ``--user-dir``) wins; then a file named ``portable`` beside the program, which keeps
    everything next to it; then the place the platform has for such things. Raises `OSError` if it cannot be made.
    """
    if override is None and (ROOT / "portable").exists():
        override = ROOT / "user"
    return files.user_dir(override)
