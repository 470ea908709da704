"""The shell's screens in the states that pictures and tests want to see."""

from __future__ import annotations

import shutil
from pathlib import Path

from game import registry
from game.core.contract import Option
from game.core.rules_text import load_rules
from game.core.session import HUMAN, SeatPlan, Session
from scenes import shell, theme
from scenes.app import App
from scenes.credits import Credits
from scenes.curtain import Curtain
from scenes.dialogs import Message, PickList, Question
from scenes.first_start import FirstStart
from scenes.gallery import PAGES, Gallery
from scenes.input import Do, Intent
from scenes.load import LoadScene
from scenes.pause import PauseMenu
from scenes.rules import RuleSheet
from scenes.scene import Scene
from scenes.seats import EMPTY, SeatRow, Seats
from scenes.settings_screen import KEYS, KeepOrRevert, KeyCapture, SettingsScreen
from scenes.shots import Shot
from scenes.title import Title
from scenes.widgets import Why


def _choices(game: str) -> list[Option]:
    """The options of a game that are one of several things."""
    return [option for option in registry.get(game).options if option.kind == "choice"]


GAME = max(registry.GAMES, key=lambda game: (bool(_choices(game)), registry.get(game).min_players))
"""The game whose seats, saves and options stand for all: the one that asks for most."""
LARGEST = max(registry.GAMES, key=lambda game: registry.get(game).max_players)
LEVELS = registry.get(GAME).levels
CLAUSE = next(clause.id for clause in load_rules(GAME).clauses.values() if clause.example)
"""A rule with an example."""
NO_CLAUSE = f"{registry.get(GAME).clause_prefix}-NONE-99"
PEOPLE = ("Lucy", "James", "Æðelþryð")


def _over_title(*scenes: Scene) -> None:
    app = scenes[0].app
    app.manager.push(Title(app))
    for scene in scenes:
        app.manager.push(scene)


def _clear_games(app: App) -> Path:
    folder = shell.games_folder(app)
    assert folder is not None, "shots need a folder to keep games in"
    shutil.rmtree(folder)
    folder.mkdir()
    return folder


def _some_session(app: App, seed: int = 3) -> Session:
    game = registry.get(GAME)
    names = [f"{PEOPLE[seat % len(PEOPLE)]}{'' if seat < len(PEOPLE) else seat}" for seat in range(game.min_players)]
    plans = [SeatPlan(game.seat_kinds(seat)[0], name) for seat, name in enumerate(names)]
    session = shell.start_session(app, GAME, plans, seed, {})
    for _ in range(30):
        ahead = session.state.clone()
        ahead.step(ahead.legal_actions()[0])
        if ahead.is_terminal():
            break
        session.apply(session.state.legal_actions()[0])
    return session


def _title_first(app: App) -> None:
    _clear_games(app)
    shell.prepare(app)
    app.manager.push(Title(app))


def _title_continue(app: App) -> None:
    _clear_games(app)
    shell.prepare(app)
    _some_session(app).close()
    title = Title(app)
    app.manager.push(title)
    title.ui.set_focus(title.ui.find(f"door.{GAME}"))
    title.ui.show_ring = True
    title.ui.update(1000)


def _seats(app: App) -> None:
    _over_title(Seats(app, GAME))


def _many_seats(app: App) -> Seats:
    """Six seats, one person leading three of them."""
    seats = Seats(app, LARGEST)
    leader = seats.rows[0]
    leader.name = PEOPLE[0]
    for row in seats.rows[1:3]:
        row.kind, row.lead = HUMAN, leader
    kinds = (HUMAN, *reversed(registry.get(LARGEST).levels))
    for number, row in enumerate(seats.rows[3:]):
        row.kind = kinds[number % len(kinds)]
    return seats


def _seats_error(app: App) -> None:
    seats = Seats(app, GAME)
    seats.rows = [SeatRow(HUMAN, PEOPLE[0]), SeatRow(LEVELS[-1]), *(SeatRow(EMPTY) for _ in seats.rows[2:])]
    _over_title(seats)
    seats.ui.activate(seats.ui.find("start") or seats.ui.widgets[0])


def _load_empty(app: App) -> None:
    _clear_games(app)
    _over_title(LoadScene(app))


