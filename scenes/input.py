"""Mouse and keys become intents, here and nowhere else.

A scene never sees a pygame event. It is handed an `Intent`: what a person wants, whichever device said so. Bindings
are data (`DEFAULT_KEYS`), so that they can be changed and shown. A further device (a gamepad) is a further table and a
branch in `Mapper.intents`; scenes stay as they are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

import pygame

from scenes.text import clean


class Do(StrEnum):
    """What a person can want."""

    ACTIVATE = "activate"
    BACK = "back"
    INSPECT = "inspect"
    WHY = "why"
    NEXT_REGION = "next_region"
    PREVIOUS_REGION = "previous_region"
    NEXT = "next"  # Tab: the next legal target
    PREVIOUS = "previous"
    LEFT = "left"
    RIGHT = "right"
    UP = "up"
    DOWN = "down"
    PAGE_UP = "page_up"
    PAGE_DOWN = "page_down"
    HOME = "home"
    END = "end"
    PAN_LEFT = "pan_left"
    PAN_RIGHT = "pan_right"
    PAN_UP = "pan_up"
    PAN_DOWN = "pan_down"
    ZOOM_IN = "zoom_in"
    ZOOM_OUT = "zoom_out"
    ZOOM_RESET = "zoom_reset"
    CENTRE = "centre"
    VIA = "via"  # the way leads over what is looked at
    UNDO = "undo"
    REDO = "redo"
    END_TURN = "end_turn"
    LOG = "log"
    RULEBOOK = "rulebook"
    TEXT_VIEW = "text_view"
    HINT = "hint"
    RECAP = "recap"
    FASTER = "faster"
    SKIP = "skip"
    QUICK_SAVE = "quick_save"
    QUICK_LOAD = "quick_load"
    MUTE = "mute"
    FULL_SCREEN = "full_screen"
    PAUSE = "pause"
    # The pointer, with `pos` in pixels.
    POINT = "point"
    PRESS = "press"
    RELEASE = "release"
    INSPECT_AT = "inspect_at"  # right button
    SCROLL = "scroll"  # `delta` in notches, up is positive
    DRAG_VIEW = "drag_view"  # middle button held: `delta` in pixels is in `move`
    # Typing, only while a text field has the focus.
    TEXT = "text"
    COMPOSE = "compose"
    BACKSPACE = "backspace"
    DELETE = "delete"
    SELECT_ALL = "select_all"
    COPY = "copy"
    CUT = "cut"
    PASTE = "paste"
    # The window.
    FOCUS_LOST = "focus_lost"
    FOCUS_GAINED = "focus_gained"
    QUIT = "quit"


@dataclass(frozen=True)
class Intent:
    """One thing a person wants. `key` says that the keyboard said so (the focus ring shows then)."""

    do: Do
    pos: tuple[int, int] = (0, 0)
    delta: float = 0.0
    move: tuple[int, int] = (0, 0)
    text: str = ""
    key: bool = False
    extend: bool = False  # Shift held: selection grows


NOWHERE = (-1, -1)
"""Where the pointer is while it is not on the window."""
POINTER = frozenset({Do.POINT, Do.PRESS, Do.RELEASE, Do.INSPECT_AT, Do.SCROLL, Do.DRAG_VIEW})
MOVES = frozenset({Do.LEFT, Do.RIGHT, Do.UP, Do.DOWN})

DEFAULT_KEYS: Mapping[Do, tuple[str, ...]] = {
    Do.ACTIVATE: ("return", "keypad enter", "space"),
    Do.BACK: ("escape",),
    Do.INSPECT: ("i",),
    Do.WHY: ("w",),
    Do.NEXT_REGION: ("f6",),
    Do.PREVIOUS_REGION: ("shift+f6",),
    Do.NEXT: ("tab",),
    Do.PREVIOUS: ("shift+tab",),
    Do.LEFT: ("left",),
    Do.RIGHT: ("right",),
    Do.UP: ("up",),
    Do.DOWN: ("down",),
    Do.PAGE_UP: ("page up",),
    Do.PAGE_DOWN: ("page down",),
    Do.HOME: ("home",),
    Do.END: ("end",),
    Do.PAN_LEFT: ("shift+left",),
    Do.PAN_RIGHT: ("shift+right",),
    Do.PAN_UP: ("shift+up",),
    Do.PAN_DOWN: ("shift+down",),
    Do.ZOOM_IN: ("+", "=", "keypad +"),
    Do.ZOOM_OUT: ("-", "keypad -"),
    Do.ZOOM_RESET: ("0",),
    Do.CENTRE: ("c",),
    Do.VIA: ("v",),
    Do.UNDO: ("ctrl+z", "u"),
    Do.REDO: ("ctrl+y", "ctrl+shift+z"),
    Do.END_TURN: ("e",),
    Do.LOG: ("l",),
    Do.RULEBOOK: ("f1",),
    Do.TEXT_VIEW: ("k",),
    Do.HINT: ("h",),
    Do.FASTER: ("space",),
    Do.SKIP: ("return", "keypad enter"),
    Do.RECAP: ("r",),
    Do.QUICK_SAVE: ("f5",),
    Do.QUICK_LOAD: ("f9",),
    Do.MUTE: ("m",),
    Do.FULL_SCREEN: ("f11", "alt+return"),
    Do.PAUSE: ("pause",),
}

WATCHING = frozenset({Do.FASTER, Do.SKIP})
"""Acts that have their keys only while others act; the same keys mean something else at other times."""

_TYPING_KEYS: Mapping[str, Do] = {
    "backspace": Do.BACKSPACE,
    "delete": Do.DELETE,
    "ctrl+a": Do.SELECT_ALL,
    "ctrl+c": Do.COPY,
    "ctrl+x": Do.CUT,
    "ctrl+v": Do.PASTE,
    "left": Do.LEFT,
    "right": Do.RIGHT,
    "shift+left": Do.LEFT,
    "shift+right": Do.RIGHT,
    "shift+home": Do.HOME,
    "shift+end": Do.END,
}
_KEPT_WHILE_TYPING = frozenset(
    {
        Do.ACTIVATE,
        Do.BACK,
        Do.NEXT,
        Do.PREVIOUS,
        Do.NEXT_REGION,
        Do.PREVIOUS_REGION,
        Do.UP,
        Do.DOWN,
        Do.HOME,
        Do.END,
        Do.FULL_SCREEN,
    }
)
_COMPOSING_SWALLOWS = frozenset({"return", "keypad enter", "backspace", "escape", "left", "right", "up", "down", "tab"})


_MODIFIERS = frozenset(
    {
        pygame.K_LSHIFT,
        pygame.K_RSHIFT,
        pygame.K_LCTRL,
        pygame.K_RCTRL,
        pygame.K_LALT,
        pygame.K_RALT,
        pygame.K_LMETA,
        pygame.K_RMETA,
        pygame.K_MODE,  # AltGr
        pygame.K_CAPSLOCK,
        pygame.K_NUMLOCK,
        pygame.K_SCROLLOCK,
    }
)
_ALSO: Mapping[str, str] = {"shift+=": "+", "keypad =": "="}
"""Chords that write what another chord is named after: they mean the same where they are not bound themselves."""
AGAIN = 300
"""Milliseconds around a loss of the focus in which a key that goes up and down again has been held all the time."""


def chord_of(key: int, mod: int) -> str:
    """The spelling of a key with its modifiers: ``ctrl+shift+z``."""
    parts = []
    if mod & (pygame.KMOD_CTRL | pygame.KMOD_META):
        parts.append("ctrl")
    if mod & pygame.KMOD_ALT:
        parts.append("alt")
    if mod & pygame.KMOD_SHIFT:
        parts.append("shift")
    return "+".join([*parts, _spelt(pygame.key.name(key))])


def _spelt(chord: str) -> str:
    """A key's or chord's name with the keys of the keypad called so: SDL calls them ``[+]``, ``enter``, ``equals``."""
    name = chord.rpartition("+")[2] if not chord.endswith(("+", "+]")) else chord[-3:] if chord.endswith("]") else "+"
    start = chord[: len(chord) - len(name)]
    if len(name) == 3 and name[0] == "[" and name[2] == "]":
        return f"{start}keypad {name[1]}"
    return start + {"enter": "keypad enter", "equals": "keypad ="}.get(name, name)


def _types(chord: str) -> bool:
    """Whether a chord writes something into a field."""
    name = chord.removeprefix("shift+")
    return len(name) == 1 or name == "space" or (name.startswith("keypad ") and name != "keypad enter")


def chord_label(chord: str) -> str:
    """A chord as a person reads it: ``Ctrl+Z``."""
    return "+".join(part.capitalize() for part in chord.split("+")) if len(chord) > 1 else chord.upper()


class BindingClash(ValueError):
    """A chord that is taken: names the act that has it."""

    def __init__(self, chord: str, taken_by: Do) -> None:
        super().__init__(f"{chord} is bound to {taken_by}")
        self.chord, self.taken_by = chord, taken_by


class Bindings:
    """Which chord means which act. Starts with the defaults; `own` replaces single acts."""

    def __init__(self, own: Mapping[str, Iterable[str]] | None = None) -> None:
        self._chords: dict[Do, tuple[str, ...]] = dict(DEFAULT_KEYS)
        self._by_chord: dict[str, Do] = {}
        self._watching: dict[str, Do] = {}
        self._lay_on({Do(name): tuple(map(_spelt, keys)) for name, keys in (own or {}).items() if name in DEFAULT_KEYS})

    def _lay_on(self, own: dict[Do, tuple[str, ...]]) -> None:
        """Lay own keys over the defaults, all at once: two acts may have changed theirs. Where a chord then means two
        things at the same time (a file that was written by hand), the later of the two has its defaults again."""
        while True:
            self._chords = {**DEFAULT_KEYS, **own}
            self._index()
            clashing = [do for do in own if any(self._other(do, chord) for chord in own[do])]
            if not clashing:
                return
            beside_defaults = [do for do in clashing if any(self._other(do, chord) not in own for chord in own[do])]
            del own[(beside_defaults or clashing)[-1]]

    def _other(self, do: Do, chord: str) -> Do | None:
        """Another act that has this chord at the same time."""
        acts = [other for other in self._chords if (other in WATCHING) == (do in WATCHING) and other != do]
        return next((other for other in acts if chord in self._chords[other]), None)

    def _index(self) -> None:
        pairs = [(chord, do) for do, chords in self._chords.items() for chord in chords]
        self._by_chord = {chord: do for chord, do in pairs if do not in WATCHING}
        self._watching = {chord: do for chord, do in pairs if do in WATCHING}

    def chords(self, do: Do) -> tuple[str, ...]:
        return self._chords.get(do, ())

    def labels(self, do: Do) -> list[str]:
        """The chords as a person reads them: ``Ctrl+Z``, ``U``."""
        return [chord_label(chord) for chord in self.chords(do)]

    def act(self, chord: str, *, watching: bool = False) -> Do | None:
        """What the chord means; `watching` while others act."""
        found = self._watching.get(chord) if watching else None
        found = found or self._by_chord.get(chord)
        if found is None and chord in _ALSO:
            return self.act(_ALSO[chord], watching=watching)
        return found

    def bind(self, do: Do, chords: tuple[str, ...]) -> None:
        """Give `do` these chords. Raises `BindingClash`, changing nothing, when another act has one of them at the same
        time."""
        for chord in chords:
            taken = self._other(do, chord)
            if taken is not None:
                raise BindingClash(chord, taken)
        self._chords[do] = chords
        self._index()

    def reset(self) -> None:
        """Every act has its default chords again."""
        self._chords = dict(DEFAULT_KEYS)
        self._index()

    def changed(self) -> dict[str, list[str]]:
        """What differs from the defaults, for the settings file."""
        return {str(do): list(chords) for do, chords in self._chords.items() if chords != DEFAULT_KEYS[do]}


class Mapper:
    """Turns pygame events into intents. One a program; `typing` says whether a text field has the focus,
    `watching` whether others act."""

    def __init__(self, bindings: Bindings | None = None) -> None:
        self.bindings = bindings or Bindings()
        self.typing = False
        self.watching = False
        self.composing = False
        self.pointer: tuple[int, int] = (-1, -1)
        self.capture: Callable[[str], None] | None = None
        """Gets the chord of the next key instead of anybody else (a key is being bound)."""
        self._toggling: set[int] = set()
        """Keys that have toggled the full screen and are held: not again before they went up."""
        self._gone_up: dict[int, int] = {}
        """Of such keys, when they went up. When the window changes, the focus may be lost for a moment: SDL then says
        of a held key that it goes up, and that it goes down again."""
        self._focus_changed = -10 * AGAIN

    def intents(self, event: pygame.event.Event) -> list[Intent]:
        """What `event` means, in order; mostly one intent or none."""
        kind = event.type
        if kind == pygame.QUIT:
            return [Intent(Do.QUIT)]
        if kind == pygame.KEYUP:
            if event.key in self._toggling:
                self._toggling.discard(event.key)
                self._gone_up[event.key] = pygame.time.get_ticks()
            return []
        if kind == pygame.KEYDOWN:
            return self._key(event)
        if kind == pygame.TEXTINPUT:
            self.composing = False
            text = clean(event.text, piece=True).replace("\n", " ")
            return [Intent(Do.TEXT, text=text, key=True)] if self.typing and text else []
        if kind == pygame.TEXTEDITING:
            self.composing = bool(event.text)
            return [Intent(Do.COMPOSE, text=clean(event.text, piece=True), key=True)] if self.typing else []
        if kind in (pygame.WINDOWFOCUSLOST, pygame.WINDOWFOCUSGAINED):
            self._focus_changed = pygame.time.get_ticks()
            return [Intent(Do.FOCUS_LOST if kind == pygame.WINDOWFOCUSLOST else Do.FOCUS_GAINED)]
        return self._pointer(event)

    def _key(self, event: pygame.event.Event) -> list[Intent]:
        mod = getattr(event, "mod", 0)
        chord = chord_of(event.key, mod)
        if self.capture is not None:
            if event.key and event.key not in _MODIFIERS:
                self.capture(chord)
            return []
        if self.typing:
            if self.composing and chord in _COMPOSING_SWALLOWS:
                return []
            typed = _TYPING_KEYS.get(chord)
            if typed is not None:
                return [Intent(typed, key=True, extend=bool(mod & pygame.KMOD_SHIFT))]
            do = self.bindings.act(chord)
            if do not in _KEPT_WHILE_TYPING or _types(chord):
                return []
        else:
            do = self.bindings.act(chord, watching=self.watching)
        if do is None or (do == Do.FULL_SCREEN and self._is_held(event.key)):
            return []
        return [Intent(do, key=True)]

    def _is_held(self, key: int) -> bool:
        """Whether a key that toggles the full screen has been down ever since it last did; from now on it is."""
        went_up = self._gone_up.pop(key, -AGAIN)
        held = key in self._toggling
        if abs(went_up - self._focus_changed) < AGAIN and pygame.key.get_pressed()[key]:
            held = held or pygame.time.get_ticks() < self._focus_changed + AGAIN
        self._toggling.add(key)
        return held

    def _pointer(self, event: pygame.event.Event) -> list[Intent]:
        if event.type == pygame.WINDOWLEAVE:
            self.pointer = NOWHERE
            return [Intent(Do.POINT, NOWHERE)]
        if event.type == pygame.MOUSEMOTION:
            self.pointer = event.pos
            if event.buttons[1]:
                return [Intent(Do.DRAG_VIEW, event.pos, move=event.rel)]
            return [Intent(Do.POINT, event.pos)]
        if event.type == pygame.MOUSEBUTTONDOWN:
            self.pointer = event.pos
            do = {1: Do.PRESS, 3: Do.INSPECT_AT}.get(event.button)
            return [Intent(do, event.pos)] if do else []
        if event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            self.pointer = event.pos
            return [Intent(Do.RELEASE, event.pos)]
        if event.type == pygame.MOUSEWHEEL:
            return [Intent(Do.SCROLL, self.pointer, delta=getattr(event, "precise_y", event.y))]
        return []
