"""Every question, action, event and refusal of Kingsport has its sentence, and each gets the values it names."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from game.core.contract import Event
from game.core.rules_text import load_rules
from game.core.strings import ENGLISH, Strings, load_language
from game.core.wording import Wording
from game.kingsport import actions as act
from game.kingsport import events as ev
from game.kingsport import refusals
from game.kingsport.cards import FAMILIES, standard_cards
from game.kingsport.rules import GAME

CARDS = standard_cards()
TEXTS = load_language(ENGLISH)
NAMES = ("Larry", "Lucy", "James", "Steve", "Harvey")
SIGNS = re.compile(r"[{}@]|(kingsport|god|face)\.\w")
"""What a sentence shows where a key or a value is missing."""


def wording() -> Wording:
    """The words of a table of five."""
    return Wording(GAME, Strings(), NAMES)


def check_sentence(words: Wording, sentence: str) -> None:
    """A sentence that a person can read."""
    assert not words.strings.missing
    assert sentence.strip()
    assert not SIGNS.search(sentence), sentence


def sanity_changes() -> list[Event]:
    """A counter's moves: each cause with each sign that it can have."""
    signs = {"raid": (-2, 0, 2), "stolen": (-2,), "price": (-2, 0), "scenario": (-2, 0)}
    return [
        ev.SanityChanged(clauses=("KPT-SAN-01",), seat=0, change=change, now=5, cause=cause, card="hastur")
        for cause in ("handover", "price", "scenario", "effect", "raid", "stolen", "theft")
        for change in signs.get(cause, (0, 2))
    ]


def settlements() -> list[Event]:
    """Raids and deficits: each way they can come out."""
    raids = [
        ev.RaidResolved(clauses=("KPT-RAID-05",), seat=0, strength=4 + gap, against=4, difference=gap)
        for gap in (-2, 0, 2)
    ]
    deficits = [
        ev.DeficitCovered(
            clauses=("KPT-SAN-07",),
            seat=0,
            amount=4,
            sanity=1,
            points=3 + more,
            wasted=max(0, more),
            cancelled=max(0, -more),
        )
        for more in (-1, 0, 1)
    ]
    return [*raids, *deficits]


def test_each_way_of_an_event_is_told_in_its_own_sentence() -> None:
    words = wording()
    told = [*sanity_changes(), *settlements()]
    sentences = [words.event(event) for event in told]
    for sentence in sentences:
        check_sentence(words, sentence)
    assert len(set(sentences)) == len(sentences)
    kinds = ("sanity_changed", "raid_resolved", "deficit_covered")
    written = [key for key in TEXTS if any(key.startswith(f"kingsport.event.{kind}") for kind in kinds)]
    assert len(written) == len(told)


def test_every_refusal_has_a_text_and_every_text_a_refusal() -> None:
    rows = {row.key for rows in (refusals.OVER, *refusals.ROWS.values()) for row in rows}
    written = {key.removeprefix("kingsport.refusal.") for key in TEXTS if key.startswith("kingsport.refusal.")}
    assert rows == written


def test_a_refusals_text_is_named_after_its_clause() -> None:
    for row in (row for rows in (refusals.OVER, *refusals.ROWS.values()) for row in rows):
        area, number = row.clause.removeprefix("KPT-").lower().split("-")
        assert row.key.partition(".")[0] == f"{area}_{number}"


def test_every_card_has_its_texts() -> None:
    for god in CARDS.gods:
        for part in ("name", "text", "flavour"):
            assert f"god.{god.id}.{part}" in TEXTS
        assert (f"god.{god.id}.raid" in TEXTS) == (god.raid is not None)
    for name in CARDS.investigators:
        for part in ("name", "text", "flavour"):
            assert f"investigator.{name}.{part}" in TEXTS
    for family in FAMILIES:
        assert f"god.{family}.name" in TEXTS
        assert f"back.{family}" in TEXTS


def test_figures_in_card_texts_are_those_of_the_cards() -> None:
    """Prices, dice and points that a card text writes out (data/README.md: change them together)."""
    for god in CARDS.gods:
        text = TEXTS[f"god.{god.id}.text"]
        paid = re.findall(r"Pay (\d) Sanity", text)
        assert [int(price) for price in paid] == [
            step.price for step in GAME.setup(3, None, True, "open").effects[CARDS.gods.index(god)] if step.price
        ], god.id
    azathoth = CARDS.gods[-1].final
    assert azathoth is not None
    assert f"score {azathoth.points} points and {azathoth.per_round_left} more" in TEXTS["god.azathoth.text"]


def test_every_clause_that_the_engine_names_is_in_the_rulebook() -> None:
    known = load_rules("kingsport").clauses
    folder = Path(refusals.__file__).parent
    named = {name for file in folder.glob("*.py") for name in re.findall(r"KPT-[A-Z]+-\d\d", file.read_text("utf-8"))}
    assert named
    assert named <= set(known)


@pytest.mark.parametrize(
    ("hand", "wanted"),
    [
        (["nightgaunt", "nodens"], "Play Nodens, and give up Nightgaunt for its price"),
        (["nightgaunt", "migo", "nodens"], "Play Nodens"),  # which of the two is asked first
    ],
)
def test_a_price_that_takes_a_god_without_asking_says_which(hand: list[str], wanted: str) -> None:
    poor = {"hand": hand, "sanity": 1, "dice": ["E"]}
    s = GAME.from_position({"players": 3, "cultists": [poor], "phase": "expansion"})
    words = Wording(GAME, Strings(), ["Ann", "Bea", "Cid"])
    assert words.action(act.Play(card="nodens"), s) == wanted
    rich = GAME.from_position({"players": 3, "cultists": [{**poor, "sanity": 5}], "phase": "expansion"})
    assert words.action(act.Play(card="nodens"), rich) == "Play Nodens"
