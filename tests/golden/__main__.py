"""``python -m tests.golden``: write the golden games of every game anew."""

from __future__ import annotations

from tests.contract.samples import NAMES, found
from tests.golden import FOLDER

for game in NAMES:
    for name, play in found(game).goldens.items():
        path = FOLDER / game / f"{name}.txt"
        path.parent.mkdir(exist_ok=True)
        path.write_text(play(), "utf-8", newline="\n")
        print(path.relative_to(FOLDER.parent))
