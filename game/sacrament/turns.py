"""A PC's turn (SAC-TURN, SAC-TOKEN): what may be done now, what it costs, and what it does."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Final

from msgspec import structs

from game.core.contract import Action, Event, Values
from game.sacrament import actions as act
from game.sacrament.characters import Item, fits, item_from, item_of, take_item
from game.sacrament.checks import roll_check
from game.sacrament.combat import WINDOW, can_spend, end_zones, fight_is_over
from game.sacrament.content import Ability, Thing
from game.sacrament.effects import Attack, Ctx, Dmg, Effects, Heal, PayHarm, ask_push, place_pc, run
from game.sacrament.events import (
    AbilityUsed,
    BatonPassed,
    BonusGained,
    DeedDone,
    GuardReady,
    ItemChanged,
    LightChanged,
    Revealed,
    TokensChanged,
    TurnBegan,
    TurnEnded,
)
from game.sacrament.frames import Frame
from game.sacrament.gear import charges, lay_down, lose, pack, spend_charge, use_one, wield
from game.sacrament.harm import (
    bleed_and_burn,
    end_condition,
    end_until,
    foe_out,
    give_tokens,
    steady,
    take_guard,
)
from game.sacrament.magic import draw_on_magic
from game.sacrament.maps import FAR, MELEE, NEAR, OUT
from game.sacrament.reactions import mark_of, may_use, pay
from game.sacrament.state import Mod

if TYPE_CHECKING:
    from game.sacrament.state import Foe, Pc, SacramentState

STRIKE: Final[Effects] = (Attack(("strength",), hit=(Dmg("W"),)),)
STEADY_COST: Final = 2
STEADY_DC: Final = 12
SEARCH_DC: Final = 12
YIELD_DC: Final = 15
USE_COST: Final = 1
ROUGH_COST: Final = 1
DAZED_TOKENS: Final = 2
REACH: Final = {"self": MELEE, "melee": MELEE, "near": NEAR, "far": FAR}
DEEDS: Final = {"shove": 1, "search": 1, "yield": 2, "drag": 2, "brace": 1, "recover": 2}
"""The listed deeds and their tokens (content 14); ``recover`` ends the silence of an aftershock (content 7)."""
RECOVER_DC: Final = 15

_STRIKES: dict[tuple[str, str], act.Strike] = {}
_PERFORMS: dict[tuple[str, str, int, str, str], act.Perform] = {}


def _strike(weapon: str, token: str) -> act.Strike:
    found = _STRIKES.get((weapon, token))
    if found is None:
        found = _STRIKES[weapon, token] = act.Strike(weapon=weapon, token=token)
    return found


def _perform(ability: str, token: str = "", ally: int = 0, space: str = "", weapon: str = "") -> act.Perform:
    key = (ability, token, ally, space, weapon)
    found = _PERFORMS.get(key)
    if found is None:
        if len(_PERFORMS) > 1 << 14:
            _PERFORMS.clear()
        found = _PERFORMS[key] = act.Perform(ability=ability, token=token, ally=ally, space=space, weapon=weapon)
    return found


class TurnStart(Frame, frozen=True, tag="turn_start"):
    """Own Guard expires, conditions bite, then the PC acts (SAC-TURN-06)."""

    who: int

    automatic: ClassVar[bool] = True

    def resolve(self, s: SacramentState, action: Action | None, out: list[Event] | None) -> None:
        s.drop()
        pc = s.pc(self.who)
        pc.spent = 0
        s.stack += (Turn(self.who), AfterAction(self.who, began=True))
        if out is not None:
            out.append(TurnBegan(clauses=("SAC-ORDER-01", "SAC-TURN-06"), seat=pc.seat))
        if pc.guard:
            pc.guard = False
            if out is not None:
                clauses = ("SAC-TURN-06", "SAC-ARMOUR-05")
                out.append(GuardReady(clauses=clauses, seat=pc.seat, ready=False, cause="expired"))
        if pc.mods:
            pc.mods = tuple(mod for mod in pc.mods if mod.until != "sot")
        if s.zones:
            end_zones(s, ("sot",), pc.seat, out)
        if pc.conds:
            bleed_and_burn(s, pc, "bleeding", out)
            if pc.has("dazed"):
                give_tokens(pc, -DAZED_TOKENS, "dazed", out, ("SAC-HIT-08",))
                end_condition(pc, "dazed", out)
            end_until(pc, ("sot",), out)


class AfterAction(Frame, frozen=True, tag="after_action"):
    """An action is complete: end of fight, end of turn, or the Horror Token's window and on (``Turn``, step 4)."""

    who: int
    began: bool = False

    automatic: ClassVar[bool] = True

    def resolve(self, s: SacramentState, action: Action | None, out: list[Event] | None) -> None:
        s.drop()
        if fight_is_over(s, out):
            return
        pc = s.pc(self.who)
        if not pc.able or pc.tokens <= 0:
            end_turn(s, pc, out)
        elif not self.began and can_spend(s):
            s.ask(WINDOW)


