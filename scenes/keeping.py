"""Keeping a table: the save beside its journal, and a disk that does not take the journal."""

from __future__ import annotations

from time import strftime
from typing import TYPE_CHECKING

from game.core import saves
from game.core.journal import SaveError
from scenes.trouble import save_fault
from scenes.widgets import Why

if TYPE_CHECKING:
    from scenes.table import TableScene


class Keeping:
    """Writes saves of a table and tells when writing fails."""

    def __init__(self, table: TableScene) -> None:
        self.table = table
        self.app = table.app
        self._disk_fails = False

    def quick_save(self) -> None:
        """Write a save beside the journal; the running game is kept by its journal anyway."""
        self.table.ui.tell(Why(self._save()))

    def _save(self) -> str:
        """Write the save; what there is to tell about it."""
        session = self.table.session
        if self.app.folder is None:
            return self.app.tr("table.no_folder")
        folder = self.app.folder / "games"
        path = folder / f"{session.header.id or session.game.id}-{strftime('%Y%m%d-%H%M%S')}{saves.SAVE}"
        try:
            folder.mkdir(parents=True, exist_ok=True)
            session.save_as(path)
        except SaveError as error:
            return save_fault(self.app, error)
        except OSError as error:
            return self.app.tr("save.unwritable", file=path.name, found=error.strerror or "")
        return self.app.tr("table.saved", file=path.name)

    def watch_disk(self) -> None:
        """Say once when the disk refuses the journal, and once when it takes it again."""
        problem = self.table.session.problem
        if (problem is None) != self._disk_fails:
            return
        self._disk_fails = problem is not None
        if problem is not None:
            words = self.app.tr("table.disk", found=problem.strerror or str(problem))
        else:
            words = self.app.tr("table.disk_good")
        self.table.ui.tell(Why(words))
