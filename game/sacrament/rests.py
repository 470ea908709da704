"""Rests, cleansing, markets (SAC-HEAL-04, SAC-HEAL-05, SAC-CLEANSE, SAC-KIT)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Final

from msgspec import structs

from game.core.contract import Action, Event, Values
from game.sacrament import actions as act
from game.sacrament.characters import (
    Item,
    charges,
    item_from,
    item_of,
    pick_counter,
    take_pick,
)
from game.sacrament.effects.base import Ctx
from game.sacrament.effects.lists import run
from game.sacrament.events import Cleansed, DurabilityChanged, Interrupted, PickBought, Rested, Tended
from game.sacrament.frames import Frame, first_asked, next_asked
from game.sacrament.gear import (
    change_gold,
    gain_gold,
    lose,
    pack,
    store_durability,
    use_one,
    wear,
)
from game.sacrament.harm import change_durability, clear_loose, heal_wounds, with_sheet
from game.sacrament.magic import lower_ladder
from game.sacrament.nodes import is_safe, node_of
from game.sacrament.offers import picks_open_to, purchases_of, refills_of, sales_of, wearable_by

if TYPE_CHECKING:
    from game.sacrament.state import Pc, SacramentState

SMITH: Final = 5
"""Gold a point of durability and tier (SAC-ARMOUR-11)."""
OWN_BONUS: Final = 1
MEND = "war.mend"
CLEANSING: Final = "cleanse"
"""A rest that is nothing but a cleanse that the game master allowed."""


def begin_rest(s: SacramentState, kind: str, out: list[Event] | None) -> None:
    """Declare → rations → healing → what is done at the rest."""
    safe = is_safe(s)
    s.unsafe = False
    if kind == "short":
        s.rested = True  # once between fights; a night is another matter (SAC-HEAL-05)
    else:
        key = nights_key(s)
        s.tried = {**s.tried, key: (*s.tried.get(key, ()), 0)}
    if out is not None:
        clause = "SAC-HEAL-04" if kind == "night" else "SAC-HEAL-05"
        out.append(Rested(clauses=(clause, "SAC-CLEANSE-07"), kind=kind, safe=safe))
    if kind == "night":
        for pc in s.living():
            if not _eat(s, pc, out):
                continue
            clear_loose(pc, out, ("SAC-HEAL-04", "SAC-KIT-04"))
            if safe:
                heal_wounds(s, pc, 1, "night", out, ("SAC-HEAL-04", "SAC-HEAL-02", "SAC-DYING-07"))
    node = node_of(s)
    if kind == "night" and node.rest is not None:
        run(s, node.rest.night, Ctx(source="night"), out)
    ask_rest(s, RestActs(kind, safe, blocked=s.no_cleanse, one=first_asked(s)), out)
    s.no_cleanse = False


def nights_key(s: SacramentState) -> str:
    """How the nights spent at a node are remembered."""
    return f"{s.setup.scenario.id}.{s.node}:night"


def ask_rest(s: SacramentState, frame: RestActs, out: list[Event] | None) -> None:
    """Ask what is done at the rest, unless there is nothing to do."""
    while frame.legal(s) == (act.DONE,):
        following = next_asked(s, frame.one)
        if not following:
            frame.finish(s, out)
            return
        frame = structs.replace(frame, one=following)
    s.ask(frame)


def _eat(s: SacramentState, pc: Pc, out: list[Event] | None) -> bool:
    """One ration for the night, the own first (SAC-KIT-04)."""
    for owner in sorted(s.living(), key=lambda other: (other is not pc, other.seat)):
        item = item_of(owner.sheet, "rations")
        if item is not None:
            use_one(s, owner, "rations", s.setup.content.things["rations"].uses, out)
            return True
    return False


class RestActs(Frame, frozen=True, tag="rest_acts"):
    """REST: tending, at most one cleanse, repairs, picks, another suit; then done."""

    kind: str
    safe: bool
    blocked: bool = False
    cleansed: bool = False
    tended: tuple[int, ...] = ()
    mended: tuple[int, ...] = ()
    one: int = 0
    """Who is asked, where packs are private; 0: the party."""

    boundary: ClassVar[bool] = True
    name: ClassVar[str] = "rest"
    clauses: ClassVar[tuple[str, ...]] = ("SAC-HEAL-05", "SAC-CLEANSE-05", "SAC-PICK-03")

    @property
    def party(self) -> bool:  # type: ignore[override]  # what is carried may be its owner's own business
        return not self.one

    def seat(self, s: SacramentState) -> int:
        return self.one or s.speaker()

    def legal(self, s: SacramentState) -> tuple[Action, ...]:
        out: list[Action] = []
        if self.kind == CLEANSING:
            return (*self.cleanses(s), act.DONE)
        if self.kind == "short" and _carrier(s, "bandages", self.one):
            out += [
                act.Tend(ally=pc.seat)
                for pc in s.living()
                if pc.harm % 4 and pc.seat not in self.tended
            ]
        out += self.cleanses(s)
        for pc in s.living():
            if pc.kit.armour is not None and pc.dur < pc.kit.durability:
                if _carrier(s, "repair_kit", self.one):
                    out.append(act.Mend(ally=pc.seat))
                if any(o.kit.mends and o.seat not in self.mended for o in s.able()):
                    out.append(act.Mend(ally=pc.seat, item=MEND))
        out += of_one(self.one, learnable(s))
        out += of_one(self.one, wearable(s))
        return (*out, act.DONE)

    def cleanses(self, s: SacramentState) -> list[Action]:
        """Who may lead the one cleanse, by which practice (SAC-CLEANSE-03, 05, 06)."""
        if self.cleansed or self.blocked or not s.ladder:
            return []
        offered = node_of(s).practices
        out: list[Action] = []
        for pc in s.able():
            practices = dict.fromkeys((pc.sheet.practice, *offered))
            for practice in practices:
                out.append(act.Cleanse(leader=pc.seat, practice=practice))
                if not self.safe and _carrier(s, "incense", self.one):
                    out.append(act.Cleanse(leader=pc.seat, practice=practice, incense=True))
        return out

    def resolve(self, s: SacramentState, action: Any, out: list[Event] | None) -> None:
        s.drop()
        kind = type(action)
        if kind is act.Done:
            following = next_asked(s, self.one)
            if following:
                ask_rest(s, structs.replace(self, one=following), out)
            else:
                self.finish(s, out)
            return
        frame = self
        if kind is act.Tend:
            tend(s, action.ally, out, self.one)
            frame = structs.replace(self, tended=(*self.tended, action.ally))
        elif kind is act.Cleanse:
            cleanse(s, action, self.safe, out, self.one)
            # Incense makes the place safe for this cleanse, so that nothing breaks it off.
            frame = structs.replace(self, cleansed=True, safe=self.safe or action.incense)
        elif kind is act.Mend:
            if action.item == MEND:
                mender = next(o.seat for o in s.able() if o.kit.mends and o.seat not in self.mended)
                frame = structs.replace(self, mended=(*self.mended, mender))
            mend(s, action, out, self.one)
        elif kind is act.Learn:
            learn(s, s.pc(action.ally), action.pick, out)
        elif kind is act.Wear:
            wear(s, s.pc(action.ally), action.item, out)
        ask_rest(s, frame, out)

    def finish(self, s: SacramentState, out: list[Event] | None) -> None:
        """An unsafe cleanse may be broken off; it counts all the same (SAC-CLEANSE-06)."""
        spec = node_of(s).rest
        if spec is None or not spec.interrupt or not self.cleansed or self.safe:
            return
        die = s.d6()
        happened = die <= spec.interrupt
        if out is not None:
            out.append(Interrupted(clauses=("SAC-CLEANSE-06",), die=die, happened=happened))
        if happened:
            run(s, spec.on_interrupt, Ctx(source="interrupt"), out)

    def values(self, s: SacramentState) -> Values:
        return {"kind": f"@sacrament.rest.{self.kind}"}


def value(s: SacramentState, id: str) -> int:
    """How many of a thing the party carries."""
    return sum(item.n for pc in s.living() for item in pc.sheet.items if item.id == id)


def _carrier(s: SacramentState, id: str, one: int = 0) -> Pc | None:
    """Who carries a thing; ``one``: only whether that PC does."""
    people = (pc for pc in s.living() if not one or pc.seat == one)
    return next((pc for pc in people if any(item.id == id for item in pc.sheet.items)), None)


def of_one(one: int, actions: list[Action]) -> list[Action]:
    """Those that are about one PC (0: all of them)."""
    return [action for action in actions if not one or getattr(action, "ally", 0) == one]


def tend(s: SacramentState, ally: int, out: list[Event] | None, one: int = 0) -> None:
    """One bandage use clears a PC's loose boxes at a short rest (SAC-HEAL-05)."""
    carrier = _carrier(s, "bandages", one)
    assert carrier is not None
    use_one(s, carrier, "bandages", s.setup.content.things["bandages"].uses, out)
    if out is not None:
        out.append(Tended(clauses=("SAC-HEAL-05",), seat=ally, by=carrier.seat))
    clear_loose(s.pc(ally), out, ("SAC-HEAL-05",))