_BATONS = tuple(act.PassBaton(ally=seat) for seat in range(8))
_AFTER = tuple(AfterAction(seat) for seat in range(8))


class Turn(Frame, frozen=True, tag="turn"):
    """TURN_ACTION: spend tokens until none are left or the PC stops (SAC-TURN-01)."""

    who: int

    name: ClassVar[str] = "turn_action"
    layout: ClassVar[str] = "spaces"
    clauses: ClassVar[tuple[str, ...]] = ("SAC-TURN-01", "SAC-TURN-02", "SAC-TOKEN-04")

    def seat(self, s: SacramentState) -> int:
        return self.who

    def legal(self, s: SacramentState) -> tuple[Action, ...]:
        return tuple(legal_turn(s, s.pc(self.who)))

    def resolve(self, s: SacramentState, action: Any, out: list[Event] | None) -> None:
        pc = s.pc(self.who)
        kind = type(action)
        if kind is act.EndTurn:
            end_turn(s, pc, out)
            return
        if kind is act.PassBaton:
            pass_baton(s, pc, action.ally, out)
            return
        s.stack += (_AFTER[self.who],)
        _DO[kind](s, pc, action, out)

    def values(self, s: SacramentState) -> Values:
        return {"tokens": s.pc(self.who).tokens}


# ---------------------------------------------------------------------------------------------------- what may be done


def legal_turn(s: SacramentState, pc: Pc) -> list[Action]:
    """Every action of a PC's turn, in the order: move, strike, guard, abilities, items, hands, deeds, end."""
    out: list[Action] = []
    tokens = pc.tokens
    grid = s.grid
    assert grid is not None
    if tokens and not (pc.conds and pc.has("rooted")):
        moves = (grid.moves if tokens > ROUGH_COST else grid.easy)[pc.tile]
        closed = s.closed() if s.zones else ()
        out += [move for move in moves if grid.index[move.space] not in closed] if closed else moves
    bands = s.foes_in_sight(pc)
    if tokens:
        strikes = pc.kit.strikes
        for weapon in pc.sheet.hands or ("",):
            if weapon:
                _, melee, _, ranged = strikes[weapon]
                if pc.used and f"turn:{weapon}" in pc.used:
                    continue
            else:
                melee, ranged = "strength", ""
            for foe, band in bands:
                if (band == MELEE and melee) or (band == NEAR and ranged):
                    out.append(_strike(weapon, foe.token))
        if not pc.guard:
            out.append(act.GUARD)
    for ability in pc.kit.actions:
        if ability.cost <= tokens and ability.id != "arc.hand":
            perform_options(s, pc, ability, bands, out)
    if tokens:
        _item_options(s, pc, bands, out)
    _hand_options(s, pc, out)
    if tokens:
        _deed_options(s, pc, bands, out)
    if not pc.spent and s.setup.order == "popcorn":
        out += [_BATONS[o.seat] for o in s.pcs if not o.acted and o.harm < 12 and o is not pc and not o.dead]
    out.append(act.END_TURN)
    return out


