"""The builder by mouse and keys: steps in any order, the graph, gear, undo, files. Every answer is the rules'."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pygame
import pytest
from msgspec import structs

from game.sacrament import actions as act
from game.sacrament import builder as rules
from game.sacrament.characters import pick_counter
from game.sacrament.content import standard_content
from game.sacrament.faults import export_character, faults_of
from game.sacrament.kit import kit_of
from game.sacrament.rules import GAME
from game.sacrament.scenarios import SCENARIOS, load_scenario
from scenes.dialogs import Message, PickList, Question
from scenes.sacrament import library
from scenes.sacrament.builder import Builder
from scenes.sacrament.draft import VOWS
from scenes.sacrament.library import Characters, PrintSheet, ready_made
from scenes.title import Title
from tests.scenes.driver import Driver


def _open(driver: Driver, id: str = "") -> Builder:
    scene = Builder(driver.app, ready_made(driver.app, id) if id else None)
    driver.app.manager.push(scene)
    driver.settle()
    return scene


def test_a_character_is_made_from_the_title_to_a_file(quick: Driver) -> None:
    quick.app.manager.push(Title(quick.app))
    quick.settle()
    quick.click("characters")
    quick.settle()
    assert isinstance(quick.top, Characters)
    quick.click("new")
    quick.settle()
    scene = quick.top
    assert isinstance(scene, Builder)
    for field, words in (("name", "Æðelþryð"), ("player", "Lucy"), ("look", "Grey, patient")):
        quick.click(field)
        quick.type(words)
    quick.click("vow.water")
    quick.click("step.practice")
    quick.click("practice.vigil")
    quick.click("step.attributes")
    quick.click("deal.will.2")
    quick.click("step.paths")
    for id in ("can.note", "can.litany", "can.heart"):
        quick.click(f"node.{id}")
        quick.click("learn")
    assert scene.sheet.attributes == {"strength": -1, "agility": 1, "wits": 0, "will": 2}
    assert faults_of(standard_content(), scene.sheet) == ()
    quick.click("save")
    folder = library.folder_of(quick.app)
    assert folder is not None
    path = folder / "aedelthryd.character.json"
    assert json.loads(path.read_text(encoding="utf-8"))["vow_tag"] == "water"
    assert library.read(path).sheet == scene.sheet
    quick.click("back")
    quick.settle()
    assert isinstance(quick.top, Characters)
    assert quick.has("own.0")


def test_the_pick_counter_and_a_refusal_with_its_clause(quick: Driver) -> None:
    scene = _open(quick, "eadgyth")
    assert quick.find("counter").text == "0 of 3 picks left"
    quick.click("node.can.antiphon")
    learn = quick.find("learn")
    assert learn.reason is not None
    assert learn.reason.clause == "SAC-LEVEL-01"
    before = scene.sheet
    quick.click("learn")
    assert scene.sheet == before
    assert quick.screen.ui.bubble is not None


def test_show_the_way_marks_the_shortest_chain(quick: Driver) -> None:
    scene = _open(quick, "eadgyth")
    quick.click("node.can.requiem")
    quick.click("show_way")
    assert scene.way == ("can.litany2", "can.requiem")
    assert "walk_way" in {widget.id for widget in scene.ui.all()}


def test_taking_back_an_early_node_takes_all_or_none(quick: Driver) -> None:
    scene = _open(quick, "eadgyth")
    scene.change(rules.at_level(scene.content, scene.sheet, 2))
    quick.click("node.can.litany2")
    quick.click("learn")
    quick.click("node.can.litany")
    quick.click("take_back")
    assert isinstance(quick.top, Question)
    quick.settle()
    quick.click("cancel")
    quick.settle()
    assert "can.litany2" in scene.sheet.picks
    quick.click("take_back")
    quick.settle()
    quick.click("take_back")
    assert "can.litany" not in scene.sheet.picks
    assert "can.litany2" not in scene.sheet.picks


def test_a_breach_that_is_allowed_is_stamped(quick: Driver) -> None:
    scene = _open(quick, "eadgyth")
    quick.click("override")
    quick.click("node.can.antiphon")
    quick.click("learn")
    assert "can.antiphon" in scene.sheet.picks
    assert any("can.antiphon" in stamp for stamp in scene.sheet.overrides)
    assert quick.has("sheet.override.0")


def test_undo_goes_all_the_way_back_and_forth(quick: Driver) -> None:
    scene = _open(quick, "osric")
    first = scene.sheet
    quick.click("step.attributes")
    for name, value in (("wits", 2), ("will", 2), ("agility", 2), ("strength", 0)):
        quick.click(f"deal.{name}.{value}")
    last = scene.sheet
    assert last != first
    for _ in range(4):
        quick.key("ctrl+z")
    assert scene.sheet == first
    for _ in range(4):
        quick.key("ctrl+y")
    assert scene.sheet == last


def test_a_value_is_dragged_from_one_attribute_to_another(quick: Driver) -> None:
    scene = _open(quick, "osric")
    quick.click("step.attributes")
    quick.drag("deal.strength.2", "deal.wits.1")
    assert scene.sheet.attributes["wits"] == 2
    assert scene.sheet.attributes["strength"] == -1


def test_gear_goes_to_the_true_capacity_and_no_further(quick: Driver) -> None:
    scene = _open(quick, "wulfstan")
    quick.click("step.gear")
    kit = kit_of(scene.sheet)
    assert sum(widget.id.startswith("slot.") for widget in scene.ui.all()) == kit.capacity
    quick.click("buy.spade")
    assert kit_of(scene.sheet).used == kit.used + 1
    while scene.sheet.gold >= 3 and kit_of(scene.sheet).used < kit.capacity:
        quick.click("buy.spade")
    assert quick.find("buy.spade").reason is not None
    assert kit_of(scene.sheet).used <= kit.capacity
    number = next(
        n for n, (item, _) in enumerate(scene.gear._slots(kit.capacity)) if item is not None and item.id == "spade"
    )
    gold = scene.sheet.gold
    quick.click(f"slot.{number}")
    assert scene.sheet.gold == gold + 3, "a purchase is undone at its price"


def test_what_came_with_the_character_is_no_goods(quick: Driver) -> None:
    scene = _open(quick, "osric")
    quick.click("step.gear")
    before = scene.sheet
    quick.click("slot.1")
    assert scene.sheet == before
    assert quick.screen.ui.bubble is not None
    assert quick.screen.ui.bubble.why.clause == "SAC-KIT-03"


def test_the_sword_is_exchanged_free(quick: Driver) -> None:
    scene = _open(quick, "osric")
    quick.click("step.gear")
    quick.click("free.spear")
    assert [item.id for item in scene.sheet.items if item.id in scene.content.weapons] == ["spear"]
    assert scene.sheet.gold == 23


def test_another_level_keeps_what_was_chosen(quick: Driver) -> None:
    scene = _open(quick, "eadgyth")
    picks = scene.sheet.picks
    scene._set_level(3)
    assert scene.sheet.picks == picks
    assert pick_counter(scene.sheet) == (7, 3, 4)
    scene._set_level(1)
    assert scene.sheet.picks == picks
    assert faults_of(scene.content, scene.sheet) == ()


@pytest.mark.parametrize(
    ("text", "field"),
    [
        ('{"name": "A", "attributes": {"strength": 2}}', "attributes"),
        ('{"name": "A\\u202e", "attributes": {"strength": 2, "agility": 1, "wits": 0, "will": -1}}', "name"),
        ('{"name": "A", "attributes": {"strength": 2, "agility": 1, "wits": 0, "will": -1}, "wings": 2}', "wings"),
        ("{", "file"),
    ],
)
def test_a_faulty_file_names_its_fields_and_loads_the_rest(quick: Driver, text: str, field: str) -> None:
    folder = library.folder_of(quick.app)
    assert folder is not None
    folder.mkdir(parents=True)
    (folder / f"broken{library.ENDING}").write_text(text, encoding="utf-8")
    quick.app.manager.push(Characters(quick.app))
    quick.settle()
    scene = quick.top
    assert isinstance(scene, Characters)
    assert field in {fault.field for fault in scene.own[0].faults}
    quick.click("own.0")
    quick.settle()
    if scene.own[0].sheet is None:
        assert isinstance(quick.top, Message)
        return
    quick.click("open")
    quick.settle()
    assert isinstance(quick.top, Builder)


def test_leaving_with_changes_asks_once(quick: Driver) -> None:
    _open(quick, "tova")
    quick.click("step.practice")
    quick.click("practice.prayer")
    quick.click("back")
    assert isinstance(quick.top, Question)
    quick.settle()
    quick.click("cancel")
    quick.settle()
    assert isinstance(quick.top, Builder)


def test_a_sheet_is_printed(quick: Driver) -> None:
    _open(quick, "cuthbert")
    quick.click("print")
    quick.settle()
    assert isinstance(quick.top, PrintSheet)
    quick.click("saving")
    quick.click("print")
    folder = library.folder_of(quick.app)
    assert folder is not None
    assert (folder / "cuthbert.pdf").read_bytes().startswith(b"%PDF")


def test_a_sheet_printed_again_asks_whether_it_replaces_the_first(quick: Driver) -> None:
    folder = library.folder_of(quick.app)
    assert folder is not None
    first = folder / "cuthbert.pdf"
    _open(quick, "cuthbert")
    for answer, files in ((None, 1), ("cancel", 1), ("replace", 1), ("both", 2)):
        if answer is not None:
            first.write_bytes(b"old")
        quick.click("print")
        quick.settle()
        quick.click("print")
        quick.settle()
        if answer is not None:
            assert quick.top.name == "question"
            quick.click(answer)
            quick.settle()
            assert (first.read_bytes() == b"old") is (answer != "replace")
        assert len(list(folder.glob("*.pdf"))) == files


def test_characters_of_one_name_keep_a_file_each(quick: Driver) -> None:
    folder = library.folder_of(quick.app)
    assert folder is not None
    osric = ready_made(quick.app, "osric")
    people = [structs.replace(osric, name=name) for name in ("Мария", "Ольга", "漢")]  # none resembles a file name
    for number, sheet in enumerate(people):
        library.save(quick.app, sheet, None)
        library.print_sheet(quick.app, sheet)
        assert len(list(folder.glob("*.pdf"))) == number + 1
    assert {one.sheet.name for one in library.kept(quick.app) if one.sheet} == {one.name for one in people}
    quick.app.manager.push(Characters(quick.app))
    for left in (2, 1, 0):
        _ask_to_delete(quick)
        quick.click("delete")
        quick.settle()
        assert len(library.kept(quick.app)) == left
    assert len(list(folder.glob(f"*{library.DELETED}"))) == 3


def _ask_to_delete(quick: Driver) -> None:
    quick.settle()
    place = quick.find("own.0").visible_box.center
    quick.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=place, button=3))
    quick.settle()
    quick.wait(500)


def test_what_cannot_be_deleted_is_told(quick: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    library.save(quick.app, ready_made(quick.app, "osric"), None)
    quick.app.manager.push(Characters(quick.app))
    _ask_to_delete(quick)

    def held(path: Path, target: Path) -> Path:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(Path, "replace", held)
    quick.click("delete")
    quick.settle()
    scene = quick.top
    assert isinstance(scene, Characters)
    assert scene.ui.bubble is not None
    assert "Permission denied" in scene.ui.bubble.why.text
    assert len(scene.own) == 1


def test_a_file_that_went_meanwhile_is_gone(quick: Driver) -> None:
    path, _ = library.save(quick.app, ready_made(quick.app, "osric"), None)
    assert path is not None
    quick.app.manager.push(Characters(quick.app))
    _ask_to_delete(quick)
    path.unlink()
    quick.click("delete")
    quick.settle()
    scene = quick.top
    assert isinstance(scene, Characters)
    assert scene.own == []


def test_what_is_no_file_is_told_as_a_fault(quick: Driver) -> None:
    folder = library.folder_of(quick.app)
    assert folder is not None
    (folder / f"folder{library.ENDING}").mkdir(parents=True)
    os.mkfifo(folder / f"pipe{library.ENDING}")  # reading it would wait for ever
    (folder / f"nowhere{library.ENDING}").symlink_to(folder / "nothing")
    (folder / f"half{library.ENDING}").write_text('{"name": "A", "attributes": "\\ud800"}', encoding="utf-8")
    quick.app.manager.push(Characters(quick.app))
    quick.settle()
    assert [bool(one.faults) for one in library.kept(quick.app)] == [True] * 4


def test_a_vow_in_own_words_is_asked_what_it_is_about(quick: Driver) -> None:
    """By the answer it counts with the computer as game master too (SAC-PRACTICE-04)."""
    scene = _open(quick, "osric")
    scene._set(vow="I shall find who burned the ford.", vow_tag="", name="Æthel", id="")
    quick.click("save")
    quick.settle()
    assert isinstance(quick.top, PickList)
    truth = next(number for number, (tag, _) in enumerate(quick.top.choices) if tag == "truth")
    quick.click(f"choice.{truth}")
    quick.settle()
    assert scene.sheet.vow_tag == "truth"
    assert scene.path is not None
    assert json.loads(scene.path.read_text("utf-8"))["vow_tag"] == "truth"
    assert set(VOWS) >= {
        choice.check.vow_tag
        for scenario in SCENARIOS
        for node in load_scenario(scenario).nodes.values()
        for choice in node.choices.values()
        if choice.check is not None and choice.check.vow_tag
    }
    s = GAME.new_game(2, 3, scenario="wickham", pc1=export_character(scene.sheet))
    s.apply_action(act.Choose(choice="listen"))
    while s.stack[-1].name != "vow_use":
        s.apply_action(act.DECLINE)
    assert act.ACCEPT in s.legal_actions()


def test_of_a_vow_about_nothing_on_the_list_it_is_asked_once(quick: Driver) -> None:
    scene = _open(quick, "osric")
    scene._set(vow="I shall count my steps.", vow_tag="", name="Æthel", id="")
    quick.click("save")
    quick.settle()
    assert isinstance(quick.top, PickList)
    quick.click(f"choice.{len(VOWS)}")
    quick.settle()
    assert scene.path is not None
    scene._set(look="Tall")
    quick.click("save")
    quick.settle()
    assert quick.top is scene
