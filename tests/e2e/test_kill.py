"""Killing the program at any moment loses no accepted action: the next start goes on where it was."""

from __future__ import annotations

import random
import subprocess
from pathlib import Path

from game.ai.players import Player, choice_seed
from game.core.replay import Replay
from game.core.strings import Strings
from game.core.text import action_text
from game.core.wording import Wording
from game.registry import get
from tests.e2e.program import command

KILLS = 50
LEVELS = ["adept", "adept", "novice"]
PIPE = 4096  # bytes, the least there is: the program cannot run far ahead of the reader


def test_fifty_kills_of_tables_of_computers(tmp_path: Path) -> None:
    """Half of the kills come after some lines were shown, half at any moment from the start of the program on.

    A game that is over is followed by the next one; each is then the game it would have been without kills.
    """
    moments = random.Random(4)
    seed = 31
    tables: dict[int, Path] = {}
    kept = advanced = 0
    for kill in range(KILLS):
        line = going_on(seed, tables.get(seed), tmp_path)
        out = kill_after_lines(line, moments.randint(1, 12)) if kill % 2 else kill_after(line, moments.uniform(0, 1))
        if seed not in tables:
            journals = set(tmp_path.glob("games/*.journal")) - set(tables.values())
            if not journals:
                continue  # killed before there was a table
            (tables[seed],) = journals
        replay = Replay.open(tables[seed], get)  # what is kept is sound, digest by digest
        assert len(replay) >= kept, "an accepted action is lost"
        assert_shown_is_kept(out, replay, kept)
        advanced += len(replay) > kept
        kept = len(replay)
        if replay.jump(kept) and replay.state.is_terminal():
            seed, kept = seed + 1, 0
    assert advanced >= KILLS // 3
    for seed, path in tables.items():
        finish = going_on(seed, path, tmp_path)
        subprocess.run(finish, check=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, timeout=120)
        assert moves(path) == undisturbed(seed), "the game went another way than without kills"


def going_on(seed: int, path: Path | None, folder: Path) -> list[str]:
    """The command line that begins the table of that seed, or goes on at it."""
    user = ["--user-dir", str(folder)]
    if path is not None:
        return command("play", path, "--text", *user)
    return command("play", "kingsport", "--text", "--seats", ",".join(LEVELS), "--seed", str(seed), *user)


def kill_after(line: list[str], seconds: float) -> str:
    """Run the program and kill it after that time; what it showed."""
    process = subprocess.Popen(line, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, pipesize=PIPE, encoding="utf-8")
    try:
        process.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        process.kill()
    return process.communicate()[0]  # ends when the workers have left too


def kill_after_lines(line: list[str], lines: int) -> str:
    """Run the program and kill it once it has shown that many lines below the first; what it showed."""
    process = subprocess.Popen(line, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, pipesize=PIPE, encoding="utf-8")
    assert process.stdout is not None
    shown = [process.stdout.readline() for _ in range(lines + 1)]
    process.kill()
    return "".join(shown) + process.communicate()[0]


def assert_shown_is_kept(out: str, replay: Replay, kept: int) -> None:
    """All that was on the screen, but the notices before the first move, is in the journal, in its order."""
    wording = Wording(replay.game, Strings(), [plan.name for plan in replay.seats])
    lines: list[str] = []
    for step in range(0 if kept == 0 else kept + 1, len(replay) + 1):
        lines += [line for event in replay.jump(step).events if (line := wording.event(event))]
    replay.jump(len(replay))  # the last one stands there also when no step is new
    torn = Strings().raw("save.torn")
    assert torn
    shown = [line for line in out.splitlines()[1:] if line and not line.startswith(torn.partition("{")[0])]
    if replay.state.is_terminal():
        shown = shown[: len(lines)]  # the result comes below
    assert shown == lines[: len(shown)], "something was shown that is not kept"


def moves(path: Path) -> list[str]:
    """The actions of a journal."""
    replay = Replay.open(path, get)
    return [action_text(action) for step in range(1, len(replay) + 1) if (action := replay.jump(step).action)]


def undisturbed(seed: int) -> list[str]:
    """The actions of the same game played in this process without a break."""
    game = get("kingsport")
    players = [Player(game, level) for level in LEVELS]
    state = game.new_game(len(LEVELS), seed)
    actions: list[str] = []
    while not state.is_terminal():
        seat = state.current_player()
        action = players[seat].choose(state, choice_seed(seed, seat, len(actions))).action
        state.step(action)
        actions.append(action_text(action))
    return actions
