"""The packaged program without a window: its test of itself, commands, games that were played from the sources."""

from __future__ import annotations

import random
import re
import shlex
import subprocess
from pathlib import Path

import pytest

from game.core.session import HUMAN, SeatPlan, Session
from game.registry import GAMES, get
from game.version import VERSION
from tests.e2e.packaged import build

GAMES_PLAYED = 200
MOST_ACTS = 150


def run(program: Path, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
    """Run the program to its end, from a folder of no meaning."""
    line = [str(program), *map(str, arguments)]
    return subprocess.run(line, cwd="/", capture_output=True, text=True, encoding="utf-8", stdin=subprocess.DEVNULL)


def test_it_says_its_version(program: Path) -> None:
    answer = run(program, "--version")
    assert (answer.returncode, answer.stdout, answer.stderr) == (0, f"Unhallowed {VERSION}\n", "")


def test_it_finds_nothing_wrong_with_itself(program: Path, tmp_path: Path) -> None:
    answer = run(program, "--self-test", "--user-dir", tmp_path)
    assert answer.stdout.endswith("all is well\n"), answer.stdout + answer.stderr
    assert answer.returncode == 0
    for game in GAMES:
        assert f"good    {game}: a computer player's move, in a process of its own\n" in answer.stdout


def test_its_test_of_itself_tells_what_is_missing(program: Path, tmp_path: Path) -> None:
    maimed = build.copy_to(tmp_path / "maimed", program)
    for name in ("data/fonts/EBGaramond-600.ttf", "maps/sacrament_choir.tmx"):
        (maimed.parent / "_internal" / name).unlink()
    answer = run(maimed, "--self-test", "--user-dir", tmp_path)
    assert answer.returncode == 1
    failed = [line.removeprefix("FAILED  ") for line in answer.stdout.splitlines() if line.startswith("FAILED  ")]
    assert {*failed} == {"type", "sacrament: content, rules and texts"}
    same = [line.removeprefix("same    ") for line in answer.stdout.splitlines() if line.startswith("same    ")]
    assert "a character's sheet as PDF" in same, "it fails for the font that was told of already"
    assert answer.stdout.endswith(f"\n{len(failed)} failed\n")
    for name in ("EBGaramond-600.ttf", "sacrament_choir.tmx"):
        assert name in answer.stdout


def test_without_any_stream_it_writes_to_its_log(program: Path, tmp_path: Path) -> None:
    """As a windowed program on Windows, which has none."""
    command = shlex.join([str(program), "scenario", "/nowhere.yaml", "--user-dir", str(tmp_path)])
    assert subprocess.run(["sh", "-c", f"exec {command} <&- >&- 2>&-"]).returncode == 2
    command = shlex.join([str(program), "--self-test", "--user-dir", str(tmp_path)])
    assert subprocess.run(["sh", "-c", f"exec {command} <&- >&- 2>&-"]).returncode == 0
    lines = (tmp_path / "log" / "unhallowed.log").read_text(encoding="utf-8").splitlines()
    assert lines[-1].endswith("INFO all is well")


def test_beside_a_file_named_portable_it_keeps_everything_there(program: Path, tmp_path: Path) -> None:
    moved = build.copy_to(tmp_path / "stick", program)
    (moved.parent / "portable").touch()
    assert run(moved, "play", "kingsport", "--text", "--seats", "novice,novice,novice").returncode == 0
    assert len([*moved.parent.glob("user/games/*.journal")]) == 1


def test_simulation_uses_processes(program: Path) -> None:
    answer = run(program, "sim", "kingsport", "--games", "4", "--jobs", "2", "--json")
    assert answer.returncode == 0, answer.stderr
    assert '"finished": 4' in answer.stdout


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Two hundred journals of random games, played by the sources."""
    folder = tmp_path_factory.mktemp("played")
    rng = random.Random(8)
    paths = []
    for number in range(GAMES_PLAYED):
        game = get([*GAMES][number % len(GAMES)])
        seats = rng.randint(game.min_players, game.max_players)
        kinds = [game.seat_kinds(seat) for seat in range(seats)]
        plans = [SeatPlan(HUMAN if HUMAN in known else known[0]) for known in kinds]
        path = folder / f"{number}.journal"
        session = Session.start(game, plans, seed=number, path=path, id=str(number))
        for _ in range(MOST_ACTS):
            if not session.state.is_terminal():
                session.apply(rng.choice(session.state.legal_actions()))
        session.close()
        paths.append(path)
    return paths


def test_two_hundred_games_of_the_sources_verify(program: Path, played: list[Path]) -> None:
    answer = run(program, "replay", "--verify", *played)
    assert answer.returncode == 0, answer.stdout + answer.stderr
    verified = [line for line in answer.stdout.splitlines() if line.endswith(" verified")]
    assert len(verified) == GAMES_PLAYED


@pytest.mark.cites("SAC-BUILDER-05")
def test_it_prints_a_character_sheet(program: Path, tmp_path: Path) -> None:
    path = tmp_path / "Æðelþryð.pdf"
    answer = run(program, "sheet", "osric", "--out", path)
    assert (answer.returncode, answer.stdout, answer.stderr) == (0, f"{path}: Osric, 2 pages\n", "")
    printed = path.read_bytes()
    assert printed.startswith(b"%PDF")
    assert len(re.findall(rb"/Type /Page\b", printed)) == 2
    assert printed.count(b"/FontFile2") == 3, "each type of the sheet is in the file"
