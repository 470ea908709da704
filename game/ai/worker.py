"""A computer player in a process of its own, so that a table never waits for it.

One process and one pipe for each player. A request carries an imagined position (never the true state), a level and
a seed; requests are numbered and answers to old ones dropped. A killed process is replaced and asked again; when that
fails too, or the answer is no legal move, a quick legal move comes instead, with a reason that says so.
"""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
import threading
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any

import msgspec

from game.ai.players import imagine, think
from game.core.chance import Rng
from game.core.contract import Action, Choice, Game, Policy, Reason, State

_CONTEXT = multiprocessing.get_context("spawn")  # a forked child would copy window, sound and locks
_ATTEMPTS = 2


class _Request(msgspec.Struct):
    """What is asked of the process."""

    number: int
    game: str
    level: str
    seed: int
    position: dict[str, Any]


class _Answer(msgspec.Struct):
    """What the process answers: a move with its reasons, or the ``fault`` that kept it from choosing."""

    number: int
    action: dict[str, Any] = {}
    reasons: tuple[Reason, ...] = ()
    candidates: tuple[tuple[dict[str, Any], float], ...] = ()
    fault: str = ""


class Worker:
    """One computer player. ``ask`` it, then ``poll`` now and then, or ``wait``."""

    def __init__(self, game: Game, level: str) -> None:
        """Start the process at once, so that it is ready when it is first asked."""
        self.game, self.level = game, level
        self.faults: list[str] = []
        """What went wrong so far, for the log of the program."""
        self._number = 0
        self._attempts = 0
        self._asked: tuple[State, int] | None = None
        self._request = b""
        self._process: BaseProcess | None = None
        self._pipe: Connection | None = None
        self._start()

    @property
    def pid(self) -> int | None:
        """The process that thinks, ``None`` while there is none."""
        return self._process.pid if self._process else None

    @property
    def is_thinking(self) -> bool:
        """Whether a request is open."""
        return self._asked is not None

    def ask(self, state: State, seed: int) -> None:
        """Ask for the current player's choice. ``state`` must stay as it is until the answer is fetched."""
        assert not self.is_thinking, "one request at a time"
        self._number += 1
        self._attempts = 1
        self._asked = state, seed
        position = imagine(state, state.current_player(), seed).position()
        self._request = msgspec.msgpack.encode(_Request(self._number, self.game.id, self.level, seed, position))
        self._send()

    def poll(self, timeout: float = 0) -> Choice | None:
        """The answer if it has come (within ``timeout`` seconds), else ``None``. The choice is legal, always."""
        if self._asked is None:
            return None
        try:
            if self._pipe is None or self._process is None:
                raise EOFError
            if not self._pipe.poll(timeout):
                return None
            answer = msgspec.msgpack.decode(self._pipe.recv_bytes(), type=_Answer)
        except (EOFError, OSError):
            return self._after_death()
        except msgspec.MsgspecError as error:
            return self._quick_move(f"unreadable answer: {error}")
        if answer.number != self._number:
            return self.poll(timeout)
        return self._checked(answer)

    def wait(self, timeout: float = 120) -> Choice:
        """The answer; a process that has not answered within ``timeout`` seconds counts as dead."""
        assert self.is_thinking, "nothing was asked"
        while True:
            attempts = self._attempts
            choice = self.poll(timeout)
            if choice is None and attempts == self._attempts:
                choice = self._after_death()
            if choice is not None:
                return choice

    def cancel(self) -> None:
        """Forget the open request. A process that is busy with it is replaced by a fresh one."""
        if self.is_thinking:
            self._asked = None
            self._stop()
            self._start()

    def close(self) -> None:
        """End the process."""
        self._asked = None
        self._stop()

    # ------------------------------------------------------------------------------------------------ the process

    def _start(self) -> None:
        mine, theirs = _CONTEXT.Pipe()
        process = _CONTEXT.Process(target=_serve, args=(theirs,), name=f"{self.game.id} {self.level}", daemon=True)
        try:
            with _deaf_to_interrupts():
                process.start()
        except OSError as error:
            self.faults.append(f"no process: {error}")
            mine.close()
            return
        finally:
            theirs.close()  # else the end of the process would never be seen
        self._process, self._pipe = process, mine

    def _stop(self) -> None:
        if self._pipe is not None:
            self._pipe.close()
        if self._process is not None:
            self._process.kill()
            self._process.join()
            self._process.close()
        self._process = self._pipe = None

    def _send(self) -> None:
        try:
            if self._pipe is None:
                raise BrokenPipeError
            self._pipe.send_bytes(self._request)
        except OSError:
            self._stop()  # poll finds no process and goes on from there

    def _after_death(self) -> Choice | None:
        self._stop()
        if self._attempts >= _ATTEMPTS:
            return self._quick_move("the process ended twice")
        self.faults.append("the process ended and was replaced")
        self._attempts += 1
        self._start()
        self._send()
        return None

    # ------------------------------------------------------------------------------------------------- the answer

    def _checked(self, answer: _Answer) -> Choice:
        if answer.fault:
            return self._quick_move(answer.fault)
        assert self._asked is not None
        try:
            choice = Choice(
                self._action(answer.action),
                answer.reasons,
                tuple((self._action(action), score) for action, score in answer.candidates),
            )
        except msgspec.ValidationError as error:
            return self._quick_move(f"no action of {self.game.id}: {error}")
        refusal = self._asked[0].refusal(choice.action)
        if refusal is not None:
            return self._quick_move(f"{choice.action} is refused by {refusal.clause}")
        self._asked = None
        return choice

    def _action(self, fields: dict[str, Any]) -> Action:
        action: Action = msgspec.convert(fields, self.game.action_type)
        return action

    def _quick_move(self, fault: str) -> Choice:
        assert self._asked is not None
        state, seed = self._asked
        self._asked = None
        self.faults.append(fault)
        actions = state.legal_actions()
        return Choice(actions[Rng(seed).below(len(actions))], (Reason("ai.reason.quick_move"),))


