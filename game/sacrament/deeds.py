"""What a PC does in its turn (SAC-TURN, SAC-TOKEN): the token cost of each action, and what it brings."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, Final

from game.core.contract import Action, Event
from game.sacrament import actions as act
from game.sacrament.characters import item_from, item_of, parted, take_item
from game.sacrament.checks import end_focus, roll_check
from game.sacrament.effects.base import Ctx
from game.sacrament.effects.field import ask_push, place_pc
from game.sacrament.effects.lists import Attack, Effects, run
from game.sacrament.effects.wounds import Dmg
from game.sacrament.events import (
    AbilityUsed,
    BonusGained,
    DeedDone,
    ItemChanged,
    LightChanged,
    Revealed,
    TokensChanged,
)
from game.sacrament.gear import TooMuch, carried, has_room, lay_down, lose, pack, spend_charge, use_one, wield
from game.sacrament.harm import end_condition, end_until, foe_out, steady, take_guard
from game.sacrament.legal import DEEDS, ROUGH_COST, STEADY_COST, USE_COST, wield_cost, would_yield
from game.sacrament.magic import draw_on_magic, growth_of
from game.sacrament.maps import OUT
from game.sacrament.preparing import object_check
from game.sacrament.reactions import pay
from game.sacrament.uses import Use, ability_use, remember, thing_use
from game.sacrament.values import Mod

if TYPE_CHECKING:
    from game.sacrament.state import Foe, Pc, SacramentState

STEADY_DC: Final = 12
SEARCH_DC: Final = 12
YIELD_DC: Final = 15
RECOVER_DC: Final = 15


def spend(s: SacramentState, pc: Pc, n: int, cause: str, out: list[Event] | None) -> None:
    """Pay tokens (SAC-TOKEN-03, SAC-TOKEN-09)."""
    pc.spent += n
    if not n:
        return
    pc.tokens -= n
    if out is not None:
        clauses = ("SAC-TOKEN-03", "SAC-TOKEN-09", "SAC-TOKEN-04")
        out.append(TokensChanged(clauses=clauses, seat=pc.seat, change=-n, now=pc.tokens, cause=cause))


def _do_move(s: SacramentState, pc: Pc, action: act.Move, out: list[Event] | None) -> None:
    grid = s.grid
    assert grid is not None
    tile = grid.index[action.space]
    spend(s, pc, 1 + (ROUGH_COST if grid.rough[tile] else 0), "move", out)
    place_pc(s, pc, tile, "rough" if grid.rough[tile] else "step", out)


def _do_strike(s: SacramentState, pc: Pc, action: act.Strike, out: list[Event] | None) -> None:
    spend(s, pc, 1, "strike", out)
    foe = s.foes[action.token]
    if action.weapon:
        weapon = s.setup.content.weapons[pc.kit.weapons[action.weapon].id]
        if weapon.once:
            pc.used = (*pc.used, f"turn:{action.weapon}")
        strikes = pc.kit.strikes[action.weapon]
        attribute = strikes[1] if foe.tile == pc.tile else strikes[3]
    else:
        attribute = "strength"
    if out is not None:
        out.append(
            AbilityUsed(
                clauses=("SAC-TURN-02", "SAC-GEAR-03", "SAC-ATTACK-04", "SAC-DIST-04", "SAC-GEAR-04"),
                seat=pc.seat,
                used="strike",
                cost=1,
                targets=(action.token,),
            )
        )
    run(
        s,
        _strike_effects(attribute),
        Ctx(actor=pc.seat, tokens=(action.token,), source="strike", weapon=action.weapon, strike=True),
        out,
    )


@cache
def _strike_effects(attribute: str) -> Effects:
    return (Attack((attribute,), hit=(Dmg("W"),)),)


def _do_guard(s: SacramentState, pc: Pc, action: act.Guard, out: list[Event] | None) -> None:
    spend(s, pc, 1, "guard", out)
    take_guard(pc, "guard", out)


def aim_of(
    s: SacramentState, pc: Pc, use: Use, action: act.Perform | act.UseItem
) -> tuple[tuple[str, ...], tuple[int, ...], int]:
    """Targets of a use: tokens, seats, tile."""
    grid, kind, reach = s.grid, use.target, use.reach
    tile = grid.index[action.space] if grid is not None and action.space else -1
    if action.token:
        return (action.token,), (), tile
    if action.ally:
        return (), (action.ally,), tile
    if kind == "foes_in_tile":
        return tuple(f.token for f in s.foes.values() if f.tile == tile and s.band_to_foe(pc, f) != OUT), (), tile
    if kind in ("all_foes", "dead_foes"):
        found = [f for f in s.foes.values() if s.band_to_foe(pc, f) <= reach]
        if kind == "dead_foes":
            found = [f for f in found if "dead" in f.block.tags]
        return tuple(f.token for f in found), (), tile
    if kind == "allies":
        return (), tuple(o.seat for o in s.living() if s.fight is None or s.band(pc.tile, o.tile) <= reach), tile
    return (), (), tile


def perform(s: SacramentState, pc: Pc, action: act.Perform, out: list[Event] | None) -> None:
    """An action or spell: targets, tokens, ladder, effect (SAC-MAGIC-02)."""
    ability = s.setup.content.abilities[action.ability]
    use = ability_use(ability.id)
    tokens, allies, tile = aim_of(s, pc, use, action)
    pay(s, pc, ability, out)
    pc.spent += ability.cost
    remember(pc, use)
    if action.weapon and s.setup.content.weapons[pc.kit.weapons[action.weapon].id].once:
        pc.used = (*pc.used, f"turn:{action.weapon}")
    if out is not None:
        out.append(
            AbilityUsed(
                clauses=("SAC-PATH-01", "SAC-TOKEN-03", "SAC-TURN-05"),
                seat=pc.seat,
                used=ability.id,
                cost=ability.cost,
                targets=tokens + tuple(map(str, allies)),
            )
        )
    if ability.is_spell:
        draw_on_magic(s, pc, ability.risk, ability.id, out, spell=True)
        if not any(isinstance(effect, Attack) for effect in ability.effects):
            end_focus(pc)  # it was the next spell, though nothing is rolled for it
    run(
        s,
        ability.effects,
        Ctx(
            actor=pc.seat,
            tokens=tokens,
            allies=allies,
            tile=tile,
            source=ability.id,
            weapon=action.weapon,
            spell=ability.is_spell,
            grow=growth_of(ability, pc.sheet.level),
            reach=use.reach,
            tier=ability.level,
        ),
        out,
    )


def use_item(s: SacramentState, pc: Pc, action: act.UseItem, out: list[Event] | None) -> None:
    """A trinket or consumable; one that draws on magic raises the ladder (SAC-MAGIC-05)."""
    thing = pc.kit.things[action.item]
    use = thing_use(action.item)
    tokens, allies, tile = aim_of(s, pc, use, action)
    if s.fight is not None:
        spend(s, pc, thing.cost, action.item, out)
    remember(pc, use)
    if out is not None:
        out.append(
            AbilityUsed(
                clauses=("SAC-TURN-03", "SAC-GEAR-01"),
                seat=pc.seat,
                used=action.item,
                cost=thing.cost,
                targets=tokens + tuple(map(str, allies)),
                item=True,
            )
        )
    if thing.charges:
        spend_charge(pc, action.item, thing.charges)
    elif not thing.trinket:
        use_one(s, pc, action.item, thing.uses, out)
    if thing.magic:
        draw_on_magic(s, pc, thing.risk, action.item, out, spell=False)
    ctx = Ctx(actor=pc.seat, tokens=tokens, allies=allies, tile=tile, source=action.item, reach=use.reach)
    run(s, thing.effects, ctx, out)


def _do_wield(s: SacramentState, pc: Pc, action: act.Wield, out: list[Event] | None) -> None:
    spend(s, pc, wield_cost(s, pc, action.item), "wield", out)
    pc.drawn = True
    wield(s, pc, action.item, out)


def _do_hand_over(s: SacramentState, pc: Pc, action: act.HandOver, out: list[Event] | None) -> None:
    spend(s, pc, USE_COST, "hand_over", out)
    item = item_of(pc.sheet, action.item)
    assert item is not None
    lose(s, pc, action.item, 1, "given", out)
    gift, ally = parted(item)[0], s.pc(action.ally)
    if s.setup.private_packs and not has_room(s, ally, gift):
        s.ask(TooMuch(ally.seat, gift, "given", back=pc.seat))  # nobody could tell before
    else:
        pack(s, ally, gift, "given", out)


def _do_drop(s: SacramentState, pc: Pc, action: act.DropItem, out: list[Event] | None) -> None:
    lay_down(s, pc, action.item)
    pc.set_sheet(take_item(pc.sheet, action.item))
    if out is not None:
        out.append(
            ItemChanged(
                clauses=("SAC-TURN-04",),
                seat=pc.seat,
                item=action.item,
                n=-1,
                cause="dropped",
                left=carried(s, pc, action.item),
            )
        )


def _do_pick_up(s: SacramentState, pc: Pc, action: act.PickUp, out: list[Event] | None) -> None:
    spend(s, pc, USE_COST, "pick_up", out)
    assert s.fight is not None
    found = next(entry for entry in s.fight.loot if entry[:2] == (pc.tile, action.item))
    loot = list(s.fight.loot)
    loot.remove(found)
    s.set_loot(tuple(loot))
    pack(s, pc, item_from(action.item, found[2]), "found", out)


def _do_operate(s: SacramentState, pc: Pc, action: act.Operate, out: list[Event] | None) -> None:
    spec = s.spec
    grid = s.grid
    assert spec is not None
    assert grid is not None
    assert s.fight is not None
    name, place = action.thing, action.space
    mark = f"{name}@{place}"
    thing = spec.objects[name]
    spend(s, pc, thing.cost, name, out)
    if thing.once:
        s.fight.used = (*s.fight.used, mark)
    else:
        pc.used = (*pc.used, f"turn:{mark}")
    ctx = Ctx(actor=pc.seat, tile=grid.index[place], source=name)
    if thing.check is None:
        run(s, thing.effects, ctx, out)
    else:
        object_check(s, pc, name, thing.check, ctx, out)


def _do_steady(s: SacramentState, pc: Pc, action: act.Steady, out: list[Event] | None) -> None:
    """SAC-DYING-05: Wits 12; failure costs the tokens and may be tried again next turn."""
    spend(s, pc, STEADY_COST, "steady", out)
    clauses = ("SAC-DYING-05", "SAC-TURN-03", "SAC-CHECK-01", "SAC-CHECK-09")
    if roll_check(s, pc, "steady", "wits", STEADY_DC, (), out, clauses):
        steady(s.pc(action.ally), out, ("SAC-DYING-05",))
    else:
        pc.used = (*pc.used, f"turn:steady_{action.ally}")


def _do_improvise(s: SacramentState, pc: Pc, action: act.Improvise, out: list[Event] | None) -> None:
    if action.deed == "free":
        spend(s, pc, action.cost, "improvise", out)
        s.setup.answers.ask_judgement(s, pc, action.words)
        return
    spend(s, pc, DEEDS[action.deed], action.deed, out)
    done = True
    if action.deed == "brace":
        pc.mods = (*pc.mods, Mod("evade", 1, "scene"))
        if out is not None:
            out.append(BonusGained(clauses=("SAC-TURN-03",), seat=pc.seat, what="evade", n=1))
    elif action.deed == "drag":
        grid = s.grid
        assert grid is not None
        for who in (pc, s.pc(action.ally)):
            place_pc(s, who, grid.index[action.space], "drag", out)
    elif action.deed == "shove":
        foe = s.foes[action.token]
        clauses = ("SAC-TURN-03", "SAC-CHECK-01", "SAC-CHECK-09")
        done = roll_check(s, pc, "shove", "strength", foe.block.difficulty, (), out, clauses)
        if done:
            ask_push(s, pc.seat, foe, False, out)
    elif action.deed == "recover":
        clauses = ("SAC-HIT-08", "SAC-CHECK-01", "SAC-CHECK-09")
        done = roll_check(s, pc, "recover", "will", RECOVER_DC, (), out, clauses)
        if done:
            end_until(pc, ("will15",), out)
    elif action.deed == "yield":
        done = _call_to_yield(s, pc, s.foes[action.token], out)
    else:
        done = _search(s, pc, out)
    if out is not None:
        out.append(DeedDone(clauses=("SAC-TURN-03",), seat=pc.seat, deed=action.deed, success=done))


def _call_to_yield(s: SacramentState, pc: Pc, foe: Foe, out: list[Event] | None) -> bool:
    clauses = ("SAC-TURN-03", "SAC-CHECK-01", "SAC-CHECK-09")
    foe.called = (*foe.called, pc.seat)
    if roll_check(s, pc, "yield", "will", YIELD_DC, (), out, clauses) and would_yield(s, foe):
        foe_out(s, foe, "yield", out)
        return True
    foe.provoked = pc.seat
    return False


def _search(s: SacramentState, pc: Pc, out: list[Event] | None) -> bool:
    clauses = ("SAC-TURN-03", "SAC-HIT-08", "SAC-CHECK-09")
    pc.used = (*pc.used, "turn:search")
    if not roll_check(s, pc, "search", "wits", SEARCH_DC, (), out, clauses):
        return False
    found = [foe for foe in s.foes.values() if foe.tile == pc.tile]
    for foe in found:
        foe.hidden = False
    if out is not None:
        space = s.place_name(pc.tile)
        out.append(Revealed(clauses=("SAC-HIT-08",), space=space, tokens=tuple(foe.token for foe in found)))
    return True


def _do_douse(s: SacramentState, pc: Pc, action: act.Douse, out: list[Event] | None) -> None:
    spend(s, pc, 1, "douse", out)
    end_condition(pc, "burning", out)


def _do_relight(s: SacramentState, pc: Pc, action: act.Relight, out: list[Event] | None) -> None:
    spend(s, pc, USE_COST, "relight", out)
    pc.light = True
    s.relit()
    if out is not None:
        out.append(LightChanged(clauses=("SAC-VTT-06",), on=True, seat=pc.seat))


PLAIN: Final[dict[type[Action], Any]] = {
    act.Move: _do_move,
    act.Guard: _do_guard,
    act.Wield: _do_wield,
    act.DropItem: _do_drop,
    act.PickUp: _do_pick_up,
    act.Douse: _do_douse,
    act.Relight: _do_relight,
}
"""What is complete at once: nobody is asked anything about it, and the ladder stays."""
DO: Final[dict[type[Action], Any]] = {
    act.Strike: _do_strike,
    act.HandOver: _do_hand_over,
    act.Perform: perform,
    act.UseItem: use_item,
    act.Operate: _do_operate,
    act.Steady: _do_steady,
    act.Improvise: _do_improvise,
}
"""What may lead to more."""
