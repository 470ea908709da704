"""What is shown moves on by events to the very table that the state describes, for every viewer."""

from __future__ import annotations

import random

import pytest

from game import registry
from game.core.contract import Action
from game.core.session import HUMAN, SeatPlan, Session
from game.kingsport import actions as act
from game.kingsport import events as ev
from scenes.kingsport.view import View

FIELDS = (
    "round",
    "first",
    "turn",
    "sanity",
    "dice",
    "in_play",
    "hand",
    "backs",
    "piles",
    "played",
    "invoked",
    "azathoth",
)


@pytest.mark.parametrize("ledger", ["open", "memory"])
@pytest.mark.parametrize("players", [3, 5])
@pytest.mark.parametrize("viewer", [None, 0, 2])
def test_events_lead_to_the_state(players: int, ledger: str, viewer: int | None) -> None:
    game = registry.get("kingsport")
    for seed in range(4):
        rng = random.Random(seed)
        session = Session.start(game, [SeatPlan(HUMAN)] * players, seed=seed, options={"ledger": ledger})
        view = View.of(game.cards, session.state, viewer)  # type: ignore[attr-defined]
        while not session.state.is_terminal():
            events = session.apply(rng.choice(session.state.legal_actions()))
            for event in events:
                view.take(event)
            fresh = View.of(game.cards, session.state, viewer)  # type: ignore[attr-defined]
            different = [name for name in FIELDS if getattr(view, name) != getattr(fresh, name)]
            assert not different or session.state.is_terminal(), (different, events)
            view = fresh
        assert view.winners


def test_a_viewer_without_a_seat_sees_no_hand() -> None:
    game = registry.get("kingsport")
    state = game.from_position({"players": 3, "cultists": [{"hand": ["migo", "xura"]}, {"hand": ["yig"]}]})
    assert View.of(game.cards, state, None).hand == []  # type: ignore[attr-defined]
    assert View.of(game.cards, state, 1).hand == ["yig"]  # type: ignore[attr-defined]


def test_a_copy_is_independent() -> None:
    game = registry.get("kingsport")
    view = View.of(game.cards, game.new_game(3), 0)  # type: ignore[attr-defined]
    twin = view.copy()
    twin.sanity[0] -= 1
    twin.backs[0][0] += 1
    twin.piles["migo"] -= 1
    assert view.sanity[0] != twin.sanity[0]
    assert view.backs != twin.backs
    assert view.piles != twin.piles


@pytest.mark.parametrize(
    ("investigator", "round_", "phase", "hand", "acts", "expected"),
    [
        ("peaslee", 3, "raid", ["nodens", "yithian"], [act.DONE], "raid"),
        ("armitage", 2, "invocation", ["nodens", "yithian"], [act.Invoke(card="tulzscha")], "invocation"),
        ("armitage", 3, "invocation", ["nodens", "yithian"], [act.Invoke(card="tulzscha")], "invocation"),
        ("blake", 2, "expansion", ["nodens", "yithian"], [act.END_EXPANSION], "expansion"),
        ("peaslee", 2, "expansion", ["nodens", "yithian", "migo"], [act.Play(card="migo")], "expansion"),
    ],
)
def test_missing_sanity_belongs_to_the_part_of_the_turn_that_took_it(
    investigator: str, round_: int, phase: str, hand: list[str], acts: list[Action], expected: str
) -> None:
    game = registry.get("kingsport")
    cultist = {"sanity": 0, "hand": hand, "dice": ["E", "E", "X", "X", "D"]}
    position = {"investigator": investigator, "round": round_, "phase": phase, "players": 3, "cultists": [cultist]}
    state = game.from_position(position)
    for action in acts:
        state.apply_action(action)
    view = View.of(game.cards, state, 0)  # type: ignore[attr-defined]
    assert view.question == "pay_deficit"
    assert view.phase == expected


def test_an_event_that_the_view_knows_of_already_makes_no_count_negative() -> None:
    """Somebody sits down in the middle of a movement: what is on its way is shown already."""
    session = Session.start(registry.get("kingsport"), [SeatPlan(HUMAN)] * 3, seed=4)
    game = session.game
    for number in range(260):
        if session.state.is_terminal():
            break
        legal = session.state.legal_actions()
        events = session.apply(legal[number % len(legal)])
        for viewer in (None, 0):
            view = View.of(game.cards, session.state, viewer)  # type: ignore[attr-defined]
            for event in events:
                if isinstance(event, (ev.GodPlayed, ev.GodInvoked, ev.RaidPlayed)):
                    view.take(event)
            assert min(count for row in view.backs for count in row) >= 0
            assert min(view.piles.values()) >= 0
            assert len(view.hand) == len(set(view.hand))
