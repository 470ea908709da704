"""Numbers that a person can work out on paper: odds of dice, dice that pay, ways to go on from a written position."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.kingsport import dice as dd
from game.kingsport.cards import standard_cards
from game.kingsport.rules import GAME
from game.kingsport.state import KingsportState
from game.kingsport.tables import covering_sets

SIXTH = Fraction(1, 6)


def text(dice: int) -> str:
    """Dice as people write them."""
    return "".join(dd.faces_of(dice))


# ---- dice


@pytest.mark.cites("KPT-DICE-01")
def test_a_die_has_three_evil_two_death_one_destruction() -> None:
    assert [dd.DIE.count(face) for face in range(3)] == [3, 2, 1]


@pytest.mark.cites("KPT-DICE-01", "KPT-DICE-05")
@pytest.mark.parametrize(
    ("number", "odds"),
    [
        (0, {"": 1}),
        (1, {"E": 3 * SIXTH, "D": 2 * SIXTH, "X": SIXTH}),
        (2, {"EE": 9, "ED": 12, "EX": 6, "DD": 4, "DX": 4, "XX": 1}),
        (3, {"EEE": 27, "EED": 54, "EEX": 27, "EDD": 36, "EDX": 36, "EXX": 9, "DDD": 8, "DDX": 12, "DXX": 6, "XXX": 1}),
    ],
)
def test_odds_of_a_roll(number: int, odds: dict[str, Any]) -> None:
    whole = sum(odds.values())
    assert {text(dice): p for dice, p in dd.outcomes(number)} == pytest.approx(
        {faces: float(Fraction(weight) / whole) for faces, weight in odds.items()}
    )


@pytest.mark.parametrize("number", range(6))
def test_odds_add_up(number: int) -> None:
    found = dd.outcomes(number)
    assert sum(p for _, p in found) == pytest.approx(1)
    assert len(found) == (number + 1) * (number + 2) // 2  # ways to split n alike dice over three faces
    assert found[-1][1] == pytest.approx((1 / 6) ** number)


def test_five_dice_have_fifty_six_states() -> None:
    assert len(dd.MULTISETS) == len(set(dd.MULTISETS)) == 56
    assert [text(dice) for dice in range(4)] == ["", "E", "D", "X"]


@pytest.mark.cites("KPT-DICE-01")
def test_rolled_dice_keep_to_their_odds() -> None:
    s = GAME.new_game(3, 11)
    faces = s.roll(6000)
    # Five standard deviations of a count of 6,000: 194, 183, 144.
    assert abs(faces.count(0) - 3000) < 194
    assert abs(faces.count(1) - 2000) < 183
    assert abs(faces.count(2) - 1000) < 144


# ---- costs

PAYABLE = {
    # Of the 56 sets of up to five dice so many pay the cost. For E: 56 less the 21 of Death and Destruction alone.
    "byakhee": 35,
    "nightgaunt": 35,
    "migo": 55,  # all but no dice
    "xura": 55,
    "polyps": 40,  # all but none and the 15 of one face
    "nodens": 20,  # two Evil and any of the 20 sets of up to three
    "yithian": 20,
    "yig": 48,  # all but the 8 with each face at most once
    "dagon": 10,  # three dice fixed, any of the 10 sets of up to two
    "hydra": 10,
    "haunter": 19,  # 10 with two Death and 10 with two Destruction, one with both
    "tsathoggua": 30,  # 10 for each face
    "hastur": 12,  # three pairs of faces, any of the 4 sets of up to one
    "rhantegoth": 9,  # three dice fixed, any of the 10 sets of up to two but none
    "tulzscha": 4,
    "cthulhu": 1,
    "nyarlathotep": 6,  # the face of the three, another of the two
    "shubniggurath": 6,
    "yogsothoth": 3,  # the face of the pair
    "azathoth": 1,
}


@pytest.mark.cites("KPT-COST-01", "KPT-COST-09")
@pytest.mark.parametrize("name", PAYABLE)
def test_how_many_dice_pay(name: str) -> None:
    (god,) = (god for god in standard_cards().gods if god.id == name)
    assert sum(god.price.payment(dice) is not None for dice in range(len(dd.MULTISETS))) == PAYABLE[name]


def test_a_payment_is_part_of_the_dice_and_what_is_missing_is_least() -> None:
    for god in standard_cards().gods:
        for dice in range(len(dd.MULTISETS)):
            paid = god.price.payment(dice)
            assert (paid is None) == (god.price.missing(dice) > 0)
            if paid is not None:
                assert dd.holds(dice, paid)
                assert dd.NUMBER[paid] == god.price.size
            elif dd.NUMBER[dice] < 5:
                better = min(god.price.missing(dd.ADD[dice][face]) for face in range(3))
                assert better == god.price.missing(dice) - 1


# ---- discards


@pytest.mark.cites("KPT-SAN-09")
@given(st.lists(st.integers(1, 6), min_size=1, max_size=7), st.integers(1, 14))
def test_covering_sets_are_those_without_a_spare_god(worth: list[int], deficit: int) -> None:
    found = set(covering_sets(tuple(enumerate(worth)), deficit))
    wanted = set()
    for n in range(1, len(worth) + 1):
        for chosen in combinations(range(len(worth)), n):
            total = sum(worth[god] for god in chosen)
            if total >= deficit and all(total - worth[god] < deficit for god in chosen):
                wanted.add(sum(1 << god for god in chosen))
    assert found == wanted


# ---- ways to go on


def paths(s: KingsportState, depth: int) -> int:
    """How many ways there are to answer the next ``depth`` questions."""
    if depth == 0:
        return 1
    total = 0
    for action in s.legal_actions():
        after = s.clone()
        after.step(action)
        total += paths(after, depth - 1)
    return total


def below_each(s: KingsportState, depth: int) -> str:
    """The count below each first answer, for the reader of a failure."""
    lines = []
    for action in s.legal_actions():
        after = s.clone()
        after.step(action)
        lines.append(f"{action}: {paths(after, depth - 1)}")
    return "\n".join(lines)


EXPANSION = {"phase": "expansion", "cultists": [{"hand": ["byakhee", "nightgaunt", "xura"], "dice": ["E"]}]}
# Three gods or the end: 4. After a god two more or the end, after the end Mi-Go or nothing: 3 * 3 + 2. Then six pairs
# of gods with 2 answers each; after one god and the end 4 to invoke with EE, 3 with ED, 2 with E; and two ends of turn.
RAID = {
    "investigator": "peaslee",
    "round": 3,
    "phase": "raid",
    "cultists": [{"hand": ["byakhee", "migo", "nightgaunt", "xura", "polyps", "nodens", "yig"]}],
}
DISCARD = {
    "investigator": "wilmarth",
    "round": 4,
    "phase": "raid",
    "cultists": [{"sanity": 0, "hand": ["migo", "nightgaunt", "xura", "yig", "yithian"]}],
}


@pytest.mark.parametrize(("depth", "count"), [(0, 1), (1, 4), (2, 11), (3, 23)])
def test_ways_through_an_expansion(depth: int, count: int) -> None:
    s = GAME.from_position(EXPANSION)
    assert paths(s, depth) == count, below_each(s, depth)


def whole_sets(s: KingsportState, question: str) -> int:
    """How many ways there are to name a set, question by question until another is asked."""
    decision = s.decision()
    if decision is None or decision.name != question:
        return 1
    total = 0
    for action in s.legal_actions():
        after = s.clone()
        after.step(action)
        total += whole_sets(after, question)
    return total


@pytest.mark.cites("KPT-RAID-04")
def test_each_raid_has_one_path() -> None:
    assert whole_sets(GAME.from_position(RAID), "raid_cards") == 2**5


@pytest.mark.cites("KPT-SAN-09")
def test_each_set_of_discards_has_one_path() -> None:
    s = GAME.from_position(DISCARD)
    s.step(s.legal_actions()[-1])
    # 3 is owed: Yithian with one of the four gods worth 1, or three of these four.
    assert whole_sets(s, "pay_deficit") == 4 + 4
