"""The computer game master: Horror Tokens, adversaries and whom they go for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from game.core.chance import Rng
from game.core.contract import Action, Choice, State
from game.sacrament import actions as act
from game.sacrament.adversaries import FoeTurn, WhoActs, dice_of, reach_of, special_ready, targets
from game.sacrament.combat import in_reach
from game.sacrament.effects.lists import CHORISTER
from game.sacrament.evaluation import say, ways
from game.sacrament.exploration import BeatWindow
from game.sacrament.gm import NOTHING, FailCost, Judge
from game.sacrament.horror import Window
from game.sacrament.maps import NO_WAY, OUT, Grid
from game.sacrament.state import Foe, Pc, SacramentState

FAR_AWAY: Final = 99


class GameMaster:
    """The computer game master: tokens by the mode, adversaries by their tactics."""

    def choose(self, state: State, rng: Rng) -> Choice:
        s = state
        assert isinstance(s, SacramentState)
        top = s.stack[-1]
        if isinstance(top, Window):
            return self._token(s, rng)
        if isinstance(top, BeatWindow):
            return self._beat(s)
        if isinstance(top, WhoActs):
            return self._order(s)
        if isinstance(top, FoeTurn):
            return self._adversary(s, top, rng)
        if isinstance(top, Judge):
            return say(act.SetCheck(attribute="agility", difficulty=12), "judge")
        if isinstance(top, FailCost):
            if top.good:
                return say(act.NameCost(kind=NOTHING), "cost")
            return say(act.NameCost(kind="harm", n=1), "cost")
        return Choice(s.legal_actions()[0])

    # -- Horror Tokens

    def _token(self, s: SacramentState, rng: Rng) -> Choice:
        fight = s.fight
        assert fight is not None
        why = token_reason(s)
        if why:
            return say(act.HOLD, f"hold.{why}", ladder=s.ladder)
        thrifty = s.setup.difficulty in ("normal", "grim", "damned") and s.ladder + 1 in s.armed
        if thrifty and rng.below(2):
            return say(act.HOLD, "hold.thrift", ladder=s.ladder)
        return say(act.SPEND_TOKEN, "spend", ladder=s.ladder, after=s.ladder - 1)

    def _beat(self, s: SacramentState) -> Choice:
        floor = {"normal": 3, "grim": 1, "damned": 1}.get(s.setup.difficulty, FAR_AWAY)
        entered = sum(1 for node in s.visits if s.setup.scenario.nodes[node].beats)
        fallen = len(s.beats)
        made = sum(1 for key in s.tried if key.startswith(f"{s.setup.scenario.id}.{s.node}."))
        if s.ladder >= floor and fallen * 2 <= entered and made <= 1:  # on the first choice made in the node
            return say(act.SPEND_TOKEN, "beat", ladder=s.ladder)
        return say(act.HOLD, "no_beat", ladder=s.ladder)

    # -- adversaries

    def _order(self, s: SacramentState) -> Choice:
        waiting = [foe for foe in s.foes.values() if not foe.acted]
        foe = min(waiting, key=lambda f: (-f.block.level, f.tile, f.token))
        return say(act.Activate(token=foe.token), "order", token=foe.token)

    def _adversary(self, s: SacramentState, turn: FoeTurn, rng: Rng) -> Choice:
        foe = s.foes[turn.token]
        legal = s.legal_actions()
        if act.DOUSE in legal and "human" in foe.block.tags and targets(s, foe):
            return say(act.DOUSE, "douse", token=foe.token)
        special = self._special(s, foe, legal)
        if special is not None:
            return special
        goal, names = choose_targets(s, foe, turn)
        if not goal:
            return say(act.END_FOE, "no_target", token=foe.token)
        here = [seat for seat in goal if act.Attack(victim=seat) in legal]
        step = self._step(s, foe, turn, goal, legal, rng) if turn.may_step() else None
        if step is not None:
            return step
        if here:
            attack = act.Attack(victim=here[0]) if len(here) == 1 else act.Attack(among=tuple(here))
            return say(attack, f"target.{names}", token=foe.token, victim=here[0])
        others = [a for a in legal if isinstance(a, act.Attack)]
        if others and turn.attacks and not self._keeps_away(foe):
            return say(others[0], "target.left", token=foe.token)
        return say(act.END_FOE, "no_target", token=foe.token)

    def _keeps_away(self, foe: Foe) -> bool:
        return "mobile" in foe.block.tactics and foe.acted is False

    def _special(self, s: SacramentState, foe: Foe, legal: Sequence[Action]) -> Choice | None:
        if not special_ready(s, foe):
            return None
        options = [a for a in legal if isinstance(a, act.DoSpecial)]
        if not options:
            return None
        single = [a for a in options if a.victim]
        if len(single) > 1:
            return say(act.DoSpecial(among=tuple(a.victim for a in single)), "special", token=foe.token)
        return say(options[0], "special", token=foe.token)

    def _step(
        self, s: SacramentState, foe: Foe, turn: FoeTurn, goal: list[int], legal: Sequence[Action], rng: Rng
    ) -> Choice | None:
        """A step that brings the target into reach, keeps distance, or leaves after the blow; None: stand."""
        grid, walk = ways(s)
        tactics = foe.block.tactics
        steps = [a for a in legal if isinstance(a, act.Step)]
        if not steps:
            return None
        if "coward" in tactics and foe.harm * 2 >= foe.most and grid.exits:
            if foe.tile in grid.exits:
                return None
            out = min(steps, key=lambda a: min(walk[grid.index[a.space] * grid.size + e] for e in grid.exits))
            return say(out, "flee", token=foe.token)
        reach = reach_of(foe)
        target = s.pc(goal[0])
        in_range = [seat for seat in goal if in_reach(s, foe, s.pc(seat), reach)]
        if "mobile" in tactics:
            if turn.struck:
                far = max(steps, key=lambda a: (_distance_to_party(s, grid, grid.index[a.space]), a.space))
                return say(far, "leave", token=foe.token)
            if in_range:
                return None
        elif turn.struck:
            return None
        if "skirmish" in tactics and in_range and turn.attacks:
            here = grid.distance[foe.tile * grid.size + target.tile]
            better = [
                a
                for a in steps
                if here < grid.distance[grid.index[a.space] * grid.size + target.tile] <= reach
                and grid.band[grid.index[a.space] * grid.size + target.tile] != OUT
            ]
            return say(better[0], "skirmish", token=foe.token) if better else None
        if in_range:
            return None
        sheltered = [a for a in steps if _shelters(grid, foe, grid.index[a.space])]
        inside = _shelters(grid, foe, foe.tile)
        if (inside or sheltered) and not any(reachable(s, foe, turn, s.pc(seat)) for seat in goal):
            # Nobody in reach: it waits where its hide works, and lets them come.
            return None if inside else say(sheltered[0], "shelter", token=foe.token)
        leader = s.setup.leader_of(s)
        if "guard_ally" in tactics and leader is not None and leader is not foe:
            steps = [a for a in steps if grid.distance[grid.index[a.space] * grid.size + leader.tile] <= 1] or steps[:0]
            if not steps:
                return None
        return _approach(s, foe, target, steps, rng)


def _approach(s: SacramentState, foe: Foe, target: Pc, steps: Sequence[act.Step], rng: Rng) -> Choice | None:
    """The step that brings it nearest, off rough ground and out of cover if it can; ``None``: none does."""
    grid, walk = ways(s)
    best: list[act.Step] = []
    best_score = (NO_WAY, NO_WAY, NO_WAY)
    here_far = walk[foe.tile * grid.size + target.tile]
    for a in steps:
        tile = grid.index[a.space]
        rough = grid.rough[tile] and not _shelters(grid, foe, tile)
        score = (walk[tile * grid.size + target.tile], int(rough), int(grid.cover[tile]))
        if score < best_score:
            best, best_score = [a], score
        elif score == best_score:
            best.append(a)
    if best_score[0] >= here_far and reach_of(foe) == 0:
        return None
    if best_score[0] > here_far:
        return None
    return say(best[rng.below(len(best))], "approach", token=foe.token, victim=target.seat)


def token_reason(s: SacramentState) -> str:
    """Why the mode holds the token back now; empty: nothing does."""
    fight = s.fight
    assert fight is not None
    mode = s.setup.difficulty
    finished = any(pc.acted for pc in s.pcs)
    first_round = 1 if mode == "damned" else 2
    if fight.round < first_round:
        return "early"
    apart = fight.round - fight.token_round if fight.token_round else FAR_AWAY
    if mode in ("grim", "damned"):
        if apart < 1:
            return "spent"
        striking, waiting = could_strike(s)
        # In the first round it waits until the party has come near and spent itself: before that a token would cost
        # most adversaries their turn, or let the party strike twice before they act again.
        spent = all(pc.acted or pc.tokens <= 2 for pc in s.able())
        enough = striking * 2 > waiting and spent if fight.round == 1 else striking > 0
        return "" if enough else "far"
    if not finished:
        return "nobody_finished"
    if mode == "written":
        return "spent" if apart < 2 else ""
    if mode == "gentle":
        if s.ladder < 2:
            return "low"
        if any(pc.harm >= 8 for pc in s.living()):
            return "mercy"
        return "spent" if apart < 2 else ""
    dice = sum(dice_of(foe) * foe.attacks for foe in s.foes.values() if not foe.acted)
    if dice < 2:
        return "weak"
    if s.ladder <= 3:
        return "spent" if apart < 2 else ""
    return "spent" if apart < 1 else ""


def could_strike(s: SacramentState) -> tuple[int, int]:
    """The damage dice of those who have not acted and could attack a PC, were they to act now; and of all of them. What
    does not strike now has its turn wasted by a token.
    """
    striking = waiting = 0
    able = s.able()
    for foe in s.foes.values():
        if not foe.acted:
            dice = dice_of(foe) * foe.attacks
            waiting += dice
            turn = FoeTurn(foe.token, foe.block.speed, foe.attacks)
            striking += dice if any(reachable(s, foe, turn, pc) for pc in able) else 0
    return striking, waiting


def _shelters(grid: Grid, foe: Foe, tile: int) -> bool:
    """Whether its hide works on that tile (the Millwight in its race)."""
    hide = foe.block.hide
    return hide is not None and bool(hide.terrain) and grid.kinds[tile] == hide.terrain


def _distance_to_party(s: SacramentState, grid: Grid, tile: int) -> int:
    return min((grid.distance[tile * grid.size + pc.tile] for pc in s.able()), default=0)


def reachable(s: SacramentState, foe: Foe, turn: FoeTurn, pc: Pc) -> bool:
    """Whether it can attack the PC this turn, after moving as far as it may."""
    reach = reach_of(foe)
    if in_reach(s, foe, pc, reach):
        return True
    if not turn.may_step() or turn.struck or not turn.attacks:
        return False
    grid, walk = ways(s)
    row = foe.tile * grid.size
    return any(
        walk[row + tile] <= turn.steps
        and grid.distance[tile * grid.size + pc.tile] <= reach
        and grid.band[tile * grid.size + pc.tile] != OUT
        for tile in range(grid.size)
    )


def choose_targets(s: SacramentState, foe: Foe, turn: FoeTurn) -> tuple[list[int], str]:
    """The PCs it wants, equally good ones together (the rules draw among them), and the tactics word that decided."""
    grid, walk = ways(s)
    tactics = foe.block.tactics
    people = s.living() if "ghoulish" in tactics else s.able()
    if not people:
        people = s.living()
    if foe.kind == CHORISTER:
        bare = [pc for pc in people if not pc.mod("coif")]
        people = bare or people
    if foe.provoked and any(pc.seat == foe.provoked for pc in people):
        return [foe.provoked], "provoked"
    can = [pc for pc in people if reachable(s, foe, turn, pc)]
    pool = can or people
    fair = s.setup.fairness or s.setup.difficulty in ("written", "gentle")
    if fair and len(pool) > 1:
        pool = _fair(s, foe, pool)

    def near(pc: Pc) -> int:
        return walk[foe.tile * grid.size + pc.tile]

    def best(key: Any) -> list[int]:
        low = min(key(pc) for pc in pool)
        return [pc.seat for pc in pool if key(pc) == low]

    if "split" in tactics and turn.struck and len(pool) > 1:
        others = [pc for pc in pool if pc.seat != foe.last]
        pool = others or pool
    commander = next((f for f in s.foes.values() if "command" in f.block.tactics and f is not foe and f.last), None)
    if commander is not None and any(pc.seat == commander.last for pc in pool):
        return [commander.last], "command"
    if "duel" in tactics and any(pc.seat == foe.last for pc in pool):
        return [foe.last], "duel"
    if "restless" in tactics and foe.before and len(pool) > 1 and can:
        pool = [pc for pc in pool if pc.seat != foe.before] or pool
    if "threat" in tactics:
        recent = [foe.threat[pc.seat - 1] if pc.seat <= len(foe.threat) else 0 for pc in pool]
        ever = {pc.seat: foe.dealt[pc.seat - 1] if pc.seat <= len(foe.dealt) else 0 for pc in pool}
        scores = dict(zip((pc.seat for pc in pool), recent, strict=True))
        if not any(recent):
            scores = ever
        return best(lambda pc: (-scores[pc.seat], pc.guard)), "threat"
    if "casters" in tactics:
        return best(lambda pc: (not any(a.is_spell for a in pc.kit.actions), near(pc))), "casters"
    if "cruel" in tactics:
        return best(lambda pc: (-pc.harm, near(pc))), "cruel"
    if "shy" in tactics:
        return best(lambda pc: (pc.guard, near(pc))), "shy"
    return best(near), "herd"


def _fair(s: SacramentState, foe: Foe, pool: list[Pc]) -> list[Pc]:
    """No more than half of the adversaries choose one PC; who just stood up is chosen last."""
    fight = s.fight
    assert fight is not None
    limit = (len(s.foes) + 1) // 2
    chosen = {pc.seat: sum(1 for f in s.foes.values() if f.acted and f is not foe and f.last == pc.seat) for pc in pool}
    free = [pc for pc in pool if chosen[pc.seat] < limit] or pool
    fresh = [pc for pc in free if pc.stood != fight.round]
    return fresh or free
