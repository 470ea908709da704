"""Endings, downtime, and what goes on to the next scenario: ladder, level, gear, gold, flags (SAC-LEVEL, SAC-
LADDER-01).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Final

import msgspec
from msgspec import Struct, structs

from game.core.contract import Action, Event, Outcome, SetupError, Values
from game.sacrament import actions as act
from game.sacrament.characters import (
    LEVELS,
    Character,
    CharacterError,
    item_from,
    item_of,
    premade,
)
from game.sacrament.content import standard_content
from game.sacrament.effects.base import Ctx
from game.sacrament.effects.lists import run
from game.sacrament.events import EndingReached, GearExchanged, LevelGained, NewCharacter
from game.sacrament.faults import faults_of
from game.sacrament.frames import Frame, first_asked, next_asked
from game.sacrament.gear import TooFull, ask_to_shed, is_over_full, store_durability, swap, wear
from game.sacrament.harm import clear_loose, heal_wounds, with_sheet
from game.sacrament.nodes import condition_holds, is_safe
from game.sacrament.offers import exchanges_of, stock_of
from game.sacrament.people import make_pc, texts_of
from game.sacrament.rests import (
    CLEANSING,
    RestActs,
    cleanse,
    learn,
    learnable,
    of_one,
    purchases,
    sales,
    services,
    trade,
    wearable,
)
from game.sacrament.values import MILESTONES, key_parts

if TYPE_CHECKING:
    from game.sacrament.state import Pc, SacramentState

NIGHTS: Final = 3
"""Safe nights of a downtime: whoever lives is whole again."""
GOOD_FIGHT: Final = "win"
ROSE: Final = "level:gained"
"""How it is remembered, among the things tried, that the party gained a level in this scenario (SAC-GEAR-08)."""


class Campaign(Struct, frozen=True, forbid_unknown_fields=True):
    """What goes on from one scenario to the next."""

    level: int
    ladder: int
    armed: tuple[int, ...]
    flags: dict[str, int]
    characters: tuple[Character, ...]
    harm: tuple[int, ...] = ()


def campaign_of(s: SacramentState) -> dict[str, Any]:
    """The campaign after this table, as plain data: ``new_game(campaign=…)`` goes on from it."""
    s = s.clone()
    for pc in s.pcs:
        store_durability(pc)
    flags = {name: n for name, n in sorted(s.flags.items()) if name.startswith("campaign_")}
    kept = Campaign(
        level=s.level,
        ladder=s.ladder,
        armed=s.armed,
        flags=flags,
        characters=tuple(pc.sheet for pc in s.living()),
        harm=tuple(pc.harm for pc in s.living()),
    )
    data: dict[str, Any] = msgspec.to_builtins(kept)
    return data


def read_campaign(data: object) -> Campaign | None:
    """A campaign from plain data. Raises ``SetupError``."""
    if data is None or isinstance(data, Campaign):
        return data
    try:
        kept = msgspec.convert(data, Campaign)
    except (msgspec.ValidationError, RecursionError) as error:
        raise SetupError(f"option campaign: {error}") from None
    if not 0 <= kept.ladder <= 21 or not set(kept.armed) <= set(MILESTONES) or not 1 <= kept.level <= LEVELS:
        found = f"ladder {kept.ladder}, armed {kept.armed}, level {kept.level}"
        raise SetupError(f"option campaign: found {found}, expected 0 to 21, milestones, 1 to 5")
    for sheet in kept.characters:
        faults = faults_of(standard_content(), sheet)
        if faults:
            raise SetupError(str(CharacterError(sheet.name, faults)), faults[0].clause)
    return kept


# --------------------------------------------------------------------------------------------------------- endings


def reach_ending(s: SacramentState, out: list[Event] | None) -> None:
    """The first ending whose condition holds: its consequences, a level, then downtime."""
    scenario = s.setup.scenario
    ending = next(e for e in scenario.endings if condition_holds(s, e.condition))
    s.ending = ending.id
    if out is not None:
        clauses = ("SAC-LEVEL-03",) if ending.level_up else ("SAC-GM-02",)
        key = f"{scenario.id}.ending.{ending.id}"
        out.append(EndingReached(clauses=clauses, ending=ending.id, key=key, level_up=ending.level_up))
    s.stack = (Homeward(ending.level_up),)
    run(s, ending.effects, Ctx(source=ending.id), out)


class Homeward(Frame, frozen=True, tag="homeward"):
    """After the ending: the level, the nights of downtime, then what is done in it."""

    level_up: bool

    automatic: ClassVar[bool] = True

    def resolve(self, s: SacramentState, action: Action | None, out: list[Event] | None) -> None:
        s.drop()
        if not s.living():
            return
        if self.level_up and s.level < LEVELS:
            raise_level(s, out)
        risen = ROSE in s.tried
        for pc in s.living():
            clear_loose(pc, out, ("SAC-HEAL-04",))
            heal_wounds(s, pc, NIGHTS, "downtime", out, ("SAC-HEAL-04", "SAC-HEAL-02"))
        may_exchange = tuple(pc.seat for pc in s.living()) * 2 if risen else ()
        s.ask(Downtime(may_exchange, one=first_asked(s)))
        ask_for_replacements(s)


def raise_level(s: SacramentState, out: list[Event] | None) -> None:
    """The whole party gains a level: two picks and a tier, nothing else (SAC-LEVEL-03, SAC-LEVEL-04)."""
    s.level += 1
    s.tried = {**s.tried, ROSE: (0,)}
    for pc in s.pcs:
        with_sheet(pc, level=s.level)
    if out is not None:
        out.append(LevelGained(clauses=("SAC-LEVEL-03", "SAC-LEVEL-04", "SAC-PICK-01"), level=s.level))


class Downtime(Frame, frozen=True, tag="downtime"):
    """Between scenarios: spend picks, trade, repair, exchange gear, one safe cleanse; then the table is over.

    ``may_exchange``: a seat for each piece it may still exchange, weapon and suit (SAC-GEAR-08).
    """

    may_exchange: tuple[int, ...] = ()
    exchanged: tuple[str, ...] = ()
    cleansed: bool = False
    one: int = 0
    """Who is asked, where packs are private; 0: the party."""

    name: ClassVar[str] = "downtime"
    clauses: ClassVar[tuple[str, ...]] = ("SAC-PICK-03", "SAC-KIT-03", "SAC-GEAR-08")

    @property
    def party(self) -> bool:  # type: ignore[override]  # what is carried may be its owner's own business
        return not self.one

    def seat(self, s: SacramentState) -> int:
        return self.one or s.speaker()

    def legal(self, s: SacramentState) -> tuple[Action, ...]:
        out: list[Action] = of_one(self.one, [*learnable(s), *self.exchanges(s), *wearable(s)])
        if not self.cleansed and s.ladder:
            out += [act.Cleanse(leader=pc.seat, practice=pc.sheet.practice) for pc in s.able()]
        out += of_one(self.one, [*purchases(s, stock_of(s.level)), *sales(s), *services(s)])
        return (*out, act.DONE)

    def exchanges(self, s: SacramentState) -> list[Action]:
        """Pieces that can be given up for any other of a tier up to the new level."""
        done = self.exchanged
        return [
            action
            for seat in dict.fromkeys(self.may_exchange)
            for action in exchanges_of(s.pc(seat), s.level, f"{seat}:weapon" not in done, f"{seat}:armour" not in done)
        ]

    def resolve(self, s: SacramentState, action: Any, out: list[Event] | None) -> None:
        kind = type(action)
        if kind is act.Done:
            s.drop()
            following = next_asked(s, self.one)
            if following:
                s.ask(structs.replace(self, one=following))
            else:
                ask_to_shed(s, out)
        elif kind is act.Learn:
            learn(s, s.pc(action.ally), action.pick, out)
        elif kind is act.Wear:
            wear(s, s.pc(action.ally), action.item, out)
        elif kind is act.Cleanse:
            s.stack = (*s.stack[:-1], structs.replace(self, cleansed=True))
            cleanse(s, action, True, out)
        elif kind is act.Exchange:
            arms = "weapon" if key_parts(action.taken)[0] in s.setup.content.weapons else "armour"
            s.stack = (*s.stack[:-1], structs.replace(self, exchanged=(*self.exchanged, f"{action.ally}:{arms}")))
            exchange(s, s.pc(action.ally), action, out)
        else:
            trade(s, action, out)


def exchange(s: SacramentState, pc: Pc, action: act.Exchange, out: list[Event] | None) -> None:
    """A piece given up for another, free (SAC-GEAR-08). One that fills more slots may be too much (SAC-PACK-05)."""
    store_durability(pc)
    worn = pc.sheet.worn == action.given
    held = action.given in pc.sheet.hands
    taken, given = item_from(action.taken), item_of(pc.sheet, action.given)
    assert given is not None
    full = is_over_full(pc)
    swap(s, pc, action.given, taken, worn=worn, held=held)
    if out is not None:
        out.append(GearExchanged(clauses=("SAC-GEAR-08",), seat=pc.seat, old=action.given, new=action.taken))
    if is_over_full(pc) and not full:
        s.ask(TooFull(pc.seat, taken, structs.replace(given, n=1), worn, held))


def exchange_again(s: SacramentState) -> None:
    """The exchange that was refused counts for nothing."""
    s.stack = tuple([
        structs.replace(frame, exchanged=frame.exchanged[:-1]) if isinstance(frame, Downtime) else frame
        for frame in s.stack
    ])


def open_rest(s: SacramentState) -> RestActs | Downtime | None:
    """The rest or downtime that is going on."""
    return next((frame for frame in reversed(s.stack) if isinstance(frame, (RestActs, Downtime))), None)


def cleanse_again(s: SacramentState) -> None:
    """One more cleanse: in the rest that is going on, or by itself where that is over (SAC-CLEANSE-05)."""
    rest = open_rest(s)
    if rest is None:
        s.ask(RestActs(CLEANSING, is_safe(s), one=first_asked(s)))
        return
    again = structs.replace(rest, cleansed=False)
    again = structs.replace(again, blocked=False) if isinstance(again, RestActs) else again
    s.stack = tuple(again if frame is rest else frame for frame in s.stack)


# ---------------------------------------------------------------------------------------------------- replacements


def ask_for_replacements(s: SacramentState) -> None:
    """A dead PC's player takes a new character at the scene break (SAC-DYING-09)."""
    for pc in reversed(s.pcs):
        if pc.dead and f"left:{pc.seat}" not in s.tried and len(s.living()):
            s.ask(NewPc(pc.seat))


