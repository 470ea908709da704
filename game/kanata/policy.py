"""Computer players. They are given an imagined state (`State.resample`) and use nothing else.

- **random**: any legal action, each equally likely.
- **novice**: the adept's sense, but in each turn it misjudges some things and overlooks others.
- **adept**: humans share out the properties, bring what the roadblock needs, shoot what threatens somebody and keep
  out of reach; the turned hunt. Where dice or cards decide, answers are tried out on imagined games.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from game.core.chance import Rng
from game.core.contract import Action, Choice, Reason
from game.core.policies import Doubt
from game.kanata import actions as act
from game.kanata import move, shooting, turn
from game.kanata.evaluation import danger, evaluate, goal, item_worth, needed, parts_in
from game.kanata.plan import INTERIOR
from game.kanata.queries import hit_chance, odds, reachable, sum_at_least
from game.kanata.state import (
    CAPTURED,
    DORMANT,
    DOWNED,
    FOOT,
    NOT_MOVED,
    SHERIFF_HELD,
    SKIP_NEXT,
    SPACE_MASK,
    STANDING,
    TURNED,
    KanataState,
    number_of,
)
from game.kanata.town import bits
from game.kanata.trading import Deal, best_deal

TRIALS: Final = 3
"""Imagined games for each answer that is tried out."""
MOST_TRIED: Final = 12
"""Answers beyond this many are not tried out one by one."""
MISJUDGED: Final = Reason("kanata.reason.misjudged")


class Answer(NamedTuple):
    """An answer to the open question, its worth, and why one would give it."""

    worth: float
    action: Action
    reason: Reason


class Mind:
    """How somebody thinks: a stream for what is tried out, and what it misjudges in this turn, if anything."""

    def __init__(self, rng: Rng, doubt: Doubt | None = None) -> None:
        self.rng, self.doubt = rng, doubt

    def error(self, thing: object, most: float) -> float:
        """By how much the worth of a thing is misjudged."""
        return most * (2.0 * self.doubt.of(thing) - 1.0) if self.doubt is not None else 0.0

    def overlooks(self, thing: object, share: float) -> bool:
        """Whether a thing is overlooked in this turn, in that share of the turns."""
        return self.doubt is not None and self.doubt.of(thing) < share


class AdeptPolicy:
    """Scores every answer to the open question and takes the best; equal ones in the order of the rules."""

    def choose(self, state: Any, rng: Rng) -> Choice:
        s: KanataState = state
        actions = s.legal_actions()
        if len(actions) == 1:
            return Choice(actions[0], (Reason("kanata.reason.only"),))
        return self.decide(s, Mind(rng))

    def decide(self, s: KanataState, mind: Mind) -> Choice:
        """The best answer with the reason that speaks for it, and the next best ones."""
        frame = s.stack[-1]
        answers = SCORERS.get(frame.name, _try_out)(s, frame, mind)
        best = max(range(len(answers)), key=lambda i: (answers[i].worth, -i))
        ranked = sorted(answers, key=lambda answer: -answer.worth)[:4]
        candidates = tuple((answer.action, round(answer.worth, 2)) for answer in ranked)
        return Choice(answers[best].action, (answers[best].reason,), candidates)


class NovicePolicy(AdeptPolicy):
    """As sensible as an adept, but misjudges things: the same ones all turn long, as people do.

    What the rules lay down for computer players, what is free and what is plain to see is never misjudged.
    """

    def decide(self, s: KanataState, mind: Mind) -> Choice:
        sober = super().decide(s, mind)
        frame = s.stack[-1]
        if frame.name not in UNSURE:
            return sober
        chosen = super().decide(s, Mind(mind.rng, _doubt(s, frame.seat(s))))
        if chosen.action == sober.action:
            return sober
        return Choice(chosen.action, (MISJUDGED,), chosen.candidates)


def _doubt(s: KanataState, seat: int) -> Doubt:
    """What a seat misjudges in this turn: it follows from what stays the same while the turn lasts."""
    others = [(s.space[other], s.track[other]) for other in range(len(s.status)) if other != s.turn]
    return Doubt(s.setup.characters, s.round, s.turn, seat, others, s.sheriff)


# ----------------------------------------------------------------------------------------------------- trying out


def _try_out(s: KanataState, frame: Any, mind: Mind) -> list[Answer]:
    """Each answer on imagined games, valued where the next question comes up."""
    side = -1.0 if s.status[frame.seat(s)] == TURNED else 1.0
    actions = s.legal_actions()
    if len(actions) > MOST_TRIED:
        chance = Reason("kanata.reason.chance")
        return [Answer(mind.rng.random(), action, chance) for action in actions]
    answers = []
    for action in actions:
        total = 0.0
        for trial in range(TRIALS):
            c = s.resample(s.turn, mind.rng.fork(trial))
            c.step(action)
            total += evaluate(c)
        worth = side * total / TRIALS + mind.error((frame.name, action), 4.0)
        answers.append(Answer(worth, action, Reason("kanata.reason.tried")))
    return answers


# --------------------------------------------------------------------------------------------------- the own turn


def _choose_action(s: KanataState, frame: Any, mind: Mind) -> list[Answer]:
    if s.status[s.turn] == TURNED:
        return _turned_action(s)
    seat = s.turn
    aim, why = goal(s, seat)
    answers = []
    for action in s.legal_actions():
        if isinstance(action, act.Trade):
            deal = best_deal(s, action.friend)
            reason = deal.reason(s) if deal is not None else Reason("kanata.reason.traded")
            answers.append(Answer(_worth_of_deal(deal), action, reason))
        else:
            worth = _action_worth(s, seat, action, aim, why)
            if worth > 0 and mind.overlooks(type(action).__name__, OVERLOOKED.get(type(action), 0.0)):
                worth = -1.0
            answers.append(Answer(worth, action, _action_reason(s, seat, action, aim, why)))
    return answers


OVERLOOKED: Final[dict[type[Action], float]] = {act.Move: 0.05, act.Stay: 0.15, act.Shoot: 0.2}
"""In which share of the turns a novice does not think of it."""


def _worth_of_deal(deal: Deal | None) -> float:
    """Parts of the roadblock change hands first; other things when the shots have been taken."""
    if deal is None:
        return -5.0
    return 80.0 + deal.worth / 100 if deal.kind == "part" else 56.0 + deal.worth / 100


def _trade_card(s: KanataState, frame: Any, mind: Mind) -> list[Answer]:
    """What serves better in other hands goes there; then it is enough."""
    deal = best_deal(s, frame.friend)
    wanted: Action = act.DONE
    reason = Reason("kanata.reason.traded")
    if deal is not None:
        tables = s.setup.tables
        wanted = tables.give[deal.good] if deal.give else tables.ask_for[deal.good]
        reason = deal.reason(s)
    return [Answer(10.0 if a == wanted else 0.0 if a == act.DONE else -5.0, a, reason) for a in s.legal_actions()]


def _action_worth(s: KanataState, seat: int, action: Action, aim: int, why: str) -> float:
    """The order in which a human does things: what is free and good first, the end of the turn last."""
    kind = type(action)
    if kind is act.EndTurn:
        return 0.0
    if kind in _FIXED_WORTH:
        return _FIXED_WORTH[kind]
    return _WORTH[kind](s, seat, action, aim, why) if kind in _WORTH else -5.0


def _action_reason(s: KanataState, seat: int, action: Any, aim: int, why: str) -> Reason:
    """Why a human would do that: the aim where it leads there, else what the act itself is for."""
    kind = type(action)
    if kind is act.Move:
        return Reason("kanata.reason.flee") if s.space[seat] == aim else _aim_reason(s, aim, why)
    if kind is act.Stay:
        if s.is_hidden(seat):
            return Reason("kanata.reason.hide")
        return _aim_reason(s, aim, why) if s.space[seat] == aim else Reason("kanata.reason.stay")
    if kind is act.UseItem:
        return Reason("kanata.reason.eat" if s.health[seat] <= HUNGRY else "kanata.reason.drink")
    if kind is act.Rescue:
        return Reason("kanata.reason.help", {"friend": f"@character.{s.setup.characters[action.friend]}.name"})
    return Reason(f"kanata.reason.{_REASONS[kind]}")


def _aim_reason(s: KanataState, aim: int, why: str) -> Reason:
    return Reason(f"kanata.reason.{why}", {"space": f"@kanata.space.{s.setup.town.names[aim]}"})


_REASONS: Final[dict[type[Action], str]] = {
    act.Deliver: "part",
    act.Search: "search",
    act.PlayerBoard: "board",
    act.EndTurn: "done",
    act.Shoot: "shoot",
    act.Take: "take",
    act.Attach: "attach",
    act.GetOn: "ride",
    act.GetIn: "ride",
    act.GetOff: "walk",
    act.GetOut: "walk",
    act.UseTrait: "trait",
}


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
        return 58.0 if _belt_worth(s, item) > 0 else -5.0
    gains = [_gain_of_shot(s, item, target) for target in shooting.targets(s, seat, item)]
    best = max(gains, default=-1.0)
    # A shot before the move helps as much as one after it; the better weapon goes first.
    return 60.0 + best if best > 0 else -5.0


HUNGRY: Final = 7
"""With so much health one eats."""


def _worth_of_food(s: KanataState, seat: int, action: Any, aim: int, why: str) -> float:
    entry = s.setup.content.items[s.setup.content.item_index[action.item]].entry
    if entry.drink and why == "deliver" and s.moved == NOT_MOVED and not s.boost and s.dice != 1:
        return 70.0 if s.setup.town.distance(s.space[seat], aim) > 8 and s.mount[seat] == FOOT else -5.0
    return 65.0 if s.health[seat] + entry.health <= s.setup.most_health and s.health[seat] <= HUNGRY else -5.0


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


def _choose_dice(s: KanataState, frame: Any, mind: Mind) -> list[Answer]:
    """A second die where the first does not bring one to the aim; none for the Player board."""
    seat = s.turn
    few = "one_die"
    if s.status[seat] == TURNED:
        more = frame.purpose == "move"
    elif frame.purpose == "track":
        more = False
    else:
        aim, why = goal(s, seat)
        short = s.setup.town.distance(s.space[seat], aim) > sum(frame.dice)
        hunted = danger(s, seat, s.space[seat], 1)
        more = short and (why == "deliver" or hunted < 0.3 or hunted > 0.6)
        few = "one_die" if short else "near_enough"
        if mind.overlooks("dice", 0.3):
            more = not more
    add = Reason("kanata.reason.hunt" if s.status[seat] == TURNED else "kanata.reason.more_dice")
    return [Answer(float(more), act.ADD_DIE, add), Answer(0.5, act.KEEP, Reason(f"kanata.reason.{few}"))]


def _choose_step(s: KanataState, frame: Any, mind: Mind) -> list[Answer]:
    """The best space within reach decides the next step."""
    if frame.mode == move.HAUNTING:
        return _haunt(s)
    seat = s.turn
    aim, why = goal(s, seat)
    reach = reachable(s)
    names = s.setup.town.names

    def worth(space: int, fear: bool = True) -> float:
        return _space_worth(s, seat, space, aim, why, fear) + mind.error(("space", space), 5.0)

    best = max(reach.steps, key=lambda space: (worth(space), -reach.steps[space], -space))
    # Without fear another space would have been better: then fear has decided.
    feared = any(worth(space, False) > worth(best, False) + 0.01 for space in reach.steps)
    way = Reason("kanata.reason.safer") if feared else _aim_reason(s, aim, why)
    path = reach.path(names[best])
    answers = []
    for action in s.legal_actions():
        reason = way
        if isinstance(action, act.Step):
            value = 50.0 if path and action.space == path[0] else 0.0
        elif isinstance(action, act.Deliver):
            value, reason = 200.0, Reason("kanata.reason.part")
        elif isinstance(action, act.Take):
            value, reason = _worth_of_taking(s, seat, action, aim, why), Reason("kanata.reason.take")
        elif isinstance(action, act.UseTrait):
            value = 60.0 if why == "deliver" and s.space[seat] != aim else -5.0
            reason = Reason("kanata.reason.trait")
        else:
            value = 10.0 if path else 60.0
        answers.append(Answer(value, action, reason))
    return answers


def _space_worth(s: KanataState, seat: int, space: int, aim: int, why: str, fears: bool = True) -> float:
    """What it is worth to end a move on a space; without fear: as if nothing hunted there."""
    town = s.setup.town
    dice = max(1, s.dice)
    fear = 16.0 if why != "deliver" else 10.0
    hides = town.cross_at[space] >= 0 and s.hidden_turns[seat] < s.setup.hiding_turns
    risk = danger(s, seat, space, dice) if fears else 0.0
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


def _hide(s: KanataState, frame: Any, mind: Mind) -> list[Answer]:
    risk = danger(s, s.turn, s.space[s.turn], max(1, s.dice)) + mind.error("hide", 0.2)
    hidden, open_ = Reason("kanata.reason.hide"), Reason("kanata.reason.open")
    return [Answer(risk, act.HIDE, hidden), Answer(0.15, act.DECLINE, open_)]


# ------------------------------------------------------------------------------------------------------- shooting


def _target_worth(s: KanataState, aim: act.Aim) -> float:
    """How much it matters to hit a target; 0 or less: not at all."""
    town = s.setup.town
    space = shooting.target_space(s, aim)
    people = [seat for seat, status in enumerate(s.status) if status <= DOWNED]
    near = min((town.distance(space, s.space[seat]) for seat in people), default=99)
    if aim.enemy == "abomination":
        asleep = bool(_packed(s, aim) & DORMANT)
        return (1.0 if near > 3 else 2.5) if asleep else max(0.0, 14.0 - near)
    if aim.enemy == "turned":
        assert aim.victim is not None
        # Who has been thrown back already has nothing more to lose but what it holds.
        back = s.omens[aim.victim] & SKIP_NEXT and space == town.barn_front and not s.items[aim.victim]
        return 0.0 if back else max(0.0, 15.0 - near)
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


def _packed(s: KanataState, aim: act.Aim) -> int:
    return next(packed for packed in s.aboms if number_of(packed) == aim.number)


def _urgency(s: KanataState, aim: act.Aim) -> float:
    """How likely a target reaches somebody in the coming enemy action, 0 to 1; of the turned, about."""
    if aim.enemy == "human" or (aim.enemy == "ambulance" and CAPTURED in s.status):
        return 1.0
    if aim.enemy == "corpse" or (aim.enemy == "abomination" and _packed(s, aim) & DORMANT):
        return 0.0
    town = s.setup.town
    space = shooting.target_space(s, aim)
    ways = [town.distance(space, s.space[seat]) for seat in range(len(s.status)) if s.is_exposed(seat)]
    dice = 1 if aim.enemy == "ambulance" else max(1, s.dice)
    return sum_at_least(dice, min(ways, default=99))


def _gain_of_shot(s: KanataState, item: int, aim: act.Aim) -> float:
    """What one more shot promises, less the price of the round: the fewer are left, the dearer each is.

    A poor chance is never worth the last two rounds.
    """
    if _target_worth(s, aim) < 2.0:
        return -1.0
    chance = hit_chance(s, item, aim)
    gain = chance * (4.0 + 10.0 * _urgency(s, aim))
    gun = s.setup.gun_of[item]
    if gun < 0 or s.status[s.turn] == TURNED:
        return gain
    left = s.ammo[gun]
    if chance < 0.3 and left <= 2:
        return -1.0
    return gain - 0.5 - 2.0 * max(0.0, 1.0 - left / 6)


def _shoot_target(s: KanataState, frame: Any, mind: Mind) -> list[Answer]:
    answers = []
    for action in s.legal_actions():
        reason = Reason("kanata.reason.shoot")
        if isinstance(action, act.Aim):
            value = _target_worth(s, action) * (odds(s, action) or 0.5) * (1.0 + mind.error(("aim", action), 0.5))
            if value <= 0:
                value, reason = -0.01, Reason("kanata.reason.any_target")
        elif isinstance(action, act.Throw):
            value = _blast_at(s, s.setup.town.index[action.space])
            reason = Reason("kanata.reason.blast")
        else:
            value, reason = 0.0, Reason("kanata.reason.no_target")
        answers.append(Answer(value, action, reason))
    return answers


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


def _belt_worth(s: KanataState, item: int) -> float:
    """A belt of the Abominator is for two targets at least that matter."""
    worths = [_target_worth(s, aim) for aim in shooting.targets(s, s.turn, item)]
    return 1.0 if sum(worth >= 3.0 for worth in worths) >= (1 if s.status[s.turn] == TURNED else 2) else -1.0


def _shoot_again(s: KanataState, frame: Any, mind: Mind) -> list[Answer]:
    target = getattr(frame, "target", None)
    answers = []
    for action in s.legal_actions():
        if isinstance(action, act.Cease):
            worth = 0.0
        elif target is None:
            worth = _belt_worth(s, frame.item)
        else:
            item = s.setup.content.item_index[action.item] if isinstance(action, act.Shoot) else frame.item
            worth = _gain_of_shot(s, item, target) + mind.error("again", 0.6)
        key = "save_rounds" if isinstance(action, act.Cease) else "shoot"
        answers.append(Answer(worth, action, Reason(f"kanata.reason.{key}")))
    return answers


# ------------------------------------------------------------------------------------------------ small questions


def _over_limit(s: KanataState, frame: Any, mind: Mind) -> list[Answer]:
    """The least useful item goes; food that does any good is eaten rather than thrown away."""
    content = s.setup.content
    answers = []
    for action in s.legal_actions():
        assert isinstance(action, (act.PutAway, act.Consume))
        item = content.item_index[action.item]
        worth = -item_worth(s, frame.holder, item)
        reason = Reason("kanata.reason.load")
        if isinstance(action, act.Consume):
            gain = min(s.setup.most_health - s.health[frame.holder], content.items[item].entry.health)
            # Eaten when nothing is missing it would be lost to all; in the Cornfield it waits for the others.
            worth += 0.5 + 0.4 * gain if gain else -0.5
            reason = Reason("kanata.reason.eat_up")
        answers.append(Answer(worth, action, reason))
    return answers


def _feeding_roll(s: KanataState, frame: Any, mind: Mind) -> list[Answer]:
    """Keep to the commonest number."""
    shown = [die for die in frame.dice if die]
    keep = max(shown, key=lambda face: (shown.count(face), -face), default=0)
    reason = Reason("kanata.reason.feeding")
    answers = []
    for action in s.legal_actions():
        value = -9.0
        if isinstance(action, act.FeedingRoll):
            value = -1.0 if action.face and action.face == keep else 1.0 + (action.face == 0)
        answers.append(Answer(value, action, reason))
    return answers


def _van_reroll(s: KanataState, frame: Any, mind: Mind) -> list[Answer]:
    """The lowest die is rolled again where another roll promises more."""
    reason = Reason("kanata.reason.deliver_on")
    low = min(frame.dice)
    return [Answer(3.5, act.REROLL, reason), Answer(float(low), act.KEEP, reason)]


def _always(*kinds: type[Action], key: str) -> Callable[[KanataState, Any, Mind], list[Answer]]:
    """The first of these kinds that is legal."""

    def scorer(s: KanataState, frame: Any, mind: Mind) -> list[Answer]:
        answers = []
        for action in s.legal_actions():
            rank = kinds.index(type(action)) if type(action) in kinds else len(kinds)
            answers.append(Answer(float(-rank), action, Reason(f"kanata.reason.{key}")))
        return answers

    return scorer


def _feeding_mode(s: KanataState, frame: Any, mind: Mind) -> list[Answer]:
    """Computer players always count rolls (KAN-FEED-03)."""
    reason = Reason("kanata.reason.feeding_mode")
    return [Answer(float(a == act.FEEDING_MODES[1]), a, reason) for a in s.legal_actions()]


# -------------------------------------------------------------------------------------------------- the turned side


def _turned_action(s: KanataState) -> list[Answer]:
    order: dict[type[Action], tuple[float, str]] = {
        act.Shoot: (60.0, "hunt"),
        act.Move: (50.0, "hunt"),
        act.PlayerBoard: (20.0, "board"),
        act.Search: (15.0, "search"),
        act.Stay: (5.0, "stay"),
        act.EndTurn: (1.0, "done"),
    }
    answers = []
    for action in s.legal_actions():
        worth, key = order.get(type(action), (-5.0, "chance"))
        answers.append(Answer(worth, action, Reason(f"kanata.reason.{key}")))
    return answers


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


HUNT: Final = Reason("kanata.reason.hunt")


def _haunt(s: KanataState) -> list[Answer]:
    here = s.space[s.turn]
    answers = []
    for action in s.legal_actions():
        space = s.setup.town.index[action.space] if isinstance(action, act.Step) else here
        bonus = -0.5 if isinstance(action, act.Stop) else 0.0
        answers.append(Answer(bonus - _prey_distance(s, space), action, HUNT))
    return answers


def _puppet_move(s: KanataState, frame: Any, mind: Mind) -> list[Answer]:
    here = next(packed & SPACE_MASK for packed in s.aboms if number_of(packed) == frame.number)
    answers = []
    for action in s.legal_actions():
        space = s.setup.town.index[action.space] if isinstance(action, act.Step) else here
        answers.append(Answer(-_prey_distance(s, space), action, HUNT))
    return answers


def _puppet_pick(s: KanataState, frame: Any, mind: Mind) -> list[Answer]:
    answers = []
    for action in s.legal_actions():
        worth = -99.0
        if isinstance(action, act.ChooseAbomination):
            space = next(packed & SPACE_MASK for packed in s.aboms if number_of(packed) == action.number)
            worth = mind.error(("led", action.number), 3.0) - _prey_distance(s, space)
        answers.append(Answer(worth, action, HUNT))
    return answers


def _corpse_place(s: KanataState, frame: Any, mind: Mind) -> list[Answer]:
    """In the way of whoever carries what the roadblock needs."""
    town = s.setup.town
    useful = needed(s)
    answers = []
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
            value *= 1.0 + mind.error(("corpse", space), 0.5)
        answers.append(Answer(value, action, Reason("kanata.reason.corpse")))
    return answers


UNSURE: Final = frozenset(
    {
        turn.ChooseAction.name,
        turn.ChooseDice.name,
        move.ChooseStep.name,
        "hide",
        "shoot_target",
        "assign_abominator",
        "shoot_again",
        "next_weapon",
        "corpse_place",
        "puppet_pick",
        "card_choice",
        "occult_board",
        "occult_rouse",
    }
)
"""The questions that a novice may misjudge, no others: what the rules lay down for computer players is not among them.
"""
SCORERS: dict[str, Callable[[KanataState, Any, Mind], list[Answer]]] = {
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
    "van_reroll": _van_reroll,
    "feeding_mode": _feeding_mode,
    "feeding_roll": _feeding_roll,
    "use_nde": _always(act.UseNde, key="nde"),
    "use_talisman": _always(act.UseTalisman, key="talisman"),
    "corpse_place": _corpse_place,
    "puppet_pick": _puppet_pick,
    "puppet_move": _puppet_move,
}
"""By decision point; what is not here is tried out on imagined games."""
