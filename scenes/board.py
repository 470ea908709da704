"""What a game gives the shell: its table, its door, and what it adds to title, set-up, gallery and self-test."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from scenes import theme

if TYPE_CHECKING:  # the title asks boards what they add to it, and needs no table
    import pygame

    from scenes.app import App
    from scenes.shots import Shot
    from scenes.table import TableScene

Entry: TypeAlias = tuple[str, str, Callable[[], None]]
"""Id, word and act of something that a game adds to the title or to the seats' screen."""

Face: TypeAlias = "tuple[str, Callable[[int], pygame.Surface]]"
"""A card's name, and what draws it at a width in pixels."""

Test: TypeAlias = tuple[str, Callable[[], Sequence[str]]]
"""What the self-test tries, and the work that returns what failed."""


_PLAIN = theme.Style("title", 26, 1, 1.2)


@dataclass(frozen=True)
class DoorLook:
    """How the door of a game looks: its wood, its light, the icon on it, the type of its name."""

    wood: theme.Colour = theme.WOOD
    light: theme.Colour = theme.LIGHT_GOLD
    sign: str = "dice-six-faces-five"
    style: theme.Style = _PLAIN


class Board:
    """What a package ``scenes/<game>`` gives the shell; the base class is the plain board of a game without one.

    A game's ``__init__.py`` holds one value of it, ``BOARD``. Its methods import what they need when they are asked:
    the title asks every board, and must stand soon.
    """

    door = DoorLook()
    """A picture ``sprites/ui/door_<game>.png`` (and ``door_<game>_open.png``) takes the place of the drawn door. The
    words are the texts ``door.<game>`` (the name), the same with ``.line`` and ``.facts``."""

    first_seats: tuple[str, ...] = ()
    """Who sits there before anybody has chosen; empty: a person, and as few computer players as may be."""

    def table(self) -> type[TableScene]:
        """The class of the table."""
        from scenes.table import TableScene

        return TableScene

    def shots(self) -> Sequence[Shot]:
        """The table in the states that pictures, figures and tests want to see."""
        return ()

    def card_faces(self, app: App) -> Sequence[Face]:
        """Every card, for the gallery."""
        return ()

    def title_entries(self, app: App) -> Sequence[Entry]:
        """What the game adds to the title."""
        return ()

    def set_up_entries(self, app: App) -> Sequence[Entry]:
        """What it adds to the seats' screen, beside Back: the same, unless it says otherwise."""
        return self.title_entries(app)

    def more_choices(self, app: App, option: str) -> Sequence[tuple[str, str]]:
        """What the person's own files add to the choices of an option: value and word."""
        return ()

    def finished_options(self, app: App, options: Mapping[str, Any]) -> dict[str, Any]:
        """The options as the rules take them: choices of the person's own files become what is in them."""
        return dict(options)

    def self_tests(self, app: App) -> Iterator[Test]:
        """What the self-test tries beside the shots."""
        yield from ()
