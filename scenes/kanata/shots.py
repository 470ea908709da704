"""The Kanata table in the states that pictures, frame figures and tests want to see."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from game import registry
from game.core.contract import Action
from game.core.session import HUMAN, Session
from game.kanata.actions import END_TURN, MOVE, PLAYER_BOARD, STAY, AddDie, Keep, Shoot
from scenes.app import App
from scenes.input import Do, Intent
from scenes.kanata.table import KanataTable
from scenes.shots import Shot, Sleeper, seats

NAMES = ("Lucy", "James", "Larry", "Steve", "Æðelþryð", "Player 6")
TEAM = (HUMAN, "adept", "adept", "adept")
NIGHT: dict[str, Any] = {
    "players": 4,
    "round": 5,
    "turn": 0,
    "first": 0,
    "phase": "actions",
    "characters": [
        {
            "character": "nora", "space": "c14r5", "health": 13, "track": 17, "horde_cubes": 1,
            "items": ["shotgun", "pistol", "chainsaw", "protein"], "tokens": {"talisman": 1, "scope4": 1},
        },
        {"character": "eli", "space": "property6", "health": 20, "track": 9, "items": ["handsaw", "aid"]},
        {"character": "june", "space": "c20r14", "health": 7, "track": 22, "items": ["extinguisher", "katana"]},
        {"character": "theo", "status": "downed", "space": "c10r16", "health": 0, "track": 30, "items": []},
    ],
    "sheriff": "c14r9",
    "abominations": [
        {"number": 1, "space": "c16r4"},
        {"number": 2, "space": "c11r8", "dormant": True},
        {"number": 3, "space": "c20r7"},
    ],
    "corpses": ["c18r12"],
    "ambulance": {"space": "c22r17", "tires": 3, "hunts": 2},
    "cubes": [1, 3, 4, 2, 4, 2, 4, 3, 4, 4, 4, 4],
    "cornfield": ["axe", "bow_saw"],
    "roadblock": {"monoliths": 2, "wall": 1, "used": ["hacksaw"]},
}  # fmt: skip
"""A night half lost: something of everything on the board."""


def open_table(app: App, session: Session) -> KanataTable:
    """Put a table on the app's stack, with computer players that never answer, the whole picture made."""
    table = KanataTable(app, session, app.manager.pop)
    table.thinking.make = Sleeper
    app.manager.push(table)
    table.animator.finish()
    table.stage.town.finish()
    return table


def new_table(app: App, *kinds: str, seed: int = 4) -> KanataTable:
    """A new game."""
    game = registry.get("kanata")
    return open_table(app, Session.start(game, seats(NAMES, kinds), seed=seed, options={"first_player": 0}))


def position_table(app: App, changes: Mapping[str, Any], *kinds: str, script: Sequence[Any] = ()) -> KanataTable:
    """A table that starts from the night half lost, with changes."""
    game = registry.get("kanata")
    position = {**NIGHT, **changes}
    return open_table(app, Session.start(game, seats(NAMES, kinds or TEAM), position=position, script=script))


def first_as(**changes: Any) -> dict[str, Any]:
    """The characters of the night with the first one changed."""
    first, *others = NIGHT["characters"]
    return {"characters": [{**first, **changes}, *others]}


def settle(table: KanataTable, *actions: Action) -> None:
    """Do these, and let everything arrive."""
    for action in actions:
        table.do(action)
        table.animator.finish()
        table.update(1)
    table.stage.town.finish()


def _point(table: KanataTable, id: str, *, keys: bool = True) -> None:
    """Look at a widget."""
    table.ui.set_focus(table.ui.find(id))
    table.ui.show_ring = keys
    table.stage.town.finish()


def _start(app: App) -> None:
    new_table(app, *TEAM)


def _night(app: App) -> None:
    position_table(app, {})


def _dice(app: App) -> None:
    settle(position_table(app, {}, script=[4]), MOVE)


def _move(app: App) -> None:
    table = position_table(app, {}, script=[4, 3])
    settle(table, MOVE, AddDie())
    _point(table, "space.c12r8" if table.ui.find("space.c12r8") else next(iter(table.walking.reach())))


def _near(app: App) -> None:
    table = position_table(app, {}, script=[4, 3])
    settle(table, MOVE, AddDie())
    table.stage.town.zoom_to(3.0)
    table.stage.centre()
    table.stage.town.finish()


def _shoot(app: App) -> None:
    table = position_table(app, {})
    settle(table, Shoot(item="shotgun_1"))
    _point(table, "aim.sheriff")


def _blocked(app: App) -> None:
    table = position_table(app, {})
    settle(table, Shoot(item="pistol_1"))
    barred = next((id for id in table.stage.barred if table.ui.find(id) is not None and _by_wall(table, id)), "")
    _point(table, barred or "aim.sheriff")


