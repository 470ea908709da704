"""Scenes: nodes, choices, checks whose failure costs something, horror beats (ledger section 16, Exploration scene)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from msgspec import structs

from game.core.contract import Action, Event, Values
from game.sacrament import actions as act
from game.sacrament import conditions
from game.sacrament.checks import CHECK_CLAUSES, HELP_BONUS, KNACK_BONUS, VOW_BONUS, roll_check
from game.sacrament.deeds import STEADY_DC, perform, use_item
from game.sacrament.effects.base import Ctx, tell
from game.sacrament.effects.lists import Gold, run
from game.sacrament.effects.story import Clock
from game.sacrament.events import ChoiceMade, HelpGiven, SceneEntered, TokenHeld, TokenSpent, VowInvoked
from game.sacrament.frames import GM, Frame
from game.sacrament.gear import ask_to_shed
from game.sacrament.harm import end_until, mark_harm, scene_ends, steady
from game.sacrament.legal import ally_targets, may_use
from game.sacrament.magic import draw_on_magic, lower_ladder
from game.sacrament.opening import begin_fight
from game.sacrament.rounds import DeathCheck
from game.sacrament.scenarios import CheckSpec, Choice, Node
from game.sacrament.uses import ability_use

if TYPE_CHECKING:
    from game.sacrament.state import Pc, SacramentState

SCENE_WORDS = frozenset({"heal", "clear", "share", "ladder", "reveal", "pay_harm", "bonus"})
"""Effects that do something outside combat."""
DEFEAT = "defeat"


# ------------------------------------------------------------------------------------------------------ conditions


def value_of(s: SacramentState, atom: str) -> int:
    """The number of an atom of a condition."""
    if atom == "ladder":
        return s.ladder
    if atom == "cleansed":
        return int(s.cleansed)
    head, _, rest = atom.partition(".")
    if not rest:
        return s.flags.get(atom, 0)
    if head == "item":
        return sum(item.n for pc in s.living() for item in pc.sheet.items if item.id == rest)
    if head == "knows":
        return sum(rest in pc.kit.known for pc in s.able())
    if head == "present":
        return sum(pc.sheet.id == rest for pc in s.living())
    return s.clocks.get(rest, 0)


def condition_holds(s: SacramentState, text: str) -> bool:
    """Whether a condition of the scenario holds now."""
    return conditions.holds(conditions.parse(text), lambda atom: value_of(s, atom))


def node_of(s: SacramentState) -> Node:
    """The node the party is at."""
    return s.setup.scenario.nodes[s.node]


def is_safe(s: SacramentState) -> bool:
    """Whether the party is in a safe place (SAC-CLEANSE-07); an aftershock may have made the next rest unsafe."""
    return not s.unsafe and (s.node in s.safe or condition_holds(s, node_of(s).safe))


# ---------------------------------------------------------------------------------------------------------- moving


def begin(s: SacramentState, out: list[Event] | None) -> None:
    """The table is set: the fight asked for, or the scenario's first node."""
    if s.setup.only_fight:
        begin_fight(s, s.setup.only_fight, out)
    else:
        s.stack = (EnterNode(s.setup.scenario.start),)


def depart(s: SacramentState, out: list[Event] | None) -> None:
    """Go where the story goes on: another node, a fight, the ending."""
    going, s.going = s.going, ""
    if going == "end":
        from game.sacrament.campaign import reach_ending

        s.stack = ()
        reach_ending(s, out)
    elif going.startswith("fight:"):
        id = going.removeprefix("fight:")
        for name, node in s.setup.scenario.nodes.items():
            if node.fight == id and s.node != name:
                s.node = name
                _stop_clocks(s)
        begin_fight(s, id, out)
    else:
        s.stack = (EnterNode(going),)


def _stop_clocks(s: SacramentState) -> None:
    for name, clock in s.setup.scenario.clocks.items():
        if clock.stopped_by == s.node and name not in s.stopped:
            s.stopped = (*s.stopped, name)


