"""The builder's questions, characters as files, and hostile input."""

from __future__ import annotations

import msgspec
import pytest
from msgspec import structs

from game.core.contract import SetupError
from game.sacrament import builder
from game.sacrament.characters import (
    LEVELS,
    Character,
    CharacterError,
    Item,
    add_item,
    blank_character,
    falls_with,
    pick_counter,
    premade,
    show_the_way,
    slots_used,
    standings,
    take_back,
    take_pick,
)
from game.sacrament.content import ATTRIBUTES, standard_content
from game.sacrament.faults import export_character, faults_of, import_character
from game.sacrament.formulas import FormulaError, parse_formula
from game.sacrament.kit import fits, kit_of
from game.sacrament.rules import GAME

CONTENT = standard_content()


def new(level: int = 1, *picks: str) -> Character:
    """A blank character with these picks."""
    sheet = structs.replace(blank_character(CONTENT, level), name="Æthelflæd", vow="I stay", practice="vigil")
    for pick in picks:
        sheet = take_pick(CONTENT, sheet, pick)
    return sheet


@pytest.mark.cites("SAC-BUILDER-01", "SAC-BUILDER-04")
def test_steps_in_any_order_lead_to_a_valid_character() -> None:
    sheet = blank_character(CONTENT)
    assert {fault.field for fault in faults_of(CONTENT, sheet)} == {"name", "vow", "practice"}
    sheet = take_pick(CONTENT, sheet, "war.hew")  # picks before a name
    sheet = structs.replace(sheet, vow="I stay", name="Æþelwulf", practice="prayer")
    sheet = structs.replace(sheet, attributes={"strength": 0, "agility": -1, "wits": 2, "will": 1})
    assert faults_of(CONTENT, sheet) == ()
    assert pick_counter(sheet) == (3, 1, 2), "unspent picks are no fault"


@pytest.mark.cites("SAC-BUILDER-02", "SAC-PICK-01")
def test_abilities_are_known_available_or_locked_with_the_reason() -> None:
    found = standings(CONTENT, new(2, "can.note"))
    assert found["can.note"].state == found["guard"].state == "known"
    assert found["can.hush"].state == "available"
    assert (found["can.shatter"].state, found["can.shatter"].reason) == ("locked", "level")
    assert (found["pen.brand"].reason, found["pen.brand"].needs) == ("parent", ("pen.scourge",))
    spent = standings(CONTENT, new(1, "can.note", "can.litany", "can.heart"))
    assert spent["war.hew"].reason == "picks"
    assert [pick_counter(new(level))[0] for level in range(1, 6)] == [3, 5, 7, 9, 11]


def test_show_the_way_is_the_shortest_chain() -> None:
    assert show_the_way(CONTENT, new(), "can.requiem") == ("can.litany", "can.litany2", "can.requiem")
    assert show_the_way(CONTENT, new(5, "can.heart"), "can.requiem") == ("can.plain", "can.requiem")
    assert show_the_way(CONTENT, new(1, "can.note"), "can.note") == ()


@pytest.mark.cites("SAC-BUILDER-03")
def test_taking_back_takes_what_hangs_on_it() -> None:
    sheet = new(5, "can.note", "can.litany", "can.hush", "can.shatter", "can.antiphon", "+wits")
    assert falls_with(CONTENT, sheet, "can.note") == ("can.note", "can.hush", "can.shatter")
    left = take_back(CONTENT, sheet, "can.note")
    assert left.picks == ("can.litany", "can.antiphon", "+wits"), "antiphon still hangs on the litany"
    assert take_back(CONTENT, left, "+wits").picks == ("can.litany", "can.antiphon")


def test_an_override_is_stamped() -> None:
    sheet = take_pick(CONTENT, new(), "pen.brand", override=True)
    assert sheet.overrides == ("pen.brand (SAC-LEVEL-01)",)
    assert faults_of(CONTENT, sheet) == ()
    with pytest.raises(CharacterError, match="SAC-LEVEL-01"):
        take_pick(CONTENT, new(), "pen.brand")
    with pytest.raises(CharacterError, match="SAC-PATH-02"):
        take_pick(CONTENT, new(), "sky.fire", override=True)


@pytest.mark.cites("SAC-PACK-01", "SAC-PACK-02", "SAC-PACK-03", "SAC-PACK-04")
def test_slots_to_the_true_capacity() -> None:
    assert [slots_used(CONTENT, (), gold) for gold in (0, 99, 100, 250)] == [0, 0, 1, 2]
    assert slots_used(CONTENT, [Item("salve", n=5), Item("chalk")], 0) == 2, "five of a kind share a slot"
    assert slots_used(CONTENT, [Item("mail_hauberk"), Item("great_axe")], 0) == 5
    sheet = new()  # Strength +2: twelve slots, five filled
    assert (kit_of(sheet).capacity, kit_of(sheet).used) == (12, 5)
    full = add_item(CONTENT, sheet, Item("rope", n=7))
    assert not fits(CONTENT, full, Item("salve"))
    heavy = add_item(CONTENT, full, Item("salve"))
    assert [fault.clause for fault in faults_of(CONTENT, heavy)] == ["SAC-PACK-01"]
    weak = structs.replace(sheet, attributes={"strength": -1, "agility": 0, "wits": 1, "will": 2})
    assert kit_of(weak).capacity == 10, "weakness takes no slot away"


@pytest.mark.cites("SAC-BUILDER-06")
def test_a_character_is_a_file() -> None:
    for id in CONTENT.premades:
        for level in range(1, 6):
            sheet = premade(CONTENT, id, level, {"name": "Wat", "look": "", "vow": "I stay"})
            assert faults_of(CONTENT, sheet) == ()
            data = msgspec.json.decode(msgspec.json.encode(export_character(sheet)))
            assert import_character(CONTENT, data) == (sheet, ())


