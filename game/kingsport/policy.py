"""Computer cultists. They are given an imagined state (`State.resample`) and use nothing else.

- **random**: any legal action, each equally likely.
- **novice**: plans over two gods only, and in each turn misjudges the same things, in some turns badly.
- **adept**: plans its whole turn (``planner.Plan``) with dice by their odds, and weighs gods by the rounds left.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from game.core.chance import Rng
from game.core.contract import Action, Choice, Reason
from game.core.policies import Doubt
from game.kingsport import actions as act
from game.kingsport import dice as dd
from game.kingsport.effects import ClauseQuestion, Reroll
from game.kingsport.evaluation import loss_worth, sanity_worth
from game.kingsport.frames import Frame
from game.kingsport.observation import INVOKED
from game.kingsport.planner import ROLLED, Plan, roll_worth
from game.kingsport.sanity import PayDeficit
from game.kingsport.scoring import score
from game.kingsport.state import KingsportState

Scored = list[tuple[float, Action]]


class AdeptPolicy:
    """Plans the whole turn; keeps the plan of the last position it saw, for the questions inside one turn."""

    depth = 7
    plan: Plan | None = None

    def choose(self, state: Any, rng: Rng) -> Choice:
        s: KingsportState = state
        actions = s.legal_actions()
        if len(actions) == 1:
            return Choice(actions[0], (Reason("kingsport.reason.only"),))
        return self.decide(s, self.scores(s, rng))

    def decide(self, s: KingsportState, scored: Scored) -> Choice:
        """The best answer, why, and the next best ones."""
        best = max(range(len(scored)), key=lambda i: (scored[i][0], -i))
        ranked = sorted(scored, key=lambda entry: -entry[0])[:4]
        action = scored[best][1]
        return Choice(action, self.reasons(s, action, ranked), tuple((a, round(v, 2)) for v, a in ranked))

    def scores(self, s: KingsportState, rng: Rng) -> Scored:
        """Every answer to the open question with its worth."""
        frame = s.stack[-1]
        self.plan = Plan(s, self.depth) if frame.name != "raid_cards" else None
        return SCORERS[frame.name](s, frame, self.plan)

    def reasons(self, s: KingsportState, action: Action, ranked: Scored) -> tuple[Reason, ...]:
        """Why: the aim, then how far the best is ahead of the next best."""
        frame = s.stack[-1]
        found = [_aim(s, frame, action, self.plan)]
        if len(ranked) > 1:
            ahead = ranked[0][0] - ranked[1][0]
            word = "clear" if ahead >= 0.5 else "close" if ahead >= 0.05 else "even"
            found.append(Reason(f"kingsport.reason.{word}", {"margin": f"{ahead:.1f}"}))
        return tuple(found)


class NovicePolicy(AdeptPolicy):
    """Sensible but short-sighted: plans over two gods only, and misjudges the same things all turn long, as people do.

    What is plain to see is never misjudged.
    """

    depth = 2
    off_days = 0.3
    """In which share of the turns it misjudges everything badly."""
    blur = 3.0
    """How far, in Cult points, it may misjudge an answer; on an off day ``bad_blur``."""
    bad_blur = 10.0
    plain = frozenset({"raid_cards", "end_turn"})
    """The questions that it answers as an adept does."""

    def decide(self, s: KingsportState, scored: Scored) -> Choice:
        chosen = super().decide(s, scored)
        if s.stack[-1].name in self.plain:
            return chosen
        seat = s.stack[-1].seat(s)
        others = [s.sanity[other] for other in range(s.setup.players) if other != s.turn]
        doubt = Doubt(s.setup.key, s.round, s.turn, seat, others)
        blur = self.bad_blur if doubt.of("day") < self.off_days else self.blur
        scored = [(value + blur * (doubt.of(action) - 0.5), action) for value, action in scored]
        action = max(scored, key=lambda entry: entry[0])[1]
        if action == chosen.action:
            return chosen
        ranked = sorted(scored, key=lambda entry: -entry[0])[:4]
        reasons = (Reason("kingsport.reason.misjudged"),)
        return Choice(action, reasons, tuple((a, round(v, 2)) for v, a in ranked))


def _aim(s: KingsportState, frame: Any, action: Action, plan: Plan | None) -> Reason:
    """The main reason in one sentence: what the plan that was followed has this answer for."""
    tables = s.setup.tables
    if isinstance(action, act.Invoke):
        god = tables.index[action.card]
        return Reason(INVOKED, {"god": f"@god.{action.card}.name", "count": tables.cult_points[god]})
    if isinstance(action, act.Raid):
        return Reason("kingsport.reason.raid")
    if isinstance(action, act.Discard):
        return Reason("kingsport.reason.discard", {"god": f"@god.{action.card}.name"})
    if isinstance(action, act.ChooseVictim):
        return Reason("kingsport.reason.victim")
    if isinstance(action, act.Pass) or plan is None:
        return Reason("kingsport.reason.pass")
    if isinstance(action, act.Play) and not plan.changes_dice(tables.index[action.card]):
        word = "sanity" if plan.brings_sanity(tables.index[action.card]) else "free"
        return Reason(f"kingsport.reason.{word}", {"god": f"@god.{action.card}.name"})
    goal = _goal(s, frame, action, plan)
    if goal >= 0:
        return Reason("kingsport.reason.aim", {"god": f"@god.{s.god_id(goal)}.name"})
    return Reason("kingsport.reason.dice" if goal == ROLLED else "kingsport.reason.nothing")


def _goal(s: KingsportState, frame: Any, action: Action, plan: Plan) -> int:
    """The god that the plan means to invoke after this answer."""
    if isinstance(action, act.Play):
        return plan.goal_of_play(s.dice, *plan.rest(), s.setup.tables.index[action.card])
    if isinstance(action, act.EndExpansion):
        return plan.final(s.dice)[1]
    if isinstance(action, act.ChooseFace):
        return plan.goal(dd.ADD[s.dice][dd.FACE_INDEX[action.face]], *plan.rest(frame.god))
    if isinstance(action, act.ChooseDice) and action.turn:
        way = tuple((dd.FACE_INDEX[one.origin], dd.FACE_INDEX[one.to]) for one in action.turn)
        return plan.goal(dd.turned(s.dice, way), *plan.rest(frame.god))
    if isinstance(action, act.Decline):
        return plan.goal(s.dice, *plan.rest())
    return ROLLED


# -- one scorer a decision point -----------------------------------------------------------------------------------


def _expansion(s: KingsportState, frame: Frame, plan: Any) -> Scored:
    tables = s.setup.tables
    scored: Scored = []
    stop = plan.final(s.dice)[0]
    for action in s.legal_actions():
        if isinstance(action, act.Play):
            god = tables.index[action.card]
            if plan.prices[god] > s.sanity[s.turn]:
                scored.append((stop - 5.0, action))  # it would cost other gods
                continue
            scored.append((plan.value_of_play(god), action))
        else:
            scored.append((stop, action))
    return scored


def _reroll_opening(s: KingsportState, frame: Frame, plan: Any) -> Scored:
    price = s.setup.scenario.opening_reroll
    have = s.sanity[s.turn]
    cost = sanity_worth(s, have) - sanity_worth(s, max(0, have - price))
    again = roll_worth(dd.NO_DICE, 1, plan.value_of_dice) - cost
    return [(again, act.USE), (plan.value_of_dice(s.dice), act.DECLINE)]


def _face(s: KingsportState, frame: Any, plan: Any) -> Scored:
    return [
        (plan.value_of_dice(dd.ADD[s.dice][dd.FACE_INDEX[action.face]], frame.god), action)
        for action in s.legal_actions()
        if isinstance(action, act.ChooseFace)
    ]


def _dice(s: KingsportState, frame: Any, plan: Any) -> Scored:
    assert isinstance(frame, ClauseQuestion)

    def after(dice: int) -> float:
        """The worth of going on with these dice."""
        value: float = plan.value_of_dice(dice, frame.god)
        return value

    scored: Scored = []
    rerolls = isinstance(s.setup.effects[frame.god][frame.number].effective, Reroll)
    for action in s.legal_actions():
        assert isinstance(action, act.ChooseDice)
        if rerolls:
            part = dd.of_faces(dd.FACE_INDEX[face] for face in action.reroll)
            scored.append((roll_worth(dd.minus(s.dice, part), dd.NUMBER[part], after), action))
        else:
            way = tuple((dd.FACE_INDEX[t.origin], dd.FACE_INDEX[t.to]) for t in action.turn)
            scored.append((after(dd.turned(s.dice, way)), action))
    return scored


def _victim(s: KingsportState, frame: Frame, plan: Any) -> Scored:
    """From the strongest rival who has something to lose."""
    return [
        (min(2, s.sanity[action.victim]) + 0.1 * score(s, action.victim), action)
        for action in s.legal_actions()
        if isinstance(action, act.ChooseVictim)
    ]


def _deficit(s: KingsportState, frame: Any, plan: Any) -> Scored:
    """The cheapest complete set decides each card named."""
    assert isinstance(frame, PayDeficit)
    tables = s.setup.tables
    rest = {c: sum(loss_worth(s, frame.payer, g) for g in tables.indices(c & ~frame.chosen)) for c in frame.sets(s)}
    scored: Scored = []
    for action in s.legal_actions():
        assert isinstance(action, act.Discard)
        bit = tables.bits[action.card]
        costs = [cost for c, cost in rest.items() if (c & ~frame.chosen) & -(c & ~frame.chosen) == bit]
        scored.append((-min(costs), action))
    return scored


def _invoke(s: KingsportState, frame: Frame, plan: Any) -> Scored:
    tables = s.setup.tables
    return [
        (plan.worths[tables.index[action.card]] if isinstance(action, act.Invoke) else 0.0, action)
        for action in s.legal_actions()
    ]


def _raid(s: KingsportState, frame: Frame, plan: Any) -> Scored:
    """Everything that has strength: the cards come back."""
    return [(1.0 if isinstance(action, act.Raid) else 0.0, action) for action in s.legal_actions()]


def _end_turn(s: KingsportState, frame: Frame, plan: Any) -> Scored:
    return [(0.0, action) for action in s.legal_actions()]


SCORERS: dict[str, Callable[[KingsportState, Any, Any], Scored]] = {
    "expansion_action": _expansion,
    "scenario_reroll": _reroll_opening,
    "choose_face": _face,
    "choose_dice": _dice,
    "choose_victim": _victim,
    "pay_deficit": _deficit,
    "invoke": _invoke,
    "raid_cards": _raid,
    "end_turn": _end_turn,
}
