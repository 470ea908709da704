"""What computer players reckon with: ways on the map, what an attack is worth; and how they say why."""

from __future__ import annotations

from typing import Final

from game.core.contract import Action, Choice, Reason
from game.sacrament import actions as act
from game.sacrament.checks import DIFFICULTIES, odds
from game.sacrament.content import Ability
from game.sacrament.effects.lists import Attack
from game.sacrament.effects.wounds import Dmg
from game.sacrament.formulas import parse_damage
from game.sacrament.magic import growth_of
from game.sacrament.maps import MELEE, NEAR, OUT, Grid, Ways
from game.sacrament.state import Foe, Pc, SacramentState

D6: Final = 3.5
HURT_ENOUGH: Final = 4
"""Paid harm (Scourge) only at this much or less."""


def say(action: Action, key: str, **values: str | int) -> Choice:
    """The choice of an action, and the reason for it."""
    return Choice(action, (Reason(f"sacrament.reason.{key}", values),))


def ways(s: SacramentState) -> tuple[Grid, Ways]:
    """The map, and the steps of the shortest way between any two tiles of it now."""
    grid = s.grid
    assert grid is not None
    return grid, grid.walks(s.closed()) if s.zones else grid.walk


def best_reach(s: SacramentState, pc: Pc) -> int:
    """The farthest band at which its better attacks work: Near for throwers and casters."""
    strong = [key for key in pc.sheet.hands if pc.kit.strikes[key][3]]
    casts = any(a.is_spell and a.range != "melee" and attack_of(a) for a in pc.kit.actions)
    melee = max((pc.kit.strikes[key][0] for key in pc.sheet.hands), default=0)
    ranged = max((pc.kit.strikes[key][2] for key in strong), default=-9)
    if (strong and ranged >= melee) or (casts and melee <= 0):
        return NEAR
    return MELEE


def healing_of(ability: Ability) -> int:
    """Wounds that an ability heals of each target."""
    return sum(getattr(e, "n", 0) for e in ability.effects if e.__struct_config__.tag == "heal")


def attack_of(ability: Ability) -> Attack | None:
    """The attack of an ability that does damage."""
    for effect in ability.effects:
        if isinstance(effect, Attack) and any(isinstance(hit, Dmg) for hit in effect.hit):
            return effect
    return None


def value_of_attack(s: SacramentState, pc: Pc, action: Action, no_spells: bool) -> tuple[float, int]:
    """Expected damage of an action, capped by what the target can take, and its tokens; 0 where it is no attack."""
    if isinstance(action, act.Strike):
        foe = s.foes[action.token]
        item = pc.kit.weapons.get(action.weapon)
        dice = item.tier * D6 if item else 2.0
        melee, _, near, _ = pc.kit.strikes[action.weapon] if item else (pc.kit.value["strength"], "", 0, "")
        bonus = melee if foe.tile == pc.tile else near
        if item:
            bonus += s.setup.content.weapons[item.id].to_hit
        return _worth(s, pc, foe, bonus, dice), 1
    if isinstance(action, act.Perform):
        ability = s.setup.content.abilities[action.ability]
        effect = attack_of(ability)
        if effect is None or (ability.is_spell and no_spells):
            return 0.0, ability.cost
        if any(e.__struct_config__.tag == "pay_harm" for e in ability.effects) and pc.harm > HURT_ENOUGH:
            return 0.0, ability.cost
        bonus = max(pc.kit.value[name] for name in effect.attributes) + effect.plus
        dice = 0.0
        for hit in effect.hit:
            if isinstance(hit, Dmg):
                parsed = parse_damage(hit.dice)
                tier = pc.kit.weapons[action.weapon].tier if action.weapon else 1
                dice += (parsed.weapon * tier + parsed.dice + hit.per_wound * pc.wounds) * D6 + parsed.plus
        dice += growth_of(ability, pc.sheet.level) * D6
        aimed = [s.foes[action.token]] if action.token else _aimed(s, pc, ability, action)
        price = 0.6 * max(1, ability.risk) if ability.is_spell else 0.0
        return sum(_worth(s, pc, foe, bonus, dice) for foe in aimed) - price, ability.cost
    if isinstance(action, act.UseItem) and action.token and action.item == "holy_water":
        return _worth(s, pc, s.foes[action.token], pc.kit.value["agility"], 2 * D6), 1
    if isinstance(action, act.Operate):
        return 3.0, 1
    return 0.0, 1


def _aimed(s: SacramentState, pc: Pc, ability: Ability, action: act.Perform) -> list[Foe]:
    grid, _ = ways(s)
    if action.space:
        tile = grid.index[action.space]
        return [foe for foe in s.foes.values() if foe.tile == tile]
    return [foe for foe, band in s.foes_in_sight(pc) if ability.target == "all_foes" and band != OUT]


def reckoned(s: SacramentState, difficulty: int) -> int:
    """What a companion takes a difficulty for: where the table hides them, for a routine one."""
    return difficulty if s.setup.open_difficulties else DIFFICULTIES["routine"]


def _worth(s: SacramentState, pc: Pc, foe: Foe, bonus: int, damage: float) -> float:
    """Chance to hit times damage; a foe near its end draws the blows."""
    grid, _ = ways(s)
    bonus += pc.mod("roll") + (1 if foe.has("marked") else 0)
    bonus += pc.kit.hurt_attack if pc.harm >= 8 else 0
    if grid.cover[foe.tile] and foe.tile != pc.tile:
        bonus -= 2
    left = max(1, foe.most - foe.harm)
    chance = odds(bonus, reckoned(s, foe.block.difficulty))
    return chance * min(damage, left + 2.0) * (1.0 + 3.0 / (left + 4.0))
