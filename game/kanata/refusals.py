"""Refusals: for each kind of attempt the rows of its table; the first that applies is named."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from game.core.contract import Action, Refusal, Values
from game.core.refusals import Row, Test, asked_other, first_refusal
from game.kanata import actions as act
from game.kanata import corpses, feeding, ground, items, move, shooting, turn, turned
from game.kanata.cards import KEYS
from game.kanata.effects.control import CardChoice
from game.kanata.effects.decks import OrderCards
from game.kanata.effects.foes import PickAbomination
from game.kanata.effects.people import PickHuman
from game.kanata.effects.places import PickSpace
from game.kanata.effects.things import PickCorn, PickDrop, PickGun
from game.kanata.frames import Frame
from game.kanata.plan import CROSS, INTERIOR
from game.kanata.state import (
    BIKE,
    CAPTURED,
    DOWNED,
    FOOT,
    IN_CORN,
    LOST,
    MOVED,
    NOT_MOVED,
    SPACE_MASK,
    STANDING,
    TURNED,
    VAN,
    WON,
    number_of,
)

if TYPE_CHECKING:
    from game.kanata.state import KanataState

def _top(s: KanataState, frame: type[Frame]) -> Any:
    return s.stack[-1] if isinstance(s.stack[-1], frame) else None


def _always(s: KanataState, a: Any) -> bool:
    return True


def _is_turned(s: KanataState, a: Any) -> bool:
    return s.status[s.turn] == TURNED


def _space(s: KanataState, a: Any) -> int:
    return s.setup.town.index.get(a.space, -1)


def _item(s: KanataState, a: Any) -> int:
    """The item that an attempt names; -1: there is none of that name."""
    content = s.setup.content
    if a.item in content.copies and a.item not in content.item_index:
        mine = [copy for copy in content.copies[a.item] if s.items[s.turn] >> copy & 1]
        return mine[0] if mine else content.copies[a.item][0]
    return content.item_index.get(a.item, -1)


def _holder(s: KanataState) -> int:
    return s.stack[-1].seat(s)


def _not_mine(s: KanataState, a: Any) -> bool:
    """The one who is asked does not hold it."""
    item = _item(s, a)
    seat = _holder(s)
    if item >= 0:
        return not s.items[seat] >> item & 1
    return a.item not in items.goods(s, seat)


# ------------------------------------------------------------------------------------------------------- moving


def _mode(s: KanataState) -> str:
    frame = _top(s, move.ChooseStep)
    if frame is not None:
        return str(frame.mode)
    return move.HAUNTING


def _here(s: KanataState) -> int:
    frame = _top(s, turned.PuppetMove)
    if frame is not None:
        return next(p & SPACE_MASK for p in s.aboms if number_of(p) == frame.number)
    return s.space[s.turn]


def _not_beside(s: KanataState, a: Any) -> bool:
    there, here = _space(s, a), _here(s)
    if _mode(s) == move.RIDING:
        return there not in [to for to, _ in s.setup.town.bike[here]]
    return there not in s.setup.town.walk[here]


def _in_mode(mode: str, test: Test) -> Test:
    return lambda s, a: _mode(s) == mode and test(s, a)


def _on_foot(test: Test) -> Test:
    return lambda s, a: _mode(s) in (move.ON_FOOT, move.WALKING) and test(s, a)


def _blocked(s: KanataState, a: Any) -> bool:
    return bool(ground.enemy_mask(s) >> _space(s, a) & 1)


def _past_blocked(s: KanataState, a: Any) -> bool:
    closed = ground.enemy_mask(s)
    steps = s.setup.town.bike[_here(s)]
    return any(to == _space(s, a) and past >= 0 and closed >> past & 1 for to, past in steps)


def _into_house(s: KanataState, a: Any) -> bool:
    return s.setup.town.kinds[_space(s, a)] == INTERIOR


def _into_cross(s: KanataState, a: Any) -> bool:
    return s.setup.town.kinds[_space(s, a)] == CROSS


def _off_road(s: KanataState, a: Any) -> bool:
    return not s.setup.town.roads >> _space(s, a) & 1


def _closed_van(s: KanataState, a: Any) -> bool:
    return bool(ground.van_mask(s) >> _space(s, a) & 1)


def _ridden(s: KanataState, a: Any) -> bool:
    return bool(ground.ridden_mask(s) >> _space(s, a) & 1)


def _no_driving(s: KanataState, a: Any) -> bool:
    return bool(ground.drive_mask(s) >> _space(s, a) & 1)


def _ends_on_corpse(s: KanataState, a: Any) -> bool:
    """Where a corpse will hang again, and no step is left to go on from there."""
    return _no_way_on(s, a) and _space(s, a) in s.cleared


def _too_long_before_cross(s: KanataState, a: Any) -> bool:
    town = s.setup.town
    return town.cross_at[s.space[s.turn]] >= 0 and s.hidden_turns[s.turn] >= s.setup.hiding_turns


def _no_way_on(s: KanataState, a: Any) -> bool:
    on = move.ground_for(s, s.turn, _mode(s))
    return bool(on.no_end >> _space(s, a) & 1)


def _may_not_end(s: KanataState, a: Any) -> bool:
    on = move.ground_for(s, s.turn, _mode(s))
    return bool(on.no_end >> _here(s) & 1)


def _no_steps(s: KanataState, a: Any) -> bool:
    frame = s.stack[-1]
    return not getattr(frame, "left", 0) and not s.is_hidden(s.turn)


def _hidden_too_long(s: KanataState, a: Any) -> bool:
    return move.must_come_out(s, s.turn)


def _mounted(mount: int, test: Test = _always) -> Test:
    return lambda s, a: s.mount[s.turn] == mount and test(s, a)


# ------------------------------------------------------------------------------------------------------ shooting


def _aim_space(s: KanataState, a: Any) -> int:
    """Where the target of an attempt is; -1: there is no such target."""
    if a.enemy == "sheriff":
        return s.sheriff
    if a.enemy == "ambulance":
        return s.ambulance
    if a.enemy == "corpse":
        space = s.setup.town.index.get(a.space, -1)
        return space if space in s.corpses else -1
    if a.enemy == "abomination":
        return next((p & SPACE_MASK for p in s.aboms if number_of(p) == a.number), -1)
    if a.enemy in ("turned", "human") and a.victim is not None and 0 <= a.victim < len(s.status):
        wanted = TURNED if a.enemy == "turned" else STANDING
        return s.space[a.victim] if s.status[a.victim] == wanted else -1
    return -1


def _no_target(s: KanataState, a: Any) -> bool:
    wrong_side = (a.enemy == "human") != (s.status[s.turn] == TURNED)
    return wrong_side or _aim_space(s, a) < 0


def _frame_item(s: KanataState) -> int:
    return int(getattr(s.stack[-1], "item", s.setup.dynamite_item))


def _unseen_target(s: KanataState, a: Any) -> bool:
    return a.enemy == "human" and not s.is_exposed(a.victim)


def _blade_short(s: KanataState, a: Any) -> bool:
    item = _frame_item(s)
    if s.setup.content.items[item].kind != "blade":
        return False
    return not shooting.Reach(s, s.space[s.turn], item).holds(_aim_space(s, a))


def _walled_off(s: KanataState, item: int, there: int) -> bool:
    """In range of a ruler, but a building is in between."""
    gun = s.setup.gun_of[item]
    if gun < 0:
        return False
    reach = (s.setup.content.items[item].entry.range + s.scopes[gun]) ** 2
    town, here = s.setup.town, s.space[s.turn]
    return town.reach_squared(here, there) <= reach < town.range_squared(here, there)


def _no_sight(s: KanataState, a: Any) -> bool:
    return _walled_off(s, _frame_item(s), _aim_space(s, a))


def _no_corpses(s: KanataState, a: Any) -> bool:
    return a.enemy == "corpse" and not s.setup.content.items[_frame_item(s)].entry.corpse


def _barred(s: KanataState, a: Any) -> bool:
    return a.enemy == "ambulance" and s.barred


def _no_weapon(s: KanataState, a: Any) -> bool:
    item = _item(s, a)
    return item < 0 or not s.setup.weapons >> item & 1


def _blade(s: KanataState, a: Any) -> bool:
    item = _item(s, a)
    return item >= 0 and s.setup.content.items[item].kind == "blade"


def _goes_on(s: KanataState) -> bool:
    """A weapon is empty, and another may go on at the same target."""
    return _top(s, shooting.NextWeapon) is not None


def _gun_or_blade(s: KanataState, a: Any) -> bool:
    return bool(s.setup.scopable_or_blade >> _item(s, a) & 1)


def _shot_enough(s: KanataState, a: Any) -> bool:
    return not turn.may_again(s, s.shots, s.searches)


def _searched_enough(s: KanataState, a: Any) -> bool:
    return not turn.may_again(s, s.searches, s.shots)


def _sight_only(s: KanataState, a: Any) -> bool:
    """Nothing is in sight, though something that may be shot at is in range."""
    item = _item(s, a)
    return any(_walled_off(s, item, shooting.target_space(s, aim)) for aim in shooting.enemies_of(s, s.turn, item))


def _only_barred(s: KanataState, a: Any) -> bool:
    """The ambulance alone is in reach, and this turn's shots at it are over."""
    return s.barred and s.ambulance >= 0 and shooting.Reach(s, s.space[s.turn], _item(s, a)).holds(s.ambulance)


