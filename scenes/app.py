"""The program as the scenes see it: one `App` holds what all of them share, and runs the loop."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pygame

from game.commands import logfile
from game.core import files
from game.core.contract import Values
from game.core.strings import Strings
from game.core.yaml_reader import ContentError
from game.version import VERSION
from scenes import crash, theme, window
from scenes.ahead import Ahead, title_pictures
from scenes.assets import Assets
from scenes.audio import Audio
from scenes.input import Bindings, Do, Intent, Mapper
from scenes.manager import Manager
from scenes.paint import Painter
from scenes.scale import Scale
from scenes.settings import Settings, Unread, Value, copy_of, load_settings, save_settings
from scenes.text import Typesetter

if TYPE_CHECKING:
    from scenes.scene import Scene
    from scenes.side import SideApp

LONGEST_STEP = 50.0
"""Milliseconds that pass in one update at most, however long the loop stood still."""
PAUSE_GAP = 1000.0
"""A gap as long as this (a suspended computer, a dragged window) counts as no time at all."""
FRAME = 1 / 60
_NO_SIGN_OF_LIFE = frozenset({Do.POINT, Do.RELEASE, Do.FOCUS_LOST, Do.FOCUS_GAINED})
WAIT_BUSY, WAIT_IDLE, LOOK = 0.033, 0.045, 0.008  # seconds, all below the longest step
CAPTION_TIME = 2500.0
SDL = ".".join(map(str, pygame.get_sdl_version()))
_LOOKS = frozenset({"text_scale", "interface_scale", "font", "high_contrast", "texture", "language"})
_SOUNDS = frozenset({"mute", "master_volume", "music_volume", "effects_volume"})


class App:
    """What scenes share: settings, texts, type, pictures, sound, the window and the stack of scenes.

    `size` fixes the window's size (shots, tests); `settings` replaces what the person's folder holds; without `folder`
    nothing is kept. `ahead` has read pictures already.
    """

    def __init__(
        self,
        *,
        folder: Path | None = None,
        size: tuple[int, int] | None = None,
        settings: Settings | None = None,
        sound: bool = True,
        ahead: Ahead | None = None,
    ) -> None:
        window.prepare()
        pygame.display.init()
        pygame.font.init()
        pygame.time.Clock()  # without one `pygame.time.get_ticks` says 0 for ever
        self.folder = folder
        self.notes: list[str] = []
        self.report: Path | None = None
        """Where it is written what stopped the program, when something did."""
        complaint: Unread | None = None
        self._kept = Settings()
        """The settings as they were read or written last: another program may have written others since."""
        if settings is None:
            settings, complaint = load_settings(folder) if folder is not None else (Settings(), None)
            self._kept = copy_of(settings)
            if complaint is not None:
                self.notes.append(str(complaint))
        self.settings = settings
        self.settings_fault = complaint
        """What kept the settings from being read."""
        self.running = True
        self.fades = True
        self.focused = True
        self.quiet = 0.0
        """Milliseconds since somebody last did something, on whatever screen."""
        self.dirty = True
        self.frame: pygame.Surface | None = None
        self.window = window.Window(settings, size)
        self.side: SideApp | None = None
        """What is shown in a second window, while there is one (`scenes.side`)."""
        self._left: SideApp | None = None
        """The one that was closed last, kept so that what the system still says of its window is known as such."""
        self.strings = Strings(settings.language)
        self.assets = Assets(ahead=ahead)
        self.text = Typesetter(self.assets, self._scale(), settings.font)
        self.paint = Painter(self)
        self.audio = Audio(settings)
        self.audio.on_caption = self._caption
        if sound:
            self.audio.open()
        self.mapper = Mapper(Bindings(settings.keys))
        self.manager = Manager(self)
        self.window.set_icon(self.assets)
        self.open_clause: Callable[[str], None] = lambda clause: None
        """Opens the rule text of a clause; set by the shell."""
        self._captions: list[tuple[str, float]] = []
        self._typing: pygame.Rect | None = None
        self._pointer: tuple[str, int] | None = None
        pygame.key.stop_text_input()

    # What scenes ask for

    @property
    def scale(self) -> Scale:
        return self.text.scale

    def tr(self, key: str, values: Values | None = None, /, **more: str | int | float) -> str:
        """The text of a key in the person's language, its places filled."""
        return self.strings.text(key, {**(values or {}), **more})

    def missing(self) -> dict[str, str]:
        """What could not be loaded, and why."""
        return {**self.assets.missing, **self.text.missing, **self.audio.missing}

    def invalidate(self) -> None:
        """Something looks different: the next turn of the loop draws a frame."""
        self.dirty = True

    def set_setting(self, name: str, value: Value) -> None:
        """Change a setting; it acts at once and is kept."""
        if getattr(self.settings, name) == value:
            return
        if name == "full_screen":
            self.set_full_screen(bool(value))
            return
        setattr(self.settings, name, value)
        if name == "language":
            self.strings = Strings(str(value))
        if name in _SOUNDS:
            self.audio.refresh()
        if name in _LOOKS:
            self.rebuild()
        else:
            self.manager.rebuild()
        self.keep_settings()

    def keep_settings(self) -> None:
        """Write the settings down; a disk that refuses is noted, not fatal."""
        self.window.remember_place()
        self.settings.keys = self.mapper.bindings.changed()
        if self.folder is not None:
            try:
                save_settings(self.settings, self.folder, self._kept)
                self._kept = copy_of(self.settings)
            except OSError as error:
                self.notes.append(str(error))

    def set_full_screen(self, full: bool) -> None:
        self.window.set_full_screen(full)
        self.rebuild()
        self.keep_settings()

    # The one hook for everything that size or look changes

    def _scale(self) -> Scale:
        width, height = self.window.size
        return Scale(width, height, self.settings.interface_scale / 100, self.settings.text_scale / 100)

    def rebuild(self) -> None:
        """The window, the scale, the language or the look changed: everything made for the old one goes."""
        self.assets.clear()
        self.text.configure(self._scale(), self.settings.font)
        self.frame = None
        self.manager.rebuild()
        if self.side is not None:
            self.side.rebuild()

    def close_side(self) -> None:
        """Close the second window, if there is one."""
        if self.side is not None:
            self._left, self.side = self.side, None
            self._left.close()

    # The loop

    def run(self, *first: Scene) -> None:
        """Show these scenes, the last on top, and go on until none is left or the window is closed."""
        self.manager.reset(*first)
        last = time.monotonic()
        try:
            while self.running:
                for event in self._events():
                    self.dispatch(event)
                now = time.monotonic()
                self.step((now - last) * 1000)
                spent = time.monotonic() - now
                last = now
                if self.active and spent < FRAME:
                    time.sleep(FRAME - spent)
        except Exception:
            self.report = crash.write_report(self.folder, self.notes)
            raise
        finally:
            self.close()

    @property
    def active(self) -> bool:
        """Whether frames are wanted one after another."""
        return self.manager.moving or self.dirty or (self.side is not None and self.side.active)

    @property
    def waiting(self) -> bool:
        """Whether something is being waited for that no event tells of."""
        beside = self.side is not None and self.side.waiting
        return self.manager.waiting or bool(self._captions) or beside

    def _events(self) -> list[pygame.event.Event]:
        """All events there are; where nothing moves, the first is waited for.

        Looking every few milliseconds takes a quarter of what `pygame.event.wait` does, which looks every one.
        """
        events = pygame.event.get()
        if events or self.active:
            return events
        patience = WAIT_BUSY if self.waiting else WAIT_IDLE
        end = time.monotonic() + patience
        while not events and time.monotonic() < end:
            time.sleep(LOOK)
            events = pygame.event.get()
        return events

    def dispatch(self, event: pygame.event.Event) -> None:
        """Take one event of pygame, or hand it to the second window if it happened there."""
        if getattr(event, "window", None) is not None:  # the first window is never named
            if self.side is not None and self.side.owns(event):
                self.side.take(event)
            return
        if event.type == pygame.WINDOWCLOSE:  # QUIT comes only with the last window
            self.running = False
            return
        self.take(event)

    def take(self, event: pygame.event.Event) -> None:
        """Take one event of this window: the window's own are dealt with here, the others become intents."""
        if event.type in (pygame.VIDEORESIZE, pygame.WINDOWSIZECHANGED):
            if self.window.fixed is None:
                before = self.scale.window.size
                self.window.resized()
                if self.window.size != before:
                    self.rebuild()
            return
        if event.type == pygame.WINDOWMOVED:
            self.window.note_place()
            return
        if event.type in (pygame.WINDOWMAXIMIZED, pygame.WINDOWRESTORED):
            self.window.set_maximised(event.type == pygame.WINDOWMAXIMIZED)
            self.invalidate()
            return
        if event.type == pygame.WINDOWEXPOSED:
            self.window.exposed()
            self.invalidate()
            return
        for intent in self.mapper.intents(event):
            self.handle(intent)

    def handle(self, intent: Intent) -> None:
        """Take one intent: those that mean the same everywhere here, the others go to the scene on top."""
        if intent.do not in _NO_SIGN_OF_LIFE:
            self.quiet = 0.0
        if intent.do == Do.QUIT:
            self.running = False
        elif intent.do == Do.FULL_SCREEN:
            self.set_full_screen(not self.window.full_screen)
        elif intent.do == Do.MUTE:
            self.set_setting("mute", not self.settings.mute)
        elif intent.do in (Do.FOCUS_LOST, Do.FOCUS_GAINED):
            self.focused = intent.do == Do.FOCUS_GAINED
            self.audio.lower(not self.focused and self.settings.quiet_unfocused)
            self.manager.tell_focus(intent)
        elif self.scale.too_small:
            if intent.do == Do.RELEASE:
                self.manager.let_go()
        elif intent.do == Do.TEXT_VIEW:
            self.toggle_text_view()
        else:
            try:
                self.manager.handle(intent)
            except ContentError as error:  # one game's files are at fault: the program and the other games go on
                self._tell_content_fault(error)
        self._follow_typing()
        self._follow_watching()
        self._follow_pointer()

    def toggle_text_view(self) -> None:
        """The screen in words, or back to the screen."""
        from scenes.text_view import TextView  # made of widgets, which are made with an app

        top = self.manager.top
        if isinstance(top, TextView):
            self.manager.pop()
        elif top is not None:
            self.manager.push(TextView(self, top.outline()))

    def _follow_typing(self) -> None:
        """Text input is on exactly while a text field has the focus."""
        place = self.manager.top.typing_at() if self.manager.top is not None else None
        if place == self._typing:
            return
        self._typing = place
        self.mapper.typing = place is not None
        if place is not None:
            pygame.key.start_text_input()
            pygame.key.set_text_input_rect(place)
        else:
            self.mapper.composing = False
            pygame.key.stop_text_input()

    def _follow_watching(self) -> None:
        """Space and Enter hurry others on exactly while the top scene shows others acting."""
        self.mapper.watching = self.manager.top is not None and self.manager.top.watching

    def _follow_pointer(self) -> None:
        """The pointer looks like what can be done where it is."""
        name = self.manager.top.pointer if self.manager.top is not None else "arrow"
        pointer = (name, self.scale.px(window.POINTER_SIZE))
        if pointer != self._pointer:
            self._pointer = pointer
            self.window.set_pointer(pointer[0], self.assets, pointer[1])

    def _tell_content_fault(self, error: ContentError) -> None:
        """What is wrong with the files of a game that was to be opened."""
        from scenes.dialogs import Message  # dialogs are scenes, and scenes are made for an app

        lines = [(theme.BODY, self.tr("content.fault")), (theme.SECONDARY, str(error))]
        self.manager.push(Message(self, self.tr("load.failed"), lines))

    def step(self, elapsed: float) -> None:
        """Let `elapsed` milliseconds pass (capped), and draw a frame if something looks different."""
        dt = 0.0 if elapsed >= PAUSE_GAP else min(elapsed, LONGEST_STEP)
        if self.window.step():
            self.rebuild()
        self.quiet += dt
        self.manager.update(dt)
        self.audio.step()
        self._age_captions(dt)
        self._follow_watching()
        if self.dirty and self.manager.stack:
            self._follow_typing()
            self._follow_pointer()
            self.present()
        if self.side is not None:
            self.side.step(elapsed)

    def present(self) -> None:
        """Draw a frame and show it."""
        self.draw(self.window.surface)
        self.window.show()

    def draw(self, surface: pygame.Surface) -> None:
        """Draw a frame on `surface`."""
        self.dirty = False
        if self.scale.too_small:
            self._draw_too_small(surface)
        else:
            self.manager.draw(surface)
            self._draw_captions(surface)
        self.frame = surface

    def _draw_too_small(self, surface: pygame.Surface) -> None:
        surface.fill(theme.INK)
        width, height = surface.get_size()
        box = pygame.Rect(16, 16, max(16, width - 32), max(16, height - 32))
        self.text.draw(
            surface, self.tr("window.too_small"), box, theme.BODY, theme.BONE, align="center", valign="middle"
        )

    def close(self) -> None:
        """Leave everything in order: settings kept, scenes left, sound and windows closed."""
        self.close_side()
        while self.manager.stack:
            self.manager.stack.pop().exit()
        self.keep_settings()
        self.audio.close()
        pygame.display.quit()

    # Captions of sounds

    def _caption(self, name: str) -> None:
        if self.settings.captions and self.strings.has(f"sound.{name}"):
            self._captions = [*self._captions[-2:], (self.tr(f"sound.{name}"), CAPTION_TIME)]
            self.invalidate()

    def _age_captions(self, dt: float) -> None:
        if self._captions:
            aged = [(text, left - dt) for text, left in self._captions if left > dt]
            if len(aged) != len(self._captions):
                self.invalidate()
            self._captions = aged

    def _draw_captions(self, surface: pygame.Surface) -> None:
        if not self._captions:
            return
        self.text.next_layer()
        pad, y = self.scale.px(10), surface.get_height() - self.scale.px(170)
        for text, _ in reversed(self._captions):
            width, height = self.text.measure(text, theme.SECONDARY)
            box = pygame.Rect(0, 0, width + 2 * pad, height + pad)
            box.midbottom = (surface.get_width() // 2, y)
            self.paint.panel(surface, box, "ink", "caption")
            self.text.draw(surface, text, box, theme.SECONDARY, theme.BONE, align="center", valign="middle", wrap=False)
            y = box.top - self.scale.px(6)


def run(
    *,
    user_dir: str | Path | None = None,
    game: str | None = None,
    seats: Sequence[str] = (),
    options: Mapping[str, Any] | None = None,
    seed: int | None = None,
    path: str | Path | None = None,
) -> int:
    """Open the window; the exit code when it is closed.

    Alone it opens the title; with `game`, `seats` (kinds), `options` and `seed` that table; with `path` that save.
    """
    ahead = Ahead(title_pictures() if game is None and path is None else ())
    from scenes import shell  # the shell is made of scenes, and scenes of what is above

    folder, unkept = _folder(user_dir)
    if folder is not None:
        logfile.open_log(folder)
        for place in (folder, folder / "games", folder / "characters"):
            files.sweep(place, time.time())
    logfile.LOG.info("Unhallowed %s starts, pygame-ce %s, SDL %s, %s", VERSION, pygame.ver, SDL, sys.platform)
    app = None
    try:
        app = App(folder=folder, ahead=ahead)
        scenes = shell.first_scenes(app, game=game, seats=seats, options=options, seed=seed, path=path)
        app.run(*scenes, *shell.words_at_start(app, unkept))
    except Exception:
        logfile.LOG.exception("stopped by a fault")
        crash.tell(app.strings if app is not None else Strings(), app.report if app is not None else None)
        raise
    for note in [*app.notes, *(f"{name}: {fault}" for name, fault in app.missing().items())]:
        logfile.LOG.warning("%s", note)
    logfile.LOG.info("ends")
    return 0


def _folder(user_dir: str | Path | None) -> tuple[Path | None, str]:
    """The person's folder, or none and the reason."""
    try:
        return files.user_dir(user_dir), ""
    except OSError as error:
        return None, f"{error.filename}: {error.strerror}"
