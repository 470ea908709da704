"""Reactions: actions with a trigger, paid from the round's tokens (SAC-HIT-03, SAC-TOKEN-07, SAC-TOKEN-08)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from msgspec import structs

from game.core.contract import Action, Event, Values
from game.sacrament import actions as act
from game.sacrament.checks import end_focus, roll_check
from game.sacrament.content import Ability
from game.sacrament.effects.base import Ctx
from game.sacrament.effects.field import place_pc
from game.sacrament.effects.lists import Choose, run
from game.sacrament.effects.standing import Evade, Martyr, Mirror, Redirect
from game.sacrament.events import BlowMissed, DiceRolled, HarmMarked, Reacted, TokensChanged
from game.sacrament.frames import GM, Frame
from game.sacrament.harm import fall, hurt_foe
from game.sacrament.legal import may_use
from game.sacrament.magic import draw_on_magic
from game.sacrament.maps import NEAR
from game.sacrament.uses import ability_use, remember

if TYPE_CHECKING:
    from game.sacrament.adversaries import Blow
    from game.sacrament.state import Pc, SacramentState


def answers(s: SacramentState, pc: Pc, trigger: str, blow: Blow) -> list[Ability]:
    """The reactions a PC may give to a blow now."""
    if not pc.able or pc.seat in blow.reacted:
        return []
    victim = s.pc(blow.victim)
    out = []
    for ability in pc.kit.reactions[trigger]:
        if pc.tokens < ability.cost or not may_use(pc, ability_use(ability.id)):
            continue
        own = pc.seat == blow.victim
        if (own and ability.target == "other_ally") or (not own and ability.target == "self"):
            continue
        if not own and s.band(pc.tile, victim.tile) > NEAR:
            continue
        effect = ability.effects[0]
        if isinstance(effect, Redirect) and effect.move and pc.tile != victim.tile and not _can_step(s, pc, victim):
            continue
        out.append(ability)
    return out


def _can_step(s: SacramentState, pc: Pc, victim: Pc) -> bool:
    grid = s.grid
    if grid is None:
        return True
    return not pc.has("rooted") and victim.tile in grid.steps[pc.tile] and victim.tile not in s.closed()


def offer(s: SacramentState, trigger: str, blow: Blow) -> None:
    """Ask everybody who could answer, the struck PC first, then seat order (SAC-HIT-03)."""
    for pc in s.pcs:
        if pc.kit.reacts:
            break
    else:
        return
    asked = [pc.seat for pc in s.pcs if pc.kit.reactions[trigger] and answers(s, pc, trigger, blow)]
    if asked:
        order = sorted(asked, key=lambda seat: (seat != blow.victim, seat))
        s.stack += tuple(Reaction(seat, trigger) for seat in reversed(order))


class Reaction(Frame, frozen=True, tag="reaction"):
    """REACTION: answer the blow or let it be."""

    owner: int
    trigger: str

    boundary: ClassVar[bool] = False
    name: ClassVar[str] = "reaction"
    clauses: ClassVar[tuple[str, ...]] = ("SAC-HIT-03", "SAC-TOKEN-08")

    def seat(self, s: SacramentState) -> int:
        return self.owner

    def blow(self, s: SacramentState) -> Blow:
        """The blow that is answered: the topmost beneath the open reactions."""
        blow: Any = next(frame for frame in reversed(s.stack) if frame.is_blow)
        found: Blow = blow
        return found

    def legal(self, s: SacramentState) -> tuple[Action, ...]:
        found = answers(s, s.pc(self.owner), self.trigger, self.blow(s))
        return (*(act.React(ability=ability.id) for ability in found), act.DECLINE)

    def resolve(self, s: SacramentState, action: Any, out: list[Event] | None) -> None:
        blow = self.blow(s)
        s.drop()
        if type(action) is act.Decline:
            return
        pc = s.pc(self.owner)
        ability = s.setup.content.abilities[action.ability]
        pay(s, pc, ability, out)
        remember(pc, ability_use(ability.id))
        if out is not None:
            clauses = ("SAC-HIT-03", "SAC-PATH-01", "SAC-TOKEN-07")
            out.append(Reacted(clauses=clauses, seat=pc.seat, ability=ability.id, victim=blow.victim))
        if ability.kind == "spell":
            draw_on_magic(s, pc, ability.risk, ability.id, out, spell=True)
            end_focus(pc)  # it was the next spell of the turn
        blow = structs.replace(blow, reacted=(*blow.reacted, pc.seat))
        effect = ability.effects[0]
        if isinstance(effect, Evade):
            self._evade(s, pc, effect, blow, out)
        elif isinstance(effect, Mirror):
            self._mirror(s, blow, out)
        elif isinstance(effect, Redirect):
            if self.trigger == "harm_due":
                replace_blow(s, structs.replace(blow, bearer=pc.seat))
                return
            if effect.move:
                place_pc(s, pc, s.pc(blow.victim).tile, "interpose", out)
            replace_blow(s, structs.replace(blow, victim=pc.seat))

    def _evade(self, s: SacramentState, pc: Pc, effect: Evade, blow: Blow, out: list[Event] | None) -> None:
        foe = s.foes[blow.token]
        extra = brace(pc)
        if extra:
            pc.mods = tuple(mod for mod in pc.mods if mod.what != "evade")
        clauses = ("SAC-HIT-04", "SAC-CHECK-01", "SAC-CHECK-09", "SAC-DICE-04")
        if roll_check(s, pc, "evade", effect.attr, foe.block.difficulty, extra, out, clauses):
            cancel_blow(s, blow, "evaded", out)
        else:
            replace_blow(s, blow)

    def _mirror(self, s: SacramentState, blow: Blow, out: list[Event] | None) -> None:
        foe = s.foes[blow.token]
        dice = tuple(s.d6(GM) for _ in range(blow.dice))
        if out is not None:
            clauses = ("SAC-HIT-04",)
            out.append(DiceRolled(clauses=clauses, label="damage", dice=dice, total=sum(dice), token=foe.token))
        cancel_blow(s, blow, "mirrored", out)
        hurt_foe(s, foe, sum(dice), self.owner, out, hit=False)

    def values(self, s: SacramentState) -> Values:
        """Who strikes whom, and with how much; of an adversary that is still hidden only that there is one."""
        blow = self.blow(s)
        foe = s.foes.get(blow.token)
        due = self.trigger == "harm_due"
        values = {"victim": blow.bearer or blow.victim, "count": blow.damage - blow.absorbed if due else blow.dice}
        if foe is None or foe.hidden:
            return {**values, "trigger": f"@sacrament.trigger.{self.trigger}.unseen"}
        return {**values, "trigger": f"@sacrament.trigger.{self.trigger}", "token": blow.token}


def brace(pc: Pc) -> tuple[tuple[str, int], ...]:
    """What getting ready to evade adds to it, by name (SAC-TURN-03)."""
    n = pc.mod("evade")
    return (("brace", n),) if n else ()


def pay(s: SacramentState, pc: Pc, ability: Ability, out: list[Event] | None) -> None:
    """Tokens for an ability (SAC-TOKEN-03, SAC-TOKEN-09). Outside combat they do not matter."""
    if s.fight is None or not ability.cost:
        return
    pc.tokens -= ability.cost
    if out is not None:
        clauses = ("SAC-TOKEN-03", "SAC-TOKEN-09")
        out.append(
            TokensChanged(clauses=clauses, seat=pc.seat, change=-ability.cost, now=pc.tokens, cause=ability.id)
        )


def replace_blow(s: SacramentState, blow: Blow) -> None:
    """The topmost blow is changed by a reaction."""
    for at in range(len(s.stack) - 1, -1, -1):
        if s.stack[at].is_blow:
            s.stack = (*s.stack[:at], blow, *s.stack[at + 1 :])
            return


def cancel_blow(s: SacramentState, blow: Blow, cause: str, out: list[Event] | None) -> None:
    """The attack misses: no damage, no Guard spent, no critical (SAC-HIT-04); nobody else is asked."""
    at = next(i for i in range(len(s.stack) - 1, -1, -1) if s.stack[i].is_blow)
    s.stack = s.stack[:at]
    if out is not None:
        out.append(BlowMissed(clauses=("SAC-HIT-04",), token=blow.token, victim=blow.victim, cause=cause))


class Falling(Frame, frozen=True, tag="falling"):
    """REACTION: stay up for the rest of the round instead of falling."""

    owner: int

    boundary: ClassVar[bool] = False
    name: ClassVar[str] = "reaction"
    clauses: ClassVar[tuple[str, ...]] = ("SAC-DYING-01", "SAC-HIT-03")

    def seat(self, s: SacramentState) -> int:
        return self.owner

    def legal(self, s: SacramentState) -> tuple[Action, ...]:
        return (*(act.React(ability=a.id) for a in s.pc(self.owner).kit.reactions["falling"]), act.DECLINE)

    def resolve(self, s: SacramentState, action: Any, out: list[Event] | None) -> None:
        s.drop()
        pc = s.pc(self.owner)
        if type(action) is act.Decline:
            fall(s, pc, out)
            return
        ability = s.setup.content.abilities[action.ability]
        assert isinstance(ability.effects[0], Martyr)
        remember(pc, ability_use(ability.id))
        pc.martyr = True
        if out is not None:
            out.append(Reacted(clauses=("SAC-HIT-03",), seat=pc.seat, ability=ability.id, victim=pc.seat))
            out.append(
                HarmMarked(
                    clauses=("SAC-HARM-02",), seat=pc.seat, n=0, harm=pc.harm, wounds=pc.wounds, cause=ability.id
                )
            )

    def values(self, s: SacramentState) -> Values:
        return {"trigger": "@sacrament.trigger.falling", "victim": self.owner}


def offer_antiphon(s: SacramentState, hitter: Pc, out: list[Event] | None) -> None:
    """An ally in Near hit: passives that answer once a round ask what they give (Antiphon)."""
    if s.fight is None:
        return
    for pc in reversed(s.pcs):
        if pc is hitter or not pc.able:
            continue
        for ability in pc.kit.reactions["ally_hits"]:
            use = ability_use(ability.id)
            if use.mark in pc.used or s.band(pc.tile, hitter.tile) > NEAR:
                continue
            remember(pc, use)
            effect = ability.effects[0]
            assert isinstance(effect, Choose)
            run(s, (effect,), Ctx(actor=pc.seat, allies=(hitter.seat,), source=ability.id), out)


def ask_falling(s: SacramentState, seat: int) -> None:
    """A PC about to fall may answer that."""
    s.ask(Falling(seat))
