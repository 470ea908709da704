"""Killing the program at any moment loses no accepted action and breaks no save."""

import random
import subprocess
import sys
from pathlib import Path

from game.core.saves import inspect
from game.core.session import Session
from tests.toy.rules import find

ROOT = Path(__file__).parents[2]
KILLS = 10

PLAYER = """
import sys
from pathlib import Path
from game.core.session import Session
from tests.core.tables import table
from tests.toy.rules import Gain, Look, find
journal, save = Path(sys.argv[1]), Path(sys.argv[2])
session = Session.open(journal, find) if journal.exists() else table(journal)
while True:
    for number in range(6):
        session.apply(Look())
        print(len(session.entries), flush=True)
    session.apply(Gain())
    session.undo()
    session.save_as(save)
"""


def test_kills_lose_nothing(tmp_path):
    journal, save = tmp_path / "t.journal", tmp_path / "s.save"
    rng = random.Random(1)
    entries = 1
    for _ in range(KILLS):
        with subprocess.Popen(
            [sys.executable, "-c", PLAYER, str(journal), str(save)], cwd=ROOT, stdout=subprocess.PIPE
        ) as player:
            for _ in range(rng.randrange(1, 40)):
                player.stdout.readline()
            player.kill()
            told = [int(line) for line in player.stdout.read().split(b"\n")[:-1]]
        session = Session.open(journal, find)
        assert len(session.entries) >= max([entries, *told])
        entries = len(session.entries)
        session.close()
        assert not save.exists() or inspect(save).state == "sound"
    assert entries > KILLS
    assert inspect(save).state == "sound"
