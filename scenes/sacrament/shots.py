"""Pictures of Sacrament's screens in typical states: builder, characters, story, fights, the game master's screen."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial
from typing import Any

from game import registry
from game.ai.players import Player
from game.core.contract import Action
from game.core.session import HUMAN, SeatPlan, Session
from game.sacrament import actions as act
from scenes.app import App
from scenes.sacrament.builder import Builder
from scenes.sacrament.library import Characters, ready_made
from scenes.sacrament.sheets import DiceSheet, LadderSheet, PcSheet
from scenes.sacrament.table import SacramentTable
from scenes.shots import Shot, Sleeper, pushing

SOLO = ("gm", HUMAN, "adept", "adept")
WITH_GM = (HUMAN, HUMAN, HUMAN, "adept")


class Still(SacramentTable):
    """A table that shows a session as it is: nobody is waited for."""

    def __init__(self, app: App, session: Session, leave: Callable[[], None]) -> None:
        super().__init__(app, session, leave)
        self.thinking.make = Sleeper

    def enter(self) -> None:
        self._recall()
        self._look_at_who_chooses()
        self.refresh()
        self._settle()


@lru_cache(maxsize=32)
def _played(kinds: tuple[str, ...], seed: int, steps: int, options: tuple[tuple[str, Any], ...]) -> Session:
    """A session in which people have answered so many times as the adept would, and computer players between them."""
    plans = [SeatPlan(kind, f"Player {seat}" if kind == HUMAN and seat else "") for seat, kind in enumerate(kinds)]
    session = Session.start(registry.get("sacrament"), plans, seed=seed, options=dict(options))
    done = 0
    for number in range(600):
        seat = session.state.current_player()
        if session.state.is_terminal() or (session.seats[seat].kind == HUMAN and done >= steps):
            break
        person = session.seats[seat].kind == HUMAN
        done += person
        level = "gm" if seat == 0 else "adept" if person else session.seats[seat].kind
        session.apply(Player(session.game, level).choose(session.state, number).action)
    return session


def table(app: App, kinds: tuple[str, ...] = SOLO, *, seed: int = 3, steps: int = 0, **options: Any) -> Still:
    """A table at rest after so many answers of people."""
    return Still(app, _played(kinds, seed, steps, tuple(sorted(options.items()))), app.manager.pop)


def copy_of(app: App, **what: Any) -> Still:
    """The same, with a session of its own that may be changed."""
    shown = table(app, **what)
    return Still(app, Session.restore(shown.session.contents(), registry.get), app.manager.pop)


def _showing(make: Callable[[App], Still], then: Callable[[Still], None] | None = None) -> Callable[[App], None]:
    """A shot's `make`: push a table, do something with it."""

    def shown(app: App) -> None:
        scene = make(app)
        app.manager.push(scene)
        if then is not None:
            then(scene)

    return shown


def _take(scene: Still, *kinds: type) -> None:
    """Answer with the first legal action of one of these kinds."""
    for kind in kinds:
        action: Action | None = next((one for one in scene.state.legal_actions() if isinstance(one, kind)), None)
        if action is not None:
            scene.act(action)
            scene.animator.finish()
            return


def _aiming(scene: Still) -> None:
    for tile in scene.menu.tiles:
        if tile.actions and tile.id.startswith(("ability", "strike", "item")):
            scene.press_tile(tile.id)
            return


def _behind(scene: Still) -> None:
    while scene.app.manager.top is not scene:
        scene.app.manager.pop()
    scene.gm_open = scene.current != 0
    scene.person, scene.viewer = scene.gm_person, 0
    scene.land()


def _gm_fight(scene: Still) -> None:
    _behind(scene)
    scene.act_out(act.Place(seat=0, kind="grave_hound", space="f2", hidden=True))
    scene.act_out(act.Fog(seat=0, spaces=("g5", "g6", "f6")))
    scene.act_out(act.Note(seat=0, words="The bell stops if they name the dead.", to=0))
    scene.animator.finish()


def _building(id: str, step: str, chosen: str = "") -> Callable[[App], None]:
    def make(app: App) -> None:
        scene = Builder(app, ready_made(app, id))
        app.manager.push(scene)
        scene.step, scene.chosen = step, chosen
        if chosen:
            scene.mark_way()
        scene.refresh()

    return make


def _over(make: Callable[[App, Still], object]) -> Callable[[App], None]:
    def shown(app: App) -> None:
        scene = table(app, fight="churchyard", ladder=8, seed=5, steps=6)
        app.manager.push(scene)
        app.manager.push(make(app, scene))  # type: ignore[arg-type]

    return shown


def _ended(app: App) -> None:
    scene = table(app, steps=600)
    app.manager.push(scene)
    scene._show_result()


SHOTS: list[Shot] = [
    Shot("sacrament", "characters", pushing(Characters)),
    *(
        Shot("sacrament", f"builder_{step}", _building("eadgyth", step))
        for step in ("name", "attributes", "gear", "practice", "sheet")
    ),
    Shot("sacrament", "builder_paths", _building("eadgyth", "paths", "can.requiem")),
    Shot("sacrament", "story", _showing(table)),
    Shot("sacrament", "story_check", _showing(copy_of, lambda scene: _take(scene, act.Choose))),
    Shot("sacrament", "story_later", _showing(partial(table, steps=9))),
    Shot("sacrament", "fight_start", _showing(partial(table, fight="churchyard", ladder=7))),
    Shot("sacrament", "fight", _showing(partial(table, fight="churchyard", ladder=8, seed=5, steps=14))),
    Shot("sacrament", "aiming", _showing(partial(table, fight="race", seed=7, steps=4), _aiming)),
    Shot("sacrament", "wheel", _showing(partial(table, fight="wheel", seed=4, steps=5))),
    Shot("sacrament", "cloister", _showing(partial(table, fight="cloister", seed=4, steps=5))),
    Shot("sacrament", "choir", _showing(partial(table, fight="choir", ladder=14, seed=4, steps=5))),
    Shot("sacrament", "gm_scene", _showing(partial(table, kinds=WITH_GM), _behind)),
    Shot("sacrament", "gm_fight", _showing(partial(copy_of, kinds=WITH_GM, fight="churchyard", ladder=7), _gm_fight)),
    Shot("sacrament", "ending", _ended),
    Shot("sacrament", "dice", _over(DiceSheet)),
    Shot("sacrament", "sheet", _over(lambda app, scene: PcSheet(app, scene, 1))),
    Shot("sacrament", "ladder", _over(LadderSheet)),
]
