"""How an action is called where its kind alone does not say enough: a choice of the story, a deed with its target."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.core.contract import Action, Reason, Values
from game.sacrament import actions as act
from game.sacrament.values import key_parts

if TYPE_CHECKING:
    from game.sacrament.state import SacramentState

WAY = "to_"
"""What the name of a choice begins with that is a way on to another node."""
BEGIN = "begin"
"""The choice that begins a node's fight."""
_TARGETED = {act.Perform: "ability", act.UseItem: "item", act.Improvise: "deed"}


def phrase(s: SacramentState, action: Action) -> Reason | None:
    """The text key and values of an action at the question that is open in ``s``; ``None``: its kind's own text."""
    scenario = s.setup.scenario.id
    if isinstance(action, act.Choose):
        return phrase_of_choice(scenario, s.node, action.choice)
    if isinstance(action, act.Operate) and s.fight is not None:
        values: Values = {"thing": f"@{scenario}.{s.fight.id}.{action.thing}", "space": action.space}
        return Reason("sacrament.action.operate", values)
    if isinstance(action, act.Jump):
        return Reason("sacrament.action.jump", {"place": f"@{scenario}.{action.node}.name"})
    if isinstance(action, (act.Perform, act.UseItem, act.Improvise)):
        return _with_target(action)
    if isinstance(action, act.Strike) and not action.weapon:
        return Reason("sacrament.action.strike.unarmed", {"token": action.token})
    if isinstance(action, act.Learn):
        if action.pick.startswith("+"):
            return Reason("sacrament.action.learn.raise", {"ally": action.ally, "attribute": action.pick[1:]})
        return Reason("sacrament.action.learn", {"ally": action.ally, "ability": action.pick})
    question = s.stack[-1].name if s.stack else ""
    if isinstance(action, act.ChoosePc) and question in ("roller", "helper", "node_choice"):
        return Reason(f"sacrament.action.choose_pc.{question}", {"ally": action.ally})
    if isinstance(action, act.Decline) and question in ("helper", "knack", "own_things"):
        return Reason(f"sacrament.action.decline.{question}")
    if isinstance(action, act.Accept) and question == "roll":
        return Reason("sacrament.action.accept.roll")
    if isinstance(action, act.Cleanse):
        own = s.pc(action.leader).sheet.practice == action.practice
        kind = "incense" if action.incense else "own" if own else "other"
        values = {"leader": action.leader, "practice": action.practice}
        return Reason(f"sacrament.action.cleanse.{kind}", values)
    if isinstance(action, (act.Buy, act.Sell)):
        price = s.setup.content.price(*key_parts(action.item))
        gold = price if isinstance(action, act.Buy) else price // 2
        tag = str(action.__struct_config__.tag)
        return Reason(f"sacrament.action.{tag}", {"ally": action.ally, "item": action.item, "gold": gold})
    if isinstance(action, act.NameCost):
        return Reason(f"sacrament.action.name_cost.{action.kind}", {"n": action.n})
    if isinstance(action, act.Overflow):
        return Reason(f"sacrament.action.overflow.{action.way}", {"item": action.item, "ally": action.ally})
    return None


def phrase_of_choice(scenario: str, node: str, choice: str) -> Reason:
    """How the story calls a choice or a way of one of its nodes."""
    if choice == BEGIN:
        return Reason("sacrament.action.choose.begin")
    if choice.startswith(WAY):
        return Reason("sacrament.action.choose.way", {"place": f"@{scenario}.{choice.removeprefix(WAY)}.name"})
    return Reason(f"{scenario}.{node}.{choice}")


def _with_target(action: act.Perform | act.UseItem | act.Improvise) -> Reason | None:
    """A deed and whom or what it is done to."""
    tag = str(action.__struct_config__.tag)
    name = _TARGETED[type(action)]
    values: dict[str, str | int] = {name: getattr(action, name)}
    if isinstance(action, act.Improvise) and action.words:
        return Reason("sacrament.action.improvise.words", {"words": action.words})
    aim = [target for target in ("token", "ally", "space") if getattr(action, target)]
    if not aim:
        return None
    values.update({target: getattr(action, target) for target in aim})
    key = f"sacrament.action.{tag}.{aim[0]}"
    if len(aim) > 1:  # somebody is brought somewhere
        key, values = "sacrament.action.to", {**values, "what": f"@{key}"}
    if isinstance(action, act.Perform) and action.weapon:
        key, values = "sacrament.action.armed", {**values, "deed": f"@{key}", "weapon": action.weapon}
    return Reason(key, values)