def _only_unexposed(s: KanataState, a: Any) -> bool:
    """A turned player has humans in reach, but none that can be seen."""
    reach = shooting.Reach(s, s.space[s.turn], _item(s, a))
    return _is_turned(s, a) and any(
        status == STANDING and reach.holds(s.space[seat]) for seat, status in enumerate(s.status)
    )


# -------------------------------------------------------------------------------------------------- people, items


def _friend(s: KanataState, a: Any) -> int:
    return a.friend if 0 <= a.friend < len(s.status) else -1


def _no_friend(s: KanataState, a: Any) -> bool:
    return _friend(s, a) in (-1, s.turn)


def _friend_is(*statuses: int) -> Test:
    return lambda s, a: s.status[_friend(s, a)] in statuses


def _far(s: KanataState, a: Any) -> bool:
    return not items.near(s, s.turn, _friend(s, a))


def _apart(s: KanataState, a: Any) -> bool:
    """The two who trade are no longer near each other."""
    frame = _top(s, items.TradeCard)
    return frame is not None and not items.near(s, s.turn, frame.friend)


def _friend_lies(s: KanataState, a: Any) -> bool:
    """I have something, but the friend is down and would only take what puts them on their feet."""
    return s.status[_friend(s, a)] == DOWNED and bool(items.goods(s, s.turn))


