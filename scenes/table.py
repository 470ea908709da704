"""What every board has in common: one session on the screen.

`TableScene` moves the game along: it asks the rules before a press, plays what happened, lets computer players think in
their processes, hides what the next person must not see, and offers undo, log, pause and result. A board adds its own
widgets in `build_board` and its movements in `animate`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from time import strftime

import pygame

from game.ai.players import Player, choice_seed
from game.ai.worker import Worker
from game.core import saves
from game.core.contract import TERMINAL, Action, Choice, Event, Outcome, Refusal, State
from game.core.journal import SaveError
from game.core.session import Closed, Entry, Session
from game.core.wording import Wording
from scenes import animation, theme
from scenes.animation import Animator
from scenes.app import App
from scenes.curtain import LINES, Curtain
from scenes.dialogs import Message, Question
from scenes.frame import Frame, frame_for
from scenes.input import POINTER, Do, Intent
from scenes.log import LATEST, LogSheet, entry_lines, fill_log
from scenes.pause import PauseMenu
from scenes.result import Reckoning, ResultScene
from scenes.rules import open_clause
from scenes.scale import Layout
from scenes.screen import Screen
from scenes.widgets import Button, Drawn, IconButton, Label, ScrollArea, Ui, Why, Widget, make_tabs

THINKING_SHOWN = 150.0
PLAY_NOW_SHOWN = 2000.0
IDLE_CURTAIN = 60_000.0
_QUIET = (POINTER - {Do.PRESS}) | {Do.FOCUS_LOST, Do.FOCUS_GAINED}
"""What is no answer to a step mode that waits, and ends no movement."""
_SPEEDS = (0.5, 1.0, 2.0, 4.0, 0.0)


@dataclass(frozen=True)
class BarAction:
    """One place in the action bar. Its id, word and place never change; `reason` dims it."""

    id: str
    word: str
    act: Callable[[], None]
    icon: str = ""
    reason: Why | None = None
    kind: str = "plain"
    on: bool = False
    tooltip: str = ""


class TableScene(Screen):
    """One table. Boards subclass it: `build_board`, `bar_actions`, `end_turn`, `phases`, `animate`.

    `viewer` is the seat whose private things may be on the screen now, ``None`` for nobody's. Every widget of a board
    is built from `session.state.observation(viewer)` (or from what is public), so that nothing else can show.
    """

    name = "table"
    backdrop = "table"
    has_drawer = True
    """Whether the right rail is a drawer in Compact."""

    def __init__(self, app: App, session: Session, leave: Callable[[], None]) -> None:
        super().__init__(app)
        self.session = session
        self.leave = leave
        self.wording = Wording(session.game, app.strings, self._names())
        self.viewer: int | None = None
        self.person: int | None = None
        self.animator = Animator()
        self.tab = "stage"
        self.drawer_open = False
        self.choices: dict[int, Choice] = {}
        """The computer players' choices with their reasons, by the number of their log entry."""
        self._workers: dict[str, Worker] = {}
        self._thinking = 0.0
        self._asked = False
        self._announced: Choice | None = None
        self._seen: dict[int, int] = {}
        self._idle = 0.0
        self._over = False
        self._disk_fails = False
        self._waiting_step = False
        self._hurried = False
        self._others_move = False
        self.forced: dict[int, Action] = {}
        """Steps that were taken by themselves, by the number of their log entry."""
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

    # ------------------------------------------------------------------------------------------------ the game

    @property
    def state(self) -> State:
        return self.session.state

    @property
    def current(self) -> int:
        """The seat that must choose, `TERMINAL` at the end."""
        return self.session.state.current_player()

    def person_to_act(self) -> int | None:
        """The person who leads `current`; ``None`` for a computer's move and at the end."""
        seat = self.current
        return None if seat == TERMINAL else self.session.seats[seat].person

    @property
    def my_choice(self) -> bool:
        """Whether the person who looks at the screen is the one who must choose."""
        return self.viewer is not None and self.current == self.viewer

    def why_not(self, action: Action) -> Why | None:
        """Why the rules refuse `action`, in words; ``None`` if they do not."""
        refusal = self.state.refusal(action)
        return self.as_why(refusal) if refusal is not None else None

    def as_why(self, refusal: Refusal) -> Why:
        return Why(self.wording.text(refusal.key, refusal.values), refusal.clause)

    def act(self, *actions: Action, at: Widget | None = None) -> bool:
        """One press of the person: carry out these actions in order as one group. A refused one is answered with its
        reason beside `at`. Returns whether all were carried out."""
        if not self.my_choice:
            self.ui.refuse(Why(self.app.tr("table.not_your_choice")), at)
            return False
        self.animator.finish()
        group = self.session.next_group()
        for action in actions:
            refusal = self.state.refusal(action)
            if refusal is not None:
                self.ui.refuse(self.as_why(refusal), at)
                return False
            self._apply(action, group, mine=True)
        self._settle()
        return True

    def _apply(self, action: Action, group: int | None, *, mine: bool) -> None:
        self.before = {widget.id: widget.box for widget in self.ui.all()}
        viewer = self.viewer
        events = self.carry_out(action, group)
        self._look_at_who_chooses()
        self.refresh()
        self.animator.speed = self.app.settings.my_speed if mine else self.others_speed
        self.animator.reduced = self.app.settings.reduced_motion
        self._others_move = not mine
        seen = viewer if mine else self.viewer
        self.animate([event.seen_by(seen) for event in events], self.session.entries[-1])

    def carry_out(self, action: Action, group: int | None) -> list[Event]:
        """Let the session take an action in. A board may add what people rolled for it."""
        return self.session.apply(action, group=group)

    def take_forced(self, questions: Collection[str]) -> bool:
        """Take a step that leaves no choice, if the person wants that and one of `questions` is asked; whether one was
        taken. It belongs to the press before it, so that undo takes both."""
        decision = self.state.decision()
        if not (self.app.settings.auto_forced and self.my_choice) or decision is None or decision.name not in questions:
            return False
        actions = self.state.legal_actions()
        if len(actions) != 1 or self.session.can_redo():
            return False
        last = self.session.entries[-1]
        same_press = last.person is not None and last.seat == self.viewer
        self.forced[len(self.session.entries)] = actions[0]
        self._apply(actions[0], last.group if same_press else self.session.next_group(), mine=True)
        self._settle()
        return True

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

    def _seats_of(self, person: int) -> list[int]:
        return [seat for seat, plan in enumerate(self.session.seats) if plan.person == person]

    def _settle(self) -> None:
        """See who comes next: a person behind a curtain, a computer player, or the end."""
        self._asked = False
        self._thinking = 0.0
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
        lines = self.recap_lines(person)[-LINES:]
        seat = self.current
        self.app.manager.push(Curtain(self.app, seat, self.wording.names[seat], lines, partial(self._lift, person)))

    def _lift(self, person: int) -> None:
        self.person = person
        self._idle = 0.0
        self._hurried = False  # the curtain has told what happened
        self._look_at_who_chooses()
        self.refresh()

    def missed(self, person: int) -> list[Entry]:
        """The public log since `person` last looked."""
        first = self._seen.get(person)
        if first is None:
            own = [entry.number for entry in self.session.entries if entry.person == person]
            first = own[-1] + 1 if own else 0
        return [entry for entry in self.session.log(None) if entry.number >= first]

    def recap_lines(self, person: int) -> list[str]:
        """What happened in public since `person` last looked. A board may leave out what matters less."""
        return [text for entry in self.missed(person) for text, _ in entry_lines(self.wording, entry)]

    # -------------------------------------------------------------------------------------------- computer players

    def _worker(self, level: str) -> Worker:
        """The process that thinks for the seats of a level (one at a time chooses)."""
        if level not in self._workers:
            self._workers[level] = Worker(self.session.game, level)
        return self._workers[level]

    def _let_computer_choose(self, dt: float) -> bool:
        """Ask, wait, play; whether the screen changed."""
        seat = self.current
        level = self.session.seats[seat].kind
        if self._announced is not None:
            self._play_choice(self._announced)
            return True
        worker = self._worker(level)
        if not self._asked:
            self._asked = True
            self._thinking = 0.0
            worker.ask(self.state, self._choice_seed(seat))
        before = self._thinking
        self._thinking += dt
        choice = worker.poll()
        if choice is None and self._thinking >= self.app.settings.think_seconds * 1000:
            choice = self._quick_choice(worker, seat)
        while worker.faults:
            self.app.notes.append(worker.faults.pop(0).splitlines()[-1])
        if choice is not None:
            self._announce(choice)
            return True
        marks = (THINKING_SHOWN, PLAY_NOW_SHOWN)
        crossed = any(before < mark <= self._thinking for mark in marks)
        if crossed:
            self.refresh()
        return crossed

    def _announce(self, choice: Choice) -> None:
        """Give people a moment to look at whose move it is, then play it. Nothing of the move shows yet."""
        self._announced = choice
        self.animator.speed = self.others_speed
        self._others_move = True
        self.animator.play(animation.wait(animation.ANNOUNCE))

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
            self.show_recap()

    def _choice_seed(self, seat: int) -> int:
        return choice_seed(self.session.header.seed, seat, len(self.session.entries) - 1)

    def _quick_choice(self, worker: Worker, seat: int) -> Choice:
        """The move of the weakest level, at once."""
        worker.cancel()
        return Player(self.session.game, self.session.game.levels[0]).choose(self.state, self._choice_seed(seat))

    def play_now(self) -> None:
        """Do not wait for the computer player any longer."""
        seat = self.current
        if self._announced is not None:
            self._play_choice(self._announced)
        elif seat != TERMINAL and self._asked and self.session.seats[seat].person is None:
            self._play_choice(self._quick_choice(self._worker(self.session.seats[seat].kind), seat))

    def _play_choice(self, choice: Choice) -> None:
        self.choices[len(self.session.entries)] = choice
        self._asked = False
        self._announced = None
        self._apply(choice.action, None, mine=False)
        self.animator.play(animation.wait(animation.HOLD))
        self._waiting_step = self.app.settings.step_mode and self.others_speed != animation.INSTANT
        self._settle()

    @property
    def thinking_seat(self) -> int | None:
        """The computer player that is thinking visibly, ``None`` otherwise."""
        return self.current if self._asked and self._thinking >= THINKING_SHOWN else None

    # ------------------------------------------------------------------------------------------------ undo, redo

    def undo(self) -> None:
        """Take the last press back, or say why that is closed."""
        if not self.my_choice:
            self.ui.refuse(Why(self.app.tr("table.not_your_choice")), self.ui.find("undo"))
            return
        self.animator.finish()
        label = self.session.undo()
        if isinstance(label, Closed):
            self.ui.refuse(self._closed_why(label), self.ui.find("undo"))
            return
        self.app.audio.play("paper", caption=False)
        self._look_at_who_chooses()
        self._settle()

    def redo(self) -> None:
        """Do again what was taken back, with the same dice."""
        if not self.my_choice or not self.session.can_redo():
            self.ui.refuse(Why(self.app.tr("table.no_redo")), self.ui.find("undo"))
            return
        self.animator.finish()
        self.session.redo()
        self._look_at_who_chooses()
        self._settle()

    def _closed_why(self, closed: Closed) -> Why:
        clause = ""
        if closed.event is not None:
            clause = closed.event.clauses[0]
        return Why(self.app.tr(f"undo.{closed.reason}"), clause)

    def undo_word(self) -> tuple[str, Why | None]:
        """What the Undo button says, and why it is dim."""
        label = self.session.undo_label()
        if isinstance(label, Closed):
            return self.app.tr("table.undo"), self._closed_why(label)
        if not self.my_choice:
            return self.app.tr("table.undo"), Why(self.app.tr("table.not_your_choice"))
        return self.app.tr("table.undo_of", what=self.wording.action(label[0])), None

    def undo_detail(self) -> str:
        """What stands below the word on the Undo button: what it takes back, or why it is closed."""
        label = self.session.undo_label()
        if not self.my_choice:
            return ""
        if isinstance(label, Closed):
            return self._closed_why(label).text
        return self.wording.action(label[0])

    # ------------------------------------------------------------------------------------------------ sheets

    def open_log(self) -> None:
        self.app.manager.push(LogSheet(self.app, self.wording, lambda: self.session.log(self.viewer), self.forced))

    def open_rules(self) -> None:
        """The clause that matters now."""
        decision = self.state.decision()
        if decision is not None and decision.clauses:
            open_clause(self.app, decision.clauses[0])

    def show_recap(self) -> None:
        """What happened since the person last acted."""
        person = self.person if self.person is not None else next(iter(self.session.persons()), 0)
        lines = self.recap_lines(person) or [self.app.tr("table.nothing_happened")]
        self.app.manager.push(
            Message(self.app, self.app.tr("curtain.meanwhile"), [(theme.BODY, line) for line in lines[-30:]])
        )

    def pause_menu(self) -> None:
        app = self.app
        from scenes.settings_screen import SettingsScreen  # the settings show samples of what tables are made of

        app.manager.push(
            PauseMenu(
                app,
                [
                    ("save", app.tr("pause.save"), "save", self.quick_save),
                    ("log", app.tr("log.title"), "scroll-unfurled", self.open_log),
                    ("rules", app.tr("pause.rules"), "rule-book", self.open_rules),
                    ("settings", app.tr("settings.title"), "cog", lambda: app.manager.push(SettingsScreen(app))),
                    ("title", app.tr("pause.title_screen"), "exit-door", self.leave),
                ],
            )
        )

    def quick_save(self) -> None:
        """Write a save beside the journal; the running game is kept by its journal anyway."""
        if self.app.folder is None:
            self.ui.tell(Why(self.app.tr("table.no_folder")))
            return
        folder = self.app.folder / "games"
        path = Path(
            folder / f"{self.session.header.id or self.session.game.id}-{strftime('%Y%m%d-%H%M%S')}{saves.SAVE}"
        )
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self.session.save_as(path)
        except SaveError as error:
            self.ui.tell(Why(save_fault(self.app, error)))
            return
        except OSError as error:
            self.ui.tell(Why(self.app.tr("save.unwritable", file=path.name, found=error.strerror or "")))
            return
        self.ui.tell(Why(self.app.tr("table.saved", file=path.name)))

    def open_load(self) -> None:
        """The list of kept games; this one stays in it."""
        from scenes.load import LoadScene  # opens tables

        self.app.manager.push(LoadScene(self.app))

    def explain_computer(self, entry: int) -> None:
        """Why a computer player did what it did."""
        choice = self.choices.get(entry)
        if choice is None:
            return
        lines = [(theme.BODY, self.wording.reason(reason)) for reason in choice.reasons]
        self.app.manager.push(Message(self.app, self.wording.action(choice.action), lines))

    # ------------------------------------------------------------------------------------------------ the loop

    def enter(self) -> None:
        for plan in self.session.seats:
            if plan.person is None:
                self._worker(plan.kind)
        self._look_at_who_chooses()
        super().enter()
        drone = f"drone_{self.session.game.id}"
        self.app.audio.music(drone if drone in self.app.audio.names() else "drone")
        self._settle()
        for notice in self.session.notices:
            self.ui.tell(Why(self.wording.reason(notice)))

    def exit(self) -> None:
        for worker in self._workers.values():
            worker.close()
        self._workers.clear()
        self.session.close()

    def handle(self, intent: Intent) -> bool:
        if intent.do not in _QUIET:
            self._idle = 0.0
            if intent.do == Do.FASTER:
                self.hurry()
                return True
            if self.animator.busy:
                self.animator.finish()
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
            self._end_turn()
            return True
        acts: dict[Do, Callable[[], None]] = {
            Do.UNDO: self.undo,
            Do.REDO: self.redo,
            Do.LOG: self.open_log,
            Do.RULEBOOK: self.open_rules,
            Do.RECAP: self.show_recap,
            Do.QUICK_SAVE: self.quick_save,
            Do.QUICK_LOAD: self.open_load,
            Do.PAUSE: self.pause_menu,
        }
        if intent.do in acts:
            acts[intent.do]()
            return True
        return super().handle(intent)

    def back(self) -> None:
        """Esc at the top level: the pause menu."""
        if self.drawer_open:
            self.drawer_open = False
            self.refresh()
        else:
            self.pause_menu()

    def _end_turn(self) -> None:
        action, reason, _ = self.end_turn()
        button = self.ui.find("end_turn")
        if reason is not None or action is None:
            self.ui.refuse(reason or Why(self.app.tr("table.not_your_choice")), button)
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

    def update(self, dt: float) -> bool:
        changed = super().update(dt)
        self._watch_disk()
        self.animator.reduced = self.app.settings.reduced_motion
        if self.animator.update(dt):
            changed = True
        if self.animator.busy or self.app.manager.top is not self:
            return changed
        if self.state.is_terminal():
            if not self._over:
                self._over = True
                self._show_result()
            return changed
        person = self.person_to_act()
        if person is None and not self._waiting_step:
            changed = self._let_computer_choose(dt) or changed
        elif person is not None and self.viewer is None:
            self._curtain()
        elif person is not None and self._hurried:
            self._arrive()
            return True
        elif person is not None and self.app.settings.curtain_on_focus_loss:
            self._idle += dt
            if self._idle >= IDLE_CURTAIN:
                self._idle = 0.0
                self._cover()
        return changed

    def _watch_disk(self) -> None:
        """Say once when the disk refuses the journal, and once when it takes it again."""
        problem = self.session.problem
        if (problem is None) != self._disk_fails:
            return
        self._disk_fails = problem is not None
        if problem is not None:
            self.ui.tell(Why(self.app.tr("table.disk", found=problem.strerror or str(problem))))
        else:
            self.ui.tell(Why(self.app.tr("table.disk_good")))

    @property
    def moving(self) -> bool:
        return super().moving or self.animator.busy

    @property
    def waiting(self) -> bool:
        return not self.state.is_terminal() and self.person_to_act() is None

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
            )
        )

    def _again(self) -> None:
        from scenes import shell  # the shell makes tables

        shell.play_again(self.app, self.session)

    # ------------------------------------------------------------------------------------------------ the frame

    def _names(self) -> list[str]:
        """A name for every seat: the person's, or the level and number."""
        names = []
        for seat, plan in enumerate(self.session.seats):
            names.append(plan.name or self.app.tr(f"seats.default.{plan.kind}", number=seat + 1))
        return names

    def rebuild(self) -> None:
        self.wording = Wording(self.session.game, self.app.strings, self._names())
        super().rebuild()

    def make_frame(self) -> Frame:
        """Where everything lies in this window; a board with a layout of its own overrides it."""
        return frame_for(self.app.scale, extra_actions=self._extra_lines())

    def build(self, ui: Ui) -> None:
        frame = self.make_frame()
        self.frame = frame
        self._build_actions(ui, frame)
        self.build_board(ui, frame)
        self._build_top(ui, frame)
        if frame.layout == Layout.SINGLE:
            names = [(tab, self.app.tr(f"table.tab.{tab}")) for tab in ("stage", "left", "right")]
            ui.add(*make_tabs(self.app, "tab", frame.tabs, names, self.tab, self.show_tab, region="top"))

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

    def prompt(self) -> str:
        """What is asked, of whom: one sentence."""
        if self.state.is_terminal():
            return self.app.tr("table.over")
        seat = self.current
        name = self.wording.names[seat]
        if self.session.seats[seat].person is None:
            if self._waiting_step:
                return self.app.tr("table.step")
            if self._thinking >= PLAY_NOW_SHOWN:
                return self.app.tr("table.weighing", name=name)
            return self.app.tr("table.computer_turn", name=name)
        decision = self.state.decision()
        if decision is None or not self.my_choice:
            return self.app.tr("table.turn_of", name=name)
        return self.app.tr("table.prompt", name=name, question=self.wording.decision(decision))

    def _extra_lines(self) -> float:
        """The height, in units, of the prompt's lines beyond the first: the bar grows by it."""
        scale = self.app.scale
        style = theme.BODY_BOLD.sized(20)
        high = self.app.text.measure(self.prompt(), style, scale.width - 2 * scale.px(16))[1]
        return (high - self.app.text.line_height(style)) / scale.u

    def _build_actions(self, ui: Ui, frame: Frame) -> None:
        """Prompt line, Undo left, the acts in the middle, End turn right."""
        app, scale = self.app, self.app.scale
        bar = frame.actions
        pad = scale.px(16)
        prompt = self.prompt()
        inside = bar.inflate(-2 * pad, -2 * scale.px(10))
        high = app.text.measure(prompt, theme.BODY_BOLD.sized(20), inside.width)[1]
        ui.add(
            Label(
                app, "prompt", pygame.Rect(inside.left, inside.top, inside.width, high), prompt,
                theme.BODY_BOLD.sized(20), theme.BONE, region="prompt", must_fit=False, tooltip=prompt,
            )
        )  # fmt: skip
        row = pygame.Rect(inside.left, inside.top + high + scale.px(8), inside.width, 0)
        row.height = inside.bottom - row.top
        word, reason = self.undo_word()
        undo_width = min(scale.px(260), row.width // 6)
        undo = pygame.Rect(row.left, row.top, undo_width, row.height)
        ui.add(
            Button(
                app, "undo", undo, app.tr("table.undo"), self.undo, icon="return-arrow", reason=reason,
                region="actions", tooltip=word, text=word, detail=self.undo_detail(),
            )
        )  # fmt: skip
        end_width = min(scale.px(300), row.width // 6)
        action, why, undone = self.end_turn()
        end = pygame.Rect(row.right - end_width, row.top, end_width, row.height)
        if action is None and why is None:
            why = Why(app.tr("table.not_your_choice"))
        ui.add(
            Button(
                app, "end_turn", end, app.tr("table.end_turn"), self._end_turn, kind="primary", reason=why,
                detail=undone, region="actions", tooltip=undone,
            )
        )  # fmt: skip
        self._build_row(ui, pygame.Rect(undo.right + pad, row.top, end.left - undo.right - 2 * pad, row.height))

    def _build_row(self, ui: Ui, row: pygame.Rect) -> None:
        """The acts side by side, in a scrolling row where they do not fit."""
        app, scale = self.app, self.app.scale
        acts = list(self.bar_actions())
        if self._asked and self._thinking >= PLAY_NOW_SHOWN:
            acts.append(BarAction("play_now", app.tr("table.play_now"), self.play_now, icon="next-button"))
        if not acts:
            return
        gap = scale.px(10)
        width = min(scale.px(280), (row.width - gap * (len(acts) - 1)) // len(acts))
        total = width * len(acts) + gap * (len(acts) - 1)
        x = row.centerx - total // 2
        for one in acts:
            ui.add(
                Button(
                    app, one.id, pygame.Rect(x, row.top, width, row.height), one.word, one.act,
                    icon=one.icon if width > scale.px(150) else "", kind=one.kind, on=one.on, reason=one.reason,
                    region="actions", tooltip=one.tooltip,
                )
            )  # fmt: skip
            x += width + gap

    def _build_top(self, ui: Ui, frame: Frame) -> None:
        """Menu, phases, seats in order, and the small switches."""
        app, scale = self.app, self.app.scale
        bar = frame.top
        if bar.height <= 0:
            return
        side = min(bar.height - scale.px(8), scale.px(48))
        top = bar.centery - side // 2
        gap = scale.px(8)
        x = bar.left + gap
        ui.add(
            IconButton(
                app, "menu", pygame.Rect(x, top, side, side), "hamburger-menu", app.tr("pause.title"),
                self.pause_menu, region="top",
            )
        )  # fmt: skip
        x += side + gap
        right = bar.right - gap
        muted = app.settings.mute
        switches: list[tuple[str, str, str, Callable[[], None]]] = [
            ("open_log", "scroll-unfurled", app.tr("log.title"), self.open_log),
            ("open_rules", "rule-book", app.tr("pause.rules"), self.open_rules),
            (
                "mute",
                "sound-off" if muted else "sound-on",
                app.tr("top.unmute" if muted else "top.mute"),
                lambda: app.handle(Intent(Do.MUTE)),
            ),
            ("speed", "fast-forward-button", self._speed_word(), self._next_speed),
        ]
        if frame.layout == Layout.COMPACT and self.has_drawer:
            switches.insert(0, ("drawer", "expand", app.tr("table.drawer"), self.toggle_drawer))
        for id, icon, word, act in switches:
            right -= side
            ui.add(IconButton(app, id, pygame.Rect(right, top, side, side), icon, word, act, region="top"))
            right -= gap
        self._build_seats(ui, pygame.Rect(x, bar.top, right - x, bar.height))

    def _speed_word(self) -> str:
        from scenes.settings import speed_name

        return self.app.tr("top.speed", speed=f"@settings.others_speed.{speed_name(self.app.settings.others_speed)}")

    def _next_speed(self) -> None:
        speeds = list(_SPEEDS)
        index = speeds.index(self.app.settings.others_speed) if self.app.settings.others_speed in speeds else 1
        self.app.set_setting("others_speed", speeds[(index + 1) % len(speeds)])
        self.refresh()

    def _build_seats(self, ui: Ui, place: pygame.Rect) -> None:
        """The phase strip, then the seats in order; who must choose stands out."""
        app, scale = self.app, self.app.scale
        phases = list(self.phases())
        if phases and self.frame.layout != Layout.SINGLE:
            width = min(place.width // 2, sum(app.text.measure(w, theme.LABEL)[0] + scale.px(28) for w, _ in phases))
            strip = pygame.Rect(place.left, place.top, width, place.height)
            text = ", ".join(word for word, now in phases if now)
            ui.add(Drawn(app, "phases", strip, lambda s, w: self._draw_phases(s, w, phases), text=text, region="top"))
            place = pygame.Rect(
                strip.right + scale.px(16), place.top, place.right - strip.right - scale.px(16), place.height
            )
        seats = self.session.seats
        each = max(1, place.width // max(1, len(seats)))
        for seat in range(len(seats)):
            box = pygame.Rect(place.left + seat * each, place.top, min(each, scale.px(220)), place.height)
            ui.add(
                Drawn(
                    app, f"top.seat.{seat}", box, partial(self._draw_seat, seat=seat), text=self._seat_text(seat),
                    tooltip=self._seat_text(seat), region="top",
                )
            )  # fmt: skip

    def _seat_text(self, seat: int) -> str:
        plan = self.session.seats[seat]
        if self.thinking_seat == seat:
            role = "thinking"
        elif plan.person is None:
            role = "computer"
        else:
            role = "you" if plan.person == self.person and self.viewer is not None else "person"
        return self.app.tr(f"top.seat.{role}", name=self.wording.names[seat])

    def _draw_phases(self, surface: pygame.Surface, widget: Widget, phases: Sequence[tuple[str, bool]]) -> None:
        """The phases side by side, each as wide as its word asks for; where they do not fit, only the present one."""
        scale, box, text = self.app.scale, widget.box, self.app.text
        gap = scale.px(24)
        style = theme.LABEL
        least = 13 / (scale.u * scale.text_factor)
        while style.size > least and sum(text.measure(word, style)[0] + gap for word, _ in phases) > box.width:
            style = style.sized(style.size - 0.5)
        shown = list(phases)
        if sum(text.measure(word, style)[0] + gap for word, _ in phases) > box.width:
            shown = [(word, now) for word, now in phases if now] or shown[:1]
            style = text.fitting(shown[0][0], theme.LABEL, box.width - gap, least)
        spare = (box.width - sum(text.measure(word, style)[0] + gap for word, _ in shown)) // len(shown)
        x = box.left
        for word, now in shown:
            place = pygame.Rect(x, box.top, text.measure(word, style)[0] + gap + spare, box.height)
            colour = theme.CANDLE if now else theme.FAINT_ON_DARK
            text.draw(surface, word, place, style, colour, align="center", valign="middle", wrap=False)
            if now:
                wide = place.width - scale.px(16)
                surface.fill(theme.CANDLE, (place.left + scale.px(8), place.bottom - scale.px(8), wide, scale.px(4)))
            x = place.right

    def _draw_seat(self, surface: pygame.Surface, widget: Widget, *, seat: int) -> None:
        scale, box = self.app.scale, widget.box
        side = min(scale.px(36), box.height - scale.px(8))
        now = seat == self.current
        if now:
            line = pygame.Rect(box.left, box.bottom - scale.px(8), box.width - scale.px(8), scale.px(4))
            surface.fill(theme.CANDLE, line)
        self.app.paint.seat_mark(surface, (box.left + side // 2, box.centery), side, seat)
        place = pygame.Rect(box.left + side + scale.px(8), box.top, box.width - side - scale.px(16), box.height)
        if place.width < scale.px(40):
            return
        name = (
            self.app.tr("top.thinking", name=self.wording.names[seat])
            if self.thinking_seat == seat
            else self.wording.names[seat]
        )
        style = theme.LABEL_BOLD if now else theme.LABEL
        self.app.text.draw(surface, name, place, style, theme.BONE, valign="middle", wrap=False, must_fit=False)

    def add_log(self, ui: Ui, place: pygame.Rect, *, paper: bool = False, region: str = "right") -> ScrollArea:
        """The latest of the log as a scrolling panel, for a board's rail."""
        area = ScrollArea(self.app, "log", place, region=region, paper=paper, stick=True)
        fill_log(self.app, area, self.wording, self.session.log(self.viewer)[-LATEST:], self.forced, paper=paper)
        for child in area.children:
            child.region = region
        ui.add(area)
        return area

    def ask(self, title: str, text: str, answers: Sequence[tuple[str, str, Callable[[], None]]]) -> None:
        """A question over the table (for what undo cannot take back)."""
        self.app.manager.push(Question(self.app, title, text, answers))

    def draw_ground(self, surface: pygame.Surface) -> None:
        super().draw_ground(surface)
        frame = self.frame
        paint = self.app.paint
        paint.panel(surface, frame.actions, "ink", "bar")
        if frame.top.height:
            paint.panel(surface, frame.top, "ink", "top")


def save_fault(app: App, error: SaveError) -> str:
    """What is wrong with a file and what can be done, in words."""
    plain = f"{error.key}.plain"  # without what only a technician reads
    said = plain if app.strings.has(plain) else error.key
    return f"{app.tr(said, error.values)} {app.tr(error.cure_key, error.values)}"