@contextmanager
def _deaf_to_interrupts() -> Iterator[None]:
    """Ctrl-C in a terminal is for the table alone: a process that is started here ignores it from its birth on."""
    if threading.current_thread() is not threading.main_thread():
        yield  # only the main thread may say so; the process says it itself a moment later
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _serve(pipe: Connection) -> None:
    """The process: answer requests until the table is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_leave_with_parent, daemon=True).start()
    policies: dict[tuple[str, str], tuple[Game, Policy]] = {}
    while True:
        try:
            request = msgspec.msgpack.decode(pipe.recv_bytes(), type=_Request)
            pipe.send_bytes(msgspec.msgpack.encode(_answer(request, policies)))
        except (EOFError, OSError):
            return


def _leave_with_parent() -> None:
    """A table that was killed takes its workers along, even out of the middle of a thought."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
    os._exit(0)


def _answer(request: _Request, policies: dict[tuple[str, str], tuple[Game, Policy]]) -> _Answer:
    try:
        game, policy = _player(request.game, request.level, policies)
        choice = think(policy, game.from_position(request.position), request.seed)
    except Exception:  # whatever it is, the table gets a move and the log the reason
        return _Answer(request.number, fault=traceback.format_exc())
    return _Answer(
        request.number,
        msgspec.to_builtins(choice.action),
        choice.reasons,
        tuple((msgspec.to_builtins(action), score) for action, score in choice.candidates),
    )


def _player(game_id: str, level: str, policies: dict[tuple[str, str], tuple[Game, Policy]]) -> tuple[Game, Policy]:
    if (game_id, level) not in policies:
        from game.registry import get  # a player is built on the contract; only its process has to find the game

        game = get(game_id)
        policies[game_id, level] = game, game.policy(level)
        gc.freeze()  # content stays for ever: the collector need not look at it again
    return policies[game_id, level]
