"""What a state keeps ready is what it would reckon anew: the light on a map, the JSON of sheets within the digest."""

from __future__ import annotations

import hashlib

import msgspec
import pytest

from game.core.chance import Rng
from game.core.contract import Event
from game.sacrament.rules import GAME
from game.sacrament.state import SacramentState


def _check(s: SacramentState) -> None:
    kept, s._lit = s._lit, None
    if kept is not None:
        assert s.lit() == kept
    plain = hashlib.blake2b(msgspec.json.encode(s.key(), order="sorted"), digest_size=8).hexdigest()
    assert s.digest() == plain


@pytest.mark.parametrize("watched", [False, True])
@pytest.mark.parametrize("seed", range(3))
def test_kept_figures_follow_the_state(seed: int, watched: bool) -> None:
    s = GAME.new_game(4, seed, level=1 + 2 * seed)
    rng = Rng(seed)
    for _ in range(1500):
        legal = s.legal_actions()
        if not legal:
            break
        sink: list[Event] | None = [] if watched else None
        s.step(legal[rng.below(len(legal))], sink)
        _check(s)
