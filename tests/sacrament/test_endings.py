"""Every story can be finished in every one of its endings."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from game.sacrament.campaign import campaign_of
from game.sacrament.rules import GAME
from game.sacrament.scenarios import load_scenario
from tests.sacrament.table import Driver

PRIEST = ("to_street", "to_tower", ("climb", 20), ("cuthred", 20), "to_street")
TO_WATER = ("to_village", "to_mill", ("daughter", 20), "to_hatch", "to_race")
RING = ("to_village", ("find", 20), "to_osmund", "patience", "to_mill", ("daughter", 20), "to_hatch", "to_race")
KITCHEN = (("plead", 20), "to_ward", ("tend", 20), "to_cloister", ("kitchen", 20))


def wickham(choices: tuple[str | tuple[str, int], ...], after: tuple[str | tuple[str, int], ...]) -> str:
    story = Driver("wickham").go(*choices, "to_churchyard", "begin").fight("win")
    return story.go(*after, "to_morning", "leave").home()


def risen() -> str:
    story = Driver("wickham", ladder=20).go("to_street").dice(["d6=6"], "pass_by")
    return story.go("to_churchyard", "begin").fight("win").go("to_morning", "leave").home()


def hanged() -> str:
    story = Driver("wickham").go(*PRIEST, "to_vestry", ("read", 1), ("face", 20), "to_street", "to_churchyard", "begin")
    return story.fight("win").go("to_morning", "hand_over", "leave").home()


def cracked() -> str:
    story = Driver("wickham", ladder=12).go(*PRIEST, "to_churchyard", "begin").fight("win")
    return story.go("to_morning", "leave").home()


def buried() -> str:
    return Driver("wickham").go("to_street", "to_churchyard", "begin").fight("defeat").go(("dig_out", 20)).home()


def millrace(choices: tuple[str | tuple[str, int], ...], after: tuple[str | tuple[str, int], ...]) -> str:
    story = Driver("millrace").go(*choices, "begin").fight("win").go("begin").fight("win")
    return story.go(*after, "leave").home()


def drowned() -> str:
    return Driver("millrace").go(*TO_WATER, "begin").fight("defeat").lose_something().go("leave").home()


def candles(after: tuple[str | tuple[str, int], ...]) -> str:
    return Driver("candles").go(*KITCHEN, "to_choir", "begin").fight("win").go(*after).home()


def gentle() -> str:
    way = (("plead", 20), "to_ward", ("tend", 20), "to_parlour", ("rest_dead", 20), "to_cloister", ("kitchen", 20))
    return Driver("candles", "eadgyth").go(*way, ("snuff", 20), "to_choir", ("ask", 20)).home()


def slow() -> str:
    way = (("plead", 20), "to_ward", ("hilda", 20), "to_cloister", ("kitchen", 20), "to_choir", "begin")
    return Driver("candles").go(*way).fight("win").go(("give", 20)).home()


def bedded() -> str:
    return Driver("candles").go(("plead", 20), "to_ward", "to_cloister", "begin").fight("defeat").go(("beg", 1)).home()


ENDINGS: dict[tuple[str, str], Callable[[], str]] = {
    ("wickham", "risen"): risen,
    ("wickham", "bell_rings"): buried,
    ("wickham", "reeve_hanged"): hanged,
    ("wickham", "saved"): lambda: wickham(PRIEST, (("dig", 20),)),
    ("wickham", "quiet"): lambda: wickham(PRIEST, ()),
    ("wickham", "cracked"): cracked,
    ("wickham", "rings_on"): lambda: wickham(("to_street",), ()),
    ("millrace", "river_keeps"): drowned,
    ("millrace", "miller_pays"): lambda: millrace(TO_WATER, (("hang", 20),)),
    ("millrace", "nine_at_rest"): lambda: millrace(RING, ("hours",)),
    ("millrace", "bread_again"): lambda: millrace(TO_WATER, ("dunstan",)),
    ("candles", "gentle_end"): gentle,
    ("candles", "slow_dark"): slow,
    ("candles", "ten_candles"): lambda: candles(("keep",)),
    ("candles", "fortieth_bed"): bedded,
    ("candles", "long_sleep"): lambda: candles(("put_out",)),
}


@pytest.mark.parametrize("ending", ENDINGS, ids=".".join)
def test_ending(ending: tuple[str, str]) -> None:
    assert ENDINGS[ending]() == ending[1]


def test_no_ending_is_left_out() -> None:
    every = {(name, ending.id) for name in ("wickham", "millrace", "candles") for ending in load_scenario(name).endings}
    assert set(ENDINGS) == every


def test_the_campaign_goes_on() -> None:
    story = Driver("wickham", ladder=5).go(*PRIEST, "to_churchyard", "begin").fight("win").go("to_morning", "leave")
    story.home()
    kept = campaign_of(story.state)
    assert kept["level"] == 2
    assert kept["ladder"] == 5
    assert kept["characters"][0]["gold"] == 23 + 40
    following = GAME.new_game(2, 5, scenario="millrace", campaign=kept)
    assert following.ladder == 5
    assert following.level == 2
    assert following.pcs[0].sheet == story.state.pcs[0].sheet
