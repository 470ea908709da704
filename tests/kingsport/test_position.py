"""Positions: what may be left out, what is refused and where, and that nothing hand-written breaks the engine."""

from __future__ import annotations

import copy
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.core.chance import Rng
from game.core.contract import PositionError
from game.kingsport.position import PHASES, QUESTIONS
from game.kingsport.rules import GAME
from tests.contract.samples import random_action
from tests.kingsport.table import GODS, check_table, played

FAULTS: list[tuple[dict[str, Any], str]] = [
    ({"players": 2}, "players"),
    ({"players": 6}, "players"),
    ({"players": "three"}, "players"),
    ({"players": 3, "cultists": [{}, {}, {}, {}]}, "cultists"),
    ({"cultists": "three"}, "cultists"),
    ({"cultists": [7]}, "cultists.0"),
    ({"game": "chess"}, "game"),
    ({"format": 2}, "format"),
    ({"colour": "green"}, "colour"),
    ({"investigator": "holmes"}, "investigator"),
    ({"scenario": "yes"}, "scenario"),
    ({"ledger": "closed"}, "ledger"),
    ({"round": 0}, "round"),
    ({"round": 10}, "round"),
    ({"first": 3}, "first"),
    ({"turn": -1}, "turn"),
    ({"turn": True}, "turn"),
    ({"phase": "tea"}, "phase"),
    ({"phase": "raid"}, "phase"),
    ({"phase": "raid", "investigator": "dyer", "round": 4}, "phase"),
    ({"phase": "turn_roll", "cultists": [{"dice": ["E"]}]}, "phase"),
    ({"seed": -1}, "seed"),
    ({"counter": 1.5}, "counter"),
    ({"strict": 1}, "strict"),
    ({"script": "EEE"}, "script"),
    ({"cultists": [{"sanity": 13}]}, "cultists.0.sanity"),
    ({"cultists": [{"sanity": -1}]}, "cultists.0.sanity"),
    ({"cultists": [{"soul": 1}]}, "cultists.0.soul"),
    ({"cultists": [{"hand": ["ghost"]}]}, "cultists.0.hand.0"),
    ({"cultists": [{"hand": [["migo"]]}]}, "cultists.0.hand.0"),
    ({"cultists": [{"hand": ["migo", "migo"]}]}, "cultists.0.hand.1"),
    ({"cultists": [{"hand": "migo"}]}, "cultists.0.hand"),
    ({"phase": "expansion", "cultists": [{"hand": ["migo"], "in_play": ["migo"]}]}, "cultists.0.in_play"),
    ({"cultists": [{}, {"in_play": ["migo"]}]}, "cultists.1.in_play"),
    ({"cultists": [{}, {"dice": ["E"]}]}, "cultists.1.dice"),
    ({"phase": "expansion", "cultists": [{"dice": ["Q"]}]}, "cultists.0.dice"),
    ({"phase": "expansion", "cultists": [{"dice": [["E"]]}]}, "cultists.0.dice"),
    ({"phase": "expansion", "cultists": [{"dice": list("EEEEEE")}]}, "cultists.0.dice"),
    ({"cultists": [{"seen": ["migo"]}]}, "cultists.0.seen"),
    ({"cultists": [{"hand": ["cthulhu"]}, {"hand": ["cthulhu"]}]}, "cultists"),
    ({"piles": {"migo": 2}}, "piles.migo"),
    ({"piles": {"ghost": 2}}, "piles.ghost"),
    ({"piles": [3]}, "piles"),
    ({"this_turn": {"played": -1}}, "this_turn.played"),
    ({"this_turn": {"invoked": "ghost"}}, "this_turn.invoked"),
    ({"this_turn": {"obtained": ["Q"]}}, "this_turn.obtained"),
    ({"this_turn": {"luck": 3}}, "this_turn.luck"),
    ({"azathoth_round": 1}, "azathoth_round"),
    ({"round": 3, "azathoth_round": 4, "cultists": [{"hand": ["azathoth"]}]}, "azathoth_round"),
    ({"round": 3, "azathoth_round": 0, "cultists": [{"hand": ["azathoth"]}]}, "azathoth_round"),
    ({"frames": "end_turn"}, "frames"),
    ({"frames": [{"frame": "dance"}]}, "frames"),
    ({"frames": [{"frame": "turn_start"}]}, "frames"),
    ({"frames": [{"frame": "invoke"}]}, "frames"),
    ({"frames": [{"frame": "end_turn"}, {"frame": "end_turn"}]}, "frames"),
    ({"frames": [{"frame": "end_turn"}, {"frame": "raid_cards"}]}, "frames.1"),
    ({"frames": [{"frame": "end_turn"}, {"frame": "scenario_reroll"}]}, "frames.1"),
]


def in_expansion(*above: dict[str, Any], **more: Any) -> dict[str, Any]:
    """A position with these frames upon an Expansion."""
    frames = [{"frame": name} for name in ("end_turn", "invoke", "expansion_action")]
    return {"cultists": [{"hand": ["xura"], "sanity": 1, "dice": ["E"]}], **more, "frames": [*frames, *above]}


