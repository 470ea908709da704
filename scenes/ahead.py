"""Pictures that are read in a thread while the program is still being loaded, so that the title stands sooner."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from pathlib import Path

import pygame

from scenes.paths import SPRITES


def title_pictures() -> list[Path]:
    """The pictures of the title, the first to be drawn first: the ground, then the closed doors."""
    doors = (path for path in (SPRITES / "ui").glob("door_*") if not path.stem.endswith("_open"))
    return [*(SPRITES / "ui").glob("backdrop.*"), *sorted(doors)]


class Ahead:
    """Reads pictures in a thread. Each is taken once."""

    def __init__(self, files: Sequence[Path]) -> None:
        self._read = {file: threading.Event() for file in files}
        self._images: dict[Path, pygame.Surface] = {}
        work = list(self._read.items())  # for the thread alone: `take` takes out of the other
        threading.Thread(target=self._read_all, args=(work,), name="pictures", daemon=True).start()

    def _read_all(self, work: Sequence[tuple[Path, threading.Event]]) -> None:
        for file, read in work:
            try:
                self._images[file] = pygame.image.load(str(file))
            except (pygame.error, OSError):
                pass  # whoever asks for it tries again, and says what is wrong
            finally:
                read.set()

    def take(self, file: Path) -> pygame.Surface | None:
        """The picture of `file`, waited for if it is being read; ``None`` if it is not among those, or is broken."""
        read = self._read.pop(file, None)
        if read is None:
            return None
        read.wait()
        return self._images.pop(file, None)
