"""A screen's widgets together: focus, pointer, tooltips, refusals, drag and its twin."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import pygame

from scenes import theme
from scenes.input import MOVES, NOWHERE, Do, Intent
from scenes.widgets.base import REGIONS, Why, Widget
from scenes.widgets.scroll import ScrollArea

if TYPE_CHECKING:
    from scenes.app import App

HOVER_DELAY = 350.0
BUBBLE_TIME = 4000.0
RETURN_TIME = 150.0
DRAG_START = 8.0  # units
_WALKS = MOVES | {Do.NEXT, Do.PREVIOUS, Do.NEXT_REGION, Do.PREVIOUS_REGION}
"""What moves the focus."""
_ASKS = frozenset({Do.INSPECT, Do.WHY})
"""What asks about the thing under the pointer, or else about the focus."""


class Bubble:
    """A refusal or reason on the screen, for a while. `of` is the id of the widget that it speaks of, if any."""

    def __init__(self, why: Why, anchor: pygame.Rect, of: str = "") -> None:
        self.why = why
        self.anchor = anchor
        self.of = of
        self.left = BUBBLE_TIME
        self.chip: pygame.Rect | None = None
        self.box: pygame.Rect | None = None


class Ui:
    """Widgets in regions, exactly one of them with the focus.

    `build` lays them out by `add`; it runs again whenever `rebuild` is asked for (a new size, a new position), and the
    focus, scroll places and typed texts stay with the ids. Where the focused one is gone, the nearest in its region
    has the focus.
    """

    def __init__(self, app: App, build: Callable[[Ui], None]) -> None:
        self.app = app
        self.widgets: list[Widget] = []
        self.focus: Widget | None = None
        self.show_ring = False
        self.carried: Widget | None = None
        """What was chosen to be put on a target next (the twin of dragging)."""
        self.typed: set[str] = set()
        """The text fields whose text a person has changed and not handed on since."""
        self.bubble: Bubble | None = None
        self.last_why: Why | None = None
        self._build = build
        self._pressed: Widget | None = None
        self._press_pos = (0, 0)
        self._drag_pos: tuple[int, int] | None = None
        self._flying_back: tuple[Widget, tuple[int, int], float] | None = None
        self._hover: Widget | None = None
        self._hover_time = 0.0
        self._pointer: tuple[int, int] | None = None
        self._pointing = False
        """Whether the pointer was moved since the focus was moved by keys: then keys speak of what is under it."""
        self._tip_shown = False
        self._tip_waits = False  # something else came to lie under the pointer: nobody has pointed at it yet
        self._tip_muted = False  # the pointer still rests on what it pressed: that was no wish to read about it
        self._memory: dict[str, Any] = {}
        self._first_focus = ""
        self._home_focus = ""  # what had the focus last that keeps it
        self._strayed = ("", "")
        """Where the focus has gone because its region was empty, and that region: it goes back when there is something
        in it."""
        self.nudge = 0.0
        self.nudged: str = ""

    # Building

    def add(self, *widgets: Widget) -> None:
        for widget in widgets:
            widget.ui = self
            self.widgets.append(widget)
            if isinstance(widget, ScrollArea):
                for child in widget.children:
                    child.ui = self

    def focus_first(self, id: str) -> None:
        """The widget that has the focus when the screen opens."""
        self._first_focus = id

    def rebuild(self) -> None:
        """Lay everything out anew, keeping what a person would expect to stay."""
        old = self.focus
        old_box = old.box if old is not None else None
        for widget in self.all():
            state = widget.remember()
            if state is None:
                self._memory.pop(widget.id, None)
            else:
                self._memory[widget.id] = state
        carried_id = self.carried.id if self.carried is not None else None
        pressed_id = self._pressed.id if self._pressed is not None else None
        hover_id = self._hover.id if self._hover is not None else None
        self._hover = None
        self.widgets = []
        self.focus = None
        self._build(self)
        for widget in self.all():
            widget.ui = self
            if widget.id in self._memory:
                widget.recall(self._memory[widget.id])
        self.carried = self.find(carried_id)
        self._pressed = self.find(pressed_id)
        if self._pressed is not None:
            self._pressed.pressed = True
        self._hover_anew(hover_id)
        self._refocus(old, old_box)
        if self.bubble is not None and self.bubble.of:
            spoken_of = self.find(self.bubble.of)
            if spoken_of is None:
                self.bubble = None
            else:
                self.bubble.anchor = spoken_of.visible_box
        if self._drag_pos is not None and self._pressed is None:
            self._drag_pos = None
        self.app.invalidate()

    def _hover_anew(self, id: str | None) -> None:
        """See what lies under the pointer now, where the widget `id` did before. A tooltip goes with what it speaks
        of; what has come in its place says nothing before the pointer is moved."""
        if id is None:
            return
        self._hover = self.find(id) if self._pressed is not None else self.at(self._pointer or NOWHERE)
        if self._hover is not None:
            self._hover.hovered = True
        if self._hover is None or self._hover.id != id:
            self._tip_shown, self._tip_waits = False, True

    def look_away(self) -> None:
        """Something lies over all this: the pointer is on nothing here until it is moved again, and what was told is
        told no longer (W tells it again)."""
        if self._hover is not None:
            self._hover.hovered = False
        self._hover, self._tip_shown, self.bubble = None, False, None

    def _refocus(self, old: Widget | None, box: pygame.Rect | None) -> None:
        open_ones = [widget for widget in self.focusables() if not widget.by_choice]
        if old is None or box is None:
            wanted = self.find(self._first_focus) or next(iter(open_ones), None)
            self.set_focus(wanted, reveal=False)
            return
        here, home = self._strayed
        back = [w for w in self.focusables() if old.id == here and w.region == home and not isinstance(w, ScrollArea)]
        if back:
            self._strayed = ("", "")
            self.set_focus(back[0])
            return
        same = self.find(old.id)
        if same is not None and same.focusable:
            self.set_focus(same, reveal=False)
            return
        near = [w for w in open_ones if w.region == old.region and not isinstance(w, ScrollArea)]
        centre = pygame.Vector2(box.center)
        found = min(near or open_ones, key=lambda w: centre.distance_to(w.box.center), default=None)
        if found is not None and not near:
            self._strayed = (found.id, home if old.id == here else old.region)
        self.set_focus(found, reveal=bool(near))

    def forget(self) -> None:
        """Drop everything that could show what was there before: bubbles, tooltips, what is carried or remembered."""
        self.bubble = self.last_why = self.carried = None
        self._hover = self._pressed = self._drag_pos = self._flying_back = None
        self._tip_shown = False
        self._home_focus = ""
        self._memory.clear()
        self.widgets = []
        self.focus = None
        self.app.invalidate()

    # Finding

    def all(self) -> Iterator[Widget]:
        """Every widget, a scroll area before what is in it."""
        for widget in self.widgets:
            yield widget
            if isinstance(widget, ScrollArea):
                yield from widget.children

    def find(self, id: str | None) -> Widget | None:
        return next((widget for widget in self.all() if widget.id == id), None) if id else None

    def focusables(self) -> list[Widget]:
        """What can have the focus, in the order of regions, then as added."""
        found = [widget for widget in self.all() if widget.focusable]
        return sorted(
            found, key=lambda widget: REGIONS.index(widget.region) if widget.region in REGIONS else len(REGIONS)
        )

    def at(self, pos: tuple[int, int]) -> Widget | None:
        """The topmost widget at a point that can be pressed or hovered."""
        for widget in reversed(list(self.all())):
            if (widget.focusable or widget.tooltip or isinstance(widget, ScrollArea)) and widget.hit(pos):
                return widget
        return None

    # Focus

    def set_focus(self, widget: Widget | None, *, reveal: bool = True) -> None:
        if widget is self.focus:
            return
        if widget is not None and widget.keeps_focus:
            self._home_focus = widget.id
        self.focus = widget
        self.app.invalidate()
        if widget is not None and widget.area is not None and reveal:
            widget.area.show(widget.rect)

    def go_home(self) -> None:
        """Back to what had the focus before something that does not keep it."""
        self.set_focus(self.find(self._home_focus), reveal=False)

    def step_focus(self, by: int) -> None:
        """The next or previous thing that can have the focus."""
        order = self.focusables()
        if not order:
            return
        if self.focus in order:
            self.set_focus(order[(order.index(self.focus) + by) % len(order)])
        else:
            self.set_focus(order[0 if by > 0 else -1])

    def step_region(self, by: int) -> None:
        """The next or previous region that has something to focus."""
        order = self.focusables()
        regions = list(dict.fromkeys(widget.region for widget in order))
        if not regions:
            return
        here = regions.index(self.focus.region) if self.focus is not None and self.focus.region in regions else -1
        target = regions[(here + by) % len(regions)]
        self.set_focus(next(widget for widget in order if widget.region == target))

    def move_focus(self, do: Do) -> bool:
        """To the nearest in that direction, in the same region first; whether there was one."""
        if self.focus is None:
            self.step_focus(1)
            return self.focus is not None
        dx, dy = {Do.LEFT: (-1, 0), Do.RIGHT: (1, 0), Do.UP: (0, -1), Do.DOWN: (0, 1)}[do]
        here = self.focus.box
        best: tuple[float, Widget] | None = None
        for widget in self.focusables():
            if widget is self.focus or widget.region != self.focus.region:
                continue
            there = widget.box
            along = (there.centerx - here.centerx) * dx + (there.centery - here.centery) * dy
            if along <= 2:
                continue
            if dx:
                gap = max(0, there.top - here.bottom, here.top - there.bottom)
                side = abs(there.centery - here.centery)
            else:
                gap = max(0, there.left - here.right, here.left - there.right)
                side = abs(there.centerx - here.centerx)
            score = along + 4.0 * gap + 0.5 * side
            if best is None or score < best[0]:
                best = (score, widget)
        if best is None:
            return False
        self.set_focus(best[1])
        return True

    # Reasons

    def tell(self, why: Why, anchor: pygame.Rect | Widget | None = None) -> None:
        """Show a reason beside `anchor` (else beside the focus) for four seconds; W shows it again. Beside a widget it
        goes when that goes."""
        spoken_of = anchor or self.focus
        if isinstance(spoken_of, Widget):
            self.bubble = Bubble(why, pygame.Rect(spoken_of.visible_box), spoken_of.id)
        else:
            self.bubble = Bubble(why, pygame.Rect(spoken_of or self.app.scale.window))
        self.last_why = why
        self.app.invalidate()

    def hush(self) -> None:
        """What was told last is not told again, and its bubble goes."""
        self.bubble = self.last_why = None
        self.app.invalidate()

    def refuse(self, why: Why, widget: Widget | None = None) -> None:
        """Answer a press with the reason why not: a dry knock, a nudge, a bubble."""
        self.app.audio.play("knock")
        if widget is not None and not self.app.settings.reduced_motion:
            self.nudge, self.nudged = 66.0, widget.id
        self.tell(why, widget)

    def activate(self, widget: Widget) -> None:
        """Press `widget`, whichever device did: it acts, takes what is carried, or says why not."""
        if self.carried is not None and self.carried is not widget and widget.on_drop is not None:
            self._drop(self.carried, widget)
            return
        if widget.reason is not None:
            self.refuse(widget.reason, widget)
            return
        if widget.payload is not None and widget.on_drop is None and type(widget).activate is Widget.activate:
            self.carried = None if self.carried is widget else widget
            self.app.invalidate()
            return
        self.bubble = None
        widget.activate()
        self.app.invalidate()

    def _drop(self, source: Widget, target: Widget) -> bool:
        """Put what `source` carries on `target`; whether it was taken."""
        why = target.accepts(source.payload) if target.accepts is not None else None
        self.carried = None
        self.app.invalidate()
        if why is not None or target.on_drop is None:
            if why is not None:
                self.refuse(why, target)
            return False
        target.on_drop(source.payload)
        return True

    # Intents

    def handle(self, intent: Intent) -> bool:
        """Take an intent; whether it was used."""
        if intent.do == Do.POINT:
            return self._point(intent.pos)
        if intent.do == Do.PRESS:
            return self._press(intent.pos)
        if intent.do == Do.RELEASE:
            return self._release(intent.pos)
        if intent.do == Do.SCROLL:
            return self._wheel(intent.pos, intent.delta)
        if intent.do == Do.INSPECT_AT:
            widget = self.at(intent.pos)
            return self._inspect(widget)
        if intent.key:
            self.show_ring = self.show_ring or not (self._pointing and intent.do in _ASKS)
            self._tip_shown = False
            self.app.invalidate()
        if intent.do in _WALKS:
            self._pointing = False
        if self.focus is not None and self.focus.handle(intent):
            self.app.invalidate()
            return True
        if intent.do == Do.BACK and (self.carried is not None or self.bubble is not None):
            self.carried = self.bubble = None
            self.app.invalidate()
            return True
        if intent.do in MOVES:
            return self.move_focus(intent.do)
        if intent.do in (Do.NEXT, Do.PREVIOUS):
            self.step_focus(1 if intent.do == Do.NEXT else -1)
            return True
        if intent.do in (Do.NEXT_REGION, Do.PREVIOUS_REGION):
            self.step_region(1 if intent.do == Do.NEXT_REGION else -1)
            return True
        if intent.do == Do.ACTIVATE and self.focus is not None:
            self.activate(self.focus)
            return True
        if intent.do == Do.INSPECT:
            return self._inspect(self._pointed_at) or self._inspect(self.focus)
        if intent.do == Do.WHY:
            return self._tell_why()
        if intent.do in (Do.PAGE_UP, Do.PAGE_DOWN) and self.focus is not None and self.focus.area is not None:
            return self.focus.area.handle(intent)
        return False

    def _inspect(self, widget: Widget | None) -> bool:
        if widget is None or widget.on_inspect is None:
            return False
        widget.on_inspect()
        return True

    @property
    def _pointed_at(self) -> Widget | None:
        """What is under the pointer, as long as that was moved last, and not the focus."""
        return self._hover if self._pointing else None

    def _tell_why(self) -> bool:
        for widget in (self._pointed_at, self.focus):
            why = widget.tell_why() if widget is not None else None
            if why is not None:
                self.tell(why, widget)
                return True
        if self.last_why is None or self.bubble is not None:
            return False
        self.tell(self.last_why)
        return True

    def _point(self, pos: tuple[int, int]) -> bool:
        if self._pressed is not None:
            return pos != NOWHERE and self._drag(pos)  # what is held outside of the window stays as it is
        widget = self.at(pos)
        if pos != self._pointer:
            self._pointer, self._pointing, self._tip_waits = pos, True, False
        if widget is self._hover:
            return widget is not None
        if self._hover is not None:
            self._hover.hovered = False
        self._hover, self._hover_time, self._tip_shown, self._tip_muted = widget, 0.0, False, False
        if widget is not None:
            widget.hovered = True
        self.app.invalidate()
        return widget is not None

    def _drag(self, pos: tuple[int, int]) -> bool:
        pressed = self._pressed
        assert pressed is not None
        if pressed.drag_to(pos):
            self.app.invalidate()
            return True
        pressed.hovered = pressed.hit(pos)
        far = pygame.Vector2(pos).distance_to(self._press_pos) > DRAG_START * self.app.scale.u
        if self._drag_pos is not None or (pressed.payload is not None and far):
            self._drag_pos = pos
        self.app.invalidate()
        return True

    def _press(self, pos: tuple[int, int]) -> bool:
        self.show_ring = False
        self._tip_shown = False
        self.app.invalidate()
        if self.bubble is not None:
            if self.bubble.chip is not None and self.bubble.chip.collidepoint(pos):
                clause = self.bubble.why.clause
                self.bubble = None
                self.app.open_clause(clause)
                return True
            self.bubble = None
        widget = self.at(pos)
        if widget is None:
            if self.carried is not None:
                self.carried = None
                return True
            return False
        self._pressed, self._press_pos = widget, pos
        widget.pressed = widget.hovered = True
        if widget.focusable and widget.keeps_focus:
            self.set_focus(widget, reveal=False)
        widget.press_at(pos)
        return True

    def _release(self, pos: tuple[int, int]) -> bool:
        widget, dragging = self._pressed, self._drag_pos is not None
        self._pressed = self._drag_pos = None
        if widget is None:
            return False
        widget.pressed = False
        self.app.invalidate()
        if dragging:
            target = next((w for w in reversed(list(self.all())) if w.on_drop is not None and w.hit(pos)), None)
            if (target is None or not self._drop(widget, target)) and not self.app.settings.reduced_motion:
                self._flying_back = (widget, pos, RETURN_TIME)
        elif widget.hit(pos) and widget.focusable:
            self.activate(widget)
        self._point(pos)
        self._tip_muted = True
        return True

    def let_go(self) -> None:
        """Nothing is pressed or dragged any more, and nothing comes of it."""
        if self._pressed is not None:
            self._pressed.pressed = False
            self._pressed = self._drag_pos = None
            self.app.invalidate()

    def _wheel(self, pos: tuple[int, int], notches: float) -> bool:
        for widget in reversed(self.widgets):
            if isinstance(widget, ScrollArea) and widget.hit(pos) and widget.wheel(notches):
                self._tip_shown = False
                self._point(pos)
                self.app.invalidate()
                return True
        return False

    def update(self, dt: float) -> bool:
        """Let time pass; whether something looks different now."""
        changed = False
        if self.bubble is not None:
            self.bubble.left -= dt
            if self.bubble.left <= 0:
                self.bubble, changed = None, True
        quiet = self._tip_shown or self._tip_muted or self._tip_waits
        if self._hover is not None and not quiet and self._pressed is None:
            self._hover_time += dt
            if self._hover_time >= HOVER_DELAY and (self._hover.tooltip or self._hover.reason):
                self._tip_shown = changed = True
        if self._flying_back is not None:
            widget, pos, left = self._flying_back
            self._flying_back = (widget, pos, left - dt) if left > dt else None
            changed = True
        if self.nudge > 0:
            self.nudge = max(0.0, self.nudge - dt)
            changed = True
        for widget in self.all():
            changed = widget.update(dt) or changed
        return changed

    @property
    def dragged(self) -> Widget | None:
        """What is being dragged now."""
        return self._pressed if self._drag_pos is not None else None

    @property
    def moving(self) -> bool:
        """Whether frames are needed right now."""
        return self._flying_back is not None or self.nudge > 0

    @property
    def pointer(self) -> str:
        """How the pointer looks where it is (see `Scene.pointer`)."""
        if self._drag_pos is not None or self.carried is not None:
            return "hand"
        if self._hover is None or isinstance(self._hover, ScrollArea) or not self._hover.focusable:
            return "arrow"
        return "text" if self._hover.takes_text else "hand"

    @property
    def tooltip(self) -> str:
        """The tooltip that is shown, empty without one."""
        if self._tip_shown and self._hover is not None:
            return self._tooltip_of(self._hover)
        return ""

    def _tooltip_of(self, widget: Widget) -> str:
        reason = widget.reason.text if widget.reason is not None else ""
        return "\n".join(part for part in (widget.tooltip, reason) if part)

    def typing_at(self) -> pygame.Rect | None:
        return self.focus.visible_box if self.focus is not None and self.focus.takes_text else None

    def outline(self) -> list[tuple[str, list[str]]]:
        """The widgets in words, region by region."""
        found: dict[str, list[str]] = {}
        for widget in self.all():
            if widget.text:
                sentence = widget.text if widget.reason is None else f"{widget.text} ({widget.reason.text})"
                found.setdefault(widget.region, []).append(sentence)
        return [(region, found[region]) for region in REGIONS if region in found]

    # Drawing

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the widgets, then what lies over them: focus, what is dragged, tooltip, bubble."""
        for widget in self.widgets:
            widget.draw(surface)
        self.draw_marks(surface)

    def draw_marks(self, surface: pygame.Surface) -> None:
        """What lies over the widgets: the ring of the focus, what is chosen to be put somewhere, what is dragged."""
        if self.focus is not None and (self.show_ring or self.focus.takes_text):
            self._ring(surface, self.focus)
        if self.carried is not None:
            pygame.draw.rect(
                surface,
                theme.CANDLE,
                self.carried.visible_box.inflate(8, 8),
                max(2, self.app.scale.px(3)),
                self.app.scale.px(8),
            )
        if self._drag_pos is not None and self._pressed is not None:
            self._ghost(surface, self._pressed, self._drag_pos)
        if self._flying_back is not None:
            widget, pos, left = self._flying_back
            home = pygame.Vector2(widget.box.center)
            at = home + (pygame.Vector2(pos) - home) * (left / RETURN_TIME)
            self._ghost(surface, widget, (round(at.x), round(at.y)))

    def draw_over(self, surface: pygame.Surface) -> None:
        """Tooltip and bubble, over everything else of the scene."""
        if self.tooltip or self.bubble is not None:
            self.app.text.next_layer()
        if self.tooltip and self._hover is not None:
            self._hover.draw_tip(surface, self.tooltip)
        if self.bubble is not None:
            draw_bubble(self.app, surface, self.bubble)

    def _ring(self, surface: pygame.Surface, widget: Widget) -> None:
        before = surface.get_clip()
        if widget.area is not None:
            surface.set_clip(widget.area.window.inflate(self.app.scale.px(16), self.app.scale.px(16)).clip(before))
        self.app.paint.focus_ring(surface, widget.box)
        surface.set_clip(before)

    def _ghost(self, surface: pygame.Surface, widget: Widget, pos: tuple[int, int]) -> None:
        copy = pygame.Surface(widget.box.size, pygame.SRCALPHA)
        source = widget.box.clip(surface.get_rect())
        if source.size == (0, 0):
            return
        copy.blit(surface.subsurface(source), (source.x - widget.box.x, source.y - widget.box.y))
        copy.set_alpha(200)
        surface.blit(copy, copy.get_rect(center=pos))


