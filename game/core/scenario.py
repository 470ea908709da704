"""Scenario files: rule cases written in YAML, run against the engine. The format: ``tests/scenarios/README.md``.

A case names the clauses it shows (``rules``), and each must be carried there by something that happened: an event, a
refusal, a decision, or an expectation that says which clause it shows. Else the case fails and names the clause.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

import msgspec

from game.core.chance import NeedRoll, ScriptError
from game.core.content import ContentError, Lines, Where, convert, dotted, load_yaml
from game.core.contract import Action, Decision, Event, Game, IllegalAction, PositionError, Refusal, SetupError, State
from game.core.numbers import whole_number
from game.core.text import ActionTextError, action_from_mapping, action_kinds, action_text, normalize

Fields: TypeAlias = dict[str, Any]


class Case(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """One case as it is written. ``position`` or ``new`` says where it starts."""

    id: str
    game: str
    rules: tuple[str, ...] = ()
    position: Fields | None = None
    new: Fields | None = None
    dice: tuple[int | str, ...] = ()
    strict: bool = False
    do: tuple[Fields, ...] = ()
    refuse: tuple[Fields, ...] = ()
    legal: Fields | None = None
    decision: str | Fields | None = None
    events: tuple[str | Fields, ...] = ()
    absent: tuple[str | Fields, ...] = ()
    observe: Fields | None = None
    outcome: Fields | None = None
    expect: Fields | None = None


class Written(msgspec.Struct, frozen=True):
    """A case and where it stands: its file, the lines of its values, and its place in the file's list."""

    case: Case
    lines: Lines
    index: int

    def line(self, *where: str | int) -> int:
        """The line of a value of the case."""
        return self.lines[(self.index, *where)]


class Result(msgspec.Struct, frozen=True):
    """How a case went; ``error`` is empty when it passed."""

    file: str
    line: int
    id: str
    rules: tuple[str, ...]
    carried: tuple[str, ...]
    error: str

    @property
    def passed(self) -> bool:
        """Whether the case held."""
        return not self.error

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.id}: {self.error or 'passed'}"


class CaseFailed(Exception):
    """Something of a case did not hold."""


def load_cases(path: str | Path) -> list[Written]:
    """The cases of a file. Raises ``ContentError``, which names file, line and place."""
    data, lines = load_yaml(path)
    if not isinstance(data, list):
        raise lines.error((), "no list", "a list of cases (- id: …)")
    cases: list[Written] = []
    first: dict[str, int] = {}
    for index, entry in enumerate(data):
        case = convert(entry, lines, Case, at=(index,))
        if case.id in first:
            raise lines.error((index, "id"), f"the id {case.id} again (first on line {first[case.id]})", "each id once")
        if (case.position is None) == (case.new is None):
            raise lines.error((index,), f"{case.id} without one start", "either position or new")
        first[case.id] = lines[(index, "id")]
        _check_shapes(case, lines, index)
        cases.append(Written(case, lines, index))
    return cases


class _Legal(msgspec.Struct):
    """What ``legal`` may hold."""

    count: int | None = None
    include: tuple[Fields, ...] = ()
    exclude: tuple[Fields, ...] = ()
    seat: int | None = None
    rule: str | tuple[str, ...] | None = None


class _New(msgspec.Struct):
    """What every game's ``new`` may hold; the game looks at its own options."""

    players: int = 4
    seed: int = 1


_SHAPES: dict[str, Any] = {
    "new": _New,
    "expect": Fields,
    "refuse": Fields | tuple[Fields, ...],
    "legal": _Legal,
    "include": tuple[Fields, ...],
    "exclude": tuple[Fields, ...],
    "decision": str | Fields,
    "events": tuple[str | Fields, ...],
    "absent": tuple[str | Fields, ...],
    "observe": Fields,
    "outcome": Fields,
    "action": str,
    "rule": str | tuple[str, ...],
    "reload": bool,
}
"""What each part of a case, of a step of ``do`` and of an expectation holds."""