def _by_wall(table: KanataTable, id: str) -> bool:
    widget = table.ui.find(id)
    return widget is not None and widget.reason is not None and widget.reason.clause == "KAN-SHOOT-06"


def _weapons(app: App) -> None:
    table = position_table(app, {})
    table.shoot()


def _card(app: App) -> None:
    table = position_table(app, first_as(track=1), script=[1, "headlights_in_fog"])
    settle(table, STAY, PLAYER_BOARD)


def _drawn(app: App) -> None:
    table = position_table(app, first_as(track=1), script=[1, "crows", 3])
    settle(table, STAY)
    table.do(PLAYER_BOARD)


def _feeding(app: App) -> None:
    table = position_table(app, first_as(space="feeding_ground"), script=[3, 5, 3, 1])
    settle(table, STAY)
    for _ in range(3):
        table.feeding.wait = 0.0
        table.feeding.roll(0)
        table.animator.finish()
        table.update(1)
    table.feeding.left = 27_400.0


def _trade(app: App) -> None:
    table = position_table(app, first_as(space="c9r9"))
    acts = [one for one in table.state.legal_actions() if one.__struct_config__.tag == "trade"]
    settle(table, acts[0])


def _over_limit(app: App) -> None:
    table = position_table(app, first_as(space="cornfield"))
    acts = [one for one in table.state.legal_actions() if one.__struct_config__.tag == "take"]
    settle(table, acts[0])


def _turned(app: App) -> None:
    table = position_table(
        app, first_as(status="turned", space="c17r5", health=0, track=5, horde_cubes=0, items=["pistol"], tokens={})
    )
    settle(table, STAY)


def _enemies(app: App) -> None:
    table = position_table(app, {}, script=[1, 3, 2])
    settle(table, STAY)
    table.do(PLAYER_BOARD)
    table.animator.finish()
    while table.question == "card_choice":
        settle(table, table.state.legal_actions()[0])
    if END_TURN in table.state.legal_actions():
        table.do(END_TURN)


def _tab(name: str) -> Callable[[App], None]:
    def make(app: App) -> None:
        table = position_table(app, {})
        table.tabs.show(name)
        if table.frame.tabs.height:
            table.show_tab("right")

    return make


def _refusal(app: App) -> None:
    table = position_table(app, {})
    button = table.ui.find("slot_search")
    assert button is not None
    table.ui.activate(button)


def _undo(app: App) -> None:
    table = position_table(app, {})
    settle(table, STAY)
    _point(table, "undo")


def _person(app: App) -> None:
    table = position_table(app, {})
    table.inspect_piece(next(one for one in table.view.pieces() if one.id == "seat.0"))


def _log(app: App) -> None:
    table = position_table(app, {}, script=[4, 3])
    settle(table, MOVE, Keep())
    app.handle(Intent(Do.LOG))


def _kept(app: App) -> None:
    table = position_table(app, {"roadblock": {"monoliths": 1, "wall": 0, "used": ["hacksaw"]}})
    table.keep_card("interior", "ruth", 1)
    table.keep_card("search", "shotgun_2", 2)
    table.keep_card("exterior", "crows", 3)


def _escaped(app: App) -> None:
    table = position_table(
        app, {**first_as(space="S", items=["chainsaw"]), "sheriff": "c14r9", "roadblock": {"monoliths": 1, "wall": 0}}
    )
    table.do(next(one for one in table.state.legal_actions() if one.__struct_config__.tag == "deliver"))


SHOTS: tuple[Shot, ...] = (
    Shot("kanata", "start", _start),
    Shot("kanata", "night", _night),
    Shot("kanata", "dice", _dice),
    Shot("kanata", "move", _move),
    Shot("kanata", "near", _near),
    Shot("kanata", "weapons", _weapons),
    Shot("kanata", "shoot", _shoot),
    Shot("kanata", "blocked", _blocked),
    Shot("kanata", "card", _card),
    Shot("kanata", "drawn", _drawn, mid=2800),
    Shot("kanata", "feeding", _feeding),
    Shot("kanata", "trade", _trade),
    Shot("kanata", "over-limit", _over_limit),
    Shot("kanata", "turned", _turned),
    Shot("kanata", "enemies", _enemies, mid=2200),
    Shot("kanata", "escaped", _escaped, mid=3000),
    Shot("kanata", "threats", _tab("threats")),
    Shot("kanata", "seats", _tab("seats")),
    Shot("kanata", "roadblock", _tab("roadblock")),
    Shot("kanata", "kept", _kept),
    Shot("kanata", "log-tab", _tab("log")),
    Shot("kanata", "refusal", _refusal),
    Shot("kanata", "undo", _undo),
    Shot("kanata", "person", _person),
    Shot("kanata", "log", _log),
)
