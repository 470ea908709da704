"""What a seat is told of an act follows from what it may know before and after it, in every game."""

from __future__ import annotations

from typing import Any

import pytest

from game import registry
from game.core.chance import Rng
from game.core.contract import Event, IllegalAction, State
from game.sacrament import actions as act
from game.sacrament.events import BehindScreen, FogPainted, TokenHeld
from game.sacrament.frames import GM
from tests.sacrament.table import any_table

CHANCE = ("seed", "counter", "shows", "script", "strict")
GM_FIGHTS = ("churchyard", "cloister", "churchyard", "choir")


def table(game: str, number: int) -> Any:
    """A table out of a series."""
    if game == "sacrament":
        return any_table(number, foe_harm=("rough", "hidden", "exact")[number % 3])
    return registry.get(game).new_game(3 + number % 2, number)


def imagined(s: Any, seat: int, number: int) -> Any:
    """The same table for ``seat``, with all that it cannot know dealt anew, and the same dice to come."""
    other = s.resample(seat, Rng(number))
    for name in CHANCE:
        if hasattr(s, name):
            setattr(other, name, getattr(s, name))
    return other


def told(s: State, events: list[Event], seat: int) -> list[Event]:
    """The events as a seat is told them. A memory game tells what was shown and taken back again when it is shown."""
    shown = [s.recall(event, s.chapter(), seat) for event in events]
    return [event for event in shown if not event.reveals] if s.setup.key[0] != "sacrament" else shown  # type: ignore[attr-defined]


@pytest.mark.parametrize("game", ["sacrament", "kanata", "kingsport"])
@pytest.mark.parametrize("number", range(6))
def test_two_tables_that_a_seat_cannot_tell_apart_tell_it_the_same(game: str, number: int) -> None:
    s, rng = table(game, number), Rng(number)
    compared = 0
    for ply in range(120):
        if s.is_terminal():
            break
        legal = s.legal_actions()
        action = legal[rng.below(len(legal))]
        for seat in range(len(s.returns())) if ply % 4 == 0 else ():
            if game == "sacrament" and seat == GM:
                continue
            other = imagined(s, seat, ply)
            assert other.observation(seat) == s.observation(seat)
            if s.current_player() == seat:
                assert list(other.legal_actions()) == list(legal)
            if other.refusal(action) is not None:
                continue
            one, two = s.clone(), other.clone()
            try:
                happened, imagining = one.apply_action(action), two.apply_action(action)
            except IllegalAction:
                continue
            if one.observation(seat) == two.observation(seat):
                compared += 1
                assert told(one, happened, seat) == told(two, imagining, seat)
        s.step(action)
    assert compared > 2


def gm_acts(s: Any, rng: Rng) -> list[Any]:
    """What a game master may do to the adversaries, the fog and the notes."""
    grid = s.grid
    spaces = [name for tile, name in enumerate(grid.names) if grid.passable[tile]]

    def space() -> str:
        return spaces[rng.below(len(spaces))]

    found: list[Any] = [
        act.Place(seat=GM, kind="grave_hound", space=space(), hidden=bool(rng.below(2))),
        act.Note(seat=GM, words="The reeve lies.", to=rng.below(3) - 1),
        act.Fog(seat=GM, spaces=(space(), space()), hidden=bool(rng.below(2))),
    ]
    for number, foe in enumerate(s.foes.values()):
        path = f"foes.{number}"
        found += [
            act.Shift(seat=GM, space=space(), token=foe.token),
            act.RemoveFoe(seat=GM, token=foe.token),
            act.Edit(seat=GM, path=f"{path}.hidden", value=not foe.hidden),
            act.Edit(seat=GM, path=f"{path}.most", value=foe.most + 1),
            act.Edit(seat=GM, path=f"{path}.at", value=space()),
        ]
    return found


@pytest.mark.cites("SAC-HIT-08", "SAC-VTT-06", "SAC-GM-08")
@pytest.mark.parametrize("number", range(8))
def test_what_changes_nothing_for_a_seat_is_not_told_to_it(number: int) -> None:
    """And nothing tells of an adversary that nobody knows of, nor of the tile where one stands unseen."""
    s, rng = any_table(number, fight=GM_FIGHTS[number % 4], foe_harm=("rough", "exact")[number % 2]), Rng(number)
    for ply in range(100):
        if s.is_terminal() or s.grid is None:
            break
        legal = s.legal_actions() if ply % 3 else gm_acts(s, rng)
        action = legal[rng.below(len(legal))]
        if s.refusal(action) is not None:
            continue
        before = {pc.seat: s.observation(pc.seat) for pc in s.pcs}
        after = s.clone()
        events = after.apply_action(action)
        hidden = [token for token, foe in after.foes.items() if foe.hidden]
        grid = after.grid
        for seat, known in before.items():
            shown = [after.recall(event, after.chapter(), seat) for event in events]
            news = [event for event in shown if not isinstance(event, (BehindScreen, TokenHeld, FogPainted))]
            if after.observation(seat) == known:
                assert news == [], action
            assert not any(repr(token) in repr(news) for token in hidden), action
            if grid is not None and isinstance(action, act.Step):
                dark = [
                    grid.names[foe.tile] for foe in after.foes.values() if after.unseen(foe.tile) and s.unseen(foe.tile)
                ]
                assert not any(repr(name) in repr(news) for name in dark if name == action.space), action
        s = after
