"""Sacrament: the game as the registry offers it, set-up, and the rules in force at one table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, Final

from game.core.content import ContentError, faults_of
from game.core.contract import Action, Command, Event, Observation, Option, Policy, Reason, SetupError, State
from game.core.game import GameBase
from game.core.setup import complete_options
from game.sacrament.actions import SacramentAction
from game.sacrament.adversaries import begin_foes_early
from game.sacrament.aftershocks import begin_aftershock
from game.sacrament.calls import SacramentAnswers
from game.sacrament.campaign import Campaign, exchange_again, outcome, read_campaign, returns
from game.sacrament.characters import LEVELS, Character, CharacterError, premade
from game.sacrament.combat import add_foe, edge_tiles
from game.sacrament.content import Content, read_content, standard_content
from game.sacrament.effects.lists import ask_spare, run
from game.sacrament.events import GameBegan, SacramentEvent
from game.sacrament.exploration import begin, depart, read_ash
from game.sacrament.faults import import_character
from game.sacrament.gear import change_gold, find, gain_gold, lose, lose_by_kind
from game.sacrament.gm import ask_judgement, carry_out, finite_acts
from game.sacrament.maps import FOLDER as MAPS
from game.sacrament.maps import load_grid
from game.sacrament.observation import deal_anew, describe, observe
from game.sacrament.people import make_pc, texts_of
from game.sacrament.phrases import phrase
from game.sacrament.policy import policy
from game.sacrament.position import from_position, position
from game.sacrament.queries import decision_of, odds, reachable, rise
from game.sacrament.reactions import ask_falling, offer_antiphon
from game.sacrament.refusals import refuse
from game.sacrament.rests import begin_rest, open_market
from game.sacrament.scenarios import (
    DIFFICULTIES,
    SCENARIOS,
    fight_owner,
    load_scenario,
    read_scenario,
)
from game.sacrament.scene_play import undirected
from game.sacrament.setup import DEFAULT_PARTY, MOST_PCS, TABLE_OPTIONS, Setup, blank
from game.sacrament.state import SacramentState
from game.sacrament.values import MILESTONES, TOP


@lru_cache(maxsize=64)
def _setup(
    scenario: str, fight: str, difficulty: str, order: str, pcs: int, options: tuple[tuple[str, Any], ...]
) -> Setup:
    return Setup(ANSWERS, standard_content(), scenario, fight, difficulty, order, pcs, options)


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
            sink.append(_beginning(s, fight, on_the_road=campaign is not None))
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
        return from_position(self, mapping, tuple(script), strict, sink, settle)

    def phrase(self, state: State, action: Action) -> Reason | None:
        assert isinstance(state, SacramentState)
        return phrase(state, action)

    def describe(self, observation: Observation) -> Sequence[tuple[str, Mapping[str, Any]]]:
        return describe(observation)

    def policy(self, level: str) -> Policy:
        return policy(level)

    def undirected(self, state: State, action: Action, seats: Sequence[int]) -> tuple[Action, ...]:
        """What computer players at ``seats`` do of themselves before a person's ``action``."""
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


def _beginning(s: SacramentState, fight: str, *, on_the_road: bool) -> GameBegan:
    """What everybody is told first. ``on_the_road``: a campaign goes on."""
    clauses = ["SAC-GM-10", "SAC-GM-01", "SAC-TOKEN-01", "SAC-HARM-01", "SAC-LADDER-01", "SAC-BUILDER-04"]
    clauses += ["SAC-ATTR-02", "SAC-PICK-01", "SAC-DICE-02", "SAC-ORDER-02", "SAC-PRACTICE-01", "SAC-KIT-01"]
    if s.level > 1 and not on_the_road:
        clauses.append("SAC-GEAR-07")
    return GameBegan(
        clauses=tuple(clauses),
        scenario=s.setup.scenario.id,
        fight=fight,
        difficulty=s.setup.difficulty,
        order=s.setup.order,
        characters=tuple(pc.sheet.name for pc in s.pcs),
        ladder=s.ladder,
    )


def _fights() -> tuple[str, ...]:
    """The fights of all scenarios."""
    return tuple(fight for name in SCENARIOS for fight in load_scenario(name).fights)


_PREMADE_KEYS: Mapping[str, str] = {
    id: f"character.{id}.name" for id in ("osric", "eadgyth", "cuthbert", "hereswith", "wulfstan", "tova")
}


def _read_position(mapping: dict[str, Any]) -> SacramentState:
    return GAME.from_position(mapping, settle=False)


ANSWERS: Final = SacramentAnswers(
    refuse=refuse,
    decision=decision_of,
    returns=returns,
    outcome=outcome,
    observe=observe,
    position=position,
    deal=deal_anew,
    run=run,
    ask_spare=ask_spare,
    find=find,
    lose=lose,
    lose_by_kind=lose_by_kind,
    change_gold=change_gold,
    gain_gold=gain_gold,
    open_market=open_market,
    exchange_again=exchange_again,
    add_foe=add_foe,
    edge_tiles=edge_tiles,
    begin_foes_early=begin_foes_early,
    offer_antiphon=offer_antiphon,
    ask_falling=ask_falling,
    begin_aftershock=begin_aftershock,
    depart=depart,
    read_ash=read_ash,
    begin_rest=begin_rest,
    carry_out=carry_out,
    finite_acts=finite_acts,
    ask_judgement=ask_judgement,
    read_position=_read_position,
    odds=odds,
    reachable=reachable,
    rise=rise,
)
GAME = Sacrament()
