"""What the contract suite needs to know of the toy: one game to be kept as text. All else is made from its types."""

from __future__ import annotations

from game.commands import texts
from game.core.chance import Rng
from game.core.contract import Event
from tests.contract.samples import Sample, random_action
from tests.golden import transcript
from tests.toy.rules import GAME


def _plain() -> str:
    events: list[Event] = []
    rng = Rng(1)
    return transcript(
        "toy: seed 1", GAME.new_game(2, 1, sink=events), events, lambda state: random_action(state, rng)
    )


SAMPLE = Sample(GAME, lambda number: texts.set_up(GAME, number), goldens={"plain": _plain})
