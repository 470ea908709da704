"""Abilities and things used outside a fight: who uses them, and what the offer tells where packs are private."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import structs

from game.core.chance import Rng
from game.core.contract import Event
from game.sacrament import actions as act
from game.sacrament.characters import Item, add_item, charges
from game.sacrament.events import AbilityUsed, ItemChanged, Told
from game.sacrament.exploration import SCENE_WORDS
from game.sacrament.gear import TooMuch, gain
from game.sacrament.policy import policy
from game.sacrament.rules import GAME
from game.sacrament.state import SacramentState
from game.sacrament.uses import ability_use
from game.sacrament.values import Cond, Mod


def table(*pcs: dict[str, Any], **more: Any) -> SacramentState:
    return GAME.from_position({"scenario": "wickham", "node": "tavern", "phase": "choose", "pcs": list(pcs), **more})


def who_used(events: list[Event]) -> int | None:
    return next(event for event in events if isinstance(event, AbilityUsed)).seat


@pytest.mark.cites("SAC-MAGIC-08", "SAC-HIT-08")
def test_who_is_silenced_leaves_the_spell_to_another_who_knows_it() -> None:
    s = table({"id": "eadgyth"}, {"id": "eadgyth"}, {"id": "osric", "harm": 4})
    s.pcs[0].conds = (Cond("silenced", "scene"),)
    s._legal = None
    litany = act.Perform(ability="can.litany", ally=3)
    assert litany in s.legal_actions()
    assert who_used(s.apply_action(litany)) == 2
    assert s.pcs[2].harm == 0


@pytest.mark.cites("SAC-HARM-02")
def test_who_cannot_pay_the_boxes_leaves_it_to_another() -> None:
    paying = [id for id in GAME.content.abilities if ability_use(id).pays]
    for id in paying:
        s = table({"id": "osric", "harm": 11}, {"id": "osric"}, {"id": "cuthbert", "harm": 8}, ladder=5)
        for pc in s.pcs[:2]:
            pc.set_sheet(structs.replace(pc.sheet, picks=(*pc.sheet.picks, id)))
        s._legal = None
        offered = [a for a in s.legal_actions() if isinstance(a, act.Perform) and a.ability == id]
        if _of_scenes(id):
            assert offered, id
        for action in offered:
            after = s.clone()
            events = after.apply_action(action)
            assert who_used(events) == 2
            assert not after.pcs[0].dying


@pytest.mark.cites("SAC-TOKEN-04", "SAC-MAGIC-05")
def test_a_trinket_that_was_used_leaves_it_to_another() -> None:
    id = "heart_of_aelfgyth"
    s = table({"id": "osric"}, {"id": "cuthbert"}, {"id": "eadgyth", "harm": 8, "items": ["salve"]}, level=5)
    for pc in s.pcs[:2]:
        pc.set_sheet(add_item(GAME.content, pc.sheet, Item(id)))
    s.pcs[0].used = (f"session:{id}",)
    use = act.UseItem(item=id)
    s._legal = None
    assert use in s.legal_actions()
    assert who_used(s.apply_action(use)) == 2
    assert use not in s.legal_actions()
    refusal = s.refusal(use)
    assert refusal is not None
    assert refusal.key == "sacrament.refusal.once"


@pytest.mark.cites("SAC-HEAL-01")
def test_a_second_who_knows_it_can_use_it_on_the_first() -> None:
    helps = [id for id, ability in GAME.content.abilities.items() if ability.target == "other_ally"]
    tried = 0
    for id in helps:
        s = table({"id": "osric", "harm": 8}, {"id": "cuthbert"})
        for pc in s.pcs:
            pc.set_sheet(structs.replace(pc.sheet, picks=(*pc.sheet.picks, id)))
        s._legal = None
        mine = [a.ally for a in s.legal_actions() if isinstance(a, act.Perform) and a.ability == id]
        if mine:
            tried += 1
            assert set(mine) == {1, 2}
    assert tried == sum(1 for id in helps if _of_scenes(id))


def _of_scenes(id: str) -> bool:
    ability = GAME.content.abilities[id]
    return not ability.trigger and {str(e.__struct_config__.tag) for e in ability.effects} <= SCENE_WORDS


PRIVATE = {"options": {"private_packs": True}}


@pytest.mark.cites("SAC-VTT-08")
def test_what_others_carry_is_not_told_by_what_can_be_used() -> None:
    tables = [
        table(
            {"id": "eadgyth", "harm": 4}, {"id": "osric", "items": items, "gold": gold}, {"id": "cuthbert"}, **PRIVATE
        )
        for items, gold in ((["salve", "rope"], 90), (["arming_sword"], 0))
    ]
    one, other = tables
    for s in tables:  # what is worn and held is open to all
        s.pcs[1].set_sheet(structs.replace(s.pcs[1].sheet, hands=(), worn=""))
    assert list(one.legal_actions()) == list(other.legal_actions())
    for attempt in (act.UseItem(item="salve", ally=1), act.UseItem(item="wine", ally=1)):
        assert one.refusal(attempt) == other.refusal(attempt)
    look = act.ChoosePc(ally=2)
    assert look in one.legal_actions()
    one.apply_action(look)
    assert (one.current_player(), one.stack[-1].name) == (2, "own_things")
    assert set(one.legal_actions()) == {act.UseItem(item="salve", ally=1), act.DECLINE}
    before = one.clone()
    before.apply_action(act.DECLINE)
    assert before.stack[-1].name == "node_choice"
    assert who_used(one.apply_action(act.UseItem(item="salve", ally=1))) == 2
    assert one.pcs[0].harm == 0
    again = GAME.from_position(one.position())
    assert again.digest() == one.digest()


@pytest.mark.cites("SAC-VTT-08")
@pytest.mark.parametrize("level", ["novice", "adept"])
def test_companions_with_private_packs_go_on(level: str) -> None:
    """Asked for theirs they heal whoever needs it, and where nothing is left to do they do not look for ever."""
    s = table({"id": "eadgyth", "harm": 4}, {"id": "osric", "harm": 9}, **PRIVATE)
    s.apply_action(act.ChoosePc(ally=2))
    choice = policy(level).choose(s.resample(2, Rng(1)), Rng(1))
    assert choice.action == act.UseItem(item="salve", ally=2)
    assert choice.reasons
    s = GAME.new_game(4, 3, scenario="wickham", private_packs=True)
    steps = 0
    while not s.is_terminal():
        seat = s.current_player()
        mind = policy(level if seat else "gm")
        s.apply_action(mind.choose(s.resample(seat, Rng(steps)), Rng(steps)).action)
        steps += 1
        assert steps < 4000


@pytest.mark.cites("SAC-VTT-08")
def test_what_others_can_pay_is_not_told_before() -> None:
    rich = table({"id": "eadgyth", "gold": 0}, {"id": "osric", "gold": 50}, **PRIVATE)
    poor = table({"id": "eadgyth", "gold": 0}, {"id": "osric", "gold": 0}, **PRIVATE)
    assert list(rich.legal_actions()) == list(poor.legal_actions())
    costly = act.Choose(choice="lodge")
    assert costly in poor.legal_actions()
    before = poor.position()
    events = poor.apply_action(costly)
    assert any(isinstance(event, Told) and event.key == "sacrament.cannot_pay" for event in events)
    after = poor.position()
    assert {k: v for k, v in after.items() if k != "frames"} == {k: v for k, v in before.items() if k != "frames"}
    assert costly not in table({"gold": 0}, {"gold": 0}).legal_actions(), "where purses are open it is not offered"


@pytest.mark.cites("SAC-PACK-05")
def test_a_thing_refused_in_a_fight_lies_on_the_tile() -> None:
    full = ["arming_sword", "quilted_coat", "chalk_ward", "reliquary_focus", "rations", *["rope"] * 5]
    s = GAME.from_position({
        "fight": "churchyard", "phase": "turn", "turn": 1,
        "pcs": [{"id": "cuthbert", "at": "d5", "items": full, "gold": 0}, {"id": "eadgyth", "at": "a2", "items": full}],
    })  # fmt: skip
    for pc in s.pcs:
        while pc.kit.free > 0:
            pc.set_sheet(add_item(GAME.content, pc.sheet, Item("rope")))
    events: list[Event] = []
    gain(s, 1, Item("spear", 1), "found", events)
    assert s.stack[-1].name == "overflow"
    s._legal = None
    events = s.apply_action(act.Overflow(way="refuse"))
    assert s.fight is not None
    assert s.fight.loot == ((s.pcs[0].tile, "spear", -1),)
    assert any(isinstance(event, ItemChanged) and event.cause == "refused" for event in events)


@pytest.mark.cites("SAC-PACK-05", "SAC-PACK-01")
def test_a_burden_counts_wherever_something_is_taken() -> None:
    """A slot that is lost for the scenario is lost for gifts, for what lies about and at the market."""
    full = ["arming_sword", "quilted_coat", "rations", *["rope"] * 6]
    position = {
        "fight": "churchyard", "phase": "turn", "turn": 1,
        "pcs": [
            {"id": "cuthbert", "at": "d5", "items": ["salve"], "gold": 0},
            {"id": "eadgyth", "at": "d5", "items": full, "gold": 0},
        ],
    }  # fmt: skip
    s = GAME.from_position(position)
    gift = act.HandOver(item="salve", ally=2)
    free = s.pcs[1].kit.free
    for _ in range(free - 1):
        s.pcs[1].set_sheet(add_item(GAME.content, s.pcs[1].sheet, Item("rope")))
    s._legal = None
    assert gift in s.legal_actions()
    s.pcs[1].mods = (Mod("slots", -1, "scenario"),)
    s._legal = None
    assert gift not in s.legal_actions()
    refusal = s.refusal(gift)
    assert refusal is not None
    assert refusal.clause == "SAC-PACK-05"


@pytest.mark.cites("SAC-GEAR-01", "SAC-PACK-02")
@pytest.mark.parametrize("left", range(7))
@pytest.mark.parametrize("way", ["hand_over", "drop", "give"])
def test_no_charge_is_gained_or_lost_where_one_of_two_trinkets_goes(left: int, way: str) -> None:
    full = ["arming_sword", "quilted_coat", "rations", *["rope"] * 6]
    s = GAME.from_position({
        "fight": "churchyard", "phase": "turn", "turn": 1,
        "pcs": [
            {"id": "osric", "at": "d5", "items": ["quilted_coat"]},
            {"id": "eadgyth", "at": "d5", "items": ["salve"]},
        ],
        "foes": [{"kind": "sexton", "at": "a2"}],
    })  # fmt: skip
    osric, eadgyth = s.pcs
    osric.set_sheet(add_item(GAME.content, osric.sheet, Item("chalk_ward", n=2, left=left if left < 6 else -1)))
    s._legal = None
    if way == "hand_over":
        s.apply_action(act.HandOver(item="chalk_ward", ally=2))
    elif way == "drop":
        s.apply_action(act.DropItem(item="chalk_ward"))
        s.apply_action(act.PickUp(item="chalk_ward"))
    else:
        for key in full:
            osric.set_sheet(add_item(GAME.content, osric.sheet, Item(key)))
        gain(s, 1, Item("great_axe", 1), "found", None)
        eadgyth.set_sheet(structs.replace(eadgyth.sheet, items=()))
        if s.stack[-1].name != "overflow":
            s.ask(TooMuch(1, Item("great_axe"), "found"))
        s._legal = None
        s.apply_action(act.Overflow(way="give", item="chalk_ward", ally=2))
    whole = GAME.content.things["chalk_ward"].charges
    wards = [item for pc in s.pcs for item in pc.sheet.items if item.id == "chalk_ward"]
    assert sum(item.n for item in wards) == 2
    assert sum(charges(item, whole) for item in wards) == left
    assert all(item.left <= whole * item.n for item in wards)


@pytest.mark.cites("SAC-DYING-01", "SAC-ORDER-09")
def test_who_falls_in_its_turn_by_the_game_masters_hand_has_no_turn_any_more() -> None:
    """Though it was asked first whether it stays up."""
    s = GAME.from_position({
        "fight": "churchyard", "phase": "turn", "turn": 1,
        "pcs": [{"id": "osric", "at": "d5", "harm": 8}, {"id": "eadgyth", "at": "d5"}],
        "foes": [{"kind": "sexton", "at": "a2"}],
    })  # fmt: skip
    s.pcs[0].set_sheet(structs.replace(s.pcs[0].sheet, picks=("pen.martyr",)))
    stays = s.clone()
    for state, answer in ((s, act.DECLINE), (stays, act.React(ability="pen.martyr"))):
        state.apply_action(act.Hurt(seat=0, victim=1, n=9))
        assert state.stack[-1].name == "reaction"
        state.apply_action(answer)
    assert s.pcs[0].dying
    assert s.pcs[0].acted
    assert s.current_player() == 2
    assert not stays.pcs[0].dying
    assert (stays.stack[-1].name, stays.current_player()) == ("turn_action", 1)
