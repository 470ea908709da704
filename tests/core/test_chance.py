"""The generator gives the published numbers, on every machine, for every seed."""

from collections import Counter

import pytest

from game.core.chance import Rng, ScriptError, below, mix, scripted, seed_from

LARGEST = 2**64 - 1


def test_the_stream_is_splitmix64():
    # The values that the reference implementation in C prints for the seed 1234567.
    assert [mix(1234567, n) for n in range(1, 6)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


def test_the_largest_seed_is_not_cut():
    assert mix(LARGEST, 1) != mix(2**32 - 1, 1)
    assert [mix(LARGEST, n) for n in range(3)] == [13029008266876403067, 16490336266968443936, 16834447057089888969]


@pytest.mark.parametrize(
    ("seed", "expected"),
    [
        (0, [0, 1, 0, 1, 4, 1, 0, 5, 2, 5]),
        (1, [1, 5, 1, 0, 5, 3, 2, 3, 3, 0]),
        (LARGEST, [3, 2, 3, 1, 0, 0, 1, 1, 2, 0]),
    ],
)
def test_dice_of_known_seeds(seed, expected):
    rolled, counter = [], 0
    for _ in range(10):
        value, counter = below(seed, counter, 6)
        rolled.append(value)
    assert (rolled, counter) == (expected, 10)


def test_numbers_below_a_bound_that_does_not_divide_are_redrawn():
    # 2**63 + 1 fits once into 64 bits: about half of all numbers are thrown away, so the counter runs ahead.
    bound = 2**63 + 1
    counter = 0
    for _ in range(200):
        value, counter = below(7, counter, bound)
        assert 0 <= value < bound
    assert 300 < counter < 500


def test_every_face_comes_equally_often():
    rng = Rng(3)
    counts = Counter(rng.below(6) for _ in range(60_000))
    assert set(counts) == set(range(6))
    assert all(abs(count - 10_000) < 400 for count in counts.values())  # over 4 standard deviations of 91


def test_every_order_comes_equally_often():
    rng = Rng(4)
    counts = Counter(tuple(rng.shuffled([0, 1, 2])) for _ in range(60_000))
    assert len(counts) == 6
    assert all(abs(count - 10_000) < 400 for count in counts.values())


def test_forks_and_copies_are_independent():
    rng = Rng(5)
    one, two = rng.fork(1), rng.fork(2)
    assert one.next() != two.next()
    assert rng.fork(1).next() == Rng(5).fork(1).next()
    assert 0.0 <= rng.random() < 1.0


@pytest.mark.parametrize(("word", "seed"), [("17", 17), (17, 17), ("-3", -3), ("yule", 8383383069702370582)])
def test_a_word_is_a_seed_too(word, seed):
    assert seed_from(word) == seed


@pytest.mark.parametrize(
    ("entry", "result"), [("X", "X"), (5, 5), ("d20=13", 13), ("d20 = -1", -1), ("d20=migo", "migo")]
)
def test_scripted_results(entry, result):
    assert scripted(entry, "d20") == result


def test_a_scripted_result_of_another_die_is_an_error():
    with pytest.raises(ScriptError, match="d6: found 'd20=13', expected a result of d6"):
        scripted("d20=13", "d6")


def test_streams_from_fresh_seeds_do_not_run_into_each_other() -> None:
    rng = Rng(7)
    numbers = [mix(seed, counter) for seed in (rng.fresh_seed() for _ in range(300)) for counter in range(30)]
    assert len(set(numbers)) == len(numbers)
