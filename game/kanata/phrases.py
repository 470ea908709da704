"""What takes the state to name: a weapon that shoots as soon as it is taken up, and one more shot, say at what."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.core.contract import Action, Reason, Values
from game.kanata import actions as act
from game.kanata import shooting

if TYPE_CHECKING:
    from game.kanata.state import KanataState


def phrase(s: KanataState, action: Action) -> Reason | None:
    """The text key and values of an action at the question that is open in ``s``; ``None``: its kind's own text."""
    frame = s.stack[-1] if s.stack else None
    if isinstance(action, act.Fire) and isinstance(frame, shooting.ShootAgain):
        return Reason("kanata.action.fire.at", target(frame.target))
    if not isinstance(action, act.Shoot) or action.item not in s.setup.content.item_index:
        return None
    item = s.setup.content.item_index[action.item]
    if isinstance(frame, shooting.NextWeapon):
        aims = [frame.target]
    elif s.setup.content.items[item].kind in ("dynamite", "belt"):
        return None  # a space is asked for, or all that hits is shared out after the dice
    else:
        aims = shooting.targets(s, s.turn, item)
    return Reason("kanata.action.shoot.at", {"item": action.item, **target(aims[0])}) if len(aims) == 1 else None


def target(aim: act.Aim) -> Values:
    """What is shot at, as a value of a text: that of the aim itself, and what fills it."""
    for name in ("number", "space", "victim"):
        value = getattr(aim, name)
        if value is not None:
            return {"aim": f"@kanata.action.aim.{name}", name: value}
    return {"aim": "@kanata.action.aim", "enemy": aim.enemy}
