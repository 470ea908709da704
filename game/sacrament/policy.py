"""Computer players: the game master with adversaries (``gm``), and companions (``novice``, ``adept``).

They follow the content file's behaviour section and choose from an imagined state. The game master's manner is the
option ``difficulty``. Each choice says why.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Final

from game.core.chance import Rng
from game.core.contract import Action, Choice, Policy, Reason, State
from game.core.policies import policy_of
from game.sacrament import actions as act
from game.sacrament.adversaries import FoeTurn, WhoActs, reach_of, special_ready, targets
from game.sacrament.campaign import Downtime, NewPc
from game.sacrament.checks import DIFFICULTIES, odds
from game.sacrament.combat import in_reach
from game.sacrament.content import Ability
from game.sacrament.effects.field import PushTo
from game.sacrament.effects.lists import CHORISTER, Attack, NamePc, Pick
from game.sacrament.effects.wounds import Dmg, ShareOut
from game.sacrament.exploration import BeatWindow, NodeChoice
from game.sacrament.formulas import parse_damage
from game.sacrament.gear import GiveUp, TooMuch
from game.sacrament.gm import FailCost, Judge
from game.sacrament.horror import Window
from game.sacrament.maps import MELEE, NEAR, OUT, Grid
from game.sacrament.preparing import Prepare, best_attribute
from game.sacrament.reactions import Falling, Reaction
from game.sacrament.rests import Market, RestActs
from game.sacrament.rounds import Flee, Select
from game.sacrament.state import Foe, Pc, SacramentState
from game.sacrament.turns import Turn

D6: Final = 3.5
FAR_AWAY: Final = 99
RESERVE_FOR: Final = frozenset({"war.side", "war.inter", "pen.bear", "arc.mirror"})
BLOW_DICE: Final = 2
SPELLS_A_TURN: Final = 2
HURT_ENOUGH: Final = 4
"""Paid harm (Scourge) only at this much or less."""
NO_MORE_HARM: Final = 8
"""Interpose never at this much or more."""


def policy(level: str) -> Policy:
    """The computer player of a level. Raises ``SetupError``."""
    makers: Mapping[str, Callable[[], Policy]] = {
        "gm": GameMaster,
        "novice": partial(Companion, False),
        "adept": partial(Companion, True),
    }
    return policy_of("sacrament", level, makers)


def _say(action: Action, key: str, **values: str | int) -> Choice:
    return Choice(action, (Reason(f"sacrament.reason.{key}", values),))


def _walk(s: SacramentState) -> tuple[Grid, bytes]:
    grid = s.grid
    assert grid is not None
    return grid, grid.walks(s.closed()) if s.zones else grid.walk


# ------------------------------------------------------------------------------------------------- the game master


class GameMaster:
    """The computer game master (content 14): tokens by the mode, adversaries by their tactics."""

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
            return _say(act.SetCheck(attribute="agility", difficulty=12), "judge")
        if isinstance(top, FailCost):
            return _say(act.NameCost(kind="harm", n=1), "cost")
        return Choice(s.legal_actions()[0])

    # -- Horror Tokens

    def _token(self, s: SacramentState, rng: Rng) -> Choice:
        fight = s.fight
        assert fight is not None
        why = token_reason(s)
        if why:
            return _say(act.HOLD, f"hold.{why}", ladder=s.ladder)
        thrifty = s.setup.difficulty in ("normal", "grim", "damned") and s.ladder + 1 in s.armed
        if thrifty and rng.below(2):
            return _say(act.HOLD, "hold.thrift", ladder=s.ladder)
        return _say(act.SPEND_TOKEN, "spend", ladder=s.ladder, after=s.ladder - 1)

    def _beat(self, s: SacramentState) -> Choice:
        floor = {"normal": 3, "grim": 1, "damned": 1}.get(s.setup.difficulty, FAR_AWAY)
        entered = sum(1 for node in s.visits if s.setup.scenario.nodes[node].beats)
        fallen = len(s.beats)
        made = sum(1 for key in s.tried if key.startswith(f"{s.setup.scenario.id}.{s.node}."))
        if s.ladder >= floor and fallen * 2 <= entered and made <= 1:  # on the first choice made in the node
            return _say(act.SPEND_TOKEN, "beat", ladder=s.ladder)
        return _say(act.HOLD, "no_beat", ladder=s.ladder)

    # -- adversaries

    def _order(self, s: SacramentState) -> Choice:
        waiting = [foe for foe in s.foes.values() if not foe.acted]
        foe = min(waiting, key=lambda f: (-f.block.level, f.tile, f.token))
        return _say(act.Activate(token=foe.token), "order", token=foe.token)

    def _adversary(self, s: SacramentState, turn: FoeTurn, rng: Rng) -> Choice:
        foe = s.foes[turn.token]
        legal = s.legal_actions()
        if act.DOUSE in legal and "human" in foe.block.tags and targets(s, foe):
            return _say(act.DOUSE, "douse", token=foe.token)
        special = self._special(s, foe, legal)
        if special is not None:
            return special
        goal, names = choose_targets(s, foe, turn)
        if not goal:
            return _say(act.END_FOE, "no_target", token=foe.token)
        here = [seat for seat in goal if act.Attack(victim=seat) in legal]
        step = self._step(s, foe, turn, goal, legal, rng) if turn.may_step() else None
        if step is not None:
            return step
        if here:
            attack = act.Attack(victim=here[0]) if len(here) == 1 else act.Attack(among=tuple(here))
            return _say(attack, f"target.{names}", token=foe.token, victim=here[0])
        others = [a for a in legal if isinstance(a, act.Attack)]
        if others and turn.attacks and not self._keeps_away(foe):
            return _say(others[0], "target.left", token=foe.token)
        return _say(act.END_FOE, "no_target", token=foe.token)

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
            return _say(act.DoSpecial(among=tuple(a.victim for a in single)), "special", token=foe.token)
        return _say(options[0], "special", token=foe.token)

    def _step(
        self, s: SacramentState, foe: Foe, turn: FoeTurn, goal: list[int], legal: Sequence[Action], rng: Rng
    ) -> Choice | None:
        """A step that brings the target into reach, keeps distance, or leaves after the blow; None: stand."""
        grid, walk = _walk(s)
        tactics = foe.block.tactics
        steps = [a for a in legal if isinstance(a, act.Step)]
        if not steps:
            return None
        if "coward" in tactics and foe.harm * 2 >= foe.most and grid.exits:
            if foe.tile in grid.exits:
                return None
            out = min(steps, key=lambda a: min(walk[grid.index[a.space] * grid.size + e] for e in grid.exits))
            return _say(out, "flee", token=foe.token)
        reach = reach_of(foe)
        target = s.pc(goal[0])
        in_range = [seat for seat in goal if in_reach(s, foe, s.pc(seat), reach)]
        if "mobile" in tactics:
            if turn.struck:
                far = max(steps, key=lambda a: (_distance_to_party(s, grid, grid.index[a.space]), a.space))
                return _say(far, "leave", token=foe.token)
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
            return _say(better[0], "skirmish", token=foe.token) if better else None
        if in_range:
            return None
        sheltered = [a for a in steps if _shelters(grid, foe, grid.index[a.space])]
        inside = _shelters(grid, foe, foe.tile)
        if (inside or sheltered) and not any(reachable(s, foe, turn, s.pc(seat)) for seat in goal):
            # Nobody in reach: it waits where its hide works, and lets them come.
            return None if inside else _say(sheltered[0], "shelter", token=foe.token)
        leader = s.setup.leader_of(s)
        if "guard_ally" in tactics and leader is not None and leader is not foe:
            steps = [a for a in steps if grid.distance[grid.index[a.space] * grid.size + leader.tile] <= 1] or steps[:0]
            if not steps:
                return None
        best: list[act.Step] = []
        best_score = (FAR_AWAY, FAR_AWAY, FAR_AWAY)
        here_far = walk[foe.tile * grid.size + target.tile]
        for a in steps:
            tile = grid.index[a.space]
            rough = grid.rough[tile] and not _shelters(grid, foe, tile)
            score = (walk[tile * grid.size + target.tile], int(rough), int(grid.cover[tile]))
            if score < best_score:
                best, best_score = [a], score
            elif score == best_score:
                best.append(a)
        if best_score[0] >= here_far and reach == 0:
            return None
        if best_score[0] > here_far:
            return None
        return _say(best[rng.below(len(best))], "approach", token=foe.token, victim=target.seat)


def token_reason(s: SacramentState) -> str:
    """Why the mode holds the token back now; empty: nothing does (content 14)."""
    fight = s.fight
    assert fight is not None
    mode = s.setup.difficulty
    finished = any(pc.acted for pc in s.pcs)
    first_round = 1 if mode == "damned" else 2
    if fight.round < first_round:
        return "early"
    apart = fight.round - fight.token_round if fight.token_round else FAR_AWAY
    if mode in ("grim", "damned"):
        return "spent" if apart < 1 else "" if could_strike(s) else "far"
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
    dice = sum(foe.block.dice * foe.attacks for foe in s.foes.values() if not foe.acted)
    if dice < 2:
        return "weak"
    if s.ladder <= 3:
        return "spent" if apart < 2 else ""
    return "spent" if apart < 1 else ""


def could_strike(s: SacramentState) -> bool:
    """Whether anybody who has not acted could attack a PC, were it to act now: else a token would be wasted."""
    return any(
        reachable(s, foe, FoeTurn(foe.token, foe.block.speed, foe.attacks), pc)
        for foe in s.foes.values()
        if not foe.acted
        for pc in s.able()
    )


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
    grid, walk = _walk(s)
    row = foe.tile * grid.size
    return any(
        walk[row + tile] <= turn.steps
        and grid.distance[tile * grid.size + pc.tile] <= reach
        and grid.band[tile * grid.size + pc.tile] != OUT
        for tile in range(grid.size)
    )


def choose_targets(s: SacramentState, foe: Foe, turn: FoeTurn) -> tuple[list[int], str]:
    """The PCs it wants, equally good ones together (the rules draw among them), and the tactics word that decided."""
    grid, walk = _walk(s)
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
    """No more than half of the adversaries choose one PC; who just stood up is chosen last (content 14)."""
    fight = s.fight
    assert fight is not None
    limit = (len(s.foes) + 1) // 2
    chosen = {pc.seat: sum(1 for f in s.foes.values() if f.acted and f is not foe and f.last == pc.seat) for pc in pool}
    free = [pc for pc in pool if chosen[pc.seat] < limit] or pool
    fresh = [pc for pc in free if pc.stood != fight.round]
    return fresh or free


# ----------------------------------------------------------------------------------------------------- companions


class Companion:
    """A computer-played PC (content 14). The novice looks only at the blow before it; the adept plans its tokens."""

    def __init__(self, adept: bool) -> None:
        self.adept = adept

    def choose(self, state: State, rng: Rng) -> Choice:
        s = state
        assert isinstance(s, SacramentState)
        top = s.stack[-1]
        legal = s.legal_actions()
        if len(legal) == 1:
            return Choice(legal[0], (Reason("sacrament.reason.only"),))
        if isinstance(top, Turn):
            return self._turn(s, s.pc(top.who), legal, rng)
        if isinstance(top, Select):
            return self._next(s, legal)
        if isinstance(top, Reaction):
            return self._react(s, top, legal)
        if isinstance(top, Falling):
            return _say(legal[0], "stay_up")
        if isinstance(top, (ShareOut, PushTo, Pick, NamePc)):
            return self._effect(s, top, legal)
        if isinstance(top, (Flee, NewPc)):
            return self._simple(s, top, legal)
        return scene_choice(s, top, legal, rng)

    # -- order and small choices

    def _next(self, s: SacramentState, legal: Sequence[Action]) -> Choice:
        """Healer first if somebody has two Wounds, else those whose targets are in reach."""
        waiting = [s.pc(a.ally) for a in legal if isinstance(a, act.ChooseNext)]
        badly = any(pc.wounds >= 2 for pc in s.living())

        def rank(pc: Pc) -> tuple[int, int, int]:
            heals = badly and pc.kit.heals
            reach = any(band <= NEAR for _, band in s.foes_in_sight(pc))
            return (not heals, not reach, pc.seat)

        pc = min(waiting, key=rank)
        key = "next.healer" if badly and pc.kit.heals else "next.reach"
        return _say(act.ChooseNext(ally=pc.seat), key, pc=pc.seat)

    def _effect(self, s: SacramentState, top: Any, legal: Sequence[Action]) -> Choice:
        if isinstance(top, ShareOut):
            ally = max(top.choices(s), key=lambda seat: (s.pc(seat).harm, -seat))
            return _say(act.ChoosePc(ally=ally), "heal", pc=ally)
        if isinstance(top, PushTo):
            stay = act.DONE if act.DONE in legal else legal[0]
            return _say(stay, "push")
        if isinstance(top, NamePc):
            best = max(s.able(), key=lambda pc: pc.kit.value[top.check.attr])
            return _say(act.ChoosePc(ally=best.seat), "best", pc=best.seat)
        chooser = s.pc(top.chooser)
        label = top.effect.labels[0]
        if "take" in top.effect.labels:
            cheap = chooser.harm % 4 < 2 and chooser.harm < 8 and chooser.tokens <= 4
            label = "take" if cheap else "leave"
        elif "ally" in top.effect.labels:
            other = s.pc(top.ctx.allies[0])
            label = "self" if (chooser.tokens < 6 and not chooser.acted) or other.tokens >= 6 else "ally"
        return _say(act.Option(option=label), "option")

    def _simple(self, s: SacramentState, top: Any, legal: Sequence[Action]) -> Choice:
        if isinstance(top, Flee):
            down = sum(pc.dying for pc in s.living())
            lost = down * 2 >= len(s.living()) and len(s.foes) > len(s.able())
            return _say(act.ACCEPT if lost else act.DECLINE, "flee" if lost else "stay")
        return _say(legal[0], "newcomer")

    def _react(self, s: SacramentState, top: Reaction, legal: Sequence[Action]) -> Choice:
        blow = top.blow(s)
        pc = s.pc(top.owner)
        victim = s.pc(blow.victim)
        for action in legal:
            if not isinstance(action, act.React):
                continue
            id = action.ability
            if id == "war.side" and blow.dice >= BLOW_DICE:
                return _say(action, "sidestep", pc=pc.seat)
            if id == "war.inter" and victim.harm > pc.harm and pc.harm < NO_MORE_HARM and not victim.guard:
                return _say(action, "interpose", pc=pc.seat, victim=victim.seat)
            harm = blow.damage - blow.absorbed
            if id == "pen.bear" and victim.harm + harm >= 12 > pc.harm + harm:
                return _say(action, "bear", pc=pc.seat, victim=victim.seat)
            if id == "arc.mirror" and all(m - s.ladder >= 2 for m in s.armed if m > s.ladder) and blow.dice >= 3:
                return _say(action, "mirror", pc=pc.seat)
        return _say(act.DECLINE, "let_be", pc=pc.seat)

    # -- a turn in a fight

    def _turn(self, s: SacramentState, pc: Pc, legal: Sequence[Action], rng: Rng) -> Choice:
        if not self.adept and pc.spent >= 2 and rng.below(4) == 0:
            return _say(act.END_TURN, "early", pc=pc.seat)
        heal = self._heal(s, pc, legal)
        if heal is not None:
            return heal
        if self.adept and pc.has("burning") and act.DOUSE in legal and pc.tokens > 1:
            return _say(act.DOUSE, "douse_self", pc=pc.seat)
        threatened = any(self._threatens(s, pc, foe) for foe in s.foes.values())
        keep = self._kept(pc)
        attack = self._attack(s, pc, legal, rng, keep)
        if attack is not None:
            return attack
        move = self._move(s, pc, legal, keep)
        if move is not None:
            return move
        if act.GUARD in legal and threatened:
            return _say(act.GUARD, "guard", pc=pc.seat)
        return _say(act.END_TURN, "stop", pc=pc.seat)

    def _kept(self, pc: Pc) -> int:
        """Tokens kept back: one for a reaction. A Guard is bought with what attacks leave over."""
        if not self.adept:
            return 0
        reacts = any(
            a.id in RESERVE_FOR and f"{a.once}:{a.id}" not in pc.used
            for trigger in ("hit_declared", "harm_due")
            for a in pc.kit.reactions[trigger]
        )
        return int(reacts)

    def _threatens(self, s: SacramentState, pc: Pc, foe: Foe) -> bool:
        """Whether it could attack the PC with the turn it still has this round, or in the next."""
        grid, walk = _walk(s)
        return bool(walk[foe.tile * grid.size + pc.tile] <= foe.block.speed + reach_of(foe))

    def _heal(self, s: SacramentState, pc: Pc, legal: Sequence[Action]) -> Choice | None:
        """Raise the dying first, then heal who has two Wounds; the strongest cure that is not wasted."""
        best: tuple[tuple[int, int, int], Action] | None = None
        for action in legal:
            ally = getattr(action, "ally", 0)
            n = 0
            if isinstance(action, act.Perform) and ally:
                n = _heals(s.setup.content.abilities[action.ability])
            elif isinstance(action, act.UseItem) and ally and action.item.startswith("salve"):
                n = 1
            if not n:
                continue
            other = s.pc(ally)
            if not other.dying and (other.wounds < 2 or not self.adept):
                continue
            if isinstance(action, act.Perform) and s.ladder + 1 in s.armed and not other.dying:
                continue
            score = (int(other.dying), other.harm, -abs(other.wounds - n))
            if best is None or score > best[0]:
                best = score, action
        if best is None:
            return self._steady(s, pc, legal)
        key = "raise" if best[0][0] else "heal"
        return _say(best[1], key, pc=getattr(best[1], "ally", 0))

    def _steady(self, s: SacramentState, pc: Pc, legal: Sequence[Action]) -> Choice | None:
        for action in legal:
            if isinstance(action, act.Steady) and s.pc(action.ally).fades >= 1:
                return _say(action, "steady", pc=action.ally)
        return None

    def _attack(self, s: SacramentState, pc: Pc, legal: Sequence[Action], rng: Rng, keep: int) -> Choice | None:
        """The best expected damage a token, on the foe nearest to out."""
        scored: list[tuple[float, int, Action]] = []
        careful = s.ladder + 1 in s.armed
        casts = sum(1 for mark in pc.used if mark.startswith("turn:cast"))
        for number, action in enumerate(legal):
            worth, cost = value_of_attack(s, pc, action, careful or casts >= SPELLS_A_TURN)
            if worth <= 0 or (cost > pc.tokens - keep and not (cost == 1 and pc.tokens > keep)):
                continue
            scored.append((worth / max(1, cost), number, action))
        if not scored:
            return None
        if not self.adept and rng.below(3):
            return _say(scored[rng.below(len(scored))][2], "whim", pc=pc.seat)
        scored.sort(key=lambda entry: (-entry[0], entry[1]))
        top = scored[0]
        return Choice(
            top[2],
            (Reason("sacrament.reason.attack", {"worth": round(top[0], 1), "pc": pc.seat}),),
            tuple((action, score) for score, _, action in scored[:3]),
        )

    def _move(self, s: SacramentState, pc: Pc, legal: Sequence[Action], keep: int) -> Choice | None:
        """Towards the nearest foe that can be attacked from somewhere; or to a dying ally with a cure."""
        grid, walk = _walk(s)
        steps = [a for a in legal if isinstance(a, act.Move)]
        if not steps or pc.tokens <= keep:
            return None
        goals = self._goals(s, pc)
        if not goals:
            return None
        here = min(walk[pc.tile * grid.size + tile] for tile in goals)
        if here == 0:
            return None
        best = min(
            steps,
            key=lambda a: (
                min(walk[grid.index[a.space] * grid.size + tile] for tile in goals),
                grid.rough[grid.index[a.space]],
                not grid.cover[grid.index[a.space]],
                a.space,
            ),
        )
        after = min(walk[grid.index[best.space] * grid.size + tile] for tile in goals)
        if after >= here:
            return None
        return _say(best, "close_in", pc=pc.seat)

    def _goals(self, s: SacramentState, pc: Pc) -> list[int]:
        """The tiles from which something useful can be done."""
        grid, _ = _walk(s)
        cure = pc.kit.heals or any(item.id == "salve" for item in pc.sheet.items)
        for other in s.pcs:
            if other.dying and not other.dead and cure and other is not pc:
                reach = NEAR if pc.kit.heals else MELEE
                return [t for t in range(grid.size) if grid.band[t * grid.size + other.tile] <= reach]
        reach = best_reach(s, pc)
        foes = [foe for foe in s.foes.values() if not foe.hidden]
        return [
            t
            for t in range(grid.size)
            if grid.passable[t] and any(grid.band[t * grid.size + foe.tile] <= reach for foe in foes)
        ]


def best_reach(s: SacramentState, pc: Pc) -> int:
    """The farthest band at which its better attacks work: Near for throwers and casters."""
    strong = [key for key in pc.sheet.hands if pc.kit.strikes[key][3]]
    casts = any(a.is_spell and a.range != "melee" and _damage(a) for a in pc.kit.actions)
    melee = max((pc.kit.strikes[key][0] for key in pc.sheet.hands), default=0)
    ranged = max((pc.kit.strikes[key][2] for key in strong), default=-9)
    if (strong and ranged >= melee) or (casts and melee <= 0):
        return NEAR
    return MELEE


def _heals(ability: Ability) -> int:
    return sum(getattr(e, "n", 0) for e in ability.effects if e.__struct_config__.tag == "heal")


def _damage(ability: Ability) -> Attack | None:
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
        effect = _damage(ability)
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
        if ability.is_spell:
            dice += max(0, pc.sheet.level - ability.level) * ability.cost * D6
        aimed = [s.foes[action.token]] if action.token else _aimed(s, pc, ability, action)
        price = 0.6 * max(1, ability.risk) if ability.is_spell else 0.0
        return sum(_worth(s, pc, foe, bonus, dice) for foe in aimed) - price, ability.cost
    if isinstance(action, act.UseItem) and action.token and action.item == "holy_water":
        return _worth(s, pc, s.foes[action.token], pc.kit.value["agility"], 2 * D6), 1
    if isinstance(action, act.Operate):
        return 3.0, 1
    return 0.0, 1


def _aimed(s: SacramentState, pc: Pc, ability: Ability, action: act.Perform) -> list[Foe]:
    grid, _ = _walk(s)
    if action.space:
        tile = grid.index[action.space]
        return [foe for foe in s.foes.values() if foe.tile == tile]
    return [foe for foe, band in s.foes_in_sight(pc) if ability.target == "all_foes" and band != OUT]


def _reckoned(s: SacramentState, difficulty: int) -> int:
    """What a companion takes a difficulty for: where the table hides them, for a routine one."""
    return difficulty if s.setup.open_difficulties else DIFFICULTIES["routine"]


def _worth(s: SacramentState, pc: Pc, foe: Foe, bonus: int, damage: float) -> float:
    """Chance to hit times damage; a foe near its end draws the blows."""
    grid, _ = _walk(s)
    bonus += pc.mod("roll") + (1 if foe.has("marked") else 0)
    bonus += pc.kit.hurt_attack if pc.harm >= 8 else 0
    if grid.cover[foe.tile] and foe.tile != pc.tile:
        bonus -= 2
    left = max(1, foe.most - foe.harm)
    chance = odds(bonus, _reckoned(s, foe.block.difficulty))
    return chance * min(damage, left + 2.0) * (1.0 + 3.0 / (left + 4.0))


# ------------------------------------------------------------------------------------------------- scenes and rests


def scene_choice(s: SacramentState, top: Any, legal: Sequence[Action], rng: Rng) -> Choice:
    """What the computer does where nobody directs it: scenes, checks, rests, markets, downtime."""
    if isinstance(top, NodeChoice):
        return _node(s, legal, rng)
    if isinstance(top, Prepare):
        return _prepare(s, top, legal)
    if isinstance(top, RestActs):
        return _rest(s, legal)
    if isinstance(top, Downtime):
        return _downtime(s, top, legal)
    if isinstance(top, Market):
        salve = next((a for a in legal if isinstance(a, act.Buy) and a.item == "salve"), None)
        return _say(salve, "buy") if salve is not None else _say(act.DONE, "enough")
    if isinstance(top, TooMuch):
        return _say(legal[0], "refuse")
    if isinstance(top, GiveUp):
        drops = [a for a in legal if isinstance(a, act.DropItem)]
        cheap = min(drops, key=lambda a: (a.item in s.pc(top.owner).sheet.hands, a.item == s.pc(top.owner).sheet.worn))
        return _say(cheap, "refuse")
    return Choice(legal[0], (Reason("sacrament.reason.only"),))


def _node(s: SacramentState, legal: Sequence[Action], rng: Rng) -> Choice:
    """Heal, rest, try what has not been tried, then go on; a little chance keeps it from walking in circles."""
    cures = [
        a for a in legal
        if isinstance(a, (act.Perform, act.UseItem)) and a.ally and s.pc(a.ally).wounds >= 2
        and s.ladder + 1 not in s.armed
        and (not isinstance(a, act.Perform) or _heals(s.setup.content.abilities[a.ability]))
    ]  # fmt: skip
    if cures:
        worst = max(cures, key=lambda a: s.pc(a.ally).harm)
        return _say(worst, "heal", pc=worst.ally)
    steady = next((a for a in legal if isinstance(a, act.Steady)), None)
    if steady is not None:
        return _say(steady, "steady", pc=steady.ally)
    rests = [a for a in legal if isinstance(a, act.Rest)]
    if rests and (s.ladder >= 3 or any(pc.harm for pc in s.living())):
        return _say(rests[-1], "rest")
    choices = [a for a in legal if isinstance(a, act.Choose)]
    here = [a for a in choices if not a.choice.startswith("to_") and a.choice not in ("begin", "leave", "buy")]
    if here:
        pick = here[rng.below(len(here))]
        return _say(pick, "try")
    fresh = [a for a in choices if a.choice.startswith("to_") and a.choice.removeprefix("to_") not in s.visits]
    onward = fresh or choices
    if onward:
        return _say(onward[rng.below(len(onward))], "go_on")
    return Choice(legal[0])


def _prepare(s: SacramentState, top: Prepare, legal: Sequence[Action]) -> Choice:
    _, check = top.spec(s)
    if top.stage == "roller":
        people = [s.pc(a.ally) for a in legal if isinstance(a, act.ChoosePc)]
        best = max(people, key=lambda pc: (pc.kit.value[best_attribute(pc, check)], -pc.harm))
        return _say(act.ChoosePc(ally=best.seat), "best", pc=best.seat)
    if top.stage == "helper":
        personal = any(getattr(effect, "who", "") == "roller" for effect in check.fail)
        if personal:
            return _say(act.DECLINE, "alone")
        return _say(legal[0], "help")
    if top.stage == "knack":
        free = next((a for a in legal if isinstance(a, act.Option) and a.option in ("arc.hand", "rope")), None)
        return _say(free, "knack") if free is not None else _say(act.DECLINE, "alone")
    chance = odds(s.pc(top.roller).kit.value[best_attribute(s.pc(top.roller), check)], _reckoned(s, check.dc))
    return _say(act.ACCEPT if chance < 0.6 else act.DECLINE, "vow")


def _rest(s: SacramentState, legal: Sequence[Action]) -> Choice:
    for action in legal:
        if isinstance(action, (act.Tend, act.Mend)):
            return _say(action, "tend")
    cleanses = [a for a in legal if isinstance(a, act.Cleanse)]
    if cleanses:
        own = [a for a in cleanses if a.practice == s.pc(a.leader).sheet.practice]
        pick = max(own or cleanses, key=lambda a: (a.incense, s.pc(a.leader).kit.cleanse))
        return _say(pick, "cleanse", pc=pick.leader)
    learned = _planned(s, legal)
    return learned if learned is not None else _say(act.DONE, "enough")


def _planned(s: SacramentState, legal: Sequence[Action]) -> Choice | None:
    """The next pick of the plan; without one the first affordable ability of the strongest path."""
    options = [a for a in legal if isinstance(a, act.Learn)]
    for pc in s.living():
        mine = [a for a in options if a.ally == pc.seat]
        if not mine:
            continue
        planned = [
            pick for step in pc.sheet.plan for pick in step if pick not in pc.sheet.picks or pick.startswith("+")
        ]
        for pick in planned:
            found = next((a for a in mine if a.pick == pick), None)
            if found is not None:
                return _say(found, "plan", pc=pc.seat)
        content = s.setup.content
        paths = [content.abilities[id].path for id in pc.kit.known if content.abilities[id].path != "innate"]
        strongest = max(sorted(set(paths)), key=paths.count, default="")
        own = [a for a in mine if not a.pick.startswith("+") and content.abilities[a.pick].path == strongest]
        return _say((own or mine)[0], "plan", pc=pc.seat)
    return None


def _downtime(s: SacramentState, top: Downtime, legal: Sequence[Action]) -> Choice:
    learned = _planned(s, legal)
    if learned is not None:
        return learned
    for action in legal:
        if isinstance(action, act.Exchange):
            pc = s.pc(action.ally)
            same = action.given.partition(".")[0] == action.taken.partition(".")[0]
            if same and action.given in (pc.sheet.worn, *pc.sheet.hands):
                return _say(action, "exchange", pc=action.ally)
        if isinstance(action, (act.Cleanse, act.Repair, act.Refill)):
            return _say(action, "tend")
    return _say(act.DONE, "enough")
