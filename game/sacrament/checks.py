"""Checks (SAC-CHECK): d20, attribute, situational bonuses, difficulty. Attack rolls are checks too (SAC-ATTACK-01)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from game.core.contract import Event
from game.sacrament.events import CheckRolled
from game.sacrament.frames import GM
from game.sacrament.seals import seal_roll

if TYPE_CHECKING:
    from game.sacrament.state import Foe, Pc, SacramentState

DIFFICULTIES: Final = {"easy": 8, "routine": 12, "hard": 15, "heroic": 18, "legendary": 22}
"""SAC-CHECK-02."""
LOWEST, HIGHEST = 2, 30
MOST_BONUS: Final = 2
"""SAC-CHECK-08."""
HELP_BONUS: Final = 1
VOW_BONUS: Final = 2
KNACK_BONUS: Final = 2

SITUATION: Final = "situation"
"""A situational bonus (SAC-CHECK-08); behind a colon stands what it comes from."""

CHECK_CLAUSES = ("SAC-CHECK-01", "SAC-CHECK-05", "SAC-CHECK-09")
ATTACK_CLAUSES = ("SAC-ATTACK-01", "SAC-CHECK-01", "SAC-ATTACK-06", "SAC-CHECK-09")


def odds(bonus: int, difficulty: int) -> float:
    """The chance that d20 + ``bonus`` reaches ``difficulty``."""
    return max(0, min(20, 21 - (difficulty - bonus))) / 20


def standing(pc: Pc) -> list[tuple[str, int]]:
    """What conditions and passing bonuses add to any check of a PC, by name."""
    parts: list[tuple[str, int]] = []
    if pc.conds:
        for cond in pc.conds:
            if cond.name == "shaken" and not pc.kit.masked:
                parts.append(("shaken", -1))
            elif cond.name == "rattled":
                parts.append(("rattled", -2))
    if pc.mods:
        for mod in pc.mods:
            if mod.what == "roll":
                parts.append(("heartened", mod.n))
            elif mod.what == "gm":
                parts.append((f"{SITUATION}:gm", mod.n))
    return parts


def named(parts: Sequence[tuple[str, int]]) -> tuple[tuple[tuple[str, int], ...], tuple[str, ...]]:
    """Modifiers by their kind, and for each of the situation what it comes from (``situation:wickham.eleven``)."""
    kinds = tuple([(name.partition(":")[0], n) for name, n in parts])
    return kinds, tuple([name.partition(":")[2] for name, _ in parts if name.partition(":")[0] == SITUATION])


def use_up(pc: Pc) -> None:
    """A check was made: what held for the next one is over."""
    if pc.conds and any(cond.name == "rattled" for cond in pc.conds):
        pc.conds = tuple(cond for cond in pc.conds if cond.name != "rattled")
    if pc.mods and any(mod.what in ("roll", "gm") for mod in pc.mods):
        pc.mods = tuple(mod for mod in pc.mods if mod.what not in ("roll", "gm"))


def roll_check(
    s: SacramentState,
    pc: Pc,
    what: str,
    attribute: str,
    difficulty: int,
    extra: tuple[tuple[str, int], ...],
    out: list[Event] | None,
    clauses: tuple[str, ...] = CHECK_CLAUSES,
    *,
    hidden: bool = False,
) -> bool:
    """One check of a PC. ``attribute`` empty: none is added (a called roll of luck)."""
    parts = [(attribute, pc.kit.value[attribute])] if attribute else []
    parts += [*standing(pc), *extra]
    die = s.d20(GM if hidden else pc.seat)
    use_up(pc)
    total = die
    for _, n in parts:
        total += n
    if out is not None and attribute and pc.kit.bonus[attribute]:
        clauses = (*clauses, "SAC-ATTR-04")
    if hidden:
        seal_roll(s, f"seat {pc.seat} {attribute or 'luck'} against {difficulty}: {die} total {total}", out)
    if out is not None:
        kinds, because = named(parts)
        out.append(
            CheckRolled(
                clauses=clauses,
                seat=pc.seat,
                what=what,
                attribute=attribute,
                die=die,
                parts=kinds,
                because=because,
                total=total,
                difficulty=difficulty,
                success=total >= difficulty,
                margin=total - difficulty,
                hidden=hidden,
                veiled=not s.setup.open_difficulties,
            )
        )
    return total >= difficulty


def attack_parts(
    s: SacramentState, pc: Pc, foe: Foe, attribute: str, plus: tuple[tuple[str, int], ...], spell: bool
) -> list[tuple[str, int]]:
    """Everything that goes onto an attack die, by name (SAC-CHECK-09)."""
    parts = [(attribute, pc.kit.value[attribute]), *plus]
    if pc.conds or pc.mods:
        parts += standing(pc)
        for mod in pc.mods:
            if mod.what == "attack" or (spell and mod.what == "spell_attack"):
                parts.append((mod.what, mod.n))
            elif mod.what == f"on:{foe.token}":
                parts.append(("revealed", mod.n))
    if pc.harm >= 8 and pc.kit.hurt_attack:
        parts.append(("iron_vow", pc.kit.hurt_attack))
    if foe.conds and foe.has("marked"):
        parts.append(("marked", 1))
    fight = s.fight
    if fight is not None:
        grid = s.grid
        if grid is not None and grid.cover[foe.tile] and foe.tile != pc.tile:
            parts.append(("cover", -2))
        if fight.surge:
            parts.append(("risen", -1))
    return parts


def end_focus(pc: Pc) -> None:
    """A spell is cast: what held for every roll of the next spell (a Reliquary Focus) is over."""
    if pc.mods:
        pc.mods = tuple(mod for mod in pc.mods if mod.what != "spell_attack")


def roll_attack(
    s: SacramentState,
    pc: Pc,
    foe: Foe,
    what: str,
    attribute: str,
    plus: tuple[tuple[str, int], ...],
    spell: bool,
    out: list[Event] | None,
) -> bool:
    """An attack of a PC against the adversary's difficulty (SAC-ATTACK-01). A martyr's attacks hit without a roll."""
    if pc.martyr:
        return True
    parts = attack_parts(s, pc, foe, attribute, plus, spell)
    die = s.d20(pc.seat)
    if pc.conds or pc.mods:
        use_up(pc)
        if pc.mods:
            pc.mods = tuple(mod for mod in pc.mods if mod.what != f"on:{foe.token}")
    total = die
    for _, n in parts:
        total += n
    difficulty = foe.block.difficulty
    if out is not None:
        kinds, because = named(parts)
        names = {name for name, _ in parts}
        clauses: tuple[str, ...] = ATTACK_CLAUSES
        if pc.kit.bonus[attribute]:
            clauses += ("SAC-ATTR-04",)
        if spell and total < difficulty:
            clauses += ("SAC-MAGIC-03",)  # the ladder has risen all the same
        if "cover" in names:
            clauses += ("SAC-DIST-10",)
        if names & {"marked", "shaken"}:
            clauses += ("SAC-HIT-08",)
        if "rattled" in names:
            clauses += ("SAC-HIT-07",)
        out.append(
            CheckRolled(
                clauses=clauses,
                seat=pc.seat,
                what=what,
                attribute=attribute,
                die=die,
                parts=kinds,
                because=because,
                total=total,
                difficulty=difficulty,
                success=total >= difficulty,
                margin=total - difficulty,
                target=foe.token,
                veiled=not s.setup.open_difficulties,
            )
        )
    return total >= difficulty
