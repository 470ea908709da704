"""What every board has in common: one session on the screen.

`TableScene` moves the game along: it asks the rules before a press, plays what happened, lets computer players think
(`Thinking`), hides what the next person must not see, and offers undo, log, pause and result. A board adds its own
widgets in `build_board` and its movements in `animate`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from functools import partial

import pygame

from game.core.chance import NeedRoll
from game.core.contract import TERMINAL, Action, Choice, Event, Outcome
from game.core.session import Closed, Entry, Session
from scenes import animation
from scenes.action_bar import ActionBar, BarAction
from scenes.animation import Animator, Tween
from scenes.app import App
from scenes.curtain import LINES, Curtain
from scenes.frame import Frame, frame_for
from scenes.input import POINTER, Do, Intent
from scenes.keeping import Keeping
from scenes.real_dice import RealDice
from scenes.result import Reckoning, ResultScene
from scenes.scale import Layout
from scenes.sheets import Sheets
from scenes.sitting import Sitting
from scenes.still import Still
from scenes.thinking import Thinking
from scenes.top_bar import TopBar
from scenes.widgets import Button, IconButton, ScrollArea, Ui, Why, Widget, make_tabs

SHEET = "parchment"
"""The ground of sheets and trays: read when a table opens, not in the middle of the movement before the first one."""
IDLE_CURTAIN = 60_000.0
_QUIET = (POINTER - {Do.PRESS}) | {Do.FOCUS_LOST, Do.FOCUS_GAINED}
"""What is no answer to a step mode that waits, and ends no movement."""
_READING = {
    Do.INSPECT, Do.WHY, Do.LOG, Do.RULEBOOK, Do.TEXT_VIEW, Do.RECAP, Do.QUICK_SAVE, Do.MUTE, Do.FULL_SCREEN, Do.PAUSE,
    Do.PAN_LEFT, Do.PAN_RIGHT, Do.PAN_UP, Do.PAN_DOWN, Do.ZOOM_IN, Do.ZOOM_OUT, Do.ZOOM_RESET, Do.CENTRE,
}  # fmt: skip
"""What leaves in its place what waits to be read."""


class TableScene(Sitting):
    """One table. Boards subclass it: `build_board`, `bar_actions`, `end_turn`, `phases`, `animate`.

    Every widget of a board is built from `session.state.observation(viewer)` (or from what is public), so that nothing
    else can show.
    """

    name = "table"
    backdrop = "table"
    has_drawer = True
    """Whether the right rail is a drawer in Compact."""
    hold = float(animation.HOLD)
    """Milliseconds for which the table stands still after a computer player's act."""

    def __init__(self, app: App, session: Session, leave: Callable[[], None]) -> None:
        super().__init__(app, session)
        self.leave = leave
        self.leads = True
        """Whether this screen moves the game on: computer players choose. Of two windows only one does."""
        self.animator = Animator()
        self.tab = "stage"
        self.drawer_open = False
        self.thinking = Thinking(self)
        self.keeping = Keeping(self)
        self.rolling = RealDice(self)
        self.sheets = Sheets(self)
        self.top_bar = TopBar(self)
        self.action_bar = ActionBar(self)
        self.still = Still()
        """The part of the picture that seldom changes, for a board that keeps one."""
        self._version = 0
        self._holding = False
        self._built_ready = True
        """Whether the widgets were laid out while nothing moved."""
        self._over = False
        self._waiting_step = False
        self._hurried = False
        self._others_move = False
        self.forced: dict[int, Action] = {}
        """Steps that were taken by themselves, by the number of their log entry."""
        self._tried: tuple[Entry, Action, bool] | None = None
        """The last unasked step that was tried on a copy, after which entry, and whether it is harmless."""
        self.before: dict[str, pygame.Rect] = {}
        """Where each widget was before the last act: where a movement starts from."""

    # ------------------------------------------------------------------------------------------------ for boards

    def build_board(self, ui: Ui, frame: Frame) -> None:
        """Add the board's own widgets. In Single only the pane `self.tab` is to be filled."""

    def bar_actions(self) -> Sequence[BarAction]:
        """What the action bar holds, always the same places in the same order."""
        return ()

    def end_turn(self) -> tuple[Action | None, Why | None, str]:
        """The act of the End turn key, why it is dim, and what would be left undone."""
        return None, None, ""

    def phases(self) -> Sequence[tuple[str, bool]]:
        """The phase strip: words, and which one it is now."""
        return ()

    def animate(self, events: Sequence[Event], entry: Entry) -> None:
        """Queue movements for what just happened on `self.animator`. The screen is already built for the new state;
        `self.before` says where widgets were."""

    def reckonings(self, outcome: Outcome) -> Sequence[Reckoning]:
        """What each seat's points came from, for the result."""
        return ()

    def tie_lines(self, outcome: Outcome) -> Sequence[str]:
        """How a tie was broken, in words."""
        return ()

    def fates(self, outcome: Outcome) -> Mapping[int, str]:
        """What became of each seat, for the result."""
        return {}

    def act_words(self, action: Action) -> str:
        """An answer to the open question in words."""
        return self.wording.action(action, self.state)

    def widget_of(self, action: Action) -> Widget | None:
        """What a person would press for `action`."""
        return None

    def next_part(self, action: Action) -> tuple[Widget | None, str]:
        """What a person would press next for `action`, given what is chosen already; and how that is called, where an
        answer has several parts."""
        return self.widget_of(action), ""

    def is_move(self, action: Action) -> bool:
        """Whether a computer player's act is one that people want to watch, and not only a moment let go by."""
        return True

    def announces(self, action: Action) -> bool:
        """Whether people get a moment to look at who is about to do `action`."""
        return self.is_move(action)

    def curtain_word(self, seat: int) -> str:
        """The text key of the button that lifts the curtain before `seat`."""
        return "curtain.lift"

    @property
    def hint_level(self) -> str:
        """The computer player that is asked for hints."""
        return self.session.game.levels[-1]

    def is_target(self, widget: Widget) -> bool:
        """Whether Tab stops at a widget that is not dim: it answers the question, or takes an answer back.

        What only helps (hint, zoom: an icon without a word) has a key of its own and is reached by arrows.
        """
        return (
            isinstance(widget, Button) and not isinstance(widget, IconButton) and widget.region in ("actions", "stage")
        )

    # ------------------------------------------------------------------------------------------------ the game

    @property
    def ready(self) -> bool:
        """Whether what is shown is where the game stands: nothing moves."""
        return not self._holding and not self.animator.busy

    def act(self, *actions: Action, at: Widget | None = None) -> bool:
        """One press of the person: carry out these actions in order as one group. A refused one is answered with its
        reason beside `at`. Returns whether all were carried out."""
        if not self.my_choice:
            self.ui.refuse(self.not_mine, at)
            return False
        self.animator.finish()
        return self._press(actions, self.session.next_group(), at)

    def _press(self, actions: Sequence[Action], group: int, at: Widget | None) -> bool:
        """Carry out actions of one press; those behind one that waits for dice of people come after it."""
        for number, action in enumerate(actions, 1):
            refusal = self.state.refusal(action)
            if refusal is not None:
                self.ui.refuse(self.as_why(refusal), at)
                return False
            self.thinking.stop_hint()
            if not self._apply(action, group, partial(self._press_on, actions[number:], group), mine=True):
                return True
        self._settle()
        return True

    def _press_on(self, actions: Sequence[Action], group: int) -> None:
        self._press(actions, group, None)

    def carry_on(
        self, action: Action, group: int | None, then: Callable[[], None], dice: tuple[int | str, ...], *, mine: bool
    ) -> bool:
        """Carry out an action with what people have rolled for it so far; whether no further die was needed."""
        self.rolling.thrown = dice
        return self._apply(action, group, then, mine=mine)

    def _apply(self, action: Action, group: int | None, then: Callable[[], None] | None = None, *, mine: bool) -> bool:
        """Carry out an action and show it; whether it is done. It is not where a person must roll a die first: that is
        asked for, the action is carried out when it has come, and `then` is called (else `_settle`)."""
        if self.past is not None:
            self.ui.refuse(self.not_mine)
            return True
        self._holding = True  # what is shown stays as it was until `animate` has taken over
        try:
            self.before = {widget.id: widget.box for widget in self.ui.all()}
            viewer = self.reader
            events = self.carry_out(action, group)
            self.rolling.thrown = ()
            self.show_events(events, self.session.entries[-1], viewer, mine=mine)
        except NeedRoll as need:
            self.rolling.thrown = ()
            self.rolling.ask(need, action, group, then or self._settle, mine=mine)
            return False
        finally:
            self._holding = False
        return True

    def show_events(self, events: Sequence[Event], entry: Entry, viewer: int | None, *, mine: bool) -> None:
        """Play what has just happened; `viewer` looked when it did."""
        self._holding = True
        self._look_at_who_chooses()
        if self.state.chapter() != entry.chapter:
            self.ui.hush()  # what was told in the round that is over may be forgotten by now
        self.refresh()
        self.animator.speed = self.app.settings.my_speed if mine else self.others_speed
        self.animator.reduced = self.app.settings.reduced_motion
        self._others_move = not mine
        seen = viewer if mine else self.reader
        self.animate([event.seen_by(seen) for event in events], entry)
        self._holding = False

    def carry_out(self, action: Action, group: int | None) -> list[Event]:
        """Let the session take an action in, with what people have rolled for it."""
        return self.session.apply(action, group=group, dice=self.rolling.thrown)

    def take_forced(self, questions: Collection[str]) -> bool:
        """Take a step that leaves no choice, if the person wants that and one of `questions` is asked; whether one was
        taken. It belongs to the press before it, so that undo takes both. What spends or reveals waits for a press."""
        decision = self.state.decision()
        if not (self.app.settings.auto_forced and self.my_choice) or decision is None or decision.name not in questions:
            return False
        if self.rolling.left_at == len(self.session.records):
            return False
        actions = self.state.legal_actions()
        return len(actions) == 1 and self.take_unasked(actions[0])

    def take_unasked(self, action: Action) -> bool:
        """Give an answer of this person without a press; whether it was given.

        It is not where something may be redone, or where it would spend or reveal anything.
        """
        if self.session.can_redo() or not self._is_harmless(action):
            return False
        last = self.session.entries[-1]
        same_press = last.person is not None and last.seat == self.viewer
        self.forced[len(self.session.entries)] = action
        self._apply(action, last.group if same_press else self.session.next_group(), mine=True)
        self._settle()
        return True

    def _is_harmless(self, action: Action) -> bool:
        """Whether `action` would neither spend nor reveal anything: tried on a copy, once for each open question."""
        last = self.session.entries[-1]
        if self._tried is None or self._tried[0] is not last or self._tried[1] != action:
            events: list[Event] = []
            try:
                self.state.clone().step(action, events)
            except NeedRoll:  # a die that people roll
                harmless = False
            else:
                harmless = not any(event.reveals or event.spends for event in events)
            self._tried = (last, action, harmless)
        return self._tried[2]

    def _look_at_who_chooses(self) -> None:
        """Whose private things may be seen from now on. Between persons nobody's are, from this very frame on."""
        persons = self.session.persons()
        if not persons:
            self.viewer = None
            return
        person = self.person_to_act()
        seat = self.current
        if len(persons) == 1:
            self.person = persons[0]
            if person is not None:
                self.viewer = seat
            elif self.viewer is None:
                self.viewer = self._seats_of(persons[0])[0]
        elif seat == TERMINAL or person is None or person != self.person:
            if self.viewer is not None and self.person is not None:
                self._seen[self.person] = len(self.session.entries)
            self.viewer = None
            self._clear_private()
        else:
            self.viewer = seat

    def _clear_private(self) -> None:
        """Nothing of the last person's is left in tooltips, bubbles, carried things or memory."""
        self.ui.forget()
        self.before = {}
        self.thinking.stop_hint()

    def _settle(self) -> None:
        """See who comes next: a person behind a curtain, a computer player, or the end."""
        self.thinking.settle()
        self.refresh()
        if self.state.is_terminal():
            return
        person = self.person_to_act()
        if person is not None and self.viewer is None:
            self._curtain()

    def _curtain(self) -> None:
        """Let the curtain fall before the person who must choose (unless it hangs already)."""
        person = self.person_to_act()
        if person is None or any(isinstance(scene, Curtain) for scene in self.app.manager.stack):
            return
        if not self.session.is_hidden_handover(None, person):
            self.person = person
            self._look_at_who_chooses()
            self.refresh()
            return
        self.animator.finish()
        lines = self.recap_lines(person, LINES)
        seat = self.current
        self._hang(seat, lines, partial(self._lift, person))

    def _hang(self, seat: int, lines: Sequence[str], lift: Callable[[], None]) -> None:
        """Hang the curtain before a seat; `lift` is what its button does."""
        word = self.curtain_word(seat)
        self.app.manager.push(Curtain(self.app, seat, self.wording.names[seat], lines, lift, word))

    def _lift(self, person: int) -> None:
        self.person = person
        self._hurried = False  # the curtain has told what happened
        self._look_at_who_chooses()
        self.refresh()

    # -------------------------------------------------------------------------------------------- computer players

    def animate_others(self, tween: Tween) -> None:
        """Play a movement that belongs to somebody else's move."""
        self.animator.speed = self.others_speed
        self._others_move = True
        self.animator.play(tween)

    def take_choice(self, choice: Choice) -> None:
        """Play what a computer player has chosen."""
        then = partial(self._was_chosen, choice)
        if self._apply(choice.action, None, then, mine=False):
            then()

    def _was_chosen(self, choice: Choice) -> None:
        """A computer player's choice has been played: people get a moment to look."""
        if self.is_move(choice.action):
            self.animator.play(animation.wait(self.hold))
            self._waiting_step = self.app.settings.step_mode and self.others_speed != animation.INSTANT
        self._settle()

    @property
    def others_speed(self) -> float:
        """How fast the moves of others are shown; those that a person hurries on are not."""
        return animation.INSTANT if self._hurried else self.app.settings.others_speed

    @property
    def watching(self) -> bool:
        if self.app.manager.top is not self or self.state.is_terminal():
            return False
        return self.person_to_act() is None or (self.animator.busy and self._others_move)

    def hurry(self) -> None:
        """Show no more moves of others until a person is to choose; a recap then tells them."""
        self._hurried = True
        self._waiting_step = False
        self.animator.finish()
        self.refresh()

    def _arrive(self) -> None:
        """The moves that were hurried on are over: tell what they were (a curtain tells it anyway)."""
        self._hurried = False
        if self.viewer is not None and self.person is not None and self.recap_lines(self.person):
            self.sheets.recap()

    # ------------------------------------------------------------------------------------------------ undo, redo

    def undo(self) -> None:
        """Take the last press back, or say why that is closed."""
        if not self.my_choice:
            self.ui.refuse(self.not_mine, self.ui.find("undo"))
            return
        self.animator.finish()
        label = self.session.undo()
        if isinstance(label, Closed):
            self.ui.refuse(self._closed_why(label), self.ui.find("undo"))
            return
        self.thinking.stop_hint()
        self.app.audio.play("paper", caption=False)
        self._look_at_who_chooses()
        self._settle()

    def redo(self) -> None:
        """Do again what was taken back, with the same dice."""
        if not self.my_choice or not self.session.can_redo():
            self.ui.refuse(Why(self.app.tr("table.no_redo")), self.ui.find("undo"))
            return
        self.animator.finish()
        self.thinking.stop_hint()
        self.session.redo()
        self._look_at_who_chooses()
        self._settle()

    # ------------------------------------------------------------------------------------------------ the loop

    def enter(self) -> None:
        self.thinking.open()
        self.app.assets.original(f"ui/{SHEET}")
        self._look_at_who_chooses()
        super().enter()
        drone = f"drone_{self.session.game.id}"
        self.app.audio.music(drone if drone in self.app.audio.names() else "drone")
        self._settle()
        self.keeping.opened()

    def exit(self) -> None:
        self.thinking.close()
        self.session.close()
        self.keeping.left()

    def handle(self, intent: Intent) -> bool:
        if intent.do not in _QUIET:
            if intent.do == Do.FASTER:
                if not self._waiting_step:
                    self.hurry()
                    return True
                intent = replace(intent, do=Do.SKIP)  # step by step any key shows one more move
            self.animator.finish_beside()
            if self.animator.waits:
                if intent.do not in _READING:
                    self.animator.go_on()
                    self.app.invalidate()
                    return True
            elif self.animator.busy:
                self.animator.finish()
                self._tell_anew()
                self.app.invalidate()
                if intent.do == Do.SKIP:
                    return True
            elif self._waiting_step:
                self._waiting_step = False
                self.refresh()
                if intent.do in (Do.SKIP, Do.ACTIVATE):
                    return True
            if intent.do == Do.SKIP:
                intent = replace(intent, do=Do.ACTIVATE)
        if intent.do == Do.FOCUS_LOST and self.app.settings.curtain_on_focus_loss:
            self._cover()
            return True
        if intent.do == Do.END_TURN:
            self.press_end_turn()
            return True
        acts: dict[Do, Callable[[], None]] = {
            Do.UNDO: self.undo,
            Do.REDO: self.redo,
            Do.LOG: self.sheets.log,
            Do.RULEBOOK: self.sheets.rules,
            Do.RECAP: self.sheets.recap,
            Do.HINT: self.thinking.hint,
            Do.QUICK_SAVE: self.keeping.quick_save,
            Do.QUICK_LOAD: self.sheets.load,
            Do.PAUSE: self.sheets.pause,
        }
        if intent.do in acts:
            acts[intent.do]()
            return True
        if intent.do in (Do.NEXT, Do.PREVIOUS) and self._walk_focus(1 if intent.do == Do.NEXT else -1):
            return True
        return super().handle(intent)

    def _walk_focus(self, by: int) -> bool:
        """Tab: from the focus on to the next thing that can be pressed now to some effect; whether there is any."""
        order = self.ui.focusables()
        here = order.index(self.ui.focus) if self.ui.focus in order else (-1 if by > 0 else 0)
        walk = (order[(here + by * step) % len(order)] for step in range(1, len(order) + 1))
        target = next((widget for widget in walk if widget.enabled and self.is_target(widget)), None)
        if target is None:
            return False
        self.ui.set_focus(target)
        self.ui.show_ring = True
        return True

    def back(self) -> None:
        """Esc at the top level: the pause menu."""
        if self.drawer_open:
            self.drawer_open = False
            self.refresh()
        else:
            self.sheets.pause()

    def press_end_turn(self) -> None:
        action, reason, _ = self.end_turn()
        button = self.ui.find("end_turn")
        if reason is not None or action is None:
            self.ui.refuse(reason or self.not_mine, button)
        else:
            self.act(action, at=button)

    def _cover(self) -> None:
        """Hide what is private until the person says that nobody else looks."""
        if self.viewer is not None and len(self.session.persons()) > 1:
            self._seen[self.person or 0] = len(self.session.entries)
            self.viewer = self.person = None
            self._clear_private()
            self.refresh()
            self._curtain()

    def _cover_when_idle(self) -> None:
        """Hide what is private where somebody is to act, or has a sheet open, and nothing was done for a while."""
        app = self.app
        if not app.settings.curtain_on_focus_loss or app.quiet < IDLE_CURTAIN or self.state.is_terminal():
            return
        if self.person_to_act() is not None or app.manager.top is not self:
            self._cover()

    def update(self, dt: float) -> bool:
        changed = super().update(dt)
        self.keeping.watch_disk()
        self._cover_when_idle()
        if self.app.scale.too_small:
            return changed  # nothing happens that nobody can see
        if self.thinking.poll_hint():
            changed = True
        self.animator.reduced = self.app.settings.reduced_motion
        if self.animator.update(dt):
            changed = True
            if not self.animator.busy:
                self._tell_anew()
        if self.animator.busy or self.app.manager.top is not self:
            return changed
        if self.state.is_terminal():
            if not self._over:
                self._over = True
                self._show_result()
            return changed
        person = self.person_to_act()
        if person is None and self.leads and not self._waiting_step:
            changed = self.thinking.step(dt) or changed
        elif person is not None and self.viewer is None:
            self._curtain()
        elif person is not None and self._hurried:
            self._arrive()
            return True
        return changed

    @property
    def moving(self) -> bool:
        return super().moving or self.animator.moving

    @property
    def waiting(self) -> bool:
        return self.thinking.hinting or (not self.state.is_terminal() and self.person_to_act() is None)

    def _show_result(self) -> None:
        outcome = self.state.outcome()
        assert outcome is not None
        self.app.manager.push(
            ResultScene(
                self.app,
                self.session,
                self.wording,
                outcome,
                again=self._again,
                look_back=self.app.manager.pop,
                to_title=self.leave,
                reckonings=self.reckonings(outcome),
                tie_lines=self.tie_lines(outcome),
                fates=self.fates(outcome),
            )
        )

    def _again(self) -> None:
        from scenes import shell  # the shell makes tables

        shell.play_again(self.app, self.session)

    # ------------------------------------------------------------------------------------------------ the frame

    def rebuild(self) -> None:
        self.still.forget()
        super().rebuild()

    def make_frame(self) -> Frame:
        """Where everything lies in this window; a board with a layout of its own overrides it."""
        return frame_for(self.app.scale, extra_actions=self.action_bar.extra_lines())

    def build(self, ui: Ui) -> None:
        frame = self.make_frame()
        self.frame = frame
        self._version += 1
        self._built_ready = self.ready
        self.action_bar.build(ui, frame)
        self.build_board(ui, frame)
        self.top_bar.build(ui, frame)
        if frame.layout == Layout.SINGLE:
            names = [(tab, self.app.tr(f"table.tab.{tab}")) for tab in ("stage", "left", "right")]
            ui.add(*make_tabs(self.app, "tab", frame.tabs, names, self.tab, self.show_tab, region="top"))

    def _tell_anew(self) -> None:
        """Movements have ended: what can be pressed was not to be told while things moved."""
        if not self._built_ready:
            self.refresh()

    def show_tab(self, tab: str) -> None:
        """In Single: the pane to be seen."""
        self.tab = tab
        self.refresh()

    def toggle_drawer(self) -> None:
        """In Compact: the right rail over the stage, or not."""
        self.drawer_open = not self.drawer_open
        self.refresh()

    def shows(self, pane: str) -> bool:
        """Whether `stage`, `left` or `right` is to be filled in this layout now."""
        if self.frame.layout == Layout.SINGLE:
            return self.tab == pane
        return pane != "right" or self.frame.layout == Layout.FULL or self.drawer_open

    def prompt_line(self) -> str:
        """What the prompt line says: the prompt, or that the table is looked back on."""
        return self.prompt() if self.past is None else self.app.tr("table.looking_back", line=self.past)

    def prompt(self) -> str:
        """What is asked, of whom: one sentence."""
        if self.state.is_terminal():
            return self.app.tr("table.over")
        seat = self.current
        name = self.wording.names[seat]
        if self.session.seats[seat].person is None:
            if self._waiting_step:
                return self.app.tr("table.step")
            if self.thinking.long:
                return self.app.tr("table.weighing", name=name)
            return self.app.tr("table.computer_turn", name=name)
        decision = self.state.decision()
        if decision is None or not self.my_choice:
            return self.app.tr("table.turn_of", name=name)
        return self.app.tr("table.prompt", name=name, question=self.wording.decision(decision))

    def add_log(self, ui: Ui, place: pygame.Rect, region: str = "right") -> ScrollArea:
        """The latest of the log as a scrolling panel, for a board's rail."""
        return self.sheets.add_log(ui, place, region)

    def touch(self) -> None:
        """Something that the still picture shows has changed."""
        self._version += 1
        self.app.invalidate()

    def look_key(self) -> tuple[object, ...]:
        """What the look of any still picture depends on. A board adds what else its own shows."""
        ui = self.ui
        return (
            self._version,
            ui.carried.id if ui.carried is not None else "",
            round(ui.nudge),
            tuple(round(w.offset) for w in ui.widgets if isinstance(w, ScrollArea)),
            self.app.scale.window.size,
        )

    def draw_ground(self, surface: pygame.Surface) -> None:
        super().draw_ground(surface)
        frame = self.frame
        paint = self.app.paint
        paint.panel(surface, frame.actions, "ink", "bar")
        if frame.top.height:
            paint.panel(surface, frame.top, "ink", "top")
