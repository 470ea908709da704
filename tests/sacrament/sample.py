"""What the contract suite needs to know of Sacrament."""

from __future__ import annotations

from game.sacrament.frames import GM
from game.sacrament.rules import GAME
from tests.contract.samples import Sample
from tests.sacrament.attempts import ATTEMPTS
from tests.sacrament.golden import GAMES
from tests.sacrament.table import check_table, set_up

SAMPLE = Sample(
    GAME,
    set_up,
    attempts=ATTEMPTS,
    check=check_table,
    sees_all=frozenset({GM}),
    games=40,
    batch=10,
    plies=400,
    deep_every=5,
    told=16,
    told_plies=160,
    goldens=GAMES,
)
