"""Cards, items and figures: what the box holds, and content that is none."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from game.core.content import ContentError
from game.kanata.cards import DATA, Content, standard_content
from game.kanata.effects.reading import VERBS, vocabulary
from game.kanata.rules import GAME, Kanata

BY_CARD = {
    "interior": (33, 26),
    "exterior": (34, 28),
    "mystery": (23, 22),
}


@pytest.fixture(scope="module")
def content() -> Content:
    return standard_content()


@pytest.mark.parametrize("deck", BY_CARD)
def test_the_decks_hold_what_the_box_holds(content: Content, deck: str) -> None:
    cards = content.decks[deck]
    assert (sum(card.count for card in cards), len(cards)) == BY_CARD[deck]


def test_the_fates_of_the_cards(content: Content) -> None:
    """Only the Van, 4 Wheeler, scope and ammo cards and Mystery cards leave the game; NDE and Talisman are kept."""
    for deck, cards in content.decks.items():
        for card in cards:
            if card.id in ("nde", "talisman"):
                assert card.fate == "keep"
            elif deck == "mystery" or card.kind == "token" or card.id in ("emmetts_keys", "four_wheeler"):
                assert card.fate == "out", card.id
            else:
                assert card.fate == "discard", card.id


def test_the_player_boards(content: Content) -> None:
    human, turned = content.human_track, content.turned_track
    assert len(human) == 48
    assert {kind: human.count(kind) for kind in set(human)} == {
        "barn": 1, "fence": 20, "event": 20, "mystery": 6, "pillars": 1,
    }  # fmt: skip
    assert [i for i, kind in enumerate(human) if kind == "mystery"] == [3, 12, 20, 27, 35, 44]
    assert human[24] == "pillars"
    assert len(turned) == 28
    assert [i for i, kind in enumerate(turned) if kind == "occult"] == [3, 6, 10, 13, 17, 20, 24]
    assert [i for i, kind in enumerate(turned) if kind == "pillars"] == [8, 22]


def test_twenty_one_search_cards_are_always_there(content: Content) -> None:
    for level in content.levels.values():
        counts = dict(zip(content.search_names, content.search_deck(level), strict=True))
        fixed = {name: n for name, n in counts.items() if name not in ("talisman", "empty")}
        roadblock = level.saws + level.extinguishers
        assert sum(fixed.values()) - roadblock == 21
        assert sum(counts.values()) <= 45, "never more cards than cubes (KAN-DIFF-04)"


@pytest.mark.cites("KAN-SHOOT-14")
def test_the_weapons(content: Content) -> None:
    odd = (1, 3, 5)
    figures = {item.name: item.entry for item in content.items if item.kind in ("gun", "belt", "blade")}
    assert {name: (e.range, e.ammo, e.dice, e.count) for name, e in figures.items()} == {
        "pistol": (10, 10, 1, 3),
        "shotgun": (7, 8, 3, 2),
        "mg": (12, 10, 4, 1),
        "sniper": (30, 8, 1, 1),
        "abominator": (100, 2, 5, 1),
        "axe": (0, 0, 1, 2),
        "katana": (0, 0, 1, 2),
    }
    for name, entry in figures.items():
        assert entry.tire == odd, name
        assert entry.corpse == (() if name == "abominator" else odd), name
        assert entry.kill == ((1,) if name in ("pistol", "shotgun", "mg") else odd), name


def test_no_card_is_cruel(content: Content) -> None:
    """A healthy player is not downed by one card: no loss above 10."""
    from game.kanata.effects.people import LoseHealth

    losses = [e.n for block in content.blocks for e in block.effects if isinstance(e, LoseHealth)]
    assert max(losses) == 10


def test_every_effect_word_is_explained() -> None:
    table = vocabulary()
    for word in VERBS:
        assert f"`{word}" in table, word


# ------------------------------------------------------------------------------------------------- bad content


def edit(name: str, old: str, new: str) -> Callable[[Path], None]:
    def change(folder: Path) -> None:
        path = folder / name
        text = path.read_text("utf-8")
        assert old in text, f"{name} has no {old!r}"
        path.write_text(text.replace(old, new, 1), "utf-8")

    return change


FAULTS: dict[str, tuple[Callable[[Path], None], str]] = {
    "an unknown effect": (edit("cards.yaml", "{lose_health: 9}", "{loose_health: 9}"), "an effect word: lose_health"),
    "an unknown place": (edit("cards.yaml", "move_to: campsite", "move_to: moon"), "one of front"),
    "an unknown token": (edit("cards.yaml", "{gain: scope8}", "{gain: scope9}"), "scope8"),
    "an unknown deck": (edit("cards.yaml", "deck: exterior", "deck: interieur"), "one of search"),
    "a gap in a table": (edit("cards.yaml", '"3-6": [{gain_health: 4}]', '"4-6": [{gain_health: 4}]'), "all six faces"),
    "a face twice": (edit("cards.yaml", '"3-6": [{gain_health: 4}]', '"2-6": [{gain_health: 4}]'), "each face once"),
    "one option": (edit("cards.yaml", "          - {option: leave, do: []}\n", ""), "two options or more"),
    "an unknown condition": (edit("cards.yaml", "only_if: downed", "only_if: drowned"), "downed"),
    "an unknown group": (edit("cards.yaml", "group: loose", "group: lost"), "humans, standing"),
    "a loss too great": (edit("cards.yaml", "{lose_health: 9}", "{lose_health: 99}"), "1 to 12"),
    "an unknown fate": (edit("cards.yaml", "fate: keep", "fate: kept"), "discard, out, keep"),
    "no copies": (edit("cards.yaml", "count: 2, fate: keep", "count: 0, fate: keep"), "1 to 9"),
    "an unknown key": (edit("cards.yaml", "kind: special", "sort: special"), "kind"),
    "an effect that is no mapping": (edit("cards.yaml", "[{release: 1}]", "[release]"), "a mapping"),
    "a card twice": (edit("cards.yaml", "  static:", "  siren:"), "each card id once"),
    "a wrong item kind": (edit("items.yaml", "kind: dynamite", "kind: bomb"), "gun, belt"),
    "a wrong face": (edit("items.yaml", "kill: [1]", "kill: [7]"), "faces from 1 to 6"),
    "a saw without a place": (edit("items.yaml", "deal: [1, 6]", "deal: [1]"), "a place for each copy"),
    "too few saws": (edit("levels.yaml", "saws: 3", "saws: 2"), "3 to 6 saws"),
    "a track without a Barn": (edit("board.yaml", "spaces: BFEM", "spaces: FFEM"), "a Barn"),
    "a strange space": (edit("board.yaml", "spaces: BQQO", "spaces: BQQX"), "letters of BOPQ"),
    "a figure as text": (edit("board.yaml", "most: 20", "most: many"), "whole number"),
    "no figure": (edit("board.yaml", "corpses: 8, ", ""), "whole number"),
    "a figure too many": (edit("board.yaml", "corpses: 8", "corpses: 8, ghosts: 2"), "only abominations"),
    "five characters": (edit("characters.yaml", "  sal: {colour: orange, trait: free_ride}\n", ""), "six"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_bad_content_is_an_error_that_says_where(fault: str, tmp_path: Path) -> None:
    change, expected = FAULTS[fault]
    folder = tmp_path / "kanata"
    shutil.copytree(DATA, folder)
    change(folder)
    with pytest.raises(ContentError) as caught:
        Content(folder)
    assert expected in str(caught.value)
    assert str(folder) in caught.value.file


def test_the_check_lists_faults_and_goes_on(tmp_path: Path) -> None:
    assert GAME.check(DATA, None) == []
    shutil.copytree(DATA, tmp_path / "kanata")
    edit("cards.yaml", "{lose_health: 9}", "{loose_health: 9}")(tmp_path / "kanata")
    faults = Kanata().check(tmp_path / "kanata", None)
    assert len(faults) == 1
    assert "cellar_door" in str(faults[0])
