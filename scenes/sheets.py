"""What opens over any table: log, rules, recap, pause, the kept games, and the table as it was."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from scenes import theme
from scenes.boards import make_table
from scenes.dialogs import Message
from scenes.log import LATEST, LogSheet, fill_log
from scenes.looking_back import LookingBack, can_look_back, session_at
from scenes.pause import PauseMenu
from scenes.rules import open_clause
from scenes.widgets import ScrollArea, Ui, Why

if TYPE_CHECKING:
    from scenes.table import TableScene

RECAP_LINES = 30


class Sheets:
    """Opens sheets over a table. Over a table that is only looked back on, log and pause lead back."""

    def __init__(self, table: TableScene) -> None:
        self.table = table
        self.app = table.app

    def log(self) -> None:
        """The whole log."""
        table = self.table
        if table.past is not None:
            table.leave()
            return
        sheet = LogSheet(
            self.app, table.wording, lambda: table.session.log(table.reader), table.forced, look_back=self.look_back
        )
        self.app.manager.push(sheet)

    def add_log(self, ui: Ui, place: pygame.Rect, region: str) -> ScrollArea:
        """The latest of the log as a scrolling panel."""
        table = self.table
        area = ScrollArea(self.app, "log", place, region=region, stick=True)
        entries = table.session.log(table.reader)[-LATEST:]
        fill_log(self.app, area, table.wording, entries, table.forced, paper=False, look_back=self.look_back)
        for child in area.children:
            child.region = region
        ui.add(area)
        return area

    def look_back(self, line: int) -> Why | None:
        """Show the table as it was after an entry of the log; what is returned is why not."""
        table = self.table
        if table.past is not None:
            return table.not_mine
        if not can_look_back(table.session, line, table.reader):
            return Why(self.app.tr("log.forgotten"))
        table.animator.finish()
        past = make_table(self.app, session_at(table.session, line), self.app.manager.pop)
        past.past, past.viewer, past.person = line, table.viewer, table.person
        self.app.manager.push(LookingBack(self.app, past))
        return None

    def rules(self) -> None:
        """The clause that matters now."""
        decision = self.table.state.decision()
        if decision is not None and decision.clauses:
            open_clause(self.app, decision.clauses[0])

    def recap(self) -> None:
        """What happened since the person last acted."""
        table = self.table
        person = table.person if table.person is not None else next(iter(table.session.persons()), 0)
        parts = table.recap_parts(person, RECAP_LINES) or [(False, self.app.tr("table.nothing_happened"))]
        words = [(theme.BODY_BOLD if heading else theme.BODY, line) for heading, line in parts]
        self.app.manager.push(Message(self.app, self.app.tr("curtain.meanwhile"), words))

    def pause(self) -> None:
        """The pause menu."""
        from scenes.settings_screen import SettingsScreen  # the settings show samples of what tables are made of

        app, table = self.app, self.table
        if table.past is not None:
            table.leave()
            return
        entries = [
            ("save", app.tr("pause.save"), "save", table.keeping.ask_save),
            ("log", app.tr("log.title"), "scroll-unfurled", self.log),
            ("rules", app.tr("pause.rules"), "rule-book", self.rules),
            ("settings", app.tr("settings.title"), "cog", lambda: app.manager.push(SettingsScreen(app))),
            ("title", app.tr("pause.title_screen"), "exit-door", table.leave),
        ]
        app.manager.push(PauseMenu(app, entries))

    def load(self) -> None:
        """The list of kept games; this one stays in it."""
        from scenes.load import LoadScene  # opens tables

        self.app.manager.push(LoadScene(self.app))
