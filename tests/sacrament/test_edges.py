"""What cases cannot show: ways out of sight, pairs of tables that one seat cannot tell apart, edits of every kind."""

from __future__ import annotations

from typing import Any

import pytest

from game.core.chance import Rng
from game.core.contract import IllegalAction
from game.sacrament import actions as act
from game.sacrament.campaign import campaign_of
from game.sacrament.frames import GM
from game.sacrament.maps import OUT
from game.sacrament.rules import GAME
from game.sacrament.state import SacramentState

FIGHT: dict[str, Any] = {"fight": "churchyard", "pcs": [{"at": "d6"}, {"at": "c6"}], "phase": "select"}


def with_foe(**fields: Any) -> dict[str, Any]:
    """A fight with one adversary."""
    return {**FIGHT, "foes": [{"kind": "sexton", "at": "d5", **fields}]}


PAIRS: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "harm value": (with_foe(most=18), with_foe(most=19)),
    "where it stands in the dark": (with_foe(at="a2"), with_foe(at="g2")),
    "whom it was told to strike": (with_foe(provoked=1), with_foe(provoked=2)),
    "one that nobody knows of": (
        with_foe(),
        {**FIGHT, "foes": [{"kind": "sexton", "at": "d5"}, {"kind": "leech", "at": "a2", "hidden": True}]},
    ),
    "under fog": ({**with_foe(), "fog": ["d5", "d4"]}, {**with_foe(at="d4"), "fog": ["d5", "d4"]}),
    "a private note": (with_foe(), {**with_foe(), "notes": [{"to": 0, "about": "", "text": "they are late"}]}),
    "another's note": (with_foe(), {**with_foe(), "notes": [{"to": 2, "about": "", "text": "you alone see it"}]}),
    "the coming dice": (with_foe(), {**with_foe(), "seed": 99, "counter": 3, "script": ["d20=20"]}),
    "rolls for show": (with_foe(), {**with_foe(), "shows": 4}),
}


@pytest.mark.cites("SAC-GM-06", "SAC-VTT-06", "SAC-VTT-08")
@pytest.mark.parametrize("hidden", PAIRS)
def test_what_one_cannot_tell_apart_is_imagined_alike(hidden: str) -> None:
    one, two = (GAME.from_position(position) for position in PAIRS[hidden])
    assert one != two
    assert one.observation(1) == two.observation(1)
    for seed in range(20):
        imagined = one.resample(1, Rng(seed))
        assert imagined == two.resample(1, Rng(seed))
        assert imagined.observation(1) == one.observation(1)
    assert len({one.resample(1, Rng(seed)).digest() for seed in range(20)}) == 20


def test_states_are_equal_or_differ() -> None:
    s = GAME.from_position(with_foe())
    other = s.clone()
    assert (s == other, s != other) == (True, False)
    other.pcs[0].harm = 1
    assert (s == other, s != other) == (False, True)


@pytest.mark.cites("SAC-ORDER-13")
def test_a_party_out_of_sight_may_leave(monkeypatch: pytest.MonkeyPatch) -> None:
    position = {**with_foe(acted=True), "phase": "round_end", "difficulty": "written"}
    asked = GAME.from_position(position).decision()
    assert asked is not None
    assert asked.name != "flee"
    monkeypatch.setattr(SacramentState, "band", lambda s, a, b: OUT if a != b else 0)
    asked = GAME.from_position(position).decision()
    assert asked is not None
    assert asked.name == "flee"


@pytest.mark.cites("SAC-GM-07", "SAC-GM-08")
@pytest.mark.parametrize(
    ("path", "value", "clause"),
    [
        ("counter", 7, "SAC-GM-07"),
        ("script", ("d6=6",), "SAC-GM-07"),
        ("frames", (), "SAC-GM-07"),
        ("ladder", -1, "SAC-GM-08"),
        ("ladder", "high", "SAC-GM-08"),
        ("armed", (9, 10), "SAC-GM-08"),
        ("pcs.0.harm", 13, "SAC-GM-08"),
        ("pcs.0.tokens", 7, "SAC-GM-08"),
        ("pcs.0.character.attributes.strength", 3, "SAC-GM-08"),
        ("pcs.0.character.name", "O\u202esric", "SAC-GM-08"),
        ("pcs.9.harm", 1, "SAC-GM-08"),
        ("pcs.0.at", None, "SAC-GM-08"),
        ("pcs.0.wounds", 3, "SAC-GM-08"),
        ("foes.0.at", "a1", "SAC-GM-08"),
        ("foes.0.at", "d1", "SAC-GM-08"),
        ("foes.0.harm", 999, "SAC-GM-08"),
        ("node", "nowhere", "SAC-GM-08"),
        ("level", 6, "SAC-GM-08"),
        ("clocks.night", 9, "SAC-GM-08"),
        ("running.id", "race", "SAC-GM-08"),
        ("running.round", "two", "SAC-GM-08"),
    ],
)
def test_an_edit_that_makes_no_table_is_refused(path: str, value: Any, clause: str) -> None:
    s = GAME.from_position(with_foe())
    before = s.digest()
    with pytest.raises(IllegalAction) as caught:
        s.apply_action(act.Edit(seat=GM, path=path, value=value))
    assert caught.value.refusal.clause == clause
    assert s.digest() == before


def test_a_pack_filled_by_the_road_goes_on_to_the_next_scenario() -> None:
    full = ["flail", "flail", "flail", "flail", "leather_jack"]
    s = GAME.from_position({
        "scenario": "wickham",
        "node": "morning",
        "flags": {"bell_true": 1},
        "pcs": [{"id": "eadgyth", "items": full, "gold": 99}],
    })  # fmt: skip
    s.apply_action(act.Choose(choice="leave"))
    s.apply_action(act.Overflow(way="refuse"))  # a silver ring
    s.apply_action(act.Overflow(way="refuse"))  # the gold beyond ninety-nine
    asked = s.decision()
    assert asked is not None
    assert asked.name == "downtime"
    assert s.pcs[0].kit.used == s.pcs[0].kit.capacity
    s.apply_action(act.Edit(seat=GM, path="pcs.0.character.gold", value=100))  # a game master's hand
    s.apply_action(act.DONE)
    while not s.is_terminal():
        s.apply_action(s.legal_actions()[0])  # something is left behind
    following = GAME.new_game(2, 1, scenario="millrace", campaign=campaign_of(s))
    assert following.pcs[0].kit.used <= following.pcs[0].kit.capacity
