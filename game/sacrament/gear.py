"""Things changing hands in play: found, lost, bought, used; the pack's limit (SAC-PACK, SAC-KIT, SAC-GEAR)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Final

from msgspec import structs

from game.core.contract import Action, Event, Values
from game.sacrament import actions as act
from game.sacrament.characters import (
    GOLD_A_SLOT,
    Item,
    add_item,
    best_hands,
    charges,
    item_from,
    item_of,
    parted,
    slots_used,
    take_item,
)
from game.sacrament.events import GoldChanged, GoldLeft, ItemChanged, Wielded
from game.sacrament.frames import Frame
from game.sacrament.harm import with_sheet
from game.sacrament.kit import fits

if TYPE_CHECKING:
    from game.sacrament.state import Pc, SacramentState

GOLD: Final = "gold"
"""How an answer to an overflow names gold."""
REFUSE: Final = act.Overflow(way="refuse")
LIGHT_LOSSES = ("candles", "incense")
LIGHT_GOLD = 5


def gain(s: SacramentState, seat: int, item: Item, cause: str, out: list[Event] | None) -> None:
    """A PC takes a thing; where it does not fit another PC does, else the overflow is asked (SAC-PACK-05)."""
    order = sorted(s.living(), key=lambda pc: (pc.seat != seat, pc.seat))
    for pc in order:
        if has_room(s, pc, item):
            pack(s, pc, item, cause, out)
            return
    s.ask(TooMuch(seat, item, cause))


def find(s: SacramentState, seat: int, id: str, n: int, out: list[Event] | None) -> None:
    """A PC finds things of a kind."""
    gain(s, seat, Item(id, n=n), "found", out)


def has_room(s: SacramentState, pc: Pc, item: Item) -> bool:
    """Whether a PC's pack has room for a thing (SAC-PACK-05)."""
    return fits(s.setup.content, pc.sheet, item, pc.mod("slots"))


def gain_gold(
    s: SacramentState, seat: int, n: int, cause: str, out: list[Event] | None, *, alone: bool = False
) -> None:
    """A PC takes gold; what its pack does not hold others take, or (``alone``) nobody. What fits nowhere is asked about
    at once: a full hundred fills a slot that must be there (SAC-PACK-03, SAC-PACK-05).
    """
    order = [s.pc(seat)] if alone else sorted(s.living(), key=lambda pc: (pc.seat != seat, pc.seat))
    for pc in order:
        part = min(n, gold_room(pc))
        change_gold(s, pc, part, cause, out)
        n -= part
    if n:
        s.ask(TooMuchGold(seat, n, cause))


