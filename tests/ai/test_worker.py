"""The worker process: what it is sent, what it answers, and what happens when it is killed, slow or wrong."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from game.ai import worker as worker_module
from game.ai.players import Player
from game.ai.worker import Worker
from game.core.chance import Rng
from game.core.contract import Game, State
from game.registry import GAMES, get
from tests.contract.samples import mid_game

ROOT = Path(__file__).parents[2]
QUICK = "ai.reason.quick_move"


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> Game:
    return get(request.param)


@pytest.fixture
def state(game: Game) -> State:
    """A state some way into a game, at a question with a choice."""
    return mid_game(game, 5, 50)


@pytest.fixture
def worker(game: Game) -> Iterator[Worker]:
    worker = Worker(game, game.levels[-1])
    yield worker
    worker.close()


def kill(worker: Worker) -> None:
    """As the system would, and wait until it is gone."""
    assert worker.pid is not None
    os.kill(worker.pid, signal.SIGKILL)
    process = worker._process
    assert process is not None
    process.join()


def test_it_answers_as_the_same_player_in_this_process_would(game: Game, state: State, worker: Worker) -> None:
    for seed in range(4):
        worker.ask(state, seed)
        assert worker.is_thinking
        choice = worker.wait()
        assert choice == Player(game, worker.level).choose(state, seed)
        assert choice.reasons, "each move comes with its reasons"
        assert not worker.is_thinking
        state.step(choice.action)
    assert worker.faults == []


def test_nothing_is_asked_so_nothing_comes(worker: Worker) -> None:
    assert worker.poll() is None


def test_it_is_sent_an_imagined_position_never_the_true_state(state: State, worker: Worker) -> None:
    worker.ask(state, 3)
    request = msgspec.msgpack.decode(worker._request)
    imagined = state.resample(state.current_player(), Rng(3).fork(1))
    assert request["position"] == msgspec.json.decode(msgspec.json.encode(imagined.position()))
    assert request["position"] != msgspec.json.decode(msgspec.json.encode(state.position()))
    worker.wait()


def test_a_killed_process_is_replaced_and_the_move_comes(game: Game, state: State, worker: Worker) -> None:
    first = worker.pid
    kill(worker)
    worker.ask(state, 8)
    assert worker.wait() == Player(game, worker.level).choose(state, 8)
    assert worker.pid != first
    assert worker.faults == ["the process ended and was replaced"]


def test_a_process_killed_while_it_thinks_is_asked_again(game: Game, state: State, worker: Worker) -> None:
    worker.ask(state, 8)
    os.kill(worker.pid or 0, signal.SIGSTOP)  # so that it cannot answer before it is killed
    kill(worker)
    polls = 0
    while (choice := worker.poll(5)) is None:
        polls += 1
        assert polls < 20
    assert choice == Player(game, worker.level).choose(state, 8)


def test_killed_twice_a_quick_legal_move_comes_and_says_so(state: State, worker: Worker) -> None:
    worker.ask(state, 8)
    kill(worker)
    assert worker.poll(0) is None
    kill(worker)
    choice = worker.poll(5)
    assert choice is not None
    assert state.refusal(choice.action) is None
    assert [reason.key for reason in choice.reasons] == [QUICK]
    assert worker.faults[-1] == "the process ended twice"
    worker.ask(state, 9)
    assert worker.wait().reasons[0].key != QUICK, "the next move is thought about again"


def test_a_process_that_never_answers_counts_as_dead(state: State, worker: Worker) -> None:
    os.kill(worker.pid or 0, signal.SIGSTOP)
    worker.ask(state, 8)
    choice = worker.wait(timeout=3)
    assert state.refusal(choice.action) is None
    assert worker.faults[0] == "the process ended and was replaced"


def test_cancel_forgets_the_request_and_the_next_one_is_answered(game: Game, state: State, worker: Worker) -> None:
    worker.ask(state, 1)
    worker.cancel()
    assert not worker.is_thinking
    assert worker.poll() is None
    worker.ask(state, 2)
    assert worker.wait() == Player(game, worker.level).choose(state, 2)


def answering(monkeypatch: pytest.MonkeyPatch, worker: Worker, **fields: Any) -> None:
    """Let the process answer with these fields instead of its own."""
    whole = msgspec.msgpack.decode

    def decode(data: bytes, *, type: Any) -> Any:
        return msgspec.structs.replace(whole(data, type=type), **fields)

    monkeypatch.setattr(worker_module.msgspec.msgpack, "decode", decode)


@pytest.mark.parametrize(
    ("fields", "fault"),
    [
        ({"action": {"action": "dance"}}, "no action of"),
        ({"action": {}}, "no action of"),
        ({"fault": "Traceback: it broke"}, "it broke"),
    ],
)
def test_a_wrong_answer_gives_a_quick_legal_move(
    state: State, worker: Worker, monkeypatch: pytest.MonkeyPatch, fields: dict[str, Any], fault: str
) -> None:
    worker.ask(state, 8)
    answering(monkeypatch, worker, **fields)
    choice = worker.wait()
    assert state.refusal(choice.action) is None
    assert [reason.key for reason in choice.reasons] == [QUICK]
    assert fault in worker.faults[-1]


def test_an_illegal_answer_is_checked_like_a_persons_move(
    game: Game, state: State, worker: Worker, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = state.clone()
    while other.legal_actions()[0] in state.legal_actions():
        other.step(other.legal_actions()[0])
    worker.ask(state, 8)
    answering(monkeypatch, worker, action=msgspec.to_builtins(other.legal_actions()[0]))
    choice = worker.wait()
    assert state.refusal(choice.action) is None
    assert "is refused by" in worker.faults[-1]


def test_a_fault_while_thinking_comes_back_as_one(game: Game, worker: Worker) -> None:
    """A position that cannot be read does not end the process; the fault names the reason."""
    request = worker_module._Request(1, game.id, "grandmaster", 1, {})
    answer = worker_module._answer(request, {})
    assert "grandmaster" in answer.fault
    answer = worker_module._answer(worker_module._Request(1, game.id, worker.level, 1, {"no": "position"}), {})
    assert "PositionError" in answer.fault


def test_closing_ends_the_process(game: Game) -> None:
    worker = Worker(game, game.levels[0])
    process = worker._process
    assert process is not None
    pid = worker.pid
    worker.close()
    assert worker.pid is None
    with pytest.raises(ProcessLookupError):
        os.kill(pid or 0, 0)


def test_a_worker_leaves_when_its_table_is_killed(game: Game) -> None:
    code = f"""
from game.ai.worker import Worker
from game.registry import get

if __name__ == "__main__":
    print(Worker(get({game.id!r}), {game.levels[0]!r}).pid, flush=True)
    input()
"""
    pipe = subprocess.PIPE
    table = subprocess.Popen([sys.executable, "-c", code], cwd=ROOT, stdin=pipe, stdout=pipe)
    assert table.stdout is not None
    assert int(table.stdout.readline()) != table.pid
    table.kill()
    table.communicate(timeout=60)  # the pipe ends when the last process that holds it, the worker, is gone
