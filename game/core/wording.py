"""What happened, in words: one generic layer for the log, the terminal and the text view of every game.

A game gives texts named after its actions and events (``<game>.action.<name>``, ``<game>.event.<name>``) and says in
``Game.words`` how the values of a field are worded. A text may have variants: an event takes ``….<variant>`` as its
``told`` says (mostly its ``cause``) if there is such a key, an action ``….<field>`` for the first field that it names.
Where there is no text at all, the text form stands in, so that a game can be played before its texts are written.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from game.core.contract import Action, Decision, Event, Game, Observation, Outcome, Reason, Refusal, State, Values
from game.core.numbers import is_digits
from game.core.session import Entry
from game.core.strings import Strings
from game.core.text import action_text

SEAT = "seat"
"""In ``Game.words``: the value is a seat number and worded as that seat's name. A key without ``{}`` words a
mapping by its own fields."""

NOTHING = "–"


class Wording:
    """The words for one table: its game, its language, the names of its seats."""

    def __init__(self, game: Game, strings: Strings, names: Sequence[str]) -> None:
        self.game, self.strings, self.names = game, strings, names

    def text(self, key: str, values: Values | None = None) -> str:
        """The text of a key; values that are keys (``@god.migo.name``) are worded too."""
        return self.strings.text(key, values or {})

    def action(self, action: Action, state: State | None = None) -> str:
        """An action as a person reads it on a button; ``state``: where it could be done."""
        phrase = self.game.phrase(state, action) if state is not None else None
        return self._action(action, phrase)

    def done(self, entry: Entry) -> str:
        """What was done in an entry of the log, as its button read then."""
        assert entry.action is not None
        return self._action(entry.action, entry.phrase)

    def _action(self, action: Action, phrase: Reason | None) -> str:
        if phrase is not None:
            return self.text(phrase.key, self.values(phrase.values))
        fields: dict[str, Any] = msgspec.to_builtins(action)
        key = f"{self.game.id}.action.{fields.pop('action')}"
        for name in (f"{key}.{next(iter(fields), '')}", key):
            if self.strings.has(name):
                return self.text(name, self.values(fields))
        return action_text(action)

    def event(self, event: Event) -> str:
        """An event as a line of the log; empty where the game means it to be silent (an empty text)."""
        fields: dict[str, Any] = msgspec.to_builtins(event)
        name = fields.pop("event")
        del fields["clauses"]
        key = f"{self.game.id}.event.{name}"
        variant, more = event.told()
        for found in (f"{key}.{variant}", key):
            if self.strings.has(found):
                return self.text(found, self.values({**fields, **more}))
        return " ".join([name, *(f"{field}={value}" for field, value in fields.items())])

    def decision(self, decision: Decision) -> str:
        """What is asked."""
        return self.text(decision.prompt, self.values(decision.values))

    def refusal(self, refusal: Refusal) -> str:
        """Why something is refused, with its clause."""
        return f"{self.text(refusal.key, refusal.values)} [{refusal.clause}]"

    def reason(self, reason: Reason) -> str:
        """One sentence of a computer player's reason."""
        return self.text(reason.key, reason.values)

    def sight(self, observation: Observation) -> list[str]:
        """What a seat sees, in sentences."""
        return [self.text(key, self.values(fields)) for key, fields in self.game.describe(observation)]

    def outcome(self, outcome: Outcome) -> list[str]:
        """How the game ended, who won, and the places."""
        lines = [self.text(f"{self.game.id}.outcome.{outcome.reason}")]
        winners = ", ".join(self.names[seat] for seat in outcome.winners)
        if outcome.lost:
            lines += self.served(outcome)
        elif winners:
            many = len(outcome.winners) > 1
            lines.append(self.text("terminal.winners" if many else "terminal.winner", {"names": winners}))
        if outcome.scores:
            for seat in sorted(range(len(outcome.ranks)), key=lambda seat: (outcome.ranks[seat], seat)):
                values: Values = {"rank": outcome.ranks[seat], "name": self.names[seat], "score": outcome.scores[seat]}
                lines.append(self.text("terminal.place", values))
        return lines

    def served(self, outcome: Outcome) -> list[str]:
        """Who served the other side of a table that has lost, in a sentence; none if nobody did."""
        names = ", ".join(self.names[seat] for seat in outcome.winners)
        return [self.text(f"{self.game.id}.outcome.served", {"names": names})] if names else []

    def values(self, fields: Mapping[str, Any]) -> dict[str, str | int | float | bool]:
        """The fields of an action or event as values of a text."""
        return {name: self._value(name, value) for name, value in fields.items()}

    def _value(self, field: str, value: Any) -> str | int | float | bool:
        if isinstance(value, str) and value.startswith("@"):
            return value
        word = self._word(field, value)
        if isinstance(value, (list, tuple)):
            return ", ".join(str(self._value(field, item)) for item in value) or NOTHING
        if value is None:
            return NOTHING
        if isinstance(value, dict):
            assert word is not None, f"{self.game.id}: the field {field} has no words"
            return self.text(word, self.values(dict(value)))
        if word == SEAT:
            return str(self.names[value])
        if word is not None and isinstance(value, str):
            return self._named(word, value) if value else NOTHING
        plain: str | int | float | bool = value
        return plain

    def _word(self, field: str, value: Any) -> str | None:
        """How a value of the field is worded: of several text keys the first that there is, else the last."""
        word = self.game.words.get(field)
        if not isinstance(word, tuple):
            return word
        return next((one for one in word if self.strings.has(one.replace("{}", str(value)))), word[-1])

    def _named(self, word: str, id: str) -> str:
        """The name behind an id. One of several (``chorister_2``, ``spear.2``, ``leech_k``) is called by its name and
        number or letter.
        """
        key = word.replace("{}", id)
        kind, _, number = id.replace(".", "_").rpartition("_")
        if (is_digits(number) or len(number) == 1) and not self.strings.has(key):
            several = word.replace("{}", kind)
            if self.strings.has(several):
                return self.text("wording.numbered", {"name": f"@{several}", "number": number.upper()})
        return self.text(key)
