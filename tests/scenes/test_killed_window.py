"""Killing the window's process at any moment of a game: Continue goes on where it was, every time."""

from __future__ import annotations

import multiprocessing
import random
import time
from pathlib import Path

import pytest

from game import registry
from game.core.session import HUMAN, SeatPlan, Session
from tests.scenes import restless

KILLS = 50
PATIENCE = 240.0
"""Seconds that a process may take on a machine that is busy with other things."""


@pytest.mark.timeout(1800)
def test_fifty_kills_of_a_windowed_game(tmp_path: Path) -> None:
    plans = [SeatPlan(HUMAN, name) for name in ("Lucy", "James", "Larry")]
    (tmp_path / "games").mkdir()
    journal = tmp_path / "games" / "first.journal"
    Session.start(registry.get("kingsport"), plans, seed=11, path=journal, id="first").close()
    methods = multiprocessing.get_all_start_methods()
    context = multiprocessing.get_context("forkserver" if "forkserver" in methods else "spawn")
    context.set_forkserver_preload(
        ["tests.scenes.restless", "scenes.kingsport.table", "game.kingsport.rules"]
    )  # a process is then there at once, fresh every time
    chance = random.Random(7)
    table, lines, digest = "first", 0, ""
    furthest = 0
    for kill in range(KILLS):
        reading, writing = context.Pipe(duplex=False)
        window = context.Process(target=restless.play, args=(str(tmp_path), kill, writing))
        window.start()
        writing.close()
        told = []
        try:
            for _ in range(chance.randint(1, 24)):
                assert reading.poll(PATIENCE), "the window does not come up"
                told.append(reading.recv())
            time.sleep(chance.uniform(0, 0.02))  # the moment of the kill: anywhere between two presses
        finally:
            window.kill()
            window.join(PATIENCE)
        while reading.poll():
            try:
                told.append(reading.recv())
            except EOFError:
                break
        reading.close()
        found_table, found_lines, found_digest = told[0]
        assert found_table == table, f"kill {kill}: Continue opened another table"
        assert found_lines >= lines, f"kill {kill}: an accepted action was lost"
        assert found_lines > lines or digest in ("", found_digest), f"kill {kill}: it goes on somewhere else"
        table, lines, digest = told[-1]
        furthest = max(furthest, lines)
    assert furthest > KILLS, "the table came somewhere meanwhile"