def _mine(s: KanataState, a: Any) -> bool:
    """The item is in the hands of the one who is asked."""
    item = _item(s, a)
    return item >= 0 and bool(s.items[_holder(s)] >> item & 1)


def _last_round_only(s: KanataState, a: Any) -> bool:
    """The last round has been shot: only rounds for that gun can be attached now."""
    frame = _top(s, shooting.LastRound)
    token = s.setup.content.token_index[a.token]
    return frame is not None and (_item(s, a) != frame.item or token not in s.setup.ammo_tokens)


def _scope_is_there(s: KanataState, a: Any) -> bool:
    reach = s.setup.content.tokens[a.token].reach
    return bool(reach) and s.scopes[s.setup.gun_of[_item(s, a)]] == reach


def _refused(s: KanataState, a: Any) -> bool:
    frame = _top(s, items.TradeCard)
    return frame is not None and (frame.friend, a.item) in s.refused


def _no_medicine(s: KanataState, a: Any) -> bool:
    item = _item(s, a)
    return a.item != "nde" and (item < 0 or not s.setup.health_items >> item & 1)


def _dynamite(s: KanataState, a: Any) -> bool:
    return bool(s.items[s.turn] & s.setup.dynamite)


def _no_gun(s: KanataState, a: Any) -> bool:
    item = _item(s, a)
    return item < 0 or not s.setup.scopable >> item & 1


