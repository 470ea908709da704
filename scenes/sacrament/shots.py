"""Pictures of Sacrament's screens in typical states: builder, characters, story, fights, the game master's screen."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from game import registry
from game.ai.players import Player
from game.core.session import SeatPlan, Session
from game.sacrament import actions as act
from scenes.app import App
from scenes.sacrament.builder import Builder
from scenes.sacrament.library import Characters, ready_made
from scenes.sacrament.sheets import DiceSheet, LadderSheet, PcSheet
from scenes.sacrament.table import SacramentTable
from scenes.shots import Shot, pushing

SOLO = ("gm", "human", "adept", "adept")


class Still(SacramentTable):
    """A table whose computer players choose at once, so that a picture is the same every time."""

    def _let_computer_choose(self, dt: float) -> bool:
        return False

    def enter(self) -> None:
        self._look_at_who_chooses()
        super(SacramentTable, self).refresh()
        self._settle()

    def come_to_rest(self, limit: int = 200) -> None:
        """Let the computer players act until a person is to choose."""
        self.animator.finish()
        while limit and not self.state.is_terminal() and self.person_to_act() is None:
            limit -= 1
            choice = Player(self.session.game, self.session.seats[self.current].kind).choose(self.state, limit)
            self._play_choice(choice)
            self.animator.finish()

    def play(self, steps: int) -> None:
        """Play so many steps for the person as the adept would."""
        for number in range(steps):
            self.come_to_rest()
            if self.state.is_terminal():
                return
            self._apply(Player(self.session.game, "adept").choose(self.state, number).action, None, mine=True)
            self._settle()
            self.animator.finish()
        self.come_to_rest()


def table(app: App, kinds: tuple[str, ...] = SOLO, *, seed: int = 3, **options: Any) -> Still:
    """A table at rest."""
    plans = [SeatPlan(kind, "" if kind != "human" else f"Player {seat}") for seat, kind in enumerate(kinds)]
    session = Session.start(registry.get("sacrament"), plans, seed=seed, options=options)
    return Still(app, session, app.manager.pop)


def _showing(make: Callable[[App], Still], then: Callable[[Still], None] | None = None) -> Callable[[App], None]:
    """A shot's `make`: push a table, let it come to rest, do something with it."""

    def shown(app: App) -> None:
        scene = make(app)
        app.manager.push(scene)
        scene.come_to_rest()
        if then is not None:
            then(scene)

    return shown


def _take(scene: Still, *kinds: type) -> None:
    """Answer with the first legal action of one of these kinds."""
    for kind in kinds:
        action = next((one for one in scene.state.legal_actions() if isinstance(one, kind)), None)
        if action is not None:
            scene.act(action)
            scene.come_to_rest()
            return


def _aiming(scene: Still) -> None:
    scene.play(3)
    _take(scene, act.ChooseNext)
    for tile in scene.menu.tiles:
        if tile.actions and tile.id.startswith(("ability", "strike", "item")):
            scene.press_tile(tile.id)
            return


def _behind(scene: Still) -> None:
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


def _over(make: Callable[[App, Still], object], steps: int = 6) -> Callable[[App], None]:
    def shown(app: App) -> None:
        scene = table(app, fight="churchyard", ladder=8, seed=5)
        app.manager.push(scene)
        scene.come_to_rest()
        scene.play(steps)
        app.manager.push(make(app, scene))  # type: ignore[arg-type]

    return shown


SHOTS: list[Shot] = [
    Shot("sacrament", "characters", pushing(Characters)),
    *(
        Shot("sacrament", f"builder_{step}", _building("eadgyth", step))
        for step in ("name", "attributes", "gear", "practice", "sheet")
    ),
    Shot("sacrament", "builder_paths", _building("eadgyth", "paths", "can.requiem")),
    Shot("sacrament", "story", _showing(partial(table, seed=3))),
    Shot("sacrament", "story_check", _showing(partial(table, seed=3), lambda scene: _take(scene, act.Choose))),
    Shot("sacrament", "fight_start", _showing(partial(table, fight="churchyard", ladder=7))),
    Shot(
        "sacrament",
        "fight",
        _showing(partial(table, fight="churchyard", ladder=8, seed=5), lambda scene: scene.play(14)),
    ),
    Shot("sacrament", "aiming", _showing(partial(table, fight="race", seed=7), _aiming)),
    Shot("sacrament", "wheel", _showing(partial(table, fight="wheel", seed=4), lambda scene: scene.play(5))),
    Shot("sacrament", "cloister", _showing(partial(table, fight="cloister", seed=4), lambda scene: scene.play(5))),
    Shot("sacrament", "choir", _showing(partial(table, fight="choir", ladder=14, seed=4), lambda scene: scene.play(5))),
    Shot("sacrament", "gm_scene", _showing(partial(table, kinds=("human", "adept", "adept", "adept")), _behind)),
    Shot(
        "sacrament",
        "gm_fight",
        _showing(partial(table, kinds=("human", "adept", "adept", "adept"), fight="churchyard", ladder=7), _gm_fight),
    ),
    Shot("sacrament", "dice", _over(DiceSheet)),
    Shot("sacrament", "sheet", _over(lambda app, scene: PcSheet(app, scene, 1))),
    Shot("sacrament", "ladder", _over(LadderSheet)),
]
