"""Checks that are still to come, part by part: for the cards that a table shows, and for odds.

Pure queries like those in ``queries``: they look and change nothing. ``viewer`` is who looks: of a hidden check, or of
any where the table hides difficulties, all but the game master are told no difficulty and no odds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct, structs

from game.core.contract import Action
from game.sacrament import actions as act
from game.sacrament.checks import attack_parts, odds, standing
from game.sacrament.effects.lists import Attack, Effects
from game.sacrament.effects.standing import Evade
from game.sacrament.frames import GM
from game.sacrament.gm import Called
from game.sacrament.nodes import candidates, node_of
from game.sacrament.preparing import Prepare, best_attribute, bonuses
from game.sacrament.reactions import Reaction, brace
from game.sacrament.scenarios import CheckSpec, Choice

if TYPE_CHECKING:
    from game.sacrament.state import Foe, Pc, SacramentState


class CheckCard(Struct, frozen=True):
    """What is known of a check before it is rolled (SAC-CHECK-03). ``difficulty`` 0: it is hidden, and so are the odds.

    ``chance`` is from 0 to 1 for ``seat``; ``parts`` are the modifiers by name, the attribute first.
    """

    seat: int
    attribute: str
    difficulty: int
    parts: tuple[tuple[str, int], ...]
    chance: float
    who: str = "any"

    @property
    def hidden(self) -> bool:
        """Whether the difficulty is the game master's alone (SAC-GM-04, table option)."""
        return self.difficulty == 0

    @property
    def bonus(self) -> int:
        """All modifiers together."""
        return sum(n for _, n in self.parts)


def check_card(s: SacramentState, action: Action, viewer: int | None) -> CheckCard | None:
    """The check that ``action`` would lead to, for whoever would do best; ``None`` where no roll is foreseen."""
    if isinstance(action, act.Choose):
        choice = node_of(s).choices.get(action.choice) if s.fight is None and s.node else None
        if choice is None or choice.check is None:
            return None
        able = candidates(s, choice)
        cards = [_scene_card(s, choice, choice.check, Prepare(choice.id, roller=pc.seat), pc, viewer) for pc in able]
        return max(cards, key=lambda card: card.bonus, default=None)
    if isinstance(action, act.RollIt) and s.stack and isinstance(s.stack[-1], Called):
        return _called_card(s, s.stack[-1], viewer)
    card = None
    if s.fight is not None:
        card = _reaction_card(s, action) if isinstance(action, act.React) else _attack_card(s, action)
    return None if card is None else _veiled(s, card, viewer)


def pending_card(s: SacramentState, viewer: int | None) -> CheckCard | None:
    """The check that is being prepared, as it stands: roller, helper, knack and vow counted."""
    top = s.stack[-1] if s.stack else None
    if isinstance(top, Called):
        return _called_card(s, top, viewer)
    if not isinstance(top, Prepare) or not top.roller:
        return None
    choice, check = top.spec(s)
    return _scene_card(s, choice, check, top, s.pc(top.roller), viewer)


def roller_card(s: SacramentState, seat: int, viewer: int | None) -> CheckCard | None:
    """The check that is being prepared, if ``seat`` rolled it."""
    top = s.stack[-1] if s.stack else None
    if not isinstance(top, Prepare):
        return None
    choice, check = top.spec(s)
    return _scene_card(s, choice, check, Prepare(top.choice, roller=seat), s.pc(seat), viewer)


def prepared_card(s: SacramentState, action: Action, viewer: int | None) -> CheckCard | None:
    """The check that is being prepared as it would stand after an answer: who rolls, who helps, what is brought to
    bear.
    """
    top = s.stack[-1] if s.stack else None
    if not isinstance(top, Prepare):
        return None
    if isinstance(action, act.ChoosePc):
        field = "roller" if top.stage == "roller" else "helper"
        top = structs.replace(top, **{field: action.ally})
    elif isinstance(action, act.Option):
        top = structs.replace(top, knack=action.option)
    elif isinstance(action, act.Accept):
        top = structs.replace(top, vow=True)
    if not 1 <= top.roller <= len(s.pcs):
        return None
    choice, check = top.spec(s)
    return _scene_card(s, choice, check, top, s.pc(top.roller), viewer)


def _veiled(s: SacramentState, card: CheckCard, viewer: int | None, *, hidden: bool = False) -> CheckCard:
    """The card as ``viewer`` may read it."""
    if viewer == GM or (s.setup.open_difficulties and not hidden):
        return card
    return structs.replace(card, difficulty=0, chance=0.0)


