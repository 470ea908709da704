"""What a person has set: typed, with a default for everything, kept in ``settings.json`` of their folder.

`SETTINGS` describes each of them, enough to draw the settings screen and to read ``--set name=value``.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

import msgspec
from msgspec import Struct, field

from game.core.files import read_small, write_atomic
from game.core.strings import PSEUDO, languages

FILE_NAME = "settings.json"
MOST_BYTES = 1_000_000


class SeatSetup(Struct):
    """One place of a table as it was set up: who sits there, and by which place's person it is led (-1: its own)."""

    kind: str = ""
    name: str = ""
    lead: int = -1


class TableSetup(Struct):
    """How a game's table was set up. What of it does not fit any more is passed over when it is used."""

    seats: list[SeatSetup] = []
    options: dict[str, bool | int | str] = {}


class Settings(Struct, forbid_unknown_fields=False):
    """Every setting, each at its default. Percentages are whole numbers; speeds are factors, 0 means instant."""

    # Reading
    text_scale: int = 100
    interface_scale: int = 100
    font: str = "period"
    high_contrast: bool = False
    texture: bool = True
    language: str = "en"
    # Motion
    reduced_motion: bool = False
    my_speed: float = 1.0
    others_speed: float = 1.0
    step_mode: bool = False
    # Sound
    mute: bool = False
    master_volume: int = 80
    music_volume: int = 60
    effects_volume: int = 80
    captions: bool = False
    quiet_unfocused: bool = True
    # Play
    auto_forced: bool = True
    think_seconds: int = 5
    hints: bool = True
    timer: str = "printed"
    gm_pause: str = "off"
    # Seats and privacy
    curtain_on_focus_loss: bool = True
    peek: bool = False
    # Window
    window_width: int = 1600
    window_height: int = 900
    window_x: int = -1
    """Where the window was; -1 for both lets the system choose."""
    window_y: int = -1
    maximised: bool = False
    full_screen: bool = False
    software_frames: bool = False
    # Input
    keys: dict[str, list[str]] = field(default_factory=dict)
    # First start
    asked: bool = False
    # New games
    tables: dict[str, TableSetup] = field(default_factory=dict)
    """By game: how its table was set up the last time."""


Value = bool | int | float | str


@dataclass(frozen=True)
class Setting:
    """One line of the settings screen. Text keys: ``settings.<name>``, ``….help``, ``….<choice>``."""

    name: str
    group: str
    kind: str  # "switch", "choice", "slider"
    choices: tuple[Value, ...] = ()
    low: int = 0
    high: int = 100
    step: int = 10
    unit: str = "%"

    @property
    def default(self) -> Value:
        value: Value = getattr(Settings(), self.name)
        return value


_SPEEDS = (0.5, 1.0, 2.0, 4.0, 0.0)
_SCALES = (100, 125, 150, 175, 200)

SETTINGS: tuple[Setting, ...] = (
    Setting("text_scale", "reading", "choice", _SCALES),
    Setting("interface_scale", "reading", "choice", _SCALES),
    Setting("font", "reading", "choice", ("period", "plain", "dyslexic")),
    Setting("high_contrast", "reading", "switch"),
    Setting("texture", "reading", "switch"),
    Setting("reduced_motion", "motion", "switch"),
    Setting("my_speed", "motion", "choice", _SPEEDS),
    Setting("others_speed", "motion", "choice", _SPEEDS),
    Setting("step_mode", "motion", "switch"),
    Setting("mute", "sound", "switch"),
    Setting("master_volume", "sound", "slider"),
    Setting("music_volume", "sound", "slider"),
    Setting("effects_volume", "sound", "slider"),
    Setting("captions", "sound", "switch"),
    Setting("quiet_unfocused", "sound", "switch"),
    Setting("auto_forced", "play", "switch"),
    Setting("think_seconds", "play", "slider", low=1, high=15, step=1, unit="s"),
    Setting("hints", "play", "switch"),
    Setting("timer", "play", "choice", ("printed", "longer", "double", "none")),
    Setting("gm_pause", "play", "choice", ("off", "ask")),
    Setting("curtain_on_focus_loss", "privacy", "switch"),
    Setting("peek", "privacy", "switch"),
    Setting("full_screen", "window", "switch"),
    Setting("language", "window", "choice", languages()),
)
GROUPS = tuple(dict.fromkeys(setting.group for setting in SETTINGS))
_UNLISTED: dict[str, tuple[Value, ...]] = {"language": (PSEUDO,)}
"""Values for the command line and tests that no screen offers."""
_BY_NAME = {setting.name: setting for setting in SETTINGS}


