"""A Sacrament table being played: characters, adversaries, ladder, story, a stack of questions, two doors."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from operator import attrgetter
from typing import TYPE_CHECKING, Any, ClassVar, Final

import msgspec
from msgspec import Struct, structs

from game.core.chance import NeedRoll, Rng, ScriptError, below, mix, scripted
from game.core.contract import Action, Choice, Event, Reason
from game.core.stack import StackState
from game.sacrament.actions import GM_ACTS, TABLE_ACTS, SpendToken
from game.sacrament.characters import Character
from game.sacrament.content import Block
from game.sacrament.events import UNSEALED
from game.sacrament.frames import GM, Frame
from game.sacrament.kit import Kit, kit_of
from game.sacrament.maps import OUT, Grid
from game.sacrament.values import BOXES, BOXES_A_WOUND, OFF_MAP, POOL, Cond, GmNote, Mod, Zone
from game.sacrament.watch import begin_watch, end_watch

if TYPE_CHECKING:
    from game.sacrament.observation import SacramentObservation
    from game.sacrament.scenarios import FightSpec
    from game.sacrament.setup import Setup

_SIX: Final = (1 << 64) - (1 << 64) % 6
_TWENTY: Final = (1 << 64) - (1 << 64) % 20


class Pc(Struct, eq=False, gc=False):  # nothing that it holds points back: the collector need not look at it
    """A player character in play. ``kit`` follows from ``sheet``; everything else is what happened to it."""

    seat: int
    sheet: Character
    harm: int = 0
    fades: int = 0
    steady: bool = False
    dead: bool = False
    tokens: int = POOL
    guard: bool = False
    ward: int = 0
    tile: int = OFF_MAP
    light: bool = False
    acted: bool = False
    spent: int = 0
    drawn: bool = False
    martyr: bool = False
    stood: int = 0
    conds: tuple[Cond, ...] = ()
    mods: tuple[Mod, ...] = ()
    used: tuple[str, ...] = ()
    dur: int = 0
    kit: Kit = None  # type: ignore[assignment]  # set by ``set_sheet`` at once

    def set_sheet(self, sheet: Character) -> None:
        """Another sheet: bought, found, lost, learned something."""
        self.sheet = sheet
        self.kit = kit = kit_of(sheet)
        if kit.armour is None:
            self.dur = 0

    @property
    def wounds(self) -> int:
        """SAC-WOUND-01."""
        return self.harm // BOXES_A_WOUND

    @property
    def dying(self) -> bool:
        """Three Wounds (SAC-WOUND-03)."""
        return self.harm >= BOXES

    @property
    def able(self) -> bool:
        """Whether it can act at all."""
        return self.harm < BOXES and not self.dead

    def has(self, name: str) -> bool:
        """Whether it bears a condition."""
        return bool(self.conds) and any(cond.name == name for cond in self.conds)

    def mod(self, what: str) -> int:
        """The sum of passing bonuses of a kind."""
        n = 0
        for mod in self.mods:
            if mod.what == what:
                n += mod.n
        return n


class Foe(Struct, eq=False, gc=False):  # likewise
    """An adversary in play."""

    token: str
    kind: str
    most: int
    tile: int
    harm: int = 0
    dice: int = 0
    attacks: int = 1
    acted: bool = False
    hidden: bool = False
    known: bool = False
    last: int = 0
    before: int = 0
    provoked: int = 0
    half: bool = False
    risen: bool = False
    special: int = 0
    conds: tuple[Cond, ...] = ()
    threat: tuple[int, ...] = ()
    dealt: tuple[int, ...] = ()
    called: tuple[int, ...] = ()
    block: Block = None  # type: ignore[assignment]  # set where a foe is made

    def has(self, name: str) -> bool:
        """Whether it bears a condition."""
        return bool(self.conds) and any(cond.name == name for cond in self.conds)


class Fight(Struct):
    """The running fight. ``finisher`` names the next PC (0: the party does), ``named`` has the baton."""

    id: str
    round: int = 0
    surprise: str = "none"
    finisher: int = 0
    named: int = 0
    token_round: int = 0
    tokens: int = 0
    surge: bool = False
    gone: tuple[str, ...] = ()
    used: tuple[str, ...] = ()
    loot: tuple[tuple[int, str, int], ...] = ()
    """What lies on the tiles: tile, key, and what is left of it (``Item.left``)."""


_UNASKED: Final = frozenset((*GM_ACTS, *TABLE_ACTS))
"""Acts that no question asks for."""
PC_FIELDS: Final = Pc.__struct_fields__[:-1]
FOE_FIELDS: Final = Foe.__struct_fields__[:-1]


class SacramentState(StackState, Struct, eq=False, gc=False):  # likewise
    """Everything that changes. Dictionaries and tuples are replaced, never edited; ``pcs`` and ``foes`` are copied."""

    open_ended: ClassVar[bool] = True

    setup: Setup
    """The table's options and content. Shared, never changed."""
    seed: int
    counter: int
    script: tuple[Any, ...]
    strict: bool
    shows: int
    """How much has been drawn beside the dice so far: rolls for show (SAC-DICE-05) and seals (SAC-GM-04)."""
    ladder: int
    armed: tuple[int, ...]
    """The milestones that are armed."""
    pending: tuple[tuple[int, int], ...]
    """Milestones passed whose aftershock is still to come, each with its causer (0: nobody)."""
    pcs: list[Pc]
    foes: dict[str, Foe]
    fight: Fight | None
    going: str
    """Where the story goes at the next boundary: a node, ``fight:<id>``, ``end``; empty: nowhere."""
    node: str
    flags: dict[str, int]
    clocks: dict[str, int]
    stopped: tuple[str, ...]
    visits: dict[str, int]
    tried: dict[str, tuple[int, ...]]
    """Choices made, each with the seats that tried (SAC-CHECK-06); groups by ``node:group``."""
    moves: int
    beats: tuple[str, ...]
    """Nodes whose horror beat is over."""
    rested: bool
    unsafe: bool
    no_cleanse: bool
    cleansed: bool
    surprise: str
    provoked: int
    next_risk: int
    next_surge: bool
    next_foes: int
    fallen: dict[str, dict[str, int]]
    """Per fight that keeps its fallen: how many of each kind are out."""
    zones: tuple[Zone, ...]
    lights: tuple[tuple[int, int], ...]
    fog: tuple[int, ...]
    safe: tuple[str, ...]
    """Nodes that the game master made safe."""
    notes: tuple[GmNote, ...]
    said: dict[str, int]
    """Lines of each NPC told so far."""
    results: tuple[str, ...]
    """Fights that are over, ``<id>:<result>:<rounds>``."""
    chapters: int
    level: int
    ending: str
    stack: tuple[Frame, ...]
    grid: Grid | None = None
    """The map of the running fight, and ``spec`` the scenario's entry: they follow from ``fight`` (``set_fight``)."""
    spec: FightSpec | None = None
    lying: int = 0
    """The tiles where loot lies, as a mask; follows from the fight's loot (``set_loot``)."""
    discovered: int = -1
    """The tiles of the running fight's map that the party has seen, as a mask (SAC-VTT-06). It changes nothing that can
    be done, and is no part of the digest."""
    veiled: dict[str, int | None] = msgspec.field(default_factory=dict)
    """Flags that the game master changed in secret, and what players know of each: its value then, ``None``: nothing.
    It changes nothing that can be done either.
    """
    _lit: int | None = None
    """What ``lit`` answers, kept while nobody who may bear a light moves and no light changes (``relit``)."""
    _legal: tuple[Action, ...] | None = None

    def clone(self) -> SacramentState:
        c: SacramentState = self.__copy__()  # type: ignore[attr-defined]  # msgspec.Struct has it, its stub does not
        c.pcs = [pc.__copy__() for pc in self.pcs]  # type: ignore[attr-defined]  # likewise
        if self.foes:
            c.foes = {token: foe.__copy__() for token, foe in self.foes.items()}  # type: ignore[attr-defined]  # likewise
        if self.fight is not None:
            c.fight = self.fight.__copy__()  # type: ignore[attr-defined]  # likewise
        return c

    # -- the contract ------------------------------------------------------------------------------------------

    def legal_actions(self, player: int | None = None) -> Sequence[Action]:
        if player is not None and player != self.current_player():
            if player == GM and self.stack:
                return self.setup.answers.finite_acts(self)
            return ()
        legal = self._legal
        if legal is None:
            legal = self._legal = self.stack[-1].legal(self) if self.stack else ()
        return legal

    def step(self, action: Action, sink: list[Event] | None = None) -> None:
        self._legal = None
        watch = begin_watch(self, sink) if sink is not None else None
        kind = type(action)
        if kind in _UNASKED or (kind is SpendToken and self.stack[-1].seat(self) != GM):
            self._lit = None
            self.setup.answers.carry_out(self, action, sink)
            self._lit = None
        else:
            self.stack[-1].resolve(self, action, sink)
        stack = self.stack
        if not stack or stack[-1].automatic or self.pending or self.going:
            self.settle(sink)
        if self._lit is None or watch is not None:  # else what is seen has stayed
            grid = self.grid
            if self.discovered != -1 or self.fog or watch is not None or (grid is not None and grid.dark):
                end_watch(self, watch, sink)

    def settle(self, sink: list[Event] | None) -> None:
        """Carry out what settles by itself: aftershocks and changes of scene between actions, automatic frames."""
        while self.stack:
            top = self.stack[-1]
            if self.pending and top.boundary:
                self.setup.answers.begin_aftershock(self, sink)
            elif self.going and self.fight is None and top.boundary:
                self.setup.answers.depart(self, sink)
            elif top.automatic:
                top.resolve(self, None, sink)
            else:
                return

    def canonical(self, action: Action) -> Action:
        """The one spelling: no seat for the current player, nor for a PC's player who speaks for the party."""
        if action.seat is None or not self.stack:
            return action
        top = self.stack[-1]
        if isinstance(action, (*GM_ACTS, *TABLE_ACTS)):
            return action
        if action.seat == top.seat(self) or (top.party and 0 < action.seat <= len(self.pcs)):
            return structs.replace(action, seat=None)
        return action

    if TYPE_CHECKING:

        def observation(self, player: int) -> SacramentObservation:
            """All that a seat may know."""

    def resample(self, player: int, rng: Rng) -> SacramentState:
        c = self.clone()
        c.seed, c.counter = rng.fresh_seed(), 0
        c.script, c.strict = (), False
        if player != GM:
            c._legal = None
            self.setup.answers.deal(c, player, rng)
        return c

    def digest(self) -> str:
        return hashlib.blake2b(msgspec.json.encode(self._parts(encoded), order="sorted"), digest_size=8).hexdigest()

    def chapter(self) -> int:
        return self.chapters

    def recall(self, event: Event, chapter: int, viewer: int | None) -> Event:
        return event if not self.stack and isinstance(event, UNSEALED) else event.seen_by(viewer)

    def reasons(self, choice: Choice, seat: int, chapter: int, viewer: int | None) -> tuple[Reason, ...]:
        hidden = {token for token, foe in self.foes.items() if foe.hidden} if viewer != GM else set()
        return tuple([reason for reason in choice.reasons if reason.values.get("token") not in hidden])

    # -- questions that look and change nothing ----------------------------------------------------------------

    def odds(self, action: Action) -> float | None:
        """The chance that the check of an action succeeds; ``None`` where it makes none or hides it."""
        return self.setup.answers.odds(self, action)

    def reachable(self) -> dict[str, int]:
        """The tiles that the acting PC can walk to, and their cost in tokens; empty for the game master."""
        seat = self.current_player()
        return self.setup.answers.reachable(self, seat) if seat > GM else {}

    def rise(self, action: Action) -> int | None:
        """How far an action of the acting PC would raise the ladder; ``None`` where it stays."""
        used = getattr(action, "ability", "") or getattr(action, "item", "")
        seat = self.current_player()
        return self.setup.answers.rise(self, seat, used) or None if used and seat > GM else None

    # -- for the rules -----------------------------------------------------------------------------------------

    def key(self) -> tuple[Any, ...]:
        """All that makes this state what it is, in a fixed order."""
        return self._parts(lambda value: value)

    def _parts(self, lasting: Callable[[Any], Any]) -> tuple[Any, ...]:
        """The key; ``lasting`` is what stands for a value that many states share."""
        pcs = [(pc.seat, lasting(pc.sheet), *_of_pc(pc)) for pc in self.pcs]
        foes = [(*_of_foe(foe), lasting(foe.block)) for foe in self.foes.values()]
        return (lasting(self.setup.key), *_before_pcs(self), pcs, foes, *_after_foes(self))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SacramentState) and _plain(self.key()) == _plain(other.key())

    def set_fight(self, fight: Fight | None) -> None:
        """A fight begins, or is over (``None``)."""
        self.fight = fight
        self._lit = None
        self.lying = 0
        self.grid = self.setup.grid_of(fight)
        self.discovered = 0 if self.grid is not None and self.grid.dark else -1
        self.spec = self.setup.fight_of(fight)

    def set_loot(self, loot: tuple[tuple[int, str, int], ...]) -> None:
        """What lies on the tiles of the running fight."""
        assert self.fight is not None
        self.fight.loot = loot
        self.lying = 0
        for tile, _, _ in loot:
            self.lying |= 1 << tile if tile >= 0 else 0

    def ask(self, frame: Frame) -> None:
        """Put a frame on top of the stack."""
        self.stack += (frame,)

    def drop(self) -> None:
        """Take the top frame off."""
        self.stack = self.stack[:-1]

    def pc(self, seat: int) -> Pc:
        """The PC of a seat."""
        return self.pcs[seat - 1]

    def living(self) -> list[Pc]:
        """The PCs who are not dead."""
        return [pc for pc in self.pcs if not pc.dead]

    def able(self) -> list[Pc]:
        """The PCs who can act."""
        return [pc for pc in self.pcs if pc.harm < BOXES and not pc.dead]

    def anyone_able(self) -> bool:
        """Whether any PC can act."""
        for pc in self.pcs:  # noqa: SIM110  # asked at every step, and a generator costs as much again
            if pc.harm < BOXES and not pc.dead:
                return True
        return False

    def speaker(self) -> int:
        """Who answers for the party: the able PC of the lowest seat, else the lowest living one, else seat 1."""
        for pc in self.pcs:
            if pc.harm < BOXES and not pc.dead:
                return pc.seat
        return next((pc.seat for pc in self.pcs if not pc.dead), 1)

    def band(self, a: int, b: int) -> int:
        """The band between two tiles; Melee everywhere where there is no map."""
        grid = self.grid
        if grid is None or a < 0 or b < 0:
            return 0
        return grid.band[a * grid.size + b]

    def foes_in_sight(self, pc: Pc) -> list[tuple[Foe, int]]:
        """The adversaries that a PC can aim at, each with its band: not hidden, nor elsewhere in soot, fog or dark."""
        grid = self.grid
        if grid is None:
            return [(foe, 0) for foe in self.foes.values()]
        row = pc.tile * grid.size
        bands = grid.band
        fog = self.fog
        if self.zones:
            fog += tuple([zone.tile for zone in self.zones if zone.name == "soot"])
        lit = self.lit() if grid.dark else -1
        seen = []
        for foe in self.foes.values():
            tile = foe.tile
            band = bands[row + tile]
            if foe.hidden or band == OUT:
                continue
            if not band or ((lit == -1 or lit >> tile & 1) and tile not in fog):
                seen.append((foe, band))
        return seen

    def band_to_foe(self, pc: Pc, foe: Foe) -> int:
        """The band at which a PC can aim at an adversary: ``OUT`` where it is hidden, in soot, fog or the dark."""
        grid = self.grid
        if grid is None:
            return 0
        band = grid.band[pc.tile * grid.size + foe.tile]
        if band == 0:
            return OUT if foe.hidden else 0
        if foe.hidden or (self.zones and self.in_soot(foe.tile)):
            return OUT
        if foe.tile in self.fog or (grid.dark and band != OUT and not self.lit() >> foe.tile & 1):
            return OUT
        return band

    def place_name(self, tile: int) -> str:
        """A tile of the running fight by letter and number; empty off the map."""
        return self.grid.names[tile] if self.grid is not None and 0 <= tile < self.grid.size else ""

    def in_soot(self, tile: int) -> bool:
        """Whether a Veil of Soot hides a tile from others."""
        return any(zone.name == "soot" and zone.tile == tile for zone in self.zones)

    def relit(self) -> None:
        """Somebody who may bear a light has moved, or a light has changed."""
        self._lit = None

    def lit(self) -> int:
        """The tiles that light reaches on a dark map, as a mask (SAC-VTT-06)."""
        mask = self._lit
        if mask is not None:
            return mask
        grid = self.grid
        assert grid is not None
        mask = grid.glow(self.lights) if self.lights else 0
        for pc in self.pcs:
            if pc.light and pc.tile >= 0:
                mask |= grid.around[pc.tile]
        return mask

    def seen(self) -> int:
        """The tiles of the running fight on which the party sees what stands there, as a mask (SAC-VTT-06): those that
        light reaches and no fog hides, and those that a PC stands on.
        """
        grid = self.grid
        if grid is None or not (grid.dark or self.fog):
            return -1
        mask = self.lit() if grid.dark else (1 << grid.size) - 1
        for tile in self.fog:
            mask &= ~(1 << tile)
        for pc in self.pcs:
            mask |= 1 << pc.tile if pc.tile >= 0 else 0
        return mask

    def unseen(self, tile: int) -> bool:
        """Whether players do not see what stands on a tile of the running fight."""
        return tile >= 0 and not self.seen() >> tile & 1

    def closed(self) -> tuple[int, ...]:
        """Tiles that a wall conjured on them closes for everybody."""
        return tuple(sorted(zone.tile for zone in self.zones if zone.name == "wall"))

    # -- chance ------------------------------------------------------------------------------------------------

    def d6(self, seat: int | None = None) -> int:
        """One six-sided die. ``seat`` rolls it by the rules, where that is not who acts."""
        if self.script:
            return self._scripted("d6", 6)
        if self.strict:
            raise _need(6, seat)
        value = mix(self.seed, self.counter)
        self.counter += 1
        while value >= _SIX:
            value = mix(self.seed, self.counter)
            self.counter += 1
        return value % 6 + 1

    def d20(self, seat: int | None = None) -> int:
        """One twenty-sided die. ``seat`` rolls it by the rules, where that is not who acts."""
        if self.script:
            return self._scripted("d20", 20)
        if self.strict:
            raise _need(20, seat)
        value = mix(self.seed, self.counter)
        self.counter += 1
        while value >= _TWENTY:
            value = mix(self.seed, self.counter)
            self.counter += 1
        return value % 20 + 1

    def die(self, sides: int) -> int:
        """One die of any size (the game master's roller)."""
        if sides == 6:
            return self.d6()
        if sides == 20:
            return self.d20()
        if self.script:
            return self._scripted(f"d{sides}", sides)
        if self.strict:
            raise _need(sides, None)
        value, self.counter = below(self.seed, self.counter, sides)
        return value + 1

    def _scripted(self, die: str, sides: int) -> int:
        """The next scripted result for a die; a wrong size or value is an error (SAC-DICE-03)."""
        value = scripted(self.script[0], die)
        if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= sides:
            raise ScriptError(die, self.script[0], f"1 to {sides}")
        self.script = self.script[1:]
        return value

    def pick(self, choices: Sequence[Any], what: str) -> Any:
        """One of ``choices``, each equally likely, or the scripted one (SAC-GM-12)."""
        if len(choices) == 1:
            return choices[0]
        if self.script:
            value = scripted(self.script[0], what)
            if value not in choices:
                raise ScriptError(what, self.script[0], f"one of {', '.join(map(str, choices))}")
            self.script = self.script[1:]
            return value
        if self.strict:
            raise NeedRoll(what, tuple(choices), drawn=True)
        index, self.counter = below(self.seed, self.counter, len(choices))
        return choices[index]


