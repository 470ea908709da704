"""The smallest game that has everything: what a new game needs, and what the core is tested with.

Two seats gather points. On a turn: ``gain`` a point, ``roll`` a die (a reveal), ``stake`` a number of points (free
parameter), ``look`` at your own hidden card (told to you alone), ``dare`` the other seat, which may ``take`` a point or
``wave`` it by, or ``end`` the turn. When a turn ends with a roll in it, the other seat may ``object`` (a reaction).
``remark`` may come out of turn. First to 12 wins.

``game/README.md`` walks through this file.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, ClassVar

import msgspec
from msgspec import Meta, Struct

from game.core.chance import NeedRoll, Rng, below
from game.core.content import digest
from game.core.contract import (
    TERMINAL,
    Action,
    Choice,
    Decision,
    Event,
    IllegalAction,
    Observation,
    Option,
    Outcome,
    Policy,
    PositionError,
    Reason,
    Refusal,
    SetupError,
    State,
)
from game.core.game import GameBase
from game.core.policies import policy_of
from game.core.setup import complete_options

GOAL = 12
CARDS = 9


class Mark(Struct, frozen=True, forbid_unknown_fields=True):
    where: str
    size: int = 1


class Gain(Action, frozen=True, tag="gain"):
    pass


class Roll(Action, frozen=True, tag="roll"):
    pass


class Stake(Action, frozen=True, tag="stake"):
    points: int
    word: str = ""
    marks: tuple[Mark, ...] = ()


class Look(Action, frozen=True, tag="look"):
    pass


class Dare(Action, frozen=True, tag="dare"):
    pass


class Take(Action, frozen=True, tag="take"):
    pass


class Wave(Action, frozen=True, tag="wave"):
    pass


class End(Action, frozen=True, tag="end"):
    pass


class Object(Action, frozen=True, tag="object"):
    yes: bool


class Remark(Action, frozen=True, tag="remark"):
    text: str


class Began(Event, frozen=True, tag="began"):
    players: int


class Gained(Event, frozen=True, tag="gained"):
    seat: int
    points: int


class Rolled(Event, frozen=True, tag="rolled"):
    reveals: ClassVar[bool] = True
    seat: int
    face: int


class Looked(Event, frozen=True, tag="looked"):
    reveals: ClassVar[bool] = True
    seat: int
    card: int | None

    def seen_by(self, viewer: int | None) -> Event:
        return self if viewer == self.seat else msgspec.structs.replace(self, card=None)


class Ended(Event, frozen=True, tag="ended"):
    seat: int


class Dared(Event, frozen=True, tag="dared"):
    seat: int


class Waved(Event, frozen=True, tag="waved"):
    passes: ClassVar[bool] = True
    seat: int


class Said(Event, frozen=True, tag="said"):
    seat: int
    text: str


END = End()

ToyAction = Gain | Roll | Stake | Look | Dare | Take | Wave | End | Object | Remark


class ToyObservation(Observation, frozen=True):
    points: tuple[int, ...] = ()
    card: int = 0
    turn: int = 0
    asked: int | None = None
    rolled: bool = False


Seat = Annotated[int, Meta(ge=0, le=1)]
Points = Annotated[int, Meta(ge=0, le=99)]
Card = Annotated[int, Meta(ge=0, lt=CARDS)]
Face = Annotated[int, Meta(ge=1, le=6)]
Word = Annotated[int, Meta(ge=0)]


class Position(Struct, forbid_unknown_fields=True):
    points: Annotated[list[Points], Meta(min_length=2, max_length=2)]
    cards: Annotated[list[Card], Meta(min_length=2, max_length=2)]
    turn: Seat = 0
    asked: Annotated[int, Meta(ge=0, le=3)] | None = None
    """The seat that may object; two more where it is dared."""
    rolled: bool = False
    seed: Word = 1
    counter: Word = 0
    script: list[Face] = []
    strict: bool = False


class ToyState:
    def __init__(self, at: Position) -> None:
        self.at = at

    @property
    def strict(self) -> bool:
        return self.at.strict

    @strict.setter
    def strict(self, asked: bool) -> None:
        self.at.strict = asked

    def current_player(self) -> int:
        if max(self.at.points) >= GOAL:
            return TERMINAL
        return self.at.turn if self.at.asked is None else self.at.asked % 2

    def decision(self) -> Decision | None:
        if self.is_terminal():
            return None
        name = "turn" if self.at.asked is None else "dare" if self.at.asked >= 2 else "objection"
        return Decision(name, self.current_player(), f"toy.{name}", {}, ("TOY-01",))

    def legal_actions(self, player: int | None = None) -> Sequence[Action]:
        if player is not None and player != self.current_player():
            return []
        if self.is_terminal():
            return []
        if self.at.asked is not None:
            return [Take(), Wave()] if self.at.asked >= 2 else [Object(yes=True), Object(yes=False)]
        return [Gain(), Roll(), Look(), *(Stake(points=n) for n in range(1, 3)), Dare(), End()]

    def refusal(self, action: Action) -> Refusal | None:
        if isinstance(action, Remark) and action.seat in (None, 0, 1):
            return None
        if action.seat is not None and action.seat != self.current_player():
            return Refusal("TOY-02", "toy.not_your_turn", {"seat": str(action.seat)})
        if isinstance(action, Stake) and self.at.asked is None and 1 <= action.points <= 5:
            return None
        if msgspec.structs.replace(action, seat=None) not in self.legal_actions():
            return Refusal("TOY-03", "toy.not_now", {})
        return None

    def apply_action(self, action: Action) -> list[Event]:
        refusal = self.refusal(action)
        if refusal:
            raise IllegalAction(refusal, action)
        trial = self.clone()
        events: list[Event] = []
        trial.step(action, events)
        self.at = trial.at
        return events

    def step(self, action: Action, sink: list[Event] | None = None) -> None:
        at = self.at
        seat = self.current_player() if action.seat is None else action.seat
        happened: list[Event] = []
        if isinstance(action, Gain):
            at.points[seat] += 1
            happened.append(Gained(clauses=("TOY-04",), seat=seat, points=1))
        elif isinstance(action, Stake):
            at.points[seat] += action.points
            happened.append(Gained(clauses=("TOY-05",), seat=seat, points=action.points))
        elif isinstance(action, Roll):
            face = self.roll()
            at.rolled = True
            at.points[seat] += face % 3
            happened.append(Rolled(clauses=("TOY-06",), seat=seat, face=face))
        elif isinstance(action, Look):
            happened.append(Looked(clauses=("TOY-07",), seat=seat, card=at.cards[seat]))
        elif isinstance(action, Dare):
            at.asked = 2 + (1 - at.turn)
            happened.append(Dared(clauses=("TOY-11",), seat=seat))
        elif isinstance(action, (Take, Wave)):
            at.asked = None
            at.points[seat] += isinstance(action, Take)
            happened.append(
                Gained(clauses=("TOY-11",), seat=seat, points=1)
                if isinstance(action, Take)
                else Waved(clauses=("TOY-11",), seat=seat)
            )
        elif isinstance(action, Remark):
            happened.append(Said(clauses=("TOY-08",), seat=seat, text=action.text))
        elif isinstance(action, End) and at.rolled:
            at.asked = 1 - at.turn
            happened.append(Ended(clauses=("TOY-09",), seat=seat))
        else:
            at.asked = None
            at.rolled = False
            at.turn = 1 - at.turn
            happened.append(Ended(clauses=("TOY-09",), seat=seat))
        if sink is not None:
            sink.extend(happened)

    def roll(self) -> int:
        at = self.at
        if at.script:
            return at.script.pop(0)
        if at.strict:
            raise NeedRoll("d6", (1, 2, 3, 4, 5, 6))
        face, at.counter = below(at.seed, at.counter, 6)
        return face + 1

    def is_terminal(self) -> bool:
        return max(self.at.points) >= GOAL

    def returns(self) -> list[float]:
        if not self.is_terminal():
            return [0.0, 0.0]
        return [1.0 if points >= GOAL else -1.0 for points in self.at.points]

    def outcome(self) -> Outcome | None:
        if not self.is_terminal():
            return None
        winner = self.at.points.index(max(self.at.points))
        return Outcome("goal", (winner,), tuple(1 if s == winner else 2 for s in (0, 1)), tuple(self.at.points))

    def clone(self) -> ToyState:
        at = self.at.__copy__()
        at.points, at.cards, at.script = at.points[:], at.cards[:], at.script[:]
        return ToyState(at)

    def observation(self, player: int) -> ToyObservation:
        at = self.at
        return ToyObservation(player, tuple(at.points), at.cards[player], at.turn, at.asked, at.rolled)

    def resample(self, player: int, rng: Rng) -> ToyState:
        new = self.clone()
        new.at.cards[1 - player] = rng.below(CARDS)
        new.at.seed, new.at.counter, new.at.script = rng.next(), 0, []
        return new

    def position(self) -> dict[str, Any]:
        out: dict[str, Any] = msgspec.to_builtins(self.at)
        return out

    def digest(self) -> str:
        return digest(self.at)

    def chapter(self) -> int:
        return sum(self.at.points) // 4

    def recall(self, event: Event, chapter: int, viewer: int | None) -> Event:
        return event.seen_by(viewer)

    def reasons(self, choice: Choice, seat: int, chapter: int, viewer: int | None) -> tuple[Reason, ...]:
        return choice.reasons


class ToyGame(GameBase):
    id = "toy"
    name = "toy.name"
    min_players = 2
    max_players = 2
    clause_prefix = "TOY"
    action_type: Any = ToyAction
    event_type: Any = Began | Gained | Rolled | Looked | Dared | Waved | Ended | Said
    levels = ("novice",)
    options = (Option("bonus", "number", 0, (0, GOAL), clauses=("TOY-10",)),)
    content = "toy-content"
    words: Mapping[str, str] = {"seat": "seat", "marks": "toy.mark"}

    def new_game(
        self,
        players: int = 2,
        seed: int = 1,
        *,
        script: Sequence[object] = (),
        strict: bool = False,
        sink: list[Event] | None = None,
        **options: Any,
    ) -> ToyState:
        if players != 2:
            raise SetupError(f"players: found {players}, expected 2", "TOY-10")
        bonus = complete_options(self.id, self.options, options, players)["bonus"]
        first, counter = below(seed, 0, CARDS)
        second, counter = below(seed, counter, CARDS)
        if sink is not None:
            sink.append(Began(clauses=("TOY-10",), players=2))
        return ToyState(
            Position([bonus, bonus], [first, second], seed=seed, counter=counter, script=list(script), strict=strict)  # type: ignore[arg-type]  # faces
        )

    def from_position(
        self,
        mapping: Mapping[str, Any],
        *,
        script: Sequence[object] = (),
        strict: bool = False,
        sink: list[Event] | None = None,
    ) -> ToyState:
        try:
            at = msgspec.convert(dict(mapping), Position)
        except msgspec.ValidationError as error:
            raise PositionError("$", mapping, str(error)) from None
        at.script = [*at.script, *script]  # type: ignore[list-item]  # faces
        at.strict = at.strict or strict
        return ToyState(at)

    def describe(self, observation: Observation) -> Sequence[tuple[str, Mapping[str, Any]]]:
        return [("toy.card", {"card": msgspec.structs.asdict(observation)["card"]})]

    def policy(self, level: str) -> Policy:
        return policy_of(self.id, level, {"novice": FirstMove})

    def content_digest(self) -> str:
        return self.content


class FirstMove:
    def choose(self, state: State, rng: Rng) -> Choice:
        return Choice(state.legal_actions()[0], (Reason("toy.reason.first"),))


TOY = GAME = ToyGame()


def find(id: str) -> ToyGame:
    """The registry of a program that has this game only."""
    return {"toy": TOY}[id]
