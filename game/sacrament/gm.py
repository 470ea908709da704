"""The human game master's powers as ordinary actions (SAC-GM): checks, costs, harm, edits, notes, dice, counters,
fog.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Final

from msgspec import UNSET, UnsetType, structs

from game.core.chance import below, mix
from game.core.contract import Action, Event, PositionError, Refusal, Values
from game.core.numbers import shortened, whole_number
from game.sacrament import actions as act
from game.sacrament.adversaries import absorb
from game.sacrament.campaign import cleanse_again, open_rest, raise_level
from game.sacrament.checks import CHECK_CLAUSES, DIFFICULTIES, HIGHEST, LOWEST, MOST_BONUS, VOW_BONUS, roll_check
from game.sacrament.combat import add_foe, end_fight
from game.sacrament.content import ATTRIBUTES
from game.sacrament.effects.field import place_foe, place_pc
from game.sacrament.effects.story import move_clock
from game.sacrament.events import (
    CheckCalled,
    CleanseAllowed,
    CostNamed,
    DeedDone,
    Edited,
    FogPainted,
    GmRolled,
    LightChanged,
    NoteTaken,
    ShowRolled,
    Talked,
    Uncovered,
    VowInvoked,
)
from game.sacrament.exploration import fall_beat, is_beat_moment
from game.sacrament.faults import text_fault
from game.sacrament.formulas import FormulaError, parse_formula
from game.sacrament.frames import GM, Frame
from game.sacrament.gear import lose_by_kind
from game.sacrament.harm import fall, foe_out, mark_harm
from game.sacrament.horror import can_spend, is_moment, look_again, spend_now
from game.sacrament.magic import lower_ladder, raise_ladder
from game.sacrament.seals import seal_roll
from game.sacrament.values import GmNote
from game.sacrament.watch import behind

if TYPE_CHECKING:
    from game.sacrament.state import Pc, SacramentState

COSTS: Final = ("harm", "ladder", "time", "item", "exposure", "position", "text")
"""What a failure may cost (SAC-GM-05)."""
VOW_USED: Final = "session:vow"
NOTHING: Final = "none"
"""What a hidden check costs that succeeded."""
LONGEST: Final = 500
LONGEST_FOUND: Final = 80
"""As much of a wrong value as a refusal repeats."""
DICE_PATHS: Final = ("seed", "counter", "script", "strict", "shows", "frames", "game", "format")
"""Dice are never altered (SAC-GM-07), nor what the position is written with."""
SETUP_PATHS: Final = ("scenario", "fight", "players", "phase")
"""What table this is, and what is being asked: set up before the first scene, and following from the rest. Who an
adversary is follows from how it came.
"""
_SHOW: Final = 0x5707


# ------------------------------------------------------------------------------------------------------ judgement


def ask_judgement(s: SacramentState, pc: Pc, text: str) -> None:
    """A player does something that no list has: the game master judges it (SAC-TURN-03, SAC-GM-03)."""
    s.ask(Judge(pc.seat, text))


class Judge(Frame, frozen=True, tag="judge"):
    """SET_CHECK: attribute and difficulty, or no roll for what is certain (SAC-GM-03)."""

    who: int
    deed: str

    boundary: ClassVar[bool] = False
    name: ClassVar[str] = "set_check"
    clauses: ClassVar[tuple[str, ...]] = ("SAC-GM-03", "SAC-CHECK-03", "SAC-CHECK-02")

    def seat(self, s: SacramentState) -> int:
        return GM

    def legal(self, s: SacramentState) -> tuple[Action, ...]:
        return _JUDGEMENTS

    def resolve(self, s: SacramentState, action: Any, out: list[Event] | None) -> None:
        s.drop()
        if type(action) is act.NoCheck:
            if out is not None:
                clauses = ("SAC-GM-03", "SAC-TURN-03")
                out.append(DeedDone(clauses=clauses, seat=self.who, deed="free", words=self.deed, success=True))
            return
        call(s, (self.who,), action.attribute, action.difficulty, False, action.bonus, self.deed, out, action.stakes)

    def values(self, s: SacramentState) -> Values:
        return {"pc": self.who, "words": self.deed}


_JUDGEMENTS: Final = (
    *(act.SetCheck(attribute=a, difficulty=n) for a in ATTRIBUTES for n in DIFFICULTIES.values()),
    act.NO_CHECK,
)


def call(
    s: SacramentState,
    seats: tuple[int, ...],
    attribute: str,
    difficulty: int,
    hidden: bool,
    bonus: int,
    reason: str,
    out: list[Event] | None,
    stakes: str = "",
) -> None:
    """A check is called, with what is at stake: each of the seats rolls in turn."""
    if out is not None:
        clauses = ("SAC-GM-02", "SAC-CHECK-03", "SAC-CHECK-02") + (("SAC-GM-04",) if hidden else ())
        out.append(
            CheckCalled(
                clauses=clauses,
                seats=seats,
                attribute=attribute,
                difficulty=difficulty,
                hidden=hidden,
                reason=reason,
                veiled=not s.setup.open_difficulties,
                stakes=stakes,
            )
        )
    for seat in reversed(seats):
        s.ask(Called(seat, attribute, difficulty, hidden, bonus, reason, stakes or UNSET))


class Called(Frame, frozen=True, tag="called"):
    """A check that the game master called; its player rolls."""

    who: int
    attribute: str
    difficulty: int
    hidden: bool
    bonus: int
    reason: str
    stakes: str | UnsetType = UNSET
    """What a failure may cost, as the game master said; not written where nothing was said."""
    vow: bool | UnsetType = UNSET
    """Whether the vow is acted on; not written before that was asked for."""

    boundary: ClassVar[bool] = False
    name: ClassVar[str] = "roll"
    layout: ClassVar[str] = "dice"
    clauses: ClassVar[tuple[str, ...]] = ("SAC-CHECK-01", "SAC-CHECK-03")

    def seat(self, s: SacramentState) -> int:
        return self.who

    def may_swear(self, s: SacramentState) -> bool:
        """Whether the vow may be brought up: once a session, and not in a hidden check, as its price tells of a failure
        (SAC-PRACTICE-04, SAC-GM-04).
        """
        pc = s.pc(self.who)
        return self.vow is UNSET and not self.hidden and bool(pc.sheet.vow.strip()) and VOW_USED not in pc.used

    def legal(self, s: SacramentState) -> tuple[Action, ...]:
        return (act.ROLL_IT, act.ACCEPT) if self.may_swear(s) else (act.ROLL_IT,)

    def parts(self) -> tuple[tuple[str, int], ...]:
        """What the game master and the vow add, by name."""
        parts = (("situation", self.bonus),) if self.bonus else ()
        return (*parts, ("vow", VOW_BONUS)) if self.vow is True else parts

    def resolve(self, s: SacramentState, action: Any, out: list[Event] | None) -> None:
        s.drop()
        if type(action) is act.Accept:
            s.ask(VowAsked(self))
            return
        pc = s.pc(self.who)
        extra = self.parts()
        clauses = (*CHECK_CLAUSES, "SAC-CHECK-08") + (("SAC-GM-04",) if self.hidden else ())
        good = roll_check(
            s, pc, self.reason or "called", self.attribute, self.difficulty, extra, out, clauses, hidden=self.hidden
        )
        if self.vow is True and not good:
            mark_harm(s, pc, 1, "vow", out, ("SAC-PRACTICE-04",))
        if not good or self.hidden:
            s.ask(FailCost(self.who, self.hidden, good))
        elif out is not None and self.reason and not self.hidden:
            out.append(DeedDone(clauses=("SAC-GM-02",), seat=self.who, deed="free", words=self.reason, success=True))

    def values(self, s: SacramentState) -> Values:
        told = s.setup.open_difficulties and not self.hidden
        shown: str | int = self.difficulty if told else "@sacrament.veiled"
        return {"attribute": f"@attribute.{self.attribute}.name", "difficulty": shown, "reason": self.reason}

    def at_stake(self) -> str:
        """What was said to be at stake; of a hidden check that is the game master's own."""
        return "" if self.hidden or self.stakes is UNSET else str(self.stakes)


