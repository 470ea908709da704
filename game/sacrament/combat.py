"""Who fights, from where to where, and how a fight ends (SAC-ORDER, SAC-GM-11)."""

from __future__ import annotations

from string import ascii_lowercase
from typing import TYPE_CHECKING, ClassVar, Final

from game.core.chance import mix
from game.core.contract import Action, Event
from game.sacrament.characters import item_from
from game.sacrament.content import Block
from game.sacrament.effects.base import Ctx
from game.sacrament.effects.lists import run
from game.sacrament.events import FightEnded, FoeCame, ZoneChanged
from game.sacrament.frames import Frame
from game.sacrament.gear import gain, store_durability
from game.sacrament.harm import scene_ends, steady
from game.sacrament.maps import OUT
from game.sacrament.state import Foe, Pc, SacramentState
from game.sacrament.values import MOST_COMING, OFF_MAP, POOL
from game.sacrament.watch import in_sight

if TYPE_CHECKING:
    from game.sacrament.scenarios import FightSpec, Group


_LETTERED: Final = 0x1E77E4
WRITTEN_FOR: Final = 3
"""PCs that fights are written for (SAC-GM-11)."""


def count_of(s: SacramentState, spec: FightSpec, group: Group) -> int:
    """How many of a group come: flags, then the party's size, then those already out."""
    n = group.n
    for change in spec.adjust:
        if change.adv == group.adv and change.round == group.round:
            n += change.n * s.flags.get(change.flag, 0)
    if group.adv == spec.leader:
        return max(1, n)
    party = len(s.pcs)
    n = max(0, n) * party // WRITTEN_FOR
    leader = s.setup.content.bestiary.get(spec.leader)
    followers = [g for g in spec.groups_at(s.setup.difficulty) if g.adv != spec.leader]
    if leader is not None and "elite" in leader.tags and followers and group == followers[0]:
        n += max(0, party - WRITTEN_FOR)
    if spec.keeps_fallen:
        n -= s.fallen.get(spec.id, {}).get(group.adv, 0)
    return max(0, min(MOST_COMING, n))


