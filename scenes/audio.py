"""Sound that falls silent instead of failing: no device, no file, a device pulled out while playing."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pygame

from scenes.paths import SOUNDS
from scenes.settings import Settings

FADE = 400
"""Milliseconds in which a piece of music fades out."""
AGAIN = 40
"""Milliseconds in which the same effect is not begun twice: moves shown at once are one sound, not ten."""


class Audio:
    """Effects and one piece of music, both by the name of a file in ``data/sounds/``.

    `on_caption` is called with the name of every effect that has a meaning, also when nothing can be heard.
    """

    def __init__(self, settings: Settings, folder: Path = SOUNDS) -> None:
        self.settings = settings
        self.folder = folder
        self.missing: dict[str, str] = {}
        self.on_caption: Callable[[str], None] = lambda name: None
        self._effects: dict[str, pygame.mixer.Sound | None] = {}
        self._begun: dict[str, int] = {}
        self._music: str | None = None
        self._started: str | None = None
        """The piece that plays and does not fade out yet."""
        self._lowered = False
        self.available = False

    def open(self) -> None:
        """Open the sound device; without one the program is silent."""
        try:
            pygame.mixer.init(frequency=44100, buffer=512)
            pygame.mixer.set_num_channels(16)
            self.available = True
        except (pygame.error, OSError) as error:
            self.missing["device"] = str(error)

    def close(self) -> None:
        if self.available:
            pygame.mixer.quit()
            self.available = False

    def names(self) -> list[str]:
        """The sounds there are."""
        return sorted(path.stem for path in self.folder.glob("*.ogg"))

    def play(self, name: str, *, caption: bool = True) -> None:
        """Play an effect."""
        now = pygame.time.get_ticks()
        if now - self._begun.get(name, -AGAIN) < AGAIN:
            return
        self._begun[name] = now
        if caption:
            self.on_caption(name)
        if not self.available or self.settings.mute:
            return
        sound = self._load(name)
        if sound is not None:
            try:
                sound.set_volume(self._level(self.settings.effects_volume))
                sound.play()
            except pygame.error as error:
                self._lost(error)

    def music(self, name: str | None) -> None:
        """Loop a piece, or stop (``None``). The same one again goes on. Another one fades out first: `step` begins the
        new one then, so that nobody waits for it."""
        if name == self._music:
            return
        self._music = name
        if name is not None:
            self.on_caption(name)
        if not self.available:
            return
        try:
            if self._started is not None:
                self._started = None
                pygame.mixer.music.fadeout(FADE)
        except pygame.error as error:
            self._lost(error)
        self.step()

    def step(self) -> None:
        """Begin the wanted piece as soon as the one before it is silent. Called in every turn of the loop."""
        name = self._music
        if name == self._started or not self.available:
            return
        try:
            if pygame.mixer.music.get_busy():
                return
            self._started = name
            if name is not None:
                pygame.mixer.music.load(str(self.folder / f"{name}.ogg"))
                self.refresh()
                pygame.mixer.music.play(-1, fade_ms=2 * FADE)
        except (pygame.error, OSError) as error:
            self.missing[name or "music"] = str(error)

    def lower(self, lowered: bool) -> None:
        """Quieter while the window has no focus."""
        self._lowered = lowered
        self.refresh()

    def refresh(self) -> None:
        """Take over changed volumes."""
        if not self.available:
            return
        try:
            pygame.mixer.music.set_volume(self._level(self.settings.music_volume) * (0.25 if self._lowered else 1.0))
        except pygame.error as error:
            self._lost(error)

    def _level(self, volume: int) -> float:
        return 0.0 if self.settings.mute else (self.settings.master_volume / 100) * (volume / 100)

    def _load(self, name: str) -> pygame.mixer.Sound | None:
        if name not in self._effects:
            try:
                self._effects[name] = pygame.mixer.Sound(str(self.folder / f"{name}.ogg"))
            except (pygame.error, OSError) as error:
                self.missing[name] = str(error)
                self._effects[name] = None
        return self._effects[name]

    def _lost(self, error: Exception) -> None:
        self.missing["device"] = str(error)
        self.available = False
