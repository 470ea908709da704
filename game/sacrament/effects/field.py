"""Words of the battlefield: places and pushes, zones and walls, light and dark, who comes and who waits."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from game.core.contract import Action, Event, Values
from game.sacrament.actions import ChooseSpace, Done
from game.sacrament.effects.base import Ctx, Effect, foes_of, seats_of
from game.sacrament.events import DiceRolled, FoeWaits, LightChanged, Moved, Revealed, ZoneChanged
from game.sacrament.frames import Frame
from game.sacrament.values import MOST_COMING, Zone
from game.sacrament.watch import behind, in_sight

if TYPE_CHECKING:
    from game.sacrament.state import Foe, Pc, SacramentState


class MoveTo(Effect, frozen=True, tag="move"):
    """The user leaps to the chosen tile within n."""

    n: int

    def apply(self, s: SacramentState, ctx: Ctx, out: list[Event] | None) -> None:
        if s.fight is not None and ctx.tile >= 0:
            place_pc(s, s.pc(ctx.actor), ctx.tile, "spell", out)


class Push(Effect, frozen=True, tag="push"):
    """Each target goes one tile away from the user, who names the tile; stops at walls. ``optional``: or stays."""

    n: int
    optional: bool = False

    def apply(self, s: SacramentState, ctx: Ctx, out: list[Event] | None) -> None:
        for foe in reversed(foes_of(s, ctx, "target")):
            ask_push(s, ctx.actor, foe, self.optional, out)


class PushTo(Frame, frozen=True, tag="push_to"):
    """Where an adversary is pushed."""

    chooser: int
    token: str
    optional: bool

    boundary: ClassVar[bool] = False
    name: ClassVar[str] = "push"
    layout: ClassVar[str] = "spaces"
    clauses: ClassVar[tuple[str, ...]] = ("SAC-DIST-05",)

    def seat(self, s: SacramentState) -> int:
        return self.chooser

    def legal(self, s: SacramentState) -> tuple[Action, ...]:
        grid = s.grid
        foe = s.foes.get(self.token)
        assert grid is not None
        if foe is None:
            return (Done(),)
        spaces = tuple(ChooseSpace(space=grid.names[t]) for t in push_tiles(s, self.chooser, foe))
        return (*spaces, Done()) if self.optional or not spaces else spaces

    def resolve(self, s: SacramentState, action: Any, out: list[Event] | None) -> None:
        s.drop()
        grid = s.grid
        foe = s.foes.get(self.token)
        if type(action) is ChooseSpace and foe is not None and grid is not None:
            place_foe(s, foe, grid.index[action.space], "push", out)

    def values(self, s: SacramentState) -> Values:
        return {"token": self.token}


def push_tiles(s: SacramentState, seat: int, foe: Foe) -> list[int]:
    """The tiles one step farther from the pusher."""
    grid = s.grid
    if grid is None:
        return []
    mine = s.pc(seat).tile * grid.size
    closed = s.closed()
    return [t for t in grid.steps[foe.tile]
            if grid.distance[mine + t] > grid.distance[mine + foe.tile] and t not in closed]  # fmt: skip


def ask_push(s: SacramentState, seat: int, foe: Foe, optional: bool, out: list[Event] | None) -> None:
    """Ask where to, unless there is nowhere, or one place and no choice."""
    tiles = push_tiles(s, seat, foe)
    if not tiles or foe.has("rooted"):
        return
    if len(tiles) == 1 and not optional:
        place_foe(s, foe, tiles[0], "push", out)
    else:
        s.ask(PushTo(seat, foe.token, optional))


class Pull(Effect, frozen=True, tag="pull"):
    """Each PC hit goes n tiles towards the adversary; stops at walls."""

    n: int

    def apply(self, s: SacramentState, ctx: Ctx, out: list[Event] | None) -> None:
        foe = s.foes.get(ctx.foe)
        grid = s.grid
        if foe is None or grid is None:
            return
        size, closed = grid.size, s.closed()
        for seat in ctx.allies:
            pc = s.pc(seat)
            for _ in range(self.n):
                way = grid.walk[pc.tile * size + foe.tile]
                nearer = [t for t in grid.steps[pc.tile] if grid.walk[t * size + foe.tile] < way and t not in closed]
                if nearer and not pc.has("rooted"):
                    place_pc(s, pc, nearer[0], "pull", out)


class Summon(Effect, frozen=True, tag="summon"):
    """n adversaries (``per``: for that many PCs, at least 1) on edge tiles or near the summoner; else in the next
    fight.
    """

    adv: str
    n: int
    per: int = 0
    where: str = "edge"

    def apply(self, s: SacramentState, ctx: Ctx, out: list[Event] | None) -> None:
        add_foe, edge_tiles = s.setup.answers.add_foe, s.setup.answers.edge_tiles
        count = max(1, self.n * len(s.pcs) // self.per) if self.per else self.n
        grid = s.grid
        if grid is None:
            s.next_foes = min(MOST_COMING, s.next_foes + count)
            return
        summoner = s.foes.get(ctx.foe)
        near = self.where == "near" and summoner is not None
        for _ in range(count):
            tiles = list(grid.steps[summoner.tile]) if near and summoner else edge_tiles(s)
            add_foe(s, self.adv, grid.index[s.pick([grid.names[t] for t in tiles], "tile")], "summon", out)

    def beasts(self) -> tuple[str, ...]:
        return (self.adv,)


class Skip(Effect, frozen=True, tag="skip"):
    """Each target loses its turn of this round; ``roll``: only on a d6 of at most that."""

    roll: int = 6

    def apply(self, s: SacramentState, ctx: Ctx, out: list[Event] | None) -> None:
        for foe in foes_of(s, ctx, "target"):
            die = s.d6()
            if out is not None:
                clauses = ("SAC-DICE-04",)
                out.append(DiceRolled(clauses=clauses, label="skip", dice=(die,), total=die, token=foe.token))
            if die <= self.roll and not foe.acted:
                foe.acted = True
                if out is not None:
                    out.append(FoeWaits(clauses=("SAC-HORROR-04",), token=foe.token, cause="skip"))


class Reveal(Effect, frozen=True, tag="reveal"):
    """In combat ends Hidden on the chosen tile and shows exact harm; outside, the node answers the question."""

    def apply(self, s: SacramentState, ctx: Ctx, out: list[Event] | None) -> None:
        if s.fight is None:
            s.setup.answers.read_ash(s, ctx, out)
            return
        found = [foe for foe in s.foes.values() if foe.tile == ctx.tile]
        for foe in found:
            foe.hidden = False
            foe.known = True
        if out is not None:
            name = s.place_name(ctx.tile)
            out.append(
                Revealed(clauses=("SAC-HIT-08", "SAC-VTT-02"), space=name, tokens=tuple(foe.token for foe in found))
            )


class MakeZone(Effect, frozen=True, tag="zone"):
    """A zone (chalk, soot, line) on the chosen tile or (``at: user``) the user's."""

    name: str
    until: str
    at: str = "target"

    def apply(self, s: SacramentState, ctx: Ctx, out: list[Event] | None) -> None:
        pc = s.pc(ctx.actor)
        if s.fight is not None:
            add_zone(s, self.name, pc.tile if self.at == "user" else ctx.tile, self.until, pc, out)