def _check_shapes(case: Case, lines: Lines, index: int) -> None:
    """Refuse, with its line, a part of a case that is no such thing (``expect: 5``)."""
    _check_parts({k: v for k, v in msgspec.structs.asdict(case).items() if v is not None}, lines, (index,))
    for number, step in enumerate(case.do):
        _check_parts(step, lines, (index, "do", number))


def _check_parts(parts: Mapping[str, Any], lines: Lines, at: Where) -> None:
    for name, value in parts.items():
        if name not in _SHAPES:
            continue
        convert(msgspec.to_builtins(value), lines, _SHAPES[name], at=(*at, name))
        entries = [((*at, name), value)] if isinstance(value, dict) else []
        if name == "refuse" and not entries:
            entries = [((*at, name, number), entry) for number, entry in enumerate(value)]
        for place, entry in entries:
            known = ("rule", "action", "new", "include", "exclude") if name in ("refuse", "legal") else ("rule",)
            _check_parts({key: entry[key] for key in known if key in entry}, lines, place)
            if name == "legal":
                for key in ("include", "exclude"):
                    for number, action in enumerate(entry.get(key, ())):
                        _check_parts({"action": action.get("action", "")}, lines, (*place, key, number))


def case_files(paths: Iterable[str | Path]) -> list[Path]:
    """The scenario files that ``paths`` name; a folder stands for all below it, in the order of their names."""
    files: list[Path] = []
    for path in map(Path, paths):
        files += sorted(path.rglob("*.yaml")) if path.is_dir() else [path]
    return files


def run_case(written: Written, game: Game, clauses: Collection[str] | None = None) -> Result:
    """Play a case. ``clauses`` are the ids that exist; ``None``: any may be named."""
    run = _Run(written, game, clauses)
    error = ""
    line = written.line("id")
    try:
        run.play()
    except CaseFailed as failure:
        line = written.line(*run.place)
        error = f"{dotted(run.place)}: {failure}" if run.place else str(failure)
    case = written.case
    return Result(written.lines.file, line, case.id, case.rules, tuple(sorted(run.carried)), error)