def perform_options(
    s: SacramentState, pc: Pc, ability: Ability, bands: list[tuple[Foe, int]], out: list[Action]
) -> None:
    """The uses of an ability: a target, tile or weapon each."""
    if not may_use(pc, ability) or not can_pay_harm(pc, ability.effects):
        return
    id = ability.id
    if ability.weapon:
        _weapon_options(s, pc, ability, bands, out)
        return
    reach = REACH[ability.range]
    kind = ability.target
    if kind == "none":
        out.append(_perform(id))
    elif kind in ("foe", "unholy_foe"):
        out += [_perform(id, token=foe.token) for foe, band in bands if band <= reach]
    elif kind in ("ally", "other_ally"):
        out += [_perform(id, ally=other.seat) for other in ally_targets(s, pc, ability.effects, kind, reach)]
    elif kind == "allies":
        out.append(_perform(id))
    elif kind == "healing":
        if any(o.wounds and not o.dead and s.band(pc.tile, o.tile) <= reach for o in s.pcs):
            out.append(_perform(id))
    elif kind == "all_foes":
        if bands:
            out.append(_perform(id))
    elif kind == "foes_in_tile":
        grid = s.grid
        assert grid is not None
        tiles = dict.fromkeys(foe.tile for foe, band in bands if band <= reach)
        out += [_perform(id, space=grid.names[tile]) for tile in tiles]
    elif kind in ("tile", "tile_within_3"):
        out += [_perform(id, space=name) for name in tile_targets(s, pc, id, kind, reach)]


def _weapon_options(
    s: SacramentState, pc: Pc, ability: Ability, bands: list[tuple[Foe, int]], out: list[Action]
) -> None:
    content = s.setup.content
    grid = s.grid
    for key in pc.sheet.hands:
        weapon = content.weapons[pc.kit.weapons[key].id]
        if pc.used and f"turn:{key}" in pc.used:
            continue
        if ability.weapon == "melee":
            if "melee" not in weapon.ways:
                continue
            if ability.target == "foes_in_tile":
                assert grid is not None
                if any(band == MELEE for _, band in bands):
                    out.append(_perform(ability.id, space=grid.names[pc.tile], weapon=key))
                continue
            out += [_perform(ability.id, token=f.token, weapon=key) for f, band in bands if band == MELEE]
        elif ability.weapon == "ranged":
            shot = "shot" in weapon.ways
            if shot or "thrown" in weapon.ways:
                low = NEAR if shot else MELEE
                out += [_perform(ability.id, token=f.token, weapon=key) for f, band in bands if low <= band <= NEAR]
        elif weapon.far:
            out += [_perform(ability.id, token=f.token, weapon=key) for f, band in bands if NEAR <= band <= FAR]


def ally_targets(s: SacramentState, pc: Pc, effects: Effects, kind: str, reach: int) -> list[Pc]:
    """The allies that an effect can be used on: Wound healing needs a Wound (SAC-HEAL-03)."""
    heals = any(type(effect) is Heal for effect in effects)
    out = []
    for other in s.pcs:
        if other.dead or (kind == "other_ally" and other is pc):
            continue
        if s.fight is not None and s.band(pc.tile, other.tile) > reach:
            continue
        if heals and not other.wounds:
            continue
        if not heals and other.dying:
            continue
        out.append(other)
    return out


def tile_targets(s: SacramentState, pc: Pc, id: str, kind: str, reach: int) -> list[str]:
    """The tiles that an ability can be aimed at."""
    grid = s.grid
    if grid is None:
        return []
    row = pc.tile * grid.size
    if kind == "tile_within_3":
        if pc.has("rooted"):
            return []  # it cannot change its tile by a spell either (SAC-HIT-08)
        return [
            grid.names[t]
            for t in range(grid.size)
            if t != pc.tile and grid.passable[t] and grid.distance[row + t] <= 3 and grid.band[row + t] != OUT
        ]
    taken = {foe.tile for foe in s.foes.values()} | {other.tile for other in s.living()}
    return [
        grid.names[t]
        for t in range(grid.size)
        if grid.passable[t]
        and grid.band[row + t] <= reach
        and (id != "nail" or t not in taken)
    ]


def can_pay_harm(pc: Pc, effects: Effects) -> bool:
    """``pay_harm`` may not bring harm to 12."""
    return all(pc.harm + effect.n < 12 for effect in effects if isinstance(effect, PayHarm))


def _item_options(s: SacramentState, pc: Pc, bands: list[tuple[Foe, int]], out: list[Action]) -> None:
    for key, thing, item in pc.kit.usable:
        if may_use_item(s, pc, key, thing, item):
            if thing.target == "none":
                out.append(_plain_use(key))
            else:
                out += item_targets(s, pc, key, thing, bands)
    grid = s.grid
    assert grid is not None
    assert s.fight is not None
    for name, tile in grid.objects:
        if grid.distance[pc.tile * grid.size + tile] <= 1 and operable(s, pc, name, tile):
            out.append(act.Operate(thing=name, space=grid.names[tile]))
    if pc.conds and pc.has("burning"):
        out.append(act.DOUSE)
    if not pc.light and _could_shine(s, pc) and not pc.mod("lightless"):
        out.append(act.RELIGHT)
    if s.fight.loot:
        for key in dict.fromkeys(key for tile, key, _ in s.fight.loot if tile == pc.tile):
            if fits(s.setup.content, pc.sheet, item_from(key)):
                out.append(act.PickUp(item=key))


