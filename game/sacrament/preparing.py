"""A scenario's check: who rolls, who helps, what is brought to bear, and what comes of it (SAC-CHECK)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, ClassVar

from msgspec import structs

from game.core.contract import Action, Event, Values
from game.sacrament import actions as act
from game.sacrament.checks import CHECK_CLAUSES, HELP_BONUS, KNACK_BONUS, SITUATION, VOW_BONUS, roll_check
from game.sacrament.effects.base import Ctx, tell
from game.sacrament.effects.lists import run
from game.sacrament.events import HelpGiven, VowInvoked
from game.sacrament.frames import Frame
from game.sacrament.gear import use_one
from game.sacrament.harm import mark_harm
from game.sacrament.magic import draw_on_magic
from game.sacrament.nodes import candidates, choice_key, condition_holds, node_of
from game.sacrament.scenarios import CheckSpec, Choice

if TYPE_CHECKING:
    from game.sacrament.state import Pc, SacramentState


STAGES = ("roller", "helper", "knack", "vow", "roll")


class Prepare(Frame, frozen=True, tag="prepare"):
    """Before a check: who rolls, who helps, what is brought to bear, the vow (SAC-CHECK-03, 07, 08; SAC-PRACTICE-04).

    ``queue``: those who roll after this one, in a check of each or of the group; ``good``: successes so far.
    """

    choice: str
    roller: int = 0
    helper: int = 0
    knack: str = ""
    vow: bool = False
    stage: str = "roller"
    queue: tuple[int, ...] = ()
    rolled: int = 0
    good: int = 0

    boundary: ClassVar[bool] = False
    layout: ClassVar[str] = "seats"
    clauses: ClassVar[tuple[str, ...]] = ("SAC-CHECK-03", "SAC-CHECK-02")

    @property
    def name(self) -> str:  # type: ignore[override]  # the question's name follows its stage
        return "vow_use" if self.stage == "vow" else self.stage

    @property
    def party(self) -> bool:  # type: ignore[override]  # a vow is its owner's own
        return self.stage != "vow"

    def seat(self, s: SacramentState) -> int:
        own = self.stage == "vow" or (self.stage == "knack" and s.setup.private_packs)
        return self.roller if own else s.speaker()

    def options(self, s: SacramentState) -> list[Action]:
        """What can be answered at this stage; none: there is nothing to ask."""
        choice, check = self.spec(s)
        attribute = best_attribute(s.pc(self.roller), check) if self.roller else ""
        if self.stage == "roller":
            return [act.ChoosePc(ally=pc.seat) for pc in candidates(s, choice)] if not self.roller else []
        if self.stage == "helper":
            able = [pc for pc in s.able() if pc.seat != self.roller and pc.kit.value[attribute] >= 0]
            return [act.ChoosePc(ally=pc.seat) for pc in able]
        if self.stage == "knack":
            return [act.Option(option=name) for name in knacks(s, choice, check, self.roller)]
        pc = s.pc(self.roller)
        fits = check.vow_tag and check.vow_tag == pc.sheet.vow_tag and not check.hidden  # its price would tell of it
        if fits and "session:vow" not in pc.used:
            return [act.ACCEPT]
        return []

    def spec(self, s: SacramentState) -> tuple[Choice, CheckSpec]:
        """The choice and its check."""
        choice = node_of(s).choices[self.choice]
        assert choice.check is not None
        return choice, choice.check

    def legal(self, s: SacramentState) -> tuple[Action, ...]:
        options = self.options(s)
        return tuple(options) if self.stage == "roller" else (*options, act.DECLINE)

    def resolve(self, s: SacramentState, action: Any, out: list[Event] | None) -> None:
        s.drop()
        following = STAGES[STAGES.index(self.stage) + 1]
        frame = structs.replace(self, stage=following)
        if type(action) is act.ChoosePc:
            field = "roller" if self.stage == "roller" else "helper"
            frame = structs.replace(frame, **{field: action.ally})
            if field == "helper" and out is not None:
                out.append(HelpGiven(clauses=("SAC-CHECK-07",), seat=action.ally, roller=self.roller))
        elif type(action) is act.Option:
            frame = structs.replace(frame, knack=action.option)
        elif type(action) is act.Accept:
            frame = structs.replace(frame, vow=True)
            pc = s.pc(self.roller)
            pc.used = (*pc.used, "session:vow")
            if out is not None:
                clauses = ("SAC-PRACTICE-04", "SAC-PRACTICE-02")
                out.append(VowInvoked(clauses=clauses, seat=pc.seat, vow_tag=pc.sheet.vow_tag))
        advance(s, frame, out)

    def values(self, s: SacramentState) -> Values:
        _, check = self.spec(s)
        attribute = best_attribute(s.pc(self.roller), check) if self.roller else check.attr[0]
        return {
            "choice": f"@{choice_key(s, self.choice)}",
            "attribute": f"@attribute.{attribute}.name",
            "difficulty": check.dc if s.setup.open_difficulties and not check.hidden else "@sacrament.veiled",
            "pc": self.roller,
        }


def best_attribute(pc: Pc, check: CheckSpec) -> str:
    """The attribute that fits, the best of them where several do."""
    return max(check.attr, key=lambda name: pc.kit.value[name])


def _carriers(s: SacramentState, roller: int) -> list[Pc]:
    """Whose things may be brought to bear: anybody's, or where packs are private only those of who rolls."""
    return [s.pc(roller)] if s.setup.private_packs else s.living()