class EnterNode(Frame, frozen=True, tag="enter_node"):
    """The party comes to a node: effects, text, lines of those present, then the choice."""

    node: str

    automatic: ClassVar[bool] = True

    def resolve(self, s: SacramentState, action: Action | None, out: list[Event] | None) -> None:
        moved = s.node not in ("", self.node)
        scene_ends(s, out, fight=False)
        s.node = self.node
        s.chapters += 1
        node = node_of(s)
        visit = s.visits.get(self.node, 0) + 1
        s.visits = {**s.visits, self.node: visit}
        for pc in s.pcs:
            end_until(pc, (self.node,), out)
        _stop_clocks(s)
        s.stack = (NODE_CHOICE,)
        if out is not None:
            key = f"{s.setup.scenario.id}.{self.node}.text"
            out.append(SceneEntered(clauses=("SAC-GM-02", "SAC-GM-03"), node=self.node, key=key))
        for npc in node.npcs:
            told = s.said.get(npc, 0)
            if told < s.setup.scenario.npcs[npc]:
                s.said = {**s.said, npc: told + 1}
                tell(s, f"{s.setup.scenario.id}.npc.{npc}.{told + 1}", out, npc)
        ctx = Ctx(source=self.node)
        if moved:
            s.moves += 1
            for name, clock in s.setup.scenario.clocks.items():
                if clock.per_move is not None and s.moves > clock.per_move.after:
                    run(s, (Clock(name, clock.per_move.n),), ctx, out)
        if visit == 1:
            run(s, node.on_enter, ctx, out)
        for entry in node.on_entry:
            if visit > entry.after:
                run(s, entry.effects, ctx, out)
        from game.sacrament.campaign import ask_for_replacements

        ask_for_replacements(s)
        ask_to_shed(s, out)


# ---------------------------------------------------------------------------------------------------------- choices


def choice_key(s: SacramentState, choice: str) -> str:
    """How a choice is remembered, and the stem of its texts."""
    return f"{s.setup.scenario.id}.{s.node}.{choice}"


def candidates(s: SacramentState, choice: Choice) -> list[Pc]:
    """The PCs who may roll for a choice: those present and able who have not tried it (SAC-CHECK-06)."""
    tried = s.tried.get(choice_key(s, choice.id), ())
    able = s.able() or (s.living() if choice.who == "bedside" else [])
    if not tried:
        return able
    check = choice.check
    if check is None or choice.who in ("each", "group"):
        return []
    if choice.per_pc:
        return able if len(s.living()) == 1 else [pc for pc in able if pc.seat not in tried]
    return [pc for pc in able if pc.seat not in tried] if check.retry == "other" else []


def is_open(s: SacramentState, node: Node, choice: Choice) -> bool:
    """Whether a choice can be made now."""
    key = choice_key(s, choice.id)
    if choice.group:
        made = len(s.tried.get(f"{s.setup.scenario.id}.{s.node}:{choice.group}", ()))
        if made >= node.limit[choice.group]:
            return False
    if choice.check is not None:
        if not candidates(s, choice):
            return False
        if choice.tried_with and s.tried.get(choice_key(s, choice.tried_with)):
            return False
    elif choice.once and s.tried.get(key):
        return False
    return condition_holds(s, choice.condition) and _affordable(s, choice)


def _affordable(s: SacramentState, choice: Choice) -> bool:
    return all(
        all(pc.sheet.gold >= -cost.n for pc in s.living()) if cost.who == "each" else _gold(s) >= -cost.n
        for cost in choice.cost
        if isinstance(cost, Gold) and cost.n < 0
    )


def _gold(s: SacramentState) -> int:
    return sum(pc.sheet.gold for pc in s.living())


