"""Make the sounds: ``python -m sprites.generator.sounds [name ...]`` writes OGG files into ``data/sounds/``.

Everything is synthesised from noise and partials with a fixed seed; nothing is recorded or sampled. Development only
(numpy, scipy, soundfile). Levels are set by loudness, so no cue is louder than another that matters as much.
"""

from __future__ import annotations

import sys
import zlib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

import numpy as np
import soundfile
from numpy.typing import NDArray
from scipy import signal

RATE: Final = 44_100
FOLDER: Final = Path(__file__).resolve().parents[2] / "data" / "sounds"
Wave = NDArray[np.float64]

BELL: Final = (0.5, 1.0, 1.183, 1.506, 2.0, 2.514, 2.662, 3.011)
"""Partials of a church bell, as multiples of its strike tone."""
EFFECT_LEVEL: Final = 0.13
"""Root mean square of the loudest 50 ms of an effect, of full scale: about -18 dB."""
MUSIC_LEVEL: Final = 0.06


def time_of(seconds: float) -> Wave:
    """The sample times of a sound."""
    return np.arange(int(seconds * RATE)) / RATE


def noise(seconds: float, seed: str) -> Wave:
    """White noise, the same for the same seed."""
    return np.random.default_rng(zlib.crc32(seed.encode())).standard_normal(int(seconds * RATE))


def band(wave: Wave, low: float, high: float) -> Wave:
    """Only the frequencies from ``low`` to ``high`` Hz."""
    sections = signal.butter(2, (low, high), "bandpass", fs=RATE, output="sos")
    filtered: Wave = signal.sosfilt(sections, wave)
    return filtered


def decay(wave: Wave, seconds: float, attack: float = 0.002) -> Wave:
    """A sharp start and an exponential end; ``seconds`` to fall to a third."""
    t = np.arange(len(wave)) / RATE
    shaped: Wave = wave * np.minimum(1, t / attack) * np.exp(-t / seconds)
    return shaped


def tone(frequency: float, seconds: float, bend: float = 0.0) -> Wave:
    """A sine whose pitch falls (or rises) by the factor ``1 + bend`` till the end."""
    t = time_of(seconds)
    phase = 2 * np.pi * frequency * (t + bend * t * t / (2 * seconds))
    wave: Wave = np.sin(phase)
    return wave


def place(total: float, parts: Sequence[tuple[float, Wave]]) -> Wave:
    """Several sounds on one line, each at its time."""
    out = np.zeros(int(total * RATE))
    for at, wave in parts:
        start = int(at * RATE)
        end = min(len(out), start + len(wave))
        out[start:end] += wave[: end - start]
    return out


def strike(frequency: float, seconds: float, bright: float = 0.5) -> Wave:
    """One bell stroke; ``bright`` how strongly the upper partials sound."""
    wave = np.zeros(int(seconds * RATE))
    for i, partial in enumerate(BELL):
        weight = 1.0 if i < 2 else bright**0.5 / i
        beat = tone(frequency * partial * 1.0008, seconds) * 0.4
        wave += weight * decay(tone(frequency * partial, seconds) + beat, seconds / (2.2 + 1.1 * i), 0.004)
    return wave


def click(seed: str, low: float, high: float, length: float) -> Wave:
    """One short dry impact."""
    return decay(band(noise(0.12, seed), low, high), length, 0.0006)


def rattle(seed: str, times: Sequence[float], low: float, high: float, length: float, total: float) -> Wave:
    """Several impacts, each softer than the one before."""
    return place(total, [(at, click(f"{seed}{i}", low, high, length) * 0.86**i) for i, at in enumerate(times)])


def die() -> Wave:
    """A bone die on wood: impacts that come closer together."""
    body = rattle("die", (0, 0.11, 0.19, 0.25, 0.295, 0.33), 700, 3600, 0.018, 0.5)
    return body + 0.5 * rattle("wood", (0, 0.11, 0.19), 140, 420, 0.03, 0.5)


def card() -> Wave:
    """A card slid and laid down."""
    slide = band(noise(0.16, "slide"), 1500, 6500) * np.hanning(int(0.16 * RATE)) * 0.5
    return place(0.3, [(0, slide), (0.13, click("lay", 300, 2400, 0.03))])


def flip() -> Wave:
    """A card turned over."""
    turn = band(noise(0.12, "turn"), 2500, 8000) * np.hanning(int(0.12 * RATE)) * 0.6
    return place(0.24, [(0, turn), (0.11, click("flip", 500, 3500, 0.02))])


