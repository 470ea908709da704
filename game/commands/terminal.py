"""A table in the terminal: numbered choices or typed actions for people, workers for the computer's seats.

Every accepted action is in the journal before it is shown, so the program may be killed at any moment. Between two
people the screen is cleared and the keyboard handed over.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import IO, Any

import msgspec

from game.ai.players import choice_seed
from game.ai.worker import Worker
from game.commands.common import LEAVING
from game.core.chance import NeedRoll, face_of
from game.core.contract import Action, Choice, Event, IllegalAction, State
from game.core.journal import refusal_kind
from game.core.numbers import is_digits, shortened, whole_number
from game.core.rules_text import load_rules
from game.core.session import HUMAN, Closed, Session
from game.core.strings import Strings
from game.core.text import ActionTextError, action_text, parse_action
from game.core.wording import Wording

_CLEAR = "\x1b[2J\x1b[3J\x1b[H"  # the screen, what was scrolled off it, the cursor home
_RECAP = 12  # lines of what happened meanwhile that are shown after the hand-over


class Leave(Exception):
    """The person at the keyboard has had enough."""


class Terminal:
    """One table, played through two text streams."""

    def __init__(self, session: Session, strings: Strings, source: IO[str], target: IO[str]) -> None:
        self.session = session
        self.wording = Wording(session.game, strings, [_name(session, seat) for seat in range(len(session.seats))])
        self._source, self._target = source, target
        self._workers: dict[int, Worker] = {}
        self._choices: dict[int, Choice] = {}  # the computer's choices by the number of their log entry
        self._person: int | None = None  # who sits at the keyboard
        self._read = len(session.entries)  # log entries that were shown
        self._table_shown = False
        self._told = 0  # notices that were told
        self._left = False  # whether the person went before the game was over
        self._disk_fails = False  # whether it was told that the game is not written down

    def play(self) -> None:
        """Play until the game is over or the person leaves (``quit``, end of input)."""
        session = self.session
        if session.path is not None:
            self._say("terminal.kept", file=str(session.path))
        self._tell_notices()
        if self._read == 1:
            self._show(session.entries[0].events)
        for seat, plan in enumerate(session.seats):
            if plan.kind != HUMAN:
                self._workers[seat] = Worker(session.game, plan.kind)
        try:
            while not session.state.is_terminal():
                seat = session.state.current_player()
                if session.seats[seat].kind == HUMAN:
                    self._person_acts(seat)
                else:
                    self._computer_acts(seat)
            outcome = session.state.outcome()
            assert outcome is not None
            self._print("", *self.wording.outcome(outcome))
        except Leave:
            self._left = True

    def _tell_notices(self) -> None:
        """What has become known about the table's file and was not told yet, and whether the disk takes it."""
        notices = self.session.notices[self._told :]
        self._told += len(notices)
        for notice in notices:
            self._print(self.wording.reason(notice))
        problem = self.session.problem
        if (problem is not None) == self._disk_fails:
            return
        self._disk_fails = problem is not None
        if problem is None:
            self._say("table.disk_good")
        else:
            cure = self.wording.text(f"save.unwritable.{refusal_kind(problem)}", {})
            self._print(f"{self.wording.text('table.disk', {'found': problem.strerror or str(problem)})} {cure}")

    def close(self) -> None:
        """End the workers and let the journal go."""
        for worker in self._workers.values():
            worker.close()
        self.session.close()
        self._tell_notices()
        if self._left:
            self._say("terminal.left" if self.session.problem is None else "terminal.left_unkept")

    # ------------------------------------------------------------------------------------------------- computers

    def _computer_acts(self, seat: int) -> None:
        session, worker = self.session, self._workers[seat]
        number = len(session.entries)
        worker.ask(session.state, choice_seed(session.header.seed, seat, number - 1))
        choice = worker.wait()
        while worker.faults:
            fault = worker.faults.pop(0).splitlines()[-1]
            self._say("terminal.worker_fault", name=self.wording.names[seat], fault=fault)
        self._choices[number] = choice
        self._apply([choice.action])

    def _why(self) -> None:
        """The reasons of the computer's last move that offered a choice. Not what else it had thought of: that may be
        cards which nobody else is to know."""
        entries = self.session.entries
        made = {n: choice for n, choice in self._choices.items() if n < len(entries) and entries[n].is_choice(choice)}
        viewer = self._viewer(self.session.state.current_player())
        told = {number: self.session.told_reasons(choice, number, viewer) for number, choice in made.items()}
        there = [number for number in made if told[number]]
        if not there:
            self._say("terminal.reason_hidden" if made else "terminal.no_reason")
            return
        number = max(there, key=lambda number: (len(made[number].candidates) > 1, number))
        entry = entries[number]
        assert entry.seat is not None
        self._say("terminal.why", name=self.wording.names[entry.seat], action=self.wording.done(entry))
        for reason in told[number]:
            self._print(f"  {self.wording.reason(reason)}")

    # ---------------------------------------------------------------------------------------------------- people

    def _person_acts(self, seat: int) -> None:
        """Ask the person who leads ``seat`` until something was done."""
        self._hand_over(seat)
        entries = len(self.session.entries)
        if not self._table_shown or self.session.entries[-1].seat != seat:
            self._show_table(seat)
            self._table_shown = True
        actions = self._show_question(seat)
        while len(self.session.entries) == entries:
            if self._answer(self._ask("> "), actions, seat):
                return

    def _answer(self, line: str, actions: Sequence[Action], seat: int) -> bool:
        """Carry out what was typed. True: the question is to be shown again."""
        word, _, rest = line.strip().partition(" ")
        if word in LEAVING:
            raise Leave
        if word == "?":
            self._explain(rest.strip())
        elif word == "why":
            self._why()
        elif word == "undo":
            return self._undo()
        elif word == "redo":
            return self._redo()
        elif word == "table":
            self._show_table(seat)
        elif word == "log":
            self._log(seat)
        elif line.strip():
            self._act(line, actions)
        return False

    def _act(self, line: str, actions: Sequence[Action]) -> None:
        """Numbers of the list, several in order, or one typed action."""
        words = line.replace(",", " ").split()
        if all(map(is_digits, words)):
            numbers = [whole_number(word, 1, len(actions)) for word in words]
            chosen = [actions[number - 1] for number in numbers if number is not None]
            if len(chosen) < len(words):
                self._say("terminal.no_number", number=shortened(words[numbers.index(None)]), last=len(actions))
                return
            self._apply(chosen)
            return
        try:
            action = parse_action(self.session.game, line)
        except ActionTextError as error:
            self._say("terminal.no_action", fault=str(error))
            return
        if self._is_anothers(action.seat):
            self._say("terminal.other_seat", name=self.wording.names[action.seat or 0])
            return
        self._apply([action])

    def _is_anothers(self, seat: int | None) -> bool:
        """Whether a typed action is for a seat that whoever is at the keyboard does not lead: nobody but the game
        master acts as one, and nobody speaks for others.
        """
        seats = self.session.seats
        if seat is None or not 0 <= seat < len(seats):
            return False  # the rules refuse seats that are not there
        return seats[seat].person is None or seats[seat].person != self.session.person_to_act()

    def _apply(self, actions: Sequence[Action]) -> None:
        """Carry out one press; a refused action ends it and says why."""
        group = self.session.next_group()
        actions = [one for action in actions for one in (*self.session.undirected(action), action)]
        for action in actions:
            dice: tuple[int | str, ...] | None = ()
            while dice is not None:
                try:
                    events = self.session.apply(action, group=group, dice=dice)
                except IllegalAction as error:
                    self._say("terminal.refused", reason=self.wording.refusal(error.refusal))
                    return
                except NeedRoll as need:
                    dice = self._ask_die(need)
                else:
                    break
            if dice is None:
                return
            self._show(events)
            self._tell_notices()

    def _ask_die(self, need: NeedRoll) -> tuple[int | str, ...] | None:
        """The dice of an action with the next one, as a person has rolled it on the table; ``None``: taken back. A die
        that a computer player's move makes a person roll cannot be refused."""
        assert need.seat is not None
        mine = self.session.seats[self.session.state.current_player()].person is not None
        die = self._text_or(f"dice.die.{need.die}", need.die)
        values = {"name": self.wording.names[need.seat], "die": die, "faces": ", ".join(map(self._face, need.faces))}
        prompt = self.wording.text("terminal.roll", values) + (self.wording.text("terminal.roll.back") if mine else "")
        while True:
            word = self._ask(f"{prompt}: ").strip()
            if word in LEAVING:
                raise Leave
            if mine and word == "back":
                return None
            face = face_of(need, word) if word else self.session.draw(need)
            if face is not None:
                return (*need.dice, face)
            self._say("terminal.roll.fault", **values)

    def _face(self, face: int | str) -> str:
        return str(face) if isinstance(face, int) else f"{face} {self._text_or(f'face.{face}', '')}".strip()

    def _text_or(self, key: str, other: str) -> str:
        return self.wording.text(key) if self.wording.strings.has(key) else other

    def _undo(self) -> bool:
        label = self.session.undo_label()
        if isinstance(label, Closed):
            self._print(self.wording.text(f"undo.{label.reason}"))
            return False
        taken = self.session.entries[-len(label) :]
        self.session.undo()
        actions = ", ".join(self.wording.done(entry) for entry in taken if not entry.is_pass)
        self._say("terminal.undone", actions=actions)
        return True

    def _redo(self) -> bool:
        if not self.session.can_redo():
            self._say("terminal.nothing_undone")
            return False
        self._show(self.session.redo())
        return True

    def _hand_over(self, seat: int) -> None:
        """The curtain, where another person is to look at the screen than did before."""
        person = self.session.person_to_act()
        if self.session.is_hidden_handover(self._person, person):
            if self._target.isatty():
                self._target.write(_CLEAR)
            self._ask(self.wording.text("terminal.hand_over", {"name": self.wording.names[seat]}))
            recap = [line for entry in self._log_since(person, seat) for line in entry]
            if recap:
                self._say("terminal.meanwhile")
                self._print(*recap[-_RECAP:])
        self._person = person

    def _log_since(self, person: int | None, seat: int) -> list[list[str]]:
        """The log lines, entry by entry, since ``person`` acted last, as ``seat`` may read them."""
        lines: list[list[str]] = []
        for entry in reversed(self.session.log(seat)):
            if entry.person == person or (entry.action is None and entry.seat is None):
                break
            lines.append(self._lines(entry.events))
        return lines[::-1]

    # --------------------------------------------------------------------------------------------------- showing

    def _show_question(self, seat: int) -> list[Action]:
        """Print what is asked and the numbered answers; returns these."""
        state: State = self.session.state
        decision = state.decision()
        assert decision is not None
        self._print("", f"{self.wording.names[seat]}: {self.wording.decision(decision)}")
        actions = list(state.legal_actions())
        for number, action in enumerate(actions, 1):
            self._print(f"{number:4}  {self.wording.action(action, state)}{self._odds(state, action)}")
        return actions

    def _odds(self, state: Any, action: Action) -> str:
        """The chance of an answer, in games that tell it."""
        chance = state.odds(action) if hasattr(state, "odds") else None
        if chance is None:
            return ""
        return "  " + self.wording.text("terminal.odds", {"percent": round(chance * 100)})

    def _show_table(self, seat: int) -> None:
        """All that the seat may see."""
        self._print("", *self.wording.sight(self.session.state.observation(seat)))

    def _show(self, events: Sequence[Event]) -> None:
        """Print what happened as whoever sits at the keyboard may see it."""
        viewer = self._viewer(self.session.entries[-1].seat)
        self._print(*self._lines([event.seen_by(viewer) for event in events]))

    def _viewer(self, acting: int | None) -> int | None:
        """The seat whose private things may be read while ``acting`` does something: one of the person who sits at
        the keyboard, ``None`` where another acts."""
        persons = self.session.persons()
        if len(persons) == 1:
            return next(seat for seat, plan in enumerate(self.session.seats) if plan.person == persons[0])
        mine = self._person is not None and acting is not None and self.session.seats[acting].person == self._person
        return acting if mine else None

    def _lines(self, events: Sequence[Event]) -> list[str]:
        return [line for line in map(self.wording.event, events) if line]

    def _log(self, seat: int) -> None:
        for entry in self.session.log(seat):
            self._print(*self._lines(entry.events))

    def _explain(self, what: str) -> None:
        """``?`` alone: what can be typed and the clauses of the question; ``? ID``: that clause; ``? 3``: an answer."""
        rules = load_rules(self.session.game.id)
        decision = self.session.state.decision()
        assert decision is not None
        if is_digits(what):
            actions = list(self.session.state.legal_actions())
            number = whole_number(what, 1, len(actions))
            if number is not None:
                action = actions[number - 1]
                self._print(
                    f"{self.wording.action(action, self.session.state)}   ({action_text(action)})", *self._about(action)
                )
                return
            self._say("terminal.no_number", number=shortened(what), last=len(actions))
            return
        if not what:
            self._say("terminal.help")
        for clause in [what.upper()] if what else decision.clauses:
            if clause in rules.clauses:
                self._print(f"{clause}  {rules.clauses[clause].title}", f"  {rules.clauses[clause].text.strip()}")
            else:
                self._say("terminal.no_clause", clause=clause)

    def _about(self, action: Action) -> list[str]:
        """The texts of the things that an action names: for ``god.migo.name`` also ``god.migo.text`` and the like."""
        lines: list[str] = []
        strings = self.wording.strings
        for field, value in msgspec.to_builtins(action).items():
            words = self.session.game.words.get(field, ())
            for word in (words,) if isinstance(words, str) else words:
                stem = word.removesuffix(".name").replace("{}", str(value))
                lines += [f"  {strings.text(key)}" for key in (f"{stem}.text", f"{stem}.raid") if strings.has(key)]
        return lines

    def _ask(self, prompt: str) -> str:
        self._target.write(prompt)
        self._target.flush()
        line = self._source.readline()
        if not line:
            self._print("")
            raise Leave
        return line

    def _say(self, key: str, **values: str | int) -> None:
        self._print(self.wording.text(key, values))

    def _print(self, *lines: str) -> None:
        for line in lines:
            self._target.write(line + "\n")
        self._target.flush()


def _name(session: Session, seat: int) -> str:
    return session.seats[seat].name or f"{session.seats[seat].kind} {seat + 1}"
