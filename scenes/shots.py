"""Pictures of every screen in its typical states, without a window; the same list drives tests and frame figures."""

from __future__ import annotations

import io
import os
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import pygame

from game.commands.common import CommandError
from game.core import files
from game.core.contract import Choice, State
from game.core.session import HUMAN, SeatPlan
from scenes.app import App
from scenes.settings import Settings, parse_setting


@dataclass(frozen=True)
class Shot:
    """One screen in one state. `make` puts its scenes on the app's stack; `mid` lets so many milliseconds pass first
    (for a picture in the middle of a movement)."""

    scene: str
    state: str
    make: Callable[[App], None]
    mid: float = 0.0

    @property
    def name(self) -> str:
        return f"{self.scene}--{self.state}"


def all_shots() -> list[Shot]:
    """Every shot: those of the shell, then each board's own."""
    from scenes import boards, shell_shots

    return [*shell_shots.SHOTS, *boards.board_shots()]


def make_app(size: tuple[int, int], settings: Settings, folder: Path | None = None) -> App:
    """An app that shows nothing to anybody and keeps nothing but what `folder` is given for."""
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    os.environ["SDL_AUDIODRIVER"] = "dummy"
    app = App(size=size, settings=settings, sound=False, folder=folder)
    app.fades = False
    return app


def show(app: App, shot: Shot) -> pygame.Surface:
    """The picture of a shot."""
    app.manager.reset()
    app.running = True
    shot.make(app)
    passed = 0.0
    while passed < shot.mid:
        app.manager.update(16.0)
        passed += 16.0
    app.draw(app.window.surface)
    return app.window.surface


def run(
    folder: str | Path,
    size: tuple[int, int] = (1920, 1080),
    scene: str | None = None,
    settings: Mapping[str, str] | None = None,
) -> int:
    """Write ``<scene>--<state>.png`` for every shot (of `scene`) into `folder`.

    `settings` are texts by name, as on the command line: a wrong one, or an unknown scene, is a `CommandError`. Prints
    the name of each file and what a text did wrong.
    """
    chosen = Settings(asked=True)
    try:
        for name, text in (settings or {}).items():
            setattr(chosen, name, parse_setting(name, text))
    except ValueError as error:
        raise CommandError(f"--set: {error}") from None
    shots = [shot for shot in all_shots() if scene is None or shot.scene == scene]
    if not shots:
        names = ", ".join(sorted({shot.scene for shot in all_shots()}))
        raise CommandError(f"--scene: there is no scene {scene!r}; there are {names}")
    target = Path(folder)
    target.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as kept:
        app = make_app(size, chosen, Path(kept))
        for shot in shots:
            with app.text.record() as record:
                picture = show(app, shot)
            path = target / f"{shot.name}.png"
            drawn = io.BytesIO()
            pygame.image.save(picture, drawn, path.name)
            files.write_atomic(path, drawn.getvalue())  # pygame says nothing of a disk that is full
            print(path)
            for fault in record.faults():
                print(f"  {fault}")
        app.manager.reset()
        app.close()
    return 0


class Sleeper:
    """A computer player that thinks for ever: pictures need no process."""

    def __init__(self, level: str) -> None:
        self.faults: list[str] = []

    def ask(self, state: State, seed: int) -> None:
        """Take the question, and keep it."""

    def poll(self, timeout: float = 0) -> Choice | None:
        """No answer yet."""
        return None

    def cancel(self) -> None:
        """Forget the question."""

    def close(self) -> None:
        """Nothing to end."""


def seats(names: Sequence[str], kinds: Sequence[str]) -> list[SeatPlan]:
    """One seat a kind, with a name; each human one led by a person of its own."""
    return [SeatPlan(kind, names[number], number if kind == HUMAN else None) for number, kind in enumerate(kinds)]


def named(shots: Sequence[Shot], scene: str, state: str) -> Shot:
    """The shot of that name. Raises `StopIteration` where there is none."""
    return next(shot for shot in shots if (shot.scene, shot.state) == (scene, state))


def pushing(*scenes: Callable[[App], object]) -> Callable[[App], None]:
    """A shot's `make` that pushes what these make, in order."""

    def make(app: App) -> None:
        for one in scenes:
            app.manager.push(one(app))  # type: ignore[arg-type]

    return make


__all__ = ["Shot", "Sleeper", "all_shots", "make_app", "named", "partial", "pushing", "run", "seats", "show"]
