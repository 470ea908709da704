"""The sounds: all there, made again alike, of even loudness, loops that join."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import soundfile

from sprites.generator import sounds

FOLDER = Path(__file__).resolve().parents[2] / "data" / "sounds"
NAMES = [*sounds.EFFECTS, *sounds.MUSIC]


def test_every_sound_is_there_and_nothing_else() -> None:
    assert sorted(path.stem for path in FOLDER.glob("*.ogg")) == sorted(NAMES)


@pytest.mark.parametrize("name", ["die", "knock", "drone_kingsport"])
def test_a_sound_made_again_is_the_one_that_ships(name: str) -> None:
    shipped, rate = soundfile.read(FOLDER / f"{name}.ogg")
    made = sounds.make(name)
    assert rate == sounds.RATE
    length = min(len(shipped), len(made))
    # Vorbis loses some: the two run together, they are not equal.
    correlation = np.corrcoef(shipped[:length].ravel(), made[:length].ravel())[0, 1]
    assert correlation > 0.9


@pytest.mark.parametrize("name", NAMES)
def test_no_sound_is_too_loud_and_none_is_silent(name: str) -> None:
    wave, _ = soundfile.read(FOLDER / f"{name}.ogg")
    assert np.abs(wave).max() < 0.99
    assert 0.01 < np.sqrt((wave**2).mean()) < 0.16


@pytest.mark.parametrize("name", list(sounds.MUSIC))
def test_a_drone_joins_on_to_itself(name: str) -> None:
    wave = sounds.make(name)
    jump = np.abs(wave[0] - wave[-1]).max()
    usual = np.abs(np.diff(wave, axis=0)).max()
    assert jump <= 1.5 * usual