def edge_tiles(s: SacramentState) -> list[int]:
    """The passable tiles at the map's edge."""
    grid = s.grid
    assert grid is not None
    return [
        t
        for t in range(grid.size)
        if grid.passable[t] and (t % grid.width in (0, grid.width - 1) or t // grid.width in (0, grid.height - 1))
    ]


def add_foe(
    s: SacramentState,
    kind: str,
    tile: int,
    cause: str,
    out: list[Event] | None,
    *,
    hidden: bool = False,
    block: Block | None = None,
) -> Foe:
    """An adversary comes onto the map, made for this party (SAC-GM-11)."""
    block = block or s.setup.content.bestiary[kind]
    assert s.fight is not None
    spec = s.spec
    leads = spec is not None and kind == spec.leader
    token = _letter_of(s, kind) if hidden else _number_of(s, kind, leads)
    most, attacks = block.harm, block.attacks
    if leads:
        most = max(1, most * len(s.pcs) // WRITTEN_FOR)
        if "elite" in block.tags and len(s.pcs) < WRITTEN_FOR:
            attacks = 1
    above = s.setup.level_factor(s)
    if above:
        most = most * s.level // s.setup.scenario.level
    foe = Foe(token=token, kind=kind, most=most, tile=tile, dice=above, attacks=attacks, hidden=hidden, block=block)
    if cause in ("begin", "gm") and s.fight.surprise == "foes" and s.fight.round <= 1 and cause == "begin":
        foe.acted = True
    s.foes = {**s.foes, token: foe}
    if out is not None:
        clauses = {"wave": ("SAC-ORDER-14", "SAC-GM-11"), "gm": ("SAC-GM-02",)}.get(cause, ("SAC-GM-11", "SAC-VTT-02"))
        out.append(
            in_sight(s, FoeCame(clauses=clauses, token=token, kind=kind, to=s.place_name(tile), cause=cause), to=tile)
        )
    return foe


def _number_of(s: SacramentState, kind: str, leads: bool) -> str:
    """The name of the next of a kind; who leads the fight needs no number."""
    assert s.fight is not None
    of_kind = [token.removeprefix(f"{kind}_") for token in (*s.foes, *s.fight.gone) if token.startswith(f"{kind}_")]
    number = 1 + sum(map(str.isdecimal, of_kind)) + (kind in (*s.foes, *s.fight.gone))
    while str(number) in of_kind:
        number += 1
    return kind if leads and number == 1 else f"{kind}_{number}"


def _letter_of(s: SacramentState, kind: str) -> str:
    """The name of one that comes unseen: a letter that tells nothing, where a number would tell of it by the gap
    that it leaves (SAC-HIT-08).
    """
    assert s.fight is not None
    first = mix(s.seed ^ _LETTERED, len(s.fight.gone) + len(s.foes)) % len(ascii_lowercase)
    names = [f"{kind}_{letter}" for letter in ascii_lowercase[first:] + ascii_lowercase[:first]]
    free = (name for name in names if name not in s.foes and name not in s.fight.gone)
    return next(free, "") or _number_of(s, kind, False)


def in_reach(s: SacramentState, foe: Foe, pc: Pc, reach: int) -> bool:
    """Whether an adversary can attack a PC from where it stands (SAC-HIT-01, SAC-ATTACK-04)."""
    grid = s.grid
    if grid is None:
        return True
    at = foe.tile * grid.size + pc.tile
    if pc.tile < 0 or grid.distance[at] > reach or grid.band[at] == OUT:
        return False
    if not s.zones and not pc.conds:
        return True
    return foe.tile == pc.tile or not (pc.has("hidden") or s.in_soot(pc.tile))


def end_zones(s: SacramentState, untils: tuple[str, ...], seat: int, out: list[Event] | None) -> None:
    """Zones that last until now are gone; ``seat``: only those made by it (0: by anybody)."""
    gone = [zone for zone in s.zones if zone.until in untils and (not seat or zone.seat == seat)]
    for zone in gone:
        s.zones = tuple(other for other in s.zones if other is not zone)
        if out is not None:
            space = s.place_name(zone.tile)
            out.append(ZoneChanged(clauses=("SAC-ARMOUR-08",), zone=zone.name, space=space, on=False))


def waves_to_come(s: SacramentState) -> bool:
    """Whether reinforcements are still to come."""
    spec = s.spec
    if spec is None or s.fight is None:
        return False
    return any(group.round > s.fight.round and count_of(s, spec, group) for group in spec.groups_at(s.setup.difficulty))


def fight_is_over(s: SacramentState, out: list[Event] | None) -> bool:
    """End the fight if it is over: nobody left to fight, or nobody able to (SAC-ORDER-13)."""
    if not s.anyone_able():
        end_fight(s, "defeat", out)
        return True
    if s.foes or waves_to_come(s):
        return False
    end_fight(s, "win", out)
    return True


class Onward(Frame, frozen=True, tag="onward"):
    """The fight is over; the story goes on."""

    automatic: ClassVar[bool] = True

    def resolve(self, s: SacramentState, action: Action | None, out: list[Event] | None) -> None:
        s.drop()


ONWARD = Onward()


def end_fight(s: SacramentState, result: str, out: list[Event] | None) -> None:
    """Steady the dying if it was won; conditions end; the story goes to the node of the result (``End``)."""
    fight = s.fight
    assert fight is not None
    spec = s.spec
    assert spec is not None
    if out is not None:
        clauses = ("SAC-ORDER-13",) + (("SAC-DYING-08",) if result == "defeat" else ())
        out.append(FightEnded(clauses=clauses, fight=fight.id, result=result, rounds=fight.round))
    if result in ("win", "ended"):
        for pc in s.pcs:
            if pc.dying and not pc.dead:
                steady(pc, out, ("SAC-DYING-07",))
    scene_ends(s, out, fight=True)
    for pc in s.pcs:
        store_durability(pc)
        pc.tile = OFF_MAP
        pc.tokens = POOL
    s.foes = {}
    s.zones = ()
    s.lights = ()
    s.fog = ()
    s.set_fight(None)
    s.results = (*s.results, f"{fight.id}:{result}:{fight.round}:{fight.tokens}")
    if s.setup.only_fight:
        s.ending = result
        s.stack = ()
        return
    s.stack = (ONWARD,)
    for _, key, left in fight.loot if result == "win" else ():
        gain(s, s.speaker(), item_from(key, left), "found", out)
    ctx = Ctx(source=fight.id)
    if result == "win":
        run(s, spec.win_effects, ctx, out)
    elif result == "fled":
        run(s, spec.fled_effects, ctx, out)
    if not s.going:
        s.going = {"win": spec.win, "ended": spec.win, "defeat": spec.defeat}.get(result, spec.fled)