class VowAsked(Frame, frozen=True, tag="vow_asked"):
    """GRANT_VOW: a player would act on the vow in a check that was called; the game master says whether it fits
    (SAC-PRACTICE-04).
    """

    called: Called

    boundary: ClassVar[bool] = False
    name: ClassVar[str] = "grant_vow"
    clauses: ClassVar[tuple[str, ...]] = ("SAC-PRACTICE-04", "SAC-GM-02")

    def seat(self, s: SacramentState) -> int:
        return GM

    def legal(self, s: SacramentState) -> tuple[Action, ...]:
        return (act.ACCEPT, act.DECLINE)

    def resolve(self, s: SacramentState, action: Any, out: list[Event] | None) -> None:
        s.drop()
        granted = type(action) is act.Accept
        if granted:
            pc = s.pc(self.called.who)
            pc.used = (*pc.used, VOW_USED)
            if out is not None:
                clauses = ("SAC-PRACTICE-04", "SAC-PRACTICE-02")
                out.append(VowInvoked(clauses=clauses, seat=pc.seat, vow_tag=pc.sheet.vow_tag))
        s.ask(structs.replace(self.called, vow=granted))

    def values(self, s: SacramentState) -> Values:
        pc = s.pc(self.called.who)
        return {"seat": pc.seat, "words": pc.sheet.vow, "reason": self.called.reason}