def _no_token(s: KanataState, a: Any) -> bool:
    """It is neither a scope nor rounds."""
    entry = s.setup.content.tokens.get(a.token)
    return entry is None or not (entry.reach or entry.rounds)


def _special(s: KanataState, a: Any) -> bool:
    return _item(s, a) < 0 and a.item in items.goods(s, _holder(s))


def _not_in_corn(s: KanataState, a: Any) -> bool:
    if _top(s, PickCorn) is not None or _top(s, move.RidePast) is not None:
        return False
    return s.space[s.turn] != s.setup.town.cornfield


def _not_in_the_corn(s: KanataState, a: Any) -> bool:
    """The Cornfield does not hold what an attempt names."""
    if a.item == KEYS:
        return s.keys != IN_CORN
    item = _item(s, a)
    return item < 0 or not s.corn >> item & 1


def _move_not_ended(s: KanataState, a: Any) -> bool:
    """A turned player whose Move has not ended in the Cornfield."""
    return _is_turned(s, a) and (s.moved != MOVED or s.arrived != s.space[s.turn])


def _not_roadblock(s: KanataState, a: Any) -> bool:
    item = _item(s, a)
    return item < 0 or not s.setup.roadblock_items >> item & 1


OVER = (
    Row("KAN-WIN-03", "over.won", lambda s, a: s.result == WON),
    Row("KAN-LOSE-01", "over.lost", lambda s, a: s.result == LOST),
    Row("KAN-TURN-01", "seat", lambda s, a: a.seat is not None and a.seat != s.current_player()),
)
"""Asked first, whatever the attempt."""

_ACTION = Row("KAN-TURN-01", "question", asked_other(turn.ChooseAction))
_FREE = Row("KAN-TURN-08", "turn_08", asked_other(turn.ChooseAction))
_FREE_OR_MOVING = Row("KAN-TURN-08", "turn_08", asked_other(turn.ChooseAction, move.ChooseStep))
_NO_OPTION = Row("KAN-TURN-01", "option", _always)
_NOT_ON_THE_CARD = Row("KAN-TRACK-03", "option", _always)

