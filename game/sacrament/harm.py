"""Harm, Wounds, healing, dying (SAC-HARM, SAC-WOUND, SAC-HEAL, SAC-DYING), and conditions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import structs

from game.core.contract import Event
from game.sacrament.effects.base import Ctx
from game.sacrament.events import (
    BoxesCleared,
    ConditionChanged,
    DiceRolled,
    DurabilityChanged,
    FadeMarked,
    FadesGone,
    FoeCame,
    FoeHurt,
    FoeOut,
    GuardReady,
    HarmMarked,
    PcDied,
    PcFell,
    PcSteadied,
    TokensChanged,
    WardChanged,
    WoundsHealed,
)
from game.sacrament.frames import GM
from game.sacrament.values import BOXES, BOXES_A_WOUND, FADES, POOL, Cond

if TYPE_CHECKING:
    from game.sacrament.state import Foe, Pc, SacramentState

HARM_CLAUSES = ("SAC-HARM-01", "SAC-HARM-02", "SAC-WOUND-01")
HEAL_CLAUSES = ("SAC-HEAL-01", "SAC-HEAL-02", "SAC-HEAL-07")
SPELL_HEAL = (*HEAL_CLAUSES, "SAC-MAGIC-07")


def mark_harm(
    s: SacramentState, pc: Pc, n: int, cause: str, out: list[Event] | None, clauses: tuple[str, ...] = ()
) -> None:
    """Mark boxes in order; beyond the twelfth nothing is left (SAC-HARM-02). At twelve the PC falls."""
    if n <= 0 or pc.dead or pc.harm >= BOXES:
        return
    before = pc.harm
    pc.harm = min(BOXES - 1 if pc.martyr else BOXES, before + n)
    falls = pc.harm >= BOXES
    offered = falls and _may_stay_up(s, pc)
    if out is not None:
        more = ("SAC-WOUND-02",) if pc.harm // BOXES_A_WOUND > before // BOXES_A_WOUND else ()
        out.append(
            HarmMarked(
                clauses=(*HARM_CLAUSES, *more, *clauses),
                seat=pc.seat,
                n=pc.harm - before,
                harm=pc.harm,
                wounds=pc.wounds,
                cause=cause,
            )
        )
    if offered:
        pc.harm = BOXES - 1
        s.setup.answers.ask_falling(s, pc.seat)
    elif falls:
        fall(s, pc, out)


def _may_stay_up(s: SacramentState, pc: Pc) -> bool:
    """Whether the PC knows a reaction against falling and may use it now."""
    return (
        s.fight is not None
        and not pc.martyr
        and any(f"session:{a.id}" not in pc.used for a in pc.kit.reactions["falling"])
    )


def fall(s: SacramentState, pc: Pc, out: list[Event] | None) -> None:
    """The PC is dying: prone, no turns, no Guard (SAC-DYING-01)."""
    pc.harm = BOXES
    pc.steady = pc.martyr = False
    if pc.guard:
        pc.guard = False
        if out is not None:
            out.append(GuardReady(clauses=("SAC-DYING-01",), seat=pc.seat, ready=False, cause="fell"))
    if out is not None:
        out.append(PcFell(clauses=("SAC-WOUND-03", "SAC-DYING-01"), seat=pc.seat))


def heal_wounds(
    s: SacramentState, pc: Pc, n: int, cause: str, out: list[Event] | None, clauses: tuple[str, ...] = HEAL_CLAUSES
) -> int:
    """Heal up to ``n`` Wounds, each clearing four boxes (SAC-HEAL-02); how many were healed. Bleeding ends."""
    healed = min(n, pc.wounds)
    if healed <= 0 or pc.dead:
        return 0
    was_dying = pc.dying
    pc.harm -= BOXES_A_WOUND * healed
    pc.fades = 0
    pc.steady = False
    if was_dying and s.fight is not None:
        pc.stood = s.fight.round
    if out is not None:
        more = ("SAC-DYING-06", "SAC-DYING-04") if was_dying else ()
        out.append(
            WoundsHealed(
                clauses=(*clauses, *more), seat=pc.seat, healed=healed, harm=pc.harm, cause=cause, raised=was_dying
            )
        )
    end_condition(pc, "bleeding", out)
    return healed


def clear_loose(pc: Pc, out: list[Event] | None, clauses: tuple[str, ...]) -> None:
    """Clear the boxes beyond the last full Wound (SAC-HEAL-04, SAC-HEAL-05)."""
    loose = pc.harm % BOXES_A_WOUND
    if loose and not pc.dead:
        pc.harm -= loose
        if out is not None:
            out.append(BoxesCleared(clauses=clauses, seat=pc.seat, n=loose, harm=pc.harm))


def mark_fades(s: SacramentState, pc: Pc, n: int, out: list[Event] | None, clauses: tuple[str, ...]) -> None:
    """Fades of a dying PC; the third is death (SAC-DYING-04)."""
    pc.fades = min(FADES, pc.fades + n)
    if out is not None:
        out.append(FadeMarked(clauses=clauses, seat=pc.seat, n=n, fades=pc.fades))
    if pc.fades >= FADES:
        pc.dead = True
        if out is not None:
            out.append(PcDied(clauses=("SAC-DYING-04", "SAC-HEAL-06"), seat=pc.seat))


def steady(pc: Pc, out: list[Event] | None, clauses: tuple[str, ...]) -> None:
    """No more death checks until hit again."""
    if not pc.steady:
        pc.steady = True
        if out is not None:
            out.append(PcSteadied(clauses=clauses, seat=pc.seat))


def give_tokens(pc: Pc, n: int, cause: str, out: list[Event] | None, clauses: tuple[str, ...]) -> None:
    """Tokens to or from the pool, within 0 and 6 (SAC-TOKEN-06)."""
    before = pc.tokens
    pc.tokens = max(0, min(POOL, before + n))
    if out is not None and n:
        out.append(
            TokensChanged(clauses=clauses, seat=pc.seat, change=pc.tokens - before, now=pc.tokens, cause=cause)
        )


def take_guard(pc: Pc, cause: str, out: list[Event] | None) -> None:
    """A ready Guard (SAC-ARMOUR-05); a second one adds nothing."""
    pc.guard = True
    if out is not None:
        out.append(GuardReady(clauses=("SAC-ARMOUR-05", "SAC-TURN-02"), seat=pc.seat, ready=True, cause=cause))


def set_ward(pc: Pc, n: int, out: list[Event] | None) -> None:
    """Warded n against the next hit; the greater one stands."""
    pc.ward = n if n == 0 else max(pc.ward, n)
    if out is not None:
        out.append(WardChanged(clauses=("SAC-HIT-08", "SAC-ARMOUR-08"), seat=pc.seat, n=pc.ward))


def change_durability(pc: Pc, n: int, out: list[Event] | None, clauses: tuple[str, ...]) -> None:
    """The worn suit's durability, never below 0 nor above its whole (SAC-ARMOUR-04)."""
    if pc.kit.armour is None:
        return
    before = pc.dur
    pc.dur = max(0, min(pc.kit.durability, before + n))
    if pc.dur != before and out is not None:
        if pc.dur == 0:
            clauses = (*clauses, "SAC-ARMOUR-04")
        out.append(DurabilityChanged(clauses=clauses, seat=pc.seat, change=pc.dur - before, now=pc.dur))