class FailCost(Frame, frozen=True, tag="fail_cost"):
    """FAIL_COST: the game master says what the failure costs; the story does not stop (SAC-GM-05, SAC-CHECK-04).

    After a hidden check the game master is asked whatever came of it, by another name, so that nobody can tell a
    failure from a success by the question or by the log (SAC-GM-04). ``good``: it succeeded.
    """

    who: int
    hidden: bool = False
    good: bool = False

    boundary: ClassVar[bool] = False

    @property
    def name(self) -> str:  # type: ignore[override]  # the question's name tells nothing of a hidden check
        return "hidden_outcome" if self.hidden else "fail_cost"

    @property
    def clauses(self) -> tuple[str, ...]:  # type: ignore[override]  # likewise
        return ("SAC-GM-04", "SAC-GM-05") if self.hidden else ("SAC-GM-05", "SAC-CHECK-04")

    def seat(self, s: SacramentState) -> int:
        return GM

    def legal(self, s: SacramentState) -> tuple[Action, ...]:
        if self.good:
            return (act.NameCost(kind=NOTHING),)
        out: list[Action] = [act.NameCost(kind="harm", n=n) for n in (1, 2, 3, 4)]
        out.append(act.NameCost(kind="ladder"))
        if any(name not in s.stopped for name in s.clocks):
            out.append(act.NameCost(kind="time"))
        if s.pc(self.who).sheet.items:
            out.append(act.NameCost(kind="item"))
        return (*out, act.NameCost(kind="exposure"), act.NameCost(kind="position"))

    def resolve(self, s: SacramentState, action: Any, out: list[Event] | None) -> None:
        s.drop()
        pc = s.pc(self.who)
        if out is not None:
            out.append(
                CostNamed(clauses=self.clauses, seat=self.who, kind=action.kind, note=action.words, hidden=self.hidden)
            )
        if action.kind == "harm":
            mark_harm(s, pc, action.n, "cost", out, ("SAC-GM-05",))
        elif action.kind == "ladder":
            raise_ladder(s, 1, "gm", pc.seat, out, ("SAC-GM-05",))
        elif action.kind == "time":
            name = next(name for name in s.clocks if name not in s.stopped)
            spec = s.setup.clock(name)
            move_clock(s, name, 1 if spec.end > spec.start else -1, out)
        elif action.kind == "item":
            lose_by_kind(s, pc, "choice", out)

    def values(self, s: SacramentState) -> Values:
        return {"pc": self.who}


# ------------------------------------------------------------------------------------------------- acts out of turn


def open_moment(s: SacramentState) -> bool:
    """Whether an action is complete, so that a new thing may be put before the open question."""
    return bool(s.stack) and s.stack[-1].boundary