def _carrier(s: SacramentState, roller: int, id: str) -> Pc | None:
    """Who of them carries a thing."""
    return next((pc for pc in _carriers(s, roller) if any(item.id == id for item in pc.sheet.items)), None)


def knacks(s: SacramentState, choice: Choice, check: CheckSpec, roller: int) -> list[str]:
    """Abilities, a rope or a thing used up that give a bonus on this check."""
    found: list[str] = []
    if choice.tag:
        for pc in s.able():
            for ability in pc.kit.actions:
                silent = ability.is_spell and pc.has("silenced")
                if choice.tag in ability.knack and ability.id not in found and not silent:
                    found.append(ability.id)
        for pc in _carriers(s, roller):
            found += [t.id for t in pc.kit.things.values() if choice.tag in t.knack and t.id not in found]
    if check.bonus_item is not None and _carrier(s, roller, check.bonus_item.id) is not None:
        found.append(check.bonus_item.id)
    return found


def advance(s: SacramentState, frame: Prepare, out: list[Event] | None) -> None:
    """Ask the next thing that has a choice; where nothing is left, roll."""
    while frame.stage != "roll":
        if frame.options(s):
            s.ask(frame)
            return
        frame = structs.replace(frame, stage=STAGES[STAGES.index(frame.stage) + 1])
    _roll(s, frame, out)


def bonuses(s: SacramentState, frame: Prepare) -> tuple[tuple[str, int], ...]:
    """Every situational bonus of a scenario's check, by name (SAC-CHECK-08)."""
    choice, check = frame.spec(s)
    parts: list[tuple[str, int]] = [
        (because(s, bonus.condition), bonus.n) for bonus in check.bonus_if if condition_holds(s, bonus.condition)
    ]
    if frame.helper:
        parts.append(("help", HELP_BONUS))
    if frame.knack:
        item = check.bonus_item
        parts.append((frame.knack, item.n if item is not None and item.id == frame.knack else KNACK_BONUS))
    if frame.vow:
        parts.append(("vow", VOW_BONUS))
    if choice.tag:
        pc = s.pc(frame.roller)
        content = s.setup.content
        for held in pc.sheet.items:
            spec = content.weapons.get(held.id) or content.things.get(held.id)
            n = spec.checks.get(choice.tag, 0) if spec is not None else 0
            if n:
                parts.append((held.id, n))
                break
    return tuple(parts)


def because(s: SacramentState, condition: str) -> str:
    """How a bonus of the situation is called by its condition: ``sacrament.bonus.wickham.eleven`` is its text."""
    return f"{SITUATION}:{s.setup.scenario.id}.{'_'.join(re.findall('[a-z0-9]+', condition))}"