FRAMES: list[tuple[dict[str, Any], str]] = [
    (in_expansion({"frame": "choose_face", "god": GODS.index("xura"), "number": 0}), "frames.3"),
    (in_expansion({"frame": "choose_face", "god": GODS.index("yig"), "number": 1}), "frames.3"),
    (in_expansion({"frame": "choose_face", "god": 40, "number": 0}), "frames.3"),
    (in_expansion({"frame": "choose_face", "god": -1, "number": 0}), "frames.3"),
    (in_expansion({"frame": "choose_dice", "god": GODS.index("tulzscha"), "number": 0}), "frames.3"),
    (in_expansion({"frame": "price_paid", "god": GODS.index("yig"), "number": 0}), "frames.3"),
    (in_expansion({"frame": "loss", "payer": 0, "amount": 1}), "frames.3"),
    (in_expansion({"frame": "scenario_reroll"}), "frames.3"),
    (in_expansion({"frame": "pay_deficit", "payer": 3, "amount": 2, "cause": "price", "because": []}), "frames.3"),
    (in_expansion({"frame": "pay_deficit", "payer": 0, "amount": 1, "cause": "price", "because": []}), "frames.3"),
    (in_expansion({"frame": "pay_deficit", "payer": 0, "amount": 900, "cause": "price", "because": []}), "frames.3"),
    (in_expansion({"frame": "pay_deficit", "payer": 0, "amount": 2, "cause": "rent", "because": []}), "frames.3"),
    (
        in_expansion(
            {"frame": "pay_deficit", "payer": 0, "amount": 2, "cause": "price", "because": [], "excluded": 99}
        ),
        "frames.3",
    ),
    (
        in_expansion({"frame": "pay_deficit", "payer": 0, "amount": 2, "cause": "price", "because": [], "chosen": 1}),
        "frames.3",
    ),
    (
        in_expansion(
            {"frame": "choose_face", "god": GODS.index("yig"), "number": 0},
            {"frame": "choose_face", "god": GODS.index("yig"), "number": 0},
        ),
        "frames.3",
    ),
    (
        {
            "investigator": "dyer",
            "round": 3,
            "cultists": [{"hand": ["migo"]}],
            "frames": [{"frame": "end_turn"}, {"frame": "raid_cards", "chosen": 1 << GODS.index("hydra")}],
        },
        "frames.1",
    ),
]


@pytest.mark.parametrize(("position", "path"), FAULTS + FRAMES)
def test_a_wrong_position_is_named_by_its_place(position: dict[str, Any], path: str) -> None:
    with pytest.raises(PositionError) as caught:
        GAME.from_position(position)
    assert caught.value.path == path
    assert caught.value.expected


@pytest.mark.parametrize("value", [None, [], "round: 3", 7])
def test_only_a_mapping_is_a_position(value: Any) -> None:
    with pytest.raises(PositionError):
        GAME.from_position(value)


def test_an_empty_position_is_the_start_of_the_first_turn() -> None:
    s = GAME.from_position({})
    assert (s.setup.players, s.round, s.first, s.turn) == (3, 1, 0, 0)
    assert s.setup.investigator is None
    assert s.sanity == [10, 10, 10]
    decision = s.decision()
    assert decision is not None
    assert decision.name == "expansion_action"


@pytest.mark.parametrize("phase", PHASES + QUESTIONS)
def test_every_phase_leads_to_a_question_or_the_end(phase: str) -> None:
    s = GAME.from_position({"phase": phase, "investigator": "dyer", "round": 3})
    assert s.is_terminal() == (phase in ("scoring", "finished"))
    assert GAME.from_position(s.position()) == s
    rng = Rng(1)
    while not s.is_terminal():
        s.apply_action(random_action(s, rng))


def places(value: Any, at: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place of a nested position."""
    found = [at] if at else []
    if isinstance(value, dict):
        for key, item in value.items():
            found += places(item, (*at, key))
    elif isinstance(value, list):
        for index, item in enumerate(value):
            found += places(item, (*at, index))
    return found


JUNK = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 40),
    st.sampled_from([1 << 70, -(1 << 70), 0.5, "", "E", "migo", "azathoth", "expansion", "memory", "\x00"]),
    st.lists(st.sampled_from(["E", "D", "X", "migo", "azathoth", 3]), max_size=6),
    st.dictionaries(st.sampled_from(["frame", "hand", "sanity", "migo"]), st.integers(-1, 13), max_size=2),
)


@cache
def some_position(number: int, part: int) -> dict[str, Any]:
    """A position out of a random game."""
    return played(number, 20 * part).position()


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_a_damaged_position_is_refused_or_playable(data: st.DataObject) -> None:
    number = data.draw(st.integers(0, 60))
    position = copy.deepcopy(some_position(number, data.draw(st.integers(0, 7))))
    for _ in range(data.draw(st.integers(1, 3))):
        *path, last = data.draw(st.sampled_from(places(position)))
        holder = position
        for step in path:
            holder = holder[step]
        if data.draw(st.booleans()) or not isinstance(holder, dict):
            holder[last] = data.draw(JUNK)
        else:
            del holder[last]
    try:
        s = GAME.from_position(position)
    except PositionError:
        return
    rng = Rng(number)
    for _ in range(400):
        if s.is_terminal():
            break
        check_table(s)
        assert GAME.from_position(s.position()) == s
        s.script, s.strict = (), False
        s.apply_action(random_action(s, rng))
    assert s.is_terminal()
