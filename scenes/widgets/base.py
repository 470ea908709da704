"""What every widget is: a place, a state, a sentence that describes it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pygame

from scenes.input import Intent

if TYPE_CHECKING:
    from scenes.app import App
    from scenes.widgets.scroll import ScrollArea
    from scenes.widgets.ui import Ui

REGIONS = ("prompt", "actions", "stage", "left", "right", "top")
"""The regions of a screen in the order in which F6 visits them."""


@dataclass(frozen=True)
class Why:
    """A reason: one or two sentences, and the clause behind it (empty where none is)."""

    text: str
    clause: str = ""


class Widget:
    """Something on the screen that can be looked at, and mostly pressed.

    `rect` is in pixels of the window, or of its scroll area's content. `text` says in one sentence what it is and how
    it stands (for the text view and for tests). A widget with a `reason` is dim but can still be focused, and answers
    a press with the reason. `why` is what W tells about it.
    """

    focusable = True
    takes_text = False
    keeps_focus = True
    """Whether a press gives it the focus: not where a second press of the key would be a surprise."""

    def __init__(
        self,
        app: App,
        id: str,
        rect: pygame.Rect,
        *,
        region: str = "stage",
        text: str = "",
        tooltip: str = "",
        reason: Why | None = None,
        why: Why | Callable[[], Why | None] | None = None,
        on_inspect: Callable[[], None] | None = None,
        payload: Any = None,
        on_drop: Callable[[Any], None] | None = None,
        accepts: Callable[[Any], Why | None] | None = None,
    ) -> None:
        self.app = app
        self.id = id
        self.rect = pygame.Rect(rect)
        self.region = region
        self.text = text
        self.tooltip = tooltip
        self.reason = reason
        self.why = why
        self.on_inspect = on_inspect
        self.payload = payload
        """What is carried when this is dragged, or chosen to be put on a target; ``None``: stays where it is."""
        self.on_drop = on_drop
        """Called with what was put here."""
        self.accepts = accepts
        """Says why something may not be put here; ``None`` from it means it may."""
        self.ui: Ui | None = None
        self.area: ScrollArea | None = None
        self.by_choice = False
        """Whether it has the focus only when a person puts it there: a key too many must not set it off."""
        self.hovered = False
        self.pressed = False

    # Where it is

    @property
    def box(self) -> pygame.Rect:
        """Where it is on the screen now."""
        return self.rect if self.area is None else self.area.on_screen(self.rect)

    @property
    def visible_box(self) -> pygame.Rect:
        """The part of it that its scroll area lets through."""
        return self.box if self.area is None else self.box.clip(self.area.window)

    @property
    def focused(self) -> bool:
        return self.ui is not None and self.ui.focus is self

    @property
    def enabled(self) -> bool:
        return self.reason is None

    @property
    def look(self) -> str:
        """The state it is drawn in: dim, pressed, hover or normal."""
        if not self.enabled:
            return "dim"
        if self.pressed and self.hovered:
            return "pressed"
        return "hover" if self.hovered else "normal"

    def tell_why(self) -> Why | None:
        """The reason it is dim, or else what it has to say for itself."""
        if self.reason is not None:
            return self.reason
        return self.why() if callable(self.why) else self.why

    # What it does

    def hit(self, pos: tuple[int, int]) -> bool:
        """Whether the point is on it."""
        return self.visible_box.collidepoint(pos)

    def handle(self, intent: Intent) -> bool:
        """An intent while it has the focus (arrows, typing), before the screen sees it; whether it was used."""
        return False

    def press_at(self, pos: tuple[int, int]) -> None:
        """The button went down on it."""

    def drag_to(self, pos: tuple[int, int]) -> bool:
        """The pointer moves while the button is down on it; whether it follows (a slider, a scroll bar)."""
        return False

    def activate(self) -> None:
        """It was pressed, by mouse or key, and is not dim."""

    def update(self, dt: float) -> bool:
        """Let time pass; whether it looks different now."""
        return False

    def draw(self, surface: pygame.Surface) -> None:
        """Draw it at `box`."""

    def draw_tip(self, surface: pygame.Surface, tip: str) -> None:
        """Draw what is shown while the pointer rests on it: `tip`, the tooltip and the reason."""
        from scenes.widgets.ui import draw_tip  # the other way round it is imported already

        draw_tip(self.app, surface, tip, self.visible_box)

    # State that outlives a rebuild

    def remember(self) -> Any:
        """What to hand to the widget of the same id when the screen is laid out anew; ``None``: nothing."""
        return None

    def recall(self, state: Any) -> None:
        """Take over what `remember` gave."""
