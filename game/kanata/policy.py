"""Computer players. They are given an imagined state (`State.resample`) and use nothing else.

- **random**: any legal action, each equally likely.
- **novice**: the adept's sense, blurred, and now and then a whim.
- **adept**: humans share out the properties, bring what the roadblock needs, shoot what threatens somebody and keep
  out of reach; the turned hunt. Where dice or cards decide, answers are tried out on imagined games.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from game.core.chance import Rng
from game.core.contract import Action, Choice, Policy, Reason
from game.core.policies import policy_of
from game.kanata import actions as act
from game.kanata import move, shooting, turn
from game.kanata.evaluation import danger, evaluate, goal, item_worth, needed, parts_in
from game.kanata.items import bits
from game.kanata.plan import INTERIOR
from game.kanata.queries import odds, reachable
from game.kanata.state import (
    CAPTURED,
    DORMANT,
    DOWNED,
    FOOT,
    NOT_MOVED,
    SHERIFF_HELD,
    SPACE_MASK,
    STANDING,
    TURNED,
    KanataState,
    number_of,
)
from game.kanata.trading import Deal, best_deal

Scored = list[tuple[float, Action]]
TRIALS: Final = 3
"""Imagined games for each answer that is tried out."""
MOST_TRIED: Final = 12
"""Answers beyond this many are not tried out one by one."""


def policy(level: str) -> Policy:
    """The policy of a level. Raises ``SetupError`` for one that is not there."""
    return policy_of("kanata", level, {"novice": NovicePolicy, "adept": AdeptPolicy})


class AdeptPolicy:
    """Scores every answer to the open question and takes the best; equal ones in the order of the rules."""

    def choose(self, state: Any, rng: Rng) -> Choice:
        s: KanataState = state
        actions = s.legal_actions()
        if len(actions) == 1:
            return Choice(actions[0], (Reason("kanata.reason.only"),))
        scored, reason = self.scores(s, rng)
        best = max(range(len(scored)), key=lambda i: (scored[i][0], -i))
        ranked = sorted(scored, key=lambda entry: -entry[0])[:4]
        return Choice(scored[best][1], (reason,), tuple((action, round(value, 2)) for value, action in ranked))

    def scores(self, s: KanataState, rng: Rng) -> tuple[Scored, Reason]:
        """Every answer with its worth, and what is mainly in view."""
        frame = s.stack[-1]
        scorer = SCORERS.get(frame.name, _try_out)
        return scorer(s, frame, rng)


class NovicePolicy(AdeptPolicy):
    """Sensible, but misjudges things and at times acts on a whim."""

    whim = 0.08
    """How often it does not think."""
    blur = 3.0
    """How far it may misjudge an answer."""

    def scores(self, s: KanataState, rng: Rng) -> tuple[Scored, Reason]:
        scored, reason = super().scores(s, rng)
        if rng.random() < self.whim:
            return [(rng.random(), action) for _, action in scored], Reason("kanata.reason.whim")
        return [(value + self.blur * (rng.random() - 0.5), action) for value, action in scored], reason


# ----------------------------------------------------------------------------------------------------- trying out


def _try_out(s: KanataState, frame: Any, rng: Rng) -> tuple[Scored, Reason]:
    """Each answer on imagined games, valued where the next question comes up."""
    side = -1.0 if s.status[frame.seat(s)] == TURNED else 1.0
    actions = s.legal_actions()
    scored: Scored = []
    for action in actions:
        if len(actions) > MOST_TRIED:
            scored.append((rng.random(), action))
            continue
        total = 0.0
        for trial in range(TRIALS):
            c = s.resample(s.turn, rng.fork(trial))
            c.step(action)
            total += evaluate(c)
        scored.append((side * total / TRIALS, action))
    return scored, Reason("kanata.reason.tried")


# --------------------------------------------------------------------------------------------------- the own turn


def _choose_action(s: KanataState, frame: Any, rng: Rng) -> tuple[Scored, Reason]:
    if s.status[s.turn] == TURNED:
        return _turned_action(s)
    seat = s.turn
    aim, why = goal(s, seat)
    reason = Reason(f"kanata.reason.{why}", {"space": f"@kanata.space.{s.setup.town.names[aim]}"})
    scored: Scored = []
    best = 0.0
    for action in s.legal_actions():
        if isinstance(action, act.Trade):
            deal = best_deal(s, action.friend)
            value = _worth_of_deal(deal)
            if deal is not None and value > best:
                reason = deal.reason(s)
        else:
            value = _action_worth(s, seat, action, aim, why)
        best = max(best, value)
        scored.append((value, action))
    return scored, reason


def _worth_of_deal(deal: Deal | None) -> float:
    """Parts of the roadblock change hands first; other things when the shots have been taken."""
    if deal is None:
        return -5.0
    return 80.0 + deal.worth / 100 if deal.kind == "part" else 56.0 + deal.worth / 100


def _trade_card(s: KanataState, frame: Any, rng: Rng) -> tuple[Scored, Reason]:
    """What serves better in other hands goes there; then it is enough."""
    deal = best_deal(s, frame.friend)
    wanted: Action = act.DONE
    if deal is not None:
        tables = s.setup.tables
        wanted = tables.give[deal.good] if deal.give else tables.ask_for[deal.good]
    scored: Scored = [(10.0 if a == wanted else 0.0 if a == act.DONE else -5.0, a) for a in s.legal_actions()]
    return scored, deal.reason(s) if deal is not None else Reason("kanata.reason.traded")


def _action_worth(s: KanataState, seat: int, action: Action, aim: int, why: str) -> float:
    """The order in which a human does things: what is free and good first, the end of the turn last."""
    kind = type(action)
    if kind is act.EndTurn:
        return 0.0
    if kind in _FIXED_WORTH:
        return _FIXED_WORTH[kind]
    return _WORTH[kind](s, seat, action, aim, why) if kind in _WORTH else -5.0


def _worth_of_move(s: KanataState, seat: int, action: Action, aim: int, why: str) -> float:
    return 40.0 if s.space[seat] != aim or _better_elsewhere(s, seat) else 20.0


def _better_elsewhere(s: KanataState, seat: int) -> bool:
    """Whether somebody who is where it should be is in too much danger there."""
    return danger(s, seat, s.space[seat], 1) > 0.45


def _worth_of_stay(s: KanataState, seat: int, action: Action, aim: int, why: str) -> float:
    here = s.space[seat]
    if here == aim and why == "property":
        return 38.0 if not _better_elsewhere(s, seat) else 25.0
    if s.is_hidden(seat) and danger(s, seat, s.setup.town.front[here], 1) > 0.5:
        return 45.0
    return 10.0


def _worth_of_shot(s: KanataState, seat: int, action: Any, aim: int, why: str) -> float:
    item = s.setup.content.item_index[action.item]
    if item == s.setup.dynamite_item:
        return 60.0 if _blast_worth(s, s.space[seat]) > 0 else -5.0
    if s.setup.content.items[item].kind == "belt":
        near = sum(1 for packed in s.aboms if not packed & DORMANT)
        return 58.0 if near >= 2 else -5.0
    best = max((_target_worth(s, aim_at) for aim_at in shooting.targets(s, seat, item)), default=0.0)
    if best < 2.0:
        return -5.0
    # A shot before the move helps as much as one after it; the better weapon goes first.
    return 60.0 + best + (odds(s, action) or 0.0)


def _worth_of_food(s: KanataState, seat: int, action: Any, aim: int, why: str) -> float:
    entry = s.setup.content.items[s.setup.content.item_index[action.item]].entry
    if entry.drink and why == "deliver" and s.moved == NOT_MOVED and not s.boost and s.dice != 1:
        return 70.0 if s.setup.town.distance(s.space[seat], aim) > 8 and s.mount[seat] == FOOT else -5.0
    return 65.0 if s.health[seat] + entry.health <= s.setup.most_health and s.health[seat] <= 7 else -5.0


def _worth_of_taking(s: KanataState, seat: int, action: Any, aim: int, why: str) -> float:
    if action.item == "van_keys":
        return 62.0
    item = s.setup.content.item_index[action.item]
    room = s.items[seat].bit_count() < s.setup.item_limit
    mine = s.items[seat] & needed(s)
    if parts_in(s, mine | 1 << item & needed(s)) > parts_in(s, mine):
        worst = min((item_worth(s, seat, other) for other in bits(s.items[seat])), default=0.0)
        return 66.0 if room or worst < 20.0 else -5.0
    if 1 << item & s.setup.dynamite or not room:
        return -5.0
    return 61.0 if s.items[seat].bit_count() < s.setup.item_limit - 1 else -5.0


def _worth_of_token(s: KanataState, seat: int, action: Any, aim: int, why: str) -> float:
    """A loose token onto a gun; scopes stay where they are."""
    token = s.setup.content.token_index[action.token]
    gun = s.setup.gun_of[s.setup.content.item_index[action.item]]
    scope = not s.setup.content.tokens[action.token].rounds
    if not s.token(seat, token) or (scope and s.scopes[gun]):
        return -5.0
    return 75.0 + (0.0 if scope else min(9, s.ammo[gun]) / 10)


def _worth_of_riding(s: KanataState, seat: int, action: Action, aim: int, why: str) -> float:
    """The 4-wheeler and the van are for long ways over land that they can use."""
    if s.moved != NOT_MOVED or s.dice == 1 or s.must_stay:
        return -5.0
    long_way = s.setup.town.distance(s.space[seat], aim) > 9
    return 50.0 if long_way and why == "deliver" else -5.0


def _worth_of_walking(s: KanataState, seat: int, action: Action, aim: int, why: str) -> float:
    """Off the vehicle to search, or when it is of no use."""
    if s.moved == NOT_MOVED and why == "deliver" and s.dice != 1:
        return -5.0
    return 45.0 if why == "property" and s.moved == NOT_MOVED else 1.0


_FIXED_WORTH: dict[type[Action], float] = {
    act.Deliver: 200.0,
    act.Rescue: 150.0,
    act.Search: 90.0,
    act.PlayerBoard: 15.0,
    act.UseTrait: 5.0,
}
_WORTH: dict[type[Action], Callable[[KanataState, int, Any, int, str], float]] = {
    act.Move: _worth_of_move,
    act.Stay: _worth_of_stay,
    act.Shoot: _worth_of_shot,
    act.UseItem: _worth_of_food,
    act.Take: _worth_of_taking,
    act.Attach: _worth_of_token,
    act.GetOn: _worth_of_riding,
    act.GetIn: _worth_of_riding,
    act.GetOff: _worth_of_walking,
    act.GetOut: _worth_of_walking,
}


def _choose_dice(s: KanataState, frame: Any, rng: Rng) -> tuple[Scored, Reason]:
    """A second die where the first does not bring one to the aim; none for the Player board."""
    seat = s.turn
    if s.status[seat] == TURNED:
        more = frame.purpose == "move"
    elif frame.purpose == "track":
        more = False
    else:
        aim, why = goal(s, seat)
        short = s.setup.town.distance(s.space[seat], aim) > sum(frame.dice)
        hunted = danger(s, seat, s.space[seat], 1)
        more = short and (why == "deliver" or hunted < 0.3 or hunted > 0.6)
    scored: Scored = [(float(more), act.ADD_DIE), (0.5, act.KEEP)]
    return scored, Reason("kanata.reason.more_dice" if more else "kanata.reason.one_die")


def _choose_step(s: KanataState, frame: Any, rng: Rng) -> tuple[Scored, Reason]:
    """The best space within reach decides the next step."""
    if frame.mode == move.HAUNTING:
        return _haunt(s)
    seat = s.turn
    aim, why = goal(s, seat)
    reach = reachable(s)
    names = s.setup.town.names
    best = max(reach.steps, key=lambda space: (_space_worth(s, seat, space, aim, why), -reach.steps[space], -space))
    path = reach.path(names[best])
    scored: Scored = []
    for action in s.legal_actions():
        if isinstance(action, act.Step):
            value = 50.0 if path and action.space == path[0] else 0.0
        elif isinstance(action, act.Deliver):
            value = 200.0
        elif isinstance(action, act.Take):
            value = _worth_of_taking(s, seat, action, aim, why)
        elif isinstance(action, act.UseTrait):
            value = 60.0 if why == "deliver" and s.space[seat] != aim else -5.0
        else:
            value = 10.0 if path else 60.0
        scored.append((value, action))
    return scored, Reason(f"kanata.reason.{why}", {"space": f"@kanata.space.{names[aim]}"})


def _space_worth(s: KanataState, seat: int, space: int, aim: int, why: str) -> float:
    """What it is worth to end a move on a space."""
    town = s.setup.town
    dice = max(1, s.dice)
    fear = 16.0 if why != "deliver" else 10.0
    hides = town.cross_at[space] >= 0 and s.hidden_turns[seat] < s.setup.hiding_turns
    risk = danger(s, seat, space, dice)
    value = -1.0 * town.distance(space, aim) - fear * (0.2 * risk if hides else risk)
    if space == aim:
        value += 6.0
    number = town.number[space]
    if number and s.supply[number - 1] and s.mount[seat] == FOOT:
        value += 5.0
    elif town.kinds[space] == INTERIOR:
        value += 0.5
    if space == town.feeding:
        value -= 30.0
    return value


def _hide(s: KanataState, frame: Any, rng: Rng) -> tuple[Scored, Reason]:
    risk = danger(s, s.turn, s.space[s.turn], max(1, s.dice))
    return [(risk, act.HIDE), (0.15, act.DECLINE)], Reason("kanata.reason.hide")


# ------------------------------------------------------------------------------------------------------- shooting


def _target_worth(s: KanataState, aim: act.Aim) -> float:
    """How much it matters to hit a target."""
    town = s.setup.town
    space = shooting.target_space(s, aim)
    people = [seat for seat, status in enumerate(s.status) if status <= DOWNED]
    near = min((town.distance(space, s.space[seat]) for seat in people), default=99)
    if aim.enemy == "abomination":
        packed = next(p for p in s.aboms if number_of(p) == aim.number)
        asleep = bool(packed & DORMANT)
        return (1.0 if near > 3 else 2.5) if asleep else max(0.0, 14.0 - near)
    if aim.enemy == "turned":
        return max(0.0, 15.0 - near)
    if aim.enemy == "sheriff":
        on_road = [seat for seat in people if s.status[seat] == STANDING and town.roads >> s.space[seat] & 1]
        if s.held & SHERIFF_HELD or not on_road:
            return 0.0
        ways = [town.road.distance(space, s.space[seat]) for seat in on_road]
        return 6.0 if min(ways) <= 8 else 0.0
    if aim.enemy == "ambulance":
        return 9.0 if CAPTURED in s.status else 4.0 if near <= 4 else 0.0
    if aim.enemy == "human":
        victim = aim.victim or 0
        load = s.items[victim] & needed(s)
        return 10.0 + 4.0 * load.bit_count()
    return 0.0


def _shoot_target(s: KanataState, frame: Any, rng: Rng) -> tuple[Scored, Reason]:
    scored: Scored = []
    for action in s.legal_actions():
        if isinstance(action, act.Aim):
            scored.append((_target_worth(s, action) * (odds(s, action) or 0.5) + 0.01, action))
        elif isinstance(action, act.Throw):
            scored.append((_blast_at(s, s.setup.town.index[action.space]), action))
        else:
            scored.append((0.0, action))
    return scored, Reason("kanata.reason.shoot")


def _blast_worth(s: KanataState, here: int) -> float:
    cells = [s.setup.town.index[action.space] for action in shooting.throws(s, here) if isinstance(action, act.Throw)]
    return max((_blast_at(s, cell) for cell in cells), default=-1.0)


def _blast_at(s: KanataState, cell: int) -> float:
    town = s.setup.town
    value = -1.5
    for packed in s.aboms:
        if town.distance(cell, packed & SPACE_MASK) <= 1:
            value += 1.0 if packed & DORMANT else 2.0
    for seat, status in enumerate(s.status):
        if town.distance(cell, s.space[seat]) <= 1:
            value += 2.0 if status == TURNED else -2.5 if status == STANDING else 0.0
    return value


def _shoot_again(s: KanataState, frame: Any, rng: Rng) -> tuple[Scored, Reason]:
    target = getattr(frame, "target", None)
    worth = _target_worth(s, target) if target is not None else 2.0
    scored: Scored = [(1.0 if isinstance(a, act.Cease) else worth, a) for a in s.legal_actions()]
    return scored, Reason("kanata.reason.shoot")


# ------------------------------------------------------------------------------------------------ small questions


def _over_limit(s: KanataState, frame: Any, rng: Rng) -> tuple[Scored, Reason]:
    """The least useful item goes; food is eaten rather than thrown away."""
    content = s.setup.content
    scored: Scored = []
    for action in s.legal_actions():
        assert isinstance(action, (act.PutAway, act.Consume))
        item = content.item_index[action.item]
        worth = -item_worth(s, frame.holder, item)
        if isinstance(action, act.Consume):
            missing = s.setup.most_health - s.health[frame.holder]
            worth += 0.5 + 0.4 * min(missing, content.items[item].entry.health)
        scored.append((worth, action))
    return scored, Reason("kanata.reason.load")


def _feeding_roll(s: KanataState, frame: Any, rng: Rng) -> tuple[Scored, Reason]:
    """Keep to the commonest number."""
    shown = [die for die in frame.dice if die]
    keep = max(shown, key=lambda face: (shown.count(face), -face), default=0)
    scored: Scored = []
    for action in s.legal_actions():
        if isinstance(action, act.FeedingRoll):
            scored.append((-1.0 if action.face and action.face == keep else 1.0 + (action.face == 0), action))
        else:
            scored.append((-9.0, action))
    return scored, Reason("kanata.reason.feeding")


def _always(*kinds: type[Action], key: str) -> Callable[[KanataState, Any, Rng], tuple[Scored, Reason]]:
    """The first of these kinds that is legal."""

    def scorer(s: KanataState, frame: Any, rng: Rng) -> tuple[Scored, Reason]:
        scored: Scored = []
        for action in s.legal_actions():
            rank = kinds.index(type(action)) if type(action) in kinds else len(kinds)
            scored.append((float(-rank), action))
        return scored, Reason(f"kanata.reason.{key}")

    return scorer


def _feeding_mode(s: KanataState, frame: Any, rng: Rng) -> tuple[Scored, Reason]:
    """Computer players always count rolls (KAN-FEED-03)."""
    scored: Scored = [(float(a == act.FEEDING_MODES[1]), a) for a in s.legal_actions()]
    return scored, Reason("kanata.reason.feeding")


# -------------------------------------------------------------------------------------------------- the turned side


def _turned_action(s: KanataState) -> tuple[Scored, Reason]:
    order: dict[type[Action], float] = {
        act.Shoot: 60.0,
        act.Move: 50.0,
        act.PlayerBoard: 20.0,
        act.Search: 15.0,
        act.Stay: 5.0,
        act.EndTurn: 1.0,
    }
    scored: Scored = [(order.get(type(action), -5.0), action) for action in s.legal_actions()]
    return scored, Reason("kanata.reason.hunt")


def _prey_distance(s: KanataState, space: int) -> float:
    """How far the prey is that matters most: those who carry parts are worth a longer way."""
    town = s.setup.town
    useful = needed(s)
    best = 60.0
    for seat, status in enumerate(s.status):
        if status <= DOWNED and s.is_exposed(seat):
            way = town.distance(space, s.space[seat]) - 2.0 * (s.items[seat] & useful).bit_count()
            if not town.is_exterior(s.space[seat]):
                way += 2.0
            best = min(best, way)
    return best if best < 60.0 else float(town.distance(space, town.cornfield))


def _haunt(s: KanataState) -> tuple[Scored, Reason]:
    here = s.space[s.turn]
    scored: Scored = []
    for action in s.legal_actions():
        space = s.setup.town.index[action.space] if isinstance(action, act.Step) else here
        bonus = -0.5 if isinstance(action, act.Stop) else 0.0
        scored.append((bonus - _prey_distance(s, space), action))
    return scored, Reason("kanata.reason.hunt")


def _puppet_move(s: KanataState, frame: Any, rng: Rng) -> tuple[Scored, Reason]:
    here = next(packed & SPACE_MASK for packed in s.aboms if number_of(packed) == frame.number)
    scored: Scored = []
    for action in s.legal_actions():
        space = s.setup.town.index[action.space] if isinstance(action, act.Step) else here
        scored.append((-_prey_distance(s, space), action))
    return scored, Reason("kanata.reason.hunt")


def _puppet_pick(s: KanataState, frame: Any, rng: Rng) -> tuple[Scored, Reason]:
    scored: Scored = []
    for action in s.legal_actions():
        if isinstance(action, act.ChooseAbomination):
            space = next(packed & SPACE_MASK for packed in s.aboms if number_of(packed) == action.number)
            scored.append((-_prey_distance(s, space), action))
        else:
            scored.append((-99.0, action))
    return scored, Reason("kanata.reason.hunt")


def _corpse_place(s: KanataState, frame: Any, rng: Rng) -> tuple[Scored, Reason]:
    """In the way of whoever carries what the roadblock needs."""
    town = s.setup.town
    useful = needed(s)
    scored: Scored = []
    for action in s.legal_actions():
        value = 0.0
        if isinstance(action, act.ChooseSpace):
            space = town.index[action.space]
            for seat, status in enumerate(s.status):
                if status == STANDING:
                    way = town.distance(s.space[seat], town.start)
                    detour = town.distance(s.space[seat], space) + town.distance(space, town.start) - way
                    near = town.distance(s.space[seat], space)
                    value += (1 + 3 * (s.items[seat] & useful).bit_count()) * max(0, 4 - detour) / (1 + near)
        scored.append((value, action))
    return scored, Reason("kanata.reason.hunt")


SCORERS: dict[str, Callable[[KanataState, Any, Rng], tuple[Scored, Reason]]] = {
    turn.ChooseAction.name: _choose_action,
    turn.ChooseDice.name: _choose_dice,
    move.ChooseStep.name: _choose_step,
    "hide": _hide,
    "board_van": _always(act.GetIn, key="van"),
    "over_limit": _over_limit,
    "trade_answer": _always(act.Accept, key="friend"),
    "trade_card": _trade_card,
    "shoot_target": _shoot_target,
    "assign_abominator": _shoot_target,
    "shoot_again": _shoot_again,
    "next_weapon": _shoot_again,
    "attach_ammo": _always(act.Attach, key="shoot"),
    "shot_reroll": _always(act.Reroll, key="shoot"),
    "van_reroll": _always(act.Reroll, key="deliver_on"),
    "feeding_mode": _feeding_mode,
    "feeding_roll": _feeding_roll,
    "use_nde": _always(act.UseNde, key="nde"),
    "use_talisman": _always(act.UseTalisman, key="talisman"),
    "corpse_place": _corpse_place,
    "puppet_pick": _puppet_pick,
    "puppet_move": _puppet_move,
}
"""By decision point; what is not here is tried out on imagined games."""
