"""The rules in force at a table: what stays the same all game long, and the table before anything has happened."""

from __future__ import annotations

from typing import Any, Final

from game.sacrament.actions import Operate
from game.sacrament.calls import SacramentAnswers
from game.sacrament.content import Content
from game.sacrament.maps import Grid, load_grid
from game.sacrament.scenarios import ClockSpec, FightSpec, ObjectSpec, Scenario, load_scenario
from game.sacrament.state import Fight, Foe, SacramentState
from game.sacrament.values import MILESTONES

PLAYERS_FOR: Final = 3
"""Fights are written for three PCs (SAC-GM-11)."""
DEFAULT_PARTY: Final = ("osric", "eadgyth", "cuthbert", "hereswith", "tova")
MOST_PCS: Final = 5
TABLE_OPTIONS: Final = ("attack_rolls", "fairness", "foe_harm", "private_packs", "open_difficulties", "silent_rolls")
"""The options that hold all game long, beside scenario, difficulty and order."""
LATER_OPTIONS: Final = ("silent_rolls",)
"""Those that came after games had been kept: left out of a set-up's key while off, so that its digests stay."""


class Setup:
    """What stays the same all game long. States share it."""

    def __init__(
        self,
        answers: SacramentAnswers,
        content: Content,
        scenario: str,
        fight: str,
        difficulty: str,
        order: str,
        pcs: int,
        options: tuple[tuple[str, Any], ...],
    ) -> None:
        self.answers = answers
        self.content = content
        self.scenario: Scenario = load_scenario(scenario)
        self.only_fight = fight
        self.difficulty = difficulty
        self.order = order
        self.pcs = pcs
        self.options = dict(options)
        self.attack_rolls = bool(self.options.get("attack_rolls", False))
        self.fairness = bool(self.options.get("fairness", False))
        self.foe_harm = str(self.options.get("foe_harm", "rough"))
        self.private_packs = bool(self.options.get("private_packs", False))
        self.open_difficulties = bool(self.options.get("open_difficulties", True))
        self.silent_rolls = bool(self.options.get("silent_rolls", False))
        kept = tuple((name, value) for name, value in options if value or name not in LATER_OPTIONS)
        self.key = (scenario, fight, difficulty, order, pcs, kept, content.digest, self.scenario.digest)
        self.tables = {**content.tables, **self.scenario.tables}
        self._grids = {id: load_grid(spec.map) for id, spec in self.scenario.fights.items()}
        self.stands = {id: _stands(grid, self.scenario.fights[id]) for id, grid in self._grids.items()}
        """By fight and tile: what can be used from there, as an action, with the name that uses are remembered by."""

    def grid_of(self, fight: Fight | None) -> Grid | None:
        """The map of the running fight."""
        return None if fight is None else self._grids[fight.id]

    def fight_of(self, fight: Fight | None) -> FightSpec | None:
        """The scenario's entry of the running fight."""
        return None if fight is None else self.scenario.fights.get(fight.id)

    def clock(self, name: str) -> ClockSpec:
        """A clock of the scenario."""
        return self.scenario.clocks[name]

    def leader_of(self, s: SacramentState) -> Foe | None:
        """The leader of the running fight, while it is there."""
        spec = s.spec
        if spec is None or not spec.leader:
            return None
        return next((foe for foe in s.foes.values() if foe.kind == spec.leader), None)

    def level_factor(self, s: SacramentState) -> int:
        """Levels of the party above the scenario's (SAC-GM-11)."""
        return max(0, s.level - self.scenario.level)

    def scaled(self, s: SacramentState, n: int) -> int:
        """Harm that an object or flag does to a leader, multiplied as the leader's own."""
        n = n * len(s.pcs) // PLAYERS_FOR
        return n * s.level // self.scenario.level if self.level_factor(s) else n


def _stands(grid: Grid, spec: FightSpec) -> tuple[tuple[tuple[Operate, ObjectSpec, str], ...], ...]:
    things = [(name, tile, spec.objects[name]) for name, tile in grid.objects if name in spec.objects]
    return tuple(
        tuple(
            (Operate(thing=name, space=grid.names[tile]), thing, f"{name}@{grid.names[tile]}")
            for name, tile, thing in things
            if grid.distance[here * grid.size + tile] <= thing.reach
        )
        for here in range(grid.size)
    )


def blank(setup: Setup, seed: int, level: int) -> SacramentState:
    """A table before anything has happened."""
    scenario = setup.scenario
    return SacramentState(
        setup=setup,
        seed=seed,
        counter=0,
        script=(),
        strict=False,
        shows=0,
        ladder=0,
        armed=MILESTONES,
        pending=(),
        pcs=[],
        foes={},
        fight=None,
        going="",
        node="",
        flags={},
        clocks={name: clock.start for name, clock in scenario.clocks.items()},
        stopped=(),
        visits={},
        tried={},
        moves=0,
        beats=(),
        rested=False,
        unsafe=False,
        no_cleanse=False,
        cleansed=False,
        surprise="none",
        provoked=0,
        next_risk=0,
        next_surge=False,
        next_foes=0,
        fallen={},
        zones=(),
        lights=(),
        fog=(),
        safe=(),
        notes=(),
        said={},
        results=(),
        chapters=1,
        level=level,
        ending="",
        stack=(),
    )
