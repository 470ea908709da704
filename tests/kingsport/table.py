"""What several of these tests need: games, what always holds, and the actions that anybody might try."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement, product
from typing import Any

from game.core.chance import Rng
from game.core.contract import Action, Choice
from game.core.session import SeatPlan, Session
from game.kingsport import actions as act
from game.kingsport import dice as dd
from game.kingsport.cards import standard_cards
from game.kingsport.policy import AdeptPolicy
from game.kingsport.rules import GAME
from game.kingsport.state import ROUNDS, KingsportState
from tests.contract.samples import random_action

INVESTIGATORS = tuple(standard_cards().investigators)
GODS = tuple(god.id for god in standard_cards().gods)
CARDS = {3: 36, 4: 53, 5: 66}
"""Cards in the layout by the number of cultists (KPT-SETUP-04)."""


def any_game(number: int) -> KingsportState:
    """The ``number``-th game of a series through all seats, Investigators, ledgers and modes."""
    players, options = set_up(number)
    return GAME.new_game(players, number, **options)


def set_up(number: int) -> tuple[int, dict[str, Any]]:
    """Players and options of that game."""
    return 3 + number % 3, {
        "investigator": INVESTIGATORS[number % len(INVESTIGATORS)],
        "ledger": ("open", "memory")[number // 3 % 2],
        "scenario": number // 6 % 4 > 0,
    }


def check_table(s: KingsportState) -> None:
    """What holds at every moment of every game."""
    tables = s.setup.tables
    piles = [s.pile(god) for god in range(len(tables.ids))]
    owned = [s.owned(seat) for seat in range(s.setup.players)]
    assert sum(piles) + sum(map(int.bit_count, owned)) == CARDS[s.setup.players], "cards"
    assert not s.in_play & s.hands[s.turn], "the same god in hand and in play"
    for god, size in enumerate(piles):
        owners = sum(gods >> god & 1 for gods in owned)
        assert size + owners == s.setup.copies[god], f"copies of {tables.ids[god]}"
    assert all(0 <= sanity <= 12 for sanity in s.sanity), "Sanity"
    assert 0 <= s.dice < len(dd.MULTISETS), "dice"
    assert dd.NUMBER[s.dice] <= 5, "dice"
    assert 1 <= s.round <= ROUNDS, "round"


def played(number: int, plies: int) -> KingsportState:
    """``any_game`` after so many random answers, or at its end."""
    s, rng = any_game(number), Rng(number)
    for _ in range(plies):
        if s.is_terminal():
            break
        s.step(random_action(s, rng))
    return s


def _attempts() -> Iterator[Action]:
    for card in (*GODS, "ghost"):
        yield from (act.Play(card=card), act.Invoke(card=card), act.Raid(card=card), act.Discard(card=card))
    yield from (act.ChooseFace(face=face) for face in "EDXQ")
    yield from (act.ChooseVictim(victim=seat) for seat in range(-1, 6))
    for n in range(6):
        yield from (act.ChooseDice(reroll=faces) for faces in combinations_with_replacement("EDX", n))
    turns = [act.Turn(a, b) for a, b in product("EDX", repeat=2)]
    for n in (1, 2):
        yield from (act.ChooseDice(turn=way) for way in combinations_with_replacement(turns, n))
    yield act.ChooseDice(reroll=("E",), turn=(act.Turn("E", "D"),))
    yield from (act.END_EXPANSION, act.USE, act.DECLINE, act.PASS, act.DONE, act.END_TURN)
    yield from (act.EndTurn(seat=seat) for seat in range(-1, 6))


ATTEMPTS = tuple(_attempts())
"""Whatever a person might try, at any question."""


LETS_TWO_CALL = {
    "players": 3, "ledger": "memory", "investigator": "dyer", "scenario": False,
    "round": 2, "first": 0, "turn": 0, "phase": "invocation",
    "cultists": [
        {"hand": ["byakhee"], "dice": ["E", "E"]},
        {"hand": ["byakhee"]},
        {"hand": ["xura"]},
    ],
}  # fmt: skip
"""Two cultists who can both pay for Yig and for Nodens."""


def twin(first: str, second: str, *, acts: int = 13) -> tuple[Session, dict[int, Choice]]:
    """Cultists 0 and 1 invoke these gods; after 13 acts the next round has come. With the computer's choices, which
    always have something to say about what it holds."""
    script = ["E", "D", "X", "D"]
    plans = [SeatPlan("adept"), SeatPlan("novice"), SeatPlan("human")]
    session = Session.start(GAME, plans, position=LETS_TWO_CALL, script=script)
    choices: dict[int, Choice] = {}
    line = [
        act.Invoke(card=first), act.END_TURN,
        act.Play(card="byakhee"), act.END_EXPANSION, act.Invoke(card=second), act.END_TURN,
        act.END_EXPANSION, act.PASS, act.END_TURN,
        act.END_EXPANSION, act.PASS, act.DONE, act.END_TURN,
    ]  # fmt: skip
    for action in line[:acts]:
        level = session.seats[session.state.current_player()].kind
        if level != "human":
            state = session.state.clone()
            policy = AdeptPolicy()
            ranked = sorted(policy.scores(state, Rng(1)), key=lambda pair: -pair[0])  # type: ignore[arg-type]
            choices[len(session.entries)] = Choice(action, policy.reasons(state, action, ranked))  # type: ignore[arg-type]
        session.apply(action)
    return session, choices