class _Run:
    """A case being played: the state, what happened, which clauses were carried, and the place being carried out."""

    state: State

    def __init__(self, written: Written, game: Game, clauses: Collection[str] | None) -> None:
        self.case = written.case
        self.game = game
        self.clauses = clauses
        self.place: tuple[str | int, ...] = ()
        self.carried: set[str] = set()
        self.events: list[Event] = []  # of the whole case
        self.latest: list[Event] = []  # of the last step that acted, at first of the set-up

    def play(self) -> None:
        """Carry out the whole case. Raises ``CaseFailed``; ``place`` says where."""
        self._check_ids(self.case.rules, "rules")
        self._start()
        for number, step in enumerate(self.case.do):
            self.place = ("do", number)
            self._step(step)
        self.latest = self.events
        for name in ("refuse", "legal", "decision", "events", "absent", "observe", "outcome", "expect"):
            value = getattr(self.case, name)
            if value:
                self.place = (name,)
                _CHECKS[name](self, value)
        self.place = ("dice",) if self.case.dice else ()
        left = self.state.position().get("script") or []
        if left:
            raise CaseFailed(f"{len(left)} scripted result(s) left over: {_show(left)}")
        self.place = ("rules",)
        for clause in self.case.rules:
            if clause not in self.carried:
                raise CaseFailed(f"nothing in this case carried {clause}")

    # ---------------------------------------------------------------------------------------------- acting

    def _start(self) -> None:
        case = self.case
        self.place = ("position",) if case.new is None else ("new",)
        sink: list[Event] = []
        try:
            if case.new is None:
                assert case.position is not None
                self.state = self.game.from_position(case.position, script=case.dice, strict=case.strict, sink=sink)
            else:
                self.state = self.game.new_game(script=case.dice, strict=case.strict, sink=sink, **case.new)
        except PositionError as error:  # the place says "position" already
            raise CaseFailed(f"{error.path}: found {error.found!r}, expected {error.expected}") from None
        except (SetupError, NeedRoll, ScriptError) as error:
            raise CaseFailed(str(error)) from None
        self._happened(sink)
        self.latest = sink

    def _happened(self, events: Sequence[Event]) -> None:
        self.events += events
        for event in events:
            self.carried.update(event.clauses)
        decision = self.state.decision()
        if decision:
            self.carried.update(decision.clauses)

    def _step(self, step: Fields) -> None:
        if "action" in step:
            self._act(step)
            return
        rule = {"rule": step["rule"]} if "rule" in step else {}
        kinds = [name for name in step if name != "rule"]
        if len(kinds) != 1 or kinds[0] not in {*_CHECKS, "reload"}:
            raise CaseFailed(f"found a step with {_show(kinds)}, expected action, reload or one of {_show([*_CHECKS])}")
        if kinds[0] == "reload":
            self._reload()
            return
        value = step[kinds[0]]
        if rule:
            self._carry(rule["rule"])
        _CHECKS[kinds[0]](self, value)

    def _act(self, fields: Fields) -> None:
        question = _question(self.state.decision())
        self.latest = []
        gathered = self._gathered(fields)
        for part in [fields] if gathered is None else gathered:
            self._apply(self._action(part))
        if gathered is not None and _question(self.state.decision()) == question:
            done = _done(self.state)
            if done is not None:
                self._apply(done)

    def _apply(self, action: Action) -> None:
        try:
            events = self.state.apply_action(action)
        except IllegalAction as error:
            raise CaseFailed(f"{action_text(action)} was refused: {_refusal(error.refusal)}") from None
        except (NeedRoll, ScriptError) as error:
            raise CaseFailed(f"{action_text(action)}: {error}") from None
        self.latest = [*self.latest, *events]
        self._happened(events)

    def _action(self, fields: Mapping[str, Any]) -> Action:
        try:
            return normalize(self.state, action_from_mapping(self.game, fields))
        except ActionTextError as error:
            raise CaseFailed(str(error)) from None

    def _gathered(self, fields: Fields) -> list[Fields] | None:
        """The single actions of a gathered set (``cards: [a, b]`` is ``card: a``, then ``card: b``), if it is one."""
        kind = action_kinds(self.game).get(fields["action"])
        if kind is None:
            return None
        known = {field.encode_name for field in msgspec.structs.fields(kind)}
        for name, value in fields.items():
            single = _singular(name)
            if isinstance(value, list) and name not in known and single in known:
                rest = {key: other for key, other in fields.items() if key != name}
                return [{**rest, single: item} for item in value]
        return None

    def _reload(self) -> None:
        written = msgspec.json.encode(self.state.position())
        try:
            again = self.game.from_position(msgspec.json.decode(written))
        except PositionError as error:
            raise CaseFailed(f"the position just written cannot be read: {error}") from None
        if again.digest() != self.state.digest():
            raise CaseFailed("the position just written gives another state")
        self.state = again

    # -------------------------------------------------------------------------------------------- checking

    def check_refuse(self, entries: Fields | Sequence[Fields]) -> None:
        """Each action must be refused, by the clause ``rule`` and with the sentence ``text``; nothing may change."""
        for entry in [entries] if isinstance(entries, dict) else entries:
            fields = {name: value for name, value in entry.items() if name not in ("rule", "text")}
            refusal = self._refused_setup(fields["new"]) if "new" in fields else self._refused_action(fields)
            rule = entry.get("rule")
            if rule is not None and refusal.clause != rule:
                raise CaseFailed(f"{_show(fields)} is refused by {_refusal(refusal)}, expected {rule}")
            text = f"{self.game.id}.refusal.{entry.get('text')}"
            if "text" in entry and refusal.key != text:
                raise CaseFailed(f"{_show(fields)} is refused with {refusal.key}, expected {text}")
            self.carried.add(refusal.clause)

    def _refused_setup(self, arguments: Fields) -> Refusal:
        try:
            self.game.new_game(**arguments)
        except SetupError as error:
            return Refusal(error.clause or "", str(error))
        raise CaseFailed(f"a game with {_show(arguments)} is not refused")

    def _refused_action(self, fields: Fields) -> Refusal:
        trial = self.state.clone()
        question = _question(trial.decision())
        gathered = self._gathered(fields) if "action" in fields else None
        for action in [self._action(part) for part in ([fields] if gathered is None else gathered)]:
            refusal = trial.refusal(action)
            if refusal is not None:
                self._must_change_nothing(trial, action, refusal)
                return refusal
            trial.apply_action(action)
        done = action_kinds(self.game).get("done")
        if gathered is not None and done is not None and _question(trial.decision()) == question:
            refusal = trial.refusal(done())
            if refusal is not None:
                return refusal
        raise CaseFailed(f"{_show(fields)} is not refused")

    def _must_change_nothing(self, state: State, action: Action, refusal: Refusal) -> None:
        before = state.digest()
        try:
            state.apply_action(action)
        except IllegalAction as error:
            if error.refusal != refusal:
                raise CaseFailed(f"{action_text(action)} is refused in two ways: {_refusal(error.refusal)}") from None
        else:
            raise CaseFailed(f"{action_text(action)} has a refusal and was carried out all the same")
        if state.digest() != before:
            raise CaseFailed(f"the refused {action_text(action)} changed the state")

    def check_legal(self, wanted: Fields) -> None:
        """How many actions are legal (``count``), which are among them (``include``) and which not (``exclude``).

        An entry fits every action that has all its fields. ``seat`` asks for the acts of another seat.
        """
        self._known_keys(wanted, ("count", "include", "exclude", "seat", "rule"))
        self._carry(wanted.get("rule"))
        legal = [_plain(action) for action in self.state.legal_actions(wanted.get("seat"))]
        if "count" in wanted and wanted["count"] != len(legal):
            raise CaseFailed(f"{len(legal)} legal actions, expected {wanted['count']}: {_show(legal)}")
        for name in ("include", "exclude"):
            for entry in wanted.get(name, ()):
                self._known_fields(entry)
                if any(_fits(entry, action) for action in legal) != (name == "include"):
                    word = "is not" if name == "include" else "is"
                    raise CaseFailed(f"{_show(entry)} {word} among the legal actions: {_show(legal)}")

    def check_decision(self, wanted: str | Fields) -> None:
        """The open question: its name, or fields of it."""
        wanted = {"name": wanted} if isinstance(wanted, str) else dict(wanted)
        self._carry(wanted.pop("rule", None))
        decision = self.state.decision()
        if decision is None:
            raise CaseFailed("the game is over, nothing is asked")
        self._compare(wanted, _plain(decision), "the decision")

    def check_events(self, wanted: Sequence[str | Fields]) -> None:
        """Must have occurred, in this order, others between them. In ``do``: since the last step that acted."""
        happened = [_plain(event) for event in self.latest]
        rest = iter(happened)
        for entry in wanted:
            fields = _event_fields(entry)
            if not any(_fits(fields, event) for event in rest):
                raise CaseFailed(f"{_show(entry)} did not happen (in this order): {_show_events(happened, fields)}")

    def check_absent(self, unwanted: Sequence[str | Fields]) -> None:
        """Must not have occurred. In ``do``: since the last step that acted."""
        for entry in unwanted:
            for event in map(_plain, self.latest):
                if _fits(_event_fields(entry), event):
                    raise CaseFailed(f"happened and should not: {_show(event)}")

    def check_observe(self, wanted: Fields) -> None:
        """Paths into what ``seat`` may see."""
        wanted = dict(wanted)
        self._carry(wanted.pop("rule", None))
        seat = wanted.pop("seat", None)
        if not isinstance(seat, int):
            raise CaseFailed("found no seat, expected seat: a seat number")
        self._compare(wanted, _plain(self.state.observation(seat)), f"what seat {seat} sees")

    def check_outcome(self, wanted: Fields) -> None:
        """Paths into the outcome of a game that is over."""
        wanted = dict(wanted)
        self._carry(wanted.pop("rule", None))
        outcome = self.state.outcome()
        if outcome is None:
            raise CaseFailed("the game is not over")
        self._compare(wanted, _plain(outcome), "the outcome")

    def check_expect(self, wanted: Fields) -> None:
        """Paths into the position; ``null`` also where there is no such place."""
        wanted = dict(wanted)
        self._carry(wanted.pop("rule", None))
        self._compare(wanted, _plain(self.state.position()), "the position")

    def _compare(self, wanted: Fields, data: Any, whole: str) -> None:
        for path, value in wanted.items():
            found = _look_up(data, str(path), whole, missing_is_fault=value is not None)
            if found != value:
                raise CaseFailed(f"{path} is {_show(found)}, expected {_show(value)}")

    def _carry(self, rule: str | Sequence[str] | None) -> None:
        """An expectation says which clause, or clauses, it shows."""
        rules = [rule] if isinstance(rule, str) else rule or []
        self._check_ids(rules, "rule")
        self.carried.update(rules)

    def _check_ids(self, rules: Iterable[str], key: str) -> None:
        for clause in rules:
            if self.clauses is not None and clause not in self.clauses:
                raise CaseFailed(f"{key}: found {clause}, expected a clause of {self.game.id}")

    def _known_keys(self, mapping: Fields, known: Collection[str]) -> None:
        for name in mapping:
            if name not in known:
                raise CaseFailed(f"found the key {name}, expected one of {_show([*known])}")

    def _known_fields(self, entry: Fields) -> None:
        """A misspelt entry of ``exclude`` would fit nothing and pass for ever."""
        kinds = action_kinds(self.game)
        if entry.get("action") not in kinds:
            raise CaseFailed(f"found the action {entry.get('action')!r}, expected one of {_show(sorted(kinds))}")
        known = {field.encode_name for field in msgspec.structs.fields(kinds[entry["action"]])}
        self._known_keys(entry, ("action", *sorted(known)))


