"""The ways between the screens: where the program starts, how a table is opened, made and left."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from time import strftime
from typing import Any

from game import registry
from game.core import files, saves
from game.core.chance import SEED_BITS
from game.core.journal import SaveError
from game.core.saves import SaveInfo
from game.core.session import HUMAN, SeatPlan, Session, kept_or_trying
from game.version import VERSION
from scenes import crash, rules, theme
from scenes.app import App
from scenes.boards import make_table
from scenes.dialogs import Message, Question
from scenes.scene import Scene
from scenes.title import Title
from scenes.trouble import save_fault


def first_scenes(
    app: App,
    *,
    game: str | None = None,
    seats: Sequence[str] = (),
    options: Mapping[str, Any] | None = None,
    seed: int | None = None,
    path: str | Path | None = None,
) -> tuple[Scene, ...]:
    """The scenes to start with: the title, and over it a table where one was asked for."""
    prepare(app)
    title = Title(app)
    try:
        if path is not None:
            return title, make_table(app, open_session(app, Path(path)), lambda: to_title(app))
        if game is not None:
            plans = [SeatPlan(kind, default_name(app, kind, seat)) for seat, kind in enumerate(seats)]
            seed = secrets.randbits(SEED_BITS) if seed is None else seed
            session = start_session(app, game, plans, seed, options or {})
            return title, make_table(app, session, lambda: to_title(app))
    except SaveError as error:
        return title, Message(app, app.tr("load.failed"), [(theme.BODY, save_fault(app, error))])
    return (title,)


def stopped_last_time(app: App, report: Path) -> Message:
    """What is said when the program was stopped by a fault the last time."""
    lines = [(theme.BODY, app.tr("crash.last_time.text")), (theme.BODY, app.tr("crash.report", path=str(report)))]
    return Message(app, app.tr("crash.last_time"), lines)


def words_at_start(app: App, unkept: str) -> tuple[Scene, ...]:
    """What has to be said over the first scene: that nothing can be kept (and why), that it stopped by a fault."""
    said: list[Scene] = []
    report = crash.take_report(app.folder)
    if report is not None:
        said.append(stopped_last_time(app, report))
    if unkept:
        said.append(Message(app, app.tr("kept.nowhere"), [(theme.BODY, app.tr("kept.nowhere.text", fault=unkept))]))
    full = files.no_room(app.folder) if app.folder is not None else None
    if full is not None:
        words = app.tr("kept.full.text", folder=str(app.folder), fault=full.strerror or str(full))
        said.append(Message(app, app.tr("kept.full"), [(theme.BODY, words)]))
    unread = app.settings_fault
    if unread is not None:
        lines = [(theme.BODY, app.tr("settings.unread.text", file=unread.file, fault=unread.fault))]
        if unread.aside:
            lines.append((theme.BODY, app.tr("settings.unread.aside", aside=unread.aside)))
        said.append(Message(app, app.tr("settings.unread"), lines))
    return tuple(said)


def prepare(app: App) -> None:
    """Let the app know what the shell does for every scene."""
    app.open_clause = lambda clause: rules.open_clause(app, clause)


def default_name(app: App, kind: str, seat: int) -> str:
    return app.tr(f"seats.default.{kind}", number=seat + 1)


def games_folder(app: App) -> Path | None:
    """Where journals and saves are, made if it is missing; ``None`` where nothing can be kept."""
    if app.folder is None:
        return None
    folder = app.folder / "games"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        app.notes.append(str(error))
        return None
    return folder


def _fresh(app: App, name: str) -> tuple[str, Path | None]:
    """An id that no table has yet, made from a game's or a file's name, and its journal's place."""
    identity = saves.new_stem(name, f"{strftime('%Y%m%d-%H%M%S')}-{secrets.token_hex(2)}")
    folder = games_folder(app)
    return identity, None if folder is None else folder / f"{identity}{saves.JOURNAL}"


def start_session(app: App, game: str, plans: Sequence[SeatPlan], seed: int, options: Mapping[str, Any]) -> Session:
    """A new table with its journal; in memory while the disk takes none. Raises `SetupError` or `SaveError`."""
    identity, path = _fresh(app, game)
    table = partial(Session.start, registry.get(game), plans, seed=seed, options=options, id=identity, app=VERSION)
    return kept_or_trying(path, lambda journal: table(path=journal))


def open_session(app: App, path: Path) -> Session:
    """The table of a file; what is no running journal goes on in a new one. Raises `SaveError`."""
    identity, place = _fresh(app, path.name)
    return kept_or_trying(place, lambda journal: Session.open(path, registry.get, journal=journal, id=identity))


def open_table(app: App, path: Path) -> None:
    """Show the table of a file, or say what is wrong with it and what can be done."""
    try:
        session = open_session(app, path)
    except SaveError as error:
        _offer_recovery(app, path, error)
        return
    show_table(app, session)


def show_table(app: App, session: Session) -> None:
    """Leave every other screen for the table (the title stays beneath)."""
    app.manager.reset(Title(app), make_table(app, session, lambda: to_title(app)))


def _offer_recovery(app: App, path: Path, error: SaveError) -> None:
    """The fault in words, and the ways on: the sound part in a new file, or the file before."""
    answers = [("recover", app.tr("load.recover"), lambda: recover(app, path))] if error.recoverable else []
    previous = saves.previous_file(path) if error.reason in ("damaged", "diverged") else None
    if previous is not None:
        answers.append(("previous", app.tr("load.previous"), lambda: open_table(app, previous)))
    if not answers:
        app.manager.push(Message(app, app.tr("load.failed"), [(theme.BODY, save_fault(app, error))]))
        return
    app.manager.push(Question(app, app.tr("load.failed"), save_fault(app, error), answers, kind="primary"))


def recover(app: App, path: Path) -> None:
    """Go on from the sound part of a damaged file, in a new file; the damaged one stays as it is."""
    _, target = _fresh(app, path.name)
    if target is None:
        return
    try:
        session = Session.recover(path, registry.get, target)
    except (SaveError, OSError) as error:
        words = save_fault(app, error) if isinstance(error, SaveError) else str(error)
        app.manager.push(Message(app, app.tr("load.failed"), [(theme.BODY, words)]))
        return
    show_table(app, session)


def latest(app: App) -> SaveInfo | None:
    """The game that Continue goes on with: the one played last that is not over; ``None`` without one."""
    folder = games_folder(app)
    return saves.latest_running(folder, registry.GAMES) if folder is not None else None


def play_again(app: App, session: Session) -> None:
    """The same table anew, everybody one seat further, with fresh chance."""
    plans = list(session.seats)
    plans = plans[-1:] + plans[:-1]
    if any(plan.kind not in session.game.seat_kinds(seat) for seat, plan in enumerate(plans)):
        plans = list(session.seats)
    try:
        fresh = start_session(app, session.game.id, plans, secrets.randbits(SEED_BITS), session.header.options)
    except SaveError as error:
        app.manager.push(Message(app, app.tr("load.failed"), [(theme.BODY, save_fault(app, error))]))
        return
    show_table(app, fresh)


def to_title(app: App) -> None:
    """Leave the table; its journal keeps it."""
    app.manager.reset(Title(app))


def seat_kinds(game: str, seat: int) -> tuple[str, ...]:
    """Who may sit at a seat, a person first."""
    kinds = registry.get(game).seat_kinds(seat)
    return tuple(sorted(kinds, key=lambda kind: kind != HUMAN))
