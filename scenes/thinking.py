"""The computer players of a table: asked in their processes, announced, played; their hints and reasons for people."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from game.ai.players import Player, choice_seed
from game.ai.worker import Worker
from game.core.contract import TERMINAL, Choice, State
from scenes import animation
from scenes.widgets import Why
from scenes.widgets.ui import Bubble

if TYPE_CHECKING:
    from scenes.table import TableScene

SHOWN_AFTER = 150.0
"""Milliseconds after which a seat is marked as thinking."""
PLAY_NOW_AFTER = 2000.0
"""Milliseconds after which Play now is offered."""


class Thinker(Protocol):
    """One computer player that does not keep the table waiting: see `game.ai.worker.Worker`."""

    faults: list[str]

    def ask(self, state: State, seed: int) -> None:
        """Take a question."""

    def poll(self, timeout: float = 0) -> Choice | None:
        """The answer, if it has come."""

    def cancel(self) -> None:
        """Forget the question."""

    def close(self) -> None:
        """Nothing more will be asked."""


class Thinking:
    """Who thinks, for how long already, and what came of it."""

    def __init__(self, table: TableScene) -> None:
        self.table = table
        self.make: Callable[[str], Thinker] = lambda level: Worker(table.session.game, level)
        """What thinks for a level: a process of its own."""
        self.workers: dict[str, Thinker] = {}
        """The processes, by level (one at a time chooses)."""
        self.choices: dict[int, Choice] = {}
        """The choices with their reasons, by the number of their log entry."""
        self.announced: Choice | None = None
        """A choice that is about to be played: people get a moment to look at whose move it is."""
        self.elapsed = 0.0
        self._asked: Thinker | None = None
        self._hinting: Thinker | None = None
        self._hint_told: Bubble | None = None
        """The bubble of the last hint: it goes with the question."""
        self._seen = 0
        """How many lines the session had when a question was last put: each further one is a change of the table."""

    # ------------------------------------------------------------------------------------------------ processes

    def open(self) -> None:
        """Start the processes of all computer players, so that they are ready when they are first asked."""
        for plan in self.table.session.seats:
            if plan.person is None:
                self._worker(plan.kind)

    def close(self) -> None:
        """End the processes, with whatever they were asked."""
        self._asked = self._hinting = self.announced = None
        for worker in self.workers.values():
            worker.close()
        self.workers.clear()

    def _worker(self, level: str) -> Thinker:
        if level not in self.workers:
            self.workers[level] = self.make(level)
        return self.workers[level]

    def _seed(self, seat: int) -> int:
        session = self.table.session
        return choice_seed(session.header.seed, seat, len(session.entries) - 1)

    # ------------------------------------------------------------------------------------------------ choosing

    @property
    def asked(self) -> bool:
        """Whether a computer player has been asked and its move is not made yet."""
        return self._asked is not None

    def settle(self) -> None:
        """Forget what was asked about a table that has changed since, whoever changed it: an act of the seat itself or
        out of turn, a step back, another person or level at a seat. `step` asks anew. A hint is asked for anew here,
        if whoever wanted it is still to choose."""
        changes = len(self.table.session.records)
        if changes == self._seen:
            return
        self._seen = changes
        self.forget()
        if self._hint_told is not None and self.table.ui.bubble is self._hint_told:
            self.table.ui.hush()  # it spoke of a question that is answered
        self._hint_told = None
        if self._hinting is not None:
            self.stop_hint()
            if self.table.my_choice:
                self._ask_hint()

    def forget(self) -> None:
        """Nobody is asked for a move, and none is about to be played."""
        if self._asked is not None:
            self._asked.cancel()
        self._asked = self.announced = None
        self.elapsed = 0.0

    def step(self, dt: float) -> bool:
        """Ask, wait, announce, play; whether the screen changed."""
        table = self.table
        self.settle()
        if self.announced is not None:
            self._play(self.announced)
            return True
        seat = table.current
        worker = self._asked
        if worker is None:
            self._asked = worker = self._worker(table.session.seats[seat].kind)
            self.elapsed = 0.0
            worker.ask(table.state, self._seed(seat))
        before = self.elapsed
        self.elapsed += dt
        choice = worker.poll()
        if choice is None and self.elapsed >= table.app.settings.think_seconds * 1000:
            choice = self._quick_choice(worker, seat)
        while worker.faults:
            table.app.notes.append(worker.faults.pop(0).splitlines()[-1])
        if choice is not None:
            self._announce(choice)
            return True
        crossed = any(before < mark <= self.elapsed for mark in (SHOWN_AFTER, PLAY_NOW_AFTER))
        if crossed:
            table.refresh()
        return crossed

    def _announce(self, choice: Choice) -> None:
        """Nothing of the move shows yet. What is none is not announced."""
        if not self.table.announces(choice.action):
            self._play(choice)
            return
        self.announced = choice
        self.table.animate_others(animation.wait(animation.ANNOUNCE))

    @property
    def quick(self) -> str:
        """The level whose move is taken instead of one that takes too long: the weakest, which answers at once."""
        return self.table.session.game.levels[0]

    def _quick_choice(self, worker: Thinker, seat: int) -> Choice:
        worker.cancel()
        return Player(self.table.session.game, self.quick).choose(self.table.state, self._seed(seat))

    def play_now(self) -> None:
        """Do not wait for the computer player any longer."""
        self.settle()
        seat = self.table.current
        if self.announced is not None:
            self._play(self.announced)
        elif seat != TERMINAL and self._asked is not None and self.table.session.seats[seat].person is None:
            self._play(self._quick_choice(self._asked, seat))

    def _play(self, choice: Choice) -> None:
        self.choices[len(self.table.session.entries)] = choice
        self._asked = self.announced = None
        self.table.take_choice(choice)

    @property
    def seat(self) -> int | None:
        """The computer player that is thinking visibly, ``None`` otherwise."""
        return self.table.current if self.asked and self.elapsed >= SHOWN_AFTER else None

    @property
    def long(self) -> bool:
        """Whether it takes so long that people may want it to end."""
        return self.asked and self.elapsed >= PLAY_NOW_AFTER

    # ------------------------------------------------------------------------------------------------ reasons

    def why(self, number: int) -> Why:
        """The reasons of the choice at a log entry, as whoever looks may be told them now."""
        table, choice = self.table, self.choices[number]
        told = table.session.told_reasons(choice, number, table.viewer)
        if choice.reasons and not told:
            return Why(table.app.tr("table.reason_hidden"))
        return Why(" ".join(map(table.wording.reason, told)) or table.app.tr("table.no_reason"))

    def last_choice(self, seat: int | None = None) -> int | None:
        """The log entry of the last choice that stands (of `seat`, if one is named): one that may be told, if any."""
        table = self.table
        entries = table.session.entries
        standing = (n for n, choice in self.choices.items() if n < len(entries) and entries[n].is_choice(choice))
        made = [n for n in standing if seat in (None, entries[n].seat)]
        told = [n for n in made if table.session.told_reasons(self.choices[n], n, table.viewer)]
        return max(told or made, default=None)

    def why_seat(self, seat: int) -> Why | None:
        """What a computer player thought at its last choice."""
        number = self.last_choice(seat)
        return None if number is None else self.why(number)

    def explain_last(self) -> None:
        """Why the last computer player did what it did."""
        table = self.table
        number = self.last_choice()
        widget = table.ui.find("explain")
        why = Why(table.app.tr("table.no_choice")) if number is None else self.why(number)
        table.ui.tell(why, widget)

    # ------------------------------------------------------------------------------------------------ hints

    @property
    def hinting(self) -> bool:
        """Whether a hint is being thought about."""
        return self._hinting is not None

    def hint(self) -> None:
        """Ask a computer player what it would do here; the answer comes when it has thought."""
        table = self.table
        widget = table.ui.find("hint")
        if not table.app.settings.hints:
            table.ui.tell(Why(table.app.tr("table.hints_off")), widget)
        elif not table.my_choice:
            table.ui.refuse(table.not_mine, widget)
        elif self._hinting is None:
            self.settle()
            self._ask_hint()
            table.ui.tell(Why(table.app.tr("table.hint_thinking")), widget)
            self._hint_told = table.ui.bubble

    def _ask_hint(self) -> None:
        """Ask for the hint about the table as it is now."""
        self._hinting = self._worker(self.table.hint_level)
        self._hinting.ask(self.table.state, self._seed(self.table.state.current_player()))

    def stop_hint(self) -> None:
        """The hint is no longer wanted."""
        if self._hinting is not None:
            self._hinting.cancel()
            self._hinting = None

    def poll_hint(self) -> bool:
        """Show the hint if it has come; whether it has."""
        self.settle()
        choice = self._hinting.poll() if self._hinting is not None else None
        if choice is None:
            return False
        self._hinting = None
        table = self.table
        target, part = table.next_part(choice.action)
        if target is not None and not target.enabled:
            target = None  # nobody could press it
        values = {"action": table.act_words(choice.action), "part": part}
        values["reasons"] = " ".join(table.wording.reason(reason) for reason in choice.reasons[:2])
        if target is not None:
            table.ui.set_focus(target)
            table.ui.show_ring = True
        words = table.app.tr("table.hint_part" if part else "table.hint_says", **values)
        table.ui.tell(Why(words), target or table.ui.find("hint"))
        self._hint_told = table.ui.bubble
        return True
