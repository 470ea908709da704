"""Scenario files are tests: every case of ``tests/scenarios/**/*.yaml`` is collected and played."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from game.commands.scenario import play
from game.core.content import ContentError
from game.core.scenario import CaseFailed, Written, load_cases
from tests import system

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

SCENARIOS = Path(__file__).parent / "scenarios"
_LEFT_OUT = "this machine lacks "


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave out the tests marked ``needs_programs`` that this machine cannot run."""
    for item in items:
        for mark in item.iter_markers("needs_programs"):
            packages = system.missing(mark.args)
            if packages:
                item.add_marker(pytest.mark.skip(reason=_LEFT_OUT + " ".join(packages)))


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Say which tests were left out, how many, and what would bring them."""
    left = [report for report in terminalreporter.stats.get("skipped", ()) if _LEFT_OUT in str(report.longrepr)]
    if not left:
        return
    counted = Counter(report.nodeid.partition("::")[0] for report in left)
    packages = sorted({name for report in left for name in _packages_of(report)})
    terminalreporter.section("left out")
    for path, number in sorted(counted.items()):
        terminalreporter.line(f"{path}: {number}")
    terminalreporter.line(
        f"{len(left)} tests were left out: this machine lacks {', '.join(packages)}. "
        f"To run them: {system.cure(packages)}, or run the tests as root, which installs them."
    )


def _packages_of(report: Any) -> list[str]:
    return str(report.longrepr[2]).partition(_LEFT_OUT)[2].split()


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Take every YAML file below ``tests/scenarios``."""
    if file_path.suffix == ".yaml" and SCENARIOS in file_path.parents:
        return ScenarioFile.from_parent(parent, path=file_path)
    return None


class ScenarioFile(pytest.File):
    """A scenario file as a collection of cases."""

    def collect(self) -> Iterator[pytest.Item]:
        try:
            cases = load_cases(self.path)
        except ContentError as error:
            raise self.CollectError(str(error)) from None
        for written in cases:
            yield ScenarioCase.from_parent(self, name=written.case.id, written=written)


class ScenarioCase(pytest.Item):
    """One case as a test."""

    def __init__(self, *, written: Written, **keywords: Any) -> None:
        super().__init__(**keywords)
        self.written = written

    def runtest(self) -> None:
        result = play(self.written)
        if not result.passed:
            raise CaseFailed(str(result))

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        if isinstance(excinfo.value, CaseFailed):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int, str]:
        return self.path, self.written.line() - 1, self.name
