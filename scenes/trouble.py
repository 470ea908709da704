"""What is wrong with a file, in the player's words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.core.journal import SaveError, refusal_kind

if TYPE_CHECKING:
    from scenes.app import App


def save_fault(app: App, error: SaveError) -> str:
    """What is wrong with a save or journal, and what can be done."""
    plain = f"{error.key}.plain"  # without what only a technician reads
    said = plain if app.strings.has(plain) else error.key
    return f"{app.tr(said, error.values)} {app.tr(error.cure_key, error.values)}"


def disk_fault(app: App, error: OSError) -> str:
    """That a running game cannot be written down, why, and what can be done about it."""
    cure = app.tr(f"save.unwritable.{refusal_kind(error)}")
    return f"{app.tr('table.disk', found=error.strerror or str(error))} {cure}"