def mend(s: SacramentState, action: act.Mend, out: list[Event] | None, one: int = 0) -> None:
    """One point of durability; one point ends broken (SAC-ARMOUR-11)."""
    if action.item != MEND:
        carrier = _carrier(s, action.item, one)
        assert carrier is not None
        use_one(s, carrier, action.item, s.setup.content.things[action.item].uses, out)
    pc = s.pc(action.ally)
    change_durability(pc, 1, out, ("SAC-ARMOUR-11",))
    store_durability(pc)


def cleanse(s: SacramentState, action: act.Cleanse, safe: bool, out: list[Event] | None, one: int = 0) -> None:
    """A d6 down the ladder; in a safe place the higher of two; +1 for the own practice (SAC-CLEANSE-01 to 04)."""
    leader = s.pc(action.leader)
    clauses = ["SAC-CLEANSE-01", "SAC-CLEANSE-04", "SAC-CLEANSE-05", "SAC-PRACTICE-03"]
    if action.incense:
        carrier = _carrier(s, "incense", one)
        assert carrier is not None
        lose(s, carrier, "incense", 1, "used", out)
        safe = True
    dice = tuple(s.d6(leader.seat) for _ in range(2 if safe else 1))
    own = action.practice == leader.sheet.practice
    bonus = (OWN_BONUS + leader.kit.cleanse if own else 0) + leader.mod("cleanse_next")
    leader.mods = tuple(mod for mod in leader.mods if mod.what != "cleanse_next")
    total = max(dice) + bonus
    clauses += ["SAC-CLEANSE-02", "SAC-DICE-04", "SAC-CLEANSE-07"] if safe else []
    clauses += ["SAC-CLEANSE-03"] if own else []
    if out is not None:
        out.append(
            Cleansed(
                clauses=tuple(clauses),
                seat=leader.seat,
                practice=action.practice,
                dice=dice,
                bonus=bonus,
                total=total,
                safe=safe,
            )
        )
    s.cleansed = True
    lower_ladder(s, total, "cleanse", leader.seat, out, ("SAC-CLEANSE-01", "SAC-MILESTONE-04"), rearm=True)


