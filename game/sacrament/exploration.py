"""Scenes: nodes, choices, checks whose failure costs something, horror beats."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from game.core.contract import Action, Event, Values
from game.sacrament import actions as act
from game.sacrament.campaign import ask_for_replacements, reach_ending
from game.sacrament.checks import roll_check
from game.sacrament.deeds import STEADY_DC, perform, use_item
from game.sacrament.effects.base import Ctx, tell
from game.sacrament.effects.lists import Gold, run
from game.sacrament.effects.story import Clock
from game.sacrament.events import ChoiceMade, SceneEntered, TokenHeld, TokenSpent
from game.sacrament.frames import GM, Frame
from game.sacrament.gear import ask_to_shed
from game.sacrament.harm import end_until, scene_ends, steady
from game.sacrament.legal import ally_targets, may_use
from game.sacrament.magic import lower_ladder
from game.sacrament.nodes import candidates, choice_key, condition_holds, node_of
from game.sacrament.opening import begin_fight
from game.sacrament.preparing import Prepare, advance
from game.sacrament.rests import begin_rest
from game.sacrament.rounds import DeathCheck
from game.sacrament.scenarios import Choice, Node
from game.sacrament.uses import ability_use

if TYPE_CHECKING:
    from game.sacrament.state import Pc, SacramentState

SCENE_WORDS = frozenset({"heal", "clear", "share", "ladder", "reveal", "pay_harm", "bonus"})
"""Effects that do something outside combat."""
DEFEAT = "defeat"


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
        ask_for_replacements(s)
        ask_to_shed(s, out)


# ---------------------------------------------------------------------------------------------------------- choices


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
    # Where purses are private nobody can tell before what they hold together (SAC-VTT-08).
    return condition_holds(s, choice.condition) and (s.setup.private_packs or _affordable(s, choice))


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
        if node.rest is not None:
            out += [act.Rest(kind=kind) for kind in node.rest.kinds if kind != "short" or not s.rested]
        out += [act.Choose(choice=f"to_{way.to}") for way in node.ways if condition_holds(s, way.condition)]
        out += scene_uses(s)
        if all(isinstance(action, act.ChoosePc) for action in out):
            out.append(act.DONE)
        return tuple(out)

    def resolve(self, s: SacramentState, action: Any, out: list[Event] | None) -> None:
        s.stack = (NODE_CHOICE, AFTER_CHOICE)
        kind = type(action)
        if kind is act.Choose:
            self._choose(s, action.choice, out)
        elif kind is act.Rest:
            begin_rest(s, action.kind, out)
        elif kind is act.Perform:
            user = _user(s, action)
            if action.ability == "arc.read":
                key = choice_key(s, "ash")
                s.tried = {**s.tried, key: (user.seat,)}
            perform(s, user, action, out)
        elif kind is act.UseItem:
            use_item(s, _user(s, action), action, out)
        elif kind is act.ChoosePc:
            s.stack = (NODE_CHOICE, OwnThings(action.ally))
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
        if not _affordable(s, choice):
            tell(s, "sacrament.cannot_pay", out, "answer")
            return
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


def scene_uses(s: SacramentState) -> list[Action]:
    """Abilities, items and help for the dying outside combat (SAC-MAGIC-08).

    Where packs are private the things are those of who is asked, and each of the others may be asked for theirs.
    """
    able = s.able()
    out: dict[Action, None] = {}
    private, speaker = s.setup.private_packs, s.speaker()
    for pc in able:
        out |= dict.fromkeys(_powers_of(s, pc))
        own = not private or pc.seat == speaker
        out |= dict.fromkeys(_tools_of(s, pc) if own else [act.ChoosePc(ally=pc.seat)])
    if able:
        out |= dict.fromkeys(act.Steady(ally=pc.seat) for pc in s.living() if pc.dying and not pc.steady)
    return list(out)


def _powers_of(s: SacramentState, pc: Pc) -> list[Action]:
    """The abilities that a PC can use outside combat, each with its target."""
    out: list[Action] = []
    for ability in pc.kit.actions:
        words = {str(effect.__struct_config__.tag) for effect in ability.effects}
        use = ability_use(ability.id)
        if not words <= SCENE_WORDS or ability.weapon or not may_use(pc, use):
            continue
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
    return out


def _tools_of(s: SacramentState, pc: Pc) -> list[Action]:
    """The things of a PC's pack that can be used outside combat, each with its target."""
    out: list[Action] = []
    for use in pc.kit.tools:
        words = {str(effect.__struct_config__.tag) for effect in use.what.effects}
        if not words <= {"heal", "clear"} or not may_use(pc, use):
            continue
        if use.target == "ally":
            out += [use.at_ally[o.seat] for o in s.living() if o.wounds]
        elif use.target == "bleeding":
            out += [use.at_ally[o.seat] for o in s.living() if o.has("bleeding")]
        elif any(o.wounds for o in s.living()):
            out.append(use.alone)
    return out