def finite_acts(s: SacramentState) -> tuple[Action, ...]:
    """The game master's acts out of turn that have no free parameter."""
    if not open_moment(s):
        return ()
    out: list[Action] = [act.Hurt(seat=GM, victim=pc.seat, n=1) for pc in s.living()]
    if s.fight is not None:
        out += [act.EndFight(seat=GM, result=result) for result in ("win", "defeat", "fled")]
        out += [act.RemoveFoe(seat=GM, token=token) for token in s.foes]
        if s.ladder > 0 and is_moment(s) and can_spend(s):
            out.append(act.SpendToken(seat=GM))
    elif s.node:
        if s.ladder > 0 and is_beat_moment(s):
            out.append(act.SpendToken(seat=GM))
        out += [act.Jump(seat=GM, node=node) for node in s.setup.scenario.nodes if node != s.node]
        if s.level < 5:
            out.append(act.RaiseLevel(seat=GM))
        if refuse_cleanse(s) is None:
            out.append(act.AllowCleanse(seat=GM))
    return tuple(out)


def refuse_act(s: SacramentState, action: Action) -> Refusal | None:
    """Why an act of the table or the game master may not be done now."""

    def no(clause: str, key: str, **values: str | int) -> Refusal:
        return Refusal(clause, f"sacrament.refusal.{key}", values)

    if isinstance(action, act.GM_ACTS):
        if (action.seat if action.seat is not None else s.current_player()) != GM:
            return no("SAC-GM-02", "gm_only")
    elif action.seat is not None and not 0 <= action.seat <= len(s.pcs):
        return no("SAC-GM-10", "no_seat")
    for name in ("words", "reason", "stakes", "about", "path", "value"):
        given = getattr(action, name, "")
        texts = given if isinstance(given, tuple) else (given,)
        clause = "SAC-GM-08" if name in ("path", "value") else "SAC-BUILDER-04"
        faults = (text_fault(name, text, LONGEST, clause) for text in texts if isinstance(text, str))
        fault = next(filter(None, faults), None)
        if fault is not None:
            return no(fault.clause, "text", found=fault.found, expected=fault.expected)
    if isinstance(action, (act.RollForShow, act.GmRoll)):
        try:
            parse_formula(action.formula)
        except FormulaError as error:
            return no("SAC-DICE-01", "formula", column=error.column, found=error.found, expected=error.expected)
        return None
    if isinstance(action, act.Talk):
        return None
    if isinstance(action, act.Edit):
        return _refuse_edit(s, action)
    if isinstance(action, act.Note):
        return None if -1 <= action.to <= len(s.pcs) else no("SAC-GM-10", "no_seat")
    if isinstance(action, (act.Fog, act.Light)):
        grid = s.grid
        if grid is None or any(space not in grid.index for space in action.spaces):
            return no("SAC-VTT-06", "no_tile")
        if isinstance(action, act.Light):
            if not grid.dark:
                return no("SAC-VTT-06", "no_dark")
            if not all(grid.passable[grid.index[space]] for space in action.spaces):
                return no("SAC-VTT-06", "no_tile")
        return None
    if not open_moment(s):
        return no("SAC-TURN-05", "mid_action")
    if isinstance(action, act.CallCheck):
        if not action.who or any(not 1 <= seat <= len(s.pcs) or s.pc(seat).dead for seat in action.who):
            return no("SAC-GM-10", "no_seat")
        if action.hidden and s.fight is not None:
            return no("SAC-GM-04", "open_in_fight")
        return refuse_difficulty(action.attribute, action.difficulty, action.bonus)
    if isinstance(action, act.Hurt):
        if not 1 <= action.victim <= len(s.pcs) or s.pc(action.victim).dead:
            return no("SAC-GM-10", "no_seat")
        return None if 1 <= action.n <= 60 else no("SAC-HARM-02", "amount", found=action.n)
    return _refuse_counters(s, action, no)


