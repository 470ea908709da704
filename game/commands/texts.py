"""The texts that a game can ask for and does not have: from its types, its source, and what it says while it plays."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from game.ai.players import choice_seed, imagine, think
from game.core.chance import NeedRoll, Rng
from game.core.contract import Action, Decision, Event, Game, Observation, Outcome, Reason, Refusal, SetupError, State
from game.core.policies import RANDOM
from game.core.strings import ENGLISH, Strings
from game.core.text import action_kinds
from game.core.wording import SEAT, Wording

GAMES = 8
"""So many games are played, of all numbers of players in turn."""
DECISIONS = 120
"""So many decisions of each are looked at."""
TO_THE_END = 400
"""At most so many more are made, to see how it ends."""
ATTEMPTS = 15
"""So many things that are not on offer are tried at each decision."""
LOOK_EVERY = 12
THINK_EVERY = 30

_MADE_UP: tuple[Any, ...] = (0, 1, -1, 2, 99, "nowhere", "", True, False, None, ())


class Said(msgspec.Struct):
    """What a game said, each thing once."""

    decisions: dict[bytes, Decision] = {}
    actions: dict[bytes, tuple[Action, Reason | None]] = {}
    refusals: dict[bytes, Refusal] = {}
    events: dict[bytes, Event] = {}
    sights: dict[bytes, Observation] = {}
    reasons: dict[bytes, Reason] = {}
    outcomes: dict[bytes, Outcome] = {}


def missing_texts(game: Game, texts: Mapping[str, str]) -> list[str]:
    """What is wrong with the texts of a game: keys that it can ask for and that are not there, and places that nothing
    fills. ``texts``: all texts by key.
    """
    missing = [
        *(key for key in _keys_of_types(game) if not any(name == key or name.startswith(f"{key}.") for name in texts)),
        *(key for key in _plain_keys(game) if key not in texts),
        *_missed(game, texts),
    ]
    return [f"{game.id}: {_told(key)}" for key in dict.fromkeys(missing)]


def _told(missing: str) -> str:
    key, _, place = missing.partition(" ")
    return f"nothing fills {place} in the text {key}" if place else f"the text {key} is missing"


# ------------------------------------------------------------------------------------------------ by what it declares


def _plain_keys(game: Game) -> Iterator[str]:
    """The keys that follow from what the game says of itself."""
    yield game.name
    yield from (f"door.{game.id}{part}" for part in ("", ".line", ".facts"))
    for option in game.options:
        key = f"{game.id}.option.{option.name}"
        yield from (key, f"{key}.help")
        choices = () if option.kind == "number" else option.choices
        yield from (option.choice_keys.get(str(choice), f"{key}.{choice}") for choice in choices)
    kinds = {kind for seat in range(game.max_players) for kind in game.seat_kinds(seat)}
    for kind in sorted(kinds):
        yield from (f"seats.kind.{kind}", f"seats.kind.{kind}.help", f"seats.default.{kind}", f"terminal.name.{kind}")
    for templates in game.words.values():
        for template in (templates,) if isinstance(templates, str) else templates:
            if template != SEAT and "{}" not in template:
                yield template
    yield from (f"{game.id}.outcome.{reason}" for reason in sorted(_outcomes_in_source(game)))


def _keys_of_types(game: Game) -> Iterator[str]:
    """For each kind of action and event the key of its text; variants of it will do."""
    yield from (f"{game.id}.action.{name}" for name in action_kinds(game))
    kinds = getattr(game.event_type, "__args__", (game.event_type,))
    yield from (f"{game.id}.event.{kind.__struct_config__.tag}" for kind in kinds)


def _outcomes_in_source(game: Game) -> set[str]:
    """The reasons that stand as texts where an ``Outcome`` is made. A packaged program has no source to look at."""
    found: set[str] = set()
    folder = Path(inspect.getfile(type(game))).parent
    for path in sorted(folder.rglob("*.py")) if folder.is_dir() else ():
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or getattr(node.func, "id", "") != "Outcome":
                continue
            named = [keyword.value for keyword in node.keywords if keyword.arg == "reason"]
            for part in ast.walk((named or node.args)[0]):
                if isinstance(part, ast.Constant) and isinstance(part.value, str):
                    found.add(part.value)
    return found


# ----------------------------------------------------------------------------------------------- by what it says


class _Texts(Strings):
    """Texts that were read already."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self.language = ENGLISH
        self._texts = dict(texts)
        self.missing = set()


def _missed(game: Game, texts: Mapping[str, str]) -> list[str]:
    """The keys and places that are asked for in vain where what the game said is worded."""
    strings = _Texts(texts)
    words = Wording(game, strings, [f"Seat {seat + 1}" for seat in range(game.max_players)])
    found = said(game)
    for action, phrase in found.actions.values():
        if phrase is None:
            words.action(action)
        else:
            words.text(phrase.key, words.values(phrase.values))
    for event in found.events.values():
        kind = f"{game.id}.event.{event.__struct_config__.tag}"
        if not any(map(strings.has, (kind, f"{kind}.{event.told()[0]}"))):
            strings.missing.add(kind)
        words.event(event)
    for decision in found.decisions.values():
        words.decision(decision)
    for refusal in found.refusals.values():
        words.refusal(refusal)
    for sight in found.sights.values():
        words.sight(sight)
    for reason in found.reasons.values():
        words.reason(reason)
    for outcome in found.outcomes.values():
        words.outcome(outcome)
    return sorted(strings.missing)


