"""States on a stack of questions: what ``table_state`` makes of a class of fields, and who answers for a state."""

from __future__ import annotations

from typing import Any

import pytest

from game.core.chance import Rng
from game.core.contract import Action, Decision, Outcome
from game.core.stack import Answers, Frame, StackState, table_state


@table_state
class Heap(StackState):
    setup: Any
    seed: int
    counter: int
    script: tuple[Any, ...]
    strict: bool
    round: int
    heaps: list[int]
    names: tuple[str, ...]
    stack: tuple[Any, ...] = ()
    _legal: tuple[Action, ...] | None = None


class Rules:
    key = ("heaps",)

    def __init__(self, dealt: list[int]) -> None:
        self.answers = Answers(
            refuse=lambda s, action: None,
            decision=lambda s: Decision("take", 0, "heap.take", {"heaps": len(s.heaps)}, ("HEAP-01",)),
            returns=lambda s: [float(sum(s.heaps))],
            outcome=lambda s: Outcome(reason="empty", winners=(0,), ranks=(1,), scores=()),
            observe=lambda s, player: (player, *s.heaps),  # type: ignore[arg-type, return-value]
            position=lambda s: {"heaps": s.heaps},
            deal=lambda s, player, rng: dealt.append(player),
        )


def heap(dealt: list[int] | None = None, stack: tuple[Any, ...] = (Frame(),)) -> Heap:
    return Heap(Rules([] if dealt is None else dealt), 7, 3, (1,), True, 2, [3, 4], ("a", "b"), stack)


def test_a_clone_copies_lists_and_shares_all_else() -> None:
    s = heap()
    c = s.clone()
    assert c == s
    assert c.heaps is not s.heaps
    assert all(getattr(c, name) is getattr(s, name) for name in Heap.__match_args__ if name != "heaps")
    c.heaps[0] = 0
    assert s.heaps == [3, 4]
    assert c != s


def test_a_state_has_no_other_fields_than_those_it_names() -> None:
    with pytest.raises(AttributeError):
        heap().other = 1  # type: ignore[attr-defined]


def test_the_key_is_the_rules_key_and_the_fields_without_what_follows_from_them() -> None:
    assert heap().key() == (("heaps",), 7, 3, (1,), True, 2, [3, 4], ("a", "b"), (Frame(),))
    assert heap().digest() == heap().digest() != heap(stack=()).digest()


def test_a_state_is_answered_for_by_its_rules() -> None:
    s = heap()
    assert s.position() == {"heaps": [3, 4]}
    assert s.observation(1) == (1, 3, 4)
    assert s.returns() == [7.0]
    assert s.chapter() == 2
    decision = s.decision()
    assert decision is not None
    assert decision.values == {"heaps": 2}
    assert s.outcome() is None
    over = heap(stack=()).outcome()
    assert over is not None
    assert over.reason == "empty"


def test_a_resampled_state_has_fresh_chance_and_is_dealt_anew_while_it_is_played() -> None:
    dealt: list[int] = []
    s = heap(dealt)
    c = s.resample(1, Rng(5))
    assert (c.counter, c.script, c.strict) == (0, (), False)
    assert c.seed != s.seed
    assert dealt == [1]
    heap(dealt, stack=()).resample(0, Rng(5))
    assert dealt == [1]
