"""Computer players hand each other what serves better in other hands, say why, and take no for an answer."""

from __future__ import annotations

from typing import Any

import pytest

from game.core.chance import Rng
from game.core.contract import Action, Choice
from game.core.strings import Strings
from game.core.wording import Wording
from game.kanata import actions as act
from game.kanata.items import hand_over
from game.kanata.rules import GAME
from game.kanata.state import KanataState
from game.kanata.trading import Hands, best_deal

OPEN = "c10r11"
"""A cell of a road, far from the roadblock."""


def table(*people: dict[str, Any], **more: Any) -> KanataState:
    return GAME.from_position({"characters": list(people), "phase": "actions", "sheriff": "c26r18", **more})


def choose(s: KanataState, level: str = "adept") -> Choice:
    return GAME.policy(level).choose(s, Rng(5))


def trade(s: KanataState, level: str) -> list[Action]:
    """What they do, from the beginning of a trade to its end."""
    done = []
    while s.stack[-1].name in ("choose_action", "trade_card", "trade_answer"):
        action = choose(s, level).action
        if s.stack[-1].name == "choose_action" and (done or not isinstance(action, act.Trade)):
            break
        done.append(action)
        s.apply_action(action)
    return done


def total(s: KanataState) -> float:
    """What two people's things are worth together."""
    return sum(Hands(s, seat).worth(s.items[seat], s.tokens[seat]) for seat in range(2))


DEALS: dict[str, tuple[tuple[dict[str, Any], ...], dict[str, Any], list[Action], str]] = {
    "a saw for whoever delivers it now": (
        ({"space": "c7r20"}, {}, {}, {"space": "c9r20", "items": ["hacksaw"]}),
        {"roadblock": {"used": ["chainsaw", "handsaw"]}},
        [act.Trade(friend=3), act.AskFor(item="hacksaw"), act.ACCEPT],
        "kanata.reason.ask.part",
    ),
    "an extinguisher for whoever moves next": (
        ({"space": "c9r20", "items": ["extinguisher"]}, {"space": "c7r20"}, {}, {}),
        {"roadblock": {"used": ["chainsaw", "handsaw"]}, "this_turn": {"dice": 2, "moved": "moved"}},
        [act.Trade(friend=1), act.Give(item="extinguisher_1")],
        "kanata.reason.give.part",
    ),
    "a gun for whoever is hunted": (
        ({"space": OPEN, "items": ["shotgun", "pistol"]}, {"space": "c13r11"}),
        {"abominations": ["c21r11"]},
        [act.Trade(friend=1), act.Give(item="shotgun_1")],
        "kanata.reason.give.weapon",
    ),
    "rounds for whoever has a gun": (
        ({"space": OPEN, "tokens": {"ammo5": 1}}, {"space": OPEN, "items": ["sniper"]}),
        {},
        [act.Trade(friend=1), act.Give(item="ammo5")],
        "kanata.reason.give.token",
    ),
    "first aid for whoever is hurt": (
        ({"space": OPEN, "items": ["aid"]}, {"space": OPEN, "health": 5}),
        {},
        [act.Trade(friend=1), act.Give(item="aid")],
        "kanata.reason.give.health",
    ),
    "a Talisman for whoever has none": (
        ({"space": OPEN}, {"space": OPEN, "tokens": {"talisman": 2}}),
        {},
        [act.Trade(friend=1), act.AskFor(item="talisman"), act.ACCEPT],
        "kanata.reason.ask.charm",
    ),
    "no dynamite for a runner": (
        ({"space": OPEN, "items": ["dynamite", "hacksaw", "extinguisher"]}, {"space": OPEN}),
        {},
        [act.Trade(friend=1), act.Give(item="dynamite")],
        "kanata.reason.give.burden",
    ),
}


@pytest.mark.parametrize("level", GAME.levels)
@pytest.mark.parametrize("name", DEALS)
def test_they_trade_as_friends_would(name: str, level: str) -> None:
    people, more, expected, reason = DEALS[name]
    s = table(*people, **more)
    chosen = choose(s, level)
    assert chosen.reasons[0].key == reason
    wording = Wording(GAME, Strings(), ["Ann", "Bea", "Cid", "Dot"])
    assert wording.reason(chosen.reasons[0])
    assert not wording.strings.missing
    assert trade(s, level)[: len(expected)] == expected


@pytest.mark.cites("KAN-TRADE-03")
def test_they_take_no_for_an_answer() -> None:
    s = table({"space": OPEN}, {"space": OPEN, "tokens": {"talisman": 3}})
    for _ in range(2):
        s.apply_action(choose(s).action)
    s.apply_action(act.REFUSE)
    while s.turn == 0:
        action = choose(s).action
        assert not isinstance(action, act.AskFor)
        s.apply_action(action)


def test_nothing_goes_where_it_would_not_fit_or_help() -> None:
    full = {"space": OPEN, "items": ["axe", "katana", "pizza", "baloney"], "health": 5}
    assert best_deal(table({"space": OPEN, "items": ["aid"]}, full), 1) is None
    assert best_deal(table({"space": OPEN, "items": ["axe"]}, {"space": OPEN, "items": ["katana"]}), 1) is None
    assert best_deal(table({"space": OPEN}, {"space": OPEN}, van_keys=1), 1) is None
    far = {"space": "c14r11", "health": 5}
    assert best_deal(table({"space": OPEN, "items": ["aid"]}, far), 1) is None


def test_a_trade_adds_with_every_deal_and_comes_to_an_end() -> None:
    rng, ids = Rng(3), GAME.content.item_names
    for _ in range(60):
        names = [ids[i] for i in rng.shuffled(list(range(len(ids))))]
        people = [
            {"space": OPEN, "items": names[4 * i : 4 * i + rng.below(5)], "tokens": {"talisman": rng.below(4)}}
            for i in range(2)
        ]
        s = table(*people, abominations=["c20r11"])
        worth = total(s)
        for _ in range(9):
            deal = best_deal(s, 1)
            if deal is None:
                break
            hand_over(s, *((0, 1) if deal.give else (1, 0)), deal.good, None)
            assert total(s) == pytest.approx(worth + deal.worth)
            worth = total(s)
        assert deal is None