def _use_knack(s: SacramentState, frame: Prepare, out: list[Event] | None) -> None:
    """A spell brought to bear raises the ladder; a thing used up is gone."""
    if not frame.knack:
        return
    ability = s.setup.content.abilities.get(frame.knack)
    if ability is not None:
        if ability.is_spell:
            user = next(pc for pc in s.able() if ability.id in pc.kit.known and not pc.has("silenced"))
            draw_on_magic(s, user, ability.risk, ability.id, out, spell=True)
        return
    thing = s.setup.content.things[frame.knack]
    if thing.knack:
        return  # a rope is there the next time too
    carrier = _carrier(s, frame.roller, thing.id)
    assert carrier is not None
    use_one(s, carrier, thing.id, thing.uses, out)


def _roll(s: SacramentState, frame: Prepare, out: list[Event] | None) -> None:
    choice, check = frame.spec(s)
    key = choice_key(s, choice.id)
    pc = s.pc(frame.roller)
    parts = bonuses(s, frame)
    if not frame.rolled:
        _use_knack(s, frame, out)
    if frame.rolled == 0 or choice.who in ("each", "group"):
        s.tried = {**s.tried, key: (*s.tried.get(key, ()), frame.roller)}
    clauses: tuple[str, ...] = (*CHECK_CLAUSES, "SAC-CHECK-02", "SAC-CHECK-03", "SAC-CHECK-08")
    if choice.who == "group":
        clauses += ("SAC-CHECK-10",)
    success = roll_check(
        s, pc, key, best_attribute(pc, check), check.dc, parts, out, clauses, hidden=check.hidden
    )
    if frame.vow and not success:
        mark_harm(s, pc, 1, "vow", out, ("SAC-PRACTICE-04",))
    helper = frame.helper
    frame = structs.replace(frame, rolled=frame.rolled + 1, good=frame.good + success, vow=False)
    if choice.who == "each":
        _outcome(s, choice, check, success, pc.seat, 0, out)
    following = [seat for seat in frame.queue if s.pc(seat).able]
    if following and choice.who in ("each", "group"):
        s.ask(NextRoller(structs.replace(frame, roller=following[0], queue=tuple(following[1:]), stage="vow")))
        return
    if choice.who == "group":
        _outcome(s, choice, check, frame.good * 2 >= frame.rolled, pc.seat, 0, out)
    elif choice.who != "each":
        _outcome(s, choice, check, success, pc.seat, helper, out)
    if choice.then:
        s.ask(Then(choice.id))


class NextRoller(Frame, frozen=True, tag="next_roller"):
    """The next of a group rolls when what the last roll brought is settled."""

    prepare: Prepare

    automatic: ClassVar[bool] = True
    boundary: ClassVar[bool] = False

    def resolve(self, s: SacramentState, action: Action | None, out: list[Event] | None) -> None:
        s.drop()
        advance(s, self.prepare, out)


class Then(Frame, frozen=True, tag="then"):
    """What follows a choice whatever its check gave."""

    choice: str

    automatic: ClassVar[bool] = True
    boundary: ClassVar[bool] = False

    def resolve(self, s: SacramentState, action: Action | None, out: list[Event] | None) -> None:
        s.drop()
        run(s, node_of(s).choices[self.choice].then, Ctx(source=self.choice), out)


def _outcome(
    s: SacramentState,
    choice: Choice,
    check: CheckSpec,
    success: bool,
    roller: int,
    helper: int,
    out: list[Event] | None,
) -> None:
    """The outcome is told and carried out; a failure is never nothing (SAC-CHECK-04)."""
    key = choice_key(s, choice.id)
    tell(s, f"{key}.{'ok' if success else 'fail'}", out, "ok" if success else "fail")
    run(s, check.ok if success else check.fail, Ctx(actor=roller, source=choice.id, helper=helper), out)


def object_check(
    s: SacramentState, pc: Pc, name: str, check: CheckSpec, ctx: Ctx, out: list[Event] | None
) -> None:
    """The check of an object of the map, made by who uses it."""
    parts = tuple(
        (because(s, bonus.condition), bonus.n) for bonus in check.bonus_if if condition_holds(s, bonus.condition)
    )
    good = roll_check(s, pc, name, best_attribute(pc, check), check.dc, parts, out)
    stem = f"{s.setup.scenario.id}.{s.fight.id if s.fight else s.node}.{name}"
    tell(s, f"{stem}.{'ok' if good else 'fail'}", out, "ok" if good else "fail")
    run(s, check.ok if good else check.fail, ctx, out)