def _refuse_counters(s: SacramentState, action: Action, no: Any) -> Refusal | None:
    grid = s.grid
    found: Refusal
    if isinstance(action, act.Jump):
        if s.fight is not None:
            found = no("SAC-ORDER-13", "in_fight")
            return found
        if action.node not in s.setup.scenario.nodes:
            found = no("SAC-GM-02", "no_node", node=action.node)
            return found
        return None
    if isinstance(action, act.RaiseLevel):
        found = no("SAC-LEVEL-02", "top_level")
        return None if s.level < 5 and s.fight is None else found
    if isinstance(action, act.AllowCleanse):
        return refuse_cleanse(s)
    if s.fight is None or grid is None:
        found = no("SAC-ORDER-01", "no_fight")
        return found
    if isinstance(action, act.EndFight):
        found = no("SAC-ORDER-13", "no_result", found=action.result)
        return None if action.result in ("win", "defeat", "fled") else found
    if isinstance(action, (act.Place, act.Shift)) and (
        action.space not in grid.index or not grid.passable[grid.index[action.space]]
    ):
        found = no("SAC-VTT-01", "no_tile")
        return found
    if isinstance(action, act.Place) and action.kind not in s.setup.content.bestiary:
        found = no("SAC-GM-02", "no_foe", token=action.kind)
        return found
    if isinstance(action, act.RemoveFoe) or (isinstance(action, act.Shift) and action.token):
        found = no("SAC-ATTACK-03", "no_foe", token=action.token)
        return None if action.token in s.foes else found
    if isinstance(action, act.Shift) and not 1 <= action.ally <= len(s.pcs):
        found = no("SAC-GM-10", "no_seat")
        return found
    return None


def refuse_cleanse(s: SacramentState) -> Refusal | None:
    """Why no further cleanse can be allowed now: in a fight, at ladder 0, while one is still open (SAC-CLEANSE-05)."""
    if s.fight is not None:
        return Refusal("SAC-CLEANSE-06", "sacrament.refusal.in_fight")
    if not s.ladder:
        return Refusal("SAC-CLEANSE-04", "sacrament.refusal.quiet")
    rest = open_rest(s)
    still_open = rest is not None and not rest.cleansed and not getattr(rest, "blocked", False)
    if still_open:
        return Refusal("SAC-CLEANSE-05", "sacrament.refusal.may_cleanse")
    return None if s.able() else Refusal("SAC-CLEANSE-06", "sacrament.refusal.leader")


def refuse_difficulty(attribute: str, difficulty: int, bonus: int) -> Refusal | None:
    """SAC-CHECK-02, SAC-CHECK-08, SAC-ATTR-01."""
    if attribute not in ATTRIBUTES:
        return Refusal("SAC-ATTR-01", "sacrament.refusal.no_attribute", {"found": attribute})
    if not LOWEST <= difficulty <= HIGHEST:
        return Refusal("SAC-CHECK-02", "sacrament.refusal.difficulty", {"found": difficulty})
    if not -MOST_BONUS <= bonus <= MOST_BONUS:
        return Refusal("SAC-CHECK-08", "sacrament.refusal.bonus", {"found": bonus})
    return None


def carry_out(s: SacramentState, action: Action, out: list[Event] | None) -> None:
    """Carry out an act that no question asked for. In a fight the question that was open is looked at again."""
    looked_at = s.fight is not None and isinstance(action, (act.Hurt, act.Edit, act.Shift, act.RemoveFoe))
    if looked_at and not isinstance(action, act.Edit):
        look_again(s)  # before: what the act asks for itself comes first
    _DO[type(action)](s, action, out)
    if looked_at and isinstance(action, act.Edit):
        look_again(s)


def _call(s: SacramentState, action: act.CallCheck, out: list[Event] | None) -> None:
    a = action
    call(s, a.who, a.attribute, a.difficulty, a.hidden, a.bonus, a.reason, out, a.stakes)


def _hurt(s: SacramentState, action: act.Hurt, out: list[Event] | None) -> None:
    pc = s.pc(action.victim)
    n = action.n - absorb(s, pc, out) if action.armour else action.n
    mark_harm(s, pc, n, "gm", out, ("SAC-GM-02",) + (() if action.armour else ("SAC-ARMOUR-10",)))