def gold_room(pc: Pc) -> int:
    """How much more gold a PC can take without filling a slot that is not there."""
    free = max(0, pc.kit.free + pc.mod("slots"))
    return (pc.sheet.gold // GOLD_A_SLOT + free + 1) * GOLD_A_SLOT - 1 - pc.sheet.gold


def pack(s: SacramentState, pc: Pc, item: Item, cause: str, out: list[Event] | None) -> None:
    """Into the pack, whatever it holds."""
    pc.set_sheet(add_item(s.setup.content, pc.sheet, item))
    if out is not None:
        out.append(
            ItemChanged(
                clauses=("SAC-PACK-02", "SAC-PACK-01"),
                seat=pc.seat,
                item=item.key,
                n=item.n,
                cause=cause,
                left=carried(s, pc, item.key),
            )
        )


def carried(s: SacramentState, pc: Pc, key: str) -> int:
    """How many of a thing are in the pack, as the log tells it: -1 where packs are private."""
    return -1 if s.setup.private_packs else sum(item.n for item in pc.sheet.items if item.key == key)


def lay_down(s: SacramentState, pc: Pc, key: str) -> None:
    """In a fight a thing that a PC lets go lies on its tile, as worn as it is; elsewhere it stays behind."""
    item = item_of(pc.sheet, key)
    if s.fight is not None and item is not None:
        left = parted(item)[0].left if key in pc.kit.loose else pc.dur
        s.set_loot((*s.fight.loot, (pc.tile, key, left)))


def lose(s: SacramentState, pc: Pc, key: str, n: int, cause: str, out: list[Event] | None) -> None:
    """Things leave the pack."""
    item = item_of(pc.sheet, key)
    if item is None:
        return
    n = min(n, item.n)
    pc.set_sheet(take_item(pc.sheet, key, n))
    if out is not None:
        left = carried(s, pc, key)
        out.append(ItemChanged(clauses=("SAC-PACK-02",), seat=pc.seat, item=key, n=-n, cause=cause, left=left))


def use_one(s: SacramentState, pc: Pc, key: str, whole: int, out: list[Event] | None) -> None:
    """One use of a thing with ``whole`` uses; with the last use it is gone. ``whole`` 0: it is used up at once."""
    item = item_of(pc.sheet, key)
    assert item is not None
    uses = max(0, (whole if item.left < 0 else item.left) - 1) if whole else 0
    if uses:
        items = tuple(structs.replace(other, left=uses) if other is item else other for other in pc.sheet.items)
        with_sheet(pc, items=items)
    else:
        pc.set_sheet(take_item(pc.sheet, key))
    if out is not None:
        left = carried(s, pc, key)
        told = 0 if s.setup.private_packs else uses
        out.append(
            ItemChanged(clauses=("SAC-PACK-02",), seat=pc.seat, item=key, n=-1, cause="used", left=left, uses=told)
        )


def spend_charge(pc: Pc, key: str, whole: int) -> None:
    """One charge of a trinket, which stays with its owner when empty."""
    items = tuple(
        structs.replace(item, left=charges(item, whole) - 1) if item.key == key else item for item in pc.sheet.items
    )
    with_sheet(pc, items=items)


def change_gold(s: SacramentState, pc: Pc, n: int, cause: str, out: list[Event] | None) -> None:
    """Gold of a PC, never below 0. Every full hundred fills a slot (SAC-PACK-03)."""
    if not n:
        return
    with_sheet(pc, gold=max(0, pc.sheet.gold + n))
    if out is not None:
        out.append(GoldChanged(clauses=("SAC-PACK-03",), seat=pc.seat, change=n, now=pc.sheet.gold, cause=cause))


def lose_by_kind(s: SacramentState, pc: Pc, kind: str, out: list[Event] | None) -> None:
    """A thing is lost: a small one, a light one (or gold), or one that the party chooses."""
    items = pc.sheet.items
    content = s.setup.content
    if kind == "choice":
        if items:
            s.ask(GiveUp(pc.seat))
        return
    if kind == "light":
        found = next((item.key for item in items if item.id in LIGHT_LOSSES), None)
        if found is None:
            change_gold(s, pc, -min(LIGHT_GOLD, pc.sheet.gold), "scenario", out)
            return
    else:
        held = {pc.sheet.worn, *pc.sheet.hands}
        light = [item for item in items if item.key not in held and slots_used(content, (Item(item.id),), 0) <= 1]
        found = light[-1].key if light else None
    if found is not None:
        lose(s, pc, found, 1, "lost", out)


class GiveUp(Frame, frozen=True, tag="give_up"):
    """The party chooses which thing of a PC is lost; ``shed``: things are left behind until the pack is not over
    full.
    """

    owner: int
    shed: bool = False

    boundary: ClassVar[bool] = False
    party: ClassVar[bool] = True
    name: ClassVar[str] = "give_up"
    clauses: ClassVar[tuple[str, ...]] = ("SAC-CHECK-04", "SAC-PACK-06")

    def seat(self, s: SacramentState) -> int:
        owner = s.pc(self.owner)
        return self.owner if s.setup.private_packs and not owner.dead else s.speaker()

    def legal(self, s: SacramentState) -> tuple[Action, ...]:
        return tuple(act.DropItem(item=key) for key in dict.fromkeys(i.key for i in s.pc(self.owner).sheet.items))

    def resolve(self, s: SacramentState, action: Any, out: list[Event] | None) -> None:
        s.drop()
        pc = s.pc(self.owner)
        lose(s, pc, action.item, 1, "dropped" if self.shed else "lost", out)
        if self.shed:
            shed(s, pc, out)

    def values(self, s: SacramentState) -> Values:
        return {"pc": self.owner}


class TooMuch(Frame, frozen=True, tag="too_much"):
    """OVERFLOW: what to do with a thing that fits nobody's pack (SAC-PACK-05)."""

    owner: int
    item: Item
    cause: str
    back: int = 0
    """Who gave it and takes it back if it is refused; 0: nobody."""

    boundary: ClassVar[bool] = False
    name: ClassVar[str] = "overflow"
    clauses: ClassVar[tuple[str, ...]] = ("SAC-PACK-05", "SAC-PACK-01", "SAC-PACK-04")

    def seat(self, s: SacramentState) -> int:
        return self.owner

    def legal(self, s: SacramentState) -> tuple[Action, ...]:
        return (REFUSE, *_ways_out(s, s.pc(self.owner)))

    def resolve(self, s: SacramentState, action: Any, out: list[Event] | None) -> None:
        s.drop()
        pc = s.pc(self.owner)
        if action.way == "refuse":
            if self.back:
                pack(s, s.pc(self.back), self.item, "given", out)
                return
            if s.fight is not None:  # in a fight it lies on the tile
                s.set_loot((*s.fight.loot, (pc.tile, self.item.key, self.item.left)))
            if out is not None:
                clauses = ("SAC-PACK-05",)
                out.append(ItemChanged(clauses=clauses, seat=pc.seat, item=self.item.key, n=0, cause="refused"))
            return
        _make_room(s, pc, action, out)
        if has_room(s, pc, self.item):
            pack(s, pc, self.item, self.cause, out)
        else:
            s.ask(self)

    def values(self, s: SacramentState) -> Values:
        return {"item": f"@item.{self.item.id}.name"}


class TooMuchGold(Frame, frozen=True, tag="too_much_gold"):
    """OVERFLOW: what to do with gold that would fill a slot that is not there (SAC-PACK-03, SAC-PACK-05).

    ``gold`` is what fits nobody's pack; ``refuse`` leaves it.
    """

    owner: int
    gold: int
    cause: str

    boundary: ClassVar[bool] = False
    name: ClassVar[str] = "overflow"
    clauses: ClassVar[tuple[str, ...]] = ("SAC-PACK-05", "SAC-PACK-03", "SAC-PACK-04")

    def seat(self, s: SacramentState) -> int:
        return self.owner

    def legal(self, s: SacramentState) -> tuple[Action, ...]:
        return (REFUSE, *_ways_out(s, s.pc(self.owner)), *_gold_gifts(s, self.owner))

    def resolve(self, s: SacramentState, action: Any, out: list[Event] | None) -> None:
        s.drop()
        pc = s.pc(self.owner)
        left = self.gold
        if action.way == "refuse":
            if out is not None:
                out.append(GoldLeft(clauses=("SAC-PACK-05", "SAC-PACK-03"), seat=pc.seat, n=left))
            return
        if action.item == GOLD:
            left = _give_gold(s, action.ally, left, out)
        else:
            _make_room(s, pc, action, out)
        part = min(left, gold_room(pc))
        change_gold(s, pc, part, self.cause, out)
        if left > part:
            s.ask(structs.replace(self, gold=left - part))

    def values(self, s: SacramentState) -> Values:
        return {"item": "@item.gold.name", "gold": self.gold}


class TooFull(Frame, frozen=True, tag="too_full"):
    """OVERFLOW: a piece came in exchange that fills more slots than the old one (SAC-GEAR-08, SAC-PACK-05).

    ``refuse`` takes the old piece back; ``worn``, ``held``: where that was.
    """

    owner: int
    item: Item
    old: Item
    worn: bool = False
    held: bool = False

    boundary: ClassVar[bool] = False
    name: ClassVar[str] = "overflow"
    clauses: ClassVar[tuple[str, ...]] = ("SAC-PACK-05", "SAC-PACK-01", "SAC-PACK-04")

    def seat(self, s: SacramentState) -> int:
        return self.owner

    def legal(self, s: SacramentState) -> tuple[Action, ...]:
        return (REFUSE, *_ways_out(s, s.pc(self.owner)))

    def resolve(self, s: SacramentState, action: Any, out: list[Event] | None) -> None:
        s.drop()
        pc = s.pc(self.owner)
        if action.way == "refuse":
            swap(s, pc, self.item.key, self.old, worn=self.worn, held=self.held)
            s.setup.answers.exchange_again(s)
            if out is not None:
                clauses = ("SAC-PACK-05",)
                out.append(ItemChanged(clauses=clauses, seat=pc.seat, item=self.item.key, n=0, cause="refused"))
            return
        _make_room(s, pc, action, out)
        if is_over_full(pc):
            s.ask(self)

    def values(self, s: SacramentState) -> Values:
        return {"item": f"@item.{self.item.id}.name"}


def swap(s: SacramentState, pc: Pc, given: str, taken: Item, *, worn: bool, held: bool) -> None:
    """One piece of a pack for another, which is worn or held where the old one was."""
    content = s.setup.content
    sheet = add_item(content, take_item(pc.sheet, given), taken)
    if held or not sheet.hands:
        sheet = structs.replace(sheet, hands=best_hands(content, sheet))
    pc.set_sheet(sheet)
    if worn:
        wear(s, pc, taken.key, None)


def _ways_out(s: SacramentState, pc: Pc) -> list[Action]:
    """How a PC can make room: what is neither worn nor in hand is dropped, stashed or handed over."""
    out: list[Action] = []
    way = "drop" if s.fight is not None else "stash"
    room = [other for other in s.living() if other is not pc]
    for item in map(item_from, pc.kit.loose):
        if item.key in pc.sheet.hands:
            continue
        out.append(act.Overflow(way=way, item=item.key))
        told = not s.setup.private_packs  # else nobody knows who has room
        out += [act.Overflow(way="give", item=item.key, ally=o.seat) for o in room if not told or has_room(s, o, item)]
    return out


def _make_room(s: SacramentState, pc: Pc, action: act.Overflow, out: list[Event] | None) -> None:
    moved = item_of(pc.sheet, action.item)
    assert moved is not None
    if action.way == "drop":
        lay_down(s, pc, action.item)
    lose(s, pc, action.item, 1, "given" if action.way == "give" else "dropped", out)
    if action.way == "give":
        gift, ally = parted(moved)[0], s.pc(action.ally)
        if has_room(s, ally, gift):
            pack(s, ally, gift, "given", out)
        else:
            s.ask(TooMuch(ally.seat, gift, "given"))


def _gold_gifts(s: SacramentState, owner: int) -> list[Action]:
    """Who of the others can take some of the gold."""
    return [
        act.Overflow(way="give", item=GOLD, ally=other.seat)
        for other in s.living()
        if other.seat != owner and (s.setup.private_packs or gold_room(other))
    ]


def _give_gold(s: SacramentState, ally: int, n: int, out: list[Event] | None) -> int:
    """As much of the gold as an ally can take; what is left."""
    part = min(n, gold_room(s.pc(ally)))
    change_gold(s, s.pc(ally), part, "given", out)
    return n - part


def wield(s: SacramentState, pc: Pc, key: str, out: list[Event] | None) -> None:
    """A weapon into the hands; what no longer fits beside it is put away (SAC-GEAR-05)."""
    content = s.setup.content
    free = 2 - content.weapons[pc.kit.weapons[key].id].hands
    kept = [key]
    for held in pc.sheet.hands:
        weapon = content.weapons[pc.kit.weapons[held].id]
        if held != key and weapon.hands <= free:
            kept.append(held)
            free -= weapon.hands
    with_sheet(pc, hands=tuple(kept))
    if out is not None:
        out.append(Wielded(clauses=("SAC-GEAR-05",), seat=pc.seat, items=pc.sheet.hands))


def wear(s: SacramentState, pc: Pc, key: str, out: list[Event] | None) -> None:
    """Another suit, or none; its durability comes with it (SAC-ARMOUR-09)."""
    store_durability(pc)
    items = list(pc.sheet.items)
    same = [index for index, item in enumerate(items) if item.key == key]
    spare = same[1:] if key == pc.sheet.worn else same
    if spare:  # the best of them; what is worn lies before others of its key
        items.insert(same[0], items.pop(max(spare, key=lambda index: (items[index].left < 0, items[index].left))))
    with_sheet(pc, items=tuple(items), worn=key)
    load_durability(pc)
    if out is not None:
        out.append(Wielded(clauses=("SAC-ARMOUR-09", "SAC-ARMOUR-02"), seat=pc.seat, items=(key,) if key else ()))


def store_durability(pc: Pc) -> None:
    """What is left of the worn suit is written to the sheet."""
    if pc.kit.armour is None:
        return
    left = -1 if pc.dur >= pc.kit.durability else pc.dur
    items = list(pc.sheet.items)
    at = next(index for index, item in enumerate(items) if item.key == pc.sheet.worn)
    if items[at].left != left:
        items[at] = structs.replace(items[at], left=left)
        with_sheet(pc, items=tuple(items))


def load_durability(pc: Pc) -> None:
    """The worn suit's durability as the sheet has it."""
    armour = pc.kit.armour
    pc.dur = 0 if armour is None else pc.kit.durability if armour.left < 0 else min(armour.left, pc.kit.durability)


def rearm(s: SacramentState, pc: Pc) -> None:
    """Hands that hold nothing take the first weapons of the pack."""
    if not pc.sheet.hands:
        with_sheet(pc, hands=best_hands(s.setup.content, pc.sheet))


def is_over_full(pc: Pc) -> bool:
    """Whether the pack holds more than its slots (SAC-PACK-06)."""
    return pc.kit.used > pc.kit.capacity + pc.mod("slots")


def ask_to_shed(s: SacramentState, out: list[Event] | None) -> None:
    """Before a scene begins, packs that have become too small are lightened (SAC-PACK-06)."""
    for pc in reversed(s.living()):
        shed(s, pc, out)


def shed(s: SacramentState, pc: Pc, out: list[Event] | None) -> None:
    """Ask what of an over full pack is left behind; where it holds nothing but gold, that which fits no slot."""
    if not is_over_full(pc):
        return
    if pc.sheet.items:
        s.ask(GiveUp(pc.seat, shed=True))
    else:
        room = pc.kit.capacity + pc.mod("slots")
        change_gold(s, pc, (room + 1) * GOLD_A_SLOT - 1 - pc.sheet.gold, "shed", out)
