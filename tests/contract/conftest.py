"""The games of the contract suite, one after another; the toy is one of them while its tests run."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from game import registry
from tests import toy
from tests.contract import samples
from tests.contract.samples import NAMES, Sample


@pytest.fixture(scope="session")
def texts_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for the texts of all games and the toy."""
    return tmp_path_factory.mktemp("data")


@pytest.fixture
def sample(request: pytest.FixtureRequest, texts_folder: Path) -> Iterator[Sample]:
    """The game that is tried, with what its tests know of it."""
    if request.param in registry.GAMES:
        yield samples.found(request.param)
        return
    with toy.registered(texts_folder):
        yield samples.of(registry.get(request.param))


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test of a game runs for every game; one that takes ``batch``, ``old``, ``deep`` or ``told`` as often as the
    game's sample says."""
    counts = {"batch": lambda one: one.games // one.batch, "old": lambda one: one.old_games,
              "deep": lambda one: one.deep, "told": lambda one: one.told}  # fmt: skip
    for name, count in counts.items():
        if name in metafunc.fixturenames:
            cases = [(game, number) for game in NAMES for number in range(count(samples.found(game)))]
            metafunc.parametrize(("sample", name), cases, indirect=["sample"])
            return
    if "sample" in metafunc.fixturenames:
        metafunc.parametrize("sample", NAMES, indirect=True)