ROWS: dict[type[Action], tuple[Row, ...]] = {
    act.Move: (
        _ACTION,
        Row("KAN-TURN-01", "turn_01.moved", lambda s, a: s.moved != NOT_MOVED),
        Row("KAN-TURN-12", "must_stay", lambda s, a: s.must_stay),
        Row("KAN-BIKE-03", "bike_03", _mounted(BIKE, lambda s, a: not s.gas)),
        Row("KAN-BIKE-04", "bike_04", _mounted(BIKE)),
        Row("KAN-VAN-05", "van_05", _mounted(VAN)),
    ),
    act.Stay: (
        _ACTION,
        Row("KAN-TURN-01", "turn_01.moved", lambda s, a: s.moved != NOT_MOVED),
        Row("KAN-CROSS-03", "cross_03", _hidden_too_long),
        Row("KAN-TURNED-14", "turned_14", _is_turned),
    ),
    act.PlayerBoard: (_ACTION, Row("KAN-TURN-01", "turn_01.board", _always)),
    act.EndTurn: (_ACTION, Row("KAN-TURN-01", "turn_01.mandatory", _always)),
    act.Search: (
        _ACTION,
        Row("KAN-TURN-01", "turn_01.searched", _searched_enough),
        Row("KAN-BIKE-06", "bike_06", _mounted(BIKE)),
        Row("KAN-VAN-09", "van_09", _mounted(VAN)),
        Row("KAN-SEARCH-01", "search_01.place", lambda s, a: not s.setup.town.number[s.space[s.turn]]),
        Row("KAN-SEARCH-01", "search_01", lambda s, a: s.arrived != s.space[s.turn]),
        Row("KAN-SEARCH-03", "search_03", lambda s, a: s.searches > 0),
        Row("KAN-SEARCH-02", "search_02", _always),
    ),
    act.Shoot: (
        Row("KAN-TURN-01", "question", asked_other(turn.ChooseAction, shooting.NextWeapon)),
        Row("KAN-SHOOT-01", "shoot_01.weapon", _no_weapon),
        Row("KAN-SHOOT-01", "shoot_01.held", _not_mine),
        Row("KAN-SHOOT-03", "shoot_03.kind", lambda s, a: _goes_on(s) and not _gun_or_blade(s, a)),
        Row("KAN-SHOOT-03", "shoot_03", lambda s, a: _goes_on(s)),
        Row("KAN-TURN-01", "turn_01.shot", _shot_enough),
        Row("KAN-SHOOT-13", "shoot_13", lambda s, a: s.is_hidden(s.turn)),
        Row("KAN-TURNED-10", "turned_10", lambda s, a: _is_turned(s, a) and _item(s, a) == s.setup.dynamite_item),
        Row("KAN-SHOOT-10", "shoot_10", _only_barred),
        Row("KAN-TURNED-10", "turned_10.exposed", _only_unexposed),
        Row("KAN-MELEE-02", "melee_02", _blade),
        Row("KAN-SHOOT-06", "shoot_06", _sight_only),
        Row("KAN-SHOOT-05", "shoot_05", _always),
    ),
    act.Aim: (
        Row("KAN-TURN-01", "question", asked_other(shooting.ShootTarget, shooting.Assign)),
        Row("KAN-SHOOT-01", "shoot_01.target", _no_target),
        Row("KAN-SHOOT-10", "shoot_10", _barred),
        Row("KAN-SHOOT-14", "shoot_14", _no_corpses),
        Row("KAN-TURNED-10", "turned_10.exposed", _unseen_target),
        Row("KAN-ITEM-02", "item_02", lambda s, a: a in getattr(s.stack[-1], "chosen", ())),
        Row("KAN-MELEE-02", "melee_02", _blade_short),
        Row("KAN-SHOOT-06", "shoot_06", _no_sight),
        Row("KAN-SHOOT-05", "shoot_05", _always),
    ),
    act.Throw: (
        Row("KAN-TURN-01", "question", asked_other(shooting.ThrowTarget)),
        Row("KAN-ITEM-09", "item_09", _always),
    ),
    act.Fire: (Row("KAN-SHOOT-01", "question", _always),),
    act.Cease: (Row("KAN-SHOOT-01", "question", _always),),
    act.AddDie: (
        Row("KAN-TURN-05", "turn_05", lambda s, a: s.dice > 0),
        Row("KAN-TURN-04", "question", _always),
    ),
    act.Keep: (Row("KAN-TURN-04", "question", _always),),
    act.Step: (
        Row("KAN-MOVE-01", "question", asked_other(move.ChooseStep, turned.PuppetMove)),
        Row("KAN-MOVE-01", "move_01.space", lambda s, a: _space(s, a) < 0),
        Row("KAN-TURNED-05", "turned_05", _in_mode(move.HAUNTING, _into_cross)),
        Row("KAN-CROSS-01", "cross_01.step", _into_cross),
        Row("KAN-BIKE-05", "bike_05", _in_mode(move.RIDING, _into_house)),
        Row("KAN-VAN-06", "van_06.road", _in_mode(move.DRIVING, _off_road)),
        Row("KAN-MOVE-01", "move_01.beside", _not_beside),
        Row("KAN-VAN-07", "van_07", _in_mode(move.HAUNTING, _closed_van)),
        Row("KAN-TURNED-14", "turned_14", _in_mode(move.HAUNTING, _always)),
        Row("KAN-VAN-06", "van_06.ridden", _in_mode(move.DRIVING, _ridden)),
        Row("KAN-VAN-06", "van_06", _in_mode(move.DRIVING, _no_driving)),
        Row("KAN-BIKE-12", "bike_12", _in_mode(move.RIDING, _blocked)),
        Row("KAN-BIKE-05", "bike_05.past", _in_mode(move.RIDING, _past_blocked)),
        Row("KAN-CROSS-03", "cross_03.blocked", lambda s, a: s.is_hidden(s.turn) and _blocked(s, a)),
        Row("KAN-MOVE-04", "move_04", _on_foot(_blocked)),
        Row("KAN-BIKE-07", "bike_07", _on_foot(_ridden)),
        Row("KAN-MOVE-01", "move_01.steps", _no_steps),
        Row("KAN-CORPSE-03", "corpse_03", _ends_on_corpse),
        Row("KAN-VAN-06", "van_06.end", _in_mode(move.DRIVING, _no_way_on)),
    ),
    act.Stop: (
        Row("KAN-MOVE-01", "question", asked_other(move.ChooseStep, turned.PuppetMove)),
        Row("KAN-CROSS-03", "cross_03", _hidden_too_long),
        Row("KAN-TURNED-14", "turned_14", _in_mode(move.HAUNTING, _may_not_end)),
        Row("KAN-CORPSE-03", "corpse_03", lambda s, a: _may_not_end(s, a) and _here(s) in s.cleared),
        Row("KAN-VAN-06", "van_06.end", _in_mode(move.DRIVING, _may_not_end)),
    ),
    act.Hide: (
        Row("KAN-CROSS-01", "cross_01.already", lambda s, a: s.is_hidden(s.turn)),
        Row("KAN-CROSS-01", "cross_01", lambda s, a: s.setup.town.cross_at[s.space[s.turn]] < 0),
        Row("KAN-CROSS-03", "cross_03", _too_long_before_cross),
        Row("KAN-CROSS-01", "cross_01.step", _always),
    ),
    act.Decline: (Row("KAN-TURN-01", "question", _always),),
    act.GetOn: (
        _FREE,
        Row("KAN-TURNED-05", "turned_05", _is_turned),
        Row("KAN-BIKE-01", "bike_01", lambda s, a: s.space[s.turn] != s.bike),
        Row("KAN-BIKE-01", "mounted", lambda s, a: s.mount[s.turn] != FOOT),
        Row("KAN-ITEM-08", "item_08", _dynamite),
        Row("KAN-BIKE-03", "bike_03", lambda s, a: not s.gas),
        Row("KAN-BIKE-01", "bike_01.rider", _always),
    ),
    act.GetOff: (_FREE, Row("KAN-BIKE-02", "bike_02", _always)),
    act.GetIn: (
        Row("KAN-TURN-08", "turn_08", asked_other(turn.ChooseAction, move.BoardVan)),
        Row("KAN-TURNED-05", "turned_05", _is_turned),
        Row("KAN-VAN-02", "van_02", lambda s, a: s.space[s.turn] != s.van),
        Row("KAN-VAN-02", "mounted", lambda s, a: s.mount[s.turn] != FOOT),
        Row("KAN-ITEM-08", "item_08", _dynamite),
        Row("KAN-VAN-01", "van_01.keys", lambda s, a: not s.van_started and s.keys != s.turn),
        Row("KAN-VAN-06", "van_06.front", lambda s, a: bool(ground.ridden_mask(s) >> s.setup.town.van_front & 1)),
        Row("KAN-VAN-01", "van_01", _always),
    ),
    act.GetOut: (_FREE, Row("KAN-VAN-02", "van_02.out", _always)),
    act.Take: (
        Row("KAN-TURN-08", "turn_08", asked_other(turn.ChooseAction, move.ChooseStep, PickCorn)),
        Row("KAN-CORN-02", "corn_02.place", _not_in_corn),
        Row("KAN-CORN-03", "corn_03", _move_not_ended),
        Row("KAN-CORN-02", "corn_02", _not_in_the_corn),
        Row("KAN-TURNED-09", "turned_09", lambda s, a: _is_turned(s, a) and a.item == KEYS),
        Row("KAN-ITEM-08", "item_08.ride", lambda s, a: s.mount[s.turn] != FOOT),
    ),
    act.UseItem: (
        _FREE,
        Row("KAN-TURNED-09", "turned_09", _is_turned),
        Row("KAN-HEAL-02", "heal_02", lambda s, a: a.item == "nde" or _no_medicine(s, a)),
        Row("KAN-HEAL-02", "held", _always),
    ),
    act.Rescue: (
        _FREE,
        Row("KAN-TURNED-09", "turned_09", _is_turned),
        Row("KAN-DOWN-04", "down_04", lambda s, a: _no_friend(s, a) or s.status[a.friend] != DOWNED),
        Row("KAN-DOWN-04", "down_04.item", _no_medicine),
        Row("KAN-DOWN-04", "held", _not_mine),
        Row("KAN-TRADE-01", "trade_01", _far),
    ),
    act.Trade: (
        _FREE,
        Row("KAN-TURNED-09", "turned_09", _is_turned),
        Row("KAN-TRADE-01", "trade_01.friend", _no_friend),
        Row("KAN-TURNED-09", "turned_09.friend", _friend_is(TURNED)),
        Row("KAN-TRADE-01", "trade_01.captured", _friend_is(CAPTURED)),
        Row("KAN-TRADE-01", "trade_01", _far),
        Row("KAN-TRADE-03", "trade_03.all", lambda s, a: bool(items.goods(s, a.friend))),
        Row("KAN-DOWN-04", "down_04.trade", _friend_lies),
        Row("KAN-TRADE-01", "trade_01.nothing", _always),
    ),
    act.Give: (
        Row("KAN-TRADE-01", "question", asked_other(items.TradeCard)),
        Row("KAN-TRADE-01", "trade_01", _apart),
        Row("KAN-TRADE-01", "held", _not_mine),
        Row("KAN-DOWN-04", "down_04.trade", _always),
    ),
    act.AskFor: (
        Row("KAN-TRADE-01", "question", asked_other(items.TradeCard)),
        Row("KAN-TRADE-01", "trade_01", _apart),
        Row("KAN-TRADE-03", "trade_03", _refused),
        Row("KAN-TRADE-01", "trade_01.card", _always),
    ),
    act.Done: (Row("KAN-TRADE-01", "question", _always),),
    act.Accept: (Row("KAN-TRADE-03", "question", _always),),
    act.Refuse: (Row("KAN-TRADE-03", "question", _always),),
    act.Attach: (
        Row("KAN-TURN-08", "turn_08", asked_other(turn.ChooseAction, shooting.LastRound)),
        Row("KAN-SHOOT-11", "shoot_11.token", _no_token),
        Row("KAN-SHOOT-11", "shoot_11.gun", _no_gun),
        Row("KAN-SHOOT-03", "shoot_03.rounds", _last_round_only),
        Row("KAN-SHOOT-11", "held", _not_mine),
        Row("KAN-SHOOT-11", "shoot_11.there", _scope_is_there),
        Row("KAN-SHOOT-11", "shoot_11", _always),
    ),
    act.Deliver: (
        _FREE_OR_MOVING,
        Row("KAN-TURNED-09", "turned_09.deliver", _is_turned),
        Row("KAN-WIN-01", "win_01.place", lambda s, a: s.space[s.turn] != s.setup.town.start),
        Row("KAN-WIN-01", "win_01.item", _not_roadblock),
        Row("KAN-WIN-01", "held", _not_mine),
        Row("KAN-WIN-01", "win_01", _always),
    ),
    act.PutAway: (
        Row("KAN-INV-02", "question", asked_other(items.OverLimit, items.DynamiteVehicle, PickDrop)),
        Row("KAN-INV-03", "inv_03", _special),
        Row("KAN-INV-02", "held", lambda s, a: not _mine(s, a)),
        Row("KAN-ITEM-08", "item_08.drop", lambda s, a: _top(s, items.DynamiteVehicle) is not None),
        _NOT_ON_THE_CARD,
    ),
    act.Consume: (
        Row("KAN-INV-02", "question", asked_other(items.OverLimit)),
        Row("KAN-TURNED-09", "turned_09", lambda s, a: s.status[_holder(s)] == TURNED),
        Row("KAN-INV-02", "inv_02", _always),
    ),
    act.Choose: (Row("KAN-TRACK-03", "question", asked_other(CardChoice)), _NOT_ON_THE_CARD),
    act.ChooseItem: (Row("KAN-TRACK-03", "question", asked_other(PickGun)), _NOT_ON_THE_CARD),
    act.ChooseFriend: (
        Row("KAN-TRACK-03", "question", asked_other(PickHuman, turned.OccultBoard)),
        Row("KAN-TURNED-07", "option", lambda s, a: _top(s, turned.OccultBoard) is not None),
        _NOT_ON_THE_CARD,
    ),
    act.ChooseAbomination: (
        Row("KAN-TURNED-08", "question", asked_other(PickAbomination, turned.Rouse, turned.PuppetPick)),
        Row("KAN-ABOM-06", "abom_06", lambda s, a: any(number_of(p) == a.number for p in s.aboms)),
        Row("KAN-TURNED-08", "turned_08", _always),
    ),
    act.ChooseSpace: (
        Row("KAN-TRACK-03", "question", asked_other(PickSpace, corpses.CorpsePlace, feeding.FeedingExit)),
        Row("KAN-CORPSE-02", "corpse_02", lambda s, a: _top(s, corpses.CorpsePlace) is not None),
        Row("KAN-FEED-04", "feed_04", lambda s, a: _top(s, feeding.FeedingExit) is not None),
        _NOT_ON_THE_CARD,
    ),
    act.ChooseCard: (Row("KAN-TRACK-03", "question", asked_other(OrderCards)), _NOT_ON_THE_CARD),
    act.FeedingMode: (Row("KAN-FEED-03", "question", _always),),
    act.FeedingRoll: (
        Row("KAN-FEED-02", "question", asked_other(feeding.FeedingRoll)),
        Row("KAN-FEED-02", "feed_02", lambda s, a: a.face not in s.stack[-1].dice),
        Row("KAN-FEED-03", "feed_03", lambda s, a: not s.stack[-1].timed),
        Row("KAN-FEED-03", "feed_03.clock", _always),
    ),
    act.TimeUp: (Row("KAN-FEED-03", "feed_03", _always),),
    act.UseNde: (Row("KAN-DOWN-04", "down_04.nde", _always),),
    act.UseTalisman: (Row("KAN-ITEM-04", "item_04", _always),),
    act.Reroll: (Row("KAN-SETUP-09", "setup_09", _always),),
    act.UseTrait: (Row("KAN-SETUP-09", "setup_09", _always),),
}
"""By kind of attempt; several clauses: the first that applies."""


