"""``python -m tests.golden``: write the golden games of every game anew."""

from __future__ import annotations

from tests.golden import FOLDER
from tests.kanata.test_golden import GAMES as KANATA
from tests.kingsport.test_golden import GAMES as KINGSPORT
from tests.sacrament.test_golden import GAMES as SACRAMENT

GOLDEN = {"kanata": KANATA, "kingsport": KINGSPORT, "sacrament": SACRAMENT}

for game, games in GOLDEN.items():
    for name, play in games.items():
        path = FOLDER / game / f"{name}.txt"
        path.parent.mkdir(exist_ok=True)
        path.write_text(play(), "utf-8", newline="\n")
        print(path.relative_to(FOLDER.parent))
