"""What a seat may know, imagining what is hidden, and what is seen in sentences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from msgspec import UNSET, Struct, structs

from game.core.chance import Rng
from game.core.contract import Observation
from game.sacrament.adversaries import CHOICE, FoeTurn
from game.sacrament.combat import waves_to_come
from game.sacrament.frames import GM, Frame
from game.sacrament.gm import Called, FailCost, VowAsked
from game.sacrament.magic import dread
from game.sacrament.state import Foe, SacramentState
from game.sacrament.values import Cond, GmNote, Mod, Zone

if TYPE_CHECKING:
    from game.sacrament.state import Pc


class SeenPc(Struct, frozen=True):
    """A PC as a seat sees it. ``items`` and ``gold`` are None for others where packs are private."""

    seat: int
    id: str
    name: str
    level: int
    attributes: dict[str, int]
    abilities: tuple[str, ...]
    practice: str
    vow_tag: str
    harm: int
    wounds: int
    fades: int
    dying: bool
    steady: bool
    dead: bool
    tokens: int
    guard: bool
    ward: int
    at: str
    light: bool
    acted: bool
    spent: int
    durability: int
    conditions: tuple[Cond, ...]
    bonuses: tuple[Mod, ...]
    used: tuple[str, ...]
    hands: tuple[str, ...]
    worn: str
    items: tuple[tuple[str, int, int], ...] | None
    gold: int | None


class SeenFoe(Struct, frozen=True):
    """An adversary as a seat sees it.

    ``state`` says how hurt it looks (unhurt, hurt, half, nearly); ``left`` its boxes left where they are known; ``at``
    is empty where it stands unseen; ``difficulty`` is 0 where the table hides difficulties.
    """

    token: str
    kind: str
    at: str
    difficulty: int
    acted: bool
    taken: int | None
    state: str
    left: int | None
    conditions: tuple[Cond, ...]
    hidden: bool
    history: tuple[Any, ...]
    """Whom it went for, who hurt it, and what it has used: all of that was open."""


class SacramentObservation(Observation, frozen=True):
    """All that one seat may know."""

    scenario: str
    node: str
    fight: str
    map: str
    difficulty: str
    order: str
    round: int
    ladder: int
    dread: str
    armed: tuple[int, ...]
    pending: tuple[tuple[int, int], ...]
    question: str
    asked: int
    stack: tuple[Frame, ...]
    pcs: tuple[SeenPc, ...]
    foes: tuple[SeenFoe, ...]
    gone: tuple[str, ...]
    more_to_come: bool
    zones: tuple[Zone, ...]
    lights: tuple[tuple[int, int], ...]
    fog: tuple[int, ...]
    discovered: int
    """The tiles that the party has seen, as a mask."""
    clocks: dict[str, int]
    flags: dict[str, int]
    """What the story remembers, as the seat knows it (``known_flags``)."""
    tried: dict[str, tuple[int, ...]]
    visits: dict[str, int]
    notes: tuple[GmNote, ...]
    level: int
    ending: str
    surge: bool
    rested: bool
    unsafe: bool
    safe: tuple[str, ...]
    rest: tuple[Any, ...]
    """What else is open to all: moves, beats over, lines told, uses of the fight."""


def is_concealed(foe: Foe, viewer: int) -> bool:
    """Whether the players do not even know that it is there (SAC-HIT-08: hidden until it acts or is found)."""
    return viewer != GM and foe.hidden


def look_of(foe: Foe) -> str:
    """How hurt it looks."""
    return _looks(foe.harm, foe.most)


def _looks(taken: int, most: int) -> str:
    if not taken:
        return "unhurt"
    if taken * 4 >= most * 3:
        return "nearly"
    return "half" if taken * 2 >= most else "hurt"


def _seen_pc(s: SacramentState, pc: Pc, viewer: int) -> SeenPc:
    own = viewer in (GM, pc.seat) or not s.setup.private_packs
    sheet = pc.sheet
    return SeenPc(
        seat=pc.seat,
        id=sheet.id,
        name=sheet.name,
        level=sheet.level,
        attributes=pc.kit.value,
        abilities=pc.kit.abilities,
        practice=sheet.practice,
        vow_tag=sheet.vow_tag,
        harm=pc.harm,
        wounds=pc.wounds,
        fades=pc.fades,
        dying=pc.dying and not pc.dead,
        steady=pc.steady,
        dead=pc.dead,
        tokens=pc.tokens,
        guard=pc.guard,
        ward=pc.ward,
        at=s.place_name(pc.tile),
        light=pc.light,
        acted=pc.acted,
        spent=pc.spent,
        durability=pc.dur,
        conditions=pc.conds,
        bonuses=pc.mods,
        used=pc.used,
        hands=sheet.hands,
        worn=sheet.worn,
        items=pc.kit.listed if own else None,
        gold=sheet.gold if own else None,
    )


def _knows_harm(s: SacramentState, foe: Foe, viewer: int) -> bool:
    return viewer == GM or foe.known or s.setup.foe_harm == "exact" or not s.stack


def _seen_foe(s: SacramentState, foe: Foe, viewer: int, in_sight: bool) -> SeenFoe:
    exact = _knows_harm(s, foe, viewer)
    # Who hurt it how much is open like every roll, unless the table hides harm.
    open_wounds = (foe.threat, foe.dealt) if exact or s.setup.foe_harm == "rough" else ()
    return SeenFoe(
        token=foe.token,
        kind=foe.kind,
        at=s.place_name(foe.tile) if in_sight else "",
        difficulty=foe.block.difficulty if viewer == GM or s.setup.open_difficulties else 0,
        acted=foe.acted,
        taken=foe.harm if exact or s.setup.foe_harm == "rough" else None,
        state=look_of(foe) if exact or s.setup.foe_harm == "rough" else "",
        left=foe.most - foe.harm if exact else None,
        conditions=foe.conds,
        hidden=foe.hidden if viewer == GM else False,
        history=(
            *(foe.dice, foe.attacks, foe.last, foe.before, foe.half, foe.risen, foe.special, foe.known),
            foe.called,
            *open_wounds,
        ),
    )


def public_stack(s: SacramentState, viewer: int) -> tuple[Frame, ...]:
    """The stack without what is only the game master's: the difficulty of a hidden check, or of any that is called; and
    which adversary it is that acts, where nobody knows that it is there.
    """
    if viewer == GM:
        return s.stack
    return tuple([_public(s, frame) for frame in s.stack])


def _public(s: SacramentState, frame: Frame) -> Frame:
    if isinstance(frame, Called):
        if frame.hidden:
            return structs.replace(frame, difficulty=0, bonus=0, stakes=UNSET)
        return frame if s.setup.open_difficulties else structs.replace(frame, difficulty=0)
    if isinstance(frame, VowAsked):
        return structs.replace(frame, called=_public(s, frame.called))
    if isinstance(frame, FailCost) and frame.hidden:
        return structs.replace(frame, good=False)
    if isinstance(frame, FoeTurn):
        foe = s.foes.get(frame.token)
        return CHOICE if foe is not None and foe.hidden else frame
    return frame


def known_flags(s: SacramentState, viewer: int) -> dict[str, int]:
    """What the story remembers, as a seat knows it: of what was changed in secret, what was known before."""
    if viewer == GM or not s.veiled:
        return s.flags
    known = {name: value for name, value in s.flags.items() if name not in s.veiled}
    return {**known, **{name: value for name, value in s.veiled.items() if value is not None}}


def observe(s: SacramentState, player: int) -> SacramentObservation:
    """The observation of one seat."""
    fight = s.fight
    spec = s.spec
    seen = -1 if player == GM else s.seen()
    return SacramentObservation(
        player=player,
        scenario=s.setup.scenario.id,
        node=s.node,
        fight=fight.id if fight else "",
        map=spec.map if spec else "",
        difficulty=s.setup.difficulty,
        order=s.setup.order,
        round=fight.round if fight else 0,
        ladder=s.ladder,
        dread=dread(s.ladder),
        armed=s.armed,
        pending=s.pending,
        question=s.stack[-1].name if s.stack else "",
        asked=s.current_player(),
        stack=public_stack(s, player),
        pcs=tuple(_seen_pc(s, pc, player) for pc in s.pcs),
        foes=tuple(
            _seen_foe(s, foe, player, bool(seen >> foe.tile & 1))
            for foe in s.foes.values()
            if not is_concealed(foe, player)
        ),
        gone=fight.gone if fight else (),
        more_to_come=waves_to_come(s) if player == GM else False,
        zones=s.zones,
        lights=s.lights,
        fog=s.fog,
        discovered=s.discovered,
        clocks=s.clocks,
        flags=known_flags(s, player),
        tried=s.tried,
        visits=s.visits,
        notes=tuple(note for note in s.notes if player == GM or note.to in (player, -1)),
        level=s.level,
        ending=s.ending,
        surge=bool(fight and fight.surge),
        rested=s.rested,
        unsafe=s.unsafe,
        safe=s.safe,
        rest=(
            s.moves, s.beats, tuple(s.said.items()), s.next_risk, s.results, s.chapters, s.stopped, s.cleansed,
            s.no_cleanse, s.surprise, s.provoked, s.next_surge, s.next_foes, tuple(s.fallen.items()),
            (fight.finisher, fight.named, fight.token_round, fight.tokens, fight.used, fight.loot) if fight else (),
        ),
    )  # fmt: skip


def deal_anew(c: SacramentState, player: int, rng: Rng) -> None:
    """Replace what ``player`` cannot know: harm values, where the unseen stand, hidden adversaries, notes, flags'
    future.

    Built from what the player sees alone, so equal observations and equal ``rng`` give the same result.
    """
    if c.notes:
        c.notes = tuple(note for note in c.notes if note.to in (player, -1))
    c.stack = public_stack(c, player)
    c.shows = 0
    _forget_flags(c, player)
    seen, grid = c.seen(), c.grid
    if any(foe.hidden for foe in c.foes.values()):
        c.foes = {token: foe for token, foe in c.foes.items() if not is_concealed(foe, player)}
    unseen: list[int] = []
    if grid is not None and seen != -1:
        unseen = [t for t in range(grid.size) if grid.passable[t] and not seen >> t & 1]
    for foe in c.foes.values():
        if not seen >> foe.tile & 1:
            foe.tile = unseen[rng.below(len(unseen))]
        if not _knows_harm(c, foe, player):
            _guess_harm(c, foe, rng)
        foe.provoked = 0
    if c.setup.private_packs:
        for pc in c.pcs:
            if pc.seat != player:
                _guess_pack(pc)


def _forget_flags(c: SacramentState, player: int) -> None:
    """Flags that are secret are as the player knows them, unless what is on offer shows that they are not."""
    if c.veiled and c.stack:
        offered, flags = c.stack[-1].legal(c), c.flags
        c.flags = known_flags(c, player)
        if c.stack[-1].legal(c) != offered:
            c.flags = flags
    c.veiled = {}


def _guess_harm(c: SacramentState, foe: Foe, rng: Rng) -> None:
    """A harm value that fits the kind and how hurt it looks."""
    level, elite = foe.block.level, "elite" in foe.block.tags
    if c.setup.foe_harm == "hidden":
        foe.harm, foe.threat, foe.dealt = 0, (), ()
        likely: Sequence[int] = _usual(level, elite)
    else:
        likely = _likely(level, elite, foe.harm, look_of(foe))
    foe.most = likely[rng.below(len(likely))]


def _usual(level: int, elite: bool) -> range:
    """The harm values of a kind: ten to twelve boxes a level is the authors' rule of thumb."""
    return range(8 * level, 14 * level * (3 if elite else 1) + 1)