_USES: dict[str, act.UseItem] = {}


def _plain_use(key: str) -> act.UseItem:
    found = _USES.get(key)
    if found is None:
        found = _USES[key] = act.UseItem(item=key)
    return found


def _could_shine(s: SacramentState, pc: Pc) -> bool:
    spec = s.setup.fight_of(s.fight)
    return pc.kit.light or (spec is not None and spec.lanterns)


def may_use_item(s: SacramentState, pc: Pc, key: str, thing: Thing, item: Item) -> bool:
    """Tier, tokens, charges and use limits (SAC-GEAR-01)."""
    if s.fight is not None and pc.tokens < thing.cost:
        return False
    if thing.charges and charges(item, thing.charges) <= 0:
        return False
    return not (pc.used and thing.once and f"{thing.once}:{key}" in pc.used)


def item_targets(
    s: SacramentState, pc: Pc, key: str, thing: Thing, bands: list[tuple[Foe, int]]
) -> list[Action]:
    """The uses of a thing."""
    reach = REACH[thing.range]
    kind = thing.target
    if kind == "foe":
        return [act.UseItem(item=key, token=foe.token) for foe, band in bands if band <= reach]
    if kind == "unholy_foe":
        return [
            act.UseItem(item=key, token=foe.token)
            for foe, band in bands
            if band <= reach and ("dead" in foe.block.tags or "horror" in foe.block.tags)
        ]
    if kind in ("ally", "other_ally"):
        return [act.UseItem(item=key, ally=o.seat) for o in ally_targets(s, pc, thing.effects, kind, reach)]
    if kind == "bleeding":
        return [
            act.UseItem(item=key, ally=o.seat)
            for o in s.living()
            if o.has("bleeding") and (s.fight is None or s.band(pc.tile, o.tile) <= reach)
        ]
    if kind in ("tile", "tile_within_3"):
        return [act.UseItem(item=key, space=name) for name in tile_targets(s, pc, key, kind, reach)]
    if kind == "dead_foes":
        good = any(band <= reach and "dead" in foe.block.tags for foe, band in bands)
        return [act.UseItem(item=key)] if good else []
    if kind == "all_foes":
        return [act.UseItem(item=key)] if any(band <= reach for _, band in bands) else []
    return [act.UseItem(item=key)]


def operable(s: SacramentState, pc: Pc, name: str, tile: int) -> bool:
    """Whether a PC can use an object of the map now."""
    from game.sacrament.exploration import condition_holds

    spec = s.setup.fight_of(s.fight)
    grid = s.grid
    if spec is None or grid is None or s.fight is None or name not in spec.objects:
        return False
    thing = spec.objects[name]
    mark = f"{name}@{grid.names[tile]}"
    if grid.distance[pc.tile * grid.size + tile] > thing.reach or pc.tokens < thing.cost:
        return False
    if thing.once and mark in s.fight.used:
        return False
    if f"turn:{mark}" in pc.used:
        return False
    return thing.condition == "true" or condition_holds(s, thing.condition)


def _hand_options(s: SacramentState, pc: Pc, out: list[Action]) -> None:
    kit = pc.kit
    out += [act.Wield(item=key) for key in kit.stowed if pc.tokens >= wield_cost(s, pc, key)]
    if pc.tokens:
        tile = pc.tile
        for other in s.pcs:
            if other.tile == tile and other is not pc and other.harm < 12 and not other.dead:
                out += _gifts(s, pc, other)
    out += kit.drops


def _gifts(s: SacramentState, pc: Pc, other: Pc) -> list[Action]:
    """The things that ``other`` has room for."""
    worn = pc.sheet.worn
    free = other.kit.capacity - other.kit.used
    content = s.setup.content
    return [
        _hand(item.key, other.seat)
        for item in pc.sheet.items
        if item.key != worn and (free >= 3 or fits(content, other.sheet, structs.replace(item, n=1)))
    ]


_HANDS: dict[tuple[str, int], act.HandOver] = {}


