"""The reason given for a refusal is true: where its condition is lifted, the refusal vanishes or another is given.

Games are played at random, anything is tried at each moment, and of every sentence that refuses it the condition is
taken away on a copy of the table. A reason that was not true would stay as it was.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from game.core import scenario
from game.core.chance import Rng
from game.core.contract import Action, Refusal
from game.core.scenario import case_files, load_cases
from game.kanata import actions as act
from game.kanata import corpses, feeding, items, move, shooting, turn
from game.kanata.effects.control import CardChoice
from game.kanata.effects.decks import OrderCards
from game.kanata.effects.foes import PickAbomination
from game.kanata.effects.people import PickHuman
from game.kanata.effects.things import PickGun
from game.kanata.frames import Frame
from game.kanata.plan import CROSS
from game.kanata.refusals import OVER, ROWS
from game.kanata.rules import GAME
from game.kanata.state import (
    BIKE,
    DORMANT,
    DOWNED,
    FOOT,
    IN_CORN,
    MOVED,
    NOT_MOVED,
    NOWHERE,
    SPACE_MASK,
    STANDING,
    STAYED,
    TURNED,
    VAN,
    KanataState,
    abomination,
    number_of,
)
from tests.kanata.table import ATTEMPTS, any_game, lively_action

SCENARIOS = Path(__file__).parents[1] / "scenarios" / "kanata"
Lift = Callable[[KanataState, Any], Any]
"""Takes a condition away on the table, or answers with the attempt in which it does not hold."""

TOWN, CONTENT = GAME.town, GAME.content
FAR_ROAD = TOWN.index["c16r20"]


def fields(**values: Any) -> Lift:
    """These fields of the table have these values."""

    def lift(s: KanataState, a: Any) -> None:
        for name, value in values.items():
            setattr(s, name, value)

    return lift


def other(**values: Any) -> Lift:
    """The attempt names something else."""
    return lambda s, a: structs.replace(a, **values)


def asked(s: KanataState, a: Any) -> None:
    """Just that is asked which the attempt answers."""
    seat = s.turn
    mode = move.HAUNTING if s.status[seat] == TURNED else (move.ON_FOOT, move.RIDING, move.DRIVING)[s.mount[seat]]
    friend = (seat + 1) % len(s.status)
    frames: dict[type[Action], Frame] = {
        **dict.fromkeys((act.Step, act.Stop), move.ChooseStep(mode, 6)),
        **dict.fromkeys((act.Fire, act.Cease), shooting.ShootAgain(0, shooting.SHERIFF)),
        **dict.fromkeys((act.AddDie, act.Keep), turn.ChooseDice("move", (1,), 2)),
        **dict.fromkeys((act.Give, act.AskFor, act.Done), items.TradeCard(friend)),
        **dict.fromkeys((act.Accept, act.Refuse), items.TradeAnswer(friend, "axe_1")),
        **dict.fromkeys((act.PutAway, act.Consume), items.OverLimit(seat)),
        act.Aim: shooting.ShootTarget(0),
        act.Throw: shooting.ThrowTarget(),
        act.Decline: move.HideOffer(),
        act.Choose: CardChoice(("flee",), (0,)),
        act.ChooseSpace: corpses.CorpsePlace(()),
        act.ChooseItem: PickGun(1),
        act.ChooseFriend: PickHuman("heal", 1),
        act.ChooseAbomination: PickAbomination(),
        act.ChooseCard: OrderCards("search", (0,), ()),
        act.FeedingMode: feeding.FeedingMode(),
        act.FeedingRoll: feeding.FeedingRoll(False, 9, (0,) * 6),
    }
    s.stack = (turn.CHOOSE_ACTION, frames[type(a)]) if type(a) in frames else (turn.CHOOSE_ACTION,)


def own(s: KanataState) -> int:
    """Who answers now."""
    return s.stack[-1].seat(s) if s.stack else s.turn


def on_foot(s: KanataState, a: Any) -> None:
    s.mount[s.turn] = FOOT


def human(s: KanataState, a: Any) -> None:
    s.status[s.turn] = s.began_as = STANDING


def comes_out(s: KanataState, a: Any) -> None:
    s.space[s.turn] = TOWN.front[s.space[s.turn]]


def stands_on(name: str) -> Lift:
    def lift(s: KanataState, a: Any) -> None:
        s.space[s.turn] = TOWN.index[name]

    return lift


def holds(s: KanataState, a: Any) -> Any:
    """The one who is asked has it."""
    seat = own(s)
    if a.item in CONTENT.token_index:
        s.add_token(seat, CONTENT.token_index[a.item])
    elif a.item == "van_keys":
        s.keys = seat
    elif a.item in CONTENT.item_index or a.item in CONTENT.copies:
        name = a.item if a.item in CONTENT.item_index else CONTENT.items[CONTENT.copies[a.item][0]].id
        bit = 1 << CONTENT.item_index[name]
        s.items = [mine & ~bit for mine in s.items]
        s.items[seat] |= bit
    else:
        s.items[seat] |= 1
        return structs.replace(a, item=CONTENT.items[0].id)
    return None


def pistol(s: KanataState, a: Any) -> Any:
    return structs.replace(a, item="pistol_1")


def enemy_here(s: KanataState, a: Any) -> None:
    """Something to shoot at stands right here, for humans and for the turned."""
    here = s.space[s.turn]
    if s.status[s.turn] == TURNED:
        for seat, status in enumerate(s.status):
            if status == STANDING:
                s.space[seat], s.mount[seat] = here, FOOT
    else:
        s.aboms = [*s.aboms, abomination(30, here)]


def aim_here(s: KanataState, a: Any) -> Any:
    """The target stands right here."""
    here = s.space[s.turn]
    if a.enemy == "sheriff":
        s.sheriff = here
    elif a.enemy == "ambulance":
        s.ambulance = here
    elif a.enemy == "abomination":
        s.aboms = [p & ~SPACE_MASK | here if number_of(p) == a.number else p for p in s.aboms]
    elif a.enemy == "corpse":
        s.corpses = (*s.corpses, here)
        return structs.replace(a, space=TOWN.names[here])
    else:
        s.space[a.victim], s.mount[a.victim] = here, FOOT
    return None


def next_target_here(s: KanataState, a: Any) -> None:
    aim_here(s, s.stack[-1].target)


def in_sight(s: KanataState, a: Any) -> None:
    """The one who is shot at has come out into the open, out of vehicles."""
    for seat, status in enumerate(s.status):
        if status == STANDING:
            s.space[seat], s.mount[seat] = TOWN.front[s.space[seat]], FOOT


def cleared_away(s: KanataState, a: Any) -> None:
    """No enemy, corpse or vehicle is on the space of the attempt, nor in the place that is ridden past."""
    there = TOWN.index[a.space]
    away = {there, *(past for to, past in TOWN.bike[s.space[s.turn]] if to == there)}
    s.aboms = [p for p in s.aboms if p & SPACE_MASK not in away]
    s.corpses = tuple([space for space in s.corpses if space not in away])
    s.cleared = tuple([space for space in s.cleared if space not in away])
    if s.sheriff in away:
        s.sheriff = FAR_ROAD
    if s.ambulance in away:
        s.ambulance = NOWHERE
    for seat, status in enumerate(s.status):
        if status == TURNED and seat != s.turn and s.space[seat] in away:
            s.space[seat] = FAR_ROAD
    if s.bike in away and s.mount[s.turn] != BIKE:
        s.bike = NOWHERE
        s.mount = [FOOT if mount == BIKE else mount for mount in s.mount]


def way_out_cleared(s: KanataState, a: Any) -> None:
    cleared_away(s, act.Step(space=TOWN.names[TOWN.front[s.space[s.turn]]]))


def friend(s: KanataState, a: Any) -> int:
    frame = s.stack[-1]
    return int(getattr(a, "friend", getattr(frame, "friend", -1)))


def beside_friend(s: KanataState, a: Any) -> None:
    s.space[friend(s, a)] = s.space[s.turn]


def friend_is(status: int) -> Lift:
    def lift(s: KanataState, a: Any) -> None:
        s.status[friend(s, a)] = status

    return lift


def a_downed_friend(s: KanataState, a: Any) -> Any:
    seat = (s.turn + 1) % len(s.status)
    s.status[seat] = DOWNED
    return structs.replace(a, friend=seat)


def some_friend(s: KanataState, a: Any) -> Any:
    return structs.replace(a, friend=(s.turn + 1) % len(s.status))


def friend_holds(s: KanataState, a: Any) -> Any:
    """The friend has it, and what a friend always may have."""
    seat = friend(s, a)
    name = getattr(a, "item", "nde")
    if name in CONTENT.item_index:
        bit = 1 << CONTENT.item_index[name]
        s.items = [mine & ~bit for mine in s.items]
        s.items[seat] |= bit
    elif name == "van_keys":
        s.keys = seat
    else:
        name = name if name in CONTENT.token_index else "nde"
        s.add_token(seat, CONTENT.token_index[name])
        return structs.replace(a, item=name) if hasattr(a, "item") else None
    return None


def cubes_here(s: KanataState, a: Any) -> None:
    s.supply = (4,) * len(s.supply)


def arrives_in(name: str) -> Lift:
    def lift(s: KanataState, a: Any) -> None:
        s.space[s.turn] = s.arrived = TOWN.index[name]

    return lift


def arrived_here(s: KanataState, a: Any) -> None:
    s.arrived = s.space[s.turn]


def lies_there(s: KanataState, a: Any) -> Any:
    if a.item == "van_keys":
        s.keys = IN_CORN
    elif a.item in CONTENT.item_index:
        s.corn |= 1 << CONTENT.item_index[a.item]
    else:
        s.corn |= 1
        return structs.replace(a, item=CONTENT.items[0].id)
    return None


def no_dynamite(s: KanataState, a: Any) -> None:
    s.items = [mine & ~s.setup.dynamite for mine in s.items]


def nobody_rides(s: KanataState, a: Any) -> None:
    s.mount = [FOOT if mount == BIKE else mount for mount in s.mount]


def bike_here(s: KanataState, a: Any) -> None:
    s.bike = s.space[s.turn]


def van_here(s: KanataState, a: Any) -> None:
    s.van = s.space[s.turn]


def van_road_clear(s: KanataState, a: Any) -> None:
    cleared_away(s, act.Step(space=TOWN.names[TOWN.van_front]))


def loose_token(s: KanataState, a: Any) -> None:
    s.add_token(s.turn, CONTENT.token_index[a.token])


def no_scopes(s: KanataState, a: Any) -> None:
    s.scopes = (0,) * len(s.scopes)


def parts_left(s: KanataState, a: Any) -> None:
    s.monoliths, s.wall = 3, 1


def cross_here(s: KanataState, a: Any) -> None:
    s.space[s.turn] = TOWN.front[TOWN.index["t4"]]


def away_from_cross(s: KanataState, a: Any) -> None:
    s.space[s.turn] = TOWN.index["c10r11"]


def awake(s: KanataState, a: Any) -> None:
    s.aboms = [packed & ~DORMANT for packed in s.aboms]


def one_more(s: KanataState, a: Any) -> None:
    s.aboms = [*s.aboms, abomination(a.number, FAR_ROAD)]


def more_steps(s: KanataState, a: Any) -> None:
    s.stack = (*s.stack[:-1], structs.replace(s.stack[-1], left=6))


def nothing_chosen(s: KanataState, a: Any) -> None:
    s.stack = (*s.stack[:-1], structs.replace(s.stack[-1], chosen=()))


def shows_face(s: KanataState, a: Any) -> None:
    s.stack = (*s.stack[:-1], structs.replace(s.stack[-1], dice=(a.face,) * 6))


def a_neighbour(s: KanataState, a: Any) -> Any:
    """A space beside where the one stands who moves now."""
    frame = s.stack[-1]
    here = s.space[s.turn]
    if hasattr(frame, "number"):
        here = next(p & SPACE_MASK for p in s.aboms if number_of(p) == frame.number)
    return structs.replace(a, space=next(TOWN.names[to] for to in TOWN.walk[here] if TOWN.kinds[to] != CROSS))


def rides(mount: int) -> Lift:
    def lift(s: KanataState, a: Any) -> None:
        human(s, a)
        s.mount[s.turn] = mount

    return lift


def a_target(s: KanataState, a: Any) -> Any:
    """Something that the one who shoots may shoot at."""
    if s.status[s.turn] == TURNED:
        return act.Aim(enemy="human", victim=s.status.index(STANDING))
    return act.Aim(enemy="sheriff")


def ends_elsewhere(s: KanataState, a: Any) -> None:
    """Who moves stands where every Move may end."""
    frame = s.stack[-1]
    if hasattr(frame, "number"):
        s.aboms = [p & ~SPACE_MASK | TOWN.bay if number_of(p) == frame.number else p for p in s.aboms]
    else:
        s.space[s.turn] = TOWN.bay


LIFTS: dict[str, Lift] = {
    "seat": other(seat=None),
    "question": asked,
    "turn_08": asked,
    "turn_01.moved": fields(moved=NOT_MOVED),
    "must_stay": fields(must_stay=False),
    "bike_03": fields(gas=4),
    "bike_04": fields(dice=0),
    "van_05": fields(dice=0),
    "cross_03": lambda s, a: fields(hidden_turns=[0] * len(s.status))(s, a),
    "cross_03.blocked": way_out_cleared,
    "turned_14": human,
    "turn_01.board": fields(tracked=False),
    "turn_01.mandatory": fields(moved=STAYED, tracked=True),
    "turn_01.searched": fields(searches=0, shots=0),
    "turn_01.shot": fields(searches=0, shots=0),
    "bike_06": on_foot,
    "van_09": on_foot,
    "search_01.place": arrives_in("property2"),
    "search_01": arrived_here,
    "search_03": cubes_here,
    "search_02": cubes_here,
    "shoot_01.weapon": pistol,
    "shoot_01.held": holds,
    "shoot_01.target": a_target,
    "shoot_03": next_target_here,
    "shoot_03.kind": pistol,
    "shoot_03.rounds": asked,
    "shoot_13": comes_out,
    "shoot_10": fields(barred=False),
    "shoot_14": other(enemy="sheriff", space=None),
    "turned_10": human,
    "turned_10.exposed": in_sight,
    "melee_02": enemy_here,
    "shoot_06": enemy_here,
    "shoot_05": enemy_here,
    "item_02": nothing_chosen,
    "turn_05": fields(dice=0),
    "move_01.space": other(space="c10r11"),
    "turned_05": human,
    "cross_01.step": away_from_cross,
    "cross_01.already": comes_out,
    "cross_01": cross_here,
    "move_01.beside": a_neighbour,
    "van_07": lambda s, a: fields(mount=[FOOT] * len(s.status))(s, a),
    "van_06": cleared_away,
    "van_06.ridden": nobody_rides,
    "van_06.front": nobody_rides,
    "van_06.end": cleared_away,
    "bike_12": cleared_away,
    "bike_05.past": cleared_away,
    "move_04": cleared_away,
    "bike_07": nobody_rides,
    "corpse_03": fields(cleared=()),
    "move_01.steps": more_steps,
    "bike_01": bike_here,
    "mounted": on_foot,
    "item_08": no_dynamite,
    "item_08.ride": on_foot,
    "bike_01.rider": nobody_rides,
    "van_02": van_here,
    "van_02.out": rides(VAN),
    "bike_02": rides(BIKE),
    "van_01": van_road_clear,
    "van_01.keys": lambda s, a: fields(keys=s.turn)(s, a),
    "corn_02.place": stands_on("cornfield"),
    "corn_03": lambda s, a: fields(moved=MOVED, arrived=s.space[s.turn])(s, a),
    "corn_02": lies_there,
    "turned_09": human,
    "turned_09.deliver": human,
    "turned_09.friend": friend_is(STANDING),
    "heal_02": other(item="pizza"),
    "held": holds,
    "down_04": a_downed_friend,
    "down_04.item": other(item="pizza"),
    "down_04.trade": friend_is(STANDING),
    "trade_01": beside_friend,
    "trade_01.friend": some_friend,
    "trade_01.captured": friend_is(STANDING),
    "trade_01.nothing": friend_holds,
    "trade_01.card": friend_holds,
    "trade_03": fields(refused=()),
    "trade_03.all": fields(refused=()),
    "shoot_11.token": other(token="ammo3"),
    "shoot_11.gun": pistol,
    "shoot_11": loose_token,
    "shoot_11.there": no_scopes,
    "win_01.place": stands_on("S"),
    "win_01.item": other(item="hacksaw"),
    "win_01": parts_left,
    "abom_06": awake,
    "turned_08": one_more,
    "feed_02": shows_face,
}
"""What takes the condition of a refusal away, by the key of its sentence."""

NOT_LIFTED = {
    "over.won": "the game is over: nothing can be tried anew",
    "over.lost": "the game is over: nothing can be tried anew",
    "option": "it says only that the choice is not among those on offer",
    "bike_05": "a house stays a house",
    "van_06.road": "a path stays a path",
    "item_09": "the reach of a throw cannot change",
    "inv_03": "a token stays what it is",
    "inv_02": "an item stays what it is",
    "item_08.drop": "it says what the two answers are",
    "corpse_02": "where a corpse may hang depends on the whole town",
    "feed_04": "it says only that the front is not on offer",
    "feed_03": "the way of an escape was chosen before",
    "feed_03.clock": "a clock of more time than is left cannot be true",
    "item_04": "it says which question is not open",
    "down_04.nde": "it says which question is not open",
    "setup_09": "it says which question is not open",
}
"""The sentences whose condition no change of the table takes away, and why."""

BY_KIND: dict[tuple[type[Action], str], Lift] = {
    **{(act.Aim, key): aim_here for key in ("melee_02", "shoot_06", "shoot_05")},
    (act.Step, "cross_01.step"): a_neighbour,
    (act.Step, "turned_05"): a_neighbour,
    (act.Step, "turned_14"): more_steps,
    (act.Stop, "turned_14"): ends_elsewhere,
    (act.Stop, "van_06.end"): lambda s, a: cleared_away(s, act.Step(space=TOWN.names[s.space[s.turn]])),
}
"""The same where it hangs on the kind of attempt: a target that was named comes nearer itself."""
ALONE = ("down_04", "trade_01.friend")
"""What needs another player: not lifted where there is none."""


def check_reason(s: KanataState, action: Action, met: set[str]) -> None:
    """The reason for a refusal vanishes with its condition."""
    refusal = s.refusal(action)
    if refusal is None:
        return
    key = refusal.key.removeprefix("kanata.refusal.")
    met.add(key)
    if key in NOT_LIFTED or (key in ALONE and len(s.status) == 1):
        return
    c = s.clone()
    c._legal = None
    attempt = s.canonical(action)
    attempt = BY_KIND.get((type(attempt), key), LIFTS[key])(c, attempt) or attempt
    c._legal = None
    again = c.refusal(attempt)
    assert again is None or again.key != refusal.key, (action, refusal, s.stack[-1])


def test_every_sentence_is_lifted_or_it_is_said_why_not() -> None:
    keys = {row.key for row in (*OVER, *(row for rows in ROWS.values() for row in rows))}
    assert keys == {*LIFTS, *NOT_LIFTED}
    assert not {*LIFTS} & {*NOT_LIFTED}


@pytest.mark.parametrize("number", range(36))
def test_a_refusal_falls_with_the_reason_given(number: int) -> None:
    s, rng = any_game(number), Rng(number)
    met: set[str] = set()
    ply = 0
    while not s.is_terminal() and ply < 500:
        for _ in range(12):
            check_reason(s, ATTEMPTS[rng.below(len(ATTEMPTS))], met)
        s.step(lively_action(s, rng, ply))
        ply += 1
    assert len(met) > 5


@pytest.mark.parametrize("path", case_files([SCENARIOS]), ids=lambda path: path.stem)
def test_the_refusals_of_the_cases_fall_with_the_reason_given(path: Path) -> None:
    met: set[str] = set()

    class Run(scenario._Run):
        def _must_change_nothing(self, state: Any, action: Action, refusal: Refusal) -> None:
            check_reason(state, action, met)

    for written in load_cases(path):
        Run(written, GAME, None).play()
