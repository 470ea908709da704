"""Nothing that people read calls a thing by its id: questions, buttons, the log, refusals and reasons of every game."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import pytest

from game import registry
from game.core.chance import Rng
from game.core.contract import Action, Game
from game.core.strings import ENGLISH, Strings, load_language
from game.core.wording import Wording
from tests.kanata.table import ATTEMPTS as KANATA
from tests.kanata.table import any_game, lively_action
from tests.kingsport.table import ATTEMPTS as KINGSPORT
from tests.random_play import random_action
from tests.sacrament.attempts import ATTEMPTS as SACRAMENT
from tests.sacrament.table import any_table

TEXTS = load_language(ENGLISH)
ATTEMPTS: dict[str, Sequence[Action]] = {"kanata": KANATA, "kingsport": KINGSPORT, "sacrament": SACRAMENT}
NAMES = ("the game master", "Osric", "Eadgyth", "Cuthbert", "Hereswith", "Tova")
MADE_UP = ("ghost", "nobody", "nowhere", "pistol", "property2", "c10r11", "z9")
"""What attempts name that is not there, or is no single thing: it may be told as it was typed."""
SIGNS = re.compile(r"[{}]|@\w|\w_\w|[a-z]\.[a-z]|(^|\s)\+[a-z]")
"""Places that were not filled, keys, ids of two words, ids of abilities, raises as files write them."""


def ids_of(game: Game) -> frozenset[str]:
    """The ids of what the game gives names, but for those that are words of its texts too."""
    found: set[str] = set()
    for templates in game.words.values():
        for template in (templates,) if isinstance(templates, str) else templates:
            if "{}" in template:
                pattern = re.compile(re.escape(template).replace(r"\{\}", "([a-z0-9_.]+)"))
                found |= {match[1] for match in map(pattern.fullmatch, TEXTS) if match}
    words = {word for text in TEXTS.values() for word in re.findall(r"[\w-]+", re.sub(r"\{\w+\}", "", text))}
    return frozenset(found - words)


def table(game: str, number: int) -> Any:
    """A table out of a series."""
    if game == "kingsport":
        return registry.get(game).new_game(3 + number % 3, number)
    return any_table(number) if game == "sacrament" else any_game(number)


@pytest.mark.parametrize("number", range(6))
@pytest.mark.parametrize("name", ["kanata", "kingsport", "sacrament"])
def test_nothing_that_is_read_shows_an_id(name: str, number: int) -> None:
    game = registry.get(name)
    words, rng, ids = Wording(game, Strings(), NAMES), Rng(number), ids_of(game)
    s = table(name, number)

    def check(sentence: str, about: object) -> None:
        told = re.sub(rf"\b({'|'.join(MADE_UP)})\b", "", sentence)
        shown = SIGNS.search(told) or next((word for word in re.findall(r"[\w.-]+", told) if word in ids), None)
        assert not shown, f"{sentence!r} shows {shown!r} ({about})"
        assert not words.strings.missing, about

    for ply in range(120):
        decision = s.decision()
        if decision is None:
            break
        check(words.decision(decision), decision)
        told: dict[str, Action] = {}
        for action in s.legal_actions():
            sentence = words.action(action, s)
            check(sentence, action)
            assert told.setdefault(sentence, action) == action, "two things to do read the same"
        for _ in range(30):
            attempt = ATTEMPTS[name][rng.below(len(ATTEMPTS[name]))]
            refusal = s.refusal(attempt)
            if refusal is not None:
                check(words.refusal(refusal), attempt)
            elif attempt not in s.legal_actions():  # an act beside the question, such as the game master's
                check(words.action(attempt, s), attempt)
                for event in s.trial().apply_action(attempt):
                    check(words.event(event), event)
        for line in words.sight(s.observation(decision.seat)):
            check(line, "sight")
        action = lively_action(s, rng, ply) if name == "kanata" else random_action(s, rng)
        for event in s.apply_action(action):
            check(words.event(event), event)