def _hand(key: str, ally: int) -> act.HandOver:
    found = _HANDS.get((key, ally))
    if found is None:
        found = _HANDS[key, ally] = act.HandOver(item=key, ally=ally)
    return found


def wield_cost(s: SacramentState, pc: Pc, key: str) -> int:
    """Drawing or swapping is a Use; the first of a fight and a quick weapon are free (SAC-GEAR-05)."""
    if not pc.drawn or s.setup.content.weapons[pc.kit.weapons[key].id].quick:
        return 0
    return USE_COST


def _deed_options(s: SacramentState, pc: Pc, bands: list[tuple[Foe, int]], out: list[Action]) -> None:
    tokens = pc.tokens
    for foe, band in bands:
        if band == MELEE:
            out.append(_shove(foe.token))
        if tokens >= DEEDS["yield"] and band <= NEAR and may_call(s, pc, foe):
            out.append(act.Improvise(deed="yield", token=foe.token))
    if "turn:search" not in pc.used:
        out.append(SEARCH)
    if not pc.mod("evade"):
        out.append(BRACE)
    if tokens < STEADY_COST:
        return
    if pc.conds and any(cond.until == "will15" for cond in pc.conds):
        out.append(act.Improvise(deed="recover"))
    for other in s.pcs:
        if other.harm >= 12 and not other.dead and other.tile == pc.tile:
            grid = s.grid
            assert grid is not None
            if not other.steady and f"turn:steady_{other.seat}" not in pc.used:
                out.append(act.Steady(ally=other.seat))
            out += [
                act.Improvise(deed="drag", ally=other.seat, space=grid.names[t])
                for t in grid.steps[pc.tile]
                if t not in s.closed() and not pc.has("rooted") and not other.has("rooted")
            ]


_SHOVES: dict[str, act.Improvise] = {}


def _shove(token: str) -> act.Improvise:
    found = _SHOVES.get(token)
    if found is None:
        found = _SHOVES[token] = act.Improvise(deed="shove", token=token)
    return found


SEARCH, BRACE = act.Improvise(deed="search"), act.Improvise(deed="brace")


def may_call(s: SacramentState, pc: Pc, foe: Foe) -> bool:
    """Whether it can be called on to yield: a human or yielding one, half hurt or alone, not asked by this PC yet."""
    if "human" not in foe.block.tags and "yields" not in foe.block.tactics:
        return False
    return (foe.harm * 2 >= foe.most or len(s.foes) == 1) and pc.seat not in foe.called


# -------------------------------------------------------------------------------------------------------- what it does


def spend(s: SacramentState, pc: Pc, n: int, cause: str, out: list[Event] | None) -> None:
    """Pay tokens (SAC-TOKEN-03, SAC-TOKEN-09)."""
    pc.spent += n
    if not n:
        return
    pc.tokens -= n
    if out is not None:
        clauses = ("SAC-TOKEN-03", "SAC-TOKEN-09", "SAC-TOKEN-04")
        out.append(TokensChanged(clauses=clauses, seat=pc.seat, change=-n, now=pc.tokens, cause=cause))


def _do_move(s: SacramentState, pc: Pc, action: act.Move, out: list[Event] | None) -> None:
    grid = s.grid
    assert grid is not None
    tile = grid.index[action.space]
    spend(s, pc, 1 + (ROUGH_COST if grid.rough[tile] else 0), "move", out)
    place_pc(s, pc, tile, "rough" if grid.rough[tile] else "step", out)


def _do_strike(s: SacramentState, pc: Pc, action: act.Strike, out: list[Event] | None) -> None:
    spend(s, pc, 1, "strike", out)
    foe = s.foes[action.token]
    if action.weapon:
        weapon = s.setup.content.weapons[pc.kit.weapons[action.weapon].id]
        if weapon.once:
            pc.used = (*pc.used, f"turn:{action.weapon}")
        strikes = pc.kit.strikes[action.weapon]
        attribute = strikes[1] if foe.tile == pc.tile else strikes[3]
    else:
        attribute = "strength"
    if out is not None:
        out.append(
            AbilityUsed(
                clauses=("SAC-TURN-02", "SAC-GEAR-03", "SAC-ATTACK-04", "SAC-DIST-04", "SAC-GEAR-04"),
                seat=pc.seat,
                used="strike",
                cost=1,
                targets=(action.token,),
            )
        )
    effects = _strike_effects(attribute)
    run(
        s,
        effects,
        Ctx(actor=pc.seat, tokens=(action.token,), source="strike", weapon=action.weapon, strike=True),
        out,
    )