class SettingError(ValueError):
    """A setting that does not exist, or a value that it cannot have."""


def speed_name(speed: float) -> str:
    """The part of a text key that names a speed: ``instant``, ``half``, ``1``…"""
    return {0.0: "instant", 0.5: "half"}.get(speed, f"{speed:g}")


def parse_setting(name: str, text: str) -> Value:
    """The value that `text` (from a command line) means for the setting `name`. Raises `SettingError`."""
    default = getattr(Settings(), name, None)
    if default is None or isinstance(default, dict):
        raise SettingError(f"{name}: there is no such setting; there are {', '.join(_BY_NAME)}")
    if isinstance(default, bool):
        words = {
            "on": True,
            "true": True,
            "yes": True,
            "1": True,
            "off": False,
            "false": False,
            "no": False,
            "0": False,
        }
        if text.lower() not in words:
            raise SettingError(f"{name}: on or off was expected, found {text!r}")
        return words[text.lower()]
    try:
        value: Value = type(default)(text)
    except ValueError:
        raise SettingError(f"{name}: {text!r} is no {type(default).__name__}") from None
    setting = _BY_NAME.get(name)
    if setting is not None and setting.kind == "choice" and value not in (*setting.choices, *_UNLISTED.get(name, ())):
        raise SettingError(f"{name}: one of {', '.join(map(str, setting.choices))} was expected, found {text!r}")
    if setting is not None and setting.kind == "slider" and not setting.low <= float(value) <= setting.high:
        raise SettingError(f"{name}: {setting.low} to {setting.high} was expected, found {text!r}")
    return value


@dataclass(frozen=True)
class Unread:
    """A settings file that could not be used: why, and where it was put (empty: it lies where it did)."""

    file: str
    fault: str
    aside: str = ""

    def __str__(self) -> str:
        return f"{self.file}: {self.fault}"


def load_settings(folder: Path) -> tuple[Settings, Unread | None]:
    """The settings kept in `folder`, and a complaint where the file could not be used.

    What cannot be read as settings is put aside as it is; the defaults hold then.
    """
    path = folder / FILE_NAME
    try:
        return _sane(msgspec.json.decode(read_small(path, MOST_BYTES), type=Settings)), None
    except FileNotFoundError:
        return Settings(), None
    except OSError as error:
        fault = error.strerror or str(error)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        fault = str(error)
    real = Path(os.path.realpath(path))  # a link stays where it is: the next file goes where it leads
    aside = real.with_suffix(".damaged.json")
    try:
        os.replace(real, aside)
    except OSError:
        return Settings(), Unread(path.name, fault)
    return Settings(), Unread(path.name, fault, aside.name)


def _sane(settings: Settings) -> Settings:
    """Values from a file, those outside of what the program offers put back to their defaults."""
    for setting in SETTINGS:
        value = getattr(settings, setting.name)
        wrong_choice = setting.kind == "choice" and value not in setting.choices
        wrong_number = setting.kind == "slider" and not setting.low <= value <= setting.high
        if wrong_choice or wrong_number:
            setattr(settings, setting.name, setting.default)
    settings.window_width = min(16000, max(320, settings.window_width))
    settings.window_height = min(16000, max(240, settings.window_height))
    return settings


def save_settings(settings: Settings, folder: Path, since: Settings | None = None) -> None:
    """Write the settings so that a stop at any moment leaves the old file or the new one. May raise `OSError`.

    `since` is what they were when this program read or wrote them last: of another program's file only what has changed
    since then is written over.
    """
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / FILE_NAME
    there = b""
    try:
        there = read_small(path, MOST_BYTES)
        if since is not None:
            settings = _merged(settings, since, msgspec.json.decode(there, type=Settings))
    except (OSError, msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        pass  # nothing there that another program could have written
    content = msgspec.json.format(msgspec.json.encode(settings), indent=2)
    if there != content:
        write_atomic(path, content)


def copy_of(settings: Settings) -> Settings:
    """The same settings, sharing nothing."""
    return msgspec.convert(msgspec.to_builtins(settings), Settings)


def _merged(own: Settings, since: Settings, there: Settings) -> Settings:
    """What is `there`, with what is another in `own` than it was `since`; of mappings each key by itself."""
    merged = copy_of(there)
    for name in Settings.__struct_fields__:
        value, before, other = (getattr(one, name) for one in (own, since, there))
        if value == before:
            continue
        if isinstance(value, dict):
            kept = {key: one for key, one in other.items() if key in value or key not in before}
            value = kept | {key: one for key, one in value.items() if before.get(key) != one}
        setattr(merged, name, value)
    return merged
