"""Every game can be told: nothing that people read lacks its text, or calls a thing by its id."""

from __future__ import annotations

import re

from game.core.chance import Rng
from game.core.contract import Action, Event, Game
from game.core.rules_text import clause_ids, load_rules
from game.core.strings import ENGLISH, Strings, load_language
from game.core.wording import Wording
from tests.contract.samples import Sample, seats

NAMES = ("the game master", "Osric", "Eadgyth", "Cuthbert", "Hereswith", "Tova")
MADE_UP = ("ghost", "nobody", "nowhere", "pistol", "property2", "c10r11", "z9", "x", "excalibur", "crown", "none")
"""What attempts name that is not there, or is no single thing: it may be told as it was typed."""
SIGNS = re.compile(r"[{}]|@\w|\w_\w|[a-z]\.[a-z]|(^|\s)\+[a-z]")
"""Places that were not filled, keys, ids of two words, ids of abilities, raises as files write them."""
TRIED = 30


def ids_of(game: Game) -> frozenset[str]:
    """The ids of what the game gives names, but for those that are words of its texts too."""
    texts = load_language(ENGLISH)
    found: set[str] = set()
    for templates in game.words.values():
        for template in (templates,) if isinstance(templates, str) else templates:
            if "{}" in template:
                pattern = re.compile(re.escape(template).replace(r"\{\}", "([a-z0-9_.]+)"))
                found |= {match[1] for match in map(pattern.fullmatch, texts) if match}
    words = {word for text in texts.values() for word in re.findall(r"[\w-]+", re.sub(r"\{\w+\}", "", text))}
    return frozenset(found - words)


def test_a_game_can_be_told(sample: Sample, told: int) -> None:
    """Questions, buttons, refusals, the log as everybody reads it, what a seat sees, the end; each with clauses that
    are in the rulebook."""
    game, clauses = sample.game, clause_ids(sample.game.id)
    names = [*NAMES, *(f"Player {seat}" for seat in range(len(NAMES), game.max_players))]
    words, rng, ids = Wording(game, Strings(), names), Rng(told), ids_of(game)
    begun: list[Event] = []
    s = sample.table(told, begun)

    def check(sentence: str, about: object, *, silent: bool = False) -> None:
        told = re.sub(rf"\b({'|'.join(MADE_UP)})\b", "", sentence)
        shown = SIGNS.search(told) or next((word for word in re.findall(r"[\w.-]+", told) if word in ids), None)
        assert not shown, f"{sentence!r} shows {shown!r} ({about})"
        assert sentence.strip() or silent, about
        assert not words.strings.missing, about

    def check_events(events: list[Event]) -> None:
        for event in events:
            assert event.clauses
            assert clauses.issuperset(event.clauses), event
            for one in (event, *(s.recall(event, s.chapter(), viewer) for viewer in (None, *seats(s)))):
                check(words.event(one), one, silent=True)

    check_events(begun)
    for ply in range(sample.told_plies):
        decision = s.decision()
        if decision is None:
            break
        assert clauses.issuperset(decision.clauses)
        check(words.decision(decision), decision)
        buttons: dict[str, Action] = {}
        for action in s.legal_actions():
            sentence = words.action(action, s)
            check(sentence, action)
            assert buttons.setdefault(sentence, action) == action, "two things to do read the same"
        tries = sample.tries(s)
        for _ in range(TRIED):
            attempt = tries[rng.below(len(tries))]
            refusal = s.refusal(attempt)
            if refusal is not None:
                assert refusal.clause in clauses
                check(words.refusal(refusal), attempt)
            elif attempt not in s.legal_actions():  # an act beside the question, such as a game master's
                check(words.action(attempt, s), attempt)
                for event in s.clone().apply_action(attempt):
                    check(words.event(event), event, silent=True)
        if ply % 10 == 0:
            for line in words.sight(s.observation(decision.seat)):
                check(line, "sight")
        check_events(s.apply_action(sample.lively(s, rng, ply)))
    outcome = s.outcome()
    for line in words.outcome(outcome) if outcome is not None else ():
        check(line, outcome)


def test_the_rulebook_tells_every_clause_once(sample: Sample) -> None:
    rules = load_rules(sample.game.id)
    assert rules.clauses
    assert sum(len(rules.of(section.id)) for section in rules.sections) == len(rules.clauses)
    for clause in rules.clauses.values():
        assert clause.id.startswith(f"{sample.game.clause_prefix}-")