_STRIKE_EFFECTS: dict[str, Effects] = {}


def _strike_effects(attribute: str) -> Effects:
    found = _STRIKE_EFFECTS.get(attribute)
    if found is None:
        found = _STRIKE_EFFECTS[attribute] = (Attack((attribute,), hit=(Dmg("W"),)),)
    return found


def _do_guard(s: SacramentState, pc: Pc, action: act.Guard, out: list[Event] | None) -> None:
    spend(s, pc, 1, "guard", out)
    take_guard(pc, "guard", out)


def aim_of(
    s: SacramentState, pc: Pc, kind: str, reach: int, action: Any
) -> tuple[tuple[str, ...], tuple[int, ...], int]:
    """Targets of a use: tokens, seats, tile."""
    grid = s.grid
    tile = grid.index[action.space] if grid is not None and action.space else -1
    if action.token:
        return (action.token,), (), tile
    if action.ally:
        return (), (action.ally,), tile
    if kind == "foes_in_tile":
        return tuple(f.token for f in s.foes.values() if f.tile == tile and s.band_to_foe(pc, f) != OUT), (), tile
    if kind in ("all_foes", "dead_foes"):
        found = [f for f in s.foes.values() if s.band_to_foe(pc, f) <= reach]
        if kind == "dead_foes":
            found = [f for f in found if "dead" in f.block.tags]
        return tuple(f.token for f in found), (), tile
    if kind == "allies":
        return (), tuple(o.seat for o in s.living() if s.fight is None or s.band(pc.tile, o.tile) <= reach), tile
    return (), (), tile


def perform(s: SacramentState, pc: Pc, action: act.Perform, out: list[Event] | None) -> None:
    """An action or spell: targets, tokens, ladder, effect (SAC-MAGIC-02)."""
    ability = s.setup.content.abilities[action.ability]
    reach = REACH[ability.range]
    tokens, allies, tile = aim_of(s, pc, ability.target, reach, action)
    pay(s, pc, ability, out)
    pc.spent += ability.cost
    if ability.once:
        pc.used = (*pc.used, mark_of(ability))
    if action.weapon and s.setup.content.weapons[pc.kit.weapons[action.weapon].id].once:
        pc.used = (*pc.used, f"turn:{action.weapon}")
    if out is not None:
        out.append(
            AbilityUsed(
                clauses=("SAC-PATH-01", "SAC-TOKEN-03", "SAC-TURN-05"),
                seat=pc.seat,
                used=ability.id,
                cost=ability.cost,
                targets=tokens + tuple(map(str, allies)),
            )
        )
    if ability.is_spell:
        draw_on_magic(s, pc, ability.risk, ability.id, out, spell=True)
    above = pc.sheet.level - ability.level if ability.is_spell else 0
    area = ability.target in ("foes_in_tile", "all_foes")
    run(
        s,
        ability.effects,
        Ctx(
            actor=pc.seat,
            tokens=tokens,
            allies=allies,
            tile=tile,
            source=ability.id,
            weapon=action.weapon,
            spell=ability.is_spell,
            grow=above * (1 if area else ability.cost),
            reach=reach,
            tier=ability.level,
        ),
        out,
    )


def use_item(s: SacramentState, pc: Pc, action: act.UseItem, out: list[Event] | None) -> None:
    """A trinket or consumable; one that draws on magic raises the ladder (SAC-MAGIC-05)."""
    thing = pc.kit.things[action.item]
    reach = REACH[thing.range]
    tokens, allies, tile = aim_of(s, pc, thing.target, reach, action)
    if s.fight is not None:
        spend(s, pc, thing.cost, action.item, out)
    if thing.once:
        pc.used = (*pc.used, f"{thing.once}:{action.item}")
    if out is not None:
        out.append(
            AbilityUsed(
                clauses=("SAC-TURN-03", "SAC-GEAR-01"),
                seat=pc.seat,
                used=action.item,
                cost=thing.cost,
                targets=tokens + tuple(map(str, allies)),
                item=True,
            )
        )
    if thing.charges:
        spend_charge(pc, action.item, thing.charges)
    elif not thing.trinket:
        use_one(s, pc, action.item, thing.uses, out)
    if thing.magic:
        draw_on_magic(s, pc, thing.risk, action.item, out, spell=False)
    ctx = Ctx(actor=pc.seat, tokens=tokens, allies=allies, tile=tile, source=action.item, reach=reach)
    run(s, thing.effects, ctx, out)