def _note(s: SacramentState, action: act.Note, out: list[Event] | None) -> None:
    s.notes = (*s.notes, GmNote(action.to, action.about, action.words))
    if out is not None:
        note = NoteTaken(clauses=("SAC-VTT-08",), to=action.to, text=action.words)
        out.append(behind(note) if action.to == GM else note)


def _gm_roll(s: SacramentState, action: act.GmRoll, out: list[Event] | None) -> None:
    formula = parse_formula(action.formula)
    dice = [s.die(formula.sides) for _ in range(formula.count)]
    total = formula.total(dice)
    if action.hidden:
        seal_roll(s, f"{formula}: {' '.join(map(str, dice))} total {total}", out)
    if out is not None:
        out.append(
            GmRolled(
                clauses=("SAC-GM-04", "SAC-DICE-01"),
                formula=str(formula),
                dice=tuple(dice),
                total=total,
                hidden=action.hidden,
            )
        )


def _show_roll(s: SacramentState, action: act.RollForShow, out: list[Event] | None) -> None:
    """From a stream of its own: the table's dice are not touched (SAC-DICE-05)."""
    formula = parse_formula(action.formula)
    seed = mix(s.seed ^ _SHOW, s.shows)
    s.shows += 1
    counter = 0
    dice = []
    for _ in range(formula.count):
        value, counter = below(seed, counter, formula.sides)
        dice.append(value + 1)
    if out is not None:
        out.append(
            ShowRolled(
                clauses=("SAC-DICE-05", "SAC-DICE-01"),
                seat=action.seat if action.seat is not None else s.current_player(),
                formula=str(formula),
                dice=tuple(dice),
                total=formula.total(dice),
            )
        )


def _talk(s: SacramentState, action: act.Talk, out: list[Event] | None) -> None:
    if out is not None:
        seat = action.seat if action.seat is not None else s.current_player()
        out.append(Talked(clauses=("SAC-TURN-04",), seat=seat, text=action.words))


def _place(s: SacramentState, action: act.Place, out: list[Event] | None) -> None:
    grid = s.grid
    assert grid is not None
    told: list[Event] = []
    add_foe(s, action.kind, grid.index[action.space], "gm", told, hidden=action.hidden)
    if out is not None:
        out += [behind(event) for event in told] if action.hidden else told


def _shift(s: SacramentState, action: act.Shift, out: list[Event] | None) -> None:
    grid = s.grid
    assert grid is not None
    tile = grid.index[action.space]
    if action.token:
        place_foe(s, s.foes[action.token], tile, "gm", out)
    else:
        place_pc(s, s.pc(action.ally), tile, "gm", out)


def _remove(s: SacramentState, action: act.RemoveFoe, out: list[Event] | None) -> None:
    foe_out(s, s.foes[action.token], "removed", out)


def _fog(s: SacramentState, action: act.Fog, out: list[Event] | None) -> None:
    grid = s.grid
    assert grid is not None
    tiles = {grid.index[space] for space in action.spaces}
    before = set(s.fog)
    s.fog = tuple(sorted(before | tiles if action.hidden else before - tiles))
    changed = tuple(space for space in dict.fromkeys(action.spaces) if (grid.index[space] in before) != action.hidden)
    if changed and out is not None:
        out.append(FogPainted(clauses=("SAC-VTT-06",), spaces=changed, hidden=action.hidden))
    if not action.hidden:  # what no light has ever reached is shown too, as a place that was seen before
        known = s.seen() | s.discovered
        dark = [tile for tile in sorted(tiles) if not known >> tile & 1]
        for tile in dark:
            s.discovered |= 1 << tile
        if dark and out is not None:
            spaces = tuple(grid.names[tile] for tile in dark)
            out.append(Uncovered(clauses=("SAC-VTT-06", "SAC-GM-09"), spaces=spaces, tokens=()))


