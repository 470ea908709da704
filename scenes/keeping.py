"""Keeping a table: the save beside its journal, and a disk that does not take the journal."""

from __future__ import annotations

from time import strftime
from typing import TYPE_CHECKING

from game.core import saves
from game.core.journal import SaveError, unwritable
from scenes.dialogs import NameDialog
from scenes.trouble import disk_fault, save_fault
from scenes.widgets import Why

if TYPE_CHECKING:
    from scenes.table import TableScene


class Keeping:
    """Writes saves of a table and tells when writing fails."""

    def __init__(self, table: TableScene) -> None:
        self.table = table
        self.app = table.app
        self._disk_fails = False
        self._told = 0
        """How many of the session's notices have been told."""
        self._entries = len(table.session.entries)

    def quick_save(self) -> None:
        """Write a save beside the journal; the running game is kept by its journal anyway."""
        self.table.ui.tell(Why(self._save()))

    def ask_save(self) -> None:
        """Ask what the save is to be called, then write it."""
        app = self.app
        title = app.tr("save.name", game=f"@door.{self.table.session.game.id}", chapter=self.table.state.chapter())
        words = app.tr("save.name.title"), app.tr("load.rename.hint"), app.tr("save.name.done")
        app.manager.push(NameDialog(app, *words, title, lambda name: self.table.ui.tell(Why(self._save(name)))))

    def opened(self) -> None:
        """The table has come up: its notices are told, and Continue goes on with it from now on."""
        self.tell_notices()
        self._note_played()

    def left(self) -> None:
        """The table is left: it was played last if anything was done at it."""
        if len(self.table.session.entries) != self._entries:
            self._note_played()

    def _note_played(self) -> None:
        path = self.table.session.path
        if path is not None and self.app.folder is not None and path.parent == self.app.folder / "games":
            saves.note_played(path)

    def _save(self, title: str = "") -> str:
        """Write the save; what there is to tell about it."""
        session = self.table.session
        if self.app.folder is None:
            return self.app.tr("table.no_folder")
        folder = self.app.folder / "games"
        stem = f"{session.game.id}-{strftime('%Y%m%d-%H%M%S')}"
        path = saves.free_path(folder, title or stem, saves.SAVE, stem)
        try:
            folder.mkdir(parents=True, exist_ok=True)
            session.save_as(path, title)
        except SaveError as error:
            return save_fault(self.app, error)
        except OSError as error:
            return save_fault(self.app, unwritable(path, error))
        return self.app.tr("table.saved", file=path.name)

    def tell_notices(self) -> None:
        """Tell what has become known about the table's file and has not been told yet."""
        notices = self.table.session.notices
        if self._told < len(notices):
            words = [self.table.wording.reason(notice) for notice in notices[self._told :]]
            self._told = len(notices)
            self.table.ui.tell(Why("\n".join(words)))

    def watch_disk(self) -> None:
        """Say once when the disk refuses the journal, once when it takes it again, and when its file is another."""
        self.tell_notices()
        problem = self.table.session.problem
        if (problem is None) != self._disk_fails:
            return
        self._disk_fails = problem is not None
        words = disk_fault(self.app, problem) if problem is not None else self.app.tr("table.disk_good")
        self.table.ui.tell(Why(words))
