"""What several of these tests need: ways to play at random, and the actions that anybody might try."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement, product

from game.core.chance import Rng
from game.core.contract import Action
from game.kingsport import actions as act
from game.kingsport.cards import standard_cards
from game.kingsport.rules import GAME
from game.kingsport.state import KingsportState

INVESTIGATORS = tuple(standard_cards().investigators)
GODS = tuple(god.id for god in standard_cards().gods)
CARDS = {3: 36, 4: 53, 5: 66}
"""Cards in the layout by the number of cultists (KPT-SETUP-04)."""


def any_game(number: int) -> KingsportState:
    """The ``number``-th game of a series through all seats, Investigators, ledgers and modes."""
    return GAME.new_game(
        3 + number % 3,
        number,
        investigator=INVESTIGATORS[number % len(INVESTIGATORS)],
        ledger=("open", "memory")[number // 3 % 2],
        scenario=number // 6 % 4 > 0,
    )


def random_action(s: KingsportState, rng: Rng) -> Action:
    """A legal action, each equally likely."""
    legal = s.legal_actions()
    return legal[rng.below(len(legal))]


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
