"""A fault in the game's own content: every command names file, line and cure, and nothing half-loaded is played."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the program whose content may be broken."""
    for folder in ("game", "data/kingsport", "data/strings", "data/rules"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=shutil.ignore_patterns("__pycache__"))
    for file in ("main.py", "requirements.txt"):
        shutil.copy(ROOT / file, tmp_path / file)
    return tmp_path


def run(copy: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    line = [sys.executable, copy / "main.py", *arguments, "--user-dir", copy / "user"]
    return subprocess.run(line, capture_output=True, text=True, encoding="utf-8", stdin=subprocess.DEVNULL)


def change(path: Path, old: str, new: str) -> int:
    """Replace the first ``old`` of a file; the line it stands on."""
    text = path.read_text(encoding="utf-8")
    before, found, _ = text.partition(old)
    assert found, f"{old!r} is not in {path.name}"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return before.count("\n") + 1


PLAY = ("play", "kingsport", "--text", "--seats", "novice,novice,novice")


@pytest.mark.parametrize("arguments", [PLAY, ("sim", "kingsport", "--games", "1"), ("bench", "kingsport")])
def test_a_wrong_card_stops_what_needs_it(copy: Path, arguments: tuple[str, ...]) -> None:
    path = copy / "data" / "kingsport" / "gods.yaml"
    line = change(path, "strength: ", "strenght: ")
    answer = run(copy, *arguments)
    assert (answer.returncode, answer.stdout) == (2, "")
    assert answer.stderr.startswith(f"unhallowed: {path}:{line}: gods.")
    assert "found the unknown key strenght, expected only " in answer.stderr
    assert answer.stderr.count("\n") == 1
    assert not [*copy.glob("user/games/*")]


def test_check_lists_faults_of_cards_texts_and_rules_at_once(copy: Path) -> None:
    data = copy / "data"
    cards = change(data / "kingsport" / "gods.yaml", "strength: ", "strenght: ")
    texts = change(data / "strings" / "en" / "terminal.yaml", '"Quit"', '"Quit {now"')
    rules = change(data / "rules" / "en" / "kingsport.yaml", "section: setup", "section: stup")
    answer = run(copy, "check")
    assert answer.returncode == 1
    faults = answer.stdout.splitlines()
    for place in (
        f"{data / 'kingsport' / 'gods.yaml'}:{cards}: ",
        f"{data / 'strings' / 'en' / 'terminal.yaml'}:{texts}: menu.quit: found a brace ",
        f"{data / 'rules' / 'en' / 'kingsport.yaml'}:{rules}: ",
    ):
        assert [fault for fault in faults if fault.startswith(place)], place
    assert run(copy, "--version").returncode == 0, "what needs no content still runs"
