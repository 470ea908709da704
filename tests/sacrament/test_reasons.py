"""The reason given for a refusal is the true one: where its condition is taken away, that refusal is gone too."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from game.core import scenario
from game.core.chance import Rng
from game.core.contract import Action, Refusal
from game.core.scenario import case_files, load_cases
from game.sacrament import actions as act
from game.sacrament.adversaries import CHOICE, FoeTurn
from game.sacrament.campaign import Downtime
from game.sacrament.characters import Item, add_item
from game.sacrament.content import standard_content
from game.sacrament.exploration import NODE_CHOICE
from game.sacrament.frames import GM
from game.sacrament.harm import with_sheet
from game.sacrament.horror import WINDOW
from game.sacrament.refusals import ROWS
from game.sacrament.rests import Market, RestActs
from game.sacrament.rounds import FLEE, ROUNDS, SELECT
from game.sacrament.rules import GAME
from game.sacrament.state import Foe, Pc, SacramentState
from game.sacrament.turns import Turn
from game.sacrament.values import BOXES, Cond
from tests.sacrament.attempts import ATTEMPTS
from tests.sacrament.table import any_table

SCENARIOS = Path(__file__).parents[1] / "scenarios" / "sacrament"
Lift = Callable[[SacramentState, Any], Any]
"""Takes a condition away on the table, or answers with the attempt in which it does not hold."""
CONTENT = standard_content()


# ---------------------------------------------------------------------------------------------------- who and where


def actor(s: SacramentState) -> Pc:
    """Who is held to act: whose turn it is, else the one who speaks."""
    top = s.stack[-1]
    return s.pc(top.who if isinstance(top, Turn) else s.speaker())


def somebody(s: SacramentState, a: Any) -> Pc:
    """The PC that the attempt names, else another than the one who acts."""
    seat = getattr(a, "ally", 0) or getattr(a, "victim", 0)
    if 1 <= seat <= len(s.pcs):
        return s.pc(seat)
    return s.pc(actor(s).seat % len(s.pcs) + 1)


def some_foe(s: SacramentState, a: Any) -> Foe | None:
    return s.foes.get(getattr(a, "token", "")) or next(iter(s.foes.values()), None)


def carry(s: SacramentState, pc: Pc, key: str) -> str:
    """The thing into the pack, or a salve where there is no such thing."""
    id, _, tier = key.partition(".")
    if not CONTENT.is_item(id):
        id, tier = "salve", ""
    item = Item(id, int(tier)) if tier.isdecimal() and id in (*CONTENT.weapons, *CONTENT.armour) else Item(id)
    if not any(held.key == item.key for held in pc.sheet.items):
        pc.set_sheet(add_item(CONTENT, pc.sheet, item))
    return item.key


# ------------------------------------------------------------------------------------------------------------- lifts


def other(**values: Any) -> Lift:
    """The attempt with these values instead."""
    return lambda s, a: structs.replace(a, **values)


def fields(**values: Any) -> Lift:
    """These fields of the table have these values."""

    def lift(s: SacramentState, a: Any) -> None:
        for name, value in values.items():
            setattr(s, name, value)

    return lift


def of_actor(**values: Any) -> Lift:
    """These fields of whoever acts have these values."""

    def lift(s: SacramentState, a: Any) -> None:
        for name, value in values.items():
            setattr(actor(s), name, value)

    return lift


def of_other(**values: Any) -> Lift:
    """The same of the PC that is named."""

    def lift(s: SacramentState, a: Any) -> None:
        for name, value in values.items():
            setattr(somebody(s, a), name, value)

    return lift


def top(**values: Any) -> Lift:
    """The open question with these values."""

    def lift(s: SacramentState, a: Any) -> None:
        s.stack = (*s.stack[:-1], structs.replace(s.stack[-1], **values))

    return lift


def at_war(s: SacramentState, a: Any) -> None:
    """There is a fight."""
    if s.fight is None:
        s.become(GAME.new_game(1 + len(s.pcs), 1, fight="churchyard"))


def at_peace(s: SacramentState, a: Any) -> None:
    """There is none."""
    if s.fight is not None or not s.node:
        s.become(GAME.new_game(1 + len(s.pcs), 1, scenario="wickham"))


def asked(*, fight: bool, ask: Callable[[SacramentState, Any], Any]) -> Lift:
    """That question is open."""

    def lift(s: SacramentState, a: Any) -> None:
        (at_war if fight else at_peace)(s, a)
        s.pcs[0].harm, s.pcs[0].dead = min(s.pcs[0].harm, BOXES - 1), False
        s.stack = ask(s, a)

    return lift


def my_turn(s: SacramentState, a: Any) -> Any:
    return (ROUNDS["select"], Turn(s.speaker()))


def its_turn(s: SacramentState, a: Any) -> Any:
    if not s.foes:
        s.become(GAME.new_game(1 + len(s.pcs), 1, fight="churchyard"))
    return (ROUNDS["end"], FoeTurn(next(iter(s.foes)), 2, 1))


def a_rest(s: SacramentState, a: Any) -> Any:
    return (NODE_CHOICE, RestActs("short", True))


turn_asked = asked(fight=True, ask=my_turn)
rest_asked = asked(fight=False, ask=a_rest)
days_asked = asked(fight=False, ask=lambda s, a: (Downtime(tuple(pc.seat for pc in s.pcs) * 2),))


def a_tile(s: SacramentState, a: Any) -> Any:
    at_war(s, a)
    name = next(name for name, tile in s.grid.index.items() if s.grid.passable[tile] and tile != actor(s).tile)
    return structs.replace(a, spaces=(name,)) if hasattr(a, "spaces") else structs.replace(a, space=name)


def a_step(s: SacramentState, a: Any) -> Any:
    """A tile to which whoever acts can go."""
    frame = s.stack[-1]
    here = s.foes[frame.token].tile if isinstance(frame, FoeTurn) else actor(s).tile
    s.zones = ()
    return structs.replace(a, space=s.grid.names[s.grid.steps[here][0]])


def unrooted(s: SacramentState, a: Any) -> None:
    frame = s.stack[-1]
    if isinstance(frame, FoeTurn):
        s.foes[frame.token].conds = ()
    else:
        users(s, lambda pc: setattr(pc, "conds", ()))


def users(s: SacramentState, change: Callable[[Pc], Any]) -> None:
    """Change all: outside a fight the first who can acts."""
    for pc in s.pcs:
        change(pc)


def all_of(**values: Any) -> Lift:
    def lift(s: SacramentState, a: Any) -> None:
        users(s, lambda pc: [setattr(pc, name, value) for name, value in values.items()])

    return lift


def risen(s: SacramentState, a: Any) -> None:
    s.level = 5
    users(s, lambda pc: with_sheet(pc, level=9))


def in_hand(s: SacramentState, a: Any) -> Any:
    pc = actor(s)
    pc.set_sheet(structs.replace(pc.sheet, level=9))
    key = carry(s, pc, a.weapon if a.weapon.partition(".")[0] in CONTENT.weapons else "arming_sword")
    pc.set_sheet(structs.replace(pc.sheet, hands=(key,)))
    return structs.replace(a, weapon=key)


def a_foe(s: SacramentState, a: Any) -> Any:
    at_war(s, a)
    if not s.foes:
        s.become(GAME.new_game(1 + len(s.pcs), 1, fight="churchyard"))
    name = "token" if hasattr(a, "token") else "kind"
    return structs.replace(a, **{name: next(iter(s.foes)) if name == "token" else "leech"})


def unused(s: SacramentState, a: Any) -> None:
    users(s, lambda pc: setattr(pc, "used", ()))
    if s.fight is not None:
        s.fight.used = ()


def undone(s: SacramentState, a: Any) -> None:
    unused(s, a)
    for foe in s.foes.values():
        foe.called = ()


def foe_here(s: SacramentState, a: Any) -> Any:
    """An adversary, plain to see, on the tile of whoever acts; the PC that is named beside it."""
    s.zones, s.fog = (), ()
    foe = some_foe(s, a)
    if foe is not None:
        foe.tile, foe.hidden = actor(s).tile, False
    if getattr(a, "ally", 0):
        somebody(s, a).tile = actor(s).tile
    return structs.replace(a, token=foe.token) if foe is not None and getattr(a, "token", "") else None


def foe_near(s: SacramentState, a: Any) -> Any:
    """As near as the weapon needs it."""
    foe_here(s, a)
    foe = some_foe(s, a)
    if foe is not None and a.weapon:
        key = a.weapon.partition(".")[0]
        if (
            key in CONTENT.weapons
            and "melee" not in CONTENT.weapons[key].ways
            and ("thrown" not in CONTENT.weapons[key].ways)
        ):
            grid = s.grid
            foe.tile = next(t for t in grid.steps[actor(s).tile] if grid.band[actor(s).tile * grid.size + t] == 1)
            s.lights = ((foe.tile, 1),)


def known(s: SacramentState, a: Any) -> None:
    users(s, lambda pc: with_sheet(pc, picks=(*pc.sheet.picks, a.ability)))


def carried(s: SacramentState, a: Any) -> Any:
    return structs.replace(a, item=carry(s, actor(s), a.item))


def recharged(s: SacramentState, a: Any) -> None:
    users(s, lambda pc: with_sheet(pc, items=tuple(structs.replace(item, left=-1) for item in pc.sheet.items)))


def beside(s: SacramentState, a: Any) -> None:
    somebody(s, a).tile = actor(s).tile


def emptied(s: SacramentState, a: Any) -> None:
    """Whoever gets it carries nothing else."""
    pc = somebody(s, a) if getattr(a, "ally", 0) else actor(s)
    pc.mods = ()
    pc.set_sheet(structs.replace(pc.sheet, items=(), hands=(), worn="", gold=min(pc.sheet.gold, 99)))
    if isinstance(a, act.Buy):
        with_sheet(pc, gold=599)


def lies_here(s: SacramentState, a: Any) -> Any:
    pc = actor(s)
    key = a.item if CONTENT.is_item(a.item.partition(".")[0]) else "salve"
    s.set_loot(((pc.tile, key, -1),))
    return structs.replace(a, item=key)


def within_reach(s: SacramentState, a: Any) -> Any:
    """An object of the map is there, and whoever acts stands by it."""
    stands = s.setup.stands[s.fight.id]
    tile = next((tile for tile, there in enumerate(stands) if there and s.grid.passable[tile]), None)
    if tile is None:
        return act.GUARD
    actor(s).tile = tile
    return stands[tile][0][0]


def down(s: SacramentState, a: Any) -> Any:
    pc = somebody(s, a)
    pc.harm, pc.dead, pc.steady, pc.fades = BOXES, False, False, 0
    return structs.replace(a, ally=pc.seat)


def down_beside(s: SacramentState, a: Any) -> None:
    somebody(s, a).tile = actor(s).tile
    unused(s, a)


def burning(s: SacramentState, a: Any) -> None:
    actor(s).conds = (Cond("burning", "scene"),)


def lantern(s: SacramentState, a: Any) -> None:
    pc = actor(s)
    pc.light, pc.mods = False, ()
    carry(s, pc, next(id for id, thing in CONTENT.things.items() if thing.light))


def popcorn(s: SacramentState, a: Any) -> None:
    scenario_id, fight, difficulty, _, pcs, *_ = s.setup.key
    s.setup = GAME.setup(scenario_id, fight, difficulty, "popcorn", pcs, tuple(s.setup.options.items()))


def waits(s: SacramentState, a: Any) -> Any:
    """Somebody else who has had no turn and stands."""
    pc = somebody(s, a)
    if pc is actor(s) and isinstance(s.stack[-1], Turn):
        pc = s.pc(pc.seat % len(s.pcs) + 1)
    pc.acted, pc.dead, pc.harm, pc.tile = False, False, 0, actor(s).tile
    return structs.replace(a, ally=pc.seat)


def helpful(s: SacramentState, a: Any) -> Any:
    roller = s.stack[-1].roller
    pc = next((pc for pc in s.pcs if pc.seat != roller), None)
    if pc is None:
        return act.DECLINE
    pc.harm, pc.dead = 0, False
    with_sheet(pc, attributes=dict.fromkeys(("strength", "agility", "wits", "will"), 2))
    return structs.replace(a, ally=pc.seat)


def wounded(s: SacramentState, a: Any) -> Any:
    pc = somebody(s, a)
    if not pc.wounds:
        pc.harm = 4
    return structs.replace(a, ally=pc.seat)


def stands_up(s: SacramentState, a: Any) -> Any:
    pc = somebody(s, a)
    pc.dead, pc.harm, pc.fades = False, 0, 0
    return structs.replace(a, **{"victim" if hasattr(a, "victim") else "ally": pc.seat})


def led(s: SacramentState, a: Any) -> Any:
    pc = s.pcs[0]
    pc.dead, pc.harm = False, 0
    return structs.replace(a, leader=1) if hasattr(a, "leader") else None


def own_practice(s: SacramentState, a: Any) -> Any:
    return structs.replace(a, practice=s.pc(a.leader).sheet.practice, incense=False)


def tendable(s: SacramentState, a: Any) -> Any:
    pc = somebody(s, a)
    pc.harm, pc.dead = 1, False
    carry(s, pc, "bandages")
    s.stack = (NODE_CHOICE, RestActs("short", True))
    return structs.replace(a, ally=pc.seat)


def mendable(s: SacramentState, a: Any) -> Any:
    pc = somebody(s, a)
    pc.dead = False
    carry(s, pc, "quilted_coat")
    with_sheet(pc, worn="quilted_coat")
    pc.dur = 0
    carry(s, pc, "repair_kit")
    s.stack = (*s.stack[:-1], structs.replace(s.stack[-1], one=0))
    return structs.replace(a, ally=pc.seat, item="repair_kit")


def rich(s: SacramentState, a: Any) -> None:
    with_sheet(somebody(s, a), gold=9999)


def saleable(s: SacramentState, a: Any) -> Any:
    pc = somebody(s, a)
    pc.dead = False
    carry(s, pc, "rope")
    return structs.replace(a, ally=pc.seat, item="rope")


def damaged(s: SacramentState, a: Any) -> Any:
    pc = somebody(s, a)
    pc.dead = False
    carry(s, pc, "quilted_coat")
    with_sheet(pc, worn="quilted_coat")
    pc.dur = 0
    return structs.replace(a, ally=pc.seat)


def spent(s: SacramentState, a: Any) -> Any:
    pc = somebody(s, a)
    pc.dead = False
    id = next(id for id, thing in CONTENT.things.items() if thing.charges)
    carry(s, pc, id)
    with_sheet(pc, items=tuple(structs.replace(i, left=0) if i.id == id else i for i in pc.sheet.items))
    return structs.replace(a, ally=pc.seat, item=id)


def a_suit(s: SacramentState, a: Any) -> Any:
    pc = somebody(s, a)
    pc.dead = False
    suit = next(id for id in CONTENT.armour if id != pc.sheet.worn.partition(".")[0])
    carry(s, pc, suit)
    return structs.replace(a, ally=pc.seat, item=suit)


def foe_waits(s: SacramentState, a: Any) -> Any:
    if not s.foes:
        s.become(GAME.new_game(1 + len(s.pcs), 1, fight="churchyard", ladder=3))
    for foe in s.foes.values():
        foe.acted = False
    return None


def within_its_reach(s: SacramentState, a: Any) -> Any:
    foe = s.foes[s.stack[-1].token]
    pc = somebody(s, a)
    pc.tile, pc.conds = foe.tile, ()
    return structs.replace(a, victim=pc.seat)


def one_target(s: SacramentState, a: Any) -> Any:
    return structs.replace(a, among=())


def goods(s: SacramentState, a: Any) -> Any:
    s.stack = (*s.stack[:-1], Market(("salve",)))
    return structs.replace(a, item="salve")


def beat_waits(s: SacramentState, a: Any) -> None:
    s.become(GAME.from_position({"scenario": "wickham", "ladder": 3, "pcs": [{}] * len(s.pcs)}))
    node = next(name for name, node in s.setup.scenario.nodes.items() if node.beats)
    s.node, s.beats = node, ()


LIFTS: dict[str, Lift] = {
    "over": lambda s, a: s.become(GAME.new_game(3, 1)),
    "other_seat": other(seat=None),
    "no_turn": turn_asked,
    "no_tile": a_tile,
    "no_dark": lambda s, a: s.become(GAME.new_game(1 + len(s.pcs), 1, fight="churchyard")),
    "rooted": unrooted,
    "here": a_step,
    "too_far": a_step,
    "shut": a_step,
    "zone": a_step,
    "tokens": all_of(tokens=6),
    "rough": of_actor(tokens=6),
    "tier": risen,
    "not_in_hand": in_hand,
    "no_foe": a_foe,
    "once": unused,
    "unseen": foe_here,
    "far": foe_here,
    "reach": foe_near,
    "guarded": of_actor(guard=False),
    "no_ability": other(ability="can.note"),
    "not_known": known,
    "silenced": unrooted,
    "pay_harm": all_of(harm=0),
    "friendly": other(ally=0),
    "dead": stands_up,
    "no_wound": wounded,
    "range": foe_here,
    "not_carried": carried,
    "empty": recharged,
    "no_weapon": lambda s, a: structs.replace(a, item=carry(s, actor(s), "spear")),
    "held": lambda s, a: with_sheet(actor(s), hands=()),
    "worn": lambda s, a: with_sheet(actor(s), worn=""),
    "no_taker": waits,
    "not_melee": beside,
    "no_room": emptied,
    "nothing_there": lies_here,
    "no_object": within_reach,
    "object_done": unused,
    "not_dying": down,
    "steady": of_other(steady=False),
    "reach_or_tried": down_beside,
    "no_deed": other(deed="free"),
    "no_words": other(words="over the wall"),
    "deed_done": undone,
    "not_burning": burning,
    "lit": of_actor(light=False),
    "no_lantern": lantern,
    "around": popcorn,
    "spent": of_actor(spent=0),
    "not_eligible": waits,
    "no_choice": asked(fight=True, ask=lambda s, a: (ROUNDS["select"], SELECT)),
    "dying": stands_up,
    "had_turn": waits,
    "gone": stands_up,
    "no_seat": lambda s, a: structs.replace(
        a,
        **(
            {"who": (s.living()[0].seat,)}
            if isinstance(a, act.CallCheck)
            else {"victim": s.living()[0].seat}
            if isinstance(a, act.Hurt)
            else {"to": 1}
            if isinstance(a, act.Note)
            else {"ally": 1}
            if hasattr(a, "ally")
            else {"seat": 0}
        ),
    ),
    "helper": helpful,
    "no_exit": lambda s, a: s.ask(FLEE),
    "no_node_choice": asked(fight=False, ask=lambda s, a: (NODE_CHOICE,)),
    "tried": fields(tried={}),
    "done_before": fields(tried={}),
    "in_fight": at_peace,
    "rested": fields(rested=False),
    "may_cleanse": lambda s, a: setattr(s, "stack", (NODE_CHOICE,)),
    "cleansed": top(cleansed=False),
    "practice_fails": top(blocked=False),
    "leader": led,
    "quiet": fields(ladder=5),
    "practice": own_practice,
    "tend": tendable,
    "mend": mendable,
    "no_market": days_asked,
    "no_item": other(item="salve", ally=1),
    "gold": rich,
    "not_stocked": goods,
    "no_sale": saleable,
    "no_smith": days_asked,
    "whole": damaged,
    "refill": spent,
    "no_exchange": days_asked,
    "no_suit": a_suit,
    "own_pack": lambda s, a: structs.replace(a, ally=s.stack[-1].one),
    "ladder_0": fields(ladder=3),
    "all_acted": foe_waits,
    "no_beat": beat_waits,
    "no_window": lambda s, a: s.ask(WINDOW),
    "gm_only": other(seat=GM),
    "foe_acted": foe_waits,
    "no_phase": asked(
        fight=True, ask=lambda s, a: (ROUNDS["end"], CHOICE) if isinstance(a, act.Activate) else its_turn(s, a)
    ),
    "no_steps": top(steps=2, moved=False, struck=False),
    "no_attacks": top(attacks=2),
    "among": one_target,
    "beyond": within_its_reach,
    "amount": other(n=3),
    "no_node": lambda s, a: structs.replace(a, node=s.setup.scenario.start),
    "no_fight": at_war,
    "no_result": other(result="win"),
    "no_attribute": other(attribute="wits"),
    "difficulty": other(difficulty=12),
    "bonus": other(bonus=0),
    "open_in_fight": other(hidden=False),
    "mid_action": lambda s, a: setattr(s, "stack", (NODE_CHOICE,) if s.fight is None else (ROUNDS["select"], SELECT)),
    "pick.spent": lambda s, a: with_sheet(s.pc(a.ally), picks=()),
    "pick.level": risen,
    "pick.capped": lambda s, a: with_sheet(s.pc(a.ally), attributes=dict.fromkeys(s.pc(a.ally).sheet.attributes, 0)),
    "pick.no_attribute": other(pick="+wits"),
    "pick.known": lambda s, a: with_sheet(s.pc(a.ally), picks=()),
}
"""What takes the condition of a refusal away, by the key of its sentence."""

NOT_LIFTED = {
    "not_asked": "it says which question is open",
    "passive": "a passive stays one",
    "only_reaction": "a reaction stays one",
    "no_use": "a thing does what it does",
    "no_target": "it says only that the target does not fit",
    "not_now": "it says only that it cannot be done here and now",
    "cost": "it says only that the cost does not fit",
    "no_reaction": "it says which question is not open",
    "reaction": "it says only that the reaction is no answer to this",
    "roller": "it says only that this one cannot try",
    "no_vow": "it says when a vow is asked about",
    "closed": "what opens a choice is the story's own",
    "no_rest": "it says which question is not open, or that the place has none",
    "exchange": "it says what may be exchanged",
    "overflow": "it says what may be answered",
    "gate": "it says where it must attack",
    "special": "it says only that the move is not ready or touches nobody",
    "no_judgement": "it says which question is not open",
    "not_called": "it says which question is not open",
    "no_failure": "it says which question is not open",
    "text": "what was written is at fault",
    "formula": "what was written is at fault",
    "dice": "dice are never altered",
    "edit": "what was written is at fault",
    "edit_setup": "it was settled at the start",
    "top_level": "five is the highest",
    "pick.no_ability": "there is no such ability",
    "pick.innate": "what is innate is never bought",
    "pick.parent": "what it branches from is the content's own",
    "pick.parents": "likewise",
}
"""The sentences whose condition no change of the table takes away, and why."""

BY_KIND: dict[tuple[type[Action], str], Lift] = {
    (act.Step, "rooted"): unrooted,
    (act.Step, "no_tile"): a_step,
    (act.Move, "no_tile"): a_tile,
    (act.ChoosePc, "no_wound"): lambda s, a: act.ChoosePc(ally=down(s, act.Steady(ally=a.ally)).ally),
    (act.Activate, "no_foe"): a_foe,
    (act.React, "tokens"): all_of(tokens=6),
}
"""The same where it hangs on the kind of attempt."""
NEEDS_TWO = ("not_melee", "no_taker", "not_eligible", "had_turn", "helper", "friendly")
"""What needs another player: not lifted where there is none."""


def check_reason(s: SacramentState, action: Action, met: set[str]) -> None:
    """The reason for a refusal vanishes with its condition."""
    refusal = s.refusal(action)
    if refusal is None:
        return
    key = refusal.key.removeprefix("sacrament.refusal.")
    met.add(key)
    if key in NOT_LIFTED or (key in NEEDS_TWO and len(s.pcs) == 1):
        return
    c = s.clone()
    c._legal = None
    attempt = s.canonical(action)
    lifted = BY_KIND.get((type(attempt), key), LIFTS[key])(c, attempt)
    attempt = lifted if isinstance(lifted, Action) else attempt
    c._legal = None
    again = c.refusal(attempt)
    assert again is None or again.key != refusal.key, (action, attempt, refusal, s.stack[-1])


def test_every_sentence_is_lifted_or_it_is_said_why_not() -> None:
    keys = {row.key for rows in ROWS.values() for row in rows}
    assert keys <= {*LIFTS, *NOT_LIFTED}, keys - {*LIFTS, *NOT_LIFTED}
    assert not {*LIFTS} & {*NOT_LIFTED}


@pytest.mark.parametrize("number", range(20))
def test_a_refusal_falls_with_the_reason_given(number: int) -> None:
    s, rng = any_table(number), Rng(number)
    met: set[str] = set()
    stale: list[Action] = []
    ply = 0
    while not s.is_terminal() and ply < 120:
        for _ in range(8):
            check_reason(s, ATTEMPTS[rng.below(len(ATTEMPTS))], met)
        for _ in range(4):
            if stale:
                check_reason(s, stale[rng.below(len(stale))], met)
        legal = s.legal_actions()
        stale = [*stale, *(legal[rng.below(len(legal))] for _ in range(3))][-80:]
        s.step(legal[rng.below(len(legal))])
        ply += 1
    assert len(met) > 5


@pytest.mark.parametrize("path", case_files([SCENARIOS]), ids=lambda path: path.stem)
def test_the_refusals_of_the_cases_fall_with_the_reason_given(path: Path) -> None:
    met: set[str] = set()

    class Run(scenario._Run):
        def _must_change_nothing(self, state: Any, action: Action, refusal: Refusal) -> None:
            check_reason(state, action, met)

    for written in load_cases(path):
        Run(written, GAME, None).play()