def paper() -> Wave:
    """A sheet drawn over the table."""
    sweep = band(noise(0.4, "paper"), 900, 7000) * np.hanning(int(0.4 * RATE))
    crackle = 0.7 + 0.3 * np.sign(np.sin(np.cumsum(np.abs(noise(0.4, "crackle"))) * 0.02))
    sheet: Wave = sweep * crackle
    return sheet


def press() -> Wave:
    """A wooden key."""
    return click("press", 350, 1800, 0.014) + 0.6 * click("press low", 110, 300, 0.02)


def knock() -> Wave:
    """Refused: knuckles on a door, dry."""
    one = click("knock", 120, 620, 0.045) + 0.3 * click("knuckle", 900, 2200, 0.01)
    return place(0.34, [(0, one), (0.13, one * 0.8)])


def bell() -> Wave:
    """A village bell, once."""
    return strike(220, 2.6)


def turn() -> Wave:
    """Somebody else's turn: a small hand bell."""
    return strike(660, 1.1, 0.7)


def door() -> Wave:
    """An old door: a creak that climbs, then the wood."""
    t = time_of(0.7)
    creak = signal.sawtooth(2 * np.pi * np.cumsum(70 + 90 * t / 0.7 + 14 * np.sin(2 * np.pi * 9 * t)) / RATE)
    return place(
        1.0, [(0, band(creak * np.hanning(len(t)), 300, 2600) * 0.5), (0.62, click("door", 80, 500, 0.08) * 1.4)]
    )


def raid() -> Wave:
    """A door forced: two blows and splinters."""
    blow = click("blow", 60, 420, 0.09) + 0.4 * click("crack", 900, 4200, 0.03)
    return place(
        1.1, [(0, blow), (0.3, blow * 1.25), (0.34, decay(band(noise(0.6, "splinters"), 1800, 6000), 0.12) * 0.35)]
    )


def whisper() -> Wave:
    """A god comes: breath and a low fifth."""
    breath = band(noise(1.4, "breath"), 400, 2200) * np.hanning(int(1.4 * RATE)) * 0.35
    low = (tone(82.4, 1.4) + 0.7 * tone(123.6, 1.4)) * np.hanning(int(1.4 * RATE)) * 0.5
    both: Wave = breath + low
    return both


def lose() -> Wave:
    """Sanity lost: a string let down."""
    return decay(tone(311, 0.7, -0.35) + 0.5 * tone(466, 0.7, -0.38), 0.2, 0.01)


def gain() -> Wave:
    """Sanity gained: two glass notes."""
    return place(0.8, [(0, decay(tone(523, 0.6), 0.16)), (0.1, decay(tone(784, 0.6), 0.2))])


def win() -> Wave:
    """Won: three bells rising."""
    return place(3.0, [(0, strike(262, 2.4, 0.8)), (0.28, strike(330, 2.4, 0.8)), (0.56, strike(392, 2.4, 0.8))])


def loss() -> Wave:
    """Lost: one low bell."""
    return strike(110, 3.4, 0.35)


def step() -> Wave:
    """A boot on gravel."""
    return decay(band(noise(0.12, "gravel"), 700, 4500), 0.035, 0.008) + 0.5 * click("heel", 90, 300, 0.03)


def shot() -> Wave:
    """A shot some way off, and its echo off the woods."""
    crack = click("shot", 200, 5000, 0.03) * 1.6 + click("shot low", 50, 220, 0.09)
    echo = decay(band(noise(0.9, "echo"), 150, 1200), 0.25, 0.05) * 0.25
    return place(1.3, [(0, crack), (0.16, echo)])


def growl() -> Wave:
    """Something in the corn: a throat, not a scream."""
    t = time_of(1.2)
    throat = signal.sawtooth(2 * np.pi * np.cumsum(58 + 8 * np.sin(2 * np.pi * 3.1 * t)) / RATE)
    wave: Wave = band(throat * (1 + 0.4 * noise(1.2, "throat")), 90, 900) * np.hanning(len(t))
    return wave


def engine() -> Wave:
    """A cold engine turning over."""
    t = time_of(1.3)
    turning = signal.sawtooth(2 * np.pi * np.cumsum(22 + 16 * t) / RATE) + 0.4 * noise(1.3, "engine")
    wave: Wave = band(turning, 60, 700) * np.minimum(1, 6 * (1.3 - t)) * np.minimum(1, 10 * t)
    return wave


def seal() -> Wave:
    """A wax seal pressed."""
    return click("wax", 90, 420, 0.06) + 0.2 * decay(band(noise(0.12, "sizzle"), 3000, 9000), 0.08, 0.03)


