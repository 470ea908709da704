"""What companions choose between fights: in scenes, before checks, at rests and on the road."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from game.core.chance import Rng
from game.core.contract import Action, Choice, Reason
from game.sacrament import actions as act
from game.sacrament.campaign import Downtime
from game.sacrament.characters import item_from
from game.sacrament.checks import odds
from game.sacrament.evaluation import healing_of, reckoned, say
from game.sacrament.exploration import NodeChoice, OwnThings
from game.sacrament.gear import GiveUp, TooFull, TooMuch, TooMuchGold
from game.sacrament.preparing import Prepare, best_attribute
from game.sacrament.rests import Market, RestActs, nights_key
from game.sacrament.state import SacramentState


def scene_choice(s: SacramentState, top: Any, legal: Sequence[Action], rng: Rng) -> Choice:
    """What the computer does where nobody directs it: scenes, checks, rests, markets, downtime."""
    if isinstance(top, NodeChoice):
        return _node(s, legal, rng)
    if isinstance(top, OwnThings):
        return _own_things(s, legal)
    if isinstance(top, Prepare):
        return _prepare(s, top, legal)
    if isinstance(top, RestActs):
        return _rest(s, legal)
    if isinstance(top, Downtime):
        return _downtime(s, top, legal)
    if isinstance(top, Market):
        salve = next((a for a in legal if isinstance(a, act.Buy) and a.item == "salve"), None)
        return say(salve, "buy") if salve is not None else say(act.DONE, "enough")
    if isinstance(top, (TooMuch, TooMuchGold, TooFull)):
        return say(legal[0], "refuse")
    if isinstance(top, GiveUp):
        drops = [a for a in legal if isinstance(a, act.DropItem)]
        cheap = min(drops, key=lambda a: (a.item in s.pc(top.owner).sheet.hands, a.item == s.pc(top.owner).sheet.worn))
        return say(cheap, "refuse")
    return Choice(legal[0], (Reason("sacrament.reason.only"),))


def _node(s: SacramentState, legal: Sequence[Action], rng: Rng) -> Choice:
    """Heal, rest, try what has not been tried, then go on; a little chance keeps it from walking in circles."""
    cures = [
        a for a in legal
        if isinstance(a, (act.Perform, act.UseItem)) and a.ally and s.pc(a.ally).wounds >= 2
        and s.ladder + 1 not in s.armed
        and (not isinstance(a, act.Perform) or healing_of(s.setup.content.abilities[a.ability]))
    ]  # fmt: skip
    if cures:
        worst = max(cures, key=lambda a: s.pc(a.ally).harm)
        return say(worst, "heal", pc=worst.ally)
    steady = next((a for a in legal if isinstance(a, act.Steady)), None)
    if steady is not None:
        return say(steady, "steady", pc=steady.ally)
    rests = [a for a in legal if isinstance(a, act.Rest)]
    slept = len(s.tried.get(nights_key(s), ())) >= s.visits.get(s.node, 0)
    rests = [a for a in rests if a.kind != "night" or not slept]  # one night at each coming; the story does not wait
    if rests and (s.ladder >= 3 or any(pc.harm for pc in s.living())):
        return say(rests[-1], "rest")
    choices = [a for a in legal if isinstance(a, act.Choose)]
    here = [a for a in choices if not a.choice.startswith("to_") and a.choice not in ("begin", "leave", "buy")]
    if here:
        pick = here[rng.below(len(here))]
        return say(pick, "try")
    fresh = [a for a in choices if a.choice.startswith("to_") and a.choice.removeprefix("to_") not in s.visits]
    onward = fresh or choices
    if onward:
        return say(onward[rng.below(len(onward))], "go_on")
    return say(act.DONE, "enough") if act.DONE in legal else Choice(legal[0])


def _own_things(s: SacramentState, legal: Sequence[Action]) -> Choice:
    """Asked for something of use: what heals, for whoever needs it most."""
    cures = [a for a in legal if isinstance(a, act.UseItem)]
    if not cures:
        return say(act.DECLINE, "enough")
    worst = max(cures, key=lambda a: s.pc(a.ally).harm if a.ally else 0)
    return say(worst, "heal", pc=worst.ally or s.current_player())


def _prepare(s: SacramentState, top: Prepare, legal: Sequence[Action]) -> Choice:
    _, check = top.spec(s)
    if top.stage == "roller":
        people = [s.pc(a.ally) for a in legal if isinstance(a, act.ChoosePc)]
        best = max(people, key=lambda pc: (pc.kit.value[best_attribute(pc, check)], -pc.harm))
        return say(act.ChoosePc(ally=best.seat), "best", pc=best.seat)
    if top.stage == "helper":
        personal = any(getattr(effect, "who", "") == "roller" for effect in check.fail)
        if personal:
            return say(act.DECLINE, "alone")
        return say(legal[0], "help")
    if top.stage == "knack":
        free = next((a for a in legal if isinstance(a, act.Option) and a.option in ("arc.hand", "rope")), None)
        return say(free, "knack") if free is not None else say(act.DECLINE, "alone")
    chance = odds(s.pc(top.roller).kit.value[best_attribute(s.pc(top.roller), check)], reckoned(s, check.dc))
    return say(act.ACCEPT if chance < 0.6 else act.DECLINE, "vow")


def _rest(s: SacramentState, legal: Sequence[Action]) -> Choice:
    for action in legal:
        if isinstance(action, (act.Tend, act.Mend)):
            return say(action, "tend")
    cleanses = [a for a in legal if isinstance(a, act.Cleanse)]
    if cleanses:
        own = [a for a in cleanses if a.practice == s.pc(a.leader).sheet.practice]
        pick = max(own or cleanses, key=lambda a: (a.incense, s.pc(a.leader).kit.cleanse))
        return say(pick, "cleanse", pc=pick.leader)
    learned = _planned(s, legal)
    return learned if learned is not None else say(act.DONE, "enough")


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
                return say(found, "plan", pc=pc.seat)
        content = s.setup.content
        paths = [content.abilities[id].path for id in pc.kit.known if content.abilities[id].path != "innate"]
        strongest = max(sorted(set(paths)), key=paths.count, default="")
        own = [a for a in mine if not a.pick.startswith("+") and content.abilities[a.pick].path == strongest]
        return say((own or mine)[0], "plan", pc=pc.seat)
    return None


def _downtime(s: SacramentState, top: Downtime, legal: Sequence[Action]) -> Choice:
    learned = _planned(s, legal)
    if learned is not None:
        return learned
    better = _better_piece(s, legal)
    if better is not None:
        return say(better, "exchange", pc=better.ally)
    for action in legal:
        if isinstance(action, (act.Cleanse, act.Repair, act.Refill)):
            return say(action, "tend")
    return say(act.DONE, "enough")


def _better_piece(s: SacramentState, legal: Sequence[Action]) -> act.Exchange | None:
    """What is in use for the same of the highest tier, if that is higher (SAC-GEAR-08)."""
    found: act.Exchange | None = None
    for action in legal:
        if not isinstance(action, act.Exchange):
            continue
        sheet = s.pc(action.ally).sheet
        old, new = item_from(action.given), item_from(action.taken)
        if old.id != new.id or new.tier <= old.tier or action.given not in (sheet.worn, *sheet.hands):
            continue
        if found is None or (action.ally, action.given) == (found.ally, found.given):
            found = action if found is None or new.tier > item_from(found.taken).tier else found
    return found


def undirected(s: SacramentState, action: Action, seats: Sequence[int]) -> tuple[Action, ...]:
    """What companions that nobody directed do for themselves before a rest or the days between two stories are over:
    their next picks, and better pieces for those they use (SAC-PICK-03, SAC-GEAR-08).
    """
    if not isinstance(action, act.Done) or not s.stack or not isinstance(s.stack[-1], (Downtime, RestActs)):
        return ()
    kind = type(s.stack[-1])
    done: list[Action] = []
    trial = s.clone()
    for seat in seats:
        refused: set[Action] = set()
        while trial.stack and isinstance(trial.stack[-1], kind):
            mine = [one for one in trial.legal_actions() if getattr(one, "ally", 0) == seat and one not in refused]
            learned = _planned(trial, mine)
            wish = learned.action if learned is not None else _better_piece(trial, mine)
            if wish is None:
                break
            after = trial.clone()
            after.step(wish)
            if after.stack and isinstance(after.stack[-1], kind):
                trial = after
                done.append(wish)
            else:
                refused.add(wish)  # it asks for more: that is for people to say
    return tuple(done)