def place_beside(size: tuple[int, int], anchor: pygame.Rect, window: pygame.Rect, gap: int) -> pygame.Rect:
    """Where a box of `size` goes so that it does not cover `anchor`: above, else below, else beside; in the window."""
    box = pygame.Rect((0, 0), size)
    box.midbottom = (anchor.centerx, anchor.top - gap)
    if box.top < window.top:
        box.midtop = (anchor.centerx, anchor.bottom + gap)
        if box.bottom > window.bottom:
            box.midleft = (anchor.right + gap, anchor.centery)
            if box.right > window.right:
                box.midright = (anchor.left - gap, anchor.centery)
    return box.clamp(window)


def draw_tip(app: App, surface: pygame.Surface, tip: str, anchor: pygame.Rect) -> None:
    """A slip of dark paper with a sentence, beside what it is about."""
    pad = app.scale.px(12)
    width = min(app.scale.px(420), app.scale.width - 4 * pad)
    w, h = app.text.measure(tip, theme.BODY, width)
    box = place_beside((w + 2 * pad, h + 2 * pad), anchor, app.scale.window.inflate(-pad, -pad), app.scale.px(8))
    app.paint.shadow(surface, box)
    app.paint.panel(surface, box, "ink", "tip")
    app.text.draw(surface, tip, box.inflate(-2 * pad, -2 * pad), theme.BODY, theme.BONE)