class NodeChoice(Frame, frozen=True, tag="node_choice"):
    """NODE_CHOICE: what the party does here. The party acts as one; any player may speak."""

    party: ClassVar[bool] = True
    name: ClassVar[str] = "node_choice"
    clauses: ClassVar[tuple[str, ...]] = ("SAC-GM-02", "SAC-GM-03")

    def legal(self, s: SacramentState) -> tuple[Action, ...]:
        node = node_of(s)
        out: list[Action] = [
            act.Choose(choice=choice.id) for choice in node.choices.values() if is_open(s, node, choice)
        ]
        if node.kind == "fight":
            out.append(act.Choose(choice="begin"))
        if node.rest is not None and not s.rested:
            out += [act.Rest(kind=kind) for kind in node.rest.kinds]
        out += [act.Choose(choice=f"to_{way.to}") for way in node.ways if condition_holds(s, way.condition)]
        out += scene_uses(s)
        if not out:
            out.append(act.DONE)
        return tuple(out)

    def resolve(self, s: SacramentState, action: Any, out: list[Event] | None) -> None:
        s.stack = (NODE_CHOICE, AFTER_CHOICE)
        kind = type(action)
        if kind is act.Choose:
            self._choose(s, action.choice, out)
        elif kind is act.Rest:
            from game.sacrament.rests import begin_rest

            begin_rest(s, action.kind, out)
        elif kind is act.Perform:
            user = s.pc(_user_of(s, action.ability))
            if action.ability == "arc.read":
                key = choice_key(s, "ash")
                s.tried = {**s.tried, key: (user.seat,)}
            perform(s, user, action, out)
        elif kind is act.UseItem:
            carrier = next(pc for pc in s.able() if action.item in pc.kit.things)
            use_item(s, carrier, action, out)
        elif kind is act.Steady:
            _steady_scene(s, action.ally, out)
        elif kind is act.Done:
            s.going = DEFEAT if DEFEAT in s.setup.scenario.nodes else "end"

    def _choose(self, s: SacramentState, id: str, out: list[Event] | None) -> None:
        if out is not None:
            scenario = s.setup.scenario.id
            out.append(ChoiceMade(clauses=("SAC-GM-02",), scenario=scenario, node=s.node, choice=id))
        if id == "begin":
            s.going = f"fight:{node_of(s).fight}"
            return
        if id.startswith("to_"):
            s.going = id.removeprefix("to_")
            return
        node = node_of(s)
        choice = node.choices[id]
        if choice.group:
            group = f"{s.setup.scenario.id}.{s.node}:{choice.group}"
            s.tried = {**s.tried, group: (*s.tried.get(group, ()), 0)}
        run(s, choice.cost, Ctx(source=id), out)
        if choice.check is None:
            key = choice_key(s, id)
            s.tried = {**s.tried, key: (*s.tried.get(key, ()), 0)}
            tell(s, f"{key}.done", out, "done")
            run(s, (*choice.effects, *choice.then), Ctx(source=id), out)
            return
        seats = [pc.seat for pc in candidates(s, choice)]
        if choice.who in ("each", "group"):
            advance(s, Prepare(id, roller=seats[0], queue=tuple(seats[1:]), stage="knack"), out)
        else:
            advance(s, Prepare(id, roller=seats[0] if len(seats) == 1 else 0), out)


def _user_of(s: SacramentState, ability: str) -> int:
    return next(pc.seat for pc in s.able() if ability in pc.kit.known)


def scene_uses(s: SacramentState) -> list[Action]:
    """Abilities, items and help for the dying outside combat (SAC-MAGIC-08)."""
    out: list[Action] = []
    seen: set[str] = set()
    for pc in s.able():
        for ability in pc.kit.actions:
            words = {str(effect.__struct_config__.tag) for effect in ability.effects}
            if ability.id in seen or not words <= SCENE_WORDS or ability.weapon:
                continue
            use = ability_use(ability.id)
            if not may_use(pc, use):
                continue
            seen.add(ability.id)
            if ability.id == "arc.read":
                if node_of(s).ash is not None and not s.tried.get(choice_key(s, "ash")):
                    out.append(act.Perform(ability=ability.id))
            elif ability.target in ("ally", "other_ally"):
                targets = ally_targets(s, pc, use)
                if "heal" not in words:
                    targets = [other for other in targets if other.conds or not other.mod("roll")]
                out += [act.Perform(ability=ability.id, ally=other.seat) for other in targets]
            elif ability.target == "healing":
                out += [act.Perform(ability=ability.id)] if any(o.wounds for o in s.living()) else []
            elif ability.target == "none" and "ladder" in words and s.ladder:
                out.append(act.Perform(ability=ability.id))
        for use in pc.kit.tools:
            words = {str(effect.__struct_config__.tag) for effect in use.what.effects}
            if use.id in seen or not words <= {"heal", "clear"} or not may_use(pc, use):
                continue
            seen.add(use.id)
            if use.target == "ally":
                out += [use.at_ally[o.seat] for o in s.living() if o.wounds]
            elif use.target == "bleeding":
                out += [use.at_ally[o.seat] for o in s.living() if o.has("bleeding")]
            elif any(o.wounds for o in s.living()):
                out.append(use.alone)
    if s.able():
        out += [act.Steady(ally=pc.seat) for pc in s.living() if pc.dying and not pc.steady]
    return out


def _steady_scene(s: SacramentState, ally: int, out: list[Event] | None) -> None:
    helper = max(s.able(), key=lambda pc: pc.kit.value["wits"])
    clauses = ("SAC-DYING-05", "SAC-CHECK-01", "SAC-CHECK-09")
    if roll_check(s, helper, "steady", "wits", STEADY_DC, (), out, clauses):
        steady(s.pc(ally), out, ("SAC-DYING-05",))


class AfterChoice(Frame, frozen=True, tag="after_choice"):
    """A choice is complete: the dying roll, the game master may spend a token on the scene's beat, all down is a
    defeat.
    """

    automatic: ClassVar[bool] = True

    def resolve(self, s: SacramentState, action: Action | None, out: list[Event] | None) -> None:
        s.drop()
        for pc in s.living():
            if pc.dying and not pc.steady:
                s.ask(DeathCheck(pc.seat))
        if not s.able():
            for pc in s.living():
                steady(pc, out, ("SAC-DYING-08",))
            s.going = s.going or (DEFEAT if s.node != DEFEAT and DEFEAT in s.setup.scenario.nodes else "end")
            return
        node = node_of(s)
        if node.beats and s.ladder and s.node not in s.beats and not s.going:
            s.ask(BeatWindow(s.node))