def _light(s: SacramentState, action: act.Light, out: list[Event] | None) -> None:
    grid = s.grid
    assert grid is not None
    tiles = {grid.index[space] for space in action.spaces}
    kept = tuple(light for light in s.lights if light[0] not in tiles)
    before = s.lights
    s.lights = (*kept, *((tile, 0) for tile in sorted(tiles))) if action.lit else kept
    if out is not None:
        for space in dict.fromkeys(action.spaces):
            lit = any(tile == grid.index[space] for tile, _ in before)
            if lit == action.lit and (action.lit is False or (grid.index[space], 0) in before):
                continue
            out.append(LightChanged(clauses=("SAC-VTT-06",), on=action.lit, space=space))


def _spend(s: SacramentState, action: act.SpendToken, out: list[Event] | None) -> None:
    if s.fight is None:
        fall_beat(s, out)
    else:
        spend_now(s, out)


def _jump(s: SacramentState, action: act.Jump, out: list[Event] | None) -> None:
    s.going = action.node


def _end_fight(s: SacramentState, action: act.EndFight, out: list[Event] | None) -> None:
    end_fight(s, action.result, out)


def _raise(s: SacramentState, action: act.RaiseLevel, out: list[Event] | None) -> None:
    raise_level(s, out)


# -------------------------------------------------------------------------------------------------------------- edits


def steps_to(data: Any, path: str) -> tuple[list[Any], str]:
    """The keys that lead to a value of plain data, and what is wrong with the path (empty: nothing).

    Keys may hold points themselves (``tried.wickham.tavern.lodge.0``): the longest key that fits is taken. A flag that
    was never set may be named.
    """
    steps: list[Any] = []
    rest = path
    while rest:
        part, _, after = rest.partition(".")
        if isinstance(data, list) and (place := whole_number(part, 0, len(data) - 1)) is not None:
            key: Any = place
        elif isinstance(data, dict):
            fitting = [name for name in data if rest == name or rest.startswith(f"{name}.")]
            key = max(fitting, key=len, default="")
            if not fitting and (steps != ["flags"] or after):
                return steps, f"{part}: one of {', '.join(data)}"
            key, after = key or rest, rest[len(key) + 1 :] if key else ""
        else:
            return steps, f"{part}: 0 to {len(data) - 1}" if isinstance(data, list) else f"{part}: nothing inside"
        steps.append(key)
        rest = after
        data = data.get(key) if isinstance(data, dict) else data[key]
    return steps, "" if steps else "a path"


def value_at(data: Any, path: str) -> Any:
    """The value that a path leads to; the data itself where the path is empty, ``None`` where it leads nowhere."""
    steps, fault = steps_to(data, path) if path else ([], "")
    for key in () if fault else steps:
        data = data.get(key) if isinstance(data, dict) else data[key]
    return None if fault else data


def edited(s: SacramentState, action: act.Edit) -> tuple[SacramentState, object] | Refusal:
    """The state with the value changed and the old value, or why that cannot be."""
    def no(clause: str, key: str, **values: str) -> Refusal:
        return Refusal(clause, f"sacrament.refusal.{key}", values)

    if action.path.split(".")[0] in DICE_PATHS:
        return no("SAC-GM-07", "dice", path=action.path)
    first, _, rest = action.path.partition(".")
    if first in SETUP_PATHS or (first == "foes" and rest.rpartition(".")[2] in ("token", "kind")):
        return no("SAC-GM-08", "edit_setup", path=action.path)
    data = s.position()
    for entry in data["pcs"]:
        del entry["wounds"], entry["dying"]  # they follow from harm
    steps, fault = steps_to(data, action.path)
    old = value_at(data, action.path)
    if fault:
        return no("SAC-GM-08", "edit", path=action.path, found=action.path, expected=fault)
    inside = data
    for key in steps[:-1]:
        inside = inside[key]
    inside[steps[-1]] = list(action.value) if isinstance(action.value, tuple) else action.value
    if action.path == "level":  # the whole party has one level
        for entry in data["pcs"]:
            entry["character"]["level"] = action.value
    try:
        changed = s.setup.answers.read_position(data)
    except PositionError as error:
        found = shortened(str(error.found), LONGEST_FOUND)
        return no("SAC-GM-08", "edit", path=error.path, found=found, expected=error.expected)
    now = value_at(changed.position(), action.path)
    wanted = list(action.value) if isinstance(action.value, tuple) else action.value
    if now != wanted:  # it follows from other values
        return no("SAC-GM-08", "edit", path=action.path, found=shortened(str(wanted), LONGEST_FOUND), expected=str(now))
    return changed, old


