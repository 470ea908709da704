"""What takes the state to name: a weapon that shoots as soon as it is taken up says at what, and how likely it hits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.core.contract import Action, Reason, Values
from game.kanata import actions as act
from game.kanata import shooting
from game.kanata.queries import odds

if TYPE_CHECKING:
    from game.kanata.state import KanataState


def phrase(s: KanataState, action: Action) -> Reason | None:
    """The text key and values of an action at the question that is open in ``s``; ``None``: its kind's own text."""
    frame = s.stack[-1] if s.stack else None
    chance = odds(s, action) if isinstance(action, (act.Shoot, act.Fire, act.Aim)) else None
    if chance is None:
        return None
    values: Values = {"chance": round(chance * 100)}
    if isinstance(action, act.Aim):
        return Reason("kanata.action.aim.odds", {**values, **target(action)})
    if isinstance(action, act.Fire):
        if isinstance(frame, shooting.ShootAgain):
            return Reason("kanata.action.fire.at", {**values, **target(frame.target)})
        return Reason("kanata.action.fire.belt", values)
    assert isinstance(action, act.Shoot)
    values = {**values, "item": action.item}
    if s.setup.content.items[s.setup.content.item_index[action.item]].kind == "belt":
        return Reason("kanata.action.shoot.belt", values)
    if isinstance(frame, shooting.NextWeapon):
        return Reason("kanata.action.shoot.at", {**values, **target(frame.target)})
    aims = s.aims(action.item)
    return Reason("kanata.action.shoot.at", {**values, **target(aims[0])}) if len(aims) == 1 else None


def target(aim: act.Aim) -> Values:
    """What is shot at, as a value of a text: that of the aim itself, and what fills it."""
    for name in ("number", "space", "victim"):
        value = getattr(aim, name)
        if value is not None:
            return {"aim": f"@kanata.action.aim.{name}", name: value}
    return {"aim": "@kanata.action.aim", "enemy": aim.enemy}