@lru_cache(maxsize=1 << 12)
def _likely(level: int, elite: bool, taken: int, look: str) -> tuple[int, ...]:
    """The harm values of one that has taken so much and looks so, the usual ones if any of them fits."""
    usual = _usual(level, elite)
    fitting = [most for most in range(taken + 1, max(usual[-1], taken * 4) + 2) if _looks(taken, most) == look]
    return tuple([most for most in fitting if most in usual] or fitting)


def _guess_pack(pc: Pc) -> None:
    """Where packs are private: only what is worn and in hand is known."""
    sheet = pc.sheet
    suit = next((item for item in sheet.items if item.key == sheet.worn), None)
    items = tuple(item for item in sheet.items if item is suit or item.key in sheet.hands)
    pc.set_sheet(structs.replace(sheet, items=items, gold=0))


def describe(observation: Observation) -> Sequence[tuple[str, Mapping[str, Any]]]:
    """What a seat sees, in sentences: text key and fields."""
    assert isinstance(observation, SacramentObservation)
    lines: list[tuple[str, Mapping[str, Any]]] = [
        ("sacrament.sight.ladder", {"ladder": observation.ladder, "dread": f"@sacrament.dread.{observation.dread}"})
    ]
    if observation.fight:
        lines.append(("sacrament.sight.fight", {"fight": observation.fight, "round": observation.round}))
    elif observation.node:
        place = f"@{observation.scenario}.{observation.node}.name"
        lines.append(("sacrament.sight.node", {"place": place}))
    for pc in observation.pcs:
        state = "dead" if pc.dead else "dying" if pc.dying else "up"
        lines.append((
            f"sacrament.sight.pc.{state}",
            {"seat": pc.seat, "harm": pc.harm, "wounds": pc.wounds, "tokens": pc.tokens, "at": pc.at or "–",
             "fades": pc.fades},
        ))  # fmt: skip
    lines += [
        ("sacrament.sight.foe", {"token": foe.token, "at": foe.at or "?",
                                 "difficulty": foe.difficulty or "@sacrament.veiled",
                                 "harm": "?" if foe.taken is None else foe.taken})
        for foe in observation.foes
    ]  # fmt: skip
    return lines