class Wall(Effect, frozen=True, tag="wall"):
    """The chosen tile cannot be entered."""

    until: str

    def apply(self, s: SacramentState, ctx: Ctx, out: list[Event] | None) -> None:
        if s.fight is not None:
            add_zone(s, "wall", ctx.tile, self.until, s.pc(ctx.actor), out)


class Light(Effect, frozen=True, tag="light"):
    """A light of radius n at the object."""

    n: int

    def apply(self, s: SacramentState, ctx: Ctx, out: list[Event] | None) -> None:
        s.lights = (*s.lights, (ctx.tile, self.n))
        s.relit()
        if out is not None:
            out.append(LightChanged(clauses=("SAC-VTT-06",), on=True, space=s.place_name(ctx.tile)))


class Dark(Effect, frozen=True, tag="dark"):
    """Every light in Near of the causer goes out until it is lit again."""

    around: str

    def apply(self, s: SacramentState, ctx: Ctx, out: list[Event] | None) -> None:
        seat = seats_of(s, ctx, self.around, out)[0]
        s.relit()
        for pc in s.pcs:
            if pc.light and (s.fight is None or s.band(s.pc(seat).tile, pc.tile) <= 1):
                pc.light = False
                if out is not None:
                    out.append(LightChanged(clauses=("SAC-VTT-06",), on=False, seat=pc.seat))
        if s.fight is not None:
            s.lights = tuple(light for light in s.lights if s.band(s.pc(seat).tile, light[0]) > 1)


def place_pc(s: SacramentState, pc: Pc, tile: int, cause: str, out: list[Event] | None) -> None:
    """A PC's counter to a tile."""
    before, pc.tile = pc.tile, tile
    s.relit()
    if out is not None:
        out.append(
            Moved(
                clauses=("SAC-DIST-05", "SAC-DIST-03", "SAC-DIST-07"),
                origin=s.place_name(before),
                to=s.place_name(tile),
                cause=cause,
                seat=pc.seat,
            )
        )


def place_foe(s: SacramentState, foe: Foe, tile: int, cause: str, out: list[Event] | None) -> None:
    """An adversary's counter to a tile."""
    before, foe.tile = foe.tile, tile
    if out is not None:
        moved = Moved(
            clauses=("SAC-DIST-05", "SAC-ORDER-11"),
            origin=s.place_name(before),
            to=s.place_name(tile),
            cause=cause,
            token=foe.token,
        )
        silent = cause == "gm" and s.unseen(before) and s.unseen(tile)
        out.append(behind(moved) if silent else in_sight(s, moved, origin=before, to=tile))


def add_zone(s: SacramentState, name: str, tile: int, until: str, pc: Pc, out: list[Event] | None) -> None:
    """A zone on a tile; ``eor_next`` means the end of the coming round."""
    if s.fight is not None and until == "eor_next":
        until = f"round:{s.fight.round + 1}"
    s.zones = (*s.zones, Zone(name, tile, until, pc.seat, pc.sheet.level))
    if out is not None:
        space = s.place_name(tile)
        out.append(ZoneChanged(clauses=("SAC-ARMOUR-08",), zone=name, space=space))


def break_line(s: SacramentState, pc: Pc, out: list[Event] | None) -> None:
    """A chalk line is broken when a PC attacks from its tile."""
    for zone in s.zones:
        if zone.name == "line" and zone.tile == pc.tile:
            s.zones = tuple(other for other in s.zones if other is not zone)
            if out is not None:
                space = s.place_name(zone.tile)
                out.append(ZoneChanged(clauses=("SAC-ARMOUR-08",), zone=zone.name, space=space, on=False))