def _do_wield(s: SacramentState, pc: Pc, action: act.Wield, out: list[Event] | None) -> None:
    spend(s, pc, wield_cost(s, pc, action.item), "wield", out)
    pc.drawn = True
    wield(s, pc, action.item, out)


def _do_hand_over(s: SacramentState, pc: Pc, action: act.HandOver, out: list[Event] | None) -> None:
    spend(s, pc, USE_COST, "hand_over", out)
    item = item_of(pc.sheet, action.item)
    assert item is not None
    lose(s, pc, action.item, 1, "given", out)
    pack(s, s.pc(action.ally), structs.replace(item, n=1), "given", out)


def _do_drop(s: SacramentState, pc: Pc, action: act.DropItem, out: list[Event] | None) -> None:
    lay_down(s, pc, action.item)
    pc.set_sheet(take_item(pc.sheet, action.item))
    if out is not None:
        out.append(
            ItemChanged(clauses=("SAC-TURN-04",), seat=pc.seat, item=action.item, n=-1, cause="dropped")
        )


def _do_pick_up(s: SacramentState, pc: Pc, action: act.PickUp, out: list[Event] | None) -> None:
    spend(s, pc, USE_COST, "pick_up", out)
    assert s.fight is not None
    found = next(entry for entry in s.fight.loot if entry[:2] == (pc.tile, action.item))
    loot = list(s.fight.loot)
    loot.remove(found)
    s.fight.loot = tuple(loot)
    pack(s, pc, item_from(action.item, found[2]), "found", out)


def _do_operate(s: SacramentState, pc: Pc, action: act.Operate, out: list[Event] | None) -> None:
    from game.sacrament.exploration import object_check

    spec = s.setup.fight_of(s.fight)
    grid = s.grid
    assert spec is not None
    assert grid is not None
    assert s.fight is not None
    name, place = action.thing, action.space
    mark = f"{name}@{place}"
    thing = spec.objects[name]
    spend(s, pc, thing.cost, name, out)
    if thing.once:
        s.fight.used = (*s.fight.used, mark)
    else:
        pc.used = (*pc.used, f"turn:{mark}")
    ctx = Ctx(actor=pc.seat, tile=grid.index[place], source=name)
    if thing.check is None:
        run(s, thing.effects, ctx, out)
    else:
        object_check(s, pc, name, thing.check, ctx, out)


def _do_steady(s: SacramentState, pc: Pc, action: act.Steady, out: list[Event] | None) -> None:
    """SAC-DYING-05: Wits 12; failure costs the tokens and may be tried again next turn."""
    spend(s, pc, STEADY_COST, "steady", out)
    clauses = ("SAC-DYING-05", "SAC-TURN-03", "SAC-CHECK-01", "SAC-CHECK-09")
    if roll_check(s, pc, "steady", "wits", STEADY_DC, (), out, clauses):
        steady(s.pc(action.ally), out, ("SAC-DYING-05",))
    else:
        pc.used = (*pc.used, f"turn:steady_{action.ally}")


def _do_improvise(s: SacramentState, pc: Pc, action: act.Improvise, out: list[Event] | None) -> None:
    if action.deed == "free":
        from game.sacrament.gm import ask_judgement

        spend(s, pc, action.cost, "improvise", out)
        ask_judgement(s, pc, action.words)
        return
    spend(s, pc, DEEDS[action.deed], action.deed, out)
    done = True
    if action.deed == "brace":
        pc.mods = (*pc.mods, Mod("evade", 1, "scene"))
        if out is not None:
            out.append(BonusGained(clauses=("SAC-TURN-03",), seat=pc.seat, what="evade", n=1))
    elif action.deed == "drag":
        grid = s.grid
        assert grid is not None
        for who in (pc, s.pc(action.ally)):
            place_pc(s, who, grid.index[action.space], "drag", out)
    elif action.deed == "shove":
        foe = s.foes[action.token]
        clauses = ("SAC-TURN-03", "SAC-CHECK-01", "SAC-CHECK-09")
        done = roll_check(s, pc, "shove", "strength", foe.block.difficulty, (), out, clauses)
        if done:
            ask_push(s, pc.seat, foe, False, out)
    elif action.deed == "recover":
        clauses = ("SAC-HIT-08", "SAC-CHECK-01", "SAC-CHECK-09")
        done = roll_check(s, pc, "recover", "will", RECOVER_DC, (), out, clauses)
        if done:
            end_until(pc, ("will15",), out)
    elif action.deed == "yield":
        done = _call_to_yield(s, pc, s.foes[action.token], out)
    else:
        done = _search(s, pc, out)
    if out is not None:
        out.append(DeedDone(clauses=("SAC-TURN-03",), seat=pc.seat, deed=action.deed, success=done))


