"""Units, contrast, seats: what makes every screen readable."""

from __future__ import annotations

import itertools

import pytest

from scenes.scale import Layout, Scale
from scenes.theme import SEATS, SHAPE_PAIRS, SIGHTS, TEXT_PAIRS, Pair, contrast, simulate


@pytest.mark.parametrize(
    ("size", "interface", "unit", "layout"),
    [
        ((1280, 720), 1.0, 0.875, Layout.COMPACT),
        ((1600, 900), 1.0, 0.875, Layout.FULL),
        ((1920, 1080), 1.0, 1.0, Layout.FULL),
        ((1920, 1080), 2.0, 2.0, Layout.SINGLE),
        ((3840, 2160), 1.0, 2.0, Layout.FULL),
        ((3440, 1440), 1.0, 1440 / 1080, Layout.FULL),
        ((2560, 1080), 1.5, 1.5, Layout.COMPACT),
    ],
)
def test_unit_and_class_follow_from_the_window(
    size: tuple[int, int], interface: float, unit: float, layout: Layout
) -> None:
    scale = Scale(*size, interface=interface)
    assert scale.u == pytest.approx(unit)
    assert scale.layout == layout


def test_interface_and_text_scale_are_capped_together() -> None:
    assert Scale(1920, 1080, 2.0, 2.0).text_factor == 1.25
    assert Scale(1920, 1080, 1.0, 2.0).text_px(16) == 32


def test_neighbours_share_their_edge_at_any_unit() -> None:
    for width in range(1280, 1400, 7):
        scale = Scale(width, 800)
        assert scale.rect(0, 0, 33, 10).right == scale.rect(33, 0, 40, 10).left


@pytest.mark.parametrize("size", [(800, 600), (1279, 720), (1280, 719)])
def test_a_window_under_the_minimum_is_known(size: tuple[int, int]) -> None:
    assert Scale(*size).too_small


@pytest.mark.parametrize("pair", [*TEXT_PAIRS, *SHAPE_PAIRS], ids=lambda pair: pair.name)
def test_pairs_in_use_have_their_contrast_in_every_sight(pair: Pair) -> None:
    assert contrast(pair.front, pair.back) >= pair.least
    for sight in SIGHTS:
        assert contrast(simulate(sight, pair.front), simulate(sight, pair.back)) >= pair.least, sight


def test_black_on_white_is_21_to_1() -> None:
    assert contrast((0, 0, 0), (255, 255, 255)) == pytest.approx(21.0)


def test_seats_differ_by_shape_and_letter() -> None:
    for one, other in itertools.combinations(SEATS, 2):
        assert one.shape != other.shape
        assert one.letter != other.letter
        assert one.colour != other.colour