def draw_bubble(app: App, surface: pygame.Surface, bubble: Bubble) -> None:
    """A reason on a slip of paper, with the clause as a chip that opens the rule."""
    pad = app.scale.px(16)
    width = min(app.scale.px(460), app.scale.width - 4 * pad)
    w, h = app.text.measure(bubble.why.text, theme.BODY, width)
    chip_size = (0, 0)
    if bubble.why.clause:
        chip_w, chip_h = app.text.measure(bubble.why.clause, theme.SECONDARY)
        chip_size = (chip_w + app.scale.px(24), max(app.scale.px(32), chip_h + app.scale.px(8)))
    height = h + (chip_size[1] + app.scale.px(10) if chip_size[1] else 0)
    size = (max(w, chip_size[0]) + 2 * pad, height + 2 * pad)
    box = place_beside(size, bubble.anchor, app.scale.window.inflate(-pad, -pad), app.scale.px(12))
    app.paint.shadow(surface, box)
    app.paint.panel(surface, box, "slip", "bubble")
    app.text.draw(
        surface, bubble.why.text, pygame.Rect(box.x + pad, box.y + pad, box.width - 2 * pad, h), theme.BODY, theme.PRINT
    )
    bubble.box, bubble.chip = box, None
    if chip_size[1]:
        chip = pygame.Rect(box.x + pad, box.bottom - pad - chip_size[1], *chip_size)
        app.paint.button(surface, chip, "normal", "paper")
        ink = app.paint.button_ink("normal", "paper") if app.settings.high_contrast else theme.BLOOD
        app.text.draw(
            surface, bubble.why.clause, chip, theme.SECONDARY, ink, align="center", valign="middle", wrap=False
        )
        bubble.chip = chip
