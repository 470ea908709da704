"""Movements end where they must, however they are hurried."""

from __future__ import annotations

import pytest

from scenes.animation import CROSS_FADE, Animator, Tween, call, wait


def test_a_tween_ends_with_exactly_one_and_calls_each_side_once() -> None:
    seen: list[float] = []
    sides: list[str] = []
    animator = Animator()
    animator.play(Tween(100, seen.append, start=lambda: sides.append("start"), end=lambda: sides.append("end")))
    while animator.busy:
        animator.update(16)
    assert seen[-1] == 1.0
    assert all(0 <= share <= 1 for share in seen)
    assert sides == ["start", "end"]


def test_groups_run_one_after_another_and_members_together() -> None:
    order: list[str] = []
    animator = Animator()
    animator.play(Tween(50, end=lambda: order.append("a")), Tween(100, end=lambda: order.append("b")))
    animator.play(call(lambda: order.append("c")))
    for _ in range(20):
        animator.update(16)
    assert order == ["a", "b", "c"]


@pytest.mark.parametrize("passed", [0, 40, 130])
def test_skipping_at_any_moment_lands_in_the_same_place(passed: float) -> None:
    place = {"x": 0.0, "y": 0.0}
    animator = Animator()
    animator.play(Tween(100, lambda t: place.update(x=t)))
    animator.play(wait(50))
    animator.play(Tween(100, lambda t: place.update(y=2 * t), delay=30))
    animator.update(passed)
    animator.finish()
    assert place == {"x": 1.0, "y": 2.0}
    assert not animator.busy


def test_what_an_end_queues_is_finished_too() -> None:
    reached: list[int] = []
    animator = Animator()
    animator.play(Tween(10, end=lambda: animator.play(Tween(10, end=lambda: reached.append(1)))))
    animator.finish()
    assert reached == [1]


@pytest.mark.parametrize(("speed", "longest"), [(0.5, 200), (1.0, 100), (2.0, 50), (4.0, 25)])
def test_speed_is_a_factor(speed: float, longest: float) -> None:
    animator = Animator()
    animator.speed = speed
    animator.play(Tween(100))
    passed = 0.0
    while animator.busy:
        animator.update(1)
        passed += 1
    assert passed == pytest.approx(longest, abs=1)


def test_instant_plays_nothing() -> None:
    animator = Animator()
    animator.speed = 0.0
    seen: list[float] = []
    animator.play(Tween(1000, seen.append))
    assert seen == [1.0]
    assert not animator.busy


def test_reduced_motion_shortens_travel_and_leaves_pauses() -> None:
    animator = Animator()
    animator.reduced = True
    animator.play(Tween(700))
    animator.play(wait(300))
    animator.update(CROSS_FADE)
    animator.update(299)
    assert animator.busy
    animator.update(1)
    assert not animator.busy