class NewPc(Frame, frozen=True, tag="new_pc"):
    """Which character a dead PC's player goes on with."""

    owner: int

    boundary: ClassVar[bool] = False
    name: ClassVar[str] = "new_character"
    clauses: ClassVar[tuple[str, ...]] = ("SAC-DYING-09",)

    def seat(self, s: SacramentState) -> int:
        return self.owner

    def legal(self, s: SacramentState) -> tuple[Action, ...]:
        here = {pc.sheet.id for pc in s.pcs}
        free = tuple(act.Option(option=id) for id in s.setup.content.premades if id not in here)
        return (*free, act.DECLINE)

    def resolve(self, s: SacramentState, action: Any, out: list[Event] | None) -> None:
        s.drop()
        if type(action) is act.Decline:
            s.tried = {**s.tried, f"left:{self.owner}": (self.owner,)}
            return
        sheet = premade(s.setup.content, action.option, s.level, texts_of(action.option))
        s.pcs[self.owner - 1] = make_pc(self.owner, sheet)
        if out is not None:
            out.append(NewCharacter(clauses=("SAC-DYING-09",), seat=self.owner, name=sheet.name))

    def values(self, s: SacramentState) -> Values:
        return {"level": s.level}


# --------------------------------------------------------------------------------------------------------- results


def has_won(s: SacramentState) -> bool:
    """Whether the party came well out of it: the fight won, or an ending that brings a level."""
    if s.setup.only_fight:
        return s.ending == GOOD_FIGHT
    return any(ending.id == s.ending and ending.level_up for ending in s.setup.scenario.endings)


def returns(s: SacramentState) -> list[float]:
    """The players share their fate; the game master wants nothing (0)."""
    if not s.is_terminal():
        return [0.0] * (1 + len(s.pcs))
    worth = 1.0 if has_won(s) else -1.0
    return [0.0] + [worth] * len(s.pcs)


def outcome(s: SacramentState) -> Outcome:
    """How it ended: the ending's id, or the fight's result. Scores are boxes still free on each PC."""
    won = has_won(s)
    seats = tuple(pc.seat for pc in s.pcs)
    return Outcome(
        reason=s.ending or "defeat",
        winners=seats if won else (),
        ranks=(1, *(1 for _ in seats)),
        scores=(0, *(0 if pc.dead else 12 - pc.harm for pc in s.pcs)),
        details={
            "ladder": s.ladder,
            "level": s.level,
            "dead": [pc.seat for pc in s.pcs if pc.dead],
            "fights": list(s.results),
        },
    )