# ----------------------------------------------------------------------------------------------------------- picks


def learnable(s: SacramentState) -> list[Action]:
    """Picks that can be bought now (SAC-PICK-02, SAC-PICK-03)."""
    return [action for pc in s.living() for action in picks_open_to(pc)]


def _path_clause(s: SacramentState, ability: str) -> str:
    """A root is open to all; anything else branches from what is known (SAC-PATH-03, SAC-PATH-04)."""
    return "SAC-PATH-03" if s.setup.content.abilities[ability].parents else "SAC-PATH-04"


def learn(s: SacramentState, pc: Pc, pick: str, out: list[Event] | None) -> None:
    """A pick is spent."""
    pc.set_sheet(take_pick(s.setup.content, pc.sheet, pick))
    if out is not None:
        clauses = ("SAC-PICK-02", "SAC-PICK-03", "SAC-PICK-04", "SAC-PATH-07") + (
            ("SAC-ATTR-03", "SAC-ATTR-06") if pick.startswith("+") else ("SAC-PATH-05", _path_clause(s, pick))
        )
        out.append(PickBought(clauses=clauses, seat=pc.seat, pick=pick, left=pick_counter(pc.sheet)[2]))


def wearable(s: SacramentState) -> list[Action]:
    """Suits that could be put on instead (SAC-ARMOUR-09)."""
    return [action for pc in s.living() for action in wearable_by(pc)]


