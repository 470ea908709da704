"""Every picture that the generator writes: its file, and how it is drawn."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from sprites.generator.textures import Array

ROOT = Path(__file__).resolve().parents[1]


@dataclass(frozen=True)
class Sprite:
    """One picture: ``file`` below ``sprites/``. Large ones with fine detail are WebP or, opaque grounds, JPEG of ``quality``;
    the others, and what maps name, are PNG, in a palette of ``colours`` where that is above 0.
    """

    file: str
    draw: Callable[[], Array]
    colours: int = 0
    quality: int = 90

    @property
    def path(self) -> Path:
        """Where the picture lies."""
        return ROOT / self.file


def all_sprites() -> dict[str, Sprite]:
    """Return every picture by its name, which is its file without the ending (the two icons of one name keep theirs)."""
    from sprites.generator import (
        dice,
        interface,
        kanata_panels,
        kanata_tokens,
        kingsport,
        sacrament_tokens,
        scenery,
        town,
        vellum,
        window_icon,
    )

    found: dict[str, Sprite] = {}
    modules = (
        kingsport, dice, interface, scenery, window_icon, town, kanata_tokens, kanata_panels, vellum, sacrament_tokens,
    )  # fmt: skip
    for module in modules:
        for sprite in module.sprites():
            name = sprite.path.relative_to(ROOT)
            found[name.as_posix() if name.suffix in (".ico", ".icns") else name.with_suffix("").as_posix()] = sprite
    return found