def _call_to_yield(s: SacramentState, pc: Pc, foe: Foe, out: list[Event] | None) -> bool:
    clauses = ("SAC-TURN-03", "SAC-CHECK-01", "SAC-CHECK-09")
    foe.called = (*foe.called, pc.seat)
    if roll_check(s, pc, "yield", "will", YIELD_DC, (), out, clauses):
        foe_out(s, foe, "yield", out)
        return True
    foe.provoked = pc.seat
    return False


def _search(s: SacramentState, pc: Pc, out: list[Event] | None) -> bool:
    clauses = ("SAC-TURN-03", "SAC-HIT-08", "SAC-CHECK-09")
    pc.used = (*pc.used, "turn:search")
    if not roll_check(s, pc, "search", "wits", SEARCH_DC, (), out, clauses):
        return False
    found = [foe for foe in s.foes.values() if foe.tile == pc.tile]
    for foe in found:
        foe.hidden = False
    if out is not None:
        space = s.place_name(pc.tile)
        out.append(Revealed(clauses=("SAC-HIT-08",), space=space, tokens=tuple(foe.token for foe in found)))
    return True


def _do_douse(s: SacramentState, pc: Pc, action: act.Douse, out: list[Event] | None) -> None:
    spend(s, pc, 1, "douse", out)
    end_condition(pc, "burning", out)


def _do_relight(s: SacramentState, pc: Pc, action: act.Relight, out: list[Event] | None) -> None:
    spend(s, pc, USE_COST, "relight", out)
    pc.light = True
    if out is not None:
        out.append(LightChanged(clauses=("SAC-VTT-06",), on=True, seat=pc.seat))


_DO: dict[type[Action], Any] = {
    act.Move: _do_move,
    act.Strike: _do_strike,
    act.Guard: _do_guard,
    act.Perform: perform,
    act.UseItem: use_item,
    act.Wield: _do_wield,
    act.HandOver: _do_hand_over,
    act.DropItem: _do_drop,
    act.PickUp: _do_pick_up,
    act.Operate: _do_operate,
    act.Steady: _do_steady,
    act.Improvise: _do_improvise,
    act.Douse: _do_douse,
    act.Relight: _do_relight,
}


# ------------------------------------------------------------------------------------------------------- end of turn


def pass_baton(s: SacramentState, pc: Pc, ally: int, out: list[Event] | None) -> None:
    """Before the first token another may go instead (SAC-ORDER-06)."""
    s.drop()
    assert s.fight is not None
    s.fight.named = ally
    if out is not None:
        out.append(BatonPassed(clauses=("SAC-ORDER-06",), seat=ally, chooser=pc.seat))
    s.ask(TurnStart(ally))
    if can_spend(s):
        from game.sacrament.combat import BETWEEN

        s.ask(BETWEEN)


def end_turn(s: SacramentState, pc: Pc, out: list[Event] | None) -> None:
    """With the PC's ``Turn`` on top: what lasts to its end is over; the pool stays for reactions (SAC-TOKEN-07)."""
    s.drop()
    assert s.fight is not None
    if pc.able and pc.conds:
        bleed_and_burn(s, pc, "burning", out)
        end_until(pc, ("eot",), out)
    if pc.mods:
        pc.mods = tuple(mod for mod in pc.mods if mod.until != "turn")
    if pc.used:
        pc.used = tuple(mark for mark in pc.used if not mark.startswith("turn:"))
    if s.zones:
        end_zones(s, ("eot",), pc.seat, out)
    pc.acted = True
    s.fight.finisher = pc.seat
    s.fight.named = 0
    if out is not None:
        clauses = ("SAC-TURN-01", "SAC-TOKEN-07") + (() if pc.able else ("SAC-ORDER-09",))
        out.append(TurnEnded(clauses=clauses, seat=pc.seat, left=pc.tokens))
