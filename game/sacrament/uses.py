"""Abilities and things as a turn offers them: what a use costs and can touch, and its actions, ready made.

The actions of a use are made when they are first asked for and kept: a turn lists the same ones again and again.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from game.core.contract import Action
from game.sacrament import actions as act
from game.sacrament.content import Ability, Thing, Weapon, standard_content
from game.sacrament.effects.field import Wall
from game.sacrament.effects.story import Text
from game.sacrament.effects.wounds import Heal, PayHarm
from game.sacrament.maps import FAR, MELEE, NEAR

if TYPE_CHECKING:
    from game.sacrament.state import Pc

ARMED: Final = "armed"
_REACH: Final = {"self": MELEE, "melee": MELEE, "near": NEAR, "far": FAR}


class Ready(dict[Any, Action]):
    """Actions by what they name, each made when it is first asked for."""

    def __init__(self, make: Callable[[Any], Action]) -> None:
        super().__init__()
        self.make = make

    def __missing__(self, key: Any) -> Action:
        found = self[key] = self.make(key)
        return found


class Use:
    """An ability or a thing: ``id`` names it in actions."""

    def __init__(self, what: Ability | Thing, id: str, weapon: str, make: Callable[..., Action]) -> None:
        effects = what.effects
        self.what = what
        self.id = id
        self.cost = what.cost
        self.is_spell = isinstance(what, Ability) and what.is_spell
        self.mark = f"{what.once}:{id}" if what.once else ""
        """How a use is remembered while it may not be repeated."""
        self.target = what.target
        self.kind = ARMED if weapon else what.target
        """How its targets are found: by its target, or by the weapons in hand."""
        self.reach = _REACH[what.range]
        self.weapon = weapon
        """With what it is made: ``melee``, ``ranged``, ``bow``; empty: with no weapon."""
        self.heals = any(isinstance(effect, Heal) for effect in effects)
        self.pays = sum(effect.n for effect in effects if isinstance(effect, PayHarm))
        """Boxes that are part of the cost."""
        self.limited = bool(self.mark or self.pays)
        """Whether more than tokens and silence may stand in its way."""
        self.closes = any(isinstance(effect, Wall) for effect in effects)
        """Whether it needs a tile that nobody stands on."""
        self.tells = all(isinstance(effect, Text) for effect in effects)
        """Whether it changes nothing of a fight."""
        self.alone = make()
        self.at_foe = Ready(lambda token: make(token=token))
        self.at_ally = Ready(lambda seat: make(ally=seat))
        self.at_space = Ready(lambda space: make(space=space))
        self.with_weapon = Ready(lambda key: make(weapon=key[0], token=key[1]))
        """By weapon and adversary."""
        self.around = Ready(lambda key: make(weapon=key[0], space=key[1]))
        """By weapon and tile."""


def remember(pc: Pc, use: Use) -> None:
    """It was used: one that may not be repeated is marked."""
    if use.mark:
        pc.used = (*pc.used, use.mark)


@cache
def ability_use(id: str) -> Use:
    """The use of an ability."""
    ability = standard_content().abilities[id]
    return Use(ability, id, ability.weapon, lambda **aim: act.Perform(ability=id, **aim))


@cache
def thing_use(key: str) -> Use:
    """The use of a thing, by the key that actions name it by."""
    thing = standard_content().things[key.partition(".")[0]]
    return Use(thing, key, "", lambda **aim: act.UseItem(item=key, **aim))


@cache
def strikes(weapon: str) -> Ready:
    """Strikes with a weapon (empty: unarmed), by adversary."""
    return Ready(lambda token: act.Strike(weapon=weapon, token=token))


class Arm:
    """A weapon in hand; ``melee`` and ``near`` name the attribute it is used with there (empty: it cannot be)."""

    def __init__(self, key: str, melee: str, near: str, weapon: Weapon) -> None:
        self.key, self.melee, self.near = key, melee, near
        self.mark = f"turn:{key}" if weapon.once else ""
        self.strikes = strikes(key)
        self.fights = "melee" in weapon.ways
        self.shoots = "shot" in weapon.ways
        self.flies = self.shoots or "thrown" in weapon.ways
        self.far = weapon.far


UNARMED: Final = strikes("")
WIELDS: Final = Ready(lambda key: act.Wield(item=key))
PICK_UPS: Final = Ready(lambda key: act.PickUp(item=key))
DROPS: Final = Ready(lambda key: act.DropItem(item=key))
ACTIVATES: Final = Ready(lambda token: act.Activate(token=token))
SHOVES: Final = Ready(lambda token: act.Improvise(deed="shove", token=token))
CALLS: Final = Ready(lambda token: act.Improvise(deed="yield", token=token))


@cache
def _gift(item: str, ally: int) -> act.HandOver:
    return act.HandOver(item=item, ally=ally)


class GiftsTo(dict[int, tuple[act.HandOver, ...]]):
    """The gifts of these things, by the seat that gets them."""

    def __init__(self, things: tuple[str, ...]) -> None:
        super().__init__()
        self.things = things

    def __missing__(self, seat: int) -> tuple[act.HandOver, ...]:
        found = self[seat] = tuple(_gift(key, seat) for key in self.things)
        return found
