"""``--self-test`` reports a fault once, whatever else fails for it."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from game.commands import selftest
from game.commands.common import BAD, GOOD
from game.core.yaml_reader import ContentError
from tests.commands.screens import Screens


def _run(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path, *works: Callable[[], Any]
) -> tuple[int, list[str]]:
    def tests(_: object) -> Iterator[tuple[str, Callable[[], Sequence[str]]]]:
        for number, work in enumerate(works):
            yield f"test {number}", work

    monkeypatch.setattr(selftest, "tests", tests)
    code = selftest.run(argparse.Namespace(user_dir=str(tmp_path)), Screens(display=False))
    return code, capsys.readouterr().out.splitlines()[1:]


def _broken() -> list[str]:
    raise ContentError(Path("gods.yaml"), 179, "", "a fault", "well-formed YAML")


def _missing() -> list[str]:
    raise FileNotFoundError("No such file or directory: '/there/data/fonts/Title.ttf'.")


def _bug() -> list[str]:
    raise ZeroDivisionError("division by zero")


def test_a_fault_counts_once(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    said = str(ContentError(Path("gods.yaml"), 179, "", "a fault", "well-formed YAML"))
    works = (lambda: [said, said], _broken, list, _broken, _bug, _bug)
    code, lines = _run(monkeypatch, capsys, tmp_path, *works)
    assert code == BAD
    assert [line for line in lines if not line.startswith(" ")] == [
        "FAILED  test 0", "same    test 1", "good    test 2", "same    test 3", "FAILED  test 4", "same    test 5",
        "2 failed",
    ]  # fmt: skip
    assert sum("gods.yaml" in line for line in lines) == 1
    assert sum("ZeroDivisionError: " in line for line in lines) == 1


def test_a_missing_file_is_one_fault_whoever_misses_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    works = (
        _missing,
        lambda: ["A4: The file could not be written: TTF Font file not found: /there/data/fonts/Title.ttf."],
        lambda: ["Title: No such file or directory: '/there/data/fonts/Title.ttf'."],
        lambda: ["Other: No such file or directory: '/there/data/fonts/Other.ttf'."],
    )
    code, lines = _run(monkeypatch, capsys, tmp_path, *works)
    assert (code, lines[-1]) == (BAD, "2 failed")


def test_without_faults_all_is_well(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert _run(monkeypatch, capsys, tmp_path, list) == (GOOD, ["good    test 0", "all is well"])
