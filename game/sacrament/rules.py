"""Sacrament: the game as the registry offers it, set-up, and the rules in force at one table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from game.core.content import ContentError, faults_of
from game.core.contract import Action, Command, Event, Observation, Option, Policy, Reason, SetupError, State
from game.core.game import GameBase
from game.core.setup import complete_options
from game.core.strings import Strings
from game.sacrament.actions import Operate, SacramentAction
from game.sacrament.characters import LEVELS, Character, CharacterError, premade
from game.sacrament.content import Content, read_content, standard_content
from game.sacrament.events import GameBegan, SacramentEvent
from game.sacrament.faults import import_character
from game.sacrament.maps import FOLDER as MAPS
from game.sacrament.maps import Grid, load_grid
from game.sacrament.phrases import phrase
from game.sacrament.scenarios import (
    DIFFICULTIES,
    SCENARIOS,
    ClockSpec,
    FightSpec,
    ObjectSpec,
    Scenario,
    fight_owner,
    load_scenario,
    read_scenario,
)
from game.sacrament.state import Fight, Foe, Pc, SacramentState
from game.sacrament.values import MILESTONES, TOP

if TYPE_CHECKING:
    from game.sacrament.campaign import Campaign

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
        content: Content,
        scenario: str,
        fight: str,
        difficulty: str,
        order: str,
        pcs: int,
        options: tuple[tuple[str, Any], ...],
    ) -> None:
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


@lru_cache(maxsize=64)
def _setup(
    scenario: str, fight: str, difficulty: str, order: str, pcs: int, options: tuple[tuple[str, Any], ...]
) -> Setup:
    return Setup(standard_content(), scenario, fight, difficulty, order, pcs, options)


class Sacrament(GameBase):
    """Sacrament: a game master and one to five player characters."""

    id = "sacrament"
    name = "sacrament.name"
    min_players = 2
    max_players = 1 + MOST_PCS
    clause_prefix = "SAC"
    action_type: Any = SacramentAction
    event_type: Any = SacramentEvent
    levels = ("novice", "adept")
    team_wins = True
    commands: Mapping[str, str] = {"sheet": "print a character's sheet as PDF"}
    words: Mapping[str, str | tuple[str, ...]] = {
        **dict.fromkeys(
            (
                "seat", "ally", "victim", "among", "who", "leader", "causer", "chooser", "roller", "by", "seats",
            ),
            "seat",
        ),
        **dict.fromkeys(("token", "tokens", "target"), "foe.{}.name"),
        **dict.fromkeys(("item", "items", "weapon", "given", "taken"), "item.{}.name"),
        "attribute": "attribute.{}.name",
        "practice": "practice.{}.name",
        "condition": "condition.{}.name",
        "ability": ("ability.{}.name", "item.{}.name"),
        "deed": "sacrament.deed.{}",
        "option": ("sacrament.pick.{}", "ability.{}.name", "item.{}.name", "character.{}.name"),
        "kind": ("sacrament.rest.{}", "foe.{}.name"),
        "clock": "sacrament.clock.{}",
        "zone": "sacrament.zone.{}",
        "parts": "sacrament.part",
        "truth": "sacrament.event.behind_screen",
        "bonus": (
            "attribute.{}.name", "sacrament.bonus.{}", "ability.{}.name", "item.{}.name", "condition.{}.name",
            "sacrament.deed.{}", "sacrament.bonus.situation",
        ),
    }  # fmt: skip

    @property
    def content(self) -> Content:
        """The game's content, read when it is first needed."""
        return standard_content()

    @property
    def options(self) -> tuple[Option, ...]:
        """The set-up choices."""
        people = tuple(self.content.premades)
        return (
            Option("scenario", "choice", "wickham", SCENARIOS, clauses=("SAC-GM-02",)),
            Option("fight", "choice", "none", ("none", *_fights()), clauses=("SAC-ORDER-01",)),
            Option("difficulty", "choice", "normal", DIFFICULTIES, clauses=("SAC-GM-06", "SAC-GM-11")),
            Option("order", "choice", "popcorn", ("popcorn", "around"), clauses=("SAC-ORDER-02",)),
            Option("level", "choice", 1, tuple(range(1, LEVELS + 1)), clauses=("SAC-LEVEL-02",)),
            Option("ladder", "number", 0, (0, TOP), clauses=("SAC-LADDER-01",)),
            Option("foe_harm", "choice", "rough", ("hidden", "rough", "exact"), clauses=("SAC-VTT-02",)),
            Option("attack_rolls", "switch", False, clauses=("SAC-HIT-06",)),
            Option("open_difficulties", "switch", True, clauses=("SAC-CHECK-03", "SAC-GM-04")),
            Option("silent_rolls", "switch", False, clauses=("SAC-GM-04",)),
            Option("fairness", "switch", False, clauses=("SAC-GM-06",)),
            Option("private_packs", "switch", False, clauses=("SAC-VTT-08",)),
            Option("real_dice", "switch", False, clauses=("SAC-DICE-03",)),
            *(
                Option(
                    f"pc{seat}",
                    "choice",
                    DEFAULT_PARTY[seat - 1],
                    people,
                    _PREMADE_KEYS,
                    ("SAC-BUILDER-04",),
                    of_seat=seat,
                )
                for seat in range(1, MOST_PCS + 1)
            ),
        )

    def setup(
        self, scenario: str, fight: str, difficulty: str, order: str, pcs: int, options: tuple[tuple[str, Any], ...]
    ) -> Setup:
        """The rules in force for these choices; the same object each time."""
        return _setup(scenario, fight, difficulty, order, pcs, options)

    def new_game(
        self,
        players: int = 4,
        seed: int = 1,
        *,
        script: Sequence[object] = (),
        strict: bool = False,
        sink: list[Event] | None = None,
        **options: Any,
    ) -> SacramentState:
        """A new table. Beside the options, ``pc1`` to ``pc5`` take a character's mapping; ``campaign`` a campaign's."""
        from game.sacrament.campaign import read_campaign
        from game.sacrament.exploration import begin

        if not self.min_players <= players <= self.max_players:
            raise SetupError(f"Sacrament is for a game master and 1 to 5 players; found {players} seats", "SAC-GM-10")
        campaign = read_campaign(options.pop("campaign", None))
        chosen = self.check_options(options, players)
        fight = "" if chosen["fight"] == "none" else str(chosen["fight"])
        scenario = fight_owner(fight) if fight else chosen["scenario"]
        level = campaign.level if campaign else chosen["level"]
        setup = self.setup(
            scenario,
            fight,
            chosen["difficulty"],
            chosen["order"],
            players - 1,
            tuple((name, chosen[name]) for name in TABLE_OPTIONS),
        )
        sheets = [self._sheet(chosen[f"pc{seat}"], level, seat, campaign) for seat in range(1, players)]
        s = blank(setup, seed, level)
        s.script, s.strict = tuple(script), strict
        ladder = setup.scenario.ladder_start
        s.ladder = ladder if ladder is not None else campaign.ladder if campaign else chosen["ladder"]
        s.armed = campaign.armed if campaign and ladder is None else tuple(m for m in MILESTONES if m > s.ladder)
        if campaign:
            s.flags = dict(campaign.flags.items())
        s.pcs = [make_pc(seat, sheet) for seat, sheet in enumerate(sheets, 1)]
        if campaign:
            for pc, harm in zip(s.pcs, campaign.harm, strict=False):
                pc.harm = harm
        if sink is not None:
            clauses = ["SAC-GM-10", "SAC-GM-01", "SAC-TOKEN-01", "SAC-HARM-01", "SAC-LADDER-01", "SAC-BUILDER-04"]
            clauses += ["SAC-ATTR-02", "SAC-PICK-01", "SAC-DICE-02", "SAC-ORDER-02", "SAC-PRACTICE-01", "SAC-KIT-01"]
            if campaign:
                clauses.append("SAC-LADDER-01")
            elif level > 1:
                clauses.append("SAC-GEAR-07")
            sink.append(
                GameBegan(
                    clauses=tuple(dict.fromkeys(clauses)),
                    scenario=scenario,
                    fight=fight,
                    difficulty=setup.difficulty,
                    order=setup.order,
                    characters=tuple(sheet.name for sheet in sheets),
                    ladder=s.ladder,
                )
            )
        begin(s, sink)
        s.settle(sink)
        s.strict = strict or bool(chosen["real_dice"])  # what the set-up draws nobody rolls
        s.discovered = s.seen()
        return s

    def _sheet(self, given: object, level: int, seat: int, campaign: Campaign | None) -> Character:
        """The character of a seat: pre-made by id, imported from a mapping, or kept by the campaign."""
        if campaign and seat <= len(campaign.characters):
            return campaign.characters[seat - 1]
        if isinstance(given, str):
            return premade(self.content, given, level, texts_of(given))
        sheet, faults = import_character(self.content, given)
        if sheet is None or faults:
            raise SetupError(str(CharacterError(f"pc{seat}", faults)), faults[0].clause)
        if sheet.level != level:
            raise SetupError(f"pc{seat}: found level {sheet.level}, expected the party's level {level}", "SAC-LEVEL-03")
        return sheet

    def from_position(
        self,
        mapping: Mapping[str, Any],
        *,
        script: Sequence[object] = (),
        strict: bool = False,
        sink: list[Event] | None = None,
        settle: bool = True,
    ) -> SacramentState:
        """The state of a (perhaps partial) position. ``settle``: carry out what settles by itself at once."""
        from game.sacrament.position import from_position

        return from_position(self, mapping, tuple(script), strict, sink, settle)

    def phrase(self, state: State, action: Action) -> Reason | None:
        assert isinstance(state, SacramentState)
        return phrase(state, action)

    def describe(self, observation: Observation) -> Sequence[tuple[str, Mapping[str, Any]]]:
        from game.sacrament.observation import describe

        return describe(observation)

    def policy(self, level: str) -> Policy:
        from game.sacrament.policy import policy

        return policy(level)

    def undirected(self, state: State, action: Action, seats: Sequence[int]) -> tuple[Action, ...]:
        """What computer players at ``seats`` do of themselves before a person's ``action``."""
        from game.sacrament.scene_play import undirected

        assert isinstance(state, SacramentState)
        return undirected(state, action, seats)

    def seat_kinds(self, seat: int) -> tuple[str, ...]:
        return ("human", "gm") if seat == 0 else ("human", *self.levels)

    def command(self, name: str) -> Command:
        if name not in self.commands:
            return super().command(name)
        from game.sacrament import sheet_command  # it prints PDFs, which no table needs

        return sheet_command

    def content_digest(self) -> str:
        return "-".join([self.content.digest, *(load_scenario(name).digest[:8] for name in SCENARIOS)])

    def check(self, content: Path | None, maps: Path | None) -> list[ContentError]:
        faults: list[ContentError] = []
        if content is not None:
            own = read_content(content, faults)
            for path in sorted((content / "scenarios").glob("*.yaml")):
                faults += faults_of([partial(read_scenario, path, own, faults, maps or MAPS)])
        if maps is not None:
            names = [path.stem.removeprefix("sacrament_") for path in sorted(maps.glob("sacrament_*.tmx"))]
            faults += faults_of([partial(load_grid, name, maps) for name in names])
        return faults

    def check_options(self, options: Mapping[str, Any], players: int) -> dict[str, Any]:
        """The options completed by their defaults; a character may be a mapping. Raises ``SetupError``."""
        seats = {option.name for option in self.options if option.of_seat is not None}
        own = {name: value for name, value in options.items() if name in seats and isinstance(value, Mapping)}
        rest = {name: value for name, value in options.items() if name not in own}
        return complete_options(self.id, self.options, rest, players) | own


def _fights() -> tuple[str, ...]:
    """The fights of all scenarios."""
    return tuple(fight for name in SCENARIOS for fight in load_scenario(name).fights)


@lru_cache(maxsize=32)
def _words(id: str) -> tuple[tuple[str, str], ...]:
    strings = Strings()
    keys = {name: f"character.{id}.{name}" for name in ("name", "look", "vow")}
    return tuple((name, strings.text(key)) for name, key in keys.items())


def texts_of(id: str) -> dict[str, str]:
    """Name, look and vow of a pre-made character: they become the person's own to change."""
    return dict(_words(id))


_PREMADE_KEYS: Mapping[str, str] = {
    id: f"character.{id}.name" for id in ("osric", "eadgyth", "cuthbert", "hereswith", "wulfstan", "tova")
}


def make_pc(seat: int, sheet: Character) -> Pc:
    """A character comes into play, whole."""
    from game.sacrament.gear import load_durability

    pc = Pc(seat=seat, sheet=sheet)
    pc.set_sheet(sheet)
    load_durability(pc)
    pc.light = pc.kit.light
    return pc


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


GAME = Sacrament()
