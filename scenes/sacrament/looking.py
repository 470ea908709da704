"""Who looks at Sacrament's table: the game master behind the screen, the players before it.

On one display a curtain hangs between them. In two windows the game master's screen stays in the first, and the
players' table is in the second: two tables that show one session.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

import pygame

from game.core.contract import TERMINAL, Event
from game.core.session import HUMAN, Entry, Session
from game.sacrament.frames import GM
from scenes import theme
from scenes.app import App
from scenes.curtain import LINES, Curtain
from scenes.dialogs import Message
from scenes.sacrament.view import View
from scenes.sacrament.words import Worded
from scenes.side import SideApp
from scenes.widgets import Why

if TYPE_CHECKING:
    from scenes.sacrament.menu import Menu
    from scenes.sacrament.motion import Motion
    from scenes.sacrament.sight import Sight

RECALLED = 40
"""Entries of the log whose rolls lie in the tray again."""
WINDOWS = ("horror_token", "horror_beat")


class Looking(Worded):
    """A table that knows whose things may be shown."""

    menu: Menu
    motion: Motion
    sight: Sight

    def __init__(self, app: App, session: Session, leave: Callable[[], None]) -> None:
        super().__init__(app, session, leave)
        self.gm_open = False
        """Whether the game master has gone behind the screen while another is to choose."""
        self.twin: Looking | None = None
        """The table in the other window, while there are two. The players' leads, this or that; the other is the game
        master's."""

    # ------------------------------------------------------------------------------------------------ who looks

    def _names(self) -> list[str]:
        """The characters' names; the game master's own."""
        names = super()._names()
        state: Any = self.session.state
        own = self.session.seats[GM].name
        return [own or self.app.tr("sac.gm"), *(pc.sheet.name or names[pc.seat] for pc in state.pcs)]

    @property
    def gm_person(self) -> int | None:
        """The person behind the screen, ``None`` for the computer."""
        return self.session.seats[GM].person

    @property
    def secret(self) -> bool:
        """Whether anybody at the table must not see what another sees."""
        state: Any = self.session.state
        secrets = self.gm_person is not None or state.setup.private_packs
        return secrets and self.twin is None and len(self.session.persons()) > 1

    @property
    def current(self) -> int:
        """Who answers: for a question to the party a person who plays, where the party's speaker is a computer."""
        seat = self.session.state.current_player()
        if seat <= GM or self.session.seats[seat].kind == HUMAN:
            return seat
        state: Any = self.session.state
        if state.stack and state.stack[-1].party:
            mine = next((pc.seat for pc in state.living() if self.session.seats[pc.seat].kind == HUMAN), 0)
            return mine or seat
        return seat

    @property
    def my_choice(self) -> bool:
        return self.past is None and self.viewer is not None and self.current == self.viewer

    @property
    def reader(self) -> int | None:
        """A note for one player is for that one alone: where several people look at one table, it is under a seal."""
        state: Any = self.session.state
        if self.viewer is None or self.viewer == GM or state.setup.private_packs:
            return self.viewer
        before = {self.session.seats[pc.seat].person for pc in state.pcs if self.session.seats[pc.seat].kind == HUMAN}
        return self.viewer if len(before) == 1 else None

    def sealed_notes(self) -> list[str]:
        """The notes for whoever looks that may not lie open on this table."""
        if self.viewer is None or self.viewer == self.reader or self.past is not None:
            return []
        return [note.text for note in self.view.seen.notes if note.to == self.viewer]

    def read_notes(self) -> None:
        """A curtain before the notes of one player, who reads them alone."""
        seat = self.viewer
        assert seat is not None
        name = self.wording.names[seat]
        words = [(theme.BODY, text) for text in self.sealed_notes()]
        self.animator.finish()

        def lift() -> None:
            self.app.manager.push(Message(self.app, self.app.tr("sac.notes.title", name=name), words))

        self.app.manager.push(Curtain(self.app, seat, name, [], lift, "sac.curtain.note"))

    def _side(self, person: int | None) -> str:
        """Who may look at the same things."""
        state: Any = self.session.state
        if person == self.gm_person:
            return "gm"
        return f"person.{person}" if state.setup.private_packs else "players"

    def _look_at_who_chooses(self) -> None:
        """The game master's things and the players' are never on the screen together; among players all lies open."""
        persons = self.session.persons()
        if not persons:
            self.viewer = None
            return
        if self.gm_open or (self.twin is not None and not self.leads):
            self.person, self.viewer = self.gm_person, GM
            return
        person, seat = self.person_to_act(), self.current
        if self.twin is not None and (person is None or seat <= GM):
            seat = self.viewer or next((one for one in self.view.pcs if self.session.seats[one].kind == HUMAN), GM)
            self.person, self.viewer = self.session.seats[seat].person, seat or None
            return
        if not self.secret:
            if person is not None:
                self.person, self.viewer = person, seat
            elif self.viewer is None or self.person is None:
                self.person = persons[0]
                self.viewer = self._seats_of(persons[0])[-1 if persons[0] == self.gm_person else 0]
            return
        if person is None or seat == TERMINAL:
            return
        if self.passes_by_itself:
            if self.viewer is None and self.person is not None and self.person != self.gm_person:
                self.viewer = self._seats_of(self.person)[0]
            return
        if self.person is not None and self._side(person) == self._side(self.person):
            self.person, self.viewer = person, seat
            return
        if self.viewer is not None and self.person is not None:
            self._seen[self.person] = len(self.session.entries)
        self.viewer = None
        self._clear_private()

    @property
    def passes_by_itself(self) -> bool:
        """Whether the open question is a token's moment that a human game master is not asked about each time: a key
        that waits stands for it.
        """
        decision = self.session.state.decision() if self.past is None else None
        if decision is None or decision.name not in WINDOWS or self.gm_person is None:
            return False
        return self.app.settings.gm_pause != "ask"

    def _curtain(self) -> None:
        if not self.secret:
            self._look_at_who_chooses()
            self.refresh()
            return
        if self.passes_by_itself:
            self._curtain_for_players()
            return
        super()._curtain()

    def _curtain_for_players(self) -> None:
        """A token's moment passes by itself: the table is shown to whoever plays, not to the game master."""
        if self.viewer is not None or any(isinstance(scene, Curtain) for scene in self.app.manager.stack):
            return
        seat = next((seat for seat in self.view.pcs if self.session.seats[seat].kind == HUMAN), GM)
        person = self.session.seats[seat].person
        if person is not None:
            self._hang(seat, self.recap_lines(person)[-LINES:], partial(self._lift, person))

    def curtain_word(self, seat: int) -> str:
        state: Any = self.session.state
        if seat == GM:
            return "sac.curtain.gm"
        return "sac.curtain.own" if state.setup.private_packs else "sac.curtain.players"

    def _lift(self, person: int) -> None:
        self.view = View.of(self.state, None)
        super()._lift(person)
        self.menu.aim = ""
        self.refresh()

    def _clear_private(self) -> None:
        super()._clear_private()
        self.motion.clear()
        self.menu.tiles = []
        self.menu.aim = ""
        self.view = View.of(self.state, None)

    def go_behind(self) -> None:
        """The game master goes behind the screen, through the curtain where others play."""
        if self.gm_person is None or self.viewer == GM or self.past is not None:
            return
        self.animator.finish()
        if not self.secret:
            self.gm_open = True
            self._look_at_who_chooses()
            self.refresh()
            return
        if self.viewer is not None and self.person is not None:
            self._seen[self.person] = len(self.session.entries)
        self.viewer = self.person = None
        self._clear_private()
        self.refresh()
        person = self.gm_person

        def lift() -> None:
            self.gm_open = self.current != GM or self.passes_by_itself
            self._lift(person)

        self._hang(GM, self.recap_lines(person)[-LINES:], lift)

    def come_out(self) -> None:
        """The game master leaves the screen: a blank hand-over page, then the players' table."""
        self.animator.finish()
        self.gm_open = False
        if self.secret:
            if self.person is not None:
                self._seen[self.person] = len(self.session.entries)
            self.viewer = self.person = None
            self._clear_private()
        self._look_at_who_chooses()
        self._settle()

    # ------------------------------------------------------------------------------------------- a second window

    def window_reason(self) -> Why | None:
        """Why the players' table cannot be in a window of its own."""
        state: Any = self.session.state
        if state.setup.private_packs:
            return Why(self.app.tr("sac.window.packs"), "SAC-VTT-08")
        return None

    def open_window(self) -> None:
        """The players' table goes to a second window, and this one stays the game master's; or it comes back."""
        if self.twin is not None:
            self.close_window()
            return
        self.animator.finish()
        try:
            side = SideApp(self.app, self.app.tr("sac.window.title"), self.close_window)
        except pygame.error as error:
            self.ui.tell(Why(self.app.tr("sac.window.fault", fault=str(error))))
            return
        self.app.side = side
        other = type(self)(side, self.session, self.close_window)
        self.thinking.forget()  # the other table asks from now on, the same players
        other.thinking.workers = self.thinking.workers
        self.twin, other.twin = other, self
        self.gm_open = self.leads = False
        side.manager.push(other)
        self._look_at_who_chooses()
        self._settle()

    def close_window(self) -> None:
        """The players' table comes back to the one window; the game master is still behind the screen."""
        if self.twin is None:
            return
        assert not self.leads, "the game master's table owns the second window"
        self.twin = None
        self.leads = True
        self.gm_open = self.current not in (GM, TERMINAL)
        self.app.close_side()
        self._look_at_who_chooses()
        self._settle()

    def _cover(self) -> None:
        if self.twin is None:  # what is in the other window hides nothing in this one
            super()._cover()

    def tell_twin(self, events: list[Event]) -> None:
        """The table in the other window shows too what has just been done in this one."""
        if self.twin is not None:
            self.twin.follow(events, self.session.entries[-1])

    def follow(self, events: list[Event], entry: Entry) -> None:
        """Show what was done in the other window."""
        self.animator.finish()
        self.show_events(events, entry, self.viewer, mine=False)
        self._settle()

    def catch_up(self) -> None:
        """Show where the game stands, after something was taken back or done again."""
        self.animator.finish()
        self.motion.recall(self.session.log(None)[-RECALLED:])
        self.view = View.of(self.state, self.viewer)
        self._look_at_who_chooses()
        self._settle()

    def exit(self) -> None:
        if self.leads and self.twin is not None:
            self.thinking.forget()
            return  # the session and the computer players belong to the table in the first window
        if self.twin is not None:
            self.twin = None
            self.app.close_side()
        super().exit()