# --------------------------------------------------------------------------------------------------------- markets


def purchases(s: SacramentState, items: tuple[str, ...]) -> list[Action]:
    """What each PC can pay for and carry."""
    return [action for pc in s.living() for action in purchases_of(pc, items)]


def sales(s: SacramentState) -> list[Action]:
    """What each PC can sell."""
    return [action for pc in s.living() for action in sales_of(pc)]


def repair_price(pc: Pc) -> int:
    """Gold for a whole suit (SAC-ARMOUR-11)."""
    armour = pc.kit.armour
    return 0 if armour is None else SMITH * armour.tier * (pc.kit.durability - pc.dur)


def services(s: SacramentState) -> list[Action]:
    """Repairs and refills that can be paid for."""
    out: list[Action] = []
    for pc in s.living():
        if 0 < repair_price(pc) <= pc.sheet.gold:
            out.append(act.Repair(ally=pc.seat))
        out += refills_of(pc)
    return out


def trade(s: SacramentState, action: Any, out: list[Event] | None) -> None:
    """Carry out a purchase, sale, repair or refill (SAC-KIT-03)."""
    content = s.setup.content
    pc = s.pc(action.ally)
    kind = type(action)
    if kind is act.Repair:
        price = repair_price(pc)
        change_gold(s, pc, -price, "repair", out)
        change = pc.kit.durability - pc.dur
        pc.dur = pc.kit.durability
        store_durability(pc)
        if out is not None:
            out.append(
                DurabilityChanged(clauses=("SAC-ARMOUR-11",), seat=pc.seat, change=change, now=pc.dur)
            )
        return
    if kind is act.Refill:
        thing = content.things[action.item]
        change_gold(s, pc, -thing.refill, "refill", out)
        items = tuple(_refilled(i, thing.charges) if i.key == action.item else i for i in pc.sheet.items)
        with_sheet(pc, items=items)
        return
    item = item_from(action.item)
    price = content.price(item.id, item.tier)
    if kind is act.Buy:
        change_gold(s, pc, -price, "bought", out)
        pack(s, pc, item, "bought", out)
    else:
        lose(s, pc, action.item, 1, "sold", out)
        gain_gold(s, pc.seat, price // 2, "sold", out, alone=True)


def _refilled(item: Item, whole: int) -> Item:
    """A trinket's entry with one of them full again."""
    left = charges(item, whole) + whole
    return structs.replace(item, left=-1 if left >= whole * item.n else left)


class Market(Frame, frozen=True, tag="market"):
    """BUY_SELL_REPAIR at a place that sells things."""

    items: tuple[str, ...]
    one: int = 0
    """Who is asked, where packs are private; 0: the party."""

    boundary: ClassVar[bool] = False
    name: ClassVar[str] = "buy_sell_repair"
    clauses: ClassVar[tuple[str, ...]] = ("SAC-KIT-03", "SAC-PACK-05")

    @property
    def party(self) -> bool:  # type: ignore[override]  # likewise
        return not self.one

    def seat(self, s: SacramentState) -> int:
        return self.one or s.speaker()

    def legal(self, s: SacramentState) -> tuple[Action, ...]:
        return (*of_one(self.one, [*purchases(s, self.items), *sales(s)]), act.DONE)

    def resolve(self, s: SacramentState, action: Any, out: list[Event] | None) -> None:
        if type(action) is act.Done:
            s.drop()
            following = next_asked(s, self.one)
            if following:
                s.ask(structs.replace(self, one=following))
        else:
            trade(s, action, out)


def open_market(s: SacramentState, items: tuple[str, ...]) -> None:
    """Goods are on sale here."""
    s.ask(Market(items, first_asked(s)))
