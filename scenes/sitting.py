"""One session as those who sit before the screen may see it: who looks, who is asked, why not, what was missed.

Nothing here changes the game.
"""

from __future__ import annotations

from collections.abc import Sequence

from game.core.contract import TERMINAL, Action, Refusal, State
from game.core.session import Closed, Entry, Session
from game.core.wording import Wording
from scenes.app import App
from scenes.log import entry_lines
from scenes.screen import Screen
from scenes.widgets import Why


class Sitting(Screen):
    """A screen for one session.

    `viewer` is the seat whose private things may be on the screen now, ``None`` for nobody's; `person` leads it.
    """

    def __init__(self, app: App, session: Session) -> None:
        super().__init__(app)
        self.session = session
        self.wording = Wording(session.game, app.strings, self._names())
        self.viewer: int | None = None
        self.person: int | None = None
        self._seen: dict[int, int] = {}
        """How far in the log each person has looked on."""
        self.past: int | None = None
        """The log entry after which the session stands, where it is only looked back on (`LookingBack`)."""

    def _names(self) -> list[str]:
        """A name for every seat: the person's, or the level and number."""
        names = []
        for seat, plan in enumerate(self.session.seats):
            names.append(plan.name or self.app.tr(f"seats.default.{plan.kind}", number=seat + 1))
        return names

    def rebuild(self) -> None:
        self.wording = Wording(self.session.game, self.app.strings, self._names())
        super().rebuild()

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
        return self.past is None and self.viewer is not None and self.current == self.viewer

    @property
    def reader(self) -> int | None:
        """The seat whose private words may stand on the screen: `viewer`, unless a board lets others look too."""
        return self.viewer

    @property
    def not_mine(self) -> Why:
        """Why nothing can be chosen here while it is not `my_choice`."""
        return Why(self.app.tr("table.not_your_choice" if self.past is None else "table.looking_back.closed"))

    @property
    def question(self) -> str:
        """The open decision's name while this person is to answer it, else empty."""
        decision = self.state.decision()
        return decision.name if decision is not None and self.my_choice else ""

    def _seats_of(self, person: int) -> list[int]:
        return [seat for seat, plan in enumerate(self.session.seats) if plan.person == person]

    # ------------------------------------------------------------------------------------------------ words

    def why_not(self, action: Action) -> Why | None:
        """Why the rules refuse `action`, in words; ``None`` if they do not."""
        refusal = self.state.refusal(action)
        return self.as_why(refusal) if refusal is not None else None

    def as_why(self, refusal: Refusal) -> Why:
        return Why(self.wording.text(refusal.key, refusal.values), refusal.clause)

    def missed(self, person: int) -> list[Entry]:
        """The public log since `person` last looked, without what the person has done since: a step or two into a turn
        it is still told what came before it."""
        entries = self.session.entries
        end = len(entries)
        while end and entries[end - 1].person == person:
            end -= 1
        first = self._seen.get(person)
        if first is None:
            own = [entry.number for entry in entries[:end] if entry.person == person]
            first = own[-1] + 1 if own else 0
        return self.session.log(None)[first:end]

    def chapter_word(self, chapter: int) -> str:
        """How a chapter of the game (a round) is called above what happened in it; empty where it has no name."""
        return ""

    def recap_told(self, person: int) -> list[tuple[int, str]]:
        """What happened in public since `person` last looked: chapter and sentence. A board may leave out what matters
        less."""
        return [
            (entry.chapter, text) for entry in self.missed(person) for text, _ in entry_lines(self.wording, entry)
        ]

    def recap_parts(self, person: int, most: int | None = None) -> list[tuple[bool, str]]:
        """The last `most` sentences of the recap below the name of their chapter. With each line, whether it is such a
        name."""
        parts: list[tuple[bool, str]] = []
        above = ""
        for chapter, line in self.recap_told(person)[-(most or 0) :]:
            word = self.chapter_word(chapter)
            if word != above and not line.startswith(word):
                parts.append((True, word))
            above = word
            parts.append((False, line))
        return parts

    def recap_lines(self, person: int, most: int | None = None) -> list[str]:
        """The recap as plain lines."""
        return [line for _, line in self.recap_parts(person, most)]

    def _closed_why(self, closed: Closed) -> Why:
        """Why undo is closed: what was revealed is told in the words of the log."""
        if closed.event is None:
            return Why(self.app.tr(f"undo.{closed.reason}"))
        chapter = self.session.entries[closed.entry].chapter
        event = self.state.recall(closed.event, chapter, self.reader)
        line = "" if event.forgotten else self.wording.event(event)
        text = self.app.tr("undo.revealed_by", line=line) if line else self.app.tr(f"undo.{closed.reason}")
        return Why(text, event.clauses[0])

    def undo_word(self) -> tuple[str, Why | None]:
        """What the Undo button says, and why it is dim."""
        label = self.session.undo_label()
        if isinstance(label, Closed):
            return self.app.tr("table.undo"), self._closed_why(label)
        if not self.my_choice:
            return self.app.tr("table.undo"), self.not_mine
        return self.app.tr("table.undo_of", what=self._taken(label)), None

    def undo_detail(self) -> str:
        """What stands below the word on the Undo button: what it takes back, or why it is closed."""
        label = self.session.undo_label()
        if not self.my_choice:
            return ""
        if isinstance(label, Closed):
            return self.app.tr(f"undo.{label.reason}")
        return self._taken(label)

    def _taken(self, label: Sequence[Action]) -> str:
        """What undo would take back: the first act of the last press."""
        return self.wording.done(self.session.entries[-len(label)])