# ------------------------------------------------------------------------------------------------------ conditions

_ORDER = ("sot", "eot", "eor", "knot", "will15", "healed", "scene")
"""Durations, shorter first: a renewed condition takes the longer one."""


def _longer(a: str, b: str) -> str:
    return max(a, b, key=lambda until: _ORDER.index(until) if until in _ORDER else len(_ORDER))


def _condition_clauses(name: str) -> tuple[str, ...]:
    return ("SAC-HIT-07",) if name == "rattled" else ("SAC-HIT-08",)


def add_condition(who: Pc | Foe, name: str, until: str, out: list[Event] | None) -> None:
    """A condition begins, or lasts longer. A plague mask keeps Shaken away."""
    seat = getattr(who, "seat", None)
    kit = getattr(who, "kit", None)
    if name == "shaken" and kit is not None and kit.masked:
        return
    if name == "hidden" and seat is None:
        who.hidden = True  # type: ignore[union-attr]  # an adversary
        return
    found = next((cond for cond in who.conds if cond.name == name), None)
    if found is not None:
        until = _longer(found.until, until)
        who.conds = tuple(Cond(name, until) if cond.name == name else cond for cond in who.conds)
    else:
        who.conds = (*who.conds, Cond(name, until))
    if out is not None:
        out.append(
            ConditionChanged(
                clauses=_condition_clauses(name),
                condition=name,
                on=True,
                until=until,
                seat=seat,
                token=getattr(who, "token", ""),
            )
        )


def end_condition(who: Pc | Foe, name: str, out: list[Event] | None) -> None:
    """A condition ends, if it is there."""
    if not who.conds or not any(cond.name == name for cond in who.conds):
        return
    who.conds = tuple(cond for cond in who.conds if cond.name != name)
    if out is not None:
        out.append(
            ConditionChanged(
                clauses=_condition_clauses(name),
                condition=name,
                on=False,
                seat=getattr(who, "seat", None),
                token=getattr(who, "token", ""),
            )
        )


def end_until(who: Pc | Foe, untils: tuple[str, ...], out: list[Event] | None) -> None:
    """The conditions that last until one of ``untils`` end."""
    for cond in who.conds:
        if cond.until in untils:
            end_condition(who, cond.name, out)


def bleed_and_burn(s: SacramentState, pc: Pc, name: str, out: list[Event] | None) -> None:
    """1d6 harm without armour for Bleeding or Burning; no hit, so no Guard is spent (SAC-ARMOUR-10)."""
    if pc.has(name) and pc.able:
        n = s.d6(pc.seat)
        if out is not None:
            out.append(DiceRolled(clauses=("SAC-HIT-08",), label=name, dice=(n,), total=n, seat=pc.seat))
        mark_harm(s, pc, n, name, out, ("SAC-ARMOUR-10", "SAC-HIT-08"))