_of_pc: Final = attrgetter(*PC_FIELDS[2:])
"""After seat and sheet."""
_of_foe: Final = attrgetter(*FOE_FIELDS)
_FIELDS: Final = SacramentState.__struct_fields__[1:-7]
"""Without the set-up, and what follows from the rest."""
_before_pcs: Final = attrgetter(*_FIELDS[: _FIELDS.index("pcs")])
_after_foes: Final = attrgetter(*_FIELDS[_FIELDS.index("foes") + 1 :])
_MOST_ENCODED: Final = 1 << 12
_encoded: Final[dict[int, tuple[Any, msgspec.Raw]]] = {}
"""By identity, each beside the value itself, so that no other can come to have the same."""


def encoded(value: Any) -> msgspec.Raw:
    """A value that never changes as JSON, kept: sheets, blocks and set-ups are most of what a digest reads."""
    kept = _encoded.get(id(value))
    if kept is None:
        if len(_encoded) >= _MOST_ENCODED:
            _encoded.clear()
        kept = _encoded[id(value)] = (value, msgspec.Raw(msgspec.json.encode(value, order="sorted")))
    return kept[1]


def _need(sides: int, seat: int | None) -> NeedRoll:
    return NeedRoll(f"d{sides}", tuple(range(1, sides + 1)), seat=seat)


def _plain(value: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value, order="sorted"))