def clock_fits(s: KanataState, action: Action) -> bool:
    """Whether an action is a roll with the clock that it tells, and may be (KAN-FEED-03)."""
    frame = s.stack[-1] if s.stack else None
    return isinstance(action, act.FeedingRoll) and isinstance(frame, feeding.FeedingRoll) and frame.allows(action)


def refuse(s: KanataState, action: Action) -> Refusal | None:
    """The refusal of an action in its canonical spelling; ``None`` if no row applies."""
    if clock_fits(s, action):
        return None
    rows: tuple[Row, ...] = OVER if s.result else (*OVER[2:], *ROWS[type(action)], _NO_OPTION)
    return first_refusal("kanata", rows, s, action, _values)


def _values(s: KanataState, action: Action) -> Values:
    """What the sentences of the refusals may name."""
    values: dict[str, str | int] = {"dice": s.dice, "limit": s.setup.item_limit, "hiding": s.setup.hiding_turns}
    content = s.setup.content
    item = getattr(action, "item", None)
    if item is not None:
        known = item in content.item_index or item in content.token_index or item == "van_keys"
        values["item"] = f"@kanata.thing.{item}" if known else str(item)
    space = getattr(action, "space", None)
    if space is not None:
        known = space in s.setup.town.index
        values["space"] = f"@kanata.space.{s.setup.town.names[s.setup.town.index[space]]}" if known else str(space)
    if s.stack:
        values["question"] = f"@kanata.question.{s.stack[-1].name}"
        values["asked"] = s.stack[-1].seat(s)
    return values