@pytest.mark.parametrize(
    ("change", "field", "clause"),
    [
        ({"picks": ["can.note", "can.note"]}, "picks[1]", "SAC-PICK-06"),
        ({"picks": ["can.hush"]}, "picks[0]", "SAC-LEVEL-01"),
        ({"picks": ["a.b"]}, "picks[0]", "SAC-PATH-02"),
        ({"picks": ["+strength"]}, "picks[0]", "SAC-ATTR-05"),
        ({"picks": 7}, "picks", "SAC-BUILDER-06"),
        ({"attributes": {"strength": 2, "agility": 2, "wits": 0, "will": -1}}, "attributes", "SAC-ATTR-02"),
        ({"attributes": {"strength": 2}}, "attributes", "SAC-ATTR-01"),
        ({"practice": "dancing"}, "practice", "SAC-PRACTICE-01"),
        ({"vow": "x" * 201}, "vow", "SAC-PRACTICE-02"),
        ({"vow": ""}, "vow", "SAC-PRACTICE-02"),
        ({"name": "Wat\u202e"}, "name", "SAC-BUILDER-04"),
        ({"name": "שלום"}, "name", "SAC-BUILDER-04"),
        ({"name": "Wat\u0007"}, "name", "SAC-BUILDER-04"),
        ({"level": 9}, "level", "SAC-LEVEL-02"),
        ({"gold": -1}, "gold", "SAC-KIT-02"),
        ({"items": [{"id": "excalibur"}], "worn": "", "hands": []}, "items[0]", "SAC-GEAR-01"),
        ({"items": [{"id": "spear", "tier": 2}], "worn": "", "hands": ["spear.2"]}, "items[0]", "SAC-GEAR-01"),
        ({"hands": ["quilted_coat"]}, "hands", "SAC-GEAR-05"),
        ({"worn": "arming_sword"}, "worn", "SAC-ARMOUR-09"),
        ({"colour": "red"}, "colour", "SAC-BUILDER-06"),
        ({"id": "../../etc"}, "id", "SAC-BUILDER-06"),
    ],
)
def test_import_names_the_field_the_cause_and_the_cure(change: dict[str, object], field: str, clause: str) -> None:
    data = {**export_character(new()), **change}
    sheet, faults = import_character(CONTENT, data)
    assert sheet is not None, "what is sound is loaded"
    fault = next(fault for fault in faults if fault.field == field)
    assert fault.clause == clause
    assert fault.found
    assert fault.expected


def test_what_is_no_character_at_all() -> None:
    assert import_character(CONTENT, [1, 2])[0] is None
    assert import_character(CONTENT, {"format": 99})[0] is None
    with pytest.raises(SetupError, match=r"attributes.*SAC-ATTR-02"):
        GAME.new_game(2, 1, pc1={**export_character(new()), "attributes": dict.fromkeys(ATTRIBUTES, 2)})


@pytest.mark.cites("SAC-DICE-01")
@pytest.mark.parametrize(
    ("text", "column", "found"),
    [
        ("2d", 3, "the end"), ("999999d6", 1, "999999"), ("1d0", 3, "0"), ("", 1, "the end"), ("2d6+", 5, "the end"),
        ("2x6", 2, "'x'"), ("2d6kh3", 6, "3"), ("2d6 7", 5, "'7'"), ("-1d6", 1, "'-'"), ("2d6+1+1", 6, "'+'"),
    ],
)  # fmt: skip
def test_wrong_formulas_are_refused_with_place_cause_and_cure(text: str, column: int, found: str) -> None:
    with pytest.raises(FormulaError) as caught:
        parse_formula(text)
    assert caught.value.column == column
    assert caught.value.found == found
    assert caught.value.expected


def test_good_formulas() -> None:
    assert parse_formula("2d6+1").total([3, 4]) == 8
    assert parse_formula("2d6kh1").total([2, 4]) == 4
    assert str(parse_formula(" d20-1 ")) == "1d20-1"
    assert parse_formula("3d6").span() == (3, 18)


@pytest.mark.cites("SAC-GEAR-07")
@pytest.mark.parametrize("id", sorted(CONTENT.premades))
def test_ready_characters_have_the_free_trinket_of_their_level(id: str) -> None:
    texts = {"name": "Wat", "look": "", "vow": "I stay"}
    for level in range(2, LEVELS + 1):
        sheet = premade(CONTENT, id, level, texts)
        chosen = builder.chosen_trinket(CONTENT, sheet)
        assert chosen is not None
        assert CONTENT.things[chosen.id].tier <= level
        assert faults_of(CONTENT, sheet) == ()
        raised = builder.at_level(CONTENT, premade(CONTENT, id, 1, texts), level)
        assert builder.chosen_trinket(CONTENT, raised) == chosen
        assert builder.chosen_trinket(CONTENT, builder.at_level(CONTENT, raised, 1)) is None


@pytest.mark.cites("SAC-GEAR-07")
def test_the_builder_asks_for_the_free_trinket() -> None:
    texts = {"name": "Wat", "look": "", "vow": "I stay"}
    own = structs.replace(premade(CONTENT, "osric", 1, texts), id="wat")
    own = builder.at_level(CONTENT, own, 3)
    assert builder.step_states(CONTENT, own)["gear"] == "open"
    item = builder.choices(CONTENT, own, "trinket")[-1]
    assert builder.step_states(CONTENT, builder.choose(CONTENT, own, "trinket", item))["gear"] == "done"
