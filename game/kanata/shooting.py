"""Shooting: targets in range and sight, shots, blades, the Abominator, dynamite (KAN-SHOOT, MELEE, ITEM)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from msgspec import structs

from game.core.contract import Action, Event
from game.kanata import actions as act
from game.kanata import barn, enemies, ground, harm, inventory, items
from game.kanata.events import (
    CorpseGone,
    DynamiteThrown,
    EnemyHeld,
    ItemGone,
    ShotBarred,
    ShotFired,
    TireShot,
    TraitUsed,
)
from game.kanata.frames import Frame
from game.kanata.state import CAPTURED, SHERIFF_HELD, SPACE_MASK, STANDING, TURNED, VAN, number_of
from game.kanata.town import bits

if TYPE_CHECKING:
    from game.kanata.state import KanataState
    from game.kanata.town import Town

SHERIFF = act.Aim(enemy="sheriff")
AMBULANCE = act.Aim(enemy="ambulance")
SHOTS_AT_HUMANS = 3
"""The face with which a turned player downs a human (KAN-TURNED-10)."""


def shoot_acts(s: KanataState, seat: int) -> list[Action]:
    """The weapons of somebody with a target in reach; nobody shoots from behind a cross (KAN-SHOOT-13)."""
    if s.is_hidden(seat):
        return []
    setup = s.setup
    mine = bits(s.items[seat] & setup.weapons)
    return [setup.tables.shoot[item] for item in mine if any_target(s, seat, item)]


def any_target(s: KanataState, seat: int, item: int) -> bool:
    """Whether there is anything to use the weapon on."""
    if item == s.setup.dynamite_item:
        return s.status[seat] != TURNED
    return bool(targets(s, seat, item, first=True))


def targets(s: KanataState, seat: int, item: int, first: bool = False) -> list[act.Aim]:
    """What the weapon can be used on now, in a fixed order (``first``: one is enough)."""
    setup = s.setup
    tables = setup.tables
    entry = setup.content.items[item]
    here = s.space[seat]
    reach = Reach(s, here, item)
    found: list[act.Aim] = []
    if s.status[seat] == TURNED:
        return [
            tables.aim_human[other]
            for other in range(len(s.status))
            if s.status[other] == STANDING and s.is_exposed(other) and reach.holds(s.space[other])
        ]
    if reach.holds(s.sheriff):
        found.append(SHERIFF)
        if first:
            return found
    for packed in s.aboms:
        if reach.holds(packed & SPACE_MASK):
            found.append(tables.aim_abomination[number_of(packed)])
            if first:
                return found
    if TURNED in s.status:
        for other, status in enumerate(s.status):
            if status == TURNED and reach.holds(s.space[other]):
                found.append(tables.aim_turned[other])
    if s.ambulance >= 0 and not s.barred and reach.holds(s.ambulance):
        found.append(AMBULANCE)
    if entry.entry.corpse:
        found += [tables.aim_corpse[space] for space in s.corpses if reach.holds(space)]
    return found


def enemies_of(s: KanataState, seat: int, item: int) -> list[act.Aim]:
    """What the weapon could be used on, wherever it is: for explanations."""
    tables = s.setup.tables
    if s.status[seat] == TURNED:
        return [tables.aim_human[other] for other, status in enumerate(s.status) if status == STANDING]
    found = [SHERIFF, *[tables.aim_abomination[number_of(packed)] for packed in s.aboms]]
    found += [tables.aim_turned[other] for other, status in enumerate(s.status) if status == TURNED]
    if s.ambulance >= 0 and not s.barred:
        found.append(AMBULANCE)
    if s.setup.content.items[item].entry.corpse:
        found += [tables.aim_corpse[space] for space in s.corpses]
    return found


class Reach:
    """What a weapon reaches from a space."""

    __slots__ = ("_blade", "_far", "_here", "_row", "_squared", "_town")

    def __init__(self, s: KanataState, here: int, item: int) -> None:
        setup = s.setup
        town: Town = setup.town
        self._town = town
        self._here = here
        entry = setup.content.items[item]
        self._blade = entry.kind == "blade"
        self._far = entry.kind == "belt"
        if self._blade:
            self._squared: int = setup.blade_reach
        else:
            gun = setup.gun_of[item]
            self._squared = (entry.entry.range + s.scopes[gun]) ** 2 if gun >= 0 else 0
        self._row = town.sight_row(here)

    def holds(self, space: int) -> bool:
        """Whether a target there can be hit (KAN-SHOOT-04 to 06, MELEE-02, ITEM-02)."""
        if self._blade:
            return self._town.distance(self._here, space) <= self._squared
        if self._far:
            return self._town.reach_squared(self._here, space) <= self._squared
        found = self._row[space]
        if found < 0:
            found = self._town.range_squared(self._here, space)
        return found <= self._squared


def begin(s: KanataState, seat: int, item_id: str, out: list[Event] | None) -> None:
    """The Shoot action: a weapon is taken up."""
    s.shots += 1
    take_up(s, seat, s.setup.content.item_index[item_id], out)


def take_up(s: KanataState, seat: int, item: int, out: list[Event] | None) -> None:
    """Ask for the target, unless there is only one."""
    kind = s.setup.content.items[item].kind
    if kind == "dynamite":
        s.ask(ThrowTarget())
    elif kind == "belt":
        fire_belt(s, item, out)
    else:
        aims = targets(s, seat, item)
        if len(aims) == 1:
            fire(s, item, aims[0], out)
        else:
            s.ask(ShootTarget(item))


class ShotQuestion(Frame, frozen=True):
    """A question inside a Shoot action."""

    own: ClassVar[bool] = True
    layout: ClassVar[str] = "spaces"


class ShootTarget(ShotQuestion, frozen=True, tag="shoot_target"):
    """SHOOT_TARGET: what to shoot at (KAN-SHOOT-01)."""

    item: int

    name: ClassVar[str] = "shoot_target"
    clauses: ClassVar[tuple[str, ...]] = ("KAN-SHOOT-01", "KAN-SHOOT-04", "KAN-SHOOT-05")

    def legal(self, s: KanataState) -> tuple[Action, ...]:
        return tuple(targets(s, s.turn, self.item))

    def resolve(self, s: KanataState, action: Any, out: list[Event] | None) -> None:
        s.drop()
        fire(s, self.item, action, out)


class ShootAgain(ShotQuestion, frozen=True, tag="shoot_again"):
    """SHOOT_AGAIN: one more shot at the same target, or not."""

    item: int
    target: act.Aim

    name: ClassVar[str] = "shoot_again"
    layout: ClassVar[str] = "buttons"
    clauses: ClassVar[tuple[str, ...]] = ("KAN-SHOOT-01", "KAN-SHOOT-02")

    def legal(self, s: KanataState) -> tuple[Action, ...]:
        return _FIRE_OR_NOT

    def resolve(self, s: KanataState, action: Any, out: list[Event] | None) -> None:
        s.drop()
        if action == act.FIRE:
            fire(s, self.item, self.target, out)


_FIRE_OR_NOT = (act.FIRE, act.CEASE)


class ShotReroll(ShotQuestion, frozen=True, tag="shot_reroll"):
    """TRAIT: Eli may roll a missed shot again, once per game."""

    item: int
    target: act.Aim

    name: ClassVar[str] = "shot_reroll"
    layout: ClassVar[str] = "buttons"
    clauses: ClassVar[tuple[str, ...]] = ("KAN-SETUP-09",)

    def legal(self, s: KanataState) -> tuple[Action, ...]:
        return (act.REROLL, act.KEEP)

    def resolve(self, s: KanataState, action: Any, out: list[Event] | None) -> None:
        s.drop()
        if action == act.REROLL:
            s.traits_used |= 1 << s.turn
            if out is not None:
                out.append(TraitUsed(clauses=("KAN-SETUP-09",), seat=s.turn, trait="reroll_shot"))
            roll_shot(s, self.item, self.target, out)
        else:
            settle_shot(s, self.item, self.target, False, out)


def fire(s: KanataState, item: int, target: act.Aim, out: list[Event] | None) -> None:
    """One shot or blow: a round is spent, the dice are rolled (KAN-SHOOT-02, MELEE-01)."""
    if s.setup.gun_of[item] >= 0:
        items.spend_round(s, item)
    roll_shot(s, item, target, out)


def roll_shot(s: KanataState, item: int, target: act.Aim, out: list[Event] | None) -> None:
    """The dice of a shot; a miss may be rolled again by trait."""
    seat = s.turn
    card = s.setup.content.items[item]
    turned = s.status[seat] == TURNED
    dice = s.roll(1 if turned else card.entry.dice)
    hit = any(die in hitting_faces(s, item, target) for die in dice)
    if out is not None:
        gun = s.setup.gun_of[item]
        out.append(
            ShotFired(
                clauses=_shot_clauses(s, item, target),
                seat=seat,
                item=card.id,
                enemy=target.enemy,
                number=target.number,
                space=target.space,
                victim=target.victim,
                dice=dice,
                hit=hit,
                ammo=s.ammo[gun] if gun >= 0 else 0,
            )
        )
    if not hit and not turned and s.setup.trait_of(s, seat) == "reroll_shot":
        s.ask(ShotReroll(item, target))
    else:
        settle_shot(s, item, target, hit, out)


def hitting_faces(s: KanataState, item: int, target: act.Aim) -> tuple[int, ...]:
    """The faces of a die that hit (KAN-SHOOT-07 to 10, 14, TURNED-10, TURNED-11)."""
    entry = s.setup.content.items[item].entry
    if target.enemy == "human":
        return _ODD if s.setup.content.items[item].kind == "blade" else (SHOTS_AT_HUMANS,)
    if target.enemy in ("abomination", "turned"):
        return entry.kill
    return entry.corpse if target.enemy == "corpse" else entry.tire


_ODD = (1, 3, 5)
_CLAUSES = {
    "abomination": ("KAN-SHOOT-07",),
    "turned": ("KAN-TURNED-12",),
    "sheriff": ("KAN-SHOOT-08",),
    "corpse": ("KAN-SHOOT-09",),
    "ambulance": ("KAN-SHOOT-10",),
}


def _shot_clauses(s: KanataState, item: int, target: act.Aim) -> tuple[str, ...]:
    card = s.setup.content.items[item]
    if target.enemy == "human":
        clauses: tuple[str, ...] = ("KAN-TURNED-11",) if card.kind == "blade" else ("KAN-TURNED-10",)
    else:
        clauses = _CLAUSES[target.enemy]
    if card.kind == "blade":
        return (*clauses, "KAN-MELEE-01", "KAN-MELEE-02", "KAN-SHOOT-14")
    here, there = s.space[s.turn], target_space(s, target)
    way = "KAN-SHOOT-04" if s.setup.town.straight(here, there) else "KAN-SHOOT-05"
    clauses = (*clauses, "KAN-SHOOT-02", "KAN-SHOOT-14", way, "KAN-SHOOT-06")
    if card.name == "sniper":
        clauses += ("KAN-ITEM-01",)
    if card.name == "mg":
        clauses += ("KAN-ITEM-03",)
    if s.scopes[s.setup.gun_of[item]]:
        clauses += ("KAN-SHOOT-11",)
    if s.mount[s.turn] == VAN:
        clauses += ("KAN-VAN-09", "KAN-SHOOT-13")
    elif s.setup.town.interiors >> here & 1:
        clauses += ("KAN-SHOOT-13",)
    return clauses


def target_space(s: KanataState, target: act.Aim) -> int:
    """Where the target is."""
    if target.enemy == "sheriff":
        return s.sheriff
    if target.enemy == "ambulance":
        return s.ambulance
    if target.space is not None:
        return s.setup.town.index[target.space]
    if target.victim is not None:
        return s.space[target.victim]
    assert target.number is not None
    return s.aboms[barn.index_of(s, target.number)] & SPACE_MASK


def settle_shot(s: KanataState, item: int, target: act.Aim, hit: bool, out: list[Event] | None) -> None:
    """What a hit or miss does; then the next shot, the last round or the next weapon."""
    card = s.setup.content.items[item]
    over = apply_hit(s, item, target, out) if hit else False
    if not hit and target.enemy == "ambulance":
        s.barred = over = True
        if out is not None:
            out.append(ShotBarred(clauses=("KAN-SHOOT-10",), seat=s.turn))
    if s.result or s.status[s.turn] != s.began_as:
        return
    if card.kind == "blade":
        return
    gun = s.setup.gun_of[item]
    if s.ammo[gun]:
        if not over:
            s.ask(ShootAgain(item, target))
        return
    last_round(s, item, None if over else target, out)


def apply_hit(s: KanataState, item: int, target: act.Aim, out: list[Event] | None) -> bool:
    """Carry out a hit; whether the target is done with (KAN-SHOOT-01)."""
    seat = s.turn
    cause = "blade" if s.setup.content.items[item].kind == "blade" else "shot"
    if target.enemy == "abomination":
        assert target.number is not None
        barn.to_reserve(s, target.number, cause, out, ("KAN-SHOOT-07",))
    elif target.enemy == "turned":
        assert target.victim is not None
        barn.shoot_turned(s, target.victim, cause, out)
    elif target.enemy == "sheriff":
        s.held |= SHERIFF_HELD
        if out is not None:
            out.append(TireShot(clauses=("KAN-SHOOT-08", "KAN-SHERIFF-07"), enemy="sheriff", left=0))
    elif target.enemy == "corpse":
        clear_corpse(s, s.setup.town.index[str(target.space)], out)
    elif target.enemy == "ambulance":
        enemies.lose_tires(s, 1, out, ("KAN-SHOOT-10", "KAN-AMB-07"))
        return s.ambulance < 0
    else:
        victim = target.victim
        assert victim is not None
        if cause == "blade":
            harm.lose_health(s, victim, s.setup.blade_damage, "blade", out, ("KAN-TURNED-11",))
        else:
            harm.lose_health(s, victim, s.health[victim], "shot", out, ("KAN-TURNED-10",))
    assert s.status[seat] != CAPTURED
    return True


def clear_corpse(s: KanataState, space: int, out: list[Event] | None) -> None:
    """A corpse is away until the end of the turn (KAN-SHOOT-09, CORPSE-03)."""
    s.corpses = tuple([other for other in s.corpses if other != space])
    s.cleared = (*s.cleared, space)
    if out is not None:
        where = ground.name(s, space)
        out.append(CorpseGone(clauses=("KAN-SHOOT-09", "KAN-CORPSE-03"), space=where, cause="shot"))


# ------------------------------------------------------------------------------- the last round, the next weapon


def last_round(s: KanataState, item: int, target: act.Aim | None, out: list[Event] | None) -> None:
    """No ammo is left: a token may be attached at this instant, else the weapon leaves the game (KAN-SHOOT-03)."""
    seat = s.turn
    has_token = any(s.tokens[seat] >> 4 * token & 15 for token in s.setup.ammo_tokens)
    if has_token and 1 << item & s.setup.scopable:
        s.ask(LastRound(item, target))
    else:
        discard_weapon(s, item, target, out)


class LastRound(ShotQuestion, frozen=True, tag="last_round"):
    """ATTACH_AMMO: at the instant the last round is spent."""

    item: int
    target: act.Aim | None

    name: ClassVar[str] = "attach_ammo"
    layout: ClassVar[str] = "buttons"
    clauses: ClassVar[tuple[str, ...]] = ("KAN-SHOOT-03",)

    def legal(self, s: KanataState) -> tuple[Action, ...]:
        setup = s.setup
        held = [token for token in setup.ammo_tokens if s.tokens[s.turn] >> 4 * token & 15]
        return (*[setup.tables.attach[token, self.item] for token in held], act.CEASE)

    def resolve(self, s: KanataState, action: Any, out: list[Event] | None) -> None:
        s.drop()
        if type(action) is act.Attach:
            items.attach(s, s.turn, action.token, action.item, out)
            if self.target is not None:
                s.ask(ShootAgain(self.item, self.target))
        else:
            discard_weapon(s, self.item, self.target, out)


def discard_weapon(s: KanataState, item: int, target: act.Aim | None, out: list[Event] | None) -> None:
    """The empty weapon leaves the game; another may go on at the same target."""
    seat = s.turn
    inventory.lose(s, seat, item, out)
    if out is not None:
        weapon = s.setup.content.items[item].id
        out.append(ItemGone(clauses=("KAN-SHOOT-03",), seat=seat, item=weapon, cause="spent"))
    if target is not None and next_weapons(s, seat, target):
        s.ask(NextWeapon(target))


def next_weapons(s: KanataState, seat: int, target: act.Aim) -> list[Action]:
    """Guns and blades that reach the same target."""
    mine = s.items[seat] & s.setup.scopable_or_blade
    return [s.setup.tables.shoot[item] for item in bits(mine) if target in targets(s, seat, item)]


class NextWeapon(ShotQuestion, frozen=True, tag="next_weapon"):
    """NEXT_WEAPON: go on at the same target with another weapon (KAN-SHOOT-03, MELEE-03)."""

    target: act.Aim

    name: ClassVar[str] = "next_weapon"
    layout: ClassVar[str] = "cards"
    clauses: ClassVar[tuple[str, ...]] = ("KAN-SHOOT-03", "KAN-MELEE-03")

    def legal(self, s: KanataState) -> tuple[Action, ...]:
        return (*next_weapons(s, s.turn, self.target), act.CEASE)

    def resolve(self, s: KanataState, action: Any, out: list[Event] | None) -> None:
        s.drop()
        if type(action) is act.Shoot:
            fire(s, s.setup.content.item_index[action.item], self.target, out)


# ------------------------------------------------------------------------------------------------- the Abominator


def fire_belt(s: KanataState, item: int, out: list[Event] | None) -> None:
    """Five dice at once; each that hits is assigned freely (KAN-ITEM-02; turned: each 3 downs a human)."""
    seat = s.turn
    items.spend_round(s, item)
    dice = s.roll(s.setup.content.items[item].entry.dice)
    turned = s.status[seat] == TURNED
    hits = sum(die == SHOTS_AT_HUMANS if turned else die & 1 for die in dice)
    if out is not None:
        out.append(
            ShotFired(
                clauses=("KAN-ITEM-02", "KAN-SHOOT-02", "KAN-TURNED-10" if turned else "KAN-SHOOT-14"),
                seat=seat,
                item=s.setup.content.items[item].id,
                enemy="any",
                number=None,
                space=None,
                victim=None,
                dice=dice,
                hit=bool(hits),
                ammo=s.ammo[s.setup.gun_of[item]],
            )
        )
    if hits:
        Assign(item, hits, ()).ask_or_settle(s, out)
    else:
        after_belt(s, item, out)


class Assign(ShotQuestion, frozen=True, tag="assign_abominator"):
    """ASSIGN_ABOMINATOR: each hit to a target, in any order; ``cease`` leaves the rest unused."""

    item: int
    left: int
    chosen: tuple[act.Aim, ...]

    name: ClassVar[str] = "assign_abominator"
    clauses: ClassVar[tuple[str, ...]] = ("KAN-ITEM-02",)

    def candidates(self, s: KanataState) -> list[act.Aim]:
        """What may be named next: each target once, the ambulance once a tire."""
        gone = set(self.chosen)
        if self.chosen.count(AMBULANCE) < s.tires:
            gone.discard(AMBULANCE)
        return [target for target in targets(s, s.turn, self.item) if target not in gone]

    def legal(self, s: KanataState) -> tuple[Action, ...]:
        return (*self.candidates(s), act.CEASE)

    def ask_or_settle(self, s: KanataState, out: list[Event] | None) -> None:
        """Ask while there is something to choose, then carry out the whole set."""
        if self.left and self.candidates(s):
            s.ask(self)
            return
        for target in self.chosen:
            if target.enemy != "ambulance" or s.ambulance >= 0:
                apply_hit(s, self.item, target, out)
        if not s.result and s.status[s.turn] == s.began_as:
            after_belt(s, self.item, out)

    def resolve(self, s: KanataState, action: Any, out: list[Event] | None) -> None:
        s.drop()
        if type(action) is act.Aim:
            Assign(self.item, self.left - 1, (*self.chosen, action)).ask_or_settle(s, out)
        else:
            structs.replace(self, left=0).ask_or_settle(s, out)


class BeltAgain(ShotQuestion, frozen=True, tag="belt_again"):
    """SHOOT_AGAIN: another belt of the Abominator."""

    item: int

    name: ClassVar[str] = "shoot_again"
    layout: ClassVar[str] = "buttons"
    clauses: ClassVar[tuple[str, ...]] = ("KAN-ITEM-02", "KAN-SHOOT-01")

    def legal(self, s: KanataState) -> tuple[Action, ...]:
        return _FIRE_OR_NOT

    def resolve(self, s: KanataState, action: Any, out: list[Event] | None) -> None:
        s.drop()
        if action == act.FIRE:
            fire_belt(s, self.item, out)


def after_belt(s: KanataState, item: int, out: list[Event] | None) -> None:
    """Another belt, or the weapon leaves the game."""
    if not s.ammo[s.setup.gun_of[item]]:
        discard_weapon(s, item, None, out)
    elif targets(s, s.turn, item, first=True):
        s.ask(BeltAgain(item))


# ------------------------------------------------------------------------------------------------------- dynamite


class ThrowTarget(ShotQuestion, frozen=True, tag="throw_target"):
    """SHOOT_TARGET: a road or path cell within reach for the dynamite (KAN-ITEM-09)."""

    name: ClassVar[str] = "shoot_target"
    clauses: ClassVar[tuple[str, ...]] = ("KAN-ITEM-09",)

    def legal(self, s: KanataState) -> tuple[Action, ...]:
        return throws(s, s.space[s.turn])

    def resolve(self, s: KanataState, action: Any, out: list[Event] | None) -> None:
        s.drop()
        blow_up(s, s.setup.town.index[action.space], out)


def throws(s: KanataState, here: int) -> tuple[Action, ...]:
    """Where dynamite can be thrown from a space."""
    town = s.setup.town
    reach = s.setup.throw_reach
    return tuple([s.setup.tables.throw[cell] for cell in town.order(here) if town.distance(here, cell) <= reach])


def blow_up(s: KanataState, cell: int, out: list[Event] | None) -> None:
    """1: it fizzles and hurts its thrower; else everything within one step is hit."""
    seat = s.turn
    town = s.setup.town
    item = s.setup.dynamite_item
    inventory.use_up(s, seat, item, "thrown", out, ("KAN-ITEM-09",))
    die = s.d6()
    if out is not None:
        where = ground.name(s, cell)
        out.append(DynamiteThrown(clauses=("KAN-ITEM-09",), seat=seat, space=where, die=die))
    if die == 1:
        harm.lose_health(s, seat, s.setup.blast_damage, "blast", out, ("KAN-ITEM-09",))
        return
    for packed in list(s.aboms):
        if town.distance(cell, packed & SPACE_MASK) <= 1:
            barn.to_reserve(s, number_of(packed), "blast", out, ("KAN-ITEM-09",))
    for space in s.corpses:
        if town.distance(cell, space) <= 1:
            s.corpses = tuple([other for other in s.corpses if other != space])
            if out is not None:
                out.append(CorpseGone(clauses=("KAN-ITEM-09",), space=ground.name(s, space), cause="blast"))
    if town.distance(cell, s.sheriff) <= 1:
        s.held |= SHERIFF_HELD
        if out is not None:
            out.append(EnemyHeld(clauses=("KAN-ITEM-09",), enemy="sheriff"))
    if s.ambulance >= 0 and town.distance(cell, s.ambulance) <= 1:
        enemies.lose_tires(s, 2, out, ("KAN-ITEM-09",))
    hit: Sequence[int] = [other for other in range(len(s.status)) if town.distance(cell, s.space[other]) <= 1]
    for other in hit:
        if s.status[other] == TURNED:
            barn.shoot_turned(s, other, "shot", out)
    for other in hit:
        harm.lose_health(s, other, s.setup.blast_damage, "blast", out, ("KAN-ITEM-09",))
