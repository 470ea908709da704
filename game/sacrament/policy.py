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
from game.core.policies import Doubt, policy_of
from game.sacrament import actions as act
from game.sacrament.adversaries import reach_of
from game.sacrament.campaign import NewPc
from game.sacrament.effects.field import PushTo
from game.sacrament.effects.lists import NamePc, Pick
from game.sacrament.effects.wounds import ShareOut
from game.sacrament.evaluation import best_reach, healing_of, say, value_of_attack, ways
from game.sacrament.game_master import GameMaster
from game.sacrament.maps import MELEE, NEAR
from game.sacrament.reactions import Falling, Reaction
from game.sacrament.rounds import Flee, Select
from game.sacrament.scene_play import scene_choice
from game.sacrament.state import Foe, Pc, SacramentState
from game.sacrament.turns import Turn

RESERVE_FOR: Final = frozenset({"war.side", "war.inter", "pen.bear", "arc.mirror"})
BLOW_DICE: Final = 2
SPELLS_A_TURN: Final = 2
NO_MORE_HARM: Final = 8
"""Interpose never at this much or more."""


def _doubt(s: SacramentState, pc: Pc) -> Doubt:
    """What a novice misjudges: the same all turn long, as people do."""
    fight = s.fight
    return Doubt(s.node, fight.id if fight is not None else "", fight.round if fight is not None else 0, pc.seat)


class Companion:
    """A computer-played PC. The novice looks only at the blow before it; the adept plans its tokens."""

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
            return say(legal[0], "stay_up")
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
        return say(act.ChooseNext(ally=pc.seat), key, pc=pc.seat)

    def _effect(self, s: SacramentState, top: Any, legal: Sequence[Action]) -> Choice:
        if isinstance(top, ShareOut):
            ally = max(top.choices(s), key=lambda seat: (s.pc(seat).harm, -seat))
            return say(act.ChoosePc(ally=ally), "heal", pc=ally)
        if isinstance(top, PushTo):
            stay = act.DONE if act.DONE in legal else legal[0]
            return say(stay, "push")
        if isinstance(top, NamePc):
            best = max(s.able(), key=lambda pc: pc.kit.value[top.check.attr])
            return say(act.ChoosePc(ally=best.seat), "best", pc=best.seat)
        chooser = s.pc(top.chooser)
        label = top.effect.labels[0]
        if "take" in top.effect.labels:
            cheap = chooser.harm % 4 < 2 and chooser.harm < 8 and chooser.tokens <= 4
            label = "take" if cheap else "leave"
        elif "ally" in top.effect.labels:
            other = s.pc(top.ctx.allies[0])
            label = "self" if (chooser.tokens < 6 and not chooser.acted) or other.tokens >= 6 else "ally"
        return say(act.Option(option=label), "option")

    def _simple(self, s: SacramentState, top: Any, legal: Sequence[Action]) -> Choice:
        if isinstance(top, Flee):
            down = sum(pc.dying for pc in s.living())
            lost = down * 2 >= len(s.living()) and len(s.foes) > len(s.able())
            return say(act.ACCEPT if lost else act.DECLINE, "flee" if lost else "stay")
        return say(legal[0], "newcomer")

    def _react(self, s: SacramentState, top: Reaction, legal: Sequence[Action]) -> Choice:
        blow = top.blow(s)
        pc = s.pc(top.owner)
        victim = s.pc(blow.victim)
        for action in legal:
            if not isinstance(action, act.React):
                continue
            id = action.ability
            if id == "war.side" and blow.dice >= BLOW_DICE:
                return say(action, "sidestep", pc=pc.seat)
            if id == "war.inter" and victim.harm > pc.harm and pc.harm < NO_MORE_HARM and not victim.guard:
                return say(action, "interpose", pc=pc.seat, victim=victim.seat)
            harm = blow.damage - blow.absorbed
            if id == "pen.bear" and victim.harm + harm >= 12 > pc.harm + harm:
                return say(action, "bear", pc=pc.seat, victim=victim.seat)
            if id == "arc.mirror" and all(m - s.ladder >= 2 for m in s.armed if m > s.ladder) and blow.dice >= 3:
                return say(action, "mirror", pc=pc.seat)
        return say(act.DECLINE, "let_be", pc=pc.seat)

    # -- a turn in a fight

    def _turn(self, s: SacramentState, pc: Pc, legal: Sequence[Action], rng: Rng) -> Choice:
        if not self.adept and pc.spent >= 2 and _doubt(s, pc).of("early") < 0.3:
            return say(act.END_TURN, "early", pc=pc.seat)
        heal = self._heal(s, pc, legal)
        if heal is not None:
            return heal
        if self.adept and pc.has("burning") and act.DOUSE in legal and pc.tokens > 1:
            return say(act.DOUSE, "douse_self", pc=pc.seat)
        threatened = any(self._threatens(s, pc, foe) for foe in s.foes.values())
        keep = self._kept(pc)
        attack = self._attack(s, pc, legal, rng, keep)
        if attack is not None:
            return attack
        move = self._move(s, pc, legal, keep)
        if move is not None:
            return move
        if act.GUARD in legal and threatened:
            return say(act.GUARD, "guard", pc=pc.seat)
        return say(act.END_TURN, "stop", pc=pc.seat)

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
        grid, walk = ways(s)
        return bool(walk[foe.tile * grid.size + pc.tile] <= foe.block.speed + reach_of(foe))

    def _heal(self, s: SacramentState, pc: Pc, legal: Sequence[Action]) -> Choice | None:
        """Raise the dying first, then heal who has two Wounds; the strongest cure that is not wasted."""
        best: tuple[tuple[int, int, int], Action] | None = None
        for action in legal:
            ally = getattr(action, "ally", 0)
            n = 0
            if isinstance(action, act.Perform) and ally:
                n = healing_of(s.setup.content.abilities[action.ability])
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
        return say(best[1], key, pc=getattr(best[1], "ally", 0))

    def _steady(self, s: SacramentState, pc: Pc, legal: Sequence[Action]) -> Choice | None:
        for action in legal:
            if isinstance(action, act.Steady) and s.pc(action.ally).fades >= 1:
                return say(action, "steady", pc=action.ally)
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
        scored.sort(key=lambda entry: (-entry[0], entry[1]))
        top = scored[0]
        if not self.adept:
            doubt = _doubt(s, pc)
            felt = max(scored, key=lambda entry: entry[0] * doubt.of(entry[2]))
            if felt is not top:
                return say(felt[2], "whim", pc=pc.seat)
        return Choice(
            top[2],
            (Reason("sacrament.reason.attack", {"worth": round(top[0], 1), "pc": pc.seat}),),
            tuple((action, score) for score, _, action in scored[:3]),
        )

    def _move(self, s: SacramentState, pc: Pc, legal: Sequence[Action], keep: int) -> Choice | None:
        """Towards the nearest foe that can be attacked from somewhere; or to a dying ally with a cure."""
        grid, walk = ways(s)
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
        return say(best, "close_in", pc=pc.seat)

    def _goals(self, s: SacramentState, pc: Pc) -> list[int]:
        """The tiles from which something useful can be done."""
        grid, _ = ways(s)
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


def policy(level: str) -> Policy:
    """The computer player of a level. Raises ``SetupError``."""
    makers: Mapping[str, Callable[[], Policy]] = {
        "gm": GameMaster,
        "novice": partial(Companion, False),
        "adept": partial(Companion, True),
    }
    return policy_of("sacrament", level, makers)