def _scene_card(
    s: SacramentState, choice: Choice, check: CheckSpec, frame: Prepare, pc: Pc, viewer: int | None
) -> CheckCard:
    attribute = best_attribute(pc, check)
    parts = ((attribute, pc.kit.value[attribute]), *standing(pc), *bonuses(s, frame))
    chance = odds(sum(n for _, n in parts), check.dc)
    card = CheckCard(pc.seat, attribute, check.dc, parts, chance, choice.who)
    return _veiled(s, card, viewer, hidden=check.hidden)


def _called_card(s: SacramentState, frame: Called, viewer: int | None) -> CheckCard:
    pc = s.pc(frame.who)
    parts = [(frame.attribute, pc.kit.value[frame.attribute])] if frame.attribute else []
    parts += standing(pc)
    if viewer == GM or not frame.hidden:
        parts += frame.parts()
    chance = odds(sum(n for _, n in parts), frame.difficulty)
    card = CheckCard(pc.seat, frame.attribute, frame.difficulty, tuple(parts), chance)
    return _veiled(s, card, viewer, hidden=frame.hidden)


def _attack_card(s: SacramentState, action: Action) -> CheckCard | None:
    seat = action.seat if action.seat is not None else s.current_player()
    token = getattr(action, "token", "")
    if not 1 <= seat <= len(s.pcs) or token not in s.foes:
        return None
    pc, foe = s.pc(seat), s.foes[token]
    if isinstance(action, act.Strike):
        return _card(s, pc, foe, *_strike_with(s, pc, foe, action.weapon), spell=False)
    if isinstance(action, act.Perform):
        ability = s.setup.content.abilities.get(action.ability)
        attack = _attack_in(ability.effects) if ability is not None else None
        if ability is None or attack is None:
            return None
        attribute = max(attack.attributes, key=lambda name: pc.kit.value[name])
        plus = ((ability.id, attack.plus),) if attack.plus else ()
        return _card(s, pc, foe, attribute, plus + _to_hit(s, pc, action.weapon), spell=ability.is_spell)
    if isinstance(action, act.UseItem) and action.item in pc.kit.things:
        attack = _attack_in(pc.kit.things[action.item].effects)
        if attack is not None:
            attribute = max(attack.attributes, key=lambda name: pc.kit.value[name])
            return _card(s, pc, foe, attribute, (), spell=False)
    return None


def _reaction_card(s: SacramentState, action: act.React) -> CheckCard | None:
    """The check by which a blow is evaded (SAC-HIT-04); other reactions roll none."""
    top = s.stack[-1] if s.stack else None
    ability = s.setup.content.abilities.get(action.ability)
    if not isinstance(top, Reaction) or ability is None or not isinstance(ability.effects[0], Evade):
        return None
    pc, foe, attribute = s.pc(top.owner), s.foes[top.blow(s).token], ability.effects[0].attr
    parts = ((attribute, pc.kit.value[attribute]), *standing(pc), *brace(pc))
    chance = odds(sum(n for _, n in parts), foe.block.difficulty)
    return CheckCard(pc.seat, attribute, foe.block.difficulty, parts, chance)


def _strike_with(s: SacramentState, pc: Pc, foe: Foe, weapon: str) -> tuple[str, tuple[tuple[str, int], ...]]:
    if not weapon:
        return "strength", ()
    _, melee, _, ranged = pc.kit.strikes[weapon]
    close = s.band_to_foe(pc, foe) == 0 and bool(melee)
    return (melee if close else ranged), _to_hit(s, pc, weapon)


def _to_hit(s: SacramentState, pc: Pc, weapon: str) -> tuple[tuple[str, int], ...]:
    """What a weapon itself adds."""
    to_hit = s.setup.content.weapons[pc.kit.weapons[weapon].id].to_hit if weapon in pc.kit.weapons else 0
    return ((weapon, to_hit),) if to_hit else ()


def _attack_in(effects: Effects) -> Attack | None:
    return next((effect for effect in effects if isinstance(effect, Attack)), None)


def _card(
    s: SacramentState, pc: Pc, foe: Foe, attribute: str, plus: tuple[tuple[str, int], ...], *, spell: bool
) -> CheckCard:
    parts = tuple(attack_parts(s, pc, foe, attribute, plus, spell))
    chance = 1.0 if pc.martyr else odds(sum(n for _, n in parts), foe.block.difficulty)
    return CheckCard(pc.seat, attribute, foe.block.difficulty, parts, chance)