def _load_damaged(app: App) -> None:
    folder = _clear_games(app)
    _some_session(app).close()
    damaged = _some_session(app, 4)
    assert damaged.path is not None
    damaged.close()
    content = bytearray(damaged.path.read_bytes())
    content[len(content) // 2] ^= 0x20
    damaged.path.write_bytes(content)
    (folder / "notes.save").write_bytes(b"shopping: candles, rope, salt\n")
    _over_title(LoadScene(app))


def _load_recover(app: App) -> None:
    _load_damaged(app)
    scene = app.manager.top
    assert isinstance(scene, LoadScene)
    damaged = next(number for number, info in enumerate(scene.infos) if info.state == "damaged")
    app.manager.deafen(0)
    scene.ui.activate(scene.ui.find(f"open.{damaged}") or scene.ui.widgets[0])


def _curtain(app: App) -> None:
    lines = [
        "James rolls 2 Evil and 1 Death.",
        "James calls up a Lesser god for 2 dice.",
        "Round 3 begins.",
        "James loses 1 Sanity: the raid was lost 3 to 4.",
    ]
    app.manager.push(Curtain(app, 0, PEOPLE[0], lines, lambda: None))


def _question(app: App) -> None:
    seats = Seats(app, GAME)
    text = "What undo cannot take back is asked first. Everything else can be undone."
    _over_title(seats, Question(app, "Leave the table?", text, [("leave", app.tr("title.quit"), lambda: None)]))


def _pick(app: App) -> None:
    option = _choices(GAME)[0]
    words = [
        (choice, app.tr(option.choice_keys.get(str(choice), f"{GAME}.option.{option.name}.{choice}")))
        for choice in option.choices
    ]
    _over_title(
        Seats(app, GAME),
        PickList(app, app.tr(f"{GAME}.option.{option.name}"), words, option.default, lambda value: None),
    )


def _bubble(app: App) -> None:
    seats = Seats(app, GAME)
    _over_title(seats)
    why = "You hold that god already, and the rules want another one. Any other pile that your dice can pay is open."
    seats.ui.refuse(Why(why, CLAUSE), seats.ui.find("kind-1"))


def _tooltip(app: App) -> None:
    seats = Seats(app, GAME)
    _over_title(seats)
    place = seats.ui.find("kind-1")
    assert place is not None
    seats.ui.handle(Intent(Do.POINT, place.box.center))
    seats.ui.update(400)


def _text_view(app: App) -> None:
    _over_title(Seats(app, GAME))
    app.toggle_text_view()


def _pause(app: App) -> None:
    entries = [
        (id, app.tr(key), icon, app.manager.pop)
        for id, key, icon in (
            ("save", "pause.save", "save"),
            ("log", "log.title", "scroll-unfurled"),
            ("settings", "settings.title", "cog"),
            ("title", "pause.title_screen", "exit-door"),
        )
    ]
    _over_title(Seats(app, GAME), PauseMenu(app, entries))


def _message(app: App) -> None:
    _over_title(Seats(app, GAME), Message(app, app.tr("curtain.meanwhile"), [(theme.BODY, app.tr("first.sample"))] * 3))


SHOTS: tuple[Shot, ...] = (
    Shot("title", "first", _title_first),
    Shot("title", "continue", _title_continue),
    Shot("title", "first-start", lambda app: _over_title(FirstStart(app))),
    Shot("seats", "typical", _seats),
    Shot("seats", "many", lambda app: _over_title(_many_seats(app))),
    Shot("seats", "error", _seats_error),
    Shot("seats", "refusal", _bubble),
    Shot("seats", "tooltip", _tooltip),
    Shot("seats", "pick", _pick),
    Shot("settings", "reading", lambda app: _over_title(SettingsScreen(app))),
    Shot("settings", "sound", lambda app: _over_title(SettingsScreen(app, "sound"))),
    Shot("settings", "keys", lambda app: _over_title(SettingsScreen(app, KEYS))),
    Shot("settings", "key", lambda app: _over_title(SettingsScreen(app, KEYS), KeyCapture(app, Do.HINT))),
    Shot("text_view", "seats", _text_view),
    Shot("pause", "menu", _pause),
    Shot("settings", "keep", lambda app: _over_title(SettingsScreen(app), KeepOrRevert(app, lambda: None))),
    Shot("load", "empty", _load_empty),
    Shot("load", "damaged", _load_damaged),
    Shot("load", "recover", _load_recover),
    Shot("curtain", "recap", _curtain),
    Shot("dialog", "question", _question),
    Shot("dialog", "message", _message),
    Shot("rule", "clause", lambda app: _over_title(Seats(app, GAME), RuleSheet(app, CLAUSE))),
    Shot("rule", "unknown", lambda app: _over_title(Seats(app, GAME), RuleSheet(app, NO_CLAUSE))),
    Shot("credits", "top", lambda app: _over_title(Credits(app))),
    *(Shot("gallery", page, lambda app, page=page: app.manager.push(Gallery(app, page))) for page in PAGES),  # type: ignore[misc]
)
