"""What a pack takes and a shop offers is reckoned without packing; it agrees with the pack that comes of it."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from game.sacrament.actions import Buy
from game.sacrament.characters import Item, add_item, item_from, more_slots, premade, slots_used
from game.sacrament.content import standard_content
from game.sacrament.kit import fits, kit_of
from game.sacrament.offers import purchases_of, stock_of
from game.sacrament.people import make_pc

CONTENT = standard_content()
THINGS = sorted((*CONTENT.weapons, *CONTENT.armour, *CONTENT.things))
ENTRIES = st.builds(
    Item, st.sampled_from(THINGS), tier=st.integers(1, 2), n=st.integers(1, 11), left=st.integers(-1, 2)
)


@settings(max_examples=300, deadline=None)
@given(st.lists(ENTRIES, max_size=8), ENTRIES, st.integers(0, 450))
def test_a_thing_fits_where_the_pack_with_it_does(items: list[Item], item: Item, gold: int) -> None:
    sheet = structs.replace(premade(CONTENT, "osric"), items=(), gold=gold, worn="", hands=())
    for entry in items:
        sheet = add_item(CONTENT, sheet, entry)
    packed = add_item(CONTENT, sheet, item)
    assert more_slots(CONTENT, sheet.items, item) == slots_used(CONTENT, packed.items, 0) - slots_used(
        CONTENT, sheet.items, 0
    )
    room = slots_used(CONTENT, packed.items, gold) <= kit_of(sheet).capacity
    assert fits(CONTENT, sheet, item) == room


@settings(max_examples=200, deadline=None)
@given(st.lists(ENTRIES, max_size=8), st.integers(0, 450), st.integers(1, 5))
def test_a_shop_offers_what_can_be_paid_for_and_carried(items: list[Item], gold: int, level: int) -> None:
    sheet = structs.replace(premade(CONTENT, "osric", level), gold=gold)
    for entry in items:
        sheet = add_item(CONTENT, sheet, entry)
    expected = []
    for key in stock_of(level):
        item = item_from(key)
        price = CONTENT.price(item.id, item.tier)
        if price <= gold and item.tier <= level:
            bought = add_item(CONTENT, structs.replace(sheet, gold=gold - price), item)
            if slots_used(CONTENT, bought.items, bought.gold) <= kit_of(sheet).capacity:
                expected.append(Buy(ally=1, item=key))
    pc = make_pc(1, sheet)
    assert list(purchases_of(pc, stock_of(level))) == expected
    assert purchases_of(pc, stock_of(level)) is purchases_of(pc, stock_of(level)), "made once for each sheet"