# ------------------------------------------------------------------------------------------------------ adversaries


def hurt_foe(
    s: SacramentState,
    foe: Foe,
    n: int,
    seat: int,
    out: list[Event] | None,
    *,
    strike: bool = False,
    pierces: bool = False,
    hit: bool = True,
) -> None:
    """Harm to an adversary, less what its hide absorbs; at its harm value it is out (SAC-ATTACK-02, SAC-ATTACK-03)."""
    absorbed = 0
    hide = foe.block.hide
    if hide is not None and hit and not pierces and n > 0 and (strike or hide.against != "strike"):
        grid = s.grid
        if not hide.terrain or (grid is not None and grid.kinds[foe.tile] == hide.terrain):
            dice = tuple(s.d6(GM) for _ in range(hide.dice))
            absorbed = min(n, sum(dice))
            if out is not None:
                out.append(
                    DiceRolled(
                        clauses=("SAC-ATTACK-02",), label="hide", dice=dice, total=sum(dice), token=foe.token
                    )
                )
    n -= absorbed
    before = foe.harm
    foe.harm = min(foe.most, before + max(0, n))
    if seat:
        foe.threat = _added(foe.threat, seat, foe.harm - before)
        foe.dealt = _added(foe.dealt, seat, foe.harm - before)
    if out is not None:
        told = foe.known or s.setup.foe_harm == "exact"
        out.append(
            FoeHurt(
                clauses=("SAC-ATTACK-02", "SAC-ATTACK-03"),
                token=foe.token,
                n=foe.harm - before,
                absorbed=absorbed,
                seat=seat or None,
                over=0 if told else max(0, n) - (foe.harm - before),
            )
        )
    if foe.harm >= foe.most:
        _out_by_harm(s, foe, seat, out)
    elif foe.block.at_half and not foe.half and foe.harm * 2 >= foe.most:
        foe.half = True
        s.setup.answers.run(s, foe.block.at_half, Ctx(foe=foe.token), out)


def _added(amounts: tuple[int, ...], seat: int, n: int) -> tuple[int, ...]:
    out = list(amounts) + [0] * (seat - len(amounts))
    out[seat - 1] += n
    return tuple(out)


def _out_by_harm(s: SacramentState, foe: Foe, seat: int, out: list[Event] | None) -> None:
    rises = foe.block.rises
    if rises is not None and not foe.risen and s.ladder >= rises.ladder:
        foe.risen = True
        foe.most, foe.harm = rises.harm, 0
        foe.acted = False
        if out is not None:
            name = s.place_name(foe.tile)
            out.append(FoeCame(clauses=("SAC-HORROR-05",), token=foe.token, kind=foe.kind, to=name, cause="rise"))
        return
    foe_out(s, foe, "harm", out, seat)


def foe_out(s: SacramentState, foe: Foe, cause: str, out: list[Event] | None, seat: int = 0) -> None:
    """An adversary leaves the fight: dead or downed (``harm``), ``yield``, ``fled``, ``removed``."""
    s.foes = {token: other for token, other in s.foes.items() if token != foe.token}
    if s.fight is not None and not (foe.hidden and cause == "removed"):  # nobody has heard of that one
        s.fight.gone = (*s.fight.gone, foe.token)
        fight = s.spec
        if fight is not None and fight.keeps_fallen:
            kept = dict(s.fallen.get(s.fight.id, {}))
            kept[foe.kind] = kept.get(foe.kind, 0) + 1
            s.fallen = {**s.fallen, s.fight.id: kept}
    if out is not None:
        out.append(FoeOut(clauses=("SAC-ATTACK-03",), token=foe.token, cause=cause))
    if cause == "harm" and foe.block.out:
        ctx = Ctx(actor=seat, foe=foe.token)
        if seat and "human" in foe.block.tags and "dead" not in foe.block.tags:
            s.setup.answers.ask_spare(s, foe.block.out, ctx, out)
        else:
            s.setup.answers.run(s, foe.block.out, ctx, out)


def scene_ends(s: SacramentState, out: list[Event] | None, *, fight: bool) -> None:
    """Conditions other than Bleeding end; scene uses, wards and Guards are over; Fades vanish (SAC-DYING-04)."""
    for pc in s.pcs:
        untils = ("sot", "eot", "eor", "scene", "will15") if fight else ("scene", "will15")
        end_until(pc, untils, out)
        pc.mods = tuple(mod for mod in pc.mods if mod.until in ("scenario", "used"))
        pc.used = tuple(mark for mark in pc.used if mark.startswith("session:"))
        if pc.ward:
            set_ward(pc, 0, out)
        pc.guard = pc.martyr = False
        if not pc.dead and pc.fades:
            pc.fades = 0
            if out is not None:
                out.append(FadesGone(clauses=("SAC-DYING-04",), seat=pc.seat))


def with_sheet(pc: Pc, **changes: object) -> None:
    """Change fields of the sheet."""
    pc.set_sheet(structs.replace(pc.sheet, **changes))