def _refuse_edit(s: SacramentState, action: act.Edit) -> Refusal | None:
    result = edited(s, action)
    return result if isinstance(result, Refusal) else None


def _edit(s: SacramentState, action: act.Edit, out: list[Event] | None) -> None:
    result = edited(s, action)
    assert not isinstance(result, Refusal)
    changed, old = result
    unnoticed = all(s.observation(pc.seat) == changed.observation(pc.seat) for pc in s.pcs)
    secret = action.secret or _is_secret(s, changed, action.path)
    fallen = [pc.seat for pc in changed.pcs if pc.dying and not pc.dead and not s.pc(pc.seat).dying]
    unnoticed = _veil(s, changed, action) or unnoticed
    s.become(changed)
    s._legal = None
    if out is not None:
        told = Edited(
            clauses=("SAC-GM-08",),
            path=action.path,
            old=str(old),
            new=str(action.value),
            reason=action.reason,
            secret=secret,
        )
        out.append(behind(told) if unnoticed and not action.secret else told)
    for seat in fallen:
        fall(s, s.pc(seat), out)
    if action.path == "ladder" and isinstance(old, int):
        _set_ladder(s, old, out)


def _veil(s: SacramentState, changed: SacramentState, action: act.Edit) -> bool:
    """Players go on knowing of a flag what they knew before it was changed in secret; whether it was."""
    head, _, name = action.path.partition(".")
    if head != "flags":
        return False
    if action.secret:
        changed.veiled = {name: s.flags.get(name), **s.veiled}
    else:
        changed.veiled = {flag: value for flag, value in s.veiled.items() if flag != name}
    return action.secret


def _is_secret(s: SacramentState, changed: SacramentState, path: str) -> bool:
    """Whether the line of an edit would tell players what they may not know: of an adversary only those values are told
    that lie open, and its number only where none is hidden.
    """
    head, _, rest = path.partition(".")
    number, _, field = rest.partition(".")
    index = whole_number(number, 0, len(s.foes) - 1)
    if head != "foes" or index is None:
        return head == "notes"
    foe, after = ([*state.foes.values()][index] for state in (s, changed))
    hurt = field in ("harm", "most") and s.setup.foe_harm != "exact" and not foe.known
    if any(one.hidden for state in (s, changed) for one in state.foes.values()):
        return True
    dark = field == "at" and (s.unseen(foe.tile) or changed.unseen(after.tile))
    return hurt or dark


def _set_ladder(s: SacramentState, old: int, out: list[Event] | None) -> None:
    """The game master's hand on the ladder counts as any cause: up passes milestones, down re-arms (SAC-
    MILESTONE-02, 04).
    """
    new, s.ladder = s.ladder, old
    if new > old:
        raise_ladder(s, new - old, "gm", 0, out, ("SAC-GM-08",))
    else:
        lower_ladder(s, old - new, "gm", 0, out, ("SAC-GM-08", "SAC-MILESTONE-04"), rearm=True)


def _allow_cleanse(s: SacramentState, action: act.AllowCleanse, out: list[Event] | None) -> None:
    if out is not None:
        out.append(CleanseAllowed(clauses=("SAC-CLEANSE-05", "SAC-GM-02")))
    cleanse_again(s)


_DO: dict[type[Action], Any] = {
    act.CallCheck: _call,
    act.Hurt: _hurt,
    act.Edit: _edit,
    act.Note: _note,
    act.GmRoll: _gm_roll,
    act.Place: _place,
    act.Shift: _shift,
    act.RemoveFoe: _remove,
    act.Fog: _fog,
    act.Light: _light,
    act.Jump: _jump,
    act.EndFight: _end_fight,
    act.RaiseLevel: _raise,
    act.AllowCleanse: _allow_cleanse,
    act.SpendToken: _spend,
    act.RollForShow: _show_roll,
    act.Talk: _talk,
}