def said(game: Game) -> Said:
    """What the game says in some random games: the same each time."""
    found = _SAID.get(game.id)
    if found is None:
        found = _SAID[game.id] = _said(game)
    return found


_SAID: dict[str, Said] = {}


def _said(game: Game) -> Said:
    found = Said()
    for number in range(GAMES):
        _play(game, number, found)
    return found


def _play(game: Game, number: int, found: Said) -> None:
    rng = Rng(number)
    events: list[Event] = []
    players, options = set_up(game, number)
    state = game.new_game(players, number, sink=events, **options)
    state.strict = False  # nobody is there to roll real dice
    seats = range(len(state.returns()))
    _note(state, events, seats, found)
    offered: dict[Action, None] = {}
    others: list[Action] = []
    for ply in range(DECISIONS):
        decision = state.decision()
        if decision is None:
            break
        found.decisions[msgspec.json.encode(decision)] = decision
        legal = state.legal_actions()
        offered.update(dict.fromkeys(legal))
        for action in legal:
            found.actions.setdefault(msgspec.json.encode(action), (action, game.phrase(state, action)))
        if ply % LOOK_EVERY == 0:
            others = attempts(game, offered)
            for seat in seats:
                sight = state.observation(seat)
                found.sights[msgspec.json.encode(sight)] = sight
        _try_others(game, state, others, rng, seats, found)
        if ply % THINK_EVERY == 0:
            _think(game, state, number, ply, found)
        _note(state, state.apply_action(legal[rng.below(len(legal))]), seats, found)
    for _ in range(TO_THE_END):
        if state.is_terminal():
            break
        legal = state.legal_actions()
        state.step(legal[rng.below(len(legal))])
    outcome = state.outcome()
    if outcome is not None:
        found.outcomes[msgspec.json.encode(outcome)] = outcome


def set_up(game: Game, number: int) -> tuple[int, dict[str, Any]]:
    """Players and options of the ``number``-th of a series of games: all numbers of players in turn, options drawn at
    random, but for the first game, and where those do not fit one another.
    """
    players, rng = game.min_players + number % (game.max_players - game.min_players + 1), Rng(number)
    options: dict[str, Any] = {}
    for option in game.options if number else ():
        choices: tuple[Any, ...] = (False, True) if option.kind == "switch" else option.choices
        if option.of_seat is None or option.of_seat < players:
            options[option.name] = choices[rng.below(len(choices))]
    try:
        game.new_game(players, number, **options)
    except SetupError:
        return players, {}
    return players, options


def _note(state: State, events: Iterable[Event], seats: range, found: Said) -> None:
    """Keep events as everybody may read them."""
    for event in events:
        for viewer in (None, *seats):
            told = state.recall(event, state.chapter(), viewer)
            if not told.forgotten:
                found.events[msgspec.json.encode(told)] = told
        found.events[msgspec.json.encode(event)] = event


def _try_others(game: Game, state: State, others: list[Action], rng: Rng, seats: range, found: Said) -> None:
    """Keep why some things are refused; what may be done beside the open question is done in a copy."""
    legal = set(state.legal_actions())
    for _ in range(min(ATTEMPTS, len(others))):
        attempt = others[rng.below(len(others))]
        refusal = state.refusal(attempt)
        if refusal is not None:
            found.refusals[msgspec.json.encode(refusal)] = refusal
        elif attempt not in legal:
            found.actions.setdefault(msgspec.json.encode(attempt), (attempt, game.phrase(state, attempt)))
            copy = state.clone()
            try:
                _note(copy, copy.apply_action(attempt), seats, found)
            except NeedRoll:
                continue


def _think(game: Game, state: State, number: int, ply: int, found: Said) -> None:
    """Keep the reasons of every computer player that may sit at the open question."""
    seat = state.current_player()
    for level in (*(kind for kind in game.seat_kinds(seat) if kind != "human"), RANDOM):
        seed = choice_seed(number, seat, ply)
        choice = think(game.policy(level), imagine(state, seat, seed), seed)
        for reason in (*choice.reasons, *state.reasons(choice, seat, state.chapter(), seat)):
            found.reasons[msgspec.json.encode(reason)] = reason


# ------------------------------------------------------------------------------------------------ what could be tried


def attempts(game: Game, offered: Iterable[Action]) -> list[Action]:
    """What anybody might try: each kind of action, each of its fields with what was offered in such a field and with
    made-up values; the others as they stand in the first of these.
    """
    known: dict[str, dict[Any, None]] = {}
    for action in offered:
        for name, value in msgspec.structs.asdict(action).items():
            known.setdefault(name, {})[value] = None
    found: dict[Action, None] = {}
    for kind in action_kinds(game).values():
        fields = {field.name: field for field in msgspec.structs.fields(kind)}
        values = {
            name: [value for value in (*known.get(name, ()), *_MADE_UP) if _fits(value, field.type)]
            for name, field in fields.items()
        }
        if not all(values[name] for name, field in fields.items() if field.required):
            continue
        plain = {name: values[name][0] for name, field in fields.items() if field.required}
        found[kind(**plain)] = None
        for name in fields:
            found.update(dict.fromkeys(kind(**{**plain, name: value}) for value in values[name]))
    return list(found)


def _fits(value: object, kind: Any) -> bool:
    try:
        return bool(msgspec.convert(value, kind) == value)
    except msgspec.ValidationError:
        return False