def _user(s: SacramentState, action: act.Perform | act.UseItem) -> Pc:
    """Who uses it: the first PC who can, not one who knows or carries it and may not use it now."""
    uses = _powers_of if isinstance(action, act.Perform) else _tools_of
    people = [s.pc(s.speaker())] if isinstance(action, act.UseItem) and s.setup.private_packs else s.able()
    return next(pc for pc in people if action in uses(s, pc))


class OwnThings(Frame, frozen=True, tag="own_things"):
    """Where packs are private: a PC other than the one who speaks looks for something of use."""

    owner: int

    boundary: ClassVar[bool] = False
    name: ClassVar[str] = "own_things"
    clauses: ClassVar[tuple[str, ...]] = ("SAC-VTT-08", "SAC-TURN-03")

    def seat(self, s: SacramentState) -> int:
        return self.owner

    def legal(self, s: SacramentState) -> tuple[Action, ...]:
        return (*_tools_of(s, s.pc(self.owner)), act.DECLINE)

    def resolve(self, s: SacramentState, action: Any, out: list[Event] | None) -> None:
        s.drop()
        if type(action) is act.UseItem:
            s.ask(AFTER_CHOICE)
            use_item(s, s.pc(self.owner), action, out)

    def values(self, s: SacramentState) -> Values:
        return {"pc": self.owner}


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
        fall_beat(s, out)

    def values(self, s: SacramentState) -> Values:
        return {"ladder": s.ladder}


def is_beat_moment(s: SacramentState) -> bool:
    """Whether the beat of the scene may fall now: between two choices, once (SAC-HORROR-08)."""
    if s.fight is not None or not s.node or not s.stack or not isinstance(s.stack[-1], (NodeChoice, BeatWindow)):
        return False
    return bool(node_of(s).beats) and s.node not in s.beats


def fall_beat(s: SacramentState, out: list[Event] | None) -> None:
    """A token outside combat: the ladder drops by 1, and the scene's beat falls."""
    s.beats = (*s.beats, s.node)
    beat = node_of(s).beats[0]
    old = s.ladder
    lower_ladder(s, 1, "token", 0, out, ("SAC-HORROR-01", "SAC-HORROR-09"), rearm=False)
    if out is not None:
        clauses = ("SAC-HORROR-08", "SAC-HORROR-10")
        out.append(TokenSpent(clauses=clauses, old=old, new=s.ladder, beat=beat.id))
    tell(s, f"{s.setup.scenario.id}.{s.node}.beat.{beat.id}", out, "beat")
    run(s, beat.effects, Ctx(source=beat.id), out)


NODE_CHOICE, AFTER_CHOICE = NodeChoice(), AfterChoice()


def read_ash(s: SacramentState, ctx: Ctx, out: list[Event] | None) -> None:
    """Read the Ash outside combat: the node's one true answer."""
    node = node_of(s)
    tell(s, f"{s.setup.scenario.id}.{s.node}.ash", out, "ash")
    run(s, node.ash or (), ctx, out)
