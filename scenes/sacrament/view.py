"""What the table shows at a moment: an observation of one seat, moved on by events.

The screen never reads the state while something moves. It holds a `View`, lets each event change it (`View.take`), and
takes a fresh one when all is still; both ways lead to the same picture.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from msgspec import structs

from game.core.contract import TERMINAL, Event
from game.sacrament import events as ev
from game.sacrament.adversaries import FoeTurn
from game.sacrament.frames import GM
from game.sacrament.maps import Grid, load_grid
from game.sacrament.observation import SacramentObservation, SeenFoe, SeenPc
from game.sacrament.queries import lit_tiles
from game.sacrament.turns import Turn

MILESTONES = (9, 15, 21)
TOP = 21


@dataclass
class View:
    """The table as `viewer` sees it; ``None``: as it may lie open before everybody."""

    seen: SacramentObservation
    viewer: int | None
    pcs: dict[int, SeenPc]
    foes: dict[str, SeenFoe]
    ladder: int
    armed: tuple[int, ...]
    round: int
    turn: int
    """The PC whose turn it is, 0 for nobody."""
    acting: str
    """The adversary whose turn it is, empty for none."""
    node: str
    fight: str
    lit: frozenset[str] = frozenset()
    fresh: View | None = field(default=None, repr=False)
    """What it will be when everything has arrived: where newcomers are taken from."""

    @classmethod
    def of(cls, state: Any, viewer: int | None) -> View:
        """The table as it stands in `state`."""
        seen: SacramentObservation = state.observation(viewer if viewer is not None else 1)
        if viewer is None:
            private = state.setup.private_packs
            seen = structs.replace(
                seen,
                notes=tuple(note for note in seen.notes if note.to == -1),
                pcs=tuple(structs.replace(pc, items=None, gold=None) for pc in seen.pcs) if private else seen.pcs,
            )
        turn = next((frame.who for frame in reversed(seen.stack) if isinstance(frame, Turn)), 0)
        acting = next((frame.token for frame in reversed(seen.stack) if isinstance(frame, FoeTurn)), "")
        return cls(
            seen=seen,
            viewer=viewer,
            pcs={pc.seat: pc for pc in seen.pcs},
            foes={foe.token: foe for foe in seen.foes},
            ladder=seen.ladder,
            armed=seen.armed,
            round=seen.round,
            turn=turn,
            acting=acting,
            node=seen.node,
            fight=seen.fight,
            lit=lit_tiles(state),
        )

    def copy(self) -> View:
        """An independent copy."""
        twin = View(**{name: getattr(self, name) for name in self.__dataclass_fields__})
        twin.pcs, twin.foes = dict(self.pcs), dict(self.foes)
        return twin

    # What follows from it

    @property
    def over(self) -> bool:
        return self.seen.asked == TERMINAL

    @property
    def grid(self) -> Grid | None:
        """The map of the running fight."""
        return load_grid(self.seen.map) if self.seen.map else None

    @property
    def is_gm(self) -> bool:
        """Whether this is the game master's view."""
        return self.viewer == GM

    @property
    def question(self) -> str:
        return self.seen.question

    def unlit(self, space: str) -> bool:
        """Whether a tile lies in the dark."""
        return bool(self.lit) and space not in self.lit

    # Moving on

    def take(self, event: Event) -> None:
        """Let `event` happen here too."""
        method = getattr(self, f"_{event.__struct_config__.tag}", None)
        if method is not None:
            method(event)

    def _pc(self, seat: int | None, **fields: Any) -> None:
        if seat in self.pcs:
            self.pcs[seat] = structs.replace(self.pcs[seat], **fields)

    def _foe(self, token: str, **fields: Any) -> None:
        if token in self.foes:
            self.foes[token] = structs.replace(self.foes[token], **fields)

    def _ladder_moved(self, event: ev.LadderMoved) -> None:
        self.ladder = event.new

    def _token_spent(self, event: ev.TokenSpent) -> None:
        self.ladder = event.new

    def _milestone_passed(self, event: ev.MilestonePassed) -> None:
        self.armed = tuple(one for one in self.armed if one != event.milestone)

    def _milestone_armed(self, event: ev.MilestoneArmed) -> None:
        self.armed = tuple(sorted({*self.armed, event.milestone}))

    def _harm_marked(self, event: ev.HarmMarked) -> None:
        self._pc(event.seat, harm=event.harm, wounds=event.wounds)

    def _wounds_healed(self, event: ev.WoundsHealed) -> None:
        self._pc(event.seat, harm=event.harm, wounds=event.harm // 4, dying=False)

    def _boxes_cleared(self, event: ev.BoxesCleared) -> None:
        self._pc(event.seat, harm=event.harm)

    def _pc_fell(self, event: ev.PcFell) -> None:
        self._pc(event.seat, dying=True, guard=False)

    def _pc_steadied(self, event: ev.PcSteadied) -> None:
        self._pc(event.seat, steady=True)

    def _fade_marked(self, event: ev.FadeMarked) -> None:
        self._pc(event.seat, fades=event.fades)

    def _pc_died(self, event: ev.PcDied) -> None:
        self._pc(event.seat, dead=True, dying=False)

    def _tokens_changed(self, event: ev.TokensChanged) -> None:
        self._pc(event.seat, tokens=event.now)

    def _moved(self, event: ev.Moved) -> None:
        if event.seat is not None:
            self._pc(event.seat, at=event.to)
        elif event.token in self.foes and self.foes[event.token].at:
            self._foe(event.token, at=event.to)
        elif self.fresh is not None and event.token in self.fresh.foes:
            self.foes[event.token] = self.fresh.foes[event.token]

    def _foe_hurt(self, event: ev.FoeHurt) -> None:
        foe = self.foes.get(event.token)
        if foe is not None and foe.taken is not None:
            left = foe.left - event.n if foe.left is not None else None
            self._foe(event.token, taken=foe.taken + event.n, left=left)

    def _foe_out(self, event: ev.FoeOut) -> None:
        self.foes.pop(event.token, None)

    def _foe_came(self, event: ev.FoeCame) -> None:
        if self.fresh is not None and event.token in self.fresh.foes:
            self.foes[event.token] = structs.replace(self.fresh.foes[event.token], at=event.to)

    def _uncovered(self, event: ev.Uncovered) -> None:
        for token in event.tokens:
            if self.fresh is not None and token in self.fresh.foes:
                self.foes[token] = self.fresh.foes[token]

    def _foe_acts(self, event: ev.FoeActs) -> None:
        self.acting, self.turn = event.token, 0
        self._foe(event.token, acted=True)

    def _guard_ready(self, event: ev.GuardReady) -> None:
        self._pc(event.seat, guard=event.ready)

    def _ward_changed(self, event: ev.WardChanged) -> None:
        self._pc(event.seat, ward=event.n)

    def _durability_changed(self, event: ev.DurabilityChanged) -> None:
        self._pc(event.seat, durability=event.now)

    def _round_began(self, event: ev.RoundBegan) -> None:
        self.round = event.round
        for seat in list(self.pcs):
            self._pc(seat, acted=False, tokens=6)
        for token in list(self.foes):
            self._foe(token, acted=False)

    def _turn_began(self, event: ev.TurnBegan) -> None:
        self.turn, self.acting = event.seat, ""

    def _turn_ended(self, event: ev.TurnEnded) -> None:
        self._pc(event.seat, acted=True)
        self.turn = 0