class BeatWindow(Frame, frozen=True, tag="beat_window"):
    """HORROR_TOKEN outside combat: the scene's beat falls, or not yet (SAC-HORROR-08)."""

    node: str

    name: ClassVar[str] = "horror_beat"
    clauses: ClassVar[tuple[str, ...]] = ("SAC-HORROR-08", "SAC-HORROR-06")

    def seat(self, s: SacramentState) -> int:
        return GM

    def legal(self, s: SacramentState) -> tuple[Action, ...]:
        return (act.SPEND_TOKEN, act.HOLD)

    def resolve(self, s: SacramentState, action: Any, out: list[Event] | None) -> None:
        s.drop()
        if type(action) is act.Hold:
            if out is not None:
                out.append(TokenHeld(clauses=("SAC-HORROR-06",)))
            return
        s.beats = (*s.beats, self.node)
        beat = node_of(s).beats[0]
        old = s.ladder
        lower_ladder(s, 1, "token", 0, out, ("SAC-HORROR-01", "SAC-HORROR-09"), rearm=False)
        if out is not None:
            clauses = ("SAC-HORROR-08", "SAC-HORROR-10")
            out.append(TokenSpent(clauses=clauses, old=old, new=s.ladder, beat=beat.id))
        tell(s, f"{s.setup.scenario.id}.{self.node}.beat.{beat.id}", out, "beat")
        run(s, beat.effects, Ctx(source=beat.id), out)

    def values(self, s: SacramentState) -> Values:
        return {"ladder": s.ladder}


NODE_CHOICE, AFTER_CHOICE = NodeChoice(), AfterChoice()


# ----------------------------------------------------------------------------------------------------------- checks

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
        return self.roller if self.stage == "vow" else s.speaker()

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
            return [act.Option(option=name) for name in knacks(s, choice, check)]
        pc = s.pc(self.roller)
        if check.vow_tag and check.vow_tag == pc.sheet.vow_tag and "session:vow" not in pc.used:
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


def knacks(s: SacramentState, choice: Choice, check: CheckSpec) -> list[str]:
    """Abilities, a rope or a thing used up that give a bonus on this check (content 14)."""
    found: list[str] = []
    if choice.tag:
        for pc in s.able():
            for ability in pc.kit.actions:
                silent = ability.is_spell and pc.has("silenced")
                if choice.tag in ability.knack and ability.id not in found and not silent:
                    found.append(ability.id)
        for pc in s.living():
            found += [t.id for t in pc.kit.things.values() if choice.tag in t.knack and t.id not in found]
    if check.bonus_item is not None and value_of(s, f"item.{check.bonus_item.id}"):
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
        ("situation", bonus.n) for bonus in check.bonus_if if condition_holds(s, bonus.condition)
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


def _use_knack(s: SacramentState, frame: Prepare, out: list[Event] | None) -> None:
    """A spell brought to bear raises the ladder; a thing used up is gone."""
    if not frame.knack:
        return
    ability = s.setup.content.abilities.get(frame.knack)
    if ability is not None:
        if ability.is_spell:
            user = s.pc(_user_of(s, ability.id))
            draw_on_magic(s, user, ability.risk, ability.id, out, spell=True)
        return
    from game.sacrament.gear import use_one

    thing = s.setup.content.things[frame.knack]
    if thing.knack:
        return  # a rope is there the next time too
    carrier = next(pc for pc in s.living() if any(item.id == thing.id for item in pc.sheet.items))
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
    parts = tuple(("situation", bonus.n) for bonus in check.bonus_if if condition_holds(s, bonus.condition))
    good = roll_check(s, pc, name, best_attribute(pc, check), check.dc, parts, out)
    stem = f"{s.setup.scenario.id}.{s.fight.id if s.fight else s.node}.{name}"
    tell(s, f"{stem}.{'ok' if good else 'fail'}", out, "ok" if good else "fail")
    run(s, check.ok if good else check.fail, ctx, out)


def read_ash(s: SacramentState, ctx: Ctx, out: list[Event] | None) -> None:
    """Read the Ash outside combat: the node's one true answer."""
    node = node_of(s)
    tell(s, f"{s.setup.scenario.id}.{s.node}.ash", out, "ash")
    run(s, node.ash or (), ctx, out)
