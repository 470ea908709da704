"""The contract every game obeys. Terms are OpenSpiel's.

Screens, computer players, saves, replays and simulations use this module and nothing more of a game.
Actions and events are immutable values with a tag (``action`` / ``event``) so that they travel as JSON.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar, Protocol, TypeAlias

from msgspec import Struct

from game.core.chance import Rng
from game.core.yaml_reader import ContentError

TERMINAL = -4
"""What ``State.current_player`` answers when the game is over (OpenSpiel's value)."""

Values: TypeAlias = Mapping[str, str | int | float | bool]
"""Named values for a text key. A string that is itself a text key starts with ``@``: ``{"god": "@god.migo.name"}``."""


class Action(Struct, frozen=True, gc=False, tag_field="action", omit_defaults=True, kw_only=True):
    """Something a seat does. Subclasses name the targets (``card``, ``space``, ``victim``…).

    ``seat`` is the seat that acts; ``None`` means the current player. Actions that ``legal_actions`` lists for the
    current player have ``seat=None``, so that one thing to do has one spelling.
    """

    seat: int | None = None


class Event(Struct, frozen=True, tag_field="event", kw_only=True):
    """Something that happened. ``clauses`` are the ids of the rules that made it happen, never empty."""

    clauses: tuple[str, ...]

    reveals: ClassVar[bool] = False
    """Whether people learn something by it that undo could not take back (a die, a drawn card)."""

    spends: ClassVar[bool] = False
    """Whether somebody may have less by it (rounds, an item, health, a token, a die): nobody spends unasked, so no step
    that does is taken for a person, even if nothing else is possible."""

    passes: ClassVar[bool] = False
    """Whether it says that a seat let its moment go by. An act that begins so is no act of its own for undo: it belongs
    to the press that it lets stand."""

    forgotten: ClassVar[bool] = False
    """Whether it only stands for something that the log no longer tells: then it is no line of the log."""

    def seen_by(self, viewer: int | None) -> Event:
        """The event as ``viewer`` may see it when it happens (``None``: somebody without a seat)."""
        return self

    def told(self) -> tuple[str, Mapping[str, Any]]:
        """How a sentence tells it: the variant of its text (empty: the plain one) and values beside its fields, worded
        as these are (``Game.words``).
        """
        return str(getattr(self, "cause", "")), {}


class Rewound(Event, frozen=True, tag="rewound"):
    """Somebody went back beyond what had been revealed: ``count`` acts that came after this one are undone."""

    reveals: ClassVar[bool] = True

    count: int


class Refusal(Struct, frozen=True):
    """Why an action is not legal: the clause that forbids it and a sentence (text key and values)."""

    clause: str
    key: str
    values: Values = {}


class Decision(Struct, frozen=True):
    """The open question. ``name`` is the rules' decision point in lower case.

    ``layout`` says how the options want to be laid out: ``buttons``, ``cards``, ``dice``, ``seats``, ``spaces``
    or ``set`` (several things are gathered and sent one by one).
    """

    name: str
    seat: int
    prompt: str
    values: Values
    clauses: tuple[str, ...]
    layout: str = "buttons"


class Observation(Struct, frozen=True):
    """All that one seat may know, and nothing else. Each game adds its fields."""

    player: int


class Outcome(Struct, frozen=True):
    """How a game ended, for people. ``ranks[seat]`` is 1 for the first place; shared places share a number.

    ``lost``: the people at the table have lost together; ``winners`` then served the other side (texts
    ``<game>.outcome.lost`` and ``<game>.outcome.served``), which is no victory of the table.
    """

    reason: str
    winners: tuple[int, ...]
    ranks: tuple[int, ...]
    scores: tuple[int, ...]
    lost: bool = False
    tie_break: tuple[str, ...] = ()
    details: Mapping[str, Any] = {}


class Option(Struct, frozen=True):
    """A set-up choice of a game, enough to draw it from.

    ``kind`` is ``choice`` (one of ``choices``), ``switch`` (bool), ``seat`` (one of ``choices``, such as ``random``,
    or a seat number) or ``number`` (a whole number; ``choices`` are the least and the greatest).
    Text keys: ``<game>.option.<name>``, the same with ``.help``, and ``.<choice>`` for each choice (not of a number)
    unless ``choice_keys`` names others. ``of_seat``: it says whom that seat plays, and is asked only where somebody
    sits there.
    """

    name: str
    kind: str
    default: str | int | bool
    choices: tuple[str | int, ...] = ()
    choice_keys: Mapping[str, str] = {}
    clauses: tuple[str, ...] = ()
    of_seat: int | None = None
    first: str | int | bool | None = None
    """What screens set it to before anybody has chosen, where that is not the default: the advice for a first game."""

    @property
    def at_first(self) -> str | int | bool:
        """What it is set to before anybody has chosen."""
        return self.default if self.first is None else self.first


class IllegalAction(Exception):
    """An action was refused; nothing changed."""

    def __init__(self, refusal: Refusal, action: Action | None = None) -> None:
        super().__init__(f"{refusal.clause}: {refusal.key} {dict(refusal.values)}" + (f" ({action})" if action else ""))
        self.refusal = refusal
        self.action = action


class SetupError(Exception):
    """A game was asked for with a wrong number of seats, an unknown option or a wrong value.

    ``clause`` is set where a rule forbids it.
    """

    def __init__(self, message: str, clause: str | None = None) -> None:
        super().__init__(f"{message} ({clause})" if clause else message)
        self.clause = clause


class PositionError(Exception):
    """A position that cannot be: ``path`` names the place, ``found`` and ``expected`` the fault and its cure."""

    def __init__(self, path: str, found: object, expected: str) -> None:
        super().__init__(f"position: {path}: found {found!r}, expected {expected}")
        self.path, self.found, self.expected = path, found, expected


class State(Protocol):
    """One game being played. Changed in place by ``apply_action`` and ``step`` only."""

    strict: bool
    """Whether a result beyond the script is asked for (``NeedRoll``) and not drawn: dice that people roll. Where nobody
    is there to roll them it is switched off."""

    def current_player(self) -> int:
        """The seat that must choose, ``TERMINAL`` at the end."""

    def decision(self) -> Decision | None:
        """The open question, ``None`` at the end."""

    def legal_actions(self, player: int | None = None) -> Sequence[Action]:
        """All finite legal actions of the current player, in a stable order; empty only at the end.

        For another seat: the acts that may come out of turn, mostly none.
        """

    def refusal(self, action: Action) -> Refusal | None:
        """Why ``action`` is not legal now; ``None`` if it is. Works for anything a person tries."""

    def apply_action(self, action: Action) -> list[Event]:
        """The checked door: raises ``IllegalAction`` and changes nothing, or acts and returns what happened."""

    def step(self, action: Action, sink: list[Event] | None = None) -> None:
        """The trusting door: the caller knows that ``action`` is legal. Events go to ``sink`` if there is one."""

    def is_terminal(self) -> bool: ...

    def returns(self) -> list[float]:
        """Per seat in [-1, 1]; all 0 before the end."""

    def outcome(self) -> Outcome | None:
        """Winners and ranks at the end, ``None`` before."""

    def clone(self) -> State:
        """An independent copy."""

    def observation(self, player: int) -> Observation: ...

    def resample(self, player: int, rng: Rng) -> State:
        """A clone with all that is hidden from ``player`` dealt anew from ``rng`` and a fresh generator.

        Equal observations and equal ``rng`` give equal results, so nothing of the true deal leaks.
        """

    def position(self) -> dict[str, Any]:
        """The whole state as a readable mapping; ``Game.from_position`` of it equals this state."""

    def digest(self) -> str:
        """A stable hash of the whole state, the same on every machine."""

    def chapter(self) -> int:
        """A number that grows as the game goes on (a round); log entries are grouped by it."""

    def recall(self, event: Event, chapter: int, viewer: int | None) -> Event:
        """``event`` of an earlier ``chapter`` as ``viewer`` may read it in the log now."""

    def reasons(self, choice: Choice, seat: int, chapter: int, viewer: int | None) -> tuple[Reason, ...]:
        """The reasons of a computer player's ``choice`` at ``seat`` in ``chapter``, as far as ``viewer`` may be told
        them now. Empty: nothing may be told.
        """


class Policy(Protocol):
    """A computer player's brain. It is given an imagined (resampled) state, never the true one."""

    def choose(self, state: State, rng: Rng) -> Choice:
        """The current player's choice, with its reasons."""


class Choice(Struct, frozen=True):
    """What a computer player decided. ``reasons`` are sentences (text key and values), most telling first.

    ``candidates`` are the best actions in order with their scores (for "why did you do that?").
    """

    action: Action
    reasons: tuple[Reason, ...] = ()
    candidates: tuple[tuple[Action, float], ...] = ()


class Reason(Struct, frozen=True):
    """One sentence of a reason: a text key and its values."""

    key: str
    values: Values = {}


class Command(Protocol):
    """A command that one game offers: a module like those of ``game.commands``."""

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Declare its arguments."""

    def run(self, arguments: argparse.Namespace, screens: Any) -> int:
        """Carry it out; the exit code."""


class Game(Protocol):
    """A game as the registry hands it out."""

    @property
    def id(self) -> str: ...

    @property
    def name(self) -> str:
        """Text key."""

    @property
    def min_players(self) -> int: ...

    @property
    def max_players(self) -> int: ...

    @property
    def options(self) -> tuple[Option, ...]: ...

    @property
    def clause_prefix(self) -> str:
        """``KPT``: what the ids of its clauses start with."""

    @property
    def action_type(self) -> Any:
        """The union of its actions, for the typed decoder."""

    @property
    def event_type(self) -> Any: ...

    @property
    def levels(self) -> tuple[str, ...]:
        """Computer levels it offers, weakest first."""

    @property
    def team_wins(self) -> bool:
        """Whether winners win as a team: then the win is each one's whole. Otherwise rivals share a victory."""

    @property
    def words(self) -> Mapping[str, str | tuple[str, ...]]:
        """How fields of actions and events are worded: field name -> text key with ``{}`` for the value, or ``seat``.

        ``{"card": "god.{}.name", "victim": "seat"}``; of several keys the first that has a text. A field that is not
        named here is shown as it is.
        """

    @property
    def commands(self) -> Mapping[str, str]:
        """Commands of its own beside those of all games: what each does, by its name. Mostly none."""

    def command(self, name: str) -> Command:
        """The module of one of ``commands``. Raises ``LookupError`` for another name."""

    def undirected(self, state: State, action: Action, seats: Sequence[int]) -> tuple[Action, ...]:
        """What computer players at ``seats`` do of themselves before a person's ``action``. Mostly nothing."""

    def phrase(self, state: State, action: Action) -> Reason | None:
        """How ``action`` is called where it takes the state to know (a choice of a story's scene), ``None`` where the
        text of its kind will do.
        """

    def describe(self, observation: Observation) -> Sequence[tuple[str, Mapping[str, Any]]]:
        """What a seat sees, in sentences (text key and fields), for terminal and text view."""

    def new_game(
        self,
        players: int = 4,
        seed: int = 1,
        *,
        script: Sequence[object] = (),
        strict: bool = False,
        sink: list[Event] | None = None,
        **options: Any,
    ) -> State:
        """Same arguments, same game. ``script``: results used before the generator. Raises ``SetupError``."""

    def from_position(
        self,
        mapping: Mapping[str, Any],
        *,
        script: Sequence[object] = (),
        strict: bool = False,
        sink: list[Event] | None = None,
    ) -> State:
        """The state of a (perhaps partial) position. Raises ``PositionError``."""

    def policy(self, level: str) -> Policy:
        """The computer player of that level (``levels``, or ``random``). Raises ``SetupError``."""

    def seat_kinds(self, seat: int) -> tuple[str, ...]:
        """Who may sit there: ``human`` and computer levels."""

    def content_digest(self) -> str:
        """A hash of the parsed content the rules depend on."""

    def check(self, content: Path | None, maps: Path | None) -> list[ContentError]:
        """The faults in content of the game: in a folder like ``data/<id>``, in the Tiled maps of a folder.

        ``None``: there is no such folder to look at.
        """