_CHECKS: dict[str, Callable[[_Run, Any], None]] = {
    "expect": _Run.check_expect,
    "refuse": _Run.check_refuse,
    "legal": _Run.check_legal,
    "decision": _Run.check_decision,
    "events": _Run.check_events,
    "absent": _Run.check_absent,
    "observe": _Run.check_observe,
    "outcome": _Run.check_outcome,
}


def _question(decision: Decision | None) -> tuple[str, int] | None:
    return (decision.name, decision.seat) if decision else None


def _done(state: State) -> Action | None:
    """The action that ends a gathered set, where it is legal."""
    for action in state.legal_actions():
        if type(action).__struct_config__.tag == "done":
            return action
    return None


def _singular(name: str) -> str:
    return f"{name[:-3]}y" if name.endswith("ies") else name.removesuffix("s")


def _event_fields(entry: str | Fields) -> Fields:
    return {"event": entry} if isinstance(entry, str) else entry


def _plain(value: Any) -> Any:
    """A struct or mapping as it would come back from JSON."""
    return msgspec.json.decode(msgspec.json.encode(value))


def _fits(wanted: Fields, fields: Fields) -> bool:
    return all(name in fields and fields[name] == value for name, value in wanted.items())


def _look_up(data: Any, path: str, whole: str, *, missing_is_fault: bool) -> Any:
    for part in path.split("."):
        if isinstance(data, list) and (place := whole_number(part, 0, len(data) - 1)) is not None:
            data = data[place]
        elif isinstance(data, dict) and part in data:
            data = data[part]
        elif missing_is_fault:
            there = [*data] if isinstance(data, dict) else f"a list of {len(data)}" if isinstance(data, list) else data
            raise CaseFailed(f"{whole} has no {path}: at {part!r} there is {_show(there)}")
        else:
            return None
    return data


def _refusal(refusal: Refusal) -> str:
    return f"{refusal.clause} ({refusal.key})" if refusal.clause else refusal.key


def _show_events(happened: Sequence[Fields], wanted: Fields) -> str:
    """The events of the wanted kind in full, or the names of all."""
    alike = [event for event in happened if event["event"] == wanted.get("event")]
    return _show(alike or [event["event"] for event in happened])


def _show(value: Any) -> str:
    """A value as it is written in a scenario file, on one line."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {_show(item)}" for key, item in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(_show, value)) + "]"
    if value is None or isinstance(value, bool):
        return str(value).lower().replace("none", "null")
    return str(value)


__all__ = ["Case", "CaseFailed", "ContentError", "Result", "Written", "case_files", "load_cases", "run_case"]
