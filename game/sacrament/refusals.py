"""Refusals: for each kind of attempt the rows of its table; the first that applies is named."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from msgspec import structs

from game.core.contract import Action, Refusal, Values
from game.core.refusals import Row, Test, asked_other, first_refusal
from game.sacrament import actions as act
from game.sacrament.adversaries import FoeTurn, WhoActs, reach_of
from game.sacrament.campaign import Downtime
from game.sacrament.characters import charges, item_of, pick_fault
from game.sacrament.combat import in_reach
from game.sacrament.content import Ability
from game.sacrament.effects.lists import Attack
from game.sacrament.exploration import NodeChoice, OwnThings, is_beat_moment
from game.sacrament.frames import GM
from game.sacrament.gear import GiveUp, has_room
from game.sacrament.gm import COSTS, NOTHING, FailCost, Judge, refuse_act, refuse_difficulty
from game.sacrament.horror import can_spend, is_asked, is_moment
from game.sacrament.legal import DEEDS, STEADY_COST, wield_cost
from game.sacrament.maps import FAR, MELEE, NEAR, OUT
from game.sacrament.nodes import choice_key, node_of
from game.sacrament.offers import stock_of
from game.sacrament.preparing import Prepare
from game.sacrament.reactions import Reaction
from game.sacrament.rests import Market, RestActs, repair_price
from game.sacrament.rounds import Select, eligible
from game.sacrament.state import Pc
from game.sacrament.turns import Turn
from game.sacrament.uses import ability_use, thing_use
from game.sacrament.values import BOXES, key_parts

if TYPE_CHECKING:
    from game.sacrament.state import SacramentState

# ------------------------------------------------------------------------------------------------------------ helpers


def _turn_pc(s: SacramentState) -> Pc:
    frame = s.stack[-1]
    return s.pc(frame.who if isinstance(frame, Turn) else s.speaker())


def _short_of(cost: Callable[[SacramentState, Any], int]) -> Test:
    return lambda s, a: s.fight is not None and _turn_pc(s).tokens < cost(s, a)


def _one(s: SacramentState, a: Any) -> int:
    return 1


def _tile(s: SacramentState, name: str) -> int:
    grid = s.grid
    return grid.index.get(name, -1) if grid is not None else -1


def _no_tile(s: SacramentState, a: Any) -> bool:
    grid = s.grid
    tile = _tile(s, a.space)
    return grid is None or tile < 0 or not grid.passable[tile]


def _move_cost(s: SacramentState, a: Any) -> int:
    grid = s.grid
    tile = _tile(s, a.space)
    return 2 if grid is not None and tile >= 0 and grid.rough[tile] else 1


def _too_far(s: SacramentState, a: Any) -> bool:
    grid = s.grid
    return grid is not None and grid.distance[_turn_pc(s).tile * grid.size + _tile(s, a.space)] > 1


def _here(s: SacramentState, a: Any) -> bool:
    return _turn_pc(s).tile == _tile(s, a.space)


def _shut(s: SacramentState, a: Any) -> bool:
    grid = s.grid
    tile = _tile(s, a.space)
    return grid is not None and (tile not in grid.steps[_turn_pc(s).tile] or tile in s.closed())


def _no_foe(s: SacramentState, a: Any) -> bool:
    """Nobody of that name. Players cannot tell one that is hidden from one that never came: to them both are out of
    sight.
    """
    if a.token in s.foes:
        return False
    kind, _, number = a.token.rpartition("_")
    known = s.setup.content.bestiary
    gone = s.fight is not None and a.token in s.fight.gone
    return s.current_player() == GM or gone or not (a.token in known or (kind in known and number.isalnum()))


def _band(s: SacramentState, a: Any) -> int:
    return s.band_to_foe(_turn_pc(s), s.foes[a.token]) if a.token in s.foes else OUT


def _ability(s: SacramentState, a: Any) -> Ability | None:
    return s.setup.content.abilities.get(a.ability)


def _with(test: Callable[[SacramentState, Any, Ability], bool]) -> Test:
    """A test that needs the ability to exist."""

    def applies(s: SacramentState, a: Any) -> bool:
        ability = _ability(s, a)
        return ability is not None and test(s, a, ability)

    return applies


def _user(s: SacramentState, a: Any) -> Pc:
    """Who uses it: the PC whose turn it is; outside combat anybody able who knows it."""
    if s.fight is not None:
        return _turn_pc(s)
    return next((pc for pc in s.able() if a.ability in pc.kit.known), s.pc(s.speaker()))


def _pc_or_none(s: SacramentState, seat: int) -> Pc | None:
    return s.pc(seat) if 1 <= seat <= len(s.pcs) else None


def _no_pc(s: SacramentState, a: Any) -> bool:
    return _pc_or_none(s, a.ally) is None


def _ally(s: SacramentState, a: Any) -> Pc:
    found = _pc_or_none(s, a.ally)
    return found if found is not None else s.pc(s.speaker())


def _ally_out_of_reach(s: SacramentState, a: Any, reach: int) -> bool:
    return bool(a.ally) and s.fight is not None and s.band(_turn_pc(s).tile, _ally(s, a).tile) > reach


def _item(s: SacramentState, a: Any) -> Any:
    """One of these things from the pack of whoever acts."""
    item = item_of(_turn_pc(s).sheet, a.item)
    return None if item is None else structs.replace(item, n=1)


def _is_only_suit(s: SacramentState, a: Any) -> bool:
    """It is worn, and there is no second one of it."""
    pc = _turn_pc(s)
    return a.item == pc.sheet.worn and a.item not in pc.kit.loose


def _carrier(s: SacramentState, a: Any) -> Pc | None:
    top = s.stack[-1]
    if isinstance(top, OwnThings):
        people = [s.pc(top.owner)]
    elif s.fight is not None or s.setup.private_packs:
        people = [_turn_pc(s)]
    else:
        people = s.able()
    return next((pc for pc in people if item_of(pc.sheet, a.item) is not None), None)


def _thing(s: SacramentState, a: Any) -> Any:
    return s.setup.content.things.get(a.item.partition(".")[0])


def _above_tier(s: SacramentState, a: Any) -> bool:
    pc = _carrier(s, a)
    item = item_of(pc.sheet, a.item) if pc is not None else None
    if pc is None or item is None:
        return False
    thing = s.setup.content.things.get(item.id)
    return (thing.tier if thing else item.tier) > pc.sheet.level


def _spent_item(s: SacramentState, a: Any) -> bool:
    pc, thing = _carrier(s, a), _thing(s, a)
    item = item_of(pc.sheet, a.item) if pc is not None else None
    return thing is not None and item is not None and thing.charges > 0 and item.left == 0


def _used_item(s: SacramentState, a: Any) -> bool:
    pc = _carrier(s, a)
    return pc is not None and _thing(s, a) is not None and thing_use(a.item).mark in pc.used


def _pays_too_much(s: SacramentState, a: Any, ability: Ability) -> bool:
    pays = ability_use(ability.id).pays
    return pays > 0 and _user(s, a).harm + pays >= BOXES


def _used(s: SacramentState, a: Any, ability: Ability) -> bool:
    return ability_use(ability.id).mark in _user(s, a).used


def _friendly(s: SacramentState, a: Any, ability: Ability) -> bool:
    return bool(a.ally) and any(isinstance(effect, Attack) for effect in ability.effects)


def _out_of_range(s: SacramentState, a: Any, ability: Ability) -> bool:
    reach = ability_use(ability.id).reach
    if a.token:
        return a.token not in s.foes or _band(s, a) > reach
    return _ally_out_of_reach(s, a, reach)


def _thing_out_of_range(s: SacramentState, a: Any) -> bool:
    reach = thing_use(a.item).reach
    if a.token:
        return a.token not in s.foes or _band(s, a) > reach
    return _ally_out_of_reach(s, a, reach)


def _strike_weapon_missing(s: SacramentState, a: Any) -> bool:
    pc = _turn_pc(s)
    return a.weapon not in pc.sheet.hands and not (not a.weapon and not pc.sheet.hands)


def _strike_above_tier(s: SacramentState, a: Any) -> bool:
    pc = _turn_pc(s)
    item = item_of(pc.sheet, a.weapon)
    return item is not None and item.tier > pc.sheet.level


def _elsewhere(s: SacramentState, a: Action) -> bool:
    """By another seat than the one that is asked."""
    return a.seat is not None and a.seat != s.current_player()


def _always(s: SacramentState, a: Any) -> bool:
    return True


def _choice_of(s: SacramentState, a: Any) -> Any:
    return node_of(s).choices.get(a.choice)


def _tried(s: SacramentState, a: Any) -> bool:
    choice = _choice_of(s, a)
    if choice is None:
        return False
    also = choice.tried_with and s.tried.get(choice_key(s, choice.tried_with))
    return choice.check is not None and bool(s.tried.get(choice_key(s, choice.id)) or also)


def _done_before(s: SacramentState, a: Any) -> bool:
    choice = _choice_of(s, a)
    if choice is None:
        return False
    made = len(s.tried.get(f"{s.setup.scenario.id}.{s.node}:{choice.group}", ()))
    return bool(choice.group and made >= node_of(s).limit[choice.group]) or bool(
        choice.once and s.tried.get(choice_key(s, choice.id))
    )


def _helper_unfit(s: SacramentState, a: Any) -> bool:
    frame = s.stack[-1]
    return isinstance(frame, Prepare) and frame.stage == "helper"


def _learn_fault(s: SacramentState, a: Any) -> Any:
    pc = _pc_or_none(s, a.ally)
    return None if pc is None else pick_fault(s.setup.content, pc.sheet, a.pick)


def _offers_rest(s: SacramentState, a: Any) -> bool:
    rest = node_of(s).rest if isinstance(s.stack[-1], NodeChoice) else None
    return rest is not None and a.kind in rest.kinds


def _price(s: SacramentState, a: Any) -> int:
    content = s.setup.content
    id, tier = key_parts(a.item)
    return content.price(id, tier) if content.is_item(id) and tier else 0


def _unknown_item(s: SacramentState, a: Any) -> bool:
    id, tier = key_parts(a.item)
    return not (s.setup.content.is_item(id) and tier)


def _buys_above_tier(s: SacramentState, a: Any) -> bool:
    return key_parts(a.item)[1] > _ally(s, a).sheet.level


def _victim(s: SacramentState, a: Any) -> Pc | None:
    return _pc_or_none(s, a.victim)


def _foe_of(s: SacramentState) -> Any:
    frame = s.stack[-1]
    return s.foes.get(frame.token) if isinstance(frame, FoeTurn) else None


def _foe_turn(s: SacramentState) -> FoeTurn:
    frame = s.stack[-1]
    assert isinstance(frame, FoeTurn)
    return frame


def _victim_beyond(s: SacramentState, a: Any) -> bool:
    foe, pc = _foe_of(s), _victim(s, a)
    return foe is not None and pc is not None and not in_reach(s, foe, pc, reach_of(foe))


def _victim_dying(s: SacramentState, a: Any) -> bool:
    pc = _victim(s, a)
    return pc is not None and pc.dying


def _foe_tile_shut(s: SacramentState, a: Any) -> bool:
    grid, foe = s.grid, _foe_of(s)
    return grid is not None and foe is not None and _tile(s, a.space) not in grid.steps[foe.tile]


def _foe_zone(s: SacramentState, a: Any) -> bool:
    tile = _tile(s, a.space)
    return any(zone.tile == tile and zone.name in ("line", "wall") for zone in s.zones)


def _no_taker(s: SacramentState, a: Any) -> bool:
    """Somebody else who stands takes a gift."""
    return _no_pc(s, a) or not _ally(s, a).able or _ally(s, a) is _turn_pc(s)


def _no_such_ally(s: SacramentState, a: Any) -> bool:
    return bool(a.ally) and _no_other(s, a)


def _no_other(s: SacramentState, a: Any) -> bool:
    return _no_pc(s, a) or _ally(s, a).dead


def _stand(s: SacramentState, a: Any) -> Any:
    """The object of the map that stands there, within reach of whoever acts, and how its use is remembered."""
    if s.fight is None:
        return None
    stands = s.setup.stands[s.fight.id][_turn_pc(s).tile]
    return next(((thing, mark) for operate, thing, mark in stands if operate == structs.replace(a, seat=None)), None)


def _operate_cost(s: SacramentState, a: Any) -> int:
    stand = _stand(s, a)
    return stand[0].cost if stand is not None else 1


def _operated(s: SacramentState, a: Any) -> bool:
    stand = _stand(s, a)
    return stand is not None and (
        (stand[0].once and stand[1] in s.fight.used) or f"turn:{stand[1]}" in _turn_pc(s).used  # type: ignore[union-attr]
    )


def _all_acted(s: SacramentState, a: Any) -> bool:
    """No adversary has its turn left: for players, none that they know of."""
    return s.fight is not None and not (can_spend(s) if a.seat == GM else is_asked(s))


def _deed_done(s: SacramentState, a: Any) -> bool:
    """A deed of which one is enough: a search in a turn, a call to each adversary."""
    pc = _turn_pc(s)
    foe = s.foes.get(a.token)
    if a.deed == "yield":
        return foe is not None and not foe.hidden and pc.seat in foe.called
    return a.deed == "search" and "turn:search" in pc.used


def _not_stocked(s: SacramentState, a: Any) -> bool:
    top = s.stack[-1]
    goods = top.items if isinstance(top, Market) else stock_of(s.level)
    return a.item not in goods


def _reacted(s: SacramentState, a: Any, ability: Ability) -> bool:
    top = s.stack[-1]
    return isinstance(top, Reaction) and ability_use(ability.id).mark in s.pc(top.owner).used


def _refill_of(s: SacramentState, a: Any) -> int:
    """What a refill that is needed costs; 0: nothing is empty."""
    pc = _pc_or_none(s, a.ally)
    item = item_of(pc.sheet, a.item) if pc is not None else None
    thing = s.setup.content.things.get(item.id) if item is not None else None
    if thing is None or item is None or not thing.charges:
        return 0
    return thing.refill if charges(item, thing.charges) < thing.charges * item.n else 0


def _lies_here(s: SacramentState, a: Any) -> bool:
    """It lies on the tile: what is missing is room."""
    return s.fight is not None and any(entry[:2] == (_turn_pc(s).tile, a.item) for entry in s.fight.loot)


TURN_ASKED = Row("SAC-TURN-01", "no_turn", asked_other(Turn))
NO_TOKENS = Row("SAC-TOKEN-05", "tokens", _short_of(_one))

ROWS: dict[type[Action], tuple[Row, ...]] = {
    act.Move: (
        TURN_ASKED,
        Row("SAC-VTT-01", "no_tile", _no_tile),
        Row("SAC-HIT-08", "rooted", lambda s, a: _turn_pc(s).has("rooted")),
        Row("SAC-TURN-02", "here", _here),
        Row("SAC-TURN-02", "too_far", _too_far),
        Row("SAC-DIST-05", "shut", _shut),
        NO_TOKENS,
        Row("SAC-DIST-06", "rough", _short_of(_move_cost)),
    ),
    act.Strike: (
        TURN_ASKED,
        Row("SAC-GEAR-01", "tier", _strike_above_tier),
        Row("SAC-GEAR-05", "not_in_hand", _strike_weapon_missing),
        Row("SAC-ATTACK-03", "no_foe", _no_foe),
        NO_TOKENS,
        Row("SAC-TOKEN-04", "once", lambda s, a: f"turn:{a.weapon}" in _turn_pc(s).used),
        Row("SAC-ATTACK-04", "unseen", lambda s, a: _band(s, a) == OUT),
        Row("SAC-DIST-08", "far", lambda s, a: _band(s, a) == FAR),
        Row("SAC-DIST-04", "reach", lambda s, a: _band(s, a) in (MELEE, NEAR)),
    ),
    act.Guard: (
        TURN_ASKED,
        Row("SAC-ARMOUR-06", "guarded", lambda s, a: _turn_pc(s).guard),
        NO_TOKENS,
    ),
    act.Perform: (
        Row("SAC-TURN-01", "no_turn", asked_other(Turn, NodeChoice)),
        Row("SAC-PATH-02", "no_ability", lambda s, a: _ability(s, a) is None),
        Row("SAC-PATH-03", "not_known", lambda s, a: a.ability not in _user(s, a).kit.known),
        Row("SAC-PATH-01", "passive", _with(lambda s, a, b: b.kind == "passive")),
        Row("SAC-HIT-03", "only_reaction", _with(lambda s, a, b: bool(b.trigger))),
        Row("SAC-TOKEN-05", "tokens", _with(lambda s, a, b: s.fight is not None and _turn_pc(s).tokens < b.cost)),
        Row("SAC-TOKEN-04", "once", _with(_used)),
        Row("SAC-HIT-08", "silenced", _with(lambda s, a, b: b.is_spell and _user(s, a).has("silenced"))),
        Row("SAC-HARM-02", "pay_harm", _with(_pays_too_much)),
        Row("SAC-ATTACK-07", "friendly", _with(_friendly)),
        Row("SAC-HEAL-06", "dead", lambda s, a: bool(a.ally) and _ally(s, a).dead),
        Row("SAC-HEAL-03", "no_wound", _with(
            lambda s, a, b: bool(a.ally) and ability_use(b.id).heals and not _ally(s, a).wounds)),
        Row("SAC-HIT-08", "rooted", _with(lambda s, a, b: b.target == "tile_within_3" and _user(s, a).has("rooted"))),
        Row("SAC-ATTACK-04", "no_fight", lambda s, a: s.fight is None and bool(a.token or a.space)),
        Row("SAC-ATTACK-04", "gone", _no_such_ally),
        Row("SAC-ATTACK-04", "range", _with(_out_of_range)),
        Row("SAC-DIST-04", "no_target", _always),
    ),
    act.UseItem: (
        Row("SAC-TURN-01", "no_turn", asked_other(Turn, NodeChoice, OwnThings)),
        Row("SAC-PACK-01", "not_carried", lambda s, a: _carrier(s, a) is None),
        Row("SAC-GEAR-01", "tier", _above_tier),
        Row("SAC-TURN-03", "no_use", lambda s, a: _thing(s, a) is None or not _thing(s, a).effects),
        Row("SAC-TOKEN-04", "empty", _spent_item),
        Row("SAC-TOKEN-04", "once", _used_item),
        Row("SAC-TOKEN-05", "tokens", _short_of(lambda s, a: _thing(s, a).cost)),
        Row("SAC-HEAL-06", "dead", lambda s, a: bool(a.ally) and _ally(s, a).dead),
        Row("SAC-HEAL-03", "no_wound", lambda s, a: (
            bool(a.ally) and thing_use(a.item).heals and not _ally(s, a).wounds)),
        Row("SAC-ATTACK-04", "no_fight", lambda s, a: s.fight is None and bool(a.token or a.space)),
        Row("SAC-ATTACK-04", "gone", _no_such_ally),
        Row("SAC-ATTACK-04", "range", _thing_out_of_range),
        Row("SAC-ATTACK-04", "no_target", _always),
    ),
    act.Wield: (
        TURN_ASKED,
        Row("SAC-GEAR-01", "tier", _above_tier),
        Row("SAC-GEAR-05", "no_weapon", lambda s, a: a.item not in _turn_pc(s).kit.weapons),
        Row("SAC-GEAR-05", "held", lambda s, a: a.item in _turn_pc(s).sheet.hands),
        Row("SAC-TOKEN-05", "tokens", _short_of(lambda s, a: wield_cost(s, _turn_pc(s), a.item))),
    ),
    act.HandOver: (
        TURN_ASKED,
        Row("SAC-PACK-01", "not_carried", lambda s, a: _item(s, a) is None),
        Row("SAC-TURN-03", "worn", _is_only_suit),
        Row("SAC-TURN-03", "no_taker", _no_taker),
        Row("SAC-DIST-01", "not_melee", lambda s, a: _ally(s, a).tile != _turn_pc(s).tile),
        NO_TOKENS,
        Row("SAC-PACK-05", "no_room", lambda s, a: not has_room(s, _ally(s, a), _item(s, a))),
    ),
    act.DropItem: (
        Row("SAC-TURN-01", "no_turn", asked_other(Turn, GiveUp)),
        Row("SAC-PACK-01", "not_carried", lambda s, a: _item(s, a) is None),
        Row("SAC-ARMOUR-09", "worn", _is_only_suit),
    ),
    act.PickUp: (
        TURN_ASKED,
        NO_TOKENS,
        Row("SAC-PACK-05", "no_room", _lies_here),
        Row("SAC-TURN-03", "nothing_there", _always),
    ),
    act.Operate: (
        TURN_ASKED,
        Row("SAC-TOKEN-05", "tokens", _short_of(_operate_cost)),
        Row("SAC-TURN-03", "no_object", lambda s, a: _stand(s, a) is None),
        Row("SAC-TURN-03", "object_done", _operated),
        Row("SAC-TURN-03", "not_now", _always),
    ),
    act.Steady: (
        Row("SAC-TURN-01", "no_turn", asked_other(Turn, NodeChoice)),
        Row("SAC-DYING-05", "not_dying", lambda s, a: _no_pc(s, a) or not _ally(s, a).dying or _ally(s, a).dead),
        Row("SAC-DYING-05", "steady", lambda s, a: _ally(s, a).steady),
        Row("SAC-TOKEN-05", "tokens", _short_of(lambda s, a: STEADY_COST)),
        Row("SAC-DYING-05", "reach_or_tried", _always),
    ),
    act.Improvise: (
        TURN_ASKED,
        Row("SAC-TURN-03", "no_deed", lambda s, a: a.deed not in (*DEEDS, "free")),
        Row("SAC-TURN-03", "cost", lambda s, a: a.deed == "free" and not 1 <= a.cost <= 3),
        Row("SAC-TURN-03", "no_words", lambda s, a: a.deed == "free" and not a.words.strip()),
        Row("SAC-TOKEN-05", "tokens", _short_of(lambda s, a: DEEDS.get(a.deed, a.cost))),
        Row("SAC-TURN-03", "deed_done", _deed_done),
        Row("SAC-TURN-03", "not_now", lambda s, a: a.deed != "free"),
    ),
    act.Douse: (
        TURN_ASKED,
        NO_TOKENS,
        Row("SAC-HIT-08", "not_burning", _always),
    ),
    act.Relight: (
        TURN_ASKED,
        NO_TOKENS,
        Row("SAC-VTT-06", "lit", lambda s, a: _turn_pc(s).light),
        Row("SAC-VTT-06", "no_lantern", _always),
    ),
    act.PassBaton: (
        TURN_ASKED,
        Row("SAC-ORDER-02", "around", lambda s, a: s.setup.order != "popcorn"),
        Row("SAC-ORDER-06", "spent", lambda s, a: bool(_turn_pc(s).spent)),
        Row("SAC-ORDER-06", "not_eligible", _always),
    ),
    act.EndTurn: (TURN_ASKED,),
    act.ChooseNext: (
        Row("SAC-ORDER-04", "no_choice", asked_other(Select)),
        Row("SAC-GM-10", "no_seat", _no_pc),
        Row("SAC-HEAL-06", "gone", _no_other),
        Row("SAC-DYING-01", "dying", lambda s, a: not _no_pc(s, a) and _ally(s, a).dying),
        Row("SAC-ORDER-04", "had_turn", lambda s, a: a.ally not in [pc.seat for pc in eligible(s)]),
    ),
    act.React: (
        Row("SAC-TURN-05", "no_reaction", lambda s, a: s.stack[-1].name != "reaction"),
        Row("SAC-TOKEN-08", "tokens", _with(
            lambda s, a, b: isinstance(s.stack[-1], Reaction) and s.pc(s.stack[-1].owner).tokens < b.cost)),
        Row("SAC-TOKEN-04", "once", _with(_reacted)),
        Row("SAC-HIT-03", "reaction", _always),
    ),
    act.ChoosePc: (
        Row("SAC-CHECK-07", "helper", _helper_unfit),
        Row("SAC-CHECK-06", "roller", lambda s, a: isinstance(s.stack[-1], Prepare)),
        Row("SAC-HEAL-03", "no_wound", lambda s, a: s.stack[-1].name == "share_healing"),
    ),
    act.Accept: (
        Row("SAC-PRACTICE-04", "no_vow", lambda s, a: isinstance(s.stack[-1], Prepare)),
        Row("SAC-ORDER-13", "no_exit", lambda s, a: s.fight is not None),
    ),
    act.Choose: (
        Row("SAC-GM-02", "no_node_choice", asked_other(NodeChoice)),
        Row("SAC-CHECK-06", "tried", _tried),
        Row("SAC-GM-02", "done_before", _done_before),
        Row("SAC-GM-03", "closed", _always),
    ),
    act.Rest: (
        Row("SAC-CLEANSE-06", "in_fight", lambda s, a: s.fight is not None),
        Row("SAC-HEAL-05", "rested", lambda s, a: a.kind == "short" and s.rested and _offers_rest(s, a)),
        Row("SAC-HEAL-04", "no_rest", _always),
    ),
    act.Cleanse: (
        Row("SAC-CLEANSE-06", "in_fight", lambda s, a: s.fight is not None),
        Row("SAC-CLEANSE-05", "no_rest", asked_other(RestActs, Downtime)),
        Row("SAC-CLEANSE-05", "cleansed", lambda s, a: getattr(s.stack[-1], "cleansed", False)),
        Row("SAC-MILESTONE-05", "practice_fails", lambda s, a: getattr(s.stack[-1], "blocked", False)),
        Row("SAC-CLEANSE-06", "leader", lambda s, a: a.leader not in [pc.seat for pc in s.able()]),
        Row("SAC-CLEANSE-04", "quiet", lambda s, a: not s.ladder),
        Row("SAC-CLEANSE-03", "practice", _always),
    ),
    act.Tend: (
        Row("SAC-HEAL-05", "in_fight", lambda s, a: s.fight is not None),
        Row("SAC-HEAL-05", "no_rest", asked_other(RestActs)),
        Row("SAC-HEAL-05", "tend", _always),
    ),
    act.Mend: (
        Row("SAC-ARMOUR-11", "in_fight", lambda s, a: s.fight is not None),
        Row("SAC-ARMOUR-11", "no_rest", asked_other(RestActs)),
        Row("SAC-ARMOUR-11", "mend", _always),
    ),
    act.Learn: (
        Row("SAC-PICK-03", "in_fight", lambda s, a: s.fight is not None),
        Row("SAC-PICK-03", "no_rest", asked_other(RestActs, Downtime)),
    ),
    act.Buy: (
        Row("SAC-KIT-02", "no_market", lambda s, a: s.stack[-1].name not in ("buy_sell_repair", "downtime")),
        Row("SAC-GEAR-01", "no_item", lambda s, a: _no_pc(s, a) or _unknown_item(s, a)),
        Row("SAC-GEAR-01", "tier", _buys_above_tier),
        Row("SAC-HEAL-06", "gone", _no_other),
        Row("SAC-KIT-02", "not_stocked", _not_stocked),
        Row("SAC-KIT-02", "gold", lambda s, a: _price(s, a) > _ally(s, a).sheet.gold),
        Row("SAC-PACK-05", "no_room", _always),
    ),
    act.Sell: (
        Row("SAC-KIT-03", "no_market", lambda s, a: s.stack[-1].name not in ("buy_sell_repair", "downtime")),
        Row("SAC-KIT-03", "no_sale", _always),
    ),
    act.Repair: (
        Row("SAC-ARMOUR-11", "no_smith", asked_other(Downtime)),
        Row("SAC-HEAL-06", "gone", _no_other),
        Row("SAC-ARMOUR-11", "whole", lambda s, a: not repair_price(_ally(s, a))),
        Row("SAC-ARMOUR-11", "gold", _always),
    ),
    act.Refill: (
        Row("SAC-KIT-02", "no_market", asked_other(Downtime)),
        Row("SAC-HEAL-06", "gone", _no_other),
        Row("SAC-KIT-02", "refill", lambda s, a: not _refill_of(s, a)),
        Row("SAC-KIT-02", "gold", _always),
    ),
    act.Exchange: (
        Row("SAC-GEAR-08", "no_exchange", asked_other(Downtime)),
        Row("SAC-GEAR-08", "exchange", _always),
    ),
    act.Wear: (
        Row("SAC-ARMOUR-09", "in_fight", lambda s, a: s.fight is not None),
        Row("SAC-ARMOUR-09", "no_rest", asked_other(RestActs, Downtime)),
        Row("SAC-HEAL-06", "gone", _no_other),
        Row("SAC-GEAR-01", "tier", lambda s, a: not _no_pc(s, a) and any(
            item.key == a.item and item.tier > _ally(s, a).sheet.level for item in _ally(s, a).sheet.items)),
        Row("SAC-ARMOUR-09", "no_suit", _always),
    ),
    act.Overflow: (Row("SAC-PACK-05", "overflow", lambda s, a: s.stack[-1].name == "overflow"),),
    act.SpendToken: (
        Row("SAC-HORROR-02", "ladder_0", lambda s, a: s.ladder <= 0),
        Row("SAC-HORROR-05", "all_acted", _all_acted),
        Row("SAC-HORROR-08", "no_beat", lambda s, a: s.fight is None and not is_beat_moment(s)),
        Row("SAC-HORROR-06", "no_window", lambda s, a: s.fight is not None and not is_moment(s)),
        Row("SAC-HORROR-06", "gm_only", lambda s, a: a.seat is None),
        Row("SAC-GM-02", "gm_only", lambda s, a: a.seat != GM),
    ),
    act.Hold: (Row("SAC-HORROR-06", "not_asked", _always),),
    act.Activate: (
        Row("SAC-ORDER-10", "no_phase", asked_other(WhoActs)),
        Row("SAC-ATTACK-03", "no_foe", _no_foe),
        Row("SAC-ORDER-11", "foe_acted", _always),
    ),
    act.Step: (
        Row("SAC-ORDER-10", "no_phase", asked_other(FoeTurn)),
        Row("SAC-VTT-01", "no_tile", _no_tile),
        Row("SAC-HIT-08", "rooted", lambda s, a: _foe_of(s) is not None and _foe_of(s).has("rooted")),
        Row("SAC-ORDER-11", "no_steps", lambda s, a: not _foe_turn(s).may_step()),
        Row("SAC-DIST-05", "shut", _foe_tile_shut),
        Row("SAC-DIST-05", "zone", _foe_zone),
    ),
    act.Attack: (
        Row("SAC-ORDER-10", "no_phase", asked_other(FoeTurn)),
        Row("SAC-ORDER-11", "no_attacks", lambda s, a: _foe_turn(s).attacks <= 0),
        Row("SAC-GM-12", "among", lambda s, a: bool(a.among)),
        Row("SAC-HIT-01", "beyond", lambda s, a: _victim(s, a) is None or _victim_beyond(s, a)),
        Row("SAC-DYING-10", "dying", _victim_dying),
        Row("SAC-HIT-08", "gate", _always),
    ),
    act.DoSpecial: (
        Row("SAC-ORDER-10", "no_phase", asked_other(FoeTurn)),
        Row("SAC-ORDER-11", "special", _always),
    ),
    act.EndFoe: (Row("SAC-ORDER-10", "no_phase", _always),),
    act.NoCheck: (Row("SAC-GM-03", "no_judgement", _always),),
    act.RollIt: (Row("SAC-CHECK-03", "not_called", _always),),
}
"""By kind of attempt; several clauses: the first that applies."""

ANYTHING_ELSE = Row("SAC-TURN-05", "not_asked", _always)


OWN_BUSINESS = (act.Buy, act.Sell, act.Repair, act.Refill, act.Exchange, act.Wear, act.Learn)
"""Where packs are private each PC is asked about its own."""


def refuse(s: SacramentState, action: Action) -> Refusal | None:
    """The refusal of an action in its canonical spelling; ``None`` if its free parameters make it legal."""
    if not s.stack:
        return Refusal("SAC-ORDER-13" if s.setup.only_fight else "SAC-GM-02", "sacrament.refusal.over")
    if isinstance(action, (*act.GM_ACTS, *act.TABLE_ACTS)):
        return refuse_act(s, action)
    if isinstance(action, act.SpendToken):
        return first_refusal("sacrament", ROWS[act.SpendToken], s, action, _values)
    if _elsewhere(s, action):
        values = {"asked": s.current_player()}
        return Refusal("SAC-TURN-05", "sacrament.refusal.other_seat", values)
    one = getattr(s.stack[-1], "one", 0)
    if one and isinstance(action, OWN_BUSINESS) and action.ally != one:
        return Refusal("SAC-VTT-08", "sacrament.refusal.own_pack", {"asked": one})
    free = _free(s, action)
    if free is not None:
        return free[0]
    if isinstance(action, act.Learn):
        fault = _learn_fault(s, action)
        if fault is not None and s.fight is None:
            return Refusal(fault.clause, fault.key, fault.values)
    return first_refusal("sacrament", (*ROWS.get(type(action), ()), ANYTHING_ELSE), s, action, _values)


def _free(s: SacramentState, action: Action) -> tuple[Refusal | None] | None:
    """Actions whose parameters are free: the answer in a tuple; ``None`` if this is not one of them."""
    top = s.stack[-1]
    if isinstance(action, act.SetCheck):
        if isinstance(top, Judge):
            return (refuse_difficulty(action.attribute, action.difficulty, action.bonus),)
        return (Refusal("SAC-GM-03", "sacrament.refusal.no_judgement"),)
    if isinstance(action, act.NameCost):
        if not isinstance(top, FailCost):
            return (Refusal("SAC-GM-05", "sacrament.refusal.no_failure"),)
        if top.good:
            fitting = action.kind in (NOTHING, "text")
            return (None if fitting else Refusal("SAC-GM-05", "sacrament.refusal.no_failure"),)
        good = action.kind in COSTS and 1 <= action.n <= 12 and (action.kind != "text" or action.words.strip())
        running = action.kind != "time" or any(name not in s.stopped for name in s.clocks)
        return (None if good and running else Refusal("SAC-GM-05", "sacrament.refusal.cost"),)
    if isinstance(action, act.Improvise) and action.deed == "free" and isinstance(top, Turn):
        pc = s.pc(top.who)
        if 1 <= action.cost <= min(3, pc.tokens) and action.words.strip():
            return (None,)
    if isinstance(action, (act.Attack, act.DoSpecial)) and action.among and isinstance(top, FoeTurn):
        legal = s.legal_actions()
        kind = type(action)
        if len(set(action.among)) == len(action.among) and all(kind(victim=v) in legal for v in action.among):
            return (None,)
    return None


def _values(s: SacramentState, action: Action) -> Values:
    """What the sentences of the refusals may name."""
    values: dict[str, str | int] = {"ladder": s.ladder}
    ability = getattr(action, "ability", "")
    if ability:
        known = ability in s.setup.content.abilities
        if known:
            values["ability"] = f"@ability.{ability}.name"
            values["cost"] = s.setup.content.abilities[ability].cost
    if s.stack:
        values["question"] = f"@sacrament.question.{s.stack[-1].name}"
        values["asked"] = s.current_player()
    if s.fight is not None and isinstance(s.stack[-1], Turn):
        values["tokens"] = _turn_pc(s).tokens
    return values