def quill() -> Wave:
    """A pen writes one word."""
    strokes = [(0.07 * i, band(noise(0.05, f"pen{i}"), 2500, 7000) * np.hanning(int(0.05 * RATE))) for i in range(5)]
    return place(0.5, strokes)


def drone(root: float, partials: Sequence[tuple[float, float]], wind: tuple[float, float]) -> Wave:
    """Twelve seconds that join on to themselves: every partial and every swell has whole cycles."""
    seconds = 12
    t = time_of(seconds)
    left, right = np.zeros(len(t)), np.zeros(len(t))
    for i, (multiple, weight) in enumerate(partials):
        cycles = round(root * multiple * seconds)
        swell = 0.65 + 0.35 * np.sin(2 * np.pi * (1 + i % 3) * t / seconds + i)
        left += weight * swell * np.sin(2 * np.pi * cycles * t / seconds + i)
        right += weight * swell * np.sin(2 * np.pi * (cycles + (i % 2)) * t / seconds + 2 * i)
    spectrum = np.fft.rfft(noise(seconds, f"wind {root}"))
    frequencies = np.fft.rfftfreq(len(t), 1 / RATE)
    spectrum[(frequencies < wind[0]) | (frequencies > wind[1])] = 0
    air = np.fft.irfft(spectrum, len(t))  # periodic by its making, so it joins too
    air *= (0.5 + 0.5 * np.sin(2 * np.pi * t / seconds)) / np.std(air) * 0.12
    return np.stack([left + air, right + np.roll(air, RATE // 3)], axis=1)


def drone_shell() -> Wave:
    """Title: an open fifth under wind."""
    return drone(55, ((1, 1), (1.5, 0.5), (2, 0.3), (3, 0.12), (4.02, 0.06)), (180, 900))


def drone_kingsport() -> Wave:
    """Kingsport: the sea under the cavern."""
    return drone(49, ((1, 1), (1.189, 0.35), (2, 0.35), (2.378, 0.15), (5.04, 0.05)), (90, 500))


def drone_kanata() -> Wave:
    """Kanata: a transformer humming in a field."""
    return drone(60, ((1, 1), (2, 0.55), (3, 0.25), (1.06, 0.3), (7, 0.04)), (400, 2600))


def drone_sacrament() -> Wave:
    """Sacrament: two monks who do not breathe."""
    return drone(65.4, ((1, 1), (1.498, 0.6), (2, 0.4), (2.996, 0.2), (3.99, 0.1)), (150, 700))


EFFECTS: Final[dict[str, Callable[[], Wave]]] = {
    f.__name__: f
    for f in (
        die,
        card,
        flip,
        paper,
        press,
        knock,
        bell,
        turn,
        door,
        raid,
        whisper,
        lose,
        gain,
        win,
        loss,
        step,
        shot,
        growl,
        engine,
        seal,
        quill,
    )
}
MUSIC: Final[dict[str, Callable[[], Wave]]] = {
    "drone": drone_shell,
    "drone_kingsport": drone_kingsport,
    "drone_kanata": drone_kanata,
    "drone_sacrament": drone_sacrament,
}


def levelled(wave: Wave, level: float) -> Wave:
    """The wave at a common loudness: its loudest 50 ms have this root mean square; peaks stay below full scale."""
    mono = wave if wave.ndim == 1 else wave.mean(axis=1)
    window = int(0.05 * RATE)
    power = np.convolve(mono**2, np.ones(window) / window, mode="valid")
    scaled = wave * (level / np.sqrt(power.max()))
    limited: Wave = np.tanh(scaled / 0.9) * 0.9
    return limited


def make(name: str) -> Wave:
    """The finished sound of that name."""
    if name in MUSIC:
        return levelled(MUSIC[name](), MUSIC_LEVEL)
    wave = levelled(EFFECTS[name](), EFFECT_LEVEL)
    fade = min(len(wave), int(0.02 * RATE))
    wave[-fade:] *= np.linspace(1, 0, fade)
    return wave


def main(names: list[str]) -> int:
    """Write the named sounds, or all."""
    unknown = [name for name in names if name not in EFFECTS and name not in MUSIC]
    if unknown:
        print(f"no sound is called {unknown[0]!r}; there are: {', '.join([*EFFECTS, *MUSIC])}", file=sys.stderr)
        return 2
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in names or [*EFFECTS, *MUSIC]:
        path = FOLDER / f"{name}.ogg"
        soundfile.write(path, make(name), RATE, format="OGG", subtype="VORBIS")
        print(f"{path.name}  {path.stat().st_size / 1000:.0f} kB")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
